BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s11
0006 s_movk_i32 s11, 0x8000
0007 s_mov_b32 s6, s8
0008 s_movk_i32 s7, 0x8000
0009 s_clause 0x2
000a s_load_dwordx8 s[16:23], s[10:11], null
000c s_load_dwordx4 s[24:27], s[10:11], 0x50
000e s_load_dwordx4 s[28:31], s[6:7], null
0010 v_add_nc_u32_e32 v2, s9, v5
0011 s_waitcnt lgkmcnt(0)
0012 buffer_load_dwordx3 v[6:8], v2, s[28:31], 0 idxen
0014 v_mov_b32_e32 v11, 1.0
0015 s_waitcnt vmcnt(0)
0016 v_fma_f32 v9, 0.5, v6, 0.5
0018 v_fma_f32 v10, 0.5, v8, 0.5
001a image_sample_l v9, v[9:11], s[16:23], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D
001c s_mov_b32 s11, s4
001d s_mov_b64 s[32:33], s[16:17]
001e s_mov_b64 s[34:35], s[18:19]
001f s_mov_b64 s[36:37], s[20:21]
0020 s_mov_b64 s[38:39], s[22:23]
0021 s_mov_b64 s[28:29], s[24:25]
0022 s_mov_b64 s[30:31], s[26:27]
0023 s_waitcnt vmcnt(0)
0024 v_add_f32_e32 v7, v7, v9
BB6:
0025 s_mov_b64 exec, -1
0026 s_and_b32 s4, s2, 0x7c000000
0028 s_cselect_b32 s5, 11, 0
0029 s_and_b32 s5, s11, s5
002a s_cbranch_scc0 BB68
BB7:
002b s_bfe_u32 s4, s3, 0x40018
002d s_lshl_b32 s5, s4, 6
002e v_mbcnt_lo_u32_b32 v2, -1, s5
0030 v_mbcnt_hi_u32_b32 v2, -1, v2
0032 v_mul_u32_u24_e32 v3, 28, v2
0033 s_mov_b64 exec, s[0:1]
BB8:
0034 v_mov_b32_e32 v4, 1.0
0035 v_mov_b32_e32 v9, 0
0036 ds_write_b32 v3, v4 offset:12
0038 ds_write2_b32 v3, v6, v7 offset1:1
003a ds_write_b8 v3, v9 offset:16
BB13:
003c s_mov_b64 exec, -1
003d s_waitcnt lgkmcnt(0)
003e s_barrier
003f s_lshl_b32 s5, s3, 8
0040 v_mad_u32_u16 v4, 28, v0, 0
0042 v_mad_u32_u16 v1, 28, v1, 0
0044 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0046 s_bfe_u64 exec, -1, s5
0047 s_mov_b64 s[6:7], exec
0048 s_cbranch_execz BB34
BB14:
0049 ds_read_b32 v9, v4 offset:12
004b ds_read_b32 v10, v0 offset:12
004d ds_read_b32 v11, v1 offset:12
004f ds_read2_b32 v[12:13], v4 offset1:1
0051 ds_read2_b32 v[14:15], v0 offset1:1
0053 ds_read2_b32 v[16:17], v1 offset1:1
0055 s_bitcmp1_b32 s11, 0
0056 s_cselect_b64 s[16:17], -1, 0
0057 s_bitcmp1_b32 s11, 1
0058 s_cselect_b64 s[18:19], -1, 0
0059 s_bitcmp1_b32 s11, 2
005a s_cselect_b64 s[20:21], -1, 0
005b s_waitcnt lgkmcnt(5)
005c v_cmp_gt_f32_e32 vcc, 0, v9
005d s_waitcnt lgkmcnt(4)
005e v_cmp_gt_f32_e64 s[22:23], 0, v10
0060 s_waitcnt lgkmcnt(3)
0061 v_max3_f32 v10, v10, v11, v9
0063 s_waitcnt lgkmcnt(1)
0064 v_sub_f32_e32 v18, v15, v13
0065 v_sub_f32_e32 v19, v12, v14
0066 s_waitcnt lgkmcnt(0)
0067 v_sub_f32_e32 v20, v16, v12
0068 v_sub_f32_e32 v21, v13, v17
0069 s_xor_b64 s[24:25], s[22:23], vcc
006a s_or_b64 s[22:23], s[22:23], vcc
006b v_cmp_gt_f32_e32 vcc, 0, v11
006c v_mul_f32_e32 v20, v20, v18
006d s_xor_b64 s[24:25], vcc, s[24:25]
006e s_or_b64 s[22:23], vcc, s[22:23]
006f v_cmp_nlt_f32_e32 vcc, 0, v10
0070 v_fma_f32 v19, v19, -v21, v20
0072 v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
0074 v_cmp_lt_f32_e64 s[24:25], 0, v19
0076 s_xnor_b64 s[20:21], s[24:25], s[20:21]
0077 s_and_b64 s[16:17], s[20:21], s[16:17]
0078 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0079 s_or_b64 s[16:17], s[16:17], s[18:19]
007a v_cmp_eq_f32_e64 s[18:19], 0, v19
007c s_or_b64 s[16:17], s[16:17], s[18:19]
007d v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v19|
0080 s_and_b64 s[16:17], s[16:17], s[18:19]
0081 s_nor_b64 s[16:17], vcc, s[16:17]
0082 s_and_saveexec_b64 s[16:17], s[16:17]
0083 s_cbranch_execz BB29
BB15:
0084 v_min3_f32 v9, v14, v16, v12
0086 v_max3_f32 v14, v14, v16, v12
0088 v_min3_f32 v10, v15, v17, v13
008a v_max3_f32 v15, v15, v17, v13
008c v_max_f32_e32 v12, v9, v10
008d v_min_f32_e32 v11, v14, v15
008e v_cmp_lt_f32_e64 s[18:19], 1.0, v12
0090 v_cmp_gt_f32_e32 vcc, -1.0, v11
0091 s_or_b64 s[18:19], s[18:19], vcc
0092 s_bitcmp1_b32 s11, 3
0093 s_cbranch_scc0 BB18
BB16:
0094 v_fma_f32 v9, v9, s12, s14
0096 v_fma_f32 v14, v14, s12, s14
0098 s_ashr_i32 s11, s11, 24
0099 v_fma_f32 v10, v10, s13, s15
009b v_fma_f32 v15, v15, s13, s15
009d v_ldexp_f32 v11, 1.0, s11
009f v_sub_f32_e32 v9, v9, v11
00a0 v_add_f32_e32 v14, v14, v11
00a1 v_sub_f32_e32 v10, v10, v11
00a2 v_add_f32_e32 v15, v15, v11
00a3 v_rndne_f32_e32 v9, v9
00a4 v_rndne_f32_e32 v14, v14
00a5 v_rndne_f32_e32 v10, v10
00a6 v_rndne_f32_e32 v15, v15
00a7 v_cmp_eq_f32_e32 vcc, v9, v14
00a8 v_cmp_eq_f32_e64 s[10:11], v10, v15
00aa s_or_b64 s[10:11], vcc, s[10:11]
00ab s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
00ac s_orn2_b64 s[10:11], s[22:23], s[18:19]
00ad s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00ae v_mov_b32_e32 v9, 1
00af ds_write_b8 v4, v9 offset:16
00b1 ds_write_b8 v0, v9 offset:16
00b3 ds_write_b8 v1, v9 offset:16
00b5 s_mov_b64 s[12:13], exec
BB24:
00b6 s_mov_b64 exec, s[10:11]
BB29:
00b7 s_and_b64 s[10:11], s[12:13], exec
00b8 s_mov_b64 exec, s[16:17]
BB34:
00b9 s_and_b64 s[10:11], s[10:11], exec
00ba s_waitcnt lgkmcnt(0)
00bb s_barrier
00bc s_mov_b64 exec, s[0:1]
BB35:
00bd ds_read_u8 v9, v3 offset:16
00bf s_waitcnt lgkmcnt(0)
00c0 v_cmp_ne_i32_e32 vcc, 0, v9
00c1 s_and_b64 s[0:1], vcc, exec
BB40:
00c2 s_mov_b64 exec, 1
00c3 s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00c4 v_mov_b32_e32 v9, s4
00c5 v_mov_b32_e32 v10, s5
00c6 ds_write_b8 v9, v10 offset:3584
00c8 s_waitcnt lgkmcnt(0)
00c9 s_barrier
00ca v_mov_b32_e32 v11, 0
00cb ds_read_b32 v11, v11 offset:3584
BB46:
00cd s_mov_b64 exec, -1
00ce v_mbcnt_lo_u32_b32 v9, -1, 0
00d0 v_mbcnt_hi_u32_b32 v9, -1, v9
00d2 v_mad_i32_i24 v9, v9, -8, 24
00d4 s_waitcnt lgkmcnt(0)
00d5 v_permlane16_b32 v11, v11, 0, 0
00d7 v_lshrrev_b32_e64 v9, v9, 0x1010101
00da v_dot4_u32_u8 v11, v11, v9, 0
00dc v_readlane_b32 s12, v11, s4
00de s_sub_i32 s12, s12, s5
00df s_lshr_b32 s3, s3, 28
00e0 v_mbcnt_lo_u32_b32 v10, s0, s12
00e2 s_add_u32 s3, s3, -1
00e3 s_bfe_u32 s2, s2, 0x90016
00e5 v_readlane_b32 s3, v11, s3
00e7 v_mbcnt_hi_u32_b32 v10, s1, v10
00e9 s_cmp_eq_i32 s3, 0
00ea s_cselect_b64 s[12:13], -1, 0
00eb s_cselect_b32 s2, 0, s2
00ec s_andn2_b64 s[6:7], s[6:7], s[12:13]
00ed s_cmp_eq_i32 s4, 0
00ee s_cbranch_scc0 BB49
BB47:
00ef s_lshl_b32 s2, s2, 12
00f0 s_or_b32 m0, s2, s3
00f1 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00f2 s_mov_b64 exec, s[0:1]
00f3 s_cbranch_execz BB55
BB50:
00f4 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f6 v_mul_lo_u32 v10, 28, v10
00f8 v_mov_b32_e32 v11, 1.0
00f9 ds_write_b8 v3, v9 offset:17
00fb ds_write2_b32 v10, v6, v7 offset1:1
00fd ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00ff ds_write_b32 v10, v5 offset:20
BB55:
0101 s_mov_b64 exec, -1
0102 s_waitcnt lgkmcnt(0)
0103 s_barrier
0104 v_cmpx_gt_i32_e32 s3, v2
0105 s_mov_b64 s[0:1], exec
0106 s_cbranch_execz BB61
BB56:
0107 ds_read2_b32 v[6:7], v3 offset1:1
0109 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
010b ds_read_b32 v5, v3 offset:20
BB61:
010d s_mov_b64 exec, s[10:11]
010e s_cbranch_execz BB64
BB62:
010f ds_read_u8 v4, v4 offset:17
0111 ds_read_u8 v0, v0 offset:17
0113 ds_read_u8 v1, v1 offset:17
0115 s_waitcnt lgkmcnt(1)
0116 v_lshl_or_b32 v0, v0, 10, v4
0118 s_waitcnt lgkmcnt(0)
0119 v_lshl_or_b32 v1, v1, 20, v0
BB64:
011b s_andn2_b64 exec, -1, exec
011c s_cbranch_execz BB72
BB65:
011d v_bfrev_b32_e32 v1, 1
011e s_branch BB72
BB68:
011f s_and_b32 s4, s3, 0xf000000
0121 s_cbranch_scc1 BB71
BB69:
0122 s_bfe_u32 s4, s2, 0x90016
0124 s_lshl_b32 s4, s4, 12
0125 s_bfe_u32 s2, s2, 0x9000c
0127 s_or_b32 m0, s4, s2
0128 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0129 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
012b s_lshl_b32 s3, s3, 8
012c v_mov_b32_e32 v9, 1.0
012d s_bfe_u64 s[6:7], -1, s3
012e v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0130 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0132 s_mov_b64 exec, s[6:7]
0133 s_cbranch_execz BB78
BB73:
0134 exp prim v1, off, off, off done
BB78:
0136 s_waitcnt expcnt(0)
0137 s_mov_b64 exec, s[0:1]
0138 s_cbranch_execz BB84
BB79:
0139 s_mov_b32 s0, s9
013a s_movk_i32 s9, 0x8000
013b s_clause 0x1
013c s_load_dwordx4 s[4:7], s[8:9], null
013e s_load_dwordx4 s[8:11], s[8:9], 0x10
0140 s_waitcnt lgkmcnt(0)
0141 v_add_nc_u32_e32 v5, s0, v5
0142 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
0144 buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
0146 v_mov_b32_e32 v12, 1.0
0147 s_waitcnt vmcnt(1)
0148 v_fma_f32 v11, 0.5, v2, 0.5
014a v_fma_f32 v10, 0.5, v0, 0.5
014c image_sample_l v10, v[10:12], s[32:39], s[28:31] dmask:0x1 dim:SQ_RSRC_IMG_2D
014e s_waitcnt vmcnt(0)
014f v_mul_f32_e32 v3, v3, v10
0150 v_mul_f32_e32 v4, v4, v10
0151 v_mul_f32_e32 v5, v5, v10
0152 exp pos0 v6, v7, v8, v9 done
0154 exp param0 v3, v4, v5, off
BB84:
0156 s_endpgm
