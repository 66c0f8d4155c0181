//! [`super::Frame::Mesh`]: exports become the outputs of a mesh shader.
//!
//! A vertex's number is that of the thread that exports it, and a primitive's likewise, so an invocation writes the outputs of its
//! own number. Two things differ: a null primitive stays in its place, culled or without area; and layer and viewport, which a program exports
//! with each vertex, belong to primitives, which take those of their first vertex once all have exported. A rectangle takes two places of
//! primitives ([`super::rectangle`]).
//!
//! Hardware says nothing of primitives whose vertices are not there, and Vulkan that all is undefined: here they are null.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, LoopControl, Op, StorageClass};

use super::Translator;
use super::outputs::{
    FragmentInput, MeshOutputs, Parameter, ParameterTarget, ParameterType, PerVertex, TRIANGLES_OF_RECTANGLE,
};
use super::rectangle::Corners;
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::{ExportTarget, Instruction};

/// The variables.
#[derive(Default)]
pub struct Mesh {
    vertices: Option<Id>,
    /// Members of the block of vertices' built-in outputs.
    members: Vec<BuiltIn>,
    pub(super) indices: Option<Id>,
    culled: Option<Id>,
    /// Each with its variable and the type of an element.
    parameters: Vec<(Parameter, Id, Id)>,
    /// By vertex: what exports of layer and viewport hold, and primitive ids.
    misc: Option<Id>,
    primitive_ids: Option<Id>,
    from_vertices: Vec<FromVertex>,
    /// Those of the invocation's own threads, kept until all have exported: words by wave, then by lane of it.
    primitives: Option<Id>,
    /// Corners of rectangles.
    pub(super) corners: Corners,
    /// How many vertices the program asked for.
    vertex_count: Option<Id>,
}

/// An output of primitives that vertices export.
#[derive(Clone, Copy)]
struct FromVertex {
    output: Id,
    /// Words by vertex, in workgroup memory, of which it is some bits.
    words: Id,
    shift: u32,
    mask: u32,
}

