//! The launch table: what the waves of a draw find in their registers.
//!
//! | word | what |
//! |---|---|
//! | [`WINDOW_WORD`] | the window of guest memory: address, a multiple of four, low and high, and bytes |
//! | [`CODE_WORD`] | address of the program's first instruction, low and high |
//! | [`LDS_WORD`] | device address of the workgroups' slots, low and high ([`crate::translate::slot_words`]) |
//! | [`SCALARS_WORD`] | s0 on, the same for all workgroups but for s2 and s3 |
//! | [`GROUPS_WORD`] on | for each workgroup s2, then for each of its waves s3, 0 if there is no such wave, and [`LAUNCH_VECTORS`] vector registers of a word for each lane |
//!
//! What is bound ends where the table does: its length says how many workgroups there are, and no load has to be waited for.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{BuiltIn, Decoration, Op, StorageClass};

use super::{Translator, binding};
use crate::cfg::LiveRegisters;
use crate::emit::{Bit, Wide, Word};
use crate::registers::{Vgpr, Wave};
use crate::translate::Scalar;

pub const WINDOW_WORD: u32 = 0;
pub const CODE_WORD: u32 = 4;
pub const LDS_WORD: u32 = 6;
pub const SCALARS_WORD: u32 = 8;
pub const GROUPS_WORD: u32 = SCALARS_WORD + SCALARS;
/// s0 to s7 and 32 of user data.
const SCALARS: u32 = 40;
/// v0 to v8.
pub const LAUNCH_VECTORS: u32 = 9;
/// Workgroups in x: as many as any device has. More lie in y.
const GROUPS_WIDTH: u32 = 65_535;

/// Workgroups in x, y and z of a draw of so many. Those beyond them end at once.
pub const fn draw_size(groups: u32) -> [u32; 3] {
    if groups <= GROUPS_WIDTH { [groups, 1, 1] } else { [GROUPS_WIDTH, groups.div_ceil(GROUPS_WIDTH), 1] }
}

/// Words of a workgroup of so many waves.
pub const fn group_words(wave: Wave, waves: u32) -> u32 {
    1 + waves * wave_words(wave)
}

const fn wave_words(wave: Wave) -> u32 {
    1 + LAUNCH_VECTORS * wave.lanes()
}

