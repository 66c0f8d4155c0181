//! What the layer says a physical device can do.

use ash::{ext, vk};
use meshwork_abi::TargetProfile;
use meshwork_abi::gpu::OUTPUT_LAYERS;

use crate::address_commands;
use crate::extensions::is_hidden;
use crate::loader::copy_name;
use crate::settings::Mode;

/// What becomes of mesh shaders on a physical device.
#[derive(Debug)]
pub enum Verdict {
    /// The driver has them, and the layer steps aside.
    Native,
    /// The layer gives them.
    Fallback(Box<TargetProfile>),
    /// There are none, because of this.
    Neither(String),
}

/// What decides about a physical device.
#[derive(Debug)]
pub struct Facts {
    /// The driver has `VK_EXT_mesh_shader`.
    pub native: bool,
    /// What the fallback needs and the device lacks.
    pub missing: Vec<String>,
}

/// How mesh shaders come about, before any profile is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Native,
    Fallback,
    Neither(String),
}

impl Facts {
    /// With the layer off nothing is read that Vulkan 1.0 has not: the instance may be of that version.
    pub fn read(instance: &ash::Instance, physical_device: vk::PhysicalDevice, mode: Mode) -> Self {
        // SAFETY: the physical device is of this instance.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical_device) }.unwrap_or_default();
        let native =
            extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(ext::mesh_shader::NAME));
        if mode == Mode::Off {
            return Self { native, missing: Vec::new() };
        }
        let mut missing: Vec<String> =
            meshwork_gpu::missing_requirements(instance, physical_device).into_iter().map(str::to_owned).collect();
        // SAFETY: as above.
        let (limits, families) = unsafe {
            (
                instance.get_physical_device_properties(physical_device).limits,
                instance.get_physical_device_queue_family_properties(physical_device),
            )
        };
        let both = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        if !families.iter().any(|family| family.queue_flags.contains(both)) {
            missing.push("a queue family with graphics and compute".to_owned());
        }
        missing.extend(limits_below_minimum(&limits));
        Self { native, missing }
    }

    pub fn choose(&self, mode: Mode) -> Choice {
        match (mode, self.native) {
            (Mode::Auto | Mode::Off, true) => Choice::Native,
            (Mode::Off, false) => Choice::Neither("the layer is off (MESHWORK_MODE)".to_owned()),
            (Mode::Auto | Mode::On, _) if self.missing.is_empty() => Choice::Fallback,
            (Mode::On, true) => Choice::Native,
            (Mode::Auto | Mode::On, _) => Choice::Neither(format!("the device lacks {}", self.missing.join(", "))),
        }
    }
}

/// `VK_EXT_mesh_shader`'s required minimums that a compute and a vertex stage with these limits cannot give.
fn limits_below_minimum(limits: &vk::PhysicalDeviceLimits) -> impl Iterator<Item = String> {
    let required = [
        ("maxComputeSharedMemorySize", limits.max_compute_shared_memory_size, TASK_SHARED_MEMORY),
        ("maxComputeWorkGroupInvocations", limits.max_compute_work_group_invocations, WORKGROUP_INVOCATIONS),
        ("maxVertexOutputComponents", limits.max_vertex_output_components, OUTPUT_COMPONENTS),
        ("maxFragmentInputComponents", limits.max_fragment_input_components, OUTPUT_COMPONENTS),
    ];
    required
        .into_iter()
        .filter(|(_, has, needs)| has < needs)
        .map(|(name, has, needs)| format!("{name} of {needs} (it has {has})"))
}

// Required minimums of the specification, chapter "Limits", table "Required Limits".
const WORKGROUP_INVOCATIONS: u32 = 128;
const WORKGROUP_SIZE: [u32; 3] = [128; 3];
const WORKGROUP_TOTAL: u32 = 1 << 22;
const WORKGROUP_COUNT: [u32; 3] = [65_535; 3];
const PAYLOAD: u32 = 16_384;
const TASK_SHARED_MEMORY: u32 = 32_768;
const MESH_OUTPUT_MEMORY: u32 = 32_768;
const OUTPUT_COMPONENTS: u32 = 128;
const OUTPUT_VERTICES: u32 = 256;
const OUTPUT_PRIMITIVES: u32 = 256;

