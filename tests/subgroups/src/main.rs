//! Legalized subgroup operations on the device of the environment, compared with what they mean.
//!
//! The same shaders run as compute, vertex, fragment, task and mesh shaders: as they are, where the guest's wave is the device's
//! subgroup, so that the driver is judged too; and legalized for guest waves from 4 to 128 lanes. `tests/drivers.rs` runs it on
//! drivers that need no hardware.

mod cases;
mod check;
mod error;
mod gpu;
mod runs;
mod wave;

use std::process::ExitCode;

use clap::Parser;

use crate::gpu::Gpu;

/// Runs every case on the first device, and prints counts.
#[derive(Parser)]
struct Arguments {
    /// Only runs whose names contain this, such as `reads/Compute, waves of 64`.
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("subgroups: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> error::Result<bool> {
    let gpu = Gpu::new()?;
    println!("{}: subgroups of {} to {}", gpu.profile.name, gpu.profile.size.min, gpu.profile.size.max);
    let report = runs::run_all(&gpu, &arguments.only)?;
    report.skipped.iter().for_each(|skipped| println!("skipped: {skipped}"));
    report.failures.iter().for_each(|failure| println!("FAILED: {failure}"));
    println!("{} passed, {} failed, {} skipped", report.passed, report.failures.len(), report.skipped.len());
    Ok(report.failures.is_empty())
}
