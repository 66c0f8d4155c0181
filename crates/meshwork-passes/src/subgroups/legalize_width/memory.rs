//! Guest waves that are wider than the host's subgroup, or may be: through workgroup memory.
//!
//! W invocations that follow each other by `LocalInvocationIndex` are a wave, whatever subgroups the host makes of them, and the lane is the
//! index modulo W. It needs no subgroup operation of the host's. Every invocation of the workgroup comes to each
//! operation (the pass refuses it where one might not), so every lane is active, but for those that the last wave lacks.
//!
//! ```text
//! wave_read(x, lane)       scratch[LocalInvocationIndex] = x
//!                          barrier
//!                          result = scratch[LocalInvocationIndex & ~(W - 1) | lane & (W - 1)]
//!                          barrier
//! wave_ballot(p)           lane 0 clears its wave's words, barrier, each lane sets its bit, barrier, all read, barrier
//! wave_iadd(x)             scratch[LocalInvocationIndex] = x, barrier, a loop over the lanes, barrier
//! ```
//!
//! The last barrier leaves the memory free for whatever comes next.

use meshwork_abi::SubgroupStage;
use meshwork_spirv::spirv::{BuiltIn, MemoryAccess, MemoryModel, MemorySemantics, Op, Scope, StorageClass};
use meshwork_spirv::{Code, Id, Instruction, Module, Operand};

use super::super::stage::integer_input;
use super::call::{Argument, Call};
use super::mask::{Mask, Wave};
use super::operation::{Operation, Span};
use super::values::Shape;
use crate::error::{Result, limit};
use crate::limits::shared_memory;

pub struct Memory {
    pub wave: Wave,
    stage: SubgroupStage,
    /// Of the workgroup.
    invocations: u32,
    /// An array of words in workgroup memory.
    scratch: Id,
    /// Words that each invocation has there.
    words: u32,
}

impl Memory {
    /// Where there is less memory than the widest values want, they pass component by component.
    pub fn declare(
        module: &mut Module,
        stage: SubgroupStage,
        wave: Wave,
        invocations: u32,
        widest: Widest,
        max_bytes: u64,
    ) -> Result<Self> {
        // A lane that the last wave lacks has a place, too: it may be read, though nothing says what is there. So has each word of a mask.
        let waves = u64::from(invocations.div_ceil(wave.lanes));
        let places = waves * u64::from(wave.lanes);
        let own = shared_memory(module)?;
        let bytes = |words: u32| own.saturating_add(places * 4 * u64::from(words));
        let words = if bytes(widest.value) <= max_bytes { widest.value } else { widest.component };
        limit("workgroup memory in bytes, with what waves pass their values through,", bytes(words), max_bytes)?;
        let length = u32::try_from(places * u64::from(words)).unwrap_or(u32::MAX);
        let (u32, length) = (module.u32_type(), module.u32(length));
        let array = module.make_global(Op::TypeArray, None, [u32.into(), length.into()]);
        let scratch = module.variable(StorageClass::Workgroup, array);
        module.set_name(scratch, "wave_values");
        Ok(Self { wave, stage, invocations, scratch, words })
    }

    pub fn scratch(&self) -> Id {
        self.scratch
    }

    fn index(&self, code: &mut Code<'_>) -> Id {
        integer_input(code, self.stage, BuiltIn::LocalInvocationIndex)
    }

    pub fn lane(&self, code: &mut Code<'_>) -> Id {
        let (index, bits) = (self.index(code), code.module.u32(self.wave.lanes - 1));
        code.u32(Op::BitwiseAnd, index, bits)
    }

    pub fn wave_id(&self, code: &mut Code<'_>) -> Id {
        let (index, shift) = (self.index(code), code.module.u32(self.wave.lanes.ilog2()));
        code.u32(Op::ShiftRightLogical, index, shift)
    }

