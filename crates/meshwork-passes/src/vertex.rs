//! The generated vertex stage hands a vertex of a record on. What can be vertex input is; the rest is loaded by address.

use std::collections::{BTreeMap, HashMap, HashSet};

use meshwork_abi::gpu::{LAYER_LOCATION, VERTICES_LOCATION};
use meshwork_abi::{
    AttributeSource, BuiltIn as Kept, PrimitiveIndices, Rate, RecordLayout, Scalar, Topology, VertexInput, VertexOrder,
};
use meshwork_spirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionModel, MemoryModel, Op, StorageClass,
};
use meshwork_spirv::{Code, EntryPoint, Function, Id, Instruction, Module, Operand, Type};

use crate::TargetProfile;
use crate::arithmetic::element;
use crate::error::{ErrorKind, Result, limit};
use crate::fragment::{FragmentInputs, Moved};
use crate::layout::{Layouts, Widths};
use crate::limits::require;
use crate::memory;
use crate::outputs::{Attribute, Outputs, Variable, locations, slots, whole_slots};
use crate::record::{RecordBlocks, VertexMember};
use crate::tables::{At, at};
use crate::version::{SPIRV_1_5, allow_layer_or_viewport};

/// A vertex stage.
pub struct VertexStage {
    pub module: Module,
    /// Where it puts built-ins for the fragment stage.
    pub moved: Moved,
    pub inputs: Vec<VertexInput>,
    pub loads_by_address: bool,
}

pub fn generate(
    mesh: &Module,
    outputs: &Outputs,
    layout: &RecordLayout,
    fragment: Option<&FragmentInputs>,
    profile: &TargetProfile,
) -> Result<VertexStage> {
    let mut module = Module::new(SPIRV_1_5, AddressingModel::Logical, MemoryModel::GLSL450);
    module.add_capability(Capability::Shader);
    let mut vertex = Vertex {
        importer: Importer::default(),
        layouts: Layouts::default(),
        mesh,
        outputs,
        layout,
        fragment,
        profile,
        code: Code::new(&mut module),
        inputs: BTreeMap::new(),
        vertices: None,
        layer: None,
        locations: HashSet::new(),
        slots: HashSet::new(),
    };
    let label = vertex.code.module.fresh_id();
    vertex.code.label(label);
    let blocks = vertex.declare_record()?;
    vertex.write_position(&blocks)?;
    vertex.write_builtins(&blocks)?;
    vertex.write_user_outputs(&blocks)?;
    vertex.write_missing()?;
    let moved = Moved {
        primitive_id: vertex.write_primitive_id(&blocks)?,
        layer: vertex.write_layer_for_fragments()?,
        cull_distances: vertex.write_cull_distances_for_fragments(&blocks)?,
    };
    vertex.code.effect(Op::Return, []);
    let inputs = vertex.inputs.values().map(|&(input, _)| input).collect();
    let loads_by_address = vertex.vertices.is_some();
    let body = vertex.code.body;

    let (main, void) = (module.fresh_id(), module.void_type());
    let ty = module.function_type(void, &[]);
    let definition = Instruction::new(Op::Function, Some(void), Some(main), [0.into(), ty.into()]);
    module.functions.push(Function { definition, parameters: Vec::new(), body });
    module.set_name(main, "main");
    let variables = module.globals.iter().filter(|global| global.op == Op::Variable);
    let interface = variables.filter_map(|variable| variable.result).collect();
    module.entry_points =
        vec![EntryPoint { model: ExecutionModel::Vertex, function: main, name: "main".into(), interface }];
    crate::strip::strip_unused(&mut module);
    Ok(VertexStage { module, moved, inputs, loads_by_address })
}

/// Copies types from one module to another.
#[derive(Default)]
struct Importer(HashMap<Id, Id>);

