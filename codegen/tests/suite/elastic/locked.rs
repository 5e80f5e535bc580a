//! Parts of elastic joints that are held: the same programs as those of the joint that is left.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::reference::State;

use crate::elastic::models::mechanism;

/// An arm of two links; `lock`, and what is in the table of the elbow.
fn arm(lock: &str, elbow: &str) -> String {
    format!(
        r#"name = "arm"
gravity = [0, -9.81, 0]
{lock}
[[body]]
name = "upper"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
mass = 2
com = [0.2, 0, 0]
inertia = {{ xx = 0.01, yy = 0.03, zz = 0.03 }}

[[body]]
name = "fore"
parent = "upper"
joint = {{ name = "elbow", type = "revolute", axis = [0, 0, 1]{elbow} }}
placement = {{ xyz = [0.4, 0, 0] }}
mass = 1
com = [0.1, 0, 0]
inertia = {{ xx = 0.002, yy = 0.01, zz = 0.01 }}
"#
    )
}

const ELASTIC: &str = ", damping = 0.25, stiffness = 20, rest = 0.5, elastic = { stiffness = 60, damping = 0.5, motor_inertia = 2e-5, gear_ratio = 50, motor_damping = 0.5, motor_friction = 2, motor_friction_rate = 0.02 }";

fn compiled(text: &str) -> Compiled {
    compile(&mechanism(text), &Options::default()).expect("it compiles")
}

/// The same functions, counts and bits.
fn assert_same(locked: &str, elbow: &str) {
    let (one, other) = (compiled(&arm(locked, ELASTIC)), compiled(elbow));
    assert_eq!(one.functions.len(), other.functions.len());
    let state = State::sample(&other.mechanism, 1);
    for (one, other) in one.functions.iter().zip(&other.functions) {
        assert_eq!(one.name, other.name);
        assert_eq!(one.counts(), other.counts(), "{}", one.name);
        let run = |function: &denoc_codegen::Function| {
            let values = function.run(|input| state.get(input)).expect("numbers");
            values
                .concat()
                .into_iter()
                .map(f64::to_bits)
                .collect::<Vec<_>>()
        };
        assert_eq!(run(one), run(other), "{}", one.name);
    }
}

#[test]
fn a_held_spring_leaves_a_rigid_joint_with_the_rotor() {
    let rigid = ", damping = 0.75, stiffness = 20, rest = 0.5, rotor_inertia = 2e-5, gear = 50, friction = 2, friction_rate = 0.02";
    assert_same("lock = [\"elbow/spring\"]", &arm("", rigid));
}

#[test]
fn a_held_motor_leaves_a_spring_about_its_position() {
    // 80 (q − r) = 20 (q − 0.5) + 60 (q − 0.1)
    let sprung = ", damping = 0.75, stiffness = 80, rest = 0.2";
    assert_same("lock = { \"elbow/motor\" = 0.1 }", &arm("", sprung));
}

#[test]
fn a_locked_joint_takes_its_motor_along() {
    let fixed = ", damping = 0.25";
    assert_same(
        "lock = { elbow = 0.3 }",
        &arm("lock = { elbow = 0.3 }", fixed),
    );
    let both = "lock = { \"elbow/motor\" = 0.3, \"elbow/spring\" = 0 }";
    assert_same(both, &arm("lock = { elbow = 0.3 }", fixed));
}

#[test]
fn coordinates_are_those_of_the_joints_and_then_those_of_the_motors() {
    let names = |text: &str| -> Vec<String> {
        let blocks = mechanism(text).blocks();
        blocks.into_iter().map(|block| block.name).collect()
    };
    assert_eq!(names(&arm("", ELASTIC)), ["upper", "elbow", "elbow/motor"]);
    let order = "order = [\"elbow/motor\", \"upper\", \"elbow\"]";
    assert_eq!(
        names(&arm(order, ELASTIC)),
        ["elbow/motor", "upper", "elbow"]
    );
    assert_eq!(
        names(&arm("lock = [\"elbow/motor\"]", ELASTIC)),
        ["upper", "elbow"]
    );
}
