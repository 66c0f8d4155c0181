//! What `meshwork bench compile` found out.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bench::date;
use crate::bench::report::Spread;

use super::figures::Counts;

/// Lowered shaders may be this many times as long and take this many times as long to compile as those by hand. They may not
/// use scratch memory.
const MOST_INSTRUCTIONS: f64 = 1.15;
const MOST_COMPILE_TIME: f64 = 2.0;

/// The object that `meshwork bench compile --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    pub driver: String,
    /// UTC, as in `2026-11-29T20:46:50Z`.
    pub date: String,
    /// Compilations of each shader that were timed.
    pub rounds: u32,
    pub families: Vec<Family>,
}

/// What the compiler of one family of GPUs made of every stage.
#[derive(Debug, Serialize, Deserialize)]
pub struct Family {
    pub family: String,
    pub device: String,
    /// Name and version.
    pub driver: String,
    pub stages: Vec<Compared>,
}

/// One stage, lowered and by hand.
#[derive(Debug, Serialize, Deserialize)]
pub struct Compared {
    pub pipeline: String,
    pub stage: StageName,
    pub lowered: Figures,
    pub by_hand: Figures,
    /// Lowered over by hand.
    pub instructions_ratio: f64,
    pub compile_ratio: f64,
    pub broken: Vec<Bar>,
}

/// The program's stage that a compute shader is made of, or the vertex shader that is made besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StageName {
    Task,
    Mesh,
    Vertex,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    #[serde(flatten)]
    pub counts: Counts,
    pub compile_ms: Spread,
}

/// A bar that a lowered stage must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bar {
    Scratch,
    Instructions,
    Compile,
}

impl Report {
    pub fn new(driver: String, rounds: u32) -> Self {
        Self { driver, date: date::now(), rounds, families: Vec::new() }
    }

    pub fn has_finding(&self) -> bool {
        self.broken().next().is_some()
    }

    pub fn broken(&self) -> impl Iterator<Item = &Compared> {
        self.families.iter().flat_map(|family| &family.stages).filter(|stage| !stage.broken.is_empty())
    }

    /// How to read it, in lines.
    pub fn explanation(&self) -> [String; 3] {
        [
            "Lowered / by hand.".into(),
            format!(
                "Compile ms: processor time that the stage took by the driver's account, median of {} without any cache \
                 (RADV_DEBUG=nocache), both in turn.",
                self.rounds
            ),
            format!(
                "Bars: no scratch memory, {MOST_INSTRUCTIONS} times the instructions, {MOST_COMPILE_TIME} times the time."
            ),
        ]
    }
}

impl Compared {
    pub fn new(pipeline: &str, stage: StageName, lowered: Figures, by_hand: Figures) -> Self {
        let instructions_ratio = lowered.counts.instructions as f64 / by_hand.counts.instructions as f64;
        let compile_ratio = lowered.compile_ms.median / by_hand.compile_ms.median;
        let bars = [
            (Bar::Scratch, lowered.counts.scratch_bytes > 0),
            (Bar::Instructions, instructions_ratio > MOST_INSTRUCTIONS),
            (Bar::Compile, compile_ratio > MOST_COMPILE_TIME),
        ];
        let broken = bars.into_iter().filter_map(|(bar, broken)| broken.then_some(bar)).collect();
        Self { pipeline: pipeline.into(), stage, lowered, by_hand, instructions_ratio, compile_ratio, broken }
    }

    /// The cells of a table's row, after the stage.
    pub fn cells(&self) -> [String; COLUMNS.len()] {
        let [lowered, by_hand] = [self.lowered.counts, self.by_hand.counts];
        let pair = |of: fn(Counts) -> u64| format!("{} / {}", of(lowered), of(by_hand));
        let [time, hand_time] = [&self.lowered, &self.by_hand].map(|figures| figures.compile_ms.median);
        [
            pair(|counts| counts.vgprs),
            pair(|counts| counts.sgprs),
            pair(|counts| counts.lds_bytes),
            pair(|counts| counts.scratch_bytes),
            pair(|counts| counts.instructions),
            format!("{:.2}", self.instructions_ratio),
            pair(|counts| counts.code_bytes),
            format!("{time:.2} / {hand_time:.2}"),
            format!("{:.2}", self.compile_ratio),
        ]
    }
}

pub const COLUMNS: [&str; 9] =
    ["VGPRs", "SGPRs", "LDS", "scratch", "instructions", "ratio", "code bytes", "compile ms", "ratio"];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}\n{}", self.driver, self.date, self.explanation().join("\n"))?;
        self.families.iter().try_for_each(|family| family.fmt(f))?;
        writeln!(f, "\nStages that break a bar: {}", self.broken().count())
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{} ({})", self.family, self.driver)?;
        row(f, "pipeline", "stage", &COLUMNS.map(String::from), "")?;
        self.stages.iter().try_for_each(|stage| {
            let broken: Vec<_> = stage.broken.iter().map(Bar::to_string).collect();
            row(f, &stage.pipeline, &stage.stage.to_string(), &stage.cells(), &broken.join(", "))
        })
    }
}

fn row(f: &mut fmt::Formatter<'_>, pipeline: &str, stage: &str, cells: &[String; 9], broken: &str) -> fmt::Result {
    const WIDTHS: [usize; COLUMNS.len()] = [9, 9, 9, 7, 12, 5, 13, 13, 5];
    write!(f, "  {pipeline:<14}{stage:<7}")?;
    cells.iter().zip(WIDTHS).try_for_each(|(cell, width)| write!(f, " {cell:>width$}"))?;
    writeln!(f, "{}{broken}", if broken.is_empty() { "" } else { "  over: " })
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Task => "task",
            Self::Mesh => "mesh",
            Self::Vertex => "vertex",
        })
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scratch => "scratch",
            Self::Instructions => "instructions",
            Self::Compile => "compile time",
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn figures(instructions: u64, scratch_bytes: u64, median: f64) -> Figures {
        let counts = Counts { instructions, scratch_bytes, ..Counts::default() };
        Figures { counts, compile_ms: Spread { median, min: median, max: median } }
    }

    /// A report of one stage that keeps all bars, and of one that breaks all.
    pub fn example() -> Report {
        let by_hand = figures(100, 0, 1.0);
        let good = Compared::new("grass", StageName::Mesh, figures(115, 0, 2.0), by_hand);
        let bad = Compared::new("grass", StageName::Vertex, figures(116, 4, 2.1), by_hand);
        let family = Family {
            family: "NAVI10".into(),
            device: "RADV <NAVI10>".into(),
            driver: "radv Mesa 25".into(),
            stages: vec![good, bad],
        };
        Report { families: vec![family], ..Report::new("radv.json".into(), 11) }
    }

    #[test]
    fn bars_are_kept_up_to_their_height() {
        let report = example();
        let [good, bad] = &report.families[0].stages[..] else { panic!("two stages") };
        assert_eq!(good.broken, []);
        assert_eq!(bad.broken, [Bar::Scratch, Bar::Instructions, Bar::Compile]);
        assert!(report.has_finding());
        assert!(
            report.to_string().ends_with("over: scratch, instructions, compile time\n\nStages that break a bar: 1\n")
        );
    }
}
