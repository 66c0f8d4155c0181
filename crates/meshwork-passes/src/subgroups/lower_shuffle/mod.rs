//! `lower-shuffle`: shuffles by an index that differs between invocations, at the lowest price on the host.
//!
//! In: a module of any stage. Out: the same with `OpGroupNonUniformShuffle`, `…ShuffleXor`, `…ShuffleUp`, `…ShuffleDown`,
//! `…RotateKHR` and `…Broadcast` by an id that is not known to be uniform replaced, where the profile asks for it.
//!
//! Why: drivers make a shuffle of rotates where the hardware has no other way, one trip of a loop for each distinct offset from an
//! invocation to its source. Translated code shuffles by one index for all most of the time, which is as many offsets as there are
//! invocations: 32 trips, or 64, for what a broadcast does.
//!
//! - An index that [`Uniformity`] knows to be uniform: a broadcast.
//! - Otherwise a test at run time, and a broadcast if it is; else a loop. Each trip takes the first invocation that has no value yet,
//!   and serves every invocation that wants the same source and every one that wants the same offset ([`functions`]). Since the first
//!   one's offset has not been served before, there are never more trips than distinct offsets; and each trip serves it, so the loop
//!   ends, whatever the indices.
//! - An offset that is known to be uniform, also that of an index which is invocation + offset, stays what it is: it is one trip for the
//!   driver.
//!
//! ```text
//! %r = OpGroupNonUniformShuffle %float %subgroup %x %i     ──►     %r = OpFunctionCall %float %shuffle_mixed %x %i
//! ```
//!
//! An index beyond the subgroup, or of an inactive invocation, gives an undefined value (SPIR-V, `OpGroupNonUniformShuffle`), and no
//! more trips than others. Control flow must have been legal before: a function is called where the operation stood.

mod choose;
mod functions;
#[cfg(test)]
mod tests;
mod workgroup;

use std::collections::{HashMap, HashSet};

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{BuiltIn, Capability, Op};
use meshwork_spirv::{Code, Function, Id, Instruction, Module, Type};

use super::explanation::Pass;
use super::uniformity::{Group, Uniformity};
use super::{Explanation, LegalizeOptions};
use crate::error::{ErrorKind, Result};
use crate::inputs::as_type;
use crate::limits::require;
use crate::version::raise_to_1_5;

pub use choose::Strategy;
use choose::{Choice, Selector, choose};
use functions::Functions;

/// Lowers shuffles as the options or the profile ask for.
pub fn lower_shuffle(
    module: &mut Module,
    stage: SubgroupStage,
    options: &LegalizeOptions<'_>,
    explanation: &mut Explanation,
) -> Result<()> {
    let (strategy, why) = match options.strategy {
        Some(strategy) => (strategy, "it was asked for"),
        None => Strategy::of(options.profile),
    };
    lower_all(module, stage, options.profile, strategy, (Pass::LowerShuffle, why), explanation)
}

/// Lowers shuffles by one strategy, in the name of a pass.
pub fn lower_all(
    module: &mut Module,
    stage: SubgroupStage,
    profile: &SubgroupProfile,
    strategy: Strategy,
    (pass, why): (Pass, &str),
    explanation: &mut Explanation,
) -> Result<()> {
    if !module.functions.iter().flat_map(|function| &function.body).any(|instruction| is_shuffle(instruction.op)) {
        return Ok(());
    }
    let uniformity = Uniformity::of(module, Group::Wave);
    let mut lowering = Lowering {
        profile,
        strategy,
        pass,
        why,
        uniformity,
        types: HashMap::new(),
        own: HashSet::new(),
        sums: HashMap::new(),
        functions: Functions::new(stage, profile),
        explanation,
    };
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        lowering.function(module, function)?;
    }
    functions.append(&mut lowering.functions.made);
    module.functions = functions;
    strip_shuffle_capabilities(module);
    Ok(())
}

/// What this pass looks at.
pub fn is_shuffle(op: Op) -> bool {
    matches!(
        op,
        Op::GroupNonUniformShuffle
            | Op::GroupNonUniformShuffleXor
            | Op::GroupNonUniformShuffleUp
            | Op::GroupNonUniformShuffleDown
            | Op::GroupNonUniformRotateKHR
            | Op::GroupNonUniformBroadcast
    )
}

struct Lowering<'a> {
    profile: &'a SubgroupProfile,
    strategy: Strategy,
    pass: Pass,
    /// Why this strategy.
    why: &'a str,
    uniformity: Uniformity,
    /// Types of the values seen so far: a definition comes before its uses.
    types: HashMap<Id, Id>,
    /// Of them, the numbers of invocations, and sums and differences.
    own: HashSet<Id>,
    sums: HashMap<Id, Instruction>,
    functions: Functions<'a>,
    explanation: &'a mut Explanation,
}

