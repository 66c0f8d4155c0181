//! The environment that decides what lies under a Vulkan program: driver, our layer, validation.
//!
//! The loader reads environment variables once, when an instance is made, so a choice is always made for a child
//! process: another program, or this one started again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::driver::Driver;
use crate::error::{Error, OnFile, Result};
use crate::{manifest, tools};

pub const VALIDATION_LAYER: &str = "VK_LAYER_KHRONOS_validation";

/// What is put under a child. Files that the child needs live as long as this value.
pub struct Environment {
    driver: Driver,
    /// `MESHWORK_MODE`, when our layer is started.
    layer: Option<String>,
    validation: bool,
    folder: TempDir,
}

impl Environment {
    pub fn new(driver: Driver) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("meshwork-").tempdir();
        let folder = folder.on_file("make a folder in", &std::env::temp_dir())?;
        Ok(Self { driver, layer: None, validation: false, folder })
    }

    /// Puts our layer under the child, in this mode.
    pub fn with_layer(self, mode: &str) -> Self {
        Self { layer: Some(mode.to_owned()), ..self }
    }

    /// Puts Khronos' validation layer under the child, below ours.
    pub fn with_validation(self, validation: bool) -> Self {
        Self { validation, ..self }
    }

    /// Where the layer writes its statistics.
    pub fn statistics_file(&self) -> PathBuf {
        self.folder.path().join("statistics.json")
    }

    /// A path for a file of the caller's, gone with this value.
    pub fn scratch_file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the validation layer wrote.
    pub fn validation_messages(&self) -> String {
        std::fs::read_to_string(self.validation_log()).unwrap_or_default()
    }

    fn validation_log(&self) -> PathBuf {
        self.folder.path().join("validation.log")
    }

    /// Sets the variables for a command that is to be started.
    pub fn apply(&self, command: &mut Command) -> Result<()> {
        self.apply_driver(command)?;
        // An installed layer of ours stays out of the way: what is beside this command is meant.
        command.env("MESHWORK_DISABLE", "1").env_remove("MESHWORK_ENABLE").env_remove("MESHWORK_MODE");
        let mut layers = Vec::new();
        let mut folders = Vec::new();
        if let Some(mode) = &self.layer {
            let library = layer_library()?;
            manifest::write(&manifest::explicit(&library)?, &self.folder.path().join(manifest::FILE_NAME))?;
            command.env("MESHWORK_MODE", mode);
            layers.push(manifest::LAYER_NAME);
            folders.push(self.folder.path().to_owned());
        }
        if self.validation {
            self.write_validation_settings()?;
            command.env("VK_LAYER_SETTINGS_PATH", self.validation_settings());
            layers.push(VALIDATION_LAYER);
            folders.extend(tools::layer_folder());
        }
        // The first is the closest to the program: what is below ours sees what it makes of the program's calls.
        let inherited = std::env::var("VK_INSTANCE_LAYERS").unwrap_or_default();
        let kept = |name: &&str| !name.is_empty() && ![manifest::LAYER_NAME, VALIDATION_LAYER].contains(name);
        layers.extend(inherited.split(':').filter(kept));
        command.env("VK_INSTANCE_LAYERS", layers.join(":"));
        command.env("VK_ADD_LAYER_PATH", prepend(&folders, "VK_ADD_LAYER_PATH"));
        Ok(())
    }

    fn apply_driver(&self, command: &mut Command) -> Result<()> {
        let Some(manifest) = self.driver.manifest()? else { return Ok(()) };
        let provided = tools::folder().is_some_and(|tools| manifest.starts_with(tools));
        if let (true, Some(libraries)) = (provided, tools::library_folder()) {
            command.env("LD_LIBRARY_PATH", prepend(&[libraries], "LD_LIBRARY_PATH"));
        }
        command.env("VK_DRIVER_FILES", manifest).env_remove("VK_ICD_FILENAMES").env_remove("VK_ADD_DRIVER_FILES");
        Ok(())
    }

    fn validation_settings(&self) -> PathBuf {
        self.folder.path().join("vk_layer_settings.txt")
    }

    fn write_validation_settings(&self) -> Result<()> {
        let path = self.validation_settings();
        let settings = format!(
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n\
             khronos_validation.report_flags = error\n\
             khronos_validation.log_filename = {}\n",
            self.validation_log().display()
        );
        std::fs::write(&path, settings).on_file("write", &path)
    }
}

/// The layer's library, which is built and installed beside the command.
pub fn layer_library() -> Result<PathBuf> {
    let exe = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let path = exe.with_file_name(manifest::LIBRARY_NAME);
    if path.is_file() { Ok(path) } else { Err(Error::NoLayer { path }) }
}

/// Paths before those that a variable already holds.
fn prepend(paths: &[PathBuf], variable: &str) -> OsString {
    let mut joined = OsString::new();
    let present = std::env::var_os(variable);
    let present = present.as_deref().filter(|value| !value.is_empty());
    for path in paths.iter().map(|path| path.as_os_str()).chain(present) {
        if !joined.is_empty() {
            joined.push(OsStr::new(":"));
        }
        joined.push(path);
    }
    joined
}
