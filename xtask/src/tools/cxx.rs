//! A C++ compiler for the crates that compile C++ (`meshopt`), where the machine has only the C linker that Rust needs.
//!
//! Debian's g++ is unpacked into a root of its own and called with that root as its `--sysroot`; linking stays with the
//! system's `cc`, which is only told where the C++ library's linker name is.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::apt::{Apt, Package};
use crate::error::{Error, Result};
use crate::progress::Progress;

/// Of the machine, by the brought compiler as well: the two must agree, and nothing else of theirs may come first.
const OF_THE_SYSTEM: [&str; 2] = ["libc6", "libgcc-s1"];

/// What cargo needs to compile C++; nothing where the machine has a compiler.
pub fn environment(tools: &Path, progress: &Progress) -> Result<Vec<(&'static str, OsString)>> {
    if std::env::var_os("CXX").is_some() || super::installed::find_program("c++").is_some() {
        return Ok(Vec::new());
    }
    let Some(codename) = Apt::debian_release() else { return Err(Error::NoCxx) };
    let _lock = super::lock(tools)?;
    let root = tools.join("cxx");
    let wrapper = root.join("c++");
    // Written last, so its presence says that the rest is there.
    if !wrapper.exists() {
        super::remove(&root)?;
        progress.step("bringing a C++ compiler", |bar| bring(tools, &root, &codename, bar))?;
        write_wrapper(&wrapper, &root)?;
    }
    let libraries = library_folder(&root)?;
    Ok(vec![("CXX", wrapper.into()), ("LIBRARY_PATH", super::prepend("LIBRARY_PATH", libraries))])
}

fn bring(tools: &Path, root: &Path, codename: &str, bar: &ProgressBar) -> Result<()> {
    let folder = tools.join("apt-cxx");
    let apt = Apt::configure(&folder, codename, &[])?;
    apt.update()?;
    let of_the_system = |package: &Package| OF_THE_SYSTEM.contains(&package.name.as_str());
    let packages = apt.resolve(&["g++"])?.into_iter().filter(|package| !of_the_system(package)).collect::<Vec<_>>();
    let files = apt.download(&packages, &folder.join("packages"), bar)?;
    super::debian::unpack_all(&files, root, bar)?;
    super::remove(&folder)
}

/// The compiler's own libraries lie in the root, and its headers are found below `--sysroot`.
fn write_wrapper(path: &Path, root: &Path) -> Result<()> {
    let root = root.display();
    let arch = std::env::consts::ARCH;
    let text = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH='{root}/usr/lib/{arch}-linux-gnu' exec '{root}/usr/bin/g++' --sysroot='{root}' \"$@\"\n"
    );
    std::fs::write(path, text).map_err(Error::file(path))?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).map_err(Error::file(path))
}

/// `usr/lib/gcc/<target>/<version>` of the compiler, where `libstdc++.so` is.
fn library_folder(root: &Path) -> Result<PathBuf> {
    let folder = root.join(format!("usr/lib/gcc/{}-linux-gnu", std::env::consts::ARCH));
    for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
        let version = entry.map_err(Error::file(&folder))?.path();
        if version.join("libstdc++.so").exists() {
            return Ok(version);
        }
    }
    Err(Error::NotInPackages { packages: "g++".into(), file: "libstdc++.so" })
}
