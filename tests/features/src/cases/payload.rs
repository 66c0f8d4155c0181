//! What a task workgroup hands to the mesh workgroups that it emits.

use crate::case::{CASE, Case};
use crate::commands::CLEAR;
use crate::descriptor::Resource;
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
    Case {
        name: "payload/copy",
        run: |f| {
            // Three parts (colour, cell), a matrix and a pair in 20 words; the same again; one part.
            let mut words = vec![0u32; 60];
            for part in 0..3 {
                let color = [0.25 * part as f32, 0.75, 0.5].map(f32::to_bits);
                words[4 * part..][..4].copy_from_slice(&[color[0], color[1], color[2], 9 * part as u32]);
            }
            words[12..16].copy_from_slice(&[1.0f32, 2.0, 3.0, 4.0].map(f32::to_bits));
            words[16..18].copy_from_slice(&[5, 6]);
            let whole = f.gpu.buffer_with(&words)?;
            f.capture(&whole);
            let set = f.gpu.set(f.set_layout, &[(0, 0, Resource::Storage(&whole))])?;
            let layout = f.gpu.layout(&[f.set_layout, f.set_layout], &[])?;
            let pipeline = f.pipeline_with(&f.case.shading, layout)?;
            f.submit(|c| {
                c.pass(CLEAR, || {
                    c.bind(&pipeline, &[f.set, set]);
                    c.draw_mesh([1, 1, 1]);
                });
            })
        },
        ..CASE
    },
    Case { name: "payload/function", groups: [4, 1, 1], ..CASE },
];
