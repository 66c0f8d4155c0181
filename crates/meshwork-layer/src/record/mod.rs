//! Recording of command buffers.
//!
//! Mesh work is compute work here, and dispatches may not stand inside a render pass. So everything that the program records
//! inside a pass is kept until the pass ends; then the compute work is recorded, and the pass after it.
//!
//! | room | holds |
//! |---|---|
//! | [`commands`] (generated), [`table`] | every command that may stand in a pass: its arguments, hook and call |
//! | [`extensions`] (generated) | device extensions all of whose commands are in the table, and those that cannot be |
//! | [`memory`], [`list`] | owned copies of arguments; the commands of a pass |
//! | [`state`], [`push`], [`vertex`], [`shader_objects`] | what the program bound |
//! | [`recorder`] | one command buffer |
//! | [`effects`], [`barriers`], [`queries`] | what single commands mean beyond their place in the list |
//! | [`query_parts`] | queries of the driver's that are ended and begun again |
//! | [`outside`] (generated), [`redirect`] | commands that only stand outside passes |
//! | [`addressed`] | commands that take device addresses: they become those that take buffers |
//! | [`events`], [`functions`] | events, which are set outside passes; the driver's functions outside the tables |
//! | [`secondary`] | secondary command buffers that continue a pass: kept, and recorded where they are executed |
//! | [`pass`], [`draw`], [`run`] | beginning and end of passes; mesh draws; which of them share a run |
//! | [`kept`] | passes that are over and wait for the next, with which they may share a hoist |
//! | [`hoist`], [`parts`], [`pieces`], [`steps`] | the compute work before a pass, and in it; the pass, in one piece or several; where it is interrupted |
//! | [`split`], [`render_pass`], [`layers`] | how a piece is begun and ended; pieces on one layer |
//! | [`cut`] | a command buffer in several of the driver's, where the queue's thread reads what a hoist found |
//! | [`log`], [`emit`] | state that is only recorded; commands that the layer records by itself |
//! | [`refusal`], [`deep_copy`] | what cannot be recorded; copies that the registry does not describe |
//!
//! **Invariant:** no command that may stand inside a pass reaches the driver while a pass is being kept.

pub mod commands;
pub mod extensions;
pub mod outside;

mod addressed;
mod barriers;
pub mod cut;
mod deep_copy;
mod draw;
mod effects;
mod emit;
mod events;
mod functions;
mod hoist;
mod kept;
mod layers;
mod list;
mod log;
pub mod memory;
mod parts;
mod pass;
mod pieces;
mod push;
mod queries;
mod query_parts;
pub mod recorder;
mod redirect;
pub mod refusal;
mod render_pass;
pub mod run;
pub mod secondary;
mod shader_objects;
pub mod split;
mod state;
mod steps;
pub mod table;
#[cfg(test)]
mod tests;
mod vertex;

pub use addressed::BESIDE as BESIDE_ADDRESS_COMMANDS;
pub use recorder::Recorder;

use core::ffi::CStr;

use ash::vk;

use crate::command::Pools;
use crate::device::DeviceData;
use crate::hook::Hook;

/// What recording needs of a device.
pub struct Recording {
    pub functions: commands::Functions,
    pub outside: functions::OutsideFunctions,
    pub redirected: outside::Redirected,
    pub pools: Pools,
    pub pieces: render_pass::Pieces,
}

impl Recording {
    /// `load` gives the driver's functions.
    pub fn new(load: impl Fn(&'static CStr) -> vk::PFN_vkVoidFunction) -> Self {
        Self {
            functions: commands::Functions::load(&load),
            outside: functions::OutsideFunctions::load(&load),
            redirected: outside::Redirected::load(&load),
            pools: Pools::default(),
            pieces: render_pass::Pieces::default(),
        }
    }
}

impl Recording {
    /// Destroys the pieces of a render pass that the program destroys.
    pub fn destroy_pieces(&self, data: &DeviceData, raw: vk::RenderPass) {
        self.pieces.retain(|(of, _), piece| {
            if *of == raw {
                // SAFETY: what was recorded with the piece was recorded with the program's render pass.
                unsafe { data.fns.destroy_render_pass(*piece, None) };
            }
            *of != raw
        });
    }

    /// Gives back all that is left when the device goes: the GPU is done with everything.
    pub fn forget_all(&self, data: &DeviceData) {
        crate::command::forget_all(&self.pools);
        self.pieces.retain(|_, piece| {
            // SAFETY: as above.
            unsafe { data.fns.destroy_render_pass(*piece, None) };
            false
        });
    }
}

/// The hooks of all commands that record.
pub fn hooks() -> Vec<Hook> {
    let by_hand = [pass::HOOKS, draw::HOOKS, queries::HOOKS, events::HOOKS];
    let by_hand = by_hand.into_iter().chain(addressed::HOOKS.iter().copied());
    commands::hooks().chain(outside::hooks()).chain(by_hand.flatten().copied()).collect()
}
