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
0021 s_mov_b32 s0, s8
0022 s_load_dwordx4 s[4:7], s[0:1], s5
0024 s_waitcnt lgkmcnt(0)
0025 s_mov_b64 s[12:13], s[4:5]
0026 s_mov_b64 s[14:15], s[6:7]
0027 v_add_nc_u32_e32 v5, s9, v5
0028 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
002a s_mov_b32 s2, 16
002b s_load_dwordx4 s[0:3], s[0:1], s2
002d s_waitcnt lgkmcnt(0)
002e s_mov_b64 s[4:5], s[0:1]
002f s_mov_b64 s[6:7], s[2:3]
0030 buffer_load_dwordx3 v[3:5], v5, s[0:3], 0 idxen offset:12
0032 s_mov_b32 s3, 1.0
0033 s_waitcnt vmcnt(1)
0034 v_lshrrev_b64 v[8:9], 0, v[0:1]
0036 v_mov_b32_e32 v10, v2
0037 v_mov_b32_e32 v11, s3
0038 v_mov_b32_e32 v6, s3
0039 exp pos0 v0, v1, v2, v6 done
003b s_waitcnt vmcnt(0)
003c v_lshrrev_b64 v[8:9], 0, v[3:4]
003e v_mov_b32_e32 v10, v5
003f exp param0 v3, v4, v5, off
BB15:
0041 s_endpgm
