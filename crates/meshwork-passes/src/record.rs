//! Where a mesh workgroup's outputs lie in its record.

use meshwork_abi::{Attribute, IndexMode, PrimitiveIndices, Rate, RecordLayout};
use meshwork_spirv::{Id, Module};

use crate::error::{ErrorKind, Result};
use crate::layout::{Laid, Layouts, make_array, make_struct_at, stride};
use crate::outputs::Outputs;

/// All arrays of a record begin at multiples of this.
const ARRAY_ALIGNMENT: u32 = 16;

/// The record as a struct of arrays: member 0 the primitive indices, then one array for each stored attribute.
pub struct RecordStruct {
    pub ty: Id,
    pub bytes: u32,
    /// Member for each attribute of the outputs, where it is stored.
    pub members: Vec<Option<u32>>,
    pub attributes: Vec<Attribute>,
}

impl RecordStruct {
    /// Declares the struct in `module`. `import` gives the module's own id of a type of the mesh module.
    pub fn declare(
        module: &mut Module,
        layouts: &mut Layouts,
        outputs: &Outputs,
        mut import: impl FnMut(&mut Module, Id) -> Result<Id>,
    ) -> Result<Self> {
        let word = Laid { ty: module.u32_type(), size: 4, align: 4, converted: false };
        let primitive = match outputs.primitive_indices {
            PrimitiveIndices::Packed => word,
            PrimitiveIndices::Words => make_array(module, word, outputs.topology.corners())?,
        };
        let indices = make_array(module, primitive, outputs.max_primitives)?;
        let mut placed = vec![(indices.ty, 0)];
        let mut bytes = indices.size.next_multiple_of(ARRAY_ALIGNMENT);
        let (mut members, mut attributes) = (Vec::new(), Vec::new());
        for attribute in &outputs.attributes {
            if !attribute.stored {
                members.push(None);
                continue;
            }
            let ty = import(module, attribute.ty)?;
            let element = layouts.lay(module, ty)?;
            let array = make_array(module, element, outputs.maximum(attribute.rate))?;
            members.push(Some(placed.len() as u32));
            placed.push((array.ty, bytes));
            let (source, rate) = (attribute.source, attribute.rate);
            attributes.push(Attribute { source, rate, offset: bytes, stride: stride(element) });
            let end = bytes.checked_add(array.size).and_then(|end| end.checked_next_multiple_of(ARRAY_ALIGNMENT));
            bytes = end.ok_or(ErrorKind::Limit {
                what: "the size of a mesh workgroup's outputs in bytes",
                value: u64::from(bytes) + u64::from(array.size),
                maximum: u32::MAX.into(),
            })?;
        }
        let ty = make_struct_at(module, &placed)?;
        module.decorate(ty, meshwork_spirv::spirv::Decoration::Block, &[]);
        module.set_name(ty, "Record");
        Ok(Self { ty, bytes, members, attributes })
    }

    pub fn layout(&self, outputs: &Outputs, mesh_workgroup_size: [u32; 3]) -> RecordLayout {
        let per_primitive = self.attributes.iter().any(|attribute| attribute.rate == Rate::Primitive);
        RecordLayout {
            topology: outputs.topology,
            max_vertices: outputs.max_vertices,
            max_primitives: outputs.max_primitives,
            bytes: self.bytes,
            primitive_indices: outputs.primitive_indices,
            primitive_indices_offset: 0,
            index_mode: if per_primitive { IndexMode::PerCorner } else { IndexMode::Shared },
            attributes: self.attributes.clone(),
            payload_bytes: 0,
            task_workgroup_size: None,
            mesh_workgroup_size,
            push_constant_bytes: 0,
        }
    }
}
