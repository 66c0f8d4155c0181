//! The standard output, whose reader may leave early (`meshwork doctor | head -1`): that is no failure.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::error::{Error, OnFile, Result};

pub fn print(text: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.on_file("write to", Path::new("the standard output")),
    }
}

/// Before long work whose result is to be written there. A file that was not there is not left behind.
pub fn check_writable(path: &Path) -> Result<()> {
    let is_new = !path.exists();
    std::fs::OpenOptions::new().append(true).create(true).open(path).on_file("write", path)?;
    if is_new { std::fs::remove_file(path).on_file("write", path) } else { Ok(()) }
}

/// Values as the elements of a JSON array, each written when it is there.
pub fn print_json_each<T: Serialize>(values: impl Iterator<Item = Result<T>>) -> Result<()> {
    match write_json_each(values) {
        Err(Error::WriteJson { source }) if source.io_error_kind() == Some(ErrorKind::BrokenPipe) => Ok(()),
        other => other.and_then(|()| print("\n")),
    }
}

fn write_json_each<T: Serialize>(values: impl Iterator<Item = Result<T>>) -> Result<()> {
    let failed = |source| Error::WriteJson { source };
    let mut json = serde_json::Serializer::pretty(std::io::stdout().lock());
    let mut array = json.serialize_seq(None).map_err(failed)?;
    for value in values {
        array.serialize_element(&value?).map_err(failed)?;
    }
    array.end().map_err(failed)
}

pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", to_json(value)?))
}

pub fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(|source| Error::WriteJson { source })
}
