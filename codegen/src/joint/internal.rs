//! Joints that move no body by themselves: their coordinates act through what they belong to.

/// The elementary joint that leaves everything where it is.
macro_rules! moves_no_body {
    ($joint:ty) => {
        impl $crate::joint::Elementary for $joint {
            fn motion<L: $crate::leaves::Leaves>(
                &self,
                _: &[$crate::leaves::Coordinate],
                _: &L,
            ) -> $crate::joint::JointTransform<L::S> {
                $crate::joint::JointTransform::none()
            }

            fn directions<L: $crate::leaves::Leaves>(
                &self,
                _: &L,
            ) -> Vec<$crate::joint::Direction<L::S>> {
                vec![$crate::joint::Direction::Internal]
            }

            fn invariant(&self) -> $crate::joint::Invariant {
                $crate::joint::Invariant::Nothing
            }

            fn at(&self, _: &[$crate::exact::angle::Angle]) -> $crate::exact::turns::Placement {
                $crate::exact::turns::Placement::default()
            }
        }
    };
}
pub(super) use moves_no_body;
