//! Young's modulus without bound: a flexible body is then the rigid body that its locked modes leave.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::parse;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;

use crate::flexible::models::model;

/// Relative, of the largest element.
const TOLERANCE: f64 = 1e-12;

/// What rounding leaves of accelerations, relative; 2e-12 was measured.
const ROUNDING: f64 = 1e-11;

/// A model with its beams so many times as stiff, without damping.
fn stiffer(name: &str, level: &str, times: f64, lock: &str) -> Mechanism {
    let mut text = model(name, level).replacen("\n[[body]]", &format!("{lock}\n[[body]]"), 1);
    for (key, value) in [("E", 70e9), ("G", 27e9)] {
        let (old, new) = (
            format!("{key} = {value:?}"),
            format!("{key} = {:?}", times * value),
        );
        assert!(text.contains(&old), "{name} has {old}");
        text = text.replace(&old, &new);
    }
    for ratio in ["0.01", "0.02"] {
        text = text.replace(&format!("damping = {ratio}"), "damping = 0.0");
    }
    parse("flexible.toml", &text)
        .expect("a sound model")
        .mechanism
}

/// A mechanism with flexible bodies, and the one that is left without their modes.
struct Pair {
    flexible: Mechanism,
    rigid: Mechanism,
    /// The velocities of joints.
    joints: Vec<usize>,
    /// The velocities of modes, each with its stiffness.
    modes: Vec<(usize, f64)>,
}

impl Pair {
    fn new(name: &str, level: &str, times: f64) -> Self {
        let flexible = stiffer(name, level, times, "");
        let vibrations = flexible.vibrations();
        let mut locked: Vec<String> = (vibrations.iter())
            .map(|one| format!("\"{}.modes\"", one.body.name))
            .collect();
        locked.dedup();
        let lock = format!("lock = [{}]\n", locked.join(", "));
        let (mut joints, mut modes) = (vec![], vec![]);
        for block in flexible.blocks() {
            match vibrations.iter().find(|one| one.mode.name == block.name) {
                Some(mode) => modes.push((block.v, mode.stiffness)),
                None => joints.push(block.v),
            }
        }
        let rigid = stiffer(name, level, times, &lock);
        assert_eq!(rigid.nv(), joints.len());
        Self {
            rigid,
            joints,
            modes,
            flexible,
        }
    }

    /// Values of joints, with zeros for modes.
    fn spread(&self, joints: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.flexible.nv()];
        for (&place, value) in self.joints.iter().zip(joints) {
            all[place] = *value;
        }
        all
    }

    /// What all velocities have, for joints alone.
    fn of_joints(&self, all: &[f64]) -> Vec<f64> {
        self.joints.iter().map(|&place| all[place]).collect()
    }
}

/// A quantity by each of its formulations.
fn values(mechanism: &Mechanism, quantity: Quantity, at: &State) -> Vec<Vec<f64>> {
    let split = elementary(mechanism);
    let formulations = quantity.formulations_on(&split);
    let all = formulations.into_iter();
    all.map(|one| reference(&split, quantity, one, at).concat())
        .collect()
}

fn state(q: Vec<f64>, qd: Vec<f64>, qdd: Vec<f64>, tau: Vec<f64>) -> State {
    State::default()
        .with(Argument::Q, q)
        .with(Argument::Qd, qd)
        .with(Argument::Qdd, qdd)
        .with(Argument::Tau, tau)
}

/// Positions, rates, accelerations and torques of joints.
fn motion(pair: &Pair) -> [Vec<f64>; 4] {
    let list = |size: f64| {
        let count = 0..pair.joints.len();
        count
            .map(|k| size * (1.7 * k as f64 + size).cos())
            .collect()
    };
    [list(0.9), list(1.3), list(4.0), list(6.0)]
}

/// The largest difference, as a part of the largest element.
fn apart(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let scale = expected
        .iter()
        .fold(1e-9_f64, |scale, x| scale.max(x.abs()));
    let pairs = found.iter().zip(expected);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale
}

/// A body whose modes are at rest, undeformed, has the torques of the rigid body in its joints, however stiff it is.
fn straight(name: &str, level: &str) {
    let pair = Pair::new(name, level, 1.0);
    let [q, qd, qdd, tau] = motion(&pair);
    let all = state(
        pair.spread(&q),
        pair.spread(&qd),
        pair.spread(&qdd),
        pair.spread(&tau),
    );
    let alone = state(q, qd, qdd, tau);
    for quantity in [
        Quantity::InverseDynamics,
        Quantity::Bias,
        Quantity::Gravity,
        Quantity::Momenta,
    ] {
        let expected = &values(&pair.rigid, quantity, &alone)[0];
        for found in values(&pair.flexible, quantity, &all) {
            let off = apart(&pair.of_joints(&found), expected);
            assert!(off <= TOLERANCE, "{name} {level} {quantity:?}: {off:e}");
        }
    }
}

/// Errors of the accelerations of joints, by every formulation, where modes are bent as their loads in the rigid motion bend them:
/// K η + r = 0 with the torques r that would hold η = 0.
fn errors(name: &str, level: &str, times: f64) -> Vec<f64> {
    let pair = Pair::new(name, level, times);
    let [q, qd, _, tau] = motion(&pair);
    let alone = state(q.clone(), qd.clone(), vec![], tau.clone());
    let expected = &values(&pair.rigid, Quantity::ForwardDynamics, &alone)[0];
    let rates = pair.spread(&qd);
    let held = state(
        pair.spread(&q),
        rates.clone(),
        pair.spread(expected),
        vec![],
    );
    let loads = &values(&pair.flexible, Quantity::InverseDynamics, &held)[0];
    let mut bent = pair.spread(&q);
    for (place, stiffness) in &pair.modes {
        bent[*place] = -loads[*place] / stiffness;
    }
    let all = state(bent, rates, vec![], pair.spread(&tau));
    let found = values(&pair.flexible, Quantity::ForwardDynamics, &all);
    let off = |found: &Vec<f64>| apart(&pair.of_joints(found), expected);
    found.iter().map(off).collect()
}

/// The error falls as 1/E, down to rounding; there is none where the bend does not enter.
fn stiff(name: &str, level: &str) {
    let first = errors(name, level, 1e3);
    let bends = level != "undeformed";
    assert!(first.iter().all(|&error| (error > 1e-6) == bends));
    for times in [1e6, 1e9, 1e12] {
        let found = errors(name, level, times);
        for (found, first) in found.iter().zip(&first) {
            let expected = first * 1e3 / times;
            println!("{name} {level} E × {times:e}: {found:e}, {expected:e}");
            assert!(
                (found - expected).abs() <= 0.05 * expected + ROUNDING,
                "{name} {level} E × {times:e}: {found:e}, not {expected:e}"
            );
        }
    }
}

macro_rules! rigid {
    ($($test:ident: $check:ident $model:literal;)*) => {
        $(#[test]
        fn $test() {
            for level in ["undeformed", "exact", "stiffened"] {
                $check($model, level);
            }
        })*
    };
}

rigid! {
    a_straight_planar_arm_is_rigid: straight "planar_2link";
    a_straight_spatial_arm_is_rigid: straight "spatial_3r";
    a_stiff_planar_arm_moves_as_the_rigid_one: stiff "planar_2link";
    a_stiff_spatial_arm_moves_as_the_rigid_one: stiff "spatial_3r";
}
