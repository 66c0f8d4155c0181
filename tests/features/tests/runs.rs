//! Which mesh draws the layer gathers, by what it counts: `runs/…` of the suite, one case at a time.

mod counted;

use counted::count;

/// So many runs of the 24 draws, all of them drawn, and nothing lost.
fn expect_runs(case: &str, settings: &[(&str, &str)], runs: u64) {
    let Some(counted) = count(case, settings) else { return };
    assert_eq!(counted["mesh_draws"], 24, "{case}");
    assert_eq!(counted["runs"], runs, "{case}: {}", counted["run_ends"]);
    assert_eq!(counted["lost_workgroups"], 0, "{case}");
}

const SMALL_STEPS: &[(&str, &str)] = &[("MESHWORK_STEP_WORKGROUPS", "2")];

#[test]
fn raster_state_and_push_constants_end_no_run() {
    for settings in [&[][..], SMALL_STEPS] {
        for case in ["runs/state", "runs/state_tasks", "runs/state_indirect"] {
            expect_runs(case, settings, 1);
        }
    }
}

#[test]
fn sets_that_only_fragment_shaders_see_end_no_run() {
    for settings in [&[][..], SMALL_STEPS] {
        expect_runs("runs/material", settings, 1);
        expect_runs("runs/material_tasks", settings, 1);
    }
}

#[test]
fn nothing_between_direct_draws_ends_a_run() {
    for settings in [&[][..], SMALL_STEPS] {
        expect_runs("runs/between", settings, 1);
        expect_runs("runs/queries", settings, 1);
    }
}

#[test]
fn what_must_not_happen_twice_ends_a_run_of_unknown_size() {
    let Some(counted) = count("runs/between_tasks", &[]) else { return };
    assert_eq!(counted["runs"], 12);
    assert_eq!(counted["run_ends"], serde_json::json!({ "other_command": 11, "pass": 1 }));
}

/// Passes of which only the GPU knows how many steps they take: none is recorded with a fixed number of them.
#[test]
fn open_queries_and_secondary_command_buffers_lose_nothing() {
    for case in ["query_parts/around", "query_parts/inside", "query_parts/in_secondary"] {
        let Some(counted) = count(case, &[("MESHWORK_STEP_WORKGROUPS", "1")]) else { return };
        assert_eq!(counted["lost_workgroups"], 0, "{case}");
        assert!(counted["continuations"].as_u64() > Some(0), "{case}: {counted}");
    }
}
