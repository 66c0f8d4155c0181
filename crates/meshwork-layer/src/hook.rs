//! What a hook is: a Vulkan command that the layer answers itself.

use core::ffi::CStr;
use std::collections::HashMap;

/// The C function behind a hook, its type erased.
pub type Pointer = unsafe extern "system" fn();

/// One hooked command.
#[derive(Clone, Copy)]
pub struct Hook {
    pub name: &'static CStr,
    pub pointer: Pointer,
    pub presence: Presence,
}

/// On which devices a hook is handed out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// On every device.
    Always,
    /// With the fallback, where the driver has the command. Without mesh shaders only what [`Self::AddressCommand`] needs.
    Wraps,
    /// With the fallback's mesh shaders, also where the driver has no such command: the layer implements it.
    Implements,
    /// With the fallback, where it gives `VK_KHR_device_address_commands` and the device has the command that this one becomes.
    AddressCommand(&'static CStr),
}

/// `hook!(vkCreateBuffer: PFN_vkCreateBuffer = create_buffer)`: a [`Hook`] whose function has the command's type.
/// A presence other than `Wraps` is named last.
#[macro_export]
macro_rules! hook {
    ($command:ident: $pfn:ident = $function:path) => {
        $crate::hook!($command: $pfn = $function, Wraps)
    };
    ($command:ident: $pfn:ident = $function:path, $presence:ident $(($becomes:literal))?) => {{
        const NAME: &::core::ffi::CStr =
            match ::core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($command), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => unreachable!(),
            };
        $crate::hook::Hook {
            name: NAME,
            // SAFETY: function pointers have one representation; Vulkan casts it back to the command's type.
            pointer: unsafe {
                ::core::mem::transmute::<::ash::vk::$pfn, $crate::hook::Pointer>($function as ::ash::vk::$pfn)
            },
            presence: $crate::hook::Presence::$presence $(($becomes))?,
        }
    }};
}

/// Hooks by name.
pub struct HookTable(HashMap<&'static CStr, Hook>);

impl HookTable {
    pub fn new(hooks: impl IntoIterator<Item = Hook>) -> Self {
        Self(hooks.into_iter().map(|hook| (hook.name, hook)).collect())
    }

    pub fn names(&self) -> impl Iterator<Item = &'static CStr> {
        self.0.keys().copied()
    }

    pub fn get(&self, name: &CStr) -> Option<&Hook> {
        self.0.get(name)
    }
}
