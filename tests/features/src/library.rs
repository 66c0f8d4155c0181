//! Graphics pipelines linked from libraries of their parts.

use ash::vk;
use vk::GraphicsPipelineLibraryFlagsEXT as Parts;
use vk::PipelineCreateFlags as Flags;

use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;

/// How a pipeline is made of libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// A library for each part.
    Fast,
    /// The same, optimized when they are linked.
    Optimized,
    /// A library for all shaders.
    Together,
    /// A library of libraries, with a part of its own.
    Nested,
    /// Task and mesh shader come with the call that links.
    MeshInPlace,
    /// The fragment shader does.
    FragmentInPlace,
    /// A library for each part, which knows only its own descriptor set: 0 before rasterization, 1 after.
    Independent([vk::DescriptorSetLayout; 2]),
    /// Not a pipeline, but the library of the fragment shader …
    Fragment,
    /// … and one that is linked with it, of mesh or of vertex shaders.
    Onto(vk::Pipeline),
}

const PRE_RASTERIZATION: Parts = Parts::PRE_RASTERIZATION_SHADERS;
const FRAGMENT: Parts = Parts::FRAGMENT_SHADER;
const OUTPUT: Parts = Parts::FRAGMENT_OUTPUT_INTERFACE;

impl Frame<'_> {
    /// The pipeline that `whole` describes.
    pub fn link(&self, whole: &vk::GraphicsPipelineCreateInfo<'_>, linking: Linking) -> Result<vk::Pipeline> {
        let (library, none) = (Flags::LIBRARY_KHR, Parts::empty());
        let make = |parts, flags, libraries: &[vk::Pipeline]| self.part(whole, parts, flags, libraries);
        let with_sets = |parts, sets: [vk::DescriptorSetLayout; 2]| {
            let layout = self.gpu.independent_layout(&sets)?;
            self.part(&vk::GraphicsPipelineCreateInfo { layout, ..*whole }, parts, library, &[])
        };
        let each =
            |parts: &[Parts], flags| parts.iter().map(|parts| make(*parts, flags, &[])).collect::<Result<Vec<_>>>();
        let all = [PRE_RASTERIZATION, FRAGMENT, OUTPUT];
        match linking {
            Linking::Fast => make(none, Flags::empty(), &each(&all, library)?),
            Linking::Optimized => {
                let parts = each(&all, library | Flags::RETAIN_LINK_TIME_OPTIMIZATION_INFO_EXT)?;
                make(none, Flags::LINK_TIME_OPTIMIZATION_EXT, &parts)
            }
            Linking::Together => {
                let shaders = make(PRE_RASTERIZATION | FRAGMENT, library, &[])?;
                make(none, Flags::empty(), &[make(OUTPUT, library, &[])?, shaders])
            }
            Linking::Nested => {
                let shaders = make(PRE_RASTERIZATION, library, &[])?;
                let shaders = make(FRAGMENT, library, &[shaders])?;
                make(none, Flags::empty(), &[shaders, make(OUTPUT, library, &[])?])
            }
            Linking::MeshInPlace => make(PRE_RASTERIZATION, Flags::empty(), &[make(FRAGMENT | OUTPUT, library, &[])?]),
            Linking::Independent([before, after]) => {
                let null = vk::DescriptorSetLayout::null();
                let before = with_sets(PRE_RASTERIZATION, [before, null])?;
                let parts = [before, with_sets(FRAGMENT, [null, after])?, make(OUTPUT, library, &[])?];
                make(none, Flags::empty(), &parts)
            }
            Linking::Fragment => make(FRAGMENT, library, &[]),
            Linking::Onto(fragment) => {
                let vertex_input = match whole.p_vertex_input_state.is_null() {
                    true => none,
                    false => Parts::VERTEX_INPUT_INTERFACE,
                };
                make(PRE_RASTERIZATION | OUTPUT | vertex_input, Flags::empty(), &[fragment])
            }
            Linking::FragmentInPlace => make(FRAGMENT, Flags::empty(), &each(&[OUTPUT, PRE_RASTERIZATION], library)?),
        }
    }

    fn part(
        &self,
        whole: &vk::GraphicsPipelineCreateInfo<'_>,
        parts: Parts,
        flags: Flags,
        libraries: &[vk::Pipeline],
    ) -> Result<vk::Pipeline> {
        // SAFETY: the stages of a valid create info.
        let stages = unsafe { std::slice::from_raw_parts(whole.p_stages, whole.stage_count as usize) };
        let belongs = |stage: &&vk::PipelineShaderStageCreateInfo<'_>| match stage.stage {
            vk::ShaderStageFlags::FRAGMENT => parts.contains(FRAGMENT),
            _ => parts.contains(PRE_RASTERIZATION),
        };
        let stages: Vec<_> = stages.iter().filter(belongs).copied().collect();
        let mut own = vk::GraphicsPipelineLibraryCreateInfoEXT::default().flags(parts);
        let mut links = vk::PipelineLibraryCreateInfoKHR::default().libraries(libraries);
        let info = vk::GraphicsPipelineCreateInfo { flags: whole.flags | flags, ..*whole };
        let mut info = [info.stages(&stages).push_next(&mut links)];
        if !parts.is_empty() {
            info[0] = info[0].push_next(&mut own);
        }
        // SAFETY: everything is of this device and outlives the call.
        let raw = unsafe { self.gpu.device.create_graphics_pipelines(vk::PipelineCache::null(), &info, None) };
        let raw = raw.map_err(|(_, result)| result).during("vkCreateGraphicsPipelines")?[0];
        self.gpu.keep(Owned::Pipeline(raw));
        Ok(raw)
    }
}
