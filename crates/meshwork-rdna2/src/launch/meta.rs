//! What a driver says of a program: `meta.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{LaunchError, Topology, within};
use crate::registers::{Sgpr, Wave};

/// A primitive shader's place in the pipeline, and what its waves expect.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramInfo {
    pub wave: Wave,
    pub stage: Stage,
    pub ngg: Ngg,
    pub lds: Lds,
    pub scratch_bytes_per_wave: u32,
    /// MODE[7:0] at entry.
    pub float_mode: u8,
    pub topology: Topology,
    pub user_data: Vec<(Sgpr, UserData)>,
    pub geometry: Option<Geometry>,
    /// Bindings that the vertex buffer table holds, in its order.
    pub vertex_bindings: Vec<u32>,
    /// The table has an entry for each attribute instead, by location.
    pub per_attribute: bool,
    /// Empty where only the pipeline says what the sets are ([`super::PipelineInfo::descriptor_sets`]).
    pub descriptor_sets: Vec<Vec<Binding>>,
    pub push_constant_bytes: u32,
    pub exports: Exports,
}

/// What runs before the exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Stage {
    #[serde(rename = "VS")]
    Vertex,
    #[serde(rename = "TES")]
    TessellationEvaluation,
    #[serde(rename = "VS+GS")]
    VertexGeometry,
    #[serde(rename = "TES+GS")]
    TessellationGeometry,
}

