//! Developer tasks. `cargo xtask --help` lists them; each module does one.

mod cargo;
mod commands;
mod demo;
mod error;
mod ngg_corpus;
mod process;
mod progress;
mod shaders;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Result;
use progress::Progress;
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer tasks of Meshwork")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Bring drivers and tools under target/tools; nothing of the system changes.
    Tools,
    /// Draw the demo scene with mesh shaders and without, and write a report with the pictures.
    Demo {
        /// Bring CPU drivers and use them even where there is a GPU.
        #[arg(long)]
        software: bool,
    },
    /// Compile the GLSL in the folders named `shaders` to the SPIR-V beside it.
    Shaders {
        /// Compare instead of writing.
        #[arg(long)]
        check: bool,
    },
    /// Run the whole test suite: format, generated files, lints, tests.
    #[command(visible_alias = "ci")]
    Test {
        /// Only the tests whose name contains this, and no other check.
        #[arg(long)]
        filter: Option<String>,
    },
    /// Compile the GLSL in crates/meshwork-rdna2/corpus to RDNA2 machine code by RADV, which needs no hardware for it.
    NggCorpus,
    #[command(hide = true)]
    NggCompile {
        case: std::path::PathBuf,
        modules: Vec<std::path::PathBuf>,
        #[arg(long)]
        unlinked: bool,
    },
    /// Write the layer's table of commands from the Vulkan registry.
    Commands {
        /// Compare instead of writing.
        #[arg(long)]
        check: bool,
        /// A vk.xml in place of the one under target/tools or the system's.
        #[arg(long)]
        registry: Option<std::path::PathBuf>,
    },
}

fn main() -> ExitCode {
    let Arguments { task } = Arguments::parse();
    run(&task).unwrap_or_else(|error| {
        eprintln!("\nerror: {error}");
        ExitCode::FAILURE
    })
}

fn run(task: &Task) -> Result<ExitCode> {
    let workspace = Workspace::locate();
    let progress = Progress::new();
    match task {
        Task::Commands { check, registry } => commands::generate(&workspace, registry.clone(), *check)?,
        Task::Demo { software } => demo::run(&workspace, &progress, *software)?,
        Task::NggCompile { case, modules, unlinked } => ngg_corpus::compile_one(case, modules, *unlinked)?,
        Task::NggCorpus => {
            let tools = tools::provide(&workspace, &progress)?;
            ngg_corpus::generate(&workspace, &tools, &progress)?;
        }
        Task::Shaders { check } => {
            let tools = tools::provide(&workspace, &progress)?;
            shaders::compile(&workspace, &tools, &progress, *check)?;
        }
        Task::Test { filter } => return test::run(&workspace, &progress, filter.as_deref()),
        Task::Tools => println!("{}", tools::provide(&workspace, &progress)?.summary()),
    }
    Ok(ExitCode::SUCCESS)
}
