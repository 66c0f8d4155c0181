//! The order of blocks, their dominators and their loops.

use std::collections::BTreeSet;

use super::{BlockId, Graph};

/// What [`super::structure`] asks of a graph.
pub struct Dominators {
    /// Blocks in reverse postorder, which is a topological order but for edges back to loop headers.
    pub order: Vec<BlockId>,
    /// Place in `order`, by block.
    place: Vec<usize>,
    /// Immediate dominator, by block; the entry's is itself.
    immediate: Vec<BlockId>,
}

impl Dominators {
    pub fn of(graph: &Graph) -> Self {
        let order = reverse_postorder(graph);
        let mut place = vec![usize::MAX; graph.blocks.len()];
        for (n, block) in order.iter().enumerate() {
            place[block.0 as usize] = n;
        }
        let mut dominators = Self { immediate: vec![BlockId(u32::MAX); graph.blocks.len()], order, place };
        dominators.find(graph);
        dominators
    }

    /// By "A Simple, Fast Dominance Algorithm" (Cooper, Harvey, Kennedy).
    fn find(&mut self, graph: &Graph) {
        let predecessors = predecessors(graph);
        self.immediate[0] = BlockId(0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order[1..] {
                let known = |from: &&BlockId| self.immediate[from.0 as usize].0 != u32::MAX;
                let found = predecessors[block.0 as usize].iter().filter(known).copied();
                let found = found.reduce(|a, b| self.common(a, b)).unwrap_or(BlockId(0));
                if self.immediate[block.0 as usize] != found {
                    self.immediate[block.0 as usize] = found;
                    changed = true;
                }
            }
        }
    }

    fn common(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            if self.place(a) > self.place(b) {
                a = self.immediate(a);
            } else {
                b = self.immediate(b);
            }
        }
        a
    }

    pub fn place(&self, block: BlockId) -> usize {
        self.place[block.0 as usize]
    }

    pub fn immediate(&self, block: BlockId) -> BlockId {
        self.immediate[block.0 as usize]
    }

    pub fn dominates(&self, a: BlockId, mut b: BlockId) -> bool {
        while self.place(b) > self.place(a) {
            b = self.immediate(b);
        }
        a == b
    }

    /// Whether an edge goes against the order.
    pub fn is_back(&self, from: BlockId, to: BlockId) -> bool {
        self.place(to) <= self.place(from)
    }
}

pub fn predecessors(graph: &Graph) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); graph.blocks.len()];
    for (from, block) in graph.blocks.iter().enumerate() {
        for to in block.exit.successors() {
            predecessors[to.0 as usize].push(BlockId(from as u32));
        }
    }
    predecessors
}

fn reverse_postorder(graph: &Graph) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(graph.blocks.len());
    let mut seen = vec![false; graph.blocks.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), graph.blocks[0].exit.successors())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if !seen[next.0 as usize] => {
                seen[next.0 as usize] = true;
                stack.push((next, graph.block(next).exit.successors()));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The blocks of a loop: those that reach one of the edges back to `header` without passing it.
pub fn natural_loop(predecessors: &[Vec<BlockId>], dominators: &Dominators, header: BlockId) -> BTreeSet<BlockId> {
    let mut members = BTreeSet::from([header]);
    let back = |from: &&BlockId| dominators.is_back(**from, header);
    let mut queue: Vec<BlockId> = predecessors[header.0 as usize].iter().filter(back).copied().collect();
    while let Some(block) = queue.pop() {
        if members.insert(block) {
            queue.extend(&predecessors[block.0 as usize]);
        }
    }
    members
}
