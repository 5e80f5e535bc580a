//! The files that denoc wrote, which it may replace.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use denoc_codegen::output::Kind;
use denoc_codegen::simulate::is_own_table;

/// The bytes that are looked at, from the start.
const HEAD: u64 = 1 << 20;

/// What a file is to be, which a file that it replaces must be, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// What has a mark.
    Marked(Kind),
    /// A table has no comments; its columns are its mark.
    Table,
}

impl Format {
    /// Whether denoc wrote the file in this format, or nobody has written anything into it.
    pub(super) fn is_of(self, path: &Path) -> bool {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.is_ok() && (head.is_empty() || self.is_of_text(&String::from_utf8_lossy(&head)))
    }

    /// Whether a text that starts like this is of denoc in this format.
    fn is_of_text(self, head: &str) -> bool {
        match self {
            Self::Marked(kind) => kind.marks(head),
            Self::Table => is_own_table(head),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [Format; 6] = [
        Format::Table,
        Format::Marked(Kind::Code),
        Format::Marked(Kind::Manual),
        Format::Marked(Kind::Page),
        Format::Marked(Kind::Search),
        Format::Marked(Kind::Xml),
    ];

    #[test]
    fn only_what_denoc_wrote_is_marked_and_in_one_format() {
        let code = Format::Marked(Kind::Code);
        for (own, format) in [
            (
                "//! arm: dynamics.\n//!\n//! Generator: denoc 0.1.0, --opt 2\n",
                code,
            ),
            ("/*\n * Generator: denoc 0.1.0, --opt 2\n", code),
            ("t,q:a,qd:a,qdd:a,tau:a,T\n0.0,", Format::Table),
            (
                "<svg>\n<!-- Generator: denoc 0.1.0 -->\n",
                Format::Marked(Kind::Xml),
            ),
        ] {
            let found = FORMATS.iter().filter(|one| one.is_of_text(own));
            assert_eq!(found.collect::<Vec<_>>(), [&format], "{own}");
        }
        for other in [
            "fn main() {\n    // Generator of denoc\n}\n",
            "t,q:a,qd:a,qdd:a\n",
            "t,x,y\n",
            "let text = \"Generator: denoc \";",
        ] {
            assert!(!FORMATS.iter().any(|one| one.is_of_text(other)), "{other}");
        }
    }
}
