//! A case's draw on a device: by its GLSL's stages, or by the translated program.

use std::path::Path;

use ash::vk;
use meshwork_rdna2::launch::{BUFFER_BYTES, Contents, Draw, PipelineInfo, Resources, Topology, Vertices};
use meshwork_rdna2::translate::{Mode, Options, draw_size, slot_words, translate};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::Capability;

use super::images::{glsl_binding, program_set, texel_buffer};
use crate::dwords::{checked_module, read_spirv};
use crate::error::{Error, Result};
use crate::guest::case::Variant;
use crate::guest::format::format;
use crate::guest::images::GuestImages;
use crate::guest::launch::{self, Workgroups, window};
use crate::guest::translate::{host_of, mesh_options, read_fragment};
use crate::render::{Bound, Buffer, Depth, Gpu, MeshPipeline, VertexInput, VertexPipeline};

/// What stages of GLSL may need, where the device has it.
pub fn choose_features(has: &vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures {
    vk::PhysicalDeviceFeatures {
        geometry_shader: has.geometry_shader,
        shader_clip_distance: has.shader_clip_distance,
        shader_cull_distance: has.shader_cull_distance,
        large_points: has.large_points,
        vertex_pipeline_stores_and_atomics: has.vertex_pipeline_stores_and_atomics,
        shader_float64: has.shader_float64,
        ..vk::PhysicalDeviceFeatures::default()
    }
}

/// Everything that a command buffer needs for the draw.
pub struct Scene {
    pipeline: vk::Pipeline,
    layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
    action: Action,
}

enum Action {
    Mesh {
        workgroups: [u32; 3],
    },
    Vertex {
        draw: Draw,
        indices: Option<vk::Buffer>,
        buffers: Vec<(u32, vk::Buffer, u64)>,
        push: Vec<u8>,
        stages: vk::ShaderStageFlags,
    },
}

impl Scene {
    /// The program as a mesh shader, before the case's fragment shader.
    pub fn of_program(
        gpu: &Gpu,
        case: &Path,
        variant: &Variant,
        mode: Mode,
        contents: (Contents, u64),
    ) -> Result<Self> {
        let (info, draw) = (&variant.info, variant.draw());
        let resources = resources(case, variant, &draw, contents)?;
        let inputs = read_fragment(&case.join("frag.spv"))?;
        let (options, limits) = mesh_options(info, Some(&inputs), mode, host_of(gpu)).map_err(on(case))?;
        let groups = Workgroups::of_limits(variant, &draw, &resources, limits);
        let workgroups = draw_size(groups.inputs.len() as u32);
        let program = meshwork_rdna2::decode_program(&variant.code, info.wave)?;
        let images = GuestImages::of(&program, &resources, &groups)?;
        let options = Options { bindings: images.bindings.clone(), ..options };
        let module = translate(&program, &options)?.write();

        let mut bound = vec![launch::bind(gpu, variant, &resources, &groups, slot_words(&program, &options))?];
        if !images.is_empty() {
            let (layout, set, _) = program_set(gpu, &images, &resources, vk::ShaderStageFlags::MESH_EXT)?;
            bound.push((layout, set));
        }
        let (set_layouts, sets): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
        let layout = gpu.pipeline_layout(&set_layouts, &[])?;
        let pipeline = gpu.mesh_pipeline(&MeshPipeline {
            task: None,
            mesh: bytemuck::cast_slice(&module),
            fragment: Some(bytemuck::cast_slice(&read(case, "frag.spv")?)),
            layout,
            depth: Depth::Absent,
            cull: vk::CullModeFlags::NONE,
            blend: false,
        })?;
        Ok(Self { pipeline, layout, sets, action: Action::Mesh { workgroups } })
    }

    /// The stages that the program was compiled of, over the same memory.
    pub fn of_glsl(gpu: &Gpu, case: &Path, variant: &Variant, contents: (Contents, u64)) -> Result<Self> {
        let (info, draw) = (&variant.info, variant.draw());
        let refused = |what: &str| Error::GuestPicture { case: case.to_owned(), what: what.to_owned() };
        if info.stage.has_tessellation() {
            return Err(refused("tessellation"));
        }
        let vertex = read(case, "vert.spv")?;
        if follows_addresses(&vertex) {
            return Err(refused("a shader that follows the guest's addresses"));
        }
        let geometry = info.geometry.as_ref().map(|_| read(case, "geom.spv")).transpose()?;
        if geometry.is_some() && gpu.features.geometry_shader == 0 {
            return Err(Error::Lacks { device: gpu.name.clone(), what: "geometry shaders" });
        }
        // What is in memory is by the guest's draw.
        let resources = resources(case, variant, &draw, contents)?;
        let draw = variant.pipeline.host_draw(draw).ok_or_else(|| refused("rectangles, and not by which triangles"))?;
        let usage = [
            vk::BufferUsageFlags::VERTEX_BUFFER,
            vk::BufferUsageFlags::UNIFORM_BUFFER,
            vk::BufferUsageFlags::STORAGE_BUFFER,
            vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER,
            vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER,
        ];
        let usage = usage.into_iter().fold(vk::BufferUsageFlags::empty(), |all, one| all | one);
        let memory = gpu.upload(&window(&resources.memory), usage)?;
        let mut stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
        if geometry.is_some() {
            stages |= vk::ShaderStageFlags::GEOMETRY;
        }

        let (set_layouts, sets) = descriptor_sets(gpu, case, variant, &resources, &memory, stages)?;
        let push: Vec<u8> = resources.user.push_constant_words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let range = [vk::PushConstantRange::default().stage_flags(stages).size(push.len() as u32)];
        let ranges = if push.is_empty() { &[][..] } else { &range };
        let layout = gpu.pipeline_layout(&set_layouts, ranges)?;
        let (bindings, attributes) = vertex_input(case, &variant.pipeline)?;
        let pipeline = gpu.vertex_pipeline(&VertexPipeline {
            vertex: bytemuck::cast_slice(&vertex),
            geometry: geometry.as_deref().map(bytemuck::cast_slice),
            fragment: bytemuck::cast_slice(&read(case, "frag.spv")?),
            input: VertexInput {
                bindings: &bindings,
                attributes: &attributes,
                topology: topology(draw.topology),
                restart: draw.restart.is_some(),
            },
            layout,
        })?;
        let place = |&(binding, address): &(u32, u64)| (binding, memory.raw, address - resources.memory.base);
        let buffers = resources.vertex_buffers.iter().map(place).collect();
        let indices = match &draw.vertices {
            Vertices::Count(_) => None,
            Vertices::Indices(indices) => Some(gpu.upload(indices, vk::BufferUsageFlags::INDEX_BUFFER)?.raw),
        };
        Ok(Self { pipeline, layout, sets, action: Action::Vertex { draw, indices, buffers, push, stages } })
    }

    /// In a pass, with viewport and scissor set.
    pub fn record(&self, gpu: &Gpu, commands: vk::CommandBuffer) {
        let (device, graphics) = (&gpu.device, vk::PipelineBindPoint::GRAPHICS);
        // SAFETY: recording; pipeline, layout, sets and buffers are this device's and alive, and fit together.
        unsafe {
            device.cmd_bind_pipeline(commands, graphics, self.pipeline);
            if !self.sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, graphics, self.layout, 0, &self.sets, &[]);
            }
            match &self.action {
                Action::Mesh { workgroups: [x, y, z] } => gpu.mesh.cmd_draw_mesh_tasks(commands, *x, *y, *z),
                Action::Vertex { draw, indices, buffers, push, stages } => {
                    for &(binding, buffer, offset) in buffers {
                        device.cmd_bind_vertex_buffers(commands, binding, &[buffer], &[offset]);
                    }
                    if !push.is_empty() {
                        device.cmd_push_constants(commands, self.layout, *stages, 0, push);
                    }
                    let Draw { vertices, base_vertex, instances, first_instance, .. } = draw;
                    match (vertices, indices) {
                        (Vertices::Indices(all), Some(indices)) => {
                            device.cmd_bind_index_buffer(commands, *indices, 0, vk::IndexType::UINT32);
                            let count = all.len() as u32;
                            device.cmd_draw_indexed(commands, count, *instances, 0, *base_vertex, *first_instance);
                        }
                        (Vertices::Count(count), _) => {
                            device.cmd_draw(commands, *count, *instances, *base_vertex as u32, *first_instance);
                        }
                        (Vertices::Indices(_), None) => {}
                    }
                }
            }
        }
    }
}

