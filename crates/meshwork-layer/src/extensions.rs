//! Device extensions that are hidden where the fallback is active.

use core::ffi::CStr;

use ash::{ext, khr};

use crate::address_commands;
use crate::record::extensions::RECORDABLE_EXTENSIONS;

/// Extensions whose commands could all be recorded, and which do not work all the same: name and why.
pub const HIDDEN: &[(&CStr, &str)] = &[
    (ext::mesh_shader::NAME, "the layer's own stands in its place"),
    (address_commands::NAME, "the layer's own stands in its place"),
    (c"VK_KHR_pipeline_binary", "the driver does not see the program's mesh pipelines"),
    (ext::buffer_device_address::NAME, "excludes the bufferDeviceAddress that the fallback enables"),
    (khr::performance_query::NAME, "its queries span command buffers that are cut, and their results cannot be summed"),
    (c"VK_EXT_descriptor_heap", "descriptors without sets are not supported yet"),
    (c"VK_NV_device_generated_commands_compute", "needs VK_NV_device_generated_commands, which is hidden"),
    (ext::pipeline_protected_access::NAME, "the fallback's memory is not protected"),
];

/// Whether the fallback hides a device extension: it is one of [`HIDDEN`], or has commands that cannot be recorded, or is
/// newer than the registry that the recorder was made from, so that its commands are unknown.
pub fn is_hidden(name: &CStr) -> bool {
    let recordable = name.to_str().is_ok_and(|name| RECORDABLE_EXTENSIONS.binary_search(&name).is_ok());
    !recordable || HIDDEN.iter().any(|(hidden, _)| *hidden == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Their commands are not in the registry that the recorder was made from.
    #[test]
    fn extensions_newer_than_the_registry_are_hidden() {
        assert!(is_hidden(c"VK_QCOM_tile_shading"));
        assert!(!is_hidden(c"VK_KHR_swapchain"));
    }

    #[test]
    fn the_generated_list_is_sorted() {
        assert!(RECORDABLE_EXTENSIONS.is_sorted());
    }
}
