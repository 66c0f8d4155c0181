//! A draw run twice: by the interpreter, and translated on a device.

use meshwork_rdna2::interpret::{Components, Exports, LinearMemory, Mode as FloatMode, NoImages, WaveState, Workgroup};
use meshwork_rdna2::launch::{GroupLimits, Resources, WorkgroupInputs, workgroup_inputs};
use meshwork_rdna2::translate::{
    CODE_WORD, Frame, GROUP_COUNT_WORD, GROUPS_WORD, Host, LAUNCH_VECTORS, Mode, Options, SCALARS_WORD, WINDOW_WORD,
    capture_words, export_targets, group_words, translate,
};
use meshwork_rdna2::{ExportTarget, Instruction, Opcode, Sgpr, Vgpr, decode_program};

use super::case::Variant;
use super::gpu::Gpu;
use crate::error::Result;

/// Seed of what guest memory holds.
const SEED: u64 = 1;

/// How a variant's two runs compare.
pub enum Comparison {
    Equal,
    Different(String),
    Refused(String),
}

/// What is compared: exports of each workgroup, and memory at the end.
struct Outcome {
    groups: Vec<Exports>,
    memory: Vec<u8>,
}

pub fn compare(gpu: &Gpu, variant: &Variant, mode: Mode) -> Result<Comparison> {
    let refused = |reason: String| Ok(Comparison::Refused(reason));
    let info = &variant.info;
    let program = match decode_program(&variant.code, info.wave) {
        Ok(program) => program,
        Err(error) => return refused(error.to_string()),
    };
    let draw = variant.draw();
    let resources = match Resources::new(&variant.code, info, &variant.pipeline, &draw, SEED) {
        Ok(resources) => resources,
        Err(error) => return refused(error.to_string()),
    };
    let limits = match GroupLimits::of_threads(info, info.wave.lanes()) {
        Ok(limits) => limits,
        Err(error) => return refused(error.to_string()),
    };
    let groups: Vec<_> = draw
        .groups(limits)
        .zip(0..)
        .map(|(group, ordinal)| workgroup_inputs(info, &resources.user, &group, ordinal))
        .collect();
    let options = Options {
        wave: info.wave,
        mode,
        frame: Frame::Capture,
        host: Host { subgroup: gpu.subgroup, float64: gpu.float64 },
        lds_bytes: info.lds.alloc_bytes,
        scratch_bytes: info.scratch_bytes_per_wave,
    };
    let module = match translate(&program, &options) {
        Ok(module) => module.write(),
        Err(error) => return refused(error.to_string()),
    };
    let expected = match interpret(variant, &resources, &groups) {
        Ok(expected) => expected,
        Err(error) => return refused(format!("the interpreter: {error}")),
    };
    let found = run(gpu, variant, &program, &module, &resources, &groups)?;
    let tolerance = tolerance(&program);
    Ok(match difference(&expected, &found, tolerance) {
        None => Comparison::Equal,
        Some(difference) => Comparison::Different(difference),
    })
}

fn interpret(
    variant: &Variant,
    resources: &Resources,
    groups: &[WorkgroupInputs],
) -> Result<Outcome, meshwork_rdna2::interpret::Error> {
    let info = &variant.info;
    let mut memory = resources.memory.clone();
    let mut all = Vec::new();
    for group in groups {
        let waves = group.waves.iter().map(|inputs| {
            let mode = FloatMode::from_float_mode(info.float_mode);
            let mut wave = WaveState::new(info.wave, mode, info.scratch_bytes_per_lane());
            for (register, value) in inputs.sgprs.iter().enumerate() {
                wave.set_sgpr(Sgpr(register as u8), *value);
            }
            for (lane, values) in inputs.vgprs.iter().enumerate() {
                for (register, value) in values.iter().enumerate() {
                    wave.vgpr_mut(Vgpr(register as u8))[lane] = *value;
                }
            }
            wave
        });
        let waves = waves.collect();
        let mut images = NoImages;
        let lds = info.lds.alloc_bytes;
        let mut workgroup = Workgroup::new(&variant.code, resources.code_address, waves, lds, &mut memory, &mut images);
        all.push(workgroup.run()?.clone());
    }
    Ok(Outcome { groups: all, memory: memory.bytes })
}

