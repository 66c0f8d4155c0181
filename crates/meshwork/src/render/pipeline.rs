//! Pipelines, and descriptor sets of storage buffers and textures.

use ash::vk;

use crate::error::{During, Result};

use super::device::Gpu;
use super::memory::{Buffer, Owned};
use super::target::{COLOR_FORMAT, DEPTH_FORMAT};

/// A compiled shader of `crates/meshwork/shaders`, by its source's file name.
macro_rules! shader {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $name, ".spv"))
    };
}
pub(crate) use shader;

/// Stages that read what task and mesh shaders read.
pub const MESH_STAGES: vk::ShaderStageFlags =
    vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::TASK_EXT.as_raw() | vk::ShaderStageFlags::MESH_EXT.as_raw());

/// How a mesh pipeline uses the depth image.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Not bound.
    Absent,
    /// Bound, neither tested nor written.
    Ignored,
    /// Bound; nearer fragments win.
    Nearest,
    /// Bound and not written; only what an earlier pass found nearest is drawn.
    Equal,
}

/// A mesh pipeline for a [`super::target::Pass`]. Without a fragment shader it draws depth only, with no colour image bound.
pub struct MeshPipeline<'a> {
    pub task: Option<&'a [u8]>,
    pub mesh: &'a [u8],
    pub fragment: Option<&'a [u8]>,
    pub layout: vk::PipelineLayout,
    pub depth: Depth,
    pub cull: vk::CullModeFlags,
    /// Colours are premultiplied and laid over what is there.
    pub blend: bool,
}

/// A pipeline of the stages that mesh shaders replace, and nothing but a colour image.
pub struct VertexPipeline<'a> {
    pub vertex: &'a [u8],
    pub geometry: Option<&'a [u8]>,
    pub fragment: &'a [u8],
    pub input: VertexInput<'a>,
    pub layout: vk::PipelineLayout,
}

pub struct VertexInput<'a> {
    pub bindings: &'a [vk::VertexInputBindingDescription],
    pub attributes: &'a [vk::VertexInputAttributeDescription],
    pub topology: vk::PrimitiveTopology,
    /// An index of all ones begins a strip anew.
    pub restart: bool,
}

impl<'a> VertexInput<'a> {
    fn states(&self) -> (vk::PipelineVertexInputStateCreateInfo<'a>, vk::PipelineInputAssemblyStateCreateInfo<'a>) {
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(self.bindings)
            .vertex_attribute_descriptions(self.attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(self.topology);
        (input, assembly.primitive_restart_enable(self.restart))
    }
}

/// What follows the primitives.
struct RasterState {
    depth: Depth,
    cull: vk::CullModeFlags,
    blend: bool,
    has_color: bool,
}

impl RasterState {
    const PLAIN: Self = Self { depth: Depth::Absent, cull: vk::CullModeFlags::NONE, blend: false, has_color: true };
}

/// What is bound at a binding.
pub struct Bound {
    pub binding: u32,
    pub kind: vk::DescriptorType,
    pub object: BoundObject,
}

pub enum BoundObject {
    Buffer(vk::DescriptorBufferInfo),
    /// An image, a sampler, or both.
    Image(vk::DescriptorImageInfo),
    TexelBuffer(vk::BufferView),
}

impl Bound {
    /// All of a storage buffer.
    pub fn whole(binding: u32, buffer: &Buffer) -> Self {
        Self::part(binding, vk::DescriptorType::STORAGE_BUFFER, buffer, (0, vk::WHOLE_SIZE))
    }

