//! Several waves of a workgroup, one after the other between barriers ([`Graph::in_turns`]).
//!
//! Every invocation has the registers of its lane in each of the waves. Those of the wave whose turn it is are variables as always;
//! where a turn ends, what the wave reads later goes to arrays with a place for each wave, and comes back where its next turn begins.
//! Whose turn it is, and where it goes on, is the same in all invocations like every scalar value.
//!
//! [`Graph::in_turns`]: crate::cfg::Graph::in_turns

use std::collections::BTreeMap;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Op, StorageClass};

use super::{Scalar, Translator};
use crate::cfg::{BlockId, LiveRegisters};
use crate::emit::{Bit, Word};
use crate::registers::{Vgpr, Wave};

/// Variables of a workgroup whose waves take turns.
pub struct Turns {
    /// Whose turn it is.
    wave: Id,
    /// By wave: the number of the block where its next turn begins, 0 at the end.
    places: Id,
    /// By wave, what registers hold between turns.
    saved: BTreeMap<Saved, Id>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Saved {
    /// Of a lane of this invocation.
    Vector(u8, usize),
    Active(usize),
    Scalar(Scalar),
    Scc,
}

/// No block where a wave goes on.
const OVER: u32 = 0;

impl Translator<'_> {
    /// Threads of a workgroup.
    pub fn threads(&self) -> u32 {
        self.waves * self.wave.lanes()
    }

    /// A variable with a word for each wave.
    pub fn by_wave(&mut self, initial: u32) -> Id {
        let (word, count) = (self.emit.types.word, self.emit.word(self.waves));
        let initial = self.emit.word(initial);
        let array = self.emit.module.get_or_make(Op::TypeArray, None, [word.into(), count.0.into()]);
        let initials = vec![initial.0.into(); self.waves as usize];
        let initial = self.emit.module.get_or_make(Op::ConstantComposite, Some(array), initials);
        self.emit.local(array, initial)
    }

    /// A pointer to a wave's word in a variable [`Self::by_wave`].
    pub fn of_wave(&mut self, variable: Id, wave: Word) -> Id {
        let word = self.emit.types.word;
        self.emit.chain(StorageClass::Function, word, variable, &[wave.0])
    }

    /// The wave whose turn it is.
    pub fn current_wave(&mut self) -> Word {
        match &self.turns {
            None => self.emit.word(0),
            Some(turns) => {
                let (ty, variable) = (self.emit.types.word, turns.wave);
                Word(self.emit.load(ty, variable))
            }
        }
    }

    /// Lane `n` of this invocation as a thread of the workgroup.
    pub fn thread_number(&mut self, n: usize) -> Word {
        let lane = self.lane_number(n);
        if self.turns.is_none() {
            return lane;
        }
        let wave = self.current_wave();
        let first = self.emit.shift_left_constant(wave, self.wave.lanes().trailing_zeros());
        self.emit.add(first, lane)
    }

    /// The entry, where several waves take turns: all that are there go on at their start.
    pub fn begin_turns(&mut self) {
        let Some(start) = self.graph.start else { return };
        let (word, zero) = (self.emit.types.word, self.emit.word(0));
        let (wave, places) = (self.emit.local(word, zero.0), self.by_wave(OVER));
        self.turns = Some(Turns { wave, places, saved: BTreeMap::new() });
        let (start, over) = (self.emit.word(start.0), self.emit.word(OVER));
        for n in 0..self.waves {
            let wave = self.emit.word(n);
            let is_there = self.is_wave_there(wave);
            let place = self.emit.select(is_there, start, over);
            let to = self.of_wave(places, wave);
            self.emit.store(to, place.0);
        }
    }

    fn next_place(&mut self, wave: Word) -> Word {
        let Some(places) = self.turns.as_ref().map(|turns| turns.places) else { return wave };
        let from = self.of_wave(places, wave);
        let ty = self.emit.types.word;
        Word(self.emit.load(ty, from))
    }

    pub fn are_all_over(&mut self) -> Bit {
        let mut any = self.emit.word(OVER);
        for n in 0..self.waves {
            let wave = self.emit.word(n);
            let place = self.next_place(wave);
            any = self.emit.or(any, place);
        }
        self.emit.is_zero(any)
    }

    pub fn goes_on_at(&mut self, block: BlockId) -> Bit {
        let wave = self.current_wave();
        let place = self.next_place(wave);
        let wanted = self.emit.word(block.0);
        self.emit.compare(Op::IEqual, place, wanted)
    }

