//! What a module does with subgroups, and where.

use std::collections::HashMap;

use meshwork_spirv::spirv::{ExecutionMode, Op};
use meshwork_spirv::{Id, Instruction, Module};

use super::super::uniformity::{Group, Uniformity};
use super::memory::Widest;
use super::operation::{Operation, parse};
use super::scope::is_subgroup_barrier;
use super::values::Shape;
use crate::error::{ErrorKind, Result};

/// Whether there is a subgroup operation, a barrier of subgroups included.
pub fn has_operations(module: &Module) -> Result<bool> {
    for instruction in module.functions.iter().flat_map(|function| &function.body) {
        if parse(module, instruction)?.is_some() || is_subgroup_barrier(module, instruction) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses operations to which a workgroup's invocations may not come together: a barrier there would be illegal.
pub fn check_uniform_flow(module: &Module, is_one_wave: bool) -> Result<()> {
    // What is uniform in the only wave is uniform in the workgroup.
    let uniformity = Uniformity::of(module, if is_one_wave { Group::Wave } else { Group::Workgroup });
    for_each_in_block(module, |label, instruction| {
        let passes_values = parse(module, instruction)?.is_some_and(|(operation, _)| !operation.is_local());
        let waits = passes_values || is_subgroup_barrier(module, instruction);
        match uniformity.parted_by(label).filter(|_| waits) {
            Some(condition) => {
                Err(ErrorKind::DivergentFlow { operation: instruction.op, id: instruction.result, condition })
            }
            None => Ok(()),
        }
    })
}

/// Refuses barriers at which the waves of one subgroup may not arrive together.
pub fn check_subgroup_barriers(module: &Module) -> Result<()> {
    let uniformity = Uniformity::of(module, Group::Waves);
    for_each_in_block(module, |label, instruction| {
        match uniformity.parted_by(label).filter(|_| is_subgroup_barrier(module, instruction)) {
            Some(condition) => Err(ErrorKind::DivergentFlow { operation: instruction.op, id: None, condition }),
            None => Ok(()),
        }
    })
}

fn for_each_in_block(module: &Module, mut check: impl FnMut(Id, &Instruction) -> Result<()>) -> Result<()> {
    for function in &module.functions {
        let mut label = function.id();
        for instruction in &function.body {
            match instruction.result {
                Some(id) if instruction.op == Op::Label => label = id,
                _ => check(label, instruction)?,
            }
        }
    }
    Ok(())
}

/// The largest values that pass between lanes; refuses quads that are not four lanes in a row.
pub fn widest(module: &Module) -> Result<Widest> {
    let quad_groups =
        module.execution_modes.iter().any(|mode| mode.word(1) == Some(ExecutionMode::DerivativeGroupQuadsKHR as u32));
    let types = value_types(module);
    let mut widest = Widest { value: 1, component: 1 };
    for instruction in module.functions.iter().flat_map(|function| &function.body) {
        let Some((operation, arguments)) = parse(module, instruction)? else { continue };
        if quad_groups && operation.is_quad() {
            let feature = "a quad operation where quads are squares of the workgroup";
            return Err(ErrorKind::unsupported(feature, instruction.result));
        }
        // A vote may be about larger values than its result.
        let passing = match (operation, arguments.first()) {
            (operation, _) if operation.is_local() => continue,
            (Operation::AllEqual, Some(&value)) => types(value),
            (Operation::Ballot, _) => continue,
            _ => instruction.ty,
        };
        let shape = Shape::of(module, passing.unwrap_or(Id(0)))?;
        widest.value = widest.value.max(shape.words());
        widest.component = widest.component.max(shape.component_words());
    }
    Ok(widest)
}

/// The type of any value of the module.
pub fn value_types(module: &Module) -> impl Fn(Id) -> Option<Id> + use<> {
    let functions = module.functions.iter().flat_map(|function| function.parameters.iter().chain(&function.body));
    let all = module.globals.iter().chain(functions);
    let types: HashMap<Id, Id> = all.filter_map(|instruction| instruction.result.zip(instruction.ty)).collect();
    move |id| types.get(&id).copied()
}
