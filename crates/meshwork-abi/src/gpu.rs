//! Structures in device memory. Offsets are asserted below and repeated in `crates/meshwork-gpu/shaders/run.glsl`.
//!
//! Addresses are pairs of 32-bit words because `shaderInt64` is not required of a device: shaders hold them as `uvec2`
//! and bit-cast them to `PhysicalStorageBuffer` pointers.

use bytemuck::{Pod, Zeroable};

/// Workgroups in the x dimension of a flattened dispatch. A dispatch of `n` workgroups is `(min(n, DISPATCH_WIDTH),
/// ceil(n / DISPATCH_WIDTH), 1)`, a workgroup's flat index is `y * DISPATCH_WIDTH + x`, and the ones past the end return
/// at once: Vulkan guarantees only 65,535 workgroups on an axis.
pub const DISPATCH_WIDTH: u32 = 32_768;

/// Bytes of push constants of every compute stage: the address of the [`Run`] as `uvec2` at offset 0.
pub const PUSH_CONSTANT_BYTES: u32 = 8;

/// Vertex input location of the lowered vertex stage: `uvec2`, one per instance, the value of [`Run::records`].
pub const RECORDS_LOCATION: u32 = 0;

/// [`Run::flags`]: the run has a task stage.
pub const RUN_HAS_TASK: u32 = 1;
/// [`Run::flags`]: [`crate::IndexMode::PerCorner`] (otherwise shared indices).
pub const RUN_PER_CORNER: u32 = 2;
/// [`Run::flags`]: primitive indices are words, not packed bytes ([`crate::PrimitiveIndices`]).
pub const RUN_INDEX_WORDS: u32 = 4;

/// A buffer device address, low word first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Address(pub [u32; 2]);

impl Address {
    pub const NULL: Self = Self([0; 2]);

    pub const fn new(address: u64) -> Self {
        Self([address as u32, (address >> 32) as u32])
    }

    pub const fn get(self) -> u64 {
        self.0[0] as u64 | (self.0[1] as u64) << 32
    }
}

/// One run of mesh draws: where its tables lie, its capacities, and the cursors of the step in progress.
///
/// The host writes a template with everything up to `first_index`; `begin_pass` copies it to device memory, and kernels write the
/// rest there. The run's address and those in it that shaders read are multiples of 16: lowered shaders declare their
/// accesses so aligned.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Run {
    /// [`Draw`] × `draw_count`.
    pub draws: Address,
    /// [`Command`] × `command_count`, host memory: read once, by `begin_pass`.
    pub commands: Address,
    /// [`Task`] × `task_capacity`.
    pub tasks: Address,
    /// `payload_bytes` × `task_capacity`.
    pub payloads: Address,
    /// [`Mesh`] × `mesh_capacity`.
    pub meshes: Address,
    /// `record_bytes` × `mesh_capacity`.
    pub records: Address,
    /// `u32` × `mesh_capacity * max_primitives * corners`.
    pub indices: Address,
    /// [`RasterDraw`] × `draw_count`.
    pub raster: Address,
    /// Push constants of the program; a draw's begin at [`Draw::push_constants`].
    pub push_constants: Address,
    /// [`Statistics`], host memory.
    pub statistics: Address,
    pub draw_count: u32,
    pub command_count: u32,
    pub task_capacity: u32,
    pub mesh_capacity: u32,
    pub payload_bytes: u32,
    pub record_bytes: u32,
    pub max_vertices: u32,
    pub max_primitives: u32,
    /// Vertices of a primitive: 1, 2 or 3.
    pub corners: u32,
    /// `RUN_…` bits.
    pub flags: u32,
    /// Byte offset of the primitive indices in a record.
    pub primitive_indices_offset: u32,
    /// Place of `indices` in their buffer, in indices. The buffer is bound as a whole: indirect draws ignore the offset of an
    /// index buffer in Mesa 22.
    pub first_index: u32,

    /// Workgroups of the first stage in all draws.
    pub total: u32,
    /// The task batch: workgroups `task_first .. task_first + task_count` of the run.
    pub task_first: u32,
    pub task_count: u32,
    /// Mesh workgroups that the task batch asked for; without task stage equal to `total`.
    pub mesh_total: u32,
    /// The mesh batch: workgroups `mesh_first .. mesh_first + mesh_count` of `mesh_total`.
    pub mesh_first: u32,
    pub mesh_count: u32,
    /// Task and mesh workgroups that are left for a further step, as far as they are known; saturates.
    pub unfinished: u32,
    /// 1 when this step's task stage runs, 0 when the last task batch still has mesh workgroups to start.
    pub new_tasks: u32,
    /// `VkDispatchIndirectCommand` of the task stage, padded to 16 bytes.
    pub task_dispatch: [u32; 4],
    /// `VkDispatchIndirectCommand` of the mesh stage and of `write_indices`, padded to 16 bytes.
    pub mesh_dispatch: [u32; 4],
}

