//! A device that runs one compute shader over buffers of words, and images.

mod images;

use std::cell::Cell;
use std::ffi::CStr;

use ash::vk;
use meshwork_rdna2::translate::Host;

use meshwork_rdna2::launch::Resources;

use super::images::GuestImages;
use crate::error::{During, Error, Result};
use crate::loader;

/// After this long without an answer the GPU is taken for hung. CPU drivers compile while they run: a minute for the largest programs.
const TIMEOUT_SECONDS: u64 = 300;

/// A device with one queue for compute.
pub struct Gpu {
    pub name: String,
    pub host: Host,
    /// What it still runs may be using any object: none is destroyed.
    is_hung: Cell<bool>,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    memory_properties: vk::PhysicalDeviceMemoryProperties,
    instance: ash::Instance,
    // Declared last: unloading the library must come after everything else.
    _entry: ash::Entry,
}

/// Images, and what has the memory that their texels are in.
type GuestTexels<'a> = (&'a GuestImages, &'a Resources);

/// A storage buffer in memory that the host sees.
struct Buffer {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    words: usize,
}

impl Gpu {
    /// Opens the first device of the driver; `driver` is for messages.
    pub fn open(driver: &str) -> Result<Self> {
        let entry = loader::load()?;
        let application =
            vk::ApplicationInfo::default().application_name(c"meshwork check-guest").api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create info and all it points to outlive the call.
        let instance = match unsafe { entry.create_instance(&info, None) } {
            Err(vk::Result::ERROR_INCOMPATIBLE_DRIVER) => return Err(Error::NoDevice { driver: driver.to_owned() }),
            other => other.during("vkCreateInstance")?,
        };
        match open_device(&instance, driver) {
            Ok((name, host, device, queue, pool, memory_properties)) => {
                let is_hung = Cell::new(false);
                Ok(Self { name, host, is_hung, device, queue, pool, memory_properties, instance, _entry: entry })
            }
            Err(error) => {
                // SAFETY: no object of the instance is left.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    /// Runs `main` of a compute shader, `groups` in x, over storage buffers of set 0, binding by place. They hold what it left.
    pub fn run(&self, module: &[u32], groups: u32, buffers: &mut [Vec<u32>]) -> Result<()> {
        self.run_dispatches(module, &[(0, groups)], buffers, None)
    }

    /// The same, one workgroup after the other, with images that have their texels from the first buffer, guest memory.
    pub fn run_in_order(
        &self,
        module: &[u32],
        groups: u32,
        buffers: &mut [Vec<u32>],
        images: GuestTexels<'_>,
    ) -> Result<()> {
        let dispatches: Vec<_> = (0..groups).map(|group| (group, 1)).collect();
        self.run_dispatches(module, &dispatches, buffers, Some(images))
    }

    /// Dispatches of workgroups from a number on.
    fn run_dispatches(
        &self,
        module: &[u32],
        dispatches: &[(u32, u32)],
        buffers: &mut [Vec<u32>],
        images: Option<GuestTexels<'_>>,
    ) -> Result<()> {
        let mut run = Run { gpu: self, objects: Vec::new(), buffers: Vec::new(), images: Vec::new() };
        for words in buffers.iter() {
            let buffer = run.buffer(words)?;
            run.buffers.push(buffer);
        }
        run.dispatch(module, dispatches, images)?;
        for (words, buffer) in buffers.iter_mut().zip(&run.buffers) {
            self.copy(buffer, |mapped| words.copy_from_slice(mapped))?;
        }
        Ok(())
    }

    /// Shows the buffer's words.
    fn copy(&self, buffer: &Buffer, with: impl FnOnce(&mut [u32])) -> Result<()> {
        let flags = vk::MemoryMapFlags::empty();
        // SAFETY: the memory is host-visible, not mapped, and not in use by the device.
        let pointer = unsafe { self.device.map_memory(buffer.memory, 0, vk::WHOLE_SIZE, flags) };
        let pointer = pointer.during("vkMapMemory")?;
        // SAFETY: the mapping holds so many words, is aligned for them, and nothing else refers to it.
        with(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), buffer.words) });
        // SAFETY: it was mapped above.
        unsafe { self.device.unmap_memory(buffer.memory) };
        Ok(())
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if self.is_hung.get() {
            return;
        }
        // SAFETY: every object was made on this device by this struct, and nothing uses them after it.
        unsafe {
            let _ = self.device.device_wait_idle();
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

type Opened = (String, Host, ash::Device, vk::Queue, vk::CommandPool, vk::PhysicalDeviceMemoryProperties);

fn open_device(instance: &ash::Instance, driver: &str) -> Result<Opened> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
    let physical = *devices.first().ok_or_else(|| Error::NoDevice { driver: driver.to_owned() })?;
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut driver_properties = vk::PhysicalDeviceDriverProperties::default();
    let mut properties =
        vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup).push_next(&mut driver_properties);
    // SAFETY: the chain holds structures of Vulkan 1.2.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let properties = properties.properties;
    let name = properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned();
    // SAFETY: the handle comes from this instance.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let family = families.iter().position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE));
    let family = family.ok_or(Error::Lacks { device: name.clone(), what: "a queue for compute" })? as u32;
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities)];
    // SAFETY: the handle comes from this instance.
    let has = unsafe { instance.get_physical_device_features(physical) };
    let features = vk::PhysicalDeviceFeatures::default().shader_float64(has.shader_float64 != 0);
    let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_features(&features);
    // SAFETY: the features are ones that the device has.
    let device = unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")?;
    let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
    // SAFETY: the family is one the device was created with.
    let pool = match unsafe { device.create_command_pool(&pool, None) }.during("vkCreateCommandPool") {
        Ok(pool) => pool,
        Err(error) => {
            // SAFETY: the device has no object yet.
            unsafe { device.destroy_device(None) };
            return Err(error);
        }
    };
    // SAFETY: queue 0 of the family was asked for above, the handle comes from this instance.
    let (queue, memory) =
        unsafe { (device.get_device_queue(family, 0), instance.get_physical_device_memory_properties(physical)) };
    let host = Host {
        subgroup: is_certain(&properties).then_some(subgroup.subgroup_size),
        float64: has.shader_float64 != 0,
        folds_zeros: driver_properties.driver_id == vk::DriverId::MESA_LLVMPIPE,
        ..Host::default()
    };
    Ok((name, host, device, queue, pool, memory))
}

