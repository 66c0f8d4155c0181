//! The draw's index beside what a task shader sends.

use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Operand};

use crate::error::Result;
use crate::interface;
use crate::layout::workgroup_size;
use crate::stage::ComputeStage;

const CLASS: StorageClass = StorageClass::TaskPayloadWorkgroupEXT;

/// Makes the payload a struct of the draw's index and the program's payload, if it has one. The new variable, and its bytes.
///
/// The index comes first: there it lies in the same place for both stages, whatever the rest is.
pub fn add_draw(stage: &mut ComputeStage) -> Result<(Id, u32)> {
    let payload = interface::payload(stage)?;
    let module = &mut stage.module;
    let mut members = vec![module.u32_type()];
    if let Some((_, pointer)) = payload {
        members.push(module.pointee(pointer)?.1);
    }
    let members: Vec<Operand> = members.into_iter().map(Into::into).collect();
    let block = module.make_global(Op::TypeStruct, None, members);
    module.set_name(block, "DrawAndPayload");
    let variable = module.variable(CLASS, block);
    module.set_name(variable, "draw_and_payload");
    if let Some((payload, pointer)) = payload {
        let mut functions = std::mem::take(&mut module.functions);
        let one = module.u32(1);
        for function in &mut functions {
            let part = module.fresh_id();
            let part = Instruction::new(Op::AccessChain, Some(pointer), Some(part), [variable.into(), one.into()]);
            replace(&mut function.body, payload, part);
        }
        module.functions = functions;
    }
    let (bytes, _) = workgroup_size(module, block)?;
    Ok((variable, u32::try_from(bytes).unwrap_or(u32::MAX)))
}

/// Replaces the variable by a pointer made at the function's start, where the function uses it.
fn replace(body: &mut Vec<Instruction>, payload: Id, part: Instruction) {
    let Some(pointer) = part.result else { return };
    let mut used = false;
    for instruction in body.iter_mut() {
        instruction.map_ids(|id| {
            used |= id == payload;
            if id == payload { pointer } else { id }
        });
    }
    if used {
        let variables = body.iter().skip(1).take_while(|instruction| instruction.op == Op::Variable).count();
        body.insert(1 + variables, part);
    }
}
