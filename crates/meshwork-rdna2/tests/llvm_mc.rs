//! Every row of the opcode table, with random fields, against LLVM: what it rejects we reject, what it accepts prints the same.

mod common;

use fastrand::Rng;
use meshwork_rdna2::encode::{Pattern, pattern};
use meshwork_rdna2::{Encoding, Error, Field, Opcode, Pc, Wave, decode};

/// Five dwords: the longest instruction, an image sample with thirteen address registers.
type Block = [u32; 5];

const BLOCKS_PER_OPCODE: usize = 40;

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

fn blocks(encoding: Encoding, number: u16, rng: &mut Rng) -> Vec<Block> {
    let Pattern { bits, mask } = pattern(encoding, number);
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
fn forms(opcode: Opcode) -> impl Iterator<Item = (Encoding, u16)> {
    let vop3 = opcode.vop3_number().map(|number| (Encoding::VOP3, number));
    std::iter::once((opcode.encoding(), opcode.number())).chain(vop3)
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
    let seed = common::seed();
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
    let seed = common::seed();
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for wave in [Wave::W64, Wave::W32] {
        let blocks: Vec<Block> = (0..20_000).map(|_| Block::default().map(|_| rng.u32(..))).collect();
        if compare(&blocks, wave).is_none() {
            return;
        }
    }
}
