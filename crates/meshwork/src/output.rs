//! The standard output, whose reader may leave early (`meshwork doctor | head -1`): that is no failure.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;

use crate::error::{Error, OnFile, Result};

pub fn print(text: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.on_file("write to", Path::new("the standard output")),
    }
}

pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", to_json(value)?))
}

pub fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(|source| Error::WriteJson { source })
}
