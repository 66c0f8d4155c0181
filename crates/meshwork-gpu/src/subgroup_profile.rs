//! What a physical device's subgroups are like.

use std::collections::BTreeSet;
use std::ffi::CStr;

use ash::{khr, vk};
use meshwork_abi::{Shuffle, SubgroupProfile, SubgroupSize, SubgroupStage};

use crate::profile::subgroup_operations;

/// The profile that subgroup operations are legalized for on this device, which must have Vulkan 1.2. What no query tells is taken
/// from what is known of the driver.
pub fn subgroup_profile(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> SubgroupProfile {
    // SAFETY: the physical device is of this instance.
    let extensions = unsafe { instance.enumerate_device_extension_properties(physical_device) }.unwrap_or_default();
    let has = |name: &CStr| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties2 = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup).push_next(&mut driver);
    // SAFETY: as above; both structures belong to Vulkan 1.2, which the device has.
    unsafe { instance.get_physical_device_properties2(physical_device, &mut properties2) };
    let properties = properties2.properties;

    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut rotate = vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR::default();
    let mut features2 = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12);
    if has(khr::shader_subgroup_rotate::NAME) {
        features2 = features2.push_next(&mut rotate);
    }
    // SAFETY: as above; the chain holds a structure of Vulkan 1.2 and one whose extension the device has.
    unsafe { instance.get_physical_device_features2(physical_device, &mut features2) };

    let text = |name: Result<&CStr, _>| name.unwrap_or_default().to_string_lossy().into_owned();
    let driver_name = [text(driver.driver_name_as_c_str()), text(driver.driver_info_as_c_str())].join(" ");
    SubgroupProfile {
        name: text(properties.device_name_as_c_str()),
        sources: vec![format!("queried from {}", driver_name.trim())],
        size: size(instance, physical_device, &properties, subgroup.subgroup_size, has),
        stages: stages(subgroup.supported_stages),
        operations: subgroup_operations(subgroup.supported_operations),
        rotate: rotate.shader_subgroup_rotate == vk::TRUE,
        extended_types: v12.shader_subgroup_extended_types == vk::TRUE,
        broadcast_dynamic_id: v12.subgroup_broadcast_dynamic_id == vk::TRUE,
        shuffle: shuffle(driver.driver_id),
        // Skyline's traits of Qualcomm's driver: shuffles do "all sorts of weird things".
        fragment_shuffle_trusted: driver.driver_id != vk::DriverId::QUALCOMM_PROPRIETARY,
        broadcast_cost: 1,
        half_waves: false,
        max_workgroup_memory: properties.limits.max_compute_shared_memory_size,
        max_workgroup_invocations: properties.limits.max_compute_work_group_invocations,
    }
}

/// Mesa's driver for Adreno follows the proprietary compiler (`ir3_nir_lower_shuffle`): a loop, one rotate a trip.
fn shuffle(driver: vk::DriverId) -> Shuffle {
    match driver {
        vk::DriverId::QUALCOMM_PROPRIETARY | vk::DriverId::MESA_TURNIP => Shuffle::RotateLoop,
        _ => Shuffle::Native,
    }
}

fn size(
    instance: &ash::Instance,
    physical_device: vk::PhysicalDevice,
    device: &vk::PhysicalDeviceProperties,
    default: u32,
    has: impl Fn(&CStr) -> bool,
) -> SubgroupSize {
    if device.api_version < vk::API_VERSION_1_3 && !has(ash::ext::subgroup_size_control::NAME) {
        return SubgroupSize {
            default,
            min: default,
            max: default,
            pinnable_in: BTreeSet::new(),
            full_subgroups: false,
        };
    }
    let mut properties = vk::PhysicalDeviceSubgroupSizeControlProperties::default();
    let mut properties2 = vk::PhysicalDeviceProperties2::default().push_next(&mut properties);
    let mut features = vk::PhysicalDeviceSubgroupSizeControlFeatures::default();
    let mut features2 = vk::PhysicalDeviceFeatures2::default().push_next(&mut features);
    // SAFETY: the physical device is of this instance, and has the version or extension that both structures belong to.
    unsafe {
        instance.get_physical_device_properties2(physical_device, &mut properties2);
        instance.get_physical_device_features2(physical_device, &mut features2);
    }
    let controls = features.subgroup_size_control == vk::TRUE;
    SubgroupSize {
        default,
        min: properties.min_subgroup_size,
        max: properties.max_subgroup_size,
        pinnable_in: if controls { stages(properties.required_subgroup_size_stages) } else { BTreeSet::new() },
        full_subgroups: features.compute_full_subgroups == vk::TRUE,
    }
}

fn stages(flags: vk::ShaderStageFlags) -> BTreeSet<SubgroupStage> {
    use SubgroupStage::{Compute, Fragment, Geometry, Mesh, Task, TessellationControl, TessellationEvaluation, Vertex};
    let known = [
        (vk::ShaderStageFlags::VERTEX, Vertex),
        (vk::ShaderStageFlags::TESSELLATION_CONTROL, TessellationControl),
        (vk::ShaderStageFlags::TESSELLATION_EVALUATION, TessellationEvaluation),
        (vk::ShaderStageFlags::GEOMETRY, Geometry),
        (vk::ShaderStageFlags::FRAGMENT, Fragment),
        (vk::ShaderStageFlags::COMPUTE, Compute),
        (vk::ShaderStageFlags::TASK_EXT, Task),
        (vk::ShaderStageFlags::MESH_EXT, Mesh),
    ];
    known.into_iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, stage)| stage).collect()
}
