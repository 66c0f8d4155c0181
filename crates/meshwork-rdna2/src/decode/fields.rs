//! Operand fields to operands.

use super::At;
use crate::error::{Error, Field};
use crate::opcode::Slot;
use crate::operand::{InlineFloat, Operand, Place, Type};
use crate::registers::{Sgpr, Vgpr};

/// What a field holds, without the dword behind the instruction.
fn place(field: u16) -> Option<Place> {
    Some(match field {
        0..=105 => Place::Sgpr(Sgpr(field as u8)),
        106 => Place::VccLo,
        107 => Place::VccHi,
        108..=123 => Place::Ttmp(field as u8 - 108),
        124 => Place::M0,
        125 => Place::Null,
        126 => Place::ExecLo,
        127 => Place::ExecHi,
        128..=192 => Place::Integer((field - 128) as i8),
        193..=208 => Place::Integer((192 - field as i16) as i8),
        235 => Place::SharedBase,
        236 => Place::SharedLimit,
        237 => Place::PrivateBase,
        238 => Place::PrivateLimit,
        239 => Place::PopsExitingWaveId,
        251 => Place::VccZ,
        252 => Place::ExecZ,
        253 => Place::Scc,
        254 => Place::LdsDirect,
        256..=511 => Place::Vgpr(Vgpr(field as u8)),
        _ => Place::Float(InlineFloat::from_field(field)?),
    })
}

/// Whether `dwords` registers lie there, all of one kind.
fn holds(place: Place, dwords: u8) -> bool {
    match place {
        _ if dwords == 1 => true,
        Place::Sgpr(Sgpr(first)) => first + dwords <= Sgpr::COUNT,
        Place::Ttmp(first) => first + dwords <= 16,
        Place::Vgpr(Vgpr(first)) => u16::from(first) + u16::from(dwords) <= 256,
        Place::VccLo | Place::ExecLo => dwords == 2,
        Place::VccHi | Place::ExecHi | Place::M0 | Place::LdsDirect => false,
        _ => true,
    }
}

/// Scalar pairs begin at even numbers, larger groups at multiples of four (RDNA2 ISA, 3.6.2).
fn aligned(place: Place, dwords: u8) -> bool {
    match place {
        Place::Sgpr(Sgpr(first)) | Place::Ttmp(first) => first.is_multiple_of(dwords.next_power_of_two().min(4)),
        _ => true,
    }
}

fn is_scalar_register(place: Place) -> bool {
    !matches!(place, Place::Vgpr(_) | Place::Integer(_) | Place::Float(_) | Place::Literal(_) | Place::LdsDirect)
}

impl At<'_> {
    /// A vector register field.
    pub fn vgpr(&self, field: u32, ty: Type, name: Field) -> Result<Operand, Error> {
        self.checked(Place::Vgpr(Vgpr(field as u8)), ty, name, field)
    }

    /// A scalar destination field of seven bits.
    pub fn sdst(&self, field: u32, ty: Type, name: Field) -> Result<Operand, Error> {
        let place = place(field as u16).filter(|_| field < 128).ok_or_else(|| self.invalid(name, field))?;
        self.checked(place, ty, name, field)
    }

    /// A scalar source of eight bits. A literal is taken.
    pub fn ssrc(&mut self, field: u32, slot: Slot, number: u8) -> Result<Operand, Error> {
        let operand = self.src(field, slot, number)?;
        match operand.place {
            Place::LdsDirect | Place::Vgpr(_) => Err(self.invalid(Field::Source(number), field)),
            _ => Ok(operand),
        }
    }

    /// A source of nine bits that the slot allows. A literal is taken.
    pub fn src(&mut self, field: u32, slot: Slot, number: u8) -> Result<Operand, Error> {
        let name = Field::Source(number);
        let (Slot::Any(ty) | Slot::Scalar(ty) | Slot::Vector(ty) | Slot::Register(ty)) = slot else {
            return Err(self.invalid(name, field));
        };
        let operand = self.source(field as u16, ty, name)?;
        let allowed = match slot {
            Slot::Scalar(_) => !matches!(operand.place, Place::Vgpr(_)),
            Slot::Vector(_) => matches!(operand.place, Place::Vgpr(_)),
            Slot::Register(_) => is_scalar_register(operand.place),
            Slot::Any(Type::Mask) => {
                is_scalar_register(operand.place) && !matches!(operand.place, Place::ExecLo | Place::ExecHi)
            }
            _ => true,
        };
        if allowed { Ok(operand) } else { Err(self.invalid(name, field)) }
    }

    fn source(&mut self, field: u16, ty: Type, name: Field) -> Result<Operand, Error> {
        if field == 255 {
            let literal = self.literal()?;
            return Ok(self.operand(Place::Literal(literal), ty));
        }
        let place = place(field).ok_or_else(|| self.invalid(name, field.into()))?;
        self.checked(place, ty, name, field.into())
    }

    /// The one literal that an instruction can have: all its sources that ask for one share it.
    pub fn literal(&mut self) -> Result<u32, Error> {
        let base = super::base_dwords(self.encoding);
        if self.taken == base {
            self.take()?;
        }
        Ok(self.word(base.into()))
    }

    fn checked(&self, place: Place, ty: Type, name: Field, field: u32) -> Result<Operand, Error> {
        let operand = self.operand(place, ty);
        let dwords = operand.dwords;
        if !aligned(place, dwords) {
            return Err(Error::Misaligned { pc: self.pc, opcode: self.row.opcode, field: name, value: field, dwords });
        }
        if holds(place, dwords) { Ok(operand) } else { Err(self.invalid(name, field)) }
    }
}
