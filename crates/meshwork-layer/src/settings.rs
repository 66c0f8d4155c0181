//! Every setting of the layer: its name, what it does, its default, and how its value is read.
//!
//! A setting `mode` is read, in this order, from the environment variable `MESHWORK_MODE`, from the line
//! `meshwork_mesh_shader.mode = …` of a `vk_layer_settings.txt` (`VK_LAYER_SETTINGS_PATH`, a file or its folder; else the working
//! directory), or it has its default.

use std::collections::HashMap;
use std::path::PathBuf;
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

/// What mesh draws share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runs {
    /// Neighbours with the same state share their dispatches.
    #[default]
    Shared,
    /// Each draw has dispatches of its own; those of a pass share barriers.
    Apart,
    /// Each draw has dispatches and barriers of its own, for which its pass is interrupted.
    PerDraw,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub mode: Mode,
    pub log: tracing::Level,
    pub statistics: Option<PathBuf>,
    /// Bytes.
    pub memory: u64,
    pub step_workgroups: u32,
    pub runs: Runs,
    pub readback: bool,
    pub time_hoists: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::Auto,
            log: tracing::Level::WARN,
            statistics: None,
            memory: 1 << 30,
            step_workgroups: u32::MAX,
            runs: Runs::Shared,
            readback: true,
            time_hoists: false,
        }
    }
}

/// One documented setting.
pub struct Setting {
    pub name: &'static str,
    pub values: &'static str,
    pub default: &'static str,
    pub docs: &'static str,
    /// Writes the parsed value; false where it has none of the accepted forms.
    set: fn(&mut Settings, &str) -> bool,
}

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "mode",
        values: "auto, off, on",
        default: "auto",
        docs: "auto: mesh shaders for devices that have none; on: also where the driver has its own (for drivers that hang)",
        set: |settings, value| {
            store(
                &mut settings.mode,
                match value {
                    "auto" => Some(Mode::Auto),
                    "off" => Some(Mode::Off),
                    "on" => Some(Mode::On),
                    _ => None,
                },
            )
        },
    },
    Setting {
        name: "log",
        values: "error, warn, info, debug, trace",
        default: "warn",
        docs: "what is written to the standard error stream; info tells for each device what the layer does there",
        set: |settings, value| store(&mut settings.log, value.parse().ok()),
    },
    Setting {
        name: "statistics",
        values: "a file",
        default: "none",
        docs: "a JSON object written when a device is destroyed",
        set: |settings, value| store(&mut settings.statistics, Some(Some(PathBuf::from(value)))),
    },
    Setting {
        name: "memory",
        values: "MiB, 1 or more",
        default: "1024",
        docs: "ceiling of the layer's device memory; a render pass takes half of it at most, and runs in several steps where it needs more",
        set: |settings, value| {
            store(
                &mut settings.memory,
                value.parse::<u32>().ok().filter(|mib| *mib > 0).map(|mib| u64::from(mib) << 20),
            )
        },
    },
    Setting {
        name: "step_workgroups",
        values: "1 or more",
        default: "no limit",
        docs: "for tests: at most this many task and mesh workgroups in one step",
        set: |settings, value| store(&mut settings.step_workgroups, value.parse().ok().filter(|count| *count > 0)),
    },
    Setting {
        name: "runs",
        values: "1, 0, per-draw",
        default: "1",
        docs: "0: every draw is a dispatch of its own instead of sharing one with its neighbours; per-draw: its pass is even interrupted for it (to measure by)",
        set: |settings, value| {
            store(
                &mut settings.runs,
                match value {
                    "1" => Some(Runs::Shared),
                    "0" => Some(Runs::Apart),
                    "per-draw" => Some(Runs::PerDraw),
                    _ => None,
                },
            )
        },
    },
    Setting {
        name: "readback",
        values: "0, 1",
        default: "1",
        docs: "0: command buffers are submitted in one piece, without reading back how many mesh workgroups there are; sudden growth may then lose some, which is logged",
        set: |settings, value| store(&mut settings.readback, switch(value)),
    },
    Setting {
        name: "time_hoists",
        values: "0, 1",
        default: "0",
        docs: "1: the GPU time of compute work that is moved before passes is measured, for the statistics",
        set: |settings, value| store(&mut settings.time_hoists, switch(value)),
    },
];

/// The value of a setting that is on or off.
fn switch(value: &str) -> Option<bool> {
    match value {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn store<T>(target: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *target = value;
            true
        }
        None => false,
    }
}

