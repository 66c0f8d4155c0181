//! A module that has mesh shaders among others, for a driver that knows none: only one of the others is kept.

use meshwork_spirv::spirv::{BuiltIn, Capability, ExecutionModel};
use meshwork_spirv::{Id, Module};

use crate::error::{ErrorKind, Result};
use crate::fragment::is_per_primitive;
use crate::stage::find_entry_point;
use crate::strip::strip_to_entry_point;
use crate::version::allow_layer_or_viewport;

/// A stage of a pipeline without mesh shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrdinaryStage {
    Vertex,
    TessellationControl,
    TessellationEvaluation,
    Geometry,
    Fragment,
    Compute,
}

impl OrdinaryStage {
    fn model(self) -> ExecutionModel {
        match self {
            Self::Vertex => ExecutionModel::Vertex,
            Self::TessellationControl => ExecutionModel::TessellationControl,
            Self::TessellationEvaluation => ExecutionModel::TessellationEvaluation,
            Self::Geometry => ExecutionModel::Geometry,
            Self::Fragment => ExecutionModel::Fragment,
            Self::Compute => ExecutionModel::GLCompute,
        }
    }
}

/// The module of one entry point, without the capability `MeshShadingEXT`. Specialization constants stay what they are.
///
/// What that capability allowed the stage to read is allowed by others: `PrimitiveId` in a fragment shader by `Geometry`,
/// the layer and the viewport by the capabilities of their features. Whether the device has them is the program's
/// business, as in any pipeline without mesh shaders.
pub fn strip_mesh(words: &[u32], entry_point: &str, stage: OrdinaryStage) -> Result<Vec<u32>> {
    let mut module = Module::read(words)?;
    module.verify()?;
    let main = find_entry_point(&module, entry_point, stage.model())?;
    let ids: Vec<Id> = module.decorations.keys().copied().collect();
    let uses = |module: &Module, builtin| ids.iter().any(|&id| module.builtin(id, None) == Some(builtin));
    strip_to_entry_point(&mut module, main);
    if module.decorations.values().flatten().any(is_per_primitive) {
        return Err(ErrorKind::unsupported("a per-primitive input in a pipeline without mesh shader", None));
    }
    module.remove_capability(Capability::MeshShadingEXT);
    module.extensions.remove("SPV_EXT_mesh_shader");
    module.add_capability(Capability::Shader);
    if stage == OrdinaryStage::Fragment {
        if uses(&module, BuiltIn::PrimitiveId) && !module.has_capability(Capability::Tessellation) {
            module.add_capability(Capability::Geometry);
        }
        for (builtin, capability) in
            [(BuiltIn::Layer, Capability::ShaderLayer), (BuiltIn::ViewportIndex, Capability::ShaderViewportIndex)]
        {
            if uses(&module, builtin) && !module.has_capability(Capability::Geometry) {
                allow_layer_or_viewport(&mut module, capability);
            }
        }
    }
    Ok(module.write())
}
