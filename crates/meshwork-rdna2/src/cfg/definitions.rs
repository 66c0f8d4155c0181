//! Which block wrote what a register holds, where that is one block whatever way control took.

use super::liveness::written;
use super::{BlockId, Graph};
use crate::instruction::Instruction;
use crate::operand::Place;
use crate::registers::{Sgpr, Vgpr};

/// v0 on come first, then s0 to s105. VCC and what lies beyond are not asked about.
const SCALARS: usize = 256;
const REGISTERS: usize = SCALARS + 106;

/// Who wrote a register last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Nobody: it holds what it held at entry.
    Entry,
    Block(BlockId),
    /// One block or another.
    Several,
}

/// By register, at the start of each block.
pub struct Definitions(Vec<Vec<Definition>>);

impl Definitions {
    pub fn of(graph: &Graph, program: &[Instruction]) -> Self {
        let writes: Vec<_> = graph.blocks.iter().map(|block| writes(&program[block.instructions.clone()])).collect();
        let mut starts: Vec<Option<Vec<Definition>>> = vec![None; graph.blocks.len()];
        starts[0] = Some(vec![Definition::Entry; REGISTERS]);
        let mut open = vec![BlockId(0)];
        while let Some(id) = open.pop() {
            let Some(mut at_end) = starts[id.0 as usize].clone() else { continue };
            for &register in &writes[id.0 as usize] {
                at_end[register] = Definition::Block(id);
            }
            for next in graph.block(id).exit.successors() {
                let start = &mut starts[next.0 as usize];
                let merged = match &start {
                    Some(start) => merged(start, &at_end),
                    None => at_end.clone(),
                };
                if start.as_ref() != Some(&merged) {
                    *start = Some(merged);
                    open.push(next);
                }
            }
        }
        Self(starts.into_iter().map(|start| start.unwrap_or_else(|| vec![Definition::Several; REGISTERS])).collect())
    }

    pub fn of_vector(&self, block: BlockId, register: Vgpr) -> Definition {
        self.0[block.0 as usize][usize::from(register.0)]
    }

    /// By the number of operand fields.
    pub fn of_scalar(&self, block: BlockId, number: u8) -> Definition {
        self.0[block.0 as usize].get(SCALARS + usize::from(number)).copied().unwrap_or(Definition::Several)
    }
}

/// What comes from two sides. A definition never is forgotten again, so this ends.
fn merged(one: &[Definition], other: &[Definition]) -> Vec<Definition> {
    one.iter().zip(other).map(|(&one, &other)| if one == other { one } else { Definition::Several }).collect()
}

fn writes(instructions: &[Instruction]) -> Vec<usize> {
    let mut registers = Vec::new();
    for instruction in instructions {
        let named = written(instruction, |operand| {
            let first = match operand.place {
                Place::Vgpr(Vgpr(first)) => usize::from(first),
                Place::Sgpr(Sgpr(first)) => SCALARS + usize::from(first),
                _ => return,
            };
            registers.extend((first..first + usize::from(operand.dwords)).filter(|&register| register < REGISTERS));
        });
        if !named {
            return (0..REGISTERS).collect();
        }
    }
    registers.sort_unstable();
    registers.dedup();
    registers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wave, decode_program};

    #[test]
    fn what_both_ways_leave_alone_keeps_its_definition() {
        let code = [
            0xbe80_0381, // s_mov_b32 s0, 1
            0x7e02_0301, // v_mov_b32 v1, v1
            0xbf84_0002, // s_cbranch_scc0 +2
            0xbe81_0382, // s_mov_b32 s1, 2
            0x7e04_0301, // v_mov_b32 v2, v1
            0xbf81_0000, // s_endpgm
        ];
        let program = decode_program(&code, Wave::W32).expect("valid instructions");
        let graph = Graph::of(&program).expect("a graph");
        let definitions = Definitions::of(&graph, &program);
        let last = BlockId(graph.blocks.len() as u32 - 1);
        assert_eq!(definitions.of_scalar(last, 0), Definition::Block(BlockId(0)));
        assert_eq!(definitions.of_scalar(last, 1), Definition::Several);
        assert_eq!(definitions.of_scalar(last, 2), Definition::Entry);
        assert_eq!(definitions.of_scalar(last, 106), Definition::Several, "VCC");
        assert_eq!(definitions.of_vector(last, Vgpr(1)), Definition::Block(BlockId(0)));
        assert_eq!(definitions.of_vector(last, Vgpr(2)), Definition::Several);
        assert_eq!(definitions.of_vector(BlockId(0), Vgpr(1)), Definition::Entry);
    }

    #[test]
    fn a_loop_writes_before_its_start() {
        let code = [
            0xbe80_0381, // s_mov_b32 s0, 1
            0x8001_8101, // s_add_u32 s1, s1, 1
            0xbf85_fffe, // s_cbranch_scc1 -2
            0xbf81_0000, // s_endpgm
        ];
        let program = decode_program(&code, Wave::W32).expect("valid instructions");
        let graph = Graph::of(&program).expect("a graph");
        let definitions = Definitions::of(&graph, &program);
        assert_eq!(definitions.of_scalar(BlockId(1), 0), Definition::Block(BlockId(0)));
        assert_eq!(definitions.of_scalar(BlockId(1), 1), Definition::Several);
        assert_eq!(definitions.of_scalar(BlockId(2), 1), Definition::Block(BlockId(1)));
    }
}
