//! A slice of the campaign: random mechanisms of every kind hold, and none is refused.

use denoc_tests::campaign::{Outcome, run, text};
use denoc_tests::plan::slow;

fn assert_holds(seed: u64) {
    let outcome = run(seed);
    let holds = matches!(&outcome, Outcome::Holds(functions) if !functions.is_empty());
    assert!(holds, "seed {seed}: {outcome:?}\n{}", text(seed));
}

#[test]
fn random_mechanisms_hold() {
    (0..if slow() { 200 } else { 16 }).for_each(assert_holds);
}

/// Masses of micrograms, of whose searches the cheapest results lose digits at large inputs: they are not kept.
#[test]
fn what_short_searches_keep_holds_its_digits() {
    let more = [40_039, 40_067].into_iter().filter(|_| slow());
    [40_015].into_iter().chain(more).for_each(assert_holds);
}

/// Frames that nearly parallel axes shift by many times the size of the mechanism, or outputs of other sizes than the rest: the cheapest
/// programs lose digits, by one array of several (105191), by C + Cᵀ where C is large (109466), or at all levels (100809).
#[test]
fn what_is_chosen_holds_its_digits() {
    [100_809, 103_359, 105_191, 109_466]
        .into_iter()
        .for_each(assert_holds);
}

/// M costs more than its upper triangle does on its own: both are searched.
#[test]
fn what_short_searches_keep_costs_no_more_than_what_is_chosen() {
    [104_435, 108_631].into_iter().for_each(assert_holds);
}

/// A product of derivatives with a loop, whose programs have inputs of its own (302903), and one of the upper triangle of M, whose weights are named
/// as those of M.
#[test]
fn what_short_searches_keep_of_products_is_read() {
    [302_903, 304_103].into_iter().for_each(assert_holds);
}

/// Four-bar linkages whose joints have offsets and friction, with a function of a family.
#[test]
fn loops_with_offsets_and_friction_hold() {
    for seed in [1042, 2180] {
        let text = text(seed);
        let kinds = ["four_bar", ", offset = ", ", friction = "];
        assert!(kinds.iter().all(|kind| text.contains(kind)), "{text}");
        assert_holds(seed);
    }
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
