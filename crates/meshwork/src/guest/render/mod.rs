//! `meshwork render-guest`: a primitive shader's draw as three pictures. The GLSL that it was compiled of, drawn as it is; the
//! translated mesh shader, by the driver's mesh shaders; the same through the layer. What differs from the first is counted.
//!
//! Only a variant that was compiled without linking stages can be compared: otherwise the compiler moved work between the stages, and
//! the fragment shader of the GLSL is not the one that belongs to the program.

pub mod child;
mod format;
mod scene;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;

use crate::Outcome;
use crate::driver::Driver;
use crate::environment::{Environment, VALIDATION_LAYER};
use crate::error::{Error, OnFile, Result};
use crate::output::{print, print_json};
use crate::render::{Size, picture, read_json, read_statistics};

use child::{ChildArgs, ChildReport};
pub use scene::choose_features;

#[derive(clap::Args)]
pub struct RenderGuestArgs {
    #[command(flatten)]
    case: CaseArgs,
    /// The name that the pictures' names are made from [default: CASE.png]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Whose mesh shaders: the driver's, the layer's, or both one after the other
    #[arg(long, value_enum, default_value_t = PathChoice::Both)]
    path: PathChoice,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    driver: Option<Driver>,
    /// Put the Khronos validation layer below; an error that it reports is a failure
    #[arg(long)]
    validate: bool,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
}

/// What parent and child share.
#[derive(Clone, clap::Args)]
pub struct CaseArgs {
    /// A folder with pipe.json, vert.spv, frag.spv, perhaps geom.spv, and a folder with code.bin and meta.json for the variant
    #[arg(value_name = "CASE_DIR")]
    case: PathBuf,
    /// Compiled without linking stages, so that parameter n is location n
    #[arg(long, value_name = "NAME", default_value = "w32-noopt")]
    variant: String,
    /// Of the random contents of vertex buffers, uniform buffers and push constants
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "512x512")]
    size: Size,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PathChoice {
    Native,
    Fallback,
    Both,
}

/// One of the ways to a picture.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    Glsl,
    Native,
    Fallback,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Glsl => "glsl",
            Self::Native => "native",
            Self::Fallback => "fallback",
        }
    }
}

#[derive(Serialize)]
struct Report {
    case: String,
    variant: String,
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
}

/// A finding where a picture differs from the GLSL's.
pub fn run(args: &RenderGuestArgs) -> Result<Outcome> {
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let name = args.case.case.file_name().unwrap_or_default().to_owned();
    let output = args.output.clone().unwrap_or_else(|| Path::new(&name).with_extension("png"));
    // A driver without mesh shaders draws the GLSL, too, under the layer: the program asks for a device with them.
    let under_layer = args.path == PathChoice::Fallback;
    let glsl = output.with_extension("glsl.png");
    let device = draw(args, &driver, Way::Glsl, under_layer, &glsl)?;
    let expected = picture::open(&glsl)?;

    let compared = |way: Way| -> Result<Compared> {
        let image = output.with_extension(format!("{}.png", way.name()));
        draw(args, &driver, way, way == Way::Fallback, &image)?;
        let comparison = picture::compare(&expected, &picture::open(&image)?)?;
        let difference = output.with_extension(format!("{}.difference.png", way.name()));
        picture::save(&comparison.difference, &difference)?;
        Ok(Compared { image, difference, pixels_different: comparison.pixels_different })
    };
    let native = (args.path != PathChoice::Fallback).then(|| compared(Way::Native)).transpose()?;
    let fallback = (args.path != PathChoice::Native).then(|| compared(Way::Fallback)).transpose()?;
    let report = Report {
        case: name.to_string_lossy().into_owned(),
        variant: args.case.variant.clone(),
        driver: driver.label(),
        device,
        size: [args.case.size.width, args.case.size.height],
        pixels_drawn: expected.pixels().filter(|pixel| pixel.0 != child::BACKGROUND).count() as u64,
        glsl,
        native,
        fallback,
    };
    if args.json {
        print_json(&report)?;
    } else {
        print(&report.text())?;
    }
    let all = [&report.native, &report.fallback];
    let differs = all.into_iter().flatten().any(|compared| compared.pixels_different > 0);
    Ok(if differs { Outcome::Finding } else { Outcome::Done })
}

/// Draws in a child process; returns the device's name.
fn draw(args: &RenderGuestArgs, driver: &Driver, way: Way, under_layer: bool, image: &Path) -> Result<String> {
    let mut environment = Environment::new(driver.clone())?.with_validation(args.validate);
    if under_layer {
        environment = environment.with_layer("on");
    }
    let report = environment.scratch_file("report.json");
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    let layer = args.validate.then_some(VALIDATION_LAYER);
    command.args(ChildArgs::command_line(&args.case, way, image, &report, &driver.label(), layer));
    command.env("MESHWORK_STATISTICS", environment.statistics_file());
    environment.apply(&mut command)?;
    let status = command.status().map_err(|source| Error::Start { program, source })?;

    let messages = environment.validation_messages();
    let errors = messages.lines().filter(|line| line.contains("Validation Error")).count();
    if !messages.is_empty() {
        eprint!("{messages}");
    }
    match status.code() {
        Some(0) => {}
        // It has said why.
        Some(2) => return Err(Error::Reported),
        _ => return Err(Error::Rendering { path: way.name(), status }),
    }
    if errors > 0 {
        return Err(Error::Validation { path: way.name(), count: errors });
    }
    if way == Way::Fallback {
        read_statistics(&environment.statistics_file())?;
    }
    let report: ChildReport = read_json(&report)?;
    Ok(report.device)
}

impl Report {
    fn text(&self) -> String {
        let Self { case, variant, device, pixels_drawn, .. } = self;
        let line = |way: &str, compared: &Compared| {
            format!("{way:<9} {} pixels differ  {}\n", compared.pixels_different, compared.image.display())
        };
        let mut text =
            format!("{case}/{variant} on {device}\nglsl      {pixels_drawn} pixels  {}\n", self.glsl.display());
        text.extend(self.native.iter().map(|compared| line("native", compared)));
        text.extend(self.fallback.iter().map(|compared| line("fallback", compared)));
        text
    }
}
