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
000d buffer_load_dwordx3 v[1:3], v5, s[4:7], 0 idxen offset:12
000f buffer_load_dwordx3 v[4:6], v5, s[12:15], 0 idxen
0011 s_bfe_u32 s1, s3, 0x40018
0013 s_lshl_b32 s1, s1, 6
0014 v_mbcnt_lo_u32_b32 v7, -1, s1
0016 v_mbcnt_hi_u32_b32 v7, -1, v7
0018 v_mul_u32_u24_e32 v7, 36, v7
0019 s_waitcnt vmcnt(0)
001a ds_write2_b32 v7, v2, v3 offset0:4 offset1:5
001c ds_write2_b32 v7, v4, v5 offset1:1
001e ds_write2_b32 v7, v6, v1 offset0:2 offset1:3
BB6:
0020 s_waitcnt lgkmcnt(0)
0021 s_barrier
0022 s_lshl_b32 s0, s3, 8
0023 s_bfe_u64 exec, -1, s0
0024 s_cbranch_execz BB21
BB7:
0025 v_mad_u32_u16 v0, 36, v0, 0
0027 ds_read2_b32 v[2:3], v0 offset1:1
0029 ds_read2_b32 v[4:5], v0 offset0:2 offset1:3
002b ds_read2_b32 v[0:1], v0 offset0:4 offset1:5
002d s_bfe_u32 s0, s3, 0x40018
002f v_mov_b32_e32 v8, 1.0
0030 v_mov_b32_e32 v11, 4
0031 s_lshl_b32 s0, s0, 6
0032 v_mbcnt_lo_u32_b32 v6, -1, s0
0034 v_mbcnt_hi_u32_b32 v6, -1, v6
0036 v_lshlrev_b32_e32 v6, 2, v6
0037 v_add_nc_u32_e32 v12, 1, v6
0038 v_bfe_u32 v7, v6, 5, 2
003a v_add_nc_u32_e32 v16, 2, v6
003b v_mov_b32_e32 v20, 5
003c v_bfe_u32 v13, v12, 5, 2
003e v_xor_b32_e32 v7, v6, v7
003f v_add_nc_u32_e32 v6, 3, v6
0040 v_bfe_u32 v17, v16, 5, 2
0042 s_waitcnt lgkmcnt(2)
0043 v_add_f32_e32 v22, 0xbd4ccccd, v2
0045 v_add_f32_e32 v23, 0xbd4ccccd, v3
0047 v_xor_b32_e32 v12, v12, v13
0048 v_mul_u32_u24_e32 v7, 36, v7
0049 v_bfe_u32 v21, v6, 5, 2
004b v_xor_b32_e32 v16, v16, v17
004c v_mul_u32_u24_e32 v12, 36, v12
004d v_add_f32_e32 v2, 0x3d4ccccd, v2
004f v_add_nc_u32_e32 v9, 0x900, v7
0051 v_add_nc_u32_e32 v10, 0x910, v7
0053 v_xor_b32_e32 v6, v6, v21
0054 v_mul_u32_u24_e32 v16, 36, v16
0055 v_add_nc_u32_e32 v14, 0x900, v12
0057 v_add_f32_e32 v3, 0x3d4ccccd, v3
0059 v_add_nc_u32_e32 v15, 0x910, v12
005b v_mul_u32_u24_e32 v6, 36, v6
005c v_add_nc_u32_e32 v19, 0x910, v16
005e v_add_nc_u32_e32 v18, 0x900, v16
0060 s_waitcnt lgkmcnt(0)
0061 ds_write2_b32 v9, v22, v23 offset1:1
0063 ds_write2_b32 v9, v4, v8 offset0:2 offset1:3
0065 ds_write2_b32 v10, v5, v0 offset1:1
0067 ds_write_b32 v7, v1 offset:2328
0069 ds_write_b8 v7, v11 offset:2336
006b ds_write2_b32 v14, v2, v23 offset1:1
006d ds_write2_b32 v14, v4, v8 offset0:2 offset1:3
006f ds_write2_b32 v15, v5, v0 offset1:1
0071 ds_write_b32 v12, v1 offset:2328
0073 ds_write_b8 v12, v11 offset:2336
0075 ds_write2_b32 v18, v22, v3 offset1:1
0077 ds_write2_b32 v18, v4, v8 offset0:2 offset1:3
0079 ds_write2_b32 v19, v5, v0 offset1:1
007b ds_write_b32 v16, v1 offset:2328
007d ds_write_b8 v16, v20 offset:2336
007f v_add_nc_u32_e32 v25, 0x910, v6
0081 v_add_nc_u32_e32 v24, 0x900, v6
0083 v_mov_b32_e32 v26, 7
0084 ds_write2_b32 v24, v2, v3 offset1:1
0086 ds_write2_b32 v24, v4, v8 offset0:2 offset1:3
0088 ds_write2_b32 v25, v5, v0 offset1:1
008a ds_write_b32 v6, v1 offset:2328
008c ds_write_b8 v6, v26 offset:2336
008e s_bfe_u32 s10, s10, 0x30006
0090 s_bitcmp1_b32 s10, 0
0091 s_cselect_b64 s[0:1], -1, 0
0092 s_cbranch_scc0 BB21
BB8:
0093 s_and_b64 s[4:5], -1, exec
0094 s_ff1_i32_b64 s6, exec
0095 s_lshl_b64 s[6:7], 1, s6
0096 s_and_b64 s[0:1], s[0:1], s[6:7]
0097 s_and_saveexec_b64 s[0:1], s[0:1]
0098 s_cbranch_execz BB21
BB9:
0099 s_bcnt1_i32_b64 s4, s[4:5]
009a s_movk_i32 m0, 0x100
009b v_mov_b32_e32 v1, 16
009c s_lshl_b32 s5, s4, 1
009d v_mov_b32_e32 v0, s5
009e ds_add_u32 v1, v0 gds
00a0 v_mov_b32_e32 v3, 20
00a1 v_mov_b32_e32 v2, s4
00a2 ds_add_u32 v3, v2 gds
BB21:
00a4 s_waitcnt expcnt(0)
00a5 s_mov_b64 exec, -1
00a6 s_waitcnt lgkmcnt(0)
00a7 s_barrier
00a8 s_bfe_u32 s0, s3, 0x40018
00aa s_lshl_b32 s1, s0, 6
00ab s_bfe_u32 s2, s2, 0x9000c
00ad v_mbcnt_lo_u32_b32 v0, -1, s1
00af v_mbcnt_hi_u32_b32 v0, -1, v0
00b1 v_bfe_u32 v1, v0, 5, 2
00b3 v_xor_b32_e32 v1, v0, v1
00b4 v_mul_u32_u24_e32 v1, 36, v1
00b5 v_cmpx_gt_i32_e32 s2, v0
00b6 s_cbranch_execz BB25
BB22:
00b7 ds_read_u8 v2, v1 offset:2336
BB25:
00b9 s_andn2_b64 exec, -1, exec
00ba v_mov_b32_e32 v2, 0
BB27:
00bb s_mov_b64 exec, -1
00bc s_waitcnt lgkmcnt(0)
00bd v_cmp_ne_i32_e32 vcc, 0, v2
00be s_mov_b64 exec, 1
00bf s_bcnt1_i32_b64 s1, vcc
BB28:
00c0 v_mov_b32_e32 v3, s0
00c1 v_mov_b32_e32 v4, s1
00c2 ds_write_b8 v3, v4 offset:11520
00c4 s_waitcnt lgkmcnt(0)
00c5 s_barrier
00c6 v_mov_b32_e32 v5, 0
00c7 ds_read_b32 v5, v5 offset:11520
BB33:
00c9 s_mov_b64 exec, -1
00ca v_mbcnt_lo_u32_b32 v3, -1, 0
00cc v_mbcnt_hi_u32_b32 v3, -1, v3
00ce v_mad_i32_i24 v3, v3, -8, 24
00d0 s_waitcnt lgkmcnt(0)
00d1 v_permlane16_b32 v5, v5, 0, 0
00d3 v_lshrrev_b32_e64 v3, v3, 0x1010101
00d6 v_dot4_u32_u8 v5, v5, v3, 0
00d8 v_readlane_b32 s4, v5, s0
00da s_sub_i32 s4, s4, s1
00db s_lshr_b32 s3, s3, 28
00dc v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
00de s_add_u32 s3, s3, -1
00df v_readlane_b32 s3, v5, s3
00e1 v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
00e3 s_cmp_lg_i32 s3, 0
00e4 s_cselect_b32 s2, s2, 0
00e5 s_cmp_eq_i32 s0, 0
00e6 s_cbranch_scc0 BB36
BB34:
00e7 s_lshl_b32 s0, s2, 12
00e8 s_or_b32 m0, s0, s3
00e9 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB36:
00ea s_mov_b64 exec, vcc
00eb s_cbranch_execz BB42
BB37:
00ec v_bfe_u32 v3, v4, 5, 2
00ee v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00f0 v_xor_b32_e32 v3, v4, v3
00f1 v_mul_lo_u32 v3, 36, v3
00f3 ds_write_b8 v3, v5 offset:2337
BB42:
00f5 s_mov_b64 exec, -1
00f6 s_waitcnt lgkmcnt(0)
00f7 s_barrier
00f8 v_cmpx_gt_i32_e32 s2, v0
00f9 s_mov_b64 vcc, exec
BB43:
00fa v_bfe_u32 v3, v2, 1, 1
00fc v_not_b32_e32 v2, v2
00fd v_sub_nc_u32_e32 v5, v4, v3
00fe v_add_lshl_u32 v3, v4, v3, 10
0100 v_add_nc_u32_e32 v4, -2, v4
0101 v_lshlrev_b32_e32 v5, 20, v5
0102 v_add_nc_u32_e32 v3, 0xfffffc00, v3
0104 v_or3_b32 v5, v5, v4, v3
0106 v_lshl_or_b32 v2, v2, 31, v5
BB48:
0108 s_mov_b64 exec, -1
0109 v_cmpx_gt_i32_e32 s3, v0
010a s_mov_b64 s[0:1], exec
010b s_cbranch_execz BB54
BB49:
010c ds_read_u8 v1, v1 offset:2337
010e s_waitcnt lgkmcnt(0)
010f v_bfe_u32 v0, v1, 5, 2
0111 v_xor_b32_e32 v1, v1, v0
0112 v_mul_u32_u24_e32 v1, 36, v1
0113 v_add_nc_u32_e32 v3, 0x7f8, v1
0115 ds_read2_b32 v[4:5], v3 offset0:66 offset1:67
0117 ds_read2_b32 v[6:7], v3 offset0:68 offset1:69
0119 ds_read2_b32 v[8:9], v3 offset0:70 offset1:71
011b ds_read_b32 v1, v1 offset:2328
BB54:
011d s_mov_b64 exec, vcc
011e s_cbranch_execz BB60
BB55:
011f exp prim v2, off, off, off done
BB60:
0121 s_waitcnt expcnt(0)
0122 s_mov_b64 exec, s[0:1]
0123 s_cbranch_execz BB66
BB61:
0124 s_waitcnt lgkmcnt(0)
0125 exp pos0 v4, v5, v6, v7 done
0127 exp param0 v8, v9, v1, off
BB66:
0129 s_endpgm
