//! The recursions, each written once, generic over the scalar, in its paper's notation.
//!
//! A mechanism is *lifted* to a [`System`]: its numbers become scalars, its joints rotations and unit twists. A
//! recursion reads the system and the inputs and returns values; whether these are numbers or nodes of a graph it
//! does not know. The table at the end of this file has a row for every formulation of every quantity; [`run`] calls the
//! recursion of a row.

mod articulated;
mod base;
mod case;

mod closed;
mod compliance;
mod composite;
mod convective;
mod coriolis;
mod coupled;
mod coupling;
mod denoc;
mod derivatives;
mod eliminated;
mod external;
mod factor;
mod flexible;
mod forward;
mod gravity;
mod groups;
mod hamiltonian;
mod inputs;
mod inverse;
mod jacobian;
mod joint_physics;
mod luh;
mod mass_centre;
mod member;
mod modal;
mod mode_pairs;
mod momentum;
mod operational;
mod product;
mod quantity;
mod regressor;
mod resistance;
mod rotation;
mod scaled;
mod series_spring;
mod spread;
mod sweep;
mod system;
mod table;
mod tip;
mod u_form;

use crate::leaves::Argument::{
    DrivenQ, DrivenQd, DrivenQdd, Independent, P, Q, Qd, Qdd, StepSize, Tau, Wrenches,
};
use crate::leaves::{Dim, Extent, Leaves};
use crate::mechanism::Mechanism;
use crate::scalar::Scalar;
use crate::signature::{Array, Existence, Family, InertiaMatrixUse, Motors, Signature, Variance};
use crate::spatial::Vec3;

pub(crate) use base::keeping;
use case::Case;
use closed::ClosedSystem;
use derivatives::{Differentiation, OwnMotion, Part};
pub(crate) use derivatives::{derived, is_derivative, of_literal_graph};
pub use inputs::Motion;
pub(crate) use inputs::Places;
pub use product::{Operation, Product};
pub use system::{Link, System};
pub use table::{Domain, Need, Row};
use table::{coupled, loops, table, tree};

/// The elements of every output array of `quantity`, computed by `formulation`; none when the mechanism has no such
/// formulation. The mechanism has elementary joints only ([`elementary`](crate::transform::elementary)).
///
/// Recursions know the coordinates of the tree alone; the user's come in and go out here.
pub fn run<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let system = System::lift(mechanism, leaves);
    let case = Case::new(mechanism, system, quantity, leaves);
    let domain = quantity.domain(mechanism);
    let Some(elements) = evaluate(quantity, (formulation, domain), &case) else {
        return Vec::new();
    };
    match domain {
        Domain::Tree => case.by_user(quantity.signature(), elements),
        Domain::Coupled | Domain::Loops => elements,
    }
}

/// The pivots of M by the user's velocities, of M as a whole; their product is det M.
pub fn user_pivots<L: Leaves>(mechanism: &Mechanism, leaves: &L) -> Vec<L::S> {
    let system = System::lift(mechanism, leaves);
    let case = Case::new(mechanism, system, Quantity::MassMatrix, leaves);
    case.coupled().pivots()
}

/// The pivots m̂ = pᵀ M̂ p of every body's joint, last degree of freedom last; their product is det M.
pub fn pivots<L: Leaves>(mechanism: &Mechanism, leaves: &L) -> Vec<Vec<L::S>> {
    let system = System::lift(mechanism, leaves);
    let eliminations = articulated::eliminate(&system, leaves).eliminations;
    eliminations
        .iter()
        .map(|joint| joint.iter().map(|one| one.m_hat).collect())
        .collect()
}

/// A vector of zeros of length `n`, to be filled by index.
fn zeros<S: Scalar>(n: usize) -> Vec<S> {
    vec![S::zero(); n]
}

/// The transpose of a matrix of `columns` columns, both by rows.
fn transposed<S: Copy>(matrix: &[Vec<S>], columns: usize) -> Vec<Vec<S>> {
    let column = |j: usize| matrix.iter().map(|row| row[j]).collect();
    (0..columns).map(column).collect()
}

/// The upper triangle of a square matrix, row by row: (0, 0), (0, 1), …, (1, 1), …
fn upper_triangle<S: Copy>(matrix: &[Vec<S>]) -> Vec<S> {
    let rows = matrix.iter().enumerate();
    rows.flat_map(|(i, row)| row.iter().skip(i).copied())
        .collect()
}

/// ω̇ × x + ω × (ω × x): the acceleration of a point x of a turning body against its origin.
fn swept<S: Scalar>(ω: Vec3<S>, ω_dot: Vec3<S>, x: Vec3<S>) -> Vec3<S> {
    ω_dot.cross(x) + ω.cross(ω.cross(x))
}

/// The wrenches of the cut joints.
const CUT_WRENCHES: Array = Array::matrix("f", Dim::Closures, Dim::Fixed(6));

/// A matrix of derivatives with a column for every direction in which positions can change.
const fn by_velocities(name: &'static str, rows: Dim) -> Array {
    Array::matrix(name, rows, Dim::Directions)
}

/// The wrenches that the joints of the tree transmit.
const JOINT_WRENCHES: Array = Array::matrix("w", Dim::Bodies, Dim::Fixed(6));

