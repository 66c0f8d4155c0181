//! Any words give modules or an error, and valid modules give valid modules.

mod common;

use common::{Modules, rich, verdict};
use meshwork_abi::{Shuffle, SubgroupProfile};
use meshwork_passes::subgroups::{LegalizeOptions, Strategy as Lowering, legalize};
use meshwork_passes::{PayloadLimits, gather, lower};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::{Decoration, Op};
use proptest::prelude::*;

/// Pipelines to damage.
const PIPELINES: &[(Option<&str>, &str, Option<&str>)] = &[
    (None, "triangle.mesh", Some("color.frag")),
    (Some("meshlets.task"), "meshlets.mesh", Some("meshlets.frag")),
    (Some("array_payload.task"), "array_payload.mesh", Some("locations.frag")),
    (Some("wide_payload.task"), "wide_payload.mesh", Some("locations.frag")),
    (Some("emit_sites.task"), "emit_sites.mesh", None),
    (None, "output_types.mesh", Some("output_types.frag")),
    (Some("specialized.task"), "specialized.mesh", Some("locations.frag")),
    (Some("memory_model.task"), "memory_model.mesh", Some("locations.frag")),
    (None, "functions.mesh", Some("locations.frag")),
    (None, "built_ins.mesh", Some("locations.frag")),
    (None, "distances.mesh", Some("empty.frag")),
    (None, "layers.mesh", Some("layers.frag")),
    (None, "lines.mesh", Some("locations.frag")),
    (None, "points.mesh", Some("multiple_locations.frag")),
    (None, "primitive_id.mesh", Some("primitive_id.frag")),
];

