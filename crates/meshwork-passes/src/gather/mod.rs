//! Task and mesh shaders that stay what they are, and of which one draw does the work of many.
//!
//! ```text
//! first stage    ──► main: flat = …; if (flat < table.workgroups) draw = the last that begins there, program_main()
//!                    WorkgroupId, NumWorkgroups, GlobalInvocationId ──► those of the draw
//! push constants ──► the draw's, in memory; what is pushed is the table's address
//! payload        ──► { draw, payload }, where a mesh shader behind a task shader reads push constants
//! ```
//!
//! `DrawIndex` stays what it is: 0 in a direct draw, and in the one that stands for many. So is everything behind a task
//! shader but push constants: its mesh workgroups are counted from its own task.
//!
//! What differs between the draws must not reach where the specification wants one value for a whole command. The fragment
//! shader may therefore read no push constants, and must say `NonUniform` where it indexes resources. Task and mesh shaders
//! keep what was uniform: all invocations of a workgroup belong to one draw.

mod carry;
mod emit;
mod find;
mod fragment;

use std::collections::HashMap;

use meshwork_spirv::spirv::{BuiltIn, ExecutionModel, StorageClass};
use meshwork_spirv::{Id, Module};

use crate::error::{Error, InStage, Result, ShaderStage, limit};
use crate::gather::emit::Emit;
use crate::interface::{make_private, move_push_constants, payload, push_constants, push_constants_role};
use crate::limits::shared_memory;
use crate::memory::{Base, BaseVariables, allow_addresses};
use crate::monomorphize::monomorphize;
use crate::rewrite::{Rewrite, Role, rewrite};
use crate::specialize::specialize;
use crate::stage::{ComputeStage, take_workgroup_size};
use crate::strip::{strip_to_entry_point, strip_unused};
use crate::{MeshShaders, Stage, TargetProfile};

/// How much larger a payload may become. The default is what every device with mesh shaders has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadLimits {
    /// `maxTaskPayloadSize`.
    pub bytes: u32,
    /// `maxTaskPayloadAndSharedMemorySize`.
    pub with_task_memory: u32,
    /// `maxMeshPayloadAndSharedMemorySize`.
    pub with_mesh_memory: u32,
    /// `maxMeshPayloadAndOutputMemorySize` − `maxMeshOutputMemorySize`: what is left whatever the mesh shader puts out.
    pub beside_outputs: u32,
}

impl Default for PayloadLimits {
    fn default() -> Self {
        Self { bytes: 16_384, with_task_memory: 32_768, with_mesh_memory: 28_672, beside_outputs: 47_104 - 32_768 }
    }
}

/// What [`gather`] makes of [`MeshShaders`]; the fragment stage is the program's own.
///
/// The pipeline's layout has the program's descriptor sets and, for both stages, 8 bytes of push constants: the address of a
/// [`meshwork_abi::gathered::Table`]. Entry points keep their names. Specialization constants are frozen; those of a stage in
/// which nothing had to change are not, so both stages may be specialized as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    pub task: Option<Vec<u32>>,
    pub mesh: Vec<u32>,
    /// Bytes of push constants that the shaders read of each draw.
    pub push_constant_bytes: u32,
}

/// Makes shaders that draw many of the program's mesh draws at once. The device has mesh shaders and `bufferDeviceAddress`.
///
/// # Errors
/// Where the stages cannot be gathered, for one of the reasons above or because the payload would become too large. The draws
/// then stay apart.
pub fn gather(shaders: &MeshShaders<'_>, profile: &TargetProfile, limits: &PayloadLimits) -> Result<Gathered, Error> {
    use ShaderStage::{Fragment, Mesh, Task};
    shaders.fragment.as_ref().map_or(Ok(()), |stage| fragment::check(stage).at(Fragment))?;
    let mut mesh = Draft::read(&shaders.mesh, ExecutionModel::MeshEXT, profile).at(Mesh)?;
    let Some(task) = &shaders.task else {
        let push_constant_bytes = mesh.push_constant_bytes;
        let mesh = mesh.first_stage(push_constant_bytes, None).at(Mesh)?;
        return Ok(Gathered { task: None, mesh, push_constant_bytes });
    };
    let mut task = Draft::read(task, ExecutionModel::TaskEXT, profile).at(Task)?;
    let push_constant_bytes = task.push_constant_bytes.max(mesh.push_constant_bytes);
    if mesh.push_constants.is_none() {
        let task = Some(task.first_stage(push_constant_bytes, None).at(Task)?);
        return Ok(Gathered { task, mesh: shaders.mesh.words.to_vec(), push_constant_bytes });
    }
    let sent = task.carry_draw(limits, limits.with_task_memory).at(Task)?;
    let received = mesh.carry_draw(limits, limits.with_mesh_memory).at(Mesh)?;
    Ok(Gathered {
        task: Some(task.first_stage(push_constant_bytes, Some(sent)).at(Task)?),
        mesh: mesh.second_stage(push_constant_bytes, received).at(Mesh)?,
        push_constant_bytes,
    })
}

