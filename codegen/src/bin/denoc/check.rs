//! `denoc check`: a model's tree, its joints and what is in them, or its faults.

use std::fmt::Write;

use clap::Args;
use denoc_codegen::mechanism::{Body, BodyId, Limits, Mechanism};
use denoc_codegen::report::{elastic, flexible, joints, loops, outline, render};

use crate::arguments::TextFormat;
use crate::failure::{Failure, warn};
use crate::reading::Model;
use crate::style;

/// Arguments of `check`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// How to print
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    /// Warns where flexible bodies without stiffening are too soft for turning at this rate, rad/s
    #[arg(long, value_name = "RAD/S")]
    rate: Option<f64>,
}

const EXAMPLES: &str = "Examples:
  denoc check models/puma.toml
  denoc check models/puma.toml --format json | jq '.joints[] | {name, q, limits}'
  denoc check arm.toml --rate 6";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = arguments.model.load_measured()?.mechanism;
    if let Some(rate) = arguments.rate {
        warn(&flexible::too_fast(&mechanism, rate.abs()));
    }
    Ok(match arguments.format {
        TextFormat::Table => text(&mechanism),
        TextFormat::Json => format!("{}\n", outline::json(&mechanism)),
    })
}

/// The tree, then tables.
fn text(mechanism: &Mechanism) -> String {
    let mut sections = vec![outline::table(mechanism)];
    sections.extend(flexible::table(mechanism));
    sections.extend(elastic::table(mechanism));
    sections.extend(joints(mechanism));
    sections.extend(loops(mechanism));
    format!(
        "{}\n{}",
        tree(mechanism),
        render(&sections, style::tables())
    )
}

fn tree(mechanism: &Mechanism) -> String {
    let gravity = mechanism.gravity.clone().map(|g| g.to_f64());
    let modes = match mechanism.vibrations().len() {
        0 => String::new(),
        count => format!("{count} modes, "),
    };
    let mut text = format!(
        "{}: {} moving bodies, {modes}{} coordinates, {} velocities, gravity {gravity:?} m/s^2\nbase\n",
        mechanism.name,
        mechanism.model_bodies().count(),
        mechanism.nq(),
        mechanism.nv(),
    );
    let mut depths: Vec<usize> = Vec::with_capacity(mechanism.bodies.len());
    for (index, body) in mechanism.bodies.iter().enumerate() {
        let above = body.parent.map_or(0, |parent| depths[parent.0]);
        // Modes and frames of a flexible body are at its depth, and are shown for what they carry alone.
        let depth = if body.auxiliary { above } else { above + 1 };
        depths.push(depth);
        let mass = body.inertia.mass.to_f64();
        if !body.auxiliary {
            line(&mut text, depth, &describe(mechanism, BodyId(index)));
        } else if mass != 0.0 {
            line(
                &mut text,
                depth + 1,
                &format!("at {}: {mass} kg", body.name),
            );
        }
    }
    for frame in &mechanism.frames {
        let carrier = frame
            .body
            .map_or("base", |body| &mechanism.bodies[body.0].name);
        line(&mut text, 0, &format!("frame {} on {carrier}", frame.name));
    }
    if let Some(actuated) = &mechanism.actuated {
        let names = actuated.join(", ");
        line(&mut text, 0, &format!("actuated: {names}"));
    }
    text
}

fn line(text: &mut String, depth: usize, words: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:indent$}{words}", "", indent = 2 * depth);
}

fn describe(mechanism: &Mechanism, id: BodyId) -> String {
    let body = &mechanism.bodies[id.0];
    let driven = if body.driven { "driven " } else { "" };
    let joint = body.joint.type_name();
    let limits = body.limits.as_ref().map_or(String::new(), limits);
    let modes = match mechanism.modes_of(id).count() {
        0 => String::new(),
        1 => ", 1 mode".to_owned(),
        count => format!(", {count} modes"),
    };
    let at = frame_of(mechanism, body).map_or(String::new(), |frame| format!(" at {frame}"));
    format!(
        "{} ({driven}{joint}, {} kg{modes}{limits}){at}",
        body.name,
        body.inertia.mass.to_f64()
    )
}

/// The frame of a flexible body that a body is attached to.
fn frame_of<'a>(mechanism: &'a Mechanism, body: &Body) -> Option<&'a str> {
    let carrier = &mechanism.bodies[body.parent?.0];
    carrier.auxiliary.then_some(&carrier.name)
}

/// In the units of the joint: rad or m, N m or N, rad/s or m/s.
fn limits(limits: &Limits) -> String {
    let mut words = String::new();
    if let (Some(lower), Some(upper)) = (&limits.lower, &limits.upper) {
        let _ = write!(words, ", {:?} to {:?}", lower.to_f64(), upper.to_f64());
    }
    for (what, limit) in [("effort", &limits.effort), ("rate", &limits.velocity)] {
        if let Some(limit) = limit {
            let _ = write!(words, ", {what} {:?}", limit.to_f64());
        }
    }
    words
}
