//! Every program of the corpus as a mesh shader, by `spirv-val`. `MESHWORK_TEST_CORPUS` names another folder of cases.

mod common;
#[path = "common/folders.rs"]
mod folders;

use std::path::{Path, PathBuf};

use folders::folders;
use meshwork_rdna2::launch::{GroupLimits, ProgramInfo};
use meshwork_rdna2::translate::{
    Bindings, FragmentInputs, Frame, Host, LdsPlace, MeshOutputs, Mode, Options, translate,
};
use meshwork_rdna2::{Error, Wave, decode_program, image_uses};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::{BuiltIn, ExecutionMode, Op, StorageClass};

fn words(path: &Path) -> Vec<u32> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4"))).collect()
}

/// Whose subgroups are a wave of 32, or half of one of 64, and which fuses and flushes.
fn capable() -> Host {
    Host { subgroup: Some(32), float64: true, fuses: true, flushes: true, bytes: true, ..Host::default() }
}

/// The module, in one of the ways in which a wave may lie in a workgroup, for a pipeline that fills triangles or not.
fn mesh_shader(variant: &Path, mode: Mode, host: Host, fills: bool) -> Result<Vec<u32>, Error> {
    mesh_shader_of_waves(variant, None, mode, host, fills)
}

/// The same with so many waves in a workgroup, if not as few as the program needs.
fn mesh_shader_of_waves(
    variant: &Path,
    waves: Option<u32>,
    mode: Mode,
    host: Host,
    fills: bool,
) -> Result<Vec<u32>, Error> {
    let meta = std::fs::read_to_string(variant.join("meta.json")).expect("meta.json can be read");
    let info = ProgramInfo::from_json(&meta).unwrap_or_else(|error| panic!("{}: {error}", variant.display()));
    let fragment = variant.with_file_name("frag.spv");
    let fragment =
        fragment.exists().then(|| FragmentInputs::of_module(&words(&fragment)).expect("a module of a fragment shader"));
    let program = decode_program(&words(&variant.join("code.bin")), info.wave)?;
    let limits = waves.map_or_else(|| GroupLimits::fewest_waves(&info), |waves| GroupLimits::of_waves(&info, waves));
    let limits = limits.expect("primitives fit into a workgroup");
    let options = Options {
        wave: info.wave,
        waves: limits.waves,
        mode,
        frame: Frame::Mesh(MeshOutputs { fills, ..MeshOutputs::new(&info, limits, fragment.as_ref()) }),
        host,
        lds_bytes: info.lds.alloc_bytes,
        scratch_bytes: info.scratch_bytes_per_wave,
        bindings: Bindings::assign(&image_uses(&program)?, 1),
        numbers_vertices: !info.ngg.passthrough,
    };
    Ok(translate(&program, &options)?.write())
}

/// Branches of these lead behind their program's end (RADV 25.0.7 compiled them so).
const MISCOMPILED: [&str; 1] = ["heights/w32-noopt"];

/// What is translated is valid, and what is not says which instruction it is that is not supported. Whole waves of 64 lanes without loops
/// over them, whose modules have everything twice as often as those of 32, are left out for the time they take.
#[test]
fn programs_of_the_corpus_are_valid_mesh_shaders() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let corpus = std::env::var_os("MESHWORK_TEST_CORPUS").map_or(own, PathBuf::from);
    let mut translated = 0;
    for variant in folders(&corpus).iter().flat_map(|case| folders(case)) {
        if !variant.join("code.bin").exists() {
            continue;
        }
        let is_wide = variant.file_name().is_some_and(|name| name.to_string_lossy().starts_with("w64"));
        let in_buffer = |host| Host { lds: LdsPlace::Buffer, ..host };
        let mut ways = vec![(Mode::Lane, Host::default()), (Mode::Lane, capable())];
        ways.extend([in_buffer(Host::default()), in_buffer(capable())].map(|host| (Mode::Lane, host)));
        ways.push((Mode::Wave, Host { compiles_slowly: true, ..Host::default() }));
        if !is_wide {
            ways.push((Mode::Wave, Host::default()));
        }
        for (mode, host) in ways {
            let name = variant.display();
            let fills = host.fuses;
            match mesh_shader(&variant, mode, host, fills) {
                Ok(module) => {
                    let verdict = common::validate(&module).unwrap_or_default();
                    assert!(verdict.is_empty(), "{name}, {mode:?}: {verdict}");
                    translated += 1;
                }
                Err(Error::Unsupported { .. }) => {}
                Err(error) => assert!(MISCOMPILED.iter().any(|one| variant.ends_with(one)), "{name}: {error}"),
            }
        }
    }
    assert!(translated >= 50, "only {translated} modules");
}

