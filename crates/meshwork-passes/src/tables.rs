//! The structures of [`meshwork_abi::gpu`] as shaders see them.

use std::mem::offset_of;

use meshwork_abi::gpu;
use meshwork_spirv::spirv::{Decoration, Op, StorageClass};
use meshwork_spirv::{Code, Id, Module};

use crate::error::Result;
use crate::memory::{self, BASE_ALIGNMENT, Sharing};

/// A struct with members at offsets, of words or vectors of them: the part of a structure of [`meshwork_abi`] that shaders use.
pub fn structure(module: &mut Module, name: &str, members: &[(usize, u32, &str)]) -> Id {
    let types: Vec<Id> = members
        .iter()
        .map(|&(_, components, _)| if components == 1 { module.u32_type() } else { module.uvec_type(components) })
        .collect();
    let id = module.make_global(Op::TypeStruct, None, types.iter().map(|&ty| ty.into()).collect::<Vec<_>>());
    module.set_name(id, name);
    for (n, &(offset, _, name)) in members.iter().enumerate() {
        module.decorate_member(id, n as u32, Decoration::Offset, &[offset as u32]);
        module.set_member_name(id, n as u32, name);
    }
    id
}

/// Says of every member that this shader does not write it.
pub fn read_only(module: &mut Module, structure: Id, members: u32) {
    for member in 0..members {
        if !module.is_decorated(structure, Some(member), Decoration::NonWritable) {
            module.decorate_member(structure, member, Decoration::NonWritable, &[]);
        }
    }
}

/// A block that is an array of `element`, to be read.
pub fn table(module: &mut Module, element: Id, stride: usize) -> Id {
    let array = module.make_global(Op::TypeRuntimeArray, None, [element.into()]);
    module.decorate(array, Decoration::ArrayStride, &[stride as u32]);
    let block = module.make_global(Op::TypeStruct, None, [array.into()]);
    module.decorate(block, Decoration::Block, &[]);
    module.decorate_member(block, 0, Decoration::Offset, &[0]);
    read_only(module, block, 1);
    block
}

/// Members of the structures below, by their place.
pub mod member {
    pub const DRAWS: u32 = 0;
    pub const TASKS: u32 = 1;
    pub const PAYLOADS: u32 = 2;
    pub const MESHES: u32 = 3;
    pub const VERTICES: u32 = 4;
    pub const PRIMITIVE_PARTS: u32 = 5;
    pub const PUSH_CONSTANTS: u32 = 6;
    pub const DRAW_COUNT: u32 = 7;
    pub const TASK_HINTS: u32 = 8;
    pub const VIEWS: u32 = 9;
    pub const VIEW_MASK: u32 = 10;
    pub const INDICES: u32 = 11;

    pub const TASK_FIRST: u32 = 0;
    pub const TASK_COUNT: u32 = 1;
    pub const MESH_FIRST: u32 = 2;
    pub const MESH_COUNT: u32 = 3;
    pub const DRAWS_PER_WORKGROUP: u32 = 4;

    pub const GROUPS: u32 = 0;
    pub const DRAW_FIRST_WORKGROUP: u32 = 1;
    pub const DRAW_INDEX: u32 = 2;
    pub const DRAW_PUSH_CONSTANTS: u32 = 3;
    pub const DRAW_BY_WIDTH: u32 = 4;
    pub const TASK_DRAW_INDEX: u32 = 1;
    pub const TASK_FIRST_MESH: u32 = 2;
    pub const TASK_PUSH_CONSTANTS: u32 = 3;
    pub const TASK_BY_WIDTH: u32 = 4;
    pub const PRIMITIVES: u32 = 0;
}

