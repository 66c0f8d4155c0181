BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 v_add_lshl_u32 v5, s8, v5, 3
0007 s_getpc_b64 s[4:5]
0008 s_mov_b32 s6, 24
0009 s_mov_b32 s7, 0x31016fac
000b s_add_u32 s4, s4, 0x528
000d buffer_load_dwordx2 v[2:3], v5, s[4:7], 0 offen
000f v_add_nc_u32_e32 v4, s9, v8
0010 v_and_b32_e32 v5, 0x7f, v4
0012 v_ashrrev_i32_e32 v4, 7, v4
0013 v_cvt_f32_u32_e32 v5, v5
0014 v_and_b32_e32 v4, 0x7f, v4
0016 v_fma_f32 v5, 0x3c800000, v5, -1.0
0019 v_cvt_f32_u32_e32 v4, v4
001a v_fma_f32 v4, 0x3c800000, v4, -1.0
001d s_waitcnt vmcnt(0)
001e v_add_f32_e32 v5, v5, v2
001f v_add_f32_e32 v4, v4, v3
BB6:
0020 s_mov_b64 exec, -1
0021 s_and_b32 s4, s2, 0x7c000000
0023 s_cselect_b32 s5, 11, 0
0024 s_and_b32 s5, s10, s5
0025 s_cbranch_scc0 BB68
BB7:
0026 s_bfe_u32 s4, s3, 0x40018
0028 s_lshl_b32 s5, s4, 6
0029 v_mbcnt_lo_u32_b32 v2, -1, s5
002b v_mbcnt_hi_u32_b32 v2, -1, v2
002d v_mul_u32_u24_e32 v3, 28, v2
002e s_mov_b64 exec, s[0:1]
BB8:
002f v_mov_b32_e32 v6, 1.0
0030 v_mov_b32_e32 v7, 0
0031 ds_write_b32 v3, v6 offset:12
0033 ds_write2_b32 v3, v5, v4 offset1:1
0035 ds_write_b8 v3, v7 offset:16
BB13:
0037 s_mov_b64 exec, -1
0038 s_waitcnt lgkmcnt(0)
0039 s_barrier
003a s_lshl_b32 s5, s3, 8
003b v_mad_u32_u16 v6, 28, v0, 0
003d v_mad_u32_u16 v1, 28, v1, 0
003f v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0041 s_bfe_u64 exec, -1, s5
0042 s_mov_b64 s[6:7], exec
0043 s_cbranch_execz BB34
BB14:
0044 ds_read_b32 v7, v6 offset:12
0046 ds_read_b32 v9, v0 offset:12
0048 ds_read_b32 v10, v1 offset:12
004a ds_read2_b32 v[12:13], v6 offset1:1
004c ds_read2_b32 v[14:15], v0 offset1:1
004e ds_read2_b32 v[16:17], v1 offset1:1
0050 s_bitcmp1_b32 s10, 0
0051 s_cselect_b64 s[16:17], -1, 0
0052 s_bitcmp1_b32 s10, 1
0053 s_cselect_b64 s[18:19], -1, 0
0054 s_bitcmp1_b32 s10, 2
0055 s_cselect_b64 s[20:21], -1, 0
0056 s_waitcnt lgkmcnt(5)
0057 v_cmp_gt_f32_e32 vcc, 0, v7
0058 s_waitcnt lgkmcnt(4)
0059 v_cmp_gt_f32_e64 s[22:23], 0, v9
005b s_waitcnt lgkmcnt(3)
005c v_max3_f32 v9, v9, v10, v7
005e s_waitcnt lgkmcnt(1)
005f v_sub_f32_e32 v11, v15, v13
0060 v_sub_f32_e32 v18, v12, v14
0061 s_waitcnt lgkmcnt(0)
0062 v_sub_f32_e32 v19, v16, v12
0063 v_sub_f32_e32 v20, v13, v17
0064 s_xor_b64 s[24:25], s[22:23], vcc
0065 s_or_b64 s[22:23], s[22:23], vcc
0066 v_cmp_gt_f32_e32 vcc, 0, v10
0067 v_mul_f32_e32 v19, v19, v11
0068 s_xor_b64 s[24:25], vcc, s[24:25]
0069 s_or_b64 s[22:23], vcc, s[22:23]
006a v_cmp_nlt_f32_e32 vcc, 0, v9
006b v_fma_f32 v18, v18, -v20, v19
006d v_cndmask_b32_e64 v18, v18, -v18, s[24:25]
006f v_cmp_lt_f32_e64 s[24:25], 0, v18
0071 s_xnor_b64 s[20:21], s[24:25], s[20:21]
0072 s_and_b64 s[16:17], s[20:21], s[16:17]
0073 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0074 s_or_b64 s[16:17], s[16:17], s[18:19]
0075 v_cmp_eq_f32_e64 s[18:19], 0, v18
0077 s_or_b64 s[16:17], s[16:17], s[18:19]
0078 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v18|
007b s_and_b64 s[16:17], s[16:17], s[18:19]
007c s_nor_b64 s[16:17], vcc, s[16:17]
007d s_and_saveexec_b64 s[16:17], s[16:17]
007e s_cbranch_execz BB29
BB15:
007f v_min3_f32 v7, v14, v16, v12
0081 v_max3_f32 v14, v14, v16, v12
0083 v_min3_f32 v9, v15, v17, v13
0085 v_max3_f32 v15, v15, v17, v13
0087 v_max_f32_e32 v11, v7, v9
0088 v_min_f32_e32 v10, v14, v15
0089 v_cmp_lt_f32_e64 s[18:19], 1.0, v11
008b v_cmp_gt_f32_e32 vcc, -1.0, v10
008c s_or_b64 s[18:19], s[18:19], vcc
008d s_bitcmp1_b32 s10, 3
008e s_cbranch_scc0 BB18
BB16:
008f v_fma_f32 v7, v7, s11, s13
0091 v_fma_f32 v14, v14, s11, s13
0093 s_ashr_i32 s10, s10, 24
0094 v_fma_f32 v9, v9, s12, s14
0096 v_fma_f32 v15, v15, s12, s14
0098 v_ldexp_f32 v10, 1.0, s10
009a v_sub_f32_e32 v7, v7, v10
009b v_add_f32_e32 v14, v14, v10
009c v_sub_f32_e32 v9, v9, v10
009d v_add_f32_e32 v15, v15, v10
009e v_rndne_f32_e32 v7, v7
009f v_rndne_f32_e32 v14, v14
00a0 v_rndne_f32_e32 v9, v9
00a1 v_rndne_f32_e32 v15, v15
00a2 v_cmp_eq_f32_e32 vcc, v7, v14
00a3 v_cmp_eq_f32_e64 s[10:11], v9, v15
00a5 s_or_b64 s[10:11], vcc, s[10:11]
00a6 s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
00a7 s_orn2_b64 s[10:11], s[22:23], s[18:19]
00a8 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00a9 v_mov_b32_e32 v7, 1
00aa ds_write_b8 v6, v7 offset:16
00ac ds_write_b8 v0, v7 offset:16
00ae ds_write_b8 v1, v7 offset:16
00b0 s_mov_b64 s[12:13], exec
BB24:
00b1 s_mov_b64 exec, s[10:11]
BB29:
00b2 s_and_b64 s[10:11], s[12:13], exec
00b3 s_mov_b64 exec, s[16:17]
BB34:
00b4 s_and_b64 s[10:11], s[10:11], exec
00b5 s_waitcnt lgkmcnt(0)
00b6 s_barrier
00b7 s_mov_b64 exec, s[0:1]
BB35:
00b8 ds_read_u8 v7, v3 offset:16
00ba s_waitcnt lgkmcnt(0)
00bb v_cmp_ne_i32_e32 vcc, 0, v7
00bc s_and_b64 s[0:1], vcc, exec
BB40:
00bd s_mov_b64 exec, 1
00be s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00bf v_mov_b32_e32 v7, s4
00c0 v_mov_b32_e32 v9, s5
00c1 ds_write_b8 v7, v9 offset:3584
00c3 s_waitcnt lgkmcnt(0)
00c4 s_barrier
00c5 v_mov_b32_e32 v10, 0
00c6 ds_read_b32 v10, v10 offset:3584
BB46:
00c8 s_mov_b64 exec, -1
00c9 v_mbcnt_lo_u32_b32 v7, -1, 0
00cb v_mbcnt_hi_u32_b32 v7, -1, v7
00cd v_mad_i32_i24 v7, v7, -8, 24
00cf s_waitcnt lgkmcnt(0)
00d0 v_permlane16_b32 v10, v10, 0, 0
00d2 v_lshrrev_b32_e64 v7, v7, 0x1010101
00d5 v_dot4_u32_u8 v10, v10, v7, 0
00d7 v_readlane_b32 s8, v10, s4
00d9 s_sub_i32 s8, s8, s5
00da s_lshr_b32 s3, s3, 28
00db v_mbcnt_lo_u32_b32 v9, s0, s8
00dd s_add_u32 s3, s3, -1
00de s_bfe_u32 s2, s2, 0x90016
00e0 v_readlane_b32 s3, v10, s3
00e2 v_mbcnt_hi_u32_b32 v9, s1, v9
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
00ef v_mov_b32_sdwa v7, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f1 v_mul_lo_u32 v9, 28, v9
00f3 v_mov_b32_e32 v10, 0.5
00f4 v_mov_b32_e32 v11, 1.0
00f5 ds_write_b8 v3, v7 offset:17
00f7 ds_write2_b32 v9, v5, v4 offset1:1
00f9 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
00fb ds_write_b32 v9, v8 offset:24
BB55:
00fd s_mov_b64 exec, -1
00fe s_waitcnt lgkmcnt(0)
00ff s_barrier
0100 v_cmpx_gt_i32_e32 s3, v2
0101 s_mov_b64 s[0:1], exec
0102 s_cbranch_execz BB61
BB56:
0103 ds_read2_b32 v[4:5], v3 offset1:1
0105 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0107 ds_read_b32 v3, v3 offset:24
0109 s_waitcnt lgkmcnt(2)
010a v_swap_b32 v4, v5
BB61:
010b s_mov_b64 exec, s[10:11]
010c s_cbranch_execz BB64
BB62:
010d ds_read_u8 v6, v6 offset:17
010f ds_read_u8 v0, v0 offset:17
0111 ds_read_u8 v1, v1 offset:17
0113 s_waitcnt lgkmcnt(1)
0114 v_lshl_or_b32 v0, v0, 10, v6
0116 s_waitcnt lgkmcnt(0)
0117 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0119 s_andn2_b64 exec, -1, exec
011a s_cbranch_execz BB72
BB65:
011b v_bfrev_b32_e32 v1, 1
011c s_branch BB72
BB68:
011d s_and_b32 s4, s3, 0xf000000
011f s_cbranch_scc1 BB71
BB69:
0120 s_bfe_u32 s4, s2, 0x90016
0122 s_lshl_b32 s4, s4, 12
0123 s_bfe_u32 s2, s2, 0x9000c
0125 s_or_b32 m0, s4, s2
0126 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0127 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0129 s_lshl_b32 s3, s3, 8
012a v_mov_b32_e32 v3, v8
012b v_mov_b32_e32 v8, 0.5
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
0139 s_waitcnt lgkmcnt(0)
013a v_add_nc_u32_e32 v3, s9, v3
013b v_ashrrev_i32_sdwa v0, 4, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
013d v_ashrrev_i32_sdwa v1, 9, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
013f v_cvt_f32_ubyte0_e32 v3, v3
0140 v_cvt_f32_u32_e32 v0, v0
0141 v_cvt_f32_u32_e32 v1, v1
0142 v_mul_f32_e32 v3, 0x3b800000, v3
0144 v_mul_f32_e32 v0, 0x3b800000, v0
0146 v_mul_f32_e32 v1, 0x3b800000, v1
0148 exp pos0 v5, v4, v8, v9 done
014a exp param0 v3, v0, v1, off
BB84:
014c s_endpgm
