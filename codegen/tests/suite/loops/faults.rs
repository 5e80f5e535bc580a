//! Closed mechanisms with faults: each is told with its place, none panics.

use denoc_codegen::compile::{Options, compile, find};
use denoc_codegen::error::Severity;
use proptest::prelude::*;

use crate::common::{edits, errors, good, reported, survives};

/// A good model. Line n of a fault below counts from its first line.
const FOUR_BAR: &str = r#"name = "four_bar"
gravity = [0, -9.81, 0]
actuated = ["crank"]

[assembly]
crank = 1.0
coupler = "-60deg"
rocker = 1.0

[[body]]
name = "crank"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1.0
com = [0.1, 0, 0]
inertia = { xx = 0, yy = 0.01, zz = 0.01 }

[[body]]
name = "coupler"
parent = "crank"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [0.3, 0, 0] }
mass = 1.0
inertia = { xx = 0, yy = 0.01, zz = 0.01 }

[[body]]
name = "rocker"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [0.8, 0, 0] }
mass = 1.0
inertia = { xx = 0, yy = 0.01, zz = 0.01 }

[[loop]]
name = "pin"
joint = { type = "revolute", axis = [0, 0, 1] }
from = { body = "coupler", placement = { xyz = [0.9, 0, 0] } }
to = { body = "rocker", placement = { xyz = [0.5, 0, 0] } }
"#;

/// Nothing holds it or moves it: that there are as many equations as unknowns says nothing.
#[test]
fn a_body_that_is_pinned_at_its_own_joint_leaves_inverse_dynamics_indeterminate() {
    let text = FOUR_BAR
        .replace("[0.9, 0, 0]", "[0, 0, 0]")
        .replace("xyz = [0.8, 0, 0]", "xyz = [0.7, 0, 0]");
    let mechanism = good("four_bar.toml", &text).mechanism;
    for name in ["inverse_dynamics", "inverse_dynamics_with_forces"] {
        let refused = find(&mechanism, name).map(|_| ()).expect_err(name);
        let words = refused.to_string();
        assert!(
            words.contains("which are dependent at all positions"),
            "{words}"
        );
    }
    let compiled = compile(&mechanism, &Options::default()).expect("all others are there");
    assert!(
        compiled
            .functions
            .iter()
            .any(|one| one.name == "forward_dynamics")
    );
}

