//! Plans on real drivers against a model on the host: every workgroup runs exactly once, and the index list is in order,
//! whatever the memory.

#[path = "../../../../tests/skip.rs"]
mod skip;

use std::sync::{Arc, Once};

use ash::vk;
use meshwork_abi::gpu::{self, RasterDraw};
use meshwork_abi::{OwnCorners, PrimitiveIndices, RecordLayout, Topology, VertexOrder};

use skip::skipped;

use super::{Continuation, DrawRange, HoistPart, MeshDraw, Plan, PlanBuilder, RecordStatistics, RunIndex};
use crate::{
    Arena, Context, ContextDesc, CopiedResults, Counters, Limits, MeshPipeline, MeshPipelineDesc, StageOptions,
    missing_requirements,
};

const MAX_VERTICES: u32 = 4;
const MAX_PRIMITIVES: u32 = 4;
/// Counters of one draw: 16 for each workgroup of its first stage.
const COUNTERS: u32 = 16 * 256;

/// Devices that can run the fallback; none where there is no loader or driver.
struct Gpus {
    _entry: ash::Entry,
    instance: ash::Instance,
    devices: Vec<vk::PhysicalDevice>,
}

impl Gpus {
    fn find() -> Option<Self> {
        static ENVIRONMENT: Once = Once::new();
        ENVIRONMENT.call_once(|| {
            let Some(tools) = std::env::var_os("MESHWORK_TOOLS") else { return };
            let icd = |name: &str| format!("{}/icd/{name}.json", tools.to_string_lossy());
            // SAFETY: every test comes by here before it starts the loader, which is what reads the environment, and waits.
            unsafe { std::env::set_var("VK_DRIVER_FILES", [icd("lavapipe"), icd("swiftshader")].join(":")) };
        });
        // SAFETY: the loader is the system's or the tools folder's.
        let entry = unsafe { ash::Entry::load() }.ok()?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create-info outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.ok()?;
        // SAFETY: the instance is alive.
        let mut devices = unsafe { instance.enumerate_physical_devices() }.ok()?;
        devices.retain(|&device| missing_requirements(&instance, device).is_empty());
        (!devices.is_empty()).then_some(Self { _entry: entry, instance, devices })
    }
}

struct Gpu {
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
}

impl Gpu {
    fn new(gpus: &Gpus, physical: vk::PhysicalDevice) -> Self {
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default().buffer_device_address(true);
        let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut v12);
        // SAFETY: queue family 0 exists on every device; the rest is of this instance.
        unsafe {
            let device = gpus.instance.create_device(physical, &info, None).expect("device");
            let queue = device.get_device_queue(0, 0);
            let pool = device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None).expect("pool");
            Self { instance: gpus.instance.clone(), physical, device, queue, pool }
        }
    }

    fn context(&self, limits: Limits) -> Context {
        Context::new(&ContextDesc {
            instance: &self.instance,
            physical_device: self.physical,
            device: &self.device,
            multi_draw_indirect: false,
            limits,
        })
        .expect("context")
    }

    fn record_only(&self, record: impl FnOnce(vk::CommandBuffer)) -> vk::CommandBuffer {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        // SAFETY: the pool is this thread's alone.
        unsafe {
            let cmd = self.device.allocate_command_buffers(&info).expect("command buffer")[0];
            self.device.begin_command_buffer(cmd, &vk::CommandBufferBeginInfo::default()).expect("begin");
            record(cmd);
            self.device.end_command_buffer(cmd).expect("end");
            cmd
        }
    }

    fn run(&self, record: impl FnOnce(vk::CommandBuffer)) {
        let cmd = self.record_only(record);
        // SAFETY: recorded above, and waited for here.
        unsafe {
            let submit = vk::SubmitInfo::default().command_buffers(std::slice::from_ref(&cmd));
            self.device.queue_submit(self.queue, &[submit], vk::Fence::null()).expect("submit");
            self.device.queue_wait_idle(self.queue).expect("wait");
        }
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: every run waited.
        unsafe {
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
        }
    }
}

/// How primitives come into the index list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// By `write_indices`, some of them or none of a workgroup.
    Recorded(OwnCorners),
    /// By the mesh stage, which always makes all.
    Listed,
}

impl Made {
    const SHARED: Self = Self::Recorded(OwnCorners::None);

    fn own_corners(self) -> OwnCorners {
        match self {
            Self::Recorded(own_corners) => own_corners,
            Self::Listed => OwnCorners::None,
        }
    }
}

