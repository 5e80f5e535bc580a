//! What `denoc check` shows of flexible bodies: their modes in a table, and no made bodies elsewhere.

use denoc_codegen::mechanism::Geometry;
use denoc_codegen::report::{Format, flexible, joints, outline, render};

use crate::flexible::models::mechanism;

#[test]
fn modes_have_the_frequencies_of_the_beam() {
    let arm = mechanism("planar_2link", "exact");
    let modes = arm.vibrations();
    assert_eq!(modes.len(), 4);
    let first = &modes[0];
    // β₁² √(E Iz/(ρ A L⁴))/2π
    let stiffness: f64 = 70e9 * 1.6e-10 / (2700.0 * 1.2e-4);
    let expected = 1.875_104_068_711_961_f64.powi(2) * stiffness.sqrt();
    assert!((first.rate() - expected).abs() < 1e-12 * expected);
    assert!((first.damping_ratio() - 0.01).abs() < 1e-15);
    assert_eq!(first.geometry, Geometry::Exact);
    assert_eq!(first.name(), "bending_y_1");
    // (∫φ dξ)² of the first mode of a clamped beam, all of whose mass is its own.
    assert!((first.mass_fraction() - 0.782_991_76_f64.powi(2)).abs() < 1e-8);
    // The shapes of a panel that is turned about z are still along z.
    let craft = mechanism("spacecraft", "exact");
    let modes = craft.vibrations();
    let [x, y, z] = modes[0].participation;
    assert!(x.abs() < 1e-12 && y.abs() < 1e-12 && z > 2.0, "{x} {y} {z}");
}

#[test]
fn made_bodies_are_in_no_table_of_joints() {
    let arm = mechanism("planar_2link", "stiffened");
    let shown = render(&[outline::table(&arm)], Format::Text);
    assert!(shown.contains("link1/tip  link2"), "{shown}");
    assert!(
        !shown.contains("bending") && !shown.contains("shift"),
        "{shown}"
    );
    assert!(joints(&arm).is_none());
    let modes = flexible::table(&arm).expect("a table");
    let shown = render(&[modes], Format::Text);
    assert!(
        shown.contains("bending_y_2") && shown.contains("stiffened"),
        "{shown}"
    );
}

#[test]
fn fast_turns_without_stiffening_are_warned_of() {
    let count =
        |level: &str, rate: f64| flexible::too_fast(&mechanism("planar_2link", level), rate).len();
    // The lowest frequencies are 20.7 and 24.2 rad/s.
    assert_eq!(count("exact", 10.0), 0);
    assert_eq!(count("exact", 11.0), 1);
    assert_eq!(count("undeformed", 13.0), 2);
    assert_eq!(count("stiffened", 100.0), 0);
}
