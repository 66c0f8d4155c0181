//! From instructions to a SPIR-V module, one invocation a lane.
//!
//! The wave is a workgroup. Each invocation holds its own lane's vector registers; scalar registers, EXEC and SCC it computes
//! like every other, so that control flow is the same in all of them, and barriers may stand anywhere. Where the host's subgroups have
//! half the wave's width, an invocation has two lanes: what lanes see of each other stays within a subgroup. [`Mode::Wave`] holds the
//! whole wave in one invocation instead: every vector instruction once for each lane. It is what lane mode is compared with.
//!
//! [`flow`] walks the nest of blocks, an instruction goes to the file of its encoding, registers are values as [`registers`] says,
//! and [`cross`] has what lanes see of each other.

mod bindings;
mod cross;
mod flow;
mod frame;
mod image;
mod memory;
mod memory_model;
mod registers;
mod repeat;
mod rolled;
mod scalar;
mod source;
mod turns;
mod vector;

pub use bindings::{BindingPoint, Bindings, ImageBinding, TexelType, Texels};
pub use frame::{
    CODE_WORD, FragmentInput, FragmentInputs, Frame, GROUPS_WORD, LAUNCH_VECTORS, LDS_WORD, MeshLimits, MeshOutputs,
    Parameter, ParameterTarget, ParameterType, PerVertex, SCALARS_WORD, SCC_WORD, STATE_CODE_WORD, STATE_LDS_WORD,
    STATE_WINDOW_WORD, VECTOR_WORD, WINDOW_WORD, binding, capture_words, draw_size, export_targets, group_words,
    state_words,
};
pub use memory::slot_words;
pub use registers::Scalar;

use std::collections::BTreeMap;

use meshwork_spirv::spirv::{BuiltIn, Capability, ExecutionMode, Op};
use meshwork_spirv::{EntryPoint, Function, Instruction as Spirv, Module};

use cross::Exchange;
use memory_model::to_vulkan_memory_model;
use registers::Registers;

use crate::cfg::{BlockId, Definitions, Graph, LiveRegisters, live_at_end, structure};
use crate::descriptor::uses_in;
use crate::emit::{Emit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Fields, Instruction};
use crate::registers::Wave;

/// How a wave lies in a workgroup of the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// An invocation is a lane, or two where a subgroup then is the wave.
    #[default]
    Lane,
    /// An invocation is the wave.
    Wave,
}

/// What the device that runs the module is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Invocations of every subgroup, if workgroups of that size are one full subgroup whose invocations stand in order.
    pub subgroup: Option<u32>,
    /// 64-bit floats.
    pub float64: bool,
    /// 8-bit integers, in storage buffers, too (`shaderInt8`, `storageBuffer8BitAccess`).
    pub bytes: bool,
    /// Its `Fma` of 32-bit floats rounds once. No query tells.
    pub fuses: bool,
    /// Its sums, products and comparisons of 32-bit floats take denormals for zeros and give none, where its compiler knows no operand.
    /// No query tells. Whole waves do not rely on it; lanes do, and ask that NaNs are kept (`shaderSignedZeroInfNanPreserveFloat32`): where
    /// nothing stands between a comparison and a choice, its compiler sees a minimum in them, which loses NaNs.
    pub flushes: bool,
    /// Its compiler leaves out sums and products with a 0 that it knows, and differences of a value and itself, as if there were neither
    /// NaNs nor infinities nor -0: lavapipe (`lp_build_add`, `lp_build_mul`, `lp_build_sub`).
    pub folds_zeros: bool,
    /// Its compiler takes minutes for what stands there once for each lane, or ends: drivers of CPUs. There a whole wave's instructions are
    /// loops over its lanes.
    pub compiles_slowly: bool,
    /// Its compiler ends where an invocation has tens of KiB for itself: NVIDIA's. Scratch of a whole wave then lies in a buffer, by its
    /// address ([`slot_words`]).
    pub lacks_room: bool,
    /// Where lanes have LDS. Whole waves have it in workgroup memory.
    pub lds: LdsPlace,
    pub mesh: MeshLimits,
}

/// A memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LdsPlace {
    #[default]
    Workgroup,
    /// A buffer by its address ([`slot_words`]), which asks for `vulkanMemoryModel` and `bufferDeviceAddress`: mesh stages of NVIDIA
    /// run fewer workgroups at a time for each byte of workgroup memory.
    Buffer,
}

