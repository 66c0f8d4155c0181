//! What a mesh shader puts out, by what the driver says of the program and by what the fragment stage reads.

use meshwork_spirv::spirv::{BuiltIn, Decoration, ExecutionModel, StorageClass};
use meshwork_spirv::{Id, Module, Type};

use crate::launch::{Exports, GroupLimits, LaunchError, ParameterValue, ProgramInfo, Topology};

/// What the program gives to the rasterizer and to the fragment stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshOutputs {
    /// At most. [`Self::of_stage`] says what the mesh stage has of them.
    pub vertices: u32,
    pub primitives: u32,
    /// 1 for points, 2 for lines, 3 for triangles and rectangles.
    pub vertices_per_primitive: u8,
    /// Three corners are a rectangle's.
    pub rectangles: bool,
    /// What position exports hold, from POS1 on; POS0 is the position.
    pub positions: Vec<PerVertex>,
    /// Parameters that the fragment stage reads. Others are not put out.
    pub parameters: Vec<Parameter>,
    /// The pipeline fills triangles, and drops those without area: a null triangle is put out as such. Without, each primitive has a flag,
    /// which costs an output. [`Self::new`] leaves it out: only who makes the pipeline knows.
    pub fills: bool,
}

/// A position export behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerVertex {
    /// Point size in x, layer and viewport index in z.
    Misc { point_size: bool, layer: bool, viewport: bool },
    /// Distances to clip and to cull, from number `first` on: a bit for each component.
    Distances { first: u8, clip: u8, cull: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Of the export.
    pub number: u8,
    pub to: ParameterTarget,
    /// Exported by primitives' threads.
    pub per_primitive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterTarget {
    Input(FragmentInput),
    PrimitiveId,
}

/// An input of the fragment stage, of one location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentInput {
    pub location: u32,
    /// The first, and how many: 1 to 4.
    pub component: u8,
    pub components: u8,
    pub ty: ParameterType,
}

/// How the fragment stage declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    Float,
    Int,
    Uint,
}

/// What a fragment shader reads of the stage before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FragmentInputs {
    pub inputs: Vec<FragmentInput>,
    pub primitive_id: bool,
}

pub const TRIANGLES_OF_RECTANGLE: u32 = 2;

impl MeshOutputs {
    /// Workgroups stay within `limits`. Without a fragment shader all parameters are vectors of four floats.
    pub fn new(info: &ProgramInfo, limits: GroupLimits, fragment: Option<&FragmentInputs>) -> Self {
        let (invocations, amplification) = info.amplification();
        let amplified = limits.primitives * invocations * amplification;
        let is_amplified = info.geometry.is_some();
        Self {
            vertices: if is_amplified { amplified } else { limits.vertices },
            primitives: if is_amplified { amplified } else { limits.primitives },
            vertices_per_primitive: info.vertices_per_output() as u8,
            // A geometry shader puts out strips, whatever comes in.
            rectangles: info.topology == Topology::RectList && !is_amplified,
            positions: positions(&info.exports),
            parameters: parameters(&info.exports, fragment),
            fills: false,
        }
    }

    /// Vertices and primitives of the mesh stage: a rectangle is two triangles, and its fourth corner stands behind the program's vertices.
    pub fn of_stage(&self) -> (u32, u32) {
        if self.rectangles {
            (self.vertices + self.primitives, self.primitives * TRIANGLES_OF_RECTANGLE)
        } else {
            (self.vertices, self.primitives)
        }
    }

    /// Whether each primitive says that it is none.
    pub fn has_flags(&self) -> bool {
        !self.fills || self.vertices_per_primitive != 3
    }
}

/// Point size, layer and viewport come first, then distances by fours; what is not exported takes no place.
fn positions(exports: &Exports) -> Vec<PerVertex> {
    let Exports { clip_mask, cull_mask, point_size, layer, viewport, .. } = *exports;
    let misc = PerVertex::Misc { point_size, layer, viewport };
    let distances = [0, 4].map(|first| {
        let [clip, cull] = [clip_mask, cull_mask].map(|mask| mask >> first & 15);
        (clip | cull != 0).then_some(PerVertex::Distances { first, clip, cull })
    });
    (point_size || layer || viewport).then_some(misc).into_iter().chain(distances.into_iter().flatten()).collect()
}

