//! A device that runs one shader at a time, over one buffer of inputs and one of results.

use ash::{ext, khr, vk};
use meshwork_abi::{SubgroupProfile, SubgroupStage};

use crate::error::{During, Error, Result};
use crate::wave::Row;

/// What no shader writes.
pub const UNTOUCHED: u32 = 0xdead_beef;
/// Words that the largest case puts, and some.
pub const STRIDE: u32 = 64;
/// The fragment stage's picture is square.
pub const PICTURE: u32 = 16;

/// The first device of the environment.
pub struct Gpu {
    _entry: ash::Entry,
    instance: ash::Instance,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    descriptors: vk::DescriptorPool,
    memory_types: Vec<vk::MemoryType>,
    mesh: Option<ext::mesh_shader::Device>,
    pub profile: SubgroupProfile,
    /// Stages whose shaders may write to buffers here.
    pub stages: Vec<SubgroupStage>,
    pub quads_in_all_stages: bool,
    /// Integers of 8 to 64 bits and floats of 16 to 64, in subgroup operations too.
    pub has_all_types: bool,
    sizes_vary: bool,
}

/// A pipeline's own stage, and what it is run over.
pub struct Launch<'a> {
    pub words: &'a [u32],
    pub stage: SubgroupStage,
    /// Subgroups are of this size, or may be of any.
    pub required_size: Option<u32>,
    pub varying: bool,
    /// Workgroups, or vertices; the fragment stage has one picture.
    pub count: u32,
    /// Invocations, where there are workgroups.
    pub workgroup: u32,
    pub rows: &'a [Row],
}

/// A pipeline and its buffers.
pub struct Prepared<'a> {
    gpu: &'a Gpu,
    launch: &'a Launch<'a>,
    pipeline: vk::Pipeline,
    inputs: Buffer<'a>,
    results: Buffer<'a>,
    set: vk::DescriptorSet,
}

struct Buffer<'a> {
    device: &'a ash::Device,
    raw: vk::Buffer,
    memory: vk::DeviceMemory,
    words: usize,
}

struct Supported {
    core: vk::PhysicalDeviceFeatures,
    quads_in_all_stages: bool,
    all_types: bool,
    sizes_vary: bool,
    mesh: bool,
}

impl Gpu {
    pub fn new() -> Result<Self> {
        // SAFETY: a Vulkan loader's initialization has no precondition.
        let entry = unsafe { ash::Entry::load() }?;
        let application =
            vk::ApplicationInfo::default().application_name(c"subgroups").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create-info outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.during("vkCreateInstance")?;
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
        let physical = devices.into_iter().find(|&physical| {
            // SAFETY: the handle comes from this instance.
            unsafe { instance.get_physical_device_properties(physical) }.api_version >= vk::API_VERSION_1_3
        });
        let physical = physical.ok_or(Error::NoDevice("Vulkan 1.3"))?;
        let profile = meshwork_gpu::subgroup_profile(&instance, physical);
        let supported = supported(&instance, physical);
        let (device, family) = create_device(&instance, physical, &supported, profile.rotate)?;
        // SAFETY: the device was made with one queue of this family.
        let queue = unsafe { device.get_device_queue(family, 0) };
        let pool = vk::CommandPoolCreateInfo::default()
            .queue_family_index(family)
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
        // SAFETY: as above.
        let pool = unsafe { device.create_command_pool(&pool, None) }.during("vkCreateCommandPool")?;
        // SAFETY: the handle comes from this instance.
        let memory = unsafe { instance.get_physical_device_memory_properties(physical) };
        let (set_layout, layout, descriptors) = create_layouts(&device, supported.mesh)?;
        let mut stages = vec![SubgroupStage::Compute];
        if supported.core.vertex_pipeline_stores_and_atomics == vk::TRUE {
            stages.push(SubgroupStage::Vertex);
        }
        if supported.core.fragment_stores_and_atomics == vk::TRUE {
            stages.push(SubgroupStage::Fragment);
        }
        if supported.mesh {
            stages.extend([SubgroupStage::Task, SubgroupStage::Mesh]);
        }
        Ok(Self {
            mesh: supported.mesh.then(|| ext::mesh_shader::Device::new(&instance, &device)),
            _entry: entry,
            instance,
            device,
            queue,
            pool,
            set_layout,
            layout,
            descriptors,
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            profile,
            stages,
            quads_in_all_stages: supported.quads_in_all_stages,
            has_all_types: supported.all_types,
            sizes_vary: supported.sizes_vary,
        })
    }

