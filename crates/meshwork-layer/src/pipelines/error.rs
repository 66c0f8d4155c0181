use ash::vk;

/// Why a pipeline was not created.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error(transparent)]
    Shaders(#[from] meshwork_passes::Error),
    #[error("a shader beside mesh shaders: {0}")]
    Ordinary(meshwork_passes::ErrorKind),
    #[error("{0} is not supported by the mesh shader fallback")]
    Unsupported(&'static str),
    #[error("{0}")]
    Malformed(&'static str),
    #[error("the compute side: {message}")]
    Compute { result: vk::Result, message: String },
    #[error("the driver answers {0} to the graphics pipeline")]
    Driver(vk::Result),
    #[error("the pipeline that it is derived from was not created")]
    Base(vk::Result),
}

impl Error {
    /// A `VkResult` that `vkCreateGraphicsPipelines` may return.
    pub fn vk_result(&self) -> vk::Result {
        match self {
            // "One or more shaders failed to compile or link": the only code of the command about shaders.
            Self::Shaders(_) | Self::Ordinary(_) | Self::Unsupported(_) | Self::Malformed(_) => {
                vk::Result::ERROR_INVALID_SHADER_NV
            }
            Self::Compute { result, .. } | Self::Driver(result) | Self::Base(result) => *result,
        }
    }

    /// Whether the program's author should read of it: not of an answer that the program asked for, nor twice of one failure.
    pub fn is_news(&self) -> bool {
        self.vk_result() != vk::Result::PIPELINE_COMPILE_REQUIRED && !matches!(self, Self::Base(_))
    }
}

impl From<meshwork_gpu::Error> for Error {
    fn from(error: meshwork_gpu::Error) -> Self {
        Self::Compute { result: error.vk_result(), message: error.to_string() }
    }
}
