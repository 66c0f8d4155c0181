//! The `VkDeviceCreateInfo` below: without mesh shaders, with what the fallback and its lowered shaders use.

use core::ffi::{CStr, c_char};

use ash::{ext, khr, vk};
use vk::TaggedStructure;

use crate::address_commands::{self, PhysicalDeviceDeviceAddressCommandsFeaturesKHR as AddressFeatures};
use crate::chain::{self, Chain};

/// What the program asked of the extensions that the fallback gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// `VK_EXT_mesh_shader` is enabled.
    pub extension: bool,
    /// … and `taskShader` or `meshShader`, so that there can be mesh draws.
    pub shaders: bool,
    /// `VK_KHR_device_address_commands` is enabled.
    pub address_extension: bool,
    /// … and `deviceAddressCommands`.
    pub address_commands: bool,
    /// The device is a group of several.
    pub several_devices: bool,
}

impl Request {
    /// # Safety
    /// `info` is valid.
    pub unsafe fn of(info: &vk::DeviceCreateInfo) -> Self {
        // SAFETY: the caller's promise.
        let (names, features, addresses, group) = unsafe {
            (
                extension_names(info),
                chain::find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(info.p_next),
                chain::find::<AddressFeatures>(info.p_next),
                chain::find::<vk::DeviceGroupDeviceCreateInfo>(info.p_next),
            )
        };
        let extension = has(names, ext::mesh_shader::NAME);
        let enabled = features.is_some_and(|f| f.task_shader == vk::TRUE || f.mesh_shader == vk::TRUE);
        let address_extension = has(names, address_commands::NAME);
        let addresses_enabled = addresses.is_some_and(|features| features.device_address_commands == vk::TRUE);
        Self {
            extension,
            shaders: extension && enabled,
            address_extension,
            address_commands: address_extension && addresses_enabled,
            several_devices: group.is_some_and(|group| group.physical_device_count > 1),
        }
    }
}

/// What of a request is the layer's to give, where the fallback would give mesh shaders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// `VK_EXT_mesh_shader` is no matter of the driver's.
    pub extension: bool,
    /// `VK_KHR_device_address_commands` is not either.
    pub address_extension: bool,
    /// There are mesh shaders.
    pub shaders: bool,
    /// There are commands with addresses.
    pub address_commands: bool,
}

impl Given {
    /// A driver that has commands with addresses itself keeps them, unless the fallback records the device's passes: its lists
    /// have the commands that take buffers.
    pub fn new(request: Request, driver_has_address_commands: bool) -> Self {
        let address_extension = request.address_extension && (request.shaders || !driver_has_address_commands);
        Self {
            extension: request.extension,
            address_extension,
            shaders: request.shaders,
            address_commands: address_extension && request.address_commands,
        }
    }

    /// The driver is asked for something else than the program asked for.
    pub fn changes_device(&self) -> bool {
        self.extension || self.address_extension
    }

    pub fn needs_fallback(&self) -> bool {
        self.shaders || self.address_commands
    }
}

/// Features that a device has or is created with, as far as the layer sets them.
#[derive(Default)]
pub struct Features {
    pub core: vk::PhysicalDeviceFeatures,
    pub v11: vk::PhysicalDeviceVulkan11Features<'static>,
    pub v12: vk::PhysicalDeviceVulkan12Features<'static>,
}

impl Features {
    /// What the device has.
    pub fn supported(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> Self {
        let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12);
        // SAFETY: the physical device is of this instance and has Vulkan 1.2, whose structures these are.
        unsafe { instance.get_physical_device_features2(physical_device, &mut features) };
        let core = features.features;
        v11.p_next = core::ptr::null_mut();
        v12.p_next = core::ptr::null_mut();
        Self { core, v11, v12 }
    }

    /// Switches on what the fallback and its lowered shaders use, where the device has it: everything that a
    /// [`meshwork_abi::TargetProfile`] may promise to the compilers, addresses, and fewer draw commands.
    fn enable(&mut self, supported: &Self) {
        macro_rules! enable {
            ($($group:ident { $($feature:ident),* $(,)? })*) => {
                $($(self.$group.$feature |= supported.$group.$feature;)*)*
            };
        }
        enable! {
            core {
                multi_draw_indirect, full_draw_index_uint32, shader_int16, shader_int64, shader_float64,
                shader_clip_distance, shader_cull_distance,
            }
            v11 { storage_buffer16_bit_access, storage_input_output16 }
            v12 {
                buffer_device_address, shader_int8, shader_float16, storage_buffer8_bit_access, shader_buffer_int64_atomics,
                vulkan_memory_model, vulkan_memory_model_device_scope, shader_output_layer, shader_output_viewport_index,
            }
        }
    }
}

