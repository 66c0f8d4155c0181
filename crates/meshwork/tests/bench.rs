//! `meshwork bench`, with runs as short as can be: what it reports, not how long things take.

mod common;

use common::{Ended, folder, has_driver, has_layer, meshwork};
use serde_json::Value;

const VARIANTS: [&str; 5] = ["native", "native-gathered", "fallback", "fallback-no-runs", "per-draw"];

fn can_run(test: &str, driver: &str) -> bool {
    has_layer(test) && has_driver(test, driver)
}

fn bench(name: &str, more: &[&str]) -> Ended {
    meshwork(["bench", name, "--size=64x36", "--rounds=1", "--json"].iter().chain(more))
}

#[test]
fn an_unknown_benchmark_is_named_with_the_known_ones() {
    let names = "prepass, one-triangle, many-small, meshlets-100k, meshlets-1m, meshlets-10m, grass, blend, per-primitive, \
        shuffle-broadcast, shuffle-half-wave, shuffle-rotate, shuffle-xor, shuffle-random, primitive-shader, primitive-shader/transform/w32-nonggc";
    meshwork(["bench", "grass", "teapot"]).expect_failure(names);
}

#[test]
fn a_report_to_compare_with_must_be_one() {
    let path = folder("not-a-report").join("report.json");
    std::fs::write(&path, "{}").expect("the file can be written");
    bench("one-triangle", &["--driver=/nowhere.json", "--against", path.to_str().expect("UTF-8")])
        .expect_failure("report.json");
    bench("one-triangle", &["--threshold=0.5"]).expect_failure("from 1.0");
}

#[test]
fn every_variant_is_timed_and_a_slowdown_is_found() {
    let test = "every_variant_is_timed_and_a_slowdown_is_found";
    if !can_run(test, "lavapipe") {
        return;
    }
    let folder = folder(test);
    let mut report = bench("one-triangle", &["--driver=lavapipe"]).expect(0).json();
    for key in ["device", "driver", "date"] {
        assert!(report[key].is_string(), "{key} in {report}");
    }
    let benchmark = &report["benchmarks"][0];
    assert_eq!((&benchmark["name"], &benchmark["pixels_different"]), (&"one-triangle".into(), &0.into()));
    for variant in VARIANTS {
        let figures = &benchmark["variants"][variant];
        for time in ["gpu_ms", "frame_ms", "record_ms"] {
            let [min, median, max] = ["min", "median", "max"].map(|of| figures[time][of].as_f64().expect("a number"));
            assert!(0.0 < min && min <= median && median <= max, "{variant}: {figures}");
        }
    }
    let count = |variant: &str, count: &str| benchmark["variants"][variant][count].as_u64().expect("a count");
    assert_eq!(count("native", "dispatches") + count("native-gathered", "dispatches"), 0);
    assert!(count("fallback", "dispatches") < 20 && count("fallback", "barriers") < 20);
    assert!(count("fallback-no-runs", "dispatches") > 480 && count("fallback-no-runs", "barriers") < 20);
    assert!(count("per-draw", "dispatches") > 480 && count("per-draw", "barriers") > 480);
    assert!(count("per-draw", "record_bytes") > 0);
    assert!(benchmark["ratios"]["fallback/native"].as_f64() > Some(0.0));

    // As if the fallback had been a thousand times as fast before.
    let before = &mut report["benchmarks"][0]["variants"]["fallback"]["gpu_ms"]["median"];
    *before = (before.as_f64().expect("a number") / 1000.0).into();
    let path = folder.join("before.json");
    std::fs::write(&path, report.to_string()).expect("the file can be written");
    let path = path.to_str().expect("UTF-8");
    // No other time varies by so much, however busy the machine is.
    let against = bench("one-triangle", &["--driver=lavapipe", "--threshold=100", "--against", path]).expect(1).json();
    let slower = against["against"]["slower"].as_array().expect("a list");
    let found = |slower: &&Value| slower["variant"] == "fallback" && slower["time"] == "gpu_ms";
    let found = slower.iter().find(found).unwrap_or_else(|| panic!("nothing found: {against}"));
    assert!(found["ratio"].as_f64() > Some(100.0), "{found}");
}

