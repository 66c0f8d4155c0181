//! Pictures in files, and comparing two of them.

use std::path::Path;

use image::{ImageFormat, Rgba, RgbaImage};

use crate::error::{Error, Result};

/// Brightness of a differing pixel in the difference picture is at least this, so that a last-bit difference shows.
const VISIBLE: u8 = 96;

/// Writes a PNG, whatever the file's name.
pub fn save(picture: &RgbaImage, path: &Path) -> Result<()> {
    let saved = picture.save_with_format(path, ImageFormat::Png);
    saved.map_err(|source| Error::WritePicture { path: path.to_owned(), source })
}

pub fn open(path: &Path) -> Result<RgbaImage> {
    let error = |source| Error::ReadPicture { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(|source| error(source.into()))?;
    Ok(image::load_from_memory_with_format(&bytes, ImageFormat::Png).map_err(error)?.into_rgba8())
}

pub struct Comparison {
    /// Pixels in which any channel differs.
    pub pixels_different: u64,
    /// Pixels in which any channel differs by more than its last bit.
    pub pixels_beyond_last_bit: u64,
    /// Black where the pictures agree, bright where they do not.
    pub difference: RgbaImage,
}

/// Compares two pictures of the same size.
pub fn compare(left: &RgbaImage, right: &RgbaImage) -> Result<Comparison> {
    if left.dimensions() != right.dimensions() {
        return Err(Error::PictureSizes { left: left.dimensions(), right: right.dimensions() });
    }
    let (mut pixels_different, mut pixels_beyond_last_bit) = (0, 0);
    let mut difference = RgbaImage::from_pixel(left.width(), left.height(), Rgba([0, 0, 0, 255]));
    for ((l, r), out) in left.pixels().zip(right.pixels()).zip(difference.pixels_mut()) {
        if l != r {
            pixels_different += 1;
            pixels_beyond_last_bit += u64::from((0..4).any(|index| l[index].abs_diff(r[index]) > 1));
            let channel = |index: usize| l[index].abs_diff(r[index]).saturating_add(VISIBLE);
            *out = Rgba([channel(0), channel(1), channel(2), 255]);
        }
    }
    Ok(Comparison { pixels_different, pixels_beyond_last_bit, difference })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shows_a_last_bit_difference() {
        let left = RgbaImage::from_pixel(4, 2, Rgba([10, 20, 30, 255]));
        let mut right = left.clone();
        right.put_pixel(3, 1, Rgba([10, 21, 30, 255]));
        right.put_pixel(2, 1, Rgba([10, 20, 32, 255]));
        let comparison = compare(&left, &right).expect("same size");
        assert_eq!((comparison.pixels_different, comparison.pixels_beyond_last_bit), (2, 1));
        assert_eq!(comparison.difference.get_pixel(3, 1), &Rgba([96, 97, 96, 255]));
        assert_eq!(comparison.difference.get_pixel(0, 0), &Rgba([0, 0, 0, 255]));
    }

    #[test]
    fn refuses_different_sizes() {
        assert!(compare(&RgbaImage::new(4, 2), &RgbaImage::new(2, 4)).is_err());
    }
}