/// A `VkDeviceCreateInfo` for the driver, and what it points to.
pub struct DriverDeviceInfo {
    extensions: Vec<*const c_char>,
    chain: Chain,
    features: vk::PhysicalDeviceFeatures,
    /// `pEnabledFeatures` is used, rather than a `VkPhysicalDeviceFeatures2` in the chain.
    plain_features: bool,
}

impl DriverDeviceInfo {
    /// The program's `info` without the extensions that the layer gives, and with `supported` features where there is a fallback.
    ///
    /// # Safety
    /// `info` is valid and outlives the value.
    pub unsafe fn new(info: &vk::DeviceCreateInfo, given: Given, supported: Option<&Features>) -> Self {
        let mesh = (ext::mesh_shader::NAME, vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE);
        let addresses = (address_commands::NAME, AddressFeatures::STRUCTURE_TYPE);
        let stripped = [given.extension.then_some(mesh), given.address_extension.then_some(addresses)];
        let is_kept = |name: &CStr| stripped.iter().flatten().all(|(stripped, _)| *stripped != name);
        // SAFETY: the caller's promise.
        let (names, mut chain, plain) = unsafe {
            let chain =
                Chain::copy(info.p_next, |s_type| stripped.iter().flatten().all(|(_, stripped)| *stripped != s_type));
            (extension_names(info), chain, info.p_enabled_features.as_ref())
        };
        // SAFETY: as above.
        let extensions = names.iter().copied().filter(|name| is_kept(unsafe { CStr::from_ptr(*name) })).collect();
        let in_chain = chain.get_mut::<vk::PhysicalDeviceFeatures2>().map(|features| features.features);
        let mut features = Features {
            core: in_chain.or(plain.copied()).unwrap_or_default(),
            v11: fold_vulkan_11(&mut chain, names),
            v12: fold_vulkan_12(&mut chain, names),
        };
        if let Some(supported) = supported {
            features.enable(supported);
        }
        let core = features.core;
        if let Some(in_chain) = chain.get_mut::<vk::PhysicalDeviceFeatures2>() {
            in_chain.features = core;
        }
        chain.push(features.v11);
        chain.push(features.v12);
        Self { extensions, chain, features: core, plain_features: in_chain.is_none() }
    }

    /// Features of Vulkan 1.0 that the device is created with.
    pub fn core_features(&self) -> &vk::PhysicalDeviceFeatures {
        &self.features
    }

    /// The structure to create the device with; valid while `self` lives.
    pub fn info<'a>(&'a mut self, program: &vk::DeviceCreateInfo<'a>) -> vk::DeviceCreateInfo<'a> {
        vk::DeviceCreateInfo {
            p_next: self.chain.link(),
            enabled_extension_count: self.extensions.len() as u32,
            pp_enabled_extension_names: self.extensions.as_ptr(),
            p_enabled_features: if self.plain_features { &self.features } else { core::ptr::null() },
            ..*program
        }
    }

    #[cfg(test)]
    pub(crate) fn chain(&mut self) -> &mut Chain {
        &mut self.chain
    }
}

/// Ors the features of structures that a Vulkan version took over into that version's structure, and takes them out of the
/// chain, which may not hold both.
macro_rules! fold {
    ($chain:ident, $into:ident, { $($structure:ident { $($feature:ident),* $(,)? })* }) => {
        $(if let Some(separate) = $chain.take::<vk::$structure>() {
            $($into.$feature |= separate.$feature;)*
        })*
    };
}

/// All that the chain and the enabled extensions say about features of Vulkan 1.1, taken out of the chain.
fn fold_vulkan_11(chain: &mut Chain, names: &[*const c_char]) -> vk::PhysicalDeviceVulkan11Features<'static> {
    let mut v11 = chain.take::<vk::PhysicalDeviceVulkan11Features>().unwrap_or_default();
    fold!(chain, v11, {
        PhysicalDevice16BitStorageFeatures {
            storage_buffer16_bit_access, uniform_and_storage_buffer16_bit_access, storage_push_constant16,
            storage_input_output16,
        }
        PhysicalDeviceMultiviewFeatures { multiview, multiview_geometry_shader, multiview_tessellation_shader }
        PhysicalDeviceVariablePointersFeatures { variable_pointers_storage_buffer, variable_pointers }
        PhysicalDeviceProtectedMemoryFeatures { protected_memory }
        PhysicalDeviceSamplerYcbcrConversionFeatures { sampler_ycbcr_conversion }
        PhysicalDeviceShaderDrawParametersFeatures { shader_draw_parameters }
    });
    // With the version's structure in the chain, an extension that had no feature structure does not enable its feature.
    v11.shader_draw_parameters |= u32::from(has(names, khr::shader_draw_parameters::NAME));
    v11
}

