//! Primitive shapes: volumes, areas, and moments of solids and of shells.

use crate::exact::angle::Angle;
use crate::exact::number::Number;

/// A primitive shape, lengths halved as in the file, m.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Sphere(Number),
    /// Radius and half the length of the cylinder between the half spheres.
    Capsule(Number, Number),
    /// Radius and half the length.
    Cylinder(Number, Number),
    Box([Number; 3]),
    Ellipsoid([Number; 3]),
}

impl Shape {
    /// m³.
    pub(super) fn volume(&self) -> Number {
        let third = |n: i64| Number::from(n) / Number::from(3) * pi();
        match self {
            Self::Sphere(r) => third(4) * r * r * r,
            Self::Capsule(r, h) => third(4) * r * r * r + Number::from(2) * pi() * r * r * h,
            Self::Cylinder(r, h) => Number::from(2) * pi() * r * r * h,
            Self::Box([a, b, c]) => Number::from(8) * a * b * c,
            Self::Ellipsoid([a, b, c]) => third(4) * a * b * c,
        }
    }

    /// Of the surface, m²; that of an ellipsoid is not computed.
    pub(super) fn area(&self) -> Number {
        let times = |n: i64| Number::from(n) * pi();
        match self {
            Self::Sphere(r) => times(4) * r * r,
            Self::Capsule(r, h) => times(4) * r * (r + h),
            Self::Cylinder(r, h) => times(2) * r * (r + Number::from(2) * h),
            Self::Box([a, b, c]) => Number::from(8) * (a * b + b * c + c * a),
            Self::Ellipsoid(_) => Number::ZERO,
        }
    }

    /// Principal moments about the centre of a body of mass 1, m².
    pub(super) fn moments(&self) -> [Number; 3] {
        let n = Number::from;
        let round = |xx: Number, zz: Number| [xx.clone(), xx, zz];
        match self {
            Self::Sphere(r) => {
                let moment = n(2) * r * r / n(5);
                round(moment.clone(), moment)
            }
            Self::Capsule(r, h) => {
                // Shares of the half spheres and of the cylinder.
                let ball = n(2) * r / (n(2) * r + n(3) * h);
                let tube = Number::ONE - &ball;
                let end = n(2) * r * r / n(5);
                let far = h * (n(3) * r + n(4) * h) / n(4);
                let (middle, core) = ((n(3) * r * r + n(4) * h * h) / n(12), r * r / n(2));
                let xx = &ball * (&end + far) + &tube * middle;
                round(xx, ball * end + tube * core)
            }
            Self::Cylinder(r, h) => {
                let xx = (n(3) * r * r + n(4) * h * h) / n(12);
                round(xx, r * r / n(2))
            }
            Self::Box(half) => across(half).map(|sum| sum / n(3)),
            Self::Ellipsoid(half) => across(half).map(|sum| sum / n(5)),
        }
    }

    /// The same of a shell of mass 1, equally thick everywhere; that of an ellipsoid is not computed.
    pub(super) fn shell_moments(&self) -> [Number; 3] {
        let n = Number::from;
        let round = |xx: Number, zz: Number| [xx.clone(), xx, zz];
        match self {
            Self::Sphere(r) => {
                let moment = n(2) * r * r / n(3);
                round(moment.clone(), moment)
            }
            Self::Capsule(r, h) => {
                let ball = r / (r + h);
                let tube = Number::ONE - &ball;
                let end = n(2) * r * r / n(3);
                let xx = &ball * (&end + h * h + h * r) + &tube * (r * r / n(2) + h * h / n(3));
                round(xx, ball * end + tube * r * r)
            }
            Self::Cylinder(r, h) => {
                let caps = r / (r + n(2) * h);
                let tube = Number::ONE - &caps;
                let xx = &tube * (r * r / n(2) + h * h / n(3)) + &caps * (r * r / n(4) + h * h);
                round(xx, tube * r * r + caps * r * r / n(2))
            }
            Self::Box(half) => shell_of_box(half),
            Self::Ellipsoid(_) => Default::default(),
        }
    }
}

/// b² + c², c² + a², a² + b².
fn across([a, b, c]: &[Number; 3]) -> [Number; 3] {
    let (a, b, c) = (a * a, b * b, c * c);
    [&b + &c, &c + &a, &a + &b]
}

/// The six faces of a box, of mass 1 together.
fn shell_of_box(half: &[Number; 3]) -> [Number; 3] {
    let three = Number::from(3);
    let square: [Number; 3] = half.each_ref().map(|a| a * a);
    let areas: [Number; 3] = std::array::from_fn(|i| &half[(i + 1) % 3] * &half[(i + 2) % 3]);
    let all = &areas[0] + &areas[1] + &areas[2];
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let own = &areas[i] * (&square[j] + &square[k]) / &three;
        let side = |at: usize, other: usize| &areas[at] * (&square[at] + &square[other] / &three);
        (own + side(j, k) + side(k, j)) / &all
    })
}

/// π, far beyond what floats hold.
fn pi() -> Number {
    Angle::of_half_turns(Number::ONE).to_number()
}
