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
0019 s_load_dwordx4 s[8:11], s[8:9], 0x10
001b v_add_nc_u32_e32 v0, s0, v5
001c s_waitcnt lgkmcnt(0)
001d buffer_load_dwordx3 v[1:3], v0, s[4:7], 0 idxen
001f buffer_load_dwordx3 v[6:8], v0, s[8:11], 0 idxen offset:12
0021 v_mov_b32_e32 v11, 1.0
0022 v_add3_u32 v5, s0, 1, v5
0024 v_cvt_f32_u32_e32 v9, v5
0025 v_rcp_f32_e32 v9, v9
0026 v_mul_f32_e32 v9, 0x4f7ffffe, v9
0028 v_cvt_u32_f32_e32 v9, v9
0029 v_mul_lo_u32 v10, v5, v9
002b v_sub_nc_u32_e32 v10, 0, v10
002c v_mul_hi_u32 v10, v9, v10
002e v_add_nc_u32_e32 v9, v9, v10
002f s_waitcnt vmcnt(1)
0030 v_bfe_u32 v15, v1, 7, 9
0032 v_or_b32_e32 v12, 1, v1
0033 v_bcnt_u32_b32 v14, v1, 32
0035 v_mul_hi_u32 v9, v15, v9
0037 v_ffbh_u32_e32 v12, v12
0038 v_sub_co_u32 v13, vcc_lo, 31, v12
003a v_mul_lo_u32 v16, v9, v5
003c v_add_nc_u32_e32 v17, 1, v9
003d v_cndmask_b32_e32 v13, v13, v12, vcc_lo
003e v_sub_nc_u32_e32 v14, v14, v13
003f v_sub_nc_u32_e32 v15, v15, v16
0040 v_mul_hi_i32 v20, v14, 0x66666667
0043 v_cmp_ge_u32_e32 vcc_lo, v15, v5
0044 v_sub_nc_u32_e32 v18, v15, v5
0045 v_cndmask_b32_e32 v9, v9, v17, vcc_lo
0046 v_cndmask_b32_e32 v15, v15, v18, vcc_lo
0047 v_ashrrev_i32_e32 v20, 1, v20
0048 v_add_nc_u32_e32 v19, 1, v9
0049 v_cmp_ge_u32_e32 vcc_lo, v15, v5
004a v_lshrrev_b32_e32 v21, 31, v20
004b v_cndmask_b32_e32 v9, v9, v19, vcc_lo
004c v_cmp_le_i32_e32 vcc_lo, 0, v14
004d v_add_nc_u32_e32 v20, v20, v21
004e v_lshrrev_b32_e32 v9, 3, v9
004f v_lshl_add_u32 v20, v20, 2, v20
0051 v_cvt_f32_u32_e32 v9, v9
0052 v_sub_nc_u32_e32 v20, v14, v20
0053 v_mul_f32_e32 v9, 0x3d800000, v9
0055 v_add_nc_u32_e32 v22, 5, v20
0056 v_cmp_eq_i32_e64 s1, 0, v20
0058 s_or_b32 vcc_lo, s1, vcc_lo
0059 v_cndmask_b32_e32 v22, v22, v20, vcc_lo
005a v_cmp_class_f32_e32 vcc_lo, 0xff800000, v1
005c v_cvt_f32_i32_e32 v22, v22
005d v_mul_f32_e32 v22, 0x3e000000, v22
005f v_cndmask_b32_e32 v9, v9, v22, vcc_lo
0060 v_add_f32_e32 v9, v1, v9
0061 v_bfrev_b32_e32 v1, v1
0062 v_cvt_f32_ubyte3_e32 v1, v1
0063 s_waitcnt vmcnt(0)
0064 v_fmamk_f32 v7, v1, 0x3b800000, v7
0066 v_fmamk_f32 v6, v1, 0x3b800000, v6
0068 v_fmamk_f32 v1, v1, 0x3b800000, v8
006a exp pos0 v9, v2, v3, v11 done
006c exp param0 v6, v7, v1, off
BB15:
006e s_endpgm
