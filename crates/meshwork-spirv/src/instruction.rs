use std::fmt;

use rspirv::spirv::Op;

/// An SPIR-V `<id>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

/// One operand word: an id, or anything else (literals, enumerants, masks, parts of strings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Id(Id),
    Word(u32),
}

impl From<Id> for Operand {
    fn from(id: Id) -> Self {
        Self::Id(id)
    }
}

impl From<u32> for Operand {
    fn from(word: u32) -> Self {
        Self::Word(word)
    }
}

/// An instruction; result type and result stand apart from the other operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub op: Op,
    pub ty: Option<Id>,
    pub result: Option<Id>,
    pub operands: Vec<Operand>,
}

impl Instruction {
    pub fn new(op: Op, ty: Option<Id>, result: Option<Id>, operands: impl Into<Vec<Operand>>) -> Self {
        Self { op, ty, result, operands: operands.into() }
    }

    /// An instruction without result.
    pub fn effect(op: Op, operands: impl Into<Vec<Operand>>) -> Self {
        Self::new(op, None, None, operands)
    }

    /// Operand `n`, when there is one and it is an id.
    pub fn id(&self, n: usize) -> Option<Id> {
        match self.operands.get(n) {
            Some(&Operand::Id(id)) => Some(id),
            _ => None,
        }
    }

    /// Operand `n`, when there is one and it is not an id.
    pub fn word(&self, n: usize) -> Option<u32> {
        match self.operands.get(n) {
            Some(&Operand::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The ids among the operands; result and result type excluded.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Id(id) => Some(*id),
            Operand::Word(_) => None,
        })
    }

    /// The string that begins at operand `n`.
    pub fn string(&self, n: usize) -> Option<String> {
        let words = (n..self.operands.len()).map_while(|n| self.word(n)).collect::<Vec<_>>();
        read_string(&words).map(|(string, _)| string)
    }

    /// The ids that the instruction uses: result type and operands.
    pub fn used(&self) -> impl Iterator<Item = Id> + '_ {
        self.ty.into_iter().chain(self.ids())
    }

    /// Replaces every id, the result included.
    pub fn map_ids(&mut self, mut map: impl FnMut(Id) -> Id) {
        self.ty = self.ty.map(&mut map);
        self.result = self.result.map(&mut map);
        for operand in &mut self.operands {
            if let Operand::Id(id) = operand {
                *id = map(*id);
            }
        }
    }
}

/// Ends a block.
pub fn is_terminator(op: Op) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::TerminateInvocation
            | Op::IgnoreIntersectionKHR
            | Op::TerminateRayKHR
            | Op::EmitMeshTasksEXT
    )
}

/// The words of a literal string: UTF-8, ended by a zero byte, padded to a word.
pub(crate) fn string_words(text: &str) -> impl Iterator<Item = u32> + '_ {
    let bytes = text.as_bytes();
    (0..=bytes.len() / 4).map(move |word| {
        (0..4).fold(0, |value, byte| value | u32::from(bytes.get(word * 4 + byte).copied().unwrap_or(0)) << (8 * byte))
    })
}

/// The string in `words`, and how many of them it takes; `None` when it does not end.
pub(crate) fn read_string(words: &[u32]) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    for (n, word) in words.iter().enumerate() {
        for byte in word.to_le_bytes() {
            if byte == 0 {
                return Some((String::from_utf8_lossy(&bytes).into_owned(), n + 1));
            }
            bytes.push(byte);
        }
    }
    None
}
