//! What the pass emits, executed, against the model.

use meshwork_spirv::spirv::{AddressingModel, MemoryModel};
use proptest::prelude::{any, prop, prop_assert_eq, proptest};

use super::choose::{Loop, Turn, mixed};
use super::*;
use crate::subgroups::model::Wave;
use crate::subgroups::model::machine::{Machine, Value};
use crate::subgroups::model::pattern::Pattern;
use crate::subgroups::model::shuffle::{lowered, shuffled};
use crate::subgroups::named_profile;

/// The types that values may have, as scalar or as vector.
#[derive(Clone, Copy, Debug)]
enum Scalar {
    Bool,
    Int(u32, u32),
    Float(u32),
}

const SCALARS: [Scalar; 12] = [
    Scalar::Bool,
    Scalar::Int(8, 0),
    Scalar::Int(8, 1),
    Scalar::Int(16, 0),
    Scalar::Int(16, 1),
    Scalar::Int(32, 0),
    Scalar::Int(32, 1),
    Scalar::Int(64, 0),
    Scalar::Int(64, 1),
    Scalar::Float(16),
    Scalar::Float(32),
    Scalar::Float(64),
];

impl Scalar {
    fn make(self, module: &mut Module, components: u32) -> Id {
        let scalar = match self {
            Self::Bool => module.bool_type(),
            Self::Int(width, signed) => module.get_or_make(Op::TypeInt, None, [width.into(), signed.into()]),
            Self::Float(width) => module.get_or_make(Op::TypeFloat, None, [width.into()]),
        };
        if components == 1 { scalar } else { module.vector_type(scalar, components) }
    }

    fn mask(self) -> u64 {
        match self {
            Self::Bool => 1,
            Self::Int(width, _) | Self::Float(width) => u64::MAX >> (64 - width),
        }
    }
}

/// Executes the function that a profile's shuffles become, on all components, and gives values of the first.
fn execute(
    profile: &SubgroupProfile,
    choice: Choice,
    (scalar, components): (Scalar, u32),
    wave: Wave,
    values: &[u64],
    indices: &[u32],
) -> (Vec<Value>, u32) {
    let mut module = Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
    let ty = scalar.make(&mut module, components);
    let mut functions = Functions::new(SubgroupStage::Compute, profile);
    let function = functions.get(&mut module, choice, ty).expect("a function");
    module.functions = functions.made;
    let composite = |value: u64| Some((0..components).map(|n| value.rotate_right(n) & scalar.mask()).collect());
    let values = values.iter().map(|&value| composite(value)).collect();
    let indices = indices.iter().map(|&index| Some(vec![index.into()])).collect();
    let run = Machine::new(&module, wave).run(function, &[values, indices]).expect("it can be executed");
    (run.values, run.trips)
}

fn profile() -> SubgroupProfile {
    let mut profile = named_profile("rdna2-linux").expect("a profile");
    // Of no fixed size: the functions read it.
    (profile.size.min, profile.size.max) = (4, 128);
    profile
}

proptest! {
    #[test]
    fn what_is_emitted_does_what_the_model_says(
        digits in 2..=7_u32,
        mask in any::<u128>(),
        pattern in prop::sample::select(&Pattern::ALL[..]),
        seed in any::<u32>(),
        scalar in prop::sample::select(&SCALARS[..]),
        components in 1..=4_u32,
        (strategy, half_waves, rotate) in (
            prop::sample::select(vec![Strategy::Rotate, Strategy::Sources, Strategy::Mixed]),
            any::<bool>(),
            any::<bool>(),
        ),
    ) {
        let size = 1 << digits;
        let Some(wave) = Wave::new(size, mask | 1 << (seed % size)) else { return Ok(()) };
        let values: Vec<u64> = (0..u64::from(size)).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(seed)).collect();
        let indices: Vec<u32> = (0..size).map(|invocation| pattern.index(size, invocation, seed)).collect();
        let profile = SubgroupProfile { half_waves, rotate, ..profile() };
        let turn = if rotate { Turn::Rotate } else { Turn::Shuffle };
        let of = match strategy {
            Strategy::Rotate => Loop { tests: false, source: false, offset: Some(turn) },
            Strategy::Sources => Loop { tests: true, source: true, offset: None },
            _ => mixed(&profile),
        };
        let (found, trips) = execute(&profile, Choice::Loop(of), (scalar, components), wave, &values, &indices);
        let model = lowered(wave, strategy, !half_waves, &values, &indices);
        prop_assert_eq!(trips, model.trips);
        for (invocation, value) in shuffled(wave, &values, &indices).into_iter().enumerate() {
            let Some(value) = value else { continue };
            let expected = (0..components).map(|n| value.rotate_right(n) & scalar.mask()).collect();
            prop_assert_eq!(&found[invocation], &Some(expected), "invocation {}", invocation);
        }
    }
}
