BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_mov_b32 s4, 0
0005 s_mov_b32 s5, 0
0006 s_mov_b32 s6, 0
0007 s_mov_b32 s7, 0
0008 s_mov_b32 s9, 0
0009 s_mov_b32 s10, 0
000a s_mov_b32 s11, 0
000b s_mov_b32 s12, 0
000c s_lshl_b32 s13, s3, 8
000d s_bfe_u32 s13, -1, s13
000e s_mov_b32 s14, 4
000f s_mov_b32 s15, 0
0010 s_bfm_b32 s16, 4, 24
0011 s_and_b32 s16, s3, s16
0012 s_cmp_eq_i32 s16, s15
0013 s_cselect_b32 vcc_lo, -1, 0
0014 s_and_b32 s17, vcc_lo, exec_lo
0015 s_cbranch_scc0 BB3
BB1:
0016 s_mov_b32 s0, 9
0017 s_mov_b32 s1, 12
0018 s_bfe_u32 s4, s2, 0x9000c
001a s_mov_b32 s5, 22
001b s_bfe_u32 s2, s2, 0x90016
001d s_lshl_b32 s2, s2, s1
001e s_or_b32 m0, s2, s4
001f s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0020 s_mov_b32 exec_lo, s13
0021 s_cbranch_execz BB9
BB4:
0022 v_mov_b32_e32 v8, v0
0023 exp prim v0, off, off, off done
BB9:
0025 s_bfm_b64 s[0:1], s3, 0
0026 s_waitcnt expcnt(0)
0027 s_mov_b32 exec_lo, s0
0028 s_cbranch_execz BB15
BB10:
0029 v_add_nc_u32_e32 v5, s8, v5
002a s_mov_b32 s0, 2
002b v_ashrrev_i32_e32 v0, s0, v5
002c s_mov_b32 s1, 3
002d v_and_b32_e32 v1, s1, v5
002e v_cmp_gt_i32_e32 vcc_lo, s1, v1
002f v_add_nc_u32_e32 v2, v1, v0
0030 s_mov_b32 s2, 0x55555556
0032 v_mul_hi_i32 v3, v2, s2
0034 s_mov_b32 s3, 31
0035 v_lshrrev_b32_e32 v4, s3, v3
0036 v_add_nc_u32_e32 v3, v3, v4
0037 v_lshlrev_b32_e32 v6, 1, v3
0038 v_add_nc_u32_e32 v6, v6, v3
0039 v_sub_nc_u32_e32 v6, v2, v6
003a v_cmp_le_i32_e64 s4, s15, v2
003c v_cmp_eq_i32_e64 s15, s15, v6
003e v_add_nc_u32_e32 v7, s1, v6
003f s_or_b32 s15, s15, s4
0040 v_cndmask_b32_e64 v7, v7, v6, s15
0042 v_cndmask_b32_e32 v1, v1, v7, vcc_lo
0043 s_mov_b32 s5, 1
0044 v_and_b32_e32 v8, s5, v1
0045 v_cvt_f32_i32_e32 v8, v8
0046 v_ashrrev_i32_e32 v1, s5, v1
0047 v_cvt_f32_i32_e32 v1, v1
0048 v_and_b32_e32 v0, s1, v0
0049 v_cvt_f32_i32_e32 v0, v0
004a v_ashrrev_i32_e32 v9, s14, v5
004b v_cvt_f32_i32_e32 v9, v9
004c s_mov_b32 s6, 0.5
004d v_mul_f32_e32 v10, s6, v0
004e v_mul_f32_e32 v9, s6, v9
004f s_mov_b32 s7, 1.0
0050 s_mov_b32 s8, 0x3d800000
0052 v_mul_f32_e32 v0, s8, v0
0053 s_mov_b32 s9, 0x3ee00000
0055 v_sub_f32_e32 v0, s9, v0
0056 s_mov_b32 s10, 0x3ec00000
0058 v_mul_f32_e32 v11, s10, v8
0059 v_mul_f32_e32 v0, v1, v0
005a s_mov_b32 s11, 0xbf780000
005c v_add_f32_e32 v10, s11, v10
005d v_add_f32_e32 v10, v10, v11
005e v_add_f32_e32 v9, s11, v9
005f v_add_f32_e32 v9, v9, v0
0060 v_mul_f32_e32 v12, s6, v8
0061 s_mov_b32 s12, 0x3e800000
0063 v_add_f32_e32 v12, s12, v12
0064 v_mul_f32_e32 v13, s12, v1
0065 v_sub_f32_e32 v12, v12, v13
0066 s_bfm_b32 s13, 9, 21
0067 v_sub_f32_e32 v14, s13, v8
0068 v_sub_f32_e32 v14, v14, v1
0069 v_mov_b32_e32 v16, v10
006a v_mov_b32_e32 v17, v9
006b v_lshrrev_b64 v[18:19], 0, s[6:7]
006d v_mov_b32_e32 v15, s6
006e v_mov_b32_e32 v16, s7
006f exp pos0 v10, v9, v15, v16
0071 v_mov_b32_e32 v20, v14
0072 exp pos1 v14, off, off, off done
0074 v_mov_b32_e32 v20, v8
0075 v_mov_b32_e32 v21, v1
0076 v_mov_b32_e32 v22, v12
0077 exp param0 v8, v1, v12, off
0079 v_mov_b32_e32 v20, v5
007a exp param1 v5, off, off, off
007c v_mov_b32_e32 v20, v8
007d v_mov_b32_e32 v21, v1
007e exp param2 v8, v1, off, off
BB15:
0080 s_endpgm