    pub fn prepare<'a>(&'a self, launch: &'a Launch<'a>) -> Result<Prepared<'a>> {
        let inputs = self.buffer(launch.rows.len() * 4)?;
        inputs.write(bytemuck::cast_slice(launch.rows))?;
        let results = self.buffer(launch.rows.len() * STRIDE as usize)?;
        let layouts = [self.set_layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.descriptors).set_layouts(&layouts);
        // SAFETY: the pool has room for one set, and the one before was freed with its launch.
        let set = unsafe { self.device.allocate_descriptor_sets(&info) }.during("vkAllocateDescriptorSets")?[0];
        for (binding, buffer) in [&inputs, &results].into_iter().enumerate() {
            let range = [vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(binding as u32)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&range);
            // SAFETY: set and buffer were just made.
            unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(Prepared { pipeline: self.pipeline(launch)?, gpu: self, launch, inputs, results, set })
    }

    fn buffer(&self, words: usize) -> Result<Buffer<'_>> {
        let device = &self.device;
        let info = vk::BufferCreateInfo::default().size(4 * words as u64).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: the create-info outlives the call.
        let raw = unsafe { device.create_buffer(&info, None) }.during("vkCreateBuffer")?;
        // SAFETY: the buffer was just made.
        let needs = unsafe { device.get_buffer_memory_requirements(raw) };
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let fits = |(index, kind): &(usize, &vk::MemoryType)| {
            needs.memory_type_bits & 1 << index != 0 && kind.property_flags.contains(wanted)
        };
        let (index, _) = self.memory_types.iter().enumerate().find(fits).ok_or(Error::NoMemory)?;
        let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
        // SAFETY: the memory type is the device's and one of the buffer's.
        let memory = unsafe { device.allocate_memory(&info, None) }.during("vkAllocateMemory")?;
        // SAFETY: the memory is as large as the buffer asks for.
        unsafe { device.bind_buffer_memory(raw, memory, 0) }.during("vkBindBufferMemory")?;
        Ok(Buffer { device, raw, memory, words })
    }

    fn module(&self, words: &[u32]) -> Result<vk::ShaderModule> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a valid module: the passes' tests and spirv-val say so.
        unsafe { self.device.create_shader_module(&info, None) }.during("vkCreateShaderModule")
    }

    fn pipeline(&self, launch: &Launch<'_>) -> Result<vk::Pipeline> {
        let own = self.module(launch.words)?;
        let mut required = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
        let mut stage =
            vk::PipelineShaderStageCreateInfo::default().stage(stage_flag(launch.stage)).module(own).name(c"main");
        if let Some(size) = launch.required_size {
            required.required_subgroup_size = size;
            stage = stage.push_next(&mut required);
        } else if launch.varying && self.sizes_vary {
            stage = stage.flags(vk::PipelineShaderStageCreateFlags::ALLOW_VARYING_SUBGROUP_SIZE);
        }
        let beside = match launch.stage {
            SubgroupStage::Fragment => Some((vk::ShaderStageFlags::VERTEX, self.module(&EVERYWHERE)?)),
            SubgroupStage::Task => Some((vk::ShaderStageFlags::MESH_EXT, self.module(&NOTHING)?)),
            _ => None,
        };
        let mut stages = vec![stage];
        stages.extend(beside.map(|(flag, module)| {
            vk::PipelineShaderStageCreateInfo::default().stage(flag).module(module).name(c"main")
        }));
        let pipeline = match launch.stage {
            SubgroupStage::Compute => {
                let info = vk::ComputePipelineCreateInfo::default().stage(stages[0]).layout(self.layout);
                // SAFETY: module and layout were made on this device and fit each other.
                unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) }
            }
            _ => self.graphics_pipeline(launch.stage, &stages),
        };
        for module in std::iter::once(own).chain(beside.map(|(_, module)| module)) {
            // SAFETY: made above, and pipelines do not need them any more.
            unsafe { self.device.destroy_shader_module(module, None) };
        }
        Ok(pipeline.map_err(|(_, result)| result).during("vkCreate…Pipelines")?[0])
    }

    fn graphics_pipeline(
        &self,
        stage: SubgroupStage,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    ) -> Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)> {
        let input = vk::PipelineVertexInputStateCreateInfo::default();
        let topology = match stage {
            SubgroupStage::Vertex => vk::PrimitiveTopology::POINT_LIST,
            _ => vk::PrimitiveTopology::TRIANGLE_LIST,
        };
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
        let (viewports, scissors) = ([whole_viewport()], [whole_picture()]);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .line_width(1.0)
            .rasterizer_discard_enable(stage != SubgroupStage::Fragment);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let mut rendering = vk::PipelineRenderingCreateInfo::default();
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .layout(self.layout)
            .push_next(&mut rendering);
        // SAFETY: modules and layout were made on this device and fit each other; nothing is drawn to.
        unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
    }
}

