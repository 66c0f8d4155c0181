//! A query that is open where a command buffer is cut ends in one of the driver's command buffers, is summed, and begins again
//! in the next.

use std::ptr::null;

use ash::vk;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::{device_command, driver};
use program::Program;

/// What a part of a query ends with: its number is added to the sum, and it is reset.
const PART: [&str; 4] = ["vkCmdEndQuery", "vkCmdCopyQueryPoolResults", "vkCmdDispatch", "vkCmdResetQueryPool"];

struct Objects {
    queries: vk::QueryPool,
    arguments: vk::Buffer,
    begin_query: vk::PFN_vkCmdBeginQuery,
    end_query: vk::PFN_vkCmdEndQuery,
    draw_indirect: vk::PFN_vkCmdDrawMeshTasksIndirectEXT,
    execute: vk::PFN_vkCmdExecuteCommands,
}

impl Objects {
    fn new(device: vk::Device) -> Self {
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::OCCLUSION).query_count(1);
        let (mut queries, mut arguments) = (vk::QueryPool::null(), vk::Buffer::null());
        // SAFETY: a plain Vulkan program, here and below.
        unsafe {
            let create: vk::PFN_vkCreateQueryPool = device_command(device, c"vkCreateQueryPool");
            create(device, &info, null(), &mut queries).result().expect("a query pool");
            let info = vk::BufferCreateInfo::default().size(64).usage(vk::BufferUsageFlags::INDIRECT_BUFFER);
            let create: vk::PFN_vkCreateBuffer = device_command(device, c"vkCreateBuffer");
            create(device, &info, null(), &mut arguments).result().expect("a buffer");
            Self {
                queries,
                arguments,
                begin_query: device_command(device, c"vkCmdBeginQuery"),
                end_query: device_command(device, c"vkCmdEndQuery"),
                draw_indirect: device_command(device, c"vkCmdDrawMeshTasksIndirectEXT"),
                execute: device_command(device, c"vkCmdExecuteCommands"),
            }
        }
    }

    /// A pass of which only the GPU knows how many workgroups it has.
    fn draw(&self, program: &Program, commands: vk::CommandBuffer) {
        let (functions, info) = (&program.through_layer, vk::RenderingInfo::default().layer_count(1));
        // SAFETY: as above.
        unsafe {
            (functions.begin_pass)(commands, &info);
            (functions.bind_pipeline)(commands, vk::PipelineBindPoint::GRAPHICS, program.mesh_pipeline);
            (self.draw_indirect)(commands, self.arguments, 0, 1, 12);
            (functions.end_pass)(commands);
        }
    }

    fn counted(&self, commands: vk::CommandBuffer, record: impl FnOnce()) {
        // SAFETY: as above.
        unsafe {
            (self.begin_query)(commands, self.queries, 0, vk::QueryControlFlags::PRECISE);
            record();
            (self.end_query)(commands, self.queries, 0);
        }
    }
}

/// The commands of each of the driver's command buffers in the order of their first ones, as far as they matter here.
fn recorded(program: &Program, record: impl FnOnce(vk::CommandBuffer)) -> Vec<(vk::CommandBuffer, Vec<&'static str>)> {
    driver(|driver| driver.commands = Some(Vec::new()));
    program.record_outside(&program.through_layer, record);
    let mut buffers: Vec<(vk::CommandBuffer, Vec<&'static str>)> = Vec::new();
    for (raw, command) in driver(|driver| driver.commands.take()).expect("noted") {
        let matters =
            command.ends_with("Query") || command.starts_with("vkCmdBeginRendering") || PART.contains(&command);
        if matters || command == "vkCmdExecuteCommands" {
            match buffers.iter_mut().find(|(buffer, _)| *buffer == raw) {
                Some((_, commands)) => commands.push(command),
                None => buffers.push((raw, vec![command])),
            }
        }
    }
    buffers
}

#[test]
fn a_query_around_a_cut_pass_has_three_parts() {
    let program = Program::new();
    let objects = Objects::new(program.device);
    let buffers = recorded(&program, |commands| objects.counted(commands, || objects.draw(&program, commands)));
    let [(first, hoist), (_, pass), (_, rest)] = &buffers[..] else { panic!("three command buffers: {buffers:?}") };
    assert_eq!(*first, program.commands);
    assert_eq!(hoist[..5], ["vkCmdBeginQuery", PART[0], PART[1], PART[2], PART[3]]);
    assert!(hoist[5..].iter().all(|command| *command == "vkCmdDispatch"), "the hoist is not counted: {hoist:?}");
    assert_eq!(pass[..2], ["vkCmdBeginQuery", "vkCmdBeginRendering, inline"]);
    assert!(pass.ends_with(&PART));
    assert_eq!(rest[..], ["vkCmdBeginQuery", "vkCmdEndQuery"]);
}

/// The primary command buffer has the pass of a secondary one that is cut, and executes the rest.
#[test]
fn a_query_around_a_secondary_that_is_cut_has_three_parts() {
    let program = Program::new();
    let objects = Objects::new(program.device);
    let secondary = program.secondary(vk::CommandBufferUsageFlags::empty(), |raw| objects.draw(&program, raw));
    let buffers = recorded(&program, |commands| {
        // SAFETY: as above.
        objects.counted(commands, || unsafe { (objects.execute)(commands, 1, &secondary) });
    });
    let [(_, first), (_, pass), (_, rest)] = &buffers[..] else { panic!("three command buffers: {buffers:?}") };
    assert_eq!(first[..2], ["vkCmdBeginQuery", "vkCmdExecuteCommands"]);
    assert_eq!(first[2..], PART);
    assert_eq!(pass[..2], ["vkCmdBeginQuery", "vkCmdBeginRendering, inline"]);
    assert!(pass.ends_with(&PART));
    assert_eq!(rest[..], ["vkCmdBeginQuery", "vkCmdExecuteCommands", "vkCmdEndQuery"]);
}
