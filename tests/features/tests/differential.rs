//! Native mesh shaders against the layer's fallback, case by case.
//!
//! lavapipe's own mesh shaders are the oracle. The fallback on the same driver has to leave the same bits, also when every
//! pass is cut into small steps; on SwiftShader, another rasterizer, it has to leave the same buffers and a picture that
//! differs at edges of triangles at most. Validation layers lie below ours in every run.

#[path = "../../skip.rs"]
mod skip;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde::Deserialize;
use skip::skipped;
use tempfile::TempDir;

/// What the fallback may not support on lavapipe.
const LAVAPIPE_LACKS: &[&str] = &UNVALIDATED;

/// What the validation layers do not know: cases that need it are not run with them, and have a test of their own.
const UNVALIDATED: [&str; 3] =
    ["VK_EXT_nested_command_buffer", "VK_EXT_shader_object", "VK_KHR_dynamic_rendering_local_read"];

/// Of these cases the validation layers take mesh shaders in libraries for vertex shaders that are missing.
const NATIVE_FALSE_ALARMS: &str = "libraries/";

/// The same on SwiftShader: what that driver lacks itself, and there is no other way to.
const SWIFTSHADER_LACKS: &[&str] = &[
    "VK_EXT_conditional_rendering",
    "VK_EXT_descriptor_buffer",
    UNVALIDATED[0],
    UNVALIDATED[1],
    UNVALIDATED[2],
    "VK_KHR_push_descriptor",
    "drawIndirectCount",
    "geometryShader",
    "maxBoundDescriptorSets",
    "maxMeshWorkGroupInvocations",
    "maxPushConstantsSize",
    "multiViewport",
    "pipelineStatisticsQuery",
    "shaderDrawParameters",
    "shaderFloat64",
    "shaderInt16",
    "shaderInt64",
    "variables of pointer type",
];

/// Cases that the fallback does not get right yet, and why. One that does fails the test, so that it is taken out.
const KNOWN: &[(&str, &str)] = &[];

/// What validation layers say without reason: case, the message's identifier, and why it is none.
const FALSE_ALARMS: &[(&str, &str, &str)] = &[
    (
        "extensions/descriptor_buffer",
        "-None-08115",
        "the layer looks at every bound descriptor buffer, also where the pipeline's layout has no set",
    ),
    (
        "libraries/no_fragment",
        "-renderPass-06053",
        "the depth test is in a library without a fragment shader, where the layer does not look for it",
    ),
];

/// An 8-bit colour may be rounded either way, once in a sample and once in the resolve.
const ROUNDING: u8 = 2;
/// Of the pixels of a picture, at edges of triangles.
const EDGE_SHARE: f64 = 0.005;

#[derive(Deserialize)]
struct Report {
    name: String,
    status: String,
    text: String,
    validation: Vec<String>,
    /// The case that this one has to look like, where the oracle is wrong.
    like: Option<String>,
}

/// What a run of all cases left.
struct Run {
    reports: BTreeMap<String, Report>,
    folder: TempDir,
}

/// What is put under the program.
#[derive(Default)]
struct Below<'a> {
    driver: &'a str,
    fallback: bool,
    settings: &'a [(&'a str, &'a str)],
    /// Only these cases, without validation layers.
    unvalidated: Option<&'a [String]>,
}

fn tools() -> PathBuf {
    let named = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools"))
}

fn driver_manifest(driver: &str) -> PathBuf {
    tools().join("icd").join(driver).with_extension("json")
}

/// Says once that a test cannot run here.
fn lacks(test: &str, driver: &str) -> bool {
    if driver_manifest(driver).exists() {
        return false;
    }
    skipped(test, &format!("no {driver}"));
    true
}

impl Run {
    fn new(below: Below<'_>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_features"));
        command.arg("--out").arg(folder.path());
        for name in below.unvalidated.into_iter().flatten() {
            command.args(["--case", name]);
        }
        let libraries = tools().join(format!("root/usr/lib/{}-linux-gnu", std::env::consts::ARCH));
        command.env("LD_LIBRARY_PATH", libraries).env("VK_DRIVER_FILES", driver_manifest(below.driver));
        command.env("MESHWORK_DISABLE", "1").env_remove("MESHWORK_ENABLE");
        let mut layers = match below.unvalidated {
            Some(_) => vec![],
            None => vec!["VK_LAYER_KHRONOS_validation"],
        };
        let mut folders = vec![tools().join("layers")];
        if below.fallback {
            write_layer_manifest(folder.path());
            layers.insert(0, "VK_LAYER_MESHWORK_mesh_shader");
            // Loaders of bookworm's age put layers in the order in which they find them.
            folders.insert(0, folder.path().to_owned());
            command.env("MESHWORK_MODE", "on");
        }
        command.env("VK_INSTANCE_LAYERS", layers.join(":"));
        command.env("VK_ADD_LAYER_PATH", std::env::join_paths(folders).expect("folders without colons"));
        command.envs(below.settings.iter().copied());
        let output = command.output().expect("the program starts");
        let results = std::fs::read_to_string(folder.path().join("results.json"));
        let results = results.unwrap_or_else(|_| panic!("no results: {}", String::from_utf8_lossy(&output.stderr)));
        let reports: Vec<Report> = serde_json::from_str(&results).expect("results.json is a list of reports");
        Self { reports: reports.into_iter().map(|report| (report.name.clone(), report)).collect(), folder }
    }