impl Prepared<'_> {
    /// Runs the shader, and returns its results.
    pub fn run(&self, uniform_index: u32) -> Result<Vec<u32>> {
        let Gpu { device, pool, queue, .. } = self.gpu;
        self.results.write(&vec![UNTOUCHED; self.results.words])?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(*pool).command_buffer_count(1);
        // SAFETY: the pool is this device's, and used by one thread.
        let command = unsafe { device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0];
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let commands = [command];
        let submit = [vk::SubmitInfo::default().command_buffers(&commands)];
        // SAFETY: the command buffer is new; everything that it names lives until the queue is idle.
        unsafe {
            device.begin_command_buffer(command, &begin).during("vkBeginCommandBuffer")?;
            self.record(command, uniform_index);
            let barrier = [vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ)];
            let (from, to) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::PipelineStageFlags::HOST);
            device.cmd_pipeline_barrier(command, from, to, vk::DependencyFlags::empty(), &barrier, &[], &[]);
            device.end_command_buffer(command).during("vkEndCommandBuffer")?;
            device.queue_submit(*queue, &submit, vk::Fence::null()).during("vkQueueSubmit")?;
            device.queue_wait_idle(*queue).during("vkQueueWaitIdle")?;
            device.free_command_buffers(*pool, &commands);
        }
        self.results.read()
    }

    /// # Safety
    /// The command buffer is being recorded.
    unsafe fn record(&self, command: vk::CommandBuffer, uniform_index: u32) {
        let Gpu { device, layout, mesh, .. } = self.gpu;
        let is_compute = self.launch.stage == SubgroupStage::Compute;
        let point = if is_compute { vk::PipelineBindPoint::COMPUTE } else { vk::PipelineBindPoint::GRAPHICS };
        let push: Vec<u8> =
            [STRIDE, uniform_index, self.launch.workgroup].iter().flat_map(|word| word.to_le_bytes()).collect();
        let rendering = vk::RenderingInfo::default().render_area(whole_picture()).layer_count(1);
        // SAFETY: pipeline, set and layout fit each other, and the caller promises the rest.
        unsafe {
            device.cmd_bind_pipeline(command, point, self.pipeline);
            device.cmd_bind_descriptor_sets(command, point, *layout, 0, &[self.set], &[]);
            device.cmd_push_constants(command, *layout, stage_flags(mesh.is_some()), 0, &push);
            if is_compute {
                device.cmd_dispatch(command, self.launch.count, 1, 1);
                return;
            }
            device.cmd_begin_rendering(command, &rendering);
            match (self.launch.stage, mesh) {
                (SubgroupStage::Task | SubgroupStage::Mesh, Some(mesh)) => {
                    mesh.cmd_draw_mesh_tasks(command, self.launch.count, 1, 1);
                }
                (SubgroupStage::Vertex, _) => device.cmd_draw(command, self.launch.count, 1, 0, 0),
                _ => device.cmd_draw(command, 3, 1, 0, 0),
            }
            device.cmd_end_rendering(command);
        }
    }
}

