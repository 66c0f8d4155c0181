//! Where `cargo xtask tools` put drivers and tools, if it did.

use std::path::{Path, PathBuf};

/// The folder that `MESHWORK_TOOLS` names, else `target/tools` where the command lies in `target/{debug,release}`.
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("MESHWORK_TOOLS").filter(|path| !path.is_empty()).map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.join("tools")));
    let folder = named.or(beside).filter(|folder| folder.is_dir())?;
    std::path::absolute(folder).ok()
}

/// The libraries that the provided drivers need, the loader among them.
pub fn library_folder() -> Option<PathBuf> {
    folder().map(|tools| tools.join("root/usr/lib/x86_64-linux-gnu")).filter(|libraries| libraries.is_dir())
}

/// The manifest of a provided driver, whether or not it is there.
pub fn driver_manifest(name: &str) -> PathBuf {
    let tools = folder().unwrap_or_else(|| Path::new("target/tools").to_owned());
    tools.join("icd").join(name).with_extension("json")
}

/// The folder with the manifests of provided layers (validation).
pub fn layer_folder() -> Option<PathBuf> {
    folder().map(|tools| tools.join("layers")).filter(|layers| layers.is_dir())
}
