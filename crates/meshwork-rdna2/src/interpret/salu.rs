//! SOP1, SOP2, SOPC and SOPK: arithmetic on scalar registers (RDNA2 ISA, chapter 5 and 12.1 to 12.4).
//!
//! One line an opcode. What stands beside the value is what becomes of SCC.

use super::error::Fault;
use super::state::WaveState;
use crate::instruction::{Hwreg, Immediate, Scalar};
use crate::opcode::Opcode::{self, *};
use crate::operand::{Operand, Place};

/// A result, and SCC where the opcode writes it.
type Outcome = (u64, Option<bool>);

/// SCC stays.
const fn keep(value: u64) -> Outcome {
    (value, None)
}

/// SCC says whether the result is not 0.
const fn nonzero(value: u64) -> Outcome {
    (value, Some(value != 0))
}

const fn nonzero32(value: u32) -> Outcome {
    nonzero(value as u64)
}

/// A sum, and SCC its carry.
const fn carry_out(sum: u64) -> Outcome {
    (low(sum), Some(sum >> 32 != 0))
}

const fn signed(value: i32) -> u64 {
    value as u32 as u64
}

/// Registers numbered by M0, and MODE, are the wave's: everything else is a function of operands.
pub(super) fn execute(wave: &mut WaveState, opcode: Opcode, scalar: &Scalar) -> Result<(), Fault> {
    let mut sources = [0; 2];
    for (value, operand) in sources.iter_mut().zip(scalar.src) {
        *value = operand.map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    }
    let [a, b] = sources;
    if save_exec(wave, opcode, scalar.dst, a).is_some() {
        return Ok(());
    }
    if let Some(scc) = compare(opcode, a, b).or_else(|| compare_constant(opcode, a, scalar.immediate)) {
        wave.scc = scc;
        return Ok(());
    }
    let old = scalar.dst.map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    let outcome = match scalar.immediate {
        Some(Immediate::Number(simm)) => with_constant(opcode, simm, old, wave.scc),
        _ => one_source(opcode, a, old, wave.scc).or_else(|| two_sources(opcode, a, b, wave.scc)),
    };
    match outcome {
        Some(outcome) => write(wave, scalar.dst, outcome),
        None => registers(wave, opcode, scalar, a),
    }
}

fn write(wave: &mut WaveState, dst: Option<Operand>, (value, scc): Outcome) -> Result<(), Fault> {
    if let Some(dst) = dst {
        wave.write_scalar(dst, value);
    }
    wave.scc = scc.unwrap_or(wave.scc);
    Ok(())
}

/// SOP1. `old` is the destination before.
fn one_source(opcode: Opcode, a: u64, old: u64, scc: bool) -> Option<Outcome> {
    let a32 = a as u32;
    Some(match opcode {
        S_MOV_B32 | S_MOV_B64 => keep(a),
        S_CMOV_B32 | S_CMOV_B64 => keep(if scc { a } else { old }),
        S_NOT_B32 => nonzero32(!a32),
        S_NOT_B64 => nonzero(!a),
        S_WQM_B32 | S_WQM_B64 => nonzero(whole_quads(a)),
        S_BREV_B32 => keep(a32.reverse_bits().into()),
        S_BREV_B64 => keep(a.reverse_bits()),
        S_BCNT0_I32_B32 => nonzero32(a32.count_zeros()),
        S_BCNT0_I32_B64 => nonzero32(a.count_zeros()),
        S_BCNT1_I32_B32 => nonzero32(a32.count_ones()),
        S_BCNT1_I32_B64 => nonzero32(a.count_ones()),
        S_FF0_I32_B32 => keep(first_bit((!a32).into())),
        S_FF0_I32_B64 => keep(first_bit(!a)),
        S_FF1_I32_B32 | S_FF1_I32_B64 => keep(first_bit(a)),
        S_FLBIT_I32_B32 => keep(leading(a32.leading_zeros(), 32)),
        S_FLBIT_I32_B64 => keep(leading(a.leading_zeros(), 64)),
        S_FLBIT_I32 => keep(leading((a32 ^ (a32 as i32 >> 31) as u32).leading_zeros(), 32)),
        S_FLBIT_I32_I64 => keep(leading((a ^ (a as i64 >> 63) as u64).leading_zeros(), 64)),
        S_SEXT_I32_I8 => keep(signed((a as i8).into())),
        S_SEXT_I32_I16 => keep(signed((a as i16).into())),
        S_BITSET0_B32 => keep(old & !(1 << (a & 31))),
        S_BITSET0_B64 => keep(old & !(1 << (a & 63))),
        S_BITSET1_B32 => keep(old | 1 << (a & 31)),
        S_BITSET1_B64 => keep(old | 1 << (a & 63)),
        S_QUADMASK_B32 | S_QUADMASK_B64 => nonzero(quad_mask(a)),
        S_ABS_I32 => nonzero32((a32 as i32).unsigned_abs()),
        S_BITREPLICATE_B64_B32 => keep((0..32).fold(0, |bits, bit| bits | ((a >> bit & 1) * 3) << (2 * bit))),
        _ => return None,
    })
}