/// The settings of this process, read once.
pub fn settings() -> &'static Settings {
    static READ: LazyLock<Settings> = LazyLock::new(|| {
        let file = settings_file().unwrap_or_default();
        let (settings, problems) = read(|name| std::env::var(variable(name)).ok().or_else(|| file.get(name).cloned()));
        start_log(settings.log);
        for problem in problems {
            tracing::warn!("{problem}");
        }
        settings
    });
    &READ
}

/// The environment variable of a setting.
pub fn variable(name: &str) -> String {
    format!("MESHWORK_{}", name.to_ascii_uppercase())
}

/// Settings from `source`, and a line for each value that none of its setting's forms fits.
fn read(source: impl Fn(&str) -> Option<String>) -> (Settings, Vec<String>) {
    let mut settings = Settings::default();
    let mut problems = Vec::new();
    for setting in SETTINGS {
        if let Some(value) = source(setting.name).filter(|value| !value.is_empty())
            && !(setting.set)(&mut settings, &value)
        {
            let variable = variable(setting.name);
            problems.push(format!("{variable}={value} is not understood (values: {}); it is ignored", setting.values));
        }
    }
    (settings, problems)
}

/// The lines of `vk_layer_settings.txt` that are for this layer.
fn settings_file() -> Option<HashMap<String, String>> {
    let mut path = std::env::var_os("VK_LAYER_SETTINGS_PATH").map_or_else(PathBuf::new, PathBuf::from);
    if !path.is_file() {
        path.push("vk_layer_settings.txt");
    }
    Some(parse_settings_file(&std::fs::read_to_string(path).ok()?))
}

fn parse_settings_file(text: &str) -> HashMap<String, String> {
    let pairs = text.lines().filter_map(|line| {
        let (name, value) = line.split('#').next()?.split_once('=')?;
        Some((name.trim().strip_prefix("meshwork_mesh_shader.")?.to_owned(), value.trim().to_owned()))
    });
    pairs.collect()
}

fn start_log(level: tracing::Level) {
    // An error means that there is one: tests share a process.
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .without_time()
        .with_ansi(false)
        .try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_read() {
        let values = HashMap::from([
            ("mode", "on"),
            ("log", "debug"),
            ("statistics", "out.json"),
            ("memory", "3"),
            ("step_workgroups", "7"),
            ("runs", "0"),
            ("readback", "0"),
            ("time_hoists", "1"),
        ]);
        assert!(SETTINGS.iter().all(|setting| values.contains_key(setting.name)));
        let (settings, problems) = read(|name| values.get(name).map(|value| (*value).to_owned()));
        assert!(problems.is_empty());
        let expected = Settings {
            mode: Mode::On,
            log: tracing::Level::DEBUG,
            statistics: Some("out.json".into()),
            memory: 3 << 20,
            step_workgroups: 7,
            runs: Runs::Apart,
            readback: false,
            time_hoists: true,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn a_bad_value_is_named_and_ignored() {
        let (settings, problems) = read(|name| (name == "memory").then(|| "0".to_owned()));
        assert_eq!(settings, Settings::default());
        assert_eq!(problems, ["MESHWORK_MEMORY=0 is not understood (values: MiB, 1 or more); it is ignored"]);
    }

    #[test]
    fn the_manifest_has_the_same_settings() {
        let manifest = include_str!("../../VkLayer_meshwork/VkLayer_meshwork.json");
        let manifest: serde_json::Value = serde_json::from_str(manifest).expect("the manifest is JSON");
        let listed = manifest["layer"]["features"]["settings"].as_array().expect("settings");
        assert_eq!(listed.len(), SETTINGS.len());
        for (listed, setting) in listed.iter().zip(SETTINGS) {
            assert_eq!(listed["key"], setting.name);
            assert_eq!(listed["env"], variable(setting.name));
            assert_eq!(listed["description"], setting.docs);
            let values = listed["flags"].as_array().into_iter().flatten();
            let values: Vec<_> = values.filter_map(|value| value["key"].as_str()).collect();
            assert!(values.is_empty() || values.join(", ") == setting.values, "{}", setting.name);
        }
    }

    #[test]
    fn the_khronos_settings_file() {
        let file =
            parse_settings_file("# comment\nmeshwork_mesh_shader.mode = on # here\nkhronos_validation.fine = 1\n");
        assert_eq!(file, HashMap::from([("mode".to_owned(), "on".to_owned())]));
    }
}
