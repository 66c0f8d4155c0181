//! What is done at the start of `main`: the draw is found, and what belongs to it.

use std::mem::offset_of;

use meshwork_abi::gathered;
use meshwork_spirv::spirv::{BuiltIn, Decoration, ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Code, Id, Operand};

use crate::error::{ErrorKind, Result};
use crate::inputs::{as_type, input, is_first};
use crate::prologue::element;
use crate::stage::ComputeStage;
use crate::tables::{At, at, read_only, structure, table};
use crate::workgroups::{fill, flat_index, last_not_above, unflatten};

/// What the stage uses of its draw, beside its own workgroup.
pub struct Uses {
    /// Private variables that stand for built-in inputs.
    pub builtins: Vec<(BuiltIn, Id)>,
    /// The Private variable for the address of the draw's push constants.
    pub push_constants: Option<Id>,
    pub push_constant_bytes: u32,
    /// The payload that carries the draw's index.
    pub sent: Option<Id>,
    /// A task shader's payload, whatever it carries.
    pub payload: Option<Id>,
}

/// Members of the structures below, by their place.
mod member {
    pub const DRAWS: u32 = 0;
    pub const PUSH_CONSTANTS: u32 = 1;
    pub const DRAW_COUNT: u32 = 2;
    pub const WORKGROUPS: u32 = 3;
    pub const DRAWS_PER_WORKGROUP: u32 = 4;

    pub const GROUPS: u32 = 0;
    pub const FIRST_WORKGROUP: u32 = 1;
}

pub fn begin_first_stage(stage: &mut ComputeStage, model: ExecutionModel, uses: &Uses) -> Result<()> {
    let size = stage.workgroup_size;
    begin(stage, |code| {
        let header = find_table(code);
        let flat = flat_index(code);
        let workgroups = load(code, header, member::WORKGROUPS)?;
        let beyond = code.compare(Op::UGreaterThanEqual, flat, workgroups);
        code.when(beyond, |code| end(code, model, uses.payload));
        if uses.builtins.is_empty() && uses.push_constants.is_none() && uses.sent.is_none() {
            return Ok(());
        }
        let draws = draws(code, header)?;
        let draw = find_draw(code, header, draws, flat)?;
        fill_builtins(code, &uses.builtins, draws, draw, flat, size)?;
        if let Some(variable) = uses.push_constants {
            fill_push_constants(code, header, draw, variable, uses.push_constant_bytes)?;
        }
        if let Some(payload) = uses.sent {
            let first = is_first(code);
            code.when(first, |code| {
                let pointer = draw_in_payload(code, payload);
                code.store(pointer, draw);
            });
        }
        Ok(())
    })
}

pub fn begin_second_stage(stage: &mut ComputeStage, push_constants: Id, bytes: u32, received: Id) -> Result<()> {
    begin(stage, |code| {
        let header = find_table(code);
        let (pointer, u32) = (draw_in_payload(code, received), code.module.u32_type());
        let draw = code.load(u32, pointer);
        fill_push_constants(code, header, draw, push_constants, bytes)
    })
}

