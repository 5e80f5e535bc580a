//! The mark of files that denoc wrote, which it may replace: a line near the start, in the comments of the format. A table has no
//! comments; its columns are its mark.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use denoc_codegen::simulate::is_own_table;

/// The bytes that are looked at, from the start.
const HEAD: u64 = 1 << 20;
/// The lines among which the mark is.
const LINES: usize = 24;

/// The mark of a manual page.
pub(crate) const MANUAL: &str = ".\\\" Generator: denoc ";

/// How a marked line starts, beside code: search results, pictures, pages, manuals.
const MARKS: [&str; 4] = [
    "denoc search results, format ",
    "<!-- Generator: denoc ",
    "<meta name=\"generator\" content=\"denoc ",
    MANUAL,
];

/// Whether denoc wrote the file, or nobody has written anything into it.
pub(super) fn is_own(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && (head.is_empty() || is_marked(&String::from_utf8_lossy(&head)))
}

/// Whether a text that starts like this has the mark.
fn is_marked(head: &str) -> bool {
    let marked = |line: &str| {
        let comment = line.trim_start_matches(['/', '!', '*', ' ']);
        comment.starts_with("Generator: denoc ") || MARKS.iter().any(|mark| line.starts_with(mark))
    };
    head.lines().take(LINES).any(marked) || is_own_table(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_denoc_wrote_is_marked() {
        for own in [
            "//! arm: dynamics.\n//!\n//! Generator: denoc 0.1.0, --opt 2\n",
            "/*\n * Generator: denoc 0.1.0, --opt 2\n",
            "t,q:a,qd:a,qdd:a,tau:a,T\n0.0,",
        ] {
            assert!(is_marked(own), "{own}");
        }
        for other in [
            "fn main() {\n    // Generator of denoc\n}\n",
            "t,q:a,qd:a,qdd:a\n",
            "t,x,y\n",
            "let text = \"Generator: denoc \";",
        ] {
            assert!(!is_marked(other), "{other}");
        }
    }
}
