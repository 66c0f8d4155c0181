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
0016 s_movk_i32 s11, 0x8000
0017 s_clause 0x2
0018 s_load_dwordx4 s[4:7], s[8:9], 0x10
001a s_load_dwordx4 s[12:15], s[8:9], null
001c s_load_dwordx8 s[16:23], s[10:11], 0xa0
001e v_add_nc_u32_e32 v5, s0, v5
001f s_waitcnt lgkmcnt(0)
0020 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
0022 v_and_b32_e32 v6, 31, v5
0023 v_ashrrev_i32_e32 v7, 5, v5
0024 image_load v3, v[6:7], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
0026 buffer_load_dwordx3 v[8:10], v5, s[12:15], 0 idxen
0028 s_mov_b32 s1, s17
0029 s_clause 0x5
002a s_load_dwordx8 s[16:23], s[10:11], null
002c s_load_dwordx8 s[24:31], s[10:11], 0x20
002e s_load_dwordx8 s[32:39], s[10:11], 0x60
0030 s_load_dwordx8 s[40:47], s[10:11], 0x40
0032 s_load_dwordx8 s[48:55], s[10:11], 0x80
0034 s_load_dwordx8 s[8:15], s[10:11], 0xe0
0036 v_mov_b32_e32 v11, 3
0037 v_mov_b32_e32 v12, 40
0038 v_mov_b32_e32 v15, 5
0039 v_mov_b32_e32 v16, 1
003a v_mov_b32_e32 v17, 64
003b v_add_nc_u32_e32 v13, 8, v7
003c v_add_nc_u32_e32 v14, 16, v7
003d v_mov_b32_e32 v18, 2
003e v_mov_b32_e32 v19, 9
003f v_mov_b32_e32 v20, 1.0
0040 v_cmp_ne_u32_e64 vcc_lo, 0, s1
0042 s_mov_b32 s2, 0x3e800000
0044 v_mov_b32_e32 v27, 1.0
0045 s_waitcnt vmcnt(2)
0046 v_mul_f32_e32 v1, 0x437f0000, v1
0048 v_mul_f32_e32 v2, 0x437f0000, v2
004a v_mul_f32_e32 v0, 0x437f0000, v0
004c v_cvt_i32_f32_sdwa v1, v1 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
004e v_cvt_i32_f32_sdwa v2, v2 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
0050 v_cvt_i32_f32_sdwa v0, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
0052 v_cvt_f32_i32_e32 v1, v1
0053 v_cvt_f32_i32_e32 v2, v2
0054 v_cvt_f32_i32_e32 v0, v0
0055 v_mul_f32_e32 v25, 0x3b808081, v1
0057 v_mul_f32_e32 v26, 0x3b808081, v2
0059 v_mul_f32_e32 v24, 0x3b808081, v0
005b s_waitcnt lgkmcnt(0)
005c image_store v[24:27], v[6:7], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
005e v_mov_b32_e32 v0, v11
005f s_clause 0x1
0060 image_atomic_add v11, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0062 image_atomic_umax v12, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0064 s_waitcnt vmcnt(3)
0065 v_cndmask_b32_e32 v3, 0x76543210, v3, vcc_lo
0067 v_bfe_u32 v3, v3, 8, 3
0069 image_load v[24:27], [v6, v7, v3], s[48:55] dmask:0xf dim:SQ_RSRC_IMG_2D_MSAA unorm
006c s_waitcnt vmcnt(1)
006d v_add_nc_u32_e32 v11, v11, v12
006e v_mov_b32_e32 v1, v11
006f image_atomic_swap v11, [v6, v13], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0072 v_mov_b32_e32 v2, 0x4d
0074 s_waitcnt vmcnt(0)
0075 v_add_nc_u32_e32 v1, v1, v11
0076 v_and_b32_e32 v3, 63, v1
0077 image_atomic_cmpswap v[2:3], [v6, v14], s[24:31] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
007a s_clause 0x1
007b image_atomic_smin v15, [v6, v7, v16], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
007e image_atomic_or v17, [v6, v7, v0], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
0081 image_load v[28:31], [v6, v7, v16], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
0084 s_and_b32 s3, s44, 0x1fff
0086 s_add_u32 s3, s3, 1
0087 s_bfe_u32 s19, s43, 0x4001c
0089 s_cmp_eq_i32 s19, 9
008a s_cselect_b32 s3, 1, s3
008b s_bfe_u32 s20, s44, 0xe0010
008d s_sub_i32 s3, s3, s20
008e s_cmp_eq_i32 s41, 0
008f s_cselect_b32 s3, 0, s3
0090 v_cvt_f32_i32_e32 v4, s3
0091 s_waitcnt vmcnt(3)
0092 v_add_nc_u32_e32 v1, v1, v2
0093 s_waitcnt vmcnt(1)
0094 v_add_nc_u32_e32 v15, v15, v17
0095 s_waitcnt vmcnt(0)
0096 v_mul_f32_e32 v39, 0.5, v31
0097 v_mul_f32_e32 v36, 0.5, v28
0098 v_mul_f32_e32 v38, 0.5, v30
0099 v_mul_f32_e32 v37, 0.5, v29
009a v_and_b32_e32 v1, 63, v1
009b v_and_b32_e32 v15, 63, v15
009c v_cvt_f32_u32_e32 v1, v1
009d v_cvt_f32_i32_e32 v15, v15
009e image_store v[36:39], [v6, v7, v18], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00a1 image_store v[28:31], [v6, v7, v19], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00a4 v_add_nc_u32_e32 v2, -1, v6
00a5 v_add_nc_u32_e32 v3, -2, v7
00a6 image_load v[16:19], v[2:3], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00a8 v_add_f32_e32 v32, v28, v24
00a9 v_add_f32_e32 v33, v29, v25
00aa v_add_f32_e32 v34, v30, v26
00ab v_add_f32_e32 v35, v31, v27
00ac s_waitcnt vmcnt(0)
00ad v_add_f32_e32 v35, v35, v19
00ae v_add_f32_e32 v32, v32, v16
00af v_add_f32_e32 v33, v33, v17
00b0 v_add_f32_e32 v34, v34, v18
00b1 v_mul_f32_e32 v35, s2, v35
00b2 v_fmamk_f32 v1, v1, 0x3c800000, v32
00b4 v_fmamk_f32 v15, v15, 0x3c800000, v33
00b6 v_fmamk_f32 v4, v4, 0x3e000000, v34
00b8 v_mul_f32_e32 v1, s2, v1
00b9 v_mul_f32_e32 v15, s2, v15
00ba v_mul_f32_e32 v4, s2, v4
00bb exp pos0 v8, v9, v10, v20 done
00bd exp param0 v1, v15, v4, v35
BB15:
00bf s_endpgm
