//! When two words that differ are the same result.

use meshwork_rdna2::{Buffer, Fields, Instruction, Opcode, Operand, Place, Type, Vgpr};

use super::states::Words;

/// Where host and interpreter both compute what the manual gives an error for, and Vulkan another one (Vulkan specification, precision of
/// individual operations).
#[derive(Clone, Copy)]
enum Slack {
    None,
    /// In the last place of 32 bits.
    Places(u32),
    /// Near a zero of the function relative errors have no bound.
    Absolute(f32),
}

/// Whether the manual gives an error for its result.
pub fn is_inexact(opcode: Opcode) -> bool {
    !matches!(slack(opcode), Slack::None)
}

fn slack(opcode: Opcode) -> Slack {
    use Opcode::*;
    match opcode {
        V_RCP_F32 | V_RCP_IFLAG_F32 | V_SQRT_F32 | V_RSQ_F32 => Slack::Places(4),
        V_EXP_F32 => Slack::Places(260),
        V_LOG_F32 => Slack::Absolute(4e-6),
        V_SIN_F32 | V_COS_F32 => Slack::Absolute(5e-4),
        V_RCP_F16 | V_SQRT_F16 | V_RSQ_F16 | V_EXP_F16 => Slack::Places(1 << 14),
        V_LOG_F16 | V_SIN_F16 | V_COS_F16 => Slack::Absolute(1e-3),
        _ => Slack::None,
    }
}

/// Whether two words that differ are the same result: any NaN is any NaN, and inexact functions have their errors.
pub fn is_same(instruction: &Instruction, register: Vgpr, words: Words<'_>) -> bool {
    let vector = match &instruction.fields {
        Fields::Vector(vector) => vector,
        Fields::Buffer(access) => return is_converted(instruction, access, register) && are_nans(words(register)),
        _ => return false,
    };
    let Some(dst) = vector.dst else { return false };
    let Place::Vgpr(first) = dst.place else { return false };
    let (expected, found) = words(register);
    let is_result = register.0.wrapping_sub(first.0) < dst.dwords;
    let is_nan = |half: u32| half & 0x7fff > 0x7c00;
    let same_half = |place: u32| {
        let (expected, found) = (expected >> place & 0xffff, found >> place & 0xffff);
        expected == found
            || is_nan(expected) && is_nan(found)
            || is_near(instruction.opcode, half(expected), half(found))
    };
    is_result
        && match dst.ty {
            Type::F32 => {
                let near = is_near(instruction.opcode, f32::from_bits(expected), f32::from_bits(found));
                near || are_nans((expected, found))
            }
            Type::F64 => {
                let ((low, found_low), (high, found_high)) = (words(first), words(Vgpr(first.0 + 1)));
                let double = |low: u32, high: u32| f64::from_bits(u64::from(low) | u64::from(high) << 32);
                double(low, high).is_nan() && double(found_low, found_high).is_nan()
            }
            Type::F16 | Type::V2F16 => same_half(0) && same_half(16),
            _ => false,
        }
}

fn are_nans((expected, found): (u32, u32)) -> bool {
    f32::from_bits(expected).is_nan() && f32::from_bits(found).is_nan()
}

/// A load whose V# or instruction has the format: floats of fewer than 32 bits are converted.
fn is_converted(instruction: &Instruction, access: &Buffer, register: Vgpr) -> bool {
    let first = access.vdata.and_then(Operand::vgpr);
    let is_result = first.is_some_and(|first| register.0.wrapping_sub(first.0) < 4);
    is_result && instruction.opcode.name().contains("BUFFER_LOAD_FORMAT_")
}

fn is_near(opcode: Opcode, expected: f32, found: f32) -> bool {
    let distance = (expected - found).abs();
    match slack(opcode) {
        Slack::None => false,
        Slack::Places(places) => {
            let same_sign = expected.is_sign_negative() == found.is_sign_negative();
            // What lies at the edge of the denormals may be flushed.
            same_sign && expected.to_bits().abs_diff(found.to_bits()) <= places || distance <= f32::MIN_POSITIVE
        }
        Slack::Absolute(bound) => distance <= bound * expected.abs().max(1.0),
    }
}

fn half(bits: u32) -> f32 {
    let magnitude = (bits & 0x7fff) as f32;
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = (bits >> 10 & 31) as i32;
    let fraction = (bits & 0x3ff) as f32;
    sign * match exponent {
        0 => magnitude * 2_f32.powi(-24),
        31 => f32::INFINITY,
        _ => (1024.0 + fraction) * 2_f32.powi(exponent - 25),
    }
}
