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
000c s_bfe_u64 exec, -1, s0
000d s_cbranch_execz BB9
BB4:
000e exp prim v0, off, off, off done
BB9:
0010 s_pack_ll_b32_b16 s3, 0, s3
0011 s_waitcnt expcnt(0)
0012 s_bfe_u64 exec, -1, s3
0013 s_cbranch_execz BB15
BB10:
0014 v_add_nc_u32_e32 v5, s8, v5
0015 v_and_b32_e32 v0, 3, v5
0016 v_ashrrev_i32_e32 v1, 2, v5
0017 v_add_nc_u32_e32 v2, v0, v1
0018 v_and_b32_e32 v1, 3, v1
0019 v_mul_hi_i32 v3, v2, 0x55555556
001c v_cmp_le_i32_e32 vcc, 0, v2
001d v_cvt_f32_i32_e32 v1, v1
001e v_fma_mix_f32 v7, 0x2c00, -v1, 0x2c00 op_sel:[0,0,1] op_sel_hi:[1,0,1]
0021 v_fmaak_f32 v1, 0.5, v1, 0xbf780000
0023 v_lshrrev_b32_e32 v4, 31, v3
0024 v_ashrrev_i32_e32 v5, 4, v5
0025 v_add_nc_u32_e32 v3, v3, v4
0026 v_cvt_f32_i32_e64 v5, v5 div:2
0028 v_lshl_add_u32 v3, v3, 1, v3
002a v_add_f32_e32 v5, 0xbf780000, v5
002c v_sub_nc_u32_e32 v3, v2, v3
002d v_cmp_eq_i32_e64 s[0:1], 0, v3
002f v_add_nc_u32_e32 v6, 3, v3
0030 v_mov_b32_e32 v11, 0.5
0031 v_mov_b32_e32 v12, 1.0
0032 s_or_b64 vcc, s[0:1], vcc
0033 v_cndmask_b32_e32 v6, v6, v3, vcc
0034 v_cmp_gt_i32_e32 vcc, 3, v0
0035 v_cndmask_b32_e32 v6, v0, v6, vcc
0036 v_cvt_f32_u32_e32 v0, v0
0037 v_ashrrev_i32_e32 v8, 1, v6
0038 v_and_b32_e32 v6, 1, v6
0039 v_mul_f32_e32 v0, 0x3e800000, v0
003b v_cvt_f32_i32_e32 v8, v8
003c v_cvt_f32_i32_e32 v6, v6
003d v_fmac_f32_e32 v5, v8, v7
003e v_fmamk_f32 v1, v6, 0x3ec00000, v1
0040 v_sub_f32_e32 v10, 0x3fe00000, v6
0042 v_fmaak_f32 v9, 0.5, v6, 0x3e800000
0044 v_sub_f32_e32 v10, v10, v8
0045 v_fma_f32 v9, 0x3e800000, -v8, v9
0048 exp pos0 v1, v5, v11, v12
004a exp pos1 v10, off, off, off done
004c exp param0 v6, v8, v9, off
004e exp param1 v0, off, off, off
BB15:
0050 s_endpgm
