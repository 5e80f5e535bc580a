//! Derivatives of mechanisms with loops along the manifold of closed positions, over dual numbers.
//!
//! Positions move along every column of N = ∂q/∂u, rates and accelerations with them so that the loops stay closed; all equations of
//! [`Closed`] are then solved again, with what changes as the dual part. What stabilises is held: it vanishes on the manifold.

use super::array;
use super::closed::Closed;
use super::elimination::{Pivot, dot, transposed};
use super::hyper::Hyper;
use super::moving::Moving;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::{Loops, Mechanism};
use crate::recursion::{Product, Quantity};
use crate::scalar::Scalar;

/// A mechanism with loops, and a direction in its inputs.
struct Varied<'a, L: Leaves> {
    mechanism: &'a Mechanism,
    leaves: &'a L,
    loops: &'a Loops,
    /// At these inputs.
    closed: Closed<'a, L>,
}

/// Rates of the inputs: coordinates by velocities.
struct Rates<S> {
    coordinates: Vec<S>,
    others: Vec<(Argument, Vec<S>)>,
}

/// The arrays of a derivative; `None` where there is no solution, and for what is none.
pub(super) fn expected<L: Leaves<S: Pivot>>(
    mechanism: &Mechanism,
    quantity: Quantity,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    let accelerations = if quantity.signature().inputs.contains(&Argument::Qdd) {
        array(mechanism, leaves, Argument::Qdd)
    } else {
        vec![L::S::zero(); mechanism.nv()]
    };
    let varied = Varied {
        mechanism,
        leaves,
        loops: mechanism.loops.as_ref()?,
        closed: Closed::of(mechanism, leaves, &accelerations)?,
    };
    if let Quantity::Product(product) = quantity {
        return varied.product(product);
    }
    let (of, parts) = match quantity {
        Quantity::ForwardDynamicsDerivatives => (Quantity::ForwardDynamics, 0..3),
        Quantity::ForwardDynamicsByCoordinates => (Quantity::ForwardDynamics, 0..1),
        Quantity::ForwardDynamicsByRates => (Quantity::ForwardDynamics, 1..2),
        Quantity::InverseDynamicsDerivatives => (Quantity::InverseDynamics, 0..2),
        Quantity::InverseDynamicsDerivativesWithMassMatrix => (Quantity::InverseDynamics, 0..3),
        Quantity::InverseDynamicsByCoordinates => (Quantity::InverseDynamics, 0..1),
        Quantity::InverseDynamicsByRates => (Quantity::InverseDynamics, 1..2),
        Quantity::DependentRatesDerivatives => (Quantity::DependentRates, 0..2),
        _ => return None,
    };
    let rows = |columns: Vec<Vec<L::S>>| {
        let rows = columns.first().map_or(0, Vec::len);
        transposed(&columns, rows).concat()
    };
    let matrices = parts.map(|part| varied.columns_of(of, part).map(rows));
    let mut arrays: Vec<Vec<L::S>> = matrices.collect::<Option<_>>()?;
    if quantity == Quantity::ForwardDynamicsDerivatives {
        arrays.push(varied.values(of)?);
    }
    Some(arrays)
}

/// What moves along with coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Nothing,
    Rates,
    Accelerations,
}

/// What is differentiated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Accelerations,
    Forces,
    Rates,
}

impl Of {
    fn quantity(quantity: Quantity) -> Self {
        match quantity {
            Quantity::ForwardDynamics => Self::Accelerations,
            Quantity::InverseDynamics => Self::Forces,
            _ => Self::Rates,
        }
    }

    fn values<L: Leaves<S: Pivot>>(self, closed: &Closed<'_, L>) -> Option<Vec<L::S>> {
        Some(match self {
            Self::Accelerations => closed.moved()?.0,
            Self::Forces => closed.forces()?[0].clone(),
            Self::Rates => closed.rates()?.concat(),
        })
    }
}