    /// Bytes of a buffer: where, and how many.
    pub fn part(binding: u32, kind: vk::DescriptorType, buffer: &Buffer, (offset, range): (u64, u64)) -> Self {
        let object = BoundObject::Buffer(vk::DescriptorBufferInfo { buffer: buffer.raw, offset, range });
        Self { binding, kind, object }
    }
}

impl Gpu {
    pub fn pipeline_layout(
        &self,
        sets: &[vk::DescriptorSetLayout],
        push_constants: &[vk::PushConstantRange],
    ) -> Result<vk::PipelineLayout> {
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(sets).push_constant_ranges(push_constants);
        // SAFETY: the set layouts are alive.
        let raw = unsafe { self.device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
        self.keep(Owned::PipelineLayout(raw));
        Ok(raw)
    }

    pub fn mesh_pipeline(&self, desc: &MeshPipeline<'_>) -> Result<vk::Pipeline> {
        let stages = [
            (vk::ShaderStageFlags::TASK_EXT, desc.task),
            (vk::ShaderStageFlags::MESH_EXT, Some(desc.mesh)),
            (vk::ShaderStageFlags::FRAGMENT, desc.fragment),
        ];
        let has_color = desc.fragment.is_some();
        let state = RasterState { depth: desc.depth, cull: desc.cull, blend: desc.blend, has_color };
        self.graphics_pipeline(&Modules::new(&self.device, stages)?, None, &state, desc.layout)
    }

    pub fn vertex_pipeline(&self, desc: &VertexPipeline<'_>) -> Result<vk::Pipeline> {
        let stages = [
            (vk::ShaderStageFlags::VERTEX, Some(desc.vertex)),
            (vk::ShaderStageFlags::GEOMETRY, desc.geometry),
            (vk::ShaderStageFlags::FRAGMENT, Some(desc.fragment)),
        ];
        let modules = Modules::new(&self.device, stages)?;
        self.graphics_pipeline(&modules, Some(&desc.input), &RasterState::PLAIN, desc.layout)
    }

    fn graphics_pipeline(
        &self,
        modules: &Modules<'_>,
        input: Option<&VertexInput<'_>>,
        state: &RasterState,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline> {
        let stages = modules.stages();
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .cull_mode(state.cull)
            .front_face(vk::FrontFace::COUNTER_CLOCKWISE)
            .line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(matches!(state.depth, Depth::Nearest | Depth::Equal))
            .depth_write_enable(state.depth == Depth::Nearest)
            .depth_compare_op(match state.depth {
                Depth::Equal => vk::CompareOp::EQUAL,
                _ => vk::CompareOp::LESS,
            });
        let attachments = [blend_state(state.blend)];
        let color_count = usize::from(state.has_color);
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments[..color_count]);
        let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let mut rendering =
            vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&[COLOR_FORMAT][..color_count]);
        if state.depth != Depth::Absent {
            rendering = rendering.depth_attachment_format(DEPTH_FORMAT);
        }
        let (vertex_input, assembly) = input.map(VertexInput::states).unwrap_or_default();
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        // They do not belong to a mesh pipeline.
        if input.is_some() {
            info = info.vertex_input_state(&vertex_input).input_assembly_state(&assembly);
        }
        // SAFETY: modules and layout are alive.
        let made = unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        let raw = made.map_err(|(_, result)| result).during("vkCreateGraphicsPipelines")?[0];
        self.keep(Owned::Pipeline(raw));
        Ok(raw)
    }

