//! Legalized subgroup operations are valid, and nothing that a strategy replaces is left.

mod common;

use common::{module, print, verdict};
use meshwork_abi::{Shuffle, SubgroupProfile};
use meshwork_passes::ErrorKind;
use meshwork_passes::subgroups::{Explanation, LegalizeOptions, Strategy, legalize, named_profile, profile_names};
use meshwork_spirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, MemoryModel, Op, Scope,
    StorageClass,
};
use meshwork_spirv::{Code, EntryPoint, Function, Id, Instruction, Module};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, proptest};

const STRATEGIES: [Strategy; 5] =
    [Strategy::Native, Strategy::Rotate, Strategy::Sources, Strategy::Mixed, Strategy::Workgroup];

fn profile(name: &str) -> SubgroupProfile {
    named_profile(name).expect("a named profile")
}

fn legalized(
    words: &[u32],
    profile: &SubgroupProfile,
    strategy: Option<Strategy>,
) -> Result<(Vec<u32>, Explanation), ErrorKind> {
    let module = Module::read(words).expect("a module");
    module.verify().expect("a module to legalize");
    let (module, explanation) = legalize(module, &LegalizeOptions { guest_wave: None, profile, strategy })?;
    Ok((module.write(), explanation))
}

/// What stands how often in the module.
fn count(words: &[u32], op: Op) -> usize {
    let module = Module::read(words).expect("a module");
    module.functions.iter().flat_map(|function| &function.body).filter(|instruction| instruction.op == op).count()
}

#[test]
fn every_strategy_makes_valid_modules() {
    for name in ["shuffle.comp", "shuffle_types.comp", "shuffle.frag"] {
        let words = module(name).expect("a checked-in module");
        assert_eq!(verdict(&words), None, "{name}");
        for strategy in STRATEGIES {
            for profile in ["rdna2-linux", "lavapipe", "swiftshader", "adreno-8xx-half-wave"] {
                let (out, _) = legalized(&words, &self::profile(profile), Some(strategy)).expect("legalizes");
                let verdict = verdict(&out);
                assert_eq!(verdict, None, "{name} for {profile} by {strategy:?}: {}", print(&out));
            }
        }
    }
}

#[test]
fn a_native_shuffle_stays_word_for_word() {
    let words = module("shuffle.comp").expect("a checked-in module");
    for name in profile_names().map(profile).filter(|profile| profile.shuffle == Shuffle::Native) {
        let (out, explanation) = legalized(&words, &name, None).expect("legalizes");
        assert_eq!(out, Module::read(&words).expect("a module").write(), "{explanation}");
    }
}

#[test]
fn a_driver_that_loops_over_offsets_gets_broadcasts_and_the_mixed_loop() {
    let words = module("shuffle.comp").expect("a checked-in module");
    let (out, explanation) = legalized(&words, &profile("adreno-8xx-half-wave"), None).expect("legalizes");
    // By a constant, a push constant, and a constant where the workgroup is the first.
    let told = |what: &str| explanation.steps.iter().filter(|step| step.what.contains(what)).count();
    assert_eq!((told("a broadcast"), told("a source and an offset"), told("stays")), (3, 2, 1), "{explanation}");
    // The loop's own: the device has no rotate.
    assert_eq!((count(&out, Op::GroupNonUniformShuffle), count(&out, Op::FunctionCall)), (1, 2));
}

#[test]
fn fragment_shuffles_of_a_driver_that_gets_them_wrong_are_broadcasts() {
    let words = module("shuffle.frag").expect("a checked-in module");
    let (out, explanation) = legalized(&words, &profile("adreno-8xx-half-wave"), None).expect("legalizes");
    for op in [Op::GroupNonUniformShuffle, Op::GroupNonUniformShuffleDown, Op::GroupNonUniformRotateKHR] {
        assert_eq!(count(&out, op), 0, "{op:?}");
    }
    assert!(count(&out, Op::GroupNonUniformBroadcast) > 0);
    assert!(explanation.to_string().starts_with("fragment-shuffle-workaround: "), "{explanation}");
    let trusted = SubgroupProfile { fragment_shuffle_trusted: true, ..profile("adreno-8xx-half-wave") };
    let (out, _) = legalized(&words, &trusted, None).expect("legalizes");
    assert_eq!(count(&out, Op::GroupNonUniformShuffleDown), 1, "its offset is uniform");
}

