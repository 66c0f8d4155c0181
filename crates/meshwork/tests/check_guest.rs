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

/// Random programs, and those that differed once. SwiftShader compiles one in a tenth of a second.
#[test]
fn random_programs_do_what_the_interpreter_does() {
    let some = |programs| ["--programs", programs, "--states", "2"];
    check("swiftshader", &some("1000"), 1000);
}

/// A few opcodes; `meshwork check-guest --opcodes` has all. Lavapipe takes seconds to compile a module of instructions.
#[test]
fn opcodes_do_what_the_interpreter_does() {
    let some = |one_of| ["--opcodes", "--one-of", one_of, "--instructions", "1", "--states", "2"];
    check("swiftshader", &some("12"), 120);
    check("lavapipe", &some("120"), 10);
}
