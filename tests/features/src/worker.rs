//! Running cases in a process that may crash.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::error::{Error, OnFile, Result};
use crate::gpu::{self, Adapter};

/// After this long without an answer a worker is taken for hung: no case takes a second on an idle machine.
const CASE_TIMEOUT: Duration = Duration::from_secs(90);

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub enum Status {
    #[serde(rename = "pass")]
    Pass,
    #[serde(rename = "not supported")]
    NotSupported,
    #[serde(rename = "error")]
    Error,
}

/// One entry of `results.json`.
#[derive(Debug, Deserialize, Serialize)]
pub struct Report {
    pub name: String,
    pub status: Status,
    pub text: String,
    /// Errors that validation layers found.
    pub validation: Vec<String>,
    pub milliseconds: u64,
    /// Another case that this one has to look like, as the oracle gets it wrong.
    pub like: Option<String>,
}

impl Report {
    fn new(case: &Case, status: Status, text: String) -> Self {
        let like = case.native_is_wrong.map(|wrong| wrong.like.to_owned());
        Self { name: case.name.into(), status, text, validation: Vec::new(), milliseconds: 0, like }
    }
}

/// Runs the cases here, a line of JSON on standard output for each.
pub fn work(cases: &[&'static Case], out: &Path) -> Result<()> {
    let adapter = Adapter::find()?;
    for case in cases {
        let report = run_case(&adapter, case, out);
        println!("{}", serde_json::to_string(&report).unwrap_or_default());
    }
    Ok(())
}

fn run_case(adapter: &Adapter, case: &'static Case, out: &Path) -> Report {
    let start = Instant::now();
    let result = case.execute(adapter).and_then(|outcome| {
        let file = case.name.replace('/', "-");
        outcome.picture.write(&out.join(format!("{file}.png")))?;
        let path = out.join(format!("{file}.buffers.bin"));
        std::fs::write(&path, bytemuck::cast_slice(&outcome.words)).on_file(&path)?;
        outcome.check()
    });
    let (status, text) = match result {
        Ok(()) => (Status::Pass, case.native_is_wrong.map_or("", |wrong| wrong.why).to_owned()),
        Err(error @ Error::NotSupported(_)) => (Status::NotSupported, error.to_string()),
        Err(error) => (Status::Error, error.to_string()),
    };
    let validation = gpu::take_validation_messages();
    Report { validation, milliseconds: start.elapsed().as_millis() as u64, ..Report::new(case, status, text) }
}

/// Runs the cases in worker processes and writes `results.json`.
pub fn supervise(cases: &[&'static Case], out: &Path) -> Result<Vec<Report>> {
    std::fs::create_dir_all(out).on_file(out)?;
    let mut reports: Vec<Report> = Vec::new();
    while reports.len() < cases.len() {
        let rest = &cases[reports.len()..];
        let ended = run_worker(rest, out, &mut reports)?;
        // It was at the first case that it did not report.
        if let Some(case) = cases.get(reports.len()) {
            reports.push(Report::new(case, Status::Error, format!("the process ended: {ended}")));
        }
    }
    let path = out.join("results.json");
    let json = serde_json::to_string_pretty(&reports).unwrap_or_default();
    std::fs::write(&path, json + "\n").on_file(&path)?;
    Ok(reports)
}

/// Appends what the worker reports until it ends, or a case takes too long; says how it ended.
fn run_worker(cases: &[&Case], out: &Path, reports: &mut Vec<Report>) -> Result<String> {
    let program = std::env::current_exe().on_file(Path::new("the running program"))?;
    let mut command = Command::new(&program);
    command.arg("--worker").arg("--out").arg(out).stdout(Stdio::piped());
    for case in cases {
        command.args(["--case", case.name]);
    }
    let mut child = command.spawn().on_file(&program)?;
    let (sender, lines) = channel();
    if let Some(output) = child.stdout.take() {
        // Nobody listens any more only when the worker was stopped.
        std::thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(|line| line.ok());
            lines.all(|line| sender.send(line).is_ok())
        });
    }
    loop {
        match lines.recv_timeout(CASE_TIMEOUT) {
            Ok(line) => match serde_json::from_str::<Report>(&line) {
                Ok(report) => reports.push(report),
                // Drivers and layers print, too.
                Err(_) => eprintln!("{line}"),
            },
            Err(RecvTimeoutError::Disconnected) => return Ok(child.wait().on_file(&program)?.to_string()),
            Err(RecvTimeoutError::Timeout) => {
                // It may have ended by itself meanwhile.
                let _ = child.kill();
                child.wait().on_file(&program)?;
                return Ok(format!("no answer for {} s", CASE_TIMEOUT.as_secs()));
            }
        }
    }
}
