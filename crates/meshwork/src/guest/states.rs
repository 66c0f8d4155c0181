//! What a wave and memory hold before a run, at random, and what is left behind it.
//!
//! Some registers hold addresses, so that random instructions find memory: lanes that write have places of their own there, since their
//! order at one place says nothing of the translation.

use fastrand::Rng;
use meshwork_rdna2::interpret::{Exports, LinearMemory, Mode as FloatMode, NoImages, Tiny, WaveState, Workgroup};
use meshwork_rdna2::translate::{
    SCC_WORD, STATE_CODE_WORD, STATE_LDS_WORD, STATE_WINDOW_WORD, VECTOR_WORD, state_words,
};
use meshwork_rdna2::{Sgpr, Vgpr, Wave};

use super::compare::exports_difference;
use super::words::edge;

/// Vector registers: v0 to v15 hold anything, those behind them the addresses.
pub const VECTORS: u8 = 24;
/// Multiples of 16, 4 and 1, of the lanes' numbers in some order.
pub const BY_16: u8 = 16;
pub const BY_4: u8 = 17;
pub const BY_1: u8 = 18;
/// Whatever a program computes; a multiple of 4, mostly within LDS.
pub const COMPUTED: u8 = 19;
/// An address in memory, two registers: by 16 bytes, as the first.
pub const LANE_ADDRESS: u8 = 20;
/// An index, as the third, and an offset, the same for all; two registers.
pub const INDEX_OFFSET: u8 = 22;

/// Scalar registers from here on have a meaning of their own.
pub const FREE_SCALARS: u8 = 72;
/// V#: of bytes, and of elements of 16 bytes.
pub const RAW: u8 = 84;
pub const STRUCTURED: u8 = 88;
/// Address in memory.
pub const ADDRESS: u8 = 92;
/// A few bytes, a multiple of 4.
pub const OFFSET: u8 = 94;

pub const LDS_BYTES: u32 = 1024;
/// Of a lane: the greatest offset that [`super::words`] makes, and an element.
pub const SCRATCH_BYTES: u32 = 400;
/// Of drivers: denormals of 32 bits are flushed.
const FLOAT_MODE: u8 = 0xc0;

/// Where guest memory begins: beyond 32 bits. Each state has its own part of it.
const WINDOW: u64 = 0x0012_3456_0000;
const MEMORY_WORDS: usize = 2048;
const MEMORY_BYTES: u64 = 4 * MEMORY_WORDS as u64;
const CODE: u64 = 0x4567_89ab_c000;

/// What is expected in a lane's registers, and what was found.
pub type Words<'a> = &'a dyn Fn(Vgpr) -> (u32, u32);

/// Before a run, or behind it.
pub struct State {
    wave: Wave,
    lds_bytes: u32,
    /// Which part of memory it has.
    place: usize,
    /// In the layout of `meshwork_rdna2::translate::Frame::Registers`.
    pub words: Vec<u32>,
    pub memory: Vec<u32>,
    pub exports: Exports,
}

impl State {
    pub fn random(wave: Wave, lds_bytes: u32, place: usize, rng: &mut Rng) -> Self {
        let words = (0..state_words(wave, VECTORS, lds_bytes)).map(|_| edge(rng)).collect();
        let memory = (0..MEMORY_WORDS).map(|_| edge(rng)).collect();
        let mut state = Self { wave, lds_bytes, place, words, memory, exports: Exports::default() };
        state.words[SCC_WORD as usize] = rng.bool().into();
        for half in [126, 127] {
            state.words[half] = match rng.u8(..4) {
                0 => u32::MAX,
                1 => rng.u32(..) & rng.u32(..) & rng.u32(..),
                2 => rng.u32(..),
                _ => rng.u32(..) | rng.u32(..),
            };
        }
        if rng.u8(..8) == 0 {
            (state.words[126], state.words[127]) = (0, 0);
        }
        state.set_addresses(rng);
        state
    }

    fn set_addresses(&mut self, rng: &mut Rng) {
        let base = self.memory_address();
        let (low, high) = (base as u32, (base >> 32) as u32);
        let mut set =
            |first: u8, values: &[u32]| self.words[usize::from(first)..][..values.len()].copy_from_slice(values);
        // OOB_SELECT 3, DST_SEL xyzw, 32_FLOAT.
        set(RAW, &[low, high, rng.u32(0..1000) * 4, 0x3001_6fac]);
        // OOB_SELECT 0 or 1, any components and format.
        let fourth = rng.u32(0..2) << 28 | rng.u32(1..78) << 12 | if rng.bool() { 0xfac } else { rng.u32(..0x1000) };
        set(STRUCTURED, &[low, high | 16 << 16, rng.u32(48..65), fourth]);
        let address = base + 1024;
        set(ADDRESS, &[address as u32, (address >> 32) as u32, rng.u32(0..16) * 4]);

        let lanes = self.wave.lanes();
        let mut order: Vec<u32> = (0..lanes).collect();
        rng.shuffle(&mut order);
        let index_offset = rng.u32(0..4) * 4;
        for (lane, number) in order.into_iter().enumerate() {
            let own = address + 16 * u64::from(number);
            let values = [
                16 * number,
                4 * number,
                number,
                rng.u32(0..LDS_BYTES / 2) * 4,
                own as u32,
                (own >> 32) as u32,
                number,
                index_offset,
            ];
            for (register, value) in (BY_16..).zip(values) {
                let at = self.vector_word(register, lane);
                self.words[at] = value;
            }
        }
    }