/// Where the driver has no mesh shaders, the ways to do without are compared with each other.
#[test]
fn a_driver_without_mesh_shaders_has_no_native_variant() {
    let test = "a_driver_without_mesh_shaders_has_no_native_variant";
    if !can_run(test, "swiftshader") {
        return;
    }
    let benchmark = &bench("blend", &["--driver=swiftshader", "--split"]).expect(0).json()["benchmarks"][0];
    let variants = benchmark["variants"].as_object().expect("an object");
    assert_eq!(variants.len(), VARIANTS.len() - 2);
    assert!(!variants.contains_key("native"));
    let split = &variants["fallback"]["split_ms"];
    assert!(["hoisted", "vertices", "pixels"].iter().all(|part| split[part].is_number()), "{split}");
    assert!(benchmark["ratios"]["per-draw/fallback"].is_number() && benchmark["ratios"]["fallback/native"].is_null());
}

/// Every way to lower a shuffle gives what the model says, also where there are no mesh shaders.
#[test]
fn shuffles_are_compared_and_timed() {
    let test = "shuffles_are_compared_and_timed";
    for (driver, size) in [("lavapipe", 8), ("swiftshader", 4)] {
        if !has_driver(test, driver) {
            continue;
        }
        let names = ["bench", "shuffle-broadcast", "shuffle-half-wave", "shuffle-xor", "shuffle-random"];
        let driver = format!("--driver={driver}");
        let report = meshwork(names.into_iter().chain(["--rounds=1", "--json", &driver])).expect(0).json();
        let shuffles = report["shuffles"].as_array().expect("a list");
        assert_eq!(shuffles.len(), names.len() - 1);
        for shuffle in shuffles {
            assert_eq!(
                (&shuffle["subgroup_size"], &shuffle["values_different"]),
                (&size.into(), &0.into()),
                "{shuffle}"
            );
            for variant in ["native", "rotate", "mixed", "workgroup"] {
                assert!(shuffle["variants"][variant]["gpu_ms"]["median"].as_f64() > Some(0.0), "{variant}: {shuffle}");
            }
        }
        let trips = |n: usize, variant: &str| shuffles[n]["variants"][variant]["trips"].as_f64().expect("a number");
        assert_eq!((trips(0, "mixed"), trips(0, "rotate")), (0.0, size.into()));
        assert_eq!(trips(1, "mixed"), 2.0);
        assert!(trips(3, "mixed") <= trips(3, "rotate"));
    }
}

/// By the lane only: a CPU driver compiles whole waves for minutes.
#[test]
fn primitive_shaders_are_compared_and_timed() {
    let test = "primitive_shaders_are_compared_and_timed";
    if !has_driver(test, "lavapipe") {
        return;
    }
    let names = ["transform/w32", "transform/w64", "orbit/w64-nonggc", "select/w64"];
    let names = names.map(|name| format!("primitive-shader/{name}"));
    let options = ["--driver=lavapipe", "--variants=lane,fallback,glsl", "--triangles=1024", "--size=256x128"];
    let short = ["--rounds=1", "--json"];
    let arguments = ["bench"].into_iter().chain(names.iter().map(String::as_str)).chain(options).chain(short);
    let report = meshwork(arguments).expect(0).json();
    for (n, name) in names.iter().enumerate() {
        let program = &report["primitive_shaders"][n];
        assert_eq!(&program["name"], name);
        assert_eq!(program["culling"], name.contains("transform"), "{name}");
        assert!(program["pixels_drawn"].as_u64() > Some(1_000), "{program}");
        for variant in ["lane", "fallback", "glsl"] {
            let figures = &program["variants"][variant];
            let median = |field: &str| figures[field]["median"].as_f64();
            assert!(median("gpu_ms") > Some(0.0), "{name} {variant}: {figures}");
            assert!(figures["pipeline_ms"].as_f64() > Some(0.0), "{name} {variant}: {figures}");
            assert_eq!(median("translate_ms").is_some(), variant != "glsl", "{figures}");
        }
        for ratio in ["gpu_ms: lane/glsl", "gpu_ms: fallback/glsl"] {
            assert!(program["ratios"][ratio].as_f64() > Some(0.0), "{program}");
        }
    }
}
