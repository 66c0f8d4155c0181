//! The order of the passes.

use std::collections::HashMap;

use meshwork_abi::RecordLayout;
use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionModel, MemoryModel, Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module};

use crate::effects::lower_effects;
use crate::error::{Error, ErrorKind, Result, ShaderStage, limit};
use crate::fragment::FragmentInputs;
use crate::layout::{Layouts, Widths, explicit_size, make_struct_at};
use crate::limits::{allow_storage, check_compute, require};
use crate::memory::{Base, BaseVariables, Region, Sharing, allow_addresses};
use crate::monomorphize::monomorphize;
use crate::outputs::Outputs;
use crate::prologue::{Clear, Kind, Uses, add_entry_point};
use crate::record::RecordStruct;
use crate::rewrite::{Record, Rewrite, Role, rewrite};
use crate::stage::ComputeStage;
use crate::strip::{strip_capabilities, strip_unused};
use crate::{Lowered, MeshShaders, TargetProfile, vertex};

/// Bytes of a payload in memory. `maxTaskPayloadSize` is 16 KiB everywhere; scalars of one byte take four.
const MAX_PAYLOAD: u32 = 65_536;

/// Lowers a pipeline's shaders for a device.
pub fn lower(shaders: &MeshShaders<'_>, profile: &TargetProfile) -> Result<Lowered, Error> {
    use ShaderStage::{Fragment, Mesh, Task};
    // Reading verifies and specializes: passes see plain numbers and one entry point.
    let mut mesh =
        ComputeStage::read(&shaders.mesh, ExecutionModel::MeshEXT, profile).map_err(|error| error.at(Mesh))?;
    let task = shaders.task.as_ref().map(|task| ComputeStage::read(task, ExecutionModel::TaskEXT, profile));
    let mut task = task.transpose().map_err(|error| error.at(Task))?;
    let fragment = shaders.fragment.as_ref().map(FragmentInputs::read).transpose();
    let fragment = fragment.map_err(|error| error.at(Fragment))?;

    let task_interface =
        task.as_mut().map(|task| Interface::prepare(task, profile)).transpose().map_err(|error| error.at(Task))?;
    let mesh_interface = Interface::prepare(&mut mesh, profile).map_err(|error| error.at(Mesh))?;
    if mesh_interface.payload.is_some() && task.is_none() {
        return Err(ErrorKind::unsupported("reading a payload without a task shader", mesh_interface.payload).at(Mesh));
    }
    // After the interface is prepared: stores behind function parameters count too.
    let outputs = Outputs::gather(&mesh, fragment.as_ref()).map_err(|error| error.at(Mesh))?;

    // The declared forms agree; a shader that declares less than the other must not make the payload smaller.
    let payload_bytes =
        task_interface.as_ref().map_or(0, |interface| interface.payload_bytes).max(mesh_interface.payload_bytes);
    let shared = Shared { payload_bytes, profile };
    let push_constant_bytes =
        mesh_interface.push_constant_bytes.max(task_interface.as_ref().map_or(0, |i| i.push_constant_bytes));
    let after_task = task.is_some();
    let lowered_task = match (&mut task, task_interface) {
        (Some(task), Some(interface)) => Some(lower_task(task, interface, &shared).map_err(|error| error.at(Task))?),
        _ => None,
    };
    // Before the mesh module is rewritten: the vertex stage is made from its types and decorations.
    let plan = plan_record(&mesh, &outputs).map_err(|error| error.at(Mesh))?;
    let layout = RecordLayout {
        payload_bytes,
        push_constant_bytes,
        task_workgroup_size: task.as_ref().map(|task| task.workgroup_size),
        ..plan.layout(&outputs, mesh.workgroup_size)
    };
    let generated = vertex::generate(&mesh.module, &outputs, &layout, fragment.as_ref(), profile);
    let (vertex, primitive_id) = generated.map_err(|error| error.at(Mesh))?;
    let mesh = lower_mesh(mesh, mesh_interface, &outputs, after_task, &shared).map_err(|error| error.at(Mesh))?;
    let fragment = match (&shaders.fragment, &fragment) {
        (Some(stage), Some(inputs)) => {
            Some(inputs.lower(stage, primitive_id, profile).map_err(|error| error.at(Fragment))?)
        }
        _ => None,
    };
    Ok(Lowered { task: lowered_task, mesh, vertex: vertex.write(), fragment, layout })
}

/// What both compute stages know.
struct Shared<'a> {
    payload_bytes: u32,
    profile: &'a TargetProfile,
}

/// The record's layout, found on a scratch module.
fn plan_record(mesh: &ComputeStage, outputs: &Outputs) -> Result<RecordStruct> {
    let mut scratch = mesh.module.clone();
    RecordStruct::declare(&mut scratch, &mut Layouts::default(), outputs, |_, ty| Ok(ty))
}

