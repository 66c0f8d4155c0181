//! `meshwork legalize`: files, profiles, and what it says.

mod common;

use std::path::Path;

use common::{Ended, folder, has_driver, meshwork};

const SHADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../meshwork-passes/tests/shaders");

fn legalize(shader: &str, output: &Path, more: &[&str]) -> Ended {
    let input = format!("{SHADERS}/{shader}.spv");
    let arguments = ["legalize", &input, "-o", output.to_str().expect("UTF-8")];
    meshwork(arguments.iter().chain(more))
}

#[test]
fn a_module_is_legalized_and_explained() {
    let output = folder("legalized").join("shuffle.spv");
    let ended = legalize("shuffle.comp", &output, &["--profile", "adreno-8xx-half-wave", "--explain"]).expect(0);
    assert!(ended.stdout.contains("= OpGroupNonUniformShuffle: a broadcast, because"), "{}", ended.stdout);
    assert!(ended.stdout.contains("takes a trip for each distinct offset"), "{}", ended.stdout);
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(&std::fs::read(&output).expect("the module is written"));
    meshwork_spirv::Module::read(&words).and_then(|module| module.verify()).expect("it is a module");
}

#[test]
fn native_shuffles_stay() {
    let output = folder("native").join("shuffle.spv");
    let ended =
        legalize("shuffle.comp", &output, &["--profile", "turing", "--guest-wave", "32", "--explain"]).expect(0);
    let (width, shuffles) = ended.stdout.split_once('\n').expect("lines");
    assert!(width.starts_with("legalize-width: nothing changes, because"), "{width}");
    assert!(
        shuffles.lines().count() > 0 && shuffles.lines().all(|line| line.contains(": stays, because")),
        "{shuffles}"
    );
}

#[test]
fn what_is_not_changed_stays_byte_for_byte() {
    let output = folder("unchanged").join("out.spv");
    for (shader, guest_wave) in [("triangle.mesh", "64"), ("locations.frag", "4"), ("waves.comp", "32")] {
        legalize(shader, &output, &["--profile", "turing", "--guest-wave", guest_wave]).expect(0);
        let read = |path: &Path| std::fs::read(path).expect("a module");
        assert_eq!(read(&output), read(Path::new(&format!("{SHADERS}/{shader}.spv"))), "{shader}");
    }
}

#[test]
fn what_doctor_prints_is_a_profile() {
    let test = "what_doctor_prints_is_a_profile";
    for driver in ["lavapipe", "swiftshader"].into_iter().filter(|driver| has_driver(test, driver)) {
        let folder = folder(&format!("profile-of-{driver}"));
        let printed = meshwork(["doctor", "--profile", "--driver", driver]).expect(0);
        // The facts of the named profile.
        let named = std::fs::read_to_string(format!("{SHADERS}/../../profiles/{driver}.json")).expect("a profile");
        let mut named: serde_json::Value = serde_json::from_str(&named).expect("JSON");
        let mut found = printed.json()["subgroups"].clone();
        for profile in [&mut named, &mut found] {
            let fields = profile.as_object_mut().expect("an object");
            fields.remove("name");
            fields.remove("sources");
        }
        assert_eq!(named, found, "{driver}");
        let profile = folder.join("profile.json");
        std::fs::write(&profile, printed.stdout).expect("the file can be written");
        let profile = profile.to_str().expect("UTF-8");
        legalize("shuffle.comp", &folder.join("out.spv"), &["--profile", profile]).expect(0);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder("wrong");
    let output = folder.join("out.spv");
    legalize("shuffle.comp", &output, &["--profile", "rdna9"]).expect_failure("adreno-8xx-half-wave");
    let odd = ["--profile", "turing", "--guest-wave", "48"];
    legalize("shuffle.comp", &output, &odd).expect_failure("a power of two up to 128");
    legalize("shuffle.comp", &output, &[]).expect_failure("--profile");
    legalize("shuffle.frag", &output, &["--profile", "intel-xe"]).expect_failure("subgroup operations in this stage");
    let profile = folder.join("profile.json");
    std::fs::write(&profile, "{}").expect("the file can be written");
    let profile = profile.to_str().expect("UTF-8");
    legalize("shuffle.comp", &output, &["--profile", profile]).expect_failure("profile.json");
    let text = folder.join("text.spv");
    std::fs::write(&text, "no module here. ").expect("the file can be written");
    let arguments = ["legalize", text.to_str().expect("UTF-8"), "-o", "x.spv", "--profile", "turing"];
    meshwork(arguments).expect_failure("not a SPIR-V module");
}
