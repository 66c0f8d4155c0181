//! SOP1, SOP2, SOPC, SOPK, SOPP.

use super::{At, bits};
use crate::error::{Error, Field};
use crate::instruction::{Hwreg, Immediate, Scalar, Waitcnt};
use crate::opcode::{ImmediateKind, Slot};
use crate::operand::{Operand, Place};

impl At<'_> {
    pub fn sop1(&mut self) -> Result<Scalar, Error> {
        let word = self.word(0);
        let dst = self.scalar_result(bits(word, 22, 16))?;
        let src = self.scalar_sources([bits(word, 7, 0), 0])?;
        Ok(Scalar { dst, src, immediate: None })
    }

    pub fn sop2(&mut self) -> Result<Scalar, Error> {
        let word = self.word(0);
        let dst = self.scalar_result(bits(word, 22, 16))?;
        let src = self.scalar_sources([bits(word, 7, 0), bits(word, 15, 8)])?;
        Ok(Scalar { dst, src, immediate: None })
    }

    pub fn sopc(&mut self) -> Result<Scalar, Error> {
        let word = self.word(0);
        let src = self.scalar_sources([bits(word, 7, 0), bits(word, 15, 8)])?;
        Ok(Scalar { dst: None, src, immediate: None })
    }

    /// The register field is the destination, or a source where the opcode has no result.
    pub fn sopk(&mut self) -> Result<Scalar, Error> {
        let word = self.word(0);
        let (register, simm) = (bits(word, 22, 16), bits(word, 15, 0) as u16);
        let mut scalar = Scalar { immediate: self.immediate(simm), ..Scalar::default() };
        if let [Slot::Any(ty)] = self.row.results {
            scalar.dst = Some(self.sdst(register, *ty, Field::Destination)?);
            return Ok(scalar);
        }
        for slot in self.row.sources {
            match *slot {
                Slot::Any(ty) | Slot::Scalar(ty) => {
                    scalar.src[0] = Some(self.sdst(register, ty, Field::Source(0))?);
                    return Ok(scalar);
                }
                Slot::Literal(ty) => {
                    scalar.src[0] = Some(Operand::new(Place::Literal(self.literal()?), ty, self.wave));
                    return Ok(scalar);
                }
                _ => {}
            }
        }
        Ok(scalar)
    }

    pub fn sopp(&mut self) -> Result<Scalar, Error> {
        let simm = bits(self.word(0), 15, 0) as u16;
        let immediate = self.immediate(simm);
        if immediate.is_none() {
            self.must_be_zero(simm.into())?;
        }
        Ok(Scalar { immediate, ..Scalar::default() })
    }

    fn scalar_result(&self, field: u32) -> Result<Option<Operand>, Error> {
        match self.row.results {
            [Slot::Any(ty)] => self.sdst(field, *ty, Field::Destination).map(Some),
            _ => Ok(None),
        }
    }

    fn scalar_sources(&mut self, fields: [u32; 2]) -> Result<[Option<Operand>; 2], Error> {
        let mut operands = [None; 2];
        for (number, field) in fields.into_iter().enumerate() {
            if let Some(slot @ (Slot::Any(_) | Slot::Register(_))) = self.row.sources.get(number) {
                operands[number] = Some(self.ssrc(field, *slot, number as u8)?);
            }
        }
        Ok(operands)
    }

    fn immediate(&self, simm: u16) -> Option<Immediate> {
        let kind = self.row.sources.iter().find_map(|slot| match slot {
            Slot::Immediate(kind) => Some(*kind),
            _ => None,
        })?;
        let field = u32::from(simm);
        Some(match kind {
            ImmediateKind::Number => Immediate::Number(simm),
            ImmediateKind::Target => Immediate::Target(simm as i16),
            ImmediateKind::Message => Immediate::Message(simm),
            ImmediateKind::Waitcnt => Immediate::Waitcnt(Waitcnt {
                vm: (bits(field, 15, 14) << 4 | bits(field, 3, 0)) as u8,
                exp: bits(field, 6, 4) as u8,
                lgkm: bits(field, 13, 8) as u8,
                rest: simm & 0x80,
            }),
            ImmediateKind::Hwreg => Immediate::Hwreg(Hwreg {
                id: bits(field, 5, 0) as u8,
                offset: bits(field, 10, 6) as u8,
                size: bits(field, 15, 11) as u8 + 1,
            }),
        })
    }
}
