//! What a fragment shader must not do where it draws what many draws put out.

use meshwork_spirv::spirv::{ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Instruction, Module};

use crate::Stage;
use crate::error::{ErrorKind, Result};
use crate::specialize::specialize;
use crate::stage::find_entry_point;
use crate::strip::strip_to_entry_point;
use crate::uniform::uniform_index;

/// Refuses push constants, which the stage would have to read of one draw for all, and indexing that need not be uniform any
/// more.
pub fn check(stage: &Stage<'_>) -> Result<()> {
    let mut module = Module::read(stage.words)?;
    module.verify()?;
    let main = find_entry_point(&module, stage.entry_point, ExecutionModel::Fragment)?;
    specialize(&mut module, stage.specialization)?;
    strip_to_entry_point(&mut module, main);
    let is_push_constant =
        |global: &&Instruction| global.op == Op::Variable && global.word(0) == Some(StorageClass::PushConstant as u32);
    if let Some(variable) = module.globals.iter().find(is_push_constant) {
        return Err(ErrorKind::unsupported(
            "reading push constants, of which the draws have several,",
            variable.result,
        ));
    }
    match uniform_index(&module) {
        Some(chain) => Err(ErrorKind::unsupported("indexing resources without NonUniform", chain)),
        None => Ok(()),
    }
}
