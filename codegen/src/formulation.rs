//! Formulations: the ways to compute a quantity, each written once in `recursion/`.

use crate::mechanism::Mechanism;

/// How a quantity is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formulation {
    /// Saha, DeNOC: extended masses and twist propagation about the link origins.
    Denoc,
    /// Saha (1999a): the same about the mass centres, RIDIM of Table 1.
    MassCentre,
    /// Luh, Walker and Paul (1980): vectors, mass-centre accelerations.
    Luh,
    /// U form, the moment form chosen for each body.
    UForm,
    /// SOA: articulated bodies.
    SpatialOperator,
    /// Composite bodies; bias by the U form.
    Composite,
    /// Merged backward pass; wrenches by the U form.
    Merged,
    /// Composite first moments.
    FirstMoments,
    /// Sum over bodies.
    Bodies,
    /// Through the canonical momenta.
    Momenta,
    /// Carried link by link between tip and base.
    Kinematic,
    /// Unit twists in base axes, carried from the base to the tip.
    BaseAxes,
    /// Naudet: articulated momenta.
    Naudet,
    /// Through the Jacobian.
    Jacobian,
    /// U form, z components of accelerations and wrenches scaled.
    UScaled,
    /// Saha, DeNOC with scaled articulated bodies.
    DenocScaled,
    /// Merged backward pass, scaled.
    MergedScaled,
    /// Naudet: articulated momenta, scaled.
    NaudetScaled,
    /// Loops: multipliers over the whole tree with composite bodies.
    Multipliers,
    /// SOA (3.13): explicit accelerations, articulated bodies.
    SpatialOperatorExplicit,
    /// SOA: step (D) with the secondary system first.
    Secondary,
    /// Saha, section 3: parallel mechanisms in the coordinates of the feet.
    Parallel,
    /// Huang: forces from the second-order expansion over a step.
    SecondOrder,
    /// Saha (44): all subsystems of the spanning tree together.
    WholeTree,
    /// Saha, section 4: subsystem by subsystem.
    Subsystems,
}

impl Formulation {
    /// The name a user writes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Denoc => "denoc",
            Self::MassCentre => "ridim",
            Self::Luh => "luh",
            Self::UForm => "u_form",
            Self::SpatialOperator => "soa",
            Self::Composite => "composite",
            Self::Merged => "merged",
            Self::FirstMoments => "first_moments",
            Self::Bodies => "bodies",
            Self::Momenta => "momenta",
            Self::Kinematic => "kinematic",
            Self::BaseAxes => "base_axes",
            Self::Naudet => "naudet",
            Self::Jacobian => "jacobian",
            Self::UScaled => "u_scaled",
            Self::DenocScaled => "denoc_scaled",
            Self::MergedScaled => "merged_scaled",
            Self::NaudetScaled => "naudet_scaled",
            Self::Multipliers => "multipliers",
            Self::SpatialOperatorExplicit => "soa_explicit",
            Self::Secondary => "soa_secondary",
            Self::Parallel => "parallel",
            Self::SecondOrder => "second_order",
            Self::WholeTree => "whole_tree",
            Self::Subsystems => "subsystems",
        }
    }

    /// Whether it scales coordinates along twisted joints, and is no different where there are none.
    #[must_use]
    pub fn is_scaled(self) -> bool {
        matches!(
            self,
            Self::UScaled | Self::MergedScaled | Self::DenocScaled | Self::NaudetScaled
        )
    }

    /// Whether it takes inertias about mass centres, which base parameters do not have.
    #[must_use]
    pub fn needs_mass_centres(self) -> bool {
        matches!(self, Self::MassCentre | Self::Luh)
    }

    /// Why it cannot be used for a mechanism, if it cannot.
    #[must_use]
    pub fn obstacle(self, mechanism: &Mechanism) -> Option<&'static str> {
        if self.needs_mass_centres() && !mechanism.parameters.is_empty() {
            return Some("it divides by masses, which parameters can make 0");
        }
        if self.is_scaled() && mechanism.has_open_geometry() {
            return Some("its scales divide by sines of twists, which parameters can make 0");
        }
        None
    }

    /// Whether the moment of a body's inertia can be computed in either form.
    #[must_use]
    pub fn has_moment_forms(self) -> bool {
        matches!(self, Self::UForm | Self::Composite | Self::Merged)
    }

    /// Where it comes from.
    #[must_use]
    pub fn paper(self) -> &'static str {
        match self {
            Self::Denoc => "Saha, section 2.4, DeNOC matrices",
            Self::MassCentre => "Saha (1999a), RIDIM in Saha, Table 1",
            Self::Luh => "Luh, Walker and Paul (1980)",
            Self::UForm => "Newton-Euler in U form",
            Self::SpatialOperator => "Rodriguez, Jain and Kreutz, (3.6), (3.10), (A.1)-(A.5)",
            Self::Composite => "composite bodies, Saha (16), (18); bias in U form",
            Self::Merged => "articulated bodies, one merged backward pass; bias in U form",
            Self::FirstMoments => "composite first moments",
            Self::Bodies => "sum over the bodies",
            Self::Momenta => "through the canonical momenta",
            Self::Kinematic => "Saha (11), (13), carried link by link",
            Self::BaseAxes => "Saha (13), unit twists in base axes",
            Self::Naudet => "Naudet, Lefeber and Terze, (26)-(48)",
            Self::Jacobian => "J M⁻¹ Jᵀ with composite bodies",
            Self::UScaled => "Newton-Euler in U form, scaled along twisted joints",
            Self::DenocScaled => "Saha (19)-(21) in scaled coordinates",
            Self::MergedScaled => {
                "articulated bodies in scaled coordinates, merged with a bias in U form"
            }
            Self::NaudetScaled => "Naudet, Lefeber and Terze, (26)-(48), in scaled coordinates",
            Self::Multipliers => {
                "multipliers over the whole tree; composite bodies, Saha (16), (18)"
            }
            Self::SpatialOperatorExplicit => "Rodriguez, Jain and Kreutz, (3.13)",
            Self::Secondary => "Rodriguez, Jain and Kreutz, step (D), secondary system first",
            Self::Parallel => "Saha, section 3, (24)-(32)",
            Self::SecondOrder => "Huang, Yan, Jeng and Cheing, (12)-(33)",
            Self::WholeTree => "Saha (44), the whole spanning tree",
            Self::Subsystems => "Saha, section 4, subsystem by subsystem",
        }
    }
}
