//! Every list of statements and every expression of a case, to be changed in place. The order is always the same: what holds
//! comes before what is in it.

use crate::generate::Case;
use crate::program::{Expr, Finish, PayloadWrite, Statement};

pub fn statement_lists(case: &mut Case, visit: &mut dyn FnMut(&mut Vec<Statement>)) {
    let program = &mut case.program;
    let stages = program.task.as_mut().map(|task| &mut task.stage).into_iter().chain([&mut program.mesh.stage]);
    for stage in stages {
        list(&mut stage.body, visit);
        stage.functions.iter_mut().for_each(|function| list(&mut function.body, visit));
    }
    list(&mut program.mesh.tail, visit);
}

fn list(statements: &mut Vec<Statement>, visit: &mut dyn FnMut(&mut Vec<Statement>)) {
    visit(statements);
    statements.iter_mut().flat_map(parts).for_each(|part| list(part, visit));
}

/// The statements that a statement holds.
pub fn parts(statement: &mut Statement) -> Vec<&mut Vec<Statement>> {
    match statement {
        Statement::If { then, otherwise, .. } => vec![then, otherwise],
        Statement::Loop { body, .. } => vec![body],
        Statement::Switch { cases, .. } => cases.iter_mut().collect(),
        _ => Vec::new(),
    }
}

pub fn expressions(case: &mut Case, visit: &mut dyn FnMut(&mut Expr)) {
    let program = &mut case.program;
    if let Some(task) = &mut program.task {
        stage(&mut task.stage, visit);
        for write in &mut task.writes {
            let (PayloadWrite::Spread(value) | PayloadWrite::Atomic(_, value)) = write;
            expression(value, visit);
        }
        finish(&mut task.finish, visit, &mut |emit, visit| {
            emit.groups.iter_mut().for_each(|value| expression(value, visit));
        });
    }
    let mesh = &mut program.mesh;
    stage(&mut mesh.stage, visit);
    finish(&mut mesh.finish, visit, &mut |outputs, visit| {
        if let Some(outputs) = outputs {
            expression(&mut outputs.vertices, visit);
            expression(&mut outputs.primitives, visit);
        }
    });
    let stores = mesh.writes.iter_mut().flat_map(|write| &mut write.stores);
    stores.for_each(|store| expression(&mut store.value, visit));
    mesh.leave.iter_mut().for_each(|value| expression(value, visit));
    mesh.tail.iter_mut().for_each(|tail| statement(tail, visit));
}

fn stage(stage: &mut crate::program::Stage, visit: &mut dyn FnMut(&mut Expr)) {
    for function in &mut stage.functions {
        function.body.iter_mut().for_each(|inner| statement(inner, visit));
        expression(&mut function.result, visit);
    }
    stage.body.iter_mut().for_each(|inner| statement(inner, visit));
}

/// Visits the expressions of a site.
type Site<'a, T> = dyn FnMut(&mut T, &mut dyn FnMut(&mut Expr)) + 'a;

fn finish<T>(of: &mut Finish<T>, visit: &mut dyn FnMut(&mut Expr), site: &mut Site<'_, T>) {
    match of {
        Finish::Site(value) => site(value, visit),
        Finish::Either { condition, then, otherwise } => {
            expression(condition, visit);
            finish(then, visit, site);
            finish(otherwise, visit, site);
        }
    }
}

fn statement(of: &mut Statement, visit: &mut dyn FnMut(&mut Expr)) {
    match of {
        Statement::Set(_, value) | Statement::Exchange { value, .. } | Statement::Reduce { value, .. } => {
            expression(value, visit);
        }
        Statement::Call { argument, .. } => expression(argument, visit),
        Statement::Record { slot, value, .. } => {
            expression(slot, visit);
            expression(value, visit);
        }
        Statement::Subgroup { value, lane, .. } => {
            expression(value, visit);
            expression(lane, visit);
        }
        Statement::If { condition, .. } => expression(condition, visit),
        Statement::Loop { trips, leave, .. } => {
            expression(trips, visit);
            leave.iter_mut().for_each(|leave| expression(leave, visit));
        }
        Statement::Switch { selector, .. } => expression(selector, visit),
    }
    for part in parts(of) {
        part.iter_mut().for_each(|inner| statement(inner, visit));
    }
}

fn expression(of: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(of);
    operands(of).into_iter().for_each(|operand| expression(operand, visit));
}

pub fn operands(of: &mut Expr) -> Vec<&mut Expr> {
    match of {
        Expr::Input(index) | Expr::Payload(_, index) => vec![index],
        Expr::Binary(_, a, b) => vec![a, b],
        Expr::Select(condition, a, b) => vec![condition, a, b],
        _ => Vec::new(),
    }
}
