//! What a mechanism with loops is taken for, and so which formulations there are.

use denoc_codegen::closed::Legs;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;

use super::assembled::{Manifold, loops};
use super::tools::{assert_within, largest, program, programs, text};

/// The motion of a pendulum does not follow from where two legs meet.
#[test]
fn two_legs_and_a_pendulum_beside_them_are_no_parallel_mechanism() {
    let alone = text("five_bar");
    let both = alone.replacen("\"crank2\"]", "\"crank2\", \"pendulum\"]", 1)
        + "\n[[body]]\nname = \"pendulum\"\nparent = \"base\"\njoint = { type = \"revolute\", axis = [0, 0, 1] }\n\
           mass = 1.0\ncom = [0.3, 0, 0]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }\n";
    let legs = |text: &str| {
        let loaded = model::parse("five_bar.toml", text).unwrap_or_else(|error| panic!("{error}"));
        Legs::of(&loaded.mechanism)
    };
    assert_eq!(legs(&alone).map(|legs| legs.0.len()), Some(2));
    assert_eq!(legs(&both), None);
}

/// A four-bar linkage whose plane is turned about x, cut at a joint between frames that are turned by `cut`; gravity in base axes.
fn four_bar(plane: f64, gravity: [f64; 3], joint: &str, cut: &str) -> Mechanism {
    let body = |name: &str, parent: &str, x: f64, turn: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = [{x:?}, 0, 0], rpy = [{turn:?}, 0, 0] }}\nmass = 1.5\ncom = [0.2, 0.05, 0.01]\n\
             inertia = {{ xx = 0.01, yy = 0.02, zz = 0.02 }}\n"
        )
    };
    let text = format!(
        "name = \"linkage\"\ngravity = {gravity:?}\nactuated = [\"crank\"]\n[assembly]\ncrank = 1.0\ncoupler = -0.7\nrocker = 1.5\n{}{}{}\
         [[loop]]\nname = \"pin\"\njoint = {joint}\n\
         from = {{ body = \"coupler\", placement = {{ xyz = [0.7, 0, 0], rpy = {cut} }} }}\n\
         to = {{ body = \"rocker\", placement = {{ xyz = [0.5, 0, 0] }} }}\n",
        body("crank", "base", 0.0, plane),
        body("coupler", "crank", 0.3, 0.0),
        body("rocker", "base", 0.8, plane),
    );
    let loaded = model::parse("linkage.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.warnings, [], "{joint}");
    loaded.mechanism
}

/// Out of any plane equations hold by structure: the motion and the forces are those of the same linkage in a plane of the axes.
#[test]
fn a_plane_that_is_none_of_the_axes_is_a_plane() {
    const TURN: f64 = 0.3;
    let (revolute, spherical) = (
        r#"{ type = "revolute", axis = [0, 0, 1] }"#,
        r#"{ type = "spherical" }"#,
    );
    let functions = [
        "forward_dynamics",
        "inverse_dynamics",
        "dependent_rates",
        "forward_dynamics_derivatives",
        "joint_wrenches",
    ];
    let (sin, cos) = TURN.sin_cos();
    let upright = four_bar(0.0, [0.0, -9.81 * sin, -9.81 * cos], revolute, "[0, 0, 0]");
    for (joint, cut, compared) in [
        (revolute, "[0, 0, 0]", 5),
        (spherical, "[0, 0, 0]", 5),
        // Whose axes are none of the plane either: forces out of it are as free as their choice.
        (spherical, "[0.4, 0.5, 0.6]", 4),
    ] {
        let slanted = four_bar(TURN, [0.0, 0.0, -9.81], joint, cut);
        assert_eq!(loops(&slanted).rows(), 2, "{joint}");
        let manifold = Manifold::new(&upright);
        for function in &functions[..compared] {
            let other = program(&upright, function);
            for one in programs(&slanted, function) {
                for seed in 1..4 {
                    let state = manifold.state(seed);
                    let (found, expected) = (one.run(&state), other.run(&state));
                    for (found, expected) in found.iter().zip(&expected) {
                        let tolerance = 1e-9 * largest(expected).max(1.0);
                        assert_within(found, expected, tolerance, &one.what);
                    }
                }
            }
        }
    }
}
