//! Joints that follow another one to one: they have its coordinate, and are none of their own.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::model::parse;
use denoc_codegen::report::outline;
use denoc_codegen::simulate::{coordinates, velocities};

/// A beam, and a joint at its tip that follows its root.
const BEAM: &str = r#"name = "beam"
gravity = [0, -9.81, 0]
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
flexible = { beam = { length = 1.0, E = 70e9, density = 2700, area = 2.4e-4, Iz = 3.2e-10 }, modes = { bending_y = 2 } }
[[body]]
name = "b"
parent = "a/tip"
joint = { type = "revolute", axis = [0, AXIS], mimic = { joint = "a" }, damping = 0.3 }
mass = 1.0
com = [0.2, 0, 0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
"#;

/// Elimination joint by joint takes them for joints of their own.
#[test]
fn flexible_bodies_may_carry_them() {
    for axis in ["1, 0", "0, 1"] {
        let text = BEAM.replace("AXIS", axis);
        let mechanism = parse("beam.toml", &text).expect("a model").mechanism;
        assert!(!mechanism.is_coupled_by_modes_alone());
        for opt in 0..=2 {
            let functions = ["forward_dynamics", "inverse_dynamics", "mass_matrix"];
            let options = Options {
                functions: Some(functions.map(str::to_owned).to_vec()),
                opt,
                ..Options::default()
            };
            let compiled = compile(&mechanism, &options).map_err(|error| error.to_string());
            assert_eq!(compiled.map(|one| one.functions.len()), Ok(3));
        }
    }
}

/// A rack before its pinion.
#[test]
fn a_coordinate_is_measured_as_its_joint() {
    let text = "name = \"rack\"\n[[body]]\nname = \"rack\"\nparent = \"base\"\n\
                joint = { type = \"prismatic\", axis = [1, 0, 0], mimic = { joint = \"pinion\", factor = 0.05 } }\nmass = 1.0\n\
                [[body]]\nname = \"pinion\"\nparent = \"base\"\njoint = { type = \"revolute\", axis = [0, 0, 1] }\n\
                mass = 1.0\ncom = [0.1, 0, 0]\ninertia = { xx = 0.1, yy = 0.1, zz = 0.1 }\n";
    let rack = parse("rack.toml", text).expect("a model").mechanism;
    for columns in [coordinates(&rack), velocities(&rack)] {
        let units = columns.iter().map(|one| one.measure.unit());
        assert_eq!(units.collect::<Vec<_>>(), ["rad"]);
    }
}

#[test]
fn they_are_shown_as_what_they_follow() {
    let text = "name = \"gripper\"\n[[body]]\nname = \"left\"\nparent = \"base\"\n\
                joint = { name = \"grip\", type = \"prismatic\", axis = [0, 1, 0] }\nmass = 0.1\n\
                [[body]]\nname = \"right\"\nparent = \"base\"\n\
                joint = { type = \"prismatic\", axis = [0, -1, 0], mimic = { joint = \"grip\" } }\nmass = 0.1\n";
    let gripper = parse("gripper.toml", text).expect("a model").mechanism;
    let all = outline::outlines(&gripper);
    let places: Vec<_> = all.iter().map(|one| (&one.q[..], &one.v[..])).collect();
    assert_eq!(places, [(&[0][..], &[0][..]), (&[], &[])]);
    assert_eq!(all[1].follows, ["grip"]);
}

/// A beam that is fixed has coordinates of its modes alone.
#[test]
fn what_is_fixed_has_no_coordinates_to_be_ordered() {
    let text = |order: &str| {
        format!(
            "name = \"mast\"\n{order}\n[[body]]\nname = \"boom\"\nparent = \"base\"\njoint = {{ type = \"fixed\" }}\n\
             flexible = {{ beam = {{ length = 1.0, E = 70e9, density = 2700, area = 2.4e-4, Iz = 3.2e-10 }}, modes = {{ bending_y = 1 }} }}\n\
             [[body]]\nname = \"hub\"\nparent = \"boom/tip\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             mass = 1.0\ninertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
        )
    };
    let plain = parse("mast.toml", &text("")).expect("a model").mechanism;
    let names = |blocks: Vec<denoc_codegen::mechanism::Block>| {
        let names = blocks.into_iter().map(|block| block.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(plain.blocks()), ["boom.bending_y_1", "hub"]);
    let order = "order = [\"hub\", \"boom.bending_y_1\"]";
    let ordered = parse("mast.toml", &text(order)).expect("a model").mechanism;
    assert_eq!(names(ordered.blocks()), ["hub", "boom.bending_y_1"]);
}

/// A linkage on a clamped beam, with fingers of which one follows the other.
#[test]
fn loops_go_with_what_is_locked_and_with_what_is_fixed() {
    let body = |name: &str, parent: &str, x: f64, more: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1]{more} }}\n\
             placement = {{ xyz = [{x:?}, 0, 0] }}\nmass = 1.0\ncom = [0.1, 0, 0]\ninertia = {{ xx = 0.01, yy = 0.02, zz = 0.02 }}\n"
        )
    };
    let text = |head: &str| {
        let bodies = [
            "[[body]]\nname = \"post\"\nparent = \"base\"\njoint = { type = \"fixed\" }\n\
             flexible = { beam = { length = 0.4, E = 70e9, density = 2700, area = 2.4e-4, Iz = 3.2e-10 }, modes = { bending_y = 1 } }\n"
                .to_owned(),
            body("crank", "post/tip", 0.0, ""),
            body("coupler", "crank", 0.3, ""),
            body("rocker", "post/tip", 0.8, ""),
            body("finger1", "rocker", 0.5, ""),
            body("finger2", "rocker", 0.5, ", mimic = { joint = \"finger1\", factor = -1 }"),
        ];
        format!(
            "name = \"linkage\"\ngravity = [0, -9.81, 0]\nactuated = [\"crank\"]\n{head}\n[assembly]\ncrank = 1.0\ncoupler = -0.7\nrocker = 1.5\n{}\
             [[loop]]\nname = \"pin\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             from = {{ body = \"coupler\", placement = {{ xyz = [0.7, 0, 0] }} }}\n\
             to = {{ body = \"rocker\", placement = {{ xyz = [0.5, 0, 0] }} }}\n",
            bodies.concat()
        )
    };
    let fault = parse("linkage.toml", &text("")).expect_err("a joint follows");
    assert!(fault.to_string().contains("a joint follows another"));
    let locked = parse("linkage.toml", &text("lock = [\"finger1\"]"));
    let locked = locked.unwrap_or_else(|fault| panic!("{fault}")).mechanism;
    assert_eq!(locked.nv(), 4);
}
