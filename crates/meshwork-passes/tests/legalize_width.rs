//! Guest waves of every width on hosts of every width, judged by `spirv-val`.

mod common;

use std::collections::BTreeSet;

use common::{host, print, verdict};
use meshwork_abi::SubgroupProfile;
use meshwork_passes::ErrorKind;
use meshwork_passes::subgroups::{LegalizeOptions, legalize};
use meshwork_spirv::spirv::{Capability, ExecutionModel, Op, Scope, StorageClass};
use meshwork_spirv::{EntryPoint, Id, Module};

const WIDTHS: [u32; 7] = [2, 4, 8, 16, 32, 64, 128];

fn legalized(name: &str, guest_wave: u32, profile: &SubgroupProfile) -> Result<Module, ErrorKind> {
    let words = common::module(name).expect("checked-in modules");
    let options = LegalizeOptions { guest_wave: Some(guest_wave), profile, strategy: None };
    legalize(Module::read(&words)?, &options).map(|(module, _)| module)
}

/// Legalizes what can be, and validates it.
fn valid(name: &str, guest_wave: u32, profile: &SubgroupProfile) -> Module {
    let module = legalized(name, guest_wave, profile).unwrap_or_else(|error| panic!("{name}: {error}"));
    let words = module.write();
    assert_eq!(verdict(&words), None, "{name}, waves of {guest_wave}: {}", print(&words));
    module
}

fn has_workgroup_memory(module: &Module) -> bool {
    let class = Some(StorageClass::Workgroup as u32);
    module.globals.iter().any(|global| global.op == Op::Variable && global.word(0) == class)
}

/// The module as it is written when no pass has touched it.
fn unchanged(name: &str) -> Vec<u32> {
    Module::read(&common::module(name).expect("a checked-in module")).expect("a module").write()
}

#[test]
fn waves_as_wide_as_the_hosts_subgroup_stay() {
    for name in ["waves.comp", "waves.frag", "waves_apart.comp"] {
        let module = legalized(name, 32, &host(32, 32)).expect("nothing to do");
        assert_eq!(module.write(), unchanged(name), "{name}");
    }
    // Where a pipeline can pin the size, it does.
    let mut profile = host(32, 64);
    profile.size.pinnable_in.insert(meshwork_abi::SubgroupStage::Compute);
    let module = legalized("waves.comp", 64, &profile).expect("nothing to do");
    assert_eq!(module.write(), unchanged("waves.comp"));
}

#[test]
fn every_width_on_every_host() {
    for guest in WIDTHS {
        for (min, max) in [(4, 4), (8, 8), (32, 32), (64, 64), (128, 128), (8, 32), (32, 64), (4, 128)] {
            let module = valid("waves.comp", guest, &host(min, max));
            assert_eq!(has_workgroup_memory(&module), min < guest, "waves of {guest} on {min} to {max}");
        }
    }
}

#[test]
fn parts_of_a_subgroup_may_stand_anywhere() {
    for name in ["waves.frag", "waves_apart.comp", "waves_together.comp"] {
        assert!(!has_workgroup_memory(&valid(name, 4, &host(8, 8))), "{name}");
        assert!(!has_workgroup_memory(&valid(name, 32, &host(32, 64))), "{name}");
    }
}

#[test]
fn a_wave_wider_than_the_subgroup_needs_workgroups() {
    let error = legalized("waves.frag", 32, &host(8, 8)).expect_err("a fragment shader");
    assert!(error.to_string().contains("in a stage without workgroup memory"), "{error}");
}

#[test]
fn a_wave_wider_than_the_subgroup_needs_uniform_control_flow() {
    let error = legalized("waves_apart.comp", 32, &host(8, 8)).expect_err("some come to it and some do not");
    let ErrorKind::DivergentFlow { operation, condition, .. } = error else { panic!("{error}") };
    assert_eq!(operation, Op::GroupNonUniformIAdd);
    let words = common::module("waves_apart.comp").expect("a checked-in module");
    let module = Module::read(&words).expect("a module");
    let mut code = module.functions.iter().flat_map(|function| &function.body);
    let compares = code.find(|instruction| instruction.result == Some(condition)).map(|instruction| instruction.op);
    assert_eq!(compares, Some(Op::UGreaterThan), "the cause is the comparison");
    valid("waves_together.comp", 32, &host(8, 8));
}

