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
000d buffer_load_dwordx3 v[1:3], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[4:6], v5, s[12:15], 0 idxen
0011 s_bfe_u32 s1, s3, 0x40018
0013 s_lshl_b32 s1, s1, 5
0014 v_mbcnt_lo_u32_b32 v7, -1, s1
0016 v_mul_u32_u24_e32 v7, 36, v7
0017 s_waitcnt vmcnt(0)
0018 ds_write2_b32 v7, v2, v3 offset0:4 offset1:5
001a ds_write2_b32 v7, v4, v5 offset1:1
001c ds_write2_b32 v7, v6, v1 offset0:2 offset1:3
BB6:
001e s_waitcnt lgkmcnt(0)
001f s_barrier
0020 s_lshl_b32 s0, s3, 8
0021 s_bfe_u32 exec_lo, -1, s0
0022 s_cbranch_execz BB21
BB7:
0023 v_mad_u32_u16 v0, 36, v0, 0
0025 ds_read2_b32 v[2:3], v0 offset1:1
0027 ds_read2_b32 v[4:5], v0 offset0:2 offset1:3
0029 ds_read2_b32 v[0:1], v0 offset0:4 offset1:5
002b s_bfe_u32 s0, s3, 0x40018
002d v_mov_b32_e32 v8, 1.0
002e v_mov_b32_e32 v11, 4
002f s_lshl_b32 s0, s0, 5
0030 v_mbcnt_lo_u32_b32 v6, -1, s0
0032 v_lshlrev_b32_e32 v6, 2, v6
0033 v_bfe_u32 v7, v6, 5, 2
0035 v_add_nc_u32_e32 v16, 2, v6
0036 v_add_nc_u32_e32 v12, 1, v6
0037 v_mov_b32_e32 v20, 5
0038 v_xor_b32_e32 v7, v6, v7
0039 v_add_nc_u32_e32 v6, 3, v6
003a v_bfe_u32 v17, v16, 5, 2
003c v_bfe_u32 v13, v12, 5, 2
003e s_waitcnt lgkmcnt(2)
003f v_add_f32_e32 v23, 0xbd4ccccd, v2
0041 v_add_f32_e32 v24, 0xbd4ccccd, v3
0043 v_mul_u32_u24_e32 v7, 36, v7
0044 v_bfe_u32 v21, v6, 5, 2
0046 v_xor_b32_e32 v16, v16, v17
0047 v_xor_b32_e32 v12, v12, v13
0048 v_add_nc_u32_e32 v9, 0x900, v7
004a v_add_nc_u32_e32 v10, 0x910, v7
004c v_xor_b32_e32 v6, v6, v21
004d v_add_f32_e32 v2, 0x3d4ccccd, v2
004f v_mul_u32_u24_e32 v16, 36, v16
0050 v_mul_u32_u24_e32 v12, 36, v12
0051 v_mul_u32_u24_e32 v6, 36, v6
0052 v_add_nc_u32_e32 v18, 0x900, v16
0054 v_add_f32_e32 v3, 0x3d4ccccd, v3
0056 v_add_nc_u32_e32 v19, 0x910, v16
0058 v_add_nc_u32_e32 v14, 0x900, v12
005a v_add_nc_u32_e32 v15, 0x910, v12
005c v_add_nc_u32_e32 v22, 0x900, v6
005e s_waitcnt lgkmcnt(0)
005f ds_write2_b32 v9, v23, v24 offset1:1
0061 ds_write2_b32 v9, v4, v8 offset0:2 offset1:3
0063 ds_write2_b32 v10, v5, v0 offset1:1
0065 ds_write_b32 v7, v1 offset:2328
0067 ds_write_b8 v7, v11 offset:2336
0069 ds_write2_b32 v14, v2, v24 offset1:1
006b ds_write2_b32 v14, v4, v8 offset0:2 offset1:3
006d ds_write2_b32 v15, v5, v0 offset1:1
006f ds_write_b32 v12, v1 offset:2328
0071 ds_write_b8 v12, v11 offset:2336
0073 ds_write2_b32 v18, v23, v3 offset1:1
0075 ds_write2_b32 v18, v4, v8 offset0:2 offset1:3
0077 ds_write2_b32 v19, v5, v0 offset1:1
0079 ds_write_b32 v16, v1 offset:2328
007b ds_write_b8 v16, v20 offset:2336
007d ds_write2_b32 v22, v2, v3 offset1:1
007f ds_write2_b32 v22, v4, v8 offset0:2 offset1:3
0081 v_add_nc_u32_e32 v25, 0x910, v6
0083 v_mov_b32_e32 v26, 7
0084 ds_write2_b32 v25, v5, v0 offset1:1
0086 ds_write_b32 v6, v1 offset:2328
0088 ds_write_b8 v6, v26 offset:2336
008a s_bfe_u32 s10, s10, 0x30006
008c s_bitcmp1_b32 s10, 0
008d s_cselect_b32 s1, -1, 0
008e s_cbranch_scc0 BB21
BB8:
008f s_and_b32 s0, -1, exec_lo
0090 s_ff1_i32_b32 s4, exec_lo
0091 s_lshl_b32 s4, 1, s4
0092 s_and_b32 s1, s1, s4
0093 s_and_saveexec_b32 s1, s1
0094 s_cbranch_execz BB21
BB9:
0095 s_bcnt1_i32_b32 s0, s0
0096 s_movk_i32 m0, 0x100
0097 v_mov_b32_e32 v1, 16
0098 s_lshl_b32 s4, s0, 1
0099 v_mov_b32_e32 v0, s4
009a ds_add_u32 v1, v0 gds
009c v_mov_b32_e32 v3, 20
009d v_mov_b32_e32 v2, s0
009e ds_add_u32 v3, v2 gds
BB21:
00a0 s_waitcnt expcnt(0)
00a1 s_mov_b32 exec_lo, -1
00a2 s_waitcnt lgkmcnt(0)
00a3 s_barrier
00a4 s_bfe_u32 s0, s3, 0x40018
00a6 s_lshl_b32 s1, s0, 5
00a7 s_bfe_u32 s2, s2, 0x9000c
00a9 v_mbcnt_lo_u32_b32 v0, -1, s1
00ab v_bfe_u32 v1, v0, 5, 2
00ad v_xor_b32_e32 v1, v0, v1
00ae v_mul_u32_u24_e32 v1, 36, v1
00af v_cmpx_gt_i32_e32 s2, v0
00b0 s_cbranch_execz BB25
BB22:
00b1 ds_read_u8 v2, v1 offset:2336
BB25:
00b3 s_andn2_b32 exec_lo, -1, exec_lo
00b4 v_mov_b32_e32 v2, 0
BB27:
00b5 s_mov_b32 exec_lo, -1
00b6 s_waitcnt lgkmcnt(0)
00b7 v_cmp_ne_i32_e32 vcc_lo, 0, v2
00b8 s_mov_b32 exec_lo, 1
00b9 s_bcnt1_i32_b32 s4, vcc_lo
BB28:
00ba v_mov_b32_e32 v3, s0
00bb v_mov_b32_e32 v4, s4
00bc ds_write_b8 v3, v4 offset:11520
00be s_waitcnt lgkmcnt(0)
00bf s_barrier
00c0 v_mov_b32_e32 v5, 0
00c1 ds_read_b64 v[4:5], v5 offset:11520
BB33:
00c3 s_mov_b32 exec_lo, -1
00c4 s_mov_b32 s6, 0x1010101
00c6 s_mov_b32 s7, 0x1010101
00c8 v_mbcnt_lo_u32_b32 v3, -1, 0
00ca v_mad_i32_i24 v3, v3, -8, 56
00cc v_lshrrev_b64 v[6:7], v3, s[6:7]
00ce s_waitcnt lgkmcnt(0)
00cf v_permlane16_b32 v4, v4, 0, 0
00d1 v_permlane16_b32 v5, v5, 0, 0
00d3 v_dot4_u32_u8 v4, v4, v6, 0
00d5 v_dot4_u32_u8 v5, v5, v7, v4
00d7 v_readlane_b32 s1, v5, s0
00d9 s_sub_i32 s1, s1, s4
00da s_lshr_b32 s3, s3, 28
00db v_mbcnt_lo_u32_b32 v4, vcc_lo, s1
00dd s_add_u32 s3, s3, -1
00de v_readlane_b32 s3, v5, s3
00e0 s_cmp_lg_i32 s3, 0
00e1 s_cselect_b32 s2, s2, 0
00e2 s_cmp_eq_i32 s0, 0
00e3 s_cbranch_scc0 BB36
BB34:
00e4 s_lshl_b32 s0, s2, 12
00e5 s_or_b32 m0, s0, s3
00e6 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
00e7 s_mov_b32 exec_lo, vcc_lo
00e8 s_cbranch_execz BB42
BB37:
00e9 v_bfe_u32 v3, v4, 5, 2
00eb v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ed v_xor_b32_e32 v3, v4, v3
00ee v_mul_lo_u32 v3, 36, v3
00f0 ds_write_b8 v3, v5 offset:2337
BB42:
00f2 s_mov_b32 exec_lo, -1
00f3 s_waitcnt lgkmcnt(0)
00f4 s_barrier
00f5 v_cmpx_gt_i32_e32 s2, v0
00f6 s_mov_b32 vcc_lo, exec_lo
BB43:
00f7 v_bfe_u32 v3, v2, 1, 1
00f9 v_not_b32_e32 v2, v2
00fa v_sub_nc_u32_e32 v5, v4, v3
00fb v_add_lshl_u32 v3, v4, v3, 10
00fd v_add_nc_u32_e32 v4, -2, v4
00fe v_lshlrev_b32_e32 v5, 20, v5
00ff v_add_nc_u32_e32 v3, 0xfffffc00, v3
0101 v_or3_b32 v5, v5, v4, v3
0103 v_lshl_or_b32 v2, v2, 31, v5
BB48:
0105 s_mov_b32 exec_lo, -1
0106 v_cmpx_gt_i32_e32 s3, v0
0107 s_mov_b32 s3, exec_lo
0108 s_cbranch_execz BB54
BB49:
0109 ds_read_u8 v1, v1 offset:2337
010b s_waitcnt lgkmcnt(0)
010c v_bfe_u32 v0, v1, 5, 2
010e v_xor_b32_e32 v1, v1, v0
010f v_mul_u32_u24_e32 v1, 36, v1
0110 v_add_nc_u32_e32 v3, 0x7f8, v1
0112 ds_read2_b32 v[4:5], v3 offset0:66 offset1:67
0114 ds_read2_b32 v[6:7], v3 offset0:68 offset1:69
0116 ds_read2_b32 v[8:9], v3 offset0:70 offset1:71
0118 ds_read_b32 v1, v1 offset:2328
BB54:
011a s_mov_b32 exec_lo, vcc_lo
011b s_cbranch_execz BB60
BB55:
011c exp prim v2, off, off, off done
BB60:
011e s_waitcnt expcnt(0)
011f s_mov_b32 exec_lo, s3
0120 s_cbranch_execz BB66
BB61:
0121 s_waitcnt lgkmcnt(0)
0122 exp pos0 v4, v5, v6, v7 done
0124 exp param0 v8, v9, v1, off
BB66:
0126 s_endpgm