impl Translator<'_> {
    pub(super) fn launch(&mut self) -> Id {
        match self.places.launch {
            Some(launch) => launch,
            None => {
                let launch = self.word_buffer("launch", binding::LAUNCH);
                self.emit.module.decorate(launch, Decoration::NonWritable, &[]);
                *self.places.launch.insert(launch)
            }
        }
    }

    fn launch_word(&mut self, at: Word) -> Word {
        let launch = self.launch();
        self.load_buffer_word(launch, at)
    }

    /// The workgroup's number in the draw.
    pub fn group(&mut self) -> Word {
        if let Some(group) = self.places.group {
            return group;
        }
        let ids = self.emit.module.uvec_type(3);
        let variable = self.emit.module.variable(StorageClass::Input, ids);
        self.emit.module.decorate(variable, Decoration::BuiltIn, &[BuiltIn::WorkgroupId as u32]);
        let ids = self.emit.load(ids, variable);
        let word = self.emit.types.word;
        let [x, y] = [0, 1].map(|n| Word(self.emit.value(Op::CompositeExtract, word, [ids.into(), n.into()])));
        let width = self.emit.word(GROUPS_WIDTH);
        let rows = self.emit.mul(y, width);
        let group = self.emit.add(rows, x);
        *self.places.group.insert(group)
    }

    /// The first word of the workgroup, and of a wave of it.
    fn group_start(&mut self) -> Word {
        let (group, size) = (self.group(), self.emit.word(group_words(self.wave, self.waves)));
        let first = self.emit.mul(group, size);
        self.emit.add_constant(first, GROUPS_WORD)
    }

    fn wave_start(&mut self, wave: Word) -> Word {
        let (group, size) = (self.group_start(), self.emit.word(wave_words(self.wave)));
        let offset = self.emit.mul(wave, size);
        let first = self.emit.add(group, offset);
        self.emit.add_constant(first, 1)
    }

    /// s2 of all waves.
    pub(super) fn workgroup_info(&mut self) -> Word {
        let at = self.group_start();
        self.launch_word(at)
    }

    /// The last workgroups may have fewer waves: s3 has the number of the workgroup's waves, which is not 0.
    pub fn is_wave_there(&mut self, wave: Word) -> Bit {
        let at = self.wave_start(wave);
        let info = self.launch_word(at);
        self.emit.is_not_zero(info)
    }

    /// What all waves share. Workgroups beyond the last one end here.
    pub(super) fn open_launch(&mut self) {
        let (first, launch) = (self.group_start(), self.launch());
        let end = self.emit.add_constant(first, group_words(self.wave, self.waves));
        let word = self.emit.types.word;
        let table = Word(self.emit.value(Op::ArrayLength, word, [launch.into(), 0.into()]));
        let is_beyond = self.emit.compare(Op::UGreaterThan, end, table);
        let merge = self.emit.begin_if(is_beyond);
        self.emit.return_();
        self.emit.end_if(merge);

        let [low, high, bytes] = [0, 1, 2].map(|n| {
            let at = self.emit.word(WINDOW_WORD + n);
            self.launch_word(at)
        });
        self.open_window(Wide { low, high }, bytes);
        let [low, high] = [0, 1].map(|n| {
            let at = self.emit.word(CODE_WORD + n);
            self.launch_word(at)
        });
        // The 48 bits of an address: programs make a V# of it, where a sign above them would be a stride.
        self.code = Some(Wide { low, high: self.emit.and_constant(high, 0xffff) });
    }

    /// Address of the first workgroup's slot of LDS.
    pub(super) fn launch_lds(&mut self) -> Wide {
        let [low, high] = [0, 1].map(|n| {
            let at = self.emit.word(LDS_WORD + n);
            self.launch_word(at)
        });
        Wide { low, high }
    }

    /// What follows from a workgroup's being a wave is put into its registers, for lanes to follow.
    fn is_only_wave(&self) -> bool {
        self.waves == 1 && self.lane.is_some()
    }

    /// s3 of a wave: where it is the only one, its number is 0 and that of waves 1, which the table need not tell.
    fn wave_info(&mut self, word: Word) -> Word {
        if !self.is_only_wave() {
            return word;
        }
        let (threads, one) = (self.emit.and_constant(word, 0xffff), self.emit.word(1 << 28));
        self.emit.or(threads, one)
    }

    /// Registers of the current wave at entry, those that somebody reads.
    pub fn load_wave(&mut self, live: &LiveRegisters) {
        let wave = self.current_wave();
        let (group, first) = (self.group_start(), self.wave_start(wave));
        for n in (0..SCALARS).filter(|n| live.has_scalar(*n as u8)) {
            let at = match n {
                2 => group,
                3 => first,
                _ => self.emit.word(SCALARS_WORD + n),
            };
            let value = self.launch_word(at);
            let value = if n == 3 { self.wave_info(value) } else { value };
            self.set_scalar(Scalar(n as u8), value);
        }
        self.for_own_lanes(|this| this.load_launch_vectors(first, live));
        let on = self.emit.bit(true);
        let all = vec![on; self.lanes()];
        self.set_mask(Scalar::EXEC, all);
    }

    fn load_launch_vectors(&mut self, first: Word, live: &LiveRegisters) {
        for register in (0..LAUNCH_VECTORS).filter(|n| live.has_vector(Vgpr(*n as u8))) {
            for n in 0..self.lanes() {
                let lane = self.lane_number(n);
                let at = self.emit.add(first, lane);
                let at = self.emit.add_constant(at, 1 + register * self.wave.lanes());
                let mut value = self.launch_word(at);
                if matches!(register, 0 | 1 | 4) && self.numbers_vertices && self.is_only_wave() {
                    let most = self.wave.lanes() - 1;
                    value = self.emit.and_constant(value, most << 16 | most);
                }
                self.set_vector_anyway(Vgpr(register as u8), n, value);
            }
        }
    }
}
