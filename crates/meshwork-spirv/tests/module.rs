//! Reading, verifying and writing modules.

use meshwork_spirv::spirv::{AddressingModel, Decoration, ExecutionModel, MemoryModel, Op};
use meshwork_spirv::{Code, EntryPoint, Error, Function, Id, Instruction, Module, Operand};

/// A compute shader of the given functions: bodies, and what each calls.
fn module(bodies: impl FnOnce(&mut Module) -> Vec<(Id, Vec<Instruction>)>) -> Module {
    let mut module = Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
    let void = module.void_type();
    let ty = module.function_type(void, &[]);
    for (id, body) in bodies(&mut module) {
        let definition = Instruction::new(Op::Function, Some(void), Some(id), [0.into(), ty.into()]);
        module.functions.push(Function { definition, parameters: Vec::new(), body });
    }
    let main = module.functions[0].id();
    let (model, name) = (ExecutionModel::GLCompute, "main".to_string());
    module.entry_points = vec![EntryPoint { model, function: main, name, interface: Vec::new() }];
    module
}

/// A body that calls `callees`.
fn body(module: &mut Module, callees: &[Id]) -> Vec<Instruction> {
    let (label, void) = (module.fresh_id(), module.void_type());
    let mut code = Code::new(module);
    code.label(label);
    for &callee in callees {
        code.value(Op::FunctionCall, void, [callee.into()]);
    }
    code.effect(Op::Return, []);
    code.body
}

/// The words of one instruction.
fn words(op: Op, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(operands.len() as u32 + 1) << 16 | op as u32];
    words.extend(operands);
    words
}

#[test]
fn what_is_written_reads_as_the_same() {
    let module = module(|module| {
        let main = module.fresh_id();
        module.set_name(main, "a name of more than a word");
        module.decorate(main, Decoration::RelaxedPrecision, &[]);
        vec![(main, body(module, &[]))]
    });
    module.verify().expect("well-formed");
    let written = module.write();
    let read = Module::read(&written).expect("reads");
    assert_eq!(read.write(), written);
    assert!(read.print().contains("a name of more than a word"));
}

#[test]
fn garbage_is_an_error_with_a_place() {
    let whole = module(|module| {
        let main = module.fresh_id();
        vec![(main, body(module, &[]))]
    });
    let whole = whole.write();
    assert_eq!(Module::read(&[]).err(), Some(Error::Truncated { offset: 0 }));
    assert_eq!(Module::read(&[7; 8]).err(), Some(Error::NotSpirv { word: 7 }));
    let mut huge = whole.clone();
    huge[3] = u32::MAX;
    assert!(matches!(Module::read(&huge), Err(Error::Limit { .. })));
    let mut unknown = whole.clone();
    unknown.push(1 << 16 | 0xfff0);
    assert_eq!(Module::read(&unknown).err(), Some(Error::UnknownOpcode { offset: whole.len(), opcode: 0xfff0 }));
    let mut small_bound = whole;
    small_bound[3] = 2;
    assert!(matches!(Module::read(&small_bound), Err(Error::IdBeyondBound { bound: 2, .. })));
}

#[test]
fn recursion_is_found() {
    let module = module(|module| {
        let [a, b] = [module.fresh_id(), module.fresh_id()];
        vec![(a, body(module, &[b])), (b, body(module, &[a]))]
    });
    assert!(matches!(module.verify(), Err(Error::Function { problem: "it calls itself", .. })));
}

#[test]
fn calls_may_not_nest_without_end() {
    let module = module(|module| {
        let ids: Vec<Id> = (0..400).map(|_| module.fresh_id()).collect();
        let callee = |n: usize| ids.get(n + 1).copied().into_iter().collect::<Vec<_>>();
        ids.iter().enumerate().map(|(n, &id)| (id, body(module, &callee(n)))).collect()
    });
    assert!(matches!(module.verify(), Err(Error::Limit { what: "the nesting of calls", .. })));
}

