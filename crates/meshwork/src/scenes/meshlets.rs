//! A mesh cut into meshlets: task workgroups cull them, mesh workgroups draw them. The scenes `meshlets` and `per-primitive`,
//! and model files.
//!
//! Meshlets, vertices and indices are read through buffer device addresses, textures through a descriptor set that
//! changes with the part.

use std::path::Path;

use ash::vk;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use meshopt::VertexDataAdapter;

use super::backdrop::{Backdrop, Gradient};
use super::camera::Camera;
use super::knot::knot;
use super::{Frame, Scene, push};
use crate::error::{Error, Result};
use crate::model::{Mesh, Part, Vertex};
use crate::render::{Depth, Gpu, MESH_STAGES, MeshPipeline, Pass, Start, Target, shader};

/// Limits of a meshlet, as `shaders/meshlets.mesh` declares them.
const MAX_VERTICES: usize = 64;
const MAX_TRIANGLES: usize = 124;
const MESHLETS_PER_TASK: u32 = 32;

/// How far meshlets are shaped for cone culling, 0 to 1.
const CONE_WEIGHT: f32 = 0.5;

const DEFAULT_TRIANGLES: u32 = 1_050_000;

const TINT_MESHLETS: u32 = 1;
const DOUBLE_SIDED: u32 = 2;

pub struct Meshlets {
    backdrop: Backdrop,
    layout: vk::PipelineLayout,
    /// For parts that are seen from outside only, and for those seen from both sides.
    pipelines: [vk::Pipeline; 2],
    draws: Vec<Draw>,
}

/// One part of the mesh.
struct Draw {
    push: Push,
    texture: vk::DescriptorSet,
}

/// `Push` of `shaders/meshlets.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    view: u64,
    first_meshlet: u32,
    meshlet_count: u32,
    base_color: [f32; 4],
    flags: u32,
    pad: u32,
}

/// `View` of `shaders/meshlets.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct View {
    view_projection: [f32; 16],
    eye: [f32; 3],
    pad: u32,
    viewport: [f32; 2],
    meshlets: u64,
    vertices: u64,
    vertex_indices: u64,
    triangles: u64,
}

/// `Meshlet` of `shaders/meshlets.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Meshlet {
    sphere: [f32; 4],
    cone: [f32; 4],
    first_vertex: u32,
    first_triangle: u32,
    vertex_count: u32,
    triangle_count: u32,
}

/// A mesh, and how it is looked at.
pub struct Content {
    mesh: Mesh,
    seen_from: Vec3,
    flags: u32,
    shading: Shading,
}

#[derive(Clone, Copy)]
pub enum Shading {
    /// By attributes of the vertices.
    Smooth,
    /// By an attribute of the triangles.
    Flat,
}

impl Shading {
    /// Mesh and fragment shader.
    fn shaders(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::Smooth => (shader!("meshlets.mesh"), shader!("meshlets.frag")),
            Self::Flat => (shader!("faces.mesh"), shader!("face.frag")),
        }
    }
}

impl Content {
    /// The built-in scenes.
    pub fn knot(triangles: Option<u32>, shading: Shading) -> Self {
        let mesh = knot(triangles.unwrap_or(DEFAULT_TRIANGLES));
        Self { mesh, seen_from: Vec3::new(0.0, 1.0, 1.0), flags: TINT_MESHLETS, shading }
    }

    /// A model file.
    pub fn load(path: &Path) -> Result<Self> {
        Ok(Self { mesh: Mesh::load(path)?, seen_from: Vec3::new(0.7, 0.45, 1.0), flags: 0, shading: Shading::Smooth })
    }
}

