//! One line per finished step on standard error, and a bar or spinner for the running one where a person watches.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::error::Result;

pub struct Progress {
    started: Instant,
}

impl Progress {
    pub fn new() -> Progress {
        Progress { started: Instant::now() }
    }

    /// Runs one step. `work` may give the bar a length, a position and a message; without a length it spins.
    pub fn step<T>(&self, name: &str, work: impl FnOnce(&ProgressBar) -> Result<T>) -> Result<T> {
        let bar = ProgressBar::no_length().with_prefix(name.to_string()).with_style(spinner());
        bar.enable_steady_tick(Duration::from_millis(100));
        let started = Instant::now();
        let result = work(&bar);
        bar.finish_and_clear();
        let mark = if result.is_ok() { "done" } else { "FAILED" };
        eprintln!("{mark:>6}  {name}  ({:.1} s)", started.elapsed().as_secs_f32());
        result
    }

    /// The time since the task began, for its last line.
    pub fn elapsed(&self) -> HumanDuration {
        HumanDuration(self.started.elapsed())
    }
}

/// Turns `bar` into one that fills up to `length`.
pub fn fill_to(bar: &ProgressBar, length: u64) {
    bar.set_length(length);
    bar.set_style(template("  {spinner} {prefix} [{bar:30}] {percent:>3} % {wide_msg}"));
}

fn spinner() -> ProgressStyle {
    template("  {spinner} {prefix} {wide_msg} {elapsed}")
}

fn template(text: &str) -> ProgressStyle {
    // The templates are constants of this file; a wrong one shows as a plain bar.
    ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_bar())
}
