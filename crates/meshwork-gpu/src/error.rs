use ash::vk;

/// Why an effect failed. All of it is the device's side: bad shaders are refused before they come here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{call} failed: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("no device memory for {bytes} bytes of {what}: {source}")]
    Memory { what: &'static str, bytes: u64, source: gpu_allocator::AllocationError },
    #[error("{what}: {count} is beyond {maximum}")]
    TooMany { what: &'static str, count: u64, maximum: u64 },
}

impl Error {
    /// The result that a Vulkan program should see.
    pub fn vk_result(&self) -> vk::Result {
        match self {
            Self::Vulkan { result, .. } => *result,
            Self::Memory { .. } | Self::TooMany { .. } => vk::Result::ERROR_OUT_OF_DEVICE_MEMORY,
        }
    }
}

/// Names the call of a failed Vulkan result.
pub(crate) trait Called<T> {
    fn called(self, call: &'static str) -> Result<T, Error>;
}

impl<T> Called<T> for Result<T, vk::Result> {
    fn called(self, call: &'static str) -> Result<T, Error> {
        self.map_err(|result| Error::Vulkan { call, result })
    }
}
