//! A Vulkan device for compute shaders alone: drivers without mesh shaders have shuffles, too.

use std::ffi::CStr;

use ash::{khr, vk};
use meshwork_abi::SubgroupProfile;

use crate::error::{During, Error, Result};
use crate::loader;
use crate::render::choose_physical_device;

/// A device with one queue. What it makes is destroyed with it.
pub struct Device {
    pub name: String,
    pub profile: SubgroupProfile,
    device: ash::Device,
    queue: vk::Queue,
    commands: vk::CommandBuffer,
    /// Two time stamps.
    queries: vk::QueryPool,
    nanoseconds_a_tick: f64,
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    set: vk::DescriptorSet,
    command_pool: vk::CommandPool,
    descriptor_pool: vk::DescriptorPool,
    pipelines: Vec<vk::Pipeline>,
    buffers: Vec<Buffer>,
    memory_properties: vk::PhysicalDeviceMemoryProperties,
    instance: ash::Instance,
    // Declared last: unloading the library must come after everything else.
    _entry: ash::Entry,
}

/// A storage buffer, mapped while it lives.
pub struct Buffer {
    raw: vk::Buffer,
    memory: vk::DeviceMemory,
    words: *mut u32,
    length: usize,
}

/// What a dispatch is told.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Step {
    pub trips: u32,
    pub mask: u32,
    pub add: u32,
    pub flip: u32,
}

impl Device {
    /// Opens the most capable device that the driver reports, and makes storage buffers of these lengths for its shaders.
    pub fn open(driver: &str, lengths: [usize; 2]) -> Result<Self> {
        let entry = loader::load()?;
        let application =
            vk::ApplicationInfo::default().application_name(c"meshwork bench").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create info and all it points to outlive the call.
        let instance = match unsafe { entry.create_instance(&info, None) } {
            Err(vk::Result::ERROR_INCOMPATIBLE_DRIVER) => return Err(Error::NoDevice { driver: driver.to_owned() }),
            other => other.during("vkCreateInstance")?,
        };
        let mut device = Self::create(entry, instance, driver)?;
        let buffers = lengths.iter().map(|&length| device.create_buffer(length)).collect::<Result<_>>();
        device.buffers = buffers?;
        device.write_set();
        Ok(device)
    }

