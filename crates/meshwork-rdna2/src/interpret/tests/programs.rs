//! What broke other translators, and what whole programs rely on.

use super::*;
use crate::instruction::ExportTarget;

/// 12.12, V_MBCNT_HI_U32_B32: counts go on over lane 32.
#[test]
fn mbcnt_counts_over_64_lanes() {
    let state = run(
        wave(Wave::W64),
        &[
            0xd765_0001,
            0x0001_00c1, // v_mbcnt_lo_u32_b32 v1, -1, 0
            0xd766_0001,
            0x0002_02c1, // v_mbcnt_hi_u32_b32 v1, -1, v1
        ],
    );
    assert_eq!(state.vgpr(Vgpr(1))[..], (0..64).collect::<Vec<u32>>()[..]);
}

/// 12.5, S_CBRANCH_VCCZ: all 64 bits of VCC count in a wave64.
#[test]
fn vccz_sees_lane_40() {
    let code = [
        0xbf86_0001, // s_cbranch_vccz 1
        0xbe80_0387, // s_mov_b32 s0, 7
    ];
    let mut state = wave(Wave::W64);
    state.set_vcc(1 << 40);
    assert_eq!(s(&run(state, &code), 0), 7);
    // In wave32, VCC_HI is an ordinary register.
    let mut state = wave(Wave::W32);
    state.set_scalar(107, 1 << 8);
    assert_eq!(s(&run(state, &code), 0), 0);
}

/// 12.12, V_READLANE_B32: EXEC does not matter, and the lane number is taken modulo the wave's size.
#[test]
fn readlane_of_an_inactive_lane() {
    let code = [0xd760_0005, 0x0000_0501]; // v_readlane_b32 s5, v1, s2
    for (size, lane) in [(Wave::W64, 63), (Wave::W32, 31)] {
        let mut state = wave(size);
        *state.vgpr_mut(Vgpr(1)) = std::array::from_fn(|lane| 100 + lane as u32);
        state.set_sgpr(Sgpr(2), 63);
        state.set_exec(1);
        assert_eq!(s(&run(state, &code), 5), 100 + lane);
    }
}

/// 12.7, V_READFIRSTLANE_B32: lane 0 where EXEC is 0.
#[test]
fn readfirstlane_without_lanes() {
    let code = [0x7e0a_0501]; // v_readfirstlane_b32 s5, v1
    for (exec, lane) in [(0, 0), (0xf0, 4)] {
        let mut state = wave(Wave::W32);
        *state.vgpr_mut(Vgpr(1)) = std::array::from_fn(|lane| 100 + lane as u32);
        state.set_exec(exec);
        assert_eq!(s(&run(state, &code), 5), 100 + lane);
    }
}

/// 10.3: LDS operations of a wave are done in order, with no barrier.
#[test]
fn ds_or_then_ds_read() {
    let mut state = vectors(&[16]);
    *state.vgpr_mut(Vgpr(1)) = std::array::from_fn(|lane| 1 << (lane % 32));
    let state = run(
        state,
        &[
            0xd828_0000,
            0x0000_0100, // ds_or_b32 v0, v1
            0xd8d8_0000,
            0x0200_0000, // ds_read_b32 v2, v0
        ],
    );
    assert_eq!(state.vgpr(Vgpr(2))[..32], [u32::MAX; 32]);
}

/// 12.3: N1 negates the operand, N2 EXEC; …_SAVEEXEC returns EXEC before, …_WREXEC after.
#[test]
fn saveexec_operand_order() {
    let run32 = |word| {
        let mut state = wave(Wave::W32);
        state.set_exec(0b0110);
        state.set_sgpr(Sgpr(2), 0b0011);
        let state = run(state, &[word]);
        (s(&state, 4), state.exec(), state.scc)
    };
    assert_eq!(run32(0xbe84_4402), (0b0110, 0b0100, true), "s_andn1_saveexec_b32 s4, s2");
    assert_eq!(run32(0xbe84_3f02), (0b0110, 0b0001, true), "s_andn2_saveexec_b32 s4, s2");
    assert_eq!(run32(0xbe84_4602), (0b0100, 0b0100, true), "s_andn1_wrexec_b32 s4, s2");
    let mut state = wave(Wave::W64);
    state.set_exec(1 << 40 | 1);
    state.set_sgpr(Sgpr(2), 1);
    state.set_sgpr(Sgpr(3), 0x300);
    let state = run(state, &[0xbe84_2702]); // s_andn2_saveexec_b64 s[4:5], s[2:3]
    assert_eq!((s(&state, 4), s(&state, 5), state.exec()), (1, 0x100, 1 << 41));
}

