//! Queries about a physical device, answered as if the fallback were part of the driver.

use core::ffi::c_char;

use ash::vk;
use meshwork_abi::TargetProfile;
use vk::TaggedStructure;

use crate::address_commands::{self, PhysicalDeviceDeviceAddressCommandsFeaturesKHR as AddressFeatures};
use crate::advertise::{self, Verdict};
use crate::guard::guard;
use crate::hook::Hook;
use crate::instance::{InstanceData, instance_data};
use crate::{chain, hook, loader};

pub const HOOKS: &[Hook] = &[
    hook!(
        vkEnumerateDeviceExtensionProperties: PFN_vkEnumerateDeviceExtensionProperties =
            enumerate_device_extension_properties,
        Always
    ),
    hook!(vkGetPhysicalDeviceFeatures2: PFN_vkGetPhysicalDeviceFeatures2 = get_features, Always),
    hook!(vkGetPhysicalDeviceFeatures2KHR: PFN_vkGetPhysicalDeviceFeatures2 = get_features, Always),
    hook!(vkGetPhysicalDeviceProperties2: PFN_vkGetPhysicalDeviceProperties2 = get_properties, Always),
    hook!(vkGetPhysicalDeviceProperties2KHR: PFN_vkGetPhysicalDeviceProperties2 = get_properties, Always),
];

/// # Safety
/// As `vkEnumerateDeviceExtensionProperties`.
pub unsafe extern "system" fn enumerate_device_extension_properties(
    physical_device: vk::PhysicalDevice,
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the loader calls with valid arguments.
    guard(|| unsafe {
        if loader::names_this_layer(layer) {
            return loader::write_array(&[], count, properties);
        }
        let data = instance_data(physical_device);
        if layer.is_null() && matches!(*data.verdict(physical_device), Verdict::Fallback(_)) {
            let version = data.fns.get_physical_device_properties(physical_device).api_version;
            return match data.fns.enumerate_device_extension_properties(physical_device) {
                Ok(driver) => loader::write_array(&advertise::extensions(driver, version), count, properties),
                Err(error) => error,
            };
        }
        (data.fns.fp_v1_0().enumerate_device_extension_properties)(physical_device, layer, count, properties)
    })
}

/// # Safety
/// As `vkGetPhysicalDeviceFeatures2`.
unsafe extern "system" fn get_features(
    physical_device: vk::PhysicalDevice,
    features: *mut vk::PhysicalDeviceFeatures2<'_>,
) {
    // SAFETY: the loader calls with valid arguments.
    guard(|| unsafe {
        let data = instance_data(physical_device);
        let call = || (data.fns.fp_v1_1().get_physical_device_features2)(physical_device, features);
        let Some(profile) = fallback_profile(data, physical_device) else { return call() };
        let ours = [vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE, AddressFeatures::STRUCTURE_TYPE];
        chain::without(features.cast(), |s_type| ours.contains(&s_type), call);
        if let Some(mesh) = chain::find_mut(features.cast()) {
            advertise::features(mesh, &profile);
        }
        if let Some(addresses) = chain::find_mut::<AddressFeatures>(features.cast()) {
            addresses.device_address_commands = can_give_address_commands(data, physical_device).into();
        }
        // The fallback's memory is not protected.
        if let Some(protected) = chain::find_mut::<vk::PhysicalDeviceProtectedMemoryFeatures>(features.cast()) {
            protected.protected_memory = vk::FALSE;
        }
        if let Some(v11) = chain::find_mut::<vk::PhysicalDeviceVulkan11Features>(features.cast()) {
            v11.protected_memory = vk::FALSE;
        }
    });
}

/// # Safety
/// As `vkGetPhysicalDeviceProperties2`.
unsafe extern "system" fn get_properties(
    physical_device: vk::PhysicalDevice,
    properties: *mut vk::PhysicalDeviceProperties2<'_>,
) {
    // SAFETY: the loader calls with valid arguments.
    guard(|| unsafe {
        let data = instance_data(physical_device);
        let call = || (data.fns.fp_v1_1().get_physical_device_properties2)(physical_device, properties);
        let Some(profile) = fallback_profile(data, physical_device) else { return call() };
        let ours = |s_type| s_type == vk::PhysicalDeviceMeshShaderPropertiesEXT::STRUCTURE_TYPE;
        let ((), taken) = chain::without(properties.cast(), ours, call);
        for structure in taken {
            advertise::properties(&mut *structure.cast(), &profile);
        }
        if let Some(subgroup) = chain::find_mut::<vk::PhysicalDeviceSubgroupProperties>(properties.cast()) {
            subgroup.supported_stages = advertise::subgroup_stages(subgroup.supported_stages);
        }
        if let Some(v11) = chain::find_mut::<vk::PhysicalDeviceVulkan11Properties>(properties.cast()) {
            v11.subgroup_supported_stages = advertise::subgroup_stages(v11.subgroup_supported_stages);
        }
        if let Some(objects) = chain::find_mut::<vk::PhysicalDeviceShaderObjectPropertiesEXT>(properties.cast()) {
            objects.shader_binary_uuid = advertise::uuid(objects.shader_binary_uuid);
        }
        type Identifiers<'a> = vk::PhysicalDeviceShaderModuleIdentifierPropertiesEXT<'a>;
        if let Some(identifiers) = chain::find_mut::<Identifiers>(properties.cast()) {
            let algorithm = &mut identifiers.shader_module_identifier_algorithm_uuid;
            *algorithm = advertise::uuid(*algorithm);
        }
        let required = advertise::subgroup_stages;
        if let Some(control) = chain::find_mut::<vk::PhysicalDeviceSubgroupSizeControlProperties>(properties.cast()) {
            control.required_subgroup_size_stages = required(control.required_subgroup_size_stages);
        }
        if let Some(v13) = chain::find_mut::<vk::PhysicalDeviceVulkan13Properties>(properties.cast()) {
            v13.required_subgroup_size_stages = required(v13.required_subgroup_size_stages);
        }
    });
}

/// Whether the layer gives `VK_KHR_device_address_commands` where it gives mesh shaders.
fn can_give_address_commands(data: &InstanceData, physical_device: vk::PhysicalDevice) -> bool {
    // SAFETY: the physical device is of this instance.
    let (properties, extensions) = unsafe {
        (
            data.fns.get_physical_device_properties(physical_device),
            data.fns.enumerate_device_extension_properties(physical_device),
        )
    };
    address_commands::can_be_given(properties.api_version, &extensions.unwrap_or_default())
}

/// The profile of a physical device whose mesh shaders are the fallback's.
fn fallback_profile(data: &InstanceData, physical_device: vk::PhysicalDevice) -> Option<TargetProfile> {
    match &*data.verdict(physical_device) {
        Verdict::Fallback(profile) => Some((**profile).clone()),
        Verdict::Native | Verdict::Neither(_) => None,
    }
}
