//! Every setting of the layer.

use std::sync::LazyLock;

/// When the layer gives a device mesh shaders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Only on devices that have none of their own.
    #[default]
    Auto,
    Off,
    /// Also on devices that have them.
    On,
}

#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub mode: Mode,
}

/// The settings of this process.
pub fn settings() -> &'static Settings {
    static SETTINGS: LazyLock<Settings> = LazyLock::new(|| Settings {
        mode: match std::env::var("MESHWORK_MODE").as_deref() {
            Ok("on") => Mode::On,
            Ok("off") => Mode::Off,
            _ => Mode::Auto,
        },
    });
    &SETTINGS
}
