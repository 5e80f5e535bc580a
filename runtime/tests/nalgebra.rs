//! Vectors and matrices of nalgebra in and out of the generated functions of the PUMA.

#![cfg(all(feature = "macros", feature = "nalgebra"))]

use denoc::nalgebra::{array, matrix, rows, vector};
use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

#[denoc::multibody(
    model = "../models/puma.toml",
    functions = [
        "inverse_dynamics",
        "bias",
        "mass_matrix",
        "kinetic_energy",
        "tip_jacobian_tip",
        "tip_pose_tip",
        "tip_twist_tip"
    ]
)]
struct Puma;

type Vector = SVector<f64, 6>;
type Matrix = SMatrix<f64, 6, 6>;

fn state() -> [Vector; 3] {
    [
        [0.3, -1.1, 0.7, 2.0, -0.4, 1.3],
        [0.5, -0.2, 0.9, 1.1, -0.7, 0.4],
        [1.0, 2.0, -1.5, 0.3, 0.8, -2.2],
    ]
    .map(vector)
}

fn assert_close<const R: usize, const C: usize>(a: SMatrix<f64, R, C>, b: SMatrix<f64, R, C>) {
    assert!((a - b).amax() <= 1e-12 * (1.0 + b.amax()), "{a}{b}");
}

#[test]
fn torques_are_inertia_times_acceleration_and_bias() {
    let [q, qd, qdd] = state();
    let (q, qd) = (array(&q), array(&qd));
    let inertia: Matrix = matrix(Puma::mass_matrix(q));
    let torques = vector(Puma::inverse_dynamics(q, qd, array(&qdd)));
    assert_close(torques, inertia * qdd + vector(Puma::bias(q, qd)));
    let qd = vector(*qd);
    let energy = 0.5 * qd.dot(&(inertia * qd));
    assert!((energy - Puma::kinetic_energy(q, array(&qd))).abs() < 1e-12 * energy);
}

#[test]
fn a_matrix_that_is_not_symmetric_is_not_transposed() {
    let [q, qd, _] = state();
    let (q, rates) = (array(&q), array(&qd));
    let jacobian: Matrix = matrix(Puma::tip_jacobian_tip(q));
    assert_close(jacobian * qd, vector(Puma::tip_twist_tip(q, rates)));
    assert!((jacobian - jacobian.transpose()).amax() > 0.1);
    // nalgebra's own conversion takes rows for columns.
    assert_eq!(
        Matrix::from(Puma::tip_jacobian_tip(q)),
        jacobian.transpose()
    );
}

#[test]
fn the_rotation_of_a_pose_turns_about_the_angular_part_of_the_jacobian() {
    let [mut q, ..] = state();
    let pose = |q: &Vector| -> (Matrix3<f64>, Vector3<f64>) {
        let (rotation, position) = Puma::tip_pose_tip(array(q));
        (matrix(rotation), vector(position))
    };
    let (rotation, position) = pose(&q);
    assert_close(rotation * rotation.transpose(), Matrix3::identity());
    let jacobian: Matrix = matrix(Puma::tip_jacobian_tip(array(&q)));
    let (joint, step) = (1, 1e-6);
    let (angular, linear) = (
        jacobian.fixed_view::<3, 1>(0, joint).into_owned(),
        jacobian.fixed_view::<3, 1>(3, joint).into_owned(),
    );
    q[joint] += step;
    let (turned, moved) = pose(&q);
    let spin = (turned - rotation) / step * rotation.transpose();
    assert!((spin - angular.cross_matrix()).amax() < 1e-5, "{spin}");
    assert!(((moved - position) / step - linear).amax() < 1e-5);
}

#[test]
fn vectors_are_not_copied_and_rows_come_back() {
    let q: SVector<f32, 3> = vector([1.0, 2.0, 3.0]);
    assert!(core::ptr::eq(array(&q).as_slice(), q.as_slice()));
    let given = [[1, 2, 3], [4, 5, 6]];
    let found: SMatrix<i32, 2, 3> = matrix(given);
    assert_eq!((found[(0, 2)], found[(1, 0)]), (3, 4));
    assert_eq!(rows(&found), given);
}
