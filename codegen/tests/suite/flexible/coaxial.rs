//! Joints about the axes of turning frames: one turn where there were two, with the same values, and what is saved.

use denoc_codegen::compile::{Compiled, Options, Techniques, compile, find};
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;
use denoc_codegen::transform::{coaxial_turns, elementary};

/// Two links in a vertical plane with two bending modes each; `acting` is what acts in the second joint. These functions, or all.
fn arm(
    geometry: &str,
    acting: &str,
    techniques: Techniques,
    functions: Option<&[&str]>,
) -> Compiled {
    let text = format!(
        r#"name = "arm"
gravity = [0, -9.81, 0]
[[body]]
name = "upper"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
flexible = {{ beam = {{ length = 1.0, E = 70e9, density = 2700, area = 0.00012, Iz = 1.6e-10 }}, modes = {{ bending_y = 2 }}, geometry = "{geometry}" }}
[[body]]
name = "fore"
parent = "upper/tip"
joint = {{ type = "revolute", axis = [0, 0, 1], offset = 0.3{acting} }}
flexible = {{ beam = {{ length = 0.8, E = 70e9, density = 2700, area = 9e-5, Iz = 6.75e-11 }}, modes = {{ bending_y = 2 }}, geometry = "{geometry}" }}
[[body]]
name = "hand"
parent = "fore/tip"
joint = {{ type = "revolute", axis = [0, 0, -1] }}
mass = 0.3
com = [0.05, 0.01, 0]
inertia = {{ xx = 0.0002, yy = 0.0003, zz = 0.0004 }}
"#
    );
    let mechanism = parse("arm.toml", &text).expect("a sound model").mechanism;
    let options = Options {
        techniques,
        functions: functions.map(|names| names.iter().map(ToString::to_string).collect()),
        ..Options::default()
    };
    compile(&mechanism, &options).expect("it compiles")
}

const APART: Techniques = Techniques {
    coaxial_turns: false,
    ..Techniques::ALL
};

#[test]
fn one_turn_gives_the_values_of_two() {
    let acting = ", damping = 0.2, friction = 0.1, friction_rate = 0.01, stiffness = 3.0, rest = 0.4, rotor_inertia = 0.02";
    for geometry in ["exact", "stiffened"] {
        let one = arm(geometry, acting, Techniques::ALL, None);
        let two = arm(geometry, acting, APART, None);
        let arm = &one.mechanism;
        assert_eq!(one.functions.len(), two.functions.len());
        for (one, two) in one.functions.iter().zip(&two.functions) {
            assert_eq!(one.name, two.name);
            // At any state M may be near to singular; both are proved equal to the same recursion.
            let quantity = find(arm, &one.name).expect("a quantity");
            if quantity.divides_by_mass() {
                continue;
            }
            for seed in 0..4 {
                let state = State::sample(&one.literal, seed);
                let [found, expected] = [one, two].map(|function| {
                    function
                        .run(|input| state.get(input))
                        .expect("numbers")
                        .concat()
                });
                let scale = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                let apart = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
                let apart = apart.fold(0.0_f64, f64::max);
                assert!(
                    apart <= 1e-11 * scale,
                    "{} at {geometry}: {apart}, {scale}",
                    one.name
                );
            }
        }
    }
}

#[test]
fn one_turn_costs_less_than_two() {
    let names = ["inverse_dynamics", "bias", "tip_pose_tip"];
    let arms = [Techniques::ALL, APART];
    let arms = arms.map(|techniques| arm("exact", "", techniques, Some(&names)));
    let costs = |name: &str| {
        arms.each_ref().map(|arm| {
            let function = arm.functions.iter().find(|one| one.name == name);
            function.expect("it is there").counts().total()
        })
    };
    for name in names {
        let [one, two] = costs(name);
        assert!(one <= two, "{name}: {one}, {two}");
    }
    let [one, two] = costs("inverse_dynamics");
    assert!(one + 10 <= two, "{one}, {two}");
}

/// Joints of bodies with inertia keep their turns: nothing is saved there.
#[test]
fn turns_of_frames_alone_are_joined() {
    let arm = |axis: &str| {
        let text = format!(
            r#"name = "arm"
[[body]]
name = "upper"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
flexible = {{ beam = {{ length = 1.0, E = 70e9, density = 2700, area = 0.00012, Iz = 1.6e-10 }}, modes = {{ bending_y = 1 }}, geometry = "exact" }}
[[body]]
name = "fore"
parent = "upper/tip"
joint = {{ type = "revolute", axis = {axis} }}
mass = 0.5
com = [0.2, 0, 0]
inertia = {{ xx = 0.002, yy = 0.003, zz = 0.004 }}
[[body]]
name = "hand"
parent = "fore"
joint = {{ type = "revolute", axis = {axis} }}
mass = 0.3
com = [0.05, 0.01, 0]
inertia = {{ xx = 0.0002, yy = 0.0003, zz = 0.0004 }}
"#
        );
        let mechanism = parse("arm.toml", &text).expect("a sound model").mechanism;
        coaxial_turns(&elementary(&mechanism))
    };
    assert!(arm("[0, 0, 1]").is_some());
    assert!(arm("[1, 0, 0]").is_none());
}
