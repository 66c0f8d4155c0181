BB0:
0000 s_setprio 3
0001 s_mov_b32 exec_lo, -1
0002 s_mov_b32 s0, 0
0003 s_mov_b32 s1, 0
0004 s_mov_b32 s4, 0
0005 s_mov_b32 s5, 0
0006 s_lshl_b32 s6, s3, 8
0007 s_bfe_u32 s6, -1, s6
0008 s_mov_b32 s7, 4
0009 s_mov_b32 s11, 0
000a s_bfm_b32 s12, 4, 24
000b s_and_b32 s12, s3, s12
000c s_cmp_eq_i32 s12, s11
000d s_cselect_b32 vcc_lo, -1, 0
000e s_and_b32 s13, vcc_lo, exec_lo
000f s_cbranch_scc0 BB3
BB1:
0010 s_mov_b32 s0, 9
0011 s_mov_b32 s1, 12
0012 s_bfe_u32 s4, s2, 0x9000c
0014 s_mov_b32 s5, 22
0015 s_bfe_u32 s2, s2, 0x90016
0017 s_lshl_b32 s2, s2, s1
0018 s_or_b32 m0, s2, s4
0019 s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
BB3:
001a s_mov_b32 exec_lo, s6
001b s_cbranch_execz BB9
BB4:
001c v_mov_b32_e32 v8, v0
001d exp prim v0, off, off, off done
BB9:
001f s_bfm_b64 s[0:1], s3, 0
0020 s_waitcnt expcnt(0)
0021 s_mov_b32 exec_lo, s0
0022 s_cbranch_execz BB27
BB10:
0023 s_movk_i32 s1, 0x8000
0024 s_mov_b32 s0, s9
0025 s_mov_b32 s9, s1
0026 s_load_dwordx4 s[12:15], s[8:9], s11
0028 s_waitcnt lgkmcnt(0)
0029 s_mov_b64 s[16:17], s[12:13]
002a s_mov_b64 s[18:19], s[14:15]
002b v_add_nc_u32_e32 v5, s0, v5
002c buffer_load_dwordx3 v[0:2], v5, s[12:15], 0 idxen
002e s_mov_b32 s2, 1
002f s_mov_b32 s0, s10
0030 s_load_dwordx4 s[0:3], s[0:1], s11
0032 s_waitcnt lgkmcnt(0)
0033 s_mov_b64 s[12:13], s[0:1]
0034 s_mov_b64 s[14:15], s[2:3]
0035 s_bcnt1_i32_b32 s4, exec_lo
0036 s_ff1_i32_b32 s5, exec_lo
0037 s_lshl_b32 s5, 1, s5
0038 s_and_saveexec_b32 s5, s5
0039 s_cbranch_execz BB16
BB11:
003a v_mov_b32_e32 v3, s4
003b buffer_atomic_add v3, off, s[0:3], s11 glc
BB16:
003d s_mov_b32 exec_lo, s5
003e s_waitcnt vmcnt(0)
003f v_readfirstlane_b32 s4, v3
0040 v_mbcnt_lo_u32_b32 v3, exec_lo, 0
0042 v_add_nc_u32_e32 v3, s4, v3
0043 v_bfe_u32 v4, v3, 0, 8
0045 s_or_saveexec_b32 s6, -1
0046 v_cndmask_b32_e64 v62, 0, v5, s6
0048 v_mov_b32_dpp v63, v62 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1
004a s_bfm_b32 exec_lo, 1, 16
004b v_permlanex16_b32 v63, v62, -1, -1 op_sel:[1,0]
004d s_mov_b32 exec_lo, -1
004e v_max_u32_dpp v63, v63, v63 row_shr:1 row_mask:0xf bank_mask:0xf fi:1
0050 v_max_u32_dpp v63, v63, v63 row_shr:2 row_mask:0xf bank_mask:0xf fi:1
0052 v_max_u32_dpp v63, v63, v63 row_shr:4 row_mask:0xf bank_mask:0xf fi:1
0054 v_max_u32_dpp v63, v63, v63 row_shr:8 row_mask:0xf bank_mask:0xf fi:1
0056 s_bfm_b32 exec_lo, 16, 16
0057 v_permlanex16_b32 v62, v63, -1, -1 op_sel:[1,0]
0059 v_max_u32_e32 v63, v63, v62
005a s_mov_b32 exec_lo, s6
005b v_mov_b32_e32 v6, v63
005c s_flbit_i32_b32 s9, exec_lo
005d s_sub_i32 s9, 31, s9
005e v_max_u32_e32 v5, v6, v5
005f v_readlane_b32 s9, v5, s9
0061 s_ff1_i32_b32 s10, exec_lo
0062 s_lshl_b32 s10, 1, s10
0063 s_and_b32 exec_lo, s10, exec_lo
0064 s_cbranch_execz BB22
BB17:
0065 v_mov_b32_e32 v5, s9
0066 buffer_atomic_umax v5, off, s[0:3], s7 glc
BB22:
0068 s_mov_b32 exec_lo, s5
0069 s_waitcnt vmcnt(0)
006a v_readfirstlane_b32 s4, v5
006b v_max_u32_e32 v6, s4, v6
006c s_mov_b32 s5, 8
006d s_mov_b32 s6, 2
006e v_lshlrev_b32_e32 v5, s6, v4
006f v_add_nc_u32_e32 v5, s5, v5
0070 buffer_atomic_xor v6, v5, s[0:3], 0 offen
0072 s_mov_b32 s7, 1.0
0073 v_cvt_f32_u32_e32 v7, v4
0074 v_bfe_u32 v6, v6, 0, 8
0076 v_cvt_f32_u32_e32 v6, v6
0077 s_mov_b32 s8, 7
0078 v_and_b32_e32 v3, s8, v3
0079 v_lshlrev_b32_e32 v3, s6, v3
007a v_add_nc_u32_e32 v3, s5, v3
007b buffer_atomic_swap v4, v3, s[0:3], 0 offen glc
007d s_waitcnt vmcnt(0)
007e v_bfe_u32 v4, v4, 0, 8
0080 v_cvt_f32_u32_e32 v4, v4
0081 v_lshrrev_b64 v[8:9], 0, v[0:1]
0083 v_mov_b32_e32 v10, v2
0084 v_mov_b32_e32 v11, s7
0085 v_mov_b32_e32 v8, s7
0086 exp pos0 v0, v1, v2, v8 done
0088 v_mov_b32_e32 v12, v7
0089 v_mov_b32_e32 v13, v6
008a v_mov_b32_e32 v14, v4
008b exp param0 v7, v6, v4, off
BB27:
008d s_endpgm
