//! RDNA2 (gfx10.3) primitive shaders: machine code in, a SPIR-V mesh shader out.
//!
//! The way of a program, one module a stage:
//!
//! 1. [`decode`]: dwords become [`Instruction`]s, by the table of opcodes ([`Opcode`], one line each). What the hardware does not
//!    know is an [`Error`] with its place; nothing is skipped. `Display` of an instruction is the assembler's text.
//! 2. [`cfg`]: instructions become blocks, and blocks the structured control flow that SPIR-V asks for. Branches on EXEC are seen
//!    as what they are, shortcuts.
//! 3. [`interpret`]: a whole wave run on the CPU. It is the oracle of the next stage, as the manual is its own.
//! 4. [`translate`]: instructions become operations on values, one invocation a lane, the scalar state the same in every one.
//!    Images and samplers are objects of the host: [`image_uses`] finds the way to each descriptor, [`translate::Bindings`] what
//!    stands for it.
//! 5. `emit`: those become a module of `meshwork-spirv`.
//! 6. [`launch`]: a draw becomes workgroups, each with the registers that its waves find at entry.
//!
//! The ISA is AMD's "RDNA 2 Instruction Set Architecture Reference Guide" (2020), cited as *RDNA2 ISA* with its section.

#![forbid(unsafe_code)]

pub mod cfg;
mod data_format;
pub mod decode;
mod descriptor;
mod emit;
pub mod encode;
mod error;
mod instruction;
pub mod interpret;
pub mod launch;
mod opcode;
mod operand;
mod print;
mod registers;
mod table;
pub mod translate;
mod width;

pub use decode::{decode, decode_program};
pub use descriptor::{DescriptorPath, ImageUse, ImageUseKind, image_uses};
pub use error::{Error, Field};
pub use instruction::*;
pub use opcode::{Encoding, ImmediateKind, Opcode, Slot};
pub use operand::{InlineFloat, Operand, Place, Type};
pub use registers::{Pc, Sgpr, Vgpr, Wave};
