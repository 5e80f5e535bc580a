//! Golden data: states with what every quantity must be there, and which key of the data a quantity's output has.

use std::fs;

use denoc_codegen::reference::State;
use denoc_codegen::scalar::Argument;
use serde_json::Value;

use crate::plan::root;

/// Which golden values a quantity's outputs must equal. To add a quantity, add a row.
pub const ROWS: &[Row] = &[
    Row {
        quantity: "inverse_dynamics",
        outputs: &[("tau", Golden::Key("id_tau"))],
        trajectory: Some("tau"),
    },
    Row {
        quantity: "forward_dynamics",
        outputs: &[("qdd", Golden::FirstOf("fd_qdd_ld", "fd_qdd"))],
        trajectory: None,
    },
    Row { quantity: "mass_matrix", outputs: &[("M", Golden::Key("mass_matrix"))], trajectory: None },
    Row { quantity: "mass_matrix_inverse", outputs: &[("Minv", Golden::Key("minv"))], trajectory: None },
    Row { quantity: "bias", outputs: &[("h", Golden::Sum("coriolis_h", "gravity_tau"))], trajectory: None },
    Row { quantity: "gravity", outputs: &[("g", Golden::Key("gravity_tau"))], trajectory: None },
    Row { quantity: "momenta", outputs: &[("p", Golden::Key("momentum"))], trajectory: None },
    Row { quantity: "kinetic_energy", outputs: &[("T", Golden::Key("kinetic_energy"))], trajectory: None },
    Row { quantity: "potential_energy", outputs: &[("V", Golden::Key("potential_energy"))], trajectory: None },
    Row {
        quantity: "tip_pose",
        outputs: &[("R", Golden::Key("tip_R")), ("p", Golden::Key("tip_p"))],
        trajectory: None,
    },
    // [linear; angular] in the data, [angular; linear] here: six rows of nv.
    Row { quantity: "tip_jacobian", outputs: &[("J", Golden::RowHalvesSwapped("tip_jacobian"))], trajectory: None },
    // [force; moment] in the data, [moment; force] here: nb rows of six.
    Row {
        quantity: "joint_wrenches",
        outputs: &[("w", Golden::ColumnHalvesSwapped("joint_wrench"))],
        trajectory: None,
    },
    // p is an input; ṗ is not in the data: the physical identities have it.
    Row {
        quantity: "hamiltonian_rates",
        outputs: &[("qd", Golden::Key("qd")), ("pd", Golden::Absent)],
        trajectory: None,
    },
];

/// What the outputs of one quantity are compared with.
#[derive(Debug)]
pub struct Row {
    /// Name of the quantity (without `_FRAME`).
    pub quantity: &'static str,
    /// Every output array and its golden value.
    pub outputs: &'static [(&'static str, Golden)],
    /// Key of the first output in trajectory samples.
    pub trajectory: Option<&'static str>,
}

/// Where a golden value is, and how its layout differs from ours.
#[derive(Clone, Copy, Debug)]
pub enum Golden {
    /// Under a key, row-major as ours.
    Key(&'static str),
    /// Under the first key, or else under the second, whose noise it has.
    FirstOf(&'static str, &'static str),
    /// The sum of two.
    Sum(&'static str, &'static str),
    /// Rows 0-2 and 3-5 of a matrix of six rows are swapped.
    RowHalvesSwapped(&'static str),
    /// Columns 0-2 and 3-5 of a matrix of six columns are swapped.
    ColumnHalvesSwapped(&'static str),
    /// The data has none.
    Absent,
}

/// A golden array with its noise.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Elements in our layout, row-major.
    pub values: Vec<f64>,
    /// max|Δ| / max|array| between two correct implementations.
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

/// The row of a quantity.
#[must_use]
pub fn row(quantity: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.quantity == quantity)
}

/// All states and trajectory samples of a model.
#[must_use]
pub fn samples(model: &str) -> Vec<Sample> {
    let path = root().join("golden").join(format!("{model}.json"));
    let text = fs::read_to_string(&path).expect("every model has golden data");
    let data: Value = serde_json::from_str(&text).expect("golden data is JSON");
    let of = |key: &'static str, label: &'static str, is_state: bool| {
        let values = data[key].as_array().cloned().unwrap_or_default();
        let sample = move |(index, value)| Sample { label: format!("{label} {index}"), value, is_state };
        values.into_iter().enumerate().map(sample)
    };
    of("states", "state", true).chain(of("trajectory", "trajectory sample", false)).collect()
}

impl Sample {
    /// The inputs of a recursion.
    #[must_use]
    pub fn state(&self) -> State {
        let mut state = State::default();
        for argument in [Argument::Q, Argument::Qd, Argument::Qdd, Argument::Tau] {
            state = state.with(argument, self.array(argument.name()).unwrap_or_default());
        }
        state.with(Argument::P, self.array("momentum").unwrap_or_default())
    }

    /// The golden value of output `index` of a row; `None` when this sample has none.
    #[must_use]
    pub fn expected(&self, row: &Row, index: usize) -> Option<Expected> {
        if self.is_state {
            row.outputs[index].1.of(self)
        } else {
            let key = row.trajectory.filter(|_| index == 0)?;
            Some(Expected { values: self.array(key)?, noise: 0.0 })
        }
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

impl Golden {
    fn of(self, sample: &Sample) -> Option<Expected> {
        let (values, noise) = match self {
            Self::Key(key) => (sample.array(key)?, sample.noise(key)),
            Self::FirstOf(first, second) => {
                (sample.array(first).or_else(|| sample.array(second))?, sample.noise(second))
            }
            Self::Sum(a, b) => {
                let pairs = sample.array(a)?.into_iter().zip(sample.array(b)?);
                (pairs.map(|(a, b)| a + b).collect(), sample.noise(a).max(sample.noise(b)))
            }
            Self::RowHalvesSwapped(key) => {
                let values = sample.array(key)?;
                let half = values.len() / 2;
                ([&values[half..], &values[..half]].concat(), sample.noise(key))
            }
            Self::ColumnHalvesSwapped(key) => {
                let swapped = |row: &[f64]| [&row[3..], &row[..3]].concat();
                (sample.array(key)?.chunks_exact(6).flat_map(swapped).collect(), sample.noise(key))
            }
            Self::Absent => return None,
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
    /// What `found` may differ by in any element: max(`least`, 100 noise) of max|array|; absolute below 1e-10.
    #[must_use]
    pub fn tolerance(&self, least: f64) -> f64 {
        let largest = self.values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let relative = least.max(100.0 * self.noise);
        if largest < 1e-10 { relative } else { relative * largest }
    }

    /// Says how `found` differs by more than the tolerance, if it does.
    #[must_use]
    pub fn difference(&self, found: &[f64], least: f64) -> Option<String> {
        if found.len() != self.values.len() {
            return Some(format!("{} elements instead of {}", found.len(), self.values.len()));
        }
        let tolerance = self.tolerance(least);
        let worst = (self.values.iter().zip(found).enumerate())
            // Written so that NaN counts as a difference.
            .find(|(_, (expected, found))| !((*expected - *found).abs() <= tolerance));
        worst.map(|(element, (expected, found))| {
            let off = (expected - found).abs();
            format!("element {element} is {found:?}, golden {expected:?}, off by {off:e}, tolerance {tolerance:e}")
        })
    }
}
