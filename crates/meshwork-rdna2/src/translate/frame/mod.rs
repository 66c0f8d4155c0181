//! What stands around a program: where its registers come from, and where what it makes goes to.

mod capture;
mod launch;
mod limits;
mod mesh;
mod outputs;
mod rectangle;
mod registers;

pub use capture::capture_words;
pub use launch::{CODE_WORD, GROUPS_WORD, LAUNCH_VECTORS, LDS_WORD, SCALARS_WORD, WINDOW_WORD, draw_size, group_words};
pub use limits::MeshLimits;
pub use outputs::{FragmentInput, FragmentInputs, MeshOutputs, Parameter, ParameterTarget, ParameterType, PerVertex};
pub use registers::{SCC_WORD, STATE_CODE_WORD, STATE_LDS_WORD, STATE_WINDOW_WORD, VECTOR_WORD, state_words};

use std::ops::Range;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Decoration, ExecutionModel, Op, StorageClass};

use super::Translator;
use crate::cfg::{BlockId, LiveRegisters, live_at_start};
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::{Export, ExportTarget, Fields, Immediate, Instruction};
use crate::opcode::Opcode;

/// Bindings of descriptor set 0.
pub mod binding {
    /// The window of guest memory.
    pub const MEMORY: u32 = 0;
    /// The launch table.
    pub const LAUNCH: u32 = 1;
    /// Instead of a launch table, registers and LDS at the start and at the end of [`super::Frame::Registers`].
    pub const STATE: u32 = LAUNCH;
    /// Exports of [`super::Frame::Capture`] and [`super::Frame::Registers`].
    pub const CAPTURE: u32 = 2;
}

/// The stage that a program becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A compute shader that loads the program's registers and LDS from a storage buffer and stores them there at the end, a workgroup
    /// its own: how translated code is compared with interpreted code. Exports go where [`Frame::Capture`] has them.
    Registers {
        /// Vector registers, from v0 on.
        vectors: u8,
    },
    /// A mesh shader. A workgroup is one of the launch table's.
    Mesh(MeshOutputs),
    /// A compute shader that does the same and writes every export to a buffer: how whole programs are compared.
    Capture,
}

/// The variables of a frame.
#[derive(Default)]
pub struct Places {
    state: Option<Id>,
    launch: Option<Id>,
    /// The workgroup's number.
    group: Option<Word>,
    capture: capture::Capture,
    mesh: mesh::Mesh,
}

/// Every place that a program exports to, in the order of the targets' numbers.
pub fn export_targets(program: &[Instruction]) -> Vec<ExportTarget> {
    let target = |instruction: &Instruction| match &instruction.fields {
        Fields::Export(export) if export.target != ExportTarget::Null => Some(export.target),
        _ => None,
    };
    let mut targets: Vec<_> = program.iter().filter_map(target).collect();
    targets.sort_by_key(|target| target.number());
    targets.dedup();
    targets
}

