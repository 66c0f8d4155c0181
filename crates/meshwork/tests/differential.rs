//! The fallback against a driver's own mesh shaders, and against another driver; everything under validation.

mod common;

use std::path::{Path, PathBuf};

use common::{Ended, command, folder, has_driver, has_layer, model};
use serde_json::Value;

/// Another driver may differ in this part of a picture: on triangle edges and in the last bit of interpolated colours.
const OTHER_DRIVER: f64 = 0.005;

fn render(scene: &str, more: &[&str], settings: &[(&str, &str)]) -> Ended {
    let fixed = ["render", scene, "--size=480x270", "--validate", "--json"];
    let output = command().args(fixed).args(more).envs(settings.iter().copied()).output();
    Ended::from(output.expect("the command starts"))
}

fn can_run(test: &str) -> bool {
    has_layer(test) && ["lavapipe", "swiftshader"].iter().all(|driver| has_driver(test, driver))
}

/// Draws a scene natively and by the fallback on lavapipe, where no pixel may differ; returns the fallback's figures and
/// picture.
#[track_caller]
fn equal_to_native(test: &str, scene: &str, more: &[&str], settings: &[(&str, &str)]) -> (Value, PathBuf) {
    let output = folder(test).join("lavapipe.png");
    let output = output.to_str().expect("a path in UTF-8");
    let arguments = [&["--path=both", "--driver=lavapipe", "-o", output], more].concat();
    let report = render(scene, &arguments, settings).expect(0).json();
    assert_eq!(report["pixels_different"], 0);
    let fallback = &report["paths"]["fallback"];
    for count in ["mesh_draws", "triangles"] {
        assert_eq!(fallback[count], report["paths"]["native"][count], "{count}");
    }
    assert_eq!(fallback["lost_workgroups"], 0);
    (fallback.clone(), fallback["image"].as_str().expect("a path").into())
}

/// Draws a scene by the fallback on another driver, and counts the pixels that differ from a picture.
#[track_caller]
fn different_on(driver: &str, scene: &str, more: &[&str], picture: &Path) -> (usize, f64) {
    let output = picture.with_file_name("other.png");
    let driver = format!("--driver={}", common::tools().join("icd").join(driver).with_extension("json").display());
    let output_name = output.to_str().expect("a path in UTF-8");
    let arguments = [&["--path=fallback", &driver, "-o", output_name], more].concat();
    render(scene, &arguments, &[]).expect(0);
    let open = |path: &Path| image::open(path).expect("the picture is there").into_rgba8();
    let (left, right) = (open(picture), open(&output));
    assert_eq!(left.dimensions(), right.dimensions());
    let pixels = left.pixels().zip(right.pixels()).filter(|(left, right)| left != right).count();
    (pixels, pixels as f64 / f64::from(left.width() * left.height()))
}

#[track_caller]
fn alike_on_swiftshader(test: &str, scene: &str, more: &[&str], lavapipe: &Path) {
    let (pixels, part) = different_on("swiftshader", scene, more, lavapipe);
    println!("{test}: {pixels} pixels ({:.3} %) differ between SwiftShader and lavapipe", part * 100.0);
    assert!(part <= OTHER_DRIVER, "{pixels} pixels differ");
}

fn check(test: &str, scene: &str, more: &[&str]) {
    if can_run(test) {
        let (_, picture) = equal_to_native(test, scene, more, &[]);
        alike_on_swiftshader(test, scene, more, &picture);
    }
}

#[test]
fn triangle_is_the_same() {
    check("triangle_is_the_same", "triangle", &[]);
}

#[test]
fn meshlets_are_the_same() {
    check("meshlets_are_the_same", "meshlets", &["--triangles=100000"]);
}

#[test]
fn grass_is_the_same() {
    check("grass_is_the_same", "grass", &[]);
}

#[test]
fn prepass_is_the_same() {
    check("prepass_is_the_same", "prepass", &[]);
}

#[test]
fn blend_is_the_same() {
    check("blend_is_the_same", "blend", &[]);
}

#[test]
fn models_are_the_same() {
    for name in ["head.glb", "complete.glb"] {
        let path = model(name);
        check(&format!("models_are_the_same-{name}"), path.to_str().expect("a path in UTF-8"), &[]);
    }
}

/// With so little memory that every draw needs several steps, many more than are ever recorded before the GPU tells how many.
fn check_in_steps(test: &str, scene: &str, workgroups: &str) {
    if can_run(test) {
        let (fallback, _) = equal_to_native(test, scene, &[], &[("MESHWORK_STEP_WORKGROUPS", workgroups)]);
        let statistics = &fallback["statistics"];
        let count = |name: &str| statistics[name].as_u64().expect("a count");
        assert!(count("steps") >= 4 * count("runs"), "few steps were enough: {statistics}");
        assert!(count("continuations") > 0, "nothing was continued: {statistics}");
        assert_eq!(fallback["workgroups_run"]["wrong"], 0);
    }
}

#[test]
fn grass_in_steps_runs_every_workgroup_once() {
    check_in_steps("grass_in_steps_runs_every_workgroup_once", "grass", "64");
}

