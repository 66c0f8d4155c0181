//! What the layer adds to recording, on a driver whose commands do nothing: `cargo bench -p meshwork-layer`.
//!
//! Each benchmark records one command buffer with 1,000 of something; items are those. `driver` records what is finally recorded
//! without the layer, so the difference is the layer's.

use ash::vk;
use divan::Bencher;
use divan::counter::ItemsCount;

#[path = "../tests/mock/mod.rs"]
mod mock;
#[path = "../tests/mock/program.rs"]
mod program;

use program::{Functions, Program};

const COUNT: u32 = 1000;
const MESH: vk::ShaderStageFlags = vk::ShaderStageFlags::MESH_EXT;
const BOTH: vk::ShaderStageFlags =
    vk::ShaderStageFlags::from_raw(MESH.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw());

fn main() {
    divan::main();
}

/// Measures `record`, which is called with the number of each item, in a pass.
fn measure(bencher: Bencher<'_, '_>, functions: fn(&Program) -> Functions, record: impl Fn(&Program, &Functions, u32)) {
    let program = Program::new();
    let functions = functions(&program);
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        program.record(&functions, |_| (0..COUNT).for_each(|number| record(&program, &functions, number)));
    });
}

fn through_layer(program: &Program) -> Functions {
    program.through_layer
}

fn of_driver(program: &Program) -> Functions {
    program.of_driver
}

fn set_state(program: &Program, functions: &Functions, number: u32) {
    // SAFETY: the command buffer is being recorded; the same below.
    unsafe { (functions.stencil_reference)(program.commands, vk::StencilFaceFlags::FRONT_AND_BACK, number) };
}

fn set_scissor(program: &Program, functions: &Functions, number: u32) {
    let scissor = vk::Rect2D { extent: vk::Extent2D { width: number, height: 1 }, ..Default::default() };
    // SAFETY: as above.
    unsafe { (functions.scissor)(program.commands, 0, 1, &scissor) };
}

fn draw_vertices(program: &Program, functions: &Functions, number: u32) {
    // SAFETY: as above.
    unsafe { (functions.draw)(program.commands, 3, 1, number, 0) };
}

/// The driver's call for one mesh draw.
fn draw_indirect(program: &Program, functions: &Functions, number: u32) {
    // SAFETY: as above.
    unsafe {
        (functions.draw_indexed_indirect)(program.commands, vk::Buffer::null(), u64::from(20 * number), 1, 20);
    }
}

/// Mesh draws; `first` binds what they need.
mod mesh_draw {
    use super::*;

    fn draw(program: &Program, functions: &Functions, number: u32) {
        if number == 0 {
            program.bind(functions, program.mesh_pipeline);
        }
        program.draw_mesh();
    }

    #[divan::bench]
    fn alone(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, draw);
    }

    #[divan::bench]
    fn alone_driver(bencher: Bencher<'_, '_>) {
        measure(bencher, of_driver, draw_indirect);
    }

    #[divan::bench]
    fn with_push_constants(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            program.push(functions, MESH, [number, 7]);
            draw(program, functions, number);
        });
    }

    #[divan::bench]
    fn with_push_constants_of_fragments_too(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            program.push(functions, BOTH, [number, 7]);
            draw(program, functions, number);
        });
    }

    #[divan::bench]
    fn with_push_constants_driver(bencher: Bencher<'_, '_>) {
        measure(bencher, of_driver, |program, functions, number| {
            program.push(functions, vk::ShaderStageFlags::FRAGMENT, [number, 7]);
            draw_indirect(program, functions, number);
        });
    }

    #[divan::bench]
    fn with_state(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            set_state(program, functions, number);
            draw(program, functions, number);
        });
    }

    /// What becomes of a draw that has a run of its own, beside its set. The pipelines of compute are the same for all.
    #[divan::bench]
    fn with_set_driver(bencher: Bencher<'_, '_>) {
        measure(bencher, of_driver, |program, functions, number| {
            use ash::vk::Handle;
            let set = vk::DescriptorSet::from_raw(u64::from(number) + 1);
            let (compute, graphics) = (vk::PipelineBindPoint::COMPUTE, vk::PipelineBindPoint::GRAPHICS);
            let (buffer, offset) = (vk::Buffer::null(), u64::from(number));
            // SAFETY: the command buffer is being recorded.
            unsafe {
                // The mesh stage, and the index list.
                for at in [compute, graphics] {
                    (functions.bind_sets)(program.commands, at, program.layout, 0, 1, &set, 0, std::ptr::null());
                }
                for _ in 0..2 {
                    program.push(functions, vk::ShaderStageFlags::COMPUTE, [number, 7]);
                    (functions.dispatch)(program.commands, number, 1, 1);
                }
                // In the pass: vertices. The index buffer is the same for all.
                (functions.bind_vertices)(program.commands, 0, 1, &buffer, &offset);
            }
            draw_indirect(program, functions, number);
        });
    }

    /// Every draw has a run of its own.
    #[divan::bench]
    fn with_set(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            bind_set(program, functions, number);
            program.draw_mesh();
        });
    }

    /// The same, and no run is as large as the one before.
    #[divan::bench]
    fn with_set_and_size(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            bind_set(program, functions, number);
            program.draw_meshes(1 + number % 8);
        });
    }

    /// Every draw has another pipeline than the one before.
    #[divan::bench]
    fn with_pipeline(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, |program, functions, number| {
            let pipeline = [program.mesh_pipeline, program.other_mesh_pipeline][number as usize % 2];
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            if number == 0 {
                program.bind(functions, pipeline);
            }
            // SAFETY: the command buffer is being recorded.
            unsafe { (functions.bind_pipeline)(program.commands, graphics, pipeline) };
            program.draw_mesh();
        });
    }

    fn bind_set(program: &Program, functions: &Functions, number: u32) {
        use ash::vk::Handle;
        let set = vk::DescriptorSet::from_raw(u64::from(number) + 1);
        let graphics = vk::PipelineBindPoint::GRAPHICS;
        if number == 0 {
            program.bind(functions, program.mesh_pipeline);
        }
        // SAFETY: the command buffer is being recorded.
        unsafe { (functions.bind_sets)(program.commands, graphics, program.layout, 0, 1, &set, 0, std::ptr::null()) };
    }
}

