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
0014 v_add_lshl_u32 v5, s8, v5, 3
0016 s_getpc_b64 s[0:1]
0017 s_mov_b32 s2, 24
0018 s_mov_b32 s3, 0x31016fac
001a s_add_u32 s0, s0, 0xc4
001c buffer_load_dwordx2 v[0:1], v5, s[0:3], 0 offen
001e v_add_nc_u32_e32 v8, s9, v8
001f v_mov_b32_e32 v4, 0.5
0020 v_mov_b32_e32 v5, 1.0
0021 v_ashrrev_i32_sdwa v6, 4, v8 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0023 v_ashrrev_i32_sdwa v7, 9, v8 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD
0025 v_and_b32_e32 v2, 0x7f, v8
0027 v_ashrrev_i32_e32 v3, 7, v8
0028 v_cvt_f32_ubyte0_e32 v8, v8
0029 v_cvt_f32_u32_e32 v6, v6
002a v_cvt_f32_u32_e32 v7, v7
002b v_cvt_f32_u32_e32 v2, v2
002c v_and_b32_e32 v3, 0x7f, v3
002e v_mul_f32_e32 v8, 0x3b800000, v8
0030 v_mul_f32_e32 v6, 0x3b800000, v6
0032 v_mul_f32_e32 v7, 0x3b800000, v7
0034 v_fma_f32 v2, 0x3c800000, v2, -1.0
0037 v_cvt_f32_u32_e32 v3, v3
0038 v_fma_f32 v3, 0x3c800000, v3, -1.0
003b s_waitcnt vmcnt(0)
003c v_add_f32_e32 v3, v3, v1
003d v_add_f32_e32 v2, v2, v0
003e exp pos0 v2, v3, v4, v5 done
0040 exp param0 v8, v6, v7, off
BB15:
0042 s_endpgm