/// SOP2. Shifts take five or six bits of their amount.
fn two_sources(opcode: Opcode, a: u64, b: u64, scc: bool) -> Option<Outcome> {
    let (a32, b32) = (a as u32, b as u32);
    let (ai, bi) = (a32 as i32, b32 as i32);
    let carry = u64::from(scc);
    Some(match opcode {
        S_ADD_U32 => carry_out(a + b),
        S_ADDC_U32 => carry_out(a + b + carry),
        S_SUB_U32 => (low(a.wrapping_sub(b)), Some(b > a)),
        S_SUBB_U32 => (low(a.wrapping_sub(b + carry)), Some(b + carry > a)),
        S_ADD_I32 => (signed(ai.wrapping_add(bi)), Some(ai.checked_add(bi).is_none())),
        S_SUB_I32 => (signed(ai.wrapping_sub(bi)), Some(ai.checked_sub(bi).is_none())),
        S_MIN_I32 => (signed(ai.min(bi)), Some(ai < bi)),
        S_MIN_U32 => (a.min(b), Some(a < b)),
        S_MAX_I32 => (signed(ai.max(bi)), Some(ai > bi)),
        S_MAX_U32 => (a.max(b), Some(a > b)),
        S_CSELECT_B32 | S_CSELECT_B64 => keep(if scc { a } else { b }),
        S_AND_B32 | S_AND_B64 => nonzero(a & b),
        S_OR_B32 | S_OR_B64 => nonzero(a | b),
        S_XOR_B32 | S_XOR_B64 => nonzero(a ^ b),
        S_ANDN2_B32 | S_ANDN2_B64 => nonzero(a & !b),
        S_ORN2_B32 => nonzero32(a32 | !b32),
        S_ORN2_B64 => nonzero(a | !b),
        S_NAND_B32 => nonzero32(!(a32 & b32)),
        S_NAND_B64 => nonzero(!(a & b)),
        S_NOR_B32 => nonzero32(!(a32 | b32)),
        S_NOR_B64 => nonzero(!(a | b)),
        S_XNOR_B32 => nonzero32(!(a32 ^ b32)),
        S_XNOR_B64 => nonzero(!(a ^ b)),
        S_LSHL_B32 => nonzero32(a32 << (b & 31)),
        S_LSHL_B64 => nonzero(a << (b & 63)),
        S_LSHR_B32 => nonzero32(a32 >> (b & 31)),
        S_LSHR_B64 => nonzero(a >> (b & 63)),
        S_ASHR_I32 => nonzero32((ai >> (b & 31)) as u32),
        S_ASHR_I64 => nonzero((a as i64 >> (b & 63)) as u64),
        S_BFM_B32 => keep((((1u32 << (a & 31)) - 1) << (b & 31)).into()),
        S_BFM_B64 => keep(((1u64 << (a & 63)) - 1) << (b & 63)),
        S_MUL_I32 => keep(signed(ai.wrapping_mul(bi))),
        S_BFE_U32 => nonzero(field((a32 >> (b & 31)).into(), b)),
        S_BFE_U64 => nonzero(field(a >> (b & 63), b)),
        S_BFE_I32 => nonzero(low(signed_field((ai >> (b & 31)).into(), b, 32))),
        S_BFE_I64 => nonzero(signed_field(a as i64 >> (b & 63), b, 64)),
        S_ABSDIFF_I32 => nonzero32(ai.wrapping_sub(bi).unsigned_abs()),
        S_LSHL1_ADD_U32 => carry_out((a << 1) + b),
        S_LSHL2_ADD_U32 => carry_out((a << 2) + b),
        S_LSHL3_ADD_U32 => carry_out((a << 3) + b),
        S_LSHL4_ADD_U32 => carry_out((a << 4) + b),
        S_PACK_LL_B32_B16 => keep(a & 0xffff | (b & 0xffff) << 16),
        S_PACK_LH_B32_B16 => keep(a & 0xffff | b & 0xffff_0000),
        S_PACK_HH_B32_B16 => keep(a >> 16 | b & 0xffff_0000),
        S_MUL_HI_U32 => keep((a * b) >> 32),
        S_MUL_HI_I32 => keep(low(((i64::from(ai) * i64::from(bi)) >> 32) as u64)),
        _ => return None,
    })
}

