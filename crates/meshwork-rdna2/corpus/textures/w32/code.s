BB0:
0000 s_setprio 3
0001 s_bfm_b64 s[0:1], s3, 0
0002 s_mov_b32 exec_lo, s0
0003 s_cbranch_execz BB6
BB1:
0004 s_mov_b32 s4, s8
0005 s_movk_i32 s5, 0x8000
0006 s_load_dwordx4 s[4:7], s[4:5], null
0008 v_add_nc_u32_e32 v2, s9, v5
0009 s_waitcnt lgkmcnt(0)
000a buffer_load_dwordx3 v[6:8], v2, s[4:7], 0 idxen
BB6:
000c s_mov_b32 exec_lo, -1
000d s_and_b32 s1, s2, 0x7c000000
000f s_cselect_b32 s4, 11, 0
0010 s_and_b32 s4, s11, s4
0011 s_cbranch_scc0 BB68
BB7:
0012 s_bfe_u32 s1, s3, 0x40018
0014 s_lshl_b32 s4, s1, 5
0015 v_mbcnt_lo_u32_b32 v2, -1, s4
0017 v_mul_u32_u24_e32 v3, 28, v2
0018 s_mov_b32 exec_lo, s0
BB8:
0019 v_mov_b32_e32 v4, 1.0
001a v_mov_b32_e32 v9, 0
001b s_waitcnt vmcnt(0)
001c ds_write_b32 v3, v4 offset:12
001e ds_write2_b32 v3, v6, v7 offset1:1
0020 ds_write_b8 v3, v9 offset:16
BB13:
0022 s_mov_b32 exec_lo, -1
0023 s_waitcnt lgkmcnt(0)
0024 s_barrier
0025 s_lshl_b32 s4, s3, 8
0026 v_mad_u32_u16 v4, 28, v0, 0
0028 v_mad_u32_u16 v1, 28, v1, 0
002a v_mad_u32_u16 v0, 28, v0, 0 op_sel:[0,1,0,0]
002c s_bfe_u32 exec_lo, -1, s4
002d s_mov_b32 s4, exec_lo
002e s_cbranch_execz BB34
BB14:
002f ds_read_b32 v9, v4 offset:12
0031 ds_read_b32 v10, v0 offset:12
0033 ds_read_b32 v11, v1 offset:12
0035 ds_read2_b32 v[12:13], v4 offset1:1
0037 ds_read2_b32 v[14:15], v0 offset1:1
0039 ds_read2_b32 v[16:17], v1 offset1:1
003b s_bitcmp1_b32 s11, 0
003c s_cselect_b32 s5, -1, 0
003d s_bitcmp1_b32 s11, 1
003e s_cselect_b32 s6, -1, 0
003f s_bitcmp1_b32 s11, 2
0040 s_cselect_b32 s7, -1, 0
0041 s_waitcnt lgkmcnt(5)
0042 v_cmp_gt_f32_e32 vcc_lo, 0, v9
0043 s_waitcnt lgkmcnt(4)
0044 v_cmp_gt_f32_e64 s16, 0, v10
0046 s_waitcnt lgkmcnt(3)
0047 v_max3_f32 v10, v10, v11, v9
0049 s_waitcnt lgkmcnt(1)
004a v_sub_f32_e32 v18, v15, v13
004b v_sub_f32_e32 v19, v12, v14
004c s_waitcnt lgkmcnt(0)
004d v_sub_f32_e32 v20, v16, v12
004e v_sub_f32_e32 v21, v13, v17
004f s_xor_b32 s17, s16, vcc_lo
0050 s_or_b32 s16, s16, vcc_lo
0051 v_cmp_gt_f32_e32 vcc_lo, 0, v11
0052 v_mul_f32_e32 v20, v20, v18
0053 s_xor_b32 s17, vcc_lo, s17
0054 s_or_b32 s16, vcc_lo, s16
0055 v_cmp_nlt_f32_e32 vcc_lo, 0, v10
0056 v_fma_f32 v19, v19, -v21, v20
0058 v_cndmask_b32_e64 v19, v19, -v19, s17
005a v_cmp_eq_f32_e64 s19, 0, v19
005c v_cmp_lt_f32_e64 s18, 0, v19
005e v_cmp_gt_f32_e64 s20, 0x7f800000, |v19|
0061 s_xnor_b32 s18, s18, s7
0062 s_and_b32 s5, s18, s5
0063 s_andn2_b32 s6, s6, s18
0064 s_or_b32 s5, s5, s6
0065 s_or_b32 s5, s5, s19
0066 s_and_b32 s5, s5, s20
0067 s_nor_b32 s5, vcc_lo, s5
0068 s_and_saveexec_b32 s5, s5
0069 s_cbranch_execz BB29
BB15:
006a v_min3_f32 v9, v14, v16, v12
006c v_max3_f32 v14, v14, v16, v12
006e v_min3_f32 v10, v15, v17, v13
0070 v_max3_f32 v15, v15, v17, v13
0072 v_max_f32_e32 v12, v9, v10
0073 v_min_f32_e32 v11, v14, v15
0074 v_cmp_lt_f32_e64 s6, 1.0, v12
0076 v_cmp_gt_f32_e32 vcc_lo, -1.0, v11
0077 s_or_b32 s6, s6, vcc_lo
0078 s_bitcmp1_b32 s11, 3
0079 s_cbranch_scc0 BB18
BB16:
007a v_fma_f32 v9, v9, s12, s14
007c v_fma_f32 v14, v14, s12, s14
007e s_ashr_i32 s11, s11, 24
007f v_fma_f32 v10, v10, s13, s15
0081 v_fma_f32 v15, v15, s13, s15
0083 v_ldexp_f32 v11, 1.0, s11
0085 v_sub_f32_e32 v9, v9, v11
0086 v_add_f32_e32 v14, v14, v11
0087 v_sub_f32_e32 v10, v10, v11
0088 v_add_f32_e32 v15, v15, v11
0089 v_rndne_f32_e32 v9, v9
008a v_rndne_f32_e32 v14, v14
008b v_rndne_f32_e32 v10, v10
008c v_rndne_f32_e32 v15, v15
008d v_cmp_eq_f32_e32 vcc_lo, v9, v14
008e v_cmp_eq_f32_e64 s7, v10, v15
0090 s_or_b32 s7, vcc_lo, s7
0091 s_or_b32 s6, s6, s7
BB18:
0092 s_orn2_b32 s16, s16, s6
0093 s_and_saveexec_b32 s16, s16
BB19:
0094 v_mov_b32_e32 v9, 1
0095 ds_write_b8 v4, v9 offset:16
0097 ds_write_b8 v0, v9 offset:16
0099 ds_write_b8 v1, v9 offset:16
009b s_mov_b32 s6, exec_lo
BB24:
009c s_mov_b32 exec_lo, s16
BB29:
009d s_and_b32 s6, s6, exec_lo
009e s_mov_b32 exec_lo, s5
BB34:
009f s_and_b32 s6, s6, exec_lo
00a0 s_waitcnt lgkmcnt(0)
00a1 s_barrier
00a2 s_mov_b32 exec_lo, s0
BB35:
00a3 ds_read_u8 v9, v3 offset:16
00a5 s_waitcnt lgkmcnt(0)
00a6 v_cmp_ne_i32_e32 vcc_lo, 0, v9
00a7 s_and_b32 s0, vcc_lo, exec_lo
BB40:
00a8 s_mov_b32 exec_lo, 1
00a9 s_bcnt1_i32_b32 s5, s0
BB41:
00aa v_mov_b32_e32 v9, s1
00ab v_mov_b32_e32 v10, s5
00ac ds_write_b8 v9, v10 offset:3584
00ae s_waitcnt lgkmcnt(0)
00af s_barrier
00b0 v_mov_b32_e32 v11, 0
00b1 ds_read_b32 v11, v11 offset:3584
BB46:
00b3 s_mov_b32 exec_lo, -1
00b4 v_mbcnt_lo_u32_b32 v9, -1, 0
00b6 v_mad_i32_i24 v9, v9, -8, 24
00b8 v_lshrrev_b32_e64 v9, v9, 0x1010101
00bb s_waitcnt lgkmcnt(0)
00bc v_permlane16_b32 v11, v11, 0, 0
00be v_dot4_u32_u8 v11, v11, v9, 0
00c0 v_readlane_b32 s7, v11, s1
00c2 s_sub_i32 s7, s7, s5
00c3 s_lshr_b32 s3, s3, 28
00c4 v_mbcnt_lo_u32_b32 v10, s0, s7
00c6 s_add_u32 s3, s3, -1
00c7 s_bfe_u32 s2, s2, 0x90016
00c9 v_readlane_b32 s3, v11, s3
00cb s_cmp_eq_i32 s3, 0
00cc s_cselect_b32 s11, -1, 0
00cd s_cselect_b32 s2, 0, s2
00ce s_andn2_b32 s4, s4, s11
00cf s_cmp_eq_i32 s1, 0
00d0 s_cbranch_scc0 BB49
BB47:
00d1 s_lshl_b32 s2, s2, 12
00d2 s_or_b32 m0, s2, s3
00d3 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB49:
00d4 s_mov_b32 exec_lo, s0
00d5 s_cbranch_execz BB55
BB50:
00d6 v_mov_b32_sdwa v9, v10 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
00d8 v_mul_lo_u32 v10, 28, v10
00da v_mov_b32_e32 v11, 1.0
00db s_waitcnt vmcnt(0)
00dc ds_write_b8 v3, v9 offset:17
00de ds_write2_b32 v10, v6, v7 offset1:1
00e0 ds_write2_b32 v10, v8, v11 offset0:2 offset1:3
00e2 ds_write_b32 v10, v5 offset:20
BB55:
00e4 s_mov_b32 exec_lo, -1
00e5 s_waitcnt lgkmcnt(0)
00e6 s_barrier
00e7 v_cmpx_gt_i32_e32 s3, v2
00e8 s_mov_b32 s0, exec_lo
00e9 s_cbranch_execz BB61
BB56:
00ea s_waitcnt vmcnt(0)
00eb ds_read2_b32 v[6:7], v3 offset1:1
00ed ds_read2_b32 v[8:9], v3 offset0:2 offset1:3
00ef ds_read_b32 v5, v3 offset:20
BB61:
00f1 s_mov_b32 exec_lo, s6
00f2 s_cbranch_execz BB64
BB62:
00f3 ds_read_u8 v4, v4 offset:17
00f5 ds_read_u8 v0, v0 offset:17
00f7 ds_read_u8 v1, v1 offset:17
00f9 s_waitcnt lgkmcnt(1)
00fa v_lshl_or_b32 v0, v0, 10, v4
00fc s_waitcnt lgkmcnt(0)
00fd v_lshl_or_b32 v1, v1, 20, v0
BB64:
00ff s_andn2_b32 exec_lo, -1, exec_lo
0100 s_cbranch_execz BB72
BB65:
0101 v_bfrev_b32_e32 v1, 1
0102 s_branch BB72
BB68:
0103 s_and_b32 s1, s3, 0xf000000
0105 s_cbranch_scc1 BB71
BB69:
0106 s_bfe_u32 s1, s2, 0x90016
0108 s_lshl_b32 s1, s1, 12
0109 s_bfe_u32 s2, s2, 0x9000c
010b s_or_b32 m0, s1, s2
010c s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB71:
010d v_lshlrev_b32_sdwa v2, 10, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1
010f s_lshl_b32 s3, s3, 8
0110 v_mov_b32_e32 v9, 1.0
0111 s_bfe_u32 s4, -1, s3
0112 v_or_b32_sdwa v0, v0, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
0114 v_lshl_or_b32 v1, v1, 20, v0
BB72:
0116 s_mov_b32 exec_lo, s4
0117 s_cbranch_execz BB78
BB73:
0118 exp prim v1, off, off, off done
BB78:
011a s_waitcnt expcnt(0)
011b s_mov_b32 exec_lo, s0
011c s_cbranch_execz BB84
BB79:
011d s_movk_i32 s11, 0x8000
011e s_mov_b32 s16, s9
011f s_movk_i32 s9, 0x8000
0120 s_clause 0x2
0121 s_load_dwordx8 s[0:7], s[10:11], null
0123 s_load_dwordx4 s[12:15], s[10:11], 0x50
0125 s_load_dwordx4 s[20:23], s[8:9], 0x10
0127 s_waitcnt lgkmcnt(0)
0128 v_add_nc_u32_e32 v5, s16, v5
0129 buffer_load_dwordx3 v[0:2], v5, s[20:23], 0 idxen offset:12
012b v_mov_b32_e32 v3, 2.0
012c v_mov_b32_e32 v10, 0x33e
012e v_mov_b32_e32 v11, 0x2c00
0130 v_bfrev_b32_e32 v12, 52
0131 s_and_b32 s16, s12, 0xf7ffffff
0133 s_mov_b32 s17, s13
0134 s_mov_b64 s[18:19], s[14:15]
0135 s_waitcnt vmcnt(0)
0136 v_fma_f32 v4, 0.5, v0, 0.5
0138 v_fma_f32 v5, 0.5, v1, 0.5
013a s_clause 0x4
013b image_sample_lz v[16:19], v[4:5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
013d image_sample_l v[20:23], [v4, v5, v3], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0140 image_sample_lz_o v[24:27], [v10, v4, v5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0143 image_sample_d_g16 v[12:15], [v11, v12, v4, v5], s[0:7], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0146 image_gather4_lz v[28:31], v[4:5], s[0:7], s[16:19] dmask:0x2 dim:SQ_RSRC_IMG_2D
0148 s_clause 0x1
0149 s_load_dwordx8 s[16:23], s[10:11], 0x60
014b s_load_dwordx4 s[12:15], s[10:11], 0xb0
014d v_mul_f32_e32 v32, 0x42800000, v0
014f v_mul_f32_e32 v33, 0x42800000, v1
0151 v_floor_f32_e32 v32, v32
0152 v_floor_f32_e32 v33, v33
0153 v_fma_f32 v10, 0x3c000000, v32, 0.5
0156 v_fma_f32 v11, 0x3c000000, v33, 0.5
0159 s_waitcnt lgkmcnt(0)
015a image_sample_lz v[32:35], v[10:11], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
015c s_clause 0x1
015d s_load_dwordx8 s[16:23], s[10:11], 0xc0
015f s_load_dwordx4 s[12:15], s[10:11], 0x110
0161 v_mov_b32_e32 v36, 1.0
0162 v_mul_f32_e32 v37, 4.0, v2
0163 v_rndne_f32_e32 v37, v37
0164 s_waitcnt lgkmcnt(0)
0165 image_sample_l v[36:39], [v4, v5, v37, v36], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
0168 s_clause 0x1
0169 s_load_dwordx8 s[16:23], s[10:11], 0x120
016b s_load_dwordx4 s[12:15], s[10:11], 0x170
016d v_fma_f32 v40, 0.5, v2, 0.5
016f s_waitcnt lgkmcnt(0)
0170 image_sample_lz v[40:43], [v4, v5, v40], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_3D
0173 s_mov_b32 s25, s17
0174 s_mov_b64 s[26:27], s[18:19]
0175 s_mov_b64 s[28:29], s[20:21]
0176 s_clause 0x1
0177 s_load_dwordx8 s[16:23], s[10:11], 0x180
0179 s_load_dwordx4 s[12:15], s[10:11], 0x1d0
017b v_cubema_f32 v44, v0, v1, v2
017d v_cubesc_f32 v45, v0, v1, v2
017f v_cubetc_f32 v46, v0, v1, v2
0181 v_cubeid_f32 v49, v0, v1, v2
0183 v_rcp_f32_e64 v44, |v44|
0185 v_fmaak_f32 v47, v45, v44, 0x3fc00000
0187 v_fmaak_f32 v48, v46, v44, 0x3fc00000
0189 s_waitcnt lgkmcnt(0)
018a image_sample_lz v[44:47], v[47:49], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_CUBE
018c s_clause 0x1
018d s_load_dwordx8 s[16:23], s[10:11], 0x1e0
018f s_load_dwordx4 s[12:15], s[10:11], 0x230
0191 v_mov_b32_e32 v3, 0.5
0192 v_mov_b32_e32 v50, 0x3e800000
0194 v_mov_b32_e32 v51, 0x3f400000
0196 s_waitcnt lgkmcnt(0)
0197 s_mov_b32 s33, s13
0198 s_mov_b64 s[34:35], s[14:15]
0199 s_and_b32 s32, s12, 0xf7ffffff
019b s_clause 0x2
019c image_sample_c_lz v3, v[3:5], s[16:23], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
019e image_sample_c_lz v50, [v50, v5, v4], s[16:23], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
01a1 image_gather4_c_lz v[52:55], [v51, v4, v5], s[16:23], s[32:35] dmask:0x1 dim:SQ_RSRC_IMG_2D
01a4 v_mov_b32_e32 v58, 1
01a5 v_mul_f32_e32 v1, 0x41a00000, v1
01a7 v_mul_f32_e32 v0, 0x41a00000, v0
01a9 v_cvt_i32_f32_e32 v57, v1
01aa v_cvt_i32_f32_e32 v56, v0
01ab image_load_mip v[56:59], v[56:58], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
01ad s_load_dwordx8 s[0:7], s[10:11], 0x240
01af v_mul_f32_e32 v4, 0x42000000, v4
01b1 v_mul_f32_e32 v5, 0x42000000, v5
01b3 v_cvt_i32_f32_e32 v0, v4
01b4 v_cvt_i32_f32_e32 v1, v5
01b5 s_waitcnt lgkmcnt(0)
01b6 image_load v[60:63], v[0:1], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
01b8 exp pos0 v6, v7, v8, v9 done
01ba s_mov_b32 s17, 0x3c800000
01bc s_mov_b32 s18, 0x3d800000
01be s_bfe_u32 s19, s25, 0x2001e
01c0 s_add_u32 s19, s19, 1
01c1 s_and_b32 s26, s26, 0x3fff
01c3 s_lshl2_add_u32 s26, s26, s19
01c4 s_and_b32 s20, s28, 0x1fff
01c6 s_add_u32 s20, s20, 1
01c7 s_bfe_u32 s21, s27, 0x4001c
01c9 s_cmp_eq_i32 s21, 9
01ca s_cselect_b32 s22, 1, s20
01cb s_bfe_u32 s27, s27, 0x4000c
01cd s_lshr_b32 s26, s26, s27
01ce s_lshr_b32 s22, s22, s27
01cf s_bfe_u32 s28, s28, 0xe0010
01d1 s_sub_i32 s20, s20, s28
01d2 s_max_u32 s22, s22, 1
01d3 s_and_b32 s29, s29, 15
01d4 s_cmp_eq_i32 s29, 1
01d5 s_cselect_b32 s20, s20, s22
01d6 s_max_u32 s26, s26, 1
01d7 s_cmp_eq_i32 s25, 0
01d8 s_cselect_b32 s26, 0, s26
01d9 s_cselect_b32 s20, 0, s20
01da v_cvt_f32_i32_e32 v0, s26
01db v_cvt_f32_i32_e32 v1, s20
01dc s_waitcnt vmcnt(12)
01dd v_add_f32_e32 v18, v18, v22
01de v_add_f32_e32 v17, v17, v21
01df v_add_f32_e32 v19, v19, v23
01e0 v_add_f32_e32 v16, v16, v20
01e1 s_waitcnt vmcnt(11)
01e2 v_add_f32_e32 v18, v18, v26
01e3 v_add_f32_e32 v17, v17, v25
01e4 v_add_f32_e32 v19, v19, v27
01e5 v_add_f32_e32 v16, v16, v24
01e6 s_waitcnt vmcnt(10)
01e7 v_add_f32_e32 v18, v18, v14
01e8 v_add_f32_e32 v17, v17, v13
01e9 v_add_f32_e32 v19, v19, v15
01ea v_add_f32_e32 v16, v16, v12
01eb s_waitcnt vmcnt(9)
01ec v_add_f32_e32 v18, v18, v30
01ed v_add_f32_e32 v17, v17, v29
01ee v_add_f32_e32 v19, v19, v31
01ef v_add_f32_e32 v16, v16, v28
01f0 s_waitcnt vmcnt(8)
01f1 v_add_f32_e32 v16, v16, v32
01f2 v_add_f32_e32 v17, v17, v33
01f3 v_add_f32_e32 v18, v18, v34
01f4 v_add_f32_e32 v19, v19, v35
01f5 s_waitcnt vmcnt(7)
01f6 v_add_f32_e32 v18, v18, v38
01f7 v_add_f32_e32 v19, v19, v39
01f8 v_add_f32_e32 v17, v17, v37
01f9 v_add_f32_e32 v16, v16, v36
01fa s_waitcnt vmcnt(6)
01fb v_add_f32_e32 v18, v18, v42
01fc v_add_f32_e32 v17, v17, v41
01fd v_add_f32_e32 v16, v16, v40
01fe v_add_f32_e32 v19, v19, v43
01ff s_waitcnt vmcnt(5)
0200 v_add_f32_e32 v19, v19, v47
0201 v_add_f32_e32 v17, v17, v45
0202 v_add_f32_e32 v16, v16, v44
0203 v_add_f32_e32 v18, v18, v46
0204 s_waitcnt vmcnt(3)
0205 v_add_f32_e32 v3, v3, v50
0206 s_waitcnt vmcnt(2)
0207 v_add_f32_e32 v18, v18, v54
0208 v_add_f32_e32 v19, v19, v55
0209 v_add_f32_e32 v17, v17, v53
020a v_add_f32_e32 v16, v16, v3
020b v_add_f32_e32 v16, v16, v52
020c s_waitcnt vmcnt(1)
020d v_add_f32_e32 v18, v18, v58
020e v_add_f32_e32 v19, v19, v59
020f v_add_f32_e32 v17, v17, v57
0210 v_add_f32_e32 v16, v16, v56
0211 s_waitcnt vmcnt(0)
0212 v_cvt_f32_u32_e32 v63, v63
0213 v_cvt_f32_u32_e32 v61, v61
0214 v_cvt_f32_u32_e32 v60, v60
0215 v_cvt_f32_u32_e32 v62, v62
0216 v_fmac_f32_e32 v19, s17, v63
0217 v_fmac_f32_e32 v17, s17, v61
0218 v_fmac_f32_e32 v16, s17, v60
0219 v_fmac_f32_e32 v18, s17, v62
021a v_mul_f32_e32 v19, s18, v19
021b v_fmamk_f32 v1, v1, 0x3d000000, v17
021d v_fmamk_f32 v0, v0, 0x3d000000, v16
021f v_mul_f32_e32 v18, s18, v18
0220 v_mul_f32_e32 v1, s18, v1
0221 v_mul_f32_e32 v0, s18, v0
0222 exp param0 v0, v1, v18, v19
BB84:
0224 s_endpgm
