//! Lowered, gathered and legalized modules as text, compared with `tests/goldens`. `MESHWORK_BLESS=1 cargo test -p meshwork-passes` rewrites them.

mod common;

use std::collections::BTreeSet;

use common::{Modules, folder, module, print};
use meshwork_abi::TargetProfile;
use meshwork_passes::subgroups::{LegalizeOptions, Strategy, legalize, named_profile};
use meshwork_passes::{PayloadLimits, gather, lower};
use meshwork_spirv::Module;

/// Task, mesh and fragment shader.
type Pipeline = (Option<&'static str>, &'static str, Option<&'static str>);

/// Pipelines, and the stages of each that have a golden.
const GOLDENS: &[(Pipeline, &[&str])] = &[
    ((None, "triangle.mesh", Some("color.frag")), &["triangle.mesh", "triangle.vertex"]),
    ((Some("scalar_payload.task"), "scalar_payload.mesh", None), &["scalar_payload.task", "scalar_payload.mesh"]),
    ((None, "primitive_id.mesh", Some("primitive_id.frag")), &["primitive_id.vertex", "primitive_id.fragment"]),
    ((None, "views.mesh", None), &["views.mesh", "views.vertex"]),
];

/// Task and mesh shaders that are gathered; each has a golden.
const GATHERED: &[(Option<&str>, &str)] = &[(None, "triangle.mesh"), (Some("no_payload.task"), "output_sites.mesh")];

/// Shaders, guest waves and host subgroups; each has a golden.
const LEGALIZED: &[(&str, u32, u32)] = &[("waves.comp", 4, 8), ("waves.comp", 64, 8), ("waves.frag", 32, 64)];

/// Golden, shader whose shuffles are lowered, the profile, and the strategy where it is not the profile's.
const SHUFFLES: &[(&str, &str, &str, Option<Strategy>)] = &[
    ("lower-shuffle.mixed", "shuffle.comp", "rdna2-linux", Some(Strategy::Mixed)),
    ("lower-shuffle.rotate", "shuffle.comp", "rdna2-linux", Some(Strategy::Rotate)),
    ("lower-shuffle.workgroup", "shuffle.comp", "rdna2-linux", Some(Strategy::Workgroup)),
    ("fragment-shuffle-workaround", "shuffle.frag", "adreno-8xx-half-wave", None),
];

#[test]
fn modules_are_the_goldens() {
    let mut known = BTreeSet::new();
    for &(task, mesh) in GATHERED {
        let modules = Modules::load(task, mesh, None).expect("checked-in modules");
        let gathered = gather(&modules.shaders(&[]), &TargetProfile::minimum(), &PayloadLimits::default());
        let gathered = gathered.expect("gathers");
        for (name, words) in task.zip(gathered.task.as_ref()).into_iter().chain([(mesh, &gathered.mesh)]) {
            assert_eq!(common::verdict(words), None);
            check(&mut known, &format!("gathered.{name}"), words);
        }
    }
    for &(name, guest, subgroup) in LEGALIZED {
        let module = Module::read(&common::module(name).expect("a checked-in module")).expect("a module");
        let profile = common::host(subgroup, subgroup);
        let options = LegalizeOptions { guest_wave: Some(guest), profile: &profile, strategy: None };
        let (module, explanation) = legalize(module, &options).expect("legalizes");
        assert!(!explanation.steps.is_empty());
        assert_eq!(common::verdict(&module.write()), None);
        check(&mut known, &format!("legalize-width.{guest}_on_{subgroup}.{name}"), &module.write());
    }
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
            check(&mut known, golden, words);
        }
    }
    for &(golden, shader, name, strategy) in SHUFFLES {
        let module = Module::read(&module(shader).expect("a checked-in module")).expect("a module");
        let profile = named_profile(name).expect("a named profile");
        let options = LegalizeOptions { guest_wave: None, profile: &profile, strategy };
        let (legalized, _) = legalize(module, &options).expect("legalizes");
        let words = legalized.write();
        assert_eq!(common::verdict(&words), None);
        check(&mut known, &format!("{golden}.{shader}"), &words);
    }
    let files = std::fs::read_dir(folder("goldens")).expect("the goldens' folder");
    for file in files {
        let name = file.expect("a folder's entry").file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name), "tests/goldens/{name} belongs to no test");
    }
}

fn check(known: &mut BTreeSet<String>, golden: &str, words: &[u32]) {
    let name = format!("{golden}.txt");
    let (path, text) = (folder("goldens").join(&name), print(words));
    known.insert(name);
    if std::env::var_os("MESHWORK_BLESS").is_some() {
        std::fs::write(&path, &text).expect("a golden can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = golden.lines().zip(text.lines()).position(|(a, b)| a != b);
    assert!(golden == text, "{} differs, at line {differs:?}; MESHWORK_BLESS=1 rewrites it", path.display());
}
