//! From a reducible graph to nested constructs.
//!
//! In: blocks and their exits. Out: blocks in `If` and `Loop`, as SPIR-V's structured control flow has them.
//!
//! Two steps. The first follows the dominator tree ("Beyond Relooper", Ramsey 2022): a block that several others reach becomes
//! the label behind a nest that holds all of these, a loop's header begins a loop, and what a loop leads to stands behind it.
//! The second makes jumps to labels fall out of their nest. Where one arm of a branch alone leads to a label, what stands behind
//! the label moves into the arm: then nothing else is to be jumped over. What remains are jumps over code that others run.
//! They note where they go in a variable, and the code is skipped while one is noted:
//!
//! ```text
//! A: if a goto C            A; if (a) { if (d) leave = C } else { if (b) leave = C }
//! B: if b goto D, else E →  if (nothing noted) E
//! …
//! ```
//!
//! Breaks and continues of the innermost loop need no note, and compilers rarely make anything else that does.

use std::collections::BTreeSet;

use super::dominators::{Dominators, natural_loop, predecessors};
use super::{BlockId, Exit, Graph};
use crate::error::Error;
use crate::instruction::Instruction;

/// Where a jump out of several constructs goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    Block(BlockId),
    /// The next turn of the loop with this header.
    Continue(BlockId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Block(BlockId),
    /// The exit of `of`, which stands directly before it.
    If {
        of: BlockId,
        taken: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// Turns until something leaves it.
    Loop(Vec<Node>),
    /// Out of the innermost loop.
    Break,
    /// The innermost loop's next turn.
    Continue,
    Return,
    /// Notes where a jump goes.
    Leave(Label),
    /// The jump has come to its end: nothing is noted any more.
    Arrive,
    /// `None`: if nothing is noted.
    IfLeaving {
        to: Option<Label>,
        then: Vec<Node>,
    },
}

/// Nests the blocks of a graph; `program` tells where an irreducible one is.
pub fn structure(graph: &Graph, program: &[Instruction]) -> Result<Vec<Node>, Error> {
    let nest = Nest::of(graph);
    if let Some(from) = nest.irreducible(graph) {
        let last = &program[graph.block(from).instructions.end.min(program.len() - 1)];
        return Err(Error::Unsupported {
            pc: last.pc,
            opcode: last.opcode,
            what: "control flow that enters a loop at several places",
        });
    }
    let raw = nest.node(BlockId(0));
    let mut flow = Flow::default();
    Ok(flow.lower(raw, None))
}

/// Nests with jumps. Every list ends in a jump, a return, a branch or a loop.
#[derive(Clone, Debug)]
enum Raw {
    Block(BlockId),
    If {
        of: BlockId,
        taken: Vec<Raw>,
        otherwise: Vec<Raw>,
    },
    Loop {
        header: BlockId,
        body: Vec<Raw>,
    },
    /// Jumps to the label in `body` arrive behind it.
    Labeled {
        label: BlockId,
        body: Vec<Raw>,
    },
    Jump(Label),
    Return,
}

/// The tree in which blocks are nested.
struct Nest<'g> {
    graph: &'g Graph,
    dominators: Dominators,
    /// Members of the loop that a block is the header of.
    loops: Vec<Option<BTreeSet<BlockId>>>,
    /// By block: those that stand behind a label after its nest, in the order in which control can pass them.
    behind: Vec<Vec<BlockId>>,
    is_labeled: Vec<bool>,
}

impl<'g> Nest<'g> {
    fn of(graph: &'g Graph) -> Self {
        let dominators = Dominators::of(graph);
        let predecessors = predecessors(graph);
        let count = graph.blocks.len();
        let is_header = |block: BlockId| predecessors[block.0 as usize].iter().any(|&p| dominators.is_back(p, block));
        let loops: Vec<_> = (0..count as u32)
            .map(BlockId)
            .map(|block| is_header(block).then(|| natural_loop(&predecessors, &dominators, block)))
            .collect();

        let (mut behind, mut is_labeled) = (vec![Vec::new(); count], vec![false; count]);
        for &block in dominators.order.iter().skip(1) {
            let parent = dominators.immediate(block);
            let left = outermost_left(&dominators, &loops, parent, block);
            let entries = predecessors[block.0 as usize].iter().filter(|&&p| !dominators.is_back(p, block)).count();
            if left.is_some() || entries > 1 {
                behind[left.unwrap_or(parent).0 as usize].push(block);
                is_labeled[block.0 as usize] = true;
            }
        }
        Self { graph, dominators, loops, behind, is_labeled }
    }

