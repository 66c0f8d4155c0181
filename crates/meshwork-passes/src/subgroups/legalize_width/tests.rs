//! What parts of subgroups emit, executed on subgroups of every width, against what the operations mean.

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{AddressingModel, MemoryModel, Op};
use meshwork_spirv::{Id, Module};
use proptest::prelude::{any, prop, prop_assert_eq, proptest};

use super::call::{Helpers, Way};
use super::mask::Wave;
use super::operation::{Operation, Span};
use super::part::Part;
use crate::subgroups::model;
use crate::subgroups::model::machine::{Machine, Value};
use crate::subgroups::named_profile;

const SUM: Op = Op::GroupNonUniformIAdd;

/// Operations whose second argument, if they have one, is a lane or its distance; what they are about is a number.
const OPERATIONS: [Operation; 11] = [
    Operation::Elect,
    Operation::Any,
    Operation::All,
    Operation::AllEqual,
    Operation::Ballot,
    Operation::BroadcastFirst,
    Operation::Read,
    Operation::ShuffleXor,
    Operation::Reduce { op: SUM, span: Span::All, cluster: None },
    Operation::Reduce { op: SUM, span: Span::UpToOwn, cluster: None },
    Operation::Reduce { op: SUM, span: Span::BeforeOwn, cluster: None },
];

fn profile() -> SubgroupProfile {
    let mut profile = named_profile("turing").expect("a named profile");
    (profile.size.min, profile.size.max) = (1, 128);
    profile
}

/// Executes the function for an operation.
fn execute(operation: Operation, lanes: u32, host: model::Wave, values: &[u32], others: &[u32]) -> Vec<Value> {
    let mut module = Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
    let (u32, bool, uvec4) = (module.u32_type(), module.bool_type(), module.uvec_type(4));
    let (result, types): (Id, Vec<Id>) = match operation {
        Operation::Elect => (bool, vec![]),
        Operation::Any | Operation::All => (bool, vec![bool]),
        Operation::AllEqual => (bool, vec![u32]),
        Operation::Ballot => (uvec4, vec![bool]),
        Operation::Read | Operation::ShuffleXor => (u32, vec![u32, u32]),
        _ => (u32, vec![u32]),
    };
    let profile = profile();
    let way = Way::Part(Part { wave: Wave { lanes }, stage: SubgroupStage::Compute, profile: &profile });
    let mut helpers = Helpers::default();
    let function = helpers.function(&mut module, &way, operation, result, &types).expect("a function");
    module.functions = helpers.functions;
    let is_flag = types.first() == Some(&bool);
    let value = |&value: &u32| Some(vec![u64::from(if is_flag { value & 1 } else { value })]);
    let arguments =
        [values.iter().map(value).collect(), others.iter().map(|&other| Some(vec![other.into()])).collect()];
    Machine::new(&module, host).run(function, &arguments[..types.len()]).expect("it can be executed").values
}

/// What an active invocation gets; none where SPIR-V says nothing.
fn expected(operation: Operation, lanes: u32, host: model::Wave, values: &[u32], others: &[u32], own: u32) -> Value {
    let first = own / lanes * lanes;
    let members: Vec<u32> = host.active().filter(|other| (first..first + lanes).contains(other)).collect();
    let value = |invocation: u32| values[invocation as usize];
    let of_lane = |lane: u32| {
        let is_there = lane < lanes && members.contains(&(first + lane));
        is_there.then(|| vec![value(first + lane).into()])
    };
    let flags = members.iter().map(|&member| value(member) & 1 != 0);
    let sum = |takes: &dyn Fn(u32) -> bool| {
        let taken = members.iter().filter(|&&member| takes(member));
        Some(vec![taken.fold(0_u32, |sum, &member| sum.wrapping_add(value(member))).into()])
    };
    let other = others[own as usize];
    match operation {
        Operation::Elect => Some(vec![(members[0] == own).into()]),
        Operation::Any => Some(vec![flags.into_iter().any(|flag| flag).into()]),
        Operation::All => Some(vec![flags.into_iter().all(|flag| flag).into()]),
        Operation::AllEqual => Some(vec![members.iter().all(|&member| value(member) == value(members[0])).into()]),
        Operation::Ballot => {
            let set = members.iter().filter(|&&member| value(member) & 1 != 0);
            let mask = set.fold(0_u128, |mask, member| mask | 1 << (member - first));
            Some((0..4).map(|word| (mask >> (32 * word)) as u64 & 0xffff_ffff).collect())
        }
        Operation::BroadcastFirst => Some(vec![value(members[0]).into()]),
        Operation::Read => of_lane(other),
        Operation::ShuffleXor => of_lane((own - first) ^ other),
        Operation::Reduce { span: Span::All, .. } => sum(&|_| true),
        Operation::Reduce { span: Span::UpToOwn, .. } => sum(&|member| member <= own),
        _ => sum(&|member| member < own),
    }
}

proptest! {
    #[test]
    fn each_wave_keeps_to_its_part(
        host in 0..=7_u32,
        part in 0..=7_u32,
        active in any::<u128>(),
        same in any::<u32>(),
        values in prop::collection::vec(any::<u32>(), 128),
        others in prop::collection::vec(0..160_u32, 128),
    ) {
        let (lanes, host) = (1 << part.min(host), model::Wave::new(1 << host, active).expect("a subgroup"));
        // Often equal, so that not all votes are lost.
        let values: Vec<u32> = values.into_iter().take(host.size() as usize).map(|value| if same & 7 < 3 { same } else { value }).collect();
        let others = &others[..values.len()];
        for operation in OPERATIONS {
            let found = execute(operation, lanes, host, &values, others);
            for own in host.active() {
                let expected = expected(operation, lanes, host, &values, others, own);
                if expected.is_some() {
                    prop_assert_eq!(&found[own as usize], &expected, "{:?} of {}, {} on {:?}", operation, own, lanes, host);
                }
            }
        }
    }
}

/// What 64-wide hosts of 32-lane guests got wrong.
#[test]
fn a_ballot_of_32_lanes_on_a_subgroup_of_64_has_32_bits() {
    let host = model::Wave::full(64).expect("a subgroup");
    let found = execute(Operation::Ballot, 32, host, &[1; 64], &[0; 64]);
    assert!(found.iter().all(|ballot| ballot == &Some(vec![0xffff_ffff, 0, 0, 0])), "{found:?}");
    let mut values = [0; 64];
    values[40] = 1;
    let found = execute(Operation::Ballot, 32, host, &values, &[0; 64]);
    assert_eq!((&found[0], &found[63]), (&Some(vec![0; 4]), &Some(vec![1 << 8, 0, 0, 0])));
}
