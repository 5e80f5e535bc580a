//! One step of operational-space damping for the PUMA, in the vectors and matrices of nalgebra:
//! `cargo run -p denoc --example nalgebra --features nalgebra`.

use denoc::nalgebra::{array, matrix, vector};
use nalgebra::{SMatrix, SVector, Vector3};

#[denoc::multibody(
    model = "../models/puma.toml",
    functions = ["gravity", "mass_matrix", "tip_jacobian_tip", "tip_pose_tip"]
)]
struct Puma;

fn main() {
    let q: SVector<f64, 6> = vector([0.1, -0.4, 0.3, 0.0, 0.5, 0.0]); // rad
    let qd: SVector<f64, 6> = vector([0.2, 0.0, -0.1, 0.0, 0.3, 0.0]); // rad/s

    let inertia: SMatrix<f64, 6, 6> = matrix(Puma::mass_matrix(array(&q)));
    let jacobian: SMatrix<f64, 6, 6> = matrix(Puma::tip_jacobian_tip(array(&q)));
    let (_, position) = Puma::tip_pose_tip(array(&q));
    let position: Vector3<f64> = vector(position);

    // A wrench against the motion of the tip, and the torques that give it and carry the arm.
    let twist = jacobian * qd; // [angular; linear], rad/s and m/s
    let wrench = -20.0 * twist; // [moment; force], Nm and N
    let torque = jacobian.transpose() * wrench + vector(Puma::gravity(array(&q)));

    println!("tip {:.3?} m", array(&position));
    println!("twist {:.3?} rad/s, m/s", array(&twist));
    println!("kinetic energy {:.3} J", 0.5 * qd.dot(&(inertia * qd)));
    println!("torque {:.3?} Nm", array(&torque));
}
