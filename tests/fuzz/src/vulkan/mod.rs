//! Vulkan: two devices that play cases.

mod gpu;
mod pipeline;
mod player;
mod record;
mod target;

pub use gpu::LAYER;
pub use player::{Outcome, Player};
