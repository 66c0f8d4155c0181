//! Identifiers of shader modules (`VK_EXT_shader_module_identifier`).
//!
//! The driver does not see modules with mesh shaders, so theirs are the layer's. Mesh pipelines are made of words: a stage that
//! has only an identifier is found as long as its module, or a pipeline lowered from it, is known; else a compilation would be
//! required, which is what such a call asks to be told.

use std::sync::{Arc, Weak};

use ash::vk;
use dashmap::DashMap;

use super::layouts::slice;
use super::shader_modules::{ShaderModule, has_mesh_shaders, module_words};
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook::{Hook, Pointer};
use crate::{chain, hook};

pub const HOOKS: &[Hook] = &[
    hook!(vkGetShaderModuleIdentifierEXT: PFN_vkGetShaderModuleIdentifierEXT = of_module),
    hook!(vkGetShaderModuleCreateInfoIdentifierEXT: PFN_vkGetShaderModuleCreateInfoIdentifierEXT = of_create_info),
];

type Identifier = Box<[u8]>;

/// Modules by the identifiers that the program was told.
#[derive(Default)]
pub struct Identifiers(DashMap<Identifier, Weak<ShaderModule>>);

impl Identifiers {
    /// The module of a stage that has an identifier and nothing else.
    ///
    /// # Safety
    /// `stage` is valid.
    pub unsafe fn module_of(&self, stage: &vk::PipelineShaderStageCreateInfo) -> Option<Arc<ShaderModule>> {
        // SAFETY: the caller's promise.
        let identifier = unsafe { of_stage(stage)? };
        self.0.get(identifier)?.upgrade()
    }

    fn remember(&self, identifier: &[u8], module: &Arc<ShaderModule>) {
        self.0.retain(|_, known| known.strong_count() > 0);
        self.0.insert(identifier.into(), Arc::downgrade(module));
    }
}

/// # Safety
/// `stage` is valid and outlives the identifier.
pub unsafe fn of_stage<'a>(stage: &vk::PipelineShaderStageCreateInfo<'a>) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise.
    unsafe {
        let info = chain::find::<vk::PipelineShaderStageModuleIdentifierCreateInfoEXT>(stage.p_next)?;
        (info.identifier_size > 0).then(|| slice(info.p_identifier, info.identifier_size))
    }
}

/// # Safety
/// As `vkGetShaderModuleIdentifierEXT`.
unsafe extern "system" fn of_module(
    device: vk::Device,
    raw: vk::ShaderModule,
    identifier: *mut vk::ShaderModuleIdentifierEXT<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let known = fallback.objects.shader_modules.get(raw);
        match &known {
            Some(module) if module.hidden => answer(&module.words, &mut *identifier),
            _ => {
                if let Some(next) = data.next_proc(c"vkGetShaderModuleIdentifierEXT") {
                    let next = core::mem::transmute::<Pointer, vk::PFN_vkGetShaderModuleIdentifierEXT>(next);
                    next(device, raw, identifier);
                }
            }
        }
        if let Some(module) = &known {
            fallback.objects.identifiers.remember(told(&*identifier), module);
        }
    });
}

/// # Safety
/// As `vkGetShaderModuleCreateInfoIdentifierEXT`.
unsafe extern "system" fn of_create_info(
    device: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    identifier: *mut vk::ShaderModuleIdentifierEXT<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, _) = fallback_data(device);
        let words = module_words(&*info);
        if has_mesh_shaders(words) {
            answer(words, &mut *identifier);
        } else if let Some(next) = data.next_proc(c"vkGetShaderModuleCreateInfoIdentifierEXT") {
            let next = core::mem::transmute::<Pointer, vk::PFN_vkGetShaderModuleCreateInfoIdentifierEXT>(next);
            next(device, info, identifier);
        }
    });
}

fn told<'a>(identifier: &'a vk::ShaderModuleIdentifierEXT<'_>) -> &'a [u8] {
    &identifier.identifier[..(identifier.identifier_size as usize).min(identifier.identifier.len())]
}

/// The layer's own identifier: 256 bits of FNV-1a in four lanes, which no other machine or version computes otherwise.
fn answer(words: &[u32], identifier: &mut vk::ShaderModuleIdentifierEXT<'_>) {
    let mut lanes = [0xcbf2_9ce4_8422_2325_u64, 0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9];
    for (index, word) in words.iter().enumerate() {
        for (lane, hash) in lanes.iter_mut().enumerate() {
            *hash = (*hash ^ u64::from(*word) ^ (index as u64) << (32 + lane)).wrapping_mul(0x0000_0100_0000_01b3);
            *hash ^= *hash >> 29;
        }
    }
    for (bytes, lane) in identifier.identifier.chunks_exact_mut(8).zip(lanes) {
        bytes.copy_from_slice(&lane.to_le_bytes());
    }
    identifier.identifier_size = identifier.identifier.len() as u32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_tell_modules_apart() {
        let identifier = |words: &[u32]| {
            let mut identifier = vk::ShaderModuleIdentifierEXT::default();
            answer(words, &mut identifier);
            told(&identifier).to_vec()
        };
        let base = identifier(&[1, 2, 3]);
        assert_eq!(base.len(), 32);
        assert_eq!(base, identifier(&[1, 2, 3]));
        let others: [&[u32]; 4] = [&[1, 2], &[1, 3, 2], &[1, 2, 3, 0], &[0, 2, 3]];
        assert!(others.into_iter().all(|words| identifier(words) != base));
    }

    #[test]
    fn a_module_is_known_while_it_lives() {
        let identifiers = Identifiers::default();
        let module = Arc::new(ShaderModule::new(&[7]));
        identifiers.remember(&[1, 2], &module);
        let mut info = vk::PipelineShaderStageModuleIdentifierCreateInfoEXT::default().identifier(&[1, 2]);
        let stage = vk::PipelineShaderStageCreateInfo::default().push_next(&mut info);
        // SAFETY: a valid stage.
        unsafe {
            assert!(identifiers.module_of(&stage).is_some_and(|found| Arc::ptr_eq(&found, &module)));
            drop(module);
            assert!(identifiers.module_of(&stage).is_none());
        }
    }
}
