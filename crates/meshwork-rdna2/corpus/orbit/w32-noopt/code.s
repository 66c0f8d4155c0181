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
0017 s_bfm_b64 s[0:1], s3, 0
0018 s_mov_b32 exec_lo, s0
0019 s_cbranch_execz BB14
BB4:
001a s_movk_i32 s1, 0x8000
001b s_mov_b32 s0, s9
001c s_mov_b32 s9, s1
001d s_load_dwordx4 s[12:15], s[8:9], s5
001f s_waitcnt lgkmcnt(0)
0020 s_mov_b64 s[16:17], s[12:13]
0021 s_mov_b64 s[18:19], s[14:15]
0022 v_add_nc_u32_e32 v5, s0, v5
0023 buffer_load_dwordx3 v[1:3], v5, s[12:15], 0 idxen
0025 s_mov_b32 s2, 16
0026 s_load_dwordx4 s[12:15], s[8:9], s2
0028 s_waitcnt lgkmcnt(0)
0029 s_mov_b64 s[16:17], s[12:13]
002a s_mov_b64 s[18:19], s[14:15]
002b buffer_load_dwordx3 v[4:6], v5, s[12:15], 0 idxen offset:12
002d s_mov_b32 s11, s1
002e s_load_dwordx4 s[8:11], s[10:11], s5
0030 s_waitcnt lgkmcnt(0)
0031 s_mov_b64 s[12:13], s[8:9]
0032 s_mov_b64 s[14:15], s[10:11]
0033 s_buffer_load_dword s2, s[8:11], s2
0035 s_waitcnt lgkmcnt(0)
0036 v_mov_b32_e32 v7, s2
0037 s_mov_b32 s0, s5
0038 s_inst_prefetch 0x1
BB5:
0039 s_mov_b32 s1, 20
003a s_buffer_load_dword s1, s[8:11], s1
003c s_waitcnt lgkmcnt(0)
003d s_cmp_ge_i32 s0, s1
003e s_cselect_b32 vcc_lo, -1, 0
003f s_and_b32 s2, vcc_lo, exec_lo
0040 s_cbranch_scc1 BB9
BB8:
0041 s_mov_b32 s1, 0.15915494
0042 v_mul_f32_e32 v8, s1, v7
0043 v_cos_f32_e32 v9, v8
0044 v_sin_f32_e32 v8, v8
0045 s_waitcnt vmcnt(1)
0046 v_mul_f32_e32 v10, v9, v1
0047 v_mul_f32_e32 v11, v8, v2
0048 v_mul_f32_e32 v8, v8, v1
0049 v_mul_f32_e32 v9, v9, v2
004a v_sub_f32_e32 v10, v10, v1
004b v_sub_f32_e32 v10, v10, v11
004c v_sub_f32_e32 v8, v8, v2
004d v_add_f32_e32 v8, v8, v9
004e s_buffer_load_dwordx2 s[2:3], s[8:11], s5
0050 s_waitcnt lgkmcnt(0)
0051 v_mul_f32_e32 v10, s2, v10
0052 v_mul_f32_e32 v8, s3, v8
0053 v_add_f32_e32 v1, v1, v10
0054 v_add_f32_e32 v2, v2, v8
0055 s_mov_b32 s2, 0.5
0056 v_mul_f32_e32 v7, s2, v7
0057 s_mov_b32 s3, 1
0058 s_add_u32 s0, s0, s3
0059 s_branch BB5
BB9:
005a s_inst_prefetch 0x3
005b s_waitcnt vmcnt(1)
005c v_mul_f32_e64 v7, 1.0, |v3|
005e s_mov_b32 s0, 1.0
005f v_add_f32_e32 v7, s0, v7
0060 s_mov_b32 s1, 0x3c23d70a
0062 v_add_f32_e32 v8, s1, v1
0063 v_add_f32_e32 v9, s1, v2
0064 v_add_f32_e32 v10, s1, v3
0065 v_mul_f32_e32 v11, v10, v10
0066 v_fmac_f32_e32 v11, v9, v9
0067 v_fmac_f32_e32 v11, v8, v8
0068 v_rsq_f32_e32 v11, v11
0069 v_mul_f32_e32 v8, v8, v11
006a v_mul_f32_e32 v9, v9, v11
006b v_mul_f32_e32 v10, v10, v11
006c s_waitcnt vmcnt(0)
006d v_mul_f32_e32 v8, v8, v4
006e v_mul_f32_e32 v9, v9, v5
006f v_mul_f32_e32 v10, v10, v6
0070 v_lshrrev_b64 v[12:13], 0, v[1:2]
0072 v_mov_b32_e32 v14, v3
0073 v_mov_b32_e32 v15, v7
0074 exp pos0 v1, v2, v3, v7 done
0076 v_lshrrev_b64 v[12:13], 0, v[8:9]
0078 v_mov_b32_e32 v14, v10
0079 exp param0 v8, v9, v10, off
BB14:
007b s_waitcnt expcnt(0)
007c s_mov_b32 exec_lo, s4
007d s_cbranch_execz BB20
BB15:
007e v_mov_b32_e32 v4, v0
007f exp prim v0, off, off, off done
BB20:
0081 s_endpgm