/// One mesh draw: a direct one, or one entry of an indirect one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Draw {
    pub groups: [u32; 3],
    /// Workgroups of the first stage in the run's earlier draws.
    pub first_workgroup: u32,
    /// The built-in `DrawIndex`.
    pub draw_index: u32,
    /// Byte offset from [`Run::push_constants`], a multiple of 16. `RecordLayout::push_constant_bytes` can be read from there.
    pub push_constants: u32,
    pub pad: [u32; 2],
}

/// One recorded draw command: fills `max_draws` entries of [`Run::draws`], which `begin_pass` does on the device.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Command {
    /// `VkDrawMeshTasksIndirectCommandEXT` structures, `stride` bytes apart. Null: direct, with `groups`.
    pub arguments: Address,
    /// Where the `u32` draw count lies. Null: `max_draws`.
    pub count: Address,
    pub stride: u32,
    pub max_draws: u32,
    /// First entry in [`Run::draws`].
    pub first_draw: u32,
    /// Byte offset from [`Run::push_constants`].
    pub push_constants: u32,
    pub groups: [u32; 3],
    pub pad: u32,
}

/// What a task workgroup asked for.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Task {
    /// Written by the task stage.
    pub groups: [u32; 3],
    /// Index of the draw in [`Run::draws`]; written by the task stage.
    pub draw: u32,
    /// Mesh workgroups of the batch's earlier tasks; written by `place_tasks`.
    pub first_mesh: u32,
    pub pad: [u32; 3],
}

/// What a mesh workgroup put out.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Mesh {
    pub vertices: u32,
    pub primitives: u32,
    /// Primitives of the batch's earlier workgroups; written by `place_primitives`.
    pub first_primitive: u32,
    pub pad: u32,
}

/// What a run did, summed over the steps of one execution; for the host to read.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Statistics {
    pub task_workgroups: u32,
    pub mesh_workgroups: u32,
    pub primitives: u32,
    /// Steps that had mesh workgroups.
    pub steps: u32,
    /// The largest [`Run::mesh_total`]: what the run's memory should hold to need one step.
    pub most_meshes: u32,
    /// [`Run::unfinished`] after the last step: task and mesh workgroups that never started, as far as they are known.
    pub unfinished: u32,
}

/// `VkDrawIndexedIndirectCommand`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct RasterDraw {
    pub index_count: u32,
    pub instance_count: u32,
    pub first_index: u32,
    pub vertex_offset: i32,
    pub first_instance: u32,
}

/// Declares each structure's size and the offsets that shader code spells as numbers.
macro_rules! layout {
    ($($ty:ident = $size:literal { $($field:ident = $offset:literal),* $(,)? })*) => { $(
        const _: () = assert!(size_of::<$ty>() == $size);
        $(const _: () = assert!(core::mem::offset_of!($ty, $field) == $offset);)*
    )* };
}

layout! {
    Run = 192 {
        draws = 0, commands = 8, tasks = 16, payloads = 24, meshes = 32, records = 40, indices = 48, raster = 56,
        push_constants = 64, statistics = 72, draw_count = 80, command_count = 84, task_capacity = 88, mesh_capacity = 92,
        payload_bytes = 96, record_bytes = 100, max_vertices = 104, max_primitives = 108, corners = 112, flags = 116,
        primitive_indices_offset = 120, first_index = 124, total = 128, task_first = 132, task_count = 136, mesh_total = 140,
        mesh_first = 144, mesh_count = 148, unfinished = 152, new_tasks = 156, task_dispatch = 160, mesh_dispatch = 176,
    }
    Draw = 32 { groups = 0, first_workgroup = 12, draw_index = 16, push_constants = 20 }
    Command = 48 { arguments = 0, count = 8, stride = 16, max_draws = 20, first_draw = 24, push_constants = 28, groups = 32 }
    Task = 32 { groups = 0, draw = 12, first_mesh = 16 }
    Mesh = 16 { vertices = 0, primitives = 4, first_primitive = 8 }
    Statistics = 24 { task_workgroups = 0, mesh_workgroups = 4, primitives = 8, steps = 12, most_meshes = 16, unfinished = 20 }
    RasterDraw = 20 { index_count = 0, instance_count = 4, first_index = 8, vertex_offset = 12, first_instance = 16 }
}