impl Host {
    /// Invocations that are a wave in [`Mode::Lane`]. One of 64 lanes is a subgroup of 32, too: two lanes to an invocation, one in
    /// each word of a mask.
    pub fn invocations(&self, wave: Wave) -> u32 {
        match (wave.lanes(), self.subgroup) {
            (64, Some(32)) => 32,
            (lanes, _) => lanes,
        }
    }
}

/// A program on its way.
pub(crate) struct Translator<'p> {
    pub emit: Emit,
    pub wave: Wave,
    /// A whole wave's loads are too many to stand there once for each lane.
    pub loads_much: bool,
    /// Of the workgroup, at most.
    pub waves: u32,
    pub turns: Option<turns::Turns>,
    pub host: Host,
    pub registers: Registers,
    pub exchange: Exchange,
    /// The first own lane's number; none where the invocation is the wave.
    pub lane: Option<Word>,
    pub program: &'p [Instruction],
    pub graph: &'p Graph,
    pub flow: flow::Flow,
    /// What lives where a block ends.
    pub live: BTreeMap<BlockId, LiveRegisters>,
    pub frame: Frame,
    pub places: frame::Places,
    pub window: Option<memory::Window>,
    pub images: image::Images,
    /// Address of the first instruction; a value of the entry block.
    pub code: Option<Wide>,
    /// Some instruction writes guest memory.
    pub writes_memory: bool,
    pub memory_order: memory::Order,
    pub lds: memory::Lds,
    pub lds_bytes: u32,
    /// Of the whole wave.
    pub scratch_bytes: u32,
    pub numbers_vertices: bool,
    /// Of the own lanes.
    pub scratch: Option<memory::Scratch>,
    /// Of the workgroup's slot.
    pub slot_words: u32,
    /// A whole wave's instructions are loops over its lanes.
    pub rolls: bool,
    /// Masks that such loops make.
    pub mask_sums: Vec<meshwork_spirv::Id>,
    /// What loops over the lanes of a whole wave keep their words in.
    pub lane_arrays: Vec<meshwork_spirv::Id>,
}

/// How a program is to be translated.
#[derive(Clone, Debug)]
pub struct Options {
    pub wave: Wave,
    /// Of a workgroup, at most; they run one after the other.
    pub waves: u32,
    pub mode: Mode,
    pub frame: Frame,
    pub host: Host,
    /// Of the workgroup.
    pub lds_bytes: u32,
    /// Of a wave.
    pub scratch_bytes: u32,
    /// Of images and samplers.
    pub bindings: Bindings,
    /// v0, v1 and v4 hold numbers of vertices, one in each half, and not whole primitives (passthrough).
    pub numbers_vertices: bool,
}

