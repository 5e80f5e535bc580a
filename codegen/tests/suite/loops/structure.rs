//! What a mechanism with loops is taken for, and so which formulations there are.

use denoc_codegen::closed::Legs;
use denoc_codegen::model;

use super::tools::text;

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
