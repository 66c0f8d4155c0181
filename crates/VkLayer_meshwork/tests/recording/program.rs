//! A Vulkan program with mesh shaders, as anyone would write it.

use ash::{Device, ext, vk};
use serde::{Deserialize, Serialize};

const SIZE: u32 = 64;
const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;
const WORDS: usize = 16;
const SUBMISSIONS: usize = 2;
const PATIENCE_NS: u64 = 60_000_000_000;

#[derive(Clone, Copy, Serialize, Deserialize)]
pub enum Passes {
    Dynamic,
    /// A `VkRenderPass`.
    Object,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Asks {
    pub passes: Passes,
    /// With a query over the first pass's mesh draws.
    pub query: bool,
    /// A second pass, which goes on with the state of the first.
    pub twice: bool,
    /// The first submission waits for the program, and another one stands behind it.
    pub held: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Result {
    pub pixels: Vec<u32>,
    /// What the shaders wrote.
    pub words: Vec<u32>,
    /// Of an occlusion query, inside a dynamic pass or around a pass object; 0 without.
    pub samples_passed: u64,
}

/// Objects of the program. They go with the process.
struct Program {
    device: Device,
    mesh: ext::mesh_shader::Device,
    memory_types: vk::PhysicalDeviceMemoryProperties,
    set_layout: vk::DescriptorSetLayout,
    graphics_layout: vk::PipelineLayout,
    compute_layout: vk::PipelineLayout,
    /// That clears, and that loads.
    render_passes: [vk::RenderPass; 2],
}

/// A buffer whose memory the host sees.
struct Buffer {
    raw: vk::Buffer,
    at: *mut u32,
}

pub fn run(asks: &Asks) -> Result {
    // SAFETY: a plain Vulkan program; objects are used while they live, which is to its end.
    unsafe {
        let entry = ash::Entry::load().expect("loader");
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        let instance = entry.create_instance(&info, None).expect("instance");
        let physical_device = instance.enumerate_physical_devices().expect("devices")[0];
        let device = create_device(&instance, physical_device);
        let memory_types = instance.get_physical_device_memory_properties(physical_device);
        let program = Program::new(&instance, device, memory_types);
        program.draw(*asks)
    }
}

unsafe fn create_device(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> Device {
    let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
    let extensions = [ext::mesh_shader::NAME.as_ptr()];
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default().timeline_semaphore(true);
    let core = vk::PhysicalDeviceFeatures::default().occlusion_query_precise(true);
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .enabled_features(&core)
        .push_next(&mut mesh)
        .push_next(&mut v12)
        .push_next(&mut v13);
    // SAFETY: the info is valid.
    unsafe { instance.create_device(physical_device, &info, None) }.expect("device")
}

impl Program {
    unsafe fn new(instance: &ash::Instance, device: Device, types: vk::PhysicalDeviceMemoryProperties) -> Self {
        // SAFETY: valid infos.
        unsafe {
            let binding = vk::DescriptorSetLayoutBinding::default()
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE | vk::ShaderStageFlags::MESH_EXT);
            let bindings = [binding];
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let set_layout = device.create_descriptor_set_layout(&info, None).expect("set layout");
            let layout = |ranges: &[vk::PushConstantRange]| {
                let sets = [set_layout];
                let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(ranges);
                device.create_pipeline_layout(&info, None).expect("layout")
            };
            let range = |stage_flags, offset, size| vk::PushConstantRange { stage_flags, offset, size };
            let (fragment, mesh) = (vk::ShaderStageFlags::FRAGMENT, vk::ShaderStageFlags::MESH_EXT);
            let graphics_layout = layout(&[range(fragment, 0, 16), range(mesh, 16, 8)]);
            let compute_layout = layout(&[range(vk::ShaderStageFlags::COMPUTE, 0, 4)]);
            let render_passes =
                [vk::AttachmentLoadOp::CLEAR, vk::AttachmentLoadOp::LOAD].map(|load| render_pass(&device, load));
            Self {
                mesh: ext::mesh_shader::Device::new(instance, &device),
                device,
                memory_types: types,
                set_layout,
                graphics_layout,
                compute_layout,
                render_passes,
            }
        }
    }

    unsafe fn draw(&self, asks: Asks) -> Result {
        // SAFETY: see `run`.
        unsafe {
            let copied = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
            let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::INDIRECT_BUFFER;
            let words = self.buffer(4 * WORDS as u64, usage | copied);
            let quads = self.buffer(4096, vk::BufferUsageFlags::VERTEX_BUFFER | vk::BufferUsageFlags::INDEX_BUFFER);
            write_quads(&quads);
            let pixels = self.buffer(u64::from(4 * SIZE * SIZE), vk::BufferUsageFlags::TRANSFER_DST);
            let (image, view) = self.target();
            let set = self.set(words.raw);
            let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::OCCLUSION).query_count(1);
            let queries = self.device.create_query_pool(&info, None).expect("query pool");
            let pool = self.device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None).expect("pool");
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(2);
            let buffers = self.device.allocate_command_buffers(&info).expect("command buffers");
            let (cmd, behind) = (buffers[0], buffers[1]);
            let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::empty());
            self.device.begin_command_buffer(cmd, &begin).expect("begin");
            self.device.cmd_reset_query_pool(cmd, queries, 0, 1);
            self.record(cmd, asks, &Objects { words: words.raw, quads: quads.raw, image, view, set, queries });
            self.copy(cmd, image, pixels.raw);
            self.device.end_command_buffer(cmd).expect("end");
            // What the mesh shaders counted, at another place.
            self.device.begin_command_buffer(behind, &begin).expect("begin");
            let region = vk::BufferCopy { src_offset: 0, dst_offset: 40, size: 4 };
            self.device.cmd_copy_buffer(behind, words.raw, words.raw, &[region]);
            self.device.end_command_buffer(behind).expect("end");
            if asks.held {
                self.submit_held(cmd, behind);
            }
            self.submit(cmd);

            let mut samples = [0u64];
            let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
            if asks.query {
                self.device.get_query_pool_results(queries, 0, &mut samples, flags).expect("query");
            }
            Result {
                pixels: std::slice::from_raw_parts(pixels.at, (SIZE * SIZE) as usize).to_vec(),
                words: std::slice::from_raw_parts(words.at, WORDS).to_vec(),
                samples_passed: samples[0],
            }
        }
    }

    /// Compute state, the arguments of an indirect draw, the pass, and the compute state again.
    unsafe fn record(&self, cmd: vk::CommandBuffer, asks: Asks, objects: &Objects) {
        let d = &self.device;
        let Asks { passes, query, .. } = asks;
        // SAFETY: see `run`.
        unsafe {
            let compute = self.compute_pipeline();
            let sets = [objects.set];
            d.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::COMPUTE, compute);
            d.cmd_bind_descriptor_sets(cmd, vk::PipelineBindPoint::COMPUTE, self.compute_layout, 0, &sets, &[]);
            self.dispatch(cmd, 1);
            // The arguments, and the earlier submission's writes.
            let barrier = vk::MemoryBarrier2::default()
                .src_stage_mask(vk::PipelineStageFlags2::COMPUTE_SHADER | vk::PipelineStageFlags2::MESH_SHADER_EXT)
                .src_access_mask(vk::AccessFlags2::SHADER_WRITE)
                .dst_stage_mask(vk::PipelineStageFlags2::DRAW_INDIRECT | vk::PipelineStageFlags2::MESH_SHADER_EXT)
                .dst_access_mask(
                    vk::AccessFlags2::INDIRECT_COMMAND_READ
                        | vk::AccessFlags2::SHADER_READ
                        | vk::AccessFlags2::SHADER_WRITE,
                );
            let barriers = [barrier];
            d.cmd_pipeline_barrier2(cmd, &vk::DependencyInfo::default().memory_barriers(&barriers));
            let vertex = self.graphics_pipeline(passes, false);
            self.set_state(cmd, objects, vertex);
            let precise = vk::QueryControlFlags::PRECISE;
            if query && matches!(passes, Passes::Object) {
                d.cmd_begin_query(cmd, objects.queries, 0, precise);
            }
            self.begin(cmd, passes, objects, vk::AttachmentLoadOp::CLEAR);
            if query && matches!(passes, Passes::Dynamic) {
                d.cmd_begin_query(cmd, objects.queries, 0, precise);
            }
            let mesh = self.graphics_pipeline(passes, true);
            self.draws(cmd, objects, vertex, mesh);
            if query && matches!(passes, Passes::Dynamic) {
                d.cmd_end_query(cmd, objects.queries, 0);
            }
            self.end(cmd, passes);
            if query && matches!(passes, Passes::Object) {
                d.cmd_end_query(cmd, objects.queries, 0);
            }
            // Pipeline and set of before the pass; vertex buffers and push constants are not compute's.
            let barrier = vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE);
            let from = vk::PipelineStageFlags::MESH_SHADER_EXT | vk::PipelineStageFlags::COMPUTE_SHADER;
            let to = vk::PipelineStageFlags::COMPUTE_SHADER;
            d.cmd_pipeline_barrier(cmd, from, to, vk::DependencyFlags::empty(), &[barrier], &[], &[]);
            self.dispatch(cmd, 100);
            if asks.twice {
                self.second_pass(cmd, passes, objects, vertex, mesh);
            }
            let barrier = vk::MemoryBarrier::default().src_access_mask(vk::AccessFlags::SHADER_WRITE).dst_access_mask(
                vk::AccessFlags::HOST_READ | vk::AccessFlags::SHADER_READ | vk::AccessFlags::TRANSFER_READ,
            );
            let to = vk::PipelineStageFlags::HOST
                | vk::PipelineStageFlags::COMPUTE_SHADER
                | vk::PipelineStageFlags::TRANSFER;
            d.cmd_pipeline_barrier(cmd, from, to, vk::DependencyFlags::empty(), &[barrier], &[], &[]);
        }
    }

    /// Draws with what the first pass bound, on what it drew; then compute with what was bound before both.
    unsafe fn second_pass(
        &self,
        cmd: vk::CommandBuffer,
        passes: Passes,
        objects: &Objects,
        vertex: vk::Pipeline,
        mesh: vk::Pipeline,
    ) {
        let d = &self.device;
        let at = vk::PipelineBindPoint::GRAPHICS;
        let (compute, meshes) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::MESH_SHADER_EXT);
        let arguments = vk::PipelineStageFlags::DRAW_INDIRECT;
        let color = vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT;
        let written = vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::COLOR_ATTACHMENT_WRITE;
        let read = vk::AccessFlags::INDIRECT_COMMAND_READ
            | vk::AccessFlags::SHADER_READ
            | vk::AccessFlags::SHADER_WRITE
            | vk::AccessFlags::COLOR_ATTACHMENT_READ
            | vk::AccessFlags::COLOR_ATTACHMENT_WRITE;
        let barrier = vk::MemoryBarrier::default().src_access_mask(written).dst_access_mask(read);
        let none = vk::DependencyFlags::empty();
        // SAFETY: see `run`.
        unsafe {
            d.cmd_pipeline_barrier(cmd, compute | color, arguments | meshes | color, none, &[barrier], &[], &[]);
            // The dispatch pushed through another layout.
            self.tint(cmd, [0.8, 1.0, 0.9, 0.6]);
            self.begin(cmd, passes, objects, vk::AttachmentLoadOp::LOAD);
            d.cmd_draw(cmd, 6, 1, 6, 0);
            d.cmd_bind_pipeline(cmd, at, mesh);
            self.offset(cmd, -0.6, 0.3);
            self.mesh.cmd_draw_mesh_tasks_indirect(cmd, objects.words, 16, 1, 12);
            self.offset(cmd, 0.1, -0.4);
            self.mesh.cmd_draw_mesh_tasks(cmd, 1, 2, 1);
            d.cmd_bind_pipeline(cmd, at, vertex);
            d.cmd_draw_indexed(cmd, 3, 1, 0, 0, 0);
            self.end(cmd, passes);
            let shaders = vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE;
            let barrier =
                vk::MemoryBarrier::default().src_access_mask(vk::AccessFlags::SHADER_WRITE).dst_access_mask(shaders);
            d.cmd_pipeline_barrier(cmd, meshes, compute, none, &[barrier], &[], &[]);
            self.dispatch(cmd, 1000);
        }
    }

    unsafe fn tint(&self, cmd: vk::CommandBuffer, tint: [f32; 4]) {
        let bytes: Vec<u8> = tint.into_iter().flat_map(f32::to_ne_bytes).collect();
        let stages = vk::ShaderStageFlags::FRAGMENT;
        // SAFETY: see `run`.
        unsafe { self.device.cmd_push_constants(cmd, self.graphics_layout, stages, 0, &bytes) };
    }

    unsafe fn offset(&self, cmd: vk::CommandBuffer, x: f32, y: f32) {
        let bytes: Vec<u8> = [x, y].into_iter().flat_map(f32::to_ne_bytes).collect();
        let stages = vk::ShaderStageFlags::MESH_EXT;
        // SAFETY: see `run`.
        unsafe { self.device.cmd_push_constants(cmd, self.graphics_layout, stages, 16, &bytes) };
    }

    unsafe fn dispatch(&self, cmd: vk::CommandBuffer, add: u32) {
        // SAFETY: see `run`.
        unsafe {
            let stages = vk::ShaderStageFlags::COMPUTE;
            self.device.cmd_push_constants(cmd, self.compute_layout, stages, 0, &add.to_ne_bytes());
            self.device.cmd_dispatch(cmd, 1, 1, 1);
        }
    }

    /// Vertex and mesh draws in turn. What is bound once must hold to the end.
    unsafe fn draws(&self, cmd: vk::CommandBuffer, objects: &Objects, vertex: vk::Pipeline, mesh: vk::Pipeline) {
        let d = &self.device;
        let at = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: see `run`.
        unsafe {
            let offset = |x, y| self.offset(cmd, x, y);
            d.cmd_bind_vertex_buffers(cmd, 0, &[objects.quads], &[64]);
            d.cmd_bind_index_buffer(cmd, objects.quads, 1024, vk::IndexType::UINT16);
            d.cmd_bind_descriptor_sets(cmd, at, self.graphics_layout, 0, &[objects.set], &[]);
            d.cmd_draw(cmd, 6, 1, 0, 0);

            d.cmd_bind_pipeline(cmd, at, mesh);
            offset(-0.9, -0.9);
            self.mesh.cmd_draw_mesh_tasks(cmd, 2, 2, 1);
            offset(-0.5, -0.1);
            self.mesh.cmd_draw_mesh_tasks(cmd, 3, 1, 1);

            // The vertex and index buffers of before.
            d.cmd_bind_pipeline(cmd, at, vertex);
            d.cmd_draw_indexed(cmd, 6, 1, 0, 0, 0);
            d.cmd_bind_pipeline(cmd, at, mesh);
            offset(-0.2, -0.6);
            self.mesh.cmd_draw_mesh_tasks_indirect(cmd, objects.words, 16, 1, 12);
            // A half of the picture with another scissor.
            d.cmd_set_scissor(cmd, 0, &[area(SIZE, SIZE / 2)]);
            offset(-0.8, -0.5);
            self.mesh.cmd_draw_mesh_tasks(cmd, 1, 3, 1);
            d.cmd_bind_pipeline(cmd, at, vertex);
            d.cmd_draw(cmd, 3, 1, 3, 0);
        }
    }

    unsafe fn set_state(&self, cmd: vk::CommandBuffer, objects: &Objects, vertex: vk::Pipeline) {
        let d = &self.device;
        // SAFETY: see `run`.
        unsafe {
            let viewport =
                vk::Viewport { width: SIZE as f32, height: SIZE as f32, max_depth: 1.0, ..Default::default() };
            d.cmd_set_viewport(cmd, 0, &[viewport]);
            d.cmd_set_scissor(cmd, 0, &[area(SIZE, SIZE)]);
            // For the fragment shader, set before the pass and used to its end. (Mesa 25.0.7's lavapipe forgets what is
            // pushed before a pipeline is bound; the fallback does not.)
            d.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::GRAPHICS, vertex);
            self.tint(cmd, [1.0, 0.9, 0.8, 0.7]);
            self.to_attachment(cmd, objects.image);
        }
    }

    unsafe fn begin(&self, cmd: vk::CommandBuffer, passes: Passes, objects: &Objects, load: vk::AttachmentLoadOp) {
        let d = &self.device;
        let clear = vk::ClearValue { color: vk::ClearColorValue { float32: [0.1, 0.2, 0.3, 1.0] } };
        let render_pass = self.render_passes[usize::from(load == vk::AttachmentLoadOp::LOAD)];
        // SAFETY: see `run`.
        unsafe {
            match passes {
                Passes::Dynamic => {
                    let attachment = vk::RenderingAttachmentInfo::default()
                        .image_view(objects.view)
                        .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                        .load_op(load)
                        .store_op(vk::AttachmentStoreOp::STORE)
                        .clear_value(clear);
                    let attachments = [attachment];
                    let info = vk::RenderingInfo::default()
                        .render_area(area(SIZE, SIZE))
                        .layer_count(1)
                        .color_attachments(&attachments);
                    d.cmd_begin_rendering(cmd, &info);
                }
                Passes::Object => {
                    let views = [objects.view];
                    let info = vk::FramebufferCreateInfo::default()
                        .render_pass(render_pass)
                        .attachments(&views)
                        .width(SIZE)
                        .height(SIZE)
                        .layers(1);
                    let framebuffer = d.create_framebuffer(&info, None).expect("framebuffer");
                    let clears = [clear];
                    let info = vk::RenderPassBeginInfo::default()
                        .render_pass(render_pass)
                        .framebuffer(framebuffer)
                        .render_area(area(SIZE, SIZE))
                        .clear_values(&clears);
                    d.cmd_begin_render_pass(cmd, &info, vk::SubpassContents::INLINE);
                }
            }
        }
    }

    unsafe fn end(&self, cmd: vk::CommandBuffer, passes: Passes) {
        // SAFETY: see `run`.
        unsafe {
            match passes {
                Passes::Dynamic => self.device.cmd_end_rendering(cmd),
                Passes::Object => self.device.cmd_end_render_pass(cmd),
            }
        }
    }

    unsafe fn to_attachment(&self, cmd: vk::CommandBuffer, image: vk::Image) {
        let barrier = image_barrier(image)
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .src_access_mask(vk::AccessFlags::TRANSFER_READ)
            .dst_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE | vk::AccessFlags::COLOR_ATTACHMENT_READ);
        let (from, to) = (vk::PipelineStageFlags::TRANSFER, vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT);
        // SAFETY: see `run`.
        unsafe { self.device.cmd_pipeline_barrier(cmd, from, to, vk::DependencyFlags::empty(), &[], &[], &[barrier]) };
    }

    unsafe fn copy(&self, cmd: vk::CommandBuffer, image: vk::Image, to: vk::Buffer) {
        let source = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        let barrier = image_barrier(image)
            .old_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .new_layout(source)
            .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ);
        let layers = vk::ImageSubresourceLayers {
            aspect_mask: vk::ImageAspectFlags::COLOR,
            layer_count: 1,
            ..Default::default()
        };
        let region = vk::BufferImageCopy {
            image_subresource: layers,
            image_extent: vk::Extent3D { width: SIZE, height: SIZE, depth: 1 },
            ..Default::default()
        };
        let (stages, none) = (vk::PipelineStageFlags::TRANSFER, vk::DependencyFlags::empty());
        // SAFETY: see `run`.
        unsafe {
            let from = vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT;
            self.device.cmd_pipeline_barrier(cmd, from, stages, none, &[], &[], &[barrier]);
            self.device.cmd_copy_image_to_buffer(cmd, image, source, to, &[region]);
            let barrier = vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ | vk::AccessFlags::TRANSFER_WRITE);
            let to = vk::PipelineStageFlags::HOST | stages;
            self.device.cmd_pipeline_barrier(cmd, stages, to, none, &[barrier], &[], &[]);
        }
    }

    unsafe fn submit(&self, cmd: vk::CommandBuffer) {
        // SAFETY: see `run`.
        unsafe {
            let queue = self.device.get_device_queue(0, 0);
            for _ in 0..SUBMISSIONS {
                let buffers = [cmd];
                let submit = vk::SubmitInfo::default().command_buffers(&buffers);
                self.device.queue_submit(queue, &[submit], vk::Fence::null()).expect("submit");
                self.device.queue_wait_idle(queue).expect("wait");
            }
        }
    }

    /// A submission that waits for the host, and one behind it. (No binary semaphore between them: Mesa 25.0.7's lavapipe
    /// submits its wait only when the signal is near, on the program's thread.)
    unsafe fn submit_held(&self, cmd: vk::CommandBuffer, behind: vk::CommandBuffer) {
        let d = &self.device;
        // SAFETY: see `run`.
        unsafe {
            let queue = d.get_device_queue(0, 0);
            let mut of_type = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
            let info = vk::SemaphoreCreateInfo::default().push_next(&mut of_type);
            let timeline = d.create_semaphore(&info, None).expect("timeline");
            let fence = || d.create_fence(&vk::FenceCreateInfo::default(), None).expect("fence");
            let fences = [fence(), fence()];

            let (semaphores, buffers) = ([timeline], [cmd]);
            let stages = [vk::PipelineStageFlags::ALL_COMMANDS];
            let (wait_values, signal_values) = ([1], [2]);
            let mut values = vk::TimelineSemaphoreSubmitInfo::default()
                .wait_semaphore_values(&wait_values)
                .signal_semaphore_values(&signal_values);
            let first = vk::SubmitInfo::default()
                .wait_semaphores(&semaphores)
                .wait_dst_stage_mask(&stages)
                .command_buffers(&buffers)
                .signal_semaphores(&semaphores)
                .push_next(&mut values);
            d.queue_submit(queue, &[first], fences[0]).expect("submit");
            let stages = vk::PipelineStageFlags2::ALL_COMMANDS;
            let at = |value| [vk::SemaphoreSubmitInfo::default().semaphore(timeline).value(value).stage_mask(stages)];
            let (waits, signals) = (at(2), at(3));
            let buffers = [vk::CommandBufferSubmitInfo::default().command_buffer(behind)];
            let second = vk::SubmitInfo2::default()
                .wait_semaphore_infos(&waits)
                .command_buffer_infos(&buffers)
                .signal_semaphore_infos(&signals);
            d.queue_submit2(queue, &[second], fences[1]).expect("submit");

            assert_eq!(d.get_semaphore_counter_value(timeline), Ok(0));
            assert!(fences.iter().all(|&fence| d.get_fence_status(fence) == Ok(false)));
            assert_eq!(d.wait_for_fences(&fences, false, 1_000_000), Err(vk::Result::TIMEOUT));
            d.signal_semaphore(&vk::SemaphoreSignalInfo::default().semaphore(timeline).value(1)).expect("signal");
            d.wait_for_fences(&fences, false, PATIENCE_NS).expect("one of them");
            d.wait_for_fences(&fences, true, PATIENCE_NS).expect("both");
            let values = [3];
            let wait = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
            d.wait_semaphores(&wait, PATIENCE_NS).expect("the second one's signal");
        }
    }

    unsafe fn buffer(&self, size: u64, usage: vk::BufferUsageFlags) -> Buffer {
        // SAFETY: see `run`.
        unsafe {
            let raw = self.device.create_buffer(&vk::BufferCreateInfo::default().size(size).usage(usage), None);
            let raw = raw.expect("buffer");
            let needs = self.device.get_buffer_memory_requirements(raw);
            let seen = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let memory = self.allocate(needs, seen);
            self.device.bind_buffer_memory(raw, memory, 0).expect("bind");
            let at = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).expect("map");
            at.write_bytes(0, size as usize);
            Buffer { raw, at: at.cast() }
        }
    }

    unsafe fn allocate(&self, needs: vk::MemoryRequirements, flags: vk::MemoryPropertyFlags) -> vk::DeviceMemory {
        let fits = |index: &usize| {
            let of_type = self.memory_types.memory_types[*index].property_flags;
            needs.memory_type_bits & (1 << index) != 0 && of_type.contains(flags)
        };
        let index = (0..self.memory_types.memory_type_count as usize).find(fits).expect("memory type");
        let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
        // SAFETY: see `run`.
        unsafe { self.device.allocate_memory(&info, None) }.expect("memory")
    }

    unsafe fn target(&self) -> (vk::Image, vk::ImageView) {
        // SAFETY: see `run`.
        unsafe {
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(FORMAT)
                .extent(vk::Extent3D { width: SIZE, height: SIZE, depth: 1 })
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
            let image = self.device.create_image(&info, None).expect("image");
            let needs = self.device.get_image_memory_requirements(image);
            let memory = self.allocate(needs, vk::MemoryPropertyFlags::empty());
            self.device.bind_image_memory(image, memory, 0).expect("bind");
            let info = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(FORMAT)
                .subresource_range(whole());
            (image, self.device.create_image_view(&info, None).expect("view"))
        }
    }

    unsafe fn set(&self, words: vk::Buffer) -> vk::DescriptorSet {
        // SAFETY: see `run`.
        unsafe {
            let size = vk::DescriptorPoolSize { ty: vk::DescriptorType::STORAGE_BUFFER, descriptor_count: 1 };
            let sizes = [size];
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
            let pool = self.device.create_descriptor_pool(&info, None).expect("descriptor pool");
            let layouts = [self.set_layout];
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let set = self.device.allocate_descriptor_sets(&info).expect("set")[0];
            let buffers = [vk::DescriptorBufferInfo { buffer: words, offset: 0, range: vk::WHOLE_SIZE }];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&buffers);
            self.device.update_descriptor_sets(&[write], &[]);
            set
        }
    }

    unsafe fn module(&self, bytes: &[u8]) -> vk::ShaderModule {
        let words = ash::util::read_spv(&mut std::io::Cursor::new(bytes)).expect("SPIR-V");
        // SAFETY: see `run`.
        unsafe { self.device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None) }
            .expect("module")
    }

    unsafe fn compute_pipeline(&self) -> vk::Pipeline {
        // SAFETY: see `run`.
        unsafe {
            let module = self.module(include_bytes!("../shaders/words.comp.spv"));
            let stage = stage(vk::ShaderStageFlags::COMPUTE, module);
            let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.compute_layout);
            self.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None).expect("pipeline")[0]
        }
    }

    unsafe fn graphics_pipeline(&self, passes: Passes, mesh: bool) -> vk::Pipeline {
        // SAFETY: see `run`.
        unsafe {
            let first = match mesh {
                true => {
                    stage(vk::ShaderStageFlags::MESH_EXT, self.module(include_bytes!("../shaders/triangle.mesh.spv")))
                }
                false => stage(vk::ShaderStageFlags::VERTEX, self.module(include_bytes!("../shaders/quad.vert.spv"))),
            };
            let fragment =
                stage(vk::ShaderStageFlags::FRAGMENT, self.module(include_bytes!("../shaders/shade.frag.spv")));
            let stages = [first, fragment];
            let bindings = [vk::VertexInputBindingDescription { stride: 8, ..Default::default() }];
            let attributes =
                [vk::VertexInputAttributeDescription { format: vk::Format::R32G32_SFLOAT, ..Default::default() }];
            let input = vk::PipelineVertexInputStateCreateInfo::default()
                .vertex_binding_descriptions(&bindings)
                .vertex_attribute_descriptions(&attributes);
            let assembly =
                vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
            let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
            let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
            let multisample =
                vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
            // The picture depends on the order of all draws.
            let blend = vk::PipelineColorBlendAttachmentState {
                blend_enable: vk::TRUE,
                src_color_blend_factor: vk::BlendFactor::SRC_ALPHA,
                dst_color_blend_factor: vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
                src_alpha_blend_factor: vk::BlendFactor::ONE,
                color_write_mask: vk::ColorComponentFlags::RGBA,
                ..Default::default()
            };
            let blends = [blend];
            let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
            let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
            let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
            let formats = [FORMAT];
            let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
            let mut info = vk::GraphicsPipelineCreateInfo::default()
                .stages(&stages)
                .viewport_state(&viewport)
                .rasterization_state(&raster)
                .multisample_state(&multisample)
                .color_blend_state(&blend)
                .dynamic_state(&dynamic)
                .layout(self.graphics_layout);
            if !mesh {
                info = info.vertex_input_state(&input).input_assembly_state(&assembly);
            }
            info = match passes {
                Passes::Dynamic => info.push_next(&mut rendering),
                Passes::Object => info.render_pass(self.render_passes[0]),
            };
            self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None).expect("pipeline")[0]
        }
    }
}

