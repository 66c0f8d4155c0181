//! Structures in device memory. Offsets are asserted below and repeated in `crates/meshwork-gpu/shaders/run.glsl`.
//!
//! Addresses are pairs of 32-bit words because `shaderInt64` is not required of a device: shaders hold them as `uvec2`
//! and bit-cast them to `PhysicalStorageBuffer` pointers.

use bytemuck::{Pod, Zeroable};

use crate::Divisor;

/// Workgroups in the x dimension of a flattened dispatch. A dispatch of `n` workgroups is `(min(n, DISPATCH_WIDTH),
/// ceil(n / DISPATCH_WIDTH), 1)`, a workgroup's flat index is `y * DISPATCH_WIDTH + x`, and the ones past the end return
/// at once: Vulkan guarantees only 65,535 workgroups on an axis.
pub const DISPATCH_WIDTH: u32 = 32_768;

/// Bytes of push constants of every compute stage: the addresses of the [`Run`] and of its [`Step`], each a `uvec2`.
pub const PUSH_CONSTANT_BYTES: u32 = 16;

/// Vertex input location of the lowered vertex stage where it loads by address: `uvec3`, one per instance, the values of
/// [`Run::vertices`] and [`Run::mesh_capacity`].
pub const VERTICES_LOCATION: u32 = 0;

/// Vertex input location of [`LayerInput::layer`], in vertex stages that have it ([`crate::RecordLayout::is_layered`]).
pub const LAYER_LOCATION: u32 = 1;

/// Layers that mesh shaders can reach: what the specification requires of `maxMeshOutputLayers`.
pub const OUTPUT_LAYERS: u32 = 8;

/// [`Run::flags`]: the run has a task stage.
pub const RUN_HAS_TASK: u32 = 1;
/// [`Run::flags`]: primitive indices are words, not packed bytes ([`crate::PrimitiveIndices`]).
pub const RUN_INDEX_WORDS: u32 = 2;
/// [`Run::flags`]: mesh workgroups write the index list themselves, `max_primitives` each ([`crate::PrimitiveIndices::List`]).
pub const RUN_INDEX_LIST: u32 = 4;

/// Mesh workgroups for which there is one of [`Run::task_hints`].
pub const TASK_HINT: u32 = 8;

/// Mesh workgroups whose primitives make up one of [`Run::sums`].
pub const SUM_BLOCK: u32 = 256;

/// Mesh workgroups whose indices one workgroup of `write_indices` writes. What it does before, and what that waits for, is then
/// done once for all of them; and the four counts of a load are theirs.
pub const INDEX_RECORDS: u32 = 4;

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

