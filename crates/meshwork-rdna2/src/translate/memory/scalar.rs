//! SMEM: loads to scalar registers (RDNA2 ISA, chapter 7 and 12.6).

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Instruction, ScalarMemory};
use crate::opcode::Opcode::*;

impl Translator<'_> {
    pub fn scalar_memory(&mut self, at: &Instruction, access: &ScalarMemory) -> Result<(), Error> {
        let is_buffer = match at.opcode {
            S_LOAD_DWORD | S_LOAD_DWORDX2 | S_LOAD_DWORDX4 | S_LOAD_DWORDX8 | S_LOAD_DWORDX16 => false,
            S_BUFFER_LOAD_DWORD
            | S_BUFFER_LOAD_DWORDX2
            | S_BUFFER_LOAD_DWORDX4
            | S_BUFFER_LOAD_DWORDX8
            | S_BUFFER_LOAD_DWORDX16 => true,
            S_GL1_INV | S_DCACHE_INV => return Ok(()),
            _ => return Err(self.unsupported(at)),
        };
        let (Some(sdata), Some(sbase)) = (access.sdata, access.sbase) else { return Err(self.unsupported(at)) };
        self.order_memory(at);
        let base = self.scalar_wide(at, sbase)?;
        let soffset = match access.soffset {
            Some(operand) => self.scalar_dword(at, operand, 0)?,
            None => self.emit.word(0),
        };
        let records = if is_buffer { Some(self.scalar_records(at, access)?) } else { None };
        let count = u32::from(sdata.dwords);
        let place = |this: &mut Self, dword: u32| {
            // The offset is signed, and with the register's it has more than 32 bits.
            let immediate = this.wide_constant(i64::from(access.offset) + 4 * i64::from(dword));
            let zero = this.emit.word(0);
            this.emit.add_wide(immediate, Wide { low: soffset, high: zero })
        };
        let first = place(self, 0);
        let (address, certain) = match records {
            None => (self.emit.add_wide(base, first), self.emit.bit(true)),
            Some(records) => (self.record_address(base, first), self.holds_records(first, 4 * count, records)),
        };
        let values = self.load_dwords(address, count, certain, |this| {
            let each = (0..count).map(|dword| {
                let offset = place(this, dword);
                match records {
                    None => this.load_dword_apart(base, offset),
                    Some(records) => this.load_record_dword(base, offset, records),
                }
            });
            each.collect()
        });
        for (dword, value) in values.into_iter().enumerate() {
            let value = self.same_for_all(value);
            self.set_scalar_dword(sdata, dword as u8, value);
        }
        Ok(())
    }

    fn wide_constant(&mut self, value: i64) -> Wide {
        Wide { low: self.emit.word(value as u32), high: self.emit.word((value >> 32) as u32) }
    }

    /// Bytes of a V#'s records: of the stride's size, or bytes themselves without one.
    fn scalar_records(&mut self, at: &Instruction, access: &ScalarMemory) -> Result<Wide, Error> {
        let Some(sbase) = access.sbase else { return Err(self.unsupported(at)) };
        let (second, records) = (self.scalar_dword(at, sbase, 1)?, self.scalar_dword(at, sbase, 2)?);
        let stride = self.emit.shift_right_constant(second, 16);
        let stride = self.emit.and_constant(stride, 0x3fff);
        let one = self.emit.word(1);
        let size = self.emit.max(stride, one);
        Ok(self.emit.mul_wide(records, size, false))
    }

    fn load_dword_apart(&mut self, base: Wide, offset: Wide) -> Word {
        let operands = [base, offset].map(|wide| [wide.low, wide.high]);
        self.apart("load_dword", operands.as_flattened(), |this, words| {
            let [base, offset] = [0, 2].map(|n| Wide { low: words[n], high: words[n + 1] });
            let address = this.emit.add_wide(base, offset);
            this.load_dword(address)
        })
    }

    /// A dword beyond the records reads as 0.
    fn load_record_dword(&mut self, base: Wide, offset: Wide, records: Wide) -> Word {
        let operands = [base, offset, records].map(|wide| [wide.low, wide.high]);
        self.apart("load_record_dword", operands.as_flattened(), |this, words| {
            let [base, offset, records] = [0, 2, 4].map(|n| Wide { low: words[n], high: words[n + 1] });
            let is_inside = this.holds_records(offset, 4, records);
            let address = this.record_address(base, offset);
            let (value, zero) = (this.load_dword(address), this.emit.word(0));
            this.emit.select(is_inside, value, zero)
        })
    }

    /// Whether records have `bytes` from an offset on, whose low two bits do not count.
    fn holds_records(&mut self, offset: Wide, bytes: u32, records: Wide) -> Bit {
        let offset = Wide { low: self.emit.and_constant(offset.low, !3), ..offset };
        let bytes = self.wide_constant(bytes.into());
        let end = self.emit.add_wide(offset, bytes);
        let is_beyond = self.emit.less_wide(records, end);
        let zero = self.emit.word(0);
        let is_before = self.emit.compare(Op::SLessThan, offset.high, zero);
        let is_outside = self.emit.either(is_before, is_beyond);
        self.emit.negate(is_outside)
    }

    fn record_address(&mut self, base: Wide, offset: Wide) -> Wide {
        let offset = Wide { low: self.emit.and_constant(offset.low, !3), ..offset };
        let base = Wide { low: self.emit.and_constant(base.low, !3), high: self.emit.and_constant(base.high, 0xffff) };
        self.emit.add_wide(base, offset)
    }

    /// Scalar state is the same in all invocations. What one of them loads while another stores might not be.
    fn same_for_all(&mut self, value: Word) -> Word {
        if self.lane.is_none() || !self.writes_memory {
            return value;
        }
        let first = self.emit.word(0);
        self.read_lane(&[value], first)
    }
}
