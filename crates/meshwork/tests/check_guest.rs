//! Translated primitive shaders and single instructions against the interpreter, on the CPU drivers.

mod common;

use std::path::Path;

use common::{has_driver, meshwork};

const DRIVERS: [&str; 2] = ["lavapipe", "swiftshader"];

fn corpus(case: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-rdna2/corpus").join(case);
    folder.to_str().expect("a path of text").to_owned()
}

/// Runs the check; nothing differs, and so many cases or more are equal.
fn check(driver: &str, arguments: &[&str], at_least: u64) {
    if !has_driver("check-guest", driver) {
        return;
    }
    let mut all = vec!["check-guest", "--json", "--driver", driver];
    all.extend(arguments);
    let report = meshwork(all).expect(0).json();
    let equal = report["equal"].as_u64().expect("a number");
    assert!(equal >= at_least, "{driver}: only {equal} equal: {report}");
}

/// A few cases: a driver compiles a second or so for each of their programs.
#[test]
fn programs_of_the_corpus_do_what_the_interpreter_does() {
    let folders = ["triangle", "distances", "extrude", "texels", "textures"].map(corpus);
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    DRIVERS.into_iter().for_each(|driver| check(driver, &folders, 12));
}

/// Random programs, and those that differed once. SwiftShader takes a tenth of a second for one, lavapipe a second.
#[test]
fn random_programs_do_what_the_interpreter_does() {
    let some = |programs| ["--programs", programs, "--states", "2"];
    check("swiftshader", &some("1000"), 1000);
    check("lavapipe", &some("20"), 20);
}

/// Waves that take turns: a geometry shader that puts out more than a wave has lanes, and programs that are given more waves than they
/// need.
#[test]
fn workgroups_of_several_waves_do_what_the_interpreter_does() {
    let [ribbon, extrude, transform] = ["ribbon", "extrude", "transform"].map(corpus);
    check("swiftshader", &["--variant=w32", "--variant=w64", &ribbon], 2);
    check("swiftshader", &["--waves=3", "--variant=w32", &extrude, &transform], 2);
    check("lavapipe", &["--waves=2", "--variant=w32", &extrude], 1);
    // One that needs three.
    check("swiftshader", &["--waves=2", "--variant=w32", &ribbon], 1);
}

/// As for mesh stages that pay for workgroup memory: LDS of culling code and of geometry shaders, and in every kind of access.
#[test]
fn lds_in_a_buffer_does_what_the_interpreter_does() {
    let [transform, extrude, select] = ["transform", "extrude", "select"].map(corpus);
    let variants = ["--lds=buffer", "--variant=w32", "--variant=w64"];
    check("swiftshader", &[&variants[..], &[&transform, &extrude, &select]].concat(), 6);
    check("lavapipe", &["--lds=buffer", "--variant=w32", &select], 1);
    let some = ["--lds=buffer", "--opcodes", "--only=DS_", "--instructions=2", "--states=2", "--allow-refused"];
    check("swiftshader", &some, 100);
    check("swiftshader", &["--lds=buffer", "--programs=100", "--states=2"], 100);
}

/// Atomics in the lanes' order, and a program that counts to what it finds in memory and follows addresses.
#[test]
fn what_memory_holds_and_keeps_is_the_interpreters() {
    let [steps, tally] = ["steps", "tally"].map(corpus);
    check("swiftshader", &["--variant=w32-noopt", &steps, &tally], 2);
}

/// The whole wave in one invocation, of what compiles in seconds: modules have everything once for each lane.
#[test]
fn whole_waves_in_one_invocation_do_what_the_interpreter_does() {
    let [triangle, lines] = ["triangle", "lines"].map(corpus);
    check("swiftshader", &["--mode=wave", "--variant=w32-noopt", &triangle, &lines], 2);
    check("lavapipe", &["--mode=wave", "--variant=w32-noopt", &triangle], 1);
    // Loops over the lanes: of fused operations that the host lacks, and of formats that a V# tells.
    let [transform, instances] = ["transform", "instances"].map(corpus);
    check("swiftshader", &["--mode=wave", "--variant=w32-nonggc", &transform, &instances], 2);
    let doubles = ["--mode=wave", "--opcodes", "--only=MA_F64", "--instructions=1", "--states=2", "--allow-refused"];
    check("swiftshader", &doubles, 2);
}

/// Each opcode that compilers emit for primitive shaders, once; `meshwork check-guest --opcodes` has all in every encoding. Lavapipe takes a
/// second for a module of them.
#[test]
fn opcodes_do_what_the_interpreter_does() {
    for driver in DRIVERS {
        check(driver, &["--opcodes", "--emitted", "--states", "2", "--allow-refused"], 288);
    }
    check(
        "swiftshader",
        &["--opcodes", "--one-of", "12", "--instructions", "1", "--states", "2", "--allow-refused"],
        160,
    );
    // What lavapipe makes of equal operands is its own: those of ten instructions are the same register sooner or later.
    for opcode in ["V_MAX_F32", "V_MIN_F32"] {
        check("lavapipe", &["--opcodes", "--only", opcode, "--instructions", "10", "--states", "2"], 100);
    }
}

/// Every permute of lanes, which no mode refuses.
#[test]
fn lanes_are_permuted_in_either_mode() {
    for (only, programs) in [("PERMUTE", 4), ("SWIZZLE", 1), ("PERMLANE", 4)] {
        let some = ["--opcodes", "--instructions", "1", "--states", "2", "--only", only];
        for mode in ["--mode=lane", "--mode=wave"] {
            check("swiftshader", &[&some[..], &[mode]].concat(), programs);
        }
        check("lavapipe", &some, programs);
    }
}

#[test]
fn a_fragment_shader_must_be_one() {
    let of = |file: &str| format!("{}/{file}", corpus("triangle"));
    let [code, meta, vertex] = ["w32/code.bin", "w32/meta.json", "vert.spv"].map(of);
    meshwork(["translate", &code, "--meta", &meta, "-o", "never-written.spv", "--fragment", &vertex])
        .expect_failure("given as the fragment shader's has none");
}
