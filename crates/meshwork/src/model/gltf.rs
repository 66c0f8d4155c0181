//! glTF files: the triangles of the default scene with base colour and texture.

use std::collections::HashMap;
use std::path::Path;

use glam::{Mat3, Mat4, Vec2, Vec3};
use gltf::image::Format;
use gltf::mesh::Mode;
use image::{DynamicImage, RgbaImage};

use super::normals::{WithNormals, normals};
use super::{Material, Mesh, Part, Vertex};

pub fn read(path: &Path) -> Result<Mesh, String> {
    let (document, buffers, images) = gltf::import(path).map_err(|error| error.to_string())?;
    let mut reader = Reader { buffers, images, mesh: Mesh::default(), textures: HashMap::new() };
    let scene = document.default_scene().or_else(|| document.scenes().next()).ok_or("it has no scene")?;
    for node in scene.nodes() {
        reader.read_node(&node, Mat4::IDENTITY, 0)?;
    }
    Ok(reader.mesh)
}

/// Deeper trees are taken for cycles, which the format forbids and the parser does not look for.
const MAX_DEPTH: u32 = 256;

struct Reader {
    buffers: Vec<gltf::buffer::Data>,
    images: Vec<gltf::image::Data>,
    mesh: Mesh,
    /// From the file's image to the mesh's texture.
    textures: HashMap<usize, usize>,
}

impl Reader {
    fn read_node(&mut self, node: &gltf::Node<'_>, parent: Mat4, depth: u32) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!("its nodes are nested deeper than {MAX_DEPTH}"));
        }
        let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix());
        if let Some(mesh) = node.mesh() {
            for primitive in mesh.primitives() {
                self.read_primitive(&primitive, transform)?;
            }
        }
        node.children().try_for_each(|child| self.read_node(&child, transform, depth + 1))
    }

    fn read_primitive(&mut self, primitive: &gltf::Primitive<'_>, transform: Mat4) -> Result<(), String> {
        // Points and lines have no place in a picture of surfaces.
        if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            return Ok(());
        }
        let reader = primitive.reader(|buffer| self.buffers.get(buffer.index()).map(|data| &data.0[..]));
        let positions: Vec<Vec3> =
            reader.read_positions().ok_or("a primitive has no positions")?.map(Vec3::from).collect();
        let list = match reader.read_indices() {
            Some(indices) => indices.into_u32().collect(),
            None => (0..positions.len() as u32).collect(),
        };
        let indices = triangles(list, primitive.mode());
        let given: Option<Vec<Vec3>> = reader.read_normals().map(|normals| normals.map(Vec3::from).collect());
        let WithNormals { vertices, mut indices } = match given.filter(|given| given.len() == positions.len()) {
            Some(given) => WithNormals { vertices: (0..).zip(given).collect(), indices },
            // The format asks for flat triangles then.
            None => normals(&positions, &indices, 1.0),
        };
        let places = reader.read_tex_coords(0).map(|places| places.into_f32().map(Vec2::from).collect());
        let places: Vec<Vec2> = places.unwrap_or_default();
        let colors: Vec<[f32; 4]> = reader.read_colors(0).map(|c| c.into_rgba_f32().collect()).unwrap_or_default();

        let first = self.mesh.vertices.len() as u32;
        let normal_transform = Mat3::from_mat4(transform).inverse().transpose();
        for (index, normal) in vertices {
            let i = index as usize;
            let position = transform.transform_point3(positions[i]);
            let normal = (normal_transform * normal).normalize_or(Vec3::Y);
            let color = colors.get(i).copied().unwrap_or([1.0; 4]);
            let place = places.get(i).copied().unwrap_or_default();
            self.mesh.vertices.push(Vertex::new(position, normal, place, color));
        }
        if transform.determinant() < 0.0 {
            // A mirrored part would show its inside.
            indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2));
        }
        // Wraps to an index without vertex where the sum does not fit: `Mesh::check` names it.
        indices.iter_mut().for_each(|index| *index = index.checked_add(first).unwrap_or(u32::MAX));
        let material = self.read_material(&primitive.material())?;
        self.mesh.parts.push(Part { indices, material });
        Ok(())
    }

    fn read_material(&mut self, material: &gltf::Material<'_>) -> Result<Material, String> {
        let color = material.pbr_metallic_roughness();
        let image = color.base_color_texture().map(|info| info.texture().source().index());
        let texture = image.map(|image| self.texture(image)).transpose()?;
        Ok(Material { base_color: color.base_color_factor(), texture, double_sided: material.double_sided() })
    }

    fn texture(&mut self, image: usize) -> Result<usize, String> {
        if let Some(&texture) = self.textures.get(&image) {
            return Ok(texture);
        }
        let data = self.images.get(image).ok_or_else(|| format!("image {image} is missing"))?;
        let pixels = pixels(data).ok_or_else(|| format!("image {image} is not as large as it says"))?;
        self.mesh.textures.push(pixels);
        self.textures.insert(image, self.mesh.textures.len() - 1);
        Ok(self.mesh.textures.len() - 1)
    }
}

