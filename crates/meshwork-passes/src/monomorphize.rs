//! Gives every function that takes a pointer to a global variable a copy for each variable it is called with.
//!
//! SPIR-V lets a function take a pointer to a mesh output, the payload, push constants or a built-in, and only to whole
//! variables (section 2.16.1: an argument must be a memory object declaration). The variables change their storage, each in its
//! own way, so one body cannot serve two of them. Copies were chosen over inlining: early returns stay what they are.
//!
//! ```text
//! OpFunctionCall %f %gl_Position_array %x     ──►   OpFunctionCall %f_1 %x      ; in %f_1 the parameter is the variable
//! ```

use std::collections::HashMap;

use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Function, Id, Instruction, Module, Operand, Type};

use crate::error::{ErrorKind, Result, limit};

/// Copies of functions; programs need a handful.
const MAX_FUNCTIONS: u64 = 1_000;

const REPLACED: [StorageClass; 4] =
    [StorageClass::Output, StorageClass::TaskPayloadWorkgroupEXT, StorageClass::PushConstant, StorageClass::Input];

/// Replaces `module.functions` by what `main` reaches. Afterwards no function takes a pointer of the four storage classes.
pub fn monomorphize(module: &mut Module, main: Id) -> Result<()> {
    let takes = |function: &Function| function.parameters.iter().any(|parameter| is_replaced(module, parameter));
    if !module.functions.iter().any(takes) {
        return Ok(());
    }
    let originals: HashMap<Id, Function> =
        std::mem::take(&mut module.functions).into_iter().map(|function| (function.id(), function)).collect();
    let mut instances = HashMap::from([((main, Vec::new()), main)]);
    let mut waiting = vec![(main, Vec::new(), main)];
    while let Some((original, variables, name)) = waiting.pop() {
        let original = originals.get(&original).ok_or(ErrorKind::malformed("no function", original))?;
        let mut function = instantiate(module, original, &variables, name);
        for call in function.body.iter_mut().filter(|instruction| instruction.op == Op::FunctionCall) {
            let callee = call.id(0).unwrap_or(name);
            let variables = take_variables(module, &originals, call)?;
            let instance = *instances.entry((callee, variables.clone())).or_insert_with(|| {
                let instance = if variables.is_empty() { callee } else { module.fresh_id() };
                waiting.push((callee, variables, instance));
                instance
            });
            call.operands[0] = instance.into();
        }
        limit(
            "the number of functions, counting one for each output that one is called with",
            instances.len() as u64,
            MAX_FUNCTIONS,
        )?;
        module.functions.push(function);
    }
    Ok(())
}

fn is_replaced(module: &Module, parameter: &Instruction) -> bool {
    let ty = parameter.ty.and_then(|ty| module.ty(ty).ok());
    matches!(ty, Some(Type::Pointer { class, .. }) if REPLACED.iter().any(|&replaced| replaced as u32 == class))
}

/// Removes the arguments that are replaced from a call, and returns them.
fn take_variables(module: &Module, originals: &HashMap<Id, Function>, call: &mut Instruction) -> Result<Vec<Id>> {
    let mut variables = Vec::new();
    let Some(callee) = call.id(0).and_then(|callee| originals.get(&callee)) else { return Ok(variables) };
    let mut replaced = callee.parameters.iter().map(|parameter| is_replaced(module, parameter));
    let mut problem = None;
    let arguments = call.operands.split_off(1);
    call.operands.extend(arguments.into_iter().filter(|argument| {
        let Operand::Id(argument) = *argument else { return true };
        if replaced.next() != Some(true) {
            return true;
        }
        if module.globals.get(argument).is_none_or(|global| global.op != Op::Variable) {
            problem = Some(argument);
        }
        variables.push(argument);
        false
    }));
    match problem {
        Some(id) => Err(ErrorKind::unsupported("a function argument that points into an interface variable", id)),
        None => Ok(variables),
    }
}

/// A copy of `original` whose replaced parameters are `variables`, called `name`.
fn instantiate(module: &mut Module, original: &Function, variables: &[Id], name: Id) -> Function {
    let mut function = original.clone();
    if name == original.id() {
        return function;
    }
    let mut renamed = HashMap::from([(original.id(), name)]);
    let mut variables = variables.iter();
    function.parameters.retain(|parameter| match (is_replaced(module, parameter), parameter.result) {
        (true, Some(id)) => {
            renamed.insert(id, *variables.next().unwrap_or(&id));
            false
        }
        _ => true,
    });
    for instruction in function.parameters.iter().chain(&function.body) {
        if let Some(id) = instruction.result {
            let fresh = module.fresh_id();
            renamed.insert(id, fresh);
            module.copy_decorations(id, fresh);
        }
    }
    let parameters: Vec<Id> = function.parameters.iter().filter_map(|parameter| parameter.ty).collect();
    let result = function.definition.ty.unwrap_or(name);
    let ty = module.function_type(result, &parameters);
    let all = std::iter::once(&mut function.definition).chain(&mut function.parameters).chain(&mut function.body);
    for instruction in all {
        instruction.map_ids(|id| renamed.get(&id).copied().unwrap_or(id));
    }
    function.definition.operands[1] = ty.into();
    function
}
