//! `vkCreateGraphicsPipelines`.
//!
//! The program's order and results are kept: a call that has a mesh pipeline among others is made of single calls, in order.
//! Shaders are lowered, and compute pipelines compiled, on workers, and joined before the call returns: errors, required
//! compilations and feedback stay true.

use std::sync::Arc;
use std::time::Instant;

use ash::vk;
use meshwork_passes::Lowered;
use rayon::prelude::*;
use vk::PipelineCreateFlags2KHR as Flags2;

use super::MeshPipelineData;
use super::error::Error;
use super::libraries::{self, Library, Part};
use super::raster::{self, Maker, Raster};
use super::shaders::{Options, Shaders, Stages, is_hidden, provoking_vertex};
use crate::chain;
use crate::device::{DeviceData, Fallback, fallback_data};
use crate::guard::guard;
use crate::objects::layouts::{PipelineLayout, slice};
use crate::stages::has_mesh_shaders;

/// # Safety
/// As `vkCreateGraphicsPipelines`.
pub unsafe extern "system" fn create_graphics(
    device: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let program = slice(infos, count);
        let kinds: Vec<_> = program.iter().map(|info| Kind::of(fallback, info)).collect();
        if kinds.iter().all(|kind| *kind == Kind::Plain) {
            return (data.fns.fp_v1_0().create_graphics_pipelines)(device, cache, count, infos, allocator, pipelines);
        }
        let out = core::slice::from_raw_parts_mut(pipelines, count as usize);
        out.fill(vk::Pipeline::null());
        let call = Call { data, fallback, cache, allocator };
        call.run(program, &kinds, out)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The driver may have it as it is.
    Plain,
    /// Without mesh shaders, of modules that have some.
    Ordinary,
    Mesh,
    /// A pipeline library.
    Library,
}

impl Kind {
    /// # Safety
    /// `info` is valid.
    unsafe fn of(fallback: &Fallback, info: &vk::GraphicsPipelineCreateInfo) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            if flags(info).contains(Flags2::LIBRARY) {
                return Self::Library;
            }
            let (own, linked) = (libraries::stages(info), libraries::linked(&fallback.pipelines, info));
            let has_mesh = own.iter().any(|stage| has_mesh_shaders(stage.stage))
                || linked.iter().any(|part| part.leaf.stages.mesh.is_some());
            if !has_mesh {
                let hidden = |stage| is_hidden(&fallback.objects, stage);
                return if own.iter().any(hidden) { Self::Ordinary } else { Self::Plain };
            }
            Self::Mesh
        }
    }
}

/// # Safety
/// `info` is valid.
pub unsafe fn flags(info: &vk::GraphicsPipelineCreateInfo) -> Flags2 {
    // SAFETY: the caller's promise. The two kinds of flags share the bits.
    let wide = unsafe { chain::find::<vk::PipelineCreateFlags2CreateInfoKHR>(info.p_next) };
    wide.map_or(Flags2::from_raw(info.flags.as_raw().into()), |wide| wide.flags)
}

/// A mesh pipeline on its way.
pub struct Mesh {
    pub shaders: Shaders,
    pub options: Options,
    /// Of the libraries that it is linked from.
    pub leaves: Vec<Part>,
    pub layout: Arc<PipelineLayout>,
    pub flags: Flags2,
}

/// What became of a create info in the driver.
enum Driver {
    Pipeline(Raster),
    Library(vk::Pipeline, Library),
}

/// The arguments that are the same for all pipelines of a call.
struct Call<'a> {
    data: &'a DeviceData,
    fallback: &'a Fallback,
    cache: vk::PipelineCache,
    allocator: *const vk::AllocationCallbacks<'a>,
}

type Made<T> = Option<Result<T, Error>>;

