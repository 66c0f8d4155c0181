//! Pipelines from the shaders of a case.
//!
//! `shaders/NAME.task.spv`, `.mesh.spv`, `.frag.spv`, `.vert.spv` and `.comp.spv` are the stages of NAME. There is a task stage
//! where there is such a file; a case without a fragment shader of its own draws the colour at location 0.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use ash::vk;

use crate::case::Targets;
use crate::error::{During, Error, OnFile, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::library::Linking;
use crate::picture::COLOR_FORMAT;

/// Of two colour attachments that are read in the pass that draws to them.
pub const INPUT_INDICES: [u32; 2] = [1, vk::ATTACHMENT_UNUSED];

const DEFAULT_FRAGMENT: &str = "color";

/// What a graphics pipeline is made of, with defaults in [`SHADING`].
#[derive(Clone, Copy)]
pub struct Shading {
    /// Empty for the name of the case.
    pub shaders: &'static str,
    /// One module that holds all stages, else one file a stage.
    pub module: Option<Module>,
    /// Without it the pipeline has no fragment stage.
    pub fragment: bool,
    /// For all stages: constant, value.
    pub specialization: &'static [(u32, u32)],
    pub blend: bool,
    pub depth: Option<vk::CompareOp>,
    pub stencil: Option<vk::StencilOpState>,
    pub viewports: u32,
    pub provoking_last: bool,
    pub cull: vk::CullModeFlags,
    pub polygons: vk::PolygonMode,
    /// Nothing is rasterized.
    pub discard: bool,
    pub create: vk::PipelineCreateFlags,
    /// Beside viewport and scissor.
    pub dynamic: &'static [vk::DynamicState],
    /// Task and mesh shader have whole subgroups of a required size.
    pub full_subgroups: bool,
    /// Of a render pass object.
    pub subpass: u32,
    /// Of dynamic rendering.
    pub view_mask: u32,
    /// Of the two colour attachments of a dynamic rendering with local reads.
    pub locations: Option<[u32; 2]>,
    /// How it is linked from libraries, if it is.
    pub linking: Option<Linking>,
}

pub const SHADING: Shading = Shading {
    shaders: "",
    module: None,
    fragment: true,
    specialization: &[],
    blend: false,
    depth: None,
    stencil: None,
    viewports: 1,
    provoking_last: false,
    cull: vk::CullModeFlags::NONE,
    polygons: vk::PolygonMode::FILL,
    discard: false,
    create: vk::PipelineCreateFlags::empty(),
    dynamic: &[],
    full_subgroups: false,
    subpass: 0,
    view_mask: 0,
    locations: None,
    linking: None,
};

/// A file with several entry points, and which of them are the stages.
#[derive(Clone, Copy)]
pub struct Module {
    pub file: &'static str,
    pub task: Option<&'static CStr>,
    pub mesh: &'static CStr,
    pub fragment: &'static CStr,
}

#[derive(Clone, Copy)]
pub struct Pipeline {
    pub raw: vk::Pipeline,
    pub layout: vk::PipelineLayout,
    pub point: vk::PipelineBindPoint,
}

/// A shader module's code and its place in a pipeline.
pub struct Stage {
    pub flag: vk::ShaderStageFlags,
    pub entry: &'static CStr,
    pub words: Vec<u32>,
}

fn path(file: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders")).join(format!("{file}.spv"))
}

fn read(path: &Path) -> Result<Vec<u32>> {
    let mut file = std::fs::File::open(path).on_file(path)?;
    ash::util::read_spv(&mut file).map_err(|_| Error::NotSpirv { path: path.to_owned() })
}

impl Stage {
    pub fn read(flag: vk::ShaderStageFlags, entry: &'static CStr, file: &str) -> Result<Self> {
        Ok(Self { flag, entry, words: read(&path(file))? })
    }

    /// The stages of a mesh pipeline.
    pub fn all(name: &str, shading: &Shading) -> Result<Vec<Self>> {
        let (task, mesh, fragment) =
            (vk::ShaderStageFlags::TASK_EXT, vk::ShaderStageFlags::MESH_EXT, vk::ShaderStageFlags::FRAGMENT);
        let mut stages = Vec::new();
        if let Some(module) = shading.module {
            for (flag, entry) in [(task, module.task), (mesh, Some(module.mesh)), (fragment, Some(module.fragment))] {
                if let Some(entry) = entry {
                    stages.push(Self::read(flag, entry, module.file)?);
                }
            }
            return Ok(stages);
        }
        if path(&format!("{name}.task")).exists() {
            stages.push(Self::read(task, c"main", &format!("{name}.task"))?);
        }
        stages.push(Self::read(mesh, c"main", &format!("{name}.mesh"))?);
        if shading.fragment {
            stages.push(Self::fragment(name)?);
        }
        Ok(stages)
    }

    pub fn fragment(name: &str) -> Result<Self> {
        let own = path(&format!("{name}.frag")).exists();
        let name = if own { name } else { DEFAULT_FRAGMENT };
        Self::read(vk::ShaderStageFlags::FRAGMENT, c"main", &format!("{name}.frag"))
    }
}

impl Frame<'_> {
    /// A task, mesh and fragment pipeline for the case's targets and the default layout.
    pub fn pipeline(&self, shading: &Shading) -> Result<Pipeline> {
        self.pipeline_with(shading, self.layout)
    }

    pub fn pipeline_with(&self, shading: &Shading, layout: vk::PipelineLayout) -> Result<Pipeline> {
        let name = if shading.shaders.is_empty() { self.case.name } else { shading.shaders };
        self.graphics(shading, &Stage::all(name, shading)?, layout, vk::RenderPass::null())
    }

    /// The same for a render pass object.
    pub fn pipeline_in(&self, shading: &Shading, pass: vk::RenderPass) -> Result<Pipeline> {
        self.pipeline_in_with(shading, self.layout, pass)
    }

    pub fn pipeline_in_with(
        &self,
        shading: &Shading,
        layout: vk::PipelineLayout,
        pass: vk::RenderPass,
    ) -> Result<Pipeline> {
        let name = if shading.shaders.is_empty() { self.case.name } else { shading.shaders };
        self.graphics(shading, &Stage::all(name, shading)?, layout, pass)
    }

    /// A vertex and fragment pipeline that draws triangles of `vec4` positions from binding 0.
    pub fn vertex_pipeline(&self, shading: &Shading) -> Result<Pipeline> {
        self.vertex_pipeline_in(shading, vk::RenderPass::null())
    }

    pub fn vertex_pipeline_in(&self, shading: &Shading, pass: vk::RenderPass) -> Result<Pipeline> {
        let vertex = Stage::read(vk::ShaderStageFlags::VERTEX, c"main", &format!("{}.vert", shading.shaders))?;
        let stages = [vertex, Stage::fragment(shading.shaders)?];
        self.graphics(shading, &stages, self.layout, pass)
    }

    pub fn compute_pipeline(&self, file: &str) -> Result<Pipeline> {
        let stage = Stage::read(vk::ShaderStageFlags::COMPUTE, c"main", &format!("{file}.comp"))?;
        let mut module = vk::ShaderModuleCreateInfo::default().code(&stage.words);
        let info = vk::PipelineShaderStageCreateInfo::default().stage(stage.flag).name(stage.entry);
        let module = self.shader_module(&mut module)?;
        let info = [vk::ComputePipelineCreateInfo::default().stage(info.module(module)).layout(self.layout)];
        // SAFETY: module and layout are of this device; the module is not needed after creation.
        let raw = unsafe {
            let raw = self.gpu.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            self.gpu.device.destroy_shader_module(module, None);
            raw
        };
        let raw = raw.map_err(|(_, result)| result).during("vkCreateComputePipelines")?[0];
        self.gpu.keep(Owned::Pipeline(raw));
        Ok(Pipeline { raw, layout: self.layout, point: vk::PipelineBindPoint::COMPUTE })
    }

    fn shader_module(&self, info: &mut vk::ShaderModuleCreateInfo<'_>) -> Result<vk::ShaderModule> {
        // SAFETY: the code is SPIR-V as its compiler wrote it.
        unsafe { self.gpu.device.create_shader_module(info, None) }.during("vkCreateShaderModule")
    }

    fn graphics(
        &self,
        shading: &Shading,
        stages: &[Stage],
        layout: vk::PipelineLayout,
        pass: vk::RenderPass,
    ) -> Result<Pipeline> {
        let constant = |(index, (id, _)): (usize, &(u32, u32))| vk::SpecializationMapEntry {
            constant_id: *id,
            offset: index as u32 * 4,
            size: 4,
        };
        let constants: Vec<_> = shading.specialization.iter().enumerate().map(constant).collect();
        let values: Vec<_> = shading.specialization.iter().map(|(_, value)| *value).collect();
        let specialization = vk::SpecializationInfo::default().map_entries(&constants);
        let specialization = specialization.data(bytemuck::cast_slice(&values));
        let mut modules = Vec::new();
        for stage in stages {
            modules.push(self.shader_module(&mut vk::ShaderModuleCreateInfo::default().code(&stage.words))?);
        }
        let size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
            required_subgroup_size: self.gpu.largest_subgroup(),
            ..Default::default()
        };
        let stage_info = |(stage, module): (&Stage, &vk::ShaderModule)| {
            let mut info = vk::PipelineShaderStageCreateInfo::default().stage(stage.flag).module(*module);
            if shading.full_subgroups && stage.flag != vk::ShaderStageFlags::FRAGMENT {
                info = info.flags(vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS);
                info.p_next = (&raw const size).cast();
            }
            info.name(stage.entry).specialization_info(&specialization)
        };
        let infos: Vec<_> = stages.iter().zip(&modules).map(stage_info).collect();
        let has_vertex = stages.iter().any(|stage| stage.flag == vk::ShaderStageFlags::VERTEX);
        let raw = self.create_graphics(shading, &infos, layout, pass, has_vertex);
        for module in modules {
            // SAFETY: no pipeline is being made of it any more.
            unsafe { self.gpu.device.destroy_shader_module(module, None) };
        }
        Ok(Pipeline { raw: raw?, layout, point: vk::PipelineBindPoint::GRAPHICS })
    }

    fn create_graphics(
        &self,
        shading: &Shading,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
        pass: vk::RenderPass,
        has_vertex: bool,
    ) -> Result<vk::Pipeline> {
        let bindings = [vk::VertexInputBindingDescription::default().stride(16)];
        let attributes = [vk::VertexInputAttributeDescription::default().format(vk::Format::R32G32B32A32_SFLOAT)];
        let vertex_input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default();
        let assembly = assembly.topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default()
            .viewport_count(shading.viewports)
            .scissor_count(shading.viewports);
        let mut provoking = vk::PipelineRasterizationProvokingVertexStateCreateInfoEXT::default()
            .provoking_vertex_mode(vk::ProvokingVertexModeEXT::LAST_VERTEX);
        let mut raster = vk::PipelineRasterizationStateCreateInfo::default()
            .line_width(1.0)
            .cull_mode(shading.cull)
            .polygon_mode(shading.polygons)
            .rasterizer_discard_enable(shading.discard);
        if shading.provoking_last {
            raster = raster.push_next(&mut provoking);
        }
        let multisample = vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(self.case.samples);
        let stencil = shading.stencil.unwrap_or_default();
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(shading.depth.is_some())
            .depth_write_enable(shading.depth.is_some())
            .depth_compare_op(shading.depth.unwrap_or_default())
            .stencil_test_enable(shading.stencil.is_some())
            .front(stencil)
            .back(stencil);
        let attachment = vk::PipelineColorBlendAttachmentState::default()
            .color_write_mask(vk::ColorComponentFlags::RGBA)
            .blend_enable(shading.blend)
            .src_color_blend_factor(vk::BlendFactor::SRC_ALPHA)
            .dst_color_blend_factor(vk::BlendFactor::ONE_MINUS_SRC_ALPHA)
            .src_alpha_blend_factor(vk::BlendFactor::ONE)
            .dst_alpha_blend_factor(vk::BlendFactor::ZERO);
        let has_color = self.case.targets != Targets::DepthOnly;
        let (attachments, formats) = ([attachment; 2], [COLOR_FORMAT; 2]);
        let targets = if shading.locations.is_some() { 2 } else { usize::from(has_color) };
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments[..targets]);
        let locations = shading.locations.unwrap_or_default();
        let mut locations = vk::RenderingAttachmentLocationInfoKHR::default().color_attachment_locations(&locations);
        let mut inputs =
            vk::RenderingInputAttachmentIndexInfoKHR::default().color_attachment_input_indices(&INPUT_INDICES);
        let dynamic = [&[vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR], shading.dynamic].concat();
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let mut rendering = self.rendering_formats(&formats[..targets]).view_mask(shading.view_mask);
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .flags(shading.create)
            .stages(stages)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&multisample)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .render_pass(pass)
            .subpass(shading.subpass);
        if has_vertex {
            info = info.vertex_input_state(&vertex_input).input_assembly_state(&assembly);
        }
        if pass == vk::RenderPass::null() {
            info = info.push_next(&mut rendering);
        }
        if shading.locations.is_some() {
            info = info.push_next(&mut locations).push_next(&mut inputs);
        }
        if let Some(linking) = shading.linking {
            return self.link(&info, linking);
        }
        // SAFETY: everything is of this device and outlives the call.
        let raw = unsafe { self.gpu.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        let raw = raw.map_err(|(_, result)| result).during("vkCreateGraphicsPipelines")?[0];
        self.gpu.keep(Owned::Pipeline(raw));
        Ok(raw)
    }

    fn rendering_formats<'f>(&self, color: &'f [vk::Format]) -> vk::PipelineRenderingCreateInfo<'f> {
        let mut info = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(color);
        if let Some(depth) = &self.depth {
            info = info.depth_attachment_format(depth.format);
            if depth.aspect().contains(vk::ImageAspectFlags::STENCIL) {
                info = info.stencil_attachment_format(depth.format);
            }
        }
        info
    }
}
