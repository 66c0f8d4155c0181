BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_movk_i32 s1, 0x8000
0005 s_mov_b32 s0, s8
0006 s_mov_b32 s4, 0
0007 s_load_dwordx4 s[4:7], s[0:1], s4
0009 s_waitcnt lgkmcnt(0)
000a s_mov_b64 s[12:13], s[4:5]
000b s_mov_b64 s[14:15], s[6:7]
000c v_add_nc_u32_e32 v5, s9, v5
000d buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen
000f s_mov_b32 s5, 16
0010 s_load_dwordx4 s[4:7], s[0:1], s5
0012 s_waitcnt lgkmcnt(0)
0013 s_mov_b64 s[12:13], s[4:5]
0014 s_mov_b64 s[14:15], s[6:7]
0015 buffer_load_dwordx3 v[5:7], v5, s[4:7], 0 idxen offset:12
0017 s_mov_b32 s6, 1.0
0018 s_waitcnt vmcnt(1)
0019 v_lshrrev_b64 v[8:9], 0, v[2:3]
001b v_mov_b32_e32 v10, v4
001c v_mov_b32_e32 v11, s6
001d s_mov_b32 s7, s3
001e s_mov_b32 s8, 4
001f s_mov_b32 s9, 24
0020 s_bfe_u32 s7, s7, 0x40018
0022 s_mov_b32 s12, 5
0023 s_lshl_b32 s7, s7, s12
0024 s_mov_b32 s13, -1
0025 v_mov_b32_e32 v8, s7
0026 v_mbcnt_lo_u32_b32 v8, s13, v8
0028 s_mov_b32 s14, 36
0029 v_mul_u32_u24_e32 v8, s14, v8
002a s_waitcnt vmcnt(0)
002b ds_write2_b32 v8, v5, v6 offset0:4 offset1:5
002d ds_write_b32 v8, v7 offset:24
002f v_mov_b32_e32 v9, s6
0030 ds_write2_b32 v8, v2, v3 offset1:1
0032 ds_write2_b32 v8, v4, v9 offset0:2 offset1:3
BB6:
0034 s_mov_b32 s0, 0
0035 s_mov_b32 s1, 0
0036 s_mov_b32 s4, 0
0037 s_mov_b32 s5, 0
0038 s_mov_b64 s[0:1], 0
0039 s_waitcnt lgkmcnt(0)
003a s_barrier
003b s_lshl_b32 s6, s3, 8
003c s_bfe_u32 s6, -1, s6
003d s_mov_b32 exec_lo, s6
003e s_cbranch_execz BB37
BB7:
003f s_mov_b32 s0, 0
0040 s_mov_b32 s1, 1
0041 s_mov_b32 s4, 16
0042 v_bfe_u32 v2, v0, 0, 16
0044 s_mov_b32 s5, 4
0045 s_mov_b32 s6, 2
0046 s_mov_b32 s7, 36
0047 v_mul_u32_u24_e32 v2, s7, v2
0048 ds_read2_b32 v[4:5], v2 offset0:4 offset1:5
004a ds_read_b32 v3, v2 offset:24
004c s_waitcnt lgkmcnt(1)
004d v_lshrrev_b64 v[6:7], 0, v[4:5]
004f s_waitcnt lgkmcnt(0)
0050 v_mov_b32_e32 v8, v3
0051 v_lshrrev_b32_e32 v0, 16, v0
0052 v_mul_u32_u24_e32 v0, s7, v0
0053 ds_read2_b32 v[6:7], v0 offset0:4 offset1:5
0055 ds_read_b32 v9, v0 offset:24
0057 s_waitcnt lgkmcnt(1)
0058 v_lshrrev_b64 v[10:11], 0, v[6:7]
005a s_waitcnt lgkmcnt(0)
005b v_mov_b32_e32 v12, v9
005c v_bfe_u32 v1, v1, 0, 16
005e v_mul_u32_u24_e32 v1, s7, v1
005f ds_read2_b32 v[10:11], v1 offset0:4 offset1:5
0061 ds_read_b32 v13, v1 offset:24
0063 s_waitcnt lgkmcnt(1)
0064 v_lshrrev_b64 v[14:15], 0, v[10:11]
0066 s_waitcnt lgkmcnt(0)
0067 v_mov_b32_e32 v16, v13
0068 ds_read2_b32 v[14:15], v2 offset1:1
006a ds_read2_b32 v[16:17], v2 offset0:2 offset1:3
006c s_waitcnt lgkmcnt(1)
006d v_lshrrev_b64 v[20:21], 0, v[14:15]
006f s_waitcnt lgkmcnt(0)
0070 v_lshrrev_b64 v[22:23], 0, v[16:17]
0072 ds_read2_b32 v[18:19], v0 offset1:1
0074 ds_read2_b32 v[20:21], v0 offset0:2 offset1:3
0076 s_waitcnt lgkmcnt(1)
0077 v_lshrrev_b64 v[24:25], 0, v[18:19]
0079 s_waitcnt lgkmcnt(0)
007a v_lshrrev_b64 v[26:27], 0, v[20:21]
007c ds_read2_b32 v[22:23], v1 offset1:1
007e ds_read2_b32 v[0:1], v1 offset0:2 offset1:3
0080 s_waitcnt lgkmcnt(1)
0081 v_lshrrev_b64 v[24:25], 0, v[22:23]
0083 s_waitcnt lgkmcnt(0)
0084 v_lshrrev_b64 v[26:27], 0, v[0:1]
0086 v_sub_f32_e32 v24, v18, v14
0087 v_sub_f32_e32 v25, v19, v15
0088 v_sub_f32_e32 v26, v20, v16
0089 v_sub_f32_e32 v27, v22, v14
008a v_sub_f32_e32 v28, v23, v15
008b v_sub_f32_e32 v29, v0, v16
008c v_mul_f32_e32 v30, v26, v28
008d v_mul_f32_e32 v31, v24, v29
008e v_mul_f32_e32 v32, v25, v27
008f v_mul_f32_e32 v30, -1.0, v30
0090 v_mul_f32_e32 v31, -1.0, v31
0091 v_mul_f32_e32 v32, -1.0, v32
0092 v_fmac_f32_e32 v30, v25, v29
0093 v_fmac_f32_e32 v31, v26, v27
0094 v_fmac_f32_e32 v32, v24, v28
0095 v_mul_f32_e32 v32, v32, v32
0096 v_fmac_f32_e32 v32, v31, v31
0097 v_fmac_f32_e32 v32, v30, v30
0098 v_sqrt_f32_e32 v32, v32
0099 v_cmp_ngt_f32_e32 vcc_lo, s10, v32
009a s_and_saveexec_b32 s8, vcc_lo
009b s_cbranch_execz BB11
BB8:
009c s_mov_b32 s5, 24
009d s_bfe_u32 s7, s3, 0x40018
009f s_mov_b32 s9, 5
00a0 s_lshl_b32 s7, s7, s9
00a1 s_mov_b32 s10, -1
00a2 v_mov_b32_e32 v2, s7
00a3 v_mbcnt_lo_u32_b32 v2, s10, v2
00a5 s_mov_b32 s12, 3
00a6 s_movk_i32 s13, 0x6c
00a7 v_mul_u32_u24_e32 v2, s13, v2
00a8 v_add_nc_u32_e32 v8, 0x1200, v2
00aa ds_write2_b32 v8, v14, v15 offset1:1
00ac v_add_nc_u32_e32 v12, 0x1200, v2
00ae ds_write2_b32 v12, v16, v17 offset0:2 offset1:3
00b0 v_add_nc_u32_e32 v14, 0x1210, v2
00b2 ds_write2_b32 v14, v4, v5 offset1:1
00b4 ds_write_b32 v2, v3 offset:4632
00b6 s_mov_b32 s14, 4
00b7 v_mov_b32_e32 v15, s14
00b8 ds_write_b8 v2, v15 offset:4640
00ba v_add_nc_u32_e32 v16, 0x1224, v2
00bc ds_write2_b32 v16, v18, v19 offset1:1
00be v_add_nc_u32_e32 v17, 0x1224, v2
00c0 ds_write2_b32 v17, v20, v21 offset0:2 offset1:3
00c2 v_add_nc_u32_e32 v18, 0x1234, v2
00c4 ds_write2_b32 v18, v6, v7 offset1:1
00c6 ds_write_b32 v2, v9 offset:4668
00c8 v_mov_b32_e32 v19, s14
00c9 ds_write_b8 v2, v19 offset:4676
00cb v_add_nc_u32_e32 v20, 0x1248, v2
00cd ds_write2_b32 v20, v22, v23 offset1:1
00cf v_add_nc_u32_e32 v21, 0x1248, v2
00d1 ds_write2_b32 v21, v0, v1 offset0:2 offset1:3
00d3 v_add_nc_u32_e32 v22, 0x1258, v2
00d5 ds_write2_b32 v22, v10, v11 offset1:1
00d7 ds_write_b32 v2, v13 offset:4704
00d9 s_mov_b32 s15, 5
00da v_mov_b32_e32 v23, s15
00db ds_write_b8 v2, v23 offset:4712
00dd v_mov_b32_e32 v0, s12
BB11:
00de s_andn2_b32 exec_lo, s8, exec_lo
00df v_mov_b32_e32 v0, s0
BB13:
00e0 s_mov_b32 exec_lo, s8
00e1 s_mov_b32 s5, 3
00e2 v_cmp_gt_i32_e32 vcc_lo, s5, v0
00e3 v_mov_b32_e32 v1, s0
00e4 v_cndmask_b32_e32 v1, v1, v0, vcc_lo
00e5 v_sub_nc_u32_e32 v0, v0, v1
00e6 v_cndmask_b32_e64 v2, 0, 1, vcc_lo
00e8 v_sub_nc_u32_e32 v2, s0, v2
00e9 s_mov_b32 s7, 0
00ea v_mov_b32_e32 v1, v0
00eb s_inst_prefetch 0x2
00ec s_nop 0
BB14:
00ed v_cmp_le_u32_e32 vcc_lo, s5, v1
00ee s_and_saveexec_b32 s9, vcc_lo
BB15:
00ef s_andn2_b32 s9, s9, exec_lo
00f0 s_cbranch_scc0 BB23
BB22:
00f1 s_mov_b32 exec_lo, s9
00f2 s_mov_b32 s9, 24
00f3 s_bfe_u32 s10, s3, 0x40018
00f5 s_mov_b32 s12, 5
00f6 s_lshl_b32 s10, s10, s12
00f7 s_mov_b32 s13, -1
00f8 v_mov_b32_e32 v3, s10
00f9 v_mbcnt_lo_u32_b32 v3, s13, v3
00fb v_mul_u32_u24_e32 v3, s5, v3
00fc v_add_nc_u32_e32 v3, v3, v1
00fd s_mov_b32 s14, 36
00fe v_mul_lo_u32 v3, s14, v3
0100 v_mov_b32_e32 v4, s7
0101 ds_write_b8 v3, v4 offset:4640
0103 v_add_nc_u32_e32 v1, s1, v1
0104 s_branch BB14
BB23:
0105 s_inst_prefetch 0x3
0106 s_mov_b32 exec_lo, s8
0107 s_mov_b32 s5, 6
0108 s_bfe_u32 s11, s11, 0x30006
010a s_bitcmp1_b32 s11, s0
010b s_cselect_b32 vcc_lo, -1, 0
010c s_and_b32 s7, vcc_lo, exec_lo
010d s_cbranch_scc0 BB37
BB24:
010e s_mov_b32 s0, -1
010f s_and_b32 s0, s0, exec_lo
0110 s_bcnt1_i32_b32 s0, s0
0111 v_lshlrev_b32_e32 v2, s1, v2
0112 v_add_nc_u32_e32 v2, s6, v2
0113 v_sub_nc_u32_e32 v0, v0, v2
0114 s_or_saveexec_b32 s5, -1
0115 v_cndmask_b32_e64 v62, 0, v0, s5
0117 v_add_nc_u32_dpp v62, v62, v62 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf fi:1
0119 v_add_nc_u32_dpp v62, v62, v62 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf fi:1
011b v_add_nc_u32_dpp v62, v62, v62 row_half_mirror row_mask:0xf bank_mask:0xf fi:1
011d v_add_nc_u32_dpp v62, v62, v62 row_mirror row_mask:0xf bank_mask:0xf fi:1
011f v_permlanex16_b32 v63, v62, 0, 0
0121 v_add_nc_u32_e32 v62, v63, v62
0122 s_mov_b32 exec_lo, s5
0123 v_readlane_b32 s1, v62, 31
0125 s_ff1_i32_b32 s6, exec_lo
0126 s_lshl_b32 s6, 1, s6
0127 s_and_b32 s6, vcc_lo, s6
0128 s_and_b32 exec_lo, s6, exec_lo
0129 s_cbranch_execz BB37
BB25:
012a s_movk_i32 s5, 0x100
012b s_mov_b32 m0, s5
012c v_mov_b32_e32 v0, s1
012d v_mov_b32_e32 v1, s4
012e ds_add_u32 v1, v0 gds
0130 s_mov_b32 s6, 20
0131 s_waitcnt expcnt(0)
0132 s_mov_b32 m0, s5
0133 v_mov_b32_e32 v2, s0
0134 v_mov_b32_e32 v3, s6
0135 ds_add_u32 v3, v2 gds
BB37:
0137 s_waitcnt expcnt(0)
0138 s_mov_b32 exec_lo, -1
0139 s_waitcnt lgkmcnt(0)
013a s_barrier
013b s_mov_b32 s0, 4
013c s_mov_b32 s1, 24
013d s_bfe_u32 s4, s3, 0x40018
013f s_mov_b32 s5, 5
0140 s_lshl_b32 s5, s4, s5
0141 s_mov_b32 s6, -1
0142 v_mov_b32_e32 v0, s5
0143 v_mbcnt_lo_u32_b32 v0, s6, v0
0145 s_mov_b32 s7, 9
0146 s_mov_b32 s8, 12
0147 s_bfe_u32 s2, s2, 0x9000c
0149 s_mov_b32 s9, 36
014a v_mul_u32_u24_e32 v1, s9, v0
014b s_mov_b32 s10, 0
014c v_cmp_gt_i32_e32 vcc_lo, s2, v0
014d s_mov_b32 exec_lo, vcc_lo
014e s_cbranch_execz BB41
BB38:
014f ds_read_u8_d16 v2, v1 offset:4640
0151 s_waitcnt lgkmcnt(0)
0152 v_bfe_u32 v3, v2, 0, 8
BB41:
0154 s_andn2_b32 exec_lo, -1, exec_lo
0155 v_mov_b32_e32 v3, s10
BB43:
0156 s_mov_b32 exec_lo, -1
0157 v_cmp_ne_i32_e32 vcc_lo, s10, v3
0158 s_and_b32 s0, vcc_lo, exec_lo
0159 s_bcnt1_i32_b32 s1, s0
015a s_mov_b32 s5, 1
015b s_mov_b32 s7, s5
015c s_mov_b32 exec_lo, s7
015d s_cbranch_execz BB49
BB44:
015e s_mov_b32 s7, s1
015f v_mov_b32_e32 v2, s4
0160 v_mov_b32_e32 v4, s7
0161 ds_write_b8 v2, v4 offset:13792
0163 s_waitcnt lgkmcnt(0)
0164 s_barrier
0165 v_mov_b32_e32 v5, s10
0166 ds_read_b64 v[4:5], v5 offset:13792
BB49:
0168 s_mov_b32 exec_lo, -1
0169 s_mov_b32 s7, 28
016a s_lshr_b32 s3, s3, s7
016b v_mov_b32_e32 v2, s10
016c v_mbcnt_lo_u32_b32 v2, s6, v2
016e s_mov_b32 s11, 3
016f v_lshlrev_b32_e32 v2, s11, v2
0170 s_mov_b32 s12, 56
0171 v_sub_nc_u32_e32 v2, s12, v2
0172 s_waitcnt lgkmcnt(0)
0173 v_lshrrev_b64 v[6:7], 0, v[4:5]
0175 v_permlane16_b32 v6, v6, s10, s10
0177 v_permlane16_b32 v5, v5, s10, s10
0179 s_mov_b32 s12, 0x1010101
017b s_mov_b32 s13, 0x1010101
017d v_lshrrev_b64 v[8:9], v2, s[12:13]
017f v_lshrrev_b64 v[10:11], 0, v[8:9]
0181 v_dot4_u32_u8 v6, v6, v10, s10
0183 v_dot4_u32_u8 v5, v5, v9, v6
0185 s_add_u32 s3, s3, s6
0186 v_readlane_b32 s13, v5, s4
0188 s_sub_i32 s13, s13, s1
0189 v_readlane_b32 s3, v5, s3
018b v_mov_b32_e32 v4, s13
018c v_mbcnt_lo_u32_b32 v4, s0, v4
018e s_cmp_lg_i32 s3, s10
018f s_cselect_b32 s14, -1, 0
0190 s_and_b32 s14, s14, exec_lo
0191 s_cselect_b32 s2, s2, s10
0192 s_cmp_eq_i32 s4, s10
0193 s_cselect_b32 s15, -1, 0
0194 s_and_b32 s15, s15, exec_lo
0195 s_cbranch_scc0 BB52
BB50:
0196 s_lshl_b32 s8, s2, s8
0197 s_or_b32 m0, s8, s3
0198 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB52:
0199 s_mov_b32 exec_lo, vcc_lo
019a s_cbranch_execz BB58
BB53:
019b s_mov_b32 s0, 36
019c v_mul_lo_u32 v2, s0, v4
019e v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
01a0 ds_write_b8 v2, v5 offset:4641
BB58:
01a2 s_mov_b32 exec_lo, -1
01a3 s_waitcnt lgkmcnt(0)
01a4 s_barrier
01a5 v_cmp_gt_i32_e32 vcc_lo, s2, v0
01a6 s_mov_b32 exec_lo, vcc_lo
01a7 s_cbranch_execz BB64
BB59:
01a8 v_not_b32_e32 v2, v3
01a9 s_mov_b32 s0, -2
01aa v_add_nc_u32_e32 v5, s0, v4
01ab v_mov_b32_e32 v6, s5
01ac v_bfe_u32 v3, v3, s5, v6
01ae v_sub_nc_u32_e32 v7, v4, v3
01af s_mov_b32 s1, 10
01b0 v_add_nc_u32_e32 v4, v4, v3
01b1 v_lshlrev_b32_e32 v4, s1, v4
01b2 s_movk_i32 s2, 0xfc00
01b3 v_add_nc_u32_e32 v4, s2, v4
01b4 v_or_b32_e32 v5, v5, v4
01b5 s_mov_b32 s4, 20
01b6 v_lshlrev_b32_e32 v7, s4, v7
01b7 v_or_b32_e32 v5, v5, v7
01b8 s_mov_b32 s5, 31
01b9 v_lshlrev_b32_e32 v2, s5, v2
01ba v_or_b32_e32 v5, v5, v2
BB64:
01bb s_mov_b32 exec_lo, -1
01bc v_cmp_gt_i32_e64 s3, s3, v0
01be s_mov_b32 exec_lo, s3
01bf s_cbranch_execz BB70
BB65:
01c0 ds_read_u8_d16 v0, v1 offset:4641
01c2 s_waitcnt lgkmcnt(0)
01c3 v_bfe_u32 v1, v0, 0, 8
01c5 v_mul_u32_u24_e32 v1, s9, v1
01c6 v_add_nc_u32_e32 v2, 0xff0, v1
01c8 ds_read2_b32 v[2:3], v2 offset0:132 offset1:133
01ca v_add_nc_u32_e32 v4, 0xff0, v1
01cc ds_read2_b32 v[6:7], v4 offset0:134 offset1:135
01ce s_waitcnt lgkmcnt(1)
01cf v_lshrrev_b64 v[8:9], 0, v[2:3]
01d1 s_waitcnt lgkmcnt(0)
01d2 v_lshrrev_b64 v[10:11], 0, v[6:7]
01d4 v_add_nc_u32_e32 v8, 0xff0, v1
01d6 ds_read2_b32 v[8:9], v8 offset0:136 offset1:137
01d8 ds_read_b32 v1, v1 offset:4632
01da s_waitcnt lgkmcnt(1)
01db v_lshrrev_b64 v[10:11], 0, v[8:9]
01dd s_waitcnt lgkmcnt(0)
01de v_mov_b32_e32 v12, v1
BB70:
01df s_mov_b32 exec_lo, vcc_lo
01e0 s_cbranch_execz BB76
BB71:
01e1 v_mov_b32_e32 v12, v5
01e2 exp prim v5, off, off, off done
BB76:
01e4 s_waitcnt expcnt(0)
01e5 s_mov_b32 exec_lo, s3
01e6 s_cbranch_execz BB82
BB77:
01e7 v_lshrrev_b64 v[12:13], 0, v[2:3]
01e9 v_lshrrev_b64 v[14:15], 0, v[6:7]
01eb exp pos0 v2, v3, v6, v7 done
01ed v_lshrrev_b64 v[12:13], 0, v[8:9]
01ef v_mov_b32_e32 v14, v1
01f0 exp param0 v8, v9, v1, off
BB82:
01f2 s_endpgm
