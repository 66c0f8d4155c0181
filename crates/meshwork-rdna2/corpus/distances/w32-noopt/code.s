BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_mov_b32 s4, 0
0005 s_lshl_b32 s5, s3, 8
0006 s_bfe_u32 s5, -1, s5
0007 s_mov_b32 s6, 0
0008 s_bfm_b32 s7, 4, 24
0009 s_and_b32 s7, s3, s7
000a s_cmp_eq_i32 s7, s6
000b s_cselect_b32 vcc_lo, -1, 0
000c s_and_b32 s10, vcc_lo, exec_lo
000d s_cbranch_scc0 BB3
BB1:
000e s_mov_b32 s0, 9
000f s_mov_b32 s1, 12
0010 s_bfe_u32 s4, s2, 0x9000c
0012 s_mov_b32 s7, 22
0013 s_bfe_u32 s2, s2, 0x90016
0015 s_lshl_b32 s2, s2, s1
0016 s_or_b32 m0, s2, s4
0017 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0018 s_mov_b32 exec_lo, s5
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
0022 s_mov_b32 s0, s8
0023 s_load_dwordx4 s[4:7], s[0:1], s6
0025 s_waitcnt lgkmcnt(0)
0026 s_mov_b64 s[12:13], s[4:5]
0027 s_mov_b64 s[14:15], s[6:7]
0028 v_add_nc_u32_e32 v5, s9, v5
0029 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
002b s_mov_b32 s2, 16
002c s_load_dwordx4 s[0:3], s[0:1], s2
002e s_waitcnt lgkmcnt(0)
002f s_mov_b64 s[4:5], s[0:1]
0030 s_mov_b64 s[6:7], s[2:3]
0031 buffer_load_dwordx3 v[3:5], v5, s[0:3], 0 idxen offset:12
0033 s_mov_b32 s3, 1.0
0034 s_mov_b32 s4, 0.5
0035 s_waitcnt vmcnt(1)
0036 v_add_f32_e32 v6, s4, v0
0037 s_mov_b32 s5, 0x3f400000
0039 v_sub_f32_e32 v7, s5, v1
003a v_lshrrev_b64 v[8:9], 0, v[0:1]
003c v_mov_b32_e32 v10, v2
003d v_mov_b32_e32 v11, s3
003e v_mov_b32_e32 v8, s3
003f exp pos0 v0, v1, v2, v8
0041 v_lshrrev_b64 v[12:13], 0, v[6:7]
0043 v_mov_b32_e32 v14, v2
0044 exp pos1 v6, v7, v2, off done
0046 s_waitcnt vmcnt(0)
0047 v_lshrrev_b64 v[12:13], 0, v[3:4]
0049 v_mov_b32_e32 v14, v5
004a exp param0 v3, v4, v5, off
BB15:
004c s_endpgm
