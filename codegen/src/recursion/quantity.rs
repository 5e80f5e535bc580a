//! The rows of the table for a quantity on a mechanism.

use super::{Domain, Formulation, Need, Product, Quantity, Row};
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::name::identifier;
use crate::program::{Port, Shape};
use crate::signature::{Array, InertiaMatrixUse, Variance};

impl Quantity {
    /// All quantities, those of frames for the frame 0, in the order of the contract: products behind the others.
    pub fn table() -> impl Iterator<Item = Self> {
        let products = Product::all().map(Self::Product);
        Self::TABLE.iter().copied().chain(products)
    }

    /// The quantity of a function of a mechanism, those of frames for the frame 0.
    #[must_use]
    pub fn named(name: &str, mechanism: &Mechanism) -> Option<Self> {
        let of_frame = |one: &Self| {
            let mut frames = mechanism.frames.iter();
            frames.any(|frame| one.name_for(&frame.name) == name)
        };
        let has_loops = mechanism.loops.is_some();
        let mut all = Self::table().filter(|one| one.signature().exists.is_possible(has_loops));
        all.find(|one| match one.frame() {
            None => one.signature().name == name,
            Some(_) => of_frame(one),
        })
    }

    /// Name of the generated function.
    #[must_use]
    pub fn name(self, mechanism: &Mechanism) -> String {
        let frame = self.frame().and_then(|frame| mechanism.frames.get(frame));
        frame.map_or_else(
            || self.signature().name.into(),
            |frame| self.name_for(&frame.name),
        )
    }

    /// Name of the function that is generated for a frame.
    #[must_use]
    pub fn name_for(self, frame: &str) -> String {
        if let Self::Product(product) = self {
            return product.name_from(&product.of().name_for(frame));
        }
        let name = identifier(&format!("{}_{frame}", self.signature().name));
        // Constants, types and products have no `_` at the end of a function's name: `tip` and `tip'` would have the same.
        name.trim_end_matches('_').to_owned()
    }

