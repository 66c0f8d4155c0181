//! Guest waves that are parts of the host's subgroup: H ≥ W.
//!
//! W consecutive invocations of a subgroup are a wave, and the lane is `SubgroupLocalInvocationId % W`. Waves are independent: one may run
//! a loop longer than the other, so an operation counts the active invocations of its own part alone. All is done by operations of the
//! host and arithmetic, without control flow, in any stage.
//!
//! ```text
//! wave_ballot(p)           first = SubgroupLocalInvocationId & ~(W - 1)
//!                          bits first … first + W - 1 of subgroupBallot(p)
//! wave_read(x, lane)       subgroupShuffle(x, first | lane & (W - 1))
//! OpGroupNonUniformIAdd Reduce %x    ──►  OpGroupNonUniformIAdd ClusteredReduce %x %W
//! ```
//!
//! Quads are parts of waves, so quad operations stay, and so do up and down: where they stay within the wave they read what they should, and
//! the rest is undefined.

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{BuiltIn, GroupOperation, Op, Scope};
use meshwork_spirv::{Code, Id, Instruction, Operand};

use super::super::stage::subgroup_input;
use super::call::{Argument, Call};
use super::mask::{Lanes, Mask, Wave};
use super::operation::{Operation, Span};
use super::values::Shape;
use crate::error::Result;

pub struct Part<'a> {
    pub wave: Wave,
    pub stage: SubgroupStage,
    pub profile: &'a SubgroupProfile,
}

