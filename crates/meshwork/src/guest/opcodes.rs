//! Every opcode of the scalar and vector units, in every encoding, on random registers: interpreted, and translated on a device.
//!
//! Many instructions share a module: s104 says which one a workgroup runs, and s105 sets SCC before it, since the choice takes SCC.

use fastrand::Rng;
use meshwork_rdna2::interpret::{LinearMemory, Mode as FloatMode, NoImages, WaveState, Workgroup};
use meshwork_rdna2::translate::{Bindings, Frame, Host, Mode, Options, SCC_WORD, VECTOR_WORD, state_words, translate};
use meshwork_rdna2::{
    Encoding, Fields, Instruction, Lanes, Opcode, Part, Pc, Sgpr, Type, Vgpr, Wave, decode, decode_program,
};

use super::Finding;
use super::gpu::Gpu;
use super::states::{State, random_state};
use super::words;
use crate::error::Result;

/// Instructions of a module, and states that each runs on.
const BATCH: usize = 24;

/// What is compared.
pub struct Settings {
    pub mode: Mode,
    pub seed: u64,
    /// One opcode of so many.
    pub one_of: usize,
    /// Instructions of each opcode and encoding.
    pub instructions: usize,
    /// Random registers for each.
    pub states: usize,
}

/// One instruction.
struct Candidate {
    name: String,
    words: Vec<u32>,
    instruction: Instruction,
}

#[derive(Default)]
pub struct Outcome {
    pub cases: usize,
    pub equal: usize,
    pub different: Vec<Finding>,
    pub refused: Vec<Finding>,
}

pub fn compare(gpu: &Gpu, settings: &Settings) -> Result<Outcome> {
    let mut rng = Rng::with_seed(settings.seed);
    let mut outcome = Outcome::default();
    for wave in [Wave::W32, Wave::W64] {
        let mut batch = Vec::new();
        for candidate in candidates(wave, settings, &mut rng) {
            outcome.cases += 1;
            match refusal(gpu, settings, wave, &candidate) {
                Some(reason) => outcome.refused.push(Finding { variant: candidate.name, reason }),
                None => batch.push(candidate),
            }
        }
        for batch in batch.chunks(BATCH) {
            run_batch(gpu, settings, wave, batch, &mut rng, &mut outcome)?;
        }
    }
    Ok(outcome)
}

fn candidates(wave: Wave, settings: &Settings, rng: &mut Rng) -> Vec<Candidate> {
    use Encoding::{SOP1, SOP2, SOPC, SOPK, VOP1, VOP2, VOP3, VOP3P, VOPC};
    let all = Opcode::all();
    let opcodes =
        all.filter(|opcode| matches!(opcode.encoding(), SOP1 | SOP2 | SOPC | SOPK | VOP1 | VOP2 | VOPC | VOP3 | VOP3P));
    let (mut found, count) = (Vec::new(), settings.instructions);
    let first = (settings.seed % settings.one_of as u64) as usize;
    for opcode in opcodes.skip(first).step_by(settings.one_of) {
        for &form in words::forms(opcode) {
            // Most random fields are no instruction.
            let tries = (0..60 * count).filter_map(|_| candidate(opcode, form, wave, rng));
            found.extend(tries.take(count));
        }
    }
    found
}

fn candidate(opcode: Opcode, form: words::Form, wave: Wave, rng: &mut Rng) -> Option<Candidate> {
    let words = words::random(opcode, form, rng);
    let instruction = decode(&words, Pc(0), wave).ok()?;
    let is_asked = instruction.opcode == opcode && has_defined_bits(&instruction);
    let words = words[..usize::from(instruction.dwords)].to_vec();
    let lanes = wave.lanes();
    is_asked.then(|| Candidate { name: format!("{instruction} (wave{lanes})"), words, instruction })
}

/// A part of a NaN's bits says nothing: which NaN comes out is not said.
fn has_defined_bits(instruction: &Instruction) -> bool {
    let Fields::Vector(vector) = &instruction.fields else { return true };
    let is_part = matches!(vector.lanes, Lanes::Sdwa { part, .. } if part != Part::Dword);
    !is_part || !vector.dst.is_some_and(|dst| matches!(dst.ty, Type::F32 | Type::F16 | Type::V2F16))
}

const END: u32 = 0xbf81_0000;

fn options(gpu: &Gpu, settings: &Settings, wave: Wave) -> Options {
    Options {
        wave,
        waves: 1,
        mode: settings.mode,
        frame: Frame::Registers { vectors: words::VECTORS },
        host: Host { subgroup: gpu.subgroup, float64: gpu.float64 },
        lds_bytes: 0,
        scratch_bytes: 0,
        bindings: Bindings::default(),
    }
}

