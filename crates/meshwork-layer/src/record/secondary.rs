//! Secondary command buffers that continue a render pass.
//!
//! Mesh draws need compute work before the pass, and only the command buffer that begins the pass can have it there. So all that
//! is recorded in such a secondary command buffer is kept on a [`Tape`] as the program gave it, before anything is rewritten,
//! and recorded once more where it is executed: state, runs and records are then those of that execution. A tape without mesh
//! draws is also given to the driver, at its end, and executed as it is where the pass needs nothing else.

use core::ffi::c_void;

use ash::vk;
use meshwork_gpu::MeshDraw;

use super::commands::*;
use super::effects::Layouts;
use super::list::{Entry, List};
use super::memory::Memory;
use super::pass::{Contents, Pass};
use super::query_parts::begun_pool;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::table::{Command, Kind, Op, Record};
use crate::chain::array;
use crate::command;
use crate::command::tape;
use crate::device::Fallback;

/// What a program recorded in a secondary command buffer that continues a render pass.
#[derive(Default)]
pub struct Tape {
    list: List,
    /// Of the commands' arguments.
    memory: Memory,
    draws: Vec<MeshDraw>,
    /// The program may destroy pipeline layouts before it executes the command buffer.
    layouts: Layouts,
    /// Itself, or in what it executes; or it counts what mesh shaders do.
    draws_meshes: bool,
}

impl Tape {
    pub fn clear(&mut self) {
        self.list.clear();
        self.memory.reset();
        self.draws.clear();
        self.layouts.clear();
        self.draws_meshes = false;
    }

    /// # Safety
    /// As the command.
    unsafe fn add<C: Command>(&mut self, fallback: &Fallback, command: C) -> Result<(), Refusal> {
        // SAFETY: the caller's promise; the copies are the command's arguments.
        unsafe {
            let args = self.memory.deep(&command)?;
            self.list.add_recorded(C::OP, args.cast());
            self.note(fallback, C::OP, args.cast());
        }
        Ok(())
    }

    /// # Safety
    /// `args` are valid arguments of the command.
    unsafe fn note(&mut self, fallback: &Fallback, op: Op, args: *const c_void) {
        // SAFETY: the caller's promise.
        unsafe {
            if op == Op::ExecuteCommands {
                self.draws_meshes |= draw_meshes((*args.cast::<ExecuteCommands>()).secondaries());
            } else if let Some(pool) = begun_pool(op, args) {
                self.draws_meshes |=
                    fallback.objects.query_pools.get(pool).is_some_and(|pool| pool.counts_mesh_shaders());
            } else if let Some(layout) = layout(op, args) {
                self.layouts.keep(fallback, layout);
            }
        }
    }

    fn add_mesh_draw(&mut self, draw: MeshDraw) {
        self.list.add_mesh_draw(self.draws.len());
        self.draws.push(draw);
        self.draws_meshes = true;
    }

    /// Records it all. A command that is refused makes the recorder's command buffer unusable.
    ///
    /// # Safety
    /// The program may record the commands there.
    unsafe fn play(&self, to: &mut Recorder) {
        to.layouts.extend(&self.layouts);
        for entry in self.list.entries() {
            let result = match *entry {
                // SAFETY: the caller's promise; the list pairs each command with its arguments.
                Entry::Command(op, args) => unsafe { op.record(args, to) },
                Entry::MeshDraw(index) => to.draw_mesh(self.draws[index]),
            };
            to.check(result);
        }
    }
}

/// The pipeline layout that a command names.
///
/// # Safety
/// `args` are valid arguments of the command.
unsafe fn layout(op: Op, args: *const c_void) -> Option<vk::PipelineLayout> {
    macro_rules! of {
        ($($command:ident $(. $info:ident)?),*) => {
            match op {
                // SAFETY: the caller's promise.
                $(Op::$command => Some(unsafe { of!(@ (*args.cast::<$command>()) $($info)?) }),)*
                _ => None,
            }
        };
        (@ $command:tt) => { $command.layout };
        (@ $command:tt $info:ident) => { (*$command.$info).layout };
    }
    of!(
        BindDescriptorSets,
        PushDescriptorSet,
        PushConstants,
        SetDescriptorBufferOffsetsEXT,
        BindDescriptorBufferEmbeddedSamplersEXT,
        BindDescriptorSets2.p_bind_descriptor_sets_info,
        PushDescriptorSet2.p_push_descriptor_set_info,
        PushConstants2.p_push_constants_info,
        SetDescriptorBufferOffsets2EXT.p_set_descriptor_buffer_offsets_info,
        BindDescriptorBufferEmbeddedSamplers2EXT.p_bind_descriptor_buffer_embedded_samplers_info
    )
}

/// # Safety
/// The command buffers were recorded to their ends.
unsafe fn draw_meshes(secondaries: &[vk::CommandBuffer]) -> bool {
    // SAFETY: the caller's promise.
    secondaries.iter().any(|&raw| unsafe { tape(raw) }.is_some_and(|tape| tape.draws_meshes))
}

impl ExecuteCommands {
    /// # Safety
    /// The arguments are valid.
    unsafe fn secondaries(&self) -> &[vk::CommandBuffer] {
        // SAFETY: the caller's promise.
        unsafe { array(self.p_command_buffers, self.command_buffer_count) }
    }
}

