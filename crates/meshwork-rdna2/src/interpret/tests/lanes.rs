//! Opcodes that see other lanes.

use super::*;

/// v0 is the lane's number.
fn numbered(size: Wave) -> WaveState {
    let mut state = wave(size);
    *state.vgpr_mut(Vgpr(0)) = std::array::from_fn(|lane| lane as u32);
    state
}

fn lanes(state: &WaveState, register: u8, count: usize) -> Vec<u32> {
    state.vgpr(Vgpr(register))[..count].to_vec()
}

/// 6.9, DPP16: a lane whose source is outside its row is not written, or with BOUND_CTRL takes 0.
#[test]
fn dpp_rows() {
    let mut state = numbered(Wave::W32);
    for register in 2..6 {
        *state.vgpr_mut(Vgpr(register)) = [99; LANES];
    }
    let state = run(
        state,
        &[
            0x7e04_02fa,
            0xff01_1100, // v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
            0x7e06_02fa,
            0xff09_1100, // v_mov_b32_dpp v3, v0 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
            0x7e08_02fa,
            0xf300_b100, // v_mov_b32_dpp v4, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0x3
            0x7e0a_02e9,
            0x0539_7700, // v_mov_b32_dpp v5, v0 dpp8:[7,6,5,4,3,2,1,0]
        ],
    );
    assert_eq!(lanes(&state, 2, 3), [99, 0, 1]);
    assert_eq!(state.vgpr(Vgpr(2))[16], 99);
    assert_eq!(lanes(&state, 3, 3), [0, 0, 1]);
    assert_eq!(lanes(&state, 4, 9), [1, 0, 3, 2, 5, 4, 7, 6, 99]);
    assert_eq!(lanes(&state, 5, 9), [7, 6, 5, 4, 3, 2, 1, 0, 15]);
}

/// 6.9: without FI an inactive source counts as outside.
#[test]
fn dpp_of_inactive_lanes() {
    let mut state = numbered(Wave::W32);
    *state.vgpr_mut(Vgpr(4)) = [99; LANES];
    *state.vgpr_mut(Vgpr(5)) = [99; LANES];
    state.set_exec(0b0101);
    let state = run(
        state,
        &[
            0x7e08_02fa,
            0xf300_b100, // v_mov_b32_dpp v4, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0x3
            0x7e0a_02e9,
            0x0539_7700, // v_mov_b32_dpp v5, v0 dpp8:[7,6,5,4,3,2,1,0]
        ],
    );
    assert_eq!(lanes(&state, 4, 3), [99, 99, 99]);
    assert_eq!(lanes(&state, 5, 3), [0, 99, 0]);
}

/// 12.12, V_PERMLANE16_B32: FI reads inactive lanes, BOUND_CTRL makes them 0, neither leaves the destination.
#[test]
fn permlane() {
    let mut state = numbered(Wave::W32);
    for register in 2..5 {
        *state.vgpr_mut(Vgpr(register)) = [99; LANES];
    }
    // Lane i of a row takes lane 15 - i.
    state.set_sgpr(Sgpr(0), 0x89ab_cdef);
    state.set_sgpr(Sgpr(1), 0x0123_4567);
    state.set_exec(0x0000_00ff);
    let state = run(
        state,
        &[
            0xd777_0002,
            0x0004_0100, // v_permlane16_b32 v2, v0, s0, s1
            0xd778_0803,
            0x0004_0100, // v_permlanex16_b32 v3, v0, s0, s1 op_sel:[1,0]
            0xd777_1004,
            0x0004_0100, // v_permlane16_b32 v4, v0, s0, s1 op_sel:[0,1]
        ],
    );
    assert_eq!(lanes(&state, 2, 2), [99, 99]);
    assert_eq!(lanes(&state, 3, 2), [31, 30]);
    assert_eq!(lanes(&state, 4, 2), [0, 0]);
}

/// 12.15, DS_SWIZZLE_B32: quads, masks, rotation.
#[test]
fn swizzle() {
    let state = run(
        numbered(Wave::W32),
        &[
            0xd8d4_801b,
            0x0100_0000, // ds_swizzle_b32 v1, v0 offset:swizzle(QUAD_PERM,3,2,1,0)
            0xd8d4_041f,
            0x0200_0000, // ds_swizzle_b32 v2, v0 offset:swizzle(SWAP,1)
            0xd8d4_c020,
            0x0300_0000, // ds_swizzle_b32 v3, v0 offset:49184
        ],
    );
    assert_eq!(lanes(&state, 1, 4), [3, 2, 1, 0]);
    assert_eq!(lanes(&state, 2, 4), [1, 0, 3, 2]);
    assert_eq!([state.vgpr(Vgpr(3))[0], state.vgpr(Vgpr(3))[31]], [1, 0]);
}

/// 12.15, DS_BPERMUTE_B32: bytes of an address; an inactive source gives 0; a wave64's halves do not see each other.
#[test]
fn bpermute() {
    let mut state = wave(Wave::W64);
    *state.vgpr_mut(Vgpr(0)) = std::array::from_fn(|lane| 4 * (lane as u32 + 1));
    *state.vgpr_mut(Vgpr(1)) = std::array::from_fn(|lane| 100 + lane as u32);
    state.set_exec(!(1 << 3));
    let state = run(state, &[0xdacc_0000, 0x0200_0100]); // ds_bpermute_b32 v2, v0, v1
    assert_eq!(lanes(&state, 2, 4), [101, 102, 0, 0]);
    assert_eq!([31, 32, 63].map(|lane| state.vgpr(Vgpr(2))[lane]), [100, 133, 132]);
}
