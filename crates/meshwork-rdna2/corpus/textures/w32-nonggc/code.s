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
000c s_bfe_u32 exec_lo, -1, s0
000d s_cbranch_execz BB9
BB4:
000e exp prim v0, off, off, off done
BB9:
0010 s_bfm_b64 s[0:1], s3, 0
0011 s_waitcnt expcnt(0)
0012 s_mov_b32 exec_lo, s0
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
002a v_mov_b32_e32 v10, 0x2c00
002c v_bfrev_b32_e32 v11, 52
002d s_waitcnt lgkmcnt(0)
002e s_mov_b32 s17, s13
002f s_mov_b64 s[18:19], s[14:15]
0030 s_and_b32 s16, s12, 0xf7ffffff
0032 s_waitcnt vmcnt(1)
0033 v_fma_f32 v6, 0.5, v0, 0.5
0035 v_fma_f32 v7, 0.5, v1, 0.5
0037 s_clause 0x4
0038 image_sample_lz v[12:15], v[6:7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
003a image_sample_l v[16:19], v[6:8], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
003c image_sample_lz_o v[20:23], [v9, v6, v7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
003f image_sample_d_g16 v[8:11], [v10, v11, v6, v7], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0042 image_gather4_lz v[24:27], v[6:7], s[0:7], s[16:19] dmask:0x2 dim:SQ_RSRC_IMG_2D
0044 s_clause 0x1
0045 s_load_dwordx8 s[16:23], s[10:11], 0x60
0047 s_load_dwordx4 s[12:15], s[10:11], 0xb0
0049 v_mul_f32_e32 v28, 0x42800000, v0
004b v_mul_f32_e32 v29, 0x42800000, v1
004d v_floor_f32_e32 v28, v28
004e v_floor_f32_e32 v29, v29
004f v_fma_f32 v30, 0x3c000000, v28, 0.5
0052 v_fma_f32 v31, 0x3c000000, v29, 0.5
0055 s_waitcnt lgkmcnt(0)
0056 image_sample_lz v[28:31], v[30:31], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0058 s_clause 0x1
0059 s_load_dwordx8 s[16:23], s[10:11], 0xc0
005b s_load_dwordx4 s[12:15], s[10:11], 0x110
005d v_mov_b32_e32 v32, 1.0
005e v_mul_f32_e32 v33, 4.0, v2
005f v_rndne_f32_e32 v33, v33
0060 s_waitcnt lgkmcnt(0)
0061 image_sample_l v[36:39], [v6, v7, v33, v32], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
0064 s_clause 0x1
0065 s_load_dwordx8 s[16:23], s[10:11], 0x120
0067 s_load_dwordx4 s[12:15], s[10:11], 0x170
0069 v_fma_f32 v34, 0.5, v2, 0.5
006b s_waitcnt lgkmcnt(0)
006c image_sample_lz v[40:43], [v6, v7, v34], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_3D
006f s_mov_b32 s25, s17
0070 s_mov_b64 s[26:27], s[18:19]
0071 s_mov_b64 s[28:29], s[20:21]
0072 s_clause 0x1
0073 s_load_dwordx8 s[16:23], s[10:11], 0x180
0075 s_load_dwordx4 s[12:15], s[10:11], 0x1d0
0077 v_cubema_f32 v35, v0, v1, v2
0079 v_cubesc_f32 v44, v0, v1, v2
007b v_cubetc_f32 v45, v0, v1, v2
007d v_cubeid_f32 v48, v0, v1, v2
007f v_rcp_f32_e64 v35, |v35|
0081 v_fmaak_f32 v46, v44, v35, 0x3fc00000
0083 v_fmaak_f32 v47, v45, v35, 0x3fc00000
0085 s_waitcnt lgkmcnt(0)
0086 image_sample_lz v[44:47], v[46:48], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_CUBE
0088 s_clause 0x1
0089 s_load_dwordx8 s[16:23], s[10:11], 0x1e0
008b s_load_dwordx4 s[12:15], s[10:11], 0x230
008d v_mov_b32_e32 v49, 0.5
008e v_mov_b32_e32 v50, 0x3e800000
0090 v_mov_b32_e32 v51, 0x3f400000
0092 s_waitcnt lgkmcnt(0)
0093 s_and_b32 s32, s12, 0xf7ffffff
0095 s_mov_b32 s33, s13
0096 s_mov_b64 s[34:35], s[14:15]
0097 s_clause 0x2
0098 image_sample_c_lz v49, [v49, v6, v7], s[16:23], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
009b image_sample_c_lz v50, [v50, v7, v6], s[16:23], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
009e image_gather4_c_lz v[52:55], [v51, v6, v7], s[16:23], s[32:35] dmask:0x1 dim:SQ_RSRC_IMG_2D
00a1 v_mov_b32_e32 v58, 1
00a2 v_mul_f32_e32 v0, 0x41a00000, v0
00a4 v_mul_f32_e32 v1, 0x41a00000, v1
00a6 v_cvt_i32_f32_e32 v56, v0
00a7 v_cvt_i32_f32_e32 v57, v1
00a8 image_load_mip v[56:59], v[56:58], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00aa s_load_dwordx8 s[0:7], s[10:11], 0x240
00ac v_mul_f32_e32 v6, 0x42000000, v6
00ae v_mul_f32_e32 v7, 0x42000000, v7
00b0 v_cvt_i32_f32_e32 v0, v6
00b1 v_cvt_i32_f32_e32 v1, v7
00b2 s_waitcnt lgkmcnt(0)
00b3 image_load v[60:63], v[0:1], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00b5 s_mov_b32 s1, 0x3c800000
00b7 s_mov_b32 s2, 0x3d800000
00b9 s_bfe_u32 s3, s25, 0x2001e
00bb s_add_u32 s3, s3, 1
00bc s_and_b32 s26, s26, 0x3fff
00be s_lshl2_add_u32 s26, s26, s3
00bf s_and_b32 s4, s28, 0x1fff
00c1 s_add_u32 s4, s4, 1
00c2 s_bfe_u32 s5, s27, 0x4001c
00c4 s_cmp_eq_i32 s5, 9
00c5 s_cselect_b32 s6, 1, s4
00c6 s_bfe_u32 s27, s27, 0x4000c
00c8 s_lshr_b32 s26, s26, s27
00c9 s_lshr_b32 s6, s6, s27
00ca s_bfe_u32 s28, s28, 0xe0010
00cc s_sub_i32 s4, s4, s28
00cd s_max_u32 s6, s6, 1
00ce s_and_b32 s29, s29, 15
00cf s_cmp_eq_i32 s29, 1
00d0 s_cselect_b32 s4, s4, s6
00d1 s_max_u32 s26, s26, 1
00d2 s_cmp_eq_i32 s25, 0
00d3 s_cselect_b32 s26, 0, s26
00d4 s_cselect_b32 s4, 0, s4
00d5 v_cvt_f32_i32_e32 v0, s26
00d6 v_cvt_f32_i32_e32 v1, s4
00d7 s_waitcnt vmcnt(12)
00d8 v_add_f32_e32 v15, v15, v19
00d9 v_add_f32_e32 v14, v14, v18
00da v_add_f32_e32 v12, v12, v16
00db v_add_f32_e32 v13, v13, v17
00dc s_waitcnt vmcnt(11)
00dd v_add_f32_e32 v15, v15, v23
00de v_add_f32_e32 v14, v14, v22
00df v_add_f32_e32 v12, v12, v20
00e0 v_add_f32_e32 v13, v13, v21
00e1 s_waitcnt vmcnt(10)
00e2 v_add_f32_e32 v15, v15, v11
00e3 v_add_f32_e32 v14, v14, v10
00e4 v_add_f32_e32 v12, v12, v8
00e5 v_add_f32_e32 v13, v13, v9
00e6 s_waitcnt vmcnt(9)
00e7 v_add_f32_e32 v15, v15, v27
00e8 v_add_f32_e32 v14, v14, v26
00e9 v_add_f32_e32 v12, v12, v24
00ea v_add_f32_e32 v13, v13, v25
00eb s_waitcnt vmcnt(8)
00ec v_add_f32_e32 v12, v12, v28
00ed v_add_f32_e32 v13, v13, v29
00ee v_add_f32_e32 v14, v14, v30
00ef v_add_f32_e32 v15, v15, v31
00f0 s_waitcnt vmcnt(7)
00f1 v_add_f32_e32 v14, v14, v38
00f2 v_add_f32_e32 v12, v12, v36
00f3 v_add_f32_e32 v15, v15, v39
00f4 v_add_f32_e32 v13, v13, v37
00f5 s_waitcnt vmcnt(6)
00f6 v_add_f32_e32 v13, v13, v41
00f7 v_add_f32_e32 v12, v12, v40
00f8 v_add_f32_e32 v14, v14, v42
00f9 v_add_f32_e32 v15, v15, v43
00fa s_waitcnt vmcnt(5)
00fb v_add_f32_e32 v14, v14, v46
00fc v_add_f32_e32 v15, v15, v47
00fd v_add_f32_e32 v13, v13, v45
00fe v_add_f32_e32 v12, v12, v44
00ff s_waitcnt vmcnt(3)
0100 v_add_f32_e32 v49, v49, v50
0101 s_waitcnt vmcnt(2)
0102 v_add_f32_e32 v14, v14, v54
0103 v_add_f32_e32 v15, v15, v55
0104 v_add_f32_e32 v13, v13, v53
0105 v_add_f32_e32 v12, v12, v49
0106 v_add_f32_e32 v12, v12, v52
0107 s_waitcnt vmcnt(1)
0108 v_add_f32_e32 v14, v14, v58
0109 v_add_f32_e32 v15, v15, v59
010a v_add_f32_e32 v13, v13, v57
010b v_add_f32_e32 v12, v12, v56
010c s_waitcnt vmcnt(0)
010d v_cvt_f32_u32_e32 v63, v63
010e v_cvt_f32_u32_e32 v61, v61
010f v_cvt_f32_u32_e32 v62, v62
0110 v_cvt_f32_u32_e32 v60, v60
0111 v_fmac_f32_e32 v15, s1, v63
0112 v_fmac_f32_e32 v13, s1, v61
0113 v_fmac_f32_e32 v14, s1, v62
0114 v_fmac_f32_e32 v12, s1, v60
0115 v_mul_f32_e32 v15, s2, v15
0116 v_fmamk_f32 v1, v1, 0x3d000000, v13
0118 v_mul_f32_e32 v14, s2, v14
0119 v_fmamk_f32 v0, v0, 0x3d000000, v12
011b v_mul_f32_e32 v1, s2, v1
011c v_mul_f32_e32 v0, s2, v0
011d exp pos0 v3, v4, v5, v32 done
011f exp param0 v0, v1, v14, v15
BB15:
0121 s_endpgm
