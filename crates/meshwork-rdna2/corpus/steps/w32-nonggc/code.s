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
0016 s_mov_b32 s0, 0
0017 s_waitcnt vmcnt(0)
0018 v_mov_b32_e32 v4, v3
0019 v_mov_b32_e32 v5, v2
001a v_mov_b32_e32 v6, v1
001b s_nop 0
BB5:
001c s_cmp_ge_u32 s0, s12
001d s_cbranch_scc1 BB9
BB8:
001e v_fma_f32 v5, s13, v5, v1
0020 v_fma_f32 v4, s13, v4, v2
0022 s_add_u32 s0, s0, 1
0023 v_fma_f32 v6, s13, v6, v3
0025 v_swap_b32 v5, v4
0026 v_swap_b32 v4, v6
0027 s_branch BB5
BB9:
0028 s_clause 0x1
0029 s_load_dwordx4 s[4:7], s[10:11], null
002b s_load_dwordx2 s[0:1], s[10:11], 0x10
002d s_waitcnt lgkmcnt(0)
002e v_add_f32_e32 v6, s4, v6
002f v_add_f32_e32 v5, s5, v5
0030 s_clause 0x1
0031 s_load_dwordx2 s[4:5], s[0:1], null
0033 s_load_dword s0, s[0:1], 0x8
0035 v_add_f32_e32 v4, s6, v4
0036 v_add_f32_e64 v1, 1.0, s7
0038 s_waitcnt lgkmcnt(0)
0039 v_mov_b32_e32 v2, s4
003a v_mov_b32_e32 v3, s5
003b v_mov_b32_e32 v7, s0
003c exp pos0 v6, v5, v4, v1 done
003e exp param0 v2, v3, v7, off
BB14:
0040 s_lshl_b32 s3, s3, 8
0041 s_waitcnt expcnt(0)
0042 s_bfe_u32 exec_lo, -1, s3
0043 s_cbranch_execz BB20
BB15:
0044 exp prim v0, off, off, off done
BB20:
0046 s_endpgm
