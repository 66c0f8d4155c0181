//! The Vulkan memory model, which a module with LDS in a buffer has.
//!
//! Under the older one what invocations see of each other in a buffer is `Coherent`, whose loads go past the caches that lie next to
//! them. Here each access says how far it has to be seen: as far as the wave reaches.

use std::collections::BTreeMap;

use meshwork_spirv::spirv::{Capability, MemoryAccess, MemoryModel, Op, Scope, StorageClass};
use meshwork_spirv::{Id, Instruction, Module, Operand};

/// Accesses to workgroup memory, and to what lies behind pointers of `slot`, which are addresses, are seen in all of `scope`. With each
/// pointer goes what the addresses behind it are multiples of.
pub fn to_vulkan_memory_model(module: &mut Module, body: &mut [Instruction], slot: &[(Id, u32)], scope: Scope) {
    module.memory_model = MemoryModel::Vulkan;
    module.add_capability(Capability::VulkanMemoryModel);
    let scope = module.u32(scope as u32);
    let is_workgroup = |variable: &&Instruction| {
        variable.op == Op::Variable && variable.operands.first() == Some(&(StorageClass::Workgroup as u32).into())
    };
    let variables = module.globals.iter().filter(is_workgroup).filter_map(|variable| variable.result);
    let addresses = slot.iter().map(|&(pointer, alignment)| (pointer, Some(alignment)));
    let mut shared: BTreeMap<Id, Option<u32>> = variables.map(|variable| (variable, None)).chain(addresses).collect();
    for instruction in body {
        let Some(&Operand::Id(pointer)) = instruction.operands.first() else { continue };
        let Some(&alignment) = shared.get(&pointer) else { continue };
        let access = match instruction.op {
            Op::AccessChain => {
                shared.extend(instruction.result.map(|part| (part, alignment)));
                continue;
            }
            Op::Load => MemoryAccess::MAKE_POINTER_VISIBLE,
            Op::Store => MemoryAccess::MAKE_POINTER_AVAILABLE,
            _ => continue,
        };
        let aligned = if alignment.is_some() { MemoryAccess::ALIGNED } else { MemoryAccess::NONE };
        let access = access | MemoryAccess::NON_PRIVATE_POINTER | aligned;
        instruction.operands.push(Operand::Word(access.bits()));
        instruction.operands.extend(alignment.map(Operand::Word));
        instruction.operands.push(Operand::Id(scope));
    }
}
