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

/// The whole corpus, each wave in one invocation, whose instructions are loops over the lanes on these drivers.
#[test]
fn whole_waves_in_one_invocation_do_what_the_interpreter_does() {
    let mut all: Vec<_> =
        std::fs::read_dir(corpus("")).expect("the corpus").map(|case| case.expect("a case").path()).collect();
    all.sort();
    let all: Vec<_> =
        all.iter().filter(|case| case.is_dir()).map(|case| case.to_str().expect("a path of text")).collect();
    check("swiftshader", &[&["--mode=wave"], &all[..]].concat(), 99);
    check("lavapipe", &[&["--mode=wave", "--variant=w64"], &all[..]].concat(), 20);
    // Waves that take turns without need, random programs, and opcodes that see their lane's number, other lanes, or memory of their own.
    let [extrude, transform] = ["extrude", "transform"].map(corpus);
    check("swiftshader", &["--mode=wave", "--waves=3", "--variant=w32", &extrude, &transform], 2);
    check("swiftshader", &["--mode=wave", "--programs=20", "--states=2"], 20);
    for (only, least) in [("MBCNT", 2), ("LANE", 4), ("DIV_SCALE", 2), ("SCRATCH_", 20), ("DS_", 60)] {
        let some = ["--mode=wave", "--opcodes", "--instructions=1", "--states=2", "--allow-refused", "--only", only];
        check("swiftshader", &some, least);
    }
}

/// As GPUs have them, of what compiles in seconds: modules have everything once for each lane.
#[test]
fn whole_waves_without_loops_do_what_the_interpreter_does() {
    let [triangle, lines] = ["triangle", "lines"].map(corpus);
    let unrolled = ["--mode=wave", "--unrolled"];
    check("swiftshader", &[&unrolled[..], &["--variant=w32-noopt", &triangle, &lines]].concat(), 2);
    check("lavapipe", &[&unrolled[..], &["--variant=w32-noopt", &triangle]].concat(), 1);
    // Loops all the same: of fused operations that the host lacks, and of formats that a V# tells.
    let [transform, instances] = ["transform", "instances"].map(corpus);
    check("swiftshader", &[&unrolled[..], &["--variant=w32-nonggc", &transform, &instances]].concat(), 2);
    let some = ["--opcodes", "--instructions=1", "--states=2", "--allow-refused"];
    check("swiftshader", &[&unrolled[..], &some, &["--only=MA_F64"]].concat(), 2);
    // Scratch in a buffer, as for NVIDIA's compiler, in either way.
    let scratch = ["--mode=wave", "--lds=buffer"];
    check("swiftshader", &[&scratch[..], &some, &["--only=SCRATCH_"]].concat(), 20);
    check("swiftshader", &[&scratch[..], &some, &["--only=SCRATCH_LOAD_SSHORT", "--unrolled"]].concat(), 2);
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
