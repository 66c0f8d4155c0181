//! The macros that turn the lines of the generated table into structures, hooks and calls.

use ash::vk;

use super::memory::Memory;
use super::recorder::Recorder;
use super::refusal::Refusal;

pub use super::commands::{Functions, Op, own_chained};

/// What a command does inside a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    State,
    Draw,
    /// Anything else that reads or writes: clears, queries, time stamps, secondary command buffers.
    Action,
    /// For debuggers: without effect on what is drawn.
    Label,
    Synchronization,
}

/// What recording a command means beyond its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "as the table has it")]
pub enum Effect {
    plain,
    tracked,
}

/// A structure that points to more.
pub trait Own: Copy {
    /// Replaces what the pointers point to by copies.
    ///
    /// # Safety
    /// The structure is valid as Vulkan understands it.
    unsafe fn own(&mut self, memory: &mut Memory) -> Result<(), Refusal>;
}

/// The arguments of a command, named as in its C declaration.
///
/// # Safety
/// `OP` is the variant of this command, and nothing else's.
pub unsafe trait Command: Own {
    const OP: Op;
    /// Copies of all that its arguments point to can be made without a look at the layer's objects.
    const IS_COPIED: bool;

    /// Which part of its state a command sets that is only recorded: the first element and their count, or the faces.
    fn part(&self) -> [u32; 2];

    /// Calls the driver.
    ///
    /// # Safety
    /// `raw` is recording where Vulkan allows the command, and the arguments are valid.
    unsafe fn call(&self, functions: &Functions, raw: vk::CommandBuffer);
}

/// What happens when the program records the command.
pub trait Record: Command {
    /// # Safety
    /// As the command.
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { recorder.add(self) }
    }

    /// The command with buffers where it has device addresses, in memory that lasts as long as the recording.
    ///
    /// # Safety
    /// As the command.
    unsafe fn without_addresses(self, _recorder: &mut Recorder) -> Result<Self, Refusal> {
        Ok(self)
    }
}

/// Copies a `pNext` chain.
///
/// # Safety
/// `next` is a valid chain.
pub unsafe fn own_chain(
    next: *const core::ffi::c_void,
    memory: &mut Memory,
) -> Result<*const core::ffi::c_void, Refusal> {
    // SAFETY: every structure of a chain begins like a `BaseInStructure`.
    match unsafe { next.cast::<vk::BaseInStructure>().as_ref() } {
        None => Ok(next),
        // SAFETY: the caller's promise.
        Some(base) => unsafe { own_chained(base, memory) },
    }
}

