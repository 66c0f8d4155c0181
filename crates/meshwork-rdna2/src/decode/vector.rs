//! VOP1, VOP2, VOPC, VOP3, VOP3P and VINTRP.

use super::lanes::{DPP8, DPP8_FETCH_INACTIVE, DPP16, SDWA, dpp8_select};
use super::{At, bit, bits};
use crate::error::{Error, Field};
use crate::instruction::{Fields, Interpolation, InterpolationSource, Lanes, OutputModifier, Part, Source, Vector};
use crate::opcode::{Encoding, Slot, flag};
use crate::operand::{Operand, Place, Type};
use crate::registers::Vgpr;

/// A vector register in a field of nine bits.
const VGPR: u32 = 256;

impl At<'_> {
    /// VOP1, VOP2 and VOPC, with what may stand behind them.
    pub fn vop(&mut self) -> Result<Vector, Error> {
        let word = self.word(0);
        let src0 = bits(word, 8, 0);
        match src0 {
            DPP8 | DPP8_FETCH_INACTIVE | DPP16 if self.row.has(flag::dpp) => self.vop_dpp(src0),
            SDWA if self.row.has(flag::sdwa) => self.vop_sdwa(),
            // V_NOP has no sources: it does not matter what they would be.
            DPP16 | SDWA if self.row.sources.is_empty() => self.vop_plain(src0),
            DPP8 | DPP8_FETCH_INACTIVE | DPP16 | SDWA => Err(self.invalid(Field::Lanes, src0)),
            _ => self.vop_plain(src0),
        }
    }

    fn vop_plain(&mut self, src0: u32) -> Result<Vector, Error> {
        let src1 = VGPR + self.vsrc1();
        let mut fields = [src0, src1].into_iter();
        let mut vector = self.vop_results()?;
        for (number, &slot) in self.row.sources.iter().enumerate().take(3) {
            let operand = match slot {
                Slot::Accumulator => continue,
                Slot::Any(Type::Mask) => self.operand(Place::VccLo, Type::Mask),
                Slot::Literal(ty) => {
                    let literal = self.literal()?;
                    self.operand(Place::Literal(literal), ty)
                }
                _ => self.src(fields.next().unwrap_or_default(), slot, number as u8)?,
            };
            vector.src[number] = Some(Source::plain(operand));
        }
        Ok(vector)
    }

    /// The field of the second source; none in VOP1.
    fn vsrc1(&self) -> u32 {
        if self.encoding == Encoding::VOP1 { 0 } else { bits(self.word(0), 16, 9) }
    }

    /// Destinations of VOP1, VOP2 and VOPC.
    fn vop_results(&self) -> Result<Vector, Error> {
        let field = bits(self.word(0), 24, 17);
        let mut vector = empty();
        match self.row.results {
            [] => self.must_be_zero(field)?,
            [slot] => vector.dst = Some(self.result(*slot, field, Place::VccLo)?),
            [slot, ..] => {
                vector.dst = Some(self.result(*slot, field, Place::VccLo)?);
                vector.sdst = Some(self.operand(Place::VccLo, Type::Mask));
            }
        }
        Ok(vector)
    }

    /// A result in the field VDST. `mask` is where a mask goes that no field names.
    fn result(&self, slot: Slot, field: u32, mask: Place) -> Result<Operand, Error> {
        match slot {
            Slot::Any(Type::Mask) => Ok(self.operand(mask, Type::Mask)),
            Slot::Exec => Ok(self.operand(Place::ExecLo, Type::Mask)),
            Slot::Scalar(ty) => self.sdst(field, ty, Field::Destination),
            Slot::Any(ty) => self.vgpr(field, ty, Field::Destination),
            _ => Err(self.invalid(Field::Destination, field)),
        }
    }

    fn vop_dpp(&mut self, src0: u32) -> Result<Vector, Error> {
        let word = self.take()?;
        let mut vector = self.vop_results()?;
        let modifiers = if src0 == DPP16 { bits(word, 23, 20) } else { 0 };
        self.lane_sources(&mut vector, [VGPR + bits(word, 7, 0), VGPR + self.vsrc1()])?;
        for (number, source) in vector.src.iter_mut().flatten().take(2).enumerate() {
            source.neg = bit(modifiers, 2 * number as u32);
            source.abs = bit(modifiers, 2 * number as u32 + 1) && source.operand.ty.has_sign_bit();
        }
        if self.encoding == Encoding::VOP1 {
            self.must_be_zero(bits(modifiers, 3, 2))?;
        }
        if modifiers != 0 && !self.row.has(flag::neg) {
            return Err(self.invalid(Field::Modifiers, modifiers));
        }
        vector.lanes = match src0 {
            DPP16 => Lanes::Dpp16(self.dpp16(word)?),
            _ => Lanes::Dpp8 { select: dpp8_select(word), fetch_inactive: src0 == DPP8_FETCH_INACTIVE },
        };
        Ok(vector)
    }

    fn vop_sdwa(&mut self) -> Result<Vector, Error> {
        let word = self.take()?;
        let mut vector = self.vop_results()?;
        let wide = |field: u32, scalar: bool| if scalar { field } else { VGPR + field };
        let sources = [wide(bits(word, 7, 0), bit(word, 23)), wide(self.vsrc1(), bit(word, 31))];
        self.lane_sources(&mut vector, sources)?;
        for (number, source) in vector.src.iter_mut().flatten().take(2).enumerate() {
            let control = bits(word, 8 * number as u32 + 21, 8 * number as u32 + 16);
            source.part = self.part(control & 7)?;
            source.sext = bit(control, 3);
            source.neg = bit(control, 4);
            source.abs = bit(control, 5);
            let signed = self.row.has(flag::neg) && source.operand.ty.has_sign_bit();
            let meaningless = if signed { source.sext } else { source.neg || source.abs };
            if meaningless {
                return Err(self.invalid(Field::Modifiers, control));
            }
        }
        // There is no second source.
        if self.row.sources.len() == 1 {
            self.must_be_zero(bits(word, 29, 24) | bits(word, 31, 31))?;
        }
        if self.encoding == Encoding::VOPC {
            if bit(word, 15) && self.row.results == [Slot::Exec] {
                return Err(self.invalid(Field::ScalarDestination, word));
            }
            if bit(word, 15) {
                vector.dst = Some(self.sdst(bits(word, 14, 8), Type::Mask, Field::ScalarDestination)?);
            }
            vector.lanes = Lanes::Sdwa { part: Part::Dword, unused: crate::instruction::Unused::Pad };
        } else {
            vector.lanes =
                Lanes::Sdwa { part: self.part(bits(word, 10, 8))?, unused: self.unused(bits(word, 12, 11))? };
            vector.clamp = bit(word, 13);
            vector.omod = output_modifier(bits(word, 15, 14));
            if vector.omod != OutputModifier::None && !self.row.has(flag::omod) {
                return Err(self.invalid(Field::Modifiers, word));
            }
        }
        Ok(vector)
    }

    /// Sources of DPP and SDWA, which have no literal.
    fn lane_sources(&mut self, vector: &mut Vector, fields: [u32; 2]) -> Result<(), Error> {
        let mut fields = fields.into_iter();
        for (number, &slot) in self.row.sources.iter().enumerate().take(3) {
            let operand = match slot {
                Slot::Accumulator => continue,
                Slot::Any(Type::Mask) => self.operand(Place::VccLo, Type::Mask),
                _ => {
                    let field = fields.next().unwrap_or_default();
                    if field == 255 {
                        return Err(self.invalid(Field::Literal, field));
                    }
                    self.src(field, slot, number as u8)?
                }
            };
            vector.src[number] = Some(Source::plain(operand));
        }
        Ok(())
    }

    pub fn vop3(&mut self) -> Result<Fields, Error> {
        if self.row.sources.contains(&Slot::Attribute) {
            return self.vop3_interpolation().map(Fields::Interpolation);
        }
        let (low, high) = (self.word(0), self.word(1));
        let mut vector = self.vop3_results()?;
        let carries = vector.sdst.is_some();
        vector.clamp = bit(low, 15);
        vector.omod = output_modifier(bits(high, 28, 27));
        self.vop3_sources(&mut vector)?;
        let (neg, abs) = (bits(high, 31, 29), bits(low, 10, 8));
        for (number, source) in vector.src.iter_mut().enumerate() {
            let Some(source) = source else { continue };
            source.neg = self.row.has(flag::neg) && bit(neg, number as u32);
            source.abs =
                self.row.has(flag::neg) && !carries && bit(abs, number as u32) && source.operand.ty.has_sign_bit();
            source.op_sel = !carries && bit(low, 11 + number as u32);
        }
        vector.dst_high = !carries && bit(low, 14);
        self.vop3_modifiers(&vector, neg, if carries { 0 } else { abs })?;
        if self.row.has(flag::op_sel) {
            self.unused_sources(&vector, bits(low, 13, 11))?;
        }
        Ok(Fields::Vector(vector))
    }

    /// What the row does not allow.
    fn vop3_modifiers(&self, vector: &Vector, neg: u32, abs: u32) -> Result<(), Error> {
        let row = self.row;
        self.unused_sources(vector, neg | abs)?;
        let refused = vector.clamp && !row.has(flag::clamp)
            || vector.omod != OutputModifier::None && !row.has(flag::omod)
            || (neg | abs) != 0 && !row.has(flag::neg | flag::op_sel);
        if refused { Err(self.invalid(Field::Modifiers, self.word(0))) } else { Ok(()) }
    }

    /// Bits of sources that the opcode does not have.
    fn unused_sources(&self, vector: &Vector, each: u32) -> Result<(), Error> {
        // A class mask and a lane mask have no sign.
        let compares = matches!(self.row.results, [Slot::Any(Type::Mask) | Slot::Exec]);
        let takes = |ty: Type| ty != Type::Mask && (ty.is_float() || !compares);
        let sources = vector.src.iter().enumerate();
        let used = sources.filter(|(_, source)| source.is_some_and(|source| takes(source.operand.ty)));
        self.must_be_zero(used.fold(each, |rest, (number, _)| rest & !(1 << number)))
    }

    /// VDST, and SDST where a row has two results (VOP3B).
    fn vop3_results(&self) -> Result<Vector, Error> {
        let word = self.word(0);
        let field = bits(word, 7, 0);
        let mut vector = empty();
        match self.row.results {
            [] => self.must_be_zero(field)?,
            [Slot::Any(Type::Mask)] => vector.dst = Some(self.sdst(field, Type::Mask, Field::Destination)?),
            [slot] => vector.dst = Some(self.result(*slot, field, Place::VccLo)?),
            [slot, ..] => {
                vector.dst = Some(self.result(*slot, field, Place::VccLo)?);
                vector.sdst = Some(self.sdst(bits(word, 14, 8), Type::Mask, Field::ScalarDestination)?);
            }
        }
        Ok(vector)
    }

    /// The three fields of VOP3 and VOP3P; what the row does not use must be 0.
    fn vop3_sources(&mut self, vector: &mut Vector) -> Result<(), Error> {
        let word = self.word(1);
        let fields = [bits(word, 8, 0), bits(word, 17, 9), bits(word, 26, 18)];
        for (number, field) in fields.into_iter().enumerate() {
            match self.row.sources.get(number) {
                None | Some(Slot::Accumulator) => self.must_be_zero(field)?,
                Some(&slot) => vector.src[number] = Some(Source::plain(self.src(field, slot, number as u8)?)),
            }
        }
        Ok(())
    }

    pub fn vop3p(&mut self) -> Result<Vector, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let mut vector = self.vop3_results()?;
        vector.clamp = bit(low, 15);
        self.vop3_sources(&mut vector)?;
        for each in [bits(high, 31, 29), bits(low, 10, 8), bits(low, 13, 11)] {
            self.unused_sources(&vector, each)?;
        }
        let op_sel_hi = bits(high, 28, 27) | bits(low, 14, 14) << 2;
        let mixed = self.row.has(flag::mix);
        for (number, source) in vector.src.iter_mut().enumerate() {
            let (Some(source), number) = (source, number as u32) else { continue };
            let upper = bit(low, 8 + number);
            source.neg = bit(high, 29 + number);
            (source.abs, source.neg_hi) = if mixed { (upper, false) } else { (false, upper) };
            source.op_sel = bit(low, 11 + number);
            source.op_sel_hi = bit(op_sel_hi, number);
        }
        Ok(vector)
    }

    pub fn vintrp(&mut self) -> Result<Interpolation, Error> {
        let word = self.word(0);
        let vsrc = bits(word, 7, 0);
        let src = match self.row.sources.first() {
            Some(Slot::Parameter) => InterpolationSource::Parameter(vsrc as u8),
            _ => {
                InterpolationSource::Barycentric(Source::plain(self.operand(Place::Vgpr(Vgpr(vsrc as u8)), Type::F32)))
            }
        };
        Ok(Interpolation {
            dst: self.vgpr(bits(word, 25, 18), Type::F32, Field::Destination)?,
            src,
            addend: None,
            attribute: bits(word, 15, 10) as u8,
            channel: bits(word, 9, 8) as u8,
            high: false,
            clamp: false,
            omod: OutputModifier::None,
        })
    }

    /// The fields of the first source hold the attribute, its channel and half.
    fn vop3_interpolation(&mut self) -> Result<Interpolation, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let [Slot::Any(ty)] = self.row.results else { return Err(self.invalid(Field::Destination, low)) };
        let modified = |operand, number: u32| Source {
            neg: bit(high, 29 + number),
            abs: bit(low, 8 + number),
            ..Source::plain(operand)
        };
        self.must_be_zero(bits(high, 29, 29) | bits(low, 8, 8))?;
        let barycentric = self.src(bits(high, 17, 9), self.row.sources[0], 1)?;
        let addend = match self.row.sources.get(2) {
            Some(&slot) => Some(modified(self.src(bits(high, 26, 18), slot, 2)?, 2)),
            None => self.must_be_zero(bits(high, 26, 18) | bits(high, 31, 31) | bits(low, 10, 10)).map(|()| None)?,
        };
        if bits(high, 28, 27) != 0 && !self.row.has(flag::omod) {
            return Err(self.invalid(Field::Modifiers, high));
        }
        Ok(Interpolation {
            dst: self.vgpr(bits(low, 7, 0), *ty, Field::Destination)?,
            src: InterpolationSource::Barycentric(modified(barycentric, 1)),
            addend,
            attribute: bits(high, 5, 0) as u8,
            channel: bits(high, 7, 6) as u8,
            high: bit(high, 8),
            clamp: bit(low, 15),
            omod: output_modifier(bits(high, 28, 27)),
        })
    }
}

const fn empty() -> Vector {
    Vector {
        dst: None,
        sdst: None,
        src: [None; 3],
        clamp: false,
        omod: OutputModifier::None,
        dst_high: false,
        lanes: Lanes::Own,
    }
}

const fn output_modifier(field: u32) -> OutputModifier {
    match field {
        1 => OutputModifier::Times2,
        2 => OutputModifier::Times4,
        3 => OutputModifier::Half,
        _ => OutputModifier::None,
    }
}
