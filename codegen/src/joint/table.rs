//! From the rows of the table to [`Joint`](super::Joint): the enum, and its functions, each of which asks the type.

/// Makes `Joint` of rows `module::Type: elementary` and `module::Type: compound`.
macro_rules! joints {
    ($($(#[$doc:meta])* $module:ident :: $name:ident : $class:ident),* $(,)?) => {
        $(pub use self::$module::$name;)*

        /// A joint, acting in the frame of its body (types and velocities as in `docs/model-format.md`).
        #[derive(Clone, Debug)]
        pub enum Joint {
            $($(#[$doc])* $name($name),)*
        }

        $(
            impl From<$name> for Joint {
                fn from(joint: $name) -> Self {
                    Self::$name(joint)
                }
            }
        )*

        /// All types, in the order in which messages name them.
        pub(crate) const TYPES: &[Type] = &[$(Type::of::<$name>(),)*];

        impl Joint {
            /// The properties of all joints of its type.
            pub(crate) fn joint_type(&self) -> Type {
                match self {
                    $(Self::$name(_) => Type::of::<$name>(),)*
                }
            }

            /// Its coordinates.
            #[must_use]
            pub fn coordinates(&self) -> Vec<Component> {
                match self {
                    $(Self::$name(joint) => joint.coordinates(),)*
                }
            }

            /// Its velocities.
            #[must_use]
            pub fn velocities(&self) -> Vec<Component> {
                match self {
                    $(Self::$name(joint) => joint.velocities(),)*
                }
            }

            /// The number that a model can make a parameter, if there is one.
            pub(crate) fn number(&self) -> Option<&Number> {
                match self {
                    $(Self::$name(joint) => joint.number(),)*
                }
            }

            /// The same, to be changed.
            pub(crate) fn number_mut(&mut self) -> Option<&mut Number> {
                match self {
                    $(Self::$name(joint) => joint.number_mut(),)*
                }
            }

            /// Of a pure rotation about z by q + offset, the offset.
            #[must_use]
            pub fn rotation(&self) -> Option<&Angle> {
                match self {
                    $(Self::$name(joint) => joint.rotation(),)*
                }
            }

            /// The same, to be changed.
            pub(crate) fn rotation_mut(&mut self) -> Option<&mut Angle> {
                match self {
                    $(Self::$name(joint) => joint.rotation_mut(),)*
                }
            }

            /// Of a pure translation along z by q + offset, the offset, m.
            #[must_use]
            pub fn translation(&self) -> Option<&Number> {
                match self {
                    $(Self::$name(joint) => joint.translation(),)*
                }
            }

            /// Of a screw about z, the translation along z for a radian, m/rad.
            #[must_use]
            pub fn pitch(&self) -> Option<&Number> {
                match self {
                    $(Self::$name(joint) => joint.pitch(),)*
                }
            }

            /// The elementary joints that it stands for, from the parent on; none where it is elementary itself.
            pub(crate) fn parts(&self) -> Vec<ChainJoint> {
                match self {
                    $(Self::$name(joint) => table::by_class!($class joint, Vec::new(), joint.parts()),)*
                }
            }

            /// Motion of an elementary joint with the coordinates `q`, as many as it has. (Others are split into elementary
            /// ones before.)
            pub(crate) fn motion<L: Leaves>(&self, q: &[Coordinate], leaves: &L) -> JointTransform<L::S> {
                match self {
                    $(Self::$name(joint) => {
                        table::by_class!($class joint, joint.motion(q, leaves), JointTransform::none())
                    })*
                }
            }

            /// Unit twists of an elementary joint, one for each of its velocities.
            pub(crate) fn directions<L: Leaves>(&self, leaves: &L) -> Vec<Direction<L::S>> {
                match self {
                    $(Self::$name(joint) => {
                        table::by_class!($class joint, joint.directions(leaves), Vec::new())
                    })*
                }
            }

            /// The invariant of an elementary joint.
            pub(crate) fn invariant(&self) -> Invariant {
                match self {
                    $(Self::$name(joint) => {
                        table::by_class!($class joint, joint.invariant(), Invariant::Nothing)
                    })*
                }
            }

            /// The constant pose at coordinates `q`; where there are none, they are 0 (a quaternion is 0, 0, 0, 1).
            pub(crate) fn at(&self, q: &[Angle]) -> Placement {
                match self {
                    $(Self::$name(joint) => {
                        table::by_class!($class joint, joint.at(q), joint_type::at(&joint.parts(), q))
                    })*
                }
            }
        }
    };
}

/// The expression for the class of a row.
macro_rules! by_class {
    (elementary $joint:ident, $elementary:expr, $compound:expr) => {{
        let _ = $joint;
        $elementary
    }};
    (compound $joint:ident, $elementary:expr, $compound:expr) => {{
        let _ = $joint;
        $compound
    }};
}

pub(super) use {by_class, joints};
