use std::collections::{BTreeMap, BTreeSet};

use rspirv::spirv::{AddressingModel, Capability, ExecutionModel, MemoryModel, Op};

use crate::{Globals, Id, Instruction};

/// A SPIR-V module. Fields without order in SPIR-V are sets and maps here, so that equal modules write equal words.
#[derive(Clone, Debug)]
pub struct Module {
    /// As in the header: 0x0001_0500 is 1.5.
    pub version: u32,
    /// All ids are below.
    pub(crate) bound: u32,
    /// `Capability` values, also ones the grammar does not know.
    pub capabilities: BTreeSet<u32>,
    pub extensions: BTreeSet<String>,
    /// `OpExtInstImport`.
    pub imports: Vec<Instruction>,
    pub addressing_model: AddressingModel,
    pub memory_model: MemoryModel,
    pub entry_points: Vec<EntryPoint>,
    /// `OpExecutionMode` and `OpExecutionModeId`.
    pub execution_modes: Vec<Instruction>,
    /// `OpString`, for instruction sets such as DebugPrintf.
    pub strings: Vec<Instruction>,
    /// `OpName` and `OpMemberName` by target.
    pub names: BTreeMap<Id, Vec<Instruction>>,
    /// Decorations by target; groups are dissolved.
    pub decorations: BTreeMap<Id, Vec<Instruction>>,
    pub globals: Globals,
    pub functions: Vec<Function>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    pub model: ExecutionModel,
    pub function: Id,
    pub name: String,
    pub interface: Vec<Id>,
}

/// A function: `OpFunction`, its `OpFunctionParameter`s, and the body from the first `OpLabel` to the last terminator.
#[derive(Clone, Debug)]
pub struct Function {
    pub definition: Instruction,
    pub parameters: Vec<Instruction>,
    pub body: Vec<Instruction>,
}

impl Function {
    pub fn id(&self) -> Id {
        self.definition.result.unwrap_or(Id(0))
    }
}

impl Module {
    /// An empty module with the given header and models.
    pub fn new(version: u32, addressing_model: AddressingModel, memory_model: MemoryModel) -> Self {
        Self {
            version,
            bound: 1,
            capabilities: BTreeSet::from([Capability::Shader as u32]),
            extensions: BTreeSet::new(),
            imports: Vec::new(),
            addressing_model,
            memory_model,
            entry_points: Vec::new(),
            execution_modes: Vec::new(),
            strings: Vec::new(),
            names: BTreeMap::new(),
            decorations: BTreeMap::new(),
            globals: Globals::default(),
            functions: Vec::new(),
        }
    }

    pub fn fresh_id(&mut self) -> Id {
        self.bound += 1;
        Id(self.bound - 1)
    }

    pub fn bound(&self) -> u32 {
        self.bound
    }

    pub fn has_capability(&self, capability: Capability) -> bool {
        self.capabilities.contains(&(capability as u32))
    }

    pub fn add_capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as u32);
    }

    pub fn remove_capability(&mut self, capability: Capability) {
        self.capabilities.remove(&(capability as u32));
    }

    pub fn function(&self, id: Id) -> Option<&Function> {
        self.functions.iter().find(|function| function.id() == id)
    }

    /// Gives `id` a name, for people who read the module.
    pub fn set_name(&mut self, id: Id, name: &str) {
        let operands = std::iter::once(id.into()).chain(crate::instruction::string_words(name).map(Into::into));
        self.names.entry(id).or_default().push(Instruction::effect(Op::Name, operands.collect::<Vec<_>>()));
    }

    /// Gives `to` the names of `from`.
    pub fn copy_name(&mut self, from: Id, to: Id) {
        let mut names = self.names.get(&from).cloned().unwrap_or_default();
        names.iter_mut().for_each(|name| name.operands[0] = to.into());
        self.names.entry(to).or_default().extend(names);
    }

    pub fn set_member_name(&mut self, id: Id, member: u32, name: &str) {
        let operands = [id.into(), member.into()].into_iter();
        let operands = operands.chain(crate::instruction::string_words(name).map(Into::into));
        self.names.entry(id).or_default().push(Instruction::effect(Op::MemberName, operands.collect::<Vec<_>>()));
    }
}
