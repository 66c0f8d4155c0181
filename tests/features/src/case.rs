//! What a case is, and how one is run.

use ash::vk;

use crate::commands::CLEAR;
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::gpu::{Adapter, Gpu};
use crate::need::Need;
use crate::picture::Picture;
use crate::pipeline::{SHADING, Shading};

/// One small program. Its name is that of its shaders, too; [`CASE`] has the defaults.
#[derive(Clone, Copy)]
pub struct Case {
    pub name: &'static str,
    pub needs: &'static [Need],
    pub targets: Targets,
    /// Of the colour target.
    pub layers: u32,
    pub samples: vk::SampleCountFlags,
    /// What passes do with depth and stencil at their end.
    pub depth_store: vk::AttachmentStoreOp,
    /// Words of the storage buffer at set 0, binding 0.
    pub results: usize,
    /// The pipeline, push constants and workgroups of [`draw`].
    pub shading: Shading,
    pub push: &'static [u32],
    pub groups: [u32; 3],
    /// Set where native mesh shaders of the oracle are wrong.
    pub native_is_wrong: Option<Wrong>,
    /// What is done with the frame; [`draw`] unless said otherwise.
    pub run: fn(&Frame<'_>) -> Result<()>,
}

pub const CASE: Case = Case {
    name: "",
    needs: &[],
    targets: Targets::Color,
    layers: 1,
    samples: vk::SampleCountFlags::TYPE_1,
    depth_store: vk::AttachmentStoreOp::STORE,
    results: 1024,
    shading: SHADING,
    push: &[],
    groups: [1, 1, 1],
    native_is_wrong: None,
    run: draw,
};

/// Why Mesa 25.0.7's lavapipe does not draw what it should, and which case it should look like.
#[derive(Clone, Copy)]
pub struct Wrong {
    pub why: &'static str,
    pub like: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Targets {
    Color,
    /// With depth and stencil.
    ColorDepth,
    /// The picture shows depth.
    DepthOnly,
}

/// What a case leaves.
pub struct Outcome {
    pub picture: Picture,
    /// The results buffer, then what the case captured, in its order.
    pub words: Vec<u32>,
}

/// One pass with one draw.
pub fn draw(frame: &Frame<'_>) -> Result<()> {
    let pipeline = frame.pipeline(&frame.case.shading)?;
    frame.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[frame.set]);
            if !frame.case.push.is_empty() {
                c.push(&pipeline, frame.push_stages(), 0, frame.case.push);
            }
            c.draw_mesh(frame.case.groups);
        });
    })
}

impl Case {
    pub fn execute(&'static self, adapter: &Adapter) -> Result<Outcome> {
        let frame = Frame::new(Gpu::new(adapter, self.needs)?, self)?;
        (self.run)(&frame)?;
        let picture = frame.picture()?;
        let words = frame.words()?;
        Ok(Outcome { picture, words })
    }
}

impl Outcome {
    /// What must hold of a picture whoever drew it. Shaders paint a failed check red.
    pub fn check(&self) -> Result<()> {
        match self.picture.red_pixels() {
            0 if self.picture.is_empty() => Err(Error::Empty),
            0 => Ok(()),
            count => Err(Error::Red(count)),
        }
    }
}
