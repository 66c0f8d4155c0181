//! Where scalar registers have their values from: a constant, a register at entry, memory behind one of them, or nothing that could be
//! said before the program runs.

use super::liveness::operands;
use super::{BlockId, Condition, Exit, Graph};
use crate::descriptor::DescriptorPath;
use crate::error::Error;
use crate::instruction::{Fields, Immediate, Instruction, Scalar, ScalarMemory};
use crate::opcode::Opcode::*;
use crate::operand::{Operand, Place};
use crate::registers::Sgpr;

/// s0 to VCC_HI by their numbers in operand fields (RDNA2 ISA, 3.1).
const REGISTERS: usize = 108;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Origin {
    /// One thing or another.
    #[default]
    Unknown,
    Constant(u32),
    At(DescriptorPath),
    /// So many bytes behind a pointer.
    Behind(DescriptorPath, u32),
    /// The first dword of a sampler without TRUNC_COORD, which compilers clear to gather four texels.
    Gathering(DescriptorPath),
}

/// S#, bit 27 of the first dword: the nearest texel is that of the truncated coordinate. No host has it.
const TRUNC_COORD: u32 = 1 << 27;

/// The registers at one place of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterOrigins(Vec<Origin>);

/// The registers at the start of each block; none where it is not known that it is reached.
pub struct Origins(Vec<Option<RegisterOrigins>>);

/// A way into a block.
#[derive(Clone, Copy)]
struct Edge {
    from: BlockId,
    /// It is taken where no lane is on. What a scalar register holds then is nobody's business, since an instruction behind it that
    /// has lanes has them from elsewhere; compilers do leave descriptors unwritten there.
    is_laneless: bool,
}

impl Origins {
    pub fn of(graph: &Graph, program: &[Instruction]) -> Self {
        let edges = edges(graph);
        let mut starts: Vec<Option<RegisterOrigins>> = vec![None; graph.blocks.len()];
        let mut ends = starts.clone();
        // In the order of addresses most is known at once; what loops bring back settles after as many rounds as they are deep.
        for _ in 0..=graph.blocks.len() {
            let mut changed = false;
            for (n, block) in graph.blocks.iter().enumerate() {
                let entry = (n == 0).then(RegisterOrigins::at_entry);
                let start = merged(entry, &edges[n], &ends);
                if starts[n] == start {
                    continue;
                }
                changed = true;
                starts[n].clone_from(&start);
                ends[n] = start.map(|mut registers| {
                    program[block.instructions.clone()].iter().for_each(|instruction| registers.step(instruction));
                    registers
                });
            }
            if !changed {
                return Self(starts);
            }
        }
        Self(vec![Some(RegisterOrigins(vec![Origin::Unknown; REGISTERS])); graph.blocks.len()])
    }

    /// Shows every instruction, with the registers before it.
    pub fn walk(
        self,
        graph: &Graph,
        program: &[Instruction],
        mut visit: impl FnMut(&Instruction, &RegisterOrigins) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (block, start) in graph.blocks.iter().zip(self.0) {
            let Some(mut registers) = start else { continue };
            for instruction in &program[block.instructions.clone()] {
                visit(instruction, &registers)?;
                registers.step(instruction);
            }
        }
        Ok(())
    }
}

/// Ways into each block.
fn edges(graph: &Graph) -> Vec<Vec<Edge>> {
    let mut edges = vec![Vec::new(); graph.blocks.len()];
    for (n, block) in graph.blocks.iter().enumerate() {
        let from = BlockId(n as u32);
        let laneless = match block.exit {
            Exit::Branch { condition: Condition::ExecZero(true), taken, .. } => Some(taken),
            Exit::Branch { condition: Condition::ExecZero(false), otherwise, .. } => Some(otherwise),
            _ => None,
        };
        for next in block.exit.successors() {
            edges[next.0 as usize].push(Edge { from, is_laneless: laneless == Some(next) });
        }
    }
    edges
}

/// What is so on all ways into a block that are known so far; those without lanes count where there are no others.
fn merged(entry: Option<RegisterOrigins>, edges: &[Edge], ends: &[Option<RegisterOrigins>]) -> Option<RegisterOrigins> {
    let coming = |is_laneless| {
        let of_kind = edges.iter().filter(move |edge| edge.is_laneless == is_laneless);
        of_kind.filter_map(|edge| ends[edge.from.0 as usize].as_ref())
    };
    let all = |first: Option<RegisterOrigins>, is_laneless| {
        coming(is_laneless).fold(first, |all, registers| match all {
            None => Some(registers.clone()),
            Some(all) => Some(all.and(registers)),
        })
    };
    all(entry, false).or_else(|| all(None, true))
}

fn number(place: Place) -> Option<usize> {
    match place {
        Place::Sgpr(Sgpr(n)) => Some(n.into()),
        Place::VccLo => Some(106),
        Place::VccHi => Some(107),
        _ => None,
    }
}

