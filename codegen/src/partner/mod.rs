//! Independent partners: what a function must give, by another way than any recursion.
//!
//! The recursions share their kinematics, their transports and their literature; a fault that is in all of them proves itself. Here a
//! mechanism is a product of poses and nothing else. Poses are computed over hyper-dual numbers ([`Hyper`]), whose parts are exact
//! derivatives: along a velocity, along a motion, and of one along the other. With r the place of a point,
//!
//! ```text
//!  poses of bodies in a motion and for unit velocities ──► ∂ṙ/∂v_j, ṙ, d/dt ∂ṙ/∂v_j, r̈
//!  M_jk = ∫ ∂ṙ/∂v_j · ∂ṙ/∂v_k dm          T = ½ ∫ ṙ · ṙ dm          V = −∫ g · r dm
//!  τ_j  = ∫ ∂ṙ/∂v_j · (r̈ − g) dm                                      (Jourdain's principle)
//!  ṗ_j  = τ_j + ∫ (d/dt ∂ṙ/∂v_j · ṙ + ∂ṙ/∂v_j · g) dm
//! ```
//!
//! holds for coordinates and quasi-velocities alike. Forces are compared along one virtual velocity, drawn at random: [`power`].
//! What else divides by M is solved for; in a prime field that is exact.
//! Nothing here is fast, and nothing is shared with [`recursion`](crate::recursion) but the indices of coordinates.

mod bodies;
mod closed;
mod cut;
mod dynamics;
pub(crate) mod elimination;
mod frames;
mod hyper;
mod joints;
mod moving;
mod power;
mod regressor;
mod varied;

pub(crate) use elimination::{solve_least, solve_sides};

use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::{Domain, Formulation, Quantity, is_derivative, of_literal_graph};
use crate::scalar::Scalar;
use dynamics::Dynamics;
use elimination::{Pivot, inverse, upper_factors};
use power::Power;

/// The partner of a quantity, as reports and generated code name it.
pub(crate) fn of(mechanism: &Mechanism, quantity: Quantity) -> &'static str {
    match quantity {
        _ if is_derivative(quantity) && quantity.domain(mechanism) != Domain::Loops => {
            "the literal recursion, its graph differentiated"
        }
        Quantity::TipPose(_)
        | Quantity::Closure
        | Quantity::ClosureJacobian
        | Quantity::ClosureBias
        | Quantity::TipJacobian(_)
        | Quantity::TipTwist(_)
        | Quantity::TipBiasAcceleration(_) => "derivatives of poses",
        _ if quantity.domain(mechanism) != Domain::Loops => "Jourdain's principle over poses",
        Quantity::DependentRates => "all equations of the loops at once",
        _ if is_of_rates(quantity) => "all equations of the loops at once, over dual numbers",
        Quantity::ForwardDynamicsOverStep | Quantity::ConstraintForcesOverStep => {
            "Jourdain's principle with multipliers, poses at the end of the step"
        }
        _ if is_derivative(quantity) => "Jourdain's principle with multipliers, over dual numbers",
        _ => "Jourdain's principle with multipliers",
    }
}

/// Why a function that solves equations with least norm has no partner, by its formulation; `None` where it has one. Which
/// equations are solved so decides the solution where there is more than one: those of these formulations are those of the partner.
pub(crate) fn missing(least_norm: bool, formulation: &str) -> Option<&'static str> {
    const SHARED: [Formulation; 5] = [
        Formulation::Multipliers,
        Formulation::SpatialOperatorExplicit,
        Formulation::SpatialOperator,
        Formulation::SecondOrder,
        Formulation::WholeTree,
    ];
    let shared = SHARED.iter().any(|one| one.name() == formulation);
    (least_norm && !shared).then_some(OWN_NORM)
}

/// Why a formulation has no partner.
const OWN_NORM: &str = "the least norm is that of unknowns of its own";

/// Why a function has no partner whose equations are singular wherever they are looked at.
pub(crate) const SINGULAR: &str = "its equations are dependent at all positions";

