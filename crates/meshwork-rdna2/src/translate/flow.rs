//! The nest of blocks as SPIR-V's structured control flow.

use std::collections::HashMap;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{LoopControl, Op};

use super::rolled::{goes_by_lanes, runs};
use super::{Scalar, Translator};
use crate::cfg::{BlockId, Condition, Exit, Label, LiveRegisters, Node, live_behind};
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::Instruction;

/// Where the walk is.
#[derive(Default)]
pub struct Flow {
    /// Merge block and continue target of the loops around it.
    loops: Vec<(Id, Id)>,
    /// The block before an `If`, and what its exit looks at.
    condition: Option<(BlockId, Bit)>,
    /// Where a noted jump goes: numbers of labels from 1 on, 0 for none.
    leaving: Option<Id>,
    labels: HashMap<Label, u32>,
}

impl Translator<'_> {
    pub fn nodes(&mut self, nodes: &[Node]) -> Result<(), Error> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> Result<(), Error> {
        match node {
            Node::Block(block) => self.block(*block)?,
            Node::If { of, taken, otherwise } => self.branch(*of, taken, otherwise)?,
            Node::Loop(body) => self.turns(body)?,
            Node::Break => {
                if let Some(&(merge, _)) = self.flow.loops.last() {
                    self.emit.branch(merge);
                }
            }
            Node::Continue => {
                if let Some(&(_, next)) = self.flow.loops.last() {
                    self.emit.branch(next);
                }
            }
            Node::Return => {
                self.exit();
                self.registers.forget();
                self.emit.return_();
            }
            Node::Leave(label) => self.leave(Some(*label)),
            Node::Arrive => self.leave(None),
            Node::IfLeaving { to, then } => {
                let (variable, ty) = (self.leaving(), self.emit.types.word);
                let noted = Word(self.emit.load(ty, variable));
                let wanted = self.label_number(*to);
                let condition = self.emit.compare(Op::IEqual, noted, wanted);
                let merge = self.emit.begin_if(condition);
                self.nodes(then)?;
                self.emit.end_if(merge);
            }
        }
        Ok(())
    }

    fn block(&mut self, id: BlockId) -> Result<(), Error> {
        let (program, block) = (self.program, self.graph.block(id));
        let live = self.live.get(&id).copied().unwrap_or(LiveRegisters::ALL);
        self.registers.begin_block(id);
        self.forget_lds_order();
        self.forget_memory_order();
        if block.resumes {
            self.resume(id, &live);
        }
        let mut behind = live_behind(block, program, live).into_iter();
        for run in runs(&program[block.instructions.clone()], self.writes_memory) {
            if goes_by_lanes(&run[0]) {
                self.for_own_lanes(|this| this.instructions(run, &mut behind))?;
            } else {
                self.instructions(run, &mut behind)?;
            }
        }
        self.registers.live_behind = None;
        if let Exit::Branch { condition, .. } = block.exit {
            self.flow.condition = Some((id, self.condition(condition)));
        }
        match block.exit {
            Exit::Yield { at, .. } => {
                self.end_turn(at, &live);
                self.flush(&LiveRegisters::default());
            }
            _ => self.flush(&live),
        }
        Ok(())
    }

    /// `behind` has what lives behind each.
    fn instructions(
        &mut self,
        run: &[Instruction],
        behind: &mut impl Iterator<Item = LiveRegisters>,
    ) -> Result<(), Error> {
        for instruction in run {
            self.registers.live_behind = behind.next();
            self.instruction(instruction)?;
        }
        Ok(())
    }

    fn condition(&mut self, condition: Condition) -> Bit {
        let (bit, wanted) = match condition {
            Condition::Scc(wanted) => (self.scc(), wanted),
            Condition::VccZero(wanted) => (self.is_mask_zero(Scalar::VCC), wanted),
            Condition::ExecZero(wanted) => (self.is_mask_zero(Scalar::EXEC), wanted),
            Condition::AllOver => (self.are_all_over(), true),
            Condition::GoesOnAt(block) => (self.goes_on_at(block), true),
        };
        if wanted { bit } else { self.emit.negate(bit) }
    }

    fn branch(&mut self, of: BlockId, taken: &[Node], otherwise: &[Node]) -> Result<(), Error> {
        let condition = match self.flow.condition.take() {
            Some((block, condition)) if block == of => condition,
            _ => self.emit.bit(false),
        };
        let [yes, no, merge] = [(); 3].map(|()| self.emit.module.fresh_id());
        self.emit.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        self.emit.effect(Op::BranchConditional, [condition.0.into(), yes.into(), no.into()]);
        for (label, arm) in [(yes, taken), (no, otherwise)] {
            self.emit.label(label);
            self.nodes(arm)?;
            self.emit.branch(merge);
        }
        self.emit.label(merge);
        Ok(())
    }

    fn turns(&mut self, body: &[Node]) -> Result<(), Error> {
        let [header, first, next, merge] = [(); 4].map(|()| self.emit.module.fresh_id());
        self.emit.branch(header);
        self.emit.label(header);
        // Compilers unroll what fills an array, so that its words may be registers: too much for a whole wave.
        let fills_array = self.lane.is_none() && self.scratch.is_some();
        let control = if fills_array { LoopControl::DONT_UNROLL } else { LoopControl::NONE };
        self.emit.effect(Op::LoopMerge, [merge.into(), next.into(), control.bits().into()]);
        self.emit.branch(first);
        self.emit.label(first);
        self.flow.loops.push((merge, next));
        self.nodes(body)?;
        self.flow.loops.pop();
        self.emit.branch(next);
        self.emit.label(next);
        self.emit.branch(header);
        self.emit.label(merge);
        Ok(())
    }

    fn leave(&mut self, label: Option<Label>) {
        let (variable, number) = (self.leaving(), self.label_number(label));
        self.emit.store(variable, number.0);
    }

    fn leaving(&mut self) -> Id {
        let (ty, none) = (self.emit.types.word, self.emit.word(0));
        *self.flow.leaving.get_or_insert_with(|| self.emit.local(ty, none.0))
    }

    fn label_number(&mut self, label: Option<Label>) -> Word {
        let next = self.flow.labels.len() as u32 + 1;
        let number = label.map_or(0, |label| *self.flow.labels.entry(label).or_insert(next));
        self.emit.word(number)
    }
}
