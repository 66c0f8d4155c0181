BB0:
0000 s_setprio 3
0001 s_and_b32 s0, s3, 0xf000000
0003 s_cbranch_scc1 BB3
BB1:
0004 s_bfe_u32 s0, s2, 0x90016
0006 s_lshl_b32 s0, s0, 12
0007 s_bfe_u32 s2, s2, 0x9000c
0009 s_or_b32 m0, s0, s2
000a s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
000b s_bfm_b64 s[0:1], s3, 0
000c s_mov_b32 exec_lo, s0
000d s_cbranch_execz BB14
BB4:
000e s_mov_b32 s0, s9
000f s_movk_i32 s9, 0x8000
0010 s_load_dwordx4 s[4:7], s[8:9], null
0012 v_add_nc_u32_e32 v5, s0, v5
0013 s_waitcnt lgkmcnt(0)
0014 buffer_load_dwordx3 v[1:3], v5, s[4:7], 0 idxen
0016 s_movk_i32 s11, 0x8000
0017 s_load_dwordx4 s[4:7], s[10:11], null
0019 s_waitcnt lgkmcnt(0)
001a s_clause 0x1
001b s_buffer_load_dword s1, s[4:7], 0x10
001d s_buffer_load_dword s2, s[4:7], 0x14
001f s_mov_b32 s0, 0
0020 s_waitcnt lgkmcnt(0)
0021 v_mov_b32_e32 v4, s1
0022 s_inst_prefetch 0x2
BB5:
0023 s_cmp_ge_i32 s0, s2
0024 s_cbranch_scc1 BB9
BB8:
0025 s_buffer_load_dwordx2 s[10:11], s[4:7], null
0027 s_add_u32 s0, s0, 1
0028 v_mul_f32_e32 v6, 0.15915494, v4
0029 v_mul_f32_e32 v4, 0.5, v4
002a v_cos_f32_e32 v7, v6
002b v_sin_f32_e32 v6, v6
002c s_waitcnt vmcnt(0)
002d v_fma_f32 v8, v7, v1, -v1
002f v_fma_f32 v8, v6, -v2, v8
0031 v_fma_f32 v6, v6, v1, -v2
0033 s_waitcnt lgkmcnt(0)
0034 v_fma_f32 v8, s10, v8, v1
0036 v_fmac_f32_e32 v6, v7, v2
0037 v_mov_b32_e32 v1, v8
0038 v_fmac_f32_e32 v2, s11, v6
0039 s_branch BB5
BB9:
003a s_inst_prefetch 0x3
003b s_load_dwordx4 s[4:7], s[8:9], 0x10
003d s_waitcnt lgkmcnt(0)
003e buffer_load_dwordx3 v[4:6], v5, s[4:7], 0 idxen offset:12
0040 s_waitcnt vmcnt(1)
0041 v_add_f32_e32 v7, 0x3c23d70a, v3
0043 v_add_f32_e32 v9, 0x3c23d70a, v2
0045 v_add_f32_e32 v10, 0x3c23d70a, v1
0047 v_add_f32_e64 v11, 1.0, |v3|
0049 v_mul_f32_e32 v8, v7, v7
004a v_fmac_f32_e32 v8, v9, v9
004b v_fmac_f32_e32 v8, v10, v10
004c v_rsq_f32_e32 v8, v8
004d v_mul_f32_e32 v10, v10, v8
004e v_mul_f32_e32 v9, v9, v8
004f v_mul_f32_e32 v7, v7, v8
0050 s_waitcnt vmcnt(0)
0051 v_mul_f32_e32 v10, v10, v4
0052 v_mul_f32_e32 v9, v9, v5
0053 v_mul_f32_e32 v7, v7, v6
0054 exp pos0 v1, v2, v3, v11 done
0056 exp param0 v10, v9, v7, off
BB14:
0058 s_lshl_b32 s3, s3, 8
0059 s_waitcnt expcnt(0)
005a s_bfe_u32 exec_lo, -1, s3
005b s_cbranch_execz BB20
BB15:
005c exp prim v0, off, off, off done
BB20:
005e s_endpgm
