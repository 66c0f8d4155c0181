//! What a recording refuses, by name.

use ash::vk;

use crate::guard::OnPanic;

/// Why a command buffer cannot be ended. The commands themselves have no result: the first refusal is logged where it
/// happens and is what `vkEndCommandBuffer` returns.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("a structure of type {0:?} in a command's pNext chain is not known to this version of Meshwork")]
    Structure(vk::StructureType),
    #[error("{0} is not supported together with mesh draws on this device")]
    WithMeshDraws(&'static str),
    #[error("{0} is not supported")]
    Unsupported(&'static str),
    #[error("the device address {0:#x} lies in no buffer with {1:?} usage whose address was asked for")]
    Address(vk::DeviceAddress, vk::BufferUsageFlags),
    #[error(transparent)]
    Device(#[from] meshwork_gpu::Error),
    #[error("{call} failed: {result}")]
    Vulkan { call: &'static str, result: vk::Result },
    #[error("a command ended in an internal error")]
    Panic,
}

/// A command that panics is not recorded, or not all of it.
impl OnPanic for Result<(), Refusal> {
    const ON_PANIC: Self = Err(Refusal::Panic);
}

impl Refusal {
    /// For `map_err`: a failed call.
    pub fn of(call: &'static str) -> impl Fn(vk::Result) -> Self {
        move |result| Self::Vulkan { call, result }
    }

    pub fn vk_result(&self) -> vk::Result {
        match self {
            Self::Device(error) => error.vk_result(),
            Self::Vulkan { result, .. } => *result,
            // "ERROR_UNKNOWN will be returned by an implementation when an unexpected error occurs": the only code of
            // vkEndCommandBuffer that does not claim a lack of memory.
            Self::Structure(_) | Self::WithMeshDraws(_) | Self::Unsupported(_) | Self::Address(..) | Self::Panic => {
                vk::Result::ERROR_UNKNOWN
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::guard;

    #[test]
    fn a_panic_is_a_refusal() {
        assert!(matches!(guard(|| -> Result<(), Refusal> { panic!("test") }), Err(Refusal::Panic)));
    }
}
