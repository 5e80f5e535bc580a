//! The numbers of the README are those that its commands print.

use crate::support::{Place, model};

#[test]
fn readme_shows_what_the_commands_print() {
    let readme = include_str!("../../../README.md");
    let place = Place::new("readme");
    let puma = model("puma");
    let generated = place
        .denoc(&["generate", &puma, "--functions", "inverse_dynamics"])
        .done();
    let counted = place
        .denoc(&["count", &puma, "--format", "markdown"])
        .done();
    let tables = generated
        .lines()
        .take_while(|line| !line.starts_with("Wrote"))
        .chain(counted.lines().filter(|line| line.contains(" | ")).take(22));
    for line in tables {
        assert!(
            readme.contains(line),
            "this line is not in README.md, paste it:\n{line}"
        );
    }
}
