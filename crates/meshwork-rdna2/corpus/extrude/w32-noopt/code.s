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
0022 s_mov_b32 s11, 5
0023 s_lshl_b32 s7, s7, s11
0024 s_mov_b32 s12, -1
0025 v_mov_b32_e32 v8, s7
0026 v_mbcnt_lo_u32_b32 v8, s12, v8
0028 s_mov_b32 s13, 36
0029 v_mul_u32_u24_e32 v8, s13, v8
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
003e s_cbranch_execz BB40
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
0086 v_add_f32_e32 v24, v14, v18
0087 v_add_f32_e32 v25, v15, v19
0088 v_add_f32_e32 v26, v16, v20
0089 v_add_f32_e32 v27, v17, v21
008a v_add_f32_e32 v24, v24, v22
008b v_add_f32_e32 v25, v25, v23
008c v_add_f32_e32 v26, v26, v0
008d v_add_f32_e32 v27, v27, v1
008e s_mov_b32 s8, 0x3eaaaaab
0090 v_mul_f32_e32 v24, s8, v24
0091 v_mul_f32_e32 v25, s8, v25
0092 v_mul_f32_e32 v26, s8, v26
0093 v_mul_f32_e32 v27, s8, v27
0094 s_mov_b32 s7, s0
0095 s_mov_b64 s[8:9], s[0:1]
BB8:
0096 s_cmp_ge_i32 s7, s6
0097 s_cselect_b32 vcc_lo, -1, 0
0098 s_and_b32 s11, vcc_lo, exec_lo
0099 s_cbranch_scc1 BB21
BB11:
009a v_cvt_f32_i32_e32 v2, s7
009b s_mov_b32 s11, 0.5
009c v_mul_f32_e32 v2, s11, v2
009d v_sub_f32_e32 v8, v24, v14
009e v_sub_f32_e32 v12, v25, v15
009f v_sub_f32_e32 v28, v26, v16
00a0 v_sub_f32_e32 v29, v27, v17
00a1 v_mul_f32_e32 v8, v2, v8
00a2 v_mul_f32_e32 v12, v2, v12
00a3 v_mul_f32_e32 v28, v2, v28
00a4 v_mul_f32_e32 v29, v2, v29
00a5 v_add_f32_e32 v8, v14, v8
00a6 v_add_f32_e32 v12, v15, v12
00a7 v_add_f32_e32 v28, v16, v28
00a8 v_add_f32_e32 v29, v17, v29
00a9 s_add_u32 s7, s1, s7
00aa v_cvt_f32_i32_e32 v30, s7
00ab v_rcp_f32_e32 v30, v30
00ac v_mul_f32_e32 v31, v4, v30
00ad v_mul_f32_e32 v32, v5, v30
00ae v_mul_f32_e32 v33, v3, v30
00af s_mov_b32 s12, 6
00b0 s_cmp_lt_i32 s8, s12
00b1 s_cselect_b32 vcc_lo, -1, 0
00b2 s_and_b32 s13, vcc_lo, exec_lo
00b3 s_cbranch_scc0 BB13
BB12:
00b4 s_mov_b32 s11, 24
00b5 s_bfe_u32 s13, s3, 0x40018
00b7 s_mov_b32 s14, 5
00b8 s_lshl_b32 s13, s13, s14
00b9 s_mov_b32 s15, -1
00ba v_mov_b32_e32 v34, s13
00bb v_mbcnt_lo_u32_b32 v34, s15, v34
00bd v_mul_u32_u24_e32 v34, s12, v34
00be v_add_nc_u32_e32 v34, s8, v34
00bf v_mov_b32_e32 v35, s1
00c0 v_bfe_u32 v35, v34, s14, v35
00c2 v_xor_b32_e32 v34, v34, v35
00c3 s_mov_b32 s16, 36
00c4 v_mul_lo_u32 v34, s16, v34
00c6 v_mov_b32_e32 v36, v8
00c7 v_mov_b32_e32 v37, v12
00c8 v_lshrrev_b64 v[38:39], 0, v[28:29]
00ca v_add_nc_u32_e32 v36, 0x11b8, v34
00cc ds_write2_b32 v36, v8, v12 offset1:1
00ce v_add_nc_u32_e32 v37, 0x11b8, v34
00d0 ds_write2_b32 v37, v28, v29 offset0:2 offset1:3
00d2 v_lshrrev_b64 v[38:39], 0, v[31:32]
00d4 v_mov_b32_e32 v40, v33
00d5 v_add_nc_u32_e32 v41, 0x11c8, v34
00d7 ds_write2_b32 v41, v31, v32 offset1:1
00d9 ds_write_b32 v34, v33 offset:4560
00db s_mov_b32 s17, 4
00dc v_mov_b32_e32 v42, s17
00dd ds_write_b8 v34, v42 offset:4568
00df s_add_u32 s8, s8, s1
00e0 s_mov_b32 s11, s1
00e1 s_branch BB14
BB13:
00e2 s_mov_b32 s11, s0
BB14:
00e3 v_sub_f32_e32 v8, v24, v18
00e4 v_sub_f32_e32 v12, v25, v19
00e5 v_sub_f32_e32 v28, v26, v20
00e6 v_sub_f32_e32 v29, v27, v21
00e7 v_mul_f32_e32 v8, v2, v8
00e8 v_mul_f32_e32 v12, v2, v12
00e9 v_mul_f32_e32 v28, v2, v28
00ea v_mul_f32_e32 v29, v2, v29
00eb v_add_f32_e32 v8, v18, v8
00ec v_add_f32_e32 v12, v19, v12
00ed v_add_f32_e32 v28, v20, v28
00ee v_add_f32_e32 v29, v21, v29
00ef v_mul_f32_e32 v31, v6, v30
00f0 v_mul_f32_e32 v32, v7, v30
00f1 v_mul_f32_e32 v33, v9, v30
00f2 s_cmp_lt_i32 s8, s12
00f3 s_cselect_b32 vcc_lo, -1, 0
00f4 s_and_b32 s13, vcc_lo, exec_lo
00f5 s_cbranch_scc0 BB17
BB15:
00f6 s_mov_b32 s13, 24
00f7 s_bfe_u32 s14, s3, 0x40018
00f9 s_mov_b32 s15, 5
00fa s_lshl_b32 s14, s14, s15
00fb s_mov_b32 s16, -1
00fc v_mov_b32_e32 v34, s14
00fd v_mbcnt_lo_u32_b32 v34, s16, v34
00ff v_mul_u32_u24_e32 v34, s12, v34
0100 v_add_nc_u32_e32 v34, s8, v34
0101 v_mov_b32_e32 v35, s1
0102 v_bfe_u32 v35, v34, s15, v35
0104 v_xor_b32_e32 v34, v34, v35
0105 s_mov_b32 s17, 36
0106 v_mul_lo_u32 v34, s17, v34
0108 v_mov_b32_e32 v36, v8
0109 v_mov_b32_e32 v37, v12
010a v_lshrrev_b64 v[38:39], 0, v[28:29]
010c v_add_nc_u32_e32 v36, 0x11b8, v34
010e ds_write2_b32 v36, v8, v12 offset1:1
0110 v_add_nc_u32_e32 v37, 0x11b8, v34
0112 ds_write2_b32 v37, v28, v29 offset0:2 offset1:3
0114 v_lshrrev_b64 v[38:39], 0, v[31:32]
0116 v_mov_b32_e32 v40, v33
0117 v_add_nc_u32_e32 v41, 0x11c8, v34
0119 ds_write2_b32 v41, v31, v32 offset1:1
011b ds_write_b32 v34, v33 offset:4560
011d s_cmp_ge_i32 s11, s6
011e s_cselect_b32 vcc_lo, -1, 0
011f s_and_b32 s18, vcc_lo, exec_lo
0120 s_mov_b32 s19, src_scc
0121 s_or_b32 s20, s5, src_scc
0122 s_and_b32 s19, s11, s19
0123 s_lshl_b32 s19, s19, s1
0124 s_or_b32 s20, s20, s19
0125 v_mov_b32_e32 v42, s20
0126 ds_write_b8 v34, v42 offset:4568
0128 s_add_u32 s8, s8, s1
0129 s_add_u32 s11, s11, s1
BB17:
012a v_sub_f32_e32 v8, v24, v22
012b v_sub_f32_e32 v12, v25, v23
012c v_sub_f32_e32 v28, v26, v0
012d v_sub_f32_e32 v29, v27, v1
012e v_mul_f32_e32 v8, v2, v8
012f v_mul_f32_e32 v12, v2, v12
0130 v_mul_f32_e32 v28, v2, v28
0131 v_mul_f32_e32 v2, v2, v29
0132 v_add_f32_e32 v8, v22, v8
0133 v_add_f32_e32 v12, v23, v12
0134 v_add_f32_e32 v28, v0, v28
0135 v_add_f32_e32 v2, v1, v2
0136 v_mul_f32_e32 v31, v10, v30
0137 v_mul_f32_e32 v32, v11, v30
0138 v_mul_f32_e32 v30, v13, v30
0139 s_cmp_lt_i32 s8, s12
013a s_cselect_b32 vcc_lo, -1, 0
013b s_and_b32 s13, vcc_lo, exec_lo
013c s_cbranch_scc0 BB20
BB18:
013d s_mov_b32 s13, 24
013e s_bfe_u32 s14, s3, 0x40018
0140 s_mov_b32 s15, 5
0141 s_lshl_b32 s14, s14, s15
0142 s_mov_b32 s16, -1
0143 v_mov_b32_e32 v29, s14
0144 v_mbcnt_lo_u32_b32 v29, s16, v29
0146 v_mul_u32_u24_e32 v29, s12, v29
0147 v_add_nc_u32_e32 v29, s8, v29
0148 v_mov_b32_e32 v33, s1
0149 v_bfe_u32 v33, v29, s15, v33
014b v_xor_b32_e32 v29, v29, v33
014c s_mov_b32 s17, 36
014d v_mul_lo_u32 v29, s17, v29
014f v_mov_b32_e32 v36, v8
0150 v_mov_b32_e32 v37, v12
0151 v_mov_b32_e32 v38, v28
0152 v_mov_b32_e32 v39, v2
0153 v_add_nc_u32_e32 v34, 0x11b8, v29
0155 ds_write2_b32 v34, v8, v12 offset1:1
0157 v_add_nc_u32_e32 v35, 0x11b8, v29
0159 ds_write2_b32 v35, v28, v2 offset0:2 offset1:3
015b v_lshrrev_b64 v[36:37], 0, v[31:32]
015d v_mov_b32_e32 v38, v30
015e v_add_nc_u32_e32 v39, 0x11c8, v29
0160 ds_write2_b32 v39, v31, v32 offset1:1
0162 ds_write_b32 v29, v30 offset:4560
0164 s_cmp_ge_i32 s11, s6
0165 s_cselect_b32 vcc_lo, -1, 0
0166 s_and_b32 s18, vcc_lo, exec_lo
0167 s_mov_b32 s19, src_scc
0168 s_or_b32 s20, s5, src_scc
0169 s_and_b32 s19, s11, s19
016a s_lshl_b32 s19, s19, s1
016b s_or_b32 s20, s20, s19
016c v_mov_b32_e32 v40, s20
016d ds_write_b8 v29, v40 offset:4568
016f s_add_u32 s8, s8, s1
0170 s_add_u32 s11, s11, s1
BB20:
0171 s_mov_b32 s12, 3
0172 s_add_u32 s9, s9, s1
0173 s_cmp_lt_i32 s11, s12
0174 s_cselect_b32 vcc_lo, -1, 0
0175 s_and_b32 s13, vcc_lo, exec_lo
0176 s_cselect_b32 s11, s11, s0
0177 s_sub_i32 s8, s8, s11
0178 s_and_b32 s14, vcc_lo, exec_lo
0179 s_sub_i32 s9, s9, src_scc
017a s_branch BB8
BB21:
017b s_mov_b32 s5, -1
017c s_mov_b32 s6, 0
017d s_mov_b32 s7, s8
017e s_inst_prefetch 0x2
017f s_nop 0
BB22:
0180 s_mov_b32 s11, 6
0181 s_cmp_ge_u32 s7, s11
0182 s_cselect_b32 vcc_lo, -1, 0
0183 s_and_b32 s12, vcc_lo, exec_lo
0184 s_cbranch_scc1 BB26
BB25:
0185 s_mov_b32 s12, 24
0186 s_bfe_u32 s13, s3, 0x40018
0188 s_mov_b32 s14, 5
0189 s_lshl_b32 s13, s13, s14
018a v_mov_b32_e32 v0, s13
018b v_mbcnt_lo_u32_b32 v0, s5, v0
018d v_mul_u32_u24_e32 v0, s11, v0
018e v_add_nc_u32_e32 v0, s7, v0
018f v_mov_b32_e32 v1, s1
0190 v_bfe_u32 v1, v0, s14, v1
0192 v_xor_b32_e32 v0, v0, v1
0193 s_mov_b32 s15, 36
0194 v_mul_lo_u32 v0, s15, v0
0196 v_mov_b32_e32 v2, s6
0197 ds_write_b8 v0, v2 offset:4568
0199 s_add_u32 s7, s7, s1
019a s_branch BB22
BB26:
019b s_inst_prefetch 0x3
019c s_mov_b32 s5, 3
019d s_bfe_u32 s10, s10, 0x30006
019f s_bitcmp1_b32 s10, s0
01a0 s_cselect_b32 vcc_lo, -1, 0
01a1 s_and_b32 s6, vcc_lo, exec_lo
01a2 s_cbranch_scc0 BB40
BB27:
01a3 s_mov_b32 s0, -1
01a4 s_and_b32 s0, s0, exec_lo
01a5 s_bcnt1_i32_b32 s0, s0
01a6 s_lshl_b32 s9, s9, s1
01a7 s_mov_b32 s1, -2
01a8 s_add_u32 s9, s9, s1
01a9 s_sub_i32 s8, s8, s9
01aa s_bcnt1_i32_b32 s5, exec_lo
01ab s_mul_i32 s8, s8, s5
01ac s_ff1_i32_b32 s6, exec_lo
01ad s_lshl_b32 s6, 1, s6
01ae s_and_b32 s6, vcc_lo, s6
01af s_and_saveexec_b32 s6, s6
01b0 s_cbranch_execz BB40
BB28:
01b1 s_movk_i32 s1, 0x100
01b2 s_mov_b32 m0, s1
01b3 v_mov_b32_e32 v0, s8
01b4 v_mov_b32_e32 v1, s4
01b5 ds_add_u32 v1, v0 gds
01b7 s_mov_b32 s4, 20
01b8 s_waitcnt expcnt(0)
01b9 s_mov_b32 m0, s1
01ba v_mov_b32_e32 v2, s0
01bb v_mov_b32_e32 v3, s4
01bc ds_add_u32 v3, v2 gds
BB40:
01be s_waitcnt expcnt(0)
01bf s_mov_b32 exec_lo, -1
01c0 s_waitcnt lgkmcnt(0)
01c1 s_barrier
01c2 s_mov_b32 s0, 4
01c3 s_mov_b32 s1, 24
01c4 s_bfe_u32 s4, s3, 0x40018
01c6 s_mov_b32 s5, 5
01c7 s_lshl_b32 s6, s4, s5
01c8 s_mov_b32 s7, -1
01c9 v_mov_b32_e32 v0, s6
01ca v_mbcnt_lo_u32_b32 v0, s7, v0
01cc s_mov_b32 s8, 9
01cd s_mov_b32 s9, 12
01ce s_bfe_u32 s2, s2, 0x9000c
01d0 s_mov_b32 s10, 1
01d1 v_mov_b32_e32 v1, s10
01d2 v_bfe_u32 v1, v0, s5, v1
01d4 v_xor_b32_e32 v1, v0, v1
01d5 s_mov_b32 s11, 36
01d6 v_mul_u32_u24_e32 v1, s11, v1
01d7 s_mov_b32 s12, 0
01d8 v_cmp_gt_i32_e32 vcc_lo, s2, v0
01d9 s_mov_b32 exec_lo, vcc_lo
01da s_cbranch_execz BB44
BB41:
01db ds_read_u8_d16 v2, v1 offset:4568
01dd s_waitcnt lgkmcnt(0)
01de v_bfe_u32 v3, v2, 0, 8
BB44:
01e0 s_andn2_b32 exec_lo, -1, exec_lo
01e1 v_mov_b32_e32 v3, s12
BB46:
01e2 s_mov_b32 exec_lo, -1
01e3 v_cmp_ne_i32_e32 vcc_lo, s12, v3
01e4 s_and_b32 s0, vcc_lo, exec_lo
01e5 s_bcnt1_i32_b32 s1, s0
01e6 s_mov_b32 s6, s10
01e7 s_mov_b32 exec_lo, s6
01e8 s_cbranch_execz BB52
BB47:
01e9 s_mov_b32 s6, s1
01ea v_mov_b32_e32 v2, s4
01eb v_mov_b32_e32 v4, s6
01ec ds_write_b8 v2, v4 offset:13608
01ee s_waitcnt lgkmcnt(0)
01ef s_barrier
01f0 v_mov_b32_e32 v5, s12
01f1 ds_read_b64 v[4:5], v5 offset:13608
BB52:
01f3 s_mov_b32 exec_lo, -1
01f4 s_mov_b32 s6, 28
01f5 s_lshr_b32 s3, s3, s6
01f6 v_mov_b32_e32 v2, s12
01f7 v_mbcnt_lo_u32_b32 v2, s7, v2
01f9 s_mov_b32 s8, 3
01fa v_lshlrev_b32_e32 v2, s8, v2
01fb s_mov_b32 s13, 56
01fc v_sub_nc_u32_e32 v2, s13, v2
01fd s_waitcnt lgkmcnt(0)
01fe v_lshrrev_b64 v[6:7], 0, v[4:5]
0200 v_permlane16_b32 v6, v6, s12, s12
0202 v_permlane16_b32 v5, v5, s12, s12
0204 s_mov_b32 s14, 0x1010101
0206 s_mov_b32 s15, 0x1010101
0208 v_lshrrev_b64 v[8:9], v2, s[14:15]
020a v_lshrrev_b64 v[10:11], 0, v[8:9]
020c v_dot4_u32_u8 v6, v6, v10, s12
020e v_dot4_u32_u8 v5, v5, v9, v6
0210 s_add_u32 s3, s3, s7
0211 v_readlane_b32 s14, v5, s4
0213 s_sub_i32 s14, s14, s1
0214 v_readlane_b32 s3, v5, s3
0216 v_mov_b32_e32 v4, s14
0217 v_mbcnt_lo_u32_b32 v4, s0, v4
0219 s_cmp_lg_i32 s3, s12
021a s_cselect_b32 s15, -1, 0
021b s_and_b32 s15, s15, exec_lo
021c s_cselect_b32 s2, s2, s12
021d s_cmp_eq_i32 s4, s12
021e s_cselect_b32 s16, -1, 0
021f s_and_b32 s16, s16, exec_lo
0220 s_cbranch_scc0 BB55
BB53:
0221 s_lshl_b32 s9, s2, s9
0222 s_or_b32 m0, s9, s3
0223 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB55:
0224 s_mov_b32 exec_lo, vcc_lo
0225 s_cbranch_execz BB61
BB56:
0226 v_mov_b32_e32 v2, s10
0227 v_bfe_u32 v2, v4, s5, v2
0229 v_xor_b32_e32 v2, v4, v2
022a s_mov_b32 s0, 36
022b v_mul_lo_u32 v2, s0, v2
022d v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
022f ds_write_b8 v2, v5 offset:4569
BB61:
0231 s_mov_b32 exec_lo, -1
0232 s_waitcnt lgkmcnt(0)
0233 s_barrier
0234 v_cmp_gt_i32_e32 vcc_lo, s2, v0
0235 s_mov_b32 exec_lo, vcc_lo
0236 s_cbranch_execz BB67
BB62:
0237 v_not_b32_e32 v2, v3
0238 s_mov_b32 s0, -2
0239 v_add_nc_u32_e32 v5, s0, v4
023a v_mov_b32_e32 v6, s10
023b v_bfe_u32 v3, v3, s10, v6
023d v_sub_nc_u32_e32 v7, v4, v3
023e s_mov_b32 s1, 10
023f v_add_nc_u32_e32 v4, v4, v3
0240 v_lshlrev_b32_e32 v4, s1, v4
0241 s_movk_i32 s2, 0xfc00
0242 v_add_nc_u32_e32 v4, s2, v4
0243 v_or_b32_e32 v5, v5, v4
0244 s_mov_b32 s4, 20
0245 v_lshlrev_b32_e32 v7, s4, v7
0246 v_or_b32_e32 v5, v5, v7
0247 s_mov_b32 s6, 31
0248 v_lshlrev_b32_e32 v2, s6, v2
0249 v_or_b32_e32 v5, v5, v2
BB67:
024a s_mov_b32 exec_lo, -1
024b v_cmp_gt_i32_e64 s3, s3, v0
024d s_mov_b32 exec_lo, s3
024e s_cbranch_execz BB73
BB68:
024f ds_read_u8_d16 v0, v1 offset:4569
0251 s_waitcnt lgkmcnt(0)
0252 v_bfe_u32 v1, v0, 0, 8
0254 v_mov_b32_e32 v2, s10
0255 v_bfe_u32 v2, v1, s5, v2
0257 v_xor_b32_e32 v1, v1, v2
0258 v_mul_u32_u24_e32 v1, s11, v1
0259 v_add_nc_u32_e32 v3, 0xff0, v1
025b ds_read2_b32 v[2:3], v3 offset0:114 offset1:115
025d v_add_nc_u32_e32 v4, 0xff0, v1
025f ds_read2_b32 v[6:7], v4 offset0:116 offset1:117
0261 s_waitcnt lgkmcnt(1)
0262 v_lshrrev_b64 v[8:9], 0, v[2:3]
0264 s_waitcnt lgkmcnt(0)
0265 v_lshrrev_b64 v[10:11], 0, v[6:7]
0267 v_add_nc_u32_e32 v8, 0xff0, v1
0269 ds_read2_b32 v[8:9], v8 offset0:118 offset1:119
026b ds_read_b32 v1, v1 offset:4560
026d s_waitcnt lgkmcnt(1)
026e v_lshrrev_b64 v[10:11], 0, v[8:9]
0270 s_waitcnt lgkmcnt(0)
0271 v_mov_b32_e32 v12, v1
BB73:
0272 s_mov_b32 exec_lo, vcc_lo
0273 s_cbranch_execz BB79
BB74:
0274 v_mov_b32_e32 v12, v5
0275 exp prim v5, off, off, off done
BB79:
0277 s_waitcnt expcnt(0)
0278 s_mov_b32 exec_lo, s3
0279 s_cbranch_execz BB85
BB80:
027a v_lshrrev_b64 v[12:13], 0, v[2:3]
027c v_lshrrev_b64 v[14:15], 0, v[6:7]
027e exp pos0 v2, v3, v6, v7 done
0280 v_lshrrev_b64 v[12:13], 0, v[8:9]
0282 v_mov_b32_e32 v14, v1
0283 exp param0 v8, v9, v1, off
BB85:
0285 s_endpgm
