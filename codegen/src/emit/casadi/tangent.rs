//! Quaternions: four numbers of any length to CasADi, of length 1 to the functions, whose derivatives are those of the tangent space.
//!
//! A function takes the coordinates q of CasADi with their quaternions brought to length 1. So it has a whole derivative by every number of q, which is 0 along
//! a quaternion. A change of a quaternion x turns the body by 2 vec(x* ẋ)/|x|², one of the position of a free joint moves it by Rᵀ ṗ in its own
//! axes. With T(q) for both, and the Jacobian J and the gradient g in the tangent space:
//!
//! ```text
//!  jac_F   J T        fwd1_F   J (T q̇)        adj1_F   Tᵀ g        fwd1_adj1_F   Tᵀ ġ + Ṫᵀ g
//! ```

use core::ops::Range;

use crate::emit::page::Page;
use crate::program::Pattern;
use crate::state::{CoordinateKind, Piece};

/// Coordinates as CasADi gives them.
pub(super) const GIVEN: &str = "given";

/// The functions that T takes in C, with what they say of themselves.
const KERNELS: &str = include_str!("tangent.c");

/// The kernels that a text calls.
pub(super) fn kernels(text: &str) -> String {
    let mut called = String::new();
    // One calls others before it.
    for kernel in KERNELS.trim_end().rsplit("\n\n") {
        let name = kernel.split_once("static void ");
        let name = name.and_then(|(_, rest)| rest.split_once('('));
        let is_called = |name: &str| {
            let call = format!("{name}(");
            text.contains(&call) || called.contains(&call)
        };
        if name.is_some_and(|(name, _)| is_called(name)) {
            called = format!("\n{kernel}\n{called}");
        }
    }
    called
}

/// How a kind of coordinates is named in kernels, with the numbers of its coordinates and velocities; none of rates, which are as they are.
fn named(kind: CoordinateKind) -> Option<(&'static str, usize, usize)> {
    match kind {
        CoordinateKind::Rate => None,
        CoordinateKind::Quaternion => Some(("spherical", 4, 3)),
        CoordinateKind::Pose => Some(("free", 7, 6)),
    }
}

/// Coordinates with quaternions of length 1, in `unit`.
pub(super) fn print_unit(page: &mut Page, pieces: &[Piece], unit: &str) {
    for Piece { kind, q, .. } in pieces {
        match kind {
            CoordinateKind::Rate => page.line(format_args!("{unit}[{q}] = {GIVEN}[{q}];")),
            CoordinateKind::Quaternion => {
                page.line(format_args!("denoc_unit(&{GIVEN}[{q}], &{unit}[{q}]);"));
            }
            CoordinateKind::Pose => {
                for k in *q..q + 3 {
                    page.line(format_args!("{unit}[{k}] = {GIVEN}[{k}];"));
                }
                let at = q + 3;
                page.line(format_args!("denoc_unit(&{GIVEN}[{at}], &{unit}[{at}]);"));
            }
        }
    }
}

/// `into` = T q̇, of a q̇ that may not be there.
pub(super) fn print_tangent(page: &mut Page, pieces: &[Piece], rates: &str, into: &str) {
    for Piece { kind, q, v } in pieces {
        match named(*kind) {
            None => page.line(format_args!("{into}[{v}] = {rates}[{q}];")),
            Some((name, ..)) => page.line(format_args!(
                "denoc_tangent_{name}(&{GIVEN}[{q}], &{rates}[{q}], &{into}[{v}]);"
            )),
        }
    }
}

/// A row r of numbers in the tangent space → r T.
pub(super) struct Row<'a> {
    /// The array whose numbers they are, and their places there by velocity; those that are not there are 0.
    pub(super) from: (&'a str, &'a [Option<usize>]),
    /// The result, and the places there of r T by coordinate.
    pub(super) to: (usize, &'a [Option<usize>]),
    /// `=` or `+=`.
    pub(super) equals: &'a str,
    /// In place of r T its change with a change of the coordinates by this array.
    pub(super) along: Option<&'a str>,
}

impl Row<'_> {
    pub(super) fn print(&self, page: &mut Page, pieces: &[Piece]) {
        for piece in pieces {
            match named(piece.kind) {
                Some(of) => self.print_turned(page, piece, of),
                None => self.print_rate(page, piece),
            }
        }
    }

    fn print_rate(&self, page: &mut Page, Piece { q, v, .. }: &Piece) {
        let (name, places) = self.from;
        let (result, targets) = self.to;
        let equals = self.equals;
        if let (Some(place), Some(target), None) = (places[*v], targets[*q], self.along) {
            page.line(format_args!(
                "res[{result}][{target}] {equals} {name}[{place}];"
            ));
        }
    }

    fn print_turned(
        &self,
        page: &mut Page,
        Piece { q, v, .. }: &Piece,
        (kind, coordinates, velocities): (&str, usize, usize),
    ) {
        let (name, places) = self.from;
        let (result, targets) = self.to;
        let equals = self.equals;
        let places = &places[*v..v + velocities];
        if places.iter().all(Option::is_none) {
            return;
        }
        let number = |place: &Option<usize>| match place {
            Some(place) => format!("{name}[{place}]"),
            None => "0.0".into(),
        };
        let numbers: Vec<String> = places.iter().map(number).collect();
        page.line(format_args!("{{"));
        page.inside(|page| {
            page.line(format_args!(
                "const double row[{velocities}] = {{{}}};",
                numbers.join(", ")
            ));
            page.line(format_args!("double turned[{coordinates}];"));
            match self.along {
                None => page.line(format_args!(
                    "denoc_cotangent_{kind}(&{GIVEN}[{q}], row, turned);"
                )),
                Some(along) => page.line(format_args!(
                    "denoc_cotangent_rate_{kind}(&{GIVEN}[{q}], &{along}[{q}], row, turned);"
                )),
            }
            for (k, target) in targets[*q..q + coordinates].iter().enumerate() {
                if let Some(target) = target {
                    page.line(format_args!(
                        "res[{result}][{target}] {equals} turned[{k}];"
                    ));
                }
            }
        });
        page.line(format_args!("}}"));
    }
}