/// As [`fold_vulkan_11`], for Vulkan 1.2.
fn fold_vulkan_12(chain: &mut Chain, names: &[*const c_char]) -> vk::PhysicalDeviceVulkan12Features<'static> {
    let mut v12 = chain.take::<vk::PhysicalDeviceVulkan12Features>().unwrap_or_default();
    fold!(chain, v12, {
        PhysicalDevice8BitStorageFeatures {
            storage_buffer8_bit_access, uniform_and_storage_buffer8_bit_access, storage_push_constant8,
        }
        PhysicalDeviceShaderAtomicInt64Features { shader_buffer_int64_atomics, shader_shared_int64_atomics }
        PhysicalDeviceShaderFloat16Int8Features { shader_float16, shader_int8 }
        PhysicalDeviceDescriptorIndexingFeatures {
            shader_input_attachment_array_dynamic_indexing, shader_uniform_texel_buffer_array_dynamic_indexing,
            shader_storage_texel_buffer_array_dynamic_indexing, shader_uniform_buffer_array_non_uniform_indexing,
            shader_sampled_image_array_non_uniform_indexing, shader_storage_buffer_array_non_uniform_indexing,
            shader_storage_image_array_non_uniform_indexing, shader_input_attachment_array_non_uniform_indexing,
            shader_uniform_texel_buffer_array_non_uniform_indexing,
            shader_storage_texel_buffer_array_non_uniform_indexing, descriptor_binding_uniform_buffer_update_after_bind,
            descriptor_binding_sampled_image_update_after_bind, descriptor_binding_storage_image_update_after_bind,
            descriptor_binding_storage_buffer_update_after_bind,
            descriptor_binding_uniform_texel_buffer_update_after_bind,
            descriptor_binding_storage_texel_buffer_update_after_bind, descriptor_binding_update_unused_while_pending,
            descriptor_binding_partially_bound, descriptor_binding_variable_descriptor_count, runtime_descriptor_array,
        }
        PhysicalDeviceScalarBlockLayoutFeatures { scalar_block_layout }
        PhysicalDeviceImagelessFramebufferFeatures { imageless_framebuffer }
        PhysicalDeviceUniformBufferStandardLayoutFeatures { uniform_buffer_standard_layout }
        PhysicalDeviceShaderSubgroupExtendedTypesFeatures { shader_subgroup_extended_types }
        PhysicalDeviceSeparateDepthStencilLayoutsFeatures { separate_depth_stencil_layouts }
        PhysicalDeviceHostQueryResetFeatures { host_query_reset }
        PhysicalDeviceTimelineSemaphoreFeatures { timeline_semaphore }
        PhysicalDeviceBufferDeviceAddressFeatures {
            buffer_device_address, buffer_device_address_capture_replay, buffer_device_address_multi_device,
        }
        PhysicalDeviceVulkanMemoryModelFeatures {
            vulkan_memory_model, vulkan_memory_model_device_scope,
            vulkan_memory_model_availability_visibility_chains,
        }
    });
    // As above.
    v12.draw_indirect_count |= u32::from(has(names, khr::draw_indirect_count::NAME));
    v12.sampler_mirror_clamp_to_edge |= u32::from(has(names, khr::sampler_mirror_clamp_to_edge::NAME));
    v12.sampler_filter_minmax |= u32::from(has(names, ext::sampler_filter_minmax::NAME));
    v12.descriptor_indexing |= u32::from(has(names, ext::descriptor_indexing::NAME));
    let viewport_index_layer = u32::from(has(names, ext::shader_viewport_index_layer::NAME));
    v12.shader_output_layer |= viewport_index_layer;
    v12.shader_output_viewport_index |= viewport_index_layer;
    v12
}

/// # Safety
/// `info` is valid and outlives the slice.
unsafe fn extension_names<'a>(info: &vk::DeviceCreateInfo) -> &'a [*const c_char] {
    match info.enabled_extension_count {
        0 => &[],
        // SAFETY: the caller's promise.
        count => unsafe { core::slice::from_raw_parts(info.pp_enabled_extension_names, count as usize) },
    }
}

