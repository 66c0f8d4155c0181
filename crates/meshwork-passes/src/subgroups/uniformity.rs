//! Which values are the same in every invocation of a group, and which blocks the group passes as one.
//!
//! All is uniform until a reason is found against it; reasons are followed until none is new. The rules for memory are WGSL's
//! ("Uniformity analysis"): what is read-only is as uniform as its address, and storage that shaders write is never. A local variable is
//! uniform when everything that is stored in it is, by whoever has a pointer to it.
//!
//! What a group is, decides about few things, such as results of subgroup operations: they are the same in a wave, and differ from wave
//! to wave.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::{BuiltIn, Decoration, GroupOperation, Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module};

use super::flow::Flow;

/// Whose invocations are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The wave of which an operation is.
    Wave,
    /// Several waves beside each other.
    Waves,
    /// Waves that are a workgroup of one draw and view.
    Workgroup,
}

/// The result, for one module.
pub struct Uniformity {
    divergent: HashSet<Id>,
    /// Labels of blocks that the group may pass in parts, and the value that parts it.
    parted: HashMap<Id, Id>,
}

impl Uniformity {
    pub fn of(module: &Module, group: Group) -> Self {
        let flows: Vec<_> = module.functions.iter().map(|function| (function.id(), Flow::of(function))).collect();
        let mut search = Search {
            module,
            group,
            roots: Roots::find(module),
            found: Self { divergent: HashSet::new(), parted: HashMap::new() },
            joins: HashSet::new(),
            followed: HashSet::new(),
            entered_apart: HashMap::new(),
            returns_apart: HashSet::new(),
            news: true,
        };
        while std::mem::take(&mut search.news) {
            for (function, flow) in &flows {
                search.function(*function, flow);
            }
        }
        search.found
    }

    pub fn is_uniform(&self, value: Id) -> bool {
        !self.divergent.contains(&value)
    }

    /// The value by which the group may be apart in the block with this label.
    pub fn parted_by(&self, label: Id) -> Option<Id> {
        self.parted.get(&label).copied()
    }
}

struct Search<'a> {
    module: &'a Module,
    group: Group,
    roots: Roots,
    /// A variable is divergent when its contents are.
    found: Uniformity,
    /// Blocks in which ways that parted come together: who came which way shows in their phis.
    joins: HashSet<Id>,
    /// Blocks whose branches have been followed.
    followed: HashSet<Id>,
    /// Functions that are called where the group is apart, and by what.
    entered_apart: HashMap<Id, Id>,
    /// Functions whose result differs.
    returns_apart: HashSet<Id>,
    news: bool,
}

