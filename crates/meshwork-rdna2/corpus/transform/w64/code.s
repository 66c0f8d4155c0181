BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_load_dwordx4 s[4:7], s[4:5], null
0009 v_add_nc_u32_e32 v2, s9, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000d s_waitcnt vmcnt(0)
000e v_fma_f32 v9, s18, v8, s22
0010 v_fma_f32 v10, s19, v8, s23
0012 v_fma_f32 v11, s20, v8, s24
0014 v_fma_f32 v8, s21, v8, s25
0016 v_fmac_f32_e32 v9, s14, v7
0017 v_fmac_f32_e32 v10, s15, v7
0018 v_fmac_f32_e32 v11, s16, v7
0019 v_fmac_f32_e32 v8, s17, v7
001a v_fmac_f32_e32 v9, s10, v6
001b v_fmac_f32_e32 v10, s11, v6
001c v_fmac_f32_e32 v11, s12, v6
001d v_fmac_f32_e32 v8, s13, v6
BB6:
001e s_mov_b64 exec, -1
001f s_and_b32 s4, s2, 0x7c000000
0021 s_cselect_b32 s5, 11, 0
0022 s_and_b32 s5, s26, s5
0023 s_cbranch_scc0 BB68
BB7:
0024 s_bfe_u32 s4, s3, 0x40018
0026 s_lshl_b32 s5, s4, 6
0027 v_mbcnt_lo_u32_b32 v2, -1, s5
0029 v_mbcnt_hi_u32_b32 v2, -1, v2
002b v_mul_u32_u24_e32 v3, 28, v2
002c s_mov_b64 exec, s[0:1]
BB8:
002d v_rcp_f32_e32 v4, v8
002e v_mov_b32_e32 v7, 0
002f v_mul_f32_e32 v6, v9, v4
0030 v_mul_f32_e32 v4, v10, v4
0031 ds_write_b32 v3, v8 offset:12
0033 ds_write2_b32 v3, v6, v4 offset1:1
0035 ds_write_b8 v3, v7 offset:16
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
0044 ds_read_b32 v6, v4 offset:12
0046 ds_read_b32 v7, v0 offset:12
0048 ds_read_b32 v12, v1 offset:12
004a ds_read2_b32 v[14:15], v4 offset1:1
004c ds_read2_b32 v[16:17], v0 offset1:1
004e ds_read2_b32 v[18:19], v1 offset1:1
0050 s_bitcmp1_b32 s26, 0
0051 s_cselect_b64 s[10:11], -1, 0
0052 s_bitcmp1_b32 s26, 1
0053 s_cselect_b64 s[12:13], -1, 0
0054 s_bitcmp1_b32 s26, 2
0055 s_cselect_b64 s[14:15], -1, 0
0056 s_waitcnt lgkmcnt(5)
0057 v_cmp_gt_f32_e32 vcc, 0, v6
0058 s_waitcnt lgkmcnt(4)
0059 v_cmp_gt_f32_e64 s[16:17], 0, v7
005b s_waitcnt lgkmcnt(3)
005c v_max3_f32 v7, v7, v12, v6
005e s_waitcnt lgkmcnt(1)
005f v_sub_f32_e32 v13, v17, v15
0060 v_sub_f32_e32 v20, v14, v16
0061 s_waitcnt lgkmcnt(0)
0062 v_sub_f32_e32 v21, v18, v14
0063 v_sub_f32_e32 v22, v15, v19
0064 s_xor_b64 s[18:19], s[16:17], vcc
0065 s_or_b64 s[16:17], s[16:17], vcc
0066 v_cmp_gt_f32_e32 vcc, 0, v12
0067 v_mul_f32_e32 v21, v21, v13
0068 s_xor_b64 s[18:19], vcc, s[18:19]
0069 s_or_b64 s[16:17], vcc, s[16:17]
006a v_cmp_nlt_f32_e32 vcc, 0, v7
006b v_fma_f32 v20, v20, -v22, v21
006d v_cndmask_b32_e64 v20, v20, -v20, s[18:19]
006f v_cmp_lt_f32_e64 s[18:19], 0, v20
0071 s_xnor_b64 s[14:15], s[18:19], s[14:15]
0072 s_and_b64 s[10:11], s[14:15], s[10:11]
0073 s_andn2_b64 s[12:13], s[12:13], s[14:15]
0074 s_or_b64 s[10:11], s[10:11], s[12:13]
0075 v_cmp_eq_f32_e64 s[12:13], 0, v20
0077 s_or_b64 s[10:11], s[10:11], s[12:13]
0078 v_cmp_gt_f32_e64 s[12:13], 0x7f800000, |v20|
007b s_and_b64 s[10:11], s[10:11], s[12:13]
007c s_nor_b64 s[10:11], vcc, s[10:11]
007d s_and_saveexec_b64 s[10:11], s[10:11]
007e s_cbranch_execz BB29
BB15:
007f v_min3_f32 v6, v16, v18, v14
0081 v_max3_f32 v16, v16, v18, v14
0083 v_min3_f32 v7, v17, v19, v15
0085 v_max3_f32 v17, v17, v19, v15
0087 v_max_f32_e32 v13, v6, v7
0088 v_min_f32_e32 v12, v16, v17
0089 v_cmp_lt_f32_e64 s[12:13], 1.0, v13
008b v_cmp_gt_f32_e32 vcc, -1.0, v12
008c s_or_b64 s[12:13], s[12:13], vcc
008d s_bitcmp1_b32 s26, 3
008e s_cbranch_scc0 BB18
BB16:
008f v_fma_f32 v6, v6, s27, s29
0091 v_fma_f32 v16, v16, s27, s29
0093 s_ashr_i32 s26, s26, 24
0094 v_fma_f32 v7, v7, s28, s30
0096 v_fma_f32 v17, v17, s28, s30
0098 v_ldexp_f32 v12, 1.0, s26
009a v_sub_f32_e32 v6, v6, v12
009b v_add_f32_e32 v16, v16, v12
009c v_sub_f32_e32 v7, v7, v12
009d v_add_f32_e32 v17, v17, v12
009e v_rndne_f32_e32 v6, v6
009f v_rndne_f32_e32 v16, v16
00a0 v_rndne_f32_e32 v7, v7
00a1 v_rndne_f32_e32 v17, v17
00a2 v_cmp_eq_f32_e32 vcc, v6, v16
00a3 v_cmp_eq_f32_e64 s[14:15], v7, v17
00a5 s_or_b64 s[14:15], vcc, s[14:15]
00a6 s_or_b64 s[12:13], s[12:13], s[14:15]
BB18:
00a7 s_orn2_b64 s[12:13], s[16:17], s[12:13]
00a8 s_and_saveexec_b64 s[12:13], s[12:13]
BB19:
00a9 v_mov_b32_e32 v6, 1
00aa ds_write_b8 v4, v6 offset:16
00ac ds_write_b8 v0, v6 offset:16
00ae ds_write_b8 v1, v6 offset:16
00b0 s_mov_b64 s[14:15], exec
BB24:
00b1 s_mov_b64 exec, s[12:13]
BB29:
00b2 s_and_b64 s[12:13], s[14:15], exec
00b3 s_mov_b64 exec, s[10:11]
BB34:
00b4 s_and_b64 s[10:11], s[12:13], exec
00b5 s_waitcnt lgkmcnt(0)
00b6 s_barrier
00b7 s_mov_b64 exec, s[0:1]
BB35:
00b8 ds_read_u8 v6, v3 offset:16
00ba s_waitcnt lgkmcnt(0)
00bb v_cmp_ne_i32_e32 vcc, 0, v6
00bc s_and_b64 s[0:1], vcc, exec
BB40:
00bd s_mov_b64 exec, 1
00be s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00bf v_mov_b32_e32 v6, s4
00c0 v_mov_b32_e32 v7, s5
00c1 ds_write_b8 v6, v7 offset:3584
00c3 s_waitcnt lgkmcnt(0)
00c4 s_barrier
00c5 v_mov_b32_e32 v12, 0
00c6 ds_read_b32 v12, v12 offset:3584
BB46:
00c8 s_mov_b64 exec, -1
00c9 v_mbcnt_lo_u32_b32 v6, -1, 0
00cb v_mbcnt_hi_u32_b32 v6, -1, v6
00cd v_mad_i32_i24 v6, v6, -8, 24
00cf s_waitcnt lgkmcnt(0)
00d0 v_permlane16_b32 v12, v12, 0, 0
00d2 v_lshrrev_b32_e64 v6, v6, 0x1010101
00d5 v_dot4_u32_u8 v12, v12, v6, 0
00d7 v_readlane_b32 s12, v12, s4
00d9 s_sub_i32 s12, s12, s5
00da s_lshr_b32 s3, s3, 28
00db v_mbcnt_lo_u32_b32 v7, s0, s12
00dd s_add_u32 s3, s3, -1
00de s_bfe_u32 s2, s2, 0x90016
00e0 v_readlane_b32 s3, v12, s3
00e2 v_mbcnt_hi_u32_b32 v7, s1, v7
00e4 s_cmp_eq_i32 s3, 0
00e5 s_cselect_b64 s[12:13], -1, 0
00e6 s_cselect_b32 s2, 0, s2
00e7 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00e8 s_cmp_eq_i32 s4, 0
00e9 s_cbranch_scc0 BB49
BB47:
00ea s_lshl_b32 s2, s2, 12
00eb s_or_b32 m0, s2, s3
00ec s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00ed s_mov_b64 exec, s[0:1]
00ee s_cbranch_execz BB55
BB50:
00ef v_mov_b32_sdwa v6, v7 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f1 v_mul_lo_u32 v7, 28, v7
00f3 ds_write_b8 v3, v6 offset:17
00f5 ds_write2_b32 v7, v9, v10 offset1:1
00f7 ds_write2_b32 v7, v11, v8 offset0:2 offset1:3
00f9 ds_write_b32 v7, v5 offset:20
BB55:
00fb s_mov_b64 exec, -1
00fc s_waitcnt lgkmcnt(0)
00fd s_barrier
00fe v_cmpx_gt_i32_e32 s3, v2
00ff s_mov_b64 s[0:1], exec
0100 s_cbranch_execz BB61
BB56:
0101 ds_read2_b32 v[9:10], v3 offset1:1
0103 ds_read2_b32 v[11:12], v3 offset0:2 offset1:3
0105 ds_read_b32 v5, v3 offset:20
0107 s_waitcnt lgkmcnt(1)
0108 v_mov_b32_e32 v8, v12
BB61:
0109 s_mov_b64 exec, s[10:11]
010a s_cbranch_execz BB64
BB62:
010b ds_read_u8 v4, v4 offset:17
010d ds_read_u8 v0, v0 offset:17
010f ds_read_u8 v1, v1 offset:17
0111 s_waitcnt lgkmcnt(1)
0112 v_lshl_or_b32 v0, v0, 10, v4
0114 s_waitcnt lgkmcnt(0)
0115 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0117 s_andn2_b64 exec, -1, exec
0118 s_cbranch_execz BB72
BB65:
0119 v_bfrev_b32_e32 v1, 1
011a s_branch BB72
BB68:
011b s_and_b32 s4, s3, 0xf000000
011d s_cbranch_scc1 BB71
BB69:
011e s_bfe_u32 s4, s2, 0x90016
0120 s_lshl_b32 s4, s4, 12
0121 s_bfe_u32 s2, s2, 0x9000c
0123 s_or_b32 m0, s4, s2
0124 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0125 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0127 s_lshl_b32 s3, s3, 8
0128 s_bfe_u64 s[6:7], -1, s3
0129 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
012b v_lshl_or_b32 v1, v1, 20, v0
BB72:
012d s_mov_b64 exec, s[6:7]
012e s_cbranch_execz BB78
BB73:
012f exp prim v1, off, off, off done
BB78:
0131 s_waitcnt expcnt(0)
0132 s_mov_b64 exec, s[0:1]
0133 s_cbranch_execz BB84
BB79:
0134 s_mov_b32 s0, s9
0135 s_movk_i32 s9, 0x8000
0136 s_load_dwordx4 s[4:7], s[8:9], 0x10
0138 s_waitcnt lgkmcnt(0)
0139 v_add_nc_u32_e32 v5, s0, v5
013a buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
013c s_waitcnt vmcnt(0)
013d exp pos0 v9, v10, v11, v8 done
013f exp param0 v0, v1, v2, off
BB84:
0141 s_endpgm
