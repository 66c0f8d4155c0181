//! A program that records command buffers, for what recording costs.

#![allow(dead_code, reason = "each test program uses a part")]

use core::ffi::{CStr, c_void};
use std::ptr::null;

use ash::vk;
use ash::vk::Handle;

use meshwork_layer::address_commands;

use crate::mock::{Driver, Instance, device_command, driver, get_device_proc_addr};

/// A mesh shader with 8 bytes of push constants and a storage buffer.
const MESH: &[u8] = include_bytes!("../../../../tests/features/shaders/draws/cells.mesh.spv");
const FRAGMENT: &[u8] = include_bytes!("../../../../tests/features/shaders/color.frag.spv");

/// The device functions that are used, of the layer or of the driver under it.
#[derive(Clone, Copy)]
pub struct Functions {
    pub begin: vk::PFN_vkBeginCommandBuffer,
    pub end: vk::PFN_vkEndCommandBuffer,
    pub begin_pass: vk::PFN_vkCmdBeginRendering,
    pub end_pass: vk::PFN_vkCmdEndRendering,
    pub bind_pipeline: vk::PFN_vkCmdBindPipeline,
    pub bind_sets: vk::PFN_vkCmdBindDescriptorSets,
    pub bind_vertices: vk::PFN_vkCmdBindVertexBuffers,
    pub push: vk::PFN_vkCmdPushConstants,
    pub scissor: vk::PFN_vkCmdSetScissor,
    pub stencil_reference: vk::PFN_vkCmdSetStencilReference,
    pub draw: vk::PFN_vkCmdDraw,
    pub draw_indexed_indirect: vk::PFN_vkCmdDrawIndexedIndirect,
    pub dispatch: vk::PFN_vkCmdDispatch,
}

impl Functions {
    fn load(load: impl Fn(&CStr) -> vk::PFN_vkVoidFunction) -> Self {
        macro_rules! functions {
            ($($field:ident: $pfn:ident $name:literal;)*) => {
                // SAFETY: the functions' types.
                unsafe { Self { $($field: core::mem::transmute::<vk::PFN_vkVoidFunction, vk::$pfn>(load($name))),* } }
            };
        }
        functions! {
            begin: PFN_vkBeginCommandBuffer c"vkBeginCommandBuffer";
            end: PFN_vkEndCommandBuffer c"vkEndCommandBuffer";
            begin_pass: PFN_vkCmdBeginRendering c"vkCmdBeginRenderingKHR";
            end_pass: PFN_vkCmdEndRendering c"vkCmdEndRenderingKHR";
            bind_pipeline: PFN_vkCmdBindPipeline c"vkCmdBindPipeline";
            bind_sets: PFN_vkCmdBindDescriptorSets c"vkCmdBindDescriptorSets";
            bind_vertices: PFN_vkCmdBindVertexBuffers c"vkCmdBindVertexBuffers";
            push: PFN_vkCmdPushConstants c"vkCmdPushConstants";
            scissor: PFN_vkCmdSetScissor c"vkCmdSetScissor";
            stencil_reference: PFN_vkCmdSetStencilReference c"vkCmdSetStencilReference";
            draw: PFN_vkCmdDraw c"vkCmdDraw";
            draw_indexed_indirect: PFN_vkCmdDrawIndexedIndirect c"vkCmdDrawIndexedIndirect";
            dispatch: PFN_vkCmdDispatch c"vkCmdDispatch";
        }
    }
}

/// How many there are.
pub struct Queues(pub usize);

/// A device with the fallback, and what is drawn with. Leaked.
pub struct Program {
    _instance: Instance,
    pub device: vk::Device,
    pub through_layer: Functions,
    pub draw_mesh: vk::PFN_vkCmdDrawMeshTasksEXT,
    pub of_driver: Functions,
    pub layout: vk::PipelineLayout,
    pub mesh_pipeline: vk::Pipeline,
    pub other_mesh_pipeline: vk::Pipeline,
    pub commands: vk::CommandBuffer,
}

impl Program {
    pub fn new() -> Self {
        Self::with_queues(1)
    }

    pub fn with_queues(count: usize) -> Self {
        Self::with(Queues(count), false)
    }

