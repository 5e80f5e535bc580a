//! Mechanisms with loops at the command line.

use super::support::{TestDirectory, model};

#[test]
fn check_prints_the_subsystems_of_the_scraping_machine_as_the_paper_numbers_them() {
    let directory = TestDirectory::new("loops-check");
    let text = directory
        .denoc(&["check", &model("loops/carpet_scraper")])
        .done();
    let starts = |sign: &str| {
        let line = text
            .lines()
            .position(|line| line.starts_with(&format!("{sign} ")));
        line.expect("every subsystem has a line")
    };
    // III gives four multipliers, then I two, then II the torque.
    assert!(
        starts("III") < starts("I") && starts("I") < starts("II"),
        "{text}"
    );
    assert!(
        text.contains("1 degree of freedom. Independent: crank."),
        "{text}"
    );
}

#[test]
fn tables_compare_the_routes_on_the_scraping_machine() {
    let text = TestDirectory::new("loops-tables")
        .denoc(&["tables", "--opt", "1"])
        .done();
    for words in [
        "carpet scraping machine",
        "4 x 4, 2 x 2",
        "6 x 6",
        "21 x 21",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn eval_reports_states_that_open_loops() {
    let directory = TestDirectory::new("loops-eval");
    let arguments = ["eval", &model("loops/five_bar"), "closure", "--input", "-"];
    let open = directory.denoc_with(&arguments, r#"{"q": [0.1, 0.2, 0.3, 0.4]}"#);
    assert!(
        open.stderr.contains("the loops are open in q"),
        "{}",
        open.stderr
    );
    assert!(open.done().contains("phi"));
}
