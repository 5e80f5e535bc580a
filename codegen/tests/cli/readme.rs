//! The numbers of the README and of docs/counts.md are those that their commands print.

use crate::support::{Place, model};

/// Panics when a line of what a command printed is not in the text of a document.
fn assert_shows<'a>(name: &str, document: &str, printed: impl Iterator<Item = &'a str>) {
    for line in printed {
        assert!(
            document.contains(line),
            "this line is not in {name}, paste it:\n{line}"
        );
    }
}

#[test]
fn readme_shows_what_generate_prints() {
    let place = Place::new("readme");
    let printed = place
        .denoc(&[
            "generate",
            &model("puma"),
            "--functions",
            "inverse_dynamics",
        ])
        .done();
    let table = printed
        .lines()
        .take_while(|line| !line.starts_with("Wrote"));
    assert_shows("README.md", include_str!("../../../README.md"), table);
}

#[test]
fn counts_shows_what_count_prints() {
    let place = Place::new("counts");
    let printed = place
        .denoc(&["count", &model("puma"), "--format", "markdown"])
        .done();
    let tables = printed
        .lines()
        .take_while(|line| !line.contains("All formulations"))
        .filter(|line| line.contains(" | "));
    let document = include_str!("../../../docs/counts.md");
    assert_shows("docs/counts.md", document, tables.clone());

    // The short table of the README: function, and what it costs.
    let readme = include_str!("../../../README.md");
    let controller = [
        "inverse_dynamics",
        "forward_dynamics",
        "mass_matrix",
        "bias",
        "gravity",
    ];
    for line in tables {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        if let [_, function, _, _, _, total, divisions, ..] = cells[..]
            && controller.contains(&function)
            && cells.len() > 9
        {
            let cost = match divisions {
                "0" => total.to_owned(),
                divisions => format!("{total}, {divisions} D"),
            };
            assert_shows(
                "README.md",
                readme,
                [format!("| `{function}` | {cost} |").as_str()].into_iter(),
            );
        }
    }
}
