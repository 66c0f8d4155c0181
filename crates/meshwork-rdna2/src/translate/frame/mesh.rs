//! [`super::Frame::Mesh`]: exports become the outputs of a mesh shader.
//!
//! A vertex's number is that of the thread that exports it, and a primitive's likewise, so an invocation writes the outputs of its
//! own number. Two things differ: a null primitive stays in its place, culled; and layer and viewport, which a program exports
//! with each vertex, belong to primitives, which take those of their first vertex once all have exported.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, Op, StorageClass};

use super::Translator;
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::{ExportTarget, Instruction};
use crate::translate::Scalar;

/// What the program gives to the rasterizer and to the fragment stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshOutputs {
    /// At most.
    pub vertices: u32,
    pub primitives: u32,
    /// 1 for points, 2 for lines, 3 for triangles.
    pub vertices_per_primitive: u8,
    /// What position exports hold, from POS1 on; POS0 is the position.
    pub positions: Vec<PerVertex>,
    /// Parameters that the fragment stage reads. Others are not put out.
    pub parameters: Vec<Parameter>,
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
    pub location: u32,
    pub ty: ParameterType,
    /// 1 to 4.
    pub components: u8,
    /// Exported by primitives' threads.
    pub per_primitive: bool,
}

/// How the fragment stage declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    Float,
    Int,
    Uint,
}

/// The variables.
#[derive(Default)]
pub struct Mesh {
    vertices: Option<Id>,
    indices: Option<Id>,
    culled: Option<Id>,
    layer: Option<Id>,
    viewport: Option<Id>,
    parameters: Vec<(Parameter, Id, Id)>,
    /// Layer and viewport by vertex, and each lane's own primitive.
    shared: Option<Id>,
    primitives: Vec<Id>,
}

/// Members of the block of built-in outputs.
const POSITION: u32 = 0;
const POINT_SIZE: u32 = 1;
const CLIP_DISTANCE: u32 = 2;
const CULL_DISTANCE: u32 = 3;