impl Search<'_> {
    fn function(&mut self, function: Id, flow: &Flow<'_>) {
        for block in 0..flow.blocks.len() {
            let Some(label) = flow.label(block) else { continue };
            if let Some(&cause) = self.entered_apart.get(&function) {
                self.part(label, cause);
            }
            for instruction in flow.blocks[block] {
                self.instruction(function, label, instruction);
            }
            let selector = flow.branch(block).and_then(|branch| branch.id(0));
            if let Some(selector) = selector.filter(|&selector| !self.found.is_uniform(selector))
                && self.followed.insert(label)
            {
                let (parted, together) = flow.parted(block);
                for label in parted.into_iter().filter_map(|place| flow.label(place)) {
                    self.part(label, selector);
                }
                if let Some(label) = together.and_then(|place| flow.label(place)) {
                    self.news |= self.joins.insert(label);
                }
            }
        }
    }

    fn part(&mut self, label: Id, cause: Id) {
        if let Entry::Vacant(place) = self.found.parted.entry(label) {
            place.insert(cause);
            self.news = true;
        }
    }

    fn diverge(&mut self, value: Id) {
        self.news |= self.found.divergent.insert(value);
    }

    fn instruction(&mut self, function: Id, label: Id, instruction: &Instruction) {
        let apart = self.found.parted.get(&label).copied();
        match instruction.op {
            Op::Store | Op::CopyMemory => {
                let uniform = match instruction.op {
                    Op::Store => instruction.id(1).is_some_and(|value| self.found.is_uniform(value)),
                    _ => instruction.id(1).is_some_and(|source| self.loads_uniform(source)),
                };
                let address = instruction.id(0).filter(|&pointer| self.found.is_uniform(pointer));
                if let Some(pointer) = instruction.id(0)
                    && (apart.is_some() || !uniform || address.is_none())
                {
                    self.diverge_contents(pointer);
                }
            }
            Op::FunctionCall => self.call(apart, instruction),
            Op::ReturnValue => {
                let uniform = instruction.id(0).is_some_and(|value| self.found.is_uniform(value));
                if !uniform || apart.is_some() {
                    self.news |= self.returns_apart.insert(function);
                }
            }
            _ => {
                let uniform = self.gives_uniform(label, instruction);
                // Frexp and Modf write through a pointer.
                let writes =
                    matches!(instruction.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) || is_atomic(instruction.op);
                if writes && (!uniform || apart.is_some()) {
                    let pointers: Vec<_> = instruction.ids().filter(|&id| self.roots.is_local(id)).collect();
                    pointers.into_iter().for_each(|pointer| self.diverge_contents(pointer));
                }
                if let Some(result) = instruction.result.filter(|_| !uniform) {
                    self.diverge(result);
                }
            }
        }
    }

    fn call(&mut self, apart: Option<Id>, call: &Instruction) {
        let Some(callee) = call.id(0) else { return };
        if let Some(cause) = apart
            && let Entry::Vacant(place) = self.entered_apart.entry(callee)
        {
            place.insert(cause);
            self.news = true;
        }
        let module = self.module;
        let parameters = module.function(callee).into_iter().flat_map(|callee| &callee.parameters);
        for (argument, parameter) in call.ids().skip(1).zip(parameters) {
            if let Some(parameter) = parameter.result.filter(|_| !self.found.is_uniform(argument)) {
                self.diverge(parameter);
            }
        }
        if let Some(result) = call.result.filter(|_| self.returns_apart.contains(&callee)) {
            self.diverge(result);
        }
    }

    /// Whether an instruction without effect on local memory gives every invocation of the group the same.
    fn gives_uniform(&self, label: Id, instruction: &Instruction) -> bool {
        let operands_are = || instruction.ids().all(|id| self.found.is_uniform(id));
        match instruction.op {
            Op::Label | Op::Variable => true,
            Op::Phi => operands_are() && !self.found.parted.contains_key(&label) && !self.joins.contains(&label),
            Op::Load => instruction.id(0).is_some_and(|pointer| self.loads_uniform(pointer)),
            // Interpolation reads inputs.
            Op::ExtInst if instruction.ids().any(|id| self.points_to_global(id)) => false,
            _ if is_whole_wave(instruction) => self.group == Group::Wave && !self.found.parted.contains_key(&label),
            op => is_pure(op) && operands_are(),
        }
    }

    fn points_to_global(&self, id: Id) -> bool {
        let root = self.roots.global(id).and_then(|root| self.module.globals.get(root));
        root.is_some_and(|root| root.op == Op::Variable)
    }

    fn diverge_contents(&mut self, pointer: Id) {
        if let Some(root) = self.roots.contents(pointer) {
            self.news |= self.found.divergent.insert(root);
        }
    }

    /// Whether what a pointer points to is the same for all who load it at once.
    fn loads_uniform(&self, pointer: Id) -> bool {
        if !self.found.is_uniform(pointer) {
            return false;
        }
        if let Some(contents) = self.roots.contents(pointer) {
            return self.found.is_uniform(contents);
        }
        let Some(root) = self.roots.global(pointer) else { return false };
        let Some(variable) = self.module.globals.get(root) else { return false };
        let class = variable.word(0).and_then(StorageClass::from_u32);
        let pointee = variable.ty.and_then(|ty| self.module.pointee(ty).ok()).map(|(_, pointee)| pointee);
        let is_decorated = |decoration| {
            let block = pointee.is_some_and(|ty| self.module.is_decorated(ty, None, decoration));
            block || self.module.is_decorated(root, None, decoration)
        };
        match class {
            Some(StorageClass::PushConstant) => true,
            // Handles; what lies behind them is another instruction's matter.
            Some(StorageClass::UniformConstant) => true,
            Some(StorageClass::Uniform) => !is_decorated(Decoration::BufferBlock),
            Some(StorageClass::StorageBuffer) => {
                self.module.is_decorated(root, None, Decoration::NonWritable)
                    || pointee.is_some_and(|ty| self.all_members_are_read_only(ty))
            }
            Some(StorageClass::Input) => {
                self.module.builtin(root, None).is_some_and(|builtin| self.is_group_wide(builtin))
            }
            _ => false,
        }
    }

    fn all_members_are_read_only(&self, ty: Id) -> bool {
        let members = self.module.globals.get(ty).map_or(0, |ty| ty.operands.len() as u32);
        members > 0 && (0..members).all(|member| self.module.is_decorated(ty, Some(member), Decoration::NonWritable))
    }

    fn is_group_wide(&self, builtin: BuiltIn) -> bool {
        match builtin {
            BuiltIn::SubgroupId => self.group == Group::Wave,
            BuiltIn::WorkgroupId
            | BuiltIn::NumWorkgroups
            | BuiltIn::WorkgroupSize
            | BuiltIn::SubgroupSize
            | BuiltIn::NumSubgroups
            | BuiltIn::DeviceIndex => true,
            // Vertices of several draws or views may share a wave.
            BuiltIn::DrawIndex | BuiltIn::ViewIndex => self.group == Group::Workgroup,
            _ => false,
        }
    }
}

