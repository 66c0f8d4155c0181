//! `meshwork doctor`: what each GPU can do with mesh shaders, and what would be done about it.
//!
//! The devices are asked in a child process, under which there is no layer of ours whatever is installed.

mod vkd3d_proton;

use std::ffi::CStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode};

use ash::{ext, vk};
use meshwork_abi::TargetProfile;
use serde::Serialize;

use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{During, Error, OnFile, Result};
use crate::output::{print, print_json};
use crate::{Outcome, loader};

use vkd3d_proton::{Facts, Vkd3dProton};

#[derive(clap::Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    driver: Option<Driver>,
}

#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[arg(long)]
    driver_label: String,
}

#[derive(clap::Args)]
struct OutputArgs {
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
    /// The first device's profile, as 'meshwork lower --profile' and 'meshwork legalize --profile' read it
    #[arg(long, conflicts_with = "json")]
    profile: bool,
}

/// Starts the child and passes on how it ended.
pub fn run(args: &DoctorArgs) -> Result<ExitCode> {
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    command.arg("doctor-child").arg("--driver-label").arg(driver.label());
    command.args(args.output.json.then_some("--json"));
    command.args(args.output.profile.then_some("--profile"));
    let environment = Environment::new(driver)?;
    environment.apply(&mut command)?;
    let status = command.status().map_err(|source| Error::Start { program, source })?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)))
}

/// A finding where no GPU can draw with mesh shaders.
pub fn run_child(args: &ChildArgs) -> Result<Outcome> {
    let gpus = Gpu::all(&args.driver_label)?;
    if args.output.profile {
        let profile = gpus.iter().find_map(|gpu| gpu.profile.as_ref());
        let lacking = || Error::Lacks { device: gpus[0].device.clone(), what: "what a profile is made of" };
        print_json(profile.ok_or_else(lacking)?)?;
    } else if args.output.json {
        print_json(&Report { driver: &args.driver_label, devices: &gpus })?;
    } else {
        print(&gpus.iter().map(Gpu::to_string).collect::<String>())?;
    }
    let none = gpus.iter().all(|gpu| gpu.mesh_shaders == MeshShaders::None);
    Ok(if none { Outcome::Finding } else { Outcome::Done })
}

#[derive(Serialize)]
struct Report<'a> {
    driver: &'a str,
    devices: &'a [Gpu],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum MeshShaders {
    Native,
    Fallback,
    None,
}

/// What was found out about a device.
#[derive(Serialize)]
struct Gpu {
    device: String,
    driver: String,
    vulkan: String,
    mesh_shaders: MeshShaders,
    /// What the fallback needs and the device lacks.
    missing: Vec<&'static str>,
    subgroup_size: Option<u32>,
    vkd3d_proton: Vkd3dProton,
    #[serde(skip)]
    profile: Option<TargetProfile>,
}

impl Gpu {
    fn all(driver: &str) -> Result<Vec<Self>> {
        let entry = loader::load()?;
        let application =
            vk::ApplicationInfo::default().application_name(c"meshwork doctor").api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create info and all it points to outlive the call.
        let instance = match unsafe { entry.create_instance(&info, None) } {
            Err(vk::Result::ERROR_INCOMPATIBLE_DRIVER) => return Err(Error::NoDevice { driver: driver.to_owned() }),
            other => other.during("vkCreateInstance")?,
        };
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices");
        let gpus = devices.map(|devices| devices.into_iter().map(|device| Self::read(&instance, device)).collect());
        // SAFETY: nothing of the instance is left.
        unsafe { instance.destroy_instance(None) };
        let gpus: Vec<Self> = gpus?;
        if gpus.is_empty() { Err(Error::NoDevice { driver: driver.to_owned() }) } else { Ok(gpus) }
    }

    fn read(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Self {
        // SAFETY: the handle comes from this instance.
        let properties = unsafe { instance.get_physical_device_properties(physical) };
        // SAFETY: as above.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
        let has = |name: &CStr| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));

        let missing = meshwork_gpu::missing_requirements(instance, physical);
        // The structures that follow are of Vulkan 1.2 and of extensions to it.
        let recent = properties.api_version >= vk::API_VERSION_1_2;
        let native = recent && has(ext::mesh_shader::NAME) && has_mesh_feature(instance, physical);
        let mesh_shaders = match (native, missing.is_empty()) {
            (true, _) => MeshShaders::Native,
            (false, true) => MeshShaders::Fallback,
            (false, false) => MeshShaders::None,
        };
        let facts = if recent { Facts::read(instance, physical, has) } else { Facts::default() };
        let profile = recent.then(|| TargetProfile {
            subgroups: Some(meshwork_gpu::subgroup_profile(instance, physical)),
            ..meshwork_gpu::target_profile(instance, physical)
        });
        let [major, minor, patch] = [vk::api_version_major, vk::api_version_minor, vk::api_version_patch]
            .map(|part| part(properties.api_version));
        Self {
            device: properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned(),
            driver: if recent { driver_name(instance, physical) } else { "unknown".into() },
            vulkan: format!("{major}.{minor}.{patch}"),
            mesh_shaders,
            missing,
            subgroup_size: profile.as_ref().map(|profile| profile.subgroup_size),
            vkd3d_proton: Vkd3dProton::decide(mesh_shaders, &facts),
            profile,
        }
    }
}

impl fmt::Display for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.device)?;
        writeln!(f, "  driver          {}, Vulkan {}", self.driver, self.vulkan)?;
        let verdict = match self.mesh_shaders {
            MeshShaders::Native => {
                "native: the layer steps aside (MESHWORK_MODE=on puts the fallback in their place)".into()
            }
            MeshShaders::Fallback => "by the fallback: run programs with 'meshwork run', or install the layer".into(),
            MeshShaders::None => format!("none: the fallback needs {}", self.missing.join(", ")),
        };
        writeln!(f, "  mesh shaders    {verdict}")?;
        if let Some(size) = self.subgroup_size {
            writeln!(f, "  subgroup size   {size}")?;
        }
        let on_off = |on| if on { "on" } else { "off" };
        let decision = &self.vkd3d_proton;
        writeln!(
            f,
            "  vkd3d-proton    mesh shaders {}, generated commands {}",
            on_off(decision.mesh_shaders),
            on_off(decision.generated_commands)
        )?;
        decision.why.iter().try_for_each(|why| writeln!(f, "                  {why}"))
    }
}

/// Name and version of a driver of Vulkan 1.2 or later, for people.
pub fn driver_name(instance: &ash::Instance, physical: vk::PhysicalDevice) -> String {
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: the handle comes from this instance, and the structure from Vulkan 1.2, which the device has.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let text = |name: Result<&CStr, _>| name.unwrap_or_default().to_string_lossy().into_owned();
    let words = [text(driver.driver_name_as_c_str()), text(driver.driver_info_as_c_str())];
    words.join(" ").trim().to_owned()
}

fn has_mesh_feature(instance: &ash::Instance, physical: vk::PhysicalDevice) -> bool {
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut mesh);
    // SAFETY: the handle comes from this instance; the caller found the structure's extension.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    mesh.mesh_shader != 0 && mesh.task_shader != 0
}
