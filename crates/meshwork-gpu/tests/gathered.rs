//! Draws one by one and gathered into one, on a driver's own mesh shaders: the same pixels, and each workgroup sees the same.

#[path = "gathered/gpu.rs"]
mod gpu;
#[path = "../../../tests/skip.rs"]
mod skip;

use std::collections::HashSet;

use ash::vk;
use meshwork_gpu::{Context, ContextDesc, GATHERED_PUSH_CONSTANTS, GatheredDraws, Limits, target_profile};
use meshwork_passes::{Gathered, MeshShaders, PayloadLimits, ProvokingVertex, Stage, gather};

use gpu::{Buffer, Gpu};

/// `Push` of `shaders/gathered.glsl`.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Push {
    log: u64,
    first: u32,
    values: [u32; 2],
    size: f32,
    place: [f32; 2],
}

#[derive(Clone, Copy)]
struct Draw {
    groups: [u32; 3],
    push: Push,
}

/// Bytes of what a workgroup tells, and how many can.
const SEEN: usize = 64;
const MOST_SEEN: usize = 1 << 18;

/// Draws of many sizes, some of none, and one of more workgroups than a row may have.
fn draws(log: &Buffer) -> Vec<Draw> {
    let sizes = [
        [1, 1, 1],
        [0, 5, 1],
        [3, 2, 2],
        [1, 1, 1],
        [2, 0, 2],
        [40, 1, 1],
        [1, 7, 3],
        [1, 1, 1],
        [2, 2, 0],
        [5, 5, 5],
        [300, 250, 1],
        [0, 0, 0],
    ];
    let mut first = 0;
    let draw = |(n, groups): (usize, [u32; 3])| {
        let n = n as u32;
        let push = Push {
            log: log.address,
            first,
            values: [n * 1_000 + 1, n * 1_000 + 2],
            size: 0.05 + 0.02 * n as f32,
            place: [0.07 * n as f32, 0.8 - 0.06 * n as f32],
        };
        // Room for the mesh workgroups that a task workgroup may make.
        first += 8 * groups.iter().product::<u32>();
        Draw { groups, push }
    };
    sizes.into_iter().enumerate().map(draw).collect()
}

struct Shaders {
    task: Option<Vec<u32>>,
    mesh: Vec<u32>,
    fragment: Vec<u32>,
}

impl Shaders {
    fn load(task: Option<&[u8]>, mesh: &[u8]) -> Self {
        let fragment = words(include_bytes!("shaders/gathered.frag.spv"));
        Self { task: task.map(words), mesh: words(mesh), fragment }
    }

    fn gather(&self, gpu: &Gpu) -> Gathered {
        let stage = |words| Stage { words, entry_point: "main", specialization: &[] };
        let shaders = MeshShaders {
            task: self.task.as_deref().map(stage),
            mesh: stage(&self.mesh),
            fragment: Some(stage(&self.fragment)),
            provoking_vertex: ProvokingVertex::First,
        };
        gather(&shaders, &target_profile(&gpu.instance, gpu.physical), &PayloadLimits::default()).expect("gathers")
    }

    fn pipeline(&self, gpu: &Gpu, task: Option<&[u32]>, mesh: &[u32], layout: vk::PipelineLayout) -> vk::Pipeline {
        let task = task.map(|words| (vk::ShaderStageFlags::TASK_EXT, words));
        let others =
            [(vk::ShaderStageFlags::MESH_EXT, mesh), (vk::ShaderStageFlags::FRAGMENT, self.fragment.as_slice())];
        gpu.pipeline(&task.into_iter().chain(others).collect::<Vec<_>>(), layout)
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect()
}

/// One of the two ways to draw.
struct Way<'a> {
    gpu: &'a Gpu,
    context: &'a Context,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    /// Stages that have push constants.
    stages: vk::ShaderStageFlags,
    gathered: Option<u32>,
}

impl<'a> Way<'a> {
    fn apart(gpu: &'a Gpu, context: &'a Context, shaders: &Shaders) -> Self {
        let task = shaders.task.as_ref().map_or(vk::ShaderStageFlags::empty(), |_| vk::ShaderStageFlags::TASK_EXT);
        let stages = task | vk::ShaderStageFlags::MESH_EXT;
        let range = vk::PushConstantRange::default().stage_flags(stages).size(size_of::<Push>() as u32);
        let layout = gpu.layout(range);
        let pipeline = shaders.pipeline(gpu, shaders.task.as_deref(), &shaders.mesh, layout);
        Self { gpu, context, layout, pipeline, stages, gathered: None }
    }

