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
0048 s_mov_b32 s24, 0x437f0000
004a s_waitcnt vmcnt(1)
004b v_mul_f32_e32 v0, s24, v0
004c v_mul_f32_e32 v1, s24, v1
004d v_mul_f32_e32 v2, s24, v2
004e v_cvt_i32_f32_e32 v0, v0
004f v_cvt_i32_f32_e32 v1, v1
0050 v_cvt_i32_f32_e32 v2, v2
0051 v_bfe_u32 v0, v0, 0, 8
0053 v_bfe_u32 v1, v1, 0, 8
0055 v_bfe_u32 v2, v2, 0, 8
0057 v_cvt_f32_i32_e32 v0, v0
0058 v_cvt_f32_i32_e32 v1, v1
0059 v_cvt_f32_i32_e32 v2, v2
005a s_mov_b32 s25, 0x3b808081
005c v_mul_f32_e32 v12, s25, v0
005d v_mul_f32_e32 v13, s25, v1
005e v_mul_f32_e32 v14, s25, v2
005f s_mov_b32 s26, 1.0
0060 v_mov_b32_e32 v15, s26
0061 v_lshrrev_b64 v[0:1], 0, v[10:11]
0063 s_mov_b32 s11, s1
0064 s_load_dwordx8 s[32:39], s[10:11], s5
0066 s_waitcnt lgkmcnt(0)
0067 s_mov_b64 s[40:41], s[32:33]
0068 s_mov_b64 s[42:43], s[34:35]
0069 s_mov_b64 s[44:45], s[36:37]
006a s_mov_b64 s[46:47], s[38:39]
006b image_store v[12:15], v[10:11], s[32:39] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
006d v_lshrrev_b64 v[0:1], 0, v[10:11]
006f s_mov_b32 s27, 3
0070 s_mov_b32 s28, 32
0071 s_load_dwordx8 s[32:39], s[10:11], s28
0073 s_waitcnt lgkmcnt(0)
0074 s_mov_b64 s[40:41], s[32:33]
0075 s_mov_b64 s[42:43], s[34:35]
0076 s_mov_b64 s[44:45], s[36:37]
0077 s_mov_b64 s[46:47], s[38:39]
0078 v_mov_b32_e32 v9, s27
0079 image_atomic_add v9, v[10:11], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
007b v_lshrrev_b64 v[0:1], 0, v[10:11]
007d s_mov_b32 s29, 40
007e v_mov_b32_e32 v12, s29
007f image_atomic_umax v12, v[10:11], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0081 s_waitcnt vmcnt(0)
0082 v_add_nc_u32_e32 v9, v9, v12
0083 s_mov_b32 s30, 8
0084 v_add_nc_u32_e32 v13, s30, v11
0085 v_mov_b32_e32 v0, v10
0086 v_mov_b32_e32 v1, v13
0087 v_mov_b32_e32 v0, v9
0088 image_atomic_swap v9, [v10, v13], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
008b s_waitcnt vmcnt(0)
008c v_add_nc_u32_e32 v0, v0, v9
008d v_add_nc_u32_e32 v1, s2, v11
008e s_mov_b32 s31, 63
008f v_and_b32_e32 v3, s31, v0
0090 v_mov_b32_e32 v12, v10
0091 v_mov_b32_e32 v13, v1
0092 s_movk_i32 s40, 0x4d
0093 v_mov_b32_e32 v2, s40
0094 image_atomic_cmpswap v[2:3], [v10, v1], s[32:39] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
0097 s_waitcnt vmcnt(0)
0098 v_add_nc_u32_e32 v0, v0, v2
0099 s_mov_b32 s41, 1
009a v_lshrrev_b64 v[12:13], 0, v[10:11]
009c v_mov_b32_e32 v14, s41
009d s_movk_i32 s42, 0x60
009e s_load_dwordx8 s[32:39], s[10:11], s42
00a0 s_waitcnt lgkmcnt(0)
00a1 s_mov_b64 s[48:49], s[32:33]
00a2 s_mov_b64 s[50:51], s[34:35]
00a3 s_mov_b64 s[52:53], s[36:37]
00a4 s_mov_b64 s[54:55], s[38:39]
00a5 v_mov_b32_e32 v2, s23
00a6 v_mov_b32_e32 v12, s41
00a7 image_atomic_smin v2, v[10:12], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
00a9 v_lshrrev_b64 v[12:13], 0, v[10:11]
00ab v_mov_b32_e32 v14, s27
00ac s_mov_b32 s43, 64
00ad v_mov_b32_e32 v3, s43
00ae v_mov_b32_e32 v12, s27
00af image_atomic_or v3, v[10:12], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
00b1 s_waitcnt vmcnt(0)
00b2 v_add_nc_u32_e32 v2, v2, v3
00b3 v_lshrrev_b64 v[12:13], 0, v[10:11]
00b5 v_mov_b32_e32 v14, s41
00b6 s_load_dwordx8 s[16:23], s[10:11], s43
00b8 s_waitcnt lgkmcnt(0)
00b9 s_mov_b64 s[32:33], s[16:17]
00ba s_mov_b64 s[34:35], s[18:19]
00bb s_mov_b64 s[36:37], s[20:21]
00bc s_mov_b64 s[38:39], s[22:23]
00bd v_mov_b32_e32 v12, s41
00be image_load v[12:15], v[10:12], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00c0 s_waitcnt vmcnt(0)
00c1 v_lshrrev_b64 v[16:17], 0, v[12:13]
00c3 v_lshrrev_b64 v[18:19], 0, v[14:15]
00c5 s_mov_b32 s44, 2
00c6 s_mov_b32 s45, 0.5
00c7 v_mul_f32_e32 v20, s45, v16
00c8 v_mul_f32_e32 v21, s45, v17
00c9 v_mul_f32_e32 v22, s45, v18
00ca v_mul_f32_e32 v23, s45, v19
00cb v_lshrrev_b64 v[24:25], 0, v[10:11]
00cd v_mov_b32_e32 v26, s44
00ce v_mov_b32_e32 v4, s44
00cf image_store v[20:23], [v10, v11, v4], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00d2 s_mov_b32 s46, 9
00d3 v_lshrrev_b64 v[20:21], 0, v[10:11]
00d5 v_mov_b32_e32 v22, s46
00d6 v_mov_b32_e32 v5, s46
00d7 image_store v[12:15], [v10, v11, v5], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00da v_lshrrev_b64 v[4:5], 0, v[10:11]
00dc s_movk_i32 s47, 0xa0
00dd s_load_dwordx8 s[16:23], s[10:11], s47
00df s_waitcnt lgkmcnt(0)
00e0 s_mov_b64 s[48:49], s[16:17]
00e1 s_mov_b64 s[50:51], s[18:19]
00e2 s_mov_b64 s[52:53], s[20:21]
00e3 s_mov_b64 s[54:55], s[22:23]
00e4 image_load v9, v[10:11], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
00e6 v_cmp_ne_u32_e64 vcc_lo, 0, s49
00e8 v_mov_b32_e32 v12, 0x76543210
00ea s_waitcnt vmcnt(0)
00eb v_cndmask_b32_e32 v12, v12, v9, vcc_lo
00ec v_mov_b32_e32 v13, s27
00ed v_bfe_u32 v12, v12, s30, v13
00ef s_movk_i32 s48, 0x80
00f0 s_load_dwordx8 s[16:23], s[10:11], s48
00f2 s_waitcnt lgkmcnt(0)
00f3 s_mov_b64 s[48:49], s[16:17]
00f4 s_mov_b64 s[50:51], s[18:19]
00f5 s_mov_b64 s[52:53], s[20:21]
00f6 s_mov_b64 s[54:55], s[22:23]
00f7 image_load v[12:15], v[10:12], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D_MSAA unorm
00f9 s_waitcnt vmcnt(0)
00fa v_add_f32_e32 v16, v16, v12
00fb v_add_f32_e32 v17, v17, v13
00fc v_add_f32_e32 v18, v18, v14
00fd v_add_f32_e32 v19, v19, v15
00fe v_add_nc_u32_e32 v4, s6, v10
00ff s_mov_b32 s49, -2
0100 v_add_nc_u32_e32 v5, s49, v11
0101 v_lshrrev_b64 v[12:13], 0, v[4:5]
0103 s_movk_i32 s50, 0xe0
0104 s_load_dwordx8 s[8:15], s[10:11], s50
0106 s_waitcnt lgkmcnt(0)
0107 s_mov_b64 s[16:17], s[8:9]
0108 s_mov_b64 s[18:19], s[10:11]
0109 s_mov_b64 s[20:21], s[12:13]
010a s_mov_b64 s[22:23], s[14:15]
010b image_load v[12:15], v[4:5], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
010d s_waitcnt vmcnt(0)
010e v_add_f32_e32 v16, v16, v12
010f v_add_f32_e32 v17, v17, v13
0110 v_add_f32_e32 v18, v18, v14
0111 v_add_f32_e32 v19, v19, v15
0112 v_and_b32_e32 v0, s31, v0
0113 v_cvt_f32_u32_e32 v0, v0
0114 v_and_b32_e32 v2, s31, v2
0115 v_cvt_f32_i32_e32 v2, v2
0116 s_mov_b32 s51, 0x3c800000
0118 v_mul_f32_e32 v0, s51, v0
0119 v_mul_f32_e32 v2, s51, v2
011a v_add_f32_e32 v16, v16, v0
011b v_add_f32_e32 v17, v17, v2
011c s_movk_i32 s52, 0x1fff
011d s_and_b32 s52, s36, s52
011e s_mov_b32 s53, 14
011f s_bfe_u32 s36, s36, 0xe0010
0121 s_mov_b32 s54, 28
0122 s_bfe_u32 s35, s35, 0x4001c
0124 s_cmp_eq_i32 s35, s46
0125 s_cselect_b32 vcc_lo, -1, 0
0126 s_add_u32 s52, s52, s41
0127 s_and_b32 s55, vcc_lo, exec_lo
0128 s_cselect_b32 s41, s41, s52
0129 s_sub_i32 s41, s41, s36
012a s_cmp_eq_i32 s33, s5
012b s_cselect_b32 vcc_lo, -1, 0
012c s_and_b32 s56, vcc_lo, exec_lo
012d s_cselect_b32 s5, s5, s41
012e v_cvt_f32_i32_e32 v14, s5
012f s_bfm_b32 s57, 5, 25
0130 v_mul_f32_e32 v14, s57, v14
0131 v_add_f32_e32 v18, v18, v14
0132 s_mov_b32 s58, 0x3e800000
0134 v_mul_f32_e32 v16, s58, v16
0135 v_mul_f32_e32 v17, s58, v17
0136 v_mul_f32_e32 v18, s58, v18
0137 v_mul_f32_e32 v19, s58, v19
0138 v_lshrrev_b64 v[0:1], 0, v[6:7]
013a v_mov_b32_e32 v2, v8
013b v_mov_b32_e32 v3, s26
013c v_mov_b32_e32 v15, s26
013d exp pos0 v6, v7, v8, v15 done
013f v_lshrrev_b64 v[0:1], 0, v[16:17]
0141 v_lshrrev_b64 v[2:3], 0, v[18:19]
0143 exp param0 v16, v17, v18, v19
BB15:
0145 s_endpgm
