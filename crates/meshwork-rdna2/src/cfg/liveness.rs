//! Which registers somebody may still read.
//!
//! A vector register's write leaves lanes that are off as they were. Where EXEC stays what it is, nobody sees that: what an instruction
//! reads that stands behind the write is the write's. So between changes of EXEC a write ends a value's life as usual, unless other
//! lanes' registers are read, and beyond them it ends no life. What is read by all kinds of instructions in ways that no operand names
//! (EXEC, M0) is not asked about here: it always lives.

use std::collections::BTreeMap;

use super::{Block, BlockId, Condition, Exit, Graph};
use crate::instruction::{Fields, Immediate, Instruction, Lanes, Vector};
use crate::opcode::Opcode::{self, *};
use crate::operand::{Operand, Place, Type};
use crate::registers::{Sgpr, Vgpr};

/// A set of registers: vector ones, scalar ones up to VCC, and SCC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    vectors: [u64; 4],
    /// Of vector registers those that are read before EXEC changes and before they are written.
    here: [u64; 4],
    scalars: u128,
    scc: bool,
}

impl Registers {
    pub const ALL: Self = Self { vectors: [u64::MAX; 4], here: [0; 4], scalars: u128::MAX, scc: true };

    /// Whether somebody reads it who may be another lane than those that are on.
    pub fn has_vector(&self, register: Vgpr) -> bool {
        self.vectors[usize::from(register.0 / 64)] >> (register.0 % 64) & 1 != 0
    }

    /// Whether a lane that is on reads it before EXEC changes, or anybody later.
    pub fn needs_vector(&self, register: Vgpr) -> bool {
        self.has_vector(register) || self.here[usize::from(register.0 / 64)] >> (register.0 % 64) & 1 != 0
    }

    /// By the number of operand fields; what has no life of its own here always lives.
    pub fn has_scalar(&self, number: u8) -> bool {
        number > LAST_SCALAR || self.scalars >> number & 1 != 0
    }

    pub fn has_scc(&self) -> bool {
        self.scc
    }

    /// EXEC changes: what is read behind that keeps living whatever is written before.
    fn change_lanes(&mut self) {
        let here = std::mem::take(&mut self.here);
        self.vectors.iter_mut().zip(here).for_each(|(all, here)| *all |= here);
    }

    fn union(self, other: Self) -> Self {
        Self {
            vectors: std::array::from_fn(|n| self.vectors[n] | other.vectors[n]),
            here: std::array::from_fn(|n| self.here[n] | other.here[n]),
            scalars: self.scalars | other.scalars,
            scc: self.scc || other.scc,
        }
    }

    fn add(&mut self, operand: Operand) {
        self.scalars |= scalars(operand);
        if let Place::Vgpr(Vgpr(first)) = operand.place {
            (0..operand.dwords).for_each(|n| set(&mut self.here, first.wrapping_add(n), true));
        }
    }

    /// What lanes that are off have is read, too.
    fn add_all_lanes(&mut self, operand: Operand) {
        if let Place::Vgpr(Vgpr(first)) = operand.place {
            (0..operand.dwords).for_each(|n| set(&mut self.vectors, first.wrapping_add(n), true));
        }
    }

    fn remove(&mut self, operand: Operand) {
        self.scalars &= !scalars(operand);
        if let Place::Vgpr(Vgpr(first)) = operand.place {
            (0..operand.dwords).for_each(|n| set(&mut self.here, first.wrapping_add(n), false));
        }
    }
}

fn set(vectors: &mut [u64; 4], register: u8, value: bool) {
    let (word, bit) = (&mut vectors[usize::from(register / 64)], 1 << (register % 64));
    *word = if value { *word | bit } else { *word & !bit };
}

/// VCC_HI.
const LAST_SCALAR: u8 = 107;
const VCC: u8 = 106;

/// A bit for each scalar register of an operand.
fn scalars(operand: Operand) -> u128 {
    let first = match operand.place {
        Place::Sgpr(Sgpr(n)) => n,
        Place::VccLo => VCC,
        Place::VccHi => VCC + 1,
        // One bit that says something of the whole mask.
        Place::VccZ => return 3 << VCC,
        _ => return 0,
    };
    (0..operand.dwords).fold(0, |bits, n| bits | 1 << (first + n).min(127))
}

/// Registers that a program reads or writes; VCC, which some opcodes mean without naming it, is one of them.
pub fn named(program: &[Instruction]) -> Registers {
    let mut named = Registers { scalars: 3 << VCC, scc: true, ..Registers::default() };
    for instruction in program {
        if names_by_number(instruction.opcode) {
            return Registers::ALL;
        }
        operands(instruction, |operand, _| named.add(operand));
    }
    named.change_lanes();
    named
}

