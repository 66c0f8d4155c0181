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
000a s_mov_b64 s[28:29], s[4:5]
000b s_mov_b64 s[30:31], s[6:7]
000c v_add_nc_u32_e32 v5, s9, v5
000d buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen
000f s_mov_b32 s5, 16
0010 s_load_dwordx4 s[4:7], s[0:1], s5
0012 s_waitcnt lgkmcnt(0)
0013 s_mov_b64 s[28:29], s[4:5]
0014 s_mov_b64 s[30:31], s[6:7]
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
0022 s_mov_b32 s28, 5
0023 s_lshl_b32 s7, s7, s28
0024 s_mov_b32 s29, -1
0025 v_mov_b32_e32 v8, s7
0026 v_mbcnt_lo_u32_b32 v8, s29, v8
0028 s_mov_b32 s30, 36
0029 v_mul_u32_u24_e32 v8, s30, v8
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
0037 s_mov_b64 s[0:1], 0
0038 s_waitcnt lgkmcnt(0)
0039 s_barrier
003a s_lshl_b32 s5, s3, 8
003b s_bfe_u32 s5, -1, s5
003c s_mov_b32 exec_lo, s5
003d s_cbranch_execz BB26
BB7:
003e s_mov_b32 s0, 0
003f s_mov_b32 s1, 1
0040 s_mov_b32 s4, 16
0041 v_bfe_u32 v2, v0, 0, 16
0043 s_mov_b32 s5, 4
0044 s_mov_b32 s6, 2
0045 s_mov_b32 s7, 36
0046 v_mul_u32_u24_e32 v2, s7, v2
0047 ds_read2_b32 v[4:5], v2 offset0:4 offset1:5
0049 ds_read_b32 v3, v2 offset:24
004b s_waitcnt lgkmcnt(1)
004c v_lshrrev_b64 v[6:7], 0, v[4:5]
004e s_waitcnt lgkmcnt(0)
004f v_mov_b32_e32 v8, v3
0050 v_lshrrev_b32_e32 v0, 16, v0
0051 v_mul_u32_u24_e32 v0, s7, v0
0052 ds_read2_b32 v[6:7], v0 offset0:4 offset1:5
0054 ds_read_b32 v9, v0 offset:24
0056 s_waitcnt lgkmcnt(1)
0057 v_lshrrev_b64 v[10:11], 0, v[6:7]
0059 s_waitcnt lgkmcnt(0)
005a v_mov_b32_e32 v12, v9
005b v_bfe_u32 v1, v1, 0, 16
005d v_mul_u32_u24_e32 v1, s7, v1
005e ds_read2_b32 v[10:11], v1 offset0:4 offset1:5
0060 ds_read_b32 v13, v1 offset:24
0062 s_waitcnt lgkmcnt(1)
0063 v_lshrrev_b64 v[14:15], 0, v[10:11]
0065 s_waitcnt lgkmcnt(0)
0066 v_mov_b32_e32 v16, v13
0067 ds_read2_b32 v[14:15], v2 offset1:1
0069 ds_read2_b32 v[16:17], v2 offset0:2 offset1:3
006b s_waitcnt lgkmcnt(1)
006c v_lshrrev_b64 v[20:21], 0, v[14:15]
006e s_waitcnt lgkmcnt(0)
006f v_lshrrev_b64 v[22:23], 0, v[16:17]
0071 ds_read2_b32 v[18:19], v0 offset1:1
0073 ds_read2_b32 v[20:21], v0 offset0:2 offset1:3
0075 s_waitcnt lgkmcnt(1)
0076 v_lshrrev_b64 v[24:25], 0, v[18:19]
0078 s_waitcnt lgkmcnt(0)
0079 v_lshrrev_b64 v[26:27], 0, v[20:21]
007b ds_read2_b32 v[22:23], v1 offset1:1
007d ds_read2_b32 v[0:1], v1 offset0:2 offset1:3
007f s_waitcnt lgkmcnt(1)
0080 v_lshrrev_b64 v[24:25], 0, v[22:23]
0082 s_waitcnt lgkmcnt(0)
0083 v_lshrrev_b64 v[26:27], 0, v[0:1]
0085 s_mov_b32 s8, -1
0086 v_mul_f32_e32 v24, s22, v17
0087 v_mul_f32_e32 v25, s23, v17
0088 v_mul_f32_e32 v26, s24, v17
0089 v_mul_f32_e32 v17, s25, v17
008a v_fma_f32 v27, s18, v16, v24
008c v_fma_f32 v28, s19, v16, v25
008e v_fma_f32 v29, s20, v16, v26
0090 v_fma_f32 v30, s21, v16, v17
0092 v_fmac_f32_e32 v27, s14, v15
0093 v_fmac_f32_e32 v28, s15, v15
0094 v_fmac_f32_e32 v29, s16, v15
0095 v_fmac_f32_e32 v30, s17, v15
0096 v_fmac_f32_e32 v27, s10, v14
0097 v_fmac_f32_e32 v28, s11, v14
0098 v_fmac_f32_e32 v29, s12, v14
0099 v_fmac_f32_e32 v30, s13, v14
009a s_mov_b32 s9, 0x3e4ccccd
009c s_mov_b32 s28, 0x3ecccccd
009e s_mov_b32 s29, 0x3f19999a
00a0 s_mov_b32 s30, 1.0
00a1 s_mov_b32 s32, s9
00a2 s_mov_b32 s33, s28
00a3 s_mov_b32 s34, s29
00a4 s_mov_b32 s35, s30
00a5 s_mov_b32 s31, 6
00a6 s_mov_b32 s32, 24
00a7 s_bfe_u32 s33, s3, 0x40018
00a9 s_mov_b32 s34, 5
00aa s_lshl_b32 s33, s33, s34
00ab s_mov_b32 s35, -1
00ac v_mov_b32_e32 v31, s33
00ad v_mbcnt_lo_u32_b32 v31, s35, v31
00af v_mul_u32_u24_e32 v31, s31, v31
00b0 v_mov_b32_e32 v32, s1
00b1 v_bfe_u32 v32, v31, s34, v32
00b3 v_xor_b32_e32 v32, v31, v32
00b4 v_mul_u32_u24_e32 v32, s7, v32
00b5 v_lshrrev_b64 v[36:37], 0, v[27:28]
00b7 v_lshrrev_b64 v[38:39], 0, v[29:30]
00b9 v_add_nc_u32_e32 v33, 0x11b8, v32
00bb ds_write2_b32 v33, v27, v28 offset1:1
00bd v_add_nc_u32_e32 v34, 0x11b8, v32
00bf ds_write2_b32 v34, v29, v30 offset0:2 offset1:3
00c1 v_mov_b32_e32 v35, s9
00c2 v_mov_b32_e32 v36, s28
00c3 v_mov_b32_e32 v37, s29
00c4 v_mov_b32_e32 v38, s30
00c5 v_add_nc_u32_e32 v39, 0x11c8, v32
00c7 ds_write2_b32 v39, v35, v36 offset1:1
00c9 v_add_nc_u32_e32 v40, 0x11c8, v32
00cb ds_write2_b32 v40, v37, v38 offset0:2 offset1:3
00cd s_mov_b32 s36, 4
00ce v_mov_b32_e32 v41, s36
00cf ds_write_b8 v32, v41 offset:4568
00d1 v_mul_f32_e32 v42, v3, v3
00d2 v_fmac_f32_e32 v42, v5, v5
00d3 v_fmac_f32_e32 v42, v4, v4
00d4 v_rsq_f32_e32 v42, v42
00d5 v_mul_f32_e32 v4, v4, v42
00d6 v_mul_f32_e32 v5, v5, v42
00d7 v_mul_f32_e32 v3, v3, v42
00d8 v_mul_f32_e32 v4, s26, v4
00d9 v_mul_f32_e32 v5, s26, v5
00da v_mul_f32_e32 v3, s26, v3
00db v_add_f32_e32 v14, v14, v4
00dc v_add_f32_e32 v15, v15, v5
00dd v_add_f32_e32 v16, v16, v3
00de v_fmac_f32_e32 v24, s18, v16
00df v_fmac_f32_e32 v25, s19, v16
00e0 v_fmac_f32_e32 v26, s20, v16
00e1 v_fmac_f32_e32 v17, s21, v16
00e2 v_fmac_f32_e32 v24, s14, v15
00e3 v_fmac_f32_e32 v25, s15, v15
00e4 v_fmac_f32_e32 v26, s16, v15
00e5 v_fmac_f32_e32 v17, s17, v15
00e6 v_fmac_f32_e32 v24, s10, v14
00e7 v_fmac_f32_e32 v25, s11, v14
00e8 v_fmac_f32_e32 v26, s12, v14
00e9 v_fmac_f32_e32 v17, s13, v14
00ea s_mov_b32 s37, 1.0
00eb s_mov_b32 s38, 1.0
00ec s_mov_b32 s39, 1.0
00ed s_mov_b32 s40, 1.0
00ee s_mov_b32 s44, s37
00ef s_mov_b32 s45, s38
00f0 s_mov_b32 s46, s39
00f1 s_mov_b32 s47, s40
00f2 v_add_nc_u32_e32 v43, s1, v31
00f3 v_mov_b32_e32 v44, s1
00f4 v_bfe_u32 v44, v43, s34, v44
00f6 v_xor_b32_e32 v43, v43, v44
00f7 v_mul_u32_u24_e32 v43, s7, v43
00f8 v_lshrrev_b64 v[32:33], 0, v[24:25]
00fa v_mov_b32_e32 v34, v26
00fb v_mov_b32_e32 v35, v17
00fc v_add_nc_u32_e32 v45, 0x11b8, v43
00fe ds_write2_b32 v45, v24, v25 offset1:1
0100 v_add_nc_u32_e32 v46, 0x11b8, v43
0102 ds_write2_b32 v46, v26, v17 offset0:2 offset1:3
0104 v_mov_b32_e32 v47, s37
0105 v_mov_b32_e32 v48, s38
0106 v_mov_b32_e32 v49, s39
0107 v_mov_b32_e32 v50, s40
0108 v_add_nc_u32_e32 v51, 0x11c8, v43
010a ds_write2_b32 v51, v47, v48 offset1:1
010c v_add_nc_u32_e32 v52, 0x11c8, v43
010e ds_write2_b32 v52, v49, v50 offset0:2 offset1:3
0110 s_mov_b32 s41, 5
0111 v_mov_b32_e32 v53, s41
0112 ds_write_b8 v43, v53 offset:4568
0114 v_mul_f32_e32 v54, s22, v21
0115 v_mul_f32_e32 v55, s23, v21
0116 v_mul_f32_e32 v56, s24, v21
0117 v_mul_f32_e32 v21, s25, v21
0118 v_fma_f32 v57, s18, v20, v54
011a v_fma_f32 v58, s19, v20, v55
011c v_fma_f32 v59, s20, v20, v56
011e v_fma_f32 v60, s21, v20, v21
0120 v_fmac_f32_e32 v57, s14, v19
0121 v_fmac_f32_e32 v58, s15, v19
0122 v_fmac_f32_e32 v59, s16, v19
0123 v_fmac_f32_e32 v60, s17, v19
0124 v_fmac_f32_e32 v57, s10, v18
0125 v_fmac_f32_e32 v58, s11, v18
0126 v_fmac_f32_e32 v59, s12, v18
0127 v_fmac_f32_e32 v60, s13, v18
0128 v_add_nc_u32_e32 v61, s6, v31
0129 v_mov_b32_e32 v62, s1
012a v_bfe_u32 v62, v61, s34, v62
012c v_xor_b32_e32 v61, v61, v62
012d v_mul_u32_u24_e32 v61, s7, v61
012e v_lshrrev_b64 v[24:25], 0, v[57:58]
0130 v_lshrrev_b64 v[26:27], 0, v[59:60]
0132 v_add_nc_u32_e32 v63, 0x11b8, v61
0134 ds_write2_b32 v63, v57, v58 offset1:1
0136 v_add_nc_u32_e32 v63, 0x11b8, v61
0138 ds_write2_b32 v63, v59, v60 offset0:2 offset1:3
013a v_mov_b32_e32 v63, s9
013b v_mov_b32_e32 v2, s28
013c v_mov_b32_e32 v3, s29
013d v_mov_b32_e32 v4, s30
013e v_add_nc_u32_e32 v5, 0x11c8, v61
0140 ds_write2_b32 v5, v63, v2 offset1:1
0142 v_add_nc_u32_e32 v8, 0x11c8, v61
0144 ds_write2_b32 v8, v3, v4 offset0:2 offset1:3
0146 v_mov_b32_e32 v12, s36
0147 ds_write_b8 v61, v12 offset:4568
0149 s_mov_b32 s42, 3
014a v_mul_f32_e32 v14, v9, v9
014b v_fmac_f32_e32 v14, v7, v7
014c v_fmac_f32_e32 v14, v6, v6
014d v_rsq_f32_e32 v14, v14
014e v_mul_f32_e32 v6, v6, v14
014f v_mul_f32_e32 v7, v7, v14
0150 v_mul_f32_e32 v9, v9, v14
0151 v_mul_f32_e32 v6, s26, v6
0152 v_mul_f32_e32 v7, s26, v7
0153 v_mul_f32_e32 v9, s26, v9
0154 v_add_f32_e32 v18, v18, v6
0155 v_add_f32_e32 v19, v19, v7
0156 v_add_f32_e32 v20, v20, v9
0157 v_fmac_f32_e32 v54, s18, v20
0158 v_fmac_f32_e32 v55, s19, v20
0159 v_fmac_f32_e32 v56, s20, v20
015a v_fmac_f32_e32 v21, s21, v20
015b v_fmac_f32_e32 v54, s14, v19
015c v_fmac_f32_e32 v55, s15, v19
015d v_fmac_f32_e32 v56, s16, v19
015e v_fmac_f32_e32 v21, s17, v19
015f v_fmac_f32_e32 v54, s10, v18
0160 v_fmac_f32_e32 v55, s11, v18
0161 v_fmac_f32_e32 v56, s12, v18
0162 v_fmac_f32_e32 v21, s13, v18
0163 v_add_nc_u32_e32 v15, s42, v31
0164 v_mov_b32_e32 v16, s1
0165 v_bfe_u32 v16, v15, s34, v16
0167 v_xor_b32_e32 v15, v15, v16
0168 v_mul_u32_u24_e32 v15, s7, v15
0169 v_lshrrev_b64 v[4:5], 0, v[54:55]
016b v_mov_b32_e32 v6, v56
016c v_mov_b32_e32 v7, v21
016d v_add_nc_u32_e32 v17, 0x11b8, v15
016f ds_write2_b32 v17, v54, v55 offset1:1
0171 v_add_nc_u32_e32 v18, 0x11b8, v15
0173 ds_write2_b32 v18, v56, v21 offset0:2 offset1:3
0175 v_mov_b32_e32 v19, s37
0176 v_mov_b32_e32 v20, s38
0177 v_mov_b32_e32 v21, s39
0178 v_mov_b32_e32 v24, s40
0179 v_add_nc_u32_e32 v25, 0x11c8, v15
017b ds_write2_b32 v25, v19, v20 offset1:1
017d v_add_nc_u32_e32 v26, 0x11c8, v15
017f ds_write2_b32 v26, v21, v24 offset0:2 offset1:3
0181 v_mov_b32_e32 v27, s41
0182 ds_write_b8 v15, v27 offset:4568
0184 v_mul_f32_e32 v28, s22, v1
0185 v_mul_f32_e32 v29, s23, v1
0186 v_mul_f32_e32 v30, s24, v1
0187 v_mul_f32_e32 v1, s25, v1
0188 v_fma_f32 v32, s18, v0, v28
018a v_fma_f32 v33, s19, v0, v29
018c v_fma_f32 v34, s20, v0, v30
018e v_fma_f32 v35, s21, v0, v1
0190 v_fmac_f32_e32 v32, s14, v23
0191 v_fmac_f32_e32 v33, s15, v23
0192 v_fmac_f32_e32 v34, s16, v23
0193 v_fmac_f32_e32 v35, s17, v23
0194 v_fmac_f32_e32 v32, s10, v22
0195 v_fmac_f32_e32 v33, s11, v22
0196 v_fmac_f32_e32 v34, s12, v22
0197 v_fmac_f32_e32 v35, s13, v22
0198 v_add_nc_u32_e32 v36, s5, v31
0199 v_mov_b32_e32 v37, s1
019a v_bfe_u32 v37, v36, s34, v37
019c v_xor_b32_e32 v36, v36, v37
019d v_mul_u32_u24_e32 v36, s7, v36
019e v_lshrrev_b64 v[4:5], 0, v[32:33]
01a0 v_lshrrev_b64 v[6:7], 0, v[34:35]
01a2 v_add_nc_u32_e32 v38, 0x11b8, v36
01a4 ds_write2_b32 v38, v32, v33 offset1:1
01a6 v_add_nc_u32_e32 v39, 0x11b8, v36
01a8 ds_write2_b32 v39, v34, v35 offset0:2 offset1:3
01aa v_mov_b32_e32 v40, s9
01ab v_mov_b32_e32 v41, s28
01ac v_mov_b32_e32 v42, s29
01ad v_mov_b32_e32 v43, s30
01ae v_add_nc_u32_e32 v44, 0x11c8, v36
01b0 ds_write2_b32 v44, v40, v41 offset1:1
01b2 v_add_nc_u32_e32 v45, 0x11c8, v36
01b4 ds_write2_b32 v45, v42, v43 offset0:2 offset1:3
01b6 v_mov_b32_e32 v46, s36
01b7 ds_write_b8 v36, v46 offset:4568
01b9 v_mul_f32_e32 v47, v13, v13
01ba v_fmac_f32_e32 v47, v11, v11
01bb v_fmac_f32_e32 v47, v10, v10
01bc v_rsq_f32_e32 v47, v47
01bd v_mul_f32_e32 v10, v10, v47
01be v_mul_f32_e32 v11, v11, v47
01bf v_mul_f32_e32 v13, v13, v47
01c0 v_mul_f32_e32 v10, s26, v10
01c1 v_mul_f32_e32 v11, s26, v11
01c2 v_mul_f32_e32 v13, s26, v13
01c3 v_add_f32_e32 v22, v22, v10
01c4 v_add_f32_e32 v23, v23, v11
01c5 v_add_f32_e32 v0, v0, v13
01c6 v_fmac_f32_e32 v28, s18, v0
01c7 v_fmac_f32_e32 v29, s19, v0
01c8 v_fmac_f32_e32 v30, s20, v0
01c9 v_fmac_f32_e32 v1, s21, v0
01ca v_fmac_f32_e32 v28, s14, v23
01cb v_fmac_f32_e32 v29, s15, v23
01cc v_fmac_f32_e32 v30, s16, v23
01cd v_fmac_f32_e32 v1, s17, v23
01ce v_fmac_f32_e32 v28, s10, v22
01cf v_fmac_f32_e32 v29, s11, v22
01d0 v_fmac_f32_e32 v30, s12, v22
01d1 v_fmac_f32_e32 v1, s13, v22
01d2 v_add_nc_u32_e32 v48, s34, v31
01d3 v_mov_b32_e32 v49, s1
01d4 v_bfe_u32 v49, v48, s34, v49
01d6 v_xor_b32_e32 v48, v48, v49
01d7 v_mul_u32_u24_e32 v48, s7, v48
01d8 v_lshrrev_b64 v[4:5], 0, v[28:29]
01da v_mov_b32_e32 v6, v30
01db v_mov_b32_e32 v7, v1
01dc v_add_nc_u32_e32 v50, 0x11b8, v48
01de ds_write2_b32 v50, v28, v29 offset1:1
01e0 v_add_nc_u32_e32 v51, 0x11b8, v48
01e2 ds_write2_b32 v51, v30, v1 offset0:2 offset1:3
01e4 v_mov_b32_e32 v52, s37
01e5 v_mov_b32_e32 v53, s38
01e6 v_mov_b32_e32 v54, s39
01e7 v_mov_b32_e32 v55, s40
01e8 v_add_nc_u32_e32 v56, 0x11c8, v48
01ea ds_write2_b32 v56, v52, v53 offset1:1
01ec v_add_nc_u32_e32 v57, 0x11c8, v48
01ee ds_write2_b32 v57, v54, v55 offset0:2 offset1:3
01f0 v_mov_b32_e32 v58, s41
01f1 ds_write_b8 v48, v58 offset:4568
01f3 s_mov_b32 s43, 0
01f4 s_mov_b32 s5, s31
01f5 s_inst_prefetch 0x2
BB8:
01f6 s_cmp_ge_u32 s5, s31
01f7 s_cselect_b32 vcc_lo, -1, 0
01f8 s_and_b32 s6, vcc_lo, exec_lo
01f9 s_cbranch_scc1 BB12
BB11:
01fa v_add_nc_u32_e32 v0, s5, v31
01fb v_mov_b32_e32 v1, s1
01fc v_bfe_u32 v1, v0, s34, v1
01fe v_xor_b32_e32 v0, v0, v1
01ff s_mov_b32 s6, 36
0200 v_mul_lo_u32 v0, s6, v0
0202 v_mov_b32_e32 v2, s43
0203 ds_write_b8 v0, v2 offset:4568
0205 s_add_u32 s5, s5, s1
0206 s_branch BB8
BB12:
0207 s_inst_prefetch 0x3
0208 s_bfe_u32 s27, s27, 0x30006
020a s_bitcmp1_b32 s27, s0
020b s_cselect_b32 vcc_lo, -1, 0
020c s_and_b32 s0, vcc_lo, exec_lo
020d s_cbranch_scc0 BB26
BB13:
020e s_and_b32 s8, s8, exec_lo
020f s_bcnt1_i32_b32 s8, s8
0210 s_bcnt1_i32_b32 s0, exec_lo
0211 s_mul_i32 s42, s42, s0
0212 s_ff1_i32_b32 s1, exec_lo
0213 s_lshl_b32 s1, 1, s1
0214 s_and_b32 s1, vcc_lo, s1
0215 s_and_saveexec_b32 s1, s1
0216 s_cbranch_execz BB26
BB14:
0217 s_movk_i32 s0, 0x100
0218 s_mov_b32 m0, s0
0219 v_mov_b32_e32 v0, s42
021a v_mov_b32_e32 v1, s4
021b ds_add_u32 v1, v0 gds
021d s_mov_b32 s4, 20
021e s_waitcnt expcnt(0)
021f s_mov_b32 m0, s0
0220 v_mov_b32_e32 v2, s8
0221 v_mov_b32_e32 v3, s4
0222 ds_add_u32 v3, v2 gds
BB26:
0224 s_waitcnt expcnt(0)
0225 s_mov_b32 exec_lo, -1
0226 s_waitcnt lgkmcnt(0)
0227 s_barrier
0228 s_mov_b32 s0, 4
0229 s_mov_b32 s1, 24
022a s_bfe_u32 s4, s3, 0x40018
022c s_mov_b32 s5, 5
022d s_lshl_b32 s6, s4, s5
022e s_mov_b32 s7, -1
022f v_mov_b32_e32 v0, s6
0230 v_mbcnt_lo_u32_b32 v0, s7, v0
0232 s_mov_b32 s8, 9
0233 s_mov_b32 s9, 12
0234 s_bfe_u32 s2, s2, 0x9000c
0236 s_mov_b32 s10, 1
0237 v_mov_b32_e32 v1, s10
0238 v_bfe_u32 v1, v0, s5, v1
023a v_xor_b32_e32 v1, v0, v1
023b s_mov_b32 s11, 36
023c v_mul_u32_u24_e32 v1, s11, v1
023d s_mov_b32 s12, 0
023e v_cmp_gt_i32_e32 vcc_lo, s2, v0
023f s_mov_b32 exec_lo, vcc_lo
0240 s_cbranch_execz BB30
BB27:
0241 ds_read_u8_d16 v2, v1 offset:4568
0243 s_waitcnt lgkmcnt(0)
0244 v_bfe_u32 v3, v2, 0, 8
BB30:
0246 s_andn2_b32 exec_lo, -1, exec_lo
0247 v_mov_b32_e32 v3, s12
BB32:
0248 s_mov_b32 exec_lo, -1
0249 v_cmp_ne_i32_e32 vcc_lo, s12, v3
024a s_and_b32 s0, vcc_lo, exec_lo
024b s_bcnt1_i32_b32 s1, s0
024c s_mov_b32 s6, s10
024d s_mov_b32 exec_lo, s6
024e s_cbranch_execz BB38
BB33:
024f s_mov_b32 s6, s1
0250 v_mov_b32_e32 v2, s4
0251 v_mov_b32_e32 v4, s6
0252 ds_write_b8 v2, v4 offset:13608
0254 s_waitcnt lgkmcnt(0)
0255 s_barrier
0256 v_mov_b32_e32 v5, s12
0257 ds_read_b64 v[4:5], v5 offset:13608
BB38:
0259 s_mov_b32 exec_lo, -1
025a s_mov_b32 s6, 28
025b s_lshr_b32 s3, s3, s6
025c v_mov_b32_e32 v2, s12
025d v_mbcnt_lo_u32_b32 v2, s7, v2
025f s_mov_b32 s8, 3
0260 v_lshlrev_b32_e32 v2, s8, v2
0261 s_mov_b32 s13, 56
0262 v_sub_nc_u32_e32 v2, s13, v2
0263 s_waitcnt lgkmcnt(0)
0264 v_lshrrev_b64 v[6:7], 0, v[4:5]
0266 v_permlane16_b32 v6, v6, s12, s12
0268 v_permlane16_b32 v5, v5, s12, s12
026a s_mov_b32 s14, 0x1010101
026c s_mov_b32 s15, 0x1010101
026e v_lshrrev_b64 v[8:9], v2, s[14:15]
0270 v_lshrrev_b64 v[10:11], 0, v[8:9]
0272 v_dot4_u32_u8 v6, v6, v10, s12
0274 v_dot4_u32_u8 v5, v5, v9, v6
0276 s_add_u32 s3, s3, s7
0277 v_readlane_b32 s14, v5, s4
0279 s_sub_i32 s14, s14, s1
027a v_readlane_b32 s3, v5, s3
027c v_mov_b32_e32 v4, s14
027d v_mbcnt_lo_u32_b32 v4, s0, v4
027f s_cmp_lg_i32 s3, s12
0280 s_cselect_b32 s15, -1, 0
0281 s_and_b32 s15, s15, exec_lo
0282 s_cselect_b32 s2, s2, s12
0283 s_cmp_eq_i32 s4, s12
0284 s_cselect_b32 s16, -1, 0
0285 s_and_b32 s16, s16, exec_lo
0286 s_cbranch_scc0 BB41
BB39:
0287 s_lshl_b32 s9, s2, s9
0288 s_or_b32 m0, s9, s3
0289 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB41:
028a s_mov_b32 exec_lo, vcc_lo
028b s_cbranch_execz BB47
BB42:
028c v_mov_b32_e32 v2, s10
028d v_bfe_u32 v2, v4, s5, v2
028f v_xor_b32_e32 v2, v4, v2
0290 s_mov_b32 s0, 36
0291 v_mul_lo_u32 v2, s0, v2
0293 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0295 ds_write_b8 v2, v5 offset:4569
BB47:
0297 s_mov_b32 exec_lo, -1
0298 s_waitcnt lgkmcnt(0)
0299 s_barrier
029a v_cmp_gt_i32_e32 vcc_lo, s2, v0
029b s_mov_b32 exec_lo, vcc_lo
BB48:
029c v_not_b32_e32 v3, v3
029d v_add_nc_u32_e32 v2, s7, v4
029e s_mov_b32 s0, 10
029f v_lshlrev_b32_e32 v4, s0, v4
02a0 v_or_b32_e32 v2, v2, v4
02a1 s_mov_b32 s1, 31
02a2 v_lshlrev_b32_e32 v3, s1, v3
02a3 v_or_b32_e32 v2, v2, v3
BB53:
02a4 s_mov_b32 exec_lo, -1
02a5 v_cmp_gt_i32_e64 s3, s3, v0
02a7 s_mov_b32 exec_lo, s3
02a8 s_cbranch_execz BB59
BB54:
02a9 ds_read_u8_d16 v0, v1 offset:4569
02ab s_waitcnt lgkmcnt(0)
02ac v_bfe_u32 v1, v0, 0, 8
02ae v_mov_b32_e32 v3, s10
02af v_bfe_u32 v3, v1, s5, v3
02b1 v_xor_b32_e32 v1, v1, v3
02b2 v_mul_u32_u24_e32 v1, s11, v1
02b3 v_add_nc_u32_e32 v4, 0xff0, v1
02b5 ds_read2_b32 v[4:5], v4 offset0:114 offset1:115
02b7 v_add_nc_u32_e32 v6, 0xff0, v1
02b9 ds_read2_b32 v[6:7], v6 offset0:116 offset1:117
02bb s_waitcnt lgkmcnt(1)
02bc v_lshrrev_b64 v[8:9], 0, v[4:5]
02be s_waitcnt lgkmcnt(0)
02bf v_lshrrev_b64 v[10:11], 0, v[6:7]
02c1 v_add_nc_u32_e32 v8, 0xff0, v1
02c3 ds_read2_b32 v[8:9], v8 offset0:118 offset1:119
02c5 v_add_nc_u32_e32 v1, 0xff0, v1
02c7 ds_read2_b32 v[0:1], v1 offset0:120 offset1:121
02c9 s_waitcnt lgkmcnt(1)
02ca v_lshrrev_b64 v[12:13], 0, v[8:9]
02cc s_waitcnt lgkmcnt(0)
02cd v_lshrrev_b64 v[14:15], 0, v[0:1]
BB59:
02cf s_mov_b32 exec_lo, vcc_lo
02d0 s_cbranch_execz BB65
BB60:
02d1 v_mov_b32_e32 v12, v2
02d2 exp prim v2, off, off, off done
BB65:
02d4 s_waitcnt expcnt(0)
02d5 s_mov_b32 exec_lo, s3
02d6 s_cbranch_execz BB71
BB66:
02d7 v_lshrrev_b64 v[12:13], 0, v[4:5]
02d9 v_lshrrev_b64 v[14:15], 0, v[6:7]
02db exp pos0 v4, v5, v6, v7 done
02dd v_lshrrev_b64 v[12:13], 0, v[8:9]
02df v_lshrrev_b64 v[14:15], 0, v[0:1]
02e1 exp param0 v8, v9, v0, v1
BB71:
02e3 s_endpgm
