//! What is measured: programs of the corpus, and the same pipelines as mesh shaders written by hand.

use crate::error::Result;
use crate::guest::Variant;
use crate::render::shader;

/// A program of the corpus, which travels with the command.
#[derive(Debug, PartialEq, Eq)]
pub struct PrimitiveShader {
    pub name: &'static str,
    pub case: Case,
    variant: &'static str,
    code: &'static [u8],
    meta: &'static str,
    pipeline: &'static str,
    pub fragment: &'static [u8],
    pub glsl: Glsl,
}

/// A pipeline of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Positions by a matrix of push constants.
    Transform,
    /// A loop of sines and cosines, and a uniform block.
    Orbit,
    /// A geometry shader that drops triangles.
    Select,
}

impl Case {
    /// Compilers may arrange the arithmetic differently and still get the same: it is exact.
    pub fn is_exact(self) -> bool {
        self != Self::Orbit
    }
}

/// A mesh shader, and what a workgroup of it takes.
#[derive(Debug, PartialEq, Eq)]
pub struct Glsl {
    pub code: &'static [u8],
    pub lanes: u32,
    /// Vertices are an invocation's each; otherwise triangles are, with vertices of their own.
    pub shares_vertices: bool,
}

macro_rules! corpus {
    ($include:ident, $($part:expr),*) => {
        $include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../meshwork-rdna2/corpus/", $($part),*))
    };
}

macro_rules! program {
    ($case:ident, $folder:literal, $variant:literal, $mesh:literal, $lanes:literal, $shares_vertices:literal) => {
        PrimitiveShader {
            name: concat!("primitive-shader/", $folder, "/", $variant),
            case: Case::$case,
            variant: concat!($folder, "/", $variant),
            code: corpus!(include_bytes, $folder, "/", $variant, "/code.bin"),
            meta: corpus!(include_str, $folder, "/", $variant, "/meta.json"),
            pipeline: corpus!(include_str, $folder, "/pipe.json"),
            fragment: corpus!(include_bytes, $folder, "/frag.spv"),
            glsl: Glsl { code: shader!($mesh), lanes: $lanes, shares_vertices: $shares_vertices },
        }
    };
}

/// In the order in which they run.
pub static PRIMITIVE_SHADERS: [PrimitiveShader; 10] = [
    program!(Transform, "transform", "w32-nonggc", "primitive_shader/transform_32.mesh", 32, true),
    program!(Transform, "transform", "w64-nonggc", "primitive_shader/transform_64.mesh", 64, true),
    program!(Transform, "transform", "w32", "primitive_shader/transform_32.mesh", 32, true),
    program!(Transform, "transform", "w64", "primitive_shader/transform_64.mesh", 64, true),
    program!(Orbit, "orbit", "w32-nonggc", "primitive_shader/orbit_32.mesh", 32, true),
    program!(Orbit, "orbit", "w64-nonggc", "primitive_shader/orbit_64.mesh", 64, true),
    program!(Orbit, "orbit", "w32", "primitive_shader/orbit_32.mesh", 32, true),
    program!(Orbit, "orbit", "w64", "primitive_shader/orbit_64.mesh", 64, true),
    program!(Select, "select", "w32", "primitive_shader/select.mesh", 32, false),
    program!(Select, "select", "w64", "primitive_shader/select.mesh", 32, false),
];

impl PrimitiveShader {
    pub fn program(&self) -> Result<Variant> {
        Variant::new(self.variant, self.code, self.meta, self.pipeline)
    }
}

/// The program of this name.
pub fn find(name: &str) -> Result<&'static PrimitiveShader, String> {
    PRIMITIVE_SHADERS
        .iter()
        .find(|program| program.name == name)
        .ok_or_else(|| format!("no benchmark is called {name}"))
}
