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
0044 s_waitcnt lgkmcnt(0)
0045 s_and_b32 s3, s44, 0x1fff
0047 s_add_u32 s3, s3, 1
0048 s_bfe_u32 s59, s43, 0x4001c
004a s_cmp_eq_i32 s59, 9
004b s_cselect_b32 s3, 1, s3
004c s_bfe_u32 s60, s44, 0xe0010
004e s_sub_i32 s3, s3, s60
004f s_cmp_eq_i32 s41, 0
0050 v_mov_b32_e32 v27, 1.0
0051 s_cselect_b32 s3, 0, s3
0052 v_cvt_f32_i32_e32 v21, s3
0053 s_waitcnt vmcnt(2)
0054 v_mul_f32_e32 v1, 0x437f0000, v1
0056 v_mul_f32_e32 v2, 0x437f0000, v2
0058 v_mul_f32_e32 v0, 0x437f0000, v0
005a v_cvt_i32_f32_sdwa v1, v1 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
005c v_cvt_i32_f32_sdwa v2, v2 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
005e v_cvt_i32_f32_sdwa v0, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
0060 v_cvt_f32_i32_e32 v1, v1
0061 v_cvt_f32_i32_e32 v2, v2
0062 v_cvt_f32_i32_e32 v0, v0
0063 v_mul_f32_e32 v25, 0x3b808081, v1
0065 v_mul_f32_e32 v26, 0x3b808081, v2
0067 v_mul_f32_e32 v24, 0x3b808081, v0
0069 image_store v[24:27], v[6:7], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
006b v_mov_b32_e32 v0, v11
006c s_clause 0x1
006d image_atomic_add v11, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
006f image_atomic_umax v12, v[6:7], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
0071 s_waitcnt vmcnt(3)
0072 v_cndmask_b32_e32 v3, 0x76543210, v3, vcc
0074 v_bfe_u32 v3, v3, 8, 3
0076 image_load v[24:27], [v6, v7, v3], s[48:55] dmask:0xf dim:SQ_RSRC_IMG_2D_MSAA unorm
0079 s_waitcnt vmcnt(1)
007a v_add_nc_u32_e32 v11, v11, v12
007b v_mov_b32_e32 v1, v11
007c image_atomic_swap v11, [v6, v13], s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc
007f v_mov_b32_e32 v2, 0x4d
0081 s_waitcnt vmcnt(0)
0082 v_add_nc_u32_e32 v1, v1, v11
0083 v_and_b32_e32 v3, 63, v1
0084 image_atomic_cmpswap v[2:3], [v6, v14], s[24:31] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc
0087 s_clause 0x1
0088 image_atomic_smin v15, [v6, v7, v16], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
008b image_atomic_or v17, [v6, v7, v0], s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc
008e image_load v[28:31], [v6, v7, v16], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
0091 s_waitcnt vmcnt(3)
0092 v_add_nc_u32_e32 v1, v1, v2
0093 s_waitcnt vmcnt(1)
0094 v_add_nc_u32_e32 v15, v15, v17
0095 s_waitcnt vmcnt(0)
0096 v_mul_f32_e32 v11, 0.5, v28
0097 v_mul_f32_e32 v12, 0.5, v29
0098 v_mul_f32_e32 v13, 0.5, v30
0099 v_mul_f32_e32 v14, 0.5, v31
009a v_and_b32_e32 v1, 63, v1
009b v_and_b32_e32 v15, 63, v15
009c v_cvt_f32_u32_e32 v1, v1
009d v_cvt_f32_i32_e32 v15, v15
009e image_store v[11:14], [v6, v7, v18], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00a1 image_store v[28:31], [v6, v7, v19], s[40:47] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm
00a4 v_add_nc_u32_e32 v12, -1, v6
00a5 v_add_nc_u32_e32 v13, -2, v7
00a6 image_load v[16:19], v[12:13], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
00a8 v_add_f32_e32 v4, v30, v26
00a9 v_add_f32_e32 v3, v29, v25
00aa v_add_f32_e32 v2, v28, v24
00ab v_add_f32_e32 v5, v31, v27
00ac s_waitcnt vmcnt(0)
00ad v_add_f32_e32 v2, v2, v16
00ae v_add_f32_e32 v3, v3, v17
00af v_add_f32_e32 v4, v4, v18
00b0 v_add_f32_e32 v5, v5, v19
00b1 v_fmamk_f32 v1, v1, 0x3c800000, v2
00b3 v_fmamk_f32 v15, v15, 0x3c800000, v3
00b5 v_fmamk_f32 v21, v21, 0x3e000000, v4
00b7 v_mul_f32_e32 v5, s2, v5
00b8 v_mul_f32_e32 v1, s2, v1
00b9 v_mul_f32_e32 v15, s2, v15
00ba v_mul_f32_e32 v21, s2, v21
00bb exp pos0 v8, v9, v10, v20 done
00bd exp param0 v1, v15, v21, v5
BB15:
00bf s_endpgm
