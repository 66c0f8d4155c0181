//! `legalize-width`: code for guest waves of W lanes on host subgroups of H invocations.
//!
//! | host | what becomes of operations | where |
//! |---|---|---|
//! | H = W | nothing | |
//! | H > W | each wave keeps to its part of the subgroup ([`part`]) | every stage |
//! | H < W, or not known before the run | through workgroup memory ([`memory`]) | compute, task and mesh shaders, in uniform control flow |
//!
//! H is what the profile says of the stage, pinned to W where a pipeline can pin it. A range that W is not above of is H ≥ W.
//!
//! Each operation becomes a call of a function that the pass adds, or is edited in place; control flow stays. Masks are values of the
//! whole wave: all words of it, and no bit beyond its lanes. Built-in inputs (`SubgroupSize`, `SubgroupLocalInvocationId`,
//! `SubgroupId`, `NumSubgroups`, the masks) speak of waves.
//!
//! ```text
//! %b = OpGroupNonUniformBallot %uvec4 %subgroup %p     ──►     %b = OpFunctionCall %uvec4 %wave_ballot %p
//! ```
//!
//! What it relies on:
//!
//! - A workgroup's invocations fill subgroups without gaps, so that there are ⌈size / W⌉ waves (`NumSubgroups`). Where the profile does not
//!   know H, the pipeline allows the size to vary (`VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT`), or
//!   `SubgroupSize` is not true and `SubgroupId` has gaps.
//! - Quads are four invocations that follow each other in the subgroup, which SPIR-V says (section 3.3.24), and, through workgroup memory, by
//!   `LocalInvocationIndex`. Derivatives in compute shaders have the same quads in linear groups; quad groups are refused there.
//! - Specialization constants that a workgroup's size is made of are frozen before.
//!
//! What it does not do: partitioned operations and those of makers' extensions, ray tracing stages.

mod builtins;
mod call;
mod capabilities;
mod mask;
mod memory;
mod operation;
mod part;
mod scope;
#[cfg(test)]
mod tests;
mod uses;
mod values;

use meshwork_abi::SubgroupStage;
use meshwork_spirv::spirv::{BuiltIn, Op, StorageClass};
use meshwork_spirv::{Code, Id, Instruction, Module, Operand, Type};

use self::builtins::Replaced;
use self::call::{Helpers, Way};
use self::mask::Wave;
use self::memory::Memory;
use self::operation::Operation;
pub use self::operation::is_arithmetic;
use self::part::Part;
use self::uses::{check_subgroup_barriers, check_uniform_flow, has_operations, value_types, widest};
use super::stage::list_variable;
use super::{Explanation, LegalizeOptions, Pass};
use crate::error::{ErrorKind, Result, limit};
use crate::inputs::as_type;
use crate::stage::workgroup_size;

/// Bits of a ballot.
const MAX_LANES: u32 = 128;

/// Makes subgroup operations ones of the guest's waves. A module keeps what it is where the host's subgroups are the guest's waves.
pub fn legalize_width(
    module: &mut Module,
    stage: SubgroupStage,
    options: &LegalizeOptions<'_>,
    explanation: &mut Explanation,
) -> Result<()> {
    let Some(lanes) = options.guest_wave else { return Ok(()) };
    limit("the number of lanes in a guest wave", lanes, MAX_LANES)?;
    if !lanes.is_power_of_two() {
        return Err(ErrorKind::unsupported("a guest wave whose lanes are no power of two", None));
    }
    let size = &options.profile.size;
    let host = size.pinned(stage, lanes);
    let (least, most) = host.map_or((size.min, size.max), |size| (size, size));
    let why = match host {
        Some(size) => format!("a guest's wave has {lanes} lanes and the host's subgroup {size}"),
        None => format!("a guest's wave has {lanes} lanes and the host's subgroup {least} to {most}"),
    };
    if (least, most) == (lanes, lanes) {
        explanation.tell(Pass::LegalizeWidth, None, "nothing changes", why);
        return Ok(());
    }
    let wave = Wave { lanes };
    let way = if least >= lanes {
        check_subgroup_barriers(module)?;
        Way::Part(Part { wave, stage, profile: options.profile })
    } else {
        Way::Memory(through_memory(module, stage, wave, options)?)
    };
    // Before functions are added: theirs are about the host.
    let replaced = builtins::replace(module)?;
    rewrite(module, &way, explanation, &why)?;
    fill_builtins(module, &way, &replaced)?;
    for replaced in &replaced {
        explanation.tell(Pass::LegalizeWidth, None, format!("{:?} is the wave's", replaced.builtin), &why);
    }
    capabilities::declare(module, stage, options.profile)
}

/// Whether the module has an operation on subgroups, or an input that tells of them.
pub fn is_about_subgroups(module: &Module) -> bool {
    // Operations that the passes do not know are about subgroups, too; the passes name them.
    has_operations(module).unwrap_or(true) || builtins::are_read(module)
}

