//! External functions of CasADi: compiled without a diagnostic, with the bits of the C functions, and read back.

use std::sync::LazyLock;

use super::text::part;
use super::tools::{Directory, slow};
use crate::compile::{Compiled, Fma, Options, Precision, Techniques, compile};
use crate::emit::scan::{self, Language};
use crate::emit::{PrintError, Printing, c99, casadi, with_functions_besides};
use crate::model::parse;
use crate::recursion::Quantity;

/// Three joints, a frame, structural zeros.
pub(super) const ARM: &str = r#"
name = "arm"
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1
com = [0.1, 0, 0.1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[body]]
name = "lower"
parent = "upper"
joint = { type = "revolute", axis = [0, 1, 0] }
placement = { xyz = [0, 0, 0.3] }
mass = 2
com = [0.2, 0, 0.1]
inertia = { xx = 0.1, yy = 0.2, zz = 0.3 }
[[body]]
name = "slide"
parent = "lower"
joint = { type = "prismatic", axis = [1, 0, 0] }
placement = { xyz = [0.3, 0.1, 0] }
mass = 0.5
inertia = { xx = 0.01, yy = 0.02, zz = 0.03 }
[[frame]]
name = "hand"
body = "slide"
placement = { xyz = [0.1, 0, 0] }
"#;

/// What is asked for; the derivatives follow.
const ASKED: &str = "forward_dynamics inverse_dynamics mass_matrix tip_pose_hand inverse_dynamics_with_wrenches kinetic_energy";

fn compiled(model: &str, asked: &str, options: Options) -> Compiled {
    let mechanism = parse("model.toml", model).expect("a sound model").mechanism;
    let names = asked.split_whitespace().map(String::from).collect();
    let functions = with_functions_besides(Some(names), &mechanism, &[&casadi::EMITTER]);
    let options = Options {
        functions,
        techniques: Techniques::WITHOUT_DETOURS,
        ..options
    };
    compile(&mechanism, &options).expect("it compiles")
}

/// Compiled once for all tests: that is most of their time.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| compiled(ARM, ASKED, Options::default()));

fn text(compiled: &Compiled) -> Result<String, PrintError> {
    let files = casadi::EMITTER.print(compiled, Printing::default())?;
    Ok(files.into_iter().map(|file| file.text).collect())
}

#[test]
fn external_functions_have_the_bits_of_the_c_functions() {
    let arm = &*COMPILED;
    let plain = Compiled {
        name: "plain".into(),
        ..arm.clone()
    };
    for (compiler, integers) in [("cc", ""), ("clang", ""), ("cc", " -Dcasadi_int=int")] {
        let directory = Directory::new(&format!("casadi-{compiler}{}", integers.len()));
        directory.write("arm.casadi.c", &text(arm).expect("it reads back"));
        directory.write("plain.h", &c99::emit_header(&plain));
        directory.write("plain.c", &c99::emit_source(&plain));
        directory.write("main.c", include_str!("casadi.c"));
        let flags = format!("-std=c99 -O2 -Wall -Wextra -Wpedantic -Werror{integers}");
        let command = format!("{compiler} {flags} main.c plain.c arm.casadi.c -o main");
        if !directory.quiet(&command) {
            continue;
        }
        let found = directory.text("./main").expect("a program");
        assert_eq!(found, "0 faults\n", "{command}");
    }
}

#[test]
fn every_function_has_its_derivatives() {
    let text = text(&COMPILED).expect("it reads back");
    for name in ["forward_dynamics", "inverse_dynamics"] {
        for prefix in ["", "jac_", "fwd1_", "adj1_", "fwd1_adj1_"] {
            assert!(
                text.contains(&format!(" int {prefix}arm_{name}(const")),
                "{prefix}{name}"
            );
        }
    }
    // Of a mass matrix there are products, and Jacobians follow from these.
    assert!(text.contains(" int fwd1_arm_mass_matrix(const"));
    assert!(!text.contains(" int jac_arm_mass_matrix("));
}