/// One run of mesh draws: where its tables lie, and its capacities. Written by the host and constant.
///
/// Addresses that shaders read are multiples of 16: lowered shaders declare their accesses so aligned.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Run {
    /// [`Draw`] × `draw_count`: written by the host, or by `expand_draws` where a draw is indirect.
    pub draws: Address,
    /// [`Command`] × `command_count`, for `expand_draws`.
    pub commands: Address,
    /// `u32` × `raster_count`: the first draw of each [`RasterDraw`].
    pub raster_firsts: Address,
    /// [`Task`] × `task_capacity`.
    pub tasks: Address,
    /// `payload_bytes` × `task_capacity`.
    pub payloads: Address,
    /// `u32` × (⌈`mesh_capacity` / [`TASK_HINT`]⌉ + 1): the task of each [`TASK_HINT`]th mesh workgroup of the step, then the last
    /// one; written by `place_tasks`. Between two of them a mesh workgroup looks for its task.
    pub task_hints: Address,
    /// `u32` × `mesh_capacity`: the number of primitives of each mesh workgroup.
    pub meshes: Address,
    /// `u32` × ⌈`mesh_capacity` / [`SUM_BLOCK`]⌉: their sums, and behind them, for each [`SUM_BLOCK`] of these that are full, the sums of
    /// those. Null where there are so few that each is added up anew.
    pub sums: Address,
    /// `record_primitive_bytes` × `mesh_capacity`.
    pub primitives: Address,
    /// `u32` × `mesh_capacity * max_primitives * corners`.
    pub indices: Address,
    /// [`RasterDraw`] × `raster_count`.
    pub raster: Address,
    /// Push constants of the program; a draw's begin at [`Draw::push_constants`].
    pub push_constants: Address,
    /// [`Statistics`], host memory.
    pub statistics: Address,
    /// `vertex_bytes` × `record_vertices` × `mesh_capacity`. This and the next are the vertex input at [`VERTICES_LOCATION`].
    pub vertices: Address,
    /// Mesh workgroups of a step, at most.
    pub mesh_capacity: u32,
    pub draw_count: u32,
    /// 0 where all draws are direct.
    pub command_count: u32,
    pub raster_count: u32,
    /// Workgroups of the first stage in all draws, where all are direct.
    pub total: u32,
    pub task_capacity: u32,
    pub payload_bytes: u32,
    pub vertex_bytes: u32,
    /// Vertices that a record has room for ([`crate::RecordLayout::vertices`]).
    pub record_vertices: u32,
    pub max_vertices: u32,
    pub max_primitives: u32,
    /// Vertices of a primitive: 1, 2 or 3.
    pub corners: u32,
    /// How many of them, from `own_corner` on, are a vertex of this primitive alone ([`crate::OwnCorners`]).
    pub own_corners: u32,
    pub own_corner: u32,
    /// Bytes from one primitive of a record to the next.
    pub primitive_bytes: u32,
    /// Bytes from the primitives of one record to those of the next.
    pub record_primitive_bytes: u32,
    /// Byte offset of the vertex indices in a primitive.
    pub primitive_indices_offset: u32,
    /// Bytes of the values of a primitive, at its start. An own vertex has a copy of them …
    pub primitive_value_bytes: u32,
    /// … at this byte offset.
    pub primitive_values_offset: u32,
    /// `RUN_…` bits.
    pub flags: u32,
    /// Place of `indices` in their buffer, in indices. The buffer is bound as a whole: indirect draws ignore the offset of an
    /// index buffer in Mesa 22.
    pub first_index: u32,
    /// Records of a mesh workgroup: one for each view up to the last where [`crate::RecordLayout::is_per_view`], else 1. The
    /// index list names vertices of the first one; the vertex stage takes that of its view.
    pub views: u32,
    /// The views that have one, bit by bit. The others are only room.
    pub view_mask: u32,
    pub pad: u32,
}

/// Which workgroups of a run a step takes. Written by the host where it knows, else by kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Step {
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
    /// Steps of the run before this one.
    pub number: u32,
    /// Draws for a workgroup of the first stage, in 2⁻³¹: where shaders begin to look for a workgroup's draw. The place is right
    /// where all draws are of one size, and else no matter.
    pub draws_per_workgroup: u32,
    pub pad: [u32; 2],
    /// `VkDispatchIndirectCommand` of the task stage, padded to 16 bytes.
    pub task_dispatch: [u32; 4],
    /// … of the mesh stage.
    pub mesh_dispatch: [u32; 4],
    /// … of `write_indices`.
    pub write_dispatch: [u32; 4],
}

impl Step {
    /// [`Self::draws_per_workgroup`]: rounded up, so that the first workgroup of a draw is not taken for the last of the one before.
    pub const fn draws_per_workgroup(draws: u32, workgroups: u32) -> u32 {
        let workgroups = if workgroups == 0 { 1 } else { workgroups };
        let ratio = ((draws as u64) << 31).div_ceil(workgroups as u64);
        if ratio > u32::MAX as u64 { u32::MAX } else { ratio as u32 }
    }
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
    /// Divides by `groups[0]`: a workgroup's place becomes its `WorkgroupId`.
    pub by_width: Divisor,
}

