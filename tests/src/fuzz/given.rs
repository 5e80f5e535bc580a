//! Tables and states of a mechanism, as users write them.

use denoc_codegen::Quantity;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::simulate::{Column, coordinates, forces, velocities};

/// Motions and forces over time, with named columns and with numbered ones.
pub(super) fn tables(mechanism: &Mechanism) -> [String; 2] {
    [true, false].map(|named| table(mechanism, named))
}

fn table(mechanism: &Mechanism, named: bool) -> String {
    let groups = [
        ("q", coordinates(mechanism)),
        ("qd", velocities(mechanism)),
        ("qdd", velocities(mechanism)),
        ("tau", forces(mechanism)),
    ];
    let columns = groups.iter().flat_map(|(prefix, columns)| {
        let title = move |(place, column): (usize, &Column)| match named {
            true => format!("{prefix}:{}", column.name),
            false => format!("{prefix}{place}"),
        };
        (1..).zip(columns).map(title)
    });
    let header: Vec<String> = core::iter::once("t".to_owned()).chain(columns).collect();
    let row = |time: usize| {
        let numbers = (0..header.len()).map(|place| number(time, place));
        numbers.collect::<Vec<_>>().join(",")
    };
    let rows = (0..3).map(row);
    let lines = core::iter::once(header.join(",")).chain(rows);
    lines.map(|line| line + "\n").collect()
}

/// The first column is the time.
fn number(time: usize, place: usize) -> String {
    match place {
        0 => format!("0.{time}"),
        _ => format!("{}.{}e-1", place % 3, (time + place) % 10),
    }
}

/// Inputs of two functions: an object, and a list of them.
pub(super) fn states(mechanism: &Mechanism) -> Vec<String> {
    let functions = [Quantity::InverseDynamics, Quantity::ForwardDynamics];
    let one = functions.map(|function| state(mechanism, function));
    let list = format!("[{}, {}]\n", one[0], one[0]);
    [&one[..], &[list]].concat()
}

fn state(mechanism: &Mechanism, function: Quantity) -> String {
    let arrays = function.ports(mechanism).into_iter().map(|port| {
        let numbers = (0..port.len).map(|place| number(1, place));
        let numbers: Vec<String> = numbers.collect();
        format!("\"{}\": [{}]", port.argument.name(), numbers.join(", "))
    });
    let values = mechanism.parameters.iter();
    let values = values.map(|one| format!("\"{}\": {:?}", one.name, one.default.to_f64()));
    let values: Vec<String> = values.collect();
    let parameters = match values.is_empty() {
        true => None,
        false => Some(format!("\"parameters\": {{{}}}", values.join(", "))),
    };
    let members: Vec<String> = arrays.chain(parameters).collect();
    format!("{{{}}}", members.join(", "))
}
