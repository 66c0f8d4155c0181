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

/// Whether `dwords` scalar registers can begin there: pairs at even numbers, more at multiples of four (RDNA2 ISA, 3.6.2), and
/// all of one kind.
fn holds(place: Place, dwords: u8) -> bool {
    let align = dwords.next_power_of_two().min(4);
    let within = |first: u8, count: u8| first.is_multiple_of(align) && first + dwords <= count;
    match place {
        _ if dwords == 1 => true,
        Place::Sgpr(Sgpr(first)) => within(first, Sgpr::COUNT),
        Place::Ttmp(first) => within(first, 16),
        Place::Vgpr(Vgpr(first)) => u16::from(first) + u16::from(dwords) <= 256,
        Place::VccHi | Place::ExecHi | Place::M0 => false,
        Place::VccLo | Place::ExecLo | Place::Null => dwords == 2,
        _ => dwords == 2,
    }
}

impl At<'_> {
    /// A vector register field.
    pub fn vgpr(&self, field: u32, ty: Type, name: Field) -> Result<Operand, Error> {
        self.checked(Place::Vgpr(Vgpr(field as u8)), ty, name, field)
    }

    /// A scalar destination field of seven bits.
    pub fn sdst(&self, field: u32, ty: Type, name: Field) -> Result<Operand, Error> {
        let place = place(field as u16 & 0x7f).ok_or_else(|| self.invalid(name, field))?;
        self.checked(place, ty, name, field)
    }

    /// A scalar source of eight bits. A literal is taken.
    pub fn ssrc(&mut self, field: u32, ty: Type, number: u8) -> Result<Operand, Error> {
        let operand = self.source(field as u16, ty, Field::Source(number))?;
        match operand.place {
            Place::LdsDirect | Place::Vgpr(_) => Err(self.invalid(Field::Source(number), field)),
            _ => Ok(operand),
        }
    }

    /// A source of nine bits that the slot allows. A literal is taken.
    pub fn src(&mut self, field: u32, slot: Slot, number: u8) -> Result<Operand, Error> {
        let name = Field::Source(number);
        let (Slot::Any(ty) | Slot::Scalar(ty) | Slot::Vector(ty)) = slot else {
            return Err(self.invalid(name, field));
        };
        let operand = self.source(field as u16, ty, name)?;
        let allowed = match slot {
            Slot::Scalar(_) => !matches!(operand.place, Place::Vgpr(_)),
            Slot::Vector(_) => matches!(operand.place, Place::Vgpr(_)),
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
        if holds(place, operand.dwords) { Ok(operand) } else { Err(self.invalid(name, field)) }
    }
}
