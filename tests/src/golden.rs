//! Golden data: states with what every quantity must be there, and which key of the data a quantity's output has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use denoc_codegen::leaves::{Argument, Weight};
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, scale};
use serde_json::Value;

use crate::plan::{self, root};
use crate::regressors;

use Golden::{ColumnHalvesSwapped, Divided, FirstOf, From, Key, RowHalvesSwapped, Sum};
use Ours::{Output, Through};

/// Which golden values a quantity must have. To add a quantity, add a row.
pub const ROWS: &[Row] = &[
    Row {
        quantity: "inverse_dynamics",
        compare: &[(Output(0), Key("id_tau"))],
        trajectory: Some("tau"),
    },
    // The wrenches are ours: `physics.rs` has their part of τ.
    Row {
        quantity: "inverse_dynamics_with_wrenches",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics",
        compare: &[(Output(0), FirstOf("fd_qdd_ld", "fd_qdd"))],
        trajectory: None,
    },
    Row {
        quantity: "mass_matrix",
        compare: &[(Output(0), Key("mass_matrix"))],
        trajectory: None,
    },
    Row {
        quantity: "mass_matrix_upper",
        compare: &[(Through(mirrored), Key("mass_matrix"))],
        trajectory: None,
    },
    Row {
        quantity: "mass_matrix_inverse",
        compare: &[(Output(0), Key("minv"))],
        trajectory: None,
    },
    Row {
        quantity: "mass_matrix_factor",
        compare: &[(Through(udu), Key("mass_matrix"))],
        trajectory: None,
    },
    Row {
        quantity: "bias",
        compare: &[(Output(0), Sum("coriolis_h", "gravity_tau"))],
        trajectory: None,
    },
    Row {
        quantity: "gravity",
        compare: &[(Output(0), Key("gravity_tau"))],
        trajectory: None,
    },
    Row {
        quantity: "coriolis_matrix",
        compare: &[(Through(times_rates), Key("coriolis_h"))],
        trajectory: None,
    },
    Row {
        quantity: "kinetic_energy",
        compare: &[(Output(0), Key("kinetic_energy"))],
        trajectory: None,
    },
    Row {
        quantity: "potential_energy",
        compare: &[(Output(0), Key("potential_energy"))],
        trajectory: None,
    },
    Row {
        quantity: "tip_pose",
        compare: &[(Output(0), Key("tip_R")), (Output(1), Key("tip_p"))],
        trajectory: None,
    },
    // [linear; angular] in the data, [angular; linear] here: six rows of nv.
    Row {
        quantity: "tip_jacobian",
        compare: &[(Output(0), RowHalvesSwapped("tip_jacobian"))],
        trajectory: None,
    },
    Row {
        quantity: "tip_twist",
        compare: &[(Output(0), From(tip_twist))],
        trajectory: None,
    },
    // Not in the data: `physics.rs`.
    Row {
        quantity: "tip_bias_acceleration",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "admittance",
        compare: &[(Output(0), From(admittance))],
        trajectory: None,
    },
    // The inverse of the admittance: `physics.rs`.
    Row {
        quantity: "operational_inertia",
        compare: &[],
        trajectory: None,
    },
    // [force; moment] in the data, [moment; force] here: nb rows of six.
    Row {
        quantity: "joint_wrenches",
        compare: &[(Output(0), ColumnHalvesSwapped("joint_wrench"))],
        trajectory: None,
    },
    Row {
        quantity: "momenta",
        compare: &[(Output(0), Key("momentum"))],
        trajectory: None,
    },
    // Not in the data: `physics.rs`.
    Row {
        quantity: "centroidal_momentum",
        compare: &[],
        trajectory: None,
    },
    // p is an input; ṗ is not in the data: `physics.rs`.
    Row {
        quantity: "hamiltonian_rates",
        compare: &[(Output(0), Divided("qd", "minv"))],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_derivatives",
        compare: &[(Output(0), Key("did_dq")), (Output(1), Key("did_dqd"))],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_derivatives_with_mass_matrix",
        compare: &[
            (Output(0), Key("did_dq")),
            (Output(1), Key("did_dqd")),
            (Output(2), Key("mass_matrix")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_dq",
        compare: &[(Output(0), Key("did_dq"))],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_dqd",
        compare: &[(Output(0), Key("did_dqd"))],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_derivatives",
        compare: &[
            (Output(0), Key("dfd_dq")),
            (Output(1), Key("dfd_dqd")),
            (Output(2), Key("minv")),
            (Output(3), FirstOf("fd_qdd_ld", "fd_qdd")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_dq",
        compare: &[(Output(0), Key("dfd_dq"))],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_dqd",
        compare: &[(Output(0), Key("dfd_dqd"))],
        trajectory: None,
    },
    Row {
        quantity: "gravity_derivative",
        compare: &[(Output(0), Key("dgravity_dq"))],
        trajectory: None,
    },
    // Not in the data: `derivatives.rs`.
    Row {
        quantity: "bias_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "mass_matrix_product_derivative",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "centroidal_momentum_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "hamiltonian_rates_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "tip_pose_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "tip_twist_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "tip_bias_acceleration_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_second_derivatives",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_second_derivatives",
        compare: &[
            (Output(0), Key("d2id_dqdq")),
            (Output(1), Key("d2id_dqdqd")),
            (Output(2), Key("d2id_dqddqd")),
            (Output(3), Key("dmass_dq")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_jvp",
        compare: &[(Output(0), Key("id_tau")), (Output(1), Key("jvp_id"))],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_vjp",
        compare: &[
            (Output(0), Key("id_tau")),
            (Output(1), Key("vjp_id_q")),
            (Output(2), Key("vjp_id_qd")),
            (Output(3), Key("vjp_id_qdd")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "inverse_dynamics_hessian_product",
        compare: &[
            (Output(0), Key("hvp_id_q")),
            (Output(1), Key("hvp_id_qd")),
            (Output(2), Key("hvp_id_qdd")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_jvp",
        compare: &[
            (Output(0), FirstOf("fd_qdd_ld", "fd_qdd")),
            (Output(1), Key("jvp_fd")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "forward_dynamics_vjp",
        compare: &[
            (Output(0), FirstOf("fd_qdd_ld", "fd_qdd")),
            (Output(1), Key("vjp_fd_q")),
            (Output(2), Key("vjp_fd_qd")),
            (Output(3), Key("vjp_fd_tau")),
        ],
        trajectory: None,
    },
    Row {
        quantity: "regressor",
        compare: &[(Output(0), Key("Y"))],
        trajectory: None,
    },
    Row {
        quantity: "base_regressor",
        compare: &[(Output(0), Key("Y_base"))],
        trajectory: None,
    },
    // Not in the data: `codegen/tests/suite/regressors.rs`.
    Row {
        quantity: "momenta_regressor",
        compare: &[],
        trajectory: None,
    },
    Row {
        quantity: "kinetic_energy_regressor",
        compare: &[(Output(0), Key("kinetic"))],
        trajectory: None,
    },
    Row {
        quantity: "potential_energy_regressor",
        compare: &[(Output(0), Key("potential"))],
        trajectory: None,
    },
];

/// What the outputs of one quantity are compared with.
#[derive(Debug)]
pub struct Row {
    /// Name of the quantity (without `_FRAME`).
    pub quantity: &'static str,
    /// What of ours must equal what of the data; empty when the data has nothing of it.
    pub compare: &'static [(Ours, Golden)],
    /// Key of the first output in trajectory samples.
    pub trajectory: Option<&'static str>,
}

/// An array of ours.
#[derive(Clone, Copy, Debug)]
pub enum Ours {
    /// An output array.
    Output(usize),
    /// Something computed from the outputs and q̇.
    Through(fn(&[Vec<f64>], &[f64]) -> Vec<f64>),
}

/// Where a golden value is, and how its layout differs from ours.
#[derive(Clone, Copy, Debug)]
pub enum Golden {
    /// Under a key, row-major as ours.
    Key(&'static str),
    /// Under the first key, or else under the second, whose noise it has.
    FirstOf(&'static str, &'static str),
    /// Under the first key, computed through a division with the noise of the second.
    Divided(&'static str, &'static str),
    /// The sum of two.
    Sum(&'static str, &'static str),
    /// Rows 0-2 and 3-5 of a matrix of six rows are swapped.
    RowHalvesSwapped(&'static str),
    /// Columns 0-2 and 3-5 of a matrix of six columns are swapped.
    ColumnHalvesSwapped(&'static str),
    /// Computed from the data.
    From(fn(&Sample) -> Option<Expected>),
}

/// max|array|.
fn largest(array: &[f64]) -> f64 {
    array
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()))
}

/// U D Uᵀ.
fn udu(outputs: &[Vec<f64>], _: &[f64]) -> Vec<f64> {
    let (u, d) = (&outputs[0], &outputs[1]);
    let n = d.len();
    let element = |i: usize, j: usize| (0..n).map(|k| u[i * n + k] * d[k] * u[j * n + k]).sum();
    (0..n * n).map(|at| element(at / n, at % n)).collect()
}

/// The symmetric matrix whose upper triangle, row by row, is the first output.
fn mirrored(outputs: &[Vec<f64>], rates: &[f64]) -> Vec<f64> {
    let n = rates.len();
    let element = |i: usize, j: usize| outputs[0][i * n - i * (i + 1) / 2 + j];
    (0..n * n)
        .map(|at| (at / n, at % n))
        .map(|(i, j)| element(i.min(j), i.max(j)))
        .collect()
}

/// The first output, a matrix, times q̇.
fn times_rates(outputs: &[Vec<f64>], rates: &[f64]) -> Vec<f64> {
    times(&outputs[0], rates)
}

fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks_exact(vector.len().max(1));
    rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

/// J q̇.
fn tip_twist(sample: &Sample) -> Option<Expected> {
    let jacobian = RowHalvesSwapped("tip_jacobian").of(sample)?;
    Some(Expected {
        values: times(&jacobian.values, &sample.array("qd")?),
        noise: jacobian.noise,
    })
}

/// J M⁻¹ Jᵀ.
fn admittance(sample: &Sample) -> Option<Expected> {
    let (jacobian, inverse) = (
        RowHalvesSwapped("tip_jacobian").of(sample)?,
        sample.array("minv")?,
    );
    let nv = jacobian.values.len() / 6;
    let mut values = vec![0.0; 36];
    for (i, row) in jacobian.values.chunks_exact(nv).enumerate() {
        let column = times(&inverse, row);
        for (j, product) in times(&jacobian.values, &column).into_iter().enumerate() {
            values[6 * j + i] = product;
        }
    }
    Some(Expected {
        values,
        noise: sample.noise("minv"),
    })
}

/// A golden array with its noise.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Elements in our layout, row-major.
    pub values: Vec<f64>,
    /// max|Δ| / max|array| between two correct implementations; max|Δ| where max|array| < 1e-10.
    pub noise: f64,
}

/// A state of the golden data (or a sample of a trajectory).
#[derive(Clone, Debug)]
pub struct Sample {
    /// What to say when it fails: `state 3`.
    pub label: String,
    value: Value,
    is_state: bool,
}

/// That of products of which there is no data: `derivatives.rs` has them.
static OF_OTHER_PRODUCTS: Row = Row {
    quantity: "a product",
    compare: &[],
    trajectory: None,
};

/// The row of a quantity; the frame of all models is `tip`.
#[must_use]
pub fn row(quantity: &str) -> Option<&'static Row> {
    let products = ["_jvp", "_vjp", "_hessian_product"];
    let is_product = products.iter().any(|suffix| quantity.ends_with(suffix));
    let other = is_product.then_some(&OF_OTHER_PRODUCTS);
    let quantity = quantity.strip_suffix("_tip").unwrap_or(quantity);
    ROWS.iter().find(|row| row.quantity == quantity).or(other)
}

/// The names of a robot's joints, in the order of their coordinates, those of mimic joints last; `None` of other models.
#[must_use]
pub fn joints(model: &str) -> Option<Vec<String>> {
    let data = document(model);
    let names = data["joints"].as_array()?.iter();
    Some(
        names
            .filter_map(|name| name.as_str().map(Into::into))
            .collect(),
    )
}

/// The inputs of a state, and what belongs to no quantity.
const INPUTS: [&str; 12] = [
    "q", "qd", "qdd", "tau", "noise", "state", "dq", "dqd", "dqdd", "dtau", "lambda", "mu",
];

/// How many arrays of the states of a model no function is compared with, by their keys.
#[must_use]
pub fn skipped(model: &str) -> BTreeMap<String, usize> {
    let mechanism = plan::mechanism(model);
    let quantities = plan::quantities(model, &mechanism).into_iter();
    let rows = quantities.filter_map(|quantity| row(&quantity.name(&mechanism)));
    let golden = rows.flat_map(|row| row.compare);
    let compared: BTreeSet<&str> = golden.flat_map(|(_, golden)| golden.keys()).collect();
    let mut skipped = BTreeMap::new();
    for state in samples(model).iter().filter(|sample| sample.is_state) {
        for key in state
            .value
            .as_object()
            .into_iter()
            .flat_map(|all| all.keys())
        {
            if !INPUTS.contains(&key.as_str()) && !compared.contains(key.as_str()) {
                *skipped.entry(key.clone()).or_default() += 1;
            }
        }
    }
    skipped
}

/// A document of golden data: `urdf/ur5`, `derivatives/physics/ur5`.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn document(name: &str) -> Value {
    let path = root().join("golden").join(format!("{name}.json"));
    let text = fs::read_to_string(&path).expect("every model has golden data");
    serde_json::from_str(&text).expect("golden data is JSON")
}

/// The golden data of a model, with its regressors.
fn data(model: &str) -> Value {
    let mut data = document(model);
    regressors::merge(model, &mut data);
    data
}

/// All states and trajectory samples of a model.
#[must_use]
pub fn samples(model: &str) -> Vec<Sample> {
    let data = data(model);
    let of = |key: &'static str, label: &'static str, is_state: bool| {
        let values = data[key].as_array().cloned().unwrap_or_default();
        let sample = move |(index, value)| Sample {
            label: format!("{label} {index}"),
            value,
            is_state,
        };
        values.into_iter().enumerate().map(sample)
    };
    let mut samples: Vec<Sample> = of("states", "state", true)
        .chain(of("trajectory", "trajectory sample", false))
        .collect();
    for derivatives in [derivatives(model), products(model), second(model)].concat() {
        let state = derivatives["state"]
            .as_u64()
            .and_then(|state| usize::try_from(state).ok());
        let sample = samples.get_mut(state.expect("the index of a state"));
        sample.expect("a state of the data").extend(&derivatives);
    }
    samples
}

/// The derivatives at states of a model; none of models without them.
#[must_use]
pub fn derivatives(model: &str) -> Vec<Value> {
    at_states("golden/derivatives", model)
}

/// Products of derivatives at states of a model; none of models without them.
#[must_use]
pub fn products(model: &str) -> Vec<Value> {
    at_states("golden/derivatives/products", model)
}

/// Second derivatives at states of a model; none of models without them.
#[must_use]
pub fn second(model: &str) -> Vec<Value> {
    at_states("golden/derivatives/second", model)
}

fn at_states(folder: &str, model: &str) -> Vec<Value> {
    let path = root().join(folder).join(format!("{model}.json"));
    let Ok(text) = fs::read_to_string(&path) else {
        return Vec::new();
    };
    let data: Value = serde_json::from_str(&text).expect("golden data is JSON");
    data["states"].as_array().cloned().expect("states")
}

/// The states of a model that another document is of, with the arrays of that document in the place of their own.
#[must_use]
pub fn samples_with(model: &str, document: &Value) -> Vec<Sample> {
    let own = samples(model);
    let states = document["states"].as_array().into_iter().flatten();
    let sample = |state: &Value| {
        let index = state["state"]
            .as_u64()
            .and_then(|index| usize::try_from(index).ok());
        let inputs = own.get(index?)?;
        let mut value = state.clone();
        for key in ["q", "qd", "qdd", "tau"] {
            if value.get(key).is_none() {
                value[key] = inputs.value[key].clone();
            }
        }
        value["mass_matrix"] = value["mass"].clone();
        value["noise"]["mass_matrix"] = value["noise"]["M"].clone();
        Some(Sample {
            label: inputs.label.clone(),
            value,
            is_state: true,
        })
    };
    states.filter_map(sample).collect()
}

impl Sample {
    /// Adds arrays of the same state, with their noise; those that are known stay.
    fn extend(&mut self, more: &Value) {
        for (key, value) in more.as_object().into_iter().flatten() {
            match self.value.get_mut(key) {
                Some(known) if key == "noise" => {
                    for (key, value) in value.as_object().into_iter().flatten() {
                        if known.get(key).is_none() {
                            known[key] = value.clone();
                        }
                    }
                }
                Some(_) => {}
                None => self.value[key] = value.clone(),
            }
        }
    }

    /// The inputs of a recursion. What the data has nothing of (wrenches; momenta where a state was trimmed) gets values
    /// as good as any: the lanes are compared all the same.
    #[must_use]
    pub fn state(&self) -> State {
        let any: Vec<f64> = (0..6 * 512_u16).map(|k| f64::from(k % 11) - 4.75).collect();
        let mut state = State::default().with(Argument::Wrenches, any.clone());
        for argument in [
            Argument::Q,
            Argument::Qd,
            Argument::Qdd,
            Argument::Tau,
            Argument::P,
        ] {
            let key = if argument == Argument::P {
                "momentum"
            } else {
                argument.name()
            };
            state = state.with(argument, self.array(key).unwrap_or_else(|| any.clone()));
        }
        let inputs = Quantity::table().flat_map(|one| one.signature().inputs);
        for &argument in inputs {
            let key = match argument {
                Argument::Weights(Weight { name: "w_tau", .. }) => "lambda",
                Argument::Weights(Weight { name: "w_qdd", .. }) => "mu",
                _ => argument.name(),
            };
            let is_new = state.array(argument).is_empty();
            if is_new && !argument.is_driven() {
                state = state.with(argument, self.array(key).unwrap_or_else(|| any.clone()));
            }
        }
        state
    }

    /// Comparison `index` of a row: our value and the golden one; `None` when this sample has none.
    #[must_use]
    pub fn compare(
        &self,
        row: &Row,
        index: usize,
        outputs: &[Vec<f64>],
    ) -> Option<(Vec<f64>, Expected)> {
        let (ours, golden) = row.compare[index];
        let expected = if self.is_state {
            golden.of(self)?
        } else {
            Expected {
                values: self.array(row.trajectory?)?,
                noise: 0.0,
            }
        };
        let rates = self.array("qd").unwrap_or_default();
        Some((ours.of(outputs, &rates), expected))
    }

    /// The largest of the terms that our value of comparison `index` is a sum of, from those of the output arrays.
    #[must_use]
    pub fn terms(&self, row: &Row, index: usize, (outputs, terms): (&[Vec<f64>], &[f64])) -> f64 {
        let arrays = outputs.iter().zip(terms);
        let arrays: Vec<Vec<f64>> = arrays
            .map(|(array, terms)| vec![*terms; array.len()])
            .collect();
        let rates = self.array("qd").unwrap_or_default();
        let rates: Vec<f64> = rates.into_iter().map(f64::abs).collect();
        largest(&row.compare[index].0.of(&arrays, &rates))
    }

    fn array(&self, key: &str) -> Option<Vec<f64>> {
        let mut values = Vec::new();
        flatten(self.value.get(key)?, &mut values);
        Some(values)
    }

    fn noise(&self, key: &str) -> f64 {
        self.value["noise"][key].as_f64().unwrap_or(0.0)
    }
}

impl Ours {
    fn of(self, outputs: &[Vec<f64>], rates: &[f64]) -> Vec<f64> {
        match self {
            Output(output) => outputs[output].clone(),
            Through(function) => function(outputs, rates),
        }
    }
}

impl Golden {
    /// The keys of the data that it compares by themselves.
    fn keys(self) -> Vec<&'static str> {
        match self {
            Key(key) | RowHalvesSwapped(key) | ColumnHalvesSwapped(key) => vec![key],
            FirstOf(a, b) | Sum(a, b) => vec![a, b],
            Divided(key, _) => vec![key],
            From(_) => Vec::new(),
        }
    }

    fn of(self, sample: &Sample) -> Option<Expected> {
        let (values, noise) = match self {
            Self::Key(key) => (sample.array(key)?, sample.noise(key)),
            Self::FirstOf(first, second) => (
                sample.array(first).or_else(|| sample.array(second))?,
                sample.noise(second),
            ),
            Self::Sum(a, b) => {
                let pairs = sample.array(a)?.into_iter().zip(sample.array(b)?);
                (
                    pairs.map(|(a, b)| a + b).collect(),
                    sample.noise(a).max(sample.noise(b)),
                )
            }
            Self::RowHalvesSwapped(key) => {
                let values = sample.array(key)?;
                let half = values.len() / 2;
                (
                    [&values[half..], &values[..half]].concat(),
                    sample.noise(key),
                )
            }
            Self::ColumnHalvesSwapped(key) => {
                let swapped = |row: &[f64]| [&row[3..], &row[..3]].concat();
                (
                    sample
                        .array(key)?
                        .chunks_exact(6)
                        .flat_map(swapped)
                        .collect(),
                    sample.noise(key),
                )
            }
            Self::Divided(key, divisor) => {
                sample.array(divisor)?;
                (sample.array(key)?, sample.noise(divisor))
            }
            Self::From(function) => return function(sample),
        };
        Some(Expected { values, noise })
    }
}

fn flatten(value: &Value, into: &mut Vec<f64>) {
    match value.as_array() {
        Some(elements) => elements.iter().for_each(|element| flatten(element, into)),
        None => into.push(value.as_f64().expect("golden values are numbers")),
    }
}

impl Expected {
    /// What `found` may differ by in any element: `least` of max|array|, or of the `terms` where these cancel, or 100 times the
    /// noise.
    #[must_use]
    pub fn tolerance(&self, least: f64, terms: f64) -> f64 {
        let largest = largest(&self.values);
        let unit = if largest < 1e-10 { 1.0 } else { largest };
        (least * scale(&self.values, terms)).max(100.0 * self.noise * unit)
    }

    /// Says how `found` differs by more than the tolerance, if it does.
    #[must_use]
    pub fn difference(&self, found: &[f64], (least, terms): (f64, f64)) -> Option<String> {
        if found.len() != self.values.len() {
            return Some(format!(
                "{} elements instead of {}",
                found.len(),
                self.values.len()
            ));
        }
        let tolerance = self.tolerance(least, terms);
        // NaN is not close to anything.
        let close = |expected: f64, found: f64| (expected - found).abs() <= tolerance;
        let worst = (self.values.iter().zip(found).enumerate())
            .find(|(_, (expected, found))| !close(**expected, **found));
        worst.map(|(element, (expected, found))| {
            let off = (expected - found).abs();
            format!("element {element} is {found:?}, golden {expected:?}, off by {off:e}, tolerance {tolerance:e}")
        })
    }
}
