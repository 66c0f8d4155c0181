//! Driver and layer manifests that name their library by an absolute path.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::{Error, Result};

/// Copies the manifest `from` to `to` with the library path made absolute: relative ones are seen from the manifest's own
/// folder, bare file names from `libraries`, absolute ones from `root`, where the package was unpacked.
pub fn copy_absolute(from: &Path, to: &Path, root: &Path, libraries: &Path) -> Result<()> {
    copy(from, to, |library| absolute(library, from, root, libraries))
}

/// The same for an installed manifest: a bare file name is left for the dynamic linker to find.
pub fn copy_installed(from: &Path, to: &Path) -> Result<()> {
    copy(from, to, |library| match library.contains('/') {
        true => absolute(library, from, Path::new("/"), Path::new("/")),
        false => library.into(),
    })
}

fn copy(from: &Path, to: &Path, library_path: impl FnOnce(&str) -> PathBuf) -> Result<()> {
    let text = std::fs::read_to_string(from).map_err(Error::file(from))?;
    let malformed = || Error::Manifest { path: from.to_path_buf() };
    let mut manifest: Value = serde_json::from_str(&text).map_err(|_| malformed())?;
    let object = ["ICD", "layer"].into_iter().find(|name| manifest.get(name).is_some()).ok_or_else(malformed)?;
    let library = &mut manifest[object]["library_path"];
    let path = library_path(library.as_str().ok_or_else(malformed)?);
    *library = Value::String(path.display().to_string());
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    std::fs::write(to, format!("{manifest:#}\n")).map_err(Error::file(to))
}

fn absolute(library: &str, manifest: &Path, root: &Path, libraries: &Path) -> PathBuf {
    if let Ok(inside) = Path::new(library).strip_prefix("/") {
        root.join(inside)
    } else if library.contains('/') {
        let folder = manifest.parent().unwrap_or(root);
        folder.join(library.strip_prefix("./").unwrap_or(library))
    } else {
        libraries.join(library)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_paths_become_absolute() {
        let path =
            |library| absolute(library, Path::new("/r/usr/share/icd.json"), Path::new("/r"), Path::new("/r/lib"));
        assert_eq!(path("libvulkan_lvp.so"), Path::new("/r/lib/libvulkan_lvp.so"));
        assert_eq!(path("./libvk_swiftshader.so"), Path::new("/r/usr/share/libvk_swiftshader.so"));
        assert_eq!(path("/usr/lib/libvulkan_lvp.so"), Path::new("/r/usr/lib/libvulkan_lvp.so"));
    }
}
