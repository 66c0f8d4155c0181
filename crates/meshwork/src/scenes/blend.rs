//! Translucent triangles laid over each other: another order of triangles, workgroups, tasks or draws would be another
//! picture. Rings are drawn with and without a task stage in turn. Every workgroup counts itself.

use ash::vk;
use bytemuck::{Pod, Zeroable};

use super::backdrop::{Backdrop, Gradient};
use super::turn::directions;
use super::{Frame, Scene, Workgroups, push};
use crate::error::Result;
use crate::render::{Depth, Gpu, MESH_STAGES, MeshPipeline, Pass, Start, Target, shader};

/// As `shaders/blend.glsl` declares it.
const WHIRLS_PER_TASK: u32 = 4;

/// From the outermost ring in: whirls, radius, size, twist and the colours at a whirl's rim and heart.
const RINGS: [Ring; 8] = [
    Ring::new(26, 0.80, 0.34, 9, [0.10, 0.20, 0.75], [0.30, 0.75, 1.00]),
    Ring::new(22, 0.68, 0.33, 711, [0.15, 0.12, 0.60], [0.55, 0.60, 1.00]),
    Ring::new(18, 0.56, 0.31, 9, [0.38, 0.10, 0.62], [0.80, 0.55, 1.00]),
    Ring::new(14, 0.45, 0.28, 711, [0.65, 0.08, 0.48], [1.00, 0.55, 0.80]),
    Ring::new(11, 0.34, 0.25, 9, [0.85, 0.12, 0.25], [1.00, 0.62, 0.50]),
    Ring::new(9, 0.24, 0.21, 711, [0.95, 0.30, 0.10], [1.00, 0.80, 0.40]),
    Ring::new(7, 0.15, 0.17, 9, [1.00, 0.55, 0.10], [1.00, 0.92, 0.55]),
    Ring::new(5, 0.07, 0.12, 711, [1.00, 0.80, 0.25], [1.00, 1.00, 0.85]),
];

/// Fits the rings into the picture.
const SCALE: f32 = 0.86;

const RIM_ALPHA: f32 = 0.16;
const HEART_ALPHA: f32 = 0.30;

struct Ring {
    whirls: u32,
    radius: f32,
    size: f32,
    twist: u32,
    rim: [f32; 3],
    heart: [f32; 3],
}

impl Ring {
    const fn new(whirls: u32, radius: f32, size: f32, twist: u32, rim: [f32; 3], heart: [f32; 3]) -> Self {
        Self { whirls, radius, size, twist, rim, heart }
    }

    fn tasks(&self) -> u32 {
        self.whirls.div_ceil(WHIRLS_PER_TASK)
    }
}

pub struct Blend {
    backdrop: Backdrop,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    task_pipeline: vk::Pipeline,
    rings: Vec<Push>,
    workgroups: Workgroups,
}

/// `Push` of `shaders/blend.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    directions: u64,
    counters: u64,
    inner: [f32; 4],
    outer: [f32; 4],
    viewport: [f32; 2],
    scale: [f32; 2],
    ring: f32,
    size: f32,
    whirls: u32,
    phase: u32,
    twist: u32,
    first_task: u32,
    first_whirl: u32,
    pad: u32,
}

impl Blend {
    pub fn new(gpu: &Gpu, target: &Target) -> Result<Self> {
        let storage = vk::BufferUsageFlags::STORAGE_BUFFER;
        let directions = gpu.upload(&directions(), storage)?.address;
        let tasks: u32 = RINGS.iter().map(Ring::tasks).sum();
        let whirls: u32 = RINGS.iter().map(|ring| ring.whirls).sum();
        let counters = gpu.shared(u64::from(tasks + whirls) * 4, storage)?;

        let (mut rings, mut expected) = (Vec::new(), vec![0; tasks as usize]);
        let (mut first_task, mut first_whirl) = (0, tasks);
        for (index, ring) in RINGS.iter().enumerate() {
            let color = |[r, g, b]: [f32; 3], alpha: f32| [r, g, b, alpha];
            rings.push(Push {
                directions,
                counters: counters.address,
                inner: color(ring.heart, HEART_ALPHA),
                outer: color(ring.rim, RIM_ALPHA),
                viewport: target.viewport_size().to_array(),
                scale: (target.size().y / target.viewport_size()).to_array(),
                ring: ring.radius * SCALE,
                size: ring.size * SCALE,
                whirls: ring.whirls,
                phase: index as u32 * 37,
                twist: ring.twist,
                first_task,
                first_whirl,
                pad: 0,
            });
            expected[first_task as usize..][..ring.tasks() as usize].fill(u32::from(has_task(index)));
            first_task += ring.tasks();
            first_whirl += ring.whirls;
        }
        expected.resize((tasks + whirls) as usize, 1);

        let range = vk::PushConstantRange::default().stage_flags(MESH_STAGES).size(size_of::<Push>() as u32);
        let layout = gpu.pipeline_layout(&[], &[range])?;
        let pipeline = |task, mesh| {
            gpu.mesh_pipeline(&MeshPipeline {
                task,
                mesh,
                fragment: Some(shader!("blend.frag")),
                layout,
                depth: Depth::Absent,
                cull: vk::CullModeFlags::NONE,
                blend: true,
            })
        };
        let gradient = Gradient {
            top: [0.004, 0.005, 0.012],
            horizon: [0.010, 0.010, 0.022],
            bottom: [0.003, 0.003, 0.008],
            horizon_height: 0.5,
        };
        Ok(Self {
            backdrop: Backdrop::new(gpu, target, Depth::Absent, &gradient)?,
            layout,
            pipeline: pipeline(None, shader!("blend.mesh"))?,
            task_pipeline: pipeline(Some(shader!("blend.task")), shader!("blend_tasks.mesh"))?,
            rings,
            workgroups: Workgroups { counters, expected },
        })
    }
}

/// Two rings by tasks, two without: neighbours of either kind follow each other.
fn has_task(ring: usize) -> bool {
    ring % 4 < 2
}

impl Scene for Blend {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let pass = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: None };
        target.pass(gpu, commands, pass, || {
            self.backdrop.record(frame);
            for (index, (constants, ring)) in self.rings.iter().zip(&RINGS).enumerate() {
                let (pipeline, groups) = match has_task(index) {
                    true => (self.task_pipeline, ring.tasks()),
                    false => (self.pipeline, ring.whirls),
                };
                // SAFETY: recording in a pass that fits the pipeline.
                unsafe {
                    gpu.device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
                    push(frame, self.layout, MESH_STAGES, constants);
                    gpu.mesh.cmd_draw_mesh_tasks(commands, groups, 1, 1);
                }
            }
        });
    }

    fn mesh_draws(&self) -> u64 {
        1 + self.rings.len() as u64
    }

    fn workgroups(&self) -> Option<&Workgroups> {
        Some(&self.workgroups)
    }
}