impl Translator<'_> {
    pub fn enter(&mut self) {
        match &self.frame {
            &Frame::Registers { vectors } => self.load_registers(vectors),
            Frame::Capture => {
                self.open_launch();
                self.begin_capture();
                self.open_slot(Self::launch_lds);
                self.begin_waves();
            }
            Frame::Mesh(_) => {
                self.open_launch();
                self.begin_mesh();
                self.open_slot(Self::launch_lds);
                self.begin_waves();
            }
        }
        self.open_scratch();
        let live = self.live_at_entry();
        self.flush(&live);
    }

    fn live_at_entry(&self) -> LiveRegisters {
        let entry = BlockId(0);
        let at_end = self.live.get(&entry).copied().unwrap_or(LiveRegisters::ALL);
        live_at_start(self.graph.block(entry), self.program, at_end)
    }

    /// One wave has its registers from here on, several have them where their turns begin.
    fn begin_waves(&mut self) {
        if self.graph.start.is_some() {
            self.begin_turns();
        } else {
            let live = self.live_at_entry();
            self.load_wave(&live);
        }
    }

    pub fn exit(&mut self) {
        match &self.frame {
            &Frame::Registers { vectors } => self.store_registers(vectors),
            Frame::Capture => {}
            Frame::Mesh(_) => self.end_mesh(),
        }
    }

    /// S_SENDMSG. GS_ALLOC_REQ asks for output space: M0 has the primitives in bits 22:12 and the vertices in bits 10:0.
    pub fn message(&mut self, at: &Instruction, message: Immediate) -> Result<(), Error> {
        const GS_ALLOC_REQ: u16 = 9;
        if message != Immediate::Message(GS_ALLOC_REQ) {
            return Err(self.unsupported(at));
        }
        let m0 = self.scalar(super::Scalar::M0);
        let vertices = self.emit.and_constant(m0, 0x7ff);
        let primitives = self.emit.shift_right_constant(m0, 12);
        let primitives = self.emit.and_constant(primitives, 0x7ff);
        match self.frame {
            Frame::Registers { .. } | Frame::Capture => self.capture_allocation(vertices, primitives),
            Frame::Mesh(_) => self.set_mesh_outputs(vertices, primitives),
        }
        Ok(())
    }

    pub fn export(&mut self, at: &Instruction, export: &Export) -> Result<(), Error> {
        if export.compr {
            return Err(self.unsupported(at));
        }
        if export.target == ExportTarget::Null {
            return Ok(());
        }
        let active = self.mask(super::Scalar::EXEC);
        for (n, on) in active.into_iter().enumerate() {
            let values = export.src.map(|source| source.map(|register| self.vector(register, n)));
            match self.frame {
                Frame::Registers { .. } | Frame::Capture => self.capture_export(export.target, values, n, on),
                Frame::Mesh(_) => self.mesh_export(at, export.target, values, n, on)?,
            }
        }
        Ok(())
    }

    /// Whether the program asks for its output space; one that does not puts out what came in.
    fn allocates(&self) -> bool {
        self.program.iter().any(|instruction| instruction.opcode == Opcode::S_SENDMSG)
    }

    pub fn execution_model(&self) -> ExecutionModel {
        match self.frame {
            Frame::Mesh(_) => ExecutionModel::MeshEXT,
            Frame::Registers { .. } | Frame::Capture => ExecutionModel::GLCompute,
        }
    }

    /// A storage buffer of words.
    pub(super) fn word_buffer(&mut self, name: &str, binding: u32) -> Id {
        let word = self.emit.types.word;
        let module = &mut self.emit.module;
        let array = module.make_global(Op::TypeRuntimeArray, None, [word.into()]);
        module.decorate(array, Decoration::ArrayStride, &[4]);
        let block = module.make_global(Op::TypeStruct, None, [array.into()]);
        module.decorate(block, Decoration::Block, &[]);
        module.decorate_member(block, 0, Decoration::Offset, &[0]);
        let variable = module.variable(StorageClass::StorageBuffer, block);
        module.decorate(variable, Decoration::DescriptorSet, &[0]);
        module.decorate(variable, Decoration::Binding, &[binding]);
        module.set_name(variable, name);
        variable
    }

    /// A pointer to word `at` of a buffer of words.
    pub(super) fn buffer_word(&mut self, buffer: Id, at: Word) -> Id {
        let (ty, zero) = (self.emit.types.word, self.emit.word(0));
        self.emit.chain(StorageClass::StorageBuffer, ty, buffer, &[zero.0, at.0])
    }

    pub(super) fn load_buffer_word(&mut self, buffer: Id, at: Word) -> Word {
        let (ty, from) = (self.emit.types.word, self.buffer_word(buffer, at));
        Word(self.emit.load(ty, from))
    }

    fn store_buffer_word(&mut self, buffer: Id, at: Word, value: Word) {
        let to = self.buffer_word(buffer, at);
        self.emit.store(to, value.0);
    }

    /// The number of lane `n` of this invocation.
    pub fn lane_number(&mut self, n: usize) -> Word {
        match self.lane {
            Some(lane) => self.emit.add_constant(lane, n as u32 * self.invocations()),
            None => self.emit.word(n as u32),
        }
    }

    /// The numbers that lane `n` of an invocation may have.
    pub fn lane_range(&self, n: usize) -> Range<u32> {
        let (first, invocations) = (n as u32 * self.invocations(), self.invocations());
        first..first + invocations
    }

    /// The invocation that does what is the same for all.
    fn is_first(&mut self) -> Bit {
        match self.lane {
            Some(lane) => self.emit.is_zero(lane),
            None => self.emit.bit(true),
        }
    }
}
