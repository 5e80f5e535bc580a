//! The frame `tip` of a model that names none: at the end of the only body that carries no other.

use denoc_codegen::leaves::Argument;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;

use crate::common::good;

/// A beam of 1 m, with what is said of it besides.
fn beam(name: &str, parent: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         flexible = {{ beam = {{ length = 1.0, E = 70e9, density = 2700, area = 2.4e-4, Iz = 3.2e-10 }}, modes = {{ bending_y = 1 }}{more} }}\n"
    )
}

/// A rigid body half a metre farther.
fn rigid(name: &str, parent: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         placement = {{ xyz = [0.5, 0, 0] }}\nmass = 1.0\ninertia = {{ xx = 0.01, yy = 0.02, zz = 0.02 }}\n"
    )
}

/// The places of frames by name, all coordinates 0.
fn places(parts: &[&str]) -> Vec<(String, f64)> {
    let text = format!("name = \"arm\"\n{}", parts.concat());
    let split = elementary(&good("arm.toml", &text).mechanism);
    let straight = State::default().with(Argument::Q, vec![0.0; split.nq()]);
    let place = |frame: usize| {
        let quantity = Quantity::TipPose(frame);
        let pose = reference(&split, quantity, quantity.literal(&split), &straight);
        (split.frames[frame].name.clone(), pose[1][0])
    };
    (0..split.frames.len()).map(place).collect()
}

#[test]
fn it_is_at_the_end_of_a_beam_and_wherever_else_one_body_carries_none() {
    let [alone, locked] = ["", "lock = [\"beam.modes\"]\n"];
    let middle = ", frames = { middle = 0.4 }";
    let payload = "[[payload]]\nbody = \"beam/middle\"\nmass = 0.1\n";
    let on_arm = [rigid("arm", "base"), beam("beam", "arm", "")].concat();
    let before_arm = [beam("beam", "arm", ""), rigid("arm", "base")].concat();
    for (head, parts, place) in [
        (alone, &[&beam("beam", "base", "")[..]][..], 1.0),
        (locked, &[&beam("beam", "base", "")], 1.0),
        (alone, &[&on_arm], 1.5),
        (alone, &[&before_arm], 1.5),
        (alone, &[&beam("beam", "base", middle)], 1.0),
        (alone, &[&beam("beam", "base", middle), payload], 1.0),
        (
            alone,
            &[
                &beam("beam", "base", middle),
                &rigid("hand", "beam/tip"),
                payload,
            ],
            1.5,
        ),
        (
            alone,
            &[&beam("beam", "base", middle), &rigid("hand", "beam/middle")],
            0.9,
        ),
    ] {
        let found = places(&[&[head], parts].concat());
        let [(name, found)] = &found[..] else {
            panic!("{parts:?}: {found:?}");
        };
        assert_eq!(name, "tip");
        assert!((found - place).abs() < 1e-12, "{parts:?}: {found}");
    }
    let two = [beam("left", "base", ""), beam("right", "base", "")].concat();
    assert_eq!(places(&[&two]), []);
}
