//! A mesh shader becomes a compute shader that writes a record.

use meshwork_abi::RecordLayout;
use meshwork_spirv::Module;
use meshwork_spirv::spirv::Decoration;

use crate::effects::lower_effects;
use crate::error::Result;
use crate::interface::{Interface, Roles};
use crate::memory::{Base, BaseVariables, Region, Sharing};
use crate::outputs::Outputs;
use crate::prologue::{Clear, Kind, Uses, add_entry_point};
use crate::record::RecordStruct;
use crate::rewrite::{Record, Rewrite, Role, rewrite};
use crate::stage::ComputeStage;

pub fn lower_mesh(
    mut stage: ComputeStage,
    interface: Interface,
    outputs: &Outputs,
    record: &RecordStruct,
    layout: &RecordLayout,
) -> Result<Vec<u32>> {
    let stage = &mut stage;
    let payload = layout.task_workgroup_size.map(|_| Sharing::Alone);
    let Roles { mut roles, privates } = interface.assign_roles(stage, payload)?;
    roles.extend(outputs.variables.keys().map(|&id| (id, Role::Output)));
    let region = Region { base: Base::Record, ty: record.ty, sharing: Sharing::Written };
    let effects = lower_effects(&mut stage.module, stage.main)?;
    let mut bases = BaseVariables::default();
    let pass = Rewrite {
        roles: &roles,
        record: Some(Record { outputs, region, members: &record.members }),
        layouts: &mut stage.layouts,
        variables: &mut bases,
        exchanges: true,
    };
    rewrite(&mut stage.module, pass)?;
    strip_output_decorations(&mut stage.module, outputs);
    // Last, when it is known what the program uses.
    let clears = clears(stage, outputs, record)?;
    let kind = Kind::Mesh { layout, record: region, clears: &clears };
    let uses = Uses { builtins: &privates, bases: &bases, effects: &effects, payload_bytes: layout.payload_bytes };
    add_entry_point(stage, &kind, &uses)?;
    Ok(stage.finish())
}

/// The arrays of the record that may stay partly unwritten.
fn clears(stage: &mut ComputeStage, outputs: &Outputs, record: &RecordStruct) -> Result<Vec<Clear>> {
    let mut clears = Vec::new();
    for (attribute, member) in outputs.attributes.iter().zip(&record.members) {
        if let (Some(member), true) = (*member, attribute.cleared) {
            let ty = stage.layouts.lay(&mut stage.module, attribute.ty)?.ty;
            clears.push(Clear { member, count: outputs.maximum(attribute.rate), ty });
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
