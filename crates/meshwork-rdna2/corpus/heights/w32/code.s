BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s1, s11
0005 s_movk_i32 s11, 0x8000
0006 s_clause 0x1
0007 s_load_dwordx8 s[16:23], s[10:11], null
0009 s_load_dwordx4 s[4:7], s[10:11], 0x50
000b s_mov_b32 s10, s8
000c s_movk_i32 s11, 0x8000
000d s_load_dwordx4 s[24:27], s[10:11], null
000f v_add_nc_u32_e32 v2, s9, v5
0010 s_waitcnt lgkmcnt(0)
0011 buffer_load_dwordx3 v[6:8], v2, s[24:27], 0 idxen
0013 v_mov_b32_e32 v11, 1.0
0014 s_waitcnt vmcnt(0)
0015 v_fma_f32 v9, 0.5, v6, 0.5
0017 v_fma_f32 v10, 0.5, v8, 0.5
0019 image_sample_l v9, v[9:11], s[16:23], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D
001b s_mov_b32 s11, s1
001c s_mov_b64 s[24:25], s[16:17]
001d s_mov_b64 s[26:27], s[18:19]
001e s_mov_b64 s[28:29], s[20:21]
001f s_mov_b64 s[30:31], s[22:23]
0020 s_mov_b64 s[32:33], s[4:5]
0021 s_mov_b64 s[34:35], s[6:7]
0022 s_waitcnt vmcnt(0)
0023 v_add_f32_e32 v7, v7, v9
BB6:
0024 s_mov_b32 exec_lo, -1
0025 s_and_b32 s1, s2, 0x7c000000
0027 s_cselect_b32 s4, 11, 0
0028 s_and_b32 s4, s11, s4
0029 s_cbranch_scc0 BB68
BB7:
002a s_bfe_u32 s1, s3, 0x40018
002c s_lshl_b32 s4, s1, 5
002d v_mbcnt_lo_u32_b32 v2, -1, s4
002f v_mul_u32_u24_e32 v3, 28, v2
0030 s_mov_b32 exec_lo, s0
BB8:
0031 v_mov_b32_e32 v4, 1.0
0032 v_mov_b32_e32 v9, 0
0033 ds_write_b32 v3, v4 offset:12
0035 ds_write2_b32 v3, v6, v7 offset1:1
0037 ds_write_b8 v3, v9 offset:16
BB13:
0039 s_mov_b32 exec_lo, -1
003a s_waitcnt lgkmcnt(0)
003b s_barrier
003c s_lshl_b32 s4, s3, 8
003d v_mad_u32_u16 v4, 28, v0, 0
003f v_mad_u32_u16 v1, 28, v1, 0
0041 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0043 s_bfe_u32 exec_lo, -1, s4
0044 s_mov_b32 s4, exec_lo
0045 s_cbranch_execz BB34
BB14:
0046 ds_read_b32 v9, v4 offset:12
0048 ds_read_b32 v10, v0 offset:12
004a ds_read_b32 v11, v1 offset:12
004c ds_read2_b32 v[12:13], v4 offset1:1
004e ds_read2_b32 v[14:15], v0 offset1:1
0050 ds_read2_b32 v[16:17], v1 offset1:1
0052 s_bitcmp1_b32 s11, 0
0053 s_cselect_b32 s5, -1, 0
0054 s_bitcmp1_b32 s11, 1
0055 s_cselect_b32 s6, -1, 0
0056 s_bitcmp1_b32 s11, 2
0057 s_cselect_b32 s7, -1, 0
0058 s_waitcnt lgkmcnt(5)
0059 v_cmp_gt_f32_e32 vcc_lo, 0, v9
005a s_waitcnt lgkmcnt(4)
005b v_cmp_gt_f32_e64 s10, 0, v10
005d s_waitcnt lgkmcnt(3)
005e v_max3_f32 v10, v10, v11, v9
0060 s_waitcnt lgkmcnt(1)
0061 v_sub_f32_e32 v18, v15, v13
0062 v_sub_f32_e32 v19, v12, v14
0063 s_waitcnt lgkmcnt(0)
0064 v_sub_f32_e32 v20, v16, v12
0065 v_sub_f32_e32 v21, v13, v17
0066 s_xor_b32 s16, s10, vcc_lo
0067 s_or_b32 s10, s10, vcc_lo
0068 v_cmp_gt_f32_e32 vcc_lo, 0, v11
0069 v_mul_f32_e32 v20, v20, v18
006a s_xor_b32 s16, vcc_lo, s16
006b s_or_b32 s10, vcc_lo, s10
006c v_cmp_nlt_f32_e32 vcc_lo, 0, v10
006d v_fma_f32 v19, v19, -v21, v20
006f v_cndmask_b32_e64 v19, v19, -v19, s16
0071 v_cmp_eq_f32_e64 s18, 0, v19
0073 v_cmp_lt_f32_e64 s17, 0, v19
0075 v_cmp_gt_f32_e64 s19, 0x7f800000, |v19|
0078 s_xnor_b32 s17, s17, s7
0079 s_and_b32 s5, s17, s5
007a s_andn2_b32 s6, s6, s17
007b s_or_b32 s5, s5, s6
007c s_or_b32 s5, s5, s18
007d s_and_b32 s5, s5, s19
007e s_nor_b32 s5, vcc_lo, s5
007f s_and_saveexec_b32 s5, s5
0080 s_cbranch_execz BB29
BB15:
0081 v_min3_f32 v9, v14, v16, v12
0083 v_max3_f32 v14, v14, v16, v12
0085 v_min3_f32 v10, v15, v17, v13
0087 v_max3_f32 v15, v15, v17, v13
0089 v_max_f32_e32 v12, v9, v10
008a v_min_f32_e32 v11, v14, v15
008b v_cmp_lt_f32_e64 s6, 1.0, v12
008d v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
008e s_or_b32 s6, s6, vcc_lo
008f s_bitcmp1_b32 s11, 3
0090 s_cbranch_scc0 BB18
BB16:
0091 v_fma_f32 v9, v9, s12, s14
0093 v_fma_f32 v14, v14, s12, s14
0095 s_ashr_i32 s11, s11, 24
0096 v_fma_f32 v10, v10, s13, s15
0098 v_fma_f32 v15, v15, s13, s15
009a v_ldexp_f32 v11, 1.0, s11
009c v_sub_f32_e32 v9, v9, v11
009d v_add_f32_e32 v14, v14, v11
009e v_sub_f32_e32 v10, v10, v11
009f v_add_f32_e32 v15, v15, v11
00a0 v_rndne_f32_e32 v9, v9
00a1 v_rndne_f32_e32 v14, v14
00a2 v_rndne_f32_e32 v10, v10
00a3 v_rndne_f32_e32 v15, v15
00a4 v_cmp_eq_f32_e32 vcc_lo, v9, v14
00a5 v_cmp_eq_f32_e64 s7, v10, v15
00a7 s_or_b32 s7, vcc_lo, s7
00a8 s_or_b32 s6, s6, s7
BB18:
00a9 s_orn2_b32 s10, s10, s6
00aa s_and_saveexec_b32 s10, s10
BB19:
00ab v_mov_b32_e32 v9, 1
00ac ds_write_b8 v4, v9 offset:16
00ae ds_write_b8 v0, v9 offset:16
00b0 ds_write_b8 v1, v9 offset:16
00b2 s_mov_b32 s6, exec_lo
BB24:
00b3 s_mov_b32 exec_lo, s10
BB29:
00b4 s_and_b32 s6, s6, exec_lo
00b5 s_mov_b32 exec_lo, s5
BB34:
00b6 s_and_b32 s6, s6, exec_lo
00b7 s_waitcnt lgkmcnt(0)
00b8 s_barrier
00b9 s_mov_b32 exec_lo, s0
BB35:
00ba ds_read_u8 v9, v3 offset:16
00bc s_waitcnt lgkmcnt(0)
00bd v_cmp_ne_i32_e32 vcc_lo, 0, v9
00be s_and_b32 s0, vcc_lo, exec_lo
BB40:
00bf s_mov_b32 exec_lo, 1
00c0 s_bcnt1_i32_b32 s5, s0
BB41:
00c1 v_mov_b32_e32 v9, s1
00c2 v_mov_b32_e32 v10, s5
00c3 ds_write_b8 v9, v10 offset:3584
00c5 s_waitcnt lgkmcnt(0)
00c6 s_barrier
00c7 v_mov_b32_e32 v11, 0
00c8 ds_read_b32 v11, v11 offset:3584
BB46:
00ca s_mov_b32 exec_lo, -1
00cb v_mbcnt_lo_u32_b32 v9, -1, 0
00cd v_mad_i32_i24 v9, v9, -8, 24
00cf v_lshrrev_b32_e64 v9, v9, 0x1010101
00d2 s_waitcnt lgkmcnt(0)
00d3 v_permlane16_b32 v11, v11, 0, 0
00d5 v_dot4_u32_u8 v11, v11, v9, 0
00d7 v_readlane_b32 s7, v11, s1
00d9 s_sub_i32 s7, s7, s5
00da s_lshr_b32 s3, s3, 28
00db v_mbcnt_lo_u32_b32 v10, s0, s7
00dd s_add_u32 s3, s3, -1
00de s_bfe_u32 s2, s2, 0x90016
00e0 v_readlane_b32 s3, v11, s3
00e2 s_cmp_eq_i32 s3, 0
00e3 s_cselect_b32 s10, -1, 0
00e4 s_cselect_b32 s2, 0, s2
00e5 s_andn2_b32 s4, s4, s10
00e6 s_cmp_eq_i32 s1, 0
00e7 s_cbranch_scc0 BB49
BB47:
00e8 s_lshl_b32 s2, s2, 12
00e9 s_or_b32 m0, s2, s3
00ea s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00eb s_mov_b32 exec_lo, s0
00ec s_cbranch_execz BB55
BB50:
00ed v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ef v_mul_lo_u32 v10, 28, v10
00f1 v_mov_b32_e32 v11, 1.0
00f2 ds_write_b8 v3, v9 offset:17
00f4 ds_write2_b32 v10, v6, v7 offset1:1
00f6 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00f8 ds_write_b32 v10, v5 offset:20
BB55:
00fa s_mov_b32 exec_lo, -1
00fb s_waitcnt lgkmcnt(0)
00fc s_barrier
00fd v_cmpx_gt_i32_e32 s3, v2
00fe s_mov_b32 s0, exec_lo
00ff s_cbranch_execz BB61
BB56:
0100 ds_read2_b32 v[6:7], v3 offset1:1
0102 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0104 ds_read_b32 v5, v3 offset:20
BB61:
0106 s_mov_b32 exec_lo, s6
0107 s_cbranch_execz BB64
BB62:
0108 ds_read_u8 v4, v4 offset:17
010a ds_read_u8 v0, v0 offset:17
010c ds_read_u8 v1, v1 offset:17
010e s_waitcnt lgkmcnt(1)
010f v_lshl_or_b32 v0, v0, 10, v4
0111 s_waitcnt lgkmcnt(0)
0112 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0114 s_andn2_b32 exec_lo, -1, exec_lo
0115 s_cbranch_execz BB72
BB65:
0116 v_bfrev_b32_e32 v1, 1
0117 s_branch BB72
BB68:
0118 s_and_b32 s1, s3, 0xf000000
011a s_cbranch_scc1 BB71
BB69:
011b s_bfe_u32 s1, s2, 0x90016
011d s_lshl_b32 s1, s1, 12
011e s_bfe_u32 s2, s2, 0x9000c
0120 s_or_b32 m0, s1, s2
0121 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0122 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0124 s_lshl_b32 s3, s3, 8
0125 v_mov_b32_e32 v9, 1.0
0126 s_bfe_u32 s4, -1, s3
0127 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0129 v_lshl_or_b32 v1, v1, 20, v0
BB72:
012b s_mov_b32 exec_lo, s4
012c s_cbranch_execz BB78
BB73:
012d exp prim v1, off, off, off done
BB78:
012f s_waitcnt expcnt(0)
0130 s_mov_b32 exec_lo, s0
0131 s_cbranch_execz BB84
BB79:
0132 s_mov_b32 s0, s9
0133 s_movk_i32 s9, 0x8000
0134 s_clause 0x1
0135 s_load_dwordx4 s[4:7], s[8:9], null
0137 s_load_dwordx4 s[8:11], s[8:9], 0x10
0139 s_waitcnt lgkmcnt(0)
013a v_add_nc_u32_e32 v5, s0, v5
013b buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
013d buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
013f v_mov_b32_e32 v12, 1.0
0140 s_waitcnt vmcnt(1)
0141 v_fma_f32 v11, 0.5, v2, 0.5
0143 v_fma_f32 v10, 0.5, v0, 0.5
0145 image_sample_l v10, v[10:12], s[24:31], s[32:35] dmask:0x1 dim:SQ_RSRC_IMG_2D
0147 s_waitcnt vmcnt(0)
0148 v_mul_f32_e32 v3, v3, v10
0149 v_mul_f32_e32 v4, v4, v10
014a v_mul_f32_e32 v5, v5, v10
014b exp pos0 v6, v7, v8, v9 done
014d exp param0 v3, v4, v5, off
BB84:
014f s_endpgm
