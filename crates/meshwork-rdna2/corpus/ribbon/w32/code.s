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
0022 s_cbranch_execz BB34
BB7:
0023 v_mad_u32_u16 v0, 36, v0, 0
0025 ds_read2_b32 v[2:3], v0 offset1:1
0027 ds_read2_b32 v[4:5], v0 offset0:2 offset1:3
0029 ds_read2_b32 v[0:1], v0 offset0:4 offset1:5
002b s_mov_b64 s[0:1], 0
002c s_mov_b32 s4, 0
002d s_nop 0
BB8:
002e v_cvt_f32_i32_e32 v6, s0
002f s_and_b32 s5, s0, 1
0030 s_and_b32 s6, s0, 7
0031 s_cmpk_lt_i32 s1, 0x50
0032 v_cvt_f32_i32_e32 v7, s5
0033 v_cvt_f32_i32_e32 v8, s6
0034 s_waitcnt lgkmcnt(2)
0035 v_fmamk_f32 v6, v6, 0x3c800000, v2
0037 v_fmamk_f32 v7, v7, 0x3d800000, v3
0039 s_waitcnt lgkmcnt(1)
003a v_mul_f32_e32 v9, v5, v8
003b s_waitcnt lgkmcnt(0)
003c v_mul_f32_e32 v10, v0, v8
003d v_mul_f32_e32 v8, v1, v8
003e s_cbranch_scc0 BB11
BB9:
003f s_bfe_u32 s5, s3, 0x40018
0041 v_mov_b32_e32 v13, 1.0
0042 s_lshl_b32 s5, s5, 5
0043 v_mbcnt_lo_u32_b32 v11, -1, s5
0045 s_cmp_ge_i32 s4, 2
0046 s_mov_b32 s6, src_scc
0047 s_and_b32 s7, s4, src_scc
0048 v_mad_u32_u24 v11, 0x50, v11, s1
004b s_lshl_b32 s7, s7, 1
004c s_or_b32 s6, 4, s6
004d v_bfe_u32 v12, v11, 5, 4
004f s_or_b32 s6, s6, s7
0050 v_mov_b32_e32 v14, s6
0051 v_xor_b32_e32 v11, v11, v12
0052 v_mul_lo_u32 v11, 36, v11
0054 ds_write2_b32 v11, v6, v7 offset0:27 offset1:28
0056 ds_write2_b32 v11, v4, v13 offset0:29 offset1:30
0058 ds_write2_b32 v11, v9, v10 offset0:31 offset1:32
005a ds_write_b32 v11, v8 offset:132
005c ds_write_b8 v11, v14 offset:140
005e s_add_u32 s4, s4, 1
005f s_add_u32 s1, s1, 1
BB11:
0060 s_add_u32 s0, s0, 1
0061 s_cmpk_ge_i32 s0, 0x50
0062 s_cbranch_scc0 BB8
BB15:
0063 s_cmp_lt_i32 s4, 3
0064 s_cselect_b32 s4, s4, 0
0065 s_mov_b32 s0, src_scc
0066 s_sub_i32 s1, s1, s4
0067 s_mov_b32 s4, s1
0068 s_inst_prefetch 0x2
BB16:
0069 s_cmpk_ge_u32 s4, 0x50
006a s_cbranch_scc1 BB20
BB19:
006b s_bfe_u32 s5, s3, 0x40018
006d v_mov_b32_e32 v2, 0
006e s_lshl_b32 s5, s5, 5
006f v_mbcnt_lo_u32_b32 v0, -1, s5
0071 v_mad_u32_u24 v0, 0x50, v0, s4
0074 v_bfe_u32 v1, v0, 5, 4
0076 v_xor_b32_e32 v0, v0, v1
0077 v_mul_lo_u32 v0, 36, v0
0079 ds_write_b8 v0, v2 offset:140
007b s_add_u32 s4, s4, 1
007c s_branch BB16
BB20:
007d s_inst_prefetch 0x3
007e s_bfe_u32 s10, s10, 0x30006
0080 s_bitcmp1_b32 s10, 0
0081 s_cselect_b32 s4, -1, 0
0082 s_cbranch_scc0 BB34
BB21:
0083 s_and_b32 s5, -1, exec_lo
0084 s_sub_i32 s0, 0, s0
0085 s_ff1_i32_b32 s7, exec_lo
0086 s_lshl1_add_u32 s0, s0, 2
0087 s_sub_i32 s1, s1, s0
0088 s_bcnt1_i32_b32 s6, exec_lo
0089 s_lshl_b32 s7, 1, s7
008a s_mul_i32 s1, s1, s6
008b s_and_b32 s4, s4, s7
008c s_and_saveexec_b32 s4, s4
008d s_cbranch_execz BB34
BB22:
008e s_movk_i32 m0, 0x100
008f v_mov_b32_e32 v0, s1
0090 v_mov_b32_e32 v1, 16
0091 ds_add_u32 v1, v0 gds
0093 s_bcnt1_i32_b32 s5, s5
0094 v_mov_b32_e32 v3, 20
0095 v_mov_b32_e32 v2, s5
0096 ds_add_u32 v3, v2 gds
BB34:
0098 s_waitcnt expcnt(0)
0099 s_mov_b32 exec_lo, -1
009a s_waitcnt lgkmcnt(0)
009b s_barrier
009c s_bfe_u32 s0, s3, 0x40018
009e s_lshl_b32 s1, s0, 5
009f s_bfe_u32 s2, s2, 0x9000c
00a1 v_mbcnt_lo_u32_b32 v0, -1, s1
00a3 v_bfe_u32 v1, v0, 5, 4
00a5 v_xor_b32_e32 v1, v0, v1
00a6 v_mul_u32_u24_e32 v1, 36, v1
00a7 v_cmpx_gt_i32_e32 s2, v0
00a8 s_cbranch_execz BB38
BB35:
00a9 ds_read_u8 v2, v1 offset:140
BB38:
00ab s_andn2_b32 exec_lo, -1, exec_lo
00ac v_mov_b32_e32 v2, 0
BB40:
00ad s_mov_b32 exec_lo, -1
00ae s_waitcnt lgkmcnt(0)
00af v_cmp_ne_i32_e32 vcc_lo, 0, v2
00b0 s_mov_b32 exec_lo, 1
00b1 s_bcnt1_i32_b32 s4, vcc_lo
BB41:
00b2 v_mov_b32_e32 v3, s0
00b3 v_mov_b32_e32 v4, s4
00b4 ds_write_b8 v3, v4 offset:8752
00b6 s_waitcnt lgkmcnt(0)
00b7 s_barrier
00b8 v_mov_b32_e32 v5, 0
00b9 ds_read_b64 v[4:5], v5 offset:8752
BB46:
00bb s_mov_b32 exec_lo, -1
00bc s_mov_b32 s6, 0x1010101
00be s_mov_b32 s7, 0x1010101
00c0 v_mbcnt_lo_u32_b32 v3, -1, 0
00c2 v_mad_i32_i24 v3, v3, -8, 56
00c4 v_lshrrev_b64 v[6:7], v3, s[6:7]
00c6 s_waitcnt lgkmcnt(0)
00c7 v_permlane16_b32 v4, v4, 0, 0
00c9 v_permlane16_b32 v5, v5, 0, 0
00cb v_dot4_u32_u8 v4, v4, v6, 0
00cd v_dot4_u32_u8 v5, v5, v7, v4
00cf v_readlane_b32 s1, v5, s0
00d1 s_sub_i32 s1, s1, s4
00d2 s_lshr_b32 s3, s3, 28
00d3 v_mbcnt_lo_u32_b32 v4, vcc_lo, s1
00d5 s_add_u32 s3, s3, -1
00d6 v_readlane_b32 s3, v5, s3
00d8 s_cmp_lg_i32 s3, 0
00d9 s_cselect_b32 s2, s2, 0
00da s_cmp_eq_i32 s0, 0
00db s_cbranch_scc0 BB49
BB47:
00dc s_lshl_b32 s0, s2, 12
00dd s_or_b32 m0, s0, s3
00de s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00df s_mov_b32 exec_lo, vcc_lo
00e0 s_cbranch_execz BB55
BB50:
00e1 v_bfe_u32 v3, v4, 5, 4
00e3 v_mov_b32_sdwa v5, v0 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00e5 v_xor_b32_e32 v3, v4, v3
00e6 v_mul_lo_u32 v3, 36, v3
00e8 ds_write_b8 v3, v5 offset:141
BB55:
00ea s_mov_b32 exec_lo, -1
00eb s_waitcnt lgkmcnt(0)
00ec s_barrier
00ed v_cmpx_gt_i32_e32 s2, v0
00ee s_mov_b32 vcc_lo, exec_lo
BB56:
00ef v_bfe_u32 v3, v2, 1, 1
00f1 v_not_b32_e32 v2, v2
00f2 v_sub_nc_u32_e32 v5, v4, v3
00f3 v_add_lshl_u32 v3, v4, v3, 10
00f5 v_add_nc_u32_e32 v4, -2, v4
00f6 v_lshlrev_b32_e32 v5, 20, v5
00f7 v_add_nc_u32_e32 v3, 0xfffffc00, v3
00f9 v_or3_b32 v5, v5, v4, v3
00fb v_lshl_or_b32 v2, v2, 31, v5
BB61:
00fd s_mov_b32 exec_lo, -1
00fe v_cmpx_gt_i32_e32 s3, v0
00ff s_mov_b32 s3, exec_lo
0100 s_cbranch_execz BB67
BB62:
0101 ds_read_u8 v1, v1 offset:141
0103 s_waitcnt lgkmcnt(0)
0104 v_bfe_u32 v0, v1, 5, 4
0106 v_xor_b32_e32 v1, v1, v0
0107 v_mul_u32_u24_e32 v1, 36, v1
0108 ds_read2_b32 v[4:5], v1 offset0:27 offset1:28
010a ds_read2_b32 v[6:7], v1 offset0:29 offset1:30
010c ds_read2_b32 v[8:9], v1 offset0:31 offset1:32
010e ds_read_b32 v1, v1 offset:132
BB67:
0110 s_mov_b32 exec_lo, vcc_lo
0111 s_cbranch_execz BB73
BB68:
0112 exp prim v2, off, off, off done
BB73:
0114 s_waitcnt expcnt(0)
0115 s_mov_b32 exec_lo, s3
0116 s_cbranch_execz BB79
BB74:
0117 s_waitcnt lgkmcnt(0)
0118 exp pos0 v4, v5, v6, v7 done
011a exp param0 v8, v9, v1, off
BB79:
011c s_endpgm
