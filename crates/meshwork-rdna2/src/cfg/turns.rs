//! Several waves of a workgroup in one flow of control.
//!
//! Waves diverge from each other, and a barrier in their divergent flow would be illegal on the host. So one flow takes them in turn,
//! each up to its next barrier or its end:
//!
//! ```text
//! turn:     have all waves come to their end? → end
//! asks:     does the wave whose turn it is go on at its start, behind this barrier, behind that one? → there; it has ended → turn
//! start:    its registers → the program's entry
//! behind k: its registers → what stands behind the barrier
//! ```
//!
//! A barrier, and the program's end, is the end of the turn.

use std::collections::BTreeMap;

use super::{Block, BlockId, Condition, Exit, Graph};
use crate::instruction::Instruction;
use crate::opcode::Opcode::S_BARRIER;

/// Blocks that every such graph begins with.
const TURN: BlockId = BlockId(0);
const END: BlockId = BlockId(1);
const OVER: BlockId = BlockId(2);
const START: BlockId = BlockId(3);
const FIRST_PIECE: u32 = 4;

impl Graph {
    /// The graph of waves that take turns. A wave's first turn begins at [`Graph::start`].
    pub fn in_turns(&self, program: &[Instruction]) -> Self {
        let pieces: Vec<_> = self.blocks.iter().map(|block| pieces(block, program)).collect();
        // The first piece of each block.
        let mut next = FIRST_PIECE;
        let mut first = BTreeMap::new();
        for (block, pieces) in (0..).map(BlockId).zip(&pieces) {
            first.insert(block, BlockId(next));
            next += pieces.len() as u32;
        }
        let behind = pieces.iter().map(|pieces| pieces.len() - 1).sum::<usize>() as u32;
        let mut resumes: Vec<BlockId> = std::iter::once(START).chain((next..next + behind).map(BlockId)).collect();

        let nothing = |exit| Block { instructions: 0..0, resumes: false, exit };
        let over = Exit::Yield { turn: TURN, at: None };
        let entry = Block { resumes: true, ..nothing(Exit::Goto(BlockId(FIRST_PIECE))) };
        // What the turn leads to is set once the asks have their numbers.
        let mut blocks = vec![nothing(Exit::End), nothing(Exit::End), nothing(over), entry];
        let mut barriers = Vec::new();
        for (block, pieces) in self.blocks.iter().zip(&pieces) {
            for (n, piece) in pieces.iter().enumerate() {
                let exit = if n + 1 < pieces.len() {
                    let at = resumes[1 + barriers.len()];
                    barriers.push(Block { resumes: true, ..nothing(Exit::Goto(BlockId(blocks.len() as u32 + 1))) });
                    Exit::Yield { turn: TURN, at: Some(at) }
                } else {
                    block.exit.map_turns(&first, over)
                };
                blocks.push(Block { instructions: piece.clone(), resumes: false, exit });
            }
        }
        blocks.extend(barriers);
        // The start is asked for last: most turns are later ones.
        resumes.reverse();
        let asks = blocks.len() as u32;
        for (ask, &at) in (asks..).zip(&resumes) {
            let otherwise = if ask + 1 < asks + resumes.len() as u32 { BlockId(ask + 1) } else { OVER };
            let condition = Condition::GoesOnAt(at);
            blocks.push(nothing(Exit::Branch { condition, taken: at, otherwise }));
        }
        blocks[0].exit = Exit::Branch { condition: Condition::AllOver, taken: END, otherwise: BlockId(asks) };
        Self { blocks, start: Some(START) }
    }
}

/// A block's instructions between barriers.
fn pieces(block: &Block, program: &[Instruction]) -> Vec<std::ops::Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = block.instructions.start;
    for at in block.instructions.clone().filter(|&at| program[at].opcode == S_BARRIER) {
        pieces.push(start..at);
        start = at + 1;
    }
    pieces.push(start..block.instructions.end);
    pieces
}

impl Exit {
    fn map_turns(self, first: &BTreeMap<BlockId, BlockId>, over: Self) -> Self {
        match self {
            Self::End | Self::Yield { .. } => over,
            Self::Goto(next) => Self::Goto(first[&next]),
            Self::Branch { condition, taken, otherwise } => {
                Self::Branch { condition, taken: first[&taken], otherwise: first[&otherwise] }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{Node, structure};
    use crate::{Wave, decode_program};

    const BARRIER: u32 = 0xbf8a_0000;
    const END: u32 = 0xbf81_0000;

    fn graph(code: &[u32]) -> (Graph, Vec<Instruction>) {
        let program = decode_program(code, Wave::W32).expect("valid instructions");
        (Graph::of(&program).expect("a graph").in_turns(&program), program)
    }

    /// Whether a node of the nest is that block.
    fn count(nodes: &[Node], wanted: &dyn Fn(&Node) -> bool) -> usize {
        let inner = |node: &Node| match node {
            Node::If { taken, otherwise, .. } => count(taken, wanted) + count(otherwise, wanted),
            Node::Loop(body) => count(body, wanted),
            Node::IfLeaving { then, .. } => count(then, wanted),
            _ => 0,
        };
        nodes.iter().map(|node| usize::from(wanted(node)) + inner(node)).sum()
    }

    #[test]
    fn a_barrier_ends_a_turn() {
        // s_nop 0; s_barrier; s_nop 1; s_endpgm
        let (graph, program) = graph(&[0xbf80_0000, BARRIER, 0xbf80_0001, END]);
        let behind = BlockId(FIRST_PIECE + 2);
        let pieces: Vec<_> = graph.blocks[FIRST_PIECE as usize..][..2].to_vec();
        assert_eq!(pieces[0].instructions, 0..1);
        assert_eq!(pieces[0].exit, Exit::Yield { turn: TURN, at: Some(behind) });
        assert_eq!(pieces[1].instructions, 2..3);
        assert_eq!(pieces[1].exit, Exit::Yield { turn: TURN, at: None });
        assert_eq!(graph.block(behind).exit, Exit::Goto(BlockId(FIRST_PIECE + 1)));
        assert!(graph.block(behind).resumes && graph.block(START).resumes);
        let nest = structure(&graph, &program).expect("a nest");
        assert_eq!(count(&nest, &|node| matches!(node, Node::Loop(_))), 1, "{nest:?}");
        assert_eq!(count(&nest, &|node| *node == Node::Return), 1, "{nest:?}");
    }

    /// Every block stands once in the nest, also where a barrier stands in a loop or an arm.
    #[test]
    fn barriers_may_stand_anywhere() {
        // s_cbranch_scc0 +1; s_barrier; s_nop 0; s_endpgm
        let arm = [0xbf84_0001, BARRIER, 0xbf80_0000, END];
        // s_nop 0; s_barrier; s_cbranch_scc1 -3; s_endpgm
        let turns = [0xbf80_0000, BARRIER, 0xbf85_fffd, END];
        for code in [arm, turns] {
            let (graph, program) = graph(&code);
            let nest = structure(&graph, &program).expect("a nest");
            for block in (0..graph.blocks.len() as u32).map(BlockId) {
                assert_eq!(count(&nest, &|node| *node == Node::Block(block)), 1, "{block:?} in {nest:?}");
            }
        }
    }
}
