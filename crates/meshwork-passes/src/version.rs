//! Versions of SPIR-V.

use meshwork_spirv::Module;
use meshwork_spirv::spirv::{Capability, Decoration, Op};

use crate::error::{ErrorKind, Result};
use crate::strip::list_interface;

// As in a module's header.
pub const SPIRV_1_4: u32 = 0x0001_0400;
/// What every Vulkan 1.2 driver takes.
pub const SPIRV_1_5: u32 = 0x0001_0500;

/// Declares `ShaderLayer` or `ShaderViewportIndex`, capabilities of SPIR-V 1.5 that come with features of Vulkan 1.2.
///
/// An older module is raised to that version. Where it cannot be, it declares the extension in which they were one capability:
/// in Vulkan that belongs to a device extension, which the program need not have enabled.
pub fn allow_layer_or_viewport(module: &mut Module, capability: Capability) {
    if raise_to_1_5(module).is_ok() {
        module.add_capability(capability);
    } else {
        module.add_capability(Capability::ShaderViewportIndexLayerEXT);
        module.extensions.insert("SPV_EXT_shader_viewport_index_layer".into());
    }
}

/// Makes an older module one of SPIR-V 1.5.
pub fn raise_to_1_5(module: &mut Module) -> Result<()> {
    if module.version >= SPIRV_1_5 {
        return Ok(());
    }
    if has_buffer_blocks(module) {
        return Err(ErrorKind::unsupported("the decoration BufferBlock, which SPIR-V 1.4 took away,", None));
    }
    // What each of them uses of the module's variables is not looked up.
    if let [_, other, ..] = module.entry_points.as_slice() {
        let feature = "a second entry point in a module older than SPIR-V 1.5, which must become one,";
        return Err(ErrorKind::unsupported(feature, other.function));
    }
    module.version = SPIRV_1_5;
    list_interface(module);
    Ok(())
}

/// The one thing in shaders that newer versions took away.
fn has_buffer_blocks(module: &Module) -> bool {
    let mut decorations = module.decorations.values().flatten().filter(|decoration| decoration.op == Op::Decorate);
    decorations.any(|decoration| decoration.word(1) == Some(Decoration::BufferBlock as u32))
}
