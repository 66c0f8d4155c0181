//! What the command does with its arguments and with bad input, without a GPU.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use common::{command, folder, has_layer, meshwork};

const SHADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");

/// A triangle whose indices are floats, which the format forbids.
const FLOAT_INDICES: &str = r#"{
    "asset": { "version": "2.0" },
    "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
    "buffers": [{ "byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
    "accessors": [
        { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] },
        { "bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR" }
    ]
}"#;

#[test]
fn help_names_the_subcommands_and_hides_the_children() {
    let help = meshwork(["--help"]).expect(0).stdout;
    for name in ["doctor", "run", "render", "bench", "lower", "legalize", "install", "uninstall"] {
        assert!(help.contains(&format!("\n  {name}")), "{name} is not in {help}");
    }
    assert!(!help.contains("child"), "{help}");
}

#[test]
fn nothing_and_nonsense_are_failures() {
    meshwork([""; 0]).expect(2);
    meshwork(["dance"]).expect_failure("unrecognized subcommand");
}

#[test]
fn an_unknown_scene_is_named_with_the_known_ones() {
    meshwork(["render", "teapot"]).expect_failure("triangle, meshlets, grass, prepass, blend");
}

#[test]
fn sizes_and_frames_have_limits() {
    meshwork(["render", "triangle", "--size", "0x10"]).expect_failure("WIDTHxHEIGHT");
    meshwork(["render", "triangle", "--size", "100000x100000"]).expect_failure("4096");
    meshwork(["render", "triangle", "--frames", "0"]).expect_failure("--frames");
    meshwork(["render", "triangle", "--guest", "case"]).expect_failure("--guest");
    meshwork(["render"]).expect_failure("SCENE|FILE");
}

#[test]
fn a_missing_driver_is_named() {
    meshwork(["render", "triangle", "--path", "native", "--driver", "/nowhere.json"]).expect_failure("/nowhere.json");
}

