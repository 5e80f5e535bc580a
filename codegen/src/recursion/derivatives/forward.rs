//! Derivatives of the forward dynamics: ∂q̈ = −M⁻¹ ∂τ(q, q̇, q̈) at the accelerations q̈(q, q̇, τ), never of its recursion.
//!
//! With a free joint at the root that nothing acts in, the columns of its position, orientation and linear velocity are known: where
//! and how fast a mechanism falls changes no force between its bodies, so that with the weight g and the rate ω in the body's axes
//!
//! ```text
//!  ∂q̈/∂p = 0      ∂v̇/∂θ = g~, ∂v̇/∂v = −ω~, all other elements of these columns 0
//! ```

use super::{Derivatives, OwnMotion, derivatives};
use crate::joint::Direction;
use crate::leaves::{Argument, Leaves};
use crate::recursion::case::Case;
use crate::recursion::factor::{self, Factors};
use crate::recursion::system::{Link, System};
use crate::recursion::{Motion, inverse, u_form, zeros};
use crate::scalar::Scalar;
use crate::spatial::Mat3;

/// The factors of M = U D Uᵀ with the zeros that they have.
struct Inertia<S> {
    factors: Factors<S>,
    ancestry: Vec<Vec<usize>>,
    /// U⁻¹, where M has branches: a right side that is 0 on one then reaches it from what the branches have in common alone.
    lower: Option<Vec<Vec<S>>>,
}

impl<S: Scalar> Inertia<S> {
    fn new(factors: Factors<S>, ancestry: Vec<Vec<usize>>) -> Self {
        let mut before = ancestry.iter().enumerate();
        let branched = before.any(|(k, before)| before.len() < k);
        let lower = branched.then(|| inverse::inverse_upper(&factors, &ancestry));
        Self {
            factors,
            ancestry,
            lower,
        }
    }

    /// M⁻¹ φ.
    fn applied(&self, φ: Vec<S>) -> Vec<S> {
        let Some(lower) = &self.lower else {
            return factor::solve(&self.factors, φ, &self.ancestry);
        };
        let mut below = φ.clone();
        for (k, ancestors) in self.ancestry.iter().enumerate() {
            for &i in ancestors {
                below[i] = below[i] + lower[i][k] * φ[k];
            }
        }
        let scaled = below.iter().zip(&self.factors.inverse);
        let scaled: Vec<S> = scaled.map(|(&x, &inverse)| x * inverse).collect();
        let element = |(k, ancestors): (usize, &Vec<usize>)| {
            let above = ancestors.iter();
            above.fold(scaled[k], |sum, &i| sum + lower[i][k] * scaled[i])
        };
        self.ancestry.iter().enumerate().map(element).collect()
    }

    /// M⁻¹ A.
    fn solve(&self, matrix: &[Vec<S>]) -> Vec<Vec<S>> {
        let n = matrix.len();
        let mut solved = vec![zeros(n); n];
        for column in 0..n {
            let right: Vec<S> = matrix.iter().map(|row| row[column]).collect();
            let solution = self.applied(right);
            for (row, x) in solved.iter_mut().zip(solution) {
                row[column] = x;
            }
        }
        solved
    }
}

