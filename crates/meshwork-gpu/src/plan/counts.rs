//! What queries count of a plan's draws.
//!
//! A query may begin and end between any two draws, which are then different raster draws. After each step of a run a kernel
//! adds what the step did for the raster draws of each query: in the end every workgroup is counted once, whatever the steps.

use meshwork_abi::gpu::{self, Address};

use super::record::{BETWEEN, Groups, HoistPart, Recorder};
use super::{RunIndex, Runs};
use crate::error::Error;
use crate::kernels::KernelPush;
use crate::memory::{Arena, Slice};

/// Invocations of a workgroup of `count_draws`.
const LANES: u32 = 64;

/// A run with draws that queries count.
pub(super) struct Counting {
    run: RunIndex,
    /// [`gpu::Counting`], in device memory.
    at: Address,
    count: u32,
}

/// Writes the tables of all runs.
pub(super) fn counting(
    counted: &[(RunIndex, gpu::CountedDraws)],
    runs: &Runs,
    runs_at: Slice,
    memory: Slice,
    arena: &mut Arena,
) -> Result<Vec<Counting>, Error> {
    if counted.is_empty() {
        return Ok(Vec::new());
    }
    let mut counted = counted.to_vec();
    counted.sort_by_key(|(run, _)| *run);
    let of_run = |run: &[(RunIndex, gpu::CountedDraws)]| {
        let draws: Vec<gpu::CountedDraws> = run.iter().map(|(_, draws)| *draws).collect();
        let (run, count) = (run[0].0, draws.len() as u32);
        let alike = runs.alike(run.0);
        let (record, used) = (runs.pipeline(alike).record(), runs.in_views(alike));
        let mesh_invocations: u32 = record.mesh_workgroup_size.iter().product();
        let table = gpu::Counting {
            run: runs_at.element::<gpu::Run>(run.0),
            draws: arena.table(bytemuck::cast_slice(&draws))?.element::<gpu::CountedDraws>(0),
            raster: Address::new(memory.at(runs.list[run.0].first + alike.places.raster).address),
            count,
            task_invocations: record.task_workgroup_size.map_or(0, |size| size.iter().product()),
            mesh_invocations: mesh_invocations * used.apart().count_ones(),
            views: used.count(),
            ..Default::default()
        };
        let at = arena.table(bytemuck::bytes_of(&table))?.element::<gpu::Counting>(0);
        Ok(Counting { run, at, count })
    };
    counted.chunk_by(|(left, _), (right, _)| left == right).map(of_run).collect()
}

/// Counts what a step of these runs did.
pub(super) fn record_counts(recorder: &mut Recorder, parts: &[HoistPart], number: u32) {
    let counting = parts.iter().flat_map(|HoistPart { plan, runs }| {
        plan.counting.iter().filter(|counting| runs.contains(&counting.run.0)).map(|counting| (*plan, counting))
    });
    let mut counting = counting.peekable();
    if counting.peek().is_none() {
        return;
    }
    // It reads the raster draws. What is counted is made visible by the commands that read it ([`crate::Counters`]).
    recorder.barrier(&BETWEEN);
    recorder.bind_pipeline(recorder.shared.kernels.count_draws);
    for (plan, Counting { run, at, count }) in counting {
        let step = plan.push_of_meshes(*run, number).step;
        recorder.kernel_of_run(Groups::flat(count.div_ceil(LANES)), KernelPush { run: at.get(), step });
    }
}
