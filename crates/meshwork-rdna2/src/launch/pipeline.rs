//! What the fixed function reads before a program: `pipe.json`.

use serde::Deserialize;

use super::{Binding, Draw, Filter, LaunchError, ProgramInfo, Topology, Vertices, within};

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PipelineInfo {
    #[serde(default)]
    pub bindings: Vec<VertexBinding>,
    #[serde(default)]
    pub attributes: Vec<Attribute>,
    #[serde(default)]
    sets: Vec<Vec<SetBinding>>,
    #[serde(default)]
    pub values: Vec<Value>,
    draw: Option<DrawInfo>,
}

/// What is drawn where a case says it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DrawInfo {
    vertices: u32,
    /// Null begins a strip anew.
    indices: Vec<Option<u32>>,
    /// What its GLSL draws instead where Vulkan lacks the topology: indices of a triangle list.
    triangles: Vec<u32>,
    base_vertex: i32,
    instances: u32,
    first_instance: u32,
}

impl Default for DrawInfo {
    fn default() -> Self {
        Self {
            vertices: 0,
            indices: Vec::new(),
            triangles: Vec::new(),
            base_vertex: 0,
            instances: 1,
            first_instance: 0,
        }
    }
}

/// A dword of what the program reads that must not be random, such as a count.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Value {
    /// What a descriptor describes; without it, the push constants.
    pub described: Option<SetPlace>,
    pub word: usize,
    pub value: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct SetPlace {
    pub set: u32,
    pub binding: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct SetBinding {
    binding: u32,
    #[serde(rename = "type")]
    kind: String,
    format: Option<String>,
    filter: Option<Filter>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct VertexBinding {
    pub binding: u32,
    pub stride: u32,
    #[serde(default)]
    rate: Option<String>,
    /// The same as a rate of "instance".
    #[serde(default)]
    instance: bool,
}

impl VertexBinding {
    pub fn by_instance(&self) -> bool {
        self.instance || self.rate.as_deref() == Some("instance")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Attribute {
    pub location: u32,
    pub binding: u32,
    /// Vulkan's name without its prefix.
    pub format: String,
    pub offset: u32,
}

impl PipelineInfo {
    pub fn from_json(json: &str) -> Result<Self, LaunchError> {
        let pipeline: Self = serde_json::from_str(json)?;
        for binding in &pipeline.bindings {
            // 14 bits of a V#.
            within("a vertex binding's stride", binding.stride, 0..=0x3fff)?;
        }
        Ok(pipeline)
    }

    /// The draw that the case is made for.
    pub fn draw(&self, topology: Topology) -> Option<Draw> {
        let DrawInfo { vertices, indices, base_vertex, instances, first_instance, .. } = self.draw.as_ref()?;
        const RESTART: u32 = u32::MAX;
        let draw = match indices.is_empty() {
            true => Draw::vertices(topology, *vertices),
            false => Draw::indexed(topology, indices.iter().map(|index| index.unwrap_or(RESTART)).collect()),
        };
        let restart = indices.contains(&None).then_some(RESTART);
        let (base_vertex, instances, first_instance) = (*base_vertex, *instances, *first_instance);
        Some(Draw { restart, base_vertex, instances, first_instance, ..draw })
    }

    /// The same as Vulkan draws it: a rectangle list by triangles, if the case says by which.
    pub fn host_draw(&self, draw: Draw) -> Option<Draw> {
        if draw.topology != Topology::RectList {
            return Some(draw);
        }
        let indices = self.draw.as_ref().map(|said| said.triangles.clone()).filter(|indices| !indices.is_empty())?;
        Some(Draw { topology: Topology::TriangleList, vertices: Vertices::Indices(indices), ..draw })
    }

    /// The sets as RADV lays them out: bindings of one alignment, then those of the other, which is the highest binding's; images are
    /// aligned to 32 bytes, everything else to 16. Dynamic buffers have no place in a set.
    pub fn descriptor_sets(&self) -> Vec<Vec<Binding>> {
        self.sets.iter().map(|set| set_layout(set)).collect()
    }

    /// The same, where the program's metadata does not say it; what only the pipeline says of a binding is there in any case.
    pub fn descriptor_sets_of(&self, info: &ProgramInfo) -> Vec<Vec<Binding>> {
        if info.descriptor_sets.is_empty() {
            return self.descriptor_sets();
        }
        let mut sets = info.descriptor_sets.clone();
        for (set, said) in sets.iter_mut().zip(&self.sets) {
            for binding in set {
                if let Some(said) = said.iter().find(|said| said.binding == binding.binding) {
                    (binding.format, binding.filter) = (said.format.clone(), said.filter);
                }
            }
        }
        sets
    }
}

fn set_layout(set: &[SetBinding]) -> Vec<Binding> {
    let is_image = |kind: &str| kind.ends_with("IMAGE") || kind.ends_with("IMAGE_SAMPLER");
    let mut bindings: Vec<&SetBinding> = set.iter().collect();
    bindings.sort_by_key(|binding| binding.binding);
    let last = bindings.last().is_some_and(|binding| is_image(&binding.kind));
    bindings.sort_by_key(|binding| is_image(&binding.kind) == last);
    let mut next = 0;
    let place = |binding: &SetBinding| {
        let stride: u32 = match binding.kind.as_str() {
            "STORAGE_IMAGE" => 32,
            "SAMPLED_IMAGE" => 64,
            "COMBINED_IMAGE_SAMPLER" => 96,
            _ => 16,
        };
        let dynamic = binding.kind.ends_with("_DYNAMIC");
        let align = if is_image(&binding.kind) { 32 } else { 16 };
        let offset = (!dynamic).then(|| u32::next_multiple_of(next, align));
        next = offset.map_or(next, |offset| offset + stride);
        let (format, filter) = (binding.format.clone(), binding.filter);
        let (binding, kind, stride) = (binding.binding, binding.kind.clone(), Some(stride));
        Binding { binding, kind, offset, stride, sampler_at: None, format, filter }
    };
    bindings.into_iter().map(place).collect()
}

/// What synthesised vertex data must know of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttributeShape {
    pub bytes: u32,
    pub content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Finite floats of 32, 16, or 10 and 11 bits.
    Float32,
    Float16,
    PackedFloat,
    /// Integers of 32 bits, which may be indices.
    Integer32,
    /// Any bits are a number.
    Bits,
}

impl Attribute {
    pub(super) fn shape(&self) -> Result<AttributeShape, LaunchError> {
        let unknown = || LaunchError::VertexFormat(self.format.clone());
        let (components, kind) = self.format.rsplit_once('_').ok_or_else(unknown)?;
        let sizes: Vec<u32> =
            components.split(|letter: char| !letter.is_ascii_digit()).filter_map(|size| size.parse().ok()).collect();
        let bits: u32 = sizes.iter().sum();
        if bits == 0 || !bits.is_multiple_of(8) {
            return Err(unknown());
        }
        let content = match (kind, sizes[0]) {
            ("SFLOAT", 32) => Content::Float32,
            ("SFLOAT", 16) => Content::Float16,
            ("UFLOAT", _) => Content::PackedFloat,
            ("UINT" | "SINT", 32) => Content::Integer32,
            ("UNORM" | "SNORM" | "USCALED" | "SSCALED" | "UINT" | "SINT", _) => Content::Bits,
            _ => return Err(unknown()),
        };
        Ok(AttributeShape { bytes: bits / 8, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A buffer, a combined sampler and a buffer: the image's class goes first, because the highest binding is a buffer.
    #[test]
    fn set_layouts() {
        let json = r#"{"sets": [[{"binding": 0, "type": "UNIFORM_BUFFER"}, {"binding": 1, "type": "COMBINED_IMAGE_SAMPLER"},
            {"binding": 2, "type": "STORAGE_BUFFER"}]]}"#;
        let pipeline = PipelineInfo::from_json(json).expect("a pipeline");
        let places: Vec<_> =
            pipeline.descriptor_sets()[0].iter().map(|binding| (binding.binding, binding.offset)).collect();
        assert_eq!(places, [(1, Some(0)), (0, Some(96)), (2, Some(112))]);
    }

    #[test]
    fn draws_are_told() {
        let json = r#"{"draw": {"indices": [0, 1, 2, null, 4], "base_vertex": -1, "instances": 3}}"#;
        let draw = PipelineInfo::from_json(json).expect("a pipeline").draw(Topology::TriangleStrip).expect("a draw");
        let indexed = Draw::indexed(Topology::TriangleStrip, vec![0, 1, 2, u32::MAX, 4]);
        assert_eq!(draw, Draw { restart: Some(u32::MAX), base_vertex: -1, instances: 3, ..indexed });
        assert_eq!(PipelineInfo::default().draw(Topology::PointList), None);
        assert!(PipelineInfo::from_json(r#"{"draw": {"vertexes": 3}}"#).is_err());
    }

    #[test]
    fn shapes_of_formats() {
        let shape = |format: &str| Attribute { location: 0, binding: 0, format: format.into(), offset: 0 }.shape();
        let float = shape("R32G32B32_SFLOAT").expect("a format");
        assert_eq!((float.bytes, float.content), (12, Content::Float32));
        assert_eq!(shape("B10G11R11_UFLOAT").expect("a format").content, Content::PackedFloat);
        assert_eq!(shape("A2B10G10R10_SNORM").expect("a format").bytes, 4);
        assert!(shape("NOTHING").is_err());
    }
}
