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
0022 s_waitcnt vmcnt(1)
0023 v_mul_f32_e32 v7, v2, v2
0024 s_waitcnt vmcnt(0)
0025 v_cvt_f16_f32_e32 v13, v3
0026 v_cvt_f16_f32_e32 v14, v4
0027 v_fmac_f32_e32 v7, v1, v1
0028 v_fmac_f32_e32 v7, v0, v0
0029 v_rsq_f32_e32 v7, v7
002a v_mul_f32_e32 v0, v0, v7
002b v_mul_f32_e32 v8, v1, v7
002c v_fmac_f32_e32 v1, 4.0, v3
002d v_mul_f32_e32 v7, v2, v7
002e v_mul_f32_e32 v15, 0x3ef47644, v4
0030 v_fma_f32 v16, 0x3f333333, v5, 1.0
0033 v_cvt_f16_f32_e32 v10, v0
0034 v_cvt_f16_f32_e32 v11, v8
0035 v_mul_f32_e32 v1, 0.15915494, v1
0036 v_cvt_f16_f32_e32 v12, v7
0037 v_mul_f32_e32 v9, 0x3f4ee116, v7
0039 v_cos_f32_e32 v15, v15
003a v_fma_f32 v2, 0x3e99999a, v2, v16 clamp div:2
003d v_mul_f16_e32 v13, v13, v10
003e v_mul_f16_e32 v14, v14, v11
003f v_sin_f32_e32 v1, v1
0040 v_fmamk_f32 v9, v8, 0x3f014cae, v9
0042 v_fmaak_f32 v17, -2.0, v2, 0x40400000
0044 v_fmac_f16_e32 v13, 0.5, v11
0045 v_fmac_f16_e32 v14, 0.5, v12
0046 v_fmamk_f32 v9, v0, 0x3e9b28d0, v9
0048 v_mul_f32_e32 v17, v2, v17
0049 v_cvt_f32_f16_e32 v18, v14
004a v_mul_f32_e32 v1, 0x3ecccccd, v1
004c v_fma_f32 v9, 0x3ecccccd, v9, 0.5
004f v_mul_f32_e32 v2, v2, v17
0050 v_exp_f32_e64 v18, -|v18|
0052 v_fma_f32 v1, v1, v15, 0.5
0054 v_fma_mix_f32 v18, 1.0, v13, v18 op_sel_hi:[0,1,0]
0056 v_fma_f32 v18, 0x3e800000, v18, 0.5
0059 exp pos0 v3, v4, v5, v6 done
005b exp param0 v9, v1, v2, v18
BB15:
005d s_endpgm
