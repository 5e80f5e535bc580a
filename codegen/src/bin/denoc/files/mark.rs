//! The files that denoc wrote, which it may replace.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use denoc_codegen::output::is_marked;
use denoc_codegen::simulate::is_own_table;

/// The bytes that are looked at, from the start.
const HEAD: u64 = 1 << 20;

/// Whether denoc wrote the file, or nobody has written anything into it. A table has no comments; its columns are its mark.
pub(super) fn is_own(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && (head.is_empty() || is_own_text(&String::from_utf8_lossy(&head)))
}

/// Whether a text that starts like this is of denoc.
fn is_own_text(head: &str) -> bool {
    is_marked(head) || is_own_table(head)
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
            assert!(is_own_text(own), "{own}");
        }
        for other in [
            "fn main() {\n    // Generator of denoc\n}\n",
            "t,q:a,qd:a,qdd:a\n",
            "t,x,y\n",
            "let text = \"Generator: denoc \";",
        ] {
            assert!(!is_own_text(other), "{other}");
        }
    }
}