/// One draw command of a run with indirect draws: becomes `max_draws` entries of [`Run::draws`].
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
    /// The draw's [`Draw::draw_index`]; written by the task stage.
    pub draw_index: u32,
    /// Mesh workgroups of the batch's earlier tasks; written by `place_tasks`.
    pub first_mesh: u32,
    /// The draw's [`Draw::push_constants`]; written by the task stage.
    pub push_constants: u32,
    /// Divides by `groups[0]`; written by `place_tasks`.
    pub by_width: Divisor,
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
    /// The largest [`Step::mesh_total`]: what the run's memory should hold to need one step.
    pub most_meshes: u32,
    /// [`Step::unfinished`] after the last step: task and mesh workgroups that never started, as far as they are known.
    pub unfinished: u32,
}

/// Vertex input, one per instance, of a vertex stage that draws one layer. Only the host and vertex input know it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct LayerInput {
    /// [`Run::vertices`]
    pub vertices: Address,
    /// [`Run::mesh_capacity`]
    pub mesh_capacity: u32,
    pub layer: u32,
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

/// What a run's mesh draws add to queries, for `count_draws`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Counting {
    /// [`Run`].
    pub run: Address,
    /// [`CountedDraws`] × `count`.
    pub draws: Address,
    /// [`Run::raster`].
    pub raster: Address,
    pub count: u32,
    /// Invocations of a task workgroup, 0 without task stage …
    pub task_invocations: u32,
    /// … and of a mesh workgroup, in all views.
    pub mesh_invocations: u32,
    /// Views that each primitive is drawn in.
    pub views: u32,
    pub pad: [u32; 2],
}

/// Raster draws `first .. end` of a run, whose work one query counts.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct CountedDraws {
    /// [`QueryCounts`].
    pub counts: Address,
    pub first: u32,
    pub end: u32,
}

/// What a query has counted since it was reset. Each number is 64 bits, low word first.
///
/// Behind it lie as many numbers as the driver counts for the query, twice: the sums of its parts so far, where it was ended
/// and begun again, and the part that is being added.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct QueryCounts {
    pub primitives: [u32; 2],
    pub task_invocations: [u32; 2],
    pub mesh_invocations: [u32; 2],
    /// 1 when mesh draws are counted no more.
    pub available: u32,
    /// 0, [`QUERY_SPLIT`] or [`QUERY_SUMMED`].
    pub parts: u32,
}

/// The query is being ended and begun again: what the driver has of it is a part, available or not.
pub const QUERY_SPLIT: u32 = 1;
/// It has ended: what the driver has is its last part.
pub const QUERY_SUMMED: u32 = 2;

/// Bytes of a query with so many numbers of the driver's.
pub const fn query_bytes(driver_numbers: u32) -> u64 {
    size_of::<QueryCounts>() as u64 + 16 * driver_numbers as u64
}

/// Results to complete that the driver has copied: `vkCmdCopyQueryPoolResults`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct QueryResults {
    /// The [`QueryCounts`] of the first query.
    pub counts: Address,
    /// Where its result lies; the next ones follow `stride` bytes apart.
    pub results: Address,
    pub stride: u32,
    pub count: u32,
    /// Of the driver's, which come first.
    pub driver_numbers: u32,
    /// [`RESULT_PRIMITIVES`] and so on.
    pub flags: u32,
}

/// Numbers of [`QueryCounts`] that a result has behind the driver's.
pub const RESULT_PRIMITIVES: u32 = 1;
pub const RESULT_TASK_INVOCATIONS: u32 = 2;
pub const RESULT_MESH_INVOCATIONS: u32 = 4;
/// `VK_QUERY_RESULT_64_BIT`, `…WITH_AVAILABILITY_BIT` and `…PARTIAL_BIT`.
pub const RESULT_64_BIT: u32 = 8;
pub const RESULT_AVAILABILITY: u32 = 16;
pub const RESULT_PARTIAL: u32 = 32;