/// NVIDIA's subgroups have 32 invocations in order, always. Others may choose; CPU drivers have narrower ones than any wave.
fn is_certain(properties: &vk::PhysicalDeviceProperties) -> bool {
    const NVIDIA: u32 = 0x10de;
    properties.vendor_id == NVIDIA
}

/// What one dispatch makes, gone with it.
struct Run<'g> {
    gpu: &'g Gpu,
    objects: Vec<Object>,
    buffers: Vec<Buffer>,
    /// In the order of the guest's.
    images: Vec<vk::Image>,
}

enum Object {
    Buffer(vk::Buffer),
    Image(vk::Image),
    View(vk::ImageView),
    Sampler(vk::Sampler),
    Memory(vk::DeviceMemory),
    Module(vk::ShaderModule),
    SetLayout(vk::DescriptorSetLayout),
    Layout(vk::PipelineLayout),
    Pipeline(vk::Pipeline),
    Pool(vk::DescriptorPool),
    Commands(vk::CommandBuffer),
    Fence(vk::Fence),
}

impl Run<'_> {
    fn buffer(&mut self, words: &[u32]) -> Result<Buffer> {
        let device = &self.gpu.device;
        let size = (4 * words.len().max(1)) as u64;
        let info = vk::BufferCreateInfo::default().size(size).usage(
            vk::BufferUsageFlags::STORAGE_BUFFER
                | vk::BufferUsageFlags::TRANSFER_SRC
                | vk::BufferUsageFlags::TRANSFER_DST,
        );
        // SAFETY: plain creation.
        let buffer = unsafe { device.create_buffer(&info, None) }.during("vkCreateBuffer")?;
        self.objects.push(Object::Buffer(buffer));
        // SAFETY: the buffer was created above.
        let requirements = unsafe { device.get_buffer_memory_requirements(buffer) };
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(requirements, wanted)?;
        // SAFETY: both were made above, for each other.
        unsafe { device.bind_buffer_memory(buffer, memory, 0) }.during("vkBindBufferMemory")?;
        let buffer = Buffer { buffer, memory, words: words.len() };
        self.gpu.copy(&buffer, |mapped| mapped.copy_from_slice(words))?;
        Ok(buffer)
    }

    fn allocate(
        &mut self,
        requirements: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory> {
        let types = self.gpu.memory_properties.memory_types_as_slice();
        let fits =
            |at: &usize| requirements.memory_type_bits >> at & 1 != 0 && types[*at].property_flags.contains(wanted);
        let lacks = || Error::Lacks { device: self.gpu.name.clone(), what: "memory that the host sees" };
        let ty = (0..types.len()).find(fits).ok_or_else(lacks)?;
        let info = vk::MemoryAllocateInfo::default().allocation_size(requirements.size).memory_type_index(ty as u32);
        // SAFETY: the type is one of the device's.
        let memory = unsafe { self.gpu.device.allocate_memory(&info, None) }.during("vkAllocateMemory")?;
        self.objects.push(Object::Memory(memory));
        Ok(memory)
    }

    fn dispatch(&mut self, module: &[u32], dispatches: &[(u32, u32)], images: Option<GuestTexels<'_>>) -> Result<()> {
        let mut layouts = Vec::new();
        let mut sets = Vec::new();
        let buffers = self.buffer_set()?;
        let guest = images.map(|(guest, _)| self.image_set(guest)).transpose()?;
        for (layout, set) in [Some(buffers), guest].into_iter().flatten() {
            layouts.push(layout);
            sets.push(set);
        }
        let device = &self.gpu.device;
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        // SAFETY: the set layouts were made above.
        let layout = unsafe { device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
        self.objects.push(Object::Layout(layout));
        let pipeline = self.pipeline(module, layout)?;
        self.record(pipeline, layout, &sets, dispatches, images)
    }

    fn record(
        &mut self,
        pipeline: vk::Pipeline,
        layout: vk::PipelineLayout,
        sets: &[vk::DescriptorSet],
        dispatches: &[(u32, u32)],
        images: Option<GuestTexels<'_>>,
    ) -> Result<()> {
        let device = &self.gpu.device;
        let guest =
            || images.iter().flat_map(|(guest, resources)| guest.images.iter().map(move |one| (one, resources)));
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.gpu.pool).command_buffer_count(1);
        // SAFETY: the pool is the device's and used by this thread only; `Gpu` is not `Sync`.
        let commands = unsafe { device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0];
        self.objects.push(Object::Commands(commands));
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let next = [vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE)];
        let host = [vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ)];
        // SAFETY: all objects are this device's and alive; the sets have the pipeline's layouts, and the first buffer is guest memory.
        unsafe {
            device.begin_command_buffer(commands, &info).during("vkBeginCommandBuffer")?;
            for ((image, resources), &raw) in guest().zip(&self.images) {
                image.fill(device, commands, raw, self.buffers[0].buffer, resources);
            }
            device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
            device.cmd_bind_descriptor_sets(commands, vk::PipelineBindPoint::COMPUTE, layout, 0, sets, &[]);
            let (shader, none) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::DependencyFlags::empty());
            for &(first, count) in dispatches {
                device.cmd_dispatch_base(commands, first, 0, 0, count, 1, 1);
                device.cmd_pipeline_barrier(commands, shader, shader, none, &next, &[], &[]);
            }
            for ((image, resources), &raw) in guest().zip(&self.images).filter(|((image, _), _)| image.is_written) {
                image.bring_back(device, commands, raw, self.buffers[0].buffer, resources.memory.base);
            }
            let (all, to) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::PipelineStageFlags::HOST);
            device.cmd_pipeline_barrier(commands, all, to, none, &host, &[], &[]);
            device.end_command_buffer(commands).during("vkEndCommandBuffer")?;
        }
        self.submit(commands)
    }

    fn pipeline(&mut self, module: &[u32], layout: vk::PipelineLayout) -> Result<vk::Pipeline> {
        let device = &self.gpu.device;
        let info = vk::ShaderModuleCreateInfo::default().code(module);
        // SAFETY: the translator's modules are valid.
        let module = unsafe { device.create_shader_module(&info, None) }.during("vkCreateShaderModule")?;
        self.objects.push(Object::Module(module));
        let name: &CStr = c"main";
        let stage =
            vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).module(module).name(name);
        let flags = vk::PipelineCreateFlags::DISPATCH_BASE;
        let info = [vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout)];
        // SAFETY: layout and module were made above.
        let made = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &info, None) };
        let pipeline = made.map_err(|(_, result)| result).during("vkCreateComputePipelines")?[0];
        self.objects.push(Object::Pipeline(pipeline));
        Ok(pipeline)
    }

    fn allocate_set(
        &mut self,
        layout: vk::DescriptorSetLayout,
        sizes: &[vk::DescriptorPoolSize],
    ) -> Result<vk::DescriptorSet> {
        let device = &self.gpu.device;
        // A pool of nothing is not legal.
        let least = [vk::DescriptorPoolSize { ty: vk::DescriptorType::SAMPLER, descriptor_count: 1 }];
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(if sizes.is_empty() {
            &least
        } else {
            sizes
        });
        // SAFETY: plain creation.
        let pool = unsafe { device.create_descriptor_pool(&info, None) }.during("vkCreateDescriptorPool")?;
        self.objects.push(Object::Pool(pool));
        let layouts = [layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: the pool has room for it.
        Ok(unsafe { device.allocate_descriptor_sets(&info) }.during("vkAllocateDescriptorSets")?[0])
    }

    /// A storage buffer at each binding.
    fn buffer_set(&mut self) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet)> {
        let device = &self.gpu.device;
        let ty = vk::DescriptorType::STORAGE_BUFFER;
        let binding = |binding| {
            let layout = vk::DescriptorSetLayoutBinding::default().binding(binding).descriptor_type(ty);
            layout.descriptor_count(1).stage_flags(vk::ShaderStageFlags::COMPUTE)
        };
        let bindings: Vec<_> = (0..self.buffers.len() as u32).map(binding).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: plain creation.
        let layout =
            unsafe { device.create_descriptor_set_layout(&info, None) }.during("vkCreateDescriptorSetLayout")?;
        self.objects.push(Object::SetLayout(layout));
        let count = self.buffers.len().max(1) as u32;
        let set = self.allocate_set(layout, &[vk::DescriptorPoolSize { ty, descriptor_count: count }])?;
        let device = &self.gpu.device;
        for (binding, buffer) in self.buffers.iter().enumerate() {
            let buffers = [vk::DescriptorBufferInfo::default().buffer(buffer.buffer).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(binding as u32)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&buffers);
            // SAFETY: set and buffer are alive, and not in use.
            unsafe { device.update_descriptor_sets(&[write], &[]) };
        }
        Ok((layout, set))
    }

    fn submit(&mut self, commands: vk::CommandBuffer) -> Result<()> {
        let device = &self.gpu.device;
        // SAFETY: plain creation.
        let fence = unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }.during("vkCreateFence")?;
        self.objects.push(Object::Fence(fence));
        let buffers = [commands];
        let submit = vk::SubmitInfo::default().command_buffers(&buffers);
        // SAFETY: the commands are recorded, the queue is used by this thread only.
        unsafe { device.queue_submit(self.gpu.queue, &[submit], fence) }.during("vkQueueSubmit")?;
        // SAFETY: the fence was submitted above.
        match unsafe { device.wait_for_fences(&[fence], true, TIMEOUT_SECONDS * 1_000_000_000) } {
            Err(vk::Result::TIMEOUT) => {
                self.gpu.is_hung.set(true);
                Err(Error::Hang { seconds: TIMEOUT_SECONDS })
            }
            other => other.during("vkWaitForFences"),
        }
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if self.gpu.is_hung.get() {
            return;
        }
        let device = &self.gpu.device;
        for object in self.objects.drain(..).rev() {
            // SAFETY: the wait is over; after a lost device the process ends without using them again.
            unsafe {
                match object {
                    Object::Buffer(buffer) => device.destroy_buffer(buffer, None),
                    Object::Image(image) => device.destroy_image(image, None),
                    Object::View(view) => device.destroy_image_view(view, None),
                    Object::Sampler(sampler) => device.destroy_sampler(sampler, None),
                    Object::Memory(memory) => device.free_memory(memory, None),
                    Object::Module(module) => device.destroy_shader_module(module, None),
                    Object::SetLayout(layout) => device.destroy_descriptor_set_layout(layout, None),
                    Object::Layout(layout) => device.destroy_pipeline_layout(layout, None),
                    Object::Pipeline(pipeline) => device.destroy_pipeline(pipeline, None),
                    Object::Pool(pool) => device.destroy_descriptor_pool(pool, None),
                    Object::Commands(commands) => device.free_command_buffers(self.gpu.pool, &[commands]),
                    Object::Fence(fence) => device.destroy_fence(fence, None),
                }
            }
        }
    }
}
