//! RADV without hardware: a Vulkan device that compiles shaders and tells what became of them.

use std::ffi::CStr;
use std::time::Instant;

use ash::{khr, vk};
use meshwork_abi::gpu::PUSH_CONSTANT_BYTES;
use meshwork_abi::{RecordLayout, TargetProfile};
use meshwork_gpu::VertexInputState;

use crate::bench::child::thread_time;
use crate::doctor::driver_name;
use crate::error::{During, Error, Result};
use crate::loader;

use super::figures::Counts;

/// `maxPushConstantsSize` is at least this; fragment stages may use all of it.
const FRAGMENT_PUSH_BYTES: u32 = 128;

/// Compilations until one had a processor for nearly all of its time.
const ATTEMPTS: u32 = 32;
const UNDISTURBED: f64 = 0.95;

pub struct Compiler {
    pub device_name: String,
    pub driver_name: String,
    pub profile: TargetProfile,
    device: ash::Device,
    executables: khr::pipeline_executable_properties::Device,
    instance: ash::Instance,
    // Declared last: unloading the library must come after everything else.
    _entry: ash::Entry,
}

/// A vertex shader, what it is fed with, and the fragment shader behind it.
#[derive(Clone, Copy)]
pub struct VertexStage<'a> {
    pub words: &'a [u32],
    pub record: &'a RecordLayout,
    pub fragment: Option<&'a [u32]>,
}