fn resources(case: &Path, variant: &Variant, draw: &Draw, contents: (Contents, u64)) -> Result<Resources> {
    Resources::with_contents(&variant.code, &variant.info, &variant.pipeline, draw, contents).map_err(on(case))
}

/// On the host they are nobody's.
fn follows_addresses(module: &[u32]) -> bool {
    Module::read(module).is_ok_and(|module| module.has_capability(Capability::PhysicalStorageBufferAddresses))
}

fn on(path: &Path) -> impl FnOnce(meshwork_rdna2::launch::LaunchError) -> Error {
    let path = path.to_owned();
    |source| Error::Guest { path, source }
}

/// A module of the case.
fn read(case: &Path, name: &str) -> Result<Vec<u32>> {
    let path = case.join(name);
    let words = read_spirv(&path)?;
    // A driver trusts what it gets.
    checked_module(&path, &words)?;
    Ok(words)
}

/// A set for each of the pipeline's, of buffers in guest memory, and of images that are filled from it.
fn descriptor_sets(
    gpu: &Gpu,
    case: &Path,
    variant: &Variant,
    resources: &Resources,
    memory: &Buffer,
    stages: vk::ShaderStageFlags,
) -> Result<(Vec<vk::DescriptorSetLayout>, Vec<vk::DescriptorSet>)> {
    let program = meshwork_rdna2::decode_program(&variant.code, variant.info.wave)?;
    let groups = Workgroups::new(variant, &variant.draw(), resources).map_err(on(case))?;
    let images = GuestImages::of(&program, resources, &groups)?;
    let sets = variant.pipeline.descriptor_sets_of(&variant.info);
    let most = gpu.limits().max_bound_descriptor_sets;
    if sets.len() > most as usize {
        let what = format!("{} descriptor sets, where the device binds {most}", sets.len());
        return Err(Error::GuestPicture { case: case.to_owned(), what });
    }
    let mut made = Vec::new();
    for (number, set) in (0..).zip(sets) {
        let mut bound = Vec::new();
        for binding in &set {
            let refused = || Error::GuestPicture { case: case.to_owned(), what: binding.kind.clone() };
            let described =
                resources.described.iter().find(|(of, place, _)| (*of, *place) == (number, binding.binding));
            let (_, _, address) = described.ok_or_else(refused)?;
            let place = (address - resources.memory.base, u64::from(BUFFER_BYTES));
            let buffer = |kind| Bound::part(binding.binding, kind, memory, place);
            bound.push(match binding.kind.as_str() {
                "UNIFORM_BUFFER" => buffer(vk::DescriptorType::UNIFORM_BUFFER),
                "STORAGE_BUFFER" => buffer(vk::DescriptorType::STORAGE_BUFFER),
                kind if kind.ends_with("TEXEL_BUFFER") => {
                    texel_buffer(gpu, binding, memory.raw, place)?.ok_or_else(refused)?
                }
                _ => glsl_binding(gpu, number, binding, resources, &images)?.ok_or_else(refused)?,
            });
        }
        made.push(gpu.bound_set(&bound, stages)?);
    }
    Ok(made.into_iter().unzip())
}

