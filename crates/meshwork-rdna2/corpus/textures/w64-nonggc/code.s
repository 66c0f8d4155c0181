BB0:
0000 s_setprio 3
0001 s_and_b32 s0, s3, 0xf000000
0003 s_cbranch_scc1 BB3
BB1:
0004 s_bfe_u32 s0, s2, 0x90016
0006 s_lshl_b32 s0, s0, 12
0007 s_bfe_u32 s2, s2, 0x9000c
0009 s_or_b32 m0, s0, s2
000a s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
000b s_lshl_b32 s0, s3, 8
000c s_bfe_u64 exec, -1, s0
000d s_cbranch_execz BB9
BB4:
000e exp prim v0, off, off, off done
BB9:
0010 s_pack_ll_b32_b16 s3, 0, s3
0011 s_waitcnt expcnt(0)
0012 s_bfe_u64 exec, -1, s3
0013 s_cbranch_execz BB15
BB10:
0014 s_mov_b32 s0, s9
0015 s_movk_i32 s9, 0x8000
0016 s_clause 0x1
0017 s_load_dwordx4 s[4:7], s[8:9], 0x10
0019 s_load_dwordx4 s[12:15], s[8:9], null
001b v_add_nc_u32_e32 v5, s0, v5
001c s_waitcnt lgkmcnt(0)
001d buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
001f buffer_load_dwordx3 v[3:5], v5, s[12:15], 0 idxen
0021 s_movk_i32 s11, 0x8000
0022 s_clause 0x1
0023 s_load_dwordx8 s[0:7], s[10:11], null
0025 s_load_dwordx4 s[12:15], s[10:11], 0x50
0027 v_mov_b32_e32 v8, 2.0
0028 v_mov_b32_e32 v9, 0x33e
002a s_waitcnt vmcnt(1)
002b v_fma_f32 v6, 0.5, v0, 0.5
002d v_fma_f32 v7, 0.5, v1, 0.5
002f s_waitcnt lgkmcnt(0)
0030 s_clause 0x2
0031 image_sample_lz v[12:15], v[6:7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0033 image_sample_l v[16:19], v[6:8], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0035 image_sample_lz_o v[8:11], [v9, v6, v7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0038 s_clause 0xa
0039 s_load_dwordx8 s[16:23], s[10:11], 0x60
003b s_load_dwordx4 s[24:27], s[10:11], 0xb0
003d s_load_dwordx8 s[32:39], s[10:11], 0xc0
003f s_load_dwordx4 s[28:31], s[10:11], 0x110
0041 s_load_dwordx8 s[40:47], s[10:11], 0x120
0043 s_load_dwordx4 s[48:51], s[10:11], 0x170
0045 s_load_dwordx8 s[56:63], s[10:11], 0x180
0047 s_load_dwordx4 s[52:55], s[10:11], 0x1d0
0049 s_load_dwordx8 s[64:71], s[10:11], 0x1e0
004b s_load_dwordx4 s[72:75], s[10:11], 0x230
004d s_load_dwordx8 s[80:87], s[10:11], 0x240
004f v_mov_b32_e32 v20, 0x2c00
0051 v_bfrev_b32_e32 v21, 52
0052 v_mov_b32_e32 v22, 1.0
0053 v_mov_b32_e32 v23, 0.5
0054 v_mov_b32_e32 v24, 0x3e800000
0056 v_mov_b32_e32 v25, 0x3f400000
0058 v_mov_b32_e32 v28, 1
0059 s_mov_b32 s8, 0x3c800000
005b s_mov_b32 s77, s13
005c s_mov_b64 s[78:79], s[14:15]
005d s_and_b32 s76, s12, 0xf7ffffff
005f s_mov_b32 s9, 0x3d800000
0061 s_waitcnt lgkmcnt(0)
0062 s_bfe_u32 s10, s41, 0x2001e
0064 s_add_u32 s10, s10, 1
0065 s_and_b32 s90, s42, 0x3fff
0067 s_mov_b64 s[98:99], s[74:75]
0068 s_mov_b32 s97, s73
0069 s_lshl2_add_u32 s90, s90, s10
006a s_and_b32 s11, s44, 0x1fff
006c s_add_u32 s11, s11, 1
006d s_bfe_u32 s88, s43, 0x4001c
006f s_and_b32 s96, s72, 0xf7ffffff
0071 s_cmp_eq_i32 s88, 9
0072 s_cselect_b32 s94, 1, s11
0073 s_bfe_u32 s91, s43, 0x4000c
0075 s_waitcnt vmcnt(1)
0076 v_add_f32_e32 v12, v12, v16
0077 v_add_f32_e32 v13, v13, v17
0078 v_add_f32_e32 v14, v14, v18
0079 v_add_f32_e32 v15, v15, v19
007a s_lshr_b32 s90, s90, s91
007b image_sample_d_g16 v[16:19], [v20, v21, v6, v7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
007e s_lshr_b32 s94, s94, s91
007f s_bfe_u32 s92, s44, 0xe0010
0081 s_waitcnt vmcnt(1)
0082 v_add_f32_e32 v12, v12, v8
0083 v_mov_b32_e32 v8, v24
0084 v_mov_b32_e32 v20, v25
0085 image_gather4_lz v[24:27], v[6:7], s[0:7], s[76:79] dmask:0x2 dim:SQ_RSRC_IMG_2D
0087 v_add_f32_e32 v13, v13, v9
0088 v_add_f32_e32 v14, v14, v10
0089 v_add_f32_e32 v15, v15, v11
008a s_sub_i32 s11, s11, s92
008b s_max_u32 s94, s94, 1
008c s_and_b32 s93, s45, 15
008d v_mul_f32_e32 v21, 0x42800000, v0
008f v_mul_f32_e32 v31, 0x42800000, v1
0091 v_floor_f32_e32 v21, v21
0092 v_floor_f32_e32 v31, v31
0093 v_fma_f32 v10, 0x3c000000, v21, 0.5
0096 v_fma_f32 v11, 0x3c000000, v31, 0.5
0099 v_mov_b32_e32 v31, v8
009a image_sample_lz v[8:11], v[10:11], s[16:23], s[24:27] dmask:0xf dim:SQ_RSRC_IMG_2D
009c s_cmp_eq_i32 s93, 1
009d s_waitcnt vmcnt(2)
009e v_add_f32_e32 v15, v15, v19
009f v_add_f32_e32 v13, v13, v17
00a0 v_add_f32_e32 v14, v14, v18
00a1 v_add_f32_e32 v12, v12, v16
00a2 v_mul_f32_e32 v16, 4.0, v2
00a3 v_rndne_f32_e32 v16, v16
00a4 image_sample_l v[16:19], [v6, v7, v16, v22], s[32:39], s[28:31] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
00a7 v_fma_f32 v21, 0.5, v2, 0.5
00a9 s_waitcnt vmcnt(2)
00aa v_add_f32_e32 v15, v15, v27
00ab v_add_f32_e32 v13, v13, v25
00ac v_add_f32_e32 v14, v14, v26
00ad v_add_f32_e32 v12, v12, v24
00ae image_sample_lz v[24:27], [v6, v7, v21], s[40:47], s[48:51] dmask:0xf dim:SQ_RSRC_IMG_3D
00b1 s_cselect_b32 s11, s11, s94
00b2 s_max_u32 s90, s90, 1
00b3 s_cmp_eq_i32 s41, 0
00b4 s_cselect_b32 s90, 0, s90
00b5 s_waitcnt vmcnt(2)
00b6 v_add_f32_e32 v14, v14, v10
00b7 v_cubetc_f32 v10, v0, v1, v2
00b9 v_add_f32_e32 v15, v15, v11
00ba v_add_f32_e32 v13, v13, v9
00bb v_cubesc_f32 v9, v0, v1, v2
00bd v_add_f32_e32 v12, v12, v8
00be v_cubema_f32 v8, v0, v1, v2
00c0 v_cubeid_f32 v2, v0, v1, v2
00c2 v_rcp_f32_e64 v8, |v8|
00c4 v_fmaak_f32 v10, v10, v8, 0x3fc00000
00c6 v_fmaak_f32 v9, v9, v8, 0x3fc00000
00c8 image_sample_lz v[8:11], [v9, v10, v2], s[56:63], s[52:55] dmask:0xf dim:SQ_RSRC_IMG_CUBE
00cb s_waitcnt vmcnt(2)
00cc v_mov_b32_e32 v2, v19
00cd v_add_f32_e32 v14, v14, v18
00ce v_add_f32_e32 v13, v13, v17
00cf v_add_f32_e32 v12, v12, v16
00d0 s_clause 0x2
00d1 image_sample_c_lz v23, [v23, v6, v7], s[64:71], s[72:75] dmask:0x1 dim:SQ_RSRC_IMG_2D
00d4 image_sample_c_lz v31, [v31, v7, v6], s[64:71], s[72:75] dmask:0x1 dim:SQ_RSRC_IMG_2D
00d7 image_gather4_c_lz v[16:19], [v20, v6, v7], s[64:71], s[96:99] dmask:0x1 dim:SQ_RSRC_IMG_2D
00da s_cselect_b32 s11, 0, s11
00db v_cvt_f32_i32_e32 v29, s90
00dc v_mul_f32_e32 v0, 0x41a00000, v0
00de v_mul_f32_e32 v1, 0x41a00000, v1
00e0 v_add_f32_e32 v15, v15, v2
00e1 v_cvt_f32_i32_e32 v30, s11
00e2 v_lshrrev_b64 v[20:21], 0, v[29:30]
00e4 v_cvt_i32_f32_e32 v0, v0
00e5 v_cvt_i32_f32_e32 v1, v1
00e6 s_waitcnt vmcnt(1)
00e7 v_mov_b32_e32 v2, v31
00e8 image_load_mip v[28:31], [v0, v1, v28], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00eb v_mul_f32_e32 v6, 0x42000000, v6
00ed v_mul_f32_e32 v7, 0x42000000, v7
00ef v_add_f32_e32 v13, v13, v25
00f0 v_add_f32_e32 v12, v12, v24
00f1 v_cvt_i32_f32_e32 v0, v6
00f2 v_cvt_i32_f32_e32 v1, v7
00f3 v_lshrrev_b64 v[6:7], 0, v[26:27]
00f5 image_load v[24:27], v[0:1], s[80:87] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00f7 v_add_f32_e32 v23, v23, v2
00f8 v_add_f32_e32 v13, v13, v9
00f9 v_add_f32_e32 v12, v12, v8
00fa v_add_f32_e32 v14, v14, v6
00fb v_add_f32_e32 v15, v15, v7
00fc s_waitcnt vmcnt(2)
00fd v_add_f32_e32 v13, v13, v17
00fe v_add_f32_e32 v12, v12, v23
00ff v_add_f32_e32 v14, v14, v10
0100 v_add_f32_e32 v15, v15, v11
0101 v_add_f32_e32 v12, v12, v16
0102 v_add_f32_e32 v14, v14, v18
0103 v_add_f32_e32 v15, v15, v19
0104 s_waitcnt vmcnt(1)
0105 v_add_f32_e32 v14, v14, v30
0106 v_add_f32_e32 v12, v12, v28
0107 v_add_f32_e32 v13, v13, v29
0108 v_add_f32_e32 v15, v15, v31
0109 s_waitcnt vmcnt(0)
010a v_cvt_f32_u32_e32 v25, v25
010b v_cvt_f32_u32_e32 v27, v27
010c v_cvt_f32_u32_e32 v26, v26
010d v_cvt_f32_u32_e32 v24, v24
010e v_fmac_f32_e32 v13, s8, v25
010f v_fmac_f32_e32 v15, s8, v27
0110 v_fmac_f32_e32 v14, s8, v26
0111 v_fmac_f32_e32 v12, s8, v24
0112 v_fmamk_f32 v21, v21, 0x3d000000, v13
0114 v_mul_f32_e32 v15, s9, v15
0115 v_mul_f32_e32 v14, s9, v14
0116 v_fmamk_f32 v20, v20, 0x3d000000, v12
0118 v_mul_f32_e32 v21, s9, v21
0119 v_mul_f32_e32 v20, s9, v20
011a exp pos0 v3, v4, v5, v22 done
011c exp param0 v20, v21, v14, v15
BB15:
011e s_endpgm
