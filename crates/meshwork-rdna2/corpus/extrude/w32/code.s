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
0009 s_load_dwordx4 s[12:15], s[8:9], null
000b v_add_nc_u32_e32 v5, s0, v5
000c s_waitcnt lgkmcnt(0)
000d buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[5:7], v5, s[12:15], 0 idxen
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
0023 v_mad_u32_u16 v2, 36, v0, 0 op_sel:[0,1,0,0]
0025 v_mad_u32_u16 v0, 36, v0, 0
0027 v_mad_u32_u16 v1, 36, v1, 0
0029 ds_read2_b32 v[4:5], v2 offset1:1
002b ds_read2_b32 v[6:7], v2 offset0:2 offset1:3
002d ds_read2_b32 v[8:9], v0 offset1:1
002f ds_read2_b32 v[10:11], v0 offset0:2 offset1:3
0031 ds_read2_b32 v[12:13], v1 offset1:1
0033 ds_read2_b32 v[14:15], v1 offset0:2 offset1:3
0035 ds_read2_b32 v[16:17], v0 offset0:4 offset1:5
0037 s_bfe_u32 s0, s3, 0x40018
0039 v_mov_b32_e32 v19, 1.0
003a v_mov_b32_e32 v22, 4
003b s_lshl_b32 s0, s0, 5
003c v_mbcnt_lo_u32_b32 v3, -1, s0
003e v_mul_u32_u24_e32 v3, 6, v3
003f v_add_nc_u32_e32 v27, 2, v3
0040 v_add_nc_u32_e32 v23, 1, v3
0041 s_waitcnt lgkmcnt(4)
0042 v_add_f32_e32 v29, v8, v4
0043 v_bfe_u32 v18, v3, 5, 1
0045 s_waitcnt lgkmcnt(3)
0046 v_add_f32_e32 v30, v10, v6
0047 v_add_f32_e32 v31, v9, v5
0048 v_bfe_u32 v28, v27, 5, 1
004a v_bfe_u32 v24, v23, 5, 1
004c v_xor_b32_e32 v18, v3, v18
004d s_waitcnt lgkmcnt(1)
004e v_add_f32_e32 v30, v30, v14
004f v_xor_b32_e32 v27, v27, v28
0050 v_xor_b32_e32 v23, v23, v24
0051 v_mul_u32_u24_e32 v18, 36, v18
0052 v_mul_u32_u24_e32 v23, 36, v23
0053 v_add_nc_u32_e32 v21, 0x11c8, v18
0055 v_add_nc_u32_e32 v20, 0x11b8, v18
0057 v_add_nc_u32_e32 v25, 0x11b8, v23
0059 v_add_nc_u32_e32 v26, 0x11c8, v23
005b s_waitcnt lgkmcnt(0)
005c ds_write2_b32 v20, v8, v9 offset1:1
005e ds_write2_b32 v20, v10, v19 offset0:2 offset1:3
0060 ds_write2_b32 v21, v11, v16 offset1:1
0062 ds_write_b32 v18, v17 offset:4560
0064 ds_write_b8 v18, v22 offset:4568
0066 ds_read2_b32 v[20:21], v2 offset0:4 offset1:5
0068 v_add_f32_e32 v29, v29, v12
0069 v_add_f32_e32 v31, v31, v13
006a ds_write2_b32 v25, v4, v5 offset1:1
006c ds_write2_b32 v25, v6, v19 offset0:2 offset1:3
006e v_mul_u32_u24_e32 v27, 36, v27
006f v_mov_b32_e32 v34, 5
0070 v_mul_f32_e32 v30, 0x3e2aaaab, v30
0072 v_add_nc_u32_e32 v35, 3, v3
0073 v_mul_f32_e32 v11, 0.5, v11
0074 v_mul_f32_e32 v16, 0.5, v16
0075 v_mul_f32_e32 v17, 0.5, v17
0076 v_mul_f32_e32 v29, 0x3e2aaaab, v29
0078 v_mul_f32_e32 v31, 0x3e2aaaab, v31
007a v_add_nc_u32_e32 v33, 0x11c8, v27
007c v_add_nc_u32_e32 v32, 0x11b8, v27
007e v_add_nc_u32_e32 v39, 4, v3
007f v_fma_f32 v6, v6, 0.5, v30
0081 v_fma_f32 v10, v10, 0.5, v30
0083 v_bfe_u32 v36, v35, 5, 1
0085 v_add_nc_u32_e32 v3, 5, v3
0086 v_fma_f32 v4, v4, 0.5, v29
0088 v_fma_f32 v8, v8, 0.5, v29
008a v_fma_f32 v9, v9, 0.5, v31
008c v_fma_f32 v5, v5, 0.5, v31
008e v_bfe_u32 v40, v39, 5, 1
0090 v_xor_b32_e32 v35, v35, v36
0091 v_bfe_u32 v43, v3, 5, 1
0093 v_xor_b32_e32 v39, v39, v40
0094 v_mul_u32_u24_e32 v35, 36, v35
0095 v_mul_u32_u24_e32 v39, 36, v39
0096 v_add_nc_u32_e32 v38, 0x11c8, v35
0098 v_add_nc_u32_e32 v37, 0x11b8, v35
009a v_add_nc_u32_e32 v42, 0x11c8, v39
009c v_add_nc_u32_e32 v41, 0x11b8, v39
009e s_waitcnt lgkmcnt(2)
009f ds_write2_b32 v26, v7, v20 offset1:1
00a1 ds_write_b32 v23, v21 offset:4560
00a3 ds_write_b8 v23, v22 offset:4568
00a5 ds_read2_b32 v[0:1], v1 offset0:4 offset1:5
00a7 v_mul_f32_e32 v7, 0.5, v7
00a8 v_mul_f32_e32 v20, 0.5, v20
00a9 v_mul_f32_e32 v21, 0.5, v21
00aa v_fmac_f32_e32 v29, 0.5, v12
00ab v_fmac_f32_e32 v31, 0.5, v13
00ac v_fmac_f32_e32 v30, 0.5, v14
00ad v_xor_b32_e32 v3, v3, v43
00ae s_bfe_u32 s10, s10, 0x30006
00b0 s_bitcmp1_b32 s10, 0
00b1 v_mul_u32_u24_e32 v3, 36, v3
00b2 s_cselect_b32 s1, -1, 0
00b3 v_add_nc_u32_e32 v44, 0x11b8, v3
00b5 v_add_nc_u32_e32 v45, 0x11c8, v3
00b7 s_waitcnt lgkmcnt(0)
00b8 ds_write2_b32 v32, v12, v13 offset1:1
00ba ds_write2_b32 v32, v14, v19 offset0:2 offset1:3
00bc ds_write2_b32 v33, v15, v0 offset1:1
00be ds_write_b32 v27, v1 offset:4560
00c0 ds_write_b8 v27, v34 offset:4568
00c2 ds_write2_b32 v37, v8, v9 offset1:1
00c4 ds_write2_b32 v37, v10, v19 offset0:2 offset1:3
00c6 ds_write2_b32 v38, v11, v16 offset1:1
00c8 ds_write_b32 v35, v17 offset:4560
00ca ds_write_b8 v35, v22 offset:4568
00cc ds_write2_b32 v41, v4, v5 offset1:1
00ce ds_write2_b32 v41, v6, v19 offset0:2 offset1:3
00d0 ds_write2_b32 v42, v7, v20 offset1:1
00d2 ds_write_b32 v39, v21 offset:4560
00d4 ds_write_b8 v39, v22 offset:4568
00d6 ds_write2_b32 v44, v29, v31 offset1:1
00d8 ds_write2_b32 v44, v30, v19 offset0:2 offset1:3
00da v_mul_f32_e32 v15, 0.5, v15
00db v_mul_f32_e32 v0, 0.5, v0
00dc v_mul_f32_e32 v1, 0.5, v1
00dd ds_write2_b32 v45, v15, v0 offset1:1
00df ds_write_b32 v3, v1 offset:4560
00e1 ds_write_b8 v3, v34 offset:4568
00e3 s_cbranch_scc0 BB21
BB8:
00e4 s_and_b32 s0, -1, exec_lo
00e5 s_ff1_i32_b32 s4, exec_lo
00e6 s_lshl_b32 s4, 1, s4
00e7 s_and_b32 s1, s1, s4
00e8 s_and_saveexec_b32 s1, s1
00e9 s_cbranch_execz BB21
BB9:
00ea s_bcnt1_i32_b32 s0, s0
00eb s_movk_i32 m0, 0x100
00ec v_mov_b32_e32 v1, 16
00ed s_lshl_b32 s4, s0, 1
00ee v_mov_b32_e32 v0, s4
00ef ds_add_u32 v1, v0 gds
00f1 v_mov_b32_e32 v3, 20
00f2 v_mov_b32_e32 v2, s0
00f3 ds_add_u32 v3, v2 gds
BB21:
00f5 s_waitcnt expcnt(0)
00f6 s_mov_b32 exec_lo, -1
00f7 s_waitcnt lgkmcnt(0)
00f8 s_barrier
00f9 s_bfe_u32 s0, s3, 0x40018
00fb s_lshl_b32 s1, s0, 5
00fc s_bfe_u32 s2, s2, 0x9000c
00fe v_mbcnt_lo_u32_b32 v0, -1, s1
0100 v_bfe_u32 v1, v0, 5, 1
0102 v_xor_b32_e32 v1, v0, v1
0103 v_mul_u32_u24_e32 v1, 36, v1
0104 v_cmpx_gt_i32_e32 s2, v0
0105 s_cbranch_execz BB25
BB22:
0106 ds_read_u8 v2, v1 offset:4568
BB25:
0108 s_andn2_b32 exec_lo, -1, exec_lo
0109 v_mov_b32_e32 v2, 0
BB27:
010a s_mov_b32 exec_lo, -1
010b s_waitcnt lgkmcnt(0)
010c v_cmp_ne_i32_e32 vcc_lo, 0, v2
010d s_mov_b32 exec_lo, 1
010e s_bcnt1_i32_b32 s1, vcc_lo
BB28:
010f v_mov_b32_e32 v3, s0
0110 v_mov_b32_e32 v4, s1
0111 ds_write_b8 v3, v4 offset:13608
0113 s_waitcnt lgkmcnt(0)
0114 s_barrier
0115 v_mov_b32_e32 v5, 0
0116 ds_read_b64 v[4:5], v5 offset:13608
BB33:
0118 s_mov_b32 exec_lo, -1
0119 s_mov_b32 s4, 0x1010101
011b s_mov_b32 s5, 0x1010101
011d v_mbcnt_lo_u32_b32 v3, -1, 0
011f v_mad_i32_i24 v3, v3, -8, 56
0121 v_lshrrev_b64 v[6:7], v3, s[4:5]
0123 s_waitcnt lgkmcnt(0)
0124 v_permlane16_b32 v4, v4, 0, 0
0126 v_permlane16_b32 v5, v5, 0, 0
0128 v_dot4_u32_u8 v4, v4, v6, 0
012a v_dot4_u32_u8 v5, v5, v7, v4
012c v_readlane_b32 s4, v5, s0
012e s_sub_i32 s4, s4, s1
012f s_lshr_b32 s3, s3, 28
0130 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
0132 s_add_u32 s3, s3, -1
0133 v_readlane_b32 s3, v5, s3
0135 s_cmp_lg_i32 s3, 0
0136 s_cselect_b32 s2, s2, 0
0137 s_cmp_eq_i32 s0, 0
0138 s_cbranch_scc0 BB36
BB34:
0139 s_lshl_b32 s0, s2, 12
013a s_or_b32 m0, s0, s3
013b s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
013c s_mov_b32 exec_lo, vcc_lo
013d s_cbranch_execz BB42
BB37:
013e v_bfe_u32 v3, v4, 5, 1
0140 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0142 v_xor_b32_e32 v3, v4, v3
0143 v_mul_lo_u32 v3, 36, v3
0145 ds_write_b8 v3, v5 offset:4569
BB42:
0147 s_mov_b32 exec_lo, -1
0148 s_waitcnt lgkmcnt(0)
0149 s_barrier
014a v_cmpx_gt_i32_e32 s2, v0
014b s_mov_b32 vcc_lo, exec_lo
BB43:
014c v_bfe_u32 v3, v2, 1, 1
014e v_not_b32_e32 v2, v2
014f v_sub_nc_u32_e32 v5, v4, v3
0150 v_add_lshl_u32 v3, v4, v3, 10
0152 v_add_nc_u32_e32 v4, -2, v4
0153 v_lshlrev_b32_e32 v5, 20, v5
0154 v_add_nc_u32_e32 v3, 0xfffffc00, v3
0156 v_or3_b32 v5, v5, v4, v3
0158 v_lshl_or_b32 v2, v2, 31, v5
BB48:
015a s_mov_b32 exec_lo, -1
015b v_cmpx_gt_i32_e32 s3, v0
015c s_mov_b32 s3, exec_lo
015d s_cbranch_execz BB54
BB49:
015e ds_read_u8 v1, v1 offset:4569
0160 s_waitcnt lgkmcnt(0)
0161 v_bfe_u32 v0, v1, 5, 1
0163 v_xor_b32_e32 v1, v1, v0
0164 v_mul_u32_u24_e32 v1, 36, v1
0165 v_add_nc_u32_e32 v3, 0xff0, v1
0167 ds_read2_b32 v[4:5], v3 offset0:114 offset1:115
0169 ds_read2_b32 v[6:7], v3 offset0:116 offset1:117
016b ds_read2_b32 v[8:9], v3 offset0:118 offset1:119
016d ds_read_b32 v1, v1 offset:4560
BB54:
016f s_mov_b32 exec_lo, vcc_lo
0170 s_cbranch_execz BB60
BB55:
0171 exp prim v2, off, off, off done
BB60:
0173 s_waitcnt expcnt(0)
0174 s_mov_b32 exec_lo, s3
0175 s_cbranch_execz BB66
BB61:
0176 s_waitcnt lgkmcnt(0)
0177 exp pos0 v4, v5, v6, v7 done
0179 exp param0 v8, v9, v1, off
BB66:
017b s_endpgm
