//! What a mesh shader puts out, and what of it must be kept.

use std::collections::{BTreeMap, BTreeSet};

use meshwork_abi::{AttributeSource, BuiltIn as Kept, PrimitiveIndices, Rate, Topology};
use meshwork_spirv::spirv::{BuiltIn, Decoration, ExecutionMode, Op, StorageClass};
use meshwork_spirv::{Id, Module, Type};

use crate::access::{Place, Places};
use crate::certain::makes_all_primitives;
use crate::error::{ErrorKind, Result, limit};
use crate::fragment::FragmentInputs;
use crate::interface::Interface;
use crate::layout::scalar_size;
use crate::stage::ComputeStage;
use crate::{ProvokingVertex, TargetProfile};

/// `VK_EXT_mesh_shader`'s usual maxima, and what packed primitive indices (a byte each) can hold.
const MAX_VERTICES: u32 = 256;
const MAX_PRIMITIVES: u32 = 256;
/// Beyond what any device has; keeps sums of locations small.
pub const MAX_LOCATION: u32 = 127;

/// The outputs of a mesh shader.
pub struct Outputs {
    pub topology: Topology,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub variables: BTreeMap<Id, Variable>,
    pub attributes: Vec<Attribute>,
    pub primitive_indices: PrimitiveIndices,
    pub provoking_vertex: ProvokingVertex,
    /// Cull distances that the vertex stage has to look at itself, for all corners of a primitive.
    pub own_culling: Option<usize>,
}

/// An output variable: an array over vertices or primitives.
pub enum Variable {
    /// `PrimitivePointIndicesEXT` and its likes.
    PrimitiveIndices,
    /// One attribute.
    Single(usize),
    /// A block: an attribute for each member.
    Block { members: Vec<usize> },
}

/// A value that each vertex or primitive has.
pub struct Attribute {
    pub source: AttributeSource,
    pub rate: Rate,
    pub ty: Id,
    /// What carries its decorations: the variable, or the block and member.
    pub decorated: (Id, Option<u32>),
    /// In the record; otherwise stores to it are dropped.
    pub stored: bool,
    /// Some components may stay unwritten where others are written: the array is cleared first.
    pub cleared: bool,
    written: Written,
}

/// Which parts of an attribute some store covers.
#[derive(Default)]
struct Written {
    any: bool,
    /// Constant index paths of stores to parts; the empty path is the whole.
    paths: BTreeSet<Vec<u32>>,
    initialized: bool,
}

impl Outputs {
    /// Built-ins are kept, and what the fragment stage reads.
    pub fn gather(
        stage: &ComputeStage,
        interface: &Interface,
        fragment: Option<&FragmentInputs>,
        provoking_vertex: ProvokingVertex,
        profile: &TargetProfile,
    ) -> Result<Self> {
        let declared = |mode, what, maximum| {
            let declared = stage
                .execution_mode(mode)
                .ok_or(ErrorKind::malformed("a mesh shader must declare its outputs", stage.main))?;
            limit(what, declared, maximum).map(|()| declared)
        };
        let topologies = [
            (ExecutionMode::OutputPoints, Topology::Points),
            (ExecutionMode::OutputLinesEXT, Topology::Lines),
            (ExecutionMode::OutputTrianglesEXT, Topology::Triangles),
        ];
        let topology = topologies.into_iter().find(|&(mode, _)| stage.execution_mode(mode).is_some());
        let mut outputs = Self {
            topology: topology.ok_or(ErrorKind::malformed("a mesh shader must declare its topology", stage.main))?.1,
            max_vertices: declared(ExecutionMode::OutputVertices, "OutputVertices", MAX_VERTICES)?.max(1),
            max_primitives: declared(ExecutionMode::OutputPrimitivesEXT, "OutputPrimitivesEXT", MAX_PRIMITIVES)?.max(1),
            variables: BTreeMap::new(),
            attributes: Vec::new(),
            primitive_indices: PrimitiveIndices::Packed,
            provoking_vertex,
            own_culling: None,
        };
        for variable in stage.variables(StorageClass::Output) {
            let (Some(id), Some(ty)) = (variable.result, variable.ty) else { continue };
            outputs.add(&stage.module, id, ty, variable.id(1))?;
        }
        let places = Places::find(&stage.module, outputs.variables.keys().copied())?;
        for instruction in stage.module.functions.iter().flat_map(|function| &function.body) {
            match (instruction.op, instruction.id(0).and_then(|pointer| places.get(pointer))) {
                (Op::Store | Op::CopyMemory, Some(place)) => outputs.note_store(&stage.module, place)?,
                (Op::AccessChain | Op::InBoundsAccessChain, Some(_)) => {
                    let place = instruction.result.and_then(|pointer| places.get(pointer));
                    place.into_iter().for_each(|place| outputs.note_chain(place));
                }
                _ => {}
            }
        }
        outputs.choose(&stage.module, fragment, profile)?;
        if !outputs.has_own_corners()
            && interface.view_index().is_none()
            && makes_all_primitives(&stage.module, stage.main, outputs.max_primitives)
        {
            outputs.primitive_indices = PrimitiveIndices::List;
        }
        Ok(outputs)
    }

