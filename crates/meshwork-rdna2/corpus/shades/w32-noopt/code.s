BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_lshl_b32 s1, s3, 8
0004 s_bfe_u32 s1, -1, s1
0005 s_mov_b32 s4, 0
0006 s_bfm_b32 s5, 4, 24
0007 s_and_b32 s5, s3, s5
0008 s_cmp_eq_i32 s5, s4
0009 s_cselect_b32 vcc_lo, -1, 0
000a s_and_b32 s6, vcc_lo, exec_lo
000b s_cbranch_scc0 BB3
BB1:
000c s_mov_b32 s0, 9
000d s_mov_b32 s5, 12
000e s_bfe_u32 s6, s2, 0x9000c
0010 s_mov_b32 s7, 22
0011 s_bfe_u32 s2, s2, 0x90016
0013 s_lshl_b32 s2, s2, s5
0014 s_or_b32 m0, s2, s6
0015 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
0016 s_mov_b32 exec_lo, s1
0017 s_cbranch_execz BB9
BB4:
0018 v_mov_b32_e32 v8, v0
0019 exp prim v0, off, off, off done
BB9:
001b s_bfm_b64 s[0:1], s3, 0
001c s_waitcnt expcnt(0)
001d s_mov_b32 exec_lo, s0
001e s_cbranch_execz BB15
BB10:
001f s_movk_i32 s1, 0x8000
0020 s_mov_b32 s0, s8
0021 s_load_dwordx4 s[4:7], s[0:1], s4
0023 s_waitcnt lgkmcnt(0)
0024 s_mov_b64 s[12:13], s[4:5]
0025 s_mov_b64 s[14:15], s[6:7]
0026 v_add_nc_u32_e32 v5, s9, v5
0027 buffer_load_dwordx3 v[0:2], v5, s[4:7], 0 idxen
0029 s_mov_b32 s2, 16
002a s_load_dwordx4 s[0:3], s[0:1], s2
002c s_waitcnt lgkmcnt(0)
002d s_mov_b64 s[4:5], s[0:1]
002e s_mov_b64 s[6:7], s[2:3]
002f buffer_load_dwordx3 v[3:5], v5, s[0:3], 0 idxen offset:12
0031 s_mov_b32 s3, 1.0
0032 s_waitcnt vmcnt(0)
0033 v_mul_f32_e32 v6, v5, v5
0034 v_fmac_f32_e32 v6, v4, v4
0035 v_fmac_f32_e32 v6, v3, v3
0036 v_rsq_f32_e32 v6, v6
0037 v_mul_f32_e32 v3, v3, v6
0038 v_mul_f32_e32 v7, v4, v6
0039 v_mul_f32_e32 v6, v5, v6
003a s_mov_b32 s4, 0x3e9b28d0
003c s_mov_b32 s5, 0x3f014cae
003e s_mov_b32 s6, 0x3f4ee116
0040 v_mul_f32_e32 v8, s6, v6
0041 v_fmac_f32_e32 v8, s5, v7
0042 v_fmac_f32_e32 v8, s4, v3
0043 s_mov_b32 s7, 4.0
0044 v_mul_f32_e32 v9, s7, v0
0045 v_add_f32_e32 v9, v9, v4
0046 s_mov_b32 s8, 0.15915494
0047 v_mul_f32_e32 v9, s8, v9
0048 v_sin_f32_e32 v9, v9
0049 s_mov_b32 s9, 0x40400000
004b s_mov_b32 s10, 0x3ef47644
004d v_mul_f32_e32 v10, s10, v1
004e v_cos_f32_e32 v10, v10
004f v_cvt_f16_f32_e32 v11, v0
0050 v_cvt_f16_f32_e32 v12, v1
0051 v_cvt_f16_f32_e32 v13, v3
0052 v_cvt_f16_f32_e32 v14, v7
0053 v_mul_f16_e32 v11, v11, v13
0054 v_mul_f16_e32 v12, v12, v14
0055 v_cvt_f16_f32_e32 v15, v6
0056 s_movk_i32 s11, 0x3800
0057 v_mul_f16_e32 v14, s11, v14
0058 v_mul_f16_e32 v15, s11, v15
0059 v_add_f16_e32 v11, v11, v14
005a v_add_f16_e32 v12, v12, v15
005b s_mov_b32 s12, 0x3ecccccd
005d v_mul_f32_e32 v8, s12, v8
005e s_mov_b32 s13, 0.5
005f v_add_f32_e32 v8, s13, v8
0060 v_mul_f32_e32 v9, s12, v9
0061 v_mul_f32_e32 v9, v9, v10
0062 v_add_f32_e32 v9, s13, v9
0063 s_mov_b32 s14, 0x3e99999a
0065 s_mov_b32 s15, 0x3f333333
0067 v_mul_f32_e32 v16, s15, v2
0068 v_mul_f32_e32 v5, s14, v5
0069 v_add_f32_e32 v16, s3, v16
006a v_add_f32_e32 v16, v16, v5
006b v_mul_f32_e32 v16, s13, v16
006c v_med3_f32 v16, 0, 1.0, v16
006e s_mov_b32 s16, -2.0
006f v_mov_b32_e32 v17, s9
0070 v_fmac_f32_e32 v17, s16, v16
0071 v_mul_f32_e32 v17, v16, v17
0072 v_mul_f32_e32 v16, v16, v17
0073 v_cvt_f32_f16_e32 v18, v11
0074 v_cvt_f32_f16_e32 v19, v12
0075 v_mul_f32_e64 v19, 1.0, |v19|
0077 v_mul_f32_e32 v19, -1.0, v19
0078 v_exp_f32_e32 v19, v19
0079 v_add_f32_e32 v18, v18, v19
007a s_mov_b32 s17, 0x3e800000
007c v_mul_f32_e32 v18, s17, v18
007d v_add_f32_e32 v18, s13, v18
007e v_lshrrev_b64 v[4:5], 0, v[0:1]
0080 v_mov_b32_e32 v6, v2
0081 v_mov_b32_e32 v7, s3
0082 v_mov_b32_e32 v20, s3
0083 exp pos0 v0, v1, v2, v20 done
0085 v_lshrrev_b64 v[4:5], 0, v[8:9]
0087 v_mov_b32_e32 v6, v16
0088 v_mov_b32_e32 v7, v18
0089 exp param0 v8, v9, v16, v18
BB15:
008b s_endpgm
