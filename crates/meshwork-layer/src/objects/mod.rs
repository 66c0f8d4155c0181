//! Objects of the program that mesh draws need to know about, and the create infos that are rewritten for the driver.
//!
//! Vulkan synchronizes destruction with every use, so a lookup may hand out a shared reference. Drivers may give equal objects
//! one handle, which a [`Table`] counts. An entry goes before its object does: once destroyed, a handle may come back from
//! another thread.

pub mod addresses;
pub mod buffers;
pub mod layouts;
pub mod module_identifiers;
pub mod query_pools;
pub mod render_passes;
pub mod shader_modules;
pub mod targets;
pub mod templates;

use std::hash::Hash;
use std::sync::Arc;

use ash::vk;
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::hook::Hook;

/// Hooks of object creation and destruction, pipelines apart.
pub const HOOKS: &[&[Hook]] = &[
    addresses::HOOKS,
    buffers::HOOKS,
    layouts::HOOKS,
    module_identifiers::HOOKS,
    query_pools::HOOKS,
    render_passes::HOOKS,
    shader_modules::HOOKS,
    targets::HOOKS,
    templates::HOOKS,
];

#[derive(Default)]
pub struct Objects {
    /// Buffers that may hold indirect arguments, or whose address may be asked for.
    pub buffers: Table<vk::Buffer, buffers::Buffer>,
    pub addresses: addresses::Addresses,
    pub set_layouts: Table<vk::DescriptorSetLayout, layouts::SetLayout>,
    pub pipeline_layouts: Table<vk::PipelineLayout, layouts::PipelineLayout>,
    pub templates: Table<vk::DescriptorUpdateTemplate, templates::Template>,
    pub shader_modules: Table<vk::ShaderModule, shader_modules::ShaderModule>,
    pub identifiers: module_identifiers::Identifiers,
    pub render_passes: Table<vk::RenderPass, render_passes::RenderPass>,
    pub image_views: Table<vk::ImageView, targets::ImageView>,
    pub framebuffers: Table<vk::Framebuffer, targets::Framebuffer>,
    /// Those of queries that begin and end.
    pub query_pools: Table<vk::QueryPool, query_pools::QueryPool>,
}

/// What is kept of the objects of one kind.
pub struct Table<H: Eq + Hash, T>(DashMap<H, Counted<T>>);

struct Counted<T> {
    data: Arc<T>,
    /// Objects with this handle.
    objects: u32,
}

impl<H: Eq + Hash, T> Table<H, T> {
    pub fn get(&self, raw: H) -> Option<Arc<T>> {
        self.0.get(&raw).map(|entry| entry.data.clone())
    }

    pub fn insert(&self, raw: H, data: T) {
        match self.0.entry(raw) {
            Entry::Vacant(entry) => {
                entry.insert(Counted { data: Arc::new(data), objects: 1 });
            }
            Entry::Occupied(mut entry) => {
                let counted = entry.get_mut();
                counted.data = Arc::new(data);
                counted.objects += 1;
            }
        }
    }

    /// Forgets one object with this handle; the data goes with the last.
    pub fn remove(&self, raw: H) {
        if let Entry::Occupied(mut entry) = self.0.entry(raw) {
            entry.get_mut().objects -= 1;
            if entry.get().objects == 0 {
                entry.remove();
            }
        }
    }
}

impl<H: Eq + Hash, T> Default for Table<H, T> {
    fn default() -> Self {
        Self(DashMap::new())
    }
}

/// A function of the driver that gives an object back, for data that outlives the program's handle.
pub(crate) struct Destroy<H: Copy> {
    pub device: vk::Device,
    pub function: unsafe extern "system" fn(vk::Device, H, *const vk::AllocationCallbacks<'_>),
    pub raw: H,
}

impl<H: Copy> Drop for Destroy<H> {
    fn drop(&mut self) {
        // SAFETY: the object was created without allocation callbacks, and nothing else destroys it; all data goes before its
        // device does.
        unsafe { (self.function)(self.device, self.raw, core::ptr::null()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_objects_may_share_a_handle() {
        let table = Table::default();
        table.insert(7, "a");
        table.insert(7, "a");
        table.remove(7);
        assert!(table.get(7).is_some());
        table.remove(7);
        table.remove(7);
        assert!(table.get(7).is_none());
    }
}
