//! SOP1, SOP2, SOPC, SOPK and SOPP (RDNA2 ISA, chapters 5 and 12.1 to 12.5).

use meshwork_spirv::spirv::Op;

use super::{Scalar as Register, Translator};
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Hwreg, Immediate, Instruction, Scalar};
use crate::opcode::Opcode::{self, *};
use crate::operand::Operand;

/// Numbers of hardware registers (RDNA2 ISA, 3.5, and LLVM's AMDGPU documentation).
const HWREG_MODE: u8 = 1;
const HWREG_FLAT_SCRATCH_LO: u8 = 20;
const HWREG_FLAT_SCRATCH_HI: u8 = 21;

/// FLOAT_MODE as the drivers have it, and DX10_CLAMP.
const MODE: u32 = 0xc0 | 1 << 8;

/// A function of two bits, for words and lanes alike.
#[derive(Clone, Copy)]
struct Logic {
    op: Gate,
    /// Of the first operand, the second and the result.
    inverts: [bool; 3],
}

#[derive(Clone, Copy)]
enum Gate {
    And,
    Or,
    Xor,
}

const fn logic(op: Gate, first: bool, second: bool, result: bool) -> Option<Logic> {
    Some(Logic { op, inverts: [first, second, result] })
}

/// The logical operation of an opcode, and whether it has 64 bits.
const fn logic_of(opcode: Opcode) -> (Option<Logic>, bool) {
    use Gate::{And, Or, Xor};
    match opcode {
        S_AND_B32 | S_AND_SAVEEXEC_B32 => (logic(And, false, false, false), false),
        S_AND_B64 | S_AND_SAVEEXEC_B64 => (logic(And, false, false, false), true),
        S_OR_B32 | S_OR_SAVEEXEC_B32 => (logic(Or, false, false, false), false),
        S_OR_B64 | S_OR_SAVEEXEC_B64 => (logic(Or, false, false, false), true),
        S_XOR_B32 | S_XOR_SAVEEXEC_B32 => (logic(Xor, false, false, false), false),
        S_XOR_B64 | S_XOR_SAVEEXEC_B64 => (logic(Xor, false, false, false), true),
        // S0 and not S1, which for EXEC's sake is not EXEC; N1 is the other way round.
        S_ANDN2_B32 | S_ANDN2_SAVEEXEC_B32 | S_ANDN2_WREXEC_B32 => (logic(And, false, true, false), false),
        S_ANDN2_B64 | S_ANDN2_SAVEEXEC_B64 | S_ANDN2_WREXEC_B64 => (logic(And, false, true, false), true),
        S_ANDN1_SAVEEXEC_B32 | S_ANDN1_WREXEC_B32 => (logic(And, true, false, false), false),
        S_ANDN1_SAVEEXEC_B64 | S_ANDN1_WREXEC_B64 => (logic(And, true, false, false), true),
        S_ORN2_B32 | S_ORN2_SAVEEXEC_B32 => (logic(Or, false, true, false), false),
        S_ORN2_B64 | S_ORN2_SAVEEXEC_B64 => (logic(Or, false, true, false), true),
        S_ORN1_SAVEEXEC_B32 => (logic(Or, true, false, false), false),
        S_ORN1_SAVEEXEC_B64 => (logic(Or, true, false, false), true),
        S_NAND_B32 | S_NAND_SAVEEXEC_B32 => (logic(And, false, false, true), false),
        S_NAND_B64 | S_NAND_SAVEEXEC_B64 => (logic(And, false, false, true), true),
        S_NOR_B32 | S_NOR_SAVEEXEC_B32 => (logic(Or, false, false, true), false),
        S_NOR_B64 | S_NOR_SAVEEXEC_B64 => (logic(Or, false, false, true), true),
        S_XNOR_B32 | S_XNOR_SAVEEXEC_B32 => (logic(Xor, false, false, true), false),
        S_XNOR_B64 | S_XNOR_SAVEEXEC_B64 => (logic(Xor, false, false, true), true),
        _ => (None, false),
    }
}

const fn writes_exec(opcode: Opcode) -> bool {
    matches!(opcode, S_ANDN1_WREXEC_B32 | S_ANDN1_WREXEC_B64 | S_ANDN2_WREXEC_B32 | S_ANDN2_WREXEC_B64)
}

