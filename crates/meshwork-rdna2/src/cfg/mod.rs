//! Control flow: the blocks of a program, and the structured form that SPIR-V asks for.
//!
//! [`Graph::of`] cuts instructions into blocks and follows branches; [`Graph::in_turns`] runs several waves through them;
//! [`structure`] nests the blocks of a reducible graph.

mod definitions;
mod dominators;
mod liveness;
mod origins;
mod structure;
mod turns;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub use definitions::{Definition, Definitions};
pub use liveness::{Registers as LiveRegisters, live_at_end, live_at_start, live_behind, named};
pub(crate) use origins::Origins;
pub use structure::{Label, Node, structure};

use crate::error::Error;
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::registers::Pc;

/// Nests are walked by recursion. The largest programs of games have some hundred blocks.
const MAX_BLOCKS: usize = 1_024;

/// A block's place in [`Graph::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// What stands between two places where control can enter or leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Places in the program's list of instructions; a branch at the end stands in `exit` instead.
    pub instructions: Range<usize>,
    /// A wave's turn begins here ([`Graph::in_turns`]).
    pub resumes: bool,
    pub exit: Exit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// S_ENDPGM, and S_CODE_END, where the hardware would stop the wave.
    End,
    Goto(BlockId),
    Branch {
        condition: Condition,
        taken: BlockId,
        otherwise: BlockId,
    },
    /// The wave's turn is over ([`Graph::in_turns`]). Its next one begins `at` a block, if it has not come to its end.
    Yield {
        turn: BlockId,
        at: Option<BlockId>,
    },
}

impl Exit {
    pub fn successors(self) -> impl Iterator<Item = BlockId> {
        let (first, second) = match self {
            Self::End => (None, None),
            Self::Goto(next) => (Some(next), None),
            Self::Branch { taken, otherwise, .. } => (Some(taken), Some(otherwise)),
            Self::Yield { turn, .. } => (Some(turn), None),
        };
        first.into_iter().chain(second)
    }
}

/// What a branch looks at (RDNA2 ISA, 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Scc(bool),
    /// VCC is 0, or is not.
    VccZero(bool),
    /// EXEC is 0, or is not.
    ExecZero(bool),
    /// All waves of the workgroup have come to their end.
    AllOver,
    /// The wave whose turn it is goes on at this block.
    GoesOnAt(BlockId),
}

/// Blocks in the order of their addresses; the first is the entry. All can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub blocks: Vec<Block>,
    /// Where waves that take turns begin.
    pub start: Option<BlockId>,
}

impl Graph {
    /// `program` in the order of its addresses, from the entry on. What cannot be reached is left out.
    pub fn of(program: &[Instruction]) -> Result<Self, Error> {
        if program.is_empty() {
            return Err(Error::Empty);
        }
        let places: BTreeMap<Pc, usize> = program.iter().enumerate().map(|(n, at)| (at.pc, n)).collect();
        let starts = starts(program, &places)?;
        if starts.len() > MAX_BLOCKS {
            let (value, maximum) = (starts.len() as u64, MAX_BLOCKS as u64);
            return Err(Error::Limit { what: "the number of blocks of a program", value, maximum });
        }
        let ids: BTreeMap<usize, BlockId> =
            starts.iter().enumerate().map(|(id, &start)| (start, BlockId(id as u32))).collect();
        let block = |&start: &usize| {
            let end = starts.range(start + 1..).next().copied().unwrap_or(program.len());
            let last = (start..end).find(|&at| leaves(program[at].opcode)).unwrap_or(end - 1);
            let exit = match exit(&program[last])? {
                Some(exit) => exit.map(|pc| target(&places, &program[last], pc).map(|at| ids[&at]))?,
                None => Exit::Goto(ids[&end]),
            };
            let has_branch = leaves(program[last].opcode);
            let instructions = start..if has_branch { last } else { last + 1 };
            Ok(Block { instructions, resumes: false, exit })
        };
        Ok(Self { blocks: starts.iter().map(block).collect::<Result<_, Error>>()?, start: None })
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
}

/// An exit in terms of program counters.
enum RawExit {
    End,
    Goto(Pc),
    Branch { condition: Condition, taken: Pc, otherwise: Pc },
}

impl RawExit {
    fn successors(&self) -> Vec<Pc> {
        match *self {
            Self::End => vec![],
            Self::Goto(next) => vec![next],
            Self::Branch { taken, otherwise, .. } => vec![otherwise, taken],
        }
    }

