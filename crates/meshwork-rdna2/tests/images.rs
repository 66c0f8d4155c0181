//! Images and samplers of programs: every opcode with every dimension, by `spirv-val`, and what is refused.

mod common;

use meshwork_rdna2::translate::{
    BindingPoint, Bindings, Frame, Host, ImageBinding, Mode, Options, TexelType, Texels, translate,
};
use meshwork_rdna2::{
    DescriptorPath, Encoding, Error, Field, ImageUseKind, Instruction, Opcode, Pc, Sgpr, Slot, Wave, decode_program,
    image_uses,
};
use meshwork_spirv::spirv::ImageFormat;

const END: u32 = 0xbf81_0000;

/// DMASK, where an opcode has no other wish.
const DMASK: u32 = 0xf;

/// Data in v0 on, the address in v20 on; the image in s[8 * image:8 * image + 7], the sampler in s[16:19].
fn words(opcode: Opcode, dim: u32, dmask: u32, image: u32) -> [u32; 2] {
    let number = u32::from(opcode.number());
    let first = 0xf000_0000 | number >> 7 | dim << 3 | dmask << 8 | (number & 0x7f) << 18;
    // GLC: atomics return.
    let sampler = if opcode.sources().contains(&Slot::Sampler) { 4 } else { 0 };
    [first | 1 << 13, 20 | (2 * image) << 16 | sampler << 21]
}

fn options(bindings: Bindings) -> Options {
    Options {
        wave: Wave::W32,
        waves: 1,
        mode: Mode::Lane,
        frame: Frame::Capture,
        host: Host::default(),
        lds_bytes: 0,
        scratch_bytes: 0,
        bindings,
        numbers_vertices: false,
    }
}

fn point(binding: u32) -> BindingPoint {
    BindingPoint { set: 1, binding }
}

/// A sampled image in s[0:7], a storage image in s[8:15], a sampler in s[16:19].
fn bindings(ty: TexelType) -> Bindings {
    let texels = Texels::new(ty, true);
    let format = match ty {
        TexelType::Float => ImageFormat::Rgba32f,
        TexelType::Uint => ImageFormat::R32ui,
        TexelType::Sint => ImageFormat::R32i,
    };
    let at = |register| DescriptorPath::register(Sgpr(register));
    Bindings {
        images: [
            (at(0), ImageBinding::Sampled { at: point(0), texels, is_cube_array: false }),
            (at(8), ImageBinding::Storage { at: point(1), texels, format }),
        ]
        .into(),
        samplers: [(at(16), point(2))].into(),
    }
}

fn program(words: &[u32]) -> Vec<Instruction> {
    let code: Vec<u32> = words.iter().copied().chain([END]).collect();
    decode_program(&code, Wave::W32).expect("valid instructions")
}

/// All that is translated of a dimension stands in one module.
#[test]
fn every_opcode_is_valid_or_refused() {
    let images = || Opcode::all().filter(|opcode| opcode.encoding() == Encoding::MIMG);
    let mut translated = Vec::new();
    for dim in 0..8 {
        for ty in [TexelType::Float, TexelType::Uint, TexelType::Sint] {
            let options = options(bindings(ty));
            let mut all = Vec::new();
            for (opcode, image) in images().flat_map(|opcode| [(opcode, 0), (opcode, 1)]) {
                let asked = [DMASK, 1, 3].map(|dmask| words(opcode, dim, dmask, image));
                let decodes = |words: &&[u32; 2]| decode_program(&[words[0], words[1], END], Wave::W32).is_ok();
                let Some(words) = asked.iter().find(decodes) else { continue };
                match translate(&program(words), &options) {
                    Ok(_) => {
                        all.extend(words);
                        translated.push(opcode);
                    }
                    Err(Error::Unsupported { .. }) => {}
                    Err(error) => panic!("{}: {error}", opcode.name()),
                }
            }
            let module = translate(&program(&all), &options).expect("each of them is translated").write();
            let Some(verdict) = common::validate(&module) else { continue };
            assert!(verdict.is_empty(), "dimension {dim}, {ty:?}: {verdict}");
        }
    }
    // Those that compilers make of vertex and geometry stages, and sizes.
    let needed = [
        Opcode::IMAGE_LOAD,
        Opcode::IMAGE_LOAD_MIP,
        Opcode::IMAGE_STORE,
        Opcode::IMAGE_GET_RESINFO,
        Opcode::IMAGE_ATOMIC_ADD,
        Opcode::IMAGE_ATOMIC_SWAP,
        Opcode::IMAGE_ATOMIC_CMPSWAP,
        Opcode::IMAGE_SAMPLE_LZ,
        Opcode::IMAGE_SAMPLE_L,
        Opcode::IMAGE_SAMPLE_D,
        Opcode::IMAGE_SAMPLE_D_G16,
        Opcode::IMAGE_SAMPLE_C_LZ,
        Opcode::IMAGE_GATHER4_LZ,
        Opcode::IMAGE_GATHER4_C_LZ,
    ];
    needed.iter().for_each(|opcode| assert!(translated.contains(opcode), "{}", opcode.name()));
}

