//! `denoc check`: a model's tree and what is in its joints, or its faults.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use denoc_codegen::mechanism::{Body, Mechanism};
use denoc_codegen::report::{Format, joints, render};

use crate::failure::{Failure, load};

/// Arguments of `check`.
#[derive(Args)]
#[command(after_help = "Example:\n  denoc check models/puma.toml")]
pub(crate) struct Arguments {
    /// The model, a .toml file
    model: PathBuf,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mechanism = load(&arguments.model)?.mechanism;
    let mut text = tree(&mechanism);
    if let Some(section) = joints(&mechanism) {
        text.push('\n');
        text.push_str(&render(&[section], Format::Text));
    }
    Ok(text)
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
    text
}

fn line(text: &mut String, depth: usize, words: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:indent$}{words}", "", indent = 2 * depth);
}

fn describe(body: &Body) -> String {
    let driven = if body.driven { "driven " } else { "" };
    let joint = body.joint.type_name();
    format!(
        "{} ({driven}{joint}, {} kg)",
        body.name,
        body.inertia.mass.to_f64()
    )
}
