//! Smaller cases of a case: each with one thing left out, and valid like the case itself.

use crate::generate::Case;
use crate::program::{Expr, Finish, Part, PayloadWrite, Statement, Target};
use crate::sequence::Step;
use crate::visit::{expressions, operands, parts, statement_lists};

/// Cases that are smaller by one thing, the boldest first. Their order is always the same.
pub fn smaller(case: &Case) -> Vec<Case> {
    let mut all = Smaller { case, found: Vec::new() };
    all.sequence();
    all.stages();
    all.statements();
    all.mesh();
    all.fragment();
    all.expressions();
    all.found
}

struct Smaller<'a> {
    case: &'a Case,
    found: Vec<Case>,
}

impl Smaller<'_> {
    /// Adds what `edit` makes of the case, if that is another one.
    fn with(&mut self, edit: impl FnOnce(&mut Case)) {
        let mut case = self.case.clone();
        edit(&mut case);
        if case != *self.case {
            self.found.push(case);
        }
    }

    fn sequence(&mut self) {
        let sequence = &self.case.sequence;
        self.with(|case| case.sequence.submissions = 1);
        self.with(|case| case.sequence.query = None);
        for (index, pass) in sequence.passes.iter().enumerate() {
            if sequence.passes.len() > 1 {
                self.with(|case| {
                    case.sequence.passes.remove(index);
                    case.sequence.query = None;
                });
            }
            for step in 0..pass.steps.len() {
                self.with(|case| drop(case.sequence.passes[index].steps.remove(step)));
            }
            self.with(|case| case.sequence.passes[index].secondary = false);
            for (number, step) in pass.steps.iter().enumerate() {
                for simpler in simpler_steps(step) {
                    self.with(|case| case.sequence.passes[index].steps[number] = simpler);
                }
            }
        }
        self.with(|case| case.sequence.state.pass_objects = false);
        self.with(|case| case.sequence.state.blend = false);
        self.with(|case| case.sequence.state.cull_back = false);
        self.with(|case| case.sequence.state.provoking_last = false);
        self.with(|case| case.sequence.state.depth = false);
    }

    fn stages(&mut self) {
        if let Some(task) = &self.case.program.task {
            self.with(|case| {
                case.program.task = None;
                expressions(case, &mut |expr| {
                    if matches!(expr, Expr::Payload(..)) {
                        *expr = Expr::Constant(0);
                    }
                });
            });
            for arm in arms(&task.finish) {
                self.with(|case| case.program.task.iter_mut().for_each(|task| task.finish = arm.clone()));
            }
            for write in 0..task.writes.len() {
                self.with(|case| {
                    let writes = case.program.task.iter_mut().flat_map(|task| task.writes.get_mut(write));
                    writes.for_each(|write| *write = PayloadWrite::Spread(Expr::Element));
                });
            }
            self.with(|case| case.program.task.iter_mut().for_each(|task| task.stage.size = [1, 1, 1]));
        }
        for arm in arms(&self.case.program.mesh.finish) {
            self.with(|case| case.program.mesh.finish = arm);
        }
        self.with(|case| case.program.mesh.stage.size = [1, 1, 1]);
        self.with(|case| case.program.mesh.leave = None);
        self.with(|case| case.program.mesh.writes_at_sites = false);
    }

    /// Each statement left out, and each that holds others replaced by what it holds.
    fn statements(&mut self) {
        let mut lengths = Vec::new();
        statement_lists(&mut self.case.clone(), &mut |list| lengths.push(list.len()));
        for number in (0..lengths.len()).filter(|&number| lengths[number] > 1) {
            self.with(|case| edit_list(case, number, Vec::clear));
        }
        for (number, length) in lengths.into_iter().enumerate() {
            for index in 0..length {
                self.with(|case| edit_list(case, number, |list| drop(list.remove(index))));
                self.with(|case| {
                    edit_list(case, number, |list| {
                        let inner: Vec<Statement> =
                            parts(&mut list[index]).into_iter().flat_map(std::mem::take).collect();
                        if !inner.is_empty() {
                            list.splice(index..=index, inner);
                        }
                    });
                });
            }
        }
    }

    fn mesh(&mut self) {
        let mesh = &self.case.program.mesh;
        for (index, write) in mesh.writes.iter().enumerate() {
            self.with(|case| case.program.mesh.writes[index].in_function = false);
            self.with(|case| case.program.mesh.writes[index].shift = 0);
            for (number, store) in write.stores.iter().enumerate() {
                if store.part == Part::Split {
                    self.with(|case| case.program.mesh.writes[index].stores[number].part = Part::Whole);
                }
            }
        }
        // Outputs keep their places: writes name them by number.
        for index in 0..mesh.outputs.len() {
            self.with(|case| case.program.mesh.outputs[index].read = false);
        }
        for target in
            [Target::Clip, Target::Cull, Target::PrimitiveId, Target::Layer, Target::Viewport, Target::CullPrimitive]
        {
            self.with(|case| leave_out_builtin(case, target));
        }
        self.with(|case| case.program.mesh.builtins.block = true);
    }

    fn fragment(&mut self) {
        self.with(|case| case.program.fragment.reads_facing = false);
        self.with(|case| case.program.fragment.reads_push = false);
        self.with(|case| case.program.fragment.records = false);
        self.with(|case| case.program.fragment.discards = None);
    }

    /// Each expression replaced by one of its operands, or by a constant.
    fn expressions(&mut self) {
        let mut counts = Vec::new();
        expressions(&mut self.case.clone(), &mut |expr| counts.push(operands(expr).len()));
        for (number, count) in counts.into_iter().enumerate() {
            self.with(|case| edit_expression(case, number, |expr| *expr = Expr::Constant(1)));
            self.with(|case| edit_expression(case, number, |expr| *expr = Expr::Constant(0)));
            for operand in 0..count {
                self.with(|case| {
                    edit_expression(case, number, |expr| {
                        let operand = operands(expr)[operand].clone();
                        *expr = operand;
                    });
                });
            }
        }
    }
}

