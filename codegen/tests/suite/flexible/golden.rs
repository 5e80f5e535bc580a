//! The recursions on plain floats and the compiled programs at the states of `tests/golden/flex`.

use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::reference;
use denoc_codegen::transform::elementary;
use serde_json::Value;

use crate::common::upper_triangle;
use crate::flexible::models::{golden, mechanism, numbers};

/// Least relative tolerance, of the largest element.
const TOLERANCE: f64 = 1e-12;

/// What the data have of a quantity.
fn expected(
    quantity: Quantity,
    (state, level): (&Value, &Value),
    independent: &[usize],
) -> Option<(&'static str, Vec<f64>)> {
    let of = |key: &'static str| (!level[key].is_null()).then(|| (key, numbers(&level[key])));
    let total = |key: &'static str, more: &[&str]| {
        let (_, mut sum) = of(key)?;
        for one in more {
            let values = numbers(if level[*one].is_null() {
                &state[*one]
            } else {
                &level[*one]
            });
            sum.iter_mut().zip(values).for_each(|(a, b)| *a += b);
        }
        Some((key, sum))
    };
    match quantity {
        Quantity::InverseDynamics => of("id_tau"),
        Quantity::ForwardDynamics => {
            let (key, mut qdd) = of("fd_qdd")?;
            let independent: Vec<f64> = independent.iter().map(|&v| qdd[v]).collect();
            qdd.extend(independent);
            Some((key, qdd))
        }
        Quantity::MassMatrix => of("mass_matrix"),
        Quantity::MassMatrixUpper => {
            let (key, matrix) = of("mass_matrix")?;
            Some((key, upper_triangle(&matrix)))
        }
        Quantity::Bias => total("coriolis_h", &["gravity_tau", "elastic_tau", "damping_tau"]),
        Quantity::Gravity => of("gravity_tau"),
        Quantity::KineticEnergy => of("kinetic_energy"),
        Quantity::PotentialEnergy => total("potential_gravity", &["potential_elastic"]),
        Quantity::Momenta => of("momentum"),
        Quantity::TipPose(_) => {
            let (key, mut pose) = of("tip_R")?;
            pose.extend(numbers(&level["tip_p"]));
            Some((key, pose))
        }
        Quantity::TipJacobian(_) => {
            // Linear rows first in the data.
            let (key, rows) = of("tip_jacobian")?;
            let half = rows.len() / 2;
            Some((key, [&rows[half..], &rows[..half]].concat()))
        }
        // The data count from `to` to `from`.
        Quantity::ClosureJacobian => of("constraint_jacobian").map(opposite),
        Quantity::ClosureBias => of("constraint_gamma"),
        // Two rows in the plane; λ acts on `from`.
        Quantity::ConstraintForces => {
            let (key, λ) = of("lambda").map(opposite)?;
            Some((key, vec![0.0, 0.0, 0.0, λ[0], λ[1], 0.0]))
        }
        _ => None,
    }
}

fn opposite((key, values): (&'static str, Vec<f64>)) -> (&'static str, Vec<f64>) {
    (key, values.into_iter().map(|x| -x).collect())
}

fn agrees(name: &str, level: &str) {
    let mechanism = mechanism(name, level);
    let split = elementary(&mechanism);
    let golden = golden(name);
    let loops = mechanism.loops.as_ref();
    let independent = loops.map_or(vec![], |loops| loops.mobility.independent.clone());
    let mut compared = 0;
    let mut faults = Vec::new();
    for (index, state) in golden["states"]
        .as_array()
        .expect("states")
        .iter()
        .enumerate()
    {
        let own = &state["levels"][level];
        let at = crate::flexible::models::state(state, own);
        for quantity in Quantity::all(&mechanism) {
            let Some((key, expected)) = expected(quantity, (state, own), &independent) else {
                continue;
            };
            let noise = golden["noise"][level][key].as_f64().unwrap_or_default();
            let scale = expected
                .iter()
                .fold(1e-9_f64, |scale, x| scale.max(x.abs()));
            for formulation in quantity.formulations_on(&split) {
                let found = reference(&split, quantity, formulation, &at).concat();
                assert_eq!(found.len(), expected.len(), "{quantity:?}");
                let pairs = found.iter().zip(&expected);
                let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale;
                if worst.is_nan() || worst > TOLERANCE.max(100.0 * noise) {
                    faults.push(format!(
                        "{name} {level} state {index}, {quantity:?} by {formulation:?}: {worst:e}"
                    ));
                }
                compared += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared >= 60, "{compared}");
}

macro_rules! agrees {
    ($($test:ident: $model:literal, $level:literal;)*) => {
        $(#[test]
        fn $test() {
            agrees($model, $level);
        })*
    };
}

agrees! {
    rotating_beam_undeformed: "rotating_beam", "undeformed";
    rotating_beam_exact: "rotating_beam", "exact";
    rotating_beam_stiffened: "rotating_beam", "stiffened";
    planar_arm_undeformed: "planar_2link", "undeformed";
    planar_arm_exact: "planar_2link", "exact";
    planar_arm_stiffened: "planar_2link", "stiffened";
    spatial_arm_undeformed: "spatial_3r", "undeformed";
    spatial_arm_exact: "spatial_3r", "exact";
    spatial_arm_stiffened: "spatial_3r", "stiffened";
    spacecraft_undeformed: "spacecraft", "undeformed";
    spacecraft_exact: "spacecraft", "exact";
    spacecraft_stiffened: "spacecraft", "stiffened";
    slider_crank_undeformed: "slider_crank", "undeformed";
    slider_crank_exact: "slider_crank", "exact";
    slider_crank_stiffened: "slider_crank", "stiffened";
    nodal_arm_undeformed: "nodal_arm", "undeformed";
    nodal_arm_exact: "nodal_arm", "exact";
}
