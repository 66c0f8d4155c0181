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
0014 v_add_nc_u32_e32 v5, s8, v5
0015 s_mov_b32 s2, 24
0016 s_mov_b32 s3, 0x31016fac
0018 v_mul_hi_i32 v0, v5, 0x55555556
001b v_cmp_le_i32_e32 vcc_lo, 0, v5
001c v_lshrrev_b32_e32 v1, 31, v0
001d v_add_nc_u32_e32 v0, v0, v1
001e v_lshl_add_u32 v0, v0, 1, v0
0020 v_sub_nc_u32_e32 v0, v5, v0
0021 v_cmp_eq_i32_e64 s0, 0, v0
0023 v_add_nc_u32_e32 v2, 3, v0
0024 s_or_b32 vcc_lo, s0, vcc_lo
0025 s_getpc_b64 s[0:1]
0026 v_cndmask_b32_e32 v2, v2, v0, vcc_lo
0027 s_add_u32 s0, s0, 0x50
0029 v_lshlrev_b32_e32 v2, 3, v2
002a buffer_load_dwordx2 v[0:1], v2, s[0:3], 0 offen
002c v_mov_b32_e32 v3, 0x3e800000
002e v_mov_b32_e32 v4, 1.0
002f s_waitcnt vmcnt(0)
0030 exp pos0 v0, v1, v3, v4 done
0032 exp param0 v0, v1, off, off
BB15:
0034 s_endpgm
