//! What a wave holds: scalar and vector registers, SCC, MODE, scratch.

use super::error::Fault;
use super::mode::Mode;
use crate::instruction::Instruction;
use crate::operand::{Operand, Place};
use crate::registers::{Pc, Sgpr, Vgpr, Wave};

/// Operand fields of the scalar registers that have names (RDNA2 ISA, table of scalar operands).
const VCC: usize = 106;
const TTMP: usize = 108;
const M0: usize = 124;
const NULL: usize = 125;
const EXEC: usize = 126;

pub const LANES: usize = 64;

/// One wave's registers. VCC, M0 and EXEC stand among the scalar ones at their operand fields, so that whatever takes several
/// registers runs on into them as in hardware.
#[derive(Clone, Debug)]
pub struct WaveState {
    pub wave: Wave,
    pub pc: Pc,
    pub scc: bool,
    pub mode: Mode,
    /// Written by S_SETREG, and not asked for an address: scratch is the wave's own.
    pub flat_scratch: u64,
    scalars: [u32; 128],
    vectors: Vec<[u32; LANES]>,
    /// Bytes of each lane, one lane after the other.
    scratch: Vec<u8>,
}

impl WaveState {
    /// Every register is 0, every lane is active.
    pub fn new(wave: Wave, mode: Mode, scratch_bytes_per_lane: u32) -> Self {
        let mut state = Self {
            wave,
            pc: Pc(0),
            scc: false,
            mode,
            flat_scratch: 0,
            scalars: [0; 128],
            vectors: vec![[0; LANES]; 256],
            scratch: vec![0; scratch_bytes_per_lane as usize * wave.lanes() as usize],
        };
        state.set_exec(u64::MAX);
        state
    }

    pub fn lanes(&self) -> usize {
        self.wave.lanes() as usize
    }

