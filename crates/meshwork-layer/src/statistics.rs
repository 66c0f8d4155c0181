//! What the fallback did on a device: counted always, written on request (`MESHWORK_STATISTICS`).

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;
use serde_json::json;

use crate::record::run::RunEnd;

/// A count of something.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
pub struct Statistics {
    /// Render passes with mesh draws.
    pub passes: Counter,
    /// Mesh draw commands.
    pub mesh_draws: Counter,
    pub runs: Counter,
    /// Compute work before passes or in them, each with its own barriers: one for several passes, or several for one.
    pub hoists: Counter,
    /// Compute dispatches and barriers that were recorded for mesh work.
    pub dispatches: Counter,
    pub barriers: Counter,
    /// Bytes of device memory that plans reserved for records, payloads and index lists.
    pub record_bytes: Counter,
    /// The most device memory that the layer had at once, in bytes; told when the device goes.
    pub peak_memory_bytes: Counter,
    /// Steps recorded beyond a run's first.
    pub extra_steps: Counter,
    /// Passes after whose hoist the command buffer was cut, as they were recorded.
    pub cuts: Counter,
    /// Passes that the thread of a queue recorded again, because one step of a run was not enough.
    continuations: Counter,
    /// What ended runs.
    run_ends: [Counter; RunEnd::ALL.len()],
    on_gpu: Mutex<meshwork_gpu::Totals>,
    /// GPU time of the hoists of each command buffer, where they are timed.
    hoist_ns: Mutex<Vec<u64>>,
}

impl Statistics {
    /// A run ended, for this reason; where a mesh draw came after it, that is told the first time.
    pub fn run_ended(&self, reason: RunEnd) {
        let before = self.run_ends[reason as usize].0.fetch_add(1, Ordering::Relaxed);
        if before == 0 && reason != RunEnd::Pass {
            tracing::info!("mesh draws are not gathered with those before them: {}", reason.name());
        }
    }

    /// How often runs ended, by the reasons that there were.
    fn run_ends(&self) -> serde_json::Value {
        let counts = RunEnd::ALL.map(|reason| (reason.name(), self.run_ends[reason as usize].get()));
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// A queue's thread goes on with a pass.
    pub fn continued(&self) {
        if self.continuations.get() == 0 {
            tracing::info!("a render pass needs more memory than was guessed, and goes on in further steps");
        }
        tracing::debug!("a render pass is continued");
        self.continuations.add(1);
    }

    /// A command buffer is done with: what its plans did on the GPU.
    pub fn finished(&self, totals: &meshwork_gpu::Totals) {
        if totals.unfinished_runs != 0 {
            let (runs, workgroups) = (totals.unfinished_runs, totals.unfinished_workgroups);
            tracing::error!(
                "{runs} runs of mesh draws did not finish, {workgroups} workgroups or more: geometry is missing"
            );
        }
        let mut sum = self.on_gpu.lock();
        sum.task_workgroups += totals.task_workgroups;
        sum.mesh_workgroups += totals.mesh_workgroups;
        sum.primitives += totals.primitives;
        sum.steps += totals.steps;
        sum.unfinished_runs += totals.unfinished_runs;
        sum.unfinished_workgroups += totals.unfinished_workgroups;
        if totals.hoist_ns > 0 {
            self.hoist_ns.lock().push(totals.hoist_ns);
        }
    }

    fn to_json(&self, device: &str, mode: &str) -> serde_json::Value {
        let on_gpu = *self.on_gpu.lock();
        json!({
            "mode": mode,
            "device": device,
            "passes": self.passes.get(),
            "mesh_draws": self.mesh_draws.get(),
            "runs": self.runs.get(),
            "hoists": self.hoists.get(),
            "dispatches": self.dispatches.get(),
            "barriers": self.barriers.get(),
            "task_workgroups": on_gpu.task_workgroups,
            "mesh_workgroups": on_gpu.mesh_workgroups,
            "triangles": on_gpu.primitives,
            "record_bytes": self.record_bytes.get(),
            "peak_memory_bytes": self.peak_memory_bytes.get(),
            "steps": on_gpu.steps,
            "extra_steps": self.extra_steps.get(),
            "cuts": self.cuts.get(),
            "continuations": self.continuations.get(),
            "lost_workgroups": on_gpu.unfinished_workgroups,
            "hoist_ns": *self.hoist_ns.lock(),
            "run_ends": self.run_ends(),
        })
    }

    /// Writes one JSON object. `mode` is what was true of the device: `native`, `fallback` or `none`. A device without mesh
    /// shaders, which a program may have made only to ask it something, does not replace what another one wrote.
    pub fn write(&self, path: &Path, device: &str, mode: &str) {
        static WRITTEN: AtomicBool = AtomicBool::new(false);
        if WRITTEN.swap(true, Ordering::Relaxed) && mode == "none" {
            return;
        }
        if let Err(error) = std::fs::write(path, format!("{:#}\n", self.to_json(device, mode))) {
            tracing::error!("statistics cannot be written to {}: {error}", path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_reasons() {
        let statistics = Statistics::default();
        statistics.passes.add(2);
        statistics.run_ended(RunEnd::Pipeline);
        statistics.run_ended(RunEnd::Pipeline);
        let totals = meshwork_gpu::Totals { primitives: 5, ..Default::default() };
        statistics.finished(&totals);
        statistics.finished(&totals);
        let json = statistics.to_json("a device", "fallback");
        assert_eq!(json["passes"], 2);
        assert_eq!(json["triangles"], 10);
        assert_eq!(json["run_ends"]["pipeline"], 2);
        assert_eq!(json["mode"], "fallback");
    }
}
