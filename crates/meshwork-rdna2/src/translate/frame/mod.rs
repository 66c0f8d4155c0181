//! What stands around a program: where its registers come from, and where what it makes goes to.

mod registers;

pub use registers::{SCC_WORD, VECTOR_WORD, state_words};

use meshwork_spirv::Id;

use super::Translator;
use crate::error::Error;
use crate::instruction::{Immediate, Instruction};

/// The stage that a program becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A compute shader of one workgroup that loads all registers from a storage buffer and stores them there at the end: how
    /// translated code is compared with interpreted code, instruction by instruction.
    Registers {
        /// Vector registers, from v0 on.
        vectors: u8,
    },
}

/// The variables of a frame.
#[derive(Default)]
pub struct Places {
    state: Option<Id>,
}

impl Translator<'_> {
    pub fn enter(&mut self) {
        match self.frame {
            Frame::Registers { vectors } => self.load_registers(vectors),
        }
        self.flush();
    }

    pub fn exit(&mut self) {
        match self.frame {
            Frame::Registers { vectors } => self.store_registers(vectors),
        }
    }

    pub fn message(&mut self, at: &Instruction, _message: Immediate) -> Result<(), Error> {
        match self.frame {
            Frame::Registers { .. } => Err(self.unsupported(at)),
        }
    }
}