#[test]
fn blend_in_steps_runs_every_workgroup_once() {
    check_in_steps("blend_in_steps_runs_every_workgroup_once", "blend", "2");
}

/// 433 tasks with room for 32 mesh workgroups each, of 64 vertices of 32 bytes.
#[test]
fn records_of_grass_are_for_what_is_drawn() {
    let test = "records_of_grass_are_for_what_is_drawn";
    if can_run(test) {
        let (fallback, _) = equal_to_native(test, "grass", &["--frames=4"], &[]);
        let bytes = fallback["record_bytes"].as_u64().expect("a count");
        assert!((1 << 20..=72_000_000).contains(&bytes), "{bytes} bytes in a frame");
    }
}

/// All of it must do, and half of it for a pass.
#[test]
fn eight_mebibytes_are_enough_for_grass() {
    let test = "eight_mebibytes_are_enough_for_grass";
    if can_run(test) {
        let (fallback, _) = equal_to_native(test, "grass", &[], &[("MESHWORK_MEMORY", "8")]);
        let count = |value: &Value| value.as_u64().expect("a count");
        assert!(count(&fallback["record_bytes"]) <= 4 << 20);
        assert!(count(&fallback["statistics"]["continuations"]) > 0, "it fitted into one step");
        assert_eq!(fallback["workgroups_run"]["wrong"], 0);
    }
}

/// Of the layer's device memory; what 10,000 frames of `grass` take is in `docs/performance.md`.
#[test]
fn the_memory_of_many_frames_is_that_of_few() {
    let test = "the_memory_of_many_frames_is_that_of_few";
    if !can_run(test) {
        return;
    }
    let output = folder(test).join("meshlets.png");
    let output = output.to_str().expect("a path in UTF-8");
    let peak = |frames: &str| {
        let arguments = ["--path=fallback", "--driver=lavapipe", "--triangles=1000", "-o", output, "--frames", frames];
        let report = render("meshlets", &arguments, &[]).expect(0).json();
        report["paths"]["fallback"]["peak_memory_bytes"].as_u64().expect("a count")
    };
    let few = peak("10");
    assert!(few > 0);
    assert_eq!(peak("300"), few);
}

#[test]
fn barriers_and_dispatches_do_not_grow_with_draws() {
    let test = "barriers_and_dispatches_do_not_grow_with_draws";
    if !can_run(test) {
        return;
    }
    let [few, many, more] = ["10", "1000", "2000"].map(|draws| {
        let test = format!("{test}-{draws}");
        equal_to_native(&test, "prepass", &["--draws", draws], &[]).0
    });
    let count = |of: &Value, what: &str| of[what].as_u64().expect("a count");
    assert_eq!([&few, &many, &more].map(|of| count(of, "mesh_draws")), [21, 2001, 4001]);
    for what in ["dispatches", "barriers"] {
        assert_eq!(count(&many, what), count(&more, what), "{what}");
        // In each of the two passes what many workgroups make is added up in two stages.
        assert!((count(&few, what)..=count(&few, what) + 2).contains(&count(&many, what)), "{what}");
    }
}

/// Mesa 22, Debian 12's own, has no mesh shaders; newer ones draw them natively.
#[test]
fn mesa_without_mesh_shaders_draws_what_newer_ones_do() {
    let test = "mesa_without_mesh_shaders_draws_what_newer_ones_do";
    if !can_run(test) || !has_driver(test, "lavapipe22") {
        return;
    }
    for scene in ["triangle", "prepass", "grass", "blend"] {
        let (_, picture) = equal_to_native(&format!("{test}-{scene}"), scene, &[], &[]);
        assert_eq!(different_on("lavapipe22", scene, &[], &picture).0, 0, "{scene}");
    }
}

#[test]
fn runs_can_be_switched_off() {
    let test = "runs_can_be_switched_off";
    if can_run(test) {
        let (fallback, _) = equal_to_native(test, "prepass", &["--draws=20"], &[("MESHWORK_RUNS", "0")]);
        assert!(fallback["dispatches"].as_u64() > Some(40), "{fallback}");
    }
}

/// Where the driver has mesh shaders, `auto` changes nothing, and the statistics say so.
#[test]
fn auto_steps_aside() {
    let test = "auto_steps_aside";
    if !can_run(test) {
        return;
    }
    let statistics = folder(test).join("statistics.json");
    let picture = statistics.with_file_name("picture.png");
    let driver = common::tools().join("icd/lavapipe.json");
    let child = |driver: &Path| {
        let mut run = command();
        run.args(["run", "--mode=auto", "--driver"]).arg(driver).args(["--", env!("CARGO_BIN_EXE_meshwork")]);
        run.args(["render-child", "triangle", "--driver-label=any", "--frames=1", "--image"]).arg(&picture);
        run.arg("--report").arg(picture.with_extension("json"));
        Ended::from(run.env("MESHWORK_STATISTICS", &statistics).output().expect("the command starts")).expect(0);
        let text = std::fs::read(&statistics).expect("the statistics are there");
        serde_json::from_slice::<Value>(&text).expect("the statistics are JSON")["mode"].clone()
    };
    assert_eq!(child(&driver), "native");
    assert_eq!(child(&driver.with_file_name("swiftshader.json")), "fallback");
}
