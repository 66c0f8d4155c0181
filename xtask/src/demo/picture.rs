//! Two pictures of one scene, compared.

use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage, RgbaImage};

use crate::error::{Error, Result};

pub struct Comparison {
    pub pixels: u64,
    pub pixels_different: u64,
    /// White where the pictures differ, the first picture darkened elsewhere.
    pub difference: PathBuf,
}

/// Compares two pictures in `folder` and writes the third there.
pub fn compare(folder: &Path, first: &Path, second: &Path, difference: &Path) -> Result<Comparison> {
    let (first, second) = (open(&folder.join(first))?, open(&folder.join(second))?);
    let (pixels_different, picture) = difference_of(&first, &second);
    let path = folder.join(difference);
    picture.save(&path).map_err(|source| Error::Picture { path, source })?;
    let pixels = u64::from(first.width()) * u64::from(first.height());
    Ok(Comparison { pixels, pixels_different, difference: difference.to_path_buf() })
}

fn open(path: &Path) -> Result<RgbaImage> {
    let picture = image::open(path).map_err(|source| Error::Picture { path: path.to_path_buf(), source })?;
    Ok(picture.into_rgba8())
}

fn difference_of(first: &RgbaImage, second: &RgbaImage) -> (u64, RgbImage) {
    let mut different = 0;
    let picture = RgbImage::from_fn(first.width(), first.height(), |x, y| {
        let pixel = first.get_pixel(x, y);
        // A picture of another size differs wherever it has no pixel.
        if second.get_pixel_checked(x, y) == Some(pixel) {
            Rgb([pixel[0] / 4, pixel[1] / 4, pixel[2] / 4])
        } else {
            different += 1;
            Rgb([255; 3])
        }
    });
    (different, picture)
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn a_single_pixel_is_found() {
        let first = RgbaImage::from_pixel(3, 2, Rgba([80, 40, 0, 255]));
        let mut second = first.clone();
        assert_eq!(difference_of(&first, &second).0, 0);
        second.put_pixel(2, 1, Rgba([80, 40, 1, 255]));
        let (different, picture) = difference_of(&first, &second);
        assert_eq!(
            (different, picture.get_pixel(2, 1), picture.get_pixel(0, 0)),
            (1, &Rgb([255; 3]), &Rgb([20, 10, 0]))
        );
    }
}
