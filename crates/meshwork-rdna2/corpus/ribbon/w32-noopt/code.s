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
003e s_cbranch_execz BB34
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
005b s_mov_b32 s7, s0
005c s_mov_b32 s8, s0
005d s_mov_b32 s9, s0
005e s_nop 0
BB8:
005f s_movk_i32 s11, 0x50
0060 s_cmp_ge_i32 s7, s11
0061 s_cselect_b32 vcc_lo, -1, 0
0062 s_and_b32 s12, vcc_lo, exec_lo
0063 s_cbranch_scc1 BB15
BB11:
0064 v_cvt_f32_i32_e32 v0, s7
0065 s_mov_b32 s12, 0x3c800000
0067 v_mul_f32_e32 v0, s12, v0
0068 s_and_b32 s13, s7, s1
0069 v_cvt_f32_i32_e32 v8, s13
006a s_mov_b32 s14, 0x3d800000
006c v_mul_f32_e32 v8, s14, v8
006d v_add_f32_e32 v0, v4, v0
006e v_add_f32_e32 v8, v5, v8
006f s_mov_b32 s15, 7
0070 s_and_b32 s15, s7, s15
0071 v_cvt_f32_i32_e32 v9, s15
0072 v_mul_f32_e32 v10, v2, v9
0073 v_mul_f32_e32 v11, v3, v9
0074 v_mul_f32_e32 v9, v1, v9
0075 s_cmp_lt_i32 s8, s11
0076 s_cselect_b32 vcc_lo, -1, 0
0077 s_and_b32 s16, vcc_lo, exec_lo
0078 s_cbranch_scc0 BB14
BB12:
0079 s_mov_b32 s12, 24
007a s_bfe_u32 s13, s3, 0x40018
007c s_mov_b32 s14, 5
007d s_lshl_b32 s13, s13, s14
007e s_mov_b32 s15, -1
007f v_mov_b32_e32 v12, s13
0080 v_mbcnt_lo_u32_b32 v12, s15, v12
0082 v_mul_u32_u24_e32 v12, s11, v12
0083 v_add_nc_u32_e32 v12, s8, v12
0084 v_mov_b32_e32 v13, s5
0085 v_bfe_u32 v13, v12, s14, v13
0087 v_xor_b32_e32 v12, v12, v13
0088 s_mov_b32 s16, 36
0089 v_mul_lo_u32 v12, s16, v12
008b v_mov_b32_e32 v16, v0
008c v_mov_b32_e32 v17, v8
008d v_lshrrev_b64 v[18:19], 0, v[6:7]
008f ds_write2_b32 v12, v0, v8 offset0:27 offset1:28
0091 ds_write2_b32 v12, v6, v7 offset0:29 offset1:30
0093 v_lshrrev_b64 v[14:15], 0, v[10:11]
0095 v_mov_b32_e32 v16, v9
0096 ds_write2_b32 v12, v10, v11 offset0:31 offset1:32
0098 ds_write_b32 v12, v9 offset:132
009a s_cmp_ge_i32 s9, s6
009b s_cselect_b32 vcc_lo, -1, 0
009c s_and_b32 s17, vcc_lo, exec_lo
009d s_mov_b32 s18, src_scc
009e s_or_b32 s19, s5, src_scc
009f s_and_b32 s18, s9, s18
00a0 s_lshl_b32 s18, s18, s1
00a1 s_or_b32 s19, s19, s18
00a2 v_mov_b32_e32 v17, s19
00a3 ds_write_b8 v12, v17 offset:140
00a5 s_add_u32 s8, s8, s1
00a6 s_add_u32 s9, s9, s1
BB14:
00a7 s_add_u32 s7, s7, s1
00a8 s_branch BB8
BB15:
00a9 s_mov_b32 s7, 3
00aa s_cmp_lt_i32 s9, s7
00ab s_cselect_b32 vcc_lo, -1, 0
00ac s_and_b32 s12, vcc_lo, exec_lo
00ad s_cselect_b32 s9, s9, s0
00ae s_sub_i32 s8, s8, s9
00af s_and_b32 s13, vcc_lo, exec_lo
00b0 s_sub_i32 s14, s0, src_scc
00b1 s_mov_b32 s15, 0
00b2 s_mov_b32 s7, s8
00b3 s_inst_prefetch 0x2
BB16:
00b4 s_cmp_ge_u32 s7, s11
00b5 s_cselect_b32 vcc_lo, -1, 0
00b6 s_and_b32 s9, vcc_lo, exec_lo
00b7 s_cbranch_scc1 BB20
BB19:
00b8 s_mov_b32 s9, 24
00b9 s_bfe_u32 s12, s3, 0x40018
00bb s_mov_b32 s13, 5
00bc s_lshl_b32 s12, s12, s13
00bd s_mov_b32 s16, -1
00be v_mov_b32_e32 v0, s12
00bf v_mbcnt_lo_u32_b32 v0, s16, v0
00c1 v_mul_u32_u24_e32 v0, s11, v0
00c2 v_add_nc_u32_e32 v0, s7, v0
00c3 v_mov_b32_e32 v1, s5
00c4 v_bfe_u32 v1, v0, s13, v1
00c6 v_xor_b32_e32 v0, v0, v1
00c7 s_mov_b32 s17, 36
00c8 v_mul_lo_u32 v0, s17, v0
00ca v_mov_b32_e32 v2, s15
00cb ds_write_b8 v0, v2 offset:140
00cd s_add_u32 s7, s7, s1
00ce s_branch BB16
BB20:
00cf s_inst_prefetch 0x3
00d0 s_mov_b32 s5, 6
00d1 s_bfe_u32 s10, s10, 0x30006
00d3 s_bitcmp1_b32 s10, s0
00d4 s_cselect_b32 vcc_lo, -1, 0
00d5 s_and_b32 s7, vcc_lo, exec_lo
00d6 s_cbranch_scc0 BB34
BB21:
00d7 s_mov_b32 s0, -1
00d8 s_and_b32 s0, s0, exec_lo
00d9 s_bcnt1_i32_b32 s0, s0
00da s_lshl_b32 s14, s14, s1
00db s_add_u32 s14, s14, s6
00dc s_sub_i32 s8, s8, s14
00dd s_bcnt1_i32_b32 s1, exec_lo
00de s_mul_i32 s8, s8, s1
00df s_ff1_i32_b32 s5, exec_lo
00e0 s_lshl_b32 s5, 1, s5
00e1 s_and_b32 s5, vcc_lo, s5
00e2 s_and_saveexec_b32 s5, s5
00e3 s_cbranch_execz BB34
BB22:
00e4 s_movk_i32 s1, 0x100
00e5 s_mov_b32 m0, s1
00e6 v_mov_b32_e32 v0, s8
00e7 v_mov_b32_e32 v1, s4
00e8 ds_add_u32 v1, v0 gds
00ea s_mov_b32 s4, 20
00eb s_waitcnt expcnt(0)
00ec s_mov_b32 m0, s1
00ed v_mov_b32_e32 v2, s0
00ee v_mov_b32_e32 v3, s4
00ef ds_add_u32 v3, v2 gds
BB34:
00f1 s_waitcnt expcnt(0)
00f2 s_mov_b32 exec_lo, -1
00f3 s_waitcnt lgkmcnt(0)
00f4 s_barrier
00f5 s_mov_b32 s0, 4
00f6 s_mov_b32 s1, 24
00f7 s_bfe_u32 s4, s3, 0x40018
00f9 s_mov_b32 s5, 5
00fa s_lshl_b32 s6, s4, s5
00fb s_mov_b32 s7, -1
00fc v_mov_b32_e32 v0, s6
00fd v_mbcnt_lo_u32_b32 v0, s7, v0
00ff s_mov_b32 s8, 9
0100 s_mov_b32 s9, 12
0101 s_bfe_u32 s2, s2, 0x9000c
0103 v_mov_b32_e32 v1, s0
0104 v_bfe_u32 v1, v0, s5, v1
0106 v_xor_b32_e32 v1, v0, v1
0107 s_mov_b32 s10, 36
0108 v_mul_u32_u24_e32 v1, s10, v1
0109 s_mov_b32 s11, 0
010a v_cmp_gt_i32_e32 vcc_lo, s2, v0
010b s_mov_b32 exec_lo, vcc_lo
010c s_cbranch_execz BB38
BB35:
010d ds_read_u8_d16 v2, v1 offset:140
010f s_waitcnt lgkmcnt(0)
0110 v_bfe_u32 v3, v2, 0, 8
BB38:
0112 s_andn2_b32 exec_lo, -1, exec_lo
0113 v_mov_b32_e32 v3, s11
BB40:
0114 s_mov_b32 exec_lo, -1
0115 v_cmp_ne_i32_e32 vcc_lo, s11, v3
0116 s_and_b32 s1, vcc_lo, exec_lo
0117 s_bcnt1_i32_b32 s6, s1
0118 s_mov_b32 s8, 1
0119 s_mov_b32 s12, s8
011a s_mov_b32 exec_lo, s12
011b s_cbranch_execz BB46
BB41:
011c s_mov_b32 s12, s6
011d v_mov_b32_e32 v2, s4
011e v_mov_b32_e32 v4, s12
011f ds_write_b8 v2, v4 offset:8752
0121 s_waitcnt lgkmcnt(0)
0122 s_barrier
0123 v_mov_b32_e32 v5, s11
0124 ds_read_b64 v[4:5], v5 offset:8752
BB46:
0126 s_mov_b32 exec_lo, -1
0127 s_mov_b32 s12, 28
0128 s_lshr_b32 s3, s3, s12
0129 v_mov_b32_e32 v2, s11
012a v_mbcnt_lo_u32_b32 v2, s7, v2
012c s_mov_b32 s13, 3
012d v_lshlrev_b32_e32 v2, s13, v2
012e s_mov_b32 s14, 56
012f v_sub_nc_u32_e32 v2, s14, v2
0130 s_waitcnt lgkmcnt(0)
0131 v_lshrrev_b64 v[6:7], 0, v[4:5]
0133 v_permlane16_b32 v6, v6, s11, s11
0135 v_permlane16_b32 v5, v5, s11, s11
0137 s_mov_b32 s12, 0x1010101
0139 s_mov_b32 s13, 0x1010101
013b v_lshrrev_b64 v[8:9], v2, s[12:13]
013d v_lshrrev_b64 v[10:11], 0, v[8:9]
013f v_dot4_u32_u8 v6, v6, v10, s11
0141 v_dot4_u32_u8 v5, v5, v9, v6
0143 s_add_u32 s3, s3, s7
0144 v_readlane_b32 s15, v5, s4
0146 s_sub_i32 s15, s15, s6
0147 v_readlane_b32 s3, v5, s3
0149 v_mov_b32_e32 v4, s15
014a v_mbcnt_lo_u32_b32 v4, s1, v4
014c s_cmp_lg_i32 s3, s11
014d s_cselect_b32 s16, -1, 0
014e s_and_b32 s16, s16, exec_lo
014f s_cselect_b32 s2, s2, s11
0150 s_cmp_eq_i32 s4, s11
0151 s_cselect_b32 s17, -1, 0
0152 s_and_b32 s17, s17, exec_lo
0153 s_cbranch_scc0 BB49
BB47:
0154 s_lshl_b32 s9, s2, s9
0155 s_or_b32 m0, s9, s3
0156 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
0157 s_mov_b32 exec_lo, vcc_lo
0158 s_cbranch_execz BB55
BB50:
0159 v_mov_b32_e32 v2, s0
015a v_bfe_u32 v2, v4, s5, v2
015c v_xor_b32_e32 v2, v4, v2
015d s_mov_b32 s1, 36
015e v_mul_lo_u32 v2, s1, v2
0160 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0162 ds_write_b8 v2, v5 offset:141
BB55:
0164 s_mov_b32 exec_lo, -1
0165 s_waitcnt lgkmcnt(0)
0166 s_barrier
0167 v_cmp_gt_i32_e32 vcc_lo, s2, v0
0168 s_mov_b32 exec_lo, vcc_lo
0169 s_cbranch_execz BB61
BB56:
016a v_not_b32_e32 v2, v3
016b s_mov_b32 s1, -2
016c v_add_nc_u32_e32 v5, s1, v4
016d v_mov_b32_e32 v6, s8
016e v_bfe_u32 v3, v3, s8, v6
0170 v_sub_nc_u32_e32 v7, v4, v3
0171 s_mov_b32 s2, 10
0172 v_add_nc_u32_e32 v4, v4, v3
0173 v_lshlrev_b32_e32 v4, s2, v4
0174 s_movk_i32 s4, 0xfc00
0175 v_add_nc_u32_e32 v4, s4, v4
0176 v_or_b32_e32 v5, v5, v4
0177 s_mov_b32 s6, 20
0178 v_lshlrev_b32_e32 v7, s6, v7
0179 v_or_b32_e32 v5, v5, v7
017a s_mov_b32 s7, 31
017b v_lshlrev_b32_e32 v2, s7, v2
017c v_or_b32_e32 v5, v5, v2
BB61:
017d s_mov_b32 exec_lo, -1
017e v_cmp_gt_i32_e64 s3, s3, v0
0180 s_mov_b32 exec_lo, s3
0181 s_cbranch_execz BB67
BB62:
0182 ds_read_u8_d16 v0, v1 offset:141
0184 s_waitcnt lgkmcnt(0)
0185 v_bfe_u32 v1, v0, 0, 8
0187 v_mov_b32_e32 v2, s0
0188 v_bfe_u32 v2, v1, s5, v2
018a v_xor_b32_e32 v1, v1, v2
018b v_mul_u32_u24_e32 v1, s10, v1
018c ds_read2_b32 v[2:3], v1 offset0:27 offset1:28
018e ds_read2_b32 v[6:7], v1 offset0:29 offset1:30
0190 s_waitcnt lgkmcnt(1)
0191 v_lshrrev_b64 v[8:9], 0, v[2:3]
0193 s_waitcnt lgkmcnt(0)
0194 v_lshrrev_b64 v[10:11], 0, v[6:7]
0196 ds_read2_b32 v[8:9], v1 offset0:31 offset1:32
0198 ds_read_b32 v1, v1 offset:132
019a s_waitcnt lgkmcnt(1)
019b v_lshrrev_b64 v[10:11], 0, v[8:9]
019d s_waitcnt lgkmcnt(0)
019e v_mov_b32_e32 v12, v1
BB67:
019f s_mov_b32 exec_lo, vcc_lo
01a0 s_cbranch_execz BB73
BB68:
01a1 v_mov_b32_e32 v12, v5
01a2 exp prim v5, off, off, off done
BB73:
01a4 s_waitcnt expcnt(0)
01a5 s_mov_b32 exec_lo, s3
01a6 s_cbranch_execz BB79
BB74:
01a7 v_lshrrev_b64 v[12:13], 0, v[2:3]
01a9 v_lshrrev_b64 v[14:15], 0, v[6:7]
01ab exp pos0 v2, v3, v6, v7 done
01ad v_lshrrev_b64 v[12:13], 0, v[8:9]
01af v_mov_b32_e32 v14, v1
01b0 exp param0 v8, v9, v1, off
BB79:
01b2 s_endpgm