/// Checks that waves can pass values through workgroup memory, and declares it.
fn through_memory(
    module: &mut Module,
    stage: SubgroupStage,
    wave: Wave,
    options: &LegalizeOptions<'_>,
) -> Result<Memory> {
    if !stage.has_workgroups() {
        let feature = "in a stage without workgroup memory, a guest wave that may be wider than the host's subgroup,";
        return Err(ErrorKind::unsupported(feature, None));
    }
    let [entry] = module.entry_points.as_slice() else {
        return Err(ErrorKind::unsupported(
            "more than one entry point, where waves pass values through workgroup memory,",
            None,
        ));
    };
    let size = workgroup_size(module, entry.function)?;
    let invocations = size.iter().fold(1_u64, |product, &n| product.saturating_mul(n.into()));
    let profile = options.profile;
    limit("the number of invocations in a workgroup", invocations, profile.max_workgroup_invocations)?;
    let invocations = invocations as u32;
    check_uniform_flow(module, invocations <= wave.lanes)?;
    let widest = widest(module)?;
    let memory = Memory::declare(module, stage, wave, invocations, widest, profile.max_workgroup_memory.into())?;
    list_variable(module, memory.scratch(), StorageClass::Workgroup);
    Ok(memory)
}

/// Rewrites every function, and adds those that are called.
fn rewrite(module: &mut Module, way: &Way<'_>, explanation: &mut Explanation, why: &str) -> Result<()> {
    let mut helpers = Helpers::default();
    let types = value_types(module);
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        let mut code = Code::new(module);
        for mut instruction in std::mem::take(&mut function.body) {
            let Some((operation, arguments)) = operation::parse(code.module, &instruction)? else {
                if matches!(way, Way::Memory(_)) {
                    scope::widen(code.module, &mut instruction);
                }
                code.body.push(instruction);
                continue;
            };
            let (op, id) = (instruction.op, instruction.result.unwrap_or(Id(0)));
            let types = arguments.iter().map(|argument| types(*argument));
            let types =
                types.collect::<Option<Vec<Id>>>().ok_or(ErrorKind::malformed("an operand without type", id))?;
            if operation.is_quad() && way.wave().lanes < 4 {
                return Err(ErrorKind::unsupported("a quad operation in waves of less than four lanes", id));
            }
            operation.check(code.module, &instruction, &types)?;
            let what = match way.in_place(&mut code, operation, &instruction) {
                Some(edited) => {
                    let what = if edited == instruction { "stays" } else { "keeps to clusters" };
                    code.body.push(edited);
                    what.to_owned()
                }
                None => {
                    call(
                        &mut code,
                        way,
                        &mut helpers,
                        operation,
                        &instruction,
                        arguments.into_iter().zip(types).collect(),
                    )?;
                    format!("calls {}", operation.name())
                }
            };
            explanation.tell(Pass::LegalizeWidth, Some((op, id)), what, why);
        }
        function.body = code.body;
    }
    functions.extend(helpers.functions);
    module.functions = functions;
    Ok(())
}

/// The operation becomes a call.
fn call(
    code: &mut Code<'_>,
    way: &Way<'_>,
    helpers: &mut Helpers,
    operation: Operation,
    instruction: &Instruction,
    mut arguments: Vec<(Id, Id)>,
) -> Result<()> {
    // Lanes, distances and directions may be integers of any width.
    if let Some((index, ty)) = arguments.get_mut(1) {
        (*index, *ty) = as_u32(code, *index, *ty)?;
    }
    let types: Vec<Id> = arguments.iter().map(|&(_, ty)| ty).collect();
    let result = instruction.ty.unwrap_or(Id(0));
    let function = helpers.function(code.module, way, operation, result, &types)?;
    let operands = std::iter::once(function).chain(arguments.iter().map(|&(id, _)| id)).map(Operand::Id);
    let operands: Vec<_> = operands.collect();
    code.body.push(Instruction::new(Op::FunctionCall, instruction.ty, instruction.result, operands));
    Ok(())
}

fn as_u32(code: &mut Code<'_>, value: Id, ty: Id) -> Result<(Id, Id)> {
    let u32 = code.module.u32_type();
    Ok(match code.module.ty(ty)? {
        Type::Int { width: 32, .. } => (as_type(code, value, ty, u32), u32),
        Type::Int { .. } => (code.value(Op::UConvert, u32, [value.into()]), u32),
        _ => return Err(ErrorKind::malformed("a lane that is no integer", value)),
    })
}

/// Every entry point begins with giving the Private variables their values.
fn fill_builtins(module: &mut Module, way: &Way<'_>, replaced: &[Replaced]) -> Result<()> {
    let mains: Vec<Id> = module.entry_points.iter().map(|entry| entry.function).collect();
    for main in mains {
        let waves = if replaced.iter().any(|replaced| replaced.builtin == BuiltIn::NumSubgroups) {
            let size = workgroup_size(module, main)?;
            Some(size.iter().product::<u32>().div_ceil(way.wave().lanes))
        } else {
            None
        };
        let mut code = Code::new(module);
        builtins::fill_all(&mut code, way, replaced, waves)?;
        let filling = code.body;
        let Some(function) = module.functions.iter_mut().find(|function| function.id() == main) else { continue };
        let variables = function.body.iter().skip(1).take_while(|instruction| instruction.op == Op::Variable).count();
        function.body.splice(1 + variables..1 + variables, filling);
    }
    for replaced in replaced {
        list_variable(module, replaced.private, StorageClass::Private);
    }
    Ok(())
}
