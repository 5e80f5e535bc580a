//! Beams against values of the literature: static compliance, frequencies of rotating beams, the spin-up of a beam.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;

use crate::flexible::models;

/// A beam of unit length, line mass and bending stiffness that turns about z, with as many modes of a family.
fn unit_beam(family: &str, modes: usize) -> Mechanism {
    let text = format!(
        "name = \"beam\"\ngravity = [0, 0, 0]\n[[body]]\nname = \"beam\"\nparent = \"base\"\n\
         joint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
         flexible = {{ beam = {{ length = 1, E = 1, density = 1, area = 1, Iy = 1, Iz = 1 }}, modes = {{ {family} = {modes} }}, \
         geometry = \"stiffened\" }}\n[[frame]]\nname = \"tip\"\nbody = \"beam/tip\"\n"
    );
    let parsed = model::parse("beam.toml", &text).expect("a sound model");
    parsed.mechanism
}

fn value(mechanism: &Mechanism, quantity: Quantity, at: &State) -> Vec<f64> {
    reference(mechanism, quantity, quantity.literal(mechanism), at).concat()
}

/// The state of the joint and the modes.
fn state(q: Vec<f64>, qd: Vec<f64>, qdd: Vec<f64>) -> State {
    let tau = vec![0.0; q.len()];
    State::default()
        .with(Argument::Q, q)
        .with(Argument::Qd, qd)
        .with(Argument::Qdd, qdd)
        .with(Argument::Tau, tau)
}

/// The displacement of the tip along an axis for a unit of each mode.
fn tip(mechanism: &Mechanism, axis: usize) -> Vec<f64> {
    let n = mechanism.nv();
    let at = state(vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let jacobian = value(mechanism, Quantity::TipJacobian(0), &at);
    jacobian[(3 + axis) * n + 1..(4 + axis) * n].to_vec()
}

/// The least eigenvalue of a symmetric positive definite matrix, by inverse iteration.
fn least_eigenvalue(matrix: &[Vec<f64>]) -> f64 {
    let n = matrix.len();
    let (mut x, mut least) = (vec![1.0; n], 0.0);
    for _ in 0..200 {
        let y = solved(matrix, &x);
        let size = y.iter().map(|one| one * one).sum::<f64>().sqrt();
        let dot: f64 = x.iter().zip(&y).map(|(a, b)| a * b).sum();
        let own: f64 = x.iter().map(|one| one * one).sum();
        least = own / dot;
        x = y.iter().map(|one| one / size).collect();
    }
    least
}

/// A⁻¹ b by Gaussian elimination without exchange of rows, for positive definite A.
fn solved(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let (mut a, mut x) = (matrix.to_vec(), right.to_vec());
    for k in 0..n {
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let row = a[k].clone();
            a[i].iter_mut()
                .zip(row)
                .for_each(|(e, of)| *e -= factor * of);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
        x[k] = (x[k] - known) / a[k][k];
    }
    x
}

/// The lowest ω² of the modes at a steady rate of the joint: the mode rows of the bias, linearised about the undeformed beam.
fn square(mechanism: &Mechanism, rate: f64) -> f64 {
    /// The bias is of second order in the modes, so that the difference quotient is exact.
    const STEP: f64 = 1e-2;
    let split = elementary(mechanism);
    let n = split.nv();
    let at = |index: usize, eta: f64| {
        let (mut q, mut qd) = (vec![0.0; n], vec![0.0; n]);
        (q[index], qd[0]) = (eta, rate);
        value(&split, Quantity::Bias, &state(q, qd, vec![0.0; n]))
    };
    // Modal masses are 1 and modes are orthogonal: the matrix of the modes is the identity.
    let columns: Vec<Vec<f64>> = (1..n)
        .map(|index| {
            let (after, before) = (at(index, STEP), at(index, -STEP));
            let pairs = after.iter().zip(&before).skip(1);
            pairs.map(|(a, b)| (a - b) / (2.0 * STEP)).collect()
        })
        .collect();
    least_eigenvalue(&columns)
}

/// Wright, Smith, Thresher, Wang, *Vibration modes of centrifugally stiffened beams* (1982), and here with six modes.
#[test]
fn a_rotating_beam_flaps_faster() {
    let beam = unit_beam("bending_z", 6);
    let expected = [
        (0.0, 3.5160),
        (1.0, 3.6816),
        (2.0, 4.1373),
        (3.0, 4.7973),
        (4.0, 5.5850),
        (5.0, 6.4496),
        (6.0, 7.3605),
        (8.0, 9.2574),
        (10.0, 11.2036),
        (12.0, 13.1728),
    ];
    for (rate, expected) in expected {
        let found = square(&beam, rate).sqrt();
        assert!((found - expected).abs() < 0.6e-4, "{rate}: {found}");
    }
}

/// In the plane of rotation ω² is less by Ω².
#[test]
fn a_rotating_beam_swings_in_its_plane() {
    let beam = unit_beam("bending_y", 6);
    let expected = [3.5432, 3.6218, 3.7435, 3.8978, 4.0740, 4.2635];
    for (rate, expected) in (1..=6).map(f64::from).zip(expected) {
        let found = square(&beam, rate).sqrt();
        assert!((found - expected).abs() < 0.6e-4, "{rate}: {found}");
    }
}

/// Φ_tᵀ K⁻¹ Φ_t of L³/3EI.
#[test]
fn the_tip_yields_as_the_number_of_modes_lets_it() {
    let expected = [0.970_688, 0.995_404, 0.998_556, 0.999_377];
    for (modes, expected) in (1..=4).zip(expected) {
        let beam = unit_beam("bending_y", modes);
        let shapes = tip(&elementary(&beam), 1);
        let modes = beam.vibrations();
        let compliance = shapes.iter().zip(&modes);
        let compliance: f64 = compliance
            .map(|(shape, mode)| shape * shape / mode.stiffness)
            .sum();
        let found = 3.0 * compliance;
        assert!((found - expected).abs() < 0.6e-6, "{found}");
    }
}

/// The rate of the joint and its rate in time, rad/s and rad/s²: Kane, Ryan, Banerjee (1987).
fn spin(t: f64) -> (f64, f64) {
    let (end, final_rate) = (15.0, 6.0);
    let turn = core::f64::consts::TAU * t / end;
    let rate = final_rate / end * (t - end / core::f64::consts::TAU * turn.sin());
    (rate, final_rate / end * (1.0 - turn.cos()))
}

/// The largest lag of the tip, m, in the first 8 s of the spin-up, by steps of Runge and Kutta's method of order 4.
fn largest_lag(modes: usize) -> f64 {
    let text = models::model("rotating_beam", "stiffened");
    let text = text.replace("bending_y = 2", &format!("bending_y = {modes}"));
    let parsed = model::parse("flexible.toml", &text).expect("a sound model");
    let split = elementary(&parsed.mechanism);
    let shapes = tip(&split, 1);
    // With unit modal masses η̈ = −(mode rows of the inverse dynamics with η̈ = 0). The joint's angle acts on nothing.
    let rates = |t: f64, y: &[f64]| {
        let (rate, acceleration) = spin(t);
        let (eta, eta_rates) = y.split_at(modes);
        let q = [&[0.0][..], eta].concat();
        let qd = [&[rate][..], eta_rates].concat();
        let qdd = [&[acceleration][..], &vec![0.0; modes]].concat();
        let forces = value(&split, Quantity::InverseDynamics, &state(q, qd, qdd));
        let accelerations = forces[1..].iter().map(|force| -force);
        (eta_rates.iter().copied())
            .chain(accelerations)
            .collect::<Vec<f64>>()
    };
    let step = if modes > 3 { 0.005 } else { 0.01 };
    let moved = |y: &[f64], k: &[f64], h: f64| -> Vec<f64> {
        y.iter().zip(k).map(|(y, k)| y + h * k).collect()
    };
    let (mut t, mut y, mut lag) = (0.0, vec![0.0; 2 * modes], 0.0_f64);
    while t < 8.0 {
        let k1 = rates(t, &y);
        let k2 = rates(t + step / 2.0, &moved(&y, &k1, step / 2.0));
        let k3 = rates(t + step / 2.0, &moved(&y, &k2, step / 2.0));
        let k4 = rates(t + step, &moved(&y, &k3, step));
        for (index, y) in y.iter_mut().enumerate() {
            *y += step / 6.0 * (k1[index] + 2.0 * (k2[index] + k3[index]) + k4[index]);
        }
        t += step;
        let tip: f64 = shapes.iter().zip(&y).map(|(shape, eta)| shape * eta).sum();
        lag = lag.min(tip);
    }
    lag
}

/// The lags that `tests/golden/flex` gives, of the beam of Kane, Ryan and Banerjee.
#[test]
fn a_beam_lags_behind_its_spin_up() {
    let expected = [(1, -0.57826), (2, -0.57355), (3, -0.57444), (6, -0.57437)];
    for (modes, expected) in expected {
        let found = largest_lag(modes);
        println!("{modes} modes: {found}");
        assert!((found - expected).abs() < 1e-4, "{modes}: {found}");
    }
}
