//! Triangle meshes in host memory: made by code, or read from files.

mod gltf;
mod normals;
mod obj;

use std::path::Path;

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};
use image::RgbaImage;

use crate::error::{Error, Result};

/// A mesh, its parts all placed in one space.
#[derive(Default)]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
    pub parts: Vec<Part>,
    pub textures: Vec<RgbaImage>,
}

/// What shares a material.
pub struct Part {
    /// Three for each triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
    pub material: Material,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Linear.
    pub base_color: [f32; 4],
    /// Index into [`Mesh::textures`].
    pub texture: Option<usize>,
    pub double_sided: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self { base_color: [1.0; 4], texture: None, double_sided: false }
    }
}

/// `Vertex` of `shaders/meshlets.glsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Vertex {
    pub position: [f32; 3],
    normal: u32,
    texture_position: [f32; 2],
    color: u32,
    pad: u32,
}

impl Vertex {
    /// `color` is linear.
    pub fn new(position: Vec3, normal: Vec3, texture_position: Vec2, color: [f32; 4]) -> Self {
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        Self {
            position: position.to_array(),
            normal: pack_normal(normal),
            texture_position: texture_position.to_array(),
            color: u32::from_le_bytes(color.map(byte)),
            pad: 0,
        }
    }

    pub fn position(&self) -> Vec3 {
        self.position.into()
    }
}

/// Octahedral mapping to two signed normalized halves.
fn pack_normal(normal: Vec3) -> u32 {
    let n = normal / (normal.x.abs() + normal.y.abs() + normal.z.abs()).max(f32::MIN_POSITIVE);
    let fold = |value: f32, other: f32| (1.0 - other.abs()) * if value >= 0.0 { 1.0 } else { -1.0 };
    let (x, y) = if n.z >= 0.0 { (n.x, n.y) } else { (fold(n.x, n.y), fold(n.y, n.x)) };
    let half = |value: f32| u32::from((value.clamp(-1.0, 1.0) * 32767.0).round() as i16 as u16);
    half(x) | half(y) << 16
}

/// The glTF library checks that a file's parts are there, and panics where one has a type that its use forbids (indices of
/// floats, say). To us that is one more broken file.
fn without_panic(
    read: impl FnOnce() -> std::result::Result<Mesh, String> + std::panic::UnwindSafe,
) -> std::result::Result<Mesh, String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let read = std::panic::catch_unwind(read);
    std::panic::set_hook(hook);
    read.unwrap_or_else(|_| Err("a part of it has a type that glTF does not allow there".into()))
}

impl Mesh {
    /// Reads a `.glb`, `.gltf` or `.obj` file.
    pub fn load(path: &Path) -> Result<Self> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let read =
            if extension.eq_ignore_ascii_case("obj") { obj::read(path) } else { without_panic(|| gltf::read(path)) };
        let checked = read.and_then(|mesh| mesh.check().map(|()| mesh));
        checked.map_err(|reason| Error::Model { path: path.to_owned(), reason })
    }

    /// Corners of the bounding box; zero for an empty mesh.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let positions = || self.vertices.iter().map(Vertex::position);
        let min = positions().reduce(Vec3::min).unwrap_or_default();
        (min, positions().reduce(Vec3::max).unwrap_or_default())
    }

    /// What the meshlet builder takes for granted.
    fn check(&self) -> Result<(), String> {
        if self.parts.iter().all(|part| part.indices.is_empty()) {
            return Err("it has no triangles".into());
        }
        if !self.vertices.iter().all(|vertex| vertex.position().is_finite()) {
            return Err("a vertex position is not a finite number".into());
        }
        let (min, max) = self.bounds();
        if !(max - min).is_finite() {
            return Err("its extent is not a finite number".into());
        }
        for part in &self.parts {
            if part.indices.len() % 3 != 0 {
                return Err(format!("{} indices do not make triangles", part.indices.len()));
            }
            if let Some(index) = part.indices.iter().find(|&&index| index as usize >= self.vertices.len()) {
                return Err(format!("index {index} has no vertex"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `unpack_normal` of `shaders/meshlets.mesh`.
    fn unpack_normal(packed: u32) -> Vec3 {
        let half = |bits: u32| f32::from(bits as u16 as i16) / 32767.0;
        let (x, y) = (half(packed), half(packed >> 16));
        let z = 1.0 - x.abs() - y.abs();
        let fold = (-z).max(0.0);
        let unfold = |value: f32| value + if value >= 0.0 { -fold } else { fold };
        Vec3::new(unfold(x), unfold(y), z).normalize()
    }

    #[test]
    fn normals_survive_packing() {
        for direction in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z, Vec3::new(-1.0, 2.0, -3.0)] {
            let normal = direction.normalize();
            assert!(unpack_normal(pack_normal(normal)).distance(normal) < 1e-4, "{normal}");
        }
    }

    #[test]
    fn indices_beyond_the_vertices_are_refused() {
        let vertex = Vertex::new(Vec3::ZERO, Vec3::Y, Vec2::ZERO, [1.0; 4]);
        let part = Part { indices: vec![0, 1, 3], material: Material::default() };
        let mesh = Mesh { vertices: vec![vertex; 3], parts: vec![part], textures: vec![] };
        assert_eq!(mesh.check(), Err("index 3 has no vertex".into()));
    }

    #[test]
    fn a_mesh_without_triangles_is_refused() {
        assert_eq!(Mesh::default().check(), Err("it has no triangles".into()));
    }
}
