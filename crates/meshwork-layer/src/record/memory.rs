//! Memory of one command buffer's recording: what commands point to, copied, until the recording is over.

use core::ffi::{CStr, c_char, c_void};

use super::refusal::Refusal;
use super::table::Own;

/// Vulkan's structures need 8 at most.
const ALIGNMENT: usize = 8;
const CHUNK_BYTES: usize = 64 << 10;

/// A bump allocator. Nothing moves once it is there, and [`Memory::reset`] keeps the chunks, so that recording again takes
/// no allocation.
#[derive(Default)]
pub struct Memory {
    chunks: Vec<Box<[u64]>>,
    /// The chunk in use.
    current: usize,
    /// Bytes used of it.
    used: usize,
}

/// A place to go back to, see [`Memory::rewind`].
#[derive(Clone, Copy)]
pub struct Mark {
    current: usize,
    used: usize,
}

impl Memory {
    /// Gives up everything; pointers into the memory are dead.
    pub fn reset(&mut self) {
        self.rewind(Mark { current: 0, used: 0 });
    }

    pub fn mark(&self) -> Mark {
        Mark { current: self.current, used: self.used }
    }

    /// Gives up what was copied since `mark`.
    pub fn rewind(&mut self, mark: Mark) {
        (self.current, self.used) = (mark.current, mark.used);
    }

    fn room(&mut self, bytes: usize) -> *mut u8 {
        let bytes = bytes.next_multiple_of(ALIGNMENT);
        if self.chunks.get(self.current).is_none_or(|chunk| self.used + bytes > size_of_val(&**chunk)) {
            self.next_chunk(bytes);
        }
        let place = self.chunks[self.current].as_mut_ptr().cast::<u8>().wrapping_add(self.used);
        self.used += bytes;
        place
    }

    #[cold]
    fn next_chunk(&mut self, bytes: usize) {
        self.used = 0;
        while self.current + 1 < self.chunks.len() {
            self.current += 1;
            if bytes <= size_of_val(&*self.chunks[self.current]) {
                return;
            }
        }
        self.chunks.push(vec![0; bytes.max(CHUNK_BYTES) / ALIGNMENT].into());
        self.current = self.chunks.len() - 1;
    }

    /// Keeps a value.
    pub fn keep<T: Copy>(&mut self, value: T) -> *mut T {
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        let place = self.room(size_of::<T>()).cast::<T>();
        // SAFETY: `room` gives that many bytes with that alignment.
        unsafe { place.write(value) };
        place
    }

    /// Keeps an array.
    pub fn keep_slice<T: Copy>(&mut self, from: &[T]) -> *const T {
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        // SAFETY: a slice has as many elements as it says.
        unsafe { self.copy(from.as_ptr(), from.len()) }
    }

    /// Copies an array. Null stays null, here and below.
    ///
    /// # Safety
    /// `from` is null or has `count` elements; the same for the functions below.
    pub unsafe fn slice<T: Copy>(&mut self, from: *const T, count: impl Count) -> Result<*const T, Refusal> {
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        // SAFETY: the caller's promise.
        Ok(unsafe { self.copy(from, count.count()) })
    }

    unsafe fn copy<T: Copy>(&mut self, from: *const T, count: usize) -> *mut T {
        if from.is_null() {
            return core::ptr::null_mut();
        }
        let place = self.room(count * size_of::<T>()).cast::<T>();
        // SAFETY: the caller's promise; `room` gives that many bytes.
        unsafe { place.copy_from_nonoverlapping(from, count) };
        place
    }

    /// # Safety
    /// As [`Self::slice`], with one element.
    pub unsafe fn one<T: Copy>(&mut self, from: *const T) -> Result<*const T, Refusal> {
        // SAFETY: the caller's promise.
        unsafe { self.slice(from, 1u32) }
    }

    /// # Safety
    /// `from` is null or has `count` bytes.
    pub unsafe fn bytes(&mut self, from: *const c_void, count: impl Count) -> Result<*const c_void, Refusal> {
        // SAFETY: the caller's promise.
        Ok(unsafe { self.slice(from.cast::<u8>(), count)? }.cast())
    }

