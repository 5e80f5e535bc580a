//! The models of the papers against the neutral mechanisms of the golden data, number by number.

use std::path::PathBuf;

use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::{Inertia, Mechanism, Rotation, Sym3};
use denoc_codegen::model;

/// Placement (rotation by rows, translation), mass, mass centre, diagonal of the inertia about it; all exact decimals.
type Golden = (
    [[i64; 3]; 3],
    [&'static str; 3],
    &'static str,
    [&'static str; 3],
    [&'static str; 3],
);

const SAME: [[i64; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
/// Rx(-π/2).
const DOWN: [[i64; 3]; 3] = [[1, 0, 0], [0, 0, 1], [0, -1, 0]];
/// Rx(π/2).
const UP: [[i64; 3]; 3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]];

const PUMA: [Golden; 6] = [
    (
        SAME,
        ["0", "0", "0"],
        "10.521",
        ["0", "-0.054", "0"],
        ["1.612", "0.5091", "1.612"],
    ),
    (
        DOWN,
        ["0", "0", "0"],
        "15.761",
        ["0.14", "0", "0.149"],
        ["0.4898", "8.0783", "8.2672"],
    ),
    (
        SAME,
        ["0.432", "0", "0.149"],
        "8.767",
        ["0", "0.197", "0"],
        ["3.3768", "0.3009", "3.3768"],
    ),
    (
        DOWN,
        ["0.02", "0", "0"],
        "1.052",
        ["0", "0", "0.375"],
        ["0.181", "0.181", "0.1273"],
    ),
    (
        DOWN,
        ["0", "0", "0.432"],
        "1.052",
        ["0", "0.007", "0"],
        ["0.0735", "0.0735", "0.1273"],
    ),
    (
        DOWN,
        ["0", "0", "0"],
        "0.351",
        ["0", "0", "0.031"],
        ["0.0071", "0.0071", "0.0141"],
    ),
];

const STANFORD: [Golden; 6] = [
    (
        SAME,
        ["0", "0", "0"],
        "9.0",
        ["0", "0", "0"],
        ["0.01", "0.01", "0.02"],
    ),
    (
        DOWN,
        ["0", "0", "0.1"],
        "6.0",
        ["0", "0", "0.1"],
        ["0.05", "0.01", "0.06"],
    ),
    (
        DOWN,
        ["0", "0", "0.1"],
        "4.0",
        ["0", "0", "0"],
        ["0.4", "0.4", "0.01"],
    ),
    (
        SAME,
        ["0", "0", "0"],
        "1.0",
        ["0", "0", "0.7"],
        ["0.001", "0.0005", "0.001"],
    ),
    (
        UP,
        ["0", "0", "0.6"],
        "0.6",
        ["0", "0.06", "0"],
        ["0.0005", "0.0002", "0.0005"],
    ),
    (
        DOWN,
        ["0", "0", "0"],
        "0.5",
        ["0", "0", "-0.2"],
        ["0.003", "0.001", "0.002"],
    ),
];

fn number(text: &str) -> Number {
    Number::parse(text).expect(text)
}

fn load(name: &str) -> Mechanism {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../models")
        .join(name);
    let loaded = model::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.warnings, [], "{name}");
    assert_eq!(loaded.mechanism.source.hash.len(), 64);
    loaded.mechanism
}

fn assert_is(mechanism: &Mechanism, golden: &[Golden; 6], tip: &str) {
    assert_eq!(mechanism.gravity, ["0", "0", "-9.81"].map(number));
    assert_eq!(
        (mechanism.bodies.len(), mechanism.nq(), mechanism.nv()),
        (6, 6, 6)
    );
    for (i, (body, (r, t, mass, com, inertia))) in mechanism.bodies.iter().zip(golden).enumerate() {
        assert_eq!(body.name, format!("link{}", i + 1));
        assert_eq!(body.parent.map(|parent| parent.0), i.checked_sub(1));
        assert_eq!(
            body.placement.rotation,
            Rotation(r.map(|row| row.map(Number::from))),
            "{}",
            body.name
        );
        assert_eq!(body.placement.translation, t.map(number), "{}", body.name);
        let mut about_centre = Sym3::default();
        [about_centre.xx, about_centre.yy, about_centre.zz] = inertia.map(number);
        let expected = Inertia::from_mass_centre(number(mass), &com.map(number), &about_centre);
        assert_eq!(body.inertia, expected, "{}", body.name);
    }
    let [frame] = &mechanism.frames[..] else {
        panic!("one frame")
    };
    assert_eq!(
        (frame.name.as_str(), frame.body.map(|body| body.0)),
        ("tip", Some(5))
    );
    assert_eq!(frame.pose.translation, ["0", "0", tip].map(number));
    assert_eq!(frame.pose.rotation, Rotation::identity());
}

#[test]
fn puma_is_the_golden_mechanism() {
    let puma = load("puma.toml");
    assert_eq!(puma.name, "puma");
    assert_is(&puma, &PUMA, "0.05");
}

#[test]
fn stanford_is_the_golden_mechanism() {
    let stanford = load("stanford.toml");
    assert_is(&stanford, &STANFORD, "0");
    assert!(
        stanford.bodies[2]
            .joint
            .translation()
            .is_some_and(Number::is_zero)
    );
}
