//! Values that must be the same in every pipeline that computes them.

use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Id, Instruction, Module};

/// Where an output is `Invariant`, another mesh shader that computes it alike has to come to the same bits: a depth prepass and the
/// pass that asks for equal depths. A compute shader has no outputs to decorate. What a compiler may do differently in the two is
/// to fuse an addition with one of several multiplications: it is told not to.
pub fn keep_invariance(module: &mut Module) {
    // Of a variable, a member of its block or of a structure in it: only what is put out has a use for it.
    if !module.decorations.values().flatten().any(is_invariant) {
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

fn is_invariant(decoration: &Instruction) -> bool {
    let at = match decoration.op {
        Op::Decorate => 1,
        Op::MemberDecorate => 2,
        _ => return false,
    };
    decoration.word(at) == Some(Decoration::Invariant as u32)
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
