//! A whole workgroup on the CPU, wave by wave, lane by lane: the oracle of `translate`, as the ISA manual is its own.
//!
//! [`Workgroup::run`] executes each wave up to its next barrier or end, then the next wave. An instruction is complete before the
//! next begins, so what waits for memory waits for nothing; the order between barriers is that of the waves. One file an encoding
//! or topic holds the opcodes as tables. What is not supported, and what a malformed program does, is an [`Error`] with the wave,
//! the place and the instruction's text; nothing is skipped.

mod atomic;
mod buffer;
mod error;
mod export;
mod flat;
pub mod float;
mod flow;
mod format;
mod guest_images;
mod image;
mod lds;
mod memory;
mod mode;
mod salu;
mod smem;
mod state;
mod valu;

#[cfg(test)]
mod tests;

pub use error::{Error, Fault};
pub use export::{Allocation, Components, Exports, Primitive};
pub use float::Tiny;
pub(crate) use format::DataFormat;
pub use guest_images::GuestImages;
pub use image::{ImageAccess, ImageOperation, Images, NoImages, Texel};
pub use memory::{LinearMemory, Memory};
pub use mode::Mode;
pub use state::{LANES, WaveState};

use crate::decode::decode;
use crate::instruction::{Fields, Instruction};
use crate::registers::Pc;
use flow::Next;

/// Called behind each instruction: the wave's index, the instruction, and the wave after it.
pub type Trace<'a> = dyn FnMut(usize, &Instruction, &WaveState) + 'a;

/// Instructions a workgroup may run: a second or two of an optimized build. The longest program of the corpus takes about 30,000.
pub const DEFAULT_STEP_LIMIT: u64 = 2_000_000;

/// Of gfx10 (RDNA2 ISA, 10.1).
const GDS_BYTES: usize = 0x10000;

/// Waves that share LDS, and what they run on.
pub struct Workgroup<'a> {
    pub waves: Vec<WaveState>,
    shared: Shared<'a>,
    /// Decoded once, by place.
    decoded: Vec<Option<Instruction>>,
    step_limit: u64,
    trace: Option<&'a mut Trace<'a>>,
}

/// What the waves of a workgroup share.
struct Shared<'a> {
    code: &'a [u32],
    /// Of the first instruction: what S_GETPC counts from.
    code_address: u64,
    lds: Vec<u8>,
    /// The data share of all workgroups: a workgroup's own here.
    gds: Vec<u8>,
    memory: &'a mut dyn Memory,
    images: &'a mut dyn Images,
    exports: Exports,
}

impl<'a> Workgroup<'a> {
    /// `code_address` is where guest memory has the program, for constants behind it.
    pub fn new(
        code: &'a [u32],
        code_address: u64,
        waves: Vec<WaveState>,
        lds_bytes: u32,
        memory: &'a mut dyn Memory,
        images: &'a mut dyn Images,
    ) -> Self {
        let lds = vec![0; lds_bytes as usize];
        let shared =
            Shared { code, code_address, lds, gds: vec![0; GDS_BYTES], memory, images, exports: Exports::default() };
        Self { waves, shared, decoded: vec![None; code.len()], step_limit: DEFAULT_STEP_LIMIT, trace: None }
    }

    pub fn with_step_limit(mut self, step_limit: u64) -> Self {
        self.step_limit = step_limit;
        self
    }

    pub fn with_trace(mut self, trace: &'a mut Trace<'a>) -> Self {
        self.trace = Some(trace);
        self
    }

    pub fn lds(&self) -> &[u8] {
        &self.shared.lds
    }

    pub fn lds_mut(&mut self) -> &mut [u8] {
        &mut self.shared.lds
    }

    pub fn exports(&self) -> &Exports {
        &self.shared.exports
    }

    /// To the end of every wave. A wave that has ended counts as arrived at every barrier (RDNA2 ISA, S_BARRIER), so the only way
    /// not to come to an end is a loop, and the step limit ends it.
    pub fn run(&mut self) -> Result<&Exports, Error> {
        let mut steps = 0;
        let mut running: Vec<usize> = (0..self.waves.len()).collect();
        while !running.is_empty() {
            let mut at_barrier = Vec::new();
            for wave in running {
                if self.run_wave(wave, &mut steps)? == Next::Barrier {
                    at_barrier.push(wave);
                }
            }
            running = at_barrier;
        }
        Ok(&self.shared.exports)
    }

    /// To the next barrier or the end.
    fn run_wave(&mut self, wave: usize, steps: &mut u64) -> Result<Next, Error> {
        loop {
            let pc = self.waves[wave].pc;
            let instruction = self.instruction(wave, pc)?;
            let fail = |fault| Error { wave, pc, instruction: instruction.to_string(), fault };
            *steps += 1;
            if *steps > self.step_limit {
                return Err(fail(Fault::StepLimit(self.step_limit)));
            }
            self.waves[wave].pc = instruction.next();
            let next = execute(&mut self.waves[wave], wave, &mut self.shared, &instruction).map_err(fail)?;
            if let Some(trace) = &mut self.trace {
                trace(wave, &instruction, &self.waves[wave]);
            }
            if next != Next::Continue {
                return Ok(next);
            }
        }
    }

    fn instruction(&mut self, wave: usize, pc: Pc) -> Result<Instruction, Error> {
        if let Some(Some(instruction)) = self.decoded.get(pc.0 as usize) {
            return Ok(*instruction);
        }
        let decoded = decode(self.shared.code, pc, self.waves[wave].wave);
        let instruction =
            decoded.map_err(|error| Error { wave, pc, instruction: String::new(), fault: Fault::Decode(error) })?;
        self.decoded[pc.0 as usize] = Some(instruction);
        Ok(instruction)
    }
}

/// One instruction of one wave, whose `pc` is already behind it.
fn execute(
    wave: &mut WaveState,
    index: usize,
    shared: &mut Shared<'_>,
    instruction: &Instruction,
) -> Result<Next, Fault> {
    match &instruction.fields {
        Fields::Scalar(scalar) => {
            if let Some(next) = flow::execute(wave, shared, instruction, scalar) {
                return next;
            }
            salu::execute(wave, instruction.opcode, scalar)?;
        }
        Fields::ScalarMemory(access) => smem::execute(wave, shared, instruction.opcode, access)?,
        Fields::Vector(vector) => valu::execute(wave, instruction, vector)?,
        Fields::Lds(access) => lds::execute(wave, shared, instruction.opcode, access)?,
        Fields::Buffer(access) => buffer::execute(wave, shared, instruction.opcode, access)?,
        Fields::Image(access) => image::execute(wave, shared, instruction.opcode, access)?,
        Fields::Flat(access) => flat::execute(wave, shared, instruction, access)?,
        Fields::Export(export) => export::execute(wave, index, &mut shared.exports, export)?,
        Fields::Interpolation(_) => return Err(Fault::Unsupported("interpolation, which only pixel shaders have,")),
    }
    Ok(Next::Continue)
}