    /// Where a turn begins: at the start registers are the launch's, later what they were.
    pub fn resume(&mut self, block: BlockId, live: &LiveRegisters) {
        if self.graph.start == Some(block) {
            self.zero(live);
            self.load_wave(live);
            return;
        }
        for place in self.to_save(live) {
            let value = self.saved_word(place);
            match place {
                Saved::Vector(register, n) => self.set_vector_anyway(Vgpr(register), n, value),
                Saved::Scalar(register) => self.set_scalar(register, value),
                Saved::Scc => {
                    let bit = self.emit.is_not_zero(value);
                    self.set_scc(bit);
                }
                Saved::Active(_) => {}
            }
        }
        if self.rolls {
            return;
        }
        let mut active = Vec::new();
        for n in 0..self.lanes() {
            let word = self.saved_word(Saved::Active(n));
            active.push(self.emit.is_not_zero(word));
        }
        self.set_mask(Scalar::EXEC, active);
    }

    /// What a wave may read without having written it: the one before it has.
    fn zero(&mut self, live: &LiveRegisters) {
        let zero = self.emit.word(0);
        for place in self.to_save(live) {
            match place {
                Saved::Vector(register, n) => self.set_vector_anyway(Vgpr(register), n, zero),
                Saved::Scalar(register) => self.set_scalar(register, zero),
                Saved::Scc => {
                    let off = self.emit.bit(false);
                    self.set_scc(off);
                }
                Saved::Active(_) => {}
            }
        }
    }

    /// Where a turn ends: keeps what the wave reads later, and passes the turn on.
    pub fn end_turn(&mut self, at: Option<BlockId>, live: &LiveRegisters) {
        if at.is_some() {
            if self.rolls {
                self.put_down()
            } else {
                self.settle()
            }
            for place in self.to_save(live) {
                let value = match place {
                    Saved::Vector(register, n) => self.vector(Vgpr(register), n),
                    Saved::Scalar(register) => self.scalar(register),
                    Saved::Scc => {
                        let scc = self.scc();
                        self.emit.word_of(scc)
                    }
                    Saved::Active(n) => {
                        let active = self.mask(Scalar::EXEC)[n];
                        self.emit.word_of(active)
                    }
                };
                let to = self.saved(place);
                self.emit.store(to, value.0);
            }
        }
        let Some(turns) = &self.turns else { return };
        let (current, places) = (turns.wave, turns.places);
        let wave = self.current_wave();
        let (to, at) = (self.of_wave(places, wave), self.emit.word(at.map_or(OVER, |block| block.0)));
        self.emit.store(to, at.0);
        let (next, count, zero) = (self.emit.add_constant(wave, 1), self.emit.word(self.waves), self.emit.word(0));
        let is_last = self.emit.compare(Op::IEqual, next, count);
        let next = self.emit.select(is_last, zero, next);
        self.emit.store(current, next.0);
    }

    /// What has no life of its own ([`LiveRegisters`]) is saved whether somebody reads it or not. Where instructions are loops, each wave has
    /// vector registers of its own, and EXEC is a number.
    fn to_save(&self, live: &LiveRegisters) -> Vec<Saved> {
        let lanes = if self.rolls { 0 } else { self.lanes() };
        let vectors = (0..=u8::MAX).filter(|register| live.has_vector(Vgpr(*register)));
        let vectors = vectors.flat_map(|register| (0..lanes).map(move |n| Saved::Vector(register, n)));
        let named = (0..=Scalar::VCC.0 + 1).filter(|register| live.has_scalar(*register)).map(Scalar);
        let always = [Scalar::M0, Scalar::FLAT_SCRATCH, Scalar::FLAT_SCRATCH.offset(1)];
        // In a wave of 64 lanes the second one is a part of it.
        let exec = self.rolls.then_some(Scalar::EXEC);
        let high = (self.rolls || self.wave == Wave::W32).then_some(Scalar::EXEC.offset(1));
        let scalars = named.chain(always).chain(exec).chain(high).map(Saved::Scalar);
        let active = (0..lanes).map(Saved::Active);
        vectors.chain(scalars).chain(live.has_scc().then_some(Saved::Scc)).chain(active).collect()
    }

    /// The current wave's word.
    fn saved(&mut self, place: Saved) -> Id {
        let known = self.turns.as_ref().and_then(|turns| turns.saved.get(&place).copied());
        let variable = known.unwrap_or_else(|| self.by_wave(0));
        if let Some(turns) = &mut self.turns {
            turns.saved.insert(place, variable);
        }
        let wave = self.current_wave();
        self.of_wave(variable, wave)
    }

    fn saved_word(&mut self, place: Saved) -> Word {
        let from = self.saved(place);
        let ty = self.emit.types.word;
        Word(self.emit.load(ty, from))
    }
}
