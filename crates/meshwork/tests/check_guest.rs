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
fn check(arguments: &[&str], at_least: u64) {
    for driver in DRIVERS {
        if !has_driver("check-guest", driver) {
            continue;
        }
        let all: Vec<&str> =
            ["check-guest", "--json", "--driver", driver].into_iter().chain(arguments.iter().copied()).collect();
        let report = meshwork(all).expect(0).json();
        let equal = report["equal"].as_u64().expect("a number");
        assert!(equal >= at_least, "{driver}: only {equal} equal: {report}");
    }
}

#[test]
fn programs_of_the_corpus_do_what_the_interpreter_does() {
    let cases = [
        "distances",
        "extrude",
        "instances",
        "integers",
        "lines",
        "orbit",
        "points",
        "select",
        "sprites",
        "transform",
        "triangle",
    ];
    let folders = cases.map(corpus);
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    check(&folders, 40);
}

#[test]
fn whole_waves_do_what_the_interpreter_does() {
    check(&["--mode", "wave", &corpus("triangle"), &corpus("select")], 6);
}

/// One opcode of twelve; `meshwork check-guest --opcodes` has all.
#[test]
fn opcodes_do_what_the_interpreter_does() {
    check(&["--opcodes", "--one-of", "12", "--instructions", "1", "--states", "2"], 120);
}
