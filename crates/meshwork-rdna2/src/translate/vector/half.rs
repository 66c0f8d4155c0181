//! Floats of 16 bits: what the opcode of 32 bits does to them widened, rounded once. Denormals are kept.
//!
//! Sums and products of halves have so few bits that their rounding to 32 bits cannot show in the rounding to 16 (Figueroa, "When is double
//! rounding innocuous?", 1995); a fused multiply-add has not.

use super::Semantics::{self, Compare, CompareHalves, Half, Word as OfWord};
use super::{Translator, divide, float};
use crate::emit::Word;
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_FMAC_F16 | V_FMA_F16 | V_FMAAK_F16 | V_FMAMK_F16 => Half(|t, operands| t.fma_of_halves(operands)),
        V_FRACT_F16 => OfWord(|t, [a, ..]| {
            let wide = t.emit.widen_half(a);
            let fraction = t.fraction(wide);
            let fraction = t.emit.narrow_to_half(fraction);
            // Below 1 also where the difference rounds up: a positive half, or a NaN.
            let (one, below_one) = (t.emit.word(0x3c00), t.emit.word(0x3bff));
            let is_one = t.emit.compare(meshwork_spirv::spirv::Op::IEqual, fraction, one);
            t.emit.select(is_one, below_one, fraction)
        }),
        V_LDEXP_F16 => OfWord(|t, [a, b, _]| {
            let (a, b) = (t.emit.widen_half(a), t.emit.sign_extend(b, 16));
            let value = t.float_ldexp(a, b);
            t.emit.narrow_to_half(value)
        }),
        V_FREXP_EXP_I16_F16 => OfWord(|t, [a, ..]| {
            let a = t.emit.widen_half(a);
            let exponent = t.frexp_exponent(a);
            t.emit.and_constant(exponent, 0xffff)
        }),
        _ => {
            let wider = wider(opcode)?;
            match float::semantics(wider).or_else(|| divide::semantics(wider))? {
                OfWord(function) => Half(function),
                _ => return None,
            }
        }
    })
}

/// The opcode that does the same to 32 bits.
fn wider(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        V_ADD_F16 => V_ADD_F32,
        V_SUB_F16 => V_SUB_F32,
        V_SUBREV_F16 => V_SUBREV_F32,
        V_MUL_F16 => V_MUL_F32,
        V_MIN_F16 => V_MIN_F32,
        V_MAX_F16 => V_MAX_F32,
        V_MIN3_F16 => V_MIN3_F32,
        V_MAX3_F16 => V_MAX3_F32,
        V_MED3_F16 => V_MED3_F32,
        V_TRUNC_F16 => V_TRUNC_F32,
        V_CEIL_F16 => V_CEIL_F32,
        V_FLOOR_F16 => V_FLOOR_F32,
        V_RNDNE_F16 => V_RNDNE_F32,
        V_FREXP_MANT_F16 => V_FREXP_MANT_F32,
        V_RCP_F16 => V_RCP_F32,
        V_SQRT_F16 => V_SQRT_F32,
        V_RSQ_F16 => V_RSQ_F32,
        V_EXP_F16 => V_EXP_F32,
        V_LOG_F16 => V_LOG_F32,
        V_SIN_F16 => V_SIN_F32,
        V_COS_F16 => V_COS_F32,
        V_DIV_FIXUP_F16 => V_DIV_FIXUP_F32,
        _ => return None,
    })
}

macro_rules! wider_tests {
    ($opcode:expr, $($half:ident $half_x:ident => $wide:ident,)*) => {
        match $opcode {
            $($half | $half_x => $wide,)*
            _ => return None,
        }
    };
}

pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    if matches!(opcode, V_CMP_CLASS_F16 | V_CMPX_CLASS_F16) {
        return Some(Compare(|t, [a, classes]| t.is_of_class(&float::HALF, a, classes)));
    }
    let wider = wider_tests! { opcode,
        V_CMP_F_F16 V_CMPX_F_F16 => V_CMP_F_F32,
        V_CMP_LT_F16 V_CMPX_LT_F16 => V_CMP_LT_F32,
        V_CMP_EQ_F16 V_CMPX_EQ_F16 => V_CMP_EQ_F32,
        V_CMP_LE_F16 V_CMPX_LE_F16 => V_CMP_LE_F32,
        V_CMP_GT_F16 V_CMPX_GT_F16 => V_CMP_GT_F32,
        V_CMP_LG_F16 V_CMPX_LG_F16 => V_CMP_LG_F32,
        V_CMP_GE_F16 V_CMPX_GE_F16 => V_CMP_GE_F32,
        V_CMP_O_F16 V_CMPX_O_F16 => V_CMP_O_F32,
        V_CMP_U_F16 V_CMPX_U_F16 => V_CMP_U_F32,
        V_CMP_NGE_F16 V_CMPX_NGE_F16 => V_CMP_NGE_F32,
        V_CMP_NLG_F16 V_CMPX_NLG_F16 => V_CMP_NLG_F32,
        V_CMP_NGT_F16 V_CMPX_NGT_F16 => V_CMP_NGT_F32,
        V_CMP_NLE_F16 V_CMPX_NLE_F16 => V_CMP_NLE_F32,
        V_CMP_NEQ_F16 V_CMPX_NEQ_F16 => V_CMP_NEQ_F32,
        V_CMP_NLT_F16 V_CMPX_NLT_F16 => V_CMP_NLT_F32,
        V_CMP_TRU_F16 V_CMPX_TRU_F16 => V_CMP_TRU_F32,
    };
    match float::comparison(wider)? {
        Compare(function) => Some(CompareHalves(function)),
        _ => None,
    }
}

impl Translator<'_> {
    /// To 0 to 1; a NaN becomes 0 (DX10_CLAMP).
    pub(super) fn clamp_half(&mut self, half: Word) -> Word {
        let (one, zero, infinity) = (self.emit.word(0x3c00), self.emit.word(0), self.emit.word(0x7c00));
        // Whatever is negative lies above infinity as well.
        let is_none = self.emit.compare(meshwork_spirv::spirv::Op::UGreaterThan, half, infinity);
        let least = self.emit.min(half, one);
        self.emit.select(is_none, zero, least)
    }
}