#[derive(Clone, Debug)]
enum Damage {
    Truncate(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Set(prop::sample::Index, u32),
    Copy(prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        1 => index().prop_map(Damage::Truncate),
        4 => (index(), 0..32_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        4 => (index(), 0..200_u32).prop_map(|(at, word)| Damage::Set(at, word)),
        1 => (index(), any::<u32>()).prop_map(|(at, word)| Damage::Set(at, word)),
        2 => (index(), index()).prop_map(|(to, from)| Damage::Copy(to, from)),
    ]
}

fn apply(words: &mut Vec<u32>, damage: &Damage) {
    let length = words.len();
    if length == 0 {
        return;
    }
    match damage {
        Damage::Truncate(at) => words.truncate(at.index(length)),
        Damage::Flip(at, bit) => words[at.index(length)] ^= 1 << bit,
        Damage::Set(at, word) => words[at.index(length)] = *word,
        Damage::Copy(to, from) => words[to.index(length)] = words[from.index(length)],
    }
}

/// A pipeline with one damaged module.
fn damaged() -> impl Strategy<Value = Modules> {
    let pipeline = prop::sample::select(PIPELINES);
    (pipeline, 0..3_usize, prop::collection::vec(damage(), 1..4)).prop_map(
        |((task, mesh, fragment), stage, damages)| {
            let mut modules = Modules::load(task, mesh, fragment).expect("checked-in modules");
            let words = match stage {
                0 => modules.task.as_mut(),
                1 => modules.fragment.as_mut(),
                _ => None,
            };
            let words = match words {
                Some(words) => words,
                None => &mut modules.mesh,
            };
            damages.iter().for_each(|damage| apply(words, damage));
            modules
        },
    )
}

/// Lowers what may be anything; where the input is valid, the output must be.
fn check(modules: &Modules) {
    if let Ok(lowered) = lower(&modules.shaders(&[]), &rich())
        && modules.all().all(|words| verdict(words).is_none())
    {
        common::assert_valid("damaged", &lowered);
    }
}

/// The same of gathering.
fn check_gathering(modules: &Modules) {
    if let Ok(gathered) = gather(&modules.shaders(&[]), &rich(), &PayloadLimits::default())
        && modules.all().all(|words| verdict(words).is_none())
    {
        for words in gathered.task.iter().chain([&gathered.mesh]) {
            assert_eq!(verdict(words), None, "{}", common::print(words));
        }
    }
}

/// The same of legalizing, a module alone.
fn check_legalizing(words: &[u32], guest: u32, profile: &SubgroupProfile, lowering: Option<Lowering>) {
    let options = LegalizeOptions { guest_wave: Some(guest), profile, strategy: lowering };
    let Ok(module) = Module::read(words) else { return };
    if module.verify().is_ok()
        && let Ok((legalized, _)) = legalize(module, &options)
        && verdict(words).is_none()
    {
        assert_eq!(verdict(&legalized.write()), None, "{}", common::print(&legalized.write()));
    }
}

const LOWERINGS: [Lowering; 4] = [Lowering::Rotate, Lowering::Sources, Lowering::Mixed, Lowering::Workgroup];

const LEGALIZED: &[&str] = &[
    "waves.comp",
    "waves.frag",
    "waves_apart.comp",
    "waves_flow.comp",
    "waves_scopes.comp",
    "waves_together.comp",
    "shuffle.comp",
    "shuffle.frag",
    "shuffle_types.comp",
];

/// A damaged module with subgroup operations.
fn damaged_waves() -> impl Strategy<Value = Vec<u32>> {
    let names = prop::sample::select(LEGALIZED);
    (names, prop::collection::vec(damage(), 1..4)).prop_map(|(name, damages)| {
        let mut words = common::module(name).expect("a checked-in module");
        damages.iter().for_each(|damage| apply(&mut words, damage));
        words
    })
}

/// A device that lacks this and that.
fn host() -> impl Strategy<Value = SubgroupProfile> {
    let sizes = prop::sample::select(&[(4, 4), (8, 8), (64, 64), (32, 128), (1, 128)][..]);
    let shuffles = prop::sample::select(&[Shuffle::Native, Shuffle::RotateLoop, Shuffle::Broken][..]);
    (sizes, shuffles, any::<[bool; 7]>()).prop_map(|((min, max), shuffle, has)| {
        let [shuffles, relative, clustered, rotate, full, half_waves, trusted] = has;
        let mut profile = common::host(min, max);
        let operations = &mut profile.operations;
        (operations.shuffle, operations.shuffle_relative, operations.clustered) = (shuffles, relative, clustered);
        profile.size.full_subgroups = full;
        SubgroupProfile { rotate, shuffle, half_waves, fragment_shuffle_trusted: trusted, ..profile }
    })
}

/// Cheap cases; `PROPTEST_CASES` sets an eighth of their number.
fn configuration() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 8 * default.cases, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn damaged_modules_never_panic(modules in damaged()) {
        check(&modules);
    }

    #[test]
    fn damaged_modules_are_gathered_or_refused(modules in damaged()) {
        check_gathering(&modules);
    }

    #[test]
    fn damaged_modules_are_legalized_or_refused(
        words in damaged_waves(),
        guest in prop::sample::select(&[1, 2, 4, 16, 32, 64, 128][..]),
        host in host(),
        lowering in prop::option::of(prop::sample::select(&LOWERINGS[..])),
    ) {
        check_legalizing(&words, guest, &host, lowering);
    }

    #[test]
    fn random_words_never_panic(mut words in prop::collection::vec(any::<u32>(), 0..200), header in any::<bool>()) {
        if header && words.len() > 5 {
            words[..5].copy_from_slice(&[meshwork_spirv::spirv::MAGIC_NUMBER, 0x0001_0500, 0, 100, 0]);
        }
        let modules = Modules { mesh: words, ..Modules::default() };
        check(&modules);
        check_gathering(&modules);
    }
}

#[test]
fn every_truncation_is_an_error_or_lowers() {
    let whole = Modules::load(None, "triangle.mesh", None).expect("checked-in modules");
    for length in 0..whole.mesh.len() {
        let cut = Modules { mesh: whole.mesh[..length].to_vec(), ..Modules::default() };
        assert!(lower(&cut.shaders(&[]), &rich()).is_err(), "{length} words");
    }
}

/// Where each instruction of a module stands.
fn starts(words: &[u32]) -> Vec<usize> {
    let next = |&at: &usize| words.get(at).map(|word| at + (word >> 16).max(1) as usize);
    std::iter::successors(Some(5), next).take_while(|&at| at < words.len()).collect()
}

fn is(word: u32, op: Op) -> bool {
    word & 0xffff == op as u32
}

/// `spirv-val` looks for outputs on top of each other in vertex shaders, not in mesh shaders.
#[test]
fn outputs_on_top_of_each_other_are_refused() {
    let whole = Modules::load(None, "output_types.mesh", Some("output_types.frag")).expect("checked-in modules");
    let (mut lowered, mut refused) = (0, 0);
    for at in starts(&whole.mesh) {
        let is_location = is(whole.mesh[at], Op::Decorate) && whole.mesh[at + 2] == Decoration::Location as u32;
        for location in (0..32).filter(|_| is_location) {
            let mut modules = whole.clone();
            modules.mesh[at + 3] = location;
            match lower(&modules.shaders(&[]), &rich()) {
                Ok(words) => {
                    common::assert_valid("moved output", &words);
                    lowered += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(lowered > 0 && refused > 0, "{lowered} lowered, {refused} refused");
}

/// `spirv-val` takes decorations of inputs on types; the flat inputs that they become would not be valid there.
#[test]
fn decorations_on_what_is_no_input_stay_valid() {
    let mut modules = Modules::load(None, "output_types.mesh", Some("output_types.frag")).expect("checked-in modules");
    let fragment = modules.fragment.as_mut().expect("a fragment stage");
    let all = starts(fragment);
    let float = all.iter().find(|&&at| is(fragment[at], Op::TypeFloat)).map(|&at| fragment[at + 1]).expect("a type");
    let mut moved = 0;
    for at in all {
        if is(fragment[at], Op::Decorate) && fragment[at + 2] == Decoration::PerPrimitiveEXT as u32 {
            fragment[at + 1] = float;
            moved += 1;
        }
    }
    assert!(moved > 0);
    check(&modules);
}
