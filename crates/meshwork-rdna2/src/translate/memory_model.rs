//! The Vulkan memory model, which a module with LDS in a buffer has.
//!
//! Under the older one what invocations see of each other in a buffer is `Coherent`, whose loads go past the caches that lie next to
//! them. Here each access says how far it has to be seen: as far as the wave reaches.

use std::collections::BTreeSet;

use meshwork_spirv::spirv::{Capability, MemoryAccess, MemoryModel, Op, Scope, StorageClass};
use meshwork_spirv::{Id, Instruction, Module, Operand};

/// Accesses to workgroup memory and to `buffer` are seen in all of `scope`.
pub fn to_vulkan_memory_model(module: &mut Module, body: &mut [Instruction], buffer: Id, scope: Scope) {
    module.memory_model = MemoryModel::Vulkan;
    module.add_capability(Capability::VulkanMemoryModel);
    let scope = module.u32(scope as u32);
    let is_workgroup = |variable: &&Instruction| {
        variable.op == Op::Variable && variable.operands.first() == Some(&(StorageClass::Workgroup as u32).into())
    };
    let variables = module.globals.iter().filter(is_workgroup).filter_map(|variable| variable.result);
    let mut shared: BTreeSet<Id> = variables.chain([buffer]).collect();
    for instruction in body {
        let Some(&Operand::Id(pointer)) = instruction.operands.first() else { continue };
        if !shared.contains(&pointer) {
            continue;
        }
        let access = match instruction.op {
            Op::AccessChain => {
                shared.extend(instruction.result);
                continue;
            }
            Op::Load => MemoryAccess::MAKE_POINTER_VISIBLE,
            Op::Store => MemoryAccess::MAKE_POINTER_AVAILABLE,
            _ => continue,
        };
        let access = access | MemoryAccess::NON_PRIVATE_POINTER;
        instruction.operands.extend([Operand::Word(access.bits()), Operand::Id(scope)]);
    }
}
