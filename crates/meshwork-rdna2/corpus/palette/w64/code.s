BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_mov_b32 s16, s10
0008 s_movk_i32 s17, 0x8000
0009 s_clause 0x1
000a s_load_dwordx4 s[4:7], s[4:5], null
000c s_load_dwordx4 s[20:23], s[16:17], 0x10
000e v_add_nc_u32_e32 v2, s9, v5
000f v_lshlrev_b32_e32 v3, 2, v2
0010 s_waitcnt lgkmcnt(0)
0011 buffer_load_dword v3, v3, s[20:23], 0 offen
0013 buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
0015 s_load_dwordx4 s[4:7], s[16:17], null
0017 s_waitcnt vmcnt(1)
0018 v_and_b32_e32 v3, 3, v3
0019 v_lshlrev_b32_e32 v3, 4, v3
001a s_waitcnt lgkmcnt(0)
001b buffer_load_dwordx2 v[2:3], v3, s[4:7], 0 offen
001d s_waitcnt vmcnt(0)
001e v_add_f32_e32 v6, v6, v2
001f v_add_f32_e32 v7, v7, v3
BB6:
0020 s_mov_b64 exec, -1
0021 s_and_b32 s4, s2, 0x7c000000
0023 s_cselect_b32 s5, 11, 0
0024 s_and_b32 s5, s11, s5
0025 s_cbranch_scc0 BB68
BB7:
0026 s_bfe_u32 s4, s3, 0x40018
0028 s_lshl_b32 s5, s4, 6
0029 v_mbcnt_lo_u32_b32 v2, -1, s5
002b v_mbcnt_hi_u32_b32 v2, -1, v2
002d v_mul_u32_u24_e32 v3, 28, v2
002e s_mov_b64 exec, s[0:1]
BB8:
002f v_mov_b32_e32 v4, 1.0
0030 v_mov_b32_e32 v9, 0
0031 ds_write_b32 v3, v4 offset:12
0033 ds_write2_b32 v3, v6, v7 offset1:1
0035 ds_write_b8 v3, v9 offset:16
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
0050 s_bitcmp1_b32 s11, 0
0051 s_cselect_b64 s[16:17], -1, 0
0052 s_bitcmp1_b32 s11, 1
0053 s_cselect_b64 s[18:19], -1, 0
0054 s_bitcmp1_b32 s11, 2
0055 s_cselect_b64 s[20:21], -1, 0
0056 s_waitcnt lgkmcnt(5)
0057 v_cmp_gt_f32_e32 vcc, 0, v9
0058 s_waitcnt lgkmcnt(4)
0059 v_cmp_gt_f32_e64 s[22:23], 0, v10
005b s_waitcnt lgkmcnt(3)
005c v_max3_f32 v10, v10, v11, v9
005e s_waitcnt lgkmcnt(1)
005f v_sub_f32_e32 v18, v15, v13
0060 v_sub_f32_e32 v19, v12, v14
0061 s_waitcnt lgkmcnt(0)
0062 v_sub_f32_e32 v20, v16, v12
0063 v_sub_f32_e32 v21, v13, v17
0064 s_xor_b64 s[24:25], s[22:23], vcc
0065 s_or_b64 s[22:23], s[22:23], vcc
0066 v_cmp_gt_f32_e32 vcc, 0, v11
0067 v_mul_f32_e32 v20, v20, v18
0068 s_xor_b64 s[24:25], vcc, s[24:25]
0069 s_or_b64 s[22:23], vcc, s[22:23]
006a v_cmp_nlt_f32_e32 vcc, 0, v10
006b v_fma_f32 v19, v19, -v21, v20
006d v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
006f v_cmp_lt_f32_e64 s[24:25], 0, v19
0071 s_xnor_b64 s[20:21], s[24:25], s[20:21]
0072 s_and_b64 s[16:17], s[20:21], s[16:17]
0073 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0074 s_or_b64 s[16:17], s[16:17], s[18:19]
0075 v_cmp_eq_f32_e64 s[18:19], 0, v19
0077 s_or_b64 s[16:17], s[16:17], s[18:19]
0078 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v19|
007b s_and_b64 s[16:17], s[16:17], s[18:19]
007c s_nor_b64 s[16:17], vcc, s[16:17]
007d s_and_saveexec_b64 s[16:17], s[16:17]
007e s_cbranch_execz BB29
BB15:
007f v_min3_f32 v9, v14, v16, v12
0081 v_max3_f32 v14, v14, v16, v12
0083 v_min3_f32 v10, v15, v17, v13
0085 v_max3_f32 v15, v15, v17, v13
0087 v_max_f32_e32 v12, v9, v10
0088 v_min_f32_e32 v11, v14, v15
0089 v_cmp_lt_f32_e64 s[18:19], 1.0, v12
008b v_cmp_gt_f32_e32 vcc, -1.0, v11
008c s_or_b64 s[18:19], s[18:19], vcc
008d s_bitcmp1_b32 s11, 3
008e s_cbranch_scc0 BB18
BB16:
008f v_fma_f32 v9, v9, s12, s14
0091 v_fma_f32 v14, v14, s12, s14
0093 s_ashr_i32 s11, s11, 24
0094 v_fma_f32 v10, v10, s13, s15
0096 v_fma_f32 v15, v15, s13, s15
0098 v_ldexp_f32 v11, 1.0, s11
009a v_sub_f32_e32 v9, v9, v11
009b v_add_f32_e32 v14, v14, v11
009c v_sub_f32_e32 v10, v10, v11
009d v_add_f32_e32 v15, v15, v11
009e v_rndne_f32_e32 v9, v9
009f v_rndne_f32_e32 v14, v14
00a0 v_rndne_f32_e32 v10, v10
00a1 v_rndne_f32_e32 v15, v15
00a2 v_cmp_eq_f32_e32 vcc, v9, v14
00a3 v_cmp_eq_f32_e64 s[12:13], v10, v15
00a5 s_or_b64 s[12:13], vcc, s[12:13]
00a6 s_or_b64 s[18:19], s[18:19], s[12:13]
BB18:
00a7 s_orn2_b64 s[12:13], s[22:23], s[18:19]
00a8 s_and_saveexec_b64 s[12:13], s[12:13]
BB19:
00a9 v_mov_b32_e32 v9, 1
00aa ds_write_b8 v4, v9 offset:16
00ac ds_write_b8 v0, v9 offset:16
00ae ds_write_b8 v1, v9 offset:16
00b0 s_mov_b64 s[14:15], exec
BB24:
00b1 s_mov_b64 exec, s[12:13]
BB29:
00b2 s_and_b64 s[12:13], s[14:15], exec
00b3 s_mov_b64 exec, s[16:17]
BB34:
00b4 s_and_b64 s[12:13], s[12:13], exec
00b5 s_waitcnt lgkmcnt(0)
00b6 s_barrier
00b7 s_mov_b64 exec, s[0:1]
BB35:
00b8 ds_read_u8 v9, v3 offset:16
00ba s_waitcnt lgkmcnt(0)
00bb v_cmp_ne_i32_e32 vcc, 0, v9
00bc s_and_b64 s[0:1], vcc, exec
BB40:
00bd s_mov_b64 exec, 1
00be s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00bf v_mov_b32_e32 v9, s4
00c0 v_mov_b32_e32 v10, s5
00c1 ds_write_b8 v9, v10 offset:3584
00c3 s_waitcnt lgkmcnt(0)
00c4 s_barrier
00c5 v_mov_b32_e32 v11, 0
00c6 ds_read_b32 v11, v11 offset:3584
BB46:
00c8 s_mov_b64 exec, -1
00c9 v_mbcnt_lo_u32_b32 v9, -1, 0
00cb v_mbcnt_hi_u32_b32 v9, -1, v9
00cd v_mad_i32_i24 v9, v9, -8, 24
00cf s_waitcnt lgkmcnt(0)
00d0 v_permlane16_b32 v11, v11, 0, 0
00d2 v_lshrrev_b32_e64 v9, v9, 0x1010101
00d5 v_dot4_u32_u8 v11, v11, v9, 0
00d7 v_readlane_b32 s11, v11, s4
00d9 s_sub_i32 s11, s11, s5
00da s_lshr_b32 s3, s3, 28
00db v_mbcnt_lo_u32_b32 v10, s0, s11
00dd s_add_u32 s3, s3, -1
00de s_bfe_u32 s2, s2, 0x90016
00e0 v_readlane_b32 s3, v11, s3
00e2 v_mbcnt_hi_u32_b32 v10, s1, v10
00e4 s_cmp_eq_i32 s3, 0
00e5 s_cselect_b64 s[14:15], -1, 0
00e6 s_cselect_b32 s2, 0, s2
00e7 s_andn2_b64 s[6:7], s[6:7], s[14:15]
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
00ef v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f1 v_mul_lo_u32 v10, 28, v10
00f3 v_mov_b32_e32 v11, 1.0
00f4 ds_write_b8 v3, v9 offset:17
00f6 ds_write2_b32 v10, v6, v7 offset1:1
00f8 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00fa ds_write_b32 v10, v5 offset:20
BB55:
00fc s_mov_b64 exec, -1
00fd s_waitcnt lgkmcnt(0)
00fe s_barrier
00ff v_cmpx_gt_i32_e32 s3, v2
0100 s_mov_b64 s[0:1], exec
0101 s_cbranch_execz BB61
BB56:
0102 ds_read2_b32 v[6:7], v3 offset1:1
0104 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0106 ds_read_b32 v5, v3 offset:20
BB61:
0108 s_mov_b64 exec, s[12:13]
0109 s_cbranch_execz BB64
BB62:
010a ds_read_u8 v4, v4 offset:17
010c ds_read_u8 v0, v0 offset:17
010e ds_read_u8 v1, v1 offset:17
0110 s_waitcnt lgkmcnt(1)
0111 v_lshl_or_b32 v0, v0, 10, v4
0113 s_waitcnt lgkmcnt(0)
0114 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0116 s_andn2_b64 exec, -1, exec
0117 s_cbranch_execz BB72
BB65:
0118 v_bfrev_b32_e32 v1, 1
0119 s_branch BB72
BB68:
011a s_and_b32 s4, s3, 0xf000000
011c s_cbranch_scc1 BB71
BB69:
011d s_bfe_u32 s4, s2, 0x90016
011f s_lshl_b32 s4, s4, 12
0120 s_bfe_u32 s2, s2, 0x9000c
0122 s_or_b32 m0, s4, s2
0123 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0124 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0126 s_lshl_b32 s3, s3, 8
0127 v_mov_b32_e32 v9, 1.0
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
0136 s_movk_i32 s11, 0x8000
0137 s_clause 0x1
0138 s_load_dwordx4 s[4:7], s[8:9], 0x10
013a s_load_dwordx4 s[12:15], s[10:11], 0x10
013c s_waitcnt lgkmcnt(0)
013d v_add_nc_u32_e32 v5, s0, v5
013e v_lshlrev_b32_e32 v0, 2, v5
013f buffer_load_dword v0, v0, s[12:15], 0 offen
0141 buffer_load_dwordx2 v[2:3], v5, s[4:7], 0 idxen offset:12
0143 s_load_dwordx4 s[0:3], s[10:11], null
0145 s_waitcnt vmcnt(1)
0146 v_and_b32_e32 v0, 3, v0
0147 v_lshlrev_b32_e32 v1, 4, v0
0148 s_waitcnt lgkmcnt(0)
0149 buffer_load_dwordx2 v[10:11], v1, s[0:3], 0 offen offset:64
014b v_add_nc_u32_e32 v0, v0, v5
014c v_and_b32_e32 v0, 7, v0
014d v_cvt_f32_u32_e32 v0, v0
014e v_mul_f32_e32 v0, 0x3e000000, v0
0150 s_waitcnt vmcnt(0)
0151 v_add_f32_e32 v3, v3, v11
0152 v_add_f32_e32 v2, v2, v10
0153 exp pos0 v6, v7, v8, v9 done
0155 exp param0 v2, v3, off, off
0157 exp param1 v0, off, off, off
BB84:
0159 s_endpgm
