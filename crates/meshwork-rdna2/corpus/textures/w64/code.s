BB0:
0000 s_setprio 3
0001 s_pack_ll_b32_b16 s0, 0, s3
0002 s_bfe_u64 exec, -1, s0
0003 s_mov_b64 s[0:1], exec
0004 s_cbranch_execz BB6
BB1:
0005 s_mov_b32 s4, s8
0006 s_movk_i32 s5, 0x8000
0007 s_load_dwordx4 s[4:7], s[4:5], null
0009 v_add_nc_u32_e32 v2, s9, v5
000a s_waitcnt lgkmcnt(0)
000b buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
BB6:
000d s_mov_b64 exec, -1
000e s_and_b32 s4, s2, 0x7c000000
0010 s_cselect_b32 s5, 11, 0
0011 s_and_b32 s5, s11, s5
0012 s_cbranch_scc0 BB68
BB7:
0013 s_bfe_u32 s4, s3, 0x40018
0015 s_lshl_b32 s5, s4, 6
0016 v_mbcnt_lo_u32_b32 v2, -1, s5
0018 v_mbcnt_hi_u32_b32 v2, -1, v2
001a v_mul_u32_u24_e32 v3, 28, v2
001b s_mov_b64 exec, s[0:1]
BB8:
001c v_mov_b32_e32 v4, 1.0
001d v_mov_b32_e32 v9, 0
001e s_waitcnt vmcnt(0)
001f ds_write_b32 v3, v4 offset:12
0021 ds_write2_b32 v3, v6, v7 offset1:1
0023 ds_write_b8 v3, v9 offset:16
BB13:
0025 s_mov_b64 exec, -1
0026 s_waitcnt lgkmcnt(0)
0027 s_barrier
0028 s_lshl_b32 s5, s3, 8
0029 v_mad_u32_u16 v4, 28, v0, 0
002b v_mad_u32_u16 v1, 28, v1, 0
002d v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
002f s_bfe_u64 exec, -1, s5
0030 s_mov_b64 s[6:7], exec
0031 s_cbranch_execz BB34
BB14:
0032 ds_read_b32 v9, v4 offset:12
0034 ds_read_b32 v10, v0 offset:12
0036 ds_read_b32 v11, v1 offset:12
0038 ds_read2_b32 v[12:13], v4 offset1:1
003a ds_read2_b32 v[14:15], v0 offset1:1
003c ds_read2_b32 v[16:17], v1 offset1:1
003e s_bitcmp1_b32 s11, 0
003f s_cselect_b64 s[16:17], -1, 0
0040 s_bitcmp1_b32 s11, 1
0041 s_cselect_b64 s[18:19], -1, 0
0042 s_bitcmp1_b32 s11, 2
0043 s_cselect_b64 s[20:21], -1, 0
0044 s_waitcnt lgkmcnt(5)
0045 v_cmp_gt_f32_e32 vcc, 0, v9
0046 s_waitcnt lgkmcnt(4)
0047 v_cmp_gt_f32_e64 s[22:23], 0, v10
0049 s_waitcnt lgkmcnt(3)
004a v_max3_f32 v10, v10, v11, v9
004c s_waitcnt lgkmcnt(1)
004d v_sub_f32_e32 v18, v15, v13
004e v_sub_f32_e32 v19, v12, v14
004f s_waitcnt lgkmcnt(0)
0050 v_sub_f32_e32 v20, v16, v12
0051 v_sub_f32_e32 v21, v13, v17
0052 s_xor_b64 s[24:25], s[22:23], vcc
0053 s_or_b64 s[22:23], s[22:23], vcc
0054 v_cmp_gt_f32_e32 vcc, 0, v11
0055 v_mul_f32_e32 v20, v20, v18
0056 s_xor_b64 s[24:25], vcc, s[24:25]
0057 s_or_b64 s[22:23], vcc, s[22:23]
0058 v_cmp_nlt_f32_e32 vcc, 0, v10
0059 v_fma_f32 v19, v19, -v21, v20
005b v_cndmask_b32_e64 v19, v19, -v19, s[24:25]
005d v_cmp_lt_f32_e64 s[24:25], 0, v19
005f s_xnor_b64 s[20:21], s[24:25], s[20:21]
0060 s_and_b64 s[16:17], s[20:21], s[16:17]
0061 s_andn2_b64 s[18:19], s[18:19], s[20:21]
0062 s_or_b64 s[16:17], s[16:17], s[18:19]
0063 v_cmp_eq_f32_e64 s[18:19], 0, v19
0065 s_or_b64 s[16:17], s[16:17], s[18:19]
0066 v_cmp_gt_f32_e64 s[18:19], 0x7f800000, |v19|
0069 s_and_b64 s[16:17], s[16:17], s[18:19]
006a s_nor_b64 s[16:17], vcc, s[16:17]
006b s_and_saveexec_b64 s[16:17], s[16:17]
006c s_cbranch_execz BB29
BB15:
006d v_min3_f32 v9, v14, v16, v12
006f v_max3_f32 v14, v14, v16, v12
0071 v_min3_f32 v10, v15, v17, v13
0073 v_max3_f32 v15, v15, v17, v13
0075 v_max_f32_e32 v12, v9, v10
0076 v_min_f32_e32 v11, v14, v15
0077 v_cmp_lt_f32_e64 s[18:19], 1.0, v12
0079 v_cmp_gt_f32_e32 vcc, -1.0, v11
007a s_or_b64 s[18:19], s[18:19], vcc
007b s_bitcmp1_b32 s11, 3
007c s_cbranch_scc0 BB18
BB16:
007d v_fma_f32 v9, v9, s12, s14
007f v_fma_f32 v14, v14, s12, s14
0081 s_ashr_i32 s11, s11, 24
0082 v_fma_f32 v10, v10, s13, s15
0084 v_fma_f32 v15, v15, s13, s15
0086 v_ldexp_f32 v11, 1.0, s11
0088 v_sub_f32_e32 v9, v9, v11
0089 v_add_f32_e32 v14, v14, v11
008a v_sub_f32_e32 v10, v10, v11
008b v_add_f32_e32 v15, v15, v11
008c v_rndne_f32_e32 v9, v9
008d v_rndne_f32_e32 v14, v14
008e v_rndne_f32_e32 v10, v10
008f v_rndne_f32_e32 v15, v15
0090 v_cmp_eq_f32_e32 vcc, v9, v14
0091 v_cmp_eq_f32_e64 s[12:13], v10, v15
0093 s_or_b64 s[12:13], vcc, s[12:13]
0094 s_or_b64 s[18:19], s[18:19], s[12:13]
BB18:
0095 s_orn2_b64 s[12:13], s[22:23], s[18:19]
0096 s_and_saveexec_b64 s[12:13], s[12:13]
BB19:
0097 v_mov_b32_e32 v9, 1
0098 ds_write_b8 v4, v9 offset:16
009a ds_write_b8 v0, v9 offset:16
009c ds_write_b8 v1, v9 offset:16
009e s_mov_b64 s[14:15], exec
BB24:
009f s_mov_b64 exec, s[12:13]
BB29:
00a0 s_and_b64 s[12:13], s[14:15], exec
00a1 s_mov_b64 exec, s[16:17]
BB34:
00a2 s_and_b64 s[12:13], s[12:13], exec
00a3 s_waitcnt lgkmcnt(0)
00a4 s_barrier
00a5 s_mov_b64 exec, s[0:1]
BB35:
00a6 ds_read_u8 v9, v3 offset:16
00a8 s_waitcnt lgkmcnt(0)
00a9 v_cmp_ne_i32_e32 vcc, 0, v9
00aa s_and_b64 s[0:1], vcc, exec
BB40:
00ab s_mov_b64 exec, 1
00ac s_bcnt1_i32_b64 s5, s[0:1]
BB41:
00ad v_mov_b32_e32 v9, s4
00ae v_mov_b32_e32 v10, s5
00af ds_write_b8 v9, v10 offset:3584
00b1 s_waitcnt lgkmcnt(0)
00b2 s_barrier
00b3 v_mov_b32_e32 v11, 0
00b4 ds_read_b32 v11, v11 offset:3584
BB46:
00b6 s_mov_b64 exec, -1
00b7 v_mbcnt_lo_u32_b32 v9, -1, 0
00b9 v_mbcnt_hi_u32_b32 v9, -1, v9
00bb v_mad_i32_i24 v9, v9, -8, 24
00bd s_waitcnt lgkmcnt(0)
00be v_permlane16_b32 v11, v11, 0, 0
00c0 v_lshrrev_b32_e64 v9, v9, 0x1010101
00c3 v_dot4_u32_u8 v11, v11, v9, 0
00c5 v_readlane_b32 s11, v11, s4
00c7 s_sub_i32 s11, s11, s5
00c8 s_lshr_b32 s3, s3, 28
00c9 v_mbcnt_lo_u32_b32 v10, s0, s11
00cb s_add_u32 s3, s3, -1
00cc s_bfe_u32 s2, s2, 0x90016
00ce v_readlane_b32 s3, v11, s3
00d0 v_mbcnt_hi_u32_b32 v10, s1, v10
00d2 s_cmp_eq_i32 s3, 0
00d3 s_cselect_b64 s[14:15], -1, 0
00d4 s_cselect_b32 s2, 0, s2
00d5 s_andn2_b64 s[6:7], s[6:7], s[14:15]
00d6 s_cmp_eq_i32 s4, 0
00d7 s_cbranch_scc0 BB49
BB47:
00d8 s_lshl_b32 s2, s2, 12
00d9 s_or_b32 m0, s2, s3
00da s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00db s_mov_b64 exec, s[0:1]
00dc s_cbranch_execz BB55
BB50:
00dd v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00df v_mul_lo_u32 v10, 28, v10
00e1 v_mov_b32_e32 v11, 1.0
00e2 s_waitcnt vmcnt(0)
00e3 ds_write_b8 v3, v9 offset:17
00e5 ds_write2_b32 v10, v6, v7 offset1:1
00e7 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00e9 ds_write_b32 v10, v5 offset:20
BB55:
00eb s_mov_b64 exec, -1
00ec s_waitcnt lgkmcnt(0)
00ed s_barrier
00ee v_cmpx_gt_i32_e32 s3, v2
00ef s_mov_b64 s[0:1], exec
00f0 s_cbranch_execz BB61
BB56:
00f1 s_waitcnt vmcnt(0)
00f2 ds_read2_b32 v[6:7], v3 offset1:1
00f4 ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
00f6 ds_read_b32 v5, v3 offset:20
BB61:
00f8 s_mov_b64 exec, s[12:13]
00f9 s_cbranch_execz BB64
BB62:
00fa ds_read_u8 v4, v4 offset:17
00fc ds_read_u8 v0, v0 offset:17
00fe ds_read_u8 v1, v1 offset:17
0100 s_waitcnt lgkmcnt(1)
0101 v_lshl_or_b32 v0, v0, 10, v4
0103 s_waitcnt lgkmcnt(0)
0104 v_lshl_or_b32 v1, v1, 20, v0
BB64:
0106 s_andn2_b64 exec, -1, exec
0107 s_cbranch_execz BB72
BB65:
0108 v_bfrev_b32_e32 v1, 1
0109 s_branch BB72
BB68:
010a s_and_b32 s4, s3, 0xf000000
010c s_cbranch_scc1 BB71
BB69:
010d s_bfe_u32 s4, s2, 0x90016
010f s_lshl_b32 s4, s4, 12
0110 s_bfe_u32 s2, s2, 0x9000c
0112 s_or_b32 m0, s4, s2
0113 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
0114 v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
0116 s_lshl_b32 s3, s3, 8
0117 v_mov_b32_e32 v9, 1.0
0118 s_bfe_u64 s[6:7], -1, s3
0119 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
011b v_lshl_or_b32 v1, v1, 20, v0
BB72:
011d s_mov_b64 exec, s[6:7]
011e s_cbranch_execz BB78
BB73:
011f exp prim v1, off, off, off done
BB78:
0121 s_waitcnt expcnt(0)
0122 s_mov_b64 exec, s[0:1]
0123 s_cbranch_execz BB84
BB79:
0124 s_movk_i32 s11, 0x8000
0125 s_mov_b32 s16, s9
0126 s_movk_i32 s9, 0x8000
0127 s_clause 0x2
0128 s_load_dwordx8 s[0:7], s[10:11], null
012a s_load_dwordx4 s[12:15], s[10:11], 0x50
012c s_load_dwordx4 s[20:23], s[8:9], 0x10
012e s_waitcnt lgkmcnt(0)
012f v_add_nc_u32_e32 v5, s16, v5
0130 buffer_load_dwordx3 v[0:2], v5, s[20:23], 0 idxen offset:12
0132 v_mov_b32_e32 v3, 2.0
0133 v_mov_b32_e32 v10, 0x33e
0135 s_waitcnt vmcnt(0)
0136 v_fma_f32 v4, 0.5, v0, 0.5
0138 v_fma_f32 v5, 0.5, v1, 0.5
013a s_clause 0x2
013b image_sample_lz v[12:15], v[4:5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
013d image_sample_l v[16:19], [v4, v5, v3], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0140 image_sample_lz_o v[20:23], [v10, v4, v5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0143 s_clause 0xa
0144 s_load_dwordx8 s[16:23], s[10:11], 0x60
0146 s_load_dwordx4 s[24:27], s[10:11], 0xb0
0148 s_load_dwordx8 s[32:39], s[10:11], 0xc0
014a s_load_dwordx4 s[28:31], s[10:11], 0x110
014c s_load_dwordx8 s[40:47], s[10:11], 0x120
014e s_load_dwordx4 s[48:51], s[10:11], 0x170
0150 s_load_dwordx8 s[56:63], s[10:11], 0x180
0152 s_load_dwordx4 s[52:55], s[10:11], 0x1d0
0154 s_load_dwordx8 s[64:71], s[10:11], 0x1e0
0156 s_load_dwordx4 s[72:75], s[10:11], 0x230
0158 s_load_dwordx8 s[80:87], s[10:11], 0x240
015a v_mov_b32_e32 v11, 0x2c00
015c v_bfrev_b32_e32 v24, 52
015d v_mov_b32_e32 v25, 1.0
015e v_mov_b32_e32 v3, 0.5
015f v_mov_b32_e32 v26, 0x3e800000
0161 v_mov_b32_e32 v27, 0x3f400000
0163 v_mov_b32_e32 v30, 1
0164 s_mov_b32 s76, 0x3c800000
0166 s_mov_b32 s9, s13
0167 s_mov_b64 s[10:11], s[14:15]
0168 s_and_b32 s8, s12, 0xf7ffffff
016a s_mov_b32 s77, 0x3d800000
016c s_waitcnt lgkmcnt(0)
016d s_bfe_u32 s78, s41, 0x2001e
016f s_add_u32 s78, s78, 1
0170 s_and_b32 s90, s42, 0x3fff
0172 s_mov_b32 s97, s73
0173 s_mov_b64 s[98:99], s[74:75]
0174 s_lshl2_add_u32 s90, s90, s78
0175 s_and_b32 s79, s44, 0x1fff
0177 s_add_u32 s79, s79, 1
0178 s_bfe_u32 s88, s43, 0x4001c
017a s_and_b32 s96, s72, 0xf7ffffff
017c s_cmp_eq_i32 s88, 9
017d s_cselect_b32 s94, 1, s79
017e s_bfe_u32 s91, s43, 0x4000c
0180 s_lshr_b32 s90, s90, s91
0181 s_lshr_b32 s94, s94, s91
0182 s_bfe_u32 s92, s44, 0xe0010
0184 s_sub_i32 s79, s79, s92
0185 s_max_u32 s94, s94, 1
0186 s_and_b32 s93, s45, 15
0187 s_waitcnt vmcnt(1)
0188 v_add_f32_e32 v14, v14, v18
0189 v_add_f32_e32 v15, v15, v19
018a v_add_f32_e32 v12, v12, v16
018b v_add_f32_e32 v13, v13, v17
018c image_sample_d_g16 v[16:19], [v11, v24, v4, v5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
018f v_mov_b32_e32 v11, v30
0190 s_cmp_eq_i32 s93, 1
0191 s_waitcnt vmcnt(1)
0192 v_add_f32_e32 v12, v12, v20
0193 s_cselect_b32 s79, s79, s94
0194 s_max_u32 s90, s90, 1
0195 s_cmp_eq_i32 s41, 0
0196 s_cselect_b32 s90, 0, s90
0197 v_cvt_f32_i32_e32 v31, s90
0198 v_mov_b32_e32 v20, v31
0199 image_gather4_lz v[28:31], v[4:5], s[0:7], s[8:11] dmask:0x2 dim:SQ_RSRC_IMG_2D
019b v_add_f32_e32 v14, v14, v22
019c v_mul_f32_e32 v22, 0x42800000, v1
019e v_add_f32_e32 v15, v15, v23
019f v_add_f32_e32 v13, v13, v21
01a0 v_mul_f32_e32 v21, 0x42800000, v0
01a2 v_floor_f32_e32 v22, v22
01a3 v_floor_f32_e32 v21, v21
01a4 v_fma_f32 v24, 0x3c000000, v22, 0.5
01a7 v_fma_f32 v23, 0x3c000000, v21, 0.5
01aa image_sample_lz v[21:24], v[23:24], s[16:23], s[24:27] dmask:0xf dim:SQ_RSRC_IMG_2D
01ac s_waitcnt vmcnt(2)
01ad v_add_f32_e32 v14, v14, v18
01ae v_add_f32_e32 v15, v15, v19
01af v_add_f32_e32 v12, v12, v16
01b0 v_mul_f32_e32 v16, 4.0, v2
01b1 v_add_f32_e32 v13, v13, v17
01b2 v_rndne_f32_e32 v16, v16
01b3 image_sample_l v[16:19], [v4, v5, v16, v25], s[32:39], s[28:31] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
01b6 v_fma_f32 v25, 0.5, v2, 0.5
01b8 s_waitcnt vmcnt(2)
01b9 v_add_f32_e32 v12, v12, v28
01ba v_add_f32_e32 v14, v14, v30
01bb v_add_f32_e32 v13, v13, v29
01bc v_add_f32_e32 v15, v15, v31
01bd image_sample_lz v[28:31], [v4, v5, v25], s[40:47], s[48:51] dmask:0xf dim:SQ_RSRC_IMG_3D
01c0 s_waitcnt vmcnt(2)
01c1 v_add_f32_e32 v13, v13, v22
01c2 v_cubesc_f32 v22, v0, v1, v2
01c4 v_add_f32_e32 v14, v14, v23
01c5 v_cubetc_f32 v23, v0, v1, v2
01c7 v_add_f32_e32 v15, v15, v24
01c8 v_add_f32_e32 v12, v12, v21
01c9 v_cubema_f32 v21, v0, v1, v2
01cb v_cubeid_f32 v2, v0, v1, v2
01cd v_rcp_f32_e64 v21, |v21|
01cf v_fmaak_f32 v22, v22, v21, 0x3fc00000
01d1 v_fmaak_f32 v23, v23, v21, 0x3fc00000
01d3 image_sample_lz v[22:25], [v22, v23, v2], s[56:63], s[52:55] dmask:0xf dim:SQ_RSRC_IMG_CUBE
01d6 s_waitcnt vmcnt(2)
01d7 v_add_f32_e32 v14, v14, v18
01d8 v_mov_b32_e32 v2, v19
01d9 v_add_f32_e32 v12, v12, v16
01da v_add_f32_e32 v13, v13, v17
01db s_clause 0x2
01dc image_sample_c_lz v3, v[3:5], s[64:71], s[72:75] dmask:0x1 dim:SQ_RSRC_IMG_2D
01de image_sample_c_lz v26, [v26, v5, v4], s[64:71], s[72:75] dmask:0x1 dim:SQ_RSRC_IMG_2D
01e1 image_gather4_c_lz v[16:19], [v27, v4, v5], s[64:71], s[96:99] dmask:0x1 dim:SQ_RSRC_IMG_2D
01e4 v_mul_f32_e32 v1, 0x41a00000, v1
01e6 v_mul_f32_e32 v0, 0x41a00000, v0
01e8 v_add_f32_e32 v15, v15, v2
01e9 v_cvt_i32_f32_e32 v1, v1
01ea v_cvt_i32_f32_e32 v0, v0
01eb s_waitcnt vmcnt(2)
01ec v_mov_b32_e32 v21, v3
01ed image_load_mip v[0:3], [v0, v1, v11], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
01f0 v_mul_f32_e32 v4, 0x42000000, v4
01f2 v_mul_f32_e32 v5, 0x42000000, v5
01f4 v_add_f32_e32 v13, v13, v29
01f5 v_add_f32_e32 v12, v12, v28
01f6 s_waitcnt vmcnt(2)
01f7 v_mov_b32_e32 v11, v26
01f8 v_cvt_i32_f32_e32 v4, v4
01f9 v_cvt_i32_f32_e32 v5, v5
01fa image_load v[26:29], v[4:5], s[80:87] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
01fc s_cselect_b32 s79, 0, s79
01fd v_cvt_f32_i32_e32 v10, s79
01fe exp pos0 v6, v7, v8, v9 done
0200 v_add_f32_e32 v14, v14, v30
0201 v_add_f32_e32 v15, v15, v31
0202 v_add_f32_e32 v13, v13, v23
0203 v_add_f32_e32 v12, v12, v22
0204 v_add_f32_e32 v21, v21, v11
0205 v_add_f32_e32 v14, v14, v24
0206 v_add_f32_e32 v15, v15, v25
0207 s_waitcnt vmcnt(2)
0208 v_add_f32_e32 v13, v13, v17
0209 v_add_f32_e32 v12, v12, v21
020a v_add_f32_e32 v14, v14, v18
020b v_add_f32_e32 v15, v15, v19
020c v_add_f32_e32 v12, v12, v16
020d s_waitcnt vmcnt(1)
020e v_add_f32_e32 v14, v14, v2
020f v_add_f32_e32 v12, v12, v0
0210 v_add_f32_e32 v15, v15, v3
0211 v_add_f32_e32 v13, v13, v1
0212 s_waitcnt vmcnt(0)
0213 v_cvt_f32_u32_e32 v29, v29
0214 v_cvt_f32_u32_e32 v27, v27
0215 v_cvt_f32_u32_e32 v28, v28
0216 v_cvt_f32_u32_e32 v26, v26
0217 v_fmac_f32_e32 v15, s76, v29
0218 v_fmac_f32_e32 v13, s76, v27
0219 v_fmac_f32_e32 v14, s76, v28
021a v_fmac_f32_e32 v12, s76, v26
021b v_mul_f32_e32 v15, s77, v15
021c v_fmamk_f32 v10, v10, 0x3d000000, v13
021e v_mul_f32_e32 v14, s77, v14
021f v_fmamk_f32 v20, v20, 0x3d000000, v12
0221 v_mul_f32_e32 v10, s77, v10
0222 v_mul_f32_e32 v20, s77, v20
0223 exp param0 v20, v10, v14, v15
BB84:
0225 s_endpgm
