//! What mesh draws are drawn with is bound again only where something else was bound since.

use ash::vk;
use ash::vk::Handle;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::driver;
use program::Program;

/// What the driver gets before a pass, and in it.
fn recorded(record: impl FnOnce(&Program)) -> (Vec<&'static str>, Vec<&'static str>) {
    let program = Program::new();
    driver(|driver| driver.commands = Some(Vec::new()));
    program.record(&program.through_layer, |_| {
        program.bind(&program.through_layer, program.mesh_pipeline);
        record(&program);
    });
    let all = driver(|driver| driver.commands.take().expect("noted"));
    let mut hoist: Vec<_> = all.into_iter().map(|(_, name)| name).collect();
    let begin = hoist.iter().position(|name| name.starts_with("vkCmdBeginRendering")).expect("begun");
    let pass = hoist.split_off(begin);
    (hoist, pass)
}

/// The draws of a pass, and what was bound for each.
fn drawn(pass: &[&'static str]) -> Vec<Vec<&'static str>> {
    let binds = ["vkCmdBindVertexBuffers", "vkCmdBindIndexBuffer"];
    let commands: Vec<_> =
        pass.iter().copied().filter(|name| binds.contains(name) || name.starts_with("vkCmdDraw")).collect();
    commands.split_inclusive(|name| name.starts_with("vkCmdDraw")).map(<[_]>::to_vec).collect()
}

const BOUND: [&str; 3] = ["vkCmdBindVertexBuffers", "vkCmdBindIndexBuffer", "vkCmdDrawIndexedIndirect"];
const DRAWN: [&str; 1] = ["vkCmdDrawIndexedIndirect"];

fn set_stencil_reference(program: &Program) {
    let faces = vk::StencilFaceFlags::FRONT_AND_BACK;
    // SAFETY: the command buffer is being recorded; the same below.
    unsafe { (program.through_layer.stencil_reference)(program.commands, faces, 1) };
}

fn bind_vertices(program: &Program) {
    let (buffer, offset) = (vk::Buffer::from_raw(9), 0);
    // SAFETY: as above.
    unsafe { (program.through_layer.bind_vertices)(program.commands, 0, 1, &buffer, &offset) };
}

#[test]
fn draws_of_a_run_share_what_is_bound() {
    let (_, pass) = recorded(|program| {
        for _ in 0..3 {
            program.draw_mesh();
            set_stencil_reference(program);
        }
    });
    assert_eq!(drawn(&pass), [&BOUND[..], &DRAWN, &DRAWN]);
}

#[test]
fn what_the_program_binds_is_not_taken_for_the_layers() {
    let (_, pass) = recorded(|program| {
        program.draw_mesh();
        bind_vertices(program);
        program.draw_mesh();
        set_stencil_reference(program);
        program.draw_mesh();
    });
    let after = [&["vkCmdBindVertexBuffers"], &BOUND[..]].concat();
    assert_eq!(drawn(&pass), [&BOUND[..], &after, &DRAWN]);
}

/// Its buffers are bound before a vertex draw, and those of the mesh draw after it.
#[test]
fn a_vertex_draw_between_has_its_own() {
    let (_, pass) = recorded(|program| {
        bind_vertices(program);
        program.draw_mesh();
        // SAFETY: as above.
        unsafe { (program.through_layer.draw)(program.commands, 3, 1, 0, 0) };
        program.draw_mesh();
    });
    let first = [&["vkCmdBindVertexBuffers"], &BOUND[..]].concat();
    assert_eq!(drawn(&pass), [&first[..], &["vkCmdBindVertexBuffers", "vkCmdDraw"], &BOUND]);
}

/// Runs have vertices of their own in one buffer, which is that of their indices, too.
#[test]
fn runs_of_a_pipeline_share_it_and_the_indices() {
    let (hoist, pass) = recorded(|program| {
        for number in 1..4 {
            let (set, graphics) = (vk::DescriptorSet::from_raw(number), vk::PipelineBindPoint::GRAPHICS);
            // SAFETY: as above.
            unsafe {
                let bind = program.through_layer.bind_sets;
                bind(program.commands, graphics, program.layout, 0, 1, &set, 0, std::ptr::null());
            }
            program.draw_mesh();
        }
    });
    let [vertices, indices, draw] = ["vkCmdBindVertexBuffers", "vkCmdBindIndexBuffer", "vkCmdDrawIndexed"];
    assert_eq!(drawn(&pass), [&[vertices, indices, draw][..], &[vertices, draw], &[vertices, draw]]);
    // The mesh stage and the kernel that writes indices.
    let count = |wanted| hoist.iter().filter(|name| **name == wanted).count();
    assert_eq!((count("vkCmdBindPipeline"), count("vkCmdBindDescriptorSets"), count("vkCmdDispatch")), (2, 3, 6));
}
