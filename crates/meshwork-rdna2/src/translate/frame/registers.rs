//! [`super::Frame::Registers`]: each workgroup has a state of its own in the buffer, one workgroup's behind the other's. What the
//! program does not name is neither loaded nor stored: compilers take their time for every register.

use meshwork_spirv::Id;

use super::Translator;
use crate::cfg::{LiveRegisters, named};
use crate::emit::{Wide, Word};
use crate::registers::{Vgpr, Wave};
use crate::translate::Scalar;

/// Words of a state: scalar registers by number ([`Scalar`]), EXEC among them; SCC, 0 or 1; the window of guest memory, address, low
/// and high, and bytes; the address of the program's first instruction, low and high; that of slots of LDS, as the launch table has it;
/// then the vector registers, a word for each lane; and behind them LDS.
pub const SCC_WORD: u32 = 128;
pub const STATE_WINDOW_WORD: u32 = 132;
pub const STATE_CODE_WORD: u32 = 136;
pub const STATE_LDS_WORD: u32 = 138;
pub const VECTOR_WORD: u32 = 160;

/// Words of a workgroup. [`super::Frame::Registers`] says how many vector registers there are.
pub fn state_words(wave: Wave, vectors: u8, lds_bytes: u32) -> u32 {
    VECTOR_WORD + u32::from(vectors) * wave.lanes() + lds_bytes.div_ceil(4)
}

/// Registers that a program can change: SGPRs, VCC, M0, EXEC. Others are trap handlers' or constants.
fn scalars(named: &LiveRegisters) -> impl Iterator<Item = Scalar> {
    (0..108).chain([124, 126, 127]).filter(|&number| named.has_scalar(number)).map(Scalar)
}

impl Translator<'_> {
    fn state(&mut self) -> Id {
        if let Some(state) = self.places.state {
            return state;
        }
        let state = self.word_buffer("state", super::binding::STATE);
        *self.places.state.insert(state)
    }

    /// The workgroup's first word.
    fn state_start(&mut self, vectors: u8) -> Word {
        let (group, size) = (self.group(), self.emit.word(state_words(self.wave, vectors, self.lds_bytes)));
        self.emit.mul(group, size)
    }

    /// The word of a vector register in lane `n` of this invocation.
    fn vector_word(&mut self, start: Word, register: Vgpr, n: usize) -> Word {
        let first = VECTOR_WORD + u32::from(register.0) * self.wave.lanes();
        let lane = self.lane_number(n);
        let word = self.emit.add_constant(lane, first);
        self.emit.add(start, word)
    }

    fn state_word(&mut self, start: Word, word: u32) -> Word {
        let (state, at) = (self.state(), self.emit.add_constant(start, word));
        self.load_buffer_word(state, at)
    }

    pub(super) fn load_registers(&mut self, vectors: u8) {
        let (state, start) = (self.state(), self.state_start(vectors));
        let named = named(self.program);
        let [low, high, bytes] = [0, 1, 2].map(|n| self.state_word(start, STATE_WINDOW_WORD + n));
        self.open_window(Wide { low, high }, bytes);
        let [low, high] = [0, 1].map(|n| self.state_word(start, STATE_CODE_WORD + n));
        self.code = Some(Wide { low, high });
        for register in scalars(&named) {
            let value = self.state_word(start, register.0.into());
            self.set_scalar(register, value);
        }
        let value = self.state_word(start, SCC_WORD);
        let scc = self.emit.is_not_zero(value);
        self.set_scc(scc);
        let loaded: Vec<_> = (0..vectors).map(Vgpr).filter(|&register| named.has_vector(register)).collect();
        self.for_own_lanes(|this| {
            for register in loaded {
                for n in 0..this.lanes() {
                    let word = this.vector_word(start, register, n);
                    let value = this.load_buffer_word(state, word);
                    this.set_vector_anyway(register, n, value);
                }
            }
        });
        self.open_slot(|this| {
            let [low, high] = [0, 1].map(|n| this.state_word(start, STATE_LDS_WORD + n));
            Wide { low, high }
        });
        let lds = self.emit.add_constant(start, state_words(self.wave, vectors, 0));
        self.for_lds_words(|this, number, word| {
            let at = this.emit.add(lds, number);
            let value = this.load_buffer_word(state, at);
            this.emit.store(word, value.0);
        });
        if !super::export_targets(self.program).is_empty() || self.allocates() {
            self.begin_capture();
        }
    }

    pub(super) fn store_registers(&mut self, vectors: u8) {
        let (state, start) = (self.state(), self.state_start(vectors));
        let named = named(self.program);
        self.settle();
        let mut values: Vec<_> =
            scalars(&named).map(|register| (u32::from(register.0), self.scalar(register))).collect();
        let scc = self.scc();
        values.push((SCC_WORD, self.emit.word_of(scc)));
        let stored: Vec<_> = (0..vectors).map(Vgpr).filter(|&register| named.has_vector(register)).collect();
        self.for_own_lanes(|this| {
            for register in stored {
                for n in 0..this.lanes() {
                    let (word, value) = (this.vector_word(start, register, n), this.vector(register, n));
                    this.store_buffer_word(state, word, value);
                }
            }
        });
        // The same in every invocation: one writes.
        let is_first = self.is_first();
        let merge = self.emit.begin_if(is_first);
        for (word, value) in values {
            let word = self.emit.add_constant(start, word);
            self.store_buffer_word(state, word, value);
        }
        self.emit.end_if(merge);
        let lds = self.emit.add_constant(start, state_words(self.wave, vectors, 0));
        let ty = self.emit.types.word;
        self.for_lds_words(|this, number, word| {
            let value = Word(this.emit.load(ty, word));
            let at = this.emit.add(lds, number);
            this.store_buffer_word(state, at, value);
        });
    }
}
