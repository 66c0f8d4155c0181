//! `meshwork bench compile`, with as few compilations as can be: what it reports, not how long things take.

mod common;

use common::{folder, has_driver, meshwork};

const STAGES: [(&str, &str); 26] = [
    ("triangle", "mesh"),
    ("triangle", "vertex"),
    ("backdrop", "mesh"),
    ("backdrop", "vertex"),
    ("meshlets", "task"),
    ("meshlets", "mesh"),
    ("meshlets", "vertex"),
    ("grass", "task"),
    ("grass", "mesh"),
    ("grass", "vertex"),
    ("prepass-depth", "mesh"),
    ("prepass-depth", "vertex"),
    ("prepass-color", "mesh"),
    ("prepass-color", "vertex"),
    ("blend", "mesh"),
    ("blend", "vertex"),
    ("blend-tasks", "task"),
    ("blend-tasks", "mesh"),
    ("blend-tasks", "vertex"),
    ("one-triangle", "mesh"),
    ("one-triangle", "vertex"),
    ("many-small", "mesh"),
    ("many-small", "vertex"),
    ("per-primitive", "task"),
    ("per-primitive", "mesh"),
    ("per-primitive", "vertex"),
];

#[test]
fn compile_is_a_command_and_not_a_benchmark() {
    meshwork(["bench", "compile", "teapot"]).expect_failure("pipelines are triangle, backdrop");
    meshwork(["bench", "compile", "--driver=/nowhere.json"]).expect_failure("driver '/nowhere.json' not found");
}

#[test]
fn another_driver_than_radv_is_refused() {
    let test = "another_driver_than_radv_is_refused";
    if !has_driver(test, "swiftshader") {
        return;
    }
    let driver = common::tools().join("icd/swiftshader.json");
    meshwork(["bench", "compile", "--driver", driver.to_str().expect("UTF-8")])
        .expect_failure("lacks the compilers of RADV");
}

/// Every lowered stage compiles for a GPU of 2016, and without scratch memory.
#[test]
fn lowered_stages_need_no_scratch_memory() {
    let test = "lowered_stages_need_no_scratch_memory";
    if !has_driver(test, "radv") {
        return;
    }
    let folder = folder(test);
    let (page, assembly) = (folder.join("page.html"), folder.join("assembly"));
    let [page_name, assembly_name] = [&page, &assembly].map(|path| path.to_str().expect("UTF-8"));
    let more = ["--family=POLARIS10", "--rounds=1", "--json", "-o", page_name, "--assembly", assembly_name];
    let ended = meshwork(["bench", "compile"].iter().chain(&more));
    // A single compilation may take any time.
    assert!(matches!(ended.status, Some(0 | 1)), "{}{}", ended.stdout, ended.stderr);
    let report = ended.json();
    let family = &report["families"][0];
    assert_eq!((&family["family"], &report["rounds"]), (&"POLARIS10".into(), &1.into()));
    let stages = family["stages"].as_array().expect("a list");
    let names = stages.iter().map(|stage| (stage["pipeline"].as_str(), stage["stage"].as_str()));
    assert!(names.eq(STAGES.map(|(pipeline, stage)| (Some(pipeline), Some(stage)))), "{family}");
    for stage in stages {
        assert_eq!(stage["lowered"]["scratch_bytes"], 0, "{stage}");
        for side in ["lowered", "by_hand"] {
            for count in ["instructions", "code_bytes", "vgprs", "sgprs"] {
                assert!(stage[side][count].as_u64() > Some(0), "{count} in {stage}");
            }
            assert!(stage[side]["compile_ms"]["median"].as_f64() > Some(0.0), "{stage}");
        }
    }
    let page = std::fs::read_to_string(page).expect("the page is written");
    assert_eq!(page.matches("<tr>").count(), 1 + STAGES.len());
    for (pipeline, stage) in STAGES {
        for side in ["lowered", "by-hand"] {
            let file = assembly.join(format!("POLARIS10-{pipeline}-{stage}-{side}.txt"));
            let text = std::fs::read_to_string(&file).expect("the machine code is written");
            assert!(text.contains("s_endpgm"), "{}", file.display());
        }
    }
}
