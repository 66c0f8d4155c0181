//! Variables between the mesh and the fragment stage, and stores to them.

use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};
use meshwork_spirv::{Id, Module};

use super::Dialect;
use super::body::Emitter;
use crate::program::{Interpolation, Kind, Mesh, Output, Part, Shape, Store, Target, Topology};

/// Layers and viewports that primitives go to.
pub const LAYERS: u32 = 2;
pub const VIEWPORTS: u32 = 2;

const CLASS: StorageClass = StorageClass::Output;

/// A built-in output: its variable, and the member when that is a block.
#[derive(Clone, Copy)]
struct Place {
    variable: Id,
    member: Option<u32>,
}

pub struct OutputVariables {
    builtins: Vec<(Target, Place)>,
    indices: Id,
    user: Vec<Id>,
}

fn scalar(module: &mut Module, kind: Kind) -> Id {
    match kind {
        Kind::Unsigned => module.u32_type(),
        Kind::Signed => module.get_or_make(Op::TypeInt, None, [32.into(), 1.into()]),
        Kind::Float => module.f32_type(),
    }
}

fn vector(module: &mut Module, component: Id, count: u32) -> Id {
    if count == 1 { component } else { module.vector_type(component, count) }
}

fn array(module: &mut Module, element: Id, length: u32) -> Id {
    let length = module.u32(length);
    module.make_global(Op::TypeArray, None, [element.into(), length.into()])
}

/// The variable of a program's output: of each element in a mesh shader, or an input of the fragment stage.
pub fn declare(module: &mut Module, output: &Output, class: StorageClass, elements: Option<u32>) -> Id {
    let component = scalar(module, output.kind);
    let ty = match &output.shape {
        Shape::Vector(count) => vector(module, component, *count),
        Shape::Array(count, length) => {
            let element = vector(module, component, *count);
            array(module, element, *length)
        }
        Shape::Matrix(columns, rows) => {
            let column = module.vector_type(component, *rows);
            module.get_or_make(Op::TypeMatrix, None, [column.into(), (*columns).into()])
        }
        Shape::Struct(members) => {
            let members: Vec<_> = members.iter().map(|&count| vector(module, component, count).into()).collect();
            module.make_global(Op::TypeStruct, None, members)
        }
    };
    let structure = ty;
    let ty = elements.map_or(ty, |count| array(module, ty, count));
    let variable = module.variable(class, ty);
    if output.block {
        module.decorate(structure, Decoration::Block, &[]);
        for member in 0..output.shape.locations().len() as u32 {
            module.decorate_member(structure, member, Decoration::Location, &[output.location + member]);
            decorations(output).for_each(|decoration| module.decorate_member(structure, member, decoration, &[]));
        }
    } else {
        module.decorate(variable, Decoration::Location, &[output.location]);
        if output.component != 0 {
            module.decorate(variable, Decoration::Component, &[output.component]);
        }
        decorations(output).for_each(|decoration| module.decorate(variable, decoration, &[]));
    }
    variable
}

fn decorations(output: &Output) -> impl Iterator<Item = Decoration> {
    let interpolation = match output.interpolation {
        Interpolation::Smooth => None,
        Interpolation::Flat => Some(Decoration::Flat),
        Interpolation::NoPerspective => Some(Decoration::NoPerspective),
    };
    let rate = output.per_primitive.then_some(Decoration::PerPrimitiveEXT);
    // Validation wants integers flat, whatever their rate.
    let interpolation = interpolation.filter(|wanted| !output.per_primitive || *wanted == Decoration::Flat);
    interpolation.into_iter().chain(rate)
}

/// The indices that lead to each component of an output, and how many of them choose within a vector: one or none.
pub fn components(module: &mut Module, shape: &Shape) -> Vec<Vec<Id>> {
    let outer = !matches!(shape, Shape::Vector(_));
    let mut all = Vec::new();
    for (part, count) in shape.locations().into_iter().enumerate() {
        for component in 0..count {
            let mut indices = Vec::new();
            if outer {
                indices.push(module.u32(part as u32));
            }
            if count > 1 {
                indices.push(module.u32(component));
            }
            all.push(indices);
        }
    }
    all
}

