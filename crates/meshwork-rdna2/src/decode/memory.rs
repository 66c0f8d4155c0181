//! SMEM, DS, MUBUF, MTBUF, FLAT, GLOBAL, SCRATCH and EXP.

use super::{At, bit, bits};
use crate::error::{Error, Field};
use crate::instruction::{Buffer, Export, ExportTarget, Flat, Lds, LdsOffset, ScalarMemory};
use crate::opcode::{Encoding, Opcode, Slot, flag};
use crate::operand::{Operand, Place, Type};
use crate::registers::Vgpr;

/// The scalar register field that says "none" (NULL).
const NULL: u32 = 125;

/// SADDR of a scratch access that has no address register at all.
const NEITHER: u32 = 127;

impl At<'_> {
    pub fn smem(&mut self) -> Result<ScalarMemory, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let (data, base) = (bits(low, 12, 6), bits(low, 5, 0) << 1);
        let (soffset, offset) = (bits(high, 31, 25), bits(high, 20, 0));
        let mut fields = ScalarMemory {
            sdata: None,
            sbase: None,
            soffset: None,
            // 21 bits with sign.
            offset: (offset << 11) as i32 >> 11,
            probe: None,
            glc: bit(low, 16),
            dlc: bit(low, 14),
        };
        if let [Slot::Any(ty)] = self.row.results {
            let sdata = self.sdst(data, *ty, Field::Data)?;
            // It comes too late for what is read ahead (RDNA2 ISA, 7.1).
            if matches!(sdata.place, Place::M0 | Place::ExecLo | Place::ExecHi) {
                return Err(self.invalid(Field::Data, data));
            }
            fields.sdata = Some(sdata);
        }
        let address = match self.row.sources {
            [Slot::Immediate(_), Slot::Any(ty)] => {
                fields.probe = Some(data as u8);
                (fields.glc, fields.dlc) = (false, false);
                *ty
            }
            [Slot::Any(ty)] => *ty,
            _ => return Ok(ScalarMemory { offset: 0, ..fields }),
        };
        fields.sbase = Some(self.sdst(base, address, Field::Address)?);
        if soffset != NULL {
            fields.soffset = Some(self.sdst(soffset, Type::U32, Field::Offset)?);
        }
        Ok(fields)
    }

    pub fn ds(&mut self) -> Result<Lds, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let gds = bit(low, 17);
        if gds && self.row.has(flag::no_gds) || !gds && self.row.has(flag::gds) {
            return Err(self.invalid(Field::Segment, gds.into()));
        }
        let dst = match self.row.results {
            [Slot::Any(ty)] => Some(self.vgpr(bits(high, 31, 24), *ty, Field::Destination)?),
            _ => self.must_be_zero(bits(high, 31, 24)).map(|()| None)?,
        };
        let mut sources = self.row.sources.iter();
        let mut addr = None;
        if self.row.sources.first() == Some(&Slot::Address) {
            addr = Some(Vgpr(bits(high, 7, 0) as u8));
            sources.next();
        } else {
            self.must_be_zero(bits(high, 7, 0))?;
        }
        let mut data = [None; 2];
        for (data, field) in data.iter_mut().zip([bits(high, 15, 8), bits(high, 23, 16)]) {
            match sources.next() {
                Some(Slot::Any(ty)) => *data = Some(self.vgpr(field, *ty, Field::Data)?),
                _ => self.must_be_zero(field)?,
            }
        }
        let offset = if self.row.has(flag::two) {
            LdsOffset::Two(bits(low, 7, 0) as u8, bits(low, 15, 8) as u8)
        } else {
            LdsOffset::One(bits(low, 15, 0) as u16)
        };
        Ok(Lds { dst, addr, data, offset, gds })
    }

    pub fn mubuf(&mut self) -> Result<Buffer, Error> {
        let lds = bit(self.word(0), 16);
        if lds && !self.row.has(flag::lds) {
            return Err(self.invalid(Field::Segment, 1));
        }
        self.buffer(lds, None)
    }

    pub fn mtbuf(&mut self) -> Result<Buffer, Error> {
        self.buffer(false, Some(bits(self.word(0), 25, 19) as u8))
    }

    fn buffer(&mut self, lds: bool, format: Option<u8>) -> Result<Buffer, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let tfe = bit(high, 23);
        let mut fields = Buffer {
            vdata: None,
            vaddr: None,
            srsrc: None,
            soffset: None,
            offset: bits(low, 11, 0) as u16,
            offen: bit(low, 12),
            idxen: bit(low, 13),
            glc: bit(low, 14),
            dlc: bit(low, 15),
            slc: bit(high, 22),
            tfe,
            lds,
            format,
        };
        let Some(ty) = self.memory_type() else {
            self.must_be_zero(bits(low, 16, 12) | bits(high, 23, 23))?;
            return Ok(fields);
        };
        let no_status = format.is_some() || lds || self.is_atomic();
        if tfe && no_status || fields.dlc && self.is_atomic() {
            return Err(self.invalid(Field::Reserved, high));
        }
        if !lds {
            fields.vdata = Some(self.data(bits(high, 15, 8), ty, tfe)?);
        }
        if fields.offen || fields.idxen {
            let both = fields.offen && fields.idxen;
            let ty = if both { Type::B64 } else { Type::B32 };
            fields.vaddr = self.vgpr(bits(high, 7, 0), ty, Field::Address)?.vgpr();
        }
        fields.srsrc = Some(self.sdst(bits(high, 20, 16) << 2, Type::B128, Field::Resource)?);
        fields.soffset = Some(self.ssrc(bits(high, 31, 24), Slot::Any(Type::U32), 2)?);
        Ok(fields)
    }

    /// It has both an operand and a result.
    fn is_atomic(&self) -> bool {
        matches!((self.row.sources, self.row.results), ([Slot::Any(_)], [Slot::Any(_)]))
    }

    /// The type of what is loaded or stored; of an atomic, of its operand, which a compare-and-swap has two of.
    fn memory_type(&self) -> Option<Type> {
        match (self.row.sources, self.row.results) {
            ([Slot::Any(ty)], _) | ([], [Slot::Any(ty)]) => Some(*ty),
            _ => None,
        }
    }

    /// Data registers, one more where the status of the access is returned.
    fn data(&self, field: u32, ty: Type, status: bool) -> Result<Operand, Error> {
        let operand = self.vgpr(field, ty, Field::Data)?;
        let dwords = operand.dwords + u8::from(status);
        if field + u32::from(dwords) > 256 {
            return Err(self.invalid(Field::Data, field));
        }
        Ok(Operand { dwords, ..operand })
    }

    pub fn flat(&mut self) -> Result<Flat, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let (vdst, saddr) = (bits(high, 31, 24), bits(high, 22, 16));
        let mut fields = Flat {
            vdst: None,
            vaddr: None,
            vdata: None,
            saddr: None,
            // 12 bits, with sign where the segment is known.
            offset: match self.encoding {
                Encoding::FLAT => bits(low, 11, 0) as i16,
                _ => ((bits(low, 11, 0) << 4) as i16) >> 4,
            },
            dlc: bit(low, 12),
            lds: bit(low, 13),
            glc: bit(low, 16),
            slc: bit(low, 17),
        };
        if fields.lds && !self.row.has(flag::lds) {
            return Err(self.invalid(Field::Segment, 1));
        }
        self.must_be_zero(bits(high, 23, 23))?;
        let neither = self.encoding == Encoding::SCRATCH && saddr == NEITHER;
        let (mut scalar, mut vector) = (Type::U64, Type::U64);
        match self.encoding {
            Encoding::SCRATCH => (scalar, vector) = (Type::U32, Type::U32),
            Encoding::GLOBAL if saddr != NULL => vector = Type::U32,
            _ => {}
        }
        if self.encoding == Encoding::FLAT && saddr != NULL {
            return Err(self.invalid(Field::Address, saddr));
        } else if saddr != NULL && !neither {
            fields.saddr = Some(self.sdst(saddr, scalar, Field::Address)?);
        }
        let lane_addressed =
            matches!(self.row.opcode, Opcode::GLOBAL_LOAD_DWORD_ADDTID | Opcode::GLOBAL_STORE_DWORD_ADDTID);
        if !lane_addressed && !neither && (self.encoding != Encoding::SCRATCH || fields.saddr.is_none()) {
            fields.vaddr = Some(self.vgpr(bits(high, 7, 0), vector, Field::Address)?);
        }
        self.flat_data(&mut fields, vdst, bits(high, 15, 8))?;
        Ok(fields)
    }

    fn flat_data(&self, fields: &mut Flat, vdst: u32, data: u32) -> Result<(), Error> {
        if let [Slot::Any(ty)] = self.row.sources {
            fields.vdata = Some(self.vgpr(data, *ty, Field::Data)?);
        }
        match self.row.results {
            // What an atomic returns, if asked for.
            [Slot::Any(_)] if fields.lds || fields.vdata.is_some() && !fields.glc => {}
            [Slot::Any(ty)] => fields.vdst = Some(self.vgpr(vdst, *ty, Field::Destination)?),
            _ => {}
        }
        Ok(())
    }

    pub fn exp(&self) -> Export {
        let (low, high) = (self.word(0), self.word(1));
        let number = bits(low, 9, 4) as u8;
        let target = match number {
            0..=7 => ExportTarget::Mrt(number),
            8 => ExportTarget::Mrtz,
            9 => ExportTarget::Null,
            12..=16 => ExportTarget::Position(number - 12),
            20 => ExportTarget::Primitive,
            32.. => ExportTarget::Parameter(number - 32),
            _ => ExportTarget::Reserved(number),
        };
        let compr = bit(low, 10);
        Export {
            target,
            src: std::array::from_fn(|index| {
                // Compressed, a register holds two components.
                let register = if compr { index / 2 } else { index } as u32;
                let (place, enabled) = (8 * register, bit(low, index as u32));
                enabled.then_some(Vgpr(bits(high, place + 7, place) as u8))
            }),
            done: bit(low, 11),
            compr,
            vm: bit(low, 12),
        }
    }

    /// A scalar register field in units of four registers.
    pub fn resource(&self, field: u32, ty: Type, name: Field) -> Result<Operand, Error> {
        self.sdst(field << 2, ty, name)
    }

    pub fn vgpr_at(&self, field: u32, offset: u32) -> Result<Vgpr, Error> {
        u8::try_from(field + offset).map(Vgpr).map_err(|_| self.invalid(Field::Address, field))
    }

    /// Image data: `dwords` registers.
    pub fn texel(&self, field: u32, dwords: u8, ty: Type) -> Result<Operand, Error> {
        if field + u32::from(dwords) > 256 {
            return Err(self.invalid(Field::Data, field));
        }
        Ok(Operand { place: Place::Vgpr(Vgpr(field as u8)), ty, dwords })
    }
}
