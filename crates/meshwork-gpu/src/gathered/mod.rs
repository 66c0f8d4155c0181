//! The native twin of runs, for programs on a GPU that has mesh shaders: many mesh draws by one `vkCmdDrawMeshTasksEXT`.
//!
//! The program makes its pipeline of the shaders that `meshwork_passes::gather` answers and its own fragment shader and
//! state, with a layout of its descriptor sets and [`GATHERED_PUSH_CONSTANTS`]. Consecutive draws with that pipeline and the
//! same descriptors go into [`GatheredDraws`]; the [`GatheredDraw`] that it becomes is recorded where the last of them stood.
//! Pixels are those of the draws one by one.
//!
//! Indirect draws are not gathered: the number of workgroups must be known when commands are recorded. Statistics queries
//! count workgroups that fill up the last row of more than 65,535 of them.
//!
//! A GPU that starts draws fast gains nothing: [`Gathering`] finds out.

mod gathering;

use ash::{ext, vk};
use meshwork_abi::gathered::{Draw, PUSH_CONSTANT_BYTES, Table, push_constant_stride};
use meshwork_abi::gpu::Address;

use crate::context::Context;
use crate::error::Error;
use crate::memory::Arena;

pub use gathering::Gathering;

const STAGES: vk::ShaderStageFlags =
    vk::ShaderStageFlags::from_raw(vk::ShaderStageFlags::TASK_EXT.as_raw() | vk::ShaderStageFlags::MESH_EXT.as_raw());

/// The only range of push constants of a gathered pipeline's layout.
pub const GATHERED_PUSH_CONSTANTS: vk::PushConstantRange =
    vk::PushConstantRange { stage_flags: STAGES, offset: 0, size: PUSH_CONSTANT_BYTES };

/// What every device with mesh shaders draws at once: the least that `maxTaskWorkGroupTotalCount` and
/// `maxMeshWorkGroupTotalCount` may be. Whole rows of a dispatch.
const MAX_WORKGROUPS: u64 = 1 << 22;
/// The same for one axis: `maxTaskWorkGroupCount` and `maxMeshWorkGroupCount`.
const MAX_ROW: u32 = 65_535;
/// Width of what does not fit in one row. Mesa's lavapipe (25.0) draws workgroups of wider rows in another order.
const WIDTH: u32 = 4_096;
const _: () = assert!(MAX_WORKGROUPS.is_multiple_of(WIDTH as u64) && MAX_WORKGROUPS / (WIDTH as u64) <= MAX_ROW as u64);

/// Direct mesh draws on their way into one. To be used again after [`Self::clear`]: then it allocates nothing.
#[derive(Debug)]
pub struct GatheredDraws {
    draws: Vec<Draw>,
    push_constants: Vec<u8>,
    push_constant_bytes: usize,
    workgroups: u32,
}

impl GatheredDraws {
    /// For a pipeline whose shaders read this much of each draw's push constants (`Gathered::push_constant_bytes`).
    pub fn new(push_constant_bytes: u32) -> Self {
        Self {
            draws: Vec::new(),
            push_constants: Vec::new(),
            push_constant_bytes: push_constant_bytes as usize,
            workgroups: 0,
        }
    }

    /// Adds a `vkCmdDrawMeshTasksEXT`. `push_constants` are what is set for task and mesh stage, from offset 0; what is missing
    /// is zero. A draw without workgroups draws nothing and is left out.
    ///
    /// # Errors
    /// With this draw there would be more workgroups than devices must be able to draw at once. It was not added: record what
    /// there is, and begin anew.
    pub fn draw(&mut self, groups: [u32; 3], push_constants: &[u8]) -> Result<(), Error> {
        let count = groups.iter().fold(1_u64, |product, &n| product.saturating_mul(n.into()));
        if count == 0 {
            return Ok(());
        }
        let workgroups = count.saturating_add(self.workgroups.into());
        if workgroups > MAX_WORKGROUPS {
            let (what, maximum) = ("workgroups of gathered draws", MAX_WORKGROUPS);
            return Err(Error::TooMany { what, count: workgroups, maximum });
        }
        self.draws.push(Draw { groups, first_workgroup: self.workgroups });
        self.workgroups = workgroups as u32;
        let read = &push_constants[..push_constants.len().min(self.push_constant_bytes)];
        self.push_constants.extend_from_slice(read);
        let stride = push_constant_stride(self.push_constant_bytes as u32) as usize;
        self.push_constants.resize(self.draws.len() * stride, 0);
        Ok(())
    }

