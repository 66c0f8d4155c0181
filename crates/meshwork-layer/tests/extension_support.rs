//! `extension_support.md` says what the code does.

use std::path::Path;

use meshwork_layer::extensions::{HIDDEN, is_hidden};
use meshwork_layer::record::extensions::UNRECORDABLE_EXTENSIONS;
use meshwork_layer::record::{commands, outside};
use meshwork_layer::{device, instance};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension_support.md");
    std::fs::read_to_string(path).expect("extension_support.md")
}

#[test]
fn every_hook_is_filed() {
    let page = page();
    let in_tables: Vec<_> = commands::hooks().chain(outside::hooks()).map(|hook| hook.name).collect();
    let hooks = instance::HOOKS.names().chain(device::HOOKS.names()).filter(|name| !in_tables.contains(name));
    let is_filed = |name: &&str| {
        // A promoted command may stand in the row of the plain one.
        [*name, name.trim_end_matches("KHR")].iter().any(|name| page.contains(&format!("`{name}`")))
    };
    let missing: Vec<_> = hooks.map(|name| name.to_str().expect("ASCII")).filter(|name| !is_filed(name)).collect();
    assert!(missing.is_empty(), "not in extension_support.md: {missing:?}");
}

#[test]
fn every_hidden_extension_is_filed() {
    let page = page();
    let (_, section) = page.split_once("## Device extensions that are hidden").expect("the section");
    let hidden = HIDDEN.iter().map(|(name, _)| name.to_str().expect("ASCII"));
    for name in hidden.chain(UNRECORDABLE_EXTENSIONS.iter().map(|(name, _)| *name)) {
        let is_given = ["VK_EXT_mesh_shader", "VK_KHR_device_address_commands"].contains(&name);
        assert!(section.contains(&format!("`{name}`")) || is_given, "{name} is not in the table");
    }
    let named = section.split('`').skip(1).step_by(2).filter(|word| word.starts_with("VK_"));
    for name in named {
        let name = std::ffi::CString::new(name).expect("a name");
        assert!(is_hidden(&name), "{name:?} is in the table and not hidden");
    }
}
