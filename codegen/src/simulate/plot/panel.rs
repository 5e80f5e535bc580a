//! One panel: lines over time, with axes, a grid and a legend at its right.

use super::axis::PlotAxis;
use super::overlap;
use super::series::{Series, Style};
use super::svg::{Anchor, Svg};

/// Lines of one unit over time.
pub(super) struct Panel {
    /// The title: `Joint positions`.
    pub(super) title: &'static str,
    /// The label of the axis: `position, rad`.
    pub(super) measure: String,
    /// The lines.
    pub(super) series: Vec<Series>,
}

/// Left edge of all panels, px; the numbers of the axes are before it.
pub(super) const LEFT: f64 = 84.0;
/// Width of the part with the lines.
pub(super) const WIDTH: f64 = 720.0;
/// Height of the part with the lines.
pub(super) const HEIGHT: f64 = 210.0;
const GRID: &str = "#e4e4e4";

/// Height of an entry of the legend.
const ENTRY: f64 = 17.0;
/// Entries above each other.
const ENTRIES: usize = 12;
/// Width of an entry without its name: gap, sample of the line, gap.
const SAMPLE: f64 = 46.0;
/// Width of a letter, on average, generously.
const LETTER: f64 = 6.9;
/// Longer names are cut.
const LETTERS: usize = 26;

impl Panel {
    /// Whether something is to be seen in it: a value that is not 0.
    pub(super) fn is_moved(&self) -> bool {
        let mut values = self.series.iter().flat_map(|series| &series.values);
        values.any(|value| *value != 0.0)
    }

    /// Width of the legend, px.
    pub(super) fn legend_width(&self) -> f64 {
        self.column_width() * real(self.series.len().div_ceil(ENTRIES))
    }

    fn column_width(&self) -> f64 {
        let letters = self
            .series
            .iter()
            .map(|series| shortened(&series.name).chars().count());
        SAMPLE + LETTER * real(letters.max().unwrap_or_default())
    }

    /// Draws the panel with its upper edge at `top`; the last one carries the numbers of the time axis.
    pub(super) fn draw(&self, svg: &mut Svg, top: f64, times: &[f64], time: &PlotAxis, last: bool) {
        let values = self
            .series
            .iter()
            .flat_map(|series| series.values.iter().copied());
        let axis = PlotAxis::over(values, 0.06, 5.0);
        let x = |t: f64| LEFT + WIDTH * time.part(t);
        let y = |value: f64| top + HEIGHT * (1.0 - axis.part(value));
        svg.heading(LEFT, top - 9.0, 13, self.title);
        svg.upwards(18.0, top + HEIGHT / 2.0, &self.measure);
        for &tick in &axis.ticks {
            svg.rule((LEFT, y(tick)), (LEFT + WIDTH, y(tick)), GRID);
            svg.text(LEFT - 8.0, y(tick) + 4.0, Anchor::End, &axis.label(tick));
        }
        for &tick in &time.ticks {
            svg.rule((x(tick), top), (x(tick), top + HEIGHT), GRID);
            if last {
                svg.text(
                    x(tick),
                    top + HEIGHT + 18.0,
                    Anchor::Middle,
                    &time.label(tick),
                );
            }
        }
        if last {
            svg.text(
                LEFT + WIDTH / 2.0,
                top + HEIGHT + 38.0,
                Anchor::Middle,
                "time, s",
            );
        }
        svg.frame(LEFT, top, WIDTH, HEIGHT);
        let curve = |svg: &mut Svg, series: &Series, style: Style| {
            let points = series.points(times, BINS).into_iter();
            let points: Vec<_> = points.map(|(t, value)| (x(t), y(value))).collect();
            svg.curve(&points, style, &series.name);
        };
        for series in &self.series {
            curve(svg, series, series.style);
        }
        for (index, style) in overlap::turns(&self.series, &axis) {
            curve(svg, &self.series[index], style);
        }
        self.draw_legend(svg, top);
    }

    fn draw_legend(&self, svg: &mut Svg, top: f64) {
        let width = self.column_width();
        for (index, Series { name, style, .. }) in self.series.iter().enumerate() {
            let left = LEFT + WIDTH + width * real(index / ENTRIES);
            let middle = top + ENTRY * (0.5 + real(index % ENTRIES));
            let sample = [(left + 12.0, middle), (left + 38.0, middle)];
            svg.curve(&sample, *style, name);
            svg.text(
                left + SAMPLE - 2.0,
                middle + 4.0,
                Anchor::Start,
                &shortened(name),
            );
        }
    }
}

/// As many parts as the panel has pixels.
const BINS: usize = 720;

/// A name that fits the legend.
fn shortened(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    let kept: String = name.chars().take(LETTERS - 1).collect();
    format!("{kept}…")
}

fn real(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}