#[test]
fn missing_and_broken_models_are_named_as_such() {
    let folder = folder("broken-models");
    let draw = |path: &Path| {
        let picture = folder.join("never.png");
        meshwork([
            "render".as_ref(),
            path.as_os_str(),
            "--path=native".as_ref(),
            "--driver=system".as_ref(),
            "-o".as_ref(),
            picture.as_os_str(),
        ])
    };
    let broken = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("the file can be written");
        draw(&path)
    };
    draw(&folder.join("nowhere.glb")).expect_failure("nowhere.glb");
    draw(&folder.join("nowhere.obj")).expect_failure("nowhere.obj");
    broken("empty.glb", b"").expect_failure("empty.glb");
    broken("garbage.glb", &[0x5a; 4096]).expect_failure("garbage.glb");
    broken("float_indices.gltf", FLOAT_INDICES.as_bytes()).expect_failure("float_indices.gltf");
    broken("truncated.glb", b"glTF\x02\0\0\0\xff\xff\0\0\x10\0\0\0JSON{\"asset\":").expect_failure("truncated.glb");
    broken("garbage.gltf", b"{\"asset\": 3}").expect_failure("garbage.gltf");
    broken("empty.gltf", br#"{"asset": {"version": "2.0"}}"#).expect_failure("no scene");
    broken("empty.obj", b"").expect_failure("no triangles");
    broken("index.obj", b"v 0 0 0\nf 1 2 3\n").expect_failure("index.obj");
    broken("infinite.obj", b"v 0 0 0\nv 1e39 0 0\nv 0 1 0\nf 1 2 3\n").expect_failure("not a finite number");
    broken("loop.gltf", br#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"children": [0]}]}"#)
        .expect_failure("nested deeper");
    assert!(!folder.join("never.png").exists());
}

#[test]
fn shaders_are_lowered_to_files() {
    let folder = folder("lowered");
    let shader = |name: &str| format!("{SHADERS}/{name}.spv");
    let inputs = [shader("meshlets.task"), shader("meshlets.mesh"), shader("meshlets.frag")];
    let ended = command().arg("lower").args(inputs).arg("-o").arg(&folder).output().expect("the command starts");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    for name in ["task.spv", "mesh.spv", "vertex.spv", "fragment.spv"] {
        let bytes = std::fs::read(folder.join(name)).expect(name);
        assert_eq!(bytes[..4], 0x0723_0203_u32.to_le_bytes(), "{name}");
    }
    let layout = std::fs::read(folder.join("layout.json")).expect("layout.json");
    let layout: serde_json::Value = serde_json::from_slice(&layout).expect("layout.json is JSON");
    assert_eq!(layout["max_vertices"], 64);
}

#[test]
fn what_cannot_be_lowered_is_named() {
    let folder = folder("not-lowered");
    let lower = |bytes: &[u8]| {
        let path = folder.join("in.spv");
        std::fs::write(&path, bytes).expect("the file can be written");
        meshwork(["lower".as_ref(), path.as_os_str(), "-o".as_ref(), folder.join("out").as_os_str()])
    };
    let module = std::fs::read(format!("{SHADERS}/triangle.mesh.spv")).expect("the shader is there");
    lower(b"").expect_failure("not a SPIR-V module");
    lower(&[0x5a; 64]).expect_failure("not a SPIR-V module");
    lower(&module[..module.len() - 1]).expect_failure("not a SPIR-V module");
    lower(&module[..20]).expect_failure("no module has an entry point");
    lower(&module[..module.len() / 8 * 4]).expect(2);
    lower(&std::fs::read(format!("{SHADERS}/triangle.frag.spv")).expect("the shader is there"))
        .expect_failure("no module has an entry point");
    let two = format!("{SHADERS}/triangle.mesh.spv");
    meshwork(["lower", &two, &two, "-o", "/nowhere"]).expect_failure("two entry points");
    let profile = folder.join("profile.json");
    std::fs::write(&profile, "{}").expect("the file can be written");
    meshwork([
        "lower".as_ref(),
        two.as_ref(),
        "-o".as_ref(),
        folder.as_os_str(),
        "--profile".as_ref(),
        profile.as_os_str(),
    ])
    .expect_failure("profile.json");
    assert!(!folder.join("out").exists());
}

#[test]
fn the_end_of_a_program_is_passed_on() {
    if !has_layer("the_end_of_a_program_is_passed_on") {
        return;
    }
    meshwork(["run", "--", "sh", "-c", "exit 7"]).expect(7);
    meshwork(["run", "--", "sh", "-c", "kill -TERM $$"]).expect(128 + 15);
    meshwork(["run", "--", "/nowhere/program"]).expect_failure("/nowhere/program");
    let script = "echo $VK_INSTANCE_LAYERS $MESHWORK_MODE; ls $VK_ADD_LAYER_PATH";
    let seen = meshwork(["run", "--mode", "on", "--", "sh", "-c", script]).expect(0).stdout;
    assert_eq!(seen, "VK_LAYER_MESHWORK_mesh_shader on\nVkLayer_meshwork.json\n");
}

#[test]
fn install_and_uninstall_can_be_repeated() {
    if !has_layer("install_and_uninstall_can_be_repeated") {
        return;
    }
    let home = folder("data-home");
    let with_home = |subcommand| {
        let ended = command().arg(subcommand).env("XDG_DATA_HOME", &home).output().expect("the command starts");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8_lossy(&ended.stdout).into_owned()
    };
    let manifest = home.join("vulkan/implicit_layer.d/VkLayer_meshwork.json");
    let library = home.join("meshwork/libVkLayer_meshwork.so");
    for _ in 0..2 {
        assert!(with_home("install").contains("MESHWORK_ENABLE=1"));
        let text = std::fs::read(&manifest).expect("the manifest is there");
        let text: serde_json::Value = serde_json::from_slice(&text).expect("the manifest is JSON");
        assert_eq!(text["layer"]["library_path"], library.to_str().expect("a path in UTF-8"));
        assert!(library.is_file());
    }
    assert!(with_home("uninstall").contains("removed"));
    assert!(!manifest.exists() && !library.exists());
    assert!(with_home("uninstall").contains("nothing to remove"));
}

/// Before the work that it is to hold.
#[test]
fn a_page_that_cannot_be_written_is_told_at_once() {
    let page = folder("unwritable").join("nowhere/page.html");
    let page = page.to_str().expect("a path of text");
    // There is no such driver either: whoever looked for it first would name it.
    for bench in [&["bench", "prepass"][..], &["bench", "compile"]] {
        meshwork(bench.iter().chain(&["--driver=/nowhere.json", "-o", page])).expect_failure("cannot write");
    }
}

/// What is known is written, however much is to come; who has read enough ends it.
#[test]
fn interpret_writes_workgroups_one_by_one() {
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../meshwork-rdna2/corpus/triangle/w32");
    let (code, meta) = (format!("{case}/code.bin"), format!("{case}/meta.json"));
    let mut interpret = command();
    interpret.args(["interpret", &code, "--meta", &meta, "--instances", "4294967295"]).stdout(Stdio::piped());
    let mut child = interpret.spawn().expect("the command starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("\"workgroup\": 1,") {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("text"), 0, "it goes on");
    }
    drop(output);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let one = meshwork(["interpret", &code, "--meta", &meta, "--instances", "99", "--workgroup", "1"]).expect(0).json();
    assert_eq!(one.as_array().map(Vec::len), Some(1));
}
