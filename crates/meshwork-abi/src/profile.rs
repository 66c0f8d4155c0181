//! What a target device can do.

use serde::{Deserialize, Serialize};

use crate::SubgroupProfile;

/// What a compiler may use in the modules it makes. Read from a device by `meshwork-gpu`, or from a JSON file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetProfile {
    /// Device and driver, for people.
    pub name: String,
    /// Highest SPIR-V version the driver takes, as in a module's header (0x0001_0500 for 1.5).
    pub spirv_version: u32,
    pub subgroup_size: u32,
    /// Subgroup operations in compute stages.
    pub subgroup_operations: SubgroupOperations,

    /// `maxComputeWorkGroupInvocations`.
    pub max_workgroup_invocations: u32,
    /// `maxComputeWorkGroupSize`.
    pub max_workgroup_size: [u32; 3],
    /// `maxComputeSharedMemorySize`, bytes.
    pub max_shared_memory: u32,
    /// Vertices of records are vertex input where they can be. Otherwise the vertex stage loads them by address.
    pub vertex_input: bool,
    /// `maxVertexInputAttributes`.
    pub max_vertex_input_attributes: u32,
    /// `maxVertexInputAttributeOffset`.
    pub max_vertex_input_offset: u32,
    /// `maxVertexInputBindingStride`.
    pub max_vertex_input_stride: u32,
    /// `maxVertexOutputComponents`.
    pub max_vertex_output_components: u32,
    /// `maxFragmentInputComponents`.
    pub max_fragment_input_components: u32,
    pub max_clip_distances: u32,
    pub max_cull_distances: u32,
    pub max_combined_clip_and_cull_distances: u32,

    pub int8: bool,
    pub int16: bool,
    /// `shaderInt64`, which lowered shaders use for addresses.
    pub int64: bool,
    pub float16: bool,
    pub float64: bool,
    /// `storageBuffer8BitAccess`.
    pub storage_8bit: bool,
    /// `storageBuffer16BitAccess`.
    pub storage_16bit: bool,
    /// `storageInputOutput16`.
    pub io_16bit: bool,
    pub vulkan_memory_model: bool,
    pub vulkan_memory_model_device_scope: bool,
    pub shader_output_layer: bool,
    /// Who draws with the lowered shaders does it in passes of one layer each where they write `Layer`, and tells the vertex stage
    /// which one it is ([`crate::RecordLayout::is_layered`]). Without this and `shader_output_layer` nothing is drawn beyond layer 0.
    #[serde(default)]
    pub layer_by_layer: bool,
    pub shader_output_viewport_index: bool,
    /// `multiViewport`: without it there is one viewport.
    pub multi_viewport: bool,
    pub clip_distance: bool,
    pub cull_distance: bool,
    /// `maxMultiviewViewCount`; 0 without `multiview`.
    pub max_views: u32,
    /// A primitive with several cull distances goes, too, where each corner is beyond another of the planes (SwiftShader). Vulkan
    /// wants a plane that all of them are beyond.
    pub culls_across_planes: bool,
    /// `primitiveFragmentShadingRate`.
    pub primitive_shading_rate: bool,
    /// `shaderInt64` atomics in buffers (`shaderBufferInt64Atomics`).
    pub buffer_int64_atomics: bool,

    /// For `meshwork legalize`, which reads the same file; what lowers task and mesh shaders asks for none of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subgroups: Option<SubgroupProfile>,
}

/// `VkSubgroupFeatureFlags`, as booleans a person can read in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubgroupOperations {
    pub basic: bool,
    pub vote: bool,
    pub arithmetic: bool,
    pub ballot: bool,
    pub shuffle: bool,
    pub shuffle_relative: bool,
    pub clustered: bool,
    pub quad: bool,
}

impl TargetProfile {
    /// The least device that Meshwork supports: Vulkan 1.2 with `bufferDeviceAddress` and nothing optional. Used by tests
    /// and as the default of `meshwork lower`.
    pub fn minimum() -> Self {
        Self {
            name: "minimum (Vulkan 1.2 with bufferDeviceAddress)".into(),
            spirv_version: 0x0001_0500,
            subgroup_size: 4,
            subgroup_operations: SubgroupOperations { basic: true, ..SubgroupOperations::default() },
            max_workgroup_invocations: 256,
            max_workgroup_size: [256, 256, 64],
            max_shared_memory: 32_768,
            vertex_input: true,
            max_vertex_input_attributes: 16,
            max_vertex_input_offset: 2_047,
            max_vertex_input_stride: 2_048,
            max_vertex_output_components: 128,
            max_fragment_input_components: 128,
            max_clip_distances: 0,
            max_cull_distances: 0,
            max_combined_clip_and_cull_distances: 0,
            int8: false,
            int16: false,
            int64: false,
            float16: false,
            float64: false,
            storage_8bit: false,
            storage_16bit: false,
            io_16bit: false,
            vulkan_memory_model: false,
            vulkan_memory_model_device_scope: false,
            shader_output_layer: false,
            layer_by_layer: false,
            shader_output_viewport_index: false,
            multi_viewport: false,
            clip_distance: false,
            cull_distance: false,
            max_views: 6,
            culls_across_planes: false,
            primitive_shading_rate: false,
            buffer_int64_atomics: false,
            subgroups: None,
        }
    }
}
