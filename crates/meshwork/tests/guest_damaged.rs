//! Damaged programs, metadata and pipelines before the commands that take them: an answer, or a failure with a reason. No panic, no
//! hang, and no crash of the driver's but where the command says so.

mod common;
#[path = "../../meshwork-rdna2/tests/common/mutants.rs"]
mod mutants;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{command, folder, has_driver};
use fastrand::Rng;
use mutants::{Mutant, originals};

/// A program that has no end comes to the interpreter's limit of steps, or the command stops waiting for the GPU.
const LONGEST: Duration = Duration::from_secs(400);

fn seed() -> u64 {
    std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..))
}

/// The case's files, with what is damaged.
fn write(mutant: &Mutant, case: &Path) {
    let variant = case.join("w32-noopt");
    fs::create_dir_all(&variant).expect("a folder for the variant");
    fs::write(variant.join("code.bin"), &mutant.code).expect("code.bin is written");
    fs::write(variant.join("meta.json"), &mutant.meta).expect("meta.json is written");
    fs::write(case.join("pipe.json"), &mutant.pipeline).expect("pipe.json is written");
    for name in ["vert.spv", "geom.spv", "frag.spv"] {
        let _ = fs::remove_file(case.join(name));
        if mutant.case.join(name).exists() {
            fs::copy(mutant.case.join(name), case.join(name)).expect("a module of the case");
        }
    }
}

/// Runs commands on a mutant each; `command` gets the case's folder.
fn run(test: &str, mutants: usize, arguments: impl Fn(&Path, usize) -> Vec<String>) {
    let seed = seed();
    println!("seed {seed}");
    let (originals, case) = (originals(), folder(test));
    let mut done = 0;
    for number in 0..mutants {
        let rng = &mut Rng::with_seed(seed.wrapping_add(number as u64));
        write(&Mutant::of(&originals, rng), &case);
        let arguments = arguments(&case, number);
        let start = Instant::now();
        let output = command().args(&arguments).output().expect("the command starts");
        let (status, error) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        let what = format!("mutant {number}: {arguments:?}: {status:?}, {error}");
        assert!(start.elapsed() < LONGEST, "{what}");
        assert!(matches!(status, Some(0..=2)) && !error.contains("panicked"), "{what}");
        assert!(status != Some(2) || error.starts_with("meshwork: "), "{what}");
        done += usize::from(status == Some(0));
    }
    println!("{test}: {done} of {mutants} did what they were asked for");
}

#[test]
fn damaged_programs_have_an_answer() {
    run("guest-damaged", mutants::count(30), |case, number| {
        let variant = case.join("w32-noopt");
        let path = |name: &str| variant.join(name).to_str().expect("a path of text").to_owned();
        let (code, meta) = (path("code.bin"), path("meta.json"));
        match number % 3 {
            0 => vec!["disasm".to_owned(), code],
            1 => vec!["translate".to_owned(), code, "--meta".to_owned(), meta, "-o".to_owned(), path("out.spv")],
            _ => vec!["interpret".to_owned(), code, "--meta".to_owned(), meta],
        }
    });
}

#[test]
fn damaged_cases_are_drawn_or_refused() {
    if !has_driver("damaged_cases_are_drawn_or_refused", "lavapipe") {
        return;
    }
    run("guest-damaged-pictures", mutants::count(30) / 10, |case, _| {
        let line = ["render", "--driver=lavapipe", "--path=native", "--size=32x32", "--json", "-o"];
        let paths = [&case.join("picture.png"), case].map(|path| path.to_str().expect("a path of text").to_owned());
        let [picture, case] = paths;
        line.map(str::to_owned).into_iter().chain([picture, "--guest".into(), case]).collect()
    });
}
