//! The process that times shuffles. It prints one JSON object.

use std::collections::BTreeMap;

use meshwork_abi::SubgroupProfile;
use meshwork_passes::subgroups::model::Wave;
use meshwork_passes::subgroups::model::shuffle::{lowered, shuffled};
use meshwork_passes::subgroups::{LegalizeOptions, Strategy, legalize};
use meshwork_spirv::Module;

use super::device::{Device, Step};
use super::{Figures, Findings, Measured, ShuffleBenchmark, VARIANTS, variant};
use crate::bench::report::Spread;
use crate::error::{Error, Result};
use crate::output::print_json;

#[derive(clap::Args)]
pub struct ChildArgs {
    #[arg(value_parser = super::find)]
    names: Vec<&'static ShuffleBenchmark>,
    /// For messages.
    #[arg(long)]
    driver_label: String,
    #[arg(long)]
    rounds: u32,
}

/// The shader's.
const WORKGROUP: u32 = 128;
/// As many as fill a large GPU several times over.
const MOST_GROUPS: u32 = 8_192;
const MOST_TRIPS: u32 = 1 << 16;
/// A dispatch of native shuffles takes this long, if groups and trips suffice.
const DISPATCH_MS: f64 = 1.0;
/// Of these the values are compared with the model's.
const MODELLED: Work = Work { groups: 4, trips: 24 };

/// How much is done.
#[derive(Clone, Copy)]
struct Work {
    groups: u32,
    trips: u32,
}

const INDICES: usize = 0;
const VALUES: usize = 1;

pub fn run(args: &ChildArgs) -> Result<()> {
    let mut device = Device::open(&args.driver_label, [128, (MOST_GROUPS * WORKGROUP) as usize])?;
    let pipelines = pipelines(&mut device)?;
    let mut measured = Vec::new();
    for benchmark in &args.names {
        measured.push(measure(&mut device, &pipelines, benchmark, args.rounds)?);
    }
    print_json(&Findings { device: device.name.clone(), measured })
}

/// A pipeline for each variant that the device can have.
fn pipelines(device: &mut Device) -> Result<Vec<(Strategy, usize)>> {
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(include_bytes!("../../../shaders/shuffle.comp.spv").as_slice());
    let profile = device.profile.clone();
    let mut pipelines = Vec::new();
    for strategy in VARIANTS {
        if strategy == Strategy::Workgroup && !profile.size.full_subgroups {
            continue;
        }
        let failed = |source| Error::Module { path: "shuffle.comp".into(), source };
        let module = Module::read(&words).map_err(|error| failed(error.into()))?;
        let options = LegalizeOptions { guest_wave: None, profile: &profile, strategy: Some(strategy) };
        let (module, _) = legalize(module, &options).map_err(failed)?;
        pipelines.push((strategy, device.create_pipeline(&module.write())?));
    }
    Ok(pipelines)
}

fn measure(
    device: &mut Device,
    pipelines: &[(Strategy, usize)],
    benchmark: &ShuffleBenchmark,
    rounds: u32,
) -> Result<Measured> {
    let size = device.profile.size.default;
    let indices: Vec<u32> = (0..size).map(|invocation| benchmark.pattern.index(size, invocation, SEED)).collect();
    device.write(INDICES, &indices);
    let step = |trips| benchmark.step(size, trips);

    // Before times: what every variant gives, a few groups of it against the model.
    let Work { groups, trips } = MODELLED;
    let expected = model(size, &indices, step(trips), groups);
    let mut values_different = 0;
    for &(_, pipeline) in pipelines {
        device.dispatch(pipeline, step(trips), groups)?;
        let found = device.read(VALUES);
        values_different += expected.iter().zip(found).filter(|(expected, found)| *expected != found).count() as u64;
    }

    let work = fill(device, pipelines[0].1, &step)?;
    let mut samples = vec![Vec::new(); pipelines.len()];
    let mut reference: Option<Vec<u32>> = None;
    for round in 0..=rounds {
        for (n, &(_, pipeline)) in pipelines.iter().enumerate() {
            let time = device.dispatch(pipeline, step(work.trips), work.groups)?;
            if round > 0 {
                samples[n].push(time);
                continue;
            }
            let found = device.read(VALUES);
            let first = reference.get_or_insert_with(|| found.clone());
            values_different += first.iter().zip(&found).filter(|(first, found)| first != found).count() as u64;
        }
    }
    let mut variants = BTreeMap::new();
    for (&(strategy, _), times) in pipelines.iter().zip(samples) {
        let trips = trips_of(&device.profile, strategy, benchmark, &indices);
        let gpu_ms = Spread::of(times).unwrap_or_default();
        variants.insert(variant(strategy).to_owned(), Figures { gpu_ms, trips });
    }
    let shuffles = u64::from(work.groups) * u64::from(WORKGROUP) * u64::from(work.trips);
    Ok(Measured::new(benchmark.name, size, shuffles, variants, values_different))
}

/// The patterns' members that are measured.
const SEED: u32 = 5;

/// Groups and trips that take long enough to be timed.
fn fill(device: &Device, pipeline: usize, step: &impl Fn(u32) -> Step) -> Result<Work> {
    let mut work = Work { groups: 1, trips: 64 };
    while device.dispatch(pipeline, step(work.trips), work.groups)? < DISPATCH_MS {
        match work {
            Work { groups, .. } if groups < MOST_GROUPS => work.groups *= 2,
            Work { trips, .. } if trips < MOST_TRIPS => work.trips *= 2,
            _ => break,
        }
    }
    Ok(work)
}

/// What the shader computes, by the model's shuffle.
fn model(size: u32, indices: &[u32], step: Step, groups: u32) -> Vec<u32> {
    let Some(wave) = Wave::full(size) else { return Vec::new() };
    let mut all = Vec::new();
    for first in (0..groups * WORKGROUP).step_by(size as usize) {
        let ids = first..first + size;
        let mut values: Vec<u64> = ids.clone().map(|id| id.wrapping_mul(0x9e37_79b9).into()).collect();
        for trip in 0..step.trips {
            let indices: Vec<u32> = indices.iter().map(|&base| step.index(base, trip)).collect();
            let got = shuffled(wave, &values, &indices).into_iter().zip(ids.clone());
            let next = |(value, id): (Option<u64>, u32)| {
                (value.unwrap_or(0) as u32).wrapping_mul(1_664_525).wrapping_add(id).into()
            };
            values = got.map(next).collect();
        }
        all.extend(values.into_iter().map(|value| value as u32));
    }
    all
}

/// Trips of the loop for one shuffle, the mean over what the pattern runs through.
fn trips_of(profile: &SubgroupProfile, strategy: Strategy, benchmark: &ShuffleBenchmark, indices: &[u32]) -> f64 {
    let size = profile.size.default;
    let Some(wave) = Wave::full(size) else { return 0.0 };
    let (values, step) = (vec![0; size as usize], benchmark.step(size, size));
    let trips = |trip| {
        let indices: Vec<u32> = indices.iter().map(|&base| step.index(base, trip)).collect();
        f64::from(lowered(wave, strategy, !profile.half_waves, &values, &indices).trips)
    };
    (0..size).map(trips).sum::<f64>() / f64::from(size)
}
