//! Elastic joints with faults: each is one message at its place.

use std::fmt::Write as _;

use denoc_codegen::error::Severity;
use denoc_codegen::model;

/// A good model.
const ARM: &str = r#"name = "arm"
gravity = [0, -9.81, 0]
order = ["upper", "elbow", "slide", "elbow/motor", "slide/motor"]
lock = { finger = 0.1 }

[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 2.0
inertia = { xx = 0.01, yy = 0.03, zz = 0.03 }

[[body]]
name = "fore"
parent = "upper"
joint = { name = "elbow", type = "revolute", axis = [0, 0, 1], elastic = { stiffness = 900, damping = 0.5, motor_inertia = 2e-5, gear_ratio = 50, motor_damping = 0.1, motor_friction = 2, motor_friction_rate = 0.02 } }
mass = 1.0
inertia = { xx = 0.01, yy = 0.01, zz = 0.01 }

[[body]]
name = "hand"
parent = "fore"
joint = { name = "slide", type = "prismatic", axis = [1, 0, 0], friction = 1, elastic = { stiffness = 5e4, motor_inertia = 2, motor_friction = 2, motor_friction_rate = 0.02 } }
mass = 0.5

[[body]]
name = "finger"
parent = "hand"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 0.1
"#;

/// What the text says instead of something, at its first occurrence.
type Change = (&'static str, &'static str);

#[rustfmt::skip]
const CHANGES: &[Change] = &[
    ("stiffness = 900", "stiffness = 0"),
    ("stiffness = 900", "stiffness = -900"),
    ("stiffness = 900", "stiffness = nan"),
    ("stiffness = 900", "stiffness = [900]"),
    ("stiffness = 900, ", ""),
    ("damping = 0.5", "damping = -0.5"),
    ("damping = 0.5", "damping = inf"),
    ("motor_inertia = 2e-5", "motor_inertia = 0"),
    ("motor_inertia = 2e-5", "motor_inertia = -2e-5"),
    ("motor_inertia = 2e-5, ", ""),
    ("motor_inertia = 2e-5", "rotor_inertia = 2e-5, motor_inertia = 2e-5"),
    ("gear_ratio = 50", "gear_ratio = 0"),
    ("gear_ratio = 50", "gear = 50"),
    ("motor_damping = 0.1", "motor_damping = -0.1"),
    ("motor_friction = 2", "motor_friction = -2"),
    ("motor_friction_rate = 0.02", "motor_friction_rate = 0"),
    ("motor_friction = 2, ", ""),
    ("elastic = { stiffness = 900, damping = 0.5, motor_inertia = 2e-5, gear_ratio = 50, motor_damping = 0.1, motor_friction = 2, motor_friction_rate = 0.02 }", "elastic = 900"),
    ("elastic = { stiffness = 900", "rotor_inertia = 1e-5, elastic = { stiffness = 900"),
    ("elastic = { stiffness = 900", "gear = 3, elastic = { stiffness = 900"),
    ("\"prismatic\", axis = [1, 0, 0], friction = 1", "\"fixed\""),
    ("\"prismatic\", axis = [1, 0, 0], friction = 1", "\"spherical\""),
    ("\"prismatic\", axis = [1, 0, 0], friction = 1", "\"planar\""),
    ("\"prismatic\", axis = [1, 0, 0], friction = 1", "\"prismatic\", axis = [1, 0, 0], driven = true"),
    ("\"elbow/motor\", ", ""),
    ("axis = [0, 0, 1] }\nmass = 2.0", "axis = [0, 0, 1], name = \"elbow motor\" }\nmass = 2.0"),
    ("finger = 0.1", "finger = 0.1, \"slide/spring\" = 0.01"),
    ("finger = 0.1", "finger = 0.1, \"slide/motor\" = [0, 1]"),
    ("finger = 0.1", "finger = 0.1, \"slide/springs\" = 0"),
];

#[test]
fn each_fault_has_one_message() {
    let (mut all, mut wrong) = (String::new(), String::new());
    for (from, to) in CHANGES {
        assert!(ARM.contains(from), "{from}");
        // What is locked or is no coordinate is not ordered.
        let text = ARM.replacen(from, to, 1);
        let renames = ["finger", "elbow motor"];
        let text = match renames.iter().any(|one| to.contains(one)) {
            true => text.lines().filter(|line| !line.starts_with("order")).fold(
                String::new(),
                |mut kept, line| {
                    let _ = writeln!(kept, "{line}");
                    kept
                },
            ),
            false => text,
        };
        let found = model::parse("arm.toml", &text).expect_err(from);
        let errors = found.0.iter().filter(|one| one.severity == Severity::Error);
        if errors.count() != 1 || found.0[0].place.is_none() {
            let _ = writeln!(wrong, "{from} -> {to}\n{found}");
        }
        let _ = writeln!(all, "{found}\n");
    }
    assert!(wrong.is_empty(), "{wrong}");
    insta::assert_snapshot!(all);
}

#[test]
fn friction_at_two_rates_is_not_brought_together() {
    let order = "order = [\"upper\", \"elbow\", \"slide\", \"elbow/motor\", \"slide/motor\"]\n";
    let text = ARM.replace(order, "");
    let text = text.replace("finger = 0.1", "finger = 0.1, \"slide/spring\" = 0");
    let found = model::parse("arm.toml", &text).expect_err("two rates");
    insta::assert_snapshot!(found);
}

#[test]
fn the_model_without_faults_is_read() {
    assert!(model::parse("arm.toml", ARM).is_ok());
}