#[test]
fn types_may_not_nest_without_end() {
    let module = module(|module| {
        let mut ty = module.u32_type();
        for _ in 0..300 {
            ty = module.make_global(Op::TypeStruct, None, [ty.into()]);
        }
        let main = module.fresh_id();
        vec![(main, body(module, &[]))]
    });
    assert!(matches!(module.verify(), Err(Error::Limit { what: "the nesting of types", .. })));
}

#[test]
fn a_branch_may_not_leave_its_function() {
    let module = module(|module| {
        let [a, b] = [module.fresh_id(), module.fresh_id()];
        let other = body(module, &[]);
        let target = other[0].result.expect("a label");
        let mut wrong = body(module, &[]);
        wrong.pop();
        wrong.push(Instruction::effect(Op::Branch, [target.into()]));
        vec![(a, wrong), (b, other)]
    });
    assert!(matches!(module.verify(), Err(Error::Function { problem: "a branch leaves it", .. })));
}

#[test]
fn groups_of_decorations_are_dissolved() {
    let mut written = module(|module| {
        let main = module.fresh_id();
        vec![(main, body(module, &[]))]
    })
    .write();
    let bound = written[3];
    written[3] += 1;
    // Header, capability, memory model, and the entry point with its name of two words.
    let at = 5 + 2 + 3 + 5;
    let mut group = words(Op::Decorate, &[bound, Decoration::RelaxedPrecision as u32]);
    group.extend(words(Op::DecorationGroup, &[bound]));
    group.extend(words(Op::GroupDecorate, &[bound, 1, 2]));
    written.splice(at..at, group);
    let module = Module::read(&written).expect("reads");
    for id in [Id(1), Id(2)] {
        assert!(module.is_decorated(id, None, Decoration::RelaxedPrecision));
    }
    assert_eq!(module.decorations.len(), 2);
}

#[test]
fn literals_have_the_width_of_their_type() {
    let mut module = module(|module| {
        let main = module.fresh_id();
        vec![(main, body(module, &[]))]
    });
    let long = module.get_or_make(Op::TypeInt, None, [64.into(), 0.into()]);
    let wide = module.make_global(Op::Constant, Some(long), [1.into(), 2.into()]);
    let body = &mut module.functions[0].body;
    let label = body[0].result.expect("a label");
    body.pop();
    let merge = Id(module.bound());
    // `switch (wide) { case 0x2_0000_0001: }`, with a block of its own to go to.
    let extra = module.fresh_id();
    assert_eq!(extra, merge);
    let body = &mut module.functions[0].body;
    body.push(Instruction::effect(Op::SelectionMerge, [merge.into(), 0.into()]));
    let operands: [Operand; 5] = [wide.into(), merge.into(), 1.into(), 2.into(), merge.into()];
    body.push(Instruction::effect(Op::Switch, operands));
    body.push(Instruction::new(Op::Label, None, Some(merge), []));
    body.push(Instruction::effect(Op::Return, []));
    module.verify().expect("well-formed");
    let read = Module::read(&module.write()).expect("reads");
    let switch = read.functions[0].body.iter().find(|i| i.op == Op::Switch).expect("the switch");
    assert_eq!(switch.operands, operands);
    assert_ne!(label, merge);
}

#[test]
fn composites_of_constants_are_folded_through() {
    let mut module = Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
    let (u32, two, seven) = (module.u32_type(), module.u32(2), module.u32(7));
    let vector = module.uvec_type(2);
    let pair = module.composite_constant(vector, &[two, seven]);
    let length = module.u32(1);
    let array_type = module.make_global(Op::TypeArray, None, [vector.into(), length.into()]);
    let array = module.make_global(Op::ConstantComposite, Some(array_type), [pair.into()]);
    let extract = [(Op::CompositeExtract as u32).into(), array.into(), 0.into(), 1.into()];
    let extract = Instruction::new(Op::SpecConstantOp, Some(u32), Some(Id(99)), extract);
    let folded = module.fold(&extract).expect("folds");
    assert_eq!((folded.op, folded.word(0), folded.result), (Op::Constant, Some(7), Some(Id(99))));
}
