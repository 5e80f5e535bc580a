//! External functions of CasADi: what is written, and what is refused.

use crate::support::{BALL, BODIES, TestDirectory};

const GENERATE: [&str; 4] = ["generate", "arm.toml", "--emit", "casadi"];

fn arm(name: &str) -> TestDirectory {
    TestDirectory::new(name).file("arm.toml", BODIES)
}

#[test]
fn derivatives_come_without_being_asked_for() {
    let directory = arm("casadi-generate");
    let asked = ["--functions", "forward_dynamics,kinetic_energy"];
    let table = directory.denoc(&[&GENERATE[..], &asked].concat()).done();
    assert!(
        table.contains("Wrote ./arm.casadi.c") || table.contains("Wrote arm.casadi.c"),
        "{table}"
    );
    for name in [
        "forward_dynamics_derivatives",
        "forward_dynamics_vjp",
        "forward_dynamics_hessian_product",
        "kinetic_energy_jvp",
    ] {
        assert!(table.contains(name), "{name}\n{table}");
    }
    assert!(!table.contains("forward_dynamics_dparameters"), "{table}");
    let text = directory.text("arm.casadi.c");
    for symbol in ["jac_arm_forward_dynamics(", "adj1_arm_kinetic_energy_work("] {
        assert!(text.contains(symbol), "{symbol}");
    }
    assert!(!directory.has("arm.h") && !directory.has("arm.c"));
    // A file of denoc's own is renewed.
    directory.denoc(&[&GENERATE[..], &asked].concat()).done();
}

#[test]
fn other_languages_alone_have_what_was_asked_for() {
    let directory = arm("casadi-other");
    let table = directory
        .denoc(&["generate", "arm.toml", "--functions", "gravity"])
        .done();
    assert!(!table.contains("gravity_derivative"), "{table}");
}

#[test]
fn what_casadi_has_not_is_refused_and_nothing_is_written() {
    let directory = arm("casadi-refused");
    for (arguments, words) in [
        (&["--scalar", "f32"][..], "casadi has no numbers of 32 bits"),
        (&["--batch"], "casadi has no batches"),
        (&["--selftest"], "casadi has no self-test"),
        (
            &["--name", "arm-"],
            "casadi has no function `arm__inverse_dynamics`",
        ),
    ] {
        let functions = ["--functions", "inverse_dynamics"];
        let outcome = directory.denoc(&[&GENERATE[..], &functions, arguments].concat());
        outcome.refused(&[words]);
    }
    assert!(!directory.has("arm.casadi.c"));
    let unknown = [&GENERATE[..], &["--functions", "forward_dynamic"]].concat();
    directory.denoc(&unknown).refused(&["forward_dynamic"]);
}

#[test]
fn the_help_names_the_file() {
    let help = TestDirectory::new("casadi-help")
        .denoc(&["generate", "--help"])
        .done();
    assert!(help.contains("NAME.casadi.c"), "{help}");
}

#[test]
fn quaternions_have_steps_and_derivatives() {
    let directory = TestDirectory::new("casadi-ball").file("arm.toml", BALL);
    let table = directory.denoc(&GENERATE).done();
    assert!(table.contains("forward_dynamics_vjp"), "{table}");
    let text = directory.text("ball.casadi.c");
    for function in ["ball_integrate", "jac_ball_forward_dynamics"] {
        assert!(
            text.contains(&format!(" int {function}(const double **arg")),
            "{text}"
        );
    }
}
