//! A program as a tree, how it becomes words, and trees that are smaller.

use meshwork_rdna2::Opcode;
use meshwork_rdna2::encode::pattern;

#[derive(Clone, Debug)]
pub enum Node {
    /// Instructions that belong together.
    Plain(Vec<u32>),
    Block(Vec<Node>),
    /// `branch` goes over `then`, to `otherwise`.
    If {
        head: Vec<u32>,
        branch: Opcode,
        then: Vec<Node>,
        otherwise: Vec<Node>,
        tail: Vec<u32>,
    },
    /// Behind `body` and `leave`, if there is something, EXEC = 0 ends the loop; behind `step` SCC = 1 repeats it.
    Loop {
        head: Vec<u32>,
        body: Vec<Node>,
        leave: Vec<u32>,
        step: Vec<u32>,
        tail: Vec<u32>,
    },
    /// The end, unless `head` sets SCC.
    End {
        head: Vec<u32>,
    },
}

/// With the end behind it.
pub fn assemble(nodes: &[Node]) -> Vec<u32> {
    let mut words = nodes.iter().flat_map(Node::words).collect::<Vec<_>>();
    words.push(sopp(Opcode::S_ENDPGM, 0));
    words
}

fn sopp(opcode: Opcode, offset: i32) -> u32 {
    pattern(opcode.encoding(), opcode.number()).bits[0] | offset as u32 & 0xffff
}

fn all_words(nodes: &[Node]) -> Vec<u32> {
    nodes.iter().flat_map(Node::words).collect()
}

impl Node {
    fn words(&self) -> Vec<u32> {
        match self {
            Self::Plain(words) => words.clone(),
            Self::Block(nodes) => all_words(nodes),
            Self::If { head, branch, then, otherwise, tail } => {
                let (mut then, otherwise) = (all_words(then), all_words(otherwise));
                if !otherwise.is_empty() {
                    then.push(sopp(Opcode::S_BRANCH, otherwise.len() as i32));
                }
                [head, &vec![sopp(*branch, then.len() as i32)], &then, &otherwise, tail]
                    .into_iter()
                    .flatten()
                    .copied()
                    .collect()
            }
            Self::Loop { head, body, leave, step, tail } => {
                let mut turn = all_words(body);
                if !leave.is_empty() {
                    turn.extend(leave);
                    turn.push(sopp(Opcode::S_CBRANCH_EXECZ, step.len() as i32 + 1));
                }
                turn.extend(step);
                turn.push(sopp(Opcode::S_CBRANCH_SCC1, -(turn.len() as i32 + 1)));
                [head, &turn, tail].into_iter().flatten().copied().collect()
            }
            Self::End { head } => {
                let end = [sopp(Opcode::S_CBRANCH_SCC1, 1), sopp(Opcode::S_ENDPGM, 0)];
                head.iter().copied().chain(end).collect()
            }
        }
    }

    /// What may stand in its place.
    fn smaller(&self) -> Vec<Vec<Self>> {
        let block = |nodes: Vec<Self>| Self::Block(nodes);
        match self {
            Self::Plain(_) | Self::End { .. } => Vec::new(),
            Self::Block(nodes) => std::iter::once(nodes.clone())
                .chain(smaller(nodes).into_iter().map(|nodes| vec![block(nodes)]))
                .collect(),
            Self::If { head, branch, then, otherwise, tail } => {
                let with = |then: Vec<Self>, otherwise: Vec<Self>| {
                    vec![Self::If { head: head.clone(), branch: *branch, then, otherwise, tail: tail.clone() }]
                };
                let plain = [then.clone(), otherwise.clone(), vec![Self::Plain(head.clone())]];
                let thens = smaller(then).into_iter().map(|then| with(then, otherwise.clone()));
                plain
                    .into_iter()
                    .chain(thens)
                    .chain(smaller(otherwise).into_iter().map(|otherwise| with(then.clone(), otherwise)))
                    .collect()
            }
            Self::Loop { head, body, leave, step, tail } => {
                let with = |body: Vec<Self>, leave: Vec<u32>| {
                    vec![Self::Loop { head: head.clone(), body, leave, step: step.clone(), tail: tail.clone() }]
                };
                let without_exit = (!leave.is_empty()).then(|| with(body.clone(), Vec::new()));
                let bodies = smaller(body).into_iter().map(|body| with(body, leave.clone()));
                std::iter::once(body.clone()).chain(without_exit).chain(bodies).collect()
            }
        }
    }
}

/// Trees that are smaller by a half, by one node, or within a node.
pub fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let half = nodes.len() / 2;
    let halves = (half > 1).then(|| [nodes[half..].to_vec(), nodes[..half].to_vec()]);
    let single = (0..nodes.len()).map(|at| [&nodes[..at], &nodes[at + 1..]].concat());
    let within = nodes.iter().enumerate().flat_map(|(at, node)| {
        node.smaller().into_iter().map(move |other| [&nodes[..at], &other, &nodes[at + 1..]].concat())
    });
    halves.into_iter().flatten().chain(single).chain(within).collect()
}
