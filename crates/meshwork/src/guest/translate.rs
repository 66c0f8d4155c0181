//! `meshwork translate`: a primitive shader as a mesh shader.

use std::path::{Path, PathBuf};

use ash::vk;
use meshwork_abi::{SubgroupOperations, SubgroupProfile, SubgroupStage, TargetProfile};
use meshwork_rdna2::launch::{GroupLimits, LaunchError, ParameterValue, ProgramInfo};
use meshwork_rdna2::translate::{
    BindingPoint, Bindings, FragmentInput, FragmentInputs, Frame, Host, ImageBinding, LdsPlace, MeshLimits,
    MeshOutputs, Mode, Options, ParameterTarget, PerVertex, binding, slot_words,
};
use meshwork_rdna2::{DescriptorPath, Instruction, image_uses};

use super::images::IMAGE_SET;
use super::{LdsArg, ModeArg};
use crate::Outcome;
use crate::dwords::{read_code, read_spirv};
use crate::error::{Error, OnFile, Result};
use crate::lower::read_profile;
use crate::output::print;
use crate::render::Gpu;

#[derive(clap::Args)]
pub struct TranslateArgs {
    /// Little-endian dwords of gfx10.3: a program, and behind its end markers data
    #[arg(value_name = "CODE.bin")]
    code: PathBuf,
    /// What the driver says of the program: registers at entry, workgroups, exports
    #[arg(long, value_name = "META.json")]
    meta: PathBuf,
    /// The mesh shader
    #[arg(short, long, value_name = "OUT.spv")]
    output: PathBuf,
    /// The fragment shader: what it does not read is not put out, what it reads has its types
    #[arg(long, value_name = "FRAGMENT.spv")]
    fragment: Option<PathBuf>,
    /// What the device can do, as 'meshwork doctor --profile' prints it [default: the least that Meshwork supports]
    #[arg(long, value_name = "PROFILE.json")]
    profile: Option<PathBuf>,
    /// An invocation is a lane, or the whole wave
    #[arg(long, value_enum, default_value = "lane")]
    mode: ModeArg,
    /// Where lanes have LDS, and whole waves scratch
    #[arg(long, value_enum, default_value = "workgroup")]
    lds: LdsArg,
    /// Say what the mesh shader is like
    #[arg(long)]
    explain: bool,
}

pub fn run(args: &TranslateArgs) -> Result<Outcome> {
    let code = read_code(&args.code)?;
    let info = read_info(&args.meta)?;
    let fragment = args.fragment.as_deref().map(read_fragment).transpose()?;
    let host =
        args.profile.as_deref().map(read_profile).transpose()?.map_or_else(Host::default, |profile| host(&profile));
    let host = Wanted { lds: args.lds.place(), unrolled: true }.of(host);
    let guest = |source| Error::Guest { path: args.meta.clone(), source };
    let program = meshwork_rdna2::decode_program(&code, info.wave)?;
    let bindings = Bindings::assign(&image_uses(&program)?, IMAGE_SET);
    let (options, _) = mesh_options(&info, fragment.as_ref(), args.mode.mode(), host).map_err(guest)?;
    let options = Options { bindings, ..options };
    let words = meshwork_rdna2::translate::translate(&program, &options)?.write();
    std::fs::write(&args.output, bytemuck::cast_slice::<u32, u8>(&words)).on_file("write", &args.output)?;
    if args.explain {
        print(&explain(&info, &options, &program, words.len()))?;
    }
    Ok(Outcome::Done)
}

/// For a pipeline that fills triangles. Nothing is bound for images. With them, what a workgroup of the launch may have.
pub fn mesh_options(
    info: &ProgramInfo,
    fragment: Option<&FragmentInputs>,
    mode: Mode,
    host: Host,
) -> Result<(Options, GroupLimits), LaunchError> {
    let limits = host.mesh.groups(info, fragment)?;
    let options = Options {
        wave: info.wave,
        waves: limits.waves,
        mode,
        frame: Frame::Mesh(MeshOutputs { fills: true, ..MeshOutputs::new(info, limits, fragment) }),
        host,
        lds_bytes: info.lds.alloc_bytes,
        scratch_bytes: info.scratch_bytes_per_wave,
        bindings: Bindings::default(),
        numbers_vertices: !info.ngg.passthrough,
    };
    Ok((options, limits))
}

/// What is asked for, whatever suits the driver.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Where lanes have LDS. Where it is a buffer, whole waves have their scratch in one, too.
    pub lds: LdsPlace,
    /// Whole waves as for drivers that compile fast.
    pub unrolled: bool,
}

