//! Links between the documents lead somewhere, and their tables name what there is.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use denoc_codegen::recursion::{Domain, Operation, Product, Quantity, Row};

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

/// The names in the first column of the table under the header `| HEADER |`.
fn named(document: &str, header: &str) -> BTreeSet<String> {
    let text = text_of(document);
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("| {header} |")));
    let cells = lines
        .skip(2)
        .map_while(|line| line.strip_prefix("| ")?.split(" | ").next());
    let names = cells.flat_map(|cell| cell.split(", "));
    names
        .map(|name| name.trim_matches('`').to_owned())
        .collect()
}

/// The table of formulations in `docs/formulations.md`: a line for every source, with the functions that have it.
fn table() -> String {
    let mut lines: Vec<(&Row, Vec<String>)> = Vec::new();
    for quantity in Quantity::table() {
        for row in quantity.rows() {
            let name = match quantity {
                Quantity::Product(product) if row.domain != Domain::Loops => of_any(product),
                _ => quantity.signature().name.to_owned(),
            };
            match lines.iter_mut().find(|(known, _)| *known == row) {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name),
                None => lines.push((row, vec![name])),
            }
        }
    }
    let mut text =
        "| name | functions | source | for | needs |\n|---|---|---|---|---|\n".to_owned();
    for (row, names) in lines {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} |",
            row.formulation.name(),
            names.join(", "),
            row.source,
            row.domain,
            row.needs
        );
    }
    text
}

/// The name of a product, the same for most functions.
fn of_any(product: Product) -> String {
    let of = product.of();
    let name = Quantity::Product(product).signature().name;
    match (of, product.operation) {
        (Quantity::ForwardDynamics, _) | (_, Operation::HessianProduct) => name.to_owned(),
        _ => name.replacen(of.signature().name, "NAME", 1),
    }
}

fn text_of(document: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(document)).expect(document)
}

#[test]
fn the_table_of_formulations_is_that_of_the_compiler() {
    let table = table();
    assert!(
        text_of("docs/formulations.md").contains(&table),
        "docs/formulations.md should have this table:\n\n{table}"
    );
}

#[test]
fn the_table_of_formulations_of_loops_is_complete() {
    let rows = Quantity::TABLE.iter().flat_map(|one| one.rows());
    let of_loops = rows.filter(|row| row.domain == Domain::Loops);
    let names: BTreeSet<String> = of_loops
        .map(|row| row.formulation.name().to_owned())
        .collect();
    assert_eq!(named("docs/loops.md", "formulation"), names);
}
