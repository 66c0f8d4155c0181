//! Registers that waves find at entry (gfx10.3 merged ES and GS waves, as RADV and LLPC expect them).

use super::assembly::DOMAIN_PARTS;
use super::{Group, ProgramInfo, Stage, UserData, UserValues};
use crate::interpret::{Mode, WaveState};
use crate::registers::{Sgpr, Vgpr};

/// VGPRs at entry: v0 to v4 belong to the lane's primitive, v5 to v8 to its vertex.
pub const ENTRY_VGPRS: usize = 9;

/// One wave's registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaveInputs {
    /// From s0 on.
    pub sgprs: Vec<u32>,
    /// By lane.
    pub vgprs: Vec<[u32; ENTRY_VGPRS]>,
}

/// One workgroup's waves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkgroupInputs {
    pub waves: Vec<WaveInputs>,
    /// `gs_tg_info`: what a program without culling and geometry shader puts out.
    pub vertices: u32,
    pub primitives: u32,
}

impl WorkgroupInputs {
    /// The waves as the interpreter takes them.
    pub fn wave_states(&self, info: &ProgramInfo) -> Vec<WaveState> {
        let mode = Mode::from_float_mode(info.float_mode);
        let state = |wave: &WaveInputs| {
            let mut state = WaveState::new(info.wave, mode, info.scratch_bytes_per_lane());
            for (register, value) in wave.sgprs.iter().enumerate() {
                state.set_sgpr(Sgpr(register as u8), *value);
            }
            for (lane, values) in wave.vgprs.iter().enumerate() {
                for (register, value) in values.iter().enumerate() {
                    state.vgpr_mut(Vgpr(register as u8))[lane] = *value;
                }
            }
            state
        };
        self.waves.iter().map(state).collect()
    }
}

/// The registers of a group's waves. `ordinal` is the group's number in the draw.
pub fn workgroup_inputs(info: &ProgramInfo, user: &UserValues, group: &Group, ordinal: u32) -> WorkgroupInputs {
    let (invocations, outputs) = info.amplification();
    let es_threads = group.vertices.len() as u32;
    let gs_threads = group.primitives.len() as u32 * invocations;
    // With a geometry shader both counts are those of its output slots.
    let amplified = info.geometry.is_some().then_some(gs_threads * outputs);
    let (vertices, primitives) = (amplified.unwrap_or(es_threads), amplified.unwrap_or(gs_threads));
    let lanes = info.wave.lanes();
    let wave_count = es_threads.max(gs_threads).max(vertices).div_ceil(lanes).max(1);
    let workgroup_info = ordinal & 0xfff | vertices << 12 | primitives << 22;
    let waves = (0..wave_count).map(|wave| {
        let share = |count: u32| count.saturating_sub(wave * lanes).min(lanes);
        let wave_info = share(es_threads) | share(gs_threads) << 8 | wave << 16 | wave << 24 | wave_count << 28;
        WaveInputs {
            sgprs: scalars(info, user, workgroup_info, wave_info),
            vgprs: (0..lanes).map(|lane| vectors(info, group, wave * lanes + lane)).collect(),
        }
    });
    WorkgroupInputs { waves: waves.collect(), vertices, primitives }
}

fn scalars(info: &ProgramInfo, user: &UserValues, workgroup_info: u32, wave_info: u32) -> Vec<u32> {
    let count = info.user_data.iter().map(|(sgpr, _)| usize::from(sgpr.0) + 1).max().unwrap_or(0);
    let mut sgprs = vec![0; count];
    for (sgpr, data) in &info.user_data {
        sgprs[usize::from(sgpr.0)] = match data {
            UserData::WorkgroupInfo => workgroup_info,
            UserData::WaveInfo => wave_info,
            data => user.value(*data),
        };
    }
    sgprs
}

/// Thread `thread` of the workgroup.
fn vectors(info: &ProgramInfo, group: &Group, thread: u32) -> [u32; ENTRY_VGPRS] {
    let mut vgprs = [0; ENTRY_VGPRS];
    let (invocations, _) = info.amplification();
    if let Some(primitive) = group.primitives.get((thread / invocations) as usize) {
        let vertex = |place: usize| primitive.vertices.get(place).copied().unwrap_or(0);
        if info.ngg.passthrough {
            vgprs[0] = vertex(0) | vertex(1) << 10 | vertex(2) << 20;
        } else {
            vgprs[0] = vertex(0) | vertex(1) << 16;
        }
        vgprs[1] = vertex(2) | vertex(3) << 16;
        vgprs[2] = primitive.id;
        vgprs[3] = thread % invocations;
        vgprs[4] = vertex(4) | vertex(5) << 16;
    }
    if let Some(vertex) = group.vertices.get(thread as usize) {
        match info.stage {
            Stage::Vertex | Stage::VertexGeometry => (vgprs[5], vgprs[8]) = (vertex.index, vertex.instance),
            Stage::TessellationEvaluation | Stage::TessellationGeometry => {
                let [u, v] = domain_point(vertex.index);
                (vgprs[5], vgprs[6]) = (u.to_bits(), v.to_bits());
                (vgprs[7], vgprs[8]) = (vertex.instance, vertex.instance);
            }
        }
    }
    vgprs
}

/// A point of the domain, by [`super::Draw::patches`].
fn domain_point(index: u32) -> [f32; 2] {
    let row = (0..=DOMAIN_PARTS).rev().find(|row| row * (row + 1) / 2 <= index).unwrap_or(0);
    let place = index - row * (row + 1) / 2;
    let part = |count: u32| count as f32 / DOMAIN_PARTS as f32;
    [part(row.saturating_sub(place)), part(place)]
}