/// SOPC: only SCC is written.
fn compare(opcode: Opcode, a: u64, b: u64) -> Option<bool> {
    let (ai, bi) = (a as i32, b as i32);
    Some(match opcode {
        S_CMP_EQ_I32 | S_CMP_EQ_U32 | S_CMP_EQ_U64 => a == b,
        S_CMP_LG_I32 | S_CMP_LG_U32 | S_CMP_LG_U64 => a != b,
        S_CMP_GT_I32 => ai > bi,
        S_CMP_GE_I32 => ai >= bi,
        S_CMP_LT_I32 => ai < bi,
        S_CMP_LE_I32 => ai <= bi,
        S_CMP_GT_U32 => a > b,
        S_CMP_GE_U32 => a >= b,
        S_CMP_LT_U32 => a < b,
        S_CMP_LE_U32 => a <= b,
        S_BITCMP0_B32 => a >> (b & 31) & 1 == 0,
        S_BITCMP1_B32 => a >> (b & 31) & 1 == 1,
        S_BITCMP0_B64 => a >> (b & 63) & 1 == 0,
        S_BITCMP1_B64 => a >> (b & 63) & 1 == 1,
        _ => return None,
    })
}

/// SOPK compares: the signed ones extend SIMM16 by its sign, the others by 0.
fn compare_constant(opcode: Opcode, a: u64, immediate: Option<Immediate>) -> Option<bool> {
    let Some(Immediate::Number(simm)) = immediate else { return None };
    let (signed, unsigned) = (signed((simm as i16).into()), u64::from(simm));
    Some(match opcode {
        S_CMPK_EQ_I32 => a == signed,
        S_CMPK_LG_I32 => a != signed,
        S_CMPK_GT_I32 => a as i32 > signed as i32,
        S_CMPK_GE_I32 => a as i32 >= signed as i32,
        S_CMPK_LT_I32 => (a as i32) < signed as i32,
        S_CMPK_LE_I32 => a as i32 <= signed as i32,
        S_CMPK_EQ_U32 => a == unsigned,
        S_CMPK_LG_U32 => a != unsigned,
        S_CMPK_GT_U32 => a > unsigned,
        S_CMPK_GE_U32 => a >= unsigned,
        S_CMPK_LT_U32 => a < unsigned,
        S_CMPK_LE_U32 => a <= unsigned,
        _ => return None,
    })
}

