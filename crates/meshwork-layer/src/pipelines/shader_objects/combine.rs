//! Shaders that are drawn together.

use std::ffi::CString;
use std::sync::Arc;

use ash::vk;
use dashmap::DashMap;
use meshwork_passes::{Lowered, ProvokingVertex};

use super::{Driver, ShaderObject, create_in_driver};
use crate::device::{DeviceData, Fallback};
use crate::hook::Pointer;
use crate::objects::Destroy;
use crate::objects::layouts::{PipelineLayout, driver_ranges};
use crate::pipelines::create::Mesh;
use crate::pipelines::shaders::{Options, Shaders};
use crate::pipelines::{Error, MeshPipelineData};

/// Task, mesh and fragment shader; null where there is none.
type Key = [vk::ShaderEXT; 3];

/// What combinations of shader objects became.
#[derive(Default)]
pub struct Combinations(DashMap<Key, Result<Arc<MeshPipelineData>, Error>>);

/// What the driver draws a combination with.
pub struct LoweredObjects {
    pub vertex: vk::ShaderEXT,
    /// Null without a fragment shader.
    pub fragment: vk::ShaderEXT,
    _own: Vec<Destroy<vk::ShaderEXT>>,
}

impl Combinations {
    pub fn forget(&self, shader: vk::ShaderEXT) {
        self.0.retain(|key, _| !key.contains(&shader));
    }

    /// What a mesh draw with these shaders runs. The first one compiles it; a failure is told once.
    pub fn get(&self, data: &DeviceData, fallback: &Fallback, key: Key) -> Result<Arc<MeshPipelineData>, Error> {
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        // Outside the lock: other threads need not wait, and at worst make the same once more.
        let made = combine(data, fallback, key).map(Arc::new);
        if let Err(error) = &made {
            fallback.pipelines.tell(error);
        }
        self.0.entry(key).or_insert(made).clone()
    }
}

fn combine(data: &DeviceData, fallback: &Fallback, key: Key) -> Result<MeshPipelineData, Error> {
    let [task, mesh, fragment] = key.map(|raw| fallback.pipelines.shader_objects.get(raw));
    let mesh = mesh.ok_or(Error::Malformed("a mesh draw without a mesh shader bound"))?;
    let shader = |object: &Option<Arc<ShaderObject>>| object.as_ref().map(|object| object.shader.clone());
    let shaders = Shaders {
        task: shader(&task),
        mesh: mesh.shader.clone(),
        fragment: shader(&fragment),
        provoking_vertex: ProvokingVertex::Dynamic,
    };
    let options =
        Options { task: task.as_ref().map_or_else(Default::default, |task| task.options), mesh: mesh.options };
    let lowered = fallback.pipelines.lowered.lower(&shaders, &fallback.profile)?;
    // All bound shaders have identically defined sets.
    let layout = Arc::new(PipelineLayout::of_sets(mesh.sets.clone(), mesh.push_constants.clone()));
    let flags = vk::PipelineCreateFlags2KHR::empty();
    let compute = Mesh { shaders, options, leaves: Vec::new(), layout: layout.clone(), flags };
    let compute = compute.compute(&fallback.gpu, vk::PipelineCache::null(), &lowered)?;
    let objects = LoweredObjects::new(data, &mesh, key[2], fragment.as_deref(), &lowered)?;
    Ok(MeshPipelineData { mesh: Arc::new(compute), layout, _libraries: Vec::new(), objects: Some(objects) })
}

impl LoweredObjects {
    fn new(
        data: &DeviceData,
        mesh: &ShaderObject,
        raw_fragment: vk::ShaderEXT,
        fragment: Option<&ShaderObject>,
        lowered: &Lowered,
    ) -> Result<Self, Error> {
        let next = match fragment {
            Some(_) => vk::ShaderStageFlags::FRAGMENT,
            None => vk::ShaderStageFlags::empty(),
        };
        let vertex = vk::ShaderCreateInfoEXT::default().stage(vk::ShaderStageFlags::VERTEX).next_stage(next);
        let mut own = vec![create(data, mesh, vertex.name(c"main"), &lowered.vertex)?];
        let vertex = own[0].raw;
        let raw = match (fragment, &lowered.fragment) {
            (Some(program), Some(words))
                if program.driver != Driver::Whole || *program.shader.module.words != **words =>
            {
                let name = CString::new(program.shader.entry_point.as_bytes());
                let name = name.map_err(|_| Error::Malformed("an entry point's name has a zero in it"))?;
                let constants = program.shader.constants();
                let specialization = constants.info();
                let info = vk::ShaderCreateInfoEXT::default()
                    .flags(program.flags)
                    .stage(vk::ShaderStageFlags::FRAGMENT)
                    .name(&name)
                    .specialization_info(&specialization);
                own.push(create(data, program, info, words)?);
                own[1].raw
            }
            (Some(_), _) => raw_fragment,
            (None, _) => vk::ShaderEXT::null(),
        };
        Ok(Self { vertex, fragment: raw, _own: own })
    }
}

/// A shader of the driver's, with the sets and push constants of one of the program's.
fn create(
    data: &DeviceData,
    like: &ShaderObject,
    info: vk::ShaderCreateInfoEXT,
    words: &[u32],
) -> Result<Destroy<vk::ShaderEXT>, Error> {
    let Some(destroy) = data.next_proc(c"vkDestroyShaderEXT") else {
        return Err(Error::Malformed("shader objects without VK_EXT_shader_object"));
    };
    let null = vk::DescriptorSetLayout::null();
    let sets: Vec<_> = like.sets.iter().map(|set| set.as_ref().map_or(null, |set| set.raw)).collect();
    let ranges = driver_ranges(&like.push_constants);
    let mut info = info.set_layouts(&sets).push_constant_ranges(&ranges);
    info.code_type = vk::ShaderCodeTypeEXT::SPIRV;
    (info.code_size, info.p_code) = (size_of_val(words), words.as_ptr().cast());
    let mut raw = vk::ShaderEXT::null();
    // SAFETY: the words are a module that lowering made; the sets are alive, as `like` has them.
    match unsafe { create_in_driver(data, &[info], core::ptr::null(), &mut raw) } {
        vk::Result::SUCCESS => {
            // SAFETY: the driver's function of this name has this type.
            let function = unsafe { core::mem::transmute::<Pointer, vk::PFN_vkDestroyShaderEXT>(destroy) };
            Ok(Destroy { device: data.fns.handle(), function, raw })
        }
        result => Err(Error::Driver(result)),
    }
}
