//! Which mesh draws the layer gathers, by what it counts: `runs/…` of the suite, one case at a time.

#[path = "../../skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use skip::skipped;

fn tools() -> PathBuf {
    let named = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools"))
}

/// What the layer counted in a case, on lavapipe; `None`, told and counted, where it cannot run.
fn count(case: &str, settings: &[(&str, &str)]) -> Option<serde_json::Value> {
    let driver = tools().join("icd/lavapipe.json");
    if !driver.exists() {
        skipped(case, "no lavapipe");
        return None;
    }
    let library = Path::new(env!("CARGO_BIN_EXE_features")).with_file_name("libVkLayer_meshwork.so");
    assert!(library.exists(), "no {}: cargo build -p VkLayer_meshwork", library.display());
    let manifest = include_str!("../../../crates/VkLayer_meshwork/VkLayer_meshwork.json");
    let mut manifest: serde_json::Value = serde_json::from_str(manifest).expect("the manifest is JSON");
    manifest["layer"]["library_path"] = library.to_string_lossy().into();
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("VkLayer_meshwork.json"), manifest.to_string()).expect("a manifest is written");
    let statistics = folder.path().join("statistics.json");
    let libraries = tools().join(format!("root/usr/lib/{}-linux-gnu", std::env::consts::ARCH));
    let output = Command::new(env!("CARGO_BIN_EXE_features"))
        .args(["--case", case, "--out"])
        .arg(folder.path())
        .env("LD_LIBRARY_PATH", libraries)
        .env("VK_DRIVER_FILES", driver)
        .env("VK_ADD_LAYER_PATH", folder.path())
        .env("VK_INSTANCE_LAYERS", "VK_LAYER_MESHWORK_mesh_shader")
        .env("MESHWORK_MODE", "on")
        .env("MESHWORK_STATISTICS", &statistics)
        .envs(settings.iter().copied())
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stdout));
    let text = std::fs::read(statistics).expect("statistics");
    Some(serde_json::from_slice(&text).expect("statistics are JSON"))
}

/// So many runs of the 24 draws, all of them drawn, and nothing lost.
fn expect_runs(case: &str, settings: &[(&str, &str)], runs: u64) {
    let Some(counted) = count(case, settings) else { return };
    assert_eq!(counted["mesh_draws"], 24, "{case}");
    assert_eq!(counted["runs"], runs, "{case}: {}", counted["run_ends"]);
    assert_eq!(counted["lost_workgroups"], 0, "{case}");
}

const SMALL_STEPS: &[(&str, &str)] = &[("MESHWORK_STEP_WORKGROUPS", "2")];

#[test]
fn raster_state_and_push_constants_end_no_run() {
    for settings in [&[][..], SMALL_STEPS] {
        for case in ["runs/state", "runs/state_tasks", "runs/state_indirect"] {
            expect_runs(case, settings, 1);
        }
    }
}

#[test]
fn sets_that_only_fragment_shaders_see_end_no_run() {
    for settings in [&[][..], SMALL_STEPS] {
        expect_runs("runs/material", settings, 1);
        expect_runs("runs/material_tasks", settings, 1);
    }
}

#[test]
fn nothing_between_direct_draws_ends_a_run() {
    for settings in [&[][..], SMALL_STEPS] {
        expect_runs("runs/between", settings, 1);
        expect_runs("runs/queries", settings, 1);
    }
}

#[test]
fn what_must_not_happen_twice_ends_a_run_of_unknown_size() {
    let Some(counted) = count("runs/between_tasks", &[]) else { return };
    assert_eq!(counted["runs"], 12);
    assert_eq!(counted["run_ends"], serde_json::json!({ "other_command": 11, "pass": 1 }));
}
