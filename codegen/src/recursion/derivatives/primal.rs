//! What a quantity is the derivative of.

use super::differentiated::{Differentiation, Primal, differentiated, replayed};
use super::parameters;
use super::products::{self, cheap};
use super::second::{of_forward_dynamics_by_graph, second_derivatives};
use super::substituted::Substituted;

use crate::graph::{Expr, Graph};
use crate::leaves::Argument::{self, DrivenQd, DrivenQdd, P, Q, Qd, Qdd, Tau};
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::case::Case;
use crate::recursion::{Formulation, Quantity, run};
use crate::scalar::Scalar;

/// The quantity that another is the derivative of.
#[derive(Clone, Copy, Debug)]
struct Origin {
    quantity: Quantity,
    by: &'static [Argument],
    /// A quantity whose derivative is taken off, both at rest: what the difference is, rates do not change.
    less: Option<Quantity>,
    /// Whether its values come behind the derivatives.
    with_values: bool,
}

impl Origin {
    fn of(quantity: Quantity, by: &'static [Argument]) -> Option<Self> {
        Some(Self {
            quantity,
            by,
            less: None,
            with_values: false,
        })
    }
}

impl Quantity {
    /// What it is the derivative of; `None`: it is no derivative.
    fn differentiated(self) -> Option<Origin> {
        match self {
            Self::InverseDynamicsDerivatives => Origin::of(Self::InverseDynamics, &[Q, Qd]),
            Self::InverseDynamicsDerivativesWithMassMatrix => {
                Origin::of(Self::InverseDynamics, &[Q, Qd, Qdd])
            }
            Self::InverseDynamicsByCoordinates => Origin::of(Self::InverseDynamics, &[Q]),
            // It is the same for all accelerations.
            Self::InverseDynamicsByRates => Origin::of(Self::Bias, &[Qd]),
            Self::ForwardDynamicsDerivatives => Some(Origin {
                quantity: Self::ForwardDynamics,
                by: &[Q, Qd, Tau],
                less: None,
                with_values: true,
            }),
            Self::ForwardDynamicsByCoordinates => Origin::of(Self::ForwardDynamics, &[Q]),
            Self::ForwardDynamicsByRates => Origin::of(Self::ForwardDynamics, &[Qd]),
            Self::BiasDerivatives => Origin::of(Self::Bias, &[Q, Qd]),
            Self::GravityDerivative => Origin::of(Self::Gravity, &[Q]),
            // M q̈ is what accelerations add to the bias, whatever the rates.
            Self::MassMatrixProductDerivative => Some(Origin {
                quantity: Self::InverseDynamics,
                by: &[Q],
                less: Some(Self::Bias),
                with_values: false,
            }),
            Self::CentroidalMomentumDerivatives => Origin::of(Self::CentroidalMomentum, &[Q, Qd]),
            Self::HamiltonianRatesDerivatives => Origin::of(Self::HamiltonianRates, &[Q, P]),
            Self::TipPoseDerivatives(frame) => Origin::of(Self::TipPose(frame), &[Q]),
            Self::TipTwistDerivatives(frame) => Origin::of(Self::TipTwist(frame), &[Q, Qd]),
            Self::TipAccelerationDerivatives(frame) => {
                Origin::of(Self::TipBiasAcceleration(frame), &[Q, Qd])
            }
            _ => None,
        }
    }
}

/// Whether a quantity is the derivative of another, or a product of one.
pub(crate) fn is_derivative(quantity: Quantity) -> bool {
    match quantity {
        Quantity::Product(_)
        | Quantity::InverseDynamicsSecondDerivatives
        | Quantity::ForwardDynamicsSecondDerivatives
        | Quantity::InverseDynamicsByParameters
        | Quantity::ForwardDynamicsByParameters
        | Quantity::DependentRatesDerivatives => true,
        _ => quantity.differentiated().is_some(),
    }
}

