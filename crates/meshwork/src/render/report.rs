//! What a rendering found out, as a child reports it to its parent and the parent to the user.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The report of `meshwork render --json`.
#[derive(Debug, Serialize)]
pub struct Report {
    pub scene: String,
    pub driver: String,
    pub device: String,
    pub size: [u32; 2],
    /// Frames that were measured; one more was drawn before them.
    pub frames: u32,
    pub paths: Paths,
    /// Pixels in which the two pictures differ at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pixels_different: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize)]
pub struct Paths {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<PathReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<PathReport>,
}

/// One path's figures. Counts are of one frame, except where said.
#[derive(Debug, Serialize)]
pub struct PathReport {
    pub image: PathBuf,
    pub frame_ms: Times,
    /// `None` where the queue has no time stamps.
    pub gpu_ms: Option<Times>,
    pub mesh_draws: u64,
    /// Dispatches and barriers that the layer added.
    pub dispatches: u64,
    pub barriers: u64,
    /// Triangles that mesh shaders put out; `None` where a native driver cannot count them.
    pub triangles: Option<u64>,
    pub record_bytes: u64,
    /// The most device memory that the layer had at once.
    pub peak_memory_bytes: u64,
    /// After some of the frames, where there are so many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resident: Vec<Resident>,
    /// Of all frames: workgroups that could not be run for want of memory.
    pub lost_workgroups: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workgroups_run: Option<WorkgroupsRun>,
    /// The layer's own statistics, of all frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// What a child found.
#[derive(Debug, Serialize, Deserialize)]
pub struct ChildReport {
    pub device: String,
    /// Frames drawn, the unmeasured first among them.
    pub frames_drawn: u32,
    pub frame_ms: Times,
    pub gpu_ms: Option<Times>,
    pub resident: Vec<Resident>,
    pub mesh_draws: u64,
    pub triangles: Option<u64>,
    pub workgroups_run: Option<WorkgroupsRun>,
}

/// Memory of the process after so many measured frames.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Resident {
    pub frame: u32,
    pub bytes: u64,
}

/// Of a scene whose workgroups count themselves.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WorkgroupsRun {
    /// Workgroups that are meant to run in a frame, task and mesh together.
    pub expected: u64,
    /// Workgroups that ran another number of times than once a frame.
    pub wrong: u64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Times {
    pub median: f64,
    pub min: f64,
}

impl Times {
    /// Of at least one sample, in milliseconds.
    pub fn of(mut samples: Vec<f64>) -> Option<Self> {
        samples.sort_by(f64::total_cmp);
        let middle = samples.len() / 2;
        let median = match samples.len() {
            0 => return None,
            length if length % 2 == 1 => samples[middle],
            _ => (samples[middle - 1] + samples[middle]) / 2.0,
        };
        Some(Self { median, min: samples[0] })
    }
}

/// What the layer writes to `MESHWORK_STATISTICS`. Fields that this command has no use for are kept in `more`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Statistics {
    pub mode: String,
    pub mesh_draws: u64,
    pub dispatches: u64,
    pub barriers: u64,
    pub triangles: u64,
    pub record_bytes: u64,
    pub peak_memory_bytes: u64,
    pub lost_workgroups: u64,
    /// GPU time of the hoists of each frame, where the layer was asked to time them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hoist_ns: Vec<u64>,
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

impl PathReport {
    /// A child's report with what the layer counted, if it was there.
    pub fn merge(image: PathBuf, child: ChildReport, statistics: Option<Statistics>) -> Self {
        let frames = u64::from(child.frames_drawn);
        let counted = |count: fn(&Statistics) -> u64| statistics.as_ref().map(count);
        let per_frame = |count| counted(count).map(|count| count / frames);
        Self {
            image,
            frame_ms: child.frame_ms,
            gpu_ms: child.gpu_ms,
            mesh_draws: per_frame(|s| s.mesh_draws).unwrap_or(child.mesh_draws),
            dispatches: per_frame(|s| s.dispatches).unwrap_or(0),
            barriers: per_frame(|s| s.barriers).unwrap_or(0),
            triangles: per_frame(|s| s.triangles).or(child.triangles),
            record_bytes: per_frame(|s| s.record_bytes).unwrap_or(0),
            peak_memory_bytes: counted(|s| s.peak_memory_bytes).unwrap_or(0),
            resident: child.resident,
            lost_workgroups: counted(|s| s.lost_workgroups).unwrap_or(0),
            workgroups_run: child.workgroups_run,
            statistics,
        }
    }

