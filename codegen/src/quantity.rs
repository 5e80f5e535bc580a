//! Quantities a user asks for, and the formulations that compute them.

use crate::mechanism::Mechanism;
use crate::program::{Port, Shape};
use crate::scalar::Argument;

/// What a generated function computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantity {
    /// τ(q, q̇, q̈).
    InverseDynamics,
}

/// How a quantity is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formulation {
    /// Saha 2.4.1: extended masses and twist propagation about the link origins.
    Denoc,
    /// Saha (1999a): the same about the mass centres, RIDIM of Table 1.
    MassCentre,
    /// Luh, Walker and Paul (1980): vectors, mass-centre accelerations.
    Luh,
    /// U form, moment from velocity products.
    UProducts,
    /// U form, moment from the Euler tensor.
    UEuler,
}

impl Quantity {
    /// All quantities, in the order of the contract.
    pub const ALL: [Self; 1] = [Self::InverseDynamics];

    /// Name of the generated function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InverseDynamics => "inverse_dynamics",
        }
    }

    /// One line of documentation.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::InverseDynamics => {
                "Joint torques (Nm) and forces (N) that produce the accelerations qdd."
            }
        }
    }

    /// Input arrays, in the order of the signature.
    #[must_use]
    pub fn arguments(self) -> &'static [Argument] {
        match self {
            Self::InverseDynamics => &[Argument::Q, Argument::Qd, Argument::Qdd],
        }
    }

    /// Length of an input array.
    #[must_use]
    pub fn input_len(self, argument: Argument, mechanism: &Mechanism) -> usize {
        match argument {
            Argument::Q => mechanism.nq(),
            _ => mechanism.nv(),
        }
    }

    /// Input arrays with their lengths.
    #[must_use]
    pub fn ports(self, mechanism: &Mechanism) -> Vec<Port> {
        self.arguments()
            .iter()
            .map(|&argument| Port {
                argument,
                len: self.input_len(argument, mechanism),
            })
            .collect()
    }

    /// Output arrays: JSON key and shape.
    #[must_use]
    pub fn outputs(self, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
        match self {
            Self::InverseDynamics => vec![("tau", Shape::Vector(mechanism.nv()))],
        }
    }

    /// The formulations of this quantity, the paper's literal one first.
    #[must_use]
    pub fn formulations(self) -> &'static [Formulation] {
        match self {
            Self::InverseDynamics => &[
                Formulation::Denoc,
                Formulation::MassCentre,
                Formulation::Luh,
                Formulation::UProducts,
                Formulation::UEuler,
            ],
        }
    }
}

impl Formulation {
    /// The name a user writes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Denoc => "denoc",
            Self::MassCentre => "ridim",
            Self::Luh => "luh",
            Self::UProducts => "u_products",
            Self::UEuler => "u_euler",
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn paper(self) -> &'static str {
        match self {
            Self::Denoc => "Saha, section 2.4.1",
            Self::MassCentre => "Saha (1999a), RIDIM in Saha, Table 1",
            Self::Luh => "Luh, Walker and Paul (1980)",
            Self::UProducts => "Newton-Euler in U form, moment from velocity products",
            Self::UEuler => "Newton-Euler in U form, moment from the Euler tensor",
        }
    }
}