    fn create(entry: ash::Entry, instance: ash::Instance, driver: &str) -> Result<Self> {
        let physical = choose_physical_device(&instance, driver)?;
        // SAFETY: the handle comes from this instance.
        let properties = unsafe { instance.get_physical_device_properties(physical) };
        let name = properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned();
        let lacks = |what| Error::Lacks { device: name.clone(), what };
        if properties.api_version < vk::API_VERSION_1_2 {
            return Err(lacks("Vulkan 1.2"));
        }
        let mut profile = meshwork_gpu::subgroup_profile(&instance, physical);
        // As an extension of Vulkan 1.2 it is not used here.
        profile.size.full_subgroups &= properties.api_version >= vk::API_VERSION_1_3;
        // SAFETY: as above.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let family = families
            .iter()
            .position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE) && family.timestamp_valid_bits > 0);
        let family = family.ok_or_else(|| lacks("a queue for compute with time stamps"))? as u32;
        let device = create_device(&instance, physical, family, &profile)?;
        // SAFETY: queue 0 of the family was asked for.
        let queue = unsafe { device.get_device_queue(family, 0) };
        // SAFETY: as above.
        let memory_properties = unsafe { instance.get_physical_device_memory_properties(physical) };
        let pool = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER)
            .queue_family_index(family);
        let bindings = [0, 1].map(|binding| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        });
        let set_layout = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let sizes = [vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER).descriptor_count(2)];
        let sets = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        let queries = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
        let constants = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(size_of::<Step>() as u32)];
        // SAFETY: plain creation on the device made above; a failure leaves objects to the end of the process.
        unsafe {
            let command_pool = device.create_command_pool(&pool, None).during("vkCreateCommandPool")?;
            let commands = vk::CommandBufferAllocateInfo::default().command_pool(command_pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&commands).during("vkAllocateCommandBuffers")?[0];
            let set_layout =
                device.create_descriptor_set_layout(&set_layout, None).during("vkCreateDescriptorSetLayout")?;
            let set_layouts = [set_layout];
            let layout =
                vk::PipelineLayoutCreateInfo::default().set_layouts(&set_layouts).push_constant_ranges(&constants);
            let layout = device.create_pipeline_layout(&layout, None).during("vkCreatePipelineLayout")?;
            let descriptor_pool = device.create_descriptor_pool(&sets, None).during("vkCreateDescriptorPool")?;
            let sets =
                vk::DescriptorSetAllocateInfo::default().descriptor_pool(descriptor_pool).set_layouts(&set_layouts);
            let set = device.allocate_descriptor_sets(&sets).during("vkAllocateDescriptorSets")?[0];
            let queries = device.create_query_pool(&queries, None).during("vkCreateQueryPool")?;
            Ok(Self {
                name,
                profile,
                queue,
                commands,
                queries,
                nanoseconds_a_tick: properties.limits.timestamp_period.into(),
                set_layout,
                layout,
                set,
                command_pool,
                descriptor_pool,
                pipelines: Vec::new(),
                buffers: Vec::new(),
                memory_properties,
                device,
                instance,
                _entry: entry,
            })
        }
    }

    fn create_buffer(&self, length: usize) -> Result<Buffer> {
        let size = 4 * length as u64;
        let info = vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: plain creation; the memory's type is one that the buffer takes and the host can map.
        unsafe {
            let raw = self.device.create_buffer(&info, None).during("vkCreateBuffer")?;
            let requirements = self.device.get_buffer_memory_requirements(raw);
            let lacks = || Error::Lacks { device: self.name.clone(), what: "a memory type for a buffer" };
            let memory_type = self.memory_type(requirements.memory_type_bits).ok_or_else(lacks)?;
            let info =
                vk::MemoryAllocateInfo::default().allocation_size(requirements.size).memory_type_index(memory_type);
            let memory = self.device.allocate_memory(&info, None).during("vkAllocateMemory")?;
            self.device.bind_buffer_memory(raw, memory, 0).during("vkBindBufferMemory")?;
            let flags = vk::MemoryMapFlags::empty();
            let words = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, flags).during("vkMapMemory")?.cast();
            Ok(Buffer { raw, memory, words, length })
        }
    }

    /// Memory that the host sees, the device's own if there is such.
    fn memory_type(&self, bits: u32) -> Option<u32> {
        let seen = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let find = |wanted| {
            (0..self.memory_properties.memory_type_count).find(|&index| {
                let flags = self.memory_properties.memory_types[index as usize].property_flags;
                bits >> index & 1 != 0 && flags.contains(wanted)
            })
        };
        find(seen | vk::MemoryPropertyFlags::DEVICE_LOCAL).or_else(|| find(seen))
    }

    fn write_set(&self) {
        for (binding, buffer) in self.buffers.iter().enumerate() {
            let info = [vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(self.set)
                .dst_binding(binding as u32)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&info);
            // SAFETY: set and buffer are the device's, and no dispatch uses the set yet.
            unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        }
    }

    /// A pipeline of full subgroups, by its number.
    pub fn create_pipeline(&mut self, words: &[u32]) -> Result<usize> {
        let module = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a module that was validated in tests, for the layout made above.
        unsafe {
            let module = self.device.create_shader_module(&module, None).during("vkCreateShaderModule")?;
            let full = vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .flags(if self.profile.size.full_subgroups { full } else { Default::default() })
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(c"main");
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout)];
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            self.device.destroy_shader_module(module, None);
            let made = made.map_err(|(_, result)| result).during("vkCreateComputePipelines")?;
            self.pipelines.extend(made);
        }
        Ok(self.pipelines.len() - 1)
    }

    /// Runs a pipeline once; milliseconds on the GPU.
    pub fn dispatch(&self, pipeline: usize, step: Step, groups: u32) -> Result<f64> {
        let (device, commands) = (&self.device, self.commands);
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let buffers = [commands];
        let submit = vk::SubmitInfo::default().command_buffers(&buffers);
        let mut ticks = [0_u64; 2];
        // SAFETY: all objects are the device's; the last submission was waited for; the barrier makes what the shader wrote
        // visible to the host, which reads it after the wait.
        unsafe {
            device.begin_command_buffer(commands, &begin).during("vkBeginCommandBuffer")?;
            device.cmd_reset_query_pool(commands, self.queries, 0, 2);
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, self.pipelines[pipeline]);
            let (bind, sets) = (vk::PipelineBindPoint::COMPUTE, [self.set]);
            device.cmd_bind_descriptor_sets(commands, bind, self.layout, 0, &sets, &[]);
            let stage = vk::ShaderStageFlags::COMPUTE;
            device.cmd_push_constants(commands, self.layout, stage, 0, bytemuck::bytes_of(&step));
            device.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, self.queries, 0);
            device.cmd_dispatch(commands, groups, 1, 1);
            device.cmd_write_timestamp(commands, vk::PipelineStageFlags::COMPUTE_SHADER, self.queries, 1);
            let barrier = [vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ)];
            let (from, to) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::HOST);
            device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &barrier, &[], &[]);
            device.end_command_buffer(commands).during("vkEndCommandBuffer")?;
            device.queue_submit(self.queue, &[submit], vk::Fence::null()).during("vkQueueSubmit")?;
            device.queue_wait_idle(self.queue).during("vkQueueWaitIdle")?;
            let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
            device.get_query_pool_results(self.queries, 0, &mut ticks, flags).during("vkGetQueryPoolResults")?;
        }
        Ok(ticks[1].wrapping_sub(ticks[0]) as f64 * self.nanoseconds_a_tick / 1e6)
    }

    pub fn write(&mut self, buffer: usize, words: &[u32]) {
        self.words_mut(buffer)[..words.len()].copy_from_slice(words);
    }

    pub fn read(&mut self, buffer: usize) -> Vec<u32> {
        self.words_mut(buffer).to_vec()
    }

    fn words_mut(&mut self, buffer: usize) -> &mut [u32] {
        let buffer = &self.buffers[buffer];
        // SAFETY: it is mapped for its whole length while it lives, the GPU is idle between dispatches, and `self` is borrowed.
        unsafe { std::slice::from_raw_parts_mut(buffer.words, buffer.length) }
    }
}

