//! The motors of elastic joints: joints behind all others, which move nothing.

use super::jointed::Jointed;
use super::roles::Role;
use super::{Parts, physics};
use crate::exact::pose::Pose;
use crate::joint::Motor;
use crate::mechanism::{Body, BodyId, Choices, Inertia, SeriesSpring};
use crate::model::elastic::MOTOR;
use crate::model::faults::Faults;
use crate::model::raw::{At, Description, RawElastic};

/// The motor of an elastic joint.
pub(super) struct JointMotor {
    /// The name of its coordinate, at the place of `elastic`.
    pub(super) name: At<String>,
    /// The index of its joint among those as written.
    joint: usize,
    /// Whether the joint slides.
    pub(super) slides: bool,
    /// What is written of it, and of the spring.
    pub(super) elastic: RawElastic,
}

/// The motors of all elastic joints, in file order.
pub(super) fn all(form: &Description) -> Vec<JointMotor> {
    let motor = |(joint, name, slides, elastic): (usize, &At<String>, bool, &_)| {
        let elastic: &Option<At<RawElastic>> = elastic;
        let At { value, at } = elastic.as_ref()?;
        Some(JointMotor {
            name: At {
                value: format!("{}{MOTOR}", name.value),
                at: at.clone(),
            },
            joint,
            slides,
            elastic: value.clone(),
        })
    };
    match form {
        Description::Links(_, links) => {
            let links = links.iter().enumerate();
            let links = links.map(|(k, link)| (k, &link.joint_name, link.prismatic, &link.elastic));
            links.filter_map(motor).collect()
        }
        Description::Bodies(bodies, _) => {
            let bodies = bodies.iter().enumerate();
            let bodies = bodies.map(|(k, body)| {
                let slides = !body.joint.is_turned_by_an_angle();
                (k, &body.joint_name, slides, &body.elastic)
            });
            bodies.filter_map(motor).collect()
        }
    }
}

/// Puts the motors behind the bodies, on the base; that of a joint that stands still is left out.
pub(super) fn attach(
    motors: &[JointMotor],
    (joints, roles): (&[Jointed], &[Role]),
    parts: &mut Parts,
    faults: &mut Faults,
) {
    for (own, motor) in (joints.len() - motors.len()..).zip(motors) {
        let name = &motor.name.value;
        let of_joint = parts.joints.iter().position(|&joint| joint == motor.joint);
        let stands_still = matches!(roles[motor.joint], Role::Locked(_));
        let Some(body) = of_joint.filter(|_| !stands_still) else {
            continue;
        };
        parts.bodies.push(Body {
            name: name.clone(),
            place: faults.shown(&motor.name.at),
            parent: None,
            placement: Pose::identity(),
            auxiliary: true,
            driven: false,
            joint: Motor {
                slides: motor.slides,
            }
            .into(),
            joint_name: name.clone(),
            physics: physics::of_joint(&joints[own], faults),
            spring: Some(SeriesSpring {
                joint: BodyId(body),
                stiffness: motor.elastic.stiffness.clone(),
                damping: motor.elastic.damping.clone(),
            }),
            inertia: Inertia::default(),
            deformation: None,
            user_frame: Pose::identity(),
            limits: None,
            choices: Choices::default(),
        });
        parts.places.push(motor.name.at.clone());
        parts.joints.push(own);
    }
}
