//! Scenes and models drawn by a driver's own mesh shaders, and what `doctor` says of drivers.

mod common;

use std::collections::HashSet;
use std::path::Path;

use common::{folder, has_driver, meshwork, model};
use serde_json::Value;

/// Draws natively on lavapipe under validation, and returns the report with the number of different colours.
fn draw(name: &str, scene: &str, more: &[&str]) -> Option<(Value, usize)> {
    if !has_driver(name, "lavapipe") {
        return None;
    }
    let picture = folder(name).join("picture.png");
    let picture = picture.to_str().expect("a path in UTF-8");
    let fixed = ["render", scene, "--path=native", "--driver=lavapipe", "--size=320x180", "--validate", "--json"];
    let report = meshwork(fixed.iter().chain(&["-o", picture]).chain(more)).expect(0).json();
    assert_eq!(report["size"], serde_json::json!([320, 180]));
    assert_eq!(report["paths"]["native"]["image"], picture);
    Some((report, colors(Path::new(picture))))
}

fn colors(picture: &Path) -> usize {
    let picture = image::open(picture).expect("the picture is there").into_rgba8();
    assert_eq!(picture.dimensions(), (320, 180));
    picture.pixels().map(|pixel| pixel.0).collect::<HashSet<_>>().len()
}

#[test]
fn triangle() {
    let Some((report, colors)) = draw("triangle", "triangle", &["--frames=3"]) else { return };
    let native = &report["paths"]["native"];
    assert_eq!((native["mesh_draws"].as_u64(), native["triangles"].as_u64()), (Some(1), Some(1)));
    assert!(native["frame_ms"]["min"].as_f64() <= native["frame_ms"]["median"].as_f64());
    assert!(native["gpu_ms"]["median"].as_f64() > Some(0.0));
    assert!(colors > 1_000, "{colors} colours");
}

#[test]
fn meshlets_are_culled() {
    let Some((report, colors)) = draw("meshlets", "meshlets", &["--triangles=20000"]) else { return };
    let triangles = report["paths"]["native"]["triangles"].as_u64().expect("lavapipe counts");
    assert!((5_000..20_000).contains(&triangles), "{triangles} triangles");
    assert!(colors > 3_000, "{colors} colours");
}

#[test]
fn grass_runs_every_workgroup_once() {
    let Some((report, colors)) = draw("grass", "grass", &[]) else { return };
    assert_eq!(report["paths"]["native"]["workgroups_run"]["wrong"], 0);
    assert!(colors > 3_000, "{colors} colours");
}

#[test]
fn prepass_draws_what_is_asked_for() {
    let Some((report, colors)) = draw("prepass", "prepass", &["--draws=100"]) else { return };
    assert_eq!(report["paths"]["native"]["mesh_draws"], 201);
    // Nearest surfaces pass the second test: without them only the backdrop would be left.
    assert!(colors > 500, "{colors} colours");
}

#[test]
fn blend_runs_every_workgroup_once() {
    let Some((report, colors)) = draw("blend", "blend", &[]) else { return };
    assert_eq!(report["paths"]["native"]["workgroups_run"]["wrong"], 0);
    assert!(colors > 3_000, "{colors} colours");
}

#[test]
fn models_are_drawn() {
    for (name, colors_at_least) in [("head.glb", 1_000), ("complete.glb", 1_000)] {
        let path = model(name);
        let Some((_, colors)) = draw(&format!("models_are_drawn-{name}"), path.to_str().expect("UTF-8"), &[]) else {
            return;
        };
        assert!(colors > colors_at_least, "{name}: {colors} colours");
    }
}

#[test]
fn an_object_file_is_drawn_in_its_colours() {
    let folder = folder("object-file");
    let path = folder.join("pyramid.obj");
    let text = "mtllib pyramid.mtl\nv 0 1 0\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\n\
                usemtl green\nf 1 3 2\nf 1 4 3\nf 1 5 4\nf 1 2 5\nf 2 3 4 5\n";
    std::fs::write(&path, text).expect("the file can be written");
    std::fs::write(folder.join("pyramid.mtl"), "newmtl green\nKd 0.1 0.9 0.1\n").expect("the file can be written");
    let Some(_) = draw("an_object_file_is_drawn", path.to_str().expect("UTF-8"), &[]) else { return };
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("an_object_file_is_drawn/picture.png");
    let picture = image::open(picture).expect("the picture is there").into_rgba8();
    let [r, g, b, _] = picture.get_pixel(160, 90).0;
    assert!(g > 2 * r.max(b) / 2 && g > 80, "{r} {g} {b}");
}

#[test]
fn native_needs_a_driver_that_has_mesh_shaders() {
    if has_driver("native_needs_a_driver_that_has_mesh_shaders", "swiftshader") {
        meshwork(["render", "triangle", "--path=native", "--driver=swiftshader", "-o=/nowhere/a.png"])
            .expect_failure("VK_EXT_mesh_shader");
    }
}

#[test]
fn doctor_tells_drivers_apart() {
    let name = "doctor_tells_drivers_apart";
    for (driver, verdict) in [("lavapipe", "native"), ("swiftshader", "fallback")] {
        if !has_driver(name, driver) {
            return;
        }
        let report = meshwork(["doctor", "--json", "--driver", driver]).expect(0).json();
        assert_eq!(report["driver"], driver);
        assert_eq!(report["devices"][0]["mesh_shaders"], verdict, "{report}");
        assert_eq!(report["devices"][0]["vkd3d_proton"]["mesh_shaders"], false, "{report}");
        let words = meshwork(["doctor", "--driver", driver]).expect(0).stdout;
        assert!(words.contains("subgroup size"), "{words}");
    }
}

#[test]
fn the_profile_that_doctor_prints_is_what_lower_reads() {
    let name = "the_profile_that_doctor_prints_is_what_lower_reads";
    if !has_driver(name, "swiftshader") {
        return;
    }
    let folder = folder(name);
    let profile = folder.join("profile.json");
    std::fs::write(&profile, meshwork(["doctor", "--profile", "--driver=swiftshader"]).expect(0).stdout)
        .expect("the file can be written");
    let shader = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/triangle.mesh.spv");
    meshwork([
        "lower".as_ref(),
        shader.as_ref(),
        "--profile".as_ref(),
        profile.as_os_str(),
        "-o".as_ref(),
        folder.as_os_str(),
    ])
    .expect(0);
    assert!(folder.join("vertex.spv").is_file());
}
