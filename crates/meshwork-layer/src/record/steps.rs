//! Where the further steps of runs stand in a pass.
//!
//! A step holds the next part of a run's workgroups. Of a run with direct draws and no task stage it is known which: the step
//! stands right after the draw in which the one before it ends, and only that draw is drawn again. So nothing else of the pass
//! happens twice or moves, and anything may stand between the run's draws. Where only the GPU knows, steps stand after the run's
//! last draw and all of its draws are drawn again, each with the state that it had; between them may be state, and nothing else.

use meshwork_gpu::{Plan, RunIndex};

use super::pass::Pass;

#[derive(Default)]
pub struct Steps {
    /// By the draw that they follow, the last first.
    left: Vec<Step>,
    /// Those taken of the run that the last one is of.
    taken: Option<(RunIndex, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    after: usize,
    count: u32,
}

impl Steps {
    /// `uncertain` tells how many steps are to be recorded of a run whose workgroups only the GPU knows.
    pub fn of(pass: &Pass, plan: &Plan, uncertain: impl Fn(RunIndex) -> u32) -> Self {
        if plan.is_one_step() {
            return Self::default();
        }
        let mut steps = Vec::new();
        let mut first = 0;
        for draws in pass.draws.chunk_by(|a, b| a.range.run == b.range.run) {
            let run = draws[0].range.run;
            if !plan.is_certain(run) {
                steps.push(Step { after: first + draws.len() - 1, count: uncertain(run) });
            } else if plan.extra_steps(run) > 0 {
                let workgroups = draws.iter().map(|draw| draw.workgroups);
                steps.extend(ends_of_steps(first, workgroups, plan.step_workgroups(run)));
            }
            first += draws.len();
        }
        steps.retain(|step| step.count > 0);
        steps.reverse();
        Self { left: steps, taken: None }
    }

    pub fn total(&self) -> usize {
        self.left.iter().map(|step| step.count as usize).sum()
    }

    /// Takes the next step, if it follows this draw of the run, and says which of the run's steps it is: the hoist's is step 0.
    pub fn take(&mut self, draw: usize, run: RunIndex) -> Option<u32> {
        let step = self.left.last_mut().filter(|step| step.after == draw)?;
        step.count -= 1;
        if step.count == 0 {
            self.left.pop();
        }
        let taken = self.taken.filter(|(last, _)| *last == run).map_or(0, |(_, taken)| taken);
        self.taken = Some((run, taken + 1));
        Some(taken + 1)
    }

    /// The run that this draw is the last of needs one more.
    pub fn add(&mut self, draw: usize) {
        let at = self.left.partition_point(|step| step.after > draw);
        self.left.insert(at, Step { after: draw, count: 1 });
    }
}

/// In which draws steps of so many workgroups end before the draw does. `first` is the first draw.
fn ends_of_steps(first: usize, workgroups: impl Iterator<Item = u64>, step: u32) -> impl Iterator<Item = Step> {
    let (mut end, mut steps) = (0, 1);
    (first..).zip(workgroups).map(move |(after, workgroups)| {
        end += workgroups;
        let needed = end.div_ceil(u64::from(step.max(1))).max(1);
        let count = (needed - core::mem::replace(&mut steps, needed)) as u32;
        Step { after, count }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_follows_the_draw_that_it_continues() {
        let ends = |workgroups: &[u64], step| {
            let steps = ends_of_steps(10, workgroups.iter().copied(), step);
            steps.filter(|step| step.count > 0).map(|step| (step.after, step.count)).collect::<Vec<_>>()
        };
        assert_eq!(ends(&[3, 4], 7), []);
        // A draw that begins a step does not continue one, but has nothing before its step.
        assert_eq!(ends(&[7, 1], 7), [(11, 1)]);
        assert_eq!(ends(&[0, 20, 0, 1, 1], 7), [(11, 2), (14, 1)]);
        assert_eq!(ends(&[], 7), []);
    }

    #[test]
    fn steps_are_taken_in_order() {
        let left = vec![Step { after: 5, count: 1 }, Step { after: 2, count: 2 }];
        let mut steps = Steps { left, taken: None };
        let [first, second] = [0, 1].map(RunIndex);
        assert_eq!(steps.total(), 3);
        assert_eq!(steps.take(1, first), None);
        assert_eq!([(); 3].map(|()| steps.take(2, first)), [Some(1), Some(2), None]);
        steps.add(2);
        assert_eq!([(); 2].map(|()| steps.take(2, first)), [Some(3), None]);
        assert_eq!([(); 2].map(|()| steps.take(5, second)), [Some(1), None]);
    }
}
