//! `meshwork disasm`: RDNA2 machine code as the assembler writes it.

use std::fmt::Write;
use std::path::PathBuf;

use meshwork_rdna2::{Instruction, Pc, Wave};

use crate::Outcome;
use crate::dwords::read_code;
use crate::error::Result;
use crate::output::print;

#[derive(clap::Args)]
pub struct DisasmArgs {
    /// Little-endian dwords of gfx10.3: a program, and behind its end markers data
    #[arg(value_name = "CODE.bin")]
    code: PathBuf,
    /// Lanes of a wave: they decide how wide lane masks are
    #[arg(long, value_name = "LANES", default_value = "64", value_parser = ["32", "64"])]
    wave: String,
}

pub fn run(args: &DisasmArgs) -> Result<Outcome> {
    let code = read_code(&args.code)?;
    let wave = if args.wave == "32" { Wave::W32 } else { Wave::W64 };
    print(&listing(&code, wave)?)?;
    Ok(Outcome::Done)
}

/// A line an instruction: its dword, its text, and where a branch goes to. Data follows as dwords.
fn listing(code: &[u32], wave: Wave) -> Result<String> {
    let program = meshwork_rdna2::decode_program(code, wave)?;
    let end = program.last().map_or(Pc(0), Instruction::next);
    let mut text = String::new();
    for instruction in &program {
        let target = instruction.target().map(|target| format!("  ; to {target}")).unwrap_or_default();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} {instruction}{target}", instruction.pc);
    }
    for (offset, word) in code.iter().enumerate().skip(end.0 as usize) {
        let _ = writeln!(text, "{} ; {word:08x}", Pc(offset as u32));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_say_where_they_go_and_data_stays_data() {
        let code = [0xbf88_0001, 0x7e00_0280, 0xbf81_0000, 0xbf9f_0000, 0x1234_5678];
        let expected = "0000 s_cbranch_execz 1  ; to 0002\n0001 v_mov_b32_e32 v0, 0\n0002 s_endpgm\n\
                        0003 ; bf9f0000\n0004 ; 12345678\n";
        assert_eq!(listing(&code, Wave::W64).expect("a program"), expected);
    }

    #[test]
    fn what_is_no_instruction_is_named_by_its_place() {
        let error = listing(&[0x7e00_0280, 0xffff_ffff], Wave::W64).expect_err("no instruction");
        assert!(error.to_string().starts_with("0001: ffffffff begins no instruction"), "{error}");
    }
}