type VertexDescriptions = (Vec<vk::VertexInputBindingDescription>, Vec<vk::VertexInputAttributeDescription>);

fn vertex_input(case: &Path, pipeline: &PipelineInfo) -> Result<VertexDescriptions> {
    let bindings = pipeline.bindings.iter().map(|binding| {
        let input_rate =
            if binding.by_instance() { vk::VertexInputRate::INSTANCE } else { vk::VertexInputRate::VERTEX };
        vk::VertexInputBindingDescription { binding: binding.binding, stride: binding.stride, input_rate }
    });
    let attributes = pipeline.attributes.iter().map(|attribute| {
        let unknown = || Error::GuestPicture { case: case.to_owned(), what: attribute.format.clone() };
        Ok(vk::VertexInputAttributeDescription {
            location: attribute.location,
            binding: attribute.binding,
            format: format(&attribute.format).ok_or_else(unknown)?,
            offset: attribute.offset,
        })
    });
    Ok((bindings.collect(), attributes.collect::<Result<_>>()?))
}

fn topology(topology: Topology) -> vk::PrimitiveTopology {
    match topology {
        Topology::PointList => vk::PrimitiveTopology::POINT_LIST,
        Topology::LineList => vk::PrimitiveTopology::LINE_LIST,
        Topology::LineStrip => vk::PrimitiveTopology::LINE_STRIP,
        Topology::TriangleList | Topology::RectList => vk::PrimitiveTopology::TRIANGLE_LIST,
        Topology::TriangleStrip => vk::PrimitiveTopology::TRIANGLE_STRIP,
        Topology::TriangleFan => vk::PrimitiveTopology::TRIANGLE_FAN,
        Topology::LineListWithAdjacency => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        Topology::LineStripWithAdjacency => vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY,
        Topology::TriangleListWithAdjacency => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        Topology::TriangleStripWithAdjacency => vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY,
        Topology::PatchList => vk::PrimitiveTopology::PATCH_LIST,
    }
}
