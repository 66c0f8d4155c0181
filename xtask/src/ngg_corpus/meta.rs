//! `meta.json`: what someone who runs the program must know. Keys and words are those of Mesa's own terms.
//!
//! What the driver tells is read from it; the order of registers and the size of workgroups are RADV's rules for gfx10.3
//! (`radv_shader_args.c`, `gfx10_get_ngg_info`).

use std::path::Path;

use serde_json::{Map, Value, json};

use super::Variant;
use super::assembly::END_MARKER;
use super::case::{Geometry, Outputs, Pipeline};
use super::compile::Compiled;

/// Scalar registers that the hardware sets.
const SYSTEM_SGPRS: [&str; 8] = [
    "ring_table_ptr lo",
    "ring_table_ptr hi",
    "gs_tg_info",
    "merged_wave_info",
    "tess_offchip_offset",
    "scratch_offset",
    "unused",
    "unused",
];

/// Behind the others where the program culls.
const CULLING_SGPRS: [&str; 5] = [
    "ngg_culling_settings",
    "ngg_viewport_scale_x",
    "ngg_viewport_scale_y",
    "ngg_viewport_translate_x",
    "ngg_viewport_translate_y",
];

pub fn describe(case: &Path, variant: &Variant, pipeline: &Pipeline, compiled: &Compiled, code: &[u32]) -> String {
    let culling = compiled.assembly.matches("MSG_GS_ALLOC_REQ").count() > 1;
    let statistic = |name: &str| compiled.statistics.iter().find(|(found, _)| found == name).map_or(0, |found| found.1);
    let mut meta = json!({
        "case": case.file_name().unwrap_or_default().to_string_lossy(),
        "description": pipeline.description,
        "variant": variant.name,
        "env": { "RADV_DEBUG": variant.debug, "RADV_PERFTEST": variant.performance },
        "stage": if pipeline.geometry.is_some() { "VS+GS" } else { "VS" },
        "wave_size": compiled.subgroup_size,
        "ngg": workgroup(pipeline.geometry.as_ref(), culling, compiled.subgroup_size),
        "lds": { "alloc_bytes": statistic("LDS size") },
        "scratch_bytes_per_wave": statistic("Scratch size"),
        "num_vgprs": statistic("VGPRs"),
        // Nearest even, denormals of 16 and 64 bits kept, of 32 flushed.
        "float_mode": 0xc0,
        "code": extent(code),
        "sgprs": sgprs(pipeline, culling),
        "vgprs": vgprs(pipeline, culling),
        "exports": exports(&compiled.assembly, &pipeline.outputs),
        "topology": pipeline.topology,
        "push_constant_bytes": pipeline.push,
        "vertex_buffers": { "per_attribute": true, "table_bindings": pipeline.bindings.iter().map(|one| one.binding).collect::<Vec<_>>() },
    });
    if let Some(geometry) = &pipeline.geometry {
        meta["gs"] = json!({
            "input": geometry.input,
            "vertices_in": geometry.vertices_in,
            "output": geometry.output,
            "max_vertices": geometry.max_vertices,
            "invocations": geometry.invocations,
        });
    }
    format!("{meta:#}\n")
}

/// 128 vertices and primitives; behind a geometry shader as many primitives as make at most 256 vertices.
fn workgroup(geometry: Option<&Geometry>, culling: bool, lanes: u32) -> Value {
    const THREADS: u32 = 128;
    const AMPLIFIED: u32 = 256;
    let amplification = geometry.map_or(1, |one| one.max_vertices);
    let primitives = geometry.map_or(THREADS, |one| THREADS.min(AMPLIFIED / (one.max_vertices * one.invocations)));
    let threads = if geometry.is_some() { AMPLIFIED } else { THREADS };
    json!({
        "culling": culling,
        "passthrough": geometry.is_none() && !culling,
        "max_es_verts": THREADS,
        "max_gs_prims": primitives,
        "max_out_verts": threads,
        "prim_amp_factor": amplification,
        "max_workgroup_size": threads,
        "max_waves": threads / lanes.max(1),
    })
}

fn extent(code: &[u32]) -> Value {
    let markers = code.iter().rev().position(|word| *word == END_MARKER).map(|behind| code.len() - behind);
    let behind = markers.unwrap_or(code.len());
    let program = code[..behind].iter().rposition(|word| *word != END_MARKER).map_or(0, |last| last + 1);
    json!({
        "dwords": code.len(),
        "exec_dwords": program,
        "end_markers": behind - program,
        "constant_dwords": code.len() - behind,
    })
}

fn sgprs(pipeline: &Pipeline, culling: bool) -> Value {
    let user = pipeline.user_sgprs.iter().map(String::as_str);
    let culling = CULLING_SGPRS.into_iter().filter(|_| culling);
    let names = SYSTEM_SGPRS.into_iter().chain(user).chain(culling).enumerate();
    names.map(|(number, name)| (format!("s{number}"), name.into())).collect::<Map<_, _>>().into()
}

/// v0 to v4 are of the lane's primitive, v5 to v8 of its vertex.
fn vgprs(pipeline: &Pipeline, culling: bool) -> Value {
    let instanced = pipeline.user_sgprs.iter().any(|name| name == "start_instance");
    let passthrough = pipeline.geometry.is_none() && !culling;
    let first = if passthrough { "primitive export dword" } else { "gs_vtx_offset 0 [15:0], 1 [31:16]" };
    let mut vgprs = json!({ "v0": first, "v5": "vertex_id (no base)" });
    if !passthrough {
        vgprs["v1"] = "gs_vtx_offset 2 [15:0], 3 [31:16]".into();
    }
    if instanced {
        vgprs["v8"] = "instance_id (no base)".into();
    }
    vgprs
}

/// Export targets that occur. Cull distances lie behind clip distances, and parameters are numbered as locations are: cases have
/// no holes there, and nothing but locations among parameters.
fn exports(assembly: &str, outputs: &Outputs) -> Value {
    let numbers = |kind: &str| {
        let occurs = |number: &u32| assembly.contains(&format!("exp {kind}{number} "));
        (0..32).filter(occurs).collect::<Vec<_>>()
    };
    let parameters = numbers("param");
    let map: Map<_, _> =
        parameters.iter().map(|number| (format!("param{number}"), format!("location{number}").into())).collect();
    let mask = |count: u32| (1u32 << count) - 1;
    json!({
        "pos": numbers("pos").len(),
        "params": parameters.len(),
        "param_map": map,
        "clip_mask": mask(outputs.clip_distances),
        "cull_mask": mask(outputs.cull_distances) << outputs.clip_distances,
        "point_size": outputs.point_size,
        "layer": outputs.layer,
        "viewport": outputs.viewport,
    })
}
