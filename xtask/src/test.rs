//! `cargo xtask test`: everything that must hold before a change lands.
//!
//! A test that cannot run here (no such driver, say) returns without failing and appends one line, `name: reason`, to the
//! file that `MESHWORK_SKIP_LOG` names. Such tests are taken out of the passed ones and listed at the end. Ignored tests
//! count as skipped too.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};

use indicatif::ProgressBar;

use crate::cargo::Cargo;
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::tools::{self, Tools};
use crate::workspace::Workspace;
use crate::{commands, shaders};

/// The crates that tests run as programs or load through the Vulkan loader.
const LOADED: [&str; 4] = ["--package", "VkLayer_meshwork", "--package", "meshwork"];

/// Property tests see the same cases in every run, so that a change fails by what it did. `cargo test` looks for new ones.
const PROPERTY_SEED: &str = "1";

/// Runs the suite; with a `filter` only the tests whose name contains it, without the checks of style. The counts are
/// the last line, so that failed tests are an exit code and not an error with a line of its own.
pub fn run(workspace: &Workspace, progress: &Progress, filter: Option<&str>) -> Result<ExitCode> {
    let tools = tools::provide(workspace, progress)?;
    let cargo = Cargo::new(workspace, progress)?;
    let mut count = Count::default();
    if filter.is_none() {
        check(workspace, &tools, &cargo, progress, &mut count);
    }
    cargo.step(progress, "building the layer and the command", "build", &LOADED)?;
    cargo.step(progress, "building the tests", "test", &["--workspace", "--no-run"])?;

    let skip_log = workspace.target.join("skipped-tests.txt");
    std::fs::write(&skip_log, "").map_err(Error::file(&skip_log))?;
    let mut tests = cargo.command("test", &["--workspace", "--no-fail-fast"]);
    tests.args(filter).envs(tools.environment()).env("MESHWORK_SKIP_LOG", &skip_log);
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        tests.env("PROPTEST_RNG_SEED", PROPERTY_SEED);
    }
    progress.step("running the tests", |bar| run_tests(&mut tests, bar, &mut count))?;
    count.take_out_skipped(&std::fs::read_to_string(&skip_log).map_err(Error::file(&skip_log))?);

    println!("\n{}{}in {}", count.skipped_by_reason(), count.failures(), progress.elapsed());
    println!("{} passed, {} failed, {} skipped", count.passed, count.failed, count.skipped());
    Ok(if count.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The checks that are not tests; each counts as one, so that a wrong space hides no test's result.
fn check(workspace: &Workspace, tools: &Tools, cargo: &Cargo, progress: &Progress, count: &mut Count) {
    let mut note = |name: &str, result: Result<()>| match result {
        Ok(()) => count.passed += 1,
        Err(error) => {
            eprintln!("{error}");
            count.failed += 1;
            count.failed_names.push(name.into());
        }
    };
    note("format", cargo.step(progress, "checking the format", "fmt", &["--all", "--check"]));
    note("shaders", shaders::compile(workspace, tools, progress, true));
    let tables = progress.step("comparing generated tables", |_| commands::generate(workspace, None, true));
    note("generated tables", tables);
    let lints = ["--workspace", "--all-targets", "--", "-D", "warnings"];
    note("clippy", cargo.step(progress, "running clippy", "clippy", &lints));
}

/// Passes the output of `cargo test` on, and counts.
fn run_tests(command: &mut Command, bar: &ProgressBar, count: &mut Count) -> Result<()> {
    let start_error = |source| Error::Start { step: "running the tests".into(), program: "cargo".into(), source };
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(start_error)?;
    let failed_before = count.failed;
    if let Some(pipe) = child.stdout.take() {
        for line in BufReader::new(pipe).lines().map_while(|line| line.ok()) {
            bar.suspend(|| println!("{line}"));
            count.read(&line);
        }
    }
    let succeeded = child.wait().map_err(start_error)?.success();
    // A test program that crashes prints no result line.
    if !succeeded && count.failed == failed_before {
        count.failed += 1;
        count.failed_names.push("a test program that ended without a result, see above".into());
    }
    Ok(())
}

#[derive(Debug, Default, PartialEq)]
struct Count {
    passed: usize,
    failed: usize,
    failed_names: Vec<String>,
    /// Reason to the tests skipped for it.
    skipped: BTreeMap<String, Vec<String>>,
}

impl Count {
    /// Reads one line of a test program's output:
    /// `test a::b ... ignored`, `test a::b ... FAILED` or `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
    fn read(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            let number_before = |word| {
                let mut words = result.split([' ', ';']).filter(|word| !word.is_empty()).rev();
                words.find(|candidate| *candidate == word)?;
                words.next()?.parse::<usize>().ok()
            };
            self.passed += number_before("passed").unwrap_or(0);
            self.failed += number_before("failed").unwrap_or(0);
        } else if let Some((name, reason)) = line.strip_prefix("test ").and_then(|test| test.split_once(" ... ignored"))
        {
            let reason = reason.trim_start_matches([',', ' ']);
            let reason = if reason.is_empty() { "ignored" } else { reason };
            self.skipped.entry(reason.into()).or_default().push(name.into());
        } else if let Some(name) = line.strip_prefix("test ").and_then(|test| test.strip_suffix(" ... FAILED")) {
            self.failed_names.push(name.into());
        }
    }

    /// `log` holds a line `name: reason` for each test that passed only because it did nothing.
    fn take_out_skipped(&mut self, log: &str) {
        for line in log.lines() {
            let (name, reason) = line.split_once(": ").unwrap_or((line, "no reason given"));
            self.skipped.entry(reason.into()).or_default().push(name.into());
            self.passed = self.passed.saturating_sub(1);
        }
    }

    fn skipped(&self) -> usize {
        self.skipped.values().map(Vec::len).sum()
    }

    fn skipped_by_reason(&self) -> String {
        let lines = self.skipped.iter().map(|(reason, names)| format!("skipped, {reason}: {}\n", names.join(", ")));
        lines.collect()
    }

    fn failures(&self) -> String {
        self.failed_names.iter().map(|name| format!("failed: {name}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: &[&str], log: &str) -> Count {
        let mut count = Count::default();
        lines.iter().for_each(|line| count.read(line));
        count.take_out_skipped(log);
        count
    }

    #[test]
    fn results_of_several_programs_add_up() {
        let count = count(
            &[
                "test a ... ok",
                "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
                "test b::c ... ignored, needs a GPU",
                "test b::d ... FAILED",
                "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            ],
            "",
        );
        assert_eq!((count.passed, count.failed, count.skipped()), (7, 3, 1));
        assert_eq!(count.skipped_by_reason(), "skipped, needs a GPU: b::c\n");
        assert_eq!(count.failures(), "failed: b::d\n");
    }

    #[test]
    fn a_test_that_logs_a_skip_did_not_pass() {
        let result = "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        let count = count(&[result], "x: no swiftshader\ny: no swiftshader\n");
        assert_eq!((count.passed, count.failed, count.skipped()), (1, 0, 2));
    }
}
