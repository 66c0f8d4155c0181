BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_mov_b32 s18, s11
0008 s_movk_i32 s19, 0x8000
0009 s_clause 0x3
000a s_load_dwordx4 s[20:23], s[4:5], 0x30
000c s_load_dwordx4 s[24:27], s[4:5], null
000e s_load_dwordx4 s[4:7], s[4:5], 0x20
0010 s_load_dwordx4 s[28:31], s[18:19], null
0012 v_add_nc_u32_e32 v8, s10, v8
0013 v_lshlrev_b32_e32 v2, 2, v8
0014 s_waitcnt lgkmcnt(0)
0015 buffer_load_dword v2, v2, s[28:31], 0 offen
0017 s_clause 0x1
0018 tbuffer_load_format_x v3, v8, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen offset:4
001a tbuffer_load_format_x v4, v8, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen offset:6
001c v_add_nc_u32_e32 v6, s9, v5
001d buffer_load_dwordx3 v[9:11], v6, s[24:27], 0 idxen
001f s_clause 0x1
0020 tbuffer_load_format_x v12, v8, s[4:7], 0 format:[BUF_FMT_16_FLOAT] idxen
0022 tbuffer_load_format_x v8, v8, s[4:7], 0 format:[BUF_FMT_16_FLOAT] idxen offset:2
0024 s_waitcnt vmcnt(3)
0025 v_and_b32_e32 v3, v3, v4
0026 v_and_b32_e32 v3, 1, v3
0027 v_cvt_f32_i32_e32 v3, v3
0028 v_add_f32_e32 v2, v2, v3
0029 s_waitcnt vmcnt(2)
002a v_mul_f32_e32 v11, v11, v2
002b s_waitcnt vmcnt(1)
002c v_fmac_f32_e32 v12, v9, v2
002d s_waitcnt vmcnt(0)
002e v_fmac_f32_e32 v8, v10, v2
BB6:
002f s_mov_b64 exec, -1
0030 s_and_b32 s4, s2, 0x7c000000
0032 s_cselect_b32 s5, 11, 0
0033 s_and_b32 s5, s12, s5
0034 s_cbranch_scc0 BB68
BB7:
0035 s_bfe_u32 s4, s3, 0x40018
0037 s_lshl_b32 s5, s4, 6
0038 v_mbcnt_lo_u32_b32 v2, -1, s5
003a v_mbcnt_hi_u32_b32 v2, -1, v2
003c v_mul_u32_u24_e32 v3, 28, v2
003d s_mov_b64 exec, s[0:1]
BB8:
003e v_mov_b32_e32 v4, 1.0
003f v_mov_b32_e32 v6, 0
0040 ds_write_b32 v3, v4 offset:12
0042 ds_write2_b32 v3, v12, v8 offset1:1
0044 ds_write_b8 v3, v6 offset:16
BB13:
0046 s_mov_b64 exec, -1
0047 s_waitcnt lgkmcnt(0)
0048 s_barrier
0049 s_lshl_b32 s5, s3, 8
004a v_mad_u32_u16 v4, 28, v0, 0
004c v_mad_u32_u16 v1, 28, v1, 0
004e v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0050 s_bfe_u64 exec, -1, s5
0051 s_mov_b64 s[6:7], exec
0052 s_cbranch_execz BB34
BB14:
0053 ds_read_b32 v6, v4 offset:12
0055 ds_read_b32 v7, v0 offset:12
0057 ds_read_b32 v9, v1 offset:12
0059 ds_read2_b32 v[14:15], v4 offset1:1
005b ds_read2_b32 v[16:17], v0 offset1:1
005d ds_read2_b32 v[18:19], v1 offset1:1
005f s_bitcmp1_b32 s12, 0
0060 s_cselect_b64 s[10:11], -1, 0
0061 s_bitcmp1_b32 s12, 1
0062 s_cselect_b64 s[18:19], -1, 0
0063 s_bitcmp1_b32 s12, 2
0064 s_cselect_b64 s[20:21], -1, 0
0065 s_waitcnt lgkmcnt(5)
0066 v_cmp_gt_f32_e32 vcc, 0, v6
0067 s_waitcnt lgkmcnt(4)
0068 v_cmp_gt_f32_e64 s[22:23], 0, v7
006a s_waitcnt lgkmcnt(3)
006b v_max3_f32 v7, v7, v9, v6
006d s_waitcnt lgkmcnt(1)
006e v_sub_f32_e32 v10, v17, v15
006f v_sub_f32_e32 v13, v14, v16
0070 s_waitcnt lgkmcnt(0)
0071 v_sub_f32_e32 v20, v18, v14
0072 v_sub_f32_e32 v21, v15, v19
0073 s_xor_b64 s[24:25], s[22:23], vcc
0074 s_or_b64 s[22:23], s[22:23], vcc
0075 v_cmp_gt_f32_e32 vcc, 0, v9
0076 v_mul_f32_e32 v20, v20, v10
0077 s_xor_b64 s[24:25], vcc, s[24:25]
0078 s_or_b64 s[22:23], vcc, s[22:23]
0079 v_cmp_nlt_f32_e32 vcc, 0, v7
007a v_fma_f32 v13, v13, -v21, v20
007c v_cndmask_b32_e64 v13, v13, -v13, s[24:25]
007e v_cmp_lt_f32_e64 s[24:25], 0, v13
0080 s_xnor_b64 s[20:21], s[24:25], s[20:21]
0081 s_and_b64 s[10:11], s[20:21], s[10:11]
0082 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0083 s_or_b64 s[10:11], s[10:11], s[18:19]
0084 v_cmp_eq_f32_e64 s[18:19], 0, v13
0086 s_or_b64 s[10:11], s[10:11], s[18:19]
0087 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v13|
008a s_and_b64 s[10:11], s[10:11], s[18:19]
008b s_nor_b64 s[10:11], vcc, s[10:11]
008c s_and_saveexec_b64 s[10:11], s[10:11]
008d s_cbranch_execz BB29
BB15:
008e v_min3_f32 v6, v16, v18, v14
0090 v_max3_f32 v16, v16, v18, v14
0092 v_min3_f32 v7, v17, v19, v15
0094 v_max3_f32 v17, v17, v19, v15
0096 v_max_f32_e32 v10, v6, v7
0097 v_min_f32_e32 v9, v16, v17
0098 v_cmp_lt_f32_e64 s[18:19], 1.0, v10
009a v_cmp_gt_f32_e32 vcc, -1.0, v9
009b s_or_b64 s[18:19], s[18:19], vcc
009c s_bitcmp1_b32 s12, 3
009d s_cbranch_scc0 BB18
BB16:
009e v_fma_f32 v6, v6, s13, s15
00a0 v_fma_f32 v16, v16, s13, s15
00a2 s_ashr_i32 s12, s12, 24
00a3 v_fma_f32 v7, v7, s14, s16
00a5 v_fma_f32 v17, v17, s14, s16
00a7 v_ldexp_f32 v9, 1.0, s12
00a9 v_sub_f32_e32 v6, v6, v9
00aa v_add_f32_e32 v16, v16, v9
00ab v_sub_f32_e32 v7, v7, v9
00ac v_add_f32_e32 v17, v17, v9
00ad v_rndne_f32_e32 v6, v6
00ae v_rndne_f32_e32 v16, v16
00af v_rndne_f32_e32 v7, v7
00b0 v_rndne_f32_e32 v17, v17
00b1 v_cmp_eq_f32_e32 vcc, v6, v16
00b2 v_cmp_eq_f32_e64 s[12:13], v7, v17
00b4 s_or_b64 s[12:13], vcc, s[12:13]
00b5 s_or_b64 s[18:19], s[18:19], s[12:13]
BB18:
00b6 s_orn2_b64 s[12:13], s[22:23], s[18:19]
00b7 s_and_saveexec_b64 s[12:13], s[12:13]
BB19:
00b8 v_mov_b32_e32 v6, 1
00b9 ds_write_b8 v4, v6 offset:16
00bb ds_write_b8 v0, v6 offset:16
00bd ds_write_b8 v1, v6 offset:16
00bf s_mov_b64 s[14:15], exec
BB24:
00c0 s_mov_b64 exec, s[12:13]
BB29:
00c1 s_and_b64 s[12:13], s[14:15], exec
00c2 s_mov_b64 exec, s[10:11]
BB34:
00c3 s_and_b64 s[10:11], s[12:13], exec
00c4 s_waitcnt lgkmcnt(0)
00c5 s_barrier
00c6 s_mov_b64 exec, s[0:1]
BB35:
00c7 ds_read_u8 v6, v3 offset:16
00c9 s_waitcnt lgkmcnt(0)
00ca v_cmp_ne_i32_e32 vcc, 0, v6
00cb s_and_b64 s[0:1], vcc, exec
BB40:
00cc s_mov_b64 exec, 1
00cd s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00ce v_mov_b32_e32 v6, s4
00cf v_mov_b32_e32 v7, s5
00d0 ds_write_b8 v6, v7 offset:3584
00d2 s_waitcnt lgkmcnt(0)
00d3 s_barrier
00d4 v_mov_b32_e32 v9, 0
00d5 ds_read_b32 v9, v9 offset:3584
BB46:
00d7 s_mov_b64 exec, -1
00d8 v_mbcnt_lo_u32_b32 v6, -1, 0
00da v_mbcnt_hi_u32_b32 v6, -1, v6
00dc v_mad_i32_i24 v6, v6, -8, 24
00de s_waitcnt lgkmcnt(0)
00df v_permlane16_b32 v9, v9, 0, 0
00e1 v_lshrrev_b32_e64 v6, v6, 0x1010101
00e4 v_dot4_u32_u8 v9, v9, v6, 0
00e6 v_readlane_b32 s12, v9, s4
00e8 s_sub_i32 s12, s12, s5
00e9 s_lshr_b32 s3, s3, 28
00ea v_mbcnt_lo_u32_b32 v7, s0, s12
00ec s_add_u32 s3, s3, -1
00ed s_bfe_u32 s2, s2, 0x90016
00ef v_readlane_b32 s3, v9, s3
00f1 v_mbcnt_hi_u32_b32 v7, s1, v7
00f3 s_cmp_eq_i32 s3, 0
00f4 s_cselect_b64 s[12:13], -1, 0
00f5 s_cselect_b32 s2, 0, s2
00f6 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00f7 s_cmp_eq_i32 s4, 0
00f8 s_cbranch_scc0 BB49
BB47:
00f9 s_lshl_b32 s2, s2, 12
00fa s_or_b32 m0, s2, s3
00fb s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00fc s_mov_b64 exec, s[0:1]
00fd s_cbranch_execz BB55
BB50:
00fe v_mov_b32_sdwa v6, v7 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0100 v_mul_lo_u32 v7, 28, v7
0102 v_mov_b32_e32 v9, 1.0
0103 ds_write_b8 v3, v6 offset:17
0105 ds_write2_b32 v7, v12, v8 offset1:1
0107 ds_write2_b32 v7, v11, v9 offset0:2 offset1:3
0109 ds_write_b32 v7, v5 offset:20
BB55:
010b s_mov_b64 exec, -1
010c s_waitcnt lgkmcnt(0)
010d s_barrier
010e v_cmpx_gt_i32_e32 s3, v2
010f s_mov_b64 s[0:1], exec
0110 s_cbranch_execz BB61
BB56:
0111 ds_read2_b32 v[12:13], v3 offset1:1
0113 ds_read2_b32 v[6:7], v3 offset0:2 offset1:3
0115 ds_read_b32 v5, v3 offset:20
0117 s_waitcnt lgkmcnt(2)
0118 v_mov_b32_e32 v8, v13
0119 s_waitcnt lgkmcnt(1)
011a v_mov_b32_e32 v11, v6
BB61:
011b s_mov_b64 exec, s[10:11]
011c s_cbranch_execz BB64
BB62:
011d ds_read_u8 v4, v4 offset:17
011f ds_read_u8 v0, v0 offset:17
0121 ds_read_u8 v1, v1 offset:17
0123 s_waitcnt lgkmcnt(1)
0124 v_lshl_or_b32 v0, v0, 10, v4
0126 s_waitcnt lgkmcnt(0)
0127 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0129 s_andn2_b64 exec, -1, exec
012a s_cbranch_execz BB72
BB65:
012b v_bfrev_b32_e32 v1, 1
012c s_branch BB72
BB68:
012d s_and_b32 s4, s3, 0xf000000
012f s_cbranch_scc1 BB71
BB69:
0130 s_bfe_u32 s4, s2, 0x90016
0132 s_lshl_b32 s4, s4, 12
0133 s_bfe_u32 s2, s2, 0x9000c
0135 s_or_b32 m0, s4, s2
0136 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0137 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0139 s_lshl_b32 s3, s3, 8
013a v_mov_b32_e32 v7, 1.0
013b s_bfe_u64 s[6:7], -1, s3
013c v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
013e v_lshl_or_b32 v1, v1, 20, v0
BB72:
0140 s_mov_b64 exec, s[6:7]
0141 s_cbranch_execz BB78
BB73:
0142 exp prim v1, off, off, off done
BB78:
0144 s_waitcnt expcnt(0)
0145 s_mov_b64 exec, s[0:1]
0146 s_cbranch_execz BB84
BB79:
0147 s_mov_b32 s0, s9
0148 s_movk_i32 s9, 0x8000
0149 s_load_dwordx4 s[4:7], s[8:9], 0x10
014b s_waitcnt lgkmcnt(0)
014c v_add_nc_u32_e32 v5, s0, v5
014d tbuffer_load_format_xyzw v[0:3], v5, s[4:7], 0 format:[BUF_FMT_8_8_8_8_UNORM] idxen offset:12
014f s_waitcnt vmcnt(0)
0150 v_mul_f32_e32 v0, v0, v3
0151 v_mul_f32_e32 v1, v1, v3
0152 v_mul_f32_e32 v2, v2, v3
0153 exp pos0 v12, v8, v11, v7 done
0155 exp param0 v0, v1, v2, off
BB84:
0157 s_endpgm
