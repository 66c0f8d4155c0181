BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
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
0013 s_lshl_b32 s1, s1, 5
0014 v_mbcnt_lo_u32_b32 v8, -1, s1
0016 v_mul_u32_u24_e32 v8, 36, v8
0017 s_waitcnt vmcnt(0)
0018 ds_write2_b32 v8, v3, v4 offset0:4 offset1:5
001a ds_write2_b32 v8, v5, v6 offset1:1
001c ds_write2_b32 v8, v7, v2 offset0:2 offset1:3
BB6:
001e s_waitcnt lgkmcnt(0)
001f s_barrier
0020 s_lshl_b32 s0, s3, 8
0021 s_bfe_u32 exec_lo, -1, s0
0022 s_cbranch_execz BB21
BB7:
0023 v_mad_u32_u16 v2, 36, v0, 0
0025 ds_read2_b32 v[4:5], v2 offset1:1
0027 ds_read2_b32 v[6:7], v2 offset0:2 offset1:3
0029 s_bfe_u32 s0, s3, 0x40018
002b v_mov_b32_e32 v10, 0x3e4ccccd
002d v_mov_b32_e32 v11, 0x3ecccccd
002f v_mov_b32_e32 v12, 0x3f19999a
0031 v_mov_b32_e32 v14, 4
0032 s_lshl_b32 s0, s0, 5
0033 v_mov_b32_e32 v18, 1.0
0034 v_mbcnt_lo_u32_b32 v3, -1, s0
0036 v_mul_u32_u24_e32 v3, 6, v3
0037 v_add_nc_u32_e32 v15, 1, v3
0038 s_waitcnt lgkmcnt(0)
0039 v_fma_f32 v21, s20, v6, s24
003b v_bfe_u32 v8, v3, 5, 1
003d v_fma_f32 v22, s21, v6, s25
003f v_fma_f32 v19, s18, v6, s22
0041 v_fma_f32 v20, s19, v6, s23
0043 v_bfe_u32 v16, v15, 5, 1
0045 v_fmac_f32_e32 v21, s16, v5
0046 v_xor_b32_e32 v8, v3, v8
0047 v_fmac_f32_e32 v22, s17, v5
0048 v_fmac_f32_e32 v19, s14, v5
0049 v_fmac_f32_e32 v20, s15, v5
004a v_xor_b32_e32 v15, v15, v16
004b v_fmac_f32_e32 v21, s12, v4
004c v_mul_u32_u24_e32 v8, 36, v8
004d v_fmac_f32_e32 v22, s13, v4
004e v_fmac_f32_e32 v19, s10, v4
004f v_fmac_f32_e32 v20, s11, v4
0050 v_mul_u32_u24_e32 v15, 36, v15
0051 v_add_nc_u32_e32 v9, 0x11b8, v8
0053 v_add_nc_u32_e32 v13, 0x11c8, v8
0055 v_add_nc_u32_e32 v17, 0x11b8, v15
0057 ds_write2_b32 v9, v19, v20 offset1:1
0059 ds_write2_b32 v9, v21, v22 offset0:2 offset1:3
005b ds_write2_b32 v13, v10, v11 offset1:1
005d ds_write_b32 v8, v12 offset:4560
005f ds_write_b8 v8, v14 offset:4568
0061 ds_read2_b32 v[8:9], v2 offset0:4 offset1:5
0063 v_mov_b32_e32 v24, 5
0064 v_mad_u32_u16 v0, 36, v0, 0 op_sel:[0,1,0,0]
0066 v_add_nc_u32_e32 v25, 2, v3
0067 v_add_nc_u32_e32 v23, 0x11c8, v15
0069 v_bfe_u32 v26, v25, 5, 1
006b v_xor_b32_e32 v25, v25, v26
006c v_mul_u32_u24_e32 v25, 36, v25
006d s_waitcnt lgkmcnt(0)
006e v_mul_f32_e32 v29, v9, v9
006f v_add_nc_u32_e32 v27, 0x11b8, v25
0071 v_add_nc_u32_e32 v28, 0x11c8, v25
0073 v_fmac_f32_e32 v29, v8, v8
0074 v_fmac_f32_e32 v29, v7, v7
0075 v_rsq_f32_e32 v29, v29
0076 v_mul_f32_e32 v7, v7, v29
0077 v_mul_f32_e32 v8, v8, v29
0078 v_mul_f32_e32 v9, v9, v29
0079 v_fmac_f32_e32 v4, s26, v7
007a v_fmac_f32_e32 v5, s26, v8
007b v_fmac_f32_e32 v6, s26, v9
007c v_fma_f32 v30, s18, v6, s22
007e v_fma_f32 v31, s19, v6, s23
0080 v_fma_f32 v32, s20, v6, s24
0082 v_fma_f32 v6, s21, v6, s25
0084 v_fmac_f32_e32 v30, s14, v5
0085 v_fmac_f32_e32 v31, s15, v5
0086 v_fmac_f32_e32 v32, s16, v5
0087 v_fmac_f32_e32 v6, s17, v5
0088 v_fmac_f32_e32 v30, s10, v4
0089 v_fmac_f32_e32 v31, s11, v4
008a v_fmac_f32_e32 v32, s12, v4
008b v_fmac_f32_e32 v6, s13, v4
008c ds_write2_b32 v17, v30, v31 offset1:1
008e ds_write2_b32 v17, v32, v6 offset0:2 offset1:3
0090 ds_write2_b32 v23, v18, v18 offset1:1
0092 ds_write_b32 v15, v18 offset:4560
0094 ds_write_b8 v15, v24 offset:4568
0096 ds_read2_b32 v[4:5], v0 offset1:1
0098 ds_read2_b32 v[6:7], v0 offset0:2 offset1:3
009a v_add_nc_u32_e32 v33, 3, v3
009b v_mad_u32_u16 v1, 36, v1, 0
009d v_bfe_u32 v34, v33, 5, 1
009f v_xor_b32_e32 v33, v33, v34
00a0 v_mul_u32_u24_e32 v33, 36, v33
00a1 s_waitcnt lgkmcnt(0)
00a2 v_fma_f32 v37, s18, v6, s22
00a4 v_fma_f32 v38, s19, v6, s23
00a6 v_fma_f32 v39, s20, v6, s24
00a8 v_fma_f32 v40, s21, v6, s25
00aa v_add_nc_u32_e32 v36, 0x11c8, v33
00ac v_add_nc_u32_e32 v35, 0x11b8, v33
00ae v_fmac_f32_e32 v37, s14, v5
00af v_fmac_f32_e32 v38, s15, v5
00b0 v_fmac_f32_e32 v39, s16, v5
00b1 v_fmac_f32_e32 v40, s17, v5
00b2 v_fmac_f32_e32 v37, s10, v4
00b3 v_fmac_f32_e32 v38, s11, v4
00b4 v_fmac_f32_e32 v39, s12, v4
00b5 v_fmac_f32_e32 v40, s13, v4
00b6 ds_write2_b32 v27, v37, v38 offset1:1
00b8 ds_write2_b32 v27, v39, v40 offset0:2 offset1:3
00ba ds_write2_b32 v28, v10, v11 offset1:1
00bc ds_write_b32 v25, v12 offset:4560
00be ds_write_b8 v25, v14 offset:4568
00c0 ds_read2_b32 v[8:9], v0 offset0:4 offset1:5
00c2 v_add_nc_u32_e32 v41, 4, v3
00c3 v_bfe_u32 v42, v41, 5, 1
00c5 v_xor_b32_e32 v41, v41, v42
00c6 v_mul_u32_u24_e32 v41, 36, v41
00c7 s_waitcnt lgkmcnt(0)
00c8 v_mul_f32_e32 v45, v9, v9
00c9 v_add_nc_u32_e32 v43, 0x11b8, v41
00cb v_add_nc_u32_e32 v44, 0x11c8, v41
00cd v_fmac_f32_e32 v45, v8, v8
00ce v_fmac_f32_e32 v45, v7, v7
00cf v_rsq_f32_e32 v45, v45
00d0 v_mul_f32_e32 v9, v9, v45
00d1 v_mul_f32_e32 v7, v7, v45
00d2 v_mul_f32_e32 v8, v8, v45
00d3 v_fmac_f32_e32 v6, s26, v9
00d4 v_fmac_f32_e32 v4, s26, v7
00d5 v_fmac_f32_e32 v5, s26, v8
00d6 v_fma_f32 v46, s18, v6, s22
00d8 v_fma_f32 v47, s19, v6, s23
00da v_fma_f32 v48, s20, v6, s24
00dc v_fma_f32 v6, s21, v6, s25
00de v_fmac_f32_e32 v46, s14, v5
00df v_fmac_f32_e32 v47, s15, v5
00e0 v_fmac_f32_e32 v48, s16, v5
00e1 v_fmac_f32_e32 v6, s17, v5
00e2 v_fmac_f32_e32 v46, s10, v4
00e3 v_fmac_f32_e32 v47, s11, v4
00e4 v_fmac_f32_e32 v48, s12, v4
00e5 v_fmac_f32_e32 v6, s13, v4
00e6 ds_write2_b32 v35, v46, v47 offset1:1
00e8 ds_write2_b32 v35, v48, v6 offset0:2 offset1:3
00ea ds_write2_b32 v36, v18, v18 offset1:1
00ec ds_write_b32 v33, v18 offset:4560
00ee ds_write_b8 v33, v24 offset:4568
00f0 ds_read2_b32 v[4:5], v1 offset1:1
00f2 ds_read2_b32 v[6:7], v1 offset0:2 offset1:3
00f4 v_add_nc_u32_e32 v3, 5, v3
00f5 s_bfe_u32 s27, s27, 0x30006
00f7 s_bitcmp1_b32 s27, 0
00f8 v_bfe_u32 v49, v3, 5, 1
00fa s_cselect_b32 s1, -1, 0
00fb v_xor_b32_e32 v3, v3, v49
00fc v_mul_u32_u24_e32 v3, 36, v3
00fd s_waitcnt lgkmcnt(0)
00fe v_fma_f32 v54, s20, v6, s24
0100 v_fma_f32 v55, s21, v6, s25
0102 v_fma_f32 v53, s19, v6, s23
0104 v_fma_f32 v52, s18, v6, s22
0106 v_add_nc_u32_e32 v50, 0x11b8, v3
0108 v_add_nc_u32_e32 v51, 0x11c8, v3
010a v_fmac_f32_e32 v54, s16, v5
010b v_fmac_f32_e32 v55, s17, v5
010c v_fmac_f32_e32 v53, s15, v5
010d v_fmac_f32_e32 v52, s14, v5
010e v_fmac_f32_e32 v54, s12, v4
010f v_fmac_f32_e32 v55, s13, v4
0110 v_fmac_f32_e32 v53, s11, v4
0111 v_fmac_f32_e32 v52, s10, v4
0112 ds_write2_b32 v43, v52, v53 offset1:1
0114 ds_write2_b32 v43, v54, v55 offset0:2 offset1:3
0116 ds_write2_b32 v44, v10, v11 offset1:1
0118 ds_write_b32 v41, v12 offset:4560
011a ds_write_b8 v41, v14 offset:4568
011c ds_read2_b32 v[0:1], v1 offset0:4 offset1:5
011e s_waitcnt lgkmcnt(0)
011f v_mul_f32_e32 v56, v1, v1
0120 v_fmac_f32_e32 v56, v0, v0
0121 v_fmac_f32_e32 v56, v7, v7
0122 v_rsq_f32_e32 v56, v56
0123 v_mul_f32_e32 v0, v0, v56
0124 v_mul_f32_e32 v7, v7, v56
0125 v_mul_f32_e32 v1, v1, v56
0126 v_fmac_f32_e32 v5, s26, v0
0127 v_fmac_f32_e32 v4, s26, v7
0128 v_fmac_f32_e32 v6, s26, v1
0129 v_fma_f32 v57, s18, v6, s22
012b v_fma_f32 v59, s20, v6, s24
012d v_fma_f32 v58, s19, v6, s23
012f v_fma_f32 v6, s21, v6, s25
0131 v_fmac_f32_e32 v57, s14, v5
0132 v_fmac_f32_e32 v59, s16, v5
0133 v_fmac_f32_e32 v58, s15, v5
0134 v_fmac_f32_e32 v6, s17, v5
0135 v_fmac_f32_e32 v57, s10, v4
0136 v_fmac_f32_e32 v59, s12, v4
0137 v_fmac_f32_e32 v58, s11, v4
0138 v_fmac_f32_e32 v6, s13, v4
0139 ds_write2_b32 v50, v57, v58 offset1:1
013b ds_write2_b32 v50, v59, v6 offset0:2 offset1:3
013d ds_write2_b32 v51, v18, v18 offset1:1
013f ds_write_b32 v3, v18 offset:4560
0141 ds_write_b8 v3, v24 offset:4568
0143 s_cbranch_scc0 BB21
BB8:
0144 s_and_b32 s0, -1, exec_lo
0145 s_ff1_i32_b32 s4, exec_lo
0146 s_lshl_b32 s4, 1, s4
0147 s_and_b32 s1, s1, s4
0148 s_and_saveexec_b32 s1, s1
0149 s_cbranch_execz BB21
BB9:
014a s_bcnt1_i32_b32 s0, s0
014b s_movk_i32 m0, 0x100
014c v_mov_b32_e32 v1, 16
014d s_mul_i32 s4, s0, 3
014e v_mov_b32_e32 v0, s4
014f ds_add_u32 v1, v0 gds
0151 v_mov_b32_e32 v3, 20
0152 v_mov_b32_e32 v2, s0
0153 ds_add_u32 v3, v2 gds
BB21:
0155 s_waitcnt expcnt(0)
0156 s_mov_b32 exec_lo, -1
0157 s_waitcnt lgkmcnt(0)
0158 s_barrier
0159 s_bfe_u32 s0, s3, 0x40018
015b s_lshl_b32 s1, s0, 5
015c s_bfe_u32 s2, s2, 0x9000c
015e v_mbcnt_lo_u32_b32 v0, -1, s1
0160 v_bfe_u32 v1, v0, 5, 1
0162 v_xor_b32_e32 v1, v0, v1
0163 v_mul_u32_u24_e32 v1, 36, v1
0164 v_cmpx_gt_i32_e32 s2, v0
0165 s_cbranch_execz BB25
BB22:
0166 ds_read_u8 v2, v1 offset:4568
BB25:
0168 s_andn2_b32 exec_lo, -1, exec_lo
0169 v_mov_b32_e32 v2, 0
BB27:
016a s_mov_b32 exec_lo, -1
016b s_waitcnt lgkmcnt(0)
016c v_cmp_ne_i32_e32 vcc_lo, 0, v2
016d s_mov_b32 exec_lo, 1
016e s_bcnt1_i32_b32 s1, vcc_lo
BB28:
016f v_mov_b32_e32 v3, s0
0170 v_mov_b32_e32 v4, s1
0171 ds_write_b8 v3, v4 offset:13608
0173 s_waitcnt lgkmcnt(0)
0174 s_barrier
0175 v_mov_b32_e32 v5, 0
0176 ds_read_b64 v[4:5], v5 offset:13608
BB33:
0178 s_mov_b32 exec_lo, -1
0179 s_mov_b32 s4, 0x1010101
017b s_mov_b32 s5, 0x1010101
017d v_mbcnt_lo_u32_b32 v3, -1, 0
017f v_mad_i32_i24 v3, v3, -8, 56
0181 v_lshrrev_b64 v[6:7], v3, s[4:5]
0183 s_waitcnt lgkmcnt(0)
0184 v_permlane16_b32 v4, v4, 0, 0
0186 v_permlane16_b32 v5, v5, 0, 0
0188 v_dot4_u32_u8 v4, v4, v6, 0
018a v_dot4_u32_u8 v5, v5, v7, v4
018c v_readlane_b32 s4, v5, s0
018e s_sub_i32 s4, s4, s1
018f s_lshr_b32 s3, s3, 28
0190 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
0192 s_add_u32 s3, s3, -1
0193 v_readlane_b32 s3, v5, s3
0195 s_cmp_lg_i32 s3, 0
0196 s_cselect_b32 s2, s2, 0
0197 s_cmp_eq_i32 s0, 0
0198 s_cbranch_scc0 BB36
BB34:
0199 s_lshl_b32 s0, s2, 12
019a s_or_b32 m0, s0, s3
019b s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
019c s_mov_b32 exec_lo, vcc_lo
019d s_cbranch_execz BB42
BB37:
019e v_bfe_u32 v3, v4, 5, 1
01a0 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
01a2 v_xor_b32_e32 v3, v4, v3
01a3 v_mul_lo_u32 v3, 36, v3
01a5 ds_write_b8 v3, v5 offset:4569
BB42:
01a7 s_mov_b32 exec_lo, -1
01a8 s_waitcnt lgkmcnt(0)
01a9 s_barrier
01aa v_cmpx_gt_i32_e32 s2, v0
01ab s_mov_b32 vcc_lo, exec_lo
BB43:
01ac v_add_nc_u32_e32 v3, -1, v4
01ad v_not_b32_e32 v2, v2
01ae v_lshl_or_b32 v4, v4, 10, v3
01b0 v_lshl_or_b32 v2, v2, 31, v4
BB48:
01b2 s_mov_b32 exec_lo, -1
01b3 v_cmpx_gt_i32_e32 s3, v0
01b4 s_mov_b32 s3, exec_lo
01b5 s_cbranch_execz BB54
BB49:
01b6 ds_read_u8 v1, v1 offset:4569
01b8 s_waitcnt lgkmcnt(0)
01b9 v_bfe_u32 v0, v1, 5, 1
01bb v_xor_b32_e32 v1, v1, v0
01bc v_mul_u32_u24_e32 v1, 36, v1
01bd v_add_nc_u32_e32 v3, 0xff0, v1
01bf ds_read2_b32 v[4:5], v3 offset0:114 offset1:115
01c1 ds_read2_b32 v[6:7], v3 offset0:116 offset1:117
01c3 ds_read2_b32 v[8:9], v3 offset0:118 offset1:119
01c5 ds_read_b32 v1, v1 offset:4560
BB54:
01c7 s_mov_b32 exec_lo, vcc_lo
01c8 s_cbranch_execz BB60
BB55:
01c9 exp prim v2, off, off, off done
BB60:
01cb s_waitcnt expcnt(0)
01cc s_mov_b32 exec_lo, s3
01cd s_cbranch_execz BB66
BB61:
01ce s_waitcnt lgkmcnt(0)
01cf exp pos0 v4, v5, v6, v7 done
01d1 exp param0 v8, v9, v1, off
BB66:
01d3 s_endpgm
