//! Every row of the opcode table, with random fields, against LLVM: what it rejects we reject, what it accepts prints the same.

mod common;

use fastrand::Rng;
use meshwork_rdna2::{Encoding, Error, Field, Opcode, Pc, Wave, decode};

/// Five dwords: the longest instruction, an image sample with thirteen address registers.
type Block = [u32; 5];

const BLOCKS_PER_OPCODE: usize = 40;

/// The seed of property tests in CI; another one in every other run.
fn seed() -> u64 {
    std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..))
}

/// The dwords that say the opcode, and the bits of the first two that do.
fn pattern(encoding: Encoding, number: u32) -> ([u32; 2], [u32; 2]) {
    let first = |bits: u32, mask: u32| ([bits, 0], [mask, 0]);
    match encoding {
        Encoding::SOP1 => first(0xbe80_0000 | number << 8, 0xff80_ff00),
        Encoding::SOP2 => first(0x8000_0000 | number << 23, 0xff80_0000),
        Encoding::SOPC => first(0xbf00_0000 | number << 16, 0xffff_0000),
        Encoding::SOPK => first(0xb000_0000 | number << 23, 0xff80_0000),
        Encoding::SOPP => first(0xbf80_0000 | number << 16, 0xffff_0000),
        Encoding::SMEM => first(0xf400_0000 | number << 18, 0xfffc_0000),
        Encoding::VOP1 => first(0x7e00_0000 | number << 9, 0xfe01_fe00),
        Encoding::VOP2 => first(number << 25, 0xfe00_0000),
        Encoding::VOPC => first(0x7c00_0000 | number << 17, 0xfffe_0000),
        Encoding::VOP3 => first(0xd400_0000 | number << 16, 0xffff_0000),
        Encoding::VOP3P => first(0xcc00_0000 | number << 16, 0xffff_0000),
        Encoding::VINTRP => first(0xc800_0000 | number << 16, 0xfc03_0000),
        Encoding::DS => first(0xd800_0000 | number << 18, 0xfffc_0000),
        Encoding::MUBUF => first(0xe000_0000 | (number & 127) << 18 | number >> 7 << 25, 0xfffc_0000),
        Encoding::MTBUF => ([0xe800_0000 | (number & 7) << 16, number >> 3 << 21], [0xfc07_0000, 1 << 21]),
        Encoding::MIMG => first(0xf000_0000 | (number & 127) << 18 | number >> 7, 0xfdfc_0001),
        Encoding::FLAT => first(0xdc00_0000 | number << 18, 0xfffc_c000),
        Encoding::SCRATCH => first(0xdc00_4000 | number << 18, 0xfffc_c000),
        Encoding::GLOBAL => first(0xdc00_8000 | number << 18, 0xfffc_c000),
        Encoding::EXP => first(0xf800_0000, 0xfc00_0000),
    }
}

/// Dense, sparse or with whole bytes 0: fields that must be 0 often are.
fn random_word(rng: &mut Rng) -> u32 {
    let word = rng.u32(..);
    match rng.u8(..4) {
        0 => word,
        1 => word & rng.u32(..) & rng.u32(..),
        2 => [0xff, 0xff00, 0xff_0000, 0xff00_0000]
            .into_iter()
            .filter(|_| rng.bool())
            .fold(word, |word, byte| word & !byte),
        _ => 0,
    }
}

fn blocks(encoding: Encoding, number: u32, rng: &mut Rng) -> Vec<Block> {
    let (bits, mask) = pattern(encoding, number);
    let block = |_| {
        let mut block = Block::default().map(|_| random_word(rng));
        for ((word, bits), mask) in block.iter_mut().zip(bits).zip(mask) {
            *word = *word & !mask | bits;
        }
        block
    };
    (0..BLOCKS_PER_OPCODE).map(block).collect()
}

/// VOP1, VOP2 and VOPC opcodes as VOP3, too.
fn forms(opcode: Opcode) -> Vec<(Encoding, u32)> {
    let number = u32::from(opcode.number());
    let mut forms = vec![(opcode.encoding(), number)];
    match opcode.encoding() {
        Encoding::VOPC => forms.push((Encoding::VOP3, number)),
        Encoding::VOP2 => forms.push((Encoding::VOP3, number + 0x100)),
        Encoding::VOP1 => forms.push((Encoding::VOP3, number + 0x180)),
        _ => {}
    }
    forms
}

