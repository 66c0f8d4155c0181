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
0020 s_mov_b32 s0, 0xbf4ccccd
0022 s_mov_b32 s1, 0x3f333333
0024 s_mov_b32 s2, 0x3dcccccd
0026 s_mov_b32 s3, 0xbf666666
0028 s_mov_b32 s4, 0x3f19999a
002a s_mov_b32 s6, 0.5
002b v_add_nc_u32_e32 v5, s8, v5
002c s_mov_b32 s7, 0x55555556
002e v_mul_hi_i32 v0, v5, s7
0030 s_mov_b32 s8, 31
0031 v_lshrrev_b32_e32 v1, s8, v0
0032 v_add_nc_u32_e32 v0, v0, v1
0033 s_mov_b32 s9, 3
0034 v_lshlrev_b32_e32 v2, 1, v0
0035 v_add_nc_u32_e32 v2, v2, v0
0036 v_sub_nc_u32_e32 v2, v5, v2
0037 v_cmp_le_i32_e32 vcc_lo, s5, v5
0038 v_cmp_eq_i32_e64 s5, s5, v2
003a v_add_nc_u32_e32 v3, s9, v2
003b s_or_b32 vcc_lo, s5, vcc_lo
003c v_cndmask_b32_e32 v3, v3, v2, vcc_lo
003d s_mov_b32 s10, 1
003e v_cmp_gt_i32_e32 vcc_lo, s10, v3
003f s_mov_b32 s11, 2
0040 v_cmp_gt_i32_e64 s11, s11, v3
0042 v_mov_b32_e32 v4, s2
0043 v_mov_b32_e32 v5, s4
0044 v_cndmask_b32_e64 v5, v5, v4, s11
0046 v_mov_b32_e32 v6, s3
0047 v_mov_b32_e32 v7, s6
0048 v_cndmask_b32_e64 v7, v7, v6, s11
004a v_mov_b32_e32 v8, s0
004b v_cndmask_b32_e32 v5, v5, v8, vcc_lo
004c v_mov_b32_e32 v9, s1
004d v_cndmask_b32_e32 v7, v7, v9, vcc_lo
004e s_mov_b32 s12, 0x3e800000
0050 s_mov_b32 s13, 1.0
0051 v_mov_b32_e32 v0, v5
0052 v_mov_b32_e32 v1, v7
0053 v_lshrrev_b64 v[2:3], 0, s[12:13]
0055 v_mov_b32_e32 v10, s12
0056 v_mov_b32_e32 v11, s13
0057 exp pos0 v5, v7, v10, v11 done
0059 v_mov_b32_e32 v0, v5
005a v_mov_b32_e32 v1, v7
005b v_mov_b32_e32 v2, s6
005c v_mov_b32_e32 v12, s6
005d exp param0 v5, v7, v12, off
BB15:
005f s_endpgm