impl Translator<'_> {
    fn outputs(&self) -> MeshOutputs {
        match &self.frame {
            super::Frame::Mesh(outputs) => outputs.clone(),
            _ => MeshOutputs::default(),
        }
    }

    pub(super) fn begin_mesh(&mut self) {
        let outputs = self.outputs();
        let module = &mut self.emit.module;
        module.add_capability(Capability::MeshShadingEXT);
        module.extensions.insert("SPV_EXT_mesh_shader".into());
        self.declare_vertices(&outputs);
        self.declare_primitives(&outputs);
        for parameter in &outputs.parameters {
            self.declare_parameter(&outputs, *parameter);
        }
        if !self.allocates() {
            // gs_tg_info: vertices in bits 20:12, primitives in bits 30:22.
            let info = self.scalar(Scalar(2));
            let [vertices, primitives] = [12, 22].map(|by| {
                let moved = self.emit.shift_right_constant(info, by);
                self.emit.and_constant(moved, 0x1ff)
            });
            self.set_mesh_outputs(vertices, primitives);
        }
    }

    fn output_array(&mut self, element: Id, count: u32) -> Id {
        let count = self.emit.word(count.max(1));
        let array = self.emit.module.make_global(Op::TypeArray, None, [element.into(), count.0.into()]);
        self.emit.module.variable(StorageClass::Output, array)
    }

    fn declare_vertices(&mut self, outputs: &MeshOutputs) {
        let float = self.emit.types.float;
        let distances = |cull: bool| {
            outputs.positions.iter().fold(0, |count, position| match position {
                PerVertex::Distances { clip, cull: culls, .. } => {
                    count + if cull { *culls } else { *clip }.count_ones()
                }
                PerVertex::Misc { .. } => count,
            })
        };
        let [clip, cull] = [distances(false), distances(true)];
        let module = &mut self.emit.module;
        let position = module.vector_type(float, 4);
        let mut members = vec![position, float];
        for (count, capability) in [(clip, Capability::ClipDistance), (cull, Capability::CullDistance)] {
            if count > 0 {
                module.add_capability(capability);
            }
            let count = module.u32(count.max(1));
            members.push(module.make_global(Op::TypeArray, None, [float.into(), count.into()]));
        }
        let used = [true, true, clip > 0, cull > 0];
        let members: Vec<_> =
            members.into_iter().zip(used).filter(|(_, used)| *used).map(|(ty, _)| ty.into()).collect();
        let block = module.make_global(Op::TypeStruct, None, members);
        module.decorate(block, Decoration::Block, &[]);
        let built_ins = [BuiltIn::Position, BuiltIn::PointSize, BuiltIn::ClipDistance, BuiltIn::CullDistance];
        for (member, (built_in, _)) in built_ins.into_iter().zip(used).filter(|(_, used)| *used).enumerate() {
            module.decorate_member(block, member as u32, Decoration::BuiltIn, &[built_in as u32]);
        }
        self.places.mesh.vertices = Some(self.output_array(block, outputs.vertices));
    }

    fn declare_primitives(&mut self, outputs: &MeshOutputs) {
        let (word, bit) = (self.emit.types.word, self.emit.types.bit);
        let (built_in, ty) = match outputs.vertices_per_primitive {
            1 => (BuiltIn::PrimitivePointIndicesEXT, word),
            2 => (BuiltIn::PrimitiveLineIndicesEXT, self.emit.module.uvec_type(2)),
            _ => (BuiltIn::PrimitiveTriangleIndicesEXT, self.emit.module.uvec_type(3)),
        };
        let indices = self.output_array(ty, outputs.primitives);
        self.emit.module.decorate(indices, Decoration::BuiltIn, &[built_in as u32]);
        self.places.mesh.indices = Some(indices);

        let per_primitive = |this: &mut Self, ty, built_in: BuiltIn| {
            let variable = this.output_array(ty, outputs.primitives);
            this.emit.module.decorate(variable, Decoration::BuiltIn, &[built_in as u32]);
            this.emit.module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
            variable
        };
        self.places.mesh.culled = Some(per_primitive(self, bit, BuiltIn::CullPrimitiveEXT));
        let int = self.emit.types.int;
        let misc = outputs.positions.iter().find_map(|position| match *position {
            PerVertex::Misc { layer, viewport, .. } if layer || viewport => Some((layer, viewport)),
            _ => None,
        });
        let Some((layer, viewport)) = misc else { return };
        if layer {
            self.places.mesh.layer = Some(per_primitive(self, int, BuiltIn::Layer));
        }
        if viewport {
            self.emit.module.add_capability(Capability::MultiViewport);
            self.places.mesh.viewport = Some(per_primitive(self, int, BuiltIn::ViewportIndex));
        }
        let lanes = self.emit.word(self.wave.lanes());
        let array = self.emit.module.make_global(Op::TypeArray, None, [word.into(), lanes.0.into()]);
        self.places.mesh.shared = Some(self.emit.shared(array));
        let null = self.emit.word(NULL_PRIMITIVE);
        self.places.mesh.primitives = (0..self.lanes()).map(|_| self.emit.local(word, null.0)).collect();
    }

    fn declare_parameter(&mut self, outputs: &MeshOutputs, parameter: Parameter) {
        let scalar = match parameter.ty {
            ParameterType::Float => self.emit.types.float,
            ParameterType::Int => self.emit.types.int,
            ParameterType::Uint => self.emit.types.word,
        };
        let count = u32::from(parameter.components);
        let ty = if count > 1 { self.emit.module.vector_type(scalar, count) } else { scalar };
        let number = if parameter.per_primitive { outputs.primitives } else { outputs.vertices };
        let variable = self.output_array(ty, number);
        self.emit.module.decorate(variable, Decoration::Location, &[parameter.location]);
        if parameter.per_primitive {
            self.emit.module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
        }
        self.places.mesh.parameters.push((parameter, variable, ty));
    }

    /// No more than was declared, whatever the program asks for.
    pub(super) fn set_mesh_outputs(&mut self, vertices: Word, primitives: Word) {
        let outputs = self.outputs();
        let [most_vertices, most_primitives] = [outputs.vertices, outputs.primitives].map(|most| self.emit.word(most));
        let vertices = self.emit.min(vertices, most_vertices);
        let primitives = self.emit.min(primitives, most_primitives);
        self.emit.effect(Op::SetMeshOutputsEXT, [vertices.0.into(), primitives.0.into()]);
    }

    pub(super) fn mesh_export(
        &mut self,
        at: &Instruction,
        target: ExportTarget,
        values: [Option<Word>; 4],
        n: usize,
        on: Bit,
    ) -> Result<(), Error> {
        let outputs = self.outputs();
        let lane = self.lane_number(n);
        let merge = self.emit.begin_if(on);
        match target {
            ExportTarget::Position(0) => self.write_position(lane, values),
            ExportTarget::Position(number) => {
                let position = outputs.positions.get(usize::from(number) - 1).copied();
                match position.ok_or_else(|| self.unsupported(at))? {
                    PerVertex::Misc { point_size, .. } => self.write_misc(lane, values, point_size),
                    PerVertex::Distances { first, clip, cull } => self.write_distances(lane, values, first, clip, cull),
                }
            }
            ExportTarget::Parameter(number) => self.write_parameter(lane, number, values),
            ExportTarget::Primitive => self.write_primitive(lane, n, values[0], outputs.vertices_per_primitive),
            _ => return Err(self.unsupported(at)),
        }
        self.emit.end_if(merge);
        Ok(())
    }

    fn floats(&mut self, values: [Option<Word>; 4]) -> [Id; 4] {
        values.map(|value| match value {
            Some(value) => self.emit.float(value).0,
            None => self.emit.float_constant(0.0).0,
        })
    }

    fn write_position(&mut self, lane: Word, values: [Option<Word>; 4]) {
        let components = self.floats(values);
        let float = self.emit.types.float;
        let ty = self.emit.module.vector_type(float, 4);
        let value = self.emit.construct(ty, &components);
        self.write_vertex(lane, POSITION, ty, &[], value);
    }

    fn write_vertex(&mut self, lane: Word, member: u32, ty: Id, further: &[Word], value: Id) {
        let Some(vertices) = self.places.mesh.vertices else { return };
        let member = self.emit.word(member);
        let indices: Vec<_> = [lane.0, member.0].into_iter().chain(further.iter().map(|word| word.0)).collect();
        let to = self.emit.chain(StorageClass::Output, ty, vertices, &indices);
        self.emit.store(to, value);
    }

    fn write_misc(&mut self, lane: Word, values: [Option<Word>; 4], point_size: bool) {
        let float = self.emit.types.float;
        if let Some(size) = values[0].filter(|_| point_size) {
            let size = self.emit.float(size);
            self.write_vertex(lane, POINT_SIZE, float, &[], size.0);
        }
        if let (Some(shared), Some(value)) = (self.places.mesh.shared, values[2]) {
            let word = self.emit.types.word;
            let to = self.emit.chain(StorageClass::Workgroup, word, shared, &[lane.0]);
            self.emit.store(to, value.0);
        }
    }

    /// Each kind counts its own.
    fn write_distances(&mut self, lane: Word, values: [Option<Word>; 4], first: u8, clip: u8, cull: u8) {
        let outputs = self.outputs();
        let before = |cull: bool| {
            let kind = |position: &PerVertex| match *position {
                PerVertex::Distances { first: other, clip, cull: culls } if other < first => {
                    if cull { culls } else { clip }.count_ones()
                }
                _ => 0,
            };
            outputs.positions.iter().map(kind).sum::<u32>()
        };
        let has_clip = outputs.positions.iter().any(|p| matches!(p, PerVertex::Distances { clip, .. } if *clip != 0));
        let cull_member = if has_clip { CULL_DISTANCE } else { CULL_DISTANCE - 1 };
        let float = self.emit.types.float;
        for (mask, member, is_cull) in [(clip, CLIP_DISTANCE, false), (cull, cull_member, true)] {
            let components = (0..4).filter(|component| mask >> component & 1 != 0);
            for (place, component) in (before(is_cull)..).zip(components) {
                if let Some(value) = values[component] {
                    let (value, at) = (self.emit.float(value), self.emit.word(place));
                    self.write_vertex(lane, member, float, &[at], value.0);
                }
            }
        }
    }

    fn write_parameter(&mut self, lane: Word, number: u8, values: [Option<Word>; 4]) {
        let found = self.places.mesh.parameters.iter().find(|(parameter, ..)| parameter.number == number);
        let Some(&(parameter, variable, ty)) = found else { return };
        let components: Vec<Id> = values[..usize::from(parameter.components)]
            .iter()
            .map(|value| {
                let value = value.unwrap_or_else(|| self.emit.word(0));
                match parameter.ty {
                    ParameterType::Float => self.emit.float(value).0,
                    ParameterType::Uint => value.0,
                    ParameterType::Int => {
                        let int = self.emit.types.int;
                        self.emit.cast(int, value.0)
                    }
                }
            })
            .collect();
        let value = if components.len() > 1 { self.emit.construct(ty, &components) } else { components[0] };
        let to = self.emit.chain(StorageClass::Output, ty, variable, &[lane.0]);
        self.emit.store(to, value);
    }

    /// Three vertices of nine bits with a flag behind each; bit 31 where there is no primitive, whatever the others say.
    fn write_primitive(&mut self, lane: Word, n: usize, value: Option<Word>, count: u8) {
        let (Some(indices), Some(culled), Some(value)) = (self.places.mesh.indices, self.places.mesh.culled, value)
        else {
            return;
        };
        let null = self.emit.and_constant(value, NULL_PRIMITIVE);
        let is_null = self.emit.is_not_zero(null);
        let zero = self.emit.word(0);
        let parts: Vec<Id> = (0..u32::from(count))
            .map(|vertex| {
                let moved = self.emit.shift_right_constant(value, 10 * vertex);
                let vertex = self.emit.and_constant(moved, 0x1ff);
                self.emit.select(is_null, zero, vertex).0
            })
            .collect();
        let word = self.emit.types.word;
        let (ty, all) = match parts.len() {
            1 => (word, parts[0]),
            count => {
                let ty = self.emit.module.uvec_type(count as u32);
                (ty, self.emit.construct(ty, &parts))
            }
        };
        let to = self.emit.chain(StorageClass::Output, ty, indices, &[lane.0]);
        self.emit.store(to, all);
        let bit = self.emit.types.bit;
        let to = self.emit.chain(StorageClass::Output, bit, culled, &[lane.0]);
        self.emit.store(to, is_null.0);
        if let Some(&own) = self.places.mesh.primitives.get(n) {
            self.emit.store(own, value.0);
        }
    }

    /// Primitives take layer and viewport of their first vertex.
    pub(super) fn end_mesh(&mut self) {
        let Some(shared) = self.places.mesh.shared else { return };
        if self.lane.is_some() {
            self.barrier();
        }
        let word = self.emit.types.word;
        for n in 0..self.lanes() {
            let own = self.places.mesh.primitives[n];
            let value = Word(self.emit.load(word, own));
            let null = self.emit.and_constant(value, NULL_PRIMITIVE);
            let is_there = self.emit.is_zero(null);
            let merge = self.emit.begin_if(is_there);
            let lane = self.lane_number(n);
            // A vertex beyond the wave's lanes is none of this workgroup's.
            let first = self.emit.and_constant(value, self.wave.lanes() - 1);
            let from = self.emit.chain(StorageClass::Workgroup, word, shared, &[first.0]);
            let misc = Word(self.emit.load(word, from));
            let fields = [(self.places.mesh.layer, 0, 0x7ff), (self.places.mesh.viewport, 16, 15)];
            for (variable, by, mask) in fields {
                let Some(variable) = variable else { continue };
                let moved = self.emit.shift_right_constant(misc, by);
                let field = self.emit.and_constant(moved, mask);
                let int = self.emit.types.int;
                let field = self.emit.cast(int, field.0);
                let to = self.emit.chain(StorageClass::Output, int, variable, &[lane.0]);
                self.emit.store(to, field);
            }
            self.emit.end_if(merge);
        }
    }

    /// Execution modes beside the workgroup's size.
    pub fn mesh_modes(&self) -> Vec<(ExecutionMode, Option<u32>)> {
        let super::Frame::Mesh(outputs) = &self.frame else { return Vec::new() };
        let topology = match outputs.vertices_per_primitive {
            1 => ExecutionMode::OutputPoints,
            2 => ExecutionMode::OutputLinesEXT,
            _ => ExecutionMode::OutputTrianglesEXT,
        };
        vec![
            (topology, None),
            (ExecutionMode::OutputVertices, Some(outputs.vertices.max(1))),
            (ExecutionMode::OutputPrimitivesEXT, Some(outputs.primitives.max(1))),
        ]
    }
}

const NULL_PRIMITIVE: u32 = 0x8000_0000;
