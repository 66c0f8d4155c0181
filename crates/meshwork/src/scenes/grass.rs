//! A meadow: task workgroups that ask for different numbers of mesh workgroups, drawn by one indirect draw whose
//! arguments a dispatch has just written. Every workgroup counts itself.

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

use super::backdrop::{Backdrop, Gradient};
use super::camera::Camera;
use super::{Frame, Scene, Workgroups, push};
use crate::error::Result;
use crate::render::{Buffer, Depth, Gpu, MESH_STAGES, MeshPipeline, Pass, Start, Target, shader};

/// Task workgroups.
const PATCHES: u32 = 433;
/// Mesh workgroups that a patch may have, as `shaders/grass.glsl` declares it.
const MAX_WORKGROUPS: u32 = 32;

const HORIZON: [f32; 3] = [0.62, 0.66, 0.62];

pub struct Grass {
    backdrop: Backdrop,
    set: vk::DescriptorSet,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    arguments_layout: vk::PipelineLayout,
    arguments_pipeline: vk::Pipeline,
    /// `VkDrawMeshTasksIndirectCommandEXT`.
    arguments: Buffer,
    push: Push,
    workgroups: Workgroups,
}

/// `Patch` of `shaders/grass.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Patch {
    center: [f32; 2],
    radius: f32,
    workgroups: u32,
}

/// `Push` of `shaders/grass.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    view_projection: [f32; 16],
    eye: [f32; 4],
    /// Colour, and how fast it takes over with the square of the distance.
    fog: [f32; 4],
    viewport: [f32; 2],
    patch_count: u32,
}

impl Grass {
    pub fn new(gpu: &Gpu, target: &Target) -> Result<Self> {
        let eye = Vec3::new(0.0, 0.85, 0.0);
        let camera = Camera::look(eye, Vec3::new(0.0, 0.42, 3.0), 45.0, target, 0.1, 60.0);
        let patches = patches(target.aspect_ratio());

        let storage = vk::BufferUsageFlags::STORAGE_BUFFER;
        let expected = expected(&patches);
        let counters = gpu.shared(size_of_val(&expected[..]) as u64, storage)?;
        let arguments = gpu.upload(&[0_u32; 3], storage | vk::BufferUsageFlags::INDIRECT_BUFFER)?;
        let set_layout =
            gpu.set_layout(vk::DescriptorType::STORAGE_BUFFER, 3, MESH_STAGES | vk::ShaderStageFlags::COMPUTE)?;
        let set = gpu.buffer_set(set_layout, &[&gpu.upload(&patches, storage)?, &counters, &arguments])?;

        let range = |stages, size: usize| vk::PushConstantRange::default().stage_flags(stages).size(size as u32);
        let layout = gpu.pipeline_layout(&[set_layout], &[range(MESH_STAGES, size_of::<Push>())])?;
        let arguments_layout = gpu.pipeline_layout(&[set_layout], &[range(vk::ShaderStageFlags::COMPUTE, 4)])?;
        let gradient = Gradient {
            top: [0.16, 0.36, 0.66],
            horizon: HORIZON,
            bottom: [0.020, 0.055, 0.012],
            horizon_height: 0.335,
        };
        let [r, g, b] = HORIZON;
        Ok(Self {
            backdrop: Backdrop::new(gpu, target, Depth::Ignored, &gradient)?,
            set,
            layout,
            pipeline: gpu.mesh_pipeline(&MeshPipeline {
                task: Some(shader!("grass.task")),
                mesh: shader!("grass.mesh"),
                fragment: Some(shader!("color.frag")),
                layout,
                depth: Depth::Nearest,
                cull: vk::CullModeFlags::NONE,
                blend: false,
            })?,
            arguments_layout,
            arguments_pipeline: gpu.compute_pipeline(
                shader!("grass_arguments.comp"),
                vk::PipelineCreateFlags::empty(),
                arguments_layout,
            )?,
            arguments,
            push: Push {
                view_projection: camera.view_projection.to_cols_array(),
                eye: eye.extend(0.0).to_array(),
                fog: [r, g, b, 0.0022],
                viewport: target.viewport_size().to_array(),
                patch_count: PATCHES,
            },
            workgroups: Workgroups { counters, expected },
        })
    }

