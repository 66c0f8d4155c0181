//! Damaged programs and metadata of the corpus: what comes out is a valid module and a workgroup's exports, or an error with a place.
//! No panic, and nothing that takes for ever.

mod common;
#[path = "common/mutants.rs"]
mod mutants;

use std::time::{Duration, Instant};

use fastrand::Rng;
use meshwork_rdna2::interpret::{GuestImages, Workgroup};
use meshwork_rdna2::launch::{Draw, GroupLimits, PipelineInfo, ProgramInfo, Resources, workgroup_inputs};
use meshwork_rdna2::translate::{Bindings, Frame, Host, MeshOutputs, Mode, Options, translate};
use meshwork_rdna2::{decode_program, image_uses};
use mutants::{Mutant, originals};

const MUTANTS: usize = 150;

/// A mutant takes a tenth of a second; a machine that does other things besides, more.
const LONGEST: Duration = Duration::from_secs(30);

/// Interprets its first workgroups, and translates it.
fn run(mutant: &Mutant) -> Result<Vec<u32>, Box<dyn std::error::Error>> {
    let info = ProgramInfo::from_json(&String::from_utf8_lossy(&mutant.meta))?;
    let code: Vec<u32> =
        mutant.code.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4"))).collect();
    let pipeline = PipelineInfo::from_json(&String::from_utf8_lossy(&mutant.pipeline))?;
    let draw = match info.stage.has_tessellation() {
        true => Draw::patches(3),
        false => Draw::vertices(info.topology, 24),
    };
    let mut resources = Resources::new(&code, &info, &pipeline, &draw, 1)?;
    let limits = GroupLimits::fewest_waves(&info)?;
    for (ordinal, group) in draw.groups(limits).take(2).enumerate() {
        let inputs = workgroup_inputs(&info, &resources.user, &group, ordinal as u32);
        let mut images = GuestImages;
        let (waves, address) = (inputs.wave_states(&info), resources.code_address);
        let workgroup = Workgroup::new(&code, address, waves, info.lds.alloc_bytes, &mut resources.memory, &mut images);
        // An error is an answer.
        let _ = workgroup.with_step_limit(2_000).run();
    }
    let program = decode_program(&code, info.wave)?;
    let limits = Host::default().mesh.groups(&info, None)?;
    let options = Options {
        wave: info.wave,
        waves: limits.waves,
        mode: Mode::Lane,
        frame: Frame::Mesh(MeshOutputs::new(&info, limits, None)),
        host: Host::default(),
        lds_bytes: info.lds.alloc_bytes,
        scratch_bytes: info.scratch_bytes_per_wave,
        bindings: Bindings::assign(&image_uses(&program)?, 1),
        numbers_vertices: !info.ngg.passthrough,
    };
    Ok(translate(&program, &options)?.write())
}

#[test]
fn damaged_cases_are_errors_or_valid_modules() {
    let seed = common::seed();
    println!("seed {seed}");
    let mutants = mutants::count(MUTANTS);
    let originals = originals();
    let (mut translated, mut refused) = (0, 0);
    for number in 0..mutants {
        let rng = &mut Rng::with_seed(seed.wrapping_add(number as u64));
        let mutant = Mutant::of(&originals, rng);
        println!("mutant {number} of {}", mutant.case.display());
        let start = Instant::now();
        match run(&mutant) {
            Ok(module) => {
                translated += 1;
                let verdict = common::validate(&module).unwrap_or_default();
                assert!(verdict.is_empty(), "mutant {number}: {verdict}");
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        assert!(start.elapsed() < LONGEST, "mutant {number} took {:?}", start.elapsed());
    }
    println!("{translated} valid modules, {refused} errors");
    assert!(translated > mutants / 10 && refused > mutants / 10, "{translated} valid modules, {refused} errors");
}
