//! What lanes see of each other.
//!
//! All invocations of a workgroup run every instruction, whatever EXEC says, so all take part here. Where one subgroup of the
//! host holds the wave, its operations do it, for each lane that an invocation has. Else the workgroup's memory does, behind a barrier: what an invocation wrote before
//! it the others read behind it. Places alternate, so that the next exchange may begin while others still read:
//!
//! ```text
//! or own bit into mask[k]; invocation 0 clears mask[k + 1 mod 3]; barrier; read mask[k]
//! ```
//!
//! `mask[k + 1]` was last read before the barrier before this one.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Capability, MemorySemantics, Op, Scope, StorageClass};

use super::Translator;
use crate::emit::{Bit, Wide, Word};

/// Workgroup memory for exchanges, made where the first one needs it.
#[derive(Default)]
pub struct Exchange {
    /// Three places of two words.
    masks: Option<(Id, Id)>,
    /// Two places of a word for each lane.
    words: Option<(Id, Id)>,
}

impl Translator<'_> {
    /// The number whose bits are the lanes' bits.
    pub fn ballot(&mut self, bits: &[Bit]) -> Wide {
        let zero = self.emit.word(0);
        let known: Option<Vec<_>> = bits.iter().map(|&bit| self.emit.known_bit(bit)).collect();
        if let Some(known) = known
            && (self.lane.is_none() || !known.contains(&true))
        {
            let word = |part: usize| (0..32).filter(|n| known.get(part * 32 + n) == Some(&true)).map(|n| 1 << n).sum();
            return Wide { low: self.emit.word(word(0)), high: self.emit.word(word(1)) };
        }
        match self.lane {
            None => {
                let mut words = [zero; 2];
                for (lane, &bit) in bits.iter().enumerate() {
                    let one = self.emit.word(1 << (lane % 32));
                    let part = self.emit.select(bit, one, zero);
                    words[lane / 32] = self.emit.or(words[lane / 32], part);
                }
                Wide { low: words[0], high: words[1] }
            }
            Some(_) if self.has_subgroup() => {
                let numbers: Vec<_> = bits.iter().map(|&bit| self.subgroup_ballot(bit)).collect();
                Wide { low: numbers[0].low, high: numbers.get(1).map_or(numbers[0].high, |second| second.low) }
            }
            Some(lane) => self.ballot_in_memory(bits[0], lane),
        }
    }

    fn subgroup_ballot(&mut self, bit: Bit) -> Wide {
        self.emit.module.add_capability(Capability::GroupNonUniformBallot);
        let (ty, scope) = (self.emit.module.uvec_type(4), self.emit.word(Scope::Subgroup as u32));
        let ballot = self.emit.value(Op::GroupNonUniformBallot, ty, [scope.0.into(), bit.0.into()]);
        let word = self.emit.types.word;
        let [low, high] = [0, 1].map(|n| Word(self.emit.value(Op::CompositeExtract, word, [ballot.into(), n.into()])));
        Wide { low, high }
    }

    fn ballot_in_memory(&mut self, bit: Bit, lane: Word) -> Wide {
        let word = self.emit.types.word;
        let (masks, turn) = self.mask_places();
        let place = Word(self.emit.load(word, turn));
        let next = self.emit.add_constant(place, 1);
        let three = self.emit.word(3);
        let next = self.emit.modulo(next, three);
        self.emit.store(turn, next.0);

        let (zero, one) = (self.emit.word(0), self.emit.word(1));
        let is_first = self.emit.is_zero(lane);
        let first = self.emit.begin_if(is_first);
        for half in [zero, one] {
            let target = self.emit.chain(StorageClass::Workgroup, word, masks, &[next.0, half.0]);
            self.emit.store(target, zero.0);
        }
        self.emit.end_if(first);

        let own = self.emit.and_constant(lane, 31);
        let own = self.emit.shift_left(one, own);
        let half = self.emit.shift_right_constant(lane, 5);
        let set = self.emit.begin_if(bit);
        let target = self.emit.chain(StorageClass::Workgroup, word, masks, &[place.0, half.0]);
        let (scope, relaxed) = (self.emit.word(Scope::Workgroup as u32), self.emit.word(0));
        let operands = [target.into(), scope.0.into(), relaxed.0.into(), own.0.into()];
        self.emit.value(Op::AtomicOr, word, operands);
        self.emit.end_if(set);

        self.barrier();
        let [low, high] = [zero, one].map(|half| {
            let from = self.emit.chain(StorageClass::Workgroup, word, masks, &[place.0, half.0]);
            Word(self.emit.load(word, from))
        });
        Wide { low, high }
    }

    /// Whether a lane's bit is set.
    pub fn any(&mut self, bits: &[Bit]) -> Bit {
        match self.lane {
            None => {
                let none = self.emit.bit(false);
                bits.iter().fold(none, |any, &bit| self.emit.either(any, bit))
            }
            Some(_) if self.has_subgroup() => {
                let none = self.emit.bit(false);
                let own = bits.iter().fold(none, |any, &bit| self.emit.either(any, bit));
                if self.emit.known_bit(own).is_some() {
                    return own;
                }
                self.emit.module.add_capability(Capability::GroupNonUniformVote);
                let (ty, scope) = (self.emit.types.bit, self.emit.word(Scope::Subgroup as u32));
                Bit(self.emit.value(Op::GroupNonUniformAny, ty, [scope.0.into(), own.0.into()]))
            }
            Some(_) if self.emit.known_bit(bits[0]).is_some() => bits[0],
            Some(_) => {
                let number = self.ballot(bits);
                let all = self.emit.or(number.low, number.high);
                self.emit.is_not_zero(all)
            }
        }
    }

    /// What each lane's register of `values` holds in the lane that `from` says, below the wave's width. Lanes that are off are
    /// read, too.
    pub fn shuffle(&mut self, values: &[Word], from: &[Word]) -> Vec<Word> {
        match self.lane {
            None => from.iter().map(|&from| self.pick(values, from)).collect(),
            Some(_) if self.has_subgroup() => from.iter().map(|&from| self.subgroup_shuffle(values, from)).collect(),
            Some(lane) => {
                let word = self.emit.types.word;
                let (words, place) = self.next_word_place();
                let own = self.emit.chain(StorageClass::Workgroup, word, words, &[place.0, lane.0]);
                self.emit.store(own, values[0].0);
                self.barrier();
                let other = self.emit.chain(StorageClass::Workgroup, word, words, &[place.0, from[0].0]);
                vec![Word(self.emit.load(word, other))]
            }
        }
    }

    /// The invocations' first lanes come before all second ones.
    fn subgroup_shuffle(&mut self, values: &[Word], from: Word) -> Word {
        self.emit.module.add_capability(Capability::GroupNonUniformShuffle);
        let (ty, scope) = (self.emit.types.word, self.emit.word(Scope::Subgroup as u32));
        let invocation = self.emit.and_constant(from, self.invocations() - 1);
        let taken = values.iter().map(|value| {
            let operands = [scope.0.into(), value.0.into(), invocation.0.into()];
            Word(self.emit.value(Op::GroupNonUniformShuffle, ty, operands))
        });
        let taken: Vec<_> = taken.collect();
        let number = self.emit.shift_right_constant(from, self.invocations().trailing_zeros());
        self.pick(&taken, number)
    }

    /// What lane `from`, the same for all, holds.
    pub fn read_lane(&mut self, values: &[Word], from: Word) -> Word {
        self.shuffle(values, &[from])[0]
    }

    /// One of many values, by halving.
    fn pick(&mut self, values: &[Word], at: Word) -> Word {
        if let Some(&value) = self.emit.known(at).and_then(|at| values.get(at as usize)) {
            return value;
        }
        let mut level = values.to_vec();
        let mut bit = 0;
        while level.len() > 1 {
            let shifted = self.emit.shift_right_constant(at, bit);
            let odd = self.emit.and_constant(shifted, 1);
            let odd = self.emit.is_not_zero(odd);
            level = level.chunks(2).map(|pair| self.emit.select(odd, pair[pair.len() - 1], pair[0])).collect();
            bit += 1;
        }
        level[0]
    }

    /// All invocations come here, and see what others wrote to workgroup memory before, and to guest memory.
    pub fn barrier(&mut self) {
        if self.rolls {
            return;
        }
        if self.has_subgroup() {
            self.emit.module.add_capability(Capability::GroupNonUniform);
        }
        let scope = self.emit.word(self.wave_scope() as u32);
        let mut semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
        if self.writes_memory || self.slot_pointers().is_some() {
            semantics |= MemorySemantics::UNIFORM_MEMORY;
        }
        let semantics = self.emit.word(semantics.bits());
        self.emit.effect(Op::ControlBarrier, [scope.0.into(), scope.0.into(), semantics.0.into()]);
    }

    /// What the wave is.
    pub fn wave_scope(&self) -> Scope {
        if self.has_subgroup() { Scope::Subgroup } else { Scope::Workgroup }
    }

    /// Whether one subgroup of the host is the wave.
    pub fn has_subgroup(&self) -> bool {
        self.host.subgroup == Some(self.invocations())
    }

    fn mask_places(&mut self) -> (Id, Id) {
        if let Some(places) = self.exchange.masks {
            return places;
        }
        let (word, three) = (self.emit.types.word, self.emit.word(3));
        let pair = self.emit.module.uvec_type(2);
        let array = self.emit.module.get_or_make(Op::TypeArray, None, [pair.into(), three.0.into()]);
        let masks = self.emit.shared(array);
        let zero = self.emit.word(0);
        let turn = self.emit.local(word, zero.0);
        *self.exchange.masks.insert((masks, turn))
    }

    /// The array of places of a word for each lane, and the one whose turn it is.
    fn next_word_place(&mut self) -> (Id, Word) {
        let (word, one) = (self.emit.types.word, self.emit.word(1));
        let (words, turn) = self.word_places();
        let place = Word(self.emit.load(word, turn));
        let next = self.emit.xor(place, one);
        self.emit.store(turn, next.0);
        (words, place)
    }

    fn word_places(&mut self) -> (Id, Id) {
        if let Some(places) = self.exchange.words {
            return places;
        }
        let (word, two, lanes) = (self.emit.types.word, self.emit.word(2), self.emit.word(self.wave.lanes()));
        let row = self.emit.module.make_global(Op::TypeArray, None, [word.into(), lanes.0.into()]);
        let array = self.emit.module.make_global(Op::TypeArray, None, [row.into(), two.0.into()]);
        let words = self.emit.shared(array);
        let zero = self.emit.word(0);
        let turn = self.emit.local(word, zero.0);
        *self.exchange.words.insert((words, turn))
    }

    /// Clears the first mask: the entry does it, before a barrier.
    pub fn prepare_exchange(&mut self) {
        let Some(lane) = self.lane.filter(|_| !self.has_subgroup()) else { return };
        let (masks, _) = self.mask_places();
        let (word, zero) = (self.emit.types.word, self.emit.word(0));
        let is_first = self.emit.is_zero(lane);
        let first = self.emit.begin_if(is_first);
        for half in 0..2 {
            let half = self.emit.word(half);
            let target = self.emit.chain(StorageClass::Workgroup, word, masks, &[zero.0, half.0]);
            self.emit.store(target, zero.0);
        }
        self.emit.end_if(first);
        self.barrier();
    }
}
