BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB4
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_load_dwordx4 s[4:7], s[4:5], null
0008 v_add_nc_u32_e32 v2, s9, v5
0009 s_waitcnt lgkmcnt(0)
000a buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000c s_waitcnt vmcnt(0)
000d v_cmp_lt_f32_e32 vcc_lo, 0x3f400000, v7
000f v_cndmask_b32_e64 v9, 0, 1, vcc_lo
0011 v_cmp_gt_f32_e32 vcc_lo, -0.5, v6
0012 v_cndmask_b32_e64 v10, 0, 1, vcc_lo
0014 v_cmp_gt_f32_e32 vcc_lo, 0, v8
0015 v_lshl_or_b32 v9, v9, 1, v10
0017 v_cndmask_b32_e64 v11, 0, 1, vcc_lo
0019 v_lshl_or_b32 v11, v11, 2, v9
BB4:
001b s_andn2_b32 exec_lo, -1, exec_lo
001c v_mov_b32_e32 v11, 0
BB6:
001d s_mov_b32 exec_lo, -1
001e s_and_b32 s1, s2, 0x7c000000
0020 s_cselect_b32 s4, 11, 0
0021 s_and_b32 s4, s10, s4
0022 s_cbranch_scc0 BB68
BB7:
0023 s_bfe_u32 s1, s3, 0x40018
0025 s_lshl_b32 s4, s1, 5
0026 v_mbcnt_lo_u32_b32 v2, -1, s4
0028 v_mul_u32_u24_e32 v3, 28, v2
0029 s_mov_b32 exec_lo, s0
BB8:
002a v_mov_b32_e32 v4, 1.0
002b v_mov_b32_e32 v9, 0
002c ds_write_b32 v3, v4 offset:12
002e ds_write2_b32 v3, v6, v7 offset1:1
0030 ds_write_b8 v3, v9 offset:16
0032 ds_write_b8 v3, v11 offset:18
BB13:
0034 s_mov_b32 exec_lo, -1
0035 s_waitcnt lgkmcnt(0)
0036 s_barrier
0037 s_lshl_b32 s4, s3, 8
0038 v_mad_u32_u16 v4, 28, v0, 0
003a v_mad_u32_u16 v1, 28, v1, 0
003c v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
003e s_bfe_u32 exec_lo, -1, s4
003f s_mov_b32 s4, exec_lo
0040 s_cbranch_execz BB34
BB14:
0041 ds_read_b32 v9, v4 offset:12
0043 ds_read_b32 v10, v0 offset:12
0045 ds_read_b32 v11, v1 offset:12
0047 ds_read2_b32 v[12:13], v4 offset1:1
0049 ds_read2_b32 v[14:15], v0 offset1:1
004b ds_read2_b32 v[16:17], v1 offset1:1
004d ds_read_u8_d16 v18, v4 offset:18
004f ds_read_u8_d16 v19, v0 offset:18
0051 ds_read_u8_d16 v20, v1 offset:18
0053 s_bitcmp1_b32 s10, 0
0054 s_cselect_b32 s5, -1, 0
0055 s_bitcmp1_b32 s10, 1
0056 s_cselect_b32 s6, -1, 0
0057 s_bitcmp1_b32 s10, 2
0058 s_cselect_b32 s7, -1, 0
0059 s_waitcnt lgkmcnt(8)
005a v_cmp_gt_f32_e32 vcc_lo, 0, v9
005b s_waitcnt lgkmcnt(7)
005c v_cmp_gt_f32_e64 s15, 0, v10
005e s_waitcnt lgkmcnt(6)
005f v_max3_f32 v10, v10, v11, v9
0061 s_waitcnt lgkmcnt(4)
0062 v_sub_f32_e32 v21, v15, v13
0063 v_sub_f32_e32 v22, v12, v14
0064 s_waitcnt lgkmcnt(3)
0065 v_sub_f32_e32 v23, v16, v12
0066 v_sub_f32_e32 v24, v13, v17
0067 s_xor_b32 s16, s15, vcc_lo
0068 s_or_b32 s15, s15, vcc_lo
0069 v_cmp_gt_f32_e32 vcc_lo, 0, v11
006a s_waitcnt lgkmcnt(1)
006b v_and_b32_e32 v18, v18, v19
006c v_mul_f32_e32 v23, v23, v21
006d s_xor_b32 s16, vcc_lo, s16
006e s_or_b32 s15, vcc_lo, s15
006f v_cmp_lt_f32_e32 vcc_lo, 0, v10
0070 s_waitcnt lgkmcnt(0)
0071 v_and_b32_e32 v18, v18, v20
0072 v_fma_f32 v22, v22, -v24, v23
0074 v_cmp_eq_i16_e64 s20, 0, v18
0076 v_cndmask_b32_e64 v22, v22, -v22, s16
0078 v_cmp_gt_f32_e64 s19, 0x7f800000, |v22|
007b v_cmp_eq_f32_e64 s18, 0, v22
007d v_cmp_lt_f32_e64 s17, 0, v22
007f s_xnor_b32 s17, s17, s7
0080 s_and_b32 s5, s17, s5
0081 s_andn2_b32 s6, s6, s17
0082 s_or_b32 s5, s5, s6
0083 s_or_b32 s5, s5, s18
0084 s_nand_b32 s5, s5, s19
0085 s_and_b32 s20, s20, vcc_lo
0086 s_and_b32 s20, s20, s5
0087 s_and_saveexec_b32 s20, s20
0088 s_cbranch_execz BB29
BB15:
0089 v_min3_f32 v9, v14, v16, v12
008b v_max3_f32 v14, v14, v16, v12
008d v_min3_f32 v10, v15, v17, v13
008f v_max3_f32 v15, v15, v17, v13
0091 v_max_f32_e32 v12, v9, v10
0092 v_min_f32_e32 v11, v14, v15
0093 v_cmp_lt_f32_e64 s5, 1.0, v12
0095 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
0096 s_or_b32 s5, s5, vcc_lo
0097 s_bitcmp1_b32 s10, 3
0098 s_cbranch_scc0 BB18
BB16:
0099 v_fma_f32 v9, v9, s11, s13
009b v_fma_f32 v14, v14, s11, s13
009d s_ashr_i32 s10, s10, 24
009e v_fma_f32 v10, v10, s12, s14
00a0 v_fma_f32 v15, v15, s12, s14
00a2 v_ldexp_f32 v11, 1.0, s10
00a4 v_sub_f32_e32 v9, v9, v11
00a5 v_add_f32_e32 v14, v14, v11
00a6 v_sub_f32_e32 v10, v10, v11
00a7 v_add_f32_e32 v15, v15, v11
00a8 v_rndne_f32_e32 v9, v9
00a9 v_rndne_f32_e32 v14, v14
00aa v_rndne_f32_e32 v10, v10
00ab v_rndne_f32_e32 v15, v15
00ac v_cmp_eq_f32_e32 vcc_lo, v9, v14
00ad v_cmp_eq_f32_e64 s6, v10, v15
00af s_or_b32 s6, vcc_lo, s6
00b0 s_or_b32 s5, s5, s6
BB18:
00b1 s_orn2_b32 s15, s15, s5
00b2 s_and_saveexec_b32 s15, s15
BB19:
00b3 v_mov_b32_e32 v9, 1
00b4 ds_write_b8 v4, v9 offset:16
00b6 ds_write_b8 v0, v9 offset:16
00b8 ds_write_b8 v1, v9 offset:16
00ba s_mov_b32 s5, exec_lo
BB24:
00bb s_mov_b32 exec_lo, s15
BB29:
00bc s_and_b32 s5, s5, exec_lo
00bd s_mov_b32 exec_lo, s20
BB34:
00be s_and_b32 s5, s5, exec_lo
00bf s_waitcnt lgkmcnt(0)
00c0 s_barrier
00c1 s_mov_b32 exec_lo, s0
BB35:
00c2 ds_read_u8 v9, v3 offset:16
00c4 s_waitcnt lgkmcnt(0)
00c5 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00c6 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00c7 s_mov_b32 exec_lo, 1
00c8 s_bcnt1_i32_b32 s6, s0
BB41:
00c9 v_mov_b32_e32 v9, s1
00ca v_mov_b32_e32 v10, s6
00cb ds_write_b8 v9, v10 offset:3584
00cd s_waitcnt lgkmcnt(0)
00ce s_barrier
00cf v_mov_b32_e32 v11, 0
00d0 ds_read_b32 v11, v11 offset:3584
BB46:
00d2 s_mov_b32 exec_lo, -1
00d3 v_mbcnt_lo_u32_b32 v9, -1, 0
00d5 v_mad_i32_i24 v9, v9, -8, 24
00d7 v_lshrrev_b32_e64 v9, v9, 0x1010101
00da s_waitcnt lgkmcnt(0)
00db v_permlane16_b32 v11, v11, 0, 0
00dd v_dot4_u32_u8 v11, v11, v9, 0
00df v_readlane_b32 s7, v11, s1
00e1 s_sub_i32 s7, s7, s6
00e2 s_lshr_b32 s3, s3, 28
00e3 v_mbcnt_lo_u32_b32 v10, s0, s7
00e5 s_add_u32 s3, s3, -1
00e6 s_bfe_u32 s2, s2, 0x90016
00e8 v_readlane_b32 s3, v11, s3
00ea s_cmp_eq_i32 s3, 0
00eb s_cselect_b32 s10, -1, 0
00ec s_cselect_b32 s2, 0, s2
00ed s_andn2_b32 s4, s4, s10
00ee s_cmp_eq_i32 s1, 0
00ef s_cbranch_scc0 BB49
BB47:
00f0 s_lshl_b32 s2, s2, 12
00f1 s_or_b32 m0, s2, s3
00f2 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00f3 s_mov_b32 exec_lo, s0
00f4 s_cbranch_execz BB55
BB50:
00f5 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f7 v_mul_lo_u32 v10, 28, v10
00f9 v_mov_b32_e32 v11, 1.0
00fa ds_write_b8 v3, v9 offset:17
00fc ds_write2_b32 v10, v6, v7 offset1:1
00fe ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
0100 ds_write_b32 v10, v5 offset:20
BB55:
0102 s_mov_b32 exec_lo, -1
0103 s_waitcnt lgkmcnt(0)
0104 s_barrier
0105 v_cmpx_gt_i32_e32 s3, v2
0106 s_mov_b32 s0, exec_lo
0107 s_cbranch_execz BB61
BB56:
0108 ds_read2_b32 v[6:7], v3 offset1:1
010a ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
010c ds_read_b32 v5, v3 offset:20
BB61:
010e s_mov_b32 exec_lo, s5
010f s_cbranch_execz BB64
BB62:
0110 ds_read_u8 v4, v4 offset:17
0112 ds_read_u8 v0, v0 offset:17
0114 ds_read_u8 v1, v1 offset:17
0116 s_waitcnt lgkmcnt(1)
0117 v_lshl_or_b32 v0, v0, 10, v4
0119 s_waitcnt lgkmcnt(0)
011a v_lshl_or_b32 v1, v1, 20, v0
BB64:
011c s_andn2_b32 exec_lo, -1, exec_lo
011d s_cbranch_execz BB72
BB65:
011e v_bfrev_b32_e32 v1, 1
011f s_branch BB72
BB68:
0120 s_and_b32 s1, s3, 0xf000000
0122 s_cbranch_scc1 BB71
BB69:
0123 s_bfe_u32 s1, s2, 0x90016
0125 s_lshl_b32 s1, s1, 12
0126 s_bfe_u32 s2, s2, 0x9000c
0128 s_or_b32 m0, s1, s2
0129 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
012a v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
012c s_lshl_b32 s3, s3, 8
012d v_mov_b32_e32 v9, 1.0
012e s_bfe_u32 s4, -1, s3
012f v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0131 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0133 s_mov_b32 exec_lo, s4
0134 s_cbranch_execz BB78
BB73:
0135 exp prim v1, off, off, off done
BB78:
0137 s_waitcnt expcnt(0)
0138 s_mov_b32 exec_lo, s0
0139 s_cbranch_execz BB84
BB79:
013a s_mov_b32 s0, s9
013b s_movk_i32 s9, 0x8000
013c s_clause 0x1
013d s_load_dwordx4 s[4:7], s[8:9], null
013f s_load_dwordx4 s[8:11], s[8:9], 0x10
0141 s_waitcnt lgkmcnt(0)
0142 v_add_nc_u32_e32 v5, s0, v5
0143 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
0145 buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
0147 s_waitcnt vmcnt(1)
0148 v_add_f32_e32 v0, 0.5, v0
0149 v_sub_f32_e32 v1, 0x3f400000, v1
014b s_waitcnt vmcnt(0)
014c exp pos0 v6, v7, v8, v9
014e exp pos1 v0, v1, v2, off done
0150 exp param0 v3, v4, v5, off
BB84:
0152 s_endpgm
