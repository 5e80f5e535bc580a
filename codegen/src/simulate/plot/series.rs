//! A line of a panel: its name, its values, how it looks.

/// Values over the times of the figure.
pub(super) struct Series {
    /// Entry of the legend.
    pub(super) name: String,
    /// One value a time.
    pub(super) values: Vec<f64>,
    /// Its style.
    pub(super) style: Style,
}

/// Colour, dashes and width of a line: the same joint looks the same in all panels.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// `#rrggbb`.
    pub(super) colour: &'static str,
    /// Dashes and gaps.
    pub(super) dashes: Dashes,
    /// Pixels.
    pub(super) width: f64,
}

/// Dashes and gaps of a line, pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Dashes {
    /// Their lengths in turn; empty: solid.
    Pattern(&'static str),
    /// One dash in a period that several lines share.
    Share {
        /// Length of the dash.
        dash: f64,
        /// The length taken by the other lines.
        gap: f64,
        /// The start of the dash in the period.
        start: f64,
    },
}

/// The colours of Okabe and Ito, which people of every colour vision distinguish, without yellow, which white swallows.
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#000000",
];
/// With every colour.
const WIDTHS: [f64; 7] = [3.4, 3.0, 2.6, 2.3, 2.0, 1.7, 1.4];
/// After every round of colours.
const DASHES: [&str; 4] = ["", "7 3", "2 2", "9 3 2 3"];

impl Style {
    /// The style of the line with this index. Lines are drawn in their order and become thinner, so that one shows at both
    /// sides of another where they cross; those that run over each other take [turns](super::overlap).
    pub(super) fn of(index: usize) -> Self {
        let round = index % COLOURS.len();
        Self {
            colour: COLOURS[round],
            dashes: Dashes::Pattern(DASHES[index / COLOURS.len() % DASHES.len()]),
            width: WIDTHS[round],
        }
    }
}

impl Series {
    /// The points to draw, (t, value): all, or the least and the greatest of each of `bins` parts of the time where there are many
    /// more, so that no peak is lost.
    pub(super) fn points(&self, times: &[f64], bins: usize) -> Vec<(f64, f64)> {
        let all = times.iter().copied().zip(self.values.iter().copied());
        let all: Vec<(f64, f64)> = all.filter(|(_, value)| value.is_finite()).collect();
        let size = all.len().div_ceil(bins.max(1));
        if size <= 4 {
            return all;
        }
        all.chunks(size).flat_map(extremes).collect()
    }
}

/// The points with the least and the greatest value, in their order.
fn extremes(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let least = points.iter().min_by(by_value);
    let greatest = points.iter().max_by(by_value);
    let mut both: Vec<(f64, f64)> = [least, greatest].into_iter().flatten().copied().collect();
    both.sort_by(|a, b| a.0.total_cmp(&b.0));
    both
}
