//! A draw run twice: by the interpreter, and translated on a device.

use meshwork_rdna2::interpret::{Components, Exports};
use meshwork_rdna2::launch::GroupLimits;
use meshwork_rdna2::translate::{Frame, Mode, Options, capture_words, export_targets, slot_words, translate};
use meshwork_rdna2::{ExportTarget, Instruction, Opcode, decode_program};

use super::case::Variant;
use super::gpu::Gpu;
use super::images::GuestImages;
use super::inputs::{Outcome, Refusal, Run, interpret};
use super::launch::{launch_table, window};
use crate::error::Result;

/// How a variant's two runs compare.
pub enum Comparison {
    Equal,
    Different(String),
    Refused(String),
}

/// `waves` of a workgroup, where the program may have so many and needs no more; else as few as it needs.
pub fn compare(
    gpu: &Gpu,
    variant: &Variant,
    mode: Mode,
    waves: Option<u32>,
    good_seed: &mut u64,
) -> Result<Comparison> {
    match prepare(gpu, variant, mode, waves, good_seed) {
        Err(Refusal(reason)) => Ok(Comparison::Refused(reason)),
        Ok(prepared) => {
            let found = run(gpu, variant, &prepared)?;
            Ok(match difference(&prepared.run.expected, &found, tolerance(&prepared.program)) {
                None => Comparison::Equal,
                Some(difference) => Comparison::Different(difference),
            })
        }
    }
}

/// What both runs need.
struct Prepared {
    program: Vec<Instruction>,
    module: Vec<u32>,
    slot_words: u32,
    images: GuestImages,
    run: Run,
}

fn prepare(
    gpu: &Gpu,
    variant: &Variant,
    mode: Mode,
    waves: Option<u32>,
    good_seed: &mut u64,
) -> Result<Prepared, Refusal> {
    let info = &variant.info;
    let program = decode_program(&variant.code, info.wave)?;
    let fewest = GroupLimits::fewest_waves(info)?;
    let limits = match waves.map(|waves| waves.min(info.ngg.max_waves)) {
        Some(waves) if waves > fewest.waves => GroupLimits::of_waves(info, waves)?,
        _ => fewest,
    };
    let run = interpret(variant, limits, good_seed)?;
    let images = GuestImages::of(&program, &run.resources, &run.groups)?;
    let options = Options {
        wave: info.wave,
        waves: limits.waves,
        mode,
        frame: Frame::Capture,
        host: gpu.host.clone(),
        lds_bytes: info.lds.alloc_bytes,
        scratch_bytes: info.scratch_bytes_per_wave,
        bindings: images.bindings.clone(),
        numbers_vertices: !info.ngg.passthrough,
    };
    let module = translate(&program, &options)?.write();
    let slot_words = slot_words(&program, &options);
    Ok(Prepared { program, module, slot_words, images, run })
}

fn run(gpu: &Gpu, variant: &Variant, prepared: &Prepared) -> Result<Outcome> {
    let Prepared { program, module, slot_words, images, run: Run { resources, groups, .. } } = prepared;
    let threads = groups.waves * variant.info.wave.lanes();
    let targets = export_targets(program);
    let size = capture_words(threads, targets.len() as u32) as usize;
    let slots = gpu.slots(*slot_words, groups.inputs.len())?;
    let launch = launch_table(variant, resources, groups, slots.address);
    let capture = vec![0; size * groups.inputs.len()];
    let mut buffers = vec![window(&resources.memory), launch, capture];
    // As the interpreter runs them: what a workgroup writes to guest memory the next ones may read.
    gpu.run_in_order(module, groups.inputs.len() as u32, &mut buffers, (images, resources))?;
    let groups = buffers[2].chunks_exact(size).map(|words| exports(words, &targets, threads as usize)).collect();
    let mut memory: Vec<u8> = buffers[0].iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.truncate(resources.memory.bytes.len());
    Ok(Outcome { groups, memory })
}