impl Importer {
    fn import(&mut self, from: &Module, to: &mut Module, ty: Id) -> Result<Id> {
        if let Some(&imported) = self.0.get(&ty) {
            return Ok(imported);
        }
        let mut part = |to: &mut Module, part: Id| self.import(from, to, part);
        let imported = match from.ty(ty)? {
            Type::Bool => to.bool_type(),
            Type::Int { width, signed } => {
                if width == 64 {
                    to.add_capability(Capability::Int64);
                }
                to.get_or_make(Op::TypeInt, None, [width.into(), u32::from(signed).into()])
            }
            Type::Float { width } => {
                if width == 64 {
                    to.add_capability(Capability::Float64);
                }
                to.get_or_make(Op::TypeFloat, None, [width.into()])
            }
            Type::Vector { component, count } => {
                let component = part(to, component)?;
                to.vector_type(component, count)
            }
            Type::Matrix { column, count } => {
                let column = part(to, column)?;
                to.get_or_make(Op::TypeMatrix, None, [column.into(), count.into()])
            }
            Type::Array { element, length } => {
                let element = part(to, element)?;
                let length = to.u32(length);
                to.make_global(Op::TypeArray, None, [element.into(), length.into()])
            }
            Type::Struct { members } => {
                let members = members.into_iter().map(|member| Ok(part(to, member)?.into()));
                let members = members.collect::<Result<Vec<Operand>>>()?;
                to.make_global(Op::TypeStruct, None, members)
            }
            _ => return Err(ErrorKind::malformed("a type that a shader cannot put out", ty)),
        };
        self.0.insert(ty, imported);
        Ok(imported)
    }
}

struct Vertex<'a> {
    importer: Importer,
    layouts: Layouts,
    mesh: &'a Module,
    outputs: &'a Outputs,
    layout: &'a RecordLayout,
    fragment: Option<&'a FragmentInputs>,
    profile: &'a TargetProfile,
    code: Code<'a>,
    /// Vertex inputs and their values, by attribute.
    inputs: BTreeMap<usize, (VertexInput, Id)>,
    /// The vertices and the index among them, once something is loaded by address.
    vertices: Option<(At, Id)>,
    /// The layer that is drawn, once something asks for it.
    layer: Option<Id>,
    /// Locations that have an output.
    locations: HashSet<u32>,
    /// Locations and components that have one.
    slots: HashSet<(u32, u32)>,
}

/// What is decorated: a variable, or a block and its member.
type Target = (Id, Option<u32>);

