//! A row of the table of quantities and formulations, and the macro that reads the table.
//!
//! The table itself is in the root of this module. A row of it has a formulation, where it comes from, on which
//! mechanisms it works, and the call of its recursion:
//!
//! ```text
//!  Denoc: tree("Saha 2.4.1") => case.torques(denoc::inverse_dynamics),
//! ```

use core::fmt;

use crate::closed::{Legs, Subsystems};
use crate::mechanism::Mechanism;

use super::Formulation;

/// The mechanisms that a recursion is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// In the coordinates of the tree: open chains, and what of a mechanism with loops is that of its tree.
    Tree,
    /// Equations are solved with M as a whole in the user's coordinates: joints that follow others, and what depends on the
    /// order of the velocities.
    Coupled,
    /// Mechanisms with loops.
    Loops,
}

/// Bodies of the longest chain for which M is inverted as a whole.
const SHORT_CHAIN: usize = 128;

/// A requirement of a recursion on a mechanism of its domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// Rigid bodies, with masses that it can divide by.
    Masses,
    /// Rigid bodies, and twists of axes that are numbers.
    Twists,
    /// The same, and nothing that acts in joints.
    TwistsAlone,
    /// Rigid bodies, and no springs between motors and joints.
    RigidBodies,
    /// Rigid bodies, and joints that follow no others.
    OwnCoordinates,
    /// No chains of rigid bodies so long that M as a whole, which takes n³ operations, is out of the question.
    ShortChains,
    /// A secondary system: bodies on the base that nothing actuates, which the loops connect with the others.
    SecondarySystem,
    /// A parallel mechanism: one body carried by legs alone.
    Legs,
    /// Subsystems that can be solved one after the other.
    Subsystems,
    /// Flexible bodies, or springs between motors and joints: what other recursions cannot do.
    ElasticParts,
    /// Flexible bodies.
    FlexibleBodies,
    /// Flexible bodies, and no joints that follow others besides.
    Modes,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tree => "trees",
            Self::Coupled => "joints that follow others, flexible bodies",
            Self::Loops => "loops",
        })
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "",
            Self::Masses => "rigid bodies, masses that are no parameters",
            Self::Twists => "rigid bodies, twists that are no parameters",
            Self::TwistsAlone => {
                "rigid bodies, twists that are no parameters, nothing that acts in joints"
            }
            Self::RigidBodies => "rigid bodies, no springs between motors and joints",
            Self::ElasticParts => "flexible bodies, or springs between motors and joints",
            Self::OwnCoordinates => "rigid bodies, joints that follow no others",
            Self::ShortChains => "chains of at most 128 bodies, or flexible ones",
            Self::SecondarySystem => "a secondary system that nothing actuates",
            Self::Legs => "a body that legs carry",
            Self::FlexibleBodies => "flexible bodies",
            Self::Modes => "flexible bodies in a tree of free joints",
            Self::Subsystems => "subsystems that can be solved one after the other",
        })
    }
}

/// A formulation of a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name in the table.
    pub formulation: Formulation,
    /// Its source.
    pub source: &'static str,
    /// The mechanisms it is written for.
    pub domain: Domain,
    /// Its requirement on them.
    pub needs: Need,
    /// Whether the moments of inertia wrenches can be computed in either form.
    pub moment_forms: bool,
    /// Whether a body's frame can be where pairs of joints meet.
    pub meeting_frames: bool,
    /// Whether orientations of whole groups of parallel axes serve it although it keeps no base parameters.
    pub groups: bool,
    /// Whether it scales coordinates along twisted joints, and is no different where there are none.
    pub scaled: bool,
}

/// A row for the coordinates of the tree.
pub(super) const fn tree(source: &'static str) -> Row {
    row(Domain::Tree, source)
}

/// A row for mechanisms whose equations are solved with M as a whole.
pub(super) const fn coupled(source: &'static str) -> Row {
    row(Domain::Coupled, source)
}

