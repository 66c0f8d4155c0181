//! Differential fuzzing: random programs with mesh shaders, on lavapipe's own and through the layer, compared bit for bit.
//!
//! `cargo run -p fuzz --release -- --seeds 0..20000` is a campaign. A finding is written to a folder, with its modules and its
//! description; `--minimise SEED` makes a small case of one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use fuzz::campaign;
use fuzz::check::{Request, Verdict};
use fuzz::coverage::Coverage;
use fuzz::emit::{Dialect, emit};
use fuzz::error::{Error, OnFile, Result};
use fuzz::worker::{self, PROFILES, Setup};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(Parser)]
struct Arguments {
    /// Judges these seeds, such as 0..20000.
    #[arg(long, value_parser = seeds)]
    seeds: Option<std::ops::Range<u64>>,
    /// Worker processes at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Makes a smaller case of one that is a finding: a seed, or a seed and choices of an earlier minimising.
    #[arg(long, value_name = "CASE")]
    minimise: Option<Request>,
    /// Prints a case.
    #[arg(long, value_name = "CASE")]
    print: Option<Request>,
    /// Where findings go.
    #[arg(long, default_value = "fuzz-out")]
    out: PathBuf,
    /// The layer's library, if it is not beside this program.
    #[arg(long)]
    layer: Option<PathBuf>,
    /// Drivers and libraries, as `cargo xtask tools` puts them together.
    #[arg(long)]
    tools: Option<PathBuf>,
    /// Judges the cases that come in.
    #[arg(long, hide = true)]
    serve: bool,
}

fn seeds(text: &str) -> Result<std::ops::Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("not FIRST..END")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    Ok(number(first)?..number(end)?)
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing was found.
fn run(arguments: &Arguments) -> Result<bool> {
    if arguments.serve {
        worker::serve()?;
        return Ok(true);
    }
    if let Some(request) = &arguments.print {
        println!("{:#?}", request.case());
        return Ok(true);
    }
    let program = std::env::current_exe().map_err(Error::Worker)?;
    let layer = arguments.layer.clone().unwrap_or_else(|| program.with_file_name("libVkLayer_meshwork.so"));
    let setup = Setup { program, tools: arguments.tools.clone().unwrap_or_else(worker::tools), layer };
    setup.is_complete()?;
    if let Some(request) = &arguments.minimise {
        return minimise(&setup, request, &arguments.out);
    }
    judge(&setup, arguments.seeds.clone().unwrap_or(0..1000), arguments)
}

fn judge(setup: &Setup, seeds: std::ops::Range<u64>, arguments: &Arguments) -> Result<bool> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec} {eta} {msg}");
    let bar = ProgressBar::new(seeds.end.saturating_sub(seeds.start));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = |seed: u64, verdict: &Verdict| {
        if *verdict != Verdict::Same {
            let profile = PROFILES[worker::profile(seed)].0;
            bar.suspend(|| println!("seed {seed}, {profile}: {verdict:?}"));
        }
        bar.inc(1);
    };
    let findings = campaign::run(setup, seeds.clone(), arguments.jobs, &done)?;
    bar.finish_and_clear();
    for finding in &findings {
        save(&Request::of(finding.seed), &finding.verdict, &arguments.out)?;
    }
    let mut coverage = Coverage::default();
    for seed in seeds.clone() {
        coverage.add(&Request::of(seed).case(), findings.iter().any(|finding| finding.seed == seed));
    }
    print!("{coverage}");
    let seconds = bar.elapsed().as_secs_f64();
    println!("{} seeds in {seconds:.1} s, {} findings", seeds.end.saturating_sub(seeds.start), findings.len());
    Ok(findings.is_empty())
}

fn minimise(setup: &Setup, first: &Request, out: &Path) -> Result<bool> {
    let (request, verdict) = campaign::minimise(setup, first.clone(), &|request, verdict| {
        eprintln!("{request}: {verdict:?}");
        save(request, verdict, out)
    })?;
    if verdict == Verdict::Same {
        println!("{first} is no finding");
        return Ok(true);
    }
    println!("{:#?}\n{request}: {verdict:?}", request.case());
    save(&request, &verdict, out)?;
    Ok(false)
}

/// Writes the modules in both dialects, and what was found.
fn save(request: &Request, verdict: &Verdict, out: &Path) -> Result<()> {
    let kind = if request.path.is_empty() { "" } else { "-small" };
    let folder = out.join(format!("{}{kind}", request.seed));
    std::fs::create_dir_all(&folder).on_file(&folder)?;
    let case = request.case();
    for (name, dialect) in [("fallback", Dialect::Full), ("native", Dialect::Plain)] {
        let modules = emit(&case.program, dialect);
        let stages = [("task", modules.task), ("mesh", Some(modules.mesh)), ("frag", Some(modules.fragment))];
        for (stage, words) in stages {
            let path = folder.join(format!("{name}.{stage}.spv"));
            if let Some(words) = words {
                std::fs::write(&path, bytemuck::cast_slice(&words)).on_file(&path)?;
            }
        }
    }
    let profile = PROFILES[worker::profile(request.seed)];
    let text = format!("{request}\n{profile:?}\n{verdict:#?}\n{case:#?}\n");
    let path = folder.join("case.txt");
    std::fs::write(&path, text).on_file(&path)
}
