//! Instants → a CSV table: `t`, then `q:NAME`, `qd:NAME`, `qdd:NAME` for all joints, `tau:NAME` for those that are actuated, then
//! the energies.

use super::{Column, Instant, coordinates, forces, velocities};
use crate::mechanism::Mechanism;

/// The table of a motion, numbers as the shortest decimals that read back the same.
///
/// Behind the torques are the energies `T` and `V`, J; behind these, in simulations, the `work` of the torques, what was
/// `dissipated`, and the `balance` T + V − work + dissipated. There is neither `V` nor `balance` where flexible bodies are taken
/// undeformed. A table of a simulation is a trajectory for the inverse dynamics, and one of the inverse holds the torques for a
/// simulation.
#[must_use]
pub fn to_csv(mechanism: &Mechanism, instants: &[Instant]) -> String {
    let mut text = line(header(mechanism, instants.first()));
    for instant in instants {
        text.push_str(&line(numbers(instant).map(|number| format!("{number:?}"))));
    }
    text
}

/// The columns of energies, in their order.
const ENERGIES: [&str; 5] = ["T", "V", "work", "dissipated", "balance"];

/// Whether a text starts with the header of a table by [`to_csv`], and with no other columns.
#[must_use]
pub fn is_own_table(text: &str) -> bool {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut header = csv::StringRecord::new();
    if !reader.read_record(&mut header).is_ok_and(|found| found) {
        return false;
    }
    let mut columns = header.iter();
    let is_own = |name: &str| {
        let of_joint = ["q:", "qd:", "qdd:", "tau:"].iter();
        ENERGIES.contains(&name) || of_joint.clone().any(|prefix| name.starts_with(prefix))
    };
    columns.next() == Some("t") && columns.clone().any(|name| name == "T") && columns.all(is_own)
}

fn header(mechanism: &Mechanism, first: Option<&Instant>) -> impl Iterator<Item = String> {
    let (coordinates, velocities) = (coordinates(mechanism), velocities(mechanism));
    let named = |prefix: &str, columns: &[Column]| -> Vec<String> {
        let name = |column: &Column| quoted(&format!("{prefix}:{}", column.name));
        columns.iter().map(name).collect()
    };
    let mut header = vec!["t".to_owned()];
    header.extend(named("q", &coordinates));
    for prefix in ["qd", "qdd"] {
        header.extend(named(prefix, &velocities));
    }
    header.extend(named("tau", &forces(mechanism)));
    let has = |of: fn(&Instant) -> bool, names: &'static [&str]| match first.is_some_and(of) {
        true => names,
        false => &[],
    };
    let energies = [
        &ENERGIES[..1],
        has(|one| one.potential.is_some(), &ENERGIES[1..2]),
        has(|one| one.exchange.is_some(), &ENERGIES[2..4]),
        has(|one| one.balance().is_some(), &ENERGIES[4..]),
    ];
    let energies = energies.into_iter().flatten();
    header.extend(energies.map(|name| (*name).to_owned()));
    header.into_iter()
}

fn numbers(instant: &Instant) -> impl Iterator<Item = f64> {
    let vectors = [&instant.q, &instant.qd, &instant.qdd, &instant.tau];
    let exchange = instant.exchange.into_iter();
    let exchange = exchange.flat_map(|exchange| [exchange.work, exchange.dissipated]);
    core::iter::once(instant.t)
        .chain(vectors.into_iter().flatten().copied())
        .chain([instant.kinetic])
        .chain(instant.potential)
        .chain(exchange)
        .chain(instant.balance())
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let mut line = fields.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

/// A field as RFC 4180 has it: a name may hold commas and quotes.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
