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
0034 s_mov_b32 s8, 0x55555556
0036 v_mul_hi_i32 v2, v5, s8
0038 s_mov_b32 s9, 31
0039 v_lshrrev_b32_e32 v3, s9, v2
003a v_add_nc_u32_e32 v2, v2, v3
003b s_mov_b32 s10, 3
003c v_lshlrev_b32_e32 v4, 1, v2
003d v_add_nc_u32_e32 v4, v4, v2
003e v_sub_nc_u32_e32 v4, v5, v4
003f v_cmp_le_i32_e32 vcc_lo, s6, v5
0040 v_cmp_eq_i32_e64 s11, s6, v4
0042 v_add_nc_u32_e32 v5, s10, v4
0043 s_or_b32 vcc_lo, s11, vcc_lo
0044 v_cndmask_b32_e32 v5, v5, v4, vcc_lo
0045 s_mov_b32 s12, 1
0046 v_cmp_gt_i32_e32 vcc_lo, s12, v5
0047 s_mov_b32 s13, 2
0048 v_cmp_gt_i32_e64 s13, s13, v5
004a s_not_b32 s14, vcc_lo
004b s_and_b32 s14, s13, s14
004c v_mov_b32_e32 v6, s0
004d v_mov_b32_e32 v7, s6
004e v_cndmask_b32_e64 v7, v7, v6, s14
0050 s_or_b32 vcc_lo, vcc_lo, s13
0051 v_mov_b32_e32 v9, s6
0052 v_mov_b32_e32 v10, s0
0053 v_cndmask_b32_e32 v10, v10, v9, vcc_lo
0054 v_add_f32_e32 v1, v1, v7
0055 v_add_f32_e32 v0, v0, v10
0056 s_mov_b32 s15, 0.5
0057 v_ashrrev_i32_e32 v11, s5, v8
0058 s_mov_b32 s16, 9
0059 v_ashrrev_i32_e32 v12, s16, v8
005a v_bfe_u32 v8, v8, 0, 8
005c v_bfe_u32 v11, v11, 0, 8
005e v_bfe_u32 v12, v12, 0, 8
0060 v_cvt_f32_u32_e32 v8, v8
0061 v_cvt_f32_u32_e32 v11, v11
0062 v_cvt_f32_u32_e32 v12, v12
0063 s_mov_b32 s17, 0x3b800000
0065 v_mul_f32_e32 v8, s17, v8
0066 v_mul_f32_e32 v11, s17, v11
0067 v_mul_f32_e32 v12, s17, v12
0068 v_mov_b32_e32 v4, v1
0069 v_mov_b32_e32 v5, v0
006a v_mov_b32_e32 v6, s15
006b v_mov_b32_e32 v7, s4
006c v_mov_b32_e32 v13, s15
006d v_mov_b32_e32 v14, s4
006e exp pos0 v1, v0, v13, v14 done
0070 v_mov_b32_e32 v4, v8
0071 v_lshrrev_b64 v[5:6], 0, v[11:12]
0073 exp param0 v8, v11, v12, off
BB15:
0075 s_endpgm
