//! A SPIR-V module that passes can read, edit and write.
//!
//! - [`Module::read`] takes any words and gives a module or an [`Error`] with a word offset; it never panics.
//! - [`Module::verify`] checks the structure that passes rely on: ids, types, calls and control flow hang together. It is
//!   not a replacement for `spirv-val`, which judges every output in tests.
//! - [`Module::write`] gives words again, [`Module::print`] text.
//!
//! Function bodies are flat lists of instructions with their `OpLabel`s: splitting a block is then an insertion, and a
//! rewrite is one loop. Source-level debug information (lines, sources, `DebugInfo` instruction sets) is dropped when a
//! module is read, because rewritten variables would leave it dangling; names stay.

#![forbid(unsafe_code)]

mod code;
mod constants;
mod decorations;
mod error;
mod globals;
mod grammar;
mod instruction;
mod module;
mod print;
mod read;
mod types;
mod verify;
mod write;

pub use code::Code;
pub use error::Error;
pub use globals::Globals;
pub use instruction::{Id, Instruction, Operand, is_terminator};
pub use module::{EntryPoint, Function, Module};
pub use rspirv::spirv;
pub use types::Type;
