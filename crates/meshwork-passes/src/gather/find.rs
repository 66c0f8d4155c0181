//! The entry point: finds the draw and what belongs to it, and calls the program's `main`.

use std::mem::offset_of;

use meshwork_abi::gathered;
use meshwork_spirv::spirv::{BuiltIn, Decoration, Op, StorageClass};
use meshwork_spirv::{Code, Function, Id, Instruction};

use crate::arithmetic::element;
use crate::error::Result;
use crate::gather::emit::Emit;
use crate::inputs::is_first;
use crate::stage::ComputeStage;
use crate::tables::{At, at, read_only, structure, table};
use crate::workgroups::{fill, flat_index_of_any, last_not_above, load_uvec3, unflatten};

/// What the stage uses of its draw, beside its own workgroup.
pub struct Uses {
    /// Private variables that stand for built-in inputs.
    pub builtins: Vec<(BuiltIn, Id)>,
    /// The Private variable for the address of the draw's push constants.
    pub push_constants: Option<Id>,
    pub push_constant_bytes: u32,
    /// The payload that carries the draw's index.
    pub sent: Option<Id>,
    /// How a task shader ends.
    pub emit: Option<Emit>,
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

/// Wraps the `main` of a stage that finds its draw.
pub fn wrap_first_stage(stage: &mut ComputeStage, uses: &Uses) -> Result<()> {
    let size = stage.workgroup_size;
    wrap(stage, |code, program| {
        let header = find_table(code);
        let flat = flat_index_of_any(code);
        let workgroups = load(code, header, member::WORKGROUPS)?;
        let write_rest = |code: &mut Code<'_>| -> Result<()> {
            find_all(code, uses, header, flat, size)?;
            call(code, program);
            Ok(())
        };
        match &uses.emit {
            Some(emit) => {
                let uvec3 = code.module.uvec_type(3);
                let none = code.module.null(uvec3);
                code.store(emit.groups, none);
                let is_within = code.compare(Op::ULessThan, flat, workgroups);
                code.when(is_within, write_rest)?;
                emit.write(code);
            }
            None => {
                let beyond = code.compare(Op::UGreaterThanEqual, flat, workgroups);
                code.when(beyond, |code| {
                    let zero = code.module.u32(0);
                    code.effect(Op::SetMeshOutputsEXT, [zero.into(), zero.into()]);
                    code.effect(Op::Return, []);
                });
                write_rest(code)?;
                code.effect(Op::Return, []);
            }
        }
        Ok(())
    })
}

/// Wraps the `main` of a mesh shader whose task shader found the draw.
pub fn wrap_second_stage(stage: &mut ComputeStage, push_constants: Id, bytes: u32, received: Id) -> Result<()> {
    wrap(stage, |code, program| {
        let header = find_table(code);
        let (pointer, u32) = (draw_in_payload(code, received), code.module.u32_type());
        let draw = code.load(u32, pointer);
        fill_push_constants(code, header, draw, push_constants, bytes)?;
        call(code, program);
        code.effect(Op::Return, []);
        Ok(())
    })
}

/// Gives the entry point a new function, which is written around the program's.
fn wrap(stage: &mut ComputeStage, write: impl FnOnce(&mut Code<'_>, Id) -> Result<()>) -> Result<()> {
    let (module, program) = (&mut stage.module, stage.main);
    let (main, label) = (module.fresh_id(), module.fresh_id());
    let mut code = Code::new(module);
    code.label(label);
    write(&mut code, program)?;
    let body = code.body;
    let void = module.void_type();
    let ty = module.function_type(void, &[]);
    let definition = Instruction::new(Op::Function, Some(void), Some(main), [0.into(), ty.into()]);
    module.functions.push(Function { definition, parameters: Vec::new(), body });
    module.names.remove(&program);
    module.set_name(program, "program_main");
    module.set_name(main, "main");
    // There is one entry point.
    module.entry_points.iter_mut().for_each(|entry| entry.function = main);
    module.execution_modes.iter_mut().for_each(|mode| mode.operands[0] = main.into());
    stage.main = main;
    Ok(())
}

fn call(code: &mut Code<'_>, function: Id) {
    let void = code.module.void_type();
    code.value(Op::FunctionCall, void, [function.into()]);
}

/// Finds the draw, and all that the stage uses of it.
fn find_all(code: &mut Code<'_>, uses: &Uses, header: At, flat: Id, size: [u32; 3]) -> Result<()> {
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
    let local = load_uvec3(code, BuiltIn::LocalInvocationId);
    let size = size.map(|n| code.module.u32(n));
    let size = code.module.composite_constant(uvec3, &size);
    let first = code.value(Op::IMul, uvec3, [workgroup.into(), size.into()]);
    code.value(Op::IAdd, uvec3, [first.into(), local.into()])
}

fn fill_push_constants(code: &mut Code<'_>, header: At, draw: Id, variable: Id, bytes: u32) -> Result<()> {
    let base = load(code, header, member::PUSH_CONSTANTS)?;
    let address = element(code, base, draw, gathered::push_constant_stride(bytes));
    code.store(variable, address);
    Ok(())
}

fn draw_in_payload(code: &mut Code<'_>, payload: Id) -> Id {
    let (u32, zero) = (code.module.u32_type(), code.module.u32(0));
    code.chain(StorageClass::TaskPayloadWorkgroupEXT, u32, payload, &[zero])
}
