//! What holds wherever loops are closed.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;

use super::tools::{apply, assert_close, assert_within, largest, plus, program, programs};

/// Φ = 0, G q̇ = 0 and G q̈ + γ = 0 at all states, within `tolerance` (m, rad; of the largest rate and acceleration).
pub(crate) fn assert_closed(mechanism: &Mechanism, states: &[State], tolerance: f64) {
    let jacobian = program(mechanism, "closure_jacobian");
    for closure in programs(mechanism, "closure") {
        for state in states {
            let residual = closure.run(state).concat();
            let zero = vec![0.0; residual.len()];
            assert_within(&residual, &zero, tolerance, &closure.what);
        }
    }
    for jacobian in programs(mechanism, "closure_jacobian") {
        for state in states {
            let qd = state.array(Argument::Qd);
            let rates = apply(&jacobian.run(state)[0], qd);
            let (zero, scale) = (vec![0.0; rates.len()], largest(qd).max(1.0));
            assert_within(&rates, &zero, tolerance * scale, &jacobian.what);
        }
    }
    for bias in programs(mechanism, "closure_bias") {
        for state in states {
            let qdd = state.array(Argument::Qdd);
            let accelerations = plus(&apply(&jacobian.run(state)[0], qdd), &bias.run(state)[0]);
            let (zero, scale) = (vec![0.0; accelerations.len()], largest(qdd).max(1.0));
            assert_within(&accelerations, &zero, tolerance * scale, &bias.what);
        }
    }
}

/// The rates of the coordinates at these places determine all others.
pub(crate) fn assert_determined_by(
    mechanism: &Mechanism,
    independent: &[usize],
    states: &[State],
    tolerance: f64,
) {
    for dependent in programs(mechanism, "dependent_rates") {
        for state in states {
            let qd = state.array(Argument::Qd);
            let rates = independent.iter().map(|&place| qd[place]).collect();
            let state = state.clone().with(Argument::Independent, rates);
            if largest(qd) > 0.0 {
                assert_close(&dependent.run(&state)[0], qd, tolerance, &dependent.what);
            }
        }
    }
}
