//! The order of the passes.

use meshwork_abi::RecordLayout;
use meshwork_spirv::spirv::ExecutionModel;

use crate::arithmetic::use_long_integers;
use crate::error::{Error, ErrorKind, InStage, Result, ShaderStage};
use crate::fragment::FragmentInputs;
use crate::interface::Interface;
use crate::limits::check_compute;
use crate::lower_mesh::lower_mesh;
use crate::lower_task::lower_task;
use crate::monomorphize::monomorphize;
use crate::outputs::Outputs;
use crate::record::RecordBlocks;
use crate::specialize::specialize;
use crate::stage::{ComputeStage, take_workgroup_size};
use crate::strip::{strip_capabilities, strip_to_entry_point};
use crate::uniform::uniform_index;
use crate::{Lowered, MeshShaders, Stage, TargetProfile, vertex};

/// Lowers a pipeline's shaders for a device.
pub fn lower(shaders: &MeshShaders<'_>, profile: &TargetProfile) -> Result<Lowered, Error> {
    use ShaderStage::{Fragment, Mesh, Task};
    let task =
        shaders.task.as_ref().map(|task| prepare(task, ExecutionModel::TaskEXT, profile).at(Task)).transpose()?;
    let (mut mesh, interface) = prepare(&shaders.mesh, ExecutionModel::MeshEXT, profile).at(Mesh)?;
    let fragment =
        shaders.fragment.as_ref().map(|stage| FragmentInputs::read(stage, profile).at(Fragment)).transpose()?;
    // The fragment stage decides what is kept, and so the layout on which all that follows depends.
    let outputs = Outputs::gather(&mesh, &interface, fragment.as_ref(), shaders.provoking_vertex, profile).at(Mesh)?;
    let blocks =
        RecordBlocks::declare(&mut mesh.module, &mut mesh.layouts, &outputs, profile, |_, ty| Ok(ty)).at(Mesh)?;
    let task_interface = task.as_ref().map(|(_, interface)| interface);
    let mut layout = RecordLayout {
        // A stage that declares less of the payload than the other must not make it smaller.
        payload_bytes: task_interface.map_or(0, |task| task.payload_bytes.max(interface.payload_bytes)),
        push_constant_bytes: task_interface
            .map_or(0, |task| task.push_constant_bytes)
            .max(interface.push_constant_bytes),
        task_workgroup_size: task.as_ref().map(|(stage, _)| stage.workgroup_size),
        is_per_view: interface.view_index().is_some(),
        is_layered: outputs.are_layered(profile),
        ..blocks.layout(&outputs, mesh.workgroup_size)
    };
    // Before the mesh module is rewritten: the vertex stage is made from its types and decorations.
    let vertex = vertex::generate(&mesh.module, &outputs, &layout, fragment.as_ref(), profile).at(Mesh)?;
    (layout.vertex_inputs, layout.vertices_by_address) = (vertex.inputs, vertex.loads_by_address);
    let moved = vertex.moved;
    let lower_fragment = |(stage, inputs): (_, &FragmentInputs)| inputs.lower(stage, moved).at(Fragment);
    Ok(Lowered {
        mesh: lower_mesh(mesh, interface, &outputs, &blocks, &layout).at(Mesh)?,
        task: task.map(|(stage, interface)| lower_task(stage, interface, &layout).at(Task)).transpose()?,
        vertex: vertex.module.write(),
        merges_draws: fragment.as_ref().is_none_or(|inputs| uniform_index(&inputs.module).is_none()),
        fragment: shaders.fragment.as_ref().zip(fragment.as_ref()).map(lower_fragment).transpose()?,
        layout,
    })
}

/// What is done to a task or mesh shader before anything is decided about it.
fn prepare(stage: &Stage<'_>, model: ExecutionModel, profile: &TargetProfile) -> Result<(ComputeStage, Interface)> {
    // Reading verifies: from here on a pass may trust the module's structure.
    let mut compute = ComputeStage::read(stage, model, profile)?;
    let (module, main) = (&mut compute.module, compute.main);
    // Early, because all other passes want numbers for lengths and sizes.
    specialize(module, stage.specialization)?;
    // Before stripping: nothing needs to use the constant that is decorated `WorkgroupSize`.
    compute.workgroup_size = take_workgroup_size(module, main)?;
    // Before anything is refused: what another entry point needs does not matter.
    strip_to_entry_point(module, main);
    strip_capabilities(module);
    check_compute(&compute, profile)?;
    use_long_integers(&mut compute.module, profile);
    // After the check: the number of invocations is known to fit.
    compute.flatten_workgroup(profile);
    // Before variables are looked at: afterwards every access names its variable.
    monomorphize(&mut compute.module, main)?;
    let interface = Interface::find(&mut compute, profile)?;
    match interface.view_index() {
        // Valid in mesh shaders only: tasks are the same for all views (VUID-ViewIndex-ViewIndex-04401).
        Some(id) if model == ExecutionModel::TaskEXT => Err(ErrorKind::malformed("ViewIndex in a task shader", id)),
        _ => Ok((compute, interface)),
    }
}
