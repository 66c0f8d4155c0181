//! What registers hold, in the block that is being translated.
//!
//! Between blocks a register is a variable of the function. In a block it is a value: variables are loaded where a register is
//! first read and stored at the block's end, so that what a compiler has to find out is only what crosses blocks.
//!
//! **Vector registers under EXEC.** A lane that is off keeps what it had. A write therefore is `lane is on ? new : old`; but as
//! long as EXEC stays what it is, lanes that are off see nothing of each other's values, and the choice can wait: it is made once a
//! register, where EXEC changes, where another lane may look ([`Translator::settle`]), and at the block's end.
//!
//! **Lane masks.** A comparison gives each lane a bit. Only who looks at the mask as a number needs the bits of all lanes; a
//! branch, a select, a logical operation with another mask asks for the own lane's. So a mask register holds either or both, and
//! the number is made (by a ballot) when somebody asks for it.
//!
//! **Definitions.** What a register held at entry is a value of the first block, which every block may use as long as nobody has written
//! the register. What another block wrote comes from the variable, but what was known of it is known still.

use std::collections::BTreeMap;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Op, StorageClass};

use super::Translator;
use crate::cfg::{BlockId, Definition, Definitions, LiveRegisters};
use crate::emit::{Bit, Wide, Word};
use crate::operand::Place;
use crate::registers::{Sgpr, Vgpr, Wave};

/// A scalar register by its number in operand fields (RDNA2 ISA, 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scalar(pub u8);

impl Scalar {
    pub const VCC: Self = Self(106);
    pub const M0: Self = Self(124);
    pub const EXEC: Self = Self(126);
    /// Of two registers. Only S_SETREG and S_GETREG know it: it has no number in operand fields, so here one beyond them.
    pub const FLAT_SCRATCH: Self = Self(128);

    /// The register of a place that is one.
    pub fn of(place: Place) -> Option<Self> {
        Some(match place {
            Place::Sgpr(Sgpr(n)) => Self(n),
            Place::VccLo => Self::VCC,
            Place::VccHi => Self(107),
            Place::Ttmp(n) => Self(108 + n),
            Place::M0 => Self::M0,
            Place::ExecLo => Self::EXEC,
            Place::ExecHi => Self(127),
            _ => return None,
        })
    }

    pub fn offset(self, dwords: u8) -> Self {
        Self(self.0 + dwords)
    }
}

/// A vector register's lane in this invocation.
type Slot = (u8, usize);

struct Lane {
    value: Word,
    /// Its value in lanes that are off, where that is another one.
    before: Option<Before>,
    /// The variable holds another value.
    is_dirty: bool,
}

#[derive(Clone, Copy)]
enum Before {
    Stored,
    Value(Word),
}

struct Mask {
    /// One for each lane of this invocation.
    bits: Vec<Bit>,
    /// Neither variable nor numbers say the same.
    is_alone: bool,
}

/// SCC.
#[derive(Clone)]
enum Condition {
    Bit(Bit),
    /// Some lane's bit is set.
    Any(Vec<Bit>),
}

/// Values by register.
#[derive(Default)]
pub struct Registers {
    vectors: BTreeMap<Slot, Lane>,
    /// Values, and whether the variable holds another one.
    scalars: BTreeMap<Scalar, (Word, bool)>,
    masks: BTreeMap<Scalar, Mask>,
    scc: Option<(Condition, bool)>,
    variables: Variables,
    /// What lives behind the instruction.
    pub live_behind: Option<LiveRegisters>,
    defined: Defined,
    /// Vector registers that loops over the lanes left with one value in all lanes that are on.
    constants: BTreeMap<u8, u32>,
}

/// What blocks left in registers.
#[derive(Default)]
pub struct Defined {
    /// Whole waves do without, and so do waves that take turns.
    definitions: Option<Definitions>,
    /// The block that is being translated; none before the first one, and behind each.
    block: Option<BlockId>,
    vectors: BTreeMap<(Option<BlockId>, Slot), Word>,
    scalars: BTreeMap<(Option<BlockId>, Scalar), Word>,
}

