//! Physical identities on random trees with all joint types. Seeds are fixed; a failure prints its seed.

use std::fmt::Write as _;
use std::sync::LazyLock;

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{Joint, Mechanism};
use denoc_codegen::model::parse;
use denoc_codegen::reference::State;
use denoc_codegen::state::{difference, integrate};
use denoc_tests::plan::slow;
use denoc_tests::random::Random;
use nalgebra::{DMatrix, DVector};

/// Step of central differences.
const STEP: f64 = 1e-5;
const BY_DIFFERENCES: f64 = 1e-6;

const JOINTS: [&str; 9] = [
    r#"type = "revolute", axis = [0.3, -0.5, 0.8], offset = 0.4"#,
    r#"type = "prismatic", axis = [0, 1, 0], offset = 0.1"#,
    r#"type = "helical", axis = [1, 0, 0], pitch = 0.07"#,
    r#"type = "cylindrical", axis = [0, 0.6, 0.8]"#,
    r#"type = "universal", axis = [1, 0, 0], axis2 = [0, 1, 0]"#,
    r#"type = "planar""#,
    r#"type = "spherical""#,
    r#"type = "free""#,
    r#"type = "subspace", subspace = [[0, 0, 1, 0.2, -0.1, 0.05]]"#,
];

/// Seven bodies, the parent of each any earlier one (or the base), every joint type in turn from a random start.
fn tree(seed: u64) -> Mechanism {
    let mut random = Random(seed);
    let mut text = format!("name = \"tree{seed}\"\ngravity = [0.3, -1.0, -9.7]\n");
    let first = random.below(JOINTS.len());
    for body in 0..7 {
        let parent = match random.below(body + 1) {
            0 => "base".into(),
            earlier => format!("b{}", earlier - 1),
        };
        let [x, y, z, roll, pitch, yaw, a, b, c] =
            core::array::from_fn(|_| random.number(-1.0, 1.0));
        let _ = write!(
            text,
            "[[body]]\nname = \"b{body}\"\nparent = \"{parent}\"\njoint = {{ {} }}\n\
             placement = {{ xyz = [{x}, {y}, {z}], rpy = [{roll}, {pitch}, {yaw}] }}\n\
             mass = {}\ncom = [{a}, {b}, {c}]\n\
             inertia = {{ xx = 0.5, yy = 0.6, zz = 0.7, xy = 0.05, xz = {}, yz = -0.04 }}\n",
            JOINTS[(first + body) % JOINTS.len()],
            1.5 + random.number(-1.0, 1.0),
            0.05 * random.number(-1.0, 1.0),
        );
    }
    let _ = write!(
        text,
        "[[frame]]\nname = \"tool\"\nbody = \"b6\"\nplacement = {{ xyz = [0.1, 0.2, -0.3] }}\n"
    );
    parse("tree.toml", &text)
        .expect("the tree is sound")
        .mechanism
}

fn array(random: &mut Random, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.number(-1.0, 1.0)).collect()
}

struct Subject {
    mechanism: Mechanism,
    compiled: denoc_codegen::compile::Compiled,
    state: State,
    seed: u64,
}

/// Compiled once for all tests: that is most of their time.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let seeds = 1..=if slow() { 20 } else { 5 };
    seeds.map(Subject::new).collect()
});

impl Subject {
    fn new(seed: u64) -> Self {
        let mechanism = tree(seed);
        let compiled = compile(&mechanism, &Options::default()).expect("every function is proved");
        let mut random = Random(seed + 1000);
        let mut q = array(&mut random, mechanism.nq());
        for start in quaternions(&mechanism) {
            let norm = q[start..start + 4]
                .iter()
                .map(|x| x * x)
                .sum::<f64>()
                .sqrt();
            q[start..start + 4].iter_mut().for_each(|x| *x /= norm);
        }
        let nv = mechanism.nv();
        let state = State::default()
            .with(Argument::Q, q)
            .with(Argument::Qd, array(&mut random, nv))
            .with(Argument::Qdd, array(&mut random, nv))
            .with(Argument::Tau, array(&mut random, nv));
        Self {
            mechanism,
            compiled,
            state,
            seed,
        }
    }

