//! Loads and stores, and their bounds.

use super::*;

/// A V# of 64 bytes at address 0x100.
fn buffer(state: &mut WaveState, stride: u32, records: u32, bounds: u32) {
    for (register, word) in [0x100, stride << 16, records, 0x0101_6fac | bounds << 28].into_iter().enumerate() {
        state.set_sgpr(Sgpr(4 + register as u8), word);
    }
}

/// The dword that memory has at an address.
fn dword(address: u32) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| (address as usize + byte) as u8))
}

/// 8.1.5.1, raw buffers: each dword of a load is inside or reads as 0.
#[test]
fn raw_bounds() {
    let mut state = vectors(&[56]);
    buffer(&mut state, 0, 64, 3);
    let state = run(state, &[0xe038_1000, 0x8001_0100]); // buffer_load_dwordx4 v[1:4], v0, s[4:7], 0 offen
    assert_eq!([1, 2, 3, 4].map(|register| v(&state, register)), [dword(0x138), dword(0x13c), 0, 0]);
}

/// SH_MEM_CONFIG, ALIGNMENT_MODE DWORD: the low two bits of a dword's address do not count; those of a byte's do.
#[test]
fn dwords_lie_at_multiples_of_four() {
    for (opcode, expected) in [(0xe030_1000, dword(0x100)), (0xe020_1000, 0x03)] {
        let mut state = vectors(&[3]);
        buffer(&mut state, 0, 64, 3);
        let state = run(state, &[opcode, 0x8001_0100]); // buffer_load_dword and _ubyte v1, v0, s[4:7], 0 offen
        assert_eq!(v(&state, 1), expected);
    }
}

/// 8.1.5.1, structured buffers: the index counts, whatever the offset.
#[test]
fn index_bounds() {
    let mut state = wave(Wave::W32);
    state.vgpr_mut(Vgpr(0))[..2].copy_from_slice(&[3, 4]);
    buffer(&mut state, 16, 4, 1);
    let state = run(state, &[0xe030_2004, 0x8001_0100]); // buffer_load_dword v1, v0, s[4:7], 0 idxen offset:4
    assert_eq!(state.vgpr(Vgpr(1))[..2], [dword(0x134), 0]);
}

/// 12.6, S_BUFFER_LOAD_DWORD: dwords beyond the records read as 0.
#[test]
fn scalar_bounds() {
    let mut state = wave(Wave::W32);
    buffer(&mut state, 0, 8, 3);
    let state = run(state, &[0xf428_0202, 0xfa00_0004]); // s_buffer_load_dwordx4 s[8:11], s[4:7], 0x4
    assert_eq!([8, 9, 10].map(|register| s(&state, register)), [dword(0x104), 0, 0]);
}

/// An address that no V# bounds is memory or an error with its place.
#[test]
fn unmapped() {
    let mut state = wave(Wave::W32);
    state.set_sgpr(Sgpr(2), 0x10_0000);
    let error = try_run(vec![state], &[0xf400_0101, 0xfa00_0000]).expect_err("s_load_dword s4, s[2:3], 0x0");
    assert_eq!(error.fault, Fault::Unmapped { address: 0x10_0000, bytes: 4 });
}

/// 12.15: a byte stored leaves its neighbours; what is outside LDS reads as 0.
#[test]
fn lds_bytes_and_bounds() {
    let mut state = vectors(&[5, 0xffff_ff12, 4, 256]);
    state.set_exec(1);
    let state = run(
        state,
        &[
            0xd878_0000,
            0x0000_0100, // ds_write_b8 v0, v1
            0xd8d8_0000,
            0x0400_0002, // ds_read_b32 v4, v2
            0xd8d8_0000,
            0x0500_0003, // ds_read_b32 v5, v3
            0xda88_0000,
            0x0100_0000, // ds_read_u8_d16 v1, v0
        ],
    );
    assert_eq!([v(&state, 4), v(&state, 5), v(&state, 1)], [0x1200, 0, 0xffff_0012]);
}

