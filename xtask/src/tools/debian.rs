//! Which Debian packages are brought, and what is made of them.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::apt::{Apt, Package, unpack};
use super::{Driver, LAYOUT, Tools, manifest};
use crate::error::{Error, Result};
use crate::progress::{self, Progress};

/// Unpacked whole, with every library that they need.
const WANTED: [&str; 8] = [
    "libvulkan1",
    "mesa-vulkan-drivers",
    "vulkan-validationlayers",
    "libvulkan-dev",
    "spirv-tools",
    "glslang-tools",
    "vulkan-tools",
    "llvm-19",
];

/// Only SwiftShader is taken of a browser: its library needs nothing but the C library. Which of the browser's packages
/// holds it has changed with time.
const BROWSER: [&str; 2] = ["chromium-common", "chromium"];
const SWIFTSHADER: &str = "usr/lib/chromium/libvk_swiftshader.so";
const SWIFTSHADER_MANIFEST: &str = "usr/lib/chromium/vk_swiftshader_icd.json";

/// The libraries that every Debian with apt has. They must match the running C library's loader, so these copies may
/// not come before the system's.
const OF_THE_SYSTEM: [&str; 4] = ["libc6", "libgcc-s1", "libstdc++6", "libcrypt1"];

/// The release whose own Mesa is too old to have mesh shaders: the newer one is in its backports.
const OLD_MESA: &str = "bookworm";
const BACKPORTED: [&str; 2] = ["mesa", "libdrm"];

/// The stamp's first line: what is asked for.
pub fn stamp(codename: &str) -> String {
    format!("layout {LAYOUT}, {codename}: {} {SWIFTSHADER}\n", WANTED.join(" "))
}

/// Brings everything and returns the stamp's other lines: each package with its version.
pub fn bring(tools: &Tools, codename: &str, progress: &Progress) -> Result<String> {
    let backports: &[&str] = if codename == OLD_MESA { &BACKPORTED } else { &[] };
    let apt = Apt::configure(&tools.folder.join("apt"), codename, backports)?;
    progress.step("reading the package lists", |_| apt.update())?;
    let packages = needed(apt.resolve(&WANTED)?);
    let downloads = tools.folder.join("apt/packages");

    let step = format!("downloading {} packages", packages.len());
    let files = progress.step(&step, |bar| apt.download(&packages, &downloads, bar))?;
    progress.step("unpacking", |bar| unpack_all(&files, &tools.root(), bar))?;
    progress.step("bringing SwiftShader", |bar| swiftshader(tools, &apt, &downloads, bar))?;
    if codename == OLD_MESA {
        progress.step("bringing Mesa 22.3", |bar| mesa_22(tools, codename, bar))?;
    }
    link_assembler(tools)?;
    write_manifests(tools)?;
    // The packages are unpacked and the lists are read again next time.
    super::remove(&tools.folder.join("apt"))?;
    Ok(packages.iter().map(|package| format!("{} {}\n", package.name, package.version)).collect())
}

/// Of what the wanted packages depend on, only libraries are of use here: no interpreter, no package manager.
fn needed(packages: Vec<Package>) -> Vec<Package> {
    let is_needed = |package: &Package| {
        let name = package.name.as_str();
        let is_library = (name.starts_with("lib") || name == "zlib1g")
            && !name.starts_with("libpython")
            && !OF_THE_SYSTEM.contains(&name);
        is_library || WANTED.contains(&name)
    };
    packages.into_iter().filter(is_needed).collect()
}

/// Unpacks `files` into a new folder whose `lib` is its `usr/lib`, as on a merged system.
pub(super) fn unpack_all(files: &[PathBuf], root: &Path, bar: &ProgressBar) -> Result<()> {
    let libraries = root.join("usr/lib");
    std::fs::create_dir_all(&libraries).map_err(Error::file(&libraries))?;
    symlink("usr/lib", &root.join("lib"))?;
    progress::fill_to(bar, files.len() as u64);
    for file in files {
        unpack::<&str>(file, root, &[])?;
        bar.inc(1);
    }
    Ok(())
}

