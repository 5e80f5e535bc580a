//! Products of a function's derivatives with vectors, as quantities of their own.
//!
//! Of a function y = f(x) of the table, with x its arguments and y its output arrays,
//!
//! ```text
//!  f_jvp                y,  dy = ∂y/∂x dx                        from a direction dx in every argument
//!  f_vjp                y,  grad = (∂y/∂x)ᵀ w                    from weights w on every output
//!  f_hessian_product    hvp = ∂/∂x ((∂y/∂x)ᵀ w) dx               from both
//! ```
//!
//! A direction in q, and the gradient by it, have an element for every velocity: right tangent space, as of matrices of derivatives. Of
//! mechanisms with loops they are along the closed positions, as these matrices are, and directions in q, q̇ and q̈ have an element for
//! every independent coordinate. What joints are driven by and parameters are held.

use core::fmt;
use std::sync::LazyLock;

use super::table::{loops, tree};
use super::{Formulation, Need, Quantity, Row};
use crate::leaves::{Argument, Extent, Weight};
use crate::signature::{Array, Existence, Family, Motors, Signature, Variance};

/// A product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Jacobian times vector.
    Jvp,
    /// Vector times Jacobian.
    Vjp,
    /// Derivative of the latter along a vector.
    HessianProduct,
}

impl Operation {
    const ALL: [Self; 3] = [Self::Jvp, Self::Vjp, Self::HessianProduct];

    /// What the names of its functions end in.
    fn suffix(self) -> &'static str {
        match self {
            Self::Jvp => "jvp",
            Self::Vjp => "vjp",
            Self::HessianProduct => "hessian_product",
        }
    }

    fn has_directions(self) -> bool {
        matches!(self, Self::Jvp | Self::HessianProduct)
    }

    fn has_weights(self) -> bool {
        matches!(self, Self::Vjp | Self::HessianProduct)
    }
}

/// A product of the derivatives of a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Product {
    /// Which.
    pub operation: Operation,
    /// The place of the quantity in [`Quantity::TABLE`], and the frame that it is of.
    place: usize,
    frame: usize,
}

impl fmt::Debug for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.operation, self.of())
    }
}