/// Declares each structure's size and the offsets that shader code spells as numbers.
macro_rules! layout {
    ($($ty:ident = $size:literal { $($field:ident = $offset:literal),* $(,)? })*) => { $(
        const _: () = assert!(size_of::<$ty>() == $size);
        $(const _: () = assert!(core::mem::offset_of!($ty, $field) == $offset);)*
    )* };
}

layout! {
    Run = 208 {
        draws = 0, commands = 8, raster_firsts = 16, tasks = 24, payloads = 32, task_hints = 40, meshes = 48,
        sums = 56, primitives = 64, indices = 72, raster = 80, push_constants = 88, statistics = 96,
        vertices = 104, mesh_capacity = 112, draw_count = 116, command_count = 120, raster_count = 124,
        total = 128, task_capacity = 132, payload_bytes = 136, vertex_bytes = 140,
        record_vertices = 144, max_vertices = 148, max_primitives = 152, corners = 156, own_corners = 160,
        own_corner = 164, primitive_bytes = 168, record_primitive_bytes = 172, primitive_indices_offset = 176,
        primitive_value_bytes = 180, primitive_values_offset = 184, flags = 188, first_index = 192,
        views = 196, view_mask = 200,
    }
    Step = 96 {
        total = 0, task_first = 4, task_count = 8, mesh_total = 12, mesh_first = 16, mesh_count = 20, unfinished
        = 24, new_tasks = 28, number = 32, draws_per_workgroup = 36, task_dispatch = 48, mesh_dispatch = 64, write_dispatch = 80,
    }
    Draw = 32 { groups = 0, first_workgroup = 12, draw_index = 16, push_constants = 20, by_width = 24 }
    Command = 48 { arguments = 0, count = 8, stride = 16, max_draws = 20, first_draw = 24, push_constants = 28, groups = 32 }
    Task = 32 { groups = 0, draw_index = 12, first_mesh = 16, push_constants = 20, by_width = 24 }
    Statistics = 24 { task_workgroups = 0, mesh_workgroups = 4, primitives = 8, steps = 12, most_meshes = 16, unfinished = 20 }
    Counting = 48 { run = 0, draws = 8, raster = 16, count = 24, task_invocations = 28, mesh_invocations = 32, views = 36 }
    CountedDraws = 16 { counts = 0, first = 8, end = 12 }
    QueryCounts = 32 { primitives = 0, task_invocations = 8, mesh_invocations = 16, available = 24, parts = 28 }
    QueryResults = 32 { counts = 0, results = 8, stride = 16, count = 20, driver_numbers = 24, flags = 28 }
    RasterDraw = 20 { index_count = 0, instance_count = 4, first_index = 8, vertex_offset = 12, first_instance = 16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_draws_every_workgroups_place_is_right() {
        for size in [1, 2, 3, 5, 7, 13, 64, 433, 65_535] {
            for draws in [1, 2, 3, 480, 4_800] {
                let ratio = Step::draws_per_workgroup(draws, draws * size);
                for workgroup in (0..draws).flat_map(|draw| [draw * size, draw * size + size - 1]) {
                    // As the shaders do.
                    let place = (2 * u64::from(workgroup) * u64::from(ratio)) >> 32;
                    let is_far = u64::from(workgroup) * u64::from(size) >= 1 << 31;
                    assert!(is_far || place == u64::from(workgroup / size), "{workgroup} of {draws} draws of {size}");
                }
            }
        }
    }

    #[test]
    fn the_ratio_stays_a_word() {
        assert_eq!(Step::draws_per_workgroup(u32::MAX, 0), u32::MAX);
        assert_eq!(Step::draws_per_workgroup(0, 5), 0);
        assert_eq!(Step::draws_per_workgroup(7, 7), 1 << 31);
    }
}
