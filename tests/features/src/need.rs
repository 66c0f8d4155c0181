//! What a case asks of a device beyond mesh shaders, addresses, dynamic rendering and `synchronization2`.

use std::ffi::CStr;

use ash::{ext, khr, vk};

use crate::address_commands::{self, PhysicalDeviceDeviceAddressCommandsFeaturesKHR};

/// Only what a case needs is enabled: what the fallback needs beyond that, it must enable itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    AddressCommands,
    /// So many descriptor sets at once.
    BoundSets(u32),
    ClipDistance,
    ConditionalRendering,
    CullDistance,
    /// Of the instance.
    DebugUtils,
    DescriptorBuffer,
    DrawIndirectCount,
    DrawParameters,
    FillModeNonSolid,
    Float16,
    Float64,
    FragmentStores,
    GeometryShader,
    GraphicsPipelineLibrary,
    HostQueryReset,
    Int16,
    Int64,
    LargePoints,
    /// As [`Self::ShaderObject`].
    LocalRead,
    /// So many invocations in a task or mesh workgroup.
    Invocations(u32),
    /// So many layers of a framebuffer that mesh shaders can reach.
    Layers(u32),
    MemoryModel,
    MultiDrawIndirect,
    MultiViewport,
    /// What [`Self::Views`] is built on, and what `ViewIndex` needs.
    Multiview,
    /// As [`Self::ShaderObject`].
    NestedCommandBuffers,
    /// What [`Self::GraphicsPipelineLibrary`] is built on.
    PipelineLibrary,
    /// Variables that hold pointers to buffers: part of `bufferDeviceAddress`, but SwiftShader crashes on them, in plain
    /// compute shaders, too.
    PointerVariables,
    PipelineStatistics,
    PreciseOcclusion,
    PrimitiveQueries,
    ProvokingVertexLast,
    PushConstantBytes(u32),
    PushDescriptor,
    SampleRateShading,
    /// Not beside the validation layers that the tests have, which do not know it.
    ShaderObject,
    /// A subgroup size that is required, and whole subgroups, in task and mesh shaders.
    SubgroupSizeControl,
    WholeSubgroups,
    /// Subgroup operations of these classes in task and mesh shaders.
    Subgroups(vk::SubgroupFeatureFlags),
    TimelineSemaphore,
    UpdateAfterBind,
    /// So many views of mesh shaders.
    Views(u32),
    /// Both at once, in bytes, in task and mesh shaders.
    WorkgroupMemoryAndPayload(u32),
}

impl Need {
    /// As Vulkan spells it.
    pub fn name(self) -> String {
        match self {
            Self::BoundSets(count) => format!("maxBoundDescriptorSets >= {count}"),
            Self::PushConstantBytes(count) => format!("maxPushConstantsSize >= {count}"),
            Self::Invocations(count) => format!("maxMeshWorkGroupInvocations >= {count}"),
            Self::WorkgroupMemoryAndPayload(bytes) => format!("maxTaskPayloadAndSharedMemorySize >= {bytes}"),
            Self::Layers(count) => format!("maxMeshOutputLayers >= {count}"),
            Self::Views(count) => format!("multiviewMeshShader, maxMeshMultiviewViewCount >= {count}"),
            Self::Subgroups(operations) => format!("subgroup {operations:?} in task and mesh shaders"),
            _ => match self.extension() {
                Some(extension) => extension.to_string_lossy().into_owned(),
                None => self.feature_name().to_owned(),
            },
        }
    }

