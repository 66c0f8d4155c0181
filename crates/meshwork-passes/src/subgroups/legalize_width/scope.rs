//! What a program says of the scope Subgroup beside subgroup operations: barriers, and memory that they order.

use meshwork_spirv::spirv::{Op, Scope};
use meshwork_spirv::{Id, Instruction, Module, Operand};

/// Whether an instruction is a barrier at which the invocations of a subgroup wait for each other.
pub fn is_subgroup_barrier(module: &Module, instruction: &Instruction) -> bool {
    instruction.op == Op::ControlBarrier && instruction.id(0).is_some_and(|scope| is_subgroup(module, scope))
}

/// A wave that is no subgroup of the host's has no scope but the workgroup's, which is wider.
pub fn widen(module: &mut Module, instruction: &mut Instruction) {
    let scopes = match instruction.op {
        Op::ControlBarrier => 0..2,
        Op::MemoryBarrier => 0..1,
        op if is_atomic(op) => 1..2,
        // Pointers and the mask of memory operands come before the scopes.
        Op::Load => 2..instruction.operands.len(),
        Op::Store | Op::CopyMemory => 3..instruction.operands.len(),
        _ => return,
    };
    let workgroup = module.u32(Scope::Workgroup as u32);
    for operand in instruction.operands.get_mut(scopes).into_iter().flatten() {
        if let Operand::Id(scope) = *operand
            && is_subgroup(module, scope)
        {
            *operand = workgroup.into();
        }
    }
}

fn is_subgroup(module: &Module, scope: Id) -> bool {
    module.constant_u32(scope) == Some(Scope::Subgroup as u32)
}

fn is_atomic(op: Op) -> bool {
    (Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&(op as u32))
        || matches!(op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
        || matches!(op, Op::AtomicFlagTestAndSet | Op::AtomicFlagClear)
}
