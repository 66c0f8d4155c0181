//! Cases, and the Vulkan program that answers them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use skip::skipped;

pub mod addresses;
mod answers;
mod pipelines;
#[path = "../../../../tests/skip.rs"]
mod skip;

pub use answers::Answers;

/// Before the line with the answers: the test harness prints lines of its own.
pub const MARK: &str = "ANSWERS ";

const LIBRARY: &str = "libVkLayer_meshwork.so";
const CASE_VARIABLE: &str = "MESHWORK_TEST_CASE";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// With mesh shaders.
    Lavapipe,
    /// Without.
    Lavapipe22,
    SwiftShader,
    /// The compilers of GPUs without mesh shaders, without the GPU: a family's name.
    Radv(&'static str),
}

impl Driver {
    fn manifest(self, tools: &Path) -> PathBuf {
        let name = match self {
            Self::Lavapipe => "lavapipe",
            Self::Lavapipe22 => "lavapipe22",
            Self::SwiftShader => "swiftshader",
            Self::Radv(_) => "radv",
        };
        tools.join("icd").join(name).with_extension("json")
    }
}

/// One start of the program.
pub struct Case {
    driver: Driver,
    mode: &'static str,
    asks: Asks,
}

/// What the started program does.
#[derive(Serialize, Deserialize)]
pub struct Asks {
    /// The device is created with mesh shaders, if they are advertised.
    pub mesh_shaders: bool,
    /// Another device is created with commands that take addresses alone.
    pub address_commands: bool,
}

impl Case {
    pub fn new(driver: Driver, mode: &'static str) -> Self {
        Self { driver, mode, asks: Asks { mesh_shaders: true, address_commands: false } }
    }

    pub fn without_mesh_shaders(mut self) -> Self {
        self.asks.mesh_shaders = false;
        self
    }

    pub fn with_address_commands(mut self) -> Self {
        self.asks.address_commands = true;
        self
    }

    /// The answers of the started program; `None`, told and counted, where it cannot run.
    pub fn run(&self) -> Option<Answers> {
        let Some(tools) = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from) else {
            skipped("the layer through the loader", "MESHWORK_TOOLS is not set (cargo xtask test sets it)");
            return None;
        };
        let driver = self.driver.manifest(&tools);
        if !driver.is_file() {
            skipped("the layer through the loader", &format!("no {:?} in the tools", self.driver));
            return None;
        }
        let program = std::env::current_exe().expect("this program");
        let library = program.ancestors().nth(2).expect("target folder").join(LIBRARY);
        assert!(library.is_file(), "{} is not built", library.display());
        let folder = tempfile::tempdir().expect("folder");
        write_manifest(folder.path(), &library);
        let statistics = folder.path().join("statistics.json");
        let mut command = Command::new(program);
        if let Driver::Radv(family) = self.driver {
            command.env("RADV_FORCE_FAMILY", family);
        }
        let output = command
            .args(["--exact", "answer", "--nocapture"])
            .env(CASE_VARIABLE, serde_json::to_string(&self.asks).expect("JSON"))
            .env("VK_DRIVER_FILES", &driver)
            .env("VK_ADD_LAYER_PATH", std::env::join_paths([folder.path(), &tools.join("layers")]).expect("paths"))
            .env("VK_INSTANCE_LAYERS", "VK_LAYER_MESHWORK_mesh_shader:VK_LAYER_KHRONOS_validation")
            .env("MESHWORK_MODE", self.mode)
            .env("MESHWORK_STATISTICS", &statistics)
            .output()
            .expect("this program again");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?} {}: {text}{errors}", self.driver, self.mode);
        // The harness prints the test's name on the same line.
        let line = text.lines().find_map(|line| Some(line.split_once(MARK)?.1)).expect("answers");
        let mut answers: Answers = serde_json::from_str(line).expect("answers");
        answers.statistics = serde_json::from_slice(&std::fs::read(statistics).expect("statistics")).expect("JSON");
        let all = format!("{text}{errors}");
        answers.validation = all.lines().filter(|line| line.contains("Validation Error")).collect();
        Some(answers)
    }

    /// In the started program: what to do.
    pub fn started() -> Option<Asks> {
        serde_json::from_str(&std::env::var(CASE_VARIABLE).ok()?).ok()
    }
}

fn write_manifest(folder: &Path, library: &Path) {
    let mut manifest: serde_json::Value =
        serde_json::from_str(include_str!("../../VkLayer_meshwork.json")).expect("the manifest is JSON");
    manifest["layer"]["library_path"] = library.to_string_lossy().into();
    std::fs::write(folder.join("VkLayer_meshwork.json"), manifest.to_string()).expect("manifest");
}
