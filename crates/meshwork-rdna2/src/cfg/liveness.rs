//! Which registers somebody may still read.
//!
//! A vector register's write leaves lanes that are off as they were, so it ends no other value's life. What is read by all kinds of
//! instructions in ways that no operand names (EXEC, M0) is not asked about here: it always lives.

use std::collections::BTreeMap;

use super::{Block, BlockId, Condition, Exit, Graph};
use crate::instruction::{Fields, Immediate, Instruction};
use crate::opcode::Opcode::{self, *};
use crate::operand::{Operand, Place};
use crate::registers::{Sgpr, Vgpr};

/// A set of registers: vector ones, scalar ones up to VCC, and SCC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    vectors: [u64; 4],
    scalars: u128,
    scc: bool,
}

impl Registers {
    pub const ALL: Self = Self { vectors: [u64::MAX; 4], scalars: u128::MAX, scc: true };

    pub fn has_vector(&self, register: Vgpr) -> bool {
        self.vectors[usize::from(register.0 / 64)] >> (register.0 % 64) & 1 != 0
    }

    /// By the number of operand fields; what has no life of its own here always lives.
    pub fn has_scalar(&self, number: u8) -> bool {
        number > LAST_SCALAR || self.scalars >> number & 1 != 0
    }

    pub fn has_scc(&self) -> bool {
        self.scc
    }

    fn add_vector(&mut self, register: u8) {
        self.vectors[usize::from(register / 64)] |= 1 << (register % 64);
    }

    fn union(self, other: Self) -> Self {
        Self {
            vectors: std::array::from_fn(|n| self.vectors[n] | other.vectors[n]),
            scalars: self.scalars | other.scalars,
            scc: self.scc || other.scc,
        }
    }

    fn add(&mut self, operand: Operand) {
        for n in 0..operand.dwords {
            match operand.place {
                Place::Vgpr(register) => self.add_vector(register.0.wrapping_add(n)),
                place => self.scalars |= scalar(place).map_or(0, |first| 1 << (first + n).min(127)),
            }
        }
    }

    fn remove(&mut self, operand: Operand) {
        for n in 0..operand.dwords {
            self.scalars &= !scalar(operand.place).map_or(0, |first| 1 << (first + n).min(127));
        }
    }
}

/// VCC_HI.
const LAST_SCALAR: u8 = 107;
const VCC: u8 = 106;

fn scalar(place: Place) -> Option<u8> {
    match place {
        Place::Sgpr(Sgpr(n)) => Some(n),
        Place::VccLo | Place::VccZ => Some(VCC),
        Place::VccHi => Some(VCC + 1),
        _ => None,
    }
}

/// Registers that a program reads or writes; VCC, which some opcodes mean without naming it, is one of them.
pub fn named(program: &[Instruction]) -> Registers {
    let mut named = Registers { scalars: 3 << VCC, scc: true, ..Registers::default() };
    for instruction in program {
        if instruction.opcode.name().contains("MOVREL") || instruction.opcode == V_SWAPREL_B32 {
            return Registers::ALL;
        }
        operands(instruction, |operand, _| named.add(operand));
    }
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
    let mut live = at_end;
    if let Exit::Branch { condition, .. } = block.exit {
        add_condition(&mut live, condition);
    }
    program[block.instructions.clone()].iter().rev().for_each(|instruction| step(&mut live, instruction));
    live
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
    operands(instruction, |operand, is_write| {
        if !is_write || is_read_too(instruction.opcode) {
            live.add(operand);
        }
        live.scc |= operand.place == Place::Scc;
    });
    live.scc |= reads_scc(instruction.opcode);
    if matches!(instruction.opcode, V_DIV_FMAS_F32 | V_DIV_FMAS_F64) {
        live.scalars |= 3 << VCC;
    }
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

/// Every register operand, and whether it is written.
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
                // A lane that is off keeps its vector register, and an accumulator is a source.
                visit(dst, !matches!(dst.place, Place::Vgpr(_)));
            }
        }
        Fields::Interpolation(fields) => visit(fields.dst, false),
        Fields::Lds(fields) => {
            read(fields.addr.map(vector));
            [fields.data[0], fields.data[1], fields.dst].into_iter().for_each(&mut read);
        }
        Fields::Buffer(fields) => {
            [fields.vdata, fields.srsrc, fields.soffset].into_iter().for_each(&mut read);
            let address = [fields.idxen, fields.offen].into_iter().filter(|used| *used);
            for n in 0..address.count() as u8 {
                read(fields.vaddr.map(|register| vector(Vgpr(register.0.wrapping_add(n)))));
            }
        }
        Fields::Image(fields) => {
            [Some(fields.vdata), Some(fields.srsrc), fields.ssamp].into_iter().for_each(&mut read);
            fields.vaddr.registers().iter().for_each(|&register| read(Some(vector(register))));
        }
        Fields::Flat(fields) => {
            [fields.vdst, fields.vaddr, fields.vdata, fields.saddr].into_iter().for_each(&mut read);
        }
        Fields::Export(fields) => fields.src.iter().for_each(|source| read(source.map(vector))),
    }
}

fn vector(register: Vgpr) -> Operand {
    Operand { place: Place::Vgpr(register), ty: crate::operand::Type::B32, dwords: 1 }
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

    #[test]
    fn lanes_that_are_off_keep_vector_registers() {
        // v_mov_b32 v1, v0; s_endpgm
        let program = decode_program(&[0x7e02_0300, 0xbf81_0000], Wave::W32).expect("valid instructions");
        let graph = Graph::of(&program).expect("a graph");
        let mut live = Registers::ALL;
        step(&mut live, &program[0]);
        assert!(live.has_vector(Vgpr(1)) && live.has_vector(Vgpr(0)));
        assert_eq!(live_at_end(&graph, &program, Registers::default())[&BlockId(0)], Registers::default());
    }
}
