//! Debian packages without root rights: a private apt configuration, and unpacking into a folder.
//!
//! apt reads its own lists, cache and preferences here, and an *empty* dpkg status: what happens to be installed must not
//! shorten the list of what is needed, or the folder would work on this machine only.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use indicatif::ProgressBar;

use super::sources;
use crate::error::{Error, Result};
use crate::{process, progress};

/// A package and the version that apt chose for it.
#[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord)]
pub struct Package {
    pub name: String,
    pub version: String,
}

/// A private apt in a folder of its own.
pub struct Apt {
    folder: PathBuf,
}

impl Apt {
    /// Whether this system has apt and is a Debian whose packages we know: its code name.
    pub fn debian_release() -> Option<String> {
        let release = std::fs::read_to_string("/etc/os-release").ok()?;
        let field = |name: &str| {
            let line = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))?;
            Some(line.trim_matches('"').to_string())
        };
        let has_apt = ["/usr/bin/apt-get", "/usr/bin/dpkg-deb"].iter().all(|program| Path::new(program).exists());
        (has_apt && field("ID")? == "debian").then(|| field("VERSION_CODENAME")).flatten()
    }

    /// Writes the configuration. Packages built from one of `from_backports` (source packages) come from the backports
    /// suite, everything else from the release.
    pub fn configure(folder: &Path, codename: &str, from_backports: &[&str]) -> Result<Apt> {
        let apt = Apt { folder: folder.to_path_buf() };
        for sub in ["state/lists/partial", "cache/archives/partial"] {
            let path = folder.join(sub);
            std::fs::create_dir_all(&path).map_err(Error::file(&path))?;
        }
        let system = Path::new("/etc/apt");
        let chosen = sources::for_release(&sources::read_system(system)?, codename, !from_backports.is_empty());
        if chosen.is_empty() {
            let searched = ["sources.list", "sources.list.d"].map(|name| system.join(name).display().to_string());
            return Err(Error::NoDebianSource { codename: codename.into(), searched: searched.into() });
        }
        apt.write("private.sources", &sources::to_deb822(&chosen))?;
        apt.write("status", "")?;
        let pins = from_backports
            .iter()
            .map(|source| format!("Package: src:{source}\nPin: release n={codename}-backports\nPin-Priority: 990\n\n"));
        apt.write("preferences", &pins.collect::<String>())?;
        apt.write("apt.conf", &configuration(folder))?;
        Ok(apt)
    }

    pub fn update(&self) -> Result<()> {
        process::output("reading the package lists", self.command("apt-get").args(["-q", "update"])).map(|_| ())
    }

    /// `wanted` and everything that they depend on.
    pub fn resolve(&self, wanted: &[&str]) -> Result<Vec<Package>> {
        let mut command = self.command("apt-get");
        command.args(["-q", "--simulate", "--no-install-recommends", "install"]).args(wanted);
        let plan = process::output("resolving the packages", &mut command)?;
        Ok(parse_plan(&plan))
    }

    /// The version of each of `names` that apt would install; names that no archive has are left out.
    pub fn candidates(&self, names: &[&str]) -> Result<Vec<Package>> {
        let text = process::output("looking up packages", self.command("apt-cache").arg("policy").args(names))?;
        Ok(parse_policy(&text))
    }

    /// Downloads `packages` into `folder`, which then holds their `.deb` files and nothing else.
    pub fn download(&self, packages: &[Package], folder: &Path, bar: &ProgressBar) -> Result<Vec<PathBuf>> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(Error::file(folder))?;
        }
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        let mut command = self.command("apt-get");
        // Status-Fd makes apt tell its progress in lines: "dlstatus:<item>:<percent>:<text>".
        command.current_dir(folder).args(["-qq", "-o", "APT::Status-Fd=1", "download"]);
        command.args(packages.iter().map(|package| format!("{}={}", package.name, package.version)));
        progress::fill_to(bar, 100);
        process::watch("downloading the packages", &mut command, |line| {
            let mut parts = line.strip_prefix("dlstatus:").into_iter().flat_map(|rest| rest.split(':')).skip(1);
            if let Some(percent) = parts.next().and_then(|percent| percent.parse::<f32>().ok()) {
                bar.set_position(percent as u64);
            }
        })?;
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
            files.push(entry.map_err(Error::file(folder))?.path());
        }
        files.sort();
        Ok(files)
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(Error::file(&path))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        // apt's messages are read by us.
        command.env("LC_ALL", "C").arg("-c").arg(self.folder.join("apt.conf"));
        command
    }
}

/// The system's own configuration is read before this one and stays in force (a proxy, say), but its hooks are cleared:
/// they act on the system's cache.
fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        r#"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Etc::SourceList "{folder}/private.sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "{folder}/preferences";
Dir::Etc::PreferencesParts "/dev/null";
// As root, apt would fetch as a user who may not write here.
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
"#
    )
}

/// Reads the lines `Inst name (version archive [architecture])` of a simulated installation.
fn parse_plan(plan: &str) -> Vec<Package> {
    let mut packages = plan
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.strip_prefix("Inst ")?.split_once(" (")?;
            Some(Package { name: name.into(), version: rest.split_whitespace().next()?.into() })
        })
        .collect::<Vec<_>>();
    packages.sort();
    packages
}

/// Reads `apt-cache policy`: a line `name:` and below it `  Candidate: version`.
fn parse_policy(text: &str) -> Vec<Package> {
    let mut name = "";
    let mut packages = Vec::new();
    for line in text.lines() {
        if let Some(version) = line.strip_prefix("  Candidate: ").filter(|version| *version != "(none)") {
            packages.push(Package { name: name.into(), version: version.into() });
        } else if !line.starts_with(' ') {
            name = line.trim_end_matches(':');
        }
    }
    packages
}

/// Unpacks the files `members` of a package, or all of it when there are none, into `root`.
pub fn unpack<S: AsRef<OsStr>>(package: &Path, root: &Path, members: &[S]) -> Result<()> {
    let step = format!("unpacking {}", package.file_name().unwrap_or_default().display());
    let mut tar = Command::new("tar");
    // Packages of this release still hold both /lib and /usr/lib; in `root` the one is a link to the other and must stay it.
    tar.args(["--extract", "--keep-directory-symlink", "--no-same-owner", "--directory"]).arg(root).args(members);
    process::pipe(&step, Command::new("dpkg-deb").arg("--fsys-tarfile").arg(package), tar.stdout(Stdio::null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_is_read() {
        let plan = "Reading package lists...\nInst zlib1g (1:1.2.13 Debian:12/oldstable [amd64])\n\
                    Inst libgcc-s1 (12.2 Debian:12/oldstable [amd64]) []\nConf zlib1g (1:1.2.13 Debian [amd64])\n";
        let package = |name: &str, version: &str| Package { name: name.into(), version: version.into() };
        assert_eq!(parse_plan(plan), [package("libgcc-s1", "12.2"), package("zlib1g", "1:1.2.13")]);
    }

    #[test]
    fn candidates_are_read() {
        let text = "a:\n  Installed: (none)\n  Candidate: 1:2-3\n  Version table:\n     1:2-3 500\n\
                    b:\n  Installed: (none)\n  Candidate: (none)\n";
        assert_eq!(parse_policy(text), [Package { name: "a".into(), version: "1:2-3".into() }]);
    }
}
