//! The frames that a level may choose from.

use super::agreement::{Agreement, agree};
use super::{CompileError, Options};
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::transform::{Transformed, coaxial_turns, common_normals, turn_tips};

/// The mechanism in the frames a level may choose from, its own last.
///
/// The common normal of nearly parallel axes is far away, and frames there lose digits: such frames are not taken.
/// What no rounding explains is an error of the transform.
pub(super) fn candidates(
    mechanism: &Mechanism,
    options: &Options,
) -> Result<Vec<Transformed>, CompileError> {
    let coaxial = (options.opt > 1 && options.techniques.coaxial_turns)
        .then(|| coaxial_turns(mechanism))
        .flatten();
    let trees: Vec<&Mechanism> = coaxial.iter().chain([mechanism]).collect();
    let frames = parallel::map(trees, |tree| of_tree(tree, options)).into_iter();
    let frames: Vec<Vec<Transformed>> = frames.collect::<Result<_, _>>()?;
    Ok(frames.concat())
}

/// The frames of a mechanism whose bodies hang on each other as they do, its own last.
fn of_tree(mechanism: &Mechanism, options: &Options) -> Result<Vec<Transformed>, CompileError> {
    let own = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    if options.opt == 0 {
        return Ok(vec![own]);
    }
    let techniques = options.techniques;
    let known = !mechanism.has_open_geometry();
    let normals = (techniques.common_normals && known).then(|| common_normals(mechanism));
    let turned = (options.opt > 1 && techniques.turned_tips)
        .then(|| turn_tips(normals.as_ref().unwrap_or(&own)))
        .flatten();
    let further: Vec<Transformed> = turned.into_iter().chain(normals).collect();
    let accepted = parallel::map(further, |frames| accepted(mechanism, frames)).into_iter();
    let accepted: Vec<Option<Transformed>> = accepted.collect::<Result<_, _>>()?;
    Ok(accepted.into_iter().flatten().chain([own]).collect())
}

/// Frames that are as good as the mechanism's own.
fn accepted(
    mechanism: &Mechanism,
    frames: Transformed,
) -> Result<Option<Transformed>, CompileError> {
    if frames.exact {
        return Ok(Some(frames));
    }
    match agree(mechanism, &frames.mechanism) {
        Agreement::Holds => Ok(Some(frames)),
        Agreement::Rounding => Ok(None),
        Agreement::Differs(difference) => Err(CompileError::Transform(difference)),
    }
}
