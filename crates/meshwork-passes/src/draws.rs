//! The draw that a workgroup of a run belongs to.

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Code, Id, Instruction};

use crate::error::Result;
use crate::tables::{At, member};

/// A draw, as its workgroup found it.
pub struct Found {
    /// In the table of draws.
    pub index: Id,
    /// The value of the structure.
    pub draw: Id,
    /// Workgroups of the draw before this one.
    pub relative: Id,
}

/// Finds the draw among `count` ones. The first try is `guess`, which is right where all draws are of one size; then it is one
/// load, of all that is known of the draw. Otherwise what is left is halved: as far as a draw, or nothing, is left, so that this
/// ends whatever the table holds.
pub fn find_draw(code: &mut Code<'_>, draws: At, count: Id, guess: Id, workgroup: Id) -> Result<Found> {
    let (u32, truth, groups_type) = (code.module.u32_type(), code.module.bool_type(), code.module.uvec_type(3));
    let (zero, one) = (code.module.u32(0), code.module.u32(1));
    let last = code.u32(Op::ISub, count, one);
    let is_within = code.compare(Op::ULessThan, guess, last);
    let guess = select(code, is_within, guess, last);

    let [before, header, next, done] = std::array::from_fn(|_| code.module.fresh_id());
    let [low_next, high_next, middle_next] = std::array::from_fn(|_| code.module.fresh_id());
    code.branch(before);
    code.label(before);
    code.branch(header);
    code.label(header);
    let low = code.value(Op::Phi, u32, [zero.into(), before.into(), low_next.into(), next.into()]);
    let high = code.value(Op::Phi, u32, [last.into(), before.into(), high_next.into(), next.into()]);
    let index = code.value(Op::Phi, u32, [guess.into(), before.into(), middle_next.into(), next.into()]);
    let value = draws.load(code, &[zero, index])?;
    let groups = code.extract(groups_type, value, member::GROUPS);
    let first = code.extract(u32, value, member::DRAW_FIRST_WORKGROUP);
    let relative = code.u32(Op::ISub, workgroup, first);
    let [x, y, z] = [0, 1, 2].map(|n| code.extract(u32, groups, n));
    let rows = code.u32(Op::IMul, y, z);
    let size = code.u32(Op::IMul, x, rows);
    // Before the draw it is a large number.
    let is_found = code.compare(Op::ULessThan, relative, size);
    let is_last = code.compare(Op::UGreaterThanEqual, low, high);
    let ends = code.value(Op::LogicalOr, truth, [is_found.into(), is_last.into()]);
    code.effect(Op::LoopMerge, [done.into(), next.into(), 0.into()]);
    code.effect(Op::BranchConditional, [ends.into(), done.into(), next.into()]);
    code.label(next);
    let is_before = code.compare(Op::ULessThan, workgroup, first);
    let (below, above) = (code.u32(Op::ISub, index, one), code.u32(Op::IAdd, index, one));
    let define = |id, op, operands: [Id; 2]| Instruction::new(op, Some(u32), Some(id), operands.map(Into::into));
    let choose = |id, yes: Id, no: Id| {
        Instruction::new(Op::Select, Some(u32), Some(id), [is_before.into(), yes.into(), no.into()])
    };
    code.body.push(choose(low_next, low, above));
    code.body.push(choose(high_next, below, high));
    let sum = code.u32(Op::IAdd, low_next, high_next);
    code.body.push(define(middle_next, Op::ShiftRightLogical, [sum, one]));
    code.branch(header);
    code.label(done);
    // Mesa 22's lavapipe keeps no structure that was loaded in a loop: it is loaded once more.
    let value = draws.load(code, &[zero, index])?;
    Ok(Found { index, draw: value, relative })
}

fn select(code: &mut Code<'_>, condition: Id, yes: Id, no: Id) -> Id {
    let u32 = code.module.u32_type();
    code.value(Op::Select, u32, [condition.into(), yes.into(), no.into()])
}
