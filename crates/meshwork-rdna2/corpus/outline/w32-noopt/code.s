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
000d buffer_load_dwordx3 v[6:8], v5, s[4:7], 0 idxen
000f s_mov_b32 s5, 16
0010 s_load_dwordx4 s[4:7], s[0:1], s5
0012 s_waitcnt lgkmcnt(0)
0013 s_mov_b64 s[12:13], s[4:5]
0014 s_mov_b64 s[14:15], s[6:7]
0015 buffer_load_dwordx3 v[9:11], v5, s[4:7], 0 idxen offset:12
0017 s_mov_b32 s6, 1.0
0018 s_waitcnt vmcnt(1)
0019 v_lshrrev_b64 v[12:13], 0, v[6:7]
001b v_mov_b32_e32 v14, v8
001c v_mov_b32_e32 v15, s6
001d s_mov_b32 s7, s3
001e s_mov_b32 s8, 4
001f s_mov_b32 s9, 24
0020 s_bfe_u32 s7, s7, 0x40018
0022 s_mov_b32 s11, 5
0023 s_lshl_b32 s7, s7, s11
0024 s_mov_b32 s12, -1
0025 v_mov_b32_e32 v12, s7
0026 v_mbcnt_lo_u32_b32 v12, s12, v12
0028 s_mov_b32 s13, 36
0029 v_mul_u32_u24_e32 v12, s13, v12
002a s_waitcnt vmcnt(0)
002b ds_write2_b32 v12, v9, v10 offset0:4 offset1:5
002d ds_write_b32 v12, v11 offset:24
002f v_mov_b32_e32 v13, s6
0030 ds_write2_b32 v12, v6, v7 offset1:1
0032 ds_write2_b32 v12, v8, v13 offset0:2 offset1:3
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
003e s_cbranch_execz BB26
BB7:
003f s_mov_b32 s0, 0
0040 s_mov_b32 s1, 1
0041 s_mov_b32 s4, 16
0042 v_lshrrev_b32_e32 v2, 16, v0
0043 s_mov_b32 s5, 4
0044 s_mov_b32 s6, 36
0045 v_mul_u32_u24_e32 v2, s6, v2
0046 ds_read2_b32 v[6:7], v2 offset0:4 offset1:5
0048 ds_read_b32 v2, v2 offset:24
004a s_waitcnt lgkmcnt(1)
004b v_lshrrev_b64 v[8:9], 0, v[6:7]
004d s_waitcnt lgkmcnt(0)
004e v_mov_b32_e32 v10, v2
004f s_mov_b32 s7, 3
0050 v_lshrrev_b32_e32 v11, 16, v1
0051 v_mul_u32_u24_e32 v11, s6, v11
0052 ds_read2_b32 v[8:9], v11 offset0:4 offset1:5
0054 ds_read_b32 v11, v11 offset:24
0056 s_waitcnt lgkmcnt(1)
0057 v_lshrrev_b64 v[12:13], 0, v[8:9]
0059 s_waitcnt lgkmcnt(0)
005a v_mov_b32_e32 v14, v11
005b v_lshrrev_b32_e32 v15, 16, v4
005c v_mul_u32_u24_e32 v15, s6, v15
005d ds_read2_b32 v[12:13], v15 offset0:4 offset1:5
005f ds_read_b32 v15, v15 offset:24
0061 s_waitcnt lgkmcnt(1)
0062 v_lshrrev_b64 v[16:17], 0, v[12:13]
0064 s_waitcnt lgkmcnt(0)
0065 v_mov_b32_e32 v18, v15
0066 v_bfe_u32 v0, v0, 0, 16
0068 v_mul_u32_u24_e32 v0, s6, v0
0069 ds_read2_b32 v[16:17], v0 offset1:1
006b ds_read2_b32 v[18:19], v0 offset0:2 offset1:3
006d s_waitcnt lgkmcnt(1)
006e v_lshrrev_b64 v[20:21], 0, v[16:17]
0070 s_waitcnt lgkmcnt(0)
0071 v_lshrrev_b64 v[22:23], 0, v[18:19]
0073 v_bfe_u32 v1, v1, 0, 16
0075 v_mul_u32_u24_e32 v1, s6, v1
0076 ds_read2_b32 v[20:21], v1 offset1:1
0078 ds_read2_b32 v[0:1], v1 offset0:2 offset1:3
007a s_waitcnt lgkmcnt(1)
007b v_lshrrev_b64 v[24:25], 0, v[20:21]
007d s_waitcnt lgkmcnt(0)
007e v_lshrrev_b64 v[26:27], 0, v[0:1]
0080 v_bfe_u32 v4, v4, 0, 16
0082 v_mul_u32_u24_e32 v4, s6, v4
0083 ds_read2_b32 v[22:23], v4 offset1:1
0085 ds_read2_b32 v[4:5], v4 offset0:2 offset1:3
0087 s_waitcnt lgkmcnt(1)
0088 v_lshrrev_b64 v[24:25], 0, v[22:23]
008a s_waitcnt lgkmcnt(0)
008b v_lshrrev_b64 v[26:27], 0, v[4:5]
008d s_mov_b32 s8, -1
008e v_max_f32_e32 v8, v8, v12
008f v_max_f32_e32 v9, v9, v13
0090 v_max_f32_e32 v11, v11, v15
0091 v_max_f32_e32 v6, v6, v8
0092 v_max_f32_e32 v7, v7, v9
0093 v_max_f32_e32 v2, v2, v11
0094 s_mov_b32 s9, 24
0095 s_bfe_u32 s11, s3, 0x40018
0097 s_mov_b32 s12, 5
0098 s_lshl_b32 s11, s11, s12
0099 s_mov_b32 s13, -1
009a v_mov_b32_e32 v24, s11
009b v_mbcnt_lo_u32_b32 v24, s13, v24
009d v_mul_u32_u24_e32 v25, s7, v24
009e s_movk_i32 s14, 0x6c
009f v_mul_u32_u24_e32 v24, s14, v24
00a0 v_add_nc_u32_e32 v26, 0x1200, v24
00a2 ds_write2_b32 v26, v16, v17 offset1:1
00a4 v_add_nc_u32_e32 v27, 0x1200, v24
00a6 ds_write2_b32 v27, v18, v19 offset0:2 offset1:3
00a8 v_lshrrev_b64 v[28:29], 0, v[6:7]
00aa v_mov_b32_e32 v30, v2
00ab v_add_nc_u32_e32 v31, 0x1210, v24
00ad ds_write2_b32 v31, v6, v7 offset1:1
00af ds_write_b32 v24, v2 offset:4632
00b1 s_mov_b32 s15, 4
00b2 v_mov_b32_e32 v32, s15
00b3 ds_write_b8 v24, v32 offset:4640
00b5 v_add_nc_u32_e32 v33, 0x1224, v24
00b7 ds_write2_b32 v33, v20, v21 offset1:1
00b9 v_add_nc_u32_e32 v34, 0x1224, v24
00bb ds_write2_b32 v34, v0, v1 offset0:2 offset1:3
00bd v_add_nc_u32_e32 v35, 0x1234, v24
00bf ds_write2_b32 v35, v6, v7 offset1:1
00c1 ds_write_b32 v24, v2 offset:4668
00c3 v_mov_b32_e32 v36, s15
00c4 ds_write_b8 v24, v36 offset:4676
00c6 v_add_nc_u32_e32 v37, 0x1248, v24
00c8 ds_write2_b32 v37, v22, v23 offset1:1
00ca v_add_nc_u32_e32 v38, 0x1248, v24
00cc ds_write2_b32 v38, v4, v5 offset0:2 offset1:3
00ce v_add_nc_u32_e32 v39, 0x1258, v24
00d0 ds_write2_b32 v39, v6, v7 offset1:1
00d2 ds_write_b32 v24, v2 offset:4704
00d4 s_mov_b32 s16, 5
00d5 v_mov_b32_e32 v40, s16
00d6 ds_write_b8 v24, v40 offset:4712
00d8 s_mov_b32 s17, 0
00d9 s_mov_b32 s5, s7
00da s_nop 0
BB8:
00db s_cmp_ge_u32 s5, s7
00dc s_cselect_b32 vcc_lo, -1, 0
00dd s_and_b32 s6, vcc_lo, exec_lo
00de s_cbranch_scc1 BB12
BB11:
00df v_add_nc_u32_e32 v0, s5, v25
00e0 s_mov_b32 s6, 36
00e1 v_mul_lo_u32 v0, s6, v0
00e3 v_mov_b32_e32 v1, s17
00e4 ds_write_b8 v0, v1 offset:4640
00e6 s_add_u32 s5, s5, s1
00e7 s_branch BB8
BB12:
00e8 s_mov_b32 s1, 6
00e9 s_bfe_u32 s10, s10, 0x30006
00eb s_bitcmp1_b32 s10, s0
00ec s_cselect_b32 vcc_lo, -1, 0
00ed s_and_b32 s5, vcc_lo, exec_lo
00ee s_cbranch_scc0 BB26
BB13:
00ef s_and_b32 s8, s8, exec_lo
00f0 s_bcnt1_i32_b32 s8, s8
00f1 s_bcnt1_i32_b32 s0, exec_lo
00f2 s_ff1_i32_b32 s1, exec_lo
00f3 s_lshl_b32 s1, 1, s1
00f4 s_and_b32 s1, vcc_lo, s1
00f5 s_and_saveexec_b32 s1, s1
00f6 s_cbranch_execz BB26
BB14:
00f7 s_movk_i32 s5, 0x100
00f8 s_mov_b32 m0, s5
00f9 v_mov_b32_e32 v0, s0
00fa v_mov_b32_e32 v1, s4
00fb ds_add_u32 v1, v0 gds
00fd s_mov_b32 s6, 20
00fe s_waitcnt expcnt(0)
00ff s_mov_b32 m0, s5
0100 v_mov_b32_e32 v2, s8
0101 v_mov_b32_e32 v3, s6
0102 ds_add_u32 v3, v2 gds
BB26:
0104 s_waitcnt expcnt(0)
0105 s_mov_b32 exec_lo, -1
0106 s_waitcnt lgkmcnt(0)
0107 s_barrier
0108 s_mov_b32 s0, 4
0109 s_mov_b32 s1, 24
010a s_bfe_u32 s4, s3, 0x40018
010c s_mov_b32 s5, 5
010d s_lshl_b32 s5, s4, s5
010e s_mov_b32 s6, -1
010f v_mov_b32_e32 v0, s5
0110 v_mbcnt_lo_u32_b32 v0, s6, v0
0112 s_mov_b32 s7, 9
0113 s_mov_b32 s8, 12
0114 s_bfe_u32 s2, s2, 0x9000c
0116 s_mov_b32 s9, 36
0117 v_mul_u32_u24_e32 v1, s9, v0
0118 s_mov_b32 s10, 0
0119 v_cmp_gt_i32_e32 vcc_lo, s2, v0
011a s_mov_b32 exec_lo, vcc_lo
011b s_cbranch_execz BB30
BB27:
011c ds_read_u8_d16 v2, v1 offset:4640
011e s_waitcnt lgkmcnt(0)
011f v_bfe_u32 v3, v2, 0, 8
BB30:
0121 s_andn2_b32 exec_lo, -1, exec_lo
0122 v_mov_b32_e32 v3, s10
BB32:
0123 s_mov_b32 exec_lo, -1
0124 v_cmp_ne_i32_e32 vcc_lo, s10, v3
0125 s_and_b32 s0, vcc_lo, exec_lo
0126 s_bcnt1_i32_b32 s1, s0
0127 s_mov_b32 s5, 1
0128 s_mov_b32 s7, s5
0129 s_mov_b32 exec_lo, s7
012a s_cbranch_execz BB38
BB33:
012b s_mov_b32 s7, s1
012c v_mov_b32_e32 v2, s4
012d v_mov_b32_e32 v4, s7
012e ds_write_b8 v2, v4 offset:11304
0130 s_waitcnt lgkmcnt(0)
0131 s_barrier
0132 v_mov_b32_e32 v5, s10
0133 ds_read_b64 v[4:5], v5 offset:11304
BB38:
0135 s_mov_b32 exec_lo, -1
0136 s_mov_b32 s7, 28
0137 s_lshr_b32 s3, s3, s7
0138 v_mov_b32_e32 v2, s10
0139 v_mbcnt_lo_u32_b32 v2, s6, v2
013b s_mov_b32 s11, 3
013c v_lshlrev_b32_e32 v2, s11, v2
013d s_mov_b32 s12, 56
013e v_sub_nc_u32_e32 v2, s12, v2
013f s_waitcnt lgkmcnt(0)
0140 v_lshrrev_b64 v[6:7], 0, v[4:5]
0142 v_permlane16_b32 v6, v6, s10, s10
0144 v_permlane16_b32 v5, v5, s10, s10
0146 s_mov_b32 s12, 0x1010101
0148 s_mov_b32 s13, 0x1010101
014a v_lshrrev_b64 v[8:9], v2, s[12:13]
014c v_lshrrev_b64 v[10:11], 0, v[8:9]
014e v_dot4_u32_u8 v6, v6, v10, s10
0150 v_dot4_u32_u8 v5, v5, v9, v6
0152 s_add_u32 s3, s3, s6
0153 v_readlane_b32 s13, v5, s4
0155 s_sub_i32 s13, s13, s1
0156 v_readlane_b32 s3, v5, s3
0158 v_mov_b32_e32 v4, s13
0159 v_mbcnt_lo_u32_b32 v4, s0, v4
015b s_cmp_lg_i32 s3, s10
015c s_cselect_b32 s14, -1, 0
015d s_and_b32 s14, s14, exec_lo
015e s_cselect_b32 s2, s2, s10
015f s_cmp_eq_i32 s4, s10
0160 s_cselect_b32 s15, -1, 0
0161 s_and_b32 s15, s15, exec_lo
0162 s_cbranch_scc0 BB41
BB39:
0163 s_lshl_b32 s8, s2, s8
0164 s_or_b32 m0, s8, s3
0165 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB41:
0166 s_mov_b32 exec_lo, vcc_lo
0167 s_cbranch_execz BB47
BB42:
0168 s_mov_b32 s0, 36
0169 v_mul_lo_u32 v2, s0, v4
016b v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
016d ds_write_b8 v2, v5 offset:4641
BB47:
016f s_mov_b32 exec_lo, -1
0170 s_waitcnt lgkmcnt(0)
0171 s_barrier
0172 v_cmp_gt_i32_e32 vcc_lo, s2, v0
0173 s_mov_b32 exec_lo, vcc_lo
0174 s_cbranch_execz BB53
BB48:
0175 v_not_b32_e32 v2, v3
0176 s_mov_b32 s0, -2
0177 v_add_nc_u32_e32 v5, s0, v4
0178 v_mov_b32_e32 v6, s5
0179 v_bfe_u32 v3, v3, s5, v6
017b v_sub_nc_u32_e32 v7, v4, v3
017c s_mov_b32 s1, 10
017d v_add_nc_u32_e32 v4, v4, v3
017e v_lshlrev_b32_e32 v4, s1, v4
017f s_movk_i32 s2, 0xfc00
0180 v_add_nc_u32_e32 v4, s2, v4
0181 v_or_b32_e32 v5, v5, v4
0182 s_mov_b32 s4, 20
0183 v_lshlrev_b32_e32 v7, s4, v7
0184 v_or_b32_e32 v5, v5, v7
0185 s_mov_b32 s5, 31
0186 v_lshlrev_b32_e32 v2, s5, v2
0187 v_or_b32_e32 v5, v5, v2
BB53:
0188 s_mov_b32 exec_lo, -1
0189 v_cmp_gt_i32_e64 s3, s3, v0
018b s_mov_b32 exec_lo, s3
018c s_cbranch_execz BB59
BB54:
018d ds_read_u8_d16 v0, v1 offset:4641
018f s_waitcnt lgkmcnt(0)
0190 v_bfe_u32 v1, v0, 0, 8
0192 v_mul_u32_u24_e32 v1, s9, v1
0193 v_add_nc_u32_e32 v2, 0xff0, v1
0195 ds_read2_b32 v[2:3], v2 offset0:132 offset1:133
0197 v_add_nc_u32_e32 v4, 0xff0, v1
0199 ds_read2_b32 v[6:7], v4 offset0:134 offset1:135
019b s_waitcnt lgkmcnt(1)
019c v_lshrrev_b64 v[8:9], 0, v[2:3]
019e s_waitcnt lgkmcnt(0)
019f v_lshrrev_b64 v[10:11], 0, v[6:7]
01a1 v_add_nc_u32_e32 v8, 0xff0, v1
01a3 ds_read2_b32 v[8:9], v8 offset0:136 offset1:137
01a5 ds_read_b32 v1, v1 offset:4632
01a7 s_waitcnt lgkmcnt(1)
01a8 v_lshrrev_b64 v[10:11], 0, v[8:9]
01aa s_waitcnt lgkmcnt(0)
01ab v_mov_b32_e32 v12, v1
BB59:
01ac s_mov_b32 exec_lo, vcc_lo
01ad s_cbranch_execz BB65
BB60:
01ae v_mov_b32_e32 v12, v5
01af exp prim v5, off, off, off done
BB65:
01b1 s_waitcnt expcnt(0)
01b2 s_mov_b32 exec_lo, s3
01b3 s_cbranch_execz BB71
BB66:
01b4 v_lshrrev_b64 v[12:13], 0, v[2:3]
01b6 v_lshrrev_b64 v[14:15], 0, v[6:7]
01b8 exp pos0 v2, v3, v6, v7 done
01ba v_lshrrev_b64 v[12:13], 0, v[8:9]
01bc v_mov_b32_e32 v14, v1
01bd exp param0 v8, v9, v1, off
BB71:
01bf s_endpgm