/// A row for mechanisms with loops.
pub(super) const fn loops(source: &'static str) -> Row {
    row(Domain::Loops, source)
}

const fn row(domain: Domain, source: &'static str) -> Row {
    Row {
        // The macro sets it.
        formulation: Formulation::Denoc,
        source,
        domain,
        needs: Need::Nothing,
        moment_forms: false,
        meeting_frames: false,
        groups: false,
        scaled: false,
    }
}

impl Row {
    pub(super) const fn by(self, formulation: Formulation) -> Self {
        Self {
            formulation,
            ..self
        }
    }

    pub(super) const fn needs(self, needs: Need) -> Self {
        Self { needs, ..self }
    }

    pub(super) const fn with_moment_forms(self) -> Self {
        Self {
            moment_forms: true,
            ..self
        }
    }

    pub(super) const fn with_meeting_frames(self) -> Self {
        Self {
            meeting_frames: true,
            ..self
        }
    }

    pub(super) const fn with_groups(self) -> Self {
        Self {
            groups: true,
            ..self
        }
    }

    pub(super) const fn scaled(self, needs: Need) -> Self {
        Self {
            scaled: true,
            needs,
            ..self
        }
    }

    /// Whether it is one of those among which the cheapest is chosen. Not subsystems with least norm: what the solution of one
    /// leaves open may be what the next needs.
    #[must_use]
    pub fn is_choice(&self, mechanism: &Mechanism) -> bool {
        let loops = mechanism.loops.as_ref();
        let least_norm = loops.is_some_and(|loops| loops.minimum_norm.is_some());
        !(least_norm && self.needs == Need::Subsystems)
    }

    /// Why it does not fit a mechanism of its domain, if it does not.
    #[must_use]
    pub fn obstacle(&self, mechanism: &Mechanism) -> Option<&'static str> {
        let twists = || {
            let open = mechanism.has_open_geometry();
            open.then_some("its scales divide by sines of twists, which parameters can make 0")
        };
        match self.needs {
            Need::Nothing => None,
            Need::Masses
            | Need::Twists
            | Need::TwistsAlone
            | Need::RigidBodies
            | Need::OwnCoordinates
                if mechanism.is_flexible() =>
            {
                Some("its bodies are rigid, those of the model are not")
            }
            Need::RigidBodies => {
                let sprung = mechanism.bodies.iter().any(|body| body.spring.is_some());
                sprung.then_some("motors of the model turn joints through springs")
            }
            Need::ElasticParts => {
                let sprung = mechanism.bodies.iter().any(|body| body.spring.is_some());
                let rigid = !sprung && !mechanism.is_flexible();
                rigid
                    .then_some("the mechanism is one of rigid bodies, for which others are cheaper")
            }
            Need::OwnCoordinates => {
                (mechanism.coordinates.is_some()).then_some("joints of the model follow others")
            }
            Need::Masses => (!mechanism.parameters.is_empty())
                .then_some("it divides by masses, which parameters can make 0"),
            Need::Twists => twists(),
            Need::TwistsAlone => {
                let acts = mechanism.joint_physics().any(|dof| !dof.is_off());
                let acts = acts.then_some(
                    "it knows nothing of rotor inertia, damping, friction and springs in joints",
                );
                acts.or_else(twists)
            }
            Need::ShortChains => {
                let depth = mechanism.depths().into_iter().max();
                let is_long = depth.is_some_and(|depth| depth > SHORT_CHAIN);
                (is_long && !mechanism.is_flexible()).then_some(
                    "it takes n³ operations, and the model has a chain too long for that",
                )
            }
            Need::SecondarySystem => {
                let loops = mechanism.loops.as_ref();
                let none = loops.is_none_or(|loops| loops.mobility.secondary.is_empty());
                none.then_some(
                    "there is no secondary system, bodies on the base that nothing actuates",
                )
            }
            Need::Legs => Legs::of(mechanism)
                .is_none()
                .then_some("the mechanism is not one body that legs carry"),
            Need::FlexibleBodies => {
                (!mechanism.is_flexible()).then_some("no body of the mechanism is flexible")
            }
            Need::Modes => (!mechanism.is_coupled_by_modes_alone())
                .then_some("the mechanism is no tree of free joints with flexible bodies"),
            Need::Subsystems => Subsystems::of(mechanism)
                .is_err()
                .then_some("the subsystems cannot be solved one after the other"),
        }
    }
}

