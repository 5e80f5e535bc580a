//! Links between the documents lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// README.md, and the Markdown files of `docs/` and of the examples.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = vec![root.join("README.md"), root.join("examples/README.md")];
    let inside = |folder: &str| {
        fs::read_dir(root.join(folder))
            .expect(folder)
            .map(|entry| entry.expect("an entry").path())
    };
    found.extend(inside("docs").filter(|path| path.extension().is_some_and(|end| end == "md")));
    let readmes = inside("examples").map(|path| path.join("README.md"));
    found.extend(readmes.filter(|path| path.is_file()));
    found
}

/// Targets of `[…](target)` that are not on the network.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.starts_with("http"))
}

/// Whether a document has a place of that name: an `id`, or a heading.
fn has_place(text: &str, place: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let mut names = headings.map(|line| {
        let kept = |c: &char| c.is_alphanumeric() || *c == '-' || *c == ' ';
        let title: String = line.trim_matches(['#', ' ']).chars().filter(kept).collect();
        title.to_lowercase().replace(' ', "-")
    });
    text.contains(&format!("id=\"{place}\"")) || names.any(|name| name == place)
}

#[test]
fn links_of_documents_lead_to_files_and_places() {
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("a folder");
        for link in links(&text) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => document.clone(),
                path => folder.join(path),
            };
            assert!(
                target.exists(),
                "{}: {link} leads nowhere",
                document.display()
            );
            let found = place.is_empty()
                || has_place(&fs::read_to_string(&target).expect("a document"), place);
            assert!(found, "{}: {link} is no place there", document.display());
        }
    }
}
