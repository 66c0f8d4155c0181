BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_load_dwordx4 s[4:7], s[4:5], null
0008 v_add_nc_u32_e32 v2, s9, v5
0009 s_waitcnt lgkmcnt(0)
000a buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
BB6:
000c s_mov_b32 exec_lo, -1
000d s_and_b32 s1, s2, 0x7c000000
000f s_cselect_b32 s4, 11, 0
0010 s_and_b32 s4, s10, s4
0011 s_cbranch_scc0 BB68
BB7:
0012 s_bfe_u32 s1, s3, 0x40018
0014 s_lshl_b32 s4, s1, 5
0015 v_mbcnt_lo_u32_b32 v2, -1, s4
0017 v_mul_u32_u24_e32 v3, 28, v2
0018 s_mov_b32 exec_lo, s0
BB8:
0019 v_mov_b32_e32 v4, 1.0
001a v_mov_b32_e32 v9, 0
001b s_waitcnt vmcnt(0)
001c ds_write_b32 v3, v4 offset:12
001e ds_write2_b32 v3, v6, v7 offset1:1
0020 ds_write_b8 v3, v9 offset:16
BB13:
0022 s_mov_b32 exec_lo, -1
0023 s_waitcnt lgkmcnt(0)
0024 s_barrier
0025 s_lshl_b32 s4, s3, 8
0026 v_mad_u32_u16 v4, 28, v0, 0
0028 v_mad_u32_u16 v1, 28, v1, 0
002a v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
002c s_bfe_u32 exec_lo, -1, s4
002d s_mov_b32 s4, exec_lo
002e s_cbranch_execz BB34
BB14:
002f ds_read_b32 v9, v4 offset:12
0031 ds_read_b32 v10, v0 offset:12
0033 ds_read_b32 v11, v1 offset:12
0035 ds_read2_b32 v[12:13], v4 offset1:1
0037 ds_read2_b32 v[14:15], v0 offset1:1
0039 ds_read2_b32 v[16:17], v1 offset1:1
003b s_bitcmp1_b32 s10, 0
003c s_cselect_b32 s5, -1, 0
003d s_bitcmp1_b32 s10, 1
003e s_cselect_b32 s6, -1, 0
003f s_bitcmp1_b32 s10, 2
0040 s_cselect_b32 s7, -1, 0
0041 s_waitcnt lgkmcnt(5)
0042 v_cmp_gt_f32_e32 vcc_lo, 0, v9
0043 s_waitcnt lgkmcnt(4)
0044 v_cmp_gt_f32_e64 s15, 0, v10
0046 s_waitcnt lgkmcnt(3)
0047 v_max3_f32 v10, v10, v11, v9
0049 s_waitcnt lgkmcnt(1)
004a v_sub_f32_e32 v18, v15, v13
004b v_sub_f32_e32 v19, v12, v14
004c s_waitcnt lgkmcnt(0)
004d v_sub_f32_e32 v20, v16, v12
004e v_sub_f32_e32 v21, v13, v17
004f s_xor_b32 s16, s15, vcc_lo
0050 s_or_b32 s15, s15, vcc_lo
0051 v_cmp_gt_f32_e32 vcc_lo, 0, v11
0052 v_mul_f32_e32 v20, v20, v18
0053 s_xor_b32 s16, vcc_lo, s16
0054 s_or_b32 s15, vcc_lo, s15
0055 v_cmp_nlt_f32_e32 vcc_lo, 0, v10
0056 v_fma_f32 v19, v19, -v21, v20
0058 v_cndmask_b32_e64 v19, v19, -v19, s16
005a v_cmp_eq_f32_e64 s18, 0, v19
005c v_cmp_lt_f32_e64 s17, 0, v19
005e v_cmp_gt_f32_e64 s19, 0x7f800000, |v19|
0061 s_xnor_b32 s17, s17, s7
0062 s_and_b32 s5, s17, s5
0063 s_andn2_b32 s6, s6, s17
0064 s_or_b32 s5, s5, s6
0065 s_or_b32 s5, s5, s18
0066 s_and_b32 s5, s5, s19
0067 s_nor_b32 s5, vcc_lo, s5
0068 s_and_saveexec_b32 s5, s5
0069 s_cbranch_execz BB29
BB15:
006a v_min3_f32 v9, v14, v16, v12
006c v_max3_f32 v14, v14, v16, v12
006e v_min3_f32 v10, v15, v17, v13
0070 v_max3_f32 v15, v15, v17, v13
0072 v_max_f32_e32 v12, v9, v10
0073 v_min_f32_e32 v11, v14, v15
0074 v_cmp_lt_f32_e64 s6, 1.0, v12
0076 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
0077 s_or_b32 s6, s6, vcc_lo
0078 s_bitcmp1_b32 s10, 3
0079 s_cbranch_scc0 BB18
BB16:
007a v_fma_f32 v9, v9, s11, s13
007c v_fma_f32 v14, v14, s11, s13
007e s_ashr_i32 s10, s10, 24
007f v_fma_f32 v10, v10, s12, s14
0081 v_fma_f32 v15, v15, s12, s14
0083 v_ldexp_f32 v11, 1.0, s10
0085 v_sub_f32_e32 v9, v9, v11
0086 v_add_f32_e32 v14, v14, v11
0087 v_sub_f32_e32 v10, v10, v11
0088 v_add_f32_e32 v15, v15, v11
0089 v_rndne_f32_e32 v9, v9
008a v_rndne_f32_e32 v14, v14
008b v_rndne_f32_e32 v10, v10
008c v_rndne_f32_e32 v15, v15
008d v_cmp_eq_f32_e32 vcc_lo, v9, v14
008e v_cmp_eq_f32_e64 s7, v10, v15
0090 s_or_b32 s7, vcc_lo, s7
0091 s_or_b32 s6, s6, s7
BB18:
0092 s_orn2_b32 s15, s15, s6
0093 s_and_saveexec_b32 s15, s15
BB19:
0094 v_mov_b32_e32 v9, 1
0095 ds_write_b8 v4, v9 offset:16
0097 ds_write_b8 v0, v9 offset:16
0099 ds_write_b8 v1, v9 offset:16
009b s_mov_b32 s6, exec_lo
BB24:
009c s_mov_b32 exec_lo, s15
BB29:
009d s_and_b32 s6, s6, exec_lo
009e s_mov_b32 exec_lo, s5
BB34:
009f s_and_b32 s6, s6, exec_lo
00a0 s_waitcnt lgkmcnt(0)
00a1 s_barrier
00a2 s_mov_b32 exec_lo, s0
BB35:
00a3 ds_read_u8 v9, v3 offset:16
00a5 s_waitcnt lgkmcnt(0)
00a6 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00a7 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00a8 s_mov_b32 exec_lo, 1
00a9 s_bcnt1_i32_b32 s5, s0
BB41:
00aa v_mov_b32_e32 v9, s1
00ab v_mov_b32_e32 v10, s5
00ac ds_write_b8 v9, v10 offset:3584
00ae s_waitcnt lgkmcnt(0)
00af s_barrier
00b0 v_mov_b32_e32 v11, 0
00b1 ds_read_b32 v11, v11 offset:3584
BB46:
00b3 s_mov_b32 exec_lo, -1
00b4 v_mbcnt_lo_u32_b32 v9, -1, 0
00b6 v_mad_i32_i24 v9, v9, -8, 24
00b8 v_lshrrev_b32_e64 v9, v9, 0x1010101
00bb s_waitcnt lgkmcnt(0)
00bc v_permlane16_b32 v11, v11, 0, 0
00be v_dot4_u32_u8 v11, v11, v9, 0
00c0 v_readlane_b32 s7, v11, s1
00c2 s_sub_i32 s7, s7, s5
00c3 s_lshr_b32 s3, s3, 28
00c4 v_mbcnt_lo_u32_b32 v10, s0, s7
00c6 s_add_u32 s3, s3, -1
00c7 s_bfe_u32 s2, s2, 0x90016
00c9 v_readlane_b32 s3, v11, s3
00cb s_cmp_eq_i32 s3, 0
00cc s_cselect_b32 s10, -1, 0
00cd s_cselect_b32 s2, 0, s2
00ce s_andn2_b32 s4, s4, s10
00cf s_cmp_eq_i32 s1, 0
00d0 s_cbranch_scc0 BB49
BB47:
00d1 s_lshl_b32 s2, s2, 12
00d2 s_or_b32 m0, s2, s3
00d3 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00d4 s_mov_b32 exec_lo, s0
00d5 s_cbranch_execz BB55
BB50:
00d6 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00d8 v_mul_lo_u32 v10, 28, v10
00da v_mov_b32_e32 v11, 1.0
00db s_waitcnt vmcnt(0)
00dc ds_write_b8 v3, v9 offset:17
00de ds_write2_b32 v10, v6, v7 offset1:1
00e0 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00e2 ds_write_b32 v10, v5 offset:20
BB55:
00e4 s_mov_b32 exec_lo, -1
00e5 s_waitcnt lgkmcnt(0)
00e6 s_barrier
00e7 v_cmpx_gt_i32_e32 s3, v2
00e8 s_mov_b32 s0, exec_lo
00e9 s_cbranch_execz BB61
BB56:
00ea s_waitcnt vmcnt(0)
00eb ds_read2_b32 v[6:7], v3 offset1:1
00ed ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
00ef ds_read_b32 v5, v3 offset:20
BB61:
00f1 s_mov_b32 exec_lo, s6
00f2 s_cbranch_execz BB64
BB62:
00f3 ds_read_u8 v4, v4 offset:17
00f5 ds_read_u8 v0, v0 offset:17
00f7 ds_read_u8 v1, v1 offset:17
00f9 s_waitcnt lgkmcnt(1)
00fa v_lshl_or_b32 v0, v0, 10, v4
00fc s_waitcnt lgkmcnt(0)
00fd v_lshl_or_b32 v1, v1, 20, v0
BB64:
00ff s_andn2_b32 exec_lo, -1, exec_lo
0100 s_cbranch_execz BB72
BB65:
0101 v_bfrev_b32_e32 v1, 1
0102 s_branch BB72
BB68:
0103 s_and_b32 s1, s3, 0xf000000
0105 s_cbranch_scc1 BB71
BB69:
0106 s_bfe_u32 s1, s2, 0x90016
0108 s_lshl_b32 s1, s1, 12
0109 s_bfe_u32 s2, s2, 0x9000c
010b s_or_b32 m0, s1, s2
010c s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
010d v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
010f s_lshl_b32 s3, s3, 8
0110 v_mov_b32_e32 v9, 1.0
0111 s_bfe_u32 s4, -1, s3
0112 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0114 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0116 s_mov_b32 exec_lo, s4
0117 s_cbranch_execz BB78
BB73:
0118 exp prim v1, off, off, off done
BB78:
011a s_waitcnt expcnt(0)
011b s_mov_b32 exec_lo, s0
011c s_cbranch_execz BB84
BB79:
011d s_mov_b32 s0, s9
011e s_movk_i32 s9, 0x8000
011f s_clause 0x1
0120 s_load_dwordx4 s[4:7], s[8:9], 0x10
0122 s_load_dwordx4 s[8:11], s[8:9], null
0124 s_waitcnt lgkmcnt(0)
0125 v_add_nc_u32_e32 v5, s0, v5
0126 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
0128 buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen
012a s_waitcnt vmcnt(2)
012b exp pos0 v6, v7, v8, v9 done
012d s_waitcnt vmcnt(1)
012e v_mul_f32_e32 v10, v2, v2
012f s_waitcnt vmcnt(0)
0130 v_cvt_f16_f32_e32 v16, v3
0131 v_cvt_f16_f32_e32 v17, v4
0132 v_fmac_f32_e32 v10, v1, v1
0133 v_fmac_f32_e32 v10, v0, v0
0134 v_rsq_f32_e32 v10, v10
0135 v_mul_f32_e32 v0, v0, v10
0136 v_mul_f32_e32 v11, v1, v10
0137 v_fmac_f32_e32 v1, 4.0, v3
0138 v_mul_f32_e32 v10, v2, v10
0139 v_mul_f32_e32 v4, 0x3ef47644, v4
013b v_fma_f32 v5, 0x3f333333, v5, 1.0
013e v_cvt_f16_f32_e32 v13, v0
013f v_cvt_f16_f32_e32 v14, v11
0140 v_mul_f32_e32 v1, 0.15915494, v1
0141 v_cvt_f16_f32_e32 v15, v10
0142 v_mul_f32_e32 v12, 0x3f4ee116, v10
0144 v_cos_f32_e32 v4, v4
0145 v_fma_f32 v2, 0x3e99999a, v2, v5 clamp div:2
0148 v_mul_f16_e32 v16, v16, v13
0149 v_mul_f16_e32 v17, v17, v14
014a v_sin_f32_e32 v1, v1
014b v_fmamk_f32 v12, v11, 0x3f014cae, v12
014d v_fmaak_f32 v18, -2.0, v2, 0x40400000
014f v_fmac_f16_e32 v16, 0.5, v14
0150 v_fmac_f16_e32 v17, 0.5, v15
0151 v_fmamk_f32 v12, v0, 0x3e9b28d0, v12
0153 v_mul_f32_e32 v18, v2, v18
0154 v_cvt_f32_f16_e32 v19, v17
0155 v_mul_f32_e32 v1, 0x3ecccccd, v1
0157 v_fma_f32 v12, 0x3ecccccd, v12, 0.5
015a v_mul_f32_e32 v2, v2, v18
015b v_exp_f32_e64 v19, -|v19|
015d v_fma_f32 v1, v1, v4, 0.5
015f v_fma_mix_f32 v19, 1.0, v16, v19 op_sel_hi:[0,1,0]
0161 v_fma_f32 v19, 0x3e800000, v19, 0.5
0164 exp param0 v12, v1, v2, v19
BB84:
0166 s_endpgm