/// Puts code before the first block of `main`. The program's own code is not called but follows it, because what emits mesh
/// tasks ends the invocation.
fn begin(stage: &mut ComputeStage, write: impl FnOnce(&mut Code<'_>) -> Result<()>) -> Result<()> {
    let none = ErrorKind::malformed("an entry point without a block", stage.main);
    let at = stage.module.functions.iter().position(|function| function.id() == stage.main).ok_or(none.clone())?;
    let mut old = std::mem::take(&mut stage.module.functions[at].body);
    let first = old.first().and_then(|label| label.result).ok_or(none)?;
    let variables = old.iter().skip(1).take_while(|instruction| instruction.op == Op::Variable).count();
    let label = stage.module.fresh_id();
    let mut code = Code::new(&mut stage.module);
    code.label(label);
    // Variables stand in the first block.
    code.body.extend(old.drain(1..1 + variables));
    write(&mut code)?;
    code.branch(first);
    code.body.extend(old);
    let body = code.body;
    stage.module.functions[at].body = body;
    Ok(())
}

/// A workgroup beyond all draws makes nothing.
fn end(code: &mut Code<'_>, model: ExecutionModel, payload: Option<Id>) {
    let zero = code.module.u32(0);
    if model == ExecutionModel::TaskEXT {
        let mut operands = vec![zero.into(); 3];
        operands.extend(payload.map(Operand::Id));
        code.effect(Op::EmitMeshTasksEXT, operands);
    } else {
        code.effect(Op::SetMeshOutputsEXT, [zero.into(), zero.into()]);
        code.effect(Op::Return, []);
    }
}

/// The table whose address was pushed.
fn find_table(code: &mut Code<'_>) -> At {
    use gathered::Table;
    let address = code.module.uvec_type(2);
    let block = code.module.make_global(Op::TypeStruct, None, [address.into()]);
    code.module.decorate(block, Decoration::Block, &[]);
    code.module.decorate_member(block, 0, Decoration::Offset, &[0]);
    let variable = code.module.variable(StorageClass::PushConstant, block);
    code.module.set_name(variable, "table");
    let zero = code.module.u32(0);
    let pointer = code.chain(StorageClass::PushConstant, address, variable, &[zero]);
    let address = code.load(address, pointer);
    let members = [
        (offset_of!(Table, draws), 2, "draws"),
        (offset_of!(Table, push_constants), 2, "push_constants"),
        (offset_of!(Table, draw_count), 1, "draw_count"),
        (offset_of!(Table, workgroups), 1, "workgroups"),
        (offset_of!(Table, draws_per_workgroup), 1, "draws_per_workgroup"),
    ];
    let header = structure(code.module, "Table", &members);
    code.module.decorate(header, Decoration::Block, &[]);
    read_only(code.module, header, members.len() as u32);
    at(code, address, header)
}

fn load(code: &mut Code<'_>, at: At, member: u32) -> Result<Id> {
    let member = code.module.u32(member);
    at.load(code, &[member])
}

fn draws(code: &mut Code<'_>, header: At) -> Result<At> {
    use gathered::Draw;
    let address = load(code, header, member::DRAWS)?;
    let members = [(offset_of!(Draw, groups), 3, "groups"), (offset_of!(Draw, first_workgroup), 1, "first_workgroup")];
    let draw = structure(code.module, "Draw", &members);
    let block = table(code.module, draw, size_of::<Draw>());
    Ok(at(code, address, block))
}

/// Index of the draw that a workgroup belongs to: the one that it would be if all were of one size, else found by halving what
/// is left before or after it.
fn find_draw(code: &mut Code<'_>, header: At, draws: At, flat: Id) -> Result<Id> {
    let (u32, f32) = (code.module.u32_type(), code.module.f32_type());
    let (zero, one) = (code.module.u32(0), code.module.u32(1));
    let key = code.module.u32(member::FIRST_WORKGROUP);
    let select = |code: &mut Code<'_>, condition: Id, yes: Id, no: Id| {
        code.value(Op::Select, u32, [condition.into(), yes.into(), no.into()])
    };
    let count = load(code, header, member::DRAW_COUNT)?;
    let ratio = load(code, header, member::DRAWS_PER_WORKGROUP)?;
    let ratio = code.value(Op::Bitcast, f32, [ratio.into()]);
    let place = code.value(Op::ConvertUToF, f32, [flat.into()]);
    let place = code.value(Op::FMul, f32, [place.into(), ratio.into()]);
    let guess = code.value(Op::ConvertFToU, u32, [place.into()]);
    let last = code.u32(Op::ISub, count, one);
    let is_within = code.compare(Op::ULessThan, guess, last);
    let guess = select(code, is_within, guess, last);

    let first = draws.load(code, &[zero, guess, key])?;
    let following = code.u32(Op::IAdd, guess, one);
    let end = draws.load(code, &[zero, following, key])?;
    let has_begun = code.compare(Op::ULessThanEqual, first, flat);
    let goes_on = code.compare(Op::UGreaterThan, end, flat);
    let after = select(code, goes_on, following, count);
    let low = select(code, has_begun, guess, zero);
    let high = select(code, has_begun, after, guess);
    last_not_above(code, draws, (low, high), member::FIRST_WORKGROUP, flat)
}

fn fill_builtins(
    code: &mut Code<'_>,
    builtins: &[(BuiltIn, Id)],
    draws: At,
    draw: Id,
    flat: Id,
    size: [u32; 3],
) -> Result<()> {
    if builtins.is_empty() {
        return Ok(());
    }
    let (zero, uvec3) = (code.module.u32(0), code.module.uvec_type(3));
    let [groups, first] = [member::GROUPS, member::FIRST_WORKGROUP].map(|member| code.module.u32(member));
    let groups = draws.load(code, &[zero, draw, groups])?;
    let first = draws.load(code, &[zero, draw, first])?;
    let relative = code.u32(Op::ISub, flat, first);
    let workgroup = unflatten(code, relative, groups);
    for &(builtin, variable) in builtins {
        let value = match builtin {
            BuiltIn::NumWorkgroups => groups,
            BuiltIn::WorkgroupId => workgroup,
            _ => global_invocation_id(code, workgroup, size),
        };
        fill(code, variable, value, uvec3)?;
    }
    Ok(())
}

fn global_invocation_id(code: &mut Code<'_>, workgroup: Id, size: [u32; 3]) -> Id {
    let uvec3 = code.module.uvec_type(3);
    let (variable, ty) = input(code.module, BuiltIn::LocalInvocationId, uvec3);
    let local = code.load(ty, variable);
    let local = as_type(code, local, ty, uvec3);
    let size = size.map(|n| code.module.u32(n));
    let size = code.module.composite_constant(uvec3, &size);
    let first = code.value(Op::IMul, uvec3, [workgroup.into(), size.into()]);
    code.value(Op::IAdd, uvec3, [first.into(), local.into()])
}

fn fill_push_constants(code: &mut Code<'_>, header: At, draw: Id, variable: Id, bytes: u32) -> Result<()> {
    let base = load(code, header, member::PUSH_CONSTANTS)?;
    let stride = code.module.u32(gathered::push_constant_stride(bytes));
    let address = element(code, base, draw, stride);
    code.store(variable, address);
    Ok(())
}

fn draw_in_payload(code: &mut Code<'_>, payload: Id) -> Id {
    let (u32, zero) = (code.module.u32_type(), code.module.u32(0));
    code.chain(StorageClass::TaskPayloadWorkgroupEXT, u32, payload, &[zero])
}
