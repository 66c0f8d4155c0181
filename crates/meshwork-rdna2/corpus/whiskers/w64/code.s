BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s0, s9
0005 s_movk_i32 s9, 0x8000
0006 s_clause 0x1
0007 s_load_dwordx4 s[4:7], s[8:9], 0x10
0009 s_load_dwordx4 s[28:31], s[8:9], null
000b v_add_nc_u32_e32 v5, s0, v5
000c s_waitcnt lgkmcnt(0)
000d buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[5:7], v5, s[28:31], 0 idxen
0011 s_bfe_u32 s1, s3, 0x40018
0013 s_lshl_b32 s1, s1, 6
0014 v_mbcnt_lo_u32_b32 v8, -1, s1
0016 v_mbcnt_hi_u32_b32 v8, -1, v8
0018 v_mul_u32_u24_e32 v8, 36, v8
0019 s_waitcnt vmcnt(0)
001a ds_write2_b32 v8, v3, v4 offset0:4 offset1:5
001c ds_write2_b32 v8, v5, v6 offset1:1
001e ds_write2_b32 v8, v7, v2 offset0:2 offset1:3
BB6:
0020 s_waitcnt lgkmcnt(0)
0021 s_barrier
0022 s_lshl_b32 s0, s3, 8
0023 s_bfe_u64 exec, -1, s0
0024 s_cbranch_execz BB21
BB7:
0025 v_mad_u32_u16 v2, 36, v0, 0
0027 ds_read2_b32 v[4:5], v2 offset1:1
0029 ds_read2_b32 v[6:7], v2 offset0:2 offset1:3
002b s_bfe_u32 s0, s3, 0x40018
002d v_mov_b32_e32 v10, 0x3e4ccccd
002f v_mov_b32_e32 v11, 0x3ecccccd
0031 v_mov_b32_e32 v12, 0x3f19999a
0033 v_mov_b32_e32 v14, 4
0034 s_lshl_b32 s0, s0, 6
0035 v_mbcnt_lo_u32_b32 v3, -1, s0
0037 v_mbcnt_hi_u32_b32 v3, -1, v3
0039 s_waitcnt lgkmcnt(0)
003a v_fma_f32 v19, s19, v6, s23
003c v_fma_f32 v20, s20, v6, s24
003e v_fma_f32 v21, s21, v6, s25
0040 v_mul_u32_u24_e32 v3, 6, v3
0041 v_fma_f32 v18, s18, v6, s22
0043 v_fmac_f32_e32 v19, s15, v5
0044 v_fmac_f32_e32 v20, s16, v5
0045 v_fmac_f32_e32 v21, s17, v5
0046 v_add_nc_u32_e32 v15, 1, v3
0047 v_bfe_u32 v8, v3, 5, 1
0049 v_fmac_f32_e32 v18, s14, v5
004a v_fmac_f32_e32 v19, s11, v4
004b v_fmac_f32_e32 v20, s12, v4
004c v_fmac_f32_e32 v21, s13, v4
004d v_bfe_u32 v16, v15, 5, 1
004f v_xor_b32_e32 v8, v3, v8
0050 v_fmac_f32_e32 v18, s10, v4
0051 v_xor_b32_e32 v15, v15, v16
0052 v_mul_u32_u24_e32 v8, 36, v8
0053 v_mul_u32_u24_e32 v15, 36, v15
0054 v_add_nc_u32_e32 v9, 0x11b8, v8
0056 v_add_nc_u32_e32 v13, 0x11c8, v8
0058 v_add_nc_u32_e32 v17, 0x11b8, v15
005a ds_write2_b32 v9, v18, v19 offset1:1
005c ds_write2_b32 v9, v20, v21 offset0:2 offset1:3
005e ds_write2_b32 v13, v10, v11 offset1:1
0060 ds_write_b32 v8, v12 offset:4560
0062 ds_write_b8 v8, v14 offset:4568
0064 ds_read2_b32 v[8:9], v2 offset0:4 offset1:5
0066 v_mov_b32_e32 v22, 1.0
0067 v_mov_b32_e32 v24, 5
0068 v_mad_u32_u16 v0, 36, v0, 0 op_sel:[0,1,0,0]
006a v_add_nc_u32_e32 v25, 2, v3
006b v_add_nc_u32_e32 v23, 0x11c8, v15
006d v_bfe_u32 v26, v25, 5, 1
006f v_xor_b32_e32 v25, v25, v26
0070 s_waitcnt lgkmcnt(0)
0071 v_mul_f32_e32 v29, v9, v9
0072 v_mul_u32_u24_e32 v25, 36, v25
0073 v_fmac_f32_e32 v29, v8, v8
0074 v_add_nc_u32_e32 v28, 0x11c8, v25
0076 v_add_nc_u32_e32 v27, 0x11b8, v25
0078 v_fmac_f32_e32 v29, v7, v7
0079 v_rsq_f32_e32 v29, v29
007a v_mul_f32_e32 v8, v8, v29
007b v_mul_f32_e32 v9, v9, v29
007c v_mul_f32_e32 v7, v7, v29
007d v_fmac_f32_e32 v5, s26, v8
007e v_fmac_f32_e32 v6, s26, v9
007f v_fmac_f32_e32 v4, s26, v7
0080 v_fma_f32 v30, s18, v6, s22
0082 v_fma_f32 v31, s19, v6, s23
0084 v_fma_f32 v32, s20, v6, s24
0086 v_fma_f32 v6, s21, v6, s25
0088 v_fmac_f32_e32 v30, s14, v5
0089 v_fmac_f32_e32 v31, s15, v5
008a v_fmac_f32_e32 v32, s16, v5
008b v_fmac_f32_e32 v6, s17, v5
008c v_fmac_f32_e32 v30, s10, v4
008d v_fmac_f32_e32 v31, s11, v4
008e v_fmac_f32_e32 v32, s12, v4
008f v_fmac_f32_e32 v6, s13, v4
0090 ds_write2_b32 v17, v30, v31 offset1:1
0092 ds_write2_b32 v17, v32, v6 offset0:2 offset1:3
0094 ds_write2_b32 v23, v22, v22 offset1:1
0096 ds_write_b32 v15, v22 offset:4560
0098 ds_write_b8 v15, v24 offset:4568
009a ds_read2_b32 v[4:5], v0 offset1:1
009c ds_read2_b32 v[6:7], v0 offset0:2 offset1:3
009e v_add_nc_u32_e32 v33, 3, v3
009f v_mad_u32_u16 v1, 36, v1, 0
00a1 v_bfe_u32 v34, v33, 5, 1
00a3 v_xor_b32_e32 v33, v33, v34
00a4 v_mul_u32_u24_e32 v33, 36, v33
00a5 s_waitcnt lgkmcnt(0)
00a6 v_fma_f32 v37, s18, v6, s22
00a8 v_fma_f32 v38, s19, v6, s23
00aa v_fma_f32 v40, s21, v6, s25
00ac v_fma_f32 v39, s20, v6, s24
00ae v_add_nc_u32_e32 v36, 0x11c8, v33
00b0 v_add_nc_u32_e32 v35, 0x11b8, v33
00b2 v_fmac_f32_e32 v37, s14, v5
00b3 v_fmac_f32_e32 v38, s15, v5
00b4 v_fmac_f32_e32 v40, s17, v5
00b5 v_fmac_f32_e32 v39, s16, v5
00b6 v_fmac_f32_e32 v37, s10, v4
00b7 v_fmac_f32_e32 v38, s11, v4
00b8 v_fmac_f32_e32 v40, s13, v4
00b9 v_fmac_f32_e32 v39, s12, v4
00ba ds_write2_b32 v27, v37, v38 offset1:1
00bc ds_write2_b32 v27, v39, v40 offset0:2 offset1:3
00be ds_write2_b32 v28, v10, v11 offset1:1
00c0 ds_write_b32 v25, v12 offset:4560
00c2 ds_write_b8 v25, v14 offset:4568
00c4 ds_read2_b32 v[8:9], v0 offset0:4 offset1:5
00c6 v_add_nc_u32_e32 v41, 4, v3
00c7 v_bfe_u32 v42, v41, 5, 1
00c9 v_xor_b32_e32 v41, v41, v42
00ca v_mul_u32_u24_e32 v41, 36, v41
00cb s_waitcnt lgkmcnt(0)
00cc v_mul_f32_e32 v45, v9, v9
00cd v_add_nc_u32_e32 v44, 0x11c8, v41
00cf v_add_nc_u32_e32 v43, 0x11b8, v41
00d1 v_fmac_f32_e32 v45, v8, v8
00d2 v_fmac_f32_e32 v45, v7, v7
00d3 v_rsq_f32_e32 v45, v45
00d4 v_mul_f32_e32 v9, v9, v45
00d5 v_mul_f32_e32 v7, v7, v45
00d6 v_mul_f32_e32 v8, v8, v45
00d7 v_fmac_f32_e32 v6, s26, v9
00d8 v_fmac_f32_e32 v4, s26, v7
00d9 v_fmac_f32_e32 v5, s26, v8
00da v_fma_f32 v48, s20, v6, s24
00dc v_fma_f32 v46, s18, v6, s22
00de v_fma_f32 v47, s19, v6, s23
00e0 v_fma_f32 v6, s21, v6, s25
00e2 v_fmac_f32_e32 v48, s16, v5
00e3 v_fmac_f32_e32 v46, s14, v5
00e4 v_fmac_f32_e32 v47, s15, v5
00e5 v_fmac_f32_e32 v6, s17, v5
00e6 v_fmac_f32_e32 v48, s12, v4
00e7 v_fmac_f32_e32 v46, s10, v4
00e8 v_fmac_f32_e32 v47, s11, v4
00e9 v_fmac_f32_e32 v6, s13, v4
00ea ds_write2_b32 v35, v46, v47 offset1:1
00ec ds_write2_b32 v35, v48, v6 offset0:2 offset1:3
00ee ds_write2_b32 v36, v22, v22 offset1:1
00f0 ds_write_b32 v33, v22 offset:4560
00f2 ds_write_b8 v33, v24 offset:4568
00f4 ds_read2_b32 v[4:5], v1 offset1:1
00f6 ds_read2_b32 v[6:7], v1 offset0:2 offset1:3
00f8 v_add_nc_u32_e32 v3, 5, v3
00f9 s_bfe_u32 s27, s27, 0x30006
00fb s_bitcmp1_b32 s27, 0
00fc v_bfe_u32 v49, v3, 5, 1
00fe s_cselect_b64 s[0:1], -1, 0
00ff v_xor_b32_e32 v3, v3, v49
0100 v_mul_u32_u24_e32 v3, 36, v3
0101 s_waitcnt lgkmcnt(0)
0102 v_fma_f32 v54, s20, v6, s24
0104 v_fma_f32 v55, s21, v6, s25
0106 v_fma_f32 v52, s18, v6, s22
0108 v_fma_f32 v53, s19, v6, s23
010a v_add_nc_u32_e32 v51, 0x11c8, v3
010c v_add_nc_u32_e32 v50, 0x11b8, v3
010e v_fmac_f32_e32 v54, s16, v5
010f v_fmac_f32_e32 v55, s17, v5
0110 v_fmac_f32_e32 v52, s14, v5
0111 v_fmac_f32_e32 v53, s15, v5
0112 v_fmac_f32_e32 v54, s12, v4
0113 v_fmac_f32_e32 v55, s13, v4
0114 v_fmac_f32_e32 v52, s10, v4
0115 v_fmac_f32_e32 v53, s11, v4
0116 ds_write2_b32 v43, v52, v53 offset1:1
0118 ds_write2_b32 v43, v54, v55 offset0:2 offset1:3
011a ds_write2_b32 v44, v10, v11 offset1:1
011c ds_write_b32 v41, v12 offset:4560
011e ds_write_b8 v41, v14 offset:4568
0120 ds_read2_b32 v[0:1], v1 offset0:4 offset1:5
0122 s_waitcnt lgkmcnt(0)
0123 v_mul_f32_e32 v56, v1, v1
0124 v_fmac_f32_e32 v56, v0, v0
0125 v_fmac_f32_e32 v56, v7, v7
0126 v_rsq_f32_e32 v56, v56
0127 v_mul_f32_e32 v7, v7, v56
0128 v_mul_f32_e32 v0, v0, v56
0129 v_mul_f32_e32 v1, v1, v56
012a v_fmac_f32_e32 v4, s26, v7
012b v_fmac_f32_e32 v5, s26, v0
012c v_fmac_f32_e32 v6, s26, v1
012d v_fma_f32 v58, s19, v6, s23
012f v_fma_f32 v59, s20, v6, s24
0131 v_fma_f32 v57, s18, v6, s22
0133 v_fma_f32 v6, s21, v6, s25
0135 v_fmac_f32_e32 v58, s15, v5
0136 v_fmac_f32_e32 v59, s16, v5
0137 v_fmac_f32_e32 v57, s14, v5
0138 v_fmac_f32_e32 v6, s17, v5
0139 v_fmac_f32_e32 v58, s11, v4
013a v_fmac_f32_e32 v59, s12, v4
013b v_fmac_f32_e32 v57, s10, v4
013c v_fmac_f32_e32 v6, s13, v4
013d ds_write2_b32 v50, v57, v58 offset1:1
013f ds_write2_b32 v50, v59, v6 offset0:2 offset1:3
0141 ds_write2_b32 v51, v22, v22 offset1:1
0143 ds_write_b32 v3, v22 offset:4560
0145 ds_write_b8 v3, v24 offset:4568
0147 s_cbranch_scc0 BB21
BB8:
0148 s_and_b64 s[4:5], -1, exec
0149 s_ff1_i32_b64 s6, exec
014a s_lshl_b64 s[6:7], 1, s6
014b s_and_b64 s[0:1], s[0:1], s[6:7]
014c s_and_saveexec_b64 s[0:1], s[0:1]
014d s_cbranch_execz BB21
BB9:
014e s_bcnt1_i32_b64 s4, s[4:5]
014f s_movk_i32 m0, 0x100
0150 v_mov_b32_e32 v1, 16
0151 s_mul_i32 s5, s4, 3
0152 v_mov_b32_e32 v0, s5
0153 ds_add_u32 v1, v0 gds
0155 v_mov_b32_e32 v3, 20
0156 v_mov_b32_e32 v2, s4
0157 ds_add_u32 v3, v2 gds
BB21:
0159 s_waitcnt expcnt(0)
015a s_mov_b64 exec, -1
015b s_waitcnt lgkmcnt(0)
015c s_barrier
015d s_bfe_u32 s0, s3, 0x40018
015f s_lshl_b32 s1, s0, 6
0160 s_bfe_u32 s2, s2, 0x9000c
0162 v_mbcnt_lo_u32_b32 v0, -1, s1
0164 v_mbcnt_hi_u32_b32 v0, -1, v0
0166 v_bfe_u32 v1, v0, 5, 1
0168 v_xor_b32_e32 v1, v0, v1
0169 v_mul_u32_u24_e32 v1, 36, v1
016a v_cmpx_gt_i32_e32 s2, v0
016b s_cbranch_execz BB25
BB22:
016c ds_read_u8 v2, v1 offset:4568
BB25:
016e s_andn2_b64 exec, -1, exec
016f v_mov_b32_e32 v2, 0
BB27:
0170 s_mov_b64 exec, -1
0171 s_waitcnt lgkmcnt(0)
0172 v_cmp_ne_i32_e32 vcc, 0, v2
0173 s_mov_b64 exec, 1
0174 s_bcnt1_i32_b64 s1, vcc
BB28:
0175 v_mov_b32_e32 v3, s0
0176 v_mov_b32_e32 v4, s1
0177 ds_write_b8 v3, v4 offset:13608
0179 s_waitcnt lgkmcnt(0)
017a s_barrier
017b v_mov_b32_e32 v5, 0
017c ds_read_b32 v5, v5 offset:13608
BB33:
017e s_mov_b64 exec, -1
017f v_mbcnt_lo_u32_b32 v3, -1, 0
0181 v_mbcnt_hi_u32_b32 v3, -1, v3
0183 v_mad_i32_i24 v3, v3, -8, 24
0185 s_waitcnt lgkmcnt(0)
0186 v_permlane16_b32 v5, v5, 0, 0
0188 v_lshrrev_b32_e64 v3, v3, 0x1010101
018b v_dot4_u32_u8 v5, v5, v3, 0
018d v_readlane_b32 s4, v5, s0
018f s_sub_i32 s4, s4, s1
0190 s_lshr_b32 s3, s3, 28
0191 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
0193 s_add_u32 s3, s3, -1
0194 v_readlane_b32 s3, v5, s3
0196 v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
0198 s_cmp_lg_i32 s3, 0
0199 s_cselect_b32 s2, s2, 0
019a s_cmp_eq_i32 s0, 0
019b s_cbranch_scc0 BB36
BB34:
019c s_lshl_b32 s0, s2, 12
019d s_or_b32 m0, s0, s3
019e s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
019f s_mov_b64 exec, vcc
01a0 s_cbranch_execz BB42
BB37:
01a1 v_bfe_u32 v3, v4, 5, 1
01a3 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
01a5 v_xor_b32_e32 v3, v4, v3
01a6 v_mul_lo_u32 v3, 36, v3
01a8 ds_write_b8 v3, v5 offset:4569
BB42:
01aa s_mov_b64 exec, -1
01ab s_waitcnt lgkmcnt(0)
01ac s_barrier
01ad v_cmpx_gt_i32_e32 s2, v0
01ae s_mov_b64 vcc, exec
BB43:
01af v_add_nc_u32_e32 v3, -1, v4
01b0 v_not_b32_e32 v2, v2
01b1 v_lshl_or_b32 v4, v4, 10, v3
01b3 v_lshl_or_b32 v2, v2, 31, v4
BB48:
01b5 s_mov_b64 exec, -1
01b6 v_cmpx_gt_i32_e32 s3, v0
01b7 s_mov_b64 s[0:1], exec
01b8 s_cbranch_execz BB54
BB49:
01b9 ds_read_u8 v1, v1 offset:4569
01bb s_waitcnt lgkmcnt(0)
01bc v_bfe_u32 v0, v1, 5, 1
01be v_xor_b32_e32 v1, v1, v0
01bf v_mul_u32_u24_e32 v1, 36, v1
01c0 v_add_nc_u32_e32 v3, 0xff0, v1
01c2 ds_read2_b32 v[4:5], v3 offset0:114 offset1:115
01c4 ds_read2_b32 v[6:7], v3 offset0:116 offset1:117
01c6 ds_read2_b32 v[8:9], v3 offset0:118 offset1:119
01c8 ds_read_b32 v1, v1 offset:4560
BB54:
01ca s_mov_b64 exec, vcc
01cb s_cbranch_execz BB60
BB55:
01cc exp prim v2, off, off, off done
BB60:
01ce s_waitcnt expcnt(0)
01cf s_mov_b64 exec, s[0:1]
01d0 s_cbranch_execz BB66
BB61:
01d1 s_waitcnt lgkmcnt(0)
01d2 exp pos0 v4, v5, v6, v7 done
01d4 exp param0 v8, v9, v1, off
BB66:
01d6 s_endpgm
