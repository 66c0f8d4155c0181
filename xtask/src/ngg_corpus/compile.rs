//! RADV without hardware: what it makes of a pipeline. Runs in a process of its own, whose environment chooses family and flags.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use ash::{khr, vk};
use serde::{Deserialize, Serialize};

use super::case::Pipeline;
use crate::error::{Error, Result};

/// What the last stage before rasterization became.
#[derive(Serialize, Deserialize)]
pub struct Compiled {
    pub executable: String,
    pub subgroup_size: u32,
    /// RADV's disassembly, each line with the instruction's dwords.
    pub assembly: String,
    pub statistics: Vec<(String, u64)>,
}

/// SPIR-V of the stages, in pipeline order, and state.
pub fn compile(modules: &[(vk::ShaderStageFlags, PathBuf)], pipeline: &Pipeline, unlinked: bool) -> Result<Compiled> {
    // SAFETY: the loader is the system's or the tools'; nothing else is loaded.
    let entry = unsafe { ash::Entry::load() }.map_err(|error| Error::NoLoader { reason: error.to_string() })?;
    let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
    let info = vk::InstanceCreateInfo::default().application_info(&application);
    // SAFETY: the create info and all it points to outlive the call.
    let instance = unsafe { entry.create_instance(&info, None) }.map_err(Error::vulkan("vkCreateInstance"))?;
    let compiled = Device::open(&instance).and_then(|device| device.compile(&instance, modules, pipeline, unlinked));
    // SAFETY: the device is gone.
    unsafe { instance.destroy_instance(None) };
    compiled
}

struct Device {
    raw: ash::Device,
}

