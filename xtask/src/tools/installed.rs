//! A system without apt: the tools folder holds links to what is installed.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{Driver, PROGRAMS, Tools, manifest};
use crate::error::{Error, Result};

/// Where distributions put driver manifests; the browsers bring SwiftShader.
const DRIVER_FOLDERS: [&str; 5] = [
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/lib/chromium",
    "/usr/lib64/chromium-browser",
    "/opt/google/chrome",
];
const REGISTRY: &str = "usr/share/vulkan/registry/vk.xml";
const LOADER: &str = "libvulkan.so.1";
const VALIDATION: &str = "VkLayer_khronos_validation.json";

/// Links what there is; [`Tools::lacking`] tells what is not.
pub fn link(tools: &Tools) -> Result<()> {
    for program in PROGRAMS {
        link_if_there(find_program(program), &tools.programs().join(program))?;
    }
    let registry = Path::new("/").join(REGISTRY);
    link_if_there(registry.exists().then_some(registry), &tools.root().join(REGISTRY))?;
    link_if_there(find_loader(), &tools.libraries().join(LOADER))?;
    for driver in Driver::ALL {
        let Some(prefix) = manifest_prefix(driver) else { continue };
        if let Some(found) = find_manifest(prefix) {
            manifest::copy_installed(&found, &tools.manifest(driver))?;
        }
    }
    let validation = Path::new("/usr/share/vulkan/explicit_layer.d").join(VALIDATION);
    if validation.exists() {
        manifest::copy_installed(&validation, &tools.layers().join(VALIDATION))?;
    }
    Ok(())
}

fn manifest_prefix(driver: Driver) -> Option<&'static str> {
    match driver {
        Driver::Lavapipe => Some("lvp_icd"),
        Driver::Radv => Some("radeon_icd"),
        Driver::Swiftshader => Some("vk_swiftshader_icd"),
        // A second, old Mesa is nothing that a system has installed.
        Driver::Lavapipe22 => None,
    }
}

fn find_manifest(prefix: &str) -> Option<PathBuf> {
    let entries = DRIVER_FOLDERS.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // 32-bit drivers stand beside the others on systems for games.
        name.starts_with(prefix) && name.ends_with(".json") && !name.contains("i686") && !name.contains("i386")
    })
}

fn find_loader() -> Option<PathBuf> {
    let debian = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    [debian.as_str(), "/usr/lib64", "/usr/lib"]
        .map(|folder| Path::new(folder).join(LOADER))
        .into_iter()
        .find(|path| path.exists())
}

pub(super) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn link_if_there(target: Option<PathBuf>, link: &Path) -> Result<()> {
    if let Some(folder) = link.parent() {
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    target.map_or(Ok(()), |target| symlink(target, link)).map_err(Error::file(link))
}