#[test]
fn workgroup_memory_has_a_limit() {
    let mut profile = host(8, 8);
    // 96 invocations make two waves of 64 with a word each; two words pass one after the other where need be.
    for (bytes, fits) in [(1024, true), (1023, true), (512, true), (511, false)] {
        profile.max_workgroup_memory = bytes;
        let found = legalized("waves.comp", 64, &profile);
        assert_eq!(found.is_ok(), fits, "{bytes} bytes");
        if let Err(error) = found {
            let limit = ErrorKind::Limit { what: "", value: 512, maximum: bytes.into() }.to_string();
            assert!(error.to_string().ends_with(&limit), "{error}");
        }
    }
}

#[test]
fn a_module_of_several_stages_without_subgroups_stays() {
    let mut module = Module::read(&common::module("locations.frag").expect("a checked-in module")).expect("a module");
    let other = EntryPoint { name: "other".into(), model: ExecutionModel::Vertex, ..module.entry_points[0].clone() };
    module.entry_points.push(other);
    let words = module.write();
    let profile = host(8, 8);
    let options = LegalizeOptions { guest_wave: Some(64), profile: &profile, strategy: None };
    let (legalized, explanation) = legalize(module, &options).expect("nothing to do");
    assert_eq!(legalized.write(), words, "{explanation}");
}

#[test]
fn what_no_wave_is_is_refused() {
    let error = legalized("waves.comp", 256, &host(8, 8)).expect_err("ballots have 128 bits");
    assert!(matches!(error, ErrorKind::Limit { value: 256, maximum: 128, .. }), "{error}");
    let error = legalized("waves.comp", 24, &host(8, 8)).expect_err("no power of two");
    assert!(error.to_string().contains("no power of two"), "{error}");
}

#[test]
fn operations_that_the_host_lacks_are_named() {
    let lacks = |guest_wave, profile: &SubgroupProfile, feature: &str| {
        let error = legalized("waves.comp", guest_wave, profile).map(|_| ()).expect_err(feature).to_string();
        assert!(error.contains(&format!("the device lacks {feature}")), "{error}");
    };
    let mut profile = host(8, 8);
    profile.operations.ballot = false;
    lacks(4, &profile, "subgroup ballots");
    // Also where the wave is the subgroup.
    let mut profile = host(64, 64);
    profile.operations.arithmetic = false;
    lacks(64, &profile, "subgroup arithmetic");
    // Shuffles that reads become are made of what there is.
    (profile.operations.shuffle, profile.operations.shuffle_relative) = (false, false);
    valid("waves.comp", 32, &profile);
    valid("shuffle.comp", 32, &profile);
    // Through workgroup memory nothing is asked of the host.
    let mut profile = host(8, 8);
    profile.stages.clear();
    valid("waves.comp", 32, &profile);
}

/// The functions of `waves_flow.comp`, in the order in which `main` calls them, and from how many lanes on the only wave is the
/// workgroup, where it matters; none where parts of the workgroup may be apart.
const FLOWS: [(&str, Option<u32>); 15] = [
    ("after_a_branch", Some(0)),
    ("after_a_fallthrough", Some(0)),
    ("after_a_break", Some(0)),
    ("beside_a_branch_in_a_loop", Some(0)),
    ("after_a_callee_that_returns_early", Some(0)),
    ("where_the_wave_votes", Some(64)),
    ("after_a_return", None),
    ("in_a_loop_with_a_break", None),
    ("after_a_continue", None),
    ("in_a_fallthrough", None),
    ("by_a_variable", None),
    ("in_a_callee", None),
    ("by_a_result", None),
    ("by_what_others_write", None),
    ("by_an_index", None),
];

