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
0019 v_mov_b32_e32 v12, v0
001a exp prim v0, off, off, off done
BB9:
001c s_bfm_b64 s[0:1], s3, 0
001d s_waitcnt expcnt(0)
001e s_mov_b32 exec_lo, s0
001f s_cbranch_execz BB15
BB10:
0020 s_movk_i32 s1, 0x8000
0021 s_mov_b32 s0, s9
0022 s_mov_b32 s9, s1
0023 s_mov_b32 s2, 48
0024 s_load_dwordx4 s[12:15], s[8:9], s2
0026 s_waitcnt lgkmcnt(0)
0027 s_mov_b64 s[16:17], s[12:13]
0028 s_mov_b64 s[18:19], s[14:15]
0029 v_add_nc_u32_e32 v8, s10, v8
002a s_clause 0x1
002b tbuffer_load_format_x v0, v8, s[12:15], 0 format:[BUF_FMT_16_SINT] idxen offset:4
002d tbuffer_load_format_x v1, v8, s[12:15], 0 format:[BUF_FMT_16_SINT] idxen offset:6
002f s_waitcnt vmcnt(0)
0030 v_lshrrev_b64 v[2:3], 0, v[0:1]
0032 s_load_dwordx4 s[12:15], s[8:9], s5
0034 s_waitcnt lgkmcnt(0)
0035 s_mov_b64 s[16:17], s[12:13]
0036 s_mov_b64 s[18:19], s[14:15]
0037 v_add_nc_u32_e32 v5, s0, v5
0038 buffer_load_dwordx3 v[2:4], v5, s[12:15], 0 idxen
003a s_mov_b32 s3, 32
003b s_load_dwordx4 s[12:15], s[8:9], s3
003d s_waitcnt lgkmcnt(0)
003e s_mov_b64 s[16:17], s[12:13]
003f s_mov_b64 s[18:19], s[14:15]
0040 s_clause 0x1
0041 tbuffer_load_format_x v6, v8, s[12:15], 0 format:[BUF_FMT_16_FLOAT] idxen
0043 tbuffer_load_format_x v7, v8, s[12:15], 0 format:[BUF_FMT_16_FLOAT] idxen offset:2
0045 s_waitcnt vmcnt(0)
0046 v_lshrrev_b64 v[10:11], 0, v[6:7]
0048 s_mov_b32 s4, 16
0049 s_load_dwordx4 s[12:15], s[8:9], s4
004b s_waitcnt lgkmcnt(0)
004c s_mov_b64 s[16:17], s[12:13]
004d s_mov_b64 s[18:19], s[14:15]
004e tbuffer_load_format_xyzw v[12:15], v5, s[12:15], 0 format:[BUF_FMT_8_8_8_8_UNORM] idxen offset:12
0050 s_mov_b32 s6, 2
0051 v_lshlrev_b32_e32 v8, s6, v8
0052 s_mov_b32 s0, s11
0053 s_load_dwordx4 s[0:3], s[0:1], s5
0055 s_waitcnt lgkmcnt(0)
0056 s_mov_b64 s[4:5], s[0:1]
0057 s_mov_b64 s[6:7], s[2:3]
0058 buffer_load_dword v8, v8, s[0:3], 0 offen
005a v_and_b32_e32 v0, v0, v1
005b s_mov_b32 s7, 1
005c v_and_b32_e32 v0, s7, v0
005d v_cvt_f32_i32_e32 v0, v0
005e s_waitcnt vmcnt(0)
005f v_add_f32_e32 v8, v8, v0
0060 v_mul_f32_e32 v2, v2, v8
0061 v_mul_f32_e32 v3, v3, v8
0062 v_mul_f32_e32 v4, v4, v8
0063 v_add_f32_e32 v2, v2, v6
0064 v_add_f32_e32 v3, v3, v7
0065 s_mov_b32 s8, 1.0
0066 v_mul_f32_e32 v12, v12, v15
0067 v_mul_f32_e32 v13, v13, v15
0068 v_mul_f32_e32 v14, v14, v15
0069 v_lshrrev_b64 v[8:9], 0, v[2:3]
006b v_mov_b32_e32 v10, v4
006c v_mov_b32_e32 v11, s8
006d v_mov_b32_e32 v8, s8
006e exp pos0 v2, v3, v4, v8 done
0070 v_lshrrev_b64 v[16:17], 0, v[12:13]
0072 v_mov_b32_e32 v18, v14
0073 exp param0 v12, v13, v14, off
BB15:
0075 s_endpgm
