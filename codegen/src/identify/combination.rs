//! Base parameters as combinations of the parameters that a model gives, for identification.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::echelon::{Echelon, supports};
use super::exact::LinearSystem;
use super::parameter::{InertiaEntry, InertialParameter, closed_form};
use super::reduce::{Reduced, dependencies};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{Basis, BodyId, Inertia, Mechanism};
use crate::prove::Structure;
use crate::transform::base_parameters;

/// The base parameters of a mechanism, whatever the values of its inertial parameters.
#[derive(Clone, Debug)]
pub struct Identified {
    /// The mechanism in these parameters, and how they were found.
    pub reduced: Reduced,
    /// The parameters that the generalised forces depend on, independent of each other, from the base to the tips.
    pub base: Vec<BaseParameter>,
    /// The parameters of the model that no base parameter contains.
    pub without_effect: Vec<InertialParameter>,
}

/// One parameter that generalised forces depend on.
#[derive(Clone, PartialEq, Debug)]
pub struct BaseParameter {
    /// The parameter of which it takes the place, in the frame of the joint (z along the axis).
    pub parameter: InertialParameter,
    /// Its value.
    pub value: Number,
    /// The parameters of the model that it is a sum of: about the origin of the user's frame of their body, in its axes.
    pub terms: Vec<ParameterTerm>,
    /// Further parameters of bodies between the parts of joints that are combinations of base parameters, with the factors of this one.
    pub others: Vec<ParameterTerm>,
}

/// A part of a base parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterTerm {
    /// A parameter of the model.
    pub parameter: InertialParameter,
    /// Its factor, exact.
    pub factor: Number,
}

/// The base parameters of a mechanism (with elementary joints), as combinations of its own. Unlike
/// [`reduce`](super::reduce()) this takes every parameter for free, also those that are 0 in this model.
#[must_use]
pub fn identify(mechanism: &Mechanism, basis: impl Fn(usize) -> Basis) -> Identified {
    let mechanism = &mechanism.with_free_joints();
    let closed = base_parameters(mechanism, &basis);
    let mut reduced = dependencies(&closed, closed_form(&closed, &basis));
    reduced.mechanism = closed;
    reduced.move_values();
    let mut base: Vec<BaseParameter> = reduced
        .parameters
        .iter()
        .map(|&parameter| BaseParameter {
            parameter,
            value: parameter.value(&reduced.mechanism),
            terms: Vec::new(),
            others: Vec::new(),
        })
        .collect();
    let shares = Shares::new(&reduced);
    let empty = without_inertia(mechanism);
    let mut without_effect = Vec::new();
    for body in mechanism.model_bodies() {
        for entry in InertiaEntry::all() {
            let parameter = InertialParameter { body, entry };
            let parts = shares.of(&images(&empty, parameter, &basis), body, mechanism);
            if parts.is_empty() {
                without_effect.push(parameter);
            }
            for (index, factor) in parts {
                base[index].terms.push(ParameterTerm { parameter, factor });
            }
        }
    }
    let dependent = dependent(&base, mechanism);
    for (index, support) in &dependent {
        let parameter = base[*index].parameter;
        for (one, factor) in support {
            let factor = factor.clone();
            base[*one].others.push(ParameterTerm { parameter, factor });
        }
    }
    let mut index = 0..;
    base.retain(|_| index.next().is_some_and(|k| !dependent.contains_key(&k)));
    Identified {
        reduced,
        base,
        without_effect,
    }
}

