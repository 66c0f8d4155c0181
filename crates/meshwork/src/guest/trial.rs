//! Machine code run on states: by the interpreter, and translated on a device.

use meshwork_rdna2::interpret::Tiny;
use meshwork_rdna2::translate::{
    Bindings, Frame, Host, Mode, Options, capture_words, export_targets, slot_words, state_words, translate,
};
use meshwork_rdna2::{Encoding, Instruction, Vgpr, Wave, decode_program};

use super::compare::exports;
use super::gpu::Gpu;
use super::states::{LDS_BYTES, SCRATCH_BYTES, State, VECTORS, Words};
use crate::error::Result;

pub struct Trial {
    wave: Wave,
    code: Vec<u32>,
    program: Vec<Instruction>,
    module: Vec<u32>,
    lds_bytes: u32,
    slot_words: u32,
}

impl Trial {
    /// The reason where the code is not translated.
    pub fn new(code: Vec<u32>, wave: Wave, mode: Mode, host: &Host) -> Result<Self, meshwork_rdna2::Error> {
        let program = decode_program(&code, wave)?;
        let has_lds = program.iter().any(|instruction| instruction.encoding == Encoding::DS);
        let lds_bytes = if has_lds { LDS_BYTES } else { 0 };
        let options = Options {
            wave,
            waves: 1,
            mode,
            frame: Frame::Registers { vectors: VECTORS },
            host: host.clone(),
            lds_bytes,
            scratch_bytes: SCRATCH_BYTES * wave.lanes(),
            bindings: Bindings::default(),
            numbers_vertices: false,
        };
        let module = translate(&program, &options)?.write();
        let slot_words = slot_words(&program, &options);
        Ok(Self { wave, code, program, module, lds_bytes, slot_words })
    }

    pub fn random_states(&self, count: usize, rng: &mut fastrand::Rng) -> Vec<State> {
        (0..count).map(|place| State::random(self.wave, self.lds_bytes, place, rng)).collect()
    }

    /// What differs on each state; `is_same` as in [`State::difference`], with the state's place.
    pub fn run(
        &self,
        gpu: &Gpu,
        states: &mut [State],
        is_same: impl Fn(usize, Vgpr, Words<'_>) -> bool,
    ) -> Result<Vec<Option<String>>> {
        let count = states.len();
        let slots = gpu.slots(self.slot_words, count)?;
        states.iter_mut().for_each(|state| state.set_places(count, slots.address));
        let ends = self.translated(gpu, states)?;
        let difference = |place: usize, end: &State, tiny| match states[place].interpreted(&self.code, tiny) {
            Ok(expected) => expected.difference(end, |register, words| is_same(place, register, words)),
            Err(error) => Some(format!("the interpreter: {error}")),
        };
        // A host does the one or the other.
        let of_either = |(place, end)| {
            let found = difference(place, end, Tiny::Rounded)?;
            difference(place, end, Tiny::Unbounded).map(|_| found)
        };
        Ok(ends.iter().enumerate().map(of_either).collect())
    }

    fn translated(&self, gpu: &Gpu, states: &[State]) -> Result<Vec<State>> {
        let targets = export_targets(&self.program);
        let capture = capture_words(self.wave.lanes(), targets.len() as u32) as usize;
        let all = |words: fn(&State) -> &[u32]| states.iter().flat_map(words).copied().collect::<Vec<u32>>();
        let mut buffers = vec![all(|state| &state.memory), all(|state| &state.words), vec![0; capture * states.len()]];
        gpu.run(&self.module, states.len() as u32, &mut buffers)?;
        let size = state_words(self.wave, VECTORS, self.lds_bytes) as usize;
        let lanes = self.wave.lanes() as usize;
        let part = |buffer: &[u32], size: usize, place: usize| buffer[size * place..][..size].to_vec();
        let end = |(place, state): (usize, &State)| {
            let captured = part(&buffers[2], capture, place);
            let memory = part(&buffers[0], state.memory.len(), place);
            state.ended(part(&buffers[1], size, place), memory, exports(&captured, &targets, lanes))
        };
        Ok(states.iter().enumerate().map(end).collect())
    }
}