    /// The source of an edge back to a block that does not dominate it.
    fn irreducible(&self, graph: &Graph) -> Option<BlockId> {
        self.dominators.order.iter().copied().find(|&from| {
            let back = |&to: &BlockId| self.dominators.is_back(from, to) && !self.dominators.dominates(to, from);
            graph.block(from).exit.successors().any(|to| back(&to))
        })
    }

    /// The block and all that it dominates.
    fn node(&self, block: BlockId) -> Vec<Raw> {
        let members = self.loops[block.0 as usize].as_ref();
        let stays = |other: &&BlockId| members.is_none_or(|members| members.contains(other));
        let behind = &self.behind[block.0 as usize];
        let mut inner = vec![Raw::Block(block)];
        inner.extend(self.exit(block));
        inner = behind.iter().filter(stays).fold(inner, |inner, &label| self.labeled(label, inner));
        if members.is_some() {
            inner = vec![Raw::Loop { header: block, body: inner }];
        }
        behind.iter().filter(|other| !stays(other)).fold(inner, |inner, &label| self.labeled(label, inner))
    }

    fn labeled(&self, label: BlockId, body: Vec<Raw>) -> Vec<Raw> {
        narrow(label, body, self.node(label))
    }

    fn exit(&self, block: BlockId) -> Vec<Raw> {
        match self.graph.block(block).exit {
            Exit::End => vec![Raw::Return],
            Exit::Goto(to) | Exit::Yield { turn: to, .. } => self.jump(block, to),
            Exit::Branch { taken, otherwise, .. } if taken == otherwise => self.jump(block, taken),
            Exit::Branch { taken, otherwise, .. } => {
                let (taken, otherwise) = (self.jump(block, taken), self.jump(block, otherwise));
                vec![Raw::If { of: block, taken, otherwise }]
            }
        }
    }

    fn jump(&self, from: BlockId, to: BlockId) -> Vec<Raw> {
        if self.dominators.is_back(from, to) {
            vec![Raw::Jump(Label::Continue(to))]
        } else if self.is_labeled[to.0 as usize] {
            vec![Raw::Jump(Label::Block(to))]
        } else {
            self.node(to)
        }
    }
}

/// The header of the outermost loop that holds `from` and not `block`.
fn outermost_left(
    dominators: &Dominators,
    loops: &[Option<BTreeSet<BlockId>>],
    from: BlockId,
    block: BlockId,
) -> Option<BlockId> {
    let ancestors = std::iter::successors(Some(from), |&at| Some(dominators.immediate(at)).filter(|&up| up != at));
    let left = |at: &BlockId| {
        loops[at.0 as usize].as_ref().is_some_and(|members| members.contains(&from) && !members.contains(&block))
    };
    ancestors.filter(left).last()
}

/// `body`, the label, and what stands behind it: inside an arm, if the others do not come there.
fn narrow(label: BlockId, mut body: Vec<Raw>, behind: Vec<Raw>) -> Vec<Raw> {
    if matches!(body[..], [Raw::Jump(Label::Block(to))] if to == label) {
        return behind;
    }
    let comes = |arm: &[Raw]| arm.iter().any(|node| jumps_to(node, label));
    let before = body.len() - 1;
    if body[..before].iter().all(|node| !jumps_to(node, label)) {
        match body.pop() {
            Some(Raw::If { of, taken, otherwise }) if !comes(&taken) => {
                body.push(Raw::If { of, taken, otherwise: narrow(label, otherwise, behind) });
                return body;
            }
            Some(Raw::If { of, taken, otherwise }) if !comes(&otherwise) => {
                body.push(Raw::If { of, taken: narrow(label, taken, behind), otherwise });
                return body;
            }
            last => body.extend(last),
        }
    }
    let mut list = vec![Raw::Labeled { label, body }];
    list.extend(behind);
    list
}

fn jumps_to(node: &Raw, label: BlockId) -> bool {
    let any = |list: &[Raw]| list.iter().any(|node| jumps_to(node, label));
    match node {
        Raw::Jump(to) => *to == Label::Block(label),
        Raw::If { taken, otherwise, .. } => any(taken) || any(otherwise),
        Raw::Loop { body, .. } | Raw::Labeled { body, .. } => any(body),
        Raw::Block(_) | Raw::Return => false,
    }
}

