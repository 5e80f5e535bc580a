//! Every golden robot as `urdf-rs` reads it: links, joints, limits.

use std::path::Path;

use urdf_rs::JointType;

use super::{Robot, Settings, read};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::joint::{Frames, Written};
use crate::mechanism::{Limits, Rotation};
use crate::model::faults::Faults;
use crate::model::file::ModelFile;
use crate::model::raw::{PerVelocity, RawBody, RawJoint, RawParent};

/// Three angles within 1e-12 of quarter turns are quarter turns for us.
const TOLERANCE: f64 = 3e-12;

/// The golden robots by their files.
const ROBOTS: [&str; 7] = [
    "allegro_right_hand",
    "anymal",
    "double_pendulum_continuous",
    "panda",
    "solo12",
    "tiago_no_hand",
    "ur5_robot",
];

type Matrix = [[f64; 3]; 3];

fn close(
    found: impl IntoIterator<Item = f64>,
    expected: impl IntoIterator<Item = f64>,
    what: &str,
) {
    let (found, expected): (Vec<f64>, Vec<f64>) =
        (found.into_iter().collect(), expected.into_iter().collect());
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(&expected) {
        assert!(
            (a - b).abs() <= TOLERANCE * (1.0 + b.abs()),
            "{what}: {found:?}, {expected:?}"
        );
    }
}

fn floats<const N: usize>(numbers: &[Number; N]) -> [f64; N] {
    std::array::from_fn(|i| numbers[i].to_f64())
}

fn entries(Rotation(matrix): &Rotation) -> impl Iterator<Item = f64> {
    matrix.iter().flatten().map(Number::to_f64)
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

fn transposed(a: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

/// Rz(yaw) Ry(pitch) Rx(roll), as the URDF specification has it.
fn of_rpy([roll, pitch, yaw]: [f64; 3]) -> Matrix {
    let ((sr, cr), (sp, cp), (sy, cy)) = (roll.sin_cos(), pitch.sin_cos(), yaw.sin_cos());
    let z = [[cy, -sy, 0.0], [sy, cy, 0.0], [0.0, 0.0, 1.0]];
    let y = [[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]];
    let x = [[1.0, 0.0, 0.0], [0.0, cr, -sr], [0.0, sr, cr]];
    times(&z, &times(&y, &x))
}

/// Both readings of a robot; damping on, mimic joints following.
fn both(name: &str) -> (Robot, urdf_rs::Robot) {
    let path = format!("../tests/golden/urdf/{name}.urdf");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let Ok(file) = ModelFile::read(&path, name) else {
        unreachable!("{name} is in the repository")
    };
    let theirs = urdf_rs::read_from_string(&file.text).expect(name);
    let settings = Settings {
        dynamics: Some(true),
        // urdf-rs takes rounded angles such as 1.57079632679 as written.
        snap: "1e-12".parse().ok(),
        ..Settings::default()
    };
    let ours = read(&file.text, 0, &settings, &mut Faults::new(file.clone()));
    (ours.expect(name), theirs)
}

fn body<'a>(robot: &'a Robot, link: &str) -> &'a RawBody {
    let named = |body: &&RawBody| body.rigid.name.value == link;
    robot.bodies.iter().find(named).expect(link)
}

#[test]
fn links_are_as_urdf_rs_reads_them() {
    for name in ROBOTS {
        let (ours, theirs) = both(name);
        assert_eq!(ours.name.value, theirs.name);
        assert_eq!(ours.bodies.len(), theirs.links.len(), "{name}");
        for link in &theirs.links {
            let (rigid, inertial) = (&body(&ours, &link.name).rigid, &link.inertial);
            let what = format!("{name}, {}", link.name);
            close([rigid.mass.value.to_f64()], [inertial.mass.value], &what);
            close(floats(&rigid.com), inertial.origin.xyz.0, &what);
            let i = &inertial.inertia;
            let own = [
                [i.ixx, i.ixy, i.ixz],
                [i.ixy, i.iyy, i.iyz],
                [i.ixz, i.iyz, i.izz],
            ];
            let turn = of_rpy(inertial.origin.rpy.0);
            let turned = times(&turn, &times(&own, &transposed(&turn)));
            let found = (0..9).map(|k| rigid.inertia.value.at(k / 3, k % 3).to_f64());
            close(found, turned.into_iter().flatten(), &what);
        }
    }
}

