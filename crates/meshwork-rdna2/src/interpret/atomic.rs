//! Atomics of LDS, buffers, flat memory and images: one table, so that an operation is the same wherever its memory lies (RDNA2 ISA,
//! 12.15 to 12.18).

use super::error::Fault;
use super::float::{F32, F64, Float, Format, Rounding, Tiny};
use super::memory::{Memory, aligned};
use crate::opcode::Opcode::{self, *};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Swap,
    /// Of the operand if memory equals the comparand.
    CompareSwap,
    FloatCompareSwap,
    Add,
    Sub,
    ReverseSub,
    /// Not below 0.
    ClampedSub,
    SignedMin,
    UnsignedMin,
    SignedMax,
    UnsignedMax,
    And,
    Or,
    Xor,
    /// Up to the operand, then 0.
    Increment,
    /// From 0, or from beyond the operand, to the operand.
    Decrement,
    FloatMin,
    FloatMax,
    FloatAdd,
    /// The comparand's bits cleared, the operand's set.
    MaskOr,
    /// Down by the comparand, or up by the operand where that is more than there is.
    Wrap,
    /// Only where the operand's first bit is set, and without it.
    ConditionalSwap,
}

/// An atomic on 32 or 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    pub operation: Operation,
    pub wide: bool,
}

impl Operation {
    pub fn has_comparand(self) -> bool {
        matches!(self, Self::CompareSwap | Self::FloatCompareSwap | Self::MaskOr | Self::Wrap)
    }
}

impl Atomic {
    pub fn bytes(self) -> usize {
        if self.wide { 8 } else { 4 }
    }

    /// On guest memory; `operands` are the registers' dwords, the comparand behind the operand. Returns what was there.
    pub fn run(self, memory: &mut dyn Memory, address: u64, operands: &[u32]) -> Result<u64, Fault> {
        let dwords = self.bytes() / 4;
        let value = |place: usize| {
            operands
                .iter()
                .skip(place * dwords)
                .take(dwords)
                .rev()
                .fold(0, |value, dword| value << 32 | u64::from(*dword))
        };
        let mut bytes = [0; 8];
        let address = aligned(address, self.bytes());
        memory.read(address, &mut bytes[..self.bytes()])?;
        let old = u64::from_le_bytes(bytes);
        let new = self.apply(old, value(0), value(1));
        memory.write(address, &new.to_le_bytes()[..self.bytes()])?;
        Ok(old)
    }

    /// What memory holds afterwards.
    pub fn apply(self, old: u64, operand: u64, comparand: u64) -> u64 {
        let signed = |value: u64| if self.wide { value as i64 } else { (value as i32).into() };
        let float = exact(if self.wide { F64 } else { F32 });
        let value = |bits: u64| float.value(bits);
        let new = match self.operation {
            Operation::Swap => operand,
            Operation::CompareSwap => {
                if old == comparand {
                    operand
                } else {
                    old
                }
            }
            Operation::FloatCompareSwap => {
                if value(old) == value(comparand) {
                    operand
                } else {
                    old
                }
            }
            Operation::Add => old.wrapping_add(operand),
            Operation::Sub => old.wrapping_sub(operand),
            Operation::ReverseSub => operand.wrapping_sub(old),
            Operation::ClampedSub => old.saturating_sub(operand),
            Operation::SignedMin => {
                if signed(operand) < signed(old) {
                    operand
                } else {
                    old
                }
            }
            Operation::UnsignedMin => old.min(operand),
            Operation::SignedMax => {
                if signed(operand) > signed(old) {
                    operand
                } else {
                    old
                }
            }
            Operation::UnsignedMax => old.max(operand),
            Operation::And => old & operand,
            Operation::Or => old | operand,
            Operation::Xor => old ^ operand,
            Operation::Increment => {
                if old >= operand {
                    0
                } else {
                    old + 1
                }
            }
            Operation::Decrement => {
                if old == 0 || old > operand {
                    operand
                } else {
                    old - 1
                }
            }
            Operation::FloatMin => {
                if value(operand) < value(old) {
                    operand
                } else {
                    old
                }
            }
            Operation::FloatMax => {
                if value(operand) > value(old) {
                    operand
                } else {
                    old
                }
            }
            Operation::FloatAdd => float.add(old, operand),
            Operation::MaskOr => old & !comparand | operand,
            Operation::Wrap => {
                if old >= comparand {
                    old - comparand
                } else {
                    old.wrapping_add(operand)
                }
            }
            // Each dword has a condition of its own.
            Operation::ConditionalSwap => {
                conditional(old as u32, operand as u32) | conditional((old >> 32) as u32, (operand >> 32) as u32) << 32
            }
        };
        if self.wide { new } else { new & 0xffff_ffff }
    }
}

fn conditional(old: u32, operand: u32) -> u64 {
    (if operand >> 31 != 0 { operand & 0x7fff_ffff } else { old }).into()
}