fn has(names: &[*const c_char], name: &CStr) -> bool {
    // SAFETY: `names` comes from a valid `VkDeviceCreateInfo`.
    names.iter().any(|enabled| unsafe { CStr::from_ptr(*enabled) } == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supported() -> Features {
        let mut features = Features::default();
        features.core.multi_draw_indirect = vk::TRUE;
        features.v12 = features.v12.buffer_device_address(true).storage_buffer8_bit_access(true);
        features
    }

    #[test]
    fn separate_structures_become_the_versions() {
        let names = [c"VK_EXT_mesh_shader".as_ptr(), c"VK_KHR_draw_indirect_count".as_ptr()];
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
        let mut timeline = vk::PhysicalDeviceTimelineSemaphoreFeatures::default().timeline_semaphore(true);
        let mut sync2 = vk::PhysicalDeviceSynchronization2Features::default().synchronization2(true);
        let core = vk::PhysicalDeviceFeatures { geometry_shader: vk::TRUE, ..Default::default() };
        let program = vk::DeviceCreateInfo::default()
            .enabled_extension_names(&names)
            .enabled_features(&core)
            .push_next(&mut mesh)
            .push_next(&mut timeline)
            .push_next(&mut sync2);
        // SAFETY: `program` is valid.
        unsafe {
            let request = Request::of(&program);
            assert_eq!(request, Request { extension: true, shaders: true, ..Default::default() });
            let mut driver = DriverDeviceInfo::new(&program, Given::new(request, false), Some(&supported()));
            let info = driver.info(&program);
            assert_eq!(extension_names(&info).len(), 1);
            assert!(!has(extension_names(&info), ext::mesh_shader::NAME));
            let core = &*info.p_enabled_features;
            assert_eq!((core.geometry_shader, core.multi_draw_indirect), (vk::TRUE, vk::TRUE));
            assert!(chain::find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(info.p_next).is_none());
            assert!(chain::find::<vk::PhysicalDeviceTimelineSemaphoreFeatures>(info.p_next).is_none());
            assert!(chain::find::<vk::PhysicalDeviceSynchronization2Features>(info.p_next).is_some());
            let v12 = chain::find::<vk::PhysicalDeviceVulkan12Features>(info.p_next).unwrap();
            assert_eq!((v12.timeline_semaphore, v12.draw_indirect_count), (vk::TRUE, vk::TRUE));
            assert_eq!((v12.buffer_device_address, v12.shader_int8), (vk::TRUE, vk::FALSE));
        }
        // The program's own structures are as they were.
        assert_eq!(program.enabled_extension_count, 2);
        assert_eq!(core.multi_draw_indirect, vk::FALSE);
    }

    #[test]
    fn features_in_the_chain_stay_there() {
        let mut features = vk::PhysicalDeviceFeatures2::default();
        let program = vk::DeviceCreateInfo::default().push_next(&mut features);
        // SAFETY: `program` is valid.
        let mut driver = unsafe { DriverDeviceInfo::new(&program, Given::default(), Some(&supported())) };
        let copy = driver.chain().get_mut::<vk::PhysicalDeviceFeatures2>().unwrap();
        assert_eq!(copy.features.multi_draw_indirect, vk::TRUE);
        assert!(driver.info(&program).p_enabled_features.is_null());
    }

    #[test]
    fn a_driver_keeps_its_own_address_commands_unless_passes_are_recorded() {
        let names = [c"VK_EXT_mesh_shader".as_ptr(), address_commands::NAME.as_ptr()];
        let mut features = AddressFeatures { device_address_commands: vk::TRUE, ..Default::default() };
        let program = vk::DeviceCreateInfo {
            p_next: (&raw mut features).cast(),
            ..vk::DeviceCreateInfo::default().enabled_extension_names(&names)
        };
        // SAFETY: `program` is valid.
        unsafe {
            let request = Request::of(&program);
            assert!(request.address_commands && !request.shaders);
            for (shaders, driver_has, given) in
                [(false, false, true), (false, true, false), (true, false, true), (true, true, true)]
            {
                let gives = Given::new(Request { shaders, ..request }, driver_has);
                assert_eq!((gives.address_commands, gives.needs_fallback()), (given, given || shaders));
                let mut driver = DriverDeviceInfo::new(&program, gives, None);
                let info = driver.info(&program);
                assert_eq!(has(extension_names(&info), address_commands::NAME), !given);
                assert_eq!(chain::find::<AddressFeatures>(info.p_next).is_some(), !given);
                assert!(!has(extension_names(&info), ext::mesh_shader::NAME));
            }
        }
    }
}
