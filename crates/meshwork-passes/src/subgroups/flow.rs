//! A function's blocks: who follows whom, what dominates what, and where invocations that took different ways are together again.

use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Function, Id, Instruction, is_terminator};

/// Place of a block in [`Flow::blocks`].
pub type Block = usize;

/// The control flow of one function.
pub struct Flow<'a> {
    /// In the function's order; the first is the entry.
    pub blocks: Vec<&'a [Instruction]>,
    successors: Vec<Vec<Block>>,
    dominators: Tree,
    post_dominators: Tree,
    /// Merge blocks, and the headers that declare them.
    merges: HashMap<Block, Vec<Block>>,
}

impl<'a> Flow<'a> {
    pub fn of(function: &'a Function) -> Self {
        let blocks: Vec<_> = function.body.split_inclusive(|instruction| is_terminator(instruction.op)).collect();
        let places: HashMap<Id, Block> =
            blocks.iter().enumerate().filter_map(|(place, block)| Some((block.first()?.result?, place))).collect();
        let place = |id: &Id| places.get(id).copied();
        let mut merges: HashMap<Block, Vec<Block>> = HashMap::new();
        for (header, block) in blocks.iter().enumerate() {
            let merge = block.iter().find(|i| matches!(i.op, Op::SelectionMerge | Op::LoopMerge));
            if let Some(merge) = merge.and_then(|merge| merge.id(0)).as_ref().and_then(place) {
                merges.entry(merge).or_default().push(header);
            }
        }
        let successors: Vec<Vec<Block>> =
            blocks.iter().map(|block| targets(block).iter().filter_map(place).collect()).collect();
        // All ways out meet in a block of their own. `OpUnreachable` is no way: nobody takes it.
        let exit = blocks.len();
        let mut backwards = vec![Vec::new(); blocks.len() + 1];
        for (block, successors) in successors.iter().enumerate() {
            successors.iter().for_each(|&successor| backwards[successor].push(block));
            let leaves = blocks[block].last().is_some_and(|last| last.op != Op::Unreachable);
            if successors.is_empty() && leaves {
                backwards[exit].push(block);
            }
        }
        Self {
            dominators: Tree::of(&successors, 0),
            post_dominators: Tree::of(&backwards, exit),
            blocks,
            successors,
            merges,
        }
    }

    pub fn label(&self, block: Block) -> Option<Id> {
        self.blocks[block].first()?.result
    }

    /// What ends the block, if ways part there.
    pub fn branch(&self, block: Block) -> Option<&'a Instruction> {
        let mut successors = self.successors[block].iter();
        let first = successors.next()?;
        self.blocks[block].last().filter(|_| successors.any(|other| other != first))
    }

    /// The blocks that invocations may pass apart from each other after ways parted in `block`, and the one in which they are
    /// together again, if there is one.
    ///
    /// SPIR-V promises that at merge blocks, where the whole invocation group came to the header together ("uniform control flow");
    /// `SPV_KHR_subgroup_uniform_control_flow` promises it to subgroups. So it is the nearest merge block that everyone comes by, of a
    /// construct around the branch.
    pub fn parted(&self, block: Block) -> (HashSet<Block>, Option<Block>) {
        let is_merge_around = |&place: &Block| {
            let headers = self.merges.get(&place).into_iter().flatten();
            headers.into_iter().any(|&header| self.dominators.holds(header, block))
        };
        let together = self.post_dominators.above(block).find(is_merge_around);
        let mut parted = HashSet::new();
        let mut waiting = self.successors[block].clone();
        while let Some(next) = waiting.pop() {
            if Some(next) != together && parted.insert(next) {
                waiting.extend(&self.successors[next]);
            }
        }
        (parted, together)
    }
}

/// Labels that a block's terminator names.
fn targets(block: &[Instruction]) -> Vec<Id> {
    match block.last() {
        Some(last) if last.op == Op::Branch => last.ids().collect(),
        Some(last) if matches!(last.op, Op::BranchConditional | Op::Switch) => last.ids().skip(1).collect(),
        _ => Vec::new(),
    }
}

/// Dominators, by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm").
struct Tree {
    /// The next above; itself for the root, none for what the root does not reach.
    above: Vec<Option<usize>>,
}

impl Tree {
    fn of(successors: &[Vec<usize>], root: usize) -> Self {
        let order = postorder(successors, root);
        let mut number = vec![0; successors.len()];
        order.iter().enumerate().for_each(|(place, &node)| number[node] = place);
        let mut predecessors = vec![Vec::new(); successors.len()];
        for &node in &order {
            successors[node].iter().for_each(|&successor| predecessors[successor].push(node));
        }
        let mut above = vec![None; successors.len()];
        above[root] = Some(root);
        loop {
            let mut changed = false;
            for &node in order.iter().rev().filter(|&&node| node != root) {
                let mut known = predecessors[node].iter().copied().filter(|&before| above[before].is_some());
                let Some(first) = known.next() else { continue };
                let found = known.fold(first, |a, b| meet(&above, &number, a, b));
                changed |= above[node].replace(found) != Some(found);
            }
            if !changed {
                return Self { above };
            }
        }
    }

    /// The nodes above `node`, the nearest first.
    fn above(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.above[node].filter(|&above| above != node)).skip(1)
    }

    /// Whether `upper` is `node` or above it.
    fn holds(&self, upper: usize, node: usize) -> bool {
        upper == node || self.above(node).any(|above| above == upper)
    }
}

/// The nearest node above both.
fn meet(above: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if number[a] < number[b] { &mut a } else { &mut b };
        // Nodes with a number have one above them once they take part.
        *lower = above[*lower].unwrap_or(*lower);
    }
    a
}

fn postorder(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = HashSet::from([root]);
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        match successors[*node].get(*next) {
            Some(&successor) => {
                *next += 1;
                if seen.insert(successor) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}
