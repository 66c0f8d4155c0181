//! The commands of a pass, in order.

use core::ffi::c_void;

use ash::vk;

use super::memory::Memory;
use super::refusal::Refusal;
use super::table::{Command, Functions, Op};

/// Recorded commands. Their arguments lie in the [`Memory`] that they were added with.
#[derive(Default)]
pub struct List {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Command(Op, *const c_void),
    /// A mesh draw, by its index in the pass.
    MeshDraw(usize),
}

impl List {
    /// Appends a command with a copy of all that its arguments point to.
    ///
    /// # Safety
    /// The arguments are valid.
    #[inline]
    pub unsafe fn add<C: Command>(&mut self, memory: &mut Memory, mut command: C) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { command.own(memory)? };
        self.add_owned(memory, command);
        Ok(())
    }

    /// Appends a command whose arguments point to nothing, or into `memory`.
    #[inline]
    pub fn add_owned<C: Command>(&mut self, memory: &mut Memory, command: C) {
        self.entries.push(Entry::Command(C::OP, memory.keep(command).cast_const().cast()));
    }

    /// Appends recorded arguments that live as long as the list's memory.
    pub fn add_recorded(&mut self, op: Op, args: *const c_void) {
        self.entries.push(Entry::Command(op, args));
    }

    /// Appends a mesh draw, and returns its place.
    pub fn add_mesh_draw(&mut self, index: usize) -> usize {
        self.entries.push(Entry::MeshDraw(index));
        self.entries.len() - 1
    }

    pub fn ends_with_mesh_draw(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::MeshDraw(_)))
    }

    /// The place of the next command.
    pub fn next_place(&self) -> usize {
        self.entries.len()
    }

    /// Takes the commands from this place on.
    pub fn split_off(&mut self, at: usize) -> Vec<Entry> {
        self.entries.split_off(at)
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Calls the driver with every command of a list without mesh draws.
    ///
    /// # Safety
    /// `raw` is recording where the commands may stand, and the memory that they were added with has not been reset.
    pub unsafe fn replay(&self, functions: &Functions, raw: vk::CommandBuffer) {
        for entry in &self.entries {
            if let Entry::Command(op, args) = *entry {
                // SAFETY: the caller's promise; `add` pairs each command with its arguments.
                unsafe { op.call(args, functions, raw) };
            }
        }
    }
}
