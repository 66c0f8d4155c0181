use std::collections::{BTreeMap, HashMap, HashSet};

use rspirv::spirv::{AddressingModel, ExecutionModel, MAGIC_NUMBER, MemoryModel, Op};

use crate::instruction::read_string;
use crate::{EntryPoint, Error, Function, Id, Instruction, Module, Operand, grammar, types};

/// Ids of a module, by SPIR-V's universal limits (section 2.17).
const MAX_BOUND: u32 = 0x3f_ffff;
const HEADER_WORDS: usize = 5;

impl Module {
    /// Takes words apart into a module.
    pub fn read(words: &[u32]) -> Result<Self, Error> {
        let &[magic, version, _generator, bound, _schema, ..] = words else {
            return Err(match words.first() {
                Some(&word) if word != MAGIC_NUMBER => Error::NotSpirv { word },
                _ => Error::Truncated { offset: words.len() },
            });
        };
        if magic != MAGIC_NUMBER {
            return Err(Error::NotSpirv { word: magic });
        }
        if bound > MAX_BOUND {
            return Err(Error::Limit { what: "the module's id bound", value: bound.into(), maximum: MAX_BOUND.into() });
        }
        let mut reader = Reader::new(version, bound);
        let mut offset = HEADER_WORDS;
        while offset < words.len() {
            let length = (words[offset] >> 16) as usize;
            let instruction = match words.get(offset..offset + length) {
                Some(instruction) if length > 0 => instruction,
                _ => return Err(Error::Truncated { offset }),
            };
            reader.instruction(instruction, offset)?;
            offset += length;
        }
        reader.finish(offset)
    }
}

struct Reader {
    module: Module,
    memory_model_seen: bool,
    /// Words of a literal of each scalar type.
    literal_words: HashMap<Id, usize>,
    /// Type of each id that an `OpSwitch` may select by.
    types: HashMap<Id, Id>,
    /// Instruction sets that hold source-level debug information.
    debug_sets: HashSet<Id>,
    groups: BTreeMap<Id, Vec<Instruction>>,
    function: Option<Function>,
}

impl Reader {
    fn new(version: u32, bound: u32) -> Self {
        let mut module = Module::new(version, AddressingModel::Logical, MemoryModel::GLSL450);
        module.bound = bound.max(1);
        module.capabilities.clear();
        Self {
            module,
            memory_model_seen: false,
            literal_words: HashMap::new(),
            types: HashMap::new(),
            debug_sets: HashSet::new(),
            groups: BTreeMap::new(),
            function: None,
        }
    }

    fn instruction(&mut self, words: &[u32], offset: usize) -> Result<(), Error> {
        let opcode = words[0] & 0xffff;
        let grammar = grammar::lookup(opcode).ok_or(Error::UnknownOpcode { offset, opcode })?;
        let malformed = Error::Operands { offset, opcode: grammar.opcode };
        match grammar.opcode {
            Op::Nop | Op::Line | Op::NoLine | Op::Source | Op::SourceContinued | Op::SourceExtension => return Ok(()),
            Op::ModuleProcessed => return Ok(()),
            Op::EntryPoint => return self.entry_point(words, offset),
            Op::Capability => {
                self.module.capabilities.insert(*words.get(1).ok_or(malformed)?);
                return Ok(());
            }
            Op::Extension => {
                let (name, _) = read_string(&words[1..]).ok_or(malformed)?;
                self.module.extensions.insert(name);
                return Ok(());
            }
            _ => {}
        }
        let literal_words = |id| {
            let ty = self.types.get(&id).unwrap_or(&id);
            self.literal_words.get(ty).copied().unwrap_or(1)
        };
        let instruction = grammar::parse(grammar, &words[1..], literal_words).ok_or(malformed)?;
        // Some compilers write invalid ids here, so it goes before they are looked at.
        let is_extended = matches!(instruction.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR);
        if is_extended && instruction.id(0).is_some_and(|set| self.debug_sets.contains(&set)) {
            return Ok(());
        }
        let bound = self.module.bound;
        for id in instruction.used().chain(instruction.result) {
            if id.0 == 0 || id.0 >= bound {
                return Err(Error::IdBeyondBound { offset, id, bound });
            }
        }
        self.place(instruction, offset)
    }

    fn entry_point(&mut self, words: &[u32], offset: usize) -> Result<(), Error> {
        let malformed = Error::Operands { offset, opcode: Op::EntryPoint };
        let &[_, model, function, ref rest @ ..] = words else { return Err(malformed) };
        let model = ExecutionModel::from_u32(model).ok_or(malformed.clone())?;
        let (name, length) = read_string(rest).ok_or(malformed)?;
        let interface = rest[length..].iter().map(|&word| Id(word)).collect();
        self.module.entry_points.push(EntryPoint { model, function: Id(function), name, interface });
        Ok(())
    }