    pub fn emit(&self, code: &mut Code<'_>, call: &Call) -> Result<Id> {
        let zero = code.module.u32(0);
        Ok(match (call.operation, call.arguments.as_slice()) {
            (Operation::Elect, _) => {
                let lane = self.lane(code);
                code.compare(Op::IEqual, lane, zero)
            }
            (Operation::Ballot, [predicate]) => self.ballot(code, predicate.id).to_value(code),
            (Operation::Any, [predicate]) => self.ballot(code, predicate.id).any(code),
            (Operation::All, [predicate]) => self.all(code, predicate.id),
            (Operation::AllEqual, [value]) => {
                let shape = Shape::of(code.module, value.ty)?;
                let other = self.read(code, *value, zero)?;
                let equal = shape.equal(code, value.id, other);
                self.all(code, equal)
            }
            (Operation::BroadcastFirst, [value]) => self.read(code, *value, zero)?,
            (Operation::Read, [value, lane]) => self.read(code, *value, lane.id)?,
            (Operation::ShuffleXor | Operation::QuadSwap, [value, mask]) => {
                let mask = if call.operation == Operation::QuadSwap { quad_mask(code, mask.id) } else { mask.id };
                self.read_from(code, *value, Op::BitwiseXor, mask)?
            }
            (Operation::ShuffleUp, [value, delta]) => self.read_from(code, *value, Op::ISub, delta.id)?,
            (Operation::ShuffleDown, [value, delta]) => self.read_from(code, *value, Op::IAdd, delta.id)?,
            (Operation::Rotate { cluster }, [value, delta]) => {
                let size = cluster.unwrap_or(self.wave.lanes);
                let lane = self.lane(code);
                let rotated = code.u32(Op::IAdd, lane, delta.id);
                let lane = self.in_cluster(code, size, lane, rotated);
                self.read(code, *value, lane)?
            }
            (Operation::QuadBroadcast, [value, index]) => {
                let lane = self.lane(code);
                let lane = self.in_cluster(code, 4, lane, index.id);
                self.read(code, *value, lane)?
            }
            (Operation::QuadAny, [predicate]) => self.quad(code, Op::GroupNonUniformLogicalOr, *predicate)?,
            (Operation::QuadAll, [predicate]) => self.quad(code, Op::GroupNonUniformLogicalAnd, *predicate)?,
            (Operation::Reduce { op, span, cluster }, [value]) => {
                let size = cluster.map_or(self.wave.lanes, |size| size.min(self.wave.lanes));
                self.in_chunks(code, *value, |this, code, value| this.reduce(code, op, span, size, value))?
            }
            _ => return Err(call.unknown()),
        })
    }

    fn quad(&self, code: &mut Code<'_>, op: Op, predicate: Argument) -> Result<Id> {
        self.reduce(code, op, Span::All, 4, predicate)
    }

    /// The lane of `lane`'s cluster that is as `other` is in its own.
    fn in_cluster(&self, code: &mut Code<'_>, size: u32, lane: Id, other: Id) -> Id {
        let (inside, outside) = (code.module.u32(size - 1), code.module.u32(!(size - 1)));
        let first = code.u32(Op::BitwiseAnd, lane, outside);
        let place = code.u32(Op::BitwiseAnd, other, inside);
        code.u32(Op::BitwiseOr, first, place)
    }

    /// Reads from `lane op distance`.
    fn read_from(&self, code: &mut Code<'_>, value: Argument, op: Op, distance: Id) -> Result<Id> {
        let lane = self.lane(code);
        let lane = code.u32(op, lane, distance);
        self.read(code, value, lane)
    }

    /// The value of another lane of the wave.
    fn read(&self, code: &mut Code<'_>, value: Argument, lane: Id) -> Result<Id> {
        let index = self.index(code);
        let place = self.in_cluster(code, self.wave.lanes, index, lane);
        self.in_chunks(code, value, |this, code, value| {
            let shape = Shape::of(code.module, value.ty)?;
            this.share(code, &shape, value.id);
            let other = this.shared(code, &shape, place);
            this.barrier(code);
            Ok(other)
        })
    }

