//! `meshwork install` and `uninstall`: the layer in the user's own layer folder, asleep until a program's environment has
//! `MESHWORK_ENABLE=1`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::environment::layer_library;
use crate::error::{Error, OnFile, Result};
use crate::manifest;
use crate::output::print;

/// Where the two files go.
struct Places {
    manifest: PathBuf,
    library: PathBuf,
}

impl Places {
    /// In `$XDG_DATA_HOME`, which the loader searches, or its default.
    fn locate() -> Result<Self> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
        let home = home.ok_or(Error::NoDataHome)?;
        Ok(Self {
            manifest: home.join("vulkan/implicit_layer.d").join(manifest::FILE_NAME),
            library: home.join("meshwork").join(manifest::LIBRARY_NAME),
        })
    }
}

pub fn install() -> Result<Outcome> {
    let places = Places::locate()?;
    let built = layer_library()?;
    make_folder_of(&places.library)?;
    make_folder_of(&places.manifest)?;
    // A program that runs with the layer keeps the old file: it is replaced, not written over.
    let new = places.library.with_extension("so.new");
    std::fs::copy(&built, &new).on_file("write", &new)?;
    std::fs::rename(&new, &places.library).on_file("write", &places.library)?;
    manifest::write(&manifest::implicit(&places.library)?, &places.manifest)?;

    print(&format!(
        "installed {}\n          {}\n\
         start a program with mesh shaders: MESHWORK_ENABLE=1 PROGRAM\n\
         in Steam, as launch options:       MESHWORK_ENABLE=1 %command%\n",
        places.manifest.display(),
        places.library.display(),
    ))?;
    Ok(Outcome::Done)
}

pub fn uninstall() -> Result<Outcome> {
    let places = Places::locate()?;
    // The manifest first: what is left after a failure must not name a library that is gone.
    let removed = [remove(&places.manifest)?, remove(&places.library)?];
    if removed == [false, false] {
        print(&format!("nothing to remove: the layer is not installed at {}\n", places.manifest.display()))?;
    }
    // The folder of our own; it stays where something else is in it.
    if let Some(folder) = places.library.parent() {
        let _ = std::fs::remove_dir(folder);
    }
    Ok(Outcome::Done)
}

fn make_folder_of(file: &Path) -> Result<()> {
    file.parent().map_or(Ok(()), |folder| std::fs::create_dir_all(folder).on_file("make the folder", folder))
}

/// Whether there was something to remove.
fn remove(file: &Path) -> Result<bool> {
    match std::fs::remove_file(file) {
        Ok(()) => {
            print(&format!("removed {}\n", file.display()))?;
            Ok(true)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).on_file("remove", file),
    }
}
