//! What is measured.

use super::primitive_shader::{PRIMITIVE_SHADERS, PrimitiveShader};
use super::shuffle::{SHUFFLES, ShuffleBenchmark};
use crate::scenes::{Name, Options};

/// A scene made to show one cost.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    pub name: &'static str,
    pub scene: Name,
    pub options: Options,
    /// Other numbers of draws that a curve goes through.
    pub curve: &'static [u32],
}

/// In the order in which they run.
pub static BENCHMARKS: [Benchmark; 9] = [
    Benchmark::new("prepass", Name::Prepass).with_curve(&[4_800]),
    Benchmark::new("one-triangle", Name::OneTriangle).with_curve(&[4_800]),
    Benchmark::new("many-small", Name::ManySmall).with_curve(&[480, 1_000, 4_800]),
    Benchmark::new("meshlets-100k", Name::Meshlets).with_triangles(100_000),
    Benchmark::new("meshlets-1m", Name::Meshlets).with_triangles(1_000_000),
    Benchmark::new("meshlets-10m", Name::Meshlets).with_triangles(10_000_000),
    Benchmark::new("grass", Name::Grass),
    Benchmark::new("blend", Name::Blend),
    Benchmark::new("per-primitive", Name::PerPrimitive).with_triangles(300_000),
];

impl Benchmark {
    const fn new(name: &'static str, scene: Name) -> Self {
        Self { name, scene, options: Options { triangles: None, draws: None }, curve: &[] }
    }

    const fn with_triangles(mut self, triangles: u32) -> Self {
        self.options.triangles = Some(triangles);
        self
    }

    const fn with_curve(mut self, draws: &'static [u32]) -> Self {
        self.curve = draws;
        self
    }

    /// Its options, with another number of draws.
    pub fn with_draws(&self, draws: u32) -> Options {
        Options { draws: Some(draws), ..self.options }
    }
}

/// A benchmark of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    Scene(&'static Benchmark),
    Shuffle(&'static ShuffleBenchmark),
    /// All, or one of them.
    PrimitiveShaders(&'static [PrimitiveShader]),
}

/// The benchmark of this name; an error names all.
pub fn find(name: &str) -> Result<Chosen, String> {
    let scene = BENCHMARKS.iter().find(|benchmark| benchmark.name == name).map(Chosen::Scene);
    let shuffle = SHUFFLES.iter().find(|benchmark| benchmark.name == name).map(Chosen::Shuffle);
    let program = PRIMITIVE_SHADERS.iter().find(|program| program.name == name).map(std::slice::from_ref);
    let programs = if name == "primitive-shader" { Some(&PRIMITIVE_SHADERS[..]) } else { program };
    let programs = programs.map(Chosen::PrimitiveShaders);
    scene.or(shuffle).or(programs).ok_or_else(|| {
        let names = BENCHMARKS.iter().map(|benchmark| benchmark.name);
        let names = names.chain(SHUFFLES.iter().map(|benchmark| benchmark.name)).chain(["primitive-shader"]);
        let names: Vec<_> = names.chain(PRIMITIVE_SHADERS.iter().map(|program| program.name)).collect();
        format!("benchmarks are {}", names.join(", "))
    })
}
