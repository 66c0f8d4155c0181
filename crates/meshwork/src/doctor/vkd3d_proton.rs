//! What vkd3d-proton, the Direct3D 12 of most games that use mesh shaders, would decide.

use std::ffi::{CStr, c_void};

use ash::{khr, vk};
use serde::Serialize;

use super::MeshShaders;

/// Its decisions on a device with Meshwork under it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Vkd3dProton {
    /// It offers mesh shaders to every game.
    pub mesh_shaders: bool,
    /// It offers them to the two games that it exempts from needing barycentrics.
    pub mesh_shaders_in_exempt_games: bool,
    /// It uses `VK_EXT_device_generated_commands`.
    pub generated_commands: bool,
    pub why: Vec<&'static str>,
}

/// What its decisions depend on.
#[derive(Default)]
pub struct Facts {
    barycentrics: bool,
    /// Stages of the commands that the device can generate, where it can.
    generated: Option<vk::ShaderStageFlags>,
}

impl Facts {
    /// Of a device with Vulkan 1.2; `has` says whether it has an extension.
    pub fn read(instance: &ash::Instance, physical: vk::PhysicalDevice, has: impl Fn(&CStr) -> bool) -> Self {
        let barycentrics = has(khr::fragment_shader_barycentric::NAME) && has_barycentrics(instance, physical);
        let generated = has(GENERATED_COMMANDS).then(|| generated_commands_stages(instance, physical));
        Self { barycentrics, generated }
    }
}

impl Vkd3dProton {
    pub fn decide(mesh_shaders: MeshShaders, facts: &Facts) -> Self {
        let Facts { barycentrics, generated } = *facts;
        let available = mesh_shaders != MeshShaders::None;
        let mut why = Vec::new();
        if available && !barycentrics {
            why.push(
                "fragmentShaderBarycentric is missing: mesh shaders only in Alan Wake 2 and Final Fantasy VII Rebirth",
            );
        }
        // The fallback does not run generated mesh commands, whatever the driver below has.
        let native_stages = generated.filter(|_| mesh_shaders == MeshShaders::Native).unwrap_or_default();
        let generated_meshes = native_stages.contains(vk::ShaderStageFlags::MESH_EXT);
        match generated {
            None => why.push("VK_EXT_device_generated_commands is missing"),
            Some(_) if available && !generated_meshes => {
                why.push("generated commands have no mesh stages: they are not used while mesh shaders are on");
            }
            Some(_) => {}
        }
        let mesh_shaders = available && barycentrics;
        Self {
            mesh_shaders,
            mesh_shaders_in_exempt_games: available,
            generated_commands: generated.is_some() && (!mesh_shaders || generated_meshes),
            why,
        }
    }
}

fn has_barycentrics(instance: &ash::Instance, physical: vk::PhysicalDevice) -> bool {
    let mut barycentric = vk::PhysicalDeviceFragmentShaderBarycentricFeaturesKHR::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut barycentric);
    // SAFETY: the handle comes from this instance; the caller found the structure's extension.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    barycentric.fragment_shader_barycentric != 0
}

const GENERATED_COMMANDS: &CStr = c"VK_EXT_device_generated_commands";

/// `VkPhysicalDeviceDeviceGeneratedCommandsPropertiesEXT`, which `ash` 0.38 is too old to have.
#[repr(C)]
struct GeneratedCommandsProperties {
    s_type: vk::StructureType,
    p_next: *mut c_void,
    max_counts_and_sizes: [u32; 6],
    input_modes: u32,
    shader_stages: vk::ShaderStageFlags,
    binding_stages: [vk::ShaderStageFlags; 2],
    transform_feedback: vk::Bool32,
    multi_draw_indirect_count: vk::Bool32,
}

impl GeneratedCommandsProperties {
    const TYPE: vk::StructureType = vk::StructureType::from_raw(1_000_572_001);
}

/// Stages of the commands that a device can generate.
fn generated_commands_stages(instance: &ash::Instance, physical: vk::PhysicalDevice) -> vk::ShaderStageFlags {
    let mut generated = GeneratedCommandsProperties {
        s_type: GeneratedCommandsProperties::TYPE,
        p_next: std::ptr::null_mut(),
        max_counts_and_sizes: [0; 6],
        input_modes: 0,
        shader_stages: vk::ShaderStageFlags::empty(),
        binding_stages: [vk::ShaderStageFlags::empty(); 2],
        transform_feedback: 0,
        multi_draw_indirect_count: 0,
    };
    let mut properties = vk::PhysicalDeviceProperties2 { p_next: (&raw mut generated).cast(), ..Default::default() };
    // SAFETY: the handle comes from this instance; the structure is laid out as the extension's, which the caller found.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    generated.shader_stages
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESHES: vk::ShaderStageFlags = vk::ShaderStageFlags::MESH_EXT;
    const VERTICES: vk::ShaderStageFlags = vk::ShaderStageFlags::VERTEX;

    fn decide(mesh_shaders: MeshShaders, barycentrics: bool, generated: Option<vk::ShaderStageFlags>) -> Vkd3dProton {
        Vkd3dProton::decide(mesh_shaders, &Facts { barycentrics, generated })
    }

    #[test]
    fn mesh_shaders_need_barycentrics() {
        let decision = decide(MeshShaders::Fallback, false, None);
        assert!(!decision.mesh_shaders && decision.mesh_shaders_in_exempt_games);
        assert!(decide(MeshShaders::Fallback, true, None).mesh_shaders);
        assert!(!decide(MeshShaders::None, true, None).mesh_shaders);
    }

    #[test]
    fn generated_commands_give_way_to_mesh_shaders() {
        assert!(decide(MeshShaders::Native, true, Some(MESHES | VERTICES)).generated_commands);
        assert!(!decide(MeshShaders::Native, true, Some(VERTICES)).generated_commands);
        assert!(!decide(MeshShaders::Fallback, true, Some(MESHES)).generated_commands);
        // Without barycentrics mesh shaders stay off and generated commands on.
        assert!(decide(MeshShaders::Fallback, false, Some(MESHES)).generated_commands);
    }
}
