//! Stage masks, for a driver that has no task and mesh stages and whose mesh work runs as compute before the render pass.
//!
//! Outside render passes a stage that contained mesh work gains COMPUTE, because that is where the work now happens. Inside a
//! subpass COMPUTE is illegal, so TASK and MESH become VERTEX, which keeps the mask valid; what they promised is issued as
//! barriers outside the pass. The shader-stage `ALL_GRAPHICS` does not contain TASK and MESH; the pipeline stage does.
//!
//! Both synchronization APIs give their bits of these stages and accesses the same values, so one function serves them.

use ash::vk;

use vk::{AccessFlags2 as Access, PipelineStageFlags2 as Stage};

const MESH_STAGES: Stage = Stage::from_raw(Stage::TASK_SHADER_EXT.as_raw() | Stage::MESH_SHADER_EXT.as_raw());

/// Stages that contain task and mesh work, or the reading of its indirect arguments.
const REACHES_MESH: Stage = Stage::from_raw(
    MESH_STAGES.as_raw()
        | Stage::PRE_RASTERIZATION_SHADERS.as_raw()
        | Stage::ALL_GRAPHICS.as_raw()
        | Stage::DRAW_INDIRECT.as_raw(),
);

const READS_ARGUMENTS: Stage =
    Stage::from_raw(Stage::DRAW_INDIRECT.as_raw() | Stage::ALL_GRAPHICS.as_raw() | Stage::ALL_COMMANDS.as_raw());

/// Whether a stage mask contains task or mesh work or the reading of its arguments, as written by the program.
pub fn reaches_mesh_work(stages: Stage) -> bool {
    stages.intersects(REACHES_MESH | Stage::ALL_COMMANDS)
}

/// Whether task and mesh shaders, or what decides whether they run, wait for a dependency with this second stage mask, as written
/// by the program. As a second scope TOP_OF_PIPE is all commands.
pub fn mesh_work_waits(destination: Stage) -> bool {
    reaches_mesh_work(destination) || destination.intersects(Stage::TOP_OF_PIPE | Stage::CONDITIONAL_RENDERING_EXT)
}

/// A stage mask of a barrier, event, or semaphore outside render passes.
pub fn outside(stages: Stage) -> Stage {
    if stages.intersects(REACHES_MESH) { (stages & !MESH_STAGES) | Stage::COMPUTE_SHADER } else { stages }
}

/// An access mask that goes with `stages` (as written by the program) outside render passes: the fallback reads indirect
/// arguments in compute shaders.
pub fn access_outside(stages: Stage, access: Access) -> Access {
    let reads_arguments = stages.intersects(READS_ARGUMENTS) && access.contains(Access::INDIRECT_COMMAND_READ);
    if reads_arguments { access | Access::SHADER_READ } else { access }
}

/// A stage mask of a subpass dependency's inner side, or of a barrier or event inside a render pass.
pub fn inside(stages: Stage) -> Stage {
    if stages.intersects(MESH_STAGES) { (stages & !MESH_STAGES) | Stage::VERTEX_SHADER } else { stages }
}

/// The one stage of a time stamp. Inside a pass VERTEX stands for TASK and MESH, outside COMPUTE.
pub fn time_stamp(stage: Stage, inside_pass: bool) -> Stage {
    match (stage.intersects(MESH_STAGES), inside_pass) {
        (false, _) => stage,
        (true, true) => Stage::VERTEX_SHADER,
        (true, false) => Stage::COMPUTE_SHADER,
    }
}

/// [`outside`] for the first synchronization API.
pub fn outside_1(stages: vk::PipelineStageFlags) -> vk::PipelineStageFlags {
    narrow(outside(widen(stages)))
}

/// [`access_outside`] for the first synchronization API.
pub fn access_outside_1(stages: vk::PipelineStageFlags, access: vk::AccessFlags) -> vk::AccessFlags {
    narrow_access(access_outside(widen(stages), widen_access(access)))
}

/// [`inside`] for the first synchronization API.
pub fn inside_1(stages: vk::PipelineStageFlags) -> vk::PipelineStageFlags {
    narrow(inside(widen(stages)))
}

/// Stages of a descriptor set layout's binding: task and mesh shaders read their descriptors as compute shaders.
pub fn descriptor_stages(stages: vk::ShaderStageFlags) -> vk::ShaderStageFlags {
    if stages == vk::ShaderStageFlags::ALL || !stages.intersects(MESH_SHADERS) {
        return stages;
    }
    (stages & !MESH_SHADERS) | vk::ShaderStageFlags::COMPUTE
}

/// Stages of a push constant range or update as the driver sees them, `None` where nothing is left: task and mesh shaders read
/// their push constants from memory, so their ranges and updates do not reach the driver.
pub fn push_constant_stages(stages: vk::ShaderStageFlags) -> Option<vk::ShaderStageFlags> {
    // `ALL` as a mask of every bit that the driver has is legal; the two stages it lacks are taken out all the same.
    let rest = stages & !MESH_SHADERS;
    (!rest.is_empty()).then_some(rest)
}