    fn feature_name(self) -> &'static str {
        match self {
            Self::ClipDistance => "shaderClipDistance",
            Self::CullDistance => "shaderCullDistance",
            Self::DrawIndirectCount => "drawIndirectCount",
            Self::DrawParameters => "shaderDrawParameters",
            Self::FillModeNonSolid => "fillModeNonSolid",
            Self::Float16 => "shaderFloat16",
            Self::Float64 => "shaderFloat64",
            Self::FragmentStores => "fragmentStoresAndAtomics",
            Self::GeometryShader => "geometryShader",
            Self::HostQueryReset => "hostQueryReset",
            Self::Int16 => "shaderInt16",
            Self::Int64 => "shaderInt64",
            Self::LargePoints => "largePoints",
            Self::MemoryModel => "vulkanMemoryModel",
            Self::MultiDrawIndirect => "multiDrawIndirect",
            Self::MultiViewport => "multiViewport",
            Self::Multiview => "multiview",
            Self::PointerVariables => "variables of pointer type",
            Self::PipelineStatistics => "pipelineStatisticsQuery",
            Self::PreciseOcclusion => "occlusionQueryPrecise",
            Self::PrimitiveQueries => "meshShaderQueries",
            Self::SampleRateShading => "sampleRateShading",
            Self::SubgroupSizeControl => "subgroupSizeControl",
            Self::TimelineSemaphore => "timelineSemaphore",
            Self::WholeSubgroups => "computeFullSubgroups",
            Self::UpdateAfterBind => "descriptorBindingStorageBufferUpdateAfterBind",
            // Extensions and limits.
            _ => "",
        }
    }

    pub fn extension(self) -> Option<&'static CStr> {
        match self {
            Self::AddressCommands => Some(address_commands::NAME),
            Self::ConditionalRendering => Some(ext::conditional_rendering::NAME),
            Self::DescriptorBuffer => Some(ext::descriptor_buffer::NAME),
            Self::GraphicsPipelineLibrary => Some(ext::graphics_pipeline_library::NAME),
            Self::PipelineLibrary => Some(khr::pipeline_library::NAME),
            Self::ProvokingVertexLast => Some(ext::provoking_vertex::NAME),
            Self::PushDescriptor => Some(khr::push_descriptor::NAME),
            Self::NestedCommandBuffers => Some(ext::nested_command_buffer::NAME),
            Self::ShaderObject => Some(ext::shader_object::NAME),
            Self::LocalRead => Some(khr::dynamic_rendering_local_read::NAME),
            _ => None,
        }
    }

    /// The feature's place in the structures.
    pub fn feature<'a>(self, features: &'a mut Features<'_>) -> Option<&'a mut vk::Bool32> {
        let Features {
            core,
            v11,
            v12,
            mesh,
            provoking,
            descriptor_buffer,
            conditional,
            library,
            objects,
            nested,
            local_read,
            addresses,
            v13,
        } = features;
        Some(match self {
            Self::AddressCommands => &mut addresses.device_address_commands,
            Self::ClipDistance => &mut core.shader_clip_distance,
            Self::CullDistance => &mut core.shader_cull_distance,
            Self::ConditionalRendering => &mut conditional.conditional_rendering,
            Self::DescriptorBuffer => &mut descriptor_buffer.descriptor_buffer,
            Self::DrawIndirectCount => &mut v12.draw_indirect_count,
            Self::DrawParameters => &mut v11.shader_draw_parameters,
            Self::FillModeNonSolid => &mut core.fill_mode_non_solid,
            Self::Float16 => &mut v12.shader_float16,
            Self::Float64 => &mut core.shader_float64,
            Self::FragmentStores => &mut core.fragment_stores_and_atomics,
            Self::GeometryShader => &mut core.geometry_shader,
            Self::GraphicsPipelineLibrary => &mut library.graphics_pipeline_library,
            Self::HostQueryReset => &mut v12.host_query_reset,
            Self::Int16 => &mut core.shader_int16,
            Self::Int64 => &mut core.shader_int64,
            Self::LargePoints => &mut core.large_points,
            Self::LocalRead => &mut local_read.dynamic_rendering_local_read,
            Self::MemoryModel => &mut v12.vulkan_memory_model,
            Self::MultiDrawIndirect => &mut core.multi_draw_indirect,
            Self::MultiViewport => &mut core.multi_viewport,
            Self::Multiview => &mut v11.multiview,
            Self::NestedCommandBuffers => &mut nested.nested_command_buffer,
            Self::PipelineStatistics => &mut core.pipeline_statistics_query,
            Self::PreciseOcclusion => &mut core.occlusion_query_precise,
            Self::PrimitiveQueries => &mut mesh.mesh_shader_queries,
            Self::ProvokingVertexLast => &mut provoking.provoking_vertex_last,
            Self::SampleRateShading => &mut core.sample_rate_shading,
            Self::ShaderObject => &mut objects.shader_object,
            Self::SubgroupSizeControl => &mut v13.subgroup_size_control,
            Self::WholeSubgroups => &mut v13.compute_full_subgroups,
            Self::TimelineSemaphore => &mut v12.timeline_semaphore,
            Self::Views(_) => &mut mesh.multiview_mesh_shader,
            Self::UpdateAfterBind => &mut v12.descriptor_binding_storage_buffer_update_after_bind,
            Self::BoundSets(_) | Self::DebugUtils | Self::Layers(_) | Self::PointerVariables => return None,
            Self::PipelineLibrary | Self::PushConstantBytes(_) | Self::PushDescriptor => return None,
            Self::Invocations(_) | Self::Subgroups(_) | Self::WorkgroupMemoryAndPayload(_) => return None,
        })
    }

    pub fn is_met(self, supported: &mut Supported) -> bool {
        if let Some(extension) = self.extension()
            && !supported.has_extension(extension)
        {
            return false;
        }
        match self {
            Self::BoundSets(count) => supported.limits.max_bound_descriptor_sets >= count,
            Self::PushConstantBytes(count) => supported.limits.max_push_constants_size >= count,
            Self::DebugUtils => supported.debug_utils,
            Self::LocalRead | Self::NestedCommandBuffers | Self::ShaderObject if is_validated() => false,
            Self::SubgroupSizeControl if !supported.required_size_of_mesh => false,
            Self::Views(count) if supported.mesh.max_mesh_multiview_view_count < count => false,
            Self::Layers(count) => supported.mesh.max_mesh_output_layers >= count,
            Self::Invocations(count) => {
                supported.mesh.max_task_work_group_invocations.min(supported.mesh.max_mesh_work_group_invocations)
                    >= count
            }
            Self::WorkgroupMemoryAndPayload(bytes) => {
                let limits = &supported.mesh;
                limits.max_task_payload_and_shared_memory_size.min(limits.max_mesh_payload_and_shared_memory_size)
                    >= bytes
            }
            Self::PointerVariables => supported.driver != vk::DriverId::GOOGLE_SWIFTSHADER,
            Self::Subgroups(operations) => {
                let stages = vk::ShaderStageFlags::TASK_EXT | vk::ShaderStageFlags::MESH_EXT;
                supported.subgroup_stages.contains(stages) && supported.subgroup_operations.contains(operations)
            }
            _ => self.feature(&mut supported.features).is_none_or(|feature| *feature == vk::TRUE),
        }
    }
}

