//! Values that must be the same in every pipeline that computes them.

use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Id, Module};

use crate::outputs::Outputs;

/// Where an output is `Invariant`, another mesh shader that computes it alike has to come to the same bits: a depth prepass and the
/// pass that asks for equal depths. A compute shader has no outputs to decorate. What a compiler may do differently in the two is
/// to fuse an addition with one of several multiplications: it is told not to.
pub fn keep_invariance(module: &mut Module, outputs: &Outputs) {
    let is_invariant = |&(id, member): &(Id, Option<u32>)| module.is_decorated(id, member, Decoration::Invariant);
    if !outputs.attributes.iter().any(|attribute| is_invariant(&attribute.decorated)) {
        return;
    }
    let instructions = module.functions.iter().flat_map(|function| &function.body);
    let arithmetic = instructions.filter(|instruction| is_float_arithmetic(instruction.op));
    let values: Vec<Id> = arithmetic.filter_map(|instruction| instruction.result).collect();
    for value in values {
        if !module.is_decorated(value, None, Decoration::NoContraction) {
            module.decorate(value, Decoration::NoContraction, &[]);
        }
    }
}

fn is_float_arithmetic(op: Op) -> bool {
    matches!(
        op,
        Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
    )
}
