//! Worker processes: each holds both devices and judges the cases that it is asked for, one line of JSON for each. A crash
//! costs the worker, not the campaign.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::check::{Bench, Request, Verdict};
use crate::error::{Error, OnFile, Result};
use crate::generate::SEEDS_A_PROGRAM;
use crate::vulkan::LAYER;

const STEP: &str = "MESHWORK_STEP_WORKGROUPS";

/// How the layer is set in a worker. A seed belongs to one of them.
pub const PROFILES: [(&str, &[(&str, &str)]); 5] = [
    ("as it is", &[]),
    ("one workgroup a step", &[(STEP, "1")]),
    ("seven workgroups a step", &[(STEP, "7")]),
    ("without runs, vertices by address", &[("MESHWORK_RUNS", "0"), ("MESHWORK_VERTEX_INPUT", "0")]),
    ("three workgroups a step, vertices by address", &[(STEP, "3"), ("MESHWORK_VERTEX_INPUT", "0")]),
];

/// The profile of a seed.
pub fn profile(seed: u64) -> usize {
    (seed / SEEDS_A_PROGRAM % PROFILES.len() as u64) as usize
}

/// Whether the layer may cut the runs of a seed into steps. Where a query is open around a pass it cannot go on with them,
/// and loses workgroups, as ARCHITECTURE.md says: such seeds have no queries.
pub fn has_small_steps(seed: u64) -> bool {
    PROFILES[profile(seed)].1.iter().any(|(name, _)| *name == STEP)
}

/// Where tests find drivers and libraries.
pub fn tools() -> PathBuf {
    let named = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools"))
}

/// Where drivers and the layer are.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program that serves: this one.
    pub program: PathBuf,
    pub tools: PathBuf,
    pub layer: PathBuf,
}

impl Setup {
    /// The manifest of the driver, native and below the layer.
    pub fn driver(&self) -> PathBuf {
        self.tools.join("icd/lavapipe.json")
    }

    pub fn is_complete(&self) -> Result<()> {
        for (path, what) in [
            (self.driver(), "cargo xtask tools puts it there"),
            (self.layer.clone(), "cargo build -p VkLayer_meshwork makes it"),
        ] {
            if !path.exists() {
                return Err(Error::Missing { path, what });
            }
        }
        Ok(())
    }
}

/// Begins the line that names the device about to play.
const BEGINS: &str = "begins ";

pub struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Holds the manifest.
    _folder: tempfile::TempDir,
}

impl Worker {
    pub fn start(setup: &Setup, profile: usize) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(Error::Worker)?;
        write_manifest(folder.path(), &setup.layer)?;
        let libraries = setup.tools.join(format!("root/usr/lib/{}-linux-gnu", std::env::consts::ARCH));
        let mut command = Command::new(&setup.program);
        command.arg("--serve").stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("LD_LIBRARY_PATH", libraries).env("VK_DRIVER_FILES", setup.driver());
        command.env("VK_ADD_LAYER_PATH", folder.path()).env("MESHWORK_MODE", "on");
        // The implicit layer, where one is installed, stays out.
        command.env("MESHWORK_DISABLE", "1").env_remove("MESHWORK_ENABLE").env_remove("VK_INSTANCE_LAYERS");
        // Every module is new, processes are as many as there are cores, and what LLVM makes of a shader is not in question.
        command.env("MESA_SHADER_CACHE_DISABLE", "true").env("LP_NUM_THREADS", "1").env("GALLIVM_PERF", "nopt");
        command.envs(PROFILES[profile].1.iter().copied());
        let mut child = command.spawn().map_err(Error::Worker)?;
        let missing = || Error::Worker(std::io::ErrorKind::BrokenPipe.into());
        let requests = child.stdin.take().ok_or_else(missing)?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, requests, answers, _folder: folder })
    }

    /// Another worker is needed after [`Verdict::Crashed`].
    pub fn ask(&mut self, request: &Request) -> Result<Verdict> {
        let line = serde_json::to_string(request).map_err(Error::Answer)?;
        // A worker that is gone shows when it does not answer.
        let _ = writeln!(self.requests, "{line}").and_then(|()| self.requests.flush());
        let (mut answer, mut device) = (String::new(), String::new());
        while self.answers.read_line(&mut answer).map_err(Error::Worker)? != 0 {
            match answer.strip_prefix(BEGINS) {
                Some(name) => device = name.trim().to_string(),
                None => return serde_json::from_str(&answer).map_err(Error::Answer),
            }
            answer.clear();
        }
        let status = self.child.wait().map_err(Error::Worker)?;
        Ok(Verdict::Crashed(format!("{device}: {status}")))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that ended already needs no end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a worker process does.
pub fn serve() -> Result<()> {
    let mut bench = Bench::new()?;
    for line in std::io::stdin().lines() {
        let request: Request = serde_json::from_str(&line.map_err(Error::Worker)?).map_err(Error::Answer)?;
        let verdict = bench.check(&request.case(), &|device| println!("{BEGINS}{device}"));
        println!("{}", serde_json::to_string(&verdict).map_err(Error::Answer)?);
    }
    Ok(())
}

fn write_manifest(folder: &Path, library: &Path) -> Result<()> {
    let manifest = serde_json::json!({
        "file_format_version": "1.2.0",
        "layer": {
            "name": LAYER.to_string_lossy(),
            "type": "GLOBAL",
            "library_path": library,
            "api_version": "1.4.341",
            "implementation_version": "1",
            "description": "Mesh shaders on GPUs that have none",
            "device_extensions": [{
                "name": "VK_EXT_mesh_shader",
                "spec_version": "1",
                "entrypoints": [
                    "vkCmdDrawMeshTasksEXT",
                    "vkCmdDrawMeshTasksIndirectEXT",
                    "vkCmdDrawMeshTasksIndirectCountEXT",
                ],
            }],
        },
    });
    let path = folder.join("VkLayer_meshwork.json");
    std::fs::write(&path, manifest.to_string()).on_file(&path)
}