fn pipeline(context: &Context, has_task: bool, made: Made, merges_draws: bool) -> Arc<MeshPipeline> {
    pipeline_of_views(context, has_task, made, merges_draws, false)
}

fn pipeline_of_views(
    context: &Context,
    has_task: bool,
    made: Made,
    merges_draws: bool,
    is_per_view: bool,
) -> Arc<MeshPipeline> {
    let words = |bytes: &[u8]| -> Vec<u32> { bytes.chunks_exact(4).map(bytemuck::pod_read_unaligned::<u32>).collect() };
    let task = words(include_bytes!("../../shaders/test_task.comp.spv"));
    let mesh = words(include_bytes!("../../shaders/test_mesh.comp.spv"));
    // A vertex has its number, and a primitive a value, if somebody wants it.
    let own_corners = made.own_corners();
    let has_values = own_corners != OwnCorners::None;
    let is_listed = made == Made::Listed;
    let value_bytes = if has_values { 4 } else { 0 };
    let record = RecordLayout {
        topology: Topology::Triangles,
        max_vertices: MAX_VERTICES,
        max_primitives: MAX_PRIMITIVES,
        own_corners,
        is_per_view,
        vertex_order: VertexOrder::Interleaved,
        vertex_bytes: if has_values { 32 } else { 16 },
        primitive_values_offset: 16,
        primitive_value_bytes: value_bytes,
        primitive_bytes: if is_listed { 12 } else { value_bytes + 4 },
        primitive_indices: if is_listed { PrimitiveIndices::List } else { PrimitiveIndices::Packed },
        primitive_indices_offset: value_bytes,
        attributes: Vec::new(),
        vertex_inputs: Vec::new(),
        vertices_by_address: false,
        is_layered: false,
        payload_bytes: 16,
        task_workgroup_size: has_task.then_some([4, 1, 1]),
        mesh_workgroup_size: [4, 1, 1],
        push_constant_bytes: 12,
    };
    let desc = MeshPipelineDesc {
        task: has_task.then_some(&task),
        mesh: &mesh,
        task_options: StageOptions::default(),
        mesh_options: StageOptions::default(),
        record,
        merges_draws,
        set_layouts: &[],
        cache: vk::PipelineCache::null(),
        flags: vk::PipelineCreateFlags::empty(),
    };
    Arc::new(context.create_mesh_pipeline(desc).expect("pipeline"))
}

/// Draws of the program, and what the model says of them.
#[derive(Clone)]
struct Case {
    name: &'static str,
    has_task: bool,
    made: Made,
    /// Draws become one raster draw.
    merges_draws: bool,
    view_mask: u32,
    draws: Vec<Model>,
    limits: Limits,
}

/// One draw command: the groups of each of its draws, and how it is recorded.
#[derive(Clone)]
struct Model {
    groups: Vec<[u32; 3]>,
    /// `None`: direct. Else the draw count in a buffer, or the command's own.
    indirect: Option<Option<u32>>,
}

impl Model {
    fn direct(groups: [u32; 3]) -> Self {
        Self { groups: vec![groups], indirect: None }
    }

    fn drawn(&self) -> usize {
        let count = self.indirect.flatten().unwrap_or(u32::MAX) as usize;
        count.min(self.groups.len())
    }
}

/// Mesh workgroups of a draw in order, as the numbers of their counters.
fn workgroups(has_task: bool, first_task: u32, groups: [u32; 3], base: u32) -> Vec<u32> {
    let count: u32 = groups.iter().product();
    if !has_task {
        return (0..count).map(|local| base + local).collect();
    }
    let of_task = |parent: u32| {
        let g = first_task + parent;
        (0..(g * 7 % 5) * (1 + g % 2)).map(move |local| base + 16 * parent + local)
    };
    (0..count).flat_map(of_task).collect()
}

/// A triangle: the vertices that it names, and the value of each corner that has one.
type Triangle = ([u32; 3], [Option<u32>; 3]);

/// A draw's triangles in a view, in order.
fn triangles(ids: &[u32], made: Made, view: u32) -> Vec<Triangle> {
    let of = |&id: &u32| {
        let count = if made == Made::Listed { MAX_PRIMITIVES } else { id * 5 % MAX_PRIMITIVES };
        (0..count).map(move |primitive| {
            let value = |corner| match made.own_corners() {
                OwnCorners::None => None,
                OwnCorners::Provoking(own) => (own == corner).then_some(id + primitive + 16 * view),
                OwnCorners::All => Some(id + primitive + 16 * view),
            };
            ([0, 1, 2].map(|corner| (id + corner) % 4 + 16 * view), [0, 1, 2].map(value))
        })
    };
    ids.iter().flat_map(of).collect()
}

