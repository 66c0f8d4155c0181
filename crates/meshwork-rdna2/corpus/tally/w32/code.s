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
0013 s_cbranch_execz BB27
BB10:
0014 s_movk_i32 s11, 0x8000
0015 s_load_dwordx4 s[0:3], s[10:11], null
0017 s_bcnt1_i32_b32 s4, exec_lo
0018 s_ff1_i32_b32 s5, exec_lo
0019 s_lshl_b32 s5, 1, s5
001a s_and_saveexec_b32 s6, s5
001b s_cbranch_execz BB16
BB11:
001c v_mov_b32_e32 v0, s4
001d s_waitcnt lgkmcnt(0)
001e buffer_atomic_add v0, off, s[0:3], 0 glc
BB16:
0020 s_mov_b32 exec_lo, s6
0021 v_add_nc_u32_e32 v5, s9, v5
0022 s_waitcnt vmcnt(0)
0023 v_readfirstlane_b32 s4, v0
0024 v_mbcnt_lo_u32_b32 v0, exec_lo, 0
0026 v_add_nc_u32_e32 v0, s4, v0
0027 s_or_saveexec_b32 s7, -1
0028 v_cndmask_b32_e64 v62, 0, v5, s7
002a v_mov_b32_dpp v63, v62 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1
002c s_bfm_b32 exec_lo, 1, 16
002d v_permlanex16_b32 v63, v62, -1, -1 op_sel:[1,0]
002f s_mov_b32 exec_lo, -1
0030 v_max_u32_dpp v63, v63, v63 row_shr:1 row_mask:0xf bank_mask:0xf fi:1
0032 v_max_u32_dpp v63, v63, v63 row_shr:2 row_mask:0xf bank_mask:0xf fi:1
0034 v_max_u32_dpp v63, v63, v63 row_shr:4 row_mask:0xf bank_mask:0xf fi:1
0036 v_max_u32_dpp v63, v63, v63 row_shr:8 row_mask:0xf bank_mask:0xf fi:1
0038 s_bfm_b32 exec_lo, 16, 16
0039 v_permlanex16_b32 v62, v63, -1, -1 op_sel:[1,0]
003b v_max_u32_e32 v63, v63, v62
003c s_mov_b32 exec_lo, s7
003d s_flbit_i32_b32 s10, exec_lo
003e v_mov_b32_e32 v1, v63
003f s_sub_i32 s10, 31, s10
0040 v_max_u32_e32 v2, v1, v5
0041 s_and_b32 exec_lo, s5, exec_lo
0042 v_readlane_b32 s10, v2, s10
0044 s_cbranch_execz BB22
BB17:
0045 v_mov_b32_e32 v2, s10
0046 s_waitcnt lgkmcnt(0)
0047 buffer_atomic_umax v2, off, s[0:3], 0 offset:4 glc
BB22:
0049 s_mov_b32 exec_lo, s6
004a s_movk_i32 s9, 0x8000
004b s_load_dwordx4 s[4:7], s[8:9], null
004d s_waitcnt vmcnt(0)
004e v_readfirstlane_b32 s8, v2
004f v_bfe_u32 v2, v0, 0, 8
0051 v_max_u32_e32 v1, s8, v1
0052 v_lshlrev_b32_e32 v3, 2, v2
0053 s_waitcnt lgkmcnt(0)
0054 buffer_atomic_xor v1, v3, s[0:3], 0 offen offset:8
0056 v_and_b32_e32 v0, 7, v0
0057 v_mov_b32_e32 v4, v2
0058 v_lshlrev_b32_e32 v0, 2, v0
0059 buffer_atomic_swap v2, v0, s[0:3], 0 offen offset:8 glc
005b buffer_load_dwordx3 v[5:7], v5, s[4:7], 0 idxen
005d v_mov_b32_e32 v8, 1.0
005e v_cvt_f32_ubyte0_e32 v1, v1
005f v_cvt_f32_u32_e32 v4, v4
0060 s_waitcnt vmcnt(1)
0061 v_cvt_f32_ubyte0_e32 v2, v2
0062 s_waitcnt vmcnt(0)
0063 exp pos0 v5, v6, v7, v8 done
0065 exp param0 v4, v1, v2, off
BB27:
0067 s_endpgm