/// Why a program of this instruction alone is not translated.
fn refusal(gpu: &Gpu, settings: &Settings, wave: Wave, candidate: &Candidate) -> Option<String> {
    let mut code = candidate.words.clone();
    code.push(END);
    let alone = options(gpu, settings, wave);
    let translated = decode_program(&code, wave).and_then(|program| translate(&program, &alone));
    translated.err().map(|error| error.to_string())
}

/// A program that runs the instruction whose number is in s104.
fn program(batch: &[Candidate]) -> Vec<u32> {
    const CHOICE: u32 = words::CHOICE as u32;
    const SCC: u32 = words::SCC as u32;
    let compare = 0xb000_0000 | u32::from(Opcode::S_CMPK_EQ_U32.number()) << 23 | CHOICE << 16;
    let set_scc = 0xbf00_0000 | u32::from(Opcode::S_CMP_LG_U32.number()) << 16 | 128 << 8 | SCC;
    let length: usize = batch.iter().map(|candidate| candidate.words.len() + 4).sum();
    let mut code = Vec::new();
    for (number, candidate) in batch.iter().enumerate() {
        let size = candidate.words.len() as u32;
        // Not this one: over the instruction and the way to the end.
        code.extend([compare | number as u32, 0xbf84_0000 | (size + 2), set_scc]);
        code.extend(&candidate.words);
        let rest = length - code.len() - 1;
        code.push(0xbf82_0000 | rest as u32);
    }
    code.push(END);
    code
}

fn run_batch(
    gpu: &Gpu,
    settings: &Settings,
    wave: Wave,
    batch: &[Candidate],
    rng: &mut Rng,
    outcome: &mut Outcome,
) -> Result<()> {
    let code = program(batch);
    let translated = decode_program(&code, wave).and_then(|program| translate(&program, &options(gpu, settings, wave)));
    let module = translated?.write();
    let choices = (0..batch.len()).flat_map(|number| std::iter::repeat_n(number, settings.states));
    let states: Vec<(usize, State)> = choices.map(|number| (number, random_state(wave, number as u32, rng))).collect();
    let mut buffers = [states.iter().flat_map(|(_, state)| state.words.clone()).collect::<Vec<u32>>()];
    gpu.run(&module, states.len() as u32, &mut buffers)?;
    let size = state_words(wave, words::VECTORS) as usize;
    let mut differences = vec![None; batch.len()];
    for ((number, state), found) in states.iter().zip(buffers[0].chunks_exact(size)) {
        let candidate = &batch[*number];
        let difference = match interpreted(&code, wave, state) {
            Ok(expected) => expected.difference(wave, found, &candidate.instruction),
            Err(error) => Some(format!("the interpreter: {error}")),
        };
        differences[*number] = differences[*number].take().or(difference);
    }
    for (candidate, difference) in batch.iter().zip(differences) {
        match difference {
            None => outcome.equal += 1,
            Some(reason) => outcome.different.push(Finding { variant: candidate.name.clone(), reason }),
        }
    }
    Ok(())
}

/// The state at the end of the program.
fn interpreted(
    code: &[u32],
    wave: Wave,
    state: &State,
) -> std::result::Result<State, meshwork_rdna2::interpret::Error> {
    const FLOAT_MODE: u8 = 0xc0;
    let mut start = WaveState::new(wave, FloatMode::from_float_mode(FLOAT_MODE), 0);
    for register in State::scalars() {
        start.set_sgpr(Sgpr(register), state.words[usize::from(register)]);
    }
    start.scc = state.words[SCC_WORD as usize] != 0;
    let lanes = wave.lanes() as usize;
    let vectors = || (0..words::VECTORS).map(|register| VECTOR_WORD as usize + usize::from(register) * lanes);
    for (register, at) in vectors().enumerate() {
        start.vgpr_mut(Vgpr(register as u8))[..lanes].copy_from_slice(&state.words[at..at + lanes]);
    }
    let (mut memory, mut images) = (LinearMemory { base: 0, bytes: Vec::new() }, NoImages);
    let mut workgroup = Workgroup::new(code, 0, vec![start], 0, &mut memory, &mut images);
    workgroup.run()?;
    let end = &workgroup.waves[0];
    let mut words = vec![0; state.words.len()];
    for register in State::scalars() {
        words[usize::from(register)] = end.sgpr(Sgpr(register));
    }
    words[SCC_WORD as usize] = end.scc.into();
    for (register, at) in vectors().enumerate() {
        words[at..at + lanes].copy_from_slice(&end.vgpr(Vgpr(register as u8))[..lanes]);
    }
    Ok(State { words })
}
