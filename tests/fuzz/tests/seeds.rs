//! A small fixed set of seeds, and the generator's promise that whatever it makes is valid.

#[path = "../../skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use fuzz::campaign;
use fuzz::check::Request;
use fuzz::emit::{Dialect, Modules, emit, vertex_stages};
use fuzz::worker::{Setup, tools};
use skip::skipped;

/// All profiles of the layer, twice.
const SEEDS: std::ops::Range<u64> = 0..40;
/// Programs that are validated.
const SAMPLE: u64 = 60;

fn setup() -> Setup {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_fuzz"));
    Setup { layer: program.with_file_name("libVkLayer_meshwork.so"), program, tools: tools() }
}

#[test]
fn a_fixed_set_of_seeds_has_no_finding() {
    let setup = setup();
    if !setup.driver().exists() {
        return skipped("a_fixed_set_of_seeds_has_no_finding", "no lavapipe");
    }
    setup.is_complete().expect("driver and layer are there");
    let findings = campaign::run(&setup, SEEDS, 2, &|_, _| {}).expect("workers run");
    assert!(findings.is_empty(), "cargo run -p fuzz -- --minimise SEED makes them small: {findings:#?}");
}

#[test]
fn every_module_is_valid() {
    let validator = tools().join("root/usr/bin/spirv-val");
    if !validator.exists() {
        return skipped("every_module_is_valid", "no spirv-val");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("module.spv");
    for seed in (0..SAMPLE).map(|program| program * fuzz::generate::SEEDS_A_PROGRAM) {
        let case = Request::of(seed).case();
        for dialect in [Dialect::Full, Dialect::Plain] {
            validate(&validator, &path, &emit(&case.program, dialect), &format!("seed {seed}, {dialect:?}"));
        }
    }
    validate(&validator, &path, &vertex_stages(), "vertex stages");
}

/// What the shrinker makes is valid, too.
#[test]
fn every_smaller_case_is_valid() {
    let validator = tools().join("root/usr/bin/spirv-val");
    if !validator.exists() {
        return skipped("every_smaller_case_is_valid", "no spirv-val");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("module.spv");
    let case = Request::of(0).case();
    for (choice, smaller) in fuzz::shrink::smaller(&case).into_iter().enumerate().step_by(7) {
        validate(&validator, &path, &emit(&smaller.program, Dialect::Full), &format!("seed 0/{choice}"));
    }
}

fn validate(validator: &Path, path: &Path, modules: &Modules, name: &str) {
    let stages =
        [("task", modules.task.as_ref()), ("mesh", Some(&modules.mesh)), ("fragment", Some(&modules.fragment))];
    for (stage, words) in stages.into_iter().filter_map(|(stage, words)| Some((stage, words?))) {
        std::fs::write(path, bytemuck::cast_slice(words)).expect("a module is written");
        let output = Command::new(validator).args(["--target-env", "vulkan1.3"]).arg(path).output();
        let output = output.expect("spirv-val starts");
        assert!(output.status.success(), "{name}, {stage}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
