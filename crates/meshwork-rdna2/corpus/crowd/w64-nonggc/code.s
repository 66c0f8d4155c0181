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
0015 s_mov_b32 s2, 24
0016 s_mov_b32 s3, 0x31016fac
0018 v_mul_hi_i32 v0, v5, 0x55555556
001b v_cmp_le_i32_e32 vcc, 0, v5
001c v_lshrrev_b32_e32 v1, 31, v0
001d v_add_nc_u32_e32 v0, v0, v1
001e v_lshl_add_u32 v0, v0, 1, v0
0020 v_sub_nc_u32_e32 v0, v5, v0
0021 v_cmp_eq_i32_e64 s[0:1], 0, v0
0023 v_add_nc_u32_e32 v2, 3, v0
0024 s_or_b64 vcc, s[0:1], vcc
0025 s_getpc_b64 s[0:1]
0026 v_cndmask_b32_e32 v2, v2, v0, vcc
0027 s_add_u32 s0, s0, 0xc0
0029 v_lshlrev_b32_e32 v2, 3, v2
002a buffer_load_dwordx2 v[0:1], v2, s[0:3], 0 offen
002c v_add_nc_u32_e32 v8, s9, v8
002d v_mov_b32_e32 v5, 0.5
002e v_mov_b32_e32 v6, 1.0
002f v_ashrrev_i32_e32 v4, 7, v8
0030 v_ashrrev_i32_sdwa v7, 4, v8 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0032 v_ashrrev_i32_sdwa v9, 9, v8 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0034 v_and_b32_e32 v3, 0x7f, v8
0036 v_cvt_f32_ubyte0_e32 v8, v8
0037 v_and_b32_e32 v4, 0x7f, v4
0039 v_cvt_f32_u32_e32 v7, v7
003a v_cvt_f32_u32_e32 v9, v9
003b v_cvt_f32_u32_e32 v3, v3
003c v_mul_f32_e32 v8, 0x3b800000, v8
003e v_cvt_f32_u32_e32 v4, v4
003f v_mul_f32_e32 v7, 0x3b800000, v7
0041 v_mul_f32_e32 v9, 0x3b800000, v9
0043 v_fma_f32 v3, 0x3c800000, v3, -1.0
0046 v_fma_f32 v4, 0x3c800000, v4, -1.0
0049 s_waitcnt vmcnt(0)
004a v_add_f32_e32 v4, v4, v1
004b v_add_f32_e32 v3, v3, v0
004c exp pos0 v3, v4, v5, v6 done
004e exp param0 v8, v7, v9, off
BB15:
0050 s_endpgm
