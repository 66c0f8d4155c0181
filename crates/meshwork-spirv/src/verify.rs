//! The structure that passes rely on.

use std::collections::{HashMap, HashSet};

use rspirv::spirv::{Op, StorageClass};

use crate::types::is_type;
use crate::{Error, Function, Id, Instruction, Module, Operand, is_terminator};

/// Nesting of composite types; the universal limit of structures (SPIR-V section 2.17).
const MAX_TYPE_DEPTH: u32 = 255;
/// Nesting of calls: no compiler that targets Vulkan comes near, and passes may recurse along calls.
const MAX_CALL_DEPTH: u32 = 255;

impl Module {
    /// Checks that every id is defined once and in order, that types are made of types, that bodies are sequences of
    /// blocks whose branches stay inside, and that calls fit their functions and do not recurse.
    pub fn verify(&self) -> Result<(), Error> {
        let defined = self.verify_globals()?;
        self.verify_entry_points()?;
        self.verify_functions(defined)?;
        self.verify_calls()
    }

    fn verify_globals(&self) -> Result<HashSet<Id>, Error> {
        let mut defined = HashSet::with_capacity(self.bound as usize);
        let mut depths: HashMap<Id, u32> = HashMap::new();
        let forward: HashSet<Id> = self
            .globals
            .iter()
            .filter(|global| global.op == Op::TypeForwardPointer)
            .flat_map(|global| global.id(0))
            .collect();
        for instruction in self.imports.iter().chain(&self.strings) {
            define(&mut defined, instruction)?;
        }
        for global in self.globals.iter() {
            for id in global.used() {
                let forward = forward.contains(&id) && is_type(global.op) || global.op == Op::ExtInstWithForwardRefsKHR;
                if !defined.contains(&id) && !forward && global.op != Op::TypeForwardPointer {
                    return Err(Error::Undefined { id });
                }
            }
            self.verify_global(global)?;
            define(&mut defined, global)?;
            if let (Some(id), Op::TypeArray | Op::TypeStruct | Op::TypeMatrix | Op::TypeRuntimeArray) =
                (global.result, global.op)
            {
                let depth = 1 + global.ids().filter_map(|part| depths.get(&part)).max().unwrap_or(&0);
                if depth > MAX_TYPE_DEPTH {
                    let (value, maximum) = (depth.into(), MAX_TYPE_DEPTH.into());
                    return Err(Error::Limit { what: "the nesting of types", value, maximum });
                }
                depths.insert(id, depth);
            }
        }
        Ok(defined)
    }

    fn verify_global(&self, global: &Instruction) -> Result<(), Error> {
        let id = global.result.unwrap_or(Id(0));
        let is =
            |id: Option<Id>, test: fn(Op) -> bool| id.and_then(|id| self.globals.get(id)).is_some_and(|g| test(g.op));
        let kind = |ok: bool, expected| if ok { Ok(()) } else { Err(Error::Kind { id, expected }) };
        let scalar = |op| matches!(op, Op::TypeBool | Op::TypeInt | Op::TypeFloat);
        let parts = global.ids().count();
        match global.op {
            Op::TypeInt => kind(matches!(global.word(0), Some(8 | 16 | 32 | 64)), "an integer of 8, 16, 32 or 64 bits"),
            Op::TypeFloat => kind(matches!(global.word(0), Some(16 | 32 | 64)), "a float of 16, 32 or 64 bits"),
            Op::TypeVector => {
                kind(is(global.id(0), scalar) && matches!(global.word(1), Some(2..=4)), "a vector of 2 to 4 scalars")
            }
            Op::TypeMatrix => {
                let columns = is(global.id(0), |op| op == Op::TypeVector) && matches!(global.word(1), Some(2..=4));
                kind(columns, "a matrix of 2 to 4 vectors")
            }
            Op::TypeArray => kind(
                is(global.id(0), is_type) && is(global.id(1), |op| !is_type(op)),
                "an array of a type and a constant length",
            ),
            Op::TypeStruct => {
                let types =
                    global.ids().filter(|&part| is(Some(part), is_type) || self.globals.get(part).is_none()).count();
                kind(types == parts, "a struct of types")
            }
            Op::TypePointer => kind(is(global.id(1), is_type), "a pointer to a type"),
            Op::TypeFunction => kind(global.ids().all(|part| is(Some(part), is_type)), "a function of types"),
            Op::Variable => {
                let ty = global.ty.and_then(|ty| self.globals.get(ty));
                let class = ty.filter(|ty| ty.op == Op::TypePointer).and_then(|ty| ty.word(0));
                kind(class.is_some() && class == global.word(0), "a variable of its pointer's storage class")?;
                kind(class != Some(StorageClass::Function as u32), "no variable of Function storage")
            }
            _ if global.ty.is_some() => kind(is(global.ty, is_type), "a constant with a type"),
            _ => Ok(()),
        }
    }

