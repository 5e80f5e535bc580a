//! Sequences of constant turns, and poses made of them: turns about one axis are added as angles.

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::pose::{Pose, Rotation};
use crate::exact::rotation::Axis;

/// A product of constant rotations. `Rx(.1) Rx(.2) Rx(-.3)` is the identity exactly, which the product of three
/// circle points would miss.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Vec<Turn>);

#[derive(Clone, Debug)]
enum Turn {
    About(Axis, Angle),
    By(Rotation),
}

impl Turns {
    /// One turn about an axis.
    pub(crate) fn about(axis: Axis, angle: Angle) -> Self {
        Self(Vec::new()).then(&Self(vec![Turn::About(axis, angle)]))
    }

    /// `Rz(yaw) Ry(pitch) Rx(roll)`.
    pub(crate) fn of_rpy([roll, pitch, yaw]: [Angle; 3]) -> Self {
        Self::about(Axis::Z, yaw)
            .then(&Self::about(Axis::Y, pitch))
            .then(&Self::about(Axis::X, roll))
    }

    /// One rotation.
    pub(crate) fn by(rotation: Rotation) -> Self {
        Self(Vec::new()).then(&Self(vec![Turn::By(rotation)]))
    }

    /// A rotation that takes z to `axis` (as [`Rotation::taking_z_to`]); quarter turns stay angles.
    pub(crate) fn taking_z_to(axis: &[Number; 3]) -> Option<Self> {
        let [x, y, z] = axis;
        let sign = |n: &Number| if n.is_negative() { -1 } else { 1 };
        let about = |axis, count| Some(Self::about(axis, Angle::of_quarter_turns(count)));
        match (x.is_zero(), y.is_zero(), z.is_zero()) {
            (true, true, false) => about(Axis::X, 1 - sign(z)),
            (false, true, true) => about(Axis::Y, sign(x)),
            (true, false, true) => about(Axis::X, -sign(y)),
            _ => Rotation::taking_z_to(axis).map(Self::by),
        }
    }

    /// `self · other`.
    pub(crate) fn then(mut self, other: &Self) -> Self {
        for turn in &other.0 {
            self.push(turn.clone());
        }
        self
    }

    fn push(&mut self, turn: Turn) {
        let merged = match (self.0.last(), &turn) {
            (Some(Turn::About(a, x)), Turn::About(b, y)) if a == b => {
                Turn::About(*a, x.clone() + y.clone())
            }
            (Some(Turn::By(r)), Turn::By(s)) => Turn::By(r.times(s)),
            _ => {
                if !turn.is_identity() {
                    self.0.push(turn);
                }
                return;
            }
        };
        self.0.pop();
        if !merged.is_identity() {
            self.0.push(merged);
        }
    }

    /// The inverse.
    pub(crate) fn inverse(&self) -> Self {
        let invert = |turn: &Turn| match turn {
            Turn::About(axis, angle) => Turn::About(*axis, -angle.clone()),
            Turn::By(rotation) => Turn::By(rotation.transposed()),
        };
        Self(self.0.iter().rev().map(invert).collect())
    }

    /// The rotation matrix.
    pub(crate) fn rotation(&self) -> Rotation {
        let matrix = |turn: &Turn| match turn {
            Turn::About(axis, angle) => Rotation::about(*axis, &angle.circle()),
            Turn::By(rotation) => rotation.clone(),
        };
        let mut turns = self.0.iter().map(matrix);
        let Some(first) = turns.next() else {
            return Rotation::identity();
        };
        turns.fold(first, |product, next| product.times(&next))
    }
}

impl Turn {
    fn is_identity(&self) -> bool {
        match self {
            Self::About(_, angle) => angle.quarter_turns().is_some_and(|count| count % 4 == 0),
            Self::By(rotation) => *rotation == Rotation::identity(),
        }
    }
}

/// A constant pose whose rotation is still a sequence of turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    /// Axes of the inner frame in the outer.
    pub(crate) turns: Turns,
    /// Origin of the inner frame in the outer, m.
    pub(crate) xyz: [Number; 3],
}

impl Placement {
    /// A turn without a shift.
    pub(crate) fn turned(turns: Turns) -> Self {
        Self {
            turns,
            xyz: Default::default(),
        }
    }

    /// A shift without a turn.
    pub(crate) fn shifted(x: &Number, y: &Number, z: &Number) -> Self {
        Self {
            turns: Turns::default(),
            xyz: [x.clone(), y.clone(), z.clone()],
        }
    }

    /// A shift along z.
    pub(crate) fn along_z(distance: &Number) -> Self {
        Self::shifted(&Number::ZERO, &Number::ZERO, distance)
    }

    /// The placement of a pose.
    pub(crate) fn of(pose: &Pose) -> Self {
        Self {
            turns: Turns::by(pose.rotation.clone()),
            xyz: pose.translation.clone(),
        }
    }

    /// `self · other`.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let moved = self.turns.rotation().apply(&other.xyz);
        Self {
            turns: self.turns.clone().then(&other.turns),
            xyz: std::array::from_fn(|i| &moved[i] + &self.xyz[i]),
        }
    }

    /// The inverse.
    pub(crate) fn inverse(&self) -> Self {
        let turns = self.turns.inverse();
        let back = turns.rotation().apply(&self.xyz);
        Self {
            turns,
            xyz: back.map(|x| -x),
        }
    }

    /// The pose.
    pub(crate) fn pose(&self) -> Pose {
        Pose {
            rotation: self.turns.rotation(),
            translation: self.xyz.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(axis: Axis, text: &str) -> Turns {
        Turns::about(axis, Angle::parse(text).expect(text))
    }

    #[test]
    fn turns_about_one_axis_cancel_exactly() {
        let sum = (turn(Axis::X, "0.1").then(&turn(Axis::X, "0.2"))).then(&turn(Axis::X, "-0.3"));
        assert_eq!(sum.rotation(), Rotation::identity());
        let nested = turn(Axis::X, "0.1")
            .then(&turn(Axis::Z, "2"))
            .then(&turn(Axis::Z, "-2"))
            .then(&turn(Axis::X, "-0.1"));
        assert!(nested.0.is_empty());
    }

    #[test]
    fn a_sequence_times_its_inverse_is_the_identity() {
        let angles = ["0.1", "0.2", "pi/2"].map(|text| Angle::parse(text).expect(text));
        let turns = Turns::of_rpy(angles).then(&Turns::by(turn(Axis::Y, "1").rotation()));
        assert_eq!(
            turns.rotation().times(&turns.inverse().rotation()),
            Rotation::identity()
        );
        assert!(turns.clone().then(&turns.inverse()).0.is_empty());
    }

    #[test]
    fn coordinate_axes_are_reached_by_quarter_turns() {
        for axis in [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
            [-1, 0, 0],
            [0, -1, 0],
            [0, 0, -1],
        ] {
            let axis = axis.map(Number::from);
            let turns = Turns::taking_z_to(&axis).map(|turns| turns.rotation());
            assert_eq!(turns, Rotation::taking_z_to(&axis));
        }
    }
}