    /// With `VK_KHR_device_address_commands`, if asked for.
    pub fn with(Queues(count): Queues, addresses: bool) -> Self {
        let mut extensions =
            vec![c"VK_KHR_dynamic_rendering", c"VK_KHR_synchronization2", c"VK_EXT_extended_dynamic_state"];
        driver(|driver| {
            *driver = Driver { shared_memory: 32_768, extensions: extensions.clone(), ..Default::default() }
        });
        let instance = Instance::create();
        extensions.push(c"VK_EXT_mesh_shader");
        extensions.extend(addresses.then_some(address_commands::NAME));
        let names: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();
        let mut commands = address_commands::PhysicalDeviceDeviceAddressCommandsFeaturesKHR {
            device_address_commands: addresses.into(),
            ..Default::default()
        };
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
        mesh.p_next = (&raw mut commands).cast();
        let priorities = vec![1.0; count];
        let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
        let info = vk::DeviceCreateInfo::default().enabled_extension_names(&names).queue_create_infos(&queues);
        let info = info.push_next(&mut mesh);
        // SAFETY: a plain Vulkan program.
        unsafe {
            let device = instance.create_device(&info).expect("device");
            let layout = create_layout(device);
            Self {
                through_layer: Functions::load(|name| {
                    meshwork_layer::loader::get_device_proc_addr(device, name.as_ptr())
                }),
                of_driver: Functions::load(|name| get_device_proc_addr(device, name.as_ptr())),
                draw_mesh: device_command(device, c"vkCmdDrawMeshTasksEXT"),
                mesh_pipeline: create_pipeline(device, layout, null()),
                other_mesh_pipeline: create_pipeline(device, layout, null()),
                commands: create_commands(device, vk::CommandBufferLevel::PRIMARY),
                layout,
                device,
                _instance: instance,
            }
        }
    }

    /// Records the command buffer: one pass, and in it what `record` does.
    pub fn record(&self, functions: &Functions, record: impl FnOnce(vk::CommandBuffer)) {
        let info = vk::RenderingInfo::default().layer_count(1);
        // SAFETY: a plain Vulkan program, here and below.
        unsafe {
            self.record_outside(functions, |commands| {
                (functions.begin_pass)(commands, &info);
                record(commands);
                (functions.end_pass)(commands);
            });
        }
    }

    /// The same, to be used so.
    pub fn record_for(&self, functions: &Functions, flags: vk::CommandBufferUsageFlags, record: impl FnOnce()) {
        let info = vk::RenderingInfo::default().layer_count(1);
        self.record_with(functions, flags, |commands| {
            // SAFETY: as above.
            unsafe {
                (functions.begin_pass)(commands, &info);
                record();
                (functions.end_pass)(commands);
            }
        });
    }

    /// Records the command buffer.
    pub fn record_outside(&self, functions: &Functions, record: impl FnOnce(vk::CommandBuffer)) {
        self.record_with(functions, vk::CommandBufferUsageFlags::empty(), record);
    }

    fn record_with(
        &self,
        functions: &Functions,
        flags: vk::CommandBufferUsageFlags,
        record: impl FnOnce(vk::CommandBuffer),
    ) {
        // SAFETY: as above.
        unsafe {
            let begin = vk::CommandBufferBeginInfo::default().flags(flags);
            assert_eq!((functions.begin)(self.commands, &begin), vk::Result::SUCCESS);
            record(self.commands);
            assert_eq!((functions.end)(self.commands), vk::Result::SUCCESS);
        }
    }

    /// A secondary command buffer, recorded to its end.
    pub fn secondary(
        &self,
        flags: vk::CommandBufferUsageFlags,
        record: impl FnOnce(vk::CommandBuffer),
    ) -> vk::CommandBuffer {
        let inheritance = vk::CommandBufferInheritanceInfo::default();
        let begin = vk::CommandBufferBeginInfo::default().flags(flags).inheritance_info(&inheritance);
        // SAFETY: as above.
        unsafe {
            let raw = create_commands(self.device, vk::CommandBufferLevel::SECONDARY);
            (self.through_layer.begin)(raw, &begin).result().expect("begun");
            record(raw);
            (self.through_layer.end)(raw).result().expect("ended");
            raw
        }
    }

    pub fn bind(&self, functions: &Functions, pipeline: vk::Pipeline) {
        let set = vk::DescriptorSet::from_raw(1);
        let graphics = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: as above.
        unsafe {
            (functions.bind_pipeline)(self.commands, graphics, pipeline);
            (functions.bind_sets)(self.commands, graphics, self.layout, 0, 1, &set, 0, null());
        }
    }

