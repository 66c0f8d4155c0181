//! The differential suite: many small Vulkan programs, each about one thing that `VK_EXT_mesh_shader` can do.
//!
//! Every case leaves a picture and the contents of its buffers. What native mesh shaders leave is what the layer's
//! fallback has to leave; `tests/differential.rs` compares. A case also checks itself: a shader paints red what it finds
//! wrong, and a picture of nothing but background is an error, so that native runs are judged, too.
//!
//! Each case has a device of its own with only the features that it needs. Cases run in a worker process, which is started
//! again behind a case that crashed it.

mod address_commands;
mod case;
mod cases;
mod commands;
mod descriptor;
mod error;
mod frame;
mod gpu;
mod library;
mod need;
mod picture;
mod pipeline;
mod resource;
mod shader_object;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::error::Result;
use crate::worker::{Report, Status};

/// Runs cases on the first device that has mesh shaders, natively or through a layer.
#[derive(Parser)]
struct Arguments {
    /// Prints the cases' names.
    #[arg(long)]
    list: bool,
    /// Takes the cases that run for long, instead of the others.
    #[arg(long)]
    large: bool,
    /// Runs only these cases.
    #[arg(long = "case")]
    cases: Vec<String>,
    /// Where pictures, buffers and results.json go.
    #[arg(long, default_value = "features-out")]
    out: PathBuf,
    /// Runs the cases in this process and prints a line of JSON for each.
    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(success) if success => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("features: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether no case ended in an error.
fn run(arguments: &Arguments) -> Result<bool> {
    let unknown =
        arguments.cases.iter().find(|name| !cases::all().chain(cases::large()).any(|case| case.name == **name));
    if let Some(name) = unknown {
        return Err(error::Error::UnknownCase { name: name.clone() });
    }
    let named = |case: &&case::Case| arguments.cases.iter().any(|name| name == case.name);
    let chosen: Vec<_> = match (arguments.cases.is_empty(), arguments.large) {
        (false, _) => cases::all().chain(cases::large()).filter(named).collect(),
        (true, false) => cases::all().collect(),
        (true, true) => cases::large().collect(),
    };
    if arguments.list {
        chosen.iter().for_each(|case| println!("{}", case.name));
        return Ok(true);
    }
    if arguments.worker {
        worker::work(&chosen, &arguments.out)?;
        return Ok(true);
    }
    let reports = worker::supervise(&chosen, &arguments.out)?;
    Ok(summarize(&reports))
}

fn summarize(reports: &[Report]) -> bool {
    for report in reports {
        let messages = report.validation.first().map_or("", |message| message.as_str());
        if report.status != Status::Pass || !messages.is_empty() {
            println!("{}: {} {messages}", report.name, report.text);
        }
    }
    let count = |status| reports.iter().filter(|report| report.status == status).count();
    let errors = count(Status::Error);
    println!("{} passed, {} not supported, {errors} errors", count(Status::Pass), count(Status::NotSupported));
    errors == 0
}
