//! The Vulkan loader, opened at run time: building and starting the command needs no Vulkan.

use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::tools;

/// Names a loader to use before any other.
const LOADER_VARIABLE: &str = "MESHWORK_LOADER";

/// Opens the loader: the one that `MESHWORK_LOADER` names, else the provided tools', else the system's.
pub fn load() -> Result<ash::Entry> {
    let named = std::env::var_os(LOADER_VARIABLE).map(PathBuf::from);
    let provided = tools::library_folder().map(|folder| folder.join("libvulkan.so.1"));
    let system = Some(PathBuf::from("libvulkan.so.1"));

    let mut tried = Vec::new();
    for path in [named, provided, system].into_iter().flatten() {
        // SAFETY: a Vulkan loader's initialization has no precondition.
        match unsafe { ash::Entry::load_from(&path) } {
            Ok(entry) => return Ok(entry),
            Err(_) => tried.push(path.display().to_string()),
        }
    }
    Err(Error::NoLoader { tried: tried.join(", ") })
}
