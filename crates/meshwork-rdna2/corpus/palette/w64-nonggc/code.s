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
0014 s_mov_b32 s0, s9
0015 s_movk_i32 s9, 0x8000
0016 s_movk_i32 s11, 0x8000
0017 s_clause 0x2
0018 s_load_dwordx4 s[4:7], s[8:9], null
001a s_load_dwordx4 s[12:15], s[8:9], 0x10
001c s_load_dwordx4 s[16:19], s[10:11], 0x10
001e v_add_nc_u32_e32 v5, s0, v5
001f v_lshlrev_b32_e32 v0, 2, v5
0020 s_waitcnt lgkmcnt(0)
0021 buffer_load_dword v0, v0, s[16:19], 0 offen
0023 buffer_load_dwordx3 v[1:3], v5, s[4:7], 0 idxen
0025 buffer_load_dwordx2 v[6:7], v5, s[12:15], 0 idxen offset:12
0027 s_load_dwordx4 s[0:3], s[10:11], null
0029 s_waitcnt vmcnt(2)
002a v_and_b32_e32 v0, 3, v0
002b v_lshlrev_b32_e32 v4, 4, v0
002c s_waitcnt lgkmcnt(0)
002d s_clause 0x1
002e buffer_load_dwordx2 v[8:9], v4, s[0:3], 0 offen
0030 buffer_load_dwordx2 v[10:11], v4, s[0:3], 0 offen offset:64
0032 v_mov_b32_e32 v12, 1.0
0033 v_add_nc_u32_e32 v0, v0, v5
0034 v_and_b32_e32 v0, 7, v0
0035 v_cvt_f32_u32_e32 v0, v0
0036 v_mul_f32_e32 v0, 0x3e000000, v0
0038 s_waitcnt vmcnt(1)
0039 v_add_f32_e32 v1, v1, v8
003a v_add_f32_e32 v2, v2, v9
003b s_waitcnt vmcnt(0)
003c v_add_f32_e32 v6, v6, v10
003d v_add_f32_e32 v7, v7, v11
003e exp pos0 v1, v2, v3, v12 done
0040 exp param0 v6, v7, off, off
0042 exp param1 v0, off, off, off
BB15:
0044 s_endpgm
