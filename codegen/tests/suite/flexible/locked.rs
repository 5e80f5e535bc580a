//! A flexible body whose modes are all locked is the rigid body: the same counts, the same bits.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;

/// Two links in a plane; the first is a beam of 1 kg and 1 m, or the rigid body that it is undeformed.
fn arm(lock: &str, upper: &str, parent: &str, place: &str) -> Compiled {
    let text = format!(
        r#"name = "arm"
gravity = [0, -9.81, 0]
{lock}
[[body]]
name = "upper"
parent = "base"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
{upper}
[[body]]
name = "fore"
parent = "{parent}"
joint = {{ type = "revolute", axis = [0, 0, 1] }}
placement = {{ xyz = [{place}, 0, 0] }}
mass = 0.4
com = [0.1, 0, 0]
inertia = {{ xx = 0.0002, yy = 0.0003, zz = 0.0004 }}
"#
    );
    let mechanism = parse("arm.toml", &text).expect("a sound model").mechanism;
    compile(&mechanism, &Options::default()).expect("it compiles")
}

#[test]
fn locked_modes_leave_the_rigid_body() {
    let beam = "flexible = { beam = { length = 1.0, E = 70e9, density = 2500, area = 4e-4, Iz = 3e-10 }, modes = { bending_y = 2 } }";
    let locked = arm("lock = [\"upper.modes\"]", beam, "upper/tip", "0");
    let body =
        "mass = 1\ncom = [0.5, 0, 0]\ninertia = { xx = 7.5e-7, yy = \"1/12\", zz = \"1/12\" }";
    let rigid = arm("", body, "upper", "1");
    assert_eq!(locked.functions.len(), rigid.functions.len());
    let state = State::sample(&rigid.mechanism, 1);
    let bits = |arrays: Vec<Vec<f64>>| {
        arrays
            .concat()
            .into_iter()
            .map(f64::to_bits)
            .collect::<Vec<_>>()
    };
    for (one, other) in locked.functions.iter().zip(&rigid.functions) {
        assert_eq!(one.name, other.name);
        assert_eq!(one.counts(), other.counts(), "{}", one.name);
        let [found, expected] = [one, other]
            .map(|function| bits(function.run(|input| state.get(input)).expect("numbers")));
        assert_eq!(found, expected, "{}", one.name);
    }
}