/// 8.1.7: MTBUF has the format in the instruction, MUBUF in the V#; what a format lacks is 0, the fourth component 1.
#[test]
fn typed_loads() {
    let mut state = wave(Wave::W32);
    state.set_exec(1);
    buffer(&mut state, 4, 16, 1);
    // Memory has its address in each byte: 0x03020100 of 2_10_10_10_SNORM.
    let loaded = run(state.clone(), &[0xe99b_2000, 0x8001_0100]); // tbuffer_load_format_xyzw v[1:4], v0, s[4:7], 0 format:[BUF_FMT_2_10_10_10_SNORM] idxen
    let expected = [0x100 as f32 / 511.0, 0x80 as f32 / 511.0, 0x30 as f32 / 511.0, 0.0];
    assert_eq!([1, 2, 3, 4].map(|register| f32::from_bits(v(&loaded, register))), expected);
    // The V#'s own is 32_FLOAT.
    let loaded = run(state, &[0xe004_2000, 0x8001_0100]); // buffer_load_format_xy v[1:2], v0, s[4:7], 0 idxen
    assert_eq!([v(&loaded, 1), v(&loaded, 2)], [dword(0x100), 0]);
}

/// 12.16: an atomic with GLC returns what was there; lanes act in order. A short stored leaves its neighbours.
#[test]
fn buffer_atomics_and_shorts() {
    let mut state = vectors(&[8, 1]);
    state.set_exec(0b11);
    buffer(&mut state, 0, 64, 3);
    let state = run(
        state,
        &[
            0xe0c8_5000,
            0x8001_0100, // buffer_atomic_add v1, v0, s[4:7], 0 offen glc
            0xe068_1000,
            0x8001_0000, // buffer_store_short v0, v0, s[4:7], 0 offen
            0xe030_1000,
            0x8001_0200, // buffer_load_dword v2, v0, s[4:7], 0 offen
        ],
    );
    assert_eq!(state.vgpr(Vgpr(1))[..2], [dword(0x108), dword(0x108) + 1]);
    assert_eq!(v(&state, 2), dword(0x108) & 0xffff_0000 | 8);
}

/// 12.18: of a comparing swap's two operands, the first is stored if the second is what is there.
#[test]
fn global_compare_and_swap() {
    let mut state = vectors(&[0x200, 0, 77, dword(0x200)]);
    state.set_exec(0b11);
    let state = run(
        state,
        &[
            0xdcc5_8000,
            0x047d_0200, // global_atomic_cmpswap v4, v[0:1], v[2:3], off glc
            0xdc30_8000,
            0x057d_0000, // global_load_dword v5, v[0:1], off
        ],
    );
    assert_eq!(state.vgpr(Vgpr(4))[..2], [dword(0x200), 77]);
    assert_eq!(v(&state, 5), 77);
}

/// 9.4: each lane has scratch of its own, and nothing beyond it.
#[test]
fn scratch() {
    let mut state = vectors(&[8]);
    *state.vgpr_mut(Vgpr(1)) = std::array::from_fn(|lane| lane as u32);
    let code = [
        0xdc70_4004,
        0x007d_0100, // scratch_store_dword v0, v1, off offset:4
        0xdc30_4004,
        0x027d_0000, // scratch_load_dword v2, v0, off offset:4
    ];
    assert_eq!(run(state.clone(), &code).vgpr(Vgpr(2))[..3], [0, 1, 2]);
    *state.vgpr_mut(Vgpr(0)) = [60; LANES];
    let error = try_run(vec![state], &code).expect_err("a lane has 64 bytes");
    assert_eq!(error.fault, Fault::ScratchBounds { offset: 64, bytes: 64 });
}

/// 12.3, S_GETPC_B64: 48 bits of the next instruction's address.
#[test]
fn program_counter() {
    let state = run(wave(Wave::W32), &[0xbe80_1f00]); // s_getpc_b64 s[0:1]
    assert_eq!([s(&state, 0), s(&state, 1)], [0x1004, 0]);
}