/// The memory's adders keep denormals and round to nearest.
fn exact(format: Format) -> Float {
    Float {
        format,
        rounding: Rounding::NearestEven,
        flush_inputs: false,
        flush_results: false,
        tiny: Tiny::Rounded,
        saturate: false,
        ieee: false,
    }
}

macro_rules! memory_atomics {
    ($opcode:expr, $($operation:ident: $($narrow:ident)* / $($wide:ident)*;)*) => {
        match $opcode {
            $($($narrow)|* => Some(Atomic { operation: Operation::$operation, wide: false }),)*
            $($($wide)|* => Some(Atomic { operation: Operation::$operation, wide: true }),)*
            BUFFER_ATOMIC_CSUB | GLOBAL_ATOMIC_CSUB => Some(Atomic { operation: Operation::ClampedSub, wide: false }),
            _ => None,
        }
    };
}

/// Of buffers and flat memory.
#[rustfmt::skip]
pub fn memory_atomic(opcode: Opcode) -> Option<Atomic> {
    memory_atomics! { opcode,
        Swap: BUFFER_ATOMIC_SWAP FLAT_ATOMIC_SWAP GLOBAL_ATOMIC_SWAP
            / BUFFER_ATOMIC_SWAP_X2 FLAT_ATOMIC_SWAP_X2 GLOBAL_ATOMIC_SWAP_X2;
        CompareSwap: BUFFER_ATOMIC_CMPSWAP FLAT_ATOMIC_CMPSWAP GLOBAL_ATOMIC_CMPSWAP
            / BUFFER_ATOMIC_CMPSWAP_X2 FLAT_ATOMIC_CMPSWAP_X2 GLOBAL_ATOMIC_CMPSWAP_X2;
        Add: BUFFER_ATOMIC_ADD FLAT_ATOMIC_ADD GLOBAL_ATOMIC_ADD
            / BUFFER_ATOMIC_ADD_X2 FLAT_ATOMIC_ADD_X2 GLOBAL_ATOMIC_ADD_X2;
        Sub: BUFFER_ATOMIC_SUB FLAT_ATOMIC_SUB GLOBAL_ATOMIC_SUB
            / BUFFER_ATOMIC_SUB_X2 FLAT_ATOMIC_SUB_X2 GLOBAL_ATOMIC_SUB_X2;
        SignedMin: BUFFER_ATOMIC_SMIN FLAT_ATOMIC_SMIN GLOBAL_ATOMIC_SMIN
            / BUFFER_ATOMIC_SMIN_X2 FLAT_ATOMIC_SMIN_X2 GLOBAL_ATOMIC_SMIN_X2;
        UnsignedMin: BUFFER_ATOMIC_UMIN FLAT_ATOMIC_UMIN GLOBAL_ATOMIC_UMIN
            / BUFFER_ATOMIC_UMIN_X2 FLAT_ATOMIC_UMIN_X2 GLOBAL_ATOMIC_UMIN_X2;
        SignedMax: BUFFER_ATOMIC_SMAX FLAT_ATOMIC_SMAX GLOBAL_ATOMIC_SMAX
            / BUFFER_ATOMIC_SMAX_X2 FLAT_ATOMIC_SMAX_X2 GLOBAL_ATOMIC_SMAX_X2;
        UnsignedMax: BUFFER_ATOMIC_UMAX FLAT_ATOMIC_UMAX GLOBAL_ATOMIC_UMAX
            / BUFFER_ATOMIC_UMAX_X2 FLAT_ATOMIC_UMAX_X2 GLOBAL_ATOMIC_UMAX_X2;
        And: BUFFER_ATOMIC_AND FLAT_ATOMIC_AND GLOBAL_ATOMIC_AND
            / BUFFER_ATOMIC_AND_X2 FLAT_ATOMIC_AND_X2 GLOBAL_ATOMIC_AND_X2;
        Or: BUFFER_ATOMIC_OR FLAT_ATOMIC_OR GLOBAL_ATOMIC_OR
            / BUFFER_ATOMIC_OR_X2 FLAT_ATOMIC_OR_X2 GLOBAL_ATOMIC_OR_X2;
        Xor: BUFFER_ATOMIC_XOR FLAT_ATOMIC_XOR GLOBAL_ATOMIC_XOR
            / BUFFER_ATOMIC_XOR_X2 FLAT_ATOMIC_XOR_X2 GLOBAL_ATOMIC_XOR_X2;
        Increment: BUFFER_ATOMIC_INC FLAT_ATOMIC_INC GLOBAL_ATOMIC_INC
            / BUFFER_ATOMIC_INC_X2 FLAT_ATOMIC_INC_X2 GLOBAL_ATOMIC_INC_X2;
        Decrement: BUFFER_ATOMIC_DEC FLAT_ATOMIC_DEC GLOBAL_ATOMIC_DEC
            / BUFFER_ATOMIC_DEC_X2 FLAT_ATOMIC_DEC_X2 GLOBAL_ATOMIC_DEC_X2;
        FloatCompareSwap: BUFFER_ATOMIC_FCMPSWAP FLAT_ATOMIC_FCMPSWAP GLOBAL_ATOMIC_FCMPSWAP
            / BUFFER_ATOMIC_FCMPSWAP_X2 FLAT_ATOMIC_FCMPSWAP_X2 GLOBAL_ATOMIC_FCMPSWAP_X2;
        FloatMin: BUFFER_ATOMIC_FMIN FLAT_ATOMIC_FMIN GLOBAL_ATOMIC_FMIN
            / BUFFER_ATOMIC_FMIN_X2 FLAT_ATOMIC_FMIN_X2 GLOBAL_ATOMIC_FMIN_X2;
        FloatMax: BUFFER_ATOMIC_FMAX FLAT_ATOMIC_FMAX GLOBAL_ATOMIC_FMAX
            / BUFFER_ATOMIC_FMAX_X2 FLAT_ATOMIC_FMAX_X2 GLOBAL_ATOMIC_FMAX_X2;
    }
}

