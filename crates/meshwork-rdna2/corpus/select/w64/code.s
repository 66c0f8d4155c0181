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
0024 s_cbranch_execz BB37
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
0037 s_waitcnt lgkmcnt(3)
0038 v_sub_f32_e32 v3, v4, v8
0039 v_sub_f32_e32 v16, v5, v9
003a s_mov_b64 s[0:1], exec
003b s_waitcnt lgkmcnt(2)
003c v_sub_f32_e32 v17, v6, v10
003d s_waitcnt lgkmcnt(1)
003e v_sub_f32_e32 v18, v12, v8
003f v_sub_f32_e32 v19, v13, v9
0040 s_waitcnt lgkmcnt(0)
0041 v_sub_f32_e32 v22, v14, v10
0042 v_mul_f32_e32 v20, v16, v18
0043 v_mul_f32_e32 v21, v17, v19
0044 v_mul_f32_e32 v23, v3, v22
0045 v_fma_f32 v3, v3, v19, -v20
0047 v_fma_f32 v16, v16, v22, -v21
0049 v_fma_f32 v17, v17, v18, -v23
004b v_mul_f32_e32 v3, v3, v3
004c v_fmac_f32_e32 v3, v17, v17
004d v_fmac_f32_e32 v3, v16, v16
004e v_sqrt_f32_e32 v3, v3
004f v_cmpx_ngt_f32_e32 s10, v3
0050 s_cbranch_execz BB11
BB8:
0051 ds_read2_b32 v[16:17], v0 offset0:4 offset1:5
0053 s_bfe_u32 s4, s3, 0x40018
0055 v_mov_b32_e32 v3, 1.0
0056 v_mov_b32_e32 v20, 4
0057 v_mov_b32_e32 v25, 5
0058 s_lshl_b32 s4, s4, 6
0059 v_mbcnt_lo_u32_b32 v0, -1, s4
005b v_mbcnt_hi_u32_b32 v0, -1, v0
005d v_mul_u32_u24_e32 v0, 0x6c, v0
005f v_add_nc_u32_e32 v18, 0x1200, v0
0061 v_add_nc_u32_e32 v19, 0x1210, v0
0063 v_add_nc_u32_e32 v21, 0x1224, v0
0065 v_add_nc_u32_e32 v22, 0x1234, v0
0067 v_add_nc_u32_e32 v23, 0x1248, v0
0069 v_add_nc_u32_e32 v24, 0x1258, v0
006b s_waitcnt lgkmcnt(0)
006c ds_write2_b32 v18, v8, v9 offset1:1
006e ds_write2_b32 v18, v10, v3 offset0:2 offset1:3
0070 ds_write2_b32 v19, v11, v16 offset1:1
0072 ds_write_b32 v0, v17 offset:4632
0074 ds_write_b8 v0, v20 offset:4640
0076 ds_read2_b32 v[8:9], v2 offset0:4 offset1:5
0078 s_waitcnt lgkmcnt(0)
0079 ds_write2_b32 v21, v4, v5 offset1:1
007b ds_write2_b32 v21, v6, v3 offset0:2 offset1:3
007d ds_write2_b32 v22, v7, v8 offset1:1
007f ds_write_b32 v0, v9 offset:4668
0081 ds_write_b8 v0, v20 offset:4676
0083 ds_read2_b32 v[4:5], v1 offset0:4 offset1:5
0085 s_waitcnt lgkmcnt(0)
0086 ds_write2_b32 v23, v12, v13 offset1:1
0088 ds_write2_b32 v23, v14, v3 offset0:2 offset1:3
008a ds_write2_b32 v24, v15, v4 offset1:1
008c ds_write_b32 v0, v5 offset:4704
008e ds_write_b8 v0, v25 offset:4712
0090 v_mov_b32_e32 v0, 3
BB11:
0091 s_andn2_b64 exec, s[0:1], exec
0092 v_mov_b32_e32 v0, 0
BB13:
0093 s_mov_b64 exec, s[0:1]
0094 v_cmp_gt_i32_e32 vcc, 3, v0
0095 v_cndmask_b32_e32 v1, 0, v0, vcc
0096 v_sub_nc_u32_e32 v0, v0, v1
0097 v_mov_b32_e32 v1, v0
0098 s_inst_prefetch 0x2
BB14:
0099 s_mov_b64 s[4:5], exec
009a v_cmpx_le_u32_e32 3, v1
BB15:
009b s_andn2_b64 s[4:5], s[4:5], exec
009c s_cbranch_scc0 BB23
BB22:
009d s_mov_b64 exec, s[4:5]
009e s_bfe_u32 s4, s3, 0x40018
00a0 v_mov_b32_e32 v3, 0
00a1 s_lshl_b32 s4, s4, 6
00a2 v_mbcnt_lo_u32_b32 v2, -1, s4
00a4 v_mbcnt_hi_u32_b32 v2, -1, v2
00a6 v_mad_u32_u24 v2, 3, v2, v1
00a8 v_mul_lo_u32 v2, 36, v2
00aa ds_write_b8 v2, v3 offset:4640
00ac v_add_nc_u32_e32 v1, 1, v1
00ad s_branch BB14
BB23:
00ae s_inst_prefetch 0x3
00af s_mov_b64 exec, s[0:1]
00b0 s_bfe_u32 s11, s11, 0x30006
00b2 s_bitcmp1_b32 s11, 0
00b3 s_cselect_b64 s[4:5], -1, 0
00b4 s_cbranch_scc0 BB37
BB24:
00b5 s_and_b64 s[6:7], -1, exec
00b6 v_subrev_co_ci_u32_e64 v1, s[8:9], 0, 0, vcc
00b8 v_lshl_add_u32 v1, v1, 1, 2
00ba v_sub_nc_u32_e32 v0, v0, v1
00bb s_or_saveexec_b64 s[10:11], -1
00bc v_cndmask_b32_e64 v62, 0, v0, s[10:11]
00be v_add_nc_u32_dpp v62, v62, v62 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf fi:1
00c0 v_add_nc_u32_dpp v62, v62, v62 quad_perm:[2,3,0,1] row_mask:0xf bank_mask:0xf fi:1
00c2 v_add_nc_u32_dpp v62, v62, v62 row_half_mirror row_mask:0xf bank_mask:0xf fi:1
00c4 v_add_nc_u32_dpp v62, v62, v62 row_mirror row_mask:0xf bank_mask:0xf fi:1
00c6 v_permlanex16_b32 v63, v62, 0, 0
00c8 v_add_nc_u32_e32 v62, v62, v63
00c9 v_readlane_b32 s8, v62, 0
00cb v_add_nc_u32_e32 v62, s8, v62
00cc s_mov_b64 exec, s[10:11]
00cd s_ff1_i32_b64 s9, exec
00ce v_readlane_b32 s8, v62, 63
00d0 s_lshl_b64 s[10:11], 1, s9
00d1 s_and_b64 s[4:5], s[4:5], s[10:11]
00d2 s_and_b64 exec, s[4:5], exec
00d3 s_cbranch_execz BB37
BB25:
00d4 s_movk_i32 m0, 0x100
00d5 v_mov_b32_e32 v0, s8
00d6 v_mov_b32_e32 v1, 16
00d7 ds_add_u32 v1, v0 gds
00d9 s_bcnt1_i32_b64 s4, s[6:7]
00da v_mov_b32_e32 v3, 20
00db v_mov_b32_e32 v2, s4
00dc ds_add_u32 v3, v2 gds
BB37:
00de s_waitcnt expcnt(0)
00df s_mov_b64 exec, -1
00e0 s_waitcnt lgkmcnt(0)
00e1 s_barrier
00e2 s_bfe_u32 s0, s3, 0x40018
00e4 s_lshl_b32 s1, s0, 6
00e5 s_bfe_u32 s2, s2, 0x9000c
00e7 v_mbcnt_lo_u32_b32 v0, -1, s1
00e9 v_mbcnt_hi_u32_b32 v0, -1, v0
00eb v_mul_u32_u24_e32 v1, 36, v0
00ec v_cmpx_gt_i32_e32 s2, v0
00ed s_cbranch_execz BB41
BB38:
00ee ds_read_u8 v2, v1 offset:4640
BB41:
00f0 s_andn2_b64 exec, -1, exec
00f1 v_mov_b32_e32 v2, 0
BB43:
00f2 s_mov_b64 exec, -1
00f3 s_waitcnt lgkmcnt(0)
00f4 v_cmp_ne_i32_e32 vcc, 0, v2
00f5 s_mov_b64 exec, 1
00f6 s_bcnt1_i32_b64 s1, vcc
BB44:
00f7 v_mov_b32_e32 v3, s0
00f8 v_mov_b32_e32 v4, s1
00f9 ds_write_b8 v3, v4 offset:13792
00fb s_waitcnt lgkmcnt(0)
00fc s_barrier
00fd v_mov_b32_e32 v5, 0
00fe ds_read_b32 v5, v5 offset:13792
BB49:
0100 s_mov_b64 exec, -1
0101 v_mbcnt_lo_u32_b32 v3, -1, 0
0103 v_mbcnt_hi_u32_b32 v3, -1, v3
0105 v_mad_i32_i24 v3, v3, -8, 24
0107 s_waitcnt lgkmcnt(0)
0108 v_permlane16_b32 v5, v5, 0, 0
010a v_lshrrev_b32_e64 v3, v3, 0x1010101
010d v_dot4_u32_u8 v5, v5, v3, 0
010f v_readlane_b32 s4, v5, s0
0111 s_sub_i32 s4, s4, s1
0112 s_lshr_b32 s3, s3, 28
0113 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
0115 s_add_u32 s3, s3, -1
0116 v_readlane_b32 s3, v5, s3
0118 v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
011a s_cmp_lg_i32 s3, 0
011b s_cselect_b32 s2, s2, 0
011c s_cmp_eq_i32 s0, 0
011d s_cbranch_scc0 BB52
BB50:
011e s_lshl_b32 s0, s2, 12
011f s_or_b32 m0, s0, s3
0120 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB52:
0121 s_mov_b64 exec, vcc
0122 s_cbranch_execz BB58
BB53:
0123 v_mov_b32_sdwa v3, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
0125 v_mul_lo_u32 v5, 36, v4
0127 ds_write_b8 v5, v3 offset:4641
BB58:
0129 s_mov_b64 exec, -1
012a s_waitcnt lgkmcnt(0)
012b s_barrier
012c v_cmpx_gt_i32_e32 s2, v0
012d s_mov_b64 vcc, exec
BB59:
012e v_bfe_u32 v3, v2, 1, 1
0130 v_not_b32_e32 v2, v2
0131 v_sub_nc_u32_e32 v5, v4, v3
0132 v_add_lshl_u32 v3, v4, v3, 10
0134 v_add_nc_u32_e32 v4, -2, v4
0135 v_lshlrev_b32_e32 v5, 20, v5
0136 v_add_nc_u32_e32 v3, 0xfffffc00, v3
0138 v_or3_b32 v5, v5, v4, v3
013a v_lshl_or_b32 v2, v2, 31, v5
BB64:
013c s_mov_b64 exec, -1
013d v_cmpx_gt_i32_e32 s3, v0
013e s_mov_b64 s[0:1], exec
013f s_cbranch_execz BB70
BB65:
0140 ds_read_u8 v1, v1 offset:4641
0142 s_waitcnt lgkmcnt(0)
0143 v_mul_u32_u24_e32 v1, 36, v1
0144 v_add_nc_u32_e32 v0, 0xff0, v1
0146 ds_read2_b32 v[4:5], v0 offset0:132 offset1:133
0148 ds_read2_b32 v[6:7], v0 offset0:134 offset1:135
014a ds_read2_b32 v[8:9], v0 offset0:136 offset1:137
014c ds_read_b32 v1, v1 offset:4632
BB70:
014e s_mov_b64 exec, vcc
014f s_cbranch_execz BB76
BB71:
0150 exp prim v2, off, off, off done
BB76:
0152 s_waitcnt expcnt(0)
0153 s_mov_b64 exec, s[0:1]
0154 s_cbranch_execz BB82
BB77:
0155 s_waitcnt lgkmcnt(0)
0156 exp pos0 v4, v5, v6, v7 done
0158 exp param0 v8, v9, v1, off
BB82:
015a s_endpgm
