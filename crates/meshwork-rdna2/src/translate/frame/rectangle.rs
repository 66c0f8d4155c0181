//! Rectangle lists: three corners come out of the program, and the rasterizer makes the fourth.
//!
//! ```text
//! 0---1   The corner that is missing lies across the longest side, and is what that side's two corners less the
//! |  /    third one are, its attributes as well: the plane through three corners goes on.
//! | /     Mesa's own rectangles have their first corner opposite (`radv_meta_blit.c`), older hardware's programs
//! 2-- ?   any of the three.
//! ```
//!
//! A rectangle becomes two triangles. Both begin with the first corner, which provokes, so that what is flat is its; they lie on both sides of
//! whichever diagonal that corner is at, and turn as the three corners do. No corner is a lane's own business, so all that
//! vertices export goes through workgroup memory, in either mode: an output of a mesh shader cannot be read back.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Op, StorageClass};

use super::Translator;
use super::outputs::{MeshOutputs, ParameterTarget, PerVertex, TRIANGLES_OF_RECTANGLE};
use crate::emit::{Bit, Float, Word};
use crate::instruction::ExportTarget;

/// By target, four words of each vertex.
pub type Corners = Vec<(ExportTarget, Id)>;

/// Which of a rectangle's corners lies across from the missing one; else it is the first.
#[derive(Clone, Copy)]
struct Opposite {
    is_second: Bit,
    is_third: Bit,
}