fn run(
    gpu: &Gpu,
    variant: &Variant,
    program: &[Instruction],
    module: &[u32],
    resources: &Resources,
    groups: &[WorkgroupInputs],
) -> Result<Outcome> {
    let wave = variant.info.wave;
    let targets = export_targets(program);
    let size = capture_words(wave, targets.len() as u32) as usize;
    let launch = launch_table(variant, resources, groups);
    let capture = vec![0; size * groups.len()];
    let mut buffers = [window(&resources.memory), launch, capture];
    gpu.run(module, groups.len() as u32, &mut buffers)?;
    let lanes = wave.lanes() as usize;
    let groups = buffers[2].chunks_exact(size).map(|words| exports(words, &targets, lanes)).collect();
    let mut memory: Vec<u8> = buffers[0].iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.truncate(resources.memory.bytes.len());
    Ok(Outcome { groups, memory })
}

pub(super) fn window(memory: &LinearMemory) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    memory.bytes.chunks(4).map(word).collect()
}

/// As `meshwork_rdna2::translate` documents it.
pub(super) fn launch_table(variant: &Variant, resources: &Resources, groups: &[WorkgroupInputs]) -> Vec<u32> {
    let wave = variant.info.wave;
    let size = group_words(wave) as usize;
    let mut words = vec![0; GROUPS_WORD as usize + size * groups.len()];
    words[GROUP_COUNT_WORD as usize] = groups.len() as u32;
    let memory = &resources.memory;
    let window = [memory.base as u32, (memory.base >> 32) as u32, memory.bytes.len() as u32];
    words[WINDOW_WORD as usize..][..3].copy_from_slice(&window);
    let code = [resources.code_address as u32, (resources.code_address >> 32) as u32];
    words[CODE_WORD as usize..][..2].copy_from_slice(&code);
    for (group, into) in groups.iter().zip(words[GROUPS_WORD as usize..].chunks_exact_mut(size).collect::<Vec<_>>()) {
        let wave_inputs = &group.waves[0];
        into[..2].copy_from_slice(&wave_inputs.sgprs[2..4]);
        for (lane, values) in wave_inputs.vgprs.iter().enumerate() {
            for register in 0..LAUNCH_VECTORS as usize {
                into[2 + register * wave.lanes() as usize + lane] = values[register];
            }
        }
    }
    if let Some(first) = groups.first() {
        let sgprs = &first.waves[0].sgprs;
        words[SCALARS_WORD as usize..][..sgprs.len()].copy_from_slice(sgprs);
    }
    words
}

/// What the capture buffer has of a workgroup.
fn exports(words: &[u32], targets: &[ExportTarget], lanes: usize) -> Exports {
    let (header, rest) = words.split_at(4);
    let allocation = (header[0] != 0)
        .then_some(meshwork_rdna2::interpret::Allocation { vertices: header[1], primitives: header[2] });
    let of_lane = |words: &[u32]| -> Components {
        std::array::from_fn(|component| (words[0] >> component & 1 != 0).then_some(words[1 + component]))
    };
    let threads = rest.chunks_exact(5 * lanes).map(|words| words.chunks_exact(5).map(of_lane).collect());
    Exports { allocation, targets: targets.iter().copied().zip(threads).collect() }
}

/// Parts of a value that two correct results may lie apart: none but where the host computes what the manual gives an error for.
fn tolerance(program: &[Instruction]) -> f32 {
    use Opcode::{V_COS_F32, V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SIN_F32, V_SQRT_F32};
    let inexact = [V_COS_F32, V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SIN_F32, V_SQRT_F32];
    if program.iter().any(|instruction| inexact.contains(&instruction.opcode)) { 1e-4 } else { 0.0 }
}

fn difference(expected: &Outcome, found: &Outcome, tolerance: f32) -> Option<String> {
    for (group, (expected, found)) in expected.groups.iter().zip(&found.groups).enumerate() {
        if expected.allocation != found.allocation {
            let text = format!("output space {:?}, {:?} expected", found.allocation, expected.allocation);
            return Some(format!("workgroup {group}: {text}"));
        }
        for (target, threads) in &found.targets {
            let none = vec![[None; 4]; threads.len()];
            let wanted = expected.target(*target).unwrap_or(&none);
            for (thread, (wanted, got)) in wanted.iter().zip(threads).enumerate() {
                if let Some(text) = components(*target, wanted, got, tolerance) {
                    return Some(format!("workgroup {group}, thread {thread}, {target:?}: {text}"));
                }
            }
        }
    }
    let place = expected.memory.iter().zip(&found.memory).position(|(a, b)| a != b)?;
    Some(format!("memory at byte {place:#x}: {:#04x}, {:#04x} expected", found.memory[place], expected.memory[place]))
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