    /// Does with a value, or with one of its components after the other where the whole has no room.
    fn in_chunks<'m>(
        &self,
        code: &mut Code<'m>,
        value: Argument,
        mut run: impl FnMut(&Self, &mut Code<'m>, Argument) -> Result<Id>,
    ) -> Result<Id> {
        let shape = Shape::of(code.module, value.ty)?;
        if shape.words() <= self.words {
            return run(self, code, value);
        }
        let components = shape.split(code, value.id).into_iter();
        let results: Result<Vec<_>> =
            components.map(|id| run(self, code, Argument { id, ty: shape.component })).collect();
        Ok(shape.join(code, &results?))
    }

    fn all(&self, code: &mut Code<'_>, predicate: Id) -> Id {
        let bool = code.module.bool_type();
        let no = code.value(Op::LogicalNot, bool, [predicate.into()]);
        // Lanes that the last wave lacks have not said no.
        self.ballot(code, no).none(code)
    }

    fn ballot(&self, code: &mut Code<'_>, predicate: Id) -> Mask {
        let [zero, one, shift, bits] = [0, 1, 5, 31].map(|value| code.module.u32(value));
        let u32 = code.module.u32_type();
        let (lane, wave, words) = (self.lane(code), self.wave_id(code), code.module.u32(self.wave.words()));
        let first = code.u32(Op::IMul, wave, words);
        let places: Vec<Id> = (0..self.wave.words())
            .map(|n| {
                let next = code.module.u32(n);
                if n == 0 { first } else { code.u32(Op::IAdd, first, next) }
            })
            .collect();
        let is_first = code.compare(Op::IEqual, lane, zero);
        code.when(is_first, |code| places.iter().for_each(|&place| self.store(code, place, zero)));
        self.barrier(code);
        let place = code.u32(Op::BitwiseAnd, lane, bits);
        let bit = code.u32(Op::ShiftLeftLogical, one, place);
        let bit = code.value(Op::Select, u32, [predicate.into(), bit.into(), zero.into()]);
        let word = code.u32(Op::ShiftRightLogical, lane, shift);
        let own = code.u32(Op::IAdd, first, word);
        let pointer = code.chain(StorageClass::Workgroup, u32, self.scratch, &[own]);
        let (scope, relaxed) = (code.module.u32(Scope::Workgroup as u32), zero);
        code.value(Op::AtomicOr, u32, [pointer.into(), scope.into(), relaxed.into(), bit.into()]);
        self.barrier(code);
        let words = places.iter().map(|&place| self.load(code, place)).collect();
        self.barrier(code);
        Mask::new(self.wave, words)
    }

    /// Combines the values of a cluster's lanes one after the other.
    fn reduce(&self, code: &mut Code<'_>, op: Op, span: Span, size: u32, value: Argument) -> Result<Id> {
        let shape = Shape::of(code.module, value.ty)?;
        self.share(code, &shape, value.id);
        let (u32, one, outside) = (code.module.u32_type(), code.module.u32(1), code.module.u32(!(size - 1)));
        let index = self.index(code);
        let begin = code.u32(Op::BitwiseAnd, index, outside);
        let end = match span {
            Span::BeforeOwn => index,
            Span::UpToOwn => code.u32(Op::IAdd, index, one),
            Span::All => {
                let size_id = code.module.u32(size);
                let end = code.u32(Op::IAdd, begin, size_id);
                self.within(code, end, size)
            }
        };
        let identity = shape.identity(code.module, op)?;
        let [before, header, test, body, next, done] = std::array::from_fn(|_| code.module.fresh_id());
        let [place_next, sum_next] = std::array::from_fn(|_| code.module.fresh_id());
        code.branch(before);
        code.label(before);
        code.branch(header);
        code.label(header);
        let place = code.value(Op::Phi, u32, [begin.into(), before.into(), place_next.into(), next.into()]);
        let sum = code.value(Op::Phi, shape.ty, [identity.into(), before.into(), sum_next.into(), next.into()]);
        code.effect(Op::LoopMerge, [done.into(), next.into(), 0.into()]);
        code.branch(test);
        code.label(test);
        let more = code.compare(Op::ULessThan, place, end);
        code.effect(Op::BranchConditional, [more.into(), body.into(), done.into()]);
        code.label(body);
        let other = self.shared(code, &shape, place);
        let combined = shape.combine(code, op, sum, other)?;
        code.body.push(Instruction::new(Op::CopyObject, Some(shape.ty), Some(sum_next), [combined.into()]));
        code.branch(next);
        code.label(next);
        code.body.push(Instruction::new(Op::IAdd, Some(u32), Some(place_next), [place.into(), one.into()]));
        code.branch(header);
        code.label(done);
        self.barrier(code);
        Ok(sum)
    }

