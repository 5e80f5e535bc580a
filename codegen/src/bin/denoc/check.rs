//! `denoc check`: a model's tree, its joints and what is in them, or its faults.

use std::fmt::Write;

use clap::Args;
use denoc_codegen::mechanism::{Body, Limits, Mechanism};
use denoc_codegen::report::{joints, loops, outline, render};

use crate::arguments::TextFormat;
use crate::failure::Failure;
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
}

const EXAMPLES: &str = "Examples:
  denoc check models/puma.toml
  denoc check models/puma.toml --format json | jq '.joints[] | {name, q, limits}'";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = arguments.model.load_measured()?.mechanism;
    Ok(match arguments.format {
        TextFormat::Table => text(&mechanism),
        TextFormat::Json => format!("{}\n", outline::json(&mechanism)),
    })
}

/// The tree, then tables.
fn text(mechanism: &Mechanism) -> String {
    let mut sections = vec![outline::table(mechanism)];
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
    let mut text = format!(
        "{}: {} moving bodies, {} coordinates, {} velocities, gravity {gravity:?} m/s^2\nbase\n",
        mechanism.name,
        mechanism.bodies.len(),
        mechanism.nq(),
        mechanism.nv(),
    );
    let mut depths: Vec<usize> = Vec::with_capacity(mechanism.bodies.len());
    for body in &mechanism.bodies {
        let depth = body.parent.map_or(1, |parent| depths[parent.0] + 1);
        depths.push(depth);
        line(&mut text, depth, &describe(body));
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

fn describe(body: &Body) -> String {
    let driven = if body.driven { "driven " } else { "" };
    let joint = body.joint.type_name();
    let limits = body.limits.as_ref().map_or(String::new(), limits);
    format!(
        "{} ({driven}{joint}, {} kg{limits})",
        body.name,
        body.inertia.mass.to_f64()
    )
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
