//! One command buffer.

use core::ffi::c_void;
use std::sync::Arc;

use ash::vk;
use meshwork_gpu::PlanBuilder;
use parking_lot::Mutex;
use smallvec::SmallVec;

use super::cut::Segments;
use super::effects::Layouts;
use super::emit::Emit;
use super::functions::OutsideFunctions;
use super::kept::Waiting;
use super::list::List;
use super::memory::{Mark, Memory};
use super::pass::{Pass, Spare, Tables};
use super::refusal::Refusal;
use super::secondary::Tape;
use super::state::State;
use super::table::{Command, Functions, Kind, Op};
use crate::device::{DeviceData, Fallback};
use crate::guard::guard;

/// What the layer keeps of a `VkCommandBuffer`.
pub struct Recorder {
    pub data: &'static DeviceData,
    pub fallback: &'static Fallback,
    pub raw: vk::CommandBuffer,
    pub state: State,
    /// What [`State`] points to.
    pub state_memory: Memory,
    pub layouts: Layouts,
    pub out: Output,
    pub pass: Option<Pass>,
    /// The mesh draws of the pass.
    pub plan: PlanBuilder,
    /// For the next pass.
    pub tables: Tables,
    /// The pass was begun by the primary command buffer that executes this one.
    pub inherits_pass: bool,
    /// What the program recorded then.
    pub tape: Tape,
    /// Commands go onto the tape.
    pub is_taped: bool,
    pub segments: Segments,
    /// Passes that are over and wait for the next.
    pub waiting: Vec<Waiting>,
    /// For later passes, beside `tables`.
    pub spare: Vec<Spare>,
    /// Memory of the plans recorded so far.
    pub arena: Option<meshwork_gpu::Arena>,
    /// There are plans.
    pub has_records: bool,
    /// Those that it and what it executes may have pending several times.
    pub records: SmallVec<[Records; 1]>,
    refused: Option<vk::Result>,
}

/// Held while a queue executes what writes the records of a command buffer for simultaneous use.
pub type Records = Arc<Mutex<()>>;

/// Where commands go.
pub struct Output {
    pub functions: &'static Functions,
    pub outside: &'static OutsideFunctions,
    /// The driver's command buffer: the program's, until that is cut.
    pub raw: vk::CommandBuffer,
    /// The commands of the pass being kept, or those that stand between kept passes.
    pub list: List,
    /// What they point to.
    pub memory: Memory,
    pub keeps_pass: bool,
    /// A pass waits for the next.
    pub keeps_between: bool,
}

/// The recorder of a command buffer.
///
/// # Safety
/// `raw` is alive, and the calling thread is the one that may record it: Vulkan wants command buffers synchronized by the
/// program. The reference is given up when the hook returns.
pub unsafe fn recorder_of<'a>(raw: vk::CommandBuffer) -> &'a mut Recorder {
    // SAFETY: the caller's promise.
    unsafe { crate::command::recorder(raw) }
}

/// The body of a hook: a panic or a refusal stops here.
///
/// # Safety
/// As [`recorder_of`]; `record` has the contract of the command.
pub unsafe fn hooked(raw: vk::CommandBuffer, record: impl FnOnce(&mut Recorder) -> Result<(), Refusal>) {
    guard(|| {
        // SAFETY: the caller's promise.
        let recorder = unsafe { recorder_of(raw) };
        // What a panic leaves out may not be missing in silence.
        let result = guard(|| record(recorder));
        recorder.check(result);
    });
}

impl Recorder {
    pub fn new(
        data: &'static DeviceData,
        fallback: &'static Fallback,
        raw: vk::CommandBuffer,
        segments: Segments,
    ) -> Self {
        let (functions, outside) = (&fallback.recording.functions, &fallback.recording.outside);
        Self {
            data,
            fallback,
            raw,
            state: State::default(),
            state_memory: Memory::default(),
            layouts: Layouts::default(),
            out: Output {
                functions,
                outside,
                raw,
                list: List::default(),
                memory: Memory::default(),
                keeps_pass: false,
                keeps_between: false,
            },
            pass: None,
            plan: PlanBuilder::new(),
            tables: Tables::default(),
            inherits_pass: false,
            tape: Tape::default(),
            is_taped: false,
            segments,
            waiting: Vec::new(),
            spare: Vec::new(),
            arena: None,
            has_records: false,
            records: SmallVec::new(),
            refused: None,
        }
    }

    /// Starts over, as recording begins or the command buffer is reset: the GPU is done with what was recorded.
    pub fn reset(&mut self) {
        self.state = State::default();
        self.state_memory.reset();
        self.layouts.clear();
        self.segments.reset(&mut self.spare);
        self.waiting.clear();
        self.out.raw = self.raw;
        if self.pass.take().is_some() {
            // It was not ended.
            self.plan = PlanBuilder::new();
        }
        (self.inherits_pass, self.is_taped) = (false, false);
        self.tape.clear();
        self.out.list.clear();
        self.out.memory.reset();
        (self.out.keeps_pass, self.out.keeps_between) = (false, false);
        self.refused = None;
        self.has_records = false;
        self.records.clear();
        if let Some(arena) = &mut self.arena {
            self.fallback.statistics.finished(&arena.reset());
        }
    }

