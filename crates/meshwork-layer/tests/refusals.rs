//! What is beyond all limits ends in an error of `vkEndCommandBuffer`, and the command buffer can be recorded again.

use ash::vk;

mod mock;
#[path = "mock/program.rs"]
mod program;

use program::Program;

/// What `vkEndCommandBuffer` returns where these are drawn in one pass.
fn end_with_draws(program: &Program, draws: &[[u32; 3]]) -> vk::Result {
    let functions = &program.through_layer;
    // SAFETY: a plain Vulkan program, but for its numbers of workgroups.
    unsafe {
        let begun = (functions.begin)(program.commands, &vk::CommandBufferBeginInfo::default());
        assert_eq!(begun, vk::Result::SUCCESS);
        (functions.begin_pass)(program.commands, &vk::RenderingInfo::default().layer_count(1));
        program.bind(functions, program.mesh_pipeline);
        draws.iter().for_each(|&[x, y, z]| (program.draw_mesh)(program.commands, x, y, z));
        (functions.end_pass)(program.commands);
        (functions.end)(program.commands)
    }
}

#[test]
fn more_workgroups_than_numbers_hold() {
    let program = Program::new();
    assert!(end_with_draws(&program, &[[u32::MAX; 3]]).as_raw() < 0);
    assert!(end_with_draws(&program, &[[u32::MAX, u32::MAX, 1], [u32::MAX; 3]]).as_raw() < 0);
    assert_eq!(end_with_draws(&program, &[[0, u32::MAX, u32::MAX], [2, 1, 1]]), vk::Result::SUCCESS);
}
