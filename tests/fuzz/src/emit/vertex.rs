//! The vertex and fragment stages of ordinary draws between mesh draws.

use meshwork_spirv::Module;
use meshwork_spirv::spirv::{
    AddressingModel, BuiltIn, Decoration, ExecutionMode, ExecutionModel, MemoryModel, StorageClass,
};

use super::body::Emitter;
use super::{Modules, SPIRV_1_4, finish, outputs};
use crate::program::{Expr, Fragment, Stage};

/// A vertex stage, in the place of the mesh stage, that takes positions from the inputs, and a fragment stage that paints what
/// push constants say.
pub fn vertex_stages() -> Modules {
    let nothing = Stage { size: [1, 1, 1], functions: Vec::new(), body: Vec::new() };
    let mut module = Module::new(SPIRV_1_4, AddressingModel::Logical, MemoryModel::GLSL450);
    let mut e = Emitter::new(&mut module, &nothing);
    let word = e.module().u32_type();
    let index = e.module().variable(StorageClass::Input, word);
    e.module().decorate(index, Decoration::BuiltIn, &[BuiltIn::VertexIndex as u32]);
    e.element = Some(e.code.load(word, index));
    let position = e.expr(&Expr::Input(Box::new(Expr::Element)));
    let parts = outputs::position(&mut e, position);
    let float = e.module().f32_type();
    let vector = e.module().vector_type(float, 4);
    let value = e.code.construct(vector, &parts);
    let output = e.module().variable(StorageClass::Output, vector);
    e.module().decorate(output, Decoration::BuiltIn, &[BuiltIn::Position as u32]);
    e.code.store(output, value);
    e.end_block(meshwork_spirv::spirv::Op::Return);
    finish(e, ExecutionModel::Vertex, &[]);
    let vertex = module.write();

    let mut module = Module::new(SPIRV_1_4, AddressingModel::Logical, MemoryModel::GLSL450);
    let mut e = Emitter::new(&mut module, &nothing);
    let fragment = Fragment {
        reads_primitive_id: false,
        reads_layer: false,
        reads_facing: false,
        reads_push: true,
        records: true,
        discards: None,
    };
    super::fragment::write(&mut e, &fragment, &[]);
    finish(e, ExecutionModel::Fragment, &[(ExecutionMode::OriginUpperLeft, Vec::new())]);
    Modules { task: None, mesh: vertex, fragment: module.write() }
}