impl Call<'_> {
    /// # Safety
    /// `program` is valid; `out` is as long and null.
    unsafe fn run(
        &self,
        program: &[vk::GraphicsPipelineCreateInfo],
        kinds: &[Kind],
        out: &mut [vk::Pipeline],
    ) -> vk::Result {
        let started = Instant::now();
        // SAFETY: the caller's promise.
        let mesh: Vec<Made<Mesh>> = program
            .iter()
            .zip(kinds)
            .map(|(info, kind)| match kind {
                Kind::Plain | Kind::Ordinary | Kind::Library => None,
                // SAFETY: the caller's promise.
                Kind::Mesh => Some(unsafe { self.mesh(info) }),
            })
            .collect();
        let (cache, profile) = (&self.fallback.pipelines.lowered, &self.fallback.profile);
        let lower = |mesh: &Made<Mesh>| -> Made<Arc<Lowered>> {
            Some(match mesh.as_ref()? {
                Ok(mesh) => cache.lower(&mesh.shaders, profile).map_err(Error::from),
                Err(error) => Err(error.clone()),
            })
        };
        let lowered: Vec<Made<Arc<Lowered>>> = mesh.par_iter().map(lower).collect();

        let mut compute: Vec<Made<meshwork_gpu::MeshPipeline>> = (0..program.len()).map(|_| None).collect();
        let mut results = Vec::new();
        let (gpu, pipeline_cache) = (&self.fallback.gpu, self.cache);
        rayon::in_place_scope(|scope| {
            for ((mesh, lowered), compute) in mesh.iter().zip(&lowered).zip(&mut compute) {
                if let (Some(Ok(mesh)), Some(Ok(lowered))) = (mesh, lowered) {
                    scope.spawn(move |_| *compute = Some(mesh.compute(gpu, pipeline_cache, lowered)));
                }
            }
            // On this thread: the program's allocation callbacks may be bound to it.
            // SAFETY: the caller's promise.
            results = unsafe { self.driver(program, kinds, &mesh, &lowered) };
        });

        let made = results.into_iter().zip(&mesh).zip(compute).map(|((raster, mesh), compute)| {
            let mesh = mesh.as_ref().and_then(|mesh| mesh.as_ref().ok());
            self.join(raster, mesh, compute)
        });
        // SAFETY: the caller's promise.
        unsafe {
            let result = self.publish(program, made.collect(), out);
            let mesh = program.iter().zip(kinds).filter(|(_, kind)| **kind == Kind::Mesh);
            mesh.for_each(|(info, _)| feedback(info, started));
            result
        }
    }

    /// Hands the pipelines to the program, up to a failure at which it wants the call to return.
    ///
    /// # Safety
    /// As [`Self::run`].
    unsafe fn publish(
        &self,
        program: &[vk::GraphicsPipelineCreateInfo],
        made: Vec<Result<vk::Pipeline, Error>>,
        out: &mut [vk::Pipeline],
    ) -> vk::Result {
        let mut result = vk::Result::SUCCESS;
        let mut stopped = false;
        for ((info, made), out) in program.iter().zip(made).zip(out) {
            match made {
                Ok(raw) if stopped => self.destroy(raw),
                Ok(raw) => *out = raw,
                Err(_) if stopped => {}
                Err(error) => {
                    if error.is_news() {
                        self.fallback.pipelines.tell(&error);
                    }
                    // An error counts more than a compilation that would have been required.
                    if result == vk::Result::SUCCESS || result == vk::Result::PIPELINE_COMPILE_REQUIRED {
                        result = error.vk_result();
                    }
                    // SAFETY: the caller's promise.
                    stopped = unsafe { flags(info) }.contains(Flags2::EARLY_RETURN_ON_FAILURE);
                }
            }
        }
        result
    }

    /// # Safety
    /// `info` is valid.
    unsafe fn mesh(&self, info: &vk::GraphicsPipelineCreateInfo) -> Result<Mesh, Error> {
        let objects = &self.fallback.objects;
        // SAFETY: the caller's promise.
        let (own, leaves) = unsafe {
            (
                Stages::of(objects, libraries::stages(info), info.p_next)?,
                libraries::linked(&self.fallback.pipelines, info),
            )
        };
        // Where the libraries have all layouts, none need be given. Task and mesh shaders see that of their own part.
        let of_library = || leaves.iter().find(|part| part.leaf.stages.mesh.is_some())?.leaf.layout.clone();
        let layout = objects.pipeline_layouts.get(info.layout).or_else(of_library);
        // Task and mesh shaders stand where the rasterization state stands.
        let library = leaves.iter().find(|part| part.leaf.stages.mesh.is_some());
        // SAFETY: the caller's promise, and a leaf holds what its state points to.
        let provoking_vertex = unsafe {
            match library {
                Some(part) => provoking_vertex(&part.leaf.info.info()),
                None => provoking_vertex(info),
            }
        };
        let stages = leaves.iter().fold(own, |stages, part| stages.with(&part.leaf.stages));
        Ok(Mesh {
            options: stages.options,
            shaders: Shaders::new(stages, provoking_vertex)?,
            layout: layout.ok_or(Error::Malformed("a mesh pipeline without a pipeline layout"))?,
            leaves,
            // SAFETY: the caller's promise.
            flags: unsafe { flags(info) },
        })
    }

    /// The driver's graphics pipelines and libraries, in order.
    ///
    /// # Safety
    /// `program` is valid.
    unsafe fn driver(
        &self,
        program: &[vk::GraphicsPipelineCreateInfo],
        kinds: &[Kind],
        mesh: &[Made<Mesh>],
        lowered: &[Made<Arc<Lowered>>],
    ) -> Vec<Result<Driver, Error>> {
        let mut made: Vec<Result<Driver, Error>> = Vec::new();
        for (((program, kind), mesh), lowered) in program.iter().zip(kinds).zip(mesh).zip(lowered) {
            let mut info = *program;
            // SAFETY: the caller's promise.
            let derived = unsafe { flags(program) }.contains(Flags2::DERIVATIVE) && program.base_pipeline_index >= 0;
            // The index counts in the program's call, which this one is a part of.
            let base = derived.then(|| made.get(program.base_pipeline_index as usize)).flatten();
            if let Some(Ok(base)) = base {
                (info.base_pipeline_handle, info.base_pipeline_index) = (base.raw(), -1);
            }
            made.push(match (mesh, lowered, base) {
                (_, Some(Err(error)), _) => Err(error.clone()),
                (_, _, Some(Err(error))) => Err(Error::Base(error.vk_result())),
                // SAFETY: the caller's promise.
                (Some(Ok(mesh)), Some(Ok(lowered)), _) => unsafe {
                    let maker = Maker {
                        data: self.data,
                        objects: &self.fallback.objects,
                        cache: self.cache,
                        shaders: &mesh.shaders,
                        lowered,
                        flags: mesh.flags,
                    };
                    maker.create(&info, &mesh.leaves, self.allocator).map(Driver::Pipeline)
                },
                // SAFETY: the caller's promise.
                _ if *kind == Kind::Library => unsafe {
                    libraries::create(self.data, self.fallback, self.cache, &info, self.allocator)
                        .map(|(raw, library)| Driver::Library(raw, library))
                },
                // SAFETY: the caller's promise.
                _ => unsafe {
                    raster::create_ordinary(self.data, &self.fallback.objects, self.cache, &info, self.allocator)
                        .map(|raw| Driver::Pipeline(Raster { raw, libraries: Vec::new() }))
                },
            });
        }
        made
    }

    /// Puts the two sides of a pipeline together.
    fn join(
        &self,
        driver: Result<Driver, Error>,
        mesh: Option<&Mesh>,
        compute: Made<meshwork_gpu::MeshPipeline>,
    ) -> Result<vk::Pipeline, Error> {
        let (raw, libraries) = match driver? {
            Driver::Library(raw, library) => {
                self.fallback.pipelines.libraries.insert(raw, library);
                return Ok(raw);
            }
            Driver::Pipeline(Raster { raw, libraries }) => (raw, libraries),
        };
        let Some(mesh) = mesh else { return Ok(raw) };
        match compute {
            Some(Ok(compute)) => {
                let layout = mesh.layout.clone();
                let data = MeshPipelineData { mesh: Arc::new(compute), layout, _libraries: libraries, objects: None };
                self.fallback.pipelines.mesh.insert(raw, data);
                Ok(raw)
            }
            Some(Err(error)) => {
                self.destroy(raw);
                Err(error)
            }
            None => unreachable!("a mesh pipeline whose raster side was created has been lowered"),
        }
    }

    fn destroy(&self, raw: vk::Pipeline) {
        self.fallback.pipelines.forget(raw);
        // SAFETY: made in this call, with these callbacks, and not given to the program.
        unsafe { (self.data.fns.fp_v1_0().destroy_pipeline)(self.data.fns.handle(), raw, self.allocator) };
    }
}

