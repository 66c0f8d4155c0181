//! Every opcode but those of control flow and images, in every encoding, on random registers: interpreted, and translated on a device.
//!
//! Many instructions share a module: s104 says which one a workgroup runs, and s105 sets SCC before it, since the choice takes SCC.

use fastrand::Rng;
use meshwork_rdna2::encode::pattern;
use meshwork_rdna2::translate::{Host, Mode};
use meshwork_rdna2::{Encoding, Fields, Instruction, Lanes, Opcode, Part, Pc, Type, Wave, decode};

use super::Finding;
use super::emitted;
use super::gpu::Gpu;
use super::same::is_same;
use super::states::Words;
use super::trial::Trial;
use super::words;
use crate::error::Result;

/// Instructions of a module.
const BATCH: usize = 24;
/// Of one of whole waves: SwiftShader's compiler dies of more, where they see other lanes and stand there for each (permutes).
const WAVE_BATCH: usize = 2;
/// Random fields for an instruction: most are none.
const TRIES: usize = 60;
/// Scalar registers that say which of them a workgroup runs, and what SCC is before.
const CHOICE: u8 = 104;
const SCC: u8 = 105;

/// What is compared.
pub struct Settings {
    pub mode: Mode,
    pub seed: u64,
    /// One opcode of so many.
    pub one_of: usize,
    /// A part of their names.
    pub only: String,
    /// Those that compilers emit for primitive shaders, once each, in some encoding and wave.
    pub emitted: bool,
    /// Instructions of each opcode and encoding.
    pub instructions: usize,
    /// Random registers for each.
    pub states: usize,
}

/// One instruction.
pub struct Candidate {
    pub name: String,
    pub wave: Wave,
    pub words: Vec<u32>,
    pub instruction: Instruction,
}

#[derive(Default)]
pub struct Outcome {
    pub cases: usize,
    pub equal: usize,
    pub different: Vec<Finding>,
    pub refused: Vec<Finding>,
}

impl Outcome {
    pub fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.equal += other.equal;
        self.different.extend(other.different);
        self.refused.extend(other.refused);
    }
}

pub fn compare(gpu: &Gpu, settings: &Settings) -> Result<Outcome> {
    let mut rng = Rng::with_seed(settings.seed);
    let mut outcome = Outcome::default();
    let mut found = if settings.emitted { emitted(settings, &mut rng) } else { Vec::new() };
    for wave in [Wave::W32, Wave::W64] {
        if !settings.emitted {
            found = candidates(wave, settings, &mut rng);
        }
        let mut batch = Vec::new();
        for candidate in found.extract_if(.., |candidate| candidate.wave == wave) {
            match refusal(gpu, settings, &candidate) {
                Some(reason) => outcome.refused.push(Finding { variant: candidate.name, reason }),
                None => batch.push(candidate),
            }
        }
        outcome.cases += batch.len();
        let size = if settings.mode == Mode::Wave { WAVE_BATCH } else { BATCH };
        for batch in batch.chunks(size) {
            run_batch(gpu, settings, wave, batch, &mut rng, &mut outcome)?;
        }
    }
    outcome.cases += outcome.refused.len();
    Ok(outcome)
}

/// Branches and images are not to be had alone, and interpolation is pixel shaders'.
fn stands_alone(opcode: Opcode) -> bool {
    !matches!(opcode.encoding(), Encoding::SOPP | Encoding::VINTRP | Encoding::MIMG)
}

/// One instruction of each opcode that compilers emit.
fn emitted(settings: &Settings, rng: &mut Rng) -> Vec<Candidate> {
    let opcodes = emitted::opcodes().filter(|&opcode| stands_alone(opcode));
    let some = |opcode: Opcode| {
        let mut tries = (0..TRIES * 10).filter_map(|_| {
            let (forms, wave) = (words::forms(opcode), if rng.bool() { Wave::W32 } else { Wave::W64 });
            candidate(opcode, forms[rng.usize(..forms.len())], wave, rng)
        });
        // Of random fields some are operands that no compiler uses.
        let translated =
            |candidate: &Candidate| Trial::new(candidate.alone(), candidate.wave, settings.mode, &Host::default());
        tries.by_ref().take(TRIES).find(|candidate| translated(candidate).is_ok()).or_else(|| tries.next())
    };
    opcodes.filter_map(some).collect()
}

