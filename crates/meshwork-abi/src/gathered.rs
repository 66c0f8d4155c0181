//! The table of a gathered draw: many mesh draws of one pipeline and descriptor state, drawn by the device's own mesh shaders
//! with one `vkCmdDrawMeshTasksEXT`. Written by the host, read by shaders that the pass `gather` made.
//!
//! The dispatch has one row, or two dimensions of any width: a workgroup's flat index is `y * width + x`. Workgroups past
//! [`Table::workgroups`] do nothing. A workgroup's draw is the last of `draws` whose `first_workgroup` is not above its flat
//! index, so draws without workgroups have none. A shader begins its search at `index * draws_per_workgroup`, which is right where all draws are of one size.

use bytemuck::{Pod, Zeroable};

use crate::gpu::Address;

/// Bytes of push constants of a gathered pipeline's task and mesh stages: the address of the [`Table`] as `uvec2` at offset 0.
pub const PUSH_CONSTANT_BYTES: u32 = 8;

/// Its address and those in it are multiples of 16.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Table {
    /// [`Draw`] × (`draw_count` + 1): one more, which begins where the last one ends.
    pub draws: Address,
    /// The program's push constants, [`push_constant_stride`] bytes for each draw.
    pub push_constants: Address,
    /// At least 1.
    pub draw_count: u32,
    /// Of all draws; at least 1.
    pub workgroups: u32,
    /// `draw_count / workgroups`.
    pub draws_per_workgroup: f32,
    pub pad: u32,
}

/// One direct mesh draw.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Draw {
    pub groups: [u32; 3],
    /// Workgroups of the draws before.
    pub first_workgroup: u32,
}

/// Bytes from one draw's push constants to the next one's, where shaders read `bytes` of them.
pub const fn push_constant_stride(bytes: u32) -> u32 {
    bytes.next_multiple_of(16)
}

const _: () = assert!(size_of::<Table>() == 32 && size_of::<Draw>() == 16);
