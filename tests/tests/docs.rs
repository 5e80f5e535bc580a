//! Links between the documents lead somewhere, and their tables name what there is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::quantity::Quantity;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(document)).expect(document);
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

/// The names of all formulations of all functions of some shipped models.
fn formulations(models: &[&str], of: fn(&Mechanism) -> Vec<Quantity>) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let mut names = BTreeSet::new();
    for model in models {
        let mechanism = load(&root.join(model))
            .expect("a model without faults")
            .mechanism;
        for quantity in of(&mechanism) {
            let all = quantity.formulations_on(&mechanism);
            names.extend(all.into_iter().map(|one| one.name().to_owned()));
        }
    }
    names
}

#[test]
fn the_tables_of_formulations_are_complete() {
    let of_trees = |mechanism: &Mechanism| {
        let mut all = Quantity::all(mechanism);
        all.push(Quantity::AccelerationFromPhi);
        all
    };
    assert_eq!(
        named("docs/formulations.md", "name"),
        formulations(&["puma.toml", "panda.toml"], of_trees)
    );
    let of_loops = |mechanism: &Mechanism| {
        let mut all = Quantity::all(mechanism);
        all.retain(|quantity| quantity.solves_loops(mechanism));
        all
    };
    let loops = [
        "loops/five_bar.toml",
        "loops/carpet_scraper.toml",
        "loops/two_pumas.toml",
    ];
    assert_eq!(
        named("docs/loops.md", "formulation"),
        formulations(&loops, of_loops)
    );
}
