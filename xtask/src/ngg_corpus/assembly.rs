//! Dwords from the driver's disassembly.

use std::path::Path;

use crate::error::{Error, Result};

/// `s_code_end`. The hardware reads ahead, so RADV puts five behind a program, which its text leaves out; constants follow, and the
/// program's offsets to them count the five.
pub const END_MARKER: u32 = 0xbf9f_0000;
const END_MARKERS: usize = 5;

/// Each line of an instruction ends with its dwords, `; 7e000280` or `; d5030004 00020100`; a line of constants is
/// `[000000] bf4ccccd 3f333333`. What else there is are labels and headings.
pub fn dwords(text: &str, case: &Path) -> Result<Vec<u32>> {
    let (mut code, mut constants) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (words, to) = match (line.split_once(']'), line.rsplit_once(';')) {
            (Some((_, words)), _) if line.starts_with('[') => (words, &mut constants),
            (_, Some((_, words))) => (words, &mut code),
            _ => continue,
        };
        for word in words.split_whitespace() {
            let word = u32::from_str_radix(word, 16);
            to.push(word.map_err(|_| Error::Assembly { path: case.to_path_buf(), line: line.to_string() })?);
        }
    }
    code.extend([END_MARKER; END_MARKERS]);
    code.extend(constants);
    Ok(code)
}

/// A line an instruction, its place in dwords before it; labels of branches on lines of their own.
pub fn listing(text: &str) -> String {
    let (mut place, mut listing) = (0, String::new());
    for line in text.lines() {
        match line.rsplit_once(';') {
            Some((instruction, words)) => {
                listing += &format!("{place:04x} {}\n", instruction.trim());
                place += words.split_whitespace().count();
            }
            None if line.starts_with("BB") => listing += &format!("{line}\n"),
            None => {}
        }
    }
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_lie_behind_five_markers() {
        let text = "BB0:\n\ts_mov_b32 s7, 0x31016fac ; be8703ff 31016fac\nBB1:\n\ts_endpgm ; bf810000\n\n\
                    /* constant data */\n[000000] bf4ccccd 3f333333\n";
        let code = dwords(text, Path::new("case")).expect("a program");
        assert_eq!(code[..3], [0xbe87_03ff, 0x3101_6fac, 0xbf81_0000]);
        assert_eq!(code[3..8], [END_MARKER; 5]);
        assert_eq!(code[8..], [0xbf4c_cccd, 0x3f33_3333]);
    }

    #[test]
    fn a_listing_has_the_place_of_each_instruction() {
        let text = "BB0:\n\ts_mov_b32 s7, 0x31016fac   ; be8703ff 31016fac\nBB1:\n\ts_endpgm ; bf810000\n";
        assert_eq!(listing(text), "BB0:\n0000 s_mov_b32 s7, 0x31016fac\nBB1:\n0002 s_endpgm\n");
    }

    #[test]
    fn a_line_without_dwords_is_named() {
        let error = dwords("\ts_endpgm ; nothing", Path::new("case")).expect_err("no dwords");
        assert!(error.to_string().contains("; nothing"), "{error}");
    }
}
