//! `OpSetMeshOutputsEXT` and `OpEmitMeshTasksEXT` become calls.
//!
//! ```text
//! OpSetMeshOutputsEXT %v %p        ──►  OpFunctionCall %set_mesh_outputs %v %p
//! OpEmitMeshTasksEXT %x %y %z %d   ──►  OpFunctionCall %emit_mesh_tasks %x %y %z ; OpStore %ended %true ; OpReturn
//! OpFunctionCall %f                ──►  the same, and a return if %ended          ; when %f may emit
//! ```
//!
//! The called functions hold the branch that only invocation 0 takes ("the arguments are taken from the first invocation"), so
//! the program's own blocks are not cut. They may run at several sites.

use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module};

use crate::certain::is_certain;
use crate::error::{ErrorKind, Result};

/// Functions and variables that the rewritten code uses.
#[derive(Default)]
pub struct Effects {
    pub set_mesh_outputs: Option<Id>,
    pub emit_mesh_tasks: Option<Id>,
    /// Private boolean: this invocation has emitted its mesh tasks.
    ended: Option<Id>,
    /// Every path through the program comes by one.
    pub is_certain: bool,
}

/// Rewrites the effects in every function.
pub fn lower_effects(module: &mut Module, main: Id) -> Result<Effects> {
    let mut effects = Effects { is_certain: is_certain(module, main), ..Effects::default() };
    let emitting = emitting_functions(module);
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        let is_main = function.id() == main;
        let body = std::mem::take(&mut function.body);
        function.body = effects.lower_body(module, body, function.definition.ty, is_main, &emitting)?;
    }
    module.functions = functions;
    Ok(effects)
}

/// Functions that emit mesh tasks, or call one that does.
fn emitting_functions(module: &Module) -> HashSet<Id> {
    let mut emitting = HashSet::new();
    loop {
        let before = emitting.len();
        for function in &module.functions {
            let emits = function.body.iter().any(|instruction| match instruction.op {
                Op::EmitMeshTasksEXT => true,
                Op::FunctionCall => instruction.id(0).is_some_and(|callee| emitting.contains(&callee)),
                _ => false,
            });
            if emits {
                emitting.insert(function.id());
            }
        }
        if emitting.len() == before {
            return emitting;
        }
    }
}

impl Effects {
    fn lower_body(
        &mut self,
        module: &mut Module,
        body: Vec<Instruction>,
        result: Option<Id>,
        is_main: bool,
        emitting: &HashSet<Id>,
    ) -> Result<Vec<Instruction>> {
        let ends = |instruction: &Instruction| {
            instruction.op == Op::FunctionCall && instruction.id(0).is_some_and(|callee| emitting.contains(&callee))
        };
        let loops = Loops::find(&body, ends)?;
        let void = module.void_type();
        let result = result.unwrap_or(void);
        let mut out = Vec::with_capacity(body.len());
        // Where the blocks that were cut end now: phis name the last part.
        let mut tails = HashMap::new();
        let mut block = first_label(&body);
        let mut merge_moved = false;
        for instruction in body {
            match instruction.op {
                Op::SetMeshOutputsEXT => {
                    let callee = *self.set_mesh_outputs.get_or_insert_with(|| module.fresh_id());
                    out.push(call(module, callee, void, &instruction));
                }
                Op::EmitMeshTasksEXT => {
                    let callee = *self.emit_mesh_tasks.get_or_insert_with(|| module.fresh_id());
                    // The fourth operand is the payload variable, of which there is one.
                    let mut counts = instruction;
                    counts.operands.truncate(3);
                    out.push(call(module, callee, void, &counts));
                    if !is_main {
                        let truth = module.bool_type();
                        let truth = module.get_or_make(Op::ConstantTrue, Some(truth), []);
                        let ended = self.ended(module);
                        out.push(Instruction::effect(Op::Store, [ended.into(), truth.into()]));
                    }
                    let leave = leave(module, &mut out, result);
                    out.push(leave);
                }
                Op::LoopMerge if merge_moved => {}
                op => {
                    if op == Op::Label {
                        block = instruction.result;
                        merge_moved = false;
                    }
                    let cut_header = !merge_moved && !matches!(op, Op::Label | Op::Phi);
                    if let Some(merge) = block.and_then(|block| loops.cut_headers.get(&block)).filter(|_| cut_header) {
                        // A loop's header is what its back edge branches to; what follows moves out of it.
                        out.push(merge.clone());
                        let rest = module.fresh_id();
                        out.push(Instruction::effect(Op::Branch, [rest.into()]));
                        out.push(Instruction::new(Op::Label, None, Some(rest), []));
                        tails.extend(block.map(|block| (block, rest)));
                        merge_moved = true;
                    }
                    let ends = ends(&instruction);
                    out.push(instruction);
                    if ends {
                        let rest = self.leave_if_ended(module, &mut out, result);
                        tails.extend(block.map(|block| (block, rest)));
                    }
                }
            }
        }
        for phi in out.iter_mut().filter(|instruction| instruction.op == Op::Phi) {
            for parent in phi.operands.iter_mut().skip(1).step_by(2) {
                if let meshwork_spirv::Operand::Id(label) = parent
                    && let Some(tail) = tails.get(label)
                {
                    *label = *tail;
                }
            }
        }
        Ok(out)
    }