impl<L: Leaves> Case<'_, L> {
    /// ∂q̈/∂q, ∂q̈/∂q̇, M⁻¹ and q̈.
    pub(in crate::recursion) fn forward_dynamics_derivatives(
        &self,
        own: OwnMotion,
    ) -> Vec<Vec<L::S>> {
        let coupled = self.mechanism.is_coupled();
        let inertia = if coupled {
            let ancestry = factor::dense(self.coupling.nv);
            Inertia::new(self.coupled().factors(), ancestry)
        } else {
            let factors = inverse::composite_factors(&self.system, self.leaves);
            Inertia::new(factors, factor::ancestry(&self.system))
        };
        let accelerations = if coupled {
            let φ = self.coupled().driving_forces(&self.inputs);
            factor::solve(&inertia.factors, φ, &inertia.ancestry)
        } else {
            self.accelerations_of_tree(&inertia)
        };
        let of_tree = if coupled {
            self.coupling.rates(accelerations.clone())
        } else {
            accelerations.clone()
        };
        let motion = self.inputs.accelerated(of_tree);
        let mut forces = derivatives(&self.system, &motion, own, self.leaves);
        forces.resist(&self.joints, &motion.rates);
        let mut fall = None;
        if coupled {
            forces = self.in_user_coordinates(forces);
            forces.resist(&self.motors, &self.inputs.array(Argument::Qd));
        } else if own == OwnMotion::Apart {
            fall = self.fall(&motion);
        }
        let [by_coordinates, by_rates] = accelerated(&inertia, forces, fall.as_ref());
        let inverse = inverse::assemble(&inertia.ancestry, &inertia.factors, self.leaves);
        if coupled {
            return vec![
                by_coordinates.concat(),
                by_rates.concat(),
                inverse.concat(),
                accelerations,
            ];
        }
        let square = |matrix| self.coupling.square(matrix).concat();
        vec![
            square(by_coordinates),
            square(by_rates),
            square(inverse),
            self.coupling.forces(accelerations),
        ]
    }

    /// q̈ of the tree.
    fn accelerations_of_tree(&self, inertia: &Inertia<L::S>) -> Vec<L::S> {
        let motion = self.inputs.bias_motion();
        let h = u_form::inverse_dynamics(&self.system, &motion, self.leaves);
        let τ = self.inputs.of_tree(Argument::Tau);
        let τ = self.joints.less_resistance(τ, &motion.rates);
        let φ = τ.into_iter().zip(h).map(|(τ, h)| τ - h).collect();
        factor::solve(&inertia.factors, φ, &inertia.ancestry)
    }

    /// The free fall of the whole mechanism, if nothing holds it.
    fn fall(&self, motion: &Motion<L::S>) -> Option<Fall<L::S>> {
        let root = self.system.links.first()?;
        let only = self
            .system
            .links
            .iter()
            .filter(|link| link.parent.is_none())
            .count()
            == 1;
        let held = root
            .dofs
            .iter()
            .any(|dof| self.joints.acts_on(dof.velocity));
        let falls = only && !held && root.is_free() && self.system.driven == 0;
        falls.then(|| Fall::of(&self.system, root, motion))
    }
}

/// The columns that are known of a mechanism that falls freely.
struct Fall<S> {
    /// The velocities of the root, linear ones first.
    linear: [usize; 3],
    angular: [usize; 3],
    /// g~ by orientation and −ω~ by linear velocity.
    by_orientation: Mat3<S>,
    by_velocity: Mat3<S>,
}

impl<S: Scalar> Fall<S> {
    fn of(system: &System<S>, root: &Link<S>, motion: &Motion<S>) -> Self {
        let velocity = |k: usize| root.dofs[k].velocity;
        let ω = root.joint_twist(&motion.rates).angular;
        Self {
            linear: core::array::from_fn(velocity),
            angular: core::array::from_fn(|k| velocity(3 + k)),
            by_orientation: Mat3::skew(root.inward(system.gravity)),
            by_velocity: Mat3::skew(-ω),
        }
    }
}

impl<S: Scalar> Link<S> {
    /// Whether its joint is free, linear velocities first.
    fn is_free(&self) -> bool {
        let directions = self.dofs.iter().map(|dof| dof.direction);
        let free = directions
            .enumerate()
            .all(|(k, direction)| match direction {
                Direction::Linear(axis) => k == axis,
                Direction::Angular(axis) => k == axis + 3,
                _ => false,
            });
        free && self.dofs.len() == 6
    }
}

