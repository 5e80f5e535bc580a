//! A quantity on a mechanism, lifted to scalars: what the rows of the table are computed from, and what is common to many.

use super::closed::ClosedSystem;
use super::coupled::Coupled;
use super::coupling::Coupling;
use super::inputs::{Inputs, Motion};
use super::joint_physics::JointPhysics;
use super::tip::Tip;
use super::{
    Quantity, System, external, factor, gravity, inverse, momentum, u_form, upper_triangle,
};
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::signature::{Motors, Signature, Variance};

/// The elements of output arrays.
type Arrays<S> = Vec<Vec<S>>;

/// A quantity to be computed.
pub(super) struct Case<'a, L: Leaves> {
    pub mechanism: &'a Mechanism,
    pub system: System<L::S>,
    pub inputs: Inputs<'a, L>,
    /// The physics of the joints of the tree.
    pub joints: JointPhysics<L::S>,
    pub leaves: &'a L,
    pub coupling: Coupling<'a, L>,
    /// The physics of motors.
    pub motors: JointPhysics<L::S>,
    pub quantity: Quantity,
}

impl<'a, L: Leaves> Case<'a, L> {
    pub(super) fn new(
        mechanism: &'a Mechanism,
        system: System<L::S>,
        quantity: Quantity,
        leaves: &'a L,
    ) -> Self {
        Self {
            mechanism,
            system,
            inputs: Inputs::new(mechanism, leaves),
            coupling: Coupling::new(mechanism, leaves),
            joints: JointPhysics::of_tree(mechanism, leaves),
            motors: JointPhysics::of_motors(mechanism, leaves),
            leaves,
            quantity,
        }
    }

