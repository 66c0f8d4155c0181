//! What was changed, and why.

use std::fmt;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::Op;

/// What [`legalize`](super::legalize) did to a module, in the order in which it did it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    pub steps: Vec<Step>,
}

/// One instruction or one module, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub pass: Pass,
    /// The instruction that this is about; none for what holds for the whole module.
    pub operation: Option<(Op, Id)>,
    /// What it became, or that it stays.
    pub what: String,
    pub why: String,
}

/// A pass by its name in goldens and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    LegalizeWidth,
    FragmentShuffleWorkaround,
    LowerShuffle,
}

impl Explanation {
    pub fn tell(&mut self, pass: Pass, operation: Option<(Op, Id)>, what: impl Into<String>, why: impl Into<String>) {
        self.steps.push(Step { pass, operation, what: what.into(), why: why.into() });
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LegalizeWidth => "legalize-width",
            Self::FragmentShuffleWorkaround => "fragment-shuffle-workaround",
            Self::LowerShuffle => "lower-shuffle",
        })
    }
}

/// One line a step.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Step { pass, operation, what, why } in &self.steps {
            match operation {
                Some((op, id)) => writeln!(f, "{pass}: {id} = Op{op:?}: {what}, because {why}")?,
                None => writeln!(f, "{pass}: {what}, because {why}")?,
            }
        }
        Ok(())
    }
}
