//! What a program finds in memory: random, but such that it comes to an end, and such that a picture of it shows something.

use meshwork_rdna2::ExportTarget;
use meshwork_rdna2::interpret::{Error as InterpretError, Exports, Fault, GuestImages, Workgroup};
use meshwork_rdna2::launch::{Contents, GroupLimits, ProgramInfo, Resources};
use meshwork_rdna2::translate::{MeshOutputs, PerVertex};

use super::case::Variant;
use super::launch::Workgroups;

/// Seed of what guest memory holds, and how many others may be tried after it.
pub const SEED: u64 = 1;
const FURTHER_SEEDS: usize = 1_000;

/// Instructions of a workgroup after which the program is taken for one that counts to a float's bits.
const WHOLE: Extent = Extent { groups: usize::MAX, steps: 40_000 };

/// Seeds that are tried for a picture, and how many primitives of it should be seen.
const PICTURE_SEEDS: u64 = 64;
const ENOUGH_PRIMITIVES: usize = 12;
/// Of a picture's many workgroups the first ones say whether something is seen.
const PICTURE: Extent = Extent { groups: 32, steps: 5_000 };

/// How much the interpreter does.
#[derive(Clone, Copy)]
struct Extent {
    groups: usize,
    /// Of a workgroup, at most.
    steps: u64,
}

/// What is compared: exports of each workgroup, and memory at the end.
pub struct Outcome {
    pub groups: Vec<Exports>,
    pub memory: Vec<u8>,
}

/// A draw that the interpreter came to the end of.
pub struct Run {
    pub resources: Resources,
    pub groups: Workgroups,
    pub expected: Outcome,
}

/// Why a variant is not compared.
pub struct Refusal(pub String);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Floats everywhere, unless the program counts to them or follows them as addresses: then what lets it come to an end.
/// `good_seed` did so for the variant before: it comes first.
pub fn interpret(variant: &Variant, limits: GroupLimits, good_seed: &mut u64) -> Result<Run, Refusal> {
    let first = match attempt(variant, limits, Contents::Floats, SEED, WHOLE)? {
        Ok(run) => return Ok(run),
        Err(error) => error,
    };
    if is_by_contents(&first) {
        for seed in (*good_seed..).take(FURTHER_SEEDS) {
            if let Ok(run) = attempt(variant, limits, Contents::Mixed, seed, WHOLE)? {
                *good_seed = seed;
                return Ok(run);
            }
        }
    }
    Err(Refusal(format!("the interpreter: {first}")))
}

fn attempt(
    variant: &Variant,
    limits: GroupLimits,
    contents: Contents,
    seed: u64,
    extent: Extent,
) -> Result<Result<Run, InterpretError>, Refusal> {
    let (info, draw) = (&variant.info, variant.draw());
    let resources = Resources::with_contents(&variant.code, info, &variant.pipeline, &draw, (contents, seed))?;
    let groups = Workgroups::of_limits(variant, &draw, &resources, limits);
    let mut memory = resources.memory.clone();
    let mut all = Vec::new();
    for group in groups.inputs.iter().take(extent.groups) {
        let (waves, lds) = (group.wave_states(info), info.lds.alloc_bytes);
        let mut images = GuestImages;
        let workgroup = Workgroup::new(&variant.code, resources.code_address, waves, lds, &mut memory, &mut images);
        match workgroup.with_step_limit(extent.steps).run() {
            Ok(exports) => all.push(exports.clone()),
            Err(error) => return Ok(Err(error)),
        }
    }
    let expected = Outcome { groups: all, memory: memory.bytes };
    Ok(Ok(Run { resources, groups, expected }))
}

fn is_by_contents(error: &InterpretError) -> bool {
    matches!(error.fault, Fault::StepLimit(_) | Fault::Unmapped { .. })
}

/// Contents of a draw of which much is seen: the first from `first` on that show enough primitives, floats before others, else those
/// that show most. What the interpreter does not take shows nothing.
pub fn visible(variant: &Variant, first: u64, most_seeds: Option<u64>) -> (Contents, u64) {
    let mut best = (0, (Contents::Floats, first));
    let Ok(limits) = GroupLimits::fewest_waves(&variant.info) else { return best.1 };
    for contents in [Contents::Floats, Contents::Mixed] {
        for seed in first..first + most_seeds.unwrap_or(PICTURE_SEEDS) {
            let run = match attempt(variant, limits, contents, seed, PICTURE) {
                Ok(Ok(run)) => run,
                // Other floats are no better.
                Ok(Err(error)) if is_by_contents(&error) && contents == Contents::Floats => break,
                Ok(Err(error)) if is_by_contents(&error) => continue,
                Ok(Err(_)) | Err(_) => return best.1,
            };
            let seen = run.expected.groups.iter().map(|exports| seen(&variant.info, limits, exports)).sum();
            if seen > best.0 {
                best = (seen, (contents, seed));
            }
            if seen >= ENOUGH_PRIMITIVES {
                return best.1;
            }
        }
    }
    best.1
}

/// Primitives of a workgroup that cover pixels for certain.
fn seen(info: &ProgramInfo, limits: GroupLimits, exports: &Exports) -> usize {
    let outputs = MeshOutputs::new(info, limits, None);
    let vertices = exports.primitives().filter_map(|(_, primitive)| primitive.vertices);
    let count = usize::from(outputs.vertices_per_primitive);
    vertices.filter(|vertices| is_seen(&outputs, exports, &vertices[..count]).unwrap_or(false)).count()
}

/// In front of the viewer, more than a spot, and part of it not cut off.
fn is_seen(outputs: &MeshOutputs, exports: &Exports, vertices: &[u32]) -> Option<bool> {
    /// In normalized device coordinates, whose sides are 2.
    const AREA: f32 = 1e-3;
    let mut places = Vec::new();
    for &vertex in vertices {
        let position = exports.target(ExportTarget::Position(0))?.get(vertex as usize)?;
        let [x, y, z, w] = position.map(|word| f32::from_bits(word.unwrap_or(0)));
        let is_inside = w > 1e-3 && x.abs() < w && y.abs() < w && 0.0 < z && z < w;
        if !is_inside {
            return Some(false);
        }
        places.push([x / w, y / w]);
    }
    let area = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let is_kept = vertices.iter().any(|&vertex| keeps(outputs, exports, vertex as usize));
    Some(
        is_kept
            && match places[..] {
                [a, b, c] => area(a, b, c).abs() > AREA,
                [a, b] => (a[0] - b[0]).abs() + (a[1] - b[1]).abs() > AREA.sqrt(),
                _ => true,
            },
    )
}

/// No distance to clip or to cull is negative.
fn keeps(outputs: &MeshOutputs, exports: &Exports, vertex: usize) -> bool {
    (1..).zip(&outputs.positions).all(|(number, position)| match position {
        PerVertex::Misc { .. } => true,
        PerVertex::Distances { clip, cull, .. } => {
            let distances = exports.target(ExportTarget::Position(number)).and_then(|threads| threads.get(vertex));
            let is_kept = |(component, word): (usize, &Option<u32>)| {
                (clip | cull) >> component & 1 == 0 || word.is_some_and(|word| f32::from_bits(word) >= 0.0)
            };
            distances.is_some_and(|components| components.iter().enumerate().all(is_kept))
        }
    })
}
