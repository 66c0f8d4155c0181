//! Where a shader says how much it makes, and the control flow around it.

use crate::case::{CASE, Case, Wrong};
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const EMIT: &str = "a task goes on behind OpEmitMeshTasksEXT where other tasks may";

pub const CASES: &[Case] = &[
    Case { name: "control/sites", groups: [9, 1, 1], ..CASE },
    Case { name: "control/early_return", groups: [8, 1, 1], ..CASE },
    Case { name: "control/never", groups: [8, 1, 1], ..CASE },
    Case { name: "control/zero", groups: [12, 1, 1], ..CASE },
    Case { name: "control/computed", groups: [7, 1, 1], ..CASE },
    Case { name: "control/emit_counts", groups: [8, 1, 1], ..CASE },
    Case {
        name: "control/emit_sites",
        groups: [8, 1, 1],
        native_is_wrong: Some(Wrong { why: EMIT, like: "control/emit_counts" }),
        ..CASE
    },
    Case {
        name: "control/emit_counts_2",
        shading: Shading { shaders: "control/emit_counts", specialization: &[(0, 1)], ..SHADING },
        groups: [3, 1, 1],
        ..CASE
    },
    Case {
        name: "control/emit_function",
        groups: [3, 1, 1],
        native_is_wrong: Some(Wrong { why: EMIT, like: "control/emit_counts_2" }),
        ..CASE
    },
    Case { name: "control/groups_3d", groups: [2, 2, 2], ..CASE },
    Case { name: "control/emit_many", groups: [8, 1, 1], ..CASE },
    Case { name: "control/function_outputs", groups: [6, 1, 1], ..CASE },
    Case {
        name: "control/function_sites",
        groups: [6, 1, 1],
        native_is_wrong: Some(Wrong {
            why: "of two sites, the counts of the one not reached may win",
            like: "control/function_outputs",
        }),
        ..CASE
    },
    Case { name: "control/shared", ..CASE },
    Case { name: "control/shared_full", groups: [2, 1, 1], ..CASE },
    Case { name: "control/booleans", groups: [9, 1, 1], ..CASE },
    Case { name: "control/globals", groups: [9, 1, 1], ..CASE },
    Case { name: "control/switch", groups: [9, 1, 1], ..CASE },
    Case { name: "control/memory_model", needs: &[Need::MemoryModel], ..CASE },
];
