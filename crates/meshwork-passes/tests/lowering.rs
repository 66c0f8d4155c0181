//! Every kind of shader that lowering promises to handle, lowered for the least device and for a rich one, and judged by
//! `spirv-val`.

mod common;

use common::{Modules, assert_valid, rich, verdict};
use meshwork_abi::gpu::LAYER_LOCATION;
use meshwork_abi::{OwnCorners, PrimitiveIndices, TargetProfile};
use meshwork_passes::{ErrorKind, Lowered, MeshShaders, ProvokingVertex, SpecializationConstant, lower};
use meshwork_spirv::spirv::{Capability, Decoration, ExecutionMode, Op, StorageClass};
use meshwork_spirv::{Id, Module, Type};

const LOCAL_SIZE: u32 = ExecutionMode::LocalSize as u32;

/// What the least device makes of a pipeline.
enum Least {
    Lowers,
    /// The refusal contains this.
    Lacks(&'static str),
}

use Least::{Lacks, Lowers};

/// Lowers a pipeline for both devices and validates what comes out.
fn check(task: Option<&str>, mesh: &str, fragment: Option<&str>, least: Least) -> Option<Lowered> {
    let modules = Modules::load(task, mesh, fragment)?;
    for words in modules.all() {
        assert_eq!(verdict(words), None, "the test's own module is not valid");
    }
    check_modules(mesh, &modules, &[], &least)
}

fn check_modules(
    name: &str,
    modules: &Modules,
    specialization: &[SpecializationConstant<'_>],
    least: &Least,
) -> Option<Lowered> {
    let shaders = modules.shaders(specialization);
    let rich = lower(&shaders, &rich()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_valid(name, &rich);
    assert_forbids(&rich);
    // The order of maps must not leak into the output.
    assert_eq!(lower(&shaders, &common::rich()).as_ref(), Ok(&rich), "{name}: lowering twice gives two results");
    let by_address = lower(&shaders, &TargetProfile { vertex_input: false, ..common::rich() });
    assert_valid(name, &by_address.unwrap_or_else(|error| panic!("{name}, vertices by address: {error}")));
    match (lower(&shaders, &TargetProfile::minimum()), least) {
        (Ok(lowered), Lowers) => assert_valid(name, &lowered),
        (Ok(_), Lacks(feature)) => panic!("{name} was lowered for a device without {feature}"),
        (Err(error), Lowers) => panic!("{name}: {error}"),
        (Err(error), Lacks(feature)) => assert!(error.to_string().contains(feature), "{name}: {error}"),
    }
    Some(rich)
}

/// What must not be in any output (DESIGN: the base is small).
fn assert_forbids(lowered: &Lowered) {
    let forbidden =
        [Capability::MeshShadingEXT, Capability::DrawParameters, Capability::Geometry, Capability::MultiView];
    let of_vertices = if lowered.layout.is_per_view { &forbidden[..3] } else { &forbidden };
    let compute = lowered.task.iter().chain([&lowered.mesh]).map(|words| (words, &forbidden[..]));
    let stages = compute.chain([(&lowered.vertex, of_vertices)]);
    // A fragment stage that is the program's keeps what the program declared.
    for (words, forbidden) in stages.chain(lowered.fragment.iter().map(|words| (words, &forbidden[..1]))) {
        let module = Module::read(words).expect("an output can be read");
        module.verify().expect("an output is well-formed");
        for &capability in forbidden {
            assert!(!module.has_capability(capability), "{capability:?} in an output");
        }
    }
}

/// A named test for a pipeline.
macro_rules! cases {
    ($($name:ident: $task:expr, $mesh:expr, $fragment:expr, $least:expr;)*) => {
        $(#[test]
        fn $name() {
            check($task, $mesh, $fragment, $least);
        })*
    };
}

cases! {
    triangle: None, "triangle.mesh", Some("color.frag"), Lowers;
    triangle_without_fragment: None, "triangle.mesh", None, Lowers;
    deep_workgroup: None, "deep_workgroup.mesh", Some("color.frag"), Lowers;
    points: None, "points.mesh", Some("color.frag"), Lowers;
    no_payload: Some("no_payload.task"), "triangle.mesh", Some("color.frag"), Lowers;
    scalar_payload: Some("scalar_payload.task"), "scalar_payload.mesh", Some("empty.frag"), Lowers;
    array_payload: Some("array_payload.task"), "array_payload.mesh", Some("empty.frag"), Lowers;
    wide_payload: Some("wide_payload.task"), "wide_payload.mesh", Some("locations.frag"), Lacks("shaderInt8");
    meshlets: Some("meshlets.task"), "meshlets.mesh", Some("meshlets.frag"), Lacks("subgroup ballots");
    output_sites: None, "output_sites.mesh", Some("color.frag"), Lowers;
    emit_sites: Some("emit_sites.task"), "emit_sites.mesh", Some("empty.frag"), Lowers;
    emit_in_header: Some("emit_in_header.task.spvasm"), "triangle.mesh", None, Lowers;
    emit_in_branching_header: Some("emit_in_branching_header.task.spvasm"), "triangle.mesh", None, Lowers;
    output_types: None, "output_types.mesh", Some("output_types.frag"), Lacks("shader");
    output_types_unread: None, "output_types.mesh", Some("color.frag"), Lacks("shader");
    output_types_without_fragment: None, "output_types.mesh", None, Lacks("shader");
    distances: None, "distances.mesh", Some("empty.frag"), Lacks("shaderClipDistance");
    layers: None, "layers.mesh", Some("layers.frag"), Lowers;
    shading_rate: None, "shading_rate.mesh", None, Lacks("primitiveFragmentShadingRate");
    built_ins: None, "built_ins.mesh", Some("locations.frag"), Lacks("subgroup");
    functions: None, "functions.mesh", Some("locations.frag"), Lowers;
    memory_model: Some("memory_model.task"), "memory_model.mesh", Some("locations.frag"), Lacks("vulkanMemoryModel");
    debug_printf: None, "debug_printf.mesh", None, Lowers;
    loose_built_ins: None, "loose_built_ins.mesh.spvasm", Some("primitive_id.frag"), Lacks("shaderClipDistance");
    old_fragment: None, "primitive_id.mesh", Some("primitive_id.frag.spvasm"), Lowers;
    whole_copies: None, "whole_copies.mesh.spvasm", Some("locations.frag"), Lowers;
    pointer_parameters: Some("no_payload.task"), "pointer_parameters.mesh.spvasm", Some("locations.frag"), Lowers;
}

#[test]
fn lines_written_by_corner_are_words() {
    let lowered = check(None, "lines.mesh", Some("empty.frag"), Lowers);
    assert!(lowered.is_none_or(|lowered| lowered.layout.primitive_indices == PrimitiveIndices::Words));
}

#[test]
fn constant_numbers_of_primitives_go_straight_into_the_list() {
    let indices = |mesh| check(None, mesh, Some("empty.frag"), Lowers).map(|lowered| lowered.layout.primitive_indices);
    assert!(indices("triangle.mesh").is_none_or(|indices| indices == PrimitiveIndices::List));
    assert!(indices("output_sites.mesh").is_none_or(|indices| indices == PrimitiveIndices::Packed));
}

#[test]
fn vertices_are_shared_unless_something_per_primitive_is_read() {
    let mode = |fragment| check(None, "primitive_id.mesh", Some(fragment), Lowers).map(|l| l.layout.own_corners);
    assert_eq!(mode("color.frag"), Some(OwnCorners::None));
    assert_eq!(mode("primitive_id.frag"), Some(OwnCorners::Provoking(0)));

    let modules = Modules::load(None, "primitive_id.mesh", Some("primitive_id.frag")).expect("checked-in modules");
    let own_corners = |provoking_vertex| {
        let shaders = MeshShaders { provoking_vertex, ..modules.shaders(&[]) };
        lower(&shaders, &TargetProfile::minimum()).map(|lowered| lowered.layout.own_corners)
    };
    assert_eq!(own_corners(ProvokingVertex::Last), Ok(OwnCorners::Provoking(2)));
    assert_eq!(own_corners(ProvokingVertex::Dynamic), Ok(OwnCorners::All));
}

#[test]
fn primitive_id_that_the_mesh_shader_does_not_write_is_zero() {
    check(None, "triangle.mesh", Some("primitive_id.frag"), Lowers);
}

#[test]
fn inputs_that_the_mesh_shader_does_not_write_are_zero() {
    check(None, "triangle.mesh", Some("multiple_locations.frag"), Lowers);
}

#[test]
fn fragment_stage_is_byte_for_byte_the_programs() {
    let modules = Modules::load(None, "triangle.mesh", Some("color.frag")).expect("checked-in modules");
    let lowered = lower(&modules.shaders(&[]), &TargetProfile::minimum()).expect("lowers");
    assert_eq!(lowered.fragment, modules.fragment);
}

#[test]
fn fragment_stage_keeps_its_specialization_constants() {
    let lowered = check(None, "primitive_id.mesh", Some("primitive_id.frag"), Lowers).expect("checked-in modules");
    let fragment = Module::read(&lowered.fragment.expect("a fragment stage")).expect("reads");
    assert!(fragment.print().contains("SpecId 3"));
}

#[test]
fn outputs_that_the_fragment_stage_does_not_read_are_not_stored() {
    let bytes = |fragment| check(None, "triangle.mesh", fragment, Lowers).map(|lowered| lowered.layout.vertex_bytes);
    // A position; a colour too.
    assert_eq!(bytes(Some("empty.frag")), Some(16));
    assert_eq!(bytes(Some("color.frag")), Some(16 + 16));
    assert_eq!(bytes(None), Some(16));
}

#[test]
fn specialization_sets_sizes_and_lengths() {
    let modules = Modules::load(Some("specialized.task"), "specialized.mesh", Some("locations.frag"))
        .expect("checked-in modules");
    let default = check_modules("specialized", &modules, &[], &Lacks("shaderFloat64")).expect("lowers");
    assert_eq!(default.layout.mesh_workgroup_size, [1, 1, 1]);
    // 17 words and 3 floats.
    assert_eq!(default.layout.payload_bytes, 80);

    let (size, count) = (16_u32.to_le_bytes(), 3_u32.to_le_bytes());
    let constants = [
        SpecializationConstant { id: 0, bytes: &size },
        SpecializationConstant { id: 2, bytes: &count },
        SpecializationConstant { id: 5, bytes: &[1, 0, 0, 0] },
        SpecializationConstant { id: 99, bytes: &[] },
    ];
    let lowered = check_modules("specialized", &modules, &constants, &Lacks("shaderFloat64")).expect("lowers");
    assert_eq!(lowered.layout.mesh_workgroup_size, [16, 1, 1]);
    assert_eq!(lowered.layout.task_workgroup_size.map(|size| size[0]), Some(16));
    // 7 words and 2 floats.
    assert_eq!(lowered.layout.payload_bytes, 48);
}

#[test]
fn workgroup_size_may_be_given_by_ids() {
    let Some(mesh) = common::module("local_size_id.mesh.spvasm") else { return };
    let modules = Modules { mesh, ..Modules::default() };
    let value = 3_u32.to_le_bytes();
    let constants = [SpecializationConstant { id: 0, bytes: &value }];
    let lowered = check_modules("local_size_id", &modules, &constants, &Lacks("SPIR-V version")).expect("lowers");
    assert_eq!(lowered.layout.mesh_workgroup_size, [3, 9, 1]);
}

#[test]
fn one_of_several_entry_points_is_lowered() {
    let Some(words) = common::module("several_entry_points.spvasm") else { return };
    let size = 5_u32.to_le_bytes();
    let constants = [SpecializationConstant { id: 4, bytes: &size }];
    let modules = Modules { task: Some(words.clone()), mesh: words.clone(), fragment: Some(words) };
    let mut shaders = modules.shaders(&constants);
    let stages = [shaders.task.as_mut(), Some(&mut shaders.mesh), shaders.fragment.as_mut()];
    for (stage, name) in stages.into_iter().flatten().zip(["task_main", "mesh_main", "fragment_main"]) {
        stage.entry_point = name;
    }
    let lowered = lower(&shaders, &TargetProfile::minimum()).expect("lowers");
    assert_valid("several_entry_points", &lowered);
    assert_forbids(&lowered);
    assert_eq!(lowered.layout.mesh_workgroup_size, [1, 5, 1]);
    assert_eq!(lowered.layout.max_vertices, 3);

    shaders.mesh.entry_point = "task_main";
    let error = lower(&shaders, &TargetProfile::minimum()).expect_err("a task entry point is no mesh entry point");
    assert_eq!(error.kind, ErrorKind::NoEntryPoint { name: "task_main".into() });
}

#[test]
fn other_versions_of_spirv() {
    for version in [0x0001_0400, 0x0001_0600] {
        let mut modules = Modules::load(Some("array_payload.task"), "array_payload.mesh", Some("empty.frag"))
            .expect("checked-in modules");
        for words in modules.task.iter_mut().chain([&mut modules.mesh]) {
            words[1] = version;
            assert_eq!(verdict(words), None);
        }
        let lowered = lower(&modules.shaders(&[]), &rich()).expect("lowers");
        assert_valid("array_payload", &lowered);
        assert_eq!((lowered.mesh[1], lowered.vertex[1]), (version, 0x0001_0500));
    }
}

#[test]
fn a_fragment_stage_that_reads_the_layer_is_of_a_version_that_knows_it() {
    let Some(lowered) = check(None, "layers.mesh", Some("layers.frag.spvasm"), Lowers) else { return };
    let fragment = lowered.fragment.expect("a fragment stage");
    assert_eq!(fragment[1], 0x0001_0500);
    let module = Module::read(&fragment).expect("an output can be read");
    assert!(module.has_capability(Capability::ShaderLayer));
    assert!(!module.has_capability(Capability::ShaderViewportIndexLayerEXT));
}

#[test]
fn layer_and_viewport_are_zero_where_nothing_else_is_valid() {
    let modules = Modules::load(None, "layers.mesh", Some("layers.frag")).expect("checked-in modules");
    let lowered = lower(&modules.shaders(&[]), &TargetProfile::minimum()).expect("lowers");
    assert_eq!(lowered.layout.own_corners, OwnCorners::None);
    assert_eq!(lowered.layout.attributes.len(), 1, "only the position is stored");
    for words in [&lowered.vertex, lowered.fragment.as_ref().expect("a fragment stage")] {
        let text = common::print(words);
        assert!(!text.contains("BuiltIn Layer") && !text.contains("BuiltIn ViewportIndex"), "{text}");
    }

    // Here other viewports exist, and the shader may mean one of them.
    let profile = TargetProfile { multi_viewport: true, ..TargetProfile::minimum() };
    let error = lower(&modules.shaders(&[]), &profile).expect_err("the index cannot be written");
    assert!(error.to_string().contains("shaderOutputViewportIndex"), "{error}");
}

#[test]
fn where_layers_are_drawn_one_by_one_the_vertex_stage_drops_the_others() {
    let modules = Modules::load(None, "layers.mesh", Some("layers.frag.spvasm")).expect("checked-in modules");
    let profile = TargetProfile { shader_output_layer: false, layer_by_layer: true, ..rich() };
    let lowered = lower(&modules.shaders(&[]), &profile).expect("lowers");
    assert_valid("layers.mesh", &lowered);
    assert!(lowered.layout.is_layered);
    assert_eq!(lowered.layout.own_corners, OwnCorners::All, "corners of a primitive go together");
    let location = format!("Location {LAYER_LOCATION}");
    assert!(common::print(&lowered.vertex).contains(&location));
    for words in [&lowered.vertex, lowered.fragment.as_ref().expect("a fragment stage")] {
        assert!(!common::print(words).contains("BuiltIn Layer"), "it is an input of the user's");
    }
    assert!(!lower(&modules.shaders(&[]), &rich()).expect("lowers").layout.is_layered);
}

#[test]
fn planes_are_looked_at_where_the_device_mixes_them_up() {
    let modules = Modules::load(None, "distances.mesh", Some("distances.frag")).expect("checked-in modules");
    let lowered = [false, true].map(|culls_across_planes| {
        let lowered = lower(&modules.shaders(&[]), &TargetProfile { culls_across_planes, ..rich() }).expect("lowers");
        assert_valid("distances.mesh", &lowered);
        lowered
    });
    assert_eq!(lowered[0].layout.own_corners, OwnCorners::None);
    assert_eq!(lowered[0].fragment.as_deref(), modules.fragment.as_deref());
    assert_eq!(lowered[1].layout.own_corners, OwnCorners::All, "a corner looks at the others of its primitive");
    let has = |words: &[u32], text| common::print(words).contains(text);
    assert!(has(&lowered[0].vertex, "BuiltIn CullDistance"));
    let fragment = lowered[1].fragment.as_ref().expect("a fragment stage");
    for words in [&lowered[1].vertex, fragment] {
        assert!(!has(words, "BuiltIn CullDistance") && has(words, "Location 0"), "{}", common::print(words));
    }
    assert!(has(&lowered[1].vertex, "BuiltIn ClipDistance"), "clipping is the device's");
}

#[test]
fn a_block_stays_a_block() {
    let lowered = check(None, "blocks.mesh", Some("blocks.frag"), Lowers).expect("checked-in modules");
    let blocks = |words: &[u32], class: StorageClass| {
        let module = Module::read(words).expect("an output can be read");
        let variables = module.globals.iter().filter(|v| v.op == Op::Variable && v.word(0) == Some(class as u32));
        let types = variables.map(|variable| module.pointee(variable.ty.expect("a type")).expect("a pointer").1);
        let blocks = types.filter(|&ty| module.is_decorated(ty, None, Decoration::Block));
        let members = |block: Id| {
            let Ok(Type::Struct { members }) = module.ty(block) else { panic!("{block} is no struct") };
            members.into_iter().map(|member| module.ty(member).expect("a type")).map(|ty| std::mem::discriminant(&ty))
        };
        blocks.map(|block| members(block).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let (outputs, inputs) = (
        blocks(&lowered.vertex, StorageClass::Output),
        blocks(lowered.fragment.as_ref().expect("a fragment stage"), StorageClass::Input),
    );
    assert_eq!(outputs.len(), 2, "one is not read");
    assert_eq!(outputs, inputs);
    let vertex = common::print(&lowered.vertex);
    for decoration in ["0 Location 1", "1 Location 5", "1 Flat", "2 NoPerspective", "1 Location 12", "1 Component 1"] {
        assert!(vertex.contains(decoration), "{decoration}: {vertex}");
    }
}

#[test]
fn absurd_limits_are_refused_by_name() {
    let modules = Modules::load(None, "built_ins.mesh", None).expect("checked-in modules");
    let profile = TargetProfile { max_workgroup_invocations: 32, ..rich() };
    let error = lower(&modules.shaders(&[]), &profile).expect_err("64 invocations are too many");
    assert_eq!(error.to_string(), "mesh shader: the number of invocations in a workgroup is 64, and the limit 32");

    let profile = TargetProfile { max_shared_memory: 1_000, ..rich() };
    let error = lower(&modules.shaders(&[]), &profile).expect_err("1,028 bytes are too many");
    assert_eq!(error.to_string(), "mesh shader: workgroup memory in bytes is 1028, and the limit 1000");

    let modules = Modules::load(Some("specialized.task"), "specialized.mesh", Some("locations.frag"))
        .expect("checked-in modules");
    let huge = [SpecializationConstant { id: 0, bytes: &[0xff; 4] }];
    let error = lower(&modules.shaders(&huge), &rich()).expect_err("such a workgroup is too large");
    assert!(matches!(error.kind, ErrorKind::Limit { what: "the number of invocations in a workgroup", .. }), "{error}");
}

#[test]
fn an_array_specialized_to_no_elements_is_refused() {
    let modules = Modules::load(Some("specialized.task"), "specialized.mesh", Some("locations.frag"))
        .expect("checked-in modules");
    // The length is their product, which wraps around to 0.
    let side = 0x1_0000_u32.to_le_bytes();
    let constants = [0, 1].map(|id| SpecializationConstant { id, bytes: &side });
    let error = lower(&modules.shaders(&constants), &rich()).expect_err("such an array is invalid");
    assert!(error.to_string().contains("an array that specialization leaves no elements"), "{error}");
}

#[test]
fn unknown_extensions_are_refused_by_name() {
    const CAPABILITY: u32 = 17;
    const EXTENSION: u32 = 10;
    let with = |name: &str| {
        let mut modules = Modules::load(None, "triangle.mesh", None).expect("checked-in modules");
        let text: Vec<u8> = name.bytes().chain(std::iter::repeat_n(0, 4 - name.len() % 4)).collect();
        let text = text.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
        let mut at = 5;
        while modules.mesh[at] & 0xffff == CAPABILITY {
            at += 2;
        }
        let length = text.len() as u32 + 1;
        modules.mesh.splice(at..at, [length << 16 | EXTENSION].into_iter().chain(text));
        lower(&modules.shaders(&[]), &rich())
    };
    let error = with("SPV_FOO_bar").expect_err("no such maker");
    assert_eq!(error.to_string(), "mesh shader: the SPIR-V extension SPV_FOO_bar is not known");
    with("SPV_KHR_non_semantic_info").expect("a known one");
}

#[test]
fn only_a_payload_that_is_read_where_it_is_written_is_coherent() {
    for (task, mesh, is_coherent) in [
        ("scalar_payload.task", "scalar_payload.mesh", false),
        ("emit_sites.task", "emit_sites.mesh", true),
        ("array_payload.task", "array_payload.mesh", true),
    ] {
        let Some(lowered) = check(Some(task), mesh, None, Lowers) else { return };
        let module = lowered.task.as_deref().map(Module::read).expect("a task stage").expect("it can be read");
        let coherent = |id: &&Id| module.is_decorated(**id, Some(0), Decoration::Coherent);
        assert_eq!(module.decorations.keys().any(|id| coherent(&id)), is_coherent, "{task}");
    }
}

#[test]
fn a_payload_without_task_shader_is_zero() {
    for mesh in ["scalar_payload.mesh", "array_payload.mesh", "emit_sites.mesh"] {
        let lowered = check(None, mesh, Some("empty.frag"), Lowers).expect("checked-in modules");
        assert_eq!(lowered.layout.payload_bytes, 0);
        let mesh = common::print(&lowered.mesh);
        assert!(!mesh.contains("Payload") && mesh.contains("OpConstantNull"), "it is not in memory: {mesh}");
    }
}

#[test]
fn a_mesh_shader_that_reads_its_view_has_a_record_for_each() {
    let Some(modules) = Modules::load(Some("no_payload.task"), "views.mesh", Some("views.frag")) else { return };
    for profile in [TargetProfile::minimum(), rich()] {
        let lowered = lower(&modules.shaders(&[]), &profile).expect("lowers");
        assert_valid("views", &lowered);
        let layout = &lowered.layout;
        assert!(layout.is_per_view && layout.vertices_by_address && layout.vertex_inputs.is_empty());
        let has = |words: &[u32]| Module::read(words).expect("an output").has_capability(Capability::MultiView);
        assert!(has(&lowered.vertex) && !has(&lowered.mesh));
        assert!(lowered.fragment.as_deref().is_some_and(has), "the fragment stage reads its view itself");
    }
    let ordinary = check(Some("no_payload.task"), "triangle.mesh", Some("color.frag"), Lowers);
    assert!(ordinary.is_some_and(|lowered| !lowered.layout.is_per_view));

    let Some(modules) = Modules::load(Some("view_index.task.spvasm"), "views.mesh", None) else { return };
    let error = lower(&modules.shaders(&[]), &rich()).expect_err("tasks are the same for all views");
    assert!(error.to_string().contains("ViewIndex in a task shader"), "{error}");
}

#[test]
fn emit_in_a_continue_construct_is_refused() {
    for task in ["emit_in_continue.task", "emit_in_one_block_loop.task.spvasm"] {
        let Some(modules) = Modules::load(Some(task), "triangle.mesh", None) else { continue };
        let error = lower(&modules.shaders(&[]), &rich()).expect_err("nothing returns from a continue construct");
        assert!(error.to_string().contains("called in a loop's continue construct"), "{error}");
    }
}

#[test]
fn a_workgroup_too_deep_for_the_device_is_flattened() {
    let Some(modules) = Modules::load(None, "deep_workgroup.mesh", None) else { return };
    let profile = TargetProfile::minimum();
    assert!(profile.max_workgroup_size[2] < 128);
    let size = |profile: &TargetProfile| {
        let lowered = lower(&modules.shaders(&[]), profile).expect("lowers");
        assert_eq!(lowered.layout.mesh_workgroup_size, [1, 1, 128], "the layout tells the program's size");
        let module = Module::read(&lowered.mesh).expect("an output can be read");
        let mode = module.execution_modes.iter().find(|mode| mode.word(1) == Some(LOCAL_SIZE)).expect("a local size");
        [2, 3, 4].map(|n| mode.word(n).expect("three numbers"))
    };
    assert_eq!(size(&profile), [128, 1, 1]);
    assert_eq!(size(&TargetProfile { max_workgroup_size: [256, 256, 128], ..profile }), [1, 1, 128]);
}

#[test]
fn arithmetic_behind_an_invariant_output_is_not_contracted() {
    /// So many operations that may not be contracted, and that may.
    fn arithmetic(modules: &Modules) -> (usize, usize) {
        let lowered = lower(&modules.shaders(&[]), &rich()).expect("lowers");
        assert_valid("invariant", &lowered);
        let module = Module::read(&lowered.mesh).expect("an output can be read");
        let ops = [Op::FAdd, Op::FMul, Op::MatrixTimesVector];
        let instructions = module.functions.iter().flat_map(|function| &function.body);
        let results = instructions.filter(|instruction| ops.contains(&instruction.op)).filter_map(|it| it.result);
        let (exact, free): (Vec<Id>, Vec<Id>) =
            results.partition(|&value| module.is_decorated(value, None, Decoration::NoContraction));
        (exact.len(), free.len())
    }
    let Some(mut modules) = Modules::load(None, "invariant.mesh", Some("color.frag")) else { return };
    // A product, a sum, and a product with a matrix.
    assert_eq!(arithmetic(&modules), (3, 0));

    // The decoration may stand at variables, too.
    let mut module = Module::read(&modules.mesh).expect("a module");
    for of_id in module.decorations.values_mut() {
        of_id.retain(|decoration| decoration.word(2) != Some(Decoration::Invariant as u32));
    }
    modules.mesh = module.write();
    assert_eq!(arithmetic(&modules), (0, 3));
    let outputs = module.globals.iter().filter(|it| it.word(0) == Some(StorageClass::Output as u32));
    let outputs: Vec<Id> = outputs.filter(|it| it.op == Op::Variable).filter_map(|it| it.result).collect();
    outputs.iter().for_each(|&output| module.decorate(output, Decoration::Invariant, &[]));
    modules.mesh = module.write();
    assert_eq!(arithmetic(&modules), (3, 0));
}
