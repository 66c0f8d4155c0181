//! The interpreter is total: whatever the decoder accepts runs or is an error with a place.

use super::*;
use crate::decode::decode;
use crate::opcode::Encoding;
use crate::table::ROWS;

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
        state.mode.bits = random.u32(..);
        // An error is an answer.
        let _ = try_run(vec![state], &code);
        executed += 1;
    }
    assert!(executed > 2000, "only {executed} were instructions");
}

/// Opcodes of gfx10.3 that the interpreter refuses by name; everything else runs.
#[rustfmt::skip]
const REFUSED: &[&str] = &[
    // Trap handlers, clocks, and the marker behind a program.
    "S_RFE_B64", "S_SETKILL", "S_SETHALT", "S_SENDMSGHALT", "S_TRAP", "S_CODE_END", "S_MEMTIME", "S_MEMREALTIME",
    // Pixel shaders.
    "V_INTERP_P1LL_F16", "V_INTERP_P1LV_F16", "V_INTERP_P2_F16", "V_INTERP_P1_F32", "V_INTERP_P2_F32", "V_INTERP_MOV_F32",
    // Order and synchronization among workgroups.
    "DS_GWS_SEMA_RELEASE_ALL", "DS_GWS_INIT", "DS_GWS_SEMA_V", "DS_GWS_SEMA_BR", "DS_GWS_SEMA_P", "DS_GWS_BARRIER",
    "DS_ORDERED_COUNT",
    // Texels without their format, and all samples at once.
    "IMAGE_LOAD_PCK", "IMAGE_LOAD_PCK_SGN", "IMAGE_LOAD_MIP_PCK", "IMAGE_LOAD_MIP_PCK_SGN", "IMAGE_STORE_PCK",
    "IMAGE_STORE_MIP_PCK", "IMAGE_GATHER4H", "IMAGE_MSAA_LOAD",
];

/// Each row of the table, with random fields until the decoder takes it.
#[test]
fn every_other_opcode_runs() {
    let mut random = fastrand::Rng::with_seed(seed());
    let states = [filled(Wave::W32, &mut random), filled(Wave::W64, &mut random)];
    let mut refused = Vec::new();
    for row in ROWS {
        let mut answers = (0, 0);
        for _ in 0..20_000 {
            let code = encode(row.encoding, row.number.into(), &mut random);
            let size = random.usize(..2);
            let known =
                decode(&code, Pc(0), [Wave::W32, Wave::W64][size]).is_ok_and(|found| found.opcode == row.opcode);
            if known {
                let answer = try_run(vec![states[size].clone()], &code);
                answers.0 += 1;
                answers.1 += u32::from(matches!(answer, Err(Error { fault: Fault::Unsupported(_), .. })));
            }
            if answers.0 > answers.1 || answers.0 == 500 {
                break;
            }
        }
        assert!(answers.0 > 0, "no encoding of {} was found", row.name);
        if answers.0 == answers.1 {
            refused.push(row.name);
        }
    }
    assert_eq!(refused, REFUSED);
}

/// Words of an opcode with random fields, of which each is 0 half of the time.
fn encode(encoding: Encoding, number: u32, random: &mut fastrand::Rng) -> [u32; 5] {
    let mut fields = || {
        (0..32).step_by(4).fold(0u32, |word, nibble| word | if random.bool() { 0 } else { random.u32(0..16) << nibble })
    };
    let mut words: [u32; 5] = std::array::from_fn(|_| fields());
    let low = |bits: u32| u32::MAX >> (32 - bits);
    words[0] = match encoding {
        Encoding::SOP1 => 0xbe80_0000 | number << 8 | words[0] & 0x007f_00ff,
        Encoding::SOP2 => 0x8000_0000 | number << 23 | words[0] & low(23),
        Encoding::SOPC => 0xbf00_0000 | number << 16 | words[0] & low(16),
        Encoding::SOPP => 0xbf80_0000 | number << 16 | words[0] & low(16),
        Encoding::SOPK => 0xb000_0000 | number << 23 | words[0] & low(23),
        Encoding::SMEM => 0xf400_0000 | number << 18 | words[0] & low(18),
        Encoding::VOP1 => 0x7e00_0000 | number << 9 | words[0] & 0x01fe_01ff,
        Encoding::VOP2 => number << 25 | words[0] & low(25),
        Encoding::VOPC => 0x7c00_0000 | number << 17 | words[0] & low(17),
        Encoding::VOP3 => 0xd400_0000 | number << 16 | words[0] & low(8),
        Encoding::VOP3P => 0xcc00_0000 | number << 16 | words[0] & low(16),
        Encoding::VINTRP => 0xc800_0000 | number << 16 | words[0] & 0x03fc_ffff,
        Encoding::DS => 0xd800_0000 | number << 18 | words[0] & 0x0002_ffff,
        Encoding::MUBUF => 0xe000_0000 | (number & 0x7f) << 18 | (number >> 7) << 25 | words[0] & low(16),
        Encoding::MTBUF => 0xe800_0000 | (number & 7) << 16 | words[0] & 0x03f8_ffff,
        Encoding::MIMG => 0xf000_0000 | (number & 0x7f) << 18 | number >> 7 | words[0] & 0x0003_ff3e,
        Encoding::FLAT => 0xdc00_0000 | number << 18 | words[0] & low(12),
        Encoding::SCRATCH => 0xdc00_4000 | number << 18 | words[0] & low(12),
        Encoding::GLOBAL => 0xdc00_8000 | number << 18 | words[0] & low(12),
        Encoding::EXP => 0xf800_0000 | words[0] & low(13),
    };
    match encoding {
        Encoding::MTBUF => words[1] = words[1] & !(1 << 21) | (number >> 3) << 21,
        // NULL: no scalar address, which flat memory must not have.
        Encoding::FLAT => words[1] = words[1] & 0xff00_ffff | 0x7d << 16,
        _ => {}
    }
    words
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
