//! A workgroup's entry in `tasks` or `meshes`: written where the program says how much it makes. Where it might not, the
//! prologue writes first that it makes nothing.

use meshwork_abi::{PrimitiveIndices, RecordLayout};
use meshwork_spirv::spirv::{Op, StorageClass};
use meshwork_spirv::{Code, Function, Id, Instruction, Module};

use crate::error::Result;
use crate::inputs::is_first;
use crate::tables::{At, at, member, mesh_block, task_block};

/// Private variables that the prologue fills for it.
pub struct Entry {
    pub address: Id,
    /// Of a task only.
    pub draw_index: Id,
    pub push_constants: Id,
}

impl Entry {
    pub fn declare(module: &mut Module) -> Self {
        let (address, word) = (module.uvec_type(2), module.u32_type());
        let mut variable = |ty, name| {
            let id = module.variable(StorageClass::Private, ty);
            module.set_name(id, name);
            id
        };
        Self {
            address: variable(address, "entry"),
            draw_index: variable(word, "draw_index"),
            push_constants: variable(word, "push_constants_offset"),
        }
    }
}

/// No groups: nobody asks for more of a task without.
pub fn begin_task(code: &mut Code<'_>, address: Id) -> Result<()> {
    let block = task_block(code.module);
    write_entry(code, address, block, |code, task| {
        let uvec3 = code.module.uvec_type(3);
        let none = code.module.null(uvec3);
        store(code, task, member::GROUPS, none)
    })
}

/// No primitives.
pub fn begin_mesh(code: &mut Code<'_>, address: Id) -> Result<()> {
    let block = mesh_block(code.module);
    write_entry(code, address, block, |code, mesh| {
        let zero = code.module.u32(0);
        store(code, mesh, member::PRIMITIVES, zero)
    })
}

/// `emit_mesh_tasks(x, y, z)`.
pub fn add_emit_mesh_tasks(module: &mut Module, id: Id, entry: &Entry) -> Result<()> {
    let block = task_block(module);
    add_function(module, id, "emit_mesh_tasks", 3, |code, counts| {
        let address = load_address(code, entry.address);
        write_entry(code, address, block, |code, task| {
            let uvec3 = code.module.uvec_type(3);
            let groups = code.construct(uvec3, counts);
            store(code, task, member::GROUPS, groups)?;
            let u32 = code.module.u32_type();
            let of_draw =
                [(member::TASK_DRAW_INDEX, entry.draw_index), (member::TASK_PUSH_CONSTANTS, entry.push_constants)];
            for (member, variable) in of_draw {
                let value = code.load(u32, variable);
                store(code, task, member, value)?;
            }
            Ok(())
        })
    })
}

/// `set_mesh_outputs(vertices, primitives)`, with no more than the declared maximum. `entry` is the variable of the address. Nobody
/// asks where it is the same for all.
pub fn add_set_mesh_outputs(module: &mut Module, id: Id, entry: Id, layout: &RecordLayout) -> Result<()> {
    let block = mesh_block(module);
    add_function(module, id, "set_mesh_outputs", 2, |code, counts| {
        if layout.primitive_indices == PrimitiveIndices::List {
            return Ok(());
        }
        let address = load_address(code, entry);
        write_entry(code, address, block, |code, mesh| {
            let (u32, count, maximum) = (code.module.u32_type(), counts[1], code.module.u32(layout.max_primitives));
            let less = code.compare(Op::ULessThan, count, maximum);
            let count = code.value(Op::Select, u32, [less.into(), count.into(), maximum.into()]);
            store(code, mesh, member::PRIMITIVES, count)
        })
    })
}

/// Writes of invocation 0: "the arguments are taken from the first invocation in each workgroup".
fn write_entry(
    code: &mut Code<'_>,
    address: Id,
    block: Id,
    write: impl FnOnce(&mut Code<'_>, At) -> Result<()>,
) -> Result<()> {
    let first = is_first(code);
    code.when(first, |code| {
        // The counts of meshes are packed.
        let entry = At { align: size_of::<u32>() as u32, ..at(code, address, block) };
        write(code, entry)
    })
}

fn load_address(code: &mut Code<'_>, entry: Id) -> Id {
    let address = code.module.uvec_type(2);
    code.load(address, entry)
}

fn store(code: &mut Code<'_>, entry: At, member: u32, value: Id) -> Result<()> {
    let member = code.module.u32(member);
    entry.store(code, &[member], value)
}

/// Adds `name(u32, …)` with the given body.
pub fn add_function(
    module: &mut Module,
    id: Id,
    name: &str,
    parameters: usize,
    body: impl FnOnce(&mut Code<'_>, &[Id]) -> Result<()>,
) -> Result<()> {
    let (void, u32) = (module.void_type(), module.u32_type());
    let ty = module.function_type(void, &vec![u32; parameters]);
    let arguments: Vec<Id> = (0..parameters).map(|_| module.fresh_id()).collect();
    let parameter = |&id: &Id| Instruction::new(Op::FunctionParameter, Some(u32), Some(id), []);
    let parameters = arguments.iter().map(parameter).collect();
    module.set_name(id, name);
    let label = module.fresh_id();
    let mut code = Code::new(module);
    code.label(label);
    body(&mut code, &arguments)?;
    code.effect(Op::Return, []);
    let body = code.body;
    let definition = Instruction::new(Op::Function, Some(void), Some(id), [0.into(), ty.into()]);
    module.functions.push(Function { definition, parameters, body });
    Ok(())
}
