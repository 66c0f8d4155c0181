BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB11
BB1:
0004 s_mov_b32 s1, s9
0005 s_movk_i32 s9, 0x8000
0006 s_load_dwordx4 s[4:7], s[8:9], null
0008 v_add_nc_u32_e32 v5, s1, v5
0009 s_waitcnt lgkmcnt(0)
000a buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen
000c s_mov_b32 s1, 0
000d s_waitcnt vmcnt(0)
000e v_mov_b32_e32 v5, v4
000f v_mov_b32_e32 v6, v3
0010 v_mov_b32_e32 v7, v2
BB2:
0011 s_cmp_ge_u32 s1, s12
0012 s_cbranch_scc1 BB6
BB5:
0013 v_fma_f32 v6, s13, v6, v2
0015 v_fma_f32 v5, s13, v5, v3
0017 s_add_u32 s1, s1, 1
0018 v_fma_f32 v7, s13, v7, v4
001a v_swap_b32 v6, v5
001b v_swap_b32 v5, v7
001c s_branch BB2
BB6:
001d s_mov_b64 s[4:5], s[10:11]
001e s_load_dwordx4 s[4:7], s[4:5], null
0020 s_waitcnt lgkmcnt(0)
0021 v_add_f32_e32 v7, s4, v7
0022 v_add_f32_e32 v6, s5, v6
0023 v_add_f32_e32 v5, s6, v5
0024 v_add_f32_e64 v2, 1.0, s7
BB11:
0026 s_mov_b32 exec_lo, -1
0027 s_and_b32 s1, s2, 0x7c000000
0029 s_cselect_b32 s4, 11, 0
002a s_and_b32 s4, s14, s4
002b s_cbranch_scc0 BB73
BB12:
002c s_bfe_u32 s1, s3, 0x40018
002e s_lshl_b32 s4, s1, 5
002f v_mbcnt_lo_u32_b32 v3, -1, s4
0031 v_mul_u32_u24_e32 v4, 28, v3
0032 s_mov_b32 exec_lo, s0
BB13:
0033 v_rcp_f32_e32 v8, v2
0034 v_mov_b32_e32 v10, 0
0035 v_mul_f32_e32 v9, v7, v8
0036 v_mul_f32_e32 v8, v6, v8
0037 ds_write_b32 v4, v2 offset:12
0039 ds_write2_b32 v4, v9, v8 offset1:1
003b ds_write_b8 v4, v10 offset:16
BB18:
003d s_mov_b32 exec_lo, -1
003e s_waitcnt lgkmcnt(0)
003f s_barrier
0040 s_lshl_b32 s4, s3, 8
0041 v_mad_u32_u16 v8, 28, v0, 0
0043 v_mad_u32_u16 v1, 28, v1, 0
0045 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
0047 s_bfe_u32 exec_lo, -1, s4
0048 s_mov_b32 s4, exec_lo
0049 s_cbranch_execz BB39
BB19:
004a ds_read_b32 v9, v8 offset:12
004c ds_read_b32 v10, v0 offset:12
004e ds_read_b32 v11, v1 offset:12
0050 ds_read2_b32 v[12:13], v8 offset1:1
0052 ds_read2_b32 v[14:15], v0 offset1:1
0054 ds_read2_b32 v[16:17], v1 offset1:1
0056 s_bitcmp1_b32 s14, 0
0057 s_cselect_b32 s5, -1, 0
0058 s_bitcmp1_b32 s14, 1
0059 s_cselect_b32 s6, -1, 0
005a s_bitcmp1_b32 s14, 2
005b s_cselect_b32 s7, -1, 0
005c s_waitcnt lgkmcnt(5)
005d v_cmp_gt_f32_e32 vcc_lo, 0, v9
005e s_waitcnt lgkmcnt(4)
005f v_cmp_gt_f32_e64 s8, 0, v10
0061 s_waitcnt lgkmcnt(3)
0062 v_max3_f32 v10, v10, v11, v9
0064 s_waitcnt lgkmcnt(1)
0065 v_sub_f32_e32 v18, v15, v13
0066 v_sub_f32_e32 v19, v12, v14
0067 s_waitcnt lgkmcnt(0)
0068 v_sub_f32_e32 v20, v16, v12
0069 v_sub_f32_e32 v21, v13, v17
006a s_xor_b32 s9, s8, vcc_lo
006b s_or_b32 s8, s8, vcc_lo
006c v_cmp_gt_f32_e32 vcc_lo, 0, v11
006d v_mul_f32_e32 v20, v20, v18
006e s_xor_b32 s9, vcc_lo, s9
006f s_or_b32 s8, vcc_lo, s8
0070 v_cmp_nlt_f32_e32 vcc_lo, 0, v10
0071 v_fma_f32 v19, v19, -v21, v20
0073 v_cndmask_b32_e64 v19, v19, -v19, s9
0075 v_cmp_eq_f32_e64 s13, 0, v19
0077 v_cmp_lt_f32_e64 s12, 0, v19
0079 v_cmp_gt_f32_e64 s19, 0x7f800000, |v19|
007c s_xnor_b32 s12, s12, s7
007d s_and_b32 s5, s12, s5
007e s_andn2_b32 s6, s6, s12
007f s_or_b32 s5, s5, s6
0080 s_or_b32 s5, s5, s13
0081 s_and_b32 s5, s5, s19
0082 s_nor_b32 s5, vcc_lo, s5
0083 s_and_saveexec_b32 s5, s5
0084 s_cbranch_execz BB34
BB20:
0085 v_min3_f32 v9, v14, v16, v12
0087 v_max3_f32 v14, v14, v16, v12
0089 v_min3_f32 v10, v15, v17, v13
008b v_max3_f32 v15, v15, v17, v13
008d v_max_f32_e32 v12, v9, v10
008e v_min_f32_e32 v11, v14, v15
008f v_cmp_lt_f32_e64 s6, 1.0, v12
0091 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
0092 s_or_b32 s6, s6, vcc_lo
0093 s_bitcmp1_b32 s14, 3
0094 s_cbranch_scc0 BB23
BB21:
0095 v_fma_f32 v9, v9, s15, s17
0097 v_fma_f32 v14, v14, s15, s17
0099 s_ashr_i32 s14, s14, 24
009a v_fma_f32 v10, v10, s16, s18
009c v_fma_f32 v15, v15, s16, s18
009e v_ldexp_f32 v11, 1.0, s14
00a0 v_sub_f32_e32 v9, v9, v11
00a1 v_add_f32_e32 v14, v14, v11
00a2 v_sub_f32_e32 v10, v10, v11
00a3 v_add_f32_e32 v15, v15, v11
00a4 v_rndne_f32_e32 v9, v9
00a5 v_rndne_f32_e32 v14, v14
00a6 v_rndne_f32_e32 v10, v10
00a7 v_rndne_f32_e32 v15, v15
00a8 v_cmp_eq_f32_e32 vcc_lo, v9, v14
00a9 v_cmp_eq_f32_e64 s7, v10, v15
00ab s_or_b32 s7, vcc_lo, s7
00ac s_or_b32 s6, s6, s7
BB23:
00ad s_orn2_b32 s8, s8, s6
00ae s_and_saveexec_b32 s8, s8
BB24:
00af v_mov_b32_e32 v9, 1
00b0 ds_write_b8 v8, v9 offset:16
00b2 ds_write_b8 v0, v9 offset:16
00b4 ds_write_b8 v1, v9 offset:16
00b6 s_mov_b32 s6, exec_lo
BB29:
00b7 s_mov_b32 exec_lo, s8
BB34:
00b8 s_and_b32 s6, s6, exec_lo
00b9 s_mov_b32 exec_lo, s5
BB39:
00ba s_and_b32 s6, s6, exec_lo
00bb s_waitcnt lgkmcnt(0)
00bc s_barrier
00bd s_mov_b32 exec_lo, s0
BB40:
00be ds_read_u8 v9, v4 offset:16
00c0 s_waitcnt lgkmcnt(0)
00c1 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00c2 s_and_b32 s0, vcc_lo, exec_lo
BB45:
00c3 s_mov_b32 exec_lo, 1
00c4 s_bcnt1_i32_b32 s5, s0
BB46:
00c5 v_mov_b32_e32 v9, s1
00c6 v_mov_b32_e32 v10, s5
00c7 ds_write_b8 v9, v10 offset:3584
00c9 s_waitcnt lgkmcnt(0)
00ca s_barrier
00cb v_mov_b32_e32 v11, 0
00cc ds_read_b32 v11, v11 offset:3584
BB51:
00ce s_mov_b32 exec_lo, -1
00cf v_mbcnt_lo_u32_b32 v9, -1, 0
00d1 v_mad_i32_i24 v9, v9, -8, 24
00d3 v_lshrrev_b32_e64 v9, v9, 0x1010101
00d6 s_waitcnt lgkmcnt(0)
00d7 v_permlane16_b32 v11, v11, 0, 0
00d9 v_dot4_u32_u8 v11, v11, v9, 0
00db v_readlane_b32 s7, v11, s1
00dd s_sub_i32 s7, s7, s5
00de s_lshr_b32 s3, s3, 28
00df v_mbcnt_lo_u32_b32 v10, s0, s7
00e1 s_add_u32 s3, s3, -1
00e2 s_bfe_u32 s2, s2, 0x90016
00e4 v_readlane_b32 s3, v11, s3
00e6 s_cmp_eq_i32 s3, 0
00e7 s_cselect_b32 s8, -1, 0
00e8 s_cselect_b32 s2, 0, s2
00e9 s_andn2_b32 s4, s4, s8
00ea s_cmp_eq_i32 s1, 0
00eb s_cbranch_scc0 BB54
BB52:
00ec s_lshl_b32 s2, s2, 12
00ed s_or_b32 m0, s2, s3
00ee s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB54:
00ef s_mov_b32 exec_lo, s0
00f0 s_cbranch_execz BB60
BB55:
00f1 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f3 v_mul_lo_u32 v10, 28, v10
00f5 ds_write_b8 v4, v9 offset:17
00f7 ds_write2_b32 v10, v7, v6 offset1:1
00f9 ds_write2_b32 v10, v5, v2 offset0:2 offset1:3
BB60:
00fb s_mov_b32 exec_lo, -1
00fc s_waitcnt lgkmcnt(0)
00fd s_barrier
00fe v_cmpx_gt_i32_e32 s3, v3
00ff s_mov_b32 s0, exec_lo
0100 s_cbranch_execz BB66
BB61:
0101 ds_read2_b32 v[5:6], v4 offset1:1
0103 ds_read2_b32 v[2:3], v4 offset0:2 offset1:3
0105 s_waitcnt lgkmcnt(1)
0106 v_mov_b32_e32 v7, v5
0107 s_waitcnt lgkmcnt(0)
0108 v_mov_b32_e32 v5, v2
0109 v_mov_b32_e32 v2, v3
BB66:
010a s_mov_b32 exec_lo, s6
010b s_cbranch_execz BB69
BB67:
010c ds_read_u8 v8, v8 offset:17
010e ds_read_u8 v0, v0 offset:17
0110 ds_read_u8 v1, v1 offset:17
0112 s_waitcnt lgkmcnt(1)
0113 v_lshl_or_b32 v0, v0, 10, v8
0115 s_waitcnt lgkmcnt(0)
0116 v_lshl_or_b32 v1, v1, 20, v0
BB69:
0118 s_andn2_b32 exec_lo, -1, exec_lo
0119 s_cbranch_execz BB77
BB70:
011a v_bfrev_b32_e32 v1, 1
011b s_branch BB77
BB73:
011c s_and_b32 s1, s3, 0xf000000
011e s_cbranch_scc1 BB76
BB74:
011f s_bfe_u32 s1, s2, 0x90016
0121 s_lshl_b32 s1, s1, 12
0122 s_bfe_u32 s2, s2, 0x9000c
0124 s_or_b32 m0, s1, s2
0125 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB76:
0126 v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0128 s_lshl_b32 s3, s3, 8
0129 s_bfe_u32 s4, -1, s3
012a v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
012c v_lshl_or_b32 v1, v1, 20, v0
BB77:
012e s_mov_b32 exec_lo, s0
012f s_cbranch_execz BB83
BB78:
0130 s_load_dwordx2 s[0:1], s[10:11], 0x10
0132 s_waitcnt lgkmcnt(0)
0133 s_clause 0x1
0134 s_load_dwordx2 s[2:3], s[0:1], null
0136 s_load_dword s0, s[0:1], 0x8
0138 s_waitcnt lgkmcnt(0)
0139 v_mov_b32_e32 v0, s2
013a v_mov_b32_e32 v3, s3
013b v_mov_b32_e32 v4, s0
013c exp pos0 v7, v6, v5, v2 done
013e exp param0 v0, v3, v4, off
BB83:
0140 s_waitcnt expcnt(0)
0141 s_mov_b32 exec_lo, s4
0142 s_cbranch_execz BB89
BB84:
0143 exp prim v1, off, off, off done
BB89:
0145 s_endpgm