fn create_device(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    family: u32,
    profile: &SubgroupProfile,
) -> Result<ash::Device> {
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities)];
    let extensions: &[*const std::ffi::c_char] = &[khr::shader_subgroup_rotate::NAME].map(CStr::as_ptr);
    let mut rotate = vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR::default().shader_subgroup_rotate(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .subgroup_broadcast_dynamic_id(profile.broadcast_dynamic_id)
        .shader_subgroup_extended_types(profile.extended_types);
    let mut v13 =
        vk::PhysicalDeviceVulkan13Features::default().subgroup_size_control(true).compute_full_subgroups(true);
    let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut v12);
    if profile.size.full_subgroups {
        info = info.push_next(&mut v13);
    }
    if profile.rotate {
        info = info.enabled_extension_names(extensions).push_next(&mut rotate);
    }
    // SAFETY: the family is the device's, and the features and the extension are what it reports.
    unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: every object was made on this device by this struct, and nothing uses them after it; a lost device may
        // report an error on the wait, and its objects may still be destroyed.
        unsafe {
            let _ = self.device.device_wait_idle();
            for buffer in self.buffers.drain(..) {
                self.device.destroy_buffer(buffer.raw, None);
                self.device.free_memory(buffer.memory, None);
            }
            for pipeline in self.pipelines.drain(..) {
                self.device.destroy_pipeline(pipeline, None);
            }
            self.device.destroy_query_pool(self.queries, None);
            self.device.destroy_descriptor_pool(self.descriptor_pool, None);
            self.device.destroy_pipeline_layout(self.layout, None);
            self.device.destroy_descriptor_set_layout(self.set_layout, None);
            self.device.destroy_command_pool(self.command_pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
