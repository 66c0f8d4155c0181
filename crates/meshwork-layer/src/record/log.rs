//! State that has no further meaning to the layer, such as viewports: the last setting of each part, in order, so that another
//! command buffer of the driver can be given it.

use core::ffi::c_void;

use super::emit::Emit;
use super::list::{Entry, List};
use super::memory::Memory;
use super::pieces::Mappings;
use super::refusal::Refusal;
use super::table::{Command, Effect, Kind, Op};

/// The arguments lie in the recorder's memory for state.
#[derive(Default)]
pub struct Log {
    settings: Vec<Setting>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Setting {
    op: Op,
    /// Two settings of one command with overlapping parts both stay: the order tells which holds.
    part: [u32; 2],
    args: *const c_void,
}

/// Whether a command is logged. Mappings of attachments hold only in their pass.
fn is_logged(op: Op) -> bool {
    op.kind() == Kind::State && op.effect() == Effect::plain && !Mappings::are_set_by(op)
}

impl Log {
    /// A command that is recorded outside passes.
    ///
    /// # Safety
    /// The arguments are valid.
    pub unsafe fn set<C: Command>(&mut self, command: &C, memory: &mut Memory) -> Result<(), Refusal> {
        if is_logged(C::OP) {
            // SAFETY: the caller's promise.
            let args = unsafe { memory.deep(command)? };
            self.replace(Setting { op: C::OP, part: command.part(), args: args.cast() });
        }
        Ok(())
    }

    /// The commands of a pass.
    ///
    /// # Safety
    /// The memory of the list has not been reset.
    pub unsafe fn absorb(&mut self, list: &List, memory: &mut Memory) -> Result<(), Refusal> {
        let before = self.settings.clone();
        for entry in list.entries() {
            if let Entry::Command(op, args) = *entry
                && is_logged(op)
            {
                // SAFETY: the list pairs each command with its arguments.
                self.replace(Setting { op, part: unsafe { op.part(args) }, args });
            }
        }
        // What is left of the pass is copied: its memory goes.
        for setting in self.settings.iter_mut().filter(|setting| !before.contains(setting)) {
            // SAFETY: as above.
            setting.args = unsafe { setting.op.copy(setting.args, memory)? };
        }
        Ok(())
    }

    pub fn emit(&self, to: &mut impl Emit) {
        self.settings.iter().for_each(|setting| to.emit_recorded(setting.op, setting.args));
    }

    fn replace(&mut self, new: Setting) {
        if let Some(at) = self.settings.iter().rposition(|old| (old.op, old.part) == (new.op, new.part)) {
            self.settings.remove(at);
        }
        self.settings.push(new);
    }
}