    /// # Safety
    /// `from` is null or a C string.
    pub unsafe fn string(&mut self, from: *const c_char) -> Result<*const c_char, Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            if from.is_null() {
                return Ok(from);
            }
            let bytes = CStr::from_ptr(from).to_bytes_with_nul();
            Ok(self.slice(bytes.as_ptr(), bytes.len())?.cast())
        }
    }

    /// Copies elements that lie `stride` bytes apart, at the same distance.
    ///
    /// # Safety
    /// `from` is null or has `count` elements at that distance.
    pub unsafe fn strided<T: Copy>(&mut self, from: *const T, count: u32, stride: u32) -> Result<*const T, Refusal> {
        let before_last = (count.saturating_sub(1) as usize) * stride as usize;
        let bytes = if count == 0 { 0 } else { before_last + size_of::<T>() };
        // SAFETY: the caller's promise.
        Ok(unsafe { self.slice(from.cast::<u8>(), bytes)? }.cast())
    }

    /// Copies an array of structures and what they point to.
    ///
    /// # Safety
    /// As [`Self::slice`], and the structures are valid.
    pub unsafe fn each<T: Own>(&mut self, from: *const T, count: impl Count) -> Result<*const T, Refusal> {
        let count = count.count();
        // SAFETY: the caller's promise; the copy is ours alone.
        unsafe {
            let copy = self.copy(from, count);
            for i in 0..if copy.is_null() { 0 } else { count } {
                (*copy.add(i)).own(self)?;
            }
            Ok(copy)
        }
    }

    /// Copies a structure and what it points to.
    ///
    /// # Safety
    /// As [`Self::each`], with one element.
    pub unsafe fn deep<T: Own>(&mut self, from: *const T) -> Result<*const T, Refusal> {
        // SAFETY: the caller's promise.
        unsafe { self.each(from, 1u32) }
    }
}

/// Vulkan counts in `u32`, and in `usize` where memory is measured.
pub trait Count {
    fn count(self) -> usize;
}

impl Count for u32 {
    fn count(self) -> usize {
        self as usize
    }
}

impl Count for usize {
    fn count(self) -> usize {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_where_they_are_and_chunks_are_used_again() {
        let mut memory = Memory::default();
        let small = memory.keep(7u32);
        let large = vec![3u8; 3 * CHUNK_BYTES];
        // SAFETY: both copies lie in the memory, which is reset only below.
        unsafe {
            let copy = memory.slice(large.as_ptr(), large.len()).unwrap();
            assert_eq!(std::slice::from_raw_parts(copy, large.len()), large);
            assert_eq!(*small, 7);
            memory.reset();
            assert_eq!(memory.keep(8u32), small);
            assert_eq!(memory.slice(large.as_ptr(), large.len()).unwrap(), copy);
        }
        assert_eq!(memory.chunks.len(), 2);
    }

    #[test]
    fn a_rewound_place_is_given_again() {
        let mut memory = Memory::default();
        memory.keep(1u64);
        let mark = memory.mark();
        let place = memory.keep(2u64);
        memory.rewind(mark);
        assert_eq!(memory.keep(3u64), place);
    }

    #[test]
    fn strings_strides_and_nulls() {
        let mut memory = Memory::default();
        let strided = [1u32, 0, 2, 0, 3];
        // SAFETY: three elements 8 bytes apart; a C string; nulls.
        unsafe {
            let copy = memory.strided(strided.as_ptr(), 3, 8).unwrap();
            assert_eq!((*copy, *copy.add(2), *copy.add(4)), (1, 2, 3));
            assert_eq!(CStr::from_ptr(memory.string(c"label".as_ptr()).unwrap()), c"label");
            assert!(memory.slice(core::ptr::null::<u64>(), 4u32).unwrap().is_null());
            assert!(memory.string(core::ptr::null()).unwrap().is_null());
        }
    }
}
