//! Commands that the layer records by itself: state that it gives back.

use core::ffi::c_void;

use ash::vk;

use super::list::List;
use super::memory::Memory;
use super::table::{Command, Functions, Op};

/// Where such commands go. They are what the program recorded before, so their structures are known and copying cannot be
/// refused.
pub trait Emit {
    /// A command whose arguments need not outlive the call.
    fn emit<C: Command>(&mut self, command: C);

    /// Recorded arguments that outlive what is recorded here.
    fn emit_recorded(&mut self, op: Op, args: *const c_void);
}

/// To the driver.
pub struct Direct<'a> {
    pub functions: &'a Functions,
    pub raw: vk::CommandBuffer,
}

impl Emit for Direct<'_> {
    fn emit<C: Command>(&mut self, command: C) {
        // SAFETY: the program recorded the same.
        unsafe { command.call(self.functions, self.raw) };
    }

    fn emit_recorded(&mut self, op: Op, args: *const c_void) {
        // SAFETY: as above.
        unsafe { op.call(args, self.functions, self.raw) };
    }
}

/// Into a list.
pub struct Kept<'a> {
    pub list: &'a mut List,
    pub memory: &'a mut Memory,
}

impl Emit for Kept<'_> {
    fn emit<C: Command>(&mut self, command: C) {
        // SAFETY: the arguments are valid.
        let kept = unsafe { self.list.add(self.memory, command) };
        debug_assert!(kept.is_ok(), "its structures were copied before");
    }

    fn emit_recorded(&mut self, op: Op, args: *const c_void) {
        self.list.add_recorded(op, args);
    }
}
