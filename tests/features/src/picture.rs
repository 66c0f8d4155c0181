//! What a case drew.

use std::path::Path;

use ash::vk;

use crate::error::{Error, Result};

/// Width and height of every target.
pub const SIZE: u32 = 64;
/// Linear, so that no rounding of a transfer function is part of the comparison.
pub const COLOR_FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;
pub const BACKGROUND: [f32; 4] = [0.125, 0.125, 0.125, 1.0];

/// RGBA, the layers of a target one below the other.
pub struct Picture {
    pub pixels: Vec<[u8; 4]>,
    pub background: [u8; 4],
}

impl Picture {
    pub fn from_color(words: &[u32]) -> Self {
        let background = BACKGROUND.map(|value| (value * 255.0).round() as u8);
        Self { pixels: words.iter().map(|word| word.to_le_bytes()).collect(), background }
    }

    pub fn from_depth(words: &[u32]) -> Self {
        let grey = |word: &u32| {
            let value = (f32::from_bits(*word) * 255.0).round() as u8;
            [value, value, value, 255]
        };
        Self { pixels: words.iter().map(grey).collect(), background: [255; 4] }
    }

    pub fn is_empty(&self) -> bool {
        self.pixels.iter().all(|pixel| *pixel == self.background)
    }

    pub fn red_pixels(&self) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == [255, 0, 0, 255]).count()
    }

    pub fn write(&self, path: &Path) -> Result<()> {
        let height = self.pixels.len() as u32 / SIZE;
        let bytes = self.pixels.as_flattened();
        image::save_buffer(path, bytes, SIZE, height, image::ExtendedColorType::Rgba8)
            .map_err(|source| Error::Picture { path: path.to_owned(), source })
    }
}