/// What is compiled: the first stage, with what it needs around it.
#[derive(Clone, Copy)]
pub enum Shader<'a> {
    Compute(&'a [u32]),
    /// With the fragment stage that reads its outputs: a driver drops what nobody reads.
    Vertex(VertexStage<'a>),
}

/// What a driver says about a compiled stage.
pub struct Compiled {
    pub counts: Counts,
    pub assembly: String,
}

impl Compiler {
    pub fn open(driver: &str) -> Result<Self> {
        let entry = loader::load()?;
        let application =
            vk::ApplicationInfo::default().application_name(c"meshwork bench compile").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create info and all it points to outlive the call.
        let instance = match unsafe { entry.create_instance(&info, None) } {
            Err(vk::Result::ERROR_INCOMPATIBLE_DRIVER) => return Err(Error::NoDevice { driver: driver.to_owned() }),
            other => other.during("vkCreateInstance")?,
        };
        match create_device(&instance, driver) {
            Ok((physical, device)) => Ok(Self {
                device_name: device_name(&instance, physical),
                driver_name: driver_name(&instance, physical),
                profile: meshwork_gpu::target_profile(&instance, physical),
                executables: khr::pipeline_executable_properties::Device::new(&instance, &device),
                device,
                instance,
                _entry: entry,
            }),
            Err(error) => {
                // SAFETY: no object of the instance is left.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    /// The layout of a pipeline's compute stage, or of its raster stages.
    pub fn layout(&self, descriptors: &[vk::DescriptorType], stages: vk::ShaderStageFlags) -> Result<Layout<'_>> {
        let device = &self.device;
        let binding = |(binding, &kind): (usize, &vk::DescriptorType)| {
            let layout = vk::DescriptorSetLayoutBinding::default().binding(binding as u32).descriptor_type(kind);
            layout.descriptor_count(1).stage_flags(stages)
        };
        let bindings: Vec<_> = descriptors.iter().enumerate().map(binding).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: plain creation.
        let set = unsafe { device.create_descriptor_set_layout(&info, None) }.during("vkCreateDescriptorSetLayout")?;
        // From here on, dropping the value frees what was made.
        let mut layout = Layout { device, set, raw: vk::PipelineLayout::null() };
        let size = if stages == vk::ShaderStageFlags::COMPUTE { PUSH_CONSTANT_BYTES } else { FRAGMENT_PUSH_BYTES };
        let ranges = [vk::PushConstantRange::default().stage_flags(stages).size(size)];
        let sets = [set];
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        // SAFETY: the set layout was made above.
        layout.raw = unsafe { device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
        Ok(layout)
    }

    /// What the driver makes of a shader.
    pub fn compile(&self, shader: Shader<'_>, layout: &Layout<'_>) -> Result<Compiled> {
        let flags = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR
            | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
        let (pipeline, _) = self.create(shader, layout, flags)?;
        let compiled = self.read(pipeline, shader.stage());
        // SAFETY: made above, and no command uses it.
        unsafe { self.device.destroy_pipeline(pipeline, None) };
        compiled
    }

    /// Milliseconds of processor time that it takes to compile a shader. RADV compiles on the calling thread and measures by the
    /// wall's clock, so a compilation that had to wait for a processor is done again.
    pub fn time(&self, shader: Shader<'_>, layout: &Layout<'_>) -> Result<f64> {
        let (mut share, mut milliseconds) = (0.0, 0.0);
        for _ in 0..ATTEMPTS {
            let timed = self.time_once(shader, layout)?;
            if timed.0 > share {
                (share, milliseconds) = timed;
            }
            if share > UNDISTURBED {
                break;
            }
        }
        // Where even the best had to wait, it is taken to have waited evenly.
        Ok(milliseconds * share)
    }

    /// The part of the time that the thread had a processor, and the milliseconds of the stage.
    fn time_once(&self, shader: Shader<'_>, layout: &Layout<'_>) -> Result<(f64, f64)> {
        let (start, clock) = (Instant::now(), thread_time());
        let (pipeline, feedback) = self.create(shader, layout, vk::PipelineCreateFlags::empty())?;
        let share = (thread_time() - clock) as f64 / start.elapsed().as_nanos() as f64;
        // SAFETY: made above, and no command uses it.
        unsafe { self.device.destroy_pipeline(pipeline, None) };
        let cached = vk::PipelineCreationFeedbackFlags::APPLICATION_PIPELINE_CACHE_HIT;
        match feedback.flags.contains(vk::PipelineCreationFeedbackFlags::VALID) && !feedback.flags.contains(cached) {
            true => Ok((share.min(1.0), feedback.duration as f64 / 1e6)),
            false => Err(Error::Lacks { device: self.device_name.clone(), what: "the times of compilations" }),
        }
    }

    /// A pipeline, and the feedback about the shader's stage.
    fn create(
        &self,
        shader: Shader<'_>,
        layout: &Layout<'_>,
        flags: vk::PipelineCreateFlags,
    ) -> Result<(vk::Pipeline, vk::PipelineCreationFeedback)> {
        let mut whole = vk::PipelineCreationFeedback::default();
        let mut feedback = [vk::PipelineCreationFeedback::default(); 2];
        let stages = if matches!(shader, Shader::Vertex(VertexStage { fragment: Some(_), .. })) { 2 } else { 1 };
        let mut asked = vk::PipelineCreationFeedbackCreateInfo::default()
            .pipeline_creation_feedback(&mut whole)
            .pipeline_stage_creation_feedbacks(&mut feedback[..stages]);
        let raw = match shader {
            Shader::Compute(words) => self.create_compute(words, layout, flags, &mut asked),
            Shader::Vertex(stage) => self.create_raster(stage, layout, flags, &mut asked),
        }?;
        Ok((raw, feedback[0]))
    }

    fn create_compute(
        &self,
        words: &[u32],
        layout: &Layout<'_>,
        flags: vk::PipelineCreateFlags,
        feedback: &mut vk::PipelineCreationFeedbackCreateInfo<'_>,
    ) -> Result<vk::Pipeline> {
        let mut module = vk::ShaderModuleCreateInfo::default().code(words);
        let stage = stage(vk::ShaderStageFlags::COMPUTE, &mut module);
        let info = vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout.raw);
        let info = [info.push_next(feedback)];
        // SAFETY: the layout is alive, and the module is in the stage's chain.
        let made = unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None) };
        made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result).during("vkCreateComputePipelines")
    }

    fn create_raster(
        &self,
        VertexStage { words, record, fragment }: VertexStage<'_>,
        layout: &Layout<'_>,
        flags: vk::PipelineCreateFlags,
        feedback: &mut vk::PipelineCreationFeedbackCreateInfo<'_>,
    ) -> Result<vk::Pipeline> {
        let mut vertex = vk::ShaderModuleCreateInfo::default().code(words);
        let mut fragment = fragment.map(|words| vk::ShaderModuleCreateInfo::default().code(words));
        let fragment = fragment.as_mut().map(|module| stage(vk::ShaderStageFlags::FRAGMENT, module));
        let colors = usize::from(fragment.is_some());
        let stages: Vec<_> =
            std::iter::once(stage(vk::ShaderStageFlags::VERTEX, &mut vertex)).chain(fragment).collect();
        let input = VertexInputState::new(record);
        let input = input.info();
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default();
        let attachments =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments[..colors]);
        let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let formats = [vk::Format::R8G8B8A8_UNORM];
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats[..colors])
            .depth_attachment_format(vk::Format::D32_SFLOAT);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .flags(flags)
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout.raw)
            .push_next(&mut rendering)
            .push_next(feedback);
        // SAFETY: the layout is alive, and the modules are in the stages' chains.
        let made = unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result).during("vkCreateGraphicsPipelines")
    }

    fn read(&self, pipeline: vk::Pipeline, stage: vk::ShaderStageFlags) -> Result<Compiled> {
        let info = vk::PipelineInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline is alive; so are the executables below, which are its.
        let executables = unsafe { self.executables.get_pipeline_executable_properties(&info) };
        let executables = executables.during("vkGetPipelineExecutablePropertiesKHR")?;
        let index = executables.iter().position(|executable| executable.stages.contains(stage));
        let lacks = |what| Error::Lacks { device: self.device_name.clone(), what };
        let index = index.ok_or_else(|| lacks("an executable for a stage"))?;
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(index as u32);
        // SAFETY: captured, as the flags of the pipeline say.
        let statistics = unsafe { self.executables.get_pipeline_executable_statistics(&info) };
        let statistics = statistics.during("vkGetPipelineExecutableStatisticsKHR")?;
        let counts = Counts::read(&statistics).ok_or_else(|| lacks("the statistics of RADV"))?;
        Ok(Compiled { counts, assembly: self.read_assembly(&info)? })
    }

    /// The representation that is called `Assembly`, or nothing.
    fn read_assembly(&self, info: &vk::PipelineExecutableInfoKHR<'_>) -> Result<String> {
        const CALL: &str = "vkGetPipelineExecutableInternalRepresentationsKHR";
        let get = self.executables.fp().get_pipeline_executable_internal_representations_khr;
        let device = self.device.handle();
        let mut count = 0;
        // SAFETY: without an array the number is asked for.
        unsafe { get(device, info, &mut count, std::ptr::null_mut()) }.result().during(CALL)?;
        let mut found = vec![vk::PipelineExecutableInternalRepresentationKHR::default(); count as usize];
        // SAFETY: without memory the sizes are asked for.
        unsafe { get(device, info, &mut count, found.as_mut_ptr()) }.result().during(CALL)?;
        let mut texts: Vec<_> = found.iter().map(|found| vec![0_u8; found.data_size]).collect();
        for (found, text) in found.iter_mut().zip(&mut texts) {
            found.p_data = text.as_mut_ptr().cast();
        }
        // SAFETY: each has as much memory as it said that it needs.
        unsafe { get(device, info, &mut count, found.as_mut_ptr()) }.result().during(CALL)?;
        let is_assembly = |found: &vk::PipelineExecutableInternalRepresentationKHR<'_>| {
            found.name_as_c_str().is_ok_and(|name| name == c"Assembly")
        };
        let assembly = found.iter().position(is_assembly).map_or(&[][..], |index| &texts[index]);
        Ok(String::from_utf8_lossy(assembly).trim_end_matches('\0').to_owned())
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // SAFETY: layouts borrow the device, and pipelines are destroyed where they are made.
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

