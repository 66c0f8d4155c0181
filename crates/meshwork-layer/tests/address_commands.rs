//! `VK_KHR_device_address_commands`: who gives it, and what its commands become.

use core::ffi::CStr;
use std::ptr::null;

use ash::vk;
use ash::vk::{Handle, TaggedStructure};
use meshwork_layer::address_commands::*;
use meshwork_layer::loader;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::{Driver, Instance, device_command, driver};
use program::{Program, Queues};

type Features = PhysicalDeviceDeviceAddressCommandsFeaturesKHR;

const MESH: &CStr = c"VK_EXT_mesh_shader";

/// What the extension depends on, on a driver of Vulkan 1.2.
const NEEDED: [&CStr; 2] = [c"VK_KHR_synchronization2", c"VK_EXT_extended_dynamic_state"];

fn instance(extensions: &[&'static CStr]) -> Instance {
    driver(|driver| {
        *driver = Driver { shared_memory: 32_768, extensions: extensions.to_vec(), ..Default::default() };
    });
    Instance::create()
}

#[test]
fn it_is_there_where_its_dependencies_are() {
    for (extensions, given) in [(&NEEDED[..], true), (&NEEDED[..1], false)] {
        let instance = instance(extensions);
        let mut features = Features::default();
        let mut query = vk::PhysicalDeviceFeatures2 { p_next: (&raw mut features).cast(), ..Default::default() };
        // SAFETY: a valid chain, and the instance's device.
        let list = unsafe {
            instance.0.get_physical_device_features2(instance.physical_device(), &mut query);
            instance.0.enumerate_device_extension_properties(instance.physical_device()).expect("list")
        };
        assert_eq!(list.iter().any(|extension| extension.extension_name_as_c_str() == Ok(NAME)), given);
        assert_eq!(features.device_address_commands == vk::TRUE, given);
        assert!(!driver(|driver| driver.queried_types.contains(&Features::STRUCTURE_TYPE)), "the layer answers");
    }
}

/// A program that draws no meshes gets the driver's own, else the layer's, and nothing else is the layer's.
#[test]
fn a_driver_that_has_it_keeps_it_unless_there_are_mesh_shaders() {
    let drivers = [NEEDED[0], NEEDED[1], NAME];
    for (extensions, with_mesh_shaders, ours) in
        [(&drivers[..], false, false), (&drivers[..], true, true), (&drivers[..2], false, true)]
    {
        let instance = instance(extensions);
        let names = [NAME.as_ptr(), MESH.as_ptr()];
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(with_mesh_shaders);
        let mut features = Features { device_address_commands: vk::TRUE, ..Default::default() };
        features.p_next = (&raw mut mesh).cast();
        let names = &names[..if with_mesh_shaders { 2 } else { 1 }];
        let info = vk::DeviceCreateInfo {
            p_next: (&raw const features).cast(),
            ..vk::DeviceCreateInfo::default().enabled_extension_names(names)
        };
        // SAFETY: `info` is valid; the device is not used any more when it is destroyed.
        unsafe {
            let device = instance.create_device(&info).expect("device");
            let (asked, structures) = driver(|driver| (driver.device_extensions.clone(), driver.device_types.clone()));
            assert_eq!(asked, if ours { vec![] } else { vec![NAME.to_str().expect("ASCII")] });
            assert_eq!(structures.contains(&Features::STRUCTURE_TYPE), !ours);
            // The mock driver has none of its own.
            for (command, expected) in [
                (c"vkCmdDrawIndexedIndirect2KHR", ours),
                (c"vkCmdDrawMeshTasksIndirect2EXT", with_mesh_shaders),
                (c"vkCmdWriteMarkerToMemoryAMD", false),
            ] {
                let found = loader::get_device_proc_addr(device, command.as_ptr()).is_some();
                assert_eq!(found, expected, "{command:?}");
            }
            for (command, hooked) in
                [(c"vkCreateBuffer", ours), (c"vkCmdPipelineBarrier2KHR", ours), (c"vkCmdDraw", with_mesh_shaders)]
            {
                let function = loader::get_device_proc_addr(device, command.as_ptr()).expect("it is there");
                let drivers = mock::get_device_proc_addr(device, command.as_ptr()).expect("the driver's");
                assert_eq!(function as usize != drivers as usize, hooked, "{command:?}");
            }
            device_command::<vk::PFN_vkDestroyDevice>(device, c"vkDestroyDevice")(device, null());
        }
    }
}

/// Nothing is kept then, and stages are the driver's as they are: it knows no mesh shaders, and no compute work comes in between.
#[test]
fn without_mesh_shaders_commands_go_to_the_driver_at_once() {
    let instance = instance(&NEEDED);
    let names = [NAME, NEEDED[0], NEEDED[1]].map(CStr::as_ptr);
    let features = Features { device_address_commands: vk::TRUE, ..Default::default() };
    let info = vk::DeviceCreateInfo {
        p_next: (&raw const features).cast(),
        ..vk::DeviceCreateInfo::default().enabled_extension_names(&names)
    };
    let barrier = MemoryRangeBarrierKHR {
        src_stage_mask: vk::PipelineStageFlags2::COPY,
        dst_stage_mask: vk::PipelineStageFlags2::DRAW_INDIRECT,
        address_range: range(0x1000, 16),
        ..Default::default()
    };
    let ranges = MemoryRangeBarriersInfoKHR {
        memory_range_barrier_count: 1,
        p_memory_range_barriers: &barrier,
        ..Default::default()
    };
    let dependency = vk::DependencyInfo { p_next: (&raw const ranges).cast(), ..Default::default() };
    // SAFETY: a plain Vulkan program.
    unsafe {
        let device = instance.create_device(&info).expect("device");
        let commands = program::create_commands(device, vk::CommandBufferLevel::PRIMARY);
        let begin: vk::PFN_vkBeginCommandBuffer = device_command(device, c"vkBeginCommandBuffer");
        assert_eq!(begin(commands, &vk::CommandBufferBeginInfo::default()), vk::Result::SUCCESS);
        let wait: vk::PFN_vkCmdPipelineBarrier2 = device_command(device, c"vkCmdPipelineBarrier2KHR");
        wait(commands, &dependency);
        let expected = [(barrier.src_stage_mask, barrier.dst_stage_mask)];
        assert_eq!(calls(), [format!("PipelineBarrier2KHR {expected:?} [] true")]);
        let end: vk::PFN_vkEndCommandBuffer = device_command(device, c"vkEndCommandBuffer");
        assert_eq!(end(commands), vk::Result::SUCCESS);
        device_command::<vk::PFN_vkDestroyDevice>(device, c"vkDestroyDevice")(device, null());
    }
}

#[test]
fn commands_of_an_extension_that_is_not_enabled_are_not_there() {
    let program = Program::new();
    for name in [c"vkCmdDrawIndirect2KHR", c"vkCmdCopyMemoryKHR", c"vkCmdDrawMeshTasksIndirect2EXT"] {
        // SAFETY: a live device and a name.
        assert!(unsafe { loader::get_device_proc_addr(program.device, name.as_ptr()) }.is_none());
    }
}

/// A program with buffers that have addresses.
struct Addressed(Program);

impl Addressed {
    fn new() -> Self {
        Self(Program::with(Queues(1), true))
    }

    /// A buffer of 256 bytes and its address.
    fn buffer(&self, usage: vk::BufferUsageFlags) -> (u64, vk::DeviceAddress) {
        let usage = usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
        let info = vk::BufferCreateInfo::default().size(256).usage(usage);
        let mut raw = vk::Buffer::null();
        // SAFETY: the functions' types, and valid arguments.
        unsafe {
            let create: vk::PFN_vkCreateBuffer = device_command(self.0.device, c"vkCreateBuffer");
            assert_eq!(create(self.0.device, &info, null(), &mut raw), vk::Result::SUCCESS);
            let get: vk::PFN_vkGetBufferDeviceAddress = device_command(self.0.device, c"vkGetBufferDeviceAddress");
            (raw.as_raw(), get(self.0.device, &vk::BufferDeviceAddressInfo::default().buffer(raw)))
        }
    }

    fn destroy(&self, buffer: u64) {
        // SAFETY: nothing uses the buffer.
        unsafe {
            let destroy: vk::PFN_vkDestroyBuffer = device_command(self.0.device, c"vkDestroyBuffer");
            destroy(self.0.device, vk::Buffer::from_raw(buffer), null());
        }
    }

    /// Records a command that takes a structure.
    fn call<T>(&self, name: &CStr, info: &T) {
        // SAFETY: each of these commands takes a structure of its type.
        unsafe {
            let function: unsafe extern "system" fn(vk::CommandBuffer, *const T) = device_command(self.0.device, name);
            function(self.0.commands, info);
        }
    }

    /// Records one that takes an array.
    fn call_with<T>(&self, name: &CStr, first: u32, infos: &[T]) {
        // SAFETY: as above.
        unsafe {
            let function: unsafe extern "system" fn(vk::CommandBuffer, u32, u32, *const T) =
                device_command(self.0.device, name);
            function(self.0.commands, first, infos.len() as u32, infos.as_ptr());
        }
    }
}

/// What the driver was told meanwhile.
fn calls() -> Vec<String> {
    driver(|driver| core::mem::take(&mut driver.calls))
}

fn range(address: vk::DeviceAddress, size: vk::DeviceSize) -> DeviceAddressRangeKHR {
    DeviceAddressRangeKHR { address, size }
}

fn strided(address: vk::DeviceAddress, size: vk::DeviceSize, stride: vk::DeviceSize) -> StridedDeviceAddressRangeKHR {
    StridedDeviceAddressRangeKHR { address, size, stride }
}

/// Kept with the pass, and in order with it.
#[test]
fn draws_and_bindings_become_those_of_buffers() {
    use vk::BufferUsageFlags as Usage;
    let program = Addressed::new();
    let (arguments, at) = program.buffer(Usage::INDIRECT_BUFFER);
    let (indices, indices_at) = program.buffer(Usage::INDEX_BUFFER);
    let (vertices, vertices_at) = program.buffer(Usage::VERTEX_BUFFER);
    let functions = &program.0.through_layer;
    program.0.record(functions, |_| {
        let index_type = vk::IndexType::UINT16;
        let address_range = range(indices_at + 4, 20);
        program.call(
            c"vkCmdBindIndexBuffer3KHR",
            &BindIndexBuffer3InfoKHR { address_range, index_type, ..Default::default() },
        );
        let vertices = |offset, stride, set_stride| BindVertexBuffer3InfoKHR {
            set_stride,
            address_range: strided(vertices_at + offset, 64, stride),
            ..Default::default()
        };
        let bound = [vertices(0, 8, vk::TRUE), vertices(64, 16, vk::TRUE), vertices(128, 0, vk::FALSE)];
        program.call_with(c"vkCmdBindVertexBuffers3KHR", 1, &bound);
        let draw = |stride, draw_count| DrawIndirect2InfoKHR {
            address_range: strided(at + 32, 64, stride),
            draw_count,
            ..Default::default()
        };
        program.call(c"vkCmdDrawIndirect2KHR", &draw(20, 2));
        program.call(c"vkCmdDrawIndirect2KHR", &DrawIndirect2InfoKHR::default());
        let counted = DrawIndirectCount2InfoKHR {
            address_range: strided(at, 16, 0),
            count_address_range: range(at + 252, 4),
            max_draw_count: 1,
            ..Default::default()
        };
        program.call(c"vkCmdDrawIndirectCount2KHR", &counted);
        assert_eq!(calls(), Vec::<String>::new(), "nothing before the pass is over");
    });
    let expected = [
        format!("BindIndexBuffer2KHR {indices}+4 20 UINT16"),
        format!("BindVertexBuffers2EXT 1: {:?} [64, 64] [8, 16]", [0, 64].map(|offset| format!("{vertices}+{offset}"))),
        format!("BindVertexBuffers2EXT 3: {:?} [64] []", [format!("{vertices}+128")]),
        format!("DrawIndirect {arguments}+32 2x20"),
        format!("DrawIndirectCount {arguments}+0 {arguments}+252 1x16"),
    ];
    assert_eq!(calls(), expected);
}

/// Their arguments are read by address, in the hoist.
#[test]
fn mesh_draws_take_addresses() {
    let program = Addressed::new();
    let (_, at) = program.buffer(vk::BufferUsageFlags::INDIRECT_BUFFER);
    let functions = &program.0.through_layer;
    let draw = DrawIndirect2InfoKHR { address_range: strided(at, 24, 12), draw_count: 2, ..Default::default() };
    driver(|driver| driver.commands = Some(Vec::new()));
    program.0.record(functions, |_| {
        program.0.bind(functions, program.0.mesh_pipeline);
        program.call(c"vkCmdDrawMeshTasksIndirect2EXT", &draw);
    });
    let commands = driver(|driver| driver.commands.take().expect("noted"));
    let place = |name| commands.iter().position(|(_, command)| *command == name).expect("it was recorded");
    assert!(place("vkCmdDispatch") < place("vkCmdBeginRendering, inline"), "the hoist comes first");
    assert!(place("vkCmdDrawIndexedIndirect") > place("vkCmdBeginRendering, inline"));
}

#[test]
fn copies_become_those_of_buffers() {
    use vk::BufferUsageFlags as Usage;
    let program = Addressed::new();
    let (from, from_at) = program.buffer(Usage::TRANSFER_SRC);
    let (to, to_at) = program.buffer(Usage::TRANSFER_DST);
    program.0.record_outside(&program.0.through_layer, |commands| {
        let region = |src_range, dst_range| DeviceMemoryCopyKHR { src_range, dst_range, ..Default::default() };
        let regions =
            [region(range(from_at, 8), range(to_at + 8, 100)), region(range(from_at + 64, 4), range(to_at, 4))];
        let copy = CopyDeviceMemoryInfoKHR { region_count: 2, p_regions: regions.as_ptr(), ..Default::default() };
        program.call(c"vkCmdCopyMemoryKHR", &copy);
        // SAFETY: the function's type, and valid arguments.
        unsafe {
            type Update =
                unsafe extern "system" fn(vk::CommandBuffer, *const DeviceAddressRangeKHR, u32, u64, *const u8);
            let update: Update = device_command(program.0.device, c"vkCmdUpdateMemoryKHR");
            update(commands, &range(to_at + 16, 8), 0, 4, [1, 2, 3, 4].as_ptr());
        }
    });
    let expected = [
        format!("CopyBuffer {from}+0 {to}+8 8"),
        format!("CopyBuffer {from}+64 {to}+0 4"),
        format!("UpdateBuffer {to}+16 [1, 2, 3, 4]"),
    ];
    assert_eq!(calls(), expected);
}

#[test]
fn conditions_and_counters_become_those_of_buffers() {
    use vk::BufferUsageFlags as Usage;
    let program = Addressed::new();
    let (predicate, predicate_at) = program.buffer(Usage::CONDITIONAL_RENDERING_EXT);
    let (counter, counter_at) = program.buffer(Usage::TRANSFORM_FEEDBACK_COUNTER_BUFFER_EXT);
    program.0.record(&program.0.through_layer, |_| {
        let info =
            ConditionalRenderingBeginInfo2EXT { address_range: range(predicate_at + 4, 4), ..Default::default() };
        program.call(c"vkCmdBeginConditionalRendering2EXT", &info);
        let counters = [range(0, 0), range(counter_at + 8, 4)]
            .map(|address_range| BindTransformFeedbackBuffer2InfoEXT { address_range, ..Default::default() });
        program.call_with(c"vkCmdBeginTransformFeedback2EXT", 0, &counters);
    });
    let expected = [
        format!("BeginConditionalRenderingEXT {predicate}+4"),
        format!("BeginTransformFeedbackEXT 0: {:?}", ["0+0".to_owned(), format!("{counter}+8")]),
    ];
    assert_eq!(calls(), expected);
}

/// On all memory, unless a range changes its owner. Stages of mesh shaders are the driver's as in any barrier.
#[test]
fn barriers_on_ranges_become_barriers_on_memory() {
    let program = Addressed::new();
    let (owned, at) = program.buffer(vk::BufferUsageFlags::STORAGE_BUFFER);
    let barrier = |address_range, dst_queue_family_index| MemoryRangeBarrierKHR {
        src_stage_mask: vk::PipelineStageFlags2::COPY,
        dst_stage_mask: vk::PipelineStageFlags2::MESH_SHADER_EXT,
        dst_queue_family_index,
        address_range,
        ..Default::default()
    };
    let barriers = [barrier(range(at, 16), 0), barrier(range(at + 64, 32), 1)];
    let ranges = MemoryRangeBarriersInfoKHR {
        memory_range_barrier_count: 2,
        p_memory_range_barriers: barriers.as_ptr(),
        ..Default::default()
    };
    let before = [vk::MemoryBarrier2::default()
        .src_stage_mask(vk::PipelineStageFlags2::COPY)
        .dst_stage_mask(vk::PipelineStageFlags2::HOST)];
    let info = vk::DependencyInfo {
        p_next: (&raw const ranges).cast(),
        ..vk::DependencyInfo::default().memory_barriers(&before)
    };
    program.0.record_outside(&program.0.through_layer, |_| program.call(c"vkCmdPipelineBarrier2KHR", &info));
    let copy = vk::PipelineStageFlags2::COPY;
    let on_memory = [(copy, vk::PipelineStageFlags2::HOST), (copy, vk::PipelineStageFlags2::COMPUTE_SHADER)];
    let on_buffers = [(format!("{owned}+64"), 32)];
    assert_eq!(calls(), [format!("PipelineBarrier2KHR {on_memory:?} {on_buffers:?} true")]);
}

#[test]
fn an_address_in_no_such_buffer_is_refused() {
    let program = Addressed::new();
    let (buffer, at) = program.buffer(vk::BufferUsageFlags::INDIRECT_BUFFER);
    let functions = &program.0.through_layer;
    let dispatch = |address_range| {
        // SAFETY: a plain Vulkan program, but for its addresses.
        unsafe {
            let begun = (functions.begin)(program.0.commands, &vk::CommandBufferBeginInfo::default());
            assert_eq!(begun, vk::Result::SUCCESS);
            let info = DispatchIndirect2InfoKHR { address_range, ..Default::default() };
            program.call(c"vkCmdDispatchIndirect2KHR", &info);
            (functions.end)(program.0.commands)
        }
    };
    assert_eq!(dispatch(range(at + 244, 12)), vk::Result::SUCCESS);
    assert_eq!(dispatch(range(at + 248, 12)), vk::Result::ERROR_UNKNOWN);
    program.destroy(buffer);
    assert_eq!(dispatch(range(at, 12)), vk::Result::ERROR_UNKNOWN);
    let (_, other) = program.buffer(vk::BufferUsageFlags::STORAGE_BUFFER);
    assert_eq!(dispatch(range(other, 12)), vk::Result::ERROR_UNKNOWN, "it is for something else");
}

#[test]
fn an_acceleration_structure_lies_in_its_buffer() {
    let program = Addressed::new();
    let (buffer, at) = program.buffer(vk::BufferUsageFlags::ACCELERATION_STRUCTURE_STORAGE_KHR);
    let create = |address_range| {
        let capture = vk::OpaqueCaptureDescriptorDataCreateInfoEXT::default();
        let info = AccelerationStructureCreateInfo2KHR {
            p_next: (&raw const capture).cast_mut().cast(),
            address_range,
            ty: vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL,
            ..Default::default()
        };
        type Create = unsafe extern "system" fn(
            vk::Device,
            *const AccelerationStructureCreateInfo2KHR,
            *const vk::AllocationCallbacks<'_>,
            *mut vk::AccelerationStructureKHR,
        ) -> vk::Result;
        let mut structure = vk::AccelerationStructureKHR::null();
        // SAFETY: the function's type, and valid arguments but for addresses.
        unsafe {
            let create: Create = device_command(program.0.device, c"vkCreateAccelerationStructure2KHR");
            create(program.0.device, &info, null(), &mut structure)
        }
    };
    assert_eq!(create(range(at, 256)), vk::Result::SUCCESS);
    assert_eq!(calls(), [format!("{buffer}+0 256 BOTTOM_LEVEL 1")]);
    assert_eq!(create(range(at + 256, 256)), vk::Result::ERROR_UNKNOWN);
}
