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
0013 s_cbranch_execz BB27
BB10:
0014 s_movk_i32 s11, 0x8000
0015 s_load_dwordx4 s[0:3], s[10:11], null
0017 s_bcnt1_i32_b64 s4, exec
0018 s_ff1_i32_b64 s5, exec
0019 s_lshl_b64 s[6:7], 1, s5
001a s_and_saveexec_b64 s[10:11], s[6:7]
001b s_cbranch_execz BB16
BB11:
001c v_mov_b32_e32 v0, s4
001d s_waitcnt lgkmcnt(0)
001e buffer_atomic_add v0, off, s[0:3], 0 glc
BB16:
0020 s_mov_b64 exec, s[10:11]
0021 v_add_nc_u32_e32 v5, s9, v5
0022 s_waitcnt vmcnt(0)
0023 v_readfirstlane_b32 s4, v0
0024 v_mbcnt_lo_u32_b32 v0, exec_lo, 0
0026 v_mbcnt_hi_u32_b32 v0, exec_hi, v0
0028 v_add_nc_u32_e32 v0, s4, v0
0029 s_or_saveexec_b64 s[4:5], -1
002a v_cndmask_b32_e64 v30, 0, v5, s[4:5]
002c v_mov_b32_dpp v31, v30 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1
002e s_bfm_b32 exec_lo, 1, 16
002f s_bfm_b32 exec_hi, 1, 16
0030 v_readlane_b32 s9, v30, 31
0032 v_permlanex16_b32 v31, v30, -1, -1 op_sel:[1,0]
0034 s_mov_b64 exec, -1
0035 v_writelane_b32 v31, s9, 32
0037 v_max_u32_dpp v31, v31, v31 row_shr:1 row_mask:0xf bank_mask:0xf fi:1
0039 v_max_u32_dpp v31, v31, v31 row_shr:2 row_mask:0xf bank_mask:0xf fi:1
003b v_max_u32_dpp v31, v31, v31 row_shr:4 row_mask:0xf bank_mask:0xf fi:1
003d v_max_u32_dpp v31, v31, v31 row_shr:8 row_mask:0xf bank_mask:0xf fi:1
003f s_bitreplicate_b64_b32 exec, 0xff00ff00
0041 v_permlanex16_b32 v30, v31, -1, -1 op_sel:[1,0]
0043 v_max_u32_e32 v31, v31, v30
0044 s_bfm_b64 exec, 32, 32
0045 v_readlane_b32 s9, v31, 31
0047 v_max_u32_e32 v31, s9, v31
0048 s_mov_b64 exec, s[4:5]
0049 s_flbit_i32_b64 s12, exec
004a v_mov_b32_e32 v1, v31
004b s_sub_i32 s12, 63, s12
004c v_max_u32_e32 v2, v1, v5
004d s_and_b64 exec, s[6:7], exec
004e v_readlane_b32 s12, v2, s12
0050 s_cbranch_execz BB22
BB17:
0051 v_mov_b32_e32 v2, s12
0052 s_waitcnt lgkmcnt(0)
0053 buffer_atomic_umax v2, off, s[0:3], 0 offset:4 glc
BB22:
0055 s_movk_i32 s9, 0x8000
0056 s_load_dwordx4 s[4:7], s[8:9], null
0058 s_mov_b64 exec, s[10:11]
0059 s_waitcnt vmcnt(0)
005a v_readfirstlane_b32 s8, v2
005b v_bfe_u32 v2, v0, 0, 8
005d v_max_u32_e32 v1, s8, v1
005e v_lshlrev_b32_e32 v3, 2, v2
005f s_waitcnt lgkmcnt(0)
0060 buffer_atomic_xor v1, v3, s[0:3], 0 offen offset:8
0062 v_and_b32_e32 v0, 7, v0
0063 v_mov_b32_e32 v4, v2
0064 v_lshlrev_b32_e32 v0, 2, v0
0065 buffer_atomic_swap v2, v0, s[0:3], 0 offen offset:8 glc
0067 buffer_load_dwordx3 v[5:7], v5, s[4:7], 0 idxen
0069 v_mov_b32_e32 v8, 1.0
006a v_cvt_f32_ubyte0_e32 v1, v1
006b v_cvt_f32_u32_e32 v4, v4
006c s_waitcnt vmcnt(1)
006d v_cvt_f32_ubyte0_e32 v2, v2
006e s_waitcnt vmcnt(0)
006f exp pos0 v5, v6, v7, v8 done
0071 exp param0 v4, v1, v2, off
BB27:
0073 s_endpgm
