//! Coordinates and velocities of a joint: names, and what they measure.

/// A coordinate or a velocity of a joint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Component {
    /// Its name among those of its joint.
    pub name: &'static str,
    /// Its measure.
    pub measure: Measure,
}

/// The measure of a coordinate or a velocity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A turn.
    Turn,
    /// A shift.
    Shift,
    /// An element of a unit quaternion.
    Quaternion,
    /// A mode of deformation.
    Mode,
}

/// How the coordinates of a block follow its velocities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// Each has its rate.
    Rates,
    /// A quaternion x, y, z, w, turned at an angular velocity in the body's frame.
    Quaternion,
    /// A position and a quaternion, moved at a twist [linear; angular] in the body's frame.
    Pose,
}

impl Component {
    /// An angle, or the rate of one.
    pub(super) const fn turn(name: &'static str) -> Self {
        let measure = Measure::Turn;
        Self { name, measure }
    }

    /// A distance, or the rate of one.
    pub(super) const fn shift(name: &'static str) -> Self {
        let measure = Measure::Shift;
        Self { name, measure }
    }

    /// A modal coordinate, or the rate of one.
    pub(super) const fn modal(name: &'static str) -> Self {
        let measure = Measure::Mode;
        Self { name, measure }
    }

    /// A unit quaternion x, y, z, w.
    pub(super) fn quaternion() -> [Self; 4] {
        let measure = Measure::Quaternion;
        ["qx", "qy", "qz", "qw"].map(|name| Self { name, measure })
    }

    /// An angular velocity.
    pub(super) fn angular_velocity() -> [Self; 3] {
        ["wx", "wy", "wz"].map(Self::turn)
    }
}

impl Measure {
    /// Unit of the coordinate.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Turn => "rad",
            Self::Shift => "m",
            Self::Quaternion => "1",
            Self::Mode => "modal",
        }
    }

    /// Unit of the velocity.
    #[must_use]
    pub fn rate_unit(self) -> &'static str {
        match self {
            Self::Turn => "rad/s",
            Self::Shift => "m/s",
            Self::Quaternion => "1/s",
            Self::Mode => "modal/s",
        }
    }

    /// Unit of the generalised force that does work along it.
    #[must_use]
    pub fn force_unit(self) -> &'static str {
        match self {
            Self::Turn | Self::Quaternion => "Nm",
            Self::Shift => "N",
            Self::Mode => "modal force",
        }
    }
}
