BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB11
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_load_dwordx4 s[4:7], s[4:5], null
0009 v_add_nc_u32_e32 v2, s9, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000d s_mov_b32 s4, s11
000e s_movk_i32 s11, 0x8000
000f s_load_dwordx4 s[16:19], s[10:11], null
0011 s_waitcnt lgkmcnt(0)
0012 s_clause 0x1
0013 s_buffer_load_dword s5, s[16:19], 0x10
0015 s_buffer_load_dword s6, s[16:19], 0x14
0017 s_waitcnt lgkmcnt(0)
0018 v_mov_b32_e32 v2, s5
0019 s_mov_b32 s5, 0
001a s_inst_prefetch 0x2
001b s_nop 0
BB2:
001c s_cmp_ge_i32 s5, s6
001d s_cbranch_scc1 BB6
BB5:
001e s_buffer_load_dwordx2 s[10:11], s[16:19], null
0020 v_mul_f32_e32 v3, 0.15915494, v2
0021 s_add_u32 s5, s5, 1
0022 v_mul_f32_e32 v2, 0.5, v2
0023 v_cos_f32_e32 v4, v3
0024 v_sin_f32_e32 v3, v3
0025 s_waitcnt vmcnt(0)
0026 v_fma_f32 v9, v4, v6, -v6
0028 v_fma_f32 v9, v3, -v7, v9
002a v_fma_f32 v3, v3, v6, -v7
002c s_waitcnt lgkmcnt(0)
002d v_fma_f32 v9, s10, v9, v6
002f v_fmac_f32_e32 v3, v4, v7
0030 v_mov_b32_e32 v6, v9
0031 v_fmac_f32_e32 v7, s11, v3
0032 s_branch BB2
BB6:
0033 s_inst_prefetch 0x3
0034 s_waitcnt vmcnt(0)
0035 v_add_f32_e64 v2, 1.0, |v8|
0037 s_mov_b32 s11, s4
BB11:
0038 s_mov_b64 exec, -1
0039 s_and_b32 s4, s2, 0x7c000000
003b s_cselect_b32 s5, 11, 0
003c s_and_b32 s5, s11, s5
003d s_cbranch_scc0 BB73
BB12:
003e s_bfe_u32 s4, s3, 0x40018
0040 s_lshl_b32 s5, s4, 6
0041 v_mbcnt_lo_u32_b32 v3, -1, s5
0043 v_mbcnt_hi_u32_b32 v3, -1, v3
0045 v_mul_u32_u24_e32 v4, 28, v3
0046 s_mov_b64 exec, s[0:1]
BB13:
0047 v_rcp_f32_e32 v9, v2
0048 v_mov_b32_e32 v11, 0
0049 v_mul_f32_e32 v10, v6, v9
004a v_mul_f32_e32 v9, v7, v9
004b ds_write_b32 v4, v2 offset:12
004d ds_write2_b32 v4, v10, v9 offset1:1
004f ds_write_b8 v4, v11 offset:16
BB18:
0051 s_mov_b64 exec, -1
0052 s_waitcnt lgkmcnt(0)
0053 s_barrier
0054 s_lshl_b32 s5, s3, 8
0055 v_mad_u32_u16 v9, 28, v0, 0
0057 v_mad_u32_u16 v1, 28, v1, 0
0059 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
005b s_bfe_u64 exec, -1, s5
005c s_mov_b64 s[6:7], exec
005d s_cbranch_execz BB39
BB19:
005e ds_read_b32 v10, v9 offset:12
0060 ds_read_b32 v11, v0 offset:12
0062 ds_read_b32 v12, v1 offset:12
0064 ds_read2_b32 v[14:15], v9 offset1:1
0066 ds_read2_b32 v[16:17], v0 offset1:1
0068 ds_read2_b32 v[18:19], v1 offset1:1
006a s_bitcmp1_b32 s11, 0
006b s_cselect_b64 s[16:17], -1, 0
006c s_bitcmp1_b32 s11, 1
006d s_cselect_b64 s[18:19], -1, 0
006e s_bitcmp1_b32 s11, 2
006f s_cselect_b64 s[20:21], -1, 0
0070 s_waitcnt lgkmcnt(5)
0071 v_cmp_gt_f32_e32 vcc, 0, v10
0072 s_waitcnt lgkmcnt(4)
0073 v_cmp_gt_f32_e64 s[22:23], 0, v11
0075 s_waitcnt lgkmcnt(3)
0076 v_max3_f32 v11, v11, v12, v10
0078 s_waitcnt lgkmcnt(1)
0079 v_sub_f32_e32 v13, v17, v15
007a v_sub_f32_e32 v20, v14, v16
007b s_waitcnt lgkmcnt(0)
007c v_sub_f32_e32 v21, v18, v14
007d v_sub_f32_e32 v22, v15, v19
007e s_xor_b64 s[24:25], s[22:23], vcc
007f s_or_b64 s[22:23], s[22:23], vcc
0080 v_cmp_gt_f32_e32 vcc, 0, v12
0081 v_mul_f32_e32 v21, v21, v13
0082 s_xor_b64 s[24:25], vcc, s[24:25]
0083 s_or_b64 s[22:23], vcc, s[22:23]
0084 v_cmp_nlt_f32_e32 vcc, 0, v11
0085 v_fma_f32 v20, v20, -v22, v21
0087 v_cndmask_b32_e64 v20, v20, -v20, s[24:25]
0089 v_cmp_lt_f32_e64 s[24:25], 0, v20
008b s_xnor_b64 s[20:21], s[24:25], s[20:21]
008c s_and_b64 s[16:17], s[20:21], s[16:17]
008d s_andn2_b64 s[18:19], s[18:19], s[20:21]
008e s_or_b64 s[16:17], s[16:17], s[18:19]
008f v_cmp_eq_f32_e64 s[18:19], 0, v20
0091 s_or_b64 s[16:17], s[16:17], s[18:19]
0092 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v20|
0095 s_and_b64 s[16:17], s[16:17], s[18:19]
0096 s_nor_b64 s[16:17], vcc, s[16:17]
0097 s_and_saveexec_b64 s[16:17], s[16:17]
0098 s_cbranch_execz BB34
BB20:
0099 v_min3_f32 v10, v16, v18, v14
009b v_max3_f32 v16, v16, v18, v14
009d v_min3_f32 v11, v17, v19, v15
009f v_max3_f32 v17, v17, v19, v15
00a1 v_max_f32_e32 v13, v10, v11
00a2 v_min_f32_e32 v12, v16, v17
00a3 v_cmp_lt_f32_e64 s[18:19], 1.0, v13
00a5 v_cmp_gt_f32_e32 vcc, -1.0, v12
00a6 s_or_b64 s[18:19], s[18:19], vcc
00a7 s_bitcmp1_b32 s11, 3
00a8 s_cbranch_scc0 BB23
BB21:
00a9 v_fma_f32 v10, v10, s12, s14
00ab v_fma_f32 v16, v16, s12, s14
00ad s_ashr_i32 s11, s11, 24
00ae v_fma_f32 v11, v11, s13, s15
00b0 v_fma_f32 v17, v17, s13, s15
00b2 v_ldexp_f32 v12, 1.0, s11
00b4 v_sub_f32_e32 v10, v10, v12
00b5 v_add_f32_e32 v16, v16, v12
00b6 v_sub_f32_e32 v11, v11, v12
00b7 v_add_f32_e32 v17, v17, v12
00b8 v_rndne_f32_e32 v10, v10
00b9 v_rndne_f32_e32 v16, v16
00ba v_rndne_f32_e32 v11, v11
00bb v_rndne_f32_e32 v17, v17
00bc v_cmp_eq_f32_e32 vcc, v10, v16
00bd v_cmp_eq_f32_e64 s[10:11], v11, v17
00bf s_or_b64 s[10:11], vcc, s[10:11]
00c0 s_or_b64 s[18:19], s[18:19], s[10:11]
BB23:
00c1 s_orn2_b64 s[10:11], s[22:23], s[18:19]
00c2 s_and_saveexec_b64 s[10:11], s[10:11]
BB24:
00c3 v_mov_b32_e32 v10, 1
00c4 ds_write_b8 v9, v10 offset:16
00c6 ds_write_b8 v0, v10 offset:16
00c8 ds_write_b8 v1, v10 offset:16
00ca s_mov_b64 s[12:13], exec
BB29:
00cb s_mov_b64 exec, s[10:11]
BB34:
00cc s_and_b64 s[10:11], s[12:13], exec
00cd s_mov_b64 exec, s[16:17]
BB39:
00ce s_and_b64 s[10:11], s[10:11], exec
00cf s_waitcnt lgkmcnt(0)
00d0 s_barrier
00d1 s_mov_b64 exec, s[0:1]
BB40:
00d2 ds_read_u8 v10, v4 offset:16
00d4 s_waitcnt lgkmcnt(0)
00d5 v_cmp_ne_i32_e32 vcc, 0, v10
00d6 s_and_b64 s[0:1], vcc, exec
BB45:
00d7 s_mov_b64 exec, 1
00d8 s_bcnt1_i32_b64 s5, s[0:1]
BB46:
00d9 v_mov_b32_e32 v10, s4
00da v_mov_b32_e32 v11, s5
00db ds_write_b8 v10, v11 offset:3584
00dd s_waitcnt lgkmcnt(0)
00de s_barrier
00df v_mov_b32_e32 v12, 0
00e0 ds_read_b32 v12, v12 offset:3584
BB51:
00e2 s_mov_b64 exec, -1
00e3 v_mbcnt_lo_u32_b32 v10, -1, 0
00e5 v_mbcnt_hi_u32_b32 v10, -1, v10
00e7 v_mad_i32_i24 v10, v10, -8, 24
00e9 s_waitcnt lgkmcnt(0)
00ea v_permlane16_b32 v12, v12, 0, 0
00ec v_lshrrev_b32_e64 v10, v10, 0x1010101
00ef v_dot4_u32_u8 v12, v12, v10, 0
00f1 v_readlane_b32 s12, v12, s4
00f3 s_sub_i32 s12, s12, s5
00f4 s_lshr_b32 s3, s3, 28
00f5 v_mbcnt_lo_u32_b32 v11, s0, s12
00f7 s_add_u32 s3, s3, -1
00f8 s_bfe_u32 s2, s2, 0x90016
00fa v_readlane_b32 s3, v12, s3
00fc v_mbcnt_hi_u32_b32 v11, s1, v11
00fe s_cmp_eq_i32 s3, 0
00ff s_cselect_b64 s[12:13], -1, 0
0100 s_cselect_b32 s2, 0, s2
0101 s_andn2_b64 s[6:7], s[6:7], s[12:13]
0102 s_cmp_eq_i32 s4, 0
0103 s_cbranch_scc0 BB54
BB52:
0104 s_lshl_b32 s2, s2, 12
0105 s_or_b32 m0, s2, s3
0106 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB54:
0107 s_mov_b64 exec, s[0:1]
0108 s_cbranch_execz BB60
BB55:
0109 v_mov_b32_sdwa v10, v11 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
010b v_mul_lo_u32 v11, 28, v11
010d ds_write_b8 v4, v10 offset:17
010f ds_write2_b32 v11, v6, v7 offset1:1
0111 ds_write2_b32 v11, v8, v2 offset0:2 offset1:3
0113 ds_write_b32 v11, v5 offset:20
BB60:
0115 s_mov_b64 exec, -1
0116 s_waitcnt lgkmcnt(0)
0117 s_barrier
0118 v_cmpx_gt_i32_e32 s3, v3
0119 s_mov_b64 s[0:1], exec
011a s_cbranch_execz BB66
BB61:
011b ds_read2_b32 v[6:7], v4 offset1:1
011d ds_read2_b32 v[2:3], v4 offset0:2 offset1:3
011f ds_read_b32 v5, v4 offset:20
0121 s_waitcnt lgkmcnt(1)
0122 v_mov_b32_e32 v8, v2
0123 v_mov_b32_e32 v2, v3
BB66:
0124 s_mov_b64 exec, s[10:11]
0125 s_cbranch_execz BB69
BB67:
0126 ds_read_u8 v9, v9 offset:17
0128 ds_read_u8 v0, v0 offset:17
012a ds_read_u8 v1, v1 offset:17
012c s_waitcnt lgkmcnt(1)
012d v_lshl_or_b32 v0, v0, 10, v9
012f s_waitcnt lgkmcnt(0)
0130 v_lshl_or_b32 v1, v1, 20, v0
BB69:
0132 s_andn2_b64 exec, -1, exec
0133 s_cbranch_execz BB77
BB70:
0134 v_bfrev_b32_e32 v1, 1
0135 s_branch BB77
BB73:
0136 s_and_b32 s4, s3, 0xf000000
0138 s_cbranch_scc1 BB76
BB74:
0139 s_bfe_u32 s4, s2, 0x90016
013b s_lshl_b32 s4, s4, 12
013c s_bfe_u32 s2, s2, 0x9000c
013e s_or_b32 m0, s4, s2
013f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB76:
0140 v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0142 s_lshl_b32 s3, s3, 8
0143 s_bfe_u64 s[6:7], -1, s3
0144 v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0146 v_lshl_or_b32 v1, v1, 20, v0
BB77:
0148 s_mov_b64 exec, s[0:1]
0149 s_cbranch_execz BB83
BB78:
014a s_mov_b32 s0, s9
014b s_movk_i32 s9, 0x8000
014c s_clause 0x1
014d s_load_dwordx4 s[12:15], s[8:9], null
014f s_load_dwordx4 s[8:11], s[8:9], 0x10
0151 s_waitcnt lgkmcnt(0)
0152 v_add_nc_u32_e32 v5, s0, v5
0153 buffer_load_dwordx3 v[9:11], v5, s[12:15], 0 idxen
0155 buffer_load_dwordx3 v[12:14], v5, s[8:11], 0 idxen offset:12
0157 v_add_f32_e32 v15, 0x3c23d70a, v7
0159 v_add_f32_e32 v16, 0x3c23d70a, v6
015b s_waitcnt vmcnt(1)
015c v_add_f32_e32 v11, 0x3c23d70a, v11
015e v_mul_f32_e32 v17, v11, v11
015f v_fmac_f32_e32 v17, v15, v15
0160 v_fmac_f32_e32 v17, v16, v16
0161 v_rsq_f32_e32 v17, v17
0162 v_mul_f32_e32 v11, v11, v17
0163 v_mul_f32_e32 v16, v16, v17
0164 v_mul_f32_e32 v15, v15, v17
0165 s_waitcnt vmcnt(0)
0166 v_mul_f32_e32 v11, v11, v14
0167 v_mul_f32_e32 v16, v16, v12
0168 v_mul_f32_e32 v15, v15, v13
0169 exp pos0 v6, v7, v8, v2 done
016b exp param0 v16, v15, v11, off
BB83:
016d s_waitcnt expcnt(0)
016e s_mov_b64 exec, s[6:7]
016f s_cbranch_execz BB89
BB84:
0170 exp prim v1, off, off, off done
BB89:
0172 s_endpgm
