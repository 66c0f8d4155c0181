//! The functions that stand in for shuffles: `T shuffle(T value, uint index)`, one for each type and way.
//!
//! The loop, as each trip is executed by every invocation that called, so that all of them can be sources:
//!
//! ```text
//! first = broadcastFirst(index)
//! if (!any(ballot(index != first))) return broadcast(value, first)            // where the loop tests
//! offset = (index - invocation) & last                                        // last = SubgroupSize - 1
//! source = first, turn = broadcastFirst(offset), open = true, result = 0
//! do {
//!     if (index == source) result = broadcast(value, source & last)           // where it serves sources
//!     if (offset == turn)  result = rotate(value, turn)                       // where it serves offsets
//!     open = open && index != source && offset != turn
//!     left = ballot(open)
//!     next = findLSB(left), source = broadcast(index, next & last), turn = (source - next) & last
//! } while (any(left))
//! return result
//! ```
//!
//! Indices are masked where a broadcast takes them: a CPU driver may read beyond its registers by one that is too large.

use std::collections::HashMap;

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{BuiltIn, Capability, Op, Scope, StorageClass};
use meshwork_spirv::{Code, Function, Id, Instruction, Module};

use super::choose::{Choice, Loop, Turn};
use crate::error::Result;
use crate::subgroups::stage::subgroup_input;

/// Functions that have been made, and what they are made for.
pub struct Functions<'a> {
    pub stage: SubgroupStage,
    pub profile: &'a SubgroupProfile,
    pub made: Vec<Function>,
    ids: HashMap<(Choice, Id), Id>,
    /// Arrays in workgroup memory by the type of their elements.
    pub arrays: HashMap<Id, Id>,
}

impl<'a> Functions<'a> {
    pub fn new(stage: SubgroupStage, profile: &'a SubgroupProfile) -> Self {
        Self { stage, profile, made: Vec::new(), ids: HashMap::new(), arrays: HashMap::new() }
    }

    /// The function for values of type `ty`.
    pub fn get(&mut self, module: &mut Module, choice: Choice, ty: Id) -> Result<Id> {
        if let Some(&id) = self.ids.get(&(choice, ty)) {
            return Ok(id);
        }
        let id = module.fresh_id();
        self.ids.insert((choice, ty), id);
        module.set_name(id, name(choice));
        let u32 = module.u32_type();
        let signature = module.function_type(ty, &[ty, u32]);
        let [value, index] = [module.fresh_id(), module.fresh_id()];
        let parameter = |ty, id| Instruction::new(Op::FunctionParameter, Some(ty), Some(id), []);
        let parameters = vec![parameter(ty, value), parameter(u32, index)];
        let mut code = Code::new(module);
        let start = code.module.fresh_id();
        code.label(start);
        let result = match choice {
            Choice::Loop(of) => self.write_loop(&mut code, of, Shuffled { ty, value, index }, start),
            _ => self.write_workgroup(&mut code, ty, value, index)?,
        };
        code.effect(Op::ReturnValue, [result.into()]);
        let body = code.body;
        let definition = Instruction::new(Op::Function, Some(ty), Some(id), [0.into(), signature.into()]);
        self.made.push(Function { definition, parameters, body });
        Ok(id)
    }

    /// `SubgroupLocalInvocationId`.
    pub fn invocation(&self, code: &mut Code<'_>) -> Id {
        subgroup_input(code, self.stage, BuiltIn::SubgroupLocalInvocationId)
    }

    /// `SubgroupSize - 1`: sizes are powers of two, so it is a mask, too.
    pub fn last_invocation(&self, code: &mut Code<'_>) -> Id {
        match self.profile.size.fixed() {
            Some(size) => code.module.u32(size.saturating_sub(1)),
            None => {
                let size = subgroup_input(code, self.stage, BuiltIn::SubgroupSize);
                let one = code.module.u32(1);
                code.u32(Op::ISub, size, one)
            }
        }
    }

    /// The index, cut to the subgroup's size where it may be larger.
    pub fn masked(&self, code: &mut Code<'_>, index: Id) -> Id {
        if code.module.constant_u32(index).is_some_and(|constant| constant < self.profile.size.min) {
            return index;
        }
        let last = self.last_invocation(code);
        code.u32(Op::BitwiseAnd, index, last)
    }

