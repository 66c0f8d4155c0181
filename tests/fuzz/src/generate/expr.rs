//! Random expressions.

use super::Random;
use crate::program::{Binary, Expr, LOCALS, Member, PUSH_WORDS, Source, UNIFORMS};

/// What may stand at a place of a program.
#[derive(Clone)]
pub struct Scope {
    /// The first stage may read DrawIndex.
    pub is_first: bool,
    pub payload: Vec<Member>,
    pub functions: u8,
    pub size: [u32; 3],
    /// The control flow is uniform: barriers and subgroup operations are allowed, uniform variables may be set.
    pub in_uniform_flow: bool,
    /// The expression has to be.
    pub is_uniform: bool,
    pub has_element: bool,
    pub has_variables: bool,
    pub has_uniforms: bool,
}

impl Scope {
    pub fn new(is_first: bool, payload: &[Member], functions: u8, size: [u32; 3]) -> Self {
        Self {
            is_first,
            payload: payload.to_vec(),
            functions,
            size,
            in_uniform_flow: false,
            is_uniform: false,
            has_element: false,
            has_variables: true,
            has_uniforms: true,
        }
    }

    pub fn of_function() -> Self {
        Self { has_uniforms: false, ..Self::new(false, &[], 0, [1, 1, 1]) }
    }

    pub fn uniform(&self) -> Self {
        Self { is_uniform: true, ..self.clone() }
    }

    pub fn uniform_flow(&self) -> Self {
        Self { in_uniform_flow: true, ..self.clone() }
    }

    pub fn varying_flow(&self) -> Self {
        Self { in_uniform_flow: false, ..self.clone() }
    }

    pub fn with_element(&self) -> Self {
        Self { has_element: true, ..self.clone() }
    }

    pub fn without_variables(&self) -> Self {
        Self { has_variables: false, has_uniforms: false, ..self.clone() }
    }
}

impl Random {
    pub fn expr(&mut self, scope: &Scope, depth: u32) -> Expr {
        if depth == 0 || self.chance(25) {
            return self.leaf(scope);
        }
        let inner = depth - 1;
        match self.below(10) {
            0 => Expr::Input(Box::new(self.expr(scope, inner))),
            1 => {
                let parts = [(); 3].map(|()| Box::new(self.expr(scope, inner)));
                let [condition, yes, no] = parts;
                Expr::Select(condition, yes, no)
            }
            2 if !scope.payload.is_empty() => {
                let member = self.below(scope.payload.len() as u32) as u8;
                Expr::Payload(member, Box::new(self.expr(scope, inner)))
            }
            _ => {
                let op = self.pick(&[
                    Binary::Add,
                    Binary::Add,
                    Binary::Sub,
                    Binary::Mul,
                    Binary::Mul,
                    Binary::And,
                    Binary::Or,
                    Binary::Xor,
                    Binary::Xor,
                    Binary::ShiftLeft,
                    Binary::ShiftRight,
                    Binary::Mod,
                    Binary::Less,
                    Binary::Equal,
                    Binary::Min,
                    Binary::Max,
                ]);
                Expr::Binary(op, Box::new(self.expr(scope, inner)), Box::new(self.expr(scope, inner)))
            }
        }
    }

    fn leaf(&mut self, scope: &Scope) -> Expr {
        loop {
            let leaf = self.any_leaf(scope);
            if !scope.is_uniform || leaf.is_uniform() || leaf == Expr::Element {
                return leaf;
            }
        }
    }

    fn any_leaf(&mut self, scope: &Scope) -> Expr {
        let axis = self.pick(&[0, 0, 0, 1, 2]);
        match self.below(12) {
            0 | 1 if scope.has_variables => Expr::Local(self.below(u32::from(LOCALS)) as u8),
            2 if scope.has_uniforms => Expr::Uniform(self.below(u32::from(UNIFORMS)) as u8),
            3 => Expr::Push(self.below(PUSH_WORDS) as u8),
            4 | 5 if scope.has_element => Expr::Element,
            6 => Expr::Builtin(Source::WorkgroupId(axis)),
            7 => Expr::Builtin(self.pick(&[Source::NumWorkgroups(axis), Source::InvocationId(axis)])),
            8 => Expr::Builtin(Source::InvocationIndex),
            9 => Expr::Builtin(self.pick(&[Source::GlobalId(axis), Source::Lane, Source::SubgroupId])),
            10 if scope.is_first => Expr::Builtin(Source::DrawIndex),
            11 if !scope.payload.is_empty() => {
                let member = self.below(scope.payload.len() as u32) as u8;
                let word = self.below(scope.payload[usize::from(member)].words());
                Expr::Payload(member, Box::new(Expr::Constant(word)))
            }
            _ => {
                let bits = self.pick(&[2, 4, 8, 18, 31]);
                Expr::Constant(self.below(1 << bits))
            }
        }
    }
}
