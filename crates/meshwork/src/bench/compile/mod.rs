//! `meshwork bench compile`: what compilers of GPUs without mesh shaders make of lowered shaders, beside the same written by hand.
//!
//! RADV compiles for any GPU of AMD's without having it. It is told which by an environment variable, so each family of GPUs
//! is a child process.

pub mod child;
mod compiler;
mod figures;
mod page;
mod pipelines;
mod report;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use indicatif::ProgressBar;

use crate::Outcome;
use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, OnFile, Result};
use crate::output::{check_writable, print, print_json};

use pipelines::Pipeline;
use report::{Family, Report};

/// GPUs whose users have no mesh shaders: RX 5700, RX 5500, RX Vega, RX 400 and 500.
const FAMILIES: [&str; 4] = ["NAVI10", "NAVI14", "VEGA10", "POLARIS10"];

#[derive(clap::Args)]
pub struct CompileArgs {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// A family of GPUs, by RADV's name for it; may be repeated [default: NAVI10, NAVI14, VEGA10, POLARIS10]
    #[arg(long = "family", value_name = "FAMILY")]
    families: Vec<String>,
    /// radv, system or a driver's manifest; it must be RADV
    #[arg(long, value_name = "DRIVER", default_value = "radv")]
    driver: Driver,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
    /// An HTML page
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
}

/// What parent and child are both told.
#[derive(clap::Args)]
pub struct MeasuredArgs {
    /// triangle, backdrop, meshlets, grass, prepass-depth, prepass-color, blend, blend-tasks, one-triangle, many-small, per-primitive [default: all]
    #[arg(value_name = "PIPELINE", value_parser = pipelines::find)]
    pipelines: Vec<&'static Pipeline>,
    /// A folder for the machine code of every stage, as text
    #[arg(long, value_name = "DIR")]
    assembly: Option<PathBuf>,
    /// Compilations of each shader that are timed
    #[arg(long, hide = true, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
}

/// A finding where a bar is broken.
pub fn run(args: &CompileArgs) -> Result<Outcome> {
    args.output.as_deref().map(check_writable).transpose()?;
    let families = if args.families.is_empty() { &FAMILIES.map(String::from)[..] } else { &args.families };
    let progress = if args.json { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    progress.enable_steady_tick(std::time::Duration::from_millis(100));
    let mut report = Report::new(args.driver.label(), args.measured.rounds);
    for family in families {
        progress.set_message(family.clone());
        report.families.push(measure(family, &args.measured, &args.driver)?);
    }
    progress.finish_and_clear();
    if let Some(path) = &args.output {
        std::fs::write(path, page::html(&report)).on_file("write", path)?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        print(&report.to_string())?;
    }
    Ok(if report.has_finding() { Outcome::Finding } else { Outcome::Done })
}

/// Starts a child and takes its report.
fn measure(family: &str, args: &MeasuredArgs, driver: &Driver) -> Result<Family> {
    let environment = Environment::new(driver.clone())?;
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    command.arg("compile-child").args(args.pipelines.iter().map(|pipeline| pipeline.name));
    command.args(["--family", family, "--driver-label", &driver.label(), "--rounds", &args.rounds.to_string()]);
    if let Some(folder) = &args.assembly {
        command.arg("--assembly").arg(folder);
    }
    environment.apply(&mut command)?;
    command.env("RADV_FORCE_FAMILY", family);
    // Every compilation is one: nothing comes from a cache in memory or on disk.
    command.env("RADV_DEBUG", "nocache").env("MESA_SHADER_CACHE_DISABLE", "true");
    // The driver's remarks about hardware that is not there are of no interest unless something fails.
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    let ended = command.output().map_err(|source| Error::Start { program, source })?;
    if !ended.status.success() {
        eprint!("{}", String::from_utf8_lossy(&ended.stderr));
        return Err(Error::Reported);
    }
    let source = |source| Error::Json { path: "a child process".into(), source };
    serde_json::from_slice(&ended.stdout).map_err(source)
}
