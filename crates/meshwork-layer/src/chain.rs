//! `pNext` chains that the layer changes, without touching the program's memory.

mod structures;

use core::ffi::c_void;
use core::ptr::null_mut;

use ash::vk;
use vk::TaggedStructure;

use crate::address_commands::PhysicalDeviceDeviceAddressCommandsFeaturesKHR as Addresses;
use structures::size_of_structure;

/// A copy of a `pNext` chain. Structures that it points to are the program's still.
#[derive(Default)]
pub struct Chain {
    /// Each a whole structure, aligned as any Vulkan structure.
    structures: Vec<Box<[u64]>>,
}

/// The first members of every structure in a chain.
#[repr(C)]
struct Header {
    s_type: vk::StructureType,
    p_next: *mut c_void,
}

impl Chain {
    /// Copies the structures that `keep` answers true for. One whose size is unknown is left out and logged: its extension is
    /// newer than the ones that the layer lets through.
    ///
    /// # Safety
    /// `p_next` is a valid chain.
    pub unsafe fn copy(p_next: *const c_void, keep: impl Fn(vk::StructureType) -> bool) -> Self {
        let mut chain = Self::default();
        let mut next = p_next.cast::<Header>();
        // SAFETY: each structure of a chain begins with a header, and is as large as its type says.
        while let Some(header) = unsafe { next.as_ref() } {
            if keep(header.s_type) {
                match structure_size(header.s_type) {
                    // SAFETY: as above.
                    Some(bytes) => chain.structures.push(unsafe { copy_bytes(next.cast(), bytes) }),
                    None => tracing::warn!("a structure of type {} is unknown and left out", header.s_type.as_raw()),
                }
            }
            next = header.p_next.cast();
        }
        chain
    }

    /// The structure of this type, if the chain has one.
    pub fn get_mut<T: TaggedStructure>(&mut self) -> Option<&mut T> {
        let structure = self.structures.iter_mut().find(|structure| s_type(structure) == T::STRUCTURE_TYPE)?;
        // SAFETY: the type says what the memory holds, and it is aligned to 8 bytes.
        Some(unsafe { &mut *structure.as_mut_ptr().cast::<T>() })
    }

    /// Takes the structure of this type out, if the chain has one. Its next pointer is null.
    pub fn take<T: TaggedStructure>(&mut self) -> Option<T> {
        let index = self.structures.iter().position(|structure| s_type(structure) == T::STRUCTURE_TYPE)?;
        let mut structure = self.structures.swap_remove(index);
        // SAFETY: the type says what the memory holds; Vulkan structures are plain data.
        unsafe {
            (*structure.as_mut_ptr().cast::<Header>()).p_next = null_mut();
            Some(structure.as_ptr().cast::<T>().read())
        }
    }

    pub fn push<T: TaggedStructure>(&mut self, structure: T) {
        // SAFETY: any structure may be read as bytes; padding is copied as it is.
        self.structures.push(unsafe { copy_bytes((&raw const structure).cast(), size_of::<T>()) });
    }

    /// Links the structures and returns the chain; valid while the chain lives and is not changed.
    pub fn link(&mut self) -> *const c_void {
        let first = self.structures.iter_mut().rev().fold(null_mut::<c_void>(), |next, structure| {
            let header = structure.as_mut_ptr().cast::<Header>();
            // SAFETY: the memory holds a structure, which begins with a header.
            unsafe { (*header).p_next = next };
            header.cast()
        });
        first.cast_const()
    }
}

/// The structure of type `T` in a program's chain.
///
/// # Safety
/// `p_next` is a valid chain that lives while the reference is used.
pub unsafe fn find<'a, T: TaggedStructure>(p_next: *const c_void) -> Option<&'a T> {
    // SAFETY: the caller's promise.
    unsafe { find_structure::<T>(p_next).as_ref() }
}

/// # Safety
/// `p_next` is a valid chain.
unsafe fn find_structure<T: TaggedStructure>(p_next: *const c_void) -> *const T {
    let mut next = p_next.cast::<Header>();
    // SAFETY: each structure of a chain begins with a header.
    while !next.is_null() && unsafe { (*next).s_type } != T::STRUCTURE_TYPE {
        // SAFETY: as above.
        next = unsafe { (*next).p_next }.cast();
    }
    next.cast()
}

/// The types of a chain's structures, in order.
///
/// # Safety
/// `p_next` is a valid chain that lives while the iterator is used.
pub unsafe fn types(p_next: *const c_void) -> impl Iterator<Item = vk::StructureType> {
    let mut next = p_next.cast::<Header>();
    core::iter::from_fn(move || {
        // SAFETY: each structure of a chain begins with a header.
        let header = unsafe { next.as_ref() }?;
        next = header.p_next.cast();
        Some(header.s_type)
    })
}

/// As [`find`], in a chain of outputs.
///
/// # Safety
/// As [`find`], and the chain may be written.
pub unsafe fn find_mut<'a, T: TaggedStructure>(first: *mut c_void) -> Option<&'a mut T> {
    // SAFETY: the caller's promise; the pointer keeps its provenance.
    unsafe { find_structure::<T>(first).cast_mut().as_mut() }
}

