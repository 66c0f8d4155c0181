BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_lshl_b32 s1, s3, 8
0004 s_bfe_u32 s1, -1, s1
0005 s_mov_b32 s4, 4
0006 s_mov_b32 s5, 0
0007 s_mov_b32 s6, -1
0008 s_bfm_b32 s7, 4, 24
0009 s_and_b32 s7, s3, s7
000a s_cmp_eq_i32 s7, s5
000b s_cselect_b32 vcc_lo, -1, 0
000c s_and_b32 s11, vcc_lo, exec_lo
000d s_cbranch_scc0 BB3
BB1:
000e s_mov_b32 s0, 9
000f s_mov_b32 s4, 12
0010 s_bfe_u32 s7, s2, 0x9000c
0012 s_mov_b32 s11, 22
0013 s_bfe_u32 s2, s2, 0x90016
0015 s_lshl_b32 s2, s2, s4
0016 s_or_b32 m0, s2, s7
0017 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0018 s_mov_b32 exec_lo, s1
0019 s_cbranch_execz BB9
BB4:
001a v_mov_b32_e32 v8, v0
001b exp prim v0, off, off, off done
BB9:
001d s_bfm_b64 s[0:1], s3, 0
001e s_waitcnt expcnt(0)
001f s_mov_b32 exec_lo, s0
0020 s_cbranch_execz BB15
BB10:
0021 s_movk_i32 s1, 0x8000
0022 s_mov_b32 s0, s9
0023 s_mov_b32 s9, s1
0024 s_mov_b32 s2, 16
0025 s_load_dwordx4 s[12:15], s[8:9], s2
0027 s_waitcnt lgkmcnt(0)
0028 s_mov_b64 s[16:17], s[12:13]
0029 s_mov_b64 s[18:19], s[14:15]
002a v_add_nc_u32_e32 v5, s0, v5
002b buffer_load_dwordx3 v[0:2], v5, s[12:15], 0 idxen offset:12
002d s_load_dwordx4 s[12:15], s[8:9], s5
002f s_waitcnt lgkmcnt(0)
0030 s_mov_b64 s[16:17], s[12:13]
0031 s_mov_b64 s[18:19], s[14:15]
0032 buffer_load_dwordx3 v[6:8], v5, s[12:15], 0 idxen
0034 s_mov_b32 s3, 0
0035 s_mov_b32 s4, 0
0036 s_mov_b32 s7, 0
0037 s_mov_b32 s8, 0
0038 s_mov_b32 s9, 0
0039 s_mov_b32 s11, 0
003a s_mov_b32 s12, 0
003b s_mov_b32 s13, 0
003c s_mov_b32 s14, 0
003d s_mov_b32 s15, 0
003e s_mov_b32 s16, 0
003f s_mov_b32 s17, 0
0040 s_mov_b32 s18, 0
0041 s_mov_b32 s19, 0
0042 s_mov_b32 s20, 0
0043 s_mov_b32 s21, 0
0044 s_mov_b32 s22, 31
0045 v_and_b32_e32 v10, s22, v5
0046 s_mov_b32 s23, 5
0047 v_ashrrev_i32_e32 v11, s23, v5
0048 s_mov_b32 s24, 1.0
0049 v_mov_b32_e32 v3, s24
004a v_lshrrev_b64 v[12:13], 0, v[10:11]
004c s_mov_b32 s11, s1
004d s_load_dwordx8 s[32:39], s[10:11], s5
004f s_waitcnt lgkmcnt(0)
0050 s_mov_b64 s[40:41], s[32:33]
0051 s_mov_b64 s[42:43], s[34:35]
0052 s_mov_b64 s[44:45], s[36:37]
0053 s_mov_b64 s[46:47], s[38:39]
0054 s_waitcnt vmcnt(1)
0055 image_store v[0:3], v[10:11], s[32:39] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
0057 v_lshrrev_b64 v[0:1], 0, v[10:11]
0059 s_mov_b32 s25, 3
005a s_mov_b32 s26, 32
005b s_load_dwordx8 s[32:39], s[10:11], s26
005d s_waitcnt lgkmcnt(0)
005e s_mov_b64 s[40:41], s[32:33]
005f s_mov_b64 s[42:43], s[34:35]
0060 s_mov_b64 s[44:45], s[36:37]
0061 s_mov_b64 s[46:47], s[38:39]
0062 v_mov_b32_e32 v9, s25
0063 image_atomic_add v9, v[10:11], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0065 v_lshrrev_b64 v[0:1], 0, v[10:11]
0067 s_mov_b32 s27, 40
0068 v_mov_b32_e32 v12, s27
0069 image_atomic_umax v12, v[10:11], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
006b s_waitcnt vmcnt(0)
006c v_add_nc_u32_e32 v9, v9, v12
006d s_mov_b32 s28, 8
006e v_add_nc_u32_e32 v13, s28, v11
006f v_mov_b32_e32 v0, v10
0070 v_mov_b32_e32 v1, v13
0071 v_mov_b32_e32 v0, v9
0072 image_atomic_swap v9, [v10, v13], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0075 s_waitcnt vmcnt(0)
0076 v_add_nc_u32_e32 v0, v0, v9
0077 v_add_nc_u32_e32 v1, s2, v11
0078 s_mov_b32 s29, 63
0079 v_and_b32_e32 v3, s29, v0
007a v_mov_b32_e32 v12, v10
007b v_mov_b32_e32 v13, v1
007c s_movk_i32 s30, 0x4d
007d v_mov_b32_e32 v2, s30
007e image_atomic_cmpswap v[2:3], [v10, v1], s[32:39] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
0081 s_waitcnt vmcnt(0)
0082 v_add_nc_u32_e32 v0, v0, v2
0083 s_mov_b32 s31, 1
0084 v_lshrrev_b64 v[12:13], 0, v[10:11]
0086 v_mov_b32_e32 v14, s31
0087 s_movk_i32 s32, 0x60
0088 s_load_dwordx8 s[32:39], s[10:11], s32
008a s_waitcnt lgkmcnt(0)
008b s_mov_b64 s[40:41], s[32:33]
008c s_mov_b64 s[42:43], s[34:35]
008d s_mov_b64 s[44:45], s[36:37]
008e s_mov_b64 s[46:47], s[38:39]
008f v_mov_b32_e32 v2, s23
0090 v_mov_b32_e32 v12, s31
0091 image_atomic_smin v2, v[10:12], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
0093 v_lshrrev_b64 v[12:13], 0, v[10:11]
0095 v_mov_b32_e32 v14, s25
0096 s_mov_b32 s40, 64
0097 v_mov_b32_e32 v3, s40
0098 v_mov_b32_e32 v12, s25
0099 image_atomic_or v3, v[10:12], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
009b s_waitcnt vmcnt(0)
009c v_add_nc_u32_e32 v2, v2, v3
009d v_lshrrev_b64 v[12:13], 0, v[10:11]
009f v_mov_b32_e32 v14, s31
00a0 s_load_dwordx8 s[16:23], s[10:11], s40
00a2 s_waitcnt lgkmcnt(0)
00a3 s_mov_b64 s[32:33], s[16:17]
00a4 s_mov_b64 s[34:35], s[18:19]
00a5 s_mov_b64 s[36:37], s[20:21]
00a6 s_mov_b64 s[38:39], s[22:23]
00a7 v_mov_b32_e32 v12, s31
00a8 image_load v[12:15], v[10:12], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00aa s_waitcnt vmcnt(0)
00ab v_lshrrev_b64 v[16:17], 0, v[12:13]
00ad v_lshrrev_b64 v[18:19], 0, v[14:15]
00af s_mov_b32 s41, 2
00b0 s_mov_b32 s42, 0.5
00b1 v_mul_f32_e32 v20, s42, v16
00b2 v_mul_f32_e32 v21, s42, v17
00b3 v_mul_f32_e32 v22, s42, v18
00b4 v_mul_f32_e32 v23, s42, v19
00b5 v_lshrrev_b64 v[24:25], 0, v[10:11]
00b7 v_mov_b32_e32 v26, s41
00b8 v_mov_b32_e32 v4, s41
00b9 image_store v[20:23], [v10, v11, v4], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00bc s_mov_b32 s43, 9
00bd v_lshrrev_b64 v[20:21], 0, v[10:11]
00bf v_mov_b32_e32 v22, s43
00c0 v_mov_b32_e32 v5, s43
00c1 image_store v[12:15], [v10, v11, v5], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00c4 v_lshrrev_b64 v[4:5], 0, v[10:11]
00c6 s_movk_i32 s44, 0xa0
00c7 s_load_dwordx8 s[16:23], s[10:11], s44
00c9 s_waitcnt lgkmcnt(0)
00ca s_mov_b64 s[48:49], s[16:17]
00cb s_mov_b64 s[50:51], s[18:19]
00cc s_mov_b64 s[52:53], s[20:21]
00cd s_mov_b64 s[54:55], s[22:23]
00ce image_load v9, v[10:11], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
00d0 v_cmp_ne_u32_e64 vcc_lo, 0, s49
00d2 v_mov_b32_e32 v12, 0x76543210
00d4 s_waitcnt vmcnt(0)
00d5 v_cndmask_b32_e32 v12, v12, v9, vcc_lo
00d6 v_mov_b32_e32 v13, s25
00d7 v_bfe_u32 v12, v12, s28, v13
00d9 s_movk_i32 s45, 0x80
00da s_load_dwordx8 s[16:23], s[10:11], s45
00dc s_waitcnt lgkmcnt(0)
00dd s_mov_b64 s[48:49], s[16:17]
00de s_mov_b64 s[50:51], s[18:19]
00df s_mov_b64 s[52:53], s[20:21]
00e0 s_mov_b64 s[54:55], s[22:23]
00e1 image_load v[12:15], v[10:12], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_MSAA unorm
00e3 s_waitcnt vmcnt(0)
00e4 v_add_f32_e32 v16, v16, v12
00e5 v_add_f32_e32 v17, v17, v13
00e6 v_add_f32_e32 v18, v18, v14
00e7 v_add_f32_e32 v19, v19, v15
00e8 v_add_nc_u32_e32 v4, s6, v10
00e9 s_mov_b32 s46, -2
00ea v_add_nc_u32_e32 v5, s46, v11
00eb v_lshrrev_b64 v[12:13], 0, v[4:5]
00ed s_movk_i32 s47, 0xe0
00ee s_load_dwordx8 s[8:15], s[10:11], s47
00f0 s_waitcnt lgkmcnt(0)
00f1 s_mov_b64 s[16:17], s[8:9]
00f2 s_mov_b64 s[18:19], s[10:11]
00f3 s_mov_b64 s[20:21], s[12:13]
00f4 s_mov_b64 s[22:23], s[14:15]
00f5 image_load v[12:15], v[4:5], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00f7 s_waitcnt vmcnt(0)
00f8 v_add_f32_e32 v16, v16, v12
00f9 v_add_f32_e32 v17, v17, v13
00fa v_add_f32_e32 v18, v18, v14
00fb v_add_f32_e32 v19, v19, v15
00fc v_and_b32_e32 v0, s29, v0
00fd v_cvt_f32_u32_e32 v0, v0
00fe v_and_b32_e32 v2, s29, v2
00ff v_cvt_f32_i32_e32 v2, v2
0100 s_mov_b32 s48, 0x3c800000
0102 v_mul_f32_e32 v0, s48, v0
0103 v_mul_f32_e32 v2, s48, v2
0104 v_add_f32_e32 v16, v16, v0
0105 v_add_f32_e32 v17, v17, v2
0106 s_movk_i32 s49, 0x1fff
0107 s_and_b32 s49, s36, s49
0108 s_mov_b32 s50, 14
0109 s_bfe_u32 s36, s36, 0xe0010
010b s_mov_b32 s51, 28
010c s_bfe_u32 s35, s35, 0x4001c
010e s_cmp_eq_i32 s35, s43
010f s_cselect_b32 vcc_lo, -1, 0
0110 s_add_u32 s49, s49, s31
0111 s_and_b32 s52, vcc_lo, exec_lo
0112 s_cselect_b32 s31, s31, s49
0113 s_sub_i32 s31, s31, s36
0114 s_cmp_eq_i32 s33, s5
0115 s_cselect_b32 vcc_lo, -1, 0
0116 s_and_b32 s53, vcc_lo, exec_lo
0117 s_cselect_b32 s5, s5, s31
0118 v_cvt_f32_i32_e32 v14, s5
0119 s_bfm_b32 s54, 5, 25
011a v_mul_f32_e32 v14, s54, v14
011b v_add_f32_e32 v18, v18, v14
011c s_mov_b32 s55, 0x3e800000
011e v_mul_f32_e32 v16, s55, v16
011f v_mul_f32_e32 v17, s55, v17
0120 v_mul_f32_e32 v18, s55, v18
0121 v_mul_f32_e32 v19, s55, v19
0122 v_lshrrev_b64 v[0:1], 0, v[6:7]
0124 v_mov_b32_e32 v2, v8
0125 v_mov_b32_e32 v3, s24
0126 v_mov_b32_e32 v15, s24
0127 exp pos0 v6, v7, v8, v15 done
0129 v_lshrrev_b64 v[0:1], 0, v[16:17]
012b v_lshrrev_b64 v[2:3], 0, v[18:19]
012d exp param0 v16, v17, v18, v19
BB15:
012f s_endpgm
