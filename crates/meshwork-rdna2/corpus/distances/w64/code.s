BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB4
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_load_dwordx4 s[4:7], s[4:5], null
0009 v_add_nc_u32_e32 v2, s9, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000d s_waitcnt vmcnt(0)
000e v_cmp_lt_f32_e32 vcc, 0x3f400000, v7
0010 v_cndmask_b32_e64 v9, 0, 1, vcc
0012 v_cmp_gt_f32_e32 vcc, -0.5, v6
0013 v_cndmask_b32_e64 v10, 0, 1, vcc
0015 v_cmp_gt_f32_e32 vcc, 0, v8
0016 v_lshl_or_b32 v9, v9, 1, v10
0018 v_cndmask_b32_e64 v11, 0, 1, vcc
001a v_lshl_or_b32 v11, v11, 2, v9
BB4:
001c s_andn2_b64 exec, -1, exec
001d v_mov_b32_e32 v11, 0
BB6:
001e s_mov_b64 exec, -1
001f s_and_b32 s4, s2, 0x7c000000
0021 s_cselect_b32 s5, 11, 0
0022 s_and_b32 s5, s10, s5
0023 s_cbranch_scc0 BB68
BB7:
0024 s_bfe_u32 s4, s3, 0x40018
0026 s_lshl_b32 s5, s4, 6
0027 v_mbcnt_lo_u32_b32 v2, -1, s5
0029 v_mbcnt_hi_u32_b32 v2, -1, v2
002b v_mul_u32_u24_e32 v3, 28, v2
002c s_mov_b64 exec, s[0:1]
BB8:
002d v_mov_b32_e32 v4, 1.0
002e v_mov_b32_e32 v9, 0
002f ds_write_b32 v3, v4 offset:12
0031 ds_write2_b32 v3, v6, v7 offset1:1
0033 ds_write_b8 v3, v9 offset:16
0035 ds_write_b8 v3, v11 offset:18
BB13:
0037 s_mov_b64 exec, -1
0038 s_waitcnt lgkmcnt(0)
0039 s_barrier
003a s_lshl_b32 s5, s3, 8
003b v_mad_u32_u16 v4, 28, v0, 0
003d v_mad_u32_u16 v1, 28, v1, 0
003f v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0041 s_bfe_u64 exec, -1, s5
0042 s_mov_b64 s[6:7], exec
0043 s_cbranch_execz BB34
BB14:
0044 ds_read_b32 v9, v4 offset:12
0046 ds_read_b32 v10, v0 offset:12
0048 ds_read_b32 v11, v1 offset:12
004a ds_read2_b32 v[12:13], v4 offset1:1
004c ds_read2_b32 v[14:15], v0 offset1:1
004e ds_read2_b32 v[16:17], v1 offset1:1
0050 ds_read_u8_d16 v18, v4 offset:18
0052 ds_read_u8_d16 v19, v0 offset:18
0054 ds_read_u8_d16 v20, v1 offset:18
0056 s_bitcmp1_b32 s10, 0
0057 s_cselect_b64 s[16:17], -1, 0
0058 s_bitcmp1_b32 s10, 1
0059 s_cselect_b64 s[18:19], -1, 0
005a s_bitcmp1_b32 s10, 2
005b s_cselect_b64 s[20:21], -1, 0
005c s_waitcnt lgkmcnt(8)
005d v_cmp_gt_f32_e32 vcc, 0, v9
005e s_waitcnt lgkmcnt(7)
005f v_cmp_gt_f32_e64 s[22:23], 0, v10
0061 s_waitcnt lgkmcnt(6)
0062 v_max3_f32 v10, v10, v11, v9
0064 s_waitcnt lgkmcnt(4)
0065 v_sub_f32_e32 v21, v15, v13
0066 v_sub_f32_e32 v22, v12, v14
0067 s_waitcnt lgkmcnt(3)
0068 v_sub_f32_e32 v23, v16, v12
0069 v_sub_f32_e32 v24, v13, v17
006a s_xor_b64 s[24:25], s[22:23], vcc
006b s_or_b64 s[22:23], s[22:23], vcc
006c v_cmp_gt_f32_e32 vcc, 0, v11
006d s_waitcnt lgkmcnt(1)
006e v_and_b32_e32 v18, v18, v19
006f v_mul_f32_e32 v23, v23, v21
0070 s_xor_b64 s[24:25], vcc, s[24:25]
0071 s_or_b64 s[22:23], vcc, s[22:23]
0072 v_cmp_lt_f32_e32 vcc, 0, v10
0073 s_waitcnt lgkmcnt(0)
0074 v_and_b32_e32 v18, v18, v20
0075 v_fma_f32 v22, v22, -v24, v23
0077 v_cndmask_b32_e64 v22, v22, -v22, s[24:25]
0079 v_cmp_lt_f32_e64 s[24:25], 0, v22
007b s_xnor_b64 s[20:21], s[24:25], s[20:21]
007c s_and_b64 s[16:17], s[20:21], s[16:17]
007d s_andn2_b64 s[18:19], s[18:19], s[20:21]
007e s_or_b64 s[16:17], s[16:17], s[18:19]
007f v_cmp_eq_f32_e64 s[18:19], 0, v22
0081 s_or_b64 s[16:17], s[16:17], s[18:19]
0082 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v22|
0085 s_nand_b64 s[16:17], s[16:17], s[18:19]
0086 v_cmp_eq_i16_e64 s[18:19], 0, v18
0088 s_and_b64 s[18:19], s[18:19], vcc
0089 s_and_b64 s[16:17], s[18:19], s[16:17]
008a s_and_saveexec_b64 s[16:17], s[16:17]
008b s_cbranch_execz BB29
BB15:
008c v_min3_f32 v9, v14, v16, v12
008e v_max3_f32 v14, v14, v16, v12
0090 v_min3_f32 v10, v15, v17, v13
0092 v_max3_f32 v15, v15, v17, v13
0094 v_max_f32_e32 v12, v9, v10
0095 v_min_f32_e32 v11, v14, v15
0096 v_cmp_lt_f32_e64 s[18:19], 1.0, v12
0098 v_cmp_gt_f32_e32 vcc, -1.0, v11
0099 s_or_b64 s[18:19], s[18:19], vcc
009a s_bitcmp1_b32 s10, 3
009b s_cbranch_scc0 BB18
BB16:
009c v_fma_f32 v9, v9, s11, s13
009e v_fma_f32 v14, v14, s11, s13
00a0 s_ashr_i32 s10, s10, 24
00a1 v_fma_f32 v10, v10, s12, s14
00a3 v_fma_f32 v15, v15, s12, s14
00a5 v_ldexp_f32 v11, 1.0, s10
00a7 v_sub_f32_e32 v9, v9, v11
00a8 v_add_f32_e32 v14, v14, v11
00a9 v_sub_f32_e32 v10, v10, v11
00aa v_add_f32_e32 v15, v15, v11
00ab v_rndne_f32_e32 v9, v9
00ac v_rndne_f32_e32 v14, v14
00ad v_rndne_f32_e32 v10, v10
00ae v_rndne_f32_e32 v15, v15
00af v_cmp_eq_f32_e32 vcc, v9, v14
00b0 v_cmp_eq_f32_e64 s[10:11], v10, v15
00b2 s_or_b64 s[10:11], vcc, s[10:11]
00b3 s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
00b4 s_orn2_b64 s[10:11], s[22:23], s[18:19]
00b5 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00b6 v_mov_b32_e32 v9, 1
00b7 ds_write_b8 v4, v9 offset:16
00b9 ds_write_b8 v0, v9 offset:16
00bb ds_write_b8 v1, v9 offset:16
00bd s_mov_b64 s[12:13], exec
BB24:
00be s_mov_b64 exec, s[10:11]
BB29:
00bf s_and_b64 s[10:11], s[12:13], exec
00c0 s_mov_b64 exec, s[16:17]
BB34:
00c1 s_and_b64 s[10:11], s[10:11], exec
00c2 s_waitcnt lgkmcnt(0)
00c3 s_barrier
00c4 s_mov_b64 exec, s[0:1]
BB35:
00c5 ds_read_u8 v9, v3 offset:16
00c7 s_waitcnt lgkmcnt(0)
00c8 v_cmp_ne_i32_e32 vcc, 0, v9
00c9 s_and_b64 s[0:1], vcc, exec
BB40:
00ca s_mov_b64 exec, 1
00cb s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00cc v_mov_b32_e32 v9, s4
00cd v_mov_b32_e32 v10, s5
00ce ds_write_b8 v9, v10 offset:3584
00d0 s_waitcnt lgkmcnt(0)
00d1 s_barrier
00d2 v_mov_b32_e32 v11, 0
00d3 ds_read_b32 v11, v11 offset:3584
BB46:
00d5 s_mov_b64 exec, -1
00d6 v_mbcnt_lo_u32_b32 v9, -1, 0
00d8 v_mbcnt_hi_u32_b32 v9, -1, v9
00da v_mad_i32_i24 v9, v9, -8, 24
00dc s_waitcnt lgkmcnt(0)
00dd v_permlane16_b32 v11, v11, 0, 0
00df v_lshrrev_b32_e64 v9, v9, 0x1010101
00e2 v_dot4_u32_u8 v11, v11, v9, 0
00e4 v_readlane_b32 s12, v11, s4
00e6 s_sub_i32 s12, s12, s5
00e7 s_lshr_b32 s3, s3, 28
00e8 v_mbcnt_lo_u32_b32 v10, s0, s12
00ea s_add_u32 s3, s3, -1
00eb s_bfe_u32 s2, s2, 0x90016
00ed v_readlane_b32 s3, v11, s3
00ef v_mbcnt_hi_u32_b32 v10, s1, v10
00f1 s_cmp_eq_i32 s3, 0
00f2 s_cselect_b64 s[12:13], -1, 0
00f3 s_cselect_b32 s2, 0, s2
00f4 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00f5 s_cmp_eq_i32 s4, 0
00f6 s_cbranch_scc0 BB49
BB47:
00f7 s_lshl_b32 s2, s2, 12
00f8 s_or_b32 m0, s2, s3
00f9 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00fa s_mov_b64 exec, s[0:1]
00fb s_cbranch_execz BB55
BB50:
00fc v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00fe v_mul_lo_u32 v10, 28, v10
0100 v_mov_b32_e32 v11, 1.0
0101 ds_write_b8 v3, v9 offset:17
0103 ds_write2_b32 v10, v6, v7 offset1:1
0105 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
0107 ds_write_b32 v10, v5 offset:20
BB55:
0109 s_mov_b64 exec, -1
010a s_waitcnt lgkmcnt(0)
010b s_barrier
010c v_cmpx_gt_i32_e32 s3, v2
010d s_mov_b64 s[0:1], exec
010e s_cbranch_execz BB61
BB56:
010f ds_read2_b32 v[6:7], v3 offset1:1
0111 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0113 ds_read_b32 v5, v3 offset:20
BB61:
0115 s_mov_b64 exec, s[10:11]
0116 s_cbranch_execz BB64
BB62:
0117 ds_read_u8 v4, v4 offset:17
0119 ds_read_u8 v0, v0 offset:17
011b ds_read_u8 v1, v1 offset:17
011d s_waitcnt lgkmcnt(1)
011e v_lshl_or_b32 v0, v0, 10, v4
0120 s_waitcnt lgkmcnt(0)
0121 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0123 s_andn2_b64 exec, -1, exec
0124 s_cbranch_execz BB72
BB65:
0125 v_bfrev_b32_e32 v1, 1
0126 s_branch BB72
BB68:
0127 s_and_b32 s4, s3, 0xf000000
0129 s_cbranch_scc1 BB71
BB69:
012a s_bfe_u32 s4, s2, 0x90016
012c s_lshl_b32 s4, s4, 12
012d s_bfe_u32 s2, s2, 0x9000c
012f s_or_b32 m0, s4, s2
0130 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0131 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0133 s_lshl_b32 s3, s3, 8
0134 v_mov_b32_e32 v9, 1.0
0135 s_bfe_u64 s[6:7], -1, s3
0136 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0138 v_lshl_or_b32 v1, v1, 20, v0
BB72:
013a s_mov_b64 exec, s[6:7]
013b s_cbranch_execz BB78
BB73:
013c exp prim v1, off, off, off done
BB78:
013e s_waitcnt expcnt(0)
013f s_mov_b64 exec, s[0:1]
0140 s_cbranch_execz BB84
BB79:
0141 s_mov_b32 s0, s9
0142 s_movk_i32 s9, 0x8000
0143 s_clause 0x1
0144 s_load_dwordx4 s[4:7], s[8:9], null
0146 s_load_dwordx4 s[8:11], s[8:9], 0x10
0148 s_waitcnt lgkmcnt(0)
0149 v_add_nc_u32_e32 v5, s0, v5
014a buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
014c buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
014e s_waitcnt vmcnt(1)
014f v_add_f32_e32 v0, 0.5, v0
0150 v_sub_f32_e32 v1, 0x3f400000, v1
0152 s_waitcnt vmcnt(0)
0153 exp pos0 v6, v7, v8, v9
0155 exp pos1 v0, v1, v2, off done
0157 exp param0 v3, v4, v5, off
BB84:
0159 s_endpgm
