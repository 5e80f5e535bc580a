//! Saha, section 4.4: inverse dynamics of the carpet scraping machine by three routes.

use super::table::{Section, Table};
use crate::compile::{CompileError, Options, compile_quantity};
use crate::counts::Counts;
use crate::leaves::Solve;
use crate::model::parse;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

/// The model, a copy of `models/loops/carpet_scraper.toml` (a test holds them together).
pub const MODEL: &str = include_str!("carpet_scraper.toml");

/// Equations of the uncoupled bodies in the plane: three for each of seven bodies.
const UNCOUPLED: usize = 21;

/// The comparison, with counts of what is emitted.
///
/// # Errors
/// Those of the compiler.
pub fn scraper(opt: u8) -> Result<Option<Section>, CompileError> {
    let Ok(loaded) = parse("carpet_scraper.toml", MODEL) else {
        return Ok(None);
    };
    let mut table = Table::new(&[
        "route",
        "equations solved",
        ">solving: M",
        ">solving: A",
        ">solving: D",
        ">M",
        ">A",
        ">D",
        ">M+A",
    ]);
    let options = Options {
        opt,
        ..Options::default()
    };
    for (route, formulation) in [
        ("denoc, subsystems", Formulation::Subsystems),
        ("denoc, whole tree", Formulation::WholeTree),
    ] {
        let quantity = Quantity::InverseDynamics;
        let function = compile_quantity(&loaded.mechanism, quantity, Some(formulation), &options)?;
        let solves: Vec<Solve> = function.stages.iter().map(|stage| stage.solve).collect();
        let sizes: Vec<String> = solves
            .iter()
            .map(|one| format!("{0} x {0}", one.rows))
            .collect();
        let solving: Counts = solves.iter().map(|one| one.counts()).sum();
        let all = function.counts();
        let numbers = [
            solving.mul,
            solving.add,
            solving.div,
            all.mul,
            all.add,
            all.div,
            all.total(),
        ];
        let cells = [route.to_owned(), sizes.join(", ")];
        table.row(
            cells
                .into_iter()
                .chain(numbers.map(|number| number.to_string())),
        );
    }
    let uncoupled = Solve {
        rows: UNCOUPLED,
        columns: UNCOUPLED,
        sides: 1,
        least_norm: None,
    };
    let Counts { mul, add, div, .. } = uncoupled.counts();
    let size = format!("{UNCOUPLED} x {UNCOUPLED}");
    let solving = [mul, add, div].map(|number| number.to_string());
    let blank = core::array::from_fn::<String, 4, _>(|_| String::new());
    let cells = ["uncoupled Newton-Euler".to_owned(), size].into_iter();
    table.row(cells.chain(solving).chain(blank));
    Ok(Some(Section {
        title: "Inverse dynamics of the carpet scraping machine (Saha, section 4.4)".into(),
        table,
        notes: vec![
            "The paper: O(4^3/3 + 2^3/3 + 1) by subsystems (it prints 3^3/3 and solves 2 x 2), O(21^3/3) with the uncoupled \
             equations. The driving torque follows without an equation of its own once the multipliers are known, so that \
             the whole tree of 7 velocities takes 6 x 6."
                .into(),
        ],
    }))
}
