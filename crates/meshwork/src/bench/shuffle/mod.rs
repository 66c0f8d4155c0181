//! Shuffles by the patterns of indices that translated code has, each lowered in every way.
//!
//! A compute shader shuffles many times by indices that it loads, so that no compiler knows the pattern. The same module is legalized
//! for each variant. What they compute is compared with the model's, and with each other, before anything is timed.

pub mod child;
mod device;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use meshwork_passes::subgroups::Strategy;
use meshwork_passes::subgroups::model::pattern::Pattern;
use serde::{Deserialize, Serialize};

use super::report::Spread;
use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, OnFile, Result};

use device::Step;

/// A pattern of indices.
#[derive(Debug, PartialEq, Eq)]
pub struct ShuffleBenchmark {
    pub name: &'static str,
    pub pattern: Pattern,
}

/// In the order in which they run.
pub static SHUFFLES: [ShuffleBenchmark; 5] = [
    ShuffleBenchmark { name: "shuffle-broadcast", pattern: Pattern::Uniform },
    ShuffleBenchmark { name: "shuffle-half-wave", pattern: Pattern::HalfWave },
    ShuffleBenchmark { name: "shuffle-rotate", pattern: Pattern::Rotate },
    ShuffleBenchmark { name: "shuffle-xor", pattern: Pattern::Xor },
    ShuffleBenchmark { name: "shuffle-random", pattern: Pattern::Random },
];

/// The driver's own; what drivers do that have none; the pass's; and workgroup memory.
const VARIANTS: [Strategy; 4] = [Strategy::Native, Strategy::Rotate, Strategy::Mixed, Strategy::Workgroup];

fn variant(strategy: Strategy) -> &'static str {
    strategy.name()
}

impl ShuffleBenchmark {
    /// How the index changes from trip to trip, so that it stays one of the pattern.
    fn step(&self, size: u32, trips: u32) -> Step {
        let last = size - 1;
        match self.pattern {
            Pattern::Xor => Step { trips, mask: last, add: 0, flip: 1 },
            Pattern::HalfWave => Step { trips, mask: last / 2, add: 1, flip: 0 },
            _ => Step { trips, mask: last, add: 1, flip: 0 },
        }
    }
}

impl Step {
    /// As the shader computes it.
    fn index(&self, base: u32, trip: u32) -> u32 {
        let changed = (base ^ trip.wrapping_mul(self.flip)).wrapping_add(trip.wrapping_mul(self.add));
        base & !self.mask | (changed & self.mask)
    }
}

/// What the child prints.
#[derive(Debug, Serialize, Deserialize)]
pub struct Findings {
    pub device: String,
    pub measured: Vec<Measured>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    pub subgroup_size: u32,
    /// Shuffles of one invocation each in a dispatch.
    pub shuffles: u64,
    pub variants: BTreeMap<String, Figures>,
    /// Of medians, as in `mixed/rotate`.
    pub ratios: BTreeMap<String, f64>,
    /// Values in which a variant differs from the model or from the first variant.
    pub values_different: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Figures {
    /// Of a dispatch.
    pub gpu_ms: Spread,
    /// Trips of the loop for one shuffle of a subgroup, by the model; none where there is no loop.
    pub trips: f64,
}

impl Measured {
    fn new(name: &str, size: u32, shuffles: u64, variants: BTreeMap<String, Figures>, values_different: u64) -> Self {
        let mut ratios = BTreeMap::new();
        for base in [Strategy::Native, Strategy::Rotate].map(variant) {
            let Some(base_ms) = variants.get(base).map(|figures| figures.gpu_ms.median).filter(|&ms| ms > 0.0) else {
                continue;
            };
            for (name, figures) in variants.iter().filter(|(name, _)| *name != base) {
                ratios.insert(format!("{name}/{base}"), figures.gpu_ms.median / base_ms);
            }
        }
        Self { name: name.to_owned(), subgroup_size: size, shuffles, variants, ratios, values_different }
    }

    /// Milliseconds that a variant of this run would have taken for the shuffles of another one's dispatch.
    pub fn in_dispatch(&self, other: &Self, figures: &Figures) -> f64 {
        figures.gpu_ms.median * other.shuffles as f64 / self.shuffles as f64
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let different = match self.values_different {
            0 => "values equal".to_owned(),
            n => format!("{n} VALUES DIFFERENT"),
        };
        writeln!(f, "{}: subgroups of {}, {} shuffles, {different}", self.name, self.subgroup_size, self.shuffles)?;
        for strategy in VARIANTS {
            let Some(Figures { gpu_ms, trips }) = self.variants.get(variant(strategy)) else { continue };
            let ratio = self.ratios.get(&format!("{}/rotate", variant(strategy)));
            let ratio = ratio.map(|ratio| format!("  {ratio:.3} of rotate")).unwrap_or_default();
            writeln!(f, "  {:<10} {:>9.3} ms  {trips:>5.1} trips{ratio}", variant(strategy), gpu_ms.median)?;
        }
        Ok(())
    }
}

/// The benchmark of this name.
pub fn find(name: &str) -> Result<&'static ShuffleBenchmark, String> {
    SHUFFLES.iter().find(|benchmark| benchmark.name == name).ok_or_else(|| format!("no shuffle is called {name}"))
}

/// Starts a child and takes its findings.
pub fn measure(names: &[&ShuffleBenchmark], driver: &Driver, rounds: u32) -> Result<Findings> {
    let environment = Environment::new(driver.clone())?;
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    command.arg("shuffle-child").args(names.iter().map(|benchmark| benchmark.name));
    command.args(["--driver-label", &driver.label(), "--rounds", &rounds.to_string()]);
    environment.apply(&mut command)?;
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let ended = command.output().map_err(|source| Error::Start { program, source })?;
    if !ended.status.success() {
        return Err(Error::Reported);
    }
    let source = |source| Error::Json { path: "a child process".into(), source };
    serde_json::from_slice(&ended.stdout).map_err(source)
}
