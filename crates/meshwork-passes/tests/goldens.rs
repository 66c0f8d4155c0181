//! Lowered modules as text, compared with `tests/goldens`. `MESHWORK_BLESS=1 cargo test -p meshwork-passes` rewrites them.

mod common;

use std::collections::BTreeSet;

use common::{Modules, folder, print};
use meshwork_abi::TargetProfile;
use meshwork_passes::lower;

/// Task, mesh and fragment shader.
type Pipeline = (Option<&'static str>, &'static str, Option<&'static str>);

/// Pipelines, and the stages of each that have a golden.
const GOLDENS: &[(Pipeline, &[&str])] = &[
    ((None, "triangle.mesh", Some("color.frag")), &["triangle.mesh", "triangle.vertex"]),
    ((Some("scalar_payload.task"), "scalar_payload.mesh", None), &["scalar_payload.task", "scalar_payload.mesh"]),
    ((None, "primitive_id.mesh", Some("primitive_id.frag")), &["primitive_id.vertex", "primitive_id.fragment"]),
];

#[test]
fn lowered_modules_are_the_goldens() {
    let bless = std::env::var_os("MESHWORK_BLESS").is_some();
    let mut known = BTreeSet::new();
    for &((task, mesh, fragment), goldens) in GOLDENS {
        let modules = Modules::load(task, mesh, fragment).expect("checked-in modules");
        let lowered = lower(&modules.shaders(&[]), &TargetProfile::minimum()).expect("lowers");
        common::assert_valid(mesh, &lowered);
        for &golden in goldens {
            let words = match golden.rsplit_once('.') {
                Some((_, "task")) => lowered.task.as_ref().expect("a task stage"),
                Some((_, "mesh")) => &lowered.mesh,
                Some((_, "vertex")) => &lowered.vertex,
                _ => lowered.fragment.as_ref().expect("a fragment stage"),
            };
            let name = format!("{golden}.txt");
            let (path, text) = (folder("goldens").join(&name), print(words));
            known.insert(name);
            if bless {
                std::fs::write(&path, &text).expect("a golden can be written");
            }
            let golden = std::fs::read_to_string(&path).unwrap_or_default();
            let differs = golden.lines().zip(text.lines()).position(|(a, b)| a != b);
            assert!(golden == text, "{} differs, at line {differs:?}; MESHWORK_BLESS=1 rewrites it", path.display());
        }
    }
    let files = std::fs::read_dir(folder("goldens")).expect("the goldens' folder");
    for file in files {
        let name = file.expect("a folder's entry").file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name), "tests/goldens/{name} belongs to no test");
    }
}
