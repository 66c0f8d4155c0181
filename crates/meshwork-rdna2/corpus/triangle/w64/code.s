BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 v_add_nc_u32_e32 v2, s8, v5
0006 s_mov_b32 s6, 24
0007 s_mov_b32 s7, 0x31016fac
0009 v_mul_hi_i32 v3, v2, 0x55555556
000c v_cmp_le_i32_e32 vcc, 0, v2
000d v_lshrrev_b32_e32 v4, 31, v3
000e v_add_nc_u32_e32 v3, v3, v4
000f v_lshl_add_u32 v3, v3, 1, v3
0011 v_sub_nc_u32_e32 v3, v2, v3
0012 v_cmp_eq_i32_e64 s[4:5], 0, v3
0014 v_add_nc_u32_e32 v6, 3, v3
0015 s_or_b64 vcc, s[4:5], vcc
0016 s_getpc_b64 s[4:5]
0017 v_cndmask_b32_e32 v6, v6, v3, vcc
0018 s_add_u32 s4, s4, 0x518
001a v_lshlrev_b32_e32 v6, 3, v6
001b buffer_load_dwordx2 v[2:3], v6, s[4:7], 0 offen
BB6:
001d s_mov_b64 exec, -1
001e s_and_b32 s4, s2, 0x7c000000
0020 s_cselect_b32 s5, 11, 0
0021 s_and_b32 s5, s9, s5
0022 s_cbranch_scc0 BB68
BB7:
0023 s_bfe_u32 s4, s3, 0x40018
0025 s_lshl_b32 s5, s4, 6
0026 v_mbcnt_lo_u32_b32 v4, -1, s5
0028 v_mbcnt_hi_u32_b32 v4, -1, v4
002a v_mul_u32_u24_e32 v6, 28, v4
002b s_mov_b64 exec, s[0:1]
BB8:
002c v_mov_b32_e32 v7, 1.0
002d v_mov_b32_e32 v8, 0
002e s_waitcnt vmcnt(0)
002f ds_write_b32 v6, v7 offset:12
0031 ds_write2_b32 v6, v2, v3 offset1:1
0033 ds_write_b8 v6, v8 offset:16
BB13:
0035 s_mov_b64 exec, -1
0036 s_waitcnt lgkmcnt(0)
0037 s_barrier
0038 s_lshl_b32 s5, s3, 8
0039 v_mad_u32_u16 v7, 28, v0, 0
003b v_mad_u32_u16 v1, 28, v1, 0
003d v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
003f s_bfe_u64 exec, -1, s5
0040 s_mov_b64 s[6:7], exec
0041 s_cbranch_execz BB34
BB14:
0042 ds_read_b32 v8, v7 offset:12
0044 ds_read_b32 v9, v0 offset:12
0046 ds_read_b32 v10, v1 offset:12
0048 ds_read2_b32 v[12:13], v7 offset1:1
004a ds_read2_b32 v[14:15], v0 offset1:1
004c ds_read2_b32 v[16:17], v1 offset1:1
004e s_bitcmp1_b32 s9, 0
004f s_cselect_b64 s[14:15], -1, 0
0050 s_bitcmp1_b32 s9, 1
0051 s_cselect_b64 s[16:17], -1, 0
0052 s_bitcmp1_b32 s9, 2
0053 s_cselect_b64 s[18:19], -1, 0
0054 s_waitcnt lgkmcnt(5)
0055 v_cmp_gt_f32_e32 vcc, 0, v8
0056 s_waitcnt lgkmcnt(4)
0057 v_cmp_gt_f32_e64 s[20:21], 0, v9
0059 s_waitcnt lgkmcnt(3)
005a v_max3_f32 v9, v9, v10, v8
005c s_waitcnt lgkmcnt(1)
005d v_sub_f32_e32 v11, v15, v13
005e v_sub_f32_e32 v18, v12, v14
005f s_waitcnt lgkmcnt(0)
0060 v_sub_f32_e32 v19, v16, v12
0061 v_sub_f32_e32 v20, v13, v17
0062 s_xor_b64 s[22:23], s[20:21], vcc
0063 s_or_b64 s[20:21], s[20:21], vcc
0064 v_cmp_gt_f32_e32 vcc, 0, v10
0065 v_mul_f32_e32 v19, v19, v11
0066 s_xor_b64 s[22:23], vcc, s[22:23]
0067 s_or_b64 s[20:21], vcc, s[20:21]
0068 v_cmp_nlt_f32_e32 vcc, 0, v9
0069 v_fma_f32 v18, v18, -v20, v19
006b v_cndmask_b32_e64 v18, v18, -v18, s[22:23]
006d v_cmp_lt_f32_e64 s[22:23], 0, v18
006f s_xnor_b64 s[18:19], s[22:23], s[18:19]
0070 s_and_b64 s[14:15], s[18:19], s[14:15]
0071 s_andn2_b64 s[16:17], s[16:17], s[18:19]
0072 s_or_b64 s[14:15], s[14:15], s[16:17]
0073 v_cmp_eq_f32_e64 s[16:17], 0, v18
0075 s_or_b64 s[14:15], s[14:15], s[16:17]
0076 v_cmp_gt_f32_e64 s[16:17], 0x7f800000, |v18|
0079 s_and_b64 s[14:15], s[14:15], s[16:17]
007a s_nor_b64 s[14:15], vcc, s[14:15]
007b s_and_saveexec_b64 s[14:15], s[14:15]
007c s_cbranch_execz BB29
BB15:
007d v_min3_f32 v8, v14, v16, v12
007f v_max3_f32 v14, v14, v16, v12
0081 v_min3_f32 v9, v15, v17, v13
0083 v_max3_f32 v15, v15, v17, v13
0085 v_max_f32_e32 v11, v8, v9
0086 v_min_f32_e32 v10, v14, v15
0087 v_cmp_lt_f32_e64 s[16:17], 1.0, v11
0089 v_cmp_gt_f32_e32 vcc, -1.0, v10
008a s_or_b64 s[16:17], s[16:17], vcc
008b s_bitcmp1_b32 s9, 3
008c s_cbranch_scc0 BB18
BB16:
008d v_fma_f32 v8, v8, s10, s12
008f v_fma_f32 v14, v14, s10, s12
0091 s_ashr_i32 s9, s9, 24
0092 v_fma_f32 v9, v9, s11, s13
0094 v_fma_f32 v15, v15, s11, s13
0096 v_ldexp_f32 v10, 1.0, s9
0098 v_sub_f32_e32 v8, v8, v10
0099 v_add_f32_e32 v14, v14, v10
009a v_sub_f32_e32 v9, v9, v10
009b v_add_f32_e32 v15, v15, v10
009c v_rndne_f32_e32 v8, v8
009d v_rndne_f32_e32 v14, v14
009e v_rndne_f32_e32 v9, v9
009f v_rndne_f32_e32 v15, v15
00a0 v_cmp_eq_f32_e32 vcc, v8, v14
00a1 v_cmp_eq_f32_e64 s[10:11], v9, v15
00a3 s_or_b64 s[10:11], vcc, s[10:11]
00a4 s_or_b64 s[16:17], s[16:17], s[10:11]
BB18:
00a5 s_orn2_b64 s[10:11], s[20:21], s[16:17]
00a6 s_and_saveexec_b64 s[10:11], s[10:11]
BB19:
00a7 v_mov_b32_e32 v8, 1
00a8 ds_write_b8 v7, v8 offset:16
00aa ds_write_b8 v0, v8 offset:16
00ac ds_write_b8 v1, v8 offset:16
00ae s_mov_b64 s[12:13], exec
BB24:
00af s_mov_b64 exec, s[10:11]
BB29:
00b0 s_and_b64 s[10:11], s[12:13], exec
00b1 s_mov_b64 exec, s[14:15]
BB34:
00b2 s_and_b64 s[10:11], s[10:11], exec
00b3 s_waitcnt lgkmcnt(0)
00b4 s_barrier
00b5 s_mov_b64 exec, s[0:1]
BB35:
00b6 ds_read_u8 v8, v6 offset:16
00b8 s_waitcnt lgkmcnt(0)
00b9 v_cmp_ne_i32_e32 vcc, 0, v8
00ba s_and_b64 s[0:1], vcc, exec
BB40:
00bb s_mov_b64 exec, 1
00bc s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00bd v_mov_b32_e32 v8, s4
00be v_mov_b32_e32 v9, s5
00bf ds_write_b8 v8, v9 offset:3584
00c1 s_waitcnt lgkmcnt(0)
00c2 s_barrier
00c3 v_mov_b32_e32 v10, 0
00c4 ds_read_b32 v10, v10 offset:3584
BB46:
00c6 s_mov_b64 exec, -1
00c7 v_mbcnt_lo_u32_b32 v8, -1, 0
00c9 v_mbcnt_hi_u32_b32 v8, -1, v8
00cb v_mad_i32_i24 v8, v8, -8, 24
00cd s_waitcnt lgkmcnt(0)
00ce v_permlane16_b32 v10, v10, 0, 0
00d0 v_lshrrev_b32_e64 v8, v8, 0x1010101
00d3 v_dot4_u32_u8 v10, v10, v8, 0
00d5 v_readlane_b32 s9, v10, s4
00d7 s_sub_i32 s9, s9, s5
00d8 s_lshr_b32 s3, s3, 28
00d9 v_mbcnt_lo_u32_b32 v9, s0, s9
00db s_add_u32 s3, s3, -1
00dc s_bfe_u32 s2, s2, 0x90016
00de v_readlane_b32 s3, v10, s3
00e0 v_mbcnt_hi_u32_b32 v9, s1, v9
00e2 s_cmp_eq_i32 s3, 0
00e3 s_cselect_b64 s[12:13], -1, 0
00e4 s_cselect_b32 s2, 0, s2
00e5 s_andn2_b64 s[6:7], s[6:7], s[12:13]
00e6 s_cmp_eq_i32 s4, 0
00e7 s_cbranch_scc0 BB49
BB47:
00e8 s_lshl_b32 s2, s2, 12
00e9 s_or_b32 m0, s2, s3
00ea s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00eb s_mov_b64 exec, s[0:1]
00ec s_cbranch_execz BB55
BB50:
00ed v_mov_b32_sdwa v8, v9 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00ef v_mul_lo_u32 v9, 28, v9
00f1 v_mov_b32_e32 v10, 0x3e800000
00f3 v_mov_b32_e32 v11, 1.0
00f4 s_waitcnt vmcnt(0)
00f5 ds_write_b8 v6, v8 offset:17
00f7 ds_write2_b32 v9, v2, v3 offset1:1
00f9 ds_write2_b32 v9, v10, v11 offset0:2 offset1:3
00fb ds_write_b32 v9, v5 offset:20
BB55:
00fd s_mov_b64 exec, -1
00fe s_waitcnt lgkmcnt(0)
00ff s_barrier
0100 v_cmpx_gt_i32_e32 s3, v4
0101 s_mov_b64 s[0:1], exec
0102 s_cbranch_execz BB61
BB56:
0103 s_waitcnt vmcnt(0)
0104 ds_read2_b32 v[2:3], v6 offset1:1
0106 ds_read2_b32 v[4:5], v6 offset0:2 offset1:3
0108 ds_read_b32 v6, v6 offset:20
BB61:
010a s_mov_b64 exec, s[10:11]
010b s_cbranch_execz BB64
BB62:
010c ds_read_u8 v7, v7 offset:17
010e ds_read_u8 v0, v0 offset:17
0110 ds_read_u8 v1, v1 offset:17
0112 s_waitcnt lgkmcnt(1)
0113 v_lshl_or_b32 v0, v0, 10, v7
0115 s_waitcnt lgkmcnt(0)
0116 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0118 s_andn2_b64 exec, -1, exec
0119 s_cbranch_execz BB72
BB65:
011a v_bfrev_b32_e32 v1, 1
011b s_branch BB72
BB68:
011c s_and_b32 s4, s3, 0xf000000
011e s_cbranch_scc1 BB71
BB69:
011f s_bfe_u32 s4, s2, 0x90016
0121 s_lshl_b32 s4, s4, 12
0122 s_bfe_u32 s2, s2, 0x9000c
0124 s_or_b32 m0, s4, s2
0125 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0126 v_lshlrev_b32_sdwa v4, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0128 s_lshl_b32 s3, s3, 8
0129 v_mov_b32_e32 v6, v5
012a v_mov_b32_e32 v5, 1.0
012b s_bfe_u64 s[6:7], -1, s3
012c v_or_b32_sdwa v0, v0, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
012e v_mov_b32_e32 v4, 0x3e800000
0130 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0132 s_mov_b64 exec, s[6:7]
0133 s_cbranch_execz BB78
BB73:
0134 exp prim v1, off, off, off done
BB78:
0136 s_waitcnt expcnt(0)
0137 s_mov_b64 exec, s[0:1]
0138 s_cbranch_execz BB84
BB79:
0139 s_waitcnt lgkmcnt(0)
013a v_add_nc_u32_e32 v6, s8, v6
013b s_mov_b32 s2, 24
013c s_mov_b32 s3, 0x31016fac
013e v_mul_hi_i32 v0, v6, 0x55555556
0141 v_cmp_le_i32_e32 vcc, 0, v6
0142 v_lshrrev_b32_e32 v1, 31, v0
0143 v_add_nc_u32_e32 v0, v0, v1
0144 v_lshl_add_u32 v0, v0, 1, v0
0146 v_sub_nc_u32_e32 v0, v6, v0
0147 v_cmp_eq_i32_e64 s[0:1], 0, v0
0149 v_add_nc_u32_e32 v6, 3, v0
014a s_or_b64 vcc, s[0:1], vcc
014b s_getpc_b64 s[0:1]
014c v_cndmask_b32_e32 v6, v6, v0, vcc
014d s_add_u32 s0, s0, 0x44
014f v_lshlrev_b32_e32 v6, 3, v6
0150 buffer_load_dwordx2 v[0:1], v6, s[0:3], 0 offen
0152 s_waitcnt vmcnt(0)
0153 exp pos0 v2, v3, v4, v5 done
0155 exp param0 v0, v1, off, off
BB84:
0157 s_endpgm
