//! Integer arithmetic of vectors.

use super::*;

/// 12.8: a shift takes as many bits of its amount as it needs.
#[test]
fn shifts_past_the_width() {
    let state = run(
        vectors(&[33, 0x8000_0001]),
        &[
            0x3404_0300, // v_lshlrev_b32_e32 v2, v0, v1
            0x2c06_0300, // v_lshrrev_b32_e32 v3, v0, v1
            0x3008_0300, // v_ashrrev_i32_e32 v4, v0, v1
            0xd714_0005,
            0x0002_0300, // v_lshlrev_b16 v5, v0, v1
        ],
    );
    assert_eq!([v(&state, 2), v(&state, 3), v(&state, 4)], [2, 0x4000_0000, 0xc000_0000]);
    assert_eq!(v(&state, 5), 2, "of 16 bits, four of the amount");
}

/// 12.12, V_ADD_CO_U32: the mask has the carry of every active lane, and 0 for the others.
#[test]
fn carries() {
    let mut state = vectors(&[u32::MAX, 1]);
    state.vgpr_mut(Vgpr(1))[1] = 0;
    state.set_exec(0b11);
    state.set_vcc(0xf0);
    let state = run(
        state,
        &[
            0xd70f_6a02,
            0x0002_0300, // v_add_co_u32 v2, vcc_lo, v0, v1
            0x5006_0300, // v_add_co_ci_u32_e32 v3, vcc_lo, v0, v1, vcc_lo
        ],
    );
    assert_eq!(state.vgpr(Vgpr(2))[..2], [0, u32::MAX]);
    assert_eq!(state.vgpr(Vgpr(3))[..2], [1, u32::MAX]);
    assert_eq!(state.vcc(), 0b01);
}

/// 6.2.3: CLAMP saturates an integer sum.
#[test]
fn saturating_sum() {
    let code = [0xd525_8004, 0x0002_0300]; // v_add_nc_u32_e64 v4, v0, v1 clamp
    assert_eq!(v(&run(vectors(&[u32::MAX, 5]), &code), 4), u32::MAX);
}

/// A result may overlap the operands that it is made of.
#[test]
fn overlapping_registers() {
    let mut state = vectors(&[2, 3, 4, 5]);
    state.vgpr_mut(Vgpr(1))[5] = 7;
    let state = run(
        state,
        &[
            0xd6ff_0001,
            0x0002_0502, // v_lshlrev_b64 v[1:2], v2, v[2:3]
        ],
    );
    assert_eq!([v(&state, 1), v(&state, 2)], [4 << 4, 5 << 4]);
    let state = run(
        vectors(&[u32::MAX, u32::MAX]),
        &[
            0xd576_0000,
            0x0402_0300, // v_mad_u64_u32 v[0:1], s0, v0, v1, v[0:1]
        ],
    );
    // (2³² - 1)² + 2⁶⁴ - 1 carries.
    assert_eq!([v(&state, 0), v(&state, 1)], [0, 0xffff_fffe]);
    assert_eq!(s(&state, 0), u32::MAX);
}

/// 12.12, V_BFE_I32: what reaches beyond bit 31 repeats the sign; a width has five bits.
#[test]
fn bit_fields() {
    let state = run(
        vectors(&[0x8765_4321]),
        &[
            0xd549_0002,
            0x0221_3900, // v_bfe_i32 v2, v0, 28, 8
            0xd548_0003,
            0x0281_0900, // v_bfe_u32 v3, v0, 4, 32
        ],
    );
    assert_eq!([v(&state, 2), v(&state, 3)], [0xffff_fff8, 0]);
}

/// 12.12: sums of bytes, permutes, and alignments.
#[test]
fn bytes() {
    let state = run(
        vectors(&[0x0403_0201, 0xff10_0001, 0x0c0d_0806]),
        &[
            0xcc17_4003,
            0x1c0a_0300, // v_dot4_u32_u8 v3, v0, v1, v2
            0xd55a_0004,
            0x040a_0300, // v_sad_u8 v4, v0, v1, v2
            0xd744_0005,
            0x040a_0300, // v_perm_b32 v5, v0, v1, v2
            0xd54e_0006,
            0x040a_0300, // v_alignbit_b32 v6, v0, v1, v2
            0xd54f_0007,
            0x040a_0300, // v_alignbyte_b32 v7, v0, v1, v2
        ],
    );
    assert_eq!(v(&state, 3), 4 * 255 + 3 * 16 + 1 + 0x0c0d_0806);
    assert_eq!(v(&state, 4), (255 - 4) + (16 - 3) + 2 + 0x0c0d_0806);
    // 6 takes v0's third byte, 8 the sign of v1's lower word, 12 is 0, 13 is ff.
    assert_eq!(v(&state, 5), 0x00ff_0003);
    assert_eq!(v(&state, 6), 0x07fc_4000);
    assert_eq!(v(&state, 7), 0x0201_ff10);
}

/// 6.8: a part of a register in and out; the rest is kept, cleared, or the sign.
#[test]
fn sdwa() {
    let state = run(
        vectors(&[0x8012_3456, 0, 0x1111_1111]),
        &[
            0x7e04_02f9,
            0x0003_1100, // v_mov_b32_sdwa v2, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
            0x7e06_02f9,
            0x000d_0600, // v_mov_b32_sdwa v3, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1
            0x7e08_02f9,
            0x0005_0c00, // v_mov_b32_sdwa v4, v0 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1
        ],
    );
    assert_eq!([v(&state, 2), v(&state, 3), v(&state, 4)], [0x1111_8011, 0xffff_8012, 0xffff_8012]);
}

/// 3.3: with EXEC = 0 nothing is written but the masks of comparisons, which are 0.
#[test]
fn no_lanes() {
    let mut state = vectors(&[9, 9]);
    state.set_exec(0);
    state.set_vcc(5);
    let code = [
        0x7e00_02f2, // v_mov_b32_e32 v0, 1.0
        0xd834_0000,
        0x0000_0100, // ds_write_b32 v0, v1
        0xf800_08cf,
        0x0000_0000, // exp pos0 v0, v0, v0, v0 done
        0x7d84_0100, // v_cmp_eq_u32_e32 vcc_lo, v0, v0
    ];
    let (waves, exports) = try_run(vec![state], &code).expect("the code runs");
    assert_eq!((v(&waves[0], 0), waves[0].vcc()), (9, 0));
    let threads = exports.target(crate::ExportTarget::Position(0)).expect("pos0");
    assert!(threads.iter().all(|thread| *thread == [None; 4]));
}