impl Wanted {
    pub fn of(self, host: Host) -> Host {
        Host {
            lds: self.lds,
            lacks_room: host.lacks_room || self.lds == LdsPlace::Buffer,
            compiles_slowly: host.compiles_slowly && !self.unrolled,
            ..host
        }
    }
}

/// A device of compute shaders.
pub fn compute_host_of(gpu: &Gpu) -> Host {
    let is_lavapipe = gpu.driver == vk::DriverId::MESA_LLVMPIPE;
    let is_nvidia = gpu.driver == vk::DriverId::NVIDIA_PROPRIETARY;
    Host {
        subgroup: gpu.subgroup,
        float64: gpu.features.shader_float64 != 0,
        bytes: gpu.has_bytes,
        // Its hardware has no other multiply-add (CUDA C++ Programming Guide, floating-point standard); 'check-guest' compares the bits.
        fuses: is_nvidia,
        // So its shaders are compiled where they do not ask for denormals.
        flushes: is_nvidia && gpu.keeps_specials,
        folds_zeros: is_lavapipe,
        // Compute shaders pay nothing.
        lds: LdsPlace::Workgroup,
        lacks_room: is_nvidia && gpu.has_memory_model,
        compiles_slowly: is_lavapipe || gpu.driver == vk::DriverId::GOOGLE_SWIFTSHADER,
        mesh: MeshLimits::default(),
    }
}

/// A device of mesh shaders.
pub fn host_of(gpu: &Gpu) -> Host {
    let properties = gpu.mesh_properties();
    let mesh = MeshLimits {
        vertices: properties.max_mesh_output_vertices,
        primitives: properties.max_mesh_output_primitives,
        components: properties.max_mesh_output_components,
        bytes: properties.max_mesh_output_memory_size,
        vertex_granularity: properties.mesh_output_per_vertex_granularity,
        primitive_granularity: properties.mesh_output_per_primitive_granularity,
    };
    // A mesh stage with less of it than compute shaders have it from where its outputs lie.
    let pays = gpu.driver == vk::DriverId::NVIDIA_PROPRIETARY
        && properties.max_mesh_shared_memory_size < gpu.limits().max_compute_shared_memory_size;
    let lds = if pays && gpu.has_memory_model { LdsPlace::Buffer } else { LdsPlace::Workgroup };
    Host { mesh, lds, ..compute_host_of(gpu) }
}

/// Subgroups of a mesh shader may be of any size that the device has: a wave is taken for one only where there is a single size, and the
/// operations by which lanes meet.
fn host(profile: &TargetProfile) -> Host {
    let can_meet = |subgroups: &SubgroupProfile| {
        let SubgroupOperations { basic, vote, ballot, shuffle, .. } = subgroups.operations;
        let has_stage =
            [SubgroupStage::Mesh, SubgroupStage::Compute].iter().any(|stage| subgroups.stages.contains(stage));
        subgroups.size.min == subgroups.size.max && has_stage && basic && vote && ballot && shuffle
    };
    let subgroup = profile.subgroups.as_ref().filter(|subgroups| can_meet(subgroups)).map(|it| it.size.default);
    Host { subgroup, float64: profile.float64, bytes: profile.int8 && profile.storage_8bit, ..Host::default() }
}

fn read_info(path: &Path) -> Result<ProgramInfo> {
    let text = std::fs::read_to_string(path).on_file("read", path)?;
    ProgramInfo::from_json(&text).map_err(|source| Error::Guest { path: path.to_owned(), source })
}

pub fn read_fragment(path: &Path) -> Result<FragmentInputs> {
    FragmentInputs::of_module(&read_spirv(path)?).map_err(|source| Error::Guest { path: path.to_owned(), source })
}

