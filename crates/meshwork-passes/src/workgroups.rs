//! Workgroups of many draws in a row: a workgroup's place in it, and whose it is.

use meshwork_abi::gpu;
use meshwork_spirv::spirv::{BuiltIn, Op};
use meshwork_spirv::{Code, Id, Instruction};

use crate::error::Result;
use crate::inputs::{as_type, input};
use crate::tables::At;

/// `WorkgroupId.y * DISPATCH_WIDTH + WorkgroupId.x`.
pub fn flat_index(code: &mut Code<'_>) -> Id {
    let id = load_uvec3(code, BuiltIn::WorkgroupId);
    flatten(code, id, |code| code.module.u32(gpu::DISPATCH_WIDTH))
}

/// `WorkgroupId.y * NumWorkgroups.x + WorkgroupId.x`: the dispatch may have any width.
pub fn flat_index_of_any(code: &mut Code<'_>) -> Id {
    let (id, count) = (load_uvec3(code, BuiltIn::WorkgroupId), load_uvec3(code, BuiltIn::NumWorkgroups));
    let u32 = code.module.u32_type();
    flatten(code, id, |code| code.extract(u32, count, 0))
}

fn flatten<'m>(code: &mut Code<'m>, id: Id, width: impl FnOnce(&mut Code<'m>) -> Id) -> Id {
    let u32 = code.module.u32_type();
    let (x, y) = (code.extract(u32, id, 0), code.extract(u32, id, 1));
    let width = width(code);
    let rows = code.u32(Op::IMul, y, width);
    code.u32(Op::IAdd, rows, x)
}

/// The value of a built-in input.
pub fn load_uvec3(code: &mut Code<'_>, builtin: BuiltIn) -> Id {
    let uvec3 = code.module.uvec_type(3);
    let (variable, ty) = input(code.module, builtin, uvec3);
    let value = code.load(ty, variable);
    as_type(code, value, ty, uvec3)
}

/// Index of the last element of `table` whose member `key` is not above `value`, by halving. `low` is such an element, and
/// `high` is none or the number of elements.
pub fn last_not_above(code: &mut Code<'_>, table: At, (low, high): (Id, Id), key: u32, value: Id) -> Result<Id> {
    let u32 = code.module.u32_type();
    let (zero, one, key) = (code.module.u32(0), code.module.u32(1), code.module.u32(key));
    let [before, header, test, body, next, done] = std::array::from_fn(|_| code.module.fresh_id());
    let [low_next, high_next] = std::array::from_fn(|_| code.module.fresh_id());
    code.branch(before);
    code.label(before);
    code.branch(header);
    code.label(header);
    let low = code.value(Op::Phi, u32, [low.into(), before.into(), low_next.into(), next.into()]);
    let high = code.value(Op::Phi, u32, [high.into(), before.into(), high_next.into(), next.into()]);
    code.effect(Op::LoopMerge, [done.into(), next.into(), 0.into()]);
    code.branch(test);
    code.label(test);
    let span = code.u32(Op::ISub, high, low);
    let more = code.compare(Op::UGreaterThan, span, one);
    code.effect(Op::BranchConditional, [more.into(), body.into(), done.into()]);
    code.label(body);
    let half = code.u32(Op::ShiftRightLogical, span, one);
    let middle = code.u32(Op::IAdd, low, half);
    let found = table.load(code, &[zero, middle, key])?;
    let not_above = code.compare(Op::ULessThanEqual, found, value);
    let select = |id, yes: Id, no: Id| {
        Instruction::new(Op::Select, Some(u32), Some(id), [not_above.into(), yes.into(), no.into()])
    };
    code.body.push(select(low_next, middle, low));
    code.body.push(select(high_next, high, middle));
    code.branch(next);
    code.label(next);
    code.branch(header);
    code.label(done);
    Ok(low)
}

/// Three-dimensional id, x fastest.
pub fn unflatten(code: &mut Code<'_>, flat: Id, groups: Id) -> Id {
    let u32 = code.module.u32_type();
    let width = code.extract(u32, groups, 0);
    let rows = code.u32(Op::UDiv, flat, width);
    place_of(code, flat, rows, groups)
}

/// The same where `rows` is `flat` divided by the width.
pub fn place_of(code: &mut Code<'_>, flat: Id, rows: Id, groups: Id) -> Id {
    let (uvec3, u32) = (code.module.uvec_type(3), code.module.u32_type());
    let (width, height) = (code.extract(u32, groups, 0), code.extract(u32, groups, 1));
    let before = code.u32(Op::IMul, rows, width);
    let x = code.u32(Op::ISub, flat, before);
    let y = code.u32(Op::UMod, rows, height);
    let z = code.u32(Op::UDiv, rows, height);
    code.construct(uvec3, &[x, y, z])
}

/// Gives a Private variable that stands for a built-in its value, which is of type `from`.
pub fn fill(code: &mut Code<'_>, variable: Id, value: Id, from: Id) -> Result<()> {
    let pointer = code.module.globals.get(variable).and_then(|definition| definition.ty);
    let ty = code.module.pointee(pointer.unwrap_or(variable))?.1;
    let value = as_type(code, value, from, ty);
    code.store(variable, value);
    Ok(())
}
