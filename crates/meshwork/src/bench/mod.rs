//! `meshwork bench`: every benchmark natively, one by one and gathered, by the fallback and by two worse ways, side by side; and
//! shuffles of subgroups by every way to lower them; translated primitive shaders beside mesh shaders written by hand.
//!
//! A variant is drawn by a child process, as in `meshwork render`. The children of a benchmark live side by side and draw in
//! turn, a batch each, so that whatever slows the machine down for a while slows all of them down.

mod against;
mod benchmarks;
pub mod child;
pub mod compile;
mod date;
mod measure;
mod page;
mod plot;
pub mod primitive_shader;
mod report;
pub mod shuffle;
mod variant;
mod worker;

use std::path::PathBuf;

use indicatif::ProgressBar;

use crate::Outcome;
use crate::driver::Driver;
use crate::error::{OnFile, Result};
use crate::output::{check_writable, print, print_json};
use crate::render::{Size, read_json};

use against::Comparison;
use benchmarks::{BENCHMARKS, Chosen};
use measure::Conditions;
use report::Report;
use shuffle::SHUFFLES;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct BenchArgs {
    #[command(subcommand)]
    other: Option<Other>,
    /// prepass, one-triangle, many-small, meshlets-100k, meshlets-1m, meshlets-10m, grass, blend, per-primitive,
    /// shuffle-broadcast, shuffle-half-wave, shuffle-rotate, shuffle-xor, shuffle-random, primitive-shader or one of its programs, as
    /// primitive-shader/transform/w64 [default: all but primitive-shader, whose variant 'wave' drivers compile for minutes]
    #[arg(value_name = "NAME", value_parser = benchmarks::find)]
    names: Vec<Chosen>,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    driver: Option<Driver>,
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "960x540")]
    size: Size,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
    /// Say what got slower since the run that printed this JSON object; that is a finding
    #[arg(long, value_name = "FILE.json")]
    against: Option<PathBuf>,
    /// For '--against': slower is what takes more than this many times as long
    #[arg(long, value_name = "RATIO", default_value_t = 1.1, value_parser = ratio)]
    threshold: f64,
    /// An HTML page with plots; its curves over the number of draws are measured too
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Also say what the GPU time is made of: hoisted compute work, work on vertices and work on pixels
    #[arg(long)]
    split: bool,
    /// For 'primitive-shader': its variants, more than one by commas
    #[arg(long, value_enum, value_name = "VARIANT", value_delimiter = ',', default_values_t = primitive_shader::Variant::ALL)]
    variants: Vec<primitive_shader::Variant>,
    /// For 'primitive-shader': triangles, at most
    #[arg(long, hide = true, default_value_t = 1 << 18)]
    triangles: u32,
    /// Batches that each variant draws
    #[arg(long, hide = true, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
}

#[derive(clap::Subcommand)]
enum Other {
    /// Compile lowered shaders for GPUs without mesh shaders, beside the same written by hand
    Compile(compile::CompileArgs),
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio >= 1.0);
    ratio.ok_or_else(|| "write a number from 1.0 up".into())
}

/// A finding where pictures differ, workgroups were lost or something got slower.
pub fn run(args: &BenchArgs) -> Result<Outcome> {
    if let Some(Other::Compile(args)) = &args.other {
        return compile::run(args);
    }
    // Before anything is measured: a file that cannot be read or written is told at once.
    args.output.as_deref().map(check_writable).transpose()?;
    let before: Option<Report> = args.against.as_deref().map(read_json).transpose()?;
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let mut report = measure_all(args, &driver)?;
    if let (Some(before), Some(path)) = (before, &args.against) {
        report.against = Some(Comparison::new(path, &before, &report, args.threshold)?);
    }
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

fn measure_all(args: &BenchArgs, driver: &Driver) -> Result<Report> {
    let progress = if args.json { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    progress.enable_steady_tick(std::time::Duration::from_millis(100));
    let conditions =
        Conditions { driver, size: args.size, rounds: args.rounds, split: args.split, progress: &progress };

    let mut report = Report::new(driver.label(), args.size);
    let is_chosen = |benchmark| args.names.is_empty() || args.names.contains(&benchmark);
    for benchmark in BENCHMARKS.iter().filter(|benchmark| is_chosen(Chosen::Scene(benchmark))) {
        let measured = conditions.measure(benchmark, benchmark.options)?;
        report.device = measured.device;
        report.benchmarks.push(measured.figures);
        for options in benchmark.curve.iter().map(|&draws| benchmark.with_draws(draws)) {
            if args.output.is_some() {
                report.scaling.push(conditions.measure(benchmark, options)?.figures);
            }
        }
    }
    let shuffles: Vec<_> = SHUFFLES.iter().filter(|shuffle| is_chosen(Chosen::Shuffle(shuffle))).collect();
    if !shuffles.is_empty() {
        progress.set_message(format!("shuffles on {}", driver.label()));
        let findings = shuffle::measure(&shuffles, driver, args.rounds)?;
        (report.device, report.shuffles) = (findings.device, findings.measured);
    }
    let extent = primitive_shader::Extent {
        size: args.size,
        rounds: args.rounds,
        triangles: args.triangles,
        variants: args.variants.clone(),
    };
    let programs = args.names.iter().filter_map(|name| match name {
        Chosen::PrimitiveShaders(programs) => Some(*programs),
        _ => None,
    });
    for program in programs.flatten() {
        progress.set_message(format!("{} on {}", program.name, driver.label()));
        let (device, measured) = primitive_shader::measure(program, driver, &extent)?;
        report.device = device;
        report.primitive_shaders.push(measured);
    }
    progress.finish_and_clear();
    Ok(report)
}
