//! The cases, by topic.

mod payload;

use crate::case::Case;

pub fn all() -> impl Iterator<Item = &'static Case> {
    let topics = [payload::CASES];
    topics.into_iter().flatten()
}
