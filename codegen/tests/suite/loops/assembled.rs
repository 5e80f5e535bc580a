//! States of a mechanism at which its loops are closed, and motions on its manifold.

use std::path::PathBuf;

use denoc_codegen::assembly::assemble;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{Loops, Mechanism};
use denoc_codegen::model;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;
use denoc_sincos::linear::double::minimum_norm;

use super::tools::{Program, apply, largest, minus, moving, plus, program};

/// Every model of `models/loops`.
pub(crate) const MODELS: [&str; 12] = [
    "andrews",
    "bricard",
    "carpet_scraper",
    "double_pendulum_loops",
    "five_bar",
    "five_bar_narrow",
    "n_four_bar",
    "parallelogram",
    "parallelogram_b",
    "three_leg_platform",
    "three_leg_platform_symmetric",
    "two_pumas",
];

#[test]
fn every_shipped_model_is_on_the_list() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/loops");
    let files = std::fs::read_dir(folder).expect("models");
    let stem = |file: PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().into());
    let mut names: Vec<String> = files
        .filter_map(|file| stem(file.expect("a model").path()))
        .collect();
    names.sort();
    assert_eq!(names, MODELS);
}

/// A turning arm and a free block, with a cut joint of this type between them.
pub(crate) fn block_on_arm(joint: &str) -> Mechanism {
    let text = format!(
        r#"
name = "block"
gravity = [0, 0, -9.81]
actuated = ["arm"]
[assembly]
block = [0.3, 0.3, 0.1, 0, 0, 0, 1]
[[body]]
name = "arm"
parent = "base"
joint = {{ type = "revolute", axis = [0.6, 0, 0.8] }}
mass = 1.5
com = [0.1, 0.05, 0.02]
inertia = {{ xx = 0.02, yy = 0.03, zz = 0.04, xy = 0.001 }}
[[body]]
name = "block"
parent = "base"
joint = {{ type = "free" }}
mass = 0.7
com = [0.02, -0.01, 0.03]
inertia = {{ xx = 0.005, yy = 0.006, zz = 0.004 }}
[[loop]]
name = "hold"
joint = {joint}
from = {{ body = "arm", placement = {{ xyz = [0.4, 0.1, 0.2], rpy = [0.3, 0, -0.2] }} }}
to = {{ body = "block", placement = {{ xyz = [-0.1, 0.05, 0], rpy = [0, 0.4, 0.1] }} }}
"#
    );
    let loaded = model::parse("block.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.warnings, [], "{joint}");
    loaded.mechanism
}

/// Its loops.
pub(crate) fn loops(mechanism: &Mechanism) -> &Loops {
    mechanism.loops.as_ref().expect("loops")
}

/// Numbers in ±1.5, from a seed.
pub(crate) fn random(len: usize, seed: u64) -> Vec<f64> {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut draw = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        ((x >> 11) as f64 / (1_u64 << 53) as f64).mul_add(3.0, -1.5)
    };
    (0..8).for_each(|_| {
        draw();
    });
    (0..len).map(|_| draw()).collect()
}

/// Closed coordinates, and the projection of velocities.
pub(crate) struct Manifold<'a> {
    mechanism: &'a Mechanism,
    jacobian: Program,
    bias: Program,
}

impl<'a> Manifold<'a> {
    pub(crate) fn new(mechanism: &'a Mechanism) -> Self {
        Self {
            mechanism,
            jacobian: program(mechanism, "closure_jacobian"),
            bias: program(mechanism, "closure_bias"),
        }
    }

    /// Coordinates at which the loops are closed, about as far from the assembled ones as `away`.
    pub(crate) fn coordinates(&self, away: f64, seed: u64) -> Vec<f64> {
        let start = &loops(self.mechanism).mobility.q;
        let step = self.along(start, &random(self.mechanism.nv(), seed));
        self.closed(&integrate(self.mechanism, start, &step, away))
    }

    /// The nearest coordinates at which the loops are closed.
    pub(crate) fn closed(&self, q: &[f64]) -> Vec<f64> {
        let assembly = assemble(self.mechanism, q);
        assert!(assembly.gap < 1e-13, "{}", assembly.gap);
        assembly.q
    }

    /// G, rows first.
    pub(crate) fn jacobian(&self, q: &[f64]) -> Vec<f64> {
        let state = State::default().with(Argument::Q, q.to_vec());
        self.jacobian.run(&state).swap_remove(0)
    }

    /// Velocities that keep the loops closed, nearest to these.
    pub(crate) fn along(&self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        let once = plus(qd, &minus(&self.least(q, apply(&self.jacobian(q), qd))));
        plus(
            &once,
            &minus(&self.least(q, apply(&self.jacobian(q), &once))),
        )
    }

    /// Accelerations that keep the loops closed, nearest to these.
    pub(crate) fn accelerations(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<f64> {
        let bias = self.bias.run(&moving(q.to_vec(), qd.to_vec()));
        let needed = plus(&apply(&self.jacobian(q), qdd), &bias[0]);
        plus(qdd, &minus(&self.least(q, needed)))
    }

    /// A state at which all is consistent, with random torques.
    pub(crate) fn state(&self, seed: u64) -> State {
        let nv = self.mechanism.nv();
        let q = self.coordinates(0.2, seed);
        let qd = self.along(&q, &random(nv, seed + 100));
        let qdd = self.accelerations(&q, &qd, &random(nv, seed + 200));
        let loops = loops(self.mechanism);
        let rates = loops.mobility.independent.iter().map(|&v| qd[v]).collect();
        moving(q, qd)
            .with(Argument::Qdd, qdd)
            .with(Argument::Tau, random(loops.actuated.len(), seed + 300))
            .with(Argument::Independent, rates)
    }

    /// G⁺ right.
    fn least(&self, q: &[f64], mut right: Vec<f64>) -> Vec<f64> {
        let mut matrix = self.jacobian(q);
        let nv = self.mechanism.nv();
        let mut x = vec![0.0; nv];
        assert!(minimum_norm(
            right.len(),
            nv,
            &mut matrix,
            &mut right,
            1e-9,
            &mut x
        ));
        x
    }

    /// The largest residual.
    pub(crate) fn gap(&self, q: &[f64]) -> f64 {
        largest(&denoc_codegen::assembly::residual(self.mechanism, q))
    }
}

/// The quaternion of `[assembly]` is the turn along it.
#[test]
fn assembled_quaternions_are_of_unit_length() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = path.join("../models/loops/three_leg_platform.toml");
    let text = std::fs::read_to_string(path).expect("a model");
    let at = |turn: &str| {
        let written = "platform = [0, 0, 0, 1]";
        assert!(text.contains(written));
        text.replace(written, &format!("platform = {turn}"))
    };
    let assembled = |turn: &str| {
        let loaded = crate::common::good("platform.toml", &at(turn));
        loops(&loaded.mechanism).mobility.q.clone()
    };
    assert_eq!(assembled("[0, 0, 0, 2]"), assembled("[0, 0, 0, 1]"));
    let found = crate::common::errors("platform.toml", &at("[0, 0, 0, 0]"));
    let messages: Vec<&str> = found.iter().map(|(_, message)| &message[..]).collect();
    assert_eq!(
        messages,
        ["joint \"platform\" of `assembly` is at the quaternion 0"]
    );
}
