//! Identification: the base parameters of the PUMA by least squares, from torques measured along a trajectory.
//!
//! Torques are linear in the base parameters, τ = Y(q, q̇, q̈) π, and Y is the generated `base_regressor`: one below the other,
//! the samples of a trajectory are an overdetermined system, whose solution and covariance nalgebra finds. The arm is
//! simulated here, its torques with the noise of a sensor.
//!
//! Reads on its input what `denoc base models/puma.toml --format json` prints: the values that the estimates are compared with.

use std::error::Error;
use std::f64::consts::TAU;

use nalgebra::{DMatrix, DVector};
use serde_json::Value;

#[denoc::multibody(
    model = "../../models/puma.toml",
    opt = 2,
    functions = ["inverse_dynamics", "base_regressor"]
)]
struct Puma;

/// Number of joints.
const N: usize = Puma::NV;

/// Number of base parameters.
const BASE: usize = Puma::BASE_PARAMETER_NAMES.len();

type Joints = [f64; N];

/// Samples of a trajectory.
const SAMPLES: usize = 500;

/// Its duration, s.
const PERIOD: f64 = 10.0;

/// Standard deviation of a measured torque, Nm.
const NOISE: f64 = 0.1;

/// Numbers between -1 and 1 that look random, the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Of mean 0 and deviation 1: the sum of 12 numbers of deviation 1/√3, halved.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() / 2.0
    }
}

/// q, q̇, q̈ of all joints.
struct Sample([Joints; 3]);

/// A periodic trajectory: five harmonics a joint with random amplitudes, as they are used to excite arms.
fn trajectory(random: &mut Random) -> Vec<Sample> {
    let harmonics: Vec<[(f64, f64); 5]> = (0..N)
        .map(|_| core::array::from_fn(|_| (random.next(), random.next())))
        .collect();
    let sample = |index: usize| {
        let time = PERIOD * index as f64 / SAMPLES as f64;
        let mut joints = [[0.0; N]; 3];
        for (joint, terms) in harmonics.iter().enumerate() {
            for (order, (a, b)) in (1..).zip(terms) {
                let ω = f64::from(order) * TAU / PERIOD;
                let (sin, cos) = (ω * time).sin_cos();
                joints[0][joint] += a * sin + b * cos;
                joints[1][joint] += ω * (a * cos - b * sin);
                joints[2][joint] -= ω * ω * (a * sin + b * cos);
            }
        }
        Sample(joints)
    };
    (0..SAMPLES).map(sample).collect()
}

/// The torques of the arm, which are not known to the estimate, along a trajectory.
fn torques(trajectory: &[Sample]) -> DVector<f64> {
    let torques = trajectory
        .iter()
        .flat_map(|Sample([q, qd, qdd])| Puma::inverse_dynamics(q, qd, qdd));
    DVector::from_iterator(trajectory.len() * N, torques)
}

/// The regressors at all samples, one below the other.
fn regressor(trajectory: &[Sample]) -> DMatrix<f64> {
    let rows = trajectory
        .iter()
        .flat_map(|Sample([q, qd, qdd])| Puma::base_regressor(q, qd, qdd));
    DMatrix::from_row_iterator(trajectory.len() * N, BASE, rows.flatten())
}

/// What was estimated, with the standard deviations that follow from the residual.
struct Estimate {
    parameters: DVector<f64>,
    deviations: DVector<f64>,
    condition: f64,
    /// Root mean square of what the torques and the estimate differ by, Nm.
    residual: f64,
}

/// The least squares of Y π = τ, by the singular values of Y.
fn estimate(matrix: DMatrix<f64>, torques: &DVector<f64>) -> Result<Estimate, Box<dyn Error>> {
    let svd = matrix.clone().svd(true, true);
    let parameters = svd.solve(torques, 0.0)?;
    let rest = torques - &matrix * &parameters;
    let freedom = matrix.nrows() - matrix.ncols();
    let variance = rest.norm_squared() / freedom as f64;
    // Cov π = σ² (YᵀY)⁻¹ = σ² V Σ⁻² Vᵀ
    let v = svd.v_t.as_ref().ok_or("no right singular vectors")?;
    let deviation = |k: usize| {
        let parts = v.column(k).component_div(&svd.singular_values);
        (variance * parts.norm_squared()).sqrt()
    };
    Ok(Estimate {
        deviations: DVector::from_fn(BASE, |k, _| deviation(k)),
        condition: svd.singular_values.max() / svd.singular_values.min(),
        residual: (rest.norm_squared() / rest.len() as f64).sqrt(),
        parameters,
    })
}

/// The values of the base parameters in the model, which `denoc base` printed in the order of the columns.
fn values_of_model() -> Result<Vec<f64>, Box<dyn Error>> {
    let printed: Value = serde_json::from_reader(std::io::stdin())?;
    let base = printed["base"].as_array().ok_or("no base parameters")?;
    let names = base.iter().map(|one| one["name"].as_str());
    assert!(names.eq(Puma::BASE_PARAMETER_NAMES.map(Some)));
    let values: Option<Vec<f64>> = base.iter().map(|one| one["value"].as_f64()).collect();
    Ok(values.ok_or("a base parameter without a value")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = values_of_model()?;
    let mut random = Random(0x5eed);
    let exciting = trajectory(&mut random);
    let noisy = torques(&exciting).map(|torque| torque + NOISE * random.normal());
    let found = estimate(regressor(&exciting), &noisy)?;
    println!(
        "{BASE} base parameters from {SAMPLES} samples of {N} torques, condition number {:.0}, residual {:.3} Nm",
        found.condition, found.residual
    );
    assert!((found.residual / NOISE - 1.0).abs() < 0.1);

    println!("parameter      model  identified  deviation");
    for (k, name) in Puma::BASE_PARAMETER_NAMES.iter().enumerate() {
        let (value, estimate, deviation) = (model[k], found.parameters[k], found.deviations[k]);
        println!("{name:9} {value:10.4}  {estimate:10.4}  {deviation:9.4}");
        assert!(
            (estimate - value).abs() < 5.0 * deviation,
            "{name} is {value}, not {estimate}"
        );
    }

    // On another trajectory the estimate is better than a sensor.
    let other = trajectory(&mut random);
    let off = torques(&other) - regressor(&other) * &found.parameters;
    let off = (off.norm_squared() / off.len() as f64).sqrt();
    println!("torques of another trajectory are predicted to {off:.3} Nm");
    assert!(off < NOISE / 2.0);
    Ok(())
}
