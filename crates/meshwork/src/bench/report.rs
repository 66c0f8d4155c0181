//! What `meshwork bench` found out.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::render::Size;

use super::against::Comparison;
use super::date;
use super::primitive_shader;
use super::shuffle;
use super::variant::Variant;

/// The object that `meshwork bench --json` prints, and `--against` reads.
#[derive(Debug, Serialize, Deserialize)]
pub struct Report {
    pub device: String,
    pub driver: String,
    /// UTC, as in `2026-11-29T20:46:50Z`.
    pub date: String,
    pub size: [u32; 2],
    pub benchmarks: Vec<Measured>,
    /// Benchmarks again with other numbers of draws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaling: Vec<Measured>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shuffles: Vec<shuffle::Measured>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub primitive_shaders: Vec<primitive_shader::Measured>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Comparison>,
}

/// One benchmark. Counts are of a frame.
#[derive(Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    pub mesh_draws: u64,
    /// Triangles that mesh shaders put out.
    pub triangles: u64,
    /// Without `native…` where the driver has no mesh shaders.
    pub variants: BTreeMap<Variant, Figures>,
    /// Of medians, as in `fallback/native`: GPU time, or frame time where the queue has no time stamps.
    pub ratios: BTreeMap<String, f64>,
    /// The same of frame times: on a CPU driver they say more.
    pub frame_ratios: BTreeMap<String, f64>,
    /// The most pixels in which a variant's picture differs from the first variant's.
    pub pixels_different: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Figures {
    /// `None` where the queue has no time stamps.
    pub gpu_ms: Option<Spread>,
    pub frame_ms: Spread,
    /// Processor time of the thread that records.
    pub record_ms: Spread,
    /// Dispatches and barriers that the layer added.
    pub dispatches: u64,
    pub barriers: u64,
    pub record_bytes: u64,
    /// Of all frames: workgroups that could not be run for want of memory.
    #[serde(default)]
    pub lost_workgroups: u64,
    /// What the GPU time is made of, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split_ms: Option<Split>,
}

/// The parts of a frame's GPU time, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Split {
    /// Compute work before passes; `None` where it is not apart from the rest of the work on vertices.
    pub hoisted: Option<f64>,
    /// What else happens where scissors are empty. Of native draws: task and mesh shaders.
    pub vertices: f64,
    /// What that leaves.
    pub pixels: f64,
}

impl Split {
    /// From times of whole frames and of frames without pixels.
    pub fn new(whole: Spread, without_pixels: Spread, hoisted: Option<f64>) -> Self {
        Self {
            hoisted,
            vertices: (without_pixels.median - hoisted.unwrap_or(0.0)).max(0.0),
            pixels: (whole.median - without_pixels.median).max(0.0),
        }
    }
}

impl Figures {
    /// GPU time where it is known, else the time of the frame.
    pub fn time(&self) -> Spread {
        self.gpu_ms.unwrap_or(self.frame_ms)
    }
}

/// Of many samples, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    pub fn of(mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        let (&min, &max) = (samples.first()?, samples.last()?);
        let middle = samples.len() / 2;
        let median =
            if samples.len() % 2 == 1 { samples[middle] } else { (samples[middle - 1] + samples[middle]) / 2.0 };
        Some(Self { median, min, max })
    }
}

/// Each variant's time in that of the native draws, and each worse way's in that of the fallback.
pub fn ratios(variants: &BTreeMap<Variant, Figures>, time: impl Fn(&Figures) -> f64) -> BTreeMap<String, f64> {
    let mut ratios = BTreeMap::new();
    for base in [Variant::Native, Variant::Fallback] {
        let Some(base_time) = variants.get(&base).map(&time).filter(|&time| time > 0.0) else { continue };
        for (variant, figures) in variants.iter().filter(|&(&variant, _)| variant > base) {
            ratios.insert(format!("{variant}/{base}"), time(figures) / base_time);
        }
    }
    ratios
}

impl Report {
    pub fn new(driver: String, size: Size) -> Self {
        Self {
            device: String::new(),
            driver,
            date: date::now(),
            size: [size.width, size.height],
            benchmarks: Vec::new(),
            scaling: Vec::new(),
            shuffles: Vec::new(),
            primitive_shaders: Vec::new(),
            against: None,
        }
    }

    pub fn has_finding(&self) -> bool {
        let mut measured = self.benchmarks.iter().chain(&self.scaling);
        let shuffles_wrong = self.shuffles.iter().any(|shuffle| shuffle.values_different > 0);
        let programs_wrong = self.primitive_shaders.iter().any(primitive_shader::Measured::is_wrong);
        let is_wrong = shuffles_wrong || programs_wrong || measured.any(Measured::is_wrong);
        is_wrong || self.against.as_ref().is_some_and(Comparison::has_finding)
    }
}

