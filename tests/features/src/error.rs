//! Why a case did not pass.

use std::path::{Path, PathBuf};

use ash::vk;

use crate::need::Need;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("not supported: {}", .0.name())]
    NotSupported(Need),
    #[error("{call}: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("no Vulkan loader: {0}")]
    Loader(#[from] ash::LoadingError),
    #[error("no device here has {0}")]
    NoDevice(&'static str),
    #[error("the device has no memory type for {0}")]
    NoMemory(&'static str),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("{path} is no SPIR-V")]
    NotSpirv { path: PathBuf },
    #[error("{path}: {source}")]
    Picture { path: PathBuf, source: image::ImageError },
    #[error("no case {name}; --list prints them")]
    UnknownCase { name: String },
    #[error("the picture shows nothing but background")]
    Empty,
    #[error("a shader's check failed: {0} red pixels")]
    Red(usize),
    #[error("{what}: expected {expected}, found {found}")]
    Unexpected { what: &'static str, expected: u64, found: u64 },
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Names the call that a result comes from.
pub trait During<T> {
    fn during(self, call: &'static str) -> Result<T>;
}

impl<T> During<T> for Result<T, vk::Result> {
    fn during(self, call: &'static str) -> Result<T> {
        self.map_err(|result| Error::Vulkan { call, result })
    }
}

/// Names the file that an error comes from.
pub trait OnFile<T> {
    fn on_file(self, path: &Path) -> Result<T>;
}

impl<T> OnFile<T> for std::io::Result<T> {
    fn on_file(self, path: &Path) -> Result<T> {
        self.map_err(|source| Error::File { path: path.to_owned(), source })
    }
}