impl Shader<'_> {
    fn stage(self) -> vk::ShaderStageFlags {
        match self {
            Self::Compute(_) => vk::ShaderStageFlags::COMPUTE,
            Self::Vertex(..) => vk::ShaderStageFlags::VERTEX,
        }
    }
}

pub struct Layout<'a> {
    device: &'a ash::Device,
    set: vk::DescriptorSetLayout,
    raw: vk::PipelineLayout,
}

impl Drop for Layout<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `Compiler::layout`; pipelines do not need it any more.
        unsafe {
            self.device.destroy_pipeline_layout(self.raw, None);
            self.device.destroy_descriptor_set_layout(self.set, None);
        }
    }
}

/// A stage whose module is in its chain (`VK_KHR_maintenance5`).
fn stage<'a>(
    stage: vk::ShaderStageFlags,
    module: &'a mut vk::ShaderModuleCreateInfo<'_>,
) -> vk::PipelineShaderStageCreateInfo<'a> {
    vk::PipelineShaderStageCreateInfo::default().stage(stage).name(c"main").push_next(module)
}

/// A device with all that it has, so that it takes every module that is lowered for it.
fn create_device(instance: &ash::Instance, driver: &str) -> Result<(vk::PhysicalDevice, ash::Device)> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
    let physical = *devices.first().ok_or_else(|| Error::NoDevice { driver: driver.to_owned() })?;
    check(instance, physical)?;

    let extensions = EXTENSIONS.map(CStr::as_ptr);
    let mut executables =
        vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
    let mut maintenance5 = vk::PhysicalDeviceMaintenance5FeaturesKHR::default().maintenance5(true);
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut features =
        vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12).push_next(&mut v13);
    // SAFETY: the handle comes from this instance; the structures are of Vulkan 1.3, which the device has.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };

    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&priorities)];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .push_next(&mut features)
        .push_next(&mut executables)
        .push_next(&mut maintenance5);
    // SAFETY: features are the device's, extensions were found by `check`.
    let device = unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")?;
    Ok((physical, device))
}

const EXTENSIONS: [&CStr; 2] = [khr::pipeline_executable_properties::NAME, khr::maintenance5::NAME];

fn device_name(instance: &ash::Instance, physical: vk::PhysicalDevice) -> String {
    // SAFETY: the handle comes from this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned()
}

/// Another driver would not listen to the variable that chooses the family.
fn check(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<()> {
    // SAFETY: the handle comes from this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    let device = device_name(instance, physical);
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    if properties.api_version >= vk::API_VERSION_1_3 {
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
        // SAFETY: as above; the structure is of Vulkan 1.2.
        unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    }
    if driver.driver_id != vk::DriverId::MESA_RADV {
        return Err(Error::Lacks { device, what: "the compilers of RADV" });
    }
    // SAFETY: as above.
    let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
    let has = |name: &CStr| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));
    let what = "VK_KHR_pipeline_executable_properties or VK_KHR_maintenance5: its Mesa is too old";
    if EXTENSIONS.into_iter().all(has) { Ok(()) } else { Err(Error::Lacks { device, what }) }
}
