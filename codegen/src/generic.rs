//! The generic n-revolute chain: the mechanism on which operation counts of the literature are compared.
//!
//! n revolute joints, all constants without zeros or special values: a, b ≠ 0, twists between 0.4 and 1.1 rad, no
//! θ offset, all ten inertial parameters, gravity along Z_1. The numbers are made by a fixed recurrence; nothing but
//! their being generic matters.

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::joint::Revolute;
use crate::mechanism::{
    Axis, Body, BodyId, Choices, Frame, Inertia, Mechanism, Pose, Rotation, Source, Sym3,
};

/// The generic chain of `n` revolute joints, in Saha's convention.
#[must_use]
pub fn generic(n: usize) -> Mechanism {
    let mut placement = Pose::identity();
    let mut bodies = Vec::with_capacity(n);
    for i in 0..n {
        let table = LinkData::new(i);
        let distal = Pose {
            rotation: Rotation::about(Axis::X, &Angle::from_radians(table.alpha).circle()),
            translation: [table.a, Number::ZERO, table.b],
        };
        let inertia = Inertia::from_mass_centre(table.mass, &table.centre, &table.tensor);
        bodies.push(Body {
            name: format!("link{}", i + 1),
            place: String::new(),
            parent: i.checked_sub(1).map(BodyId),
            placement: core::mem::replace(&mut placement, distal),
            joint: Revolute::default().into(),
            joint_name: format!("link{}", i + 1),
            physics: Vec::new(),
            spring: None,
            inertia,
            deformation: None,
            user_frame: Pose::identity(),
            auxiliary: false,
            limits: None,
            choices: Choices::default(),
            driven: false,
        });
    }
    let tip = Frame {
        name: "tip".into(),
        body: n.checked_sub(1).map(BodyId),
        pose: placement,
    };
    Mechanism {
        name: format!("generic{n}r"),
        gravity: [Number::ZERO, Number::ZERO, millionths(-9_810_000)],
        bodies,
        frames: vec![tip],
        parameters: Vec::new(),
        conditions: Vec::new(),
        coordinates: None,
        loops: None,
        actuated: None,
        inertialess: None,
        base: Vec::new(),
        fixtures: Vec::new(),
        source: Source {
            path: format!("generic chain of {n} revolute joints"),
            hash: String::new(),
        },
    }
}

struct LinkData {
    a: Number,
    b: Number,
    alpha: Number,
    mass: Number,
    centre: [Number; 3],
    tensor: Sym3,
}

impl LinkData {
    fn new(i: usize) -> Self {
        // A multiplicative congruential sequence; each draw is a number of millionths in a range,
        // fine enough that no two draws agree by chance.
        let mut state = 48_271_u64.wrapping_mul(i as u64 + 11) % 2_147_483_647;
        let mut draw = |low: i64, high: i64| {
            state = state * 48_271 % 2_147_483_647;
            let width = (high - low).unsigned_abs();
            millionths(low + i64::try_from(state % width).unwrap_or(0))
        };
        Self {
            a: draw(301137, 700000),
            b: draw(201137, 600000),
            alpha: draw(401137, 1100000),
            mass: draw(1001137, 3000000),
            centre: [
                draw(11137, 400000),
                draw(11137, 400000),
                draw(11137, 400000),
            ],
            tensor: Sym3 {
                xx: draw(4001137, 5000000),
                yy: draw(5001137, 6000000),
                zz: draw(6001137, 7000000),
                xy: draw(101137, 900000),
                xz: draw(101137, 900000),
                yz: draw(101137, 900000),
            },
        }
    }
}

fn millionths(value: i64) -> Number {
    Number::from(value) / Number::from(1_000_000)
}
