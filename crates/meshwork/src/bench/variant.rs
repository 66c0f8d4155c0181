//! The ways to draw a benchmark.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::Result;
use crate::scenes::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// The driver's own mesh shaders.
    Native,
    /// The driver's, draws of one pipeline gathered into one; for scenes that have such.
    NativeGathered,
    /// The layer's.
    Fallback,
    /// The layer's, each draw with dispatches of its own, hoisted before the pass like all.
    FallbackNoRuns,
    /// The layer's, the pass interrupted at each draw for its compute work: how it is done without hoisting.
    PerDraw,
}

impl Variant {
    pub const ALL: [Self; 5] =
        [Self::Native, Self::NativeGathered, Self::Fallback, Self::FallbackNoRuns, Self::PerDraw];

    /// As in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::NativeGathered => "native-gathered",
            Self::Fallback => "fallback",
            Self::FallbackNoRuns => "fallback-no-runs",
            Self::PerDraw => "per-draw",
        }
    }

    /// The layer's setting `MESHWORK_RUNS`; `None` without the layer.
    pub fn runs_setting(self) -> Option<&'static str> {
        match self {
            Self::Native | Self::NativeGathered => None,
            Self::Fallback => Some("1"),
            Self::FallbackNoRuns => Some("0"),
            Self::PerDraw => Some("per-draw"),
        }
    }

    /// Without the layer.
    pub fn is_native(self) -> bool {
        matches!(self, Self::Native | Self::NativeGathered)
    }

    pub fn can_draw(self, scene: &Name) -> bool {
        self != Self::NativeGathered || scene.can_be_gathered()
    }

    /// Whether hoists are few enough to be timed.
    pub fn hoists_passes(self) -> bool {
        matches!(self, Self::Fallback | Self::FallbackNoRuns)
    }

    pub fn environment(self, driver: &Driver) -> Result<Environment> {
        let environment = Environment::new(driver.clone())?;
        Ok(if self.is_native() { environment } else { environment.with_layer("on") })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
