//! Calling cargo on this workspace.

use std::ffi::OsString;
use std::process::Command;

use crate::error::Result;
use crate::process;
use crate::workspace::Workspace;

/// cargo on this workspace, with what building it needs.
pub struct Cargo<'w> {
    pub workspace: &'w Workspace,
    pub environment: Vec<(&'static str, OsString)>,
}

impl Cargo<'_> {
    pub fn command(&self, subcommand: &str, arguments: &[&str]) -> Command {
        // The cargo that runs this task, so that toolchain choices carry over.
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.arg(subcommand).args(arguments);
        command.current_dir(&self.workspace.root).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    pub fn run(&self, subcommand: &str, arguments: &[&str]) -> Result<()> {
        process::output(&format!("cargo {subcommand}"), &mut self.command(subcommand, arguments)).map(|_| ())
    }
}
