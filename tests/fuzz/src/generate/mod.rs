//! Random cases. The same seed gives the same case.

mod expr;
mod outputs;
mod sequence;
mod statement;

use crate::program::{
    Atomic, Builtins, Emit, Expr, Finish, Fragment, Function, Member, Mesh, Outputs, Payload, PayloadWrite, Program,
    Stage, Task, Topology,
};
use crate::sequence::Sequence;
use expr::Scope;

/// Everything about a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub program: Program,
    pub sequence: Sequence,
}

/// So many seeds, one after the other, share a program and differ in their commands: making pipelines takes most of the time.
pub const SEEDS_A_PROGRAM: u64 = 4;

pub fn case(seed: u64) -> Case {
    let mut random = Random(fastrand::Rng::with_seed(seed / SEEDS_A_PROGRAM));
    let program = random.program();
    let state = random.state();
    random.0.seed(!seed);
    let sequence = random.sequence(&program, state);
    Case { program, sequence }
}

struct Random(fastrand::Rng);

impl Random {
    /// True `percent` times of a hundred.
    fn chance(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// One below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.0.u32(0..limit)
    }

    fn within(&mut self, first: u32, last: u32) -> u32 {
        self.0.u32(first..=last)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.usize(0..list.len())]
    }

    fn program(&mut self) -> Program {
        let task = self.chance(50).then(|| self.task());
        let payload = task.as_ref().map(|task| task.payload.members.clone()).unwrap_or_default();
        let mesh = self.mesh(task.is_none(), &payload);
        let has_sites = mesh.outputs.iter().any(|output| output.read);
        let fragment = Fragment {
            reads_primitive_id: mesh.builtins.primitive_id && self.chance(80),
            reads_layer: mesh.builtins.layer && self.chance(50),
            reads_facing: mesh.topology == Topology::Triangles && self.chance(15),
            reads_push: self.chance(20),
            records: self.chance(40),
            discards: (has_sites && self.chance(10)).then(|| self.within(2, 7)),
        };
        Program { task, mesh, fragment }
    }

    fn size(&mut self) -> [u32; 3] {
        match self.below(8) {
            0 => [1, 1, 1],
            1 => [8, 1, 1],
            2 => [32, 1, 1],
            3 => [self.within(1, 40), 1, 1],
            4 => [self.within(1, 10), self.within(1, 4), 1],
            5 => [self.within(1, 4), self.within(1, 4), self.within(1, 3)],
            6 => [8, self.within(1, 4), 1],
            _ => [self.pick(&[16, 24, 64]), 1, 1],
        }
    }

    fn stage(&mut self, is_first: bool, payload: &[Member]) -> Stage {
        let functions = (0..self.pick(&[0, 0, 1, 2])).map(|_| self.function()).collect::<Vec<_>>();
        let size = self.size();
        let scope = Scope::new(is_first, payload, functions.len() as u8, size);
        let count = self.within(0, 4);
        let body = (0..count).map(|_| self.statement(&scope.uniform_flow(), 2)).collect();
        Stage { size, functions, body }
    }

    fn function(&mut self) -> Function {
        let scope = Scope::of_function();
        let count = self.within(0, 3);
        let body = (0..count).map(|_| self.statement(&scope, 1)).collect();
        Function { body, result: self.expr(&scope, 2) }
    }

    fn task(&mut self) -> Task {
        let payload = self.payload();
        let stage = self.stage(true, &[]);
        let scope = Scope::new(true, &[], 0, stage.size);
        let writes = payload.members.iter().map(|_| self.payload_write(&scope)).collect();
        let finish = self.finish(&scope, 2, &mut |random| Emit {
            groups: [random.expr(&scope.uniform(), 1), random.mostly_one(&scope), random.mostly_one(&scope)],
            in_function: random.chance(20),
        });
        Task { stage, payload, writes, finish }
    }

    /// A count that seldom is not 1.
    fn mostly_one(&mut self, scope: &Scope) -> Expr {
        if self.chance(80) { Expr::Constant(1) } else { self.expr(&scope.uniform(), 1) }
    }

    fn payload(&mut self) -> Payload {
        let count = self.pick(&[0, 1, 1, 2, 3]);
        let members: Vec<_> = (0..count).map(|_| self.member()).collect();
        let bare = members.len() == 1 && self.chance(50);
        Payload { members, bare }
    }

    fn member(&mut self) -> Member {
        match self.below(5) {
            0 => Member::Word,
            1 => Member::Array(self.within(1, 40)),
            2 => Member::Vector(self.within(2, 4)),
            3 => Member::Struct(self.within(1, 9)),
            _ => Member::Floats(self.within(1, 5)),
        }
    }

    fn payload_write(&mut self, scope: &Scope) -> PayloadWrite {
        if self.chance(25) {
            let op = self.pick(&[Atomic::Add, Atomic::Max, Atomic::Xor, Atomic::Or]);
            PayloadWrite::Atomic(op, self.expr(scope, 2))
        } else {
            PayloadWrite::Spread(self.expr(&scope.with_element(), 2))
        }
    }

    /// Sites under up to `depth` uniform branches.
    fn finish<T>(&mut self, scope: &Scope, depth: u32, site: &mut dyn FnMut(&mut Self) -> T) -> Finish<T> {
        if depth == 0 || self.chance(65) {
            return Finish::Site(site(self));
        }
        let condition = self.expr(&scope.uniform(), 2);
        let then = Box::new(self.finish(scope, depth - 1, site));
        Finish::Either { condition, then, otherwise: Box::new(self.finish(scope, depth - 1, site)) }
    }

    fn mesh(&mut self, is_first: bool, payload: &[Member]) -> Mesh {
        let stage = self.stage(is_first, payload);
        let scope = Scope::new(is_first, payload, stage.functions.len() as u8, stage.size);
        let topology = self.pick(&[
            Topology::Points,
            Topology::Lines,
            Topology::Triangles,
            Topology::Triangles,
            Topology::Triangles,
        ]);
        let max_vertices = self.within(topology.corners(), 40);
        let max_primitives = self.within(1, 32);
        let builtins = Builtins {
            block: self.chance(70),
            clip: if self.chance(15) { self.within(1, 3) } else { 0 },
            cull: if self.chance(10) { self.within(1, 2) } else { 0 },
            primitive_id: self.chance(20),
            layer: self.chance(15),
            viewport: self.chance(10),
            cull_primitive: self.chance(20),
        };
        let outputs = self.outputs();
        let finish = self.finish(&scope, 2, &mut |random| {
            let makes = random.chance(92);
            makes.then(|| Outputs {
                vertices: random.count(&scope, max_vertices),
                primitives: random.count(&scope, max_primitives),
                in_function: random.chance(15),
            })
        });
        let writes_at_sites = self.chance(30);
        let writes = self.writes(&scope, topology, &builtins, &outputs);
        let leave = self.chance(10).then(|| self.expr(&scope, 2));
        // Invocations may have left: no barriers.
        let tail = if self.chance(30) { vec![self.statement(&scope, 1)] } else { Vec::new() };
        Mesh {
            stage,
            topology,
            max_vertices,
            max_primitives,
            outputs,
            builtins,
            finish,
            writes_at_sites,
            writes,
            leave,
            tail,
        }
    }

    /// How many are made, of at most `limit`.
    fn count(&mut self, scope: &Scope, limit: u32) -> Expr {
        match self.below(4) {
            0 => Expr::Constant(limit),
            1 => Expr::Constant(self.within(0, limit)),
            _ => self.expr(&scope.uniform(), 2),
        }
    }
}
