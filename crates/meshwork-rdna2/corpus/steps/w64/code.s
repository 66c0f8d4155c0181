BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB11
BB1:
0005 s_mov_b32 s4, s9
0006 s_movk_i32 s9, 0x8000
0007 s_load_dwordx4 s[20:23], s[8:9], null
0009 v_add_nc_u32_e32 v5, s4, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[2:4], v5, s[20:23], 0 idxen
000d s_mov_b32 s4, 0
000e s_waitcnt vmcnt(0)
000f v_mov_b32_e32 v5, v4
0010 v_mov_b32_e32 v6, v3
0011 v_mov_b32_e32 v7, v2
BB2:
0012 s_cmp_ge_u32 s4, s12
0013 s_cbranch_scc1 BB6
BB5:
0014 v_fma_f32 v6, s13, v6, v2
0016 v_fma_f32 v5, s13, v5, v3
0018 s_add_u32 s4, s4, 1
0019 v_fma_f32 v7, s13, v7, v4
001b v_swap_b32 v6, v5
001c v_swap_b32 v5, v7
001d s_branch BB2
BB6:
001e s_mov_b64 s[4:5], s[10:11]
001f s_load_dwordx4 s[4:7], s[4:5], null
0021 s_waitcnt lgkmcnt(0)
0022 v_add_f32_e32 v7, s4, v7
0023 v_add_f32_e32 v6, s5, v6
0024 v_add_f32_e32 v5, s6, v5
0025 v_add_f32_e64 v2, 1.0, s7
BB11:
0027 s_mov_b64 exec, -1
0028 s_and_b32 s4, s2, 0x7c000000
002a s_cselect_b32 s5, 11, 0
002b s_and_b32 s5, s14, s5
002c s_cbranch_scc0 BB73
BB12:
002d s_bfe_u32 s4, s3, 0x40018
002f s_lshl_b32 s5, s4, 6
0030 v_mbcnt_lo_u32_b32 v3, -1, s5
0032 v_mbcnt_hi_u32_b32 v3, -1, v3
0034 v_mul_u32_u24_e32 v4, 28, v3
0035 s_mov_b64 exec, s[0:1]
BB13:
0036 v_rcp_f32_e32 v8, v2
0037 v_mov_b32_e32 v10, 0
0038 v_mul_f32_e32 v9, v7, v8
0039 v_mul_f32_e32 v8, v6, v8
003a ds_write_b32 v4, v2 offset:12
003c ds_write2_b32 v4, v9, v8 offset1:1
003e ds_write_b8 v4, v10 offset:16
BB18:
0040 s_mov_b64 exec, -1
0041 s_waitcnt lgkmcnt(0)
0042 s_barrier
0043 s_lshl_b32 s5, s3, 8
0044 v_mad_u32_u16 v8, 28, v0, 0
0046 v_mad_u32_u16 v1, 28, v1, 0
0048 v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
004a s_bfe_u64 exec, -1, s5
004b s_mov_b64 s[6:7], exec
004c s_cbranch_execz BB39
BB19:
004d ds_read_b32 v9, v8 offset:12
004f ds_read_b32 v10, v0 offset:12
0051 ds_read_b32 v11, v1 offset:12
0053 ds_read2_b32 v[12:13], v8 offset1:1
0055 ds_read2_b32 v[14:15], v0 offset1:1
0057 ds_read2_b32 v[16:17], v1 offset1:1
0059 s_bitcmp1_b32 s14, 0
005a s_cselect_b64 s[8:9], -1, 0
005b s_bitcmp1_b32 s14, 1
005c s_cselect_b64 s[12:13], -1, 0
005d s_bitcmp1_b32 s14, 2
005e s_cselect_b64 s[20:21], -1, 0
005f s_waitcnt lgkmcnt(5)
0060 v_cmp_gt_f32_e32 vcc, 0, v9
0061 s_waitcnt lgkmcnt(4)
0062 v_cmp_gt_f32_e64 s[22:23], 0, v10
0064 s_waitcnt lgkmcnt(3)
0065 v_max3_f32 v10, v10, v11, v9
0067 s_waitcnt lgkmcnt(1)
0068 v_sub_f32_e32 v18, v15, v13
0069 v_sub_f32_e32 v19, v12, v14
006a s_waitcnt lgkmcnt(0)
006b v_sub_f32_e32 v20, v16, v12
006c v_sub_f32_e32 v21, v13, v17
006d s_xor_b64 s[24:25], s[22:23], vcc
006e s_or_b64 s[22:23], s[22:23], vcc
006f v_cmp_gt_f32_e32 vcc, 0, v11
0070 v_mul_f32_e32 v20, v20, v18
0071 s_xor_b64 s[24:25], vcc, s[24:25]
0072 s_or_b64 s[22:23], vcc, s[22:23]
0073 v_cmp_nlt_f32_e32 vcc, 0, v10
0074 v_fma_f32 v19, v19, -v21, v20
0076 v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
0078 v_cmp_lt_f32_e64 s[24:25], 0, v19
007a s_xnor_b64 s[20:21], s[24:25], s[20:21]
007b s_and_b64 s[8:9], s[20:21], s[8:9]
007c s_andn2_b64 s[12:13], s[12:13], s[20:21]
007d s_or_b64 s[8:9], s[8:9], s[12:13]
007e v_cmp_eq_f32_e64 s[12:13], 0, v19
0080 s_or_b64 s[8:9], s[8:9], s[12:13]
0081 v_cmp_gt_f32_e64 s[12:13], 0x7f800000, |v19|
0084 s_and_b64 s[8:9], s[8:9], s[12:13]
0085 s_nor_b64 s[8:9], vcc, s[8:9]
0086 s_and_saveexec_b64 s[8:9], s[8:9]
0087 s_cbranch_execz BB34
BB20:
0088 v_min3_f32 v9, v14, v16, v12
008a v_max3_f32 v14, v14, v16, v12
008c v_min3_f32 v10, v15, v17, v13
008e v_max3_f32 v15, v15, v17, v13
0090 v_max_f32_e32 v12, v9, v10
0091 v_min_f32_e32 v11, v14, v15
0092 v_cmp_lt_f32_e64 s[12:13], 1.0, v12
0094 v_cmp_gt_f32_e32 vcc, -1.0, v11
0095 s_or_b64 s[12:13], s[12:13], vcc
0096 s_bitcmp1_b32 s14, 3
0097 s_cbranch_scc0 BB23
BB21:
0098 v_fma_f32 v9, v9, s15, s17
009a v_fma_f32 v14, v14, s15, s17
009c s_ashr_i32 s14, s14, 24
009d v_fma_f32 v10, v10, s16, s18
009f v_fma_f32 v15, v15, s16, s18
00a1 v_ldexp_f32 v11, 1.0, s14
00a3 v_sub_f32_e32 v9, v9, v11
00a4 v_add_f32_e32 v14, v14, v11
00a5 v_sub_f32_e32 v10, v10, v11
00a6 v_add_f32_e32 v15, v15, v11
00a7 v_rndne_f32_e32 v9, v9
00a8 v_rndne_f32_e32 v14, v14
00a9 v_rndne_f32_e32 v10, v10
00aa v_rndne_f32_e32 v15, v15
00ab v_cmp_eq_f32_e32 vcc, v9, v14
00ac v_cmp_eq_f32_e64 s[14:15], v10, v15
00ae s_or_b64 s[14:15], vcc, s[14:15]
00af s_or_b64 s[12:13], s[12:13], s[14:15]
BB23:
00b0 s_orn2_b64 s[12:13], s[22:23], s[12:13]
00b1 s_and_saveexec_b64 s[12:13], s[12:13]
BB24:
00b2 v_mov_b32_e32 v9, 1
00b3 ds_write_b8 v8, v9 offset:16
00b5 ds_write_b8 v0, v9 offset:16
00b7 ds_write_b8 v1, v9 offset:16
00b9 s_mov_b64 s[14:15], exec
BB29:
00ba s_mov_b64 exec, s[12:13]
BB34:
00bb s_and_b64 s[12:13], s[14:15], exec
00bc s_mov_b64 exec, s[8:9]
BB39:
00bd s_and_b64 s[8:9], s[12:13], exec
00be s_waitcnt lgkmcnt(0)
00bf s_barrier
00c0 s_mov_b64 exec, s[0:1]
BB40:
00c1 ds_read_u8 v9, v4 offset:16
00c3 s_waitcnt lgkmcnt(0)
00c4 v_cmp_ne_i32_e32 vcc, 0, v9
00c5 s_and_b64 s[0:1], vcc, exec
BB45:
00c6 s_mov_b64 exec, 1
00c7 s_bcnt1_i32_b64 s5, s[0:1]
BB46:
00c8 v_mov_b32_e32 v9, s4
00c9 v_mov_b32_e32 v10, s5
00ca ds_write_b8 v9, v10 offset:3584
00cc s_waitcnt lgkmcnt(0)
00cd s_barrier
00ce v_mov_b32_e32 v11, 0
00cf ds_read_b32 v11, v11 offset:3584
BB51:
00d1 s_mov_b64 exec, -1
00d2 v_mbcnt_lo_u32_b32 v9, -1, 0
00d4 v_mbcnt_hi_u32_b32 v9, -1, v9
00d6 v_mad_i32_i24 v9, v9, -8, 24
00d8 s_waitcnt lgkmcnt(0)
00d9 v_permlane16_b32 v11, v11, 0, 0
00db v_lshrrev_b32_e64 v9, v9, 0x1010101
00de v_dot4_u32_u8 v11, v11, v9, 0
00e0 v_readlane_b32 s12, v11, s4
00e2 s_sub_i32 s12, s12, s5
00e3 s_lshr_b32 s3, s3, 28
00e4 v_mbcnt_lo_u32_b32 v10, s0, s12
00e6 s_add_u32 s3, s3, -1
00e7 s_bfe_u32 s2, s2, 0x90016
00e9 v_readlane_b32 s3, v11, s3
00eb v_mbcnt_hi_u32_b32 v10, s1, v10
00ed s_cmp_eq_i32 s3, 0
00ee s_cselect_b64 s[12:13], -1, 0
00ef s_cselect_b32 s2, 0, s2
00f0 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00f1 s_cmp_eq_i32 s4, 0
00f2 s_cbranch_scc0 BB54
BB52:
00f3 s_lshl_b32 s2, s2, 12
00f4 s_or_b32 m0, s2, s3
00f5 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB54:
00f6 s_mov_b64 exec, s[0:1]
00f7 s_cbranch_execz BB60
BB55:
00f8 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00fa v_mul_lo_u32 v10, 28, v10
00fc ds_write_b8 v4, v9 offset:17
00fe ds_write2_b32 v10, v7, v6 offset1:1
0100 ds_write2_b32 v10, v5, v2 offset0:2 offset1:3
BB60:
0102 s_mov_b64 exec, -1
0103 s_waitcnt lgkmcnt(0)
0104 s_barrier
0105 v_cmpx_gt_i32_e32 s3, v3
0106 s_mov_b64 s[0:1], exec
0107 s_cbranch_execz BB66
BB61:
0108 ds_read2_b32 v[5:6], v4 offset1:1
010a ds_read2_b32 v[2:3], v4 offset0:2 offset1:3
010c s_waitcnt lgkmcnt(1)
010d v_mov_b32_e32 v7, v5
010e s_waitcnt lgkmcnt(0)
010f v_mov_b32_e32 v5, v2
0110 v_mov_b32_e32 v2, v3
BB66:
0111 s_mov_b64 exec, s[8:9]
0112 s_cbranch_execz BB69
BB67:
0113 ds_read_u8 v8, v8 offset:17
0115 ds_read_u8 v0, v0 offset:17
0117 ds_read_u8 v1, v1 offset:17
0119 s_waitcnt lgkmcnt(1)
011a v_lshl_or_b32 v0, v0, 10, v8
011c s_waitcnt lgkmcnt(0)
011d v_lshl_or_b32 v1, v1, 20, v0
BB69:
011f s_andn2_b64 exec, -1, exec
0120 s_cbranch_execz BB77
BB70:
0121 v_bfrev_b32_e32 v1, 1
0122 s_branch BB77
BB73:
0123 s_and_b32 s4, s3, 0xf000000
0125 s_cbranch_scc1 BB76
BB74:
0126 s_bfe_u32 s4, s2, 0x90016
0128 s_lshl_b32 s4, s4, 12
0129 s_bfe_u32 s2, s2, 0x9000c
012b s_or_b32 m0, s4, s2
012c s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB76:
012d v_lshlrev_b32_sdwa v3, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
012f s_lshl_b32 s3, s3, 8
0130 s_bfe_u64 s[6:7], -1, s3
0131 v_or_b32_sdwa v0, v0, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0133 v_lshl_or_b32 v1, v1, 20, v0
BB77:
0135 s_mov_b64 exec, s[0:1]
0136 s_cbranch_execz BB83
BB78:
0137 s_load_dwordx2 s[0:1], s[10:11], 0x10
0139 s_waitcnt lgkmcnt(0)
013a s_clause 0x1
013b s_load_dwordx2 s[2:3], s[0:1], null
013d s_load_dword s0, s[0:1], 0x8
013f s_waitcnt lgkmcnt(0)
0140 v_mov_b32_e32 v0, s2
0141 v_mov_b32_e32 v3, s3
0142 v_mov_b32_e32 v4, s0
0143 exp pos0 v7, v6, v5, v2 done
0145 exp param0 v0, v3, v4, off
BB83:
0147 s_waitcnt expcnt(0)
0148 s_mov_b64 exec, s[6:7]
0149 s_cbranch_execz BB89
BB84:
014a exp prim v1, off, off, off done
BB89:
014c s_endpgm
