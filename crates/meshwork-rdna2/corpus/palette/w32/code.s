BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_mov_b32 s16, s10
0007 s_movk_i32 s17, 0x8000
0008 s_clause 0x1
0009 s_load_dwordx4 s[4:7], s[4:5], null
000b s_load_dwordx4 s[20:23], s[16:17], 0x10
000d v_add_nc_u32_e32 v2, s9, v5
000e v_lshlrev_b32_e32 v3, 2, v2
000f s_waitcnt lgkmcnt(0)
0010 buffer_load_dword v3, v3, s[20:23], 0 offen
0012 buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
0014 s_load_dwordx4 s[4:7], s[16:17], null
0016 s_waitcnt vmcnt(1)
0017 v_and_b32_e32 v3, 3, v3
0018 v_lshlrev_b32_e32 v3, 4, v3
0019 s_waitcnt lgkmcnt(0)
001a buffer_load_dwordx2 v[2:3], v3, s[4:7], 0 offen
001c s_waitcnt vmcnt(0)
001d v_add_f32_e32 v6, v6, v2
001e v_add_f32_e32 v7, v7, v3
BB6:
001f s_mov_b32 exec_lo, -1
0020 s_and_b32 s1, s2, 0x7c000000
0022 s_cselect_b32 s4, 11, 0
0023 s_and_b32 s4, s11, s4
0024 s_cbranch_scc0 BB68
BB7:
0025 s_bfe_u32 s1, s3, 0x40018
0027 s_lshl_b32 s4, s1, 5
0028 v_mbcnt_lo_u32_b32 v2, -1, s4
002a v_mul_u32_u24_e32 v3, 28, v2
002b s_mov_b32 exec_lo, s0
BB8:
002c v_mov_b32_e32 v4, 1.0
002d v_mov_b32_e32 v9, 0
002e ds_write_b32 v3, v4 offset:12
0030 ds_write2_b32 v3, v6, v7 offset1:1
0032 ds_write_b8 v3, v9 offset:16
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
004d s_bitcmp1_b32 s11, 0
004e s_cselect_b32 s5, -1, 0
004f s_bitcmp1_b32 s11, 1
0050 s_cselect_b32 s6, -1, 0
0051 s_bitcmp1_b32 s11, 2
0052 s_cselect_b32 s7, -1, 0
0053 s_waitcnt lgkmcnt(5)
0054 v_cmp_gt_f32_e32 vcc_lo, 0, v9
0055 s_waitcnt lgkmcnt(4)
0056 v_cmp_gt_f32_e64 s16, 0, v10
0058 s_waitcnt lgkmcnt(3)
0059 v_max3_f32 v10, v10, v11, v9
005b s_waitcnt lgkmcnt(1)
005c v_sub_f32_e32 v18, v15, v13
005d v_sub_f32_e32 v19, v12, v14
005e s_waitcnt lgkmcnt(0)
005f v_sub_f32_e32 v20, v16, v12
0060 v_sub_f32_e32 v21, v13, v17
0061 s_xor_b32 s17, s16, vcc_lo
0062 s_or_b32 s16, s16, vcc_lo
0063 v_cmp_gt_f32_e32 vcc_lo, 0, v11
0064 v_mul_f32_e32 v20, v20, v18
0065 s_xor_b32 s17, vcc_lo, s17
0066 s_or_b32 s16, vcc_lo, s16
0067 v_cmp_nlt_f32_e32 vcc_lo, 0, v10
0068 v_fma_f32 v19, v19, -v21, v20
006a v_cndmask_b32_e64 v19, v19, -v19, s17
006c v_cmp_eq_f32_e64 s19, 0, v19
006e v_cmp_lt_f32_e64 s18, 0, v19
0070 v_cmp_gt_f32_e64 s20, 0x7f800000, |v19|
0073 s_xnor_b32 s18, s18, s7
0074 s_and_b32 s5, s18, s5
0075 s_andn2_b32 s6, s6, s18
0076 s_or_b32 s5, s5, s6
0077 s_or_b32 s5, s5, s19
0078 s_and_b32 s5, s5, s20
0079 s_nor_b32 s5, vcc_lo, s5
007a s_and_saveexec_b32 s5, s5
007b s_cbranch_execz BB29
BB15:
007c v_min3_f32 v9, v14, v16, v12
007e v_max3_f32 v14, v14, v16, v12
0080 v_min3_f32 v10, v15, v17, v13
0082 v_max3_f32 v15, v15, v17, v13
0084 v_max_f32_e32 v12, v9, v10
0085 v_min_f32_e32 v11, v14, v15
0086 v_cmp_lt_f32_e64 s6, 1.0, v12
0088 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
0089 s_or_b32 s6, s6, vcc_lo
008a s_bitcmp1_b32 s11, 3
008b s_cbranch_scc0 BB18
BB16:
008c v_fma_f32 v9, v9, s12, s14
008e v_fma_f32 v14, v14, s12, s14
0090 s_ashr_i32 s11, s11, 24
0091 v_fma_f32 v10, v10, s13, s15
0093 v_fma_f32 v15, v15, s13, s15
0095 v_ldexp_f32 v11, 1.0, s11
0097 v_sub_f32_e32 v9, v9, v11
0098 v_add_f32_e32 v14, v14, v11
0099 v_sub_f32_e32 v10, v10, v11
009a v_add_f32_e32 v15, v15, v11
009b v_rndne_f32_e32 v9, v9
009c v_rndne_f32_e32 v14, v14
009d v_rndne_f32_e32 v10, v10
009e v_rndne_f32_e32 v15, v15
009f v_cmp_eq_f32_e32 vcc_lo, v9, v14
00a0 v_cmp_eq_f32_e64 s7, v10, v15
00a2 s_or_b32 s7, vcc_lo, s7
00a3 s_or_b32 s6, s6, s7
BB18:
00a4 s_orn2_b32 s16, s16, s6
00a5 s_and_saveexec_b32 s16, s16
BB19:
00a6 v_mov_b32_e32 v9, 1
00a7 ds_write_b8 v4, v9 offset:16
00a9 ds_write_b8 v0, v9 offset:16
00ab ds_write_b8 v1, v9 offset:16
00ad s_mov_b32 s6, exec_lo
BB24:
00ae s_mov_b32 exec_lo, s16
BB29:
00af s_and_b32 s6, s6, exec_lo
00b0 s_mov_b32 exec_lo, s5
BB34:
00b1 s_and_b32 s6, s6, exec_lo
00b2 s_waitcnt lgkmcnt(0)
00b3 s_barrier
00b4 s_mov_b32 exec_lo, s0
BB35:
00b5 ds_read_u8 v9, v3 offset:16
00b7 s_waitcnt lgkmcnt(0)
00b8 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00b9 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00ba s_mov_b32 exec_lo, 1
00bb s_bcnt1_i32_b32 s5, s0
BB41:
00bc v_mov_b32_e32 v9, s1
00bd v_mov_b32_e32 v10, s5
00be ds_write_b8 v9, v10 offset:3584
00c0 s_waitcnt lgkmcnt(0)
00c1 s_barrier
00c2 v_mov_b32_e32 v11, 0
00c3 ds_read_b32 v11, v11 offset:3584
BB46:
00c5 s_mov_b32 exec_lo, -1
00c6 v_mbcnt_lo_u32_b32 v9, -1, 0
00c8 v_mad_i32_i24 v9, v9, -8, 24
00ca v_lshrrev_b32_e64 v9, v9, 0x1010101
00cd s_waitcnt lgkmcnt(0)
00ce v_permlane16_b32 v11, v11, 0, 0
00d0 v_dot4_u32_u8 v11, v11, v9, 0
00d2 v_readlane_b32 s7, v11, s1
00d4 s_sub_i32 s7, s7, s5
00d5 s_lshr_b32 s3, s3, 28
00d6 v_mbcnt_lo_u32_b32 v10, s0, s7
00d8 s_add_u32 s3, s3, -1
00d9 s_bfe_u32 s2, s2, 0x90016
00db v_readlane_b32 s3, v11, s3
00dd s_cmp_eq_i32 s3, 0
00de s_cselect_b32 s11, -1, 0
00df s_cselect_b32 s2, 0, s2
00e0 s_andn2_b32 s4, s4, s11
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
00e8 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ea v_mul_lo_u32 v10, 28, v10
00ec v_mov_b32_e32 v11, 1.0
00ed ds_write_b8 v3, v9 offset:17
00ef ds_write2_b32 v10, v6, v7 offset1:1
00f1 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00f3 ds_write_b32 v10, v5 offset:20
BB55:
00f5 s_mov_b32 exec_lo, -1
00f6 s_waitcnt lgkmcnt(0)
00f7 s_barrier
00f8 v_cmpx_gt_i32_e32 s3, v2
00f9 s_mov_b32 s0, exec_lo
00fa s_cbranch_execz BB61
BB56:
00fb ds_read2_b32 v[6:7], v3 offset1:1
00fd ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
00ff ds_read_b32 v5, v3 offset:20
BB61:
0101 s_mov_b32 exec_lo, s6
0102 s_cbranch_execz BB64
BB62:
0103 ds_read_u8 v4, v4 offset:17
0105 ds_read_u8 v0, v0 offset:17
0107 ds_read_u8 v1, v1 offset:17
0109 s_waitcnt lgkmcnt(1)
010a v_lshl_or_b32 v0, v0, 10, v4
010c s_waitcnt lgkmcnt(0)
010d v_lshl_or_b32 v1, v1, 20, v0
BB64:
010f s_andn2_b32 exec_lo, -1, exec_lo
0110 s_cbranch_execz BB72
BB65:
0111 v_bfrev_b32_e32 v1, 1
0112 s_branch BB72
BB68:
0113 s_and_b32 s1, s3, 0xf000000
0115 s_cbranch_scc1 BB71
BB69:
0116 s_bfe_u32 s1, s2, 0x90016
0118 s_lshl_b32 s1, s1, 12
0119 s_bfe_u32 s2, s2, 0x9000c
011b s_or_b32 m0, s1, s2
011c s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
011d v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
011f s_lshl_b32 s3, s3, 8
0120 v_mov_b32_e32 v9, 1.0
0121 s_bfe_u32 s4, -1, s3
0122 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0124 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0126 s_mov_b32 exec_lo, s4
0127 s_cbranch_execz BB78
BB73:
0128 exp prim v1, off, off, off done
BB78:
012a s_waitcnt expcnt(0)
012b s_mov_b32 exec_lo, s0
012c s_cbranch_execz BB84
BB79:
012d s_mov_b32 s0, s9
012e s_movk_i32 s9, 0x8000
012f s_movk_i32 s11, 0x8000
0130 s_clause 0x1
0131 s_load_dwordx4 s[4:7], s[8:9], 0x10
0133 s_load_dwordx4 s[12:15], s[10:11], 0x10
0135 s_waitcnt lgkmcnt(0)
0136 v_add_nc_u32_e32 v5, s0, v5
0137 v_lshlrev_b32_e32 v0, 2, v5
0138 buffer_load_dword v0, v0, s[12:15], 0 offen
013a buffer_load_dwordx2 v[2:3], v5, s[4:7], 0 idxen offset:12
013c s_load_dwordx4 s[0:3], s[10:11], null
013e s_waitcnt vmcnt(1)
013f v_and_b32_e32 v0, 3, v0
0140 v_lshlrev_b32_e32 v1, 4, v0
0141 s_waitcnt lgkmcnt(0)
0142 buffer_load_dwordx2 v[10:11], v1, s[0:3], 0 offen offset:64
0144 v_add_nc_u32_e32 v0, v0, v5
0145 v_and_b32_e32 v0, 7, v0
0146 v_cvt_f32_u32_e32 v0, v0
0147 v_mul_f32_e32 v0, 0x3e000000, v0
0149 s_waitcnt vmcnt(0)
014a v_add_f32_e32 v3, v3, v11
014b v_add_f32_e32 v2, v2, v10
014c exp pos0 v6, v7, v8, v9 done
014e exp param0 v2, v3, off, off
0150 exp param1 v0, off, off, off
BB84:
0152 s_endpgm
