//! Which passes share a hoist, by what the layer counts: `hoists/…` of the suite, one case at a time.

mod counted;

use counted::count;

/// So many hoists of so many passes, and nothing lost.
fn expect(case: &str, settings: &[(&str, &str)], passes: u64, hoists: u64) {
    let Some(counted) = count(case, settings) else { return };
    assert_eq!(counted["passes"], passes, "{case}");
    assert_eq!(counted["hoists"], hoists, "{case}");
    assert_eq!(counted["lost_workgroups"], 0, "{case}");
}

#[test]
fn passes_between_which_nothing_reaches_mesh_shaders_share_one() {
    expect("hoists/state", &[], 3, 1);
    expect("hoists/render_passes", &[], 3, 1);
}

#[test]
fn further_steps_stay_in_their_passes() {
    let one_at_a_time = [("MESHWORK_STEP_WORKGROUPS", "2")];
    expect("hoists/state", &one_at_a_time, 3, 1);
}

#[test]
fn a_pass_after_which_the_command_buffer_is_cut_has_its_own() {
    expect("hoists/state_tasks", &[], 3, 3);
    expect("hoists/state_tasks", &[("MESHWORK_READBACK", "0")], 3, 1);
}

#[test]
fn what_mesh_shaders_wait_for_comes_before_a_second_hoist() {
    for case in ["mesh", "all", "event", "dispatch", "arguments"] {
        expect(&format!("hoists/{case}"), &[], 2, 2);
    }
}

#[test]
fn what_may_not_move_comes_before_a_second_hoist() {
    for case in ["secondary", "query", "condition"] {
        expect(&format!("hoists/{case}"), &[], 2, 2);
    }
}

#[test]
fn dependencies_of_render_passes_on_what_is_outside_them() {
    expect("hoists/dependency_before", &[], 3, 2);
    expect("hoists/dependency_after", &[], 3, 2);
    expect("hoists/seam", &[], 3, 2);
}
