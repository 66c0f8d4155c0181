BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_load_dwordx4 s[4:7], s[4:5], null
0009 v_add_nc_u32_e32 v2, s9, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
000d v_add3_u32 v9, s9, 1, v5
000f v_cvt_f32_u32_e32 v10, v9
0010 v_rcp_f32_e32 v10, v10
0011 v_mul_f32_e32 v10, 0x4f7ffffe, v10
0013 v_cvt_u32_f32_e32 v10, v10
0014 v_mul_lo_u32 v11, v9, v10
0016 v_sub_nc_u32_e32 v11, 0, v11
0017 v_mul_hi_u32 v11, v10, v11
0019 v_add_nc_u32_e32 v10, v10, v11
001a s_waitcnt vmcnt(0)
001b v_bcnt_u32_b32 v14, v6, 32
001d v_bfe_u32 v15, v6, 7, 9
001f v_or_b32_e32 v12, 1, v6
0020 v_mul_hi_u32 v10, v15, v10
0022 v_ffbh_u32_e32 v12, v12
0023 v_sub_co_u32 v13, vcc, 31, v12
0025 v_mul_lo_u32 v16, v10, v9
0027 v_add_nc_u32_e32 v17, 1, v10
0028 v_cndmask_b32_e32 v13, v13, v12, vcc
0029 v_sub_nc_u32_e32 v14, v14, v13
002a v_sub_nc_u32_e32 v15, v15, v16
002b v_mul_hi_i32 v20, v14, 0x66666667
002e v_cmp_ge_u32_e32 vcc, v15, v9
002f v_sub_nc_u32_e32 v18, v15, v9
0030 v_cndmask_b32_e32 v10, v10, v17, vcc
0031 v_cndmask_b32_e32 v15, v15, v18, vcc
0032 v_ashrrev_i32_e32 v20, 1, v20
0033 v_add_nc_u32_e32 v19, 1, v10
0034 v_cmp_ge_u32_e32 vcc, v15, v9
0035 v_lshrrev_b32_e32 v21, 31, v20
0036 v_cndmask_b32_e32 v10, v10, v19, vcc
0037 v_cmp_le_i32_e32 vcc, 0, v14
0038 v_add_nc_u32_e32 v20, v20, v21
0039 v_lshrrev_b32_e32 v10, 3, v10
003a v_lshl_add_u32 v20, v20, 2, v20
003c v_cvt_f32_u32_e32 v10, v10
003d v_sub_nc_u32_e32 v20, v14, v20
003e v_mul_f32_e32 v10, 0x3d800000, v10
0040 v_cmp_eq_i32_e64 s[4:5], 0, v20
0042 v_add_nc_u32_e32 v22, 5, v20
0043 s_or_b64 vcc, s[4:5], vcc
0044 v_cndmask_b32_e32 v22, v22, v20, vcc
0045 v_cmp_class_f32_e32 vcc, 0xff800000, v6
0047 v_cvt_f32_i32_e32 v22, v22
0048 v_mul_f32_e32 v22, 0x3e000000, v22
004a v_cndmask_b32_e32 v10, v10, v22, vcc
004b v_add_f32_e32 v6, v6, v10
BB6:
004c s_mov_b64 exec, -1
004d s_and_b32 s4, s2, 0x7c000000
004f s_cselect_b32 s5, 11, 0
0050 s_and_b32 s5, s10, s5
0051 s_cbranch_scc0 BB68
BB7:
0052 s_bfe_u32 s4, s3, 0x40018
0054 s_lshl_b32 s5, s4, 6
0055 v_mbcnt_lo_u32_b32 v2, -1, s5
0057 v_mbcnt_hi_u32_b32 v2, -1, v2
0059 v_mul_u32_u24_e32 v3, 28, v2
005a s_mov_b64 exec, s[0:1]
BB8:
005b v_mov_b32_e32 v4, 1.0
005c v_mov_b32_e32 v9, 0
005d ds_write_b32 v3, v4 offset:12
005f ds_write2_b32 v3, v6, v7 offset1:1
0061 ds_write_b8 v3, v9 offset:16
BB13:
0063 s_mov_b64 exec, -1
0064 s_waitcnt lgkmcnt(0)
0065 s_barrier
0066 s_lshl_b32 s5, s3, 8
0067 v_mad_u32_u16 v4, 28, v0, 0
0069 v_mad_u32_u16 v1, 28, v1, 0
006b v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
006d s_bfe_u64 exec, -1, s5
006e s_mov_b64 s[6:7], exec
006f s_cbranch_execz BB34
BB14:
0070 ds_read_b32 v9, v4 offset:12
0072 ds_read_b32 v10, v0 offset:12
0074 ds_read_b32 v11, v1 offset:12
0076 ds_read2_b32 v[12:13], v4 offset1:1
0078 ds_read2_b32 v[14:15], v0 offset1:1
007a ds_read2_b32 v[16:17], v1 offset1:1
007c s_bitcmp1_b32 s10, 0
007d s_cselect_b64 s[16:17], -1, 0
007e s_bitcmp1_b32 s10, 1
007f s_cselect_b64 s[18:19], -1, 0
0080 s_bitcmp1_b32 s10, 2
0081 s_cselect_b64 s[20:21], -1, 0
0082 s_waitcnt lgkmcnt(5)
0083 v_cmp_gt_f32_e32 vcc, 0, v9
0084 s_waitcnt lgkmcnt(4)
0085 v_cmp_gt_f32_e64 s[22:23], 0, v10
0087 s_waitcnt lgkmcnt(3)
0088 v_max3_f32 v10, v10, v11, v9
008a s_waitcnt lgkmcnt(1)
008b v_sub_f32_e32 v18, v15, v13
008c v_sub_f32_e32 v19, v12, v14
008d s_waitcnt lgkmcnt(0)
008e v_sub_f32_e32 v20, v16, v12
008f v_sub_f32_e32 v21, v13, v17
0090 s_xor_b64 s[24:25], s[22:23], vcc
0091 s_or_b64 s[22:23], s[22:23], vcc
0092 v_cmp_gt_f32_e32 vcc, 0, v11
0093 v_mul_f32_e32 v20, v20, v18
0094 s_xor_b64 s[24:25], vcc, s[24:25]
0095 s_or_b64 s[22:23], vcc, s[22:23]
0096 v_cmp_nlt_f32_e32 vcc, 0, v10
0097 v_fma_f32 v19, v19, -v21, v20
0099 v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
009b v_cmp_lt_f32_e64 s[24:25], 0, v19
009d s_xnor_b64 s[20:21], s[24:25], s[20:21]
009e s_and_b64 s[16:17], s[20:21], s[16:17]
009f s_andn2_b64 s[18:19], s[18:19], s[20:21]
00a0 s_or_b64 s[16:17], s[16:17], s[18:19]
00a1 v_cmp_eq_f32_e64 s[18:19], 0, v19
00a3 s_or_b64 s[16:17], s[16:17], s[18:19]
00a4 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v19|
00a7 s_and_b64 s[16:17], s[16:17], s[18:19]
00a8 s_nor_b64 s[16:17], vcc, s[16:17]
00a9 s_and_saveexec_b64 s[16:17], s[16:17]
00aa s_cbranch_execz BB29
BB15:
00ab v_min3_f32 v9, v14, v16, v12
00ad v_max3_f32 v14, v14, v16, v12
00af v_min3_f32 v10, v15, v17, v13
00b1 v_max3_f32 v15, v15, v17, v13
00b3 v_max_f32_e32 v12, v9, v10
00b4 v_min_f32_e32 v11, v14, v15
00b5 v_cmp_lt_f32_e64 s[18:19], 1.0, v12
00b7 v_cmp_gt_f32_e32 vcc, -1.0, v11
00b8 s_or_b64 s[18:19], s[18:19], vcc
00b9 s_bitcmp1_b32 s10, 3
00ba s_cbranch_scc0 BB18
BB16:
00bb v_fma_f32 v9, v9, s11, s13
00bd v_fma_f32 v14, v14, s11, s13
00bf s_ashr_i32 s10, s10, 24
00c0 v_fma_f32 v10, v10, s12, s14
00c2 v_fma_f32 v15, v15, s12, s14
00c4 v_ldexp_f32 v11, 1.0, s10
00c6 v_sub_f32_e32 v9, v9, v11
00c7 v_add_f32_e32 v14, v14, v11
00c8 v_sub_f32_e32 v10, v10, v11
00c9 v_add_f32_e32 v15, v15, v11
00ca v_rndne_f32_e32 v9, v9
00cb v_rndne_f32_e32 v14, v14
00cc v_rndne_f32_e32 v10, v10
00cd v_rndne_f32_e32 v15, v15
00ce v_cmp_eq_f32_e32 vcc, v9, v14
00cf v_cmp_eq_f32_e64 s[10:11], v10, v15
00d1 s_or_b64 s[10:11], vcc, s[10:11]
00d2 s_or_b64 s[18:19], s[18:19], s[10:11]
BB18:
00d3 s_orn2_b64 s[10:11], s[22:23], s[18:19]
00d4 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00d5 v_mov_b32_e32 v9, 1
00d6 ds_write_b8 v4, v9 offset:16
00d8 ds_write_b8 v0, v9 offset:16
00da ds_write_b8 v1, v9 offset:16
00dc s_mov_b64 s[12:13], exec
BB24:
00dd s_mov_b64 exec, s[10:11]
BB29:
00de s_and_b64 s[10:11], s[12:13], exec
00df s_mov_b64 exec, s[16:17]
BB34:
00e0 s_and_b64 s[10:11], s[10:11], exec
00e1 s_waitcnt lgkmcnt(0)
00e2 s_barrier
00e3 s_mov_b64 exec, s[0:1]
BB35:
00e4 ds_read_u8 v9, v3 offset:16
00e6 s_waitcnt lgkmcnt(0)
00e7 v_cmp_ne_i32_e32 vcc, 0, v9
00e8 s_and_b64 s[0:1], vcc, exec
BB40:
00e9 s_mov_b64 exec, 1
00ea s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00eb v_mov_b32_e32 v9, s4
00ec v_mov_b32_e32 v10, s5
00ed ds_write_b8 v9, v10 offset:3584
00ef s_waitcnt lgkmcnt(0)
00f0 s_barrier
00f1 v_mov_b32_e32 v11, 0
00f2 ds_read_b32 v11, v11 offset:3584
BB46:
00f4 s_mov_b64 exec, -1
00f5 v_mbcnt_lo_u32_b32 v9, -1, 0
00f7 v_mbcnt_hi_u32_b32 v9, -1, v9
00f9 v_mad_i32_i24 v9, v9, -8, 24
00fb s_waitcnt lgkmcnt(0)
00fc v_permlane16_b32 v11, v11, 0, 0
00fe v_lshrrev_b32_e64 v9, v9, 0x1010101
0101 v_dot4_u32_u8 v11, v11, v9, 0
0103 v_readlane_b32 s12, v11, s4
0105 s_sub_i32 s12, s12, s5
0106 s_lshr_b32 s3, s3, 28
0107 v_mbcnt_lo_u32_b32 v10, s0, s12
0109 s_add_u32 s3, s3, -1
010a s_bfe_u32 s2, s2, 0x90016
010c v_readlane_b32 s3, v11, s3
010e v_mbcnt_hi_u32_b32 v10, s1, v10
0110 s_cmp_eq_i32 s3, 0
0111 s_cselect_b64 s[12:13], -1, 0
0112 s_cselect_b32 s2, 0, s2
0113 s_andn2_b64 s[6:7], s[6:7], s[12:13]
0114 s_cmp_eq_i32 s4, 0
0115 s_cbranch_scc0 BB49
BB47:
0116 s_lshl_b32 s2, s2, 12
0117 s_or_b32 m0, s2, s3
0118 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
0119 s_mov_b64 exec, s[0:1]
011a s_cbranch_execz BB55
BB50:
011b v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
011d v_mul_lo_u32 v10, 28, v10
011f v_mov_b32_e32 v11, 1.0
0120 ds_write_b8 v3, v9 offset:17
0122 ds_write2_b32 v10, v6, v7 offset1:1
0124 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
0126 ds_write_b32 v10, v5 offset:20
BB55:
0128 s_mov_b64 exec, -1
0129 s_waitcnt lgkmcnt(0)
012a s_barrier
012b v_cmpx_gt_i32_e32 s3, v2
012c s_mov_b64 s[0:1], exec
012d s_cbranch_execz BB61
BB56:
012e ds_read2_b32 v[6:7], v3 offset1:1
0130 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
0132 ds_read_b32 v5, v3 offset:20
BB61:
0134 s_mov_b64 exec, s[10:11]
0135 s_cbranch_execz BB64
BB62:
0136 ds_read_u8 v4, v4 offset:17
0138 ds_read_u8 v0, v0 offset:17
013a ds_read_u8 v1, v1 offset:17
013c s_waitcnt lgkmcnt(1)
013d v_lshl_or_b32 v0, v0, 10, v4
013f s_waitcnt lgkmcnt(0)
0140 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0142 s_andn2_b64 exec, -1, exec
0143 s_cbranch_execz BB72
BB65:
0144 v_bfrev_b32_e32 v1, 1
0145 s_branch BB72
BB68:
0146 s_and_b32 s4, s3, 0xf000000
0148 s_cbranch_scc1 BB71
BB69:
0149 s_bfe_u32 s4, s2, 0x90016
014b s_lshl_b32 s4, s4, 12
014c s_bfe_u32 s2, s2, 0x9000c
014e s_or_b32 m0, s4, s2
014f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0150 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0152 s_lshl_b32 s3, s3, 8
0153 v_mov_b32_e32 v9, 1.0
0154 s_bfe_u64 s[6:7], -1, s3
0155 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0157 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0159 s_mov_b64 exec, s[6:7]
015a s_cbranch_execz BB78
BB73:
015b exp prim v1, off, off, off done
BB78:
015d s_waitcnt expcnt(0)
015e s_mov_b64 exec, s[0:1]
015f s_cbranch_execz BB84
BB79:
0160 s_mov_b32 s0, s9
0161 s_movk_i32 s9, 0x8000
0162 s_clause 0x1
0163 s_load_dwordx4 s[4:7], s[8:9], null
0165 s_load_dwordx4 s[8:11], s[8:9], 0x10
0167 s_waitcnt lgkmcnt(0)
0168 v_add_nc_u32_e32 v5, s0, v5
0169 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
016b buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen offset:12
016d s_waitcnt vmcnt(1)
016e v_bfrev_b32_e32 v0, v0
016f v_cvt_f32_ubyte3_e32 v0, v0
0170 s_waitcnt vmcnt(0)
0171 v_fmamk_f32 v3, v0, 0x3b800000, v3
0173 v_fmamk_f32 v4, v0, 0x3b800000, v4
0175 v_fmamk_f32 v0, v0, 0x3b800000, v5
0177 exp pos0 v6, v7, v8, v9 done
0179 exp param0 v3, v4, v0, off
BB84:
017b s_endpgm
