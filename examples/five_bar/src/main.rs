//! A five-bar: a mechanism with a loop, whose functions return a status.

use denoc::Status;
use denoc::closure::{add, assemble};

#[denoc::multibody(
    model = "../../models/loops/five_bar.toml",
    functions = [
        "closure", "closure_jacobian", "closure_bias", "dependent_rates", "inverse_dynamics", "forward_dynamics",
    ]
)]
struct FiveBar;

/// Coordinates: crank and coupler of one leg, crank and coupler of the other, rad.
type Joints = [f64; FiveBar::NV];

/// Cranks at 180 degrees and where the couplers lie in a line, 1.1 m + 1.2 m long: cranks no longer hold the end point.
fn couplers_in_a_line() -> Joints {
    let crank1 = core::f64::consts::PI;
    let crank2 = ((2.3 * 2.3 - 1.8 * 1.8 - 0.7 * 0.7) / (2.0 * 1.8 * 0.7_f64)).acos();
    let line = (0.7 * crank2.sin()).atan2(1.8 + 0.7 * crank2.cos());
    [crank1, line - crank1, crank2, line + crank1 - crank2]
}

/// Forward dynamics, then inverse dynamics with its accelerations, which must give the same torques.
fn torques_and_back(q: &Joints) -> Result<(), Status> {
    let qd = FiveBar::dependent_rates(q, &[1.0, -0.5])?;
    let (qdd, cranks) = FiveBar::forward_dynamics(q, &qd, &[10.0, 5.0])?;
    println!("torques 10 and 5 Nm accelerate the cranks by {cranks:.4?} rad/s²");

    let tau = FiveBar::inverse_dynamics(q, &qd, &qdd)?;
    println!("which takes {tau:.4?} Nm");
    assert!((tau[0] - 10.0).abs() < 1e-9 && (tau[1] - 5.0).abs() < 1e-9);

    // The accelerations keep the loop closed: G q̈ + γ = 0.
    let gamma = FiveBar::closure_bias(q, &qd);
    for (row, gamma) in FiveBar::closure_jacobian(q).iter().zip(gamma) {
        let left: f64 = row.iter().zip(&qdd).map(|(g, a)| g * a).sum();
        assert!((left + gamma).abs() < 1e-9);
    }
    Ok(())
}

fn main() -> Result<(), Status> {
    println!("assembled at {:.4?} rad", FiveBar::ASSEMBLED);

    // Another place: both cranks moved by hand, then the loop closed again.
    let mut sketch = FiveBar::ASSEMBLED;
    sketch[0] += 0.3;
    sketch[2] -= 0.2;
    let open = FiveBar::closure(&sketch);
    let q = assemble(&sketch, FiveBar::closure, FiveBar::closure_jacobian, add)?;
    let gap = FiveBar::closure(&q);
    println!("moved, with a gap of {open:.4?} m; closed again at {q:.4?} rad");
    assert!(gap.iter().all(|gap| gap.abs() < 1e-12));

    torques_and_back(&q)?;

    // A singular configuration is reported, it does not become infinities.
    let singular = couplers_in_a_line();
    let status = FiveBar::dependent_rates(&singular, &[1.0, -0.5]);
    println!("couplers in a line: {status:?}");
    assert_eq!(status, Err(Status::Singular));
    Ok(())
}