    /// Records the dispatch that writes the draw's arguments.
    fn record_arguments(&self, frame: &Frame<'_>) {
        let Frame { gpu, commands, .. } = *frame;
        let compute = vk::PipelineBindPoint::COMPUTE;
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::INDIRECT_COMMAND_READ);
        // SAFETY: recording, outside a render pass; set and layout are the pipeline's. Frames do not overlap, as each is
        // waited for.
        unsafe {
            gpu.device.cmd_bind_pipeline(commands, compute, self.arguments_pipeline);
            gpu.device.cmd_bind_descriptor_sets(commands, compute, self.arguments_layout, 0, &[self.set], &[]);
            push(frame, self.arguments_layout, vk::ShaderStageFlags::COMPUTE, &PATCHES);
            gpu.device.cmd_dispatch(commands, 1, 1, 1);
            gpu.device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::COMPUTE_SHADER,
                vk::PipelineStageFlags::DRAW_INDIRECT,
                vk::DependencyFlags::empty(),
                &[barrier],
                &[],
                &[],
            );
        }
    }
}

impl Scene for Grass {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        self.record_arguments(frame);
        let pass = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: Some(Start::Clear(1.0)) };
        target.pass(gpu, commands, pass, || {
            self.backdrop.record(frame);
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            // SAFETY: recording in a pass that fits the pipeline; set and layout are the pipeline's, and the arguments are
            // written before the pass.
            unsafe {
                gpu.device.cmd_bind_pipeline(commands, graphics, self.pipeline);
                gpu.device.cmd_bind_descriptor_sets(commands, graphics, self.layout, 0, &[self.set], &[]);
                push(frame, self.layout, MESH_STAGES, &self.push);
                let stride = size_of::<vk::DrawMeshTasksIndirectCommandEXT>() as u32;
                gpu.mesh.cmd_draw_mesh_tasks_indirect(commands, self.arguments.raw, 0, 1, stride);
            }
        });
    }

    fn mesh_draws(&self) -> u64 {
        2
    }

    fn workgroups(&self) -> Option<&Workgroups> {
        Some(&self.workgroups)
    }
}

/// Patches over what the camera sees, the same number at every distance's width.
fn patches(aspect_ratio: f32) -> Vec<Patch> {
    // The R2 sequence covers a square evenly with any number of points.
    const R2: Vec2 = Vec2::new(0.754_877_7, 0.569_840_3);
    const NEAR: f32 = 0.9;
    const FAR: f32 = 30.0;
    let place = |index: u32| {
        let even = (R2 * index as f32 + 0.5).fract();
        // Rows thin out with the distance, as the picture of the ground does.
        let distance = NEAR * (FAR / NEAR).powf(even.y.powf(0.95));
        let half_width = distance * aspect_ratio * 0.48 + 0.4;
        let radius = 0.18 + distance * 0.11;
        // A few bare patches, and all counts up to the most.
        let workgroups = if index % 61 == 60 { 0 } else { MAX_WORKGROUPS - index * 7 % 23 };
        Patch { center: [(even.x * 2.0 - 1.0) * half_width, distance], radius, workgroups }
    };
    (0..PATCHES).map(place).collect()
}

/// Every task workgroup runs once, and as many mesh workgroups as its patch asks for.
fn expected(patches: &[Patch]) -> Vec<u32> {
    let tasks = patches.iter().map(|_| 1);
    let meshes = patches.iter().flat_map(|patch| (0..MAX_WORKGROUPS).map(|index| u32::from(index < patch.workgroups)));
    tasks.chain(meshes).collect()
}
