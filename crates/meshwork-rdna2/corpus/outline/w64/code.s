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
000d buffer_load_dwordx3 v[6:8], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[9:11], v5, s[12:15], 0 idxen
0011 s_bfe_u32 s1, s3, 0x40018
0013 s_lshl_b32 s1, s1, 6
0014 v_mbcnt_lo_u32_b32 v12, -1, s1
0016 v_mbcnt_hi_u32_b32 v12, -1, v12
0018 v_mul_u32_u24_e32 v12, 36, v12
0019 s_waitcnt vmcnt(0)
001a ds_write2_b32 v12, v7, v8 offset0:4 offset1:5
001c ds_write2_b32 v12, v9, v10 offset1:1
001e ds_write2_b32 v12, v11, v6 offset0:2 offset1:3
BB6:
0020 s_waitcnt lgkmcnt(0)
0021 s_barrier
0022 s_lshl_b32 s0, s3, 8
0023 s_bfe_u64 exec, -1, s0
0024 s_cbranch_execz BB21
BB7:
0025 v_mad_u32_u16 v2, 36, v4, 0 op_sel:[0,1,0,0]
0027 v_mad_u32_u16 v5, 36, v1, 0 op_sel:[0,1,0,0]
0029 v_mad_u32_u16 v7, 36, v0, 0 op_sel:[0,1,0,0]
002b v_mad_u32_u16 v0, 36, v0, 0
002d ds_read_b32 v3, v2 offset:12
002f ds_read_b32 v6, v5 offset:12
0031 ds_read2_b32 v[8:9], v5 offset0:4 offset1:5
0033 ds_read2_b32 v[10:11], v2 offset0:4 offset1:5
0035 ds_read_b32 v12, v7 offset:12
0037 ds_read2_b32 v[14:15], v7 offset0:4 offset1:5
0039 ds_read2_b32 v[16:17], v0 offset1:1
003b ds_read_b32 v0, v0 offset:8
003d s_bfe_u32 s0, s3, 0x40018
003f v_mov_b32_e32 v18, 1.0
0040 v_mov_b32_e32 v21, 4
0041 v_mad_u32_u16 v1, 36, v1, 0
0043 v_mad_u32_u16 v4, 36, v4, 0
0045 v_mov_b32_e32 v26, 5
0046 s_lshl_b32 s0, s0, 6
0047 s_bfe_u32 s10, s10, 0x30006
0049 v_mbcnt_lo_u32_b32 v13, -1, s0
004b s_bitcmp1_b32 s10, 0
004c s_cselect_b64 s[0:1], -1, 0
004d v_mbcnt_hi_u32_b32 v13, -1, v13
004f s_waitcnt lgkmcnt(3)
0050 v_max3_f32 v6, v6, v3, v12
0052 s_waitcnt lgkmcnt(2)
0053 v_max3_f32 v8, v8, v10, v14
0055 v_max3_f32 v9, v9, v11, v15
0057 v_mul_u32_u24_e32 v13, 0x6c, v13
0059 v_add_nc_u32_e32 v22, 0x1224, v13
005b v_add_nc_u32_e32 v23, 0x1234, v13
005d v_add_nc_u32_e32 v19, 0x1200, v13
005f v_add_nc_u32_e32 v24, 0x1248, v13
0061 v_add_nc_u32_e32 v20, 0x1210, v13
0063 v_add_nc_u32_e32 v25, 0x1258, v13
0065 s_waitcnt lgkmcnt(0)
0066 ds_write2_b32 v19, v16, v17 offset1:1
0068 ds_write2_b32 v19, v0, v18 offset0:2 offset1:3
006a ds_write2_b32 v20, v6, v8 offset1:1
006c ds_write_b32 v13, v9 offset:4632
006e ds_write_b8 v13, v21 offset:4640
0070 ds_read2_b32 v[2:3], v1 offset1:1
0072 ds_read_b32 v1, v1 offset:8
0074 s_waitcnt lgkmcnt(0)
0075 ds_write2_b32 v22, v2, v3 offset1:1
0077 ds_write2_b32 v22, v1, v18 offset0:2 offset1:3
0079 ds_write2_b32 v23, v6, v8 offset1:1
007b ds_write_b32 v13, v9 offset:4668
007d ds_write_b8 v13, v21 offset:4676
007f ds_read2_b32 v[0:1], v4 offset1:1
0081 ds_read_b32 v4, v4 offset:8
0083 s_waitcnt lgkmcnt(0)
0084 ds_write2_b32 v24, v0, v1 offset1:1
0086 ds_write2_b32 v24, v4, v18 offset0:2 offset1:3
0088 ds_write2_b32 v25, v6, v8 offset1:1
008a ds_write_b32 v13, v9 offset:4704
008c ds_write_b8 v13, v26 offset:4712
008e s_cbranch_scc0 BB21
BB8:
008f s_and_b64 s[4:5], -1, exec
0090 s_ff1_i32_b64 s6, exec
0091 s_lshl_b64 s[6:7], 1, s6
0092 s_and_b64 s[0:1], s[0:1], s[6:7]
0093 s_and_saveexec_b64 s[0:1], s[0:1]
0094 s_cbranch_execz BB21
BB9:
0095 s_bcnt1_i32_b64 s4, s[4:5]
0096 s_movk_i32 m0, 0x100
0097 v_mov_b32_e32 v1, 16
0098 v_mov_b32_e32 v0, s4
0099 ds_add_u32 v1, v0 gds
009b v_mov_b32_e32 v2, 20
009c ds_add_u32 v2, v0 gds
BB21:
009e s_waitcnt expcnt(0)
009f s_mov_b64 exec, -1
00a0 s_waitcnt lgkmcnt(0)
00a1 s_barrier
00a2 s_bfe_u32 s0, s3, 0x40018
00a4 s_lshl_b32 s1, s0, 6
00a5 s_bfe_u32 s2, s2, 0x9000c
00a7 v_mbcnt_lo_u32_b32 v0, -1, s1
00a9 v_mbcnt_hi_u32_b32 v0, -1, v0
00ab v_mul_u32_u24_e32 v1, 36, v0
00ac v_cmpx_gt_i32_e32 s2, v0
00ad s_cbranch_execz BB25
BB22:
00ae ds_read_u8 v2, v1 offset:4640
BB25:
00b0 s_andn2_b64 exec, -1, exec
00b1 v_mov_b32_e32 v2, 0
BB27:
00b2 s_mov_b64 exec, -1
00b3 s_waitcnt lgkmcnt(0)
00b4 v_cmp_ne_i32_e32 vcc, 0, v2
00b5 s_mov_b64 exec, 1
00b6 s_bcnt1_i32_b64 s1, vcc
BB28:
00b7 v_mov_b32_e32 v3, s0
00b8 v_mov_b32_e32 v4, s1
00b9 ds_write_b8 v3, v4 offset:11304
00bb s_waitcnt lgkmcnt(0)
00bc s_barrier
00bd v_mov_b32_e32 v5, 0
00be ds_read_b32 v5, v5 offset:11304
BB33:
00c0 s_mov_b64 exec, -1
00c1 v_mbcnt_lo_u32_b32 v3, -1, 0
00c3 v_mbcnt_hi_u32_b32 v3, -1, v3
00c5 v_mad_i32_i24 v3, v3, -8, 24
00c7 s_waitcnt lgkmcnt(0)
00c8 v_permlane16_b32 v5, v5, 0, 0
00ca v_lshrrev_b32_e64 v3, v3, 0x1010101
00cd v_dot4_u32_u8 v5, v5, v3, 0
00cf v_readlane_b32 s4, v5, s0
00d1 s_sub_i32 s4, s4, s1
00d2 s_lshr_b32 s3, s3, 28
00d3 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
00d5 s_add_u32 s3, s3, -1
00d6 v_readlane_b32 s3, v5, s3
00d8 v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
00da s_cmp_lg_i32 s3, 0
00db s_cselect_b32 s2, s2, 0
00dc s_cmp_eq_i32 s0, 0
00dd s_cbranch_scc0 BB36
BB34:
00de s_lshl_b32 s0, s2, 12
00df s_or_b32 m0, s0, s3
00e0 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
00e1 s_mov_b64 exec, vcc
00e2 s_cbranch_execz BB42
BB37:
00e3 v_mov_b32_sdwa v3, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00e5 v_mul_lo_u32 v5, 36, v4
00e7 ds_write_b8 v5, v3 offset:4641
BB42:
00e9 s_mov_b64 exec, -1
00ea s_waitcnt lgkmcnt(0)
00eb s_barrier
00ec v_cmpx_gt_i32_e32 s2, v0
00ed s_mov_b64 vcc, exec
BB43:
00ee v_bfe_u32 v3, v2, 1, 1
00f0 v_not_b32_e32 v2, v2
00f1 v_sub_nc_u32_e32 v5, v4, v3
00f2 v_add_lshl_u32 v3, v4, v3, 10
00f4 v_add_nc_u32_e32 v4, -2, v4
00f5 v_lshlrev_b32_e32 v5, 20, v5
00f6 v_add_nc_u32_e32 v3, 0xfffffc00, v3
00f8 v_or3_b32 v5, v5, v4, v3
00fa v_lshl_or_b32 v2, v2, 31, v5
BB48:
00fc s_mov_b64 exec, -1
00fd v_cmpx_gt_i32_e32 s3, v0
00fe s_mov_b64 s[0:1], exec
00ff s_cbranch_execz BB54
BB49:
0100 ds_read_u8 v1, v1 offset:4641
0102 s_waitcnt lgkmcnt(0)
0103 v_mul_u32_u24_e32 v1, 36, v1
0104 v_add_nc_u32_e32 v0, 0xff0, v1
0106 ds_read2_b32 v[4:5], v0 offset0:132 offset1:133
0108 ds_read2_b32 v[6:7], v0 offset0:134 offset1:135
010a ds_read2_b32 v[8:9], v0 offset0:136 offset1:137
010c ds_read_b32 v1, v1 offset:4632
BB54:
010e s_mov_b64 exec, vcc
010f s_cbranch_execz BB60
BB55:
0110 exp prim v2, off, off, off done
BB60:
0112 s_waitcnt expcnt(0)
0113 s_mov_b64 exec, s[0:1]
0114 s_cbranch_execz BB66
BB61:
0115 s_waitcnt lgkmcnt(0)
0116 exp pos0 v4, v5, v6, v7 done
0118 exp param0 v8, v9, v1, off
BB66:
011a s_endpgm
