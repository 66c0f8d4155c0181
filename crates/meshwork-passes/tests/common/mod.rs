//! What the tests share: modules, profiles, and the validator.

#![allow(dead_code, reason = "each test uses a part of it")]

#[path = "../../../../tests/skip.rs"]
mod skip;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use meshwork_abi::{SubgroupOperations, SubgroupProfile, SubgroupStage, TargetProfile};
use meshwork_passes::subgroups::named_profile;
use meshwork_passes::{Lowered, MeshShaders, ProvokingVertex, SpecializationConstant, Stage};
use skip::skipped;

pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// A device that can do everything.
pub fn rich() -> TargetProfile {
    TargetProfile {
        name: "rich".into(),
        spirv_version: 0x0001_0600,
        subgroup_operations: SubgroupOperations {
            basic: true,
            vote: true,
            arithmetic: true,
            ballot: true,
            shuffle: true,
            shuffle_relative: true,
            clustered: true,
            quad: true,
        },
        max_workgroup_invocations: 1024,
        max_workgroup_size: [1024, 1024, 64],
        max_clip_distances: 8,
        max_cull_distances: 8,
        max_combined_clip_and_cull_distances: 8,
        int8: true,
        int16: true,
        int64: true,
        float16: true,
        float64: true,
        storage_8bit: true,
        storage_16bit: true,
        io_16bit: true,
        vulkan_memory_model: true,
        vulkan_memory_model_device_scope: true,
        shader_output_layer: true,
        layer_by_layer: false,
        shader_output_viewport_index: true,
        multi_viewport: true,
        clip_distance: true,
        cull_distance: true,
        culls_across_planes: false,
        primitive_shading_rate: true,
        buffer_int64_atomics: true,
        ..TargetProfile::minimum()
    }
}

/// A host with all subgroup operations in all stages, whose subgroups are of `min` to `max` invocations; no pipeline pins them.
pub fn host(min: u32, max: u32) -> SubgroupProfile {
    use SubgroupStage::{Compute, Fragment, Mesh, Task, Vertex};
    let mut profile = named_profile("turing").expect("a named profile");
    (profile.size.min, profile.size.max, profile.size.default) = (min, max, min);
    profile.size.pinnable_in.clear();
    profile.stages = BTreeSet::from([Vertex, Fragment, Compute, Task, Mesh]);
    profile
}

/// A shader of `tests/shaders` (`x.mesh`) or `tests/assembly` (`x.spvasm`); none when the assembler is missing.
pub fn module(name: &str) -> Option<Vec<u32>> {
    if name.ends_with(".spvasm") {
        return assemble(&folder("assembly").join(name));
    }
    let path = folder("shaders").join(format!("{name}.spv"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(words(&bytes))
}

pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn assemble(path: &Path) -> Option<Vec<u32>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let other = ["1.0", "1.6"].into_iter().find(|version| text.contains(&format!("SPIR-V {version}")));
    let version = format!("spv{}", other.unwrap_or("1.5"));
    let output =
        tool("spirv-as")?.args(["--target-env", &version, "-o", "-"]).arg(path).output().expect("spirv-as runs");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    Some(words(&output.stdout))
}

/// A tool, from the folder that `MESHWORK_TOOLS` names, the workspace's own, or the path.
fn tool(name: &str) -> Option<Command> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    let folders = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from).into_iter().chain([own]);
    for root in folders.map(|folder| folder.join("root")) {
        let path = root.join("usr/bin").join(name);
        if path.exists() {
            let mut command = Command::new(path);
            command.env("LD_LIBRARY_PATH", root.join("usr/lib/x86_64-linux-gnu"));
            return Some(command);
        }
    }
    let probe = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if probe.is_ok() {
        return Some(Command::new(name));
    }
    skip(&format!("{name} is not installed"));
    None
}

/// Tells, and writes down, that something was not tested; once for each reason.
fn skip(reason: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if !TOLD.lock().expect("nothing panics under the lock").insert(reason.into()) {
        return;
    }
    skipped("meshwork-passes", reason);
}

/// What `spirv-val` says against a module; `None` when it is valid.
pub fn verdict(words: &[u32]) -> Option<String> {
    let environment =
        if words.get(1).is_some_and(|&version| version >= 0x0001_0600) { "vulkan1.3" } else { "vulkan1.2" };
    let mut validator = tool("spirv-val")?;
    // The test's own file: tests run side by side.
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), bytes(words)).expect("a temporary file can be written");
    let output = validator.args(["--target-env", environment]).arg(file.path()).output().expect("spirv-val runs");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Panics when one of the modules is not valid.
pub fn assert_valid(name: &str, lowered: &Lowered) {
    let stages = [
        ("task", lowered.task.as_ref()),
        ("mesh", Some(&lowered.mesh)),
        ("vertex", Some(&lowered.vertex)),
        ("fragment", lowered.fragment.as_ref()),
    ];
    for (stage, words) in stages {
        if let Some(error) = words.and_then(|words| verdict(words)) {
            panic!("{name}: the lowered {stage} stage is not valid: {error}\n{}", print(words.expect("present")));
        }
    }
}

pub fn print(words: &[u32]) -> String {
    meshwork_spirv::Module::read(words).map_or_else(|error| error.to_string(), |module| module.print())
}

/// The modules of a pipeline.
#[derive(Clone, Debug, Default)]
pub struct Modules {
    pub task: Option<Vec<u32>>,
    pub mesh: Vec<u32>,
    pub fragment: Option<Vec<u32>>,
}

impl Modules {
    /// `None` when a module could not be made here.
    pub fn load(task: Option<&str>, mesh: &str, fragment: Option<&str>) -> Option<Self> {
        let load = |name: Option<&str>| name.map_or(Some(None), |name| module(name).map(Some));
        Some(Self { task: load(task)?, mesh: module(mesh)?, fragment: load(fragment)? })
    }

    pub fn shaders<'a>(&'a self, specialization: &'a [SpecializationConstant<'a>]) -> MeshShaders<'a> {
        let stage = |words: &'a Vec<u32>| Stage { words, entry_point: "main", specialization };
        MeshShaders {
            task: self.task.as_ref().map(stage),
            mesh: stage(&self.mesh),
            fragment: self.fragment.as_ref().map(stage),
            provoking_vertex: ProvokingVertex::First,
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &Vec<u32>> {
        self.task.iter().chain([&self.mesh]).chain(&self.fragment)
    }
}
