//! [`super::Frame::Registers`].

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Decoration, Op, StorageClass};

use super::Translator;
use crate::emit::Word;
use crate::registers::{Vgpr, Wave};
use crate::translate::Scalar;

/// Words of the buffer: scalar registers by number ([`Scalar`]), EXEC among them; then SCC, 0 or 1; then the vector registers, a
/// word for each lane.
pub const SCC_WORD: u32 = 128;
pub const VECTOR_WORD: u32 = 160;

/// Words of the whole buffer.
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
        let word = self.emit.types.word;
        let module = &mut self.emit.module;
        let array = module.make_global(Op::TypeRuntimeArray, None, [word.into()]);
        module.decorate(array, Decoration::ArrayStride, &[4]);
        let block = module.make_global(Op::TypeStruct, None, [array.into()]);
        module.decorate(block, Decoration::Block, &[]);
        module.decorate_member(block, 0, Decoration::Offset, &[0]);
        let state = module.variable(StorageClass::StorageBuffer, block);
        module.decorate(state, Decoration::DescriptorSet, &[0]);
        module.decorate(state, Decoration::Binding, &[0]);
        module.set_name(state, "state");
        *self.places.state.insert(state)
    }

    fn state_word(&mut self, word: Word) -> Id {
        let (state, ty, zero) = (self.state(), self.emit.types.word, self.emit.word(0));
        self.emit.chain(StorageClass::StorageBuffer, ty, state, &[zero.0, word.0])
    }

    fn load_state(&mut self, word: Word) -> Word {
        let (ty, from) = (self.emit.types.word, self.state_word(word));
        Word(self.emit.load(ty, from))
    }

    /// The word of a vector register in lane `n` of this invocation.
    fn vector_word(&mut self, register: u8, n: usize) -> Word {
        let first = VECTOR_WORD + u32::from(register) * self.wave.lanes();
        match self.lane {
            Some(lane) => self.emit.add_constant(lane, first),
            None => self.emit.word(first + n as u32),
        }
    }

    pub(super) fn load_registers(&mut self, vectors: u8) {
        for register in scalars() {
            let word = self.emit.word(register.0.into());
            let value = self.load_state(word);
            self.set_scalar(register, value);
        }
        let word = self.emit.word(SCC_WORD);
        let value = self.load_state(word);
        let scc = self.emit.is_not_zero(value);
        self.set_scc(scc);
        for register in 0..vectors {
            for n in 0..self.lanes() {
                let word = self.vector_word(register, n);
                let value = self.load_state(word);
                self.set_vector_anyway(Vgpr(register), n, value);
            }
        }
    }

    pub(super) fn store_registers(&mut self, vectors: u8) {
        self.settle();
        let mut values: Vec<_> = scalars().map(|register| (u32::from(register.0), self.scalar(register))).collect();
        let scc = self.scc();
        values.push((SCC_WORD, self.emit.word_of(scc)));
        for register in 0..vectors {
            for n in 0..self.lanes() {
                let (word, value) = (self.vector_word(register, n), self.vector(Vgpr(register), n));
                let to = self.state_word(word);
                self.emit.store(to, value.0);
            }
        }
        // The same in every invocation: one writes.
        let is_first = match self.lane {
            Some(lane) => self.emit.is_zero(lane),
            None => self.emit.bit(true),
        };
        let merge = self.emit.begin_if(is_first);
        for (word, value) in values {
            let word = self.emit.word(word);
            let to = self.state_word(word);
            self.emit.store(to, value.0);
        }
        self.emit.end_if(merge);
    }
}