    /// Whether primitives have layers that the vertex stage has to look at itself.
    pub fn are_layered(&self, profile: &TargetProfile) -> bool {
        let is_layer = |attribute: &Attribute| attribute.source == AttributeSource::BuiltIn(Kept::Layer);
        !profile.shader_output_layer && self.attributes.iter().any(|attribute| attribute.stored && is_layer(attribute))
    }

    /// How many vertices or primitives there are at most.
    pub fn maximum(&self, rate: Rate) -> u32 {
        match rate {
            Rate::Vertex => self.max_vertices,
            Rate::Primitive => self.max_primitives,
        }
    }

    /// What is stored of each primitive beside its indices.
    pub fn per_primitive(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| attribute.stored && attribute.rate == Rate::Primitive)
    }

    /// Primitives cannot share all of their vertices.
    fn has_own_corners(&self) -> bool {
        self.own_culling.is_some() || self.per_primitive().next().is_some()
    }

    fn add(&mut self, module: &Module, id: Id, pointer: Id, initializer: Option<Id>) -> Result<()> {
        let Type::Array { element, .. } = module.ty(module.pointee(pointer)?.1)? else {
            return Err(ErrorKind::malformed("a mesh shader's output must be an array", id));
        };
        if let Some(value) = initializer
            && module.globals.get(value).is_none_or(|value| value.op != Op::ConstantNull)
        {
            return Err(ErrorKind::unsupported("an initializer of a mesh output other than null", id));
        }
        let initialized = initializer.is_some();
        let per_primitive = module.is_decorated(id, None, Decoration::PerPrimitiveEXT);
        let location = module.decoration(id, None, Decoration::Location);
        let members = match module.ty(element)? {
            Type::Struct { members } if is_block(module, element) => members,
            _ => {
                let indices = [
                    BuiltIn::PrimitivePointIndicesEXT,
                    BuiltIn::PrimitiveLineIndicesEXT,
                    BuiltIn::PrimitiveTriangleIndicesEXT,
                ];
                if module.builtin(id, None).is_some_and(|builtin| indices.contains(&builtin)) {
                    let scalar = module.part(element, None).unwrap_or(element);
                    if module.ty(scalar)? != (Type::Int { width: 32, signed: false }) {
                        return Err(ErrorKind::malformed("primitive indices must be unsigned", id));
                    }
                    self.variables.insert(id, Variable::PrimitiveIndices);
                } else {
                    let attribute = attribute(module, (id, None), element, per_primitive, location, initialized)?;
                    self.variables.insert(id, Variable::Single(self.attributes.len()));
                    self.attributes.push(attribute);
                }
                return Ok(());
            }
        };
        let mut next = location;
        let mut attributes = Vec::new();
        for (n, ty) in members.into_iter().enumerate() {
            let decorated = (element, Some(n as u32));
            let location = module.decoration(element, Some(n as u32), Decoration::Location).or(next);
            let attribute = attribute(module, decorated, ty, per_primitive, location, initialized)?;
            next = location.map(|location| Ok::<_, ErrorKind>(location + locations(module, ty)?)).transpose()?;
            attributes.push(self.attributes.len());
            self.attributes.push(attribute);
        }
        self.variables.insert(id, Variable::Block { members: attributes });
        Ok(())
    }

    /// Single corners of a primitive cannot be accessed when they are packed.
    fn note_chain(&mut self, place: &Place) {
        if place.indices.len() > 1 && matches!(self.variables.get(&place.variable), Some(Variable::PrimitiveIndices)) {
            self.primitive_indices = PrimitiveIndices::Words;
        }
    }

    fn note_store(&mut self, module: &Module, place: &Place) -> Result<()> {
        let index = |n: usize| place.indices.get(n).and_then(|&id| module.constant_u32(id));
        let (attributes, path_start) = match self.variables.get(&place.variable) {
            Some(Variable::PrimitiveIndices) => return Ok(()),
            Some(Variable::Single(attribute)) => (vec![*attribute], 1),
            Some(Variable::Block { members, .. }) if place.indices.len() < 2 => (members.clone(), 2),
            Some(Variable::Block { members, .. }) => {
                let member = index(1).and_then(|member| members.get(member as usize));
                (vec![*member.ok_or(ErrorKind::malformed("a member that a block does not have", place.variable))?], 2)
            }
            None => return Ok(()),
        };
        for attribute in attributes {
            let written = &mut self.attributes[attribute].written;
            written.any = true;
            let path = place.indices.get(path_start..).unwrap_or(&[]);
            if let Some(path) = path.iter().map(|&index| module.constant_u32(index)).collect::<Option<Vec<_>>>() {
                written.paths.insert(path);
            }
        }
        Ok(())
    }

    /// Decides what is stored.
    fn choose(&mut self, module: &Module, fragment: Option<&FragmentInputs>, profile: &TargetProfile) -> Result<()> {
        for (n, attribute) in self.attributes.iter_mut().enumerate() {
            let read = match attribute.source {
                AttributeSource::Location { location, .. } => {
                    let count = locations(module, attribute.ty)?;
                    fragment.is_some_and(|inputs| (location..location + count).any(|location| inputs.reads(location)))
                }
                AttributeSource::BuiltIn(Kept::PrimitiveId) => {
                    fragment.is_some_and(|inputs| inputs.primitive_id.is_some())
                }
                // Where only 0 is valid, nothing has to say so.
                AttributeSource::BuiltIn(Kept::Layer) => profile.shader_output_layer || profile.layer_by_layer,
                AttributeSource::BuiltIn(Kept::ViewportIndex) => {
                    profile.shader_output_viewport_index || profile.multi_viewport
                }
                AttributeSource::BuiltIn(_) => true,
            };
            let written = &attribute.written;
            attribute.stored = read && written.any;
            attribute.cleared = attribute.stored
                && (written.initialized
                    || !covers(module, attribute.ty, &written.paths.iter().map(Vec::as_slice).collect::<Vec<_>>())?);
            let is_cull = attribute.stored && attribute.source == AttributeSource::BuiltIn(Kept::CullDistance);
            if is_cull && profile.culls_across_planes && locations(module, attribute.ty)? > 1 {
                self.own_culling = Some(n);
            }
        }
        Ok(())
    }
}