impl Drop for Prepared<'_> {
    fn drop(&mut self) {
        // SAFETY: the queue is idle after each run.
        unsafe {
            self.gpu.device.destroy_pipeline(self.pipeline, None);
            // The only set.
            let _ = self.gpu.device.reset_descriptor_pool(self.gpu.descriptors, vk::DescriptorPoolResetFlags::empty());
        }
        let _ = &self.inputs;
    }
}

impl Buffer<'_> {
    fn write(&self, words: &[u32]) -> Result<()> {
        self.mapped(|mapped| mapped.copy_from_slice(words))
    }

    fn read(&self) -> Result<Vec<u32>> {
        self.mapped(|mapped| mapped.to_vec())
    }

    fn mapped<R>(&self, access: impl FnOnce(&mut [u32]) -> R) -> Result<R> {
        // SAFETY: the memory is the buffer's, host-visible and coherent, not mapped, and no submission is running.
        unsafe {
            let pointer = self.device.map_memory(self.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            let pointer = pointer.during("vkMapMemory")?;
            let result = access(std::slice::from_raw_parts_mut(pointer.cast(), self.words));
            self.device.unmap_memory(self.memory);
            Ok(result)
        }
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: the queue is idle after each run.
        unsafe {
            self.device.destroy_buffer(self.raw, None);
            self.device.free_memory(self.memory, None);
        }
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: what was prepared borrows this, so nothing is left and the queue is idle.
        unsafe {
            self.device.destroy_descriptor_pool(self.descriptors, None);
            self.device.destroy_pipeline_layout(self.layout, None);
            self.device.destroy_descriptor_set_layout(self.set_layout, None);
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// `everywhere.vert` and `nothing.mesh`, beside the stage that is looked at.
static EVERYWHERE: std::sync::LazyLock<Vec<u32>> =
    std::sync::LazyLock::new(|| words(include_bytes!("../shaders/everywhere.vert.spv")));
static NOTHING: std::sync::LazyLock<Vec<u32>> =
    std::sync::LazyLock::new(|| words(include_bytes!("../shaders/nothing.mesh.spv")));

/// Little-endian words.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn whole_picture() -> vk::Rect2D {
    vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width: PICTURE, height: PICTURE } }
}

fn whole_viewport() -> vk::Viewport {
    vk::Viewport { x: 0.0, y: 0.0, width: PICTURE as f32, height: PICTURE as f32, min_depth: 0.0, max_depth: 1.0 }
}

fn stage_flag(stage: SubgroupStage) -> vk::ShaderStageFlags {
    match stage {
        SubgroupStage::Vertex => vk::ShaderStageFlags::VERTEX,
        SubgroupStage::Fragment => vk::ShaderStageFlags::FRAGMENT,
        SubgroupStage::Task => vk::ShaderStageFlags::TASK_EXT,
        SubgroupStage::Mesh => vk::ShaderStageFlags::MESH_EXT,
        _ => vk::ShaderStageFlags::COMPUTE,
    }
}

fn stage_flags(mesh: bool) -> vk::ShaderStageFlags {
    let ordinary = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT | vk::ShaderStageFlags::COMPUTE;
    if mesh { ordinary | vk::ShaderStageFlags::TASK_EXT | vk::ShaderStageFlags::MESH_EXT } else { ordinary }
}

