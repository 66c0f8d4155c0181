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
BB6:
000d s_mov_b64 exec, -1
000e s_and_b32 s4, s2, 0x7c000000
0010 s_cselect_b32 s5, 11, 0
0011 s_and_b32 s5, s10, s5
0012 s_cbranch_scc0 BB68
BB7:
0013 s_bfe_u32 s4, s3, 0x40018
0015 s_lshl_b32 s5, s4, 6
0016 v_mbcnt_lo_u32_b32 v2, -1, s5
0018 v_mbcnt_hi_u32_b32 v2, -1, v2
001a v_mul_u32_u24_e32 v3, 28, v2
001b s_mov_b64 exec, s[0:1]
BB8:
001c v_mov_b32_e32 v4, 1.0
001d v_mov_b32_e32 v9, 0
001e s_waitcnt vmcnt(0)
001f ds_write_b32 v3, v4 offset:12
0021 ds_write2_b32 v3, v6, v7 offset1:1
0023 ds_write_b8 v3, v9 offset:16
BB13:
0025 s_mov_b64 exec, -1
0026 s_waitcnt lgkmcnt(0)
0027 s_barrier
0028 s_lshl_b32 s5, s3, 8
0029 v_mad_u32_u16 v4, 28, v0, 0
002b v_mad_u32_u16 v1, 28, v1, 0
002d v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
002f s_bfe_u64 exec, -1, s5
0030 s_mov_b64 s[6:7], exec
0031 s_cbranch_execz BB34
BB14:
0032 ds_read_b32 v9, v4 offset:12
0034 ds_read_b32 v10, v0 offset:12
0036 ds_read_b32 v11, v1 offset:12
0038 ds_read2_b32 v[12:13], v4 offset1:1
003a ds_read2_b32 v[14:15], v0 offset1:1
003c ds_read2_b32 v[16:17], v1 offset1:1
003e s_bitcmp1_b32 s10, 0
003f s_cselect_b64 s[16:17], -1, 0
0040 s_bitcmp1_b32 s10, 1
0041 s_cselect_b64 s[18:19], -1, 0
0042 s_bitcmp1_b32 s10, 2
0043 s_cselect_b64 s[20:21], -1, 0
0044 s_waitcnt lgkmcnt(5)
0045 v_cmp_gt_f32_e32 vcc, 0, v9
0046 s_waitcnt lgkmcnt(4)
0047 v_cmp_gt_f32_e64 s[22:23], 0, v10
0049 s_waitcnt lgkmcnt(3)
004a v_max3_f32 v10, v10, v11, v9
004c s_waitcnt lgkmcnt(1)
004d v_sub_f32_e32 v18, v15, v13
004e v_sub_f32_e32 v19, v12, v14
004f s_waitcnt lgkmcnt(0)
0050 v_sub_f32_e32 v20, v16, v12
0051 v_sub_f32_e32 v21, v13, v17
0052 s_xor_b64 s[24:25], s[22:23], vcc
0053 s_or_b64 s[22:23], s[22:23], vcc
0054 v_cmp_gt_f32_e32 vcc, 0, v11
0055 v_mul_f32_e32 v20, v20, v18
0056 s_xor_b64 s[24:25], vcc, s[24:25]
0057 s_or_b64 s[22:23], vcc, s[22:23]
0058 v_cmp_nlt_f32_e32 vcc, 0, v10
0059 v_fma_f32 v19, v19, -v21, v20
005b v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
005d v_cmp_lt_f32_e64 s[24:25], 0, v19
005f s_xnor_b64 s[20:21], s[24:25], s[20:21]
0060 s_and_b64 s[16:17], s[20:21], s[16:17]
0061 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0062 s_or_b64 s[16:17], s[16:17], s[18:19]
0063 v_cmp_eq_f32_e64 s[18:19], 0, v19
0065 s_or_b64 s[16:17], s[16:17], s[18:19]
0066 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v19|
0069 s_and_b64 s[16:17], s[16:17], s[18:19]
006a s_nor_b64 s[16:17], vcc, s[16:17]
006b s_and_saveexec_b64 s[16:17], s[16:17]
006c s_cbranch_execz BB29
BB15:
006d v_min3_f32 v9, v14, v16, v12
006f v_max3_f32 v14, v14, v16, v12
0071 v_min3_f32 v10, v15, v17, v13
0073 v_max3_f32 v15, v15, v17, v13
0075 v_max_f32_e32 v12, v9, v10
0076 v_min_f32_e32 v11, v14, v15
0077 v_cmp_lt_f32_e64 s[18:19], 1.0, v12
0079 v_cmp_gt_f32_e32 vcc, -1.0, v11
007a s_or_b64 s[18:19], s[18:19], vcc
007b s_bitcmp1_b32 s10, 3
007c s_cbranch_scc0 BB18
BB16:
007d v_fma_f32 v9, v9, s11, s13
007f v_fma_f32 v14, v14, s11, s13
0081 s_ashr_i32 s10, s10, 24
0082 v_fma_f32 v10, v10, s12, s14
0084 v_fma_f32 v15, v15, s12, s14
0086 v_ldexp_f32 v11, 1.0, s10
0088 v_sub_f32_e32 v9, v9, v11
0089 v_add_f32_e32 v14, v14, v11
008a v_sub_f32_e32 v10, v10, v11
008b v_add_f32_e32 v15, v15, v11
008c v_rndne_f32_e32 v9, v9
008d v_rndne_f32_e32 v14, v14
008e v_rndne_f32_e32 v10, v10
008f v_rndne_f32_e32 v15, v15
0090 v_cmp_eq_f32_e32 vcc, v9, v14
0091 v_cmp_eq_f32_e64 s[10:11], v10, v15
0093 s_or_b64 s[10:11], vcc, s[10:11]
0094 s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
0095 s_orn2_b64 s[10:11], s[22:23], s[18:19]
0096 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
0097 v_mov_b32_e32 v9, 1
0098 ds_write_b8 v4, v9 offset:16
009a ds_write_b8 v0, v9 offset:16
009c ds_write_b8 v1, v9 offset:16
009e s_mov_b64 s[12:13], exec
BB24:
009f s_mov_b64 exec, s[10:11]
BB29:
00a0 s_and_b64 s[10:11], s[12:13], exec
00a1 s_mov_b64 exec, s[16:17]
BB34:
00a2 s_and_b64 s[10:11], s[10:11], exec
00a3 s_waitcnt lgkmcnt(0)
00a4 s_barrier
00a5 s_mov_b64 exec, s[0:1]
BB35:
00a6 ds_read_u8 v9, v3 offset:16
00a8 s_waitcnt lgkmcnt(0)
00a9 v_cmp_ne_i32_e32 vcc, 0, v9
00aa s_and_b64 s[0:1], vcc, exec
BB40:
00ab s_mov_b64 exec, 1
00ac s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00ad v_mov_b32_e32 v9, s4
00ae v_mov_b32_e32 v10, s5
00af ds_write_b8 v9, v10 offset:3584
00b1 s_waitcnt lgkmcnt(0)
00b2 s_barrier
00b3 v_mov_b32_e32 v11, 0
00b4 ds_read_b32 v11, v11 offset:3584
BB46:
00b6 s_mov_b64 exec, -1
00b7 v_mbcnt_lo_u32_b32 v9, -1, 0
00b9 v_mbcnt_hi_u32_b32 v9, -1, v9
00bb v_mad_i32_i24 v9, v9, -8, 24
00bd s_waitcnt lgkmcnt(0)
00be v_permlane16_b32 v11, v11, 0, 0
00c0 v_lshrrev_b32_e64 v9, v9, 0x1010101
00c3 v_dot4_u32_u8 v11, v11, v9, 0
00c5 v_readlane_b32 s12, v11, s4
00c7 s_sub_i32 s12, s12, s5
00c8 s_lshr_b32 s3, s3, 28
00c9 v_mbcnt_lo_u32_b32 v10, s0, s12
00cb s_add_u32 s3, s3, -1
00cc s_bfe_u32 s2, s2, 0x90016
00ce v_readlane_b32 s3, v11, s3
00d0 v_mbcnt_hi_u32_b32 v10, s1, v10
00d2 s_cmp_eq_i32 s3, 0
00d3 s_cselect_b64 s[12:13], -1, 0
00d4 s_cselect_b32 s2, 0, s2
00d5 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00d6 s_cmp_eq_i32 s4, 0
00d7 s_cbranch_scc0 BB49
BB47:
00d8 s_lshl_b32 s2, s2, 12
00d9 s_or_b32 m0, s2, s3
00da s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00db s_mov_b64 exec, s[0:1]
00dc s_cbranch_execz BB55
BB50:
00dd v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00df v_mul_lo_u32 v10, 28, v10
00e1 v_mov_b32_e32 v11, 1.0
00e2 s_waitcnt vmcnt(0)
00e3 ds_write_b8 v3, v9 offset:17
00e5 ds_write2_b32 v10, v6, v7 offset1:1
00e7 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00e9 ds_write_b32 v10, v5 offset:20
BB55:
00eb s_mov_b64 exec, -1
00ec s_waitcnt lgkmcnt(0)
00ed s_barrier
00ee v_cmpx_gt_i32_e32 s3, v2
00ef s_mov_b64 s[0:1], exec
00f0 s_cbranch_execz BB61
BB56:
00f1 s_waitcnt vmcnt(0)
00f2 ds_read2_b32 v[6:7], v3 offset1:1
00f4 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
00f6 ds_read_b32 v5, v3 offset:20
BB61:
00f8 s_mov_b64 exec, s[10:11]
00f9 s_cbranch_execz BB64
BB62:
00fa ds_read_u8 v4, v4 offset:17
00fc ds_read_u8 v0, v0 offset:17
00fe ds_read_u8 v1, v1 offset:17
0100 s_waitcnt lgkmcnt(1)
0101 v_lshl_or_b32 v0, v0, 10, v4
0103 s_waitcnt lgkmcnt(0)
0104 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0106 s_andn2_b64 exec, -1, exec
0107 s_cbranch_execz BB72
BB65:
0108 v_bfrev_b32_e32 v1, 1
0109 s_branch BB72
BB68:
010a s_and_b32 s4, s3, 0xf000000
010c s_cbranch_scc1 BB71
BB69:
010d s_bfe_u32 s4, s2, 0x90016
010f s_lshl_b32 s4, s4, 12
0110 s_bfe_u32 s2, s2, 0x9000c
0112 s_or_b32 m0, s4, s2
0113 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0114 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0116 s_lshl_b32 s3, s3, 8
0117 v_mov_b32_e32 v9, 1.0
0118 s_bfe_u64 s[6:7], -1, s3
0119 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
011b v_lshl_or_b32 v1, v1, 20, v0
BB72:
011d s_mov_b64 exec, s[6:7]
011e s_cbranch_execz BB78
BB73:
011f exp prim v1, off, off, off done
BB78:
0121 s_waitcnt expcnt(0)
0122 s_mov_b64 exec, s[0:1]
0123 s_cbranch_execz BB84
BB79:
0124 s_mov_b32 s0, s9
0125 s_movk_i32 s9, 0x8000
0126 s_clause 0x1
0127 s_load_dwordx4 s[4:7], s[8:9], 0x10
0129 s_load_dwordx4 s[8:11], s[8:9], null
012b s_waitcnt lgkmcnt(0)
012c v_add_nc_u32_e32 v5, s0, v5
012d buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
012f buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen
0131 s_waitcnt vmcnt(2)
0132 exp pos0 v6, v7, v8, v9 done
0134 s_waitcnt vmcnt(1)
0135 v_mul_f32_e32 v10, v2, v2
0136 s_waitcnt vmcnt(0)
0137 v_cvt_f16_f32_e32 v16, v3
0138 v_cvt_f16_f32_e32 v17, v4
0139 v_fmac_f32_e32 v10, v1, v1
013a v_fmac_f32_e32 v10, v0, v0
013b v_rsq_f32_e32 v10, v10
013c v_mul_f32_e32 v0, v0, v10
013d v_mul_f32_e32 v11, v1, v10
013e v_fmac_f32_e32 v1, 4.0, v3
013f v_mul_f32_e32 v10, v2, v10
0140 v_mul_f32_e32 v4, 0x3ef47644, v4
0142 v_fma_f32 v5, 0x3f333333, v5, 1.0
0145 v_cvt_f16_f32_e32 v13, v0
0146 v_cvt_f16_f32_e32 v14, v11
0147 v_mul_f32_e32 v1, 0.15915494, v1
0148 v_cvt_f16_f32_e32 v15, v10
0149 v_mul_f32_e32 v12, 0x3f4ee116, v10
014b v_cos_f32_e32 v4, v4
014c v_fma_f32 v2, 0x3e99999a, v2, v5 clamp div:2
014f v_mul_f16_e32 v16, v16, v13
0150 v_mul_f16_e32 v17, v17, v14
0151 v_sin_f32_e32 v1, v1
0152 v_fmamk_f32 v12, v11, 0x3f014cae, v12
0154 v_fmaak_f32 v18, -2.0, v2, 0x40400000
0156 v_fmac_f16_e32 v16, 0.5, v14
0157 v_fmac_f16_e32 v17, 0.5, v15
0158 v_fmamk_f32 v12, v0, 0x3e9b28d0, v12
015a v_mul_f32_e32 v18, v2, v18
015b v_cvt_f32_f16_e32 v19, v17
015c v_mul_f32_e32 v1, 0x3ecccccd, v1
015e v_fma_f32 v12, 0x3ecccccd, v12, 0.5
0161 v_mul_f32_e32 v2, v2, v18
0162 v_exp_f32_e64 v19, -|v19|
0164 v_fma_f32 v1, v1, v4, 0.5
0166 v_fma_mix_f32 v19, 1.0, v16, v19 op_sel_hi:[0,1,0]
0168 v_fma_f32 v19, 0x3e800000, v19, 0.5
016b exp param0 v12, v1, v2, v19
BB84:
016d s_endpgm
