//! Random statements.

use super::Random;
use super::expr::Scope;
use crate::program::{ATOMICS, LOCALS, Statement, Subgroup, UNIFORMS, Variable};

/// Invocations of a subgroup of lavapipe's.
const SUBGROUP_SIZE: u32 = 8;

impl Random {
    fn statements(&mut self, scope: &Scope, depth: u32) -> Vec<Statement> {
        let count = self.within(0, 3);
        (0..count).map(|_| self.statement(scope, depth)).collect()
    }

    fn local(&mut self) -> u8 {
        self.below(u32::from(LOCALS)) as u8
    }

    pub fn statement(&mut self, scope: &Scope, depth: u32) -> Statement {
        match self.below(12) {
            0 | 1 if depth > 0 => self.branch(scope, depth - 1),
            2 if depth > 0 => self.repeat(scope, depth - 1),
            3 if depth > 0 => self.switch(scope, depth - 1),
            4 if scope.functions > 0 => Statement::Call {
                function: self.below(u32::from(scope.functions)) as u8,
                argument: self.expr(scope, 2),
                inout: self.local(),
                result: self.local(),
            },
            5 | 6 => self.record(scope),
            7 if scope.in_uniform_flow => {
                let shift = self.below(scope.size.iter().product());
                Statement::Exchange { value: self.expr(scope, 2), shift, to: self.local() }
            }
            8 if scope.in_uniform_flow => {
                let to = self.below(u32::from(UNIFORMS)) as u8;
                Statement::Reduce { op: self.pick(&ATOMICS), value: self.expr(scope, 2), to }
            }
            9 if scope.in_uniform_flow => self.subgroup(scope),
            10 if scope.in_uniform_flow => {
                let to = self.below(u32::from(UNIFORMS)) as u8;
                Statement::Set(Variable::Uniform(to), self.expr(&scope.uniform(), 2))
            }
            _ => {
                let to = self.local();
                Statement::Set(Variable::Local(to), self.expr(scope, 2))
            }
        }
    }

    pub fn record(&mut self, scope: &Scope) -> Statement {
        Statement::Record { op: self.pick(&ATOMICS), slot: self.expr(scope, 2), value: self.expr(scope, 2) }
    }

    /// The scope of a branch, and the scope of what chooses it.
    fn branch_scopes(&mut self, scope: &Scope) -> (Scope, Scope) {
        if scope.in_uniform_flow && self.chance(50) {
            (scope.uniform(), scope.clone())
        } else {
            (scope.clone(), scope.varying_flow())
        }
    }

    fn branch(&mut self, scope: &Scope, depth: u32) -> Statement {
        let (chooses, inside) = self.branch_scopes(scope);
        Statement::If {
            condition: self.expr(&chooses, 2),
            then: self.statements(&inside, depth),
            otherwise: self.statements(&inside, depth),
        }
    }

    fn repeat(&mut self, scope: &Scope, depth: u32) -> Statement {
        let (chooses, inside) = self.branch_scopes(scope);
        Statement::Loop {
            trips: self.expr(&chooses, 1),
            leave: self.chance(30).then(|| self.expr(&chooses, 2)),
            body: self.statements(&inside, depth),
        }
    }

    fn switch(&mut self, scope: &Scope, depth: u32) -> Statement {
        let (chooses, inside) = self.branch_scopes(scope);
        let count = self.within(1, 4);
        Statement::Switch {
            selector: self.expr(&chooses, 2),
            cases: (0..count).map(|_| self.statements(&inside, depth)).collect(),
        }
    }

    fn subgroup(&mut self, scope: &Scope) -> Statement {
        let mut ops = vec![
            Subgroup::Add,
            Subgroup::Max,
            Subgroup::ExclusiveAdd,
            Subgroup::InclusiveXor,
            Subgroup::BallotBelow,
            Subgroup::BallotCount,
            Subgroup::BroadcastFirst,
            Subgroup::All,
            Subgroup::Any,
            Subgroup::Elect,
        ];
        // What an invocation that does not exist has is undefined.
        if scope.size[0].is_multiple_of(SUBGROUP_SIZE) {
            ops.extend([Subgroup::ShuffleXor(self.within(1, 7) as u8), Subgroup::Shuffle]);
        }
        let op = self.pick(&ops);
        Statement::Subgroup { op, value: self.expr(scope, 2), lane: self.expr(scope, 1), to: self.local() }
    }
}
