//! Calling cargo on this workspace.

use std::ffi::OsString;
use std::process::Command;

use crate::error::Result;
use crate::process;
use crate::progress::Progress;
use crate::tools::cxx;
use crate::workspace::Workspace;

pub struct Cargo<'w> {
    workspace: &'w Workspace,
    /// What compiling C++ needs.
    environment: Vec<(&'static str, OsString)>,
}

impl Cargo<'_> {
    pub fn new<'w>(workspace: &'w Workspace, progress: &Progress) -> Result<Cargo<'w>> {
        Ok(Cargo { workspace, environment: cxx::environment(&workspace.tools(), progress)? })
    }

    pub fn command(&self, subcommand: &str, arguments: &[&str]) -> Command {
        // The cargo that runs this task, so that toolchain choices carry over.
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.arg(subcommand).args(arguments);
        command.current_dir(&self.workspace.root).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs cargo as a step that shows what cargo is at; its output is printed only when it fails.
    pub fn step(&self, progress: &Progress, name: &str, subcommand: &str, arguments: &[&str]) -> Result<()> {
        progress.step(name, |bar| {
            let mut command = self.command(subcommand, arguments);
            process::watch(name, &mut command, |line| bar.set_message(line.trim().to_string()))
        })
    }
}
