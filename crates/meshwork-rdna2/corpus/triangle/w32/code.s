BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 v_add_nc_u32_e32 v2, s8, v5
0005 s_getpc_b64 s[4:5]
0006 s_mov_b32 s6, 24
0007 s_mov_b32 s7, 0x31016fac
0009 v_mul_hi_i32 v3, v2, 0x55555556
000c v_cmp_le_i32_e32 vcc_lo, 0, v2
000d v_lshrrev_b32_e32 v4, 31, v3
000e v_add_nc_u32_e32 v3, v3, v4
000f v_lshl_add_u32 v3, v3, 1, v3
0011 v_sub_nc_u32_e32 v3, v2, v3
0012 v_cmp_eq_i32_e64 s1, 0, v3
0014 v_add_nc_u32_e32 v6, 3, v3
0015 s_or_b32 vcc_lo, s1, vcc_lo
0016 s_add_u32 s4, s4, 0x540
0018 v_cndmask_b32_e32 v6, v6, v3, vcc_lo
0019 v_lshlrev_b32_e32 v6, 3, v6
001a buffer_load_dwordx2 v[2:3], v6, s[4:7], 0 offen
BB6:
001c s_mov_b32 exec_lo, -1
001d s_and_b32 s1, s2, 0x7c000000
001f s_cselect_b32 s4, 11, 0
0020 s_and_b32 s4, s9, s4
0021 s_cbranch_scc0 BB68
BB7:
0022 s_bfe_u32 s1, s3, 0x40018
0024 s_lshl_b32 s4, s1, 5
0025 v_mbcnt_lo_u32_b32 v4, -1, s4
0027 v_mul_u32_u24_e32 v6, 28, v4
0028 s_mov_b32 exec_lo, s0
BB8:
0029 v_mov_b32_e32 v7, 1.0
002a v_mov_b32_e32 v8, 0
002b s_waitcnt vmcnt(0)
002c ds_write_b32 v6, v7 offset:12
002e ds_write2_b32 v6, v2, v3 offset1:1
0030 ds_write_b8 v6, v8 offset:16
BB13:
0032 s_mov_b32 exec_lo, -1
0033 s_waitcnt lgkmcnt(0)
0034 s_barrier
0035 s_lshl_b32 s4, s3, 8
0036 v_mad_u32_u16 v7, 28, v0, 0
0038 v_mad_u32_u16 v1, 28, v1, 0
003a v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
003c s_bfe_u32 exec_lo, -1, s4
003d s_mov_b32 s4, exec_lo
003e s_cbranch_execz BB34
BB14:
003f ds_read_b32 v8, v7 offset:12
0041 ds_read_b32 v9, v0 offset:12
0043 ds_read_b32 v10, v1 offset:12
0045 ds_read2_b32 v[12:13], v7 offset1:1
0047 ds_read2_b32 v[14:15], v0 offset1:1
0049 ds_read2_b32 v[16:17], v1 offset1:1
004b s_bitcmp1_b32 s9, 0
004c s_cselect_b32 s5, -1, 0
004d s_bitcmp1_b32 s9, 1
004e s_cselect_b32 s6, -1, 0
004f s_bitcmp1_b32 s9, 2
0050 s_cselect_b32 s7, -1, 0
0051 s_waitcnt lgkmcnt(5)
0052 v_cmp_gt_f32_e32 vcc_lo, 0, v8
0053 s_waitcnt lgkmcnt(4)
0054 v_cmp_gt_f32_e64 s14, 0, v9
0056 s_waitcnt lgkmcnt(3)
0057 v_max3_f32 v9, v9, v10, v8
0059 s_waitcnt lgkmcnt(1)
005a v_sub_f32_e32 v11, v15, v13
005b v_sub_f32_e32 v18, v12, v14
005c s_waitcnt lgkmcnt(0)
005d v_sub_f32_e32 v19, v16, v12
005e v_sub_f32_e32 v20, v13, v17
005f s_xor_b32 s15, s14, vcc_lo
0060 s_or_b32 s14, s14, vcc_lo
0061 v_cmp_gt_f32_e32 vcc_lo, 0, v10
0062 v_mul_f32_e32 v19, v19, v11
0063 s_xor_b32 s15, vcc_lo, s15
0064 s_or_b32 s14, vcc_lo, s14
0065 v_cmp_nlt_f32_e32 vcc_lo, 0, v9
0066 v_fma_f32 v18, v18, -v20, v19
0068 v_cndmask_b32_e64 v18, v18, -v18, s15
006a v_cmp_eq_f32_e64 s17, 0, v18
006c v_cmp_lt_f32_e64 s16, 0, v18
006e v_cmp_gt_f32_e64 s18, 0x7f800000, |v18|
0071 s_xnor_b32 s16, s16, s7
0072 s_and_b32 s5, s16, s5
0073 s_andn2_b32 s6, s6, s16
0074 s_or_b32 s5, s5, s6
0075 s_or_b32 s5, s5, s17
0076 s_and_b32 s5, s5, s18
0077 s_nor_b32 s5, vcc_lo, s5
0078 s_and_saveexec_b32 s5, s5
0079 s_cbranch_execz BB29
BB15:
007a v_min3_f32 v8, v14, v16, v12
007c v_max3_f32 v14, v14, v16, v12
007e v_min3_f32 v9, v15, v17, v13
0080 v_max3_f32 v15, v15, v17, v13
0082 v_max_f32_e32 v11, v8, v9
0083 v_min_f32_e32 v10, v14, v15
0084 v_cmp_lt_f32_e64 s6, 1.0, v11
0086 v_cmp_gt_f32_e32 vcc_lo, -1.0, v10
0087 s_or_b32 s6, s6, vcc_lo
0088 s_bitcmp1_b32 s9, 3
0089 s_cbranch_scc0 BB18
BB16:
008a v_fma_f32 v8, v8, s10, s12
008c v_fma_f32 v14, v14, s10, s12
008e s_ashr_i32 s9, s9, 24
008f v_fma_f32 v9, v9, s11, s13
0091 v_fma_f32 v15, v15, s11, s13
0093 v_ldexp_f32 v10, 1.0, s9
0095 v_sub_f32_e32 v8, v8, v10
0096 v_add_f32_e32 v14, v14, v10
0097 v_sub_f32_e32 v9, v9, v10
0098 v_add_f32_e32 v15, v15, v10
0099 v_rndne_f32_e32 v8, v8
009a v_rndne_f32_e32 v14, v14
009b v_rndne_f32_e32 v9, v9
009c v_rndne_f32_e32 v15, v15
009d v_cmp_eq_f32_e32 vcc_lo, v8, v14
009e v_cmp_eq_f32_e64 s7, v9, v15
00a0 s_or_b32 s7, vcc_lo, s7
00a1 s_or_b32 s6, s6, s7
BB18:
00a2 s_orn2_b32 s14, s14, s6
00a3 s_and_saveexec_b32 s14, s14
BB19:
00a4 v_mov_b32_e32 v8, 1
00a5 ds_write_b8 v7, v8 offset:16
00a7 ds_write_b8 v0, v8 offset:16
00a9 ds_write_b8 v1, v8 offset:16
00ab s_mov_b32 s6, exec_lo
BB24:
00ac s_mov_b32 exec_lo, s14
BB29:
00ad s_and_b32 s6, s6, exec_lo
00ae s_mov_b32 exec_lo, s5
BB34:
00af s_and_b32 s6, s6, exec_lo
00b0 s_waitcnt lgkmcnt(0)
00b1 s_barrier
00b2 s_mov_b32 exec_lo, s0
BB35:
00b3 ds_read_u8 v8, v6 offset:16
00b5 s_waitcnt lgkmcnt(0)
00b6 v_cmp_ne_i32_e32 vcc_lo, 0, v8
00b7 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00b8 s_mov_b32 exec_lo, 1
00b9 s_bcnt1_i32_b32 s5, s0
BB41:
00ba v_mov_b32_e32 v8, s1
00bb v_mov_b32_e32 v9, s5
00bc ds_write_b8 v8, v9 offset:3584
00be s_waitcnt lgkmcnt(0)
00bf s_barrier
00c0 v_mov_b32_e32 v10, 0
00c1 ds_read_b32 v10, v10 offset:3584
BB46:
00c3 s_mov_b32 exec_lo, -1
00c4 v_mbcnt_lo_u32_b32 v8, -1, 0
00c6 v_mad_i32_i24 v8, v8, -8, 24
00c8 v_lshrrev_b32_e64 v8, v8, 0x1010101
00cb s_waitcnt lgkmcnt(0)
00cc v_permlane16_b32 v10, v10, 0, 0
00ce v_dot4_u32_u8 v10, v10, v8, 0
00d0 v_readlane_b32 s7, v10, s1
00d2 s_sub_i32 s7, s7, s5
00d3 s_lshr_b32 s3, s3, 28
00d4 v_mbcnt_lo_u32_b32 v9, s0, s7
00d6 s_add_u32 s3, s3, -1
00d7 s_bfe_u32 s2, s2, 0x90016
00d9 v_readlane_b32 s3, v10, s3
00db s_cmp_eq_i32 s3, 0
00dc s_cselect_b32 s9, -1, 0
00dd s_cselect_b32 s2, 0, s2
00de s_andn2_b32 s4, s4, s9
00df s_cmp_eq_i32 s1, 0
00e0 s_cbranch_scc0 BB49
BB47:
00e1 s_lshl_b32 s2, s2, 12
00e2 s_or_b32 m0, s2, s3
00e3 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00e4 s_mov_b32 exec_lo, s0
00e5 s_cbranch_execz BB55
BB50:
00e6 v_mov_b32_sdwa v8, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00e8 v_mul_lo_u32 v9, 28, v9
00ea v_mov_b32_e32 v10, 0x3e800000
00ec v_mov_b32_e32 v11, 1.0
00ed s_waitcnt vmcnt(0)
00ee ds_write_b8 v6, v8 offset:17
00f0 ds_write2_b32 v9, v2, v3 offset1:1
00f2 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
00f4 ds_write_b32 v9, v5 offset:20
BB55:
00f6 s_mov_b32 exec_lo, -1
00f7 s_waitcnt lgkmcnt(0)
00f8 s_barrier
00f9 v_cmpx_gt_i32_e32 s3, v4
00fa s_mov_b32 s0, exec_lo
00fb s_cbranch_execz BB61
BB56:
00fc s_waitcnt vmcnt(0)
00fd ds_read2_b32 v[2:3], v6 offset1:1
00ff ds_read2_b32 v[4:5], v6 offset0:2 offset1:3
0101 ds_read_b32 v6, v6 offset:20
BB61:
0103 s_mov_b32 exec_lo, s6
0104 s_cbranch_execz BB64
BB62:
0105 ds_read_u8 v7, v7 offset:17
0107 ds_read_u8 v0, v0 offset:17
0109 ds_read_u8 v1, v1 offset:17
010b s_waitcnt lgkmcnt(1)
010c v_lshl_or_b32 v0, v0, 10, v7
010e s_waitcnt lgkmcnt(0)
010f v_lshl_or_b32 v1, v1, 20, v0
BB64:
0111 s_andn2_b32 exec_lo, -1, exec_lo
0112 s_cbranch_execz BB72
BB65:
0113 v_bfrev_b32_e32 v1, 1
0114 s_branch BB72
BB68:
0115 s_and_b32 s1, s3, 0xf000000
0117 s_cbranch_scc1 BB71
BB69:
0118 s_bfe_u32 s1, s2, 0x90016
011a s_lshl_b32 s1, s1, 12
011b s_bfe_u32 s2, s2, 0x9000c
011d s_or_b32 m0, s1, s2
011e s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
011f v_lshlrev_b32_sdwa v4, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0121 s_lshl_b32 s3, s3, 8
0122 v_mov_b32_e32 v6, v5
0123 v_mov_b32_e32 v5, 1.0
0124 s_bfe_u32 s4, -1, s3
0125 v_or_b32_sdwa v0, v0, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0127 v_mov_b32_e32 v4, 0x3e800000
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
0132 s_waitcnt lgkmcnt(0)
0133 v_add_nc_u32_e32 v6, s8, v6
0134 s_mov_b32 s2, 24
0135 s_mov_b32 s3, 0x31016fac
0137 v_mul_hi_i32 v0, v6, 0x55555556
013a v_cmp_le_i32_e32 vcc_lo, 0, v6
013b v_lshrrev_b32_e32 v1, 31, v0
013c v_add_nc_u32_e32 v0, v0, v1
013d v_lshl_add_u32 v0, v0, 1, v0
013f v_sub_nc_u32_e32 v0, v6, v0
0140 v_cmp_eq_i32_e64 s0, 0, v0
0142 v_add_nc_u32_e32 v6, 3, v0
0143 s_or_b32 vcc_lo, s0, vcc_lo
0144 s_getpc_b64 s[0:1]
0145 v_cndmask_b32_e32 v6, v6, v0, vcc_lo
0146 s_add_u32 s0, s0, 0x44
0148 v_lshlrev_b32_e32 v6, 3, v6
0149 buffer_load_dwordx2 v[0:1], v6, s[0:3], 0 offen
014b s_waitcnt vmcnt(0)
014c exp pos0 v2, v3, v4, v5 done
014e exp param0 v0, v1, off, off
BB84:
0150 s_endpgm