/// The coordinates that move with velocities: those of a position and of a quaternion go together.
fn together(piece: &Piece) -> Vec<(Range<usize>, Range<usize>)> {
    let Piece { kind, q, v } = *piece;
    match kind {
        CoordinateKind::Rate => vec![(q..q + 1, v..v + 1)],
        CoordinateKind::Quaternion => vec![(q..q + 4, v..v + 3)],
        CoordinateKind::Pose => vec![(q..q + 3, v..v + 3), (q + 3..q + 7, v + 3..v + 6)],
    }
}

/// The pattern of J T, from that of J.
pub(super) fn by_coordinates(own: &Pattern, pieces: &[Piece]) -> Pattern {
    let groups: Vec<(Range<usize>, Range<usize>)> = pieces.iter().flat_map(together).collect();
    let coordinates = groups
        .iter()
        .map(|(coordinates, _)| coordinates.len())
        .sum();
    let places = own.places().flat_map(|(row, column)| {
        let moved = groups
            .iter()
            .filter(move |(_, velocities)| velocities.contains(&column));
        moved.flat_map(move |(coordinates, _)| coordinates.clone().map(move |q| (row, q)))
    });
    Pattern::of_places((own.rows, coordinates), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint of one number, a spherical one and a free one, in a row.
    const PIECES: [Piece; 3] = [
        Piece {
            kind: CoordinateKind::Rate,
            q: 0,
            v: 0,
        },
        Piece {
            kind: CoordinateKind::Quaternion,
            q: 1,
            v: 1,
        },
        Piece {
            kind: CoordinateKind::Pose,
            q: 5,
            v: 4,
        },
    ];

    fn printed(print: impl FnOnce(&mut Page)) -> String {
        let mut page = Page::default();
        print(&mut page);
        page.into_text()
    }

    #[test]
    fn quaternions_are_brought_to_length_1_and_the_rest_is_copied() {
        assert_eq!(
            printed(|page| print_unit(page, &PIECES, "q")),
            "\
q[0] = given[0];
denoc_unit(&given[1], &q[1]);
q[5] = given[5];
q[6] = given[6];
q[7] = given[7];
denoc_unit(&given[8], &q[8]);
"
        );
    }

    #[test]
    fn rates_are_turned_by_quaternions() {
        assert_eq!(
            printed(|page| print_tangent(page, &PIECES, "given_dq", "dq")),
            "\
dq[0] = given_dq[0];
denoc_tangent_spherical(&given[1], &given_dq[1], &dq[1]);
denoc_tangent_free(&given[5], &given_dq[5], &dq[4]);
"
        );
    }

    #[test]
    fn a_gradient_is_turned_into_one_by_all_coordinates() {
        let [from, to]: [Vec<Option<usize>>; 2] = [10, 12].map(|len| (0..len).map(Some).collect());
        let row = |along| Row {
            from: ("g", &from),
            to: (2, &to),
            equals: "+=",
            along,
        };
        let turned = "\
{
    const double row[3] = {g[1], g[2], g[3]};
    double turned[4];
    denoc_cotangent_spherical(&given[1], row, turned);
    res[2][1] += turned[0];
    res[2][2] += turned[1];
    res[2][3] += turned[2];
    res[2][4] += turned[3];
}
{
    const double row[6] = {g[4], g[5], g[6], g[7], g[8], g[9]};
    double turned[7];
    denoc_cotangent_free(&given[5], row, turned);
    res[2][5] += turned[0];
    res[2][6] += turned[1];
    res[2][7] += turned[2];
    res[2][8] += turned[3];
    res[2][9] += turned[4];
    res[2][10] += turned[5];
    res[2][11] += turned[6];
}
";
        assert_eq!(
            printed(|page| row(None).print(page, &PIECES)),
            format!("res[2][0] += g[0];\n{turned}")
        );
        // T of a rate does not change.
        let changed = turned
            .replace("spherical(&given[1]", "rate_spherical(&given[1], &dx[1]")
            .replace("free(&given[5]", "rate_free(&given[5], &dx[5]");
        assert_eq!(
            printed(|page| row(Some("dx")).print(page, &PIECES)),
            changed
        );
    }
}
