BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_lshl_b32 s4, s3, 8
0005 s_bfe_u32 s4, -1, s4
0006 s_mov_b32 s5, 0
0007 s_bfm_b32 s6, 4, 24
0008 s_and_b32 s6, s3, s6
0009 s_cmp_eq_i32 s6, s5
000a s_cselect_b32 vcc_lo, -1, 0
000b s_and_b32 s7, vcc_lo, exec_lo
000c s_cbranch_scc0 BB3
BB1:
000d s_mov_b32 s0, 9
000e s_mov_b32 s1, 12
000f s_bfe_u32 s6, s2, 0x9000c
0011 s_mov_b32 s7, 22
0012 s_bfe_u32 s2, s2, 0x90016
0014 s_lshl_b32 s2, s2, s1
0015 s_or_b32 m0, s2, s6
0016 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0017 s_mov_b32 exec_lo, s4
0018 s_cbranch_execz BB9
BB4:
0019 v_mov_b32_e32 v8, v0
001a exp prim v0, off, off, off done
BB9:
001c s_bfm_b64 s[0:1], s3, 0
001d s_waitcnt expcnt(0)
001e s_mov_b32 exec_lo, s0
001f s_cbranch_execz BB15
BB10:
0020 s_movk_i32 s1, 0x8000
0021 s_mov_b32 s0, s9
0022 s_mov_b32 s9, s1
0023 s_load_dwordx4 s[12:15], s[8:9], s5
0025 s_waitcnt lgkmcnt(0)
0026 s_mov_b64 s[16:17], s[12:13]
0027 s_mov_b64 s[18:19], s[14:15]
0028 v_add_nc_u32_e32 v5, s0, v5
0029 buffer_load_dwordx3 v[0:2], v5, s[12:15], 0 idxen
002b s_mov_b32 s2, 16
002c s_load_dwordx4 s[12:15], s[8:9], s2
002e s_waitcnt lgkmcnt(0)
002f s_mov_b64 s[16:17], s[12:13]
0030 s_mov_b64 s[18:19], s[14:15]
0031 buffer_load_dwordx3 v[3:5], v5, s[12:15], 0 idxen offset:12
0033 s_mov_b32 s3, 0.5
0034 s_waitcnt vmcnt(1)
0035 v_mul_f32_e32 v6, s3, v0
0036 v_mul_f32_e32 v7, s3, v2
0037 v_add_f32_e32 v8, s3, v6
0038 v_add_f32_e32 v9, s3, v7
0039 v_lshrrev_b64 v[6:7], 0, v[8:9]
003b s_mov_b32 s4, 1.0
003c s_mov_b32 s11, s1
003d s_load_dwordx8 s[16:23], s[10:11], s5
003f s_waitcnt lgkmcnt(0)
0040 s_mov_b64 s[24:25], s[16:17]
0041 s_mov_b64 s[26:27], s[18:19]
0042 s_mov_b64 s[28:29], s[20:21]
0043 s_mov_b64 s[30:31], s[22:23]
0044 s_movk_i32 s5, 0x50
0045 s_load_dwordx4 s[0:3], s[10:11], s5
0047 s_waitcnt lgkmcnt(0)
0048 s_mov_b64 s[8:9], s[0:1]
0049 s_mov_b64 s[10:11], s[2:3]
004a v_mov_b32_e32 v10, s4
004b image_sample_l v8, v[8:10], s[16:23], s[0:3] dmask:0x1 dim:SQ_RSRC_IMG_2D
004d s_waitcnt vmcnt(0)
004e v_mov_b32_e32 v12, v8
004f v_lshrrev_b64 v[13:14], 0, 0
0051 v_mov_b32_e32 v15, 0
0052 v_add_f32_e32 v1, v1, v8
0053 v_mul_f32_e32 v3, v3, v8
0054 v_mul_f32_e32 v4, v4, v8
0055 v_mul_f32_e32 v5, v5, v8
0056 v_lshrrev_b64 v[8:9], 0, v[0:1]
0058 v_mov_b32_e32 v10, v2
0059 v_mov_b32_e32 v11, s4
005a exp pos0 v0, v1, v2, v11 done
005c v_lshrrev_b64 v[12:13], 0, v[3:4]
005e v_mov_b32_e32 v14, v5
005f exp param0 v3, v4, v5, off
BB15:
0061 s_endpgm
