//! A draw in the buffers that a translated program reads: the window of guest memory, and the launch table.

use ash::vk;
use meshwork_rdna2::interpret::LinearMemory;
use meshwork_rdna2::launch::{Draw, GroupLimits, LaunchError, Resources, WorkgroupInputs, workgroup_inputs};
use meshwork_rdna2::translate::{
    CODE_WORD, GROUP_COUNT_WORD, GROUPS_WORD, LAUNCH_VECTORS, SCALARS_WORD, WINDOW_WORD, binding, group_words,
};

use super::case::Variant;
use crate::error::Result;
use crate::render::{BoundBuffer, Gpu};

/// The draw's workgroups, of one wave each.
pub fn workgroups(variant: &Variant, draw: &Draw, resources: &Resources) -> Result<Vec<WorkgroupInputs>, LaunchError> {
    let info = &variant.info;
    let limits = GroupLimits::of_threads(info, info.wave.lanes())?;
    let inputs = |(group, ordinal)| workgroup_inputs(info, &resources.user, &group, ordinal);
    Ok(draw.groups(limits).zip(0..).map(inputs).collect())
}

/// Both buffers on the device, bound for mesh shaders.
pub fn bind(
    gpu: &Gpu,
    variant: &Variant,
    resources: &Resources,
    groups: &[WorkgroupInputs],
) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet)> {
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER;
    let memory = gpu.upload(&window(&resources.memory), usage)?;
    let table = gpu.upload(&launch_table(variant, resources, groups), usage)?;
    let bound = [BoundBuffer::whole(binding::MEMORY, &memory), BoundBuffer::whole(binding::LAUNCH, &table)];
    gpu.bound_set(&bound, vk::ShaderStageFlags::MESH_EXT)
}

pub fn window(memory: &LinearMemory) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    memory.bytes.chunks(4).map(word).collect()
}

/// As `meshwork_rdna2::translate` documents it.
pub fn launch_table(variant: &Variant, resources: &Resources, groups: &[WorkgroupInputs]) -> Vec<u32> {
    let wave = variant.info.wave;
    let size = group_words(wave) as usize;
    let mut words = vec![0; GROUPS_WORD as usize + size * groups.len()];
    words[GROUP_COUNT_WORD as usize] = groups.len() as u32;
    let memory = &resources.memory;
    let window = [memory.base as u32, (memory.base >> 32) as u32, memory.bytes.len() as u32];
    words[WINDOW_WORD as usize..][..3].copy_from_slice(&window);
    let code = [resources.code_address as u32, (resources.code_address >> 32) as u32];
    words[CODE_WORD as usize..][..2].copy_from_slice(&code);
    for (group, into) in groups.iter().zip(words[GROUPS_WORD as usize..].chunks_exact_mut(size)) {
        let wave_inputs = &group.waves[0];
        into[..2].copy_from_slice(&wave_inputs.sgprs[2..4]);
        for (lane, values) in wave_inputs.vgprs.iter().enumerate() {
            for register in 0..LAUNCH_VECTORS as usize {
                into[2 + register * wave.lanes() as usize + lane] = values[register];
            }
        }
    }
    if let Some(first) = groups.first() {
        let sgprs = &first.waves[0].sgprs;
        words[SCALARS_WORD as usize..][..sgprs.len()].copy_from_slice(sgprs);
    }
    words
}
