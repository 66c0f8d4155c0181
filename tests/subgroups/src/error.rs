//! Why a run ended, or did not begin.

use ash::vk;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{call}: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("no Vulkan loader: {0}")]
    Loader(#[from] ash::LoadingError),
    #[error("there is no device with {0}")]
    NoDevice(&'static str),
    #[error("the device has no memory type that the host sees")]
    NoMemory,
    #[error("{shader}: {source}")]
    Module { shader: String, source: meshwork_spirv::Error },
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
