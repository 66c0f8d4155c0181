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
0022 s_cbranch_execz BB37
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
0035 s_waitcnt lgkmcnt(3)
0036 v_sub_f32_e32 v3, v4, v8
0037 v_sub_f32_e32 v16, v5, v9
0038 s_mov_b32 s0, exec_lo
0039 s_waitcnt lgkmcnt(2)
003a v_sub_f32_e32 v17, v6, v10
003b s_waitcnt lgkmcnt(1)
003c v_sub_f32_e32 v18, v12, v8
003d v_sub_f32_e32 v19, v13, v9
003e s_waitcnt lgkmcnt(0)
003f v_sub_f32_e32 v22, v14, v10
0040 v_mul_f32_e32 v20, v16, v18
0041 v_mul_f32_e32 v21, v17, v19
0042 v_mul_f32_e32 v23, v3, v22
0043 v_fma_f32 v3, v3, v19, -v20
0045 v_fma_f32 v16, v16, v22, -v21
0047 v_fma_f32 v17, v17, v18, -v23
0049 v_mul_f32_e32 v3, v3, v3
004a v_fmac_f32_e32 v3, v17, v17
004b v_fmac_f32_e32 v3, v16, v16
004c v_sqrt_f32_e32 v3, v3
004d v_cmpx_ngt_f32_e32 s10, v3
004e s_cbranch_execz BB11
BB8:
004f ds_read2_b32 v[16:17], v0 offset0:4 offset1:5
0051 s_bfe_u32 s1, s3, 0x40018
0053 v_mov_b32_e32 v3, 1.0
0054 v_mov_b32_e32 v20, 4
0055 v_mov_b32_e32 v25, 5
0056 s_lshl_b32 s1, s1, 5
0057 v_mbcnt_lo_u32_b32 v0, -1, s1
0059 v_mul_u32_u24_e32 v0, 0x6c, v0
005b v_add_nc_u32_e32 v18, 0x1200, v0
005d v_add_nc_u32_e32 v19, 0x1210, v0
005f v_add_nc_u32_e32 v21, 0x1224, v0
0061 v_add_nc_u32_e32 v22, 0x1234, v0
0063 v_add_nc_u32_e32 v23, 0x1248, v0
0065 v_add_nc_u32_e32 v24, 0x1258, v0
0067 s_waitcnt lgkmcnt(0)
0068 ds_write2_b32 v18, v8, v9 offset1:1
006a ds_write2_b32 v18, v10, v3 offset0:2 offset1:3
006c ds_write2_b32 v19, v11, v16 offset1:1
006e ds_write_b32 v0, v17 offset:4632
0070 ds_write_b8 v0, v20 offset:4640
0072 ds_read2_b32 v[8:9], v2 offset0:4 offset1:5
0074 s_waitcnt lgkmcnt(0)
0075 ds_write2_b32 v21, v4, v5 offset1:1
0077 ds_write2_b32 v21, v6, v3 offset0:2 offset1:3
0079 ds_write2_b32 v22, v7, v8 offset1:1
007b ds_write_b32 v0, v9 offset:4668
007d ds_write_b8 v0, v20 offset:4676
007f ds_read2_b32 v[4:5], v1 offset0:4 offset1:5
0081 s_waitcnt lgkmcnt(0)
0082 ds_write2_b32 v23, v12, v13 offset1:1
0084 ds_write2_b32 v23, v14, v3 offset0:2 offset1:3
0086 ds_write2_b32 v24, v15, v4 offset1:1
0088 ds_write_b32 v0, v5 offset:4704
008a ds_write_b8 v0, v25 offset:4712
008c v_mov_b32_e32 v0, 3
BB11:
008d s_andn2_b32 exec_lo, s0, exec_lo
008e v_mov_b32_e32 v0, 0
BB13:
008f s_mov_b32 exec_lo, s0
0090 v_cmp_gt_i32_e32 vcc_lo, 3, v0
0091 v_cndmask_b32_e32 v1, 0, v0, vcc_lo
0092 v_sub_nc_u32_e32 v0, v0, v1
0093 v_mov_b32_e32 v1, v0
0094 s_inst_prefetch 0x2
BB14:
0095 s_mov_b32 s1, exec_lo
0096 v_cmpx_le_u32_e32 3, v1
BB15:
0097 s_andn2_b32 s1, s1, exec_lo
0098 s_cbranch_scc0 BB23
BB22:
0099 s_mov_b32 exec_lo, s1
009a s_bfe_u32 s1, s3, 0x40018
009c v_mov_b32_e32 v3, 0
009d s_lshl_b32 s1, s1, 5
009e v_mbcnt_lo_u32_b32 v2, -1, s1
00a0 v_mad_u32_u24 v2, 3, v2, v1
00a2 v_mul_lo_u32 v2, 36, v2
00a4 ds_write_b8 v2, v3 offset:4640
00a6 v_add_nc_u32_e32 v1, 1, v1
00a7 s_branch BB14
BB23:
00a8 s_inst_prefetch 0x3
00a9 s_mov_b32 exec_lo, s0
00aa s_bfe_u32 s11, s11, 0x30006
00ac s_bitcmp1_b32 s11, 0
00ad s_cselect_b32 s1, -1, 0
00ae s_cbranch_scc0 BB37
BB24:
00af s_and_b32 s4, -1, exec_lo
00b0 v_subrev_co_ci_u32_e64 v1, s5, 0, 0, vcc_lo
00b2 v_lshl_add_u32 v1, v1, 1, 2
00b4 v_sub_nc_u32_e32 v0, v0, v1
00b5 s_or_saveexec_b32 s7, -1
00b6 v_cndmask_b32_e64 v62, 0, v0, s7
00b8 v_add_nc_u32_dpp v62, v62, v62 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf fi:1
00ba v_add_nc_u32_dpp v62, v62, v62 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf fi:1
00bc v_add_nc_u32_dpp v62, v62, v62 row_half_mirror row_mask:0xf bank_mask:0xf fi:1
00be v_add_nc_u32_dpp v62, v62, v62 row_mirror row_mask:0xf bank_mask:0xf fi:1
00c0 v_permlanex16_b32 v63, v62, 0, 0
00c2 v_add_nc_u32_e32 v62, v63, v62
00c3 s_mov_b32 exec_lo, s7
00c4 s_ff1_i32_b32 s8, exec_lo
00c5 v_readlane_b32 s6, v62, 31
00c7 s_lshl_b32 s8, 1, s8
00c8 s_and_b32 s1, s1, s8
00c9 s_and_b32 exec_lo, s1, exec_lo
00ca s_cbranch_execz BB37
BB25:
00cb s_movk_i32 m0, 0x100
00cc v_mov_b32_e32 v0, s6
00cd v_mov_b32_e32 v1, 16
00ce ds_add_u32 v1, v0 gds
00d0 s_bcnt1_i32_b32 s4, s4
00d1 v_mov_b32_e32 v3, 20
00d2 v_mov_b32_e32 v2, s4
00d3 ds_add_u32 v3, v2 gds
BB37:
00d5 s_waitcnt expcnt(0)
00d6 s_mov_b32 exec_lo, -1
00d7 s_waitcnt lgkmcnt(0)
00d8 s_barrier
00d9 s_bfe_u32 s0, s3, 0x40018
00db s_lshl_b32 s1, s0, 5
00dc s_bfe_u32 s2, s2, 0x9000c
00de v_mbcnt_lo_u32_b32 v0, -1, s1
00e0 v_mul_u32_u24_e32 v1, 36, v0
00e1 v_cmpx_gt_i32_e32 s2, v0
00e2 s_cbranch_execz BB41
BB38:
00e3 ds_read_u8 v2, v1 offset:4640
BB41:
00e5 s_andn2_b32 exec_lo, -1, exec_lo
00e6 v_mov_b32_e32 v2, 0
BB43:
00e7 s_mov_b32 exec_lo, -1
00e8 s_waitcnt lgkmcnt(0)
00e9 v_cmp_ne_i32_e32 vcc_lo, 0, v2
00ea s_mov_b32 exec_lo, 1
00eb s_bcnt1_i32_b32 s4, vcc_lo
BB44:
00ec v_mov_b32_e32 v3, s0
00ed v_mov_b32_e32 v4, s4
00ee ds_write_b8 v3, v4 offset:13792
00f0 s_waitcnt lgkmcnt(0)
00f1 s_barrier
00f2 v_mov_b32_e32 v5, 0
00f3 ds_read_b64 v[4:5], v5 offset:13792
BB49:
00f5 s_mov_b32 exec_lo, -1
00f6 s_mov_b32 s6, 0x1010101
00f8 s_mov_b32 s7, 0x1010101
00fa v_mbcnt_lo_u32_b32 v3, -1, 0
00fc v_mad_i32_i24 v3, v3, -8, 56
00fe v_lshrrev_b64 v[6:7], v3, s[6:7]
0100 s_waitcnt lgkmcnt(0)
0101 v_permlane16_b32 v4, v4, 0, 0
0103 v_permlane16_b32 v5, v5, 0, 0
0105 v_dot4_u32_u8 v4, v4, v6, 0
0107 v_dot4_u32_u8 v5, v5, v7, v4
0109 v_readlane_b32 s1, v5, s0
010b s_sub_i32 s1, s1, s4
010c s_lshr_b32 s3, s3, 28
010d v_mbcnt_lo_u32_b32 v4, vcc_lo, s1
010f s_add_u32 s3, s3, -1
0110 v_readlane_b32 s3, v5, s3
0112 s_cmp_lg_i32 s3, 0
0113 s_cselect_b32 s2, s2, 0
0114 s_cmp_eq_i32 s0, 0
0115 s_cbranch_scc0 BB52
BB50:
0116 s_lshl_b32 s0, s2, 12
0117 s_or_b32 m0, s0, s3
0118 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB52:
0119 s_mov_b32 exec_lo, vcc_lo
011a s_cbranch_execz BB58
BB53:
011b v_mov_b32_sdwa v3, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
011d v_mul_lo_u32 v5, 36, v4
011f ds_write_b8 v5, v3 offset:4641
BB58:
0121 s_mov_b32 exec_lo, -1
0122 s_waitcnt lgkmcnt(0)
0123 s_barrier
0124 v_cmpx_gt_i32_e32 s2, v0
0125 s_mov_b32 vcc_lo, exec_lo
BB59:
0126 v_bfe_u32 v3, v2, 1, 1
0128 v_not_b32_e32 v2, v2
0129 v_sub_nc_u32_e32 v5, v4, v3
012a v_add_lshl_u32 v3, v4, v3, 10
012c v_add_nc_u32_e32 v4, -2, v4
012d v_lshlrev_b32_e32 v5, 20, v5
012e v_add_nc_u32_e32 v3, 0xfffffc00, v3
0130 v_or3_b32 v5, v5, v4, v3
0132 v_lshl_or_b32 v2, v2, 31, v5
BB64:
0134 s_mov_b32 exec_lo, -1
0135 v_cmpx_gt_i32_e32 s3, v0
0136 s_mov_b32 s3, exec_lo
0137 s_cbranch_execz BB70
BB65:
0138 ds_read_u8 v1, v1 offset:4641
013a s_waitcnt lgkmcnt(0)
013b v_mul_u32_u24_e32 v1, 36, v1
013c v_add_nc_u32_e32 v0, 0xff0, v1
013e ds_read2_b32 v[4:5], v0 offset0:132 offset1:133
0140 ds_read2_b32 v[6:7], v0 offset0:134 offset1:135
0142 ds_read2_b32 v[8:9], v0 offset0:136 offset1:137
0144 ds_read_b32 v1, v1 offset:4632
BB70:
0146 s_mov_b32 exec_lo, vcc_lo
0147 s_cbranch_execz BB76
BB71:
0148 exp prim v2, off, off, off done
BB76:
014a s_waitcnt expcnt(0)
014b s_mov_b32 exec_lo, s3
014c s_cbranch_execz BB82
BB77:
014d s_waitcnt lgkmcnt(0)
014e exp pos0 v4, v5, v6, v7 done
0150 exp param0 v8, v9, v1, off
BB82:
0152 s_endpgm
