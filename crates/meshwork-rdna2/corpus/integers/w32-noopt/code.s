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
0020 s_movk_i32 s1, 0x8000
0021 s_mov_b32 s0, s8
0022 s_load_dwordx4 s[12:15], s[0:1], s5
0024 s_waitcnt lgkmcnt(0)
0025 s_mov_b64 s[16:17], s[12:13]
0026 s_mov_b64 s[18:19], s[14:15]
0027 v_add_nc_u32_e32 v0, s9, v5
0028 buffer_load_dwordx3 v[1:3], v0, s[12:15], 0 idxen
002a s_mov_b32 s2, 16
002b s_load_dwordx4 s[0:3], s[0:1], s2
002d s_waitcnt lgkmcnt(0)
002e s_mov_b64 s[12:13], s[0:1]
002f s_mov_b64 s[14:15], s[2:3]
0030 buffer_load_dwordx3 v[6:8], v0, s[0:3], 0 idxen offset:12
0032 s_waitcnt vmcnt(1)
0033 v_bcnt_u32_b32 v9, v1, 0
0035 s_mov_b32 s3, 32
0036 v_add_nc_u32_e32 v9, s3, v9
0037 s_mov_b32 s4, 1
0038 v_or_b32_e32 v10, s4, v1
0039 v_ffbh_u32_e32 v10, v10
003a v_sub_co_u32 v11, vcc_lo, 31, v10
003c v_cndmask_b32_e32 v11, v11, v10, vcc_lo
003d v_sub_nc_u32_e32 v9, v9, v11
003e s_mov_b32 s6, 7
003f s_mov_b32 s7, 9
0040 v_mov_b32_e32 v12, s7
0041 v_bfe_u32 v12, v1, s6, v12
0043 v_add_nc_u32_e32 v5, s4, v5
0044 v_add_nc_u32_e32 v5, s9, v5
0045 v_cvt_f32_u32_e32 v13, v5
0046 v_rcp_f32_e32 v13, v13
0047 s_mov_b32 s8, 0x4f7ffffe
0049 v_mul_f32_e32 v13, s8, v13
004a v_cvt_u32_f32_e32 v13, v13
004b v_mul_lo_u32 v14, v5, v13
004d v_sub_nc_u32_e32 v14, s5, v14
004e v_mul_hi_u32 v14, v13, v14
0050 v_add_nc_u32_e32 v13, v13, v14
0051 v_mul_hi_u32 v13, v12, v13
0053 v_mul_lo_u32 v15, v13, v5
0055 v_sub_nc_u32_e32 v12, v12, v15
0056 v_cmp_ge_u32_e32 vcc_lo, v12, v5
0057 v_add_nc_u32_e32 v16, s4, v13
0058 v_cndmask_b32_e32 v13, v13, v16, vcc_lo
0059 v_sub_nc_u32_e32 v17, v12, v5
005a v_cndmask_b32_e32 v12, v12, v17, vcc_lo
005b v_cmp_ge_u32_e32 vcc_lo, v12, v5
005c v_add_nc_u32_e32 v18, s4, v13
005d v_cndmask_b32_e32 v13, v13, v18, vcc_lo
005e s_mov_b32 s9, 2
005f s_bfm_b32 s10, 9, 23
0060 v_cmp_class_f32_e32 vcc_lo, s10, v1
0061 s_mov_b32 s11, 0x66666667
0063 v_mul_hi_i32 v19, v9, s11
0065 v_ashrrev_i32_e32 v19, s4, v19
0066 s_mov_b32 s12, 31
0067 v_lshrrev_b32_e32 v20, s12, v19
0068 v_add_nc_u32_e32 v19, v19, v20
0069 s_mov_b32 s13, 5
006a v_lshlrev_b32_e32 v21, 2, v19
006b v_add_nc_u32_e32 v21, v21, v19
006c v_sub_nc_u32_e32 v21, v9, v21
006d v_cmp_le_i32_e64 s14, s5, v9
006f v_cmp_eq_i32_e64 s5, s5, v21
0071 v_add_nc_u32_e32 v22, s13, v21
0072 s_or_b32 s5, s5, s14
0073 v_cndmask_b32_e64 v22, v22, v21, s5
0075 v_cvt_f32_i32_e32 v22, v22
0076 s_bfm_b32 s15, 5, 25
0077 v_mul_f32_e32 v22, s15, v22
0078 s_mov_b32 s16, 3
0079 v_lshrrev_b32_e32 v13, s16, v13
007a v_cvt_f32_u32_e32 v13, v13
007b s_mov_b32 s17, 0x3d800000
007d v_mul_f32_e32 v13, s17, v13
007e v_cndmask_b32_e32 v13, v13, v22, vcc_lo
007f v_add_f32_e32 v13, v1, v13
0080 s_mov_b32 s18, 1.0
0081 v_bfrev_b32_e32 v1, v1
0082 v_lshrrev_b32_e32 v1, 24, v1
0083 v_cvt_f32_u32_e32 v1, v1
0084 s_mov_b32 s19, 0x3b800000
0086 v_mul_f32_e32 v1, s19, v1
0087 s_waitcnt vmcnt(0)
0088 v_add_f32_e32 v6, v6, v1
0089 v_add_f32_e32 v7, v7, v1
008a v_add_f32_e32 v8, v8, v1
008b v_mov_b32_e32 v16, v13
008c v_lshrrev_b64 v[17:18], 0, v[2:3]
008e v_mov_b32_e32 v19, s18
008f v_mov_b32_e32 v23, s18
0090 exp pos0 v13, v2, v3, v23 done
0092 v_lshrrev_b64 v[16:17], 0, v[6:7]
0094 v_mov_b32_e32 v18, v8
0095 exp param0 v6, v7, v8, off
BB15:
0097 s_endpgm
