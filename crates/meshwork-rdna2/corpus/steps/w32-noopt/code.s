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
001b s_mov_b32 s0, s8
001c s_load_dwordx4 s[0:3], s[0:1], s5
001e s_waitcnt lgkmcnt(0)
001f s_mov_b64 s[16:17], s[0:1]
0020 s_mov_b64 s[18:19], s[2:3]
0021 v_add_nc_u32_e32 v5, s9, v5
0022 buffer_load_dwordx3 v[1:3], v5, s[0:3], 0 idxen
0024 s_waitcnt vmcnt(0)
0025 v_mov_b32_e32 v4, v1
0026 v_mov_b32_e32 v5, v2
0027 v_mov_b32_e32 v6, v3
0028 s_inst_prefetch 0x2
BB5:
0029 s_mov_b32 s0, s12
002a s_cmp_ge_u32 s5, s0
002b s_cselect_b32 vcc_lo, -1, 0
002c s_and_b32 s1, vcc_lo, exec_lo
002d s_cbranch_scc1 BB9
BB8:
002e s_mov_b32 s0, s13
002f v_mul_f32_e32 v5, s0, v5
0030 v_mul_f32_e32 v6, s0, v6
0031 v_mul_f32_e32 v4, s0, v4
0032 v_add_f32_e32 v5, v5, v1
0033 v_add_f32_e32 v6, v6, v2
0034 v_add_f32_e32 v4, v4, v3
0035 s_mov_b32 s1, 1
0036 s_add_u32 s5, s5, s1
0037 v_swap_b32 v4, v5
0038 v_swap_b32 v5, v6
0039 s_branch BB5
BB9:
003a s_inst_prefetch 0x3
003b s_mov_b32 s0, 1.0
003c s_load_dwordx4 s[12:15], s[10:11], null
003e s_waitcnt lgkmcnt(0)
003f v_add_f32_e32 v4, s12, v4
0040 v_add_f32_e32 v5, s13, v5
0041 v_add_f32_e32 v6, s14, v6
0042 v_mov_b32_e32 v1, s15
0043 v_add_f32_e32 v1, s0, v1
0044 s_load_dwordx2 s[0:1], s[10:11], 0x10
0046 s_waitcnt lgkmcnt(0)
0047 s_clause 0x1
0048 s_load_dwordx2 s[2:3], s[0:1], null
004a s_load_dword s1, s[0:1], 0x8
004c s_waitcnt lgkmcnt(0)
004d s_mov_b32 s5, s2
004e s_mov_b32 s6, s3
004f s_mov_b32 s7, s1
0050 v_lshrrev_b64 v[8:9], 0, v[4:5]
0052 v_mov_b32_e32 v10, v6
0053 v_mov_b32_e32 v11, v1
0054 exp pos0 v4, v5, v6, v1 done
0056 s_mov_b64 s[8:9], s[2:3]
0057 s_mov_b32 s10, s1
0058 v_mov_b32_e32 v2, s2
0059 v_mov_b32_e32 v3, s3
005a v_mov_b32_e32 v7, s1
005b exp param0 v2, v3, v7, off
BB14:
005d s_waitcnt expcnt(0)
005e s_mov_b32 exec_lo, s4
005f s_cbranch_execz BB20
BB15:
0060 v_mov_b32_e32 v4, v0
0061 exp prim v0, off, off, off done
BB20:
0063 s_endpgm
