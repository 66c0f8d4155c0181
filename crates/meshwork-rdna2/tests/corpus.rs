//! Every program of the corpus, against LLVM. `MESHWORK_TEST_CORPUS` names another folder of cases.

mod common;
#[path = "common/folders.rs"]
mod folders;

use std::path::{Path, PathBuf};

use folders::folders;
use meshwork_rdna2::{Wave, decode_program};

/// `CASE/VARIANT/code.bin` of all cases.
fn programs() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let corpus = std::env::var_os("MESHWORK_TEST_CORPUS").map_or(own, PathBuf::from);
    let variants = folders(&corpus).into_iter().flat_map(|case| folders(&case));
    variants.map(|variant| variant.join("code.bin")).filter(|code| code.exists()).collect()
}

/// By `meta.json` beside the code.
fn wave(code: &Path) -> Wave {
    let meta = std::fs::read_to_string(code.with_file_name("meta.json")).expect("meta.json lies beside the code");
    if meta.contains("\"wave_size\": 64") { Wave::W64 } else { Wave::W32 }
}

#[test]
fn programs_of_the_corpus_read_as_llvm_has_them() {
    let programs = programs();
    assert!(programs.len() >= 10, "only {} programs", programs.len());
    println!("{} programs", programs.len());
    for wave_size in [Wave::W32, Wave::W64] {
        let (mut texts, mut blocks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for path in programs.iter().filter(|path| wave(path) == wave_size) {
            let bytes = std::fs::read(path).expect("code.bin can be read");
            let code: Vec<u32> =
                bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4"))).collect();
            let program =
                decode_program(&code, wave_size).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let last = program.last().expect("a program has instructions");
            assert!(["s_endpgm", "s_code_end"].contains(&last.to_string().as_str()), "{}", path.display());
            for instruction in program {
                let place = instruction.pc.0 as usize;
                texts.push(instruction.to_string());
                blocks.push(code[place..place + usize::from(instruction.dwords)].to_vec());
                places.push((path, instruction.pc));
            }
        }
        let asked: Vec<&[u32]> = blocks.iter().map(Vec::as_slice).collect();
        let Some(answers) = common::disassemble(&asked, wave_size) else { return };
        for ((text, answer), (path, pc)) in texts.iter().zip(&answers).zip(&places) {
            assert_eq!(answer.as_slice(), std::slice::from_ref(text), "{} at {pc}", path.display());
        }
    }
}
