BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB4
BB1:
0004 v_add_nc_u32_e32 v2, s8, v5
0005 v_and_b32_e32 v3, 3, v2
0006 v_ashrrev_i32_e32 v4, 2, v2
0007 v_add_nc_u32_e32 v6, v3, v4
0008 v_and_b32_e32 v4, 3, v4
0009 v_mul_hi_i32 v7, v6, 0x55555556
000c v_cmp_le_i32_e32 vcc_lo, 0, v6
000d v_cvt_f32_i32_e32 v4, v4
000e v_fma_mix_f32 v10, 0x2c00, -v4, 0x2c00 op_sel:[0,0,1] op_sel_hi:[1,0,1]
0011 v_fmaak_f32 v4, 0.5, v4, 0xbf780000
0013 v_lshrrev_b32_e32 v8, 31, v7
0014 v_ashrrev_i32_e32 v2, 4, v2
0015 v_add_nc_u32_e32 v7, v7, v8
0016 v_cvt_f32_i32_e64 v2, v2 div:2
0018 v_lshl_add_u32 v7, v7, 1, v7
001a v_add_f32_e32 v2, 0xbf780000, v2
001c v_sub_nc_u32_e32 v7, v6, v7
001d v_cmp_eq_i32_e64 s1, 0, v7
001f v_add_nc_u32_e32 v9, 3, v7
0020 s_or_b32 vcc_lo, s1, vcc_lo
0021 v_cndmask_b32_e32 v9, v9, v7, vcc_lo
0022 v_cmp_gt_i32_e32 vcc_lo, 3, v3
0023 v_cndmask_b32_e32 v3, v3, v9, vcc_lo
0024 v_ashrrev_i32_e32 v11, 1, v3
0025 v_and_b32_e32 v3, 1, v3
0026 v_cvt_f32_i32_e32 v11, v11
0027 v_cvt_f32_i32_e32 v3, v3
0028 v_fmac_f32_e32 v2, v11, v10
0029 v_fmamk_f32 v4, v3, 0x3ec00000, v4
002b v_sub_f32_e32 v3, 0x3fe00000, v3
002d v_cmp_lt_f32_e32 vcc_lo, v3, v11
002e v_cndmask_b32_e64 v12, 0, 1, vcc_lo
BB4:
0030 s_andn2_b32 exec_lo, -1, exec_lo
0031 v_mov_b32_e32 v12, 0
BB6:
0032 s_mov_b32 exec_lo, -1
0033 s_and_b32 s1, s2, 0x7c000000
0035 s_cselect_b32 s4, 11, 0
0036 s_and_b32 s4, s9, s4
0037 s_cbranch_scc0 BB68
BB7:
0038 s_bfe_u32 s1, s3, 0x40018
003a s_lshl_b32 s4, s1, 5
003b v_mbcnt_lo_u32_b32 v3, -1, s4
003d v_mul_u32_u24_e32 v6, 28, v3
003e s_mov_b32 exec_lo, s0
BB8:
003f v_mov_b32_e32 v7, 1.0
0040 v_mov_b32_e32 v8, 0
0041 ds_write_b32 v6, v7 offset:12
0043 ds_write2_b32 v6, v4, v2 offset1:1
0045 ds_write_b8 v6, v8 offset:16
0047 ds_write_b8 v6, v12 offset:18
BB13:
0049 s_mov_b32 exec_lo, -1
004a s_waitcnt lgkmcnt(0)
004b s_barrier
004c s_lshl_b32 s4, s3, 8
004d v_mad_u32_u16 v7, 28, v0, 0
004f v_mad_u32_u16 v1, 28, v1, 0
0051 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0053 s_bfe_u32 exec_lo, -1, s4
0054 s_mov_b32 s4, exec_lo
0055 s_cbranch_execz BB34
BB14:
0056 ds_read_b32 v8, v7 offset:12
0058 ds_read_b32 v9, v0 offset:12
005a ds_read_b32 v10, v1 offset:12
005c ds_read2_b32 v[12:13], v7 offset1:1
005e ds_read2_b32 v[14:15], v0 offset1:1
0060 ds_read2_b32 v[16:17], v1 offset1:1
0062 ds_read_u8_d16 v11, v7 offset:18
0064 ds_read_u8_d16 v18, v0 offset:18
0066 ds_read_u8_d16 v19, v1 offset:18
0068 s_bitcmp1_b32 s9, 0
0069 s_cselect_b32 s5, -1, 0
006a s_bitcmp1_b32 s9, 1
006b s_cselect_b32 s6, -1, 0
006c s_bitcmp1_b32 s9, 2
006d s_cselect_b32 s7, -1, 0
006e s_waitcnt lgkmcnt(8)
006f v_cmp_gt_f32_e32 vcc_lo, 0, v8
0070 s_waitcnt lgkmcnt(7)
0071 v_cmp_gt_f32_e64 s14, 0, v9
0073 s_waitcnt lgkmcnt(6)
0074 v_max3_f32 v9, v9, v10, v8
0076 s_waitcnt lgkmcnt(4)
0077 v_sub_f32_e32 v20, v15, v13
0078 v_sub_f32_e32 v21, v12, v14
0079 s_waitcnt lgkmcnt(3)
007a v_sub_f32_e32 v22, v16, v12
007b v_sub_f32_e32 v23, v13, v17
007c s_xor_b32 s15, s14, vcc_lo
007d s_or_b32 s14, s14, vcc_lo
007e v_cmp_gt_f32_e32 vcc_lo, 0, v10
007f s_waitcnt lgkmcnt(1)
0080 v_and_b32_e32 v11, v11, v18
0081 v_mul_f32_e32 v22, v22, v20
0082 s_xor_b32 s15, vcc_lo, s15
0083 s_or_b32 s14, vcc_lo, s14
0084 v_cmp_lt_f32_e32 vcc_lo, 0, v9
0085 s_waitcnt lgkmcnt(0)
0086 v_and_b32_e32 v11, v11, v19
0087 v_fma_f32 v21, v21, -v23, v22
0089 v_cmp_eq_i16_e64 s19, 0, v11
008b v_cndmask_b32_e64 v21, v21, -v21, s15
008d v_cmp_gt_f32_e64 s18, 0x7f800000, |v21|
0090 v_cmp_eq_f32_e64 s17, 0, v21
0092 v_cmp_lt_f32_e64 s16, 0, v21
0094 s_xnor_b32 s16, s16, s7
0095 s_and_b32 s5, s16, s5
0096 s_andn2_b32 s6, s6, s16
0097 s_or_b32 s5, s5, s6
0098 s_or_b32 s5, s5, s17
0099 s_nand_b32 s5, s5, s18
009a s_and_b32 s19, s19, vcc_lo
009b s_and_b32 s19, s19, s5
009c s_and_saveexec_b32 s19, s19
009d s_cbranch_execz BB29
BB15:
009e v_min3_f32 v8, v14, v16, v12
00a0 v_max3_f32 v14, v14, v16, v12
00a2 v_min3_f32 v9, v15, v17, v13
00a4 v_max3_f32 v15, v15, v17, v13
00a6 v_max_f32_e32 v11, v8, v9
00a7 v_min_f32_e32 v10, v14, v15
00a8 v_cmp_lt_f32_e64 s5, 1.0, v11
00aa v_cmp_gt_f32_e32 vcc_lo, -1.0, v10
00ab s_or_b32 s5, s5, vcc_lo
00ac s_bitcmp1_b32 s9, 3
00ad s_cbranch_scc0 BB18
BB16:
00ae v_fma_f32 v8, v8, s10, s12
00b0 v_fma_f32 v14, v14, s10, s12
00b2 s_ashr_i32 s9, s9, 24
00b3 v_fma_f32 v9, v9, s11, s13
00b5 v_fma_f32 v15, v15, s11, s13
00b7 v_ldexp_f32 v10, 1.0, s9
00b9 v_sub_f32_e32 v8, v8, v10
00ba v_add_f32_e32 v14, v14, v10
00bb v_sub_f32_e32 v9, v9, v10
00bc v_add_f32_e32 v15, v15, v10
00bd v_rndne_f32_e32 v8, v8
00be v_rndne_f32_e32 v14, v14
00bf v_rndne_f32_e32 v9, v9
00c0 v_rndne_f32_e32 v15, v15
00c1 v_cmp_eq_f32_e32 vcc_lo, v8, v14
00c2 v_cmp_eq_f32_e64 s6, v9, v15
00c4 s_or_b32 s6, vcc_lo, s6
00c5 s_or_b32 s5, s5, s6
BB18:
00c6 s_orn2_b32 s14, s14, s5
00c7 s_and_saveexec_b32 s14, s14
BB19:
00c8 v_mov_b32_e32 v8, 1
00c9 ds_write_b8 v7, v8 offset:16
00cb ds_write_b8 v0, v8 offset:16
00cd ds_write_b8 v1, v8 offset:16
00cf s_mov_b32 s5, exec_lo
BB24:
00d0 s_mov_b32 exec_lo, s14
BB29:
00d1 s_and_b32 s5, s5, exec_lo
00d2 s_mov_b32 exec_lo, s19
BB34:
00d3 s_and_b32 s5, s5, exec_lo
00d4 s_waitcnt lgkmcnt(0)
00d5 s_barrier
00d6 s_mov_b32 exec_lo, s0
BB35:
00d7 ds_read_u8 v8, v6 offset:16
00d9 s_waitcnt lgkmcnt(0)
00da v_cmp_ne_i32_e32 vcc_lo, 0, v8
00db s_and_b32 s0, vcc_lo, exec_lo
BB40:
00dc s_mov_b32 exec_lo, 1
00dd s_bcnt1_i32_b32 s6, s0
BB41:
00de v_mov_b32_e32 v8, s1
00df v_mov_b32_e32 v9, s6
00e0 ds_write_b8 v8, v9 offset:3584
00e2 s_waitcnt lgkmcnt(0)
00e3 s_barrier
00e4 v_mov_b32_e32 v10, 0
00e5 ds_read_b32 v10, v10 offset:3584
BB46:
00e7 s_mov_b32 exec_lo, -1
00e8 v_mbcnt_lo_u32_b32 v8, -1, 0
00ea v_mad_i32_i24 v8, v8, -8, 24
00ec v_lshrrev_b32_e64 v8, v8, 0x1010101
00ef s_waitcnt lgkmcnt(0)
00f0 v_permlane16_b32 v10, v10, 0, 0
00f2 v_dot4_u32_u8 v10, v10, v8, 0
00f4 v_readlane_b32 s7, v10, s1
00f6 s_sub_i32 s7, s7, s6
00f7 s_lshr_b32 s3, s3, 28
00f8 v_mbcnt_lo_u32_b32 v9, s0, s7
00fa s_add_u32 s3, s3, -1
00fb s_bfe_u32 s2, s2, 0x90016
00fd v_readlane_b32 s3, v10, s3
00ff s_cmp_eq_i32 s3, 0
0100 s_cselect_b32 s9, -1, 0
0101 s_cselect_b32 s2, 0, s2
0102 s_andn2_b32 s4, s4, s9
0103 s_cmp_eq_i32 s1, 0
0104 s_cbranch_scc0 BB49
BB47:
0105 s_lshl_b32 s2, s2, 12
0106 s_or_b32 m0, s2, s3
0107 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
0108 s_mov_b32 exec_lo, s0
0109 s_cbranch_execz BB55
BB50:
010a v_mov_b32_sdwa v8, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
010c v_mul_lo_u32 v9, 28, v9
010e v_mov_b32_e32 v10, 0.5
010f v_mov_b32_e32 v11, 1.0
0110 ds_write_b8 v6, v8 offset:17
0112 ds_write2_b32 v9, v4, v2 offset1:1
0114 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
0116 ds_write_b32 v9, v5 offset:20
BB55:
0118 s_mov_b32 exec_lo, -1
0119 s_waitcnt lgkmcnt(0)
011a s_barrier
011b v_cmpx_gt_i32_e32 s3, v3
011c s_mov_b32 s0, exec_lo
011d s_cbranch_execz BB61
BB56:
011e ds_read2_b32 v[4:5], v6 offset1:1
0120 ds_read2_b32 v[2:3], v6 offset0:2 offset1:3
0122 ds_read_b32 v6, v6 offset:20
BB61:
0124 s_mov_b32 exec_lo, s5
0125 s_cbranch_execz BB64
BB62:
0126 ds_read_u8 v7, v7 offset:17
0128 ds_read_u8 v0, v0 offset:17
012a ds_read_u8 v1, v1 offset:17
012c s_waitcnt lgkmcnt(1)
012d v_lshl_or_b32 v0, v0, 10, v7
012f s_waitcnt lgkmcnt(0)
0130 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0132 s_andn2_b32 exec_lo, -1, exec_lo
0133 s_cbranch_execz BB72
BB65:
0134 v_bfrev_b32_e32 v1, 1
0135 s_branch BB72
BB68:
0136 s_and_b32 s1, s3, 0xf000000
0138 s_cbranch_scc1 BB71
BB69:
0139 s_bfe_u32 s1, s2, 0x90016
013b s_lshl_b32 s1, s1, 12
013c s_bfe_u32 s2, s2, 0x9000c
013e s_or_b32 m0, s1, s2
013f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0140 v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0142 s_lshl_b32 s3, s3, 8
0143 v_mov_b32_e32 v6, v5
0144 v_mov_b32_e32 v5, v2
0145 v_mov_b32_e32 v2, 0.5
0146 s_bfe_u32 s4, -1, s3
0147 v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0149 v_mov_b32_e32 v3, 1.0
014a v_lshl_or_b32 v1, v1, 20, v0
BB72:
014c s_mov_b32 exec_lo, s4
014d s_cbranch_execz BB78
BB73:
014e exp prim v1, off, off, off done
BB78:
0150 s_waitcnt expcnt(0)
0151 s_mov_b32 exec_lo, s0
0152 s_cbranch_execz BB84
BB79:
0153 s_waitcnt lgkmcnt(1)
0154 exp pos0 v4, v5, v2, v3
0156 s_waitcnt lgkmcnt(0)
0157 v_add_nc_u32_e32 v6, s8, v6
0158 v_and_b32_e32 v0, 3, v6
0159 v_ashrrev_i32_e32 v6, 2, v6
015a v_add_nc_u32_e32 v6, v0, v6
015b v_mul_hi_i32 v1, v6, 0x55555556
015e v_cmp_le_i32_e32 vcc_lo, 0, v6
015f v_lshrrev_b32_e32 v7, 31, v1
0160 v_add_nc_u32_e32 v1, v1, v7
0161 v_lshl_add_u32 v1, v1, 1, v1
0163 v_sub_nc_u32_e32 v1, v6, v1
0164 v_cmp_eq_i32_e64 s0, 0, v1
0166 v_add_nc_u32_e32 v8, 3, v1
0167 s_or_b32 vcc_lo, s0, vcc_lo
0168 v_cndmask_b32_e32 v8, v8, v1, vcc_lo
0169 v_cmp_gt_i32_e32 vcc_lo, 3, v0
016a v_cndmask_b32_e32 v8, v0, v8, vcc_lo
016b v_cvt_f32_u32_e32 v0, v0
016c v_ashrrev_i32_e32 v9, 1, v8
016d v_and_b32_e32 v8, 1, v8
016e v_mul_f32_e32 v0, 0x3e800000, v0
0170 v_cvt_f32_i32_e32 v9, v9
0171 v_cvt_f32_i32_e32 v8, v8
0172 v_sub_f32_e32 v10, 0x3fe00000, v8
0174 v_fmaak_f32 v11, 0.5, v8, 0x3e800000
0176 v_sub_f32_e32 v10, v10, v9
0177 v_fma_f32 v11, 0x3e800000, -v9, v11
017a exp pos1 v10, off, off, off done
017c exp param0 v8, v9, v11, off
017e exp param1 v0, off, off, off
BB84:
0180 s_endpgm