/// Runs `call` while the structures that `taken` answers true for are out of a chain of *outputs*, and returns them.
///
/// Queries fill the program's own structures. One that the driver does not know is taken out for the call, which the program
/// cannot see: the chain is the query's to write until it returns.
///
/// # Safety
/// `first` points to a structure whose chain is valid and may be written.
pub unsafe fn without<R>(
    first: *mut c_void,
    taken: impl Fn(vk::StructureType) -> bool,
    call: impl FnOnce() -> R,
) -> (R, Vec<*mut c_void>) {
    // Every structure, in order.
    let mut all = Vec::new();
    let mut next = first.cast::<Header>();
    while !next.is_null() {
        all.push(next);
        // SAFETY: the caller's promise.
        next = unsafe { (*next).p_next }.cast();
    }
    let is_taken = |structure: &*mut Header| {
        // SAFETY: the caller's promise.
        *structure != first.cast() && taken(unsafe { (**structure).s_type })
    };
    let kept: Vec<_> = all.iter().copied().filter(|structure| !is_taken(structure)).collect();
    relink(&kept);
    let result = call();
    relink(&all);
    (result, all.iter().copied().filter(is_taken).map(|structure| structure.cast()).collect())
}

fn relink(structures: &[*mut Header]) {
    for (index, structure) in structures.iter().enumerate() {
        let next = structures.get(index + 1).map_or(null_mut(), |next| next.cast());
        // SAFETY: `without` collected these from a chain that may be written.
        unsafe { (**structure).p_next = next };
    }
}

/// The loader's structure in the chain of `vkCreateDevice`: type, next, function and one pointer.
const LOADER_STRUCTURE_BYTES: usize = 4 * size_of::<usize>();

fn structure_size(s_type: vk::StructureType) -> Option<usize> {
    match s_type {
        vk::StructureType::LOADER_DEVICE_CREATE_INFO => Some(LOADER_STRUCTURE_BYTES),
        Addresses::STRUCTURE_TYPE => Some(size_of::<Addresses>()),
        _ => size_of_structure(s_type),
    }
}

/// # Safety
/// `from` has `bytes` readable bytes.
unsafe fn copy_bytes(from: *const u8, bytes: usize) -> Box<[u64]> {
    let mut copy = vec![0_u64; bytes.div_ceil(8)].into_boxed_slice();
    // SAFETY: the caller's promise, and the copy is at least as large.
    unsafe { core::ptr::copy_nonoverlapping(from, copy.as_mut_ptr().cast(), bytes) };
    copy
}

fn s_type(structure: &[u64]) -> vk::StructureType {
    // SAFETY: every stored structure begins with a header.
    unsafe { (*structure.as_ptr().cast::<Header>()).s_type }
}

/// An array of Vulkan's; none may be null.
///
/// # Safety
/// `from` has `count` elements, for as long as the slice is used.
pub unsafe fn array<'a, T>(from: *const T, count: u32) -> &'a [T] {
    // SAFETY: the caller's promise.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(from, count as usize) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_leaves_out_and_changes_without_touching_the_original() {
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true);
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default().shader_int8(true);
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12).push_next(&mut mesh);
        let p_next: *const c_void = (&raw mut features).cast();
        // SAFETY: a valid chain.
        let mut chain =
            unsafe { Chain::copy(p_next, |s_type| s_type != vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE) };
        chain.get_mut::<vk::PhysicalDeviceVulkan12Features>().unwrap().buffer_device_address = vk::TRUE;
        chain.push(vk::PhysicalDeviceVulkan11Features::default());
        let copy = chain.link();
        // SAFETY: both chains are valid.
        unsafe {
            assert!(find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(copy).is_none());
            assert!(find::<vk::PhysicalDeviceVulkan11Features>(copy).is_some());
            let v12 = find::<vk::PhysicalDeviceVulkan12Features>(copy).unwrap();
            assert_eq!((v12.shader_int8, v12.buffer_device_address), (vk::TRUE, vk::TRUE));
            assert!(find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(p_next).is_some());
            assert_eq!(find::<vk::PhysicalDeviceVulkan12Features>(p_next).unwrap().buffer_device_address, vk::FALSE);
        }
    }

    #[test]
    fn outputs_are_taken_out_for_the_call_only() {
        let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
        let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut v12).push_next(&mut mesh);
        let first: *mut c_void = (&raw mut features).cast();
        let is_mesh = |s_type| s_type == vk::PhysicalDeviceMeshShaderFeaturesEXT::STRUCTURE_TYPE;
        // SAFETY: a valid chain.
        unsafe {
            let (inside, taken) =
                without(first, is_mesh, || find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(first).is_some());
            assert!(!inside);
            assert_eq!(taken.len(), 1);
            assert!(find::<vk::PhysicalDeviceMeshShaderFeaturesEXT>(first).is_some());
            assert!(find::<vk::PhysicalDeviceVulkan12Features>(first).is_some());
        }
    }
}