table! {
    formulations {
        /// Saha, DeNOC: extended masses and twist propagation about the link origins.
        Denoc = "denoc",
        /// Saha (1999a): the same about the mass centres, RIDIM of Table 1.
        MassCentre = "ridim",
        /// Luh, Walker and Paul (1980): vectors, mass-centre accelerations.
        Luh = "luh",
        /// U form, the moment form chosen for each body.
        UForm = "u_form",
        /// U form, flexible bodies by the moments of their modes.
        ModeMoments = "mode_moments",
        /// SOA: articulated bodies.
        SpatialOperator = "soa",
        /// Composite bodies; bias by the U form.
        Composite = "composite",
        /// Merged backward pass; wrenches by the U form.
        Merged = "merged",
        /// Composite first moments.
        FirstMoments = "first_moments",
        /// Sum over bodies.
        Bodies = "bodies",
        /// Through the canonical momenta.
        Momenta = "momenta",
        /// Carried link by link between tip and base.
        Kinematic = "kinematic",
        /// Unit twists in base axes, carried from the base to the tip.
        BaseAxes = "base_axes",
        /// Naudet: articulated momenta.
        Naudet = "naudet",
        /// Through the Jacobian.
        Jacobian = "jacobian",
        /// U form, z components of accelerations and wrenches scaled.
        UScaled = "u_scaled",
        /// Saha, DeNOC with scaled articulated bodies.
        DenocScaled = "denoc_scaled",
        /// Merged backward pass, scaled.
        MergedScaled = "merged_scaled",
        /// Naudet: articulated momenta, scaled.
        NaudetScaled = "naudet_scaled",
        /// Loops: multipliers over the whole tree with composite bodies.
        Multipliers = "multipliers",
        /// SOA (3.13): explicit accelerations, articulated bodies.
        SpatialOperatorExplicit = "soa_explicit",
        /// SOA: step (D) with the secondary system first.
        Secondary = "soa_secondary",
        /// Saha, section 3: parallel mechanisms in the coordinates of the feet.
        Parallel = "parallel",
        /// Huang: forces from the second-order expansion over a step.
        SecondOrder = "second_order",
        /// Derivatives: composite bodies, momenta against the links themselves.
        RelativeRates = "relative_rates",
        /// Derivatives: a graph differentiated forward, column by column.
        Differentiated = "differentiated",
        /// Derivatives: a graph differentiated in reverse, row by row.
        Adjoint = "adjoint",
        /// Derivatives: the product with a vector along which a graph is differentiated, transposed.
        Transposed = "transposed",
        /// Unit twists carried to the bodies, where they meet what every parameter adds.
        Twists = "twists",
        /// Saha (44): all subsystems of the spanning tree together.
        WholeTree = "whole_tree",
        /// Saha, section 4: subsystem by subsystem.
        Subsystems = "subsystems",
    }
    quantities {
        /// τ(q, q̇, q̈).
        InverseDynamics = Signature {
            name: "inverse_dynamics",
            summary: "Generalised forces tau (Nm, N) that produce the accelerations qdd.",
            summary_of_loops: Some("Generalised forces tau (Nm, N) of the actuated joints that produce the accelerations qdd."),
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::actuated("tau")],
            family: Family::Dynamics, exists: Existence::Determinate, inertia: InertiaMatrixUse::Any, motors: Motors::Forces,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha, section 2.4.1, (11c)") => case.inverse_dynamics(denoc::inverse_dynamics),
            MassCentre: tree("Saha (1999a), RIDIM in Saha, Table 1").needs(Need::Masses) => case.about_mass_centres().inverse_dynamics(mass_centre::inverse_dynamics),
            Luh: tree("Luh, Walker and Paul (1980)").needs(Need::Masses) => case.about_mass_centres().inverse_dynamics(luh::inverse_dynamics),
            UForm: tree("Newton-Euler in U form").with_moment_forms() => case.inverse_dynamics(u_form::inverse_dynamics),
            ModeMoments: tree("Newton-Euler in U form, flexible bodies by moments of modes").needs(Need::FlexibleBodies).with_moment_forms() => case.by_mode_moments().inverse_dynamics(u_form::inverse_dynamics),
            UScaled: tree("Newton-Euler in U form, scaled along twisted joints").scaled(Need::Twists) => case.inverse_dynamics(|_, motion, leaves| scaled::inverse_dynamics(case.mechanism, motion, leaves)),
            WholeTree: loops("Saha (44), the whole spanning tree") => case.closing().inverse(ClosedSystem::whole_tree),
            Subsystems: loops("Saha (42), section 4, subsystem by subsystem").needs(Need::Subsystems) => case.closing().inverse(ClosedSystem::subsystems),
            Parallel: loops("Saha, section 3, (24)-(32)").needs(Need::Legs) => case.closing().inverse(ClosedSystem::parallel_inverse),
        }
        /// τ and the wrenches of the cut joints from (q, q̇, q̈), of a mechanism with loops.
        InverseDynamicsWithForces = Signature {
            name: "inverse_dynamics_with_forces",
            summary: "Generalised forces tau of the actuated joints, and the wrench [moment; force] f that each cut joint transmits from its `from` to its `to`, about the origin of the frame `to`, base axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd],
            outputs: &[Array::actuated("tau"), CUT_WRENCHES],
            family: Family::Dynamics, exists: Existence::DeterminateLoops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            WholeTree: loops("Saha (44), the whole spanning tree") => case.closing().inverse_with_forces(ClosedSystem::whole_tree),
            Subsystems: loops("Saha (42), section 4, subsystem by subsystem").needs(Need::Subsystems) => case.closing().inverse_with_forces(ClosedSystem::subsystems),
        }
        /// τ(q, q̇, q̈) under external wrenches.
        InverseDynamicsWithWrenches = Signature {
            name: "inverse_dynamics_with_wrenches",
            summary: "Generalised forces tau (Nm, N) that produce qdd while every body carries an external wrench: 6 numbers a body, [moment; force] on the body about its frame's origin, in its axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, Wrenches, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::actuated("tau")],
            family: Family::Dynamics, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Forces,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha, section 2.4.1, (11c)") => case.inverse_dynamics_with_wrenches(denoc::inverse_dynamics),
            MassCentre: tree("Saha (1999a), RIDIM in Saha, Table 1").needs(Need::Masses) => case.about_mass_centres().inverse_dynamics_with_wrenches(mass_centre::inverse_dynamics),
            Luh: tree("Luh, Walker and Paul (1980)").needs(Need::Masses) => case.about_mass_centres().inverse_dynamics_with_wrenches(luh::inverse_dynamics),
            UForm: tree("Newton-Euler in U form").with_moment_forms() => case.inverse_dynamics_with_wrenches(u_form::inverse_dynamics),
            ModeMoments: tree("Newton-Euler in U form, flexible bodies by moments of modes").needs(Need::FlexibleBodies).with_moment_forms() => case.by_mode_moments().inverse_dynamics_with_wrenches(u_form::inverse_dynamics),
            UScaled: tree("Newton-Euler in U form, scaled along twisted joints").scaled(Need::Twists) => case.inverse_dynamics_with_wrenches(|_, motion, leaves| scaled::inverse_dynamics(case.mechanism, motion, leaves)),
        }
        /// q̈(q, q̇, τ).
        ForwardDynamics = Signature {
            name: "forward_dynamics",
            summary: "Accelerations qdd (rad/s², m/s²) under the generalised forces tau.",
            summary_of_loops: Some("Accelerations qdd (rad/s², m/s²) under the generalised forces tau of the actuated joints; qdd_independent are those of the independent velocities."),
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::covector("qdd"), Array::vector("qdd_independent", Dim::Independent).of_loops()],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha (18)-(21)") => case.forward_dynamics(forward::denoc),
            SpatialOperator: tree("Rodriguez, Jain and Kreutz, (A.1), (A.2)") => case.forward_dynamics(forward::spatial_operator),
            Composite: tree("composite bodies, Saha (16), (18); bias in U form").needs(Need::ShortChains).with_moment_forms() => case.forward_dynamics(forward::composite),
            Merged: tree("articulated bodies, one merged backward pass; bias in U form").with_moment_forms() => case.forward_dynamics(forward::merged),
            MergedScaled: tree("articulated bodies in scaled coordinates, merged with a bias in U form").scaled(Need::TwistsAlone) => case.forward_dynamics(|_, motion, τ, leaves| scaled::merged(case.mechanism, motion, τ, leaves)),
            Composite: coupled("composite bodies, Saha (16), (18), M = Gᵀ M_t G as a whole; bias in U form").with_moment_forms() => vec![case.coupled().forward_dynamics(&case.inputs)],
            SpatialOperator: coupled("Rodriguez, Jain and Kreutz, section 4: the modes of a body eliminated before its joint; bias in U form").needs(Need::Modes).with_moment_forms() => vec![case.coupled().forward_dynamics_by_modes(&case.inputs)],
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18)") => case.closing().forward(ClosedSystem::multipliers),
            SpatialOperatorExplicit: loops("Rodriguez, Jain and Kreutz, (3.13)").needs(Need::OwnCoordinates) => case.closing().forward(ClosedSystem::spatial_operator_explicit),
            SpatialOperator: loops("Rodriguez, Jain and Kreutz, (3.10), (3.11), steps (A)-(F)").needs(Need::OwnCoordinates) => case.closing().forward(ClosedSystem::spatial_operator),
            Secondary: loops("Rodriguez, Jain and Kreutz, step (D), secondary system first").needs(Need::SecondarySystem) => case.closing().forward(ClosedSystem::secondary),
            Parallel: loops("Saha, section 3, (24)-(32)").needs(Need::Legs) => case.closing().forward(ClosedSystem::parallel_forward),
        }
        /// The wrenches of the cut joints from (q, q̇, τ).
        ConstraintForces = Signature {
            name: "constraint_forces",
            summary: "Wrench [moment; force] that each cut joint transmits from its `from` to its `to`, about the origin of the frame `to`, base axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau],
            outputs: &[CUT_WRENCHES],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Regular, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18)") => case.closing().constraint_forces(ClosedSystem::multipliers),
            SpatialOperatorExplicit: loops("Rodriguez, Jain and Kreutz, (3.13)").needs(Need::OwnCoordinates) => case.closing().constraint_forces(ClosedSystem::spatial_operator_explicit),
            SpatialOperator: loops("Rodriguez, Jain and Kreutz, (3.10), (3.11), steps (A)-(F)").needs(Need::OwnCoordinates) => case.closing().constraint_forces(ClosedSystem::spatial_operator),
            Secondary: loops("Rodriguez, Jain and Kreutz, step (D), secondary system first").needs(Need::SecondarySystem) => case.closing().constraint_forces(ClosedSystem::secondary),
        }
        /// The wrenches that the joints of the tree transmit, from (q, q̇, τ), of a mechanism with loops.
        TreeJointWrenches = Signature {
            name: "joint_wrenches",
            summary: "Wrench [moment; force] that each joint transmits to its body, about the body frame's origin, in its axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau],
            outputs: &[JOINT_WRENCHES],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Regular, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18)") => case.closing().joint_wrenches(ClosedSystem::multipliers),
            SpatialOperatorExplicit: loops("Rodriguez, Jain and Kreutz, (3.13)").needs(Need::OwnCoordinates) => case.closing().joint_wrenches(ClosedSystem::spatial_operator_explicit),
            SpatialOperator: loops("Rodriguez, Jain and Kreutz, (3.10), (3.11), steps (A)-(F)").needs(Need::OwnCoordinates) => case.closing().joint_wrenches(ClosedSystem::spatial_operator),
            Secondary: loops("Rodriguez, Jain and Kreutz, step (D), secondary system first").needs(Need::SecondarySystem) => case.closing().joint_wrenches(ClosedSystem::secondary),
        }
        /// q̈ from (q, q̇, τ) with the loops closed at the end of a step.
        ForwardDynamicsOverStep = Signature {
            name: "forward_dynamics_over_step",
            summary: "Accelerations qdd (rad/s², m/s²) that close the loops at the end of a step (s), to second order; qdd_independent are those of the independent velocities.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau, StepSize],
            outputs: &[Array::covector("qdd"), Array::vector("qdd_independent", Dim::Independent)],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Regular, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            SecondOrder: loops("Huang, Yan, Jeng and Cheing, (12)-(33)") => case.closing().forward(ClosedSystem::over_step),
        }
        /// The wrenches of the cut joints that close them there.
        ConstraintForcesOverStep = Signature {
            name: "constraint_forces_over_step",
            summary: "Wrench [moment; force] of each cut joint, as constraint_forces, that closes it at the end of a step (s), to second order.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau, StepSize],
            outputs: &[CUT_WRENCHES],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Regular, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            SecondOrder: loops("Huang, Yan, Jeng and Cheing, (12)-(33)") => case.closing().constraint_forces(ClosedSystem::over_step),
        }
        /// Φ(q), what is left open of the loops.
        Closure = Signature {
            name: "closure",
            summary: "What is open of the loops: m, and sines of angles.",
            summary_of_loops: None,
            inputs: &[Q],
            outputs: &[Array::vector("phi", Dim::Rows)],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("frames of the cut joints against each other") => vec![case.closing().residuals()],
        }
        /// G(q) with Φ̇ = G q̇.
        ClosureJacobian = Signature {
            name: "closure_jacobian",
            summary: "Constraint Jacobian G of the loops, row-major: G qd = 0 keeps them closed.",
            summary_of_loops: None,
            inputs: &[Q],
            outputs: &[Array::matrix("G", Dim::Rows, Dim::Nv)],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("Saha (11), (13), carried link by link") => vec![case.closing().jacobian()],
        }
        /// γ = Ġ q̇.
        ClosureBias = Signature {
            name: "closure_bias",
            summary: "Bias dG/dt qd: G qdd + bias = 0 keeps the loops closed.",
            summary_of_loops: None,
            inputs: &[Q, Qd],
            outputs: &[Array::vector("gamma", Dim::Rows)],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("Saha (11), (13), carried link by link") => vec![case.closing().biases()],
        }
        /// q̇ from q and the independent rates.
        DependentRates = Signature {
            name: "dependent_rates",
            summary: "All velocities of a motion that keeps the loops closed, from the independent ones.",
            summary_of_loops: None,
            inputs: &[Q, Independent],
            outputs: &[Array::covector("qd")],
            family: Family::Dynamics, exists: Existence::Loops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            WholeTree: loops("Saha (44), the whole spanning tree") => case.closing().dependent_rates(ClosedSystem::rates_over_tree),
            Parallel: loops("Saha, section 3, (24)-(29)").needs(Need::Legs) => case.closing().dependent_rates(ClosedSystem::parallel_rates),
        }
        /// q̈ = M⁻¹ φ with φ = τ − h given: what Saha's Table 2 counts. Not generated, only counted.
        AccelerationFromPhi = Signature {
            name: "acceleration_from_phi",
            summary: "Accelerations M⁻¹ φ for φ = τ − h given.",
            summary_of_loops: None,
            inputs: &[Q, Tau, DrivenQ],
            outputs: &[Array::covector("qdd")],
            family: Family::Dynamics, exists: Existence::Counted, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha (19)-(21)") => vec![forward::from_phi(&case.system, &case.inputs.of_tree(Tau), case.leaves)],
            Composite: tree("composite bodies, Saha (16), (18)").needs(Need::ShortChains) => case.solved_with_composites(),
            DenocScaled: tree("Saha (19)-(21) in scaled coordinates").scaled(Need::TwistsAlone) => vec![scaled::from_phi(case.mechanism, &case.inputs.of_tree(Tau), case.leaves)],
            Composite: coupled("composite bodies, Saha (16), (18), M = Gᵀ M_t G as a whole") => vec![case.coupled().solved(case.inputs.array(Tau))],
        }
        /// M(q).
        MassMatrix = Signature {
            name: "mass_matrix",
            summary: "Generalised inertia matrix M(q), full, row-major.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::bilinear("M")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("composite bodies, Saha (16)") => vec![composite::mass_matrix(&case.groups(), case.leaves).concat()],
            Composite: coupled("composite bodies, Saha (16), M = Gᵀ M_t G") => vec![case.coupled().mass_matrix().concat()],
        }
        /// The upper triangle of M(q), row by row.
        MassMatrixUpper = Signature {
            name: "mass_matrix_upper",
            summary: "Upper triangle of the generalised inertia matrix M(q), n = nv rows one after the other: element (i, j), i <= j, is at i n - i (i + 1)/2 + j. Packed as for LAPACK with uplo = 'L', for CBLAS with CblasRowMajor and CblasUpper.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::upper_triangle("M")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("composite bodies, Saha (16)") => vec![composite::mass_matrix(&case.groups(), case.leaves).concat()],
            Composite: coupled("composite bodies, Saha (16), M = Gᵀ M_t G") => vec![upper_triangle(&case.coupled().mass_matrix())],
        }
        /// M(q)⁻¹.
        MassMatrixInverse = Signature {
            name: "mass_matrix_inverse",
            summary: "Inverse of the generalised inertia matrix, full, row-major.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::bilinear("Minv")],
            family: Family::Dynamics, exists: Existence::Open, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            SpatialOperator: tree("Rodriguez, Jain and Kreutz, (3.6)") => vec![inverse::spatial_operator(&case.system, case.leaves).concat()],
            Composite: tree("composite bodies, Saha (16), (18)").needs(Need::ShortChains) => vec![inverse::composite(&case.system, case.leaves).concat()],
            Composite: coupled("composite bodies, Saha (16), (18), M = Gᵀ M_t G as a whole") => vec![case.coupled().inverse().concat()],
        }
        /// U, D of M = U D Uᵀ, and det M.
        MassMatrixFactor = Signature {
            name: "mass_matrix_factor",
            summary: "Factors of M = U D Uᵀ: U unit upper triangular, the diagonal D, and det M.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::of("U", Extent::Matrix(Dim::Nv, Dim::Nv), Variance::Ordered), Array::of("D", Extent::Vector(Dim::Nv), Variance::Ordered), Array::scalar("det")],
            family: Family::Dynamics, exists: Existence::Open, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha (18), (19c): U_ij = p_iᵀ A_jiᵀ ψ_j") => inverse::of_factors(inverse::articulated_factors(&case.system, case.leaves)),
            Composite: tree("composite bodies, Saha (16), (18)").needs(Need::ShortChains) => inverse::of_factors(inverse::composite_factors(&case.system, case.leaves)),
            Composite: coupled("composite bodies, Saha (16), (18), M in the order of the user") => inverse::of_factors(case.coupled().factors()),
        }
        /// C(q, q̇) q̇ + g(q).
        Bias = Signature {
            name: "bias",
            summary: "Bias h = C(q, qd) qd + g(q): generalised forces for zero acceleration.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::covector("h")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::Resistance,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha, section 2.4.1, (11c)") => case.bias(denoc::inverse_dynamics),
            MassCentre: tree("Saha (1999a), RIDIM in Saha, Table 1").needs(Need::Masses) => case.about_mass_centres().bias(mass_centre::inverse_dynamics),
            Luh: tree("Luh, Walker and Paul (1980)").needs(Need::Masses) => case.about_mass_centres().bias(luh::inverse_dynamics),
            UForm: tree("Newton-Euler in U form").with_moment_forms() => case.bias(u_form::inverse_dynamics),
            ModeMoments: tree("Newton-Euler in U form, flexible bodies by moments of modes").needs(Need::FlexibleBodies).with_moment_forms() => case.by_mode_moments().bias(u_form::inverse_dynamics),
            UScaled: tree("Newton-Euler in U form, scaled along twisted joints").scaled(Need::Twists) => case.bias(|_, motion, leaves| scaled::inverse_dynamics(case.mechanism, motion, leaves)),
        }
        /// g(q).
        Gravity = Signature {
            name: "gravity",
            summary: "Generalised forces g(q) that hold the mechanism at rest.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::covector("g")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Denoc: tree("Saha, section 2.4.1, (11c)") => case.gravity(denoc::inverse_dynamics),
            MassCentre: tree("Saha (1999a), RIDIM in Saha, Table 1").needs(Need::Masses) => case.about_mass_centres().gravity(mass_centre::inverse_dynamics),
            Luh: tree("Luh, Walker and Paul (1980)").needs(Need::Masses) => case.about_mass_centres().gravity(luh::inverse_dynamics),
            UForm: tree("Newton-Euler in U form").with_moment_forms() => case.gravity(u_form::inverse_dynamics),
            FirstMoments: tree("composite first moments, g = dV/dq") => vec![gravity::holding_forces(&case.groups(), case.leaves)],
            UScaled: tree("Newton-Euler in U form, scaled along twisted joints").scaled(Need::Twists) => case.gravity(|_, motion, leaves| scaled::inverse_dynamics(case.mechanism, motion, leaves)),
        }
        /// C(q, q̇) with Ṁ − 2C skew.
        CoriolisMatrix = Signature {
            name: "coriolis_matrix",
            summary: "Coriolis matrix C(q, qd) with dM/dt − 2C skew-symmetric, row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::bilinear("C")],
            family: Family::Dynamics, exists: Existence::OpenConservative, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: true,
        }, |case| {
            Denoc: tree("Saha (16a), matrix of convective inertia terms") => vec![coriolis::matrix(&case.system, &case.inputs.rates(), case.leaves).concat()],
            Denoc: coupled("Saha (16a), matrix of convective inertia terms, C = Gᵀ (C_t G + M_t dG/dt)") => vec![case.coupled().coriolis_matrix(&case.inputs).concat()],
        }
        /// T(q, q̇).
        KineticEnergy = Signature {
            name: "kinetic_energy",
            summary: "Kinetic energy, J.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::scalar("T")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::KineticEnergy,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Bodies: tree("sum over the bodies, T = ½ Σ tᵀ M t") => case.kinetic_energy(momentum::kinetic_energy),
            Momenta: tree("through the canonical momenta, T = ½ q̇ᵀ p") => case.kinetic_energy(momentum::kinetic_energy_from_momenta),
        }
        /// V(q).
        PotentialEnergy = Signature {
            name: "potential_energy",
            summary: "Potential energy, J, zero with all mass at the base origin.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::scalar("V")],
            family: Family::Dynamics, exists: Existence::Conservative, inertia: InertiaMatrixUse::Any, motors: Motors::PotentialEnergy,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            FirstMoments: tree("composite first moments, V = −g · Σ m c") => case.potential_energy(),
        }
        /// Pose of a frame.
        TipPose(usize) = Signature {
            name: "tip_pose",
            summary: "Pose of the frame in the base frame: R (columns are its axes), p (m).",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::matrix("R", Dim::Fixed(3), Dim::Fixed(3)), Array::vector("p", Dim::Fixed(3))],
            family: Family::Dynamics, exists: Existence::Frames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("pose to the base, carried link by link") => tip::tip_pose(&case.system, &case.tip(), case.leaves).into(),
        }
        /// Jacobian of a frame.
        TipJacobian(usize) = Signature {
            name: "tip_jacobian",
            summary: "Jacobian, rows [angular; linear] at the frame's origin, base axes.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::columns("J", Dim::Fixed(6))],
            family: Family::Dynamics, exists: Existence::Frames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("Saha (11), (13), carried link by link") => vec![tip::tip_jacobian(&case.system, &case.tip(), case.leaves).concat()],
            BaseAxes: tree("Saha (13), unit twists in base axes") => vec![tip::tip_jacobian_in_base_axes(&case.system, &case.tip(), case.leaves).concat()],
        }
        /// Twist of a frame.
        TipTwist(usize) = Signature {
            name: "tip_twist",
            summary: "Twist [angular; linear] of the frame's origin, base axes, rad/s and m/s.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::vector("t", Dim::Fixed(6))],
            family: Family::Dynamics, exists: Existence::Frames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("Saha (11c), carried link by link") => vec![tip::tip_twist(&case.system, &case.tip(), &case.inputs.rates(), case.leaves)],
        }
        /// J̇ q̇ of a frame.
        TipBiasAcceleration(usize) = Signature {
            name: "tip_bias_acceleration",
            summary: "Acceleration [angular; linear] of the frame's origin for qdd = 0 (J̇ qd, no gravity), base axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::vector("a", Dim::Fixed(6))],
            family: Family::Dynamics, exists: Existence::Frames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Kinematic: tree("Saha, section 2.4.1, forward, carried link by link") => vec![tip::tip_bias_acceleration(&case.system, &case.tip(), &case.inputs.bias_motion(), case.leaves)],
        }
        /// Λ⁻¹ = J M⁻¹ Jᵀ of all frames together.
        Admittance = Signature {
            name: "admittance",
            summary: "Admittance J M⁻¹ Jᵀ of all frames together, [angular; linear], base axes.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::matrix("Lambda_inv", Dim::Tips, Dim::Tips)],
            family: Family::Dynamics, exists: Existence::Frames, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            SpatialOperator: tree("Rodriguez, Jain and Kreutz, (3.10), (A.3)-(A.5)") => vec![operational::admittance(&case.system, &case.inputs.tips(), case.leaves).concat()],
            Jacobian: tree("J M⁻¹ Jᵀ with composite bodies") => vec![operational::admittance_from_jacobian(&case.system, &case.inputs.tips(), case.leaves).concat()],
            Jacobian: coupled("J M⁻¹ Jᵀ with composite bodies, M = Gᵀ M_t G as a whole") => vec![case.coupled().admittance(&case.inputs).concat()],
        }
        /// Λ of all frames together.
        OperationalInertia = Signature {
            name: "operational_inertia",
            summary: "Operational-space inertia of all frames together (inverse of the admittance), [angular; linear], base axes.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::matrix("Lambda", Dim::Tips, Dim::Tips)],
            family: Family::Dynamics, exists: Existence::FullRank, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            SpatialOperator: tree("Rodriguez, Jain and Kreutz, (3.10), (A.3)-(A.5)") => vec![operational::inverted(operational::admittance(&case.system, &case.inputs.tips(), case.leaves)).concat()],
            Jacobian: tree("J M⁻¹ Jᵀ with composite bodies") => vec![operational::inverted(operational::admittance_from_jacobian(&case.system, &case.inputs.tips(), case.leaves)).concat()],
            Jacobian: coupled("J M⁻¹ Jᵀ with composite bodies, M = Gᵀ M_t G as a whole") => vec![operational::inverted(case.coupled().admittance(&case.inputs)).concat()],
        }
        /// The wrench every joint carries, from (q, q̇, q̈).
        JointWrenches = Signature {
            name: "joint_wrenches",
            summary: "Wrench [moment; force] that each joint transmits to its body, about the body frame's origin, in its axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[JOINT_WRENCHES],
            family: Family::Dynamics, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            UForm: tree("Newton-Euler in U form").with_moment_forms() => case.joint_wrenches(),
        }
        /// p = M q̇.
        Momenta = Signature {
            name: "momenta",
            summary: "Canonical momenta p = M qd.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::covector("p")],
            family: Family::Dynamics, exists: Existence::All, inertia: InertiaMatrixUse::Any, motors: Motors::Momenta,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Naudet: tree("Naudet, Lefeber and Terze, (26)") => case.momenta(),
        }
        /// Momentum of the whole mechanism about its mass centre.
        CentroidalMomentum = Signature {
            name: "centroidal_momentum",
            summary: "Momentum [angular; linear] about the mass centre of the whole mechanism, base axes.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::vector("h", Dim::Fixed(6))],
            family: Family::Dynamics, exists: Existence::Mass, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Naudet: tree("sum of the momenta of the bodies, Saha (11c)") => vec![momentum::centroidal(&case.system, &case.inputs.rates(), case.leaves)],
        }
        /// (q̇, ṗ) from (q, p, τ).
        HamiltonianRates = Signature {
            name: "hamiltonian_rates",
            summary: "Rates qd and pd of coordinates and canonical momenta from q, p and tau.",
            summary_of_loops: None,
            inputs: &[Q, P, Tau, DrivenQ, DrivenQd],
            outputs: &[Array::covector("qd"), Array::covector("pd")],
            family: Family::Dynamics, exists: Existence::OpenConservative, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Naudet: tree("Naudet, Lefeber and Terze, (26)-(48)") => hamiltonian::naudet(&case.system, &case.inputs.hamiltonian_state(), &case.joints, case.leaves).into(),
            Composite: tree("composite bodies, Saha (16), (18); Naudet, Lefeber and Terze, (35)").needs(Need::ShortChains) => hamiltonian::composite(&case.system, &case.inputs.hamiltonian_state(), &case.joints, case.leaves).into(),
            NaudetScaled: tree("Naudet, Lefeber and Terze, (26)-(48), in scaled coordinates").scaled(Need::TwistsAlone) => scaled::naudet(case.mechanism, &case.inputs.hamiltonian_state(), case.leaves).into(),
            Composite: coupled("composite bodies, Saha (16), (18), M = Gᵀ M_t G as a whole; ṗ = τ + Gᵀ ∂L/∂q") => case.coupled().hamiltonian_rates(&case.inputs).into(),
        }
        /// Derivatives of the inverse dynamics by q and qd.
        InverseDynamicsDerivatives = Signature {
            name: "inverse_dynamics_derivatives",
            summary: "Derivatives of the inverse dynamics by q and qd: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: Some("Derivatives of the inverse dynamics along the closed positions: rows belong to forces of actuated joints, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dtau_dq", Dim::Actuated), by_velocities("dtau_dqd", Dim::Actuated)],
            family: Family::Derivatives, exists: Existence::RegularDeterminate, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Included, &[Part::Coordinates, Part::Rates]),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Apart, &[Part::Coordinates, Part::Rates]),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            WholeTree: loops("Saha (44), the whole spanning tree; implicit function theorem") => case.closing().inverse_derivatives(&[Part::Coordinates, Part::Rates]),
        }
        /// Derivatives of the inverse dynamics by q, qd and qdd (M).
        InverseDynamicsDerivativesWithMassMatrix = Signature {
            name: "inverse_dynamics_derivatives_with_mass_matrix",
            summary: "Derivatives of the inverse dynamics by q, qd and qdd (M): rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: Some("Derivatives of the inverse dynamics along the closed positions: rows belong to forces of actuated joints, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dtau_dq", Dim::Actuated), by_velocities("dtau_dqd", Dim::Actuated), by_velocities("M", Dim::Actuated)],
            family: Family::Derivatives, exists: Existence::RegularDeterminate, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Included, &[Part::Coordinates, Part::Rates, Part::Mass]),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Apart, &[Part::Coordinates, Part::Rates, Part::Mass]),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            WholeTree: loops("Saha (44), the whole spanning tree; implicit function theorem") => case.closing().inverse_derivatives(&[Part::Coordinates, Part::Rates, Part::Mass]),
        }
        /// Derivative of the inverse dynamics by q.
        InverseDynamicsByCoordinates = Signature {
            name: "inverse_dynamics_dq",
            summary: "Derivative of the inverse dynamics by q: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: Some("Derivative of the inverse dynamics by coordinates along the closed positions: rows belong to forces of actuated joints, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dtau_dq", Dim::Actuated)],
            family: Family::Derivatives, exists: Existence::RegularDeterminate, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Included, &[Part::Coordinates]),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Apart, &[Part::Coordinates]),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            WholeTree: loops("Saha (44), the whole spanning tree; implicit function theorem") => case.closing().inverse_derivatives(&[Part::Coordinates]),
        }
        /// Derivative of the inverse dynamics by qd.
        InverseDynamicsByRates = Signature {
            name: "inverse_dynamics_dqd",
            summary: "Derivative of the inverse dynamics by qd: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: Some("Derivative of the inverse dynamics by rates along the closed positions: rows belong to forces of actuated joints, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[by_velocities("dtau_dqd", Dim::Actuated)],
            family: Family::Derivatives, exists: Existence::RegularDeterminate, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Included, &[Part::Rates]),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.inverse_dynamics_derivatives(OwnMotion::Apart, &[Part::Rates]),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            WholeTree: loops("Saha (44), the whole spanning tree; implicit function theorem") => case.closing().inverse_derivatives(&[Part::Rates]),
        }
        /// Derivatives of the forward dynamics by q, qd and tau (the inverse of M), with its accelerations qdd.
        ForwardDynamicsDerivatives = Signature {
            name: "forward_dynamics_derivatives",
            summary: "Derivatives of the forward dynamics by q, qd and tau (the inverse of M), with its accelerations qdd: rows belong to accelerations, columns to velocities (right tangent space) or forces, row-major.",
            summary_of_loops: Some("Derivatives of the forward dynamics by coordinates, rates and forces (N (Nt M N)^-1 Nt), with its accelerations qdd, along the closed positions: rows belong to accelerations, columns to independent coordinates or forces of actuated joints, row-major."),
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dqdd_dq", Dim::Nv), by_velocities("dqdd_dqd", Dim::Nv), Array::matrix("Minv", Dim::Nv, Dim::Actuated), Array::vector("qdd", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Regular, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Included),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Apart),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18); implicit function theorem") => case.closing().forward_derivatives(),
        }
        /// Derivative of the forward dynamics by q.
        ForwardDynamicsByCoordinates = Signature {
            name: "forward_dynamics_dq",
            summary: "Derivative of the forward dynamics by q: rows belong to accelerations, columns to velocities (right tangent space) or forces, row-major.",
            summary_of_loops: Some("Derivative of the forward dynamics by coordinates along the closed positions: rows belong to accelerations, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dqdd_dq", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Regular, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Included)[..1].to_vec(),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Apart)[..1].to_vec(),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18); implicit function theorem") => case.closing().forward_derivatives()[..1].to_vec(),
        }
        /// Derivative of the forward dynamics by qd.
        ForwardDynamicsByRates = Signature {
            name: "forward_dynamics_dqd",
            summary: "Derivative of the forward dynamics by qd: rows belong to accelerations, columns to velocities (right tangent space) or forces, row-major.",
            summary_of_loops: Some("Derivative of the forward dynamics by rates along the closed positions: rows belong to accelerations, columns to independent coordinates, row-major."),
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dqdd_dqd", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Regular, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Included)[1..2].to_vec(),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.forward_dynamics_derivatives(OwnMotion::Apart)[1..2].to_vec(),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
            Multipliers: loops("multipliers over the whole tree; composite bodies, Saha (16), (18); implicit function theorem") => case.closing().forward_derivatives()[1..2].to_vec(),
        }
        /// Derivatives of all rates of a mechanism with loops by coordinates and independent rates.
        DependentRatesDerivatives = Signature {
            name: "dependent_rates_derivatives",
            summary: "Derivatives of the rates qd of all joints along the closed positions by independent coordinates, and by independent rates: rows belong to rates, columns to independent coordinates, row-major.",
            summary_of_loops: None,
            inputs: &[Q, Independent],
            outputs: &[by_velocities("dqd_dq", Dim::Nv), by_velocities("dqd_drates", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::RegularLoops, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            WholeTree: loops("all from the independent ones; implicit function theorem") => case.closing().dependent_rates_derivatives(),
        }
        /// Derivative of the inverse dynamics by the parameters of the model.
        InverseDynamicsByParameters = Signature {
            name: "inverse_dynamics_dparameters",
            summary: "Derivative of the inverse dynamics by the parameters of the model: rows belong to forces, columns to parameters, row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::matrix("dtau_dparameters", Dim::Nv, Dim::Parameters)],
            family: Family::Derivatives, exists: Existence::Parametric, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Differentiated: tree("Newton-Euler, its graph differentiated from its constants").with_moment_forms() => case.inverse_dynamics_by_parameters(),
        }
        /// Derivative of the forward dynamics by the parameters of the model.
        ForwardDynamicsByParameters = Signature {
            name: "forward_dynamics_dparameters",
            summary: "Derivative of the forward dynamics by the parameters of the model: rows belong to accelerations, columns to parameters, row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::matrix("dqdd_dparameters", Dim::Nv, Dim::Parameters)],
            family: Family::Derivatives, exists: Existence::Parametric, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Newton-Euler, its graph differentiated from its constants; composite bodies, Saha (16), (18)").with_moment_forms() => case.forward_dynamics_by_parameters(Formulation::Composite),
            Denoc: tree("Newton-Euler, its graph differentiated from its constants; Saha (18)-(21)").needs(Need::OwnCoordinates).with_moment_forms() => case.forward_dynamics_by_parameters(Formulation::Denoc),
        }
        /// Derivatives of the bias by q and qd.
        BiasDerivatives = Signature {
            name: "bias_derivatives",
            summary: "Derivatives of the bias by q and qd: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("dh_dq", Dim::Nv), by_velocities("dh_dqd", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.bias_derivatives(OwnMotion::Included),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.bias_derivatives(OwnMotion::Apart),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
        }
        /// Derivative of the forces that hold the mechanism at rest by q.
        GravityDerivative = Signature {
            name: "gravity_derivative",
            summary: "Derivative of the forces that hold the mechanism at rest by q: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[by_velocities("dg_dq", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.gravity_derivative(OwnMotion::Included),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.gravity_derivative(OwnMotion::Apart),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
        }
        /// Derivative of M(q) qdd by q, qdd any vector.
        MassMatrixProductDerivative = Signature {
            name: "mass_matrix_product_derivative",
            summary: "Derivative of M(q) qdd by q, qdd any vector: rows belong to forces, columns to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qdd, DrivenQ],
            outputs: &[by_velocities("dMa_dq", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.mass_matrix_product_derivative(OwnMotion::Included),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates").needs(Need::RigidBodies).with_moment_forms().with_meeting_frames() => case.mass_matrix_product_derivative(OwnMotion::Apart),
            Differentiated: tree("Newton-Euler, its graph differentiated forward").with_moment_forms() => case.by_graph(Differentiation::Forward),
            Adjoint: tree("Newton-Euler, its graph differentiated in reverse").with_moment_forms() => case.by_graph(Differentiation::Reverse),
        }
        /// Derivatives of the momentum [angular; linear] about the mass centre by q and qd.
        CentroidalMomentumDerivatives = Signature {
            name: "centroidal_momentum_derivatives",
            summary: "Derivatives of the momentum [angular; linear] about the mass centre by q and qd: columns belong to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[by_velocities("dh_dq", Dim::Fixed(6)), by_velocities("dh_dqd", Dim::Fixed(6))],
            family: Family::Derivatives, exists: Existence::Mass, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Differentiated: tree("the graph of its formulas, differentiated forward") => case.by_graph(Differentiation::Forward),
            Adjoint: tree("the graph of its formulas, differentiated in reverse") => case.by_graph(Differentiation::Reverse),
        }
        /// Derivatives of the rates qd and pd by q and p.
        HamiltonianRatesDerivatives = Signature {
            name: "hamiltonian_rates_derivatives",
            summary: "Derivatives of the rates qd and pd by q and p: columns belong to velocities (right tangent space) or momenta, row-major.",
            summary_of_loops: None,
            inputs: &[Q, P, Tau, DrivenQ, DrivenQd],
            outputs: &[by_velocities("dqd_dq", Dim::Nv), by_velocities("dpd_dq", Dim::Nv), by_velocities("dqd_dp", Dim::Nv), by_velocities("dpd_dp", Dim::Nv)],
            family: Family::Derivatives, exists: Existence::OpenConservative, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Differentiated: tree("the graph of its formulas, differentiated forward") => case.by_graph(Differentiation::Forward),
            Adjoint: tree("the graph of its formulas, differentiated in reverse") => case.by_graph(Differentiation::Reverse),
        }
        /// Derivatives of the elements of R (row-major) and of p by q.
        TipPoseDerivatives(usize) = Signature {
            name: "tip_pose_derivatives",
            summary: "Derivatives of the elements of R (row-major) and of p by q: columns belong to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[by_velocities("dR_dq", Dim::Fixed(9)), by_velocities("dp_dq", Dim::Fixed(3))],
            family: Family::Derivatives, exists: Existence::OpenFrames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Differentiated: tree("the graph of its formulas, differentiated forward") => case.by_graph(Differentiation::Forward),
            Adjoint: tree("the graph of its formulas, differentiated in reverse") => case.by_graph(Differentiation::Reverse),
        }
        /// Derivatives of the twist [angular; linear] of the frame by q and qd.
        TipTwistDerivatives(usize) = Signature {
            name: "tip_twist_derivatives",
            summary: "Derivatives of the twist [angular; linear] of the frame by q and qd: columns belong to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[by_velocities("dt_dq", Dim::Fixed(6)), by_velocities("dt_dqd", Dim::Fixed(6))],
            family: Family::Derivatives, exists: Existence::OpenFrames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Differentiated: tree("the graph of its formulas, differentiated forward") => case.by_graph(Differentiation::Forward),
            Adjoint: tree("the graph of its formulas, differentiated in reverse") => case.by_graph(Differentiation::Reverse),
        }
        /// Derivatives of the acceleration [angular; linear] of the frame for qdd = 0 by q and qd.
        TipAccelerationDerivatives(usize) = Signature {
            name: "tip_bias_acceleration_derivatives",
            summary: "Derivatives of the acceleration [angular; linear] of the frame for qdd = 0 by q and qd: columns belong to velocities (right tangent space), row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("da_dq", Dim::Fixed(6)), by_velocities("da_dqd", Dim::Fixed(6))],
            family: Family::Derivatives, exists: Existence::OpenFrames, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Differentiated: tree("the graph of its formulas, differentiated forward") => case.by_graph(Differentiation::Forward),
            Adjoint: tree("the graph of its formulas, differentiated in reverse") => case.by_graph(Differentiation::Reverse),
        }
        /// Second derivatives of the inverse dynamics.
        InverseDynamicsSecondDerivatives = Signature {
            name: "inverse_dynamics_second_derivatives",
            summary: "Second derivatives of the inverse dynamics by q and qd, and the derivative of M by q (right tangent space): element [i NV + j][k] is that of force i, by j first, then by k.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("d2tau_dqdq", Dim::VelocityPairs), by_velocities("d2tau_dqdqd", Dim::VelocityPairs), by_velocities("d2tau_dqddqd", Dim::VelocityPairs), by_velocities("dM_dq", Dim::VelocityPairs)],
            family: Family::Derivatives, exists: Existence::Open, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies, their graph differentiated forward").needs(Need::RigidBodies).with_moment_forms() => case.second_derivatives(Formulation::Composite),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates, their graph differentiated forward").needs(Need::RigidBodies).with_moment_forms() => case.second_derivatives(Formulation::RelativeRates),
            Differentiated: tree("Newton-Euler, its graph differentiated forward twice").needs(Need::ElasticParts).with_moment_forms() => case.second_derivatives(Formulation::Differentiated),
        }
        /// All second derivatives of the forward dynamics by q and qd, and the derivative of the inverse of M by q.
        ForwardDynamicsSecondDerivatives = Signature {
            name: "forward_dynamics_second_derivatives",
            summary: "Second derivatives of the forward dynamics by q and qd, and the derivative of the inverse of M by q (right tangent space): element [i NV + j][k] is that of acceleration i, by j first, then by k.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Tau, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[by_velocities("d2qdd_dqdq", Dim::VelocityPairs), by_velocities("d2qdd_dqdqd", Dim::VelocityPairs), by_velocities("d2qdd_dqddqd", Dim::VelocityPairs), by_velocities("dMinv_dq", Dim::VelocityPairs)],
            family: Family::Derivatives, exists: Existence::Open, inertia: InertiaMatrixUse::Divided, motors: Motors::Nothing,
            base_parameters: true, frame_dependent: false,
        }, |case| {
            Composite: tree("Singh, Russell and Wensing (2022), composite bodies, their graph differentiated forward; solutions by M⁻¹").needs(Need::RigidBodies).with_moment_forms() => case.second_derivatives_of_accelerations(Formulation::Composite),
            RelativeRates: tree("Singh, Russell and Wensing (2022), composite bodies, relative rates, their graph differentiated forward; solutions by M⁻¹").needs(Need::RigidBodies).with_moment_forms() => case.second_derivatives_of_accelerations(Formulation::RelativeRates),
            Differentiated: tree("Newton-Euler, its graph differentiated forward twice; solutions by M⁻¹").needs(Need::ElasticParts).with_moment_forms() => case.second_derivatives_of_accelerations(Formulation::Differentiated),
        }
        /// Y of τ = Y π, ten parameters a body.
        Regressor = Signature {
            name: "regressor",
            summary: "Regressor Y, tau = Y pi of the bodies: ten inertial parameters a body, those of INERTIAL_PARAMETER_NAMES; row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::rows("Y", Dim::InertialParameters)],
            family: Family::Regressors, exists: Existence::Rigid, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Denoc: tree("unit parameters one by one, Saha, section 2.4.1, (11c)") => case.columns(&case.unit_forces()),
            Twists: tree("unit twists on the inertia wrenches of unit parameters").with_groups() => case.columns(&case.twist_forces()),
        }
        /// Y_b of τ = Y_b π_b, base parameters.
        BaseRegressor = Signature {
            name: "base_regressor",
            summary: "Regressor Y of the base parameters, tau = Y pi of the bodies, those of BASE_PARAMETER_NAMES; row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, Qdd, DrivenQ, DrivenQd, DrivenQdd],
            outputs: &[Array::rows("Y", Dim::BaseParameters)],
            family: Family::Regressors, exists: Existence::Identified, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Denoc: tree("unit parameters one by one, Saha, section 2.4.1, (11c)") => case.base_columns(&case.unit_forces()),
            Twists: tree("unit twists on the inertia wrenches of unit parameters").with_groups() => case.base_columns(&case.twist_forces()),
        }
        /// Y_p of p = Y_p π.
        MomentaRegressor = Signature {
            name: "momenta_regressor",
            summary: "Regressor of the canonical momenta of the bodies, p = Y pi, columns as in regressor; row-major.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::rows("Y", Dim::InertialParameters)],
            family: Family::Regressors, exists: Existence::Rigid, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Naudet: tree("unit parameters one by one, Naudet, Lefeber and Terze, (26)") => case.columns(&case.unit_momenta()),
            Twists: tree("unit twists on the momenta of unit parameters") => case.columns(&case.twist_momenta()),
        }
        /// K of T = K π.
        KineticEnergyRegressor = Signature {
            name: "kinetic_energy_regressor",
            summary: "Row of the kinetic energy of the bodies, T = K pi, columns as in regressor.",
            summary_of_loops: None,
            inputs: &[Q, Qd, DrivenQ, DrivenQd],
            outputs: &[Array::vector("K", Dim::InertialParameters)],
            family: Family::Regressors, exists: Existence::Rigid, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            Bodies: tree("unit parameters one by one, T = ½ Σ tᵀ M t") => case.columns(&case.unit_kinetic_energy()),
            Kinematic: tree("twists of the bodies") => case.columns(&case.twist_kinetic_energy()),
        }
        /// U of V = U π.
        PotentialEnergyRegressor = Signature {
            name: "potential_energy_regressor",
            summary: "Row of the potential energy of the bodies, V = U pi, columns as in regressor.",
            summary_of_loops: None,
            inputs: &[Q, DrivenQ],
            outputs: &[Array::vector("U", Dim::InertialParameters)],
            family: Family::Regressors, exists: Existence::Rigid, inertia: InertiaMatrixUse::Any, motors: Motors::Nothing,
            base_parameters: false, frame_dependent: false,
        }, |case| {
            FirstMoments: tree("unit parameters one by one, V = −g · Σ m c") => case.columns(&case.unit_potential_energy()),
            Kinematic: tree("places of the bodies along gravity") => case.columns(&case.heights()),
        }
    }
}
