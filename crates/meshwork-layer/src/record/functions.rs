//! The driver's functions that stand outside passes, or end one, under whichever name it has them.

use core::ffi::CStr;

use ash::vk;

use crate::hook::Pointer;

macro_rules! functions {
    ($($name:ident: $pfn:ident [$($c_name:literal)+] ($($arg:ident: $ty:ty),*);)*) => {
        #[derive(Clone, Copy, Default)]
        pub struct OutsideFunctions { $($name: Option<vk::$pfn>),* }

        impl OutsideFunctions {
            pub fn load(load: impl Fn(&'static CStr) -> vk::PFN_vkVoidFunction) -> Self {
                Self { $($name: {
                    let found = [$($c_name),+].into_iter().find_map(&load);
                    // SAFETY: the driver's function of this name has this type.
                    found.map(|function| unsafe { core::mem::transmute::<Pointer, vk::$pfn>(function) })
                }),* }
            }

            $(
                /// # Safety
                /// As the command.
                pub unsafe fn $name(&self, raw: vk::CommandBuffer $(, $arg: $ty)*) {
                    if let Some(function) = self.$name {
                        // SAFETY: the caller's promise.
                        unsafe { function(raw $(, $arg)*) }
                    }
                }
            )*
        }
    };
}

functions! {
    begin_rendering: PFN_vkCmdBeginRendering [c"vkCmdBeginRendering" c"vkCmdBeginRenderingKHR"]
        (info: *const vk::RenderingInfo);
    end_rendering: PFN_vkCmdEndRendering [c"vkCmdEndRendering" c"vkCmdEndRenderingKHR"] ();
    begin_render_pass: PFN_vkCmdBeginRenderPass [c"vkCmdBeginRenderPass"]
        (info: *const vk::RenderPassBeginInfo, contents: vk::SubpassContents);
    end_render_pass: PFN_vkCmdEndRenderPass [c"vkCmdEndRenderPass"] ();
    begin_render_pass_2: PFN_vkCmdBeginRenderPass2 [c"vkCmdBeginRenderPass2" c"vkCmdBeginRenderPass2KHR"]
        (info: *const vk::RenderPassBeginInfo, subpass: *const vk::SubpassBeginInfo);
    end_render_pass_2: PFN_vkCmdEndRenderPass2 [c"vkCmdEndRenderPass2" c"vkCmdEndRenderPass2KHR"]
        (info: *const vk::SubpassEndInfo);
    set_event: PFN_vkCmdSetEvent [c"vkCmdSetEvent"] (event: vk::Event, stages: vk::PipelineStageFlags);
    reset_event: PFN_vkCmdResetEvent [c"vkCmdResetEvent"] (event: vk::Event, stages: vk::PipelineStageFlags);
    set_event_2: PFN_vkCmdSetEvent2 [c"vkCmdSetEvent2" c"vkCmdSetEvent2KHR"]
        (event: vk::Event, info: *const vk::DependencyInfo);
    reset_event_2: PFN_vkCmdResetEvent2 [c"vkCmdResetEvent2" c"vkCmdResetEvent2KHR"]
        (event: vk::Event, stages: vk::PipelineStageFlags2);
}
