//! What a physical device can do, read through Vulkan 1.1's queries.

use ash::vk;
use meshwork_abi::{SubgroupOperations, TargetProfile};

/// What the fallback needs and this device lacks, by the names of the specification. Empty: it can run.
///
/// `instance` must have been created for Vulkan 1.1 or later.
pub fn missing_requirements(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> Vec<&'static str> {
    // SAFETY: the physical device is of this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical_device) };
    if properties.api_version < vk::API_VERSION_1_2 {
        return vec!["Vulkan 1.2"];
    }
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12);
    // SAFETY: as above, and the chain holds structures of core versions that the device has.
    unsafe { instance.get_physical_device_features2(physical_device, &mut features) };
    let mut missing = Vec::new();
    if v12.buffer_device_address == vk::FALSE {
        missing.push("bufferDeviceAddress");
    }
    missing
}

/// Its vertex fetch takes longer than loads by address: on an H200 a million triangles of meshlets 1.13 ms, not 0.55.
const NVIDIA: u32 = 0x10de;

/// The profile that compilers take for this device. The device must have no [`missing_requirements`]. Lowered shaders use what the
/// profile promises whether the program does or not (`int64` for addresses), so the `VkDevice` is created with those features.
pub fn target_profile(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> TargetProfile {
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut multiview = vk::PhysicalDeviceMultiviewProperties::default();
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties2 = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup).push_next(&mut multiview);
    properties2 = properties2.push_next(&mut driver);
    // SAFETY: the physical device is of this instance; the chain holds core structures.
    unsafe { instance.get_physical_device_properties2(physical_device, &mut properties2) };
    let properties = properties2.properties;
    let limits = properties.limits;

    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features2 = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12);
    // SAFETY: as above; both structures belong to Vulkan 1.2, which the device has.
    unsafe { instance.get_physical_device_features2(physical_device, &mut features2) };
    let features = features2.features;

    let name =
        properties.device_name_as_c_str().map_or_else(|_| "unnamed".into(), |name| name.to_string_lossy().into());
    let compute = subgroup.supported_stages.contains(vk::ShaderStageFlags::COMPUTE);
    let operations = if compute { subgroup.supported_operations } else { vk::SubgroupFeatureFlags::empty() };
    TargetProfile {
        name,
        spirv_version: if properties.api_version >= vk::API_VERSION_1_3 { 0x0001_0600 } else { 0x0001_0500 },
        subgroup_size: subgroup.subgroup_size,
        subgroup_operations: subgroup_operations(operations),
        max_workgroup_invocations: limits.max_compute_work_group_invocations,
        max_workgroup_size: limits.max_compute_work_group_size,
        max_shared_memory: limits.max_compute_shared_memory_size,
        vertex_input: properties.vendor_id != NVIDIA,
        max_vertex_input_attributes: limits.max_vertex_input_attributes,
        max_vertex_input_offset: limits.max_vertex_input_attribute_offset,
        max_vertex_input_stride: limits.max_vertex_input_binding_stride,
        max_vertex_output_components: limits.max_vertex_output_components,
        max_fragment_input_components: limits.max_fragment_input_components,
        max_clip_distances: limits.max_clip_distances,
        max_cull_distances: limits.max_cull_distances,
        max_combined_clip_and_cull_distances: limits.max_combined_clip_and_cull_distances,
        int8: v12.shader_int8 == vk::TRUE,
        int16: features.shader_int16 == vk::TRUE,
        int64: features.shader_int64 == vk::TRUE,
        float16: v12.shader_float16 == vk::TRUE,
        float64: features.shader_float64 == vk::TRUE,
        storage_8bit: v12.storage_buffer8_bit_access == vk::TRUE,
        storage_16bit: v11.storage_buffer16_bit_access == vk::TRUE,
        io_16bit: v11.storage_input_output16 == vk::TRUE,
        vulkan_memory_model: v12.vulkan_memory_model == vk::TRUE,
        vulkan_memory_model_device_scope: v12.vulkan_memory_model_device_scope == vk::TRUE,
        shader_output_layer: v12.shader_output_layer == vk::TRUE,
        layer_by_layer: false,
        shader_output_viewport_index: v12.shader_output_viewport_index == vk::TRUE,
        multi_viewport: features.multi_viewport == vk::TRUE,
        clip_distance: features.shader_clip_distance == vk::TRUE,
        cull_distance: features.shader_cull_distance == vk::TRUE,
        max_views: if v11.multiview == vk::TRUE { multiview.max_multiview_view_count } else { 0 },
        // Its vertices say whether they are beyond any plane, its triangles are culled where all of them do (`computeCullMask`).
        culls_across_planes: driver.driver_id == vk::DriverId::GOOGLE_SWIFTSHADER,
        primitive_shading_rate: primitive_shading_rate(instance, physical_device),
        buffer_int64_atomics: v12.shader_buffer_int64_atomics == vk::TRUE,
        subgroups: None,
    }
}

fn primitive_shading_rate(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> bool {
    // SAFETY: the physical device is of this instance.
    let extensions = unsafe { instance.enumerate_device_extension_properties(physical_device) }.unwrap_or_default();
    let known = extensions.iter().any(|e| e.extension_name_as_c_str() == Ok(ash::khr::fragment_shading_rate::NAME));
    if !known {
        return false;
    }
    let mut rate = vk::PhysicalDeviceFragmentShadingRateFeaturesKHR::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut rate);
    // SAFETY: as above; the structure's extension is known to the device.
    unsafe { instance.get_physical_device_features2(physical_device, &mut features) };
    rate.primitive_fragment_shading_rate == vk::TRUE
}

/// The flags as booleans.
pub fn subgroup_operations(flags: vk::SubgroupFeatureFlags) -> SubgroupOperations {
    let has = |operation| flags.contains(operation);
    SubgroupOperations {
        basic: has(vk::SubgroupFeatureFlags::BASIC),
        vote: has(vk::SubgroupFeatureFlags::VOTE),
        arithmetic: has(vk::SubgroupFeatureFlags::ARITHMETIC),
        ballot: has(vk::SubgroupFeatureFlags::BALLOT),
        shuffle: has(vk::SubgroupFeatureFlags::SHUFFLE),
        shuffle_relative: has(vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE),
        clustered: has(vk::SubgroupFeatureFlags::CLUSTERED),
        quad: has(vk::SubgroupFeatureFlags::QUAD),
    }
}
