//! A picture drawn by a child process, since driver and layers are chosen by the environment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::report::Statistics;
use super::{picture, read_json, read_statistics};
use crate::driver::Driver;
use crate::environment::{Environment, VALIDATION_LAYER};
use crate::error::{Error, OnFile, Result};
use crate::output::to_json;

/// One of the ways to a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// The stages that a primitive shader was compiled of.
    Glsl,
    /// The driver's mesh shaders.
    Native,
    /// The layer's.
    Fallback,
}

impl Way {
    pub fn name(self) -> &'static str {
        match self {
            Self::Glsl => "glsl",
            Self::Native => "native",
            Self::Fallback => "fallback",
        }
    }
}

/// Where a child leaves what it drew, and what it finds.
#[derive(clap::Args)]
pub struct ResultArgs {
    #[arg(long)]
    image: PathBuf,
    #[arg(long)]
    report: PathBuf,
    /// For messages.
    #[arg(long)]
    pub driver_label: String,
    /// A layer that must be there: the loader passes over the environment's ones that it does not find.
    #[arg(long)]
    pub layer: Option<String>,
}

impl ResultArgs {
    /// What the child ends with.
    pub fn write(&self, picture: &image::RgbaImage, report: &impl Serialize) -> Result<()> {
        picture::save(picture, &self.image)?;
        std::fs::write(&self.report, to_json(report)?).on_file("write", &self.report)
    }
}

/// What lies under a child.
pub struct Ground<'a> {
    pub driver: &'a Driver,
    pub validate: bool,
    /// With [`Way::Glsl`] for a device that has mesh shaders by it alone.
    pub layer: bool,
}

impl Ground<'_> {
    /// Draws by a child that these arguments start; gives its report, and what the layer counted if it drew.
    pub fn draw<T: DeserializeOwned>(
        &self,
        way: Way,
        arguments: impl IntoIterator<Item = OsString>,
        image: &Path,
    ) -> Result<(T, Option<Statistics>)> {
        let mut environment = Environment::new(self.driver.clone())?.with_validation(self.validate);
        if self.layer {
            environment = environment.with_layer("on");
        }
        let report = environment.scratch_file("report.json");
        let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
        let mut command = Command::new(&program);
        command.args(arguments).arg("--image").arg(image).arg("--report").arg(&report);
        command.args(["--driver-label", &self.driver.label()]);
        command.args(self.validate.then_some(["--layer", VALIDATION_LAYER]).into_iter().flatten());
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
        let statistics = (way == Way::Fallback).then(|| read_statistics(&environment.statistics_file())).transpose()?;
        Ok((read_json(&report)?, statistics))
    }
}
