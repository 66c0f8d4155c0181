//! The layer through the real Vulkan loader.
//!
//! Loader and layer read their environment once in a process, so every case is this test program started again with
//! `MESHWORK_TEST_CASE`; its one test then asks the questions and prints the answers ([`Answers`]) as JSON.

mod common;

use common::addresses::WORD;
use common::{Answers, Case, Driver};

const ASKED: &str = "VK_EXT_mesh_shader";

#[test]
fn auto_steps_aside_where_the_driver_has_mesh_shaders() {
    let Some(answers) = Case::new(Driver::Lavapipe, "auto").run() else { return };
    assert!(answers.layer_is_loaded);
    assert!(answers.extensions.iter().any(|name| name == ASKED));
    // Every function is the driver's, and the limits are: Meshwork would say one view.
    assert!(answers.hooked.is_empty(), "{:?}", answers.hooked);
    assert_eq!(answers.max_views, 0);
    assert_eq!(answers.statistics["mode"], "native");
}

#[test]
fn on_takes_the_place_of_the_drivers() {
    let Some(answers) = Case::new(Driver::Lavapipe, "on").run() else { return };
    assert!(answers.layer_is_loaded);
    assert_fallback(&answers);
}

#[test]
fn auto_gives_mesh_shaders_where_there_are_none() {
    for driver in [Driver::SwiftShader, Driver::Lavapipe22] {
        let Some(answers) = Case::new(driver, "auto").run() else { continue };
        assert!(answers.layer_is_loaded, "{driver:?}");
        assert_fallback(&answers);
    }
}

/// Compiled as for the GPUs of those who need it; nothing runs.
#[test]
fn pipelines_compile_for_older_gpus() {
    for family in ["NAVI10", "VEGA10", "POLARIS10"] {
        let Some(answers) = Case::new(Driver::Radv(family), "auto").run() else { continue };
        assert!(answers.layer_is_loaded, "{family}");
        assert_fallback(&answers);
    }
}

/// Of those whose compiler there is here, only GPUs with mesh shaders have shading rates.
#[test]
fn primitives_have_shading_rates_where_vertex_shaders_write_them() {
    let Some(answers) = Case::new(Driver::Radv("NAVI21"), "on").run() else { return };
    assert!(answers.shading_rate);
    assert_fallback(&answers);
    let Some(answers) = Case::new(Driver::Radv("NAVI10"), "on").run() else { return };
    assert!(!answers.shading_rate, "the first RDNA has none");
}

#[test]
fn off_gives_nothing() {
    let Some(answers) = Case::new(Driver::SwiftShader, "off").run() else { return };
    assert!(answers.layer_is_loaded);
    assert!(!answers.extensions.iter().any(|name| name == ASKED));
    assert!(!answers.mesh_shader && !answers.task_shader);
    assert!(answers.hooked.is_empty(), "{:?}", answers.hooked);
    assert_eq!(answers.statistics["mode"], "none");
}

#[test]
fn a_program_without_mesh_shaders_is_left_alone() {
    let Some(answers) = Case::new(Driver::SwiftShader, "auto").without_mesh_shaders().run() else { return };
    assert!(answers.layer_is_loaded && answers.mesh_shader);
    assert!(answers.hooked.is_empty(), "{:?}", answers.hooked);
    assert_eq!(answers.statistics["mode"], "none");
}

/// Not on SwiftShader, which has what they depend on as Vulkan 1.3 alone: this is a program of Vulkan 1.0.
#[test]
fn address_commands_work_without_mesh_shaders() {
    for (driver, mode) in [(Driver::Lavapipe, "on"), (Driver::Lavapipe22, "auto")] {
        let case = Case::new(driver, mode).without_mesh_shaders().with_address_commands();
        let Some(answers) = case.run() else { continue };
        assert_eq!(answers.written, [7, WORD, 7, 7], "{driver:?}");
        assert_eq!(answers.validation, "", "validation below the layer");
    }
}

fn assert_fallback(answers: &Answers) {
    assert_eq!(answers.extensions.iter().filter(|name| *name == ASKED).count(), 1, "advertised once");
    assert!(answers.mesh_shader && answers.task_shader);
    assert!(answers.mesh_queries && answers.multiview);
    assert!(answers.max_views >= 6, "the required minimum of maxMultiviewViewCount");
    for name in ["vkCreateGraphicsPipelines", "vkCmdDrawMeshTasksEXT", "vkCreateRenderPass2"] {
        assert!(answers.hooked.iter().any(|hooked| hooked == name), "{name} is the layer's: {:?}", answers.hooked);
    }
    let count = 3 + usize::from(answers.shading_rate);
    assert_eq!(answers.pipelines, vec!["SUCCESS"; count], "mesh, task and mesh, mesh without fragment, with a rate");
    assert_eq!(answers.pipelines_by_threads, vec![answers.pipelines.clone(); 8]);
    assert_eq!(answers.ordinary_pipelines, ["SUCCESS", "SUCCESS"], "vertex, compute");
    assert_eq!(answers.statistics["mode"], "fallback");
    assert_eq!(answers.validation, "", "validation below the layer");
}

/// The part that runs in the started program.
#[test]
fn answer() {
    if let Some(case) = Case::started() {
        println!("{}{}", common::MARK, serde_json::to_string(&Answers::find(&case)).expect("JSON"));
    }
}