#[test]
fn joints_are_as_urdf_rs_reads_them() {
    for name in ROBOTS {
        let (ours, theirs) = both(name);
        assert_eq!(ours.bodies.len(), theirs.joints.len() + 1, "{name}");
        for joint in &theirs.joints {
            let body = body(&ours, &joint.child.link);
            let what = format!("{name}, {}", joint.name);
            assert_eq!(body.joint_name.value, joint.name);
            let parent = body.parent.as_ref().map(|parent| &parent.value);
            assert_eq!(
                parent,
                Some(&RawParent::Body(joint.parent.link.clone())),
                "{what}"
            );
            close(floats(&body.placement.xyz), joint.origin.xyz.0, &what);
            let turn = of_rpy(joint.origin.rpy.0);
            close(
                entries(&body.placement.turns.rotation()),
                turn.into_iter().flatten(),
                &what,
            );
            assert_motion(&body.joint, joint, &what);
            assert_limits(body.limits.as_ref(), joint, &what);
            let followed = body
                .mimic
                .as_ref()
                .map(|mimic| mimic.value.joint.value.as_str());
            assert_eq!(
                followed,
                joint.mimic.as_ref().map(|mimic| mimic.joint.as_str()),
                "{what}"
            );
            assert_damping(body, joint, &what);
        }
    }
}

fn assert_motion(motion: &RawJoint, joint: &urdf_rs::Joint, what: &str) {
    let RawJoint::Moving(Written { joint: own, frames }) = motion else {
        assert_eq!(joint.joint_type, JointType::Fixed, "{what}");
        return;
    };
    match joint.joint_type {
        JointType::Revolute | JointType::Continuous => {
            assert!(own.rotation().is_some_and(Angle::is_zero), "{what}");
        }
        JointType::Prismatic => {
            assert!(own.translation().is_some_and(Number::is_zero), "{what}");
        }
        ref other => unreachable!("{what}: {other:?}"),
    }
    let Frames::Along(axis) = frames else {
        unreachable!("{what}: {frames:?}")
    };
    close(floats(&axis.value), joint.axis.xyz.0, what);
}

/// `urdf-rs` reads 0 where nothing is written.
fn assert_limits(limits: Option<&Limits>, joint: &urdf_rs::Joint, what: &str) {
    let Some(limits) = limits else {
        assert_eq!((joint.limit.lower, joint.limit.upper), (0.0, 0.0), "{what}");
        return;
    };
    let number = |limit: &Option<Number>| limit.as_ref().map_or(0.0, Number::to_f64);
    let found = [&limits.effort, &limits.velocity].map(number);
    close(found, [joint.limit.effort, joint.limit.velocity], what);
    // No position limits a joint that does not move, or turns on and on.
    if matches!(joint.joint_type, JointType::Revolute | JointType::Prismatic) {
        let found = [&limits.lower, &limits.upper].map(number);
        close(found, [joint.limit.lower, joint.limit.upper], what);
    }
}

fn assert_damping(body: &RawBody, joint: &urdf_rs::Joint, what: &str) {
    let number = |value: Option<&PerVelocity>| match value {
        Some(PerVelocity::Same(number)) => number.to_f64(),
        _ => 0.0,
    };
    let found = [&body.physics.damping, &body.physics.friction]
        .map(|value| number(value.as_ref().map(|at| &at.value)));
    let (damping, friction) =
        (joint.dynamics.as_ref()).map_or((0.0, 0.0), |d| (d.damping, d.friction));
    if joint.joint_type != JointType::Fixed {
        close(found, [damping, friction], what);
    }
}
