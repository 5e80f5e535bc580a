//! Quantities a user asks for.

mod closed;

use crate::formulation::Formulation;
use crate::leaves::Argument;
use crate::mechanism::{Loops, Mechanism};
use crate::program::{Port, Shape};

/// What a generated function computes. Frame quantities carry the frame's place in [`Mechanism::frames`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    /// τ(q, q̇, q̈).
    InverseDynamics,
    /// τ(q, q̇, q̈) under external wrenches.
    InverseDynamicsWithWrenches,
    /// q̈(q, q̇, τ).
    ForwardDynamics,
    /// q̈ = M⁻¹ φ with φ = τ − h given: what Saha's Table 2 counts. Not generated, only counted.
    AccelerationFromPhi,
    /// M(q).
    MassMatrix,
    /// M(q)⁻¹.
    MassMatrixInverse,
    /// U, D of M = U D Uᵀ, and det M.
    MassMatrixFactor,
    /// C(q, q̇) q̇ + g(q).
    Bias,
    /// g(q).
    Gravity,
    /// C(q, q̇) with Ṁ − 2C skew.
    CoriolisMatrix,
    /// T(q, q̇).
    KineticEnergy,
    /// V(q).
    PotentialEnergy,
    /// Pose of a frame.
    TipPose(usize),
    /// Jacobian of a frame.
    TipJacobian(usize),
    /// Twist of a frame.
    TipTwist(usize),
    /// J̇ q̇ of a frame.
    TipBiasAcceleration(usize),
    /// Λ of all frames together.
    OperationalInertia,
    /// Λ⁻¹ = J M⁻¹ Jᵀ of all frames together.
    Admittance,
    /// The wrench every joint carries.
    JointWrenches,
    /// p = M q̇.
    Momenta,
    /// Momentum of the whole mechanism about its mass centre.
    CentroidalMomentum,
    /// (q̇, ṗ) from (q, p, τ).
    HamiltonianRates,
    /// τ and the wrenches of the cut joints from (q, q̇, q̈), of a mechanism with loops.
    InverseDynamicsWithForces,
    /// The wrenches of the cut joints from (q, q̇, τ).
    ConstraintForces,
    /// q̈ from (q, q̇, τ) with the loops closed at the end of a step.
    ForwardDynamicsOverStep,
    /// The wrenches of the cut joints that close them there.
    ConstraintForcesOverStep,
    /// q̇ from q and the independent rates.
    DependentRates,
    /// Φ(q), what is left open of the loops.
    Closure,
    /// G(q) with Φ̇ = G q̇.
    ClosureJacobian,
    /// γ = Ġ q̇.
    ClosureBias,
}

impl Quantity {
    /// Name of the generated function.
    #[must_use]
    pub fn name(self, mechanism: &Mechanism) -> String {
        let of_frame = |what: &str, frame: usize| {
            let name = mechanism.frames.get(frame).map_or("", |frame| &frame.name);
            format!("{what}_{}", crate::name::identifier(name))
        };
        match self {
            Self::TipPose(frame) => of_frame("tip_pose", frame),
            Self::TipJacobian(frame) => of_frame("tip_jacobian", frame),
            Self::TipTwist(frame) => of_frame("tip_twist", frame),
            Self::TipBiasAcceleration(frame) => of_frame("tip_bias_acceleration", frame),
            Self::InverseDynamics => "inverse_dynamics".into(),
            Self::InverseDynamicsWithWrenches => "inverse_dynamics_with_wrenches".into(),
            Self::ForwardDynamics => "forward_dynamics".into(),
            Self::AccelerationFromPhi => "acceleration_from_phi".into(),
            Self::MassMatrix => "mass_matrix".into(),
            Self::MassMatrixInverse => "mass_matrix_inverse".into(),
            Self::MassMatrixFactor => "mass_matrix_factor".into(),
            Self::Bias => "bias".into(),
            Self::Gravity => "gravity".into(),
            Self::CoriolisMatrix => "coriolis_matrix".into(),
            Self::KineticEnergy => "kinetic_energy".into(),
            Self::PotentialEnergy => "potential_energy".into(),
            Self::OperationalInertia => "operational_inertia".into(),
            Self::Admittance => "admittance".into(),
            Self::JointWrenches => "joint_wrenches".into(),
            Self::Momenta => "momenta".into(),
            Self::CentroidalMomentum => "centroidal_momentum".into(),
            Self::HamiltonianRates => "hamiltonian_rates".into(),
            Self::InverseDynamicsWithForces => "inverse_dynamics_with_forces".into(),
            Self::ConstraintForces => "constraint_forces".into(),
            Self::ForwardDynamicsOverStep => "forward_dynamics_over_step".into(),
            Self::ConstraintForcesOverStep => "constraint_forces_over_step".into(),
            Self::DependentRates => "dependent_rates".into(),
            Self::Closure => "closure".into(),
            Self::ClosureJacobian => "closure_jacobian".into(),
            Self::ClosureBias => "closure_bias".into(),
        }
    }