/// What lives where each block ends.
pub fn live_at_end(graph: &Graph, program: &[Instruction], at_exit: Registers) -> BTreeMap<BlockId, Registers> {
    let ids = || (0..graph.blocks.len() as u32).map(BlockId);
    let mut ends: BTreeMap<_, _> = ids().map(|id| (id, Registers::default())).collect();
    let mut starts = ends.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for id in ids().rev() {
            let block = graph.block(id);
            let live = match block.exit {
                Exit::End | Exit::Yield { at: None, .. } => at_exit,
                // Other waves' turns are between.
                Exit::Yield { at: Some(at), .. } => starts[&at],
                exit => exit.successors().fold(Registers::default(), |all, next| all.union(starts[&next])),
            };
            changed |= ends.insert(id, live) != Some(live);
            let live = live_at_start(block, program, live);
            changed |= starts.insert(id, live) != Some(live);
        }
    }
    ends
}

/// What lives where a block starts, by what lives where it ends.
pub fn live_at_start(block: &Block, program: &[Instruction], at_end: Registers) -> Registers {
    walk(block, program, at_end, |_| {})
}

/// What lives behind each instruction of a block, in their order.
pub fn live_behind(block: &Block, program: &[Instruction], at_end: Registers) -> Vec<Registers> {
    let mut behind = Vec::with_capacity(block.instructions.len());
    walk(block, program, at_end, |live| behind.push(*live));
    behind.reverse();
    behind
}

fn walk(block: &Block, program: &[Instruction], at_end: Registers, mut behind: impl FnMut(&Registers)) -> Registers {
    let mut live = at_end;
    if let Exit::Branch { condition, .. } = block.exit {
        add_condition(&mut live, condition);
    }
    for instruction in program[block.instructions.clone()].iter().rev() {
        if changes_lanes(instruction) {
            live.change_lanes();
        }
        behind(&live);
        step(&mut live, instruction);
    }
    live.change_lanes();
    live
}

fn changes_lanes(instruction: &Instruction) -> bool {
    let mut writes_exec = false;
    operands(instruction, |operand, is_write| {
        writes_exec |= is_write && matches!(operand.place, Place::ExecLo | Place::ExecHi);
    });
    let name = instruction.opcode.name();
    writes_exec || ["SAVEEXEC", "WREXEC", "V_CMPX"].iter().any(|part| name.contains(part))
}

fn add_condition(live: &mut Registers, condition: Condition) {
    match condition {
        Condition::Scc(_) => live.scc = true,
        Condition::VccZero(_) => live.scalars |= 3 << VCC,
        Condition::ExecZero(_) | Condition::AllOver | Condition::GoesOnAt(_) => {}
    }
}

/// From what lives behind an instruction to what lives before it.
fn step(live: &mut Registers, instruction: &Instruction) {
    if sets_scc(instruction.opcode) {
        live.scc = false;
    }
    // Writes first: an instruction may read what it writes.
    operands(instruction, |operand, is_write| {
        if is_write && !is_read_too(instruction.opcode) {
            live.remove(operand);
        }
    });
    let reads_lanes = reads_other_lanes(instruction);
    operands(instruction, |operand, is_write| {
        if !is_write || is_read_too(instruction.opcode) {
            live.add(operand);
            if reads_lanes {
                live.add_all_lanes(operand);
            }
        }
        live.scc |= operand.place == Place::Scc;
    });
    if names_by_number(instruction.opcode) {
        *live = Registers::ALL;
    }
    live.scc |= reads_scc(instruction.opcode);
    if matches!(instruction.opcode, V_DIV_FMAS_F32 | V_DIV_FMAS_F64) {
        live.scalars |= 3 << VCC;
    }
}

/// M0 says which registers are meant.
fn names_by_number(opcode: Opcode) -> bool {
    opcode.name().contains("MOVREL") || opcode == V_SWAPREL_B32
}

/// The destination is a source as well, or is written in part.
fn is_read_too(opcode: Opcode) -> bool {
    matches!(
        opcode,
        S_CMOV_B32
            | S_CMOV_B64
            | S_CMOVK_I32
            | S_ADDK_I32
            | S_MULK_I32
            | S_BITSET0_B32
            | S_BITSET0_B64
            | S_BITSET1_B32
            | S_BITSET1_B64
            | S_MOVRELD_B32
            | S_MOVRELD_B64
            | S_MOVRELS_B32
            | S_MOVRELS_B64
            | S_MOVRELSD_2_B32
    )
}