/// The loop that jumps stand in.
struct Turn {
    header: BlockId,
    /// Directly behind it.
    after: Option<Label>,
    /// Labels of nests inside it.
    inside: Vec<Label>,
    /// Labels outside it to which jumps in it go, but for `after`.
    out: BTreeSet<Label>,
}

/// Jumps become constructs that are left.
#[derive(Default)]
struct Flow {
    turns: Vec<Turn>,
    /// Labels to which jumps of what was lowered last go over what stands behind it.
    over: BTreeSet<Label>,
}

impl Flow {
    /// Falling out of the list's end is going to `tail`.
    fn lower(&mut self, list: Vec<Raw>, tail: Option<Label>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut rest = list.into_iter();
        while let Some(raw) = rest.next() {
            match raw {
                Raw::Block(block) => nodes.push(Node::Block(block)),
                Raw::Return => nodes.push(Node::Return),
                Raw::Jump(to) => nodes.extend(self.jump(to, tail)),
                Raw::If { of, taken, otherwise } => {
                    let taken = self.lower(taken, tail);
                    let over = std::mem::take(&mut self.over);
                    let otherwise = self.lower(otherwise, tail);
                    self.over.extend(over);
                    nodes.push(Node::If { of, taken, otherwise });
                }
                Raw::Loop { header, body } => nodes.extend(self.turn(header, body, tail)),
                Raw::Labeled { label, body } => {
                    nodes.extend(self.nest(Label::Block(label), body));
                    let behind = rest.by_ref().collect();
                    if self.over.is_empty() {
                        nodes.extend(self.lower(behind, tail));
                    } else {
                        let over = std::mem::take(&mut self.over);
                        let then = self.lower(behind, tail);
                        self.over.extend(over);
                        nodes.push(Node::IfLeaving { to: None, then });
                    }
                }
            }
        }
        nodes
    }

    /// What stands before a label. Jumps to it from inside nests in it arrive here.
    fn nest(&mut self, label: Label, body: Vec<Raw>) -> Vec<Node> {
        if let Some(turn) = self.turns.last_mut() {
            turn.inside.push(label);
        }
        let mut nodes = self.lower(body, Some(label));
        if let Some(turn) = self.turns.last_mut() {
            turn.inside.pop();
        }
        if self.over.remove(&label) {
            nodes.push(arrive(label, !self.over.is_empty()));
        }
        nodes
    }

    fn jump(&mut self, to: Label, tail: Option<Label>) -> Vec<Node> {
        if Some(to) == tail {
            return vec![];
        }
        match self.turns.last_mut() {
            Some(turn) if to == Label::Continue(turn.header) => vec![Node::Continue],
            Some(turn) if Some(to) == turn.after => vec![Node::Break],
            Some(turn) if !turn.inside.contains(&to) => {
                turn.out.insert(to);
                vec![Node::Leave(to), Node::Break]
            }
            _ => {
                self.over.insert(to);
                vec![Node::Leave(to)]
            }
        }
    }

    fn turn(&mut self, header: BlockId, body: Vec<Raw>, after: Option<Label>) -> Vec<Node> {
        let continues = Label::Continue(header);
        self.turns.push(Turn { header, after, inside: vec![continues], out: BTreeSet::new() });
        let body = self.nest(continues, body);
        let out = self.turns.pop().map(|turn| turn.out).unwrap_or_default();
        let mut nodes = vec![Node::Loop(body)];
        // Where jumps out of it go: on out of the loop around it, or over what stands behind it.
        for to in out {
            let then = match self.turns.last_mut() {
                Some(turn) if to == Label::Continue(turn.header) => vec![Node::Arrive, Node::Continue],
                Some(turn) if Some(to) == turn.after => vec![Node::Arrive, Node::Break],
                Some(turn) if !turn.inside.contains(&to) => {
                    turn.out.insert(to);
                    vec![Node::Break]
                }
                _ => {
                    self.over.insert(to);
                    continue;
                }
            };
            nodes.push(Node::IfLeaving { to: Some(to), then });
        }
        nodes
    }
}

/// The end of jumps to `label`; others may go on.
fn arrive(label: Label, others: bool) -> Node {
    if others { Node::IfLeaving { to: Some(label), then: vec![Node::Arrive] } } else { Node::Arrive }
}

#[cfg(test)]
mod tests;