    fn outputs(&self, name: &str, state: &State) -> Vec<DVector<f64>> {
        let function = self
            .compiled
            .functions
            .iter()
            .find(|function| function.name == name);
        let program = &function.expect(name).program;
        program
            .evaluate(|input| state.get(input))
            .into_iter()
            .map(DVector::from_vec)
            .collect()
    }

    fn vector(&self, name: &str, state: &State) -> DVector<f64> {
        self.outputs(name, state).swap_remove(0)
    }

    fn matrix(&self, name: &str, state: &State) -> DMatrix<f64> {
        let entries = self.vector(name, state);
        let rows = if name.starts_with("tip_jacobian") {
            6
        } else {
            entries.len().isqrt()
        };
        DMatrix::from_row_slice(rows, entries.len() / rows, entries.as_slice())
    }

    fn array(&self, argument: Argument) -> DVector<f64> {
        DVector::from_column_slice(self.state.array(argument))
    }

    /// The configuration after a time t at constant velocity.
    fn later(&self, t: f64) -> State {
        let (q, v) = (
            self.state.array(Argument::Q),
            self.state.array(Argument::Qd),
        );
        let moved = integrate(&self.mechanism, q, v, t);
        self.state.clone().with(Argument::Q, moved)
    }

    /// The same, by turning quaternions in closed form and by Simpson's rule for where the turning takes a free body.
    fn later_by_quadrature(&self, t: f64) -> Vec<f64> {
        const HALVES: u32 = 2000;
        let (q, v) = (
            self.state.array(Argument::Q),
            self.state.array(Argument::Qd),
        );
        let mut moved = Vec::with_capacity(q.len());
        let mut at = 0;
        for body in &self.mechanism.bodies {
            let (nq, nv) = (body.joint.nq(), body.joint.nv());
            let (q, v) = (&q[moved.len()..moved.len() + nq], &v[at..at + nv]);
            match body.joint {
                Joint::Spherical(_) => moved.extend(turned(q, v, t)),
                Joint::Free(_) => {
                    let mut shift = [0.0; 3];
                    for k in 0..=HALVES {
                        let weight = match k {
                            0 | HALVES => 1.0,
                            k if k % 2 == 1 => 4.0,
                            _ => 2.0,
                        };
                        let time = t * f64::from(k) / f64::from(HALVES);
                        let velocity = rotated(&turned(&q[3..], &v[3..], time), [v[0], v[1], v[2]]);
                        for (shift, velocity) in shift.iter_mut().zip(velocity) {
                            *shift += weight * velocity * t / f64::from(3 * HALVES);
                        }
                    }
                    moved.extend((0..3).map(|k| q[k] + shift[k]));
                    moved.extend(turned(&q[3..], &v[3..], t));
                }
                _ => moved.extend(q.iter().zip(v).map(|(q, v)| q + t * v)),
            }
            at += nv;
        }
        moved
    }

    /// d/dt at constant velocity, by central differences.
    fn rate(&self, f: impl Fn(&State) -> DVector<f64>) -> DVector<f64> {
        (f(&self.later(STEP)) - f(&self.later(-STEP))) / (2.0 * STEP)
    }

    fn near(&self, what: &str, a: &DVector<f64>, b: &DVector<f64>, tolerance: f64) {
        let scale = a.amax().max(b.amax()).max(1.0);
        let difference = (a - b).amax();
        assert!(
            difference <= tolerance * scale,
            "{what}, seed {}: off by {difference:e} of {scale}",
            self.seed
        );
    }
}

/// Where quaternions start in q.
fn quaternions(mechanism: &Mechanism) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut q = 0;
    for body in &mechanism.bodies {
        match body.joint {
            Joint::Spherical(_) => starts.push(q),
            Joint::Free(_) => starts.push(q + 3),
            _ => {}
        }
        q += body.joint.nq();
    }
    starts
}