/// `waves_flow.comp` with one of its functions called, and the others gone.
fn flow(number: usize) -> Module {
    let mut module = Module::read(&common::module("waves_flow.comp").expect("a checked-in module")).expect("a module");
    let main = module.entry_points[0].function;
    let body = module.functions.iter_mut().find(|function| function.id() == main).expect("an entry point");
    let mut calls = 0..;
    body.body.retain(|instruction| instruction.op != Op::FunctionCall || calls.next() == Some(number));
    assert_eq!(calls.start, FLOWS.len());
    let mut called = BTreeSet::from([main]);
    for _ in 0..3 {
        let callers = module.functions.iter().filter(|function| called.contains(&function.id()));
        let code = callers.flat_map(|function| &function.body);
        let callees: Vec<Id> = code.filter(|i| i.op == Op::FunctionCall).filter_map(|call| call.id(0)).collect();
        called.extend(callees);
    }
    module.functions.retain(|function| called.contains(&function.id()));
    module
}

#[test]
fn where_a_workgroup_is_together() {
    let profile = host(8, 8);
    for (number, (name, together)) in FLOWS.into_iter().enumerate() {
        for guest in [32, 64] {
            let options = LegalizeOptions { guest_wave: Some(guest), profile: &profile, strategy: None };
            let found = legalize(flow(number), &options);
            match together.filter(|&lanes| lanes <= guest) {
                Some(_) => assert_eq!(verdict(&found.expect(name).0.write()), None, "{name}"),
                None => assert!(matches!(found, Err(ErrorKind::DivergentFlow { .. })), "{name}, waves of {guest}"),
            }
        }
    }
}

#[test]
fn what_a_wave_orders_for_itself_is_ordered_for_the_workgroup() {
    let module = valid("waves_scopes.comp", 32, &host(8, 8));
    let is_scope = |id| module.constant_u32(id) == Some(Scope::Subgroup as u32);
    let mut code = module.functions.iter().flat_map(|function| &function.body);
    let waits = [Op::ControlBarrier, Op::MemoryBarrier, Op::AtomicIAdd];
    let left = code.find(|instruction| waits.contains(&instruction.op) && instruction.ids().any(is_scope));
    assert_eq!(left, None);
    valid("waves_scopes.comp", 4, &host(8, 8));
}

#[test]
fn operations_of_older_extensions() {
    if common::module("waves_of_older_extensions.comp.spvasm").is_none() {
        return;
    }
    for (guest, subgroup) in [(4, 8), (32, 8), (32, 64)] {
        let module = valid("waves_of_older_extensions.comp.spvasm", guest, &host(subgroup, subgroup));
        assert!(module.extensions.is_empty(), "{:?}", module.extensions);
    }
}

/// Rotates of clusters are a feature of the device that rotates are not.
#[test]
fn a_narrow_waves_rotate_asks_for_no_clusters() {
    let mut module =
        Module::read(&common::module("shuffle_types.comp").expect("a checked-in module")).expect("a module");
    module.add_capability(Capability::GroupNonUniformRotateKHR);
    module.extensions.insert("SPV_KHR_subgroup_rotate".into());
    let mut shuffles = module.functions.iter_mut().flat_map(|function| &mut function.body);
    let shuffle = shuffles.find(|instruction| instruction.op == Op::GroupNonUniformShuffleDown).expect("a shuffle");
    shuffle.op = Op::GroupNonUniformRotateKHR;
    let profile = host(8, 8);
    let options = LegalizeOptions { guest_wave: Some(4), profile: &profile, strategy: None };
    let (module, _) = legalize(module, &options).expect("rotates of parts");
    assert_eq!(verdict(&module.write()), None);
    let mut code = module.functions.iter().flat_map(|function| &function.body);
    assert!(!code.any(|instruction| instruction.op == Op::GroupNonUniformRotateKHR));
}