fn reads_scc(opcode: Opcode) -> bool {
    matches!(opcode, S_CSELECT_B32 | S_CSELECT_B64 | S_ADDC_U32 | S_SUBB_U32 | S_CMOV_B32 | S_CMOV_B64 | S_CMOVK_I32)
}

/// Of those that set it the ones that stand before branches and after masks. To leave one out only costs a value that nobody reads.
fn sets_scc(opcode: Opcode) -> bool {
    let name = opcode.name();
    name.starts_with("S_CMP")
        || name.starts_with("S_BITCMP")
        || name.contains("SAVEEXEC")
        || name.contains("WREXEC")
        || ["S_AND_", "S_OR_", "S_XOR_", "S_ANDN2_", "S_ORN2_", "S_NAND_", "S_NOR_", "S_XNOR_", "S_NOT_"]
            .iter()
            .any(|start| name.starts_with(start))
        || matches!(
            opcode,
            S_ADD_U32 | S_SUB_U32 | S_ADD_I32 | S_SUB_I32 | S_LSHL_B32 | S_LSHR_B32 | S_BFE_U32 | S_BFE_U64
        )
}

/// Also lanes that are off.
fn reads_other_lanes(instruction: &Instruction) -> bool {
    let has_lanes = match &instruction.fields {
        Fields::Vector(fields) => matches!(fields.lanes, Lanes::Dpp16(_) | Lanes::Dpp8 { .. }),
        _ => false,
    };
    let parts = ["LANE", "PERMUTE", "SWIZZLE"];
    has_lanes || parts.iter().any(|part| instruction.opcode.name().contains(part))
}

/// A vector instruction that leaves nothing of its destination as it was, in lanes that are on.
fn writes_all(instruction: &Instruction, fields: &Vector, dst: Operand) -> bool {
    let name = instruction.opcode.name();
    let keeps = ["V_FMAC", "V_MAC", "V_PK_FMAC", "V_DOT2C", "V_DOT4C", "V_SWAP", "V_MOVREL", "LANE"];
    let is_narrow = matches!(dst.ty, Type::B8 | Type::U8 | Type::I8 | Type::B16 | Type::U16 | Type::I16 | Type::F16);
    fields.lanes == Lanes::Own && !is_narrow && !keeps.iter().any(|part| name.contains(part))
}

/// A load of whole registers.
fn loads_all(opcode: Opcode) -> bool {
    let name = opcode.name();
    (name.contains("_LOAD_") || name.starts_with("DS_READ")) && !name.contains("D16")
}

/// Every register operand, and whether it is written, and nothing of it kept.
pub(super) fn operands(instruction: &Instruction, mut visit: impl FnMut(Operand, bool)) {
    let mut read = |operand: Option<Operand>| {
        if let Some(operand) = operand {
            visit(operand, false);
        }
    };
    match &instruction.fields {
        Fields::Scalar(fields) => {
            fields.src.iter().copied().for_each(&mut read);
            if let (Some(dst), false) = (fields.dst, matches!(fields.immediate, Some(Immediate::Waitcnt(_)))) {
                visit(dst, true);
            }
        }
        Fields::ScalarMemory(fields) => {
            [fields.sbase, fields.soffset].into_iter().for_each(&mut read);
            if let Some(sdata) = fields.sdata {
                visit(sdata, true);
            }
        }
        Fields::Vector(fields) => {
            fields.src.iter().for_each(|source| read(source.map(|source| source.operand)));
            for dst in [fields.dst, fields.sdst].into_iter().flatten() {
                visit(dst, !matches!(dst.place, Place::Vgpr(_)) || writes_all(instruction, fields, dst));
            }
        }
        Fields::Interpolation(fields) => visit(fields.dst, false),
        Fields::Lds(fields) => {
            read(fields.addr.map(vector));
            fields.data.into_iter().for_each(&mut read);
            if let Some(dst) = fields.dst {
                visit(dst, loads_all(instruction.opcode));
            }
        }
        Fields::Buffer(fields) => {
            [fields.srsrc, fields.soffset].into_iter().for_each(&mut read);
            let address = [fields.idxen, fields.offen].into_iter().filter(|used| *used);
            for n in 0..address.count() as u8 {
                read(fields.vaddr.map(|register| vector(Vgpr(register.0.wrapping_add(n)))));
            }
            if let Some(data) = fields.vdata {
                visit(data, loads_all(instruction.opcode));
            }
        }
        Fields::Image(fields) => {
            [Some(fields.vdata), Some(fields.srsrc), fields.ssamp].into_iter().for_each(&mut read);
            fields.vaddr.registers().iter().for_each(|&register| read(Some(vector(register))));
        }
        Fields::Flat(fields) => {
            [fields.vaddr, fields.vdata, fields.saddr].into_iter().for_each(&mut read);
            if let Some(dst) = fields.vdst {
                visit(dst, loads_all(instruction.opcode));
            }
        }
        Fields::Export(fields) => fields.src.iter().for_each(|source| read(source.map(vector))),
    }
}

