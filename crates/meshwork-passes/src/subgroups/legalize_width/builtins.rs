//! What built-in inputs say of subgroups becomes true of guest waves.
//!
//! ```text
//! in uvec4 SubgroupEqMask     ──►   private uvec4, which the entry point fills at its start
//! ```

use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::{BuiltIn, Op, StorageClass};
use meshwork_spirv::{Code, Id, Instruction, Module};

use super::call::Way;
use super::mask::{Lanes, Mask};
use crate::error::{ErrorKind, Result};
use crate::workgroups::fill;

/// Built-in inputs that this pass replaces.
const REPLACED: [BuiltIn; 9] = [
    BuiltIn::SubgroupSize,
    BuiltIn::SubgroupLocalInvocationId,
    BuiltIn::NumSubgroups,
    BuiltIn::SubgroupId,
    BuiltIn::SubgroupEqMask,
    BuiltIn::SubgroupGeMask,
    BuiltIn::SubgroupGtMask,
    BuiltIn::SubgroupLeMask,
    BuiltIn::SubgroupLtMask,
];

/// A program's input and the Private variable that stands for it.
pub struct Replaced {
    pub builtin: BuiltIn,
    pub input: Id,
    pub private: Id,
}

/// Whether the module reads one of them.
pub fn are_read(module: &Module) -> bool {
    let inputs = module.globals.iter().filter(|global| is_input(global)).filter_map(|input| input.result);
    inputs.filter_map(|id| module.builtin(id, None)).any(|builtin| REPLACED.contains(&builtin))
}

/// Takes the program's inputs about subgroups away; what the host says is then read through inputs of the pass's own.
pub fn replace(module: &mut Module) -> Result<Vec<Replaced>> {
    let mut replaced = Vec::new();
    let inputs: Vec<_> = module.globals.iter().filter(|global| is_input(global)).cloned().collect();
    for input in inputs {
        let (Some(id), Some(ty)) = (input.result, input.ty) else { continue };
        if let Some(builtin) = module.builtin(id, None).filter(|builtin| REPLACED.contains(builtin)) {
            let (_, pointee) = module.pointee(ty)?;
            let private = module.variable(StorageClass::Private, pointee);
            module.copy_name(id, private);
            replaced.push(Replaced { builtin, input: id, private });
        }
    }
    let privates: HashMap<Id, Id> = replaced.iter().map(|replaced| (replaced.input, replaced.private)).collect();
    if !privates.is_empty() {
        redirect(module, &privates)?;
        remove(module, &privates);
    }
    Ok(replaced)
}

fn is_input(global: &Instruction) -> bool {
    global.op == Op::Variable && global.word(0) == Some(StorageClass::Input as u32)
}

/// Pointers to the inputs become pointers to the Private variables.
fn redirect(module: &mut Module, privates: &HashMap<Id, Id>) -> Result<()> {
    let mut moved: HashSet<Id> = privates.keys().copied().collect();
    let mut functions = std::mem::take(&mut module.functions);
    for instruction in functions.iter_mut().flat_map(|function| &mut function.body) {
        let points = instruction.id(0).is_some_and(|base| moved.contains(&base));
        match instruction.op {
            Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject if points => {
                let pointee = module.pointee(instruction.ty.unwrap_or(Id(0)))?.1;
                instruction.ty = Some(module.pointer_type(StorageClass::Private, pointee));
                moved.extend(instruction.result);
            }
            Op::FunctionCall => {
                if let Some(id) = instruction.ids().find(|argument| moved.contains(argument)) {
                    return Err(ErrorKind::unsupported("a function argument that points to a built-in input", id));
                }
            }
            _ => {}
        }
        let (ty, result) = (instruction.ty, instruction.result);
        instruction.map_ids(|id| privates.get(&id).copied().unwrap_or(id));
        (instruction.ty, instruction.result) = (ty, result);
    }
    module.functions = functions;
    Ok(())
}

fn remove(module: &mut Module, inputs: &HashMap<Id, Id>) {
    module.globals.retain_mut(|global| global.result.is_none_or(|id| !inputs.contains_key(&id)));
    module.names.retain(|id, _| !inputs.contains_key(id));
    module.decorations.retain(|id, _| !inputs.contains_key(id));
    for entry in &mut module.entry_points {
        entry.interface.retain(|id| !inputs.contains_key(id));
    }
}

/// Code that gives the Private variables their values. `waves` is how many a workgroup has.
pub fn fill_all(code: &mut Code<'_>, way: &Way<'_>, replaced: &[Replaced], waves: Option<u32>) -> Result<()> {
    for Replaced { builtin, private, input } in replaced {
        let (u32, uvec4) = (code.module.u32_type(), code.module.uvec_type(4));
        let mut mask = |lanes| {
            let lane = way.lane(code);
            (Mask::of(code, way.wave(), lane, lanes).to_value(code), uvec4)
        };
        let (value, ty) = match builtin {
            BuiltIn::SubgroupEqMask => mask(Lanes::Own),
            BuiltIn::SubgroupGeMask => mask(Lanes::FromOwn),
            BuiltIn::SubgroupGtMask => mask(Lanes::After),
            BuiltIn::SubgroupLeMask => mask(Lanes::UpToOwn),
            BuiltIn::SubgroupLtMask => mask(Lanes::Before),
            BuiltIn::SubgroupSize => (code.module.u32(way.wave().lanes), u32),
            BuiltIn::SubgroupLocalInvocationId => (way.lane(code), u32),
            BuiltIn::SubgroupId => (way.wave_id(code), u32),
            _ => {
                let waves = waves.ok_or(ErrorKind::malformed("NumSubgroups in a stage without workgroups", *input))?;
                (code.module.u32(waves), u32)
            }
        };
        fill(code, *private, value, ty)?;
    }
    Ok(())
}
