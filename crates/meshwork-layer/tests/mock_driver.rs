//! The layer above a driver of function pointers.

mod mock;

use core::ffi::CStr;
use std::ptr::null;

use ash::vk;
use ash::vk::{Handle, TaggedStructure};
use mock::{Driver, Instance, device_command, driver};

const MESH: &CStr = c"VK_EXT_mesh_shader";

fn install(has: Driver) -> Instance {
    driver(|driver| *driver = Driver { shared_memory: has.shared_memory.max(32_768), ..has });
    Instance::create()
}

fn extension_names(instance: &Instance) -> Vec<String> {
    // SAFETY: the physical device is of the instance.
    let list = unsafe { instance.0.enumerate_device_extension_properties(instance.physical_device()) }.expect("list");
    list.iter().map(|e| e.extension_name_as_c_str().expect("name").to_string_lossy().into_owned()).collect()
}

/// A device with mesh shaders.
fn create_mesh_device(instance: &Instance) -> Result<vk::Device, vk::Result> {
    let names = [MESH.as_ptr(), c"VK_KHR_swapchain".as_ptr()];
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
    let mut timeline = vk::PhysicalDeviceTimelineSemaphoreFeatures::default().timeline_semaphore(true);
    let info =
        vk::DeviceCreateInfo::default().enabled_extension_names(&names).push_next(&mut mesh).push_next(&mut timeline);
    // SAFETY: `info` is valid.
    let device = unsafe { instance.create_device(&info) };
    // The program's chain is as it was.
    assert_eq!(timeline.p_next.cast_const(), (&raw const mesh).cast());
    assert!(mesh.p_next.is_null());
    device
}

/// # Safety
/// No object of the device is used any more.
unsafe fn destroy(device: vk::Device) {
    // SAFETY: the caller's promise.
    unsafe { device_command::<vk::PFN_vkDestroyDevice>(device, c"vkDestroyDevice")(device, null()) };
}

#[test]
fn an_instance_is_raised_to_vulkan_1_2_and_handed_down() {
    drop(install(Driver::default()));
    assert_eq!(driver(|driver| (driver.api_version, driver.instances_destroyed)), (vk::API_VERSION_1_2, 1));
}

/// `VK_EXT_layer_settings`, one instance beside another.
#[test]
fn a_program_sets_the_mode_of_its_instance() {
    drop(install(Driver::default()));
    let (off, name) = ([c"off".as_ptr()], c"VK_LAYER_MESHWORK_mesh_shader");
    let setting = vk::LayerSettingEXT {
        ty: vk::LayerSettingTypeEXT::STRING,
        value_count: 1,
        p_values: off.as_ptr().cast(),
        ..vk::LayerSettingEXT::default().layer_name(name).setting_name(c"mode")
    };
    let info = vk::LayerSettingsCreateInfoEXT::default().settings(core::slice::from_ref(&setting));
    // SAFETY: a valid chain.
    let instance = unsafe { Instance::create_with((&raw const info).cast()) };
    assert_eq!(driver(|driver| driver.api_version), vk::API_VERSION_1_0);
    assert!(!extension_names(&instance).iter().any(|name| name == "VK_EXT_mesh_shader"));
    let plain = Instance::create();
    assert!(extension_names(&plain).iter().any(|name| name == "VK_EXT_mesh_shader"));
}

#[test]
fn the_extension_is_added_and_its_structures_are_answered_by_the_layer() {
    let has = vec![c"VK_KHR_swapchain", c"VK_NV_mesh_shader", c"VK_KHR_pipeline_binary", c"VK_FUTURE_commands"];
    let instance = install(Driver { extensions: has, ..Default::default() });
    assert_eq!(extension_names(&instance), ["VK_KHR_swapchain", "VK_EXT_mesh_shader"]);

    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().multiview_mesh_shader(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12).push_next(&mut mesh);
    let mut limits = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut limits);
    driver(|driver| driver.queried_types.clear());
    // SAFETY: the physical device is of the instance.
    unsafe {
        instance.0.get_physical_device_features2(instance.physical_device(), &mut features);
        instance.0.get_physical_device_properties2(instance.physical_device(), &mut properties);
    }
    let seen = driver(|driver| driver.queried_types.clone());
    assert_eq!(seen, [vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_FEATURES], "the driver does not see the layer's");
    assert_eq!((mesh.mesh_shader, mesh.task_shader, mesh.multiview_mesh_shader), (vk::TRUE, vk::TRUE, vk::FALSE));
    assert_eq!(v12.buffer_device_address, vk::TRUE);
    assert_eq!(limits.max_mesh_work_group_size, [256, 256, 128]);
}