    /// All state is undefined from here on, as Vulkan has it; what is open stays open.
    pub fn forget_state(&mut self) {
        let State { open, graphics, .. } = core::mem::take(&mut self.state);
        self.state.open = open;
        // Sets that were compared with those bound before have not been compared with those bound after.
        self.state.graphics.serial = graphics.serial + 1;
    }

    /// The program ends the command buffer: it may be pending several times from here on, also on several queues at once.
    pub fn end_records(&mut self) {
        if self.has_records && self.segments.is_simultaneous() {
            self.records.push(Records::default());
        }
    }

    /// What `vkEndCommandBuffer` returns.
    pub fn result(&self) -> vk::Result {
        self.refused.unwrap_or(vk::Result::SUCCESS)
    }

    /// Commands have no result of their own: a refusal is told here, and again by `vkEndCommandBuffer`.
    pub fn check(&mut self, result: Result<(), Refusal>) {
        if let Err(refusal) = result {
            self.refuse(&refusal);
        }
    }

    #[cold]
    fn refuse(&mut self, refusal: &Refusal) {
        if self.refused.is_none() {
            tracing::error!("{refusal}; the command buffer cannot be used");
            self.refused = Some(refusal.vk_result());
        }
    }

    /// Whether commands stand inside a render pass, kept or not.
    pub fn inside_pass(&self) -> bool {
        self.out.keeps_pass || self.inherits_pass
    }

    /// A command without an effect of its own.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn add<C: Command>(&mut self, command: C) -> Result<(), Refusal> {
        match C::OP.kind() {
            Kind::State => {
                if !self.out.keeps_pass {
                    // SAFETY: the caller's promise.
                    unsafe { self.state.log.set(&command, &mut self.state_memory)? };
                }
            }
            Kind::Label => {}
            Kind::Draw => {
                self.restore_shaders();
                self.state.vertex.restore_buffers(&mut self.out);
                self.interrupt_run();
            }
            Kind::Action | Kind::Synchronization => self.interrupt_run(),
        }
        // SAFETY: the caller's promise.
        unsafe { self.out.add(command) }
    }

    /// Copies a command's arguments, lets `rewrite` change the copies, and adds it.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn add_rewritten<C: Command>(
        &mut self,
        mut command: C,
        rewrite: impl FnOnce(&mut C),
    ) -> Result<(), Refusal> {
        let mark = self.out.memory.mark();
        // SAFETY: the caller's promise.
        unsafe {
            command.own(&mut self.out.memory)?;
            rewrite(&mut command);
            self.out.add_temporary(command, mark);
        }
        Ok(())
    }

    /// Something other than state stands here: mesh draws before and after it may share a run only if it need not happen twice.
    pub fn interrupt_run(&mut self) {
        if let Some(pass) = &mut self.pass {
            pass.run_interrupted = true;
        }
    }
}

impl Output {
    fn keeps(&self) -> bool {
        self.keeps_pass || self.keeps_between
    }

    /// Keeps a command, or calls the driver.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn add<C: Command>(&mut self, command: C) -> Result<(), Refusal> {
        if self.keeps() {
            // SAFETY: the arguments are valid.
            unsafe { self.list.add(&mut self.memory, command) }
        } else {
            // SAFETY: the program may record the command here.
            unsafe { command.call(self.functions, self.raw) };
            Ok(())
        }
    }

    /// Keeps a command whose arguments were copied into [`Self::memory`] after `mark`, or calls the driver and gives
    /// the memory up.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn add_temporary<C: Command>(&mut self, command: C, mark: Mark) {
        // SAFETY: the caller's promise.
        unsafe { self.add_owned(command) };
        if !self.keeps() {
            self.memory.rewind(mark);
        }
    }

    /// The same for a command whose arguments already lie in memory of the recorder.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn add_owned<C: Command>(&mut self, command: C) {
        if self.keeps() {
            self.list.add_owned(&mut self.memory, command);
        } else {
            // SAFETY: as in `add`.
            unsafe { command.call(self.functions, self.raw) };
        }
    }
}

impl Emit for Output {
    fn emit<C: Command>(&mut self, command: C) {
        // SAFETY: restored state is what the program set with the same arguments.
        let kept = unsafe { self.add(command) };
        debug_assert!(kept.is_ok(), "its structures were copied before");
    }

    fn emit_recorded(&mut self, op: Op, args: *const c_void) {
        match self.keeps() {
            true => self.list.add_recorded(op, args),
            // SAFETY: as above.
            false => unsafe { op.call(args, self.functions, self.raw) },
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.reset();
    }
}