impl Device {
    fn open(instance: &ash::Instance) -> Result<Self> {
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.enumerate_physical_devices() };
        let physical = devices.map_err(Error::vulkan("vkEnumeratePhysicalDevices"))?.first().copied();
        let physical = physical.ok_or(Error::NoDevice)?;
        let mut executables =
            vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
        let mut features =
            vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12).push_next(&mut v13);
        // SAFETY: the handle comes from this instance; the structures are of Vulkan 1.3, which RADV has.
        unsafe { instance.get_physical_device_features2(physical, &mut features) };
        let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
        let extensions = [khr::pipeline_executable_properties::NAME.as_ptr()];
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&extensions)
            .push_next(&mut features)
            .push_next(&mut executables);
        // SAFETY: features are the device's; RADV has the extension, and another driver says that it has not.
        let raw = unsafe { instance.create_device(physical, &info, None) }.map_err(Error::vulkan("vkCreateDevice"))?;
        Ok(Self { raw })
    }

    fn compile(
        &self,
        instance: &ash::Instance,
        modules: &[(vk::ShaderStageFlags, PathBuf)],
        pipeline: &Pipeline,
        unlinked: bool,
    ) -> Result<Compiled> {
        let code = modules.iter().map(|(_, path)| read_words(path)).collect::<Result<Vec<_>>>()?;
        let mut infos: Vec<_> = code.iter().map(|code| vk::ShaderModuleCreateInfo::default().code(code)).collect();
        let layout = self.layout(pipeline)?;
        let stages = modules.iter().zip(&mut infos).map(|((stage, _), info)| {
            vk::PipelineShaderStageCreateInfo::default().stage(*stage).name(c"main").push_next(info)
        });
        let raw = self.pipeline(&stages.collect::<Vec<_>>(), layout, pipeline, unlinked)?;
        let executables = khr::pipeline_executable_properties::Device::new(instance, &self.raw);
        read(&executables, self.raw.handle(), raw)
    }

    /// The objects live as long as the process, which ends after one pipeline.
    fn layout(&self, pipeline: &Pipeline) -> Result<vk::PipelineLayout> {
        let mut sets = Vec::new();
        for bindings in &pipeline.sets {
            let bindings: Vec<_> = bindings
                .iter()
                .map(|binding| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(binding.binding)
                        .descriptor_type(binding.kind.raw())
                        .descriptor_count(1)
                        .stage_flags(vk::ShaderStageFlags::ALL_GRAPHICS)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: plain creation.
            let set = unsafe { self.raw.create_descriptor_set_layout(&info, None) };
            sets.push(set.map_err(Error::vulkan("vkCreateDescriptorSetLayout"))?);
        }
        let range = vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::ALL_GRAPHICS);
        let ranges = [range.size(pipeline.push)];
        let ranges = if pipeline.push == 0 { &[][..] } else { &ranges };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(ranges);
        // SAFETY: the set layouts were made above.
        unsafe { self.raw.create_pipeline_layout(&info, None) }.map_err(Error::vulkan("vkCreatePipelineLayout"))
    }

    fn pipeline(
        &self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
        pipeline: &Pipeline,
        unlinked: bool,
    ) -> Result<vk::Pipeline> {
        let bindings: Vec<_> = pipeline.bindings.iter().map(|binding| binding.raw()).collect();
        let attributes: Vec<_> = pipeline.attributes.iter().map(|attribute| attribute.raw()).collect();
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(pipeline.topology.raw());
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default();
        let colors = [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&colors);
        let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let formats = [vk::Format::R8G8B8A8_UNORM];
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        let mut flags = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR
            | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
        if unlinked {
            flags |= vk::PipelineCreateFlags::DISABLE_OPTIMIZATION;
        }
        let info = vk::GraphicsPipelineCreateInfo::default()
            .flags(flags)
            .stages(stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: the layout is alive, and the modules are in the stages' chains.
        let made = unsafe { self.raw.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        made.map(|pipelines| pipelines[0])
            .map_err(|(_, result)| result)
            .map_err(Error::vulkan("vkCreateGraphicsPipelines"))
    }
}

fn read_words(path: &Path) -> Result<Vec<u32>> {
    let bytes = std::fs::read(path).map_err(Error::file(path))?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The executable whose stages are geometry and not fragments.
fn read(
    executables: &khr::pipeline_executable_properties::Device,
    device: vk::Device,
    pipeline: vk::Pipeline,
) -> Result<Compiled> {
    let info = vk::PipelineInfoKHR::default().pipeline(pipeline);
    // SAFETY: the pipeline is alive; so are the executables below, which are its.
    let found = unsafe { executables.get_pipeline_executable_properties(&info) };
    let found = found.map_err(Error::vulkan("vkGetPipelineExecutablePropertiesKHR"))?;
    let index = found.iter().position(|found| !found.stages.contains(vk::ShaderStageFlags::FRAGMENT));
    let index = index.ok_or(Error::NoExecutable)?;
    let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(index as u32);
    // SAFETY: captured, as the flags of the pipeline say.
    let statistics = unsafe { executables.get_pipeline_executable_statistics(&info) };
    let statistics = statistics.map_err(Error::vulkan("vkGetPipelineExecutableStatisticsKHR"))?;
    let text = |name: &CStr| name.to_string_lossy().into_owned();
    let statistics = statistics.iter().filter(|one| one.format == vk::PipelineExecutableStatisticFormatKHR::UINT64);
    Ok(Compiled {
        executable: found[index].name_as_c_str().map(text).unwrap_or_default(),
        subgroup_size: found[index].subgroup_size,
        assembly: assembly(executables, device, &info)?,
        // SAFETY: the format says which member of the union was written.
        statistics: statistics
            .map(|one| (one.name_as_c_str().map(text).unwrap_or_default(), unsafe { one.value.u64 }))
            .collect(),
    })
}

/// The representation that is called `Assembly`.
fn assembly(
    executables: &khr::pipeline_executable_properties::Device,
    device: vk::Device,
    info: &vk::PipelineExecutableInfoKHR<'_>,
) -> Result<String> {
    let call = || Error::vulkan("vkGetPipelineExecutableInternalRepresentationsKHR");
    let get = executables.fp().get_pipeline_executable_internal_representations_khr;
    let mut count = 0;
    // SAFETY: without an array the number is asked for.
    unsafe { get(device, info, &mut count, std::ptr::null_mut()) }.result().map_err(call())?;
    let mut found = vec![vk::PipelineExecutableInternalRepresentationKHR::default(); count as usize];
    // SAFETY: without memory the sizes are asked for.
    unsafe { get(device, info, &mut count, found.as_mut_ptr()) }.result().map_err(call())?;
    let mut texts: Vec<_> = found.iter().map(|found| vec![0_u8; found.data_size]).collect();
    for (found, text) in found.iter_mut().zip(&mut texts) {
        found.p_data = text.as_mut_ptr().cast();
    }
    // SAFETY: each has as much memory as it said that it needs.
    unsafe { get(device, info, &mut count, found.as_mut_ptr()) }.result().map_err(call())?;
    let index = found.iter().position(|found| found.name_as_c_str() == Ok(c"Assembly")).ok_or(Error::NoExecutable)?;
    Ok(String::from_utf8_lossy(&texts[index]).trim_end_matches('\0').to_owned())
}
