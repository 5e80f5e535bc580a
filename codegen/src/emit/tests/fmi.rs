//! What an FMU evaluates.

use crate::emit::fmi::quantities;
use crate::model::parse;
use crate::recursion::Quantity;

const ARM: &str = r#"
name = "arm"
[[body]]
name = "link"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1
com = [0.1, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[frame]]
name = "elbow"
body = "link"
[[frame]]
name = "hand"
body = "link"
placement = { xyz = [0.1, 0, 0] }
"#;

#[test]
fn the_poses_of_all_frames_are_evaluated() {
    let mechanism = parse("arm.toml", ARM).expect("a sound model").mechanism;
    let quantities = quantities(&mechanism);
    assert_eq!(quantities[0], Quantity::ForwardDynamics);
    for frame in [0, 1] {
        assert!(quantities.contains(&Quantity::TipPose(frame)), "{frame}");
    }
}