#[test]
fn what_the_device_lacks_is_named() {
    let lacks = |words: &[u32], profile: &SubgroupProfile, strategy, feature: &str| {
        let error = legalized(words, profile, strategy).expect_err(feature).to_string();
        assert!(error.contains(feature), "{error}");
    };
    let (compute, fragment) =
        (module("shuffle_types.comp").expect("a module"), module("shuffle.frag").expect("a module"));
    let full = profile("rdna2-linux");
    let plain = SubgroupProfile { extended_types: false, ..full.clone() };
    lacks(&compute, &plain, Some(Strategy::Mixed), "shaderSubgroupExtendedTypes");
    lacks(&fragment, &profile("intel-xe"), None, "subgroup operations in this stage");
    let constant_ids = SubgroupProfile { broadcast_dynamic_id: false, ..full.clone() };
    lacks(&compute, &constant_ids, Some(Strategy::Mixed), "subgroupBroadcastDynamicId");
    let mut no_ballots = full;
    no_ballots.operations.ballot = false;
    lacks(&compute, &no_ballots, Some(Strategy::Mixed), "subgroup ballots");
}

#[test]
fn a_device_without_shuffles_gets_what_it_has() {
    let words = module("shuffle.comp").expect("a checked-in module");
    let mut few = profile("swiftshader");
    (few.operations.shuffle, few.operations.shuffle_relative) = (false, false);
    let (out, _) = legalized(&words, &few, None).expect("legalizes");
    let module = Module::read(&out).expect("a module");
    for capability in [Capability::GroupNonUniformShuffle, Capability::GroupNonUniformShuffleRelative] {
        assert!(!module.has_capability(capability), "{capability:?}");
    }
    assert_eq!(verdict(&out), None);
}

#[test]
fn an_index_some_way_on_from_the_invocation_stays() {
    let by = |index, wanted| {
        let module = generate(&[(1, 2, 1, Op::GroupNonUniformShuffle, index, false)], 64, 0x0001_0500);
        let (out, explanation) = legalized(&module.write(), &profile("adreno-8xx-half-wave"), None).expect("legalizes");
        assert_eq!(count(&out, Op::FunctionCall), wanted, "{explanation}");
    };
    by(13, 0);
    // The invocation itself is no offset that the pass looks for.
    by(9, 1);
}

/// `spirv-val` takes it, and a function would not.
#[test]
fn a_value_of_another_type_than_the_result_is_refused() {
    let mut module = generate(&[(1, 2, 1, Op::GroupNonUniformShuffle, 9, false)], 64, 0x0001_0500);
    let ty = module.bool_type();
    let no = module.get_or_make(Op::ConstantFalse, Some(ty), []);
    let body = &mut module.functions[0].body;
    let shuffle = body.iter_mut().find(|instruction| instruction.op == Op::GroupNonUniformShuffle).expect("a shuffle");
    shuffle.operands[1] = no.into();
    let error = legalized(&module.write(), &profile("lavapipe"), Some(Strategy::Mixed)).expect_err("two types");
    assert!(matches!(error, ErrorKind::Malformed { .. }), "{error}");
}

/// Two entry points may each have an output at the same location, so not all variables can be both's.
#[test]
fn an_old_module_of_two_entry_points_is_refused_where_it_must_become_newer() {
    let statement = (1, 2, 1, Op::GroupNonUniformShuffle, 9, false);
    let legalize_two = |version| {
        let mut module = generate(&[statement], 32, version);
        let other = EntryPoint { name: "other".into(), ..module.entry_points[0].clone() };
        module.entry_points.push(other);
        legalized(&module.write(), &profile("lavapipe"), Some(Strategy::Mixed))
    };
    let error = legalize_two(0x0001_0300).expect_err("two entry points").to_string();
    assert!(error.contains("a second entry point in a module older than SPIR-V 1.5"), "{error}");
    assert!(legalize_two(0x0001_0500).is_ok());
}

/// A type, an operation and an index, and whether it stands in a divergent branch.
type Statement = (u32, u32, u32, Op, u32, bool);

