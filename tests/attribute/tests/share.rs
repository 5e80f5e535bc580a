//! The attribute with functions that equal legs share.

/// Six equal legs, printed once.
#[denoc::multibody(
    model = "../../codegen/tests/models/hexapod.toml",
    functions = ["inverse_dynamics", "gravity"],
    opt = 1,
    share = true
)]
pub struct Shared;

/// The same, every leg printed.
#[denoc::multibody(
    model = "../../codegen/tests/models/hexapod.toml",
    functions = ["inverse_dynamics", "gravity"],
    opt = 1
)]
pub struct Alone;

const NV: usize = 24;

/// Numbers of both signs, in no order.
fn numbers(seed: f64) -> [f64; NV] {
    core::array::from_fn(|joint| (seed + 2.1 * joint as f64).sin())
}

/// Coordinates so far from where all of them are zero, with a quaternion of length 1.
fn coordinates(seed: f64) -> [f64; 25] {
    let mut at_zero = [0.0; 25];
    at_zero[6] = 1.0;
    Shared::integrate(&at_zero, &numbers(seed), 1.0)
}

/// Each within rounding of the largest.
fn are_near(found: &[f64; NV], expected: &[f64; NV]) -> bool {
    let largest = expected
        .iter()
        .fold(0.0, |most: f64, one| most.max(one.abs()));
    let mut pairs = found.iter().zip(expected);
    pairs.all(|(one, other)| (one - other).abs() <= 1e-13 * largest)
}

#[test]
fn legs_that_share_functions_have_the_torques_of_legs_that_do_not() {
    for seed in [0.3, 1.1, 2.7] {
        let q = coordinates(seed);
        let [qd, qdd] = [seed + 1.0, seed + 2.0].map(numbers);
        let expected = Alone::inverse_dynamics(&q, &qd, &qdd);
        assert!(are_near(
            &Shared::inverse_dynamics(&q, &qd, &qdd),
            &expected
        ));
        assert!(are_near(&Shared::gravity(&q), &Alone::gravity(&q)));
    }
}