/// Reads the table: makes the enums of formulations and quantities, [`Quantity::signature`], [`Quantity::rows`] and
/// `evaluate`, which calls the recursion of a row.
macro_rules! table {
    (
        formulations {
            $( $(#[$note:meta])* $formulation:ident = $name:literal, )*
        }
        quantities {
            $(
                $(#[$doc:meta])*
                $quantity:ident $( ($frame:ty) )? = $signature:expr, |$case:ident| {
                    $( $by:ident: $row:expr => $elements:expr, )*
                }
            )*
        }
    ) => {
        /// How a quantity is computed.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Formulation {
            $( $(#[$note])* $formulation, )*
        }

        impl Formulation {
            /// The name a user writes.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$formulation => $name, )*
                }
            }
        }

        /// The quantity that a generated function computes. Frame quantities carry the frame's place in [`Mechanism::frames`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Quantity {
            $( $(#[$doc])* $quantity $( ($frame) )?, )*
            /// A product of the derivatives of another.
            Product(Product),
        }

        impl Quantity {
            /// All quantities but products, those of frames for the frame 0, in the order of the contract.
            pub const TABLE: &[Self] = &[ $( Self::$quantity $( (<$frame>::MIN) )?, )* ];

            /// The same quantity of another frame, if it is of a frame.
            pub(crate) fn of_frame(self, frame: usize) -> Option<Self> {
                match self {
                    $( Self::$quantity { .. } => table!(@of_frame frame, $quantity $( ($frame) )?), )*
                    Self::Product(product) => product.of_frame(frame).map(Self::Product),
                }
            }

            /// The place of the frame it is of.
            #[must_use]
            pub fn frame(self) -> Option<usize> {
                match self {
                    $( table!(@pattern frame, $quantity $( ($frame) )?) => table!(@some frame $( ($frame) )?), )*
                    Self::Product(product) => product.frame(),
                }
            }

            /// Its signature.
            #[must_use]
            pub fn signature(self) -> &'static Signature {
                match self {
                    $( Self::$quantity { .. } => const { &$signature }, )*
                    Self::Product(product) => product.signature(),
                }
            }

            /// Its rows: all its formulations, for every domain the literal one first.
            #[must_use]
            pub fn rows(self) -> &'static [Row] {
                match self {
                    $( Self::$quantity { .. } => const { &[ $( $row.by(Formulation::$by), )* ] }, )*
                    Self::Product(product) => product.rows(),
                }
            }
        }

        /// The elements of every output array by a row of the table; `None` when there is no such row.
        fn evaluate<L: Leaves>(
            quantity: Quantity,
            (formulation, domain): (Formulation, Domain),
            case: &Case<'_, L>,
        ) -> Option<Vec<Vec<L::S>>> {
            match quantity {
                $( Quantity::$quantity { .. } => {
                    $(
                        if formulation == Formulation::$by && domain == const { $row.domain } {
                            let $case = case;
                            return Some($elements);
                        }
                    )*
                    None
                } )*
                Quantity::Product(product) => case.product(product, formulation),
            }
        }
    };
    (@of_frame $at:ident, $quantity:ident) => { None };
    (@of_frame $at:ident, $quantity:ident ($frame:ty)) => { Some(Self::$quantity($at)) };
    (@pattern $at:ident, $quantity:ident) => { Self::$quantity };
    (@pattern $at:ident, $quantity:ident ($frame:ty)) => { Self::$quantity($at) };
    (@some $at:ident) => { None };
    (@some $at:ident ($frame:ty)) => { Some($at) };
}
pub(super) use table;