/// The variables of a compute stage that change their storage.
struct Interface {
    payload: Option<Id>,
    payload_bytes: u32,
    push_constants: Option<Id>,
    push_constant_bytes: u32,
    /// Built-in inputs that become Private variables.
    builtins: Vec<(BuiltIn, Id)>,
    layouts: Layouts,
}

/// Inputs whose values come from the run's tables.
const REPLACED_BUILTINS: [BuiltIn; 5] =
    [BuiltIn::WorkgroupId, BuiltIn::NumWorkgroups, BuiltIn::GlobalInvocationId, BuiltIn::DrawIndex, BuiltIn::ViewIndex];

impl Interface {
    fn prepare(stage: &mut ComputeStage, profile: &TargetProfile) -> Result<Self> {
        // Capabilities that only the old stage needs go first: the device is not asked for them.
        strip_capabilities(&mut stage.module);
        check_compute(stage, profile)?;
        // Before variables are looked at: afterwards every access names its variable.
        monomorphize(&mut stage.module, stage.main)?;
        let mut layouts = Layouts::default();
        let single = |class, what| {
            let ids: Vec<(Id, Id)> =
                stage.variables(class).filter_map(|variable| variable.result.zip(variable.ty)).collect();
            match ids[..] {
                [] => Ok(None),
                [variable] => Ok(Some(variable)),
                [_, (second, _), ..] => Err(ErrorKind::unsupported(what, second)),
            }
        };
        let payload =
            single(StorageClass::TaskPayloadWorkgroupEXT, "more than one payload variable in an entry point")?;
        let push_constants = single(StorageClass::PushConstant, "more than one push constant block in an entry point")?;
        let builtins = stage.variables(StorageClass::Input).filter_map(|variable| {
            let id = variable.result?;
            stage
                .module
                .builtin(id, None)
                .filter(|builtin| REPLACED_BUILTINS.contains(builtin))
                .map(|builtin| (builtin, id))
        });
        let builtins = builtins.collect();

        let mut payload_bytes = 0;
        if let Some((_, pointer)) = payload {
            let (_, ty) = stage.module.pointee(pointer)?;
            let size = layouts.lay(&mut stage.module, ty)?.size;
            limit("the size of the payload in memory in bytes", size, MAX_PAYLOAD)?;
            payload_bytes = size.next_multiple_of(16);
            let mut widths = Widths::default();
            widths.add(&stage.module, ty)?;
            if widths.has_64 && stage.module.has_capability(Capability::Int64Atomics) {
                require(profile.buffer_int64_atomics, "shaderBufferInt64Atomics")?;
            }
        }
        let mut push_constant_bytes = 0;
        if let Some((_, pointer)) = push_constants {
            push_constant_bytes = explicit_size(&stage.module, stage.module.pointee(pointer)?.1)?;
        }
        let (payload, push_constants) = (payload.map(|(id, _)| id), push_constants.map(|(id, _)| id));
        Ok(Self { payload, payload_bytes, push_constants, push_constant_bytes, builtins, layouts })
    }

    /// Gives each variable its new place. `exchanges`: invocations of the workgroup share the payload.
    fn roles(&mut self, stage: &mut ComputeStage, exchanges: bool, shared: &Shared<'_>) -> Result<Roles> {
        let module = &mut stage.module;
        let mut roles = HashMap::new();
        let mut privates = Vec::new();
        let mut widths = Widths::default();
        let pointee = |module: &Module, id| {
            let pointer = module.globals.get(id).and_then(|variable| variable.ty);
            Ok::<_, ErrorKind>(module.pointee(pointer.unwrap_or(id))?.1)
        };
        for &(builtin, id) in &self.builtins {
            let ty = pointee(module, id)?;
            let variable = module.variable(StorageClass::Private, ty);
            if let Some(names) = module.names.get(&id).cloned() {
                let renamed = names.into_iter().map(|mut name| {
                    name.operands[0] = variable.into();
                    name
                });
                module.names.insert(variable, renamed.collect());
            }
            privates.push((builtin, variable));
            roles.insert(id, Role::Private(variable));
        }
        if let Some(id) = self.push_constants {
            let ty = pointee(module, id)?;
            widths.add(module, ty)?;
            roles.insert(id, Role::PushConstants(Region { base: Base::PushConstants, ty, sharing: Sharing::Alone }));
        }
        if let Some(id) = self.payload {
            let ty = pointee(module, id)?;
            let laid = self.layouts.lay(module, ty)?;
            let block = make_struct_at(module, &[(laid.ty, 0)])?;
            module.decorate(block, Decoration::Block, &[]);
            module.set_name(block, "Payload");
            if !exchanges {
                module.decorate_member(block, 0, Decoration::NonWritable, &[]);
            } else if module.memory_model != MemoryModel::Vulkan {
                module.decorate_member(block, 0, Decoration::Coherent, &[]);
            }
            let sharing = if exchanges { Sharing::Exchanged } else { Sharing::Alone };
            roles.insert(id, Role::Payload(Region { base: Base::Payload, ty: block, sharing }));
        }
        allow_storage(module, widths, shared.profile)?;
        Ok(Roles { roles, privates })
    }
}