fn parameters(exports: &Exports, fragment: Option<&FragmentInputs>) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for export in &exports.parameters {
        let parameter = |to| Parameter { number: export.number, to, per_primitive: export.per_primitive };
        match (export.value, fragment) {
            (ParameterValue::Location(location), None) => {
                let input = FragmentInput { location, component: 0, components: 4, ty: ParameterType::Float };
                parameters.push(parameter(ParameterTarget::Input(input)));
            }
            (ParameterValue::Location(location), Some(fragment)) => {
                let read = fragment.inputs.iter().filter(|input| input.location == location);
                parameters.extend(read.map(|input| parameter(ParameterTarget::Input(*input))));
            }
            (ParameterValue::PrimitiveId, fragment) => {
                if fragment.is_none_or(|fragment| fragment.primitive_id) {
                    parameters.push(parameter(ParameterTarget::PrimitiveId));
                }
            }
            // The fragment stage has them from the rasterizer.
            (ParameterValue::Layer | ParameterValue::Viewport, _) => {}
        }
    }
    parameters
}

impl FragmentInputs {
    /// Inputs of a module's first fragment entry point.
    pub fn of_module(words: &[u32]) -> Result<Self, LaunchError> {
        let module = &Module::read(words)?;
        let mut found = Self::default();
        let mut entries = module.entry_points.iter();
        let entry =
            entries.find(|entry| entry.model == ExecutionModel::Fragment).ok_or(LaunchError::NoFragmentShader)?;
        for &variable in &entry.interface {
            let Some(pointer) = module.globals.get(variable).and_then(|variable| variable.ty) else { continue };
            let Ok((class, ty)) = module.pointee(pointer) else { continue };
            if class != StorageClass::Input as u32 {
                continue;
            }
            found.primitive_id |= module.builtin(variable, None) == Some(BuiltIn::PrimitiveId);
            if let Some(location) = module.decoration(variable, None, Decoration::Location) {
                let component = module.decoration(variable, None, Decoration::Component).unwrap_or(0);
                found.add(module, ty, location, component)?;
            }
        }
        Ok(found)
    }

    /// A location for each element and column; returns the next.
    fn add(&mut self, module: &Module, ty: Id, location: u32, component: u32) -> Result<u32, LaunchError> {
        let unknown = || LaunchError::FragmentInput { location };
        let (element, count) = match module.ty(ty).map_err(|_| unknown())? {
            Type::Array { element, length } => (element, length),
            Type::Matrix { column, count } => (column, count),
            Type::Vector { component: scalar, count } => {
                let ty = scalar_type(module, scalar).ok_or_else(unknown)?;
                self.inputs.push(FragmentInput { location, component: component as u8, components: count as u8, ty });
                return Ok(location + 1);
            }
            _ => {
                let ty = scalar_type(module, ty).ok_or_else(unknown)?;
                self.inputs.push(FragmentInput { location, component: component as u8, components: 1, ty });
                return Ok(location + 1);
            }
        };
        (0..count).try_fold(location, |location, _| self.add(module, element, location, component))
    }
}

fn scalar_type(module: &Module, ty: Id) -> Option<ParameterType> {
    match module.ty(ty).ok()? {
        Type::Float { width: 32 } => Some(ParameterType::Float),
        Type::Int { width: 32, signed: true } => Some(ParameterType::Int),
        Type::Int { width: 32, signed: false } => Some(ParameterType::Uint),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_exports_are_numbered_without_holes() {
        let exports = Exports { clip_mask: 0b1111, cull_mask: 0b11_0000, ..Exports::default() };
        let four = PerVertex::Distances { first: 0, clip: 15, cull: 0 };
        let two = PerVertex::Distances { first: 4, clip: 0, cull: 3 };
        assert_eq!(positions(&exports), [four, two]);
        let exports = Exports { layer: true, cull_mask: 0b1_0000, ..Exports::default() };
        let misc = PerVertex::Misc { point_size: false, layer: true, viewport: false };
        assert_eq!(positions(&exports), [misc, PerVertex::Distances { first: 4, clip: 0, cull: 1 }]);
        assert_eq!(positions(&Exports::default()), []);
    }
}