    fn file(&self, case: &str, ending: &str) -> PathBuf {
        self.folder.path().join(case.replace('/', "-") + ending)
    }

    fn words(&self, case: &str) -> Vec<u32> {
        let bytes = std::fs::read(self.file(case, ".buffers.bin")).expect("a case that passed wrote its buffers");
        bytemuck::pod_collect_to_vec(&bytes)
    }

    fn picture(&self, case: &str) -> image::RgbaImage {
        image::open(self.file(case, ".png")).expect("a case that passed wrote its picture").into_rgba8()
    }
}

/// The cases' names; those that run for long have a list of their own.
fn cases(list: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_features")).args(list).output().expect("the program starts");
    String::from_utf8(output.stdout).expect("names are UTF-8").lines().map(str::to_owned).collect()
}

/// The layer is built beside the program.
fn write_layer_manifest(folder: &Path) {
    let library = Path::new(env!("CARGO_BIN_EXE_features")).with_file_name("libVkLayer_meshwork.so");
    assert!(library.exists(), "no {}: cargo build -p VkLayer_meshwork", library.display());
    let manifest = serde_json::json!({
        "file_format_version": "1.2.0",
        "layer": {
            "name": "VK_LAYER_MESHWORK_mesh_shader",
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
    std::fs::write(folder.join("VkLayer_meshwork.json"), manifest.to_string()).expect("a manifest is written");
}

fn native() -> &'static Run {
    static RUN: OnceLock<Run> = OnceLock::new();
    RUN.get_or_init(|| Run::new(Below { driver: "lavapipe", ..Below::default() }))
}

/// How two pictures may differ.
type Compare = fn(&image::RgbaImage, &image::RgbaImage) -> Result<(), String>;

fn same_pixels(native: &image::RgbaImage, fallback: &image::RgbaImage) -> Result<(), String> {
    let different = native.pixels().zip(fallback.pixels()).filter(|(left, right)| left != right).count();
    if different == 0 && native.dimensions() == fallback.dimensions() {
        return Ok(());
    }
    Err(format!("{different} pixels"))
}

fn far(left: &image::Rgba<u8>, right: &image::Rgba<u8>) -> bool {
    left.0.iter().zip(right.0).any(|(left, right)| left.abs_diff(right) > ROUNDING)
}

fn same_but_for_edges(native: &image::RgbaImage, fallback: &image::RgbaImage) -> Result<(), String> {
    let (width, height) = native.dimensions();
    let mut edges = 0;
    for (x, y, pixel) in native.enumerate_pixels().filter(|(x, y, pixel)| far(pixel, fallback.get_pixel(*x, *y))) {
        let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
        let mut around = columns.flat_map(|x| (y.saturating_sub(1)..=(y + 1).min(height - 1)).map(move |y| (x, y)));
        if !around.any(|(x, y)| far(pixel, native.get_pixel(x, y))) {
            return Err(format!("pixel {x}, {y} is at no edge and differs"));
        }
        edges += 1;
    }
    match f64::from(edges) / f64::from(width * height) {
        share if share <= EDGE_SHARE => Ok(()),
        _ => Err(format!("{edges} pixels at edges")),
    }
}

fn judge(native: &Run, fallback: &Run, report: &Report, lacks: &[&str], compare: Compare) -> Result<(), String> {
    match report.status.as_str() {
        "pass" => {}
        "not supported" if lacks.iter().any(|lack| report.text.contains(lack)) => return Ok(()),
        _ => return Err(report.text.clone()),
    }
    let is_false =
        |message: &str| FALSE_ALARMS.iter().any(|(case, id, _)| *case == report.name && message.contains(id));
    if let Some(message) = report.validation.iter().find(|message| !is_false(message)) {
        return Err(message.clone());
    }
    let oracle = report.like.as_ref().unwrap_or(&report.name);
    let (left, right) = (native.words(oracle), fallback.words(&report.name));
    if left != right {
        let place = left.iter().zip(&right).position(|(left, right)| left != right);
        let count = left.iter().zip(&right).filter(|(left, right)| left != right).count();
        return Err(format!("{count} words of the buffers, the first at {place:?}"));
    }
    compare(&native.picture(oracle), &fallback.picture(&report.name))
}

fn compare_all(native: &Run, fallback: &Run, lacks: &[&str], compare: Compare) {
    let mut findings = Vec::new();
    for report in fallback.reports.values() {
        let known = KNOWN.iter().find(|(name, _)| *name == report.name);
        let supported = report.status != "not supported";
        match (judge(native, fallback, report, lacks, compare), known) {
            (Err(difference), None) => findings.push(format!("{}: {difference}", report.name)),
            (Ok(()), Some((name, why))) if supported => findings.push(format!("{name} is right now, no longer: {why}")),
            _ => {}
        }
    }
    assert_eq!(fallback.reports.len(), native.reports.len());
    assert!(findings.is_empty(), "{} cases:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn native_mesh_shaders_pass_every_case() {
    if lacks("native_mesh_shaders_pass_every_case", "lavapipe") {
        return;
    }
    let run = native();
    let mut findings = Vec::new();
    for Report { name, status, text, validation, like } in run.reports.values() {
        let has_other_oracle = status == "not supported" && like.is_some();
        if has_other_oracle || UNVALIDATED.iter().any(|extension| text.ends_with(extension)) {
            continue;
        }
        if status != "pass" {
            findings.push(format!("{name}: {text}"));
        } else if let Some(message) = validation.first()
            && !name.starts_with(NATIVE_FALSE_ALARMS)
        {
            findings.push(format!("{name}: {message}"));
        } else if let Some(like) = like
            && run.words(name) == run.words(like)
            && run.picture(name) == run.picture(like)
        {
            findings.push(format!("{name} is like {like}, so no longer wrong"));
        }
    }
    assert!(findings.is_empty(), "{} cases:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn fallback_leaves_the_same_bits() {
    if !lacks("fallback_leaves_the_same_bits", "lavapipe") {
        let fallback = Run::new(Below { driver: "lavapipe", fallback: true, ..Below::default() });
        compare_all(native(), &fallback, LAVAPIPE_LACKS, same_pixels);
    }
}

/// Two settings at once: neither has anything to do with the other.
#[test]
fn fallback_without_runs_and_vertex_input_leaves_the_same_bits() {
    if !lacks("fallback_without_runs_and_vertex_input_leaves_the_same_bits", "lavapipe") {
        let settings = &[("MESHWORK_RUNS", "0"), ("MESHWORK_VERTEX_INPUT", "0")];
        let fallback = Run::new(Below { driver: "lavapipe", fallback: true, settings, ..Below::default() });
        compare_all(native(), &fallback, LAVAPIPE_LACKS, same_pixels);
    }
}

/// So few workgroups a step that most cases need several, and some need thousands.
#[test]
fn fallback_in_small_steps_leaves_the_same_bits() {
    if !lacks("fallback_in_small_steps_leaves_the_same_bits", "lavapipe") {
        let settings = &[("MESHWORK_STEP_WORKGROUPS", "7")];
        let fallback = Run::new(Below { driver: "lavapipe", fallback: true, settings, ..Below::default() });
        compare_all(native(), &fallback, LAVAPIPE_LACKS, same_pixels);
    }
}

#[test]
fn fallback_on_swiftshader_differs_at_edges_at_most() {
    if !lacks("fallback_on_swiftshader_differs_at_edges_at_most", "swiftshader") {
        let fallback = Run::new(Below { driver: "swiftshader", fallback: true, ..Below::default() });
        compare_all(native(), &fallback, SWIFTSHADER_LACKS, same_but_for_edges);
    }
}

#[test]
fn what_validation_layers_do_not_know_leaves_the_same_bits() {
    if lacks("what_validation_layers_do_not_know_leaves_the_same_bits", "lavapipe") {
        return;
    }
    for prefix in ["shader_objects/", "nested/", "local_read/"] {
        let mut names = cases(&["--list"]);
        names.retain(|name| name.starts_with(prefix));
        let below =
            |fallback, settings| Run::new(Below { driver: "lavapipe", fallback, settings, unvalidated: Some(&names) });
        let native = below(false, &[]);
        for settings in [&[][..], &[("MESHWORK_STEP_WORKGROUPS", "2")]] {
            compare_all(&native, &below(true, settings), &[], same_pixels);
        }
    }
}

/// Cases that run for long, and what their pictures have to look like: the last of their workgroups or draws are those of the twin.
/// How many workgroups there were they count themselves.
const LARGE: &[(&str, &str)] = &[
    ("limits/column", "draws/row"),
    ("limits/depth", "draws/row"),
    ("limits/draws", "limits/few_draws"),
    ("limits/emitted", "draws/plane"),
    ("limits/meshes", "draws/plane"),
    ("limits/tasks", "draws/large_tasks"),
];

#[test]
fn the_largest_draws_lose_nothing() {
    if lacks("the_largest_draws_lose_nothing", "lavapipe") {
        return;
    }
    let names = cases(&["--list", "--large"]);
    let run = Run::new(Below { driver: "lavapipe", fallback: true, unvalidated: Some(&names), ..Below::default() });
    assert!(run.reports.keys().eq(LARGE.iter().map(|(name, _)| name)), "each has a twin");
    for (name, twin) in LARGE {
        assert_eq!(run.reports[*name].status, "pass", "{name}: {}", run.reports[*name].text);
        assert_eq!(same_pixels(&native().picture(twin), &run.picture(name)), Ok(()), "{name}");
    }
}
