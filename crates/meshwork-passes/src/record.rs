//! Where a mesh workgroup's outputs lie in its record.

use meshwork_abi::{Attribute, AttributeSource, BuiltIn, OwnCorners, PrimitiveIndices, Rate, RecordLayout};
use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Id, Module};

use crate::ProvokingVertex;
use crate::error::{ErrorKind, Result};
use crate::layout::{Laid, Layouts, make_array, make_struct_at};
use crate::outputs::Outputs;

/// Vertices, and the values of primitives in them, begin at multiples of this: a vector's alignment.
const ALIGNMENT: u32 = 16;

/// The two parts of a record, as blocks with one member each, an array of structures.
pub struct RecordBlocks {
    pub vertices: Id,
    pub primitives: Id,
    /// For each attribute of the outputs, where it is stored: member of the structure that its rate names.
    pub members: Vec<Option<u32>>,
    /// For each of them: member of the vertex structure, where own corners have the values of their primitive.
    pub vertex_members: Vec<Option<VertexMember>>,
    /// Member of the primitive structure.
    pub indices: u32,
    pub attributes: Vec<Attribute>,
    vertex_bytes: u32,
    primitive_bytes: u32,
    primitive_values_offset: u32,
    primitive_value_bytes: u32,
    primitive_indices_offset: u32,
    own_corners: OwnCorners,
}

/// A member of the vertex structure.
#[derive(Clone, Copy)]
pub struct VertexMember {
    pub member: u32,
    pub offset: u32,
    /// Its type in memory.
    pub ty: Id,
}

/// A structure that grows by members.
#[derive(Default)]
struct Draft {
    members: Vec<(Id, u32)>,
    bytes: u32,
    align: u32,
}

const TOO_LARGE: ErrorKind = ErrorKind::Limit {
    what: "the size of a mesh workgroup's outputs in bytes",
    value: u64::MAX,
    maximum: u32::MAX as u64,
};

impl Draft {
    /// Member and offset of a new last one.
    fn add(&mut self, member: Laid) -> Result<(u32, u32)> {
        let offset = self.bytes.checked_next_multiple_of(member.align).ok_or(TOO_LARGE)?;
        self.bytes = offset.checked_add(member.size).ok_or(TOO_LARGE)?;
        self.align = self.align.max(member.align);
        self.members.push((member.ty, offset));
        Ok((self.members.len() as u32 - 1, offset))
    }

    /// Bytes from one to the next in an array where each begins at a multiple of `align`.
    fn stride(&self, align: u32) -> Result<u32> {
        self.bytes.checked_next_multiple_of(align.max(self.align)).ok_or(TOO_LARGE)
    }

    /// A block that holds an array of it.
    fn declare(&self, module: &mut Module, name: &str, stride: u32) -> Result<Id> {
        let element = make_struct_at(module, &self.members)?;
        let array = module.make_global(Op::TypeRuntimeArray, None, [element.into()]);
        module.decorate(array, Decoration::ArrayStride, &[stride.max(1)]);
        let block = make_struct_at(module, &[(array, 0)])?;
        module.decorate(block, Decoration::Block, &[]);
        module.set_name(block, name);
        Ok(block)
    }
}