fn supported(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Supported {
    // SAFETY: the handle comes from this instance.
    let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
    let has_mesh = extensions.iter().any(|found| found.extension_name_as_c_str() == Ok(ext::mesh_shader::NAME));
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut all = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12).push_next(&mut v13);
    if has_mesh {
        all = all.push_next(&mut mesh);
    }
    // SAFETY: the device has Vulkan 1.3 and the structure's extension.
    unsafe { instance.get_physical_device_features2(physical, &mut all) };
    let core = all.features;
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup);
    // SAFETY: as above.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let types = [core.shader_int16, core.shader_int64, core.shader_float64, v12.shader_int8, v12.shader_float16];
    Supported {
        core,
        all_types: types.iter().all(|&has| has == vk::TRUE) && v12.shader_subgroup_extended_types == vk::TRUE,
        quads_in_all_stages: subgroup.quad_operations_in_all_stages == vk::TRUE,
        sizes_vary: v13.subgroup_size_control == vk::TRUE,
        mesh: mesh.mesh_shader == vk::TRUE && mesh.task_shader == vk::TRUE,
    }
}

fn create_device(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    supported: &Supported,
    rotates: bool,
) -> Result<(ash::Device, u32)> {
    // SAFETY: the handle comes from this instance.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
    let family = families.iter().position(|family| family.queue_flags.contains(wanted));
    let family = family.ok_or(Error::NoDevice("a queue for graphics and compute"))? as u32;
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let core = vk::PhysicalDeviceFeatures::default()
        .vertex_pipeline_stores_and_atomics(supported.core.vertex_pipeline_stores_and_atomics == vk::TRUE)
        .fragment_stores_and_atomics(supported.core.fragment_stores_and_atomics == vk::TRUE)
        .shader_int16(supported.all_types)
        .shader_int64(supported.all_types)
        .shader_float64(supported.all_types);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .shader_int8(supported.all_types)
        .shader_float16(supported.all_types)
        .shader_subgroup_extended_types(supported.all_types);
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default()
        .dynamic_rendering(true)
        .subgroup_size_control(supported.sizes_vary);
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true).task_shader(true);
    let mut rotate = vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR::default().shader_subgroup_rotate(true);
    let mut extensions = Vec::new();
    let mut info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_features(&core)
        .push_next(&mut v12)
        .push_next(&mut v13);
    if supported.mesh {
        extensions.push(ext::mesh_shader::NAME.as_ptr());
        info = info.push_next(&mut mesh);
    }
    if rotates {
        extensions.push(khr::shader_subgroup_rotate::NAME.as_ptr());
        info = info.push_next(&mut rotate);
    }
    info = info.enabled_extension_names(&extensions);
    // SAFETY: extension and features are ones that the device has.
    let device = unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")?;
    Ok((device, family))
}

fn create_layouts(
    device: &ash::Device,
    mesh: bool,
) -> Result<(vk::DescriptorSetLayout, vk::PipelineLayout, vk::DescriptorPool)> {
    let stages = stage_flags(mesh);
    let bindings = [0, 1].map(|binding| {
        vk::DescriptorSetLayoutBinding::default()
            .binding(binding)
            .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(1)
            .stage_flags(stages)
    });
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    // SAFETY: create-infos outlive the calls, here and below.
    let set = unsafe { device.create_descriptor_set_layout(&info, None) }.during("vkCreateDescriptorSetLayout")?;
    let sets = [set];
    let ranges = [vk::PushConstantRange { stage_flags: stages, offset: 0, size: 12 }];
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
    // SAFETY: as above.
    let layout = unsafe { device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
    let sizes = [vk::DescriptorPoolSize { ty: vk::DescriptorType::STORAGE_BUFFER, descriptor_count: 2 }];
    let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
    // SAFETY: as above.
    let pool = unsafe { device.create_descriptor_pool(&info, None) }.during("vkCreateDescriptorPool")?;
    Ok((set, layout, pool))
}
