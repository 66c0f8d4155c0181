//! The mesh stage.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::Op;

use super::Dialect;
use super::body::Emitter;
use super::outputs::OutputVariables;
use crate::program::{Finish, Mesh, Outputs, Source, Write, ZERO_INPUT};

pub fn write(e: &mut Emitter<'_>, mesh: &Mesh, outputs: &OutputVariables, dialect: Dialect) {
    e.statements(&mesh.stage.body);
    let mut stage = MeshStage { mesh, outputs, dialect, chosen: [e.word_variable(), e.word_variable()] };
    stage.finish(e, &mesh.finish);
    if dialect == Dialect::Plain {
        let [vertices, primitives] = stage.counts(e);
        // Mesa 25.0.7's lavapipe crashes, or does not run the shader, where it knows that no index is written.
        let (word, index) = (e.module().u32_type(), e.constant(ZERO_INPUT));
        let zero = e.globals.input(&mut e.code, index);
        let zero = e.code.load(word, zero);
        let [vertices, primitives] = [vertices, primitives].map(|count| e.code.u32(Op::IAdd, count, zero));
        e.code.store(stage.chosen[0], vertices);
        e.code.store(stage.chosen[1], primitives);
        e.code.effect(Op::SetMeshOutputsEXT, [vertices.into(), primitives.into()]);
    }
    if dialect == Dialect::Plain || !mesh.writes_at_sites {
        stage.writes(e);
    }
    if let Some(leave) = &mesh.leave {
        e.either(leave, |e| e.code.effect(Op::Return, []), |_| {});
    }
    e.statements(&mesh.tail);
    e.end_block(Op::Return);
}

struct MeshStage<'a> {
    mesh: &'a Mesh,
    outputs: &'a OutputVariables,
    dialect: Dialect,
    /// Variables with the counts of the site that was reached: vertices and primitives.
    chosen: [Id; 2],
}

impl MeshStage<'_> {
    fn finish(&mut self, e: &mut Emitter<'_>, finish: &Finish<Option<Outputs>>) {
        match finish {
            Finish::Site(Some(outputs)) => self.site(e, outputs),
            Finish::Site(None) => {}
            Finish::Either { condition, then, otherwise } => {
                e.either_with(condition, self, |e, stage| stage.finish(e, then), |e, stage| stage.finish(e, otherwise));
            }
        }
    }

    fn site(&mut self, e: &mut Emitter<'_>, outputs: &Outputs) {
        let vertices = e.expr_below(&outputs.vertices, self.mesh.max_vertices + 1);
        let primitives = e.expr_below(&outputs.primitives, self.mesh.max_primitives + 1);
        // A primitive needs a vertex that exists.
        let zero = e.constant(0);
        let none = e.code.compare(Op::IEqual, vertices, zero);
        let word = e.module().u32_type();
        let primitives = e.code.value(Op::Select, word, [none.into(), zero.into(), primitives.into()]);
        e.code.store(self.chosen[0], vertices);
        e.code.store(self.chosen[1], primitives);
        if self.dialect == Dialect::Plain {
            return;
        }
        let set = |e: &mut Emitter<'_>, counts: &[Id]| {
            e.code.effect(Op::SetMeshOutputsEXT, [counts[0].into(), counts[1].into()]);
        };
        if outputs.in_function {
            let function = e.nested(2, set);
            e.call(function, &[vertices, primitives]);
        } else {
            set(e, &[vertices, primitives]);
        }
        if self.mesh.writes_at_sites {
            self.writes(e);
        }
    }

    fn counts(&self, e: &mut Emitter<'_>) -> [Id; 2] {
        let word = e.module().u32_type();
        self.chosen.map(|variable| e.code.load(word, variable))
    }

    fn writes(&self, e: &mut Emitter<'_>) {
        let counts = self.counts(e);
        self.mesh.writes.iter().for_each(|write| self.write(e, write, counts));
    }

    fn write(&self, e: &mut Emitter<'_>, write: &Write, [vertices, primitives]: [Id; 2]) {
        let own = e.source(Source::InvocationIndex);
        let step = e.invocations();
        let first = e.op(Op::IAdd, own, write.shift);
        let first = e.op(Op::UMod, first, step);
        let count = if write.per_primitive { primitives } else { vertices };
        let store = |e: &mut Emitter<'_>, element: Id, vertices: Id| {
            let outer = e.element.replace(element);
            for store in &write.stores {
                self.outputs.store(e, self.mesh, store, element, vertices, self.dialect);
            }
            e.element = outer;
        };
        // A function sees the invocation's variables only as arguments: it is given none, so only writes without them
        // are in one.
        let function = write.in_function.then(|| e.nested(2, |e, arguments| store(e, arguments[0], arguments[1])));
        e.count(first, count, step, |e, element, _| match function {
            Some(function) => e.call(function, &[element, vertices]),
            None => store(e, element, vertices),
        });
    }
}