/// Whether stores to `paths` together write all of a value of type `ty`.
fn covers(module: &Module, ty: Id, paths: &[&[u32]]) -> Result<bool> {
    if paths.iter().any(|path| path.is_empty()) {
        return Ok(true);
    }
    let count = match module.ty(ty)? {
        Type::Vector { count, .. } | Type::Matrix { count, .. } | Type::Array { length: count, .. } => count,
        Type::Struct { members } => members.len() as u32,
        _ => return Ok(false),
    };
    if paths.is_empty() {
        return Ok(false);
    }
    for part in 0..count {
        let inside: Vec<&[u32]> = paths.iter().filter(|path| path[0] == part).map(|path| &path[1..]).collect();
        if inside.is_empty() || !covers(module, module.part(ty, Some(part))?, &inside)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_block(module: &Module, ty: Id) -> bool {
    module.is_decorated(ty, None, Decoration::Block) || module.builtin(ty, Some(0)).is_some()
}

fn attribute(
    module: &Module,
    decorated: (Id, Option<u32>),
    ty: Id,
    per_primitive: bool,
    location: Option<u32>,
    initialized: bool,
) -> Result<Attribute> {
    let (id, member) = decorated;
    let mut per_primitive = per_primitive || module.is_decorated(id, member, Decoration::PerPrimitiveEXT);
    let source = match (module.builtin(id, member), location) {
        (Some(builtin), _) => {
            let builtin = kept(builtin).ok_or(ErrorKind::unsupported("this built-in as mesh output", id))?;
            per_primitive = is_per_primitive(builtin);
            AttributeSource::BuiltIn(builtin)
        }
        (None, Some(location)) => {
            limit("an output's location", location, MAX_LOCATION)?;
            let component = module.decoration(id, member, Decoration::Component).unwrap_or(0);
            limit("an output's component", component, 3_u32)?;
            AttributeSource::Location { location, component }
        }
        (None, None) => return Err(ErrorKind::malformed("a mesh shader's output has no location", id)),
    };
    let rate = if per_primitive { Rate::Primitive } else { Rate::Vertex };
    let written = Written { any: initialized, initialized, ..Written::default() };
    Ok(Attribute { source, rate, ty, decorated, stored: false, cleared: false, written })
}

fn kept(builtin: BuiltIn) -> Option<Kept> {
    Some(match builtin {
        BuiltIn::Position => Kept::Position,
        BuiltIn::PointSize => Kept::PointSize,
        BuiltIn::ClipDistance => Kept::ClipDistance,
        BuiltIn::CullDistance => Kept::CullDistance,
        BuiltIn::PrimitiveId => Kept::PrimitiveId,
        BuiltIn::Layer => Kept::Layer,
        BuiltIn::ViewportIndex => Kept::ViewportIndex,
        BuiltIn::CullPrimitiveEXT => Kept::CullPrimitive,
        BuiltIn::PrimitiveShadingRateKHR => Kept::PrimitiveShadingRate,
        _ => return None,
    })
}

fn is_per_primitive(builtin: Kept) -> bool {
    !matches!(builtin, Kept::Position | Kept::PointSize | Kept::ClipDistance | Kept::CullDistance)
}

/// Locations that a value takes (Vulkan's "Location Assignment").
pub fn locations(module: &Module, ty: Id) -> Result<u32> {
    let too_many =
        ErrorKind::Limit { what: "the locations of an output", value: u64::MAX, maximum: MAX_LOCATION.into() };
    let count = match module.ty(ty)? {
        Type::Vector { component, count } => 1 + u32::from(scalar_size(module, component)? == 8 && count > 2),
        Type::Matrix { column: part, count } | Type::Array { element: part, length: count } => {
            locations(module, part)?.checked_mul(count).ok_or(too_many.clone())?
        }
        Type::Struct { members } => {
            let mut sum = 0_u32;
            for member in members {
                sum = sum.checked_add(locations(module, member)?).ok_or(too_many.clone())?;
            }
            sum
        }
        _ => 1,
    };
    if count > MAX_LOCATION { Err(too_many) } else { Ok(count) }
}

/// The (location, component) pairs that a value takes from `location` and `component` on. Structs and matrices, which can
/// have no `Component`, take their locations whole, as `spirv-val` has it: nothing can lie beside them.
pub fn slots(module: &Module, ty: Id, location: u32, component: u32) -> Result<Vec<(u32, u32)>> {
    let words = match module.ty(ty)? {
        Type::Array { element, length } => {
            let step = locations(module, element)?;
            let elements = (0..length).map(|n| slots(module, element, location + n * step, component));
            return Ok(elements.collect::<Result<Vec<_>>>()?.concat());
        }
        Type::Matrix { .. } | Type::Struct { .. } => return Ok(whole_slots(location, locations(module, ty)?)),
        Type::Vector { component: scalar, count } => count * words(module, scalar)?,
        _ => words(module, ty)?,
    };
    Ok((component..component + words).map(|word| (location + word / 4, word % 4)).collect())
}

/// All components of `count` locations.
pub fn whole_slots(location: u32, count: u32) -> Vec<(u32, u32)> {
    (location..location + count).flat_map(|location| (0..4).map(move |word| (location, word))).collect()
}

/// The components that a scalar takes.
fn words(module: &Module, scalar: Id) -> Result<u32> {
    Ok(if scalar_size(module, scalar)? == 8 { 2 } else { 1 })
}
