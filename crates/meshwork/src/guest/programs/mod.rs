//! `meshwork check-guest --programs`: random programs, interpreted, and translated on a device. One that differs is made small.

mod found;
mod generate;
mod tree;

use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use fastrand::Rng;
use meshwork_rdna2::translate::Mode;
use meshwork_rdna2::{Wave, decode_program};

use super::Finding;
use super::gpu::Gpu;
use super::opcodes::{END, Outcome};
use super::translate::Wanted;
use super::trial::Trial;
use crate::error::{Error, Result};
use found::FOUND;
use generate::Generator;
use tree::{Node, assemble, smaller};

/// Of a thread: compilers of drivers need more than the usual two megabytes.
const STACK: usize = 64 << 20;

pub struct Settings {
    pub mode: Mode,
    pub wanted: Wanted,
    /// Of the first program; each has its own.
    pub seed: u64,
    pub programs: usize,
    /// Random registers and memory that each runs on.
    pub states: usize,
}

/// On as many threads as there are processors, each with a device of its own.
pub fn compare(driver: &str, settings: &Settings) -> Result<(String, Outcome)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(settings.programs.max(1));
    let run = |first: usize| {
        let gpu = Gpu::open(driver, settings.wanted)?;
        let mut outcome = Outcome::default();
        for found in FOUND.iter().skip(first).step_by(threads) {
            let nodes = [Node::Plain(found.words.to_vec())];
            let answer = difference(&gpu, settings, settings.seed, found.wave, &nodes)?;
            outcome.note(found.name.to_owned(), answer);
        }
        for number in (first..settings.programs).step_by(threads) {
            run_program(&gpu, settings, settings.seed + number as u64, &mut outcome)?;
        }
        Ok((gpu.name.clone(), outcome))
    };
    let outcomes = std::thread::scope(|scope| {
        let start = |first: usize| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let started = thread.spawn_scoped(scope, move || run(first));
            started.map_err(|source| Error::Start { program: "a thread".into(), source })
        };
        let threads = (0..threads).map(start).collect::<Result<Vec<_>>>()?;
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        threads.into_iter().map(join).collect::<Result<Vec<(String, Outcome)>>>()
    })?;
    let mut all = (String::new(), Outcome::default());
    for (name, outcome) in outcomes {
        all.0 = name;
        all.1.add(outcome);
    }
    Ok(all)
}

fn run_program(gpu: &Gpu, settings: &Settings, seed: u64, outcome: &mut Outcome) -> Result<()> {
    let translates = |words: &[u32], wave: Wave| {
        let code = words.iter().copied().chain([END]).collect();
        Trial::new(code, wave, settings.mode, &gpu.host).is_ok()
    };
    let (wave, nodes) = Generator::new(seed, &translates).program();
    let name = format!("program {seed} (wave{})", wave.lanes());
    let difference = |nodes: &[Node]| difference(gpu, settings, seed, wave, nodes);
    let answer = match difference(&nodes)? {
        Answer::Different(reason) => {
            let (small, reason) = minimised(nodes, reason, difference)?;
            Answer::Different(format!("{reason}\n{}", listing(&assemble(&small), wave)))
        }
        other => other,
    };
    outcome.note(name, answer);
    Ok(())
}

impl Outcome {
    fn note(&mut self, variant: String, answer: Answer) {
        self.cases += 1;
        match answer {
            Answer::Equal => self.equal += 1,
            Answer::Different(reason) => self.different.push(Finding { variant, reason }),
            Answer::Refused(reason) => self.refused.push(Finding { variant, reason }),
        }
    }
}

enum Answer {
    Equal,
    Different(String),
    Refused(String),
}

fn difference(gpu: &Gpu, settings: &Settings, seed: u64, wave: Wave, nodes: &[Node]) -> Result<Answer> {
    let trial = match Trial::new(assemble(nodes), wave, settings.mode, &gpu.host) {
        Ok(trial) => trial,
        Err(error) => return Ok(Answer::Refused(error.to_string())),
    };
    let mut states = trial.random_states(settings.states, &mut Rng::with_seed(seed));
    let found = trial.run(gpu, &mut states, |_, _, _| false)?;
    Ok(found.into_iter().flatten().next().map_or(Answer::Equal, Answer::Different))
}

/// The smallest program that differs which can be had by leaving things out, one after the other.
fn minimised(
    mut nodes: Vec<Node>,
    mut reason: String,
    difference: impl Fn(&[Node]) -> Result<Answer>,
) -> Result<(Vec<Node>, String)> {
    'smaller: loop {
        for other in smaller(&nodes) {
            if let Answer::Different(text) = difference(&other)? {
                (nodes, reason) = (other, text);
                continue 'smaller;
            }
        }
        return Ok((nodes, reason));
    }
}

/// Words and the assembler's text, a line for each instruction.
fn listing(code: &[u32], wave: Wave) -> String {
    let Ok(program) = decode_program(code, wave) else { return String::new() };
    let line = |instruction: &meshwork_rdna2::Instruction| {
        let words = &code[instruction.pc.0 as usize..][..usize::from(instruction.dwords)];
        let words: Vec<String> = words.iter().map(|word| format!("{word:08x}")).collect();
        format!("{:<28} {instruction}\n", words.join(" "))
    };
    program.iter().map(line).collect()
}
