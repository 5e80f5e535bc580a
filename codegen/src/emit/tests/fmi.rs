//! What an FMU evaluates.

use super::casadi::ARM;
use crate::emit::fmi::quantities;
use crate::model::parse;
use crate::recursion::Quantity;

#[test]
fn the_poses_of_all_frames_are_evaluated() {
    let model = format!("{ARM}[[frame]]\nname = \"elbow\"\nbody = \"lower\"\n");
    let mechanism = parse("arm.toml", &model).expect("a sound model").mechanism;
    let quantities = quantities(&mechanism);
    assert_eq!(quantities[0], Quantity::ForwardDynamics);
    for frame in [0, 1] {
        assert!(quantities.contains(&Quantity::TipPose(frame)), "{frame}");
    }
}