const MESH_SHADERS: vk::ShaderStageFlags =
    vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::TASK_EXT.as_raw() | vk::ShaderStageFlags::MESH_EXT.as_raw());

/// Whether a shader-stage mask names a task or mesh stage.
pub fn has_mesh_shaders(stages: vk::ShaderStageFlags) -> bool {
    stages.intersects(MESH_SHADERS)
}

/// A mask of the first synchronization API in the second: equal bits.
pub fn widen(stages: vk::PipelineStageFlags) -> Stage {
    Stage::from_raw(stages.as_raw().into())
}

/// As [`widen`], for access masks.
pub fn widen_access(access: vk::AccessFlags) -> Access {
    Access::from_raw(access.as_raw().into())
}

/// A mask in the first synchronization API, where it came from there.
pub fn narrow(stages: Stage) -> vk::PipelineStageFlags {
    vk::PipelineStageFlags::from_raw(stages.as_raw() as u32)
}

/// As [`narrow`], for access masks.
pub fn narrow_access(access: Access) -> vk::AccessFlags {
    vk::AccessFlags::from_raw(access.as_raw() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_a_pass_mesh_work_is_compute() {
        assert_eq!(outside(Stage::MESH_SHADER_EXT), Stage::COMPUTE_SHADER);
        assert_eq!(
            outside(Stage::TASK_SHADER_EXT | Stage::FRAGMENT_SHADER),
            Stage::COMPUTE_SHADER | Stage::FRAGMENT_SHADER
        );
        for kept in [Stage::ALL_GRAPHICS, Stage::PRE_RASTERIZATION_SHADERS, Stage::DRAW_INDIRECT] {
            assert_eq!(outside(kept), kept | Stage::COMPUTE_SHADER);
        }
        for untouched in [Stage::NONE, Stage::FRAGMENT_SHADER, Stage::ALL_COMMANDS, Stage::COPY, Stage::VERTEX_SHADER] {
            assert_eq!(outside(untouched), untouched);
        }
    }

    #[test]
    fn inside_a_subpass_mesh_work_is_vertex() {
        assert_eq!(inside(Stage::MESH_SHADER_EXT), Stage::VERTEX_SHADER);
        for untouched in [Stage::ALL_GRAPHICS, Stage::DRAW_INDIRECT, Stage::FRAGMENT_SHADER] {
            assert_eq!(inside(untouched), untouched);
        }
    }

    #[test]
    fn indirect_reads_become_shader_reads() {
        let indirect = Access::INDIRECT_COMMAND_READ;
        assert_eq!(access_outside(Stage::DRAW_INDIRECT, indirect), indirect | Access::SHADER_READ);
        assert_eq!(access_outside(Stage::ALL_COMMANDS, indirect), indirect | Access::SHADER_READ);
        assert_eq!(access_outside(Stage::COMPUTE_SHADER, Access::UNIFORM_READ), Access::UNIFORM_READ);
    }

    #[test]
    fn both_apis_agree() {
        use vk::PipelineStageFlags as Stage1;
        for bit in 0..32 {
            let stage = Stage1::from_raw(1 << bit);
            assert_eq!(u64::from(outside_1(stage).as_raw()), outside(widen(stage)).as_raw());
            assert_eq!(u64::from(inside_1(stage).as_raw()), inside(widen(stage)).as_raw());
        }
        assert_eq!(Stage1::MESH_SHADER_EXT.as_raw() as u64, Stage::MESH_SHADER_EXT.as_raw());
        assert_eq!(Stage1::DRAW_INDIRECT.as_raw() as u64, Stage::DRAW_INDIRECT.as_raw());
        assert_eq!(Stage1::COMPUTE_SHADER.as_raw() as u64, Stage::COMPUTE_SHADER.as_raw());
        assert_eq!(vk::AccessFlags::SHADER_READ.as_raw() as u64, Access::SHADER_READ.as_raw());
    }

    #[test]
    fn shader_stages() {
        use vk::ShaderStageFlags as Shader;
        assert_eq!(descriptor_stages(Shader::MESH_EXT | Shader::FRAGMENT), Shader::COMPUTE | Shader::FRAGMENT);
        assert_eq!(descriptor_stages(Shader::ALL_GRAPHICS), Shader::ALL_GRAPHICS);
        assert_eq!(descriptor_stages(Shader::ALL), Shader::ALL);
        assert_eq!(push_constant_stages(Shader::TASK_EXT | Shader::MESH_EXT), None);
        assert_eq!(push_constant_stages(Shader::MESH_EXT | Shader::FRAGMENT), Some(Shader::FRAGMENT));
    }
}
