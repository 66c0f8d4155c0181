//! The one place where a panic stops: nothing unwinds across the C boundary.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ash::vk;

/// What a C function returns when its body panicked.
pub trait OnPanic {
    const ON_PANIC: Self;
}

impl OnPanic for () {
    const ON_PANIC: Self = ();
}

impl OnPanic for vk::Result {
    const ON_PANIC: Self = vk::Result::ERROR_UNKNOWN;
}

impl OnPanic for vk::PFN_vkVoidFunction {
    const ON_PANIC: Self = None;
}

/// Device addresses and sizes.
impl OnPanic for u64 {
    const ON_PANIC: Self = 0;
}

/// Runs the body of a C function. Free where nothing panics: the compiler emits a landing pad and no instruction.
pub fn guard<T: OnPanic>(body: impl FnOnce() -> T) -> T {
    // Unwind safety: the layer's tables hold no half-made entry across a call that may panic, and parking_lot's locks do
    // not poison.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        tracing::error!("internal error (the panic message is above); the call fails");
        T::ON_PANIC
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(guard(|| -> vk::Result { panic!("test") }), vk::Result::ERROR_UNKNOWN);
        assert_eq!(guard(|| vk::Result::SUCCESS), vk::Result::SUCCESS);
    }
}
