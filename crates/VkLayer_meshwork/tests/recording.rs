//! Recorded passes through the real loader, against the driver's own mesh shaders.
//!
//! As in `loader.rs`, every case is this test program started again. It draws mesh and vertex draws in turn in one pass, with
//! compute state bound before the pass and used after it, and submits its command buffer twice.

#[path = "recording/program.rs"]
mod program;

use std::path::PathBuf;
use std::process::Command;

use program::{Asks, Passes, Result};

const CASE_VARIABLE: &str = "MESHWORK_TEST_CASE";
/// The file that the result goes to.
const RESULT_VARIABLE: &str = "MESHWORK_TEST_RESULT";

#[test]
fn dynamic_rendering() {
    compare(Passes::Dynamic, &[]);
}

#[test]
fn a_render_pass_object() {
    compare(Passes::Object, &[]);
}

/// One workgroup a step: every draw is drawn in several pieces of the pass.
#[test]
fn dynamic_rendering_in_pieces() {
    compare(Passes::Dynamic, &[("MESHWORK_STEP_WORKGROUPS", "1")]);
}

#[test]
fn a_render_pass_object_in_pieces() {
    compare(Passes::Object, &[("MESHWORK_STEP_WORKGROUPS", "1")]);
}

#[test]
fn every_draw_by_itself() {
    compare(Passes::Dynamic, &[("MESHWORK_RUNS", "0")]);
}

fn compare(passes: Passes, settings: &[(&str, &str)]) {
    let asks = Asks { passes };
    let Some(native) = start(&asks, "off", settings) else { return };
    let Some(fallback) = start(&asks, "on", settings) else { return };
    assert!(native.pixels.iter().any(|&pixel| pixel != native.pixels[0]), "something is drawn");
    let different = native.pixels.iter().zip(&fallback.pixels).filter(|(a, b)| a != b).count();
    assert_eq!(different, 0, "pixels that differ");
    // Every mesh workgroup ran once, and the compute pipeline ran after the pass.
    assert_eq!(native.words, fallback.words);
    assert_eq!(native.samples_passed, fallback.samples_passed);
}

/// The result of the started program; `None`, told and counted, where it cannot run.
fn start(asks: &Asks, mode: &str, settings: &[(&str, &str)]) -> Option<Result> {
    let Some(tools) = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from) else {
        skipped("MESHWORK_TOOLS is not set (cargo xtask test sets it)");
        return None;
    };
    let driver = tools.join("icd/lavapipe.json");
    if !driver.is_file() {
        skipped("no lavapipe in the tools");
        return None;
    }
    let program = std::env::current_exe().expect("this program");
    let library = program.ancestors().nth(2).expect("target folder").join("libVkLayer_meshwork.so");
    assert!(library.is_file(), "{} is not built", library.display());
    let folder = tempfile::tempdir().expect("folder");
    let mut manifest: serde_json::Value =
        serde_json::from_str(include_str!("../VkLayer_meshwork.json")).expect("the manifest is JSON");
    manifest["layer"]["library_path"] = library.to_string_lossy().into();
    std::fs::write(folder.path().join("VkLayer_meshwork.json"), manifest.to_string()).expect("manifest");

    let result = folder.path().join("result.json");
    let output = Command::new(program)
        .args(["--exact", "draw", "--nocapture"])
        .env(CASE_VARIABLE, serde_json::to_string(asks).expect("JSON"))
        .env(RESULT_VARIABLE, &result)
        .env("VK_DRIVER_FILES", &driver)
        .env("VK_ADD_LAYER_PATH", std::env::join_paths([folder.path(), &tools.join("layers")]).expect("paths"))
        .env("VK_INSTANCE_LAYERS", "VK_LAYER_MESHWORK_mesh_shader:VK_LAYER_KHRONOS_validation")
        .env("MESHWORK_MODE", mode)
        .envs(settings.iter().copied())
        .output()
        .expect("this program again");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "{mode}: {text}");
    assert!(!text.contains("Validation Error"), "{mode}: {text}");
    Some(serde_json::from_slice(&std::fs::read(result).expect("a result")).expect("a result"))
}

fn skipped(why: &str) {
    println!("SKIPPED: {why}");
    if let Some(path) = std::env::var_os("MESHWORK_SKIP_LOG") {
        use std::io::Write;
        let mut log = std::fs::File::options().append(true).create(true).open(path).expect("skip log");
        writeln!(log, "recorded passes through the loader: {why}").expect("skip log");
    }
}

/// The part that runs in the started program.
#[test]
fn draw() {
    if let Ok(asks) = std::env::var(CASE_VARIABLE) {
        let result = program::run(&serde_json::from_str(&asks).expect("a case"));
        let file = std::env::var_os(RESULT_VARIABLE).expect("a file");
        std::fs::write(file, serde_json::to_vec(&result).expect("JSON")).expect("writing the result");
    }
}
