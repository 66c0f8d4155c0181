//! Events that are set and reset, outside render passes only; waiting for one is in [`super::barriers`].

use ash::vk;

use super::addressed::without_ranges;
use super::barriers::rewrite_dependency;
use super::recorder::recorder_of;
use super::table::Own;
use crate::guard::guard;
use crate::hook::Hook;
use crate::{hook, stages};

pub const HOOKS: &[Hook] = &[
    hook!(vkCmdSetEvent: PFN_vkCmdSetEvent = set),
    hook!(vkCmdResetEvent: PFN_vkCmdResetEvent = reset),
    hook!(vkCmdSetEvent2: PFN_vkCmdSetEvent2 = set_2),
    hook!(vkCmdSetEvent2KHR: PFN_vkCmdSetEvent2 = set_2),
    hook!(vkCmdResetEvent2: PFN_vkCmdResetEvent2 = reset_2),
    hook!(vkCmdResetEvent2KHR: PFN_vkCmdResetEvent2 = reset_2),
];

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn set(raw: vk::CommandBuffer, event: vk::Event, stages: vk::PipelineStageFlags) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder_of(raw);
        let raw = recorder.outside();
        recorder.out.outside.set_event(raw, event, stages::outside_1(stages));
    });
}

unsafe extern "system" fn reset(raw: vk::CommandBuffer, event: vk::Event, stages: vk::PipelineStageFlags) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder_of(raw);
        let raw = recorder.outside();
        recorder.out.outside.reset_event(raw, event, stages::outside_1(stages));
    });
}

unsafe extern "system" fn set_2(raw: vk::CommandBuffer, event: vk::Event, info: *const vk::DependencyInfo<'_>) {
    // SAFETY: the program calls with valid arguments; the masks are rewritten in a copy.
    guard(|| unsafe {
        let recorder = recorder_of(raw);
        let raw = recorder.outside();
        let mark = recorder.out.memory.mark();
        let result = without_ranges(info.cast(), 1, recorder).and_then(|info| {
            let mut info = *info;
            if recorder.fallback.gives_mesh_shaders {
                info.own(&mut recorder.out.memory)?;
                rewrite_dependency(&info, false);
            }
            recorder.out.outside.set_event_2(raw, event, &info);
            Ok(())
        });
        recorder.out.memory.rewind(mark);
        recorder.check(result);
    });
}

unsafe extern "system" fn reset_2(raw: vk::CommandBuffer, event: vk::Event, stages: vk::PipelineStageFlags2) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder_of(raw);
        let raw = recorder.outside();
        recorder.out.outside.reset_event_2(raw, event, stages::outside(stages));
    });
}
