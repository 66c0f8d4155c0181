//! A mesh shader becomes a compute shader that writes a record.

use meshwork_abi::RecordLayout;
use meshwork_spirv::Module;
use meshwork_spirv::spirv::Decoration;

use crate::effects::lower_effects;
use crate::error::Result;
use crate::interface::{Interface, Roles};
use crate::invariance::keep_invariance;
use crate::memory::{BaseVariables, Sharing};
use crate::outputs::Outputs;
use crate::prologue::{Clear, Kind, Uses, add_entry_point};
use crate::record::RecordBlocks;
use crate::rewrite::{Record, Rewrite, Role, rewrite};
use crate::stage::ComputeStage;

pub fn lower_mesh(
    mut stage: ComputeStage,
    interface: Interface,
    outputs: &Outputs,
    blocks: &RecordBlocks,
    layout: &RecordLayout,
) -> Result<Vec<u32>> {
    let stage = &mut stage;
    let payload = layout.task_workgroup_size.map(|_| Sharing::Alone);
    let Roles { mut roles, privates } = interface.assign_roles(stage, payload)?;
    roles.extend(outputs.variables.keys().map(|&id| (id, Role::Output)));
    keep_invariance(&mut stage.module);
    let record = Record { outputs, blocks };
    let effects = lower_effects(&mut stage.module, stage.main)?;
    let mut bases = BaseVariables::default();
    let pass = Rewrite {
        roles: &roles,
        record: Some(record),
        layouts: &mut stage.layouts,
        variables: &mut bases,
        exchanges: true,
    };
    rewrite(&mut stage.module, pass)?;
    strip_output_decorations(&mut stage.module, outputs);
    // Last, when it is known what the program uses.
    let clears = clears(stage, record)?;
    let kind = Kind::Mesh { layout, clears: &clears };
    let uses = Uses { builtins: &privates, bases: &bases, effects: &effects, payload_bytes: layout.payload_bytes };
    add_entry_point(stage, &kind, &uses)?;
    Ok(stage.finish())
}

/// What of the record may stay partly unwritten.
fn clears<'a>(stage: &mut ComputeStage, record: Record<'a>) -> Result<Vec<Clear<'a>>> {
    let mut clears = Vec::new();
    for (attribute, member) in record.outputs.attributes.iter().zip(&record.blocks.members) {
        if let (Some(member), true) = (*member, attribute.cleared) {
            let ty = stage.layouts.lay(&mut stage.module, attribute.ty)?.ty;
            let (rate, blocks) = (attribute.rate, record.blocks);
            let (region, count) = (record.region(rate), record.outputs.maximum(rate));
            clears.push(Clear { blocks, rate, region, member, count, ty });
        }
    }
    Ok(clears)
}

/// A block's type may stay in use as the type of a value; as such it has no built-ins and locations.
fn strip_output_decorations(module: &mut Module, outputs: &Outputs) {
    let interface = [
        Decoration::Block,
        Decoration::BuiltIn,
        Decoration::Location,
        Decoration::Component,
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
