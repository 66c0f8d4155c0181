//! One case on both devices: what is asked, and the verdict.

use serde::{Deserialize, Serialize};

use crate::emit::{Dialect, Modules, emit};
use crate::error::{Error, Result};
use crate::generate::{self, Case};
use crate::shrink;
use crate::vulkan::{Outcome, Player};
use crate::worker::has_small_steps;

/// A seed, and which of the smaller cases that the shrinker offers was taken, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub seed: u64,
    pub path: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    Same,
    /// What differs.
    Different(String),
    /// The device that gave an error, and which.
    Failed(String),
    /// How the process ended.
    Crashed(String),
}

/// As it is written in arguments: `SEED/CHOICE/CHOICE`.
impl std::fmt::Display for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.seed)?;
        self.path.iter().try_for_each(|choice| write!(f, "/{choice}"))
    }
}

impl std::str::FromStr for Request {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split('/');
        let seed = parts.next().unwrap_or_default().parse()?;
        Ok(Self { seed, path: parts.map(str::parse).collect::<Result<_, _>>()? })
    }
}

impl Request {
    pub fn of(seed: u64) -> Self {
        Self { seed, path: Vec::new() }
    }

    pub fn case(&self) -> Case {
        let mut first = generate::case(self.seed);
        if has_small_steps(self.seed) {
            first.sequence.query = None;
        }
        self.path.iter().fold(first, |case, &choice| shrink::smaller(&case).into_iter().nth(choice).unwrap_or(case))
    }
}

/// The two devices.
pub struct Bench {
    native: Player,
    fallback: Player,
    /// Keeps the loader's library.
    _entry: ash::Entry,
}

impl Bench {
    pub fn new() -> Result<Self> {
        // SAFETY: a Vulkan loader's initialization has no precondition.
        let entry = unsafe { ash::Entry::load() }?;
        Ok(Self { native: Player::new(&entry, false)?, fallback: Player::new(&entry, true)?, _entry: entry })
    }

    /// `begins` is called with the device that is about to play, for the case that it does not come back.
    pub fn check(&mut self, case: &Case, begins: &dyn Fn(&str)) -> Verdict {
        let (plain, full) = (emit(&case.program, Dialect::Plain), emit(&case.program, Dialect::Full));
        begins("native");
        let native = match play(&mut self.native, &plain, case) {
            Ok(outcome) => outcome,
            Err(error) => return Verdict::Failed(format!("native: {error}")),
        };
        begins("fallback");
        let fallback = match play(&mut self.fallback, &full, case) {
            Ok(outcome) => outcome,
            Err(error) => return Verdict::Failed(format!("fallback: {error}")),
        };
        if native == fallback {
            return Verdict::Same;
        }
        let mut text = difference(&native, &fallback);
        let again = [
            ("native, again", play(&mut self.native, &plain, case)),
            ("fallback, again", play(&mut self.fallback, &full, case)),
            ("fallback in the native dialect", play(&mut self.fallback, &plain, case)),
        ];
        for (name, outcome) in again {
            text += &match outcome {
                Ok(outcome) if outcome == native => format!("; {name}: like native"),
                Ok(outcome) if outcome == fallback => format!("; {name}: like fallback"),
                Ok(_) => format!("; {name}: something else"),
                Err(error) => format!("; {name}: {error}"),
            };
        }
        Verdict::Different(text)
    }
}

fn play(player: &mut Player, modules: &Modules, case: &Case) -> Result<Outcome, Error> {
    player.play(modules, &case.sequence, case.program.mesh.builtins.viewport)
}

/// Says for each kind of output what differs first.
fn difference(native: &Outcome, fallback: &Outcome) -> String {
    let mut texts = Vec::new();
    let kinds = [
        ("results", &native.results, &fallback.results),
        ("colours", &native.colors, &fallback.colors),
        ("values", &native.values, &fallback.values),
    ];
    for (name, left, right) in kinds {
        let mut differing = left.iter().zip(right.iter()).enumerate().filter(|(_, (left, right))| left != right);
        if let Some((place, (left, right))) = differing.next() {
            let count = differing.count() + 1;
            texts.push(format!("{count} {name}, at {place}: {left:#x}, fallback {right:#x}"));
        }
    }
    if native.samples != fallback.samples {
        texts.push(format!("samples: {:?}, fallback {:?}", native.samples, fallback.samples));
    }
    texts.join("; ")
}
