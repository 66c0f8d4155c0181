BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 v_add_nc_u32_e32 v5, s8, v5
0006 s_mov_b32 s6, 24
0007 s_mov_b32 s7, 0x31016fac
0009 v_mul_hi_i32 v2, v5, 0x55555556
000c v_cmp_le_i32_e32 vcc, 0, v5
000d v_lshrrev_b32_e32 v3, 31, v2
000e v_add_nc_u32_e32 v2, v2, v3
000f v_lshl_add_u32 v2, v2, 1, v2
0011 v_sub_nc_u32_e32 v2, v5, v2
0012 v_cmp_eq_i32_e64 s[4:5], 0, v2
0014 v_add_nc_u32_e32 v4, 3, v2
0015 s_or_b64 vcc, s[4:5], vcc
0016 s_getpc_b64 s[4:5]
0017 v_cndmask_b32_e32 v4, v4, v2, vcc
0018 s_add_u32 s4, s4, 0x524
001a v_lshlrev_b32_e32 v4, 3, v4
001b buffer_load_dwordx2 v[2:3], v4, s[4:7], 0 offen
001d v_add_nc_u32_e32 v5, s9, v8
001e v_and_b32_e32 v6, 0x7f, v5
0020 v_ashrrev_i32_e32 v5, 7, v5
0021 v_cvt_f32_u32_e32 v6, v6
0022 v_and_b32_e32 v5, 0x7f, v5
0024 v_fma_f32 v6, 0x3c800000, v6, -1.0
0027 v_cvt_f32_u32_e32 v5, v5
0028 v_fma_f32 v5, 0x3c800000, v5, -1.0
002b s_waitcnt vmcnt(0)
002c v_add_f32_e32 v6, v6, v2
002d v_add_f32_e32 v5, v5, v3
BB6:
002e s_mov_b64 exec, -1
002f s_and_b32 s4, s2, 0x7c000000
0031 s_cselect_b32 s5, 11, 0
0032 s_and_b32 s5, s10, s5
0033 s_cbranch_scc0 BB68
BB7:
0034 s_bfe_u32 s4, s3, 0x40018
0036 s_lshl_b32 s5, s4, 6
0037 v_mbcnt_lo_u32_b32 v2, -1, s5
0039 v_mbcnt_hi_u32_b32 v2, -1, v2
003b v_mul_u32_u24_e32 v3, 28, v2
003c s_mov_b64 exec, s[0:1]
BB8:
003d v_mov_b32_e32 v4, 1.0
003e v_mov_b32_e32 v7, 0
003f ds_write_b32 v3, v4 offset:12
0041 ds_write2_b32 v3, v6, v5 offset1:1
0043 ds_write_b8 v3, v7 offset:16
BB13:
0045 s_mov_b64 exec, -1
0046 s_waitcnt lgkmcnt(0)
0047 s_barrier
0048 s_lshl_b32 s5, s3, 8
0049 v_mad_u32_u16 v4, 28, v0, 0
004b v_mad_u32_u16 v1, 28, v1, 0
004d v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
004f s_bfe_u64 exec, -1, s5
0050 s_mov_b64 s[6:7], exec
0051 s_cbranch_execz BB34
BB14:
0052 ds_read_b32 v7, v4 offset:12
0054 ds_read_b32 v9, v0 offset:12
0056 ds_read_b32 v10, v1 offset:12
0058 ds_read2_b32 v[12:13], v4 offset1:1
005a ds_read2_b32 v[14:15], v0 offset1:1
005c ds_read2_b32 v[16:17], v1 offset1:1
005e s_bitcmp1_b32 s10, 0
005f s_cselect_b64 s[16:17], -1, 0
0060 s_bitcmp1_b32 s10, 1
0061 s_cselect_b64 s[18:19], -1, 0
0062 s_bitcmp1_b32 s10, 2
0063 s_cselect_b64 s[20:21], -1, 0
0064 s_waitcnt lgkmcnt(5)
0065 v_cmp_gt_f32_e32 vcc, 0, v7
0066 s_waitcnt lgkmcnt(4)
0067 v_cmp_gt_f32_e64 s[22:23], 0, v9
0069 s_waitcnt lgkmcnt(3)
006a v_max3_f32 v9, v9, v10, v7
006c s_waitcnt lgkmcnt(1)
006d v_sub_f32_e32 v11, v15, v13
006e v_sub_f32_e32 v18, v12, v14
006f s_waitcnt lgkmcnt(0)
0070 v_sub_f32_e32 v19, v16, v12
0071 v_sub_f32_e32 v20, v13, v17
0072 s_xor_b64 s[24:25], s[22:23], vcc
0073 s_or_b64 s[22:23], s[22:23], vcc
0074 v_cmp_gt_f32_e32 vcc, 0, v10
0075 v_mul_f32_e32 v19, v19, v11
0076 s_xor_b64 s[24:25], vcc, s[24:25]
0077 s_or_b64 s[22:23], vcc, s[22:23]
0078 v_cmp_nlt_f32_e32 vcc, 0, v9
0079 v_fma_f32 v18, v18, -v20, v19
007b v_cndmask_b32_e64 v18, v18, -v18, s[24:25]
007d v_cmp_lt_f32_e64 s[24:25], 0, v18
007f s_xnor_b64 s[20:21], s[24:25], s[20:21]
0080 s_and_b64 s[16:17], s[20:21], s[16:17]
0081 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0082 s_or_b64 s[16:17], s[16:17], s[18:19]
0083 v_cmp_eq_f32_e64 s[18:19], 0, v18
0085 s_or_b64 s[16:17], s[16:17], s[18:19]
0086 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v18|
0089 s_and_b64 s[16:17], s[16:17], s[18:19]
008a s_nor_b64 s[16:17], vcc, s[16:17]
008b s_and_saveexec_b64 s[16:17], s[16:17]
008c s_cbranch_execz BB29
BB15:
008d v_min3_f32 v7, v14, v16, v12
008f v_max3_f32 v14, v14, v16, v12
0091 v_min3_f32 v9, v15, v17, v13
0093 v_max3_f32 v15, v15, v17, v13
0095 v_max_f32_e32 v11, v7, v9
0096 v_min_f32_e32 v10, v14, v15
0097 v_cmp_lt_f32_e64 s[18:19], 1.0, v11
0099 v_cmp_gt_f32_e32 vcc, -1.0, v10
009a s_or_b64 s[18:19], s[18:19], vcc
009b s_bitcmp1_b32 s10, 3
009c s_cbranch_scc0 BB18
BB16:
009d v_fma_f32 v7, v7, s11, s13
009f v_fma_f32 v14, v14, s11, s13
00a1 s_ashr_i32 s10, s10, 24
00a2 v_fma_f32 v9, v9, s12, s14
00a4 v_fma_f32 v15, v15, s12, s14
00a6 v_ldexp_f32 v10, 1.0, s10
00a8 v_sub_f32_e32 v7, v7, v10
00a9 v_add_f32_e32 v14, v14, v10
00aa v_sub_f32_e32 v9, v9, v10
00ab v_add_f32_e32 v15, v15, v10
00ac v_rndne_f32_e32 v7, v7
00ad v_rndne_f32_e32 v14, v14
00ae v_rndne_f32_e32 v9, v9
00af v_rndne_f32_e32 v15, v15
00b0 v_cmp_eq_f32_e32 vcc, v7, v14
00b1 v_cmp_eq_f32_e64 s[10:11], v9, v15
00b3 s_or_b64 s[10:11], vcc, s[10:11]
00b4 s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
00b5 s_orn2_b64 s[10:11], s[22:23], s[18:19]
00b6 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00b7 v_mov_b32_e32 v7, 1
00b8 ds_write_b8 v4, v7 offset:16
00ba ds_write_b8 v0, v7 offset:16
00bc ds_write_b8 v1, v7 offset:16
00be s_mov_b64 s[12:13], exec
BB24:
00bf s_mov_b64 exec, s[10:11]
BB29:
00c0 s_and_b64 s[10:11], s[12:13], exec
00c1 s_mov_b64 exec, s[16:17]
BB34:
00c2 s_and_b64 s[10:11], s[10:11], exec
00c3 s_waitcnt lgkmcnt(0)
00c4 s_barrier
00c5 s_mov_b64 exec, s[0:1]
BB35:
00c6 ds_read_u8 v7, v3 offset:16
00c8 s_waitcnt lgkmcnt(0)
00c9 v_cmp_ne_i32_e32 vcc, 0, v7
00ca s_and_b64 s[0:1], vcc, exec
BB40:
00cb s_mov_b64 exec, 1
00cc s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00cd v_mov_b32_e32 v7, s4
00ce v_mov_b32_e32 v9, s5
00cf ds_write_b8 v7, v9 offset:3584
00d1 s_waitcnt lgkmcnt(0)
00d2 s_barrier
00d3 v_mov_b32_e32 v10, 0
00d4 ds_read_b32 v10, v10 offset:3584
BB46:
00d6 s_mov_b64 exec, -1
00d7 v_mbcnt_lo_u32_b32 v7, -1, 0
00d9 v_mbcnt_hi_u32_b32 v7, -1, v7
00db v_mad_i32_i24 v7, v7, -8, 24
00dd s_waitcnt lgkmcnt(0)
00de v_permlane16_b32 v10, v10, 0, 0
00e0 v_lshrrev_b32_e64 v7, v7, 0x1010101
00e3 v_dot4_u32_u8 v10, v10, v7, 0
00e5 v_readlane_b32 s8, v10, s4
00e7 s_sub_i32 s8, s8, s5
00e8 s_lshr_b32 s3, s3, 28
00e9 v_mbcnt_lo_u32_b32 v9, s0, s8
00eb s_add_u32 s3, s3, -1
00ec s_bfe_u32 s2, s2, 0x90016
00ee v_readlane_b32 s3, v10, s3
00f0 v_mbcnt_hi_u32_b32 v9, s1, v9
00f2 s_cmp_eq_i32 s3, 0
00f3 s_cselect_b64 s[12:13], -1, 0
00f4 s_cselect_b32 s2, 0, s2
00f5 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00f6 s_cmp_eq_i32 s4, 0
00f7 s_cbranch_scc0 BB49
BB47:
00f8 s_lshl_b32 s2, s2, 12
00f9 s_or_b32 m0, s2, s3
00fa s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00fb s_mov_b64 exec, s[0:1]
00fc s_cbranch_execz BB55
BB50:
00fd v_mov_b32_sdwa v7, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ff v_mul_lo_u32 v9, 28, v9
0101 v_mov_b32_e32 v10, 0.5
0102 v_mov_b32_e32 v11, 1.0
0103 ds_write_b8 v3, v7 offset:17
0105 ds_write2_b32 v9, v6, v5 offset1:1
0107 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
0109 ds_write_b32 v9, v8 offset:24
BB55:
010b s_mov_b64 exec, -1
010c s_waitcnt lgkmcnt(0)
010d s_barrier
010e v_cmpx_gt_i32_e32 s3, v2
010f s_mov_b64 s[0:1], exec
0110 s_cbranch_execz BB61
BB56:
0111 ds_read2_b32 v[6:7], v3 offset1:1
0113 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0115 ds_read_b32 v3, v3 offset:24
0117 s_waitcnt lgkmcnt(2)
0118 v_mov_b32_e32 v5, v7
BB61:
0119 s_mov_b64 exec, s[10:11]
011a s_cbranch_execz BB64
BB62:
011b ds_read_u8 v4, v4 offset:17
011d ds_read_u8 v0, v0 offset:17
011f ds_read_u8 v1, v1 offset:17
0121 s_waitcnt lgkmcnt(1)
0122 v_lshl_or_b32 v0, v0, 10, v4
0124 s_waitcnt lgkmcnt(0)
0125 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0127 s_andn2_b64 exec, -1, exec
0128 s_cbranch_execz BB72
BB65:
0129 v_bfrev_b32_e32 v1, 1
012a s_branch BB72
BB68:
012b s_and_b32 s4, s3, 0xf000000
012d s_cbranch_scc1 BB71
BB69:
012e s_bfe_u32 s4, s2, 0x90016
0130 s_lshl_b32 s4, s4, 12
0131 s_bfe_u32 s2, s2, 0x9000c
0133 s_or_b32 m0, s4, s2
0134 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0135 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0137 s_lshl_b32 s3, s3, 8
0138 v_mov_b32_e32 v3, v8
0139 v_mov_b32_e32 v8, 0.5
013a v_mov_b32_e32 v9, 1.0
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
0147 s_waitcnt lgkmcnt(0)
0148 v_add_nc_u32_e32 v3, s9, v3
0149 v_ashrrev_i32_sdwa v0, 4, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
014b v_ashrrev_i32_sdwa v1, 9, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
014d v_cvt_f32_ubyte0_e32 v3, v3
014e v_cvt_f32_u32_e32 v0, v0
014f v_cvt_f32_u32_e32 v1, v1
0150 v_mul_f32_e32 v3, 0x3b800000, v3
0152 v_mul_f32_e32 v0, 0x3b800000, v0
0154 v_mul_f32_e32 v1, 0x3b800000, v1
0156 exp pos0 v6, v5, v8, v9 done
0158 exp param0 v3, v0, v1, off
BB84:
015a s_endpgm
