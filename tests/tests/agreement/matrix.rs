//! What the lanes run, and why they do not run the rest.

use std::fmt::Write as _;

use denoc_tests::case::CASES;
use denoc_tests::plan::root;
use denoc_tests::reason::{Aspect, Lane, reason};

/// The lanes that have tests, for every kind of model, as the build script listed them.
const MATRIX: &str = include_str!(concat!(env!("OUT_DIR"), "/matrix.txt"));

#[test]
fn every_kind_of_model_runs_in_every_lane_that_has_no_reason_not_to() {
    insta::assert_snapshot!(MATRIX);
}

#[test]
fn what_a_lane_does_not_run_has_a_reason() {
    let mut text = String::new();
    for aspect in Aspect::ALL {
        for lane in Lane::ALL {
            if let Some(reason) = reason(lane, aspect) {
                let _ = writeln!(text, "{}: {}: {reason}", aspect.name(), lane.name());
            }
        }
    }
    insta::assert_snapshot!(text);
}

/// In slow runs at least.
#[test]
fn every_model_with_loops_is_a_case() {
    let folder = root().join("../models/loops");
    let entries = std::fs::read_dir(folder).expect("a folder of models");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    assert!(names.len() >= 12);
    for name in names {
        let file = format!("models/loops/{name}");
        assert!(CASES.iter().any(|case| case.file == file), "add {file}");
    }
}
