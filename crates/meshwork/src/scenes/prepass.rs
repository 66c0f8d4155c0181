//! Many small draws, twice: depth alone, then colour where the depth is equal. Each draw's push constants are its solid.

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::backdrop::{Backdrop, Gradient};
use super::camera::Camera;
use super::draw_list::{Draw, DrawList};
use super::{Frame, Scene};
use crate::error::Result;
use crate::render::{Depth, Gpu, MeshPipeline, Pass, Start, Target, shader};

pub const DEFAULT_DRAWS: u32 = 480;

/// As `shaders/prepass.mesh` declares it.
const MAX_SIDES: u32 = 14;
const MAX_BANDS: u32 = 13;
/// Sides and bands of the smallest solid: 15 triangles. The largest has 350.
const MIN_SIDES: u32 = 5;
const MIN_BANDS: u32 = 2;

const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::MESH_EXT;

pub struct Prepass {
    backdrop: Backdrop,
    set: vk::DescriptorSet,
    solids: DrawList<Push>,
    depth_pipeline: vk::Pipeline,
    color_pipeline: vk::Pipeline,
}

/// `Push` of `shaders/prepass.mesh`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    view_projection: [f32; 16],
    place: [f32; 4],
    color: [f32; 4],
    viewport: [f32; 2],
    height: f32,
    shape: u32,
}

impl Push {
    fn bands(&self) -> u32 {
        self.shape >> 8 & 0xff
    }
}

impl Prepass {
    pub fn new(gpu: &Gpu, target: &Target, draws: u32) -> Result<Self> {
        let set_layout = gpu.set_layout(vk::DescriptorType::STORAGE_BUFFER, 1, STAGES)?;
        let circles = gpu.upload(&circles(), vk::BufferUsageFlags::STORAGE_BUFFER)?;
        let draw = |solid: Push| Draw { workgroups: solid.bands(), push_constants: solid };
        let solids = solids(draws, target).into_iter().map(draw).collect();
        let mut solids = DrawList::new(gpu, &[set_layout], solids)?;
        let layout = solids.layout;
        let mut pipeline = |fragment, depth| {
            let (mesh, cull) = (shader!("prepass.mesh"), vk::CullModeFlags::BACK);
            solids.pipeline(gpu, &MeshPipeline { task: None, mesh, fragment, layout, depth, cull, blend: false })
        };
        let depth_pipeline = pipeline(None, Depth::Nearest)?;
        let color_pipeline = pipeline(Some(shader!("face.frag")), Depth::Equal)?;
        let gradient = Gradient {
            top: [0.035, 0.045, 0.075],
            horizon: [0.10, 0.11, 0.14],
            bottom: [0.022, 0.022, 0.030],
            horizon_height: 0.3,
        };
        Ok(Self {
            backdrop: Backdrop::new(gpu, target, Depth::Ignored, &gradient)?,
            set: gpu.buffer_set(set_layout, &[&circles])?,
            solids,
            depth_pipeline,
            color_pipeline,
        })
    }

    fn draw(&self, frame: &Frame<'_>, pipeline: vk::Pipeline) {
        let Frame { gpu, commands, .. } = *frame;
        let graphics = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: recording in a pass that fits the pipeline; set and layout are the pipeline's.
        unsafe {
            gpu.device.cmd_bind_pipeline(commands, graphics, pipeline);
            gpu.device.cmd_bind_descriptor_sets(commands, graphics, self.solids.layout, 0, &[self.set], &[]);
        }
        self.solids.record(frame);
    }
}

impl Scene for Prepass {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let depth_only = Pass { color: None, depth: Some(Start::Clear(1.0)) };
        target.pass(gpu, commands, depth_only, || self.draw(frame, self.depth_pipeline));
        target.depth_barrier(gpu, commands);
        let with_color = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: Some(Start::Load) };
        target.pass(gpu, commands, with_color, || {
            self.backdrop.record(frame);
            self.draw(frame, self.color_pipeline);
        });
    }

    fn mesh_draws(&self) -> u64 {
        1 + 2 * self.solids.len()
    }
}

/// Corners of the polygons with up to `MAX_SIDES` sides.
fn circles() -> Vec<[f32; 2]> {
    let corner = |sides: u32, index: u32| {
        let (sin, cos) = (index as f32 / sides.max(1) as f32 * std::f32::consts::TAU).sin_cos();
        [cos, sin]
    };
    (0..=MAX_SIDES).flat_map(|sides| (0..MAX_SIDES).map(move |index| corner(sides, index))).collect()
}

/// Solids placed like the seeds of a sunflower.
fn solids(count: u32, target: &Target) -> Vec<Push> {
    const GOLDEN_ANGLE: f32 = 2.399_963_2;
    const RADIUS: f32 = 10.0;
    let camera = Camera::look(Vec3::new(0.0, 12.0, 18.5), Vec3::new(0.0, 0.0, 1.3), 37.0, target, 1.0, 60.0);
    let spacing = RADIUS / (count as f32).sqrt();
    let solid = |index: u32| {
        let out = ((index as f32 + 0.5) / count as f32).sqrt();
        let (sin, cos) = (index as f32 * GOLDEN_ANGLE).sin_cos();
        // Steps that have no common divisor with the ranges visit all combinations.
        let sides = MIN_SIDES + index * 7 % (MAX_SIDES - MIN_SIDES + 1);
        let bands = MIN_BANDS + index * 5 % (MAX_BANDS - MIN_BANDS + 1);
        let kind = index % 3;
        let height = spacing * [1.0, 2.6, 1.9][kind as usize] * (1.35 - 0.75 * out);
        Push {
            view_projection: camera.view_projection.to_cols_array(),
            place: [cos * out * RADIUS, 0.0, sin * out * RADIUS, spacing * 0.72],
            color: color(out, kind),
            viewport: target.viewport_size().to_array(),
            height,
            shape: sides | bands << 8 | kind << 16,
        }
    };
    (0..count).map(solid).collect()
}

/// From a warm centre to a cool rim, a little different for each kind.
fn color(out: f32, kind: u32) -> [f32; 4] {
    const STOPS: [Vec3; 4] = [
        Vec3::new(0.95, 0.62, 0.10),
        Vec3::new(0.90, 0.20, 0.16),
        Vec3::new(0.42, 0.12, 0.52),
        Vec3::new(0.07, 0.28, 0.58),
    ];
    let place = out.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let stop = (place as usize).min(STOPS.len() - 2);
    let color = STOPS[stop].lerp(STOPS[stop + 1], place - stop as f32);
    (color * [1.0, 0.8, 1.2][kind as usize]).extend(1.0).to_array()
}
