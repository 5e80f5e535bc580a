//! Motions of elastic joints: the balance of energy, and what integrators are told of their frequencies.

use denoc_codegen::compile::Options;
use denoc_codegen::simulate::{
    Dynamics, Method, Settings, Start, StateVariables, Stiffness, Torque, simulate, to_the_end,
};

use crate::elastic::models::{mechanism, model};

#[test]
fn energy_is_balanced_with_the_losses_of_springs_and_motors() {
    for name in ["planar_2r", "spatial_3r"] {
        let arm = mechanism(&model(name));
        for form in [StateVariables::Lagrangian, StateVariables::Hamiltonian] {
            let dynamics = Dynamics::compile(&arm, form, &Options::default()).expect("compiles");
            let start = Start {
                q: Some(vec![0.0; arm.nq()]),
                qd: Some(vec![0.0; arm.nv()]),
            };
            let torque = Torque::constant(&arm, &vec![0.5; arm.nv()]).expect("torques");
            let settings = Settings {
                duration: 0.3,
                ..Settings::default()
            };
            let run = simulate(&dynamics, &start, &torque, &settings, &mut to_the_end);
            let balance = run.expect("a motion").balance;
            assert!(balance.exchange.dissipated > 1e-4);
            assert!(balance.drift.abs() < 1e-9, "{name}: {}", balance.drift);
        }
    }
}

#[test]
fn the_stable_step_knows_of_elastic_joints() {
    let arm = mechanism(&model("planar_2r"));
    let stiffness = Stiffness::of(&arm).expect("elastic joints");
    let rates = [(1500.0_f64 / 0.256).sqrt(), (900.0_f64 / 0.09).sqrt()];
    assert!((stiffness.slowest - rates[0]).abs() < 1e-12 * rates[0]);
    assert!((stiffness.fastest - rates[1]).abs() < 1e-12 * rates[1]);
    assert!(
        stiffness
            .largest_step(Method::Dop853)
            .is_some_and(|step| step < 0.06)
    );
}