    /// The end of a cluster, which the workgroup's may come before.
    fn within(&self, code: &mut Code<'_>, end: Id, size: u32) -> Id {
        if self.invocations.is_multiple_of(size) {
            return end;
        }
        let (u32, last) = (code.module.u32_type(), code.module.u32(self.invocations));
        let beyond = code.compare(Op::UGreaterThan, end, last);
        code.value(Op::Select, u32, [beyond.into(), last.into(), end.into()])
    }

    /// Lets the others see a value.
    fn share(&self, code: &mut Code<'_>, shape: &Shape, value: Id) {
        let index = self.index(code);
        for (n, word) in shape.pack(code, value).into_iter().enumerate() {
            let place = self.place(code, n as u32, index);
            self.store(code, place, word);
        }
        self.barrier(code);
    }

    /// What the invocation `index` shared.
    fn shared(&self, code: &mut Code<'_>, shape: &Shape, index: Id) -> Id {
        let words: Vec<_> = (0..shape.words())
            .map(|n| {
                let place = self.place(code, n, index);
                self.load(code, place)
            })
            .collect();
        shape.unpack(code, &words)
    }

    /// First words lie together, then second ones: neighbours' words in different banks of memory.
    fn place(&self, code: &mut Code<'_>, word: u32, index: Id) -> Id {
        if word == 0 {
            return index;
        }
        let places = self.invocations.next_multiple_of(self.wave.lanes);
        let first = code.module.u32(word * places);
        code.u32(Op::IAdd, first, index)
    }

    fn store(&self, code: &mut Code<'_>, place: Id, word: Id) {
        let u32 = code.module.u32_type();
        let pointer = code.chain(StorageClass::Workgroup, u32, self.scratch, &[place]);
        let mut operands = vec![pointer.into(), word.into()];
        operands.extend(access(code.module));
        code.effect(Op::Store, operands);
    }

    fn load(&self, code: &mut Code<'_>, place: Id) -> Id {
        let u32 = code.module.u32_type();
        let pointer = code.chain(StorageClass::Workgroup, u32, self.scratch, &[place]);
        let mut operands = vec![pointer.into()];
        operands.extend(access(code.module));
        code.value(Op::Load, u32, operands)
    }

    fn barrier(&self, code: &mut Code<'_>) {
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
        if code.module.memory_model == MemoryModel::Vulkan {
            semantics |= MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
        }
        let [scope, semantics] = [Scope::Workgroup as u32, semantics.bits()].map(|value| code.module.u32(value));
        code.effect(Op::ControlBarrier, [scope.into(), scope.into(), semantics.into()]);
    }
}

/// The largest values that pass between lanes, in words.
#[derive(Clone, Copy, Debug)]
pub struct Widest {
    pub value: u32,
    pub component: u32,
}

/// In the Vulkan memory model barriers order only what says that others may see it.
fn access(module: &Module) -> Option<Operand> {
    (module.memory_model == MemoryModel::Vulkan).then(|| MemoryAccess::NON_PRIVATE_POINTER.bits().into())
}

/// Directions 0, 1 and 2 are horizontal, vertical and diagonal: lanes that differ by 1, 2 and 3.
fn quad_mask(code: &mut Code<'_>, direction: Id) -> Id {
    let one = code.module.u32(1);
    code.u32(Op::IAdd, direction, one)
}