/// The features the fallback gives; the rest stays off.
pub fn features(structure: &mut vk::PhysicalDeviceMeshShaderFeaturesEXT, profile: &TargetProfile) {
    structure.task_shader = vk::TRUE;
    structure.mesh_shader = vk::TRUE;
    structure.multiview_mesh_shader = u32::from(profile.max_views > 0);
    structure.primitive_fragment_shading_rate_mesh_shader = u32::from(profile.primitive_shading_rate);
    structure.mesh_shader_queries = vk::TRUE;
}

/// The limits of lowered shaders. Payload, outputs and their sum lie in buffers, so workgroup memory is the program's alone.
pub fn properties(structure: &mut vk::PhysicalDeviceMeshShaderPropertiesEXT, profile: &TargetProfile) {
    let invocations = profile.max_workgroup_invocations;
    let size = std::array::from_fn(|axis| profile.max_workgroup_size[axis].max(WORKGROUP_SIZE[axis]).min(invocations));
    let shared = profile.max_shared_memory;
    *structure = vk::PhysicalDeviceMeshShaderPropertiesEXT {
        s_type: structure.s_type,
        p_next: structure.p_next,
        max_task_work_group_total_count: WORKGROUP_TOTAL,
        max_task_work_group_count: WORKGROUP_COUNT,
        max_task_work_group_invocations: invocations,
        max_task_work_group_size: size,
        max_task_payload_size: PAYLOAD,
        max_task_shared_memory_size: shared,
        max_task_payload_and_shared_memory_size: shared + PAYLOAD,
        max_mesh_work_group_total_count: WORKGROUP_TOTAL,
        max_mesh_work_group_count: WORKGROUP_COUNT,
        max_mesh_work_group_invocations: invocations,
        max_mesh_work_group_size: size,
        max_mesh_shared_memory_size: shared,
        max_mesh_payload_and_shared_memory_size: shared + PAYLOAD,
        max_mesh_output_memory_size: MESH_OUTPUT_MEMORY,
        max_mesh_payload_and_output_memory_size: MESH_OUTPUT_MEMORY + PAYLOAD,
        max_mesh_output_components: profile.max_vertex_output_components.min(profile.max_fragment_input_components),
        max_mesh_output_vertices: OUTPUT_VERTICES,
        max_mesh_output_primitives: OUTPUT_PRIMITIVES,
        // Also where a vertex shader cannot write the layer: a pass has a piece for each then.
        max_mesh_output_layers: OUTPUT_LAYERS,
        max_mesh_multiview_view_count: profile.max_views.max(1),
        // Records hold whole 16-byte elements.
        mesh_output_per_vertex_granularity: 1,
        mesh_output_per_primitive_granularity: 1,
        max_preferred_task_work_group_invocations: profile.subgroup_size.max(32).min(invocations),
        max_preferred_mesh_work_group_invocations: profile.subgroup_size.max(32).min(invocations),
        prefers_local_invocation_vertex_output: vk::TRUE,
        prefers_local_invocation_primitive_output: vk::TRUE,
        prefers_compact_vertex_output: vk::FALSE,
        prefers_compact_primitive_output: vk::FALSE,
        ..Default::default()
    };
}

/// Stages with subgroup operations, or for which a subgroup size can be required: task and mesh shaders have what compute shaders
/// have.
pub fn subgroup_stages(stages: vk::ShaderStageFlags) -> vk::ShaderStageFlags {
    let mesh = vk::ShaderStageFlags::TASK_EXT | vk::ShaderStageFlags::MESH_EXT;
    if stages.contains(vk::ShaderStageFlags::COMPUTE) { stages | mesh } else { stages & !mesh }
}

/// Names formats and algorithms that are in part the layer's: shader binaries and module identifiers.
pub fn uuid(driver: [u8; vk::UUID_SIZE]) -> [u8; vk::UUID_SIZE] {
    const OURS: [u8; vk::UUID_SIZE] = *b"Meshwork SPIR-V\x01";
    std::array::from_fn(|index| driver[index] ^ OURS[index])
}

