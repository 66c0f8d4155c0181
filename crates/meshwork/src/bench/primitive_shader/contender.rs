//! A variant's pipeline, and what it draws with.

use std::time::{Duration, Instant};

use ash::vk;
use meshwork_rdna2::launch::{BUFFER_BYTES, Draw, GroupLimits, Resources};
use meshwork_rdna2::translate::{FragmentInputs, Mode, slot_words, translate};

use super::Variant;
use super::cases::{Case, PrimitiveShader};
use super::torus::Torus;
use crate::bench::report::Spread;
use crate::error::{Error, Result};
use crate::guest::{Variant as Program, host_of, launch, mesh_options};
use crate::render::{Bound, Depth, Gpu, MeshPipeline, Pass, Start, Target};
use crate::scenes::{Frame, Scene};

/// Bits of `ngg_culling_settings`: back faces, front faces are counter-clockwise, primitives that cover no sample, whose precision
/// is 2⁻⁸ pixels.
const CULLING: u32 = 1 << 1 | 1 << 2 | 1 << 3 | 0xf8 << 24;

/// Something is done again until it took this long together.
const ENOUGH_MS: f64 = 300.0;
const MOST_TIMES: usize = 20;

/// The draw of a benchmark.
pub struct Work {
    program: &'static PrimitiveShader,
    variant: Program,
    triangles: u64,
    draw: Draw,
    /// Words of all attributes.
    vertices: Vec<u32>,
    resources: Resources,
}

/// A variant, ready to be drawn.
pub struct Contender {
    pub spirv_bytes: u64,
    pub translate_ms: Option<Spread>,
    pub pipeline_ms: f64,
    pipeline: vk::Pipeline,
    layout: vk::PipelineLayout,
    set: vk::DescriptorSet,
    push: Vec<u32>,
    workgroups: u32,
}

impl Work {
    pub fn new(program: &'static PrimitiveShader, triangles: u32, target: &Target) -> Result<Self> {
        let torus = Torus::new(triangles);
        let (variant, draw) = (program.program()?, torus.draw());
        let failed = |source| Error::Guest { path: program.name.into(), source };
        let (code, info) = (&variant.code, &variant.info);
        let mut resources = Resources::new(code, info, &variant.pipeline, &draw, 1).map_err(failed)?;
        let attributes = torus.vertices().into_iter().flatten().flat_map(|vector| vector.to_array());
        let vertices: Vec<u32> = attributes.map(f32::to_bits).collect();
        resources.set_vertices(0, &vertices);
        match program.case {
            Case::Transform => {
                let identity = (0..16).map(|n| f32::from(u8::from(n % 5 == 0)));
                (0..).zip(identity).for_each(|(word, value)| resources.set_push_constant(word, value.to_bits()));
            }
            Case::Orbit => {
                let block = [1.0, 1.0, 1.0, 0.0, 0.125_f32];
                (0..).zip(block).for_each(|(word, value)| resources.set_described(0, 0, word, value.to_bits()));
            }
            Case::Select => resources.set_push_constant(0, 0),
        }
        if info.ngg.culling {
            let (scale, centre) = (target.viewport_size() / 2.0, target.size() / 2.0);
            resources.user.culling_settings = CULLING;
            resources.user.viewport = [scale.x, scale.y, centre.x, centre.y];
        }
        Ok(Self { program, variant, triangles: torus.triangles(), draw, vertices, resources })
    }

    pub fn triangles(&self) -> u64 {
        self.triangles
    }

    pub fn contender(&self, gpu: &Gpu, variant: Variant) -> Result<Contender> {
        match variant {
            Variant::Lane | Variant::Fallback => self.translated(gpu, Mode::Lane),
            Variant::Wave => self.translated(gpu, Mode::Wave),
            Variant::Glsl => self.by_hand(gpu),
        }
    }

    fn translated(&self, gpu: &Gpu, mode: Mode) -> Result<Contender> {
        let failed = |source| Error::Guest { path: self.program.name.into(), source };
        let (code, info) = (&self.variant.code, &self.variant.info);
        let inputs = FragmentInputs::of_module(&bytemuck::pod_collect_to_vec(self.program.fragment)).map_err(failed)?;
        let (options, limits) = mesh_options(info, Some(&inputs), mode, host_of(gpu)).map_err(failed)?;
        let (module, translate_ms) = timed(|| {
            let start = Instant::now();
            let program = meshwork_rdna2::decode_program(code, info.wave)?;
            let words = translate(&program, &options)?.write();
            Ok((words, start.elapsed()))
        })?;
        let groups = launch::Workgroups::of_limits(&self.variant, &self.draw, &self.resources, limits);
        let program = meshwork_rdna2::decode_program(code, info.wave)?;
        let slot_words = slot_words(&program, &options);
        let (set_layout, set) = launch::bind(gpu, &self.variant, &self.resources, &groups, slot_words)?;
        let layout = gpu.pipeline_layout(&[set_layout], &[])?;
        let workgroups = groups.inputs.len() as u32;
        let (pipeline, pipeline_ms) = self.pipeline(gpu, &module, layout)?;
        let spirv_bytes = 4 * module.len() as u64;
        let translate_ms = Some(translate_ms);
        Ok(Contender { spirv_bytes, translate_ms, pipeline_ms, pipeline, layout, set, push: Vec::new(), workgroups })
    }