/// −M⁻¹ ∂τ/∂q and −M⁻¹ ∂τ/∂q̇.
fn accelerated<S: Scalar>(
    inertia: &Inertia<S>,
    mut forces: Derivatives<S>,
    fall: Option<&Fall<S>>,
) -> [Vec<Vec<S>>; 2] {
    let clear = |matrix: &mut Vec<Vec<S>>, columns: &[usize]| {
        for row in matrix {
            for &column in columns {
                row[column] = S::zero();
            }
        }
    };
    if let Some(fall) = fall {
        clear(
            &mut forces.by_coordinates,
            &[fall.linear, fall.angular].concat(),
        );
        clear(&mut forces.by_rates, &fall.linear);
    }
    let negative = |matrix: Vec<Vec<S>>| -> Vec<Vec<S>> {
        let row = |row: Vec<S>| row.into_iter().map(|x| -x).collect();
        matrix.into_iter().map(row).collect()
    };
    let mut by_coordinates = negative(inertia.solve(&forces.by_coordinates));
    let mut by_rates = negative(inertia.solve(&forces.by_rates));
    if let Some(fall) = fall {
        for (i, &row) in fall.linear.iter().enumerate() {
            for j in 0..3 {
                by_coordinates[row][fall.angular[j]] = fall.by_orientation[i][j];
                by_rates[row][fall.linear[j]] = fall.by_velocity[i][j];
            }
        }
    }
    [by_coordinates, by_rates]
}

#[cfg(test)]
mod tests {
    use crate::compile::build;
    use crate::graph::Mode;
    use crate::model::parse;
    use crate::recursion::{Formulation, Quantity};
    use crate::transform::elementary;

    const FALLING: &str = r#"name = "falling"
gravity = [0, 0, -9.81]
[[body]]
name = "trunk"
parent = "base"
joint = { type = "free" }
mass = 3
inertia = { xx = 0.1, yy = 0.2, zz = 0.25 }
[[body]]
name = "arm"
parent = "trunk"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [0.2, 0, 0.3], rpy = [0.4, 0.1, 0] }
mass = 1
com = [0.1, 0, 0.1]
inertia = { xx = 0.02, yy = 0.03, zz = 0.025 }
"#;

    /// Whether elements of ∂q̈/∂q and of ∂q̈/∂q̇, row-major, are 0 whatever the state is.
    fn vanishing(text: &str) -> [Vec<bool>; 2] {
        let mechanism = elementary(
            &parse("falling.toml", text)
                .expect("a sound model")
                .mechanism,
        );
        let quantity = Quantity::ForwardDynamicsDerivatives;
        let formulation = Formulation::RelativeRates;
        let program = build(&mechanism, quantity, formulation, Mode::Pruned).expect("it compiles");
        let program = program.first;
        [0, 1].map(|output| {
            let elements = program.outputs[output].elements.iter();
            elements.map(|one| program.is_zero(one.operand)).collect()
        })
    }

    /// Gravity turns with the orientation of the root: of all accelerations only its linear one changes, about two axes of three each. A
    /// constant velocity of the whole changes the linear one alone, too.
    #[test]
    fn a_mechanism_that_falls_freely_does_not_feel_how_it_is_turned() {
        let [by_coordinates, by_rates] = vanishing(FALLING);
        for row in 0..7 {
            for axis in 0..3 {
                let is_other = row < 3 && row != axis;
                let place = 7 * row + axis;
                assert!(by_coordinates[place], "{row}, {axis}");
                assert_eq!(by_coordinates[place + 3], !is_other, "{row}, {axis}");
                assert_eq!(by_rates[place], !is_other, "{row}, {axis}");
            }
        }
    }

    #[test]
    fn one_with_drag_feels_its_velocity() {
        let drag = r#"type = "free", damping = [1, 1, 1, 2, 2, 2]"#;
        let [_, by_rates] = vanishing(&FALLING.replace(r#"type = "free""#, drag));
        assert!((0..3).all(|axis| !by_rates[7 * 6 + axis]));
    }
}