/// `Name(argument: type = copy, …) kind effect copied [part] PFN "names"…;`
macro_rules! commands {
    ($($name:ident ($($arg:ident: $ty:ty $(= $copy:ident($($len:expr),*))?),*)
        $kind:ident $effect:ident $copied:ident $([$($part:expr),*])? $pfn:ident $first:literal $($alias:literal)*;)*) => {
        use core::ffi::{CStr, c_void};

        use ash::vk;

        use crate::hook::{Hook, Pointer, Presence};
        use crate::record::memory::Memory;
        use crate::record::recorder::{Recorder, hooked};
        use crate::record::refusal::Refusal;
        use crate::record::table::{Command, Effect, Kind, Own, Record};

        /// A command that is kept.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op { $($name),* }

        impl Op {
            pub const ALL: &[Op] = &[$(Op::$name),*];

            #[inline]
            pub const fn kind(self) -> Kind {
                match self { $(Op::$name => Kind::$kind),* }
            }

            #[inline]
            pub const fn effect(self) -> Effect {
                match self { $(Op::$name => Effect::$effect),* }
            }

            /// [`Command::part`] of recorded arguments.
            ///
            /// # Safety
            /// `args` points to the structure of this command.
            pub unsafe fn part(self, args: *const c_void) -> [u32; 2] {
                match self {
                    // SAFETY: the caller's promise.
                    $(Op::$name => unsafe { (*args.cast::<$name>()).part() },)*
                }
            }

            /// Copies recorded arguments, and all they point to, once more.
            ///
            /// # Safety
            /// As for [`Self::part`], and the arguments are valid.
            pub unsafe fn copy(self, args: *const c_void, memory: &mut Memory) -> Result<*const c_void, Refusal> {
                match self {
                    // SAFETY: the caller's promise.
                    $(Op::$name => Ok(unsafe { memory.deep(args.cast::<$name>()) }?.cast()),)*
                }
            }

            /// Records the command with recorded arguments.
            ///
            /// # Safety
            /// As for [`Self::copy`]; the program may record the command here.
            pub unsafe fn record(self, args: *const c_void, recorder: &mut Recorder) -> Result<(), Refusal> {
                match self {
                    // SAFETY: the caller's promise.
                    $(Op::$name => unsafe { (*args.cast::<$name>()).record(recorder) },)*
                }
            }

            /// Calls the driver with recorded arguments.
            ///
            /// # Safety
            /// `args` points to the structure of this command, and [`Command::call`] may be called on it.
            pub unsafe fn call(self, args: *const c_void, functions: &Functions, raw: vk::CommandBuffer) {
                match self {
                    // SAFETY: the caller's promise.
                    $(Op::$name => unsafe { (*args.cast::<$name>()).call(functions, raw) },)*
                }
            }
        }

        /// The next layer's functions. A hook is handed out only where the driver has the command.
        #[derive(Clone, Copy, Default)]
        #[expect(non_snake_case, reason = "named as the commands are")]
        pub struct Functions { $(pub $name: Option<vk::$pfn>),* }

        impl Functions {
            pub fn load(mut load: impl FnMut(&'static CStr) -> vk::PFN_vkVoidFunction) -> Self {
                Self { $($name: {
                    let found = [$first $(, $alias)*].into_iter().find_map(&mut load);
                    // SAFETY: the driver's function of this name has this type.
                    found.map(|function| unsafe { core::mem::transmute::<Pointer, vk::$pfn>(function) })
                }),* }
            }
        }

        $(
            #[doc = concat!("`vk", "Cmd", stringify!($name), "`")]
            #[derive(Clone, Copy)]
            pub struct $name { $(pub $arg: $ty),* }

            crate::record::table::own_arguments! { $copied $name { $($arg $(= $copy($($len),*))?),* } }

            // SAFETY: variant and structure come from one line of the table.
            unsafe impl Command for $name {
                const OP: Op = Op::$name;
                const IS_COPIED: bool = crate::record::table::is_copied!($copied);

                #[allow(unused_variables, reason = "not every argument says which part")]
                fn part(&self) -> [u32; 2] {
                    let Self { $($arg),* } = *self;
                    crate::record::table::part!($($($part),*)?)
                }

                unsafe fn call(&self, functions: &Functions, raw: vk::CommandBuffer) {
                    if let Some(function) = functions.$name {
                        // SAFETY: the caller's promise.
                        unsafe { function(raw $(, self.$arg)*) }
                    }
                }
            }

            crate::record::table::effect! { $effect $name }

            impl $name {
                unsafe extern "system" fn hook(raw: vk::CommandBuffer $(, $arg: $ty)*) {
                    // SAFETY: the program calls with a command buffer that it records on this thread, and valid arguments.
                    unsafe { hooked(raw, |recorder| recorder.take(Self { $($arg),* })) };
                }
            }
        )*

        /// The hooks of all commands of the table.
        pub fn hooks() -> impl Iterator<Item = Hook> {
            let groups: &[(&[&'static CStr], *const ())] = &[$((&[$first $(, $alias)*], $name::hook as *const ())),*];
            groups.iter().flat_map(|(names, pointer)| names.iter().map(move |name| Hook {
                name,
                // SAFETY: a function pointer, which Vulkan casts back to the command's type.
                pointer: unsafe { core::mem::transmute::<*const (), Pointer>(*pointer) },
                presence: Presence::Wraps,
            }))
        }
    };
}

/// The copying of a command's arguments, or nothing where it is done by hand before.
macro_rules! own_arguments {
    (copied $name:ident { $($arg:ident $(= $copy:ident($($len:expr),*))?),* }) => {
        impl Own for $name {
            #[inline]
            #[allow(unused_variables, reason = "not every argument is a length, not every command has a pointer")]
            unsafe fn own(&mut self, memory: &mut Memory) -> Result<(), Refusal> {
                let Self { $($arg),* } = *self;
                // SAFETY: the caller's promise.
                $($(self.$arg = unsafe { memory.$copy($arg $(, $len)*) }?;)?)*
                Ok(())
            }
        }
    };
    (by_hand $name:ident { $($rest:tt)* }) => {
        impl Own for $name {
            unsafe fn own(&mut self, _memory: &mut Memory) -> Result<(), Refusal> {
                Ok(())
            }
        }
    };
}

macro_rules! is_copied {
    (copied) => {
        true
    };
    (by_hand) => {
        false
    };
}

macro_rules! part {
    () => {
        [0, 0]
    };
    ($first:expr) => {
        [$first, 0]
    };
    ($first:expr, $count:expr) => {
        [$first, $count]
    };
}

/// Commands without an effect of their own are only recorded; the others implement [`Record`] by hand.
macro_rules! effect {
    (plain $name:ident) => {
        impl Record for $name {}
    };
    (tracked $name:ident) => {};
}

/// `Name { pointer = copy(length), … }`
macro_rules! structs {
    ($($name:ident { $($field:ident = $copy:ident($($len:ident)?)),* })*) => {
        $(impl Own for vk::$name<'_> {
            unsafe fn own(&mut self, memory: &mut Memory) -> Result<(), Refusal> {
                $(crate::record::table::own_field! { self memory $field $copy($($len)?) })*
                Ok(())
            }
        })*
    };
}

macro_rules! own_field {
    ($self:ident $memory:ident $field:ident chain()) => {
        // SAFETY: the caller's promise.
        $self.$field = unsafe { crate::record::table::own_chain($self.$field as *const _, $memory) }? as *mut _;
    };
    ($self:ident $memory:ident $field:ident inner()) => {
        // SAFETY: the caller's promise.
        unsafe { $self.$field.own($memory) }?;
    };
    ($self:ident $memory:ident $field:ident $copy:ident($($len:ident)?)) => {
        // SAFETY: the caller's promise.
        $self.$field = unsafe { $memory.$copy($self.$field $(, $self.$len)?) }?;
    };
}

/// The structures of `pNext` chains.
macro_rules! chained {
    ($($name:ident)*) => {
        /// Copies a structure of a chain and the rest of the chain.
        ///
        /// # Safety
        /// `base` begins a valid chain.
        pub unsafe fn own_chained(base: &vk::BaseInStructure, memory: &mut Memory) -> Result<*const c_void, Refusal> {
            match base.s_type {
                $(<vk::$name as vk::TaggedStructure>::STRUCTURE_TYPE => {
                    // SAFETY: the structure type says so.
                    Ok(unsafe { memory.deep(core::ptr::from_ref(base).cast::<vk::$name>()) }?.cast())
                })*
                unknown => Err(Refusal::Structure(unknown)),
            }
        }
    };
}

pub(crate) use {chained, commands, effect, is_copied, own_arguments, own_field, part, structs};
