//! What the layer counts in one case of the suite.

#[path = "../../../skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use skip::skipped;

fn tools() -> PathBuf {
    let named = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools"))
}

/// What the layer counted in a case, on lavapipe; `None`, told and counted, where it cannot run.
pub fn count(case: &str, settings: &[(&str, &str)]) -> Option<serde_json::Value> {
    let driver = tools().join("icd/lavapipe.json");
    if !driver.exists() {
        skipped(case, "no lavapipe");
        return None;
    }
    let library = Path::new(env!("CARGO_BIN_EXE_features")).with_file_name("libVkLayer_meshwork.so");
    assert!(library.exists(), "no {}: cargo build -p VkLayer_meshwork", library.display());
    let manifest = include_str!("../../../../crates/VkLayer_meshwork/VkLayer_meshwork.json");
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
