//! Stabilised loops off their closure: the gap follows Φ̈ = −2α Φ̇ − β² Φ, by every formulation.

use denoc_codegen::exact::number::Number;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;

use super::assembled::random;
use super::tools::{
    apply, assert_within, largest, mechanism, moving, program, program_by, programs,
};

/// α and β, 1/s: no factor of one hides in the other.
const GAINS: [f64; 2] = [7.0, 31.0];

/// Relative to the terms of a sum.
const TOLERANCE: f64 = 1e-12;

fn stabilised(mechanism: &Mechanism, [alpha, beta]: [f64; 2]) -> Mechanism {
    let mut stabilised = mechanism.clone();
    let gains = [alpha, beta].map(|gain| Number::from_f64(gain).expect("a finite number"));
    stabilised.loops.as_mut().expect("loops").stabilisation = Some(gains);
    stabilised
}

/// Open loops whose gaps change.
fn off_closure(mechanism: &Mechanism, seed: u64) -> State {
    let loops = mechanism.loops.as_ref().expect("loops");
    let nv = mechanism.nv();
    let q = integrate(mechanism, &loops.mobility.q, &random(nv, seed), 0.02);
    moving(q, random(nv, seed + 10)).with(Argument::Tau, random(loops.actuated.len(), seed + 20))
}

/// G q̈ + γ is −2α G q̇ − β² Φ: two motions of the same state have the same γ, so G takes their difference to that.
#[test]
fn gaps_close_as_a_damped_oscillator() {
    for name in ["five_bar", "carpet_scraper", "three_leg_platform"] {
        let free = mechanism(name);
        let [alpha, beta] = GAINS;
        let damped = stabilised(&free, GAINS);
        let [jacobian, closure] = ["closure_jacobian", "closure"].map(|one| program(&free, one));
        for seed in 1..=3 {
            let state = off_closure(&free, seed);
            let jacobian = &jacobian.run(&state)[0];
            let gap = closure.run(&state).concat();
            let rates = apply(jacobian, state.array(Argument::Qd));
            assert!(largest(&gap) > 1e-3 && largest(&rates) > 1e-1, "{name}");
            let expected: Vec<f64> = (gap.iter().zip(&rates))
                .map(|(gap, rate)| -2.0 * alpha * rate - beta * beta * gap)
                .collect();
            let free = program(&free, "forward_dynamics").run(&state);
            for damped in programs(&damped, "forward_dynamics") {
                let (with, without) = (&damped.run(&state)[0], &free[0]);
                let pairs = with.iter().zip(without);
                let added: Vec<f64> = pairs.map(|(with, without)| with - without).collect();
                let scale = largest(jacobian) * largest(with).max(largest(without));
                let found = apply(jacobian, &added);
                assert_within(&found, &expected, TOLERANCE * scale, &damped.what);
            }
        }
    }
}

/// Stabilised legs are projected whether they are two bars or more. Where the couplers are in a line, no rates follow from those of the
/// cranks.
#[test]
fn rates_do_not_follow_from_the_cranks_where_the_couplers_are_in_a_line() {
    let damped = stabilised(&mechanism("five_bar"), GAINS);
    let rates = program_by(&damped, "dependent_rates", "parallel");
    // The couplers are at 0.9 rad to the base, the second one by `bend` more.
    let bent = |bend: f64| {
        let q = vec![0.5, 0.4, 0.2, 0.7 + bend];
        State::default()
            .with(Argument::Q, q)
            .with(Argument::Independent, vec![1.0, -0.5])
    };
    assert!(!rates.fails(&bent(0.1)));
    assert!(rates.fails(&bent(0.0)));
}