    fn verify_entry_points(&self) -> Result<(), Error> {
        for entry in &self.entry_points {
            if self.function(entry.function).is_none_or(|function| !function.parameters.is_empty()) {
                return Err(Error::Kind { id: entry.function, expected: "a function without parameters" });
            }
            for &id in &entry.interface {
                if self.globals.get(id).is_none_or(|global| global.op != Op::Variable) {
                    return Err(Error::Kind { id, expected: "a global variable" });
                }
            }
        }
        Ok(())
    }

    fn verify_functions(&self, mut defined: HashSet<Id>) -> Result<(), Error> {
        for function in &self.functions {
            let instructions =
                || std::iter::once(&function.definition).chain(&function.parameters).chain(&function.body);
            for instruction in instructions() {
                define(&mut defined, instruction)?;
            }
        }
        let parameters: HashMap<Id, usize> = self.functions.iter().map(|f| (f.id(), f.parameters.len())).collect();
        let mut labels = HashSet::new();
        for function in &self.functions {
            labels.clear();
            labels.extend(function.body.iter().filter(|i| i.op == Op::Label).filter_map(|i| i.result));
            self.verify_function(function, &defined, &labels, &parameters)?;
        }
        Ok(())
    }

    /// `parameters` tells how many each function takes.
    fn verify_function(
        &self,
        function: &Function,
        defined: &HashSet<Id>,
        labels: &HashSet<Id>,
        parameters: &HashMap<Id, usize>,
    ) -> Result<(), Error> {
        let problem = |problem| Error::Function { function: function.id(), problem };
        let signature = function.definition.id(1).and_then(|ty| self.globals.get(ty));
        let signature =
            signature.filter(|ty| ty.op == Op::TypeFunction).ok_or(problem("its type is no function type"))?;
        let declared = signature.ids().skip(1).map(Some);
        if signature.id(0) != function.definition.ty || !declared.eq(function.parameters.iter().map(|p| p.ty)) {
            return Err(problem("its parameters do not fit its type"));
        }
        let mut open = false;
        for instruction in &function.body {
            if (instruction.op == Op::Label) == open {
                return Err(problem("a block does not begin with its label or end with its terminator"));
            }
            open = !is_terminator(instruction.op);
            if let Some(id) = instruction.used().find(|id| !defined.contains(id)) {
                return Err(Error::Undefined { id });
            }
            if let Some(ty) = instruction.ty
                && self.globals.get(ty).is_none_or(|global| !is_type(global.op))
            {
                return Err(Error::Kind { id: ty, expected: "a type" });
            }
            let targets = match instruction.op {
                Op::Branch | Op::SelectionMerge | Op::LoopMerge => 0..instruction.operands.len(),
                Op::BranchConditional | Op::Switch => 1..instruction.operands.len(),
                _ => 0..0,
            };
            for operand in &instruction.operands[targets] {
                if let Operand::Id(label) = operand
                    && !labels.contains(label)
                {
                    return Err(problem("a branch leaves it"));
                }
            }
            if instruction.op == Op::FunctionCall {
                let taken = instruction.id(0).and_then(|callee| parameters.get(&callee));
                if taken.is_none_or(|taken| taken + 1 != instruction.operands.len()) {
                    return Err(problem("a call does not fit the function it calls"));
                }
            }
        }
        if open || function.body.is_empty() {
            return Err(problem("its last block does not end, or it has none"));
        }
        Ok(())
    }

    fn verify_calls(&self) -> Result<(), Error> {
        // Functions whose callees all have a depth get one, round by round: what is left over recurses.
        let calls = |function: &Function| -> Vec<Id> {
            let calls = function.body.iter().filter(|i| i.op == Op::FunctionCall);
            calls.filter_map(|i| i.id(0)).collect()
        };
        let mut waiting: Vec<(Id, Vec<Id>)> = self.functions.iter().map(|f| (f.id(), calls(f))).collect();
        let mut depths: HashMap<Id, u32> = HashMap::new();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|(function, callees)| {
                let known = callees.iter().map(|callee| depths.get(callee).copied()).collect::<Option<Vec<_>>>();
                known.is_none_or(|known| {
                    depths.insert(*function, 1 + known.into_iter().max().unwrap_or(0));
                    false
                })
            });
            if waiting.len() == before {
                return Err(Error::Function { function: waiting[0].0, problem: "it calls itself" });
            }
            if let Some(&depth) = depths.values().max().filter(|&&depth| depth > MAX_CALL_DEPTH) {
                let (value, maximum) = (depth.into(), MAX_CALL_DEPTH.into());
                return Err(Error::Limit { what: "the nesting of calls", value, maximum });
            }
        }
        Ok(())
    }
}

fn define(defined: &mut HashSet<Id>, instruction: &Instruction) -> Result<(), Error> {
    match instruction.result {
        Some(id) if !defined.insert(id) => Err(Error::Redefined { id }),
        _ => Ok(()),
    }
}