/// What the capture buffer has of a workgroup.
pub(super) fn exports(words: &[u32], targets: &[ExportTarget], threads: usize) -> Exports {
    let (header, rest) = words.split_at(4);
    let allocation = (header[0] != 0)
        .then_some(meshwork_rdna2::interpret::Allocation { vertices: header[1], primitives: header[2] });
    let of_thread = |words: &[u32]| -> Components {
        std::array::from_fn(|component| (words[0] >> component & 1 != 0).then_some(words[1 + component]))
    };
    let exports = rest.chunks_exact(5 * threads).map(|words| words.chunks_exact(5).map(of_thread).collect());
    Exports { allocation, targets: targets.iter().copied().zip(exports).collect() }
}

/// Parts of a value that two correct results may lie apart: none but where the host computes what the manual gives an error for. A
/// host's sine may be off by 2^-11 (Vulkan, Precision and Operation of SPIR-V Instructions); SwiftShader's is off by nearly that.
fn tolerance(program: &[Instruction]) -> f32 {
    use Opcode::{V_COS_F32, V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SIN_F32, V_SQRT_F32};
    let has = |opcodes: &[Opcode]| program.iter().any(|instruction| opcodes.contains(&instruction.opcode));
    if has(&[V_COS_F32, V_SIN_F32]) {
        1.0 / 2048.0
    } else if has(&[V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SQRT_F32]) {
        1e-4
    } else {
        0.0
    }
}

fn difference(expected: &Outcome, found: &Outcome, tolerance: f32) -> Option<String> {
    for (group, (expected, found)) in expected.groups.iter().zip(&found.groups).enumerate() {
        if let Some(text) = exports_difference(expected, found, tolerance) {
            return Some(format!("workgroup {group}, {text}"));
        }
    }
    let place = expected.memory.iter().zip(&found.memory).position(|(a, b)| a != b)?;
    Some(format!("memory at byte {place:#x}: {:#04x}, {:#04x} expected", found.memory[place], expected.memory[place]))
}

/// Of what was found all targets are known, of what is expected those that the workgroup came to.
pub(super) fn exports_difference(expected: &Exports, found: &Exports, tolerance: f32) -> Option<String> {
    if expected.allocation != found.allocation {
        return Some(format!("output space {:?}, {:?} expected", found.allocation, expected.allocation));
    }
    found.targets.iter().find_map(|(target, threads)| {
        let wanted = expected.target(*target).unwrap_or_default();
        // The last workgroups may have fewer waves than others.
        let wanted = wanted.iter().chain(std::iter::repeat(&[None; 4]));
        wanted.zip(threads).enumerate().find_map(|(thread, (wanted, got))| {
            let text = components(*target, wanted, got, tolerance)?;
            Some(format!("thread {thread}, {target:?}: {text}"))
        })
    })
}

fn components(target: ExportTarget, wanted: &Components, got: &Components, tolerance: f32) -> Option<String> {
    let is_null = |word: &Option<u32>| word.is_some_and(|word| word >> 31 != 0);
    // A null primitive's other bits say nothing.
    if target == ExportTarget::Primitive && is_null(&wanted[0]) && is_null(&got[0]) {
        return None;
    }
    let pairs = wanted.iter().zip(got).enumerate();
    let mut differing = pairs.filter(|(_, (wanted, got))| !is_same(**wanted, **got, tolerance));
    let (component, (wanted, got)) = differing.next()?;
    let word = |word: &Option<u32>| word.map_or("nothing".into(), |word| format!("{word:08x}"));
    Some(format!("component {component} is {}, {} expected", word(got), word(wanted)))
}

/// Any NaN equals any NaN.
fn is_same(a: Option<u32>, b: Option<u32>, tolerance: f32) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a == b };
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    let close = || x.is_finite() && y.is_finite() && (x - y).abs() <= tolerance * x.abs().max(y.abs()).max(1.0);
    a == b || x.is_nan() && y.is_nan() || tolerance > 0.0 && close()
}