/// Every register operand of which an instruction may write something, but for masks that no operand names (VCC, EXEC), M0 and SCC. Gives
/// false where a register is meant that M0 names.
pub(super) fn written(instruction: &Instruction, mut visit: impl FnMut(Operand)) -> bool {
    let mut write = |operand: Option<Operand>| operand.into_iter().for_each(&mut visit);
    match &instruction.fields {
        Fields::Scalar(fields) => write(fields.dst),
        Fields::ScalarMemory(fields) => write(fields.sdata),
        Fields::Vector(fields) => {
            [fields.dst, fields.sdst].into_iter().for_each(&mut write);
            if instruction.opcode == V_SWAP_B32 {
                fields.src.iter().for_each(|source| write(source.map(|source| source.operand)));
            }
        }
        Fields::Interpolation(fields) => write(Some(fields.dst)),
        Fields::Lds(fields) => write(fields.dst),
        Fields::Buffer(fields) => write(fields.vdata),
        Fields::Image(fields) => write(Some(fields.vdata)),
        Fields::Flat(fields) => write(fields.vdst),
        Fields::Export(_) => {}
    }
    !names_by_number(instruction.opcode)
}

fn vector(register: Vgpr) -> Operand {
    Operand { place: Place::Vgpr(register), ty: Type::B32, dwords: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wave, decode_program};

    #[test]
    fn a_value_lives_from_its_write_to_its_last_read() {
        // s_mov_b32 s0, 1; s_mov_b32 s1, 2; s_cbranch_scc0 +1; s_mov_b32 s2, s0; s_endpgm
        let code = [0xbe80_0381, 0xbe81_0382, 0xbf84_0001, 0xbe82_0300, 0xbf81_0000];
        let program = decode_program(&code, Wave::W32).expect("valid instructions");
        let graph = Graph::of(&program).expect("a graph");
        let live = live_at_end(&graph, &program, Registers::default());
        let first = live[&BlockId(0)];
        assert!(first.has_scalar(0), "s0 is read behind the branch");
        assert!(!first.has_scalar(1), "nobody reads s1");
        assert!(!live[&BlockId(1)].has_scalar(0), "s0 was read");
        assert!(!first.has_scc(), "the branch itself stands in the block");
        assert!(first.has_scalar(126) && first.has_scalar(124), "EXEC and M0 always live");

        let all = live_at_end(&graph, &program, Registers::ALL);
        assert!(all[&BlockId(0)].has_scalar(1) && all[&BlockId(0)].has_scalar(2), "one way does not write s2");
    }

    /// What lives before a program of one block.
    fn at_start(code: &[u32]) -> Registers {
        let program = decode_program(code, Wave::W32).expect("valid instructions");
        let graph = Graph::of(&program).expect("a graph");
        live_at_start(graph.block(BlockId(0)), &program, Registers::default())
    }

    #[test]
    fn vccz_as_an_operand_reads_the_whole_mask() {
        // s_bfm_b32 s1, s2, src_vccz
        let live = at_start(&[0x9201_fb02, 0xbf81_0000]);
        assert!(live.has_scalar(106) && live.has_scalar(107));
    }

    #[test]
    fn lanes_that_are_off_keep_vector_registers() {
        // v_mov_b32 v1, v0; exp pos0 v1, off, off, off
        const MOVE: u32 = 0x7e02_0300;
        const EXPORT: [u32; 2] = [0xf800_00c1, 0x0000_0001];
        let live = at_start(&[MOVE, EXPORT[0], EXPORT[1], 0xbf81_0000]);
        assert!(live.has_vector(Vgpr(0)) && !live.has_vector(Vgpr(1)), "what is exported was just written");
        // s_mov_b32 exec_lo, s0
        let live = at_start(&[MOVE, 0xbefe_0300, EXPORT[0], EXPORT[1], 0xbf81_0000]);
        assert!(live.has_vector(Vgpr(0)) && live.has_vector(Vgpr(1)), "a lane may be exported that was off");
        // v_readlane_b32 s0, v1, s1
        let live = at_start(&[MOVE, 0xd760_0000, 0x0000_0301, 0xbf81_0000]);
        assert!(live.has_vector(Vgpr(1)), "a lane may be read that was off");
        // v_fmac_f32 v1, v0, v0
        assert!(at_start(&[0x5602_0100, EXPORT[0], EXPORT[1], 0xbf81_0000]).has_vector(Vgpr(1)), "an accumulator");
    }
}
