//! Files of little-endian dwords: machine code and SPIR-V.

use std::path::Path;

use meshwork_spirv::Module;

use crate::error::{Error, OnFile, Result};

/// The number that a module begins with (SPIR-V, 2.3).
const MAGIC: u32 = 0x0723_0203;

pub fn read_code(path: &Path) -> Result<Vec<u32>> {
    let bytes = std::fs::read(path).on_file("read", path)?;
    dwords(&bytes).ok_or_else(|| Error::NotDwords { path: path.to_owned(), bytes: bytes.len() })
}

/// What says that it is a module; whether it is a whole one, [`checked_module`] says, and every pass does.
pub fn read_spirv(path: &Path) -> Result<Vec<u32>> {
    let words = dwords(&std::fs::read(path).on_file("read", path)?);
    words.filter(|words| words.first() == Some(&MAGIC)).ok_or_else(|| Error::NotSpirv { path: path.to_owned() })
}

/// A module that passes and drivers may trust.
pub fn checked_module(path: &Path, words: &[u32]) -> Result<Module> {
    let in_file = |error: meshwork_passes::ErrorKind| Error::Module { path: path.to_owned(), source: error };
    let module = Module::read(words).map_err(|error| in_file(error.into()))?;
    module.verify().map_err(|error| in_file(error.into()))?;
    Ok(module)
}

fn dwords(bytes: &[u8]) -> Option<Vec<u32>> {
    let (dwords, rest) = bytes.as_chunks();
    rest.is_empty().then(|| dwords.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}