/// The values of a derivative by the literal recursions of what it is the derivative of, their graphs differentiated forward;
/// `None` for what is no derivative.
pub(crate) fn of_literal_graph<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    match quantity {
        Quantity::Product(product) => {
            return Some(products::of_literal_graph(mechanism, product, leaves));
        }
        Quantity::InverseDynamicsByParameters | Quantity::ForwardDynamicsByParameters => {
            let of = if quantity == Quantity::InverseDynamicsByParameters {
                Quantity::InverseDynamics
            } else {
                Quantity::ForwardDynamics
            };
            let literal = of.literal(mechanism);
            return Some(vec![parameters::slopes(mechanism, of, literal, leaves)]);
        }
        Quantity::InverseDynamicsSecondDerivatives => {
            let twice = Formulation::Differentiated;
            return Some(second_derivatives(mechanism, twice, leaves));
        }
        Quantity::ForwardDynamicsSecondDerivatives => {
            let twice = Formulation::Differentiated;
            return Some(of_forward_dynamics_by_graph(mechanism, twice, leaves));
        }
        _ => {}
    }
    let literal = |quantity: Quantity| quantity.literal(mechanism);
    of_graph(
        mechanism,
        quantity,
        literal,
        Differentiation::Forward,
        leaves,
    )
}

fn of_graph<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: impl Fn(Quantity) -> Formulation,
    how: Differentiation,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    let origin = quantity.differentiated()?;
    let primal = |quantity: Quantity| Primal {
        mechanism,
        quantity,
        formulation: formulation(quantity),
    };
    let mut arrays = match origin.less {
        None => differentiated(primal(origin.quantity), origin.by, how, leaves),
        Some(less) => at_rest(
            mechanism,
            |graph| {
                let of = |quantity| differentiated(primal(quantity), origin.by, how, graph);
                let mut arrays = of(origin.quantity);
                for (array, off) in arrays.iter_mut().zip(of(less)) {
                    for (element, off) in array.iter_mut().zip(off) {
                        *element = *element - off;
                    }
                }
                arrays
            },
            leaves,
        ),
    };
    if origin.with_values {
        let values = run(
            mechanism,
            origin.quantity,
            formulation(origin.quantity),
            leaves,
        );
        arrays.extend(values);
    }
    Some(arrays)
}

/// Arrays over a graph, where all rates are zero.
fn at_rest<L: Leaves>(
    mechanism: &Mechanism,
    arrays: impl for<'g> Fn(&&'g Graph) -> Vec<Vec<Expr<'g>>>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let rates = [Qd, DrivenQd, DrivenQdd];
    let zeros = rates.map(|rates| (rates, vec![L::S::zero(); rates.port(mechanism).len]));
    let at_rest = Substituted {
        inner: leaves,
        arrays: &zeros,
    };
    replayed(arrays, &at_rest)
}

impl<L: Leaves> Case<'_, L> {
    /// ∂τ/∂π by the graph of a cheap formulation.
    pub(in crate::recursion) fn inverse_dynamics_by_parameters(&self) -> Vec<Vec<L::S>> {
        let of = Quantity::InverseDynamics;
        let cheap = cheap(of, self.mechanism);
        vec![parameters::slopes(self.mechanism, of, cheap, self.leaves)]
    }

    /// ∂q̈/∂π by the factors of a formulation.
    pub(in crate::recursion) fn forward_dynamics_by_parameters(
        &self,
        factors: Formulation,
    ) -> Vec<Vec<L::S>> {
        vec![parameters::of_forward_dynamics(
            self.mechanism,
            factors,
            self.leaves,
        )]
    }

    /// The derivative by differentiating the graph of a cheap formulation.
    pub(in crate::recursion) fn by_graph(&self, how: Differentiation) -> Vec<Vec<L::S>> {
        let mechanism = self.mechanism;
        let cheap = |quantity| cheap(quantity, mechanism);
        of_graph(mechanism, self.quantity, cheap, how, self.leaves).unwrap_or_default()
    }
}
