//! Primitive shaders of the corpus drawn on lavapipe, by its mesh shaders and by the fallback, against their GLSL drawn as it is.

mod common;

use std::path::Path;

use common::{Ended, command, folder, has_driver, has_layer};

/// Cases whose positions and colours come out the same however the compilers arrange them: lists of all kinds, clip and cull
/// distances, rectangles, integer arithmetic, a geometry shader, uniform and storage buffers, sampled images and storage images; indices with restarts and a
/// base vertex, adjacency, a geometry shader whose waves take turns, 70,000 instances. Not `tally`, whose colours say in which order its atomics
/// came.
const EXACT: [&str; 16] = [
    "triangle",
    "points",
    "lines",
    "distances",
    "rectangles",
    "integers",
    "sprites",
    "palette",
    "texels",
    "textures",
    "fence",
    "outline",
    "ribbon",
    "crowd",
    "select",
    "heights",
];

/// Cases where RADV fuses a product and a sum that lavapipe rounds twice: an edge may lie in another pixel. Push constants; a storage
/// buffer and attributes by instance; a geometry shader; a loop of sines and cosines, which each driver has its own of; lines of a geometry
/// shader; functions and halves in colours.
///
/// Two causes of greater differences are not the program's, and no case has them. lavapipe cuts a line whose one end is behind the viewer in
/// another way in each of its paths: the same module draws other pictures by its mesh shaders and by the fallback. And `packHalf2x16` may
/// round as it likes (Vulkan, Precision of GLSL.std.450 instructions): RADV rounds to zero, lavapipe to the nearest half.
const FUSED: [&str; 6] = ["transform", "instances", "extrude", "orbit", "whiskers", "shades"];

/// Part of the pixels drawn that may differ where arithmetic is fused.
const EDGES: f64 = 1e-4;

/// Draws a case in the mode `lane` or `wave`; returns how many pixels it has, and how many differ natively and by the fallback.
fn draw(case: &str, mode: &str) -> (u64, [u64; 2]) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-rdna2/corpus");
    let output = folder(&format!("guest-{case}-{mode}")).join("picture.png");
    let mut command = command();
    command.args(["render", "--path=both", "--guest"]).arg(corpus.join(case)).arg("-o").arg(output);
    command.args(["--driver=lavapipe", "--validate", "--json", "--size=256x256", "--mode", mode]);
    let ended = Ended::from(command.output().expect("the command starts"));
    let report = ended.json();
    let count = |way: &str| report[way]["pixels_different"].as_u64().expect("a number");
    let different = [count("native"), count("fallback")];
    let status = i32::from(different != [0, 0]);
    ended.expect(status);
    (report["pixels_drawn"].as_u64().expect("a number"), different)
}

#[test]
fn primitive_shaders_draw_what_their_glsl_draws() {
    let test = "primitive_shaders_draw_what_their_glsl_draws";
    if !has_layer(test) || !has_driver(test, "lavapipe") {
        return;
    }
    for case in EXACT {
        let (drawn, different) = draw(case, "lane");
        assert!(drawn > 20, "{case} draws {drawn} pixels");
        assert_eq!(different, [0, 0], "{case}");
    }
    for case in FUSED {
        let (drawn, different) = draw(case, "lane");
        println!("{case}: {different:?} of {drawn} pixels differ");
        assert!(drawn > 1_000, "{case} draws {drawn} pixels");
        let most = (drawn as f64 * EDGES).ceil() as u64;
        assert!(different.iter().all(|count| *count <= most), "{case}: {different:?} of {drawn} pixels differ");
    }
}

/// Each wave in one invocation. What a wave has no lanes for, a rectangle's fourth corner, is there in either mode.
#[test]
fn whole_waves_draw_what_the_glsl_draws() {
    let test = "whole_waves_draw_what_the_glsl_draws";
    if !has_layer(test) || !has_driver(test, "lavapipe") {
        return;
    }
    for case in ["triangle", "rectangles"] {
        let (drawn, different) = draw(case, "wave");
        assert!(drawn > 1_000, "{case} draws {drawn} pixels");
        assert_eq!(different, [0, 0], "{case}");
    }
}
