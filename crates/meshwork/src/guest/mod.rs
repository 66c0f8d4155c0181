//! Primitive shaders: `meshwork translate`; `meshwork check-guest`, which runs them against the interpreter; `meshwork render --guest`,
//! which draws with them.

mod case;
mod compare;
mod emitted;
mod format;
mod gpu;
pub mod images;
mod inputs;
pub mod launch;
mod opcodes;
mod programs;
pub mod render;
mod same;
mod states;
pub mod translate;
mod trial;
mod words;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use meshwork_rdna2::translate::{LdsPlace, Mode};
use serde::Serialize;

use crate::Outcome;
use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, OnFile, Result};
use crate::output::{print, print_json};

pub use case::Variant;
use compare::{Comparison, compare};
use gpu::Gpu;
pub use render::choose_features;
use translate::Wanted;
pub use translate::{host_of, mesh_options};

#[derive(clap::Args)]
pub struct CheckGuestArgs {
    #[command(flatten)]
    check: CheckArgs,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    driver: Option<Driver>,
}

#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    check: CheckArgs,
    #[arg(long)]
    driver_label: String,
}

#[derive(clap::Args)]
struct CheckArgs {
    /// Folders of cases: pipe.json, and a folder with code.bin and meta.json for each variant
    #[arg(required_unless_present_any = ["opcodes", "programs"], value_name = "CASE_DIR")]
    cases: Vec<PathBuf>,
    /// Every opcode on random registers and memory
    #[arg(long, conflicts_with_all = ["cases", "programs"])]
    opcodes: bool,
    /// So many random programs, and those that differed once; one that differs is made small
    #[arg(long, value_name = "N", conflicts_with = "cases")]
    programs: Option<NonZeroUsize>,
    /// Of the random instructions and registers, or of the first program
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "cases")]
    seed: u64,
    /// One opcode of so many, which ones by the seed
    #[arg(long, value_name = "N", default_value_t = 1, requires = "opcodes", value_parser = clap::value_parser!(u64).range(1..))]
    one_of: u64,
    /// Only opcodes that compilers emit for primitive shaders, once each, in some encoding and wave
    #[arg(long, requires = "opcodes", conflicts_with_all = ["one_of", "only", "instructions"])]
    emitted: bool,
    /// Only opcodes with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", requires = "opcodes")]
    only: String,
    /// Instructions of each opcode and encoding
    #[arg(long, value_name = "N", default_value = "4", requires = "opcodes")]
    instructions: NonZeroUsize,
    /// Random registers that each instruction or program runs on
    #[arg(long, value_name = "N", default_value = "4", conflicts_with = "cases")]
    states: NonZeroUsize,
    /// An invocation is a lane, or the whole wave
    #[arg(long, value_enum, default_value = "lane")]
    mode: ModeArg,
    /// Where lanes have LDS, and whole waves scratch
    #[arg(long, value_enum, default_value = "workgroup")]
    lds: LdsArg,
    /// Whole waves as drivers of GPUs have them, each instruction once for each lane: those of CPUs have loops
    #[arg(long)]
    unrolled: bool,
    /// Only variants of this name, which may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "opcodes")]
    variant: Vec<String>,
    /// Waves of a workgroup, where the program may have so many and needs no more [default: as few as it needs]
    #[arg(long, value_name = "N", conflicts_with = "opcodes", value_parser = clap::value_parser!(u32).range(1..=8))]
    waves: Option<u32>,
    /// Programs that are not translated are no finding
    #[arg(long)]
    allow_refused: bool,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    fn wanted(&self) -> Wanted {
        Wanted { lds: self.lds.place(), unrolled: self.unrolled }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ModeArg {
    Lane,
    Wave,
}

impl ModeArg {
    fn mode(self) -> Mode {
        match self {
            Self::Lane => Mode::Lane,
            Self::Wave => Mode::Wave,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Lane => "lane",
            Self::Wave => "wave",
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LdsArg {
    /// In workgroup memory, and with the invocation if the device has room for it
    Workgroup,
    /// In a buffer, as for mesh stages that pay for workgroup memory
    Buffer,
}

impl LdsArg {
    fn place(self) -> LdsPlace {
        match self {
            Self::Workgroup => LdsPlace::Workgroup,
            Self::Buffer => LdsPlace::Buffer,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Workgroup => "workgroup",
            Self::Buffer => "buffer",
        }
    }
}

/// Starts the child, under which the driver lies, and passes on how it ended.
pub fn run(args: &CheckGuestArgs) -> Result<ExitCode> {
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    let label = driver.label();
    command.arg("check-guest-child").arg("--driver-label").arg(&label);
    command.arg("--mode").arg(args.check.mode.name()).arg("--lds").arg(args.check.lds.name());
    command.args(args.check.json.then_some("--json"));
    command.args(args.check.unrolled.then_some("--unrolled"));
    command.args(args.check.allow_refused.then_some("--allow-refused"));
    command.args(args.check.variant.iter().flat_map(|name| ["--variant", name]));
    command.args(args.check.waves.into_iter().flat_map(|waves| ["--waves".into(), waves.to_string()]));
    if args.check.cases.is_empty() {
        for (option, number) in [("--seed", args.check.seed), ("--states", args.check.states.get() as u64)] {
            command.arg(option).arg(number.to_string());
        }
    }
    if let Some(programs) = args.check.programs {
        command.arg("--programs").arg(programs.to_string());
    }
    if args.check.opcodes {
        command.arg("--opcodes");
    }
    if args.check.emitted {
        command.arg("--emitted");
    } else if args.check.opcodes {
        command.arg("--only").arg(&args.check.only);
        for (option, number) in
            [("--one-of", args.check.one_of), ("--instructions", args.check.instructions.get() as u64)]
        {
            command.arg(option).arg(number.to_string());
        }
    }
    command.args(&args.check.cases);
    let environment = Environment::new(driver)?;
    environment.apply(&mut command)?;
    if args.check.mode.mode() == Mode::Wave {
        // Of lavapipe: LLVM 15 optimizes whole waves for as long as it compiles them, and its register allocator ends on one (ribbon).
        command.env("GALLIVM_PERF", "nopt");
    }
    let status = command.status().map_err(|source| Error::Start { program, source })?;
    // A driver that crashes takes the process with it, and what it would have said.
    let code = status.code().ok_or(Error::Crash { driver: label, status })?;
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(2)))
}

#[derive(Serialize)]
struct Report {
    device: String,
    mode: &'static str,
    /// Of random instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    cases: usize,
    equal: usize,
    different: Vec<Finding>,
    refused: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    variant: String,
    reason: String,
}

/// A finding where a program differs, or where one is refused that need not be.
pub fn run_child(args: &ChildArgs) -> Result<Outcome> {
    let check = &args.check;
    let driver = &args.driver_label;
    let report = match check.programs {
        Some(programs) => random_programs(driver, programs, check)?,
        None if check.opcodes => opcodes(&Gpu::open(driver, check.wanted())?, check)?,
        None => cases(&Gpu::open(driver, check.wanted())?, check)?,
    };
    if report.cases == 0 {
        return Err(Error::NothingToCheck);
    }
    if check.json {
        print_json(&report)?;
    } else {
        print(&report.text())?;
    }
    let is_fine = report.different.is_empty() && (check.allow_refused || report.refused.is_empty());
    Ok(if is_fine { Outcome::Done } else { Outcome::Finding })
}

fn cases(gpu: &Gpu, check: &CheckArgs) -> Result<Report> {
    let mut report = Report {
        device: gpu.name.clone(),
        mode: check.mode.name(),
        seed: None,
        cases: 0,
        equal: 0,
        different: Vec::new(),
        refused: Vec::new(),
    };
    for case in &check.cases {
        let mut good_seed = inputs::SEED;
        for variant in Variant::of_case(case, &check.variant)? {
            report.cases += 1;
            let finding = |reason| Finding { variant: variant.name.clone(), reason };
            match compare(gpu, &variant, check.mode.mode(), check.waves, &mut good_seed)? {
                Comparison::Equal => report.equal += 1,
                Comparison::Different(reason) => report.different.push(finding(reason)),
                Comparison::Refused(reason) => report.refused.push(finding(reason)),
            }
        }
    }
    Ok(report)
}

fn opcodes(gpu: &Gpu, check: &CheckArgs) -> Result<Report> {
    let settings = opcodes::Settings {
        mode: check.mode.mode(),
        seed: check.seed,
        one_of: check.one_of as usize,
        only: check.only.clone(),
        emitted: check.emitted,
        instructions: check.instructions.get(),
        states: check.states.get(),
    };
    let outcome = opcodes::compare(gpu, &settings)?;
    Ok(Report::random(gpu.name.clone(), check, outcome))
}

fn random_programs(driver: &str, programs: NonZeroUsize, check: &CheckArgs) -> Result<Report> {
    let (programs, states) = (programs.get(), check.states.get());
    let settings =
        programs::Settings { mode: check.mode.mode(), wanted: check.wanted(), seed: check.seed, programs, states };
    let (device, outcome) = programs::compare(driver, &settings)?;
    Ok(Report::random(device, check, outcome))
}

impl Report {
    fn random(device: String, check: &CheckArgs, outcome: opcodes::Outcome) -> Self {
        Self {
            device,
            mode: check.mode.name(),
            seed: Some(check.seed),
            cases: outcome.cases,
            equal: outcome.equal,
            different: outcome.different,
            refused: outcome.refused,
        }
    }

    fn text(&self) -> String {
        let lines = |title: &str, findings: &[Finding]| {
            findings
                .iter()
                .map(|finding| format!("{title} {}: {}\n", finding.variant, finding.reason))
                .collect::<String>()
        };
        let (different, refused) = (self.different.len(), self.refused.len());
        let counts = format!(
            "{}: {} programs, {} equal, {different} different, {refused} refused\n",
            self.device, self.cases, self.equal
        );
        lines("different", &self.different) + &lines("refused", &self.refused) + &counts
    }
}
