//! Edge cases of opcodes, each with the section of the RDNA2 ISA that says so. Code stands as words, the assembler's text beside it
//! (`llvm-mc -arch=amdgcn -mcpu=gfx1030 -show-encoding`).

mod float;
mod integer;
mod lanes;
mod memory;
mod programs;
mod scalar;
mod total;

use super::*;
use crate::registers::{Sgpr, Vgpr, Wave};

const S_ENDPGM: u32 = 0xbf81_0000;

/// FLOAT_MODE of every program that RADV makes: denormals of 32 bits flushed, others kept.
const FLOAT_MODE: u8 = 0xc0;

fn wave(wave: Wave) -> WaveState {
    WaveState::new(wave, Mode::from_float_mode(FLOAT_MODE), 64)
}

/// Runs the words in one wave, with 256 bytes of LDS and 4 KiB of memory at address 0.
fn run(state: WaveState, words: &[u32]) -> WaveState {
    try_run(vec![state], words).expect("the code runs").0.remove(0)
}

fn try_run(waves: Vec<WaveState>, words: &[u32]) -> Result<(Vec<WaveState>, Exports), Error> {
    let code: Vec<u32> = words.iter().copied().chain([S_ENDPGM]).collect();
    let mut memory = LinearMemory { base: 0, bytes: (0..4096u32).map(|byte| byte as u8).collect() };
    let mut images = GuestImages;
    let mut workgroup = Workgroup::new(&code, 0x1000, waves, 256, &mut memory, &mut images).with_step_limit(1000);
    workgroup.run()?;
    let exports = workgroup.exports().clone();
    Ok((workgroup.waves, exports))
}

/// A wave32 whose VGPRs from v0 on have these values in every lane.
fn vectors(values: &[u32]) -> WaveState {
    let mut state = wave(Wave::W32);
    for (register, value) in values.iter().enumerate() {
        *state.vgpr_mut(Vgpr(register as u8)) = [*value; LANES];
    }
    state
}

/// v`register` in lane 0.
fn v(state: &WaveState, register: u8) -> u32 {
    state.vgpr(Vgpr(register))[0]
}

fn s(state: &WaveState, register: u8) -> u32 {
    state.sgpr(Sgpr(register))
}

fn f(value: f32) -> u32 {
    value.to_bits()
}