    /// One line of documentation.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::InverseDynamics => {
                "Generalised forces tau (Nm, N) that produce the accelerations qdd."
            }
            Self::InverseDynamicsWithWrenches => {
                "Generalised forces tau (Nm, N) that produce qdd while every body carries an external wrench: \
                 6 numbers a body, [moment; force] on the body about its frame's origin, in its axes."
            }
            Self::ForwardDynamics => {
                "Accelerations qdd (rad/s², m/s²) under the generalised forces tau."
            }
            Self::AccelerationFromPhi => "Accelerations M⁻¹ φ for φ = τ − h given.",
            Self::MassMatrix => "Generalised inertia matrix M(q), full, row-major.",
            Self::MassMatrixInverse => {
                "Inverse of the generalised inertia matrix, full, row-major."
            }
            Self::MassMatrixFactor => {
                "Factors of M = U D Uᵀ: U unit upper triangular, the diagonal D, and det M."
            }
            Self::Bias => "Bias h = C(q, qd) qd + g(q): generalised forces for zero acceleration.",
            Self::Gravity => "Generalised forces g(q) that hold the mechanism at rest.",
            Self::CoriolisMatrix => {
                "Coriolis matrix C(q, qd) with dM/dt − 2C skew-symmetric, row-major."
            }
            Self::KineticEnergy => "Kinetic energy, J.",
            Self::PotentialEnergy => "Potential energy, J, zero with all mass at the base origin.",
            Self::TipPose(_) => {
                "Pose of the frame in the base frame: R (columns are its axes), p (m)."
            }
            Self::TipJacobian(_) => {
                "Jacobian, rows [angular; linear] at the frame's origin, base axes."
            }
            Self::TipTwist(_) => {
                "Twist [angular; linear] of the frame's origin, base axes, rad/s and m/s."
            }
            Self::TipBiasAcceleration(_) => {
                "Acceleration [angular; linear] of the frame's origin for qdd = 0 (J̇ qd, no gravity), base axes."
            }
            Self::OperationalInertia => {
                "Operational-space inertia of all frames together (inverse of the admittance), [angular; linear], base axes."
            }
            Self::Admittance => {
                "Admittance J M⁻¹ Jᵀ of all frames together, [angular; linear], base axes."
            }
            Self::JointWrenches => {
                "Wrench [moment; force] that each joint transmits to its body, about the body frame's origin, in its axes."
            }
            Self::Momenta => "Canonical momenta p = M qd.",
            Self::CentroidalMomentum => {
                "Momentum [angular; linear] about the mass centre of the whole mechanism, base axes."
            }
            Self::HamiltonianRates => {
                "Rates qd and pd of coordinates and canonical momenta from q, p and tau."
            }
            Self::InverseDynamicsWithForces => {
                "Generalised forces tau of the actuated joints, and the wrench [moment; force] f that each cut joint \
                 transmits from its `from` to its `to`, about the origin of the frame `to`, base axes."
            }
            Self::ConstraintForces => {
                "Wrench [moment; force] that each cut joint transmits from its `from` to its `to`, about the origin of \
                 the frame `to`, base axes."
            }
            Self::ForwardDynamicsOverStep => {
                "Accelerations qdd (rad/s², m/s²) that close the loops at the end of a step (s), to second order; \
                 qdd_independent are those of the independent velocities."
            }
            Self::ConstraintForcesOverStep => {
                "Wrench [moment; force] of each cut joint, as constraint_forces, that closes it at the end of a step (s), \
                 to second order."
            }
            Self::DependentRates => {
                "All velocities of a motion that keeps the loops closed, from the independent ones."
            }
            Self::Closure => "What is open of the loops: m, and sines of angles.",
            Self::ClosureJacobian => {
                "Constraint Jacobian G of the loops, row-major: G qd = 0 keeps them closed."
            }
            Self::ClosureBias => "Bias dG/dt qd: G qdd + bias = 0 keeps the loops closed.",
        }
    }

    /// The same for a mechanism, whose loops may make it another.
    #[must_use]
    pub fn summary_on(self, mechanism: &Mechanism) -> &'static str {
        let of_loops = closed::summary(self).filter(|_| self.solves_loops(mechanism));
        of_loops.unwrap_or_else(|| self.summary())
    }

    /// Input arrays of a mechanism without driven joints, in the order of the signature.
    fn own_arguments(self) -> &'static [Argument] {
        use Argument::{P, Q, Qd, Qdd, Tau, Wrenches};
        match self {
            Self::InverseDynamics | Self::JointWrenches => &[Q, Qd, Qdd],
            Self::InverseDynamicsWithWrenches => &[Q, Qd, Qdd, Wrenches],
            Self::ForwardDynamics => &[Q, Qd, Tau],
            Self::AccelerationFromPhi => &[Q, Tau],
            Self::HamiltonianRates => &[Q, P, Tau],
            Self::Bias
            | Self::CoriolisMatrix
            | Self::KineticEnergy
            | Self::Momenta
            | Self::CentroidalMomentum
            | Self::TipTwist(_)
            | Self::TipBiasAcceleration(_) => &[Q, Qd],
            Self::MassMatrix
            | Self::MassMatrixInverse
            | Self::MassMatrixFactor
            | Self::Gravity
            | Self::PotentialEnergy
            | Self::TipPose(_)
            | Self::TipJacobian(_)
            | Self::OperationalInertia
            | Self::Admittance
            | Self::Closure
            | Self::ClosureJacobian => &[Q],
            Self::ClosureBias => &[Q, Qd],
            Self::InverseDynamicsWithForces
            | Self::ConstraintForces
            | Self::ForwardDynamicsOverStep
            | Self::ConstraintForcesOverStep
            | Self::DependentRates => closed::arguments(self),
        }
    }

    /// Input arrays, in the order of the signature; those of driven joints come last.
    #[must_use]
    pub fn arguments(self, mechanism: &Mechanism) -> Vec<Argument> {
        if self.solves_loops(mechanism) {
            return closed::arguments(self).to_vec();
        }
        let mut arguments = self.own_arguments().to_vec();
        if mechanism.driven() > 0 {
            arguments.push(Argument::DrivenQ);
            if self.depends_on_rates() {
                arguments.push(Argument::DrivenQd);
            }
            if self.depends_on_accelerations() {
                arguments.push(Argument::DrivenQdd);
            }
        }
        arguments
    }

    fn depends_on_rates(self) -> bool {
        self != Self::AccelerationFromPhi
            && self
                .own_arguments()
                .iter()
                .any(|argument| matches!(argument, Argument::Qd | Argument::P))
    }

    fn depends_on_accelerations(self) -> bool {
        matches!(
            self,
            Self::InverseDynamics
                | Self::InverseDynamicsWithWrenches
                | Self::ForwardDynamics
                | Self::Bias
                | Self::JointWrenches
                | Self::TipBiasAcceleration(_)
        )
    }

    /// Length of an input array.
    #[must_use]
    pub fn input_len(self, argument: Argument, mechanism: &Mechanism) -> usize {
        match argument {
            Argument::Q => mechanism.nq(),
            Argument::DrivenQ | Argument::DrivenQd | Argument::DrivenQdd => mechanism.driven(),
            Argument::Parameters => mechanism.parameters.len(),
            // What a program needs of them is known when the program is.
            Argument::Prepared | Argument::Carried | Argument::Solved => 0,
            Argument::StepSize => 1,
            Argument::Independent => mechanism.loops.as_ref().map_or(0, Loops::freedom),
            Argument::Tau if mechanism.loops.is_some() => {
                (mechanism.loops.as_ref()).map_or(0, |loops| loops.actuated.len())
            }
            Argument::Wrenches => 6 * mechanism.model_bodies().count(),
            Argument::Qd | Argument::Qdd | Argument::Tau | Argument::P => mechanism.nv(),
        }
    }

    /// Input arrays with their lengths.
    #[must_use]
    pub fn ports(self, mechanism: &Mechanism) -> Vec<Port> {
        self.arguments(mechanism)
            .into_iter()
            .map(|argument| Port {
                argument,
                len: self.input_len(argument, mechanism),
            })
            .collect()
    }

    /// Output arrays: JSON key and shape.
    #[must_use]
    pub fn outputs(self, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
        let nv = mechanism.nv();
        let (vector, square) = (Shape::Vector(nv), Shape::Matrix(nv, nv));
        let tips = 6 * mechanism.frames.len();
        if self.solves_loops(mechanism) {
            return closed::outputs(self, mechanism);
        }
        let rows = mechanism.loops.as_ref().map_or(0, Loops::rows);
        match self {
            Self::InverseDynamics | Self::InverseDynamicsWithWrenches => vec![("tau", vector)],
            Self::ForwardDynamics | Self::AccelerationFromPhi => vec![("qdd", vector)],
            Self::MassMatrix => vec![("M", square)],
            Self::MassMatrixInverse => vec![("Minv", square)],
            Self::MassMatrixFactor => vec![("U", square), ("D", vector), ("det", Shape::Scalar)],
            Self::Bias => vec![("h", vector)],
            Self::Gravity => vec![("g", vector)],
            Self::CoriolisMatrix => vec![("C", square)],
            Self::KineticEnergy => vec![("T", Shape::Scalar)],
            Self::PotentialEnergy => vec![("V", Shape::Scalar)],
            Self::TipPose(_) => vec![("R", Shape::Matrix(3, 3)), ("p", Shape::Vector(3))],
            Self::TipJacobian(_) => vec![("J", Shape::Matrix(6, nv))],
            Self::TipTwist(_) => vec![("t", Shape::Vector(6))],
            Self::TipBiasAcceleration(_) => vec![("a", Shape::Vector(6))],
            Self::OperationalInertia => vec![("Lambda", Shape::Matrix(tips, tips))],
            Self::Admittance => vec![("Lambda_inv", Shape::Matrix(tips, tips))],
            Self::JointWrenches => vec![("w", Shape::Matrix(mechanism.model_bodies().count(), 6))],
            Self::Momenta => vec![("p", vector)],
            Self::CentroidalMomentum => vec![("h", Shape::Vector(6))],
            Self::HamiltonianRates => vec![("qd", vector), ("pd", vector)],
            Self::InverseDynamicsWithForces
            | Self::ConstraintForces
            | Self::ForwardDynamicsOverStep
            | Self::ConstraintForcesOverStep
            | Self::DependentRates => closed::outputs(self, mechanism),
            Self::Closure => vec![("phi", Shape::Vector(rows))],
            Self::ClosureJacobian => vec![("G", Shape::Matrix(rows, nv))],
            Self::ClosureBias => vec![("gamma", Shape::Vector(rows))],
        }
    }

    /// The formulations of this quantity, the paper's literal one first.
    #[must_use]
    pub fn formulations(self) -> &'static [Formulation] {
        use Formulation::{
            BaseAxes, Bodies, Composite, Denoc, DenocScaled, FirstMoments, Jacobian, Kinematic,
            Luh, MassCentre, Merged, MergedScaled, Naudet, NaudetScaled, SpatialOperator, UForm,
            UScaled,
        };
        match self {
            Self::InverseDynamics | Self::InverseDynamicsWithWrenches | Self::Bias => {
                &[Denoc, MassCentre, Luh, UForm, UScaled]
            }
            Self::ForwardDynamics => &[Denoc, SpatialOperator, Composite, Merged, MergedScaled],
            Self::AccelerationFromPhi => &[Denoc, Composite, DenocScaled],
            Self::MassMatrix => &[Composite],
            Self::MassMatrixInverse => &[SpatialOperator, Composite],
            Self::MassMatrixFactor => &[Denoc, Composite],
            Self::Gravity => &[Denoc, MassCentre, Luh, UForm, FirstMoments, UScaled],
            Self::CoriolisMatrix => &[Denoc],
            Self::KineticEnergy => &[Bodies, Formulation::Momenta],
            Self::PotentialEnergy => &[FirstMoments],
            Self::TipJacobian(_) => &[Kinematic, BaseAxes],
            Self::TipPose(_) | Self::TipTwist(_) | Self::TipBiasAcceleration(_) => &[Kinematic],
            Self::OperationalInertia | Self::Admittance => &[SpatialOperator, Jacobian],
            Self::JointWrenches => &[UForm],
            Self::Momenta | Self::CentroidalMomentum => &[Naudet],
            Self::HamiltonianRates => &[Naudet, Composite, NaudetScaled],
            Self::InverseDynamicsWithForces | Self::DependentRates => &[Formulation::WholeTree],
            Self::ConstraintForces => &[Formulation::Multipliers],
            Self::ForwardDynamicsOverStep | Self::ConstraintForcesOverStep => {
                &[Formulation::SecondOrder]
            }
            Self::Closure | Self::ClosureJacobian | Self::ClosureBias => &[Kinematic],
        }
    }

    /// The formulations that a mechanism has of this quantity, the literal one first. Where its joints follow others,
    /// equations are solved with M as a whole; scaled coordinates know nothing of what acts in joints.
    #[must_use]
    pub fn formulations_on(self, mechanism: &Mechanism) -> Vec<Formulation> {
        use Formulation::{Composite, DenocScaled, Jacobian, MergedScaled, NaudetScaled};
        if self.solves_loops(mechanism) {
            return closed::formulations(self, mechanism);
        }
        let mut all = self.formulations().to_vec();
        if self.takes_user_coordinates(mechanism) && self.divides_by_mass() {
            all.retain(|one| matches!(one, Composite | Jacobian));
        }
        let mut physics = mechanism.joint_physics();
        if physics.any(|dof| !dof.is_off()) {
            all.retain(|one| !matches!(one, MergedScaled | DenocScaled | NaudetScaled));
        }
        all
    }

    /// Those among which the cheapest is chosen.
    #[must_use]
    pub fn choices_on(self, mechanism: &Mechanism) -> Vec<Formulation> {
        if self.solves_loops(mechanism) {
            closed::choices(self, mechanism)
        } else {
            self.formulations_on(mechanism)
        }
    }

    /// The formulation that programs are proved against.
    #[must_use]
    pub fn literal(self, mechanism: &Mechanism) -> Formulation {
        let first = self.formulations_on(mechanism).first().copied();
        // There is a formulation of every quantity on every mechanism.
        first.unwrap_or(Formulation::Denoc)
    }

    /// The formulation that programs by `formulation` are proved against: the literal one, and where equations are solved,
    /// which are not the same for all, their own.
    #[must_use]
    pub fn proved_against(self, formulation: Formulation, mechanism: &Mechanism) -> Formulation {
        if self.solves_loops(mechanism) {
            formulation
        } else {
            self.literal(mechanism)
        }
    }

    /// Whether it is computed in the user's coordinates as a whole, not mapped from those of the tree: U of M = U D Uᵀ
    /// depends on the order, and what is solved for on what is free to move.
    pub(crate) fn takes_user_coordinates(self, mechanism: &Mechanism) -> bool {
        let reordered = mechanism.coordinates.is_some() && self == Self::MassMatrixFactor;
        reordered || mechanism.is_coupled()
    }

    /// The formulation of this quantity that a user names so, if the mechanism has it.
    #[must_use]
    pub fn formulation(self, name: &str, mechanism: &Mechanism) -> Option<Formulation> {
        let mut all = self.formulations_on(mechanism).into_iter();
        all.find(|formulation| formulation.name() == name)
    }

    /// Whether base parameters give the same values: generalised forces, M and what follows from it. (Joint wrenches, the
    /// momentum of the whole and the potential energy tell original parameters apart; the Coriolis matrix is
    /// defined with them.)
    #[must_use]
    pub fn keeps_base_parameters(self) -> bool {
        matches!(
            self,
            Self::InverseDynamics
                | Self::InverseDynamicsWithWrenches
                | Self::Bias
                | Self::Gravity
                | Self::ForwardDynamics
                | Self::AccelerationFromPhi
                | Self::MassMatrix
                | Self::MassMatrixInverse
                | Self::MassMatrixFactor
                | Self::KineticEnergy
                | Self::OperationalInertia
                | Self::Admittance
                | Self::Momenta
                | Self::HamiltonianRates
                | Self::InverseDynamicsWithForces
                | Self::ConstraintForces
                | Self::ForwardDynamicsOverStep
                | Self::ConstraintForcesOverStep
                | Self::DependentRates
        )
    }

    /// Whether another choice of frames gives other values: C is not unique, only C q̇ is.
    #[must_use]
    pub fn depends_on_frames(self) -> bool {
        self == Self::CoriolisMatrix
    }

    /// Whether it contains moments of inertia wrenches, which have two forms.
    #[must_use]
    pub fn has_moments(self) -> bool {
        matches!(
            self,
            Self::InverseDynamics
                | Self::InverseDynamicsWithWrenches
                | Self::Bias
                | Self::Gravity
                | Self::ForwardDynamics
                | Self::JointWrenches
                | Self::InverseDynamicsWithForces
                | Self::ConstraintForces
                | Self::ForwardDynamicsOverStep
                | Self::ConstraintForcesOverStep
        )
    }

    /// Whether it needs M⁻¹: it divides by parts of M, or finds the motion of a mechanism with loops.
    pub(crate) fn solves_for_motion(self, mechanism: &Mechanism) -> bool {
        let of_loops = self.solves_loops(mechanism)
            && matches!(
                self,
                Self::ConstraintForces
                    | Self::JointWrenches
                    | Self::ForwardDynamicsOverStep
                    | Self::ConstraintForcesOverStep
            );
        of_loops || self.divides_by_mass()
    }

    /// Whether the function divides by parts of M (its accuracy then depends on the condition of M).
    #[must_use]
    pub fn divides_by_mass(self) -> bool {
        matches!(
            self,
            Self::ForwardDynamics
                | Self::AccelerationFromPhi
                | Self::MassMatrixInverse
                | Self::MassMatrixFactor
                | Self::OperationalInertia
                | Self::Admittance
                | Self::HamiltonianRates
        )
    }
}
