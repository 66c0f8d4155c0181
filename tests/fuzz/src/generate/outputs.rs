//! Random outputs of mesh shaders, and what writes them.

use super::Random;
use super::expr::Scope;
use crate::program::{
    Binary, Builtins, Expr, Interpolation, Kind, Output, Part, Shape, Source, Store, Target, Topology, Write,
};

/// Locations that a program may use.
const MAX_LOCATIONS: u32 = 10;

impl Random {
    pub fn outputs(&mut self) -> Vec<Output> {
        let mut outputs = Vec::new();
        let mut location = self.below(2);
        for _ in 0..self.within(1, 5) {
            let output = self.output(location);
            let taken = output.shape.locations().len() as u32;
            if location + taken > MAX_LOCATIONS {
                break;
            }
            // A second one in what the first leaves of its location.
            if let Shape::Vector(components) = output.shape
                && components < 4
                && self.chance(25)
            {
                let rest = self.within(1, 4 - components);
                let kind = if output.interpolation == Interpolation::Flat { self.kind() } else { output.kind };
                outputs.push(Output {
                    component: components,
                    shape: Shape::Vector(rest),
                    kind: if output.per_primitive { self.kind() } else { kind },
                    ..output.clone()
                });
            }
            outputs.push(output);
            location += taken + self.pick(&[0, 0, 0, 1]);
        }
        outputs
    }

    fn kind(&mut self) -> Kind {
        self.pick(&[Kind::Unsigned, Kind::Unsigned, Kind::Signed, Kind::Float, Kind::Float])
    }

    fn output(&mut self, location: u32) -> Output {
        let per_primitive = self.chance(30);
        let mut kind = self.kind();
        let shape = match self.below(10) {
            0 => Shape::Array(self.within(1, 4), self.within(1, 3)),
            1 => {
                kind = Kind::Float;
                Shape::Matrix(self.within(2, 3), self.within(2, 4))
            }
            2 | 3 => {
                let count = self.within(1, 3);
                Shape::Struct((0..count).map(|_| self.within(1, 4)).collect())
            }
            _ => Shape::Vector(self.within(1, 4)),
        };
        let block = matches!(shape, Shape::Struct(_)) && self.chance(60);
        let interpolation = match kind {
            Kind::Float => self.pick(&[
                Interpolation::Smooth,
                Interpolation::Smooth,
                Interpolation::Flat,
                Interpolation::NoPerspective,
            ]),
            _ => Interpolation::Flat,
        };
        Output { location, component: 0, kind, shape, per_primitive, interpolation, block, read: self.chance(85) }
    }

    pub fn writes(&mut self, scope: &Scope, topology: Topology, builtins: &Builtins, outputs: &[Output]) -> Vec<Write> {
        let mut targets = vec![Target::Position, Target::Indices];
        let wanted = [
            (topology == Topology::Points, Target::PointSize),
            (builtins.clip > 0, Target::Clip),
            (builtins.cull > 0, Target::Cull),
            (builtins.primitive_id, Target::PrimitiveId),
            (builtins.layer, Target::Layer),
            (builtins.viewport, Target::Viewport),
            (builtins.cull_primitive, Target::CullPrimitive),
        ];
        targets.extend(wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, target)| target));
        targets.extend((0..outputs.len()).map(|index| Target::Output(index as u8)));
        self.0.shuffle(&mut targets);
        let mut writes: Vec<Write> = Vec::new();
        for target in targets {
            let halves = self.can_be_halved(target, outputs) && self.chance(10);
            if halves {
                // Both halves of a value that does not depend on the invocation.
                let scope = Scope { is_uniform: true, ..scope.without_variables().with_element() };
                let value = self.expr(&scope, 2);
                for part in [Part::Lower, Part::Upper] {
                    let write =
                        self.write_for(&scope, &mut writes, target.is_per_primitive(outputs), part == Part::Lower);
                    writes[write].stores.push(Store { target, value: value.clone(), part });
                }
                continue;
            }
            let write = self.write_for(scope, &mut writes, target.is_per_primitive(outputs), true);
            let scope = scope.with_element();
            let scope = if writes[write].in_function { scope.without_variables() } else { scope };
            let value = self.spread(target, &scope);
            let has_parts = matches!(target, Target::Output(_) | Target::Position);
            let part = if has_parts && self.chance(15) { Part::Split } else { Part::Whole };
            writes[write].stores.push(Store { target, value, part });
        }
        writes
    }

    fn can_be_halved(&self, target: Target, outputs: &[Output]) -> bool {
        match target {
            Target::Output(index) => matches!(outputs[usize::from(index)].shape, Shape::Vector(2..)),
            _ => false,
        }
    }

    /// One of the loops that are there, or a new one.
    fn write_for(&mut self, scope: &Scope, writes: &mut Vec<Write>, per_primitive: bool, may_share: bool) -> usize {
        let found = writes.iter().position(|write| write.per_primitive == per_primitive);
        let found = found.filter(|_| may_share && self.chance(60));
        found.unwrap_or_else(|| {
            let invocations = scope.size.iter().product();
            let shift = if self.chance(40) { self.below(invocations) } else { 0 };
            writes.push(Write { per_primitive, shift, in_function: self.chance(15), stores: Vec::new() });
            writes.len() - 1
        })
    }

    /// A value that differs from element to element, so that pictures show something.
    fn spread(&mut self, target: Target, scope: &Scope) -> Expr {
        let value = self.expr(scope, 2);
        if !matches!(target, Target::Position | Target::Indices) || self.chance(10) {
            return value;
        }
        let factor = if target == Target::Position { self.below(1 << 18) | 1 } else { self.within(1, 4) };
        let product = |a, b| Expr::Binary(Binary::Mul, Box::new(a), Box::new(Expr::Constant(b)));
        let sum = |a, b| Expr::Binary(Binary::Add, Box::new(a), Box::new(b));
        let own = sum(product(Expr::Element, factor), value);
        sum(own, product(Expr::Builtin(Source::WorkgroupId(0)), self.below(1 << 14) | 1))
    }
}
