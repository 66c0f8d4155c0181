//! The variables of a task or mesh shader that a compute shader cannot have as they are.

use std::collections::HashMap;

use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};
use meshwork_spirv::{Id, Module};

use crate::TargetProfile;
use crate::access::Places;
use crate::error::{ErrorKind, Result, limit};
use crate::layout::{Widths, explicit_size, make_struct_at};
use crate::limits::{allow_storage, require};
use crate::memory::{Base, Region, Sharing, is_vulkan};
use crate::rewrite::Role;
use crate::stage::ComputeStage;
use crate::tables::read_only;

/// Bytes of a payload in memory. `maxTaskPayloadSize` is 16 KiB everywhere; scalars of one byte take four.
const MAX_PAYLOAD: u32 = 65_536;

/// The variables of a compute stage that change their storage.
pub struct Interface {
    payload: Option<Id>,
    /// In memory, a multiple of 16.
    pub payload_bytes: u32,
    push_constants: Option<Id>,
    /// To the end of the furthest member.
    pub push_constant_bytes: u32,
    /// Built-in inputs that become Private variables.
    builtins: Vec<(BuiltIn, Id)>,
}

/// Inputs whose values come from the run's tables.
const REPLACED_BUILTINS: [BuiltIn; 5] =
    [BuiltIn::WorkgroupId, BuiltIn::NumWorkgroups, BuiltIn::GlobalInvocationId, BuiltIn::DrawIndex, BuiltIn::ViewIndex];

impl Interface {
    pub fn find(stage: &mut ComputeStage, profile: &TargetProfile) -> Result<Self> {
        let payload = payload(stage)?;
        let push_constants = push_constants(stage)?;
        let builtins = stage.variables(StorageClass::Input).filter_map(|variable| {
            let id = variable.result?;
            stage
                .module
                .builtin(id, None)
                .filter(|builtin| {
                    REPLACED_BUILTINS.contains(builtin) || stage.is_flattened && *builtin == BuiltIn::LocalInvocationId
                })
                .map(|builtin| (builtin, id))
        });
        let builtins = builtins.collect();

        let payload_bytes = payload.map_or(Ok(0), |(_, pointer)| payload_bytes(stage, pointer, profile))?;
        let push_constant_bytes =
            push_constants.map_or(Ok(0), |(_, pointer)| move_push_constants(&mut stage.module, pointer, profile))?;
        let (payload, push_constants) = (payload.map(|(id, _)| id), push_constants.map(|(id, _)| id));
        Ok(Self { payload, payload_bytes, push_constants, push_constant_bytes, builtins })
    }

    /// The input variable `ViewIndex`.
    pub fn view_index(&self) -> Option<Id> {
        self.builtins.iter().find(|(builtin, _)| *builtin == BuiltIn::ViewIndex).map(|&(_, id)| id)
    }

    /// Something other than a store or an emit names the payload.
    pub fn reads_payload(&self, module: &Module) -> Result<bool> {
        let places = Places::find(module, self.payload)?;
        let mut code = module.functions.iter().flat_map(|function| &function.body);
        Ok(code.any(|instruction| {
            let reads = match instruction.op {
                Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject | Op::EmitMeshTasksEXT => return false,
                // The pointer is the first operand of both.
                Op::Store | Op::CopyMemory => 1,
                _ => 0,
            };
            instruction.ids().skip(reads).any(|id| places.get(id).is_some())
        }))
    }

    /// Gives each variable its new place. `payload` tells how invocations share the payload; there is none without a task
    /// shader, where a mesh shader may declare one that it does not read.
    pub fn assign_roles(&self, stage: &mut ComputeStage, payload: Option<Sharing>) -> Result<Roles> {
        let ComputeStage { module, layouts, .. } = stage;
        let mut roles = HashMap::new();
        let mut privates = Vec::new();
        for &(builtin, id) in &self.builtins {
            let variable = make_private(module, id)?;
            privates.push((builtin, variable));
            roles.insert(id, Role::Private(variable));
        }
        if let Some(id) = self.push_constants {
            roles.insert(id, push_constants_role(module, id)?);
        }
        if let (Some(id), None) = (self.payload, payload) {
            roles.insert(id, Role::Zero);
        }
        if let (Some(id), Some(sharing)) = (self.payload, payload) {
            let ty = pointee(module, id)?;
            let laid = layouts.lay(module, ty)?;
            let block = make_struct_at(module, &[(laid.ty, 0)])?;
            module.decorate(block, Decoration::Block, &[]);
            module.set_name(block, "Payload");
            match sharing {
                Sharing::Alone => module.decorate_member(block, 0, Decoration::NonWritable, &[]),
                Sharing::Exchanged if !is_vulkan(module) => {
                    module.decorate_member(block, 0, Decoration::Coherent, &[]);
                }
                Sharing::Exchanged | Sharing::Written => {}
            }
            roles.insert(id, Role::Payload(Region { base: Base::Payload, ty: block, sharing }));
        }
        Ok(Roles { roles, privates })
    }
}

