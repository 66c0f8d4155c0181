//! The layer's manifest: the JSON file by which the Vulkan loader finds it.

use std::path::Path;

use serde_json::{Value, json};

use crate::error::{OnFile, Result};

pub const LAYER_NAME: &str = "VK_LAYER_MESHWORK_mesh_shader";
pub const LIBRARY_NAME: &str = "libVkLayer_meshwork.so";
pub const FILE_NAME: &str = "VkLayer_meshwork.json";

/// A layer that is started by its name.
pub fn explicit(library: &Path) -> Value {
    json!({
        "file_format_version": "1.2.0",
        "layer": {
            "name": LAYER_NAME,
            "type": "GLOBAL",
            "library_path": library,
            // Loaders leave out a layer that names an older version than the program's.
            "api_version": "1.4.341",
            "implementation_version": "1",
            "description": "Mesh shaders on GPUs that have none",
            // The loader refuses a program's device extension that neither a driver nor a manifest names.
            "device_extensions": [{
                "name": "VK_EXT_mesh_shader",
                "spec_version": "1",
                "entrypoints": [
                    "vkCmdDrawMeshTasksEXT",
                    "vkCmdDrawMeshTasksIndirectEXT",
                    "vkCmdDrawMeshTasksIndirectCountEXT",
                ],
            }],
        },
    })
}

/// A layer that is started in every program whose environment has `MESHWORK_ENABLE=1`.
pub fn implicit(library: &Path) -> Value {
    let mut manifest = explicit(library);
    manifest["layer"]["enable_environment"] = json!({ "MESHWORK_ENABLE": "1" });
    manifest["layer"]["disable_environment"] = json!({ "MESHWORK_DISABLE": "1" });
    manifest
}

pub fn write(manifest: &Value, path: &Path) -> Result<()> {
    std::fs::write(path, format!("{manifest:#}\n")).on_file("write", path)
}
