//! `pipe.json`: the state of a case's pipeline, in Vulkan's names.

use ash::vk;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    pub description: String,
    #[serde(default = "triangles")]
    pub topology: Topology,
    #[serde(default)]
    pub bindings: Vec<Binding>,
    #[serde(default)]
    pub attributes: Vec<Attribute>,
    /// Bytes of push constants.
    #[serde(default)]
    pub push: u32,
    #[serde(default)]
    pub sets: Vec<Vec<Descriptor>>,
    /// What the program finds in scalar registers from s8 on, in their order.
    #[serde(default)]
    pub user_sgprs: Vec<String>,
    /// For who draws the case: dwords that are not random.
    #[serde(default)]
    #[expect(dead_code, reason = "known, so that a misspelt key is not")]
    values: Vec<serde_json::Value>,
    #[expect(dead_code, reason = "the same")]
    draw: Option<serde_json::Value>,
    /// Built-in outputs of the last stage before the fragment stage.
    #[serde(default)]
    pub outputs: Outputs,
    /// Only with a geometry shader.
    pub geometry: Option<Geometry>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Outputs {
    pub clip_distances: u32,
    pub cull_distances: u32,
    pub point_size: bool,
    pub layer: bool,
    pub viewport: bool,
}

/// What the geometry shader declares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    pub input: String,
    pub vertices_in: u32,
    pub output: String,
    pub max_vertices: u32,
    pub invocations: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    pub binding: u32,
    pub stride: u32,
    #[serde(default)]
    pub instance: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    pub location: u32,
    pub binding: u32,
    pub format: Format,
    pub offset: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    pub binding: u32,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// For who draws the case: an image's format, and a sampler's filter.
    #[serde(default)]
    #[expect(dead_code, reason = "known, so that a misspelt key is not")]
    format: Option<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "known, so that a misspelt key is not")]
    filter: Option<String>,
}

/// Vulkan's names for its values, those that cases use, and Mesa's own with their number (`VK_PRIMITIVE_TOPOLOGY_META_RECT_LIST_MESA`).
macro_rules! names {
    ($($type:ident: $raw:ident { $($name:ident $(= $number:literal)?)* })*) => {$(
        #[expect(non_camel_case_types, reason = "Vulkan's names")]
        #[derive(Clone, Copy, Deserialize, Serialize)]
        pub enum $type { $($name),* }

        impl $type {
            pub fn raw(self) -> vk::$raw {
                match self { $(Self::$name => names!(@raw $raw $name $($number)?)),* }
            }
        }
    )*};
    (@raw $raw:ident $name:ident) => { vk::$raw::$name };
    (@raw $raw:ident $name:ident $number:literal) => { vk::$raw::from_raw($number) };
}

names! {
    Topology: PrimitiveTopology {
        POINT_LIST LINE_LIST LINE_STRIP TRIANGLE_LIST TRIANGLE_STRIP TRIANGLE_FAN
        LINE_LIST_WITH_ADJACENCY LINE_STRIP_WITH_ADJACENCY TRIANGLE_LIST_WITH_ADJACENCY TRIANGLE_STRIP_WITH_ADJACENCY
        RECT_LIST = 11
    }
    Format: Format {
        R32G32B32A32_SFLOAT R32G32B32_SFLOAT R32G32_SFLOAT R32_UINT R8G8B8A8_UNORM R8G8B8A8_SNORM R16G16_SFLOAT R16G16_SINT
    }
    Kind: DescriptorType { UNIFORM_BUFFER STORAGE_BUFFER COMBINED_IMAGE_SAMPLER STORAGE_IMAGE }
}

fn triangles() -> Topology {
    Topology::TRIANGLE_LIST
}

impl Binding {
    pub fn raw(&self) -> vk::VertexInputBindingDescription {
        let rate = if self.instance { vk::VertexInputRate::INSTANCE } else { vk::VertexInputRate::VERTEX };
        vk::VertexInputBindingDescription { binding: self.binding, stride: self.stride, input_rate: rate }
    }
}

impl Attribute {
    pub fn raw(&self) -> vk::VertexInputAttributeDescription {
        let Self { location, binding, format, offset } = *self;
        vk::VertexInputAttributeDescription { location, binding, format: format.raw(), offset }
    }
}