/// The device extensions of a driver of this version, with what the fallback hides and gives.
pub fn extensions(mut driver: Vec<vk::ExtensionProperties>, api_version: u32) -> Vec<vk::ExtensionProperties> {
    let with_addresses = address_commands::can_be_given(api_version, &driver);
    driver.retain(|extension| !extension.extension_name_as_c_str().is_ok_and(is_hidden));
    let given = |name, spec_version| {
        let mut extension = vk::ExtensionProperties { spec_version, ..Default::default() };
        copy_name(&mut extension.extension_name, name);
        extension
    };
    driver.push(given(ext::mesh_shader::NAME, ext::mesh_shader::SPEC_VERSION));
    driver.extend(with_addresses.then(|| given(address_commands::NAME, address_commands::SPEC_VERSION)));
    driver
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    fn facts(native: bool, missing: &[&str]) -> Facts {
        Facts { native, missing: missing.iter().map(|name| (*name).to_owned()).collect() }
    }

    #[test]
    fn the_layer_steps_aside_unless_forced() {
        let off = Choice::Neither("the layer is off (MESHWORK_MODE)".to_owned());
        for (mode, native, expected) in [
            (Mode::Auto, true, Choice::Native),
            (Mode::Auto, false, Choice::Fallback),
            (Mode::On, true, Choice::Fallback),
            (Mode::On, false, Choice::Fallback),
            (Mode::Off, true, Choice::Native),
            (Mode::Off, false, off),
        ] {
            assert_eq!(facts(native, &[]).choose(mode), expected, "{mode:?}, native: {native}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let lacks = Choice::Neither("the device lacks Vulkan 1.2, bufferDeviceAddress".to_owned());
        assert_eq!(facts(false, &["Vulkan 1.2", "bufferDeviceAddress"]).choose(Mode::Auto), lacks);
        assert_eq!(facts(true, &["bufferDeviceAddress"]).choose(Mode::On), Choice::Native);
        let limits = vk::PhysicalDeviceLimits {
            max_compute_shared_memory_size: 16_384,
            max_compute_work_group_invocations: 128,
            max_vertex_output_components: 128,
            max_fragment_input_components: 128,
            ..Default::default()
        };
        let below: Vec<_> = limits_below_minimum(&limits).collect();
        assert_eq!(below, ["maxComputeSharedMemorySize of 32768 (it has 16384)"]);
    }

    #[test]
    fn the_least_device_meets_every_required_minimum() {
        let mut properties = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
        super::properties(
            &mut properties,
            &TargetProfile { max_workgroup_size: [256, 256, 64], ..TargetProfile::minimum() },
        );
        assert!(properties.max_task_work_group_size.iter().all(|size| *size >= 128));
        assert!(properties.max_task_payload_and_shared_memory_size >= 32_768);
        assert!(properties.max_mesh_payload_and_shared_memory_size >= 28_672);
        assert!(properties.max_mesh_payload_and_output_memory_size >= 48_128);
        assert!(properties.max_mesh_output_layers >= 8);
    }

    #[test]
    fn hidden_extensions_and_ours() {
        let named = |name: &CStr| {
            let mut properties = vk::ExtensionProperties::default();
            copy_name(&mut properties.extension_name, name);
            properties
        };
        let driver = vec![named(c"VK_KHR_swapchain"), named(c"VK_NV_mesh_shader"), named(c"VK_NEW_unknown")];
        let names = |list: &[vk::ExtensionProperties]| {
            let names = list.iter().map(|extension| extension.extension_name_as_c_str().unwrap().to_owned());
            names.collect::<Vec<_>>()
        };
        let given = [c"VK_KHR_swapchain", c"VK_EXT_mesh_shader", c"VK_KHR_device_address_commands"];
        assert_eq!(names(&extensions(driver.clone(), vk::API_VERSION_1_2)), given[..2]);
        assert_eq!(names(&extensions(driver, vk::API_VERSION_1_3)), given);
        let native = vec![named(given[0]), named(given[1]), named(given[2])];
        assert_eq!(names(&extensions(native, vk::API_VERSION_1_3)), given, "each stands there once");
    }
}
