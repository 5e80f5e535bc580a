//! The families of a beam's modes, and how many modes each has.

/// How many modes a beam has of every family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Families {
    pub(crate) bending_y: usize,
    pub(crate) bending_z: usize,
    pub(crate) torsion: usize,
    pub(crate) axial: usize,
}

/// A family of modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    BendingY,
    BendingZ,
    Torsion,
    Axial,
}

impl Families {
    /// The families with their numbers of modes.
    pub(super) fn list(self) -> [(Family, usize); 4] {
        [
            (Family::BendingY, self.bending_y),
            (Family::BendingZ, self.bending_z),
            (Family::Torsion, self.torsion),
            (Family::Axial, self.axial),
        ]
    }

    /// The family of every mode and its number in it, from 1, in the order of the coordinates.
    pub(super) fn modes(self) -> impl Iterator<Item = (Family, usize)> {
        let families = self.list().into_iter();
        families.flat_map(|(family, count)| (1..=count).map(move |number| (family, number)))
    }

    /// Number of all modes.
    pub(crate) fn count(self) -> usize {
        self.list().iter().map(|(_, count)| count).sum()
    }
}

impl Family {
    /// The name in models and of modes.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::BendingY => "bending_y",
            Self::BendingZ => "bending_z",
            Self::Torsion => "torsion",
            Self::Axial => "axial",
        }
    }

    /// The axis of the displacement; torsion has none.
    pub(super) fn axis(self) -> Option<usize> {
        match self {
            Self::BendingY => Some(1),
            Self::BendingZ => Some(2),
            Self::Torsion => None,
            Self::Axial => Some(0),
        }
    }

    /// Whether it is bending, in either plane.
    pub(super) fn is_bending(self) -> bool {
        matches!(self, Self::BendingY | Self::BendingZ)
    }
}