struct Roles {
    roles: HashMap<Id, Role>,
    privates: Vec<(BuiltIn, Id)>,
}

fn lower_task(stage: &mut ComputeStage, mut interface: Interface, shared: &Shared<'_>) -> Result<Vec<u32>> {
    let Roles { roles, privates } = interface.roles(stage, true, shared)?;
    let effects = lower_effects(&mut stage.module, stage.main)?;
    let mut bases = BaseVariables::default();
    let pass = Rewrite { roles: &roles, record: None, layouts: &mut interface.layouts, variables: &mut bases };
    rewrite(&mut stage.module, pass)?;
    let uses = Uses { builtins: &privates, bases: &bases, effects: &effects, payload_bytes: shared.payload_bytes };
    add_entry_point(stage, &Kind::Task, &uses)?;
    Ok(finish(stage))
}

fn lower_mesh(
    mut stage: ComputeStage,
    mut interface: Interface,
    outputs: &Outputs,
    after_task: bool,
    shared: &Shared<'_>,
) -> Result<Vec<u32>> {
    let stage = &mut stage;
    let Roles { mut roles, privates } = interface.roles(stage, false, shared)?;
    roles.extend(outputs.variables.keys().map(|&id| (id, Role::Output)));
    let record = RecordStruct::declare(&mut stage.module, &mut interface.layouts, outputs, |_, ty| Ok(ty))?;
    let mut clears = Vec::new();
    for (attribute, member) in outputs.attributes.iter().zip(&record.members) {
        let Some(member) = *member else { continue };
        if attribute.cleared {
            let ty = interface.layouts.lay(&mut stage.module, attribute.ty)?.ty;
            clears.push(Clear { member, count: outputs.maximum(attribute.rate), ty });
        }
    }
    let region = Region { base: Base::Record, ty: record.ty, sharing: Sharing::Written };

    let effects = lower_effects(&mut stage.module, stage.main)?;
    let mut bases = BaseVariables::default();
    let pass = Rewrite {
        roles: &roles,
        record: Some(Record { outputs, region, members: &record.members }),
        layouts: &mut interface.layouts,
        variables: &mut bases,
    };
    rewrite(&mut stage.module, pass)?;
    strip_output_decorations(&mut stage.module, outputs);
    let kind = Kind::Mesh {
        after_task,
        record_bytes: record.bytes,
        max_vertices: outputs.max_vertices,
        max_primitives: outputs.max_primitives,
        record: region,
        clears: &clears,
    };
    let uses = Uses { builtins: &privates, bases: &bases, effects: &effects, payload_bytes: shared.payload_bytes };
    add_entry_point(stage, &kind, &uses)?;
    Ok(finish(stage))
}

/// A block's type may stay in use as the type of a value; as such it has no built-ins and locations.
fn strip_output_decorations(module: &mut Module, outputs: &Outputs) {
    let interface = [
        Decoration::Block,
        Decoration::BuiltIn,
        Decoration::Location,
        Decoration::Component,
        Decoration::PerPrimitiveEXT,
        Decoration::Flat,
        Decoration::NoPerspective,
        Decoration::Centroid,
        Decoration::Sample,
        Decoration::Invariant,
    ];
    for attribute in &outputs.attributes {
        if let (id, Some(_)) = attribute.decorated {
            interface.iter().for_each(|&decoration| module.undecorate(id, decoration));
        }
    }
}

/// What remains of the old stage goes last, when nothing refers to it.
fn finish(stage: &mut ComputeStage) -> Vec<u32> {
    let kept = |mode: &Instruction| mode.op != Op::ExecutionMode || !is_mesh_mode(mode.word(1));
    stage.module.execution_modes.retain(kept);
    allow_addresses(&mut stage.module);
    strip_unused(&mut stage.module);
    stage.module.write()
}

fn is_mesh_mode(mode: Option<u32>) -> bool {
    use meshwork_spirv::spirv::ExecutionMode as Mode;
    let modes = [
        Mode::OutputPoints,
        Mode::OutputLinesEXT,
        Mode::OutputTrianglesEXT,
        Mode::OutputVertices,
        Mode::OutputPrimitivesEXT,
    ];
    modes.iter().any(|&known| Some(known as u32) == mode)
}
