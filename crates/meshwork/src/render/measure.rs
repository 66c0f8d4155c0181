//! Of a frame: GPU time, and the primitives of mesh shaders where a driver counts them, by queries around it; of the process: memory.

use ash::vk;

use crate::error::{During, Result};

use super::device::Gpu;
use super::memory::Owned;

pub struct Measure {
    /// Two time stamps.
    timestamps: Option<(vk::QueryPool, f64)>,
    primitives: Option<vk::QueryPool>,
}

impl Measure {
    pub fn new(gpu: &Gpu) -> Result<Self> {
        let timestamps = match gpu.timestamp_period {
            Some(period) => Some((query_pool(gpu, vk::QueryType::TIMESTAMP, 2)?, period)),
            None => None,
        };
        let kind = vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT;
        let primitives = if gpu.mesh_queries { Some(query_pool(gpu, kind, 1)?) } else { None };
        Ok(Self { timestamps, primitives })
    }

    /// Records `frame` between two time stamps.
    pub fn time(&self, gpu: &Gpu, commands: vk::CommandBuffer, frame: impl FnOnce()) {
        let Some((pool, _)) = self.timestamps else { return frame() };
        // SAFETY: recording, outside a render pass; the pool has two queries.
        unsafe {
            gpu.device.cmd_reset_query_pool(commands, pool, 0, 2);
            gpu.device.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, pool, 0);
        }
        frame();
        // SAFETY: as above.
        unsafe { gpu.device.cmd_write_timestamp(commands, vk::PipelineStageFlags::BOTTOM_OF_PIPE, pool, 1) };
    }

    /// Milliseconds between the time stamps of the last frame, which the GPU has run.
    pub fn gpu_ms(&self, gpu: &Gpu) -> Result<Option<f64>> {
        let Some((pool, period)) = self.timestamps else { return Ok(None) };
        let [begin, end] = results(gpu, pool)?;
        Ok(Some(end.wrapping_sub(begin) as f64 * period / 1e6))
    }

    /// Records `frame` with its mesh primitives counted, where they can be.
    pub fn count(&self, gpu: &Gpu, commands: vk::CommandBuffer, frame: impl FnOnce()) {
        let Some(pool) = self.primitives else { return frame() };
        // SAFETY: recording, outside a render pass; the pool has one query.
        unsafe {
            gpu.device.cmd_reset_query_pool(commands, pool, 0, 1);
            gpu.device.cmd_begin_query(commands, pool, 0, vk::QueryControlFlags::empty());
        }
        frame();
        // SAFETY: as above.
        unsafe { gpu.device.cmd_end_query(commands, pool, 0) };
    }

    /// Mesh primitives of the counted frame, which the GPU has run.
    pub fn primitives(&self, gpu: &Gpu) -> Result<Option<u64>> {
        let Some(pool) = self.primitives else { return Ok(None) };
        let [primitives] = results(gpu, pool)?;
        Ok(Some(primitives))
    }
}

/// Bytes of this process that lie in memory (`VmRSS` in proc(5)). A CPU driver's device memory is among them.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    kib.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

fn query_pool(gpu: &Gpu, kind: vk::QueryType, count: u32) -> Result<vk::QueryPool> {
    let info = vk::QueryPoolCreateInfo::default().query_type(kind).query_count(count);
    // SAFETY: plain creation.
    let pool = unsafe { gpu.device.create_query_pool(&info, None) }.during("vkCreateQueryPool")?;
    gpu.keep(Owned::QueryPool(pool));
    Ok(pool)
}

fn results<const N: usize>(gpu: &Gpu, pool: vk::QueryPool) -> Result<[u64; N]> {
    let mut values = [0; N];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the queries have ended on the GPU.
    unsafe { gpu.device.get_query_pool_results(pool, 0, &mut values, flags) }.during("vkGetQueryPoolResults")?;
    Ok(values)
}
