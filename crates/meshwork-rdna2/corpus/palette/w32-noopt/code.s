BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_mov_b32 s4, 0
0005 s_mov_b32 s5, 0
0006 s_lshl_b32 s6, s3, 8
0007 s_bfe_u32 s6, -1, s6
0008 s_mov_b32 s7, 4
0009 s_mov_b32 s11, 0
000a s_bfm_b32 s12, 4, 24
000b s_and_b32 s12, s3, s12
000c s_cmp_eq_i32 s12, s11
000d s_cselect_b32 vcc_lo, -1, 0
000e s_and_b32 s13, vcc_lo, exec_lo
000f s_cbranch_scc0 BB3
BB1:
0010 s_mov_b32 s0, 9
0011 s_mov_b32 s1, 12
0012 s_bfe_u32 s4, s2, 0x9000c
0014 s_mov_b32 s5, 22
0015 s_bfe_u32 s2, s2, 0x90016
0017 s_lshl_b32 s2, s2, s1
0018 s_or_b32 m0, s2, s4
0019 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
001a s_mov_b32 exec_lo, s6
001b s_cbranch_execz BB9
BB4:
001c v_mov_b32_e32 v8, v0
001d exp prim v0, off, off, off done
BB9:
001f s_bfm_b64 s[0:1], s3, 0
0020 s_waitcnt expcnt(0)
0021 s_mov_b32 exec_lo, s0
0022 s_cbranch_execz BB15
BB10:
0023 s_movk_i32 s1, 0x8000
0024 s_mov_b32 s0, s9
0025 s_mov_b32 s9, s1
0026 s_load_dwordx4 s[12:15], s[8:9], s11
0028 s_waitcnt lgkmcnt(0)
0029 s_mov_b64 s[16:17], s[12:13]
002a s_mov_b64 s[18:19], s[14:15]
002b v_add_nc_u32_e32 v5, s0, v5
002c buffer_load_dwordx3 v[0:2], v5, s[12:15], 0 idxen
002e s_mov_b32 s2, 16
002f s_load_dwordx4 s[12:15], s[8:9], s2
0031 s_waitcnt lgkmcnt(0)
0032 s_mov_b64 s[16:17], s[12:13]
0033 s_mov_b64 s[18:19], s[14:15]
0034 buffer_load_dwordx3 v[6:8], v5, s[12:15], 0 idxen offset:12
0036 s_mov_b32 s3, 2
0037 v_lshlrev_b32_e32 v9, s3, v5
0038 s_mov_b32 s0, s10
0039 s_load_dwordx4 s[12:15], s[0:1], s2
003b s_waitcnt lgkmcnt(0)
003c s_mov_b64 s[16:17], s[12:13]
003d s_mov_b64 s[18:19], s[14:15]
003e buffer_load_dword v9, v9, s[12:15], 0 offen
0040 s_mov_b32 s4, 3
0041 s_waitcnt vmcnt(0)
0042 v_and_b32_e32 v9, s4, v9
0043 v_lshlrev_b32_e32 v10, s7, v9
0044 s_load_dwordx4 s[0:3], s[0:1], s11
0046 s_waitcnt lgkmcnt(0)
0047 s_mov_b64 s[4:5], s[0:1]
0048 s_mov_b64 s[6:7], s[2:3]
0049 buffer_load_dwordx2 v[12:13], v10, s[0:3], 0 offen
004b s_waitcnt vmcnt(0)
004c v_add_f32_e32 v0, v0, v12
004d v_add_f32_e32 v1, v1, v13
004e s_mov_b32 s5, 1.0
004f s_mov_b32 s6, 64
0050 v_add_nc_u32_e32 v10, s6, v10
0051 buffer_load_dwordx3 v[11:13], v10, s[0:3], 0 offen
0053 s_waitcnt vmcnt(0)
0054 v_add_f32_e32 v6, v6, v11
0055 v_add_f32_e32 v7, v7, v12
0056 v_add_f32_e32 v8, v8, v13
0057 v_lshrrev_b64 v[12:13], 0, v[0:1]
0059 v_mov_b32_e32 v14, v2
005a v_mov_b32_e32 v15, s5
005b v_mov_b32_e32 v14, s5
005c exp pos0 v0, v1, v2, v14 done
005e v_lshrrev_b64 v[16:17], 0, v[6:7]
0060 v_mov_b32_e32 v18, v8
0061 exp param0 v6, v7, v8, off
0063 v_mov_b32_e32 v16, v9
0064 v_mov_b32_e32 v17, v5
0065 exp param1 v9, v5, off, off
BB15:
0067 s_endpgm
