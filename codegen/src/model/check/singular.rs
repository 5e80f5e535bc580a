//! A mass matrix that is singular in every configuration: a motion that no inertia resists.
//!
//! The pivots of the articulated-body recursion, whose product is det M, are computed at one random configuration in a
//! prime field: exact, so that a pivot is 0 only when it is 0 everywhere (but for a chance of about 2^-50).

use core::ops::Range;

use super::field::Element;
use crate::mechanism::{Body, Joint, Mechanism, Rotation};
use crate::model::faults::Faults;
use crate::number::Number;

type Vector = [Element; 6];
type Matrix3 = [[Element; 3]; 3];
type Matrix6 = [[Element; 6]; 6];

/// Tells every body whose joint moves nothing, unless the reason is a body that it carries.
pub(super) fn check(mechanism: &Mechanism, places: &[Range<usize>], faults: &mut Faults) {
    let Some(idle) = idle_bodies(mechanism) else {
        return;
    };
    for (body, at) in idle.into_iter().zip(places).rev() {
        if let (true, name) = (body.0, &mechanism.bodies[body.1].name) {
            let message =
                format!("body \"{name}\" can move against no inertia: the mass matrix is singular");
            faults.error(at, message, "give it, or a body fixed on it, mass and inertia that its joint moves; or fix its joint");
        }
    }
}

/// For each body: whether a pivot of its joint is 0, and its index. `None` when the prime divides a denominator.
fn idle_bodies(mechanism: &Mechanism) -> Option<Vec<(bool, usize)>> {
    let bodies = &mechanism.bodies;
    let mut inertia: Vec<Matrix6> = bodies.iter().map(spatial_inertia).collect::<Option<_>>()?;
    // A zero pivot at a body or at one that it carries: what follows is no news.
    let mut idle = vec![false; bodies.len()];
    let mut told: Vec<(bool, usize)> = (0..bodies.len()).map(|i| (false, i)).collect();
    let mut seed = 1;
    for i in (0..bodies.len()).rev() {
        let motion = Motion::draw(&bodies[i], &mut seed)?;
        let mut articulated = inertia[i];
        let pivots = motion
            .axes
            .iter()
            .all(|axis| eliminate(&mut articulated, axis));
        told[i].0 = !pivots && !idle[i];
        idle[i] |= !pivots;
        if let Some(parent) = bodies[i].parent {
            idle[parent.0] |= idle[i];
            add_shifted(&mut inertia[parent.0], &articulated, &motion.shift);
        }
    }
    Some(told)
}

/// [angular; linear] inertia about the body's origin: [[J, ms×], [−ms×, m]].
fn spatial_inertia(body: &Body) -> Option<Matrix6> {
    let mut m = Matrix6::default();
    let [x, y, z] = elements(&body.inertia.first_moment)?;
    let cross = cross_matrix([x, y, z]);
    let mass = Element::of(&body.inertia.mass)?;
    for i in 0..3 {
        m[i + 3][i + 3] = mass;
        for j in 0..3 {
            m[i][j] = Element::of(body.inertia.tensor.at(i, j))?;
            m[i][j + 3] = cross[i][j];
            m[j + 3][i] = cross[i][j];
        }
    }
    Some(m)
}

/// I ← I − (I s)(I s)ᵀ / (sᵀ I s); false when sᵀ I s = 0.
fn eliminate(inertia: &mut Matrix6, s: &Vector) -> bool {
    let u: Vector = std::array::from_fn(|i| dot(&inertia[i], s));
    let Some(inverse) = dot(&u, s).inverse() else {
        return false;
    };
    for i in 0..6 {
        for j in 0..6 {
            inertia[i][j] = inertia[i][j] - u[i] * u[j] * inverse;
        }
    }
    true
}

/// parent += Xᵀ I X.
fn add_shifted(parent: &mut Matrix6, inertia: &Matrix6, x: &Matrix6) {
    let column = |m: &Matrix6, j: usize| -> Vector { std::array::from_fn(|i| m[i][j]) };
    let half: Matrix6 =
        std::array::from_fn(|i| std::array::from_fn(|j| dot(&inertia[i], &column(x, j))));
    for i in 0..6 {
        for j in 0..6 {
            parent[i][j] = parent[i][j] + dot(&column(x, i), &column(&half, j));
        }
    }
}

/// A joint at a random position.
struct Motion {
    /// What the joint lets the body do, [angular; linear] in the body's frame.
    axes: Vec<Vector>,
    /// Twist of the parent → twist at the body's origin: [[Rᵀ, 0], [−Rᵀ p×, Rᵀ]].
    shift: Matrix6,
}