impl Translator<'_> {
    pub fn scalar_instruction(&mut self, at: &Instruction, fields: &Scalar) -> Result<(), Error> {
        let (logic, is_wide) = logic_of(at.opcode);
        if let Some(logic) = logic {
            return match *fields {
                Scalar { dst: Some(dst), src: [Some(a), Some(b)], .. } => self.logical(at, logic, is_wide, dst, [a, b]),
                Scalar { dst: Some(dst), src: [Some(a), None], .. } => self.change_exec(at, logic, is_wide, dst, a),
                _ => Err(self.unsupported(at)),
            };
        }
        match *fields {
            Scalar { dst: Some(dst), src: [Some(a), Some(b)], immediate: None } => self.binary(at, dst, a, b),
            Scalar { dst: Some(dst), src: [Some(a), None], immediate: None } => self.unary(at, dst, a),
            Scalar { dst: None, src: [Some(a), Some(b)], immediate: None } => self.compare(at, a, b),
            Scalar { immediate: Some(immediate), .. } => self.with_immediate(at, fields, immediate),
            Scalar { dst: Some(dst), .. } if at.opcode == S_GETPC_B64 => {
                let code = self.code.ok_or_else(|| self.unsupported(at))?;
                let offset = Wide { low: self.emit.word(4 * at.next().0), high: self.emit.word(0) };
                let address = self.emit.add_wide(code, offset);
                self.set_scalar_wide(dst, address);
                Ok(())
            }
            _ if at.opcode == S_BARRIER => {
                self.guest_barrier();
                Ok(())
            }
            _ => Err(self.unsupported(at)),
        }
    }

    fn is_mask_width(&self, is_wide: bool) -> bool {
        is_wide == (self.wave.mask_dwords() == 2)
    }

    /// On lanes where an operand is known by lanes, else on numbers. SCC says whether the result is not 0.
    fn logical(
        &mut self,
        at: &Instruction,
        logic: Logic,
        is_wide: bool,
        dst: Operand,
        sources: [Operand; 2],
    ) -> Result<(), Error> {
        if self.is_mask_width(is_wide) && sources.iter().any(|source| self.is_lanes(*source)) {
            let (a, b) = (self.mask_source(at, sources[0])?, self.mask_source(at, sources[1])?);
            let bits = self.lane_logic(logic, &a, &b);
            self.set_mask_result(dst, bits.clone());
            self.set_scc_any(bits);
            return Ok(());
        }
        let mut any = self.emit.word(0);
        let mut words = Vec::new();
        for n in 0..=u8::from(is_wide) {
            let (a, b) = (self.scalar_dword(at, sources[0], n)?, self.scalar_dword(at, sources[1], n)?);
            let word = self.word_logic(logic, a, b);
            any = self.emit.or(any, word);
            words.push(word);
        }
        for (n, word) in words.into_iter().enumerate() {
            self.set_scalar_dword(dst, n as u8, word);
        }
        let scc = self.emit.is_not_zero(any);
        self.set_scc(scc);
        Ok(())
    }

    /// D = EXEC, EXEC = S0 op EXEC; or EXEC first, and D is the new one.
    fn change_exec(
        &mut self,
        at: &Instruction,
        logic: Logic,
        is_wide: bool,
        dst: Operand,
        source: Operand,
    ) -> Result<(), Error> {
        if self.rolls || !self.is_mask_width(is_wide) {
            return self.change_exec_words(at, logic, is_wide, dst, source);
        }
        let (old, source) = (self.mask(Register::EXEC), self.mask_source(at, source)?);
        let new = self.lane_logic(logic, &source, &old);
        self.set_mask_result(dst, if writes_exec(at.opcode) { new.clone() } else { old });
        self.set_mask(Register::EXEC, new.clone());
        self.set_scc_any(new);
        Ok(())
    }

    /// The same of the lower half of a wave's mask, or of a mask and the register behind it.
    fn change_exec_words(
        &mut self,
        at: &Instruction,
        logic: Logic,
        is_wide: bool,
        dst: Operand,
        source: Operand,
    ) -> Result<(), Error> {
        let mut words = Vec::new();
        for n in 0..=u8::from(is_wide) {
            let (source, old) = (self.scalar_dword(at, source, n)?, self.scalar(Register::EXEC.offset(n)));
            words.push((old, self.word_logic(logic, source, old)));
        }
        let mut any = self.emit.word(0);
        for (n, &(old, new)) in (0..).zip(&words) {
            self.set_scalar_dword(dst, n, if writes_exec(at.opcode) { new } else { old });
            any = self.emit.or(any, new);
        }
        for (n, &(_, new)) in (0..).zip(&words) {
            self.set_scalar(Register::EXEC.offset(n), new);
        }
        self.set_scc_not_zero(any);
        Ok(())
    }

    fn lane_logic(&mut self, logic: Logic, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let invert = |emit: &mut crate::emit::Emit, invert: bool, bit| if invert { emit.negate(bit) } else { bit };
        let pairs = a.iter().zip(b);
        pairs
            .map(|(&a, &b)| {
                let (a, b) = (invert(&mut self.emit, logic.inverts[0], a), invert(&mut self.emit, logic.inverts[1], b));
                let result = match logic.op {
                    Gate::And => self.emit.both(a, b),
                    Gate::Or => self.emit.either(a, b),
                    Gate::Xor => self.emit.differ(a, b),
                };
                invert(&mut self.emit, logic.inverts[2], result)
            })
            .collect()
    }

    fn word_logic(&mut self, logic: Logic, a: Word, b: Word) -> Word {
        let invert = |emit: &mut crate::emit::Emit, invert: bool, word| if invert { emit.not(word) } else { word };
        let (a, b) = (invert(&mut self.emit, logic.inverts[0], a), invert(&mut self.emit, logic.inverts[1], b));
        let result = match logic.op {
            Gate::And => self.emit.and(a, b),
            Gate::Or => self.emit.or(a, b),
            Gate::Xor => self.emit.xor(a, b),
        };
        invert(&mut self.emit, logic.inverts[2], result)
    }

    fn set_scc_not_zero(&mut self, word: Word) {
        let bit = self.emit.is_not_zero(word);
        self.set_scc(bit);
    }

    fn unary(&mut self, at: &Instruction, dst: Operand, a: Operand) -> Result<(), Error> {
        let is_wide = dst.dwords == 2;
        match at.opcode {
            S_MOV_B32 | S_MOV_B64 if self.is_mask_width(is_wide) && self.is_lanes(a) => {
                if let (Some(to), Some(from)) = (Register::of(dst.place), Register::of(a.place)) {
                    self.copy_mask(to, from);
                }
                return Ok(());
            }
            S_NOT_B32 | S_NOT_B64 if self.is_mask_width(is_wide) && self.is_lanes(a) => {
                let bits: Vec<_> = self.mask_source(at, a)?.into_iter().map(|bit| self.emit.negate(bit)).collect();
                self.set_mask_result(dst, bits.clone());
                self.set_scc_any(bits);
                return Ok(());
            }
            _ => {}
        }
        if a.dwords == 2 {
            return self.unary_wide(at, dst, a);
        }
        let a = self.scalar_dword(at, a, 0)?;
        let value = match at.opcode {
            S_MOV_B32 => a,
            S_NOT_B32 => self.emit.not(a),
            S_BREV_B32 => self.emit.bit_reverse(a),
            S_BCNT0_I32_B32 => {
                let not = self.emit.not(a);
                self.emit.bit_count(not)
            }
            S_BCNT1_I32_B32 => self.emit.bit_count(a),
            S_FF0_I32_B32 => {
                let not = self.emit.not(a);
                self.emit.lowest(not)
            }
            S_FF1_I32_B32 => self.emit.lowest(a),
            S_FLBIT_I32_B32 => self.leading_zeros(a),
            S_FLBIT_I32 => self.leading_signs(a),
            S_SEXT_I32_I8 => self.emit.sign_extend(a, 8),
            S_SEXT_I32_I16 => self.emit.sign_extend(a, 16),
            S_ABS_I32 => {
                let zero = self.emit.word(0);
                let negative = self.emit.sub(zero, a);
                self.emit.max_signed(a, negative)
            }
            S_CMOV_B32 => {
                let (scc, old) = (self.scc(), self.scalar_dword(at, dst, 0)?);
                self.emit.select(scc, a, old)
            }
            S_BITSET0_B32 | S_BITSET1_B32 => {
                let (one, old) = (self.emit.word(1), self.scalar_dword(at, dst, 0)?);
                let bit = self.emit.shift_left(one, a);
                if at.opcode == S_BITSET1_B32 {
                    self.emit.or(old, bit)
                } else {
                    let rest = self.emit.not(bit);
                    self.emit.and(old, rest)
                }
            }
            S_BITREPLICATE_B64_B32 => {
                let low = self.emit.and_constant(a, 0xffff);
                let high = self.emit.shift_right_constant(a, 16);
                let value = Wide { low: self.replicate(low), high: self.replicate(high) };
                self.set_scalar_wide(dst, value);
                return Ok(());
            }
            _ => return Err(self.unsupported(at)),
        };
        self.set_scalar_dword(dst, 0, value);
        if matches!(at.opcode, S_NOT_B32 | S_BCNT0_I32_B32 | S_BCNT1_I32_B32 | S_ABS_I32) {
            self.set_scc_not_zero(value);
        }
        Ok(())
    }

    /// Each of 16 bits twice.
    fn replicate(&mut self, half: Word) -> Word {
        let mut value = half;
        for (by, mask) in [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)] {
            let up = self.emit.shift_left_constant(value, by);
            let both = self.emit.or(value, up);
            value = self.emit.and_constant(both, mask);
        }
        let up = self.emit.shift_left_constant(value, 1);
        self.emit.or(value, up)
    }

    fn unary_wide(&mut self, at: &Instruction, dst: Operand, a: Operand) -> Result<(), Error> {
        let a = self.scalar_wide(at, a)?;
        let count = |this: &mut Self, low, high| {
            let (low, high) = (this.emit.bit_count(low), this.emit.bit_count(high));
            this.emit.add(low, high)
        };
        let value = match at.opcode {
            S_MOV_B64 => {
                self.set_scalar_wide(dst, a);
                return Ok(());
            }
            S_NOT_B64 => {
                let value = Wide { low: self.emit.not(a.low), high: self.emit.not(a.high) };
                self.set_scalar_wide(dst, value);
                self.set_scc_wide(value);
                return Ok(());
            }
            S_BREV_B64 => {
                let value = Wide { low: self.emit.bit_reverse(a.high), high: self.emit.bit_reverse(a.low) };
                self.set_scalar_wide(dst, value);
                return Ok(());
            }
            S_CMOV_B64 => {
                let (scc, old) = (self.scc(), self.scalar_wide(at, dst)?);
                let value = self.emit.select_wide(scc, a, old);
                self.set_scalar_wide(dst, value);
                return Ok(());
            }
            S_BCNT1_I32_B64 => count(self, a.low, a.high),
            S_BCNT0_I32_B64 => {
                let (low, high) = (self.emit.not(a.low), self.emit.not(a.high));
                count(self, low, high)
            }
            S_FF1_I32_B64 => self.lowest_wide(a),
            S_FF0_I32_B64 => {
                let not = Wide { low: self.emit.not(a.low), high: self.emit.not(a.high) };
                self.lowest_wide(not)
            }
            S_FLBIT_I32_B64 => self.leading_zeros_wide(a),
            S_FLBIT_I32_I64 => {
                let by = self.emit.word(31);
                let sign = self.emit.shift_right_signed(a.high, by);
                let value = Wide { low: self.emit.xor(a.low, sign), high: self.emit.xor(a.high, sign) };
                self.leading_zeros_wide(value)
            }
            _ => return Err(self.unsupported(at)),
        };
        self.set_scalar_dword(dst, 0, value);
        if matches!(at.opcode, S_BCNT0_I32_B64 | S_BCNT1_I32_B64) {
            self.set_scc_not_zero(value);
        }
        Ok(())
    }

    fn set_scc_wide(&mut self, value: Wide) {
        let any = self.emit.or(value.low, value.high);
        self.set_scc_not_zero(any);
    }

    fn lowest_wide(&mut self, a: Wide) -> Word {
        let (low, high) = (self.emit.lowest(a.low), self.emit.lowest(a.high));
        let beyond = self.emit.add_constant(high, 32);
        let (is_low_zero, is_high_zero) = (self.emit.is_zero(a.low), self.emit.is_zero(a.high));
        let beyond = self.emit.select(is_high_zero, high, beyond);
        self.emit.select(is_low_zero, beyond, low)
    }

    /// Zeros before the highest bit that is set; all bits where none is.
    pub fn leading_zeros(&mut self, a: Word) -> Word {
        let (highest, most) = (self.emit.highest(a), self.emit.word(31));
        let zeros = self.emit.sub(most, highest);
        let is_zero = self.emit.is_zero(a);
        self.emit.select(is_zero, highest, zeros)
    }

    /// Bits like the sign before the first other one; all bits where there is none.
    pub fn leading_signs(&mut self, a: Word) -> Word {
        let by = self.emit.word(31);
        let sign = self.emit.shift_right_signed(a, by);
        let others = self.emit.xor(a, sign);
        self.leading_zeros(others)
    }

    fn leading_zeros_wide(&mut self, a: Wide) -> Word {
        let (low, high) = (self.leading_zeros(a.low), self.leading_zeros(a.high));
        let beyond = self.emit.add_constant(low, 32);
        let (is_low_zero, is_high_zero) = (self.emit.is_zero(a.low), self.emit.is_zero(a.high));
        let beyond = self.emit.select(is_low_zero, low, beyond);
        self.emit.select(is_high_zero, beyond, high)
    }

    fn binary(&mut self, at: &Instruction, dst: Operand, a: Operand, b: Operand) -> Result<(), Error> {
        if dst.dwords == 2 {
            return self.binary_wide(at, dst, a, b);
        }
        let (a, b) = (self.scalar_dword(at, a, 0)?, self.scalar_dword(at, b, 0)?);
        let mut scc = None;
        let value = match at.opcode {
            S_ADD_U32 | S_ADDC_U32 => {
                let carry = if at.opcode == S_ADDC_U32 { Some(self.scc()) } else { None };
                let (sum, carry) = self.emit.add_carry(a, b, carry);
                scc = Some(carry);
                sum
            }
            S_SUB_U32 | S_SUBB_U32 => {
                let borrow = if at.opcode == S_SUBB_U32 { Some(self.scc()) } else { None };
                let (difference, borrow) = self.emit.sub_borrow(a, b, borrow);
                scc = Some(borrow);
                difference
            }
            S_ADD_I32 => {
                let sum = self.emit.add(a, b);
                scc = Some(self.overflows(a, b, sum, false));
                sum
            }
            S_SUB_I32 => {
                let difference = self.emit.sub(a, b);
                scc = Some(self.overflows(a, b, difference, true));
                difference
            }
            S_MIN_I32 | S_MAX_I32 | S_MIN_U32 | S_MAX_U32 => {
                let op = match at.opcode {
                    S_MIN_I32 => Op::SLessThan,
                    S_MAX_I32 => Op::SGreaterThan,
                    S_MIN_U32 => Op::ULessThan,
                    _ => Op::UGreaterThan,
                };
                let first = self.emit.compare(op, a, b);
                scc = Some(first);
                self.emit.select(first, a, b)
            }
            S_CSELECT_B32 => {
                let bit = self.scc();
                self.emit.select(bit, a, b)
            }
            S_LSHL_B32 => self.emit.shift_left(a, b),
            S_LSHR_B32 => self.emit.shift_right(a, b),
            S_ASHR_I32 => self.emit.shift_right_signed(a, b),
            S_BFM_B32 => {
                let ones = self.low_ones(a);
                self.emit.shift_left(ones, b)
            }
            S_MUL_I32 => self.emit.mul(a, b),
            S_MUL_HI_U32 => self.emit.mul_wide(a, b, false).high,
            S_MUL_HI_I32 => self.emit.mul_wide(a, b, true).high,
            S_BFE_U32 | S_BFE_I32 => self.scalar_field(a, b, at.opcode == S_BFE_I32),
            S_ABSDIFF_I32 => {
                let difference = self.emit.sub(a, b);
                let zero = self.emit.word(0);
                let negative = self.emit.sub(zero, difference);
                self.emit.max_signed(difference, negative)
            }
            S_LSHL1_ADD_U32 | S_LSHL2_ADD_U32 | S_LSHL3_ADD_U32 | S_LSHL4_ADD_U32 => {
                let by = at.opcode as u32 - S_LSHL1_ADD_U32 as u32 + 1;
                let (shifted, lost) =
                    (self.emit.shift_left_constant(a, by), self.emit.shift_right_constant(a, 32 - by));
                let (sum, carry) = self.emit.add_carry(shifted, b, None);
                let lost = self.emit.is_not_zero(lost);
                scc = Some(self.emit.either(lost, carry));
                sum
            }
            S_PACK_LL_B32_B16 | S_PACK_LH_B32_B16 | S_PACK_HH_B32_B16 => {
                let low = match at.opcode {
                    S_PACK_HH_B32_B16 => self.emit.shift_right_constant(a, 16),
                    _ => self.emit.and_constant(a, 0xffff),
                };
                let high = match at.opcode {
                    S_PACK_LL_B32_B16 => self.emit.shift_left_constant(b, 16),
                    _ => self.emit.and_constant(b, 0xffff_0000),
                };
                self.emit.or(low, high)
            }
            _ => return Err(self.unsupported(at)),
        };
        self.set_scalar_dword(dst, 0, value);
        let tells = matches!(at.opcode, S_LSHL_B32 | S_LSHR_B32 | S_ASHR_I32 | S_BFE_U32 | S_BFE_I32 | S_ABSDIFF_I32);
        match scc {
            Some(scc) => self.set_scc(scc),
            None if tells => self.set_scc_not_zero(value),
            None => {}
        }
        Ok(())
    }

    /// A signed sum or difference does not fit.
    fn overflows(&mut self, a: Word, b: Word, result: Word, is_difference: bool) -> Bit {
        let changed = self.emit.xor(a, result);
        let mut signs = self.emit.xor(a, b);
        if !is_difference {
            signs = self.emit.not(signs);
        }
        let both = self.emit.and(changed, signs);
        let sign = self.emit.and_constant(both, 0x8000_0000);
        self.emit.is_not_zero(sign)
    }

    /// As many ones as the low five bits say.
    pub fn low_ones(&mut self, count: Word) -> Word {
        let one = self.emit.word(1);
        let bit = self.emit.shift_left(one, count);
        self.emit.sub(bit, one)
    }

    /// Offset in bits 4:0, width in bits 22:16; what lies beyond the word is 0, or its sign.
    fn scalar_field(&mut self, a: Word, field: Word, is_signed: bool) -> Word {
        let offset = self.emit.and_constant(field, 31);
        let width = self.emit.shift_right_constant(field, 16);
        let width = self.emit.and_constant(width, 127);
        let full = self.emit.word(32);
        let most = self.emit.sub(full, offset);
        let width = self.emit.min(width, most);
        if is_signed { self.emit.bits_signed(a, offset, width) } else { self.emit.bits(a, offset, width) }
    }

    fn binary_wide(&mut self, at: &Instruction, dst: Operand, a: Operand, b: Operand) -> Result<(), Error> {
        if at.opcode == S_BFM_B64 {
            let (count, by) = (self.scalar_dword(at, a, 0)?, self.scalar_dword(at, b, 0)?);
            let ones = self.low_ones_wide(count);
            let value = self.emit.shift_left_wide(ones, by);
            self.set_scalar_wide(dst, value);
            return Ok(());
        }
        let first = self.scalar_wide(at, a)?;
        let by = self.scalar_dword(at, b, 0)?;
        let value = match at.opcode {
            S_CSELECT_B64 => {
                let (scc, second) = (self.scc(), self.scalar_wide(at, b)?);
                let value = self.emit.select_wide(scc, first, second);
                self.set_scalar_wide(dst, value);
                return Ok(());
            }
            S_LSHL_B64 => self.emit.shift_left_wide(first, by),
            S_LSHR_B64 => self.emit.shift_right_wide(first, by, false),
            S_ASHR_I64 => self.emit.shift_right_wide(first, by, true),
            S_BFE_U64 | S_BFE_I64 => self.scalar_field_wide(first, by, at.opcode == S_BFE_I64),
            _ => return Err(self.unsupported(at)),
        };
        self.set_scalar_wide(dst, value);
        self.set_scc_wide(value);
        Ok(())
    }

    /// As many ones as the low six bits say.
    fn low_ones_wide(&mut self, count: Word) -> Wide {
        let (one, zero) = (self.emit.word(1), self.emit.word(0));
        let bit = self.emit.shift_left_wide(Wide { low: one, high: zero }, count);
        let (low, borrow) = self.emit.sub_borrow(bit.low, one, None);
        let (high, _) = self.emit.sub_borrow(bit.high, zero, Some(borrow));
        Wide { low, high }
    }

    /// Offset in bits 5:0, width in bits 22:16.
    fn scalar_field_wide(&mut self, a: Wide, field: Word, is_signed: bool) -> Wide {
        let offset = self.emit.and_constant(field, 63);
        let width = self.emit.shift_right_constant(field, 16);
        let width = self.emit.and_constant(width, 127);
        if !is_signed {
            let moved = self.emit.shift_right_wide(a, offset, false);
            return self.low_bits_wide(moved, width);
        }
        let full = self.emit.word(64);
        let most = self.emit.sub(full, offset);
        let width = self.emit.min(width, most);
        // To the top, and down again.
        let unused = self.emit.sub(full, width);
        let above = self.emit.sub(unused, offset);
        let top = self.emit.shift_left_wide(a, above);
        let value = self.emit.shift_right_wide(top, unused, is_signed);
        // A shift by 64 would be one by 0.
        let (is_none, zero) = (self.emit.is_zero(width), self.emit.word(0));
        self.emit.select_wide(is_none, Wide { low: zero, high: zero }, value)
    }

    /// The low `count` bits; beyond 64 all of them.
    fn low_bits_wide(&mut self, a: Wide, count: Word) -> Wide {
        let (zero, half, full) = (self.emit.word(0), self.emit.word(32), self.emit.word(64));
        let below = self.emit.min(count, half);
        let above = self.emit.min(count, full);
        let above = self.emit.sub(above, below);
        Wide { low: self.emit.bits(a.low, zero, below), high: self.emit.bits(a.high, zero, above) }
    }

    fn compare(&mut self, at: &Instruction, a: Operand, b: Operand) -> Result<(), Error> {
        let low = (self.scalar_dword(at, a, 0)?, self.scalar_dword(at, b, 0)?);
        let bit = match at.opcode {
            S_CMP_EQ_U64 | S_CMP_LG_U64 => {
                let high = (self.scalar_dword(at, a, 1)?, self.scalar_dword(at, b, 1)?);
                let (low, high) = (self.emit.xor(low.0, low.1), self.emit.xor(high.0, high.1));
                let differs = self.emit.or(low, high);
                if at.opcode == S_CMP_EQ_U64 { self.emit.is_zero(differs) } else { self.emit.is_not_zero(differs) }
            }
            S_BITCMP0_B32 | S_BITCMP1_B32 => {
                let moved = self.emit.shift_right(low.0, low.1);
                self.low_bit_is(moved, at.opcode == S_BITCMP1_B32)
            }
            S_BITCMP0_B64 | S_BITCMP1_B64 => {
                let wide = self.scalar_wide(at, a)?;
                let moved = self.emit.shift_right_wide(wide, low.1, false);
                self.low_bit_is(moved.low, at.opcode == S_BITCMP1_B64)
            }
            opcode => match comparison(opcode) {
                Some(op) => self.emit.compare(op, low.0, low.1),
                None => return Err(self.unsupported(at)),
            },
        };
        self.set_scc(bit);
        Ok(())
    }

    fn low_bit_is(&mut self, word: Word, wanted: bool) -> Bit {
        let bit = self.emit.and_constant(word, 1);
        if wanted { self.emit.is_not_zero(bit) } else { self.emit.is_zero(bit) }
    }

    fn with_immediate(&mut self, at: &Instruction, fields: &Scalar, immediate: Immediate) -> Result<(), Error> {
        let number = match (immediate, at.opcode) {
            (Immediate::Number(number), _) => number,
            (Immediate::Hwreg(register), _) => return self.hardware_register(at, fields, register),
            // Order is the translation's own business.
            (_, S_WAITCNT) => return Ok(()),
            (_, S_SENDMSG) => return self.message(at, immediate),
            _ => return Err(self.unsupported(at)),
        };
        let signed = self.emit.word(i32::from(number as i16) as u32);
        let unsigned = self.emit.word(u32::from(number));
        match (at.opcode, fields.dst, fields.src[0]) {
            (
                S_NOP | S_CLAUSE | S_INST_PREFETCH | S_SETPRIO | S_SLEEP | S_WAITCNT_DEPCTR | S_TTRACEDATA
                | S_TTRACEDATA_IMM | S_WAITCNT_VSCNT | S_WAITCNT_VMCNT | S_WAITCNT_EXPCNT | S_WAITCNT_LGKMCNT,
                ..,
            ) => {}
            (S_MOVK_I32, Some(dst), _) => self.set_scalar_dword(dst, 0, signed),
            (S_CMOVK_I32, Some(dst), _) => {
                let (scc, old) = (self.scc(), self.scalar_dword(at, dst, 0)?);
                let value = self.emit.select(scc, signed, old);
                self.set_scalar_dword(dst, 0, value);
            }
            (S_ADDK_I32, Some(dst), _) => {
                let old = self.scalar_dword(at, dst, 0)?;
                let sum = self.emit.add(old, signed);
                let scc = self.overflows(old, signed, sum, false);
                self.set_scalar_dword(dst, 0, sum);
                self.set_scc(scc);
            }
            (S_MULK_I32, Some(dst), _) => {
                let old = self.scalar_dword(at, dst, 0)?;
                let product = self.emit.mul(old, signed);
                self.set_scalar_dword(dst, 0, product);
            }
            (opcode, None, Some(a)) => {
                let Some((op, is_signed)) = comparison_with_number(opcode) else { return Err(self.unsupported(at)) };
                let a = self.scalar_dword(at, a, 0)?;
                let bit = self.emit.compare(op, a, if is_signed { signed } else { unsigned });
                self.set_scc(bit);
            }
            _ => return Err(self.unsupported(at)),
        }
        Ok(())
    }

    /// MODE is what the translation takes for given: it can be read, and written with what it holds.
    fn hardware_register(&mut self, at: &Instruction, fields: &Scalar, register: Hwreg) -> Result<(), Error> {
        let old = match register.id {
            HWREG_MODE => self.emit.word(MODE),
            HWREG_FLAT_SCRATCH_LO => self.scalar(Register::FLAT_SCRATCH),
            HWREG_FLAT_SCRATCH_HI => self.scalar(Register::FLAT_SCRATCH.offset(1)),
            _ => return Err(self.unsupported(at)),
        };
        let ones = u32::MAX >> (32 - u32::from(register.size).clamp(1, 32));
        if let Some(dst) = fields.dst {
            let moved = self.emit.shift_right_constant(old, register.offset.into());
            let value = self.emit.and_constant(moved, ones);
            self.set_scalar_dword(dst, 0, value);
            return Ok(());
        }
        let source = fields.src.iter().flatten().next().ok_or_else(|| self.unsupported(at))?;
        let value = self.scalar_dword(at, *source, 0)?;
        let mask = ones << register.offset;
        let moved = self.emit.shift_left_constant(value, register.offset.into());
        let (own, rest) = (self.emit.and_constant(moved, mask), self.emit.and_constant(old, !mask));
        let new = self.emit.or(own, rest);
        match register.id {
            HWREG_MODE if self.emit.known(new) == Some(MODE) => {}
            HWREG_MODE => return Err(self.unsupported(at)),
            HWREG_FLAT_SCRATCH_LO => self.set_scalar(Register::FLAT_SCRATCH, new),
            _ => self.set_scalar(Register::FLAT_SCRATCH.offset(1), new),
        }
        Ok(())
    }

    /// Whether an operand is a mask that is best taken lane by lane.
    fn is_lanes(&self, operand: Operand) -> bool {
        Register::of(operand.place).is_some_and(|register| self.is_lane_mask(register))
    }
}

