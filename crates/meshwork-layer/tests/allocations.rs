//! A command takes no allocation once the command buffer has been recorded before: its memory is kept.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ash::vk;
use ash::vk::Handle;

mod mock;
#[path = "mock/program.rs"]
mod program;

use program::Program;

/// Counts what each thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: the system's allocator does it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise, here and below.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, bytes) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) };
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// As many of what `record` records in a pass are recorded with as many allocations as a few are.
fn expect_none_for_each(record: impl Fn(&Program, u32)) {
    let program = Program::new();
    let allocations = |count: u32| {
        let before = ALLOCATIONS.get();
        program.record(&program.through_layer, |_| (0..count).for_each(|number| record(&program, number)));
        ALLOCATIONS.get() - before
    };
    // What a recording takes comes back when the next one begins.
    for count in [1000, 10, 1000, 10] {
        allocations(count);
    }
    assert_eq!(allocations(1000), allocations(10));
}

fn set_stencil_reference(program: &Program, reference: u32) {
    // SAFETY: the command buffer is being recorded; the same below.
    unsafe {
        (program.through_layer.stencil_reference)(program.commands, vk::StencilFaceFlags::FRONT_AND_BACK, reference);
    }
}

#[test]
fn mesh_draws() {
    expect_none_for_each(|program, number| {
        if number == 0 {
            program.bind(&program.through_layer, program.mesh_pipeline);
        }
        let stages = vk::ShaderStageFlags::MESH_EXT | vk::ShaderStageFlags::FRAGMENT;
        program.push(&program.through_layer, stages, [number, 1]);
        set_stencil_reference(program, number);
        program.draw_mesh();
    });
}

/// Each draw has a set, and so a run, of its own.
#[test]
fn mesh_draws_of_many_runs() {
    expect_none_for_each(|program, number| {
        let functions = &program.through_layer;
        if number == 0 {
            program.bind(functions, program.mesh_pipeline);
        }
        let set = vk::DescriptorSet::from_raw(u64::from(number) + 1);
        let graphics = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: as above.
        unsafe {
            (functions.bind_sets)(program.commands, graphics, program.layout, 0, 1, &set, 0, std::ptr::null());
        }
        program.draw_mesh();
    });
}

#[test]
fn vertex_draws() {
    expect_none_for_each(|program, number| {
        set_stencil_reference(program, number);
        program.push(&program.through_layer, vk::ShaderStageFlags::FRAGMENT, [number, 1]);
        // SAFETY: as above.
        unsafe { (program.through_layer.draw)(program.commands, 3, 1, number, 0) };
    });
}
