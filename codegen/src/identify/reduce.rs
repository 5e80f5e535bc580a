//! A mechanism with as few inertial parameters as its generalised forces allow.

use core::mem::take;

use super::echelon::{Echelon, Support, supports};
use super::exact::ExactRows;
use super::parameter::{InertialParameter, closed_form};
use super::regressor::regressor;
use crate::exact::element::FieldElement;
use crate::exact::number::Number;
use crate::exact::residue::Residue;
use crate::function::FIELDS;
use crate::mechanism::{Basis, Mechanism};
use crate::parallel;
use crate::prove::{InField, Structure};
use crate::transform::base_parameters;

/// Above so many columns (73 revolute joints) the rank is not sought: the closed form is used. Elimination grows as
/// their third power.
pub const MOST_COLUMNS: usize = 512;

/// A mechanism in fewer parameters, and how they were found.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The same generalised forces, M and what follows from it; see
    /// [`keeps_base_parameters`](crate::recursion::Quantity::keeps_base_parameters).
    pub mechanism: Mechanism,
    /// The parameters that stay.
    pub parameters: Vec<InertialParameter>,
    /// Those whose effect others have, too.
    pub relations: Vec<Relation>,
    /// Those that have no effect.
    pub without_effect: Vec<InertialParameter>,
    /// Those that depend on others by numbers too large to write: they stay.
    pub unresolved: Vec<InertialParameter>,
    /// Whether the rank was sought, beyond the closed form.
    pub complete: bool,
}

/// A parameter that only enters in sums with others: its column of the regressor is Σ coefficient · column.
#[derive(Clone, PartialEq, Debug)]
pub struct Relation {
    /// The parameter.
    pub parameter: InertialParameter,
    /// The parameters that take over its value, and by what factor. Exact.
    pub taken_by: Vec<(InertialParameter, Number)>,
}

/// The base parameters of a mechanism (with elementary joints) as it is: the closed form, `basis` being that of every
/// body, and then what its geometry and gravity free beyond it. Parameters whose value is 0 are left out: they stay 0.
/// Joints that follow others are taken as free: what such a coupling hides is not looked for.
#[must_use]
pub fn reduce(mechanism: &Mechanism, basis: impl Fn(usize) -> Basis) -> Reduced {
    let coordinates = &mechanism.coordinates;
    let mechanism = base_parameters(&mechanism.with_free_joints(), &basis);
    let mut columns = closed_form(&mechanism, &basis);
    columns.retain(|column| !column.value(&mechanism).is_zero());
    let mut reduced = dependencies(&mechanism, columns);
    reduced.mechanism = mechanism;
    reduced.move_values();
    reduced.mechanism.coordinates.clone_from(coordinates);
    reduced
}

impl Reduced {
    /// Moves the values of dependent parameters to those that stay.
    pub(super) fn move_values(&mut self) {
        let mechanism = &mut self.mechanism;
        for parameter in &self.without_effect {
            let value = parameter.value(mechanism);
            parameter.add(mechanism, &-value);
        }
        for relation in &self.relations {
            let value = relation.parameter.value(mechanism);
            relation.parameter.add(mechanism, &-&value);
            for (taker, factor) in &relation.taken_by {
                taker.add(mechanism, &(&value * factor));
            }
        }
    }
}

/// Which of these columns depend on earlier ones. The mechanism of the result is as given.
pub(super) fn dependencies(mechanism: &Mechanism, columns: Vec<InertialParameter>) -> Reduced {
    let mut result = Reduced {
        mechanism: mechanism.clone(),
        parameters: Vec::new(),
        relations: Vec::new(),
        without_effect: Vec::new(),
        unresolved: Vec::new(),
        complete: false,
    };
    let structure = Structure::of(mechanism);
    let supports = (columns.len() <= MOST_COLUMNS)
        .then(|| eliminate(mechanism, &columns, &structure))
        .flatten();
    let Some(supports) = supports else {
        result.parameters = columns;
        return result;
    };
    result.complete = true;
    let mut dependent: Vec<(InertialParameter, NamedSupport)> = Vec::new();
    for (&column, support) in columns.iter().zip(supports) {
        let Some(support) = support else {
            result.parameters.push(column);
            continue;
        };
        if support.is_empty() {
            result.without_effect.push(column);
        } else {
            let named = support
                .into_iter()
                .map(|(k, residues)| (columns[k], residues));
            dependent.push((column, named.collect()));
        }
    }
    result.resolve(dependent, &structure);
    result
}

