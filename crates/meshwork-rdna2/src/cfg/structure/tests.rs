use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::cfg::{Block, Condition};

/// Blocks without instructions: none, one or two successors each.
fn graph(successors: &[Vec<u32>]) -> Graph {
    let exit = |to: &Vec<u32>| match to[..] {
        [] => Exit::End,
        [next] => Exit::Goto(BlockId(next)),
        [taken, otherwise, ..] => {
            Exit::Branch { condition: Condition::Scc(true), taken: BlockId(taken), otherwise: BlockId(otherwise) }
        }
    };
    let block = |to| Block { instructions: 0..0, resumes: false, exit: exit(to) };
    Graph { blocks: successors.iter().map(block).collect(), start: None }
}

/// The same graph without what cannot be reached.
fn reachable(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut ids = BTreeMap::from([(0, 0)]);
    let mut queue = vec![0_u32];
    let mut next = 0;
    while let Some(&block) = queue.get(next) {
        next += 1;
        for &to in &successors[block as usize] {
            let id = ids.len() as u32;
            ids.entry(to).or_insert_with(|| {
                queue.push(to);
                id
            });
        }
    }
    queue.iter().map(|&block| successors[block as usize].iter().map(|to| ids[to]).collect()).collect()
}

/// What a branch decides, by the block and how many came before it.
fn decides(seed: u64, block: BlockId, step: usize) -> bool {
    let mixed = (seed ^ u64::from(block.0) << 32 ^ step as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) & 1 == 1
}

const STEPS: usize = 60;

fn walk_graph(graph: &Graph, seed: u64) -> Vec<BlockId> {
    let mut trace = vec![BlockId(0)];
    while trace.len() < STEPS {
        let at = trace[trace.len() - 1];
        trace.push(match graph.block(at).exit {
            Exit::End => break,
            Exit::Goto(next) | Exit::Yield { turn: next, .. } => next,
            Exit::Branch { taken, otherwise, .. } if decides(seed, at, trace.len()) || taken == otherwise => taken,
            Exit::Branch { otherwise, .. } => otherwise,
        });
    }
    trace
}

#[derive(PartialEq)]
enum Left {
    Not,
    Break,
    Continue,
    Return,
}

struct Walk {
    seed: u64,
    trace: Vec<BlockId>,
    leaving: Option<Label>,
}

impl Walk {
    fn walk(&mut self, nodes: &[Node]) -> Left {
        for node in nodes {
            let left = match node {
                Node::Block(_) if self.trace.len() == STEPS => Left::Return,
                Node::Block(block) => {
                    assert_eq!(self.leaving, None, "a block runs while a jump goes over it");
                    self.trace.push(*block);
                    Left::Not
                }
                Node::If { of, taken, otherwise } => {
                    let arm = if decides(self.seed, *of, self.trace.len()) { taken } else { otherwise };
                    self.walk(arm)
                }
                Node::Loop(body) => loop {
                    match self.walk(body) {
                        Left::Not | Left::Continue => {
                            assert_eq!(self.leaving, None, "a turn begins while a jump goes on")
                        }
                        Left::Break => break Left::Not,
                        Left::Return => break Left::Return,
                    }
                },
                Node::Break => Left::Break,
                Node::Continue => Left::Continue,
                Node::Return => Left::Return,
                Node::Leave(label) => {
                    self.leaving = Some(*label);
                    Left::Not
                }
                Node::Arrive => {
                    self.leaving = None;
                    Left::Not
                }
                Node::IfLeaving { to, then } if self.leaving == *to => self.walk(then),
                Node::IfLeaving { .. } => Left::Not,
            };
            if left != Left::Not {
                return left;
            }
        }
        Left::Not
    }
}

fn check(graph: &Graph, seed: u64) {
    let nest = Nest::of(graph);
    if nest.irreducible(graph).is_some() {
        return;
    }
    let nodes = structure(graph, &[]).expect("a reducible graph");
    let mut walk = Walk { seed, trace: Vec::new(), leaving: None };
    walk.walk(&nodes);
    assert_eq!(walk.trace, walk_graph(graph, seed), "{graph:?}\n{nodes:?}");
}

fn has_notes(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::If { taken, otherwise, .. } => has_notes(taken) || has_notes(otherwise),
        Node::Loop(body) => has_notes(body),
        Node::Leave(_) | Node::Arrive | Node::IfLeaving { .. } => true,
        Node::Block(_) | Node::Break | Node::Continue | Node::Return => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nests_run_the_blocks_of_the_graph(
        successors in prop::collection::vec(prop::collection::vec(0..12_u32, 0..3), 1..12),
        forward in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let count = successors.len() as u32;
        let to = |(from, to): (usize, &Vec<u32>)| {
            let near = |&to: &u32| if forward { (from as u32 + 1 + to % 4).min(count - 1) } else { to % count };
            to.iter().map(near).filter(|&next| !forward || next > from as u32).collect::<Vec<_>>()
        };
        let successors: Vec<_> = successors.iter().enumerate().map(to).collect();
        check(&graph(&reachable(&successors)), seed);
    }
}

/// What compilers make needs no variable: branches with and without else, early ends, loops left in the middle, and nests of these.
#[test]
fn common_nests_need_no_notes() {
    let graphs: [&[&[u32]]; 6] = [
        &[&[1, 2], &[2], &[]],
        &[&[1, 2], &[3], &[3], &[]],
        &[&[1, 4], &[2, 4], &[3, 4], &[4], &[]],
        &[&[1], &[2, 4], &[3, 4], &[1], &[]],
        &[&[1], &[2, 5], &[3, 4], &[4], &[1, 5], &[]],
        &[&[1], &[2], &[2, 3], &[1, 4], &[]],
    ];
    for successors in graphs {
        let graph = graph(&successors.iter().map(|to| to.to_vec()).collect::<Vec<_>>());
        let nodes = structure(&graph, &[]).expect("a reducible graph");
        assert!(!has_notes(&nodes), "{graph:?}\n{nodes:?}");
        (0..64).for_each(|seed| check(&graph, seed));
    }
}

#[test]
fn jumps_over_shared_code_are_noted() {
    // Both arms come to 3, and both may go to 4 directly.
    let graph = graph(&[vec![1, 2], vec![3, 4], vec![3, 4], vec![4], vec![]]);
    let nodes = structure(&graph, &[]).expect("a reducible graph");
    assert!(has_notes(&nodes));
    (0..64).for_each(|seed| check(&graph, seed));
}

#[test]
fn irreducible_graphs_are_found() {
    let graph = graph(&[vec![1, 2], vec![2], vec![1]]);
    assert!(Nest::of(&graph).irreducible(&graph).is_some());
}