/// Registers between blocks.
#[derive(Default)]
struct Variables {
    vectors: BTreeMap<Slot, Id>,
    scalars: BTreeMap<Scalar, Id>,
    active: Vec<Id>,
    scc: Option<Id>,
}

impl Registers {
    /// Values of a block that nothing follows; what blocks left stays.
    pub fn forget(&mut self) {
        let (variables, defined) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.defined));
        *self = Self { variables, defined, ..Self::default() };
    }

    pub fn follow(&mut self, definitions: Definitions) {
        self.defined.definitions = Some(definitions);
    }

    pub fn begin_block(&mut self, block: BlockId) {
        self.defined.block = Some(block);
    }
}

impl Defined {
    /// Who wrote what the block finds in a register, by the way to look it up.
    fn definition(&self, of: impl FnOnce(&Definitions, BlockId) -> Definition) -> Option<Option<BlockId>> {
        match of(self.definitions.as_ref()?, self.block?) {
            Definition::Entry => Some(None),
            Definition::Block(block) => Some(Some(block)),
            Definition::Several => None,
        }
    }

    /// What the block finds in a lane of a vector register, and whether it was there at entry.
    fn vector(&self, slot: Slot) -> Option<(Word, bool)> {
        let by = self.definition(|all, block| all.of_vector(block, Vgpr(slot.0)))?;
        Some((*self.vectors.get(&(by, slot))?, by.is_none()))
    }

    fn scalar(&self, register: Scalar) -> Option<(Word, bool)> {
        let by = self.definition(|all, block| all.of_scalar(block, register.0))?;
        Some((*self.scalars.get(&(by, register))?, by.is_none()))
    }
}