    /// The same with loads and forces of flexible bodies from the moments of their modes.
    pub(super) fn by_mode_moments(&self) -> Case<'a, L> {
        let system = System::lift(self.mechanism, self.leaves).by_mode_moments();
        let own = system
            .modal()
            .flat_map(|(_, _, modal)| modal.with_own_masses());
        let own: Vec<usize> = own.collect();
        let mut case = Case::new(self.mechanism, system, self.quantity, self.leaves);
        case.joints.forget_rotors(&own);
        case
    }

    /// The same with inertias about the mass centres.
    pub(super) fn about_mass_centres(&self) -> Case<'a, L> {
        let system = System::lift(self.mechanism, self.leaves);
        let system = system.with_mass_centres(self.mechanism, self.leaves);
        Case::new(self.mechanism, system, self.quantity, self.leaves)
    }

    /// The system with groups of parallel axes in common axes.
    pub(super) fn groups(&self) -> System<L::S> {
        self.system.in_group_axes().system
    }

    /// The frame that the quantity is of.
    pub(super) fn tip(&self) -> Tip<L::S> {
        self.inputs.tip(self.quantity.frame().unwrap_or_default())
    }

    pub(super) fn coupled(&self) -> Coupled<'_, L> {
        Coupled {
            system: &self.system,
            coupling: &self.coupling,
            joints: &self.joints,
            motors: &self.motors,
            leaves: self.leaves,
        }
    }

    pub(super) fn closing(&self) -> ClosedSystem<'_, L> {
        ClosedSystem {
            mechanism: self.mechanism,
            system: &self.system,
            joints: &self.joints,
            inputs: &self.inputs,
            coupling: &self.coupling,
            leaves: self.leaves,
        }
    }

    /// τ of the bodies by a recursion, and of the joints.
    pub(super) fn inverse_dynamics(&self, recursion: impl Newton<L>) -> Arrays<L::S> {
        vec![self.forces(recursion)]
    }

    /// The same less what external wrenches do.
    pub(super) fn inverse_dynamics_with_wrenches(&self, recursion: impl Newton<L>) -> Arrays<L::S> {
        let wrenches = self.inputs.array(Argument::Wrenches);
        let τ = self.forces(recursion);
        vec![external::subtract(
            &self.system,
            self.mechanism,
            τ,
            &wrenches,
            self.leaves,
        )]
    }

    /// h.
    pub(super) fn bias(&self, recursion: impl Newton<L>) -> Arrays<L::S> {
        let motion = self.inputs.bias_motion();
        let h = recursion(&self.system, &motion, self.leaves);
        vec![self.joints.with_resistance(h, &motion.rates)]
    }

    /// g.
    pub(super) fn gravity(&self, recursion: impl Newton<L>) -> Arrays<L::S> {
        vec![recursion(&self.system, &self.inputs.rest(), self.leaves)]
    }

    fn forces(&self, recursion: impl Newton<L>) -> Vec<L::S> {
        let motion = self.inputs.motion();
        let τ = recursion(&self.system, &motion, self.leaves);
        let τ = self.joints.with_resistance(τ, &motion.rates);
        self.joints.with_rotors(τ, &motion.accelerations)
    }

    /// q̈ by a recursion, from the forces that remain of τ in the joints.
    pub(super) fn forward_dynamics(
        &self,
        recursion: impl Fn(&System<L::S>, &Motion<L::S>, &[L::S], &L) -> Vec<L::S>,
    ) -> Arrays<L::S> {
        let motion = self.inputs.bias_motion();
        let τ = self.inputs.of_tree(Argument::Tau);
        let τ = self.joints.less_resistance(τ, &motion.rates);
        vec![recursion(&self.system, &motion, &τ, self.leaves)]
    }

    /// M⁻¹ φ with M from composite bodies.
    pub(super) fn solved_with_composites(&self) -> Arrays<L::S> {
        let φ = self.inputs.of_tree(Argument::Tau);
        let factors = inverse::composite_factors(&self.system, self.leaves);
        vec![factor::solve(&factors, φ, &factor::ancestry(&self.system))]
    }

    /// The wrench that every joint transmits.
    pub(super) fn joint_wrenches(&self) -> Arrays<L::S> {
        let loads = u_form::loads(&self.system, &self.inputs.motion(), self.leaves);
        let wrenches = u_form::joint_wrenches(&self.system, loads, self.leaves);
        vec![external::in_user_frames(
            &self.system,
            self.mechanism,
            &wrenches,
        )]
    }

    /// T of the bodies by a recursion, and of the rotors.
    pub(super) fn kinetic_energy(
        &self,
        recursion: impl Fn(&System<L::S>, &[L::S], &L) -> L::S,
    ) -> Arrays<L::S> {
        let rates = self.inputs.rates();
        let bodies = recursion(&self.groups(), &rates, self.leaves);
        vec![vec![self.joints.with_kinetic(
            bodies,
            self.system.half,
            &rates,
        )]]
    }

    /// V of the bodies and of the springs.
    pub(super) fn potential_energy(&self) -> Arrays<L::S> {
        let weight = gravity::potential_energy(&self.system, self.leaves);
        vec![vec![self.joints.with_potential(weight, self.system.half)]]
    }

    /// p of the bodies and of the rotors.
    pub(super) fn momenta(&self) -> Arrays<L::S> {
        let rates = self.inputs.rates();
        let p = momentum::canonical(&self.groups(), &rates, self.leaves);
        vec![self.joints.with_rotors(p, &rates)]
    }

    /// Results in the tree's coordinates → results in the user's, with what acts in motors.
    pub(super) fn by_user(&self, signature: &Signature, arrays: Arrays<L::S>) -> Arrays<L::S> {
        let mapped = arrays.into_iter().zip(signature.outputs);
        let mapped = mapped.map(|(array, output)| self.mapped(output.variance, array));
        let mapped: Arrays<L::S> = mapped.collect();
        if !self.motors.any() {
            return mapped;
        }
        let with = |array| self.with_motors(signature.motors, array);
        mapped.into_iter().map(with).collect()
    }

    fn mapped(&self, variance: Variance, array: Vec<L::S>) -> Vec<L::S> {
        let rows = |array: Vec<L::S>| {
            let rows = array.chunks(self.system.nv.max(1));
            rows.map(<[L::S]>::to_vec).collect()
        };
        match variance {
            Variance::Invariant | Variance::Ordered => array,
            Variance::Covector => self.coupling.forces(array),
            Variance::Bilinear => self.coupling.square(rows(array)).concat(),
            Variance::BilinearUpper => upper_triangle(&self.coupling.square(rows(array))),
            Variance::Columns => self.coupling.columns(rows(array)).concat(),
            Variance::Rows => self.coupling.rows_of(array, self.system.nv),
        }
    }

    fn with_motors(&self, motors: Motors, own: Vec<L::S>) -> Vec<L::S> {
        let rates = || self.inputs.array(Argument::Qd);
        let half = self.system.half;
        match motors {
            Motors::Nothing => own,
            Motors::Forces => {
                let resisted = self.motors.with_resistance(own, &rates());
                let accelerations = self.inputs.array(Argument::Qdd);
                self.motors.with_rotors(resisted, &accelerations)
            }
            Motors::Resistance => self.motors.with_resistance(own, &rates()),
            Motors::Momenta => self.motors.with_rotors(own, &rates()),
            Motors::KineticEnergy => own
                .into_iter()
                .map(|energy| self.motors.with_kinetic(energy, half, &rates()))
                .collect(),
            Motors::PotentialEnergy => own
                .into_iter()
                .map(|energy| self.motors.with_potential(energy, half))
                .collect(),
        }
    }
}

/// A recursion of inverse dynamics: τ of the bodies of a system in motion.
pub(super) trait Newton<L: Leaves>:
    Fn(&System<L::S>, &Motion<L::S>, &L) -> Vec<L::S>
{
}

impl<L: Leaves, F: Fn(&System<L::S>, &Motion<L::S>, &L) -> Vec<L::S>> Newton<L> for F {}
