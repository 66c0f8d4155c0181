BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 v_add_lshl_u32 v5, s8, v5, 3
0006 s_getpc_b64 s[4:5]
0007 s_mov_b32 s6, 24
0008 s_mov_b32 s7, 0x31016fac
000a s_add_u32 s4, s4, 0x510
000c buffer_load_dwordx2 v[2:3], v5, s[4:7], 0 offen
000e v_add_nc_u32_e32 v4, s9, v8
000f v_and_b32_e32 v5, 0x7f, v4
0011 v_ashrrev_i32_e32 v4, 7, v4
0012 v_cvt_f32_u32_e32 v5, v5
0013 v_and_b32_e32 v4, 0x7f, v4
0015 v_fma_f32 v5, 0x3c800000, v5, -1.0
0018 v_cvt_f32_u32_e32 v4, v4
0019 v_fma_f32 v4, 0x3c800000, v4, -1.0
001c s_waitcnt vmcnt(0)
001d v_add_f32_e32 v5, v5, v2
001e v_add_f32_e32 v4, v4, v3
BB6:
001f s_mov_b32 exec_lo, -1
0020 s_and_b32 s1, s2, 0x7c000000
0022 s_cselect_b32 s4, 11, 0
0023 s_and_b32 s4, s10, s4
0024 s_cbranch_scc0 BB68
BB7:
0025 s_bfe_u32 s1, s3, 0x40018
0027 s_lshl_b32 s4, s1, 5
0028 v_mbcnt_lo_u32_b32 v2, -1, s4
002a v_mul_u32_u24_e32 v3, 28, v2
002b s_mov_b32 exec_lo, s0
BB8:
002c v_mov_b32_e32 v6, 1.0
002d v_mov_b32_e32 v7, 0
002e ds_write_b32 v3, v6 offset:12
0030 ds_write2_b32 v3, v5, v4 offset1:1
0032 ds_write_b8 v3, v7 offset:16
BB13:
0034 s_mov_b32 exec_lo, -1
0035 s_waitcnt lgkmcnt(0)
0036 s_barrier
0037 s_lshl_b32 s4, s3, 8
0038 v_mad_u32_u16 v6, 28, v0, 0
003a v_mad_u32_u16 v1, 28, v1, 0
003c v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
003e s_bfe_u32 exec_lo, -1, s4
003f s_mov_b32 s4, exec_lo
0040 s_cbranch_execz BB34
BB14:
0041 ds_read_b32 v7, v6 offset:12
0043 ds_read_b32 v9, v0 offset:12
0045 ds_read_b32 v10, v1 offset:12
0047 ds_read2_b32 v[12:13], v6 offset1:1
0049 ds_read2_b32 v[14:15], v0 offset1:1
004b ds_read2_b32 v[16:17], v1 offset1:1
004d s_bitcmp1_b32 s10, 0
004e s_cselect_b32 s5, -1, 0
004f s_bitcmp1_b32 s10, 1
0050 s_cselect_b32 s6, -1, 0
0051 s_bitcmp1_b32 s10, 2
0052 s_cselect_b32 s7, -1, 0
0053 s_waitcnt lgkmcnt(5)
0054 v_cmp_gt_f32_e32 vcc_lo, 0, v7
0055 s_waitcnt lgkmcnt(4)
0056 v_cmp_gt_f32_e64 s8, 0, v9
0058 s_waitcnt lgkmcnt(3)
0059 v_max3_f32 v9, v9, v10, v7
005b s_waitcnt lgkmcnt(1)
005c v_sub_f32_e32 v11, v15, v13
005d v_sub_f32_e32 v18, v12, v14
005e s_waitcnt lgkmcnt(0)
005f v_sub_f32_e32 v19, v16, v12
0060 v_sub_f32_e32 v20, v13, v17
0061 s_xor_b32 s15, s8, vcc_lo
0062 s_or_b32 s8, s8, vcc_lo
0063 v_cmp_gt_f32_e32 vcc_lo, 0, v10
0064 v_mul_f32_e32 v19, v19, v11
0065 s_xor_b32 s15, vcc_lo, s15
0066 s_or_b32 s8, vcc_lo, s8
0067 v_cmp_nlt_f32_e32 vcc_lo, 0, v9
0068 v_fma_f32 v18, v18, -v20, v19
006a v_cndmask_b32_e64 v18, v18, -v18, s15
006c v_cmp_eq_f32_e64 s17, 0, v18
006e v_cmp_lt_f32_e64 s16, 0, v18
0070 v_cmp_gt_f32_e64 s18, 0x7f800000, |v18|
0073 s_xnor_b32 s16, s16, s7
0074 s_and_b32 s5, s16, s5
0075 s_andn2_b32 s6, s6, s16
0076 s_or_b32 s5, s5, s6
0077 s_or_b32 s5, s5, s17
0078 s_and_b32 s5, s5, s18
0079 s_nor_b32 s5, vcc_lo, s5
007a s_and_saveexec_b32 s5, s5
007b s_cbranch_execz BB29
BB15:
007c v_min3_f32 v7, v14, v16, v12
007e v_max3_f32 v14, v14, v16, v12
0080 v_min3_f32 v9, v15, v17, v13
0082 v_max3_f32 v15, v15, v17, v13
0084 v_max_f32_e32 v11, v7, v9
0085 v_min_f32_e32 v10, v14, v15
0086 v_cmp_lt_f32_e64 s6, 1.0, v11
0088 v_cmp_gt_f32_e32 vcc_lo, -1.0, v10
0089 s_or_b32 s6, s6, vcc_lo
008a s_bitcmp1_b32 s10, 3
008b s_cbranch_scc0 BB18
BB16:
008c v_fma_f32 v7, v7, s11, s13
008e v_fma_f32 v14, v14, s11, s13
0090 s_ashr_i32 s10, s10, 24
0091 v_fma_f32 v9, v9, s12, s14
0093 v_fma_f32 v15, v15, s12, s14
0095 v_ldexp_f32 v10, 1.0, s10
0097 v_sub_f32_e32 v7, v7, v10
0098 v_add_f32_e32 v14, v14, v10
0099 v_sub_f32_e32 v9, v9, v10
009a v_add_f32_e32 v15, v15, v10
009b v_rndne_f32_e32 v7, v7
009c v_rndne_f32_e32 v14, v14
009d v_rndne_f32_e32 v9, v9
009e v_rndne_f32_e32 v15, v15
009f v_cmp_eq_f32_e32 vcc_lo, v7, v14
00a0 v_cmp_eq_f32_e64 s7, v9, v15
00a2 s_or_b32 s7, vcc_lo, s7
00a3 s_or_b32 s6, s6, s7
BB18:
00a4 s_orn2_b32 s8, s8, s6
00a5 s_and_saveexec_b32 s8, s8
BB19:
00a6 v_mov_b32_e32 v7, 1
00a7 ds_write_b8 v6, v7 offset:16
00a9 ds_write_b8 v0, v7 offset:16
00ab ds_write_b8 v1, v7 offset:16
00ad s_mov_b32 s6, exec_lo
BB24:
00ae s_mov_b32 exec_lo, s8
BB29:
00af s_and_b32 s6, s6, exec_lo
00b0 s_mov_b32 exec_lo, s5
BB34:
00b1 s_and_b32 s6, s6, exec_lo
00b2 s_waitcnt lgkmcnt(0)
00b3 s_barrier
00b4 s_mov_b32 exec_lo, s0
BB35:
00b5 ds_read_u8 v7, v3 offset:16
00b7 s_waitcnt lgkmcnt(0)
00b8 v_cmp_ne_i32_e32 vcc_lo, 0, v7
00b9 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00ba s_mov_b32 exec_lo, 1
00bb s_bcnt1_i32_b32 s5, s0
BB41:
00bc v_mov_b32_e32 v7, s1
00bd v_mov_b32_e32 v9, s5
00be ds_write_b8 v7, v9 offset:3584
00c0 s_waitcnt lgkmcnt(0)
00c1 s_barrier
00c2 v_mov_b32_e32 v10, 0
00c3 ds_read_b32 v10, v10 offset:3584
BB46:
00c5 s_mov_b32 exec_lo, -1
00c6 v_mbcnt_lo_u32_b32 v7, -1, 0
00c8 v_mad_i32_i24 v7, v7, -8, 24
00ca v_lshrrev_b32_e64 v7, v7, 0x1010101
00cd s_waitcnt lgkmcnt(0)
00ce v_permlane16_b32 v10, v10, 0, 0
00d0 v_dot4_u32_u8 v10, v10, v7, 0
00d2 v_readlane_b32 s7, v10, s1
00d4 s_sub_i32 s7, s7, s5
00d5 s_lshr_b32 s3, s3, 28
00d6 v_mbcnt_lo_u32_b32 v9, s0, s7
00d8 s_add_u32 s3, s3, -1
00d9 s_bfe_u32 s2, s2, 0x90016
00db v_readlane_b32 s3, v10, s3
00dd s_cmp_eq_i32 s3, 0
00de s_cselect_b32 s8, -1, 0
00df s_cselect_b32 s2, 0, s2
00e0 s_andn2_b32 s4, s4, s8
00e1 s_cmp_eq_i32 s1, 0
00e2 s_cbranch_scc0 BB49
BB47:
00e3 s_lshl_b32 s2, s2, 12
00e4 s_or_b32 m0, s2, s3
00e5 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00e6 s_mov_b32 exec_lo, s0
00e7 s_cbranch_execz BB55
BB50:
00e8 v_mov_b32_sdwa v7, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ea v_mul_lo_u32 v9, 28, v9
00ec v_mov_b32_e32 v10, 0.5
00ed v_mov_b32_e32 v11, 1.0
00ee ds_write_b8 v3, v7 offset:17
00f0 ds_write2_b32 v9, v5, v4 offset1:1
00f2 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
00f4 ds_write_b32 v9, v8 offset:24
BB55:
00f6 s_mov_b32 exec_lo, -1
00f7 s_waitcnt lgkmcnt(0)
00f8 s_barrier
00f9 v_cmpx_gt_i32_e32 s3, v2
00fa s_mov_b32 s0, exec_lo
00fb s_cbranch_execz BB61
BB56:
00fc ds_read2_b32 v[4:5], v3 offset1:1
00fe ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0100 ds_read_b32 v3, v3 offset:24
0102 s_waitcnt lgkmcnt(2)
0103 v_swap_b32 v4, v5
BB61:
0104 s_mov_b32 exec_lo, s6
0105 s_cbranch_execz BB64
BB62:
0106 ds_read_u8 v6, v6 offset:17
0108 ds_read_u8 v0, v0 offset:17
010a ds_read_u8 v1, v1 offset:17
010c s_waitcnt lgkmcnt(1)
010d v_lshl_or_b32 v0, v0, 10, v6
010f s_waitcnt lgkmcnt(0)
0110 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0112 s_andn2_b32 exec_lo, -1, exec_lo
0113 s_cbranch_execz BB72
BB65:
0114 v_bfrev_b32_e32 v1, 1
0115 s_branch BB72
BB68:
0116 s_and_b32 s1, s3, 0xf000000
0118 s_cbranch_scc1 BB71
BB69:
0119 s_bfe_u32 s1, s2, 0x90016
011b s_lshl_b32 s1, s1, 12
011c s_bfe_u32 s2, s2, 0x9000c
011e s_or_b32 m0, s1, s2
011f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0120 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0122 s_lshl_b32 s3, s3, 8
0123 v_mov_b32_e32 v3, v8
0124 v_mov_b32_e32 v8, 0.5
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
0132 s_waitcnt lgkmcnt(0)
0133 v_add_nc_u32_e32 v3, s9, v3
0134 v_ashrrev_i32_sdwa v0, 4, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0136 v_ashrrev_i32_sdwa v1, 9, v3 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0138 v_cvt_f32_ubyte0_e32 v3, v3
0139 v_cvt_f32_u32_e32 v0, v0
013a v_cvt_f32_u32_e32 v1, v1
013b v_mul_f32_e32 v3, 0x3b800000, v3
013d v_mul_f32_e32 v0, 0x3b800000, v0
013f v_mul_f32_e32 v1, 0x3b800000, v1
0141 exp pos0 v5, v4, v8, v9 done
0143 exp param0 v3, v0, v1, off
BB84:
0145 s_endpgm
