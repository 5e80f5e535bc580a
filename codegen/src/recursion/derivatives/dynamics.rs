//! Derivatives of generalised forces in the user's coordinates, with what acts in joints.

use super::{Derivatives, OwnMotion, derivatives};
use crate::leaves::{Argument, Leaves};
use crate::recursion::case::Case;
use crate::recursion::joint_physics::JointPhysics;
use crate::recursion::system::System;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// A matrix of derivatives of forces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::recursion) enum Part {
    /// By coordinates.
    Coordinates,
    /// By rates.
    Rates,
    /// By accelerations: M.
    Mass,
}

impl<L: Leaves> Case<'_, L> {
    /// ∂τ of the inverse dynamics.
    pub(in crate::recursion) fn inverse_dynamics_derivatives(
        &self,
        own: OwnMotion,
        parts: &[Part],
    ) -> Vec<Vec<L::S>> {
        let of_bodies = derivatives(&self.system, &self.inputs.motion(), own, self.leaves);
        self.resisted_derivatives(of_bodies).parts(parts)
    }

    /// ∂h.
    pub(in crate::recursion) fn bias_derivatives(&self, own: OwnMotion) -> Vec<Vec<L::S>> {
        let motion = self.inputs.bias_motion();
        let of_bodies = derivatives(&self.system, &motion, own, self.leaves);
        let found = self.resisted_derivatives(of_bodies);
        found.parts(&[Part::Coordinates, Part::Rates])
    }

    /// ∂g/∂q.
    pub(in crate::recursion) fn gravity_derivative(&self, own: OwnMotion) -> Vec<Vec<L::S>> {
        let of_bodies = derivatives(&self.system, &self.inputs.rest(), own, self.leaves);
        self.in_user_coordinates(of_bodies)
            .parts(&[Part::Coordinates])
    }

    /// ∂(M a)/∂q with a in the place of the accelerations; driven joints stand still.
    pub(in crate::recursion) fn mass_matrix_product_derivative(
        &self,
        own: OwnMotion,
    ) -> Vec<Vec<L::S>> {
        let weightless = System {
            gravity: Vec3::zero(),
            ..self.system.clone()
        };
        let mut motion = self.inputs.rest();
        let accelerations = self.inputs.of_tree(Argument::Qdd);
        motion.accelerations[..accelerations.len()].copy_from_slice(&accelerations);
        let of_bodies = derivatives(&weightless, &motion, own, self.leaves);
        self.in_user_coordinates(of_bodies)
            .parts(&[Part::Coordinates])
    }

    /// Those of the bodies with what acts in joints and motors, in the user's coordinates.
    fn resisted_derivatives(&self, mut of_bodies: Derivatives<L::S>) -> Derivatives<L::S> {
        of_bodies.resist(&self.joints, &self.inputs.rates());
        let mut found = self.in_user_coordinates(of_bodies);
        found.resist(&self.motors, &self.inputs.array(Argument::Qd));
        found.mass = self.motors.on_diagonal(found.mass);
        found
    }

    /// Gᵀ A G of every matrix, G constant.
    pub(super) fn in_user_coordinates(&self, of_tree: Derivatives<L::S>) -> Derivatives<L::S> {
        Derivatives {
            by_coordinates: self.coupling.square(of_tree.by_coordinates),
            by_rates: self.coupling.square(of_tree.by_rates),
            mass: self.coupling.square(of_tree.mass),
        }
    }
}

impl<S: Scalar> Derivatives<S> {
    /// Adds the slopes of damping, friction and springs.
    pub(super) fn resist(&mut self, physics: &JointPhysics<S>, rates: &[S]) {
        for (v, slopes) in physics.slopes(rates) {
            let add = |matrix: &mut Vec<Vec<S>>, slope: Option<S>| {
                if let Some(slope) = slope {
                    matrix[v][v] = matrix[v][v] + slope;
                }
            };
            add(&mut self.by_coordinates, slopes.by_coordinate);
            add(&mut self.by_rates, slopes.by_rate);
        }
    }

    /// The elements of some of the matrices, row-major.
    fn parts(self, parts: &[Part]) -> Vec<Vec<S>> {
        let elements = |part: &Part| {
            match part {
                Part::Coordinates => &self.by_coordinates,
                Part::Rates => &self.by_rates,
                Part::Mass => &self.mass,
            }
            .concat()
        };
        parts.iter().map(elements).collect()
    }
}
