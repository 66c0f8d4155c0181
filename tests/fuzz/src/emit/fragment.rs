//! The fragment stage: everything that it reads becomes a colour and a word.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

use super::body::Emitter;
use super::outputs::{components, declare};
use crate::program::{FRAGMENT_SLOTS, Fragment, Interpolation, Kind, Output, SLOTS};

/// Mixes `value` into `hash`.
fn mix(e: &mut Emitter<'_>, hash: Id, value: Id) -> Id {
    let hash = e.op(Op::IMul, hash, 0x01000193);
    e.code.u32(Op::BitwiseXor, hash, value)
}

fn input(e: &mut Emitter<'_>, builtin: BuiltIn) -> Id {
    let word = e.module().u32_type();
    let variable = e.module().variable(StorageClass::Input, word);
    e.module().decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
    e.module().decorate(variable, Decoration::Flat, &[]);
    e.code.load(word, variable)
}

pub fn write(e: &mut Emitter<'_>, fragment: &Fragment, outputs: &[Output]) {
    let word = e.module().u32_type();
    let float = e.module().f32_type();
    let mut hash = e.constant(0x811c9dc5);
    let mut shades = [0.25, 0.5, 0.75].map(|value| e.module().f32(value));
    let scale = e.module().f32(1.0 / 64.0);
    let mut next_shade = 0;
    for output in outputs.iter().filter(|output| output.read) {
        let variable = declare(e.module(), output, StorageClass::Input, None);
        let ty = match output.kind {
            Kind::Unsigned => word,
            Kind::Signed => e.module().get_or_make(Op::TypeInt, None, [32.into(), 1.into()]),
            Kind::Float => float,
        };
        for indices in components(e.module(), &output.shape) {
            let pointer = e.code.chain(StorageClass::Input, ty, variable, &indices);
            let value = e.code.load(ty, pointer);
            let is_interpolated = !output.per_primitive && output.interpolation != Interpolation::Flat;
            if output.kind == Kind::Float && is_interpolated {
                let value = e.float(Op::FMul, &[value, scale]);
                shades[next_shade % 3] = e.float(Op::FAdd, &[shades[next_shade % 3], value]);
                next_shade += 1;
            } else {
                let value =
                    if output.kind == Kind::Unsigned { value } else { e.code.value(Op::Bitcast, word, [value.into()]) };
                hash = mix(e, hash, value);
            }
        }
    }
    if fragment.reads_primitive_id {
        let value = input(e, BuiltIn::PrimitiveId);
        hash = mix(e, hash, value);
    }
    if fragment.reads_layer {
        let value = input(e, BuiltIn::Layer);
        hash = mix(e, hash, value);
    }
    if fragment.reads_facing {
        let boolean = e.module().bool_type();
        let variable = e.module().variable(StorageClass::Input, boolean);
        e.module().decorate(variable, Decoration::BuiltIn, &[BuiltIn::FrontFacing as u32]);
        let facing = e.code.load(boolean, variable);
        let (yes, no) = (e.constant(3), e.constant(5));
        let value = e.code.value(Op::Select, word, [facing.into(), yes.into(), no.into()]);
        hash = mix(e, hash, value);
    }
    if fragment.reads_push {
        let value = e.globals.push_word(&mut e.code, 1);
        hash = mix(e, hash, value);
    }
    if let Some(divisor) = fragment.discards {
        discard(e, hash, divisor);
    }
    if fragment.records {
        record(e, hash);
    }
    let low = e.op(Op::BitwiseAnd, hash, 255);
    let alpha = e.float(Op::ConvertUToF, &[low]);
    let part = e.module().f32(1.0 / 256.0);
    let alpha = e.float(Op::FMul, &[alpha, part]);
    let vector = e.module().vector_type(float, 4);
    let color = e.code.construct(vector, &[shades[0], shades[1], shades[2], alpha]);
    for (location, ty, value) in [(0, vector, color), (1, word, hash)] {
        let variable = e.module().variable(StorageClass::Output, ty);
        e.module().decorate(variable, Decoration::Location, &[location]);
        e.code.store(variable, value);
    }
    e.end_block(Op::Return);
}

fn discard(e: &mut Emitter<'_>, hash: Id, divisor: u32) {
    let (rest, zero) = (e.op(Op::UMod, hash, divisor), e.constant(0));
    let goes = e.code.compare(Op::IEqual, rest, zero);
    e.code.when(goes, |code| code.effect(Op::Kill, []));
}

/// Counts the invocation at a slot that its values choose.
fn record(e: &mut Emitter<'_>, hash: Id) {
    let slot = e.op(Op::UMod, hash, SLOTS);
    let slot = e.op(Op::IAdd, slot, FRAGMENT_SLOTS);
    let pointer = e.globals.result(&mut e.code, slot);
    let one = e.constant(1);
    e.atomic_add(pointer, one);
}

/// What reading layers and primitive numbers needs.
pub fn allow(e: &mut Emitter<'_>, fragment: &Fragment, outputs: &[Output]) {
    let per_primitive = outputs.iter().any(|output| output.read && output.per_primitive);
    if per_primitive {
        e.module().add_capability(Capability::MeshShadingEXT);
        e.module().extensions.insert("SPV_EXT_mesh_shader".into());
    }
    if fragment.reads_primitive_id || fragment.reads_layer {
        e.module().add_capability(Capability::Geometry);
    }
}
