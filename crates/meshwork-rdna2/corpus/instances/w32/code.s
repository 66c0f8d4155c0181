BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_mov_b32 s18, s11
0007 s_movk_i32 s19, 0x8000
0008 s_clause 0x3
0009 s_load_dwordx4 s[20:23], s[4:5], 0x30
000b s_load_dwordx4 s[24:27], s[4:5], null
000d s_load_dwordx4 s[4:7], s[4:5], 0x20
000f s_load_dwordx4 s[28:31], s[18:19], null
0011 v_add_nc_u32_e32 v8, s10, v8
0012 v_lshlrev_b32_e32 v2, 2, v8
0013 s_waitcnt lgkmcnt(0)
0014 buffer_load_dword v2, v2, s[28:31], 0 offen
0016 s_clause 0x1
0017 tbuffer_load_format_x v3, v8, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen offset:4
0019 tbuffer_load_format_x v4, v8, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen offset:6
001b v_add_nc_u32_e32 v6, s9, v5
001c buffer_load_dwordx3 v[9:11], v6, s[24:27], 0 idxen
001e s_clause 0x1
001f tbuffer_load_format_x v12, v8, s[4:7], 0 format:[BUF_FMT_16_FLOAT] idxen
0021 tbuffer_load_format_x v8, v8, s[4:7], 0 format:[BUF_FMT_16_FLOAT] idxen offset:2
0023 s_waitcnt vmcnt(3)
0024 v_and_b32_e32 v3, v3, v4
0025 v_and_b32_e32 v3, 1, v3
0026 v_cvt_f32_i32_e32 v3, v3
0027 v_add_f32_e32 v2, v2, v3
0028 s_waitcnt vmcnt(2)
0029 v_mul_f32_e32 v11, v11, v2
002a s_waitcnt vmcnt(1)
002b v_fmac_f32_e32 v12, v9, v2
002c s_waitcnt vmcnt(0)
002d v_fmac_f32_e32 v8, v10, v2
BB6:
002e s_mov_b32 exec_lo, -1
002f s_and_b32 s1, s2, 0x7c000000
0031 s_cselect_b32 s4, 11, 0
0032 s_and_b32 s4, s12, s4
0033 s_cbranch_scc0 BB68
BB7:
0034 s_bfe_u32 s1, s3, 0x40018
0036 s_lshl_b32 s4, s1, 5
0037 v_mbcnt_lo_u32_b32 v2, -1, s4
0039 v_mul_u32_u24_e32 v3, 28, v2
003a s_mov_b32 exec_lo, s0
BB8:
003b v_mov_b32_e32 v4, 1.0
003c v_mov_b32_e32 v6, 0
003d ds_write_b32 v3, v4 offset:12
003f ds_write2_b32 v3, v12, v8 offset1:1
0041 ds_write_b8 v3, v6 offset:16
BB13:
0043 s_mov_b32 exec_lo, -1
0044 s_waitcnt lgkmcnt(0)
0045 s_barrier
0046 s_lshl_b32 s4, s3, 8
0047 v_mad_u32_u16 v4, 28, v0, 0
0049 v_mad_u32_u16 v1, 28, v1, 0
004b v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
004d s_bfe_u32 exec_lo, -1, s4
004e s_mov_b32 s4, exec_lo
004f s_cbranch_execz BB34
BB14:
0050 ds_read_b32 v6, v4 offset:12
0052 ds_read_b32 v7, v0 offset:12
0054 ds_read_b32 v9, v1 offset:12
0056 ds_read2_b32 v[14:15], v4 offset1:1
0058 ds_read2_b32 v[16:17], v0 offset1:1
005a ds_read2_b32 v[18:19], v1 offset1:1
005c s_bitcmp1_b32 s12, 0
005d s_cselect_b32 s5, -1, 0
005e s_bitcmp1_b32 s12, 1
005f s_cselect_b32 s6, -1, 0
0060 s_bitcmp1_b32 s12, 2
0061 s_cselect_b32 s7, -1, 0
0062 s_waitcnt lgkmcnt(5)
0063 v_cmp_gt_f32_e32 vcc_lo, 0, v6
0064 s_waitcnt lgkmcnt(4)
0065 v_cmp_gt_f32_e64 s10, 0, v7
0067 s_waitcnt lgkmcnt(3)
0068 v_max3_f32 v7, v7, v9, v6
006a s_waitcnt lgkmcnt(1)
006b v_sub_f32_e32 v10, v17, v15
006c v_sub_f32_e32 v13, v14, v16
006d s_waitcnt lgkmcnt(0)
006e v_sub_f32_e32 v20, v18, v14
006f v_sub_f32_e32 v21, v15, v19
0070 s_xor_b32 s11, s10, vcc_lo
0071 s_or_b32 s10, s10, vcc_lo
0072 v_cmp_gt_f32_e32 vcc_lo, 0, v9
0073 v_mul_f32_e32 v20, v20, v10
0074 s_xor_b32 s11, vcc_lo, s11
0075 s_or_b32 s10, vcc_lo, s10
0076 v_cmp_nlt_f32_e32 vcc_lo, 0, v7
0077 v_fma_f32 v13, v13, -v21, v20
0079 v_cndmask_b32_e64 v13, v13, -v13, s11
007b v_cmp_eq_f32_e64 s18, 0, v13
007d v_cmp_lt_f32_e64 s17, 0, v13
007f v_cmp_gt_f32_e64 s19, 0x7f800000, |v13|
0082 s_xnor_b32 s17, s17, s7
0083 s_and_b32 s5, s17, s5
0084 s_andn2_b32 s6, s6, s17
0085 s_or_b32 s5, s5, s6
0086 s_or_b32 s5, s5, s18
0087 s_and_b32 s5, s5, s19
0088 s_nor_b32 s5, vcc_lo, s5
0089 s_and_saveexec_b32 s5, s5
008a s_cbranch_execz BB29
BB15:
008b v_min3_f32 v6, v16, v18, v14
008d v_max3_f32 v16, v16, v18, v14
008f v_min3_f32 v7, v17, v19, v15
0091 v_max3_f32 v17, v17, v19, v15
0093 v_max_f32_e32 v10, v6, v7
0094 v_min_f32_e32 v9, v16, v17
0095 v_cmp_lt_f32_e64 s6, 1.0, v10
0097 v_cmp_gt_f32_e32 vcc_lo, -1.0, v9
0098 s_or_b32 s6, s6, vcc_lo
0099 s_bitcmp1_b32 s12, 3
009a s_cbranch_scc0 BB18
BB16:
009b v_fma_f32 v6, v6, s13, s15
009d v_fma_f32 v16, v16, s13, s15
009f s_ashr_i32 s12, s12, 24
00a0 v_fma_f32 v7, v7, s14, s16
00a2 v_fma_f32 v17, v17, s14, s16
00a4 v_ldexp_f32 v9, 1.0, s12
00a6 v_sub_f32_e32 v6, v6, v9
00a7 v_add_f32_e32 v16, v16, v9
00a8 v_sub_f32_e32 v7, v7, v9
00a9 v_add_f32_e32 v17, v17, v9
00aa v_rndne_f32_e32 v6, v6
00ab v_rndne_f32_e32 v16, v16
00ac v_rndne_f32_e32 v7, v7
00ad v_rndne_f32_e32 v17, v17
00ae v_cmp_eq_f32_e32 vcc_lo, v6, v16
00af v_cmp_eq_f32_e64 s7, v7, v17
00b1 s_or_b32 s7, vcc_lo, s7
00b2 s_or_b32 s6, s6, s7
BB18:
00b3 s_orn2_b32 s10, s10, s6
00b4 s_and_saveexec_b32 s10, s10
BB19:
00b5 v_mov_b32_e32 v6, 1
00b6 ds_write_b8 v4, v6 offset:16
00b8 ds_write_b8 v0, v6 offset:16
00ba ds_write_b8 v1, v6 offset:16
00bc s_mov_b32 s6, exec_lo
BB24:
00bd s_mov_b32 exec_lo, s10
BB29:
00be s_and_b32 s6, s6, exec_lo
00bf s_mov_b32 exec_lo, s5
BB34:
00c0 s_and_b32 s6, s6, exec_lo
00c1 s_waitcnt lgkmcnt(0)
00c2 s_barrier
00c3 s_mov_b32 exec_lo, s0
BB35:
00c4 ds_read_u8 v6, v3 offset:16
00c6 s_waitcnt lgkmcnt(0)
00c7 v_cmp_ne_i32_e32 vcc_lo, 0, v6
00c8 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00c9 s_mov_b32 exec_lo, 1
00ca s_bcnt1_i32_b32 s5, s0
BB41:
00cb v_mov_b32_e32 v6, s1
00cc v_mov_b32_e32 v7, s5
00cd ds_write_b8 v6, v7 offset:3584
00cf s_waitcnt lgkmcnt(0)
00d0 s_barrier
00d1 v_mov_b32_e32 v9, 0
00d2 ds_read_b32 v9, v9 offset:3584
BB46:
00d4 s_mov_b32 exec_lo, -1
00d5 v_mbcnt_lo_u32_b32 v6, -1, 0
00d7 v_mad_i32_i24 v6, v6, -8, 24
00d9 v_lshrrev_b32_e64 v6, v6, 0x1010101
00dc s_waitcnt lgkmcnt(0)
00dd v_permlane16_b32 v9, v9, 0, 0
00df v_dot4_u32_u8 v9, v9, v6, 0
00e1 v_readlane_b32 s7, v9, s1
00e3 s_sub_i32 s7, s7, s5
00e4 s_lshr_b32 s3, s3, 28
00e5 v_mbcnt_lo_u32_b32 v7, s0, s7
00e7 s_add_u32 s3, s3, -1
00e8 s_bfe_u32 s2, s2, 0x90016
00ea v_readlane_b32 s3, v9, s3
00ec s_cmp_eq_i32 s3, 0
00ed s_cselect_b32 s10, -1, 0
00ee s_cselect_b32 s2, 0, s2
00ef s_andn2_b32 s4, s4, s10
00f0 s_cmp_eq_i32 s1, 0
00f1 s_cbranch_scc0 BB49
BB47:
00f2 s_lshl_b32 s2, s2, 12
00f3 s_or_b32 m0, s2, s3
00f4 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00f5 s_mov_b32 exec_lo, s0
00f6 s_cbranch_execz BB55
BB50:
00f7 v_mov_b32_sdwa v6, v7 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f9 v_mul_lo_u32 v7, 28, v7
00fb v_mov_b32_e32 v9, 1.0
00fc ds_write_b8 v3, v6 offset:17
00fe ds_write2_b32 v7, v12, v8 offset1:1
0100 ds_write2_b32 v7, v11, v9 offset0:2 offset1:3
0102 ds_write_b32 v7, v5 offset:20
BB55:
0104 s_mov_b32 exec_lo, -1
0105 s_waitcnt lgkmcnt(0)
0106 s_barrier
0107 v_cmpx_gt_i32_e32 s3, v2
0108 s_mov_b32 s0, exec_lo
0109 s_cbranch_execz BB61
BB56:
010a ds_read2_b32 v[12:13], v3 offset1:1
010c ds_read2_b32 v[6:7], v3 offset0:2 offset1:3
010e ds_read_b32 v5, v3 offset:20
0110 s_waitcnt lgkmcnt(2)
0111 v_mov_b32_e32 v8, v13
0112 s_waitcnt lgkmcnt(1)
0113 v_mov_b32_e32 v11, v6
BB61:
0114 s_mov_b32 exec_lo, s6
0115 s_cbranch_execz BB64
BB62:
0116 ds_read_u8 v4, v4 offset:17
0118 ds_read_u8 v0, v0 offset:17
011a ds_read_u8 v1, v1 offset:17
011c s_waitcnt lgkmcnt(1)
011d v_lshl_or_b32 v0, v0, 10, v4
011f s_waitcnt lgkmcnt(0)
0120 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0122 s_andn2_b32 exec_lo, -1, exec_lo
0123 s_cbranch_execz BB72
BB65:
0124 v_bfrev_b32_e32 v1, 1
0125 s_branch BB72
BB68:
0126 s_and_b32 s1, s3, 0xf000000
0128 s_cbranch_scc1 BB71
BB69:
0129 s_bfe_u32 s1, s2, 0x90016
012b s_lshl_b32 s1, s1, 12
012c s_bfe_u32 s2, s2, 0x9000c
012e s_or_b32 m0, s1, s2
012f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0130 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0132 s_lshl_b32 s3, s3, 8
0133 v_mov_b32_e32 v7, 1.0
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
0140 s_mov_b32 s0, s9
0141 s_movk_i32 s9, 0x8000
0142 s_load_dwordx4 s[4:7], s[8:9], 0x10
0144 s_waitcnt lgkmcnt(0)
0145 v_add_nc_u32_e32 v5, s0, v5
0146 tbuffer_load_format_xyzw v[0:3], v5, s[4:7], 0 format:[BUF_FMT_8_8_8_8_UNORM] idxen offset:12
0148 s_waitcnt vmcnt(0)
0149 v_mul_f32_e32 v0, v0, v3
014a v_mul_f32_e32 v1, v1, v3
014b v_mul_f32_e32 v2, v2, v3
014c exp pos0 v12, v8, v11, v7 done
014e exp param0 v0, v1, v2, off
BB84:
0150 s_endpgm
