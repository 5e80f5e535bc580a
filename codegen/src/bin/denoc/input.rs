//! Input of `denoc eval`: a file or stdin → states of the right shape.

use std::path::Path;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{Block, BlockKind, Mechanism, Parameter};
use denoc_codegen::name::visible_path;
use denoc_codegen::program::Port;
pub(crate) use denoc_codegen::states::States;

use crate::failure::Failure;
use crate::text;

/// Reads the file, or stdin when it is `-`, and takes the arrays that the ports name and the values of parameters;
/// other keys are left alone.
pub(crate) fn read(
    path: &Path,
    ports: &[Port],
    parameters: &[Parameter],
) -> Result<States, Failure> {
    let shown = visible_path(path);
    let text = contents(path)
        .map_err(|error| Failure::Message(format!("{shown}: cannot read the input: {error}")))?;
    States::parse(&shown, &text, ports, parameters).map_err(Failure::Message)
}

/// A line for every quaternion in q that is not of unit length: what is computed of it is no motion.
pub(crate) fn quaternions(path: &Path, states: &States, mechanism: &Mechanism) -> Vec<String> {
    /// More than rounding to single precision leaves.
    const ROUNDING: f64 = 1e-6;
    let many = matches!(states, States::Many(_));
    let mut warnings = Vec::new();
    for (index, state) in states.all().iter().enumerate() {
        let q = state.array(Argument::Q);
        for (at, body) in starts(mechanism) {
            // A function that takes no coordinates has an empty q.
            let Some(quaternion) = q.get(at..at + 4) else {
                continue;
            };
            let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (length - 1.0).abs() > ROUNDING {
                let state = if many {
                    format!("state {index}: ")
                } else {
                    String::new()
                };
                let end = at + 4;
                warnings.push(format!(
                    "warning: {}: {state}\"q\"[{at}..{end}], the quaternion of body \"{body}\", has length {length}, \
                     not 1; it is taken as it is\n",
                    visible_path(path)
                ));
            }
        }
    }
    warnings
}

/// The indices in q at which quaternions start, and the names of their joints.
fn starts(mechanism: &Mechanism) -> Vec<(usize, String)> {
    let start = |block: Block| match block.kind {
        BlockKind::Quaternion => Some((block.q, block.name)),
        BlockKind::Pose => Some((block.q + 3, block.name)),
        BlockKind::Rates => None,
    };
    mechanism.blocks().into_iter().filter_map(start).collect()
}

fn contents(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        text::whole(std::io::stdin().lock(), text::LONGEST_JSON)
    } else {
        text::read(path, text::LONGEST_JSON)
    }
}
