//! The task stage.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::Op;

use super::Dialect;
use super::body::Emitter;
use crate::program::{Emit, Finish, MAX_EMIT, Task};

pub fn write(e: &mut Emitter<'_>, task: &Task, dialect: Dialect) {
    e.statements(&task.stage.body);
    for (index, write) in task.writes.iter().enumerate() {
        e.write_payload(index as u8, write);
    }
    match dialect {
        Dialect::Full => finish(e, &task.finish, &mut |e, emit| {
            let groups = groups(e, emit);
            emit_tasks(e, groups, emit.in_function);
        }),
        Dialect::Plain => {
            let chosen = [(); 3].map(|()| e.word_variable());
            finish(e, &task.finish, &mut |e, emit| {
                let groups = groups(e, emit);
                chosen.iter().zip(groups).for_each(|(&variable, value)| e.code.store(variable, value));
            });
            let word = e.module().u32_type();
            let groups = chosen.map(|variable| e.code.load(word, variable));
            emit_tasks(e, groups, false);
        }
    }
    e.end_block(Op::Return);
}

fn finish(e: &mut Emitter<'_>, finish_: &Finish<Emit>, site: &mut dyn FnMut(&mut Emitter<'_>, &Emit)) {
    match finish_ {
        Finish::Site(emit) => site(e, emit),
        Finish::Either { condition, then, otherwise } => {
            e.either_with(condition, site, |e, site| finish(e, then, site), |e, site| finish(e, otherwise, site));
        }
    }
}

fn groups(e: &mut Emitter<'_>, emit: &Emit) -> [Id; 3] {
    let [x, y, z] = &emit.groups;
    [e.expr_below(x, MAX_EMIT + 1), e.expr_below(y, 3), e.expr_below(z, 3)]
}

fn emit_tasks(e: &mut Emitter<'_>, groups: [Id; 3], in_function: bool) {
    let payload = e.globals.payload.as_ref().map(|payload| payload.variable);
    let emit = move |e: &mut Emitter<'_>, groups: &[Id]| {
        let operands: Vec<_> = groups.iter().copied().chain(payload).map(Into::into).collect();
        e.code.effect(Op::EmitMeshTasksEXT, operands);
    };
    if in_function {
        let function = e.nested(3, emit);
        e.call(function, &groups);
    } else {
        emit(e, &groups);
    }
}
