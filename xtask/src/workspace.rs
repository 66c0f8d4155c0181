//! Where things lie.

use std::path::{Path, PathBuf};

/// The folders that every task works in; all absolute.
pub struct Workspace {
    /// The repository's root.
    pub root: PathBuf,
    /// Cargo's target folder: everything that tasks write, tools included, so that `cargo clean` removes it.
    pub target: PathBuf,
}

impl Workspace {
    pub fn locate() -> Workspace {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.parent().unwrap_or(manifest).to_path_buf();
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Workspace { root, target }
    }

    /// Drivers and tools; see `tools`.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// `path` as a person standing in the root would type it.
    pub fn relative<'p>(&self, path: &'p Path) -> std::path::Display<'p> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}
