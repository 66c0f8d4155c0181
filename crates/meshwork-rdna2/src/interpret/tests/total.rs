//! The interpreter is total: whatever the decoder accepts runs or is an error with a place.

use super::*;
use crate::decode::decode;

/// Encodings' leading bits (RDNA2 ISA, chapter 13), so that random words are instructions more often than not.
const LEADING: [(u32, u32); 16] = [
    (0xbe80_0000, 0x007f_ffff), // SOP1
    (0x8000_0000, 0x3fff_ffff), // SOP2
    (0xbf00_0000, 0x007f_ffff), // SOPC
    (0xb000_0000, 0x0fff_ffff), // SOPK
    (0xf400_0000, 0x03ff_ffff), // SMEM
    (0x7e00_0000, 0x01ff_ffff), // VOP1
    (0x0000_0000, 0x7fff_ffff), // VOP2
    (0x7c00_0000, 0x01ff_ffff), // VOPC
    (0xd400_0000, 0x03ff_ffff), // VOP3
    (0xcc00_0000, 0x007f_ffff), // VOP3P
    (0xd800_0000, 0x03ff_ffff), // DS
    (0xe000_0000, 0x03ff_ffff), // MUBUF
    (0xe800_0000, 0x03ff_ffff), // MTBUF
    (0xf000_0000, 0x03ff_ffff), // MIMG
    (0xdc00_0000, 0x03ff_ffff), // FLAT
    (0xf800_0000, 0x03ff_ffff), // EXP
];

#[test]
fn random_instructions_do_not_panic() {
    let mut random = fastrand::Rng::with_seed(seed());
    let states = [Wave::W32, Wave::W64].map(|size| filled(size, &mut random));
    let mut executed = 0;
    for _ in 0..20_000 {
        let (leading, mask) = LEADING[random.usize(..LEADING.len())];
        let size = if random.bool() { Wave::W32 } else { Wave::W64 };
        let words: [u32; 5] = std::array::from_fn(|_| random.u32(..));
        let mut code = words;
        code[0] = leading | words[0] & mask;
        if decode(&code, Pc(0), size).is_err() {
            continue;
        }
        let mut state = states[usize::from(size == Wave::W64)].clone();
        state.mode.0 = random.u32(..);
        // An error is an answer.
        let _ = try_run(vec![state], &code);
        executed += 1;
    }
    assert!(executed > 2000, "only {executed} were instructions");
}

/// Registers of edge values.
fn filled(size: Wave, random: &mut fastrand::Rng) -> WaveState {
    let nan = f32::NAN.to_bits();
    let edges = [0, 1, 31, 32, 63, 64, 0x7fff_ffff, 0x8000_0000, u32::MAX, f(1.0), f(-2.5), nan, 0x7f80_0000];
    let mut edge = || edges[random.usize(..edges.len())];
    let mut state = wave(size);
    for index in 0..128 {
        state.set_scalar(index, edge());
    }
    for register in 0..=255 {
        *state.vgpr_mut(Vgpr(register)) = std::array::from_fn(|_| edge());
    }
    state.set_exec(0x8765_4321_8765_4321);
    state
}

/// The suite's seed, or one that the environment gives.
fn seed() -> u64 {
    std::env::var("MESHWORK_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}
