//! What can go wrong beside what is looked for.

use std::path::{Path, PathBuf};

use ash::vk;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{call}: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("no Vulkan loader: {0}")]
    Loader(#[from] ash::LoadingError),
    #[error("no device here has {0}")]
    NoDevice(&'static str),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("a worker process: {0}")]
    Worker(std::io::Error),
    #[error("a worker process answered what is no verdict: {0}")]
    Answer(serde_json::Error),
    #[error("{path} is not there; {what}")]
    Missing { path: PathBuf, what: &'static str },
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
