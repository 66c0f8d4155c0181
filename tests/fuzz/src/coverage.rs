//! What the cases of a campaign have.

use std::collections::BTreeMap;
use std::fmt;

use crate::generate::Case;
use crate::program::{Expr, Finish, Interpolation, Kind, Part, PayloadWrite, Shape, Source, Statement, Topology};
use crate::sequence::Step;
use crate::visit::{expressions, statement_lists};

/// How many cases have each thing, and how many of these are findings.
#[derive(Default)]
pub struct Coverage(BTreeMap<&'static str, (u64, u64)>);

impl Coverage {
    pub fn add(&mut self, case: &Case, is_finding: bool) {
        let mut found = Vec::new();
        program(case, &mut found);
        mesh(case, &mut found);
        sequence(case, &mut found);
        found.sort_unstable();
        found.dedup();
        for name in found {
            let (cases, findings) = self.0.entry(name).or_default();
            *cases += 1;
            *findings += u64::from(is_finding);
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "   cases findings")?;
        self.0.iter().try_for_each(|(name, (cases, findings))| writeln!(f, "{cases:8} {findings:8} {name}"))
    }
}

fn program(case: &Case, found: &mut Vec<&'static str>) {
    let mut case = case.clone();
    statement_lists(&mut case, &mut |list| {
        found.extend(list.iter().map(|statement| match statement {
            Statement::Set(..) => "statement: set",
            Statement::If { .. } => "statement: if",
            Statement::Loop { leave: None, .. } => "statement: loop",
            Statement::Loop { leave: Some(_), .. } => "statement: loop left early",
            Statement::Switch { .. } => "statement: switch",
            Statement::Call { .. } => "statement: call",
            Statement::Record { .. } => "statement: buffer atomic",
            Statement::Exchange { .. } => "statement: exchange through workgroup memory",
            Statement::Reduce { .. } => "statement: workgroup atomic",
            Statement::Subgroup { .. } => "statement: subgroup operation",
        }));
    });
    expressions(&mut case, &mut |expr| match expr {
        Expr::Payload(..) => found.push("expression: payload"),
        Expr::Builtin(Source::DrawIndex) => found.push("expression: DrawIndex"),
        Expr::Builtin(Source::WorkgroupId(_)) => found.push("expression: WorkgroupId"),
        Expr::Builtin(Source::NumWorkgroups(_)) => found.push("expression: NumWorkgroups"),
        Expr::Push(_) => found.push("expression: push constant"),
        Expr::Input(_) => found.push("expression: buffer"),
        _ => {}
    });
    let Some(task) = &case.program.task else { return };
    found.push("task stage");
    if task.payload.members.is_empty() {
        found.push("task: no payload");
    }
    if task.payload.bare {
        found.push("task: payload that is no struct");
    }
    if task.finish.sites() > 1 {
        found.push("task: several EmitMeshTasks");
    }
    if task.writes.iter().any(|write| matches!(write, PayloadWrite::Atomic(..))) {
        found.push("task: atomics on payload");
    }
    fn in_function(finish: &Finish<crate::program::Emit>) -> bool {
        match finish {
            Finish::Site(emit) => emit.in_function,
            Finish::Either { then, otherwise, .. } => in_function(then) || in_function(otherwise),
        }
    }
    if in_function(&task.finish) {
        found.push("task: EmitMeshTasks in a function");
    }
}

fn mesh(case: &Case, found: &mut Vec<&'static str>) {
    let mesh = &case.program.mesh;
    found.push(match mesh.topology {
        Topology::Points => "mesh: points",
        Topology::Lines => "mesh: lines",
        Topology::Triangles => "mesh: triangles",
    });
    let writes = || mesh.writes.iter();
    let parts = |part: Part| writes().flat_map(|write| &write.stores).any(|store| store.part == part);
    let outputs = || mesh.outputs.iter();
    let wanted = [
        (mesh.finish.sites() > 1, "mesh: several SetMeshOutputs"),
        (mesh.stage.size[1] * mesh.stage.size[2] > 1, "mesh: workgroup in two or three dimensions"),
        (mesh.leave.is_some(), "mesh: early return of some invocations"),
        (mesh.builtins.clip > 0, "output: ClipDistance"),
        (mesh.builtins.cull > 0, "output: CullDistance"),
        (mesh.builtins.primitive_id, "output: PrimitiveId"),
        (mesh.builtins.layer, "output: Layer"),
        (mesh.builtins.viewport, "output: ViewportIndex"),
        (mesh.builtins.cull_primitive, "output: CullPrimitive"),
        (!mesh.builtins.block, "output: built-ins without block"),
        (writes().any(|write| write.shift > 0), "write: of another invocation's element"),
        (writes().any(|write| write.in_function), "write: in a function"),
        (parts(Part::Split), "write: by components"),
        (parts(Part::Lower), "write: one vector by two invocations"),
        (outputs().any(|output| output.per_primitive), "output: per primitive"),
        (outputs().any(|output| output.block), "output: block"),
        (outputs().any(|output| output.component > 0), "output: component"),
        (outputs().any(|output| !output.read), "output: not read"),
        (outputs().any(|output| matches!(output.shape, Shape::Array(..))), "output: array"),
        (outputs().any(|output| matches!(output.shape, Shape::Matrix(..))), "output: matrix"),
        (outputs().any(|output| matches!(output.shape, Shape::Struct(_))), "output: struct"),
        (outputs().any(|output| output.kind != Kind::Float), "output: integers"),
        (outputs().any(|output| output.interpolation == Interpolation::NoPerspective), "output: noperspective"),
    ];
    found.extend(wanted.into_iter().filter(|(has, _)| *has).map(|(_, name)| name));
}

fn sequence(case: &Case, found: &mut Vec<&'static str>) {
    let sequence = &case.sequence;
    let steps = sequence.passes.iter().flat_map(|pass| &pass.steps);
    found.extend(steps.map(|step| match step {
        Step::Push { .. } => "sequence: push constants",
        Step::Bind => "sequence: pipeline bound again",
        Step::Viewport(_) => "sequence: viewport",
        Step::Scissor(_) => "sequence: scissor",
        Step::Draw(_) => "sequence: direct draw",
        Step::Indirect { .. } => "sequence: indirect draw",
        Step::IndirectCount { .. } => "sequence: indirect draw with count",
        Step::Vertices { .. } => "sequence: vertex draw between",
    }));
    let wanted = [
        (sequence.state.pass_objects, "sequence: render pass object"),
        (sequence.state.blend, "sequence: blending"),
        (sequence.state.depth, "sequence: depth test"),
        (sequence.state.provoking_last, "sequence: last vertex provokes"),
        (sequence.submissions > 1, "sequence: submitted twice"),
        (sequence.query.is_some(), "sequence: occlusion query"),
        (sequence.passes.len() > 1, "sequence: several passes"),
        (sequence.passes.iter().any(|pass| pass.secondary), "sequence: secondary command buffer"),
    ];
    found.extend(wanted.into_iter().filter(|(has, _)| *has).map(|(_, name)| name));
}