    fn write_loop(&self, code: &mut Code<'_>, of: Loop, shuffled: Shuffled, start: Id) -> Id {
        code.module.add_capability(Capability::GroupNonUniformBallot);
        let last = self.last_invocation(code);
        let first = broadcast_first(code, shuffled.index);
        let Shuffled { ty, value, index } = shuffled;
        if !of.tests {
            return self.write_trips(code, of, shuffled, Ends { first, last, start }).0;
        }
        let [uniform, divergent, done] = [code.module.fresh_id(), code.module.fresh_id(), code.module.fresh_id()];
        let differs = code.compare(Op::INotEqual, index, first);
        let (_, any) = ballot(code, differs);
        code.effect(Op::SelectionMerge, [done.into(), 0.into()]);
        code.effect(Op::BranchConditional, [any.into(), divergent.into(), uniform.into()]);
        code.label(uniform);
        let source = code.u32(Op::BitwiseAnd, first, last);
        let broadcast = broadcast(code, ty, value, source);
        code.branch(done);
        code.label(divergent);
        let (looped, exit) = self.write_trips(code, of, shuffled, Ends { first, last, start: divergent });
        code.branch(done);
        code.label(done);
        code.value(Op::Phi, ty, [broadcast.into(), uniform.into(), looped.into(), exit.into()])
    }

    /// The trips; the result, and the block behind the loop, in which the code goes on.
    fn write_trips(&self, code: &mut Code<'_>, of: Loop, shuffled: Shuffled, ends: Ends) -> (Id, Id) {
        let Shuffled { ty, value, index } = shuffled;
        let (u32, bool) = (code.module.u32_type(), code.module.bool_type());
        let yes = code.module.get_or_make(Op::ConstantTrue, Some(bool), []);
        let nothing = code.module.null(ty);
        let own = self.invocation(code);
        let distance = code.u32(Op::ISub, index, own);
        let offset = code.u32(Op::BitwiseAnd, distance, ends.last);
        let first_turn = broadcast_first(code, offset);
        let [header, body, next, exit] = [(); 4].map(|()| code.module.fresh_id());
        let [served, still, next_source, next_turn] = [(); 4].map(|()| code.module.fresh_id());
        code.branch(header);

        code.label(header);
        let mut phi = |ty, begin: Id, again: Id| {
            code.value(Op::Phi, ty, [begin.into(), ends.start.into(), again.into(), next.into()])
        };
        let result = phi(ty, nothing, served);
        let open = phi(bool, yes, still);
        let source = phi(u32, ends.first, next_source);
        let turn = phi(u32, first_turn, next_turn);
        code.effect(Op::LoopMerge, [exit.into(), next.into(), 0.into()]);
        code.branch(body);

        code.label(body);
        let mut hits = Vec::new();
        if of.source {
            let hit = code.compare(Op::IEqual, index, source);
            let masked = code.u32(Op::BitwiseAnd, source, ends.last);
            hits.push((hit, broadcast(code, ty, value, masked)));
        }
        if let Some(kind) = of.offset {
            let hit = code.compare(Op::IEqual, offset, turn);
            hits.push((hit, self.turned(code, kind, ty, value, (turn, ends.last))));
        }
        let mut so_far = result;
        let mut closed = None;
        for (n, &(hit, found)) in hits.iter().enumerate() {
            let id = if n + 1 == hits.len() { served } else { code.module.fresh_id() };
            code.body.push(select(ty, id, hit, found, so_far));
            so_far = id;
            closed = Some(closed.map_or(hit, |other| code.compare(Op::LogicalOr, other, hit)));
        }
        let closed = closed.unwrap_or(yes);
        let not_closed = code.value(Op::LogicalNot, bool, [closed.into()]);
        let both = [open.into(), not_closed.into()];
        code.body.push(Instruction::new(Op::LogicalAnd, Some(bool), Some(still), both));
        code.branch(next);

        code.label(next);
        let (left, any) = ballot(code, still);
        let scope = subgroup_scope(code.module);
        let waiting = code.value(Op::GroupNonUniformBallotFindLSB, u32, [scope.into(), left.into()]);
        // Undefined where none waits.
        let waiting = code.u32(Op::BitwiseAnd, waiting, ends.last);
        let operands = [scope.into(), index.into(), waiting.into()];
        code.body.push(Instruction::new(Op::GroupNonUniformBroadcast, Some(u32), Some(next_source), operands));
        let distance = code.u32(Op::ISub, next_source, waiting);
        let operands = [distance.into(), ends.last.into()];
        code.body.push(Instruction::new(Op::BitwiseAnd, Some(u32), Some(next_turn), operands));
        code.effect(Op::BranchConditional, [any.into(), header.into(), exit.into()]);

        code.label(exit);
        (served, exit)
    }