/// Compares blocks, and says how many of them are instructions.
fn compare(blocks: &[Block], wave: Wave) -> Option<usize> {
    let decoded: Vec<_> = blocks.iter().map(|block| decode(block, Pc(0), wave)).collect();
    // LLVM's printer ends the process on parts of registers that do not exist, and on such lane controls it prints a remark.
    let asked = |decoded: &Result<_, Error>| !matches!(decoded, Err(Error::InvalidField { field: Field::Lanes, .. }));
    let pairs: Vec<_> = blocks.iter().zip(&decoded).filter(|(_, decoded)| asked(decoded)).collect();
    let words = pairs.iter().map(|(block, decoded)| match decoded {
        Ok(instruction) => &block[..usize::from(instruction.dwords)],
        Err(_) => &block[..],
    });
    let answers = common::disassemble(&words.collect::<Vec<_>>(), wave)?;
    let differences: Vec<String> =
        pairs.iter().zip(&answers).filter_map(|(pair, answer)| difference(pair, answer)).collect();
    assert!(differences.is_empty(), "{} of {} differ:\n{}", differences.len(), pairs.len(), differences.join("\n"));
    Some(decoded.iter().filter(|decoded| decoded.is_ok()).count())
}

fn difference(
    (block, decoded): &(&Block, &Result<meshwork_rdna2::Instruction, Error>),
    answer: &[String],
) -> Option<String> {
    let text = decoded.as_ref().map(ToString::to_string);
    let same = match (&text, answer) {
        (Ok(text), [line]) if text == line => true,
        // It marks what the opcode does not take, and rounds the number of the first register of a group.
        (Err(Error::Misaligned { .. }), _) => true,
        // It takes any data mask, any kind of image and too few address words for one, and prints fewer registers.
        (Err(Error::InvalidField { field: Field::Data | Field::Resource | Field::Address, .. }), [line, ..])
            if line.starts_with("image") =>
        {
            true
        }
        // It has no gather of packed halves with a status, and forgets that four samples are loaded whatever the mask.
        (Ok(text), _) if text.starts_with("image_gather4") && text.ends_with("d16") => true,
        (Ok(text), _) if text.starts_with("image_atomic") && text.contains(" tfe") => true,
        // It takes values that are in no register file where only a register can stand.
        (Err(Error::InvalidField { field: Field::Source(_) | Field::Destination, .. }), [line, ..])
            if line.contains("src_")
                || line.contains("null")
                || line.starts_with("v_movrel")
                || line.starts_with("v_swaprel") =>
        {
            true
        }
        // It takes signs for bytes, and leaves them out.
        (Err(Error::InvalidField { opcode: Opcode::V_DOT4C_I32_I8, field: Field::Modifiers, .. }), _) => true,
        (Ok(_), [line]) if line.starts_with("image_msaa_load") => true,
        (Err(_), [line, ..]) => line.contains("/*"),
        (Err(_), []) => true,
        _ => false,
    };
    let words = block.iter().map(|word| format!("{word:08x}")).collect::<Vec<_>>().join(" ");
    (!same).then(|| format!("{words}\n  ours {text:?}\n  llvm {answer:?}"))
}

#[test]
fn every_opcode_reads_as_llvm_has_it() {
    let seed = seed();
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for wave in [Wave::W64, Wave::W32] {
        let forms = Opcode::all().flat_map(forms);
        let blocks: Vec<Block> = forms.flat_map(|(encoding, number)| blocks(encoding, number, &mut rng)).collect();
        let Some(instructions) = compare(&blocks, wave) else { return };
        assert!(instructions > blocks.len() / 8, "only {instructions} of {} are instructions", blocks.len());
    }
}

#[test]
fn random_words_read_as_llvm_has_them() {
    let seed = seed();
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for wave in [Wave::W64, Wave::W32] {
        let blocks: Vec<Block> = (0..20_000).map(|_| Block::default().map(|_| rng.u32(..))).collect();
        if compare(&blocks, wave).is_none() {
            return;
        }
    }
}
