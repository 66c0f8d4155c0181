//! The logic of the Vulkan layer `VK_LAYER_MESHWORK_mesh_shader`: `VK_EXT_mesh_shader` on devices that have none.
//!
//! | room | holds |
//! |---|---|
//! | [`loader`] | the interface to the Vulkan loader and `vkGet…ProcAddr` |
//! | [`instance`], [`device`] | the two objects everything hangs on, and their creation |
//! | [`dispatch`], [`guard`], [`hook`] | from a handle to its data; panics stop here; what a hook is |
//!
//! A device without [`device::Fallback`] gets the next layer's functions for everything: stepping aside costs nothing.

pub mod device;
pub mod dispatch;
pub mod guard;
pub mod hook;
pub mod instance;
pub mod loader;
pub mod settings;

/// As the manifest has it.
pub const LAYER_NAME: &core::ffi::CStr = c"VK_LAYER_MESHWORK_mesh_shader";
