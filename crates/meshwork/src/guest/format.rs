//! Vulkan's names of formats, as `pipe.json` has them.

use ash::vk;

/// Formats that cases use. The names of packed ones leave out that they are.
macro_rules! formats {
    ($($name:ident)* $(; $short:ident = $packed:ident)*) => {
        pub fn format(name: &str) -> Option<vk::Format> {
            match name {
                $(stringify!($name) => Some(vk::Format::$name),)*
                $(stringify!($short) => Some(vk::Format::$packed),)*
                _ => None,
            }
        }
    };
}

formats! {
    R32_SFLOAT R32G32_SFLOAT R32G32B32_SFLOAT R32G32B32A32_SFLOAT
    R32_UINT R32G32_UINT R32G32B32_UINT R32G32B32A32_UINT
    R32_SINT R32G32_SINT R32G32B32_SINT R32G32B32A32_SINT
    R16_SFLOAT R16G16_SFLOAT R16G16B16A16_SFLOAT
    R16G16_UNORM R16G16_SNORM R16G16_UINT R16G16_SINT
    R16G16B16A16_UNORM R16G16B16A16_SNORM R16G16B16A16_UINT R16G16B16A16_SINT
    R8G8B8A8_UNORM R8G8B8A8_SNORM R8G8B8A8_USCALED R8G8B8A8_SSCALED R8G8B8A8_UINT R8G8B8A8_SINT
    B8G8R8A8_UNORM
    ; A2B10G10R10_UNORM = A2B10G10R10_UNORM_PACK32
    ; A2B10G10R10_SNORM = A2B10G10R10_SNORM_PACK32
    ; B10G11R11_UFLOAT = B10G11R11_UFLOAT_PACK32
}