/// The combinations that depend on those before them, those of auxiliary bodies last, by their places, and of what they are sums of: what
/// reaches such a body comes from others, and not in all its parameters apart. What two prime fields suggest, the numbers must meet.
fn dependent(base: &[BaseParameter], mechanism: &Mechanism) -> BTreeMap<usize, Support> {
    let is_auxiliary = |&k: &usize| mechanism.bodies[base[k].parameter.body.0].auxiliary;
    let mut order: Vec<usize> = (0..base.len()).collect();
    order.sort_by_key(is_auxiliary);
    let mut rows: FxHashMap<InertialParameter, Vec<Number>> = FxHashMap::default();
    for (column, &k) in order.iter().enumerate() {
        for term in &base[k].terms {
            let row = rows.entry(term.parameter);
            row.or_insert_with(|| vec![Number::ZERO; base.len()])[column] = term.factor.clone();
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_unstable_by_key(|(parameter, _)| *parameter);
    let echelons = Structure::of(mechanism).in_each(|one| {
        let point = one.point(1, mechanism);
        let mut echelon = Echelon::new(base.len());
        for (_, row) in &rows {
            let row: Vec<_> = row.iter().map(|number| point.constant(number)).collect();
            echelon.insert(row);
        }
        echelon
    });
    let supports = supports(&echelons).unwrap_or_default();
    let columns = supports.into_iter().enumerate();
    let dependent = columns.filter_map(|(column, support)| {
        let places: Vec<usize> = support?.into_iter().map(|(k, _)| k).collect();
        let mut system = LinearSystem::new(places.len());
        for (_, row) in &rows {
            let entries = places.iter().chain([&column]).map(|&k| row[k].clone());
            if !system.insert(entries.collect()) {
                return None;
            }
        }
        let support = places.into_iter().map(|k| order[k]).zip(system.solution()?);
        Some((order[column], support.collect()))
    });
    dependent.collect()
}

/// Places with the factors of a sum.
type Support = Vec<(usize, Number)>;

/// The value of a parameter of the model: about the origin of the user's frame of its body, in its axes.
#[must_use]
pub fn model_value(mechanism: &Mechanism, parameter: InertialParameter) -> Number {
    let body = &mechanism.bodies[parameter.body.0];
    let own = body.inertia.seen_through(&body.user_frame.inverse());
    parameter.entry.of(&own)
}

fn without_inertia(mechanism: &Mechanism) -> Mechanism {
    let mut empty = mechanism.clone();
    for body in &mut empty.bodies {
        body.inertia = Inertia::default();
    }
    empty
}

/// The closed form of a mechanism whose only inertia is one parameter of the model at unit value.
fn images(
    empty: &Mechanism,
    parameter: InertialParameter,
    basis: impl Fn(usize) -> Basis,
) -> Mechanism {
    let mut single = empty.clone();
    let body = &mut single.bodies[parameter.body.0];
    body.inertia = parameter
        .entry
        .inertia(&Number::ONE)
        .seen_through(&body.user_frame);
    base_parameters(&single, basis)
}

/// Which base parameters each parameter of the closed form enters, by body.
struct Shares(FxHashMap<BodyId, Vec<(InertialParameter, Vec<(usize, Number)>)>>);

impl Shares {
    fn new(reduced: &Reduced) -> Self {
        let places: FxHashMap<InertialParameter, usize> = reduced
            .parameters
            .iter()
            .enumerate()
            .map(|(index, &parameter)| (parameter, index))
            .collect();
        let mut shares = Self(FxHashMap::default());
        for (&parameter, &index) in &places {
            shares.put(parameter, vec![(index, Number::ONE)]);
        }
        for relation in &reduced.relations {
            let taken = relation.taken_by.iter();
            let parts = taken.filter_map(|(by, factor)| Some((*places.get(by)?, factor.clone())));
            shares.put(relation.parameter, parts.collect());
        }
        shares
    }

    fn put(&mut self, parameter: InertialParameter, parts: Vec<(usize, Number)>) {
        self.0
            .entry(parameter.body)
            .or_default()
            .push((parameter, parts));
    }

    /// The parts of the base parameters that the inertias of `image`, on the path of a body, make up.
    fn of(&self, image: &Mechanism, body: BodyId, mechanism: &Mechanism) -> Vec<(usize, Number)> {
        let mut parts: FxHashMap<usize, Number> = FxHashMap::default();
        let path = core::iter::successors(Some(body), |one| mechanism.bodies[one.0].parent);
        for (parameter, shares) in path.filter_map(|one| self.0.get(&one)).flatten() {
            let value = parameter.value(image);
            if value.is_zero() {
                continue;
            }
            for (index, factor) in shares {
                *parts.entry(*index).or_default() += &(&value * factor);
            }
        }
        let mut parts: Vec<_> = parts
            .into_iter()
            .filter(|(_, part)| !part.is_zero())
            .collect();
        parts.sort_unstable_by_key(|(index, _)| *index);
        parts
    }
}
