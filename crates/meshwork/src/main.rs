//! The `meshwork` command. `meshwork --help` says what it does; each module holds one subcommand.

mod driver;
mod environment;
mod error;
mod loader;
mod manifest;
mod model;
mod render;
mod scenes;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Result;

#[derive(Parser)]
#[command(name = "meshwork", version, about = "Mesh shaders on GPUs that have none")]
struct Arguments {
    #[command(subcommand)]
    command: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// Draw a built-in scene or a model file with mesh shaders
    Render(render::RenderArgs),
    #[command(hide = true)]
    RenderChild(render::child::ChildArgs),
}

/// How a command that did not fail ended.
enum Outcome {
    Done,
    /// Pictures differ, or something was found that should not be.
    Finding,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Subject::Render(args) => render::run(&args),
        Subject::RenderChild(args) => render::child::run(&args).map(|()| Outcome::Done),
    };
    report(outcome)
}

/// Exit status 0 done, 1 a finding, 2 a failure.
fn report(outcome: Result<Outcome>) -> ExitCode {
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Finding) => ExitCode::from(1),
        Err(error) => {
            eprintln!("meshwork: {error}");
            ExitCode::from(2)
        }
    }
}
