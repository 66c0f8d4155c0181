//! Removes what a module no longer uses or may no longer say.

use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::{BuiltIn, Capability, Op, StorageClass};
use meshwork_spirv::{Function, Id, Instruction, Module};

use crate::version::SPIRV_1_4;

/// Keeps the one entry point `function` and the functions it reaches.
pub fn strip_to_entry_point(module: &mut Module, function: Id) {
    let functions: HashMap<Id, &Function> = module.functions.iter().map(|function| (function.id(), function)).collect();
    let mut reached = HashSet::from([function]);
    let mut waiting = vec![function];
    while let Some(id) = waiting.pop() {
        for call in
            functions.get(&id).into_iter().flat_map(|function| &function.body).filter(|i| i.op == Op::FunctionCall)
        {
            if let Some(callee) = call.id(0)
                && reached.insert(callee)
            {
                waiting.push(callee);
            }
        }
    }
    module.functions.retain(|function| reached.contains(&function.id()));
    module.entry_points.retain(|entry| entry.function == function);
    module.entry_points.truncate(1);
    module.execution_modes.retain(|mode| mode.id(0) == Some(function));
    strip_unused(module);
}

/// Removes globals, names and decorations that nothing uses, also from the entry point's interface.
pub fn strip_unused(module: &mut Module) {
    let mut live: HashSet<Id> = module.entry_points.iter().map(|entry| entry.function).collect();
    // Counts without being used: it is the entry point's workgroup size.
    live.extend(
        module.decorations.keys().copied().filter(|&id| module.builtin(id, None) == Some(BuiltIn::WorkgroupSize)),
    );
    let functions = module.functions.iter();
    let code = functions.flat_map(|f| std::iter::once(&f.definition).chain(&f.parameters).chain(&f.body));
    let mut defined = HashSet::new();
    for instruction in code.chain(&module.execution_modes) {
        live.extend(instruction.used());
        defined.extend(instruction.result);
    }
    let mut waiting: Vec<Id> = live.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        let definition = module.globals.get(id).into_iter().flat_map(|global| global.used());
        let decorations = module.decorations.get(&id).into_iter().flatten().flat_map(|decoration| decoration.ids());
        for used in definition.chain(decorations) {
            if live.insert(used) {
                waiting.push(used);
            }
        }
    }
    module.globals.retain_mut(|global| match global.op {
        Op::TypeForwardPointer => global.id(0).is_some_and(|id| live.contains(&id)),
        _ => global.result.is_some_and(|id| live.contains(&id)),
    });
    live.extend(defined);
    module.imports.retain(|import| import.result.is_some_and(|id| live.contains(&id)));
    module.strings.retain(|string| string.result.is_some_and(|id| live.contains(&id)));
    module.names.retain(|id, _| live.contains(id));
    module.decorations.retain(|id, list| live.contains(id) && !list.is_empty());
    list_interface(module);
    let non_semantic = |import: &Instruction| import.string(0).is_some_and(|name| name.starts_with("NonSemantic."));
    if !module.imports.iter().any(non_semantic) {
        module.extensions.remove("SPV_KHR_non_semantic_info");
    }
}

/// Makes the entry point's interface the module's variables: all of them since SPIR-V 1.4, inputs and outputs before.
pub fn list_interface(module: &mut Module) {
    let version = module.version;
    let is_listed = |class: Option<u32>| {
        version >= SPIRV_1_4
            || [StorageClass::Input, StorageClass::Output].into_iter().any(|listed| class == Some(listed as u32))
    };
    let variables = module.globals.iter().filter(|global| global.op == Op::Variable && is_listed(global.word(0)));
    let variables: Vec<Id> = variables.filter_map(|variable| variable.result).collect();
    for entry in &mut module.entry_points {
        entry.interface = variables.clone();
    }
}

/// Capabilities that a compute shader made of a task or mesh shader has no use for, and a device below may not have.
const NOT_COMPUTE: &[Capability] = &[
    Capability::MeshShadingEXT,
    Capability::DrawParameters,
    Capability::MultiView,
    Capability::ClipDistance,
    Capability::CullDistance,
    Capability::Geometry,
    Capability::Tessellation,
    Capability::MultiViewport,
    Capability::ShaderLayer,
    Capability::ShaderViewportIndex,
    Capability::ShaderViewportIndexLayerEXT,
    Capability::FragmentShadingRateKHR,
    Capability::StorageInputOutput16,
    Capability::StoragePushConstant16,
    Capability::StoragePushConstant8,
];

/// Extensions that declare nothing but these capabilities.
const NOT_COMPUTE_EXTENSIONS: &[&str] = &[
    "SPV_EXT_mesh_shader",
    "SPV_KHR_shader_draw_parameters",
    "SPV_KHR_multiview",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_KHR_fragment_shading_rate",
];

/// Removes the capabilities and extensions of the stages that a compute shader is not.
pub fn strip_capabilities(module: &mut Module) {
    for &capability in NOT_COMPUTE {
        module.remove_capability(capability);
    }
    for &extension in NOT_COMPUTE_EXTENSIONS {
        module.extensions.remove(extension);
    }
    // The removed ones imply it.
    module.add_capability(Capability::Shader);
}