impl Plan {
    fn read<T: bytemuck::Pod>(arena: &Arena, address: u64, count: usize) -> Vec<T> {
        let bytes = arena.mapped_records(address, count * size_of::<T>());
        bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
    }

    /// The first run, as the GPU sees it.
    fn table(&self, arena: &Arena) -> gpu::Run {
        bytemuck::pod_read_unaligned(arena.read_table(self.runs_at, size_of::<gpu::Run>()))
    }

    /// The triangles that the run's raster draws would draw in a view after a step, by raster draw.
    fn drawn(&self, arena: &Arena, view: u32) -> Vec<Vec<Triangle>> {
        let table = self.table(arena);
        let draws: Vec<RasterDraw> = Self::read(arena, table.raster.get(), table.raster_count as usize);
        let triangles_of = |draw: &RasterDraw| {
            let at = table.indices.get() + 4 * u64::from(draw.first_index - table.first_index);
            let indices: Vec<u32> = Self::read(arena, at, draw.index_count as usize);
            let word = |vertex: u32, offset: u32| {
                let vertex = vertex + view * table.record_vertices;
                let at = table.vertices.get() + u64::from(vertex * table.vertex_bytes + offset);
                Self::read::<u32>(arena, at, 1)[0]
            };
            let value = |vertex: u32| {
                let is_own = vertex % table.record_vertices >= MAX_VERTICES;
                is_own.then(|| word(vertex, table.primitive_values_offset))
            };
            let corners = |t: &[u32]| [t[0], t[1], t[2]];
            indices.chunks_exact(3).map(corners).map(|t| (t.map(|vertex| word(vertex, 0)), t.map(value))).collect()
        };
        draws.iter().map(triangles_of).collect()
    }
}

/// Two queries in turn, and one of all draws: primitives, and invocations of task and mesh shaders.
struct Queries {
    made: Made,
    counters: Counters,
    expected: [[u32; 3]; 3],
}

impl Queries {
    const ALL: u32 = 2;

    fn new(context: &Context, made: Made) -> Self {
        Self { made, counters: context.counters(3, 2).expect("counters"), expected: [[0; 3]; 3] }
    }

    /// `query` and the one of all draws count these.
    fn count(&self, builder: &mut PlanBuilder, range: DrawRange, query: u32) {
        [query, Self::ALL].into_iter().for_each(|query| builder.count(range, self.counters.address(query)));
    }

