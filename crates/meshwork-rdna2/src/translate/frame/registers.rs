//! [`super::Frame::Registers`]: each workgroup has registers of its own in the buffer, one workgroup's behind the other's.

use meshwork_spirv::Id;

use super::Translator;
use crate::emit::Word;
use crate::registers::{Vgpr, Wave};
use crate::translate::Scalar;

/// Words of the buffer: scalar registers by number ([`Scalar`]), EXEC among them; then SCC, 0 or 1; then the vector registers, a
/// word for each lane.
pub const SCC_WORD: u32 = 128;
pub const VECTOR_WORD: u32 = 160;

/// Words of a workgroup.
pub fn state_words(wave: Wave, vectors: u8) -> u32 {
    VECTOR_WORD + u32::from(vectors) * wave.lanes()
}

/// Registers that a program can change: SGPRs, VCC, M0, EXEC. Others are trap handlers' or constants.
fn scalars() -> impl Iterator<Item = Scalar> {
    (0..108).chain([124, 126, 127]).map(Scalar)
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
        let (group, size) = (self.group(), self.emit.word(state_words(self.wave, vectors)));
        self.emit.mul(group, size)
    }

    /// The word of a vector register in lane `n` of this invocation.
    fn vector_word(&mut self, start: Word, register: u8, n: usize) -> Word {
        let first = VECTOR_WORD + u32::from(register) * self.wave.lanes();
        let lane = self.lane_number(n);
        let word = self.emit.add_constant(lane, first);
        self.emit.add(start, word)
    }

    pub(super) fn load_registers(&mut self, vectors: u8) {
        let (state, start) = (self.state(), self.state_start(vectors));
        for register in scalars() {
            let word = self.emit.add_constant(start, register.0.into());
            let value = self.load_buffer_word(state, word);
            self.set_scalar(register, value);
        }
        let word = self.emit.add_constant(start, SCC_WORD);
        let value = self.load_buffer_word(state, word);
        let scc = self.emit.is_not_zero(value);
        self.set_scc(scc);
        for register in 0..vectors {
            for n in 0..self.lanes() {
                let word = self.vector_word(start, register, n);
                let value = self.load_buffer_word(state, word);
                self.set_vector_anyway(Vgpr(register), n, value);
            }
        }
    }

    pub(super) fn store_registers(&mut self, vectors: u8) {
        let (state, start) = (self.state(), self.state_start(vectors));
        self.settle();
        let mut values: Vec<_> = scalars().map(|register| (u32::from(register.0), self.scalar(register))).collect();
        let scc = self.scc();
        values.push((SCC_WORD, self.emit.word_of(scc)));
        for register in 0..vectors {
            for n in 0..self.lanes() {
                let (word, value) = (self.vector_word(start, register, n), self.vector(Vgpr(register), n));
                self.store_buffer_word(state, word, value);
            }
        }
        // The same in every invocation: one writes.
        let is_first = self.is_first();
        let merge = self.emit.begin_if(is_first);
        for (word, value) in values {
            let word = self.emit.add_constant(start, word);
            self.store_buffer_word(state, word, value);
        }
        self.emit.end_if(merge);
    }
}
