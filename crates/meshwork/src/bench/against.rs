//! `--against`: what got slower since an earlier run.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

use super::report::{Figures, Report, Spread};
use super::shuffle;
use super::variant::Variant;

#[derive(Debug, Serialize, Deserialize)]
pub struct Comparison {
    file: PathBuf,
    threshold: f64,
    /// Times that both runs have.
    compared: usize,
    /// The earlier run's device, where it was another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_device: Option<String>,
    slower: Vec<Slower>,
}

/// A median that grew by more than the threshold.
#[derive(Debug, Serialize, Deserialize)]
struct Slower {
    benchmark: String,
    variant: String,
    /// The field of the report.
    time: String,
    before_ms: f64,
    now_ms: f64,
    ratio: f64,
}

impl Comparison {
    pub fn new(file: &Path, before: &Report, now: &Report, threshold: f64) -> Result<Self> {
        let mut comparison = Self {
            file: file.to_owned(),
            threshold,
            compared: 0,
            other_device: (before.device != now.device).then(|| before.device.clone()),
            slower: Vec::new(),
        };
        for measured in &now.benchmarks {
            let Some(earlier) = before.benchmarks.iter().find(|earlier| earlier.name == measured.name) else {
                continue;
            };
            for (&variant, figures) in &measured.variants {
                if let Some(earlier) = earlier.variants.get(&variant) {
                    comparison.add_figures(&measured.name, variant, earlier, figures);
                }
            }
        }
        for shuffle in &now.shuffles {
            let earlier = before.shuffles.iter().filter(|earlier| earlier.name == shuffle.name);
            for (variant, figures) in &shuffle.variants {
                // What a dispatch does depends on how fast the device was when it was begun with.
                let time =
                    |of: &shuffle::Measured| of.variants.get(variant).map(|figures| of.in_dispatch(shuffle, figures));
                if let Some(before_ms) = earlier.clone().find_map(time) {
                    comparison.add(&shuffle.name, variant, "gpu_ms", before_ms, figures.gpu_ms.median);
                }
            }
        }
        for program in &now.primitive_shaders {
            let Some(earlier) = before.primitive_shaders.iter().find(|earlier| earlier.name == program.name) else {
                continue;
            };
            for (variant, figures) in &program.variants {
                let Some(earlier) = earlier.variants.get(variant) else { continue };
                for ((time, before), (_, now)) in earlier.times().into_iter().zip(figures.times()) {
                    if let (Some(before), Some(now)) = (before, now) {
                        comparison.add(&program.name, variant.name(), time, before, now);
                    }
                }
            }
        }
        if comparison.compared == 0 { Err(Error::NothingToCompare { path: file.to_owned() }) } else { Ok(comparison) }
    }

    fn add_figures(&mut self, benchmark: &str, variant: Variant, before: &Figures, now: &Figures) {
        let times = |figures: &Figures| {
            [("gpu_ms", figures.gpu_ms), ("frame_ms", Some(figures.frame_ms)), ("record_ms", Some(figures.record_ms))]
        };
        for ((time, before), (_, now)) in times(before).into_iter().zip(times(now)) {
            let (Some(Spread { median: before_ms, .. }), Some(Spread { median: now_ms, .. })) = (before, now) else {
                continue;
            };
            self.add(benchmark, variant.name(), time, before_ms, now_ms);
        }
    }

    fn add(&mut self, benchmark: &str, variant: &str, time: &str, before_ms: f64, now_ms: f64) {
        self.compared += 1;
        if now_ms > before_ms * self.threshold {
            let [benchmark, variant, time] = [benchmark, variant, time].map(str::to_owned);
            self.slower.push(Slower { benchmark, variant, time, before_ms, now_ms, ratio: now_ms / before_ms });
        }
    }

    pub fn has_finding(&self) -> bool {
        !self.slower.is_empty()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, threshold, compared, .. } = self;
        writeln!(
            f,
            "\nagainst {}: of {compared} times {} take more than {threshold} times as long",
            file.display(),
            self.slower.len()
        )?;
        if let Some(device) = &self.other_device {
            writeln!(f, "  that was another device: {device}")?;
        }
        for Slower { benchmark, variant, time, before_ms, now_ms, ratio } in &self.slower {
            writeln!(f, "  {benchmark} {variant}: {time} {before_ms:.3} → {now_ms:.3}, {ratio:.2} times")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::report::tests::example;

    #[test]
    fn only_what_is_beyond_the_threshold_is_slower() {
        let (before, mut now) = (example(), example());
        let compare = |now: &Report| Comparison::new(Path::new("before.json"), &before, now, 1.1).expect("comparable");
        assert!(!compare(&now).has_finding());

        let figures = now.benchmarks[0].variants.get_mut(&Variant::Fallback).expect("a variant");
        figures.record_ms.median *= 1.09;
        figures.gpu_ms.as_mut().expect("a time").median *= 1.2;
        let comparison = compare(&now);
        assert_eq!((comparison.compared, comparison.slower.len()), (15, 1));
        let text = comparison.to_string();
        assert!(text.contains("prepass fallback: gpu_ms 2.000 → 2.400, 1.20 times"), "{text}");
    }

    #[test]
    fn a_report_of_other_benchmarks_is_refused() {
        let (before, mut now) = (example(), example());
        now.benchmarks[0].name = "grass".into();
        assert!(Comparison::new(Path::new("before.json"), &before, &now, 1.1).is_err());
    }
}