/// Parameters with their coefficients in both fields.
pub(super) type NamedSupport = Vec<(InertialParameter, [Residue; FIELDS])>;

impl Reduced {
    /// Makes the coefficients of dependent columns exact.
    fn resolve(
        &mut self,
        dependent: Vec<(InertialParameter, NamedSupport)>,
        structure: &Structure,
    ) {
        let mut needed: Vec<InertialParameter> = dependent
            .iter()
            .flat_map(|(column, support)| support.iter().map(|(one, _)| *one).chain([*column]))
            .collect();
        needed.sort_unstable();
        needed.dedup();
        let fields = structure.in_each(InField::field);
        let mut rows = ExactRows::new(&self.mechanism, needed, fields);
        let (mut relations, mut unresolved) = (take(&mut self.relations), Vec::new());
        for (parameter, support) in dependent {
            match rows.solve(parameter, &support) {
                Some(factors) => relations.push(Relation {
                    parameter,
                    taken_by: support
                        .into_iter()
                        .map(|(one, _)| one)
                        .zip(factors)
                        .collect(),
                }),
                None => unresolved.push(parameter),
            }
        }
        self.relations = relations;
        self.parameters.extend(&unresolved);
        self.parameters.sort_by_key(|one| one.body);
        self.unresolved = unresolved;
    }
}

/// What the columns of the regressor are made up of; `None` when no point can be evaluated in one of the fields (its prime divides
/// a denominator), or these do not agree.
fn eliminate(
    mechanism: &Mechanism,
    columns: &[InertialParameter],
    structure: &Structure,
) -> Option<Vec<Option<Support>>> {
    let [first, other] = structure.in_each(|one| one);
    let row_space = |one| move || row_space(mechanism, columns, one);
    let (first, other) = parallel::both(row_space(first), row_space(other));
    supports(&[first?, other?])
}

/// The row space of the regressor's columns in a field, from random points until one adds nothing; `None` when no point can be
/// evaluated.
fn row_space(
    mechanism: &Mechanism,
    columns: &[InertialParameter],
    one: InField<'_>,
) -> Option<Echelon> {
    let mut echelon = Echelon::new(columns.len());
    // Every point adds to a rank that is not yet full.
    for seed in 1..=columns.len() as u64 + 2 {
        let point = one.point(seed, mechanism);
        let rows = regressor(mechanism, columns, &point);
        if rows.iter().flatten().any(|entry| entry.is_undefined()) {
            return None;
        }
        let mut grown = false;
        for row in rows {
            grown |= echelon.insert(point.lifted(&row));
        }
        if !grown {
            break;
        }
    }
    Some(echelon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;
    use crate::identify::{InertiaEntry, identify};

    #[test]
    fn base_parameters_are_as_many_as_the_rank_of_all_ten_of_every_body() {
        let mut mechanisms = vec![generic(4)];
        for joint in [
            "type = \"universal\", axis = [0, 0, 1], axis2 = [0, 1, 0]",
            "type = \"cylindrical\", axis = [0, 0.6, 0.8]",
            "type = \"planar\"",
            "type = \"spherical\"",
            "type = \"helical\", axis = [0.6, 0, 0.8], pitch = 0.1",
        ] {
            let body = |name: &str, parent: &str| {
                format!(
                    "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ {joint} }}\n\
                     placement = {{ xyz = [0.1, 0.2, 0.3], rpy = [0.3, 0.2, 0.1] }}\nmass = 1\n\
                     inertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
                )
            };
            let text = format!("name = \"two\"\n{}{}", body("a", "base"), body("b", "a"));
            let loaded = crate::model::parse("two.toml", &text).expect("a model");
            mechanisms.push(crate::transform::elementary(&loaded.mechanism));
        }
        for mechanism in mechanisms {
            let ten =
                |body| InertiaEntry::all().map(move |entry| InertialParameter { body, entry });
            let columns = mechanism.model_bodies().flat_map(ten).collect();
            let rank = dependencies(&mechanism, columns).parameters.len();
            for basis in Basis::ALL {
                let base = identify(&mechanism, |_| basis).base;
                assert_eq!(
                    base.len(),
                    rank,
                    "{}",
                    mechanism.bodies[0].joint.type_name()
                );
            }
        }
    }

    #[test]
    fn a_model_beyond_the_limit_keeps_its_closed_form() {
        let mechanism = generic(74);
        let reduced = reduce(&mechanism, |_| Basis::default());
        assert!(!reduced.complete && reduced.relations.is_empty());
        assert_eq!(reduced.parameters.len(), 74 * 7);
    }
}
