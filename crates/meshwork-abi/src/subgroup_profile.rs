//! What subgroups are like on a device, and what its driver makes of operations on them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::SubgroupOperations;

/// What the passes that legalize subgroup operations decide from. Read from a device by `meshwork doctor --profile`, or one of the
/// named ones in `crates/meshwork-passes/profiles`.
///
/// Half of it a driver tells (sizes, stages, operations); the other half no query tells, only its source or a measurement: each
/// profile says in `sources` where that comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubgroupProfile {
    /// Device and driver, for people.
    pub name: String,
    /// Where the facts come from, for people.
    pub sources: Vec<String>,
    pub size: SubgroupSize,
    /// Stages with subgroup operations (`VkPhysicalDeviceSubgroupProperties::supportedStages`).
    pub stages: BTreeSet<SubgroupStage>,
    /// `VkPhysicalDeviceSubgroupProperties::supportedOperations`, in all of `stages`.
    pub operations: SubgroupOperations,
    /// `shaderSubgroupRotate`: `OpGroupNonUniformRotateKHR` may be used.
    pub rotate: bool,
    /// `shaderSubgroupExtendedTypes`: operations take 8-, 16- and 64-bit integers and 16-bit floats. Vulkan 1.2 requires it.
    pub extended_types: bool,
    /// `subgroupBroadcastDynamicId`: the id of a broadcast may be any dynamically uniform value, not a constant alone. Vulkan 1.2
    /// requires it.
    pub broadcast_dynamic_id: bool,
    /// How the driver does shuffles by an index that differs between invocations.
    pub shuffle: Shuffle,
    /// Shuffles give right values in the fragment stage. Where they do not, they are made of broadcasts there.
    pub fragment_shuffle_trusted: bool,
    /// What a broadcast from a dynamically uniform id costs, in rotates by a dynamically uniform offset: 1 where both are one
    /// instruction. A trip of the mixed loop pays for both.
    pub broadcast_cost: u32,
    /// A wave of the guest's is usually half a subgroup: an index that is uniform in each guest wave then has two values in the
    /// subgroup, and testing at run time whether it is uniform there would be in vain.
    pub half_waves: bool,
    /// `maxComputeSharedMemorySize`, bytes: what shuffles through workgroup memory may fill, beside the program's own.
    pub max_workgroup_memory: u32,
    /// `maxComputeWorkGroupInvocations`.
    pub max_workgroup_invocations: u32,
}

/// Numbers of invocations in a subgroup. Powers of two.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubgroupSize {
    /// `subgroupSize`: what `SubgroupSize` reads as where nothing else is asked for, even where fewer invocations run together.
    pub default: u32,
    /// `minSubgroupSize`; `default` where the device has no subgroup size control.
    pub min: u32,
    /// `maxSubgroupSize`; `default` where the device has no subgroup size control.
    pub max: u32,
    /// `requiredSubgroupSizeStages`: stages whose size a pipeline can pin, to any power of two from `min` to `max`.
    pub pinnable_in: BTreeSet<SubgroupStage>,
    /// `computeFullSubgroups`: a pipeline can ask for subgroups without missing invocations.
    pub full_subgroups: bool,
}

impl SubgroupSize {
    /// The one size that a stage's subgroups have whatever the pipeline asks for, if there is one.
    pub fn fixed(&self) -> Option<u32> {
        (self.min == self.max).then_some(self.min)
    }

    /// The size of a stage's subgroups when the pipeline pins it to `wanted` where it can; `None` where only the run tells.
    pub fn pinned(&self, stage: SubgroupStage, wanted: u32) -> Option<u32> {
        let can = self.pinnable_in.contains(&stage) && wanted.is_power_of_two();
        if can && (self.min..=self.max).contains(&wanted) { Some(wanted) } else { self.fixed() }
    }
}

/// A shader stage in which subgroup operations may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubgroupStage {
    Vertex,
    TessellationControl,
    TessellationEvaluation,
    Geometry,
    Fragment,
    Compute,
    Task,
    Mesh,
}

impl SubgroupStage {
    /// Whether its invocations form workgroups, with workgroup memory and barriers.
    pub fn has_workgroups(self) -> bool {
        matches!(self, Self::Compute | Self::Task | Self::Mesh)
    }
}

/// How a driver does `OpGroupNonUniformShuffle` by an index that differs between invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffle {
    /// In a fixed number of instructions, whatever the index.
    Native,
    /// As a loop of rotates by a uniform offset, one trip for each distinct value of index − invocation: an index that is the same
    /// in all invocations takes as many trips as there are invocations. (Mesa's `ir3_nir_lower_shuffle`, after Qualcomm's compiler.)
    RotateLoop,
    /// Wrongly, in every stage: only broadcasts are to be used.
    Broken,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_known_where_it_is_fixed_or_pinned() {
        let pinnable_in = BTreeSet::from([SubgroupStage::Compute]);
        let size = SubgroupSize { default: 64, min: 32, max: 64, pinnable_in, full_subgroups: true };
        assert_eq!(size.fixed(), None);
        assert_eq!(size.pinned(SubgroupStage::Compute, 32), Some(32));
        assert_eq!(size.pinned(SubgroupStage::Compute, 16), None);
        assert_eq!(size.pinned(SubgroupStage::Compute, 48), None);
        assert_eq!(size.pinned(SubgroupStage::Vertex, 32), None);
        let fixed = SubgroupSize { min: 64, ..size };
        assert_eq!(fixed.pinned(SubgroupStage::Vertex, 32), Some(64));
    }
}