impl OutputVariables {
    pub fn new(module: &mut Module, mesh: &Mesh) -> Self {
        let (vertices, primitives) = (mesh.max_vertices, mesh.max_primitives);
        let float = module.f32_type();
        let position = module.vector_type(float, 4);
        let mut per_vertex = vec![(Target::Position, BuiltIn::Position, position)];
        if mesh.topology == Topology::Points {
            per_vertex.push((Target::PointSize, BuiltIn::PointSize, float));
        }
        if mesh.builtins.clip > 0 {
            module.add_capability(Capability::ClipDistance);
            per_vertex.push((Target::Clip, BuiltIn::ClipDistance, array(module, float, mesh.builtins.clip)));
        }
        if mesh.builtins.cull > 0 {
            module.add_capability(Capability::CullDistance);
            per_vertex.push((Target::Cull, BuiltIn::CullDistance, array(module, float, mesh.builtins.cull)));
        }
        let (signed, boolean) = (scalar(module, Kind::Signed), module.bool_type());
        let mut per_primitive = Vec::new();
        let wanted = [
            (mesh.builtins.primitive_id, Target::PrimitiveId, BuiltIn::PrimitiveId, signed),
            (mesh.builtins.layer, Target::Layer, BuiltIn::Layer, signed),
            (mesh.builtins.viewport, Target::Viewport, BuiltIn::ViewportIndex, signed),
            (mesh.builtins.cull_primitive, Target::CullPrimitive, BuiltIn::CullPrimitiveEXT, boolean),
        ];
        for (_, target, builtin, ty) in wanted.into_iter().filter(|(wanted, ..)| *wanted) {
            per_primitive.push((target, builtin, ty));
        }
        let mut builtins = builtin_variables(module, &per_vertex, vertices, mesh.builtins.block, false);
        builtins.extend(builtin_variables(module, &per_primitive, primitives, mesh.builtins.block, true));
        let rate = |output: &Output| if output.per_primitive { primitives } else { vertices };
        let user = mesh.outputs.iter().map(|output| declare(module, output, CLASS, Some(rate(output)))).collect();
        Self { builtins, indices: index_variable(module, mesh), user }
    }

    /// Stores to element `element`; indices are below `vertices`.
    pub fn store(&self, e: &mut Emitter<'_>, mesh: &Mesh, store: &Store, element: Id, vertices: Id, dialect: Dialect) {
        let value = e.expr(&store.value);
        match store.target {
            Target::Indices => self.store_indices(e, mesh.topology, value, element, vertices),
            Target::Output(index) => {
                let output = &mesh.outputs[usize::from(index)];
                let part = match (dialect, store.part) {
                    (Dialect::Full, part) => part,
                    // Lower and upper half have the same value, whoever computes it.
                    (Dialect::Plain, Part::Upper) => return,
                    (Dialect::Plain, _) => Part::Whole,
                };
                store_output(e, output, self.user[usize::from(index)], element, value, part);
            }
            target => {
                let split = store.part == Part::Split && dialect == Dialect::Full;
                let place = self.builtins.iter().find(|(other, _)| *other == target);
                if let Some((_, place)) = place {
                    store_builtin(e, mesh, target, *place, element, value, split);
                }
            }
        }
    }

    fn store_indices(&self, e: &mut Emitter<'_>, topology: Topology, value: Id, element: Id, vertices: Id) {
        let step = e.op(Op::ShiftRightLogical, value, 8);
        let step = e.op(Op::UMod, step, 3);
        let step = e.op(Op::IAdd, step, 1);
        let mut corner = value;
        let mut corners = Vec::new();
        for _ in 0..topology.corners() {
            corners.push(e.code.u32(Op::UMod, corner, vertices));
            corner = e.code.u32(Op::IAdd, corner, step);
        }
        let ty = match topology {
            Topology::Points => e.module().u32_type(),
            Topology::Lines | Topology::Triangles => e.module().uvec_type(topology.corners()),
        };
        let value = if let [corner] = corners[..] { corner } else { e.code.construct(ty, &corners) };
        let pointer = e.code.chain(CLASS, ty, self.indices, &[element]);
        e.code.store(pointer, value);
    }
}