impl Driver {
    fn raw(&self) -> vk::Pipeline {
        match self {
            Self::Pipeline(raster) => raster.raw,
            Self::Library(raw, _) => *raw,
        }
    }
}

impl Mesh {
    /// The compute side.
    pub fn compute(
        &self,
        gpu: &meshwork_gpu::Context,
        cache: vk::PipelineCache,
        lowered: &Lowered,
    ) -> Result<meshwork_gpu::MeshPipeline, Error> {
        let null = vk::DescriptorSetLayout::null();
        let set_layouts: Vec<_> = self.layout.sets.iter().map(|set| set.as_ref().map_or(null, |set| set.raw)).collect();
        let kept = Flags2::DESCRIPTOR_BUFFER_EXT
            | Flags2::FAIL_ON_PIPELINE_COMPILE_REQUIRED
            | Flags2::DISABLE_OPTIMIZATION
            | Flags2::CAPTURE_STATISTICS
            | Flags2::CAPTURE_INTERNAL_REPRESENTATIONS;
        Ok(gpu.create_mesh_pipeline(meshwork_gpu::MeshPipelineDesc {
            task: lowered.task.as_deref(),
            mesh: &lowered.mesh,
            task_options: self.options.task,
            mesh_options: self.options.mesh,
            record: lowered.layout.clone(),
            merges_draws: lowered.merges_draws,
            set_layouts: &set_layouts,
            cache,
            flags: vk::PipelineCreateFlags::from_raw((self.flags & kept).as_raw() as u32),
        })?)
    }
}

/// Makes the feedback of a mesh pipeline true: one duration for all of it, and nothing said about its stages, which the driver
/// has not.
///
/// # Safety
/// `info` is valid.
pub unsafe fn feedback(info: &vk::GraphicsPipelineCreateInfo, started: Instant) {
    // SAFETY: the caller's promise; the pointers of this structure are outputs.
    unsafe {
        let Some(feedback) = chain::find::<vk::PipelineCreationFeedbackCreateInfo>(info.p_next) else { return };
        *feedback.p_pipeline_creation_feedback = vk::PipelineCreationFeedback {
            flags: vk::PipelineCreationFeedbackFlags::VALID,
            duration: started.elapsed().as_nanos() as u64,
        };
        for stage in 0..feedback.pipeline_stage_creation_feedback_count as usize {
            *feedback.p_pipeline_stage_creation_feedbacks.add(stage) = vk::PipelineCreationFeedback::default();
        }
    }
}
