//! What modes cost: counts of a planar arm of two flexible links → formulas in the number of modes of a link.

use super::counts::count;
use super::fit::Growth;
use super::table::{Section, Table};
use crate::compile::CompileError;
use crate::counts::Counts;
use crate::mechanism::{Geometry, Mechanism};
use crate::model::parse;
use crate::parallel;
use crate::recursion::Quantity;

/// Modes of a link that the formulas are fitted to.
const MODES: core::ops::RangeInclusive<i64> = 1..=7;

/// The highest degree tried.
const MAX_DEGREE: usize = 3;

const FUNCTIONS: [Quantity; 4] = [
    Quantity::InverseDynamics,
    Quantity::MassMatrix,
    Quantity::Bias,
    Quantity::ForwardDynamics,
];

/// Two links that turn in a plane, clamped at their joints, of no equal numbers.
fn arm(modes: i64, geometry: Geometry) -> Option<Mechanism> {
    let link = |name: &str, parent: &str, length: f64, area: f64| {
        let level = geometry.name();
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             flexible = {{ beam = {{ length = {length}, E = 70e9, density = 2700, area = {area}, Iz = 3.2e-10 }}, \
             modes = {{ bending_y = {modes} }}, geometry = \"{level}\" }}\n"
        )
    };
    let text = [
        "name = \"arm\"\ngravity = [0, -9.81, 0]\n".to_owned(),
        link("upper", "base", 1.0, 2.4e-4),
        link("fore", "upper/tip", 0.8, 1.5e-4),
    ];
    let loaded = parse("arm.toml", &text.concat()).ok()?;
    Some(loaded.mechanism)
}

/// The table.
///
/// # Errors
/// Those of the compiler.
pub(super) fn modes(opt: u8) -> Result<Section, CompileError> {
    let mut table = Table::new(&[
        "function",
        "geometry",
        "M",
        "A",
        "M+A",
        "D",
        ">M+A at 1",
        ">at 2",
        ">at 3",
    ]);
    for geometry in [Geometry::Exact, Geometry::Stiffened] {
        for quantity in FUNCTIONS {
            table.row(row(quantity, geometry, opt)?);
        }
    }
    Ok(Section {
        title: "Planar arm of two flexible links, n bending modes a link".into(),
        table,
        notes: vec![
            "The cheapest formulation of each function; formulas meet the counts at n = 1 to 7 as those above meet theirs, or the cell \
             says how much one mode more on both links adds."
                .into(),
        ],
    })
}

fn row(quantity: Quantity, geometry: Geometry, opt: u8) -> Result<Vec<String>, CompileError> {
    let cheapest = |modes: i64| -> Result<Option<(i64, Counts)>, CompileError> {
        let Some(mechanism) = arm(modes, geometry) else {
            return Ok(None);
        };
        let mut cheapest: Option<Counts> = None;
        for formulation in quantity.choices_on(&mechanism) {
            let counts = count(&mechanism, quantity, formulation, opt)?.counts;
            let is_less = cheapest.is_none_or(|least| counts.total() < least.total());
            cheapest = if is_less { Some(counts) } else { cheapest };
        }
        Ok(cheapest.map(|counts| (modes, counts)))
    };
    let most_first: Vec<i64> = MODES.rev().collect();
    let samples = parallel::map(most_first, cheapest);
    let samples: Result<Vec<_>, _> = samples.into_iter().rev().collect();
    let samples: Vec<(i64, Counts)> = samples?.into_iter().flatten().collect();
    let growth = |of: fn(&Counts) -> usize| {
        let values: Vec<(i64, i64)> = samples
            .iter()
            .map(|(n, counts)| (*n, i64::try_from(of(counts)).unwrap_or(i64::MAX)))
            .collect();
        Growth::of(&values, MAX_DEGREE).per("mode")
    };
    let name = quantity.signature().name;
    let shown = [
        growth(|counts| counts.mul),
        growth(|counts| counts.add),
        growth(Counts::total),
        growth(|counts| counts.div),
    ];
    let totals = samples.iter().take(3);
    let totals = totals.map(|(_, counts)| counts.total().to_string());
    let labels = [name.to_owned(), geometry.name().to_owned()];
    Ok(labels.into_iter().chain(shown).chain(totals).collect())
}