    fn by_hand(&self, gpu: &Gpu) -> Result<Contender> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::UNIFORM_BUFFER;
        let (groups, workgroups) = self.groups();
        let (groups, vertices) = (gpu.upload(&groups, usage)?, gpu.upload(&self.vertices, usage)?);
        let memory = gpu.upload(&launch::window(&self.resources.memory), usage)?;
        let mut bound = vec![Bound::whole(0, &groups), Bound::whole(1, &vertices)];
        bound.extend(self.resources.described.first().map(|(_, _, address)| {
            let offset = address - self.resources.memory.base;
            let kind = vk::DescriptorType::UNIFORM_BUFFER;
            Bound::part(2, kind, &memory, (offset, BUFFER_BYTES.into()))
        }));
        let (set_layout, set) = gpu.bound_set(&bound, vk::ShaderStageFlags::MESH_EXT)?;
        let push = self.resources.user.push_constant_words.clone();
        let range = vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::MESH_EXT);
        let range = range.size(4 * push.len() as u32);
        let layout =
            gpu.pipeline_layout(&[set_layout], if push.is_empty() { &[] } else { std::slice::from_ref(&range) })?;
        let code = self.program.glsl.code;
        let (pipeline, pipeline_ms) = self.pipeline(gpu, &bytemuck::pod_collect_to_vec(code), layout)?;
        let spirv_bytes = code.len() as u64;
        Ok(Contender { spirv_bytes, translate_ms: None, pipeline_ms, pipeline, layout, set, push, workgroups })
    }

    /// The draw for a mesh shader written by hand, by workgroup: counts, vertices or nothing, triangles.
    fn groups(&self) -> (Vec<u32>, u32) {
        let glsl = &self.program.glsl;
        let most = if glsl.shares_vertices { glsl.lanes } else { 3 * glsl.lanes };
        let (mut words, mut count) = (Vec::new(), 0);
        for group in self.draw.groups(GroupLimits { vertices: most, primitives: glsl.lanes, waves: 1 }) {
            count += 1;
            words.push((group.vertices.len() | group.primitives.len() << 16) as u32);
            let first = words.len();
            if glsl.shares_vertices {
                words.extend(group.vertices.iter().map(|vertex| vertex.index));
                words.resize(first + most as usize, 0);
                let packed = |corners: &[u32]| corners.iter().rev().fold(0, |word, corner| word << 8 | corner);
                words.extend(group.primitives.iter().map(|primitive| packed(&primitive.vertices)));
                words.resize(first + (most + glsl.lanes) as usize, 0);
            } else {
                let corners = group.primitives.iter().flat_map(|primitive| &primitive.vertices);
                words.extend(corners.map(|&corner| group.vertices[corner as usize].index));
                words.resize(first + most as usize, 0);
            }
        }
        (words, count)
    }

    /// Made once: a driver may know the module from then on, and some do whatever its names are.
    fn pipeline(&self, gpu: &Gpu, mesh: &[u32], layout: vk::PipelineLayout) -> Result<(vk::Pipeline, f64)> {
        let start = Instant::now();
        let pipeline = gpu.mesh_pipeline(&MeshPipeline {
            task: None,
            mesh: bytemuck::cast_slice(mesh),
            fragment: Some(self.program.fragment),
            layout,
            depth: Depth::Nearest,
            cull: vk::CullModeFlags::BACK,
            blend: false,
        })?;
        Ok((pipeline, start.elapsed().as_secs_f64() * 1e3))
    }
}

/// Does something until it took long enough; what it gave at last, and how long it took each time.
fn timed<T>(mut once: impl FnMut() -> Result<(T, Duration)>) -> Result<(T, Spread)> {
    let mut times = Vec::new();
    loop {
        let (result, took) = once()?;
        times.push(took.as_secs_f64() * 1e3);
        if times.len() == MOST_TIMES || times.iter().sum::<f64>() >= ENOUGH_MS {
            return Ok((result, Spread::of(times).unwrap_or_default()));
        }
    }
}

impl Scene for Contender {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let (stage, graphics) = (vk::ShaderStageFlags::MESH_EXT, vk::PipelineBindPoint::GRAPHICS);
        let pass = Pass { color: Some(Start::Clear([0.0, 0.0, 0.0, 1.0])), depth: Some(Start::Clear(1.0)) };
        target.pass(gpu, commands, pass, || {
            // SAFETY: recording, in a pass; pipeline, layout and set are this device's and fit together.
            unsafe {
                gpu.device.cmd_bind_pipeline(commands, graphics, self.pipeline);
                gpu.device.cmd_bind_descriptor_sets(commands, graphics, self.layout, 0, &[self.set], &[]);
                if !self.push.is_empty() {
                    let bytes = bytemuck::cast_slice(&self.push);
                    gpu.device.cmd_push_constants(commands, self.layout, stage, 0, bytes);
                }
                gpu.mesh.cmd_draw_mesh_tasks(commands, self.workgroups, 1, 1);
            }
        });
    }

    fn mesh_draws(&self) -> u64 {
        1
    }
}
