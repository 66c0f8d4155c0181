//! A task shader that says at one place how many mesh workgroups it wants: at the end of the entry point.
//!
//! So workgroups beyond all draws need no place of their own. And it helps: lavapipe (Mesa 25.0) takes the last of several
//! `OpEmitMeshTasksEXT` that depend on what was loaded from memory, whichever is executed.

use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Code, Id, Operand};

use crate::effects::lower_effects;
use crate::entry::add_function;
use crate::error::Result;
use crate::stage::ComputeStage;

pub struct Emit {
    /// Private variable: what the program asked for.
    pub groups: Id,
    payload: Option<Id>,
}

impl Emit {
    /// Makes `OpEmitMeshTasksEXT` store its counts and return. `payload` is what is sent.
    pub fn gather(stage: &mut ComputeStage, payload: Option<Id>) -> Result<Self> {
        let effects = lower_effects(&mut stage.module, stage.main)?;
        let module = &mut stage.module;
        let uvec3 = module.uvec_type(3);
        let groups = module.variable(StorageClass::Private, uvec3);
        module.set_name(groups, "groups");
        if let Some(id) = effects.emit_mesh_tasks {
            add_function(module, id, "emit_mesh_tasks", 3, |code, counts| {
                let uvec3 = code.module.uvec_type(3);
                let counts = code.construct(uvec3, counts);
                code.store(groups, counts);
                Ok(())
            })?;
        }
        Ok(Self { groups, payload })
    }

    /// Ends the entry point.
    pub fn write(&self, code: &mut Code<'_>) {
        let (uvec3, u32) = (code.module.uvec_type(3), code.module.u32_type());
        let groups = code.load(uvec3, self.groups);
        let counts = (0..3).map(|n| code.extract(u32, groups, n)).collect::<Vec<_>>();
        let operands: Vec<Operand> = counts.into_iter().chain(self.payload).map(Operand::Id).collect();
        code.effect(Op::EmitMeshTasksEXT, operands);
    }
}
