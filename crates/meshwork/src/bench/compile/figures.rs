//! What a driver's compiler says about a stage.

use std::ffi::CStr;

use ash::vk;
use serde::{Deserialize, Serialize};

/// Of one compiled stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub vgprs: u64,
    pub sgprs: u64,
    pub lds_bytes: u64,
    pub scratch_bytes: u64,
    pub instructions: u64,
    pub code_bytes: u64,
}

impl Counts {
    /// From the statistics of RADV; `None` where one is missing.
    pub fn read(statistics: &[vk::PipelineExecutableStatisticKHR<'_>]) -> Option<Self> {
        let value = |name: &CStr| {
            let found = statistics.iter().find(|found| found.name_as_c_str() == Ok(name));
            let found = found.filter(|found| found.format == vk::PipelineExecutableStatisticFormatKHR::UINT64)?;
            // SAFETY: the format says which it is.
            Some(unsafe { found.value.u64 })
        };
        Some(Self {
            vgprs: value(c"VGPRs")?,
            sgprs: value(c"SGPRs")?,
            lds_bytes: value(c"LDS size")?,
            scratch_bytes: value(c"Scratch size")?,
            instructions: value(c"Instructions")?,
            code_bytes: value(c"Code size")?,
        })
    }
}
