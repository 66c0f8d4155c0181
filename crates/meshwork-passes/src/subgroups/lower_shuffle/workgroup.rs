//! Shuffles through workgroup memory.
//!
//! Each invocation of a subgroup has a slot, at `SubgroupId * SubgroupSize + SubgroupLocalInvocationId`. All store, a barrier of the
//! subgroup, all load what they want, a barrier so that the next shuffle may store. Other subgroups have other slots and need not
//! come by, so it is enough that the subgroup does.
//!
//! Slots are as many as the workgroup has invocations only where subgroups have no missing invocations. So the pipeline must ask for
//! full subgroups, the workgroup's size in x be a multiple of the largest subgroup (VUID-VkPipelineShaderStageCreateInfo-flags-02759).

use meshwork_spirv::spirv::{
    BuiltIn, Capability, ExecutionMode, MemoryAccess, MemorySemantics, Op, Scope, StorageClass,
};
use meshwork_spirv::{Code, Id, Module};

use super::functions::{Functions, workgroup_array};
use crate::error::{ErrorKind, Result};
use crate::layout::workgroup_size;
use crate::subgroups::stage::subgroup_input;

impl Functions<'_> {
    /// Why values of type `ty` cannot go through workgroup memory, if they cannot.
    pub fn workgroup_problem(&self, module: &Module, ty: Id) -> Result<Option<&'static str>> {
        let size = &self.profile.size;
        if !self.stage.has_workgroups() {
            return Ok(Some("the stage has no workgroup memory"));
        }
        if !size.full_subgroups {
            return Ok(Some("the device gives no full subgroups"));
        }
        let Some([x, y, z]) = local_size(module) else {
            return Ok(Some("the size of the workgroup is not known before specialization"));
        };
        if !x.is_multiple_of(size.max) {
            return Ok(Some("the workgroup's size in x is no multiple of the largest subgroup"));
        }
        let invocations = x.saturating_mul(y).saturating_mul(z);
        let (size, align) = workgroup_size(module, ty)?;
        let element = size.div_ceil(align) * align;
        let new = if self.arrays.contains_key(&ty) { 0 } else { element * u64::from(invocations) };
        let variables = module
            .globals
            .iter()
            .filter(|global| global.op == Op::Variable && global.word(0) == Some(StorageClass::Workgroup as u32));
        let mut bytes = new;
        for pointer in variables.filter_map(|variable| variable.ty) {
            bytes += workgroup_size(module, module.pointee(pointer)?.1)?.0;
        }
        let fits = bytes <= u64::from(self.profile.max_workgroup_memory);
        Ok((!fits).then_some("the device has not as much workgroup memory"))
    }

    pub fn write_workgroup(&mut self, code: &mut Code<'_>, ty: Id, value: Id, index: Id) -> Result<Id> {
        let size = local_size(code.module).ok_or(ErrorKind::malformed("its workgroup size is not known", ty))?;
        let length = size.iter().fold(1_u32, |product, &axis| product.saturating_mul(axis));
        let array = *self.arrays.entry(ty).or_insert_with(|| workgroup_array(code.module, ty, length));
        let subgroup = subgroup_input(code, self.stage, BuiltIn::SubgroupId);
        let (own, last, one) = (self.invocation(code), self.last_invocation(code), code.module.u32(1));
        let width = code.u32(Op::IAdd, last, one);
        let base = code.u32(Op::IMul, subgroup, width);
        let slot = code.u32(Op::IAdd, base, own);
        let class = StorageClass::Workgroup;
        let to = code.chain(class, ty, array, &[slot]);
        let shared = code.module.has_capability(Capability::VulkanMemoryModel);
        // In the Vulkan memory model what others see is marked.
        let access = shared.then_some(MemoryAccess::NON_PRIVATE_POINTER.bits().into());
        let store: Vec<_> = [to.into(), value.into()].into_iter().chain(access).collect();
        code.effect(Op::Store, store);
        barrier(code, shared);
        let other = code.u32(Op::BitwiseAnd, index, last);
        let slot = code.u32(Op::IAdd, base, other);
        let from = code.chain(class, ty, array, &[slot]);
        let load: Vec<_> = [from.into()].into_iter().chain(access).collect();
        let result = code.value(Op::Load, ty, load);
        barrier(code, shared);
        Ok(result)
    }
}

fn barrier(code: &mut Code<'_>, vulkan_memory_model: bool) {
    let mut semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
    if vulkan_memory_model {
        semantics |= MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
    }
    let scope = code.module.u32(Scope::Subgroup as u32);
    let semantics = code.module.u32(semantics.bits());
    code.effect(Op::ControlBarrier, [scope.into(), scope.into(), semantics.into()]);
}

/// `LocalSize`, or a `LocalSizeId` or constant `WorkgroupSize` that no specialization changes.
fn local_size(module: &Module) -> Option<[u32; 3]> {
    let decorated = module.decorations.keys().copied();
    let constant = decorated.into_iter().find(|&id| module.builtin(id, None) == Some(BuiltIn::WorkgroupSize));
    if let Some(id) = constant {
        let parts: Vec<u32> = module.globals.get(id)?.ids().map_while(|part| module.constant_u32(part)).collect();
        return parts.try_into().ok();
    }
    let mut sizes = module.execution_modes.iter().filter_map(|mode| {
        let part = |n| match ExecutionMode::from_u32(mode.word(1)?)? {
            ExecutionMode::LocalSize => mode.word(n),
            ExecutionMode::LocalSizeId => module.constant_u32(mode.id(n)?),
            _ => None,
        };
        Some([part(2)?, part(3)?, part(4)?])
    });
    let first = sizes.next()?;
    sizes.all(|size| size == first).then_some(first)
}
