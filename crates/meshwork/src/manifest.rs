//! The layer's manifest: the JSON file by which the Vulkan loader finds it.
//!
//! It names no device extension on purpose: the loader would report those of an implicit layer as the driver's own, to the
//! layer too, which would step aside for them.

use std::path::Path;

use serde_json::{Value, json};

use crate::error::{Error, OnFile, Result};

pub const LAYER_NAME: &str = "VK_LAYER_MESHWORK_mesh_shader";
pub const LIBRARY_NAME: &str = "libVkLayer_meshwork.so";
pub const FILE_NAME: &str = "VkLayer_meshwork.json";

/// What is the same wherever the library lies.
const TEMPLATE: &str = include_str!("../../VkLayer_meshwork/VkLayer_meshwork.json");

/// A layer that is started by its name.
pub fn explicit(library: &Path) -> Result<Value> {
    let parsed = serde_json::from_str(TEMPLATE);
    let mut manifest: Value = parsed.map_err(|source| Error::Json { path: FILE_NAME.into(), source })?;
    manifest["layer"]["library_path"] = json!(library);
    Ok(manifest)
}

/// A layer that is started in every program whose environment has `MESHWORK_ENABLE=1`.
pub fn implicit(library: &Path) -> Result<Value> {
    let mut manifest = explicit(library)?;
    manifest["layer"]["enable_environment"] = json!({ "MESHWORK_ENABLE": "1" });
    manifest["layer"]["disable_environment"] = json!({ "MESHWORK_DISABLE": "1" });
    Ok(manifest)
}

pub fn write(manifest: &Value, path: &Path) -> Result<()> {
    std::fs::write(path, format!("{manifest:#}\n")).on_file("write", path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_name_layer_library_and_switches() {
        let manifest = implicit(Path::new("/opt/layer.so")).expect("the template is JSON");
        let layer = &manifest["layer"];
        assert_eq!(layer["name"], LAYER_NAME);
        assert_eq!(layer["library_path"], "/opt/layer.so");
        assert_eq!(layer["enable_environment"]["MESHWORK_ENABLE"], "1");
        assert_eq!(layer["disable_environment"]["MESHWORK_DISABLE"], "1");
        assert!(layer.get("device_extensions").is_none());
    }
}
