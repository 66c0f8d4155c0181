BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_lshl_b32 s1, s3, 8
0004 s_bfe_u32 s1, -1, s1
0005 s_mov_b32 s4, 4
0006 s_mov_b32 s5, 0
0007 s_mov_b32 s6, 15
0008 s_bfm_b32 s7, 4, 24
0009 s_and_b32 s7, s3, s7
000a s_cmp_eq_i32 s7, s5
000b s_cselect_b32 vcc_lo, -1, 0
000c s_and_b32 s11, vcc_lo, exec_lo
000d s_cbranch_scc0 BB3
BB1:
000e s_mov_b32 s0, 9
000f s_mov_b32 s4, 12
0010 s_bfe_u32 s7, s2, 0x9000c
0012 s_mov_b32 s11, 22
0013 s_bfe_u32 s2, s2, 0x90016
0015 s_lshl_b32 s2, s2, s4
0016 s_or_b32 m0, s2, s7
0017 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0018 s_mov_b32 exec_lo, s1
0019 s_cbranch_execz BB9
BB4:
001a v_mov_b32_e32 v8, v0
001b exp prim v0, off, off, off done
BB9:
001d s_bfm_b64 s[0:1], s3, 0
001e s_waitcnt expcnt(0)
001f s_mov_b32 exec_lo, s0
0020 s_cbranch_execz BB15
BB10:
0021 s_movk_i32 s1, 0x8000
0022 s_mov_b32 s0, s9
0023 s_mov_b32 s9, s1
0024 s_mov_b32 s2, 16
0025 s_load_dwordx4 s[12:15], s[8:9], s2
0027 s_waitcnt lgkmcnt(0)
0028 s_mov_b64 s[16:17], s[12:13]
0029 s_mov_b64 s[18:19], s[14:15]
002a v_add_nc_u32_e32 v5, s0, v5
002b buffer_load_dwordx3 v[0:2], v5, s[12:15], 0 idxen offset:12
002d s_load_dwordx4 s[12:15], s[8:9], s5
002f s_waitcnt lgkmcnt(0)
0030 s_mov_b64 s[16:17], s[12:13]
0031 s_mov_b64 s[18:19], s[14:15]
0032 buffer_load_dwordx3 v[3:5], v5, s[12:15], 0 idxen
0034 s_mov_b32 s3, 0.5
0035 s_waitcnt vmcnt(1)
0036 v_mul_f32_e32 v6, s3, v0
0037 v_mul_f32_e32 v7, s3, v1
0038 v_add_f32_e32 v8, s3, v6
0039 v_add_f32_e32 v9, s3, v7
003a v_lshrrev_b64 v[6:7], 0, v[8:9]
003c s_mov_b32 s11, s1
003d s_load_dwordx8 s[16:23], s[10:11], s5
003f s_waitcnt lgkmcnt(0)
0040 s_mov_b64 s[24:25], s[16:17]
0041 s_mov_b64 s[26:27], s[18:19]
0042 s_mov_b64 s[28:29], s[20:21]
0043 s_mov_b64 s[30:31], s[22:23]
0044 s_movk_i32 s4, 0x50
0045 s_load_dwordx4 s[12:15], s[10:11], s4
0047 s_waitcnt lgkmcnt(0)
0048 s_mov_b64 s[24:25], s[12:13]
0049 s_mov_b64 s[26:27], s[14:15]
004a image_sample_lz v[12:15], v[8:9], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
004c s_mov_b32 s7, 2.0
004d v_mov_b32_e32 v10, s7
004e image_sample_l v[16:19], v[8:10], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0050 s_waitcnt vmcnt(0)
0051 v_add_f32_e32 v12, v12, v16
0052 v_add_f32_e32 v13, v13, v17
0053 v_add_f32_e32 v14, v14, v18
0054 v_add_f32_e32 v15, v15, v19
0055 s_mov_b32 s0, -2
0056 s_mov_b32 s1, 3
0057 v_mov_b32_e32 v7, 0x33e
0059 image_sample_lz_o v[16:19], v[7:9], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
005b s_waitcnt vmcnt(0)
005c v_add_f32_e32 v12, v12, v16
005d v_add_f32_e32 v13, v13, v17
005e v_add_f32_e32 v14, v14, v18
005f v_add_f32_e32 v15, v15, v19
0060 s_movk_i32 s8, 0x2c00
0061 s_mov_b32 s9, 0
0062 s_bfm_b32 s28, 16, 0
0063 s_movk_i32 s29, 0x2c00
0064 s_mov_b32 s30, 0
0065 s_movk_i32 s31, 0x2c00
0066 s_bfm_b32 s32, 16, 0
0067 s_brev_b32 s33, 52
0068 v_mov_b32_e32 v6, s29
0069 v_mov_b32_e32 v7, s33
006a image_sample_d_g16 v[16:19], v[6:9], s[16:23], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
006c s_waitcnt vmcnt(0)
006d v_add_f32_e32 v12, v12, v16
006e v_add_f32_e32 v13, v13, v17
006f v_add_f32_e32 v14, v14, v18
0070 v_add_f32_e32 v15, v15, v19
0071 s_mov_b32 s34, 0xf7ffffff
0073 s_and_b32 s24, s24, s34
0074 image_gather4_lz v[16:19], v[8:9], s[16:23], s[24:27] dmask:0x2 dim:SQ_RSRC_IMG_2D
0076 s_waitcnt vmcnt(0)
0077 v_add_f32_e32 v12, v12, v16
0078 v_add_f32_e32 v13, v13, v17
0079 v_add_f32_e32 v14, v14, v18
007a v_add_f32_e32 v15, v15, v19
007b s_mov_b32 s35, 0x42800000
007d v_mul_f32_e32 v10, s35, v0
007e v_mul_f32_e32 v11, s35, v1
007f v_floor_f32_e32 v10, v10
0080 v_floor_f32_e32 v11, v11
0081 s_brev_b32 s36, 60
0082 v_mul_f32_e32 v10, s36, v10
0083 v_mul_f32_e32 v11, s36, v11
0084 v_add_f32_e32 v6, s3, v10
0085 v_add_f32_e32 v7, s3, v11
0086 v_lshrrev_b64 v[10:11], 0, v[6:7]
0088 s_movk_i32 s37, 0x60
0089 s_load_dwordx8 s[24:31], s[10:11], s37
008b s_waitcnt lgkmcnt(0)
008c s_mov_b64 s[40:41], s[24:25]
008d s_mov_b64 s[42:43], s[26:27]
008e s_mov_b64 s[44:45], s[28:29]
008f s_mov_b64 s[46:47], s[30:31]
0090 s_movk_i32 s38, 0xb0
0091 s_load_dwordx4 s[12:15], s[10:11], s38
0093 s_waitcnt lgkmcnt(0)
0094 s_mov_b64 s[36:37], s[12:13]
0095 s_mov_b64 s[38:39], s[14:15]
0096 image_sample_lz v[16:19], v[6:7], s[24:31], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D
0098 s_waitcnt vmcnt(0)
0099 v_add_f32_e32 v12, v12, v16
009a v_add_f32_e32 v13, v13, v17
009b v_add_f32_e32 v14, v14, v18
009c v_add_f32_e32 v15, v15, v19
009d s_mov_b32 s39, 4.0
009e v_mul_f32_e32 v16, s39, v2
009f s_mov_b32 s40, 1.0
00a0 v_rndne_f32_e32 v10, v16
00a1 v_lshrrev_b64 v[17:18], 0, v[8:9]
00a3 v_mov_b32_e32 v19, v10
00a4 s_movk_i32 s41, 0xc0
00a5 s_load_dwordx8 s[24:31], s[10:11], s41
00a7 s_waitcnt lgkmcnt(0)
00a8 s_mov_b64 s[48:49], s[24:25]
00a9 s_mov_b64 s[50:51], s[26:27]
00aa s_mov_b64 s[52:53], s[28:29]
00ab s_mov_b64 s[54:55], s[30:31]
00ac s_movk_i32 s42, 0x110
00ad s_load_dwordx4 s[12:15], s[10:11], s42
00af s_waitcnt lgkmcnt(0)
00b0 s_mov_b64 s[36:37], s[12:13]
00b1 s_mov_b64 s[38:39], s[14:15]
00b2 v_mov_b32_e32 v11, s40
00b3 image_sample_l v[16:19], v[8:11], s[24:31], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
00b5 s_waitcnt vmcnt(0)
00b6 v_add_f32_e32 v12, v12, v16
00b7 v_add_f32_e32 v13, v13, v17
00b8 v_add_f32_e32 v14, v14, v18
00b9 v_add_f32_e32 v15, v15, v19
00ba v_mul_f32_e32 v20, s3, v2
00bb v_add_f32_e32 v10, s3, v20
00bc v_lshrrev_b64 v[21:22], 0, v[8:9]
00be v_mov_b32_e32 v23, v10
00bf s_movk_i32 s43, 0x120
00c0 s_load_dwordx8 s[24:31], s[10:11], s43
00c2 s_waitcnt lgkmcnt(0)
00c3 s_mov_b64 s[48:49], s[24:25]
00c4 s_mov_b64 s[50:51], s[26:27]
00c5 s_mov_b64 s[52:53], s[28:29]
00c6 s_mov_b64 s[54:55], s[30:31]
00c7 s_movk_i32 s44, 0x170
00c8 s_load_dwordx4 s[12:15], s[10:11], s44
00ca s_waitcnt lgkmcnt(0)
00cb s_mov_b64 s[36:37], s[12:13]
00cc s_mov_b64 s[38:39], s[14:15]
00cd image_sample_lz v[16:19], v[8:10], s[24:31], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_3D
00cf s_waitcnt vmcnt(0)
00d0 v_add_f32_e32 v12, v12, v16
00d1 v_add_f32_e32 v13, v13, v17
00d2 v_add_f32_e32 v14, v14, v18
00d3 v_add_f32_e32 v15, v15, v19
00d4 v_cubema_f32 v18, v0, v1, v2
00d6 v_cubesc_f32 v17, v0, v1, v2
00d8 v_cubetc_f32 v16, v0, v1, v2
00da v_cubeid_f32 v19, v0, v1, v2
00dc v_mov_b32_e32 v24, v18
00dd v_mul_f32_e64 v24, 1.0, |v24|
00df v_rcp_f32_e32 v24, v24
00e0 s_bfm_b32 s45, 8, 22
00e1 v_mov_b32_e32 v25, v17
00e2 v_fma_f32 v26, v25, v24, s45
00e4 v_mov_b32_e32 v29, v16
00e5 v_fma_f32 v27, v29, v24, s45
00e7 v_lshrrev_b64 v[30:31], 0, v[26:27]
00e9 v_mov_b32_e32 v32, v19
00ea s_movk_i32 s46, 0x180
00eb s_load_dwordx8 s[24:31], s[10:11], s46
00ed s_waitcnt lgkmcnt(0)
00ee s_mov_b64 s[56:57], s[24:25]
00ef s_mov_b64 s[58:59], s[26:27]
00f0 s_mov_b64 s[60:61], s[28:29]
00f1 s_mov_b64 s[62:63], s[30:31]
00f2 s_movk_i32 s47, 0x1d0
00f3 s_load_dwordx4 s[12:15], s[10:11], s47
00f5 s_waitcnt lgkmcnt(0)
00f6 s_mov_b64 s[36:37], s[12:13]
00f7 s_mov_b64 s[38:39], s[14:15]
00f8 image_sample_lz v[16:19], [v26, v27, v19], s[24:31], s[12:15] dmask:0xf dim:SQ_RSRC_IMG_CUBE
00fb s_waitcnt vmcnt(0)
00fc v_add_f32_e32 v12, v12, v16
00fd v_add_f32_e32 v13, v13, v17
00fe v_add_f32_e32 v14, v14, v18
00ff v_add_f32_e32 v15, v15, v19
0100 s_movk_i32 s48, 0x1e0
0101 s_load_dwordx8 s[24:31], s[10:11], s48
0103 s_waitcnt lgkmcnt(0)
0104 s_mov_b64 s[56:57], s[24:25]
0105 s_mov_b64 s[58:59], s[26:27]
0106 s_mov_b64 s[60:61], s[28:29]
0107 s_mov_b64 s[62:63], s[30:31]
0108 s_movk_i32 s54, 0x230
0109 s_load_dwordx4 s[12:15], s[10:11], s54
010b s_waitcnt lgkmcnt(0)
010c s_mov_b64 s[36:37], s[12:13]
010d s_mov_b64 s[38:39], s[14:15]
010e v_mov_b32_e32 v7, s3
010f image_sample_c_lz v7, v[7:9], s[24:31], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
0111 s_mov_b32 s55, 0x3e800000
0113 v_mov_b32_e32 v10, v9
0114 v_mov_b32_e32 v11, v8
0115 v_mov_b32_e32 v33, s55
0116 image_sample_c_lz v33, [v33, v9, v8], s[24:31], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_2D
0119 s_waitcnt vmcnt(0)
011a v_add_f32_e32 v7, v7, v33
011b v_add_f32_e32 v12, v12, v7
011c s_mov_b32 s56, 0x3f400000
011e s_and_b32 s36, s36, s34
011f v_mov_b32_e32 v7, s56
0120 image_gather4_c_lz v[16:19], v[7:9], s[24:31], s[36:39] dmask:0x1 dim:SQ_RSRC_IMG_2D
0122 s_waitcnt vmcnt(0)
0123 v_add_f32_e32 v12, v12, v16
0124 v_add_f32_e32 v13, v13, v17
0125 v_add_f32_e32 v14, v14, v18
0126 v_add_f32_e32 v15, v15, v19
0127 s_mov_b32 s57, 0x41a00000
0129 v_mul_f32_e32 v0, s57, v0
012a v_mul_f32_e32 v1, s57, v1
012b v_cvt_i32_f32_e32 v34, v0
012c v_cvt_i32_f32_e32 v35, v1
012d v_lshrrev_b64 v[0:1], 0, v[34:35]
012f s_mov_b32 s58, 1
0130 v_mov_b32_e32 v36, s58
0131 image_load_mip v[16:19], v[34:36], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
0133 s_waitcnt vmcnt(0)
0134 v_add_f32_e32 v12, v12, v16
0135 v_add_f32_e32 v13, v13, v17
0136 v_add_f32_e32 v14, v14, v18
0137 v_add_f32_e32 v15, v15, v19
0138 s_mov_b32 s59, 0x42000000
013a v_mul_f32_e32 v8, s59, v8
013b v_mul_f32_e32 v9, s59, v9
013c v_cvt_i32_f32_e32 v0, v8
013d v_cvt_i32_f32_e32 v1, v9
013e v_lshrrev_b64 v[6:7], 0, v[0:1]
0140 s_movk_i32 s60, 0x240
0141 s_load_dwordx8 s[8:15], s[10:11], s60
0143 s_waitcnt lgkmcnt(0)
0144 s_mov_b64 s[16:17], s[8:9]
0145 s_mov_b64 s[18:19], s[10:11]
0146 s_mov_b64 s[20:21], s[12:13]
0147 s_mov_b64 s[22:23], s[14:15]
0148 image_load v[8:11], v[0:1], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
014a s_waitcnt vmcnt(0)
014b v_cvt_f32_u32_e32 v8, v8
014c v_cvt_f32_u32_e32 v9, v9
014d v_cvt_f32_u32_e32 v10, v10
014e v_cvt_f32_u32_e32 v11, v11
014f s_mov_b32 s61, 0x3c800000
0151 v_mul_f32_e32 v8, s61, v8
0152 v_mul_f32_e32 v9, s61, v9
0153 v_mul_f32_e32 v10, s61, v10
0154 v_mul_f32_e32 v11, s61, v11
0155 v_add_f32_e32 v12, v12, v8
0156 v_add_f32_e32 v13, v13, v9
0157 v_add_f32_e32 v14, v14, v10
0158 v_add_f32_e32 v15, v15, v11
0159 s_mov_b32 s62, 2
015a s_mov_b32 s63, 30
015b s_bfe_u32 s64, s49, 0x2001e
015d s_mov_b32 s65, 14
015e s_movk_i32 s66, 0x3fff
015f s_and_b32 s50, s50, s66
0160 s_lshl_b32 s50, s50, s62
0161 s_movk_i32 s67, 0x1fff
0162 s_and_b32 s67, s52, s67
0163 s_mov_b32 s68, 28
0164 s_bfe_u32 s69, s51, 0x4001c
0166 s_mov_b32 s70, 9
0167 s_cmp_eq_i32 s69, s70
0168 s_cselect_b32 vcc_lo, -1, 0
0169 s_add_u32 s64, s64, s58
016a s_add_u32 s64, s64, s50
016b s_add_u32 s67, s67, s58
016c s_and_b32 s71, vcc_lo, exec_lo
016d s_cselect_b32 s72, s58, s67
016e s_mov_b32 s73, 12
016f s_bfe_u32 s51, s51, 0x4000c
0171 s_lshr_b32 s64, s64, s51
0172 s_lshr_b32 s72, s72, s51
0173 s_max_u32 s64, s64, s58
0174 s_max_u32 s72, s72, s58
0175 s_and_b32 s53, s53, s6
0176 s_cmp_eq_i32 s53, s58
0177 s_cselect_b32 vcc_lo, -1, 0
0178 s_bfe_u32 s52, s52, 0xe0010
017a s_sub_i32 s67, s67, s52
017b s_and_b32 s74, vcc_lo, exec_lo
017c s_cselect_b32 s67, s67, s72
017d s_cmp_eq_i32 s49, s5
017e s_cselect_b32 vcc_lo, -1, 0
017f s_and_b32 s75, vcc_lo, exec_lo
0180 s_cselect_b32 s64, s5, s64
0181 s_and_b32 s76, vcc_lo, exec_lo
0182 s_cselect_b32 s5, s5, s67
0183 v_cvt_f32_i32_e32 v37, s64
0184 v_cvt_f32_i32_e32 v38, s5
0185 s_mov_b32 s77, 0x3d000000
0187 v_mul_f32_e32 v37, s77, v37
0188 v_mul_f32_e32 v38, s77, v38
0189 v_add_f32_e32 v12, v12, v37
018a v_add_f32_e32 v13, v13, v38
018b s_mov_b32 s78, 0x3d800000
018d v_mul_f32_e32 v12, s78, v12
018e v_mul_f32_e32 v13, s78, v13
018f v_mul_f32_e32 v14, s78, v14
0190 v_mul_f32_e32 v15, s78, v15
0191 v_lshrrev_b64 v[8:9], 0, v[3:4]
0193 v_mov_b32_e32 v10, v5
0194 v_mov_b32_e32 v11, s40
0195 v_mov_b32_e32 v39, s40
0196 exp pos0 v3, v4, v5, v39 done
0198 v_lshrrev_b64 v[8:9], 0, v[12:13]
019a v_lshrrev_b64 v[10:11], 0, v[14:15]
019c exp param0 v12, v13, v14, v15
BB15:
019e s_endpgm