pub fn run_structure(module: &mut Module) -> Id {
    use gpu::Run;
    let members = [
        (offset_of!(Run, draws), 2, "draws"),
        (offset_of!(Run, tasks), 2, "tasks"),
        (offset_of!(Run, payloads), 2, "payloads"),
        (offset_of!(Run, meshes), 2, "meshes"),
        (offset_of!(Run, vertices), 2, "vertices"),
        (offset_of!(Run, primitives), 2, "primitives"),
        (offset_of!(Run, push_constants), 2, "push_constants"),
        (offset_of!(Run, draw_count), 1, "draw_count"),
        (offset_of!(Run, task_hints), 2, "task_hints"),
        (offset_of!(Run, views), 1, "views"),
        (offset_of!(Run, view_mask), 1, "view_mask"),
        (offset_of!(Run, indices), 2, "indices"),
    ];
    read_only_block(module, "Run", &members)
}

pub fn step_structure(module: &mut Module) -> Id {
    use gpu::Step;
    let members = [
        (offset_of!(Step, task_first), 1, "task_first"),
        (offset_of!(Step, task_count), 1, "task_count"),
        (offset_of!(Step, mesh_first), 1, "mesh_first"),
        (offset_of!(Step, mesh_count), 1, "mesh_count"),
        (offset_of!(Step, draws_per_workgroup), 1, "draws_per_workgroup"),
    ];
    read_only_block(module, "Step", &members)
}

fn read_only_block(module: &mut Module, name: &str, members: &[(usize, u32, &str)]) -> Id {
    let id = structure(module, name, members);
    module.decorate(id, Decoration::Block, &[]);
    read_only(module, id, members.len() as u32);
    id
}

pub fn draw_structure(module: &mut Module) -> Id {
    use gpu::Draw;
    structure(
        module,
        "Draw",
        &[
            (offset_of!(Draw, groups), 3, "groups"),
            (offset_of!(Draw, first_workgroup), 1, "first_workgroup"),
            (offset_of!(Draw, draw_index), 1, "draw_index"),
            (offset_of!(Draw, push_constants), 1, "push_constants"),
            (offset_of!(Draw, by_width), 2, "by_width"),
        ],
    )
}

pub fn task_structure(module: &mut Module) -> Id {
    use gpu::Task;
    structure(
        module,
        "Task",
        &[
            (offset_of!(Task, groups), 3, "groups"),
            (offset_of!(Task, draw_index), 1, "draw_index"),
            (offset_of!(Task, first_mesh), 1, "first_mesh"),
            (offset_of!(Task, push_constants), 1, "push_constants"),
            (offset_of!(Task, by_width), 2, "by_width"),
        ],
    )
}

/// The number of primitives of one mesh workgroup, to be written.
pub fn mesh_block(module: &mut Module) -> Id {
    let id = structure(module, "Mesh", &[(0, 1, "primitives")]);
    module.decorate(id, Decoration::Block, &[]);
    id
}

/// One [`gpu::Task`], to be written.
pub fn task_block(module: &mut Module) -> Id {
    let id = task_structure(module);
    module.decorate(id, Decoration::Block, &[]);
    id
}

/// A block pointer made of an address, and the block's type.
#[derive(Clone, Copy)]
pub struct At {
    pub pointer: Id,
    pub block: Id,
    pub align: u32,
}

pub fn at(code: &mut Code<'_>, address: Id, block: Id) -> At {
    let ty = code.module.pointer_type(StorageClass::PhysicalStorageBuffer, block);
    At { pointer: code.value(Op::Bitcast, ty, [address.into()]), block, align: BASE_ALIGNMENT }
}

impl At {
    pub fn load(self, code: &mut Code<'_>, indices: &[Id]) -> Result<Id> {
        Ok(memory::part_aligned(code, self.pointer, self.align, self.block, indices)?.load(code, Sharing::Alone))
    }

    pub fn store(self, code: &mut Code<'_>, indices: &[Id], value: Id) -> Result<()> {
        memory::part_aligned(code, self.pointer, self.align, self.block, indices)?.store(code, value, Sharing::Alone);
        Ok(())
    }
}
