//! The logic of the Vulkan layer `VK_LAYER_MESHWORK_mesh_shader`: `VK_EXT_mesh_shader` on devices that have none.
//!
//! | room | holds |
//! |---|---|
//! | [`loader`] | the interface to the Vulkan loader and `vkGet…ProcAddr` |
//! | [`instance`], [`device`] | the two objects everything hangs on, and their creation |
//! | [`physical_device`], [`advertise`], [`extensions`] | what a physical device is said to have |
//! | [`enable`] | what a device is created with |
//! | [`objects`], [`pipelines`] | what is kept of the program's objects, and how they are created below |
//! | [`command`], [`record`] | command buffers: passes are kept, and mesh work is recorded before them |
//! | [`queue`] | submissions |
//! | [`stages`] | stage masks without task and mesh stages: pure functions |
//! | [`address_commands`] | structures of an extension that ash does not know |
//! | [`chain`] | `pNext` chains: copies that may be changed |
//! | [`dispatch`], [`guard`], [`hook`] | from a handle to its data; panics stop here; what a hook is |
//! | [`settings`], [`statistics`] | every setting, and the log; what was done |
//!
//! A device without [`device::Fallback`] gets the next layer's functions for everything: stepping aside costs nothing.

pub mod address_commands;
pub mod advertise;
pub mod chain;
pub mod command;
pub mod device;
pub mod dispatch;
pub mod enable;
pub mod extensions;
pub mod guard;
pub mod hook;
pub mod instance;
pub mod loader;
pub mod objects;
pub mod physical_device;
pub mod pipelines;
pub mod queue;
pub mod record;
pub mod settings;
pub mod stages;
pub mod statistics;

/// As the manifest has it.
pub const LAYER_NAME: &core::ffi::CStr = c"VK_LAYER_MESHWORK_mesh_shader";