impl Measured {
    fn is_wrong(&self) -> bool {
        // The baseline does not read back how much there is and may guess too little in its first frame. Later frames do not,
        // and one of those is what is compared.
        let lost =
            |(&variant, figures): (&Variant, &Figures)| variant != Variant::PerDraw && figures.lost_workgroups > 0;
        self.pixels_different > 0 || self.variants.iter().any(lost)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size;
        writeln!(f, "{} at {width}x{height}, {}; milliseconds, median (fastest to slowest)", self.device, self.date)?;
        self.benchmarks.iter().chain(&self.scaling).try_for_each(|measured| measured.fmt(f))?;
        self.shuffles.iter().try_for_each(|measured| write!(f, "\n{measured}"))?;
        self.primitive_shaders.iter().try_for_each(|measured| write!(f, "\n{measured}"))?;
        self.against.iter().try_for_each(|comparison| comparison.fmt(f))
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, mesh_draws, triangles, pixels_different, .. } = self;
        write!(f, "\n{name}: {mesh_draws} mesh draws, {triangles} triangles")?;
        writeln!(f, ", {pixels_different} pixels differ between the variants")?;
        for (variant, figures) in &self.variants {
            write!(f, "  {variant:<16}  ")?;
            if let Some(gpu) = figures.gpu_ms {
                write!(f, "GPU {gpu}  ")?;
            }
            write!(f, "frame {}  record {}", figures.frame_ms, figures.record_ms)?;
            if !variant.is_native() {
                let mib = figures.record_bytes as f64 / f64::from(1 << 20);
                write!(f, "  {} dispatches, {} barriers, {mib:.1} MiB", figures.dispatches, figures.barriers)?;
            }
            if let Some(Split { hoisted, vertices, pixels }) = figures.split_ms {
                let hoisted = hoisted.map_or(String::new(), |hoisted| format!("hoisted {hoisted:.3}, "));
                write!(f, "\n  {:<16}  {hoisted}vertices {vertices:.3}, pixels {pixels:.3}", "")?;
            }
            match figures.lost_workgroups {
                0 => writeln!(f)?,
                lost => writeln!(f, "; {lost} workgroups lost")?,
            }
        }
        self.ratios.iter().try_for_each(|(name, ratio)| writeln!(f, "  {name:<26}{ratio:8.3}"))
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ({:.3} to {:.3})", self.median, self.min, self.max)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A report of one benchmark whose variants take 1, 1.5, 2, 3 and 4 ms.
    pub fn example() -> Report {
        let figures = |median| Figures {
            gpu_ms: Some(Spread { median, min: median / 2.0, max: median * 2.0 }),
            frame_ms: Spread { median: median * 10.0, min: median, max: median * 20.0 },
            record_ms: Spread { median: 0.5, min: 0.25, max: 1.0 },
            dispatches: 5,
            barriers: 6,
            record_bytes: 1 << 20,
            lost_workgroups: 0,
            split_ms: None,
        };
        let variants: BTreeMap<_, _> = Variant::ALL.into_iter().zip([1.0, 1.5, 2.0, 3.0, 4.0].map(figures)).collect();
        Report {
            device: "llvmpipe <256 bits>".into(),
            driver: "lavapipe".into(),
            date: date::now(),
            size: [4, 2],
            benchmarks: vec![Measured {
                name: "prepass".into(),
                mesh_draws: 961,
                triangles: 1000,
                ratios: ratios(&variants, |figures| figures.time().median),
                frame_ratios: ratios(&variants, |figures| figures.frame_ms.median),
                variants,
                pixels_different: 0,
            }],
            scaling: Vec::new(),
            shuffles: Vec::new(),
            primitive_shaders: Vec::new(),
            against: None,
        }
    }

    #[test]
    fn a_spread_is_median_and_extremes() {
        assert_eq!(Spread::of(vec![]), None);
        assert_eq!(Spread::of(vec![3.0, 1.0, 2.0]), Some(Spread { median: 2.0, min: 1.0, max: 3.0 }));
        assert_eq!(Spread::of(vec![4.0, 1.0, 2.0, 3.0]), Some(Spread { median: 2.5, min: 1.0, max: 4.0 }));
    }

    #[test]
    fn ratios_are_named_by_their_variants() {
        let report = example();
        let expected = [
            ("fallback-no-runs/fallback", 1.5),
            ("fallback-no-runs/native", 3.0),
            ("fallback/native", 2.0),
            ("native-gathered/native", 1.5),
            ("per-draw/fallback", 2.0),
            ("per-draw/native", 4.0),
        ];
        assert_eq!(report.benchmarks[0].ratios, expected.map(|(name, ratio)| (name.to_owned(), ratio)).into());
        assert!(!report.has_finding());
    }
}
