//! The `meshwork` command. `meshwork --help` says what it does; each module holds one subcommand, or what several share.

mod bench;
mod disasm;
mod doctor;
mod driver;
mod dwords;
mod environment;
mod error;
mod guest;
mod install;
mod interpret;
mod legalize;
mod loader;
mod lower;
mod manifest;
mod model;
mod output;
mod render;
mod run;
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
    /// Say what each GPU can do with mesh shaders
    Doctor(doctor::DoctorArgs),
    /// Run a program with the layer under it
    Run(run::RunArgs),
    /// Draw a built-in scene, a model file or with a primitive shader, by mesh shaders
    Render(render::RenderArgs),
    /// Time mesh shaders, the driver's and the layer's, side by side
    Bench(bench::BenchArgs),
    /// Lower mesh shaders to compute and vertex shaders, as the layer does
    Lower(lower::LowerArgs),
    /// Make the subgroup operations of a shader right, and cheap, for a device
    Legalize(legalize::LegalizeArgs),
    /// Write RDNA2 (gfx10.3) machine code as the assembler's text
    Disasm(disasm::DisasmArgs),
    /// Run an RDNA2 primitive shader on the CPU and write what it exports
    Interpret(interpret::InterpretArgs),
    /// Translate an RDNA2 primitive shader to a mesh shader
    Translate(guest::translate::TranslateArgs),
    /// Translate primitive shaders, run them, and compare with the interpreter
    ///
    /// Exit status 0 if all are equal, 1 if one differs or is refused, 2 if they could not be run.
    CheckGuest(guest::CheckGuestArgs),
    /// Put the layer into your layer folder, for programs started with MESHWORK_ENABLE=1
    Install,
    /// Remove what 'install' put there
    Uninstall,
    #[command(hide = true)]
    GuestPictureChild(guest::render::child::ChildArgs),
    #[command(hide = true)]
    CheckGuestChild(guest::ChildArgs),
    #[command(hide = true)]
    DoctorChild(doctor::ChildArgs),
    #[command(hide = true)]
    RenderChild(render::child::ChildArgs),
    #[command(hide = true)]
    BenchChild(bench::child::ChildArgs),
    #[command(hide = true)]
    CompileChild(bench::compile::child::ChildArgs),
    #[command(hide = true)]
    ShuffleChild(bench::shuffle::child::ChildArgs),
    #[command(hide = true)]
    PrimitiveShaderChild(bench::primitive_shader::child::ChildArgs),
}

/// How a command that did not fail ended.
enum Outcome {
    Done,
    /// Pictures differ, or something was found that should not be.
    Finding,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Finding => Self::from(1),
        }
    }
}

/// Exit status 0 done, 1 a finding, 2 a failure; `run` passes on its program's.
fn main() -> ExitCode {
    let ended = run_command(&Arguments::parse().command);
    ended.unwrap_or_else(|error| {
        if !matches!(error, error::Error::Reported) {
            eprintln!("meshwork: {error}");
        }
        ExitCode::from(2)
    })
}

fn run_command(command: &Subject) -> Result<ExitCode> {
    match command {
        Subject::Doctor(args) => doctor::run(args),
        Subject::Run(args) => run::run(args),
        Subject::Render(args) => render::run(args).map(ExitCode::from),
        Subject::Bench(args) => bench::run(args).map(ExitCode::from),
        Subject::Lower(args) => lower::run(args).map(ExitCode::from),
        Subject::Legalize(args) => legalize::run(args).map(ExitCode::from),
        Subject::Disasm(args) => disasm::run(args).map(ExitCode::from),
        Subject::Interpret(args) => interpret::run(args).map(ExitCode::from),
        Subject::Translate(args) => guest::translate::run(args).map(ExitCode::from),
        Subject::CheckGuest(args) => guest::run(args),
        Subject::GuestPictureChild(args) => guest::render::child::run(args).map(|()| ExitCode::SUCCESS),
        Subject::CheckGuestChild(args) => guest::run_child(args).map(ExitCode::from),
        Subject::Install => install::install().map(ExitCode::from),
        Subject::Uninstall => install::uninstall().map(ExitCode::from),
        Subject::DoctorChild(args) => doctor::run_child(args).map(ExitCode::from),
        Subject::RenderChild(args) => render::child::run(args).map(|()| ExitCode::SUCCESS),
        Subject::BenchChild(args) => bench::child::run(args).map(|()| ExitCode::SUCCESS),
        Subject::CompileChild(args) => bench::compile::child::run(args).map(|()| ExitCode::SUCCESS),
        Subject::ShuffleChild(args) => bench::shuffle::child::run(args).map(|()| ExitCode::SUCCESS),
        Subject::PrimitiveShaderChild(args) => bench::primitive_shader::child::run(args).map(|()| ExitCode::SUCCESS),
    }
}
