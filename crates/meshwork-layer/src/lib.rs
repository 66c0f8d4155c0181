//! The logic of the Vulkan layer `VK_LAYER_MESHWORK_mesh_shader`: `VK_EXT_mesh_shader` on devices that have none.
//!
//! | room | holds |
//! |---|---|
//! | [`loader`] | the interface to the Vulkan loader and `vkGet…ProcAddr` |
//! | [`instance`], [`device`] | the two objects everything hangs on, and their creation |
//! | [`physical_device`], [`advertise`], [`extensions`] | what a physical device is said to have |
//! | [`enable`] | what a device is created with |
//! | [`stages`] | stage masks without task and mesh stages: pure functions |
//! | [`chain`] | `pNext` chains: copies that may be changed |
//! | [`dispatch`], [`guard`], [`hook`] | from a handle to its data; panics stop here; what a hook is |
//! | [`settings`] | every setting, and the log |
//!
//! A device without [`device::Fallback`] gets the next layer's functions for everything: stepping aside costs nothing.

pub mod advertise;
pub mod chain;
pub mod device;
pub mod dispatch;
pub mod enable;
pub mod extensions;
pub mod guard;
pub mod hook;
pub mod instance;
pub mod loader;
pub mod physical_device;
pub mod record {
    pub mod extensions;
}
pub mod settings;
pub mod stages;

/// As the manifest has it.
pub const LAYER_NAME: &core::ffi::CStr = c"VK_LAYER_MESHWORK_mesh_shader";
