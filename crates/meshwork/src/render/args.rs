//! What is drawn: the arguments that parent and child share.

use std::ffi::OsString;
use std::str::FromStr;

use crate::scenes;

#[derive(Clone, clap::Args)]
pub struct SceneArgs {
    /// triangle, meshlets, grass, prepass, blend, one-triangle, many-small, per-primitive, or a .glb, .gltf or .obj file
    #[arg(value_name = "SCENE|FILE")]
    pub scene: scenes::Name,
    #[command(flatten)]
    pub form: FormArgs,
}

#[derive(Clone, Copy, clap::Args)]
pub struct FormArgs {
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "960x540")]
    pub size: Size,
    /// Triangles of the scenes 'meshlets' and 'per-primitive', about
    #[arg(long, hide = true, value_parser = clap::value_parser!(u32).range(1_000..=100_000_000))]
    pub triangles: Option<u32>,
    /// Draws of the scenes 'prepass', 'one-triangle' and 'many-small'
    #[arg(long, hide = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub draws: Option<u32>,
}

impl SceneArgs {
    /// The command line that gives these arguments.
    pub fn command_line(&self) -> Vec<OsString> {
        let FormArgs { size, triangles, draws } = self.form;
        let mut line = vec![OsString::from(self.scene.to_string()), "--size".into(), size.to_string().into()];
        for (name, value) in [("--triangles", triangles), ("--draws", draws)] {
            if let Some(value) = value {
                line.extend([name.into(), value.to_string().into()]);
            }
        }
        line
    }

    pub fn options(&self) -> scenes::Options {
        scenes::Options { triangles: self.form.triangles, draws: self.form.draws }
    }
}

/// Width and height of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// Every Vulkan device takes framebuffers of this size (`maxFramebufferWidth`).
const MAX_SIZE: u32 = 4096;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse().ok().filter(|number| (1..=MAX_SIZE).contains(number));
        let parsed = text
            .split_once('x')
            .and_then(|(width, height)| Some(Self { width: parse(width)?, height: parse(height)? }));
        parsed.ok_or_else(|| format!("write WIDTHxHEIGHT, as in 960x540, each from 1 to {MAX_SIZE}"))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers_within_the_limit() {
        assert_eq!("960x540".parse(), Ok(Size { width: 960, height: 540 }));
        for bad in ["", "960", "0x1", "1x0", "5000x10", "-1x4", "1x2x3", "axb"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
