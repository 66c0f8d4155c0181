//! Copies whose shape the registry does not describe: which pointer of a descriptor write counts depends on its type.

use core::ffi::c_void;

use ash::vk;
use smallvec::SmallVec;
use vk::DescriptorType as Type;

use super::memory::Memory;
use super::refusal::Refusal;
use super::table::{Own, own_chain};
use crate::objects::templates::Template;

/// The member of a descriptor write that describes descriptors of a type.
enum Describes {
    Image,
    Buffer,
    TexelBuffer,
    /// A structure in the chain.
    Chain,
}

impl Describes {
    fn of(descriptor: Type) -> Self {
        match descriptor {
            Type::UNIFORM_TEXEL_BUFFER | Type::STORAGE_TEXEL_BUFFER => Self::TexelBuffer,
            Type::UNIFORM_BUFFER
            | Type::STORAGE_BUFFER
            | Type::UNIFORM_BUFFER_DYNAMIC
            | Type::STORAGE_BUFFER_DYNAMIC => Self::Buffer,
            Type::INLINE_UNIFORM_BLOCK | Type::ACCELERATION_STRUCTURE_KHR | Type::ACCELERATION_STRUCTURE_NV => {
                Self::Chain
            }
            _ => Self::Image,
        }
    }
}

impl Own for vk::WriteDescriptorSet<'_> {
    unsafe fn own(&mut self, memory: &mut Memory) -> Result<(), Refusal> {
        let (images, buffers, views) = (self.p_image_info, self.p_buffer_info, self.p_texel_buffer_view);
        self.p_image_info = core::ptr::null();
        self.p_buffer_info = core::ptr::null();
        self.p_texel_buffer_view = core::ptr::null();
        // SAFETY: the caller's promise; the other pointers may be anything.
        unsafe {
            self.p_next = own_chain(self.p_next, memory)?;
            match Describes::of(self.descriptor_type) {
                Describes::Image => self.p_image_info = memory.slice(images, self.descriptor_count)?,
                Describes::Buffer => self.p_buffer_info = memory.slice(buffers, self.descriptor_count)?,
                Describes::TexelBuffer => self.p_texel_buffer_view = memory.slice(views, self.descriptor_count)?,
                Describes::Chain => {}
            }
        }
        Ok(())
    }
}

/// The descriptor writes that a push with a template means, with all they point to in `memory`.
///
/// # Safety
/// `data` fits the template.
pub unsafe fn template_writes(
    template: &Template,
    data: *const c_void,
    memory: &mut Memory,
) -> Result<SmallVec<[vk::WriteDescriptorSet<'static>; 8]>, Refusal> {
    let mut writes = SmallVec::new();
    for entry in &template.entries {
        let mut write = vk::WriteDescriptorSet::default()
            .dst_binding(entry.dst_binding)
            .dst_array_element(entry.dst_array_element)
            .descriptor_type(entry.descriptor_type);
        write.descriptor_count = entry.descriptor_count;
        // SAFETY: the caller's promise.
        let from = unsafe { data.cast::<u8>().add(entry.offset) };
        // SAFETY: as above.
        unsafe {
            match Describes::of(entry.descriptor_type) {
                Describes::Image => write.p_image_info = gather(memory, from, entry),
                Describes::Buffer => write.p_buffer_info = gather(memory, from, entry),
                Describes::TexelBuffer => write.p_texel_buffer_view = gather(memory, from, entry),
                Describes::Chain if entry.descriptor_type == Type::ACCELERATION_STRUCTURE_KHR => {
                    let chained = vk::WriteDescriptorSetAccelerationStructureKHR {
                        acceleration_structure_count: entry.descriptor_count,
                        p_acceleration_structures: gather(memory, from, entry),
                        ..Default::default()
                    };
                    write.p_next = memory.keep(chained).cast_const().cast();
                }
                // Inline uniform blocks cannot be pushed (VkDescriptorSetLayoutCreateInfo, push descriptors).
                Describes::Chain => return Err(Refusal::Unsupported("this descriptor type in a push with a template")),
            }
        }
        writes.push(write);
    }
    Ok(writes)
}

/// An entry's descriptors, one after the other.
///
/// # Safety
/// `from` has the entry's count of `T` at the entry's stride.
unsafe fn gather<T: Copy>(memory: &mut Memory, from: *const u8, entry: &vk::DescriptorUpdateTemplateEntry) -> *const T {
    // SAFETY: the caller's promise; the program's data need not be aligned.
    let elements = (0..entry.descriptor_count as usize)
        .map(|i| unsafe { from.add(i * entry.stride).cast::<T>().read_unaligned() });
    let elements: SmallVec<[T; 16]> = elements.collect();
    memory.keep_slice(&elements)
}
