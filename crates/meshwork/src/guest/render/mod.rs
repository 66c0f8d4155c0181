//! `meshwork render --guest`: a primitive shader's draw as three pictures. The GLSL that it was compiled of, drawn as it is; the
//! translated mesh shader, by the driver's mesh shaders; the same through the layer. What differs from the first is counted.
//!
//! Only a variant that was compiled without linking stages can be compared: otherwise the compiler moved work between the stages, and
//! the fragment shader of the GLSL is not the one that belongs to the program.

pub mod child;
mod images;
mod scene;

use std::fmt;
use std::path::{Path, PathBuf};

use meshwork_rdna2::launch::Contents;
use serde::Serialize;

use crate::Outcome;
use crate::driver::Driver;
use crate::error::Result;
use crate::guest::ModeArg;
use crate::guest::case::Variant;
use crate::guest::inputs::visible;
use crate::output::{print, print_json};
use crate::render::{Ground, PathArgs, PathChoice, Size, Way, picture};

use child::{CaseArgs, ChildArgs, ChildReport};
pub use images::program_set;
pub use scene::choose_features;

#[derive(clap::Args)]
pub struct GuestArgs {
    /// A primitive shader's case: a folder with pipe.json, vert.spv, frag.spv, perhaps geom.spv, and a folder with code.bin and
    /// meta.json for the variant
    #[arg(long, value_name = "CASE_DIR", conflicts_with_all = ["scene", "frames", "triangles", "draws"])]
    guest: Option<PathBuf>,
    /// Of the case: compiled without linking stages, so that parameter n is location n
    #[arg(long, value_name = "NAME", default_value = "w32-noopt", requires = "guest", conflicts_with = "scene")]
    variant: String,
    /// Of the random contents of the case's vertex buffers, uniform buffers and push constants [default: the first that shows much]
    // A requirement alone is waived where what it asks for cannot be: beside a scene.
    #[arg(long, requires = "guest", conflicts_with = "scene")]
    seed: Option<u64>,
    /// An invocation is a lane, or the whole wave
    #[arg(long, value_enum, default_value = "lane", requires = "guest", conflicts_with = "scene")]
    mode: ModeArg,
}

#[derive(Serialize)]
struct Report {
    case: String,
    variant: String,
    seed: u64,
    driver: String,
    device: String,
    size: [u32; 2],
    /// Pixels that the GLSL's picture has something in.
    pixels_drawn: u64,
    glsl: PathBuf,
    native: Option<Compared>,
    fallback: Option<Compared>,
}

#[derive(Serialize)]
struct Compared {
    image: PathBuf,
    difference: PathBuf,
    pixels_different: u64,
    /// By more than a channel's last bit: not by the rounding of a colour.
    pixels_beyond_last_bit: u64,
}

/// A finding where a picture differs from the GLSL's, or shows nothing.
pub fn run(args: &GuestArgs, size: Size, how: &PathArgs) -> Result<Outcome> {
    let driver = how.driver.clone().unwrap_or_else(Driver::default_here);
    let case = args.guest.clone().unwrap_or_default();
    let name = case.file_name().unwrap_or_default().to_owned();
    let output = how.output.clone().unwrap_or_else(|| Path::new(&name).with_extension("png"));
    let variant = Variant::of_name(&case, &args.variant)?;
    let (contents, seed) = visible(&variant, args.seed.unwrap_or(1), args.seed.map(|_| 1));
    let mixed = contents == Contents::Mixed;
    let case = CaseArgs { case, variant: args.variant.clone(), seed, mixed, mode: args.mode, size };
    let draw = |way: Way, layer: bool, image: &Path| -> Result<ChildReport> {
        let ground = Ground { driver: &driver, validate: how.validate, layer };
        Ok(ground.draw(way, ChildArgs::command_line(&case, way), image)?.0)
    };
    // A driver without mesh shaders draws the GLSL, too, under the layer: the program asks for a device with them.
    let glsl = output.with_extension("glsl.png");
    let device = draw(Way::Glsl, how.path == PathChoice::Fallback, &glsl)?.device;
    let expected = picture::open(&glsl)?;

    let compared = |way: Way| -> Result<Compared> {
        let image = output.with_extension(format!("{}.png", way.name()));
        draw(way, way == Way::Fallback, &image)?;
        let comparison = picture::compare(&expected, &picture::open(&image)?)?;
        let difference = output.with_extension(format!("{}.difference.png", way.name()));
        picture::save(&comparison.difference, &difference)?;
        let picture::Comparison { pixels_different, pixels_beyond_last_bit, .. } = comparison;
        Ok(Compared { image, difference, pixels_different, pixels_beyond_last_bit })
    };
    let native = (how.path != PathChoice::Fallback).then(|| compared(Way::Native)).transpose()?;
    let fallback = (how.path != PathChoice::Native).then(|| compared(Way::Fallback)).transpose()?;
    let report = Report {
        case: name.to_string_lossy().into_owned(),
        variant: case.variant.clone(),
        seed,
        driver: driver.label(),
        device,
        size: [size.width, size.height],
        pixels_drawn: expected.pixels().filter(|pixel| pixel.0 != child::BACKGROUND).count() as u64,
        glsl,
        native,
        fallback,
    };
    if how.json {
        print_json(&report)?;
    } else {
        print(&report.to_string())?;
    }
    let all = [&report.native, &report.fallback];
    let differs = all.into_iter().flatten().any(|compared| compared.pixels_different > 0);
    Ok(if differs || report.pixels_drawn == 0 { Outcome::Finding } else { Outcome::Done })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, variant, seed, device, pixels_drawn, .. } = self;
        writeln!(
            f,
            "{case}/{variant} with seed {seed} on {device}\nglsl      {pixels_drawn} pixels  {}",
            self.glsl.display()
        )?;
        for (way, compared) in [(Way::Native, &self.native), (Way::Fallback, &self.fallback)] {
            if let Some(Compared { image, pixels_different, pixels_beyond_last_bit, .. }) = compared {
                let (way, image) = (way.name(), image.display());
                writeln!(
                    f,
                    "{way:<9} {pixels_different} pixels differ, {pixels_beyond_last_bit} by more than a last bit  {image}"
                )?;
            }
        }
        Ok(())
    }
}
