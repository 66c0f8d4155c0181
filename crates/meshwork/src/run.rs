//! `meshwork run`: a program with the layer under it.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode, ExitStatus};

use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, Result};

#[derive(clap::Args)]
pub struct RunArgs {
    /// When the layer gives mesh shaders: auto where the driver has none, on always, off never
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    mode: Mode,
    /// lavapipe, swiftshader, system or a driver's manifest
    #[arg(long, value_name = "DRIVER", default_value = "system")]
    driver: Driver,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Mode {
    Auto,
    On,
    Off,
}

impl Mode {
    fn setting(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// Runs the program and passes on how it ended.
pub fn run(args: &RunArgs) -> Result<ExitCode> {
    let environment = Environment::new(args.driver.clone())?.with_layer(args.mode.setting());
    let Some((program, arguments)) = args.command.split_first() else { return Ok(ExitCode::from(2)) };
    let mut command = Command::new(program);
    command.args(arguments);
    environment.apply(&mut command)?;
    let status = command.status().map_err(|source| Error::Start { program: program.into(), source })?;
    Ok(ExitCode::from(exit_code(status)))
}

/// The program's exit status; as in a shell, 128 and the number of the signal that ended it.
fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_passed_on() {
        assert_eq!(exit_code(ExitStatus::from_raw(3 << 8)), 3);
        assert_eq!(exit_code(ExitStatus::from_raw(11)), 139);
    }
}