/// One joint.
pub(super) const ROD: &str = r#"
name = "rod"
[[body]]
name = "rod"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 2
com = [0.5, 0, 0]
inertia = { xx = 1, yy = 2, zz = 2 }
"#;

/// The arguments that an external function reads, one after the other, by the names that it tells CasADi.
fn arguments_read<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let names = part(text, &format!(" *{name}_name_in("), "\n}\n");
    let names: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
    let body = part(text, &format!(" int {name}(const"), "\n}\n");
    let place = |rest: &str| rest.split(']').next().and_then(|place| place.parse().ok());
    let places = body.split("arg[").skip(1).map(place);
    let places: Option<Vec<usize>> = places.collect();
    let mut read: Vec<&str> = (places.expect("numbers").into_iter())
        .map(|place| names[place])
        .collect();
    read.dedup();
    read
}

/// Of a Hessian product with the weights, of a product with their direction, and of the turn that changes with the coordinates.
#[test]
fn second_derivatives_read_directions_and_weights_where_they_are() {
    let hessian = "q qd qdd fwd_q fwd_qd fwd_qdd adj_tau fwd_adj_tau";
    let ball = ROD.replace("\"revolute\", axis = [0, 0, 1]", "\"spherical\"");
    for (model, rest) in [
        (ROD, "q qd qdd fwd_adj_tau"),
        // Quaternions are brought to length 1 once for all calls.
        (&ball, "qd qdd fwd_adj_tau fwd_q qd qdd adj_tau fwd_q"),
    ] {
        let compiled = compiled(model, "inverse_dynamics", Options::default());
        let text = text(&compiled).expect("it reads back");
        let found = arguments_read(&text, "fwd1_adj1_rod_inverse_dynamics");
        assert_eq!(found.join(" "), format!("{hessian} {rest}"));
    }
}

/// A free base with an arm.
const CRAFT: &str = r#"
name = "craft"
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
com = [0.1, 0.2, -0.1]
inertia = { xx = 0.2, yy = 0.3, zz = 0.4, xy = 0.01 }
[[body]]
name = "arm"
parent = "trunk"
joint = { type = "revolute", axis = [0, 0.6, 0.8] }
placement = { xyz = [0.3, 0.1, 0.2] }
mass = 1
com = [0.2, 0, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.04 }
[[frame]]
name = "hand"
body = "arm"
placement = { xyz = [0.1, 0, 0.2] }
"#;

#[test]
fn derivatives_by_quaternions_are_those_of_the_functions() {
    let craft = compiled(CRAFT, "forward_dynamics", Options::default());
    let text = text(&craft).expect("it reads back");
    for compiler in ["cc", "clang"] {
        let directory = Directory::new(&format!("casadi-quaternions-{compiler}"));
        directory.write("craft.casadi.c", &text);
        directory.write("main.c", include_str!("casadi_quaternions.c"));
        let flags = "-std=c99 -O2 -Wall -Wextra -Wpedantic -Werror";
        let command = format!("{compiler} {flags} main.c craft.casadi.c -o main -lm");
        if !directory.quiet(&command) {
            continue;
        }
        let found = directory.text("./main").expect("a program");
        assert_eq!(found, "0 faults\n", "{command}");
    }
}

/// Of a spherical joint alone, and of functions whose results are matrices or have no derivative by q.
#[test]
fn what_quaternions_take_compiles_without_a_diagnostic() {
    let spherical = CRAFT.replace("\"free\"", "\"spherical\"");
    for (model, asked) in [
        (CRAFT, "tip_pose_hand tip_twist_hand centroidal_momentum"),
        (&spherical, "bias gravity mass_matrix"),
        (&spherical, "kinetic_energy"),
    ] {
        let directory = Directory::new("casadi-tangent");
        let compiled = compiled(model, asked, Options::default());
        directory.write("craft.c", &text(&compiled).expect("it reads back"));
        let level = if slow() { "-O2" } else { "-O1" };
        for compiler in ["cc", "clang"] {
            directory.quiet(&format!(
                "{compiler} -std=c99 {level} -Wall -Wextra -Wpedantic -Werror -c craft.c -o craft.o"
            ));
        }
    }
}

