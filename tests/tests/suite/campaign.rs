//! A slice of the campaign: random mechanisms of every kind hold, and none is refused.

use std::path::Path;

use denoc_tests::campaign::{Outcome, run, run_text, text};
use denoc_tests::plan::slow;

fn assert_holds(outcome: &Outcome, what: &str) {
    let holds = matches!(outcome, Outcome::Holds(functions) if !functions.is_empty());
    assert!(holds, "{what}: {outcome:?}");
}

/// The mechanism of a file, of those that a campaign once found, holds at a level, with further functions.
fn assert_found(name: &str, level: u8, further: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/campaign");
    let text = std::fs::read_to_string(folder.join(name).with_extension("toml"));
    let text = text.expect("the mechanism has a file");
    assert_holds(&run_text(&text, level, further), name);
}

#[test]
fn random_mechanisms_hold() {
    for seed in 0..if slow() { 200 } else { 16 } {
        assert_holds(&run(seed), &format!("seed {seed}\n{}", text(seed)));
    }
}

/// Masses of micrograms, and a free body that carries slides: of their searches the cheapest results lose digits at large inputs: they are not kept.
#[test]
fn what_short_searches_keep_holds_its_digits() {
    let more = ["micrograms_free", "free_and_sliding"].into_iter();
    let more = more.filter(|_| slow());
    for name in ["micrograms_arm"].into_iter().chain(more) {
        assert_found(name, 3, &[]);
    }
}

/// Frames that nearly parallel axes shift by many times the size of the mechanism, or outputs of other sizes than the rest: the cheapest
/// programs lose digits, by one array of several (on the cylinder), by C + Cᵀ where C is large (on the sphere), or at all levels (of tons).
#[test]
fn what_is_chosen_holds_its_digits() {
    let found = [
        ("tons", 1),
        ("planar_base", 3),
        ("cylindrical_base", 3),
        ("driven_on_sphere", 2),
    ];
    for (name, level) in found {
        assert_found(name, level, &[]);
    }
}

/// The common normal of nearly parallel axes is many times the size of the mechanism away. In a frame there moments of inertia cancel, more
/// so as values that are prepared from parameters.
#[test]
fn what_is_prepared_in_frames_far_away_keeps_its_digits() {
    assert_found("screw_with_parameters", 1, &[]);
    assert_found("screw_with_parameters", 2, &[]);
}

/// M costs more than its upper triangle does on its own: both are searched.
#[test]
fn what_short_searches_keep_costs_no_more_than_what_is_chosen() {
    for name in ["pendulum", "follower_of_screw"] {
        assert_found(name, 3, &[]);
    }
}

/// A product of derivatives with a loop, whose programs have inputs of its own, and one of the upper triangle of M, whose weights are named
/// as those of M.
#[test]
fn what_short_searches_keep_of_products_is_read() {
    assert_found("four_bar_on_slide", 3, &["inverse_dynamics_vjp"]);
    assert_found("follower_and_sphere", 3, &["mass_matrix_upper_vjp"]);
}

/// Four-bar linkages whose joints have offsets and friction, with a function of a family.
#[test]
fn loops_with_offsets_and_friction_hold() {
    assert_found("four_bar_on_slanted_turn", 2, &["forward_dynamics_jvp"]);
    let function = "inverse_dynamics_derivatives_with_mass_matrix";
    assert_found("four_bar_on_turntable", 0, &[function]);
}

/// A kind that is drawn no more would be missed by nobody.
#[test]
fn mechanisms_are_of_every_kind() {
    let texts: Vec<String> = (0..6000).map(text).collect();
    let joints = [
        "revolute",
        "prismatic",
        "helical",
        "cylindrical",
        "universal",
        "planar",
        "spherical",
        "free",
        "fixed",
    ];
    let joints = joints.map(|kind| format!("type = \"{kind}\""));
    let twists = (2..=12).map(|digits| format!("rpy = [1e-{digits}, "));
    let others = [
        "mimic = ",
        "driven = true",
        "damping = ",
        "friction = ",
        "rotor_inertia = ",
        "stiffness = ",
        "order = ",
        "param = \"m\"",
        "param = \"c\"",
        "param = \"l\"",
        "name = \"b20\"",
        "parent = \"b3\"",
        "name = \"four_bar\"",
        "name = \"spatial\"",
        "stabilisation = ",
        "minimum_norm = ",
        "/motor\"",
        "bending_y = 2",
        "bending_z = 1, torsion = 1",
        "axial = 1",
        "geometry = \"exact\"",
        "geometry = \"undeformed\"",
        "parent = \"b0/tip\"",
    ];
    let kinds = joints.into_iter().chain(twists);
    for kind in kinds.chain(others.map(String::from)) {
        assert!(texts.iter().any(|text| text.contains(&kind)), "{kind}");
    }
    for key in [
        ", offset = ",
        ", friction = ",
        "name = \"table\"",
        "elastic = ",
        "coupler/tip",
    ] {
        let mut loops = texts
            .iter()
            .filter(|text| text.contains("name = \"four_bar\""));
        assert!(loops.any(|text| text.contains(key)), "{key}");
    }
    // From micrograms to tons.
    let masses = texts.iter().flat_map(|text| text.lines());
    let masses = masses.filter_map(|line| line.strip_prefix("mass = ")?.parse().ok());
    let masses: Vec<f64> = masses.collect();
    let among = |low: f64, high: f64| masses.iter().any(|mass| (low..high).contains(mass));
    assert!(among(0.0, 1e-8) && among(1e-4, 1e-2) && among(0.5, 5.0) && among(1e4, 1e5));
}