/// By name, as `extension_support.md` files them: handling one of them is a decision.
#[test]
fn what_the_fallback_cannot_go_with_is_not_advertised() {
    let has = vec![
        c"VK_NV_mesh_shader",
        c"VK_EXT_device_generated_commands",
        c"VK_NV_device_generated_commands",
        c"VK_NV_device_generated_commands_compute",
        c"VK_AMDX_shader_enqueue",
        c"VK_EXT_descriptor_heap",
        c"VK_EXT_pipeline_protected_access",
        c"VK_KHR_performance_query",
        c"VK_QCOM_tile_shading",
    ];
    let instance = install(Driver { extensions: has.clone(), ..Default::default() });
    assert_eq!(extension_names(&instance), ["VK_EXT_mesh_shader"]);
    let page = include_str!("../../../extension_support.md");
    for name in has {
        let name = name.to_str().expect("ASCII");
        assert!(page.contains(&format!("`{name}`")), "{name} is not in extension_support.md");
    }
}

#[test]
fn memory_is_not_protected() {
    let instance = install(Driver { protected_memory: true, ..Default::default() });
    let mut alone = vk::PhysicalDeviceProtectedMemoryFeatures::default();
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut alone);
    // SAFETY: the physical device is of the instance.
    unsafe { instance.0.get_physical_device_features2(instance.physical_device(), &mut features) };
    assert_eq!((alone.protected_memory, v11.protected_memory), (vk::FALSE, vk::FALSE));
    let asked = driver(|driver| driver.queried_types.clone());
    for answered in
        [vk::PhysicalDeviceProtectedMemoryFeatures::STRUCTURE_TYPE, vk::PhysicalDeviceVulkan11Features::STRUCTURE_TYPE]
    {
        assert!(asked.contains(&answered), "the driver, which has it, was asked");
    }
}

#[test]
fn below_a_required_minimum_nothing_is_advertised() {
    driver(|driver| *driver = Driver { shared_memory: 16_384, ..Default::default() });
    let instance = Instance::create();
    assert_eq!(extension_names(&instance), Vec::<String>::new());
}

#[test]
fn a_device_is_created_for_the_fallback() {
    let instance = install(Driver::default());
    let device = create_mesh_device(&instance).expect("device");
    driver(|driver| {
        assert_eq!(driver.device_extensions, ["VK_KHR_swapchain"]);
        assert!(driver.device_address);
        for gone in [
            vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE,
            vk::PhysicalDeviceTimelineSemaphoreFeatures::STRUCTURE_TYPE,
        ] {
            assert!(!driver.device_types.contains(&gone), "{gone:?}");
        }
    });
    // SAFETY: the function's type, and a live device.
    unsafe {
        let hooked: vk::PFN_vkCreateBuffer = device_command(device, c"vkCreateBuffer");
        let plain: vk::PFN_vkCreateBuffer =
            core::mem::transmute(mock::get_device_proc_addr(device, c"vkCreateBuffer".as_ptr()).expect("the driver's"));
        assert_ne!(hooked as usize, plain as usize);
        destroy(device);
    }
    assert_eq!(driver(|driver| driver.devices_destroyed), 1);
}

#[test]
fn the_features_may_stand_anywhere_in_the_chain() {
    for place in ["first", "middle", "last"] {
        let instance = install(Driver::default());
        let names = [MESH.as_ptr()];
        let info = vk::DeviceCreateInfo::default().enabled_extension_names(&names);
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true).task_shader(true);
        let mut reset = vk::PhysicalDeviceHostQueryResetFeatures::default().host_query_reset(true);
        let mut layout = vk::PhysicalDeviceScalarBlockLayoutFeatures::default().scalar_block_layout(true);
        // What is pushed last stands first.
        let info = match place {
            "first" => info.push_next(&mut reset).push_next(&mut layout).push_next(&mut mesh),
            "middle" => info.push_next(&mut reset).push_next(&mut mesh).push_next(&mut layout),
            _ => info.push_next(&mut mesh).push_next(&mut reset).push_next(&mut layout),
        };
        // SAFETY: `info` is valid.
        let device = unsafe { instance.create_device(&info) }.expect("device");
        driver(|driver| {
            assert!(driver.device_extensions.is_empty() && driver.device_address, "{place}");
            let ours = vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE;
            assert!(!driver.device_types.contains(&ours), "{place}: {:?}", driver.device_types);
        });
        // SAFETY: the device is not used any more.
        unsafe { destroy(device) };
    }
}

#[test]
fn a_device_without_mesh_shaders_has_the_drivers_functions() {
    let instance = install(Driver::default());
    // SAFETY: valid structures, and the function's type.
    unsafe {
        let device = instance.create_device(&vk::DeviceCreateInfo::default()).expect("device");
        assert!(!driver(|driver| driver.device_address));
        let function: vk::PFN_vkCreateBuffer = device_command(device, c"vkCreateBuffer");
        let plain = mock::get_device_proc_addr(device, c"vkCreateBuffer".as_ptr()).expect("the driver's");
        assert_eq!(function as usize, plain as usize);
        destroy(device);
    }
}

#[test]
fn a_device_that_cannot_be_prepared_is_given_back() {
    let instance = install(Driver { fails_compute_pipelines: true, ..Default::default() });
    assert_eq!(create_mesh_device(&instance), Err(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY));
    assert_eq!(driver(|driver| driver.devices_destroyed), 1);
}

