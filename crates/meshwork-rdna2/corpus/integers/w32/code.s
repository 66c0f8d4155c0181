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
000c v_add3_u32 v9, s9, 1, v5
000e v_cvt_f32_u32_e32 v10, v9
000f v_rcp_f32_e32 v10, v10
0010 v_mul_f32_e32 v10, 0x4f7ffffe, v10
0012 v_cvt_u32_f32_e32 v10, v10
0013 v_mul_lo_u32 v11, v9, v10
0015 v_sub_nc_u32_e32 v11, 0, v11
0016 v_mul_hi_u32 v11, v10, v11
0018 v_add_nc_u32_e32 v10, v10, v11
0019 s_waitcnt vmcnt(0)
001a v_bcnt_u32_b32 v14, v6, 32
001c v_bfe_u32 v15, v6, 7, 9
001e v_or_b32_e32 v12, 1, v6
001f v_mul_hi_u32 v10, v15, v10
0021 v_ffbh_u32_e32 v12, v12
0022 v_sub_co_u32 v13, vcc_lo, 31, v12
0024 v_mul_lo_u32 v16, v10, v9
0026 v_add_nc_u32_e32 v17, 1, v10
0027 v_cndmask_b32_e32 v13, v13, v12, vcc_lo
0028 v_sub_nc_u32_e32 v14, v14, v13
0029 v_sub_nc_u32_e32 v15, v15, v16
002a v_mul_hi_i32 v20, v14, 0x66666667
002d v_cmp_ge_u32_e32 vcc_lo, v15, v9
002e v_sub_nc_u32_e32 v18, v15, v9
002f v_cndmask_b32_e32 v10, v10, v17, vcc_lo
0030 v_cndmask_b32_e32 v15, v15, v18, vcc_lo
0031 v_ashrrev_i32_e32 v20, 1, v20
0032 v_add_nc_u32_e32 v19, 1, v10
0033 v_cmp_ge_u32_e32 vcc_lo, v15, v9
0034 v_lshrrev_b32_e32 v21, 31, v20
0035 v_cndmask_b32_e32 v10, v10, v19, vcc_lo
0036 v_cmp_le_i32_e32 vcc_lo, 0, v14
0037 v_add_nc_u32_e32 v20, v20, v21
0038 v_lshrrev_b32_e32 v10, 3, v10
0039 v_lshl_add_u32 v20, v20, 2, v20
003b v_cvt_f32_u32_e32 v10, v10
003c v_sub_nc_u32_e32 v20, v14, v20
003d v_mul_f32_e32 v10, 0x3d800000, v10
003f v_cmp_eq_i32_e64 s1, 0, v20
0041 v_add_nc_u32_e32 v22, 5, v20
0042 s_or_b32 vcc_lo, s1, vcc_lo
0043 v_cndmask_b32_e32 v22, v22, v20, vcc_lo
0044 v_cmp_class_f32_e32 vcc_lo, 0xff800000, v6
0046 v_cvt_f32_i32_e32 v22, v22
0047 v_mul_f32_e32 v22, 0x3e000000, v22
0049 v_cndmask_b32_e32 v10, v10, v22, vcc_lo
004a v_add_f32_e32 v6, v6, v10
BB6:
004b s_mov_b32 exec_lo, -1
004c s_and_b32 s1, s2, 0x7c000000
004e s_cselect_b32 s4, 11, 0
004f s_and_b32 s4, s10, s4
0050 s_cbranch_scc0 BB68
BB7:
0051 s_bfe_u32 s1, s3, 0x40018
0053 s_lshl_b32 s4, s1, 5
0054 v_mbcnt_lo_u32_b32 v2, -1, s4
0056 v_mul_u32_u24_e32 v3, 28, v2
0057 s_mov_b32 exec_lo, s0
BB8:
0058 v_mov_b32_e32 v4, 1.0
0059 v_mov_b32_e32 v9, 0
005a ds_write_b32 v3, v4 offset:12
005c ds_write2_b32 v3, v6, v7 offset1:1
005e ds_write_b8 v3, v9 offset:16
BB13:
0060 s_mov_b32 exec_lo, -1
0061 s_waitcnt lgkmcnt(0)
0062 s_barrier
0063 s_lshl_b32 s4, s3, 8
0064 v_mad_u32_u16 v4, 28, v0, 0
0066 v_mad_u32_u16 v1, 28, v1, 0
0068 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
006a s_bfe_u32 exec_lo, -1, s4
006b s_mov_b32 s4, exec_lo
006c s_cbranch_execz BB34
BB14:
006d ds_read_b32 v9, v4 offset:12
006f ds_read_b32 v10, v0 offset:12
0071 ds_read_b32 v11, v1 offset:12
0073 ds_read2_b32 v[12:13], v4 offset1:1
0075 ds_read2_b32 v[14:15], v0 offset1:1
0077 ds_read2_b32 v[16:17], v1 offset1:1
0079 s_bitcmp1_b32 s10, 0
007a s_cselect_b32 s5, -1, 0
007b s_bitcmp1_b32 s10, 1
007c s_cselect_b32 s6, -1, 0
007d s_bitcmp1_b32 s10, 2
007e s_cselect_b32 s7, -1, 0
007f s_waitcnt lgkmcnt(5)
0080 v_cmp_gt_f32_e32 vcc_lo, 0, v9
0081 s_waitcnt lgkmcnt(4)
0082 v_cmp_gt_f32_e64 s15, 0, v10
0084 s_waitcnt lgkmcnt(3)
0085 v_max3_f32 v10, v10, v11, v9
0087 s_waitcnt lgkmcnt(1)
0088 v_sub_f32_e32 v18, v15, v13
0089 v_sub_f32_e32 v19, v12, v14
008a s_waitcnt lgkmcnt(0)
008b v_sub_f32_e32 v20, v16, v12
008c v_sub_f32_e32 v21, v13, v17
008d s_xor_b32 s16, s15, vcc_lo
008e s_or_b32 s15, s15, vcc_lo
008f v_cmp_gt_f32_e32 vcc_lo, 0, v11
0090 v_mul_f32_e32 v20, v20, v18
0091 s_xor_b32 s16, vcc_lo, s16
0092 s_or_b32 s15, vcc_lo, s15
0093 v_cmp_nlt_f32_e32 vcc_lo, 0, v10
0094 v_fma_f32 v19, v19, -v21, v20
0096 v_cndmask_b32_e64 v19, v19, -v19, s16
0098 v_cmp_eq_f32_e64 s18, 0, v19
009a v_cmp_lt_f32_e64 s17, 0, v19
009c v_cmp_gt_f32_e64 s19, 0x7f800000, |v19|
009f s_xnor_b32 s17, s17, s7
00a0 s_and_b32 s5, s17, s5
00a1 s_andn2_b32 s6, s6, s17
00a2 s_or_b32 s5, s5, s6
00a3 s_or_b32 s5, s5, s18
00a4 s_and_b32 s5, s5, s19
00a5 s_nor_b32 s5, vcc_lo, s5
00a6 s_and_saveexec_b32 s5, s5
00a7 s_cbranch_execz BB29
BB15:
00a8 v_min3_f32 v9, v14, v16, v12
00aa v_max3_f32 v14, v14, v16, v12
00ac v_min3_f32 v10, v15, v17, v13
00ae v_max3_f32 v15, v15, v17, v13
00b0 v_max_f32_e32 v12, v9, v10
00b1 v_min_f32_e32 v11, v14, v15
00b2 v_cmp_lt_f32_e64 s6, 1.0, v12
00b4 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
00b5 s_or_b32 s6, s6, vcc_lo
00b6 s_bitcmp1_b32 s10, 3
00b7 s_cbranch_scc0 BB18
BB16:
00b8 v_fma_f32 v9, v9, s11, s13
00ba v_fma_f32 v14, v14, s11, s13
00bc s_ashr_i32 s10, s10, 24
00bd v_fma_f32 v10, v10, s12, s14
00bf v_fma_f32 v15, v15, s12, s14
00c1 v_ldexp_f32 v11, 1.0, s10
00c3 v_sub_f32_e32 v9, v9, v11
00c4 v_add_f32_e32 v14, v14, v11
00c5 v_sub_f32_e32 v10, v10, v11
00c6 v_add_f32_e32 v15, v15, v11
00c7 v_rndne_f32_e32 v9, v9
00c8 v_rndne_f32_e32 v14, v14
00c9 v_rndne_f32_e32 v10, v10
00ca v_rndne_f32_e32 v15, v15
00cb v_cmp_eq_f32_e32 vcc_lo, v9, v14
00cc v_cmp_eq_f32_e64 s7, v10, v15
00ce s_or_b32 s7, vcc_lo, s7
00cf s_or_b32 s6, s6, s7
BB18:
00d0 s_orn2_b32 s15, s15, s6
00d1 s_and_saveexec_b32 s15, s15
BB19:
00d2 v_mov_b32_e32 v9, 1
00d3 ds_write_b8 v4, v9 offset:16
00d5 ds_write_b8 v0, v9 offset:16
00d7 ds_write_b8 v1, v9 offset:16
00d9 s_mov_b32 s6, exec_lo
BB24:
00da s_mov_b32 exec_lo, s15
BB29:
00db s_and_b32 s6, s6, exec_lo
00dc s_mov_b32 exec_lo, s5
BB34:
00dd s_and_b32 s6, s6, exec_lo
00de s_waitcnt lgkmcnt(0)
00df s_barrier
00e0 s_mov_b32 exec_lo, s0
BB35:
00e1 ds_read_u8 v9, v3 offset:16
00e3 s_waitcnt lgkmcnt(0)
00e4 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00e5 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00e6 s_mov_b32 exec_lo, 1
00e7 s_bcnt1_i32_b32 s5, s0
BB41:
00e8 v_mov_b32_e32 v9, s1
00e9 v_mov_b32_e32 v10, s5
00ea ds_write_b8 v9, v10 offset:3584
00ec s_waitcnt lgkmcnt(0)
00ed s_barrier
00ee v_mov_b32_e32 v11, 0
00ef ds_read_b32 v11, v11 offset:3584
BB46:
00f1 s_mov_b32 exec_lo, -1
00f2 v_mbcnt_lo_u32_b32 v9, -1, 0
00f4 v_mad_i32_i24 v9, v9, -8, 24
00f6 v_lshrrev_b32_e64 v9, v9, 0x1010101
00f9 s_waitcnt lgkmcnt(0)
00fa v_permlane16_b32 v11, v11, 0, 0
00fc v_dot4_u32_u8 v11, v11, v9, 0
00fe v_readlane_b32 s7, v11, s1
0100 s_sub_i32 s7, s7, s5
0101 s_lshr_b32 s3, s3, 28
0102 v_mbcnt_lo_u32_b32 v10, s0, s7
0104 s_add_u32 s3, s3, -1
0105 s_bfe_u32 s2, s2, 0x90016
0107 v_readlane_b32 s3, v11, s3
0109 s_cmp_eq_i32 s3, 0
010a s_cselect_b32 s10, -1, 0
010b s_cselect_b32 s2, 0, s2
010c s_andn2_b32 s4, s4, s10
010d s_cmp_eq_i32 s1, 0
010e s_cbranch_scc0 BB49
BB47:
010f s_lshl_b32 s2, s2, 12
0110 s_or_b32 m0, s2, s3
0111 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
0112 s_mov_b32 exec_lo, s0
0113 s_cbranch_execz BB55
BB50:
0114 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0116 v_mul_lo_u32 v10, 28, v10
0118 v_mov_b32_e32 v11, 1.0
0119 ds_write_b8 v3, v9 offset:17
011b ds_write2_b32 v10, v6, v7 offset1:1
011d ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
011f ds_write_b32 v10, v5 offset:20
BB55:
0121 s_mov_b32 exec_lo, -1
0122 s_waitcnt lgkmcnt(0)
0123 s_barrier
0124 v_cmpx_gt_i32_e32 s3, v2
0125 s_mov_b32 s0, exec_lo
0126 s_cbranch_execz BB61
BB56:
0127 ds_read2_b32 v[6:7], v3 offset1:1
0129 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
012b ds_read_b32 v5, v3 offset:20
BB61:
012d s_mov_b32 exec_lo, s6
012e s_cbranch_execz BB64
BB62:
012f ds_read_u8 v4, v4 offset:17
0131 ds_read_u8 v0, v0 offset:17
0133 ds_read_u8 v1, v1 offset:17
0135 s_waitcnt lgkmcnt(1)
0136 v_lshl_or_b32 v0, v0, 10, v4
0138 s_waitcnt lgkmcnt(0)
0139 v_lshl_or_b32 v1, v1, 20, v0
BB64:
013b s_andn2_b32 exec_lo, -1, exec_lo
013c s_cbranch_execz BB72
BB65:
013d v_bfrev_b32_e32 v1, 1
013e s_branch BB72
BB68:
013f s_and_b32 s1, s3, 0xf000000
0141 s_cbranch_scc1 BB71
BB69:
0142 s_bfe_u32 s1, s2, 0x90016
0144 s_lshl_b32 s1, s1, 12
0145 s_bfe_u32 s2, s2, 0x9000c
0147 s_or_b32 m0, s1, s2
0148 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0149 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
014b s_lshl_b32 s3, s3, 8
014c v_mov_b32_e32 v9, 1.0
014d s_bfe_u32 s4, -1, s3
014e v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0150 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0152 s_mov_b32 exec_lo, s4
0153 s_cbranch_execz BB78
BB73:
0154 exp prim v1, off, off, off done
BB78:
0156 s_waitcnt expcnt(0)
0157 s_mov_b32 exec_lo, s0
0158 s_cbranch_execz BB84
BB79:
0159 s_mov_b32 s0, s9
015a s_movk_i32 s9, 0x8000
015b s_clause 0x1
015c s_load_dwordx4 s[4:7], s[8:9], null
015e s_load_dwordx4 s[8:11], s[8:9], 0x10
0160 s_waitcnt lgkmcnt(0)
0161 v_add_nc_u32_e32 v5, s0, v5
0162 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
0164 buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
0166 s_waitcnt vmcnt(1)
0167 v_bfrev_b32_e32 v0, v0
0168 v_cvt_f32_ubyte3_e32 v0, v0
0169 s_waitcnt vmcnt(0)
016a v_fmamk_f32 v3, v0, 0x3b800000, v3
016c v_fmamk_f32 v4, v0, 0x3b800000, v4
016e v_fmamk_f32 v0, v0, 0x3b800000, v5
0170 exp pos0 v6, v7, v8, v9 done
0172 exp param0 v3, v4, v0, off
BB84:
0174 s_endpgm