impl Recorder {
    /// A command of the program.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn take<C: Record>(&mut self, command: C) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            let command = command.without_addresses(self)?;
            if !self.fallback.gives_mesh_shaders {
                command.call(self.out.functions, self.out.raw);
                return Ok(());
            }
            match self.is_taped && C::IS_COPIED {
                true => self.tape.add(self.fallback, command),
                false if matches!(C::OP.kind(), Kind::Draw | Kind::Action) => {
                    self.flush()?;
                    command.record(self)
                }
                false => command.record(self),
            }
        }
    }

    /// A mesh draw of the program.
    pub fn take_mesh_draw(&mut self, draw: MeshDraw) -> Result<(), Refusal> {
        if self.is_taped {
            self.tape.add_mesh_draw(draw);
            return Ok(());
        }
        self.draw_mesh(draw)
    }

    /// The program ends the command buffer.
    ///
    /// # Safety
    /// As `vkEndCommandBuffer`.
    pub unsafe fn end_tape(&mut self) {
        if core::mem::take(&mut self.is_taped) && !self.tape.draws_meshes {
            let tape = core::mem::take(&mut self.tape);
            // SAFETY: the program recorded the commands here.
            unsafe { tape.play(self) };
            self.tape = tape;
        }
    }

    /// From here on the subpass is recorded without the driver's secondary command buffers.
    ///
    /// # Safety
    /// The pass is being kept, and its subpass has nothing but secondary command buffers.
    unsafe fn inline_subpass(&mut self) {
        let Some(Pass { subpass, begin, .. }) = &mut self.pass else { return };
        subpass.contents = Contents::Inlined;
        let executed = self.out.list.split_off(subpass.first);
        // SAFETY: arguments of kept commands are the recorder's, and nobody else reads them now.
        unsafe {
            match self.out.list.entries().last() {
                None => begin.inline(),
                Some(&Entry::Command(Op::NextSubpass, args)) => {
                    (*args.cast_mut().cast::<NextSubpass>()).contents = vk::SubpassContents::INLINE;
                }
                Some(&Entry::Command(Op::NextSubpass2, args)) => {
                    let info = (*args.cast::<NextSubpass2>()).p_subpass_begin_info;
                    (*info.cast_mut()).contents = vk::SubpassContents::INLINE;
                }
                Some(_) => debug_assert!(false, "a subpass begins with the pass or with such a command"),
            }
            for entry in executed {
                if let Entry::Command(op, args) = entry {
                    let result = op.record(args, self);
                    self.check(result);
                }
            }
        }
    }
}

impl Recorder {
    /// Whether these are recorded here, and no matter for the driver.
    ///
    /// # Safety
    /// The program executes them here, having recorded them to their ends.
    unsafe fn inlines(&mut self, secondaries: &[vk::CommandBuffer]) -> bool {
        let contents = |recorder: &Self| recorder.pass.as_ref().map(|pass| pass.subpass.contents);
        // SAFETY: the caller's promise.
        unsafe {
            let draws_meshes = draw_meshes(secondaries);
            if draws_meshes && contents(self) == Some(Contents::Secondaries) {
                self.inline_subpass();
            }
            match contents(self) {
                Some(contents) => draws_meshes || contents == Contents::Inlined,
                None => false,
            }
        }
    }
}

impl Recorder {
    /// Has the driver execute them.
    ///
    /// # Safety
    /// The program executes them here, having recorded them to their ends.
    unsafe fn execute(&mut self, secondaries: &[vk::CommandBuffer]) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            let has_records = secondaries.iter().any(|&raw| command::has_records(raw));
            let around = self.state.open.around();
            if has_records && around.queries.iter().any(|slot| slot.pool.counts_compute) {
                return Err(Refusal::WithMeshDraws(COUNTS_HOISTED_WORK));
            }
            self.has_records |= has_records;
            let cuts: Vec<_> = secondaries.iter().map(|&raw| command::cuts(raw)).collect();
            if cuts.iter().all(Option::is_none) {
                let (command_buffer_count, p_command_buffers) = (secondaries.len() as u32, secondaries.as_ptr());
                return self.out.add(ExecuteCommands { command_buffer_count, p_command_buffers });
            }
            for (&raw, cuts) in secondaries.iter().zip(cuts) {
                self.execute_cut(raw, cuts.as_deref().unwrap_or_default())?;
            }
            Ok(())
        }
    }
}

/// Why a secondary command buffer cannot be executed.
const COUNTS_HOISTED_WORK: &str = "a pipeline statistics query of compute shader invocations around a secondary command buffer that begins their render pass";

impl Record for ExecuteCommands {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program executes command buffers that it has recorded.
        unsafe {
            if recorder.inlines(self.secondaries()) {
                for tape in self.secondaries().iter().filter_map(|&raw| tape(raw)) {
                    // "State … is undefined" at the beginning of a secondary command buffer, and after it.
                    recorder.forget_state();
                    tape.play(recorder);
                }
                recorder.forget_state();
                return Ok(());
            }
            recorder.interrupt_run();
            for records in self.secondaries().iter().map(|&raw| command::records(raw)) {
                recorder.records.extend(records);
            }
            let result = recorder.execute(self.secondaries());
            recorder.forget_state();
            result
        }
    }
}
