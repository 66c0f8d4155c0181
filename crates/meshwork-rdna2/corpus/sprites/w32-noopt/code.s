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
000d buffer_load_dwordx3 v[1:3], v5, s[4:7], 0 idxen
000f s_mov_b32 s5, 16
0010 s_load_dwordx4 s[4:7], s[0:1], s5
0012 s_waitcnt lgkmcnt(0)
0013 s_mov_b64 s[12:13], s[4:5]
0014 s_mov_b64 s[14:15], s[6:7]
0015 buffer_load_dwordx3 v[4:6], v5, s[4:7], 0 idxen offset:12
0017 s_mov_b32 s6, 1.0
0018 s_waitcnt vmcnt(1)
0019 v_lshrrev_b64 v[8:9], 0, v[1:2]
001b v_mov_b32_e32 v10, v3
001c v_mov_b32_e32 v11, s6
001d s_mov_b32 s7, s3
001e s_mov_b32 s8, 4
001f s_mov_b32 s9, 24
0020 s_bfe_u32 s7, s7, 0x40018
0022 s_mov_b32 s11, 5
0023 s_lshl_b32 s7, s7, s11
0024 s_mov_b32 s12, -1
0025 v_mov_b32_e32 v7, s7
0026 v_mbcnt_lo_u32_b32 v7, s12, v7
0028 s_mov_b32 s13, 36
0029 v_mul_u32_u24_e32 v7, s13, v7
002a s_waitcnt vmcnt(0)
002b ds_write2_b32 v7, v4, v5 offset0:4 offset1:5
002d ds_write_b32 v7, v6 offset:24
002f v_mov_b32_e32 v8, s6
0030 ds_write2_b32 v7, v1, v2 offset1:1
0032 ds_write2_b32 v7, v3, v8 offset0:2 offset1:3
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
003e s_cbranch_execz BB29
BB7:
003f s_mov_b32 s0, 0
0040 s_mov_b32 s1, 1
0041 s_mov_b32 s4, 16
0042 v_bfe_u32 v0, v0, 0, 16
0044 s_mov_b32 s5, 4
0045 s_mov_b32 s6, 2
0046 s_mov_b32 s7, 36
0047 v_mul_u32_u24_e32 v0, s7, v0
0048 ds_read2_b32 v[2:3], v0 offset0:4 offset1:5
004a ds_read_b32 v1, v0 offset:24
004c s_waitcnt lgkmcnt(1)
004d v_lshrrev_b64 v[4:5], 0, v[2:3]
004f s_waitcnt lgkmcnt(0)
0050 v_mov_b32_e32 v6, v1
0051 ds_read2_b32 v[4:5], v0 offset1:1
0053 ds_read2_b32 v[6:7], v0 offset0:2 offset1:3
0055 s_waitcnt lgkmcnt(1)
0056 v_lshrrev_b64 v[8:9], 0, v[4:5]
0058 s_waitcnt lgkmcnt(0)
0059 v_lshrrev_b64 v[10:11], 0, v[6:7]
005b s_mov_b32 s8, 0xbd4ccccd
005d v_add_f32_e32 v8, s8, v4
005e v_add_f32_e32 v9, s8, v5
005f s_mov_b32 vcc_lo, -1
0060 s_mov_b32 s9, 24
0061 s_bfe_u32 s11, s3, 0x40018
0063 s_mov_b32 s12, 5
0064 s_lshl_b32 s11, s11, s12
0065 s_mov_b32 s13, -1
0066 v_mov_b32_e32 v10, s11
0067 v_mbcnt_lo_u32_b32 v10, s13, v10
0069 v_lshlrev_b32_e32 v10, s6, v10
006a s_mov_b32 s14, 3
006b v_mov_b32_e32 v11, s6
006c v_bfe_u32 v11, v10, s12, v11
006e v_xor_b32_e32 v11, v10, v11
006f v_mul_u32_u24_e32 v11, s7, v11
0070 v_lshrrev_b64 v[12:13], 0, v[8:9]
0072 v_lshrrev_b64 v[14:15], 0, v[6:7]
0074 v_add_nc_u32_e32 v12, 0x900, v11
0076 ds_write2_b32 v12, v8, v9 offset1:1
0078 v_add_nc_u32_e32 v13, 0x900, v11
007a ds_write2_b32 v13, v6, v7 offset0:2 offset1:3
007c v_add_nc_u32_e32 v14, 0x910, v11
007e ds_write2_b32 v14, v2, v3 offset1:1
0080 ds_write_b32 v11, v1 offset:2328
0082 s_mov_b32 s15, 4
0083 v_mov_b32_e32 v15, s15
0084 ds_write_b8 v11, v15 offset:2336
0086 s_mov_b32 s16, 0x3d4ccccd
0088 v_add_f32_e32 v4, s16, v4
0089 v_add_nc_u32_e32 v16, s1, v10
008a v_mov_b32_e32 v17, s6
008b v_bfe_u32 v17, v16, s12, v17
008d v_xor_b32_e32 v16, v16, v17
008e v_mul_u32_u24_e32 v16, s7, v16
008f v_mov_b32_e32 v12, v4
0090 v_mov_b32_e32 v13, v9
0091 v_lshrrev_b64 v[14:15], 0, v[6:7]
0093 v_add_nc_u32_e32 v18, 0x900, v16
0095 ds_write2_b32 v18, v4, v9 offset1:1
0097 v_add_nc_u32_e32 v19, 0x900, v16
0099 ds_write2_b32 v19, v6, v7 offset0:2 offset1:3
009b v_add_nc_u32_e32 v20, 0x910, v16
009d ds_write2_b32 v20, v2, v3 offset1:1
009f ds_write_b32 v16, v1 offset:2328
00a1 v_mov_b32_e32 v21, s15
00a2 ds_write_b8 v16, v21 offset:2336
00a4 v_add_f32_e32 v5, s16, v5
00a5 v_add_nc_u32_e32 v22, s6, v10
00a6 v_mov_b32_e32 v23, s6
00a7 v_bfe_u32 v23, v22, s12, v23
00a9 v_xor_b32_e32 v22, v22, v23
00aa v_mul_u32_u24_e32 v22, s7, v22
00ab v_mov_b32_e32 v12, v8
00ac v_lshrrev_b64 v[13:14], 0, v[5:6]
00ae v_mov_b32_e32 v15, v7
00af v_add_nc_u32_e32 v24, 0x900, v22
00b1 ds_write2_b32 v24, v8, v5 offset1:1
00b3 v_add_nc_u32_e32 v25, 0x900, v22
00b5 ds_write2_b32 v25, v6, v7 offset0:2 offset1:3
00b7 v_add_nc_u32_e32 v26, 0x910, v22
00b9 ds_write2_b32 v26, v2, v3 offset1:1
00bb ds_write_b32 v22, v1 offset:2328
00bd s_mov_b32 s17, 5
00be v_mov_b32_e32 v27, s17
00bf ds_write_b8 v22, v27 offset:2336
00c1 s_and_b32 s18, vcc_lo, exec_lo
00c2 s_cbranch_scc0 BB9
BB8:
00c3 v_add_nc_u32_e32 v0, s14, v10
00c4 v_mov_b32_e32 v8, s6
00c5 v_bfe_u32 v8, v0, s12, v8
00c7 v_xor_b32_e32 v0, v0, v8
00c8 v_mul_u32_u24_e32 v0, s7, v0
00c9 v_lshrrev_b64 v[12:13], 0, v[4:5]
00cb v_lshrrev_b64 v[14:15], 0, v[6:7]
00cd v_add_nc_u32_e32 v9, 0x900, v0
00cf ds_write2_b32 v9, v4, v5 offset1:1
00d1 v_add_nc_u32_e32 v11, 0x900, v0
00d3 ds_write2_b32 v11, v6, v7 offset0:2 offset1:3
00d5 v_add_nc_u32_e32 v12, 0x910, v0
00d7 ds_write2_b32 v12, v2, v3 offset1:1
00d9 ds_write_b32 v0, v1 offset:2328
00db s_mov_b32 s7, 7
00dc v_mov_b32_e32 v13, s7
00dd ds_write_b8 v0, v13 offset:2336
00df s_mov_b32 s7, s5
00e0 s_branch BB10
BB9:
00e1 s_mov_b32 s7, s14
BB10:
00e2 s_cmp_lt_i32 s7, s14
00e3 s_cselect_b32 s8, -1, 0
00e4 s_and_b32 s9, s8, exec_lo
00e5 s_cselect_b32 s11, s7, s0
00e6 s_sub_i32 s7, s7, s11
00e7 s_and_b32 s8, s8, exec_lo
00e8 s_sub_i32 s13, s0, src_scc
00e9 s_mov_b32 s14, 0
00ea s_mov_b32 s8, s7
00eb s_inst_prefetch 0x2
BB11:
00ec s_cmp_ge_u32 s8, s5
00ed s_cselect_b32 s9, -1, 0
00ee s_and_b32 s9, s9, exec_lo
00ef s_cbranch_scc1 BB15
BB14:
00f0 v_add_nc_u32_e32 v0, s8, v10
00f1 v_mov_b32_e32 v1, s6
00f2 v_bfe_u32 v1, v0, s12, v1
00f4 v_xor_b32_e32 v0, v0, v1
00f5 s_mov_b32 s9, 36
00f6 v_mul_lo_u32 v0, s9, v0
00f8 v_mov_b32_e32 v2, s14
00f9 ds_write_b8 v0, v2 offset:2336
00fb s_add_u32 s8, s8, s1
00fc s_branch BB11
BB15:
00fd s_inst_prefetch 0x3
00fe s_mov_b32 s5, 6
00ff s_bfe_u32 s10, s10, 0x30006
0101 s_bitcmp1_b32 s10, s0
0102 s_cselect_b32 s8, -1, 0
0103 s_and_b32 s9, s8, exec_lo
0104 s_cbranch_scc0 BB29
BB16:
0105 s_and_b32 s0, vcc_lo, exec_lo
0106 s_bcnt1_i32_b32 s0, s0
0107 s_lshl_b32 s13, s13, s1
0108 s_add_u32 s13, s13, s6
0109 s_sub_i32 s7, s7, s13
010a s_bcnt1_i32_b32 s1, exec_lo
010b s_mul_i32 s7, s7, s1
010c s_ff1_i32_b32 s5, exec_lo
010d s_lshl_b32 s5, 1, s5
010e s_and_b32 s8, s8, s5
010f s_and_saveexec_b32 s8, s8
0110 s_cbranch_execz BB29
BB17:
0111 s_movk_i32 s1, 0x100
0112 s_mov_b32 m0, s1
0113 v_mov_b32_e32 v0, s7
0114 v_mov_b32_e32 v1, s4
0115 ds_add_u32 v1, v0 gds
0117 s_mov_b32 s4, 20
0118 s_waitcnt expcnt(0)
0119 s_mov_b32 m0, s1
011a v_mov_b32_e32 v2, s0
011b v_mov_b32_e32 v3, s4
011c ds_add_u32 v3, v2 gds
BB29:
011e s_waitcnt expcnt(0)
011f s_mov_b32 exec_lo, -1
0120 s_waitcnt lgkmcnt(0)
0121 s_barrier
0122 s_mov_b32 s0, 4
0123 s_mov_b32 s1, 24
0124 s_bfe_u32 s4, s3, 0x40018
0126 s_mov_b32 s5, 5
0127 s_lshl_b32 s6, s4, s5
0128 s_mov_b32 s7, -1
0129 v_mov_b32_e32 v0, s6
012a v_mbcnt_lo_u32_b32 v0, s7, v0
012c s_mov_b32 s8, 9
012d s_mov_b32 s9, 12
012e s_bfe_u32 s2, s2, 0x9000c
0130 s_mov_b32 s10, 3
0131 s_mov_b32 s11, 2
0132 v_mov_b32_e32 v1, s11
0133 v_bfe_u32 v1, v0, s5, v1
0135 v_xor_b32_e32 v1, v0, v1
0136 s_mov_b32 s12, 36
0137 v_mul_u32_u24_e32 v1, s12, v1
0138 s_mov_b32 s13, 0
0139 v_cmp_gt_i32_e32 vcc_lo, s2, v0
013a s_mov_b32 exec_lo, vcc_lo
013b s_cbranch_execz BB33
BB30:
013c ds_read_u8_d16 v2, v1 offset:2336
013e s_waitcnt lgkmcnt(0)
013f v_bfe_u32 v3, v2, 0, 8
BB33:
0141 s_andn2_b32 exec_lo, -1, exec_lo
0142 v_mov_b32_e32 v3, s13
BB35:
0143 s_mov_b32 exec_lo, -1
0144 v_cmp_ne_i32_e32 vcc_lo, s13, v3
0145 s_and_b32 s0, vcc_lo, exec_lo
0146 s_bcnt1_i32_b32 s1, s0
0147 s_mov_b32 s6, 1
0148 s_mov_b32 s8, s6
0149 s_mov_b32 exec_lo, s8
014a s_cbranch_execz BB41
BB36:
014b s_mov_b32 s8, s1
014c v_mov_b32_e32 v2, s4
014d v_mov_b32_e32 v4, s8
014e ds_write_b8 v2, v4 offset:11520
0150 s_waitcnt lgkmcnt(0)
0151 s_barrier
0152 v_mov_b32_e32 v5, s13
0153 ds_read_b64 v[4:5], v5 offset:11520
BB41:
0155 s_mov_b32 exec_lo, -1
0156 s_mov_b32 s8, 28
0157 s_lshr_b32 s3, s3, s8
0158 v_mov_b32_e32 v2, s13
0159 v_mbcnt_lo_u32_b32 v2, s7, v2
015b v_lshlrev_b32_e32 v2, s10, v2
015c s_mov_b32 s10, 56
015d v_sub_nc_u32_e32 v2, s10, v2
015e s_waitcnt lgkmcnt(0)
015f v_lshrrev_b64 v[6:7], 0, v[4:5]
0161 v_permlane16_b32 v6, v6, s13, s13
0163 v_permlane16_b32 v5, v5, s13, s13
0165 s_mov_b32 s14, 0x1010101
0167 s_mov_b32 s15, 0x1010101
0169 v_lshrrev_b64 v[8:9], v2, s[14:15]
016b v_lshrrev_b64 v[10:11], 0, v[8:9]
016d v_dot4_u32_u8 v6, v6, v10, s13
016f v_dot4_u32_u8 v5, v5, v9, v6
0171 s_add_u32 s3, s3, s7
0172 v_readlane_b32 s14, v5, s4
0174 s_sub_i32 s14, s14, s1
0175 v_readlane_b32 s3, v5, s3
0177 v_mov_b32_e32 v4, s14
0178 v_mbcnt_lo_u32_b32 v4, s0, v4
017a s_cmp_lg_i32 s3, s13
017b s_cselect_b32 s15, -1, 0
017c s_and_b32 s15, s15, exec_lo
017d s_cselect_b32 s2, s2, s13
017e s_cmp_eq_i32 s4, s13
017f s_cselect_b32 s16, -1, 0
0180 s_and_b32 s16, s16, exec_lo
0181 s_cbranch_scc0 BB44
BB42:
0182 s_lshl_b32 s9, s2, s9
0183 s_or_b32 m0, s9, s3
0184 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB44:
0185 s_mov_b32 exec_lo, vcc_lo
0186 s_cbranch_execz BB50
BB45:
0187 v_mov_b32_e32 v2, s11
0188 v_bfe_u32 v2, v4, s5, v2
018a v_xor_b32_e32 v2, v4, v2
018b s_mov_b32 s0, 36
018c v_mul_lo_u32 v2, s0, v2
018e v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0190 ds_write_b8 v2, v5 offset:2337
BB50:
0192 s_mov_b32 exec_lo, -1
0193 s_waitcnt lgkmcnt(0)
0194 s_barrier
0195 v_cmp_gt_i32_e32 vcc_lo, s2, v0
0196 s_mov_b32 exec_lo, vcc_lo
0197 s_cbranch_execz BB56
BB51:
0198 v_not_b32_e32 v2, v3
0199 s_mov_b32 s0, -2
019a v_add_nc_u32_e32 v5, s0, v4
019b v_mov_b32_e32 v6, s6
019c v_bfe_u32 v3, v3, s6, v6
019e v_sub_nc_u32_e32 v7, v4, v3
019f s_mov_b32 s1, 10
01a0 v_add_nc_u32_e32 v4, v4, v3
01a1 v_lshlrev_b32_e32 v4, s1, v4
01a2 s_movk_i32 s2, 0xfc00
01a3 v_add_nc_u32_e32 v4, s2, v4
01a4 v_or_b32_e32 v5, v5, v4
01a5 s_mov_b32 s4, 20
01a6 v_lshlrev_b32_e32 v7, s4, v7
01a7 v_or_b32_e32 v5, v5, v7
01a8 s_mov_b32 s6, 31
01a9 v_lshlrev_b32_e32 v2, s6, v2
01aa v_or_b32_e32 v5, v5, v2
BB56:
01ab s_mov_b32 exec_lo, -1
01ac v_cmp_gt_i32_e64 s3, s3, v0
01ae s_mov_b32 exec_lo, s3
01af s_cbranch_execz BB62
BB57:
01b0 ds_read_u8_d16 v0, v1 offset:2337
01b2 s_waitcnt lgkmcnt(0)
01b3 v_bfe_u32 v1, v0, 0, 8
01b5 v_mov_b32_e32 v2, s11
01b6 v_bfe_u32 v2, v1, s5, v2
01b8 v_xor_b32_e32 v1, v1, v2
01b9 v_mul_u32_u24_e32 v1, s12, v1
01ba v_add_nc_u32_e32 v3, 0x7f8, v1
01bc ds_read2_b32 v[2:3], v3 offset0:66 offset1:67
01be v_add_nc_u32_e32 v4, 0x7f8, v1
01c0 ds_read2_b32 v[6:7], v4 offset0:68 offset1:69
01c2 s_waitcnt lgkmcnt(1)
01c3 v_lshrrev_b64 v[8:9], 0, v[2:3]
01c5 s_waitcnt lgkmcnt(0)
01c6 v_lshrrev_b64 v[10:11], 0, v[6:7]
01c8 v_add_nc_u32_e32 v8, 0x7f8, v1
01ca ds_read2_b32 v[8:9], v8 offset0:70 offset1:71
01cc ds_read_b32 v1, v1 offset:2328
01ce s_waitcnt lgkmcnt(1)
01cf v_lshrrev_b64 v[10:11], 0, v[8:9]
01d1 s_waitcnt lgkmcnt(0)
01d2 v_mov_b32_e32 v12, v1
BB62:
01d3 s_mov_b32 exec_lo, vcc_lo
01d4 s_cbranch_execz BB68
BB63:
01d5 v_mov_b32_e32 v12, v5
01d6 exp prim v5, off, off, off done
BB68:
01d8 s_waitcnt expcnt(0)
01d9 s_mov_b32 exec_lo, s3
01da s_cbranch_execz BB74
BB69:
01db v_lshrrev_b64 v[12:13], 0, v[2:3]
01dd v_lshrrev_b64 v[14:15], 0, v[6:7]
01df exp pos0 v2, v3, v6, v7 done
01e1 v_lshrrev_b64 v[12:13], 0, v[8:9]
01e3 v_mov_b32_e32 v14, v1
01e4 exp param0 v8, v9, v1, off
BB74:
01e6 s_endpgm
