//! The targets and the results buffer of a case, and the way back to the host.

use std::cell::RefCell;

use ash::vk;

use crate::case::{Case, Targets};
use crate::commands::Commands;
use crate::descriptor::{Binding, Resource, STAGES, push_range};
use crate::error::{During, Error, Result};
use crate::gpu::Gpu;
use crate::picture::{COLOR_FORMAT, Picture, SIZE};
use crate::resource::{Buffer, Image, ImageDesc};

/// Words of push constants in the default layout.
pub const PUSH_WORDS: u32 = 16;

/// Everything that a case can use.
pub struct Frame<'a> {
    pub gpu: Gpu<'a>,
    pub case: &'a Case,
    pub color: Image,
    /// What is drawn into where `color` is only resolved to.
    pub multisampled: Option<Image>,
    pub depth: Option<Image>,
    /// Set 0, binding 0 of the default layout.
    pub results: Buffer,
    pub set_layout: vk::DescriptorSetLayout,
    pub set: vk::DescriptorSet,
    pub layout: vk::PipelineLayout,
    captured: RefCell<Vec<Buffer>>,
}

impl<'a> Frame<'a> {
    pub fn new(gpu: Gpu<'a>, case: &'a Case) -> Result<Self> {
        let desc = ImageDesc {
            format: COLOR_FORMAT,
            size: SIZE,
            layers: case.layers,
            samples: vk::SampleCountFlags::TYPE_1,
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC,
        };
        let color = gpu.image(desc)?;
        let multisampled = match case.samples {
            vk::SampleCountFlags::TYPE_1 => None,
            samples => Some(gpu.image(ImageDesc { samples, ..desc })?),
        };
        let depth_format = match case.targets {
            Targets::Color => None,
            Targets::ColorDepth => Some(vk::Format::D32_SFLOAT_S8_UINT),
            Targets::DepthOnly => Some(vk::Format::D32_SFLOAT),
        };
        let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
        let depth = depth_format.map(|format| gpu.image(ImageDesc { format, usage, samples: case.samples, ..desc }));
        let results = gpu.buffer(case.results)?;
        let set_layout = gpu.set_layout(&[Binding::new(vk::DescriptorType::STORAGE_BUFFER)])?;
        let set = gpu.set(set_layout, &[(0, 0, Resource::Storage(&results))])?;
        let layout = gpu.layout(&[set_layout], &[push_range(STAGES, 0, PUSH_WORDS)])?;
        let depth = depth.transpose()?;
        let captured = RefCell::new(vec![results]);
        let frame = Self { gpu, case, color, multisampled, depth, results, set_layout, set, layout, captured };
        frame.submit(|c| frame.prepare_targets(c))?;
        Ok(frame)
    }

    fn prepare_targets(&self, c: &Commands<'_>) {
        let (undefined, color) = (vk::ImageLayout::UNDEFINED, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        c.transition(&self.color, undefined, color);
        if let Some(image) = &self.multisampled {
            c.transition(image, undefined, color);
        }
        if let Some(image) = &self.depth {
            c.transition(image, undefined, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
        }
    }

    /// Stages of the push constants of the default layout.
    pub fn push_stages(&self) -> vk::ShaderStageFlags {
        STAGES
    }

    /// Makes a buffer part of what is compared.
    pub fn capture(&self, buffer: &Buffer) {
        self.captured.borrow_mut().push(*buffer);
    }

    /// Records one command buffer.
    pub fn record(
        &self,
        flags: vk::CommandBufferUsageFlags,
        record: impl FnOnce(&Commands<'_>),
    ) -> Result<vk::CommandBuffer> {
        self.record_at(vk::CommandBufferLevel::PRIMARY, &vk::CommandBufferBeginInfo::default().flags(flags), record)
    }

    /// Records a secondary command buffer.
    pub fn record_secondary(
        &self,
        flags: vk::CommandBufferUsageFlags,
        inheritance: &vk::CommandBufferInheritanceInfo<'_>,
        record: impl FnOnce(&Commands<'_>),
    ) -> Result<vk::CommandBuffer> {
        let info = vk::CommandBufferBeginInfo::default().flags(flags).inheritance_info(inheritance);
        self.record_at(vk::CommandBufferLevel::SECONDARY, &info, record)
    }

    fn record_at(
        &self,
        level: vk::CommandBufferLevel,
        begin: &vk::CommandBufferBeginInfo<'_>,
        record: impl FnOnce(&Commands<'_>),
    ) -> Result<vk::CommandBuffer> {
        let (device, pool) = (&self.gpu.device, self.gpu.pool);
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).level(level).command_buffer_count(1);
        // SAFETY: the pool is used by this thread alone.
        let raw = unsafe { device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0];
        // SAFETY: the command buffer was just made.
        unsafe { device.begin_command_buffer(raw, begin) }.during("vkBeginCommandBuffer")?;
        record(&Commands { frame: self, raw });
        // SAFETY: it is being recorded.
        unsafe { device.end_command_buffer(raw) }.during("vkEndCommandBuffer")?;
        Ok(raw)
    }

    /// Records one command buffer and runs it to its end.
    pub fn submit(&self, record: impl FnOnce(&Commands<'_>)) -> Result<()> {
        let commands = self.record(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT, record)?;
        self.gpu.submit(&[commands])
    }

    pub fn picture(&self) -> Result<Picture> {
        let (image, layout) = match (&self.depth, self.case.targets) {
            (Some(depth), Targets::DepthOnly) => (depth, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL),
            _ => (&self.color, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL),
        };
        let pixels = self.gpu.buffer((SIZE * SIZE * image.layers) as usize)?;
        self.submit(|c| {
            c.transition(image, layout, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
            c.copy_to_buffer(image, &pixels);
        })?;
        let words = self.gpu.read(&pixels)?;
        Ok(match self.case.targets {
            Targets::DepthOnly => Picture::from_depth(&words),
            _ => Picture::from_color(&words),
        })
    }

    /// All that was captured.
    pub fn words(&self) -> Result<Vec<u32>> {
        let captured = self.captured.borrow();
        let words: Result<Vec<_>> = captured.iter().map(|buffer| self.gpu.read(buffer)).collect();
        Ok(words?.concat())
    }

    /// Compares what the case knows with what it found.
    pub fn expect(&self, what: &'static str, expected: u64, found: u64) -> Result<()> {
        if expected == found { Ok(()) } else { Err(Error::Unexpected { what, expected, found }) }
    }
}
