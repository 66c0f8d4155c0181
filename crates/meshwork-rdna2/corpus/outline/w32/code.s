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
000d buffer_load_dwordx3 v[6:8], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[9:11], v5, s[12:15], 0 idxen
0011 s_bfe_u32 s1, s3, 0x40018
0013 s_lshl_b32 s1, s1, 5
0014 v_mbcnt_lo_u32_b32 v12, -1, s1
0016 v_mul_u32_u24_e32 v12, 36, v12
0017 s_waitcnt vmcnt(0)
0018 ds_write2_b32 v12, v7, v8 offset0:4 offset1:5
001a ds_write2_b32 v12, v9, v10 offset1:1
001c ds_write2_b32 v12, v11, v6 offset0:2 offset1:3
BB6:
001e s_waitcnt lgkmcnt(0)
001f s_barrier
0020 s_lshl_b32 s0, s3, 8
0021 s_bfe_u32 exec_lo, -1, s0
0022 s_cbranch_execz BB21
BB7:
0023 v_mad_u32_u16 v2, 36, v4, 0 op_sel:[0,1,0,0]
0025 v_mad_u32_u16 v5, 36, v1, 0 op_sel:[0,1,0,0]
0027 v_mad_u32_u16 v7, 36, v0, 0 op_sel:[0,1,0,0]
0029 v_mad_u32_u16 v0, 36, v0, 0
002b ds_read_b32 v3, v2 offset:12
002d ds_read_b32 v6, v5 offset:12
002f ds_read2_b32 v[8:9], v5 offset0:4 offset1:5
0031 ds_read2_b32 v[10:11], v2 offset0:4 offset1:5
0033 ds_read_b32 v12, v7 offset:12
0035 ds_read2_b32 v[14:15], v7 offset0:4 offset1:5
0037 ds_read2_b32 v[16:17], v0 offset1:1
0039 ds_read_b32 v0, v0 offset:8
003b s_bfe_u32 s0, s3, 0x40018
003d v_mov_b32_e32 v18, 1.0
003e v_mov_b32_e32 v21, 4
003f v_mad_u32_u16 v1, 36, v1, 0
0041 v_mad_u32_u16 v4, 36, v4, 0
0043 v_mov_b32_e32 v26, 5
0044 s_lshl_b32 s0, s0, 5
0045 s_bfe_u32 s10, s10, 0x30006
0047 v_mbcnt_lo_u32_b32 v13, -1, s0
0049 s_bitcmp1_b32 s10, 0
004a s_cselect_b32 s1, -1, 0
004b v_mul_u32_u24_e32 v13, 0x6c, v13
004d s_waitcnt lgkmcnt(3)
004e v_max3_f32 v6, v6, v3, v12
0050 s_waitcnt lgkmcnt(2)
0051 v_max3_f32 v8, v8, v10, v14
0053 v_max3_f32 v9, v9, v11, v15
0055 v_add_nc_u32_e32 v19, 0x1200, v13
0057 v_add_nc_u32_e32 v22, 0x1224, v13
0059 v_add_nc_u32_e32 v23, 0x1234, v13
005b v_add_nc_u32_e32 v20, 0x1210, v13
005d v_add_nc_u32_e32 v24, 0x1248, v13
005f v_add_nc_u32_e32 v25, 0x1258, v13
0061 s_waitcnt lgkmcnt(0)
0062 ds_write2_b32 v19, v16, v17 offset1:1
0064 ds_write2_b32 v19, v0, v18 offset0:2 offset1:3
0066 ds_write2_b32 v20, v6, v8 offset1:1
0068 ds_write_b32 v13, v9 offset:4632
006a ds_write_b8 v13, v21 offset:4640
006c ds_read2_b32 v[2:3], v1 offset1:1
006e ds_read_b32 v1, v1 offset:8
0070 s_waitcnt lgkmcnt(0)
0071 ds_write2_b32 v22, v2, v3 offset1:1
0073 ds_write2_b32 v22, v1, v18 offset0:2 offset1:3
0075 ds_write2_b32 v23, v6, v8 offset1:1
0077 ds_write_b32 v13, v9 offset:4668
0079 ds_write_b8 v13, v21 offset:4676
007b ds_read2_b32 v[0:1], v4 offset1:1
007d ds_read_b32 v4, v4 offset:8
007f s_waitcnt lgkmcnt(0)
0080 ds_write2_b32 v24, v0, v1 offset1:1
0082 ds_write2_b32 v24, v4, v18 offset0:2 offset1:3
0084 ds_write2_b32 v25, v6, v8 offset1:1
0086 ds_write_b32 v13, v9 offset:4704
0088 ds_write_b8 v13, v26 offset:4712
008a s_cbranch_scc0 BB21
BB8:
008b s_and_b32 s0, -1, exec_lo
008c s_ff1_i32_b32 s4, exec_lo
008d s_lshl_b32 s4, 1, s4
008e s_and_b32 s1, s1, s4
008f s_and_saveexec_b32 s1, s1
0090 s_cbranch_execz BB21
BB9:
0091 s_bcnt1_i32_b32 s0, s0
0092 s_movk_i32 m0, 0x100
0093 v_mov_b32_e32 v1, 16
0094 v_mov_b32_e32 v0, s0
0095 ds_add_u32 v1, v0 gds
0097 v_mov_b32_e32 v2, 20
0098 ds_add_u32 v2, v0 gds
BB21:
009a s_waitcnt expcnt(0)
009b s_mov_b32 exec_lo, -1
009c s_waitcnt lgkmcnt(0)
009d s_barrier
009e s_bfe_u32 s0, s3, 0x40018
00a0 s_lshl_b32 s1, s0, 5
00a1 s_bfe_u32 s2, s2, 0x9000c
00a3 v_mbcnt_lo_u32_b32 v0, -1, s1
00a5 v_mul_u32_u24_e32 v1, 36, v0
00a6 v_cmpx_gt_i32_e32 s2, v0
00a7 s_cbranch_execz BB25
BB22:
00a8 ds_read_u8 v2, v1 offset:4640
BB25:
00aa s_andn2_b32 exec_lo, -1, exec_lo
00ab v_mov_b32_e32 v2, 0
BB27:
00ac s_mov_b32 exec_lo, -1
00ad s_waitcnt lgkmcnt(0)
00ae v_cmp_ne_i32_e32 vcc_lo, 0, v2
00af s_mov_b32 exec_lo, 1
00b0 s_bcnt1_i32_b32 s4, vcc_lo
BB28:
00b1 v_mov_b32_e32 v3, s0
00b2 v_mov_b32_e32 v4, s4
00b3 ds_write_b8 v3, v4 offset:11304
00b5 s_waitcnt lgkmcnt(0)
00b6 s_barrier
00b7 v_mov_b32_e32 v5, 0
00b8 ds_read_b64 v[4:5], v5 offset:11304
BB33:
00ba s_mov_b32 exec_lo, -1
00bb s_mov_b32 s6, 0x1010101
00bd s_mov_b32 s7, 0x1010101
00bf v_mbcnt_lo_u32_b32 v3, -1, 0
00c1 v_mad_i32_i24 v3, v3, -8, 56
00c3 v_lshrrev_b64 v[6:7], v3, s[6:7]
00c5 s_waitcnt lgkmcnt(0)
00c6 v_permlane16_b32 v4, v4, 0, 0
00c8 v_permlane16_b32 v5, v5, 0, 0
00ca v_dot4_u32_u8 v4, v4, v6, 0
00cc v_dot4_u32_u8 v5, v5, v7, v4
00ce v_readlane_b32 s1, v5, s0
00d0 s_sub_i32 s1, s1, s4
00d1 s_lshr_b32 s3, s3, 28
00d2 v_mbcnt_lo_u32_b32 v4, vcc_lo, s1
00d4 s_add_u32 s3, s3, -1
00d5 v_readlane_b32 s3, v5, s3
00d7 s_cmp_lg_i32 s3, 0
00d8 s_cselect_b32 s2, s2, 0
00d9 s_cmp_eq_i32 s0, 0
00da s_cbranch_scc0 BB36
BB34:
00db s_lshl_b32 s0, s2, 12
00dc s_or_b32 m0, s0, s3
00dd s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
00de s_mov_b32 exec_lo, vcc_lo
00df s_cbranch_execz BB42
BB37:
00e0 v_mov_b32_sdwa v3, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00e2 v_mul_lo_u32 v5, 36, v4
00e4 ds_write_b8 v5, v3 offset:4641
BB42:
00e6 s_mov_b32 exec_lo, -1
00e7 s_waitcnt lgkmcnt(0)
00e8 s_barrier
00e9 v_cmpx_gt_i32_e32 s2, v0
00ea s_mov_b32 vcc_lo, exec_lo
BB43:
00eb v_bfe_u32 v3, v2, 1, 1
00ed v_not_b32_e32 v2, v2
00ee v_sub_nc_u32_e32 v5, v4, v3
00ef v_add_lshl_u32 v3, v4, v3, 10
00f1 v_add_nc_u32_e32 v4, -2, v4
00f2 v_lshlrev_b32_e32 v5, 20, v5
00f3 v_add_nc_u32_e32 v3, 0xfffffc00, v3
00f5 v_or3_b32 v5, v5, v4, v3
00f7 v_lshl_or_b32 v2, v2, 31, v5
BB48:
00f9 s_mov_b32 exec_lo, -1
00fa v_cmpx_gt_i32_e32 s3, v0
00fb s_mov_b32 s3, exec_lo
00fc s_cbranch_execz BB54
BB49:
00fd ds_read_u8 v1, v1 offset:4641
00ff s_waitcnt lgkmcnt(0)
0100 v_mul_u32_u24_e32 v1, 36, v1
0101 v_add_nc_u32_e32 v0, 0xff0, v1
0103 ds_read2_b32 v[4:5], v0 offset0:132 offset1:133
0105 ds_read2_b32 v[6:7], v0 offset0:134 offset1:135
0107 ds_read2_b32 v[8:9], v0 offset0:136 offset1:137
0109 ds_read_b32 v1, v1 offset:4632
BB54:
010b s_mov_b32 exec_lo, vcc_lo
010c s_cbranch_execz BB60
BB55:
010d exp prim v2, off, off, off done
BB60:
010f s_waitcnt expcnt(0)
0110 s_mov_b32 exec_lo, s3
0111 s_cbranch_execz BB66
BB61:
0112 s_waitcnt lgkmcnt(0)
0113 exp pos0 v4, v5, v6, v7 done
0115 exp param0 v8, v9, v1, off
BB66:
0117 s_endpgm
