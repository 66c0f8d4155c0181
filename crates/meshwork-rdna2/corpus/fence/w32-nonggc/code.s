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
000b s_lshl_b32 s0, s3, 8
000c s_bfe_u32 exec_lo, -1, s0
000d s_cbranch_execz BB9
BB4:
000e exp prim v0, off, off, off done
BB9:
0010 s_bfm_b64 s[0:1], s3, 0
0011 s_waitcnt expcnt(0)
0012 s_mov_b32 exec_lo, s0
0013 s_cbranch_execz BB15
BB10:
0014 s_mov_b32 s0, s9
0015 s_movk_i32 s9, 0x8000
0016 s_clause 0x1
0017 s_load_dwordx4 s[4:7], s[8:9], 0x10
0019 s_load_dwordx4 s[8:11], s[8:9], null
001b v_add_nc_u32_e32 v5, s0, v5
001c s_waitcnt lgkmcnt(0)
001d buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen offset:12
001f buffer_load_dwordx3 v[3:5], v5, s[8:11], 0 idxen
0021 v_mov_b32_e32 v6, 1.0
0022 s_waitcnt vmcnt(0)
0023 exp pos0 v3, v4, v5, v6 done
0025 exp param0 v0, v1, v2, off
BB15:
0027 s_endpgm