/// Whether validation layers lie below.
fn is_validated() -> bool {
    std::env::var("VK_INSTANCE_LAYERS").is_ok_and(|layers| layers.contains("VK_LAYER_KHRONOS_validation"))
}

/// Feature structures, to be asked for or to be enabled.
#[derive(Default)]
pub struct Features<'a> {
    pub core: vk::PhysicalDeviceFeatures,
    pub v11: vk::PhysicalDeviceVulkan11Features<'a>,
    pub v12: vk::PhysicalDeviceVulkan12Features<'a>,
    pub mesh: vk::PhysicalDeviceMeshShaderFeaturesEXT<'a>,
    pub provoking: vk::PhysicalDeviceProvokingVertexFeaturesEXT<'a>,
    pub descriptor_buffer: vk::PhysicalDeviceDescriptorBufferFeaturesEXT<'a>,
    pub conditional: vk::PhysicalDeviceConditionalRenderingFeaturesEXT<'a>,
    pub library: vk::PhysicalDeviceGraphicsPipelineLibraryFeaturesEXT<'a>,
    pub objects: vk::PhysicalDeviceShaderObjectFeaturesEXT<'a>,
    pub nested: vk::PhysicalDeviceNestedCommandBufferFeaturesEXT<'a>,
    pub local_read: vk::PhysicalDeviceDynamicRenderingLocalReadFeaturesKHR<'a>,
    pub addresses: PhysicalDeviceDeviceAddressCommandsFeaturesKHR,
    pub v13: vk::PhysicalDeviceVulkan13Features<'a>,
}