    fn gathered(gpu: &'a Gpu, context: &'a Context, shaders: &Shaders) -> Self {
        let gathered = shaders.gather(gpu);
        assert_eq!(gathered.push_constant_bytes as usize, size_of::<Push>());
        let layout = gpu.layout(GATHERED_PUSH_CONSTANTS);
        let pipeline = shaders.pipeline(gpu, gathered.task.as_deref(), &gathered.mesh, layout);
        let stages = GATHERED_PUSH_CONSTANTS.stage_flags;
        Self { gpu, context, layout, pipeline, stages, gathered: Some(gathered.push_constant_bytes) }
    }

    /// The picture.
    fn draw(&self, draws: &[Draw]) -> Vec<u8> {
        let Self { gpu, context, layout, pipeline, stages, gathered } = *self;
        if let Some(push_constant_bytes) = gathered {
            let mut one = GatheredDraws::new(push_constant_bytes);
            for Draw { groups, push } in draws {
                one.draw(*groups, bytemuck::bytes_of(push)).expect("fits");
            }
            let mut arena = context.arena();
            let one = one.finish(&mut arena).expect("a table");
            // SAFETY: recording in a pass that fits the pipeline; the arena lives until the GPU is done.
            return gpu.draw(pipeline, |cmd| unsafe { one.record(context, &gpu.mesh, cmd, layout) });
        }
        gpu.draw(pipeline, |cmd| {
            for Draw { groups: [x, y, z], push } in draws {
                // SAFETY: recording in a pass that fits the pipeline.
                unsafe {
                    gpu.device.cmd_push_constants(cmd, layout, stages, 0, bytemuck::bytes_of(push));
                    gpu.mesh.cmd_draw_mesh_tasks(cmd, *x, *y, *z);
                }
            }
        })
    }
}

#[test]
fn gathered_draws_are_those_draws() {
    let gpu = match Gpu::open() {
        Ok(gpu) => gpu,
        Err(reason) => return skip::skipped("gathered_draws_are_those_draws", reason),
    };
    let context = Context::new(&ContextDesc {
        instance: &gpu.instance,
        physical_device: gpu.physical,
        device: &gpu.device,
        multi_draw_indirect: false,
        limits: Limits::default(),
    })
    .expect("a context");
    let log = gpu.buffer(MOST_SEEN * SEEN);
    let draws = draws(&log);
    let mesh = Shaders::load(None, include_bytes!("shaders/gathered.mesh.spv"));
    let task: &[u8] = include_bytes!("shaders/gathered.task.spv");
    let tasks = Shaders::load(Some(task), include_bytes!("shaders/gathered_tasks.mesh.spv"));
    for (name, shaders) in [("mesh", &mesh), ("task and mesh", &tasks)] {
        let [apart, gathered] = [Way::apart(&gpu, &context, shaders), Way::gathered(&gpu, &context, shaders)];
        compare(name, [&apart, &gathered], &draws, &log);
        // Nothing to draw is nothing.
        assert!(gathered.draw(&draws[1..2]).iter().all(|&byte| byte == 0));
    }
    assert_eq!(gpu::validation_errors(), 0);
}

fn compare(name: &str, [apart, gathered]: [&Way<'_>; 2], draws: &[Draw], log: &Buffer) {
    let draw = |way: &Way<'_>| {
        log.clear();
        (way.draw(draws), log.read())
    };
    let (expected, told) = draw(apart);
    let workgroups: u64 = times(&told).sum();
    assert!(workgroups >= 70_000 && times(&told).all(|times| times <= 1), "{name}: the test's own draws");
    let colors: HashSet<&[u8]> = expected.chunks_exact(4).collect();
    assert!(colors.len() > 50, "{name}: {} colours", colors.len());

    let (picture, seen) = draw(gathered);
    if let Some(at) = seen.chunks_exact(SEEN).zip(told.chunks_exact(SEEN)).position(|(a, b)| a != b) {
        let entry = |log: &[u8]| words(&log[at * SEEN..][..SEEN]);
        panic!("{name}: workgroup {at} saw {:?}, and apart {:?}", entry(&seen), entry(&told));
    }
    let different = picture.chunks_exact(4).zip(expected.chunks_exact(4)).filter(|(a, b)| a != b).count();
    assert_eq!(different, 0, "{name}: pixels that differ");
}

/// How many times each workgroup ran.
fn times(log: &[u8]) -> impl Iterator<Item = u64> {
    log.chunks_exact(SEEN).map(|seen| u32::from_le_bytes([seen[48], seen[49], seen[50], seen[51]]).into())
}