fn index_variable(module: &mut Module, mesh: &Mesh) -> Id {
    let (builtin, ty) = match mesh.topology {
        Topology::Points => (BuiltIn::PrimitivePointIndicesEXT, module.u32_type()),
        Topology::Lines => (BuiltIn::PrimitiveLineIndicesEXT, module.uvec_type(2)),
        Topology::Triangles => (BuiltIn::PrimitiveTriangleIndicesEXT, module.uvec_type(3)),
    };
    let ty = array(module, ty, mesh.max_primitives);
    let variable = module.variable(CLASS, ty);
    module.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
    variable
}

fn builtin_variables(
    module: &mut Module,
    wanted: &[(Target, BuiltIn, Id)],
    elements: u32,
    block: bool,
    per_primitive: bool,
) -> Vec<(Target, Place)> {
    if wanted.is_empty() {
        return Vec::new();
    }
    if !block {
        let declare = |&(target, builtin, ty): &(Target, BuiltIn, Id)| {
            let ty = array(module, ty, elements);
            let variable = module.variable(CLASS, ty);
            module.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
            if per_primitive {
                module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
            }
            (target, Place { variable, member: None })
        };
        return wanted.iter().map(declare).collect();
    }
    let members: Vec<_> = wanted.iter().map(|&(_, _, ty)| ty.into()).collect();
    let structure = module.make_global(Op::TypeStruct, None, members);
    module.decorate(structure, Decoration::Block, &[]);
    let ty = array(module, structure, elements);
    let variable = module.variable(CLASS, ty);
    let mut places = Vec::new();
    for (member, &(target, builtin, _)) in wanted.iter().enumerate() {
        let member = member as u32;
        module.decorate_member(structure, member, Decoration::BuiltIn, &[builtin as u32]);
        if per_primitive {
            module.decorate_member(structure, member, Decoration::PerPrimitiveEXT, &[]);
        }
        places.push((target, Place { variable, member: Some(member) }));
    }
    places
}

/// Values of an output's components differ by this.
const COMPONENT_STEP: u32 = 0x35;

fn store_output(e: &mut Emitter<'_>, output: &Output, variable: Id, element: Id, value: Id, part: Part) {
    let component = scalar(e.module(), output.kind);
    let all = components(e.module(), &output.shape);
    let middle = all.len().div_ceil(2);
    let mut values = Vec::new();
    for index in 0..all.len() as u32 {
        let value = e.op(Op::IAdd, value, index * COMPONENT_STEP);
        values.push(match output.kind {
            Kind::Unsigned => value,
            Kind::Signed => e.code.value(Op::Bitcast, component, [value.into()]),
            Kind::Float => e.small_float(value),
        });
    }
    let range = match part {
        Part::Whole => return store_vectors(e, output, variable, element, &values),
        Part::Split => 0..all.len(),
        Part::Lower => 0..middle,
        Part::Upper => middle..all.len(),
    };
    for index in range {
        let indices: Vec<_> = std::iter::once(element).chain(all[index].iter().copied()).collect();
        let pointer = e.code.chain(CLASS, component, variable, &indices);
        e.code.store(pointer, values[index]);
    }
}

/// Stores each location's vector as a whole.
fn store_vectors(e: &mut Emitter<'_>, output: &Output, variable: Id, element: Id, mut values: &[Id]) {
    let component = scalar(e.module(), output.kind);
    for (location, count) in output.shape.locations().into_iter().enumerate() {
        let (parts, rest) = values.split_at(count as usize);
        values = rest;
        let ty = vector(e.module(), component, count);
        let value = if let [only] = parts { *only } else { e.code.construct(ty, parts) };
        let mut indices = vec![element];
        if !matches!(output.shape, Shape::Vector(_)) {
            indices.push(e.constant(location as u32));
        }
        let pointer = e.code.chain(CLASS, ty, variable, &indices);
        e.code.store(pointer, value);
    }
}