impl Translator<'_> {
    pub(super) fn declare_corners(&mut self, outputs: &MeshOutputs) {
        let distances = (1..).zip(&outputs.positions).filter_map(|(number, position)| match position {
            PerVertex::Distances { .. } => Some(ExportTarget::Position(number)),
            PerVertex::Misc { .. } => None,
        });
        let inputs = outputs
            .parameters
            .iter()
            .filter(|parameter| !parameter.per_primitive && matches!(parameter.to, ParameterTarget::Input(_)));
        let parameters = inputs.map(|parameter| ExportTarget::Parameter(parameter.number));
        let mut targets: Vec<_> = distances.chain(parameters).collect();
        targets.dedup();
        targets.insert(0, ExportTarget::Position(0));

        let (four, threads) = (self.emit.module.uvec_type(4), self.emit.word(self.threads()));
        let array = self.emit.module.make_global(Op::TypeArray, None, [four.into(), threads.0.into()]);
        self.places.mesh.corners = targets.into_iter().map(|target| (target, self.emit.shared(array))).collect();
        self.keep_primitives();
    }

    fn corner(&mut self, words: Id, vertex: Word) -> Id {
        let four = self.emit.module.uvec_type(4);
        self.emit.chain(StorageClass::Workgroup, four, words, &[vertex.0])
    }

    pub(super) fn keep_corner(&mut self, target: ExportTarget, vertex: Word, values: [Option<Word>; 4]) {
        let kept = self.places.mesh.corners.iter().find(|(kept, _)| *kept == target);
        let Some(&(_, words)) = kept else { return };
        let four = self.emit.module.uvec_type(4);
        let parts = values.map(|value| value.unwrap_or_else(|| self.emit.word(0)).0);
        let (value, to) = (self.emit.construct(four, &parts), self.corner(words, vertex));
        self.emit.store(to, value);
    }

    /// Places of the triangles that are a thread's rectangle.
    pub(super) fn triangles_of(&mut self, thread: Word) -> [Word; TRIANGLES_OF_RECTANGLE as usize] {
        let first = self.emit.shift_left_constant(thread, TRIANGLES_OF_RECTANGLE.trailing_zeros());
        [first, self.emit.add_constant(first, 1)]
    }

    /// A thread's rectangle, which is none of the null ones: its fourth corner and its triangles. Nothing for other primitives.
    pub(super) fn write_rectangle(&mut self, thread: Word, value: Word) {
        let outputs = self.outputs();
        let vertices = [0, 1, 2].map(|place| self.vertex_of(value, place));
        let fourth = self.emit.add_constant(thread, outputs.vertices);
        let mut opposite = None;
        for (target, words) in self.places.mesh.corners.clone() {
            let corners = vertices.map(|vertex| self.load_corner(words, vertex));
            // The position comes first.
            let opposite = *opposite.get_or_insert_with(|| self.opposite(corners));
            let made = [0, 1, 2, 3].map(|component| {
                let made = self.across(opposite, corners.map(|corner| corner[component]));
                Some(self.emit.float_bits(made))
            });
            self.write_attribute(&outputs, target, fourth, made);
        }
        if let Some(opposite) = opposite {
            self.write_triangles(thread, vertices, fourth, opposite);
        }
    }

    fn load_corner(&mut self, words: Id, vertex: Word) -> [Float; 4] {
        let (word, four) = (self.emit.types.word, self.emit.module.uvec_type(4));
        let from = self.corner(words, vertex);
        let value = self.emit.load(four, from);
        [0, 1, 2, 3].map(|component: u32| {
            let word = Word(self.emit.value(Op::CompositeExtract, word, [value.into(), component.into()]));
            self.emit.float(word)
        })
    }

    fn opposite(&mut self, [a, b, c]: [[Float; 4]; 3]) -> Opposite {
        let [of_first, of_second, of_third] = [(b, c), (c, a), (a, b)].map(|(from, to)| self.length_squared(from, to));
        let mut is_longest = |side, others: [Float; 2]| {
            let [one, other] = others.map(|other| self.emit.float_compare(Op::FOrdGreaterThan, side, other));
            self.emit.both(one, other)
        };
        Opposite {
            is_second: is_longest(of_second, [of_first, of_third]),
            is_third: is_longest(of_third, [of_first, of_second]),
        }
    }

    fn length_squared(&mut self, from: [Float; 4], to: [Float; 4]) -> Float {
        let [x, y] = [0, 1].map(|axis| {
            let along = self.emit.float_op(Op::FSub, to[axis], from[axis]);
            self.emit.float_op(Op::FMul, along, along)
        });
        self.emit.float_op(Op::FAdd, x, y)
    }

    /// The opposite corner mirrored by the middle of the other two. Where one of them equals it, the result is the other without rounding:
    /// rectangles that touch have no gap.
    fn across(&mut self, Opposite { is_second, is_third }: Opposite, [a, b, c]: [Float; 3]) -> Float {
        let one = self.emit.float_select(is_second, a, b);
        let other = self.emit.float_select(is_third, a, c);
        let opposite = self.emit.float_select(is_third, c, a);
        let opposite = self.emit.float_select(is_second, b, opposite);
        let along = self.emit.float_op(Op::FSub, one, opposite);
        let sum = self.emit.float_op(Op::FAdd, along, other);
        let is_same = self.emit.float_compare(Op::FOrdEqual, other, opposite);
        self.emit.float_select(is_same, one, sum)
    }

    fn write_triangles(&mut self, thread: Word, [a, b, c]: [Word; 3], fourth: Word, opposite: Opposite) {
        let Some(indices) = self.places.mesh.indices else { return };
        let Opposite { is_second, is_third } = opposite;
        let is_at_first = self.emit.either(is_second, is_third);
        let third = self.emit.select(is_at_first, c, fourth);
        let second = self.emit.select(is_second, c, fourth);
        let last = self.emit.select(is_third, b, c);
        let last = self.emit.select(is_second, fourth, last);
        let ty = self.emit.module.uvec_type(3);
        let triangles = [[a, b, third], [a, second, last]];
        for (place, triangle) in self.triangles_of(thread).into_iter().zip(triangles) {
            let value = self.emit.construct(ty, &triangle.map(|vertex| vertex.0));
            let to = self.emit.chain(StorageClass::Output, ty, indices, &[place.0]);
            self.emit.store(to, value);
        }
    }
}