fn candidates(wave: Wave, settings: &Settings, rng: &mut Rng) -> Vec<Candidate> {
    let opcodes = Opcode::all().filter(|&opcode| stands_alone(opcode) && opcode.name().contains(&settings.only));
    let (mut found, count) = (Vec::new(), settings.instructions);
    let first = (settings.seed % settings.one_of as u64) as usize;
    for opcode in opcodes.skip(first).step_by(settings.one_of) {
        for &form in words::forms(opcode) {
            let tries = (0..TRIES * count).filter_map(|_| candidate(opcode, form, wave, rng));
            found.extend(tries.take(count));
        }
    }
    found
}

pub fn candidate(opcode: Opcode, form: words::Form, wave: Wave, rng: &mut Rng) -> Option<Candidate> {
    let words = words::random(opcode, form, rng);
    let instruction = decode(&words, Pc(0), wave).ok()?;
    let is_asked = instruction.opcode == opcode && has_defined_bits(&instruction);
    let words = words[..usize::from(instruction.dwords)].to_vec();
    let lanes = wave.lanes();
    is_asked.then(|| Candidate { name: format!("{instruction} (wave{lanes})"), wave, words, instruction })
}

/// A part of a NaN's bits says nothing: which NaN comes out is not said.
fn has_defined_bits(instruction: &Instruction) -> bool {
    let Fields::Vector(vector) = &instruction.fields else { return true };
    let is_part = matches!(vector.lanes, Lanes::Sdwa { part, .. } if part != Part::Dword);
    !is_part || !vector.dst.is_some_and(|dst| matches!(dst.ty, Type::F32 | Type::F16 | Type::V2F16))
}

impl Candidate {
    /// A program of it alone.
    fn alone(&self) -> Vec<u32> {
        self.words.iter().copied().chain([END]).collect()
    }
}

/// Why a program of this instruction alone is not translated.
fn refusal(gpu: &Gpu, settings: &Settings, candidate: &Candidate) -> Option<String> {
    Trial::new(candidate.alone(), candidate.wave, settings.mode, &gpu.host).err().map(|error| error.to_string())
}

/// Of S_ENDPGM.
pub const END: u32 = 0xbf81_0000;

/// A program that runs the instruction whose number is in [`CHOICE`].
fn program(batch: &[Candidate]) -> Vec<u32> {
    let first = |opcode: Opcode| pattern(opcode.encoding(), opcode.number()).bits[0];
    let compare = first(Opcode::S_CMPK_EQ_U32) | u32::from(CHOICE) << 16;
    let set_scc = first(Opcode::S_CMP_LG_U32) | 128 << 8 | u32::from(SCC);
    let length: usize = batch.iter().map(|candidate| candidate.words.len() + 4).sum();
    let mut code = Vec::new();
    for (number, candidate) in batch.iter().enumerate() {
        let size = candidate.words.len() as u32;
        // Not this one: over the instruction and the way to the end.
        code.extend([compare | number as u32, first(Opcode::S_CBRANCH_SCC0) | (size + 2), set_scc]);
        code.extend(&candidate.words);
        let rest = length - code.len() - 1;
        code.push(first(Opcode::S_BRANCH) | rest as u32);
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
    let trial = Trial::new(program(batch), wave, settings.mode, &gpu.host)?;
    let mut states = trial.random_states(batch.len() * settings.states, rng);
    let number = |place: usize| place / settings.states;
    for (place, state) in states.iter_mut().enumerate() {
        state.words[usize::from(CHOICE)] = number(place) as u32;
        state.words[usize::from(SCC)] = rng.bool().into();
    }
    let same = |place, register, words: Words<'_>| is_same(&batch[number(place)].instruction, register, words);
    let found = trial.run(gpu, &mut states, same)?;
    let mut differences = vec![None; batch.len()];
    for (place, difference) in found.into_iter().enumerate() {
        let first = &mut differences[number(place)];
        *first = first.take().or(difference);
    }
    for (candidate, difference) in batch.iter().zip(differences) {
        match difference {
            None => outcome.equal += 1,
            Some(reason) => outcome.different.push(Finding { variant: candidate.name.clone(), reason }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_compilers_emit_is_translated() {
        let settings = Settings {
            mode: Mode::Lane,
            seed: 1,
            one_of: 1,
            only: String::new(),
            emitted: true,
            instructions: 1,
            states: 1,
        };
        let found = emitted(&settings, &mut Rng::with_seed(settings.seed));
        assert_eq!(found.len(), emitted::opcodes().filter(|&opcode| stands_alone(opcode)).count());
        for candidate in found {
            let trial = Trial::new(candidate.alone(), candidate.wave, settings.mode, &Host::default());
            assert!(
                trial.is_ok(),
                "{}: {}",
                candidate.name,
                trial.err().map(|error| error.to_string()).unwrap_or_default()
            );
        }
    }
}
