//! Shader objects from the shaders of a case, and all the state that pipelines would have.

use ash::{ext, vk};
use vk::ShaderStageFlags as Stages;

use crate::commands::{Commands, full_scissor, full_viewport};
use crate::descriptor::{STAGES, push_range};
use crate::error::{During, Result};
use crate::frame::{Frame, PUSH_WORDS};
use crate::gpu::Owned;
use crate::pipeline::{Shading, Stage};

/// How shader objects come about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Code {
    Unlinked,
    Linked,
    /// From the binaries of unlinked ones.
    Binary,
}

/// Shaders that are drawn together: a stage and its object.
pub struct Objects {
    functions: ext::shader_object::Device,
    pub bound: Vec<(Stages, vk::ShaderEXT)>,
}

/// The graphics stages that every draw needs a binding of, if only of nothing.
const GRAPHICS: [Stages; 4] = [Stages::TASK_EXT, Stages::MESH_EXT, Stages::VERTEX, Stages::FRAGMENT];

impl Frame<'_> {
    /// The task, mesh and fragment shader of a case.
    pub fn shader_objects(&self, shading: &Shading, code: Code) -> Result<Objects> {
        self.objects(&Stage::all(shading.shaders, shading)?, code)
    }

    /// A vertex and a fragment shader.
    pub fn vertex_shader_objects(&self, shaders: &str) -> Result<Objects> {
        let vertex = Stage::read(Stages::VERTEX, c"main", &format!("{shaders}.vert"))?;
        self.objects(&[vertex, Stage::fragment(shaders)?], Code::Unlinked)
    }

    fn objects(&self, stages: &[Stage], code: Code) -> Result<Objects> {
        let functions = ext::shader_object::Device::new(self.gpu.instance(), &self.gpu.device);
        let binaries;
        let mut codes: Vec<&[u8]> = stages.iter().map(|stage| bytemuck::cast_slice(&stage.words)).collect();
        let mut kind = vk::ShaderCodeTypeEXT::SPIRV;
        if code == Code::Binary {
            let objects = self.create_objects(&functions, stages, &codes, kind, false)?;
            // SAFETY: the shaders were just made.
            let binary = |raw: &vk::ShaderEXT| unsafe { functions.get_shader_binary_data(*raw) };
            binaries = objects.iter().map(binary).collect::<Result<Vec<_>, _>>().during("vkGetShaderBinaryDataEXT")?;
            codes = binaries.iter().map(Vec::as_slice).collect();
            kind = vk::ShaderCodeTypeEXT::BINARY;
        }
        let raw = self.create_objects(&functions, stages, &codes, kind, code == Code::Linked)?;
        Ok(Objects { functions, bound: stages.iter().map(|stage| stage.flag).zip(raw).collect() })
    }

    fn create_objects(
        &self,
        functions: &ext::shader_object::Device,
        stages: &[Stage],
        codes: &[&[u8]],
        kind: vk::ShaderCodeTypeEXT,
        linked: bool,
    ) -> Result<Vec<vk::ShaderEXT>> {
        let (sets, ranges) = ([self.set_layout], [push_range(STAGES, 0, PUSH_WORDS)]);
        let has_task = stages[0].flag == Stages::TASK_EXT;
        let infos = stages.iter().zip(codes).map(|(stage, code)| {
            let mut flags = vk::ShaderCreateFlagsEXT::empty();
            if linked {
                flags |= vk::ShaderCreateFlagsEXT::LINK_STAGE;
            }
            if stage.flag == Stages::MESH_EXT && !has_task {
                flags |= vk::ShaderCreateFlagsEXT::NO_TASK_SHADER;
            }
            let next = match stage.flag {
                Stages::TASK_EXT => Stages::MESH_EXT,
                Stages::FRAGMENT => Stages::empty(),
                _ => Stages::FRAGMENT,
            };
            let info = vk::ShaderCreateInfoEXT::default().flags(flags).stage(stage.flag).next_stage(next);
            info.code_type(kind).code(code).name(stage.entry).set_layouts(&sets).push_constant_ranges(&ranges)
        });
        let infos: Vec<_> = infos.collect();
        // SAFETY: code and layouts are valid and outlive the call.
        let raw = unsafe { functions.create_shaders(&infos, None) };
        let raw = raw.map_err(|(_, result)| result).during("vkCreateShadersEXT")?;
        raw.iter().for_each(|raw| self.gpu.keep(Owned::Shader(*raw, functions.fp().destroy_shader_ext)));
        Ok(raw)
    }
}

impl Commands<'_> {
    /// Binds the shaders, and nothing to the stages that they leave out.
    pub fn bind_objects(&self, objects: &Objects) {
        let of = |stage: Stages| {
            objects.bound.iter().find(|(bound, _)| *bound == stage).map_or_else(vk::ShaderEXT::null, |(_, raw)| *raw)
        };
        // SAFETY: the handles are of the frame's device.
        unsafe { objects.functions.cmd_bind_shaders(self.raw, &GRAPHICS, &GRAPHICS.map(of)) };
    }

    /// Set 0, as pipelines of the frame's layout have it.
    pub fn bind_object_set(&self) {
        let Frame { gpu, layout, set, .. } = self.frame;
        // SAFETY: as above.
        unsafe {
            gpu.device.cmd_bind_descriptor_sets(self.raw, vk::PipelineBindPoint::GRAPHICS, *layout, 0, &[*set], &[]);
        }
    }

    /// All state that a draw without pipeline reads; vertices are `vec4` positions in binding 0.
    pub fn object_state(&self, objects: &Objects) {
        let (set, c) = (&objects.functions, self.raw);
        let binding = [vk::VertexInputBindingDescription2EXT::default().stride(16).divisor(1)];
        let attribute = vk::VertexInputAttributeDescription2EXT::default().format(vk::Format::R32G32B32A32_SFLOAT);
        // SAFETY: as above.
        unsafe {
            set.cmd_set_viewport_with_count(c, &[full_viewport()]);
            set.cmd_set_scissor_with_count(c, &[full_scissor()]);
            set.cmd_set_vertex_input(c, &binding, &[attribute]);
            set.cmd_set_primitive_topology(c, vk::PrimitiveTopology::TRIANGLE_LIST);
            set.cmd_set_primitive_restart_enable(c, false);
            set.cmd_set_rasterizer_discard_enable(c, false);
            set.cmd_set_polygon_mode(c, vk::PolygonMode::FILL);
            set.cmd_set_cull_mode(c, vk::CullModeFlags::NONE);
            set.cmd_set_front_face(c, vk::FrontFace::COUNTER_CLOCKWISE);
            set.cmd_set_depth_test_enable(c, false);
            set.cmd_set_depth_write_enable(c, false);
            set.cmd_set_depth_bias_enable(c, false);
            set.cmd_set_stencil_test_enable(c, false);
            set.cmd_set_rasterization_samples(c, vk::SampleCountFlags::TYPE_1);
            set.cmd_set_sample_mask(c, vk::SampleCountFlags::TYPE_1, &[u32::MAX]);
            set.cmd_set_alpha_to_coverage_enable(c, false);
            set.cmd_set_color_blend_enable(c, 0, &[vk::FALSE]);
            set.cmd_set_color_write_mask(c, 0, &[vk::ColorComponentFlags::RGBA]);
        }
    }
}
