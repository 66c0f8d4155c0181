//! The one way in which a test says that it could not run. Test programs take this file in with `#[path]`.

use std::fs::File;
use std::io::Write;

/// Prints the reason, and appends `test: reason` to the file that `MESHWORK_SKIP_LOG` names: `cargo xtask test` takes the test
/// out of the passed ones and lists it.
pub fn skipped(test: &str, reason: &str) {
    println!("SKIPPED: {reason}");
    if let Some(path) = std::env::var_os("MESHWORK_SKIP_LOG") {
        let mut log = File::options().append(true).create(true).open(path).expect("the skip log opens");
        writeln!(log, "{test}: {reason}").expect("the skip log is written");
    }
}
