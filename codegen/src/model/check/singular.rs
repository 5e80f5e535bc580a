//! A mass matrix that is singular in every configuration: a motion that no inertia resists.
//!
//! The pivots m̂ of the articulated-body recursion, whose product is det M, are computed at random configurations in two prime
//! fields: exact, so that a pivot is 0 in both only when it is 0 everywhere (except with a probability of about 2^-50).

use core::ops::Range;

use crate::mechanism::{Inertialess, Mechanism};
use crate::model::faults::Faults;
use crate::model::raw::At;
use crate::prove::{Structure, zeros};
use crate::recursion;
use crate::transform;

/// The parts that move against no inertia, with a warning: bodies whose joints move nothing, unless the reason is a body that
/// they carry: behind a zero pivot every further one is undefined.
///
/// Where joints follow others, the pivots are those of M = Gᵀ M_t G, by the user's joints and motors, with their places
/// in `names`. `noun` is what messages call a body, `places` where bodies are.
pub(super) fn find(
    mechanism: &Mechanism,
    (places, noun): (&[Range<usize>], &str),
    names: &[&At<String>],
    faults: &mut Faults,
) -> Option<Inertialess> {
    let (at, who, remedy) = if mechanism.is_coupled() {
        motor(mechanism, names)?
    } else {
        bodies(mechanism, places, noun)?
    };
    let message = format!(
        "{who} can move against no inertia: the mass matrix is singular, and functions that divide by it are left out"
    );
    faults.warning(&at, message, remedy.clone());
    Some(Inertialess {
        who,
        place: faults.shown(&at),
        remedy,
    })
}

/// The place of a part, its name in messages, and the remedy.
type Finding = (Range<usize>, String, String);

/// The bodies whose own joints have a zero pivot; the place is that of the first.
fn bodies(mechanism: &Mechanism, places: &[Range<usize>], noun: &str) -> Option<Finding> {
    let split = transform::elementary(mechanism);
    let structure = Structure::of(&split);
    let [first, other] = structure.in_each(|one| recursion::pivots(&split, &one.point(1, &split)));
    // The parts of a split joint are before their body.
    let (mut found, mut zero, mut body) = (Vec::new(), false, 0);
    for (part, pivots) in split.bodies.iter().zip(first.into_iter().zip(other)) {
        zero |= zeros(&pivots.into()).contains(&true);
        if !part.auxiliary {
            found.extend(zero.then_some(body));
            (zero, body) = (false, body + 1);
        }
    }
    let first = *found.first()?;
    let of = |name: fn(&crate::mechanism::Body) -> &str| {
        let quoted = found
            .iter()
            .map(|&body| format!("\"{}\"", name(&mechanism.bodies[body])));
        quoted.collect::<Vec<_>>().join(", ")
    };
    let (its, plural) = if found.len() > 1 {
        ("their joints", "s")
    } else {
        ("its joint", "")
    };
    let remedy = format!(
        "give it, or a body fixed on it, mass and inertia that its joint moves; or hold {its} by {}",
        lock(&of(|body| &body.joint_name))
    );
    let who = format!("{noun}{plural} {}", of(|body| &body.name));
    Some((places[first].clone(), who, remedy))
}

/// How joints are held.
fn lock(joints: &str) -> String {
    format!("`lock = [{joints}]` in a TOML model (`urdf = \"FILE\"` starts one from a URDF)")
}

/// The joint or motor of a velocity that moves nothing.
fn motor(mechanism: &Mechanism, names: &[&At<String>]) -> Option<Finding> {
    let split = transform::elementary(mechanism);
    let structure = Structure::of(&split);
    let pivots = structure.in_each(|one| recursion::user_pivots(&split, &one.point(1, &split)));
    // Behind a zero pivot every further one is undefined; they run from the last to the first.
    let velocity = zeros(&pivots).into_iter().rposition(|zero| zero)?;
    let blocks = mechanism.blocks();
    let block = blocks.iter().rfind(|block| block.v <= velocity)?;
    let at = names.iter().find(|name| name.value == block.name);
    let at = at.map_or(0..0, |name| name.at.clone());
    let mut remedy =
        "give mass and inertia to the bodies that it moves, or rotor inertia to the joint or motor"
            .to_owned();
    let bodies = &mechanism.bodies;
    if bodies.iter().any(|body| body.joint_name == block.name) {
        remedy += &format!("; or hold it by {}", lock(&format!("\"{}\"", block.name)));
    }
    Some((at, format!("\"{}\"", block.name), remedy))
}
