//! Secondary command buffers that continue a pass: the driver executes those without mesh draws, unless the pass has mesh draws.

use ash::vk;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::{device_command, driver};
use program::Program;

/// What is recorded in a secondary command buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Draw {
    Vertices,
    Mesh,
}

/// A secondary command buffer, recorded to its end.
fn secondary(program: &Program, draw: Draw) -> vk::CommandBuffer {
    let functions = &program.through_layer;
    program.secondary(vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE, |raw| {
        // SAFETY: a plain Vulkan program, here and below.
        unsafe {
            match draw {
                Draw::Vertices => (functions.draw)(raw, 3, 1, 0, 0),
                Draw::Mesh => {
                    (functions.bind_pipeline)(raw, vk::PipelineBindPoint::GRAPHICS, program.mesh_pipeline);
                    (program.draw_mesh)(raw, 2, 1, 1);
                }
            }
        }
    })
}

/// What the driver has in the primary command buffer and in the secondary ones, if a pass executes them one by one.
fn executed(draws: &[Draw]) -> (Vec<&'static str>, Vec<&'static str>) {
    let program = Program::new();
    driver(|driver| driver.commands = Some(Vec::new()));
    let secondaries: Vec<_> = draws.iter().map(|draw| secondary(&program, *draw)).collect();
    let functions = &program.through_layer;
    program.record_outside(functions, |commands| {
        let flags = vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS;
        let info = vk::RenderingInfo::default().layer_count(1).flags(flags);
        // SAFETY: as above.
        unsafe {
            let execute: vk::PFN_vkCmdExecuteCommands = device_command(program.device, c"vkCmdExecuteCommands");
            (functions.begin_pass)(commands, &info);
            secondaries.iter().for_each(|secondary| execute(commands, 1, secondary));
            (functions.end_pass)(commands);
        }
    });
    let all = driver(|driver| driver.commands.take().expect("noted"));
    let (primary, secondary): (Vec<_>, Vec<_>) = all.into_iter().partition(|(raw, _)| *raw == program.commands);
    let names = |commands: Vec<(_, &'static str)>| commands.into_iter().map(|(_, name)| name).collect();
    (names(primary), names(secondary))
}

#[test]
fn without_mesh_draws_the_driver_executes_them() {
    let (primary, secondary) = executed(&[Draw::Vertices, Draw::Vertices]);
    let expected =
        ["vkCmdBeginRendering, secondary", "vkCmdExecuteCommands", "vkCmdExecuteCommands", "vkCmdEndRenderingKHR"];
    assert_eq!(primary, expected);
    assert_eq!(secondary, ["vkCmdDraw"; 2]);
}

/// Also those that were executed before the first with mesh draws.
#[test]
fn with_mesh_draws_all_are_recorded_in_the_pass() {
    let (primary, secondary) = executed(&[Draw::Vertices, Draw::Mesh, Draw::Vertices, Draw::Mesh]);
    let begin = primary.iter().position(|name| name.starts_with("vkCmdBeginRendering")).expect("begun");
    let (hoist, pass) = primary.split_at(begin);
    // Both executions have their own run or share one, and all of it comes before the pass.
    assert!(hoist.contains(&"vkCmdDispatch"));
    assert!(!pass.contains(&"vkCmdDispatch") && !primary.contains(&"vkCmdExecuteCommands"));
    let draws: Vec<_> = pass.iter().copied().filter(|name| name.starts_with("vkCmdDraw")).collect();
    assert_eq!(draws, ["vkCmdDraw", "vkCmdDrawIndexedIndirect", "vkCmdDraw", "vkCmdDrawIndexedIndirect"]);
    assert_eq!((pass[0], pass.last()), ("vkCmdBeginRendering, inline", Some(&"vkCmdEndRenderingKHR")));
    // What the driver's secondary command buffers hold of those with vertex draws is not used.
    assert_eq!(secondary, ["vkCmdDraw"; 2]);
}
