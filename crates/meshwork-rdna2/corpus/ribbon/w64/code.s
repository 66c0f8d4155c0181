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
0024 s_cbranch_execz BB34
BB7:
0025 v_mad_u32_u16 v0, 36, v0, 0
0027 ds_read2_b32 v[2:3], v0 offset1:1
0029 ds_read2_b32 v[4:5], v0 offset0:2 offset1:3
002b ds_read2_b32 v[0:1], v0 offset0:4 offset1:5
002d s_mov_b64 s[0:1], 0
002e s_mov_b32 s4, 0
002f s_nop 0
BB8:
0030 v_cvt_f32_i32_e32 v6, s0
0031 s_and_b32 s5, s0, 1
0032 s_and_b32 s6, s0, 7
0033 s_cmpk_lt_i32 s1, 0x50
0034 v_cvt_f32_i32_e32 v7, s5
0035 v_cvt_f32_i32_e32 v8, s6
0036 s_waitcnt lgkmcnt(2)
0037 v_fmamk_f32 v6, v6, 0x3c800000, v2
0039 v_fmamk_f32 v7, v7, 0x3d800000, v3
003b s_waitcnt lgkmcnt(1)
003c v_mul_f32_e32 v9, v5, v8
003d s_waitcnt lgkmcnt(0)
003e v_mul_f32_e32 v10, v0, v8
003f v_mul_f32_e32 v8, v1, v8
0040 s_cbranch_scc0 BB11
BB9:
0041 s_bfe_u32 s5, s3, 0x40018
0043 v_mov_b32_e32 v13, 1.0
0044 s_lshl_b32 s5, s5, 6
0045 v_mbcnt_lo_u32_b32 v11, -1, s5
0047 v_mbcnt_hi_u32_b32 v11, -1, v11
0049 s_cmp_ge_i32 s4, 2
004a s_mov_b32 s6, src_scc
004b s_and_b32 s7, s4, src_scc
004c v_mad_u32_u24 v11, 0x50, v11, s1
004f s_lshl_b32 s7, s7, 1
0050 s_or_b32 s6, 4, s6
0051 s_or_b32 s6, s6, s7
0052 v_bfe_u32 v12, v11, 5, 4
0054 v_mov_b32_e32 v14, s6
0055 v_xor_b32_e32 v11, v11, v12
0056 v_mul_lo_u32 v11, 36, v11
0058 ds_write2_b32 v11, v6, v7 offset0:27 offset1:28
005a ds_write2_b32 v11, v4, v13 offset0:29 offset1:30
005c ds_write2_b32 v11, v9, v10 offset0:31 offset1:32
005e ds_write_b32 v11, v8 offset:132
0060 ds_write_b8 v11, v14 offset:140
0062 s_add_u32 s4, s4, 1
0063 s_add_u32 s1, s1, 1
BB11:
0064 s_add_u32 s0, s0, 1
0065 s_cmpk_ge_i32 s0, 0x50
0066 s_cbranch_scc0 BB8
BB15:
0067 s_cmp_lt_i32 s4, 3
0068 s_cselect_b32 s4, s4, 0
0069 s_mov_b32 s0, src_scc
006a s_sub_i32 s1, s1, s4
006b s_mov_b32 s4, s1
006c s_inst_prefetch 0x2
006d s_nop 0
BB16:
006e s_cmpk_ge_u32 s4, 0x50
006f s_cbranch_scc1 BB20
BB19:
0070 s_bfe_u32 s5, s3, 0x40018
0072 v_mov_b32_e32 v2, 0
0073 s_lshl_b32 s5, s5, 6
0074 v_mbcnt_lo_u32_b32 v0, -1, s5
0076 v_mbcnt_hi_u32_b32 v0, -1, v0
0078 v_mad_u32_u24 v0, 0x50, v0, s4
007b v_bfe_u32 v1, v0, 5, 4
007d v_xor_b32_e32 v0, v0, v1
007e v_mul_lo_u32 v0, 36, v0
0080 ds_write_b8 v0, v2 offset:140
0082 s_add_u32 s4, s4, 1
0083 s_branch BB16
BB20:
0084 s_inst_prefetch 0x3
0085 s_bfe_u32 s10, s10, 0x30006
0087 s_bitcmp1_b32 s10, 0
0088 s_cselect_b64 s[4:5], -1, 0
0089 s_cbranch_scc0 BB34
BB21:
008a s_and_b64 s[6:7], -1, exec
008b s_sub_i32 s0, 0, s0
008c s_ff1_i32_b64 s8, exec
008d s_lshl1_add_u32 s0, s0, 2
008e s_sub_i32 s1, s1, s0
008f s_bcnt1_i32_b64 s0, exec
0090 s_lshl_b64 s[8:9], 1, s8
0091 s_mul_i32 s1, s1, s0
0092 s_and_b64 s[4:5], s[4:5], s[8:9]
0093 s_and_saveexec_b64 s[4:5], s[4:5]
0094 s_cbranch_execz BB34
BB22:
0095 s_movk_i32 m0, 0x100
0096 v_mov_b32_e32 v0, s1
0097 v_mov_b32_e32 v1, 16
0098 ds_add_u32 v1, v0 gds
009a s_bcnt1_i32_b64 s0, s[6:7]
009b v_mov_b32_e32 v3, 20
009c v_mov_b32_e32 v2, s0
009d ds_add_u32 v3, v2 gds
BB34:
009f s_waitcnt expcnt(0)
00a0 s_mov_b64 exec, -1
00a1 s_waitcnt lgkmcnt(0)
00a2 s_barrier
00a3 s_bfe_u32 s0, s3, 0x40018
00a5 s_lshl_b32 s1, s0, 6
00a6 s_bfe_u32 s2, s2, 0x9000c
00a8 v_mbcnt_lo_u32_b32 v0, -1, s1
00aa v_mbcnt_hi_u32_b32 v0, -1, v0
00ac v_bfe_u32 v1, v0, 5, 4
00ae v_xor_b32_e32 v1, v0, v1
00af v_mul_u32_u24_e32 v1, 36, v1
00b0 v_cmpx_gt_i32_e32 s2, v0
00b1 s_cbranch_execz BB38
BB35:
00b2 ds_read_u8 v2, v1 offset:140
BB38:
00b4 s_andn2_b64 exec, -1, exec
00b5 v_mov_b32_e32 v2, 0
BB40:
00b6 s_mov_b64 exec, -1
00b7 s_waitcnt lgkmcnt(0)
00b8 v_cmp_ne_i32_e32 vcc, 0, v2
00b9 s_mov_b64 exec, 1
00ba s_bcnt1_i32_b64 s1, vcc
BB41:
00bb v_mov_b32_e32 v3, s0
00bc v_mov_b32_e32 v4, s1
00bd ds_write_b8 v3, v4 offset:8752
00bf s_waitcnt lgkmcnt(0)
00c0 s_barrier
00c1 v_mov_b32_e32 v5, 0
00c2 ds_read_b32 v5, v5 offset:8752
BB46:
00c4 s_mov_b64 exec, -1
00c5 v_mbcnt_lo_u32_b32 v3, -1, 0
00c7 v_mbcnt_hi_u32_b32 v3, -1, v3
00c9 v_mad_i32_i24 v3, v3, -8, 24
00cb s_waitcnt lgkmcnt(0)
00cc v_permlane16_b32 v5, v5, 0, 0
00ce v_lshrrev_b32_e64 v3, v3, 0x1010101
00d1 v_dot4_u32_u8 v5, v5, v3, 0
00d3 v_readlane_b32 s4, v5, s0
00d5 s_sub_i32 s4, s4, s1
00d6 s_lshr_b32 s3, s3, 28
00d7 v_mbcnt_lo_u32_b32 v4, vcc_lo, s4
00d9 s_add_u32 s3, s3, -1
00da v_readlane_b32 s3, v5, s3
00dc v_mbcnt_hi_u32_b32 v4, vcc_hi, v4
00de s_cmp_lg_i32 s3, 0
00df s_cselect_b32 s2, s2, 0
00e0 s_cmp_eq_i32 s0, 0
00e1 s_cbranch_scc0 BB49
BB47:
00e2 s_lshl_b32 s0, s2, 12
00e3 s_or_b32 m0, s0, s3
00e4 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00e5 s_mov_b64 exec, vcc
00e6 s_cbranch_execz BB55
BB50:
00e7 v_bfe_u32 v3, v4, 5, 4
00e9 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00eb v_xor_b32_e32 v3, v4, v3
00ec v_mul_lo_u32 v3, 36, v3
00ee ds_write_b8 v3, v5 offset:141
BB55:
00f0 s_mov_b64 exec, -1
00f1 s_waitcnt lgkmcnt(0)
00f2 s_barrier
00f3 v_cmpx_gt_i32_e32 s2, v0
00f4 s_mov_b64 vcc, exec
BB56:
00f5 v_bfe_u32 v3, v2, 1, 1
00f7 v_not_b32_e32 v2, v2
00f8 v_sub_nc_u32_e32 v5, v4, v3
00f9 v_add_lshl_u32 v3, v4, v3, 10
00fb v_add_nc_u32_e32 v4, -2, v4
00fc v_lshlrev_b32_e32 v5, 20, v5
00fd v_add_nc_u32_e32 v3, 0xfffffc00, v3
00ff v_or3_b32 v5, v5, v4, v3
0101 v_lshl_or_b32 v2, v2, 31, v5
BB61:
0103 s_mov_b64 exec, -1
0104 v_cmpx_gt_i32_e32 s3, v0
0105 s_mov_b64 s[0:1], exec
0106 s_cbranch_execz BB67
BB62:
0107 ds_read_u8 v1, v1 offset:141
0109 s_waitcnt lgkmcnt(0)
010a v_bfe_u32 v0, v1, 5, 4
010c v_xor_b32_e32 v1, v1, v0
010d v_mul_u32_u24_e32 v1, 36, v1
010e ds_read2_b32 v[4:5], v1 offset0:27 offset1:28
0110 ds_read2_b32 v[6:7], v1 offset0:29 offset1:30
0112 ds_read2_b32 v[8:9], v1 offset0:31 offset1:32
0114 ds_read_b32 v1, v1 offset:132
BB67:
0116 s_mov_b64 exec, vcc
0117 s_cbranch_execz BB73
BB68:
0118 exp prim v2, off, off, off done
BB73:
011a s_waitcnt expcnt(0)
011b s_mov_b64 exec, s[0:1]
011c s_cbranch_execz BB79
BB74:
011d s_waitcnt lgkmcnt(0)
011e exp pos0 v4, v5, v6, v7 done
0120 exp param0 v8, v9, v1, off
BB79:
0122 s_endpgm