/// What a device has.
pub struct Supported {
    pub features: Features<'static>,
    /// The instance has `VK_EXT_debug_utils` enabled.
    pub debug_utils: bool,
    extensions: Vec<vk::ExtensionProperties>,
    driver: vk::DriverId,
    limits: vk::PhysicalDeviceLimits,
    mesh: vk::PhysicalDeviceMeshShaderPropertiesEXT<'static>,
    subgroup_stages: vk::ShaderStageFlags,
    subgroup_operations: vk::SubgroupFeatureFlags,
    /// A subgroup size can be required of task and mesh shaders.
    required_size_of_mesh: bool,
}

impl Supported {
    pub fn of(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Self {
        // SAFETY: the handle comes from this instance.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
        let mut found = Self {
            features: Features::default(),
            extensions,
            debug_utils: false,
            driver: vk::DriverId::default(),
            limits: vk::PhysicalDeviceLimits::default(),
            mesh: vk::PhysicalDeviceMeshShaderPropertiesEXT::default(),
            subgroup_stages: vk::ShaderStageFlags::empty(),
            subgroup_operations: vk::SubgroupFeatureFlags::empty(),
            required_size_of_mesh: false,
        };
        found.ask_features(instance, physical);
        found.ask_properties(instance, physical);
        found
    }

    pub fn has_extension(&self, name: &CStr) -> bool {
        self.extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name))
    }

    fn ask_features(&mut self, instance: &ash::Instance, physical: vk::PhysicalDevice) {
        let has = |name| self.extensions.iter().any(|found| found.extension_name_as_c_str() == Ok(name));
        let Features {
            core,
            v11,
            v12,
            mesh,
            provoking,
            descriptor_buffer,
            conditional,
            library,
            objects,
            nested,
            local_read,
            addresses,
            v13,
        } = &mut self.features;
        let mut all = vk::PhysicalDeviceFeatures2::default().push_next(v11).push_next(v12).push_next(v13);
        // A structure of an extension that the device lacks may not be asked for.
        if has(ext::mesh_shader::NAME) {
            all = all.push_next(mesh);
        }
        if has(ext::provoking_vertex::NAME) {
            all = all.push_next(provoking);
        }
        if has(ext::descriptor_buffer::NAME) {
            all = all.push_next(descriptor_buffer);
        }
        if has(ext::conditional_rendering::NAME) {
            all = all.push_next(conditional);
        }
        if has(ext::graphics_pipeline_library::NAME) {
            all = all.push_next(library);
        }
        if has(ext::shader_object::NAME) {
            all = all.push_next(objects);
        }
        if has(ext::nested_command_buffer::NAME) {
            all = all.push_next(nested);
        }
        if has(khr::dynamic_rendering_local_read::NAME) {
            all = all.push_next(local_read);
        }
        if has(address_commands::NAME) {
            all = all.push_next(addresses);
        }
        // SAFETY: the chain's structures are of Vulkan 1.2 and of extensions that the device has.
        unsafe { instance.get_physical_device_features2(physical, &mut all) };
        *core = all.features;
    }

    fn ask_properties(&mut self, instance: &ash::Instance, physical: vk::PhysicalDevice) {
        let has_mesh = self.has_extension(ext::mesh_shader::NAME);
        let mut mesh = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
        let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Properties::default();
        let mut size = vk::PhysicalDeviceSubgroupSizeControlProperties::default();
        let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut v11).push_next(&mut v12);
        all = all.push_next(&mut size);
        if has_mesh {
            all = all.push_next(&mut mesh);
        }
        // SAFETY: as for the features.
        unsafe { instance.get_physical_device_properties2(physical, &mut all) };
        self.limits = all.properties.limits;
        self.driver = v12.driver_id;
        self.mesh = vk::PhysicalDeviceMeshShaderPropertiesEXT { p_next: core::ptr::null_mut(), ..mesh };
        let stages = vk::ShaderStageFlags::TASK_EXT | vk::ShaderStageFlags::MESH_EXT;
        self.required_size_of_mesh = size.required_subgroup_size_stages.contains(stages);
        self.subgroup_stages = v11.subgroup_supported_stages;
        self.subgroup_operations = v11.subgroup_supported_operations;
    }
}
