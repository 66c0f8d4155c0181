//! Random commands around a program.

use super::Random;
use crate::program::{PUSH_WORDS, Program};
use crate::sequence::{Groups, Pass, SIZE, Sequence, State, Step};

impl Random {
    /// What pipelines are made for.
    pub fn state(&mut self) -> State {
        State {
            pass_objects: self.chance(35),
            blend: self.chance(40),
            cull_back: self.chance(10),
            provoking_last: self.chance(15),
            depth: self.chance(15),
        }
    }

    pub fn sequence(&mut self, program: &Program, state: State) -> Sequence {
        let passes = self.pick(&[1, 1, 2]);
        let passes: Vec<_> = (0..passes).map(|_| self.pass(program)).collect();
        Sequence { state, submissions: self.pick(&[1, 1, 1, 2]), query: self.query(&passes), passes }
    }

    /// Around a pass without secondary command buffer, which would have to inherit it.
    fn query(&mut self, passes: &[Pass]) -> Option<u32> {
        let pass = self.below(passes.len() as u32);
        let wanted = self.chance(10);
        (wanted && !passes[pass as usize].secondary).then_some(pass)
    }

    fn pass(&mut self, program: &Program) -> Pass {
        let count = self.within(1, 6);
        let mut steps: Vec<_> = (0..count).map(|_| self.step(program)).collect();
        if !steps.iter().any(|step| matches!(step, Step::Draw(_) | Step::Indirect { .. })) {
            steps.push(Step::Draw(self.groups(program)));
        }
        Pass { secondary: self.chance(15), steps }
    }

    fn step(&mut self, program: &Program) -> Step {
        match self.below(12) {
            0 | 1 => {
                let first = self.below(PUSH_WORDS);
                let count = self.within(1, PUSH_WORDS - first);
                Step::Push { first, words: (0..count).map(|_| self.below(1 << 20)).collect() }
            }
            2 => Step::Bind,
            3 => {
                let (width, height) = (self.pick(&[SIZE, SIZE, SIZE / 2]), self.pick(&[SIZE, SIZE, SIZE / 2]));
                Step::Viewport([self.below(32), self.below(32), width, height])
            }
            4 => {
                let (x, y) = (self.below(SIZE / 2), self.below(SIZE / 2));
                Step::Scissor([x, y, self.within(1, SIZE - x), self.within(1, SIZE - y)])
            }
            5 => Step::Vertices { count: 3 * self.within(1, 4), shade: self.below(1 << 16) },
            6 | 7 => {
                let (offset, stride, draws) = self.indirect(program);
                Step::Indirect { offset, stride, draws }
            }
            8 => {
                let (offset, stride, draws) = self.indirect(program);
                let len = draws.len() as u32;
                Step::IndirectCount { offset, stride, draws, count: self.within(0, len + 2), max: self.within(0, len) }
            }
            _ => Step::Draw(self.groups(program)),
        }
    }

    fn indirect(&mut self, program: &Program) -> (u32, u32, Vec<Groups>) {
        let count = self.within(0, 4);
        let draws: Vec<_> = (0..count).map(|_| self.groups(program)).collect();
        (self.below(9), self.within(3, 7), draws)
    }

    fn groups(&mut self, program: &Program) -> Groups {
        // A task makes several workgroups of meshes.
        let largest = if program.task.is_some() { 5 } else { 12 };
        match self.below(6) {
            0 => [1, 1, 1],
            1 => [self.within(1, 3), self.within(1, 3), 1],
            2 => [self.within(1, 2), self.within(1, 2), self.within(1, 2)],
            3 if self.chance(20) => [self.within(0, 2), self.within(0, 2), 1],
            _ => [self.within(1, largest), 1, 1],
        }
    }
}