/// Commands in a pass without mesh draws.
mod in_pass {
    use super::*;

    macro_rules! benchmarks {
        ($($layer:ident $driver:ident = $record:expr;)*) => {
            $(
                #[divan::bench]
                fn $layer(bencher: Bencher<'_, '_>) {
                    measure(bencher, through_layer, $record);
                }

                #[divan::bench]
                fn $driver(bencher: Bencher<'_, '_>) {
                    measure(bencher, of_driver, $record);
                }
            )*
        };
    }

    benchmarks! {
        state state_driver = set_state;
        scissor scissor_driver = set_scissor;
        vertex_draw vertex_draw_driver = draw_vertices;
        push_constants push_constants_driver = |program, functions, number| program.push(functions, vk::ShaderStageFlags::FRAGMENT, [number, 7]);
        bind bind_driver = |program, functions, number| {
            use ash::vk::Handle;
            let set = vk::DescriptorSet::from_raw(u64::from(number) + 1);
            let graphics = vk::PipelineBindPoint::GRAPHICS;
            // SAFETY: the command buffer is being recorded.
            unsafe {
                (functions.bind_sets)(program.commands, graphics, program.layout, 0, 1, &set, 0, std::ptr::null());
            }
        };
        pipeline pipeline_driver = |program, functions, number| {
            use ash::vk::Handle;
            let pipeline = vk::Pipeline::from_raw(u64::from(1000 + number % 2));
            // SAFETY: as above.
            unsafe { (functions.bind_pipeline)(program.commands, vk::PipelineBindPoint::GRAPHICS, pipeline) };
        };
        vertices vertices_driver = |program, functions, number| {
            let (buffer, offset) = (vk::Buffer::null(), u64::from(number));
            // SAFETY: as above.
            unsafe { (functions.bind_vertices)(program.commands, 0, 1, &buffer, &offset) };
        };
    }
}

/// Commands outside passes.
mod outside {
    use super::*;

    fn measure(bencher: Bencher<'_, '_>, functions: fn(&Program) -> Functions, record: fn(&Program, &Functions, u32)) {
        let program = Program::new();
        let functions = functions(&program);
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
            program.record_outside(&functions, |_| (0..COUNT).for_each(|number| record(&program, &functions, number)));
        });
    }

    fn dispatch_one(program: &Program, functions: &Functions, number: u32) {
        // SAFETY: the command buffer is being recorded.
        unsafe { (functions.dispatch)(program.commands, number, 1, 1) };
    }

    #[divan::bench]
    fn state(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, set_state);
    }

    #[divan::bench]
    fn dispatch(bencher: Bencher<'_, '_>) {
        measure(bencher, through_layer, dispatch_one);
    }

    #[divan::bench]
    fn dispatch_driver(bencher: Bencher<'_, '_>) {
        measure(bencher, of_driver, dispatch_one);
    }
}

/// A pass with nothing in it.
#[divan::bench]
fn empty_pass(bencher: Bencher<'_, '_>) {
    let program = Program::new();
    let functions = program.through_layer;
    bencher.bench_local(|| program.record(&functions, |_| ()));
}
