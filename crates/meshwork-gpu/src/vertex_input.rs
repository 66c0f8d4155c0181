//! The vertex input of a lowered vertex shader.

use std::mem::offset_of;

use ash::vk;
use meshwork_abi::gpu::{LAYER_LOCATION, LayerInput, VERTICES_LOCATION};
use meshwork_abi::{RecordLayout, Scalar, VertexInput};

/// Binding of the vertices of records.
pub(crate) const VERTICES: u32 = 0;
/// Binding of their address, the number of records, and the layer that is drawn.
pub(crate) const ADDRESS: u32 = 1;

/// Vertex input state of a raster pipeline with a lowered vertex shader. [`crate::Plan::record_draws`] binds its buffers.
#[derive(Clone, Debug)]
pub struct VertexInputState {
    pub bindings: Vec<vk::VertexInputBindingDescription>,
    pub attributes: Vec<vk::VertexInputAttributeDescription>,
}

impl VertexInputState {
    pub fn new(record: &RecordLayout) -> Self {
        let (mut bindings, mut attributes) = (Vec::new(), Vec::new());
        let mut bind = |binding, stride, input_rate| {
            bindings.push(vk::VertexInputBindingDescription { binding, stride, input_rate });
        };
        if !record.vertex_inputs.is_empty() {
            bind(VERTICES, record.vertex_bytes, vk::VertexInputRate::VERTEX);
        }
        for &input in &record.vertex_inputs {
            let VertexInput { location, offset, .. } = input;
            attributes.push(vk::VertexInputAttributeDescription {
                location,
                binding: VERTICES,
                format: format(input),
                offset,
            });
        }
        if record.vertices_by_address || record.is_layered {
            let stride = if record.is_layered { size_of::<LayerInput>() } else { size_of::<[u32; 3]>() };
            bind(ADDRESS, stride as u32, vk::VertexInputRate::INSTANCE);
        }
        if record.vertices_by_address {
            attributes.push(vk::VertexInputAttributeDescription {
                location: VERTICES_LOCATION,
                binding: ADDRESS,
                format: vk::Format::R32G32B32_UINT,
                offset: offset_of!(LayerInput, vertices) as u32,
            });
        }
        if record.is_layered {
            attributes.push(vk::VertexInputAttributeDescription {
                location: LAYER_LOCATION,
                binding: ADDRESS,
                format: vk::Format::R32_UINT,
                offset: offset_of!(LayerInput, layer) as u32,
            });
        }
        Self { bindings, attributes }
    }

    pub fn info(&self) -> vk::PipelineVertexInputStateCreateInfo<'_> {
        vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&self.bindings)
            .vertex_attribute_descriptions(&self.attributes)
    }
}

/// Every device has these for vertex buffers.
fn format(input: VertexInput) -> vk::Format {
    use vk::Format as F;
    let of_width = match input.scalar {
        Scalar::Float => [F::R32_SFLOAT, F::R32G32_SFLOAT, F::R32G32B32_SFLOAT, F::R32G32B32A32_SFLOAT],
        Scalar::Sint => [F::R32_SINT, F::R32G32_SINT, F::R32G32B32_SINT, F::R32G32B32A32_SINT],
        Scalar::Uint => [F::R32_UINT, F::R32G32_UINT, F::R32G32B32_UINT, F::R32G32B32A32_UINT],
    };
    of_width[(input.components.clamp(1, 4) - 1) as usize]
}
