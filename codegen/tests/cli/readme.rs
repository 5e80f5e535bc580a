//! The numbers of the README and of docs/counts.md are those that the commands print.
//!
//! Blocks between `<!-- NAME -->` and `<!-- end -->` are compared as a whole; with the variable `UPDATE_DOCS` set they are written.

use std::fs;
use std::path::Path;

use crate::support::{TestDirectory, model};

/// Compares, or writes, a block of a document.
fn shows(document: &str, name: &str, printed: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(document);
    let text = fs::read_to_string(&path).expect(document);
    let (start, end) = (format!("<!-- {name} -->\n"), "\n<!-- end -->");
    let (before, rest) = text.split_once(&start).expect(name);
    let (shown, after) = rest.split_once(end).expect(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{start}{printed}{end}{after}")).expect(document);
    } else {
        assert_eq!(
            shown, printed,
            "{document} is out of date: run this test once with UPDATE_DOCS=1"
        );
    }
}

/// Cells of the rows of Markdown tables.
fn rows(markdown: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = markdown.lines().filter(|line| line.starts_with("| "));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// A price: operations, and divisions if there are any.
fn price(operations: &str, divisions: &str) -> String {
    match divisions {
        "0" => operations.to_owned(),
        divisions => format!("{operations}, {divisions} D"),
    }
}

/// The functions of a controller: what they cost, and the least that code of others costs for the same model.
fn against_others(functions: &str, literature: &str) -> String {
    let mut lines = vec![
        "| function | denoc | others' best |".to_owned(),
        "|---|---:|---:|".to_owned(),
    ];
    let mut others: Vec<(&str, usize, String)> = Vec::new();
    let mut function = "";
    for cells in rows(literature) {
        let [name, by, _, _, operations, divisions] = cells[..] else {
            continue;
        };
        function = if name.is_empty() { function } else { name };
        if let (true, Ok(total)) = (by.ends_with("[this model]"), operations.parse()) {
            others.push((function, total, price(operations, divisions)));
        }
    }
    for cells in rows(functions) {
        let [function, _, _, _, operations, divisions, ..] = cells[..] else {
            continue;
        };
        let of_function = others.iter().filter(|(of, ..)| *of == function);
        if let Some((_, _, least)) = of_function.min_by_key(|(_, total, _)| *total) {
            let ours = price(operations, divisions);
            lines.push(format!("| `{function}` | {ours} | {least} |"));
        }
    }
    lines.join("\n")
}

#[test]
fn documents_show_what_the_commands_print() {
    let directory = TestDirectory::new("readme");
    let puma = model("puma");
    let generated = directory
        .denoc(&["generate", &puma, "--functions", "inverse_dynamics"])
        .done();
    let (table, _) = generated.split_once("\n\nWrote").expect("a table");
    shows("README.md", "generate", &format!("```text\n{table}\n```"));

    let counted = directory
        .denoc(&["count", &puma, "--format", "markdown"])
        .done();
    let (tables, _) = counted
        .split_once("\n\n### All formulations")
        .expect("tables");
    shows("docs/counts.md", "count", tables);

    let (functions, literature) = tables
        .split_once("### Beside the literature")
        .expect("two tables");
    shows(
        "README.md",
        "controller",
        &against_others(functions, literature),
    );
}
