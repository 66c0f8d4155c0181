//! Running the command, and finding what it needs.

#![allow(dead_code, reason = "each test program uses a part")]

#[path = "../../../../tests/skip.rs"]
mod skip;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use skip::skipped;

/// How a run of the command ended.
pub struct Ended {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Ended {
    /// The JSON object on the standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}{}", self.stdout, self.stderr))
    }

    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        self
    }

    /// A failure whose message has these words.
    #[track_caller]
    pub fn expect_failure(self, words: &str) {
        let ended = self.expect(2);
        assert!(ended.stderr.contains(words), "'{words}' is not in: {}", ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    }
}

pub fn meshwork<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Ended {
    Ended::from(command().args(arguments).output().expect("the command starts"))
}

pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_meshwork"))
}

/// A folder for a test's files, empty at its start.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// `target/tools`, or where the environment says.
pub fn tools() -> PathBuf {
    std::env::var_os("MESHWORK_TOOLS").filter(|path| !path.is_empty()).map_or_else(
        || Path::new(env!("CARGO_BIN_EXE_meshwork")).ancestors().nth(2).expect("target/debug/…").join("tools"),
        PathBuf::from,
    )
}

/// Whether a test can run; says so in the log that `cargo xtask test` reads if not.
pub fn has_driver(test: &str, driver: &str) -> bool {
    require(test, &tools().join("icd").join(driver).with_extension("json"), &format!("{driver} is not provided"))
}

/// The layer's library beside the command.
pub fn has_layer(test: &str) -> bool {
    require(test, &layer_library(), "the layer is not built")
}

pub fn layer_library() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_meshwork")).with_file_name("libVkLayer_meshwork.so")
}

fn require(test: &str, file: &Path, reason: &str) -> bool {
    if file.is_file() {
        return true;
    }
    skipped(test, reason);
    false
}

/// A model file of the package `easy-gltf`.
pub fn model(name: &str) -> PathBuf {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages is a list");
    let package = packages.iter().find(|package| package["name"] == "easy-gltf").expect("easy-gltf is a dependency");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    manifest.with_file_name("tests").join(name)
}