#[test]
fn device_groups_are_refused() {
    let instance = install(Driver::default());
    let names = [MESH.as_ptr()];
    let devices = [instance.physical_device(); 2];
    let mut group = vk::DeviceGroupDeviceCreateInfo::default().physical_devices(&devices);
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
    let info =
        vk::DeviceCreateInfo::default().enabled_extension_names(&names).push_next(&mut mesh).push_next(&mut group);
    // SAFETY: `info` is valid.
    assert_eq!(unsafe { instance.create_device(&info) }, Err(vk::Result::ERROR_FEATURE_NOT_PRESENT));
}

/// Pipelines of one call: with a vertex shader, or with a mesh shader whose module is broken.
struct Pipelines {
    device: vk::Device,
    vertex: vk::ShaderModule,
    mesh: vk::ShaderModule,
    layout: vk::PipelineLayout,
}

impl Pipelines {
    fn new(device: vk::Device) -> Self {
        let mut layout = vk::PipelineLayout::null();
        // SAFETY: the functions' types.
        unsafe {
            let create: vk::PFN_vkCreateShaderModule = device_command(device, c"vkCreateShaderModule");
            let module = |words: &[u32]| {
                let info = vk::ShaderModuleCreateInfo::default().code(words);
                let mut raw = vk::ShaderModule::null();
                assert_eq!(create(device, &info, null(), &mut raw), vk::Result::SUCCESS);
                raw
            };
            let create_layout: vk::PFN_vkCreatePipelineLayout = device_command(device, c"vkCreatePipelineLayout");
            let info = vk::PipelineLayoutCreateInfo::default();
            assert_eq!(create_layout(device, &info, null(), &mut layout), vk::Result::SUCCESS);
            let broken = [0x0723_0203, 0x0001_0500, 0, 9, 0, 0x0002_0011, 5283, 0xffff_ffff];
            Self { device, vertex: module(&broken[..5]), mesh: module(&broken), layout }
        }
    }

    /// `kinds`: is it a mesh pipeline, flags and base index.
    fn create(&self, kinds: &[(bool, vk::PipelineCreateFlags, i32)]) -> (vk::Result, Vec<vk::Pipeline>) {
        let stage =
            |stage, module| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main");
        let vertex = [stage(vk::ShaderStageFlags::VERTEX, self.vertex)];
        let mesh = [stage(vk::ShaderStageFlags::MESH_EXT, self.mesh)];
        let info = |&(is_mesh, flags, base): &(bool, vk::PipelineCreateFlags, i32)| {
            vk::GraphicsPipelineCreateInfo::default()
                .stages(if is_mesh { &mesh } else { &vertex })
                .layout(self.layout)
                .flags(flags)
                .base_pipeline_index(base)
        };
        let infos: Vec<_> = kinds.iter().map(info).collect();
        let mut made = vec![vk::Pipeline::from_raw(99); kinds.len()];
        // SAFETY: the function's type, and valid structures.
        let result = unsafe {
            let create: vk::PFN_vkCreateGraphicsPipelines = device_command(self.device, c"vkCreateGraphicsPipelines");
            create(
                self.device,
                vk::PipelineCache::null(),
                infos.len() as u32,
                infos.as_ptr(),
                null(),
                made.as_mut_ptr(),
            )
        };
        (result, made)
    }
}

#[test]
fn a_refused_mesh_pipeline_leaves_the_others_of_its_call() {
    use vk::PipelineCreateFlags as Flags;
    let instance = install(Driver::default());
    let device = create_mesh_device(&instance).expect("device");
    let pipelines = Pipelines::new(device);
    let (result, made) = pipelines.create(&[
        (false, Flags::ALLOW_DERIVATIVES, -1),
        (true, Flags::empty(), -1),
        (false, Flags::DERIVATIVE, 0),
        (false, Flags::DERIVATIVE, 1),
    ]);
    assert_eq!(result, vk::Result::ERROR_INVALID_SHADER_NV);
    let is_null: Vec<_> = made.iter().map(|pipeline| pipeline.is_null()).collect();
    assert_eq!(is_null, [false, true, false, true], "the last is derived from the refused one");
    driver(|driver| {
        assert_eq!(driver.graphics.len(), 2);
        assert_eq!(driver.graphics[1], (Flags::DERIVATIVE, made[0], -1));
    });
    // SAFETY: the device is not used any more.
    unsafe { destroy(device) };
}

#[test]
fn early_return_leaves_nothing_after_the_failure() {
    use vk::PipelineCreateFlags as Flags;
    let instance = install(Driver::default());
    let device = create_mesh_device(&instance).expect("device");
    let pipelines = Pipelines::new(device);
    let (_, made) = pipelines.create(&[
        (false, Flags::empty(), -1),
        (true, Flags::EARLY_RETURN_ON_FAILURE, -1),
        (false, Flags::empty(), -1),
    ]);
    let is_null: Vec<_> = made.iter().map(|pipeline| pipeline.is_null()).collect();
    assert_eq!(is_null, [false, true, true]);
    assert_eq!(driver(|driver| driver.pipelines_destroyed.len()), driver(|driver| driver.graphics.len()) - 1);
    // SAFETY: the device is not used any more.
    unsafe { destroy(device) };
}
