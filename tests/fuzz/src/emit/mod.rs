//! Programs become SPIR-V modules, one for each stage.

mod body;
mod fragment;
mod globals;
mod mesh;
mod outputs;
mod payload;
mod task;
mod vertex;

use meshwork_spirv::spirv::{AddressingModel, Capability, ExecutionMode, ExecutionModel, MemoryModel, Op};
use meshwork_spirv::{EntryPoint, Instruction, Module, Operand};

pub use globals::{INPUTS_BINDING, RESULTS_BINDING};
pub use outputs::{LAYERS, VIEWPORTS};
pub use vertex::vertex_stages;

use crate::program::{Program, Stage, Topology};
use body::Emitter;
use outputs::OutputVariables;
use payload::PayloadVariable;

const SPIRV_1_4: u32 = 0x0001_0400;

/// How a program is spelt. Both ways mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// As described.
    Full,
    /// Without what Mesa 25.0.7's lavapipe does wrong: a stage has one site that makes something, at the end of its uniform
    /// part (a task goes on behind `OpEmitMeshTasksEXT` where other tasks may; of two `OpSetMeshOutputsEXT` the counts of
    /// the one not reached may win), and vectors are stored as a whole (single components lose the others).
    Plain,
}

/// SPIR-V of the stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modules {
    pub task: Option<Vec<u32>>,
    pub mesh: Vec<u32>,
    pub fragment: Vec<u32>,
}

pub fn emit(program: &Program, dialect: Dialect) -> Modules {
    let task = program.task.as_ref().map(|task| {
        let mut module = mesh_module();
        let mut e = Emitter::new(&mut module, &task.stage);
        e.globals.payload = PayloadVariable::new(e.module(), &task.payload);
        task::write(&mut e, task, dialect);
        let modes = local_size(&task.stage);
        finish(e, ExecutionModel::TaskEXT, &modes);
        module.write()
    });
    Modules { task, mesh: mesh(program, dialect), fragment: fragment(program) }
}

fn mesh(program: &Program, dialect: Dialect) -> Vec<u32> {
    let mesh = &program.mesh;
    let mut module = mesh_module();
    let mut e = Emitter::new(&mut module, &mesh.stage);
    if let Some(task) = &program.task {
        e.globals.payload = PayloadVariable::new(e.module(), &task.payload);
    }
    let outputs = OutputVariables::new(e.module(), mesh);
    mesh::write(&mut e, mesh, &outputs, dialect);
    let topology = match mesh.topology {
        Topology::Points => ExecutionMode::OutputPoints,
        Topology::Lines => ExecutionMode::OutputLinesEXT,
        Topology::Triangles => ExecutionMode::OutputTrianglesEXT,
    };
    let mut modes = local_size(&mesh.stage);
    modes.push((ExecutionMode::OutputVertices, vec![mesh.max_vertices]));
    modes.push((ExecutionMode::OutputPrimitivesEXT, vec![mesh.max_primitives]));
    modes.push((topology, Vec::new()));
    if mesh.builtins.viewport {
        e.module().add_capability(Capability::MultiViewport);
    }
    finish(e, ExecutionModel::MeshEXT, &modes);
    module.write()
}

fn fragment(program: &Program) -> Vec<u32> {
    let mut module = Module::new(SPIRV_1_4, AddressingModel::Logical, MemoryModel::GLSL450);
    let nothing = Stage { size: [1, 1, 1], functions: Vec::new(), body: Vec::new() };
    let mut e = Emitter::new(&mut module, &nothing);
    fragment::allow(&mut e, &program.fragment, &program.mesh.outputs);
    fragment::write(&mut e, &program.fragment, &program.mesh.outputs);
    finish(e, ExecutionModel::Fragment, &[(ExecutionMode::OriginUpperLeft, Vec::new())]);
    module.write()
}

fn mesh_module() -> Module {
    let mut module = Module::new(SPIRV_1_4, AddressingModel::Logical, MemoryModel::GLSL450);
    module.add_capability(Capability::MeshShadingEXT);
    module.extensions.insert("SPV_EXT_mesh_shader".into());
    module
}

fn local_size(stage: &Stage) -> Vec<(ExecutionMode, Vec<u32>)> {
    vec![(ExecutionMode::LocalSize, stage.size.to_vec())]
}

/// Makes the function being written the entry point.
fn finish(mut e: Emitter<'_>, model: ExecutionModel, modes: &[(ExecutionMode, Vec<u32>)]) {
    let void = e.module().void_type();
    let main = e.end(void, Vec::new());
    let module = e.code.module;
    let variables = module.globals.iter().filter(|global| global.op == Op::Variable);
    let interface = variables.filter_map(|variable| variable.result).collect();
    module.entry_points = vec![EntryPoint { model, function: main, name: "main".into(), interface }];
    for (mode, operands) in modes {
        let words = std::iter::once(*mode as u32).chain(operands.iter().copied()).map(Operand::Word);
        let operands: Vec<_> = std::iter::once(main.into()).chain(words).collect();
        module.execution_modes.push(Instruction::effect(Op::ExecutionMode, operands));
    }
}