impl RecordBlocks {
    /// Declares them in `module`. `import` gives the module's own id of a type of the mesh module.
    pub fn declare(
        module: &mut Module,
        layouts: &mut Layouts,
        outputs: &Outputs,
        mut import: impl FnMut(&mut Module, Id) -> Result<Id>,
    ) -> Result<Self> {
        let (mut vertex, mut primitive) = (Draft::default(), Draft::default());
        let (mut members, mut attributes) = (Vec::new(), Vec::new());
        for attribute in &outputs.attributes {
            if !attribute.stored {
                members.push(None);
                continue;
            }
            let ty = import(module, attribute.ty)?;
            let laid = layouts.lay(module, ty)?;
            let (source, rate) = (attribute.source, attribute.rate);
            let (member, offset) = match rate {
                Rate::Vertex => vertex.add(laid)?,
                Rate::Primitive => primitive.add(laid)?,
            };
            members.push(Some(member));
            attributes.push(Attribute { source, rate, offset });
        }
        let own_corners = own_corners(&attributes, outputs);
        let (primitive_value_bytes, primitive_values_offset) = (primitive.bytes, vertex.stride(ALIGNMENT)?);
        let per_vertex = vertex.members.len() as u32;
        for &(ty, offset) in &primitive.members {
            vertex.members.push((ty, primitive_values_offset.checked_add(offset).ok_or(TOO_LARGE)?));
        }
        if own_corners != OwnCorners::None {
            vertex.bytes = primitive_values_offset.checked_add(primitive_value_bytes).ok_or(TOO_LARGE)?;
        }
        let in_vertex = |(member, attribute): (&Option<u32>, &crate::outputs::Attribute)| {
            let first = if attribute.rate == Rate::Primitive { per_vertex } else { 0 };
            member.map(|member| {
                let (ty, offset) = vertex.members[(first + member) as usize];
                VertexMember { member: first + member, offset, ty }
            })
        };
        let vertex_members = members.iter().zip(&outputs.attributes).map(in_vertex).collect();

        let word = Laid { ty: module.u32_type(), size: 4, align: 4, converted: false };
        let index_words = match outputs.primitive_indices {
            PrimitiveIndices::Packed => word,
            PrimitiveIndices::Words => make_array(module, word, outputs.topology.corners())?,
        };
        let (indices, primitive_indices_offset) = primitive.add(index_words)?;
        let (vertex_bytes, primitive_bytes) = (vertex.stride(ALIGNMENT)?, primitive.stride(4)?);
        let blocks = Self {
            vertices: vertex.declare(module, "Vertices", vertex_bytes)?,
            primitives: primitive.declare(module, "Primitives", primitive_bytes)?,
            members,
            vertex_members,
            indices,
            attributes,
            vertex_bytes,
            primitive_bytes,
            primitive_values_offset,
            primitive_value_bytes,
            primitive_indices_offset,
            own_corners,
        };
        blocks.check_size(outputs)?;
        Ok(blocks)
    }

    /// The sizes of a whole record must be numbers that the layout can say.
    fn check_size(&self, outputs: &Outputs) -> Result<()> {
        let vertices = outputs.max_vertices + self.own_corners.count(outputs.topology) * outputs.max_primitives;
        let part = |count: u32, bytes: u32| count.checked_mul(bytes)?.checked_next_multiple_of(ALIGNMENT);
        let sum = part(vertices, self.vertex_bytes)
            .zip(part(outputs.max_primitives, self.primitive_bytes))
            .and_then(|(vertices, primitives)| vertices.checked_add(primitives));
        sum.map(|_| ()).ok_or(TOO_LARGE)
    }

    pub fn layout(&self, outputs: &Outputs, mesh_workgroup_size: [u32; 3]) -> RecordLayout {
        RecordLayout {
            topology: outputs.topology,
            max_vertices: outputs.max_vertices,
            max_primitives: outputs.max_primitives,
            own_corners: self.own_corners,
            is_per_view: false,
            vertex_bytes: self.vertex_bytes,
            primitive_values_offset: self.primitive_values_offset,
            primitive_value_bytes: self.primitive_value_bytes,
            primitive_bytes: self.primitive_bytes,
            primitive_indices: outputs.primitive_indices,
            primitive_indices_offset: self.primitive_indices_offset,
            attributes: self.attributes.clone(),
            vertex_inputs: Vec::new(),
            vertices_by_address: false,
            is_layered: false,
            payload_bytes: 0,
            task_workgroup_size: None,
            mesh_workgroup_size,
            push_constant_bytes: 0,
        }
    }
}

/// What only the fragment stage reads it reads of the provoking vertex, if that is known.
fn own_corners(attributes: &[Attribute], outputs: &Outputs) -> OwnCorners {
    let of_fragments = match outputs.provoking_vertex {
        ProvokingVertex::First => OwnCorners::Provoking(0),
        ProvokingVertex::Last => OwnCorners::Provoking(outputs.topology.corners() - 1),
        ProvokingVertex::Dynamic => OwnCorners::All,
    };
    let own = |attribute: &Attribute| match attribute.source {
        AttributeSource::Location { .. } | AttributeSource::BuiltIn(BuiltIn::PrimitiveId) => of_fragments,
        AttributeSource::BuiltIn(_) => OwnCorners::All,
    };
    if outputs.own_culling.is_some() {
        return OwnCorners::All;
    }
    let mut per_primitive = attributes.iter().filter(|attribute| attribute.rate == Rate::Primitive).map(own);
    let Some(first) = per_primitive.next() else { return OwnCorners::None };
    if per_primitive.any(|own| own == OwnCorners::All) { OwnCorners::All } else { first }
}