/// q ⊗ exp(ω t / 2).
fn turned(q: &[f64], ω: &[f64], t: f64) -> [f64; 4] {
    let half = [ω[0] * t / 2.0, ω[1] * t / 2.0, ω[2] * t / 2.0];
    let angle = half.iter().map(|x| x * x).sum::<f64>().sqrt();
    let scale = if angle > 0.0 {
        angle.sin() / angle
    } else {
        1.0
    };
    let [a, b, c] = half.map(|x| x * scale);
    let d = angle.cos();
    let [x, y, z, w] = [q[0], q[1], q[2], q[3]];
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

/// R(q) v.
fn rotated(q: &[f64], v: [f64; 3]) -> [f64; 3] {
    let quaternion = nalgebra::Quaternion::new(q[3], q[0], q[1], q[2]);
    let moved = nalgebra::UnitQuaternion::from_quaternion(quaternion) * nalgebra::Vector3::from(v);
    [moved.x, moved.y, moved.z]
}

/// Largest over smallest singular value times rounding: what a division by M may lose.
fn quotient_tolerance(matrix: &DMatrix<f64>) -> f64 {
    let values = matrix.singular_values();
    (1e-14 * values.max() / values.min()).max(1e-11)
}

#[test]
fn states_follow_constant_velocities() {
    for subject in SUBJECTS.iter() {
        for t in [0.0, 1e-9, 0.01, 1.0, -2.0] {
            let moved = subject.later(t);
            let moved = moved.array(Argument::Q);
            let expected = DVector::from_vec(subject.later_by_quadrature(t));
            subject.near("q", &DVector::from_column_slice(moved), &expected, 1e-12);
            // Joint velocities are below √3: no joint turns by more than π, and the way back is the one taken.
            if t > -1.5 {
                let between =
                    difference(&subject.mechanism, subject.state.array(Argument::Q), moved);
                let step = subject.array(Argument::Qd) * t;
                subject.near("q₁ − q₀", &DVector::from_vec(between), &step, 2e-15);
            }
        }
    }
}

#[test]
fn the_pose_of_a_tip_moves_at_its_twist() {
    for subject in SUBJECTS.iter() {
        let twist = subject.vector("tip_twist_tool", &subject.state);
        let velocity = subject.rate(|state| subject.outputs("tip_pose_tool", state).swap_remove(1));
        subject.near(
            "ṗ",
            &twist.rows(3, 3).into_owned(),
            &velocity,
            BY_DIFFERENCES,
        );
        // Ṙ Rᵀ = ω̃
        let spin = subject.rate(|state| subject.vector("tip_pose_tool", state));
        let square = |entries: &DVector<f64>| DMatrix::from_row_slice(3, 3, entries.as_slice());
        let pose = subject.vector("tip_pose_tool", &subject.state);
        let skew = square(&spin) * square(&pose).transpose();
        let angular = DVector::from_vec(vec![skew[(2, 1)], skew[(0, 2)], skew[(1, 0)]]);
        subject.near(
            "ω",
            &twist.rows(0, 3).into_owned(),
            &angular,
            BY_DIFFERENCES,
        );
    }
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for subject in SUBJECTS.iter() {
        let tau = subject.vector("inverse_dynamics", &subject.state);
        let acted = subject
            .state
            .clone()
            .with(Argument::Tau, tau.as_slice().to_vec());
        let tolerance = quotient_tolerance(&subject.matrix("mass_matrix", &subject.state));
        subject.near(
            "q̈",
            &subject.vector("forward_dynamics", &acted),
            &subject.array(Argument::Qdd),
            tolerance,
        );
    }
}

#[test]
fn the_mass_matrix_is_what_its_relatives_say() {
    for subject in SUBJECTS.iter() {
        let state = &subject.state;
        let matrix = subject.matrix("mass_matrix", state);
        assert!(
            matrix == matrix.transpose() && matrix.clone().cholesky().is_some(),
            "seed {}",
            subject.seed
        );
        let tolerance = quotient_tolerance(&matrix);
        let flat = |matrix: &DMatrix<f64>| DVector::from_column_slice(matrix.as_slice());
        let n = matrix.nrows();
        let product = subject.matrix("mass_matrix_inverse", state) * &matrix;
        subject.near(
            "M⁻¹ M",
            &flat(&product),
            &flat(&DMatrix::identity(n, n)),
            tolerance,
        );

        let triangle = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
        let triangle = DVector::from_iterator(n * (n + 1) / 2, triangle.map(|at| matrix[at]));
        let upper = subject.vector("mass_matrix_upper", state);
        assert_eq!(upper, triangle, "seed {}", subject.seed);

        let factors = subject.outputs("mass_matrix_factor", state);
        let upper = DMatrix::from_row_slice(n, n, factors[0].as_slice());
        let rebuilt = &upper * DMatrix::from_diagonal(&factors[1]) * upper.transpose();
        subject.near("U D Uᵀ", &flat(&rebuilt), &flat(&matrix), 1e-12);

        let v = subject.array(Argument::Qd);
        let kinetic = subject.vector("kinetic_energy", state);
        subject.near(
            "T",
            &kinetic,
            &DVector::from_element(1, v.dot(&(&matrix * &v)) / 2.0),
            1e-12,
        );
        subject.near(
            "p",
            &subject.vector("momenta", state),
            &(&matrix * &v),
            1e-12,
        );

        let jacobian = subject.matrix("tip_jacobian_tool", state);
        let solved = subject.matrix("mass_matrix_inverse", state) * jacobian.transpose();
        subject.near(
            "Λ⁻¹",
            &flat(&subject.matrix("admittance", state)),
            &flat(&(jacobian * solved)),
            tolerance,
        );
    }
}

#[test]
fn the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew() {
    for subject in SUBJECTS.iter() {
        let rate = subject.rate(|state| subject.vector("mass_matrix", state));
        let c = subject.matrix("coriolis_matrix", &subject.state);
        let n = c.nrows();
        let skew = DMatrix::from_row_slice(n, n, rate.as_slice()) - &c * 2.0;
        let sum = &skew + skew.transpose();
        let sum = DVector::from_column_slice(sum.as_slice());
        let nothing = DVector::zeros(sum.len());
        assert!(
            (sum - nothing).amax() <= BY_DIFFERENCES * rate.amax().max(1.0),
            "seed {}",
            subject.seed
        );

        let v = subject.array(Argument::Qd);
        let bias =
            subject.vector("bias", &subject.state) - subject.vector("gravity", &subject.state);
        subject.near("C q̇", &(c * v), &bias, 1e-12);
    }
}

#[test]
fn power_is_balanced_and_hamiltonian_rates_are_those_of_newton() {
    for subject in SUBJECTS.iter() {
        let v = subject.array(Argument::Qd);
        let potential = subject.rate(|state| subject.vector("potential_energy", state));
        let gravity = subject.vector("gravity", &subject.state);
        subject.near(
            "dV/dt",
            &potential,
            &DVector::from_element(1, gravity.dot(&v)),
            BY_DIFFERENCES,
        );

        // dT/dt at constant v, plus M q̈ · v, plus dV/dt, is the power of τ.
        let qdd = subject.vector("forward_dynamics", &subject.state);
        let matrix = subject.matrix("mass_matrix", &subject.state);
        let kinetic = subject.rate(|state| subject.vector("kinetic_energy", state))[0];
        let power = kinetic + v.dot(&(&matrix * &qdd)) + gravity.dot(&v);
        let tau = subject.array(Argument::Tau);
        subject.near(
            "power",
            &DVector::from_element(1, power),
            &DVector::from_element(1, tau.dot(&v)),
            BY_DIFFERENCES,
        );

        let p = subject.vector("momenta", &subject.state);
        let canonical = subject
            .state
            .clone()
            .with(Argument::P, p.as_slice().to_vec());
        let rates = subject.outputs("hamiltonian_rates", &canonical);
        subject.near("q̇", &rates[0], &v, quotient_tolerance(&matrix));
        let momentum_rate = subject.rate(|state| subject.vector("momenta", state)) + &matrix * &qdd;
        subject.near("ṗ", &rates[1], &momentum_rate, BY_DIFFERENCES);

        let pushed = subject.rate(|state| subject.vector("tip_twist_tool", state));
        subject.near(
            "J̇ q̇",
            &subject.vector("tip_bias_acceleration_tool", &subject.state),
            &pushed,
            BY_DIFFERENCES,
        );
    }
}