/// Scratch of a whole wave, with the invocation and by its address.
#[test]
fn scratch_of_whole_waves_is_valid() {
    // scratch_store_dword off, v1, s0; scratch_load_ushort v2, v1, off offset:6; s_endpgm
    let program = decode_program(&[0xdc70_4000, 0x0000_0100, 0xdc2c_4006, 0x027f_0001, 0xbf81_0000], Wave::W64);
    let program = program.expect("valid instructions");
    for (lacks_room, compiles_slowly) in [(false, false), (false, true), (true, false), (true, true)] {
        let host = Host { lacks_room, compiles_slowly, ..Host::default() };
        let options = Options {
            wave: Wave::W64,
            waves: 1,
            mode: Mode::Wave,
            frame: Frame::Registers { vectors: 4 },
            host,
            lds_bytes: 0,
            scratch_bytes: 64 * 16,
            bindings: Bindings::default(),
            numbers_vertices: false,
        };
        let module = translate(&program, &options).expect("supported");
        let has_address = |global: &meshwork_spirv::Instruction| {
            global.op == Op::TypePointer && global.word(0) == Some(StorageClass::PhysicalStorageBuffer as u32)
        };
        assert_eq!(module.globals.iter().any(has_address), lacks_room);
        let verdict = common::validate(&module.write()).unwrap_or_default();
        assert!(verdict.is_empty(), "{verdict}");
    }
}

fn has_built_in(module: &Module, built_in: BuiltIn) -> bool {
    let variables = module.globals.iter().filter_map(|global| global.result);
    variables.into_iter().any(|variable| module.builtin(variable, None) == Some(built_in))
}

/// A wave that one subgroup is meets nowhere else: neither in workgroup memory nor at a barrier of the workgroup.
#[test]
fn a_wave_of_two_lanes_an_invocation_is_a_subgroup() {
    let variant = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/transform/w64-nonggc");
    let module =
        |host| Module::read(&mesh_shader(&variant, Mode::Lane, host, true).expect("supported")).expect("valid");
    let size = |module: &Module| {
        let mode = module.execution_modes.iter().find(|mode| mode.word(1) == Some(ExecutionMode::LocalSize as u32));
        mode.and_then(|mode| mode.word(2))
    };
    let has_workgroup_memory = |module: &Module| {
        module
            .globals
            .iter()
            .any(|global| global.op == Op::Variable && global.word(0) == Some(StorageClass::Workgroup as u32))
    };
    let (narrow, capable) = (module(Host::default()), module(capable()));
    assert_eq!((size(&narrow), size(&capable)), (Some(64), Some(32)));
    assert!(has_workgroup_memory(&narrow) && !has_workgroup_memory(&capable));
}

/// As many as a rectangle's parts need, where threads are lanes of several waves, and where an invocation has two lanes, too.
#[test]
fn rectangles_of_waves_in_turns_are_valid() {
    let variant = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/rectangles");
    for (name, mode, host) in [
        ("w32-noopt", Mode::Lane, Host::default()),
        ("w64-nonggc", Mode::Lane, capable()),
        ("w32-noopt", Mode::Wave, Host::default()),
    ] {
        let module = mesh_shader_of_waves(&variant.join(name), Some(2), mode, host, true).expect("supported");
        let verdict = common::validate(&module).unwrap_or_default();
        assert!(verdict.is_empty(), "{name}, {mode:?}: {verdict}");
        let module = Module::read(&module).expect("valid");
        let most = |wanted: ExecutionMode| {
            module.execution_modes.iter().find(|mode| mode.word(1) == Some(wanted as u32)).and_then(|mode| mode.word(2))
        };
        let threads = if name.starts_with("w32") { 64 } else { 128 };
        assert_eq!(most(ExecutionMode::OutputVertices), Some(2 * threads), "{name}");
        assert_eq!(most(ExecutionMode::OutputPrimitivesEXT), Some(2 * threads), "{name}");
    }
}

#[test]
fn null_triangles_have_a_flag_unless_the_pipeline_fills_them() {
    let variant = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/transform/w32");
    for fills in [false, true] {
        let words = mesh_shader(&variant, Mode::Lane, Host::default(), fills).expect("supported");
        let module = Module::read(&words).expect("valid");
        assert_eq!(has_built_in(&module, BuiltIn::CullPrimitiveEXT), !fills);
    }
}

/// A difference, whose first operand's number is given.
fn flushes_difference_with(source: u32) -> bool {
    // v_sub_f32_e32 v1, source, v2 and s_endpgm
    let program = decode_program(&[0x0802_0400 | source, 0xbf81_0000], Wave::W32).expect("valid instructions");
    let options = Options {
        wave: Wave::W32,
        waves: 1,
        mode: Mode::Lane,
        frame: Frame::Registers { vectors: 4 },
        host: capable(),
        lds_bytes: 0,
        scratch_bytes: 0,
        bindings: Bindings::default(),
        numbers_vertices: false,
    };
    let module = translate(&program, &options).expect("the opcode is supported");
    module.globals.iter().filter_map(|global| global.result).any(|id| module.constant_u32(id) == Some(0x7f80_0000))
}

/// The flush goes with an operation that a compiler leaves out, as a difference with a 0 that it knows.
#[test]
fn a_host_that_flushes_is_trusted_with_what_no_compiler_knows() {
    const V0: u32 = 256;
    const TTMP5: u32 = 113;
    assert!(!flushes_difference_with(V0), "a register that comes of memory");
    assert!(flushes_difference_with(TTMP5), "a register that nobody wrote");
}