    /// Files an instruction under its section.
    fn place(&mut self, instruction: Instruction, offset: usize) -> Result<(), Error> {
        if let (Some(ty), Some(result)) = (instruction.ty, instruction.result) {
            self.types.insert(result, ty);
        }
        let misplaced = Error::Misplaced { offset, opcode: instruction.op };
        let malformed = Error::Operands { offset, opcode: instruction.op };
        let target = instruction.id(0);
        match instruction.op {
            Op::Function => {
                if self.function.is_some() {
                    return Err(misplaced);
                }
                self.function = Some(Function { definition: instruction, parameters: Vec::new(), body: Vec::new() });
            }
            Op::FunctionEnd => self.module.functions.push(self.function.take().ok_or(misplaced)?),
            op if self.function.is_some() => {
                if types::is_type(op) {
                    return Err(misplaced);
                }
                match &mut self.function {
                    Some(function) if op == Op::FunctionParameter => function.parameters.push(instruction),
                    Some(function) => function.body.push(instruction),
                    None => {}
                }
            }
            Op::ExtInstImport => self.import(instruction, malformed)?,
            Op::MemoryModel => {
                let model = |n| instruction.word(n).unwrap_or(0);
                self.module.addressing_model = AddressingModel::from_u32(model(0)).ok_or(malformed.clone())?;
                self.module.memory_model = MemoryModel::from_u32(model(1)).ok_or(malformed)?;
                self.memory_model_seen = true;
            }
            Op::ExecutionMode | Op::ExecutionModeId => self.module.execution_modes.push(instruction),
            Op::String => self.module.strings.push(instruction),
            Op::Name | Op::MemberName => {
                self.module.names.entry(target.ok_or(malformed)?).or_default().push(instruction);
            }
            Op::Decorate | Op::MemberDecorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorateString => {
                self.module.decorations.entry(target.ok_or(malformed)?).or_default().push(instruction);
            }
            Op::DecorationGroup => {
                let group = instruction.result.ok_or(malformed)?;
                let decorations = self.module.decorations.remove(&group).unwrap_or_default();
                self.groups.insert(group, decorations);
            }
            Op::GroupDecorate | Op::GroupMemberDecorate => self.dissolve(&instruction, misplaced)?,
            op if types::is_type(op) || is_constant(op) || op == Op::TypeForwardPointer => self.global(instruction),
            Op::Variable | Op::Undef | Op::ExtInst | Op::ExtInstWithForwardRefsKHR => self.global(instruction),
            _ => return Err(misplaced),
        }
        Ok(())
    }

    fn import(&mut self, instruction: Instruction, malformed: Error) -> Result<(), Error> {
        let name = instruction.string(0).ok_or(malformed)?;
        let debug = ["NonSemantic.Shader.DebugInfo", "OpenCL.DebugInfo", "DebugInfo"];
        if debug.iter().any(|prefix| name.starts_with(prefix)) {
            self.debug_sets.extend(instruction.result);
        } else {
            self.module.imports.push(instruction);
        }
        Ok(())
    }

    fn global(&mut self, instruction: Instruction) {
        if let (Op::TypeInt | Op::TypeFloat, Some(id), Some(width)) =
            (instruction.op, instruction.result, instruction.word(0))
        {
            self.literal_words.insert(id, if width > 32 { 2 } else { 1 });
        }
        self.module.globals.push(instruction);
    }

    /// Repeats the decorations of a group for each of its targets.
    fn dissolve(&mut self, instruction: &Instruction, misplaced: Error) -> Result<(), Error> {
        let group = instruction.id(0).and_then(|id| self.groups.get(&id)).ok_or(misplaced)?;
        let members = instruction.op == Op::GroupMemberDecorate;
        let mut targets = instruction.operands[1..].iter();
        while let Some(&Operand::Id(target)) = targets.next() {
            let member = if members { targets.next().copied() } else { None };
            for decoration in group {
                let mut decoration = decoration.clone();
                decoration.operands[0] = Operand::Id(target);
                if let Some(member) = member {
                    decoration.op = Op::MemberDecorate;
                    decoration.operands.insert(1, member);
                }
                self.module.decorations.entry(target).or_default().push(decoration);
            }
        }
        Ok(())
    }

    fn finish(self, offset: usize) -> Result<Module, Error> {
        if self.function.is_some() || !self.memory_model_seen {
            return Err(Error::Truncated { offset });
        }
        Ok(self.module)
    }
}

fn is_constant(op: Op) -> bool {
    let constants = Op::ConstantTrue as u32..=Op::SpecConstantOp as u32;
    constants.contains(&(op as u32))
        || matches!(op, Op::ConstantCompositeReplicateEXT | Op::SpecConstantCompositeReplicateEXT)
}
