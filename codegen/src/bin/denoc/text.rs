//! Texts that a command reads besides models: a file, a device or stdin, within a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest text of JSON, in bytes.
pub(crate) const LONGEST_JSON: u64 = 64 << 20;

/// The longest table, in bytes: a million rows of some fifty columns.
pub(crate) const LONGEST_TABLE: u64 = 1 << 30;

/// The text of what is at a path.
///
/// # Errors
/// What cannot be read; more than `longest` bytes; what is no UTF-8.
pub(crate) fn read(path: &Path, longest: u64) -> io::Result<String> {
    whole(File::open(path)?, longest)
}

/// The text from a reader to its end.
///
/// # Errors
/// As [`read`].
pub(crate) fn whole(reader: impl Read, longest: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        let message = format!("it is longer than {} MiB", longest >> 20);
        return Err(io::Error::other(message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::other(format!("it is not UTF-8 from byte {at} on"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_up_to_its_limit() {
        let read = |reader: &mut dyn Read| whole(reader, 1 << 20).map_err(|one| one.to_string());
        let text = "x".repeat(1 << 20);
        assert_eq!(read(&mut text.as_bytes()).as_ref(), Ok(&text));
        let longer = read(&mut io::repeat(b'x'));
        assert_eq!(longer, Err("it is longer than 1 MiB".into()));
        let binary = read(&mut &b"x\xff"[..]);
        assert_eq!(binary, Err("it is not UTF-8 from byte 1 on".into()));
    }
}