    fn has_finding(&self) -> bool {
        self.lost_workgroups > 0 || self.workgroups_run.is_some_and(|workgroups| workgroups.wrong > 0)
    }
}

impl Report {
    /// Pictures differ, or workgroups were lost or ran twice.
    pub fn has_finding(&self) -> bool {
        let paths = [&self.paths.native, &self.paths.fallback];
        self.pixels_different.is_some_and(|pixels| pixels > 0)
            || paths.into_iter().flatten().any(PathReport::has_finding)
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [width, height] = self.size;
        writeln!(f, "{} at {width}x{height} on {}, {} measured", self.scene, self.device, frames(self.frames))?;
        for (name, path) in [("native", &self.paths.native), ("fallback", &self.paths.fallback)] {
            if let Some(path) = path {
                path.write(f, name)?;
            }
        }
        if let (Some(pixels), Some(difference)) = (self.pixels_different, &self.difference) {
            writeln!(f, "  {pixels} pixels differ  {}", difference.display())?;
        }
        Ok(())
    }
}

impl PathReport {
    fn write(&self, f: &mut std::fmt::Formatter<'_>, name: &str) -> std::fmt::Result {
        write!(f, "  {name:<8}  frame {:.2} ms", self.frame_ms.median)?;
        if let Some(gpu) = self.gpu_ms {
            write!(f, ", GPU {:.2} ms", gpu.median)?;
        }
        write!(f, "; {} mesh draws", self.mesh_draws)?;
        if let Some(triangles) = self.triangles {
            write!(f, ", {triangles} triangles")?;
        }
        if self.statistics.is_some() {
            write!(f, "; {} dispatches, {} barriers", self.dispatches, self.barriers)?;
        }
        if let Some(workgroups) = self.workgroups_run {
            match workgroups.wrong {
                0 => write!(f, "; {} workgroups, each run once", workgroups.expected)?,
                wrong => write!(f, "; {wrong} of {} workgroups not run once", workgroups.expected)?,
            }
        }
        if self.lost_workgroups > 0 {
            write!(f, "; {} workgroups lost", self.lost_workgroups)?;
        }
        writeln!(f, "  {}", self.image.display())?;
        self.write_memory(f)
    }

    fn write_memory(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mib = |bytes| bytes as f64 / f64::from(1 << 20);
        let Some((first, later)) = self.resident.split_first() else { return Ok(()) };
        write!(f, "            {:.1} MiB resident after {} frames", mib(first.bytes), first.frame)?;
        for Resident { frame, bytes } in later {
            write!(f, ", {:.1} after {frame}", mib(*bytes))?;
        }
        if self.statistics.is_some() {
            write!(f, "; {:.1} MiB of device memory at most", mib(self.peak_memory_bytes))?;
        }
        writeln!(f)
    }
}

fn frames(count: u32) -> String {
    if count == 1 { "1 frame".into() } else { format!("{count} frames") }
}

#[cfg(test)]
mod tests {
    use super::Times;

    #[test]
    fn times_are_median_and_minimum() {
        assert!(Times::of(vec![]).is_none());
        let odd = Times::of(vec![3.0, 1.0, 2.0]).expect("three samples");
        assert_eq!((odd.median, odd.min), (2.0, 1.0));
        let even = Times::of(vec![4.0, 1.0, 2.0, 3.0]).expect("four samples");
        assert_eq!((even.median, even.min), (2.5, 1.0));
    }
}
