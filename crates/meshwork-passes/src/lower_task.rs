//! A task shader becomes a compute shader.

use meshwork_abi::RecordLayout;

use crate::effects::lower_effects;
use crate::error::Result;
use crate::interface::{Interface, Roles};
use crate::memory::{BaseVariables, Sharing};
use crate::prologue::{Kind, Uses, add_entry_point};
use crate::rewrite::{Rewrite, rewrite};
use crate::stage::ComputeStage;

pub fn lower_task(mut stage: ComputeStage, interface: Interface, layout: &RecordLayout) -> Result<Vec<u32>> {
    let stage = &mut stage;
    // Most task shaders only write their payload: then no invocation waits for what another one wrote.
    let sharing = if interface.reads_payload(&stage.module)? { Sharing::Exchanged } else { Sharing::Written };
    let Roles { roles, privates } = interface.assign_roles(stage, Some(sharing))?;
    // Before accesses are rewritten: the payload that an emit names is gone afterwards.
    let effects = lower_effects(&mut stage.module, stage.main)?;
    let mut bases = BaseVariables::default();
    let (layouts, variables) = (&mut stage.layouts, &mut bases);
    let pass = Rewrite { roles: &roles, record: None, layouts, variables, exchanges: true };
    rewrite(&mut stage.module, pass)?;
    // Last, when it is known what the program uses.
    let uses = Uses { builtins: &privates, bases: &bases, effects: &effects, payload_bytes: layout.payload_bytes };
    add_entry_point(stage, &Kind::Task, &uses)?;
    Ok(stage.finish())
}