/// A compute shader of such statements.
fn generate(statements: &[Statement], size: u32, version: u32) -> Module {
    let mut module = Module::new(version, AddressingModel::Logical, MemoryModel::GLSL450);
    let capabilities = [
        Capability::Int8,
        Capability::Int16,
        Capability::Int64,
        Capability::Float16,
        Capability::Float64,
        Capability::GroupNonUniform,
        Capability::GroupNonUniformBallot,
        Capability::GroupNonUniformShuffle,
        Capability::GroupNonUniformShuffleRelative,
    ];
    capabilities.into_iter().for_each(|capability| module.add_capability(capability));
    let (void, u32) = (module.void_type(), module.u32_type());
    let lane = module.variable(StorageClass::Input, u32);
    module.decorate(lane, Decoration::BuiltIn, &[BuiltIn::SubgroupLocalInvocationId as u32]);
    let (main, signature) = (module.fresh_id(), module.function_type(void, &[]));
    let start = module.fresh_id();
    let mut code = Code::new(&mut module);
    code.label(start);
    let own = code.load(u32, lane);
    for &statement in statements {
        if statement.5 {
            let three = code.module.u32(3);
            let condition = code.compare(Op::ULessThan, own, three);
            code.when(condition, |code| shuffle(code, statement, own));
        } else {
            shuffle(&mut code, statement, own);
        }
    }
    code.effect(Op::Return, []);
    let body = code.body;
    let definition = Instruction::new(Op::Function, Some(void), Some(main), [0.into(), signature.into()]);
    module.functions.push(Function { definition, parameters: Vec::new(), body });
    let interface = vec![lane];
    module.entry_points.push(EntryPoint {
        model: ExecutionModel::GLCompute,
        function: main,
        name: "main".into(),
        interface,
    });
    let mode = [main.into(), (ExecutionMode::LocalSize as u32).into(), size.into(), 1.into(), 1.into()];
    module.execution_modes.push(Instruction::effect(Op::ExecutionMode, mode));
    module
}

fn shuffle(code: &mut Code<'_>, (scalar, digits, components, op, index, _): Statement, own: Id) {
    let width = 8 << digits;
    let scalar = match scalar {
        0 => code.module.bool_type(),
        1 | 2 => code.module.get_or_make(Op::TypeInt, None, [width.into(), (scalar - 1).into()]),
        _ => code.module.get_or_make(Op::TypeFloat, None, [width.max(16).into()]),
    };
    let ty = if components == 1 { scalar } else { code.module.vector_type(scalar, components) };
    let (scope, value) = (code.module.u32(Scope::Subgroup as u32), code.module.null(ty));
    let is_constant = index < 8 || op == Op::GroupNonUniformBroadcast;
    let number = code.module.u32(index);
    let index = match index {
        _ if is_constant => number,
        // Some way on from the invocation.
        12.. => code.u32(Op::IAdd, own, number),
        _ => own,
    };
    code.value(op, ty, [scope.into(), value.into(), index.into()]);
}

const OPERATIONS: [Op; 5] = [
    Op::GroupNonUniformShuffle,
    Op::GroupNonUniformShuffleXor,
    Op::GroupNonUniformShuffleUp,
    Op::GroupNonUniformShuffleDown,
    Op::GroupNonUniformBroadcast,
];

proptest! {
    // Each starts the validator.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    #[test]
    fn generated_modules_are_legalized_to_valid_ones(
        statements in prop::collection::vec(
            (0..4_u32, 0..4_u32, 1..=4_u32, prop::sample::select(&OPERATIONS[..]), 0..16_u32, any::<bool>()),
            1..6,
        ),
        size in prop::sample::select(vec![1_u32, 32, 64, 96]),
        version in prop::sample::select(vec![0x0001_0300_u32, 0x0001_0500]),
        strategy in prop::sample::select(&STRATEGIES[..]),
        name in prop::sample::select(profile_names().collect::<Vec<_>>()),
    ) {
        let module = generate(&statements, size, version);
        let words = module.write();
        prop_assert!(module.verify().is_ok());
        prop_assert!(verdict(&words).is_none(), "{}", verdict(&words).unwrap_or_default());
        let (out, _) = legalized(&words, &profile(name), Some(strategy)).expect("legalizes");
        prop_assert!(Module::read(&out).expect("a module").verify().is_ok());
        if let Some(error) = verdict(&out) {
            prop_assert!(false, "{}\n{}", error, print(&out));
        }
    }
}