impl Translator<'_> {
    /// Where a lane of a register lies between blocks: in a variable, or where instructions are loops in an array, which has the lanes of the
    /// workgroup's other waves, too.
    fn vector_place(&mut self, slot: Slot) -> Id {
        let (word, zero) = (self.emit.types.word, self.emit.word(0));
        if !self.rolls {
            return self.vector_variable(slot, word, zero.0);
        }
        let (register, n) = slot;
        let (thread, threads) = (self.thread_number(n), self.emit.word(self.threads()));
        let array = self.emit.module.get_or_make(Op::TypeArray, None, [word.into(), threads.0.into()]);
        let zeros = self.emit.module.null(array);
        let variable = self.vector_variable((register, 0), array, zeros);
        self.emit.chain(StorageClass::Function, word, variable, &[thread.0])
    }

    /// Registers may be read on a way that never wrote them: they are zeros then.
    fn vector_variable(&mut self, slot: Slot, ty: Id, zeros: Id) -> Id {
        if let Some(&variable) = self.registers.variables.vectors.get(&slot) {
            return variable;
        }
        let variable = self.emit.local(ty, zeros);
        self.registers.variables.vectors.insert(slot, variable);
        variable
    }

    fn scalar_variable(&mut self, register: Scalar) -> Id {
        if let Some(&variable) = self.registers.variables.scalars.get(&register) {
            return variable;
        }
        let (ty, zero) = (self.emit.types.word, self.emit.word(0));
        let variable = self.emit.local(ty, zero.0);
        self.registers.variables.scalars.insert(register, variable);
        variable
    }

    /// EXEC is a variable for each lane's bit.
    fn active_variables(&mut self) -> Vec<Id> {
        if self.registers.variables.active.is_empty() {
            let (ty, off) = (self.emit.types.bit, self.emit.bit(false));
            self.registers.variables.active = (0..self.lanes()).map(|_| self.emit.local(ty, off.0)).collect();
        }
        self.registers.variables.active.clone()
    }

    fn scc_variable(&mut self) -> Id {
        let (ty, off) = (self.emit.types.bit, self.emit.bit(false));
        *self.registers.variables.scc.get_or_insert_with(|| self.emit.local(ty, off.0))
    }

    /// What a lane of this invocation reads from a vector register, if it is on; anything, if it is off.
    pub fn vector(&mut self, register: Vgpr, lane: usize) -> Word {
        let slot = (register.0, lane);
        if let Some(held) = self.registers.vectors.get(&slot) {
            return held.value;
        }
        if self.lane.is_some()
            && let Some(&constant) = self.registers.constants.get(&register.0)
        {
            return self.emit.word(constant);
        }
        let variable = self.vector_place(slot);
        let value = self.load_register(variable, self.registers.defined.vector(slot));
        self.registers.vectors.insert(slot, Lane { value, before: None, is_dirty: false });
        value
    }

    /// What a register's variable holds, of which is known what was `defined`.
    fn load_register(&mut self, variable: Id, defined: Option<(Word, bool)>) -> Word {
        if let Some((value, true)) = defined {
            return value;
        }
        let ty = self.emit.types.word;
        let value = Word(self.emit.load(ty, variable));
        defined.map_or(value, |(like, _)| self.emit.note_same(value, like, self.lane))
    }

    /// Writes a lane of a vector register, if it is on.
    pub fn set_vector(&mut self, register: Vgpr, lane: usize, value: Word) {
        let slot = (register.0, lane);
        let before = match self.registers.vectors.get(&slot) {
            Some(held) => held.before.unwrap_or(Before::Value(held.value)),
            None => Before::Stored,
        };
        self.registers.vectors.insert(slot, Lane { value, before: Some(before), is_dirty: true });
        self.note_constant(register, value);
    }

    /// Writes a lane of a vector register whether it is on or off.
    pub fn set_vector_anyway(&mut self, register: Vgpr, lane: usize, value: Word) {
        self.registers.vectors.insert((register.0, lane), Lane { value, before: None, is_dirty: true });
        self.note_constant(register, value);
    }

    /// Behind a loop over the lanes nothing else of its values is known. Outside of one each lane may have its own.
    fn note_constant(&mut self, register: Vgpr, value: Word) {
        match self.emit.known(value).filter(|_| self.rolls && self.lane.is_some()) {
            Some(constant) => self.registers.constants.insert(register.0, constant),
            None => self.registers.constants.remove(&register.0),
        };
    }

    /// Makes every vector register hold what lanes that are off see, too.
    pub fn settle(&mut self) {
        let slots: Vec<_> =
            self.registers.vectors.iter().filter_map(|(&slot, held)| Some((slot, held.value, held.before?))).collect();
        if slots.is_empty() {
            return;
        }
        let active = self.mask(Scalar::EXEC);
        for (slot, value, before) in slots {
            let on = active[slot.1];
            let value = match (self.emit.known_bit(on), before) {
                (Some(true), _) => value,
                (_, Before::Value(before)) => self.emit.select(on, value, before),
                (_, Before::Stored) => {
                    let (variable, ty) = (self.vector_place(slot), self.emit.types.word);
                    let before = Word(self.emit.load(ty, variable));
                    self.emit.select(on, value, before)
                }
            };
            self.registers.vectors.insert(slot, Lane { value, before: None, is_dirty: true });
        }
    }

    /// EXEC is about to change. What nobody reads behind that need not be settled.
    fn change_lanes(&mut self) {
        if let Some(live) = self.registers.live_behind {
            self.registers.vectors.retain(|&(register, _), _| live.needs_vector(Vgpr(register)));
        }
        self.settle();
        self.registers.constants.clear();
    }

    /// The register of which a mask at `register` is the low half, if it has one, and of which it is the high half.
    fn overlapping(&self, register: Scalar) -> impl Iterator<Item = Scalar> + use<> {
        let high = (self.wave == Wave::W64).then(|| register.0.checked_sub(1).map(Scalar)).flatten();
        std::iter::once(register).chain(high)
    }

    /// A scalar register as a number.
    pub fn scalar(&mut self, register: Scalar) -> Word {
        for low in self.overlapping(register) {
            self.count(low);
        }
        if let Some(&(value, _)) = self.registers.scalars.get(&register) {
            return value;
        }
        if self.is_kept_by_lane(register) {
            self.mask(Scalar::EXEC);
            self.ballot_mask(Scalar::EXEC);
            return self.registers.scalars[&register].0;
        }
        let variable = self.scalar_variable(register);
        let value = self.load_register(variable, self.registers.defined.scalar(register));
        self.registers.scalars.insert(register, (value, false));
        value
    }

    /// In a wave of 32 lanes EXEC_HI is a register like any other.
    fn is_exec(&self, register: Scalar) -> bool {
        register == Scalar::EXEC || register == Scalar(127) && self.wave == Wave::W64
    }

    /// A variable has each lane's bit, none the number. Where instructions are loops over the lanes, EXEC is a number like any other mask.
    fn is_kept_by_lane(&self, register: Scalar) -> bool {
        self.is_exec(register) && !self.rolls
    }

    pub fn set_scalar(&mut self, register: Scalar, value: Word) {
        if self.is_exec(register) {
            self.change_lanes();
            // The other half stays.
            if self.wave == Wave::W64 && !self.rolls {
                self.scalar(Scalar(register.0 ^ 1));
            }
        }
        for low in self.overlapping(register) {
            // Of a mask of two registers the other one stays.
            if self.wave == Wave::W64 {
                self.count(low);
            }
            self.registers.masks.remove(&low);
        }
        self.registers.scalars.insert(register, (value, true));
    }

    /// Two registers at once: of a mask in them nothing stays.
    pub fn set_scalar_pair(&mut self, register: Scalar, value: Wide) {
        if self.wave == Wave::W64 {
            if register == Scalar::EXEC {
                self.change_lanes();
            }
            self.forget_overlapping(register);
            self.registers.masks.remove(&register);
            self.registers.scalars.insert(register, (value.low, true));
            self.registers.scalars.insert(register.offset(1), (value.high, true));
        } else {
            self.set_scalar(register, value.low);
            self.set_scalar(register.offset(1), value.high);
        }
    }

    /// Masks that share a register with the one at `register`: their numbers stay.
    fn forget_overlapping(&mut self, register: Scalar) {
        let halves = self.wave.mask_dwords();
        let others: Vec<_> = (0..halves).flat_map(|half| self.overlapping(register.offset(half))).collect();
        for other in others.into_iter().filter(|&other| other != register) {
            self.count(other);
            self.registers.masks.remove(&other);
        }
    }

    /// Makes the number of a mask that is only known lane by lane.
    fn count(&mut self, low: Scalar) {
        if self.registers.masks.get(&low).is_some_and(|mask| mask.is_alone) && !self.is_kept_by_lane(low) {
            self.ballot_mask(low);
        }
    }

    fn ballot_mask(&mut self, low: Scalar) {
        let is_alone = self.is_kept_by_lane(low);
        let Some(mask) = self.registers.masks.get_mut(&low) else { return };
        let bits = mask.bits.clone();
        mask.is_alone = is_alone;
        let number = self.ballot(&bits);
        self.registers.scalars.insert(low, (number.low, true));
        if self.wave == Wave::W64 {
            self.registers.scalars.insert(low.offset(1), (number.high, true));
        }
    }

    /// The bits of this invocation's lanes in a mask.
    pub fn mask(&mut self, register: Scalar) -> Vec<Bit> {
        if let Some(mask) = self.registers.masks.get(&register) {
            return mask.bits.clone();
        }
        let is_alone = self.is_kept_by_lane(register);
        if is_alone && !self.registers.scalars.contains_key(&register) {
            let ty = self.emit.types.bit;
            let bits: Vec<_> =
                self.active_variables().into_iter().map(|variable| Bit(self.emit.load(ty, variable))).collect();
            self.registers.masks.insert(register, Mask { bits: bits.clone(), is_alone: false });
            return bits;
        }
        let low = self.scalar(register);
        let high = (self.wave == Wave::W64).then(|| self.scalar(register.offset(1)));
        let bits = self.lane_bits(low, high);
        self.registers.masks.insert(register, Mask { bits: bits.clone(), is_alone });
        bits
    }

    /// Whether a register holds a mask whose number nobody has asked for.
    pub fn is_lane_mask(&self, register: Scalar) -> bool {
        let is_counted = self.registers.scalars.contains_key(&register);
        self.is_kept_by_lane(register) || !is_counted && self.registers.masks.contains_key(&register)
    }

    pub fn set_mask(&mut self, register: Scalar, bits: Vec<Bit>) {
        if register == Scalar::EXEC {
            self.change_lanes();
        }
        self.forget_overlapping(register);
        for half in 0..self.wave.mask_dwords() {
            self.registers.scalars.remove(&register.offset(half));
        }
        self.registers.masks.insert(register, Mask { bits, is_alone: true });
    }

    /// The same mask in another register, with its number if that is known.
    pub fn copy_mask(&mut self, to: Scalar, from: Scalar) {
        let halves = self.wave.mask_dwords();
        let number = |half| self.registers.scalars.get(&from.offset(half)).map(|&(value, _)| value);
        let numbers: Option<Vec<_>> = (0..halves).map(number).collect();
        let bits = self.mask(from);
        self.set_mask(to, bits);
        for (half, number) in (0..).zip(numbers.into_iter().flatten()) {
            self.registers.scalars.insert(to.offset(half), (number, true));
            let is_alone = self.is_kept_by_lane(to);
            if let Some(mask) = self.registers.masks.get_mut(&to) {
                mask.is_alone = is_alone;
            }
        }
    }

    pub fn scc(&mut self) -> Bit {
        match self.registers.scc.clone() {
            Some((Condition::Bit(bit), _)) => bit,
            Some((Condition::Any(bits), is_dirty)) => {
                let bit = self.any(&bits);
                self.registers.scc = Some((Condition::Bit(bit), is_dirty));
                bit
            }
            None => {
                let (variable, ty) = (self.scc_variable(), self.emit.types.bit);
                let bit = Bit(self.emit.load(ty, variable));
                self.registers.scc = Some((Condition::Bit(bit), false));
                bit
            }
        }
    }

    pub fn set_scc(&mut self, bit: Bit) {
        self.registers.scc = Some((Condition::Bit(bit), true));
    }

    /// SCC says whether a mask has a bit set.
    pub fn set_scc_any(&mut self, bits: Vec<Bit>) {
        self.registers.scc = Some((Condition::Any(bits), true));
    }

    /// Whether a mask is 0. Its number is taken if it is known, else the lanes are asked.
    pub fn is_mask_zero(&mut self, register: Scalar) -> Bit {
        if let Some(mask) = self.registers.masks.get(&register)
            && !self.registers.scalars.contains_key(&register)
        {
            let bits = mask.bits.clone();
            let any = self.any(&bits);
            return self.emit.negate(any);
        }
        if self.is_kept_by_lane(register) && !self.registers.scalars.contains_key(&register) {
            let bits = self.mask(register);
            let any = self.any(&bits);
            return self.emit.negate(any);
        }
        let mut all = self.scalar(register);
        if self.wave == Wave::W64 {
            let high = self.scalar(register.offset(1));
            all = self.emit.or(all, high);
        }
        self.emit.is_zero(all)
    }

    /// Stores what variables do not hold yet and somebody may read, and forgets all values: the block ends.
    pub fn flush(&mut self, live: &LiveRegisters) {
        self.forget_dead(live);
        self.settle();
        let knows_exec =
            self.registers.scalars.contains_key(&Scalar::EXEC) || self.registers.masks.contains_key(&Scalar::EXEC);
        if knows_exec && self.is_kept_by_lane(Scalar::EXEC) {
            let bits = self.mask(Scalar::EXEC);
            for (variable, bit) in self.active_variables().into_iter().zip(bits) {
                self.emit.store(variable, bit.0);
            }
        }
        self.count_masks();
        self.store_vectors();
        for (register, (value, is_dirty)) in std::mem::take(&mut self.registers.scalars) {
            if is_dirty && !self.is_kept_by_lane(register) {
                let variable = self.scalar_variable(register);
                self.emit.store(variable, value.0);
                let Defined { definitions, block, scalars, .. } = &mut self.registers.defined;
                if definitions.is_some() {
                    scalars.insert((*block, register), value);
                }
            }
        }
        if let Some((_, true)) = self.registers.scc {
            let (bit, variable) = (self.scc(), self.scc_variable());
            self.emit.store(variable, bit.0);
        }
        self.registers.constants.clear();
        self.registers.masks.clear();
        self.registers.scc = None;
        self.registers.defined.block = None;
    }

    /// Masks are numbers from here on, too.
    fn count_masks(&mut self) {
        let masks: Vec<_> = self.registers.masks.keys().copied().collect();
        masks.into_iter().for_each(|low| self.count(low));
    }

    /// Stores what variables do not hold yet, and forgets the values; they are settled.
    fn store_vectors(&mut self) {
        for (slot, held) in std::mem::take(&mut self.registers.vectors) {
            if held.is_dirty {
                let variable = self.vector_place(slot);
                self.emit.store(variable, held.value.0);
                let Defined { definitions, block, vectors, .. } = &mut self.registers.defined;
                if definitions.is_some() {
                    vectors.insert((*block, slot), held.value);
                }
            }
        }
    }

    /// All values that somebody needs go to where a lane finds them that comes from outside, and one outside that comes from a lane.
    pub fn put_down(&mut self) {
        if let Some(live) = self.registers.live_behind.filter(|_| self.lane.is_some()) {
            self.registers.vectors.retain(|&(register, _), _| live.needs_vector(Vgpr(register)));
            let of_lanes_on =
                self.registers.vectors.iter_mut().filter(|((register, _), _)| !live.has_vector(Vgpr(*register)));
            of_lanes_on.for_each(|(_, held)| held.before = None);
        }
        self.settle();
        self.store_vectors();
        if self.registers.scc.is_some() {
            self.scc();
        }
    }

    /// Of masks the numbers stay.
    pub fn forget_masks(&mut self) {
        self.count_masks();
        self.registers.masks.clear();
    }

    /// The masks whose numbers nobody has asked for, which are forgotten as all others are.
    pub fn take_masks(&mut self) -> Vec<(Scalar, Vec<Bit>)> {
        let masks = std::mem::take(&mut self.registers.masks);
        masks.into_iter().filter(|(_, mask)| mask.is_alone).map(|(register, mask)| (register, mask.bits)).collect()
    }

    fn forget_dead(&mut self, live: &LiveRegisters) {
        let registers = &mut self.registers;
        registers.vectors.retain(|&(register, _), _| live.has_vector(Vgpr(register)));
        // A mask of two registers lives with either.
        let high = self.wave.mask_dwords() - 1;
        registers.masks.retain(|low, _| live.has_scalar(low.0) || live.has_scalar(low.0 + high));
        registers.scalars.retain(|register, _| live.has_scalar(register.0));
        if !live.has_scc() {
            registers.scc = None;
        }
    }

    /// Each lane's bit of a number of one or two words.
    pub fn lane_bits(&mut self, low: Word, high: Option<Word>) -> Vec<Bit> {
        match self.lane {
            Some(lane) if self.lanes() > 1 => {
                [low, high.unwrap_or(low)].into_iter().map(|word| self.lane_bit(word, lane)).collect()
            }
            Some(lane) => {
                let word = match (self.emit.known(low), high) {
                    (known, Some(high)) if known.is_none() || self.emit.known(high) != known => {
                        let half = self.emit.word(32);
                        let is_low = self.emit.compare(Op::ULessThan, lane, half);
                        self.emit.select(is_low, low, high)
                    }
                    _ => low,
                };
                vec![self.lane_bit(word, lane)]
            }
            None => (0..self.wave.lanes())
                .map(|lane| {
                    let word = if lane < 32 { low } else { high.unwrap_or(low) };
                    let lane = self.emit.word(lane % 32);
                    self.lane_bit(word, lane)
                })
                .collect(),
        }
    }

    fn lane_bit(&mut self, word: Word, lane: Word) -> Bit {
        match self.emit.known(word) {
            Some(0) => self.emit.bit(false),
            Some(u32::MAX) => self.emit.bit(true),
            _ => {
                let shifted = self.emit.shift_right(word, lane);
                let bit = self.emit.and_constant(shifted, 1);
                self.emit.is_not_zero(bit)
            }
        }
    }
}