fn store_builtin(e: &mut Emitter<'_>, mesh: &Mesh, target: Target, place: Place, element: Id, value: Id, split: bool) {
    let mut indices = vec![element];
    if let Some(member) = place.member {
        indices.push(e.constant(member));
    }
    let float = e.module().f32_type();
    let signed = scalar(e.module(), Kind::Signed);
    let whole = |e: &mut Emitter<'_>, ty: Id, value: Id| {
        let pointer = e.code.chain(CLASS, ty, place.variable, &indices);
        e.code.store(pointer, value);
    };
    match target {
        Target::Position => {
            let parts = position(e, value);
            if split {
                store_parts(e, place.variable, &indices, &parts);
            } else {
                let ty = e.module().vector_type(float, 4);
                let value = e.code.construct(ty, &parts);
                whole(e, ty, value);
            }
        }
        Target::PointSize => {
            let size = e.op(Op::BitwiseAnd, value, 7);
            let size = e.op(Op::IAdd, size, 1);
            let size = e.float(Op::ConvertUToF, &[size]);
            whole(e, float, size);
        }
        Target::Clip | Target::Cull => {
            let count = if target == Target::Clip { mesh.builtins.clip } else { mesh.builtins.cull };
            let mut distances = Vec::new();
            for index in 0..count {
                let value = e.op(Op::IAdd, value, index * COMPONENT_STEP);
                let value = e.small_float(value);
                let five = e.module().f32(5.0);
                distances.push(e.float(Op::FSub, &[value, five]));
            }
            store_parts(e, place.variable, &indices, &distances);
        }
        Target::CullPrimitive => {
            let boolean = e.module().bool_type();
            let value = e.is_odd(value);
            whole(e, boolean, value);
        }
        _ => {
            let value = match target {
                Target::Layer => e.op(Op::UMod, value, LAYERS),
                Target::Viewport => e.op(Op::UMod, value, VIEWPORTS),
                _ => value,
            };
            let value = e.code.value(Op::Bitcast, signed, [value.into()]);
            whole(e, signed, value);
        }
    }
}

fn store_parts(e: &mut Emitter<'_>, variable: Id, indices: &[Id], parts: &[Id]) {
    let float = e.module().f32_type();
    for (part, &value) in parts.iter().enumerate() {
        let part = e.constant(part as u32);
        let indices: Vec<_> = indices.iter().copied().chain([part]).collect();
        let pointer = e.code.chain(CLASS, float, variable, &indices);
        e.code.store(pointer, value);
    }
}

/// On a grid: whether the transformation to pixels is fused or not must not show, and it is exact for these.
pub fn position(e: &mut Emitter<'_>, value: Id) -> [Id; 4] {
    let bits = |e: &mut Emitter<'_>, shift: u32, mask: u32| {
        let value = e.op(Op::ShiftRightLogical, value, shift);
        let value = e.op(Op::BitwiseAnd, value, mask);
        e.float(Op::ConvertUToF, &[value])
    };
    let w_bit = e.op(Op::ShiftRightLogical, value, 17);
    let w_bit = e.op(Op::BitwiseAnd, w_bit, 1);
    let w = e.op(Op::IAdd, w_bit, 1);
    let w = e.float(Op::ConvertUToF, &[w]);
    let [middle, step, depth] = [64.0, 1.0 / 64.0, 0.125].map(|value| e.module().f32(value));
    let mut parts = Vec::new();
    for shift in [0, 7] {
        let part = bits(e, shift, 127);
        let part = e.float(Op::FSub, &[part, middle]);
        let part = e.float(Op::FMul, &[part, step]);
        parts.push(e.float(Op::FMul, &[part, w]));
    }
    let z = bits(e, 14, 7);
    let z = e.float(Op::FMul, &[z, depth]);
    let z = e.float(Op::FMul, &[z, w]);
    [parts[0], parts[1], z, w]
}
