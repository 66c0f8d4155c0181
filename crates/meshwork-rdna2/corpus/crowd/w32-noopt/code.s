BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_lshl_b32 s4, s3, 8
0005 s_bfe_u32 s4, -1, s4
0006 s_mov_b32 s5, 4
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
0010 s_bfe_u32 s7, s2, 0x9000c
0012 s_mov_b32 s10, 22
0013 s_bfe_u32 s2, s2, 0x90016
0015 s_lshl_b32 s2, s2, s1
0016 s_or_b32 m0, s2, s7
0017 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0018 s_mov_b32 exec_lo, s4
0019 s_cbranch_execz BB9
BB4:
001a v_mov_b32_e32 v12, v0
001b exp prim v0, off, off, off done
BB9:
001d s_bfm_b64 s[0:1], s3, 0
001e s_waitcnt expcnt(0)
001f s_mov_b32 exec_lo, s0
0020 s_cbranch_execz BB15
BB10:
0021 s_mov_b32 s0, 0x3d800000
0023 v_add_nc_u32_e32 v8, s9, v8
0024 s_mov_b32 s1, 7
0025 v_ashrrev_i32_e32 v0, s1, v8
0026 s_movk_i32 s2, 0x7f
0027 v_and_b32_e32 v1, s2, v8
0028 v_and_b32_e32 v0, s2, v0
0029 v_cvt_f32_u32_e32 v1, v1
002a v_cvt_f32_u32_e32 v0, v0
002b s_mov_b32 s3, 0x3c800000
002d v_mul_f32_e32 v1, s3, v1
002e v_mul_f32_e32 v0, s3, v0
002f s_mov_b32 s4, 1.0
0030 s_mov_b32 s7, -1.0
0031 v_add_f32_e32 v1, s7, v1
0032 v_add_f32_e32 v0, s7, v0
0033 v_add_nc_u32_e32 v5, s8, v5
0034 s_mov_b32 s8, 1
0035 v_cmp_gt_i32_e32 vcc_lo, s8, v5
0036 s_mov_b32 s9, 2
0037 v_cmp_gt_i32_e64 s9, s9, v5
0039 s_not_b32 s10, vcc_lo
003a s_and_b32 s10, s9, s10
003b v_mov_b32_e32 v2, s0
003c v_mov_b32_e32 v3, s6
003d v_cndmask_b32_e64 v3, v3, v2, s10
003f s_or_b32 vcc_lo, vcc_lo, s9
0040 v_mov_b32_e32 v4, s6
0041 v_mov_b32_e32 v5, s0
0042 v_cndmask_b32_e32 v5, v5, v4, vcc_lo
0043 v_add_f32_e32 v1, v1, v3
0044 v_add_f32_e32 v0, v0, v5
0045 s_mov_b32 s11, 0.5
0046 v_ashrrev_i32_e32 v6, s5, v8
0047 s_mov_b32 s12, 9
0048 v_ashrrev_i32_e32 v7, s12, v8
0049 v_bfe_u32 v8, v8, 0, 8
004b v_bfe_u32 v6, v6, 0, 8
004d v_bfe_u32 v7, v7, 0, 8
004f v_cvt_f32_u32_e32 v8, v8
0050 v_cvt_f32_u32_e32 v6, v6
0051 v_cvt_f32_u32_e32 v7, v7
0052 s_mov_b32 s13, 0x3b800000
0054 v_mul_f32_e32 v8, s13, v8
0055 v_mul_f32_e32 v6, s13, v6
0056 v_mul_f32_e32 v7, s13, v7
0057 v_mov_b32_e32 v12, v1
0058 v_mov_b32_e32 v13, v0
0059 v_mov_b32_e32 v14, s11
005a v_mov_b32_e32 v15, s4
005b v_mov_b32_e32 v9, s11
005c v_mov_b32_e32 v10, s4
005d exp pos0 v1, v0, v9, v10 done
005f v_mov_b32_e32 v12, v8
0060 v_lshrrev_b64 v[13:14], 0, v[6:7]
0062 exp param0 v8, v6, v7, off
BB15:
0064 s_endpgm