    pub fn push(&self, functions: &Functions, stages: vk::ShaderStageFlags, values: [u32; 2]) {
        // SAFETY: as above.
        unsafe { (functions.push)(self.commands, self.layout, stages, 0, 8, values.as_ptr().cast()) };
    }

    pub fn draw_mesh(&self) {
        self.draw_meshes(2);
    }

    /// So many workgroups.
    pub fn draw_meshes(&self, count: u32) {
        // SAFETY: as above.
        unsafe { (self.draw_mesh)(self.commands, count, 1, 1) };
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: nothing uses the device any more.
        unsafe { device_command::<vk::PFN_vkDestroyDevice>(self.device, c"vkDestroyDevice")(self.device, null()) };
    }
}

/// # Safety
/// The device is alive; the same below.
unsafe fn create_layout(device: vk::Device) -> vk::PipelineLayout {
    let binding = vk::DescriptorSetLayoutBinding::default()
        .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
        .descriptor_count(1)
        .stage_flags(vk::ShaderStageFlags::MESH_EXT);
    let bindings = [binding];
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    let mut sets = [vk::DescriptorSetLayout::null()];
    let mut layout = vk::PipelineLayout::null();
    let ranges = [vk::PushConstantRange {
        stage_flags: vk::ShaderStageFlags::MESH_EXT | vk::ShaderStageFlags::FRAGMENT,
        offset: 0,
        size: 8,
    }];
    // SAFETY: the functions' types, and valid structures.
    unsafe {
        let create: vk::PFN_vkCreateDescriptorSetLayout = device_command(device, c"vkCreateDescriptorSetLayout");
        assert_eq!(create(device, &info, null(), &mut sets[0]), vk::Result::SUCCESS);
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        let create: vk::PFN_vkCreatePipelineLayout = device_command(device, c"vkCreatePipelineLayout");
        assert_eq!(create(device, &info, null(), &mut layout), vk::Result::SUCCESS);
    }
    layout
}

/// `of_mesh` is the chain of the mesh stage.
pub unsafe fn create_pipeline(device: vk::Device, layout: vk::PipelineLayout, of_mesh: *const c_void) -> vk::Pipeline {
    // SAFETY: the functions' types, and valid structures.
    unsafe {
        let create: vk::PFN_vkCreateShaderModule = device_command(device, c"vkCreateShaderModule");
        let module = |code: &[u8]| {
            let words = ash::util::read_spv(&mut std::io::Cursor::new(code)).expect("SPIR-V");
            let mut raw = vk::ShaderModule::null();
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            assert_eq!(create(device, &info, null(), &mut raw), vk::Result::SUCCESS);
            raw
        };
        let stage =
            |stage, code| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module(code)).name(c"main");
        let mut stages = [stage(vk::ShaderStageFlags::MESH_EXT, MESH), stage(vk::ShaderStageFlags::FRAGMENT, FRAGMENT)];
        stages[0].p_next = of_mesh;
        let (vertices, assembly) = Default::default();
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR, vk::DynamicState::STENCIL_REFERENCE];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        let mut rendering = vk::PipelineRenderingCreateInfo::default();
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        let mut raw = vk::Pipeline::null();
        let create: vk::PFN_vkCreateGraphicsPipelines = device_command(device, c"vkCreateGraphicsPipelines");
        let result = create(device, vk::PipelineCache::null(), 1, &info, null(), &mut raw);
        assert_eq!(result, vk::Result::SUCCESS);
        raw
    }
}

pub unsafe fn create_commands(device: vk::Device, level: vk::CommandBufferLevel) -> vk::CommandBuffer {
    let mut pool = vk::CommandPool::null();
    let mut commands = vk::CommandBuffer::null();
    // SAFETY: the functions' types, and valid structures.
    unsafe {
        let create: vk::PFN_vkCreateCommandPool = device_command(device, c"vkCreateCommandPool");
        let info = vk::CommandPoolCreateInfo::default();
        assert_eq!(create(device, &info, null(), &mut pool), vk::Result::SUCCESS);
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).level(level).command_buffer_count(1);
        let allocate: vk::PFN_vkAllocateCommandBuffers = device_command(device, c"vkAllocateCommandBuffers");
        assert_eq!(allocate(device, &info, &mut commands), vk::Result::SUCCESS);
    }
    commands
}
