//! [`super::Frame::Capture`]: for each workgroup a word that says whether output space was asked for, the vertices, the primitives,
//! a word unused; then for each target of [`super::export_targets`] and each thread a mask of the components that were exported, and
//! four words of them. The buffer is zero before.

use meshwork_spirv::Id;

use super::{Translator, binding};
use crate::emit::{Bit, Word};
use crate::instruction::ExportTarget;

#[derive(Default)]
pub struct Capture {
    buffer: Option<Id>,
    /// The workgroup's first word.
    first: Option<Word>,
}

const HEADER: u32 = 4;
const THREAD: u32 = 5;

/// Words of a workgroup with so many threads and targets.
pub const fn capture_words(threads: u32, targets: u32) -> u32 {
    HEADER + targets * threads * THREAD
}

impl Translator<'_> {
    pub(super) fn begin_capture(&mut self) {
        let buffer = self.word_buffer("capture", binding::CAPTURE);
        self.places.capture.buffer = Some(buffer);
        let targets = super::export_targets(self.program).len() as u32;
        let (group, size) = (self.group(), self.emit.word(capture_words(self.threads(), targets)));
        self.places.capture.first = Some(self.emit.mul(group, size));
    }

    fn capture_word(&mut self, at: Word, value: Word) {
        if let (Some(buffer), Some(first)) = (self.places.capture.buffer, self.places.capture.first) {
            let at = self.emit.add(first, at);
            self.store_buffer_word(buffer, at, value);
        }
    }

    /// Components that were exported before stay.
    fn capture_mask(&mut self, at: Word, mask: u32) {
        if let (Some(buffer), Some(first)) = (self.places.capture.buffer, self.places.capture.first) {
            let at = self.emit.add(first, at);
            let (before, own) = (self.load_buffer_word(buffer, at), self.emit.word(mask));
            let mask = self.emit.or(before, own);
            self.store_buffer_word(buffer, at, mask);
        }
    }

    pub(super) fn capture_allocation(&mut self, vertices: Word, primitives: Word) {
        let is_first = self.is_first();
        let merge = self.emit.begin_if(is_first);
        let one = self.emit.word(1);
        for (n, value) in [one, vertices, primitives].into_iter().enumerate() {
            let at = self.emit.word(n as u32);
            self.capture_word(at, value);
        }
        self.emit.end_if(merge);
    }

    pub(super) fn capture_export(&mut self, target: ExportTarget, values: [Option<Word>; 4], n: usize, on: Bit) {
        let targets = super::export_targets(self.program);
        let place = targets.iter().position(|&other| other == target).unwrap_or(0) as u32;
        let thread = self.thread_number(n);
        let size = self.emit.word(THREAD);
        let at = self.emit.mul(thread, size);
        let at = self.emit.add_constant(at, HEADER + place * self.threads() * THREAD);
        let merge = self.emit.begin_if(on);
        let mask = (0..4).filter(|&n| values[n].is_some()).fold(0, |mask, n| mask | 1 << n);
        self.capture_mask(at, mask);
        for (component, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                let at = self.emit.add_constant(at, 1 + component as u32);
                self.capture_word(at, value);
            }
        }
        self.emit.end_if(merge);
    }
}
