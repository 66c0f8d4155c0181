//! `meshwork interpret`: a primitive shader run on the CPU, workgroup by workgroup, with vertices and constants that a seed gives.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use meshwork_rdna2::interpret::{Allocation, Components, Exports, GuestImages, WaveState, Workgroup};
use meshwork_rdna2::launch::{
    Draw, Group, GroupLimits, PipelineInfo, ProgramInfo, Resources, WorkgroupInputs, workgroup_inputs,
};
use meshwork_rdna2::{ExportTarget, Fields, Instruction};
use serde::Serialize;

use crate::Outcome;
use crate::dwords::read_code;
use crate::error::{Error, OnFile, Result};
use crate::output::print_json_each;

#[derive(clap::Args)]
pub struct InterpretArgs {
    /// Little-endian dwords of gfx10.3: a program, and behind its end markers data
    #[arg(value_name = "CODE.bin")]
    code: PathBuf,
    /// What the driver says of the program: registers at entry, limits, memory
    #[arg(long, value_name = "M.json")]
    meta: PathBuf,
    /// Its vertex input and descriptor sets [default: 'pipe.json' in the folder above the metadata's, if there is one]
    #[arg(long, value_name = "P.json")]
    pipeline: Option<PathBuf>,
    /// Vertices that are drawn, without indices; with tessellation, patches
    #[arg(long, value_name = "COUNT", default_value_t = 24)]
    vertices: u32,
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    instances: u32,
    /// Of the random contents of buffers, images and push constants
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this workgroup of the draw, counted from 0
    #[arg(long, value_name = "NUMBER")]
    workgroup: Option<usize>,
    /// Write each instruction, and what it changed, to the error output
    #[arg(long)]
    trace: bool,
}

pub fn run(args: &InterpretArgs) -> Result<Outcome> {
    let code = read_code(&args.code)?;
    let info = ProgramInfo::from_json(&read(&args.meta)?).map_err(on(&args.meta))?;
    let pipeline = read_pipeline(args)?;
    let draw = match info.stage.has_tessellation() {
        true => Draw::patches(args.vertices),
        false => Draw { instances: args.instances, ..Draw::vertices(info.topology, args.vertices) },
    };
    let mut resources = Resources::new(&code, &info, &pipeline, &draw, args.seed).map_err(on(&args.meta))?;
    let progress = progress(args.trace);
    let groups = draw.groups(GroupLimits::of_program(&info)).enumerate();
    let wanted = groups.skip(args.workgroup.unwrap_or(0)).take(args.workgroup.map_or(usize::MAX, |_| 1));
    print_json_each(wanted.map(|(ordinal, group)| {
        let instance = group.vertices.first().map_or(0, |vertex| vertex.instance);
        progress.set_message(format!("workgroup {ordinal}, of instance {instance} of {}", draw.instances));
        let inputs = workgroup_inputs(&info, &resources.user, &group, ordinal as u32);
        let exports = run_group(&code, &info, &mut resources, &inputs, args.trace)?;
        Ok(WorkgroupReport::new(ordinal, &group, &inputs, &exports))
    }))?;
    progress.finish_and_clear();
    Ok(Outcome::Done)
}

/// A draw may have a billion workgroups. Where the terminal shows what is written, it shows how far that is.
fn progress(trace: bool) -> ProgressBar {
    let is_shown = trace || std::io::stdout().is_terminal();
    let progress = if is_shown { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    progress.enable_steady_tick(std::time::Duration::from_millis(100));
    progress
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).on_file("read", path)
}

fn on(path: &Path) -> impl FnOnce(meshwork_rdna2::launch::LaunchError) -> Error {
    let path = path.to_owned();
    |source| Error::Guest { path, source }
}

/// A program that fetches no vertices and has no sets needs none.
fn read_pipeline(args: &InterpretArgs) -> Result<PipelineInfo> {
    let beside = args.meta.parent().and_then(Path::parent).map(|folder| folder.join("pipe.json"));
    match args.pipeline.clone().or(beside.filter(|path| path.is_file())) {
        Some(path) => PipelineInfo::from_json(&read(&path)?).map_err(on(&path)),
        None => Ok(PipelineInfo::default()),
    }
}