    /// One line of documentation.
    #[must_use]
    pub fn summary(self, mechanism: &Mechanism) -> &'static str {
        let signature = self.signature();
        let of_loops = signature.summary_of_loops;
        of_loops
            .filter(|_| mechanism.loops.is_some())
            .unwrap_or(signature.summary)
    }

    /// Input arrays, in the order of the signature.
    #[must_use]
    pub fn arguments(self, mechanism: &Mechanism) -> Vec<Argument> {
        let mut arguments = self.signature().inputs.to_vec();
        arguments.retain(|one| mechanism.driven() > 0 || !one.is_driven());
        arguments
    }

    /// Input arrays with their lengths.
    #[must_use]
    pub fn ports(self, mechanism: &Mechanism) -> Vec<Port> {
        let arguments = self.arguments(mechanism).into_iter();
        arguments.map(|one| one.port(mechanism)).collect()
    }

    /// Output arrays: JSON key and shape.
    #[must_use]
    pub fn outputs(self, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
        let outputs = self.arrays(mechanism);
        outputs
            .map(|output| (output.name, output.extent.on(mechanism)))
            .collect()
    }

    /// Output arrays as a mechanism has them.
    pub fn arrays(self, mechanism: &Mechanism) -> impl Iterator<Item = &'static Array> {
        let outputs = self.signature().outputs.iter();
        outputs.filter(|output| mechanism.loops.is_some() || !output.of_loops)
    }

    /// The rows of the table that a mechanism has: those that solve the equations of its loops; those in the user's coordinates
    /// as a whole, for what depends on the order of the velocities and for what is solved for where joints follow
    /// others; those of the tree for all else.
    #[must_use]
    pub fn domain(self, mechanism: &Mechanism) -> Domain {
        let has = |domain| self.rows().iter().any(|row| row.domain == domain);
        let ordered =
            (self.signature().outputs.iter()).any(|output| output.variance == Variance::Ordered);
        let reordered = mechanism.coordinates.is_some() && ordered;
        if mechanism.loops.is_some() && has(Domain::Loops) {
            Domain::Loops
        } else if (reordered || mechanism.is_coupled() || mechanism.is_flexible())
            && has(Domain::Coupled)
        {
            Domain::Coupled
        } else {
            Domain::Tree
        }
    }

    /// The rows of the table for a mechanism, the literal one first, whether they fit or not.
    fn rows_of(self, mechanism: &Mechanism) -> impl Iterator<Item = &'static Row> {
        let domain = self.domain(mechanism);
        self.rows().iter().filter(move |row| row.domain == domain)
    }

    /// The row of a formulation on a mechanism.
    #[must_use]
    pub fn row(self, formulation: Formulation, mechanism: &Mechanism) -> Option<&'static Row> {
        self.rows_of(mechanism)
            .find(|row| row.formulation == formulation)
    }

    /// The formulations of open chains of rigid bodies in the coordinates of their trees, the literal one first; of a quantity of loops
    /// alone, its own.
    #[must_use]
    pub fn formulations(self) -> Vec<Formulation> {
        let first = self.rows().first().map(|row| row.domain);
        let rows = self.rows().iter();
        rows.filter(|row| Some(row.domain) == first && row.needs != Need::FlexibleBodies)
            .map(|row| row.formulation)
            .collect()
    }

    /// The formulations that a mechanism has of this quantity, the literal one first.
    #[must_use]
    pub fn formulations_on(self, mechanism: &Mechanism) -> Vec<Formulation> {
        self.rows_of(mechanism)
            .filter(|row| row.obstacle(mechanism).is_none())
            .map(|row| row.formulation)
            .collect()
    }

    /// Those among which the cheapest is chosen.
    #[must_use]
    pub fn choices_on(self, mechanism: &Mechanism) -> Vec<Formulation> {
        self.rows_of(mechanism)
            .filter(|row| row.obstacle(mechanism).is_none() && row.is_choice(mechanism))
            .map(|row| row.formulation)
            .collect()
    }

    /// The formulation that programs are proved against: the first that fits.
    #[must_use]
    pub fn literal(self, mechanism: &Mechanism) -> Formulation {
        let fits = |row: &&Row| row.obstacle(mechanism).is_none();
        let first = self.rows_of(mechanism).find(fits);
        // There is a row of every quantity for every mechanism.
        first.map_or(Formulation::Denoc, |row| row.formulation)
    }

    /// The row of the formulation that a user names so, whether it fits the mechanism or not.
    #[must_use]
    pub fn row_named(self, name: &str, mechanism: &Mechanism) -> Option<&'static Row> {
        self.rows_of(mechanism)
            .find(|row| row.formulation.name() == name)
    }

    /// The source of a formulation of it.
    #[must_use]
    pub fn source(self, formulation: Formulation, mechanism: &Mechanism) -> &'static str {
        self.row(formulation, mechanism)
            .map_or("", |row| row.source)
    }

    /// The formulation that programs by `formulation` are proved against: the literal one, and where equations of loops are
    /// solved, which are not the same for all, their own.
    #[must_use]
    pub fn proved_against(self, formulation: Formulation, mechanism: &Mechanism) -> Formulation {
        match self.domain(mechanism) {
            Domain::Tree | Domain::Coupled => self.literal(mechanism),
            Domain::Loops => formulation,
        }
    }

    /// Whether base parameters give the same values: generalised forces, M and what follows from it. (Joint wrenches, the
    /// momentum of the whole and the potential energy distinguish original parameters; the Coriolis matrix is
    /// defined with them.)
    #[must_use]
    pub fn keeps_base_parameters(self) -> bool {
        self.signature().base_parameters
    }

    /// Whether another choice of frames gives other values: C is not unique, only C q̇ is.
    #[must_use]
    pub fn depends_on_frames(self) -> bool {
        self.signature().frame_dependent
    }

    /// Whether it needs M⁻¹: it divides by parts of M, or finds the motion of a mechanism with loops.
    pub(crate) fn solves_for_motion(self) -> bool {
        match self.signature().inertia {
            InertiaMatrixUse::Any => false,
            InertiaMatrixUse::Regular | InertiaMatrixUse::Divided => true,
        }
    }

    /// Whether the function divides by parts of M (its accuracy then depends on the condition of M).
    #[must_use]
    pub fn divides_by_mass(self) -> bool {
        self.signature().inertia == InertiaMatrixUse::Divided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_frames_have_names_that_are_identifiers_without_an_underscore_behind() {
        for (frame, ending) in [
            ("tip", "tip"),
            ("tip'", "tip"),
            ("Tool (left)", "tool_left"),
            ("_tip", "tip"),
            ("static", "static"),
            ("6dof", "6dof"),
        ] {
            let of_frames = Quantity::table().filter(|one| one.frame().is_some());
            for quantity in of_frames {
                let name = quantity.name_for(frame);
                assert_eq!(identifier(&name), name);
                let of_ending = quantity.name_for(ending);
                assert_eq!(name, of_ending);
                assert!(!name.ends_with('_'), "{name}");
            }
            let pose = Quantity::TipPose(0).name_for(frame);
            assert_eq!(pose, format!("tip_pose_{ending}"));
        }
    }
}
