//! A figure: the panels of a motion.

use super::axis::Axis;
use super::panel::{HEIGHT, LEFT, Panel, WIDTH};
use super::series::{Series, Style};
use super::svg::Svg;
use crate::mechanism::Mechanism;
use crate::simulate::{Column, Exchange, Instant, Motion, coordinates, forces};

/// Upper edge of the first panel, px.
const TOP: f64 = 78.0;
/// From one panel to the next.
const STRIDE: f64 = HEIGHT + 46.0;
/// Below the last panel: numbers and name of the time axis.
const BOTTOM: f64 = 58.0;

/// An SVG picture of a motion: positions, torques and energy over time, angles and lengths (torques and forces) in panels of their
/// own. `title` stands above.
#[must_use]
pub fn figure(mechanism: &Mechanism, title: &str, instants: &[Instant]) -> String {
    let times: Vec<f64> = instants.iter().map(|instant| instant.t).collect();
    let mut panels = positions(&coordinates(mechanism), instants);
    panels.extend(torques(&forces(mechanism), instants));
    panels.push(energies(instants));
    let legend = panels.iter().map(Panel::legend_width).fold(0.0, f64::max);
    let (mut top, mut height) = (TOP, TOP + BOTTOM - STRIDE + HEIGHT);
    panels.iter().for_each(|_| height += STRIDE);
    let mut svg = Svg::new(LEFT + WIDTH + legend + 12.0, height, title);
    svg.heading(LEFT, 36.0, 18, title);
    let time = Axis::over(times.iter().copied(), 0.0, 10.0);
    let last = panels.len() - 1;
    for (index, panel) in panels.iter().enumerate() {
        panel.draw(&mut svg, top, &times, &time, index == last);
        top += STRIDE;
    }
    svg.finish()
}

/// A panel for every kind of coordinate that the mechanism has.
fn positions(columns: &[Column], instants: &[Instant]) -> Vec<Panel> {
    let titled = [
        (Motion::Turn, "Joint positions: angles", "angle"),
        (Motion::Shift, "Joint positions: lengths", "length"),
        (
            Motion::Quaternion,
            "Joint positions: quaternions",
            "element",
        ),
    ];
    let of = |(motion, title, measure): (Motion, _, &str)| Panel {
        title,
        measure: format!("{measure}, {}", motion.unit()),
        series: series(columns, motion, instants, |instant| &instant.q),
    };
    titled
        .map(of)
        .into_iter()
        .filter(|panel| !panel.series.is_empty())
        .collect()
}

/// A panel for torques and one for forces, as far as the mechanism has them.
fn torques(columns: &[Column], instants: &[Instant]) -> Vec<Panel> {
    let titled = [
        (Motion::Turn, "Joint torques", "torque"),
        (Motion::Shift, "Joint forces", "force"),
    ];
    let of = |(motion, title, measure): (Motion, _, &str)| Panel {
        title,
        measure: format!("{measure}, {}", motion.force_unit()),
        series: series(columns, motion, instants, |instant| &instant.tau),
    };
    titled
        .map(of)
        .into_iter()
        .filter(|panel| !panel.series.is_empty())
        .collect()
}

/// The columns of one kind as lines.
fn series(
    columns: &[Column],
    motion: Motion,
    instants: &[Instant],
    of: impl Fn(&Instant) -> &Vec<f64>,
) -> Vec<Series> {
    let wanted = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.motion == motion);
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
    let mut series = vec![
        line(0, "kinetic T", &|instant| instant.kinetic),
        line(1, "potential V", &|instant| instant.potential),
        line(2, "T + V", &Instant::energy),
    ];
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
    if series.len() > before {
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