impl Motion {
    fn draw(body: &Body, seed: &mut u64) -> Option<Self> {
        let (first, second) = (turn_about_z(seed)?, turn_about_z(seed)?);
        let slide: [Element; 3] = std::array::from_fn(|_| Element::draw(seed));
        let along_z = [Element::ZERO, Element::ZERO, slide[2]];
        let (zero, identity) = ([Element::ZERO; 3], matrix(&Rotation::identity())?);
        let unit = |i: usize| -> Vector {
            std::array::from_fn(|j| if i == j { Element::ONE } else { Element::ZERO })
        };
        let (turn, shift, axes) = match &body.joint {
            Joint::Revolute { .. } => (first, zero, vec![unit(2)]),
            Joint::Prismatic { .. } => (identity, along_z, vec![unit(5)]),
            Joint::Helical { pitch } => {
                let mut axis = unit(2);
                axis[5] = Element::of(pitch)?;
                (first, along_z, vec![axis])
            }
            Joint::Cylindrical => (first, along_z, vec![unit(5), unit(2)]),
            Joint::Universal { turn } => {
                let rest = product(&matrix(turn)?, &second);
                let mut axis = Vector::default();
                axis[..3].copy_from_slice(&rest[2]); // (turn Rz(q1))ᵀ z
                (product(&first, &rest), zero, vec![axis, unit(2)])
            }
            Joint::Planar => (
                first,
                [slide[0], slide[1], Element::ZERO],
                vec![unit(3), unit(4), unit(2)],
            ),
            Joint::Spherical => (any_turn(seed)?, zero, (0..3).map(unit).collect()),
            Joint::Free => (any_turn(seed)?, slide, (0..6).map(unit).collect()),
        };
        let placement = matrix(&body.placement.rotation)?;
        let origin = elements(&body.placement.translation)?;
        let p = std::array::from_fn(|i| {
            (0..3).fold(origin[i], |sum, k| sum + placement[i][k] * shift[k])
        });
        Some(Self {
            axes,
            shift: twist_shift(&product(&placement, &turn), p),
        })
    }
}

fn twist_shift(r: &Matrix3, p: [Element; 3]) -> Matrix6 {
    let transposed: Matrix3 = std::array::from_fn(|i| std::array::from_fn(|j| r[j][i]));
    let lever = product(&transposed, &cross_matrix(p));
    let mut x = Matrix6::default();
    for i in 0..3 {
        for j in 0..3 {
            x[i][j] = transposed[i][j];
            x[i + 3][j + 3] = transposed[i][j];
            x[i + 3][j] = -lever[i][j];
        }
    }
    x
}

/// A turn about z by a random angle: cos = (1 − t²)/(1 + t²), sin = 2t/(1 + t²).
fn turn_about_z(seed: &mut u64) -> Option<Matrix3> {
    let t = Element::draw(seed);
    let inverse = (Element::ONE + t * t).inverse()?;
    let (c, s) = ((Element::ONE - t * t) * inverse, (t + t) * inverse);
    let (o, i) = (Element::ZERO, Element::ONE);
    Some([[c, -s, o], [s, c, o], [o, o, i]])
}

/// Any rotation: about z, x and z.
fn any_turn(seed: &mut u64) -> Option<Matrix3> {
    let (a, b, c) = (
        turn_about_z(seed)?,
        turn_about_z(seed)?,
        turn_about_z(seed)?,
    );
    let cycle = |m: &Matrix3| -> Matrix3 {
        std::array::from_fn(|i| std::array::from_fn(|j| m[(i + 2) % 3][(j + 2) % 3]))
    };
    Some(product(&product(&a, &cycle(&b)), &c))
}

fn elements(vector: &[Number; 3]) -> Option<[Element; 3]> {
    let [x, y, z] = vector;
    Some([Element::of(x)?, Element::of(y)?, Element::of(z)?])
}

fn matrix(Rotation([a, b, c]): &Rotation) -> Option<Matrix3> {
    Some([elements(a)?, elements(b)?, elements(c)?])
}

fn product(a: &Matrix3, b: &Matrix3) -> Matrix3 {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).fold(Element::ZERO, |sum, k| sum + a[i][k] * b[k][j]))
    })
}

fn cross_matrix([x, y, z]: [Element; 3]) -> Matrix3 {
    let o = Element::ZERO;
    [[o, -z, y], [z, o, -x], [-y, x, o]]
}

fn dot(a: &Vector, b: &Vector) -> Element {
    (0..6).fold(Element::ZERO, |sum, i| sum + a[i] * b[i])
}
