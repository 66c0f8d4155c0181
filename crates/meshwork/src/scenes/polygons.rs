//! Many draws of one workgroup each, whose push constants are its polygon: what a draw costs, and little else.

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

use super::backdrop::{Backdrop, Gradient};
use super::draw_list::{Draw, DrawList};
use super::turn::{TURN, directions};
use super::{Frame, Scene};
use crate::error::Result;
use crate::render::{Depth, Gpu, MeshPipeline, Pass, Start, Target, shader};

/// What each draw is.
#[derive(Clone, Copy)]
pub enum Polygon {
    Triangle,
    /// Of 32 triangles.
    Disc,
}

impl Polygon {
    pub fn default_draws(self) -> u32 {
        match self {
            Self::Triangle => 480,
            Self::Disc => 2_100,
        }
    }

    fn shader(self) -> &'static [u8] {
        match self {
            Self::Triangle => shader!("polygon_1.mesh"),
            Self::Disc => shader!("polygon_32.mesh"),
        }
    }
}

pub struct Polygons {
    backdrop: Backdrop,
    pipeline: vk::Pipeline,
    polygons: DrawList<Push>,
}

/// `Push` of `shaders/polygon.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    directions: u64,
    viewport: [f32; 2],
    first_color: [f32; 4],
    last_color: [f32; 4],
    center: [f32; 2],
    radius: [f32; 2],
    phase: u32,
    pad: u32,
}

impl Polygons {
    pub fn new(gpu: &Gpu, target: &Target, polygon: Polygon, draws: u32) -> Result<Self> {
        let directions = gpu.upload(&directions(), vk::BufferUsageFlags::STORAGE_BUFFER)?.address;
        let draw = |index| Draw { workgroups: 1, push_constants: place(index, draws, directions, target) };
        let mut polygons = DrawList::new(gpu, &[], (0..draws).map(draw).collect())?;
        let desc = MeshPipeline {
            task: None,
            mesh: polygon.shader(),
            fragment: Some(shader!("color.frag")),
            layout: polygons.layout,
            depth: Depth::Absent,
            cull: vk::CullModeFlags::NONE,
            blend: false,
        };
        let pipeline = polygons.pipeline(gpu, &desc)?;
        let gradient = Gradient {
            top: [0.006, 0.012, 0.020],
            horizon: [0.012, 0.030, 0.040],
            bottom: [0.004, 0.008, 0.014],
            horizon_height: 0.5,
        };
        Ok(Self { backdrop: Backdrop::new(gpu, target, Depth::Absent, &gradient)?, pipeline, polygons })
    }
}

impl Scene for Polygons {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let pass = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: None };
        target.pass(gpu, commands, pass, || {
            self.backdrop.record(frame);
            // SAFETY: recording in a pass that fits the pipeline.
            unsafe { gpu.device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, self.pipeline) };
            self.polygons.record(frame);
        });
    }

    fn mesh_draws(&self) -> u64 {
        1 + self.polygons.len()
    }
}

/// Side by side from the middle of the picture to its height, like the seeds of a sunflower.
fn place(index: u32, count: u32, directions: u64, target: &Target) -> Push {
    const GOLDEN_ANGLE: f32 = 2.399_963_2;
    const RADIUS: f32 = 0.94;
    let out = ((index as f32 + 0.5) / count as f32).sqrt();
    let (sin, cos) = (index as f32 * GOLDEN_ANGLE).sin_cos();
    let scale = target.size().y / target.viewport_size();
    let radius = RADIUS / (count as f32).sqrt() * 0.85;
    let inner = Vec3::new(1.0, 0.78, 0.30).lerp(Vec3::new(0.05, 0.42, 0.60), out);
    Push {
        directions,
        viewport: target.viewport_size().to_array(),
        first_color: inner.extend(1.0).to_array(),
        last_color: (inner * 0.35).extend(1.0).to_array(),
        center: (Vec2::new(cos, sin) * out * RADIUS * scale).to_array(),
        radius: (radius * scale).to_array(),
        phase: index * 37 % TURN,
        pad: 0,
    }
}