    /// `value` of the invocation that lies `offset` further on.
    fn turned(&self, code: &mut Code<'_>, kind: Turn, ty: Id, value: Id, (offset, last): (Id, Id)) -> Id {
        let scope = subgroup_scope(code.module);
        match kind {
            Turn::Rotate => {
                code.module.add_capability(Capability::GroupNonUniformRotateKHR);
                code.module.extensions.insert("SPV_KHR_subgroup_rotate".into());
                code.value(Op::GroupNonUniformRotateKHR, ty, [scope.into(), value.into(), offset.into()])
            }
            Turn::Shuffle => {
                code.module.add_capability(Capability::GroupNonUniformShuffle);
                let own = self.invocation(code);
                let other = code.u32(Op::IAdd, own, offset);
                let other = code.u32(Op::BitwiseAnd, other, last);
                code.value(Op::GroupNonUniformShuffle, ty, [scope.into(), value.into(), other.into()])
            }
        }
    }
}

/// What a function shuffles.
#[derive(Clone, Copy)]
struct Shuffled {
    ty: Id,
    value: Id,
    index: Id,
}

/// What is known before the first trip.
#[derive(Clone, Copy)]
struct Ends {
    /// The index of the first active invocation.
    first: Id,
    /// `SubgroupSize - 1`.
    last: Id,
    /// The block that the loop is entered from.
    start: Id,
}

fn name(choice: Choice) -> &'static str {
    match choice {
        Choice::Loop(Loop { source: false, .. }) => "shuffle_rotate",
        Choice::Loop(Loop { offset: None, .. }) => "shuffle_sources",
        Choice::Loop(_) => "shuffle_mixed",
        _ => "shuffle_workgroup",
    }
}

pub fn subgroup_scope(module: &mut Module) -> Id {
    module.u32(Scope::Subgroup as u32)
}

/// The ballot, and whether it has a bit.
fn ballot(code: &mut Code<'_>, vote: Id) -> (Id, Id) {
    let (uvec4, bool) = (code.module.uvec_type(4), code.module.bool_type());
    let bvec4 = code.module.vector_type(bool, 4);
    let (scope, zero) = (subgroup_scope(code.module), code.module.null(uvec4));
    let ballot = code.value(Op::GroupNonUniformBallot, uvec4, [scope.into(), vote.into()]);
    let bits = code.value(Op::INotEqual, bvec4, [ballot.into(), zero.into()]);
    (ballot, code.value(Op::Any, bool, [bits.into()]))
}

fn broadcast(code: &mut Code<'_>, ty: Id, value: Id, source: Id) -> Id {
    let scope = subgroup_scope(code.module);
    code.value(Op::GroupNonUniformBroadcast, ty, [scope.into(), value.into(), source.into()])
}

fn broadcast_first(code: &mut Code<'_>, value: Id) -> Id {
    let (scope, u32) = (subgroup_scope(code.module), code.module.u32_type());
    code.value(Op::GroupNonUniformBroadcastFirst, u32, [scope.into(), value.into()])
}

/// A scalar condition chooses between vectors since SPIR-V 1.4.
fn select(ty: Id, id: Id, condition: Id, yes: Id, no: Id) -> Instruction {
    Instruction::new(Op::Select, Some(ty), Some(id), [condition.into(), yes.into(), no.into()])
}

/// A new array in workgroup memory.
pub fn workgroup_array(module: &mut Module, element: Id, length: u32) -> Id {
    let length = module.u32(length);
    let array = module.get_or_make(Op::TypeArray, None, [element.into(), length.into()]);
    let variable = module.variable(StorageClass::Workgroup, array);
    module.set_name(variable, "shuffled");
    // Since SPIR-V 1.4 the interface lists all variables, and lowered modules are no older.
    module.entry_points.iter_mut().for_each(|entry| entry.interface.push(variable));
    variable
}
