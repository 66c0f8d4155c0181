//! Binaries of task, mesh and fragment shaders: a header and SPIR-V.

use ash::vk;

/// The first bytes: what it is, and the version of what follows.
const MAGIC: [u8; 16] = *b"Meshwork SPIR-V\x01";
/// Magic, stage, and a checksum of the words.
const HEADER_BYTES: usize = 16 + 4 + 4;

pub fn write(words: &[u32], stage: vk::ShaderStageFlags) -> Vec<u8> {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut binary = MAGIC.to_vec();
    binary.extend(stage.as_raw().to_le_bytes());
    binary.extend(checksum(&code).to_le_bytes());
    binary.extend(code);
    binary
}

/// The words of a binary for this stage; `None` for any other bytes.
pub fn read(binary: &[u8], stage: vk::ShaderStageFlags) -> Option<Vec<u32>> {
    let (header, code) = binary.split_at_checked(HEADER_BYTES)?;
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let is_ours =
        header.starts_with(&MAGIC) && word(&header[16..]) == stage.as_raw() && word(&header[20..]) == checksum(code);
    (is_ours && code.len() % 4 == 0).then(|| code.chunks_exact(4).map(word).collect())
}

/// FNV-1a: a file that was cut off or written over is told from a whole one.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_binary_of_the_stage_is_read() {
        let (mesh, task) = (vk::ShaderStageFlags::MESH_EXT, vk::ShaderStageFlags::TASK_EXT);
        let mut binary = write(&[0x0723_0203, 7, 9], mesh);
        assert_eq!(read(&binary, mesh), Some(vec![0x0723_0203, 7, 9]));
        assert_eq!(read(&binary, task), None);
        for end in 0..binary.len() {
            assert_eq!(read(&binary[..end], mesh), None);
        }
        *binary.last_mut().unwrap() ^= 1;
        assert_eq!(read(&binary, mesh), None);
    }
}
