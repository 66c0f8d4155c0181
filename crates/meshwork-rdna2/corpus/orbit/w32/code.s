BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB11
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_load_dwordx4 s[4:7], s[4:5], null
0008 v_add_nc_u32_e32 v2, s9, v5
0009 s_waitcnt lgkmcnt(0)
000a buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000c s_mov_b32 s1, s11
000d s_movk_i32 s11, 0x8000
000e s_load_dwordx4 s[4:7], s[10:11], null
0010 s_waitcnt lgkmcnt(0)
0011 s_clause 0x1
0012 s_buffer_load_dword s10, s[4:7], 0x10
0014 s_buffer_load_dword s11, s[4:7], 0x14
0016 s_waitcnt lgkmcnt(0)
0017 v_mov_b32_e32 v2, s10
0018 s_mov_b32 s10, 0
0019 s_inst_prefetch 0x2
001a s_nop 0
BB2:
001b s_cmp_ge_i32 s10, s11
001c s_cbranch_scc1 BB6
BB5:
001d s_buffer_load_dwordx2 s[16:17], s[4:7], null
001f v_mul_f32_e32 v3, 0.15915494, v2
0020 s_add_u32 s10, s10, 1
0021 v_mul_f32_e32 v2, 0.5, v2
0022 v_cos_f32_e32 v4, v3
0023 v_sin_f32_e32 v3, v3
0024 s_waitcnt vmcnt(0)
0025 v_fma_f32 v9, v4, v6, -v6
0027 v_fma_f32 v9, v3, -v7, v9
0029 v_fma_f32 v3, v3, v6, -v7
002b s_waitcnt lgkmcnt(0)
002c v_fma_f32 v9, s16, v9, v6
002e v_fmac_f32_e32 v3, v4, v7
002f v_mov_b32_e32 v6, v9
0030 v_fmac_f32_e32 v7, s17, v3
0031 s_branch BB2
BB6:
0032 s_inst_prefetch 0x3
0033 s_waitcnt vmcnt(0)
0034 v_add_f32_e64 v2, 1.0, |v8|
0036 s_mov_b32 s11, s1
BB11:
0037 s_mov_b32 exec_lo, -1
0038 s_and_b32 s1, s2, 0x7c000000
003a s_cselect_b32 s4, 11, 0
003b s_and_b32 s4, s11, s4
003c s_cbranch_scc0 BB73
BB12:
003d s_bfe_u32 s1, s3, 0x40018
003f s_lshl_b32 s4, s1, 5
0040 v_mbcnt_lo_u32_b32 v3, -1, s4
0042 v_mul_u32_u24_e32 v4, 28, v3
0043 s_mov_b32 exec_lo, s0
BB13:
0044 v_rcp_f32_e32 v9, v2
0045 v_mov_b32_e32 v11, 0
0046 v_mul_f32_e32 v10, v6, v9
0047 v_mul_f32_e32 v9, v7, v9
0048 ds_write_b32 v4, v2 offset:12
004a ds_write2_b32 v4, v10, v9 offset1:1
004c ds_write_b8 v4, v11 offset:16
BB18:
004e s_mov_b32 exec_lo, -1
004f s_waitcnt lgkmcnt(0)
0050 s_barrier
0051 s_lshl_b32 s4, s3, 8
0052 v_mad_u32_u16 v9, 28, v0, 0
0054 v_mad_u32_u16 v1, 28, v1, 0
0056 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0058 s_bfe_u32 exec_lo, -1, s4
0059 s_mov_b32 s4, exec_lo
005a s_cbranch_execz BB39
BB19:
005b ds_read_b32 v10, v9 offset:12
005d ds_read_b32 v11, v0 offset:12
005f ds_read_b32 v12, v1 offset:12
0061 ds_read2_b32 v[14:15], v9 offset1:1
0063 ds_read2_b32 v[16:17], v0 offset1:1
0065 ds_read2_b32 v[18:19], v1 offset1:1
0067 s_bitcmp1_b32 s11, 0
0068 s_cselect_b32 s5, -1, 0
0069 s_bitcmp1_b32 s11, 1
006a s_cselect_b32 s6, -1, 0
006b s_bitcmp1_b32 s11, 2
006c s_cselect_b32 s7, -1, 0
006d s_waitcnt lgkmcnt(5)
006e v_cmp_gt_f32_e32 vcc_lo, 0, v10
006f s_waitcnt lgkmcnt(4)
0070 v_cmp_gt_f32_e64 s10, 0, v11
0072 s_waitcnt lgkmcnt(3)
0073 v_max3_f32 v11, v11, v12, v10
0075 s_waitcnt lgkmcnt(1)
0076 v_sub_f32_e32 v13, v17, v15
0077 v_sub_f32_e32 v20, v14, v16
0078 s_waitcnt lgkmcnt(0)
0079 v_sub_f32_e32 v21, v18, v14
007a v_sub_f32_e32 v22, v15, v19
007b s_xor_b32 s16, s10, vcc_lo
007c s_or_b32 s10, s10, vcc_lo
007d v_cmp_gt_f32_e32 vcc_lo, 0, v12
007e v_mul_f32_e32 v21, v21, v13
007f s_xor_b32 s16, vcc_lo, s16
0080 s_or_b32 s10, vcc_lo, s10
0081 v_cmp_nlt_f32_e32 vcc_lo, 0, v11
0082 v_fma_f32 v20, v20, -v22, v21
0084 v_cndmask_b32_e64 v20, v20, -v20, s16
0086 v_cmp_eq_f32_e64 s18, 0, v20
0088 v_cmp_lt_f32_e64 s17, 0, v20
008a v_cmp_gt_f32_e64 s19, 0x7f800000, |v20|
008d s_xnor_b32 s17, s17, s7
008e s_and_b32 s5, s17, s5
008f s_andn2_b32 s6, s6, s17
0090 s_or_b32 s5, s5, s6
0091 s_or_b32 s5, s5, s18
0092 s_and_b32 s5, s5, s19
0093 s_nor_b32 s5, vcc_lo, s5
0094 s_and_saveexec_b32 s5, s5
0095 s_cbranch_execz BB34
BB20:
0096 v_min3_f32 v10, v16, v18, v14
0098 v_max3_f32 v16, v16, v18, v14
009a v_min3_f32 v11, v17, v19, v15
009c v_max3_f32 v17, v17, v19, v15
009e v_max_f32_e32 v13, v10, v11
009f v_min_f32_e32 v12, v16, v17
00a0 v_cmp_lt_f32_e64 s6, 1.0, v13
00a2 v_cmp_gt_f32_e32 vcc_lo, -1.0, v12
00a3 s_or_b32 s6, s6, vcc_lo
00a4 s_bitcmp1_b32 s11, 3
00a5 s_cbranch_scc0 BB23
BB21:
00a6 v_fma_f32 v10, v10, s12, s14
00a8 v_fma_f32 v16, v16, s12, s14
00aa s_ashr_i32 s11, s11, 24
00ab v_fma_f32 v11, v11, s13, s15
00ad v_fma_f32 v17, v17, s13, s15
00af v_ldexp_f32 v12, 1.0, s11
00b1 v_sub_f32_e32 v10, v10, v12
00b2 v_add_f32_e32 v16, v16, v12
00b3 v_sub_f32_e32 v11, v11, v12
00b4 v_add_f32_e32 v17, v17, v12
00b5 v_rndne_f32_e32 v10, v10
00b6 v_rndne_f32_e32 v16, v16
00b7 v_rndne_f32_e32 v11, v11
00b8 v_rndne_f32_e32 v17, v17
00b9 v_cmp_eq_f32_e32 vcc_lo, v10, v16
00ba v_cmp_eq_f32_e64 s7, v11, v17
00bc s_or_b32 s7, vcc_lo, s7
00bd s_or_b32 s6, s6, s7
BB23:
00be s_orn2_b32 s10, s10, s6
00bf s_and_saveexec_b32 s10, s10
BB24:
00c0 v_mov_b32_e32 v10, 1
00c1 ds_write_b8 v9, v10 offset:16
00c3 ds_write_b8 v0, v10 offset:16
00c5 ds_write_b8 v1, v10 offset:16
00c7 s_mov_b32 s6, exec_lo
BB29:
00c8 s_mov_b32 exec_lo, s10
BB34:
00c9 s_and_b32 s6, s6, exec_lo
00ca s_mov_b32 exec_lo, s5
BB39:
00cb s_and_b32 s6, s6, exec_lo
00cc s_waitcnt lgkmcnt(0)
00cd s_barrier
00ce s_mov_b32 exec_lo, s0
BB40:
00cf ds_read_u8 v10, v4 offset:16
00d1 s_waitcnt lgkmcnt(0)
00d2 v_cmp_ne_i32_e32 vcc_lo, 0, v10
00d3 s_and_b32 s0, vcc_lo, exec_lo
BB45:
00d4 s_mov_b32 exec_lo, 1
00d5 s_bcnt1_i32_b32 s5, s0
BB46:
00d6 v_mov_b32_e32 v10, s1
00d7 v_mov_b32_e32 v11, s5
00d8 ds_write_b8 v10, v11 offset:3584
00da s_waitcnt lgkmcnt(0)
00db s_barrier
00dc v_mov_b32_e32 v12, 0
00dd ds_read_b32 v12, v12 offset:3584
BB51:
00df s_mov_b32 exec_lo, -1
00e0 v_mbcnt_lo_u32_b32 v10, -1, 0
00e2 v_mad_i32_i24 v10, v10, -8, 24
00e4 v_lshrrev_b32_e64 v10, v10, 0x1010101
00e7 s_waitcnt lgkmcnt(0)
00e8 v_permlane16_b32 v12, v12, 0, 0
00ea v_dot4_u32_u8 v12, v12, v10, 0
00ec v_readlane_b32 s7, v12, s1
00ee s_sub_i32 s7, s7, s5
00ef s_lshr_b32 s3, s3, 28
00f0 v_mbcnt_lo_u32_b32 v11, s0, s7
00f2 s_add_u32 s3, s3, -1
00f3 s_bfe_u32 s2, s2, 0x90016
00f5 v_readlane_b32 s3, v12, s3
00f7 s_cmp_eq_i32 s3, 0
00f8 s_cselect_b32 s10, -1, 0
00f9 s_cselect_b32 s2, 0, s2
00fa s_andn2_b32 s4, s4, s10
00fb s_cmp_eq_i32 s1, 0
00fc s_cbranch_scc0 BB54
BB52:
00fd s_lshl_b32 s2, s2, 12
00fe s_or_b32 m0, s2, s3
00ff s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB54:
0100 s_mov_b32 exec_lo, s0
0101 s_cbranch_execz BB60
BB55:
0102 v_mov_b32_sdwa v10, v11 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0104 v_mul_lo_u32 v11, 28, v11
0106 ds_write_b8 v4, v10 offset:17
0108 ds_write2_b32 v11, v6, v7 offset1:1
010a ds_write2_b32 v11, v8, v2 offset0:2 offset1:3
010c ds_write_b32 v11, v5 offset:20
BB60:
010e s_mov_b32 exec_lo, -1
010f s_waitcnt lgkmcnt(0)
0110 s_barrier
0111 v_cmpx_gt_i32_e32 s3, v3
0112 s_mov_b32 s0, exec_lo
0113 s_cbranch_execz BB66
BB61:
0114 ds_read2_b32 v[6:7], v4 offset1:1
0116 ds_read2_b32 v[2:3], v4 offset0:2 offset1:3
0118 ds_read_b32 v5, v4 offset:20
011a s_waitcnt lgkmcnt(1)
011b v_mov_b32_e32 v8, v2
011c v_mov_b32_e32 v2, v3
BB66:
011d s_mov_b32 exec_lo, s6
011e s_cbranch_execz BB69
BB67:
011f ds_read_u8 v9, v9 offset:17
0121 ds_read_u8 v0, v0 offset:17
0123 ds_read_u8 v1, v1 offset:17
0125 s_waitcnt lgkmcnt(1)
0126 v_lshl_or_b32 v0, v0, 10, v9
0128 s_waitcnt lgkmcnt(0)
0129 v_lshl_or_b32 v1, v1, 20, v0
BB69:
012b s_andn2_b32 exec_lo, -1, exec_lo
012c s_cbranch_execz BB77
BB70:
012d v_bfrev_b32_e32 v1, 1
012e s_branch BB77
BB73:
012f s_and_b32 s1, s3, 0xf000000
0131 s_cbranch_scc1 BB76
BB74:
0132 s_bfe_u32 s1, s2, 0x90016
0134 s_lshl_b32 s1, s1, 12
0135 s_bfe_u32 s2, s2, 0x9000c
0137 s_or_b32 m0, s1, s2
0138 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB76:
0139 v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
013b s_lshl_b32 s3, s3, 8
013c s_bfe_u32 s4, -1, s3
013d v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
013f v_lshl_or_b32 v1, v1, 20, v0
BB77:
0141 s_mov_b32 exec_lo, s0
0142 s_cbranch_execz BB83
BB78:
0143 s_mov_b32 s0, s9
0144 s_movk_i32 s9, 0x8000
0145 s_clause 0x1
0146 s_load_dwordx4 s[12:15], s[8:9], null
0148 s_load_dwordx4 s[8:11], s[8:9], 0x10
014a s_waitcnt lgkmcnt(0)
014b v_add_nc_u32_e32 v5, s0, v5
014c buffer_load_dwordx3 v[9:11], v5, s[12:15], 0 idxen
014e buffer_load_dwordx3 v[12:14], v5, s[8:11], 0 idxen offset:12
0150 v_add_f32_e32 v15, 0x3c23d70a, v7
0152 v_add_f32_e32 v16, 0x3c23d70a, v6
0154 s_waitcnt vmcnt(1)
0155 v_add_f32_e32 v11, 0x3c23d70a, v11
0157 v_mul_f32_e32 v17, v11, v11
0158 v_fmac_f32_e32 v17, v15, v15
0159 v_fmac_f32_e32 v17, v16, v16
015a v_rsq_f32_e32 v17, v17
015b v_mul_f32_e32 v11, v11, v17
015c v_mul_f32_e32 v16, v16, v17
015d v_mul_f32_e32 v15, v15, v17
015e s_waitcnt vmcnt(0)
015f v_mul_f32_e32 v11, v11, v14
0160 v_mul_f32_e32 v16, v16, v12
0161 v_mul_f32_e32 v15, v15, v13
0162 exp pos0 v6, v7, v8, v2 done
0164 exp param0 v16, v15, v11, off
BB83:
0166 s_waitcnt expcnt(0)
0167 s_mov_b32 exec_lo, s4
0168 s_cbranch_execz BB89
BB84:
0169 exp prim v1, off, off, off done
BB89:
016b s_endpgm