/// A stage on its way.
struct Draft {
    model: ExecutionModel,
    stage: ComputeStage,
    /// The block.
    push_constants: Option<Id>,
    push_constant_bytes: u32,
}

/// Built-ins of a first stage that differ between a draw and the one that stands for many.
const REPLACED_BUILTINS: [BuiltIn; 3] = [BuiltIn::WorkgroupId, BuiltIn::NumWorkgroups, BuiltIn::GlobalInvocationId];

impl Draft {
    fn read(stage: &Stage<'_>, model: ExecutionModel, profile: &TargetProfile) -> Result<Self> {
        let mut stage_read = ComputeStage::read(stage, model, profile)?;
        let (module, main) = (&mut stage_read.module, stage_read.main);
        specialize(module, stage.specialization)?;
        stage_read.workgroup_size = take_workgroup_size(module, main)?;
        strip_to_entry_point(module, main);
        // Afterwards every access names its variable.
        monomorphize(module, main)?;
        let push_constants = push_constants(&stage_read)?;
        let bytes = push_constants
            .map_or(Ok(0), |(_, pointer)| move_push_constants(&mut stage_read.module, pointer, profile))?;
        let push_constants = push_constants.map(|(id, _)| id);
        Ok(Self { model, stage: stage_read, push_constants, push_constant_bytes: bytes })
    }

    /// Makes room for the draw's index in the payload; the variable whose first member it is.
    fn carry_draw(&mut self, limits: &PayloadLimits, with_memory: u32) -> Result<Id> {
        let (variable, bytes) = carry::add_draw(&mut self.stage)?;
        limit(
            "the size of the payload with the draw's index in bytes",
            bytes,
            limits.bytes.min(limits.beside_outputs),
        )?;
        let memory = shared_memory(&self.stage.module)?.saturating_add(bytes.into());
        limit("workgroup memory and the payload with the draw's index in bytes", memory, with_memory)?;
        Ok(variable)
    }

    /// The stage that finds its draw, and sends it on in the payload.
    fn first_stage(mut self, push_constant_bytes: u32, sent: Option<Id>) -> Result<Vec<u32>> {
        let inputs: Vec<_> = self.stage.variables(StorageClass::Input).filter_map(|variable| variable.result).collect();
        let mut builtins = Vec::new();
        for id in inputs {
            let builtin = self.stage.module.builtin(id, None).filter(|builtin| REPLACED_BUILTINS.contains(builtin));
            if let Some(builtin) = builtin {
                builtins.push((builtin, id, make_private(&mut self.stage.module, id)?));
            }
        }
        let emit = if self.model == ExecutionModel::TaskEXT {
            let payload = if sent.is_some() { sent } else { payload(&self.stage)?.map(|(id, _)| id) };
            Some(Emit::gather(&mut self.stage, payload)?)
        } else {
            None
        };
        let bases = self.rewrite(builtins.iter().map(|&(_, id, private)| (id, Role::Private(private))).collect())?;
        let uses = find::Uses {
            builtins: builtins.into_iter().map(|(builtin, _, private)| (builtin, private)).collect(),
            push_constants: bases.used(Base::PushConstants),
            push_constant_bytes,
            sent,
            emit,
        };
        find::wrap_first_stage(&mut self.stage, &uses)?;
        Ok(self.finish())
    }

    /// A mesh shader whose task shader found the draw.
    fn second_stage(mut self, push_constant_bytes: u32, received: Id) -> Result<Vec<u32>> {
        let bases = self.rewrite(HashMap::new())?;
        if let Some(variable) = bases.used(Base::PushConstants) {
            find::wrap_second_stage(&mut self.stage, variable, push_constant_bytes, received)?;
        }
        Ok(self.finish())
    }

    fn rewrite(&mut self, mut roles: HashMap<Id, Role>) -> Result<BaseVariables> {
        let ComputeStage { module, layouts, .. } = &mut self.stage;
        if let Some(id) = self.push_constants {
            roles.insert(id, push_constants_role(module, id)?);
        }
        let mut variables = BaseVariables::default();
        let pass = Rewrite { roles: &roles, record: None, layouts, variables: &mut variables, exchanges: false };
        rewrite(module, pass)?;
        Ok(variables)
    }

    fn finish(mut self) -> Vec<u32> {
        let module: &mut Module = &mut self.stage.module;
        allow_addresses(module);
        strip_unused(module);
        module.write()
    }
}