fn edit_list(case: &mut Case, number: usize, edit: impl FnOnce(&mut Vec<Statement>)) {
    let (mut edit, mut at) = (Some(edit), 0);
    statement_lists(case, &mut |list| {
        if at == number
            && let Some(edit) = edit.take()
        {
            edit(list);
        }
        at += 1;
    });
}

fn edit_expression(case: &mut Case, number: usize, edit: impl FnOnce(&mut Expr)) {
    let (mut edit, mut at) = (Some(edit), 0);
    expressions(case, &mut |expr| {
        if at == number
            && let Some(edit) = edit.take()
        {
            edit(expr);
        }
        at += 1;
    });
}

fn arms<T: Clone>(finish: &Finish<T>) -> Vec<Finish<T>> {
    match finish {
        Finish::Site(_) => Vec::new(),
        Finish::Either { then, otherwise, .. } => vec![(**then).clone(), (**otherwise).clone()],
    }
}

fn simpler_steps(step: &Step) -> Vec<Step> {
    match step {
        Step::Draw([1, 1, 1]) => Vec::new(),
        Step::Draw([x, y, z]) => {
            vec![Step::Draw([1, 1, 1]), Step::Draw([x / 2, *y, *z]), Step::Draw([*x, 1, *z]), Step::Draw([*x, *y, 1])]
        }
        Step::Indirect { draws, .. } => draws.iter().map(|&groups| Step::Draw(groups)).collect(),
        Step::IndirectCount { offset, stride, draws, .. } => {
            vec![Step::Indirect { offset: *offset, stride: *stride, draws: draws.clone() }]
        }
        _ => Vec::new(),
    }
}

fn leave_out_builtin(case: &mut Case, target: Target) {
    let builtins = &mut case.program.mesh.builtins;
    match target {
        Target::Clip => builtins.clip = 0,
        Target::Cull => builtins.cull = 0,
        Target::PrimitiveId => builtins.primitive_id = false,
        Target::Layer => builtins.layer = false,
        Target::Viewport => builtins.viewport = false,
        Target::CullPrimitive => builtins.cull_primitive = false,
        _ => return,
    }
    match target {
        Target::PrimitiveId => case.program.fragment.reads_primitive_id = false,
        Target::Layer => case.program.fragment.reads_layer = false,
        _ => {}
    }
    for write in &mut case.program.mesh.writes {
        write.stores.retain(|store| store.target != target);
    }
}
