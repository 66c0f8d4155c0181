//! Commands that only stand outside passes. Nothing about them matters here but where they go: a command buffer of the
//! program may be several of the driver's ([`super::cut`]), and they belong into the one that is being recorded.

/// `Name(argument: type, …) PFN "names"…;`
macro_rules! redirects {
    ($($name:ident ($($arg:ident: $ty:ty),*) $pfn:ident $first:literal $($alias:literal)*;)*) => {
        use core::ffi::{CStr, c_void};

        use ash::vk;

        use crate::guard::guard;
        use crate::hook::{Hook, Pointer, Presence};
        use crate::record::recorder::{Recorder, recorder_of};

        /// The next layer's functions.
        #[derive(Clone, Copy, Default)]
        #[expect(non_snake_case, reason = "named as the commands are")]
        pub struct Redirected { $($name: Option<vk::$pfn>),* }

        impl Redirected {
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
            pub struct $name { $(pub $arg: $ty),* }

            impl $name {
                /// # Safety
                /// As the command.
                pub unsafe fn record(self, recorder: &mut Recorder) {
                    // SAFETY: the caller's promise.
                    unsafe {
                        let raw = recorder.outside();
                        if let Some(function) = recorder.fallback.recording.redirected.$name {
                            function(raw $(, self.$arg)*);
                        }
                    }
                }

                unsafe extern "system" fn hook(raw: vk::CommandBuffer $(, $arg: $ty)*) {
                    // SAFETY: the program calls with a command buffer that it records on this thread, and valid arguments.
                    guard(|| unsafe { Self { $($arg),* }.record(recorder_of(raw)) });
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

pub(crate) use redirects;
