//! Cylindrical: Trans(z q0) Rot(z, q1), a prismatic joint and a revolute one on the same axis.

use super::between;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Body, Joint, Pose};

pub(super) fn elementary(body: &Body) -> Vec<Body> {
    let slide = Joint::Prismatic {
        offset: Number::ZERO,
    };
    let turn = Joint::Revolute {
        offset: Angle::default(),
    };
    vec![
        between(body, "slide", body.placement.clone(), slide),
        Body {
            placement: Pose::identity(),
            joint: turn,
            ..body.clone()
        },
    ]
}
