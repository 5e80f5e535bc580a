//! Axes that are parallel except for rounding or a small twist: their common normals are far away, and no frame goes there.

use std::fmt::Write;

use denoc_codegen::compile::{Compiled, Options, Techniques, agree, compile};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::transform::{common_normals, elementary};
use denoc_codegen::verify::verify;

/// The functions of a controller.
const FUNCTIONS: [&str; 5] = [
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "gravity",
];

/// From what rounding leaves to what is meant.
const TWISTS: [&str; 11] = [
    "1e-12", "1e-11", "1e-10", "1e-9", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2",
];

/// Joints of five links, revolute or prismatic.
const CHAINS: [&str; 3] = ["RRRRR", "RRPRR", "RPRRP"];

/// A robot whose axes are twisted by a little, about x or y in turns, past a quarter turn before the fourth.
fn robot(joints: &str, twist: &str) -> String {
    let mut text = String::from("<robot name=\"twisted\"><link name=\"base\"/>\n");
    let mut parent = "base".to_owned();
    for (index, joint) in joints.chars().enumerate() {
        let kind = if joint == 'R' {
            "continuous"
        } else {
            "prismatic"
        };
        let rpy = match index {
            0 => "0 0 0".to_owned(),
            3 => format!("1.5707963267948966 {twist} 0.3"),
            _ if index % 2 == 0 => format!("{twist} 0 0"),
            _ => format!("0 {twist} 0.7"),
        };
        let _ = writeln!(
            text,
            "<link name=\"l{index}\"><inertial><origin xyz=\"0.1 0.02 -0.03\"/><mass value=\"1.{index}\"/>\
             <inertia ixx=\"0.02\" iyy=\"0.03\" izz=\"0.04\" ixy=\"0.001\" ixz=\"0.002\" iyz=\"-0.001\"/></inertial></link>\n\
             <joint name=\"j{index}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"l{index}\"/>\
             <origin xyz=\"0.3 0.1 0.05\" rpy=\"{rpy}\"/><axis xyz=\"0 0 1\"/>\
             <limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>"
        );
        parent = format!("l{index}");
    }
    text + "</robot>\n"
}

/// The same by Denavit and Hartenberg's table: there the origins are on the common normals as they are written.
fn table(joints: &str, twist: &str) -> String {
    let mut text = String::from("name = \"twisted\"\nconvention = \"craig\"\n");
    for joint in joints.chars() {
        let (kind, own) = if joint == 'R' {
            ("revolute", "b = 0.1")
        } else {
            ("prismatic", "theta = 0.2")
        };
        let _ = writeln!(
            text,
            "[[link]]\njoint = \"{kind}\"\na = 0.3\nalpha = {twist}\n{own}\nmass = 1.2\ncom = [0.1, 0.02, -0.03]\n\
             inertia = {{ xx = 0.02, yy = 0.03, zz = 0.04, xy = 0.001 }}"
        );
    }
    text
}

fn mechanism(path: &str, text: &str) -> Mechanism {
    model::parse(path, text).expect("a model").mechanism
}

fn compiled(mechanism: &Mechanism, opt: u8) -> Compiled {
    let options = Options {
        functions: Some(FUNCTIONS.map(str::to_owned).to_vec()),
        opt,
        ..Options::default()
    };
    compile(mechanism, &options).expect("a compiled model")
}

/// Every function at levels 1 and 2 is the reference's, in 64-bit floats.
#[track_caller]
fn assert_right(mechanism: &Mechanism, what: &str) {
    for opt in [1, 2] {
        let compiled = compiled(mechanism, opt);
        for one in verify(&compiled, 2).expect("functions of the model") {
            assert!(one.holds(), "{what}, opt {opt}: {one:?}");
            assert!(one.error < 1e-11, "{what}, opt {opt}: {one:?}");
        }
    }
}

#[test]
fn no_twist_of_a_robot_is_too_small() {
    // Every chain has every other twist where there is little time.
    let step = match std::env::var_os("DENOC_SLOW_TESTS") {
        Some(_) => 1,
        None => 2,
    };
    for (chain, joints) in CHAINS.into_iter().enumerate() {
        for twist in TWISTS.into_iter().skip(chain % step).step_by(step) {
            let mechanism = mechanism("twisted.urdf", &robot(joints, twist));
            assert_right(&mechanism, &format!("{joints}, {twist}"));
        }
    }
}

#[test]
fn no_twist_of_a_table_is_too_small() {
    for twist in TWISTS {
        let mechanism = mechanism("twisted.toml", &table("RRPR", twist));
        assert_right(&mechanism, twist);
    }
}

/// Frames on the normals that are near are taken all the same, and lose no digits.
#[test]
fn one_far_normal_leaves_the_others() {
    for twist in TWISTS {
        let mechanism = elementary(&mechanism("twisted.urdf", &robot("RRRRR", twist)));
        let normals = common_normals(&mechanism).mechanism;
        assert!(agree(&mechanism, &normals), "{twist}");
        for body in &normals.bodies[1..] {
            let offsets = body.placement.translation.iter();
            assert!(offsets.clone().any(|x| x.is_zero()), "{twist}: {body:?}");
            let longest = offsets.map(|x| x.to_f64().abs()).fold(0.0, f64::max);
            assert!(longest < 64.0, "{twist}: {longest}");
            // Rx(α): the first column is x.
            assert!(
                body.placement.rotation.0[0][0].is_one(),
                "{twist}: {body:?}"
            );
        }
    }
}

/// Twists about different axes cost less than in the robot's own frames.
#[test]
fn far_normals_save_operations_all_the_same() {
    let mechanism = mechanism("twisted.urdf", &robot("RRRRR", "1e-11"));
    let cost = |common_normals| {
        let options = Options {
            functions: Some(vec!["inverse_dynamics".into()]),
            techniques: Techniques {
                common_normals,
                ..Techniques::ALL
            },
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options).expect("a compiled model");
        compiled.functions[0].counts().total()
    };
    let (far, own) = (cost(true), cost(false));
    assert!(10 * far < 9 * own, "{far} and {own}");
}