impl Stage {
    pub fn has_tessellation(self) -> bool {
        matches!(self, Self::TessellationEvaluation | Self::TessellationGeometry)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Ngg {
    pub culling: bool,
    /// v0 is the finished primitive.
    pub passthrough: bool,
    /// Vertices of a workgroup.
    pub max_es_verts: u32,
    pub max_gs_prims: u32,
    pub max_out_verts: u32,
    pub max_workgroup_size: u32,
    pub max_waves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Lds {
    pub alloc_bytes: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Geometry {
    pub vertices_in: u32,
    pub output: GeometryOutput,
    pub max_vertices: u32,
    pub invocations: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GeometryOutput {
    Points,
    LineStrip,
    TriangleStrip,
}

/// What position and parameter exports hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exports {
    /// By number; what is not here is not exported, or nobody's.
    pub parameters: Vec<ParameterExport>,
    /// Clip and cull distances: a bit for each of the eight components behind the position.
    pub clip_mask: u8,
    pub cull_mask: u8,
    pub point_size: bool,
    pub layer: bool,
    pub viewport: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterExport {
    pub number: u8,
    pub value: ParameterValue,
    /// Exported by primitives' threads.
    pub per_primitive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterValue {
    /// An input of the fragment stage.
    Location(u32),
    PrimitiveId,
    /// Copies of what a position export has, for a fragment stage that reads them.
    Layer,
    Viewport,
}

impl ParameterValue {
    fn parse(name: &str) -> Option<Self> {
        match name {
            "primitive_id" => Some(Self::PrimitiveId),
            "layer" => Some(Self::Layer),
            "viewport" => Some(Self::Viewport),
            _ => name.strip_prefix("location")?.parse().ok().map(Self::Location),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Binding {
    pub binding: u32,
    #[serde(rename = "type")]
    pub kind: String,
    /// Bytes from the set's first; none for dynamic buffers, which lie behind the push constants.
    pub offset: Option<u32>,
    /// Bytes that the descriptor takes.
    pub stride: Option<u32>,
    /// Of a combined descriptor.
    pub sampler_at: Option<u32>,
    /// Of an image: Vulkan's name without its prefix.
    pub format: Option<String>,
    /// A sampler's filter: nearest if it is not there.
    pub filter: Option<Filter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    Nearest,
    Linear,
}

/// What a user SGPR, or one before them, holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserData {
    RingTableLow,
    RingTableHigh,
    WorkgroupInfo,
    WaveInfo,
    TessellationOffset,
    ScratchOffset,
    VertexBuffers,
    BaseVertex,
    DrawId,
    StartInstance,
    /// Pointer to a set.
    DescriptorSet(u8),
    /// Pointer to the pointers to the sets.
    DescriptorSets,
    PushConstants,
    /// A dword of the push constants itself.
    PushConstant(u8),
    ViewIndex,
    TessellationLayout,
    VrsRates,
    /// `ngg_state`.
    State,
    CullingSettings,
    /// Scale x and y, translation x and y.
    Viewport(u8),
    Unused,
}

impl UserData {
    /// By the metadata's name.
    fn parse(register: &str, content: &str) -> Result<Self, LaunchError> {
        let unknown = || LaunchError::Register { register: register.into(), content: content.into() };
        let number = |prefix: &str, suffix: &str| -> Option<u8> {
            content.strip_prefix(prefix)?.strip_suffix(suffix)?.parse().ok()
        };
        Ok(match content {
            "ring_table_ptr lo" => Self::RingTableLow,
            "ring_table_ptr hi" => Self::RingTableHigh,
            "gs_tg_info" => Self::WorkgroupInfo,
            "merged_wave_info" => Self::WaveInfo,
            "tess_offchip_offset" => Self::TessellationOffset,
            "scratch_offset" => Self::ScratchOffset,
            "vertex_buffer_table_ptr32" => Self::VertexBuffers,
            "base_vertex" => Self::BaseVertex,
            "draw_id" => Self::DrawId,
            "start_instance" => Self::StartInstance,
            "descriptor_set_table_ptr32" => Self::DescriptorSets,
            "push_constants_ptr32" => Self::PushConstants,
            "view_index" => Self::ViewIndex,
            "tess_offchip_layout" => Self::TessellationLayout,
            "force_vrs_rates" => Self::VrsRates,
            "ngg_state" => Self::State,
            "ngg_culling_settings" => Self::CullingSettings,
            "ngg_viewport_scale_x" => Self::Viewport(0),
            "ngg_viewport_scale_y" => Self::Viewport(1),
            "ngg_viewport_translate_x" => Self::Viewport(2),
            "ngg_viewport_translate_y" => Self::Viewport(3),
            "unused" => Self::Unused,
            _ => (number("descriptor_set", "_ptr32").or_else(|| number("descriptor_set_ptr32[", "]")))
                .map(Self::DescriptorSet)
                .or_else(|| number("push_constant_dword", "").or_else(|| number("push[", "]")).map(Self::PushConstant))
                .ok_or_else(unknown)?,
        })
    }
}

/// The file's own shape.
#[derive(Deserialize)]
struct Meta {
    wave_size: u32,
    stage: Stage,
    ngg: Ngg,
    lds: Lds,
    scratch_bytes_per_wave: u32,
    float_mode: u8,
    topology: Topology,
    sgprs: BTreeMap<String, String>,
    gs: Option<Geometry>,
    vertex_buffers: Option<VertexBuffers>,
    #[serde(default)]
    descriptor_sets: Vec<Vec<Binding>>,
    #[serde(default)]
    push_constant_bytes: u32,
    exports: MetaExports,
}

#[derive(Deserialize)]
struct VertexBuffers {
    table_bindings: Vec<u32>,
    #[serde(default)]
    per_attribute: bool,
}

#[derive(Deserialize)]
struct MetaExports {
    /// Parameters of vertices; those of primitives are numbered behind them.
    params: u8,
    param_map: BTreeMap<String, String>,
    clip_mask: u8,
    cull_mask: u8,
    point_size: bool,
    layer: bool,
    viewport: bool,
}

impl MetaExports {
    fn read(self) -> Result<Exports, LaunchError> {
        let parameter = |(name, content): (String, String)| {
            let number: Option<u8> = name.strip_prefix("param").and_then(|number| number.parse().ok());
            let (Some(number), Some(value)) = (number, ParameterValue::parse(&content)) else {
                return Err(LaunchError::Parameter { name, content });
            };
            within("a parameter's number", number, 0..=31)?;
            if let ParameterValue::Location(location) = value {
                within("a parameter's location", location, 0..=31)?;
            }
            Ok(ParameterExport { number, value, per_primitive: number >= self.params })
        };
        let parameters = self.param_map.into_iter().map(parameter).collect::<Result<Vec<_>, _>>()?;
        for (place, export) in parameters.iter().enumerate() {
            if let ParameterValue::Location(location) = export.value
                && parameters[..place].iter().any(|other| other.value == export.value)
            {
                return Err(LaunchError::RepeatedLocation(location));
            }
        }
        Ok(Exports {
            parameters,
            clip_mask: self.clip_mask,
            cull_mask: self.cull_mask,
            point_size: self.point_size,
            layer: self.layer,
            viewport: self.viewport,
        })
    }
}

impl Meta {
    /// Fields of gfx10.3's registers, as Linux's and Mesa's register headers have them, and what a workgroup may be made of.
    fn check(&self) -> Result<(), LaunchError> {
        let Ngg { max_es_verts, max_gs_prims, max_out_verts, max_waves, .. } = self.ngg;
        // GE_NGG_SUBGRP_CNTL: a subgroup has at most 256 of each.
        within("ngg.max_es_verts", max_es_verts, 1..=256)?;
        within("ngg.max_gs_prims", max_gs_prims, 1..=256)?;
        within("ngg.max_out_verts", max_out_verts, 1..=256)?;
        // `merged_wave_info` counts them with four bits.
        within("ngg.max_waves", max_waves, 1..=15)?;
        // RDNA2 ISA, 10.1: what a workgroup may have.
        within("lds.alloc_bytes", self.lds.alloc_bytes, 0..=0x10000)?;
        // SPI_TMPRING_SIZE.WAVESIZE: 13 bits of KiB.
        within("scratch_bytes_per_wave", self.scratch_bytes_per_wave, 0..=8191 << 10)?;
        within("push_constant_bytes", self.push_constant_bytes, 0..=256)?;
        if let Some(Geometry { vertices_in, max_vertices, invocations, .. }) = self.gs {
            within("gs.vertices_in", vertices_in, 1..=6)?;
            // VGT_GS_MAX_VERT_OUT and VGT_GS_INSTANCE_CNT.
            within("gs.max_vertices", max_vertices, 1..=1024)?;
            within("gs.invocations", invocations, 1..=127)?;
        }
        for binding in self.descriptor_sets.iter().flatten() {
            // What SMEM can add to a set's address.
            for (what, bytes) in [("offset", binding.offset), ("sampler_at", binding.sampler_at)] {
                within(what, bytes.unwrap_or(0), 0..=0xf_ffff)?;
            }
        }
        Ok(())
    }
}

impl ProgramInfo {
    pub fn from_json(json: &str) -> Result<Self, LaunchError> {
        let meta: Meta = serde_json::from_str(json)?;
        meta.check()?;
        let mut user_data = Vec::new();
        for (register, content) in &meta.sgprs {
            let number = register.strip_prefix('s').and_then(|number| number.parse().ok());
            let number = number.filter(|number| *number < Sgpr::COUNT);
            let unknown = || LaunchError::Register { register: register.clone(), content: content.clone() };
            user_data.push((Sgpr(number.ok_or_else(unknown)?), UserData::parse(register, content)?));
        }
        Ok(Self {
            wave: match meta.wave_size {
                32 => Wave::W32,
                64 => Wave::W64,
                size => return Err(LaunchError::WaveSize(size)),
            },
            stage: meta.stage,
            ngg: meta.ngg,
            lds: meta.lds,
            scratch_bytes_per_wave: meta.scratch_bytes_per_wave,
            float_mode: meta.float_mode,
            topology: meta.topology,
            user_data,
            geometry: meta.gs,
            per_attribute: meta.vertex_buffers.as_ref().is_some_and(|buffers| buffers.per_attribute),
            vertex_bindings: meta.vertex_buffers.map(|buffers| buffers.table_bindings).unwrap_or_default(),
            descriptor_sets: meta.descriptor_sets,
            push_constant_bytes: meta.push_constant_bytes,
            exports: meta.exports.read()?,
        })
    }

    /// Vertices of an input primitive.
    pub fn vertices_per_primitive(&self) -> u32 {
        self.geometry.as_ref().map_or(self.topology.vertices_per_primitive(), |geometry| geometry.vertices_in)
    }

    /// Vertices of a primitive that is put out.
    pub fn vertices_per_output(&self) -> u32 {
        match self.geometry.as_ref().map(|geometry| geometry.output) {
            None => self.topology.vertices_per_primitive(),
            Some(GeometryOutput::Points) => 1,
            Some(GeometryOutput::LineStrip) => 2,
            Some(GeometryOutput::TriangleStrip) => 3,
        }
    }

    /// Threads that a primitive takes, and vertices that each may put out.
    pub fn amplification(&self) -> (u32, u32) {
        self.geometry.as_ref().map_or((1, 1), |geometry| (geometry.invocations, geometry.max_vertices))
    }

    pub fn scratch_bytes_per_lane(&self) -> u32 {
        self.scratch_bytes_per_wave / self.wave.lanes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_parameters(map: &str) -> Result<ProgramInfo, LaunchError> {
        let text = include_str!("../../corpus/shades/w32/meta.json");
        let (start, rest) = text.split_once("\"param_map\": {").expect("a map of parameters");
        let (_, end) = rest.split_once('}').expect("the map's end");
        ProgramInfo::from_json(&format!("{start}\"param_map\": {{{map}}}{end}"))
    }

    #[test]
    fn a_location_is_one_parameters() {
        let two = |second: &str| with_parameters(&format!("\"param0\": \"location0\", \"param1\": \"{second}\""));
        assert!(two("location1").is_ok());
        assert_eq!(two("location0").expect_err("twice").to_string(), "two parameters go to location 0");
        let beyond = two("location4294967295").expect_err("beyond").to_string();
        assert_eq!(beyond, "a parameter's location is 4294967295; it is 0 to 31");
    }
}