impl Translator<'_> {
    pub(super) fn outputs(&self) -> MeshOutputs {
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
        if outputs.rectangles {
            self.declare_corners(&outputs);
        }
        let (word, none) = (self.emit.types.word, self.emit.word(0));
        self.places.mesh.vertex_count = Some(self.emit.local(word, none.0));
        if !self.allocates() {
            // gs_tg_info: vertices in bits 20:12, primitives in bits 30:22.
            let info = self.workgroup_info();
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
        let mut members = vec![(BuiltIn::Position, module.vector_type(float, 4))];
        // Points have a size, whether the program exports it or not; others have none.
        if outputs.vertices_per_primitive == 1 {
            members.push((BuiltIn::PointSize, float));
        }
        let distances = [
            (clip, BuiltIn::ClipDistance, Capability::ClipDistance),
            (cull, BuiltIn::CullDistance, Capability::CullDistance),
        ];
        for (count, built_in, capability) in distances.into_iter().filter(|(count, ..)| *count > 0) {
            module.add_capability(capability);
            let count = module.u32(count);
            members.push((built_in, module.make_global(Op::TypeArray, None, [float.into(), count.into()])));
        }
        let types: Vec<_> = members.iter().map(|(_, ty)| (*ty).into()).collect();
        let block = module.make_global(Op::TypeStruct, None, types);
        module.decorate(block, Decoration::Block, &[]);
        for (member, (built_in, _)) in (0..).zip(&members) {
            module.decorate_member(block, member, Decoration::BuiltIn, &[*built_in as u32]);
        }
        self.places.mesh.members = members.into_iter().map(|(built_in, _)| built_in).collect();
        self.places.mesh.vertices = Some(self.output_array(block, outputs.of_stage().0));
    }

    fn declare_primitives(&mut self, outputs: &MeshOutputs) {
        let (word, bit) = (self.emit.types.word, self.emit.types.bit);
        let (built_in, ty) = match outputs.vertices_per_primitive {
            1 => (BuiltIn::PrimitivePointIndicesEXT, word),
            2 => (BuiltIn::PrimitiveLineIndicesEXT, self.emit.module.uvec_type(2)),
            _ => (BuiltIn::PrimitiveTriangleIndicesEXT, self.emit.module.uvec_type(3)),
        };
        let indices = self.output_array(ty, outputs.of_stage().1);
        self.emit.module.decorate(indices, Decoration::BuiltIn, &[built_in as u32]);
        self.places.mesh.indices = Some(indices);

        if outputs.has_flags() {
            let bits = self.primitive_output(bit, BuiltIn::CullPrimitiveEXT, outputs.of_stage().1);
            self.places.mesh.culled = Some(bits);
        }
        self.declare_misc(outputs);
    }

    /// A built-in output of primitives.
    fn primitive_output(&mut self, ty: Id, built_in: BuiltIn, primitives: u32) -> Id {
        let variable = self.output_array(ty, primitives);
        self.emit.module.decorate(variable, Decoration::BuiltIn, &[built_in as u32]);
        self.emit.module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
        variable
    }

    fn declare_misc(&mut self, outputs: &MeshOutputs) {
        let misc = outputs.positions.iter().find_map(|position| match *position {
            PerVertex::Misc { layer, viewport, .. } if layer || viewport => Some((layer, viewport)),
            _ => None,
        });
        let Some((layer, viewport)) = misc else { return };
        let words = self.words_by_thread();
        self.places.mesh.misc = Some(words);
        if layer {
            self.take_from_vertices(BuiltIn::Layer, outputs.of_stage().1, words, 0, 0x7ff);
        }
        if viewport {
            self.emit.module.add_capability(Capability::MultiViewport);
            self.take_from_vertices(BuiltIn::ViewportIndex, outputs.of_stage().1, words, 16, 15);
        }
    }

    fn words_by_thread(&mut self) -> Id {
        let (word, threads) = (self.emit.types.word, self.emit.word(self.threads().next_power_of_two()));
        let array = self.emit.module.make_global(Op::TypeArray, None, [word.into(), threads.0.into()]);
        self.emit.shared(array)
    }

    fn take_from_vertices(&mut self, built_in: BuiltIn, primitives: u32, words: Id, shift: u32, mask: u32) {
        let output = self.primitive_output(self.emit.types.int, built_in, primitives);
        self.places.mesh.from_vertices.push(FromVertex { output, words, shift, mask });
        self.keep_primitives();
    }

    pub(super) fn keep_primitives(&mut self) {
        if self.places.mesh.primitives.is_none() {
            let (word, null) = (self.emit.types.word, self.emit.word(NULL_PRIMITIVE));
            let (count, nulls) = (self.emit.word(self.own_threads()), vec![null.0.into(); self.own_threads() as usize]);
            let array = self.emit.module.get_or_make(Op::TypeArray, None, [word.into(), count.0.into()]);
            let nulls = self.emit.module.get_or_make(Op::ConstantComposite, Some(array), nulls);
            self.places.mesh.primitives = Some(self.emit.local(array, nulls));
        }
    }

    /// Threads of the workgroup whose place is in this invocation.
    fn own_threads(&self) -> u32 {
        self.waves * self.own_lanes()
    }

    fn declare_parameter(&mut self, outputs: &MeshOutputs, parameter: Parameter) {
        let (variable, ty) = match parameter.to {
            ParameterTarget::PrimitiveId if parameter.per_primitive => {
                let int = self.emit.types.int;
                (self.primitive_output(int, BuiltIn::PrimitiveId, outputs.of_stage().1), int)
            }
            ParameterTarget::PrimitiveId => {
                let words = self.words_by_thread();
                self.take_from_vertices(BuiltIn::PrimitiveId, outputs.of_stage().1, words, 0, u32::MAX);
                self.places.mesh.primitive_ids = Some(words);
                return;
            }
            ParameterTarget::Input(input) => {
                let scalar = match input.ty {
                    ParameterType::Float => self.emit.types.float,
                    ParameterType::Int => self.emit.types.int,
                    ParameterType::Uint => self.emit.types.word,
                };
                let count = u32::from(input.components);
                let ty = if count > 1 { self.emit.module.vector_type(scalar, count) } else { scalar };
                let (vertices, primitives) = outputs.of_stage();
                let number = if parameter.per_primitive { primitives } else { vertices };
                let variable = self.output_array(ty, number);
                self.emit.module.decorate(variable, Decoration::Location, &[input.location]);
                if input.component > 0 {
                    self.emit.module.decorate(variable, Decoration::Component, &[input.component.into()]);
                }
                if parameter.per_primitive {
                    self.emit.module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
                }
                (variable, ty)
            }
        };
        self.places.mesh.parameters.push((parameter, variable, ty));
    }

    /// No more than was declared, whatever the program asks for.
    pub(super) fn set_mesh_outputs(&mut self, vertices: Word, primitives: Word) {
        let outputs = self.outputs();
        let [most_vertices, most_primitives] = [outputs.vertices, outputs.primitives].map(|most| self.emit.word(most));
        let mut vertices = self.emit.min(vertices, most_vertices);
        let mut primitives = self.emit.min(primitives, most_primitives);
        if let Some(count) = self.places.mesh.vertex_count {
            self.emit.store(count, vertices.0);
        }
        if outputs.rectangles {
            vertices = self.emit.add(most_vertices, primitives);
            primitives = self.emit.shift_left_constant(primitives, TRIANGLES_OF_RECTANGLE.trailing_zeros());
        }
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
        let thread = self.thread_number(n);
        let on = self.has_output(&outputs, target, thread, on);
        let merge = self.emit.begin_if(on);
        if target == ExportTarget::Primitive {
            self.write_primitive(thread, n, values[0], outputs.vertices_per_primitive);
        } else {
            self.keep_corner(target, thread, values);
            self.write_attribute(&outputs, target, thread, values).ok_or_else(|| self.unsupported(at))?;
        }
        self.emit.end_if(merge);
        Ok(())
    }

    /// Threads beyond what was declared have none: a program that exports there asked for less.
    fn has_output(&mut self, outputs: &MeshOutputs, target: ExportTarget, thread: Word, on: Bit) -> Bit {
        let is_of_primitive =
            |parameter: &Parameter| parameter.per_primitive && target == ExportTarget::Parameter(parameter.number);
        let is_of_primitives = target == ExportTarget::Primitive || outputs.parameters.iter().any(is_of_primitive);
        let most = if is_of_primitives { outputs.primitives } else { outputs.vertices };
        if most >= self.threads() {
            return on;
        }
        let most = self.emit.word(most);
        let is_there = self.emit.compare(Op::ULessThan, thread, most);
        self.emit.both(on, is_there)
    }

    /// What a vertex, or a primitive with parameters of its own, exports. Nothing is there for what the metadata does not know.
    pub(super) fn write_attribute(
        &mut self,
        outputs: &MeshOutputs,
        target: ExportTarget,
        thread: Word,
        values: [Option<Word>; 4],
    ) -> Option<()> {
        match target {
            ExportTarget::Position(0) => self.write_position(thread, values),
            ExportTarget::Position(number) => match *outputs.positions.get(usize::from(number) - 1)? {
                PerVertex::Misc { point_size, .. } => self.write_misc(thread, values, point_size),
                PerVertex::Distances { first, clip, cull } => self.write_distances(thread, values, first, clip, cull),
            },
            ExportTarget::Parameter(number) => self.write_parameter(thread, number, values),
            _ => return None,
        }
        Some(())
    }

    fn floats(&mut self, values: [Option<Word>; 4]) -> [Id; 4] {
        values.map(|value| match value {
            Some(value) => self.emit.float(value).0,
            None => self.emit.float_constant(0.0).0,
        })
    }

    fn write_position(&mut self, thread: Word, values: [Option<Word>; 4]) {
        let components = self.floats(values);
        let float = self.emit.types.float;
        let ty = self.emit.module.vector_type(float, 4);
        let value = self.emit.construct(ty, &components);
        self.write_vertex(thread, BuiltIn::Position, ty, &[], value);
        if !self.exports_point_size() {
            let one = self.emit.float_constant(1.0);
            self.write_vertex(thread, BuiltIn::PointSize, float, &[], one.0);
        }
    }

    fn exports_point_size(&self) -> bool {
        let has_size = |position: &PerVertex| matches!(position, PerVertex::Misc { point_size: true, .. });
        self.outputs().positions.iter().any(has_size)
    }

    /// Nothing where the block does not have it.
    fn write_vertex(&mut self, thread: Word, built_in: BuiltIn, ty: Id, further: &[Word], value: Id) {
        let member = self.places.mesh.members.iter().position(|member| *member == built_in);
        let (Some(vertices), Some(member)) = (self.places.mesh.vertices, member) else { return };
        let member = self.emit.word(member as u32);
        let indices: Vec<_> = [thread.0, member.0].into_iter().chain(further.iter().map(|word| word.0)).collect();
        let to = self.emit.chain(StorageClass::Output, ty, vertices, &indices);
        self.emit.store(to, value);
    }

    fn write_misc(&mut self, thread: Word, values: [Option<Word>; 4], point_size: bool) {
        let float = self.emit.types.float;
        if let Some(size) = values[0].filter(|_| point_size) {
            let size = self.emit.float(size);
            self.write_vertex(thread, BuiltIn::PointSize, float, &[], size.0);
        }
        self.keep_for_primitives(self.places.mesh.misc, thread, values[2]);
    }

    fn keep_for_primitives(&mut self, words: Option<Id>, thread: Word, value: Option<Word>) {
        if let (Some(words), Some(value)) = (words, value) {
            let word = self.emit.types.word;
            let to = self.emit.chain(StorageClass::Workgroup, word, words, &[thread.0]);
            self.emit.store(to, value.0);
        }
    }

    /// Each kind counts its own.
    fn write_distances(&mut self, thread: Word, values: [Option<Word>; 4], first: u8, clip: u8, cull: u8) {
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
        let float = self.emit.types.float;
        for (mask, built_in, is_cull) in [(clip, BuiltIn::ClipDistance, false), (cull, BuiltIn::CullDistance, true)] {
            let components = (0..4).filter(|component| mask >> component & 1 != 0);
            for (place, component) in (before(is_cull)..).zip(components) {
                if let Some(value) = values[component] {
                    let (value, at) = (self.emit.float(value), self.emit.word(place));
                    self.write_vertex(thread, built_in, float, &[at], value.0);
                }
            }
        }
    }

    fn write_parameter(&mut self, thread: Word, number: u8, values: [Option<Word>; 4]) {
        let outputs = self.outputs();
        let is_kept = |parameter: &&Parameter| !parameter.per_primitive && parameter.to == ParameterTarget::PrimitiveId;
        if outputs.parameters.iter().filter(is_kept).any(|parameter| parameter.number == number) {
            self.keep_for_primitives(self.places.mesh.primitive_ids, thread, values[0]);
        }
        let variables = self.places.mesh.parameters.clone();
        for (parameter, variable, ty) in variables.into_iter().filter(|(parameter, ..)| parameter.number == number) {
            let input = match parameter.to {
                ParameterTarget::Input(input) => input,
                ParameterTarget::PrimitiveId => PRIMITIVE_ID,
            };
            let components: Vec<Id> = (values.iter().skip(input.component.into()).take(input.components.into()))
                .map(|value| self.parameter_component(*value, input.ty))
                .collect();
            let value = if components.len() > 1 { self.emit.construct(ty, &components) } else { components[0] };
            if parameter.per_primitive {
                self.store_of_primitive(variable, ty, thread, value);
            } else {
                let to = self.emit.chain(StorageClass::Output, ty, variable, &[thread.0]);
                self.emit.store(to, value);
            }
        }
    }

    fn parameter_component(&mut self, value: Option<Word>, ty: ParameterType) -> Id {
        let value = value.unwrap_or_else(|| self.emit.word(0));
        match ty {
            ParameterType::Float => self.emit.float(value).0,
            ParameterType::Uint => value.0,
            ParameterType::Int => {
                let int = self.emit.types.int;
                self.emit.cast(int, value.0)
            }
        }
    }

    /// Three vertices of nine bits with a flag behind each; bit 31 where there is no primitive, whatever the others say.
    fn write_primitive(&mut self, thread: Word, n: usize, value: Option<Word>, count: u8) {
        let (Some(indices), Some(value)) = (self.places.mesh.indices, value) else { return };
        let vertices: Vec<Word> = (0..u32::from(count)).map(|place| self.vertex_of(value, place)).collect();
        let is_null = self.is_null(value, &vertices);
        let zero = self.emit.word(0);
        let parts: Vec<Id> = vertices.iter().map(|&vertex| self.emit.select(is_null, zero, vertex).0).collect();
        let word = self.emit.types.word;
        let (ty, all) = match parts.len() {
            1 => (word, parts[0]),
            count => {
                let ty = self.emit.module.uvec_type(count as u32);
                (ty, self.emit.construct(ty, &parts))
            }
        };
        self.store_of_primitive(indices, ty, thread, all);
        if let Some(culled) = self.places.mesh.culled {
            let bit = self.emit.types.bit;
            self.store_of_primitive(culled, bit, thread, is_null.0);
        }
        if let Some(own) = self.places.mesh.primitives {
            let null = self.emit.word(NULL_PRIMITIVE);
            let kept = self.emit.select(is_null, null, value);
            let (wave, lanes, lane) = (self.current_wave(), self.emit.word(self.own_lanes()), self.own_lane(n));
            let before = self.emit.mul(wave, lanes);
            let number = self.emit.add(before, lane);
            let to = self.emit.chain(StorageClass::Function, word, own, &[number.0]);
            self.emit.store(to, kept.0);
        }
    }

    pub(super) fn vertex_of(&mut self, primitive: Word, place: u32) -> Word {
        let moved = self.emit.shift_right_constant(primitive, 10 * place);
        self.emit.and_constant(moved, 0x1ff)
    }

    fn is_null(&mut self, primitive: Word, vertices: &[Word]) -> Bit {
        let null = self.emit.and_constant(primitive, NULL_PRIMITIVE);
        let is_null = self.emit.is_not_zero(null);
        let Some(count) = self.places.mesh.vertex_count else { return is_null };
        let word = self.emit.types.word;
        let count = Word(self.emit.load(word, count));
        let zero = self.emit.word(0);
        let greatest = vertices.iter().fold(zero, |greatest, &vertex| self.emit.max(greatest, vertex));
        let is_beyond = self.emit.compare(Op::UGreaterThanEqual, greatest, count);
        self.emit.either(is_null, is_beyond)
    }

    /// An output of the primitive that a thread exports; of a rectangle's both triangles.
    fn store_of_primitive(&mut self, variable: Id, ty: Id, thread: Word, value: Id) {
        let places = if self.outputs().rectangles { self.triangles_of(thread).to_vec() } else { vec![thread] };
        for place in places {
            let to = self.emit.chain(StorageClass::Output, ty, variable, &[place.0]);
            self.emit.store(to, value);
        }
    }

    /// Primitives take what belongs to them of their first vertex, and rectangles their fourth corner of all.
    pub(super) fn end_mesh(&mut self) {
        let Some(own) = self.places.mesh.primitives else { return };
        if self.lane.is_some() {
            self.barrier();
        }
        // Not a copy for each: a whole wave has many.
        self.for_numbers(self.own_threads(), LoopControl::NONE, |this, number| {
            let word = this.emit.types.word;
            let from = this.emit.chain(StorageClass::Function, word, own, &[number.0]);
            let value = Word(this.emit.load(word, from));
            let null = this.emit.and_constant(value, NULL_PRIMITIVE);
            let is_there = this.emit.is_zero(null);
            let merge = this.emit.begin_if(is_there);
            let invocations = this.emit.word(this.invocations());
            let before = this.emit.mul(number, invocations);
            let lane = this.lane_number(0);
            let thread = this.emit.add(before, lane);
            this.take_of_first_vertex(thread, value);
            this.write_rectangle(thread, value);
            this.emit.end_if(merge);
        });
    }

    fn take_of_first_vertex(&mut self, thread: Word, primitive: Word) {
        let (word, int) = (self.emit.types.word, self.emit.types.int);
        let first = self.vertex_of(primitive, 0);
        for FromVertex { output, words, shift, mask } in self.places.mesh.from_vertices.clone() {
            let from = self.emit.chain(StorageClass::Workgroup, word, words, &[first.0]);
            let value = Word(self.emit.load(word, from));
            let moved = self.emit.shift_right_constant(value, shift);
            let field = self.emit.and_constant(moved, mask);
            let field = self.emit.cast(int, field.0);
            self.store_of_primitive(output, int, thread, field);
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
        let (vertices, primitives) = outputs.of_stage();
        vec![
            (topology, None),
            (ExecutionMode::OutputVertices, Some(vertices.max(1))),
            (ExecutionMode::OutputPrimitivesEXT, Some(primitives.max(1))),
        ]
    }
}

const NULL_PRIMITIVE: u32 = 0x8000_0000;

/// As if it were an input: the first component of its export.
const PRIMITIVE_ID: FragmentInput = FragmentInput { location: 0, component: 0, components: 1, ty: ParameterType::Int };
