//! A figure: the panels of a motion.

use super::axis::PlotAxis;
use super::panel::{HEIGHT, LEFT, Panel, WIDTH};
use super::series::{Series, Style};
use super::svg::{Anchor, Svg};
use crate::mechanism::Mechanism;
use crate::simulate::{Column, Exchange, Instant, Measure, coordinates, forces, velocities};

/// Upper edge of the first panel, px.
const TOP: f64 = 92.0;
/// From one panel to the next.
const STRIDE: f64 = HEIGHT + 46.0;
/// Below the last panel: numbers and name of the time axis.
const BOTTOM: f64 = 58.0;

/// An SVG picture of a motion: positions, velocities, torques and energy over time, angles and lengths (torques and forces) in
/// panels of their own. `title` is above. A panel in which everything is 0 throughout is named under the title in place of being
/// drawn.
#[must_use]
pub fn figure(mechanism: &Mechanism, title: &str, instants: &[Instant]) -> String {
    let times: Vec<f64> = instants.iter().map(|instant| instant.t).collect();
    let (mut panels, empty): (Vec<Panel>, Vec<Panel>) = motions(mechanism, instants)
        .into_iter()
        .partition(Panel::is_moved);
    panels.push(energies(instants));
    let legend = panels.iter().map(Panel::legend_width).fold(0.0, f64::max);
    let (mut top, mut height) = (TOP, TOP + BOTTOM - STRIDE + HEIGHT);
    panels.iter().for_each(|_| height += STRIDE);
    let mut svg = Svg::new(LEFT + WIDTH + legend + 12.0, height, title);
    svg.heading(LEFT, 36.0, 18, title);
    if !empty.is_empty() {
        let titles: Vec<&str> = empty.iter().map(|panel| panel.title).collect();
        let words = format!("Zero throughout: {}.", titles.join("; ").to_lowercase());
        svg.text(LEFT, 56.0, Anchor::Start, &words);
    }
    let time = PlotAxis::over(times.iter().copied(), 0.0, 10.0);
    let last = panels.len() - 1;
    for (index, panel) in panels.iter().enumerate() {
        panel.draw(&mut svg, top, &times, &time, index == last);
        top += STRIDE;
    }
    svg.finish()
}

/// Panels of positions, velocities, and torques, for every kind of them that the mechanism has.
fn motions(mechanism: &Mechanism, instants: &[Instant]) -> Vec<Panel> {
    use Measure::{Mode, Quaternion, Shift, Turn};
    let positions = |of: Measure, title, measure: &str| Panel {
        title,
        measure: format!("{measure}, {}", of.unit()),
        series: series(&coordinates(mechanism), of, instants, |one| &one.q),
    };
    let rates = |of: Measure, title| Panel {
        title,
        measure: format!("velocity, {}", of.rate_unit()),
        series: series(&velocities(mechanism), of, instants, |one| &one.qd),
    };
    let efforts = |of: Measure, title, measure: &str| Panel {
        title,
        measure: format!("{measure}, {}", of.force_unit()),
        series: series(&forces(mechanism), of, instants, |one| &one.tau),
    };
    let mut panels = vec![
        positions(Turn, "Joint positions: angles", "angle"),
        positions(Shift, "Joint positions: lengths", "length"),
        positions(Quaternion, "Joint positions: quaternions", "element"),
        positions(Mode, "Modal coordinates", "coordinate"),
        rates(Turn, "Joint velocities: angular"),
        rates(Shift, "Joint velocities: linear"),
        rates(Mode, "Modal velocities"),
        efforts(Turn, "Joint torques", "torque"),
        efforts(Shift, "Joint forces", "force"),
        efforts(Mode, "Modal forces", "force"),
    ];
    panels.retain(|panel| !panel.series.is_empty());
    panels
}

/// The columns of one kind as lines.
fn series(
    columns: &[Column],
    measure: Measure,
    instants: &[Instant],
    of: impl Fn(&Instant) -> &Vec<f64>,
) -> Vec<Series> {
    let wanted = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.measure == measure);
    wanted
        .map(|(index, column)| Series {
            name: column.name.clone(),
            values: instants.iter().map(|instant| of(instant)[index]).collect(),
            style: Style::of(index),
        })
        .collect()
}

fn energies(instants: &[Instant]) -> Panel {
    let line = |index, name: &str, of: &dyn Fn(&Instant) -> f64| Series {
        name: name.into(),
        values: instants.iter().map(of).collect(),
        style: Style::of(index),
    };
    let mut series = vec![line(0, "kinetic T", &|instant| instant.kinetic)];
    // Where flexible bodies are taken undeformed there is no potential energy.
    if instants.iter().all(|instant| instant.potential.is_some()) {
        let potential = |instant: &Instant| instant.potential.unwrap_or_default();
        let sum = |instant: &Instant| instant.energy().unwrap_or_default();
        series.extend([line(1, "potential V", &potential), line(2, "T + V", &sum)]);
    }
    let exchange = |instant: &Instant| instant.exchange.unwrap_or_default();
    let before = series.len();
    for (index, name, of) in [
        (
            3,
            "work of the torques",
            (|exchange| exchange.work) as fn(Exchange) -> f64,
        ),
        (4, "dissipated", |exchange| exchange.dissipated),
    ] {
        if instants.iter().any(|instant| of(exchange(instant)) != 0.0) {
            series.push(line(index, name, &|instant| of(exchange(instant))));
        }
    }
    if series.len() > before && instants.iter().all(|one| one.balance().is_some()) {
        series.push(line(6, "balance", &|instant| {
            instant.balance().unwrap_or_default()
        }));
    }
    Panel {
        title: "Energy",
        measure: "energy, J".into(),
        series,
    }
}
