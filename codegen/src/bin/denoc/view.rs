//! `denoc view`: model → a page to look at it.

use std::path::{Path, PathBuf};

use clap::Args;
use denoc_codegen::compile::compile;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::name::visible_path;
use denoc_codegen::output::Kind;
use denoc_codegen::simulate::Trajectory;
use denoc_codegen::view::{Packages, View, Visuals};

use crate::arguments::Level;
use crate::failure::{Failure, warn};
use crate::files::{Format, Output, Overwriting};
use crate::motion;
use crate::reading::{self, Model};

/// Arguments of `view`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// The page to write; - is stdout
    #[arg(short, long, value_name = "FILE", default_value = "view.html")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// A motion to play: a CSV file with the columns that `denoc simulate` writes
    #[arg(long, value_name = "FILE")]
    trajectory: Option<PathBuf>,
    /// Where a package of the URDF's meshes is, as NAME=FOLDER; more than once for several
    #[arg(long, value_name = "NAME=FOLDER", value_parser = package)]
    package: Vec<(String, PathBuf)>,
    #[command(flatten)]
    level: Level,
}

/// NAME=FOLDER.
fn package(text: &str) -> Result<(String, PathBuf), String> {
    let (name, folder) =
        (text.split_once('=')).ok_or("write it like ur_description=/opt/ros/ur_description")?;
    Ok((name.to_owned(), reading::folder(folder)?))
}

const NOTES: &str = "The page is one file that needs no network: the mechanism in 3D, a slider for every coordinate, the torques of the \
pose as the compiled program computes them, and the operations of every function beside the papers' figures.

A mechanism with loops has sliders for its independent coordinates, which the others follow; the torques shown are those that hold it
at rest.

Flexible bodies are drawn bent; a slider exaggerates that, and one mode at a time swings.

The visuals of a URDF are drawn as it has them, boxes, cylinders, spheres and meshes (STL, OBJ, DAE); those of package://NAME/ are
looked for in folders of that name above the URDF, and where --package says. Of an MJCF the primitive geoms of groups 0 to 2 are drawn.

A motion has the columns t, q:NAME, qd:NAME and qdd:NAME (or q1, qd1, qdd1, ...); a long one is thinned out.

Examples:
  denoc view models/puma.toml -o puma.html
  denoc simulate models/puma.toml --duration 2 --csv fall.csv && denoc view models/puma.toml --trajectory fall.csv";

const PAGE: Format = Format::Marked(Kind::Page);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    arguments.overwriting.check(&[(&arguments.out, PAGE)])?;
    let loaded = arguments.model.load()?;
    let mechanism = loaded.mechanism.at_defaults();
    let motion = match &arguments.trajectory {
        Some(path) => Some(trajectory(path, &mechanism)?),
        None => None,
    };
    let options = motion::options(&arguments.level, &arguments.model.path);
    let compiled = compile(&mechanism, &options)?;
    warn(&compiled.warnings);
    let mut view = View::of(&compiled).map_err(|error| Failure::Message(error.to_string()))?;
    let mut played = String::new();
    if let Some(motion) = motion {
        view = view.playing(&motion);
        played = summary(view.instants(), motion.0.len());
    }
    let packages = Packages(arguments.package.clone());
    let visuals = Visuals::of(&loaded, &compiled.mechanism, &packages);
    warn(&visuals.warnings);
    view = view.dressed(visuals);
    let path = arguments.out.clone();
    let text = view.to_html();
    let (shown, size) = (visible_path(&path), text.len().div_ceil(1000));
    let written = arguments.overwriting.write(vec![Output {
        path,
        format: PAGE,
        text,
    }])?;
    Ok(written.or_summary(format!("Wrote {shown}, {size} kB{played}\n")))
}

/// Reads the motion to play.
fn trajectory(path: &Path, mechanism: &Mechanism) -> Result<Trajectory, Failure> {
    let shown = visible_path(path);
    let motion = Trajectory::parse(mechanism, &shown, &motion::read(path)?)?;
    if motion.0.len() < 2 {
        return Err(Failure::Message(format!(
            "{shown}: a motion to play has two rows or more below the header; this file has {}",
            motion.0.len()
        )));
    }
    if motion.0.iter().any(|point| point.q.len() != mechanism.nq()) {
        return Err(Failure::Message(format!(
            "{shown}: a motion of a mechanism with loops is played from the columns of all joints of the tree, and this file has \
             those of the actuated joints alone; `denoc inverse MODEL --trajectory {shown} --csv whole.csv` writes all"
        )));
    }
    Ok(motion)
}

/// The part of a motion that the page plays.
fn summary(kept: usize, all: usize) -> String {
    if kept == all {
        format!(", {all} instants of a motion")
    } else {
        format!(", {kept} of {all} instants of a motion")
    }
}
