//! The corpus is folders of folders. Test programs take this file in with `#[path]`.

use std::path::{Path, PathBuf};

/// Those in a folder, sorted.
pub fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut folders: Vec<_> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
