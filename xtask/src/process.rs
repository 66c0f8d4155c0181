//! Running other programs, with errors that name the step and show what the program said.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Sender, channel};

use crate::error::{Error, Result};

/// Runs `command` to its end and returns its standard output.
pub fn output(step: &str, command: &mut Command) -> Result<String> {
    output_of(step, command, &[0])
}

/// The same for a program some of whose other exit codes are answers, too.
pub fn output_of(step: &str, command: &mut Command, answers: &[i32]) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|source| start_error(step, command, source))?;
    finish(step, command, &output, answers)
}

/// Runs `command` to its end and hands each line that it prints, on either stream, to `line` as it comes.
pub fn watch(step: &str, command: &mut Command, mut line: impl FnMut(&str)) -> Result<()> {
    let mut child = spawn(step, command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (sender, lines) = channel();
    // One thread a stream: a program that fills the one not read would wait for us forever.
    let readers = [
        child.stdout.take().map(|pipe| forward(pipe, sender.clone())),
        child.stderr.take().map(|pipe| forward(pipe, sender)),
    ];
    let mut stdout = Vec::new();
    for text in lines {
        line(&text);
        stdout.extend_from_slice(text.as_bytes());
        stdout.push(b'\n');
    }
    for reader in readers.into_iter().flatten() {
        // A reader that panicked has only lost text of a message.
        let _ = reader.join();
    }
    let status = child.wait().map_err(|source| start_error(step, command, source))?;
    finish(step, command, &Output { status, stdout, stderr: Vec::new() }, &[0]).map(|_| ())
}

fn forward(pipe: impl Read + Send + 'static, lines: Sender<String>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        let mut texts = BufReader::new(pipe).lines().map_while(|text| text.ok());
        // Nobody listens any more only when the task itself is ending.
        while texts.next().is_some_and(|text| lines.send(text).is_ok()) {}
    })
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
    finish(step, second, &sink, &[0])?;
    finish(step, first, &source, &[0]).map(|_| ())
}

fn spawn(step: &str, command: &mut Command) -> Result<Child> {
    command.spawn().map_err(|source| start_error(step, command, source))
}

fn start_error(step: &str, command: &Command, source: std::io::Error) -> Error {
    Error::Start { step: step.into(), program: command.get_program().to_string_lossy().into_owned(), source }
}

fn finish(step: &str, command: &Command, output: &Output, answers: &[i32]) -> Result<String> {
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.code().is_some_and(|code| answers.contains(&code)) {
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