fn comparison(opcode: Opcode) -> Option<Op> {
    Some(match opcode {
        S_CMP_EQ_I32 | S_CMP_EQ_U32 => Op::IEqual,
        S_CMP_LG_I32 | S_CMP_LG_U32 => Op::INotEqual,
        S_CMP_GT_I32 => Op::SGreaterThan,
        S_CMP_GE_I32 => Op::SGreaterThanEqual,
        S_CMP_LT_I32 => Op::SLessThan,
        S_CMP_LE_I32 => Op::SLessThanEqual,
        S_CMP_GT_U32 => Op::UGreaterThan,
        S_CMP_GE_U32 => Op::UGreaterThanEqual,
        S_CMP_LT_U32 => Op::ULessThan,
        S_CMP_LE_U32 => Op::ULessThanEqual,
        _ => return None,
    })
}

/// SOPK's comparisons, and whether the number has a sign.
fn comparison_with_number(opcode: Opcode) -> Option<(Op, bool)> {
    Some(match opcode {
        S_CMPK_EQ_I32 => (Op::IEqual, true),
        S_CMPK_LG_I32 => (Op::INotEqual, true),
        S_CMPK_GT_I32 => (Op::SGreaterThan, true),
        S_CMPK_GE_I32 => (Op::SGreaterThanEqual, true),
        S_CMPK_LT_I32 => (Op::SLessThan, true),
        S_CMPK_LE_I32 => (Op::SLessThanEqual, true),
        S_CMPK_EQ_U32 => (Op::IEqual, false),
        S_CMPK_LG_U32 => (Op::INotEqual, false),
        S_CMPK_GT_U32 => (Op::UGreaterThan, false),
        S_CMPK_GE_U32 => (Op::UGreaterThanEqual, false),
        S_CMPK_LT_U32 => (Op::ULessThan, false),
        S_CMPK_LE_U32 => (Op::ULessThanEqual, false),
        _ => return None,
    })
}