/// A linear image of 4 by 2 texels of 32_FLOAT at address 0x200, and a sampler that clamps to the edge.
fn image(state: &mut WaveState, linear: bool) {
    let words = [2, 22 << 20 | 3 << 30, 1 << 14 | 1 << 31, 0xfac | 9 << 28, 0, 0, 0, 0];
    let sampler = [2 | 2 << 3 | 2 << 6, 0xfff << 12, u32::from(linear) << 20, 0];
    for (register, word) in words.into_iter().chain(sampler).enumerate() {
        state.set_sgpr(Sgpr(8 + register as u8), word);
    }
}

/// 8.2: a load takes integer coordinates; outside, what the format has is 0. What it lacks is 0 and 1.
#[test]
fn image_loads() {
    let mut state = wave(Wave::W32);
    state.vgpr_mut(Vgpr(0))[..2].copy_from_slice(&[3, 4]);
    state.vgpr_mut(Vgpr(1))[..2].copy_from_slice(&[1, 0]);
    image(&mut state, false);
    let state = run(state, &[0xf000_1f08, 0x0002_0200]); // image_load v[2:5], v[0:1], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
    assert_eq!([2, 3, 4, 5].map(|register| v(&state, register)), [dword(0x21c), 0, 0, f(1.0)]);
    assert_eq!([2, 3, 4, 5].map(|register| state.vgpr(Vgpr(register))[1]), [0, 0, 0, f(1.0)]);
}

/// 12.19, IMAGE_GET_RESINFO: sizes of the level that the address names, and how many levels there are.
#[test]
fn image_sizes() {
    let mut state = wave(Wave::W32);
    state.vgpr_mut(Vgpr(0))[..3].copy_from_slice(&[0, 1, 2]);
    image(&mut state, false);
    state.set_sgpr(Sgpr(11), 0xfac | 9 << 28 | 1 << 16);
    let state = run(state, &[0xf038_0f08, 0x0002_0200]); // image_get_resinfo v[2:5], v0, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D
    let sizes = |lane: usize| [2, 3, 4, 5].map(|register| state.vgpr(Vgpr(register))[lane]);
    assert_eq!([sizes(0), sizes(1), sizes(2)], [[4, 2, 1, 2], [2, 1, 1, 2], [0, 0, 0, 2]]);
}

/// 8.2.4: gradients have 16 bits by opcode, whatever A16 says of the coordinates. A step is 2 texels by x and 1 by y: level 1.
#[test]
fn image_gradients_of_16_bits() {
    let half = 0x3800;
    let mut state = vectors(&[half, half << 16, f(0.5), f(0.5)]);
    image(&mut state, false);
    state.set_sgpr(Sgpr(11), 0xfac | 9 << 28 | 1 << 16);
    // image_sample_d_g16 v4, v[0:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
    let state = run(state, &[0xf088_0109, 0x0082_0400]);
    // Behind the eight texels of level 0 the second of two.
    assert_eq!(v(&state, 4), dword(0x200 + 4 * (8 + 1)));
}

/// Stored texels are sampled: at their middle exactly, half way between two as the mean, beyond the edge as the last.
#[test]
fn image_samples() {
    let mut state = vectors(&[0, 0]);
    for lane in 0..4 {
        state.vgpr_mut(Vgpr(0))[lane] = lane as u32;
        state.vgpr_mut(Vgpr(2))[lane] = f(lane as f32 * 10.0);
    }
    state.set_exec(0xf);
    image(&mut state, true);
    let code = [
        0xf020_1f08,
        0x0002_0200, // image_store v[2:5], v[0:1], s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
        0x7e00_0306, // v_mov_b32_e32 v0, v6
        0xf09c_0f08,
        0x0082_0200, // image_sample_lz v[2:5], v[0:1], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D
    ];
    for (lane, x) in [0.375, 0.5, 9.0, -9.0].into_iter().enumerate() {
        state.vgpr_mut(Vgpr(6))[lane] = f(x);
    }
    let state = run(state, &code);
    assert_eq!(state.vgpr(Vgpr(2))[..4], [f(10.0), f(15.0), f(30.0), f(0.0)]);
}