    pub fn compute_pipeline(
        &self,
        code: &[u8],
        flags: vk::PipelineCreateFlags,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline> {
        let modules = Modules::new(&self.device, [(vk::ShaderStageFlags::COMPUTE, Some(code))])?;
        let info = vk::ComputePipelineCreateInfo::default().flags(flags).stage(modules.stages()[0]).layout(layout);
        // SAFETY: module and layout are alive.
        let made = unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
        let raw = made.map_err(|(_, result)| result).during("vkCreateComputePipelines")?[0];
        self.keep(Owned::Pipeline(raw));
        Ok(raw)
    }

    /// A layout of `count` bindings of one type.
    pub fn set_layout(
        &self,
        kind: vk::DescriptorType,
        count: u32,
        stages: vk::ShaderStageFlags,
    ) -> Result<vk::DescriptorSetLayout> {
        let binding = |binding| {
            let layout = vk::DescriptorSetLayoutBinding::default().binding(binding);
            layout.descriptor_type(kind).descriptor_count(1).stage_flags(stages)
        };
        self.layout_of(&(0..count).map(binding).collect::<Vec<_>>())
    }

    fn layout_of(&self, bindings: &[vk::DescriptorSetLayoutBinding<'_>]) -> Result<vk::DescriptorSetLayout> {
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_descriptor_set_layout(&info, None) };
        let raw = raw.during("vkCreateDescriptorSetLayout")?;
        self.keep(Owned::SetLayout(raw));
        Ok(raw)
    }

    /// A set of storage buffers at bindings 0, 1, ….
    pub fn buffer_set(&self, layout: vk::DescriptorSetLayout, buffers: &[&Buffer]) -> Result<vk::DescriptorSet> {
        let kind = vk::DescriptorType::STORAGE_BUFFER;
        let set = self.allocate_set(layout, kind, buffers.len() as u32)?;
        for (binding, buffer) in buffers.iter().enumerate() {
            let info = [vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding as u32);
            let write = write.descriptor_type(kind).buffer_info(&info);
            // SAFETY: set and buffer are alive, and the set is in no command buffer yet.
            unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(set)
    }

    /// A set and its layout.
    pub fn bound_set(
        &self,
        bound: &[Bound],
        stages: vk::ShaderStageFlags,
    ) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet)> {
        let binding = |bound: &Bound| {
            let layout = vk::DescriptorSetLayoutBinding::default().binding(bound.binding);
            layout.descriptor_type(bound.kind).descriptor_count(1).stage_flags(stages)
        };
        let layout = self.layout_of(&bound.iter().map(binding).collect::<Vec<_>>())?;
        let size = |bound: &Bound| vk::DescriptorPoolSize::default().ty(bound.kind).descriptor_count(1);
        let set = self.allocate_from(layout, &bound.iter().map(size).collect::<Vec<_>>())?;
        for bound in bound {
            let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(bound.binding);
            let write = write.descriptor_type(bound.kind).descriptor_count(1);
            let write = match &bound.object {
                BoundObject::Buffer(info) => write.buffer_info(std::slice::from_ref(info)),
                BoundObject::Image(info) => write.image_info(std::slice::from_ref(info)),
                BoundObject::TexelBuffer(view) => write.texel_buffer_view(std::slice::from_ref(view)),
            };
            // SAFETY: set and object are alive, and the set is in no command buffer yet.
            unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok((layout, set))
    }

    pub(super) fn allocate_set(
        &self,
        layout: vk::DescriptorSetLayout,
        kind: vk::DescriptorType,
        count: u32,
    ) -> Result<vk::DescriptorSet> {
        self.allocate_from(layout, &[vk::DescriptorPoolSize::default().ty(kind).descriptor_count(count)])
    }

    fn allocate_from(
        &self,
        layout: vk::DescriptorSetLayout,
        sizes: &[vk::DescriptorPoolSize],
    ) -> Result<vk::DescriptorSet> {
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(sizes);
        // SAFETY: plain creation.
        let pool = unsafe { self.device.create_descriptor_pool(&info, None) }.during("vkCreateDescriptorPool")?;
        self.keep(Owned::DescriptorPool(pool));
        let layouts = [layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: pool and layout are alive, and the pool was sized for this set.
        Ok(unsafe { self.device.allocate_descriptor_sets(&info) }.during("vkAllocateDescriptorSets")?[0])
    }
}

fn blend_state(blend: bool) -> vk::PipelineColorBlendAttachmentState {
    let over = vk::BlendFactor::ONE_MINUS_SRC_ALPHA;
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(blend)
        .src_color_blend_factor(vk::BlendFactor::ONE)
        .dst_color_blend_factor(over)
        .src_alpha_blend_factor(vk::BlendFactor::ONE)
        .dst_alpha_blend_factor(over)
        .color_write_mask(vk::ColorComponentFlags::RGBA)
}

/// Shader modules, alive while a pipeline is made of them.
struct Modules<'a> {
    device: &'a ash::Device,
    made: Vec<(vk::ShaderStageFlags, vk::ShaderModule)>,
}

impl<'a> Modules<'a> {
    fn new<const N: usize>(
        device: &'a ash::Device,
        stages: [(vk::ShaderStageFlags, Option<&[u8]>); N],
    ) -> Result<Self> {
        let mut modules = Self { device, made: Vec::with_capacity(N) };
        for (stage, code) in stages {
            let Some(code) = code else { continue };
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(code);
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            // SAFETY: the code was compiled and checked with the program.
            let module = unsafe { device.create_shader_module(&info, None) }.during("vkCreateShaderModule")?;
            modules.made.push((stage, module));
        }
        Ok(modules)
    }

    fn stages(&self) -> Vec<vk::PipelineShaderStageCreateInfo<'static>> {
        let stage =
            |&(stage, module)| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main");
        self.made.iter().map(stage).collect()
    }
}

impl Drop for Modules<'_> {
    fn drop(&mut self) {
        for &(_, module) in &self.made {
            // SAFETY: made here; pipelines do not need their modules any more.
            unsafe { self.device.destroy_shader_module(module, None) };
        }
    }
}
