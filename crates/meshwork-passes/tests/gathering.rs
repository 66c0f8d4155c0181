//! Every kind of task and mesh shader, gathered, and judged by `spirv-val`.

mod common;

use common::{Modules, rich, verdict};
use meshwork_passes::{Gathered, PayloadLimits, gather};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::{ExecutionModel, Op, StorageClass};

/// Gathers a pipeline and validates what comes out.
fn check(task: Option<&str>, mesh: &str, fragment: Option<&str>) -> Option<Gathered> {
    let modules = Modules::load(task, mesh, fragment)?;
    let shaders = modules.shaders(&[]);
    let gathered =
        gather(&shaders, &rich(), &PayloadLimits::default()).unwrap_or_else(|error| panic!("{mesh}: {error}"));
    for words in gathered.task.iter().chain([&gathered.mesh]) {
        assert_eq!(verdict(words), None, "{mesh}: {}", common::print(words));
    }
    let again = gather(&shaders, &rich(), &PayloadLimits::default());
    assert_eq!(again.as_ref(), Ok(&gathered), "{mesh}: gathering twice gives two results");
    assert_eq!(model(&gathered.mesh), ExecutionModel::MeshEXT);
    assert_eq!(gathered.task.as_deref().map(model), task.map(|_| ExecutionModel::TaskEXT));
    Some(gathered)
}

fn module(words: &[u32]) -> Module {
    Module::read(words).expect("an output can be read")
}

fn model(words: &[u32]) -> ExecutionModel {
    module(words).entry_points[0].model
}

/// A named test for a pipeline.
macro_rules! cases {
    ($($name:ident: $task:expr, $mesh:expr, $fragment:expr;)*) => {
        $(#[test]
        fn $name() {
            check($task, $mesh, $fragment);
        })*
    };
}

cases! {
    triangle: None, "triangle.mesh", Some("color.frag");
    triangle_without_fragment: None, "triangle.mesh", None;
    deep_workgroup: None, "deep_workgroup.mesh", Some("color.frag");
    points: None, "points.mesh", Some("color.frag");
    lines: None, "lines.mesh", Some("empty.frag");
    no_payload: Some("no_payload.task"), "triangle.mesh", Some("color.frag");
    scalar_payload: Some("scalar_payload.task"), "scalar_payload.mesh", Some("empty.frag");
    array_payload: Some("array_payload.task"), "array_payload.mesh", Some("empty.frag");
    wide_payload: Some("wide_payload.task"), "wide_payload.mesh", Some("locations.frag");
    meshlets: Some("meshlets.task"), "meshlets.mesh", Some("meshlets.frag");
    output_sites: None, "output_sites.mesh", Some("color.frag");
    emit_sites: Some("emit_sites.task"), "emit_sites.mesh", Some("empty.frag");
    emit_in_header: Some("emit_in_header.task.spvasm"), "triangle.mesh", None;
    output_types: None, "output_types.mesh", Some("output_types.frag");
    distances: None, "distances.mesh", Some("empty.frag");
    layers: None, "layers.mesh", Some("layers.frag");
    shading_rate: None, "shading_rate.mesh", None;
    built_ins: None, "built_ins.mesh", Some("locations.frag");
    functions: None, "functions.mesh", Some("locations.frag");
    memory_model: Some("memory_model.task"), "memory_model.mesh", Some("locations.frag");
    debug_printf: None, "debug_printf.mesh", None;
    loose_built_ins: None, "loose_built_ins.mesh.spvasm", Some("primitive_id.frag");
    whole_copies: None, "whole_copies.mesh.spvasm", Some("locations.frag");
    pointer_parameters: Some("no_payload.task"), "pointer_parameters.mesh.spvasm", Some("locations.frag");
    local_size_id: None, "local_size_id.mesh.spvasm", None;
    specialized: Some("specialized.task"), "specialized.mesh", Some("locations.frag");
}

/// Variables of a storage class.
fn variables(words: &[u32], class: StorageClass) -> usize {
    let module = module(words);
    module.globals.iter().filter(|global| global.op == Op::Variable && global.word(0) == Some(class as u32)).count()
}

#[test]
fn only_a_mesh_shader_that_reads_push_constants_is_sent_its_draw() {
    let Some(apart) = check(Some("emit_sites.task"), "emit_sites.mesh", None) else { return };
    let modules = Modules::load(None, "emit_sites.mesh", None).expect("checked-in modules");
    assert_eq!(apart.mesh, modules.mesh, "nothing in it had to change");
    assert!(!common::print(apart.task.as_ref().expect("a task shader")).contains("DrawAndPayload"));

    // With and without a payload of the program's own.
    for (task, mesh) in [("meshlets.task", "meshlets.mesh"), ("no_payload.task", "output_sites.mesh")] {
        let gathered = check(Some(task), mesh, None).expect("checked-in modules");
        for words in gathered.task.iter().chain([&gathered.mesh]) {
            assert!(common::print(words).contains("DrawAndPayload"), "{}", common::print(words));
            assert_eq!(variables(words, StorageClass::TaskPayloadWorkgroupEXT), 1);
            assert_eq!(variables(words, StorageClass::PushConstant), 1);
        }
        assert!(gathered.push_constant_bytes > 0);
    }
}

/// The error of what cannot be gathered.
fn refusal(task: Option<&str>, mesh: &str, fragment: Option<&str>, limits: PayloadLimits) -> String {
    let modules = Modules::load(task, mesh, fragment).expect("modules");
    gather(&modules.shaders(&[]), &rich(), &limits).expect_err("cannot be gathered").to_string()
}

#[test]
fn a_payload_that_would_become_too_large_is_refused() {
    let refusal = |limits| refusal(Some("meshlets.task"), "meshlets.mesh", None, limits);
    let error = refusal(PayloadLimits { bytes: 16, ..PayloadLimits::default() });
    assert!(error.contains("task shader: the size of the payload with the draw's index"), "{error}");
    let error = refusal(PayloadLimits { with_mesh_memory: 16, ..PayloadLimits::default() });
    assert!(error.contains("mesh shader: workgroup memory and the payload"), "{error}");
}

#[test]
fn emit_in_a_continue_construct_is_refused() {
    let error = refusal(Some("emit_in_continue.task"), "triangle.mesh", None, PayloadLimits::default());
    assert!(error.contains("called in a loop's continue construct"), "{error}");
}

#[test]
fn what_differs_between_draws_is_refused_in_the_fragment_stage() {
    let limits = PayloadLimits::default();
    let error = refusal(None, "triangle.mesh", Some("push_constants.frag"), limits);
    assert!(error.starts_with("fragment shader: reading push constants"), "{error}");
    let error = refusal(None, "triangle.mesh", Some("indexing.frag"), limits);
    assert!(error.starts_with("fragment shader: indexing resources without NonUniform"), "{error}");
    check(None, "triangle.mesh", Some("non_uniform_indexing.frag"));
}