/// Derivatives are whole, or there are none.
#[test]
fn what_has_no_whole_derivatives_has_none() {
    let driven = ARM.replacen("axis = [0, 0, 1] }", "axis = [0, 0, 1], driven = true }", 1);
    let compiled = compiled(&driven, "forward_dynamics", Options::default());
    assert_eq!(compiled.functions.len(), 1);
    let text = text(&compiled).expect("it reads back");
    assert!(!text.contains("jac_arm") && !text.contains("fwd1_arm"));
}

/// What is compiled besides, so that it does not take the time of a compilation.
#[test]
fn derivatives_are_asked_for_where_they_are_whole() {
    let driven = ARM.replacen("axis = [0, 0, 1] }", "axis = [0, 0, 1], driven = true }", 1);
    let [besides, of_driven] = [ARM, &driven].map(|model| {
        let mechanism = parse("model.toml", model).expect("a sound model").mechanism;
        (casadi::EMITTER.besides)(Quantity::Gravity, &mechanism)
    });
    assert!(besides.contains(&Quantity::GravityDerivative));
    assert!(of_driven.is_empty(), "{of_driven:?}");
}

#[test]
fn fused_operations_are_printed() {
    let options = Options {
        fma: Fma::Any,
        ..Options::default()
    };
    let compiled = compiled(ARM, "inverse_dynamics", options);
    assert!(text(&compiled).expect("it reads back").contains("= fma("));
}

#[test]
fn what_is_changed_in_the_functions_is_noticed() {
    let view = (casadi::EMITTER.view)(&COMPILED);
    let text = text(&COMPILED).expect("it reads back");
    let check = |text: &str| scan::check(text, "arm.casadi.c", Language::C, &view);
    assert!(check(&text).is_ok());
    let at = text
        .find("static void arm_c_forward_dynamics(")
        .expect("a function");
    let (before, after) = text.split_at(at);
    for (from, to) in [(" + ", " - "), ("q[1]", "q[0]"), ("qdd[2] =", "qdd[1] =")] {
        assert!(after.contains(from), "{from}");
        let changed = format!("{before}{}", after.replacen(from, to, 1));
        assert!(check(&changed).is_err(), "{from}");
    }
}

#[test]
fn what_casadi_cannot_take_is_refused_by_name() {
    let with = |change: &dyn Fn(&mut Compiled)| {
        let mut compiled = COMPILED.clone();
        change(&mut compiled);
        text(&compiled).expect_err("an obstacle").to_string()
    };
    let cases: [(&dyn Fn(&mut Compiled), &str); 5] = [
        (
            &|one| one.options.precision = Precision::F32,
            "casadi has no numbers of 32 bits",
        ),
        (&|one| one.options.batch = true, "casadi has no batches"),
        (
            &|one| one.options.selftest = true,
            "casadi has no self-test",
        ),
        (
            &|one| one.name = "_arm".into(),
            "casadi has no function `_arm_inverse_dynamics`",
        ),
        (
            &|one| one.name = "arm_".into(),
            "casadi has no function `arm__inverse_dynamics`",
        ),
    ];
    for (change, expected) in cases {
        let found = with(change);
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn two_functions_with_one_symbol_are_refused() {
    let second = "[[frame]]\nname = \"hand_work\"\nbody = \"slide\"\n";
    let compiled = compiled(
        &format!("{ARM}{second}"),
        "tip_pose_hand tip_pose_hand_work",
        Options::default(),
    );
    let found = text(&compiled).expect_err("an obstacle").to_string();
    assert!(found.contains("`arm_tip_pose_hand_work`"), "{found}");
}
