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
0040 v_cmp_ne_u32_e64 vcc, 0, s1
0042 s_mov_b32 s2, 0x3e800000
0044 s_waitcnt vmcnt(1)
0045 v_mov_b32_e32 v21, v3
0046 v_mov_b32_e32 v3, 1.0
0047 s_waitcnt lgkmcnt(0)
0048 image_store v[0:3], v[6:7], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
004a v_mov_b32_e32 v0, v11
004b s_clause 0x1
004c image_atomic_add v11, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
004e image_atomic_umax v12, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0050 v_cndmask_b32_e32 v21, 0x76543210, v21, vcc
0052 v_bfe_u32 v21, v21, 8, 3
0054 image_load v[24:27], [v6, v7, v21], s[48:55] dmask:0xf dim:SQ_RSRC_IMG_2D_MSAA unorm
0057 s_waitcnt vmcnt(1)
0058 v_add_nc_u32_e32 v11, v11, v12
0059 v_mov_b32_e32 v1, v11
005a image_atomic_swap v11, [v6, v13], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
005d v_mov_b32_e32 v2, 0x4d
005f s_waitcnt vmcnt(0)
0060 v_add_nc_u32_e32 v1, v1, v11
0061 v_and_b32_e32 v3, 63, v1
0062 image_atomic_cmpswap v[2:3], [v6, v14], s[24:31] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
0065 s_clause 0x1
0066 image_atomic_smin v15, [v6, v7, v16], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
0069 image_atomic_or v17, [v6, v7, v0], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
006c image_load v[28:31], [v6, v7, v16], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
006f s_and_b32 s3, s44, 0x1fff
0071 s_add_u32 s3, s3, 1
0072 s_bfe_u32 s19, s43, 0x4001c
0074 s_cmp_eq_i32 s19, 9
0075 s_cselect_b32 s3, 1, s3
0076 s_bfe_u32 s20, s44, 0xe0010
0078 s_sub_i32 s3, s3, s20
0079 s_cmp_eq_i32 s41, 0
007a s_cselect_b32 s3, 0, s3
007b v_cvt_f32_i32_e32 v4, s3
007c s_waitcnt vmcnt(3)
007d v_add_nc_u32_e32 v1, v1, v2
007e s_waitcnt vmcnt(1)
007f v_add_nc_u32_e32 v15, v15, v17
0080 s_waitcnt vmcnt(0)
0081 v_mul_f32_e32 v16, 0.5, v29
0082 v_mul_f32_e32 v17, 0.5, v30
0083 v_mul_f32_e32 v5, 0.5, v28
0084 v_mul_f32_e32 v21, 0.5, v31
0085 v_and_b32_e32 v1, 63, v1
0086 v_and_b32_e32 v15, 63, v15
0087 v_swap_b32 v18, v21
0088 v_cvt_f32_u32_e32 v1, v1
0089 v_cvt_f32_i32_e32 v15, v15
008a v_swap_b32 v5, v15
008b image_store v[15:18], [v6, v7, v21], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
008e image_store v[28:31], [v6, v7, v19], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
0091 v_add_nc_u32_e32 v2, -1, v6
0092 v_add_nc_u32_e32 v3, -2, v7
0093 image_load v[16:19], v[2:3], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
0095 v_add_f32_e32 v11, v28, v24
0096 v_add_f32_e32 v12, v29, v25
0097 v_add_f32_e32 v13, v30, v26
0098 v_add_f32_e32 v14, v31, v27
0099 s_waitcnt vmcnt(0)
009a v_add_f32_e32 v13, v13, v18
009b v_add_f32_e32 v11, v11, v16
009c v_add_f32_e32 v14, v14, v19
009d v_add_f32_e32 v12, v12, v17
009e v_fmamk_f32 v4, v4, 0x3e000000, v13
00a0 v_fmamk_f32 v1, v1, 0x3c800000, v11
00a2 v_mul_f32_e32 v14, s2, v14
00a3 v_fmamk_f32 v5, v5, 0x3c800000, v12
00a5 v_mul_f32_e32 v4, s2, v4
00a6 v_mul_f32_e32 v1, s2, v1
00a7 v_mul_f32_e32 v5, s2, v5
00a8 exp pos0 v8, v9, v10, v20 done
00aa exp param0 v1, v5, v4, v14
BB15:
00ac s_endpgm