/// SOPK with a result.
fn with_constant(opcode: Opcode, simm: u16, old: u64, scc: bool) -> Option<Outcome> {
    let constant = i32::from(simm as i16);
    let old32 = old as i32;
    Some(match opcode {
        S_MOVK_I32 => keep(signed(constant)),
        S_CMOVK_I32 => keep(if scc { signed(constant) } else { old }),
        S_ADDK_I32 => (signed(old32.wrapping_add(constant)), Some(old32.checked_add(constant).is_none())),
        S_MULK_I32 => keep(signed(old32.wrapping_mul(constant))),
        S_VERSION => keep(0),
        _ => return None,
    })
}

/// What writes EXEC: …_SAVEEXEC returns EXEC before, …_WREXEC after. In the manual's operand order: N1 negates the source, N2 EXEC. EXEC is
/// written behind the destination (12.3), so it is the new one where it is the destination, too. None if the opcode does not belong here.
fn save_exec(wave: &mut WaveState, opcode: Opcode, dst: Option<Operand>, a: u64) -> Option<()> {
    let wide = matches!(
        opcode,
        S_AND_SAVEEXEC_B64
            | S_OR_SAVEEXEC_B64
            | S_XOR_SAVEEXEC_B64
            | S_ANDN2_SAVEEXEC_B64
            | S_ORN2_SAVEEXEC_B64
            | S_NAND_SAVEEXEC_B64
            | S_NOR_SAVEEXEC_B64
            | S_XNOR_SAVEEXEC_B64
            | S_ANDN1_SAVEEXEC_B64
            | S_ORN1_SAVEEXEC_B64
            | S_ANDN1_WREXEC_B64
            | S_ANDN2_WREXEC_B64
    );
    let exec = Operand {
        place: Place::ExecLo,
        ty: if wide { crate::Type::B64 } else { crate::Type::B32 },
        dwords: if wide { 2 } else { 1 },
    };
    let old = wave.read_scalar(exec).ok()?;
    let new = match opcode {
        S_AND_SAVEEXEC_B32 | S_AND_SAVEEXEC_B64 => a & old,
        S_OR_SAVEEXEC_B32 | S_OR_SAVEEXEC_B64 => a | old,
        S_XOR_SAVEEXEC_B32 | S_XOR_SAVEEXEC_B64 => a ^ old,
        S_ANDN2_SAVEEXEC_B32 | S_ANDN2_SAVEEXEC_B64 | S_ANDN2_WREXEC_B32 | S_ANDN2_WREXEC_B64 => a & !old,
        S_ORN2_SAVEEXEC_B32 | S_ORN2_SAVEEXEC_B64 => a | !old,
        S_NAND_SAVEEXEC_B32 | S_NAND_SAVEEXEC_B64 => !(a & old),
        S_NOR_SAVEEXEC_B32 | S_NOR_SAVEEXEC_B64 => !(a | old),
        S_XNOR_SAVEEXEC_B32 | S_XNOR_SAVEEXEC_B64 => !(a ^ old),
        S_ANDN1_SAVEEXEC_B32 | S_ANDN1_SAVEEXEC_B64 | S_ANDN1_WREXEC_B32 | S_ANDN1_WREXEC_B64 => !a & old,
        S_ORN1_SAVEEXEC_B32 | S_ORN1_SAVEEXEC_B64 => !a | old,
        _ => return None,
    };
    let new = if wide { new } else { low(new) };
    let after = matches!(opcode, S_ANDN1_WREXEC_B32 | S_ANDN2_WREXEC_B32 | S_ANDN1_WREXEC_B64 | S_ANDN2_WREXEC_B64);
    if let Some(dst) = dst {
        wave.write_scalar(dst, if after { new } else { old });
    }
    wave.write_scalar(exec, new);
    wave.scc = new != 0;
    Some(())
}

