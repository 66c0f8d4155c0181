//! Arithmetic of entry points on addresses and places: what one instruction does on some devices only.
//!
//! Addresses are pairs of words. Where the device has 64-bit integers, which [`use_long_integers`] says, they are added as such.

use meshwork_spirv::spirv::{Capability, Op};
use meshwork_spirv::{Code, Id, Instruction, Module};

use crate::TargetProfile;

/// Declares 64-bit integers where the device has them.
pub fn use_long_integers(module: &mut Module, profile: &TargetProfile) {
    if profile.int64 {
        module.add_capability(Capability::Int64);
    }
}

/// `base + index * stride`, in 64 bits.
pub fn element(code: &mut Code<'_>, base: Id, index: Id, stride: u32) -> Id {
    if let Some(u64) = long_type(code.module) {
        let stride = code.module.u32(stride);
        let [index, stride] = [index, stride].map(|word| code.value(Op::UConvert, u64, [word.into()]));
        let offset = code.value(Op::IMul, u64, [index.into(), stride.into()]);
        return add_long(code, u64, base, offset);
    }
    let u32 = code.module.u32_type();
    if stride.is_power_of_two() {
        let digits = stride.trailing_zeros();
        let high = match digits {
            0 => code.module.u32(0),
            _ => shift(code, Op::ShiftRightLogical, index, u32::BITS - digits),
        };
        let low = shift(code, Op::ShiftLeftLogical, index, digits);
        return add_pair(code, base, low, Some(high));
    }
    let stride = code.module.u32(stride);
    let product = extended(code, Op::UMulExtended, index, stride);
    let (low, high) = (code.extract(u32, product, 0), code.extract(u32, product, 1));
    add_pair(code, base, low, Some(high))
}

/// `base + offset`, in 64 bits.
pub fn add(code: &mut Code<'_>, base: Id, offset: Id) -> Id {
    match long_type(code.module) {
        Some(u64) => {
            let offset = code.value(Op::UConvert, u64, [offset.into()]);
            add_long(code, u64, base, offset)
        }
        None => add_pair(code, base, offset, None),
    }
}

/// `n / d`, where `by` is the [`meshwork_abi::Divisor`] of `d` as a `uvec2`.
pub fn divide(code: &mut Code<'_>, n: Id, by: Id) -> Id {
    let u32 = code.module.u32_type();
    let (magic, digits) = (code.extract(u32, by, 0), code.extract(u32, by, 1));
    let scaled = scale(code, n, magic);
    code.u32(Op::ShiftRightLogical, scaled, digits)
}

/// `n * factor / 2^31`, for `n` below 2^31.
pub fn scale(code: &mut Code<'_>, n: Id, factor: Id) -> Id {
    let u32 = code.module.u32_type();
    let twice = shift(code, Op::ShiftLeftLogical, n, 1);
    let product = extended(code, Op::UMulExtended, twice, factor);
    code.extract(u32, product, 1)
}

fn shift(code: &mut Code<'_>, op: Op, value: Id, digits: u32) -> Id {
    let digits = code.module.u32(digits);
    code.u32(op, value, digits)
}

/// The type of 64-bit integers, where the module may use them.
fn long_type(module: &mut Module) -> Option<Id> {
    module.has_capability(Capability::Int64).then(|| module.get_or_make(Op::TypeInt, None, [64.into(), 0.into()]))
}

fn add_long(code: &mut Code<'_>, u64: Id, base: Id, offset: Id) -> Id {
    let address = code.module.uvec_type(2);
    let base = code.value(Op::Bitcast, u64, [base.into()]);
    let sum = code.value(Op::IAdd, u64, [base.into(), offset.into()]);
    code.value(Op::Bitcast, address, [sum.into()])
}

fn add_pair(code: &mut Code<'_>, base: Id, low: Id, high: Option<Id>) -> Id {
    let (u32, address) = (code.module.u32_type(), code.module.uvec_type(2));
    let (base_low, base_high) = (code.extract(u32, base, 0), code.extract(u32, base, 1));
    let sum = extended(code, Op::IAddCarry, base_low, low);
    let (low, carry) = (code.extract(u32, sum, 0), code.extract(u32, sum, 1));
    let high = high.map_or(base_high, |high| code.u32(Op::IAdd, base_high, high));
    let high = code.u32(Op::IAdd, high, carry);
    code.construct(address, &[low, high])
}

/// An operation whose result is a pair of words.
fn extended(code: &mut Code<'_>, op: Op, a: Id, b: Id) -> Id {
    let pair = pair_type(code.module);
    code.value(op, pair, [a.into(), b.into()])
}

/// Undecorated structs may be declared again.
fn pair_type(module: &mut Module) -> Id {
    let u32 = module.u32_type();
    let is_pair = |global: &&Instruction| {
        global.op == Op::TypeStruct
            && global.ids().eq([u32, u32])
            && global.result.is_some_and(|id| !module.decorations.contains_key(&id))
    };
    let found = module.globals.iter().find(is_pair).and_then(|pair| pair.result);
    found.unwrap_or_else(|| module.make_global(Op::TypeStruct, None, [u32.into(), u32.into()]))
}