impl<L: Leaves<S: Pivot>> Varied<'_, L> {
    /// The values of a quantity.
    fn values(&self, of: Quantity) -> Option<Vec<L::S>> {
        Of::quantity(of).values(&self.closed)
    }

    /// A matrix of its derivatives by columns: by coordinates, by rates, by what else it is computed from.
    fn columns_of(&self, of: Quantity, part: usize) -> Option<Vec<Vec<L::S>>> {
        let directions = match (Of::quantity(of), part) {
            (Of::Accelerations, 0) => self.by_coordinates(Motion::Rates),
            (Of::Accelerations, 1) => self.by_rates(false),
            (Of::Accelerations, _) => self.by_forces(),
            (Of::Forces, 0) => self.by_coordinates(Motion::Accelerations),
            (Of::Forces, 1) => self.by_rates(true),
            (Of::Forces, _) => self.by_accelerations(),
            (Of::Rates, 0) => self.by_coordinates(Motion::Nothing),
            (Of::Rates, _) => self.by_independent_rates(),
        };
        self.columns(directions, Of::quantity(of))
    }

    /// The values, and the matrices of all directions times these, or weights times the matrices.
    fn product(&self, product: Product) -> Option<Vec<Vec<L::S>>> {
        let of = product.of();
        let values = self.values(of)?;
        let inputs = of.signature().inputs.iter();
        let directions: Vec<Argument> = inputs.filter_map(|one| one.direction()).collect();
        let matrices = (0..directions.len()).map(|part| self.columns_of(of, part));
        let matrices: Vec<Vec<Vec<L::S>>> = matrices.collect::<Option<_>>()?;
        let arrays = |arguments: Vec<Argument>| -> Vec<L::S> {
            let arguments = arguments.into_iter();
            arguments.flat_map(|one| self.array(one)).collect()
        };
        if product.is_along() {
            let along = arrays(directions);
            let rows = transposed(&matrices.concat(), values.len());
            let change = rows.iter().map(|row| dot(row, &along)).collect();
            return Some(vec![values, change]);
        }
        let weights = arrays(product.weights());
        let gradient = |columns: &Vec<Vec<L::S>>| {
            let columns = columns.iter();
            columns.map(|column| dot(column, &weights)).collect()
        };
        let gradients = matrices.iter().map(gradient);
        Some(core::iter::once(values).chain(gradients).collect())
    }

    fn still(&self) -> Vec<L::S> {
        vec![L::S::zero(); self.mechanism.nv()]
    }

    fn array(&self, argument: Argument) -> Vec<L::S> {
        array(self.mechanism, self.leaves, argument)
    }

    fn freedom(&self) -> usize {
        self.loops.mobility.independent.len()
    }

    fn unit(n: usize, k: usize) -> Vec<L::S> {
        (0..n).map(|i| L::S::literal(i8::from(i == k))).collect()
    }

    /// A column of N.
    fn natural(&self, k: usize) -> Option<Vec<L::S>> {
        let closed = vec![L::S::zero(); self.closed.jacobian.len()];
        self.closed.following(closed, Self::unit(self.freedom(), k))
    }

    /// G and γ over dual numbers.
    fn along<'b>(&'b self, rates: &'b Rates<L::S>) -> Moving<'b, L> {
        let others = rates
            .others
            .iter()
            .map(|(argument, rates)| (*argument, &rates[..]));
        let others: Vec<_> = others.collect();
        Moving::varied(self.mechanism, self.leaves, &rates.coordinates, &others)
    }

    /// What follows so that sums over rows stay 0, independent elements held.
    fn following(&self, parted: impl Iterator<Item = Hyper<L::S>>) -> Option<Vec<L::S>> {
        let parted = parted.map(|one| -one.first).collect();
        let held = vec![L::S::zero(); self.freedom()];
        self.closed.following(parted, held)
    }

    fn by_coordinates(&self, motion: Motion) -> Vec<Option<Rates<L::S>>> {
        let direction = |k| {
            let coordinates = self.natural(k)?;
            let mut rates = Rates {
                coordinates,
                others: Vec::new(),
            };
            if motion != Motion::Nothing {
                let turned = self.turned(&rates)?;
                rates.others.push((Argument::Qd, turned));
            }
            if motion == Motion::Accelerations {
                let accelerated = self.accelerated(&rates)?;
                rates.others.push((Argument::Qdd, accelerated));
            }
            Some(rates)
        };
        (0..self.freedom()).map(direction).collect()
    }

    /// δq̇ of G q̇ = 0.
    fn turned(&self, rates: &Rates<L::S>) -> Option<Vec<L::S>> {
        let leaves = self.along(rates);
        let closed = Closed::of(self.mechanism, &leaves, &Self::lifted(&self.still()))?;
        let velocities = Self::lifted(&self.array(Argument::Qd));
        self.following(closed.jacobian.iter().map(|row| dot(row, &velocities)))
    }

    /// δq̈ of G q̈ + γ = 0.
    fn accelerated(&self, rates: &Rates<L::S>) -> Option<Vec<L::S>> {
        let leaves = self.along(rates);
        let closed = Closed::of(self.mechanism, &leaves, &Self::lifted(&self.still()))?;
        let accelerations = Self::lifted(&self.array(Argument::Qdd));
        let rows = closed.jacobian.iter().zip(&closed.bias);
        self.following(rows.map(|(row, &bias)| dot(row, &accelerations) + bias))
    }

    fn lifted(values: &[L::S]) -> Vec<Hyper<L::S>> {
        values.iter().map(|&value| Hyper::fixed(value)).collect()
    }

    fn by_rates(&self, with_accelerations: bool) -> Vec<Option<Rates<L::S>>> {
        let direction = |k| {
            let mut rates = Rates {
                coordinates: self.still(),
                others: vec![(Argument::Qd, self.natural(k)?)],
            };
            if with_accelerations {
                let accelerated = self.accelerated(&rates)?;
                rates.others.push((Argument::Qdd, accelerated));
            }
            Some(rates)
        };
        (0..self.freedom()).map(direction).collect()
    }

    fn by_accelerations(&self) -> Vec<Option<Rates<L::S>>> {
        let direction = |k| {
            Some(Rates {
                coordinates: self.still(),
                others: vec![(Argument::Qdd, self.natural(k)?)],
            })
        };
        (0..self.freedom()).map(direction).collect()
    }

    fn by_forces(&self) -> Vec<Option<Rates<L::S>>> {
        self.by_units(Argument::Tau, self.loops.actuated.len())
    }

    fn by_independent_rates(&self) -> Vec<Option<Rates<L::S>>> {
        self.by_units(Argument::Independent, self.freedom())
    }

    fn by_units(&self, argument: Argument, n: usize) -> Vec<Option<Rates<L::S>>> {
        let direction = |k| {
            Some(Rates {
                coordinates: self.still(),
                others: vec![(argument, Self::unit(n, k))],
            })
        };
        (0..n).map(direction).collect()
    }

    /// Columns by directions.
    fn columns(&self, directions: Vec<Option<Rates<L::S>>>, of: Of) -> Option<Vec<Vec<L::S>>> {
        let columns = directions.into_iter().map(|rates| {
            let rates = rates?;
            let leaves = self.along(&rates);
            let accelerations = if of == Of::Forces {
                let varied = rates.others.iter().find(|(one, _)| *one == Argument::Qdd);
                let given = self.array(Argument::Qdd);
                let first = varied.map_or_else(|| self.still(), |(_, rates)| rates.clone());
                let pairs = given.into_iter().zip(first);
                pairs
                    .map(|(value, first)| Hyper {
                        first,
                        ..Hyper::fixed(value)
                    })
                    .collect()
            } else {
                Self::lifted(&self.still())
            };
            let mut closed = Closed::of(self.mechanism, &leaves, &accelerations)?;
            closed.stabilising = Self::lifted(&self.closed.stabilising);
            let column = of.values(&closed)?;
            Some(column.into_iter().map(|one| one.first).collect::<Vec<_>>())
        });
        columns.collect()
    }
}
