//! Planar: Trans(q0, q1, 0) Rot(z, q2), two prismatic joints and a revolute one.

use super::{between, turned};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{Body, Joint, Rotation};

pub(super) fn elementary(body: &Body) -> Vec<Body> {
    let prismatic = || Joint::Prismatic {
        offset: Number::ZERO,
    };
    // Cyclic permutations of the axes: z onto x, and onwards x onto y, y onto z.
    let onto_next = cyclic();
    vec![
        between(
            body,
            "x",
            body.placement.times(&turned(onto_next.clone())),
            prismatic(),
        ),
        between(body, "y", turned(onto_next.clone()), prismatic()),
        Body {
            placement: turned(onto_next),
            joint: Joint::Revolute {
                offset: Angle::default(),
            },
            ..body.clone()
        },
    ]
}

/// The rotation that takes z to x, x to y and y to z.
fn cyclic() -> Rotation {
    Rotation(core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            if i == (j + 1) % 3 {
                Number::ONE
            } else {
                Number::ZERO
            }
        })
    }))
}
