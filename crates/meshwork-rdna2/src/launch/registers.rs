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

#[cfg(test)]
mod tests {
    use super::super::{Draw, GroupLimits, LaunchError, Topology};
    use super::*;

    fn program(stage: &str, passthrough: bool, geometry: &str) -> ProgramInfo {
        let json = format!(
            r#"{{"wave_size": 32, "stage": "{stage}", "ngg": {{"culling": false, "passthrough": {passthrough},
            "max_es_verts": 128, "max_gs_prims": 128, "max_out_verts": 128, "max_workgroup_size": 128, "max_waves": 4}},
            "lds": {{"alloc_bytes": 0}}, "scratch_bytes_per_wave": 0, "float_mode": 192, "topology": "TRIANGLE_LIST",
            "exports": {{"params": 0, "param_map": {{}}, "clip_mask": 0, "cull_mask": 0, "point_size": false, "layer": false,
            "viewport": false}}, "sgprs": {{"s2": "gs_tg_info", "s3": "merged_wave_info", "s8": "base_vertex"}}{geometry}}}"#
        );
        ProgramInfo::from_json(&json).expect("metadata")
    }

    fn inputs(info: &ProgramInfo, draw: &Draw, limits: GroupLimits) -> WorkgroupInputs {
        let user = UserValues { base_vertex: 7, ..UserValues::default() };
        workgroup_inputs(info, &user, &draw.groups(limits).next().expect("a group"), 5)
    }

    /// 42 vertices and 14 triangles: the second wave has the ten vertices that the first has no lanes for, and no triangle.
    #[test]
    fn counts_by_wave() {
        let info = program("VS", true, "");
        let draw = Draw::vertices(Topology::TriangleList, 42);
        let inputs = inputs(&info, &draw, GroupLimits::of_program(&info));
        let [first, second] = &inputs.waves[..] else { panic!("{} waves", inputs.waves.len()) };
        assert_eq!(first.sgprs[2], 5 | 42 << 12 | 14 << 22);
        assert_eq!(first.sgprs[3], 32 | 14 << 8 | 2 << 28);
        assert_eq!(second.sgprs[3], 10 | 1 << 16 | 1 << 24 | 2 << 28);
        assert_eq!(first.sgprs[8], 7);
        // The finished primitive, its number, and the vertex that the lane has beside it.
        assert_eq!(first.vgprs[1], [3 | 4 << 10 | 5 << 20, 5, 1, 0, 0, 1, 0, 0, 0]);
        assert_eq!(second.vgprs[9][5], 41);
    }

    /// Two invocations of four vertices: both counts are those of output slots, and threads count primitives and invocations.
    #[test]
    fn amplified_counts() {
        let geometry = r#", "gs": {"vertices_in": 3, "output": "triangle_strip", "max_vertices": 4, "invocations": 2}"#;
        let info = program("VS+GS", false, geometry);
        let draw = Draw::vertices(Topology::TriangleList, 30);
        let limits = GroupLimits::of_waves(&info, 1).expect("a primitive fits");
        assert_eq!(limits, GroupLimits { vertices: 32, primitives: 4, waves: 1 });
        let inputs = inputs(&info, &draw, limits);
        assert_eq!((inputs.waves.len(), inputs.vertices, inputs.primitives), (1, 32, 32));
        assert_eq!(inputs.waves[0].sgprs[3], 12 | 8 << 8 | 1 << 28);
        assert_eq!(inputs.waves[0].vgprs[3][..4], [3 | 4 << 16, 5, 1, 1]);
        let info = program("VS+GS", false, &geometry.replace('4', "32"));
        let refused = GroupLimits::of_waves(&info, 1);
        assert!(matches!(refused, Err(LaunchError::PrimitiveTooLarge { outputs: 64, .. })));
        let two = GroupLimits { vertices: 64, primitives: 1, waves: 2 };
        assert_eq!(GroupLimits::fewest_waves(&info).expect("a primitive fits"), two);
        assert!(GroupLimits::fewest_waves(&program("VS+GS", false, &geometry.replace('4', "128"))).is_err());
    }
}
