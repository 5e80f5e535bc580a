//! The frames that a level may choose from.

use super::Options;
use super::agreement::agree;
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::transform::{Transformed, coaxial_turns, common_normals, turn_tips};

/// The mechanism in the frames a level may choose from, its own last.
///
/// The common normal of nearly parallel axes is far away, and frames there lose digits; and the angles of new frames are rounded, which
/// says nothing where forces are vast beside the torques that are left of them. Frames in which torques are not the same to the last
/// digits are not taken, for whatever reason: the mechanism's own remain.
pub(super) fn candidates(mechanism: &Mechanism, options: &Options) -> Vec<Transformed> {
    let coaxial = (options.opt > 1 && options.techniques.coaxial_turns)
        .then(|| coaxial_turns(mechanism))
        .flatten();
    let trees: Vec<&Mechanism> = coaxial.iter().chain([mechanism]).collect();
    parallel::map(trees, |tree| of_tree(tree, options)).concat()
}

/// The frames of a mechanism whose bodies hang on each other as they do, its own last.
fn of_tree(mechanism: &Mechanism, options: &Options) -> Vec<Transformed> {
    let own = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    if options.opt == 0 {
        return vec![own];
    }
    let techniques = options.techniques;
    let known = !mechanism.has_open_geometry();
    let normals = (techniques.common_normals && known).then(|| common_normals(mechanism));
    let turned = (options.opt > 1 && techniques.turned_tips)
        .then(|| turn_tips(normals.as_ref().unwrap_or(&own)))
        .flatten();
    let further: Vec<Transformed> = turned.into_iter().chain(normals).collect();
    let accepted = parallel::map(further, |frames| {
        let holds = frames.exact || agree(mechanism, &frames.mechanism);
        holds.then_some(frames)
    });
    accepted.into_iter().flatten().chain([own]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::number::Number;
    use crate::generic::generic;

    /// A wrong transform would go unnoticed but for what it no longer saves.
    #[test]
    fn all_frames_of_a_generic_chain_are_taken() {
        for bodies in 2..=6 {
            let frames = candidates(&generic(bodies), &Options::default());
            assert_eq!(frames.len(), 3, "{bodies}");
        }
    }

    /// The transform is not at fault: nothing is the same as what is no number.
    #[test]
    fn frames_in_which_torques_are_not_the_same_are_not_taken() {
        let mut vast = generic(2);
        let gravity = Number::from_f64(1e308).expect("a finite number");
        vast.gravity = [gravity.clone(), gravity.clone(), gravity];
        let own = Transformed {
            mechanism: vast.clone(),
            exact: true,
        };
        let turned = turn_tips(&own).expect("a tip that turns");
        assert!(!turned.exact);
        assert!(!agree(&vast, &turned.mechanism));
        let frames = candidates(&vast, &Options::default());
        assert!(!frames.is_empty() && frames.iter().all(|one| one.exact));
    }
}