/// 7.2: VCC is a pair of scalar registers like others.
#[test]
fn vcc_as_scalar_address() {
    let mut state = wave(Wave::W32);
    state.set_scalar(106, 0x10);
    state.set_scalar(107, 0);
    let state = run(state, &[0xf400_00f5, 0xfa00_0004]); // s_load_dword s3, vcc, 0x4
    assert_eq!(s(&state, 3), 0x1716_1514);
}

/// 11.1: a null primitive's other bits say nothing.
#[test]
fn null_primitives_with_garbage_indices() {
    let mut state = wave(Wave::W32);
    state.vgpr_mut(Vgpr(0))[..2].copy_from_slice(&[0xffff_fffe, 2 | 1 << 10 | 0x1ff << 20 | 1 << 29]);
    state.set_exec(0b11);
    let code = [0xf800_0941, 0]; // exp prim v0, off, off, off done
    let (_, exports) = try_run(vec![state], &code).expect("the code runs");
    let primitives: Vec<_> = exports.primitives().collect();
    assert_eq!(primitives.len(), 2);
    assert_eq!(primitives[0].1.vertices, None);
    assert_eq!(primitives[1].1, Primitive { vertices: Some([2, 1, 0x1ff]), edges: [false, false, true] });
}

/// 4.4, S_SENDMSG: M0 has eleven bits of each count; 256 primitives need nine.
#[test]
fn allocation_of_256_primitives() {
    let code = [
        0xbefc_03ff,
        256 << 12 | 255, // s_mov_b32 m0, 0x1000ff
        0xbf90_0009,     // s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
    ];
    let (_, exports) = try_run(vec![wave(Wave::W32)], &code).expect("the code runs");
    assert_eq!(exports.allocation, Some(Allocation { vertices: 255, primitives: 256 }));
    let (_, exports) = try_run(vec![wave(Wave::W32)], &[]).expect("a passthrough program need not ask");
    assert_eq!(exports.allocation, None);
}

/// A branch that is not taken does not keep a wave from its barrier.
#[test]
fn barrier_behind_execz_never_taken() {
    let code = [
        0xbefe_0381, // s_mov_b32 exec_lo, 1
        0xbf88_0001, // s_cbranch_execz 1
        0xbf8a_0000, // s_barrier
        0xbe80_0387, // s_mov_b32 s0, 7
    ];
    let (waves, _) = try_run(vec![wave(Wave::W32), wave(Wave::W32)], &code).expect("the code runs");
    assert!(waves.iter().all(|wave| s(wave, 0) == 7));
}

/// 12.5, S_BARRIER: what every wave wrote to LDS before, every wave reads behind it.
#[test]
fn waves_meet_at_barriers() {
    let one = |address, value, from| {
        let mut state = vectors(&[address, value, from]);
        state.set_exec(1);
        state
    };
    let code = [
        0xd834_0000,
        0x0000_0100, // ds_write_b32 v0, v1
        0xbf8a_0000, // s_barrier
        0xd8d8_0000,
        0x0300_0002, // ds_read_b32 v3, v2
    ];
    let (waves, _) = try_run(vec![one(0, 5, 4), one(4, 6, 0)], &code).expect("the code runs");
    assert_eq!((v(&waves[0], 3), v(&waves[1], 3)), (6, 5));
}

/// 11.1: a component whose EN bit is 0 is not exported; a lane that is not active exports nothing.
#[test]
fn exports_by_lane_and_component() {
    let mut state = vectors(&[1, 2, 3, 4]);
    state.set_exec(0b100);
    let code = [0xf800_08cb, 0x0300_0100]; // exp pos0 v0, v1, off, v3 done
    let (_, exports) = try_run(vec![wave(Wave::W32), state], &code).expect("the code runs");
    let threads = exports.target(ExportTarget::Position(0)).expect("pos0");
    assert_eq!(threads[32 + 2], [Some(1), Some(2), None, Some(4)]);
    assert_eq!(threads[32 + 1], [None; 4]);
    assert_eq!(threads[0], [Some(0), Some(0), None, Some(0)]);
}

/// A limit, not a hang.
#[test]
fn endless_loop() {
    let error = try_run(vec![wave(Wave::W32)], &[0xbf82_ffff]).expect_err("s_branch -1 has no end");
    assert_eq!((error.fault, error.pc), (Fault::StepLimit(1000), Pc(0)));
}

/// Nothing that the decoder does not know is skipped.
#[test]
fn unknown_words_have_a_place() {
    let error = try_run(vec![wave(Wave::W32)], &[0xbe80_0387, 0xffff_ffff]).expect_err("no encoding");
    assert_eq!(error.pc, Pc(1));
    assert!(matches!(error.fault, Fault::Decode(_)));
}