/// A list, strip or fan as a list of triangles.
fn triangles(list: Vec<u32>, mode: Mode) -> Vec<u32> {
    let corners = |window: usize| match mode {
        // Every other triangle of a strip turns the other way.
        Mode::TriangleStrip => [window + window % 2, window + 1 - window % 2, window + 2].map(|corner| list[corner]),
        _ => [0, window + 1, window + 2].map(|corner| list[corner]),
    };
    match mode {
        Mode::TriangleStrip | Mode::TriangleFan => (0..list.len().saturating_sub(2)).flat_map(corners).collect(),
        _ => list,
    }
}

fn pixels(data: &gltf::image::Data) -> Option<RgbaImage> {
    use image::ImageBuffer;
    let (width, height, bytes) = (data.width, data.height, data.pixels.clone());
    let halves = || bytemuck::pod_collect_to_vec::<u8, u16>(&data.pixels[..data.pixels.len() / 2 * 2]);
    let floats = || bytemuck::pod_collect_to_vec::<u8, f32>(&data.pixels[..data.pixels.len() / 4 * 4]);
    let picture = match data.format {
        Format::R8 => DynamicImage::ImageLuma8(ImageBuffer::from_raw(width, height, bytes)?),
        Format::R8G8 => DynamicImage::ImageLumaA8(ImageBuffer::from_raw(width, height, bytes)?),
        Format::R8G8B8 => DynamicImage::ImageRgb8(ImageBuffer::from_raw(width, height, bytes)?),
        Format::R8G8B8A8 => DynamicImage::ImageRgba8(ImageBuffer::from_raw(width, height, bytes)?),
        Format::R16 => DynamicImage::ImageLuma16(ImageBuffer::from_raw(width, height, halves())?),
        Format::R16G16 => DynamicImage::ImageLumaA16(ImageBuffer::from_raw(width, height, halves())?),
        Format::R16G16B16 => DynamicImage::ImageRgb16(ImageBuffer::from_raw(width, height, halves())?),
        Format::R16G16B16A16 => DynamicImage::ImageRgba16(ImageBuffer::from_raw(width, height, halves())?),
        Format::R32G32B32FLOAT => DynamicImage::ImageRgb32F(ImageBuffer::from_raw(width, height, floats())?),
        Format::R32G32B32A32FLOAT => DynamicImage::ImageRgba32F(ImageBuffer::from_raw(width, height, floats())?),
    };
    Some(picture.into_rgba8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_winding() {
        assert_eq!(triangles(vec![5, 6, 7, 8], Mode::TriangleStrip), [5, 6, 7, 7, 6, 8]);
        assert_eq!(triangles(vec![5, 6, 7, 8], Mode::TriangleFan), [5, 6, 7, 5, 7, 8]);
        assert_eq!(triangles(vec![5, 6], Mode::TriangleStrip), [0; 0]);
    }
}