impl Product {
    /// All of them, those of frames for the frame 0.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let products = |place: usize| {
            Operation::ALL.map(|operation| Self {
                operation,
                place,
                frame: 0,
            })
        };
        let all = (0..Quantity::TABLE.len()).flat_map(products);
        all.filter(|one| one.existence().is_some())
    }

    /// That of a quantity, if there is one.
    pub(crate) fn of_quantity(quantity: Quantity, operation: Operation) -> Option<Self> {
        let frame = quantity.frame().unwrap_or_default();
        let mut all = Self::all().filter(|one| one.operation == operation);
        let found = all.find(|one| Self { frame, ..*one }.of() == quantity)?;
        Some(Self { frame, ..found })
    }

    /// The quantity whose derivatives are multiplied.
    #[must_use]
    pub fn of(self) -> Quantity {
        let quantity = Quantity::TABLE[self.place];
        quantity.of_frame(self.frame).unwrap_or(quantity)
    }

    /// The same of another frame, if it is of a frame.
    pub(super) fn of_frame(self, frame: usize) -> Option<Self> {
        self.frame().map(|_| Self { frame, ..self })
    }

    /// The frame that it is of.
    pub(super) fn frame(self) -> Option<usize> {
        self.of().frame()
    }

    /// The name of its function, that of the quantity given.
    pub(super) fn name_from(self, name: &str) -> String {
        format!("{name}_{}", self.operation.suffix())
    }

    /// Whether a function of it can have this name.
    pub(crate) fn may_be_named(self, function: &str) -> bool {
        let of = function.strip_suffix(self.operation.suffix());
        of.is_some_and(|of| of.starts_with(self.of().signature().name))
    }

    /// The mechanisms that have it: open chains; with loops, those that have the matrices of the same derivatives.
    fn existence(self) -> Option<Existence> {
        let signature = self.of().signature();
        if self.operation == Operation::HessianProduct {
            let twice = [Quantity::InverseDynamics, Quantity::ForwardDynamics];
            return twice.contains(&self.of()).then_some(Existence::Open);
        }
        match self.of() {
            Quantity::InverseDynamics => return Some(Existence::RegularDeterminate),
            Quantity::ForwardDynamics => return Some(Existence::Regular),
            Quantity::DependentRates => return Some(Existence::RegularLoops),
            _ if signature.family != Family::Dynamics => return None,
            _ => {}
        }
        match signature.exists {
            Existence::Counted
            | Existence::Loops
            | Existence::DeterminateLoops
            | Existence::RegularLoops => None,
            Existence::Open
            | Existence::All
            | Existence::Determinate
            | Existence::Regular
            | Existence::RegularDeterminate => Some(Existence::Open),
            Existence::Frames => Some(Existence::OpenFrames),
            Existence::Conservative => Some(Existence::OpenConservative),
            own => Some(own),
        }
    }

    /// Its signature.
    pub(super) fn signature(self) -> &'static Signature {
        static ALL: LazyLock<Vec<(Product, Signature)>> = LazyLock::new(|| {
            let all = Product::all();
            all.map(|one| (one, one.new_signature())).collect()
        });
        let same = |one: &Self| one.operation == self.operation && one.place == self.place;
        let found = ALL.iter().find(|(one, _)| same(one));
        // There are no others.
        found.map_or(self.of().signature(), |(_, signature)| signature)
    }

    fn new_signature(self) -> Signature {
        let of = self.of().signature();
        let outputs: Vec<Array> = of
            .outputs
            .iter()
            .copied()
            .filter(|one| !one.of_loops)
            .collect();
        let arguments = of.inputs.iter().copied();
        let directions = arguments.clone().filter_map(Argument::direction);
        let directions = directions.filter(|_| self.operation.has_directions());
        let weights = outputs.iter().map(weights_on);
        let weights = weights.filter(|_| self.operation.has_weights());
        let (own, driven): (Vec<_>, Vec<_>) = arguments.partition(|one| !one.is_driven());
        let inputs: Vec<Argument> = own
            .into_iter()
            .chain(directions)
            .chain(weights)
            .chain(driven)
            .collect();

        let invariant =
            |name: &'static str, extent: Extent| Array::of(name, extent, Variance::Invariant);
        let values = outputs.iter().map(|one| invariant(one.name, one.extent));
        let rates = outputs
            .iter()
            .map(|one| invariant(leak(format!("d{}", one.name)), one.extent));
        let gradient = |prefix: &'static str| {
            let directions = of.inputs.iter();
            directions.filter_map(move |argument| {
                let direction = argument.direction()?;
                Some(invariant(
                    leak(format!("{prefix}_{}", argument.name())),
                    direction.extent(),
                ))
            })
        };
        let outputs: Vec<Array> = match self.operation {
            Operation::Jvp => values.chain(rates).collect(),
            Operation::Vjp => values.chain(gradient("grad")).collect(),
            Operation::HessianProduct => gradient("hvp").collect(),
        };
        let what = match self.operation {
            Operation::Jvp => "with its derivative along a direction in its arguments",
            Operation::Vjp => "with the gradient of the sum of its outputs times weights",
            Operation::HessianProduct => {
                "differentiated twice: the derivative along a direction of the gradient of the sum of its outputs times weights"
            }
        };
        Signature {
            name: leak(self.name_from(of.name)),
            summary: leak(format!(
                "`{}` {what}; q in the right tangent space.",
                of.name
            )),
            summary_of_loops: Some(leak(format!(
                "`{}` {what}, along the closed positions: those of q, qd and qdd by independent coordinates.",
                of.name
            ))),
            inputs: inputs.leak(),
            outputs: outputs.leak(),
            family: Family::Products,
            exists: self.existence().unwrap_or(Existence::Counted),
            inertia: of.inertia,
            motors: Motors::Nothing,
            base_parameters: of.base_parameters,
            frame_dependent: of.frame_dependent,
        }
    }

    /// Its rows.
    pub(super) fn rows(self) -> &'static [Row] {
        const FORWARD: Row = tree("its graph, differentiated forward")
            .by(Formulation::Differentiated)
            .with_moment_forms();
        const REVERSE: Row = tree("its graph, differentiated in reverse")
            .by(Formulation::Adjoint)
            .with_moment_forms();
        const BY_FACTORS: Row =
            tree("Newton-Euler, its graph differentiated; composite bodies, Saha (16), (18)")
                .needs(Need::ShortChains)
                .by(Formulation::Composite)
                .with_moment_forms();
        const BY_ARTICULATED_FACTORS: Row =
            tree("Newton-Euler, its graph differentiated; Saha (18)-(21)")
                .by(Formulation::Denoc)
                .needs(Need::OwnCoordinates)
                .with_moment_forms();
        const TRANSPOSED: Row = tree("its graph, differentiated forward and transposed")
            .by(Formulation::Transposed)
            .with_moment_forms();
        const OF_LOOPS: Row =
            loops("Saha (44), the whole spanning tree; implicit function theorem")
                .by(Formulation::WholeTree);
        const OF_LOOPS_BY_FACTORS: Row = loops(
            "multipliers over the whole tree; composite bodies, Saha (16), (18); implicit function theorem",
        )
        .by(Formulation::Multipliers);
        const OF_RATES: Row = loops("all from the independent ones; implicit function theorem")
            .by(Formulation::WholeTree);
        match (self.of(), self.operation) {
            (Quantity::ForwardDynamics, Operation::Jvp) => {
                &[BY_FACTORS, BY_ARTICULATED_FACTORS, OF_LOOPS_BY_FACTORS]
            }
            (Quantity::ForwardDynamics, Operation::Vjp) => &[
                BY_FACTORS,
                BY_ARTICULATED_FACTORS,
                TRANSPOSED,
                OF_LOOPS_BY_FACTORS,
            ],
            (Quantity::ForwardDynamics, _) => &[BY_FACTORS, BY_ARTICULATED_FACTORS, TRANSPOSED],
            (Quantity::DependentRates, _) => &[OF_RATES],
            (Quantity::InverseDynamics, Operation::Jvp) => &[FORWARD, OF_LOOPS],
            (Quantity::InverseDynamics, Operation::Vjp) => &[REVERSE, TRANSPOSED, OF_LOOPS],
            (_, Operation::Jvp) => &[FORWARD],
            (_, Operation::Vjp | Operation::HessianProduct) => &[REVERSE, TRANSPOSED],
        }
    }

    /// The weights on the values, whether it has them or they belong to its transpose.
    pub(crate) fn weights(self) -> Vec<Argument> {
        let transpose = self.transpose();
        let of_own = [Some(self), transpose].into_iter().flatten();
        let inputs = of_own.flat_map(|one| one.signature().inputs);
        let weights = inputs.filter(|one| matches!(one, Argument::Weights(_)));
        weights.copied().collect()
    }

    /// Whether it is the product along a direction.
    pub(crate) fn is_along(self) -> bool {
        self.operation == Operation::Jvp
    }

    /// The product whose map is this one transposed.
    pub(crate) fn transpose(self) -> Option<Self> {
        let transposed = |operation| Self::of_quantity(self.of(), operation);
        match self.operation {
            Operation::Jvp => transposed(Operation::Vjp),
            Operation::Vjp => transposed(Operation::Jvp),
            Operation::HessianProduct => None,
        }
    }

    /// The function whose program it can be derived from ([`derived`](super::derived)): not what solves with M, which is cheaper to
    /// solve with once more.
    pub(crate) fn source(self) -> Option<Quantity> {
        let product = |operation| Self::of_quantity(self.of(), operation).map(Quantity::Product);
        match self.operation {
            Operation::Jvp if self.of() == Quantity::ForwardDynamics => None,
            Operation::Jvp => Some(self.of()),
            Operation::Vjp => product(Operation::Jvp),
            Operation::HessianProduct => product(Operation::Vjp),
        }
    }

    /// The formulation of what is derived so.
    pub(crate) fn derived_by(self) -> Formulation {
        match self.operation {
            Operation::Jvp => Formulation::Differentiated,
            Operation::Vjp | Operation::HessianProduct => Formulation::Transposed,
        }
    }
}

/// The weights on an output array.
fn weights_on(output: &Array) -> Argument {
    Argument::Weights(Weight {
        name: leak(format!("w_{}", output.name.to_lowercase())),
        extent: output.extent,
    })
}

fn leak(text: String) -> &'static str {
    text.leak()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_derivatives_are_of_the_dynamics_of_open_chains_alone() {
        let twice = Product::all().filter(|one| one.operation == Operation::HessianProduct);
        let found: Vec<_> = twice.map(|one| (one.of(), one.existence())).collect();
        let dynamics = [Quantity::InverseDynamics, Quantity::ForwardDynamics];
        assert_eq!(found, dynamics.map(|of| (of, Some(Existence::Open))));
    }
}
