//! What can stop a task.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{step}: `{program}` could not be started: {source}")]
    Start { step: String, program: String, source: std::io::Error },

    #[error("{step} failed ({status}): {command}\n{output}")]
    Failed { step: String, command: String, status: ExitStatus, output: String },

    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },

    #[error("{}: not a Vulkan manifest with a library path", path.display())]
    Manifest { path: PathBuf },

    #[error("this system's apt sources ({}) have no entry for the suite `{codename}`", searched.join(", "))]
    NoDebianSource { codename: String, searched: Vec<String> },

    #[error("{} is out of date; `{command}` rewrites it", path.display())]
    OutOfDate { path: PathBuf, command: &'static str },

    #[error("{} has header version {version}, and the tables were made from a newer one; \
             `--registry` names another file", path.display())]
    OldRegistry { path: PathBuf, version: u32 },

    #[error("{command} of {} may stand in a render pass, and the layer does not know it; \
             `cargo xtask commands` takes it in", registry.display())]
    CommandLeftOut { registry: PathBuf, command: String },

    #[error("{}: {source}", path.display())]
    Registry { path: PathBuf, source: roxmltree::Error },

    #[error("no C++ compiler: install one that `c++` names, or set CXX")]
    NoCxx,

    #[error("{step}: the answer is not what was expected: {source}")]
    Answer { step: String, source: serde_json::Error },

    #[error("{}: {source}", path.display())]
    Picture { path: PathBuf, source: image::ImageError },

    #[error("native and fallback differ in {pixels} pixels")]
    PixelsDiffer { pixels: u64 },

    #[error("no Vulkan loader: {reason}")]
    NoLoader { reason: String },

    #[error("the driver has no device")]
    NoDevice,

    #[error("the driver tells nothing of the shader before rasterization")]
    NoExecutable,

    #[error("{call} failed: {result}")]
    Vulkan { call: &'static str, result: ash::vk::Result },

    #[error("{}: {source}", path.display())]
    Case { path: PathBuf, source: serde_json::Error },

    #[error("{}: the driver's text has no dwords in the line `{line}`", path.display())]
    Assembly { path: PathBuf, line: String },

    #[error("none of the packages {packages} holds {file}")]
    NotInPackages { packages: String, file: &'static str },
}

impl Error {
    /// Turns what a call of Vulkan returned into ours, for `map_err`.
    pub fn vulkan(call: &'static str) -> impl FnOnce(ash::vk::Result) -> Error {
        move |result| Error::Vulkan { call, result }
    }

    /// Turns an I/O error on `path` into ours, for `map_err`.
    pub fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |source| Error::File { path: path.to_path_buf(), source }
    }
}