/// What to replace (its first occurrence), by what; `line:column` and a piece of the message.
type Bad = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const BAD: &[Bad] = &[
    // What does not close.
    ("[0.9, 0, 0]", "[9, 0, 0]", "35:8", "loop \"pin\" does not close: a gap of "),
    ("[0.9, 0, 0]", "[0.9, 0, 0.25]", "35:8", "loop \"pin\" does not close: a gap of 0.250 remains"),
    // Ends.
    ("body = \"rocker\", pl", "body = \"coupler\", pl", "38:15", "loop \"pin\" connects body \"coupler\" with itself"),
    ("body = \"rocker\", pl", "body = \"roker\", pl", "38:15", "no body is named \"roker\""),
    ("from = { body = \"coupler\", placement = { xyz = [0.9, 0, 0] } }\n", "", "34:1", "loop \"pin\" has no `from`"),
    ("to = { body = \"rocker\", placement = { xyz = [0.5, 0, 0] } }\n", "", "34:1", "loop \"pin\" has no `to`"),
    ("{ body = \"rocker\", pl", "{ pl", "38:6", "has no `body`"),
    ("{ body = \"rocker\", placement = { xyz = [0.5, 0, 0] } }", "\"rocker\"", "38:6", "a string instead of a table"),
    ("[0.5, 0, 0]", "[0.5, nan, 0]", "38:51", "is not finite"),
    ("[0.5, 0, 0]", "[0.5, inf, 0]", "38:51", "is not finite"),
    ("[0.5, 0, 0]", "[0.5, 0]", "38:45", "has 2 elements instead of 3"),
    // The cut joint.
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "joint = { type = \"free\" }\nfrom", "35:8", "loop \"pin\" is cut at a free joint"),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "joint = { type = \"helical\", axis = [0, 0, 1], pitch = 0.1 }\nfrom", "35:8", "loop \"pin\" is cut at a helical joint"),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "joint = { type = \"hinge\" }\nfrom", "36:18", "unknown joint type \"hinge\""),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "joint = { type = \"revolute\", axis = [0, 0, 0] }\nfrom", "36:37", "is zero"),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "joint = { type = \"spherical\", damping = 1 }\nfrom", "36:31", "unknown key `damping`"),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nfrom", "from", "34:1", "has no `joint`"),
    ("name = \"pin\"", "name = \"pin\"\nends = 2", "36:1", "unknown key `ends`"),
    // How it is solved.
    ("gravity", "minimum_norm = 2\ngravity", "2:16", "`minimum_norm` is 2"),
    ("gravity", "minimum_norm = 0\ngravity", "2:16", "`minimum_norm` is 0"),
    ("gravity", "minimum_norm = -1e-9\ngravity", "2:16", "`minimum_norm` is -1e-9"),
    ("gravity", "minimum_norm = \"yes\"\ngravity", "2:16", "`minimum_norm`"),
    ("gravity", "minimum_norm = nan\ngravity", "2:16", "is not finite"),
    ("gravity", "stabilisation = [1]\ngravity", "2:17", "has 1 elements instead of 2"),
    ("gravity", "stabilisation = 10\ngravity", "2:17", "a number instead of an array"),
    ("gravity", "stabilisation = [10, inf]\ngravity", "2:22", "is not finite"),
    // Where it is closed.
    ("crank = 1.0", "krank = 1.0", "6:1", "no joint is named \"krank\""),
    ("crank = 1.0", "crank = [1.0, 2.0]", "6:9", "joint \"crank\" has 1 coordinates, `assembly` gives 2"),
    ("crank = 1.0", "crank = \"far\"", "6:9", "is not an angle: \"far\""),
    ("crank = 1.0", "crank = nan", "6:9", "is not finite"),
    ("[assembly]", "[assemly]", "5:2", "unknown key `assemly`"),
    // What does not go with loops.
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nplacement = { xyz = [0.8", "joint = { type = \"revolute\", axis = [0, 0, 1], mimic = { joint = \"crank\" } }\nplacement = { xyz = [0.8", "29:56", "a joint follows another in a mechanism with loops"),
    ("joint = { type = \"revolute\", axis = [0, 0, 1] }\nplacement = { xyz = [0.8", "joint = { type = \"revolute\", axis = [0, 0, 1], driven = true }\nplacement = { xyz = [0.8", "29:57", "a joint is driven in a mechanism with loops"),
    ("[[loop]]", "[[transmission]]\njoints = [\"rocker\"]\nmotors = [\"m\"]\nmatrix = [[2]]\n[[loop]]", "37:10", "there is a transmission in a mechanism with loops"),
    ("gravity", "order = [\"rocker\", \"coupler\", \"crank\"]\ngravity", "2:9", "`order` is set in a mechanism with loops"),
    // What moves, and how.
    ("actuated = [\"crank\"]", "actuated = [\"krank\"]", "3:13", "\"krank\""),
    ("[[loop]]", "[[loop]]\nname = \"weld\"\njoint = { type = \"fixed\" }\nfrom = { body = \"base\" }\nto = { body = \"crank\" }\n[[loop]]", "35:8", "the mechanism cannot move: "),
];

#[test]
fn the_model_without_faults_is_good() {
    assert_eq!(good("a.toml", FOUR_BAR).warnings, []);
}

#[test]
fn each_fault_is_one_message_at_its_place() {
    let mut wrong = Vec::new();
    for (from, to, at, message) in BAD {
        assert!(FOUR_BAR.contains(from), "{from}");
        let found = errors("a.toml", &FOUR_BAR.replacen(from, to, 1));
        let as_told = |one: &(String, String)| one.0 == *at && one.1.contains(message);
        if !(found.len() == 1 && as_told(&found[0])) {
            wrong.push(format!(
                "{from} -> {to}\n  expected {at} {message}\n  found {found:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A second pin at the same place.
fn doubled(head: &str) -> String {
    let pin = &FOUR_BAR[FOUR_BAR.find("[[loop]]").expect("a loop")..];
    let second = pin.replace("\"pin\"", "\"second\"");
    format!("{head}{FOUR_BAR}\n{second}")
}

#[test]
fn redundant_equations_are_a_warning() {
    let found = good("a.toml", &doubled(""));
    let warnings = reported(&found.warnings, Severity::Warning);
    insta::assert_debug_snapshot!(warnings);
    let least = good("a.toml", &doubled("minimum_norm = true\n"));
    assert_eq!(least.warnings, []);
    compile(&least.mechanism, &Options::default()).expect("least norm takes redundant equations");
}

/// What compiling one function of a model says.
fn refused(text: &str, function: &str) -> String {
    let mechanism = good("a.toml", text).mechanism;
    let options = Options {
        functions: Some(vec![function.to_owned()]),
        ..Options::default()
    };
    match compile(&mechanism, &options) {
        Ok(_) => panic!("{function} compiles"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn equations_that_are_singular_everywhere_are_told() {
    insta::assert_snapshot!(refused(&doubled(""), "forward_dynamics"));
}

#[test]
fn inverse_dynamics_that_the_actuated_joints_do_not_determine_is_told() {
    let with = |actuated: &str| FOUR_BAR.replace("actuated = [\"crank\"]", actuated);
    let [few, many] = [
        with("actuated = []"),
        with("actuated = [\"crank\", \"rocker\"]"),
    ];
    let messages = [
        refused(&few, "inverse_dynamics"),
        refused(&many, "inverse_dynamics"),
        refused(&many, "inverse_dynamics_with_forces"),
    ];
    insta::assert_snapshot!(messages.join("\n"));
    // What else there is does not depend on it.
    let mechanism = good("a.toml", &few).mechanism;
    assert!(find(&mechanism, "forward_dynamics").is_ok());
    compile(&mechanism, &Options::default()).expect("the other functions compile");
}

/// The machine has subsystems; a motor too many in the last one.
#[test]
fn the_subsystem_that_is_not_determined_is_named() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/loops/carpet_scraper.toml"
    );
    let text = std::fs::read_to_string(path).expect("a model");
    let text = text.replacen("actuated = [\"", "actuated = [\"upper_bar\", \"", 1);
    insta::assert_snapshot!(refused(&text, "inverse_dynamics"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_models_never_panic(edits in edits()) {
        survives("a.toml", FOUR_BAR, edits)?;
    }
}

#[test]
fn batches_of_what_can_fail_are_refused_by_name() {
    let mechanism = good("four_bar.toml", FOUR_BAR).mechanism;
    for (names, words) in [
        (
            &["gravity", "forward_dynamics"][..],
            "`forward_dynamics` can fail, and a batch has no status for every state: leave it out",
        ),
        (
            &["forward_dynamics", "dependent_rates"],
            "`forward_dynamics` and `dependent_rates` can fail, and a batch has no status for every state: leave them out",
        ),
    ] {
        let options = Options {
            functions: Some(names.iter().map(|&name| name.into()).collect()),
            batch: true,
            opt: 1,
            ..Options::default()
        };
        let found = compile(&mechanism, &options).expect_err("a status");
        let found = found.to_string();
        assert!(found.contains(words), "{found}");
    }
}

/// The same, closed where it is flat: what moves it there is not what moves it elsewhere.
fn flat() -> String {
    let assembly = "[assembly]\ncrank = 1.0\ncoupler = \"-60deg\"\nrocker = 1.0\n";
    assert!(FOUR_BAR.contains(assembly));
    let text = FOUR_BAR.replace(assembly, "");
    text.replace("[0.9, 0, 0]", "[1.0, 0, 0]")
}

#[test]
fn rates_are_not_taken_from_independent_ones_where_equations_are_redundant() {
    let (flat, doubled) = (flat(), doubled(""));
    for (text, words) in [
        (&flat, "1 of the equations of the loops is redundant"),
        (&doubled, "2 of the equations of the loops are redundant"),
    ] {
        for function in [
            "dependent_rates",
            "dependent_rates_jvp",
            "forward_dynamics_derivatives",
        ] {
            let found = refused(text, function);
            assert!(found.contains(words), "{found}");
        }
    }
    // Away from where it is flat it is regular.
    let mechanism = good("flat.toml", &flat).mechanism;
    let options = Options {
        functions: Some(vec!["forward_dynamics".into()]),
        opt: 1,
        ..Options::default()
    };
    compile(&mechanism, &options).expect("its equations are regular nearly everywhere");
}
