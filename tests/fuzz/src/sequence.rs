//! What a program's commands are: a value that can be printed and shrunk.

use crate::program::PUSH_WORDS;

/// Edge of the pictures.
pub const SIZE: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    pub state: State,
    pub passes: Vec<Pass>,
    /// How often the command buffer is submitted.
    pub submissions: u32,
    /// An occlusion query around a pass, by number.
    pub query: Option<u32>,
}

/// What pipelines are made for, beside their shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Render pass objects instead of dynamic rendering.
    pub pass_objects: bool,
    /// Of the first target; the second is of integers, and the last draw wins.
    pub blend: bool,
    pub cull_back: bool,
    pub provoking_last: bool,
    /// Depth test `LESS`.
    pub depth: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// Recorded into a secondary command buffer.
    pub secondary: bool,
    pub steps: Vec<Step>,
}

pub type Groups = [u32; 3];

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Words of the push constants, from one on.
    Push {
        first: u32,
        words: Vec<u32>,
    },
    /// The program's pipeline again.
    Bind,
    /// x, y, width, height: powers of two.
    Viewport([u32; 4]),
    Scissor([u32; 4]),
    Draw(Groups),
    /// Draws from a buffer at an offset in words, with a stride in words.
    Indirect {
        offset: u32,
        stride: u32,
        draws: Vec<Groups>,
    },
    /// The same, as many as a buffer says, but at most `max`.
    IndirectCount {
        offset: u32,
        stride: u32,
        draws: Vec<Groups>,
        count: u32,
        max: u32,
    },
    /// So many vertices with the vertex pipeline; the mesh pipeline is bound again behind it.
    Vertices {
        count: u32,
        shade: u32,
    },
}

/// What push constants hold at first.
pub fn first_push() -> Vec<u32> {
    (0..PUSH_WORDS).map(|word| word * 5 + 1).collect()
}

impl Sequence {
    pub fn has_vertices(&self) -> bool {
        self.passes.iter().flat_map(|pass| &pass.steps).any(|step| matches!(step, Step::Vertices { .. }))
    }
}
