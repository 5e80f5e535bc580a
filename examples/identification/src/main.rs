//! Identification: which inertial parameters can be identified from torques, and a least-squares estimate of them.
//!
//! Reads on its input what `denoc base examples/identification/arm.toml --format json` prints. Torques are linear in the
//! inertial parameters π = (m, m c, J about the joint's origin) of the links, τ = Y(q, q̇, q̈) π: a column of Y is the
//! generated inverse dynamics of an arm on which one parameter is 1 and the others are 0.

use std::error::Error;

use denoc::Status;
use nalgebra::{DMatrix, DVector};
use serde_json::Value;

#[denoc::multibody(model = "arm.toml", functions = ["inverse_dynamics"])]
struct Arm;

type Joints = [f64; Arm::NV];

/// States at which torques are measured.
const STATES: usize = 100;

/// Largest error of a measured torque, Nm.
const NOISE: f64 = 0.1;

/// The ten numbers of a link: mass, mass centre, inertia about it (xx, yy, zz, xy, xz, yz).
fn link(arm: &mut ArmParameters, number: usize) -> [&mut f64; 10] {
    macro_rules! fields {
        ($($field:ident)*) => { [$(&mut arm.$field),*] };
    }
    match number {
        1 => fields!(m1 x1 y1 z1 xx1 yy1 zz1 xy1 xz1 yz1),
        2 => fields!(m2 x2 y2 z2 xx2 yy2 zz2 xy2 xz2 yz2),
        _ => fields!(m3 x3 y3 z3 xx3 yy3 zz3 xy3 xz3 yz3),
    }
}

/// An arm without mass except what is set on one link: pairs of place among the ten numbers and value.
fn arm_with(number: usize, values: &[(usize, f64)]) -> Result<ArmPrepared, Status> {
    let mut arm = ArmParameters::default();
    for number in 1..=Arm::NV {
        for value in link(&mut arm, number) {
            *value = 0.0;
        }
    }
    let places = link(&mut arm, number);
    for (place, value) in values {
        *places[*place] = *value;
    }
    arm.prepare()
}

/// A column of Y: weights and the arms whose torques they multiply.
struct Column {
    /// As `denoc base` writes it: `m2`, `mx2`, `Jxx2`.
    name: String,
    arms: Vec<(f64, ArmPrepared)>,
}

impl Column {
    fn torques(&self, [q, qd, qdd]: &[Joints; 3]) -> Joints {
        let mut sum = [0.0; Arm::NV];
        for (weight, arm) in &self.arms {
            let tau = Arm::inverse_dynamics(arm, q, qd, qdd);
            for (sum, tau) in sum.iter_mut().zip(tau) {
                *sum += weight * tau;
            }
        }
        sum
    }
}

/// The columns of all inertial parameters, link by link.
fn columns() -> Result<Vec<Column>, Status> {
    let mut columns = Vec::new();
    for number in 1..=Arm::NV {
        let mut column = |name: &str, arms| {
            columns.push(Column {
                name: format!("{name}{number}"),
                arms,
            });
        };
        column("m", vec![(1.0, arm_with(number, &[(0, 1.0)])?)]);
        // A point of 1 kg at ±1 m: masses and second moments cancel in the difference, first moments stay.
        for (name, place) in [("mx", 1), ("my", 2), ("mz", 3)] {
            let [ahead, behind] = [1.0, -1.0].map(|at| arm_with(number, &[(0, 1.0), (place, at)]));
            column(name, vec![(0.5, ahead?), (-0.5, behind?)]);
        }
        for (name, place) in ["Jxx", "Jyy", "Jzz", "Jxy", "Jxz", "Jyz"].iter().zip(4..) {
            column(name, vec![(1.0, arm_with(number, &[(place, 1.0)])?)]);
        }
    }
    Ok(columns)
}

/// Numbers between -1 and 1 that look random, the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn joints(&mut self, scale: f64) -> Joints {
        core::array::from_fn(|_| scale * self.next())
    }
}

/// The columns at all states, one below the other.
fn regressor<'a>(
    columns: impl Iterator<Item = &'a Column>,
    states: &[[Joints; 3]],
) -> DMatrix<f64> {
    let values: Vec<_> = columns
        .map(|column| {
            let torques = states.iter().flat_map(|state| column.torques(state));
            DVector::from_iterator(states.len() * Arm::NV, torques)
        })
        .collect();
    DMatrix::from_columns(&values)
}

/// Torques of the arm with its true parameters, with the error of the sensors.
fn measured(states: &[[Joints; 3]], random: &mut Random) -> Result<DVector<f64>, Status> {
    let arm = ArmParameters::default().prepare()?;
    let torques = states
        .iter()
        .flat_map(|[q, qd, qdd]| Arm::inverse_dynamics(&arm, q, qd, qdd));
    let noisy: Vec<f64> = torques.map(|tau| tau + NOISE * random.next()).collect();
    Ok(DVector::from_vec(noisy))
}

/// Names and values of the base parameters that `denoc base` printed.
fn base_parameters() -> Result<Vec<(String, f64)>, Box<dyn Error>> {
    let printed: Value = serde_json::from_reader(std::io::stdin())?;
    let base = printed["base"].as_array().ok_or("no base parameters")?;
    let parameter =
        |entry: &Value| Some((entry["name"].as_str()?.to_owned(), entry["value"].as_f64()?));
    let parameters: Option<Vec<_>> = base.iter().map(parameter).collect();
    Ok(parameters.ok_or("a base parameter without name or value")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let base = base_parameters()?;
    let columns = columns()?;
    let mut random = Random(0x5eed);
    let states: Vec<[Joints; 3]> = (0..STATES)
        .map(|_| [3.0, 2.0, 5.0].map(|scale| random.joints(scale)))
        .collect();

    // All parameters: the rank says how many combinations torques depend on.
    let rank = regressor(columns.iter(), &states).rank(1e-9);
    println!(
        "{} parameters, rank {rank}, {} base parameters",
        columns.len(),
        base.len()
    );
    assert_eq!(rank, base.len());

    // The columns of the base parameters are independent, and they are enough.
    let chosen = base
        .iter()
        .map(|(name, _)| columns.iter().find(|column| column.name == *name));
    let chosen: Option<Vec<_>> = chosen.collect();
    let chosen = chosen.ok_or("a base parameter without a column")?;
    let matrix = regressor(chosen.into_iter(), &states);
    let torques = measured(&states, &mut random)?;
    let svd = matrix.svd(true, true);
    println!(
        "condition number {:.1}",
        svd.singular_values.max() / svd.singular_values.min()
    );
    let estimate = svd.solve(&torques, 0.0)?;

    println!("parameter      model  identified");
    for ((name, value), found) in base.iter().zip(estimate.iter()) {
        println!("{name:9} {value:10.4}  {found:10.4}");
        assert!(
            (found - value).abs() < 0.02,
            "{name} is {value}, not {found}"
        );
    }
    Ok(())
}
