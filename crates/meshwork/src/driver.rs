//! Which Vulkan driver a program gets.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::tools;

/// What `--driver` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    Lavapipe,
    Swiftshader,
    /// As a compiler: its hardware is not needed for that.
    Radv,
    /// What the loader finds by itself.
    System,
    Manifest(PathBuf),
}

impl FromStr for Driver {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "lavapipe" => Self::Lavapipe,
            "swiftshader" => Self::Swiftshader,
            "radv" => Self::Radv,
            "system" => Self::System,
            path => Self::Manifest(path.into()),
        })
    }
}

impl Driver {
    /// The system's driver where there is one, else lavapipe if it was provided.
    pub fn default_here() -> Self {
        if !system_has_driver() && tools::driver_manifest("lavapipe").is_file() { Self::Lavapipe } else { Self::System }
    }

    /// The word for it in messages and reports.
    pub fn label(&self) -> String {
        match self {
            Self::Lavapipe => "lavapipe".into(),
            Self::Swiftshader => "swiftshader".into(),
            Self::Radv => "radv".into(),
            Self::System => "system".into(),
            Self::Manifest(path) => path.display().to_string(),
        }
    }

    /// The driver's manifest; `None` leaves the choice to the loader.
    pub fn manifest(&self) -> Result<Option<PathBuf>> {
        let path = match self {
            Self::System => return Ok(None),
            Self::Lavapipe | Self::Swiftshader | Self::Radv => tools::driver_manifest(&self.label()),
            Self::Manifest(path) => path.clone(),
        };
        // The loader ignores relative paths of processes that run in another folder.
        let path = std::path::absolute(&path).unwrap_or(path);
        if path.is_file() { Ok(Some(path)) } else { Err(Error::NoDriver { driver: self.label(), path }) }
    }
}

/// The loader's own search, as far as it decides whether any driver is installed.
fn system_has_driver() -> bool {
    let named = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"];
    if named.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return true;
    }
    let data_home = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let data_home = data_home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")));
    let system = ["/etc", "/usr/local/etc", "/usr/local/share", "/usr/share"].map(PathBuf::from);
    system.into_iter().chain(data_home).any(|root| holds_manifest(&root.join("vulkan/icd.d")))
}

fn holds_manifest(folder: &Path) -> bool {
    let Ok(entries) = folder.read_dir() else { return false };
    entries.flatten().any(|entry| entry.path().extension().is_some_and(|extension| extension == "json"))
}