fn explain(info: &ProgramInfo, options: &Options, program: &[Instruction], words: usize) -> String {
    let Frame::Mesh(outputs) = &options.frame else { return String::new() };
    let lanes = options.wave.lanes();
    let invocations = if options.mode == Mode::Lane { options.host.invocations(options.wave) } else { 1 };
    let way = match lanes / invocations {
        1 => "an invocation for each lane",
        2 => "an invocation for two lanes",
        _ => "one invocation for the whole wave",
    };
    let turns = match options.waves {
        1 => String::new(),
        waves => format!("; {waves} waves take turns"),
    };
    let masks = match options.host.subgroup {
        Some(size) if size == invocations => "by subgroup operations",
        _ => "through workgroup memory",
    };
    let kind = match outputs.vertices_per_primitive {
        1 => "points",
        2 => "lines",
        _ if outputs.rectangles => "rectangles, which are two triangles and a vertex more",
        _ => "triangles",
    };
    let mut text = String::new();
    let mut line = |subject: &str, content: String| text += &format!("{subject:<11} {content}\n");
    line("program", format!("{} instructions, a wave of {lanes} lanes", program.len()));
    line("workgroup", format!("{invocations} x 1 x 1: {way}; lanes see each other {masks}{turns}"));
    line(
        "memory",
        format!("{} bytes of LDS, {} bytes of scratch a lane", options.lds_bytes, options.scratch_bytes / lanes),
    );
    line("bindings", format!("set 0: {} guest memory, {} launch table", binding::MEMORY, binding::LAUNCH));
    let slot = slot_words(program, options);
    if slot > 0 {
        let what = if options.mode == Mode::Lane { "LDS" } else { "scratch" };
        line("", format!("by the address in the launch table: {what}, {slot} words for each workgroup"));
    }
    for (path, image) in &options.bindings.images {
        line("", image_text(path, image));
    }
    for (path, BindingPoint { set, binding }) in &options.bindings.samplers {
        line("", format!("set {set}: {binding} the sampler at {path}"));
    }
    line("outputs", format!("at most {} vertices and {} {kind}", outputs.vertices, outputs.primitives));
    line("pos0", "position".into());
    for (number, position) in (1..).zip(&outputs.positions) {
        line(&format!("pos{number}"), position_text(*position));
    }
    for parameter in &outputs.parameters {
        let by = if parameter.per_primitive { ", by primitive" } else { "" };
        let to = match parameter.to {
            ParameterTarget::PrimitiveId => "primitive id".to_string(),
            ParameterTarget::Input(FragmentInput { location, component, components, ty }) => {
                let part = &"xyzw"[usize::from(component)..usize::from(component + components).min(4)];
                format!("location {location}.{part}, {ty:?}")
            }
        };
        line(&format!("param{}", parameter.number), format!("{to}{by}"));
    }
    let is_put_out = |number| outputs.parameters.iter().any(|parameter| parameter.number == number);
    for export in info.exports.parameters.iter().filter(|export| !is_put_out(export.number)) {
        let why = match export.value {
            ParameterValue::Layer | ParameterValue::Viewport => "the rasterizer gives it to the fragment stage",
            ParameterValue::Location(_) | ParameterValue::PrimitiveId => "the fragment stage does not read it",
        };
        line(&format!("param{}", export.number), format!("pruned: {why}"));
    }
    line("module", format!("{} bytes", 4 * words));
    text
}

fn image_text(path: &DescriptorPath, image: &ImageBinding) -> String {
    match image {
        ImageBinding::Null => format!("nothing for the image at {path}"),
        ImageBinding::Sampled { at, texels, .. } => {
            format!("set {}: {} the sampled image at {path}, {:?}", at.set, at.binding, texels.ty)
        }
        ImageBinding::Storage { at, texels, format } => {
            format!("set {}: {} the storage image at {path}, {:?}, {format:?}", at.set, at.binding, texels.ty)
        }
    }
}

fn position_text(position: PerVertex) -> String {
    match position {
        PerVertex::Misc { point_size, layer, viewport } => {
            let parts = [(point_size, "point size"), (layer, "layer"), (viewport, "viewport index")];
            parts.iter().filter(|(is_there, _)| *is_there).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        }
        PerVertex::Distances { first, clip, cull } => {
            let (clip, cull) = (clip.count_ones(), cull.count_ones());
            format!("{clip} clip and {cull} cull distances, from component {first} on")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_meet_by_subgroups_that_can() {
        let text = include_str!("../../../meshwork-passes/profiles/turing.json");
        let subgroups: SubgroupProfile = serde_json::from_str(text).expect("a profile");
        let of = |subgroups: SubgroupProfile| {
            host(&TargetProfile { subgroups: Some(subgroups), ..TargetProfile::minimum() }).subgroup
        };
        assert_eq!(of(subgroups.clone()), Some(32));
        let operations = SubgroupOperations { shuffle: false, ..subgroups.operations };
        assert_eq!(of(SubgroupProfile { operations, ..subgroups.clone() }), None);
        let stages = [SubgroupStage::Fragment].into();
        assert_eq!(of(SubgroupProfile { stages, ..subgroups }), None);
    }
}