/// The payload variable and its pointer type.
pub fn payload(stage: &ComputeStage) -> Result<Option<(Id, Id)>> {
    single(stage, StorageClass::TaskPayloadWorkgroupEXT, "more than one payload variable in an entry point")
}

/// The block of push constants and its pointer type.
pub fn push_constants(stage: &ComputeStage) -> Result<Option<(Id, Id)>> {
    single(stage, StorageClass::PushConstant, "more than one push constant block in an entry point")
}

fn single(stage: &ComputeStage, class: StorageClass, what: &'static str) -> Result<Option<(Id, Id)>> {
    let ids: Vec<(Id, Id)> = stage.variables(class).filter_map(|variable| variable.result.zip(variable.ty)).collect();
    match ids[..] {
        [] => Ok(None),
        [variable] => Ok(Some(variable)),
        [_, (second, _), ..] => Err(ErrorKind::unsupported(what, second)),
    }
}

/// Bytes of a block of push constants to the end of its furthest member; declares what a module needs to read it from a
/// buffer.
pub fn move_push_constants(module: &mut Module, pointer: Id, profile: &TargetProfile) -> Result<u32> {
    let (_, ty) = module.pointee(pointer)?;
    let mut widths = Widths::default();
    widths.add(module, ty)?;
    allow_storage(module, widths, profile)?;
    explicit_size(module, ty)
}

pub fn pointee(module: &Module, variable: Id) -> Result<Id> {
    let pointer = module.globals.get(variable).and_then(|definition| definition.ty);
    Ok(module.pointee(pointer.unwrap_or(variable))?.1)
}

/// A Private variable to stand for the input `id`.
pub fn make_private(module: &mut Module, id: Id) -> Result<Id> {
    let ty = pointee(module, id)?;
    let variable = module.variable(StorageClass::Private, ty);
    module.copy_name(id, variable);
    Ok(variable)
}

/// The block `id` in memory.
pub fn push_constants_role(module: &mut Module, id: Id) -> Result<Role> {
    let ty = pointee(module, id)?;
    let ty = read_only_copy(module, ty);
    Ok(Role::PushConstants(Region { base: Base::PushConstants, ty, sharing: Sharing::Alone }))
}

/// A struct like `ty` whose members are not written: drivers load from it what scalar units can load. The struct itself may
/// be one that the program writes elsewhere.
fn read_only_copy(module: &mut Module, ty: Id) -> Id {
    let Some(members) = module.globals.get(ty).map(|definition| definition.operands.clone()) else { return ty };
    let count = members.len() as u32;
    let copy = module.make_global(Op::TypeStruct, None, members);
    module.copy_decorations(ty, copy);
    module.copy_name(ty, copy);
    read_only(module, copy, count);
    copy
}

fn payload_bytes(stage: &mut ComputeStage, pointer: Id, profile: &TargetProfile) -> Result<u32> {
    let (_, ty) = stage.module.pointee(pointer)?;
    let size = stage.layouts.lay(&mut stage.module, ty)?.size;
    limit("the size of the payload in memory in bytes", size, MAX_PAYLOAD)?;
    let mut widths = Widths::default();
    widths.add(&stage.module, ty)?;
    if widths.has_64 && stage.module.has_capability(Capability::Int64Atomics) {
        require(profile.buffer_int64_atomics, "shaderBufferInt64Atomics")?;
    }
    Ok(size.next_multiple_of(16))
}

/// What became of the variables.
pub struct Roles {
    pub roles: HashMap<Id, Role>,
    /// The Private variables that stand for built-in inputs.
    pub privates: Vec<(BuiltIn, Id)>,
}