/// Every active invocation of a wave gets the same.
fn is_whole_wave(instruction: &Instruction) -> bool {
    let is_arithmetic =
        (Op::GroupNonUniformIAdd as u32..=Op::GroupNonUniformLogicalXor as u32).contains(&(instruction.op as u32));
    if is_arithmetic || instruction.op == Op::GroupNonUniformBallotBitCount {
        return instruction.word(1) == Some(GroupOperation::Reduce as u32);
    }
    matches!(
        instruction.op,
        Op::GroupNonUniformAll
            | Op::GroupNonUniformAny
            | Op::GroupNonUniformAllEqual
            | Op::GroupNonUniformBroadcast
            | Op::GroupNonUniformBroadcastFirst
            | Op::GroupNonUniformBallot
            | Op::GroupNonUniformBallotFindLSB
            | Op::GroupNonUniformBallotFindMSB
    )
}

fn is_atomic(op: Op) -> bool {
    (Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&(op as u32))
        || matches!(op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
}

/// The result depends on the operands alone.
fn is_pure(op: Op) -> bool {
    let ranges = [
        (Op::AccessChain, Op::InBoundsPtrAccessChain),
        (Op::VectorExtractDynamic, Op::Transpose),
        (Op::SampledImage, Op::SampledImage),
        (Op::ImageSampleExplicitLod, Op::ImageSampleExplicitLod),
        (Op::ImageFetch, Op::ImageDrefGather),
        (Op::Image, Op::ImageQuerySamples),
        (Op::ConvertFToU, Op::Bitcast),
        (Op::SNegate, Op::SMulExtended),
        (Op::Any, Op::FUnordGreaterThanEqual),
        (Op::ShiftRightLogical, Op::BitCount),
        (Op::CopyLogical, Op::PtrDiff),
    ];
    let is_in = |(first, last): (Op, Op)| (first as u32..=last as u32).contains(&(op as u32));
    matches!(op, Op::ExtInst) || ranges.into_iter().any(is_in)
}

/// What pointers point into. A parameter and the variables that it stands for have their contents in common.
struct Roots {
    /// Pointers made from others: to their bases.
    bases: HashMap<Id, Id>,
    /// Local variables and parameters: to one that they share contents with.
    shared: HashMap<Id, Id>,
}

impl Roots {
    fn find(module: &Module) -> Self {
        let mut roots = Self { bases: HashMap::new(), shared: HashMap::new() };
        let is_local = |class: Option<u32>| {
            let classes = [StorageClass::Function, StorageClass::Private];
            classes.into_iter().any(|local| class == Some(local as u32))
        };
        for instruction in
            module.globals.iter().chain(module.functions.iter().flat_map(|f| f.parameters.iter().chain(&f.body)))
        {
            let (Some(id), Some(ty)) = (instruction.result, instruction.ty) else { continue };
            match instruction.op {
                Op::Variable if is_local(instruction.word(0)) => {
                    roots.shared.insert(id, id);
                }
                Op::FunctionParameter => {
                    if let Ok((class, _)) = module.pointee(ty)
                        && is_local(Some(class))
                    {
                        roots.shared.insert(id, id);
                    }
                }
                Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::CopyObject => {
                    // No input may lead in a circle.
                    let base = instruction.id(0).filter(|&base| roots.base(base) != id);
                    roots.bases.extend(base.map(|base| (id, base)));
                }
                _ => {}
            }
        }
        for call in module.functions.iter().flat_map(|f| &f.body).filter(|i| i.op == Op::FunctionCall) {
            let callee = call.id(0).and_then(|callee| module.function(callee));
            let parameters =
                callee.into_iter().flat_map(|callee| &callee.parameters).filter_map(|parameter| parameter.result);
            for (argument, parameter) in call.ids().skip(1).zip(parameters) {
                if let (Some(a), Some(b)) = (roots.contents(argument), roots.contents(parameter)) {
                    roots.shared.insert(a, b);
                }
            }
        }
        roots
    }

    fn base(&self, pointer: Id) -> Id {
        let mut pointer = pointer;
        while let Some(&base) = self.bases.get(&pointer) {
            pointer = base;
        }
        pointer
    }

    fn is_local(&self, pointer: Id) -> bool {
        self.contents(pointer).is_some()
    }

    /// Stands for the contents of a local variable.
    fn contents(&self, pointer: Id) -> Option<Id> {
        let mut id = *self.shared.get(&self.base(pointer))?;
        while let Some(&next) = self.shared.get(&id).filter(|&&next| next != id) {
            id = next;
        }
        Some(id)
    }

    /// The module's variable that a pointer points into.
    fn global(&self, pointer: Id) -> Option<Id> {
        Some(self.base(pointer)).filter(|id| !self.shared.contains_key(id))
    }
}