impl Meshlets {
    pub fn new(gpu: &Gpu, target: &Target, content: &Content) -> Result<Self> {
        let Content { mesh, seen_from, flags, shading } = content;
        let camera = {
            let points = mesh.vertices.iter().map(Vertex::position);
            Camera::frame(points, mesh.bounds(), *seen_from, target)
        };
        let mut cut = Cut::default();
        let ranges = mesh.parts.iter().map(|part| cut.add(&mesh.vertices, part)).collect::<Result<Vec<_>>>()?;

        let storage = vk::BufferUsageFlags::STORAGE_BUFFER;
        let view = View {
            view_projection: camera.view_projection.to_cols_array(),
            eye: camera.eye.to_array(),
            pad: 0,
            viewport: target.viewport_size().to_array(),
            meshlets: gpu.upload(&cut.meshlets, storage)?.address,
            vertices: gpu.upload(&mesh.vertices, storage)?.address,
            vertex_indices: gpu.upload(&cut.vertices, storage)?.address,
            triangles: gpu.upload(&cut.triangles, storage)?.address,
        };
        let view = gpu.upload(&[view], storage)?.address;

        let set_layout = gpu.set_layout(vk::DescriptorType::SAMPLED_IMAGE, 1, vk::ShaderStageFlags::FRAGMENT)?;
        let textures = textures(gpu, mesh, set_layout)?;
        let draws = mesh.parts.iter().zip(ranges).map(|(part, (first_meshlet, meshlet_count))| {
            let sides = if part.material.double_sided { DOUBLE_SIDED } else { 0 };
            let base_color = part.material.base_color;
            Draw {
                push: Push { view, first_meshlet, meshlet_count, base_color, flags: flags | sides, pad: 0 },
                texture: textures[part.material.texture.map_or(0, |texture| texture + 1)],
            }
        });
        let draws = draws.collect();

        let range = vk::PushConstantRange::default().stage_flags(MESH_STAGES).size(size_of::<Push>() as u32);
        let layout = gpu.pipeline_layout(&[set_layout], &[range])?;
        let (mesh_shader, fragment_shader) = shading.shaders();
        let pipeline = |cull| {
            gpu.mesh_pipeline(&MeshPipeline {
                task: Some(shader!("meshlets.task")),
                mesh: mesh_shader,
                fragment: Some(fragment_shader),
                layout,
                depth: Depth::Nearest,
                cull,
                blend: false,
            })
        };
        let gradient = Gradient {
            top: [0.010, 0.016, 0.034],
            horizon: [0.10, 0.13, 0.18],
            bottom: [0.016, 0.018, 0.024],
            horizon_height: 0.72,
        };
        Ok(Self {
            backdrop: Backdrop::new(gpu, target, Depth::Ignored, &gradient)?,
            layout,
            pipelines: [pipeline(vk::CullModeFlags::BACK)?, pipeline(vk::CullModeFlags::NONE)?],
            draws,
        })
    }
}

impl Scene for Meshlets {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let pass = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: Some(Start::Clear(1.0)) };
        target.pass(gpu, commands, pass, || {
            self.backdrop.record(frame);
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            for Draw { push: constants, texture } in &self.draws {
                let pipeline = self.pipelines[usize::from(constants.flags & DOUBLE_SIDED != 0)];
                // SAFETY: recording in a pass that fits the pipeline; set and layout are the pipeline's.
                unsafe {
                    gpu.device.cmd_bind_pipeline(commands, graphics, pipeline);
                    gpu.device.cmd_bind_descriptor_sets(commands, graphics, self.layout, 0, &[*texture], &[]);
                    push(frame, self.layout, MESH_STAGES, constants);
                    gpu.mesh.cmd_draw_mesh_tasks(commands, constants.meshlet_count.div_ceil(MESHLETS_PER_TASK), 1, 1);
                }
            }
        });
    }

    fn mesh_draws(&self) -> u64 {
        1 + self.draws.len() as u64
    }
}

/// A set for each texture, after one for parts without: a white pixel.
fn textures(gpu: &Gpu, mesh: &Mesh, layout: vk::DescriptorSetLayout) -> Result<Vec<vk::DescriptorSet>> {
    let white = image::RgbaImage::from_pixel(1, 1, image::Rgba([255; 4]));
    std::iter::once(&white).chain(&mesh.textures).map(|picture| gpu.texture_set(layout, picture)).collect()
}

/// Meshlets of all parts, as the shaders read them.
#[derive(Default)]
struct Cut {
    meshlets: Vec<Meshlet>,
    vertices: Vec<u32>,
    /// One word for each triangle, a byte for each corner.
    triangles: Vec<u32>,
}

impl Cut {
    /// Cuts a part; returns its first meshlet and their number.
    fn add(&mut self, vertices: &[Vertex], part: &Part) -> Result<(u32, u32)> {
        let bytes: &[u8] = bytemuck::cast_slice(vertices);
        let adapter = VertexDataAdapter::new(bytes, size_of::<Vertex>(), std::mem::offset_of!(Vertex, position));
        let adapter = adapter.map_err(|source| Error::Meshlets { source })?;
        let cut = meshopt::build_meshlets(&part.indices, &adapter, MAX_VERTICES, MAX_TRIANGLES, CONE_WEIGHT);
        let first = self.meshlets.len() as u32;
        for meshlet in cut.iter() {
            let bounds = meshopt::compute_meshlet_bounds(meshlet, &adapter);
            let [x, y, z] = bounds.center;
            let [a, b, c] = bounds.cone_axis;
            self.meshlets.push(Meshlet {
                sphere: [x, y, z, bounds.radius],
                cone: [a, b, c, bounds.cone_cutoff],
                first_vertex: self.vertices.len() as u32,
                first_triangle: self.triangles.len() as u32,
                vertex_count: meshlet.vertices.len() as u32,
                triangle_count: meshlet.triangles.len() as u32 / 3,
            });
            self.vertices.extend(meshlet.vertices);
            let corners = meshlet.triangles.chunks_exact(3);
            self.triangles.extend(corners.map(|corners| u32::from_le_bytes([corners[0], corners[1], corners[2], 0])));
        }
        Ok((first, self.meshlets.len() as u32 - first))
    }
}