    /// For a dispatch of so many states, whose slots of LDS are at an address of the device.
    pub fn set_places(&mut self, states: usize, lds: u64) {
        let bytes = MEMORY_BYTES as u32 * states as u32;
        let at = STATE_WINDOW_WORD as usize;
        self.words[at..at + 3].copy_from_slice(&[WINDOW as u32, (WINDOW >> 32) as u32, bytes]);
        for (at, address) in [(STATE_CODE_WORD, CODE), (STATE_LDS_WORD, lds)] {
            self.words[at as usize..][..2].copy_from_slice(&[address as u32, (address >> 32) as u32]);
        }
    }

    fn memory_address(&self) -> u64 {
        WINDOW + MEMORY_BYTES * self.place as u64
    }

    fn vector_word(&self, register: u8, lane: usize) -> usize {
        VECTOR_WORD as usize + usize::from(register) * self.wave.lanes() as usize + lane
    }

    fn lds_word(&self) -> usize {
        self.words.len() - self.lds_bytes as usize / 4
    }

    /// Registers that a program can name: SGPRs, VCC, M0, EXEC.
    fn scalars() -> impl Iterator<Item = u8> {
        (0..108).chain([124, 126, 127])
    }

    /// What `code` leaves of it.
    pub fn interpreted(&self, code: &[u32], tiny: Tiny) -> Result<Self, meshwork_rdna2::interpret::Error> {
        let mode = FloatMode { tiny, ..FloatMode::from_float_mode(FLOAT_MODE) };
        let mut start = WaveState::new(self.wave, mode, SCRATCH_BYTES);
        for register in Self::scalars() {
            start.set_sgpr(Sgpr(register), self.words[usize::from(register)]);
        }
        start.scc = self.words[SCC_WORD as usize] != 0;
        let lanes = self.wave.lanes() as usize;
        for register in 0..VECTORS {
            let at = self.vector_word(register, 0);
            start.vgpr_mut(Vgpr(register))[..lanes].copy_from_slice(&self.words[at..at + lanes]);
        }
        let mut memory = LinearMemory { base: self.memory_address(), bytes: bytes_of(&self.memory) };
        let mut images = NoImages;
        let mut workgroup = Workgroup::new(code, CODE, vec![start], self.lds_bytes, &mut memory, &mut images);
        workgroup.lds_mut().copy_from_slice(&bytes_of(&self.words[self.lds_word()..]));
        workgroup.run()?;

        let end = &workgroup.waves[0];
        let mut words = self.words.clone();
        for register in Self::scalars() {
            words[usize::from(register)] = end.sgpr(Sgpr(register));
        }
        words[SCC_WORD as usize] = end.scc.into();
        for register in 0..VECTORS {
            let at = self.vector_word(register, 0);
            words[at..at + lanes].copy_from_slice(&end.vgpr(Vgpr(register))[..lanes]);
        }
        words[self.lds_word()..].copy_from_slice(&words_of(workgroup.lds()));
        let exports = workgroup.exports().clone();
        Ok(Self { words, memory: words_of(&memory.bytes), exports, ..*self })
    }

    /// The same with what a device left.
    pub fn ended(&self, words: Vec<u32>, memory: Vec<u32>, exports: Exports) -> Self {
        Self { words, memory, exports, ..*self }
    }

    /// The first difference of another run's end, if `is_same` does not say that what a vector register holds in a lane is the same result.
    pub fn difference(&self, found: &Self, is_same: impl Fn(Vgpr, Words<'_>) -> bool) -> Option<String> {
        for register in Self::scalars().map(usize::from).chain([SCC_WORD as usize]) {
            let (expected, found) = (self.words[register], found.words[register]);
            if expected != found {
                return Some(format!("scalar {register} is {found:08x}, {expected:08x} expected"));
            }
        }
        for register in 0..VECTORS {
            for lane in 0..self.wave.lanes() as usize {
                let words = |register: Vgpr| {
                    let at = self.vector_word(register.0, lane);
                    (self.words[at], found.words[at])
                };
                let (expected, found) = words(Vgpr(register));
                if expected != found && !is_same(Vgpr(register), &words) {
                    return Some(format!("v{register} lane {lane} is {found:08x}, {expected:08x} expected"));
                }
            }
        }
        let lds = |state: &Self| state.words[self.lds_word()..].to_vec();
        let of = |name: &str, expected: &[u32], found: &[u32]| {
            let at = expected.iter().zip(found).position(|(expected, found)| expected != found)?;
            Some(format!("{name} at {:#x} is {:08x}, {:08x} expected", 4 * at, found[at], expected[at]))
        };
        of("LDS", &lds(self), &lds(found))
            .or_else(|| of("memory", &self.memory, &found.memory))
            .or_else(|| exports_difference(&self.exports, &found.exports, 0.0))
    }
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytemuck::pod_collect_to_vec(bytes)
}
