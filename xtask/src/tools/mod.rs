//! Drivers and tools for the demo and the tests, under `target/tools` and nowhere else.
//!
//! ```text
//! target/tools/root/…                     unpacked packages, or links to what is installed
//! target/tools/icd/<driver>.json          driver manifests with absolute library paths
//! target/tools/layers/*.json              layer manifests, the same
//! target/tools/stamp                      the packages and their versions; written last, so it says that all is there
//! ```
//!
//! On Debian the packages come through a private apt ([`apt`]); elsewhere the folder holds links to what is installed
//! ([`installed`]). Whoever uses the folder sees no difference, and [`Tools::lacking`] says what is not there.

mod apt;
pub mod cxx;
mod debian;
mod installed;
mod manifest;
mod sources;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use apt::Apt;

use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Raise it when the contents of `target/tools` change in a way that the package list does not show.
const LAYOUT: u32 = 2;

/// A Vulkan driver that needs no GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Mesa 25.0.7's CPU driver: native mesh shaders, the pixel oracle.
    Lavapipe,
    /// The same driver of Mesa 22.3, which has no mesh shaders. Debian 12 only.
    Lavapipe22,
    /// No mesh shaders, and little else: the hard witness.
    Swiftshader,
    /// AMD's compiler without the card, with `RADV_FORCE_FAMILY`.
    Radv,
}

impl Driver {
    pub const ALL: [Driver; 4] = [Driver::Lavapipe, Driver::Lavapipe22, Driver::Swiftshader, Driver::Radv];

    pub fn name(self) -> &'static str {
        match self {
            Driver::Lavapipe => "lavapipe",
            Driver::Lavapipe22 => "lavapipe22",
            Driver::Swiftshader => "swiftshader",
            Driver::Radv => "radv",
        }
    }
}

/// The programs that tests and tasks call by name.
const PROGRAMS: [&str; 7] =
    ["glslangValidator", "spirv-val", "spirv-as", "spirv-dis", "spirv-opt", "llvm-mc", "vulkaninfo"];

/// The tools folder, complete but for what [`Tools::lacking`] names.
pub struct Tools {
    pub folder: PathBuf,
}

/// Makes `target/tools` complete; at once when it already is.
pub fn provide(workspace: &Workspace, progress: &Progress) -> Result<Tools> {
    let tools = Tools { folder: workspace.tools() };
    let _lock = lock(&tools.folder)?;
    match Apt::debian_release() {
        Some(codename) => provide_packages(&tools, &codename, progress)?,
        // Always anew, since it takes no time and programs come and go.
        None => {
            clear(&tools)?;
            progress.step("finding installed drivers and tools", |_| installed::link(&tools))?;
        }
    }
    Ok(tools)
}

fn provide_packages(tools: &Tools, codename: &str, progress: &Progress) -> Result<()> {
    let wanted = debian::stamp(codename);
    let stamp = tools.folder.join("stamp");
    if std::fs::read_to_string(&stamp).is_ok_and(|text| text.starts_with(&wanted)) {
        return Ok(());
    }
    clear(tools)?;
    let brought = debian::bring(tools, codename, progress)?;
    std::fs::write(&stamp, wanted + &brought).map_err(Error::file(&stamp))
}

/// Held while the folder is changed: a second task started meanwhile waits instead of unpacking over the first one's files.
fn lock(folder: &Path) -> Result<File> {
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let path = folder.join("lock");
    let file = File::create(&path).map_err(Error::file(&path))?;
    file.lock().map_err(Error::file(&path))?;
    Ok(file)
}

/// Removes what an earlier run brought, the stamp first.
fn clear(tools: &Tools) -> Result<()> {
    ["stamp", "root", "mesa-22", "icd", "layers"].iter().try_for_each(|name| remove(&tools.folder.join(name)))
}

fn remove(path: &Path) -> Result<()> {
    let result = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path)(error)),
        _ => Ok(()),
    }
}

impl Tools {
    pub fn root(&self) -> PathBuf {
        self.folder.join("root")
    }

    pub fn programs(&self) -> PathBuf {
        self.root().join("usr/bin")
    }

    /// The folder of shared libraries, by Debian's name of this architecture.
    pub fn libraries(&self) -> PathBuf {
        self.root().join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH))
    }

    pub fn manifest(&self, driver: Driver) -> PathBuf {
        self.folder.join("icd").join(driver.name()).with_extension("json")
    }

    pub fn layers(&self) -> PathBuf {
        self.folder.join("layers")
    }

    /// What a program needs to find the loader, the validation layers and the programs of this folder.
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        vec![
            ("MESHWORK_TOOLS", self.folder.clone().into()),
            ("LD_LIBRARY_PATH", prepend("LD_LIBRARY_PATH", self.libraries())),
            ("PATH", prepend("PATH", self.programs())),
        ]
    }

    /// One of the programs of this folder, ready to be given its arguments.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(self.programs().join(program.as_ref()));
        command.envs(self.environment());
        command
    }

    /// The drivers and programs that are not there.
    pub fn lacking(&self) -> Vec<&'static str> {
        let programs = PROGRAMS.into_iter().filter(|program| !self.programs().join(program).exists());
        let drivers = Driver::ALL.into_iter().filter(|driver| !self.manifest(*driver).exists()).map(Driver::name);
        programs.chain(drivers).collect()
    }

    /// A few lines for people.
    pub fn summary(&self) -> String {
        let drivers = Driver::ALL.into_iter().filter(|driver| self.manifest(*driver).exists()).map(Driver::name);
        let mut text = format!("tools: {}\n", self.folder.display());
        text += &format!("drivers: {}", drivers.collect::<Vec<_>>().join(", "));
        let lacking = self.lacking();
        if !lacking.is_empty() {
            text += &format!("\nlacking: {}", lacking.join(", "));
        }
        text
    }
}

/// `folder` before what the path-like variable `name` already holds.
fn prepend(name: &str, folder: PathBuf) -> OsString {
    let mut value = folder.into_os_string();
    if let Some(rest) = std::env::var_os(name).filter(|rest| !rest.is_empty()) {
        value.push(":");
        value.push(rest);
    }
    value
}
