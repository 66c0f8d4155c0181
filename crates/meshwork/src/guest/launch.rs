//! A draw in the buffers that a translated program reads: the window of guest memory, and the launch table.

use ash::vk;
use meshwork_rdna2::interpret::LinearMemory;
use meshwork_rdna2::launch::{Draw, GroupLimits, LaunchError, Resources, WorkgroupInputs, workgroup_inputs};
use meshwork_rdna2::translate::{
    CODE_WORD, GROUPS_WORD, LAUNCH_VECTORS, LDS_WORD, SCALARS_WORD, WINDOW_WORD, binding, group_words,
};

use super::case::Variant;
use crate::error::Result;
use crate::render::{Bound, Buffer, Gpu};

/// A draw's workgroups.
pub struct Workgroups {
    /// Of each, at most.
    pub waves: u32,
    pub inputs: Vec<WorkgroupInputs>,
}

impl Workgroups {
    /// Of as few waves as the program needs.
    pub fn new(variant: &Variant, draw: &Draw, resources: &Resources) -> Result<Self, LaunchError> {
        Ok(Self::of_limits(variant, draw, resources, GroupLimits::fewest_waves(&variant.info)?))
    }

    pub fn of_limits(variant: &Variant, draw: &Draw, resources: &Resources, limits: GroupLimits) -> Self {
        let inputs = |(group, ordinal)| workgroup_inputs(&variant.info, &resources.user, &group, ordinal);
        Self { waves: limits.waves, inputs: draw.groups(limits).zip(0..).map(inputs).collect() }
    }
}

/// The buffers on the device, bound for mesh shaders.
pub fn bind(
    gpu: &Gpu,
    variant: &Variant,
    resources: &Resources,
    groups: &Workgroups,
    slot_words: u32,
) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet)> {
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER;
    let memory = gpu.upload(&window(&resources.memory), usage)?;
    let slots = slots(gpu, slot_words, groups.inputs.len())?;
    let table = gpu.upload(&launch_table(variant, resources, groups, slots.address), usage)?;
    let bound = [Bound::whole(binding::MEMORY, &memory), Bound::whole(binding::LAUNCH, &table)];
    gpu.bound_set(&bound, vk::ShaderStageFlags::MESH_EXT)
}

/// Slots of so many words for so many workgroups.
pub fn slots(gpu: &Gpu, words: u32, groups: usize) -> Result<Buffer> {
    gpu.uninitialised(4 * u64::from(words) * groups as u64, vk::BufferUsageFlags::STORAGE_BUFFER)
}

pub fn window(memory: &LinearMemory) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    memory.bytes.chunks(4).map(word).collect()
}

/// As `meshwork_rdna2::translate` documents it.
pub fn launch_table(variant: &Variant, resources: &Resources, groups: &Workgroups, lds: u64) -> Vec<u32> {
    let (wave, Workgroups { waves, inputs }) = (variant.info.wave, groups);
    let size = group_words(wave, *waves) as usize;
    let mut words = vec![0; GROUPS_WORD as usize + size * inputs.len()];
    let memory = &resources.memory;
    let window = [memory.base as u32, (memory.base >> 32) as u32, memory.bytes.len() as u32];
    words[WINDOW_WORD as usize..][..3].copy_from_slice(&window);
    for (at, address) in [(CODE_WORD, resources.code_address), (LDS_WORD, lds)] {
        words[at as usize..][..2].copy_from_slice(&[address as u32, (address >> 32) as u32]);
    }
    for (group, into) in inputs.iter().zip(words[GROUPS_WORD as usize..].chunks_exact_mut(size)) {
        into[0] = group.waves[0].sgprs[2];
        for (inputs, into) in group.waves.iter().zip(into[1..].chunks_exact_mut((size - 1) / *waves as usize)) {
            into[0] = inputs.sgprs[3];
            for (lane, values) in inputs.vgprs.iter().enumerate() {
                for register in 0..LAUNCH_VECTORS as usize {
                    into[1 + register * wave.lanes() as usize + lane] = values[register];
                }
            }
        }
    }
    if let Some(first) = inputs.first() {
        let sgprs = &first.waves[0].sgprs;
        words[SCALARS_WORD as usize..][..sgprs.len()].copy_from_slice(sgprs);
    }
    words
}