    /// Active lanes, in order.
    pub fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let exec = self.exec();
        (0..self.lanes()).filter(move |lane| exec >> lane & 1 != 0)
    }

    pub fn exec(&self) -> u64 {
        self.mask(EXEC)
    }

    pub fn set_exec(&mut self, mask: u64) {
        self.set_mask(EXEC, mask);
    }

    pub fn vcc(&self) -> u64 {
        self.mask(VCC)
    }

    pub fn set_vcc(&mut self, mask: u64) {
        self.set_mask(VCC, mask);
    }

    pub fn m0(&self) -> u32 {
        self.scalars[M0]
    }

    pub fn sgpr(&self, sgpr: Sgpr) -> u32 {
        self.scalar(usize::from(sgpr.0))
    }

    pub fn set_sgpr(&mut self, sgpr: Sgpr, value: u32) {
        self.set_scalar(usize::from(sgpr.0), value);
    }

    /// By lane.
    pub fn vgpr(&self, vgpr: Vgpr) -> &[u32; LANES] {
        &self.vectors[usize::from(vgpr.0)]
    }

    pub fn vgpr_mut(&mut self, vgpr: Vgpr) -> &mut [u32; LANES] {
        &mut self.vectors[usize::from(vgpr.0)]
    }

    /// A lane mask: in wave32 the second dword is an ordinary register.
    fn mask(&self, first: usize) -> u64 {
        match self.wave {
            Wave::W32 => u64::from(self.scalars[first]),
            Wave::W64 => u64::from(self.scalars[first]) | u64::from(self.scalars[first + 1]) << 32,
        }
    }

    fn set_mask(&mut self, first: usize, mask: u64) {
        self.scalars[first] = mask as u32;
        if self.wave == Wave::W64 {
            self.scalars[first + 1] = (mask >> 32) as u32;
        }
    }

    pub(super) fn scalar(&self, index: usize) -> u32 {
        self.scalars.get(index).copied().unwrap_or(0)
    }

    pub(super) fn set_scalar(&mut self, index: usize, value: u32) {
        if index != NULL && index < self.scalars.len() {
            self.scalars[index] = value;
        }
    }

    /// Where a scalar register stands, by operand field.
    pub(super) fn scalar_index(place: Place) -> Option<usize> {
        Some(match place {
            Place::Sgpr(Sgpr(number)) => usize::from(number),
            Place::VccLo => VCC,
            Place::VccHi => VCC + 1,
            Place::Ttmp(number) => TTMP + usize::from(number),
            Place::M0 => M0,
            Place::Null => NULL,
            Place::ExecLo => EXEC,
            Place::ExecHi => EXEC + 1,
            _ => return None,
        })
    }

    /// The dwords of a scalar operand, VGPRs excepted.
    pub(super) fn scalar_dwords(&self, operand: Operand) -> Result<Vec<u32>, Fault> {
        match Self::scalar_index(operand.place) {
            Some(NULL) => Ok(vec![0; usize::from(operand.dwords)]),
            Some(first) => Ok((first..first + usize::from(operand.dwords)).map(|index| self.scalar(index)).collect()),
            None => {
                let value = self.read_scalar(operand)?;
                Ok(vec![value as u32, (value >> 32) as u32])
            }
        }
    }

    /// A scalar operand of up to two dwords.
    pub(super) fn read_scalar(&self, operand: Operand) -> Result<u64, Fault> {
        if let Some(constant) = operand.constant() {
            return Ok(constant);
        }
        if let Some(first) = Self::scalar_index(operand.place) {
            let low = u64::from(self.scalar(first));
            return Ok(if operand.dwords > 1 { low | u64::from(self.scalar(first + 1)) << 32 } else { low });
        }
        match operand.place {
            Place::VccZ => Ok(u64::from(self.vcc() == 0)),
            Place::ExecZ => Ok(u64::from(self.exec() == 0)),
            Place::Scc => Ok(u64::from(self.scc)),
            Place::LdsDirect => Err(Fault::Unsupported("LDS_DIRECT")),
            Place::PopsExitingWaveId => Err(Fault::Unsupported("POPS_EXITING_WAVE_ID")),
            _ => Err(Fault::Unsupported("an aperture as operand")),
        }
    }

    pub(super) fn write_scalar(&mut self, operand: Operand, value: u64) {
        if let Some(first) = Self::scalar_index(operand.place) {
            self.set_scalar(first, value as u32);
            if operand.dwords > 1 && first != NULL {
                self.set_scalar(first + 1, (value >> 32) as u32);
            }
        }
    }

    /// A vector or scalar operand of up to two dwords as lane `lane` sees it.
    pub(super) fn read_lane(&self, operand: Operand, lane: usize) -> Result<u64, Fault> {
        match operand.place {
            Place::Vgpr(vgpr) => {
                let low = u64::from(self.vgpr(vgpr)[lane]);
                Ok(if operand.dwords > 1 { low | u64::from(self.vgpr(next(vgpr, 1))[lane]) << 32 } else { low })
            }
            _ => self.read_scalar(operand),
        }
    }

    pub(super) fn write_lane(&mut self, vgpr: Vgpr, dwords: u8, lane: usize, value: u64) {
        self.vgpr_mut(vgpr)[lane] = value as u32;
        if dwords > 1 {
            self.vgpr_mut(next(vgpr, 1))[lane] = (value >> 32) as u32;
        }
    }

    /// The registers from `vgpr` on, in one lane.
    pub(super) fn lane_dwords(&self, vgpr: Vgpr, count: usize, lane: usize) -> Vec<u32> {
        (0..count).map(|offset| self.vgpr(next(vgpr, offset))[lane]).collect()
    }

    pub(super) fn set_lane_dwords(&mut self, vgpr: Vgpr, lane: usize, values: &[u32]) {
        for (offset, value) in values.iter().enumerate() {
            self.vgpr_mut(next(vgpr, offset))[lane] = *value;
        }
    }

    /// Scratch of one lane.
    pub(super) fn scratch_mut(&mut self, lane: usize) -> &mut [u8] {
        let bytes = self.scratch.len() / self.lanes();
        &mut self.scratch[lane * bytes..][..bytes]
    }

    pub(super) fn jump(&mut self, instruction: &Instruction) {
        if let Some(target) = instruction.target() {
            self.pc = target;
        }
    }
}

/// Registers wrap at 256; the decoder refuses operands that run beyond.
pub(super) fn next(vgpr: Vgpr, offset: usize) -> Vgpr {
    Vgpr((usize::from(vgpr.0) + offset) as u8)
}
