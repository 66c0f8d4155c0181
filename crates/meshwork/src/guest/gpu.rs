//! A device that runs one compute shader over buffers of words, and images.

use ash::vk;
use meshwork_rdna2::launch::Resources;
use meshwork_rdna2::translate::{Host, LdsPlace};

use super::images::GuestImages;
use super::launch::slots;
use super::render::program_set;
use super::translate::{Wanted, compute_host_of};
use crate::error::{Error, Result};
use crate::render::{self, Bound, Buffer, Scope};

pub struct Gpu {
    pub name: String,
    pub host: Host,
    gpu: render::Gpu,
}

/// Memory of workgroups, by its address.
pub struct Slots<'a> {
    pub address: u64,
    _scope: Scope<'a>,
}

/// Images, and what has the memory that their texels are in.
type GuestTexels<'a> = (&'a GuestImages, &'a Resources);

impl Gpu {
    /// `driver` is for messages.
    pub fn open(driver: &str, wanted: Wanted) -> Result<Self> {
        let gpu = render::Gpu::open_for_compute(driver, |has| {
            vk::PhysicalDeviceFeatures::default().shader_float64(has.shader_float64 != 0)
        })?;
        if wanted.lds == LdsPlace::Buffer && !gpu.has_memory_model {
            return Err(Error::Lacks { device: gpu.name.clone(), what: "the feature vulkanMemoryModel" });
        }
        let host = wanted.of(compute_host_of(&gpu));
        Ok(Self { name: gpu.name.clone(), host, gpu })
    }

    /// Slots of so many words for so many workgroups.
    pub fn slots(&self, words: u32, groups: usize) -> Result<Slots<'_>> {
        let scope = self.gpu.scope();
        let slots = slots(&self.gpu, words, groups)?;
        Ok(Slots { address: slots.address, _scope: scope })
    }

    /// Runs `main` of a compute shader, `groups` in x, over storage buffers of set 0, binding by place. They hold what it left.
    pub fn run(&self, module: &[u32], groups: u32, buffers: &mut [Vec<u32>]) -> Result<()> {
        self.run_dispatches(module, &[(0, groups)], buffers, None)
    }

    /// The same, one workgroup after the other, with images that have their texels from the first buffer, guest memory.
    pub fn run_in_order(
        &self,
        module: &[u32],
        groups: u32,
        buffers: &mut [Vec<u32>],
        images: GuestTexels<'_>,
    ) -> Result<()> {
        let dispatches: Vec<_> = (0..groups).map(|group| (group, 1)).collect();
        self.run_dispatches(module, &dispatches, buffers, Some(images))
    }

    /// Dispatches of workgroups from a number on.
    fn run_dispatches(
        &self,
        module: &[u32],
        dispatches: &[(u32, u32)],
        buffers: &mut [Vec<u32>],
        images: Option<GuestTexels<'_>>,
    ) -> Result<()> {
        let (gpu, _scope) = (&self.gpu, self.gpu.scope());
        let (stage, usage) = (vk::ShaderStageFlags::COMPUTE, vk::BufferUsageFlags::STORAGE_BUFFER);
        let usage = usage | vk::BufferUsageFlags::TRANSFER_DST;
        let made = buffers.iter().map(|words| gpu.shared_bytes(bytemuck::cast_slice(words), usage));
        let made = made.collect::<Result<Vec<Buffer>>>()?;
        let bound: Vec<_> = (0..).zip(&made).map(|(binding, buffer)| Bound::whole(binding, buffer)).collect();
        let mut bound = vec![gpu.bound_set(&bound, stage)?];
        let mut written = Vec::new();
        if let Some((guest, resources)) = images.filter(|(guest, _)| !guest.is_empty()) {
            let (layout, set, raw) = program_set(gpu, guest, resources, stage)?;
            bound.push((layout, set));
            let all = guest.images.iter().zip(raw);
            written.extend(all.filter(|(image, _)| image.is_written).map(|(image, raw)| (image, raw, resources)));
        }
        let (layouts, sets): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
        let layout = gpu.pipeline_layout(&layouts, &[])?;
        let flags = vk::PipelineCreateFlags::DISPATCH_BASE;
        let pipeline = gpu.compute_pipeline(bytemuck::cast_slice(module), flags, layout)?;
        gpu.run(|commands| {
            let (device, compute) = (&gpu.device, vk::PipelineBindPoint::COMPUTE);
            // SAFETY: recording; pipeline, layout and sets are this device's and fit together.
            unsafe {
                device.cmd_bind_pipeline(commands, compute, pipeline);
                device.cmd_bind_descriptor_sets(commands, compute, layout, 0, &sets, &[]);
            }
            for &(first, count) in dispatches {
                // SAFETY: recording, with a pipeline and its sets bound.
                unsafe { device.cmd_dispatch_base(commands, first, 0, 0, count, 1, 1) };
                next_sees(device, commands, vk::PipelineStageFlags::COMPUTE_SHADER);
            }
            for &(image, raw, resources) in &written {
                // SAFETY: recording; the image is the guest's, and the first buffer is its memory.
                unsafe { image.bring_back(device, commands, raw, made[0].raw, resources.memory.base) };
            }
            next_sees(device, commands, vk::PipelineStageFlags::HOST);
        })?;
        for (words, buffer) in buffers.iter_mut().zip(&made) {
            let (found, count): (Vec<u32>, _) = (gpu.read(buffer)?, words.len());
            words.copy_from_slice(&found[..count]);
        }
        Ok(())
    }
}

/// What was written is there for the next dispatch, or for the host.
fn next_sees(device: &ash::Device, commands: vk::CommandBuffer, next: vk::PipelineStageFlags) {
    let barrier = [vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
        .dst_access_mask(match next {
            vk::PipelineStageFlags::HOST => vk::AccessFlags::HOST_READ,
            _ => vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE,
        })];
    let from = vk::PipelineStageFlags::COMPUTE_SHADER | vk::PipelineStageFlags::TRANSFER;
    // SAFETY: recording, outside a render pass.
    unsafe { device.cmd_pipeline_barrier(commands, from, next, vk::DependencyFlags::empty(), &barrier, &[], &[]) };
}
