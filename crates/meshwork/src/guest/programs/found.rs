//! Programs that differed once, made small: they run before the random ones.

use meshwork_rdna2::Wave;

pub struct Found {
    pub name: &'static str,
    pub wave: Wave,
    /// Without the end.
    pub words: &'static [u32],
}

pub const FOUND: &[Found] = &[
    Found {
        name: "EXEC saved in EXEC: the new one stays",
        wave: Wave::W64,
        words: &[
            0xbefe_256a, // s_or_saveexec_b64 exec, vcc
            0xbefe_246a, // s_and_saveexec_b64 exec, vcc
            0xbefe_3d6a, // s_or_saveexec_b32 exec_lo, vcc_lo
            0xbeff_3d6a, // s_or_saveexec_b32 exec_hi, vcc_lo
            0xbeea_246a, // s_and_saveexec_b64 vcc, vcc
        ],
    },
    Found {
        name: "whether VCC is 0 is asked of both of its halves, by an operand, too",
        wave: Wave::W64,
        words: &[
            0xbeea_0380, // s_mov_b32 vcc_lo, 0
            0xbf85_0000, // s_cbranch_scc1 0
            0x9231_fb46, // s_bfm_b32 s49, s70, src_vccz
            0x7dde_0f0f, // v_cmp_tru_f16_e32 vcc, v15, v7
        ],
    },
    Found {
        name: "a lane that is off shows others what it held before",
        wave: Wave::W32,
        words: &[
            0xd773_0c02,
            0x041c_3703, // v_mad_u32_u16 v2, v3, s27, v7 op_sel:[1,0,0,0]
            0x761a_14fa,
            0xed9f_4102, // v_ldexp_f16_dpp v13, -v2, v10 row_half_mirror row_mask:0xe bank_mask:0xd bound_ctrl:1 fi:1
        ],
    },
    Found {
        name: "what a block that ends the program has loaded is not there elsewhere",
        wave: Wave::W64,
        words: &[
            0xbf0c_9447, // s_bitcmp0_b32 s71, 20
            0xbf85_0001, // s_cbranch_scc1 1
            0xbf81_0000, // s_endpgm
            0x8080_048b, // s_sub_u32 s0, 11, s4
        ],
    },
    Found {
        name: "permutes reach half a wave of 64",
        wave: Wave::W64,
        words: &[0xdacc_0080, 0x0400_0400], // ds_bpermute_b32 v4, v0, v4 offset:128
    },
    Found {
        name: "what one lane stores another has changed before",
        wave: Wave::W32,
        words: &[
            0xe0d4_5424,
            0x5e55_0210, // buffer_atomic_smin v2, v16, s[84:87], s94 offen offset:1060 glc slc
            0xdc7d_008c,
            0x0a7d_0614, // flat_store_dwordx3 v[20:21], v[6:8] offset:140 glc
        ],
    },
    Found {
        name: "a product with 0 of an infinity, whose register a compiler knows",
        wave: Wave::W64,
        words: &[
            0x7e04_02f2, // v_mov_b32_e32 v2, 1.0
            0x1006_0480, // v_mul_f32_e32 v3, 0, v2
            0x5a08_1903,
            0x9590_4e07, // v_fmaak_f32 v4, v3, v12, 0x95904e07
            0xd408_0048,
            0x0002_0904, // v_cmp_u_f32_e64 s[72:73], v4, v4
            0xd501_0004,
            0x0121_0104, // v_cndmask_b32_e64 v4, v4, 0, s[72:73]
        ],
    },
    Found {
        name: "an infinite addend of a product that is too great for the host",
        wave: Wave::W64,
        words: &[
            0x7e04_02ff,
            0x7f00_0000, // v_mov_b32_e32 v2, 0x7f000000
            0x7e06_02ff,
            0xff80_0000, // v_mov_b32_e32 v3, 0xff800000
            0xd54b_0003,
            0x040e_0502, // v_fma_f32 v3, v2, v2, v3
        ],
    },
    Found {
        name: "a product that rounds up to the least normal number: a host may flush it",
        wave: Wave::W32,
        words: &[
            0x7e04_02ff,
            0x0080_0000, // v_mov_b32_e32 v2, 0x800000
            0x7e06_02ff,
            0xbf7f_ffff, // v_mov_b32_e32 v3, 0xbf7fffff
            0x1008_0702, // v_mul_f32_e32 v4, v2, v3
        ],
    },
    Found {
        name: "an addend that is small beside the other factor of a product with 0, of 64 bits",
        wave: Wave::W64,
        words: &[
            0x7e04_0280, // v_mov_b32_e32 v2, 0
            0x7e06_0280, // v_mov_b32_e32 v3, 0
            0x7e08_0280, // v_mov_b32_e32 v4, 0
            0x7e0a_02ff,
            0x7fe0_0000, // v_mov_b32_e32 v5, 0x7fe00000
            0x7e0c_0280, // v_mov_b32_e32 v6, 0
            0x7e0e_02ff,
            0x0000_0043, // v_mov_b32_e32 v7, 0x43
            0xd54c_0008,
            0x041a_0902, // v_fma_f64 v[8:9], v[2:3], v[4:5], v[6:7]
        ],
    },
];