/// A program as a SPIR-V module with the entry point `main`, a workgroup of which is one of the program's.
///
/// `program` stands in the order of its addresses, from the entry on ([`crate::decode_program`]).
pub fn translate(program: &[Instruction], options: &Options) -> Result<Module, Error> {
    options.bindings.check()?;
    let mut graph = Graph::of(program)?;
    let images = image::Images::new(uses_in(&graph, program)?, options.bindings.clone());
    if options.waves > 1 {
        graph = graph.in_turns(program);
    }
    let nest = structure(&graph, program)?;
    let mut emit = Emit::new(0x0001_0500, options.mode == Mode::Lane);
    let main = emit.module.fresh_id();
    let lane = match options.mode {
        Mode::Lane => {
            let lane = emit.built_in(BuiltIn::LocalInvocationIndex);
            emit.note_most(lane, options.host.invocations(options.wave) - 1);
            emit.note_stride(lane, 1);
            Some(lane)
        }
        Mode::Wave => None,
    };
    // The frame of registers reads them all.
    let at_exit = match options.frame {
        Frame::Registers { .. } => LiveRegisters::ALL,
        Frame::Mesh(_) | Frame::Capture => LiveRegisters::default(),
    };
    let mut translator = Translator {
        lane,
        emit,
        wave: options.wave,
        loads_much: memory::loads_much(program, options.wave),
        waves: options.waves.max(1),
        turns: None,
        // A lone invocation has no use for a subgroup.
        host: Host { subgroup: options.host.subgroup.filter(|_| options.mode == Mode::Lane), ..options.host.clone() },
        registers: Registers::default(),
        exchange: Exchange::default(),
        program,
        graph: &graph,
        flow: flow::Flow::default(),
        live: live_at_end(&graph, program, at_exit),
        frame: options.frame.clone(),
        places: frame::Places::default(),
        window: None,
        images,
        code: None,
        writes_memory: memory::writes_memory(program),
        memory_order: memory::Order::default(),
        lds: memory::Lds::default(),
        lds_bytes: options.lds_bytes,
        scratch_bytes: options.scratch_bytes,
        numbers_vertices: options.numbers_vertices,
        scratch: None,
        slot_words: slot_words(program, options),
        rolls: options.mode == Mode::Wave && options.host.compiles_slowly,
        mask_sums: Vec::new(),
        lane_arrays: Vec::new(),
    };
    if translator.lane.is_some() && translator.waves == 1 {
        translator.registers.follow(Definitions::of(&graph, program));
    }
    translator.prepare_exchange();
    translator.enter();
    translator.nodes(&nest)?;
    translator.emit.unreachable();
    let model = translator.execution_model();
    let (mut modes, invocations) = (translator.mesh_modes(), translator.invocations());
    if translator.flushes() {
        translator.emit.module.add_capability(Capability::SignedZeroInfNanPreserve);
        modes.push((ExecutionMode::SignedZeroInfNanPreserve, Some(32)));
    }
    let seen = translator.slot_pointers().map(|slot| (slot, translator.wave_scope()));
    let (mut module, mut body) = translator.emit.finish();
    if let Some((slot, scope)) = seen {
        to_vulkan_memory_model(&mut module, &mut body, &slot, scope);
    }

    let void = module.void_type();
    let ty = module.function_type(void, &[]);
    let definition = Spirv::new(Op::Function, Some(void), Some(main), [0.into(), ty.into()]);
    module.functions.push(Function { definition, parameters: Vec::new(), body });
    let size = [main.into(), (ExecutionMode::LocalSize as u32).into(), invocations.into(), 1.into(), 1.into()];
    module.execution_modes.push(Spirv::effect(Op::ExecutionMode, size));
    for (mode, literal) in modes {
        let operands = [main.into(), (mode as u32).into()].into_iter().chain(literal.map(Into::into));
        module.execution_modes.push(Spirv::effect(Op::ExecutionMode, operands.collect::<Vec<_>>()));
    }
    let is_variable = |global: &&Spirv| global.op == Op::Variable;
    let interface = module.globals.iter().filter(is_variable).filter_map(|variable| variable.result).collect();
    let entry = EntryPoint { model, function: main, name: "main".into(), interface };
    module.entry_points.push(entry);
    Ok(module)
}

impl Translator<'_> {
    /// Invocations that are a wave.
    pub fn invocations(&self) -> u32 {
        if self.lane.is_some() { self.host.invocations(self.wave) } else { 1 }
    }

    /// Lanes that an invocation has: those of its number, and so many on.
    pub fn lanes(&self) -> usize {
        (self.wave.lanes() / self.invocations()) as usize
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), Error> {
        match &instruction.fields {
            Fields::Scalar(fields) => self.scalar_instruction(instruction, fields),
            Fields::Vector(fields) => self.vector_instruction(instruction, fields),
            Fields::Export(export) => self.export(instruction, export),
            Fields::ScalarMemory(access) => self.scalar_memory(instruction, access),
            Fields::Buffer(access) => self.buffer(instruction, access),
            Fields::Flat(access) => self.flat(instruction, access),
            Fields::Image(access) => self.image(instruction, access),
            Fields::Lds(access) => self.lds(instruction, access),
            _ => Err(self.unsupported(instruction)),
        }
    }

    pub fn unsupported(&self, instruction: &Instruction) -> Error {
        Error::Unsupported { pc: instruction.pc, opcode: instruction.opcode, what: "its translation" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wave of 32 on subgroups of 16 has no second word for second lanes.
    #[test]
    fn only_waves_of_64_have_two_lanes_in_an_invocation() {
        let invocations = |wave, subgroup| Host { subgroup, ..Host::default() }.invocations(wave);
        assert_eq!(invocations(Wave::W64, Some(32)), 32);
        assert_eq!(invocations(Wave::W64, Some(64)), 64);
        assert_eq!([16, 32, 64].map(|size| invocations(Wave::W32, Some(size))), [32; 3]);
        assert_eq!(invocations(Wave::W64, None), 64);
    }
}
