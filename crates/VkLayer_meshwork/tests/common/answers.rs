//! A Vulkan program that finds out what the layer does to it.

use std::ffi::{CStr, c_void};

use ash::{ext, khr, vk};
use serde::{Deserialize, Serialize};

use super::{Asks, LIBRARY};

#[derive(Default, Serialize, Deserialize)]
pub struct Answers {
    pub layer_is_loaded: bool,
    pub extensions: Vec<String>,
    pub task_shader: bool,
    pub mesh_shader: bool,
    pub multiview: bool,
    pub mesh_queries: bool,
    pub shading_rate: bool,
    pub max_views: u32,
    /// Of [`COMMANDS`], those that `vkGetDeviceProcAddr` answers with a function of the layer.
    pub hooked: Vec<String>,
    /// Results of creating mesh pipelines.
    pub pipelines: Vec<String>,
    /// The same, by eight threads at once.
    pub pipelines_by_threads: Vec<Vec<String>>,
    /// Results of creating others of a module with mesh shaders.
    pub ordinary_pipelines: Vec<String>,
    /// What commands that take addresses wrote.
    pub written: Vec<u32>,
    /// The file that the layer wrote.
    #[serde(default)]
    pub statistics: serde_json::Value,
    /// Errors of the validation layer.
    #[serde(default)]
    pub validation: String,
}

/// `vkGetDeviceProcAddr` and `vkDestroyDevice` are not among them: the loader answers with its own.
const COMMANDS: &[&CStr] = &[
    c"vkCreateBuffer",
    c"vkCreateGraphicsPipelines",
    c"vkCreateRenderPass2",
    c"vkCmdDraw",
    c"vkCmdDrawMeshTasksEXT",
    c"vkCmdPipelineBarrier",
    c"vkQueueSubmit",
];

impl Answers {
    pub fn find(asks: &Asks) -> Self {
        let mut answers = Self::default();
        // SAFETY: a plain Vulkan program; every object is used while it lives.
        unsafe {
            let entry = ash::Entry::load().expect("loader");
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_0);
            let info = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&info, None).expect("instance");
            let physical_device = instance.enumerate_physical_devices().expect("devices")[0];
            answers.layer_is_loaded = layer_addresses().is_some();
            answers.ask_physical_device(&instance, physical_device);
            answers.ask_device(&instance, physical_device, asks);
            if asks.address_commands {
                answers.written = super::addresses::written(&instance, physical_device);
            }
            instance.destroy_instance(None);
        }
        answers
    }

    unsafe fn ask_physical_device(&mut self, instance: &ash::Instance, physical_device: vk::PhysicalDevice) {
        // SAFETY: as in `find`.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical_device) }.expect("list");
        let names = extensions.iter().map(|extension| extension.extension_name_as_c_str().expect("name"));
        self.extensions = names.map(|name| name.to_string_lossy().into_owned()).collect();
        // One too few is told as such, and nothing of the layer's stands among its own extensions.
        let list = instance.fp_v1_0().enumerate_device_extension_properties;
        let mut room = vec![vk::ExtensionProperties::default(); extensions.len()];
        let mut count = extensions.len() as u32 - 1;
        // SAFETY: as in `find`; `room` has `count` elements.
        unsafe {
            let result = list(physical_device, std::ptr::null(), &mut count, room.as_mut_ptr());
            assert_eq!((result, count as usize), (vk::Result::INCOMPLETE, extensions.len() - 1));
            let layer = c"VK_LAYER_MESHWORK_mesh_shader".as_ptr();
            assert_eq!(list(physical_device, layer, &mut count, std::ptr::null_mut()), vk::Result::SUCCESS);
            assert_eq!(count, 0);
        }
        if !self.has(ext::mesh_shader::NAME) {
            return;
        }
        let mut features = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut chain = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12).push_next(&mut features);
        let mut properties = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
        let mut chain_of_properties = vk::PhysicalDeviceProperties2::default().push_next(&mut properties);
        // SAFETY: as in `find`.
        unsafe {
            instance.get_physical_device_features2(physical_device, &mut chain);
            instance.get_physical_device_properties2(physical_device, &mut chain_of_properties);
        }
        self.task_shader = features.task_shader == vk::TRUE;
        self.mesh_shader = features.mesh_shader == vk::TRUE;
        self.multiview = features.multiview_mesh_shader == vk::TRUE;
        self.mesh_queries = features.mesh_shader_queries == vk::TRUE;
        self.shading_rate = features.primitive_fragment_shading_rate_mesh_shader == vk::TRUE;
        self.max_views = properties.max_mesh_multiview_view_count;
        assert!(v12.buffer_device_address == vk::TRUE, "the rest of the chain is filled");
        assert!(properties.max_mesh_output_vertices >= 256);
    }

    fn has(&self, extension: &CStr) -> bool {
        self.extensions.iter().any(|name| name.as_bytes() == extension.to_bytes())
    }

    unsafe fn ask_device(&mut self, instance: &ash::Instance, physical_device: vk::PhysicalDevice, asks: &Asks) {
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let feedback = self.has(ext::pipeline_creation_feedback::NAME);
        let mut names = vec![ext::mesh_shader::NAME.as_ptr()];
        if feedback {
            names.push(ext::pipeline_creation_feedback::NAME.as_ptr());
        }
        let mut features = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().task_shader(true).mesh_shader(true);
        let mut rates = vk::PhysicalDeviceFragmentShadingRateFeaturesKHR::default();
        if self.shading_rate {
            // With what it depends on, on a device of Vulkan 1.0.
            names.push(khr::fragment_shading_rate::NAME.as_ptr());
            rates.primitive_fragment_shading_rate = vk::TRUE;
            features.primitive_fragment_shading_rate_mesh_shader = vk::TRUE;
        }
        let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queues);
        let mesh_shaders = asks.mesh_shaders && self.has(ext::mesh_shader::NAME);
        if mesh_shaders {
            info = info.enabled_extension_names(&names).push_next(&mut features);
        }
        if mesh_shaders && self.shading_rate {
            info = info.push_next(&mut rates);
        }
        // SAFETY: as in `find`.
        unsafe {
            let device = instance.create_device(physical_device, &info, None).expect("device");
            let layer = layer_addresses().unwrap_or(0..0);
            let is_hooked = |name: &&&CStr| {
                let function = (instance.fp_v1_0().get_device_proc_addr)(device.handle(), name.as_ptr());
                function.is_some_and(|function| layer.contains(&(function as *const c_void as usize)))
            };
            self.hooked = COMMANDS.iter().filter(is_hooked).map(|name| name.to_string_lossy().into_owned()).collect();
            if mesh_shaders {
                let rate = self.shading_rate;
                self.pipelines = super::pipelines::create(&device, feedback, rate);
                self.pipelines_by_threads = std::thread::scope(|scope| {
                    let created = || super::pipelines::create(&device, feedback, rate);
                    let threads = [(); 8].map(|()| scope.spawn(created));
                    threads.map(|thread| thread.join().expect("a thread that creates pipelines")).to_vec()
                });
                self.ordinary_pipelines = super::pipelines::create_ordinary(&device);
            }
            device.destroy_device(None);
        }
    }
}

/// Where the layer's library lies in this process.
fn layer_addresses() -> Option<std::ops::Range<usize>> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let ranges = maps.lines().filter(|line| line.ends_with(LIBRARY)).filter_map(|line| {
        let (start, end) = line.split_once(' ')?.0.split_once('-')?;
        Some((usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?))
    });
    ranges.reduce(|all, range| (all.0.min(range.0), all.1.max(range.1))).map(|(start, end)| start..end)
}