/// The result arrays that a quantity must have, in the order of its outputs, in the form in which they are [`compared`]; `None` where
/// equations are singular.
pub(crate) fn expected<L: Leaves<S: Pivot>>(
    mechanism: &Mechanism,
    quantity: Quantity,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    let of_loops = quantity.domain(mechanism) == Domain::Loops || is_closure(quantity);
    if is_derivative(quantity) && of_loops {
        return varied::expected(mechanism, quantity, leaves);
    }
    if is_derivative(quantity) {
        return of_literal_graph(mechanism, quantity, leaves);
    }
    if of_loops {
        return closed::expected(mechanism, quantity, leaves);
    }
    if power::compares(mechanism, quantity) {
        return Some(Power::new(mechanism, leaves).expected(quantity));
    }
    let v = array(mechanism, leaves, Argument::Qd);
    let still = || vec![L::S::zero(); mechanism.nv()];
    let at_rest = || Dynamics::of(mechanism, leaves, &still(), &still());
    let dynamics = |accelerations: &[L::S]| Dynamics::of(mechanism, leaves, &v, accelerations);
    let moving = || dynamics(&still());
    let accelerating = || dynamics(&array(mechanism, leaves, Argument::Qdd));
    let arrays = match quantity {
        Quantity::MassMatrixInverse => vec![inverse(&at_rest().mass_matrix())?.concat()],
        Quantity::MassMatrixFactor => {
            let (upper, diagonal) = upper_factors(at_rest().mass_matrix());
            let determinant = diagonal.iter().fold(L::S::one(), |product, &d| product * d);
            vec![upper.concat(), diagonal, vec![determinant]]
        }
        Quantity::CoriolisMatrix => of_coriolis(mechanism, moving().coriolis()).into(),
        Quantity::KineticEnergy => vec![vec![moving().kinetic_energy()]],
        Quantity::PotentialEnergy => vec![vec![at_rest().potential_energy()]],
        Quantity::TipPose(frame) => at_rest().tip_pose(frame).into(),
        Quantity::TipJacobian(frame) => vec![at_rest().tip_jacobian(frame).concat()],
        Quantity::TipTwist(frame) => vec![moving().tip_twist(frame)],
        Quantity::TipBiasAcceleration(frame) => vec![moving().tip_acceleration(frame)],
        Quantity::Admittance => vec![at_rest().admittance()?.concat()],
        Quantity::OperationalInertia => vec![inverse(&at_rest().admittance()?)?.concat()],
        Quantity::JointWrenches => vec![accelerating().joint_wrenches(&[])],
        Quantity::CentroidalMomentum => vec![moving().centroidal_momentum()],
        Quantity::Regressor => vec![accelerating().force_columns(&regressor::of_model(mechanism))],
        Quantity::BaseRegressor => {
            vec![accelerating().force_columns(&regressor::of_base(mechanism))]
        }
        Quantity::MomentaRegressor => {
            vec![moving().momentum_columns(&regressor::of_model(mechanism))]
        }
        Quantity::KineticEnergyRegressor => {
            vec![moving().kinetic_columns(&regressor::of_model(mechanism))]
        }
        Quantity::PotentialEnergyRegressor => {
            vec![at_rest().potential_columns(&regressor::of_model(mechanism))]
        }
        _ => return None,
    };
    Some(arrays)
}

/// Whether it is the derivative of dependent rates.
fn is_of_rates(quantity: Quantity) -> bool {
    match quantity {
        Quantity::Product(product) => product.of() == Quantity::DependentRates,
        _ => quantity == Quantity::DependentRatesDerivatives,
    }
}

/// Whether it is what cut joints demand.
fn is_closure(quantity: Quantity) -> bool {
    matches!(
        quantity,
        Quantity::Closure | Quantity::ClosureJacobian | Quantity::ClosureBias
    )
}

/// The form in which results of a function are compared: of forces their [`power`], of accelerations that of the forces they need; of
/// the Coriolis matrix C, which is not unique, C q̇ and C + Cᵀ (Ṁ where Ṁ − 2C is skew); of wrenches of cut joints their generalised
/// forces.
pub(crate) fn compared<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    arrays: Vec<Vec<L::S>>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    match quantity {
        _ if power::compares(mechanism, quantity) => {
            Power::new(mechanism, leaves).of(quantity, arrays)
        }
        Quantity::CoriolisMatrix => {
            let rates = array(mechanism, leaves, Argument::Qd);
            arrays
                .iter()
                .flat_map(|c| of_coriolis(mechanism, applied_and_doubled(c, &rates)))
                .collect()
        }
        Quantity::ConstraintForces
        | Quantity::ConstraintForcesOverStep
        | Quantity::InverseDynamicsWithForces => {
            let mut arrays = arrays;
            if let Some(wrenches) = arrays.last_mut() {
                *wrenches = closed::done_by(mechanism, leaves, wrenches);
            }
            arrays
        }
        _ => arrays,
    }
}

/// C q̇ is the force of all convective terms where no joint is driven; where one is, C + Cᵀ alone is compared.
fn of_coriolis<S>(mechanism: &Mechanism, [mut applied, doubled]: [Vec<S>; 2]) -> [Vec<S>; 2] {
    if mechanism.driven() > 0 {
        applied.clear();
    }
    [applied, doubled]
}

/// C q̇ and C + Cᵀ.
fn applied_and_doubled<S: Scalar>(c: &[S], rates: &[S]) -> [Vec<S>; 2] {
    let n = rates.len();
    let entry = |i: usize, j: usize| c[n * i + j];
    let times = |i: usize| (0..n).fold(S::zero(), |sum, j| sum + entry(i, j) * rates[j]);
    let sums = (0..n * n).map(|k| entry(k / n, k % n) + entry(k % n, k / n));
    [(0..n).map(times).collect(), sums.collect()]
}

/// The names of what is compared, of the names of the output arrays.
pub(crate) fn compared_names(quantity: Quantity, outputs: Vec<&'static str>) -> Vec<&'static str> {
    match quantity {
        Quantity::CoriolisMatrix => outputs.into_iter().flat_map(|name| [name; 2]).collect(),
        _ => outputs,
    }
}

fn difference<S: Scalar>(a: &[S], b: &[S]) -> Vec<S> {
    a.iter().zip(b).map(|(&a, &b)| a - b).collect()
}

/// An input array.
fn array<L: Leaves>(mechanism: &Mechanism, leaves: &L, argument: Argument) -> Vec<L::S> {
    let indices = 0..argument.port(mechanism).len;
    indices
        .map(|index| leaves.input(Input { argument, index }))
        .collect()
}
