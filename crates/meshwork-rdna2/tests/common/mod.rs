//! Outside programs: LLVM's disassembler, Khronos' validator.

#![allow(dead_code, reason = "each test program uses a part")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use meshwork_rdna2::Wave;

/// The assembler's text of each block of dwords: a line for each instruction, none where the first is not one.
pub fn disassemble(blocks: &[&[u32]], wave: Wave) -> Option<Vec<Vec<String>>> {
    // A marker between blocks; in brackets, an instruction that is none takes the rest of its block with it.
    const MARKER: u32 = 0xbf80_dead;
    let mut input = String::new();
    for block in blocks.iter().copied().flat_map(|block| [block, &[MARKER]]) {
        let bytes = block.iter().flat_map(|word| word.to_le_bytes()).map(|byte| format!("{byte:#x}"));
        input += &format!("[{}]\n", bytes.collect::<Vec<_>>().join(","));
    }
    let output = match run(&mut llvm_mc(wave)?, input) {
        Some(output) => output,
        // Some words that are no instruction end its process.
        None if blocks.len() < 2 => return Some(vec![vec!["/* no answer */".to_string()]; blocks.len()]),
        None => {
            let (first, second) = blocks.split_at(blocks.len() / 2);
            return Some([disassemble(first, wave)?, disassemble(second, wave)?].concat());
        }
    };
    let mut blocks_found = vec![Vec::new()];
    for line in output.lines().map(|line| line.trim().replace('\t', " ")) {
        match line.as_str() {
            "" | ".text" => {}
            "s_nop 0xdead" => blocks_found.push(Vec::new()),
            _ => blocks_found.last_mut()?.push(line),
        }
    }
    blocks_found.pop();
    assert_eq!(blocks_found.len(), blocks.len(), "llvm-mc answers every block");
    Some(blocks_found)
}

/// The seed of property tests in CI; another one in every other run.
pub fn seed() -> u64 {
    std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..))
}

/// What `spirv-val` says against a module, empty when it is valid; none where the tool is not there.
pub fn validate(words: &[u32]) -> Option<String> {
    let mut command = tool("spirv-val")?;
    command.args(["--target-env", "vulkan1.2", "-"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("spirv-val starts");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    child.stdin.take().expect("piped").write_all(&bytes).expect("spirv-val reads everything");
    let output = child.wait_with_output().expect("spirv-val ends");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { String::new() } else { text + "not valid" })
}

fn tool(name: &str) -> Option<Command> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    let tools = std::env::var_os("MESHWORK_TOOLS").map_or(own, PathBuf::from);
    let program = tools.join("root/usr/bin").join(name);
    if !program.is_file() {
        skipped(&format!("comparison with {name}"), &format!("no {name} (cargo xtask tools provides it)"));
        return None;
    }
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", tools.join("root/usr/lib/x86_64-linux-gnu"));
    Some(command)
}

fn llvm_mc(wave: Wave) -> Option<Command> {
    let mut command = tool("llvm-mc")?;
    let (on, off) = if wave == Wave::W32 { (32, 64) } else { (64, 32) };
    command.args(["-arch=amdgcn", "-mcpu=gfx1030", "-disassemble"]);
    command.arg(format!("-mattr=+wavefrontsize{on},-wavefrontsize{off}"));
    Some(command)
}

/// Its output, unless it crashes. It fails where a block is no instruction, which is an answer, too.
fn run(command: &mut Command, input: String) -> Option<String> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("llvm-mc starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("llvm-mc ends");
    let written = writer.join().expect("no panic");
    output.status.code()?;
    written.expect("llvm-mc reads everything");
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Tests that do nothing are listed by `cargo xtask test`.
fn skipped(name: &str, reason: &str) {
    let Some(log) = std::env::var_os("MESHWORK_SKIP_LOG") else { return };
    let file = std::fs::OpenOptions::new().append(true).create(true).open(log);
    file.and_then(|mut file| writeln!(file, "{name}: {reason}")).expect("the log of skipped tests can be written");
}
