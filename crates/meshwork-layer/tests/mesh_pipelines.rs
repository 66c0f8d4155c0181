//! A mesh pipeline is several of the driver's: what the program asks of it and tells it goes to all of them.

use std::ptr::{null, null_mut};

use ash::vk;
use ash::vk::Handle;

mod mock;
#[path = "mock/program.rs"]
mod program;

use mock::{COMPUTE_STAGES, device_command, driver};
use program::{Program, create_pipeline};

#[test]
fn a_name_reaches_the_compute_side() {
    let program = Program::new();
    let info = vk::DebugUtilsObjectNameInfoEXT::default().object_handle(program.mesh_pipeline).object_name(c"grass");
    // SAFETY: the command's type; valid arguments.
    let result = unsafe {
        let set: vk::PFN_vkSetDebugUtilsObjectNameEXT = device_command(program.device, c"vkSetDebugUtilsObjectNameEXT");
        set(program.device, &info)
    };
    assert_eq!(result, vk::Result::SUCCESS);
    let names = driver(|driver| std::mem::take(&mut driver.names));
    let text: Vec<_> = names.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(text, ["grass, mesh shader", "grass"]);
    assert_eq!(names[1].0, program.mesh_pipeline.as_raw());
    assert_ne!(names[0].0, names[1].0);
}

#[test]
fn executables_of_all_its_pipelines_are_one_list() {
    let program = Program::new();
    let info = vk::PipelineInfoKHR::default().pipeline(program.mesh_pipeline);
    let mut found = [vk::PipelineExecutablePropertiesKHR::default(); 8];
    // SAFETY: the commands' types; valid arguments, here and below.
    let get: vk::PFN_vkGetPipelineExecutablePropertiesKHR =
        unsafe { device_command(program.device, c"vkGetPipelineExecutablePropertiesKHR") };
    let mut ask = |room: u32| {
        let mut count = room;
        // SAFETY: as above.
        let result = unsafe { get(program.device, &info, &mut count, found.as_mut_ptr()) };
        (result, count, found.map(|executable| executable.stages))
    };
    let (all, mesh) = (vk::ShaderStageFlags::ALL, vk::ShaderStageFlags::MESH_EXT);
    let (result, count, stages) = ask(8);
    assert_eq!((result, count), (vk::Result::SUCCESS, 4));
    assert_eq!(stages[..4], [all, all, mesh, mesh]);
    assert_eq!(ask(3).0, vk::Result::INCOMPLETE);
    assert_eq!(ask(1).1, 1);
    let mut count = 0;
    // SAFETY: as above.
    let result = unsafe { get(program.device, &info, &mut count, null_mut()) };
    assert_eq!((result, count), (vk::Result::SUCCESS, 4));

    let value = |index| {
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(program.mesh_pipeline).executable_index(index);
        let mut statistic = vk::PipelineExecutableStatisticKHR::default();
        // SAFETY: as above.
        unsafe {
            let get: vk::PFN_vkGetPipelineExecutableStatisticsKHR =
                device_command(program.device, c"vkGetPipelineExecutableStatisticsKHR");
            assert_eq!(get(program.device, &info, &mut 1, &mut statistic), vk::Result::SUCCESS);
            statistic.value.u64
        }
    };
    assert_eq!(value(1), program.mesh_pipeline.as_raw() * 10 + 1);
    assert_ne!(value(2) / 10, program.mesh_pipeline.as_raw());
    assert_eq!((value(2) % 10, value(3) % 10, value(2) / 10), (0, 1, value(3) / 10));
    // SAFETY: as above; the pipeline is not used any more.
    unsafe {
        let destroy: vk::PFN_vkDestroyPipeline = device_command(program.device, c"vkDestroyPipeline");
        driver(|driver| driver.pipelines_destroyed.clear());
        destroy(program.device, program.mesh_pipeline, null());
    }
    assert_eq!(driver(|driver| driver.pipelines_destroyed.len()), 2);
}

#[test]
fn how_a_stage_is_compiled_reaches_the_compute_side() {
    use vk::PipelineRobustnessBufferBehaviorEXT as Buffers;
    let program = Program::new();
    let mut robustness = vk::PipelineRobustnessCreateInfoEXT::default().storage_buffers(Buffers::ROBUST_BUFFER_ACCESS);
    let size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
        p_next: (&raw mut robustness).cast(),
        required_subgroup_size: 32,
        ..Default::default()
    };
    // SAFETY: a live device, and a valid chain.
    unsafe { create_pipeline(program.device, program.layout, (&raw const size).cast()) };
    let expected = [size.s_type, robustness.s_type];
    let stages = COMPUTE_STAGES.lock().expect("no test panics with it");
    let is_expected = |types: &Vec<_>| types.len() == 2 && expected.iter().all(|s_type| types.contains(s_type));
    assert!(stages.iter().any(is_expected), "{stages:?}");
}
