//! A task or mesh shader on its way through the passes.

use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module};

use crate::error::{ErrorKind, Result};
use crate::layout::Layouts;
use crate::memory::allow_addresses;
use crate::strip::strip_unused;
use crate::version::SPIRV_1_4;
use crate::{Stage, TargetProfile};

/// A task or mesh shader on its way to a compute shader.
pub struct ComputeStage {
    pub module: Module,
    /// The program's entry function.
    pub main: Id,
    /// The program's.
    pub workgroup_size: [u32; 3],
    /// The device takes no such workgroup: all invocations lie in x, and `LocalInvocationId` is made from their index.
    pub is_flattened: bool,
    /// Types of the module that were given a layout.
    pub layouts: Layouts,
}

impl ComputeStage {
    pub fn read(stage: &Stage<'_>, model: ExecutionModel, profile: &TargetProfile) -> Result<Self> {
        let module = Module::read(stage.words)?;
        module.verify()?;
        if module.has_capability(Capability::MeshShadingNV) {
            return Err(ErrorKind::unsupported("NV_mesh_shader", None));
        }
        if module.version > profile.spirv_version {
            let (value, maximum) = (module.version.into(), profile.spirv_version.into());
            return Err(ErrorKind::Limit { what: "the SPIR-V version (in the header's form)", value, maximum });
        }
        // VK_EXT_mesh_shader's own requirement; the passes use `OpCopyLogical`.
        if module.version < SPIRV_1_4 {
            return Err(ErrorKind::unsupported("a task or mesh shader in SPIR-V older than 1.4", None));
        }
        let main = find_entry_point(&module, stage.entry_point, model)?;
        Ok(Self { module, main, workgroup_size: [1; 3], is_flattened: false, layouts: Layouts::default() })
    }

    /// The literal of an execution mode of the entry point.
    pub fn execution_mode(&self, mode: ExecutionMode) -> Option<u32> {
        let found = self.module.execution_modes.iter().find(|instruction| instruction.word(1) == Some(mode as u32));
        found.map(|instruction| instruction.word(2).unwrap_or(0))
    }

    /// Puts all invocations into x, if the device has a lower limit on another axis. Mesh shaders may have 128 invocations on
    /// every axis, compute shaders in z only 64 on many devices.
    pub fn flatten_workgroup(&mut self, profile: &TargetProfile) {
        let fits = self.workgroup_size.iter().zip(&profile.max_workgroup_size).all(|(size, most)| size <= most);
        self.is_flattened = !fits;
        if self.is_flattened {
            let is_size = |mode: &&mut Instruction| mode.word(1) == Some(ExecutionMode::LocalSize as u32);
            for mode in self.module.execution_modes.iter_mut().filter(is_size) {
                mode.operands[2] = self.workgroup_size.iter().product::<u32>().into();
                mode.operands[3] = 1.into();
                mode.operands[4] = 1.into();
            }
        }
    }

    pub fn variables(&self, class: StorageClass) -> impl Iterator<Item = &Instruction> {
        let variables = self.module.globals.iter().filter(|global| global.op == Op::Variable);
        variables.filter(move |variable| variable.word(0) == Some(class as u32))
    }

    /// The words of the compute shader. What remains of the old stage goes last, when nothing refers to it.
    pub fn finish(&mut self) -> Vec<u32> {
        let mesh_modes = [
            ExecutionMode::OutputPoints,
            ExecutionMode::OutputLinesEXT,
            ExecutionMode::OutputTrianglesEXT,
            ExecutionMode::OutputVertices,
            ExecutionMode::OutputPrimitivesEXT,
        ];
        let is_kept = |mode: &Instruction| !mesh_modes.iter().any(|&known| mode.word(1) == Some(known as u32));
        self.module.execution_modes.retain(is_kept);
        let decorated: Vec<Id> = self.module.decorations.keys().copied().collect();
        decorated.into_iter().for_each(|id| self.module.undecorate(id, Decoration::PerPrimitiveEXT));
        allow_addresses(&mut self.module);
        strip_unused(&mut self.module);
        self.module.write()
    }
}

/// The function of the entry point `name`.
pub fn find_entry_point(module: &Module, name: &str, model: ExecutionModel) -> Result<Id> {
    let found = module.entry_points.iter().find(|entry| entry.model == model && entry.name == name);
    found.map(|entry| entry.function).ok_or_else(|| ErrorKind::NoEntryPoint { name: name.into() })
}

/// The workgroup size, from the constant decorated `WorkgroupSize` (it takes precedence), `LocalSizeId` or `LocalSize`, which is
/// what remains in the module.
pub fn take_workgroup_size(module: &mut Module, main: Id) -> Result<[u32; 3]> {
    let size = workgroup_size(module, main)?;
    if let Some(id) = workgroup_size_constant(module) {
        module.decorations.remove(&id);
    }
    module.execution_modes.retain(|mode| {
        let sizes = [ExecutionMode::LocalSize as u32, ExecutionMode::LocalSizeId as u32];
        mode.word(1).is_none_or(|mode| !sizes.contains(&mode))
    });
    let mode = ExecutionMode::LocalSize as u32;
    let operands = [main.into(), mode.into(), size[0].into(), size[1].into(), size[2].into()];
    module.execution_modes.push(Instruction::effect(Op::ExecutionMode, operands));
    Ok(size)
}

/// The workgroup size of an entry point, where no specialization constant is in it.
pub fn workgroup_size(module: &Module, main: Id) -> Result<[u32; 3]> {
    let unknown = ErrorKind::malformed("its workgroup size is not known", main);
    let mut size = None;
    for mode in module.execution_modes.iter().filter(|mode| mode.id(0) == Some(main)) {
        let part = |n| match ExecutionMode::from_u32(mode.word(1).unwrap_or(0)) {
            Some(ExecutionMode::LocalSize) => mode.word(n),
            Some(ExecutionMode::LocalSizeId) => mode.id(n).and_then(|id| module.constant_u32(id)),
            _ => None,
        };
        if let (Some(x), Some(y), Some(z)) = (part(2), part(3), part(4)) {
            size = Some([x, y, z]);
        }
    }
    if let Some(id) = workgroup_size_constant(module) {
        let parts: Vec<_> = module.globals.get(id).into_iter().flat_map(|composite| composite.ids()).collect();
        let parts: Vec<_> = parts.into_iter().filter_map(|part| module.constant_u32(part)).collect();
        size = Some(parts.try_into().map_err(|_| unknown.clone())?);
    }
    size.filter(|size| size.iter().all(|&n| n > 0)).ok_or(unknown)
}

fn workgroup_size_constant(module: &Module) -> Option<Id> {
    module.decorations.keys().copied().find(|&id| module.builtin(id, None) == Some(BuiltIn::WorkgroupSize))
}
