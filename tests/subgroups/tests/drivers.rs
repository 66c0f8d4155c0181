//! Every stage on drivers that need no hardware, with the validation layers between. lavapipe's subgroups have 8 invocations,
//! SwiftShader's 4: guest waves of 4 are parts of the one, and of 32, 64 and 128 go through workgroup memory on both.

#[path = "../../skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use skip::skipped;

/// What a stage may leave out on these drivers, where it runs at all.
const LACKS: &[&str] = &[
    "the device has no clustered operations",
    "the device has no quad operations there",
    "the device lacks numbers of some width",
    "looks at the first component of vectors alone",
];

/// What validation layers say that are older than `VK_KHR_shader_subgroup_rotate`.
const FALSE_ALARMS: &[&str] =
    &["SPV_KHR_subgroup_rotate", "Unhandled OpCapability", "unknown VkStructureType (1000416000)"];

fn tools() -> PathBuf {
    let named = std::env::var_os("MESHWORK_TOOLS").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools"))
}

/// Runs the cases of one stage on a driver.
fn run(test: &str, driver: &str, stage: &str) {
    let manifest = tools().join("icd").join(driver).with_extension("json");
    if !manifest.exists() {
        return skipped(test, &format!("no {driver}"));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_subgroups"))
        .args(["--only", &format!("/{stage}")])
        .env("LD_LIBRARY_PATH", tools().join(format!("root/usr/lib/{}-linux-gnu", std::env::consts::ARCH)))
        .env("VK_DRIVER_FILES", manifest)
        .env("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation")
        .env("VK_ADD_LAYER_PATH", tools().join("layers"))
        .env("MESHWORK_DISABLE", "1")
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let all = format!("{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {all}", output.status);
    let is_false = |line: &str| FALSE_ALARMS.iter().any(|alarm| line.contains(alarm));
    let message = all.lines().find(|line| line.contains("VUID-") && !is_false(line));
    // The rest of a line is lists of what would be allowed.
    let message = message.map(|line| line.chars().take(400).collect::<String>());
    assert_eq!(message, None, "the validation layers say something");
    let of_stage = format!("skipped: {stage}");
    let reasons: Vec<_> = text.lines().filter(|line| line.starts_with(&of_stage)).collect();
    let passed = text.lines().find_map(|line| line.split_once(" passed, "));
    let passed = passed.and_then(|(number, _)| number.parse::<usize>().ok()).expect("a line with counts");
    match reasons.first() {
        Some(reason) if passed == 0 => skipped(test, reason),
        _ => {
            assert!(passed > 0, "nothing ran: {all}");
            let unknown = reasons.iter().find(|reason| !LACKS.iter().any(|known| reason.ends_with(known)));
            assert_eq!(unknown, None, "the driver can do that");
        }
    }
}

/// A test for a stage on a driver.
macro_rules! stages {
    ($($name:ident: $driver:literal, $stage:literal;)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), $driver, $stage);
        })*
    };
}

stages! {
    compute_on_lavapipe: "lavapipe", "Compute";
    vertex_on_lavapipe: "lavapipe", "Vertex";
    fragment_on_lavapipe: "lavapipe", "Fragment";
    task_on_lavapipe: "lavapipe", "Task";
    mesh_on_lavapipe: "lavapipe", "Mesh";
    compute_on_swiftshader: "swiftshader", "Compute";
    vertex_on_swiftshader: "swiftshader", "Vertex";
    fragment_on_swiftshader: "swiftshader", "Fragment";
    task_on_swiftshader: "swiftshader", "Task";
    mesh_on_swiftshader: "swiftshader", "Mesh";
}
