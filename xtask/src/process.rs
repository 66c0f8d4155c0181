//! Running other programs, with errors that name the step and show what the program said.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

use crate::error::{Error, Result};

/// Runs `command` to its end and returns its standard output.
pub fn output(step: &str, command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|source| start_error(step, command, source))?;
    finish(step, command, output)
}

/// Runs `command` to its end and hands each line of its standard output to `line` as it comes.
pub fn watch(step: &str, command: &mut Command, mut line: impl FnMut(&str)) -> Result<String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = spawn(step, command)?;
    // Standard error is drained on its own thread: a program that fills that pipe would otherwise wait for us forever.
    let errors = child.stderr.take().map(|mut pipe| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What could not be read is only missing from an error message.
            let _ = pipe.read_to_end(&mut bytes);
            bytes
        })
    });
    let mut stdout = Vec::new();
    if let Some(pipe) = child.stdout.take() {
        for text in BufReader::new(pipe).lines().map_while(|text| text.ok()) {
            line(&text);
            stdout.extend_from_slice(text.as_bytes());
            stdout.push(b'\n');
        }
    }
    let status = child.wait().map_err(|source| start_error(step, command, source))?;
    let stderr = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
    finish(step, command, Output { status, stdout, stderr })
}

/// Runs `first | second` to the end of both.
pub fn pipe(step: &str, first: &mut Command, second: &mut Command) -> Result<()> {
    let mut source = spawn(step, first.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    if let Some(stdout) = source.stdout.take() {
        second.stdin(stdout);
    }
    let sink = second.output().map_err(|error| start_error(step, second, error))?;
    let source = source.wait_with_output().map_err(|error| start_error(step, first, error))?;
    // The sink first: when it stops early, the source only reports a broken pipe.
    finish(step, second, sink)?;
    finish(step, first, source).map(|_| ())
}

fn spawn(step: &str, command: &mut Command) -> Result<Child> {
    command.spawn().map_err(|source| start_error(step, command, source))
}

fn start_error(step: &str, command: &Command, source: std::io::Error) -> Error {
    Error::Start { step: step.into(), program: command.get_program().to_string_lossy().into_owned(), source }
}

fn finish(step: &str, command: &Command, output: Output) -> Result<String> {
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(Error::Failed {
        step: step.into(),
        command: shell_line(command),
        status: output.status,
        output: format!("{stdout}{stderr}").trim_end().into(),
    })
}

/// The command as one could type it.
fn shell_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
