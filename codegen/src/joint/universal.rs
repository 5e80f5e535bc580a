//! Universal: Rot(z, q0) · turn · Rot(z, q1), two revolute joints on crossing axes.

use super::{between, turned};
use crate::exact::angle::Angle;
use crate::mechanism::{Body, Joint, Rotation};

pub(super) fn elementary(body: &Body, turn: &Rotation) -> Vec<Body> {
    let revolute = || Joint::Revolute {
        offset: Angle::default(),
    };
    vec![
        between(body, "cross", body.placement.clone(), revolute()),
        Body {
            placement: turned(turn.clone()),
            joint: revolute(),
            ..body.clone()
        },
    ]
}
