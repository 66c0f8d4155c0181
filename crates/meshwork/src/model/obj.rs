//! Wavefront OBJ files with the colours and textures of their MTL files.

use std::path::Path;

use glam::{Vec2, Vec3};

use super::normals::{WithNormals, normals};
use super::{Material, Mesh, Part, Vertex};

/// Cosine of the angle between triangles beyond which an edge is sharp, in files without normals: 40 degrees.
const CREASE: f32 = 0.766;

pub fn read(path: &Path) -> Result<Mesh, String> {
    let (models, materials) = tobj::load_obj(path, &tobj::GPU_LOAD_OPTIONS).map_err(|error| error.to_string())?;
    // A file without its materials is drawn grey.
    let materials = materials.unwrap_or_default();
    let mut mesh = Mesh::default();
    let mut read_materials = Vec::with_capacity(materials.len());
    for material in &materials {
        read_materials.push(read_material(material, path, &mut mesh));
    }
    for model in models {
        let first = mesh.vertices.len() as u32;
        let part = model.mesh;
        let positions: Vec<Vec3> = part.positions.chunks_exact(3).map(Vec3::from_slice).collect();
        let given: Vec<Vec3> = part.normals.chunks_exact(3).map(Vec3::from_slice).collect();
        let places: Vec<Vec2> = part.texcoords.chunks_exact(2).map(Vec2::from_slice).collect();
        let WithNormals { vertices, indices } = match given.len() == positions.len() {
            true => WithNormals { vertices: (0..).zip(given).collect(), indices: part.indices },
            false => normals(&positions, &part.indices, CREASE),
        };
        for (index, normal) in vertices {
            // The origin is the lower left corner here, the upper left in Vulkan.
            let place = places.get(index as usize).map_or(Vec2::ZERO, |place| Vec2::new(place.x, 1.0 - place.y));
            mesh.vertices.push(Vertex::new(positions[index as usize], normal.normalize_or(Vec3::Y), place, [1.0; 4]));
        }
        // Wraps to an index without vertex where the sum does not fit: `Mesh::check` names it.
        let indices = indices.iter().map(|index| index.checked_add(first).unwrap_or(u32::MAX)).collect();
        let material = part.material_id.and_then(|id| read_materials.get(id).copied());
        // The format does not say which side of a face is its outside.
        let material = Material { double_sided: true, ..material.unwrap_or_else(grey) };
        mesh.parts.push(Part { indices, material });
    }
    Ok(mesh)
}

fn grey() -> Material {
    Material { base_color: [0.6, 0.6, 0.6, 1.0], ..Material::default() }
}

/// A material's colour, and its texture where that can be read.
fn read_material(material: &tobj::Material, path: &Path, mesh: &mut Mesh) -> Material {
    let [r, g, b] = material.diffuse.unwrap_or([0.6; 3]);
    let texture = material.diffuse_texture.as_ref().and_then(|name| {
        let file = path.with_file_name(name.replace('\\', "/"));
        match image::open(&file) {
            Ok(picture) => {
                mesh.textures.push(picture.into_rgba8());
                Some(mesh.textures.len() - 1)
            }
            Err(error) => {
                eprintln!("meshwork: drawn without the texture {}: {error}", file.display());
                None
            }
        }
    });
    Material { base_color: [r, g, b, 1.0], texture, double_sided: true }
}
