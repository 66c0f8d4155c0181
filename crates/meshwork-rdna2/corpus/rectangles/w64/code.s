BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB4
BB1:
0005 v_add_nc_u32_e32 v2, s8, v5
0006 v_and_b32_e32 v3, 3, v2
0007 v_ashrrev_i32_e32 v4, 2, v2
0008 v_add_nc_u32_e32 v6, v3, v4
0009 v_and_b32_e32 v4, 3, v4
000a v_mul_hi_i32 v7, v6, 0x55555556
000d v_cmp_le_i32_e32 vcc, 0, v6
000e v_cvt_f32_i32_e32 v4, v4
000f v_fma_mix_f32 v10, 0x2c00, -v4, 0x2c00 op_sel:[0,0,1] op_sel_hi:[1,0,1]
0012 v_fmaak_f32 v4, 0.5, v4, 0xbf780000
0014 v_lshrrev_b32_e32 v8, 31, v7
0015 v_ashrrev_i32_e32 v2, 4, v2
0016 v_add_nc_u32_e32 v7, v7, v8
0017 v_cvt_f32_i32_e64 v2, v2 div:2
0019 v_lshl_add_u32 v7, v7, 1, v7
001b v_add_f32_e32 v2, 0xbf780000, v2
001d v_sub_nc_u32_e32 v7, v6, v7
001e v_cmp_eq_i32_e64 s[4:5], 0, v7
0020 v_add_nc_u32_e32 v9, 3, v7
0021 s_or_b64 vcc, s[4:5], vcc
0022 v_cndmask_b32_e32 v9, v9, v7, vcc
0023 v_cmp_gt_i32_e32 vcc, 3, v3
0024 v_cndmask_b32_e32 v3, v3, v9, vcc
0025 v_ashrrev_i32_e32 v11, 1, v3
0026 v_and_b32_e32 v3, 1, v3
0027 v_cvt_f32_i32_e32 v11, v11
0028 v_cvt_f32_i32_e32 v3, v3
0029 v_fmac_f32_e32 v2, v11, v10
002a v_fmamk_f32 v4, v3, 0x3ec00000, v4
002c v_sub_f32_e32 v3, 0x3fe00000, v3
002e v_cmp_lt_f32_e32 vcc, v3, v11
002f v_cndmask_b32_e64 v12, 0, 1, vcc
BB4:
0031 s_andn2_b64 exec, -1, exec
0032 v_mov_b32_e32 v12, 0
BB6:
0033 s_mov_b64 exec, -1
0034 s_and_b32 s4, s2, 0x7c000000
0036 s_cselect_b32 s5, 11, 0
0037 s_and_b32 s5, s9, s5
0038 s_cbranch_scc0 BB68
BB7:
0039 s_bfe_u32 s4, s3, 0x40018
003b s_lshl_b32 s5, s4, 6
003c v_mbcnt_lo_u32_b32 v3, -1, s5
003e v_mbcnt_hi_u32_b32 v3, -1, v3
0040 v_mul_u32_u24_e32 v6, 28, v3
0041 s_mov_b64 exec, s[0:1]
BB8:
0042 v_mov_b32_e32 v7, 1.0
0043 v_mov_b32_e32 v8, 0
0044 ds_write_b32 v6, v7 offset:12
0046 ds_write2_b32 v6, v4, v2 offset1:1
0048 ds_write_b8 v6, v8 offset:16
004a ds_write_b8 v6, v12 offset:18
BB13:
004c s_mov_b64 exec, -1
004d s_waitcnt lgkmcnt(0)
004e s_barrier
004f s_lshl_b32 s5, s3, 8
0050 v_mad_u32_u16 v7, 28, v0, 0
0052 v_mad_u32_u16 v1, 28, v1, 0
0054 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0056 s_bfe_u64 exec, -1, s5
0057 s_mov_b64 s[6:7], exec
0058 s_cbranch_execz BB34
BB14:
0059 ds_read_b32 v8, v7 offset:12
005b ds_read_b32 v9, v0 offset:12
005d ds_read_b32 v10, v1 offset:12
005f ds_read2_b32 v[12:13], v7 offset1:1
0061 ds_read2_b32 v[14:15], v0 offset1:1
0063 ds_read2_b32 v[16:17], v1 offset1:1
0065 ds_read_u8_d16 v11, v7 offset:18
0067 ds_read_u8_d16 v18, v0 offset:18
0069 ds_read_u8_d16 v19, v1 offset:18
006b s_bitcmp1_b32 s9, 0
006c s_cselect_b64 s[14:15], -1, 0
006d s_bitcmp1_b32 s9, 1
006e s_cselect_b64 s[16:17], -1, 0
006f s_bitcmp1_b32 s9, 2
0070 s_cselect_b64 s[18:19], -1, 0
0071 s_waitcnt lgkmcnt(8)
0072 v_cmp_gt_f32_e32 vcc, 0, v8
0073 s_waitcnt lgkmcnt(7)
0074 v_cmp_gt_f32_e64 s[20:21], 0, v9
0076 s_waitcnt lgkmcnt(6)
0077 v_max3_f32 v9, v9, v10, v8
0079 s_waitcnt lgkmcnt(4)
007a v_sub_f32_e32 v20, v15, v13
007b v_sub_f32_e32 v21, v12, v14
007c s_waitcnt lgkmcnt(3)
007d v_sub_f32_e32 v22, v16, v12
007e v_sub_f32_e32 v23, v13, v17
007f s_xor_b64 s[22:23], s[20:21], vcc
0080 s_or_b64 s[20:21], s[20:21], vcc
0081 v_cmp_gt_f32_e32 vcc, 0, v10
0082 s_waitcnt lgkmcnt(1)
0083 v_and_b32_e32 v11, v11, v18
0084 v_mul_f32_e32 v22, v22, v20
0085 s_xor_b64 s[22:23], vcc, s[22:23]
0086 s_or_b64 s[20:21], vcc, s[20:21]
0087 v_cmp_lt_f32_e32 vcc, 0, v9
0088 s_waitcnt lgkmcnt(0)
0089 v_and_b32_e32 v11, v11, v19
008a v_fma_f32 v21, v21, -v23, v22
008c v_cndmask_b32_e64 v21, v21, -v21, s[22:23]
008e v_cmp_lt_f32_e64 s[22:23], 0, v21
0090 s_xnor_b64 s[18:19], s[22:23], s[18:19]
0091 s_and_b64 s[14:15], s[18:19], s[14:15]
0092 s_andn2_b64 s[16:17], s[16:17], s[18:19]
0093 s_or_b64 s[14:15], s[14:15], s[16:17]
0094 v_cmp_eq_f32_e64 s[16:17], 0, v21
0096 s_or_b64 s[14:15], s[14:15], s[16:17]
0097 v_cmp_gt_f32_e64 s[16:17], 0x7f800000, |v21|
009a s_nand_b64 s[14:15], s[14:15], s[16:17]
009b v_cmp_eq_i16_e64 s[16:17], 0, v11
009d s_and_b64 s[16:17], s[16:17], vcc
009e s_and_b64 s[14:15], s[16:17], s[14:15]
009f s_and_saveexec_b64 s[14:15], s[14:15]
00a0 s_cbranch_execz BB29
BB15:
00a1 v_min3_f32 v8, v14, v16, v12
00a3 v_max3_f32 v14, v14, v16, v12
00a5 v_min3_f32 v9, v15, v17, v13
00a7 v_max3_f32 v15, v15, v17, v13
00a9 v_max_f32_e32 v11, v8, v9
00aa v_min_f32_e32 v10, v14, v15
00ab v_cmp_lt_f32_e64 s[16:17], 1.0, v11
00ad v_cmp_gt_f32_e32 vcc, -1.0, v10
00ae s_or_b64 s[16:17], s[16:17], vcc
00af s_bitcmp1_b32 s9, 3
00b0 s_cbranch_scc0 BB18
BB16:
00b1 v_fma_f32 v8, v8, s10, s12
00b3 v_fma_f32 v14, v14, s10, s12
00b5 s_ashr_i32 s9, s9, 24
00b6 v_fma_f32 v9, v9, s11, s13
00b8 v_fma_f32 v15, v15, s11, s13
00ba v_ldexp_f32 v10, 1.0, s9
00bc v_sub_f32_e32 v8, v8, v10
00bd v_add_f32_e32 v14, v14, v10
00be v_sub_f32_e32 v9, v9, v10
00bf v_add_f32_e32 v15, v15, v10
00c0 v_rndne_f32_e32 v8, v8
00c1 v_rndne_f32_e32 v14, v14
00c2 v_rndne_f32_e32 v9, v9
00c3 v_rndne_f32_e32 v15, v15
00c4 v_cmp_eq_f32_e32 vcc, v8, v14
00c5 v_cmp_eq_f32_e64 s[10:11], v9, v15
00c7 s_or_b64 s[10:11], vcc, s[10:11]
00c8 s_or_b64 s[16:17], s[16:17], s[10:11]
BB18:
00c9 s_orn2_b64 s[10:11], s[20:21], s[16:17]
00ca s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00cb v_mov_b32_e32 v8, 1
00cc ds_write_b8 v7, v8 offset:16
00ce ds_write_b8 v0, v8 offset:16
00d0 ds_write_b8 v1, v8 offset:16
00d2 s_mov_b64 s[12:13], exec
BB24:
00d3 s_mov_b64 exec, s[10:11]
BB29:
00d4 s_and_b64 s[10:11], s[12:13], exec
00d5 s_mov_b64 exec, s[14:15]
BB34:
00d6 s_and_b64 s[10:11], s[10:11], exec
00d7 s_waitcnt lgkmcnt(0)
00d8 s_barrier
00d9 s_mov_b64 exec, s[0:1]
BB35:
00da ds_read_u8 v8, v6 offset:16
00dc s_waitcnt lgkmcnt(0)
00dd v_cmp_ne_i32_e32 vcc, 0, v8
00de s_and_b64 s[0:1], vcc, exec
BB40:
00df s_mov_b64 exec, 1
00e0 s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00e1 v_mov_b32_e32 v8, s4
00e2 v_mov_b32_e32 v9, s5
00e3 ds_write_b8 v8, v9 offset:3584
00e5 s_waitcnt lgkmcnt(0)
00e6 s_barrier
00e7 v_mov_b32_e32 v10, 0
00e8 ds_read_b32 v10, v10 offset:3584
BB46:
00ea s_mov_b64 exec, -1
00eb v_mbcnt_lo_u32_b32 v8, -1, 0
00ed v_mbcnt_hi_u32_b32 v8, -1, v8
00ef v_mad_i32_i24 v8, v8, -8, 24
00f1 s_waitcnt lgkmcnt(0)
00f2 v_permlane16_b32 v10, v10, 0, 0
00f4 v_lshrrev_b32_e64 v8, v8, 0x1010101
00f7 v_dot4_u32_u8 v10, v10, v8, 0
00f9 v_readlane_b32 s9, v10, s4
00fb s_sub_i32 s9, s9, s5
00fc s_lshr_b32 s3, s3, 28
00fd v_mbcnt_lo_u32_b32 v9, s0, s9
00ff s_add_u32 s3, s3, -1
0100 s_bfe_u32 s2, s2, 0x90016
0102 v_readlane_b32 s3, v10, s3
0104 v_mbcnt_hi_u32_b32 v9, s1, v9
0106 s_cmp_eq_i32 s3, 0
0107 s_cselect_b64 s[12:13], -1, 0
0108 s_cselect_b32 s2, 0, s2
0109 s_andn2_b64 s[6:7], s[6:7], s[12:13]
010a s_cmp_eq_i32 s4, 0
010b s_cbranch_scc0 BB49
BB47:
010c s_lshl_b32 s2, s2, 12
010d s_or_b32 m0, s2, s3
010e s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
010f s_mov_b64 exec, s[0:1]
0110 s_cbranch_execz BB55
BB50:
0111 v_mov_b32_sdwa v8, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0113 v_mul_lo_u32 v9, 28, v9
0115 v_mov_b32_e32 v10, 0.5
0116 v_mov_b32_e32 v11, 1.0
0117 ds_write_b8 v6, v8 offset:17
0119 ds_write2_b32 v9, v4, v2 offset1:1
011b ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
011d ds_write_b32 v9, v5 offset:20
BB55:
011f s_mov_b64 exec, -1
0120 s_waitcnt lgkmcnt(0)
0121 s_barrier
0122 v_cmpx_gt_i32_e32 s3, v3
0123 s_mov_b64 s[0:1], exec
0124 s_cbranch_execz BB61
BB56:
0125 ds_read2_b32 v[4:5], v6 offset1:1
0127 ds_read2_b32 v[2:3], v6 offset0:2 offset1:3
0129 ds_read_b32 v6, v6 offset:20
BB61:
012b s_mov_b64 exec, s[10:11]
012c s_cbranch_execz BB64
BB62:
012d ds_read_u8 v7, v7 offset:17
012f ds_read_u8 v0, v0 offset:17
0131 ds_read_u8 v1, v1 offset:17
0133 s_waitcnt lgkmcnt(1)
0134 v_lshl_or_b32 v0, v0, 10, v7
0136 s_waitcnt lgkmcnt(0)
0137 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0139 s_andn2_b64 exec, -1, exec
013a s_cbranch_execz BB72
BB65:
013b v_bfrev_b32_e32 v1, 1
013c s_branch BB72
BB68:
013d s_and_b32 s4, s3, 0xf000000
013f s_cbranch_scc1 BB71
BB69:
0140 s_bfe_u32 s4, s2, 0x90016
0142 s_lshl_b32 s4, s4, 12
0143 s_bfe_u32 s2, s2, 0x9000c
0145 s_or_b32 m0, s4, s2
0146 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0147 v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0149 s_lshl_b32 s3, s3, 8
014a v_mov_b32_e32 v6, v5
014b v_mov_b32_e32 v5, v2
014c v_mov_b32_e32 v2, 0.5
014d s_bfe_u64 s[6:7], -1, s3
014e v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0150 v_mov_b32_e32 v3, 1.0
0151 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0153 s_mov_b64 exec, s[6:7]
0154 s_cbranch_execz BB78
BB73:
0155 exp prim v1, off, off, off done
BB78:
0157 s_waitcnt expcnt(0)
0158 s_mov_b64 exec, s[0:1]
0159 s_cbranch_execz BB84
BB79:
015a s_waitcnt lgkmcnt(1)
015b exp pos0 v4, v5, v2, v3
015d s_waitcnt lgkmcnt(0)
015e v_add_nc_u32_e32 v6, s8, v6
015f v_and_b32_e32 v0, 3, v6
0160 v_ashrrev_i32_e32 v6, 2, v6
0161 v_add_nc_u32_e32 v6, v0, v6
0162 v_mul_hi_i32 v1, v6, 0x55555556
0165 v_cmp_le_i32_e32 vcc, 0, v6
0166 v_lshrrev_b32_e32 v7, 31, v1
0167 v_add_nc_u32_e32 v1, v1, v7
0168 v_lshl_add_u32 v1, v1, 1, v1
016a v_sub_nc_u32_e32 v1, v6, v1
016b v_cmp_eq_i32_e64 s[0:1], 0, v1
016d v_add_nc_u32_e32 v8, 3, v1
016e s_or_b64 vcc, s[0:1], vcc
016f v_cndmask_b32_e32 v8, v8, v1, vcc
0170 v_cmp_gt_i32_e32 vcc, 3, v0
0171 v_cndmask_b32_e32 v8, v0, v8, vcc
0172 v_cvt_f32_u32_e32 v0, v0
0173 v_ashrrev_i32_e32 v9, 1, v8
0174 v_and_b32_e32 v8, 1, v8
0175 v_mul_f32_e32 v0, 0x3e800000, v0
0177 v_cvt_f32_i32_e32 v9, v9
0178 v_cvt_f32_i32_e32 v8, v8
0179 v_sub_f32_e32 v10, 0x3fe00000, v8
017b v_fmaak_f32 v11, 0.5, v8, 0x3e800000
017d v_sub_f32_e32 v10, v10, v9
017e v_fma_f32 v11, 0x3e800000, -v9, v11
0181 exp pos1 v10, off, off, off done
0183 exp param0 v8, v9, v11, off
0185 exp param1 v0, off, off, off
BB84:
0187 s_endpgm