    /// What is to be counted of a draw with these mesh workgroups.
    fn expect(&mut self, query: u32, tasks: u32, meshes: &[u32], views: u32) {
        for query in [query, Self::ALL] {
            let primitives = triangles(meshes, self.made, 0).len() as u32;
            let counts = [views * primitives, 4 * tasks, views * 4 * meshes.len() as u32];
            self.expected[query as usize].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }

    fn check(&self, gpu: &Gpu, name: &str) {
        let found = |query: u32| {
            let gpu::QueryCounts { primitives, task_invocations, mesh_invocations, available, .. } =
                self.counters.read(query);
            let numbers = [primitives, task_invocations, mesh_invocations];
            assert!(numbers.iter().all(|[_, high]| *high == 0));
            (numbers.map(|[low, _]| low), available)
        };
        // SAFETY: recorded outside a pass.
        gpu.run(|cmd| unsafe { self.counters.record_available(cmd, 1) });
        let available = [0, 1, 0];
        assert_eq!([0, 1, 2].map(found), [0, 1, 2].map(|q| (self.expected[q], available[q])), "{name}: counts");
        // SAFETY: as above.
        gpu.run(|cmd| unsafe { self.counters.record_reset(cmd, 1..3) });
        assert_eq!([0, 1, 2].map(found), [(self.expected[0], 0), ([0; 3], 0), ([0; 3], 0)], "{name}: reset");
    }
}

fn check(gpus: &Gpus, physical: vk::PhysicalDevice, case: &Case) {
    let gpu = Gpu::new(gpus, physical);
    let context = gpu.context(case.limits);
    let is_per_view = case.view_mask != 0;
    let pipeline = pipeline_of_views(&context, case.has_task, case.made, case.merges_draws, is_per_view);
    let views: Vec<u32> = (0..u32::BITS).filter(|view| case.view_mask.max(1) >> view & 1 != 0).collect();
    let mut arena = context.arena();
    let counted = case.draws.iter().map(|d| d.groups.len()).sum::<usize>().max(1);
    let counter_bytes = 4 * COUNTERS as usize * counted;
    let counters = arena.table(&vec![0; counter_bytes]).expect("counters");

    let mut queries = Queries::new(&context, case.made);
    let mut builder = PlanBuilder::new();
    builder.begin_multiview_run(&pipeline, case.view_mask);
    let (mut draw_index, mut first_workgroup) = (0, 0);
    let mut expected = Vec::new();
    for model in &case.draws {
        let base = COUNTERS * draw_index;
        let mut push = counters.address.to_le_bytes().to_vec();
        push.extend(base.to_le_bytes());
        let draw = match model.indirect {
            None => MeshDraw::Direct(model.groups[0]),
            Some(count) => {
                // 20 bytes apart: a stride that is not the structure's size.
                let bytes: Vec<u8> =
                    model.groups.iter().flat_map(|g| bytemuck::cast::<_, [u8; 20]>([g[0], g[1], g[2], 9, 9])).collect();
                let arguments = arena.table(&bytes).expect("arguments").address;
                let count = count.map(|count| arena.table(&count.to_le_bytes()).expect("count").address);
                MeshDraw::Indirect { address: arguments, stride: 20, max_draws: model.groups.len() as u32, count }
            }
        };
        let range = builder.draw(draw, &push, true).expect("draw");
        let raster_draws =
            if case.merges_draws { model.groups.len().min(usize::from(draw_index == 0)) } else { model.groups.len() };
        assert_eq!(range.count as usize, raster_draws);
        // Of merged draws the first stands for all.
        let query = if case.merges_draws { 0 } else { draw_index % 2 };
        queries.count(&mut builder, range, query);
        // All draws of one command share its push constants, so its workgroups share counters.
        for (i, &groups) in model.groups.iter().enumerate() {
            let drawn = if i < model.drawn() { groups } else { [0; 3] };
            let meshes = workgroups(case.has_task, first_workgroup, drawn, base);
            let count = drawn.iter().product::<u32>();
            queries.expect(query, if case.has_task { count } else { 0 }, &meshes, views.len() as u32);
            expected.push(meshes);
            first_workgroup += count;
        }
        draw_index += 1;
    }
    let plan = builder.finish(&mut arena, Continuation::Read).expect("plan");

    let mut drawn = vec![vec![Vec::new(); plan.table(&arena).raster_count as usize]; views.len()];
    let mut collect = |arena: &Arena| {
        for (drawn, &view) in drawn.iter_mut().zip(&views) {
            for (all, step) in drawn.iter_mut().zip(plan.drawn(arena, view)) {
                all.extend(step);
            }
        }
    };
    // SAFETY: `Gpu::run` waits for the execution.
    gpu.run(|cmd| unsafe {
        plan.record_hoist(&context, cmd, &mut |_, _| {});
    });
    collect(&arena);
    let mut known = 0..plan.extra_steps(RunIndex(0));
    let mut goes_on = || match plan.is_certain(RunIndex(0)) {
        true => known.next().is_some(),
        // SAFETY: as above.
        false => unsafe { plan.statistics(RunIndex(0)) }.unfinished != 0,
    };
    let mut number = 0;
    while goes_on() {
        number += 1;
        // SAFETY: as above.
        gpu.run(|cmd| unsafe {
            plan.record_step(&context, cmd, RunIndex(0), number, &mut |_, _| {});
        });
        collect(&arena);
    }

    let name = case.name;
    queries.check(&gpu, name);
    for (drawn, view) in drawn.into_iter().zip(&views) {
        let want: Vec<_> = expected.iter().map(|ids| triangles(ids, case.made, *view)).collect();
        let want = if case.merges_draws && !want.is_empty() { vec![want.concat()] } else { want };
        assert_eq!(drawn, want, "{name}: triangles by raster draw in view {view}, in order");
    }
    let mut runs = vec![0u32; counter_bytes / 4];
    for &id in expected.iter().flatten() {
        runs[id as usize] += views.len() as u32;
    }
    assert_eq!(arena.read_table(counters, counter_bytes), bytemuck::cast_slice::<u32, u8>(&runs), "{name}: runs");
    let totals = arena.reset();
    assert_eq!(totals.mesh_workgroups as usize, expected.iter().flatten().count(), "{name}");
    assert_eq!(totals.primitives as usize, triangles(&expected.concat(), case.made, 0).len(), "{name}");
    assert_eq!(totals.unfinished_runs, 0, "{name}");
    drop((arena, pipeline, queries, context));
}

#[test]
fn every_workgroup_runs_once_and_in_order() {
    let Some(gpus) = Gpus::find() else {
        return skipped("every_workgroup_runs_once_and_in_order", "no Vulkan device that can run the fallback");
    };
    let few = Limits { step_workgroups: 3, ..Limits::default() };
    let one = Limits { step_workgroups: 1, ..Limits::default() };
    let tight = Limits { memory_bytes: 96_000, ..Limits::default() };
    let direct =
        vec![Model::direct([5, 3, 2]), Model::direct([0, 7, 1]), Model::direct([1, 1, 1]), Model::direct([64, 2, 1])];
    let nothing =
        vec![Model { groups: vec![], indirect: Some(None) }, Model { groups: vec![], indirect: Some(Some(3)) }];
    let indirect = vec![
        Model::direct([3, 1, 1]),
        Model { groups: vec![[2, 2, 1], [0, 0, 0], [1, 1, 3]], indirect: Some(None) },
        Model { groups: vec![[4, 1, 1], [9, 9, 3]], indirect: Some(Some(1)) },
        Model { groups: vec![[4, 1, 1]], indirect: Some(Some(0)) },
        Model { groups: vec![[1, 2, 3], [1, 1, 1]], indirect: Some(Some(77)) },
        Model::direct([2, 1, 2]),
    ];
    for &physical in &gpus.devices {
        for has_task in [false, true] {
            for (name, draws) in [("direct", &direct), ("indirect", &indirect), ("nothing", &nothing)] {
                let own = [OwnCorners::None, OwnCorners::Provoking(0), OwnCorners::Provoking(2), OwnCorners::All];
                for (n, limits) in [Limits::default(), few, one, tight].into_iter().enumerate() {
                    for merges_draws in [false, true] {
                        let made = Made::Recorded(own[(n + usize::from(merges_draws)) % own.len()]);
                        let view_mask = if merges_draws { [0, 0b101, 0b10, 0b11][n] } else { 0 };
                        for (made, view_mask) in [(made, view_mask), (Made::Listed, 0)] {
                            let draws = draws.clone();
                            check(
                                &gpus,
                                physical,
                                &Case { name, has_task, made, merges_draws, view_mask, draws, limits },
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn commands_of_a_hoist_do_not_grow_with_draws() {
    let Some(gpus) = Gpus::find() else {
        return skipped("commands_of_a_hoist_do_not_grow_with_draws", "no Vulkan device that can run the fallback");
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let context = gpu.context(Limits::default());
    let cases = [
        (Made::SHARED, false, [3, 4]),
        (Made::SHARED, true, [6, 6]),
        (Made::Listed, false, [2, 2]),
        (Made::Listed, true, [4, 4]),
    ];
    for (made, has_task, barriers) in cases {
        let pipeline = pipeline(&context, has_task, made, true);
        let recorded = [10, 1000, 20_000].map(|draws| {
            let mut arena = context.arena();
            let mut builder = PlanBuilder::new();
            builder.begin_run(&pipeline);
            for _ in 0..draws {
                builder.draw(MeshDraw::Direct([1, 1, 1]), &[0; 12], false).expect("draw");
            }
            let plan = builder.finish(&mut arena, Continuation::Read).expect("plan");
            let mut recorded = None;
            // SAFETY: the counters' address is null and no counter is reached: the command buffer is never submitted.
            gpu.record_only(|cmd| unsafe { recorded = Some(plan.record_hoist(&context, cmd, &mut |_, _| {})) });
            recorded.expect("recorded")
        });
        assert_eq!(recorded[0], recorded[1]);
        // Of many workgroups primitives are added up in two stages.
        assert_eq!([recorded[0].barriers, recorded[2].barriers], barriers);
    }
}

#[test]
fn a_run_that_cannot_be_continued_has_room() {
    let Some(gpus) = Gpus::find() else {
        return skipped("a_run_that_cannot_be_continued_has_room", "no Vulkan device that can run the fallback");
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let limits = Limits::default();
    let context = gpu.context(limits);
    let pipeline = pipeline(&context, true, Made::SHARED, true);
    // What an earlier execution needed says little of the next.
    pipeline.saw(1, 1);
    let bytes = |continuation| {
        let mut arena = context.arena();
        let mut builder = PlanBuilder::new();
        builder.begin_run(&pipeline);
        builder.draw(MeshDraw::Direct([1, 1, 1]), &[0; 12], false).expect("draw");
        assert!(!builder.is_certain());
        builder.finish(&mut arena, continuation).expect("plan").record_bytes()
    };
    let part = limits.memory_bytes / 8;
    // Tables come on top.
    assert!((part / 2..part + part / 100).contains(&bytes(Continuation::Recorded)));
    assert!((1 << 20..part / 4).contains(&bytes(Continuation::Read)));
}

#[test]
fn a_raster_draw_stands_for_what_follows_it() {
    let Some(gpus) = Gpus::find() else {
        return skipped("a_raster_draw_stands_for_what_follows_it", "no Vulkan device that can run the fallback");
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let context = gpu.context(Limits::default());
    let nothing = MeshDraw::Indirect { address: 0, stride: 12, max_draws: 0, count: None };
    let one = MeshDraw::Direct([1, 1, 1]);
    for merges_draws in [false, true] {
        let pipeline = pipeline(&context, false, Made::SHARED, merges_draws);
        let mut builder = PlanBuilder::new();
        builder.begin_run(&pipeline);
        let mut raster_draws = |draw, follows| builder.draw(draw, &[0; 12], follows).expect("draw").count;
        let merged = u32::from(!merges_draws);
        assert_eq!([raster_draws(one, true), raster_draws(one, true)], [1, merged]);
        // State was set, and a command without draws follows it.
        assert_eq!([raster_draws(nothing, false), raster_draws(one, true), raster_draws(one, true)], [0, 1, merged]);
        assert_eq!([raster_draws(nothing, true), raster_draws(one, true)], [0, merged]);
    }
}

#[test]
fn runs_that_are_alike_differ_in_their_places() {
    let Some(gpus) = Gpus::find() else {
        return skipped("runs_that_are_alike_differ_in_their_places", "no Vulkan device that can run the fallback");
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let context = gpu.context(Limits::default());
    let pipelines = [false, true].map(|merges_draws| pipeline(&context, false, Made::SHARED, merges_draws));
    let sizes = [2, 300, 2, 2, 300, 1];
    let mut arena = context.arena();
    let mut builder = PlanBuilder::new();
    for pipeline in &pipelines {
        for size in sizes {
            builder.begin_run(pipeline);
            builder.draw(MeshDraw::Direct([size, 1, 1]), &[7; 12], false).expect("draw");
        }
    }
    let plan = builder.finish(&mut arena, Continuation::Read).expect("plan");
    assert_eq!((plan.run_count(), plan.runs.alike.len()), (12, 6));
    let bytes = arena.read_table(plan.runs_at, plan.run_count() * size_of::<gpu::Run>());
    let tables: Vec<gpu::Run> = bytes.chunks_exact(size_of::<gpu::Run>()).map(bytemuck::pod_read_unaligned).collect();
    assert_eq!(tables.iter().map(|run| run.total).collect::<Vec<_>>(), [sizes, sizes].concat());
    let of_run = |run: &gpu::Run| {
        let record = run.vertex_bytes * run.record_vertices;
        let indices = 4 * run.max_primitives * run.corners;
        let regions = [(run.meshes, 4), (run.vertices, record), (run.primitives, run.record_primitive_bytes)];
        let regions = regions.into_iter().chain([(run.indices, indices)]);
        let regions = regions.map(|(at, bytes)| (at.get(), u64::from(run.mesh_capacity * bytes)));
        regions.chain([(run.raster.get(), size_of::<RasterDraw>() as u64)]).collect::<Vec<_>>()
    };
    let mut regions: Vec<_> = tables.iter().flat_map(of_run).collect();
    regions.push((plan.memory.address, (size_of::<gpu::Step>() * tables.len()) as u64));
    regions.push((plan.memory.address + plan.record_bytes(), 0));
    regions.sort_unstable();
    assert!(regions.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "{regions:x?}");
    for (first, next) in tables.iter().zip(&tables[1..]) {
        assert_eq!(next.draws.get(), first.draws.get() + size_of::<gpu::Draw>() as u64);
        assert_eq!(next.statistics.get(), first.statistics.get() + size_of::<gpu::Statistics>() as u64);
        assert_eq!(next.raster_firsts.get(), first.raster_firsts.get() + 4);
        // One draw repeats those of the other, in whatever run.
        assert_eq!(next.push_constants, first.push_constants);
    }
    drop((plan, arena, pipelines, context));
}

/// Workgroups of a plan whose size the host knows, and so many bytes at least.
const MANY: u32 = 20_000;
const MANY_BYTES: u64 = MANY as u64 * (4 * 16 + 16 + 52);

fn plan_many(arena: &mut Arena, pipeline: &Arc<MeshPipeline>) -> Plan {
    many(pipeline).finish(arena, Continuation::Read).expect("plan")
}

fn many(pipeline: &Arc<MeshPipeline>) -> PlanBuilder {
    let mut builder = PlanBuilder::new();
    builder.begin_run(pipeline);
    builder.draw(MeshDraw::Direct([MANY, 1, 1]), &[0; 12], false).expect("draw");
    builder
}

#[test]
fn plans_lie_beside_each_other_as_long_as_they_take_what_one_may() {
    let Some(gpus) = Gpus::find() else {
        return skipped(
            "plans_lie_beside_each_other_as_long_as_they_take_what_one_may",
            "no Vulkan device that can run the fallback",
        );
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let ceiling = 16 << 20;
    let context = gpu.context(Limits { memory_bytes: ceiling, ..Limits::default() });
    let pipeline = pipeline(&context, false, Made::SHARED, true);
    let mut arena = context.arena();
    assert!(!plan_many(&mut arena, &pipeline).is_fresh, "another execution may be under way");
    arena.reset();
    arena.set_simultaneous(false);
    let mut beside = || many(&pipeline).finish_beside(&mut arena, Continuation::Read).expect("plan");
    let plans: [Plan; 6] = std::array::from_fn(|_| beside());
    let half = ceiling / 2;
    assert!(3 * MANY_BYTES < half && 4 * MANY_BYTES > half);
    // The fourth takes the memory of those before it, and the next two lie beside that.
    assert_eq!(plans.each_ref().map(Plan::is_beside), [false, true, true, false, true, true]);
    assert_eq!(plans.each_ref().map(|plan| plan.is_fresh), [true, true, true, false, false, false]);
    let places = plans.each_ref().map(|plan| (plan.memory.buffer, plan.memory.offset));
    assert!((0..3).all(|i| (0..i).all(|j| places[i] != places[j])), "{places:?}");
    assert!(places[..3].contains(&places[3]), "{places:?}");
    assert!(context.shared.pool.bytes() <= half + (1 << 20));

    let parts: Vec<_> = plans.iter().map(|plan| HoistPart { plan, runs: 0..1 }).collect();
    let barriers = [0..1, 0..3, 3..4].map(|together| {
        let mut recorded = RecordStatistics::default();
        // SAFETY: the counters' address is null and no counter is reached: the command buffer is never submitted.
        gpu.record_only(|cmd| unsafe {
            recorded = HoistPart::record(&parts[together], &context, cmd, &mut |_, _, _| {});
        });
        recorded.barriers
    });
    assert_eq!(barriers[0], barriers[1], "one hoist");
    assert_eq!(barriers[0] + 1, barriers[2], "what used the memory is waited for");
    drop((plans, arena, pipeline, context));
}

#[test]
fn command_buffers_in_flight_stay_under_the_ceiling() {
    let Some(gpus) = Gpus::find() else {
        return skipped(
            "command_buffers_in_flight_stay_under_the_ceiling",
            "no Vulkan device that can run the fallback",
        );
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let ceiling = 4 << 20;
    let context = gpu.context(Limits { memory_bytes: ceiling, ..Limits::default() });
    let pipeline = pipeline(&context, false, Made::SHARED, true);
    let mut arenas: Vec<_> = (0..4).map(|_| context.arena()).collect();
    let mut bytes = Vec::new();
    for arena in &mut arenas {
        let plan = plan_many(arena, &pipeline);
        // Nothing is lost: there are more steps instead.
        let (run, steps) = (RunIndex(0), u64::from(plan.extra_steps(RunIndex(0))) + 1);
        assert!(plan.is_certain(run) && steps * u64::from(plan.step_workgroups(run)) >= MANY.into());
        bytes.push(plan.record_bytes());
    }
    let half = ceiling / 2;
    assert!(MANY_BYTES > half && bytes[0] > half - half / 64 && bytes[0] <= half, "half of it: {bytes:?}");
    assert!(bytes[1] > half / 2 && bytes[1] < half, "what the tables of two command buffers leave: {bytes:?}");
    assert!(bytes[2] <= ceiling / 64 && bytes[3] <= ceiling / 64, "what is always granted: {bytes:?}");
    let granted = 4 * (3 * (64 << 10));
    assert!(context.shared.pool.bytes() <= ceiling + granted);
    for arena in &mut arenas {
        arena.reset();
    }
    assert_eq!(plan_many(&mut arenas[3], &pipeline).record_bytes(), bytes[0], "the memory came back");
    assert!(context.shared.pool.bytes() <= ceiling);
    drop((arenas, pipeline, context));
}

#[test]
fn ten_thousand_frames_use_the_memory_of_two() {
    let Some(gpus) = Gpus::find() else {
        return skipped("ten_thousand_frames_use_the_memory_of_two", "no Vulkan device that can run the fallback");
    };
    let gpu = Gpu::new(&gpus, gpus.devices[0]);
    let context = gpu.context(Limits { memory_bytes: 1 << 30, ..Limits::default() });
    let pipeline = pipeline(&context, false, Made::SHARED, true);
    let mut arenas = [context.arena(), context.arena()];
    let mut after_two = 0;
    for frame in 0..10_000 {
        let arena = &mut arenas[frame % 2];
        arena.reset();
        plan_many(arena, &pipeline);
        let bytes = context.shared.pool.bytes();
        if frame == 1 {
            after_two = bytes;
            assert!((2 * MANY_BYTES..2 * MANY_BYTES + (2 << 20)).contains(&bytes), "{bytes} bytes");
        }
        assert!(frame < 1 || bytes == after_two, "frame {frame}: {bytes} bytes");
    }
    drop((arenas, pipeline, context));
}

/// Sums carry into the high word; results are completed in both widths, at any stride, where they have something to say.
#[test]
fn results_have_the_sums_of_earlier_parts() {
    let Some(gpus) = Gpus::find() else {
        return skipped("results_have_the_sums_of_earlier_parts", "no Vulkan device that can run the fallback");
    };
    const NUMBERS: u32 = 2;
    const SUMS: [[u64; 2]; 3] = [[u32::MAX as u64, 5], [0, 0], [7, (9 << 32) - 1]];
    /// Words that the driver is to have written, and what is around them.
    const WRITTEN: u32 = 3;
    for &physical in &gpus.devices {
        let gpu = Gpu::new(&gpus, physical);
        let context = gpu.context(Limits::default());
        let counters = context.counters(4, NUMBERS).expect("counters");
        for (query, sums) in (1..).zip(SUMS) {
            (0..).zip(sums).for_each(|(number, sum)| counters.set_sum(query, number, sum));
        }
        // SAFETY: recorded outside a pass.
        gpu.run(|cmd| unsafe { counters.record_available(cmd, 3) });
        for (wide, flags) in [(false, 0), (true, gpu::RESULT_64_BIT), (true, gpu::RESULT_64_BIT | gpu::RESULT_PARTIAL)]
        {
            let mut arena = context.arena();
            let flags = flags | gpu::RESULT_MESH_INVOCATIONS | gpu::RESULT_AVAILABILITY;
            // Words from one query to the next, with one that nobody writes.
            let stride = if wide { 10 } else { 5 };
            let before = vec![WRITTEN; 3 * stride];
            let results = arena.table(bytemuck::cast_slice(&before)).expect("results");
            let to = CopiedResults { address: results.address, stride: 4 * stride as u64, flags };
            // SAFETY: as above.
            gpu.run(|cmd| unsafe { counters.record_results(cmd, &mut arena, 1..4, to).expect("a table") });
            let found: &[u32] = bytemuck::cast_slice(arena.read_table(results, 4 * before.len()));
            for (query, (found, sums)) in found.chunks(stride).zip(SUMS).enumerate() {
                let is_available = query == 2;
                let driver = if wide { u64::from(WRITTEN) << 32 | u64::from(WRITTEN) } else { u64::from(WRITTEN) };
                let mesh = if is_available || flags & gpu::RESULT_PARTIAL != 0 { 0 } else { driver };
                let numbers = [sums[0] + driver, sums[1].wrapping_add(driver), mesh, is_available.into()];
                let mut expected: Vec<u32> = match wide {
                    true => numbers.iter().flat_map(|number| [*number as u32, (number >> 32) as u32]).collect(),
                    false => numbers.iter().map(|number| *number as u32).collect(),
                };
                expected.resize(stride, WRITTEN);
                assert_eq!(found, expected, "query {query}, flags {flags:#x}");
            }
        }
    }
}
