//! Run-time parameters in compiled code: prepared in C and in Rust, a model gives the bits of the evaluator.

use std::fs;
use std::process::Command;

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::emit::rust;
use denoc_codegen::leaves::Argument;
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;
use denoc_tests::c::{directory, execute, write_sources};

const ARM: &str = r#"
name = "arm"
gravity = [0, 0, "g"]
[parameters]
g = -9.81
payload = 0.0
l2 = 0.4
tilt = 0.3
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { rpy = ["pi/2 - tilt", 0, 0] }
mass = 3
com = [0.1, 0.02, 0.03]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15 }
[[body]]
name = "b"
parent = "a"
joint = { type = "revolute", axis = [0, 1, 0], offset = "tilt" }
placement = { xyz = [0.3, 0, 0.1] }
mass = "2.5 + payload"
com = ["l2/2", 0, 0]
inertia = { xx = 0.01, yy = "(2.5 + payload)*l2*l2/12", zz = "(2.5 + payload)*l2*l2/12" }
"#;

/// The values the programs below set: g, payload, l2, tilt.
const VALUES: [f64; 4] = [-1.62, 0.75, 0.55, -0.2];

const MAIN_C: &str = r#"
#include "arm.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print(const double *x)
{
    for (int k = 0; k < ARM_NV; ++k) {
        uint64_t bits;
        memcpy(&bits, &x[k], sizeof bits);
        printf("%" PRIx64 " ", bits);
    }
}

int main(void)
{
    const double q[ARM_NQ] = { 0.7, -1.3 }, qd[ARM_NV] = { 1.1, 0.4 }, x[ARM_NV] = { -0.6, 2.0 };
    double out[ARM_NV];
    arm_parameters parameters = arm_parameters_default();
    arm_prepared prepared;
    if (parameters.g != -9.81 || parameters.l2 != 0.4 || arm_prepare(&parameters, &prepared) != 0) return 1;
    parameters.payload = -3.0;
    if (arm_prepare(&parameters, &prepared) != 1) return 2;
    parameters.g = -1.62;
    parameters.payload = 0.75;
    parameters.l2 = 0.55;
    parameters.tilt = -0.2;
    if (arm_prepare(&parameters, &prepared) != 0) return 3;
    arm_inverse_dynamics(&prepared, q, qd, x, out);
    print(out);
    arm_forward_dynamics(&prepared, q, qd, x, out);
    print(out);
    return 0;
}
"#;

const MAIN_RS: &str = r#"
pub mod code;

use code::{Arm, ArmParameters, Status};

fn main() -> Result<(), Status> {
    let (q, qd, x) = ([0.7, -1.3], [1.1, 0.4], [-0.6, 2.0]);
    let default = ArmParameters::default();
    default.prepare()?;
    let negative = ArmParameters { payload: -3.0, ..default }.prepare();
    assert_eq!(negative, Err(Status::Negative("the mass of body \"b\"")));
    let prepared = ArmParameters { g: -1.62, payload: 0.75, l2: 0.55, tilt: -0.2 }.prepare()?;
    let torques = Arm::inverse_dynamics(&prepared, &q, &qd, &x);
    let accelerations = Arm::forward_dynamics(&prepared, &q, &qd, &x);
    for value in torques.into_iter().chain(accelerations) {
        print!("{:x} ", value.to_bits());
    }
    Ok(())
}
"#;

fn compiled() -> Compiled {
    let mechanism = parse("arm.toml", ARM).expect("a model").mechanism;
    let functions = ["inverse_dynamics", "forward_dynamics"].map(String::from);
    let options = Options {
        functions: Some(functions.into()),
        ..Options::default()
    };
    compile(&mechanism, &options).expect("compiles")
}

/// What the programs print, by the evaluator.
fn expected(compiled: &Compiled) -> String {
    let preparation = compiled.preparation.as_ref().expect("parameters");
    let prepared = preparation.prepared(&VALUES);
    let x = vec![-0.6, 2.0];
    let state = State::default()
        .with(Argument::Prepared, prepared)
        .with(Argument::Q, vec![0.7, -1.3])
        .with(Argument::Qd, vec![1.1, 0.4])
        .with(Argument::Qdd, x.clone())
        .with(Argument::Tau, x);
    let words = compiled.functions.iter().flat_map(|function| {
        let arrays: Vec<Vec<f64>> = function.program.evaluate(|input| state.get(input));
        arrays.concat()
    });
    words.map(|word| format!("{:x} ", word.to_bits())).collect()
}

#[test]
fn prepared_c_gives_the_bits_of_the_evaluator() {
    let compiled = compiled();
    let directory = directory("parameters-c");
    write_sources(&compiled, &directory);
    fs::write(directory.join("main.c"), MAIN_C).expect("writable");
    let mut gcc = Command::new("gcc");
    gcc.current_dir(&directory)
        .args([
            "-O2",
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wconversion",
            "-Werror",
        ])
        .args(["-o", "run", "main.c", "arm.c"]);
    execute(&mut gcc).expect("compiles");
    let found = execute(&mut Command::new(directory.join("run"))).expect("runs");
    assert_eq!(found, expected(&compiled));
}

#[test]
fn prepared_rust_gives_the_bits_of_the_evaluator() {
    let compiled = compiled();
    let directory = directory("parameters-rust");
    fs::write(directory.join("code.rs"), rust::file(&compiled, true)).expect("writable");
    fs::write(directory.join("main.rs"), MAIN_RS).expect("writable");
    let mut rustc = Command::new("rustc");
    rustc
        .current_dir(&directory)
        .args(["--edition", "2024", "-Dwarnings", "-o", "run", "main.rs"]);
    execute(&mut rustc).expect("compiles");
    let found = execute(&mut Command::new(directory.join("run"))).expect("runs");
    assert_eq!(found, expected(&compiled));
}
