//! What a task workgroup hands to the mesh workgroups that it emits.

use crate::case::{CASE, Case};
use crate::commands::CLEAR;
use crate::need::Need;

pub const CASES: &[Case] = &[
    Case { name: "payload/scalar", groups: [3, 1, 1], ..CASE },
    Case { name: "payload/vector", groups: [2, 1, 1], ..CASE },
    Case { name: "payload/matrix", groups: [2, 1, 1], ..CASE },
    Case { name: "payload/array", groups: [3, 1, 1], ..CASE },
    Case { name: "payload/nested", groups: [4, 1, 1], ..CASE },
    Case { name: "payload/small", needs: &[Need::Int16, Need::Float16], groups: [4, 1, 1], ..CASE },
    Case { name: "payload/wide", needs: &[Need::Int64], groups: [4, 1, 1], ..CASE },
    Case { name: "payload/double", needs: &[Need::Float64], groups: [4, 1, 1], ..CASE },
    Case {
        name: "payload/pointer",
        run: |f| {
            let numbers = f.gpu.buffer_with(&std::array::from_fn::<u32, 32, _>(|i| 100 + i as u32))?;
            f.capture(&numbers);
            let pipeline = f.pipeline(&f.case.shading)?;
            f.submit(|c| {
                c.pass(CLEAR, || {
                    c.bind(&pipeline, &[f.set]);
                    c.push(&pipeline, f.push_stages(), 0, &[numbers.address as u32, (numbers.address >> 32) as u32]);
                    c.draw_mesh([6, 1, 1]);
                });
            })
        },
        ..CASE
    },
    Case { name: "payload/none", ..CASE },
    Case { name: "payload/unused", groups: [5, 1, 1], ..CASE },
    Case { name: "payload/full", groups: [3, 1, 1], ..CASE },
    Case { name: "payload/read_back", groups: [3, 1, 1], ..CASE },
    Case { name: "payload/atomic", groups: [3, 1, 1], ..CASE },
    Case { name: "payload/function", groups: [4, 1, 1], ..CASE },
];