macro_rules! lds_atomics {
    ($opcode:expr, $($operation:ident: $narrow:ident $narrow_rtn:ident $wide:ident $wide_rtn:ident;)*) => {
        match $opcode {
            $($narrow | $narrow_rtn => Some(Atomic { operation: Operation::$operation, wide: false }),
            $wide | $wide_rtn => Some(Atomic { operation: Operation::$operation, wide: true }),)*
            DS_WRXCHG_RTN_B32 => Some(Atomic { operation: Operation::Swap, wide: false }),
            DS_WRXCHG_RTN_B64 => Some(Atomic { operation: Operation::Swap, wide: true }),
            DS_ADD_F32 | DS_ADD_RTN_F32 => Some(Atomic { operation: Operation::FloatAdd, wide: false }),
            DS_WRAP_RTN_B32 => Some(Atomic { operation: Operation::Wrap, wide: false }),
            DS_CONDXCHG32_RTN_B64 => Some(Atomic { operation: Operation::ConditionalSwap, wide: true }),
            _ => None,
        }
    };
}

pub fn lds_atomic(opcode: Opcode) -> Option<Atomic> {
    lds_atomics! { opcode,
        Add: DS_ADD_U32 DS_ADD_RTN_U32 DS_ADD_U64 DS_ADD_RTN_U64;
        Sub: DS_SUB_U32 DS_SUB_RTN_U32 DS_SUB_U64 DS_SUB_RTN_U64;
        ReverseSub: DS_RSUB_U32 DS_RSUB_RTN_U32 DS_RSUB_U64 DS_RSUB_RTN_U64;
        Increment: DS_INC_U32 DS_INC_RTN_U32 DS_INC_U64 DS_INC_RTN_U64;
        Decrement: DS_DEC_U32 DS_DEC_RTN_U32 DS_DEC_U64 DS_DEC_RTN_U64;
        SignedMin: DS_MIN_I32 DS_MIN_RTN_I32 DS_MIN_I64 DS_MIN_RTN_I64;
        SignedMax: DS_MAX_I32 DS_MAX_RTN_I32 DS_MAX_I64 DS_MAX_RTN_I64;
        UnsignedMin: DS_MIN_U32 DS_MIN_RTN_U32 DS_MIN_U64 DS_MIN_RTN_U64;
        UnsignedMax: DS_MAX_U32 DS_MAX_RTN_U32 DS_MAX_U64 DS_MAX_RTN_U64;
        And: DS_AND_B32 DS_AND_RTN_B32 DS_AND_B64 DS_AND_RTN_B64;
        Or: DS_OR_B32 DS_OR_RTN_B32 DS_OR_B64 DS_OR_RTN_B64;
        Xor: DS_XOR_B32 DS_XOR_RTN_B32 DS_XOR_B64 DS_XOR_RTN_B64;
        MaskOr: DS_MSKOR_B32 DS_MSKOR_RTN_B32 DS_MSKOR_B64 DS_MSKOR_RTN_B64;
        CompareSwap: DS_CMPST_B32 DS_CMPST_RTN_B32 DS_CMPST_B64 DS_CMPST_RTN_B64;
        FloatCompareSwap: DS_CMPST_F32 DS_CMPST_RTN_F32 DS_CMPST_F64 DS_CMPST_RTN_F64;
        FloatMin: DS_MIN_F32 DS_MIN_RTN_F32 DS_MIN_F64 DS_MIN_RTN_F64;
        FloatMax: DS_MAX_F32 DS_MAX_RTN_F32 DS_MAX_F64 DS_MAX_RTN_F64;
    }
}
