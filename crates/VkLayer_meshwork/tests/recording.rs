//! Recorded passes through the real loader, against the driver's own mesh shaders.
//!
//! As in `loader.rs`, every case is this test program started again. It draws mesh and vertex draws in turn in one pass, with
//! compute state bound before the pass and used after it, and submits its command buffer twice.

#[path = "recording/program.rs"]
mod program;
#[path = "../../../tests/skip.rs"]
mod skip;

use std::path::PathBuf;
use std::process::Command;

use program::{Asks, Passes, Result};
use skip::skipped;

const CASE_VARIABLE: &str = "MESHWORK_TEST_CASE";
/// The file that the result goes to.
const RESULT_VARIABLE: &str = "MESHWORK_TEST_RESULT";

const DYNAMIC: Asks = Asks { passes: Passes::Dynamic, query: true, twice: false, held: false };
const OBJECT: Asks = Asks { passes: Passes::Object, ..DYNAMIC };
const ONE_WORKGROUP_A_STEP: &[(&str, &str)] = &[("MESHWORK_STEP_WORKGROUPS", "1")];

#[test]
fn dynamic_rendering() {
    compare(DYNAMIC, &[]);
}

#[test]
fn a_render_pass_object() {
    compare(OBJECT, &[]);
}

/// Every draw is drawn in several pieces of the pass.
#[test]
fn dynamic_rendering_in_pieces() {
    compare(DYNAMIC, ONE_WORKGROUP_A_STEP);
}

#[test]
fn a_render_pass_object_in_pieces() {
    compare(OBJECT, ONE_WORKGROUP_A_STEP);
}

#[test]
fn every_draw_by_itself() {
    compare(DYNAMIC, &[("MESHWORK_RUNS", "0")]);
}

/// Without a query around it, a pass with an indirect draw cuts the command buffer after its hoist.
#[test]
fn two_passes_that_are_cut() {
    for asks in [DYNAMIC, OBJECT] {
        let Some(log) = compare(Asks { query: false, twice: true, ..asks }, &[]) else { return };
        assert_eq!((log.cuts(), log.continuations()), (2, 0));
    }
}

/// The queue's thread goes on with both passes, in each of two submissions.
#[test]
fn two_passes_that_are_continued() {
    for asks in [DYNAMIC, OBJECT] {
        let Some(log) = compare(Asks { query: false, twice: true, ..asks }, ONE_WORKGROUP_A_STEP) else { return };
        assert_eq!((log.cuts(), log.continuations()), (2, 4));
    }
}

/// Submitting does not wait, and what stands behind the first submission keeps its place.
#[test]
fn a_submission_that_waits_for_the_program() {
    for settings in [&[][..], ONE_WORKGROUP_A_STEP] {
        let asks = Asks { query: false, twice: true, held: true, ..DYNAMIC };
        let Some(log) = compare(asks, settings) else { return };
        assert_eq!(log.cuts(), 2);
    }
}

#[test]
fn nothing_is_cut_without_reading_back() {
    let asks = Asks { query: false, twice: true, ..DYNAMIC };
    let Some(log) = compare(asks, &[("MESHWORK_READBACK", "0")]) else { return };
    assert_eq!(log.cuts(), 0);
}

/// What the layer told.
struct Log(String);

impl Log {
    fn cuts(&self) -> usize {
        self.0.matches("a command buffer is cut").count()
    }

    fn continuations(&self) -> usize {
        self.0.matches("a render pass is continued").count()
    }
}

fn compare(asks: Asks, settings: &[(&str, &str)]) -> Option<Log> {
    let (native, _) = start(&asks, "off", settings)?;
    let (fallback, log) = start(&asks, "on", settings)?;
    assert!(native.pixels.iter().any(|&pixel| pixel != native.pixels[0]), "something is drawn");
    let different = native.pixels.iter().zip(&fallback.pixels).filter(|(a, b)| a != b).count();
    assert_eq!(different, 0, "pixels that differ");
    // Every mesh workgroup ran once, and the compute pipeline ran after the pass.
    assert_eq!(native.words, fallback.words);
    assert_eq!(native.samples_passed, fallback.samples_passed);
    Some(log)
}

/// The result of the started program and the layer's log; `None`, told and counted, where it cannot run.
fn start(asks: &Asks, mode: &str, settings: &[(&str, &str)]) -> Option<(Result, Log)> {
    let Some(tools) = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from) else {
        skipped("recorded passes through the loader", "MESHWORK_TOOLS is not set (cargo xtask test sets it)");
        return None;
    };
    let driver = tools.join("icd/lavapipe.json");
    if !driver.is_file() {
        skipped("recorded passes through the loader", "no lavapipe in the tools");
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
        .env("MESHWORK_LOG", "debug")
        .envs(settings.iter().copied())
        .output()
        .expect("this program again");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "{mode}: {text}");
    assert!(!text.contains("Validation Error"), "{mode}: {text}");
    let result = serde_json::from_slice(&std::fs::read(result).expect("a result")).expect("a result");
    Some((result, Log(text.into_owned())))
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
