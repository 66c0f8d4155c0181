//! Other stages out of modules with mesh shaders.

mod common;

use common::verdict;
use meshwork_passes::{ErrorKind, OrdinaryStage, strip_mesh};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::Capability;

#[test]
fn ordinary_stages_lose_the_mesh_shaders_beside_them() {
    let Some(words) = common::module("mesh_and_ordinary.spvasm") else { return };
    assert_eq!(verdict(&words), None);
    for (name, stage) in [
        ("vertex_main", OrdinaryStage::Vertex),
        ("fragment_main", OrdinaryStage::Fragment),
        ("compute_main", OrdinaryStage::Compute),
    ] {
        let stripped = strip_mesh(&words, name, stage).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verdict(&stripped), None, "{name}: {}", common::print(&stripped));
        let module = Module::read(&stripped).expect("an output can be read");
        assert_eq!(module.entry_points.len(), 1);
        assert!(!module.has_capability(Capability::MeshShadingEXT), "{name}");
    }
    let fragment = strip_mesh(&words, "fragment_main", OrdinaryStage::Fragment).expect("lowers");
    assert!(common::print(&fragment).contains("SpecId"), "specialization constants stay");
}

#[test]
fn what_needs_a_mesh_shader_is_refused() {
    let Some(words) = common::module("several_entry_points.spvasm") else { return };
    let error = strip_mesh(&words, "fragment_main", OrdinaryStage::Fragment).expect_err("per primitive");
    assert!(error.to_string().contains("per-primitive input"), "{error}");
    let error = strip_mesh(&words, "mesh_main", OrdinaryStage::Vertex).expect_err("not a vertex shader");
    assert_eq!(error, ErrorKind::NoEntryPoint { name: "mesh_main".into() });
}