    /// Draws that have workgroups.
    pub fn draw_count(&self) -> u32 {
        self.draws.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.draws.is_empty()
    }

    pub fn clear(&mut self) {
        self.draws.clear();
        self.push_constants.clear();
        self.workgroups = 0;
    }

    /// Writes the table. The draw is valid until the arena is reset.
    ///
    /// # Errors
    /// What the driver answers to an allocation.
    pub fn finish(&mut self, arena: &mut Arena) -> Result<GatheredDraw, Error> {
        if self.draws.is_empty() {
            return Ok(GatheredDraw { table: 0, workgroups: 0 });
        }
        // Where a shader looks for the end of the last draw.
        self.draws.push(Draw { groups: [0; 3], first_workgroup: self.workgroups });
        let draws = arena.table(bytemuck::cast_slice(&self.draws));
        self.draws.pop();
        let draws = Address::new(draws?.address);
        let push_constants = match self.push_constants[..] {
            [] => Address::NULL,
            ref bytes => Address::new(arena.table(bytes)?.address),
        };
        let table = Table {
            draws,
            push_constants,
            draw_count: self.draw_count(),
            workgroups: self.workgroups,
            draws_per_workgroup: self.draw_count() as f32 / self.workgroups as f32,
            pad: 0,
        };
        let table = arena.table(bytemuck::bytes_of(&table))?.address;
        Ok(GatheredDraw { table, workgroups: self.workgroups })
    }
}

/// One draw that does the work of several.
#[derive(Clone, Copy, Debug)]
pub struct GatheredDraw {
    table: u64,
    workgroups: u32,
}

impl GatheredDraw {
    /// Records the push constants and the draw, or nothing where no draw had workgroups.
    ///
    /// # Safety
    /// `cmd` is recording inside a render pass on the context's device, whose commands `mesh` holds. Bound are a pipeline made
    /// of gathered shaders and its descriptors; `layout` is the pipeline's, with [`GATHERED_PUSH_CONSTANTS`]. The arena of the
    /// table is not reset before the execution is over.
    pub unsafe fn record(
        &self,
        context: &Context,
        mesh: &ext::mesh_shader::Device,
        cmd: vk::CommandBuffer,
        layout: vk::PipelineLayout,
    ) {
        if self.workgroups == 0 {
            return;
        }
        let [x, y] = dispatch(self.workgroups);
        // SAFETY: the caller's contract; every device takes dispatches of this size.
        unsafe {
            context.shared.device.cmd_push_constants(cmd, layout, STAGES, 0, &self.table.to_le_bytes());
            mesh.cmd_draw_mesh_tasks(cmd, x, y, 1);
        }
    }
}

/// Width and rows of the dispatch.
fn dispatch(workgroups: u32) -> [u32; 2] {
    if workgroups <= MAX_ROW { [workgroups, 1] } else { [WIDTH, workgroups.div_ceil(WIDTH)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_lie_one_after_the_other() {
        let mut draws = GatheredDraws::new(20);
        draws.draw([2, 3, 1], &[1; 64]).expect("fits");
        draws.draw([5, 0, 9], &[2; 64]).expect("nothing");
        draws.draw([1, 1, 4], &[3; 8]).expect("fits");
        let firsts: Vec<_> = draws.draws.iter().map(|draw| draw.first_workgroup).collect();
        assert_eq!((firsts, draws.workgroups, draws.draw_count()), (vec![0, 6], 10, 2));
        let expected = [[1; 20].as_slice(), &[0; 12], &[3; 8], &[0; 24]].concat();
        assert_eq!(draws.push_constants, expected, "32 bytes each, no more than is read");
        draws.clear();
        assert!(draws.is_empty());
    }

    #[test]
    fn a_draw_that_does_not_fit_changes_nothing() {
        let mut draws = GatheredDraws::new(0);
        draws.draw([1 << 11, 1 << 11, 1], &[]).expect("as many as fit");
        let error = draws.draw([1, 1, 1], &[]).expect_err("one too many");
        assert!(matches!(error, Error::TooMany { count: 4_194_305, .. }), "{error}");
        draws.draw([u32::MAX; 3], &[]).expect_err("far too many");
        assert_eq!((draws.draw_count(), dispatch(draws.workgroups)), (1, [4_096, 1_024]));
        assert_eq!([3, 65_535, 65_536, 65_537].map(dispatch), [[3, 1], [65_535, 1], [4_096, 16], [4_096, 17]]);
    }
}