    fn map(&self, mut id: impl FnMut(Pc) -> Result<BlockId, Error>) -> Result<Exit, Error> {
        Ok(match *self {
            Self::End => Exit::End,
            Self::Goto(next) => Exit::Goto(id(next)?),
            Self::Branch { condition, taken, otherwise } => {
                Exit::Branch { condition, taken: id(taken)?, otherwise: id(otherwise)? }
            }
        })
    }
}

fn leaves(opcode: Opcode) -> bool {
    use Opcode::*;
    let is_end = matches!(opcode, S_ENDPGM | S_CODE_END | S_ENDPGM_SAVED | S_ENDPGM_ORDERED_PS_DONE);
    is_end || opcode == S_BRANCH || condition(opcode).is_some()
}

fn condition(opcode: Opcode) -> Option<Condition> {
    Some(match opcode {
        Opcode::S_CBRANCH_SCC0 => Condition::Scc(false),
        Opcode::S_CBRANCH_SCC1 => Condition::Scc(true),
        Opcode::S_CBRANCH_VCCZ => Condition::VccZero(true),
        Opcode::S_CBRANCH_VCCNZ => Condition::VccZero(false),
        Opcode::S_CBRANCH_EXECZ => Condition::ExecZero(true),
        Opcode::S_CBRANCH_EXECNZ => Condition::ExecZero(false),
        _ => return None,
    })
}

/// How control leaves by this instruction; `None` where it goes on to the next.
fn exit(instruction: &Instruction) -> Result<Option<RawExit>, Error> {
    use Opcode::*;
    let (pc, opcode) = (instruction.pc, instruction.opcode);
    Ok(match (opcode, condition(opcode), instruction.target()) {
        (S_ENDPGM | S_CODE_END, ..) => Some(RawExit::End),
        (S_BRANCH, _, Some(target)) => Some(RawExit::Goto(target)),
        (_, Some(condition), Some(taken)) => Some(RawExit::Branch { condition, taken, otherwise: instruction.next() }),
        (
            S_SETPC_B64
            | S_SWAPPC_B64
            | S_CALL_B64
            | S_RFE_B64
            | S_TRAP
            | S_CBRANCH_CDBGSYS
            | S_CBRANCH_CDBGUSER
            | S_CBRANCH_CDBGSYS_OR_USER
            | S_CBRANCH_CDBGSYS_AND_USER
            | S_SUBVECTOR_LOOP_BEGIN
            | S_SUBVECTOR_LOOP_END
            | S_ENDPGM_SAVED
            | S_ENDPGM_ORDERED_PS_DONE,
            ..,
        ) => return Err(Error::Unsupported { pc, opcode, what: "such a jump" }),
        _ => None,
    })
}

fn target(places: &BTreeMap<Pc, usize>, from: &Instruction, to: Pc) -> Result<usize, Error> {
    places.get(&to).copied().ok_or(Error::Target { pc: from.pc, opcode: from.opcode, target: to })
}

/// Where blocks start, of what can be reached.
fn starts(program: &[Instruction], places: &BTreeMap<Pc, usize>) -> Result<BTreeSet<usize>, Error> {
    let mut starts = BTreeSet::from([0]);
    let mut queue = vec![0];
    let mut seen = vec![false; program.len()];
    while let Some(mut at) = queue.pop() {
        while !seen.get(at).copied().unwrap_or(true) {
            seen[at] = true;
            let Some(exit) = exit(&program[at])? else {
                target(places, &program[at], program[at].next())?;
                at += 1;
                continue;
            };
            for pc in exit.successors() {
                let start = target(places, &program[at], pc)?;
                starts.insert(start);
                queue.push(start);
            }
            break;
        }
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wave, decode_program};

    const END: u32 = 0xbf81_0000;

    fn graph(code: &[u32]) -> Result<Graph, Error> {
        Graph::of(&decode_program(code, Wave::W32).expect("valid instructions"))
    }

    #[test]
    fn blocks_end_at_branches_and_begin_at_targets() {
        // s_cbranch_scc0 +1; s_nop 0; s_cbranch_execz -3; s_endpgm
        let graph = graph(&[0xbf84_0001, 0xbf80_0000, 0xbf88_fffd, END]).expect("a graph");
        let [start, nop, back, end] = [0, 1, 2, 3].map(BlockId);
        let exits: Vec<_> = graph.blocks.iter().map(|block| block.exit).collect();
        assert_eq!(
            exits,
            [
                Exit::Branch { condition: Condition::Scc(false), taken: back, otherwise: nop },
                Exit::Goto(back),
                Exit::Branch { condition: Condition::ExecZero(true), taken: start, otherwise: end },
                Exit::End,
            ]
        );
        let instructions: Vec<_> = graph.blocks.iter().map(|block| block.instructions.clone()).collect();
        assert_eq!(instructions, [0..0, 1..2, 2..2, 3..3]);
    }

    #[test]
    fn what_cannot_be_reached_is_left_out() {
        // s_branch +1; s_nop 0; s_endpgm; s_nop 0
        let graph = graph(&[0xbf82_0001, 0xbf80_0000, END, 0xbf80_0000]).expect("a graph");
        assert_eq!(graph.blocks.len(), 2);
    }

    #[test]
    fn ways_out_of_the_program_are_errors() {
        let target = |code: &[u32]| match graph(code) {
            Err(Error::Target { target, .. }) => Some(target.0),
            _ => None,
        };
        assert_eq!(target(&[0xbf82_0010, END]), Some(17), "a branch behind the end");
        assert_eq!(target(&[0xbf80_0000]), Some(1), "no end");
        // s_cbranch_execz +1; s_endpgm; s_code_end
        assert_eq!(graph(&[0xbf88_0001, END, 0xbf9f_0000]).expect("a graph").blocks.len(), 3, "to the marker");
        // s_branch +1; s_mov_b32 s0, 0x12345678
        assert_eq!(target(&[0xbf82_0001, 0xbe80_03ff, 0x1234_5678, END]), Some(2), "into a literal");
        assert_eq!(graph(&[]), Err(Error::Empty));
        assert!(matches!(graph(&[0xbe80_2004, END]), Err(Error::Unsupported { .. })), "s_setpc_b64 s[4:5]");
    }

    #[test]
    fn the_deepest_nest_fits_the_stack() {
        // s_cbranch_scc0 to the end, again and again.
        let length = MAX_BLOCKS as u32 - 1;
        let mut code: Vec<u32> = (0..length).map(|at| 0xbf84_0000 | (length - 1 - at)).collect();
        code.push(END);
        let program = decode_program(&code, Wave::W32).expect("valid instructions");
        let nest = structure(&Graph::of(&program).expect("a graph"), &program).expect("a nest");
        assert!(!nest.is_empty());
        code.insert(0, 0xbf84_0000 | length);
        assert!(matches!(graph(&code), Err(Error::Limit { .. })));
    }
}
