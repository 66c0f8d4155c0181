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
0009 s_load_dwordx4 s[12:15], s[8:9], null
000b v_add_nc_u32_e32 v5, s0, v5
000c s_waitcnt lgkmcnt(0)
000d buffer_load_dwordx3 v[2:4], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[5:7], v5, s[12:15], 0 idxen
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
0025 v_mad_u32_u16 v2, 36, v0, 0 op_sel:[0,1,0,0]
0027 v_mad_u32_u16 v0, 36, v0, 0
0029 v_mad_u32_u16 v1, 36, v1, 0
002b ds_read2_b32 v[4:5], v2 offset1:1
002d ds_read2_b32 v[6:7], v2 offset0:2 offset1:3
002f ds_read2_b32 v[8:9], v0 offset1:1
0031 ds_read2_b32 v[10:11], v0 offset0:2 offset1:3
0033 ds_read2_b32 v[12:13], v1 offset1:1
0035 ds_read2_b32 v[14:15], v1 offset0:2 offset1:3
0037 ds_read2_b32 v[16:17], v0 offset0:4 offset1:5
0039 s_bfe_u32 s0, s3, 0x40018
003b v_mov_b32_e32 v19, 1.0
003c v_mov_b32_e32 v22, 4
003d s_lshl_b32 s0, s0, 6
003e v_mbcnt_lo_u32_b32 v3, -1, s0
0040 v_mbcnt_hi_u32_b32 v3, -1, v3
0042 v_mul_u32_u24_e32 v3, 6, v3
0043 v_add_nc_u32_e32 v27, 2, v3
0044 s_waitcnt lgkmcnt(4)
0045 v_add_f32_e32 v29, v8, v4
0046 s_waitcnt lgkmcnt(3)
0047 v_add_f32_e32 v30, v10, v6
0048 v_add_nc_u32_e32 v23, 1, v3
0049 v_bfe_u32 v18, v3, 5, 1
004b v_add_f32_e32 v31, v9, v5
004c v_bfe_u32 v28, v27, 5, 1
004e s_waitcnt lgkmcnt(1)
004f v_add_f32_e32 v30, v30, v14
0050 v_bfe_u32 v24, v23, 5, 1
0052 v_xor_b32_e32 v18, v3, v18
0053 v_xor_b32_e32 v23, v23, v24
0054 v_mul_u32_u24_e32 v18, 36, v18
0055 v_mul_u32_u24_e32 v23, 36, v23
0056 v_add_nc_u32_e32 v20, 0x11b8, v18
0058 v_add_nc_u32_e32 v21, 0x11c8, v18
005a v_add_nc_u32_e32 v26, 0x11c8, v23
005c v_add_nc_u32_e32 v25, 0x11b8, v23
005e s_waitcnt lgkmcnt(0)
005f ds_write2_b32 v20, v8, v9 offset1:1
0061 ds_write2_b32 v20, v10, v19 offset0:2 offset1:3
0063 ds_write2_b32 v21, v11, v16 offset1:1
0065 ds_write_b32 v18, v17 offset:4560
0067 ds_write_b8 v18, v22 offset:4568
0069 ds_read2_b32 v[20:21], v2 offset0:4 offset1:5
006b v_add_f32_e32 v29, v29, v12
006c v_add_f32_e32 v31, v31, v13
006d ds_write2_b32 v25, v4, v5 offset1:1
006f ds_write2_b32 v25, v6, v19 offset0:2 offset1:3
0071 v_xor_b32_e32 v27, v27, v28
0072 v_mov_b32_e32 v34, 5
0073 v_mul_f32_e32 v30, 0x3e2aaaab, v30
0075 v_add_nc_u32_e32 v35, 3, v3
0076 v_mul_f32_e32 v11, 0.5, v11
0077 v_mul_f32_e32 v16, 0.5, v16
0078 v_mul_f32_e32 v29, 0x3e2aaaab, v29
007a v_mul_f32_e32 v31, 0x3e2aaaab, v31
007c v_mul_f32_e32 v17, 0.5, v17
007d v_mul_u32_u24_e32 v27, 36, v27
007e v_add_nc_u32_e32 v39, 4, v3
007f v_fma_f32 v6, v6, 0.5, v30
0081 v_fma_f32 v10, v10, 0.5, v30
0083 v_bfe_u32 v36, v35, 5, 1
0085 v_fma_f32 v4, v4, 0.5, v29
0087 v_fma_f32 v8, v8, 0.5, v29
0089 v_fma_f32 v9, v9, 0.5, v31
008b v_fma_f32 v5, v5, 0.5, v31
008d v_add_nc_u32_e32 v32, 0x11b8, v27
008f v_add_nc_u32_e32 v33, 0x11c8, v27
0091 v_bfe_u32 v40, v39, 5, 1
0093 v_xor_b32_e32 v35, v35, v36
0094 v_xor_b32_e32 v39, v39, v40
0095 v_mul_u32_u24_e32 v35, 36, v35
0096 v_mul_u32_u24_e32 v39, 36, v39
0097 v_add_nc_u32_e32 v37, 0x11b8, v35
0099 v_add_nc_u32_e32 v38, 0x11c8, v35
009b v_add_nc_u32_e32 v41, 0x11b8, v39
009d s_waitcnt lgkmcnt(2)
009e ds_write2_b32 v26, v7, v20 offset1:1
00a0 ds_write_b32 v23, v21 offset:4560
00a2 ds_write_b8 v23, v22 offset:4568
00a4 ds_read2_b32 v[0:1], v1 offset0:4 offset1:5
00a6 ds_write2_b32 v32, v12, v13 offset1:1
00a8 ds_write2_b32 v32, v14, v19 offset0:2 offset1:3
00aa v_mul_f32_e32 v7, 0.5, v7
00ab v_mul_f32_e32 v20, 0.5, v20
00ac v_mul_f32_e32 v21, 0.5, v21
00ad v_fmac_f32_e32 v29, 0.5, v12
00ae v_fmac_f32_e32 v31, 0.5, v13
00af v_fmac_f32_e32 v30, 0.5, v14
00b0 v_add_nc_u32_e32 v3, 5, v3
00b1 v_add_nc_u32_e32 v42, 0x11c8, v39
00b3 s_bfe_u32 s10, s10, 0x30006
00b5 s_bitcmp1_b32 s10, 0
00b6 v_bfe_u32 v43, v3, 5, 1
00b8 s_cselect_b64 s[0:1], -1, 0
00b9 v_xor_b32_e32 v3, v3, v43
00ba v_mul_u32_u24_e32 v3, 36, v3
00bb v_add_nc_u32_e32 v45, 0x11c8, v3
00bd v_add_nc_u32_e32 v44, 0x11b8, v3
00bf s_waitcnt lgkmcnt(2)
00c0 ds_write2_b32 v33, v15, v0 offset1:1
00c2 ds_write_b32 v27, v1 offset:4560
00c4 ds_write_b8 v27, v34 offset:4568
00c6 ds_write2_b32 v37, v8, v9 offset1:1
00c8 ds_write2_b32 v37, v10, v19 offset0:2 offset1:3
00ca ds_write2_b32 v38, v11, v16 offset1:1
00cc ds_write_b32 v35, v17 offset:4560
00ce ds_write_b8 v35, v22 offset:4568
00d0 ds_write2_b32 v41, v4, v5 offset1:1
00d2 ds_write2_b32 v41, v6, v19 offset0:2 offset1:3
00d4 ds_write2_b32 v42, v7, v20 offset1:1
00d6 ds_write_b32 v39, v21 offset:4560
00d8 ds_write_b8 v39, v22 offset:4568
00da ds_write2_b32 v44, v29, v31 offset1:1
00dc ds_write2_b32 v44, v30, v19 offset0:2 offset1:3
00de v_mul_f32_e32 v15, 0.5, v15
00df v_mul_f32_e32 v0, 0.5, v0
00e0 v_mul_f32_e32 v1, 0.5, v1
00e1 ds_write2_b32 v45, v15, v0 offset1:1
00e3 ds_write_b32 v3, v1 offset:4560
00e5 ds_write_b8 v3, v34 offset:4568
00e7 s_cbranch_scc0 BB21
BB8:
00e8 s_and_b64 s[4:5], -1, exec
00e9 s_ff1_i32_b64 s6, exec
00ea s_lshl_b64 s[6:7], 1, s6
00eb s_and_b64 s[0:1], s[0:1], s[6:7]
00ec s_and_saveexec_b64 s[0:1], s[0:1]
00ed s_cbranch_execz BB21
BB9:
00ee s_bcnt1_i32_b64 s4, s[4:5]
00ef s_movk_i32 m0, 0x100
00f0 v_mov_b32_e32 v1, 16
00f1 s_lshl_b32 s5, s4, 1
00f2 v_mov_b32_e32 v0, s5
00f3 ds_add_u32 v1, v0 gds
00f5 v_mov_b32_e32 v3, 20
00f6 v_mov_b32_e32 v2, s4
00f7 ds_add_u32 v3, v2 gds
BB21:
00f9 s_waitcnt expcnt(0)
00fa s_mov_b64 exec, -1
00fb s_waitcnt lgkmcnt(0)
00fc s_barrier
00fd s_bfe_u32 s0, s3, 0x40018
00ff s_lshl_b32 s1, s0, 6
0100 s_bfe_u32 s2, s2, 0x9000c
0102 v_mbcnt_lo_u32_b32 v0, -1, s1
0104 v_mbcnt_hi_u32_b32 v0, -1, v0
0106 v_bfe_u32 v1, v0, 5, 1
0108 v_xor_b32_e32 v1, v0, v1
0109 v_mul_u32_u24_e32 v1, 36, v1
010a v_cmpx_gt_i32_e32 s2, v0
010b s_cbranch_execz BB25
BB22:
010c ds_read_u8 v2, v1 offset:4568
BB25:
010e s_andn2_b64 exec, -1, exec
010f v_mov_b32_e32 v2, 0
BB27:
0110 s_mov_b64 exec, -1
0111 s_waitcnt lgkmcnt(0)
0112 v_cmp_ne_i32_e32 vcc, 0, v2
0113 s_mov_b64 exec, 1
0114 s_bcnt1_i32_b64 s1, vcc
BB28:
0115 v_mov_b32_e32 v3, s0
0116 v_mov_b32_e32 v4, s1
0117 ds_write_b8 v3, v4 offset:13608
0119 s_waitcnt lgkmcnt(0)
011a s_barrier
011b v_mov_b32_e32 v5, 0
011c ds_read_b32 v5, v5 offset:13608
BB33:
011e s_mov_b64 exec, -1
011f v_mbcnt_lo_u32_b32 v3, -1, 0
0121 v_mbcnt_hi_u32_b32 v3, -1, v3
0123 v_mad_i32_i24 v3, v3, -8, 24
0125 s_waitcnt lgkmcnt(0)
0126 v_permlane16_b32 v5, v5, 0, 0
0128 v_lshrrev_b32_e64 v3, v3, 0x1010101
012b v_dot4_u32_u8 v5, v5, v3, 0
012d v_readlane_b32 s4, v5, s0
012f s_sub_i32 s4, s4, s1
0130 s_lshr_b32 s3, s3, 28
0131 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
0133 s_add_u32 s3, s3, -1
0134 v_readlane_b32 s3, v5, s3
0136 v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
0138 s_cmp_lg_i32 s3, 0
0139 s_cselect_b32 s2, s2, 0
013a s_cmp_eq_i32 s0, 0
013b s_cbranch_scc0 BB36
BB34:
013c s_lshl_b32 s0, s2, 12
013d s_or_b32 m0, s0, s3
013e s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
013f s_mov_b64 exec, vcc
0140 s_cbranch_execz BB42
BB37:
0141 v_bfe_u32 v3, v4, 5, 1
0143 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0145 v_xor_b32_e32 v3, v4, v3
0146 v_mul_lo_u32 v3, 36, v3
0148 ds_write_b8 v3, v5 offset:4569
BB42:
014a s_mov_b64 exec, -1
014b s_waitcnt lgkmcnt(0)
014c s_barrier
014d v_cmpx_gt_i32_e32 s2, v0
014e s_mov_b64 vcc, exec
BB43:
014f v_bfe_u32 v3, v2, 1, 1
0151 v_not_b32_e32 v2, v2
0152 v_sub_nc_u32_e32 v5, v4, v3
0153 v_add_lshl_u32 v3, v4, v3, 10
0155 v_add_nc_u32_e32 v4, -2, v4
0156 v_lshlrev_b32_e32 v5, 20, v5
0157 v_add_nc_u32_e32 v3, 0xfffffc00, v3
0159 v_or3_b32 v5, v5, v4, v3
015b v_lshl_or_b32 v2, v2, 31, v5
BB48:
015d s_mov_b64 exec, -1
015e v_cmpx_gt_i32_e32 s3, v0
015f s_mov_b64 s[0:1], exec
0160 s_cbranch_execz BB54
BB49:
0161 ds_read_u8 v1, v1 offset:4569
0163 s_waitcnt lgkmcnt(0)
0164 v_bfe_u32 v0, v1, 5, 1
0166 v_xor_b32_e32 v1, v1, v0
0167 v_mul_u32_u24_e32 v1, 36, v1
0168 v_add_nc_u32_e32 v3, 0xff0, v1
016a ds_read2_b32 v[4:5], v3 offset0:114 offset1:115
016c ds_read2_b32 v[6:7], v3 offset0:116 offset1:117
016e ds_read2_b32 v[8:9], v3 offset0:118 offset1:119
0170 ds_read_b32 v1, v1 offset:4560
BB54:
0172 s_mov_b64 exec, vcc
0173 s_cbranch_execz BB60
BB55:
0174 exp prim v2, off, off, off done
BB60:
0176 s_waitcnt expcnt(0)
0177 s_mov_b64 exec, s[0:1]
0178 s_cbranch_execz BB66
BB61:
0179 s_waitcnt lgkmcnt(0)
017a exp pos0 v4, v5, v6, v7 done
017c exp param0 v8, v9, v1, off
BB66:
017e s_endpgm
