//! The cases, by topic.

mod addresses;
mod builtins;
mod control;
mod draws;
mod extensions;
mod hoists;
mod inputs;
mod layers;
mod libraries;
mod limits;
mod local_read;
mod multiview;
mod outputs;
mod passes;
mod payload;
mod queries;
mod query_parts;
mod runs;
mod secondaries;
mod shader_objects;
mod state;
mod subpasses;

use crate::case::Case;

pub fn all() -> impl Iterator<Item = &'static Case> {
    let topics = [
        payload::CASES,
        control::CASES,
        outputs::CASES,
        builtins::CASES,
        draws::CASES,
        addresses::CASES,
        runs::CASES,
        state::CASES,
        passes::CASES,
        hoists::CASES,
        queries::CASES,
        query_parts::CASES,
        secondaries::CASES,
        subpasses::CASES,
        multiview::CASES,
        extensions::CASES,
        libraries::CASES,
        shader_objects::CASES,
        inputs::CASES,
        layers::CASES,
        local_read::CASES,
        limits::CASES,
    ];
    topics.into_iter().flatten()
}

/// Those that run for long.
pub fn large() -> impl Iterator<Item = &'static Case> {
    limits::LARGE_CASES.iter()
}
