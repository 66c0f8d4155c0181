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
0017 s_load_dwordx4 s[4:7], s[8:9], null
0019 s_load_dwordx4 s[28:31], s[8:9], 0x10
001b v_add_nc_u32_e32 v5, s0, v5
001c s_waitcnt lgkmcnt(0)
001d buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
001f buffer_load_dwordx3 v[3:5], v5, s[28:31], 0 idxen offset:12
0021 s_waitcnt vmcnt(1)
0022 v_fma_f32 v6, s18, v2, s22
0024 v_fma_f32 v7, s19, v2, s23
0026 v_fma_f32 v8, s20, v2, s24
0028 v_fma_f32 v2, s21, v2, s25
002a v_fmac_f32_e32 v6, s14, v1
002b v_fmac_f32_e32 v7, s15, v1
002c v_fmac_f32_e32 v8, s16, v1
002d v_fmac_f32_e32 v2, s17, v1
002e v_fmac_f32_e32 v6, s10, v0
002f v_fmac_f32_e32 v7, s11, v0
0030 v_fmac_f32_e32 v8, s12, v0
0031 v_fmac_f32_e32 v2, s13, v0
0032 s_waitcnt vmcnt(0)
0033 exp pos0 v6, v7, v8, v2 done
0035 exp param0 v3, v4, v5, off
BB15:
0037 s_endpgm
