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
pub fn is_logged(op: Op) -> bool {
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

#[cfg(test)]
mod tests {
    use ash::vk;

    use super::*;
    use crate::record::commands::{Draw, SetLineWidth, SetScissor, SetStencilReference};
    use crate::record::emit::Kept;

    fn width(line_width: f32) -> SetLineWidth {
        SetLineWidth { line_width }
    }

    fn reference(face_mask: vk::StencilFaceFlags, reference: u32) -> SetStencilReference {
        SetStencilReference { face_mask, reference }
    }

    /// What a log gives back.
    fn emitted(log: &Log) -> Vec<String> {
        let (mut list, mut memory) = (List::default(), Memory::default());
        log.emit(&mut Kept { list: &mut list, memory: &mut memory });
        let text = |entry: &Entry| match *entry {
            // SAFETY: the operation says what the arguments are, and the log's memory lives; the same below.
            Entry::Command(Op::SetLineWidth, args) => unsafe { (*args.cast::<SetLineWidth>()).line_width.to_string() },
            Entry::Command(Op::SetStencilReference, args) => {
                // SAFETY: as above.
                let SetStencilReference { face_mask, reference } = unsafe { *args.cast() };
                format!("{face_mask:?} {reference}")
            }
            Entry::Command(Op::SetScissor, args) => {
                // SAFETY: as above.
                let SetScissor { first_scissor, scissor_count, p_scissors } = unsafe { *args.cast() };
                // SAFETY: as above.
                let scissors = unsafe { std::slice::from_raw_parts(p_scissors, scissor_count as usize) };
                format!("{first_scissor} {:?}", scissors.iter().map(|area| area.offset.x).collect::<Vec<_>>())
            }
            entry => panic!("{entry:?} is no state"),
        };
        list.entries().iter().map(text).collect()
    }

    #[test]
    fn the_last_setting_of_each_part_stays_in_order() {
        use vk::StencilFaceFlags as Face;
        let (mut log, mut memory) = (Log::default(), Memory::default());
        let scissors = [10, 20].map(|x| vk::Rect2D { offset: vk::Offset2D { x, y: 0 }, ..Default::default() });
        let scissor = |first_scissor, count| SetScissor {
            first_scissor,
            scissor_count: count,
            p_scissors: scissors[first_scissor as usize..].as_ptr(),
        };
        // SAFETY: valid arguments.
        unsafe {
            log.set(&width(1.0), &mut memory).unwrap();
            log.set(&scissor(0, 2), &mut memory).unwrap();
            log.set(&reference(Face::FRONT_AND_BACK, 1), &mut memory).unwrap();
            log.set(&reference(Face::FRONT, 2), &mut memory).unwrap();
            log.set(&scissor(1, 1), &mut memory).unwrap();
            log.set(&width(2.0), &mut memory).unwrap();
        }
        // A part of what was set before does not take its place.
        assert_eq!(emitted(&log), ["0 [10, 20]", "FRONT | BACK 1", "FRONT 2", "1 [20]", "2"]);
    }

    #[test]
    fn state_of_a_pass_outlives_its_memory() {
        let (mut log, mut memory) = (Log::default(), Memory::default());
        let (mut list, mut of_pass) = (List::default(), Memory::default());
        let scissors = [vk::Rect2D { offset: vk::Offset2D { x: 5, y: 0 }, ..Default::default() }];
        // SAFETY: valid arguments; the list's memory is reset after the log has taken its part.
        unsafe {
            log.set(&width(1.0), &mut memory).unwrap();
            list.add(&mut of_pass, width(3.0)).unwrap();
            list.add(&mut of_pass, Draw { vertex_count: 3, instance_count: 1, first_vertex: 0, first_instance: 0 })
                .unwrap();
            let scissor = SetScissor { first_scissor: 0, scissor_count: 1, p_scissors: scissors.as_ptr() };
            list.add(&mut of_pass, scissor).unwrap();
            log.absorb(&list, &mut memory).unwrap();
        }
        of_pass.reset();
        of_pass.keep([0xa5_u8; 256]);
        assert_eq!(emitted(&log), ["3", "0 [5]"]);
    }
}