impl RegisterOrigins {
    fn at_entry() -> Self {
        let register = |n| match n {
            0..Sgpr::COUNT => Origin::At(DescriptorPath::register(Sgpr(n))),
            _ => Origin::Unknown,
        };
        Self((0..REGISTERS as u8).map(register).collect())
    }

    /// What both say.
    fn and(mut self, other: &Self) -> Self {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            if own != other {
                *own = Origin::Unknown;
            }
        }
        self
    }

    /// The path to the descriptor in an operand, all of whose dwords come from one place.
    pub fn path(&self, operand: Operand) -> Option<DescriptorPath> {
        let first = match self.dword(operand, 0) {
            Origin::At(path) => path,
            Origin::Gathering(path) if operand.dwords == 4 => path,
            _ => return None,
        };
        let follows = |n: u8| self.dword(operand, n) == Origin::At(first.clone().dword(n));
        (1..operand.dwords).all(follows).then(|| first.clone())
    }

    fn dword(&self, operand: Operand, n: u8) -> Origin {
        if let Some(value) = operand.constant() {
            return Origin::Constant((value >> (32 * u32::from(n).min(1))) as u32);
        }
        let place = number(operand.place).map(|first| first + usize::from(n));
        place.and_then(|place| self.0.get(place)).cloned().unwrap_or_default()
    }

    fn set(&mut self, operand: Operand, n: u8, origin: Origin) {
        let place = number(operand.place).map(|first| first + usize::from(n));
        if let Some(to) = place.and_then(|place| self.0.get_mut(place)) {
            *to = origin;
        }
    }

    fn step(&mut self, instruction: &Instruction) {
        let mut written = Vec::new();
        operands(instruction, |operand, is_write| {
            if is_write {
                written.push(operand);
            }
        });
        let origins: Vec<_> = written.iter().map(|&operand| self.result(instruction, operand)).collect();
        for (operand, origins) in written.into_iter().zip(origins) {
            for (n, origin) in (0..operand.dwords).zip(origins) {
                self.set(operand, n, origin);
            }
        }
        // These write a register that M0 names.
        if matches!(instruction.opcode, S_MOVRELD_B32 | S_MOVRELD_B64 | S_MOVRELSD_2_B32) {
            self.0.fill(Origin::Unknown);
        }
    }

    /// What an instruction makes of a destination's dwords.
    fn result(&self, instruction: &Instruction, destination: Operand) -> Vec<Origin> {
        let known = match &instruction.fields {
            Fields::Scalar(fields) => self.scalar(instruction, fields),
            Fields::ScalarMemory(fields) => self.loaded(instruction, fields),
            _ => None,
        };
        known.unwrap_or_else(|| vec![Origin::Unknown; destination.dwords.into()])
    }

    fn scalar(&self, instruction: &Instruction, fields: &Scalar) -> Option<Vec<Origin>> {
        let source = |n: usize| fields.src[n].map(|operand| self.dword(operand, 0));
        Some(match (instruction.opcode, fields.immediate) {
            (S_MOV_B32 | S_MOV_B64, _) => {
                let operand = fields.src[0]?;
                (0..fields.dst?.dwords).map(|n| self.dword(operand, n)).collect()
            }
            (S_MOVK_I32, Some(Immediate::Number(value))) => vec![Origin::Constant(value as i16 as u32)],
            (S_ADD_U32 | S_ADD_I32, _) => match (source(0)?, source(1)?) {
                (Origin::At(path), Origin::Constant(bytes)) | (Origin::Constant(bytes), Origin::At(path)) => {
                    vec![Origin::Behind(path, bytes)]
                }
                (Origin::Behind(path, by), Origin::Constant(bytes))
                | (Origin::Constant(bytes), Origin::Behind(path, by)) => {
                    vec![Origin::Behind(path, by.wrapping_add(bytes))]
                }
                _ => return None,
            },
            (S_AND_B32, _) => match (source(0)?, source(1)?) {
                (Origin::At(path), Origin::Constant(mask)) | (Origin::Constant(mask), Origin::At(path))
                    if mask == !TRUNC_COORD =>
                {
                    vec![Origin::Gathering(path)]
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// S_LOAD_…: what lies behind a pointer whose place is known, at an offset that is, too.
    fn loaded(&self, instruction: &Instruction, fields: &ScalarMemory) -> Option<Vec<Origin>> {
        if !instruction.opcode.name().starts_with("S_LOAD_DWORD") {
            return None;
        }
        let soffset = match fields.soffset.map(|operand| self.dword(operand, 0)) {
            None => 0,
            Some(Origin::Constant(bytes)) => bytes,
            Some(_) => return None,
        };
        let (pointer, bytes) = match self.dword(fields.sbase?, 0) {
            Origin::At(path) => (path, 0),
            Origin::Behind(path, bytes) => (path, bytes),
            _ => return None,
        };
        let offset = bytes.wrapping_add(soffset).wrapping_add_signed(fields.offset);
        let first = pointer.load(offset);
        Some((0..fields.sdata?.dwords).map(|n| Origin::At(first.clone().dword(n))).collect())
    }
}
