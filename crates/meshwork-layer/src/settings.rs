//! Every setting of the layer: its name, what it does, its default, and how its value is read.
//!
//! A setting `mode` is read, in the order of the Khronos layers, from
//! 1. the environment variable `MESHWORK_MODE`,
//! 2. the line `meshwork_mesh_shader.mode = …` of a `vk_layer_settings.txt` (`VK_LAYER_SETTINGS_PATH`, a file or its folder; else
//!    the working directory),
//! 3. the program: `VkLayerSettingsCreateInfoEXT` in the chain of its `VkInstanceCreateInfo`, with the layer's name, for that
//!    instance and its devices;
//!
//! or it has its default. `log` is that of the first instance.

use core::ffi::{CStr, c_char, c_void};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{LazyLock, Once};

use ash::vk;

use crate::LAYER_NAME;
use crate::chain::{self, array};

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
    /// Where it is not as the device has it faster.
    pub vertex_input: Option<bool>,
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
            vertex_input: None,
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
        name: "vertex_input",
        values: "auto, 0, 1",
        default: "auto",
        docs: "how lowered vertex shaders get at vertices: 0: by address; 1: as vertex input; auto: by address on GPUs of NVIDIA, where that is faster",
        set: |settings, value| {
            let chosen = if value == "auto" { Some(None) } else { switch(value).map(Some) };
            store(&mut settings.vertex_input, chosen)
        },
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

impl Settings {
    /// Those of an instance, whose create info has this chain.
    ///
    /// # Safety
    /// The chain is valid.
    pub unsafe fn of_instance(chain: *const c_void) -> Self {
        static FILE: LazyLock<HashMap<String, String>> = LazyLock::new(|| settings_file().unwrap_or_default());
        static LOG: Once = Once::new();
        // SAFETY: the caller's promise.
        let program = unsafe { of_program(chain) };
        let (settings, problems) = read(|name| {
            let sources = [std::env::var(variable(name)).ok(), FILE.get(name).cloned(), program.get(name).cloned()];
            sources.into_iter().flatten().find(|value| !value.is_empty())
        });
        LOG.call_once(|| start_log(settings.log));
        problems.iter().for_each(|problem| tracing::warn!("{problem}"));
        settings
    }
}

/// What a program sets for this layer.
///
/// # Safety
/// The chain is valid.
unsafe fn of_program(chain: *const c_void) -> HashMap<String, String> {
    // SAFETY: the caller's promise, here and below.
    let Some(info) = (unsafe { chain::find::<vk::LayerSettingsCreateInfoEXT>(chain) }) else { return HashMap::new() };
    // SAFETY: as above.
    let settings = unsafe { array::<vk::LayerSettingEXT>(info.p_settings.cast(), info.setting_count) };
    // SAFETY: names are strings.
    let name = |name| unsafe { CStr::from_ptr(name) };
    let ours = settings.iter().filter(|setting| name(setting.p_layer_name) == LAYER_NAME);
    // SAFETY: as above.
    let text = |setting: &vk::LayerSettingEXT| unsafe { text_of(setting) };
    ours.map(|setting| (name(setting.p_setting_name).to_string_lossy().into_owned(), text(setting))).collect()
}

/// A setting's value as the environment would have it. Several values are written after each other, which no setting takes.
///
/// # Safety
/// The setting is valid.
unsafe fn text_of(setting: &vk::LayerSettingEXT) -> String {
    /// # Safety
    /// As above, with values of this type.
    unsafe fn all<T: Copy>(setting: &vk::LayerSettingEXT, text: impl Fn(T) -> String) -> String {
        // SAFETY: the caller's promise.
        let values = unsafe { array::<T>(setting.p_values.cast(), setting.value_count) };
        values.iter().map(|&value| text(value)).collect::<Vec<_>>().join(",")
    }
    use vk::LayerSettingTypeEXT as Type;
    // SAFETY: the type says what the values are.
    unsafe {
        match setting.ty {
            Type::BOOL32 => all(setting, |value: vk::Bool32| u32::from(value != vk::FALSE).to_string()),
            Type::INT32 => all(setting, |value: i32| value.to_string()),
            Type::INT64 => all(setting, |value: i64| value.to_string()),
            Type::UINT32 => all(setting, |value: u32| value.to_string()),
            Type::UINT64 => all(setting, |value: u64| value.to_string()),
            Type::FLOAT32 => all(setting, |value: f32| value.to_string()),
            Type::FLOAT64 => all(setting, |value: f64| value.to_string()),
            Type::STRING => all(setting, |value: *const c_char| CStr::from_ptr(value).to_string_lossy().into_owned()),
            other => format!("a value of type {}", other.as_raw()),
        }
    }
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
        if let Some(value) = source(setting.name)
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
            ("vertex_input", "0"),
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
            vertex_input: Some(false),
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
        assert_eq!(manifest["layer"]["instance_extensions"][0]["name"], "VK_EXT_layer_settings");
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
    fn what_a_program_sets_is_read_by_its_type() {
        let (on, seven, no, other) = ([c"on".as_ptr()], [7_u64], [vk::FALSE], [5_i32, 6]);
        let settings = [
            vk::LayerSettingEXT::default().layer_name(LAYER_NAME).setting_name(c"mode"),
            vk::LayerSettingEXT::default().layer_name(LAYER_NAME).setting_name(c"step_workgroups"),
            vk::LayerSettingEXT::default().layer_name(LAYER_NAME).setting_name(c"readback"),
            vk::LayerSettingEXT::default().layer_name(LAYER_NAME).setting_name(c"memory"),
            vk::LayerSettingEXT::default().layer_name(c"VK_LAYER_KHRONOS_validation").setting_name(c"runs"),
        ];
        let values = [
            (vk::LayerSettingTypeEXT::STRING, 1, on.as_ptr().cast::<c_void>()),
            (vk::LayerSettingTypeEXT::UINT64, 1, seven.as_ptr().cast()),
            (vk::LayerSettingTypeEXT::BOOL32, 1, no.as_ptr().cast()),
            (vk::LayerSettingTypeEXT::INT32, 2, other.as_ptr().cast()),
            (vk::LayerSettingTypeEXT::BOOL32, 1, no.as_ptr().cast()),
        ];
        let settings: Vec<_> = settings
            .into_iter()
            .zip(values)
            .map(|(setting, (ty, value_count, p_values))| vk::LayerSettingEXT { ty, value_count, p_values, ..setting })
            .collect();
        let info = vk::LayerSettingsCreateInfoEXT::default().settings(&settings);
        // SAFETY: a valid chain.
        let found = unsafe { of_program((&raw const info).cast()) };
        let expected = [("mode", "on"), ("step_workgroups", "7"), ("readback", "0"), ("memory", "5,6")];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        let (settings, problems) = read(|name| found.get(name).cloned());
        assert_eq!((settings.mode, settings.step_workgroups, settings.readback), (Mode::On, 7, false));
        assert_eq!(problems.len(), 1, "{problems:?}");
    }

    #[test]
    fn the_khronos_settings_file() {
        let file =
            parse_settings_file("# comment\nmeshwork_mesh_shader.mode = on # here\nkhronos_validation.fine = 1\n");
        assert_eq!(file, HashMap::from([("mode".to_owned(), "on".to_owned())]));
    }
}