/// What one recording uses.
struct Objects {
    words: vk::Buffer,
    quads: vk::Buffer,
    image: vk::Image,
    view: vk::ImageView,
    set: vk::DescriptorSet,
    queries: vk::QueryPool,
}

/// Two quads of two triangles at byte 64, and indices of the second one at byte 1024.
fn write_quads(quads: &Buffer) {
    let corners = |x: f32, y: f32| {
        let (u, v) = (x + 0.8, y + 0.6);
        [[x, y], [u, y], [x, v], [x, v], [u, y], [u, v]]
    };
    let vertices: Vec<u32> =
        [corners(-0.7, -0.8), corners(0.0, 0.1)].into_iter().flatten().flatten().map(f32::to_bits).collect();
    let indices: [u16; 6] = [6, 7, 8, 9, 10, 11];
    // SAFETY: the buffer has 4096 mapped bytes.
    unsafe {
        quads.at.add(16).copy_from_nonoverlapping(vertices.as_ptr(), vertices.len());
        quads.at.add(256).cast::<u16>().copy_from_nonoverlapping(indices.as_ptr(), indices.len());
    }
}

fn stage(stage: vk::ShaderStageFlags, module: vk::ShaderModule) -> vk::PipelineShaderStageCreateInfo<'static> {
    vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main")
}

fn area(width: u32, height: u32) -> vk::Rect2D {
    vk::Rect2D { extent: vk::Extent2D { width, height }, ..Default::default() }
}

fn whole() -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        level_count: 1,
        layer_count: 1,
        ..Default::default()
    }
}

fn image_barrier(image: vk::Image) -> vk::ImageMemoryBarrier<'static> {
    vk::ImageMemoryBarrier::default()
        .image(image)
        .subresource_range(whole())
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
}

/// One subpass; the image comes and goes as an attachment.
unsafe fn render_pass(device: &Device, load: vk::AttachmentLoadOp) -> vk::RenderPass {
    let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
    let attachment = vk::AttachmentDescription::default()
        .format(FORMAT)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(load)
        .store_op(vk::AttachmentStoreOp::STORE)
        .initial_layout(layout)
        .final_layout(layout);
    let attachments = [attachment];
    let references = [vk::AttachmentReference { attachment: 0, layout }];
    let subpasses = [vk::SubpassDescription::default().color_attachments(&references)];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    // SAFETY: the info is valid.
    unsafe { device.create_render_pass(&info, None) }.expect("render pass")
}