/// Registers relative to M0, and hardware registers.
fn registers(wave: &mut WaveState, opcode: Opcode, scalar: &Scalar, a: u64) -> Result<(), Fault> {
    let relative = |operand: Option<Operand>, offset: u32| {
        let index = operand.and_then(|operand| WaveState::scalar_index(operand.place)).unwrap_or(usize::MAX);
        index.saturating_add(offset as usize)
    };
    let m0 = wave.m0();
    match (opcode, scalar.immediate) {
        (S_MOVRELS_B32 | S_MOVRELS_B64, _) => {
            let from = relative(scalar.src[0], m0);
            let value = u64::from(wave.scalar(from)) | u64::from(wave.scalar(from.saturating_add(1))) << 32;
            return write(wave, scalar.dst, keep(value));
        }
        (S_MOVRELD_B32, _) => wave.set_scalar(relative(scalar.dst, m0), a as u32),
        (S_MOVRELD_B64, _) => {
            let to = relative(scalar.dst, m0);
            wave.set_scalar(to, a as u32);
            wave.set_scalar(to.saturating_add(1), (a >> 32) as u32);
        }
        (S_MOVRELSD_2_B32, _) => {
            let value = wave.scalar(relative(scalar.src[0], m0 & 0x3ff));
            wave.set_scalar(relative(scalar.dst, m0 >> 16 & 0x3ff), value);
        }
        (S_GETREG_B32, Some(Immediate::Hwreg(register))) => {
            let value = hardware_register(wave, register)? >> register.offset & ones(register.size.into());
            return write(wave, scalar.dst, keep(value));
        }
        (S_SETREG_B32 | S_SETREG_IMM32_B32, Some(Immediate::Hwreg(register))) => {
            let mask = ones(register.size.into()) << register.offset;
            let value = hardware_register(wave, register)? & !mask | a << register.offset & mask;
            match register.id {
                MODE => wave.mode.bits = value as u32,
                FLAT_SCRATCH_LO => wave.flat_scratch = wave.flat_scratch & !0xffff_ffff | value,
                _ => wave.flat_scratch = low(wave.flat_scratch) | value << 32,
            }
        }
        _ => return Err(Fault::Unsupported("this scalar opcode")),
    }
    Ok(())
}

/// Numbers of hardware registers (RDNA2 ISA, 3.5, and LLVM's AMDGPU documentation).
const MODE: u8 = 1;
const FLAT_SCRATCH_LO: u8 = 20;
const FLAT_SCRATCH_HI: u8 = 21;

fn hardware_register(wave: &WaveState, register: Hwreg) -> Result<u64, Fault> {
    match register.id {
        MODE => Ok(wave.mode.bits.into()),
        FLAT_SCRATCH_LO => Ok(low(wave.flat_scratch)),
        FLAT_SCRATCH_HI => Ok(wave.flat_scratch >> 32),
        _ => Err(Fault::Unsupported("this hardware register")),
    }
}

const fn low(value: u64) -> u64 {
    value & 0xffff_ffff
}

/// The lowest `count` bits.
const fn ones(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Width in bits 22:16 of a bit field's second operand.
const fn field(shifted: u64, control: u64) -> u64 {
    shifted & ones(control >> 16 & 0x7f)
}

const fn signed_field(shifted: i64, control: u64, bits: u64) -> u64 {
    let width = control >> 16 & 0x7f;
    if width == 0 {
        0
    } else if width >= bits {
        shifted as u64
    } else {
        (shifted << (64 - width) >> (64 - width)) as u64
    }
}

/// Place of the lowest 1, -1 if none.
fn first_bit(value: u64) -> u64 {
    if value == 0 { 0xffff_ffff } else { value.trailing_zeros().into() }
}

/// Bits before the first that differs, -1 if none does.
fn leading(count: u32, bits: u32) -> u64 {
    if count == bits { 0xffff_ffff } else { count.into() }
}

fn whole_quads(mask: u64) -> u64 {
    (0..64).step_by(4).fold(0, |quads, quad| quads | if mask >> quad & 15 != 0 { 15 << quad } else { 0 })
}

fn quad_mask(mask: u64) -> u64 {
    (0..16).fold(0, |quads, quad| quads | u64::from(mask >> (4 * quad) & 15 != 0) << quad)
}
