//! Programs of the corpus and what is said of them, damaged. Test programs take this file in with `#[path]`.

#[path = "folders.rs"]
mod folders;

use std::path::{Path, PathBuf};

use fastrand::Rng;
use folders::folders;

/// Numbers that break sums, products, tables and loops.
const NUMBERS: [&str; 14] =
    ["0", "1", "2", "3", "7", "31", "33", "255", "256", "257", "65536", "16777216", "4294967295", "-1"];

/// Files of a case.
#[derive(Clone)]
pub struct Mutant {
    /// The original's folder.
    pub case: PathBuf,
    pub code: Vec<u8>,
    pub meta: Vec<u8>,
    pub pipeline: Vec<u8>,
}

/// How many, where the environment does not say that it should be more.
pub fn count(usual: usize) -> usize {
    std::env::var("MESHWORK_TEST_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

impl Mutant {
    /// One of the originals, damaged once or twice.
    pub fn of(originals: &[Self], rng: &mut Rng) -> Self {
        let mut mutant = originals[rng.usize(..originals.len())].clone();
        (0..rng.usize(1..3)).for_each(|_| mutant.damage(rng));
        mutant
    }

    fn damage(&mut self, rng: &mut Rng) {
        let is_code = rng.bool();
        let bytes = match is_code {
            true => &mut self.code,
            false if rng.u8(..8) == 0 => &mut self.pipeline,
            false => &mut self.meta,
        };
        if bytes.len() < 4 {
            return;
        }
        match rng.u8(..4) {
            0 => bytes.truncate(rng.usize(..bytes.len())),
            1 => {
                for _ in 0..rng.usize(1..4) {
                    let at = rng.usize(..bytes.len());
                    bytes[at] ^= 1 << rng.u8(..8);
                }
            }
            _ if is_code => {
                let (from, to) = (rng.usize(..bytes.len() / 4) * 4, rng.usize(..bytes.len() / 4) * 4);
                bytes.copy_within(from..from + 4, to);
            }
            _ => another_number(bytes, rng),
        }
    }
}

/// Every program of the checked-in corpus.
pub fn originals() -> Vec<Mutant> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-rdna2/corpus");
    let read = |path: PathBuf| std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases = folders(&corpus).into_iter();
    let variants = cases.flat_map(|case| folders(&case)).filter(|variant| variant.join("code.bin").exists());
    let original = |variant: PathBuf| Mutant {
        code: read(variant.join("code.bin")),
        meta: read(variant.join("meta.json")),
        pipeline: read(variant.with_file_name("pipe.json")),
        case: variant.parent().expect("a case's folder").to_owned(),
    };
    variants.map(original).collect()
}

/// One of the numbers in a JSON text becomes another.
fn another_number(text: &mut Vec<u8>, rng: &mut Rng) {
    let begins = |&at: &usize| text[at].is_ascii_digit() && matches!(text[at - 1], b' ' | b'[');
    let Some(at) = rng.choice((1..text.len()).filter(begins).collect::<Vec<_>>()) else { return };
    let length = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.splice(at..at + length, NUMBERS[rng.usize(..NUMBERS.len())].bytes());
}
