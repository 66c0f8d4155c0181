//! One command buffer pending on two queues of a family: its executions write the same records.

use std::time::Duration;

use ash::vk;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::device_command;
use mock::queues::{executions, release, submitted};
use program::Program;

fn submit(program: &Program, queue: vk::Queue, commands: vk::CommandBuffer) {
    let info = vk::SubmitInfo::default().command_buffers(core::slice::from_ref(&commands));
    // SAFETY: a plain Vulkan program, here and below.
    unsafe {
        let submit: vk::PFN_vkQueueSubmit = device_command(program.device, c"vkQueueSubmit");
        submit(queue, 1, &info, vk::Fence::null()).result().expect("submitted");
    }
}

fn queues(program: &Program) -> [vk::Queue; 2] {
    [0, 1].map(|index| {
        let mut queue = vk::Queue::null();
        // SAFETY: as above.
        unsafe {
            let get: vk::PFN_vkGetDeviceQueue = device_command(program.device, c"vkGetDeviceQueue");
            get(program.device, 0, index, &mut queue);
        }
        queue
    })
}

/// With mesh draws for simultaneous use, then without either.
#[test]
fn executions_with_mesh_draws_come_one_after_another() {
    /// How long what must not come is waited for.
    const NEVER: Duration = Duration::from_millis(100);
    const SOON: Duration = Duration::from_secs(20);
    let program = Program::with_queues(2);
    let functions = &program.through_layer;
    let [first, second] = queues(&program);

    program.record_for(functions, vk::CommandBufferUsageFlags::SIMULTANEOUS_USE, || {
        program.bind(functions, program.mesh_pipeline);
        program.draw_mesh();
    });
    submitted(|submitted| submitted.held = Some(first));
    submit(&program, first, program.commands);
    assert_eq!(executions(1, SOON), [(first, program.commands)]);
    submit(&program, second, program.commands);
    assert_eq!(executions(2, NEVER).len(), 1, "the other queue's turn has not come");
    release();
    assert_eq!(executions(2, SOON), [(first, program.commands), (second, program.commands)]);

    // Nothing is shared without mesh draws: both are with the driver when the calls return.
    program.record_for(functions, vk::CommandBufferUsageFlags::SIMULTANEOUS_USE, || ());
    for queue in [first, second] {
        // SAFETY: as above.
        unsafe {
            let wait: vk::PFN_vkQueueWaitIdle = device_command(program.device, c"vkQueueWaitIdle");
            wait(queue).result().expect("idle");
        }
    }
    submitted(|submitted| {
        submitted.executions.clear();
        submitted.held = Some(first);
    });
    submit(&program, first, program.commands);
    submit(&program, second, program.commands);
    assert_eq!(submitted(|submitted| submitted.executions.len()), 2);
    release();
}
