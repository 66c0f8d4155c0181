//! Guest memory as the interpreter sees it.

use super::error::Fault;

/// Addresses of the guest. V# bounds are checked before: what comes here must exist.
pub trait Memory {
    fn read(&mut self, address: u64, into: &mut [u8]) -> Result<(), Fault>;
    fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault>;
}

/// Addresses have 48 bits; what stands above them is a sign that not everyone writes (a V# has no room for it).
pub(super) const ADDRESS: u64 = (1 << 48) - 1;

/// Where so many bytes at an address are: dwords at a multiple of four, whatever the low two bits say (SH_MEM_CONFIG, ALIGNMENT_MODE
/// DWORD).
pub(super) fn aligned(address: u64, bytes: usize) -> u64 {
    if bytes >= 4 { address & !3 } else { address }
}

/// One window of guest addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearMemory {
    pub base: u64,
    pub bytes: Vec<u8>,
}

impl LinearMemory {
    /// So many bytes at an address, if they are there.
    pub fn slice(&self, address: u64, bytes: usize) -> Option<&[u8]> {
        let offset = usize::try_from(address.wrapping_sub(self.base) & ADDRESS).ok()?;
        self.bytes.get(offset..offset.checked_add(bytes)?)
    }

    fn window(&mut self, address: u64, bytes: usize) -> Result<&mut [u8], Fault> {
        let offset = usize::try_from(address.wrapping_sub(self.base) & ADDRESS).unwrap_or(usize::MAX);
        let unmapped = Fault::Unmapped { address, bytes: bytes as u32 };
        offset.checked_add(bytes).and_then(|end| self.bytes.get_mut(offset..end)).ok_or(unmapped)
    }
}

impl Memory for LinearMemory {
    fn read(&mut self, address: u64, into: &mut [u8]) -> Result<(), Fault> {
        into.copy_from_slice(self.window(address, into.len())?);
        Ok(())
    }

    fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        self.window(address, from.len())?.copy_from_slice(from);
        Ok(())
    }
}

/// The dword at an address.
pub(super) fn read_dword(memory: &mut dyn Memory, address: u64) -> Result<u32, Fault> {
    let mut bytes = [0; 4];
    memory.read(address, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
