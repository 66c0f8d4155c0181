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
0016 s_mov_b32 s2, s11
0017 s_movk_i32 s3, 0x8000
0018 s_clause 0x4
0019 s_load_dwordx4 s[4:7], s[8:9], 0x30
001b s_load_dwordx4 s[12:15], s[8:9], null
001d s_load_dwordx4 s[16:19], s[8:9], 0x20
001f s_load_dwordx4 s[20:23], s[8:9], 0x10
0021 s_load_dwordx4 s[24:27], s[2:3], null
0023 v_add_nc_u32_e32 v8, s10, v8
0024 v_lshlrev_b32_e32 v0, 2, v8
0025 s_waitcnt lgkmcnt(0)
0026 buffer_load_dword v0, v0, s[24:27], 0 offen
0028 s_clause 0x1
0029 tbuffer_load_format_x v1, v8, s[4:7], 0 format:[BUF_FMT_16_SINT] idxen offset:4
002b tbuffer_load_format_x v2, v8, s[4:7], 0 format:[BUF_FMT_16_SINT] idxen offset:6
002d v_add_nc_u32_e32 v5, s0, v5
002e buffer_load_dwordx3 v[9:11], v5, s[12:15], 0 idxen
0030 s_clause 0x1
0031 tbuffer_load_format_x v12, v8, s[16:19], 0 format:[BUF_FMT_16_FLOAT] idxen
0033 tbuffer_load_format_x v8, v8, s[16:19], 0 format:[BUF_FMT_16_FLOAT] idxen offset:2
0035 tbuffer_load_format_xyzw v[4:7], v5, s[20:23], 0 format:[BUF_FMT_8_8_8_8_UNORM] idxen offset:12
0037 v_mov_b32_e32 v13, 1.0
0038 s_waitcnt vmcnt(4)
0039 v_and_b32_e32 v1, v1, v2
003a v_and_b32_e32 v1, 1, v1
003b s_waitcnt vmcnt(0)
003c v_mul_f32_e32 v4, v4, v7
003d v_mul_f32_e32 v5, v5, v7
003e v_mul_f32_e32 v6, v6, v7
003f v_cvt_f32_i32_e32 v1, v1
0040 v_add_f32_e32 v0, v0, v1
0041 v_mul_f32_e32 v11, v11, v0
0042 v_fmac_f32_e32 v12, v9, v0
0043 v_fmac_f32_e32 v8, v10, v0
0044 exp pos0 v12, v8, v11, v13 done
0046 exp param0 v4, v5, v6, off
BB15:
0048 s_endpgm