/// The least that a caller does: a program's descriptors in the order of their paths.
#[test]
fn bindings_of_a_program_that_nobody_knows() {
    let [load, store] = [words(Opcode::IMAGE_LOAD, 1, 15, 0), words(Opcode::IMAGE_STORE, 1, 15, 1)];
    let sample = words(Opcode::IMAGE_SAMPLE_LZ, 1, 15, 0);
    let program = program(&[load, store, sample].concat());
    let uses = image_uses(&program).expect("registers at entry");
    let kinds: Vec<_> = uses.iter().map(|found| found.kind).collect();
    assert_eq!(kinds, [ImageUseKind::Load, ImageUseKind::Store, ImageUseKind::Sample]);
    let bindings = Bindings::assign(&uses, 3);
    let at = |binding| BindingPoint { set: 3, binding };
    let images: Vec<_> = bindings.images.values().copied().collect();
    assert!(matches!(images[0], ImageBinding::Sampled { at: found, .. } if found == at(0)));
    assert!(matches!(images[1], ImageBinding::Storage { at: found, .. } if found == at(1)));
    assert_eq!(bindings.samplers.values().copied().collect::<Vec<_>>(), [at(2)]);
    translate(&program, &options(bindings)).expect("everything is bound");
}

#[test]
fn what_is_not_bound_has_a_path() {
    let load = program(&words(Opcode::IMAGE_LOAD, 1, 15, 0));
    let error = translate(&load, &options(Bindings::default())).expect_err("no image");
    let path = DescriptorPath::register(Sgpr(0));
    assert_eq!(
        error,
        Error::Unbound { pc: Pc(0), opcode: Opcode::IMAGE_LOAD, field: Field::Resource, path: path.clone() }
    );
    assert_eq!(error.to_string(), "0000: IMAGE_LOAD: no binding is given for its resource at s0");

    // The translator's own buffers.
    let at = BindingPoint { set: 0, binding: 1 };
    let images = [(path, ImageBinding::Storage { at, texels: Texels::default(), format: ImageFormat::Rgba32f })];
    let bindings = Bindings { images: images.into(), ..Bindings::default() };
    let error = translate(&load, &options(bindings)).expect_err("guest memory is there");
    assert_eq!(error, Error::ReservedBinding { set: 0, binding: 1 });
}

/// Vulkan has offsets that are constants, of few texels.
#[test]
fn offsets() {
    let bindings = || options(bindings(TexelType::Float));
    let sample = words(Opcode::IMAGE_SAMPLE_LZ_O, 1, 15, 0);
    let with = |offset: u32| program(&[0x7e28_02ff, offset, sample[0], sample[1]]); // v_mov_b32 v20, offset
    for (offset, is_taken) in [(0x073e, true), (0x0008, false), (0x3700, false)] {
        let translated = translate(&with(offset), &bindings());
        assert_eq!(translated.is_ok(), is_taken, "{offset:#x}");
    }
    let error = translate(&program(&sample), &bindings()).expect_err("v20 is anything");
    assert!(matches!(error, Error::Unsupported { what: "an offset that is no constant", .. }));
}
