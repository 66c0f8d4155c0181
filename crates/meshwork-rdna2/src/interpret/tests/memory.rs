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
