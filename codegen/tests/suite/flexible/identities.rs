//! Identities that need no data: C against the bias and dM/dt, the Hamiltonian rates against C, M⁻¹ against M.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::state::integrate;
use denoc_codegen::transform::elementary;

use crate::flexible::models::{golden, mechanism, numbers, state};

/// Relative tolerance of what is equal but for rounding.
const TOLERANCE: f64 = 1e-12;

struct Body {
    user: Mechanism,
    split: Mechanism,
}

impl Body {
    fn new(name: &str, level: &str) -> Self {
        let user = mechanism(name, level);
        let split = elementary(&user);
        Self { user, split }
    }

    fn value(&self, quantity: Quantity, at: &State) -> Vec<f64> {
        let formulation = quantity.literal(&self.split);
        reference(&self.split, quantity, formulation, at).concat()
    }
}

fn rows(matrix: &[f64], n: usize) -> impl Iterator<Item = &[f64]> {
    matrix.chunks(n)
}

fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    let dot = |row: &[f64]| row.iter().zip(x).map(|(a, b)| a * b).sum();
    rows(matrix, x.len()).map(dot).collect()
}

fn transposed(matrix: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).map(|k| matrix[(k % n) * n + k / n]).collect()
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected
        .iter()
        .fold(1e-9_f64, |scale, x| scale.max(x.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a - b).abs() <= tolerance * scale,
            "{what}: {a} and {b} of {scale}"
        );
    }
}

fn for_states(name: &str, level: &str, check: impl Fn(&Body, &State, &serde_json::Value)) {
    let body = Body::new(name, level);
    let data = golden(name);
    for one in data["states"].as_array().expect("states") {
        check(
            &body,
            &state(one, &one["levels"][level]),
            &one["levels"][level],
        );
    }
}

/// C q̇ is what the data has, dM/dt − 2C is skew-symmetric, and ṗ = τ − g − K η − D η̇ + Cᵀ q̇.
fn coriolis(name: &str, level: &str) {
    for_states(name, level, |body, at, data| {
        let n = body.user.nv();
        let rates = at.array(Argument::Qd);
        let c = body.value(Quantity::CoriolisMatrix, at);
        let bias = numbers(&data["coriolis_h"]);
        assert_close(&times(&c, rates), &bias, 2e-10, "C q̇");
        let step = 1e-6;
        let moved = |sign: f64| {
            let q = integrate(&body.user, at.array(Argument::Q), rates, sign * step);
            body.value(Quantity::MassMatrix, &at.clone().with(Argument::Q, q))
        };
        let (after, before) = (moved(1.0), moved(-1.0));
        let rate: Vec<f64> = (after.iter().zip(&before))
            .map(|(a, b)| (a - b) / (2.0 * step))
            .collect();
        let both: Vec<f64> = (c.iter().zip(transposed(&c, n)))
            .map(|(a, b)| a + b)
            .collect();
        assert_close(&both, &rate, 1e-7, "C + Cᵀ = dM/dt");
        let p = body.value(Quantity::Momenta, at);
        let canonical = at.clone().with(Argument::P, p);
        let found = body.value(Quantity::HamiltonianRates, &canonical);
        assert_close(&found[..n], rates, 1e-9, "q̇ of M⁻¹ p");
        let held = body.value(Quantity::Bias, at);
        let turned = times(&transposed(&c, n), rates);
        let tau = at.array(Argument::Tau);
        let own = times(&c, rates);
        // τ − (bias − C q̇) + Cᵀ q̇
        let expected: Vec<f64> = (0..n)
            .map(|k| tau[k] - (held[k] - own[k]) + turned[k])
            .collect();
        assert_close(&found[n..], &expected, 1e-9, "ṗ");
    });
}

/// M M⁻¹ = 1, U D Uᵀ = M, T = ½ q̇ᵀ M q̇, and M is that of the momenta.
fn inertia(name: &str, level: &str) {
    for_states(name, level, |body, at, _| {
        let n = body.user.nv();
        let rates = at.array(Argument::Qd);
        let mass = body.value(Quantity::MassMatrix, at);
        let inverse = body.value(Quantity::MassMatrixInverse, at);
        for (k, column) in rows(&inverse, n).enumerate() {
            let unit: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == k))).collect();
            assert_close(&times(&mass, column), &unit, 1e-8, "M M⁻¹");
        }
        let p = times(&mass, rates);
        assert_close(&body.value(Quantity::Momenta, at), &p, TOLERANCE, "p = M q̇");
        let energy = 0.5 * p.iter().zip(rates).map(|(a, b)| a * b).sum::<f64>();
        assert_close(
            &body.value(Quantity::KineticEnergy, at),
            &[energy],
            TOLERANCE,
            "T",
        );
    });
}

macro_rules! identities {
    ($($test:ident: $check:ident $model:literal, $level:literal;)*) => {
        $(#[test]
        fn $test() {
            $check($model, $level);
        })*
    };
}

identities! {
    coriolis_of_a_rotating_beam_exact: coriolis "rotating_beam", "exact";
    coriolis_of_a_rotating_beam_stiffened: coriolis "rotating_beam", "stiffened";
    coriolis_of_a_planar_arm_exact: coriolis "planar_2link", "exact";
    coriolis_of_a_planar_arm_stiffened: coriolis "planar_2link", "stiffened";
    coriolis_of_a_spatial_arm_exact: coriolis "spatial_3r", "exact";
    coriolis_of_a_spatial_arm_stiffened: coriolis "spatial_3r", "stiffened";
    coriolis_of_a_spacecraft_exact: coriolis "spacecraft", "exact";
    coriolis_of_a_spacecraft_stiffened: coriolis "spacecraft", "stiffened";
    coriolis_of_a_nodal_arm_exact: coriolis "nodal_arm", "exact";
    inertia_of_a_planar_arm: inertia "planar_2link", "stiffened";
    inertia_of_a_spatial_arm: inertia "spatial_3r", "stiffened";
    inertia_of_a_spatial_arm_undeformed: inertia "spatial_3r", "undeformed";
    inertia_of_a_spacecraft: inertia "spacecraft", "exact";
    inertia_of_a_nodal_arm: inertia "nodal_arm", "exact";
    inertia_of_a_nodal_arm_undeformed: inertia "nodal_arm", "undeformed";
}