fn swiftshader(tools: &Tools, apt: &Apt, downloads: &Path, bar: &ProgressBar) -> Result<()> {
    let members = [SWIFTSHADER, SWIFTSHADER_MANIFEST].map(|file| format!("./{file}"));
    for package in apt.candidates(&BROWSER)? {
        let files = apt.download(&[package], downloads, bar)?;
        // A package without the file makes tar fail; the next one may have it.
        if files.iter().any(|file| unpack(file, &tools.root(), &members).is_ok()) {
            return Ok(());
        }
    }
    Err(Error::NotInPackages { packages: BROWSER.join(", "), file: SWIFTSHADER })
}

/// Debian 12's own Mesa. Its libraries are among those of the newer one's, so only the drivers are unpacked.
fn mesa_22(tools: &Tools, codename: &str, bar: &ProgressBar) -> Result<()> {
    let apt = Apt::configure(&tools.folder.join("apt/mesa-22"), codename, &[])?;
    apt.update()?;
    let package = apt.candidates(&["mesa-vulkan-drivers"])?;
    let files = apt.download(&package, &tools.folder.join("apt/packages"), bar)?;
    let root = tools.folder.join("mesa-22");
    std::fs::create_dir_all(&root).map_err(Error::file(&root))?;
    files.iter().try_for_each(|file| unpack::<&str>(file, &root, &[]))
}

/// The assembler's package has it under the name of its version only.
fn link_assembler(tools: &Tools) -> Result<()> {
    symlink("../lib/llvm-19/bin/llvm-mc", &tools.programs().join("llvm-mc"))
}

fn write_manifests(tools: &Tools) -> Result<()> {
    let (root, libraries) = (tools.root(), tools.libraries());
    let old = tools.folder.join("mesa-22");
    let old_libraries = old.join("usr/lib").join(libraries.file_name().unwrap_or_default());
    for driver in Driver::ALL {
        let (from, root, libraries) = match driver {
            Driver::Lavapipe => (icd(&root, "lvp_icd")?, &root, &libraries),
            Driver::Radv => (icd(&root, "radeon_icd")?, &root, &libraries),
            Driver::Swiftshader => (Some(root.join(SWIFTSHADER_MANIFEST)), &root, &libraries),
            Driver::Lavapipe22 => (icd(&old, "lvp_icd")?, &old, &old_libraries),
        };
        if let Some(from) = from {
            manifest::copy_absolute(&from, &tools.manifest(driver), root, libraries)?;
        }
    }
    let layer = "VkLayer_khronos_validation.json";
    let from = root.join("usr/share/vulkan/explicit_layer.d").join(layer);
    manifest::copy_absolute(&from, &tools.layers().join(layer), &root, &libraries)
}

/// The manifest whose name begins with `name`: some packages put the architecture into the name. `None` where the folder
/// is not there.
fn icd(root: &Path, name: &str) -> Result<Option<PathBuf>> {
    let folder = root.join("usr/share/vulkan/icd.d");
    if !folder.exists() {
        return Ok(None);
    }
    for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
        let entry = entry.map_err(Error::file(&folder))?;
        if entry.file_name().to_string_lossy().starts_with(name) {
            return Ok(Some(entry.path()));
        }
    }
    Ok(None)
}

fn symlink(target: &str, link: &Path) -> Result<()> {
    std::os::unix::fs::symlink(target, link).map_err(Error::file(link))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_kept_and_programs_of_others_are_not() {
        let names = ["dpkg", "libc6", "libdrm2", "libpython3-stdlib", "llvm-19", "python3"];
        let packages = names.map(|name| Package { name: name.into(), version: "1".into() });
        let kept = needed(packages.into()).into_iter().map(|package| package.name).collect::<Vec<_>>();
        assert_eq!(kept, ["libdrm2", "llvm-19"]);
    }
}
