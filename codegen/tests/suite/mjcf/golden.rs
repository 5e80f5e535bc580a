//! The recursions on plain floats and the compiled programs at the states of `tests/golden/mjcf`, which MuJoCo computed.
//!
//! The data are in MuJoCo's coordinates; they become ours by the formulas of `docs/mjcf.md`, of which this is the check.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use serde_json::Value;

/// Relative tolerance, of the magnitudes of terms; or a hundred times the noise of the data, where that is more.
const TOLERANCE: f64 = 1e-12;

/// The rate at which smooth friction reaches 1/√2 of its size, unless a model says otherwise, rad/s or m/s.
const FRICTION_RATE: f64 = 0.01;

/// Compiled programs are compared up to so many velocities: larger ones take long without optimisation.
const COMPILED: usize = 9;

type Matrix = Vec<Vec<f64>>;

fn file(name: &str) -> PathBuf {
    let path = format!("../tests/golden/mjcf/{name}");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A model, and what MuJoCo computed of it.
struct Golden {
    mechanism: Mechanism,
    data: Value,
}

/// A state in our coordinates.
struct Expected {
    at: State,
    mass_matrix: Matrix,
    /// With damping, friction and springs.
    bias: Vec<f64>,
    inverse_dynamics: Vec<f64>,
    /// The magnitude of the terms of each force.
    size: Vec<f64>,
}

fn numbers(value: &Value) -> Vec<f64> {
    let entries = value.as_array().expect("an array");
    entries
        .iter()
        .map(|x| x.as_f64().expect("a number"))
        .collect()
}

fn matrix(value: &Value) -> Matrix {
    value
        .as_array()
        .expect("rows")
        .iter()
        .map(numbers)
        .collect()
}

fn times(a: &Matrix, x: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(x).map(|(a, x)| a * x).sum();
    a.iter().map(row).collect()
}

fn transposed(a: &Matrix) -> Matrix {
    (0..a[0].len())
        .map(|j| a.iter().map(|row| row[j]).collect())
        .collect()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = transposed(b);
    transposed(&columns.iter().map(|column| times(a, column)).collect())
}

/// The rotation of a unit quaternion w, x, y, z.
fn rotation(q: &[f64]) -> Matrix {
    let (w, x, y, z) = (q[0], q[1], q[2], q[3]);
    vec![
        vec![
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        vec![
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
        ],
        vec![
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

fn cross(a: &[f64], b: &[f64]) -> Vec<f64> {
    (0..3)
        .map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
        .collect()
}

impl Golden {
    fn read(name: &str) -> Self {
        let loaded = load(&file(&format!("{name}.xml"))).unwrap_or_else(|error| panic!("{error}"));
        let data = std::fs::read_to_string(file(&format!("{name}.json"))).expect(name);
        Self {
            mechanism: loaded.mechanism,
            data: serde_json::from_str(&data).expect(name),
        }
    }

    fn tolerance(&self) -> f64 {
        TOLERANCE.max(100.0 * self.data["noise"].as_f64().expect("a number"))
    }

    /// MuJoCo's velocities as a matrix times ours, S with v = S v_ours, and v̇ - S v̇_ours.
    fn velocities(&self, state: &Value) -> (Matrix, Vec<f64>) {
        let (q, v) = (numbers(&state["qpos"]), numbers(&state["qvel"]));
        let n = v.len();
        let mut s: Matrix = (0..n)
            .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
            .collect();
        let mut rest = vec![0.0; n];
        let (mut at, mut dof) = (0, 0);
        for kind in numbers(&self.data["types"]) {
            match kind as usize {
                0 => {
                    let r = rotation(&q[at + 3..at + 7]);
                    for i in 0..3 {
                        s[dof + i][dof..dof + 3].copy_from_slice(&r[i]);
                    }
                    let own = times(&transposed(&r), &v[dof..dof + 3]);
                    let turned = times(&r, &cross(&v[dof + 3..dof + 6], &own));
                    rest[dof..dof + 3].copy_from_slice(&turned);
                    (at, dof) = (at + 7, dof + 6);
                }
                1 => (at, dof) = (at + 4, dof + 3),
                _ => (at, dof) = (at + 1, dof + 1),
            }
        }
        (s, rest)
    }

    /// Our coordinates: those of joints that move by themselves, quaternions with their real part last.
    fn coordinates(&self, state: &Value) -> Vec<f64> {
        let q = numbers(&state["qpos"]);
        let independent = numbers(&self.data["independent"]);
        let mut own = Vec::new();
        let (mut at, mut dof) = (0, 0);
        for kind in numbers(&self.data["types"]) {
            let last_real = |q: &[f64]| [q[1], q[2], q[3], q[0]];
            match kind as usize {
                0 => {
                    own.extend(&q[at..at + 3]);
                    own.extend(last_real(&q[at + 3..at + 7]));
                    (at, dof) = (at + 7, dof + 6);
                }
                1 => {
                    own.extend(last_real(&q[at..at + 4]));
                    (at, dof) = (at + 4, dof + 3);
                }
                _ => {
                    own.extend(independent.contains(&f64::from(dof)).then_some(q[at]));
                    (at, dof) = (at + 1, dof + 1);
                }
            }
        }
        own
    }

    fn expected(&self, state: &Value) -> Expected {
        let (s, rest) = self.velocities(state);
        let own = |key: &str| numbers(&state[key]);
        let (v, a, mass) = (own("qvel"), own("qacc"), matrix(&state["mass_matrix"]));
        let friction = numbers(&self.data["frictionloss"]);
        let smooth = |(f, v): (&f64, &f64)| f * v / v.hypot(FRICTION_RATE);
        let friction: Vec<f64> = friction.iter().zip(&v).map(smooth).collect();
        // With G, the independent velocities lead all: v = G x.
        let (g, back) = match &self.data["coupling"] {
            Value::Null => (s.clone(), transposed(&s)),
            coupling => (product(&s, &matrix(coupling)), transposed(&s)),
        };
        let reduced = |force: &[f64]| times(&transposed(&g), force);
        let sum = |parts: &[&[f64]]| -> Vec<f64> {
            (0..v.len())
                .map(|i| parts.iter().map(|part| part[i]).sum())
                .collect()
        };
        let negative: Vec<f64> = own("passive").iter().map(|x| -x).collect();
        let turning = times(&mass, &rest);
        let bias = sum(&[&own("bias"), &negative, &friction, &turning]);
        let inverse = sum(&[&own("inverse"), &friction]);
        let independent = numbers(&self.data["independent"]);
        let kept = |all: Vec<f64>| -> Vec<f64> {
            independent.iter().map(|dof| all[*dof as usize]).collect()
        };
        let less: Vec<f64> = a.iter().zip(&rest).map(|(a, rest)| a - rest).collect();
        let magnitudes = |matrix: &Matrix| -> Matrix {
            matrix
                .iter()
                .map(|row| row.iter().map(|x| x.abs()).collect())
                .collect()
        };
        let absolute = |x: &[f64]| -> Vec<f64> { x.iter().map(|x| x.abs()).collect() };
        let pushes = times(&magnitudes(&mass), &absolute(&a));
        let terms = sum(&[
            &pushes,
            &absolute(&own("bias")),
            &absolute(&negative),
            &absolute(&turning),
        ]);
        let mass_matrix = product(&transposed(&g), &product(&mass, &g));
        Expected {
            at: State::default()
                .with(Argument::Q, self.coordinates(state))
                .with(Argument::Qd, kept(times(&back, &v)))
                .with(Argument::Qdd, kept(times(&back, &less))),
            bias: reduced(&bias),
            inverse_dynamics: reduced(&inverse),
            size: alike(&mass_matrix, &times(&magnitudes(&transposed(&g)), &terms)),
            mass_matrix,
        }
    }
}

/// The magnitudes of forces, made those of the largest: in units of √M_ii they are comparable, and terms that are left out of the one
/// because they cancel (the weight of what slides along the ground) are in another.
fn alike(mass_matrix: &Matrix, sizes: &[f64]) -> Vec<f64> {
    let units = (0..sizes.len()).map(|i| mass_matrix[i][i].sqrt());
    let largest = sizes.iter().zip(units.clone());
    let largest = largest.fold(0.0_f64, |most, (size, unit)| most.max(size / unit));
    units.map(|unit| largest * unit).collect()
}

impl Expected {
    /// The largest difference of what was found of a quantity, as a part of the magnitude of its terms.
    fn off(&self, quantity: Quantity, found: &[f64]) -> Option<f64> {
        let n = self.bias.len();
        let (expected, size): (Vec<f64>, Vec<f64>) = match quantity {
            Quantity::Bias => (self.bias.clone(), self.size.clone()),
            Quantity::InverseDynamics => (self.inverse_dynamics.clone(), self.size.clone()),
            Quantity::MassMatrix => {
                let m = &self.mass_matrix;
                let size = |k: usize| (m[k / n][k / n] * m[k % n][k % n]).sqrt();
                (m.concat(), (0..n * n).map(size).collect())
            }
            _ => return None,
        };
        assert_eq!(found.len(), expected.len());
        let parts = found.iter().zip(&expected).zip(&size);
        let apart = parts.map(|((a, b), size)| (a - b).abs() / size.max(1e-300));
        // NaN is the worst.
        Some(apart.fold(0.0, |worst, one| if one <= worst { worst } else { one }))
    }
}

fn agrees(name: &str) {
    let golden = Golden::read(name);
    let mechanism = elementary(&golden.mechanism);
    let mut faults = Vec::new();
    let states = golden.data["states"].as_array().expect("states");
    let quantities = [
        Quantity::InverseDynamics,
        Quantity::Bias,
        Quantity::MassMatrix,
    ];
    let small = mechanism.nv() <= COMPILED;
    let compiled = small.then(|| {
        let options = Options {
            functions: Some(quantities.map(|one| one.name(&golden.mechanism)).into()),
            ..Options::default()
        };
        compile(&golden.mechanism, &options).expect("it compiles")
    });
    for (index, state) in states.iter().enumerate() {
        let expected = golden.expected(state);
        let mut compare = |quantity: Quantity, found: &[f64], by: &str| {
            let off = expected.off(quantity, found).expect("golden data");
            if off.is_nan() || off > golden.tolerance() {
                faults.push(format!("state {index}, {quantity:?} by {by}: {off:e}"));
            }
        };
        for quantity in quantities {
            for formulation in quantity.formulations_on(&mechanism) {
                let found = reference(&mechanism, quantity, formulation, &expected.at);
                compare(quantity, &found.concat(), &format!("{formulation:?}"));
            }
            let programs = compiled.iter().flat_map(|compiled| &compiled.functions);
            for function in programs.filter(|one| one.name == quantity.name(&golden.mechanism)) {
                let found = function
                    .run(|input| expected.at.get(input))
                    .expect("numbers");
                compare(quantity, &found.concat(), "the program");
            }
        }
    }
    assert!(states.len() >= 3);
    assert!(faults.is_empty(), "{name}\n{}", faults.join("\n"));
}

macro_rules! models {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            agrees(stringify!($name));
        })*

        const MODELS: &[&str] = &[$(stringify!($name)),*];
    };
}

models! {
    acrobot, ant, ball_in_cup, cartpole, cheetah, everything, finger, fish, half_cheetah, hopper, humanoid, humanoid_standup,
    inverted_double_pendulum, manipulator, pusher, quadruped, swimmer, walker, walker2d,
}

#[test]
fn every_model_with_data_is_compared() {
    let files = std::fs::read_dir(file("")).expect("golden data");
    let names = files.map(|file| file.expect("a file").path());
    let names = names.filter(|path| path.extension().is_some_and(|extension| extension == "xml"));
    let mut names: Vec<String> = names
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, MODELS);
}

#[test]
fn joints_are_in_the_order_of_mujoco() {
    for name in MODELS {
        let golden = Golden::read(name);
        let all: Vec<String> = serde_json::from_value(golden.data["joints"].clone()).expect(name);
        let blocks = golden.mechanism.blocks();
        let mut last = None;
        for block in blocks {
            let place = all.iter().position(|joint| *joint == block.name);
            assert!(place.is_some() && place > last, "{name}: {}", block.name);
            last = place;
        }
    }
}
