//! Finding the layer's data from a dispatchable handle.
//!
//! The loader stores one pointer, its dispatch table, as the first word of every dispatchable handle: the same for a device,
//! its queues and its command buffers, and the same for an instance and its physical devices. That pointer is the key.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering::*};

use ash::vk::Handle;

/// The loader's dispatch pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(*mut c_void);

impl Key {
    /// # Safety
    /// `handle` is a live dispatchable handle made through the loader.
    pub unsafe fn of(handle: impl Handle) -> Self {
        // SAFETY: the first word of a dispatchable handle is the loader's dispatch pointer (loader interface, "Dispatchable
        // object").
        Self(unsafe { *(handle.as_raw() as *const *mut c_void) })
    }
}

/// A map from [`Key`] to `T` whose reads take no lock: a process has one or two devices, and every command looks one up.
///
/// A list of nodes that are never freed, only used again.
pub struct DispatchMap<T> {
    head: AtomicPtr<Node<T>>,
}

struct Node<T> {
    /// Null while the node is free.
    key: AtomicPtr<c_void>,
    /// From `Box::into_raw`. Null while the node is free.
    data: AtomicPtr<T>,
    next: *const Node<T>,
}

impl<T> DispatchMap<T> {
    pub const fn new() -> Self {
        Self { head: AtomicPtr::new(null_mut()) }
    }

    pub fn insert(&self, key: Key, data: Box<T>) {
        let data = Box::into_raw(data);
        for node in self.nodes() {
            if node.data.compare_exchange(null_mut(), data, AcqRel, Relaxed).is_ok() {
                return node.key.store(key.0, Release);
            }
        }
        let node = Box::into_raw(Box::new(Node {
            key: AtomicPtr::new(key.0),
            data: AtomicPtr::new(data),
            next: self.head.load(Acquire),
        }));
        // SAFETY: `node` is not shared until the exchange succeeds, and nobody else writes `next`.
        while let Err(head) = self.head.compare_exchange(unsafe { (*node).next }.cast_mut(), node, AcqRel, Acquire) {
            // SAFETY: as above.
            unsafe { (*node).next = head };
        }
    }

    /// # Safety
    /// The object of `key` is not destroyed while the reference is used. Vulkan demands the same of the handle itself, so a
    /// hook may hold it until it returns.
    pub unsafe fn get<'a>(&self, key: Key) -> Option<&'a T> {
        let node = self.nodes().find(|node| node.key.load(Acquire) == key.0)?;
        // SAFETY: the data lives until `remove`, which comes with the destruction that the caller rules out.
        unsafe { node.data.load(Acquire).as_ref() }
    }

    /// # Safety
    /// No reference from [`Self::get`] for this key is in use.
    pub unsafe fn remove(&self, key: Key) -> Option<Box<T>> {
        let node = self.nodes().find(|node| node.key.load(Acquire) == key.0)?;
        node.key.store(null_mut(), Release);
        let data = node.data.swap(null_mut(), AcqRel);
        // SAFETY: `data` came from `Box::into_raw` in `insert` and was taken out of the node.
        (!data.is_null()).then(|| unsafe { Box::from_raw(data) })
    }

    fn nodes(&self) -> impl Iterator<Item = &Node<T>> {
        let mut next: *const Node<T> = self.head.load(Acquire);
        std::iter::from_fn(move || {
            // SAFETY: nodes are never freed.
            let node = unsafe { next.as_ref() }?;
            next = node.next;
            Some(node)
        })
    }
}

impl<T> Default for DispatchMap<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(value: usize) -> Key {
        Key(value as *mut c_void)
    }

    #[test]
    fn nodes_are_used_again() {
        let map = DispatchMap::new();
        map.insert(key(8), Box::new("a"));
        map.insert(key(16), Box::new("b"));
        // SAFETY: no reference is kept.
        unsafe {
            assert_eq!(map.get(key(8)), Some(&"a"));
            assert_eq!(map.remove(key(8)), Some(Box::new("a")));
            assert_eq!(map.get(key(8)), None);
            map.insert(key(24), Box::new("c"));
            assert_eq!((map.get(key(16)), map.get(key(24))), (Some(&"b"), Some(&"c")));
        }
        assert_eq!(map.nodes().count(), 2);
    }
}