impl Part<'_> {
    /// The operation in one instruction of the host's, if there is one.
    pub fn in_place(
        &self,
        code: &mut Code<'_>,
        operation: Operation,
        instruction: &Instruction,
    ) -> Option<Instruction> {
        let lanes = self.wave.lanes;
        let mut edited = instruction.clone();
        match operation {
            Operation::ShuffleUp | Operation::ShuffleDown => {}
            operation if operation.is_quad() => {}
            Operation::ShuffleXor => {
                let mask = instruction.id(2).and_then(|mask| code.module.constant_u32(mask));
                mask.filter(|&mask| mask < lanes)?;
            }
            // Clusters are a feature of their own (`shaderSubgroupRotateClustered`), which only a program with clusters has.
            Operation::Rotate { cluster: Some(size) } => self.cluster(code, Some(size), &mut edited),
            Operation::Reduce { span: Span::All, cluster, .. }
                if cluster.is_some() || self.profile.operations.clustered =>
            {
                edited.operands[1] = (GroupOperation::ClusteredReduce as u32).into();
                self.cluster(code, cluster, &mut edited);
            }
            _ => return None,
        }
        Some(edited)
    }

    /// Keeps an instruction to clusters that are no larger than the wave.
    fn cluster(&self, code: &mut Code<'_>, cluster: Option<u32>, instruction: &mut Instruction) {
        let size = cluster.map_or(self.wave.lanes, |size| size.min(self.wave.lanes));
        if cluster.is_some() {
            instruction.operands.pop();
        }
        instruction.operands.push(code.module.u32(size).into());
    }

    pub fn lane(&self, code: &mut Code<'_>) -> Id {
        let (invocation, bits) = (self.invocation(code), code.module.u32(self.wave.lanes - 1));
        code.u32(Op::BitwiseAnd, invocation, bits)
    }

    /// Which wave of the workgroup: those of one subgroup follow each other.
    pub fn wave_id(&self, code: &mut Code<'_>) -> Id {
        let subgroup = subgroup_input(code, self.stage, BuiltIn::SubgroupId);
        let shift = code.module.u32(self.wave.lanes.ilog2());
        let size = match self.profile.size.pinned(self.stage, self.wave.lanes) {
            Some(size) => code.module.u32(size),
            None => subgroup_input(code, self.stage, BuiltIn::SubgroupSize),
        };
        let waves = code.u32(Op::ShiftRightLogical, size, shift);
        let before = code.u32(Op::IMul, subgroup, waves);
        let invocation = self.invocation(code);
        let part = code.u32(Op::ShiftRightLogical, invocation, shift);
        code.u32(Op::IAdd, before, part)
    }

    pub fn emit(&self, code: &mut Code<'_>, call: &Call) -> Result<Id> {
        Ok(match (call.operation, call.arguments.as_slice()) {
            (Operation::Elect, _) => {
                let first = self.first(code);
                let lane = self.lane(code);
                code.compare(Op::IEqual, lane, first)
            }
            (Operation::Ballot, [predicate]) => self.ballot(code, predicate.id).to_value(code),
            (Operation::Any, [predicate]) => self.ballot(code, predicate.id).any(code),
            (Operation::All, [predicate]) => self.all(code, predicate.id),
            (Operation::AllEqual, [value]) => {
                let shape = Shape::of(code.module, value.ty)?;
                let first = self.first(code);
                let other = self.read(code, *value, first);
                let equal = shape.equal(code, value.id, other);
                self.all(code, equal)
            }
            (Operation::BroadcastFirst, [value]) => {
                let first = self.first(code);
                self.read(code, *value, first)
            }
            (Operation::Read, [value, lane]) => self.read(code, *value, lane.id),
            (Operation::ShuffleXor, [value, mask]) => {
                let lane = self.lane(code);
                let other = code.u32(Op::BitwiseXor, lane, mask.id);
                self.read(code, *value, other)
            }
            (Operation::Rotate { .. }, [value, delta]) => {
                let lane = self.lane(code);
                let other = code.u32(Op::IAdd, lane, delta.id);
                self.read(code, *value, other)
            }
            (Operation::Reduce { op, span, .. }, [value]) => self.scan(code, op, span, *value)?,
            _ => return Err(call.unknown()),
        })
    }

    fn invocation(&self, code: &mut Code<'_>) -> Id {
        subgroup_input(code, self.stage, BuiltIn::SubgroupLocalInvocationId)
    }

    /// The wave's first invocation in the subgroup.
    fn base(&self, code: &mut Code<'_>) -> Id {
        let (invocation, bits) = (self.invocation(code), code.module.u32(!(self.wave.lanes - 1)));
        code.u32(Op::BitwiseAnd, invocation, bits)
    }

    /// Of the active invocations.
    fn ballot(&self, code: &mut Code<'_>, predicate: Id) -> Mask {
        let (u32, uvec4) = (code.module.u32_type(), code.module.uvec_type(4));
        let ballot = self.host(code, Op::GroupNonUniformBallot, uvec4, &[predicate]);
        let base = self.base(code);
        let shift = code.module.u32(5);
        let word = code.u32(Op::ShiftRightLogical, base, shift);
        let words = (0..self.wave.words()).map(|n| {
            // A subgroup of 32 fills the first word and no more.
            if self.profile.size.max <= 32 {
                return code.extract(u32, ballot, 0);
            }
            let next = code.module.u32(n);
            let place = if n == 0 { word } else { code.u32(Op::IAdd, word, next) };
            code.value(Op::VectorExtractDynamic, u32, [ballot.into(), place.into()])
        });
        let mut words: Vec<Id> = words.collect();
        if self.wave.lanes < 32 {
            let (bits, full) = (code.module.u32(31), code.module.u32(self.wave.full_word()));
            let place = code.u32(Op::BitwiseAnd, base, bits);
            let shifted = code.u32(Op::ShiftRightLogical, words[0], place);
            words[0] = code.u32(Op::BitwiseAnd, shifted, full);
        }
        Mask::new(self.wave, words)
    }

    fn active(&self, code: &mut Code<'_>) -> Mask {
        let bool = code.module.bool_type();
        let truth = code.module.get_or_make(Op::ConstantTrue, Some(bool), []);
        self.ballot(code, truth)
    }

    /// The first active lane.
    fn first(&self, code: &mut Code<'_>) -> Id {
        self.active(code).lowest(code)
    }

    fn all(&self, code: &mut Code<'_>, predicate: Id) -> Id {
        let bool = code.module.bool_type();
        let no = code.value(Op::LogicalNot, bool, [predicate.into()]);
        self.ballot(code, no).none(code)
    }

    /// The value of another lane of the wave.
    fn read(&self, code: &mut Code<'_>, value: Argument, lane: Id) -> Id {
        let bits = code.module.u32(self.wave.lanes - 1);
        let lane = code.u32(Op::BitwiseAnd, lane, bits);
        let base = self.base(code);
        let invocation = code.u32(Op::BitwiseOr, base, lane);
        self.host(code, Op::GroupNonUniformShuffle, value.ty, &[value.id, invocation])
    }

    /// The scan over the active lanes, by doubling: after n steps a lane has the sum of itself and 2ⁿ - 1 active lanes before it, and
    /// knows the last active lane before those. All reads are from active lanes, whatever is between them.
    fn scan(&self, code: &mut Code<'_>, op: Op, span: Span, value: Argument) -> Result<Id> {
        let shape = Shape::of(code.module, value.ty)?;
        let (u32, none) = (code.module.u32_type(), code.module.u32(u32::MAX));
        let (active, lane) = (self.active(code), self.lane(code));
        let before = Mask::of(code, self.wave, lane, Lanes::Before);
        let before = active.and(code, &before);
        let (has_previous, highest) = (before.any(code), before.highest(code));
        let previous = code.value(Op::Select, u32, [has_previous.into(), highest.into(), none.into()]);
        let (mut sum, mut source) = (value.id, previous);
        for step in 0..self.wave.lanes.ilog2() {
            let has_source = code.compare(Op::INotEqual, source, none);
            // A lane without one reads itself.
            let from = code.value(Op::Select, u32, [has_source.into(), source.into(), lane.into()]);
            let other = self.read(code, Argument { id: sum, ty: value.ty }, from);
            let both = shape.combine(code, op, other, sum)?;
            sum = shape.select(code, has_source, both, sum);
            if step + 1 < self.wave.lanes.ilog2() {
                let next = self.read(code, Argument { id: source, ty: u32 }, from);
                source = code.value(Op::Select, u32, [has_source.into(), next.into(), none.into()]);
            }
        }
        Ok(match span {
            Span::UpToOwn => sum,
            Span::All => {
                let last = active.highest(code);
                self.read(code, Argument { id: sum, ty: value.ty }, last)
            }
            Span::BeforeOwn => {
                let from = code.value(Op::Select, u32, [has_previous.into(), previous.into(), lane.into()]);
                let sum = self.read(code, Argument { id: sum, ty: value.ty }, from);
                let identity = shape.identity(code.module, op)?;
                shape.select(code, has_previous, sum, identity)
            }
        })
    }

    /// An operation of the host's.
    fn host(&self, code: &mut Code<'_>, op: Op, ty: Id, arguments: &[Id]) -> Id {
        let scope = code.module.u32(Scope::Subgroup as u32);
        let operands: Vec<_> = std::iter::once(&scope).chain(arguments).map(|&id| Operand::Id(id)).collect();
        code.value(op, ty, operands)
    }
}