    fn ended(&mut self, module: &mut Module) -> Id {
        *self.ended.get_or_insert_with(|| {
            let ty = module.bool_type();
            let no = module.get_or_make(Op::ConstantFalse, Some(ty), []);
            let pointer = module.pointer_type(StorageClass::Private, ty);
            let class = StorageClass::Private as u32;
            let id = module.make_global(Op::Variable, Some(pointer), [class.into(), no.into()]);
            module.set_name(id, "ended");
            id
        })
    }

    /// Returns when a callee has emitted; gives the label of the block that goes on.
    fn leave_if_ended(&mut self, module: &mut Module, out: &mut Vec<Instruction>, result: Id) -> Id {
        let (ended, truth) = (self.ended(module), module.bool_type());
        let (loaded, yes, rest) = (module.fresh_id(), module.fresh_id(), module.fresh_id());
        out.push(Instruction::new(Op::Load, Some(truth), Some(loaded), [ended.into()]));
        out.push(Instruction::effect(Op::SelectionMerge, [rest.into(), 0.into()]));
        out.push(Instruction::effect(Op::BranchConditional, [loaded.into(), yes.into(), rest.into()]));
        out.push(Instruction::new(Op::Label, None, Some(yes), []));
        let leave = leave(module, out, result);
        out.push(leave);
        out.push(Instruction::new(Op::Label, None, Some(rest), []));
        rest
    }
}

fn first_label(body: &[Instruction]) -> Option<Id> {
    body.first().and_then(|label| label.result)
}

fn call(module: &mut Module, callee: Id, void: Id, arguments: &Instruction) -> Instruction {
    let mut operands = vec![callee.into()];
    operands.extend(&arguments.operands);
    Instruction::new(Op::FunctionCall, Some(void), Some(module.fresh_id()), operands)
}

/// A return; a value that nobody will see is undefined.
fn leave(module: &mut Module, out: &mut Vec<Instruction>, result: Id) -> Instruction {
    if result == module.void_type() {
        return Instruction::effect(Op::Return, []);
    }
    let undefined = module.fresh_id();
    out.push(Instruction::new(Op::Undef, Some(result), Some(undefined), []));
    Instruction::effect(Op::ReturnValue, [undefined.into()])
}

const IN_CONTINUE: &str = "a function that emits mesh tasks, called in a loop's continue construct";

/// Loops whose header holds a call that may end the invocation.
struct Loops {
    /// Header to its `OpLoopMerge`.
    cut_headers: HashMap<Id, Instruction>,
}

impl Loops {
    fn find(body: &[Instruction], ends: impl Fn(&Instruction) -> bool) -> Result<Self> {
        let mut cut_headers = HashMap::new();
        if !body.iter().any(&ends) {
            return Ok(Self { cut_headers });
        }
        // Continue targets to their loops' headers; SPIR-V lets nothing return from a continue construct.
        let mut continues = HashMap::new();
        let mut header = None;
        let mut in_continue = None;
        let mut calls = None;
        for instruction in body {
            match instruction.op {
                Op::Label => {
                    header = instruction.result;
                    calls = None;
                    in_continue = header.and_then(|label| continues.get(&label).copied()).or(in_continue);
                }
                Op::LoopMerge => {
                    let target = instruction.id(1);
                    continues.extend(target.zip(header));
                    if let Some(call) = calls {
                        // A loop of one block.
                        if target == header {
                            return Err(ErrorKind::unsupported(IN_CONTINUE, call));
                        }
                        cut_headers.extend(header.map(|header| (header, instruction.clone())));
                    }
                }
                Op::Branch | Op::BranchConditional if instruction.ids().any(|target| Some(target) == in_continue) => {
                    in_continue = None;
                }
                _ if ends(instruction) && in_continue.is_some() => {
                    return Err(ErrorKind::unsupported(IN_CONTINUE, instruction.result));
                }
                _ if ends(instruction) => calls = instruction.result,
                _ => {}
            }
        }
        // What branches on in a cut header is no header any more: it stays valid where one way leaves the loop's body.
        let mut header = None;
        for instruction in body {
            if instruction.op == Op::Label {
                header = instruction.result;
            }
            let Some(merge) = header.and_then(|header| cut_headers.get(&header)) else { continue };
            let leaves = instruction.ids().skip(1).any(|target| merge.ids().any(|exit| exit == target));
            if instruction.op == Op::Switch || instruction.op == Op::BranchConditional && !leaves {
                return Err(ErrorKind::unsupported(
                    "a function that emits mesh tasks, called in a loop header that branches on within the loop",
                    header,
                ));
            }
        }
        Ok(Self { cut_headers })
    }
}
