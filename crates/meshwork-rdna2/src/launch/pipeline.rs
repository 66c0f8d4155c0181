//! What the fixed function reads before a program: `pipe.json`.

use serde::Deserialize;

use super::LaunchError;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PipelineInfo {
    #[serde(default)]
    pub bindings: Vec<VertexBinding>,
    #[serde(default)]
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct VertexBinding {
    pub binding: u32,
    pub stride: u32,
    #[serde(default)]
    rate: Option<String>,
}

impl VertexBinding {
    pub fn by_instance(&self) -> bool {
        self.rate.as_deref() == Some("instance")
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
        Ok(serde_json::from_str(json)?)
    }
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