impl Vertex<'_> {
    fn constant(&mut self, value: u32) -> Id {
        self.code.module.u32(value)
    }

    fn input(&mut self, ty: Id, decoration: Decoration, value: u32) -> Id {
        let variable = self.code.module.variable(StorageClass::Input, ty);
        self.code.module.decorate(variable, decoration, &[value]);
        self.code.load(ty, variable)
    }

    fn declare_record(&mut self) -> Result<RecordBlocks> {
        let (mesh, importer) = (self.mesh, &mut self.importer);
        let import = |module: &mut Module, ty| importer.import(mesh, module, ty);
        let blocks = RecordBlocks::declare(self.code.module, &mut self.layouts, self.outputs, self.profile, import)?;
        blocks.set_vertices_read_only(self.code.module);
        Ok(blocks)
    }

    /// The value of attribute `n`, and its type in this module; zero when it is not stored.
    fn value(&mut self, blocks: &RecordBlocks, n: usize) -> Result<(Id, Id)> {
        let attribute = &self.outputs.attributes[n];
        let ty = self.importer.import(self.mesh, self.code.module, attribute.ty)?;
        let Some(at) = blocks.vertex_members[n] else {
            return Ok((memory::zero(&mut self.code, &mut self.layouts, ty)?, ty));
        };
        let value = match self.vertex_input(n, at)? {
            Some(value) => value,
            None => self.load(blocks, at)?,
        };
        Ok((memory::from_memory(&mut self.code, &mut self.layouts, value, ty)?, ty))
    }

    /// The value of attribute `n` as vertex input, if it can be one.
    fn vertex_input(&mut self, n: usize, at: VertexMember) -> Result<Option<Id>> {
        if let Some(&(_, value)) = self.inputs.get(&n) {
            return Ok(Some(value));
        }
        let module = &*self.code.module;
        let (component, components) = match module.ty(at.ty)? {
            Type::Vector { component, count } => (module.ty(component)?, count),
            scalar => (scalar, 1),
        };
        let scalar = match component {
            Type::Float { width: 32 } => Scalar::Float,
            Type::Int { width: 32, signed: true } => Scalar::Sint,
            Type::Int { width: 32, signed: false } => Scalar::Uint,
            _ => return Ok(None),
        };
        let first = if self.layout.is_layered { LAYER_LOCATION + 1 } else { VERTICES_LOCATION + 1 };
        let (profile, location) = (self.profile, first + self.inputs.len() as u32);
        // Fetched is the vertex that the index names, which is of one view.
        let fits = profile.vertex_input
            && !self.layout.is_per_view
            && location < profile.max_vertex_input_attributes
            && at.offset <= profile.max_vertex_input_offset
            && self.layout.vertex_bytes <= profile.max_vertex_input_stride;
        if !fits {
            return Ok(None);
        }
        let value = self.input(at.ty, Decoration::Location, location);
        let input = VertexInput { location, scalar, components, offset: at.offset };
        self.inputs.insert(n, (input, value));
        Ok(Some(value))
    }

    fn load(&mut self, blocks: &RecordBlocks, at: VertexMember) -> Result<Id> {
        let (vertices, index) = self.vertices(blocks)?;
        let place = blocks.place(self.code.module, Rate::Vertex, index, at.member);
        vertices.load(&mut self.code, &place)
    }

    fn vertices(&mut self, blocks: &RecordBlocks) -> Result<(At, Id)> {
        if let Some(vertices) = self.vertices {
            return Ok(vertices);
        }
        memory::allow_addresses(self.code.module);
        let (pair, u32) = (self.code.module.uvec_type(2), self.code.module.u32_type());
        let triple = self.code.module.uvec_type(3);
        let vertices = self.input(triple, Decoration::Location, VERTICES_LOCATION);
        let operands = [vertices.into(), vertices.into(), 0.into(), 1.into()];
        let mut address = self.code.value(Op::VectorShuffle, pair, operands);
        let mut index = self.input(u32, Decoration::BuiltIn, BuiltIn::VertexIndex as u32);
        if self.layout.primitive_indices == PrimitiveIndices::List {
            let records = self.code.extract(u32, vertices, 2);
            index = self.among(index, records);
        }
        if self.layout.is_per_view {
            index = self.of_this_view(index)?;
        }
        if self.layout.vertex_order == VertexOrder::Separate {
            (address, index) = self.in_record(address, index);
        }
        Ok(*self.vertices.insert((at(&mut self.code, address, blocks.vertices), index)))
    }

    /// The layer that is drawn.
    fn layer(&mut self) -> Id {
        if let Some(layer) = self.layer {
            return layer;
        }
        let u32 = self.code.module.u32_type();
        let layer = self.input(u32, Decoration::Location, LAYER_LOCATION);
        *self.layer.insert(layer)
    }

    /// What the mesh shader never wrote in the index list must not lead out of the records.
    fn among(&mut self, index: Id, records: Id) -> Id {
        let (count, one) = (self.constant(self.layout.vertices()), self.constant(1));
        let all = self.code.u32(Op::IMul, records, count);
        let last = self.code.u32(Op::ISub, all, one);
        let is_less = self.code.compare(Op::ULessThan, index, last);
        let u32 = self.code.module.u32_type();
        self.code.value(Op::Select, u32, [is_less.into(), index.into(), last.into()])
    }

    /// The address of the record that holds a vertex, and the vertex's place in it.
    fn in_record(&mut self, vertices: Id, index: Id) -> (Id, Id) {
        let count = self.constant(self.layout.vertices());
        let record = self.code.u32(Op::UDiv, index, count);
        (element(&mut self.code, vertices, record, self.layout.vertices_bytes()), self.code.u32(Op::UMod, index, count))
    }

    /// The vertex of a record of the first view becomes that of the record of this view.
    fn of_this_view(&mut self, index: Id) -> Result<Id> {
        require(self.profile.max_views > 0, "multiview")?;
        self.code.module.add_capability(Capability::MultiView);
        let (u32, vertices) = (self.code.module.u32_type(), self.code.module.u32(self.layout.vertices()));
        let view = self.input(u32, Decoration::BuiltIn, BuiltIn::ViewIndex as u32);
        let offset = self.code.u32(Op::IMul, view, vertices);
        Ok(self.code.u32(Op::IAdd, index, offset))
    }

    fn find(&self, builtin: Kept) -> Option<usize> {
        let is = |attribute: &Attribute| attribute.stored && attribute.source == AttributeSource::BuiltIn(builtin);
        self.outputs.attributes.iter().position(is)
    }

    fn output_builtin(&mut self, builtin: BuiltIn, ty: Id, value: Id) {
        let variable = self.code.module.variable(StorageClass::Output, ty);
        self.code.module.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
        self.code.store(variable, value);
    }

    fn write_position(&mut self, blocks: &RecordBlocks) -> Result<()> {
        let f32 = self.code.module.f32_type();
        let vec4 = self.code.module.vector_type(f32, 4);
        let mut position = match self.find(Kept::Position) {
            Some(n) => self.value(blocks, n)?.0,
            None => self.code.module.null(vec4),
        };
        if let Some(culled) = self.culled(blocks)? {
            // Beyond the same three planes of the clip volume at every corner.
            let (two, one) = (self.code.module.f32(2.0), self.code.module.f32(1.0));
            let outside = self.code.module.composite_constant(vec4, &[two, two, two, one]);
            let truth = self.code.module.bool_type();
            let truths = self.code.module.vector_type(truth, 4);
            let culled = self.code.construct(truths, &[culled; 4]);
            position = self.code.value(Op::Select, vec4, [culled.into(), outside.into(), position.into()]);
        }
        self.output_builtin(BuiltIn::Position, vec4, position);
        Ok(())
    }

    /// Whether the primitive is not to be seen, which its own corners all find the same.
    fn culled(&mut self, blocks: &RecordBlocks) -> Result<Option<Id>> {
        let mut reasons = Vec::new();
        if let Some(n) = self.find(Kept::CullPrimitive) {
            reasons.push(self.value(blocks, n)?.0);
        }
        if let Some(n) = self.find(Kept::Layer).filter(|_| self.layout.is_layered) {
            let (own, drawn) = (self.value(blocks, n)?.0, self.layer());
            reasons.push(self.code.compare(Op::INotEqual, own, drawn));
        }
        if let Some(n) = self.outputs.own_culling {
            reasons.push(self.is_beyond_a_plane(blocks, n)?);
        }
        let any = |one: Id, other: Id| {
            let truth = self.code.module.bool_type();
            self.code.value(Op::LogicalOr, truth, [one.into(), other.into()])
        };
        Ok(reasons.into_iter().reduce(any))
    }

    /// Whether all corners of the primitive have a negative distance to the same plane: attribute `n`, of own corners. Those of a
    /// primitive lie side by side, behind the record's shared vertices.
    fn is_beyond_a_plane(&mut self, blocks: &RecordBlocks, n: usize) -> Result<Id> {
        let attribute = self.outputs.attributes[n].ty;
        let (Some(at), Type::Array { length, .. }) = (blocks.vertex_members[n], self.mesh.ty(attribute)?) else {
            return Err(ErrorKind::malformed("distances must be an array", attribute));
        };
        let (vertices, index) = self.vertices(blocks)?;
        let (u32, f32, truth) =
            (self.code.module.u32_type(), self.code.module.f32_type(), self.code.module.bool_type());
        let [all, shared, corners] = [self.layout.vertices(), self.layout.max_vertices, self.layout.topology.corners()]
            .map(|n| self.constant(n));
        let in_record = self.code.value(Op::UMod, u32, [index.into(), all.into()]);
        let own = self.code.value(Op::ISub, u32, [in_record.into(), shared.into()]);
        let corner = self.code.value(Op::UMod, u32, [own.into(), corners.into()]);
        let first = self.code.value(Op::ISub, u32, [index.into(), corner.into()]);
        let (ty, zero) = (self.importer.import(self.mesh, self.code.module, attribute)?, self.code.module.f32(0.0));
        let mut beyond: Vec<Option<Id>> = vec![None; length as usize];
        for corner in 0..self.layout.topology.corners() {
            let corner = self.constant(corner);
            let vertex = self.code.value(Op::IAdd, u32, [first.into(), corner.into()]);
            let place = [self.constant(0), vertex, self.constant(at.member)];
            let value = vertices.load(&mut self.code, &place)?;
            let value = memory::from_memory(&mut self.code, &mut self.layouts, value, ty)?;
            for (plane, beyond) in (0..).zip(&mut beyond) {
                let distance = self.code.value(Op::CompositeExtract, f32, [value.into(), Operand::from(plane)]);
                let is_beyond = self.code.compare(Op::FOrdLessThan, distance, zero);
                *beyond = Some(match *beyond {
                    Some(others) => self.code.value(Op::LogicalAnd, truth, [others.into(), is_beyond.into()]),
                    None => is_beyond,
                });
            }
        }
        let any = |one: Id, other: Id| self.code.value(Op::LogicalOr, truth, [one.into(), other.into()]);
        beyond.into_iter().flatten().reduce(any).ok_or(ErrorKind::malformed("distances must be some", attribute))
    }

    fn write_builtins(&mut self, blocks: &RecordBlocks) -> Result<()> {
        match self.find(Kept::PointSize) {
            Some(n) => {
                let (size, ty) = self.value(blocks, n)?;
                self.output_builtin(BuiltIn::PointSize, ty, size);
            }
            None if self.layout.topology == Topology::Points => {
                let (one, ty) = (self.code.module.f32(1.0), self.code.module.f32_type());
                self.output_builtin(BuiltIn::PointSize, ty, one);
            }
            None => {}
        }
        self.write_distances(blocks)?;
        let profile = self.profile;
        let features = [
            (Kept::Layer, profile.shader_output_layer, BuiltIn::Layer, "shaderOutputLayer"),
            (
                Kept::ViewportIndex,
                profile.shader_output_viewport_index,
                BuiltIn::ViewportIndex,
                "shaderOutputViewportIndex",
            ),
            (
                Kept::PrimitiveShadingRate,
                profile.primitive_shading_rate,
                BuiltIn::PrimitiveShadingRateKHR,
                "primitiveFragmentShadingRate",
            ),
        ];
        for (kept, has, builtin, feature) in features {
            let Some(n) = self.find(kept) else { continue };
            if kept == Kept::Layer && self.layout.is_layered {
                continue;
            }
            require(has, feature)?;
            match kept {
                Kept::Layer => allow_layer_or_viewport(self.code.module, Capability::ShaderLayer),
                Kept::ViewportIndex => allow_layer_or_viewport(self.code.module, Capability::ShaderViewportIndex),
                _ => {
                    self.code.module.add_capability(Capability::FragmentShadingRateKHR);
                    self.code.module.extensions.insert("SPV_KHR_fragment_shading_rate".into());
                }
            }
            let (value, ty) = self.value(blocks, n)?;
            self.output_builtin(builtin, ty, value);
        }
        Ok(())
    }

    fn write_distances(&mut self, blocks: &RecordBlocks) -> Result<()> {
        let profile = self.profile;
        let mut sum = 0;
        let kinds = [
            (
                Kept::ClipDistance,
                BuiltIn::ClipDistance,
                Capability::ClipDistance,
                profile.clip_distance,
                "shaderClipDistance",
            ),
            (
                Kept::CullDistance,
                BuiltIn::CullDistance,
                Capability::CullDistance,
                profile.cull_distance,
                "shaderCullDistance",
            ),
        ];
        for (kept, builtin, capability, has, feature) in kinds {
            let Some(n) = self.find(kept) else { continue };
            require(has, feature)?;
            let Type::Array { length, .. } = self.mesh.ty(self.outputs.attributes[n].ty)? else {
                return Err(ErrorKind::malformed("distances must be an array", self.outputs.attributes[n].ty));
            };
            let (what, maximum) = match kept {
                Kept::ClipDistance => ("the number of clip distances", profile.max_clip_distances),
                _ => ("the number of cull distances", profile.max_cull_distances),
            };
            limit(what, length, maximum)?;
            sum += length;
            limit("the number of clip and cull distances", sum, profile.max_combined_clip_and_cull_distances)?;
            if self.outputs.own_culling == Some(n) {
                continue;
            }
            self.code.module.add_capability(capability);
            let (value, ty) = self.value(blocks, n)?;
            self.output_builtin(builtin, ty, value);
        }
        Ok(())
    }

    /// Makes an output at a location.
    fn output_location(&mut self, location: u32, component: u32, ty: Id) -> Result<Id> {
        let slots = slots(self.code.module, ty, location, component)?;
        self.claim(location, ty, slots)?;
        let variable = self.code.module.variable(StorageClass::Output, ty);
        self.decorate_location((variable, None), location, component);
        Ok(variable)
    }

    /// Checks that the device has the locations and nothing else lies at `slots`.
    fn claim(&mut self, location: u32, ty: Id, slots: Vec<(u32, u32)>) -> Result<()> {
        let end = location + locations(self.code.module, ty)?;
        self.locations.extend(location..end);
        for slot in slots {
            if !self.slots.insert(slot) {
                return Err(ErrorKind::malformed("two outputs at the same location and component", ty));
            }
        }
        let components = end * 4;
        limit("the components of vertex outputs", components, self.profile.max_vertex_output_components)?;
        limit("the components of fragment inputs", components, self.profile.max_fragment_input_components)?;
        let mut widths = Widths::default();
        widths.add(self.code.module, ty)?;
        if widths.has_16 {
            require(self.profile.io_16bit, "storageInputOutput16")?;
            self.code.module.add_capability(Capability::StorageInputOutput16);
        }
        Ok(())
    }

    fn decorate(&mut self, target: Target, decoration: Decoration, parameters: &[u32]) {
        match target {
            (id, None) => self.code.module.decorate(id, decoration, parameters),
            (id, Some(member)) => self.code.module.decorate_member(id, member, decoration, parameters),
        }
    }

    fn decorate_location(&mut self, target: Target, location: u32, component: u32) {
        self.decorate(target, Decoration::Location, &[location]);
        if component != 0 {
            self.decorate(target, Decoration::Component, &[component]);
        }
    }

    fn write_user_outputs(&mut self, blocks: &RecordBlocks) -> Result<()> {
        for (&id, variable) in &self.outputs.variables {
            match variable {
                &Variable::Single(n) if self.is_read(n)? => self.write_variable(blocks, n)?,
                Variable::Block { members } => {
                    let is_read = members.iter().map(|&n| self.is_read(n)).collect::<Result<Vec<_>>>()?;
                    if is_read.contains(&true) {
                        self.write_block(blocks, id, members)?;
                    }
                }
                Variable::Single(_) | Variable::PrimitiveIndices => {}
            }
        }
        Ok(())
    }

    fn write_variable(&mut self, blocks: &RecordBlocks, n: usize) -> Result<()> {
        let (value, ty) = self.value(blocks, n)?;
        let variable = self.code.module.variable(StorageClass::Output, ty);
        self.place((variable, None), n, ty, true)?;
        self.code.store(variable, value);
        Ok(())
    }

    /// A block like the mesh shader's: what the fragment stage reads as a block must be one of the same members. Locations
    /// stand where they stood, on the variable or on its members.
    fn write_block(&mut self, blocks: &RecordBlocks, original: Id, attributes: &[usize]) -> Result<()> {
        let values = attributes.iter().map(|&n| self.value(blocks, n)).collect::<Result<Vec<_>>>()?;
        let (values, types): (Vec<Id>, Vec<Id>) = values.into_iter().unzip();
        let members: Vec<Operand> = types.iter().map(|&ty| ty.into()).collect();
        let block = self.code.module.make_global(Op::TypeStruct, None, members);
        self.code.module.decorate(block, Decoration::Block, &[]);
        for (member, (&n, ty)) in attributes.iter().zip(types).enumerate() {
            let (id, original) = self.outputs.attributes[n].decorated;
            let is_located = self.mesh.is_decorated(id, original, Decoration::Location);
            self.place((block, Some(member as u32)), n, ty, is_located)?;
        }
        let variable = self.code.module.variable(StorageClass::Output, block);
        if let Some(location) = self.mesh.decoration(original, None, Decoration::Location) {
            self.decorate_location((variable, None), location, 0);
        }
        let value = self.code.construct(block, &values);
        self.code.store(variable, value);
        Ok(())
    }

    /// Gives `target`, which stands for attribute `n`, its interpolation, and its location if it has one of its own.
    fn place(&mut self, target: Target, n: usize, ty: Id, is_located: bool) -> Result<()> {
        let attribute = &self.outputs.attributes[n];
        let AttributeSource::Location { location, component } = attribute.source else {
            return Err(ErrorKind::malformed("a block of built-ins and others", attribute.decorated.0));
        };
        // A block with one location for all takes its locations whole, like any struct.
        let slots = if is_located {
            slots(self.code.module, ty, location, component)?
        } else {
            whole_slots(location, locations(self.code.module, ty)?)
        };
        self.claim(location, ty, slots)?;
        if is_located {
            self.decorate_location(target, location, component);
        }
        let (id, member) = attribute.decorated;
        for decoration in [Decoration::Flat, Decoration::NoPerspective, Decoration::Centroid] {
            let is_flat = attribute.rate == Rate::Primitive && decoration == Decoration::Flat;
            if is_flat || attribute.rate == Rate::Vertex && self.mesh.is_decorated(id, member, decoration) {
                self.decorate(target, decoration, &[]);
            }
        }
        Ok(())
    }

    /// Whether the fragment stage reads attribute `n`.
    fn is_read(&self, n: usize) -> Result<bool> {
        let attribute = &self.outputs.attributes[n];
        let (Some(fragment), AttributeSource::Location { location, .. }) = (self.fragment, attribute.source) else {
            return Ok(false);
        };
        let end = location + locations(self.mesh, attribute.ty)?;
        Ok((location..end).any(|location| fragment.reads(location)))
    }

    /// Zero for what the fragment stage reads and the mesh shader does not mention.
    fn write_missing(&mut self) -> Result<()> {
        let Some(fragment) = self.fragment else { return Ok(()) };
        let mut importer = Importer::default();
        for input in &fragment.variables {
            let ty = importer.import(&fragment.module, self.code.module, input.ty)?;
            let end = input.location + locations(self.code.module, ty)?;
            if (input.location..end).any(|location| self.locations.contains(&location)) {
                continue;
            }
            let variable = self.output_location(input.location, input.component, ty)?;
            let zero = memory::zero(&mut self.code, &mut self.layouts, ty)?;
            self.code.store(variable, zero);
        }
        Ok(())
    }

    fn write_primitive_id(&mut self, blocks: &RecordBlocks) -> Result<Option<u32>> {
        let Some((fragment, signed)) = self.fragment.and_then(|fragment| Some((fragment, fragment.primitive_id?)))
        else {
            return Ok(None);
        };
        let free = self.free_locations(fragment, 1);
        let ty = self.code.module.get_or_make(Op::TypeInt, None, [32.into(), u32::from(signed.0).into()]);
        let value = match self.find(Kept::PrimitiveId) {
            Some(n) => {
                let (value, from) = self.value(blocks, n)?;
                if from == ty { value } else { self.code.value(Op::Bitcast, ty, [value.into()]) }
            }
            None => self.code.module.null(ty),
        };
        let variable = self.output_location(free, 0, ty)?;
        self.code.module.decorate(variable, Decoration::Flat, &[]);
        self.code.store(variable, value);
        Ok(Some(free))
    }

    /// The layer, for a fragment stage that reads it where the vertex stage cannot write it.
    fn write_layer_for_fragments(&mut self) -> Result<Option<u32>> {
        let Some((fragment, signed)) = self.fragment.and_then(|fragment| Some((fragment, fragment.layer?))) else {
            return Ok(None);
        };
        let free = self.free_locations(fragment, 1);
        let ty = self.code.module.get_or_make(Op::TypeInt, None, [32.into(), u32::from(signed.0).into()]);
        let value = match self.layout.is_layered {
            true => {
                let layer = self.layer();
                if signed.0 { self.code.value(Op::Bitcast, ty, [layer.into()]) } else { layer }
            }
            false => self.code.module.null(ty),
        };
        let variable = self.output_location(free, 0, ty)?;
        self.code.module.decorate(variable, Decoration::Flat, &[]);
        self.code.store(variable, value);
        Ok(Some(free))
    }

    /// Cull distances that the device does not get, for a fragment stage that reads them. How many planes it declares need not be
    /// how many the mesh shader has.
    fn write_cull_distances_for_fragments(&mut self, blocks: &RecordBlocks) -> Result<Option<u32>> {
        let Some((n, (fragment, declared))) =
            self.outputs.own_culling.zip(self.fragment.and_then(|fragment| Some((fragment, fragment.cull_distances?))))
        else {
            return Ok(None);
        };
        let ty = Importer::default().import(&fragment.module, self.code.module, declared)?;
        let (value, from) = self.value(blocks, n)?;
        let (planes, has) = (locations(self.code.module, ty)?, locations(self.code.module, from)?);
        let (f32, zero) = (self.code.module.f32_type(), self.code.module.f32(0.0));
        let distance = |plane: u32| match plane < has {
            true => self.code.value(Op::CompositeExtract, f32, [value.into(), Operand::from(plane)]),
            false => zero,
        };
        let distances: Vec<Id> = (0..planes).map(distance).collect();
        let value = self.code.construct(ty, &distances);
        let free = self.free_locations(fragment, planes);
        let variable = self.output_location(free, 0, ty)?;
        self.code.store(variable, value);
        Ok(Some(free))
    }

    /// The first of so many locations side by side that neither stage uses.
    fn free_locations(&self, fragment: &FragmentInputs, count: u32) -> u32 {
        let is_used = |location: u32| fragment.reads(location) || self.locations.contains(&location);
        let mut first = 0;
        while let Some(used) = (first..first + count).rev().find(|&location| is_used(location)) {
            first = used + 1;
        }
        first
    }
}