fn run_group(
    code: &[u32],
    info: &ProgramInfo,
    resources: &mut Resources,
    inputs: &WorkgroupInputs,
    trace: bool,
) -> Result<Exports> {
    let mut images = GuestImages;
    let mut write_line = |wave: usize, instruction: &Instruction, state: &WaveState| {
        eprintln!("{}", trace_line(wave, instruction, state));
    };
    let waves = inputs.wave_states(info);
    let (address, lds) = (resources.code_address, info.lds.alloc_bytes);
    let mut workgroup = Workgroup::new(code, address, waves, lds, &mut resources.memory, &mut images);
    if trace {
        workgroup = workgroup.with_trace(&mut write_line);
    }
    Ok(workgroup.run()?.clone())
}

/// Wave, place, text, the destination in every lane, and the masks.
fn trace_line(wave: usize, instruction: &Instruction, state: &WaveState) -> String {
    let dst = match &instruction.fields {
        Fields::Scalar(scalar) => scalar.dst,
        Fields::ScalarMemory(access) => access.sdata,
        Fields::Vector(vector) => vector.dst,
        Fields::Lds(access) => access.dst,
        Fields::Buffer(access) => access.vdata,
        Fields::Flat(access) => access.vdst,
        Fields::Image(image) => Some(image.vdata),
        _ => None,
    };
    let mut line = format!("{wave} {} {instruction}", instruction.pc);
    // Writing to a string does not fail.
    if let Some(vgpr) = dst.and_then(meshwork_rdna2::Operand::vgpr) {
        let lanes = &state.vgpr(vgpr)[..state.lanes()];
        let _ = write!(
            line,
            "  ; {vgpr} = {}",
            lanes.iter().map(|value| format!("{value:x}")).collect::<Vec<_>>().join(" ")
        );
    } else if let Some(meshwork_rdna2::Place::Sgpr(sgpr)) = dst.map(|dst| dst.place) {
        let _ = write!(line, "  ; {sgpr} = {:x}", state.sgpr(sgpr));
    }
    let _ = write!(line, "  exec {:x} vcc {:x} scc {}", state.exec(), state.vcc(), u8::from(state.scc));
    line
}

#[derive(Serialize)]
struct WorkgroupReport {
    workgroup: usize,
    waves: usize,
    /// What came in.
    vertices_in: usize,
    primitives_in: usize,
    /// What GS_ALLOC_REQ asked for; what came in where the program does not ask.
    vertices: u32,
    primitives: u32,
    /// By thread: vertex numbers, or nothing for a null primitive.
    primitive_exports: BTreeMap<usize, Option<[u32; 3]>>,
    /// By thread, then by target: components as floats, nothing where one is not exported.
    vertex_exports: BTreeMap<usize, BTreeMap<String, [Option<f32>; 4]>>,
}

impl WorkgroupReport {
    fn new(workgroup: usize, group: &Group, inputs: &WorkgroupInputs, exports: &Exports) -> Self {
        let came = Allocation { vertices: inputs.vertices, primitives: inputs.primitives };
        let allocation = exports.allocation.unwrap_or(came);
        let mut vertex_exports: BTreeMap<usize, BTreeMap<String, [Option<f32>; 4]>> = BTreeMap::new();
        for (target, threads) in &exports.targets {
            let Some(name) = target_name(*target) else { continue };
            for (thread, components) in threads.iter().enumerate().filter(|(_, components)| **components != [None; 4]) {
                vertex_exports.entry(thread).or_default().insert(name.clone(), floats(*components));
            }
        }
        Self {
            workgroup,
            waves: inputs.waves.len(),
            vertices_in: group.vertices.len(),
            primitives_in: group.primitives.len(),
            vertices: allocation.vertices,
            primitives: allocation.primitives,
            primitive_exports: exports.primitives().map(|(thread, primitive)| (thread, primitive.vertices)).collect(),
            vertex_exports,
        }
    }
}

fn floats(components: Components) -> [Option<f32>; 4] {
    components.map(|component| component.map(f32::from_bits))
}

fn target_name(target: ExportTarget) -> Option<String> {
    match target {
        ExportTarget::Position(number) => Some(format!("pos{number}")),
        ExportTarget::Parameter(number) => Some(format!("param{number}")),
        ExportTarget::Mrt(number) => Some(format!("mrt{number}")),
        _ => None,
    }
}
