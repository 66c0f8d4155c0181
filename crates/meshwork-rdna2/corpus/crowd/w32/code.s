BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 v_add_nc_u32_e32 v5, s8, v5
0005 s_getpc_b64 s[4:5]
0006 s_mov_b32 s6, 24
0007 s_mov_b32 s7, 0x31016fac
0009 v_mul_hi_i32 v2, v5, 0x55555556
000c v_cmp_le_i32_e32 vcc_lo, 0, v5
000d v_lshrrev_b32_e32 v3, 31, v2
000e v_add_nc_u32_e32 v2, v2, v3
000f v_lshl_add_u32 v2, v2, 1, v2
0011 v_sub_nc_u32_e32 v2, v5, v2
0012 v_cmp_eq_i32_e64 s1, 0, v2
0014 v_add_nc_u32_e32 v4, 3, v2
0015 s_or_b32 vcc_lo, s1, vcc_lo
0016 s_add_u32 s4, s4, 0x54c
0018 v_cndmask_b32_e32 v4, v4, v2, vcc_lo
0019 v_lshlrev_b32_e32 v4, 3, v4
001a buffer_load_dwordx2 v[2:3], v4, s[4:7], 0 offen
001c v_add_nc_u32_e32 v5, s9, v8
001d v_and_b32_e32 v6, 0x7f, v5
001f v_ashrrev_i32_e32 v5, 7, v5
0020 v_cvt_f32_u32_e32 v6, v6
0021 v_and_b32_e32 v5, 0x7f, v5
0023 v_fma_f32 v6, 0x3c800000, v6, -1.0
0026 v_cvt_f32_u32_e32 v5, v5
0027 v_fma_f32 v5, 0x3c800000, v5, -1.0
002a s_waitcnt vmcnt(0)
002b v_add_f32_e32 v6, v6, v2
002c v_add_f32_e32 v5, v5, v3
BB6:
002d s_mov_b32 exec_lo, -1
002e s_and_b32 s1, s2, 0x7c000000
0030 s_cselect_b32 s4, 11, 0
0031 s_and_b32 s4, s10, s4
0032 s_cbranch_scc0 BB68
BB7:
0033 s_bfe_u32 s1, s3, 0x40018
0035 s_lshl_b32 s4, s1, 5
0036 v_mbcnt_lo_u32_b32 v2, -1, s4
0038 v_mul_u32_u24_e32 v3, 28, v2
0039 s_mov_b32 exec_lo, s0
BB8:
003a v_mov_b32_e32 v4, 1.0
003b v_mov_b32_e32 v7, 0
003c ds_write_b32 v3, v4 offset:12
003e ds_write2_b32 v3, v6, v5 offset1:1
0040 ds_write_b8 v3, v7 offset:16
BB13:
0042 s_mov_b32 exec_lo, -1
0043 s_waitcnt lgkmcnt(0)
0044 s_barrier
0045 s_lshl_b32 s4, s3, 8
0046 v_mad_u32_u16 v4, 28, v0, 0
0048 v_mad_u32_u16 v1, 28, v1, 0
004a v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
004c s_bfe_u32 exec_lo, -1, s4
004d s_mov_b32 s4, exec_lo
004e s_cbranch_execz BB34
BB14:
004f ds_read_b32 v7, v4 offset:12
0051 ds_read_b32 v9, v0 offset:12
0053 ds_read_b32 v10, v1 offset:12
0055 ds_read2_b32 v[12:13], v4 offset1:1
0057 ds_read2_b32 v[14:15], v0 offset1:1
0059 ds_read2_b32 v[16:17], v1 offset1:1
005b s_bitcmp1_b32 s10, 0
005c s_cselect_b32 s5, -1, 0
005d s_bitcmp1_b32 s10, 1
005e s_cselect_b32 s6, -1, 0
005f s_bitcmp1_b32 s10, 2
0060 s_cselect_b32 s7, -1, 0
0061 s_waitcnt lgkmcnt(5)
0062 v_cmp_gt_f32_e32 vcc_lo, 0, v7
0063 s_waitcnt lgkmcnt(4)
0064 v_cmp_gt_f32_e64 s8, 0, v9
0066 s_waitcnt lgkmcnt(3)
0067 v_max3_f32 v9, v9, v10, v7
0069 s_waitcnt lgkmcnt(1)
006a v_sub_f32_e32 v11, v15, v13
006b v_sub_f32_e32 v18, v12, v14
006c s_waitcnt lgkmcnt(0)
006d v_sub_f32_e32 v19, v16, v12
006e v_sub_f32_e32 v20, v13, v17
006f s_xor_b32 s15, s8, vcc_lo
0070 s_or_b32 s8, s8, vcc_lo
0071 v_cmp_gt_f32_e32 vcc_lo, 0, v10
0072 v_mul_f32_e32 v19, v19, v11
0073 s_xor_b32 s15, vcc_lo, s15
0074 s_or_b32 s8, vcc_lo, s8
0075 v_cmp_nlt_f32_e32 vcc_lo, 0, v9
0076 v_fma_f32 v18, v18, -v20, v19
0078 v_cndmask_b32_e64 v18, v18, -v18, s15
007a v_cmp_eq_f32_e64 s17, 0, v18
007c v_cmp_lt_f32_e64 s16, 0, v18
007e v_cmp_gt_f32_e64 s18, 0x7f800000, |v18|
0081 s_xnor_b32 s16, s16, s7
0082 s_and_b32 s5, s16, s5
0083 s_andn2_b32 s6, s6, s16
0084 s_or_b32 s5, s5, s6
0085 s_or_b32 s5, s5, s17
0086 s_and_b32 s5, s5, s18
0087 s_nor_b32 s5, vcc_lo, s5
0088 s_and_saveexec_b32 s5, s5
0089 s_cbranch_execz BB29
BB15:
008a v_min3_f32 v7, v14, v16, v12
008c v_max3_f32 v14, v14, v16, v12
008e v_min3_f32 v9, v15, v17, v13
0090 v_max3_f32 v15, v15, v17, v13
0092 v_max_f32_e32 v11, v7, v9
0093 v_min_f32_e32 v10, v14, v15
0094 v_cmp_lt_f32_e64 s6, 1.0, v11
0096 v_cmp_gt_f32_e32 vcc_lo, -1.0, v10
0097 s_or_b32 s6, s6, vcc_lo
0098 s_bitcmp1_b32 s10, 3
0099 s_cbranch_scc0 BB18
BB16:
009a v_fma_f32 v7, v7, s11, s13
009c v_fma_f32 v14, v14, s11, s13
009e s_ashr_i32 s10, s10, 24
009f v_fma_f32 v9, v9, s12, s14
00a1 v_fma_f32 v15, v15, s12, s14
00a3 v_ldexp_f32 v10, 1.0, s10
00a5 v_sub_f32_e32 v7, v7, v10
00a6 v_add_f32_e32 v14, v14, v10
00a7 v_sub_f32_e32 v9, v9, v10
00a8 v_add_f32_e32 v15, v15, v10
00a9 v_rndne_f32_e32 v7, v7
00aa v_rndne_f32_e32 v14, v14
00ab v_rndne_f32_e32 v9, v9
00ac v_rndne_f32_e32 v15, v15
00ad v_cmp_eq_f32_e32 vcc_lo, v7, v14
00ae v_cmp_eq_f32_e64 s7, v9, v15
00b0 s_or_b32 s7, vcc_lo, s7
00b1 s_or_b32 s6, s6, s7
BB18:
00b2 s_orn2_b32 s8, s8, s6
00b3 s_and_saveexec_b32 s8, s8
BB19:
00b4 v_mov_b32_e32 v7, 1
00b5 ds_write_b8 v4, v7 offset:16
00b7 ds_write_b8 v0, v7 offset:16
00b9 ds_write_b8 v1, v7 offset:16
00bb s_mov_b32 s6, exec_lo
BB24:
00bc s_mov_b32 exec_lo, s8
BB29:
00bd s_and_b32 s6, s6, exec_lo
00be s_mov_b32 exec_lo, s5
BB34:
00bf s_and_b32 s6, s6, exec_lo
00c0 s_waitcnt lgkmcnt(0)
00c1 s_barrier
00c2 s_mov_b32 exec_lo, s0
BB35:
00c3 ds_read_u8 v7, v3 offset:16
00c5 s_waitcnt lgkmcnt(0)
00c6 v_cmp_ne_i32_e32 vcc_lo, 0, v7
00c7 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00c8 s_mov_b32 exec_lo, 1
00c9 s_bcnt1_i32_b32 s5, s0
BB41:
00ca v_mov_b32_e32 v7, s1
00cb v_mov_b32_e32 v9, s5
00cc ds_write_b8 v7, v9 offset:3584
00ce s_waitcnt lgkmcnt(0)
00cf s_barrier
00d0 v_mov_b32_e32 v10, 0
00d1 ds_read_b32 v10, v10 offset:3584
BB46:
00d3 s_mov_b32 exec_lo, -1
00d4 v_mbcnt_lo_u32_b32 v7, -1, 0
00d6 v_mad_i32_i24 v7, v7, -8, 24
00d8 v_lshrrev_b32_e64 v7, v7, 0x1010101
00db s_waitcnt lgkmcnt(0)
00dc v_permlane16_b32 v10, v10, 0, 0
00de v_dot4_u32_u8 v10, v10, v7, 0
00e0 v_readlane_b32 s7, v10, s1
00e2 s_sub_i32 s7, s7, s5
00e3 s_lshr_b32 s3, s3, 28
00e4 v_mbcnt_lo_u32_b32 v9, s0, s7
00e6 s_add_u32 s3, s3, -1
00e7 s_bfe_u32 s2, s2, 0x90016
00e9 v_readlane_b32 s3, v10, s3
00eb s_cmp_eq_i32 s3, 0
00ec s_cselect_b32 s8, -1, 0
00ed s_cselect_b32 s2, 0, s2
00ee s_andn2_b32 s4, s4, s8
00ef s_cmp_eq_i32 s1, 0
00f0 s_cbranch_scc0 BB49
BB47:
00f1 s_lshl_b32 s2, s2, 12
00f2 s_or_b32 m0, s2, s3
00f3 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00f4 s_mov_b32 exec_lo, s0
00f5 s_cbranch_execz BB55
BB50:
00f6 v_mov_b32_sdwa v7, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f8 v_mul_lo_u32 v9, 28, v9
00fa v_mov_b32_e32 v10, 0.5
00fb v_mov_b32_e32 v11, 1.0
00fc ds_write_b8 v3, v7 offset:17
00fe ds_write2_b32 v9, v6, v5 offset1:1
0100 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
0102 ds_write_b32 v9, v8 offset:24
BB55:
0104 s_mov_b32 exec_lo, -1
0105 s_waitcnt lgkmcnt(0)
0106 s_barrier
0107 v_cmpx_gt_i32_e32 s3, v2
0108 s_mov_b32 s0, exec_lo
0109 s_cbranch_execz BB61
BB56:
010a ds_read2_b32 v[6:7], v3 offset1:1
010c ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
010e ds_read_b32 v3, v3 offset:24
0110 s_waitcnt lgkmcnt(2)
0111 v_mov_b32_e32 v5, v7
BB61:
0112 s_mov_b32 exec_lo, s6
0113 s_cbranch_execz BB64
BB62:
0114 ds_read_u8 v4, v4 offset:17
0116 ds_read_u8 v0, v0 offset:17
0118 ds_read_u8 v1, v1 offset:17
011a s_waitcnt lgkmcnt(1)
011b v_lshl_or_b32 v0, v0, 10, v4
011d s_waitcnt lgkmcnt(0)
011e v_lshl_or_b32 v1, v1, 20, v0
BB64:
0120 s_andn2_b32 exec_lo, -1, exec_lo
0121 s_cbranch_execz BB72
BB65:
0122 v_bfrev_b32_e32 v1, 1
0123 s_branch BB72
BB68:
0124 s_and_b32 s1, s3, 0xf000000
0126 s_cbranch_scc1 BB71
BB69:
0127 s_bfe_u32 s1, s2, 0x90016
0129 s_lshl_b32 s1, s1, 12
012a s_bfe_u32 s2, s2, 0x9000c
012c s_or_b32 m0, s1, s2
012d s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
012e v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0130 s_lshl_b32 s3, s3, 8
0131 v_mov_b32_e32 v3, v8
0132 v_mov_b32_e32 v8, 0.5
0133 v_mov_b32_e32 v9, 1.0
0134 s_bfe_u32 s4, -1, s3
0135 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0137 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0139 s_mov_b32 exec_lo, s4
013a s_cbranch_execz BB78
BB73:
013b exp prim v1, off, off, off done
BB78:
013d s_waitcnt expcnt(0)
013e s_mov_b32 exec_lo, s0
013f s_cbranch_execz BB84
BB79:
0140 s_waitcnt lgkmcnt(0)
0141 v_add_nc_u32_e32 v3, s9, v3
0142 v_ashrrev_i32_sdwa v0, 4, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0144 v_ashrrev_i32_sdwa v1, 9, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0146 v_cvt_f32_ubyte0_e32 v3, v3
0147 v_cvt_f32_u32_e32 v0, v0
0148 v_cvt_f32_u32_e32 v1, v1
0149 v_mul_f32_e32 v3, 0x3b800000, v3
014b v_mul_f32_e32 v0, 0x3b800000, v0
014d v_mul_f32_e32 v1, 0x3b800000, v1
014f exp pos0 v6, v5, v8, v9 done
0151 exp param0 v3, v0, v1, off
BB84:
0153 s_endpgm
