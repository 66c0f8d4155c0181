//! Where a mesh workgroup's outputs lie in its record.

use meshwork_abi::{
    Attribute, AttributeSource, BuiltIn, OwnCorners, PrimitiveIndices, Rate, RecordLayout, VertexOrder,
};
use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Id, Module};

use crate::error::{ErrorKind, Result};
use crate::layout::{Laid, Layouts, make_array, make_struct_at};
use crate::outputs::Outputs;
use crate::tables::read_only;
use crate::{ProvokingVertex, TargetProfile};

/// Vertices, and the values of primitives in them, begin at multiples of this: a vector's alignment.
const ALIGNMENT: u32 = 16;

/// The two parts of a record, as blocks with one member each, an array of structures; or with an array for each attribute, where
/// vertices have separate ones. In place of primitives there may be their part of the index list.
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
    order: VertexOrder,
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
    members: Vec<(Laid, u32)>,
    bytes: u32,
    align: u32,
    /// How many there are of each member, where each has an array of its own.
    separate: Option<u32>,
}

const TOO_LARGE: ErrorKind = ErrorKind::Limit {
    what: "the size of a mesh workgroup's outputs in bytes",
    value: u64::MAX,
    maximum: u32::MAX as u64,
};

impl Draft {
    /// Member and offset of a new last one.
    fn add(&mut self, module: &mut Module, member: Laid) -> Result<(u32, u32)> {
        let member = match self.separate {
            Some(length) => make_array(module, member, length)?,
            None => member,
        };
        let offset = self.bytes.checked_next_multiple_of(member.align).ok_or(TOO_LARGE)?;
        self.bytes = offset.checked_add(member.size).ok_or(TOO_LARGE)?;
        self.align = self.align.max(member.align);
        self.members.push((member, offset));
        Ok((self.members.len() as u32 - 1, offset))
    }

    /// Bytes from one to the next in an array where each begins at a multiple of `align`; with separate arrays, bytes that one has
    /// in all of them.
    fn stride(&self, align: u32) -> Result<u32> {
        match self.separate {
            Some(length) => Ok(self.bytes / length),
            None => self.bytes.checked_next_multiple_of(align.max(self.align)).ok_or(TOO_LARGE),
        }
    }

    /// A block that holds an array of it, or its arrays.
    fn declare(&self, module: &mut Module, name: &str, stride: u32) -> Result<Id> {
        let members: Vec<_> = self.members.iter().map(|&(member, offset)| (member.ty, offset)).collect();
        let block = match self.separate {
            Some(_) => make_struct_at(module, &members)?,
            None => {
                let element = make_struct_at(module, &members)?;
                let array = module.make_global(Op::TypeRuntimeArray, None, [element.into()]);
                module.decorate(array, Decoration::ArrayStride, &[stride.max(1)]);
                make_struct_at(module, &[(array, 0)])?
            }
        };
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
        profile: &TargetProfile,
        mut import: impl FnMut(&mut Module, Id) -> Result<Id>,
    ) -> Result<Self> {
        let own_corners = own_corners(outputs);
        let order = match own_corners {
            // Vertex input wants structures, and so do the copies in own corners.
            OwnCorners::None if !profile.vertex_input => VertexOrder::Separate,
            _ => VertexOrder::Interleaved,
        };
        let separate = (order == VertexOrder::Separate).then(|| VertexOrder::separate_vertices(outputs.max_vertices));
        let (mut vertex, mut primitive) = (Draft { separate, ..Draft::default() }, Draft::default());
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
                Rate::Vertex => vertex.add(module, laid)?,
                Rate::Primitive => primitive.add(module, laid)?,
            };
            members.push(Some(member));
            attributes.push(Attribute { source, rate, offset });
        }
        let (primitive_value_bytes, primitive_values_offset) = (primitive.bytes, vertex.stride(ALIGNMENT)?);
        let per_vertex = vertex.members.len() as u32;
        if own_corners != OwnCorners::None {
            for &(member, offset) in &primitive.members {
                vertex.members.push((member, primitive_values_offset.checked_add(offset).ok_or(TOO_LARGE)?));
            }
            vertex.bytes = primitive_values_offset.checked_add(primitive_value_bytes).ok_or(TOO_LARGE)?;
        }
        let in_vertex = |(member, attribute): (&Option<u32>, &crate::outputs::Attribute)| {
            let first = if attribute.rate == Rate::Primitive { per_vertex } else { 0 };
            member.map(|member| {
                let (laid, offset) = vertex.members[(first + member) as usize];
                VertexMember { member: first + member, offset, ty: laid.ty }
            })
        };
        let vertex_members = members.iter().zip(&outputs.attributes).map(in_vertex).collect();

        let word = Laid { ty: module.u32_type(), size: 4, align: 4, converted: false };
        let index_words = match outputs.primitive_indices {
            PrimitiveIndices::Packed => word,
            PrimitiveIndices::Words | PrimitiveIndices::List => make_array(module, word, outputs.topology.corners())?,
        };
        let (indices, primitive_indices_offset) = primitive.add(module, index_words)?;
        let (vertex_bytes, primitive_bytes) = (vertex.stride(ALIGNMENT)?, primitive.stride(4)?);
        let blocks = Self {
            vertices: vertex.declare(module, "Vertices", vertex_bytes)?,
            primitives: primitive.declare(module, "Primitives", primitive_bytes)?,
            members,
            vertex_members,
            indices,
            attributes,
            order,
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

    /// Where member `member` of an element lies in the block of its rate.
    pub fn place(&self, module: &mut Module, rate: Rate, element: Id, member: u32) -> Vec<Id> {
        let member = module.u32(member);
        match (rate, self.order) {
            (Rate::Vertex, VertexOrder::Separate) => vec![member, element],
            _ => vec![module.u32(0), element, member],
        }
    }

    /// Says that `module` reads the vertices only.
    pub fn set_vertices_read_only(&self, module: &mut Module) {
        let members = match self.order {
            VertexOrder::Interleaved => 1,
            VertexOrder::Separate => self.attributes.len() as u32,
        };
        read_only(module, self.vertices, members);
    }

    /// The sizes of a whole record must be numbers that the layout can say.
    fn check_size(&self, outputs: &Outputs) -> Result<()> {
        let own = self.own_corners.count(outputs.topology) * outputs.max_primitives;
        let vertices = VertexOrder::separate_vertices(outputs.max_vertices) + own;
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
            vertex_order: self.order,
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
fn own_corners(outputs: &Outputs) -> OwnCorners {
    let of_fragments = match outputs.provoking_vertex {
        ProvokingVertex::First => OwnCorners::Provoking(0),
        ProvokingVertex::Last => OwnCorners::Provoking(outputs.topology.corners() - 1),
        ProvokingVertex::Dynamic => OwnCorners::All,
    };
    let own = |attribute: &crate::outputs::Attribute| match attribute.source {
        AttributeSource::Location { .. } | AttributeSource::BuiltIn(BuiltIn::PrimitiveId) => of_fragments,
        AttributeSource::BuiltIn(_) => OwnCorners::All,
    };
    if outputs.own_culling.is_some() {
        return OwnCorners::All;
    }
    let mut per_primitive = outputs.per_primitive().map(own);
    let Some(first) = per_primitive.next() else { return OwnCorners::None };
    if per_primitive.any(|own| own == OwnCorners::All) { OwnCorners::All } else { first }
}