impl Lowering<'_> {
    fn function(&mut self, module: &mut Module, function: &mut Function) -> Result<()> {
        let mut out = Vec::with_capacity(function.body.len());
        let mut block = function.id();
        self.types.extend(function.parameters.iter().filter_map(|parameter| parameter.result.zip(parameter.ty)));
        for instruction in std::mem::take(&mut function.body) {
            if let (Op::Label, Some(label)) = (instruction.op, instruction.result) {
                block = label;
            }
            self.types.extend(instruction.result.zip(instruction.ty));
            self.note(module, &instruction);
            if is_shuffle(instruction.op) {
                let mut code = Code { module: &mut *module, body: out };
                self.shuffle(&mut code, block, instruction)?;
                out = code.body;
            } else {
                out.push(instruction);
            }
        }
        function.body = out;
        Ok(())
    }

    fn shuffle(&mut self, code: &mut Code<'_>, block: Id, instruction: Instruction) -> Result<()> {
        let parts = (instruction.ty, instruction.result, instruction.id(1), instruction.id(2));
        let (Some(ty), Some(result), Some(value), Some(selector)) = parts else {
            return Err(ErrorKind::malformed("a shuffle without operands", instruction.result.unwrap_or(block)));
        };
        let selector_type = self.type_of(code.module, selector)?;
        let known = Selector {
            is_uniform: self.uniformity.is_uniform(selector),
            offset_is_uniform: self.offset_is_uniform(code.module, selector),
        };
        let choice = choose(&instruction, self.strategy, self.profile, known);
        let choice = match choice {
            Choice::Workgroup => self.through_workgroup(code, block, ty)?,
            other => other,
        };
        let told = Some((instruction.op, result));
        let (what, why) = choice.tell(self.strategy, self.why);
        self.explanation.tell(self.pass, told, what, why);
        if choice == Choice::Keep {
            code.body.push(instruction);
            return Ok(());
        }
        self.check_type(code.module, ty)?;
        // `spirv-val` does not compare these types, but those of arguments and parameters.
        if self.type_of(code.module, value)? != ty {
            return Err(ErrorKind::malformed("a shuffle whose value is of another type than its result", result));
        }
        let index = self.index(code, &instruction, selector, selector_type)?;
        match choice {
            Choice::Keep => {}
            Choice::Shuffle => {
                code.module.add_capability(Capability::GroupNonUniformShuffle);
                let scope = functions::subgroup_scope(code.module);
                let operands = [scope.into(), value.into(), index.into()];
                code.body.push(Instruction::new(Op::GroupNonUniformShuffle, Some(ty), Some(result), operands));
            }
            Choice::Broadcast => {
                raise_to_1_5(code.module)?;
                let source = self.functions.masked(code, index);
                let is_dynamic = code.module.constant_u32(source).is_none();
                require(self.profile.broadcast_dynamic_id || !is_dynamic, "subgroupBroadcastDynamicId")?;
                let scope = functions::subgroup_scope(code.module);
                code.module.add_capability(Capability::GroupNonUniformBallot);
                let operands = [scope.into(), value.into(), source.into()];
                code.body.push(Instruction::new(Op::GroupNonUniformBroadcast, Some(ty), Some(result), operands));
            }
            Choice::Loop(_) | Choice::Workgroup => {
                require(self.profile.operations.ballot, "subgroup ballots")?;
                let broadcasts = matches!(choice, Choice::Loop(_));
                require(self.profile.broadcast_dynamic_id || !broadcasts, "subgroupBroadcastDynamicId")?;
                raise_to_1_5(code.module)?;
                let function = self.functions.get(code.module, choice, ty)?;
                let operands = [function.into(), value.into(), index.into()];
                code.body.push(Instruction::new(Op::FunctionCall, Some(ty), Some(result), operands));
            }
        }
        Ok(())
    }

    /// Workgroup memory where it can be, else the mixed loop, which is told.
    fn through_workgroup(&mut self, code: &mut Code<'_>, block: Id, ty: Id) -> Result<Choice> {
        let problem = match self.uniformity.parted_by(block) {
            Some(_) => {
                Some("workgroup memory needs all invocations of a subgroup, and this is in divergent control flow")
            }
            None => self.functions.workgroup_problem(code.module, ty)?,
        };
        Ok(match problem {
            None => Choice::Workgroup,
            Some(problem) => {
                self.explanation.tell(self.pass, None, "the mixed loop stands in for workgroup memory", problem);
                Choice::Loop(choose::mixed(self.profile))
            }
        })
    }

    fn check_type(&self, module: &Module, ty: Id) -> Result<()> {
        let component = match module.ty(ty)? {
            Type::Vector { component, .. } => module.ty(component)?,
            scalar => scalar,
        };
        let extended = match component {
            Type::Bool | Type::Int { width: 32, .. } | Type::Float { width: 32 | 64 } => false,
            Type::Int { .. } | Type::Float { width: 16 } => true,
            _ => return Err(ErrorKind::malformed("a shuffle of something other than scalars and vectors", ty)),
        };
        require(self.profile.extended_types || !extended, "shaderSubgroupExtendedTypes")
    }

    /// Keeps what [`Self::offset_is_uniform`] looks for.
    fn note(&mut self, module: &Module, instruction: &Instruction) {
        let Some(result) = instruction.result else { return };
        let builtin = || instruction.id(0).and_then(|variable| module.builtin(variable, None));
        match instruction.op {
            Op::Load if builtin() == Some(BuiltIn::SubgroupLocalInvocationId) => {
                self.own.insert(result);
            }
            Op::IAdd | Op::ISub => {
                self.sums.insert(result, instruction.clone());
            }
            _ => {}
        }
    }

    /// The index is the invocation's own number, plus or less something uniform.
    fn offset_is_uniform(&self, module: &Module, index: Id) -> bool {
        let Some(sum) = self.sums.get(&index) else { return false };
        let is = |a: Option<Id>, b: Option<Id>| {
            a.is_some_and(|a| self.own.contains(&a)) && b.is_some_and(|b| self.uniformity.is_uniform(b))
        };
        let is_word =
            sum.ty.and_then(|ty| module.ty(ty).ok()).is_some_and(|ty| matches!(ty, Type::Int { width: 32, .. }));
        is_word && (is(sum.id(0), sum.id(1)) || sum.op == Op::IAdd && is(sum.id(1), sum.id(0)))
    }

    fn type_of(&self, module: &Module, value: Id) -> Result<Id> {
        let global = module.globals.get(value).and_then(|global| global.ty);
        let ty = global.or_else(|| self.types.get(&value).copied());
        ty.ok_or_else(|| ErrorKind::malformed("a value without type", value))
    }

    /// The invocation whose value is wanted, as a 32-bit number, which may be beyond the subgroup.
    fn index(&self, code: &mut Code<'_>, shuffle: &Instruction, selector: Id, ty: Id) -> Result<Id> {
        let u32 = code.module.u32_type();
        let selector = match code.module.ty(ty)? {
            Type::Int { width: 32, .. } => as_type(code, selector, ty, u32),
            // What does not fit is beyond the subgroup, and undefined.
            Type::Int { width, signed } => {
                let unsigned = code.module.get_or_make(Op::TypeInt, None, [width.into(), 0.into()]);
                let selector = if signed { as_type(code, selector, ty, unsigned) } else { selector };
                code.value(Op::UConvert, u32, [selector.into()])
            }
            _ => return Err(ErrorKind::malformed("a shuffle by something other than an integer", selector)),
        };
        let relative = match shuffle.op {
            Op::GroupNonUniformShuffle | Op::GroupNonUniformBroadcast => return Ok(selector),
            Op::GroupNonUniformShuffleXor => Op::BitwiseXor,
            Op::GroupNonUniformShuffleUp => Op::ISub,
            _ => Op::IAdd,
        };
        let own = self.functions.invocation(code);
        let index = code.u32(relative, own, selector);
        if shuffle.op != Op::GroupNonUniformRotateKHR {
            return Ok(index);
        }
        // Within the subgroup, or within a cluster of it.
        let last = match shuffle.id(3) {
            Some(cluster) => {
                let one = code.module.u32(1);
                code.u32(Op::ISub, cluster, one)
            }
            None => self.functions.last_invocation(code),
        };
        let turned = code.u32(Op::BitwiseAnd, index, last);
        let outside = code.value(Op::Not, u32, [last.into()]);
        let base = code.u32(Op::BitwiseAnd, own, outside);
        Ok(code.u32(Op::BitwiseOr, base, turned))
    }
}

/// Removes what the module no longer needs, and a device may lack.
fn strip_shuffle_capabilities(module: &mut Module) {
    let uses = |module: &Module, ops: &[Op]| {
        module.functions.iter().flat_map(|function| &function.body).any(|instruction| ops.contains(&instruction.op))
    };
    if !uses(module, &[Op::GroupNonUniformShuffle, Op::GroupNonUniformShuffleXor]) {
        module.remove_capability(Capability::GroupNonUniformShuffle);
    }
    if !uses(module, &[Op::GroupNonUniformShuffleUp, Op::GroupNonUniformShuffleDown]) {
        module.remove_capability(Capability::GroupNonUniformShuffleRelative);
    }
    if !uses(module, &[Op::GroupNonUniformRotateKHR]) {
        module.remove_capability(Capability::GroupNonUniformRotateKHR);
        module.extensions.remove("SPV_KHR_subgroup_rotate");
    }
    module.add_capability(Capability::GroupNonUniform);
}
