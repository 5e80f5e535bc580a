//! `denoc view`: a page, or one message and no page.

use crate::support::{ARM, TestDirectory};

#[test]
fn a_page_is_written_where_it_is_asked_for() {
    let directory = TestDirectory::new("view_page").file("arm.toml", ARM);
    let printed = directory.denoc(&["view", "arm.toml"]).done();
    assert!(printed.starts_with("Wrote view.html, "), "{printed}");
    directory
        .denoc(&["view", "arm.toml", "-o", "pages/arm.html", "--opt", "1"])
        .done();
    let page = directory.text("pages/arm.html");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("function inverse_dynamics(q, qd, qdd, tau)"));
}

#[test]
fn a_motion_of_denoc_simulate_is_played() {
    let directory = TestDirectory::new("view_motion").file("arm.toml", ARM);
    let simulate = ["simulate", "arm.toml", "--duration", "1", "--step", "0.1"];
    directory
        .denoc(&[&simulate[..], &["--csv", "fall.csv"]].concat())
        .done();
    let printed = directory
        .denoc(&["view", "arm.toml", "--trajectory", "fall.csv"])
        .done();
    assert!(
        printed.ends_with("kB, 11 instants of a motion\n"),
        "{printed}"
    );
}

#[test]
fn motions_that_do_not_fit_are_refused() {
    for (name, table, words) in [
        ("column", "t,q:link1,qd:link1\n0,0,0\n1,0,0\n", &["qdd"][..]),
        (
            "joint",
            "t,q:elbow,qd:link1,qdd:link1\n0,0,0,0\n1,0,0,0\n",
            &["link1"],
        ),
        ("row", "t,q1,qd1,qdd1\n0,0,0,0\n1,0,0\n", &["table.csv:3"]),
        (
            "number",
            "t,q1,qd1,qdd1\n0,0,0,0\n1,0,x,0\n",
            &["table.csv:3", "x"],
        ),
        (
            "order",
            "t,q1,qd1,qdd1\n1,0,0,0\n0,0,0,0\n",
            &["table.csv:3"],
        ),
        ("rows", "t,q1,qd1,qdd1\n0,0,0,0\n", &["two rows"]),
        ("none", "", &["table.csv"]),
    ] {
        let directory = TestDirectory::new(&format!("view_{name}"))
            .file("arm.toml", ARM)
            .file("table.csv", table);
        let arguments = ["view", "arm.toml", "--trajectory", "table.csv"];
        directory.denoc(&arguments).refused(words);
        assert!(!directory.has("view.html"), "{name}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let directory = TestDirectory::new("view_files").file("arm.toml", ARM);
    directory
        .denoc(&["view", "arm.toml", "--trajectory", "missing.csv"])
        .refused(&["missing.csv", "cannot read"]);
    directory
        .denoc(&["view", "arm.toml", "-o", "."])
        .refused(&["cannot write"]);
    directory
        .denoc(&["view", "arm.toml", "-o", "arm.toml/view.html"])
        .refused(&["arm.toml/view.html", "cannot write"]);
    directory
        .denoc(&["view", "missing.toml"])
        .refused(&["missing.toml"]);
    directory.denoc(&["view"]).misused(&["Usage: denoc view"]);
    assert!(!directory.has("view.html"));
}
