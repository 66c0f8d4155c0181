//! The compute pipelines of `shaders/`, compiled in and checked against their GLSL by a test.

use ash::vk;
use meshwork_abi::gpu::PUSH_CONSTANT_BYTES;

use crate::error::{Called, Error};
use crate::pipeline::StageOptions;

pub(crate) struct Kernels {
    /// No descriptor sets; [`KernelPush`].
    pub layout: vk::PipelineLayout,
    pub expand_draws: vk::Pipeline,
    pub begin_step: vk::Pipeline,
    /// In a hoist.
    pub place_first_tasks: vk::Pipeline,
    /// In a further step.
    pub place_tasks: vk::Pipeline,
    pub sum_primitives: vk::Pipeline,
    pub write_indices: vk::Pipeline,
    pub count_draws: vk::Pipeline,
    pub add_query_parts: vk::Pipeline,
    pub complete_query_results: vk::Pipeline,
}

/// Push constants of the kernels: addresses of a run and its step, or of all runs of a pass and their steps.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct KernelPush {
    pub run: u64,
    pub step: u64,
}

const _: () = assert!(size_of::<KernelPush>() == PUSH_CONSTANT_BYTES as usize);

macro_rules! kernel {
    ($name:literal) => {
        include_bytes!(concat!("../shaders/", $name, ".comp.spv"))
    };
}

impl Kernels {
    /// `cpu_subgroup`: the size of subgroups with arithmetic, on a device that is the processor.
    pub fn new(device: &ash::Device, cpu_subgroup: Option<u32>) -> Result<Self, Error> {
        let range =
            vk::PushConstantRange { stage_flags: vk::ShaderStageFlags::COMPUTE, offset: 0, size: PUSH_CONSTANT_BYTES };
        let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(std::slice::from_ref(&range));
        // SAFETY: the create-info outlives the call.
        let layout = unsafe { device.create_pipeline_layout(&info, None) }.called("vkCreatePipelineLayout")?;
        let mut kernels = Self {
            layout,
            expand_draws: vk::Pipeline::null(),
            begin_step: vk::Pipeline::null(),
            place_first_tasks: vk::Pipeline::null(),
            place_tasks: vk::Pipeline::null(),
            sum_primitives: vk::Pipeline::null(),
            write_indices: vk::Pipeline::null(),
            count_draws: vk::Pipeline::null(),
            add_query_parts: vk::Pipeline::null(),
            complete_query_results: vk::Pipeline::null(),
        };
        let (write_indices, place_first_tasks) = match cpu_subgroup {
            Some(_) => (&kernel!("write_indices_subgroup")[..], &kernel!("place_first_tasks_subgroup")[..]),
            None => (&kernel!("write_indices")[..], &kernel!("place_first_tasks")[..]),
        };
        let made = [
            (&mut kernels.expand_draws, &kernel!("expand_draws")[..]),
            (&mut kernels.begin_step, kernel!("begin_step")),
            (&mut kernels.place_first_tasks, place_first_tasks),
            (&mut kernels.place_tasks, kernel!("place_tasks")),
            (&mut kernels.sum_primitives, kernel!("sum_primitives")),
            (&mut kernels.write_indices, write_indices),
            (&mut kernels.count_draws, kernel!("count_draws")),
            (&mut kernels.add_query_parts, kernel!("add_query_parts")),
            (&mut kernels.complete_query_results, kernel!("complete_query_results")),
        ]
        .into_iter()
        .try_for_each(|(pipeline, bytes)| {
            let words: Vec<u32> = bytes.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
            let flags = vk::PipelineCreateFlags::empty();
            let (cache, options) = (vk::PipelineCache::null(), StageOptions::default());
            *pipeline = create_compute_pipeline(device, &words, cpu_subgroup, options, layout, cache, flags)?;
            Ok(())
        });
        match made {
            Ok(()) => Ok(kernels),
            Err(error) => {
                kernels.destroy(device);
                Err(error)
            }
        }
    }

    pub fn destroy(&self, device: &ash::Device) {
        let pipelines = [
            self.expand_draws,
            self.begin_step,
            self.place_first_tasks,
            self.place_tasks,
            self.sum_primitives,
            self.write_indices,
            self.count_draws,
            self.add_query_parts,
            self.complete_query_results,
        ];
        for pipeline in pipelines {
            // SAFETY: made by `new`; null is allowed; nothing that is still recorded uses it when the context goes.
            unsafe { device.destroy_pipeline(pipeline, None) };
        }
        // SAFETY: as above.
        unsafe { device.destroy_pipeline_layout(self.layout, None) };
    }
}

/// A compute pipeline of the entry point `main` of one module. `constant`: specialization constant 0.
pub(crate) fn create_compute_pipeline(
    device: &ash::Device,
    words: &[u32],
    constant: Option<u32>,
    options: StageOptions,
    layout: vk::PipelineLayout,
    cache: vk::PipelineCache,
    flags: vk::PipelineCreateFlags,
) -> Result<vk::Pipeline, Error> {
    let info = vk::ShaderModuleCreateInfo::default().code(words);
    // SAFETY: the words outlive the call.
    let module = unsafe { device.create_shader_module(&info, None) }.called("vkCreateShaderModule")?;
    let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
    let mut robustness = options.robustness.unwrap_or_default();
    let mut stage =
        vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).module(module).name(c"main");
    let value = constant.unwrap_or_default().to_ne_bytes();
    let constants = [vk::SpecializationMapEntry::default().size(value.len())];
    let constants = vk::SpecializationInfo::default().map_entries(&constants).data(&value);
    if constant.is_some() {
        stage = stage.specialization_info(&constants);
    }
    stage.flags = options.flags;
    if let Some(required) = options.required_subgroup_size {
        size.required_subgroup_size = required;
        stage = stage.push_next(&mut size);
    }
    if options.robustness.is_some() {
        stage = stage.push_next(&mut robustness);
    }
    let info = vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout);
    // SAFETY: module and layout are alive.
    let made = unsafe { device.create_compute_pipelines(cache, &[info], None) };
    // SAFETY: a module may be destroyed once its pipelines are made.
    unsafe { device.destroy_shader_module(module, None) };
    made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result).called("vkCreateComputePipelines")
}
